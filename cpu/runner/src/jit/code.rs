//! Code that can be called: objects, linked with functions of the host.

use super::Llvm;
use super::error::JitError;
use super::functions::{Ref, SymbolPair};
use super::machine::Purpose;
use super::numbers::EXPORTED_AND_CALLABLE;
use std::ffi::CString;
use std::fmt;
use std::ptr;
use std::sync::{Arc, MutexGuard, PoisonError};

/// An `LLJIT` without code, which its owner disposes of.
pub(super) struct Linker(pub(super) Ref);

// SAFETY: LLJIT guards its session with a lock.
unsafe impl Send for Linker {}

/// Compiled code. Its functions may be called as long as it lives, from any thread.
pub struct Code {
    llvm: Arc<Llvm>,
    jit: Ref,
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code").field("llvm", &self.llvm).finish_non_exhaustive()
    }
}

// SAFETY: LLJIT guards its session with a lock; compiled code is immutable.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

impl Code {
    /// The address of a function of the module. The caller casts it to the function's type and keeps `self` alive.
    ///
    /// # Errors
    /// When the module has no such function, or compiling it fails.
    pub fn address(&self, name: &str) -> Result<usize, JitError> {
        let text = CString::new(name).map_err(|_| JitError::NoFunction(name.to_owned()))?;
        let mut address = 0;
        // SAFETY: the compiler is alive and the name is a C string.
        let error = unsafe { (self.llvm.functions.lookup)(self.jit, &raw mut address, text.as_ptr()) };
        self.llvm.check(error).map_err(|error| match error {
            JitError::Compile(message) if message.contains("not found") => JitError::NoFunction(name.to_owned()),
            other => other,
        })?;
        usize::try_from(address).map_err(|_| JitError::NoFunction(name.to_owned()))
    }

    pub(super) fn define(&self, symbols: &[(&str, usize)]) -> Result<(), JitError> {
        if symbols.is_empty() {
            return Ok(());
        }
        let functions = &self.llvm.functions;
        let mut pairs = Vec::with_capacity(symbols.len());
        for (name, address) in symbols {
            let name = CString::new(*name).map_err(|error| JitError::Compile(error.to_string()))?;
            // SAFETY: the compiler is alive; the interned name is consumed below.
            let name = unsafe { (functions.intern)(self.jit, name.as_ptr()) };
            pairs.push(SymbolPair {
                name,
                address: *address as u64,
                generic_flags: EXPORTED_AND_CALLABLE,
                target_flags: 0,
            });
        }
        // SAFETY: the pairs are read during the call; the unit is consumed by `define`.
        let error = unsafe {
            let unit = (functions.absolute_symbols)(pairs.as_mut_ptr(), pairs.len());
            (functions.define)((functions.main_dylib)(self.jit), unit)
        };
        self.llvm.check(error)
    }

    /// Adds an object file.
    pub(super) fn add(&self, object: &[u8]) -> Result<(), JitError> {
        let functions = &self.llvm.functions;
        let object = self.llvm.buffer(object, c"object");
        // SAFETY: the compiler is alive and takes ownership of the object, also on failure.
        let error = unsafe { (functions.add_object)(self.jit, (functions.main_dylib)(self.jit), object) };
        self.llvm.check(error)
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        self.llvm.dispose(self.jit);
    }
}

impl Llvm {
    pub(super) fn spare(&self) -> MutexGuard<'_, Option<Linker>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Linker for new code: the idle one, else a new one.
    pub(super) fn jit(self: &Arc<Self>) -> Result<Code, JitError> {
        let spare = self.spare().take();
        let Linker(jit) = spare.map_or_else(|| self.linker(), Ok)?;
        Ok(Code { llvm: Arc::clone(self), jit })
    }

    pub(super) fn linker(self: &Arc<Self>) -> Result<Linker, JitError> {
        // The builder takes ownership of the machine.
        let own = self.machine(Purpose::Links)?.into_raw();
        let mut jit = ptr::null_mut();
        // SAFETY: builder and machine builder are consumed by the calls that follow them.
        let error = unsafe {
            let builder = (self.functions.create_jit_builder)();
            (self.functions.set_machine_builder)(builder, (self.functions.create_machine_builder)(own));
            (self.functions.create_jit)(&raw mut jit, builder)
        };
        self.check(error)?;
        Ok(Linker(jit))
    }

    /// Disposes of an `LLJIT`.
    pub(super) fn dispose(&self, jit: Ref) {
        // SAFETY: the caller owns it; an error of the disposal is consumed and ignored.
        let _ = self.check(unsafe { (self.functions.dispose_jit)(jit) });
    }
}
