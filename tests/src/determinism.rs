//! The same source gives the same bytes: again, and on many threads at once.

use crate::{collect, directives};
use driver::Compiler;
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};

const THREADS: usize = 8;

pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::test("determinism::threads_agree", threads_agree)]
}

/// The folders of the programs: the shaders, and the features one by one.
fn folders() -> Vec<PathBuf> {
    let suite = Path::new(collect::SUITE);
    let topics = ["codegen", "intrinsics", "sema", "vulkan"].map(|topic| suite.join(topic));
    topics.into_iter().chain([collect::workspace().join("shaders")]).collect()
}

/// The bytes of all modules. Programs that do not compile are another test's business.
fn everything() -> Vec<u8> {
    folders().iter().flat_map(|folder| collect::files(folder, "hlsl")).flat_map(|path| modules(&path)).collect()
}

fn modules(path: &Path) -> Vec<u8> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let runs = directives::read(&text).map(|found| found.runs).unwrap_or_default();
    let compile = |options: &[String]| {
        let compiler = Compiler::from_args(options).ok()?;
        compiler.compile_file(path).ok().map(|artifact| artifact.bytes())
    };
    runs.iter().filter_map(|run| compile(&run.options)).flatten().collect()
}

fn threads_agree() -> Result<(), Failed> {
    let first = everything();
    let agree = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(everything)).collect();
        threads.into_iter().map(|thread| thread.join().is_ok_and(|bytes| bytes == first)).collect::<Vec<_>>()
    });
    if agree.iter().all(|same| *same) { Ok(()) } else { Err(format!("threads that agree: {agree:?}").into()) }
}
