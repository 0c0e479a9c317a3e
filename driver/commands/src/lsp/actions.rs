//! Actions of an editor on a shader: compile it, show its module, run it or its jobs.

use super::Disk;
use crate::costs;
use crate::projects::run_arguments;
use frontend::language::Stage;
use frontend::preprocess::IncludeHandler;
use ide::{Layered, Overlays};
use library::api::compile::Compiler;
use library::files::names::{to_path, to_text};
use library::files::{reading, response, staged};
use library::options::args::Parsed;
use lsp::Shown;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// Folders beside a shader in which its jobs may be, besides its own.
const JOB_FOLDERS: &[&str] = &["", "jobs", "tests"];
/// The limit of files that are looked through for jobs.
const MOST_FILES: usize = 200;
/// The limit of entries of a folder that are searched for jobs.
const MOST_ENTRIES: usize = 4096;

/// A shader with its settings.
pub(super) struct Shader {
    pub(super) path: String,
    /// The text, saved or not.
    pub(super) text: Arc<str>,
    pub(super) parsed: Parsed,
    pub(super) open: Overlays,
}

/// Open texts before those of the disk.
struct Texts(Overlays);

impl IncludeHandler for Texts {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        Layered { open: &self.0, files: &Disk }.load(path)
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        Layered { open: &self.0, files: &Disk }.names(folder)
    }

    fn nearest(&self, path: &str) -> Option<String> {
        Disk.nearest(path)
    }
}

impl Shader {
    /// Takes another entry point than that of the options; a library has all of its own.
    pub(super) fn with_entry(mut self, entry: Option<&str>) -> Self {
        let options = &mut self.parsed.options;
        let is_library = options.profile().is_some_and(|profile| profile.stage == Stage::Library);
        if let Some(entry) = entry.filter(|_| !is_library) {
            options.entry = Some(entry.to_owned());
        }
        self
    }

    fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// Compiles it; shows the module if that is wanted.
    pub(super) fn compile(self, shows_module: bool) -> Shown {
        let entry = self.parsed.options.entry().to_owned();
        let title = format!("{}.{entry}.spvasm", self.name());
        let name = self.name().to_owned();
        match Compiler::from(self.parsed).compile(&self.path, &self.text, &Texts(self.open)) {
            Ok(artifact) => {
                let warnings = match artifact.report.diagnostics().len() {
                    0 => String::new(),
                    1 => ", 1 warning".to_owned(),
                    count => format!(", {count} warnings"),
                };
                let message = format!("'{entry}' of '{name}': {} bytes of SPIR-V{warnings}", artifact.bytes().len());
                let text = if shows_module { artifact.disassembly() } else { String::new() };
                Shown { is_good: true, message, title, text, ..Shown::default() }
            }
            Err(failure) => {
                let text = failure.to_string();
                let first = text.lines().next().unwrap_or_default();
                Shown {
                    is_good: false,
                    message: format!("compilation of '{name}' failed: {first}"),
                    title,
                    ..Shown::default()
                }
            }
        }
    }

    /// Counts what is in its module.
    pub(super) fn cost(self) -> Result<Shown, String> {
        let name = self.name().to_owned();
        let entry = self.parsed.options.entry().to_owned();
        let artifact = Compiler::from(self.parsed).compile(&self.path, &self.text, &Texts(self.open));
        let artifact = artifact.map_err(|failure| {
            let text = failure.to_string();
            format!("compilation of '{name}' failed: {}", text.lines().next().unwrap_or_default())
        })?;
        let costs = costs::count(&artifact.words)?;
        let cost = costs.iter().find(|cost| cost.entry == entry).or(costs.first()).ok_or("no entry point")?;
        let count = |name: &str| cost.counts.get(name).copied().unwrap_or_default();
        let message = format!(
            "'{}' of '{name}': {} instructions, {} live registers, {} bytes in memory",
            cost.entry,
            count("instructions"),
            count(costs::REGISTERS),
            count(costs::LOCAL)
        );
        let line = |(name, count): (&&str, &u64)| format!("{name:<20}{count:>8}\n");
        let text = cost.counts.iter().map(line).collect();
        Ok(Shown { is_good: true, message, title: format!("{name}.{}.cost.txt", cost.entry), text, ..Shown::default() })
    }

