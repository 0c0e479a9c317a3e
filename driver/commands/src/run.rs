//! `hlsl2spirv run`: one dispatch of a shader or module on the CPU, its bindings from the command line.

use crate::coverage;
use crate::host;
use crate::output::{Output, cannot_print, cannot_write};
use crate::projects::{Compilation, Projects};
use crate::running;
use crate::times::Times;
use arguments::{Groups, RunArguments};
use check::coverage::Coverage;
use check::{Checks, Level, Orders, Schedule, Trial, Verdict};
use frontend::language::Stage;
use frontend::preprocess::identity;
use launch::kernels::contents::Contents;
use launch::kernels::members::Members;
use launch::kernels::resources::{Bound, Resource, marks, place};
use launch::kernels::run_differences::{Results, compare};
use launch::kernels::sampler_states::{self, Samplers};
use launch::kernels::{self, Clock, Problem, SHIFTS, Source, checked, page, specialization};
use library::files::names::to_text;
use library::files::reading;
use library::files::staged::Staged;
use library::options::args::Parsed;
use library::report::console::{complain, print, print_all, say};
use library::report::form::Form;
use library::report::waiting::{PATIENCE, Waiting};
use runner::{Access, Binding, BindingKind, Checking, Dispatch, Engine, LastWrites, Module, Options, Progress};
use std::io::{IsTerminal, Write};
use std::path::Path;

/// Runs the command. Returns the exit status.
pub(crate) fn run(arguments: &RunArguments) -> u8 {
    match attempt(arguments) {
        Ok(status) => status,
        Err(Problem::Compile(failure)) => {
            say(failure);
            if !kernels::names_profile(&arguments.options) {
                say("hlsl2spirv: note: compiled as a compute shader; 'hlsl2spirv draw' runs pixel shaders");
            }
            5
        }
        Err(problem) => {
            complain(problem);
            1
        }
    }
}

/// The status of a run whose findings are errors.
pub(super) const FOUND: u8 = 6;

fn attempt(arguments: &RunArguments) -> Result<u8, Problem> {
    let chosen = |usual: &Options, clock: &Clock| match running::engine(&arguments.running.checks)? {
        Engine::Compiled => loaded(arguments, usual, &Times { wanted: false }, clock),
        engine => Ok(engine),
    };
    match host::attempt(arguments, chosen)? {
        Some(()) => Ok(0),
        None => attempt_dispatch(arguments),
    }
}

