//! Files of the suite with a dispatch: `//@ dispatch:` and related directives.
//!
//! | comment | meaning |
//! |---|---|
//! | `//@ in: name = f32:1,2,3` | what a binding holds, as `hlsl2spirv run --bind` takes it |
//! | `//@ push: f32:2` | the push constants |
//! | `//@ constants: 0=5 1=0x3f800000` | specialisation constants by number, as bits |
//! | `//@ dispatch: 2 1 1` | how many workgroups run |
//! | `//@ out: name ~2ulp = f32:1,2,3` | what a binding holds afterwards; `~2ulp` or `~0.001` is how far it may be off |

use crate::directives::{self, Directives, Exec, Output, Run};
use crate::kernels::support::{Found, trial};
use crate::{Devices, collect, compiler};
use check::{Checks, Rules};
use driver::internal::CHECKED;
use driver::internal::Contents;
use driver::internal::Resource;
use driver::internal::{Tolerance, differences, located};
use driver::{Artifact, Disk, Report};
use harness::device::{Cpu, Device, Dispatch, Kernel, Source};
use libtest_mimic::{Failed, Trial};
use runner::Engine;
use std::path::Path;
use std::sync::Arc;

/// One test per device and file with a dispatch.
pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    let mut all = Vec::new();
    for (name, directives) in runnable() {
        let Directives { runs, only_on_cpu, .. } = directives;
        let runs = Arc::new(runs);
        all.push(one(&devices.cpu, "exec", &name, &runs));
        all.push(one(&devices.cpu, "level-0", &name, &Arc::new(runs.iter().map(without_passes).collect())));
        all.push(one(&devices.lanes, "lanes", &name, &runs));
        all.push(one(&devices.fours, "fours", &name, &runs));
        all.push(one(&devices.checked, "checked", &name, &runs));
        all.push(one(&devices.interpreted, "interpreted", &name, &runs));
        all.push(one(&devices.watched, "watched", &name, &Arc::new(runs.iter().map(as_it_stands).collect())));
        all.push(in_pieces(&devices.watched, &name, &Arc::new(runs.iter().map(as_it_stands).collect())));
        let vulkan = only_on_cpu.map_or(devices.vulkan.clone(), Err);
        all.push(one(&vulkan, "vulkan", &name, &runs));
    }
    all
}

/// The run without optional passes: passes must not change the results.
pub(crate) fn without_passes(run: &Run) -> Run {
    let mut run = run.clone();
    run.options.push("-O0".to_owned());
    run
}

/// The run as checked runs compile it.
pub(crate) fn as_it_stands(run: &Run) -> Run {
    let mut run = run.clone();
    run.options.extend(CHECKED.map(str::to_owned));
    run
}

/// A file's runs on a device.
pub(crate) fn one(device: &Found, title: &str, name: &str, runs: &Arc<Vec<Run>>) -> Trial {
    let (title, name, runs) = (format!("{title}::{name}"), name.to_owned(), Arc::clone(runs));
    trial(device, title, move |device| runs.iter().try_for_each(|run| execute(device, &name, run)))
}

/// A file's runs under a debugger, which pauses all the time and goes back.
fn in_pieces(device: &Found, name: &str, runs: &Arc<Vec<Run>>) -> Trial {
    let (title, name, runs) = (format!("in-pieces::{name}"), name.to_owned(), Arc::clone(runs));
    let by = |dispatch: &mut Dispatch<'_>, groups| dispatch.run_in_pieces(groups);
    trial(device, title, move |device| runs.iter().try_for_each(|run| execute_by(device, &name, run, by)))
}

/// The files with a dispatch.
pub(crate) fn runnable() -> Vec<(String, Directives)> {
    with_runs(Exec::is_dispatch)
}

/// The files with runs of a kind.
fn with_runs(is_kind: fn(&Exec) -> bool) -> Vec<(String, Directives)> {
    let wanted = collect::files(Path::new(collect::SUITE), "hlsl").into_iter().filter_map(|path| {
        let text = std::fs::read_to_string(&path).ok()?;
        let directives = directives::read(&text).ok().filter(|found| found.skip.is_none())?;
        directives.runs.iter().any(|run| is_run(run, is_kind)).then_some((collect::display(&path), directives))
    });
    wanted.collect()
}

fn is_run(run: &Run, is_kind: fn(&Exec) -> bool) -> bool {
    run.exec.as_ref().is_some_and(is_kind) && run.rules.is_none()
}

