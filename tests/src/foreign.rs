//! Modules of other compilers, from the sources under `suite/foreign/`: by glslangValidator and glslc from GLSL
//! (`.comp`), by glslangValidator from HLSL, by spirv-as from assembly (`.spvasm`).
//!
//! Each is compiled in the test, and runs as [`crate::exec`] says: as compiled, as rewritten by the dialect, and after
//! structurisation. Rewriting must reach a fixed point, as words and as text. A file has a `run` per tool; one without
//! inputs has those of the run before it. Tests whose tool is missing are ignored.

use crate::directives::{self, Directives, Exec, Run};
use crate::exec::perform;
use crate::kernels::support::{Found, trial};
use crate::{Devices, collect};
use dialect::ir::Module;
use dialect::spirv::{read, structurize, verify, write};
use harness::device::{Device, Source};
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// Compilers, with their fixed arguments.
const TOOLS: &[(&str, &[&str])] = &[
    ("glslangValidator", &["-V", "-S", "comp"]),
    ("glslc", &["-fshader-stage=compute"]),
    ("spirv-as", &["--preserve-numeric-ids"]),
];

/// A module to compile and to run.
struct Job {
    source: PathBuf,
    tool: &'static str,
    arguments: Vec<String>,
    exec: Arc<Exec>,
}

/// One test per device, file and tool.
pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    sources().iter().flat_map(|path| of_file(devices, path)).collect()
}

/// A module of another compiler, before it is compiled.
pub(crate) struct Made(Job);

impl Made {
    /// The name of its source.
    pub(crate) fn source(&self) -> String {
        collect::display(&self.0.source)
    }

    /// The compiler.
    pub(crate) fn tool(&self) -> &'static str {
        self.0.tool
    }

    /// The name of its source, and the compiler with its arguments.
    pub(crate) fn name(&self) -> String {
        format!("{} by {} {}", self.source(), self.0.tool, self.0.arguments.join(" "))
    }

    /// The reason why it cannot be compiled here.
    pub(crate) fn missing(&self) -> Option<String> {
        (!is_installed(self.0.tool)).then(|| format!("{} is not installed", self.0.tool))
    }

    /// Its inputs and expected results.
    pub(crate) fn exec(&self) -> &Exec {
        &self.0.exec
    }

    /// Its words.
    pub(crate) fn words(&self) -> Result<Vec<u32>, String> {
        make(&self.0)
    }
}

/// All modules. A file that cannot be read fails in its own test.
pub(crate) fn all() -> Vec<Made> {
    let of_path = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string());
        text.and_then(|text| directives::read(&text)).and_then(|directives| jobs(&path, directives)).unwrap_or_default()
    };
    sources().into_iter().flat_map(of_path).map(Made).collect()
}

fn sources() -> Vec<PathBuf> {
    let folder = Path::new(collect::SUITE).join("foreign");
    ["comp", "hlsl", "spvasm"].into_iter().flat_map(|extension| collect::files(&folder, extension)).collect()
}

fn of_file(devices: &Devices, path: &Path) -> Vec<Trial> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string());
    let read = text.and_then(|text| directives::read(&text)).and_then(|directives| {
        let only_on_cpu = directives.only_on_cpu.clone();
        Ok((jobs(path, directives)?, only_on_cpu))
    });
    match read {
        Ok((jobs, only_on_cpu)) => jobs.into_iter().flat_map(|job| everywhere(devices, job, &only_on_cpu)).collect(),
        Err(problem) => vec![Trial::test(collect::display(path), || Err(problem.into()))],
    }
}

/// The jobs of a file.
fn jobs(path: &Path, directives: Directives) -> Result<Vec<Job>, String> {
    let mut jobs: Vec<Job> = Vec::new();
    for Run { options, exec, .. } in directives.runs {
        // The options of HLSL files are for our own compiler, as in the other folders.
        let hlsl = path.extension().is_some_and(|extension| extension == "hlsl");
        let mut command =
            if hlsl { ["glslangValidator", "-D", "-e", "main"].map(str::to_owned).to_vec() } else { options };
        let name = if command.is_empty() { String::new() } else { command.remove(0) };
        let (tool, fixed) = TOOLS.iter().find(|(known, _)| *known == name).ok_or(format!("unknown tool '{name}'"))?;
        let exec = exec.map(Arc::new).or_else(|| jobs.last().map(|job| Arc::clone(&job.exec)));
        let exec = exec.ok_or("the first run does not say what it runs on")?;
        let arguments = fixed.iter().map(|argument| (*argument).to_owned()).chain(command).collect();
        jobs.push(Job { source: path.to_owned(), tool, arguments, exec });
    }
    Ok(jobs)
}

