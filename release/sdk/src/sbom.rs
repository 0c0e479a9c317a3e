//! The bill of materials of the command, as CycloneDX: every crate that is linked into it, with version, licence and checksum.
//!
//! Knows the output of `cargo tree` and `Cargo.lock`; must not know where the document goes.

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The crate whose bill it is.
const ROOT: &str = "hlsl2spirv";

/// The arguments of `cargo tree` that [`document`] reads the output of.
pub const TREE: &[&str] =
    &["tree", "--locked", "-p", ROOT, "--edges", "normal", "--prefix", "none", "--format", "{p}\t{l}"];

/// The document.
///
/// # Errors
/// When a line of the tree is none.
pub fn document(tree: &str, lock: &str) -> Result<Value, String> {
    let checksums = checksums(lock);
    // Some are in the tree several times.
    let mut crates: BTreeMap<(&str, &str), Value> = BTreeMap::new();
    for line in tree.lines().filter(|line| !line.is_empty()) {
        let (name, version, licence) = read(line).ok_or_else(|| format!("cargo tree printed '{line}'"))?;
        let component = component("library", name, version, licence, checksums.get(&(name, version)).copied());
        crates.insert((name, version), component);
    }
    let own = crates.keys().find(|(name, _)| *name == ROOT).copied();
    let own = own.and_then(|key| crates.remove(&key)).ok_or("the tree has no root")?;
    let metadata = json!({ "component": with_type(own, "application") });
    let components: Vec<Value> = crates.into_values().collect();
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": metadata,
        "components": components,
    }))
}

/// The name, the version and the licence of a line of the tree.
fn read(line: &str) -> Option<(&str, &str, &str)> {
    let (package, licence) = line.split_once('\t')?;
    let mut words = package.split(' ');
    let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
    Some((name, version, licence.trim_end_matches("(*)").trim_end()))
}

fn component(kind: &str, name: &str, version: &str, licence: &str, checksum: Option<&str>) -> Value {
    let url = format!("pkg:cargo/{name}@{version}");
    let mut component = Map::new();
    component.insert("type".to_owned(), json!(kind));
    component.insert("bom-ref".to_owned(), json!(url));
    component.insert("name".to_owned(), json!(name));
    component.insert("version".to_owned(), json!(version));
    if let Some(checksum) = checksum {
        component.insert("hashes".to_owned(), json!([{ "alg": "SHA-256", "content": checksum }]));
    }
    // The form of before SPDX's expressions.
    component.insert("licenses".to_owned(), json!([{ "expression": licence.replace('/', " OR ") }]));
    component.insert("purl".to_owned(), json!(url));
    Value::Object(component)
}

fn with_type(mut component: Value, kind: &str) -> Value {
    component["type"] = json!(kind);
    component
}

/// The checksums of packages by name and version.
fn checksums(lock: &str) -> BTreeMap<(&str, &str), &str> {
    let field = |package: &'_ str, name: &str| -> Option<(usize, usize)> {
        let start = package.find(&format!("\n{name} = \""))? + name.len() + 5;
        Some((start, start + package[start..].find('"')?))
    };
    let packages = lock.split("[[package]]").skip(1).filter_map(|package| {
        let text = |name| field(package, name).map(|(start, end)| &package[start..end]);
        Some(((text("name")?, text("version")?), text("checksum")?))
    });
    packages.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.2\"\nsource = \"registry\"\n\
                        checksum = \"abc\"\n\n[[package]]\nname = \"hlsl2spirv\"\nversion = \"0.1.0\"\n";

    #[test]
    fn each_crate_is_listed_once() {
        let tree = "hlsl2spirv v0.1.0 (/src/driver)\tMIT OR Apache-2.0\na v1.0.2\tMIT/Apache-2.0\nb v2.0.0 (proc-macro)\tZlib\n\
                    a v1.0.2\tMIT/Apache-2.0 (*)\n";
        let bill = document(tree, LOCK).expect("the tree is one");
        assert_eq!(bill["metadata"]["component"]["purl"], "pkg:cargo/hlsl2spirv@0.1.0");
        assert_eq!(bill["metadata"]["component"]["type"], "application");
        let components = bill["components"].as_array().expect("it is a list");
        assert_eq!(components.len(), 2);
        assert_eq!(components[0]["hashes"][0]["content"], "abc");
        assert_eq!(components[0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(components[1]["name"], "b");
        assert!(components[1].get("hashes").is_none());
    }

    #[test]
    fn other_output_is_refused() {
        assert!(document("error: no tree\n", LOCK).is_err());
        assert!(document("a v1.0.2\tMIT\n", LOCK).is_err());
    }
}
