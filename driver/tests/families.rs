//! Families of permutations: a batch, whose lines share all that they can, gives the modules and the messages of single calls.
//!
//! Each case is a random space of macros: headers whose declarations, macros, pragmas and mistakes depend on switches. Some lines of
//! it are compiled by one call of `batch`, and each of them alone. `FAMILIES_COUNT=10000` and `FAMILIES_SEED=7` set the number of
//! spaces and the first seed.

mod families {
    pub(crate) mod random;
    pub(crate) mod space;
}

use families::random::Random;
use families::space::Space;
use hlsl2spirv::Compiler;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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

/// Compiles all lines by one call.
fn together(folder: &Path, lines: &[Vec<String>], jobs: u64) -> Vec<Made> {
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
    let mut command = Command::new(env!("CARGO_BIN_EXE_hlsl2spirv"));
    command.arg("batch").arg(folder.join("list")).args(["-k", "-j", &jobs.to_string()]);
    let output = command.stdin(Stdio::null()).output().expect("the command runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code().is_some_and(|status| status <= 1), "{said}");
    let made = |at: usize| Made {
        module: fs::read(name(at, "spv")).ok(),
        messages: fs::read_to_string(name(at, "txt")).unwrap_or_default(),
    };
    (0..lines.len()).map(made).collect()
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// How many lines had a module, and how many messages.
fn check(seed: u64) -> (usize, usize) {
    let folder = Folder(std::env::temp_dir().join(format!("hlsl2spirv-families-{}-{seed}", std::process::id())));
    fs::create_dir_all(&folder.0).expect("a folder can be made");
    let mut random = Random::new(seed);
    let space = Space::new(&mut random);
    for (name, text) in &space.files {
        fs::write(folder.0.join(name), text).expect("a file can be written");
    }
    let input = folder.0.join("main.hlsl").display().to_string();
    let lines: Vec<Vec<String>> = (0..LINES).map(|_| space.line(&mut random, &input)).collect();
    let shared = together(&folder.0, &lines, random.below(2) + 1);
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

#[test]
fn a_batch_gives_modules_and_messages_of_single_calls() {
    let (count, first) = (number("FAMILIES_COUNT").unwrap_or(USUAL), number("FAMILIES_SEED").unwrap_or(1));
    let counts: Vec<(usize, usize)> = (first..first + count).map(check).collect();
    let (modules, messages): (usize, usize) = counts.iter().fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    // Spaces of mistakes alone, or without any, would test little.
    let is_mixed = modules > LINES * count as usize / 3 && messages > modules / 5;
    assert!(count < USUAL || is_mixed, "{count} spaces: {modules} modules, {messages} lines with messages");
}
