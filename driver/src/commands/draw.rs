//! `hlsl2spirv draw`: pictures of pixel shaders on the CPU.

mod sources;

use crate::commands::form::Form;
use crate::console::{STANDARD_OUTPUT, complain, print, say};
use crate::drawing::constants::{self, Frame};
use crate::drawing::screen;
use crate::drawing::target::{self, Target};
use crate::files;
use crate::kernels::checked;
use crate::kernels::contents::Contents;
use crate::kernels::resources::{Bound, Resource, marks, place};
use crate::kernels::{self, Clock, Problem};
use crate::options::arguments::DrawArguments;
use crate::staged::{NotWritten, Staged};
use check::{Checks, Level, Report};
use runner::stages::rows::Stage as Kind;
use runner::stages::{Rows, Stage};
use runner::{BindingKind, Engine, Format, Marks, Options};
use sources::{Shader, Sources};
use std::path::Path;
use std::time::Instant;

/// Runs the command. Returns the exit status.
pub(crate) fn run(arguments: &DrawArguments) -> u8 {
    match attempt(arguments) {
        Ok(status) => status,
        Err(Problem::Compile(failure)) => {
            say(failure);
            5
        }
        Err(problem) => {
            complain(problem);
            1
        }
    }
}

fn attempt(arguments: &DrawArguments) -> Result<u8, Problem> {
    let clock = Clock::start(arguments.deadline);
    let form = Form::parse(&arguments.report)?;
    let files = Files::new(arguments)?;
    let checks = checked::checks(&arguments.checks)?;
    let mut options = arguments.options.clone();
    if checks.is_some() {
        options.extend(checked::OPTIONS.map(str::to_owned));
    }
    let (file, pixel) = (arguments.file.clone(), arguments.pixel.clone());
    let Sources { pixel, files: read, warnings } =
        clock.within(move || sources::read(&file, pixel.as_deref(), &options))??;
    if !warnings.is_empty() {
        say(warnings);
    }
    let options = self::options(arguments, &clock)?;
    let stage = Stage::new(&pixel.words, Kind::Pixel, Some(&pixel.entry), &options)?;
    let mut draw = Draw { arguments, pixel: &pixel, stage, clock, resources: Vec::new(), report: None, filled: Vec::new() };
    draw.bind()?;
    let start = Instant::now();
    for frame in arguments.frames.clone() {
        draw.frame(frame, &files)?;
    }
    if arguments.time {
        let frames = arguments.frames.len().max(1);
        let each = start.elapsed().as_secs_f64() * 1e3 / frames as f64;
        say(format_args!("draw {frames} frames: {each:.3} ms each"));
    }
    let mut staged = Staged::default();
    let found = match (draw.report.take(), checks) {
        (Some(report), Some(checks)) => show(&form, report, &checks, &read, arguments.max_findings, &mut staged)?,
        (_, _) => false,
    };
    staged.commit().map_err(cannot_write)?;
    Ok(if found { super::run::FOUND } else { 0 })
}

/// The options under which shaders run. Where there is no LLVM, the interpreter runs them, unless somebody asked for LLVM.
fn options(arguments: &DrawArguments, clock: &Clock) -> Result<Options, Problem> {
    let usual = kernels::options(&arguments.host)?;
    let trials = checked::trials(&arguments.checks)?;
    let [trial] = trials[..] else {
        return Err(Problem::Other("'draw' runs shaders once: one schedule, one seed, one wave size".to_owned()));
    };
    let engine = match checked::engine(&arguments.checks)? {
        Engine::Compiled if arguments.host.llvm.is_none() && arguments.checks.engine.is_none() => {
            match usual.host.llvm() {
                Ok(_) => Engine::Compiled,
                Err(_) => {
                    say("hlsl2spirv: note: LLVM library not found; using the interpreter, which is hundreds of times slower");
                    checked::interpreter(&arguments.checks, Checks::none())
                }
            }
        }
        engine => engine,
    };
    Ok(checked::tried(&Options { engine, deadline: clock.left(), ..usual }, trial))
}

/// The files that pictures go to.
struct Files {
    /// For each the number of the target, if it is named, and the name.
    files: Vec<(Option<u32>, String)>,
    /// The digits of the numbers of frames; none for one frame.
    digits: usize,
}

