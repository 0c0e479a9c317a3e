//! Debug information, as RenderDoc's shader debugger understands it: it must accept the modules, and show the variables
//! with the values that our debugger shows.
//!
//! Each compute shader of `renderdoc/shaders/`, and the vertex and the pixel shader of each file of `renderdoc/draws/`, is run
//! under RenderDoc's layer in a process of its own, which is this program again; a script replays the capture. Without RenderDoc, its module for Python or a Vulkan driver the tests are ignored.

mod client;
mod history;

use crate::collect;
use crate::compiler;
use crate::directives::{self, Run};
use crate::exec;
use crate::kernels::support::Found;
use harness::device::{Device, Source};
use harness::vulkan::{Drawing, Frames, Triangles};
use history::History;
use libtest_mimic::{Failed, Trial};
use runner::Sampler;
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The environment variable that makes this program one of the children.
const ROLE: &str = "HLSL2SPIRV_RENDERDOC";
/// The compute shaders.
const SHADERS: &str = "src/renderdoc/shaders";
/// The vertex and pixel shaders, which draw a triangle that covers the picture.
const DRAWS: &str = "src/renderdoc/draws";
/// The width and the height of the picture.
const SIZE: u32 = 64;
/// The thread, the vertex and the pixel that are debugged.
const THREAD: [u32; 3] = [1, 0, 0];
const VERTEX: u32 = 1;
const PIXEL: [u32; 2] = [40, 24];
/// Options of the modules: RenderDoc 1.24 knows no later version than that of Vulkan 1.3.
const OPTIONS: [&str; 2] = ["-fspv-debug=vulkan-with-source", "-fspv-target-env=vulkan1.3"];
/// The levels, with the greatest share of stops without a line in percent: no line can precede a phi.
const LEVELS: [(&str, usize); 2] = [("-O0", 10), ("-O3", 25)];

/// Variables that RenderDoc does not show at `-O3`, and those with values that are computed though their branch is not
/// taken, or though an `inout` argument is not written back yet. RenderDoc takes `b.first.p` for a part of `a.p`, since it
/// compares paths from their ends. The other hidden variables have values that nothing needs.
#[rustfmt::skip]
const SPARE: &[(&str, Stage, &[&str], &[&str])] = &[
    ("classes", Stage::Compute, &[], &["main: s.size"]),
    ("depths", Stage::Vertex, &["vertex_main: lower"], &[]),
    ("early", Stage::Compute, &["find: nothing"], &["find: over"]),
    ("nested", Stage::Compute, &["main: b.both[0].n", "main: b.both[0].p", "make: b.both[0].n", "make: b.both[0].p"], &[]),
    ("shared", Stage::Compute, &["main: lane"], &[]),
    ("structs", Stage::Compute, &["Light.brightness: this.inner.a", "main: l.inner.a"], &[]),
];

/// An invocation that is debugged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Compute,
    Vertex,
    Pixel,
}

impl Stage {
    /// The stages of the shaders in a folder, with the number of the run that compiles each.
    const ALL: [(&str, Stage, usize); 3] =
        [(SHADERS, Stage::Compute, 0), (DRAWS, Stage::Vertex, 0), (DRAWS, Stage::Pixel, 1)];

    /// The arguments of the script behind the capture.
    fn arguments(self) -> Vec<String> {
        let (name, numbers): (&str, &[u32]) = match self {
            Stage::Compute => ("compute", &THREAD),
            Stage::Vertex => ("vertex", &[VERTEX]),
            Stage::Pixel => ("pixel", &PIXEL),
        };
        [name.to_owned()].into_iter().chain(numbers.iter().map(u32::to_string)).collect()
    }
}

/// What no module has where it is optimized: pixels do not read it.
const UNREAD: &str = "pixel_main: input.clip";

/// One test per shader and level.
pub(crate) fn trials(vulkan: &Found) -> Vec<Trial> {
    let reason = vulkan.as_ref().err().cloned().or_else(|| missing().map(str::to_owned));
    let mut trials = Vec::new();
    for (folder, stage, number) in Stage::ALL {
        for path in collect::files(Path::new(folder), "hlsl") {
            for (level, most) in LEVELS {
                let name = format!("renderdoc{level}::{}: {stage:?}", collect::display(&path));
                let shader = Shader { path: path.clone(), level, stage, number };
                trials.push(match &reason {
                    Some(reason) => Trial::test(format!("{name} ({reason})"), || Ok(())).with_ignored_flag(true),
                    None => Trial::test(name, move || shader.compare(most)),
                });
            }
        }
    }
    trials
}

/// A shader that is debugged.
struct Shader {
    path: PathBuf,
    level: &'static str,
    stage: Stage,
    /// The number of the run that compiles it.
    number: usize,
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

/// A run of a file, with options for debuggers.
fn run_of(path: &Path, level: &str, number: usize) -> Result<Run, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut run = directives::read(&text)?.runs.into_iter().nth(number).ok_or("the file has no run")?;
    run.options.extend(OPTIONS.iter().chain([&level]).map(|&option| option.to_owned()));
    Ok(run)
}

/// Runs a shader on the Vulkan device while RenderDoc captures it. The results must be right as well.
fn capture(path: &Path, level: &str, template: &Path) -> Result<(), String> {
    if path.parent().is_some_and(|folder| folder.ends_with(DRAWS)) {
        return capture_draw(path, level, template);
    }
    let run = run_of(path, level, 0)?;
    let exec = run.exec.as_ref().ok_or("the file has no dispatch")?;
    let compiler = compiler::compiler(&run.options).map_err(|failure| failure.to_string())?;
    let artifact = compiler.compile_file(path).map_err(|failure| failure.to_string())?;
    let device = Device::vulkan()?;
    let frames = Frames::new(template)?;
    let source = Source::new(&artifact.words, compiler.options().entry());
    exec::perform_by(&device, &source, exec, |dispatch, groups| frames.capture(|| dispatch.run(groups)))
}

