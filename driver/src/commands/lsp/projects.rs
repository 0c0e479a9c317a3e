//! The options of files: from compilation databases, `hlsl2spirv.toml`, a comment in the file, or a guess.

use super::guess;
use crate::commands::batch::list;
use crate::options::args::{self, Parsed};
use crate::options::checks;
use crate::options::settings::Options;
use crate::pipeline::stage_options;
use crate::response;
use base::diag::{Diagnostic, Severity, Sink};
use frontend::preprocess::identity;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The names of files with settings.
pub(super) const FILES: &[&str] = &[DATABASE, CONFIG];
const DATABASE: &str = "compile_commands.json";
const CONFIG: &str = "hlsl2spirv.toml";
/// Folders of a project in which a database may be, besides the project's own.
const BUILD_FOLDERS: &[&str] = &["", "build", "out"];

/// The settings that were read, by their file; nothing for what cannot be read, which is said once.
#[derive(Default)]
pub(in crate::commands) struct Projects {
    databases: BTreeMap<PathBuf, BTreeMap<String, Vec<Options>>>,
    configs: BTreeMap<PathBuf, Vec<Shaders>>,
    problems: Vec<String>,
}

/// The part of `hlsl2spirv.toml` that is about shaders.
#[derive(Default, Deserialize)]
struct Document {
    #[serde(default)]
    shaders: Vec<Shaders>,
}

/// Options for some files.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shaders {
    /// The files, from the folder of the settings on; `*` stands for a part of a name, `**` for any folders.
    files: Vec<String>,
    /// The arguments, as for a compilation.
    #[serde(default)]
    args: Vec<String>,
}

impl Projects {
    /// Returns whether a file is compiled by itself: settings name it, or it looks so.
    pub(in crate::commands) fn is_root(&mut self, path: &str, text: &str) -> bool {
        self.of_database(path).is_some() || self.of_config(path).is_some() || guess::is_root(path, text)
    }

    /// The command lines for a file: all that databases have, or else one.
    pub(in crate::commands) fn all(&mut self, path: &str, text: &str) -> Vec<Parsed> {
        let own = |base: Parsed| match guess::own_arguments(text) {
            Some(own) => args::parse_after(base.options, &response::words(own)),
            None => base,
        };
        let all = self.of_database(path).or_else(|| self.of_config(path).map(|one| vec![one]));
        let all = all.unwrap_or_else(|| guess::all_arguments(path, text).iter().map(|all| of_arguments(all)).collect());
        all.into_iter().map(own).collect()
    }

    /// What is wrong with settings, once.
    pub(in crate::commands) fn take_problems(&mut self) -> Vec<String> {
        std::mem::take(&mut self.problems)
    }

    /// The options for a file, and what is wrong with settings.
    pub(super) fn settings(&mut self, path: &str, text: &str) -> (ide::Settings, Vec<String>) {
        let options = self.options(path, text);
        let settings =
            self.usable(options, path).or_else(|| self.usable(of_arguments(&guess::arguments(path, text)), path));
        let settings = settings.or_else(|| self.usable(of_arguments(&["-T".to_owned(), "lib_6_6".to_owned()]), path));
        (settings.expect("a library can always be analysed"), self.take_problems())
    }

    fn options(&mut self, path: &str, text: &str) -> Parsed {
        let first = self.all(path, text).into_iter().next();
        first.unwrap_or_else(|| of_arguments(&guess::arguments(path, text)))
    }

    /// The options as the stages want them, if they are consistent.
    fn usable(&mut self, parsed: Parsed, path: &str) -> Option<ide::Settings> {
        let mut sink = Sink::default();
        let target = checks::check(&parsed.options, &mut sink);
        let errors = |all: &[Diagnostic]| {
            let errors = all.iter().filter(|found| found.severity >= Severity::Error);
            errors.map(|found| format!("options for '{path}': {}", found.message)).collect::<Vec<String>>()
        };
        self.problems.extend(errors(&parsed.diagnostics));
        self.problems.extend(errors(sink.diagnostics()));
        let (options, target) = (&parsed.options, target?);
        Some(ide::Settings {
            preprocess: stage_options::preprocess(options, target),
            parse: stage_options::parse(options),
            check: stage_options::check(options, target),
            policy: options.diagnostics.policy.clone(),
        })
    }

