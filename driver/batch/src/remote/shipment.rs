//! The action of a part, and its results.

use super::names::Names;
use super::parts::Part;
use super::results::{self, DOCUMENT, Line};
use super::sources::{Closure, Sources};
use super::{Made, Program, Settings};
use crate::list::Entry;
use base::ids::{Map, Set};
use frontend::preprocess::{BUILT_IN_DIRECTORY, Dependencies};
use library::Compiler;
use library::execution::{Input, Job, Written};
use library::files::names::to_path;
use library::files::sha256::Sha256;
use library::options::settings::Options;
use library::pipeline::shared::module_cache::settings_as_text;
use library::pipeline::validator::validate_stored;
use serde_json::json;
use std::path::{Path, PathBuf};

/// The job of a part, and what is needed to understand its results.
pub(super) struct Shipment {
    pub(super) job: Job,
    /// The lines that are sent.
    lines: Vec<Sent>,
    names: Names,
    /// The paths of the files that are sent.
    files: Set<PathBuf>,
}

struct Sent {
    line: usize,
    /// True if names are others on the worker.
    is_renamed: bool,
}

/// The folder for what is not an input of the lines.
const FOLDER: &str = ".hlsl2spirv";

impl Shipment {
    /// What is sent for a part; nothing if no line can be sent.
    pub(super) fn of(part: &Part, entries: &[Entry], sources: &Sources, settings: &Settings) -> Option<Self> {
        let options: Vec<Options> = part.lines.iter().map(|line| entries[*line].parsed().options).collect();
        let closure = closure(&options, sources, &settings.current)?;
        let root = closure.files.keys().chain(&closure.detours).fold(settings.current.as_path(), |root, path| {
            root.ancestors().find(|root| path.starts_with(root)).unwrap_or(root)
        });
        let names = Names::new(root, &settings.current)?;
        let (mut lines, mut list) = (Vec::new(), Vec::new());
        for (&line, options) in part.lines.iter().zip(&options) {
            let rewritten = names.rewritten(&entries[line].arguments(), options);
            let Some((words, is_renamed)) = rewritten.filter(|(_, renamed)| !(*renamed && closure.spells_names)) else {
                continue;
            };
            let words: Vec<String> = std::iter::once("hlsl2spirv".to_owned()).chain(words).collect();
            list.push(json!({"directory": "", "file": options.input, "arguments": words}));
            lines.push(Sent { line, is_renamed });
        }
        let list = json!(list).to_string().into_bytes();
        let job = job(root, &closure, list, lines.len(), part.is_merged, settings)?;
        let files = closure.files.keys().cloned().collect();
        (!lines.is_empty()).then_some(Shipment { job, lines, names, files })
    }

    /// What was made of each line that was sent; `None` for lines that are compiled here, nothing if the outputs are not those of the
    /// part.
    pub(super) fn read(
        &self,
        outputs: &[Written],
        entries: &[Entry],
        settings: &Settings,
    ) -> Option<Vec<Option<Made>>> {
        let file = |name: &str| {
            let path = format!("{FOLDER}/{name}");
            outputs.iter().find(|output| output.path == path).map(|output| output.bytes.as_slice())
        };
        let lines = results::read(file(DOCUMENT)?, &settings.identity)?;
        let (mut valid, mut made): (Set<(usize, String)>, Vec<Option<Made>>) = Default::default();
        for (sent, line) in self.lines.iter().zip(&lines) {
            let Some(line) = line else {
                made.push(None);
                continue;
            };
            let (chunks, []) = file(&results::module(line.module))?.as_chunks::<4>() else { return None };
            let words: Vec<u32> = chunks.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
            let options = entries[sent.line].parsed().options;
            let key = (line.module, settings_as_text(&options));
            if !valid.contains(&key) {
                validate_stored(&words, &options).ok()?;
                valid.insert(key);
            }
            made.push(self.made(sent, line, words, settings));
        }
        (lines.len() == self.lines.len()).then_some(made)
    }

