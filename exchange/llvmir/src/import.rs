//! Modules of the LLVM dialect made into modules of kernels: the other direction of [`crate::export`].
//!
//! The input is LLVM IR in the representation of SPIR-V, or the output of clang for OpenCL C. Its ops become ops of the
//! SPIR-V dialect one after the other; `output.rs` knows what is unique in a module, and in which order it is declared.
//! Pointers of LLVM do not say what they lead to; those of SPIR-V lead to bytes wherever nothing else is
//! known, and are taken for what an access needs.

mod attachments;
mod blocks;
mod booleans;
mod by_value;
mod calls;
mod classes;
mod constants;
mod constrained;
mod conversions;
mod function;
mod groups;
mod images;
mod insts;
mod intrinsics;
mod memory;
mod metadata;
mod objects;
mod opencl;
mod output;
mod sequences;
mod sizes;
mod state;
mod types;
mod vectors;

use crate::error::{Result, refuse};
use base::ids::Set;
use base::intern::Symbol;
use base::target::CAPABILITIES_SINCE;
use dialect::ir::{Attr, Module, OpId, TypeId};
use dialect::llvm::ops;
use dialect::spirv::enums::Kind;
use dialect::spirv::{attrs, availability, facts};
use output::Global;
use spirv::{BuiltIn, Capability, Decoration, LinkageType, StorageClass};
use state::Import;

/// The limit of variables that begin with the address of one that follows.
const MAX_DEPTH: usize = 64;

/// How a module in LLVM IR is read.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The version of SPIR-V.
    pub version: (u8, u8),
    /// Kernels take structs by value, not as pointers to copies of them.
    pub takes_structs: bool,
    /// A module that needs a later version gets it.
    pub may_raise: bool,
    /// Functions with mangled names that are declared and that OpenCL C does not have are imported; otherwise their calls
    /// are errors.
    pub imports: bool,
}

/// Makes a module of kernels of a module in LLVM IR.
///
/// # Errors
/// When something in it is not representable, with the function and the instruction.
pub fn from_llvm(module: &Module, settings: Settings) -> Result<Module> {
    let mut module = module.clone();
    by_value::hand_over(&mut module, settings.takes_structs);
    objects::give_types(&mut module)?;
    let module = &module;
    let mut import = Import::new(module, settings.version, settings.imports)?;
    import.globals()?;
    for op in module.top_ops() {
        if import.is_function(*op) && !module[*op].regions.is_empty() {
            import.function(*op)?;
        }
    }
    import.metadata()?;
    import.link_functions()?;
    let extensions = std::mem::take(&mut import.out.extensions);
    let capabilities = std::mem::take(&mut import.out.capabilities);
    let mut module = import.out.finish();
    declare_capabilities(&mut module, &extensions, &capabilities, settings.version);
    if settings.may_raise {
        raise_version(&mut module, settings.version);
    }
    Ok(module)
}

impl Import<'_> {
    /// The variables of the module.
    fn globals(&mut self) -> Result<()> {
        let mut names = Vec::new();
        for op in self.module.top_ops().iter().filter(|op| !self.is_function(**op)) {
            let name = facts::symbol_of(self.module, *op, ops::SYM_NAME);
            names.extend(
                name.filter(|name| self.module.ctx.str(*name) != metadata::ANNOTATIONS).map(|name| (name, *op)),
            );
        }
        self.unmade.extend(names.iter().copied());
        for (name, _) in names {
            if self.unmade.contains_key(&name) {
                self.make_global(name)?;
            }
        }
        Ok(())
    }

    /// A variable that is still to be made.
    fn make_global(&mut self, name: Symbol) -> Result<Global> {
        let Some(op) = self.unmade.remove(&name) else { return refuse("a variable is not declared") };
        if self.depth == MAX_DEPTH {
            return refuse(format!("more than {MAX_DEPTH} variables begin with the address of the next one"));
        }
        self.depth += 1;
        let text = self.module.ctx.str(name).to_owned();
        let made = self.global(op, &text).map_err(|error| error.within(&format!("variable '{text}'")))?;
        self.variables.insert(name, made);
        self.depth -= 1;
        Ok(made)
    }

    fn global(&mut self, op: OpId, name: &str) -> Result<Global> {
        let module = self.module;
        let Some(elem) = facts::type_of(module, op, ops::ELEM_TYPE) else { return refuse("it has no type") };
        let own = self.ty(elem)?;
        let ty = self.in_memory(own)?;
        if let Some(builtin) = name.strip_prefix("__spirv_BuiltIn") {
            let Ok(builtin) = builtin.parse() else { return refuse("unknown builtin") };
            return self.builtin(builtin, ty);
        }
        let class = match types::class_of(facts::number_of(module, op, ops::SPACE).unwrap_or(0) as u32)? {
            StorageClass::Function => return refuse("a variable of the module is in no address space"),
            class => class,
        };
        let initial = module.attr(op, ops::VALUE);
        let initial = match initial.filter(|_| class != StorageClass::Workgroup) {
            Some(attr) if own == ty => Some(self.constant(attr, elem)?),
            // A boolean is a byte.
            Some(attr) => match facts::number(module, attr) {
                Some(bits) => Some(self.out.number(ty, bits & 1)),
                None => return refuse("a constant is not supported"),
            },
            None => None,
        };
        let (target, variable) = self.out.variable(name, class, ty, initial);
        let is_constant = module.attr(op, ops::CONSTANT).is_some() && class != StorageClass::Workgroup;
        if is_constant {
            self.out.decorate(target, Decoration::Constant, &[])?;
        }
        let is_imported = initial.is_none() && class != StorageClass::Workgroup;
        if is_imported {
            self.out.import(target, name)?;
        }
        let said = [(is_constant, Decoration::Constant), (is_imported, Decoration::LinkageAttributes)];
        let said: Vec<Decoration> = said.into_iter().filter(|(is_said, _)| *is_said).map(|(_, said)| said).collect();
        self.decorations(op, target, &said)?;
        self.declared.extend(facts::symbol_of(module, op, ops::SYM_NAME).map(|name| (name, target)));
        Ok(variable)
    }

    /// The variable of a builtin of this type.
    fn builtin(&mut self, builtin: BuiltIn, ty: TypeId) -> Result<Global> {
        if let Some(known) = self.builtins.get(&(builtin as u32)) {
            return Ok(*known);
        }
        let name = format!("__spirv_BuiltIn{}", Kind::BuiltIn.table().text(builtin as u32));
        let (target, variable) = self.out.variable(&name, StorageClass::Input, ty, None);
        self.out.decorate(target, Decoration::BuiltIn, &[builtin as u32])?;
        self.out.decorate(target, Decoration::Constant, &[])?;
        self.out.link(target, &name, LinkageType::Import)?;
        self.builtins.insert(builtin as u32, variable);
        Ok(variable)
    }

    /// The builtins that a function and all that it calls read.
    fn read_by(&self, function: Symbol) -> Vec<Symbol> {
        let (mut found, mut seen, mut stack) = (Set::default(), Set::default(), vec![function]);
        while let Some(function) = stack.pop() {
            if let (true, Some(uses)) = (seen.insert(function), self.uses.get(&function)) {
                found.extend(uses.builtins.iter().copied());
                stack.extend(uses.calls.iter().copied());
            }
        }
        let mut found: Vec<Symbol> = found.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// A module without kernels is a library: others call its functions by their names.
    fn link_functions(&mut self) -> Result<()> {
        if self.functions.values().any(|callee| callee.is_kernel) {
            return Ok(());
        }
        self.out.capabilities.push(Capability::Linkage as u32);
        for op in self.module.top_ops() {
            let name = facts::symbol_of(self.module, *op, ops::SYM_NAME).filter(|_| self.is_function(*op));
            let name = name.filter(|_| !self.module[*op].regions.is_empty());
            let own = name.and_then(|name| self.functions.get(&name)?.name);
            if let (Some(name), Some(target)) = (name, own.and_then(|own| self.out.function_named(own))) {
                self.out.link(target, self.module.ctx.str(name), LinkageType::Export)?;
            }
        }
        Ok(())
    }

    /// Says that a function is a kernel.
    fn entry_point(&mut self, function: Symbol, name: &str) {
        let interface = self.read_by(function);
        self.out.entry_point(function, name, &interface);
    }
}

