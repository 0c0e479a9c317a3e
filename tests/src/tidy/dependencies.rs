//! Dependencies: their licences, their sources, and duplicate versions; `.deny.toml` has the rules. Security advisories
//! change from day to day: cargo-deny checks them.

use super::verdict;
use crate::collect::workspace;
use base::ids::{Map, Set};
use libtest_mimic::Failed;
use serde_json::Value;
use std::process::{Command, Output};

pub(super) fn dependencies_are_allowed() -> Result<(), Failed> {
    let rules = std::fs::read_to_string(workspace().join(".deny.toml"))?;
    let licences: Set<&str> = strings(&rules, "allow = [").into_iter().collect();
    let mut skipped: Set<&str> = strings(&rules, "skip = [").into_iter().filter(|text| text.contains('@')).collect();
    let registries: Vec<&str> = strings(&rules, "allow-registry = [");
    let mut problems = Vec::new();
    let mut versions: Map<String, Vec<String>> = Map::default();
    let (packages, are_all) = packages()?;
    for package in packages {
        let text = |field: &str| package[field].as_str().unwrap_or_default().to_owned();
        let (name, version) = (text("name"), text("version"));
        if !is_allowed(&text("license"), &licences) {
            problems.push(format!("{name} {version} is under '{}'", text("license")));
        }
        let source = text("source");
        if source.is_empty() {
            problems.extend(wildcards(&package).map(|on| format!("{name} takes any version of {on}")));
        }
        if !source.is_empty() && !registries.iter().any(|registry| source == format!("registry+{registry}")) {
            problems.push(format!("{name} {version} comes from {source}"));
        }
        let (needed, ours) = (&package["rust_version"], rust_version()?);
        if minor_version(needed.as_str().unwrap_or_default()) > minor_version(&ours) {
            problems.push(format!("{name} {version} needs Rust {needed}, and Cargo.toml promises {ours}"));
        }
        versions.entry(name).or_default().push(version);
    }
    for (name, versions) in &versions {
        let all = versions.len();
        let left = versions.iter().filter(|version| !skipped.swap_remove(format!("{name}@{version}").as_str())).count();
        if all > 1 && left > 1 {
            problems.push(format!("there are {all} versions of {name}: {}", versions.join(", ")));
        }
    }
    skipped.retain(|_| are_all);
    problems.extend(skipped.into_iter().map(|one| format!(".deny.toml excuses {one}, which is not there")));
    verdict(problems)
}

/// All packages that the workspace depends on, itself included. Nothing is fetched: packages for other systems may be
/// missing, which the second part of the result says.
fn packages() -> Result<(Vec<Value>, bool), Failed> {
    let all = metadata(&[])?;
    let are_all = all.status.success();
    let output = if are_all { all } else { metadata(&["--filter-platform", &host()?])? };
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&output.stderr)))?;
    Ok((metadata["packages"].as_array().cloned().unwrap_or_default(), are_all))
}

fn metadata(more: &[&str]) -> std::io::Result<Output> {
    let arguments = ["metadata", "--format-version", "1", "--locked", "--offline"];
    cargo().args(arguments).args(more).current_dir(workspace()).output()
}

/// The target triple of this machine.
fn host() -> Result<String, Failed> {
    let output = cargo().arg("-vV").output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("cargo does not name its host")?;
    Ok(host.to_owned())
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Dependencies without a version requirement. Packages of the workspace need none.
fn wildcards(package: &Value) -> impl Iterator<Item = &str> {
    let dependencies = package["dependencies"].as_array().map_or(&[][..], Vec::as_slice);
    let is_any = |one: &&Value| one["req"] == "*" && one["path"].is_null();
    dependencies.iter().filter(is_any).filter_map(|one| one["name"].as_str())
}

/// The minimum supported Rust version.
fn rust_version() -> Result<String, Failed> {
    let manifest = std::fs::read_to_string(workspace().join("Cargo.toml"))?;
    let line =
        manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).ok_or("no version is promised")?;
    Ok(line.trim_matches('"').to_owned())
}

/// The minor version of Rust.
fn minor_version(version: &str) -> u32 {
    version.split('.').nth(1).and_then(|minor| minor.parse().ok()).unwrap_or(0)
}

/// The strings in a list.
fn strings<'t>(rules: &'t str, start: &str) -> Vec<&'t str> {
    let list = rules.split_once(start).map_or("", |(_, rest)| rest);
    let list = list.split_once("\n]").map_or(list, |(list, _)| list);
    let list = if start.starts_with("allow-registry") { list.lines().next().unwrap_or_default() } else { list };
    list.split('"').skip(1).step_by(2).collect()
}

/// Returns whether a licence expression has an allowed alternative.
fn is_allowed(expression: &str, licences: &Set<&str>) -> bool {
    let expression = expression.replace('/', " OR ");
    let all = expression.split(" AND ");
    let any = |part: &str| part.split(" OR ").any(|name| licences.contains(name.trim().trim_matches(['(', ')'])));
    !expression.is_empty() && all.into_iter().all(any)
}
