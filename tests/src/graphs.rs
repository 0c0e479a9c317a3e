//! Files of the suite with a work graph: each `//@ graph: NODE=CONTENTS` is what `--record` is on the command line; one that is
//! empty begins with the nodes that need no records. `in` and `out` are those of dispatches.

use crate::cases::{Cases, Fate};
use crate::directives::{self, Exec, Run};
use crate::exec::{Way, as_expected, as_it_stands, compiled, in_each_way, runs_of, without_passes};
use crate::{Devices, collect};
use ::mutants::{Numbers, with_other_words};
use check::{Checks, Rules};
use driver::internal::{Contents, GraphNoted, Resource, graph_entries, inlined_graph, located, node_names, place};
use driver::run::{
    Checking, Dispatch, Engine, Error, GraphLimits, GraphResources, GraphRun, Module, Options, WorkGraph,
};
use driver::{Artifact, Report, TargetEnv};
use harness::device::Device;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

/// One test for each way to run a file with a work graph.
pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    let ways: [Way<'_>; 6] = [
        (&devices.cpu, "graph", Run::clone),
        (&devices.cpu, "graph-level-0", without_passes),
        (&devices.lanes, "graph-lanes", Run::clone),
        (&devices.fours, "graph-fours", Run::clone),
        (&devices.interpreted, "graph-interpreted", Run::clone),
        (&devices.watched, "graph-watched", as_it_stands),
    ];
    let mut all: Vec<Trial> = graphs().iter().flat_map(|file| in_each_way(file, &ways, execute)).collect();
    all.push(Trial::test("graphs::kernels_are_valid", kernels_are_valid));
    all.push(Trial::test("graphs::other_words_have_an_answer", other_words_have_an_answer));
    all
}

/// The files with a work graph.
fn graphs() -> Vec<(String, Vec<Run>)> {
    runs_of(|exec| exec.graph.is_some())
}

/// Runs a file, and compares the results with the expected ones.
fn execute(device: &Device, name: &str, run: &Run) -> Result<(), Failed> {
    let (Some(exec), Device::Cpu(cpu)) = (&run.exec, device) else { return Ok(()) };
    let artifact = compiled(name, run)?;
    let Ran { ended, report, warnings, resources } =
        ran((&artifact.words, &node_names(&artifact)), exec, &cpu.options(), None)?;
    ended.map_err(|error| error.to_string())?;
    as_expected(exec, warnings, report.as_ref(), &resources)
}

/// The outcome of a run.
struct Ran {
    ended: Result<(), Error>,
    report: Option<check::Report>,
    warnings: Vec<String>,
    resources: Vec<(String, Resource)>,
}

/// The most time of a run.
const MOST_TIME: Duration = Duration::from_secs(20);

/// The resources of a file, and the start of the run.
struct Lent<'l>(&'l mut [(String, Resource)], Instant);

impl GraphResources for Lent<'_> {
    fn bind<'b>(&'b mut self, module: &Module, dispatch: &mut Dispatch<'b>) -> Result<(), Error> {
        for (name, resource) in &mut *self.0 {
            if place(name).binding(module.info()).is_ok() {
                resource.bind(dispatch, name)?;
            }
        }
        Ok(())
    }

    fn left(&self) -> Option<Duration> {
        Some(MOST_TIME.saturating_sub(self.1.elapsed()))
    }
}

fn ran(
    (words, names): (&[u32], &BTreeMap<String, String>),
    exec: &Exec,
    options: &Options,
    checks: Option<&Checks>,
) -> Result<Ran, String> {
    let text = |error: Error| error.to_string();
    let words = inlined_graph(words.to_vec()).map_err(text)?;
    let graph = WorkGraph::new(&words, names, options).map_err(text)?;
    let entries = graph_entries(&graph, exec.graph.as_deref().unwrap_or_default(), &mut Vec::new())?;
    let mut resources = Vec::new();
    for (name, contents) in &exec.inputs {
        let at = place(name).binding(graph.info()).map_err(text)?;
        let contents = Contents::parse(contents)?.laid_out(&words, at.set, at.binding)?;
        resources.push((name.clone(), Resource::new(graph.info(), name, &contents, Path::new(""))?));
    }
    let (run, ended) = graph.run(&entries, GraphLimits::default(), &mut Lent(&mut resources, Instant::now()));
    let GraphRun { mut report, notes, .. } = run;
    let noted = GraphNoted::new(&words, &graph, notes);
    if let (Some(report), Some(checks)) = (&mut report, checks) {
        noted.add_to(report, checks);
    }
    Ok(Ran { ended, report, warnings: noted.warnings(), resources })
}

