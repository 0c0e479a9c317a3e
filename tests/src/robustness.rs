//! Bad input: any bytes get an answer, soon, with a location, and never an internal error.
//!
//! Owns the properties of every answer; the submodules make inputs.

mod doubling;
mod noise;
mod preprocessor;
mod shapes;
mod sweep;

use base::diag::Severity;
use driver::{Compiler, Failure, Message};
use libtest_mimic::{Failed, Trial};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time limit of an input. Generous, because builds without optimisation on busy machines run these too.
const PATIENCE: Duration = Duration::from_secs(20);

/// The name of every input.
const NAME: &str = "bad.hlsl";

/// Messages without a location: the entry point of the options does not exist.
const WITHOUT_PLACE: &[&str] = &["E2010"];

type Maker = fn() -> Vec<String>;

/// Kinds of bad input with their generators.
const KINDS: &[(&str, Maker)] = &[
    ("deeply_nested", shapes::deeply_nested),
    ("long_chains", shapes::long_chains),
    ("long_lines", shapes::long_lines),
    ("large_types", shapes::large_types),
    ("bytes", noise::bytes),
    ("words", noise::words),
    ("macro_bombs", preprocessor::macro_bombs),
    ("include_loops", preprocessor::include_loops),
    ("odd_directives", preprocessor::odd_directives),
];

pub(crate) fn trials() -> Vec<Trial> {
    let trial = |&(name, make): &(&'static str, Maker)| Trial::test(format!("robustness::{name}"), move || all(make()));
    KINDS.iter().map(trial).chain(sweep::trials()).chain(doubling::trials()).collect()
}

fn all(texts: Vec<String>) -> Result<(), Failed> {
    let compiler = Compiler::from_args(&["-T", "ps_6_0", "-fcgl", "-Vd", NAME])?;
    texts.iter().try_for_each(|text| survive(&compiler, text).map(drop))
}

/// Compiles a text, which includes itself under every name; returns whether it is correct.
fn survive(compiler: &Compiler, text: &str) -> Result<bool, Failed> {
    let shared: Arc<str> = text.into();
    let itself = |path: &str| (!path.starts_with('<')).then(|| shared.clone());
    let start = Instant::now();
    let result = compiler.compile(NAME, text, &itself);
    let took = start.elapsed();
    let complaint = match &result {
        Ok(_) => None,
        Err(failure) => wrong_with(failure),
    };
    let late = (took > PATIENCE).then(|| format!("took {took:?}"));
    match complaint.or(late) {
        Some(what) => Err(format!("{what} for\n{}", text.chars().take(300).collect::<String>()).into()),
        None => Ok(result.is_ok()),
    }
}

/// The objection to a failure: an internal error, or no location to look at.
fn wrong_with(failure: &Failure) -> Option<String> {
    let errors: Vec<_> = failure.report.messages().filter(|message| message.severity >= Severity::Error).collect();
    if errors.is_empty() {
        return Some("failed without an error".to_owned());
    }
    let is_ours = |code: &str| code.starts_with("E59");
    let is_lost = |error: &&Message| error.location.is_none() && !WITHOUT_PLACE.contains(&error.code);
    let bad = errors.iter().find(|error| is_ours(error.code) || is_lost(error))?;
    Some(format!("'{} {}' at {:?}", bad.code, bad.text, bad.location))
}
