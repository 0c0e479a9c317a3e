//! LLVM as several threads of a process load it at once, each for itself: in a process of its own, for only the first time
//! matters.

use runner::jit::Llvm;
use std::sync::Barrier;

const THREADS: usize = 8;

#[test]
fn threads_load_at_once() {
    let start = Barrier::new(THREADS);
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                start.wait();
                let Ok(llvm) = Llvm::load(None) else { return };
                let code = llvm.compile("define void @kernel() { ret void }", "default<O1>", &[]);
                assert!(code.is_ok(), "{:?}", code.err().map(|error| error.to_string()));
            });
        }
    });
}
