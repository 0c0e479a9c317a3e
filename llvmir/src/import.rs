//! Modules of the LLVM dialect made into modules of kernels: the other direction of [`crate::export`].
//!
//! The input is LLVM IR in the representation of SPIR-V, or the output of clang for OpenCL C. It becomes words, which the
//! dialect reads: what is unique in a module, and in which section it stands, is known where words are made
//! (`words.rs`). Pointers of LLVM do not say what they lead to; those of SPIR-V lead to bytes wherever nothing else is
//! known, and are taken for what an access needs.

mod attachments;
mod blocks;
mod booleans;
mod by_value;
mod calls;
mod constants;
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
mod state;
mod types;
mod vectors;
mod words;

use crate::error::{Result, refuse};
use base::ids::Set;
use dialect::ir::{Attr, Module, OpId};
use dialect::llvm::ops;
use dialect::spirv::enums::Kind;
use dialect::spirv::{attrs, availability, facts};
use spirv::{BuiltIn, Capability, Decoration, ExecutionModel, LinkageType, Op, StorageClass};
use state::Import;

/// Makes a module of kernels of a module in LLVM IR, for a version of SPIR-V.
///
/// # Errors
/// When something in it is not representable, with the function and the instruction.
pub fn from_llvm(module: &Module, version: (u8, u8)) -> Result<Module> {
    let mut module = module.clone();
    by_value::hand_over(&mut module);
    objects::give_types(&mut module)?;
    let module = &module;
    let mut import = Import::new(module)?;
    import.globals()?;
    for op in module.top_ops() {
        if import.is_function(*op) && !module[*op].regions.is_empty() {
            import.function(*op)?;
        }
    }
    import.metadata()?;
    import.link_functions();
    let words = import.words.finish(version)?;
    let mut module = dialect::spirv::read::read(&words)?;
    declare_capabilities(&mut module, &import.words.extensions, &import.words.capabilities);
    Ok(module)
}

impl Import<'_> {
    /// The variables of the module.
    fn globals(&mut self) -> Result<()> {
        for op in self.module.top_ops() {
            if !self.is_function(*op) {
                let name = facts::symbol_of(self.module, *op, ops::SYM_NAME);
                let text = name.map_or("", |name| self.module.ctx.str(name)).to_owned();
                let made = self.global(*op, &text);
                let id = made.map_err(|error| error.within(&format!("variable '{text}'")))?;
                self.variables.extend(name.map(|name| (name, id)));
            }
        }
        Ok(())
    }

    fn global(&mut self, op: OpId, name: &str) -> Result<u32> {
        let module = self.module;
        let Some(elem) = facts::type_of(module, op, ops::ELEM_TYPE) else { return refuse("it has no type") };
        let ty = self.ty(elem)?;
        if let Some(builtin) = name.strip_prefix("__spirv_BuiltIn") {
            let Ok(builtin) = builtin.parse() else { return refuse("there is no such builtin") };
            return Ok(self.builtin(builtin, ty));
        }
        let class = match types::class_of(facts::number_of(module, op, ops::SPACE).unwrap_or(0) as u32)? {
            StorageClass::Function => return refuse("a variable of the module is in no address space"),
            class => class,
        };
        let initial = module.attr(op, ops::VALUE);
        let initial = match initial.filter(|_| class != StorageClass::Workgroup) {
            Some(attr) => Some(self.constant(attr, elem)?),
            None if class == StorageClass::Workgroup => None,
            None => return refuse("it is another module's"),
        };
        let pointer = self.words.pointer(class, ty);
        let id = self.words.variable(class, pointer, initial);
        let is_constant = module.attr(op, ops::CONSTANT).is_some() && class != StorageClass::Workgroup;
        if is_constant {
            self.words.decorate(id, Decoration::Constant, &[]);
        }
        self.words.name(id, name);
        self.decorations(op, id, if is_constant { &[Decoration::Constant] } else { &[] })?;
        Ok(id)
    }

    /// The variable of a builtin of this type.
    fn builtin(&mut self, builtin: BuiltIn, ty: u32) -> u32 {
        if let Some(known) = self.builtins.get(&(builtin as u32)) {
            return *known;
        }
        let pointer = self.words.pointer(StorageClass::Input, ty);
        let id = self.words.variable(StorageClass::Input, pointer, None);
        let name = format!("__spirv_BuiltIn{}", Kind::BuiltIn.table().text(builtin as u32));
        self.words.decorate(id, Decoration::BuiltIn, &[builtin as u32]);
        self.words.decorate(id, Decoration::Constant, &[]);
        self.words.link(id, &name, LinkageType::Import);
        self.words.name(id, &name);
        self.builtins.insert(builtin as u32, id);
        id
    }

    /// The builtins that a function and all that it calls read.
    fn read_by(&self, function: u32) -> Vec<u32> {
        let (mut found, mut seen, mut stack) = (Set::default(), Set::default(), vec![function]);
        while let Some(function) = stack.pop() {
            if let (true, Some((reads, calls))) = (seen.insert(function), self.uses.get(&function)) {
                found.extend(reads.iter().copied());
                stack.extend(calls.iter().copied());
            }
        }
        let mut found: Vec<u32> = found.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// A module without kernels is a library: others call its functions by their names.
    fn link_functions(&mut self) {
        if self.functions.values().any(|callee| callee.is_kernel) {
            return;
        }
        self.words.capabilities.push(Capability::Linkage as u32);
        for op in self.module.top_ops() {
            let name = facts::symbol_of(self.module, *op, ops::SYM_NAME).filter(|_| self.is_function(*op));
            let callee = name.and_then(|name| Some((name, self.functions.get(&name)?.id?)));
            if let Some((name, id)) = callee {
                let text = self.module.ctx.str(name).to_owned();
                self.words.link(id, &text, LinkageType::Export);
            }
        }
    }

    /// Says that a function is a kernel.
    fn entry_point(&mut self, function: u32, name: &str) {
        let interface = self.read_by(function);
        let mut operands = vec![ExecutionModel::Kernel as u32, function];
        words::push_text(&mut operands, name);
        operands.extend(interface);
        self.words.entry_points.push((Op::EntryPoint, operands));
    }
}

