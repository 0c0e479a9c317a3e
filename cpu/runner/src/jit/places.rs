//! Where LLVM is searched, and the supported versions.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The environment variable that names the library to load.
pub const LIBRARY_VARIABLE: &str = "HLSL2SPIRV_LLVM";
/// The supported versions of LLVM, the best one last.
pub(super) const VERSIONS: std::ops::RangeInclusive<u32> = 19..=22;

/// The places to search, in order. A toolchain whose folder only `rustc` knows is the last resort: starting that process, through
/// `rustup`, takes longer than a small kernel.
pub(super) fn places() -> Box<dyn Iterator<Item = PathBuf>> {
    match std::env::var_os(LIBRARY_VARIABLE) {
        Some(path) => Box::new(std::iter::once(PathBuf::from(path))),
        None => {
            let system = VERSIONS.rev().flat_map(system_names).map(PathBuf::from);
            let installed = std::iter::once_with(installed_library).flatten();
            Box::new(system.chain(installed).chain(std::iter::once_with(toolchain_library).flatten()))
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

/// The library of the toolchain that `rustup` would choose, where its settings tell.
fn installed_library() -> Option<PathBuf> {
    let home = match std::env::var_os("RUSTUP_HOME") {
        Some(home) => PathBuf::from(home),
        None => std::env::home_dir()?.join(".rustup"),
    };
    library_in(&chosen_toolchain(&home, std::env::var("RUSTUP_TOOLCHAIN").ok())?)
}

/// The folder of the toolchain that the environment names, or that is the default. Only a whole name is that of a folder.
fn chosen_toolchain(home: &Path, named: Option<String>) -> Option<PathBuf> {
    let name = match named {
        Some(name) => name,
        None => {
            let settings = std::fs::read_to_string(home.join("settings.toml")).ok()?;
            let line = settings.lines().take_while(|line| !line.starts_with('[')).find_map(|line| {
                let value = line.trim().strip_prefix("default_toolchain")?.trim_start().strip_prefix('=')?;
                Some(value.trim().trim_matches('"').to_owned())
            });
            line?
        }
    };
    let folder = home.join("toolchains").join(name);
    folder.is_dir().then_some(folder)
}

/// The library that the Rust toolchain brings for itself.
fn toolchain_library() -> Option<PathBuf> {
    let output = toolchain().output().ok()?;
    library_in(Path::new(String::from_utf8(output.stdout).ok()?.trim()))
}

/// The library in the folder of a toolchain.
fn library_in(sysroot: &Path) -> Option<PathBuf> {
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

    #[test]
    fn the_default_toolchain_is_found_without_a_process() {
        let home = std::env::temp_dir().join(format!("hlsl2spirv-rustup-{}", std::process::id()));
        for name in ["stable-x", "nightly-x"] {
            let folder = home.join("toolchains").join(name).join("lib");
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("libLLVM.so"), "a script").unwrap();
            std::fs::write(folder.join("libLLVM.so.22.1"), format!("the library of {name}")).unwrap();
        }
        let settings = |text: &str| std::fs::write(home.join("settings.toml"), text).unwrap();
        let chosen = |named: Option<&str>| {
            let folder = chosen_toolchain(&home, named.map(str::to_owned))?;
            Some(std::fs::read_to_string(library_in(&folder)?).unwrap())
        };
        assert_eq!(chosen(None), None);
        settings("default_toolchain = \"stable-x\"\nversion = \"12\"\n\n[overrides]\n");
        assert_eq!(chosen(None).as_deref(), Some("the library of stable-x"));
        assert_eq!(chosen(Some("nightly-x")).as_deref(), Some("the library of nightly-x"));
        // A part of a name, or a toolchain that is not there, is left to the compiler.
        assert_eq!(chosen(Some("nightly")), None);
        settings("version = \"12\"\n[overrides]\ndefault_toolchain = \"stable-x\"\n");
        assert_eq!(chosen(None), None);
        std::fs::remove_dir_all(&home).unwrap();
    }
}
