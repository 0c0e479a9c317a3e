//! The examples that `explain` shows of checks: each wrong one is found, and nothing else, when it runs; nothing in a right one.

mod support;

use check::{Checks, Rules};
use hlsl2spirv::internal::{
    CHECKED, Example, GraphNoted, Noted, Program, examples, graph_entries, inlined, inlined_graph,
};
use hlsl2spirv::run::fixed::{State, Targets};
use hlsl2spirv::run::{
    Dispatch, Error, GraphLimits, GraphResources, Groups, Invocations, MOST_RECURSION, Pipeline, RayPipeline,
    ShaderTable, Stage, Stages, Work, WorkGraph, rows,
};
use hlsl2spirv::{Compiler, NoIncludes};
use runner::{Checking, Engine, Module, Options, Placeholder, Screens};
use std::collections::BTreeMap;
use std::time::Duration;
use support::{Folder, said};

/// The codes of what checks find while a ray pipeline runs.
fn found_by_rays(words: Vec<u32>, options: &Options, checks: &Checks) -> Vec<&'static str> {
    let words = inlined(words).unwrap();
    let pipeline = RayPipeline::new(&words, None, MOST_RECURSION, options).unwrap();
    let held = |binding| Placeholder::new(binding, &[0; 64], [8, 8, 1]);
    let mut memory: Vec<Placeholder> = pipeline.bindings().filter_map(held).collect();
    let mut launch = pipeline.launch(&ShaderTable::usual(pipeline.shaders()), [4, 1, 1]).unwrap();
    let mut dispatch = pipeline.module().dispatch();
    memory.iter_mut().for_each(|held| held.bind(&mut dispatch).unwrap());
    pipeline.bind(&mut dispatch, &mut launch).unwrap();
    let ended = pipeline.run(&mut dispatch, [4, 1, 1]);
    let mut report = dispatch.report().unwrap_or_else(|| panic!("{ended:?}")).clone();
    drop(dispatch);
    Noted::new(&words, &pipeline, &launch).add_to(&mut report, checks);
    report.findings.iter().map(|finding| finding.check.row().row.code).collect()
}

/// The only resource of the work graphs.
struct Data([u32; 64]);

impl GraphResources for Data {
    fn bind<'b>(&'b mut self, module: &Module, dispatch: &mut Dispatch<'b>) -> Result<(), Error> {
        let is_used = module.info().bindings.iter().any(|binding| binding.names.iter().any(|name| name == "data"));
        if is_used {
            dispatch.buffer_mut("data", &mut self.0)?;
        }
        Ok(())
    }

    fn left(&self) -> Option<Duration> {
        None
    }
}

/// The codes of what checks find while a work graph runs.
fn found_by_graph(words: &[u32], options: &Options, checks: &Checks) -> Vec<&'static str> {
    let words = inlined_graph(words.to_vec()).unwrap();
    let graph = WorkGraph::new(&words, &BTreeMap::new(), options).unwrap();
    let first = graph.nodes().next().unwrap().name.clone();
    let entries = graph_entries(&graph, &[first], &mut Vec::new()).unwrap();
    let (run, ended) = graph.run(&entries, GraphLimits::default(), &mut Data([0; 64]));
    let mut report = run.report.unwrap_or_else(|| panic!("{ended:?}"));
    GraphNoted::new(&words, &graph, run.notes).add_to(&mut report, checks);
    report.findings.iter().map(|finding| finding.check.row().row.code).collect()
}

/// The codes of what checks find while a mesh shader draws.
fn found_by_meshes(words: &[u32], options: &Options) -> Vec<&'static str> {
    let mesh = Stage::new(words, rows::Stage::Mesh, Some("main"), options).unwrap();
    let pipeline = Pipeline::of(Stages { mesh: Some(mesh), ..Stages::default() }).unwrap();
    let mut targets = Targets::new([8, 8], 1, 1).unwrap().with_depth_stencil("d32float").unwrap();
    let draw = Groups { state: &State::default(), targets: &mut targets, groups: [1; 3], watch: None };
    let (mut faults, mut report) = (Vec::new(), None);
    let mut run = |stage: &Stage, work: Work<'_>, _: &Invocations<'_>| {
        let mut dispatch = stage.module().dispatch();
        let ended = stage.run_work(&mut dispatch, work);
        report = dispatch.report().cloned();
        ended
    };
    pipeline.draw_groups(draw, &mut run, &|| false, &mut faults).unwrap();
    let findings = report.unwrap().findings;
    let own = findings.iter().map(|finding| finding.check.row().row.code);
    own.chain(faults.iter().map(|_| "E6450")).collect()
}

