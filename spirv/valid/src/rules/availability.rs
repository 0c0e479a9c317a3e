//! Availability of instructions and enumerants: capabilities, versions and extensions. The requirements are the
//! grammar's.

use crate::environment::Api;
use crate::index::access::Access;
use crate::index::fault::{Check, Fault, ensure};
use crate::index::module::{Bits, Module};
use crate::rules::tables::capabilities;
use base::target::EXTENSIONS_NEED;
use dialect::spirv::availability::since;
use dialect::spirv::decode::{Inst, Operand};
use dialect::spirv::enums::Kind;
use dialect::spirv::ops;
use isa::{Class, Family, Sampling};
use rustc_hash::FxHashSet;
use spirv::{BuiltIn, Capability, Decoration, FPRoundingMode, GroupOperation, Op};

/// Requirements found to be met: each is looked up once.
#[derive(Default)]
pub(crate) struct Availability {
    instructions: Bits,
    values: FxHashSet<(u8, u32)>,
}

impl Availability {
    /// Checks the requirements of one instruction and its operands.
    pub(crate) fn check(&mut self, module: &Module<'_>, inst: &Inst) -> Check {
        if self.instructions.insert(inst.op as u32) {
            instruction(module, inst.op)?;
        }
        if inst.op == Op::Capability {
            capability(module, inst.value(0))?;
        }
        if inst.op == Op::Extension {
            let row = EXTENSIONS_NEED.iter().find(|row| row.what == inst.text(0));
            let (major, minor) = row.map_or((1, 0), |row| row.version);
            ensure!(module.has_version(minor), "{} requires SPIR-V {major}.{minor}", inst.text(0));
        }
        self.operands(module, inst, &inst.operands)
    }

    fn operands(&mut self, module: &Module<'_>, inst: &Inst, operands: &[Operand]) -> Check {
        for operand in operands {
            let Operand::Enum(kind, value, params) = operand else { continue };
            if self.values.insert((*kind as u8, *value)) {
                self.value(module, inst, *kind, *value)?;
            }
            // Operands of enumerants have no enumerants of their own: this recurses once.
            self.operands(module, inst, params)?;
        }
        Ok(())
    }

    fn value(&self, module: &Module<'_>, inst: &Inst, kind: Kind, value: u32) -> Check {
        if !kind.table().is_mask {
            return enumerant(module, inst, kind, value);
        }
        let bits = (0..32).map(|bit| value & 1 << bit).filter(|bit| *bit != 0);
        bits.into_iter().try_for_each(|bit| enumerant(module, inst, kind, bit))
    }
}

fn instruction(module: &Module<'_>, op: Op) -> Check {
    use Op::*;
    let class = isa::class(op);
    let is_sparse = |sampling: Sampling| sampling.has(Sampling::SPARSE) && sampling.has(Sampling::PROJECTED);
    let is_reserved = matches!(class, Class::Image(_, sampling) if is_sparse(sampling));
    ensure!(!is_reserved, "Op{op:?} is reserved");
    let Some(row) = ops::by_opcode(op as u32) else { return Ok(()) };
    let is_excused = matches!(class, Class::Group(Family::Amd, _)) && module.has_extension("SPV_AMD_shader_ballot");
    if !row.capabilities.is_empty() && !is_excused {
        ensure!(module.has_any(row.capabilities), "Op{op:?} requires one of {:?}", row.capabilities);
    }
    let last = isa::last_version(op);
    ensure!(last.is_none_or(|last| module.header.version <= last), "Op{op:?} is not in this version of SPIR-V");
    if !row.capabilities.is_empty() && op != TerminateInvocation {
        return Ok(());
    }
    let first = isa::first_version(op);
    let has_extension = row.extensions.iter().any(|name| module.has_extension(name));
    match first {
        Some(first) => {
            let is_there = has_extension || module.header.version >= first;
            ensure!(is_there, "Op{op:?} requires SPIR-V {}.{}", first.0, first.1);
        }
        None => {
            let is_free = row.extensions.is_empty() || has_extension;
            ensure!(is_free, "Op{op:?} requires one of {:?}", row.extensions);
        }
    }
    Ok(())
}