fn attempt_dispatch(arguments: &RunArguments) -> Result<u8, Problem> {
    let clock = Clock::start(arguments.running.deadline);
    let times = Times { wanted: arguments.running.time };
    let entry = arguments.entry.as_deref();
    let usual = running::options(&arguments.running.host)?;
    let engine = running::engine(&arguments.running.checks)?;
    let checks = running::checks(&arguments.running.checks)?;
    let trials = running::trials(&arguments.running.checks)?;
    let form = Form::parse(&arguments.report)?;
    let engine = with_group(engine, only(arguments)?, form.is_page);
    let compile = || Waiting::long("compiling", || compiled(arguments, &clock));
    let Source { words, files: mut read, warnings, samplers } = times.measure("compile", compile)??;
    if !warnings.is_empty() {
        say(warnings);
    }
    let engine = if engine == Engine::Compiled { loaded(arguments, &usual, &times, &clock)? } else { engine };
    let lanes = arguments.lanes.unwrap_or_default();
    let local_size = arguments.group_size.as_ref().map_or(usual.local_size, |size| size.0);
    let group_memory = arguments.group_memory.clone();
    let constants = specialization::constants(&arguments.running.constant, &[&words])?;
    let usual = Options { engine, lanes, local_size, group_memory, constants, deadline: clock.left(), ..usual };
    let options = checked::tried(&usual, trials[0]);
    let make = || Waiting::long("generating code", || kernels::module(&words, entry, &options));
    let module = times.measure("generate code", make)?;
    if times.wanted {
        tell_lanes(&module);
    }
    warn(&module, arguments);
    let mut resources = resources(&module, (&words, &samplers), arguments, &mut read)?;
    let outputs = outputs(&resources, &arguments.out)?;
    let push = arguments.running.push.as_ref().map(|text| push_constants(text, &words, &mut read)).transpose()?;
    let again =
        Again { arguments, usual: &usual, words: &words, samplers: &samplers, push: push.as_deref(), clock: &clock };
    let mut orders = Orders::default();
    if let Schedule::All(number) = trials[0].schedule {
        again.go_to(number, trials[0].wave, &mut orders)?;
    }
    let mut dispatch = ready(&module, &mut resources, push.as_deref(), &clock, &mut orders)?;
    let mut ended = times.measure("dispatch", || dispatched(&mut dispatch, arguments.dispatch.0));
    // Also after a failure: that is when the output is needed.
    print(&dispatch.printed().to_string()).map_err(cannot_print)?;
    let mut report = dispatch.report().cloned();
    let (writes, mut coverage) = (dispatch.take_writes(), dispatch.coverage().cloned().unwrap_or_default());
    drop(dispatch);
    let is_all = matches!(trials[0].schedule, Schedule::All(_)) && arguments.running.checks.replay.is_none();
    if let (Some(report), Some(checks)) = (&mut report, &checks)
        && (trials.len() > 1 || is_all)
    {
        report.mark(trials[0]);
        let own = results(trials[0], &module, &resources, writes);
        let orders = is_all.then_some(&mut orders);
        ended = ended.and(again.compare(report, own, &trials, orders, checks, &mut coverage)?);
    }
    let mut staged = Staged::default();
    let found = match (report, checks) {
        (Some(report), Some(checks)) => {
            let most = arguments.running.max_findings;
            let about = About { file: &arguments.file, coverage: &coverage, bound: &resources, most };
            show(&form, report, &checks, &read, &about, &mut staged)?
        }
        (_, _) => false,
    };
    coverage::write(&arguments.running.checks, &coverage, &mut staged).map_err(cannot_write)?;
    // Who has been told which loop never ends needs no more words.
    match ended {
        Err(runner::Error::Endless) if found => {
            staged.commit().map_err(cannot_write)?;
            return Ok(FOUND);
        }
        ended => ended?,
    }
    for output in &outputs {
        show_output(output, &resources, &module, &words, &mut staged)?;
    }
    staged.commit().map_err(cannot_write)?;
    Ok(if found { FOUND } else { 0 })
}

/// The engine, which runs one group alone if one is chosen, and counts what runs for a page.
fn with_group(engine: Engine, only: Option<[u32; 3]>, is_page: bool) -> Engine {
    match engine {
        Engine::Interpreter(checking) => {
            Engine::Interpreter(Checking { counts: checking.counts || is_page, only, ..checking })
        }
        Engine::Compiled => Engine::Compiled,
    }
}

/// Prints an output, or writes it to its file: as its declaration says, if it is printed in no other format.
fn show_output(
    output: &Output,
    resources: &[Bound],
    module: &Module,
    words: &[u32],
    staged: &mut Staged,
) -> Result<(), Problem> {
    let Bound { name, resource, .. } = &resources[output.resource];
    let lines = output.is_plain().then(|| declared(module, words, name, resource)).flatten();
    match lines {
        Some(lines) => Ok(print_all(lines.into_iter()).map_err(cannot_print)?),
        None => output.write(resources, staged),
    }
}

/// The contents of the resources after a run.
fn results(trial: Trial, module: &Module, resources: &[Bound], writes: Option<LastWrites>) -> Results {
    Results::new(trial, module.info(), resources.iter().map(|bound| bound.shown(&bound.name)), writes)
}

