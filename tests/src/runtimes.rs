//! Kernels on the OpenCL runtimes of this machine, which must give what the runner gives: what the corpus runs, the compute
//! shaders of `shaders/`, modules of other compilers, and what clang has made of OpenCL C.
//!
//! `suite/kernels/runtimes.txt` names the runtimes whose results are known, each with what it does not do: these tests must
//! fail with what the list says, or are not run where that would end the process. Others are asked only when `OPENCL_DEVICE` names them. Shaders without a kernel form are
//! listed in `suite/kernels/refused.txt`.

use crate::foreign::{self, Made};
use crate::kernels::support::trial;
use crate::{Devices, as_kernel, collect, exec, kernels, llvm_ir};
use harness::device::{Device, Source};
use libtest_mimic::{Failed, Trial};
use std::path::Path;

/// What is known of runtimes.
const LIST: &str = "kernels/runtimes.txt";
/// What rows say of tests that a runtime does not survive.
const FATAL: &str = "ends the process";
/// What asks for runtimes that are not known.
const CHOICE: &str = "OPENCL_DEVICE";

type Verdict = Result<(), Failed>;
type Run = Box<dyn FnOnce(&Device) -> Verdict + Send>;

/// A test before it knows where it runs; why there is none, where something is missing.
struct Job {
    name: String,
    run: Result<Run, String>,
}

/// What a runtime does not do: the beginning of its name, the test, or with a star behind it the beginning of some, and
/// what these fail with.
struct Row {
    runtime: String,
    test: String,
    reason: String,
}

impl Row {
    fn is_about(&self, runtime: &str, test: &str) -> bool {
        let is_it = self.test.strip_suffix('*').map_or(self.test == test, |start| test.starts_with(start));
        is_it && runtime.starts_with(&self.runtime)
    }
}

/// One test per runtime and kernel; one that is ignored where there is no runtime.
pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    match &devices.opencl {
        Ok(all) => all.iter().flat_map(|(name, device)| on(name, device)).collect(),
        Err(reason) => vec![missing("opencl::kernels", reason)],
    }
}

/// A test that cannot run.
fn missing(name: &str, reason: &str) -> Trial {
    trial(&Err(reason.to_owned()), name.to_owned(), |_| Ok(()))
}

fn on(runtime: &str, device: &Device) -> Vec<Trial> {
    let text = std::fs::read_to_string(Path::new(collect::SUITE).join(LIST)).unwrap_or_default();
    let is_known = text.lines().any(|line| section(line).is_some_and(|name| runtime.starts_with(name)));
    if !is_known && std::env::var_os(CHOICE).is_none() {
        return vec![missing("opencl::kernels", &format!("{LIST} does not know {runtime}"))];
    }
    let mut all = vec![rows_have_tests(runtime, &text)];
    for Job { name, run } in jobs() {
        let title = format!("opencl::{name} on {runtime}");
        let row = rows(&text).into_iter().find(|row| row.is_about(runtime, &name));
        all.push(match run {
            Ok(_) if row.as_ref().is_some_and(|row| row.reason.starts_with(FATAL)) => missing(&title, FATAL),
            Ok(run) => trial(&Ok(device.clone()), title, move |device| judge(row, run(device))),
            Err(reason) => missing(&title, &reason),
        });
    }
    all
}

/// Holds what has happened against the list.
fn judge(row: Option<Row>, result: Verdict) -> Verdict {
    let Some(Row { reason, .. }) = row else { return result };
    let Err(failed) = result else { return Err(format!("it works; {LIST} says: {reason}").into()) };
    let message = failed.message().unwrap_or_default();
    if message.contains(&reason) { Ok(()) } else { Err(format!("{LIST} says: {reason}\nbut: {message}").into()) }
}

/// The runtime whose rows follow.
fn section(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.strip_suffix(']')
}

fn rows(text: &str) -> Vec<Row> {
    let (mut runtime, mut all) = (String::new(), Vec::new());
    for line in text.lines() {
        match (section(line), line.split_once(": ")) {
            (Some(name), _) => name.clone_into(&mut runtime),
            (None, Some((test, reason))) if !line.starts_with('#') => {
                let (runtime, test, reason) = (runtime.clone(), test.to_owned(), reason.to_owned());
                all.push(Row { runtime, test, reason });
            }
            (None, _) => {}
        }
    }
    all
}

/// Each row of the list is about a test that there is.
fn rows_have_tests(runtime: &str, text: &str) -> Trial {
    let (rows, runtime) = (rows(text), runtime.to_owned());
    Trial::test(format!("opencl::{LIST} on {runtime}"), move || {
        let names: Vec<String> = jobs().into_iter().map(|job| job.name).collect();
        let has_test = |row: &Row| names.iter().any(|name| row.is_about(&runtime, name));
        let mut gone = rows.iter().filter(|row| runtime.starts_with(&row.runtime) && !has_test(row));
        gone.next().map_or(Ok(()), |row| Err(format!("there is no test '{}'", row.test).into()))
    })
}

fn jobs() -> Vec<Job> {
    let mut all = Vec::new();
    for (name, directives) in exec::runnable() {
        let (file, only_on_cpu) = (name.clone(), directives.only_on_cpu);
        let run: Run = Box::new(move |device| {
            let one = |run| exec::execute(device, &file, run);
            as_kernel::unless_refused(&file, directives.runs.iter().try_for_each(one))
        });
        all.push(Job { name, run: only_on_cpu.map_or(Ok(run), Err) });
    }
    for case in kernels::cases().into_iter().filter(|case| case.wave == kernels::support::WAVE) {
        all.push(Job { name: case.name, run: Ok(case.run) });
    }
    all.extend(foreign::all().into_iter().map(of_other_compiler));
    for (source, level) in llvm_ir::of_clang() {
        let name = format!("{} {level}", collect::display(&source));
        all.push(Job { name, run: Ok(Box::new(move |device| llvm_ir::run_on(device, &source, level))) });
    }
    all
}

fn of_other_compiler(made: Made) -> Job {
    let name = made.name();
    let run = match made.missing() {
        Some(reason) => Err(reason),
        None => Ok(Box::new(move |device: &Device| {
            let words = made.words()?;
            let result = exec::perform(device, &Source::new(&words, "main"), made.exec());
            as_kernel::unless_refused(&made.source(), result.map_err(Failed::from))
        }) as Box<_>),
    };
    Job { name, run }
}