    /// The entries for a file in the nearest database that has any.
    fn of_database(&mut self, path: &str) -> Option<Vec<Parsed>> {
        for folder in Path::new(path).ancestors().skip(1) {
            for below in BUILD_FOLDERS {
                let file = folder.join(below).join(DATABASE);
                if !self.databases.contains_key(&file) && !file.is_file() {
                    continue;
                }
                let options = self.database(&file).get(path).cloned();
                if let Some(all) = options {
                    let parsed = |options| Parsed { options, diagnostics: Vec::new() };
                    return Some(all.into_iter().map(parsed).collect());
                }
            }
        }
        None
    }

    fn database(&mut self, file: &Path) -> &BTreeMap<String, Vec<Options>> {
        if !self.databases.contains_key(file) {
            let mut entries: BTreeMap<String, Vec<Options>> = BTreeMap::new();
            match list::read(&crate::file_names::to_text(file.as_os_str())) {
                Ok(read) => {
                    for entry in read {
                        let options = entry.parsed.options;
                        let input = options.input.as_deref().map(identity).unwrap_or_default();
                        entries.entry(input).or_default().push(options);
                    }
                }
                Err(error) => self.problems.push(error),
            }
            self.databases.insert(file.to_owned(), entries);
        }
        &self.databases[file]
    }

    /// The options of the first rule of the nearest `hlsl2spirv.toml` that names a file.
    fn of_config(&mut self, path: &str) -> Option<Parsed> {
        let folders = Path::new(path).ancestors().skip(1);
        let file =
            folders.map(|folder| folder.join(CONFIG)).find(|file| self.configs.contains_key(file) || file.is_file())?;
        let folder = file.parent()?.to_owned();
        let below = Path::new(path).strip_prefix(&folder).ok()?.to_string_lossy().replace('\\', "/");
        let rule = self.config(&file).iter().find(|rule| rule.files.iter().any(|glob| matches(glob, &below)))?.clone();
        let mut parsed = of_arguments(&rule.args);
        for directory in &mut parsed.options.preprocess.include_directories {
            *directory = folder.join(&*directory).to_string_lossy().replace('\\', "/");
        }
        Some(parsed)
    }

    fn config(&mut self, file: &Path) -> &[Shaders] {
        if !self.configs.contains_key(file) {
            let text = std::fs::read_to_string(file).map_err(|error| error.to_string());
            let document = text.and_then(|text| toml::from_str::<Document>(&text).map_err(|error| error.to_string()));
            let shaders = document.map(|document| document.shaders).unwrap_or_else(|error| {
                self.problems.push(format!("'{}': {error}", file.display()));
                Vec::new()
            });
            self.configs.insert(file.to_owned(), shaders);
        }
        &self.configs[file]
    }
}

fn of_arguments(arguments: &[String]) -> Parsed {
    args::parse(arguments)
}

/// Returns whether a path fits a pattern. It takes time in the product of their lengths at most.
fn matches(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').collect();
    let path: Vec<&str> = path.split('/').collect();
    // The numbers of parts of the path that the pattern so far can have taken.
    let mut reached = vec![false; path.len() + 1];
    reached[0] = true;
    for part in pattern {
        let mut next = vec![false; path.len() + 1];
        for at in 0..=path.len() {
            if part == "**" {
                next[at] = reached[at] || at > 0 && next[at - 1];
            } else if at > 0 && reached[at - 1] {
                next[at] = name_matches(part.as_bytes(), path[at - 1].as_bytes());
            }
        }
        reached = next;
    }
    reached[path.len()]
}

fn name_matches(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut from, mut star) = (0, 0, None);
    while from < name.len() {
        if pattern.get(at) == Some(&b'*') {
            star = Some((at, from));
            at += 1;
        } else if pattern.get(at).is_some_and(|c| *c == b'?' || *c == name[from]) {
            (at, from) = (at + 1, from + 1);
        } else if let Some((star_at, star_from)) = star {
            star = Some((star_at, star_from + 1));
            (at, from) = (star_at + 1, star_from + 1);
        } else {
            return false;
        }
    }
    pattern[at..].iter().all(|c| *c == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_name_files() {
        for (pattern, path, fits) in [
            ("*.hlsl", "a.hlsl", true),
            ("*.hlsl", "x/a.hlsl", false),
            ("**/*.hlsl", "x/y/a.hlsl", true),
            ("**/*.hlsl", "a.hlsl", true),
            ("x/**", "x/y/z", true),
            ("a*b?c", "axxbxbyc", true),
            ("a*b?c", "axxbc", false),
        ] {
            assert_eq!(matches(pattern, path), fits, "{pattern} {path}");
        }
    }
}