/// A dispatch of a module with these resources.
fn ready<'b>(
    module: &Module,
    resources: &'b mut [Bound],
    push: Option<&[u8]>,
    clock: &Clock,
    orders: &'b mut Orders,
) -> Result<Dispatch<'b>, Problem> {
    let mut dispatch = module.dispatch();
    dispatch.orders(orders);
    for Bound { name, resource, marks } in resources {
        resource.bind_marked(&mut dispatch, name, marks)?;
    }
    if let Some(push) = push {
        dispatch.push_constants(push);
    }
    if let Some(left) = clock.left() {
        dispatch.deadline(left);
    }
    Ok(dispatch)
}

/// The state that all runs of a shader under several schedules share.
struct Again<'a> {
    arguments: &'a RunArguments,
    usual: &'a Options,
    words: &'a [u32],
    samplers: &'a Samplers,
    push: Option<&'a [u8]>,
    clock: &'a Clock,
}

/// The outcome of one more run.
struct Tried {
    report: check::Report,
    results: Results,
    counted: Coverage,
    ended: Result<(), runner::Error>,
}

/// The outcome of all runs so far.
struct Joined<'a> {
    report: &'a mut check::Report,
    coverage: &'a mut Coverage,
    ended: Result<(), runner::Error>,
    all: Vec<Results>,
}

/// The most results of all orders that are kept, for what depends on the order.
const MOST_RESULTS: usize = 16;

impl Again<'_> {
    /// Runs it once more, and adds the outcome to that of others.
    fn join(&self, trial: Trial, joined: &mut Joined<'_>) -> Result<(), Problem> {
        let Tried { report, results, counted, ended } = self.run(trial, &mut Orders::default())?;
        joined.report.join(report);
        joined.coverage.join(&counted);
        joined.all.push(results);
        if joined.ended.is_ok() {
            joined.ended = ended;
        }
        Ok(())
    }

    /// Runs it in all other orders there are, as far as these are not too many.
    fn join_all(&self, wave: u32, orders: &mut Orders, joined: &mut Joined<'_>) -> Result<(), Problem> {
        let mut are_all = true;
        while orders.next_order() {
            are_all = orders.number() < checked::MOST_TRIALS as u32;
            let trial = Trial { schedule: Schedule::All(orders.number()), wave };
            if !are_all {
                break;
            }
            let Tried { report, results, counted, ended } = self.run(trial, orders)?;
            if orders.is_repeated() {
                continue;
            }
            joined.report.join(report);
            joined.coverage.join(&counted);
            if joined.all.len() < MOST_RESULTS && results.differs_from(&joined.all[0]) {
                joined.all.push(results);
            }
            are_all = !matches!(ended, Err(runner::Error::Deadline | runner::Error::Stopped));
            if joined.ended.is_ok() {
                joined.ended = ended;
            }
            if !are_all {
                break;
            }
        }
        let is_clean = joined.report.count(Level::Error) + joined.report.count(Level::Warning) == 0;
        let is_open = matches!(joined.report.verdict, Verdict::Tried(_));
        if are_all && is_clean && is_open && !orders.has_given_up() {
            joined.report.verdict = Verdict::Orders { tried: orders.tried(), wave };
        }
        Ok(())
    }

    /// Runs the orders before one of all.
    fn go_to(&self, number: u32, wave: u32, orders: &mut Orders) -> Result<(), Problem> {
        for before in 0..number {
            self.run(Trial { schedule: Schedule::All(before), wave }, orders)?;
            if !orders.next_order() {
                return Err(Problem::Other(format!("'--replay': unknown order {number}")));
            }
        }
        Ok(())
    }

    /// Runs it with fresh resources.
    fn run(&self, trial: Trial, orders: &mut Orders) -> Result<Tried, Problem> {
        let options = checked::tried(self.usual, trial);
        let module = kernels::module(self.words, self.arguments.entry.as_deref(), &options)?;
        let mut resources = resources(&module, (self.words, self.samplers), self.arguments, &mut Vec::new())?;
        let mut dispatch = ready(&module, &mut resources, self.push, self.clock, orders)?;
        let ended = dispatch.run(self.arguments.dispatch.0);
        let Some(mut report) = dispatch.report().cloned() else {
            return Err(ended.err().map_or_else(|| Problem::Other("the run has no report".to_owned()), Problem::Run));
        };
        report.mark(trial);
        let (writes, counted) = (dispatch.take_writes(), dispatch.coverage().cloned().unwrap_or_default());
        drop(dispatch);
        Ok(Tried { report, results: results(trial, &module, &resources, writes), counted, ended })
    }

    /// Runs it under other schedules, and reports where their results differ. Returns how these runs ended.
    fn compare(
        &self,
        report: &mut check::Report,
        own: Results,
        trials: &[Trial],
        orders: Option<&mut Orders>,
        checks: &Checks,
        coverage: &mut Coverage,
    ) -> Result<Result<(), runner::Error>, Problem> {
        let mut joined = Joined { report, coverage, ended: Ok(()), all: vec![own] };
        trials[1..].iter().try_for_each(|trial| self.join(*trial, &mut joined))?;
        if let Some(orders) = orders {
            self.join_all(trials[0].wave, orders, &mut joined)?;
        }
        let Joined { report, ended, all, .. } = joined;
        compare(report, checks, &all, |trial| self.run(trial, &mut Orders::default()).ok().map(|tried| tried.results));
        Ok(ended)
    }
}

