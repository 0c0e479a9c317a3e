//! Where LLVM is searched, and the supported versions.

use std::path::PathBuf;
use std::process::Command;

/// The environment variable that names the library to load.
pub const LIBRARY_VARIABLE: &str = "HLSL2SPIRV_LLVM";
/// The supported versions of LLVM, the best one last.
pub(super) const VERSIONS: std::ops::RangeInclusive<u32> = 19..=22;

/// The places to search, in order. The toolchain is the last resort: asking it starts a process.
pub(super) fn places() -> Box<dyn Iterator<Item = PathBuf>> {
    match std::env::var_os(LIBRARY_VARIABLE) {
        Some(path) => Box::new(std::iter::once(PathBuf::from(path))),
        None => {
            let system = VERSIONS.rev().flat_map(system_names).map(PathBuf::from);
            Box::new(system.chain(std::iter::once_with(toolchain_library).flatten()))
        }
    }
}

/// The names under which systems ship a version of LLVM; the loader knows their folders.
fn system_names(version: u32) -> Vec<String> {
    if cfg!(target_os = "windows") {
        return vec!["LLVM-C.dll".to_owned()];
    }
    if cfg!(target_os = "macos") {
        return vec![format!("/opt/homebrew/opt/llvm@{version}/lib/libLLVM.dylib"), "libLLVM.dylib".to_owned()];
    }
    vec![
        format!("libLLVM.so.{version}.1"),
        format!("libLLVM-{version}.so"),
        format!("/usr/lib/llvm-{version}/lib/libLLVM.so"),
    ]
}

/// A folder to which no other user can write, so that a process started there reads no settings of others.
fn root() -> PathBuf {
    match std::env::var_os("SystemRoot").filter(|_| cfg!(target_os = "windows")) {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from("/"),
    }
}

/// The command that prints the toolchain's folder. It does not run in the current folder: a `rust-toolchain.toml` there or
/// above could name any program as the compiler.
fn toolchain() -> Command {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "sysroot"]).current_dir(root());
    rustc
}

/// The library that the Rust toolchain brings for itself.
fn toolchain_library() -> Option<PathBuf> {
    let output = toolchain().output().ok()?;
    let sysroot = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    let mut found: Vec<PathBuf> = std::fs::read_dir(sysroot.join("lib"))
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libLLVM")))
        .collect();
    // A directory lists its entries in no particular order.
    found.sort();
    // Only the library itself is worth loading, not a linker script that refers to it.
    found.into_iter().max_by_key(|path| std::fs::metadata(path).map_or(0, |data| data.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_toolchain_starts_where_no_stranger_writes() {
        let root = root();
        assert!(root.is_absolute() && toolchain().get_current_dir() == Some(&root));
    }
}
