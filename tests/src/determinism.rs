//! The same source gives the same bytes and the same messages: again, on many threads at once, and with a cache that they
//! share.

use crate::{collect, directives};
use driver::{CompilationCache, Compiler};
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number of threads without a cache, and of those that share one.
const ALONE: usize = 2;
const SHARING: usize = 3;

pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::test("determinism::threads_agree", threads_agree)]
}

/// The folders of the programs: the shaders, and the features one by one.
fn folders() -> Vec<PathBuf> {
    let suite = Path::new(collect::SUITE);
    let topics = ["codegen", "intrinsics", "sema", "vulkan"].map(|topic| suite.join(topic));
    topics.into_iter().chain([collect::workspace().join("shaders")]).collect()
}

/// What comes of each run of each program.
fn everything(cache: Option<&Arc<CompilationCache>>) -> Vec<(PathBuf, Vec<u8>, String)> {
    let paths = folders().into_iter().flat_map(|folder| collect::files(&folder, "hlsl"));
    let shared = |compiler: Compiler| match cache {
        Some(cache) => compiler.sharing(Arc::clone(cache)),
        None => compiler,
    };
    paths.flat_map(|path| runs(&path, &shared)).collect()
}

fn runs(path: &Path, set: &dyn Fn(Compiler) -> Compiler) -> Vec<(PathBuf, Vec<u8>, String)> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let runs = directives::read(&text).map(|found| found.runs).unwrap_or_default();
    let compile = |options: &[String]| {
        let compiler = set(Compiler::from_args(options).ok()?);
        let (bytes, messages) = match compiler.compile_file(path) {
            Ok(artifact) => (artifact.bytes(), artifact.report.to_string()),
            Err(failure) => (Vec::new(), failure.to_string()),
        };
        Some((path.to_owned(), bytes, messages))
    };
    runs.iter().filter_map(|run| compile(&run.options)).collect()
}

fn threads_agree() -> Result<(), Failed> {
    let (first, cache) = (everything(None), Arc::new(CompilationCache::default()));
    let differs = |cache| everything(cache).into_iter().zip(&first).find(|(now, before)| now != *before);
    let different = std::thread::scope(|scope| {
        let alone = (0..ALONE).map(|_| scope.spawn(|| differs(None)));
        // Twice: what one round has checked, the next one leaves out.
        let sharing = (0..SHARING).map(|_| scope.spawn(|| differs(Some(&cache)).or_else(|| differs(Some(&cache)))));
        let threads: Vec<_> = alone.chain(sharing).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no compilation panics")).collect::<Vec<_>>()
    });
    match different.first() {
        None => Ok(()),
        Some(((path, _, now), (_, _, before))) => {
            let path = collect::display(path);
            Err(format!(
                "{} threads differ; one in {path}, with the messages\n{now}\nand not\n{before}",
                different.len()
            )
            .into())
        }
    }
}
