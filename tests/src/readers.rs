//! Modules of the corpus in other compilers' SPIR-V readers: naga, WebGPU's reader in Rust, and the system's
//! `spirv-cross`.
//!
//! `suite/readers.txt` lists what they refuse: features that a reader lacks, whichever compiler makes the module, and
//! files whose modules it refuses for other reasons. Exactly these must be refused.

use crate::{bless, collect, compiler, directives};
use driver::internal;
use libtest_mimic::{Failed, Trial};
use naga::front::spv;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const LIST: &str = "readers.txt";

/// A program that reads modules.
#[derive(Clone, Copy)]
enum Reader {
    Naga,
    SpirvCross,
}

impl Reader {
    /// Its name, which begins its section of the list.
    fn name(self) -> &'static str {
        match self {
            Reader::Naga => "naga",
            Reader::SpirvCross => "spirv-cross",
        }
    }

    /// True if every machine has the same version of it.
    fn is_pinned(self) -> bool {
        match self {
            Reader::Naga => true,
            Reader::SpirvCross => false,
        }
    }

    /// Reads a module; the error is a one-line reason.
    fn read(self, words: &[u32]) -> Result<(), String> {
        match self {
            Reader::Naga => by_naga(words),
            Reader::SpirvCross => by_spirv_cross(words),
        }
    }
}

/// A test per reader.
pub(crate) fn trials() -> Vec<Trial> {
    let missing = !crate::foreign::is_installed(Reader::SpirvCross.name());
    let note = if missing { " (skipped: there is no spirv-cross in PATH)" } else { "" };
    let trial = |reader: Reader, note| {
        let name = format!("readers::{} takes our modules{note}", reader.name());
        Trial::test(name, move || check(reader))
    };
    vec![trial(Reader::Naga, ""), trial(Reader::SpirvCross, note).with_ignored_flag(missing)]
}

/// Compares a reader's refusals with the list.
fn check(reader: Reader) -> Result<(), Failed> {
    let list = List::read()?;
    let listed = list.section(reader.name());
    let refused = refusals(reader)?;
    let lacks: Vec<&str> = list.section(&lacks(reader)).keys().copied().collect();
    let (lacking, others): (BTreeMap<_, _>, BTreeMap<_, _>) =
        refused.iter().partition(|(_, reason)| lacks.iter().any(|lack| reason.contains(lack)));
    if bless::wanted() {
        return list.write(reader, &others);
    }
    let known = |(file, reason): &(&&String, &&String)| {
        listed.get(file.as_str()).is_some_and(|expected| reason.contains(expected))
    };
    let unknown = others.iter().filter(|row| !known(row)).map(|(file, reason)| format!("refused: {file}: {reason}"));
    // The list cannot know the version of the system's reader.
    let judged = if reader.is_pinned() { &listed } else { &BTreeMap::new() };
    let taken = judged.keys().filter(|file| !refused.contains_key(**file) && !is_skipped(Path::new(file)));
    let taken = taken.map(|file| format!("taken: {file}"));
    let reasons: BTreeSet<&String> = lacking.into_values().collect();
    let unused =
        lacks.iter().filter(|lack| reader.is_pinned() && !reasons.iter().any(|reason| reason.contains(**lack)));
    let wrong: Vec<String> = unknown.chain(taken).chain(unused.map(|lack| format!("no module has: {lack}"))).collect();
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(format!("{LIST} is not what happens\n{}", wrong.join("\n")).into()),
    }
}

/// Returns whether a file is not run by builds like this one.
fn is_skipped(file: &Path) -> bool {
    let text = std::fs::read(file).map(internal::decode).unwrap_or_default();
    directives::read(&text).is_ok_and(|directives| directives.skip.is_some())
}

/// The name of the section of features that a reader lacks.
fn lacks(reader: Reader) -> String {
    format!("{} lacks", reader.name())
}

