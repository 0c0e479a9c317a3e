//! Debug information, as RenderDoc's shader debugger understands it: it must accept the modules, and show the variables
//! with the values that our debugger shows.
//!
//! Each shader of `renderdoc/shaders/` is run under RenderDoc's layer in a process of its own, which is this program
//! again; a script replays the capture. Without RenderDoc, its module for Python or a Vulkan driver the tests are ignored.

mod client;
mod history;

use crate::collect;
use crate::compiler;
use crate::directives::{self, Run};
use crate::exec;
use crate::kernels::support::Found;
use harness::device::{Device, Source};
use harness::vulkan::Frames;
use history::History;
use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The environment variable that makes this program one of the children.
const ROLE: &str = "HLSL2SPIRV_RENDERDOC";
/// The shaders.
const SHADERS: &str = "src/renderdoc/shaders";
/// The thread that is debugged.
const THREAD: [u32; 3] = [1, 0, 0];
/// Options of the modules: RenderDoc 1.24 knows no later version than that of Vulkan 1.3.
const OPTIONS: [&str; 2] = ["-fspv-debug=vulkan-with-source", "-fspv-target-env=vulkan1.3"];
/// The levels, with the greatest share of stops without a line in percent: no line can precede a phi.
const LEVELS: [(&str, usize); 2] = [("-O0", 10), ("-O3", 25)];

/// Variables that RenderDoc does not show at `-O3`, and those with values that are computed though their branch is not
/// taken, or though an `inout` argument is not written back yet. RenderDoc takes `b.first.p` for a part of `a.p`, since it
/// compares paths from their ends. The other hidden variables have values that nothing needs.
#[rustfmt::skip]
const SPARE: &[(&str, &[&str], &[&str])] = &[
    ("classes", &[], &["main: s.size"]),
    ("early", &["find: nothing"], &["find: over"]),
    ("nested", &["main: b.both[0].n", "main: b.both[0].p", "make: b.both[0].n", "make: b.both[0].p"], &[]),
    ("shared", &["main: lane"], &[]),
    ("structs", &["Light.brightness: this.inner.a", "main: l.inner.a"], &[]),
];

/// One test per shader and level.
pub(crate) fn trials(vulkan: &Found) -> Vec<Trial> {
    let reason = vulkan.as_ref().err().cloned().or_else(|| missing().map(str::to_owned));
    let mut trials = Vec::new();
    for path in collect::files(Path::new(SHADERS), "hlsl") {
        for (level, most) in LEVELS {
            let (name, path) = (format!("renderdoc{level}::{}", collect::display(&path)), path.clone());
            trials.push(match &reason {
                Some(reason) => Trial::test(format!("{name} ({reason})"), || Ok(())).with_ignored_flag(true),
                None => Trial::test(name, move || shader(&path, level, most)),
            });
        }
    }
    trials
}

/// Returns what RenderDoc lacks here.
fn missing() -> Option<&'static str> {
    let python = Command::new("python3").args(["-c", "import renderdoc"]).output();
    match python.is_ok_and(|done| done.status.success()) {
        true => None,
        false => Some("Python has no module renderdoc"),
    }
}

/// What this program does as a child; `None` if it is none.
pub(crate) fn as_child() -> Option<u8> {
    let role = std::env::var(ROLE).ok()?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match (&*role, &*arguments) {
        ("capture", [path, level, template]) => capture(Path::new(path), level, Path::new(template)),
        ("debug", _) => return Some(driver::internal::carry_out(&["debug".to_owned()])),
        _ => Err(format!("unknown role {role} with {arguments:?}")),
    };
    Some(match done {
        Ok(()) => 0,
        Err(problem) => {
            let _ = writeln!(std::io::stderr(), "{problem}");
            1
        }
    })
}

/// This program as a child.
fn child(role: &str, arguments: &[&str]) -> Result<Command, String> {
    let mut command = Command::new(std::env::current_exe().map_err(|error| error.to_string())?);
    command.env(ROLE, role).args(arguments);
    Ok(command)
}

/// The run of a file, with options for debuggers.
fn run_of(path: &Path, level: &str) -> Result<Run, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut run = directives::read(&text)?.runs.into_iter().next().ok_or("the file has no run")?;
    run.options.extend(OPTIONS.iter().chain([&level]).map(|&option| option.to_owned()));
    Ok(run)
}