/// The runs of a kind, by their files.
pub(crate) fn runs_of(is_kind: fn(&Exec) -> bool) -> Vec<(String, Vec<Run>)> {
    let all = with_runs(is_kind).into_iter();
    all.map(|(name, found)| (name, found.runs.into_iter().filter(|run| is_run(run, is_kind)).collect())).collect()
}

/// A device, the title of its tests, and what changes the runs of files for it.
pub(crate) type Way<'w> = (&'w Found, &'w str, fn(&Run) -> Run);

/// A test of all runs of a file in each of these ways.
pub(crate) fn in_each_way(
    (name, runs): &(String, Vec<Run>),
    ways: &[Way<'_>],
    execute: fn(&Device, &str, &Run) -> Result<(), Failed>,
) -> Vec<Trial> {
    let one = |(device, title, change): &Way<'_>| {
        let (title, name) = (format!("{title}::{name}"), name.clone());
        let runs: Vec<Run> = runs.iter().map(*change).collect();
        trial(device, title, move |device| runs.iter().try_for_each(|run| execute(device, &name, run)))
    };
    ways.iter().map(one).collect()
}

/// Compiles a file as a run does.
pub(crate) fn compiled(name: &str, run: &Run) -> Result<Artifact, String> {
    let compiler = compiler::compiler(&run.options).map_err(|failure| failure.to_string())?;
    compiler.compile_file(name).map_err(|failure| failure.to_string())
}

/// Checks that a run has no findings, and the results that a file expects.
pub(crate) fn as_expected(
    exec: &Exec,
    mut problems: Vec<String>,
    report: Option<&check::Report>,
    resources: &[(String, Resource)],
) -> Result<(), Failed> {
    problems.extend(report.iter().flat_map(|report| &report.findings).map(|finding| finding.message.clone()));
    let resources: Vec<_> = resources.iter().map(|(name, resource)| (name, resource.clone())).collect();
    problems.extend(exec.outputs.iter().filter_map(|output| compare(output, &resources).err()));
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// Compiles a file, runs it, and compares the results with the expected ones.
pub(crate) fn execute(device: &Device, name: &str, run: &Run) -> Result<(), Failed> {
    execute_by(device, name, run, |dispatch, groups| dispatch.run(groups))
}

/// Compiles a file, dispatches it with `by`, and compares the results with the expected ones.
fn execute_by(
    device: &Device,
    name: &str,
    run: &Run,
    by: impl FnOnce(&mut Dispatch<'_>, [u32; 3]) -> Result<(), String>,
) -> Result<(), Failed> {
    let Some(exec) = &run.exec else { return Ok(()) };
    let compiler = compiler::compiler(&run.options).map_err(|failure| failure.to_string())?;
    let artifact = compiler.compile_file(name).map_err(|failure| failure.to_string())?;
    Ok(perform_by(device, &Source::new(&artifact.words, compiler.options().entry()), exec, by)?)
}

/// The resources of a run.
fn resources<'e>(kernel: &Kernel, exec: &'e Exec) -> Result<Vec<(&'e String, Resource)>, String> {
    let one = |(binding, contents): &'e (String, String)| {
        let resource = Resource::new(kernel.info(), binding, &Contents::parse(contents)?, Path::new(""))?;
        Ok((binding, resource))
    };
    exec.inputs.iter().map(one).collect()
}

/// Binds the resources of a run.
fn bind<'b>(dispatch: &mut Dispatch<'b>, resources: &'b mut [(&String, Resource)], exec: &Exec) -> Result<(), String> {
    for (binding, resource) in resources {
        dispatch.resource(binding, resource)?;
    }
    if let Some(push) = &exec.push {
        let Contents::Numbers(_, bytes) = Contents::parse(push)? else { return Err("push takes numbers".to_owned()) };
        dispatch.push_constants(&bytes[..]);
    }
    Ok(())
}

/// Runs a module according to the directives, and compares the results.
pub(crate) fn perform(device: &Device, source: &Source<'_>, exec: &Exec) -> Result<(), String> {
    perform_by(device, source, exec, |dispatch, groups| dispatch.run(groups))
}

