//! Requirements of a module: the capabilities of its ops, types and enumerants, and whether it declares them.
//!
//! The requirements themselves are the grammar's.

use super::attrs;
use super::enums::{self, Kind};
use super::ops;
use super::tables::since::SINCE;
use super::types::SpirvType;
use crate::ir::types::FloatKind;
use crate::ir::{Attr, AttrId, Module, Op, OpId, Type, TypeId, ValueId, walk};
use base::ids::Set;
use isa::capabilities::{self, SmallStorage};
use spirv::{Capability, Dim};

/// The minor version of SPIR-V that added an enumerant, if it is not in 1.0; none for those that an extension alone brings.
pub fn since(kind: Kind, value: u32) -> Option<u8> {
    SINCE.iter().find(|row| row.kind == kind && row.value == value).map(|row| row.minor)
}

/// Alternative capabilities, of which one is required; empty if none is.
pub type AnyOf = Vec<Capability>;

/// The capabilities that a module declares, with those that they imply.
pub fn declared(module: &Module) -> Set<u32> {
    let listed = super::facts::array_of(module, module.root, attrs::CAPABILITIES);
    let mut stack: Vec<u32> =
        listed.iter().filter_map(|attr| super::facts::number(module, *attr)).map(|n| n as u32).collect();
    let mut found = Set::default();
    while let Some(capability) = stack.pop() {
        if found.insert(capability) {
            stack.extend(Kind::Capability.capabilities(capability).into_iter().map(|implied| implied as u32));
        }
    }
    found
}

/// Requirements that no declared capability meets.
pub fn unmet(module: &Module) -> Vec<(OpId, AnyOf)> {
    let declared = declared(module);
    let is_met = |any_of: &AnyOf| any_of.is_empty() || any_of.iter().any(|one| declared.contains(&(*one as u32)));
    let mut seen_types = Set::default();
    let mut found = Vec::new();
    for op in walk::ops(module, module.root) {
        let needs = requirements(module, op, &mut seen_types).into_iter();
        found.extend(needs.filter(|any_of| !is_met(any_of)).map(|any_of| (op, any_of)));
    }
    found
}

/// What a module requires.
#[derive(Debug, Default)]
pub struct Needs {
    /// All requirements, met or not, each once.
    pub any_of: Set<AnyOf>,
    /// All types.
    pub types: Set<TypeId>,
}

/// All requirements of a module.
pub fn needs(module: &Module) -> Needs {
    let (mut needs, mut rows) = (Needs::default(), Vec::new());
    for op in walk::ops(module, module.root) {
        let row = module[op].info.index as usize;
        if row >= rows.len() {
            rows.resize(2 * row + 1, false);
        }
        if std::mem::replace(&mut rows[row], true) && is_plain(module, op, &needs.types) {
            continue;
        }
        needs.any_of.extend(requirements(module, op, &mut needs.types));
        needs.any_of.extend(group_needs(module, op));
    }
    needs
}

/// Returns whether an op needs nothing but what its instruction needs, since its types have been seen.
fn is_plain(module: &Module, op: OpId, seen: &Set<TypeId>) -> bool {
    let Op { attrs, regions, results, .. } = &module[op];
    let is_seen = |result: &ValueId| seen.contains(&module.type_of(*result));
    attrs.is_empty() && regions.is_empty() && results.iter().all(is_seen)
}

/// What a group operation needs for its kind of result: a reduction by parts needs another capability than one of all.
fn group_needs(module: &Module, op: OpId) -> Option<AnyOf> {
    let row = ops::row(module[op].info).filter(|row| row.capabilities.len() > 1)?;
    let kinds = module[op].attrs.iter().filter_map(|(_, attr)| match &module.ctx[*attr] {
        Attr::Enum { kind, value, .. } => Some((Kind::from_snake(enums::table(*kind).snake)?, *value)),
        _ => None,
    });
    let (kind, value) = kinds.into_iter().find(|(kind, _)| *kind == Kind::GroupOperation)?;
    let of_kind = kind.capabilities(value);
    Some(row.capabilities.iter().copied().filter(|one| of_kind.contains(one)).collect())
}

fn requirements(module: &Module, op: OpId, seen: &mut Set<TypeId>) -> Vec<AnyOf> {
    let mut needs = Vec::new();
    // Most ops need nothing, and no memory to say so.
    needs.extend(
        ops::row(module[op].info).filter(|row| !row.capabilities.is_empty()).map(|row| row.capabilities.to_vec()),
    );
    if op == module.root {
        return needs;
    }
    for (name, attr) in &module[op].attrs {
        if let Some(decoration) = enums::decoration(name) {
            needs.push(Kind::Decoration.capabilities(decoration));
        }
        attr_needs(module, *attr, &mut needs, seen);
        // The numbers among the operands of a constant that is computed.
        if *name == attrs::ARGS {
            for arg in super::facts::array_of(module, op, attrs::ARGS) {
                if let Attr::Int { ty, .. } | Attr::Float { ty, .. } = module.ctx[*arg] {
                    type_needs(module, ty, &mut needs, seen);
                }
            }
        }
    }
    for result in &module[op].results {
        type_needs(module, module.type_of(*result), &mut needs, seen);
    }
    // The decorations of a function's parameters.
    let first = module[op].regions.first().and_then(|region| module[*region].blocks.first());
    for param in first.into_iter().flat_map(|block| &module[*block].args) {
        let decorations = module.arg_attrs(*param).iter().filter_map(|(name, _)| enums::decoration(name));
        needs.extend(decorations.map(|decoration| Kind::Decoration.capabilities(decoration)));
    }
    needs
}

