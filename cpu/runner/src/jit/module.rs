//! Modules as the library holds them, parsed from text or bitcode and verified.

use super::Llvm;
use super::error::JitError;
use super::functions::Ref;
use super::numbers::RETURN_STATUS;
use std::ptr;
use std::sync::Arc;

/// A parsed module with the context it lives in.
pub(super) struct Module {
    llvm: Arc<Llvm>,
    pub(super) raw: Ref,
    pub(super) context: Ref,
}

impl Module {
    fn verify(&self) -> Result<(), JitError> {
        let mut message = ptr::null_mut();
        // SAFETY: the module is alive; the message is taken below.
        let broken = unsafe { (self.llvm.functions.verify)(self.raw, RETURN_STATUS, &raw mut message) };
        let message = self.llvm.take_message(message);
        if broken == 0 { Ok(()) } else { Err(JitError::Compile(message)) }
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: no one else has the module; it is disposed of before its context.
        unsafe {
            (self.llvm.functions.dispose_module)(self.raw);
            (self.llvm.functions.context_dispose)(self.context);
        }
    }
}

impl Llvm {
    pub(super) fn parse(self: &Arc<Self>, ir: &str) -> Result<Module, JitError> {
        self.parse_bytes(ir.as_bytes(), |_| {})
    }

    /// Parses text or bitcode in a context of its own, which is made ready first.
    pub(super) fn parse_bytes(self: &Arc<Self>, ir: &[u8], prepare: impl FnOnce(Ref)) -> Result<Module, JitError> {
        let functions = &self.functions;
        // SAFETY: the function takes nothing.
        let context = unsafe { (functions.context_create)() };
        prepare(context);
        let buffer = self.buffer(ir, c"module");
        // SAFETY: context and buffer are alive; ownership of the buffer passes to the parser.
        let (raw, failed, message) = unsafe {
            let (mut module, mut message) = (ptr::null_mut(), ptr::null_mut());
            let failed = (functions.parse)(context, buffer, &raw mut module, &raw mut message);
            (module, failed, message)
        };
        let message = self.take_message(message);
        if failed != 0 {
            // SAFETY: nothing lives in the context.
            unsafe { (functions.context_dispose)(context) };
            return Err(JitError::Compile(message));
        }
        let module = Module { llvm: Arc::clone(self), raw, context };
        module.verify()?;
        Ok(module)
    }
}