/// Draws a triangle with both shaders of a file while RenderDoc captures it.
fn capture_draw(path: &Path, level: &str, template: &Path) -> Result<(), String> {
    let words = |number: usize| {
        let mut run = run_of(path, level, number)?;
        run.options.push("-fspv-entrypoint-name=main".to_owned());
        let compiler = compiler::compiler(&run.options).map_err(|failure| failure.to_string())?;
        Ok::<_, String>(compiler.compile_file(path).map_err(|failure| failure.to_string())?.words)
    };
    let (vertex, pixel) = (words(0)?, words(1)?);
    let Device::Vulkan(device) = Device::vulkan()? else { return Err("no Vulkan device".to_owned()) };
    let frames = Frames::new(template)?;
    let triangles = Triangles {
        modules: [&vertex, &pixel],
        size: [SIZE; 2],
        indices: &[0, 1, 2],
        textures: &[],
        sampler: &Sampler::default(),
    };
    let drawing = Drawing::new(&device, &triangles)?;
    frames.capture(|| drawing.run())
}

impl Shader {
    /// What RenderDoc says of it.
    fn told(&self) -> Result<Value, Failed> {
        let name = collect::display(&self.path).replace('/', "-");
        let name = format!("renderdoc-{}-{name}{}-{:?}", std::process::id(), self.level, self.stage);
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder)?;
        let told = self.replay(&folder);
        std::fs::remove_dir_all(&folder)?;
        told
    }

    fn replay(&self, folder: &Path) -> Result<Value, Failed> {
        let template = folder.join("frame");
        let arguments = [self.path.display().to_string(), self.level.to_owned(), template.display().to_string()];
        let mut run = child("capture", &arguments.each_ref().map(String::as_str))?;
        succeeded(run.env("ENABLE_VULKAN_RENDERDOC_CAPTURE", "1"))?;
        let captures = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
        let capture: PathBuf =
            captures.into_iter().find(|path| path.extension().is_some_and(|end| end == "rdc")).ok_or("no capture")?;
        let script = folder.join("steps.py");
        std::fs::write(&script, include_str!("renderdoc/steps.py"))?;
        let output = succeeded(Command::new("python3").arg(&script).arg(&capture).args(self.stage.arguments()))?;
        Ok(serde_json::from_slice(&output)?)
    }

    /// What our debugger shows of it, as it is written.
    fn ours(&self) -> Result<History, Failed> {
        let run = run_of(&self.path, "-O0", self.number)?;
        let program = self.path.canonicalize()?;
        let mut launch = match &run.exec {
            Some(exec) => {
                let bindings: serde_json::Map<String, Value> =
                    exec.inputs.iter().map(|(name, contents)| (name.clone(), json!(contents))).collect();
                json!({ "options": run.options, "dispatch": exec.dispatch, "bindings": bindings, "thread": THREAD })
            }
            None => {
                let size = format!("{SIZE}x{SIZE}");
                let mut launch = json!({ "draw": ["--vertices", "3", "--size", size, "--state", "front=counterclockwise"], "options": ["-HV", "2021"] });
                match self.stage {
                    Stage::Pixel => launch["pixel"] = json!(PIXEL),
                    Stage::Vertex | Stage::Compute => launch["vertex"] = json!(VERTEX),
                }
                launch
            }
        };
        launch["program"] = json!(program);
        launch["stopOnEntry"] = json!(true);
        Ok(client::history(&launch)?)
    }

    fn compare(&self, most: usize) -> Result<(), Failed> {
        let (path, told) = (&self.path, self.told()?);
        if told["refusal"] != "" {
            return Err(format!("RenderDoc refuses the module: {}", told["refusal"]).into());
        }
        let (ours, theirs) = (self.ours()?, History::read(&told, &structs(&std::fs::read_to_string(path)?)));
        let mut compared = ours.compare(&theirs);
        if self.level != "-O0" {
            compared.hidden.retain(|name| name != UNREAD);
        }
        if compared.all.is_empty() {
            return Err("our debugger shows no variable".into());
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let spare = SPARE.iter().find(|(own, stage, ..)| self.level != "-O0" && *own == name && *stage == self.stage);
        let (hidden, computed) = spare.map_or((&[][..], &[][..]), |(.., hidden, computed)| (*hidden, *computed));
        if compared.hidden != hidden || compared.wrong.keys().ne(computed) {
            return Err(format!("hidden {:?}, wrong {:?}", compared.hidden, compared.wrong).into());
        }
        let without = theirs.without_line() * 100 / theirs.stops.len().max(1);
        let strange = ours.strange_lines(&theirs);
        match strange.is_empty() && without <= most {
            true => Ok(()),
            false => {
                Err(format!("{without} % of the stops have no line, and in other functions are {strange:?}").into())
            }
        }
    }
}

/// What a program prints.
fn succeeded(command: &mut Command) -> Result<Vec<u8>, Failed> {
    let output = command.output()?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
    }
}

/// The names of the structs of a text.
fn structs(text: &str) -> Vec<String> {
    let names = text.split("struct ").skip(1).filter_map(|rest| rest.split_whitespace().next());
    names.map(str::to_owned).collect()
}