/// The files of the corpus with refused modules, each with the first reason.
fn refusals(reader: Reader) -> Result<BTreeMap<String, String>, Failed> {
    let mut files = collect::files(Path::new(collect::SUITE), "hlsl");
    files.extend(collect::files(&collect::workspace().join("shaders"), "hlsl"));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let parts = files.chunks(files.len().div_ceil(threads).max(1));
    let found = std::thread::scope(|scope| {
        let run = |part: &[PathBuf]| part.iter().filter_map(|file| refusal(reader, file)).collect::<Vec<_>>();
        let parts: Vec<_> = parts.map(|part| scope.spawn(move || run(part))).collect();
        parts.into_iter().flat_map(|part| part.join().expect("a reader that panics is caught")).collect()
    });
    Ok(found)
}

/// The first reason why a reader refuses a module of a file. Files that do not compile have none, and modules before
/// legalisation are not meant to be read.
fn refusal(reader: Reader, file: &Path) -> Option<(String, String)> {
    let name = collect::display(file).trim_start_matches("../").to_owned();
    let directives = directives::read(&internal::decode(std::fs::read(file).ok()?)).ok()?;
    if directives.skip.is_some() {
        return None;
    }
    let compilers = directives.runs.iter().filter_map(|run| compiler::compiler(&run.options).ok());
    let shaders = compilers.filter(|it| !it.options().optimise.front_end_only && !it.options().takes_kernels());
    let mut modules = shaders.filter_map(|compiler| compiler.compile_file(file).ok());
    let reason = modules.find_map(|it| reader.read(&it.words).err().filter(|_| !it.words.is_empty()))?;
    Some((name, reason))
}

/// naga recurses over the nesting of a module, for which a test's own stack is too small without optimisation.
const NAGA_STACK: usize = 256 << 20;

fn by_naga(words: &[u32]) -> Result<(), String> {
    let read = || {
        let module = spv::Frontend::new(words.iter().copied(), &spv::Options::default()).parse();
        let module = module.map_err(|error| format!("{error:?}"))?;
        let checked = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module);
        checked.map(drop).map_err(|error| format!("{:?}", error.into_inner()))
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(NAGA_STACK).spawn_scoped(scope, read);
        let thread = thread.map_err(|error| error.to_string())?;
        thread.join().unwrap_or_else(|_| Err("panics".to_owned()))
    })
}

fn by_spirv_cross(words: &[u32]) -> Result<(), String> {
    let mut command = Command::new(Reader::SpirvCross.name());
    command.args(["--vulkan-semantics", "-"]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    // The reader may refuse a module before reading it to its end.
    let _ = child.stdin.take().map(|mut input| input.write_all(&bytes));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => Ok(()),
        false => Err(said.lines().next().unwrap_or("it ends without a word").to_owned()),
    }
}

/// The list: `[section]`, and below it a row `subject: reason` each.
struct List(String);

impl List {
    fn read() -> Result<Self, Failed> {
        Ok(List(std::fs::read_to_string(Path::new(collect::SUITE).join(LIST))?))
    }

    /// The rows of a section by their subjects.
    fn section(&self, name: &str) -> BTreeMap<&str, &str> {
        let lines = self.0.lines().skip_while(|line| *line != format!("[{name}]")).skip(1);
        let lines = lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| line.split_once(": ")).collect()
    }

    /// Rewrites the section of a reader; reasons that still hold are kept.
    fn write(&self, reader: Reader, refused: &BTreeMap<&String, &String>) -> Result<(), Failed> {
        let heading = format!("[{}]\n", reader.name());
        let known = self.section(reader.name());
        let (head, rest) = self.0.split_once(&heading).unwrap_or((&self.0, ""));
        let behind = rest.find("\n[").map_or("", |at| &rest[at..]);
        let row = |(file, reason): (&&String, &&String)| {
            let reason = known.get(file.as_str()).copied().filter(|it| reason.contains(it)).unwrap_or(reason.as_str());
            format!("{file}: {reason}\n")
        };
        let rows: String = refused.iter().map(row).collect();
        let text = format!("{head}{heading}{rows}{behind}");
        std::fs::write(Path::new(collect::SUITE).join(LIST), text).map_err(Failed::from)
    }
}