fn everywhere(devices: &Devices, job: Job, only_on_cpu: &Option<String>) -> [Trial; 7] {
    let vulkan = only_on_cpu.clone().map_or(devices.vulkan.clone(), Err);
    let job = Arc::new(job);
    [
        one(&devices.cpu, "exec", &job),
        one(&devices.lanes, "lanes", &job),
        one(&devices.fours, "fours", &job),
        one(&devices.checked, "checked", &job),
        one(&devices.interpreted, "interpreted", &job),
        one(&devices.watched, "watched", &job),
        one(&vulkan, "vulkan", &job),
    ]
}

fn one(device: &Found, title: &str, job: &Arc<Job>) -> Trial {
    let name = format!("{title}::{} by {} {}", collect::display(&job.source), job.tool, job.arguments.join(" "));
    let device = if is_installed(job.tool) { device.clone() } else { Err(format!("{} is not installed", job.tool)) };
    let job = Arc::clone(job);
    trial(&device, name, move |device| check(device, &job))
}

/// Returns whether a program with this name is installed.
pub(crate) fn is_installed(tool: &str) -> bool {
    let Some(path) = std::env::var_os("PATH") else { return false };
    let file = format!("{tool}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path).any(|folder| folder.join(&file).is_file())
}

fn check(device: &Device, job: &Job) -> Result<(), Failed> {
    let words = make(job)?;
    let run = |what: &str, words: &[u32]| {
        perform(device, &Source::new(words, "main"), &job.exec).map_err(|problem| format!("{what}: {problem}"))
    };
    run("as it was made", &words)?;
    run("as it is written again", &rewritten(&words, |_| Ok(()))?)?;
    let nested = rewritten(&words, |module| structurize::structurize(module).map_err(|error| error.to_string()))?;
    run("as it is written with regions", &nested)?;
    Ok(())
}

/// Runs the tool.
fn make(job: &Job) -> Result<Vec<u32>, String> {
    let thread = std::thread::current().id();
    let target = std::env::temp_dir().join(format!("foreign-{}-{thread:?}.spv", std::process::id()));
    let mut command = Command::new(job.tool);
    let output = command.args(&job.arguments).arg("-o").arg(&target).arg(&job.source).output();
    let output = output.map_err(|error| format!("{} does not run: {error}", job.tool))?;
    if !output.status.success() {
        let text = [output.stdout, output.stderr].concat();
        return Err(format!("{} fails:\n{}", job.tool, String::from_utf8_lossy(&text)));
    }
    let bytes = std::fs::read(&target).map_err(|error| error.to_string())?;
    std::fs::remove_file(&target).map_err(|error| error.to_string())?;
    driver::internal::module_words(&bytes).ok_or_else(|| format!("{} has made no module", job.tool))
}

/// The words of a module that was read and changed. A second round must change nothing.
fn rewritten(words: &[u32], change: impl Fn(&mut Module) -> Result<(), String>) -> Result<Vec<u32>, String> {
    let round = |words: &[u32]| {
        let mut module = read::read(words).map_err(|error| error.to_string())?;
        change(&mut module)?;
        let problems = verify::verify(&module);
        if !problems.is_empty() {
            return Err(text::render(&module, &problems));
        }
        same_text(&module)?;
        write::write(&module).map_err(|error| error.to_string())
    };
    let once = round(words)?;
    if round(&once)? == once { Ok(once) } else { Err("other words after reading and writing again".to_owned()) }
}

/// The text of a module parses to the same.
fn same_text(module: &Module) -> Result<(), String> {
    let printed = text::print(module);
    let parsed = text::parse(&printed).map_err(|error| format!("{error}\n{printed}"))?;
    if text::print(&parsed) == printed { Ok(()) } else { Err(format!("other text after parsing\n{printed}")) }
}
