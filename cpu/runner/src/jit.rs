//! LLVM as a just-in-time compiler, loaded at run time: the only module with bindings to it.
//!
//! Nothing links LLVM, and building needs none. A library is searched at a path from the caller or the environment,
//! among the system's libraries, and in the Rust toolchain, whose copy has the same C API. IR is passed as text, so
//! that the versions of the library and of this crate need not match closely.
#![allow(unsafe_code, reason = "LLVM's C API takes raw pointers; every call states why it holds")]

mod api;
mod code;
mod effort;
mod error;
mod functions;
mod ir;
mod library;
mod machine;
mod module;
mod numbers;
mod places;
#[cfg(test)]
mod tests;

pub use code::Code;
pub use effort::Effort;
pub use error::JitError;
pub use ir::IrError;
pub use places::LIBRARY_VARIABLE;

use crate::cpu::{Arch, Cpu};
use crate::deadline;
use code::Linker;
use functions::{Functions, Ref};
use library::Library;
use machine::{Machine, Used};
use module::Module;
use numbers::OBJECT_FILE;
use places::{VERSIONS, places};
use std::ffi::{CStr, CString, c_char};
use std::fmt;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::{Arc, Mutex, OnceLock};

/// A loaded LLVM. It stays loaded as long as code compiled with it lives.
pub struct Llvm {
    functions: Functions,
    version: (u32, u32, u32),
    path: PathBuf,
    /// The triple, the name and the features of this machine's processor.
    own: OnceLock<[CString; 3]>,
    /// A linker for the next code.
    spare: Mutex<Option<Linker>>,
    /// Code generators for reuse: a new one would have to compute the features of the processor again.
    used: Mutex<Vec<Used>>,
    /// Keeps the library's functions mapped.
    library: Library,
}

impl fmt::Debug for Llvm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Llvm").field("version", &self.version).field("path", &self.path).finish_non_exhaustive()
    }
}

impl Llvm {
    /// Loads LLVM from the path in the environment, else from the system's libraries, newest first, else from the Rust
    /// toolchain. The environment of a process decides anyway which libraries it loads.
    ///
    /// # Errors
    /// When none of the places has a library of a known version with all required functions.
    pub fn find() -> Result<Arc<Llvm>, JitError> {
        // SAFETY: the environment names a library of LLVM, and the others go by its name.
        unsafe { Self::first_of(places()) }
    }

    /// Loads LLVM from this file.
    ///
    /// # Errors
    /// When the file is not a library of a known version with all required functions.
    ///
    /// # Safety
    /// Loading a library runs its code, and its functions must be LLVM's.
    pub unsafe fn load(path: &Path) -> Result<Arc<Llvm>, JitError> {
        // SAFETY: the caller vouches for the file.
        unsafe { Self::first_of(std::iter::once(path.to_owned())) }
    }

    /// The first of some places that has a usable library.
    ///
    /// # Safety
    /// As for [`Llvm::load`], for each of the places.
    unsafe fn first_of(places: impl Iterator<Item = PathBuf>) -> Result<Arc<Llvm>, JitError> {
        let mut tried = Vec::new();
        for place in places {
            // SAFETY: the caller vouches for the file.
            match unsafe { Self::open(&place) } {
                Ok(llvm) => {
                    let llvm = Arc::new(llvm);
                    llvm.prepare();
                    return Ok(llvm);
                }
                Err(reason) => tried.push((place.display().to_string(), reason)),
            }
        }
        Err(JitError::NotFound(tried))
    }

    /// # Safety
    /// As for [`Llvm::load`].
    unsafe fn open(path: &Path) -> Result<Llvm, String> {
        // SAFETY: the caller vouches for an LLVM, whose static initialisers touch nothing of ours.
        let library = unsafe { Library::new(path) }.map_err(|error| error.to_string())?;
        let functions = Functions::look_up(&library).map_err(|name| format!("it lacks the function {name}"))?;
        let (mut major, mut minor, mut patch) = (0, 0, 0);
        // SAFETY: the three pointers are valid for writing.
        unsafe { (functions.version)(&raw mut major, &raw mut minor, &raw mut patch) };
        if !VERSIONS.contains(&major) {
            return Err(format!("it is version {major}, not {} to {}", VERSIONS.start(), VERSIONS.end()));
        }
        let own = Arch::HOST.ok_or("this machine's architecture is not supported")?;
        machine::initialise_target(&library, own).map_err(|error| error.to_string())?;
        deadline::wait_at_exit();
        let (version, path) = ((major, minor, patch), path.to_owned());
        Ok(Llvm {
            functions,
            version,
            path,
            own: OnceLock::new(),
            spare: Mutex::default(),
            used: Mutex::default(),
            library,
        })
    }

    /// Does the setup that every kernel needs, on another thread. An error is reported when the result is needed.
    fn prepare(self: &Arc<Self>) {
        self.processor(Cpu::Native);
        if let Ok(linker) = self.linker() {
            *self.spare() = Some(linker);
        }
    }

    /// The version of the library.
    pub fn version(&self) -> (u32, u32, u32) {
        self.version
    }