    /// Runs it on the CPU as it is saved, with the arguments of a comment in its first lines.
    pub(super) fn run(self) -> Result<Shown, String> {
        let options = &self.parsed.options;
        let mut arguments = vec!["run".to_owned(), self.path.clone(), "--entry".to_owned(), options.entry().to_owned()];
        arguments.extend(run_arguments(&self.text).map(response::words).unwrap_or_default());
        arguments.push("--".to_owned());
        arguments.extend(response::words(&options.command_line));
        let title = format!("{}.{}.txt", self.name(), options.entry());
        ask_self(&arguments, Path::new(&self.path).parent(), title)
    }
}

/// Runs job files.
pub(super) fn run_jobs(path: &str, jobs: &[String]) -> Result<Shown, String> {
    if jobs.is_empty() {
        return Err(format!("no job file near '{path}' refers to it"));
    }
    let arguments: Vec<String> = std::iter::once("test".to_owned()).chain(jobs.iter().cloned()).collect();
    let name = path.rsplit('/').next().unwrap_or(path);
    ask_self(&arguments, Path::new(path).parent(), format!("{name}.jobs.txt"))
}

/// Lists or runs tests of a file as it is saved: those with a text in their name. Messages about them are the client's.
pub(super) fn tests(path: &str, name: Option<&str>, only_lists: bool) -> Result<Shown, String> {
    let mut arguments = vec!["test".to_owned(), path.to_owned(), "--json".to_owned()];
    if only_lists {
        arguments.push("--list".to_owned());
    }
    if let Some(name) = name {
        arguments.extend(["--filter".to_owned(), name.to_owned()]);
    }
    let shown = ask_self(&arguments, Path::new(path).parent(), String::new())?;
    let tests: Vec<Value> = shown.text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let count = |passed: bool| tests.iter().filter(|test| test["passed"] == passed).count();
    let message = match name {
        Some(_) if !only_lists => format!("{} passed, {} failed", count(true), count(false)),
        _ => String::new(),
    };
    Ok(Shown { is_good: shown.is_good, message, tests, ..Shown::default() })
}

/// Runs this program with some arguments: what it says is the text, its last line the message.
fn ask_self(arguments: &[String], folder: Option<&Path>, title: String) -> Result<Shown, String> {
    let program = std::env::current_exe().map_err(|error| format!("cannot find the executable: {error}"))?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null());
    if let Some(folder) = folder.filter(|folder| folder.is_dir()) {
        command.current_dir(folder);
    }
    let output = command.output().map_err(|error| format!("cannot run the executable: {error}"))?;
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("run completed").to_owned();
    Ok(Shown { is_good: output.status.success(), message: last, title, text, ..Shown::default() })
}

/// The job files near a shader that name it.
pub(super) fn jobs(path: &str) -> Vec<String> {
    let path = to_path(path).into_owned();
    let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else {
        return Vec::new();
    };
    let quoted = [format!("\"{name}\""), format!("/{name}\"")];
    let mut found: Vec<PathBuf> = Vec::new();
    for below in JOB_FOLDERS {
        let paths = reading::entries(&folder.join(below), MOST_ENTRIES).unwrap_or_default().into_iter();
        found.extend(paths.filter(|path| path.extension().is_some_and(|ending| ending == "json")).take(MOST_FILES));
    }
    found.sort();
    let names_it = |file: &PathBuf| {
        let text = reading::read_settings(file).unwrap_or_default();
        text.contains("\"shader\"") && quoted.iter().any(|quoted| text.contains(quoted.as_str()))
    };
    found.retain(names_it);
    found.iter().map(|file| to_text(file.as_os_str()).into_owned()).collect()
}

/// Writes a text into the folder for temporary files. Returns the path.
pub(super) fn write_shown(title: &str, text: &str) -> Result<String, String> {
    let safe: String = title.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' }).collect();
    let path = staged::put_aside("hlsl2spirv-shown", &safe, text);
    let path = path.map_err(|error| format!("cannot write '{safe}': {error}"))?;
    Ok(to_text(path.as_os_str()).replace('\\', "/"))
}
