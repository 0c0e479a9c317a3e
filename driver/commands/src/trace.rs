//! `hlsl2spirv trace`: launches of ray pipelines on the CPU.

pub(super) mod resources;
pub(super) mod sources;

use crate::launches;
use crate::running;
use crate::times::Times;
use arguments::trace::TraceArguments;
use launch::kernels::resources::Bound;
use launch::kernels::{Clock, Problem, SHIFTS, Source, checked};
use launch::rays::{self, Noted, Wishes};
use library::files::staged::Staged;
use library::report::console::{STANDARD_OUTPUT, print, say};
use library::report::form::Form;
use runner::stages::{RayPipeline, ShaderTable};

/// Runs the command. Returns the exit status.
pub(crate) fn run(arguments: &TraceArguments) -> u8 {
    launches::status(attempt(arguments))
}

fn attempt(arguments: &TraceArguments) -> Result<u8, Problem> {
    let clock = Clock::start(arguments.running.deadline);
    let form = Form::parse(&arguments.report)?;
    if form.is_page {
        return Err(Problem::Other("'--report html' is not available for ray pipelines".to_owned()));
    }
    launches::refuse_others(&arguments.running, "ray pipelines")?;
    let checks = running::checks(&arguments.running.checks)?;
    let Source { words, files: mut read, warnings, samplers } = compiled(arguments, checks.is_some(), &clock)?;
    if !warnings.is_empty() {
        say(warnings);
    }
    let options = launches::options(&arguments.running, "trace", &[&words], &clock)?;
    let times = Times { wanted: arguments.running.time };
    let words = rays::inlined(words)?;
    let make = || RayPipeline::new(&words, arguments.raygen.as_deref(), arguments.recursion, &options);
    let pipeline = times.measure("generate code", make)?;
    warn(&pipeline);
    let table = table(arguments, &pipeline)?;
    let mut bound = resources::bound(arguments, &pipeline, &words, &samplers, &mut read)?;
    let outputs = resources::outputs(arguments, &pipeline, &bound)?;
    let push = resources::push_constants(arguments, &words, &mut read)?;
    let [width, height] = arguments.size.0;
    let mut launch = pipeline.launch(&table, [width, height, 1])?;
    let mut dispatch = pipeline.module().dispatch();
    for Bound { name, resource, marks } in &mut bound {
        resource.bind_marked(&mut dispatch, name, marks)?;
    }
    if let Some(push) = &push {
        dispatch.push_constants(push);
    }
    if let Some(left) = clock.left() {
        dispatch.deadline(left);
    }
    pipeline.bind(&mut dispatch, &mut launch)?;
    let ended = times.measure("launch", || pipeline.run(&mut dispatch, [width, height, 1]));
    // Also after a failure: that is when the output is needed.
    let printed = print(&dispatch.printed().to_string());
    printed.map_err(|error| format!("cannot write {STANDARD_OUTPUT}: {error}"))?;
    let report = dispatch.report().cloned();
    drop(dispatch);
    let noted = Noted::new(&words, &pipeline, &launch);
    let mut staged = Staged::default();
    let found = match (report, checks) {
        (Some(mut report), Some(checks)) => {
            name_rays(&mut report);
            noted.add_to(&mut report, &checks);
            launches::show(&form, report, &checks, (&read, arguments.running.max_findings), &mut staged)?
        }
        (_, _) => {
            noted.warnings().iter().for_each(|warning| say(format_args!("hlsl2spirv: warning: {warning}")));
            false
        }
    };
    launches::finish(ended, found, staged, |staged| outputs.iter().try_for_each(|output| output.write(&bound, staged)))
}

/// The shader table, and a note about it where groups were made of several hit shaders.
fn table(arguments: &TraceArguments, pipeline: &RayPipeline) -> Result<ShaderTable, Problem> {
    let TraceArguments { hit, miss, callable, record, .. } = arguments;
    let wishes = Wishes { hit: hit.clone(), miss: miss.clone(), callable: callable.clone(), record: record.clone() };
    let table = rays::table(&wishes, pipeline)?;
    if hit.is_empty() && table.hit.len() > 1 {
        for (number, group) in table.hit.iter().enumerate() {
            let names = [&group.closest, &group.any, &group.intersection].into_iter().flatten();
            let names: Vec<&str> = names.map(String::as_str).collect();
            say(format_args!("hlsl2spirv: note: hit group {number} has {}", names.join(", ")));
        }
    }
    Ok(table)
}

/// Invocations are named as rays, by their indices.
fn name_rays(report: &mut check::Report) {
    report.name_threads(&|local, group| rays::name(local, group));
}

/// Warns about names of the same place.
fn warn(pipeline: &RayPipeline) {
    // Arrays without a length are heaps, whose elements are bound one by one.
    for binding in pipeline.bindings().filter(|binding| binding.names.len() > 1 && !binding.unbounded) {
        let (names, place) = (binding.names.join("', '"), format!("set {}, binding {}", binding.set, binding.binding));
        say(format_args!("hlsl2spirv: warning: '{names}' have the same binding ({place}); {SHIFTS}"));
    }
}

/// The library of the file.
fn compiled(arguments: &TraceArguments, is_checked: bool, clock: &Clock) -> Result<Source, Problem> {
    let (files, mut options) = (arguments.files.clone(), arguments.options.clone());
    if is_checked {
        options.extend(checked::OPTIONS.map(str::to_owned));
    }
    clock.within(move || sources::read_all(&files, &options))?
}
