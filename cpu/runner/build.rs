//! Hash of the sources of this crate and of those that it depends on: cached code is used only by a program that would
//! generate the same.
//!
//! In a checkout, the manifest of the workspace says where those crates are, and has the exact versions of the others whose
//! tables decide code. In a package, no dependency is of a workspace, and this crate's own version stands for all of them.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{fs, io};

fn main() -> io::Result<()> {
    let own = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut number = DefaultHasher::new();
    let mut folders = BTreeSet::from([own.join("src")]);
    if has_workspace(&fs::read_to_string(own.join("Cargo.toml"))?) {
        let workspace = Workspace::of(&own)?;
        workspace.add_crate(&own, &mut folders)?;
        println!("cargo:rerun-if-changed={}", workspace.root.join("Cargo.toml").display());
        workspace.dependencies().for_each(|line| line.hash(&mut number));
    }
    for folder in &folders {
        println!("cargo:rerun-if-changed={}", folder.display());
        add_files(folder, &mut number)?;
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-env=HLSL2SPIRV_SOURCES={:016x}", number.finish());
    Ok(())
}

/// The workspace of a checkout.
struct Workspace {
    root: PathBuf,
    manifest: String,
}

impl Workspace {
    /// Finds the workspace that a crate is a member of.
    fn of(member: &Path) -> io::Result<Self> {
        for root in member.ancestors().skip(1) {
            let Ok(manifest) = fs::read_to_string(root.join("Cargo.toml")) else { continue };
            if section(&manifest, DEPENDENCIES).next().is_some() {
                return Ok(Self { root: root.to_owned(), manifest });
            }
        }
        Err(io::Error::other(format!("{} has dependencies of a workspace, and is in none", member.display())))
    }

    /// The rows of the dependencies.
    fn dependencies(&self) -> impl Iterator<Item = &str> {
        section(&self.manifest, DEPENDENCIES)
    }

    /// Adds the folders of the sources of a crate and of what it depends on.
    fn add_crate(&self, of: &Path, folders: &mut BTreeSet<PathBuf>) -> io::Result<()> {
        folders.insert(of.join("src"));
        let manifest = fs::read_to_string(of.join("Cargo.toml"))?;
        for name in section(&manifest, "[dependencies]").filter(|line| is_of_workspace(line)).map(key) {
            let row = self.dependencies().find(|row| key(row) == name);
            let row = row.ok_or_else(|| io::Error::other(format!("the workspace has no dependency '{name}'")))?;
            if let Some(path) = row.split_once("path = \"").and_then(|(_, rest)| rest.split('"').next()) {
                self.add_crate(&self.root.join(path), folders)?;
            }
        }
        Ok(())
    }
}

/// The section of a workspace's manifest with what its members may depend on.
const DEPENDENCIES: &str = "[workspace.dependencies]";

/// Returns whether a crate takes dependencies from a workspace.
fn has_workspace(manifest: &str) -> bool {
    section(manifest, "[dependencies]").any(is_of_workspace)
}

/// Returns whether a row of dependencies refers to the workspace.
fn is_of_workspace(row: &str) -> bool {
    row.contains("workspace = true")
}

/// The name in a row of a manifest.
fn key(row: &str) -> &str {
    row.split(['.', ' ', '=']).next().unwrap_or_default()
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
