//! Any text as LLVM IR: it becomes a module of kernels, which can be written and printed, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use runner::jit::Llvm;
use std::sync::{Arc, LazyLock};

static LLVM: LazyLock<Option<Arc<Llvm>>> = LazyLock::new(|| Llvm::find().ok());

fuzz_target!(|data: &[u8]| {
    let Some(llvm) = &*LLVM else { return };
    // Bitcode is LLVM's own business: its reader is not made for this.
    if data.starts_with(b"BC") || data.starts_with(&[0xDE, 0xC0]) {
        return;
    }
    let Ok(module) = llvm.read_ir(data) else { return };
    let Ok(module) = llvmir::from_llvm(&module, llvmir::Settings { version: (1, 2), takes_structs: false, may_raise: true, imports: false }) else { return };
    if let Ok(words) = dialect::spirv::write::write(&module) {
        let _ = llvmir::to_llvm(&words, llvmir::Spelling::Opaque);
    }
});
