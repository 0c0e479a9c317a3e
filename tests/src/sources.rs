//! Random sources: whatever a text says, there is a valid module or a message at a place of it, and never an error of the
//! compiler itself.
//!
//! Mutants are files of the suite and of `shaders/` with a few tokens changed (`tokens.rs`), places are declarations and
//! uses of each type in each place (`places.rs`), methods are calls of those of textures (`methods.rs`). `TOKENS_COUNT`,
//! `PLACES_COUNT`, `METHODS_COUNT` and the same with `_SEED` set the numbers and the first seeds (`cases.rs`).

mod corpus;
mod methods;
mod options;
mod places;
mod tokens;

use crate::cases::{Cases, Fate};
use ::mutants::Numbers;
use base::diag::Severity;
use driver::{Compiler, Disk, Failure, Message};
use libtest_mimic::Trial;
use std::time::{Duration, Instant};

/// The default numbers of cases.
const TOKENS: u64 = 10_000;
const PLACES: u64 = 2_000;
const METHODS: u64 = 1_000;
/// The least number of cases of a test.
const BATCH: u64 = 200;

/// The time limit of a source.
const PATIENCE: Duration = Duration::from_secs(20);

/// A source with its options.
pub(crate) struct Source {
    /// The path by which it includes others.
    pub(crate) path: String,
    pub(crate) options: Vec<String>,
    pub(crate) text: String,
}

/// Makes the source of a seed.
type Maker = fn(&mut Numbers) -> Source;

const KINDS: &[(&str, &str, u64, Maker)] = &[
    ("tokens", "TOKENS", TOKENS, tokens::mutant),
    ("places", "PLACES", PLACES, places::source),
    ("methods", "METHODS", METHODS, methods::source),
];

/// Tests of ranges of seeds.
pub(crate) fn trials() -> Vec<Trial> {
    let of_kind = |&(name, variable, count, make): &(&'static str, &str, u64, Maker)| {
        let cases = Cases::of(variable, count);
        let batches = cases.batches(BATCH);
        batches.into_iter().map(move |seeds| {
            let mut tally = cases.tally(name);
            Trial::test(format!("sources::{name} {}", seeds.start), move || {
                for seed in seeds.clone() {
                    let fate = compile(&make(&mut Numbers::new(seed)));
                    tally.count(1, fate.map_err(|problem| format!("{name}, seed {seed}: {problem}").into()));
                }
                tally.verdict()
            })
        })
    };
    KINDS.iter().flat_map(of_kind).collect()
}

/// Compiles a source: a module of ours is valid, since the compiler checks it.
fn compile(source: &Source) -> Result<Fate, String> {
    let Source { path, options, text } = source;
    let say = |what: &str| format!("{what}\n{} {path}\n{text}", options.join(" "));
    let compiler = match Compiler::from_args(options) {
        Ok(compiler) => compiler,
        Err(failure) => return complaint(&failure).map_or(Ok(Fate::Refused), |what| Err(say(&what))),
    };
    let start = Instant::now();
    let result = compiler.compile(path, text, &Disk);
    if start.elapsed() > PATIENCE {
        return Err(say("it takes too long"));
    }
    match result {
        Ok(_) => Ok(Fate::Ended),
        Err(failure) => complaint(&failure).map_or(Ok(Fate::Refused), |what| Err(say(&what))),
    }
}

/// The objection to a failure.
fn complaint(failure: &Failure) -> Option<String> {
    let errors: Vec<Message> =
        failure.report.messages().filter(|message| message.severity >= Severity::Error).collect();
    if errors.is_empty() {
        return Some("a failure without an error".to_owned());
    }
    // The optimiser reads what codegen has made.
    let is_unread = |error: &Message| error.code == "E5105" && !error.text.contains("there is no pass");
    let is_ours = |error: &Message| error.code.starts_with("E59") || is_unread(error);
    let is_lost = |error: &Message| error.location.is_none() && !has_no_place(error);
    let ours = errors.iter().find(|error| is_ours(error));
    // One place is enough.
    let bad = ours.or_else(|| errors.first().filter(|_| errors.iter().all(is_lost)))?;
    Some(format!("'{} {}' at {:?}", bad.code, bad.text, bad.location))
}

/// Returns whether a message may be about the command line, or about the module as a whole.
fn has_no_place(error: &Message) -> bool {
    /// Combinations of options, an entry point that does not exist, and limits of a module.
    const ABOUT_ALL: [&str; 9] = ["E2010", "E2068", "E5101", "E5103", "E5104", "E5105", "E5106", "E5112", "E5113"];
    /// What options ask for, and what a library without entry points needs.
    const REQUIRED: [&str; 4] =
        ["VulkanMemoryModel", "Linkage", "SignedZeroInfNanPreserve", "SPV_KHR_non_semantic_info"];
    let is_required = error.code == "E3001" && REQUIRED.iter().any(|name| error.text.contains(name));
    ABOUT_ALL.contains(&error.code) || error.code.starts_with("E50") || is_required
}