fn attr_needs(module: &Module, attr: AttrId, needs: &mut Vec<AnyOf>, seen: &mut Set<TypeId>) {
    match &module.ctx[attr] {
        Attr::Enum { kind, value, params } => {
            if let Some(kind) = Kind::from_snake(enums::table(*kind).snake) {
                for part in kind.table().parts(*value).unwrap_or_default() {
                    needs.push(kind.capabilities(part.value));
                }
            }
            // Constants that an execution mode names.
            for param in params {
                if let Attr::Int { ty, .. } | Attr::Float { ty, .. } = module.ctx[*param] {
                    type_needs(module, ty, needs, seen);
                }
            }
        }
        Attr::Type(ty) => type_needs(module, *ty, needs, seen),
        _ => {}
    }
}

fn type_needs(module: &Module, ty: TypeId, needs: &mut Vec<AnyOf>, seen: &mut Set<TypeId>) {
    if seen.contains(&ty) {
        return;
    }
    let mut stack = vec![ty];
    while let Some(ty) = stack.pop() {
        if !seen.insert(ty) {
            continue;
        }
        match &module.ctx[ty] {
            Type::None | Type::Int { .. } | Type::Float { .. } => needs.extend(scalar_needs(&module.ctx[ty])),
            Type::Vector { elem, .. } => stack.push(*elem),
            Type::Function { params, result } => {
                stack.extend(params.iter());
                stack.push(*result);
            }
            Type::Spirv(SpirvType::Other { op, params, .. }) => {
                needs.extend(ops::by_opcode(*op as u32).map(|row| row.capabilities.to_vec()));
                stack.extend(params.iter().filter_map(|param| match module.ctx[*param] {
                    Attr::Type(ty) => Some(ty),
                    _ => None,
                }));
            }
            Type::Spirv(spirv) => {
                let points_to_function = matches!(spirv, SpirvType::Pointer { pointee, .. }
                    if matches!(module.ctx[*pointee], Type::Function { .. }));
                needs.extend(points_to_function.then(|| vec![Capability::FunctionPointersINTEL]));
                spirv_needs(spirv, needs, &mut stack);
            }
            Type::Llvm(_) => {}
        }
    }
}

fn scalar_needs(ty: &Type) -> Option<AnyOf> {
    let (width, arithmetic) = match ty {
        Type::Int { width, .. } => (*width, capabilities::of_int(*width)?),
        Type::Float { width, kind: FloatKind::Ieee } => (*width, capabilities::of_float(*width)?),
        Type::Float { kind: FloatKind::Bf16, .. } => return Some(vec![Capability::BFloat16TypeKHR]),
        _ => return None,
    };
    let in_buffers = SmallStorage::of(width).map(|row| row.buffer);
    let in_kernels = (arithmetic == Capability::Float16).then_some(Capability::Float16Buffer);
    Some([Some(arithmetic), in_buffers, in_kernels].into_iter().flatten().collect())
}

fn spirv_needs(ty: &SpirvType, needs: &mut Vec<AnyOf>, stack: &mut Vec<TypeId>) {
    match ty {
        SpirvType::Pointer { pointee, storage, .. } => {
            needs.push(Kind::StorageClass.capabilities(*storage as u32));
            stack.push(*pointee);
        }
        SpirvType::Array { elem, .. } => stack.push(*elem),
        SpirvType::RuntimeArray { elem, .. } => {
            needs.push(vec![Capability::Shader]);
            stack.push(*elem);
        }
        SpirvType::Struct { members, .. } => stack.extend(members.iter().map(|member| member.ty)),
        SpirvType::Matrix { column, .. } => {
            needs.push(vec![Capability::Matrix]);
            stack.push(*column);
        }
        SpirvType::Image(image) => {
            if image.dim != Dim::Dim2D {
                needs.push(Kind::Dim.capabilities(image.dim as u32));
            }
            needs.push(Kind::ImageFormat.capabilities(image.format as u32));
            stack.push(image.sampled);
        }
        SpirvType::SampledImage(image) => stack.push(*image),
        SpirvType::Other { .. } | SpirvType::StructRef(_) | SpirvType::Sampler => {}
    }
}
