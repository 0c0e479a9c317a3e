//! Families of permutations: a batch, whose lines share all that they can, gives the modules and the messages of single calls.
//!
//! Each case is a random space of macros: headers whose declarations, macros, pragmas and mistakes depend on switches. Some lines of
//! it are compiled by one call of `batch`, and each of them alone. `FAMILIES_COUNT=10000` and `FAMILIES_SEED=7` set the number of
//! spaces and the first seed.

mod support;

mod families {
    pub(crate) mod random;
    pub(crate) mod space;
}

use families::random::Random;
use families::space::Space;
use hlsl2spirv::Compiler;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use support::{COMMAND, Folder, said};

/// The number of spaces in a plain run.
const USUAL: u64 = 100;
/// The limit of lines of a space.
const LINES: usize = 12;

/// The result of a line: its module unless there is an error, and its messages.
#[derive(Debug, PartialEq, Eq)]
struct Made {
    module: Option<Vec<u8>>,
    messages: String,
}

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} must be a number")))
}

fn alone(arguments: &[String]) -> Made {
    let compiler = Compiler::from_args(arguments).unwrap_or_else(|failure| panic!("{arguments:?}: {failure}"));
    let input = compiler.options().input.clone().expect("a line has an input");
    match compiler.compile_file(&input) {
        Ok(artifact) => Made { module: Some(artifact.bytes()), messages: artifact.report.to_string() },
        Err(failure) => Made { module: None, messages: failure.report.to_string() },
    }
}

/// The levels at which a batch compares compilations; results do not depend on them.
const LEVELS: [&str; 9] = [
    "",
    "asked",
    "headers",
    "units",
    "reached",
    "emitted",
    "asked emitted",
    "units reached",
    "asked headers units reached emitted",
];

/// A call of `batch` with some levels of sharing.
fn batch(random: &mut Random) -> Command {
    let mut command = Command::new(COMMAND);
    command.args(["batch", "-k", "-j", &(random.below(2) + 1).to_string()]).stdin(Stdio::null());
    if random.one_in(2) {
        command.env("HLSL2SPIRV_BATCH_LEVELS", random.of(&LEVELS));
    }
    command
}

/// Compiles all lines by one call.
fn together(folder: &Path, lines: &[Vec<String>], random: &mut Random) -> Vec<Made> {
    let name = |at: usize, ending: &str| folder.join(format!("{at}.{ending}"));
    let quoted = |argument: &String| format!("\"{}\"", argument.replace('\\', "\\\\").replace('"', "\\\""));
    let list: String = (0..)
        .zip(lines)
        .map(|(at, line)| {
            let words: Vec<String> = line.iter().map(quoted).collect();
            format!("{} -Fo \"{}\" -Fe \"{}\"\n", words.join(" "), name(at, "spv").display(), name(at, "txt").display())
        })
        .collect();
    fs::write(folder.join("list"), list).expect("a file can be written");
    let output = batch(random).arg(folder.join("list")).output().expect("the command runs");
    let said = said(&output);
    assert!(output.status.code().is_some_and(|status| status <= 1), "{said}");
    let made = |at: usize| Made {
        module: fs::read(name(at, "spv")).ok(),
        messages: fs::read_to_string(name(at, "txt")).unwrap_or_default(),
    };
    (0..lines.len()).map(made).collect()
}

/// A folder with the files of a random space.
fn new_space(name: &str, seed: u64) -> (Folder, Space, Random) {
    let folder = Folder::empty(name);
    let mut random = Random::new(seed);
    let space = Space::new(&mut random);
    for (name, text) in &space.files {
        folder.write(name, text);
    }
    (folder, space, random)
}

