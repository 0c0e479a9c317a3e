//! Files of the suite with a ray pipeline: `//@ launch:` and related directives.
//!
//! | comment | meaning |
//! |---|---|
//! | `//@ launch: 8 4 1` | the size of the launch; `in`, `push` and `out` are those of dispatches |
//! | `//@ recursion: 2` | how many rays may be open at once; 31 by default |
//! | `//@ hit: closest=a,any=b` | the next record of hit groups; without any all shaders in their order |
//! | `//@ miss: a`, `//@ callable: a` | the next records of these |
//! | `//@ record: hit[0]={tint: 1}` | the data of a record |

mod random;

use crate::cases::{Cases, Fate};
use crate::directives::{self, Exec, Run};
use crate::exec::{Way, as_expected, as_it_stands, compiled, in_each_way, runs_of, without_passes};
use crate::{Devices, collect, compiler};
use ::mutants::{Numbers, with_other_words};
use check::{Checks, Rules};
use driver::internal::{Contents, Noted, Resource, inlined, located, name_of_ray, place, shader_table};
use driver::run::{Checking, Engine, Error, Options, RayPipeline};
use driver::{Report, TargetEnv};
use harness::device::Device;
use libtest_mimic::{Failed, Trial};
use std::path::Path;

/// One test for each way to run a file with a launch.
pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    let ways: [Way<'_>; 7] = [
        (&devices.cpu, "launch", Run::clone),
        (&devices.cpu, "launch-level-0", without_passes),
        (&devices.lanes, "launch-lanes", Run::clone),
        (&devices.fours, "launch-fours", Run::clone),
        (&devices.checked, "launch-checked", Run::clone),
        (&devices.interpreted, "launch-interpreted", Run::clone),
        (&devices.watched, "launch-watched", as_it_stands),
    ];
    let mut all: Vec<Trial> = launched().iter().flat_map(|file| in_each_way(file, &ways, execute)).collect();
    all.push(Trial::test("launches::kernels_are_valid", kernels_are_valid));
    all.push(Trial::test("launches::other_words_have_an_answer", other_words_have_an_answer));
    all.push(Trial::test("launches::random_programs_agree", random_programs_agree));
    all
}

/// The files with a launch.
fn launched() -> Vec<(String, Vec<Run>)> {
    runs_of(|exec| exec.launch.is_some())
}

/// Runs a file, and compares the results with the expected ones.
fn execute(device: &Device, name: &str, run: &Run) -> Result<(), Failed> {
    let (Some(exec), Device::Cpu(cpu)) = (&run.exec, device) else { return Ok(()) };
    let Launched { ended, report, noted, resources, .. } = launch(&compiled(name, run)?.words, exec, &cpu.options())?;
    ended.map_err(|error| error.to_string())?;
    as_expected(exec, noted.warnings(), report.as_ref(), &resources)
}

/// The outcome of a launch.
struct Launched {
    ended: Result<(), Error>,
    report: Option<check::Report>,
    noted: Noted,
    resources: Vec<(String, Resource)>,
}

fn launch(words: &[u32], exec: &Exec, options: &Options) -> Result<Launched, String> {
    let text = |error: Error| error.to_string();
    let wanted = exec.launch.clone().unwrap_or_default();
    let words = inlined(words.to_vec()).map_err(text)?;
    let recursion = if wanted.recursion == 0 { 31 } else { wanted.recursion };
    let pipeline = RayPipeline::new(&words, None, recursion, options).map_err(text)?;
    let table = shader_table(&wanted.table, &pipeline)?;
    let info = pipeline.module().info();
    let mut resources = Vec::new();
    for (name, contents) in &exec.inputs {
        let at = place(name).binding(info).map_err(text)?;
        let contents = Contents::parse(contents)?.laid_out(&words, at.set, at.binding)?;
        resources.push((name.clone(), Resource::new(info, name, &contents, Path::new(""))?));
    }
    let mut launch = pipeline.launch(&table, wanted.size).map_err(text)?;
    let mut dispatch = pipeline.module().dispatch();
    for (name, resource) in &mut resources {
        resource.bind(&mut dispatch, name).map_err(text)?;
    }
    pipeline.bind(&mut dispatch, &mut launch).map_err(text)?;
    let ended = pipeline.run(&mut dispatch, wanted.size);
    let report = dispatch.report().cloned();
    drop(dispatch);
    Ok(Launched { ended, report, noted: Noted::new(&words, &pipeline, &launch), resources })
}

/// The findings of all checks under a rule set, at lines of the file.
pub(crate) fn watched(name: &str, run: &Run, rules: Rules) -> Result<Report, String> {
    let Some(exec) = &run.exec else { return Err("the file does not say what it runs on".to_owned()) };
    let artifact = compiled(name, &as_it_stands(run))?;
    let checks = Checks::parse("full", rules)?;
    let options = Options { engine: Engine::Interpreter(Checking::new(checks.clone())), ..Options::default() };
    let Launched { ended, report, noted, .. } = launch(&artifact.words, exec, &options)?;
    let Some(mut report) = report else {
        return Err(ended.err().map_or_else(String::new, |error| error.to_string()));
    };
    report.name_threads(&|local, group| name_of_ray(local, group));
    noted.add_to(&mut report, &checks);
    Ok(located(report, &checks, &artifact.dependencies.visited).0)
}

