//! LLVM as a just-in-time compiler, loaded at run time: the only module that names it.
//!
//! Nothing links LLVM and nothing is needed to build. A library is looked for at a path that the caller or the
//! environment gives, among the system's libraries, and in the Rust toolchain, whose own copy has the same C API.
//! IR goes in as text, so that the versions of the library and of this crate need not match closely.
#![allow(unsafe_code, reason = "LLVM's C API takes raw pointers; every call states why it holds")]

mod api;
mod effort;
mod error;
mod functions;
mod ir;
mod numbers;
mod places;
#[cfg(test)]
mod tests;

pub use effort::Effort;
pub use error::JitError;
pub use ir::IrError;
pub use places::LIBRARY_VARIABLE;

use crate::cpu::{Arch, Cpu};
use crate::late;
use functions::{Functions, Ref, SymbolPair};
use libloading::Library;
use numbers::{CODE_MODEL, CODEGEN_DEFAULT, EXPORTED_AND_CALLABLE, OBJECT_FILE, RELOC_PIC, RETURN_STATUS};
use places::{VERSIONS, places};
use std::ffi::{CStr, CString, c_char};
use std::fmt;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

impl Arch {
    /// What LLVM calls its code generator.
    fn target(self) -> &'static str {
        match self {
            Arch::X86 => "X86",
            Arch::Aarch64 => "AArch64",
        }
    }

    /// What code is made for where it is not for this machine.
    fn triple(self) -> &'static CStr {
        match self {
            Arch::X86 => c"x86_64-unknown-linux-gnu",
            Arch::Aarch64 => c"aarch64-unknown-linux-gnu",
        }
    }
}

/// A loaded LLVM. It stays loaded as long as code compiled with it lives.
pub struct Llvm {
    functions: Functions,
    version: (u32, u32, u32),
    path: PathBuf,
    /// The triple, the name and the features of this machine's processor.
    own: OnceLock<[CString; 3]>,
    /// A linker for the code that comes first.
    spare: Mutex<Option<Linker>>,
    /// Code generators that have made code: another one would have to work out again what the processor can.
    used: Mutex<Vec<Used>>,
    /// Keeps the functions mapped.
    library: Library,
}

impl fmt::Debug for Llvm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Llvm").field("version", &self.version).field("path", &self.path).finish_non_exhaustive()
    }
}

impl Llvm {
    /// Loads LLVM from where the environment says, else from the system's libraries, newest first, else from the Rust
    /// toolchain. Who sets the environment of a process decides which libraries it loads anyway.
    ///
    /// # Errors
    /// When none of the places holds a library of a known version with every function that is needed.
    pub fn find() -> Result<Arc<Llvm>, JitError> {
        // SAFETY: the environment names a library of LLVM, and the others go by its name.
        unsafe { Self::first_of(places()) }
    }

    /// Loads LLVM from this file.
    ///
    /// # Errors
    /// When the file is no library of a known version with every function that is needed.
    ///
    /// # Safety
    /// Loading a library runs what it likes, and its functions are believed to be LLVM's: it must be an LLVM.
    pub unsafe fn load(path: &Path) -> Result<Arc<Llvm>, JitError> {
        // SAFETY: the caller vouches for the file.
        unsafe { Self::first_of(std::iter::once(path.to_owned())) }
    }

    /// The first place that has a usable library.
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
        initialise_target(&library, own).map_err(|error| error.to_string())?;
        late::wait_at_exit();
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

    /// Does what every kernel waits for, while others do something else. What fails now is told when it is wanted.
    fn prepare(self: &Arc<Self>) {
        self.processor(Cpu::Native);
        if let Ok(linker) = self.linker() {
            *self.spare() = Some(linker);
        }
    }

    fn spare(&self) -> MutexGuard<'_, Option<Linker>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The version of the library.
    pub fn version(&self) -> (u32, u32, u32) {
        self.version
    }

    /// Where the library was found.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Compiles a module given as text for this machine. `symbols` are functions of the host that the module declares and
    /// calls.
    ///
    /// # Errors
    /// When the text is no valid module or cannot be compiled.
    ///
    /// # Safety
    /// The code runs as it says, its constructors at once: the text must be one that the caller would call as its own
    /// code, and each symbol the address of a function of the type with which the module declares it.
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

    /// Compiles a module given as text to an object for a processor, which need not be one that this machine has. Nothing
    /// of it runs.
    ///
    /// # Errors
    /// When the text is no valid module or cannot be compiled, or the library makes no code for such processors.
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

    fn used(&self) -> MutexGuard<'_, Vec<Used>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A code generator that makes code: one that has done so, else a new one.
    fn machine_for(self: &Arc<Self>, kind: (Cpu, Effort)) -> Result<Machine, JitError> {
        let mut used = self.used();
        let found = used.iter().position(|used| used.kind == kind).map(|at| used.swap_remove(at));
        drop(used);
        match found {
            Some(Used { raw, .. }) => Ok(Machine { llvm: Arc::clone(self), raw }),
            None => self.machine(Purpose::Code(kind.0, kind.1)),
        }
    }

    /// What says which code [`Llvm::object`] makes of a text, besides the text and the effort.
    pub(crate) fn made_by(&self, cpu: Cpu) -> Vec<u8> {
        let (major, minor, patch) = self.version;
        let version = [major, minor, patch].map(u32::to_le_bytes).concat();
        let processor = self.processor(cpu);
        [&version, processor.map(CString::into_bytes_with_nul).concat().as_slice()].concat()
    }