    /// The path of the library.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Compiles a module given as text for this machine. `symbols` are functions of the host that the module declares and
    /// calls.
    ///
    /// # Errors
    /// When the text is not a valid module or cannot be compiled.
    ///
    /// # Safety
    /// The code runs, its constructors at once: the text must be as trustworthy as the caller's own code, and each
    /// symbol the address of a function of the type with which the module declares it.
    pub unsafe fn compile(
        self: &Arc<Self>,
        ir: &str,
        effort: Effort,
        symbols: &[(&str, usize)],
    ) -> Result<Code, JitError> {
        let object = self.object(ir, Cpu::Native, effort)?;
        // SAFETY: the object is that of the text for which the caller vouches.
        unsafe { self.link(&object, symbols) }
    }

    /// Compiles a module given as text to an object for a processor, which this machine need not have. The code is not
    /// run.
    ///
    /// # Errors
    /// When the text is not a valid module or cannot be compiled, or the library has no backend for such processors.
    pub fn object(self: &Arc<Self>, ir: &str, cpu: Cpu, effort: Effort) -> Result<Vec<u8>, JitError> {
        let machine = self.machine_for((cpu, effort))?;
        let module = self.parse(ir)?;
        // SAFETY: module and machine are alive, and so is the layout, which the module copies.
        unsafe {
            let layout = (self.functions.create_layout)(machine.raw);
            (self.functions.set_layout)(module.raw, layout);
            (self.functions.dispose_layout)(layout);
        }
        self.optimise(&module, &machine, effort)?;
        let object = self.emit(&module, &machine)?;
        self.used().push(Used { kind: (cpu, effort), raw: machine.into_raw() });
        Ok(object)
    }

    /// Key of the object that [`Llvm::object`] makes from a text, besides the text and the effort.
    pub(crate) fn made_by(&self, cpu: Cpu) -> Vec<u8> {
        let (major, minor, patch) = self.version;
        let version = [major, minor, patch].map(u32::to_le_bytes).concat();
        let processor = self.processor(cpu);
        [&version, processor.map(CString::into_bytes_with_nul).concat().as_slice()].concat()
    }

    /// Links an object and makes it callable.
    ///
    /// # Safety
    /// As for [`Llvm::compile`], of the object; and it must be one that [`Llvm::object`] has made on such a machine.
    pub(crate) unsafe fn link(self: &Arc<Self>, object: &[u8], symbols: &[(&str, usize)]) -> Result<Code, JitError> {
        let code = self.jit()?;
        code.define(symbols)?;
        code.add(object)?;
        Ok(code)
    }

    /// Compiles a module to an object file.
    fn emit(&self, module: &Module, machine: &Machine) -> Result<Vec<u8>, JitError> {
        let (mut message, mut object) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: module and machine are alive; message and object are written when the call fails or does not.
        let failed =
            unsafe { (self.functions.emit)(machine.raw, module.raw, OBJECT_FILE, &raw mut message, &raw mut object) };
        let message = self.take_message(message);
        if failed != 0 {
            return Err(JitError::Compile(message));
        }
        // SAFETY: the buffer holds as many bytes as it says, and is disposed of when they have been copied.
        unsafe {
            let (start, size) = ((self.functions.buffer_start)(object), (self.functions.buffer_size)(object));
            let bytes = std::slice::from_raw_parts(start.cast::<u8>(), size).to_vec();
            (self.functions.dispose_buffer)(object);
            Ok(bytes)
        }
    }

    /// Bytes in memory that LLVM owns.
    fn buffer(&self, bytes: &[u8], name: &CStr) -> Ref {
        // SAFETY: the range is that of `bytes`, which are copied.
        unsafe { (self.functions.memory_buffer)(bytes.as_ptr().cast(), bytes.len(), name.as_ptr()) }
    }

    fn optimise(&self, module: &Module, machine: &Machine, effort: Effort) -> Result<(), JitError> {
        let passes = effort.passes();
        // SAFETY: module, machine and options are alive during the call.
        let error = unsafe {
            let options = (self.functions.create_pass_options)();
            let error = (self.functions.run_passes)(module.raw, passes.as_ptr(), machine.raw, options);
            (self.functions.dispose_pass_options)(options);
            error
        };
        self.check(error)
    }

    /// Turns an `LLVMErrorRef`, which it consumes, into a result.
    fn check(&self, error: Ref) -> Result<(), JitError> {
        if error.is_null() {
            return Ok(());
        }
        // SAFETY: the error is not null and is consumed here; its message is valid until it is disposed of.
        unsafe {
            let message = (self.functions.error_message)(error);
            let text = CStr::from_ptr(message).to_string_lossy().into_owned();
            (self.functions.dispose_error_message)(message);
            Err(JitError::Compile(text))
        }
    }

    /// Copies and disposes of a message, which may be null.
    fn take_message(&self, message: *mut c_char) -> String {
        if message.is_null() {
            return String::new();
        }
        // SAFETY: the message is a C string that LLVM passes to be disposed of.
        unsafe {
            let text = CStr::from_ptr(message).to_string_lossy().trim().to_owned();
            (self.functions.dispose_message)(message);
            text
        }
    }
}

impl Drop for Llvm {
    fn drop(&mut self) {
        if let Some(Linker(jit)) = self.spare().take() {
            self.dispose(jit);
        }
        for used in std::mem::take(&mut *self.used()) {
            // SAFETY: no one else has the machine.
            unsafe { (self.functions.dispose_machine)(used.raw) };
        }
    }
}
