//! The files under `suite/`: each is compiled according to its directives and must meet its expectations.

use crate::directives::{Directives, Run};
use crate::{bless, capabilities, collect, compiler, directives, exec, graphs, launches, messages, pattern};
use driver::settings::Emit;
use driver::{Artifact, Failure, Report};
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};

/// One test per file.
pub(crate) fn trials() -> Vec<Trial> {
    collect::files(Path::new(collect::SUITE), "hlsl").into_iter().map(trial).collect()
}

fn trial(path: PathBuf) -> Trial {
    let name = collect::display(&path);
    let bytes = std::fs::read(&path).unwrap_or_default();
    let text = driver::internal::decode(bytes);
    let directives = directives::read(&text);
    let skipped = directives.as_ref().is_ok_and(|found| found.skip.is_some());
    Trial::test(name, move || check(&path)).with_ignored_flag(skipped)
}

/// Checks a file.
pub(crate) fn check(path: &Path) -> Result<(), Failed> {
    let text = driver::internal::decode(std::fs::read(path)?);
    let directives = directives::read(&text).map_err(Failed::from)?;
    check_file(&collect::display(path), &text, &directives).map_err(|problem| explain(path, &problem))
}

fn explain(path: &Path, problem: &str) -> Failed {
    let name = collect::display(path);
    format!("{problem}\nto accept messages and exact text: UPDATE=1 cargo test -p tests {name}").into()
}

fn check_file(name: &str, text: &str, directives: &Directives) -> Result<(), String> {
    let mut problems = Vec::new();
    let mut blessing = Blessing::default();
    for run in &directives.runs {
        let result = compile(name, run);
        let seen = match run.rules {
            Some(rules) => {
                let watched = match &run.exec {
                    Some(exec) if exec.launch.is_some() => launches::watched,
                    Some(exec) if exec.graph.is_some() => graphs::watched,
                    Some(_) | None => exec::watched,
                };
                messages::seen(&watched(name, run, rules)?, name)
            }
            None => messages::seen(report(&result), name),
        };
        let dump = dump(&result, run);
        if bless::wanted() {
            problems.extend(blessing.add(seen));
            blessing.exact = run.exact.is_some().then(|| dump.clone()).or(blessing.exact);
        } else {
            problems.extend(messages::compare(&directives.messages, &seen).err());
            problems.extend(exact(run, &dump).err());
        }
        problems.extend(pattern::check(&run.checks, &dump).err().map(|problem| format!("{problem}\nin\n{dump}")));
        problems.extend(unexpected_failure(&result, directives));
        let words = result.as_ref().map_or(&[][..], |artifact| &artifact.words);
        problems.extend(capabilities::superfluous(&run.options, text, words).err());
    }
    if bless::wanted() && problems.is_empty() {
        bless_file(name, text, &blessing)?;
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// The output of a file's runs, from which the file is rewritten.
#[derive(Default)]
struct Blessing {
    messages: Option<Vec<messages::Seen>>,
    exact: Option<String>,
}

impl Blessing {
    /// Adds the messages of a run. Messages common to all runs are written once.
    fn add(&mut self, seen: Vec<messages::Seen>) -> Option<String> {
        let first = self.messages.get_or_insert_with(|| seen.clone());
        (*first != seen).then(|| {
            let listed = |all: &[messages::Seen]| all.iter().map(messages::head).collect::<Vec<_>>().join("\n");
            format!("the runs of this file are told different things:\n{}\nand\n{}", listed(first), listed(&seen))
        })
    }
}

fn bless_file(name: &str, text: &str, blessing: &Blessing) -> Result<(), String> {
    let mut blessed = bless::with_messages(text, blessing.messages.as_deref().unwrap_or_default());
    if let Some(dump) = &blessing.exact {
        blessed = bless::with_exact(&blessed, dump);
    }
    // A file in another encoding tests that encoding, which must stay.
    let is_plain = std::fs::read(name).is_ok_and(|bytes| bytes == text.as_bytes());
    if blessed != text && is_plain {
        std::fs::write(name, blessed).map_err(|error| format!("cannot write {name}: {error}"))?;
    }
    Ok(())
}

fn compile(name: &str, run: &Run) -> Result<Artifact, Failure> {
    let mut compiler = compiler::compiler(&run.options)?;
    let emit = &mut compiler.options_mut().output.emit;
    emit.extend(run.emit.filter(|_| emit.is_empty()));
    if run.emit.is_none() && (run.exact.is_some() || !run.checks.is_empty()) {
        emit.push(Emit::Spirv);
    }
    compiler.compile_file(name)
}

fn report(result: &Result<Artifact, Failure>) -> &Report {
    match result {
        Ok(artifact) => &artifact.report,
        Err(failure) => &failure.report,
    }
}

/// The last requested state.
fn dump(result: &Result<Artifact, Failure>, _run: &Run) -> String {
    let dumps = match result {
        Ok(artifact) => &artifact.dumps,
        Err(failure) => &failure.dumps,
    };
    let preprocessed = result.as_ref().ok().and_then(|artifact| artifact.preprocessed.clone());
    preprocessed.or_else(|| dumps.last().map(|(_, text)| text.clone())).unwrap_or_default()
}

fn exact(run: &Run, dump: &str) -> Result<(), String> {
    match &run.exact {
        Some(wanted) if wanted.trim_end() != dump.trim_end() => Err(difference(wanted.trim_end(), dump.trim_end())),
        Some(_) | None => Ok(()),
    }
}

/// The lines from the first difference on.
fn difference(wanted: &str, found: &str) -> String {
    let same = wanted.lines().zip(found.lines()).take_while(|(left, right)| left == right).count();
    let some = |text: &str, sign: &str| {
        text.lines().skip(same).take(8).map(|line| format!("{sign} {line}\n")).collect::<String>()
    };
    format!("the dump differs from line {} on:\n{}{}", same + 1, some(wanted, "-"), some(found, "+"))
}

/// A failure needs an error that was expected; an internal error is never expected.
fn unexpected_failure(result: &Result<Artifact, Failure>, directives: &Directives) -> Option<String> {
    let failure = result.as_ref().err()?;
    let internal = failure.report.messages().any(|message| message.code.starts_with("E59"));
    let expected = directives.messages.iter().any(|message| message.severity.contains("error"));
    (internal || (!expected && !bless::wanted())).then(|| format!("the compilation failed:\n{failure}"))
}
