//! Compilations: a text with its files and options to a module, and the outcome as a document.

use crate::document_of;
use crate::request::Language;
pub use crate::request::Source;
use driver::internal::{PASSES, Product, states};
use driver::reflect::code::{self, RustOptions};
use driver::{Artifact, Compiler, Failure, Format, IncludeHandler, Options, Report};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The outcome of a compilation, with the settings that it had.
#[derive(Debug)]
pub struct Compilation {
    result: Result<Artifact, Failure>,
    options: Options,
}

impl Compilation {
    /// The module; empty if there is none.
    pub fn words(&self) -> &[u32] {
        self.result.as_ref().map_or(&[], |artifact| &artifact.words)
    }

    /// Returns whether it was successful.
    pub fn is_ok(&self) -> bool {
        self.result.is_ok()
    }
}

/// Compiles a text with the options of its command line.
pub fn compile(source: &Source) -> Compilation {
    compile_with(source, |compiler| compiler)
}

/// Compiles a text with the options of its command line and further settings.
pub(crate) fn compile_with(source: &Source, set: impl FnOnce(Compiler) -> Compiler) -> Compilation {
    compiled(&source.args, |compiler| {
        let compiler = set(compiler);
        let result = compiler.compile(&source.name, &source.text, &Files::new(&source.files));
        (result, compiler.options().clone())
    })
}

/// Compiles a file, with includes from the disk.
pub fn compile_file(path: &Path, args: &[String]) -> Compilation {
    compiled(args, |compiler| (compiler.compile_file(path), compiler.options().clone()))
}

fn compiled(args: &[String], compile: impl FnOnce(Compiler) -> (Result<Artifact, Failure>, Options)) -> Compilation {
    let (result, options) = match Compiler::from_args(args) {
        Ok(compiler) => compile(compiler),
        Err(failure) => (Err(failure), Options::default()),
    };
    Compilation { result, options }
}

/// The interface of a text in another language.
pub(crate) fn code(source: &Source, language: Language) -> Result<String, String> {
    let done = compile(source);
    let artifact = done.result.map_err(|failure| log(&failure.report, &done.options))?;
    let found = artifact.reflection().map_err(|error| error.to_string())?;
    let told = |error: code::Unsayable| error.to_string();
    match language {
        Language::C => code::c(&found).map_err(told),
        Language::Ctypes => code::ctypes(&found).map_err(told),
        Language::Python => code::python(&found).map_err(told),
        Language::Rust => code::rust(&found, RustOptions::default()).map_err(told),
        Language::Text => Ok(driver::reflect::text(&found)),
    }
}

/// The module as the front end gives it, and after each pass of a full run that changes it: `[{name, text}]`. Nothing validates
/// them.
pub(crate) fn passes(source: &Source) -> Result<Value, String> {
    let mut all: Vec<Value> = Vec::new();
    let mut last = Vec::new();
    for count in 0..=PASSES.len() {
        let done = compile_with(source, |mut compiler| {
            let optimise = &mut compiler.options_mut().optimise;
            optimise.config = Some(PASSES[..count].iter().map(|&name| name.to_owned()).collect());
            (optimise.level, optimise.skip_validation) = (None, true);
            compiler
        });
        let Compilation { result, options } = done;
        let artifact = result.map_err(|failure| log(&failure.report, &options))?;
        if artifact.words != last {
            let name = count.checked_sub(1).map_or("front end", |at| PASSES[at]);
            all.push(json!({ "name": name, "text": driver::disassemble(&artifact.words)? }));
        }
        last = artifact.words;
    }
    Ok(all.into())
}

/// A struct of a text under some rules, as text.
pub(crate) fn layouts(source: &Source, name: &str, rules: &[String]) -> Result<String, String> {
    let told = |failure: Failure| log(&failure.report, &Options::default());
    let compiler = Compiler::from_args(&source.args).map_err(told)?;
    compiler.layouts_as_text(&source.name, &source.text, &Files::new(&source.files), name, rules).map_err(told)
}

/// The outcome as a document, without the module.
///
/// | field | contents |
/// |---|---|
/// | `ok` | true if it was successful |
/// | `fault` | of a failure: `input`, `options` or `compiler` |
/// | `text` | the states that `--emit` requires, the preprocessed text, or the rule of `-M` |
/// | `messages` | each as `-fdiagnostics-format=json` writes it |
/// | `log` | the messages as text, in the form that the options ask for |
/// | `dependencies` | the files that were read |
/// | `reflection` | the interface of the module, if it is wanted |
pub fn document(done: &Compilation, wants_reflection: bool) -> Value {
    let Compilation { result, options } = done;
    match result {
        Ok(artifact) => {
            let reflection = wants_reflection.then(|| artifact.reflection().ok()).flatten();
            json!({
                "ok": true,
                "text": text(artifact, options),
                "messages": messages(&artifact.report),
                "log": log(&artifact.report, options),
                "dependencies": artifact.dependencies.visited,
                "reflection": reflection.as_ref().map(document_of),
            })
        }
        Err(failure) => json!({
            "ok": false,
            "fault": fault(failure),
            "text": "",
            "messages": messages(&failure.report),
            "log": log(&failure.report, options),
            "dependencies": failure.dependencies.visited,
        }),
    }
}

fn fault(failure: &Failure) -> &'static str {
    match failure {
        _ if failure.is_internal() => "compiler",
        _ if failure.is_about_settings() => "options",
        _ => "input",
    }
}

fn text(artifact: &Artifact, options: &Options) -> String {
    let input = artifact.dependencies.visited.first().map_or("", String::as_str);
    match Product::of(artifact, options, input) {
        Product::Rule(text) => text,
        Product::Preprocessed(text) => text.to_owned(),
        Product::Module(_) | Product::States => states(artifact),
    }
}

fn log(report: &Report, options: &Options) -> String {
    if report.is_empty() { String::new() } else { report.render(&options.diagnostics.style(|| false)) }
}

/// The messages of a report, each as an object.
pub(crate) fn messages(report: &Report) -> Vec<Value> {
    let mut style = driver::Style::default();
    style.format = Format::Json;
    report.render(&style).lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// The texts of files by their names, which are compared without `.` and `..`.
pub(crate) struct Files(BTreeMap<String, Arc<str>>);

impl Files {
    pub(crate) fn new(files: &BTreeMap<String, String>) -> Self {
        Files(files.iter().map(|(name, text)| (plain(name), text.as_str().into())).collect())
    }
}

impl IncludeHandler for Files {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        self.0.get(&plain(path)).cloned()
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        let folder = plain(folder);
        let below = |path: &str| match folder.as_str() {
            "" => Some(path.to_owned()),
            folder => path.strip_prefix(folder)?.strip_prefix('/').map(str::to_owned),
        };
        let names = self.0.keys().filter_map(|path| Some(below(path)?.split('/').next()?.to_owned()));
        let names: std::collections::BTreeSet<String> = names.collect();
        (!names.is_empty()).then(|| names.into_iter().collect())
    }

    fn advice(&self) -> Option<&'static str> {
        Some("it must be one of the given files; use -I to add a folder")
    }
}

/// A path without parts that lead nowhere.
pub(crate) fn plain(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            "" if !parts.is_empty() => {}
            ".." if parts.last().is_some_and(|last| !["", ".."].contains(last)) => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_compared_by_where_they_lead() {
        for (path, plainly) in [("./a/../b.h", "b.h"), ("a//b", "a/b"), ("/a/./b", "/a/b"), ("../../c", "../../c")] {
            assert_eq!(plain(path), plainly);
        }
    }
}