/// The findings of all checks under a rule set, at lines of the file.
pub(crate) fn watched(name: &str, run: &Run, rules: Rules) -> Result<Report, String> {
    let Some(exec) = &run.exec else { return Err("the file does not say what it runs on".to_owned()) };
    let artifact = compiled(name, &as_it_stands(run))?;
    let checks = Checks::parse("full", rules)?;
    let options = Options { engine: Engine::Interpreter(Checking::new(checks.clone())), ..Options::default() };
    let Ran { ended, report, .. } = ran((&artifact.words, &node_names(&artifact)), exec, &options, Some(&checks))?;
    let report = report.ok_or_else(|| ended.err().map_or_else(String::new, |error| error.to_string()))?;
    Ok(located(report, &checks, &artifact.dependencies.visited).0)
}

/// The kernels of all nodes of the suite are valid.
fn kernels_are_valid() -> Result<(), Failed> {
    let (mut count, mut problems) = (0, Vec::new());
    for path in collect::files(Path::new(collect::SUITE), "hlsl") {
        let text = driver::internal::decode(std::fs::read(&path)?);
        let runs = directives::read(&text).map(|found| found.runs).unwrap_or_default();
        for run in runs.iter().filter(|run| run.options.iter().any(|option| option.starts_with("lib_"))) {
            let name = collect::display(&path);
            let Ok(words) = compiled(&name, run).map(|artifact| artifact.words) else { continue };
            let words = inlined_graph(words).map_err(|error| error.to_string())?;
            let Ok(nodes) = ::stages::nodes::nodes(&words)? else { continue };
            for node in nodes {
                let Some(Ok(kernel)) = ::stages::nodes::convert(&words, &node.entry, false)? else {
                    problems.push(format!("{name}: '{}' is not converted", node.entry));
                    continue;
                };
                count += 1;
                let found = driver::validate(&kernel.words, TargetEnv::Vulkan1_3).err();
                // Records are laid out as scalars, which buffers are where a device says so.
                let error = found.filter(|error| !error.contains("is not aligned to"));
                problems.extend(error.map(|error| format!("{name}: '{}': {error}", node.entry)));
            }
        }
    }
    let shown = problems.join("\n");
    if count > 20 && problems.is_empty() { Ok(()) } else { Err(format!("{count} kernels\n{shown}").into()) }
}

/// The default number of modules with other words.
const COUNT: u64 = 200;

/// Libraries with other words need not be valid: reading, converting and running them gives an answer all the same.
fn other_words_have_an_answer() -> Result<(), Failed> {
    let cases = Cases::of("GRAPHS", COUNT);
    let mut tally = cases.tally("work graphs with other words, interpreted");
    let runs = graphs().into_iter().flat_map(|(name, runs)| runs.into_iter().map(move |run| (name.clone(), run)));
    let known: Vec<(Artifact, Exec)> =
        runs.filter_map(|(name, run)| Some((compiled(&name, &run).ok()?, run.exec?))).collect();
    let interpreter = Checking { max_steps: 20_000, ..Checking::new(Checks::none()) };
    let options = Options { engine: Engine::Interpreter(interpreter), ..Options::default() };
    for seed in cases.part(0, 1) {
        let mut numbers = Numbers::new(seed);
        let (artifact, exec) = &known[numbers.below(known.len())];
        let words = with_other_words(&artifact.words, 2, &mut numbers);
        let is_run = ran((&words, &node_names(artifact)), exec, &options, None).is_ok_and(|ran| ran.ended.is_ok());
        tally.count(1, Ok(if is_run { Fate::Ended } else { Fate::Refused }));
    }
    tally.verdict()
}
