//! LLVM as several threads of a process load it at once, each for itself: in a process of its own, for only the first time
//! matters.
#![allow(unsafe_code, reason = "IR is compiled as it stands")]

#[path = "../src/test_llvm.rs"]
mod test_llvm;

use hlsl2spirv_runner::jit::{Effort, Llvm};
use std::sync::Barrier;

const THREADS: usize = 8;

#[test]
fn threads_load_at_once() {
    let start = Barrier::new(THREADS);
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                start.wait();
                let Some(llvm) = test_llvm::llvm(Llvm::find()) else { return };
                // SAFETY: nothing of the module runs.
                let code = unsafe { llvm.compile("define void @kernel() { ret void }", Effort::Quick, &[]) };
                assert!(code.is_ok(), "{:?}", code.err().map(|error| error.to_string()));
            });
        }
    });
}