    /// Makes an object callable.
    ///
    /// # Safety
    /// As for [`Llvm::compile`], of the object; and it must be one that [`Llvm::object`] has made on such a machine.
    pub(crate) unsafe fn link(self: &Arc<Self>, object: &[u8], symbols: &[(&str, usize)]) -> Result<Code, JitError> {
        let code = self.jit()?;
        code.define(symbols)?;
        code.add(object)?;
        Ok(code)
    }

    /// The code of a module as an object file.
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

    fn parse(self: &Arc<Self>, ir: &str) -> Result<Module, JitError> {
        self.parse_bytes(ir.as_bytes(), |_| {})
    }

    /// Parses text or bitcode in a context of its own, which is made ready first.
    fn parse_bytes(self: &Arc<Self>, ir: &[u8], prepare: impl FnOnce(Ref)) -> Result<Module, JitError> {
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

    /// A code generator.
    fn machine(self: &Arc<Self>, purpose: Purpose) -> Result<Machine, JitError> {
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
    fn processor(&self, cpu: Cpu) -> [CString; 3] {
        let Some((arch, name)) = cpu.in_llvm() else {
            return self.own.get_or_init(|| self.own_processor()).clone();
        };
        let triple = if Some(arch) == Arch::HOST { self.default_triple() } else { arch.triple().to_owned() };
        [triple, c_string(name), c_string(liked_of(Some(arch)))]
    }

    /// Those of this machine's. Virtual machines take their time to say what they are.
    fn own_processor(&self) -> [CString; 3] {
        let functions = &self.functions;
        // SAFETY: the functions take nothing and hand their strings over.
        let own = unsafe { [(functions.host_cpu)(), (functions.host_features)()] };
        // The features stand beside the name, which LLVM does not always know.
        let [name, features] = own.map(|text| self.take_message(text));
        let features = [features.as_str(), liked_of(Arch::HOST)].join(",");
        [self.default_triple(), c_string(name), c_string(features)]
    }

    /// What this machine is.
    fn default_triple(&self) -> CString {
        // SAFETY: the function takes nothing and hands its string over.
        c_string(self.take_message(unsafe { (self.functions.default_triple)() }))
    }

    /// What will hold code: the linker that is there, else a new one.
    fn jit(self: &Arc<Self>) -> Result<Code, JitError> {
        let spare = self.spare().take();
        let Linker(jit) = spare.map_or_else(|| self.linker(), Ok)?;
        Ok(Code { llvm: Arc::clone(self), jit })
    }

    fn linker(self: &Arc<Self>) -> Result<Linker, JitError> {
        // The builder takes a machine for itself.
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

    /// Disposes of an `LLJIT` that nobody else has.
    fn dispose(&self, jit: Ref) {
        // SAFETY: the caller owns it; an error on the way out has nobody to hear it and is consumed.
        let _ = self.check(unsafe { (self.functions.dispose_jit)(jit) });
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
        // SAFETY: the message is a C string that LLVM hands over to be disposed of.
        unsafe {
            let text = CStr::from_ptr(message).to_string_lossy().trim().to_owned();
            (self.functions.dispose_message)(message);
            text
        }
    }
}

/// Features that code is made for although LLVM does not take them for quick on every processor: without them it takes the
/// lanes that read from here and there one by one, with a branch for each.
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

/// A parsed module with the context it lives in.
struct Module {
    llvm: Arc<Llvm>,
    raw: Ref,
    context: Ref,
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
        // SAFETY: nobody else has the module; it is disposed of before its context.
        unsafe {
            (self.llvm.functions.dispose_module)(self.raw);
            (self.llvm.functions.context_dispose)(self.context);
        }
    }
}

/// What a code generator is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// To make code for a processor, and how much is done for it.
    Code(Cpu, Effort),
    /// To link on this machine, for which any processor of its architecture will do: LLVM takes its time to work out what
    /// follows from features.
    Links,
}

/// A code generator.
struct Machine {
    llvm: Arc<Llvm>,
    raw: Ref,
}

impl Machine {
    /// Gives the machine to a callee that disposes of it.
    fn into_raw(mut self) -> Ref {
        std::mem::replace(&mut self.raw, ptr::null_mut())
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        if !self.raw.is_null() {
            // SAFETY: the machine was not handed over.
            unsafe { (self.llvm.functions.dispose_machine)(self.raw) };
        }
    }
}

impl Drop for Llvm {
    fn drop(&mut self) {
        if let Some(Linker(jit)) = self.spare().take() {
            self.dispose(jit);
        }
        for used in std::mem::take(&mut *self.used()) {
            // SAFETY: nobody else has the machine.
            unsafe { (self.functions.dispose_machine)(used.raw) };
        }
    }
}

/// A code generator that nobody uses now, which is disposed of by who has it.
struct Used {
    /// What it makes code for, and how much it does.
    kind: (Cpu, Effort),
    raw: Ref,
}

// SAFETY: a code generator is used by one thread at a time.
unsafe impl Send for Used {}

/// An `LLJIT` without code, which is disposed of by who has it.
struct Linker(Ref);

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

    fn define(&self, symbols: &[(&str, usize)]) -> Result<(), JitError> {
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
    fn add(&self, object: &[u8]) -> Result<(), JitError> {
        let functions = &self.llvm.functions;
        let object = self.llvm.buffer(object, c"object");
        // SAFETY: the compiler is alive and takes the object, whether it likes it or not.
        let error = unsafe { (functions.add_object)(self.jit, (functions.main_dylib)(self.jit), object) };
        self.llvm.check(error)
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        self.llvm.dispose(self.jit);
    }
}

/// Registers the code generator of an architecture.
///
/// The list of them is the library's own, one per process and without a lock: two threads that enter the same one at once
/// leave it in the list twice, and LLVM then refuses to choose.
fn initialise_target(library: &Library, arch: Arch) -> Result<(), JitError> {
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