fn enumerant(module: &Module<'_>, inst: &Inst, kind: Kind, value: u32) -> Check {
    if is_excused(module, kind, value) {
        return Ok(());
    }
    if inst.op != Op::Capability {
        let mut needed = kind.capabilities(value);
        if kind == Kind::Decoration && value == Decoration::FPRoundingMode as u32 {
            needed = rounding_capabilities(module);
        }
        let is_given = needed.is_empty() || module.has_any(&needed);
        ensure!(is_given, "{} requires one of {needed:?}", kind.table().text(value));
    }
    let since = since(kind, value);
    let extensions = kind.extensions(value);
    let has_extension = extensions.iter().any(|name| module.has_extension(name));
    if kind == Kind::Decoration && value == Decoration::BufferBlock as u32 {
        ensure!(!module.has_version(4), "BufferBlock is not in SPIR-V 1.4 and later");
    }
    let is_split = kind == Kind::Capability
        && value == Capability::SplitBarrierINTEL as u32
        && module.has_extension("SPV_EXT_split_barrier");
    if is_split {
        return Ok(());
    }
    match since {
        Some(minor) => {
            let is_there = module.has_version(minor) || has_extension;
            ensure!(is_there, "{} requires SPIR-V 1.{minor}", kind.table().text(value));
        }
        None => {
            let is_original = kind == Kind::Capability && value == Capability::Groups as u32;
            let is_free = extensions.is_empty() || has_extension || is_original;
            ensure!(is_free, "{} requires one of {extensions:?}", kind.table().text(value));
        }
    }
    Ok(())
}

/// Returns whether a value is exempt from the grammar's requirement.
fn is_excused(module: &Module<'_>, kind: Kind, value: u32) -> bool {
    match kind {
        Kind::BuiltIn => {
            [BuiltIn::PointSize, BuiltIn::ClipDistance, BuiltIn::CullDistance].iter().any(|one| *one as u32 == value)
        }
        Kind::FPRoundingMode => module.has_small_storage(16) && FPRoundingMode::from_u32(value).is_some(),
        Kind::Decoration => value == Decoration::FPRoundingMode as u32 && module.has_small_storage(16),
        Kind::GroupOperation => {
            let may_reduce = module.has(Capability::Kernel) || module.has_extension("SPV_AMD_shader_ballot");
            may_reduce && value <= GroupOperation::ExclusiveScan as u32
        }
        _ => false,
    }
}

fn rounding_capabilities(module: &Module<'_>) -> Vec<Capability> {
    match module.is_vulkan() {
        true => vec![
            Capability::StorageBuffer16BitAccess,
            Capability::UniformAndStorageBuffer16BitAccess,
            Capability::StoragePushConstant16,
            Capability::StorageInputOutput16,
        ],
        false => Vec::new(),
    }
}

/// Checks that the environment accepts a capability.
fn capability(module: &Module<'_>, value: u32) -> Check {
    let Some(capability) = Capability::from_u32(value) else { return Ok(()) };
    let has_images = module.has(Capability::ImageBasic);
    let (is_there, api) = match module.env().api {
        Api::Universal => return Ok(()),
        Api::Vulkan(minor) => (capabilities::is_of_vulkan(capability, minor), format!("Vulkan 1.{minor}")),
        Api::OpenCl(major, minor) => {
            let is_there = capabilities::is_of_opencl(capability, (major, minor), has_images);
            (is_there, format!("OpenCL {major}.{minor}"))
        }
        Api::LevelZero => (capabilities::is_of_level_zero(capability, has_images), "Level Zero".to_owned()),
    };
    if is_there {
        return Ok(());
    }
    let splits = capability == Capability::SplitBarrierINTEL && module.has_extension("SPV_EXT_split_barrier");
    let extensions = Kind::Capability.extensions(value);
    if splits || extensions.iter().any(|name| module.has_extension(name)) {
        return Ok(());
    }
    Err(Fault::new(None, format!("capability {capability:?} is not allowed in {api}")))
}