/// Loads LLVM. Where there is none, the interpreter runs the shader, unless LLVM is requested.
fn loaded(arguments: &RunArguments, usual: &Options, times: &Times, clock: &Clock) -> Result<Engine, Problem> {
    let load = usual.host.clone();
    let found = times.measure("load LLVM", || clock.within(move || load.llvm().map(drop)))?;
    match found {
        Ok(()) => Ok(Engine::Compiled),
        Err(_) if arguments.running.host.llvm.is_none() && arguments.running.checks.engine.is_none() => {
            say("hlsl2spirv: note: LLVM library not found; using the interpreter, which is hundreds of times slower");
            Ok(running::interpreter(&arguments.running.checks, Checks::none()))
        }
        Err(error) => Err(runner::Error::from(error).into()),
    }
}

/// Facts about a run for its page.
struct About<'a> {
    file: &'a Path,
    coverage: &'a Coverage,
    bound: &'a [Bound],
    /// The most findings that are shown.
    most: Option<usize>,
}

/// The only group that is to run, if one is chosen, which must be one that there is.
fn only(arguments: &RunArguments) -> Result<Option<[u32; 3]>, String> {
    let (Some(Groups(only)), Groups(groups)) = (arguments.only_group, arguments.dispatch) else { return Ok(None) };
    match (0..3).all(|axis| only[axis] < groups[axis]) {
        true => Ok(Some(only)),
        false => Err(format!("'--only-group {}': the dispatch has {} groups", axes(only), axes(groups))),
    }
}

fn axes([x, y, z]: [u32; 3]) -> String {
    format!("{x},{y},{z}")
}

/// Shows findings, and what they prove. Returns whether one of them is an error.
fn show(
    form: &Form<'_>,
    report: check::Report,
    checks: &Checks,
    read: &[String],
    about: &About<'_>,
    staged: &mut Staged,
) -> Result<bool, String> {
    let (mut located, report) = checked::located(report, checks, read);
    located.truncate(about.most.unwrap_or(usize::MAX));
    let text = match form.is_page {
        true => page::page(&about.file.display().to_string(), &report, about.coverage, about.bound, read),
        false => located.render(&form.style),
    };
    match form.file {
        Some(file) => staged.write(file, text.as_bytes()).map_err(cannot_write)?,
        None if text.is_empty() => {}
        None => say(text.trim_end()),
    }
    if !form.is_alone() {
        let shown = about.most.filter(|most| !form.is_page && *most < report.findings.len());
        let shown = shown.map_or_else(String::new, |most| format!(", of which {most} are shown"));
        let found = checked::summary(&report).replacen(';', &format!("{shown};"), 1);
        say(format_args!("hlsl2spirv: {found}"));
    }
    Ok(report.count(Level::Error) > 0)
}

