//! `shadertoolsconfig.json`, the settings of HLSL Tools, with the keys that HLSL-LSP has added.
//!
//! Those of the folders from a file upwards count together, the nearest first, until one says that it is the root.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The name of the file.
pub(super) const NAME: &str = "shadertoolsconfig.json";

/// One file.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Document {
    root: bool,
    #[serde(rename = "hlsl.preprocessorDefinitions")]
    definitions: BTreeMap<String, Value>,
    #[serde(rename = "hlsl.additionalIncludeDirectories")]
    include_directories: Vec<String>,
    #[serde(rename = "hlsl.virtualDirectoryMappings")]
    virtual_directories: BTreeMap<String, String>,
    #[serde(rename = "hlsl.targetProfile")]
    profile: Option<String>,
    #[serde(rename = "hlsl.entryPoint")]
    entry: Option<String>,
    #[serde(rename = "hlsl.languageVersion")]
    version: Option<Value>,
    #[serde(rename = "hlsl.additionalArguments")]
    arguments: Option<Vec<String>>,
}

/// The settings for the files of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// Words of a command line.
    pub(super) arguments: Vec<String>,
    /// Virtual folders with those that they represent.
    pub(super) virtual_folders: Vec<(String, String)>,
    /// The errors in the files.
    pub(super) problems: Vec<String>,
}

/// Reads the files of a folder and those above it; nothing if there are none.
pub(super) fn read(folder: &Path, load: impl Fn(&Path) -> Option<Result<String, String>>) -> Option<Found> {
    let mut found = Found::default();
    let mut documents: Vec<(PathBuf, Document)> = Vec::new();
    for folder in folder.ancestors() {
        let Some(text) = load(&folder.join(NAME)) else { continue };
        let document = text.and_then(|text| parse(&text)).unwrap_or_else(|error| {
            found.problems.push(format!("'{}': {error}", folder.join(NAME).display()));
            Document::default()
        });
        let is_root = document.root;
        documents.push((folder.to_owned(), document));
        if is_root {
            break;
        }
    }
    if documents.is_empty() {
        return None;
    }
    let first = |get: fn(&Document) -> Option<String>| documents.iter().find_map(|(_, document)| get(document));
    let mut pair = |option: &str, value: Option<String>| {
        found.arguments.extend(value.into_iter().flat_map(|value| [option.to_owned(), value]));
    };
    pair("-T", first(|document| document.profile.clone()));
    pair("-E", first(|document| document.entry.clone()));
    pair("-HV", first(|document| document.version.as_ref().map(text_of)));
    let mut definitions: BTreeMap<&str, String> = BTreeMap::new();
    for (folder, document) in &documents {
        for (name, value) in &document.definitions {
            definitions.entry(name).or_insert_with(|| text_of(value));
        }
        for directory in &document.include_directories {
            pair("-I", Some(below(folder, directory)));
        }
        for (name, directory) in &document.virtual_directories {
            let name = format!("/{}", name.replace('\\', "/").trim_matches('/'));
            found.virtual_folders.push((name, below(folder, directory)));
        }
    }
    found.arguments.extend(definitions.iter().flat_map(|(name, value)| ["-D".to_owned(), format!("{name}={value}")]));
    found.arguments.extend(documents.iter().find_map(|(_, document)| document.arguments.clone()).unwrap_or_default());
    Some(found)
}

fn parse(text: &str) -> Result<Document, String> {
    serde_json::from_str(&without_comments(text)).map_err(|error| error.to_string())
}

/// A value as the text of a macro or an option.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(is_set) => u8::from(*is_set).to_string(),
        other => other.to_string(),
    }
}

/// A path that counts from the folder of the settings.
fn below(folder: &Path, path: &str) -> String {
    folder.join(path.replace('\\', "/")).to_string_lossy().replace('\\', "/")
}

/// A text of JSON without comments, commas before an end, and the mark that it may begin with.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    while let Some(next) = rest.chars().next() {
        let length = match next {
            '"' => end_of_string(rest),
            '/' if rest.starts_with("//") => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            '/' if rest.starts_with("/*") => {
                rest = rest[2..].split_once("*/").map_or("", |(_, after)| after);
                continue;
            }
            ']' | '}' => {
                let end = out.trim_end().len();
                if out[..end].ends_with(',') {
                    out.truncate(end - 1);
                }
                1
            }
            other => other.len_utf8(),
        };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out
}

/// The length of the string that a text begins with, its quotes included.
fn end_of_string(text: &str) -> usize {
    let mut is_escaped = true;
    for (at, c) in text.char_indices() {
        match c {
            '"' if !is_escaped => return at + 1,
            '\\' if !is_escaped => is_escaped = true,
            _ => is_escaped = false,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Found {
        let load = |path: &Path| {
            files.iter().find(|(name, _)| Path::new(name) == path).map(|(_, text)| Ok((*text).to_owned()))
        };
        read(Path::new("/a/b/c"), load).expect("there are some")
    }

    #[test]
    fn the_nearest_counts_first_up_to_the_root() {
        let near = "{ // near\n \"hlsl.preprocessorDefinitions\": { \"A\": 1, \"B\": true, \"C\": \"x //\" },\n\
                    \"hlsl.additionalIncludeDirectories\": [\"inc\", \"..\\\\up\",], }";
        let far = "\u{feff}{ \"root\": true, /* far */ \"hlsl.preprocessorDefinitions\": { \"A\": 2, \"D\": 0.5 },\n\
                   \"hlsl.virtualDirectoryMappings\": { \"\\\\Engine\": \"engine\" },\n\
                   \"hlsl.targetProfile\": \"ps_6_2\", \"hlsl.additionalArguments\": [\"-Zpr\"] }";
        let beyond = "{ \"hlsl.preprocessorDefinitions\": { \"E\": 1 } }";
        let found = found(&[
            ("/a/b/shadertoolsconfig.json", near),
            ("/a/shadertoolsconfig.json", far),
            ("/shadertoolsconfig.json", beyond),
        ]);
        let expected = "-T ps_6_2 -I /a/b/inc -I /a/b/../up -D A=1 -D B=1 -D C=x // -D D=0.5 -Zpr";
        assert_eq!(found.arguments.join(" "), expected);
        assert_eq!(found.virtual_folders, [("/Engine".to_owned(), "/a/engine".to_owned())]);
        assert!(found.problems.is_empty(), "{:?}", found.problems);
    }

    #[test]
    fn broken_files_are_named() {
        let found = found(&[("/a/b/c/shadertoolsconfig.json", "{ \"root\": 3 }")]);
        assert!(found.problems[0].starts_with("'/a/b/c/shadertoolsconfig.json': "), "{:?}", found.problems);
        assert!(read(Path::new("/a"), |_| None).is_none());
    }
}
