//! The options of runs from the arguments of commands: the host, the engine, its checks, and the trials.

use arguments::{CheckArguments, HostArguments, Seeds};
use check::{Checks, Schedule, Trial};
use launch::kernels;
use launch::kernels::checked::{MOST_TRIALS, all_trials};
use runner::{Checking, Engine, Options, Screens};

/// The options under which kernels are compiled and run by default.
///
/// # Errors
/// When a requested folder for compiled code is unusable.
pub(crate) fn options(arguments: &HostArguments) -> Result<Options, String> {
    let HostArguments { llvm, cache, threads, cpu, exact } = arguments;
    let cache = kernels::cache::cache(cache.as_deref())?;
    Ok(Options {
        host: kernels::host(llvm.as_deref(), *threads),
        cpu: *cpu,
        exact: *exact,
        cache,
        ..Options::default()
    })
}

/// The checks of a run.
///
/// # Errors
/// When there is no such check.
pub(crate) fn checks(arguments: &CheckArguments) -> Result<Option<Checks>, String> {
    let checks = arguments.check.as_deref().map(|list| Checks::parse(list, arguments.rules)).transpose();
    checks.map_err(|error| format!("'--check': {error}"))
}

/// The engine: the interpreter if it is requested, or if there are checks.
///
/// # Errors
/// When there is no such check, or code of LLVM is to look at something.
pub(crate) fn engine(arguments: &CheckArguments) -> Result<Engine, String> {
    let checks = checks(arguments)?;
    match (arguments.engine.map(|engine| engine.0), checks) {
        (Some(false), Some(_)) => {
            Err("'--check' requires the interpreter and cannot be used with '--engine compiled'".to_owned())
        }
        (Some(false) | None, None) => Ok(Engine::Compiled),
        (_, checks) => Ok(interpreter(arguments, checks.unwrap_or_else(Checks::none))),
    }
}

/// The interpreter with these checks.
pub(crate) fn interpreter(arguments: &CheckArguments, checks: Checks) -> Engine {
    let (resident, max_steps) = (arguments.resident, arguments.max_steps);
    let counts = arguments.coverage.is_some() || arguments.profile.is_some();
    // The interpreter that is requested by name runs alone.
    let screens = if arguments.engine.is_some() { Screens::None } else { Screens::default() };
    Engine::Interpreter(Checking { resident, max_steps, counts, screens, ..Checking::new(checks) })
}

/// The runs of a shader: one for each size of waves and each schedule.
///
/// # Errors
/// When schedule and seeds do not fit, or several runs of compiled code are wanted.
pub(crate) fn trials(arguments: &CheckArguments) -> Result<Vec<Trial>, String> {
    if let Some(trial) = arguments.replay {
        return Ok(vec![trial]);
    }
    let schedules: Vec<Schedule> = match (arguments.schedule, &arguments.seed) {
        (None, None) => vec![Schedule::default()],
        (Some(schedule), None) => vec![schedule],
        (None | Some(Schedule::Random(_)), Some(Seeds(seeds))) => {
            seeds.clone().take(MOST_TRIALS + 1).map(Schedule::Random).collect()
        }
        (Some(schedule), Some(_)) => return Err(format!("'--seed' cannot be used with the schedule '{schedule}'")),
    };
    let waves = arguments.waves();
    if arguments.check.is_none() && waves.len() > 1 {
        return Err("several wave sizes require '--check'".to_owned());
    }
    if matches!(schedules[..], [Schedule::All(_)]) && waves.len() > 1 {
        return Err("'--schedule all' supports one wave size only".to_owned());
    }
    all_trials(waves, &schedules)
}