/// The words of the module or shader.
fn compiled(arguments: &RunArguments, clock: &Clock) -> Result<Result<Source, Problem>, runner::Error> {
    let (file, entry, mut options) = (arguments.file.clone(), arguments.entry.clone(), arguments.options.clone());
    if arguments.running.checks.check.is_some() {
        options.extend(checked::OPTIONS.map(str::to_owned));
    }
    clock.within(move || {
        kernels::words(&file, entry.as_deref(), |name, text| settings(name, text, entry.as_deref(), options))
    })
}

/// The settings that a project, the file itself or the call has for a shader.
///
/// # Errors
/// When there are several entry points, and the call names none.
fn settings(name: &str, text: &str, entry: Option<&str>, mut options: Vec<String>) -> Result<Parsed, Problem> {
    let full = std::path::absolute(Path::new(name)).map_err(|error| format!("cannot find '{name}': {error}"))?;
    let full = identity(&to_text(full.as_os_str()).replace('\\', "/"));
    options.extend(entry.into_iter().flat_map(|entry| ["-E".to_owned(), entry.to_owned()]));
    let mut projects = Projects::default();
    let mut all = projects.all(&full, text, &options);
    projects.take_problems().iter().for_each(complain);
    if !all.iter().any(|one| one.is_known) {
        let mut parsed = all.swap_remove(0).parsed;
        parsed.options.profile = None;
        return Ok(parsed);
    }
    let runs = |one: &Compilation| {
        let stage = one.parsed.options.profile().map(|profile| profile.stage);
        matches!(stage, Some(Stage::Compute | Stage::Library))
    };
    // The refusal of another stage names it.
    let at = all.iter().position(runs).unwrap_or(0);
    let mut names: Vec<&str> = all.iter().filter(|one| runs(one)).map(|one| one.parsed.options.entry()).collect();
    names.dedup();
    match names[..] {
        [_, _, ..] if entry.is_none() => {
            Err(Problem::Other(format!("'{name}' has the entry points {}; --entry chooses one", names.join(", "))))
        }
        _ => Ok(all.swap_remove(at).parsed),
    }
}

/// Makes the resources to bind, in the order of the arguments, and records the files that they read.
fn resources(
    module: &Module,
    (words, samplers): (&[u32], &Samplers),
    arguments: &RunArguments,
    read: &mut Vec<String>,
) -> Result<Vec<Bound>, String> {
    let bindings = arguments.running.bind.iter().map(|text| {
        let (name, contents) =
            text.split_once('=').ok_or_else(|| format!("'--bind {text}': expected NAME=CONTENTS"))?;
        Ok((name, Contents::parse(contents)?))
    });
    let scenes = arguments.scene.iter().map(|text| {
        let (name, file) = text.split_once('=').ok_or_else(|| format!("'--scene {text}': expected NAME=FILE"))?;
        let kind = place(name).binding(module.info()).map_err(|error| error.to_string())?.kind;
        let is_scene = kind == BindingKind::Scene;
        let contents = is_scene.then(|| Contents::File(file.to_owned()));
        Ok((name, contents.ok_or_else(|| format!("'--scene {text}': '{name}' is not an acceleration structure"))?))
    });
    let one = |given: Result<(&str, Contents), String>| {
        let (name, contents) = given?;
        read.extend(contents.files().into_iter().map(str::to_owned));
        let at = place(name).binding(module.info()).map_err(|error| error.to_string())?;
        let contents = contents.laid_out(words, at.set, at.binding).map_err(|error| format!("'{name}': {error}"))?;
        let resource = Resource::new(module.info(), name, &contents, Path::new(""))?;
        let marks = marks(&contents, arguments.written.iter().any(|written| written == name));
        Ok(Bound { name: name.to_owned(), resource, marks })
    };
    let mut bound: Vec<Bound> = bindings.chain(scenes).map(one).collect::<Result<_, String>>()?;
    sampler_states::add_unbound(&mut bound, module.info(), samplers);
    match arguments.written.iter().find(|name| !bound.iter().any(|bound| bound.name == **name)) {
        Some(name) => Err(format!("'--written {name}': '{name}' is not bound")),
        None => Ok(bound),
    }
}