/// The codes of what checks find while the shaders of a file draw.
fn found_by_draw(program: &Program) -> Vec<&'static str> {
    let text = program.text();
    let folder = Folder::with("drawn-example", &[("a.hlsl", &text)]);
    let mut command = folder.command(["draw", "a.hlsl", "--vertex", "vs", "--pixel", "ps", "--size", "8x8"]);
    command.args(["--instances", "2", "--state", "depth=less,blend=alpha", "--report", "json", "--out", "a.raw"]);
    match program.options.contains("-D HDR") {
        true => command.args(["--target", "SV_Target0=rgba16float", "--check=full,blend-range"]),
        false => command.arg("--check=full,derivative-edge"),
    };
    if text.contains("data") {
        command.args(["--bind", "data=zeros:256"]);
    }
    let output = command.args(["--", "-Wno-everything"]).output().unwrap();
    let said = said(&output);
    assert!(matches!(output.status.code(), Some(0 | 6)), "{said}");
    let codes = check::diagnostics::ROWS.iter().map(|row| row.code);
    codes.filter(|code| said.contains(&format!("\"{code}\""))).collect()
}

/// The codes of what checks find while a program runs.
fn found(program: &Program) -> Vec<&'static str> {
    if program.options.contains("-E ps") {
        return found_by_draw(program);
    }
    let arguments: Vec<&str> = program.options.split_whitespace().chain(CHECKED).collect();
    let compiled = Compiler::from_args(&arguments)
        .and_then(|compiler| compiler.compile("example.hlsl", &program.text(), &NoIncludes));
    let words = compiled.unwrap_or_else(|failure| panic!("{failure}\n{}", program.source)).words;
    let checks = Checks::parse("full", Rules::Hlsl).unwrap();
    let engine = Engine::Interpreter(Checking { screens: Screens::All, ..Checking::new(checks.clone()) });
    let options = Options { engine, ..Options::default() };
    if arguments.iter().any(|argument| argument.starts_with("ms_")) {
        return found_by_meshes(&words, &options);
    }
    if arguments.contains(&"lib_6_8") {
        return found_by_graph(&words, &options, &checks);
    }
    if arguments.iter().any(|argument| argument.starts_with("lib_")) {
        return found_by_rays(words, &options, &checks);
    }
    let module = Module::new(&words, "main", &options).unwrap();
    let held = |binding| Placeholder::new(binding, &[0; 64], [8, 8, 1]);
    let mut memory: Vec<Placeholder> = module.info().bindings.iter().filter_map(held).collect();
    let mut dispatch = module.dispatch();
    memory.iter_mut().for_each(|held| held.bind(&mut dispatch).unwrap());
    // Placeholders are for the first element of an array.
    for binding in &module.info().bindings {
        for element in 1..binding.count {
            dispatch.buffer((binding.set, binding.binding, element), &[0u32; 64]).unwrap();
        }
    }
    let ended = dispatch.run([2, 1, 1]);
    let mut report = dispatch.report().unwrap_or_else(|| panic!("{ended:?}")).clone();
    check::allow::apply(&mut report, &checks, &[Some(program.text())]);
    let mut codes: Vec<_> = report.findings.iter().map(|finding| finding.check.row().row.code).collect();
    codes.dedup();
    codes
}