/// The numbers of enumerants from here on belong to extensions; those before are in the core since its first version.
const FIRST_OF_EXTENSIONS: u32 = 4096;

/// The extension that brings a capability; nothing where SPIR-V 1.`minor` has it in its core. Of several names the older
/// one, which more consumers know.
fn extension_of(capability: u32, minor: u8) -> Option<&'static str> {
    let is_core = capability < FIRST_OF_EXTENSIONS;
    if is_core || availability::since(Kind::Capability, capability).is_some_and(|since| minor >= since) {
        return None;
    }
    let names = Kind::Capability.extensions(capability);
    names.iter().find(|name| name.starts_with("SPV_INTEL_")).or(names.first()).copied()
}

/// Gives a module the version that brings its capabilities.
fn raise_version(module: &mut Module, version: (u8, u8)) {
    let is_listed = |capability: Capability| {
        let listed = facts::array_of(module, module.root, attrs::CAPABILITIES);
        listed.iter().any(|attr| facts::number(module, *attr) == Some(u64::from(capability as u32)))
    };
    let needed = CAPABILITIES_SINCE.iter().filter(|row| is_listed(row.what)).map(|row| row.version).max();
    if let Some((major, minor)) = needed.filter(|needed| *needed > version) {
        let version = module.ctx.str_attr(&format!("v{major}.{minor}"));
        let root = module.root;
        module[root].set_attr(attrs::VERSION, version);
    }
}

/// Declares what the module needs, and names the extensions of that.
fn declare_capabilities(module: &mut Module, named: &Set<String>, listed: &[u32], version: (u8, u8)) {
    let base = [Capability::Addresses, Capability::Kernel];
    let mut all: Set<u32> = base.into_iter().map(|one| one as u32).chain(listed.iter().copied()).collect();
    all.extend(types::capabilities(module).into_iter().map(|one| one as u32));
    loop {
        let ctx = &mut module.ctx;
        let list = all.iter().map(|one| ctx.enum_attr(Kind::Capability.id(), *one)).collect();
        let list = ctx.attr(Attr::Array(list));
        let root = module.root;
        module[root].set_attr(attrs::CAPABILITIES, list);
        // Each that is added may bring others along.
        let missing = availability::unmet(module).into_iter().find_map(|(_, any_of)| any_of.first().copied());
        match missing {
            Some(capability) if all.insert(capability as u32) => {}
            _ => break,
        }
    }
    all.sort_unstable();
    let needed = all.iter().filter_map(|one| extension_of(*one, version.1)).map(str::to_owned);
    let names: Set<String> = named.iter().cloned().chain(needed).collect();
    let ctx = &mut module.ctx;
    let list = all.iter().map(|one| ctx.enum_attr(Kind::Capability.id(), *one)).collect();
    let names = names.iter().map(|name| ctx.str_attr(name)).collect();
    let (list, names) = (ctx.attr(Attr::Array(list)), ctx.attr(Attr::Array(names)));
    let root = module.root;
    module[root].set_attr(attrs::CAPABILITIES, list);
    module[root].set_attr(attrs::EXTENSIONS, names);
}