/// The kernels of all ray pipelines of the suite are valid, or there is a reason why there is none.
fn kernels_are_valid() -> Result<(), Failed> {
    let (mut count, mut problems) = (0, Vec::new());
    for path in collect::files(Path::new(collect::SUITE), "hlsl") {
        let text = driver::internal::decode(std::fs::read(&path)?);
        let runs = directives::read(&text).map(|found| found.runs).unwrap_or_default();
        let libraries = runs.iter().filter(|run| run.options.iter().any(|option| option.starts_with("lib_")));
        for run in libraries {
            let name = collect::display(&path);
            let Ok(words) = compiled(&name, run).map(|artifact| artifact.words) else { continue };
            // Before its passes a module may copy hit objects, which is not valid.
            if driver::validate(&words, TargetEnv::Vulkan1_3).is_err() {
                continue;
            }
            let words = inlined(words)?;
            for (_, entry) in driver::run::ray_entry_points(&words)? {
                let options = ::stages::rays::RayOptions { recursion: 3, exact: false };
                let Some(Ok(rays)) = ::stages::rays::convert(&words, &entry, options)? else { continue };
                count += 1;
                let valid = driver::validate(&rays.words, TargetEnv::Vulkan1_3);
                problems.extend(valid.err().map(|error| format!("{name}: {entry}: {error}")));
            }
        }
    }
    match problems.is_empty() && count > 12 {
        true => Ok(()),
        false => Err(format!("{} of {count} kernels:\n{}", problems.len(), problems.join("\n")).into()),
    }
}

/// The default number of modules with other words.
const COUNT: u64 = 300;

/// Libraries with other words need not be valid: linking, converting and running them gives an answer all the same.
fn other_words_have_an_answer() -> Result<(), Failed> {
    let cases = Cases::of("LAUNCHES", COUNT);
    let mut tally = cases.tally("ray pipelines with other words, interpreted");
    let modules: Vec<(Vec<u32>, Exec)> = launched()
        .into_iter()
        .flat_map(|(name, runs)| runs.into_iter().map(move |run| (name.clone(), run)))
        .filter_map(|(name, run)| Some((compiled(&name, &run).ok()?.words, run.exec?)))
        .collect();
    for seed in cases.part(0, 1) {
        let mut numbers = Numbers::new(seed);
        let (words, exec) = &modules[numbers.below(modules.len())];
        let words = with_other_words(words, 3, &mut numbers);
        let own = driver::run::link_libraries(&[("a".to_owned(), words.clone()), ("b".to_owned(), words.clone())]);
        let words = if seed % 4 == 0 { own.unwrap_or(words) } else { words };
        let interpreter = Checking { max_steps: 20_000, ..Checking::new(Checks::none()) };
        let options = Options { engine: Engine::Interpreter(interpreter), ..Options::default() };
        let is_run = launch(&words, exec, &options).is_ok_and(|launched| launched.ended.is_ok());
        tally.count(1, Ok(if is_run { Fate::Ended } else { Fate::Refused }));
    }
    tally.verdict()
}

/// The default number of random programs.
const PROGRAMS: u64 = 12;
/// The steps after which a program has no end.
const MOST_STEPS: u64 = 4_000_000;

/// Rays in random control flow, at each level of optimization, against the same without rays.
fn random_programs_agree() -> Result<(), Failed> {
    let cases = Cases::of("LAUNCHED", PROGRAMS);
    let mut tally = cases.tally("random programs with rays");
    let interpreter = Checking { max_steps: MOST_STEPS, ..Checking::new(Checks::none()) };
    let options = Options { engine: Engine::Interpreter(interpreter), ..Options::default() };
    for seed in cases.part(0, 1) {
        let [rays, plain] = random::program(&mut Numbers::new(seed));
        let words = |text: &str, options: &[&str]| {
            let all: Vec<String> = options.iter().chain(&["-Wno-everything"]).map(|own| (*own).to_owned()).collect();
            let compiler = compiler::compiler(&all).map_err(|failure| failure.to_string())?;
            let artifact = compiler.compile("random.hlsl", text, &driver::NoIncludes);
            artifact.map(|artifact| artifact.words).map_err(|failure| format!("seed {seed}: {failure}\n{text}"))
        };
        let mut expected = [0u32; 32];
        let module = driver::run::Module::new(&words(&plain, &["-T", "cs_6_5"])?, "main", &options)?;
        let ended = module.dispatch().buffer_mut("results", &mut expected)?.run([1, 1, 1]);
        if ended.is_err() {
            tally.count(1, Ok(Fate::Refused));
            continue;
        }
        let exec = Exec {
            inputs: vec![
                ("scene".to_owned(), "{vertices: [-1,-1,5,0,1,5,1,-1,5]}".to_owned()),
                ("results".to_owned(), "zeros:128".to_owned()),
            ],
            launch: Some(directives::Launch { size: [32, 1, 1], ..directives::Launch::default() }),
            ..Exec::default()
        };
        for level in ["-O3", "-O0", "-Od"] {
            let words = words(&rays, &["-T", "lib_6_5", "-fspv-target-env=vulkan1.3", level])?;
            let Launched { ended, resources, .. } = launch(&words, &exec, &options)?;
            ended.map_err(|error| format!("seed {seed}, {level}: {error}"))?;
            let bytes: Vec<u8> = expected.iter().flat_map(|number| number.to_le_bytes()).collect();
            if resources[1].1.bytes() != bytes {
                return Err(format!("seed {seed}: {level} gives other numbers\n{rays}").into());
            }
        }
        tally.count(1, Ok(Fate::Ended));
    }
    tally.verdict()
}