impl Files {
    /// Reads `--out`, before anything runs.
    fn new(arguments: &DrawArguments) -> Result<Self, String> {
        let one = |text: &String| {
            let named = text.split_once('=').and_then(|(name, file)| Some((number(name)?, file)));
            let (location, file) = named.map_or((None, text.as_str()), |(location, file)| (Some(location), file));
            target::can_write(file)?;
            Ok((location, file.to_owned()))
        };
        let files: Vec<_> = arguments.out.iter().map(one).collect::<Result<_, String>>()?;
        let last = arguments.frames.end.saturating_sub(1);
        let digits = if arguments.frames.len() > 1 { last.to_string().len().max(4) } else { 0 };
        if digits > 0 && files.is_empty() {
            return Err("several frames require '--out'".to_owned());
        }
        Ok(Files { files, digits })
    }

    /// The name of a file in a frame: `sky.png` is `sky-0007.png` if there are several.
    fn name(&self, file: &str, frame: u32) -> String {
        match file.rsplit_once('.').filter(|_| self.digits > 0) {
            Some((stem, ending)) => format!("{stem}-{frame:0width$}.{ending}", width = self.digits),
            None => file.to_owned(),
        }
    }

    /// Writes the targets of a frame, or prints the first one.
    fn write(&self, targets: &[Target], frame: u32) -> Result<(), Problem> {
        let Some(first) = targets.first() else { return Ok(()) };
        if self.files.is_empty() {
            return Ok(print(&target::text(&first.image)).map_err(|error| {
                format!("cannot write {STANDARD_OUTPUT}: {error}")
            })?);
        }
        let mut staged = Staged::default();
        for (location, file) in &self.files {
            let is_it = |target: &&Target| location.is_none_or(|location| target.location == location);
            let Some(target) = targets.iter().find(is_it) else {
                let known: Vec<String> = targets.iter().map(Target::name).collect();
                let text = format!("'--out': the pixel shader does not write SV_Target{}", location.unwrap_or(0));
                return Err(Problem::Other(format!("{text}; it writes {}", known.join(", "))));
            };
            let bytes = target::encode(file, &target.image)?;
            staged.write(&self.name(file, frame), &bytes).map_err(cannot_write)?;
        }
        Ok(staged.commit().map_err(cannot_write)?)
    }
}

/// The number in the name of a target.
fn number(name: &str) -> Option<u32> {
    let rest = name.get(.."SV_Target".len()).filter(|start| start.eq_ignore_ascii_case("SV_Target"))?;
    let digits = &name[rest.len()..];
    if digits.is_empty() { Some(0) } else { digits.parse().ok() }
}

/// The state of a call.
struct Draw<'a> {
    arguments: &'a DrawArguments,
    pixel: &'a Shader,
    stage: Stage,
    clock: Clock,
    /// What the caller binds.
    resources: Vec<Bound>,
    report: Option<Report>,
    /// The blocks that were filled in, as the caller has been told.
    filled: Vec<String>,
}

