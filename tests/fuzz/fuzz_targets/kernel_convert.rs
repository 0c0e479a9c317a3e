//! Any words: as a module of shaders they become kernels or an error, as one of kernels LLVM IR or an error, and what comes
//! of either can be written.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let words: Vec<u32> = data.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
    let _ = llvmir::to_llvm(&words, llvmir::Spelling::Opaque);
    let _ = llvmir::to_llvm(&words, llvmir::Spelling::Typed);
    let Ok(module) = dialect::spirv::read::read(&words) else { return };
    for target in base::target::KERNEL_TARGETS.iter().filter(|target| target.spirv >= (1, 2)) {
        let (version, waves) = (target.spirv, target.waves);
        let options = kernel::Options { version, waves, keep_bindings: false, flatten_arrays: false };
        if let Ok((module, _)) = kernel::convert(&module, &options) {
            let words = dialect::spirv::write::write(&module).expect("kernels are written");
            let _ = llvmir::to_llvm(&words, llvmir::Spelling::Opaque);
        }
    }
});
