//! The functions of LLVM's C API that parse, optimise, compile and link, under our own names.

use super::library::Library;
use std::ffi::{c_char, c_int, c_void};

/// Declares functions to look up, with their C names.
macro_rules! functions {
    ($($field:ident = $name:literal: fn($($arg:ty),*) $(-> $ret:ty)?;)*) => {
        /// The functions, as the library has them.
        pub(super) struct Functions {
            $(pub(super) $field: unsafe extern "C" fn($($arg),*) $(-> $ret)?,)*
        }

        impl Functions {
            /// Looks up all functions; the error names a missing one.
            pub(super) fn look_up(library: &Library) -> Result<Self, String> {
                // SAFETY: the types are those of the C headers of LLVM 19 to 22.
                unsafe { Ok(Functions { $($field: *library.get(concat!($name, "\0").as_bytes()).map_err(|_| $name.to_owned())?,)* }) }
            }
        }
    };
}

/// A handle of an LLVM object, or null.
pub(super) type Ref = *mut c_void;

functions! {
    absolute_symbols = "LLVMOrcAbsoluteSymbols": fn(*mut SymbolPair, usize) -> Ref;
    add_object = "LLVMOrcLLJITAddObjectFile": fn(Ref, Ref, Ref) -> Ref;
    buffer_size = "LLVMGetBufferSize": fn(Ref) -> usize;
    buffer_start = "LLVMGetBufferStart": fn(Ref) -> *const c_char;
    context_create = "LLVMContextCreate": fn() -> Ref;
    context_dispose = "LLVMContextDispose": fn(Ref);
    create_jit = "LLVMOrcCreateLLJIT": fn(*mut Ref, Ref) -> Ref;
    create_jit_builder = "LLVMOrcCreateLLJITBuilder": fn() -> Ref;
    create_machine = "LLVMCreateTargetMachine": fn(Ref, *const c_char, *const c_char, *const c_char, c_int, c_int, c_int) -> Ref;
    create_machine_builder = "LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine": fn(Ref) -> Ref;
    create_layout = "LLVMCreateTargetDataLayout": fn(Ref) -> Ref;
    create_pass_options = "LLVMCreatePassBuilderOptions": fn() -> Ref;
    default_triple = "LLVMGetDefaultTargetTriple": fn() -> *mut c_char;
    define = "LLVMOrcJITDylibDefine": fn(Ref, Ref) -> Ref;
    dispose_buffer = "LLVMDisposeMemoryBuffer": fn(Ref);
    dispose_error_message = "LLVMDisposeErrorMessage": fn(*mut c_char);
    dispose_jit = "LLVMOrcDisposeLLJIT": fn(Ref) -> Ref;
    dispose_layout = "LLVMDisposeTargetData": fn(Ref);
    dispose_machine = "LLVMDisposeTargetMachine": fn(Ref);
    dispose_message = "LLVMDisposeMessage": fn(*mut c_char);
    dispose_module = "LLVMDisposeModule": fn(Ref);
    dispose_pass_options = "LLVMDisposePassBuilderOptions": fn(Ref);
    emit = "LLVMTargetMachineEmitToMemoryBuffer": fn(Ref, Ref, c_int, *mut *mut c_char, *mut Ref) -> c_int;
    error_message = "LLVMGetErrorMessage": fn(Ref) -> *mut c_char;
    host_cpu = "LLVMGetHostCPUName": fn() -> *mut c_char;
    host_features = "LLVMGetHostCPUFeatures": fn() -> *mut c_char;
    intern = "LLVMOrcLLJITMangleAndIntern": fn(Ref, *const c_char) -> Ref;
    lookup = "LLVMOrcLLJITLookup": fn(Ref, *mut u64, *const c_char) -> Ref;
    main_dylib = "LLVMOrcLLJITGetMainJITDylib": fn(Ref) -> Ref;
    memory_buffer = "LLVMCreateMemoryBufferWithMemoryRangeCopy": fn(*const c_char, usize, *const c_char) -> Ref;
    parse = "LLVMParseIRInContext": fn(Ref, Ref, *mut Ref, *mut *mut c_char) -> c_int;
    run_passes = "LLVMRunPasses": fn(Ref, *const c_char, Ref, Ref) -> Ref;
    set_layout = "LLVMSetModuleDataLayout": fn(Ref, Ref);
    set_machine_builder = "LLVMOrcLLJITBuilderSetJITTargetMachineBuilder": fn(Ref, Ref);
    target_from_triple = "LLVMGetTargetFromTriple": fn(*const c_char, *mut Ref, *mut *mut c_char) -> c_int;
    verify = "LLVMVerifyModule": fn(Ref, c_int, *mut *mut c_char) -> c_int;
    version = "LLVMGetVersion": fn(*mut u32, *mut u32, *mut u32);
}

/// A symbol that compiled code may call: `LLVMOrcCSymbolMapPair`.
#[repr(C)]
pub(super) struct SymbolPair {
    pub(super) name: Ref,
    pub(super) address: u64,
    pub(super) generic_flags: u8,
    pub(super) target_flags: u8,
}
