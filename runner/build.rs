//! Hash of the sources of this crate and of those that it depends on: cached code is used only by a program that would
//! generate the same.
//!
//! Crates that do not be beside this one come from a registry, where a version is one text. The versions of those whose
//! tables decide code are exact: in a checkout its manifest says them, in a package this crate's own version represents
//! them.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{fs, io};

fn main() -> io::Result<()> {
    let own = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut folders = BTreeSet::new();
    add_crate(&own, &mut folders)?;
    let mut number = DefaultHasher::new();
    for folder in &folders {
        println!("cargo:rerun-if-changed={}", folder.display());
        add_files(folder, &mut number)?;
    }
    let workspace = own.with_file_name("Cargo.toml");
    if let Ok(manifest) = fs::read_to_string(&workspace) {
        println!("cargo:rerun-if-changed={}", workspace.display());
        section(&manifest, "[workspace.dependencies]").for_each(|line| line.hash(&mut number));
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-env=HLSL2SPIRV_SOURCES={:016x}", number.finish());
    Ok(())
}

/// The folders of the sources of a crate and of what it depends on.
fn add_crate(of: &Path, folders: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    let manifest = fs::read_to_string(of.join("Cargo.toml"))?;
    for line in section(&manifest, "[dependencies]") {
        let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
        let beside = of.with_file_name(name);
        if !name.is_empty() && beside.join("Cargo.toml").exists() {
            add_crate(&beside, folders)?;
        }
    }
    folders.insert(of.join("src"));
    Ok(())
}

/// The lines of a section of a manifest.
fn section<'m>(manifest: &'m str, name: &str) -> impl Iterator<Item = &'m str> {
    let lines = manifest.lines().skip_while(move |line| *line != name).skip(1);
    lines.take_while(|line| !line.starts_with('['))
}

/// The names and the texts of all files of a folder.
fn add_files(folder: &Path, number: &mut DefaultHasher) -> io::Result<()> {
    let entries: io::Result<Vec<_>> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect();
    let mut entries = entries?;
    entries.sort();
    for path in entries {
        path.file_name().hash(number);
        match path.is_dir() {
            true => add_files(&path, number)?,
            false => fs::read(&path)?.hash(number),
        }
    }
    Ok(())
}