/// The capabilities for which an extension must be named.
const EXTENSIONS: &[(Capability, &str)] = &[
    (Capability::AtomicFloat16AddEXT, "SPV_EXT_shader_atomic_float16_add"),
    (Capability::AtomicFloat32AddEXT, "SPV_EXT_shader_atomic_float_add"),
    (Capability::AtomicFloat64AddEXT, "SPV_EXT_shader_atomic_float_add"),
    (Capability::AtomicFloat16MinMaxEXT, "SPV_EXT_shader_atomic_float_min_max"),
    (Capability::AtomicFloat32MinMaxEXT, "SPV_EXT_shader_atomic_float_min_max"),
    (Capability::AtomicFloat64MinMaxEXT, "SPV_EXT_shader_atomic_float_min_max"),
    (Capability::GroupUniformArithmeticKHR, "SPV_KHR_uniform_group_instructions"),
    (Capability::SubgroupShuffleINTEL, "SPV_INTEL_subgroups"),
    (Capability::SubgroupBufferBlockIOINTEL, "SPV_INTEL_subgroups"),
    (Capability::SubgroupImageBlockIOINTEL, "SPV_INTEL_subgroups"),
    (Capability::BitInstructions, "SPV_KHR_bit_instructions"),
    (Capability::ExpectAssumeKHR, "SPV_KHR_expect_assume"),
    (Capability::CacheControlsINTEL, "SPV_INTEL_cache_controls"),
    (Capability::FPGAMemoryAttributesALTERA, "SPV_INTEL_fpga_memory_attributes"),
    (Capability::USMStorageClassesALTERA, "SPV_INTEL_usm_storage_classes"),
];

/// Declares what the module needs, and names the extensions of that.
fn declare_capabilities(module: &mut Module, named: &Set<String>, listed: &[u32]) {
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
    let is_needed = |capability: &Capability| all.contains(&(*capability as u32));
    let needed = EXTENSIONS.iter().filter(|(capability, _)| is_needed(capability)).map(|(_, name)| (*name).to_owned());
    let names: Set<String> = named.iter().cloned().chain(needed).collect();
    let ctx = &mut module.ctx;
    let list = all.iter().map(|one| ctx.enum_attr(Kind::Capability.id(), *one)).collect();
    let names = names.iter().map(|name| ctx.str_attr(name)).collect();
    let (list, names) = (ctx.attr(Attr::Array(list)), ctx.attr(Attr::Array(names)));
    let root = module.root;
    module[root].set_attr(attrs::CAPABILITIES, list);
    module[root].set_attr(attrs::EXTENSIONS, names);
}