    /// A line with its module, if there is no doubt about it.
    fn made(&self, sent: &Sent, line: &Line, words: Vec<u32>, settings: &Settings) -> Option<Made> {
        let is_silent = line.text.is_empty() && line.texts.is_empty();
        if !is_silent && (sent.is_renamed || settings.makes_warnings_here) {
            return None;
        }
        let is_control = |char: char| char.is_control() && !['\n', '\t'].contains(&char);
        if line.text.contains(is_control) || line.texts.iter().any(|text| text.contains(is_control)) {
            return None;
        }
        let here = |path: &String| self.names.here(path);
        let (visited, absent): (Vec<String>, Vec<String>) =
            (line.read.iter().map(here).collect(), line.absent.iter().map(here).collect());
        let is_sent = |path: &String| {
            path.starts_with(BUILT_IN_DIRECTORY) || self.files.contains(&crate::unused::folded(path, &settings.current))
        };
        let is_absent = |path: &String| !settings.current.join(to_path(path)).is_file();
        let is_right = visited.iter().all(is_sent) && absent.iter().all(is_absent);
        let mut dependencies = Dependencies::default();
        (dependencies.visited, dependencies.absent) = (visited, absent);
        is_right.then(|| Made { words, text: line.text.clone(), texts: line.texts.clone(), dependencies })
    }

    /// What was made of each line of the part.
    pub(super) fn spread(&self, made: Vec<Option<Made>>, part: &Part) -> Vec<Option<Made>> {
        let mut by_line: Map<usize, Option<Made>> = self.lines.iter().map(|sent| sent.line).zip(made).collect();
        part.lines.iter().map(|line| by_line.get_mut(line).and_then(Option::take)).collect()
    }
}

/// The files that lines with these settings may read.
fn closure(options: &[Options], sources: &Sources, current: &Path) -> Option<Closure> {
    let (mut mains, mut folders): (Set<&str>, Set<&str>) = Default::default();
    for options in options {
        mains.extend(options.input.as_deref());
        mains.extend(options.preprocess.forced_includes.iter().map(String::as_str));
        folders.extend(options.preprocess.include_directories.iter().map(String::as_str));
    }
    let (mains, folders): (Vec<&str>, Vec<&str>) = (mains.into_iter().collect(), folders.into_iter().collect());
    let closure = sources.closure(current, &mains, &folders)?;
    if !closure.has_computed {
        return Some(closure);
    }
    // A macro has the name: the preprocessor knows it.
    let mut read: Set<String> = mains.iter().map(|main| (*main).to_owned()).collect();
    options.iter().for_each(|options| read.extend(Compiler::files_of(options)));
    let read: Vec<&str> =
        read.iter().map(String::as_str).filter(|path| !path.starts_with(BUILT_IN_DIRECTORY)).collect();
    sources.closure(current, &read, &folders)
}

/// The job for a list of some lines.
fn job(
    root: &Path,
    closure: &Closure,
    list: Vec<u8>,
    lines: usize,
    is_merged: bool,
    settings: &Settings,
) -> Option<Job> {
    let below = |path: &Path| -> Option<String> {
        let names = path.strip_prefix(root).ok()?.components().map(|name| name.as_os_str().to_str());
        Some(names.collect::<Option<Vec<_>>>()?.join("/"))
    };
    let folder = below(&settings.current)?;
    let own =
        |name: &str| if folder.is_empty() { format!("{FOLDER}/{name}") } else { format!("{folder}/{FOLDER}/{name}") };
    let mut inputs = Vec::new();
    for (path, source) in &closure.files {
        let (path, bytes) = (below(path)?, source.bytes.clone());
        inputs.push(Input { path, bytes, digest: source.sha256, is_executable: false });
    }
    let digest = Sha256::of(&list);
    inputs.push(Input { path: own("list.json"), bytes: list.into(), digest, is_executable: false });
    let program = match &settings.program {
        Program::There(path) => path.clone(),
        Program::Sent(bytes, digest) => {
            let (path, bytes) = (own("hlsl2spirv"), bytes.clone());
            inputs.push(Input { path, bytes, digest: *digest, is_executable: true });
            format!("./{FOLDER}/hlsl2spirv")
        }
    };
    let words = ["batch", &format!("{FOLDER}/list.json"), "-k", "-j", "1", "--results", FOLDER].map(str::to_owned);
    let each = (!is_merged).then(|| "--each".to_owned());
    let report = settings.report.iter().flat_map(|form| ["--report".to_owned(), form.clone()]);
    let outputs = std::iter::once(DOCUMENT.to_owned()).chain((0..lines).map(results::module));
    Some(Job {
        arguments: std::iter::once(program).chain(words).chain(each).chain(report).collect(),
        inputs,
        folders: closure.detours.iter().map(|path| below(path)).collect::<Option<_>>()?,
        outputs: outputs.map(|name| format!("{FOLDER}/{name}")).collect(),
        properties: settings.properties.clone(),
        timeout: settings.timeout,
        folder,
    })
}
