//! What `draw`, `trace` and `graph` have in common: options of runs, and how findings are shown.

use crate::output::cannot_write;
use crate::running;
use arguments::RunningArguments;
use check::{Checks, Level, Schedule};
use launch::kernels::{Clock, Problem, checked, specialization};
use library::files::staged::Staged;
use library::report::console::{complain, say};
use library::report::form::Form;
use runner::{Engine, Options};

/// The exit status of a command. A problem is reported.
pub(super) fn status(result: Result<u8, Problem>) -> u8 {
    match result {
        Ok(status) => status,
        Err(Problem::Compile(failure)) => {
            say(failure);
            5
        }
        Err(problem) => {
            complain(problem);
            1
        }
    }
}

/// Refuses what checked runs have and launches have not.
///
/// # Errors
/// When it is requested.
pub(super) fn refuse_others(running: &RunningArguments, what: &str) -> Result<(), Problem> {
    let checks = &running.checks;
    let others = [
        (checks.coverage.is_some(), "--coverage"),
        (checks.profile.is_some(), "--profile"),
        (matches!(checks.schedule, Some(Schedule::All(_))), "--schedule all"),
    ];
    match others.iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => Err(Problem::Other(format!("'{option}' is not available for {what}"))),
        None => Ok(()),
    }
}

/// The options under which shaders of these modules run. Where there is no LLVM, the interpreter runs them, unless LLVM is requested.
///
/// # Errors
/// When they do not fit each other.
pub(super) fn options(
    running: &RunningArguments,
    command: &str,
    modules: &[&[u32]],
    clock: &Clock,
) -> Result<Options, Problem> {
    let usual = running::options(&running.host)?;
    let trials = running::trials(&running.checks)?;
    let [trial] = trials[..] else {
        return Err(Problem::Other(format!("'{command}' runs shaders once: one schedule, one seed, one wave size")));
    };
    let engine = match running::engine(&running.checks)? {
        Engine::Compiled if running.host.llvm.is_none() && running.checks.engine.is_none() => match usual.host.llvm() {
            Ok(_) => Engine::Compiled,
            Err(_) => {
                say(
                    "hlsl2spirv: note: LLVM library not found; using the interpreter, which is hundreds of times slower",
                );
                running::interpreter(&running.checks, Checks::none())
            }
        },
        engine => engine,
    };
    let constants = specialization::constants(&running.constant, modules)?;
    Ok(checked::tried(&Options { engine, constants, deadline: clock.left(), ..usual }, trial))
}

/// Shows findings. Returns whether one of them is an error.
///
/// # Errors
/// When their file cannot be written.
pub(super) fn show(
    form: &Form<'_>,
    report: check::Report,
    checks: &Checks,
    (read, most): (&[String], Option<usize>),
    staged: &mut Staged,
) -> Result<bool, Problem> {
    let (mut located, report) = checked::located(report, checks, read);
    located.truncate(most.unwrap_or(usize::MAX));
    let text = located.render(&form.style);
    match form.file {
        Some(file) => staged.write(file, text.as_bytes()).map_err(cannot_write)?,
        None if text.is_empty() => {}
        None => say(text.trim_end()),
    }
    if !form.is_alone() {
        say(format_args!("hlsl2spirv: {}", checked::summary(&report)));
    }
    Ok(report.count(Level::Error) > 0)
}

/// Writes the outputs of a launch, unless it has failed. Returns the exit status.
///
/// # Errors
/// When the launch has failed, but not for a finding, or an output cannot be written.
pub(super) fn finish(
    ended: Result<(), runner::Error>,
    found: bool,
    mut staged: Staged,
    write: impl FnOnce(&mut Staged) -> Result<(), Problem>,
) -> Result<u8, Problem> {
    match ended {
        Err(runner::Error::Endless) if found => {}
        ended => {
            ended?;
            write(&mut staged)?;
        }
    }
    staged.commit().map_err(cannot_write)?;
    Ok(if found { super::run::FOUND } else { 0 })
}