/// Dispatches a module with `by` according to the directives, and compares the results.
pub(crate) fn perform_by(
    device: &Device,
    source: &Source<'_>,
    exec: &Exec,
    by: impl FnOnce(&mut Dispatch<'_>, [u32; 3]) -> Result<(), String>,
) -> Result<(), String> {
    let kernel = Kernel::new(device, &Source { constants: &exec.constants, ..*source })?;
    let mut resources = resources(&kernel, exec)?;
    let mut dispatch = kernel.dispatch();
    bind(&mut dispatch, &mut resources, exec)?;
    by(&mut dispatch, exec.dispatch)?;
    drop(dispatch);
    let problems: Vec<_> = exec.outputs.iter().filter_map(|output| compare(output, &resources).err()).collect();
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// The findings of all checks under a rule set, at lines of the file.
pub(crate) fn watched(name: &str, run: &Run, rules: Rules) -> Result<Report, String> {
    Ok(looked_at(name, None, run, rules)?.0)
}

/// The most steps of a text with a mistake.
const MOST_STEPS: u64 = 1 << 22;

/// What all checks find in a file, or in a text that represents it, as messages and as it is. Compiled code that looks for
/// findings first, where it can, changes nothing.
pub(crate) fn looked_at(
    name: &str,
    text: Option<&str>,
    run: &Run,
    rules: Rules,
) -> Result<(Report, check::Report), String> {
    let exec = run.exec.as_ref().ok_or("the file does not say what it runs on")?;
    let run = as_it_stands(run);
    let compiler = compiler::compiler(&run.options).map_err(|failure| failure.to_string())?;
    let artifact = match text {
        Some(text) => compiler.compile(name, text, &Disk),
        None => compiler.compile_file(name),
    };
    let artifact = artifact.map_err(|failure| failure.to_string())?;
    let checks = Checks::parse("full", rules)?;
    let source = Source::new(&artifact.words, compiler.options().entry());
    let source = Source { constants: &exec.constants, ..source };
    let [report, screened] =
        [Device::interpreter(checks.clone()), Device::screened(checks.clone())].map(|mut device| {
            if let (Some(_), Device::Cpu(Cpu { engine: Engine::Interpreter(checking), .. })) = (text, &mut device) {
                // A text with a mistake need not end.
                checking.max_steps = MOST_STEPS;
            }
            let kernel = Kernel::new(&device, &source)?;
            let mut resources = resources(&kernel, exec)?;
            let mut dispatch = kernel.dispatch();
            bind(&mut dispatch, &mut resources, exec)?;
            let report = dispatch.report(exec.dispatch)?;
            drop(dispatch);
            let contents: Vec<_> = resources.iter().map(|(_, resource)| resource.bytes().to_vec()).collect();
            Ok::<_, String>((report, contents))
        });
    let ((report, contents), (other, others)) = (report?, screened?);
    if (report.to_string(), &contents) != (other.to_string(), &others) {
        let where_ = if contents == others { "findings" } else { "results" };
        return Err(format!(
            "compiled code that looks for findings changes the {where_}:\n{other}\ninstead of:\n{report}"
        ));
    }
    Ok(located(report, &checks, &artifact.dependencies.visited))
}

/// Compares a binding with its expected contents.
pub(crate) fn compare(output: &Output, resources: &[(&String, Resource)]) -> Result<(), String> {
    let found = resources.iter().find(|(name, _)| **name == output.binding);
    let (_, found) = found.ok_or_else(|| format!("'{}' is not bound", output.binding))?;
    let Contents::Numbers(element, expected) = Contents::parse(&output.contents)? else {
        return Err(format!("'{}' takes numbers", output.binding));
    };
    let tolerance = tolerance(&output.tolerance)?;
    let (first, count) = differences(&expected, found.bytes(), element, tolerance, 8);
    let lines: Vec<_> = first.iter().map(|difference| format!("{}{difference}", output.binding)).collect();
    if count == 0 { Ok(()) } else { Err(format!("{count} differences\n{}", lines.join("\n"))) }
}

/// Parses `~2ulp` or `~0.001`; empty means bit for bit.
fn tolerance(text: &str) -> Result<Tolerance, String> {
    let Some(amount) = text.strip_prefix('~') else { return Ok(Tolerance::default()) };
    let wrong = |_| format!("invalid tolerance '{text}'");
    match amount.strip_suffix("ulp") {
        Some(ulp) => Ok(Tolerance { ulp: ulp.parse().map_err(|_| wrong(()))?, absolute: 0.0 }),
        None => Ok(Tolerance { ulp: 0, absolute: amount.parse().map_err(|_| wrong(()))? }),
    }
}