/// The checks that compare runs or need more than zeros: the code, fields of a job file, and what its binding holds.
const JOBS: &[(&str, &str, &str)] = &[
    (
        "E6008",
        r#""check": {"order-dependent": "warning"}, "schedules": 8"#,
        r#""data": "zeros:256", "count": "zeros:4""#,
    ),
    ("E6107", r#""check": "full", "waves": [8, 32]"#, r#""data": "zeros:256""#),
    ("E6108", r#""check": {"barrier-useless": "warning"}"#, r#""data": "zeros:256""#),
    ("E6208", r#""check": "full""#, r#""data": {"contents": "zeros:256", "written": "all"}"#),
    ("E6209", r#""check": "full""#, r#""picture": "image:16x8:rgba8unorm""#),
];

/// Runs the two programs of an example as jobs that expect what it says.
fn as_jobs(Example { code, wrong, right }: &Example, (fields, bindings): (&str, &str)) -> Result<(), String> {
    let folder = Folder::empty(code);
    let row = check::rows::CHECKS.iter().find(|row| row.row.code == *code).ok_or("no check")?;
    let mut jobs = Vec::new();
    for (name, program, findings) in
        [("wrong", wrong, format!("{{\"check\": \"{}\"}}", row.name)), ("right", right, String::new())]
    {
        let file = format!("{name}.hlsl");
        folder.write(&file, program.text());
        let options: Vec<String> = program.options.split_whitespace().map(|word| format!("\"{word}\"")).collect();
        jobs.push(format!(
            "{{\"shader\": \"{file}\", \"options\": [{}], \"dispatch\": [2], \"bindings\": {{{bindings}}}, {fields}, \"findings\": [{findings}]}}",
            options.join(", ")
        ));
    }
    let file = folder.write("jobs.json", format!("{{\"jobs\": [{}]}}", jobs.join(", ")));
    hlsl2spirv::run::jobs(&file, &Options::default()).map_err(|failed| failed.to_string())
}

#[test]
fn each_example_of_a_check_shows_what_it_says() {
    let mut problems = Vec::new();
    let mut count = 0;
    for example in examples().filter(|example| check::diagnostics::ROWS.iter().any(|row| row.code == example.code)) {
        let Example { code, wrong, right } = example;
        if let Some((_, fields, bindings)) = JOBS.iter().find(|(known, ..)| known == code) {
            problems.extend(as_jobs(example, (fields, bindings)).err());
            count += 1;
            continue;
        }
        let (given, none) = (found(wrong), found(right));
        count += 1;
        if given != [*code] {
            problems.push(format!("{code}: the wrong example gives {given:?}"));
        }
        if !none.is_empty() {
            problems.push(format!("{code}: the right example gives {none:?}"));
        }
    }
    assert!(count > 0 && problems.is_empty(), "{count} examples: {}", problems.join("\n"));
}

/// A long checked run of the command leaves a compiled kernel in the cache, and one in the interpreter alone does not; they say
/// the same.
#[test]
fn long_runs_are_compiled_first() {
    let folder = Folder::with("screened", &[("a.hlsl", LONG)]);
    let run = |cache: &str, more: &[&str]| {
        let mut command = folder.command(["run", "a.hlsl", "--dispatch", "1024", "--bind", "data=zeros:262144"]);
        let output = command.args(["--check", "--cache", cache, "--out", "data"]).args(more).output().unwrap();
        let kernels = std::fs::read_dir(folder.join(cache)).map_or(0, Iterator::count);
        (output, kernels)
    };
    let (compiled, kernels) = run("compiled", &[]);
    let (interpreted, none) = run("interpreted", &["--engine", "interpreter"]);
    let said = said(&compiled);
    assert!(compiled.status.success() && said.contains("no findings; valid for all schedules"), "{said}");
    assert_eq!((compiled.stdout, &*compiled.stderr), (interpreted.stdout, &*interpreted.stderr));
    assert_eq!(none, 0, "the interpreter needs no kernel");
    assert!(kernels > 0 || runner::Host::new().llvm().is_err(), "nothing was compiled");
}

const LONG: &str = "RWStructuredBuffer<uint> data;
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    for (uint at = 0; at < 64; ++at)
        data[id.x] += at * id.x;
}
";
