//! How the command is linked.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=RUSTC_LINKER");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|set| set == value);
    if !is("CARGO_CFG_TARGET_OS", "linux") || !is("CARGO_CFG_TARGET_ENV", "gnu") {
        return;
    }
    // A position-independent command has thousands of addresses to mend in its tables whenever it starts, which takes as
    // long as compiling a small shader.
    println!("cargo:rustc-link-arg-bins=-no-pie");
    // What unwinds the stack is a small part of a library that takes a twentieth of a small shader's time to load.
    if has_static_unwinder() {
        println!("cargo:rustc-link-arg-bins=-Wl,--push-state,--whole-archive,-Bstatic,-lgcc_eh,--pop-state");
    }
}

/// Returns whether the linker's driver has GCC's library of exception handling to link with: it prints the file's path,
/// or its bare name where it knows none.
fn has_static_unwinder() -> bool {
    let driver = std::env::var_os("RUSTC_LINKER").unwrap_or_else(|| "cc".into());
    let Ok(answer) = Command::new(driver).arg("-print-file-name=libgcc_eh.a").output() else { return false };
    str::from_utf8(&answer.stdout).is_ok_and(|path| Path::new(path.trim()).is_absolute())
}
