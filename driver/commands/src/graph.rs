//! `hlsl2spirv graph`: the nodes of a work graph on the CPU.

use super::launches;
use super::trace::resources::pushed;
use super::trace::sources;
use crate::output::Output;
use crate::running;
use arguments::graph::GraphArguments;
use launch::graphs::{self, Lent, Noted};
use launch::kernels::contents::Contents;
use launch::kernels::resources::{Bound, Resource, marks, place};
use launch::kernels::sampler_states;
use launch::kernels::{Clock, Problem, Source, checked};
use library::files::staged::Staged;
use library::report::console::{STANDARD_OUTPUT, print, say};
use library::report::form::Form;
use runner::stages::{GraphLimits, GraphRun, WorkGraph};
use std::collections::BTreeMap;
use std::path::Path;

/// Runs the command. Returns the exit status.
pub(crate) fn run(arguments: &GraphArguments) -> u8 {
    launches::status(attempt(arguments))
}

fn attempt(arguments: &GraphArguments) -> Result<u8, Problem> {
    let running = &arguments.running;
    let clock = Clock::start(running.deadline);
    let form = Form::parse(&arguments.report)?;
    if form.is_page {
        return Err(Problem::Other("'--report html' is not available for work graphs".to_owned()));
    }
    launches::refuse_others(running, "work graphs")?;
    let checks = running::checks(&running.checks)?;
    let (Source { words, files: mut read, warnings, samplers }, names) = compiled(arguments, checks.is_some(), &clock)?;
    if !warnings.is_empty() {
        say(warnings);
    }
    let options = launches::options(running, "graph", &[&words], &clock)?;
    let words = graphs::inlined(words)?;
    let graph = WorkGraph::new(&words, &names, &options)?;
    let entries = graphs::entries(&graph, &arguments.record, &mut read)?;
    let mut bound = bound(arguments, &graph, &words, &mut read)?;
    sampler_states::add_unbound(&mut bound, graph.info(), &samplers);
    let outputs = arguments.out.iter().map(|text| output(text, &graph, &bound)).collect::<Result<Vec<_>, _>>()?;
    let push = running.push.as_ref().map(|text| pushed(text, &words, &mut read)).transpose()?;
    let mut lent = Lent { bound: &mut bound, push: push.as_deref(), clock: &clock };
    let limits = GraphLimits { waiting: arguments.waiting };
    let (GraphRun { printed, report, notes, records }, ended) = graph.run(&entries, limits, &mut lent);
    // Also after a failure: that is when the output is needed.
    print(&printed).map_err(|error| format!("cannot write {STANDARD_OUTPUT}: {error}"))?;
    if arguments.statistics {
        tell(&graph, &records);
    }
    let noted = Noted::new(&words, &graph, notes);
    let mut staged = Staged::default();
    let found = match (report, checks) {
        (Some(mut report), Some(checks)) => {
            noted.add_to(&mut report, &checks);
            launches::show(&form, report, &checks, (&read, running.max_findings), &mut staged)?
        }
        (_, _) => {
            noted.warnings().iter().for_each(|warning| say(format_args!("hlsl2spirv: warning: {warning}")));
            false
        }
    };
    launches::finish(ended, found, staged, |staged| outputs.iter().try_for_each(|output| output.write(&bound, staged)))
}

/// Says how many records each node has had.
fn tell(graph: &WorkGraph, records: &[u64]) {
    for (node, count) in graph.nodes().zip(records) {
        say(format_args!("{:<24} {count:>10} records", format!("{}[{}]", node.name, node.index)));
    }
}

/// The library of the file, and the names of its nodes.
fn compiled(
    arguments: &GraphArguments,
    is_checked: bool,
    clock: &Clock,
) -> Result<(Source, BTreeMap<String, String>), Problem> {
    let (file, mut options) = (arguments.file.clone(), arguments.options.clone());
    if is_checked {
        options.extend(checked::OPTIONS.map(str::to_owned));
    }
    clock.within(move || sources::read_named(&file, &options))?
}

/// Makes the resources that the caller binds.
fn bound(
    arguments: &GraphArguments,
    graph: &WorkGraph,
    words: &[u32],
    read: &mut Vec<String>,
) -> Result<Vec<Bound>, Problem> {
    let mut all = Vec::new();
    for text in &arguments.running.bind {
        let (name, contents) =
            text.split_once('=').ok_or_else(|| format!("'--bind {text}': expected NAME=CONTENTS"))?;
        let contents = Contents::parse(contents)?;
        read.extend(contents.files().into_iter().map(str::to_owned));
        let info = graph.info();
        let at = place(name).binding(info)?;
        let contents = contents.laid_out(words, at.set, at.binding).map_err(|error| format!("'{name}': {error}"))?;
        let resource = Resource::new(info, name, &contents, Path::new(""))?;
        all.push(Bound { name: name.to_owned(), resource, marks: marks(&contents, false) });
    }
    Ok(all)
}

/// Where the contents of a resource go.
fn output(text: &str, graph: &WorkGraph, bound: &[Bound]) -> Result<Output, Problem> {
    let (name, target) = text.split_once('=').ok_or_else(|| format!("'--out {text}': expected NAME=TARGET"))?;
    let info = graph.info();
    let at = place(name).binding(info)?;
    let is_it = |one: &Bound| place(&one.name).binding(info).is_ok_and(|own| std::ptr::eq(own, at));
    let resource = bound.iter().position(|one| one.resource.is_data() && is_it(one));
    let resource = resource.ok_or_else(|| format!("'--out {text}': '{name}' is not bound"))?;
    Ok(Output::new(resource, target)?)
}
