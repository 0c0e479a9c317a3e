//! Kernels on this machine's OpenCL runtimes, with the runner's results as the reference: the corpus, the compute
//! shaders of `shaders/`, modules of other compilers, and clang's output for OpenCL C.
//!
//! `suite/kernels/runtimes.txt` names the known runtimes with their limitations. Others are used only if
//! `OPENCL_DEVICE` names them. Shaders without a kernel form are listed in `suite/kernels/refused.txt`.

use crate::foreign::{self, Made};
use crate::kernels::support::trial;
use crate::known::{Known, Row};
use crate::{Devices, as_kernel, collect, exec, kernels, llvm_ir};
use harness::device::{Device, Source};
use libtest_mimic::{Failed, Trial};

/// The list of known runtimes.
const LIST: &str = "kernels/runtimes.txt";
/// The environment variable that selects other runtimes.
const CHOICE: &str = "OPENCL_DEVICE";

type Verdict = Result<(), Failed>;
type Run = Box<dyn FnOnce(&Device) -> Verdict + Send>;

/// A test without its device, or with the reason why it is missing.
struct Job {
    name: String,
    run: Result<Run, String>,
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
    let known = Known::read(LIST);
    if !known.has(runtime) && std::env::var_os(CHOICE).is_none() {
        return vec![missing("opencl::kernels", &format!("{LIST} does not know {runtime}"))];
    }
    let jobs = jobs();
    let names = jobs.iter().map(|job| job.name.clone()).collect();
    let mut all = vec![known.clone().rows_have_tests("opencl", runtime, names)];
    for Job { name, run } in jobs {
        let title = format!("opencl::{name} on {runtime}");
        let row = known.row(runtime, &name);
        let run = run.and_then(|run| match row.as_ref().and_then(Row::fatal) {
            Some(reason) => Err(reason.to_owned()),
            None => Ok(run),
        });
        let known = known.clone();
        all.push(match run {
            Ok(run) => trial(&Ok(device.clone()), title, move |device| known.judge(row.as_ref(), run(device))),
            Err(reason) => missing(&title, &reason),
        });
    }
    all
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
