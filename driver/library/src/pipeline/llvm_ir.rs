//! Files in LLVM IR, text or bitcode, as modules of kernels.
//!
//! LLVM's library parses them, the crate `llvmir` translates them to SPIR-V.

use base::target::KernelTarget;

/// Returns whether a file is LLVM IR: bitcode by its first bytes, text by its name.
pub fn is_llvm_ir(name: &str, bytes: &[u8]) -> bool {
    const BITCODE: [&[u8]; 2] = [b"BC\xC0\xDE", &[0xDE, 0xC0, 0x17, 0x0B]];
    name.ends_with(".ll") || BITCODE.iter().any(|start| bytes.starts_with(start))
}

/// The words of a module of kernels for a target, OpenCL 2.2 where none is named. Unknown functions are imported if that is
/// wanted.
///
/// # Errors
/// When it is not LLVM IR, or has something without an equivalent in SPIR-V.
#[cfg(feature = "runner")]
pub fn words(bytes: &[u8], target: Option<&KernelTarget>, imports: bool) -> Result<Vec<u32>, String> {
    let may_raise = target.is_none();
    let takes_structs = target.is_some_and(|target| target.name == "levelzero");
    let version = target.or_else(|| KernelTarget::from_name("opencl2.2")).map_or((1, 0), |target| target.spirv);
    let llvm = runner::jit::Llvm::find().map_err(|error| error.to_string())?;
    let module = llvm.read_ir(bytes).map_err(|error| error.to_string())?;
    let module = llvmir::from_llvm(&module, llvmir::Settings { version, takes_structs, may_raise, imports })
        .map_err(|error| error.to_string())?;
    dialect::spirv::write::write(&module).map_err(|error| error.to_string())
}

/// Fails: LLVM's library is found by the runner.
///
/// # Errors
/// Always.
#[cfg(not(feature = "runner"))]
pub fn words(_: &[u8], _: Option<&KernelTarget>, _: bool) -> Result<Vec<u32>, String> {
    Err(crate::pipeline::states::WITHOUT.to_owned())
}