/// Runs a shader on the Vulkan device while RenderDoc captures it. The results must be right as well.
fn capture(path: &Path, level: &str, template: &Path) -> Result<(), String> {
    let run = run_of(path, level)?;
    let exec = run.exec.as_ref().ok_or("the file has no dispatch")?;
    let compiler = compiler::compiler(&run.options).map_err(|failure| failure.to_string())?;
    let artifact = compiler.compile_file(path).map_err(|failure| failure.to_string())?;
    let device = Device::vulkan()?;
    let frames = Frames::new(template)?;
    let source = Source::new(&artifact.words, compiler.options().entry());
    exec::perform_by(&device, &source, exec, |dispatch, groups| frames.capture(|| dispatch.run(groups)))
}

/// What RenderDoc says of a shader.
fn told(path: &Path, level: &str) -> Result<Value, Failed> {
    let folder = std::env::temp_dir().join(format!(
        "renderdoc-{}-{}{level}",
        std::process::id(),
        collect::display(path).replace('/', "-")
    ));
    std::fs::create_dir_all(&folder)?;
    let told = replay(path, level, &folder);
    std::fs::remove_dir_all(&folder)?;
    told
}

fn replay(path: &Path, level: &str, folder: &Path) -> Result<Value, Failed> {
    let template = folder.join("frame");
    let arguments = [path.display().to_string(), level.to_owned(), template.display().to_string()];
    let mut run = child("capture", &arguments.each_ref().map(String::as_str))?;
    succeeded(run.env("ENABLE_VULKAN_RENDERDOC_CAPTURE", "1"))?;
    let captures = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let capture: PathBuf =
        captures.into_iter().find(|path| path.extension().is_some_and(|end| end == "rdc")).ok_or("no capture")?;
    let script = folder.join("steps.py");
    std::fs::write(&script, include_str!("renderdoc/steps.py"))?;
    let output = succeeded(Command::new("python3").arg(&script).arg(&capture).args(THREAD.map(|at| at.to_string())))?;
    Ok(serde_json::from_slice(&output)?)
}

/// What a program prints.
fn succeeded(command: &mut Command) -> Result<Vec<u8>, Failed> {
    let output = command.output()?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
    }
}

/// What our debugger shows of a shader, as it is written.
fn ours(path: &Path) -> Result<History, Failed> {
    let run = run_of(path, "-O0")?;
    let exec = run.exec.as_ref().ok_or("the file has no dispatch")?;
    let bindings: serde_json::Map<String, Value> =
        exec.inputs.iter().map(|(name, contents)| (name.clone(), json!(contents))).collect();
    let program = path.canonicalize()?;
    let launch = json!({ "program": program, "options": run.options, "dispatch": exec.dispatch,
        "bindings": bindings, "stopOnEntry": true, "thread": THREAD });
    Ok(client::history(&launch)?)
}

fn shader(path: &Path, level: &str, most: usize) -> Result<(), Failed> {
    let told = told(path, level)?;
    if told["refusal"] != "" {
        return Err(format!("RenderDoc refuses the module: {}", told["refusal"]).into());
    }
    let (ours, theirs) = (ours(path)?, History::read(&told, &structs(&std::fs::read_to_string(path)?)));
    let compared = ours.compare(&theirs);
    if compared.all.is_empty() {
        return Err("our debugger shows no variable".into());
    }
    let spare = SPARE.iter().find(|(name, ..)| level != "-O0" && path.file_stem().is_some_and(|stem| stem == *name));
    let (hidden, computed) = spare.map_or((&[][..], &[][..]), |(_, hidden, computed)| (*hidden, *computed));
    if compared.hidden != hidden || compared.wrong.keys().ne(computed) {
        return Err(format!("hidden {:?}, wrong {:?}", compared.hidden, compared.wrong).into());
    }
    let without = theirs.without_line() * 100 / theirs.stops.len().max(1);
    let strange = ours.strange_lines(&theirs);
    match strange.is_empty() && without <= most {
        true => Ok(()),
        false => Err(format!("{without} % of the stops have no line, and in other functions are {strange:?}").into()),
    }
}

/// The names of the structs of a text.
fn structs(text: &str) -> Vec<String> {
    let names = text.split("struct ").skip(1).filter_map(|rest| rest.split_whitespace().next());
    names.map(str::to_owned).collect()
}
