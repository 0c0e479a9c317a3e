//! Linker options of the command.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=RUSTC_LINKER");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|set| set == value);
    if !is("CARGO_CFG_TARGET_OS", "linux") || !is("CARGO_CFG_TARGET_ENV", "gnu") {
        return;
    }
    // A position-independent executable has thousands of addresses to relocate at each start, which takes as long as
    // compiling a small shader.
    println!("cargo:rustc-link-arg-bins=-no-pie");
    // The unwinder is a small part of a library that takes a twentieth of a small shader's time to load.
    if has_static_unwinder() {
        println!("cargo:rustc-link-arg-bins=-Wl,--push-state,--whole-archive,-Bstatic,-lgcc_eh,--pop-state");
    }
}

/// Returns whether the linker driver has GCC's static exception handling library: it prints the file's path, or its
/// bare name if there is none.
fn has_static_unwinder() -> bool {
    let driver = std::env::var_os("RUSTC_LINKER").unwrap_or_else(|| "cc".into());
    let Ok(answer) = Command::new(driver).arg("-print-file-name=libgcc_eh.a").output() else { return false };
    str::from_utf8(&answer.stdout).is_ok_and(|path| Path::new(path.trim()).is_absolute())
}