/// How many lines had a module, and how many messages.
fn check(seed: u64) -> (usize, usize) {
    let (folder, space, mut random) = new_space("families", seed);
    let input = folder.join("main.hlsl").display().to_string();
    let lines: Vec<Vec<String>> = (0..LINES).map(|_| space.line(&mut random, &input)).collect();
    let shared = together(&folder.0, &lines, &mut random);
    let mut counts = (0, 0);
    for (line, shared) in lines.iter().zip(&shared) {
        let single = alone(line);
        counts.0 += usize::from(single.module.is_some());
        counts.1 += usize::from(!single.messages.is_empty());
        if single != *shared {
            let all: Vec<String> = lines.iter().map(|line| line.join(" ")).collect();
            let files: Vec<String> = space.files.iter().map(|(name, text)| format!("// {name}\n{text}")).collect();
            panic!(
                "FAMILIES_SEED={seed}: {}\nalone ({}):\n{}\nin the batch ({}):\n{}\n{}\n{}",
                line.join(" "),
                single.module.is_some(),
                single.messages,
                shared.module.is_some(),
                shared.messages,
                all.join("\n"),
                files.join("\n")
            );
        }
    }
    counts
}

/// Sets of a space as text, with the definitions of each combination that a condition leaves.
fn random_sets(space: &Space, random: &mut Random) -> (String, Vec<Vec<(String, String)>>) {
    let sets: Vec<(&str, Vec<&str>)> = space.sets(random);
    let mut text = String::new();
    let mut all: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for (name, values) in &sets {
        text += &format!(" -D {name}={{{}}}", values.join(","));
        let defined = |value: &&str| (**value).ne("-").then(|| ((*name).to_owned(), (*value).to_owned()));
        let with = |before: &Vec<(String, String)>| {
            values.iter().map(|value| before.iter().cloned().chain(defined(value)).collect()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    (text, all)
}

/// The lines of the random sets of a space, and how many of its combinations had the module of another one.
fn check_sets(seed: u64) -> (usize, usize) {
    let (folder, space, mut random) = new_space("sets", seed);
    let input = folder.join("main.hlsl").display().to_string();
    let (sets, points) = random_sets(&space, &mut random);
    let excluded = random.below(points.len() as u64) as usize;
    let condition = |(name, value): &(String, String)| match value.as_str() {
        "" => format!("defined({name})"),
        value => format!("{name}+0=={value}"),
    };
    // Not all of what one combination has: at least that one is left out.
    let conditions: Vec<String> = points[excluded].iter().map(condition).collect();
    let kept = |point: &&Vec<(String, String)>| !points[excluded].iter().all(|one| point.contains(one));
    let is_limited = !conditions.is_empty() && points.iter().any(|point| kept(&point));
    let limit = if is_limited { format!("#where !({})\n", conditions.join(" && ")) } else { String::new() };
    let out = folder.display();
    let words = space.fixed(&input).join(" ");
    let list = format!("{limit}{words}{sets} -Fo {out}/{{n}}.spv -Fe {out}/{{n}}.txt\n");
    fs::write(folder.join("list"), list).expect("a file can be written");
    let output = batch(&mut random).arg(folder.join("list")).output().expect("the command runs");
    let said = said(&output);
    assert!(output.status.code().is_some_and(|status| status <= 1), "FAMILIES_SEED={seed}: {said}");
    let report = batch(&mut random).arg("--variants=json").arg(folder.join("list")).output().expect("the command runs");
    let report: Value = serde_json::from_slice(&report.stdout).expect("a report");
    let mut made: Vec<(&Vec<(String, String)>, Made)> = Vec::new();
    for (number, point) in points.iter().enumerate() {
        let name = |ending: &str| folder.join(format!("{number}.{ending}"));
        if is_limited && !kept(&point) {
            assert!(!name("spv").exists(), "FAMILIES_SEED={seed}: {point:?}");
            continue;
        }
        let definitions = point.iter().flat_map(|(name, value)| ["-D".to_owned(), format!("{name}={value}")]);
        let line: Vec<String> = space.fixed(&input).into_iter().chain(definitions).collect();
        let shared =
            Made { module: fs::read(name("spv")).ok(), messages: fs::read_to_string(name("txt")).unwrap_or_default() };
        assert_eq!(alone(&line), shared, "FAMILIES_SEED={seed}: {line:?}");
        made.push((point, shared));
    }
    check_report(&report, &made, 1)
        .unwrap_or_else(|problem| panic!("FAMILIES_SEED={seed}: {problem}\n{report:#}\n{sets}"));
    if !is_limited {
        check_cubes(&folder, &format!("{words}{sets}"), &made, &mut random)
            .unwrap_or_else(|problem| panic!("FAMILIES_SEED={seed}: {problem}\n{sets}"));
    }
    let modules: BTreeSet<&Vec<u8>> = made.iter().filter_map(|(_, made)| made.module.as_ref()).collect();
    (made.len(), made.iter().filter(|(_, made)| made.module.is_some()).count() - modules.len())
}

/// Compares the report about a line with more sets, which nothing looks up: there are too many combinations to compile them all.
fn check_cubes(
    folder: &Folder,
    line: &str,
    made: &[(&Vec<(String, String)>, Made)],
    random: &mut Random,
) -> Result<(), String> {
    let unused: String = (0..40).map(|number| format!(" -D UNUSED{number}={{-,1}}")).collect();
    fs::write(folder.join("list"), format!("{line}{unused}\n")).map_err(|error| error.to_string())?;
    let mut command = batch(random);
    command.args(["--variants=json", "--limit=200"]).arg(folder.join("list"));
    let report = command.output().map_err(|error| error.to_string())?;
    let report: Value = serde_json::from_slice(&report.stdout).map_err(|error| error.to_string())?;
    // Debug information has the command line, so that no two combinations have the same module.
    match report["shaders"][0]["sampled_from"].is_null() == line.contains(" -Zi") {
        true => Err("debug information tells combinations apart".to_owned()),
        false if line.contains(" -Zi") => Ok(()),
        false => check_report(&report, made, 1 << 40),
    }
    .map_err(|problem| format!("{problem}\n{report:#}"))
}

/// Compares a report with the modules of all combinations. Each combination counts as `each` lines of the report.
fn check_report(report: &Value, made: &[(&Vec<(String, String)>, Made)], each: usize) -> Result<(), String> {
    let shader = &report["shaders"][0];
    let modules: BTreeSet<&Vec<u8>> = made.iter().filter_map(|(_, made)| made.module.as_ref()).collect();
    let errors = made.iter().filter(|(_, made)| made.module.is_none()).count();
    let expected = [made.len() * each, modules.len(), errors * each];
    let found = ["lines", "modules", "errors"].map(|name| shader[name].as_u64().unwrap_or_default() as usize);
    if found != expected {
        return Err(format!("{found:?}, not {expected:?}"));
    }
    for switch in shader["switches"].as_array().ok_or("no switches")? {
        let name = switch["name"].as_str().unwrap_or_default();
        let mut seen: BTreeMap<Vec<&(String, String)>, &Option<Vec<u8>>> = BTreeMap::new();
        let mut matters = false;
        for (point, made) in made {
            let others = point.iter().filter(|(other, _)| other != name).collect();
            matters |= *seen.entry(others).or_insert(&made.module) != &made.module;
        }
        if matters != (switch["effect"] == "matters")
            || name.starts_with("UNUSED") && switch["effect"] != "never looked up"
        {
            return Err(format!("{name}: {switch}"));
        }
    }
    Ok(())
}

#[test]
fn sets_give_modules_and_messages_of_single_calls() {
    let (count, first) = (number("FAMILIES_COUNT").unwrap_or(USUAL) / 2, number("FAMILIES_SEED").unwrap_or(1));
    let counts: Vec<(usize, usize)> = (first..first + count).map(check_sets).collect();
    let (lines, equal) = counts.iter().fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    assert!(count < USUAL / 2 || equal > lines / 10, "{lines} lines, {equal} of them equal to others");
}

#[test]
fn a_batch_gives_modules_and_messages_of_single_calls() {
    let (count, first) = (number("FAMILIES_COUNT").unwrap_or(USUAL), number("FAMILIES_SEED").unwrap_or(1));
    let counts: Vec<(usize, usize)> = (first..first + count).map(check).collect();
    let (modules, messages): (usize, usize) = counts.iter().fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    // Spaces of mistakes alone, or without any, would test little.
    let is_mixed = modules > LINES * count as usize / 3 && messages > modules / 5;
    assert!(count < USUAL || is_mixed, "{count} spaces: {modules} modules, {messages} lines with messages");
}