fn push_constants(text: &str, words: &[u32], read: &mut Vec<String>) -> Result<Vec<u8>, String> {
    let contents = Contents::parse(text)?;
    read.extend(contents.file().map(str::to_owned));
    match contents {
        Contents::File(path) => reading::read_data(&path).map_err(|error| format!("cannot read '{path}': {error}")),
        contents => contents.pushed(words),
    }
}

/// Runs a dispatch and shows its progress if it takes long.
fn dispatched(dispatch: &mut Dispatch<'_>, groups: [u32; 3]) -> Result<(), runner::Error> {
    if !std::io::stderr().is_terminal() {
        return dispatch.run(groups);
    }
    let mut shown = false;
    let result = dispatch.run_with_progress(groups, &mut |Progress { begun, groups, elapsed }| {
        if elapsed >= PATIENCE {
            shown = true;
            let share = 100.0 * begun as f64 / groups.max(1) as f64;
            let mut out = std::io::stderr().lock();
            let _ = write!(out, "\r{share:5.1}% of {groups} groups started, {:.1} s ", elapsed.as_secs_f64());
            let _ = out.flush();
        }
    });
    if shown {
        say("");
    }
    result
}

/// Prints how the lanes of a kernel run, and if not together, why not.
fn tell_lanes(module: &Module) {
    let info = module.info();
    match &info.one_by_one {
        Some(reason) => say(format_args!("lanes run one by one: {reason}")),
        None => say(format_args!("lanes are vectorized with width {}", info.wave)),
    }
    for op in &info.in_turn {
        say(format_args!("not vectorized: {op}"));
    }
}

/// The lines of a buffer in the types that the module declares, if it declares any.
fn declared(module: &Module, words: &[u32], name: &str, resource: &Resource) -> Option<Vec<String>> {
    let Resource::Buffer(bytes, _) = resource else { return None };
    let at = place(name).binding(module.info()).ok()?;
    let reflection = reflect::read(words).ok()?;
    let members = Members::of_binding(&reflection, at.set, at.binding)?;
    match members.has_parts() {
        true => Some(members.lines(bytes)),
        false => members.element().map(|element| resource.lines(Some(element)).collect()),
    }
}

/// Reads `--out`, before anything runs.
fn outputs(resources: &[Bound], texts: &[String]) -> Result<Vec<Output>, String> {
    let one = |text: &String| {
        let (name, target) = text.split_once('=').unwrap_or((text, "print"));
        // A texture and its sampler may have the same name; a sampler has no contents to show.
        let is_it = |bound: &Bound| bound.name == name && bound.resource.is_data();
        let resource =
            resources.iter().position(is_it).ok_or_else(|| format!("'--out {text}': '{name}' is not bound"))?;
        Output::new(resource, target)
    };
    texts.iter().map(one).collect()
}

/// Warns about easily overlooked mistakes: names of the same place, and results that go nowhere.
fn warn(module: &Module, arguments: &RunArguments) {
    let names = |binding: &Binding| binding.names.join("', '");
    // Arrays without a length are heaps, whose elements are bound one by one.
    for binding in module.info().bindings.iter().filter(|binding| binding.names.len() > 1 && !binding.unbounded) {
        let place = format!("set {}, binding {}", binding.set, binding.binding);
        say(format_args!("hlsl2spirv: warning: '{}' have the same binding ({place}); {SHIFTS}", names(binding)));
    }
    let written: Vec<_> = module.info().bindings.iter().filter(|binding| binding.access != Access::Read).collect();
    if let (Some(first), true) = (written.first(), arguments.out.is_empty() && !arguments.running.time) {
        let name = first.names.first().cloned().unwrap_or_else(|| format!("{}:{}", first.set, first.binding));
        say(format_args!("hlsl2spirv: warning: no output requested; use '--out {name}' to print it"));
    }
}
