//! The scripts of `release/` and `embed/` and what they fill in: versions, names of archives, checksums. Without a tool a test is ignored,
//! and its name says so.

mod support;

use libtest_mimic::{Arguments, Failed};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use support::{Folder, lacks, root, run, trial};

/// Where the archives are said to be.
const URL: &str = "https://files.example/hlsl2spirv";

/// The targets of `release/binaries`.
fn targets() -> Result<Vec<String>, Failed> {
    let script = fs::read_to_string(root().join("release/binaries"))?;
    let list = script.split_once("targets=(\n").and_then(|(_, rest)| rest.split_once("\n)"));
    Ok(list.ok_or("the script has no list")?.0.lines().map(|line| line.trim().to_owned()).collect())
}

/// The archives that `release/binaries` makes.
fn archives() -> Result<Vec<String>, Failed> {
    let name = |target: &String| {
        let end = if target.contains("windows") { "zip" } else { "tar.gz" };
        format!("hlsl2spirv-{}-{target}.{end}", env!("CARGO_PKG_VERSION"))
    };
    Ok(targets()?.iter().map(name).collect())
}

/// A checksum that tells archives apart.
fn checksum(number: usize) -> String {
    format!("{number:064x}")
}

/// Formula and manifest, filled in for these archives, and the other recipes.
fn filled(folder: &Folder, archives: &[String]) -> Result<(String, Value), Failed> {
    let sums = archives.iter().enumerate().map(|(number, name)| format!("{}  {name}\n", checksum(number)));
    fs::write(folder.0.join("SHA256SUMS"), sums.collect::<String>())?;
    for name in archives {
        fs::write(folder.0.join(name), name)?;
    }
    run(Command::new(root().join("release/manifests")).arg(&folder.0).arg(URL))?;
    let formula = fs::read_to_string(folder.0.join("hlsl2spirv.rb"))?;
    Ok((formula, serde_json::from_slice(&fs::read(folder.0.join("hlsl2spirv.json"))?)?))
}

fn manifests_name_the_archives() -> Result<(), Failed> {
    let folder = Folder::new("manifests")?;
    let archives = archives()?;
    let (formula, manifest) = filled(&folder, &archives)?;
    for (number, name) in archives.iter().enumerate() {
        let (url, sum) = (format!("{URL}/{name}"), checksum(number));
        let is_there = match name.contains("windows") {
            false => formula.contains(&format!("url \"{url}\"\n      sha256 \"{sum}\"\n")),
            true => manifest["architecture"].as_object().is_some_and(|all| {
                let folder = name.strip_suffix(".zip");
                all.values().any(|one| one["url"] == url && one["hash"] == sum && one["extract_dir"].as_str() == folder)
            }),
        };
        if !is_there {
            return Err(format!("neither has {url} with {sum}:\n{formula}\n{manifest:#}").into());
        }
    }
    for template in fs::read_dir(root().join("release/templates"))? {
        let name = template?.file_name();
        let text = fs::read_to_string(folder.0.join(&name))?;
        let is_filled = !["@URL", "@VERSION", "@sha"].iter().any(|gap| text.contains(gap));
        if !is_filled {
            return Err(format!("{} has gaps:\n{text}", name.display()).into());
        }
    }
    // The address of the crate's own version.
    let is_filled = formula.matches('@').count() == 0 && manifest["version"] == env!("CARGO_PKG_VERSION");
    if is_filled { Ok(()) } else { Err(format!("{formula}\n{manifest:#}").into()) }
}

fn archives_that_are_missing_are_told() -> Result<(), Failed> {
    let folder = Folder::new("missing")?;
    let archives = archives()?;
    let told = filled(&folder, &archives[1..]).err().and_then(|failure| failure.message().map(str::to_owned));
    let is_told = told.as_ref().is_some_and(|told| told.contains(&format!("{} is not in", archives[0])));
    let is_written = folder.0.join("hlsl2spirv.rb").exists();
    if is_told && !is_written { Ok(()) } else { Err(format!("{told:?}").into()) }
}

/// Packages of other languages have the version of the workspace.
fn versions_agree() -> Result<(), Failed> {
    let version = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
    let python = fs::read_to_string(root().join("embed/python/Cargo.toml"))?;
    if !python.lines().any(|line| line == version) {
        return Err(format!("embed/python/Cargo.toml has not {version}").into());
    }
    // The script of the npm package fills it in.
    let npm: Value = serde_json::from_slice(&fs::read(root().join("embed/npm/package.json"))?)?;
    if npm["version"] == "0.0.0" { Ok(()) } else { Err("embed/npm/package.json has a version of its own".into()) }
}

fn bill_lists_what_is_linked() -> Result<(), Failed> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root()).args(sdk::sbom::TREE).args([
        "--quiet",
        "--offline",
        "--target",
        "x86_64-unknown-linux-musl",
    ]);
    let tree = run(&mut cargo)?;
    let bill = sdk::sbom::document(&tree, &fs::read_to_string(root().join("Cargo.lock"))?)?;
    let components = bill["components"].as_array().ok_or("there are no components")?;
    let has = |name: &str| components.iter().any(|one| one["name"] == name);
    let foreign = components.iter().filter(|one| !one["name"].as_str().unwrap_or_default().starts_with("hlsl2spirv-"));
    let unhashed: Vec<_> = foreign.filter(|one| one.get("hashes").is_none()).map(|one| &one["name"]).collect();
    let is_complete = has("clap") && has("hlsl2spirv-sema") && has("serde_json");
    // Features that are off, and what only tests have.
    let is_exact = !has("naga") && !has("divan") && !has("spirv-tools");
    match is_complete && is_exact && unhashed.is_empty() {
        true => Ok(()),
        false => Err(format!("without checksum: {unhashed:?}\n{bill:#}").into()),
    }
}

/// The limit of crates in a program that has the library alone.
const MAX_CRATES: usize = 40;

fn library_has_few_dependencies() -> Result<(), Failed> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root()).args(["tree", "--offline", "--package", "hlsl2spirv", "--no-default-features"]);
    cargo.args([
        "--edges",
        "normal,no-proc-macro",
        "--prefix",
        "none",
        "--target",
        "x86_64-unknown-linux-gnu",
        "--quiet",
    ]);
    let tree = run(&mut cargo)?;
    let crates: BTreeSet<_> =
        tree.lines().map(|line| line.trim_end_matches(" (*)")).filter(|line| !line.is_empty()).collect();
    if crates.len() <= MAX_CRATES { Ok(()) } else { Err(format!("{}: {crates:#?}", crates.len()).into()) }
}

fn main() {
    let missing = ["bash", "awk", "sed"].into_iter().find(|tool| lacks(tool)).map(|tool| format!("there is no {tool}"));
    let trial = |name, test| trial(name, test, missing.as_deref());
    let trials = vec![
        trial("manifests_name_the_archives", manifests_name_the_archives),
        trial("archives_that_are_missing_are_told", archives_that_are_missing_are_told),
        trial("versions_agree", versions_agree),
        trial("bill_lists_what_is_linked", bill_lists_what_is_linked),
        trial("library_has_few_dependencies", library_has_few_dependencies),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
