//! Code generators: for a processor and an optimisation level.

use super::Llvm;
use super::effort::Effort;
use super::error::JitError;
use super::functions::Ref;
use super::library::Library;
use super::numbers::{CODE_MODEL, CODEGEN_DEFAULT, RELOC_PIC};
use crate::cpu::{Arch, Cpu};
use std::ffi::{CStr, CString};
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

impl Arch {
    /// LLVM's name of its code generator.
    fn target(self) -> &'static str {
        match self {
            Arch::X86 => "X86",
            Arch::Aarch64 => "AArch64",
        }
    }

    /// Target of code that is not for this machine.
    fn triple(self) -> &'static CStr {
        match self {
            Arch::X86 => c"x86_64-unknown-linux-gnu",
            Arch::Aarch64 => c"aarch64-unknown-linux-gnu",
        }
    }
}

/// Purpose of a code generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To generate code for a processor, at an optimisation level.
    Code(Cpu, Effort),
    /// To link on this machine, for which any processor of its architecture will do: LLVM is slow to evaluate features.
    Links,
}

/// A code generator.
pub(super) struct Machine {
    llvm: Arc<Llvm>,
    pub(super) raw: Ref,
}

impl Machine {
    /// Gives the machine to a callee that disposes of it.
    pub(super) fn into_raw(mut self) -> Ref {
        std::mem::replace(&mut self.raw, ptr::null_mut())
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        if !self.raw.is_null() {
            // SAFETY: the machine was not passed.
            unsafe { (self.llvm.functions.dispose_machine)(self.raw) };
        }
    }
}

/// An idle code generator, which its owner disposes of.
pub(super) struct Used {
    /// Target and effort of the code generator.
    pub(super) kind: (Cpu, Effort),
    pub(super) raw: Ref,
}

// SAFETY: a code generator is used by one thread at a time.
unsafe impl Send for Used {}

impl Llvm {
    pub(super) fn used(&self) -> MutexGuard<'_, Vec<Used>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A code generator: an idle one, else a new one.
    pub(super) fn machine_for(self: &Arc<Self>, kind: (Cpu, Effort)) -> Result<Machine, JitError> {
        let mut used = self.used();
        let found = used.iter().position(|used| used.kind == kind).map(|at| used.swap_remove(at));
        drop(used);
        match found {
            Some(Used { raw, .. }) => Ok(Machine { llvm: Arc::clone(self), raw }),
            None => self.machine(Purpose::Code(kind.0, kind.1)),
        }
    }

    /// A code generator.
    pub(super) fn machine(self: &Arc<Self>, purpose: Purpose) -> Result<Machine, JitError> {
        let ([triple, name, features], level) = match purpose {
            Purpose::Code(cpu, effort) => (self.processor(cpu), effort.level()),
            Purpose::Links => ([self.default_triple(), CString::default(), CString::default()], CODEGEN_DEFAULT),
        };
        if let Purpose::Code(cpu, _) = purpose
            && let Some((arch, _)) = cpu.in_llvm()
        {
            initialise_target(&self.library, arch)?;
        }
        let functions = &self.functions;
        let (mut target, mut message) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: the strings live during the calls, and the target for ever.
        unsafe {
            let failed = (functions.target_from_triple)(triple.as_ptr(), &raw mut target, &raw mut message);
            let message = self.take_message(message);
            if failed != 0 {
                return Err(JitError::Compile(message));
            }
            let [triple, name, features] = [&triple, &name, &features].map(|text| text.as_ptr());
            let raw = (functions.create_machine)(target, triple, name, features, level, RELOC_PIC, CODE_MODEL);
            Ok(Machine { llvm: Arc::clone(self), raw })
        }
    }

    /// The triple, the name and the features of a processor.
    pub(super) fn processor(&self, cpu: Cpu) -> [CString; 3] {
        let Some((arch, name)) = cpu.in_llvm() else {
            return self.own.get_or_init(|| self.own_processor()).clone();
        };
        let triple = if Some(arch) == Arch::HOST { self.default_triple() } else { arch.triple().to_owned() };
        [triple, c_string(name), c_string(liked_of(Some(arch)))]
    }

    /// Processor of this machine. On virtual machines the query is slow.
    fn own_processor(&self) -> [CString; 3] {
        let functions = &self.functions;
        // SAFETY: the functions take nothing and hand their strings over.
        let own = unsafe { [(functions.host_cpu)(), (functions.host_features)()] };
        // The features are beside the name, which LLVM does not always know.
        let [name, features] = own.map(|text| self.take_message(text));
        let features = [features.as_str(), liked_of(Arch::HOST)].join(",");
        [self.default_triple(), c_string(name), c_string(features)]
    }

    /// Description of this machine.
    fn default_triple(&self) -> CString {
        // SAFETY: the function takes nothing and hands its string over.
        c_string(self.take_message(unsafe { (self.functions.default_triple)() }))
    }
}

/// Tuning flags that LLVM does not set for every processor: without them it scalarises gathers, with a branch for each
/// lane.
fn liked_of(arch: Option<Arch>) -> &'static str {
    match arch {
        Some(Arch::X86) => "+fast-gather",
        Some(Arch::Aarch64) | None => "",
    }
}

/// A text without zeros, as LLVM's own are, for C.
fn c_string(text: impl Into<Vec<u8>>) -> CString {
    CString::new(text).unwrap_or_default()
}

/// Registers the code generator of an architecture.
///
/// The registry is global in the library and has no lock: if two threads register the same one at once, it is listed
/// twice, and LLVM then refuses to choose.
pub(super) fn initialise_target(library: &Library, arch: Arch) -> Result<(), JitError> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let target = arch.target();
    for part in ["TargetInfo", "Target", "TargetMC", "AsmPrinter"] {
        let name = format!("LLVMInitialize{target}{part}");
        // SAFETY: the initialisers take and return nothing and may run more than once, one after the other.
        unsafe {
            let symbol = library.get::<unsafe extern "C" fn()>(name.as_bytes());
            let initialise = symbol.map_err(|_| JitError::NoTarget(target))?;
            initialise();
        }
    }
    Ok(())
}