impl Draw<'_> {
    /// Makes the resources that the caller binds.
    fn bind(&mut self) -> Result<(), Problem> {
        let info = self.stage.module().info();
        for text in &self.arguments.bind {
            let (name, contents) =
                text.split_once('=').ok_or_else(|| format!("'--bind {text}': expected NAME=CONTENTS"))?;
            let contents = Contents::parse(contents)?;
            let at = place(name).binding(info)?;
            let contents = contents.laid_out(&self.pixel.words, at.set, at.binding);
            let contents = contents.map_err(|error| format!("'{name}': {error}"))?;
            let resource = Resource::new(info, name, &contents, Path::new(""))?;
            let marks = marks(&contents, false);
            self.resources.push(Bound { name: name.to_owned(), resource, marks });
        }
        Ok(())
    }

    /// Draws a frame, and writes its files.
    fn frame(&mut self, number: u32, files: &Files) -> Result<(), Problem> {
        let arguments = self.arguments;
        let frame = Frame { number, rate: arguments.fps, size: arguments.size.0, mouse: arguments.mouse.0 };
        let mut filled = self.constants(&frame)?;
        let push = self.push(&frame)?;
        let formats: Vec<(u32, Format)> = arguments.target.iter().map(|format| (format.0, format.1)).collect();
        let mut targets = target::targets(self.stage.interface(), frame.size, &formats)?;
        let Draw { stage, resources, clock, report, .. } = self;
        let mut run = |stage: &Stage, inputs: &Rows, outputs: &mut Rows, count: usize| {
            let mut dispatch = stage.module().dispatch();
            for Bound { name, resource, marks } in resources.iter_mut().chain(&mut filled) {
                resource.bind_marked(&mut dispatch, name, marks)?;
            }
            if let Some(push) = &push {
                dispatch.push_constants(push);
            }
            if let Some(left) = clock.left() {
                dispatch.deadline(left);
            }
            stage.bind(&mut dispatch, inputs, outputs)?;
            let ended = stage.run(&mut dispatch, count);
            print(&dispatch.printed().to_string()).map_err(|error| format!("cannot write {STANDARD_OUTPUT}: {error}"))?;
            if let Some(own) = dispatch.report().cloned() {
                match report {
                    Some(report) => report.join(own),
                    None => *report = Some(own),
                }
            }
            Ok(ended?)
        };
        screen::fill(stage, &mut targets, frame.size, &mut run)?;
        files.write(&targets, number)
    }

    /// The blocks that the caller leaves open and that have constants of frames.
    fn constants(&mut self, frame: &Frame) -> Result<Vec<Bound>, Problem> {
        let info = self.stage.module().info();
        let is_bound = |set: u32, binding: u32| {
            let at = self.resources.iter().filter_map(|bound| place(&bound.name).binding(info).ok());
            at.into_iter().any(|at| (at.set, at.binding) == (set, binding))
        };
        let open = self.stage.bindings().filter(|one| {
            one.kind == BindingKind::UniformBuffer && one.count == 1 && !is_bound(one.set, one.binding)
        });
        let open: Vec<_> = open.collect();
        if open.is_empty() {
            return Ok(Vec::new());
        }
        let reflection = reflect::read(&self.pixel.words).map_err(|error| error.to_string())?;
        let (mut found, mut told) = (Vec::new(), Vec::new());
        for binding in open {
            let at = (binding.set, binding.binding);
            let Some(filled) = constants::of_binding(&reflection, at, frame) else { continue };
            let name = format!("{}:{}", at.0, at.1);
            let contents = filled.contents.laid_out(&self.pixel.words, at.0, at.1)?;
            let resource = Resource::new(info, &name, &contents, Path::new(""))?;
            let shown = binding.names.first().unwrap_or(&name).clone();
            told.push((shown, filled.members, filled.zeros));
            found.push(Bound { name, resource, marks: Marks::default() });
        }
        told.into_iter().for_each(|(name, members, zeros)| self.tell(name, &members, &zeros));
        Ok(found)
    }

    fn push(&mut self, frame: &Frame) -> Result<Option<Vec<u8>>, Problem> {
        if let Some(text) = &self.arguments.push {
            let bytes = match Contents::parse(text)? {
                Contents::File(path) => {
                    files::read_data(&path).map_err(|error| format!("cannot read '{path}': {error}"))?
                }
                contents => contents.pushed(&self.pixel.words)?,
            };
            return Ok(Some(bytes));
        }
        if self.stage.module().info().push_bytes == 0 {
            return Ok(None);
        }
        let reflection = reflect::read(&self.pixel.words).map_err(|error| error.to_string())?;
        let Some(filled) = constants::of_push_constants(&reflection, frame) else { return Ok(None) };
        self.tell("push constants".to_owned(), &filled.members, &filled.zeros);
        Ok(Some(filled.contents.pushed(&self.pixel.words)?))
    }

    /// Says once what a block was filled with.
    fn tell(&mut self, name: String, members: &[String], zeros: &[String]) {
        if self.filled.contains(&name) {
            return;
        }
        let rest = if zeros.is_empty() { String::new() } else { format!("; {} set to 0", zeros.join(", ")) };
        say(format_args!("hlsl2spirv: note: '{name}' is not bound: filled in {}{rest}", members.join(", ")));
        self.filled.push(name);
    }
}

/// Shows findings. Returns whether one of them is an error.
fn show(
    form: &Form<'_>,
    report: Report,
    checks: &Checks,
    read: &[String],
    most: Option<usize>,
    staged: &mut Staged,
) -> Result<bool, Problem> {
    if form.is_page {
        return Err(Problem::Other("'--report html' is not available for draws".to_owned()));
    }
    let (mut located, report) = checked::located(report, checks, read);
    located.truncate(most.unwrap_or(usize::MAX));
    let text = located.render(&form.style);
    match form.file {
        Some(file) => staged.write(file, text.as_bytes()).map_err(cannot_write)?,
        None if text.is_empty() => {}
        None => say(text.trim_end()),
    }
    if !form.is_alone() {
        say(format_args!("hlsl2spirv: {}", checked::summary(&report)));
    }
    Ok(report.count(Level::Error) > 0)
}

fn cannot_write(error: NotWritten) -> String {
    format!("cannot write '{}': {}", error.file, error.reason)
}
