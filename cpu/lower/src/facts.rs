//! Facts about the ops and values of a module that do not depend on how it is lowered: what is made anew wherever it is
//! used, what the host must not see, and where invocations synchronise.

use crate::error::{Result, invalid};
use abi::rays::QueryOp;
use base::ids::Set;
use dialect::ir::{Attr, Module, OpId, Type, TypeId, ValueId};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, facts};
use isa::{Class, Family, GroupKind};
use spirv::{NonsemanticDebugprintfOp as PrintOp, Op, OpenclStd100Op as CLOp, Scope, StorageClass};

/// Returns whether a value is rematerialised at each use, so that it is never stored: constants, addresses, resources.
///
/// Addresses and resources that are chosen at run time or read from memory are values like all others.
pub(crate) fn is_remade(module: &Module, value: ValueId) -> bool {
    let Some(op) = module.defining_op(value) else { return false };
    match ops::code(module, op) {
        Some(Code::Mlir(Mlir::Constant | Mlir::AddressOf | Mlir::ReferenceOf)) => true,
        Some(Code::Core(Op::Undef | Op::Variable | Op::UntypedVariableKHR)) => true,
        Some(Code::Core(Op::Load)) => module[op].operands.first().is_some_and(|pointer| {
            let storage = facts::storage_of(module, module.type_of(*pointer));
            storage == Some(StorageClass::UniformConstant) && is_opaque(module, module.type_of(value))
        }),
        Some(Code::Core(
            Op::AccessChain
            | Op::InBoundsAccessChain
            | Op::PtrAccessChain
            | Op::InBoundsPtrAccessChain
            | Op::ImageTexelPointer
            | Op::SampledImage
            | Op::Image
            | Op::CopyObject
            | Op::Bitcast
            | Op::PtrCastToGeneric
            | Op::GenericCastToPtr
            | Op::UntypedAccessChainKHR
            | Op::UntypedInBoundsAccessChainKHR
            | Op::UntypedPtrAccessChainKHR
            | Op::UntypedInBoundsPtrAccessChainKHR,
        )) => is_opaque(module, module.type_of(value)),
        _ => false,
    }
}

/// Returns whether a type is that of addresses that are numbers, which may come from anywhere.
pub(crate) fn is_physical(module: &Module, ty: TypeId) -> bool {
    facts::storage_of(module, ty) == Some(StorageClass::PhysicalStorageBuffer)
}

/// Returns whether values of a type are addresses or resources that the host must not see or make up.
pub(crate) fn is_opaque(module: &Module, ty: TypeId) -> bool {
    if let Some(storage) = facts::storage_of(module, ty) {
        return storage != StorageClass::PhysicalStorageBuffer;
    }
    let is_resource = |ty: &SpirvType| {
        matches!(ty, SpirvType::Image(_) | SpirvType::Sampler | SpirvType::SampledImage(_)) || is_scene(ty)
    };
    matches!(&module.ctx[ty], Type::Spirv(ty) if is_resource(ty))
}

/// Returns whether a type is that of pointers which kernels keep in memory as numbers: all but those to constant memory,
/// whose representation is that of resources.
pub(crate) fn is_numbered(module: &Module, ty: TypeId) -> bool {
    let storage = facts::storage_of(module, ty);
    storage.is_some_and(|it| !matches!(it, StorageClass::UniformConstant | StorageClass::PhysicalStorageBuffer))
}

/// Returns whether there are such pointers in values of a type.
pub(crate) fn holds_numbered(module: &Module, ty: TypeId) -> bool {
    holds(module, ty, |ty| is_numbered(module, ty))
}

/// Returns whether there are addresses or resources in values of a type, other than pointers kept as numbers.
pub(crate) fn holds_resource(module: &Module, ty: TypeId) -> bool {
    holds(module, ty, |ty| is_opaque(module, ty) && !is_numbered(module, ty))
}

/// Returns whether a type is that of acceleration structures.
pub(crate) fn is_scene(ty: &SpirvType) -> bool {
    matches!(ty, SpirvType::Other { op: Op::TypeAccelerationStructureKHR, .. })
}

/// Returns whether a type is that of ray queries.
pub(crate) fn is_query_type(module: &Module, ty: TypeId) -> bool {
    matches!(module.ctx[ty], Type::Spirv(SpirvType::Other { op: Op::TypeRayQueryKHR, .. }))
}

/// Returns whether an op copies a ray query: loads it, or stores what a load gave.
pub(crate) fn copies_query(module: &Module, op: OpId) -> bool {
    let value = match ops::code(module, op) {
        Some(Code::Core(Op::Load)) => module[op].results.first(),
        Some(Code::Core(Op::Store)) => module[op].operands.get(1),
        _ => None,
    };
    value.is_some_and(|value| is_query_type(module, module.type_of(*value)))
}

/// Returns whether an op is one on a ray query, which is in memory of the invocation's own.
pub(crate) fn is_query(module: &Module, op: OpId) -> bool {
    ops::code(module, op).and_then(Code::core).is_some_and(|op| QueryOp::of(op).is_some())
}

/// Root of an address or resource, followed through first operands; `None` if it is selected at run time.
pub(crate) fn root(module: &Module, value: ValueId) -> Option<OpId> {
    let mut value = value;
    loop {
        let op = module.defining_op(value).filter(|_| is_remade(module, value))?;
        match module[op].operands.first() {
            Some(next) => value = *next,
            None => return Some(op),
        }
    }
}

/// Returns whether there are addresses or resources in values of a type.
pub(crate) fn holds_opaque(module: &Module, ty: TypeId) -> bool {
    holds(module, ty, |ty| is_opaque(module, ty))
}

/// Returns whether there is an array in a type that does not say how many elements it has.
pub(crate) fn holds_runtime_array(module: &Module, ty: TypeId) -> bool {
    holds(module, ty, |ty| matches!(module.ctx[ty], Type::Spirv(SpirvType::RuntimeArray { .. })))
}

/// Returns whether a predicate holds for a type or for one of the types in it.
fn holds(module: &Module, ty: TypeId, is_of_sort: impl Fn(TypeId) -> bool) -> bool {
    let mut seen = Set::default();
    let mut stack = vec![ty];
    while let Some(ty) = stack.pop() {
        if is_of_sort(ty) {
            return true;
        }
        match &module.ctx[ty] {
            Type::Spirv(SpirvType::Array { elem, .. }) if seen.insert(*elem) => stack.push(*elem),
            Type::Spirv(SpirvType::Struct { members, .. }) if seen.insert(ty) => {
                stack.extend(members.iter().map(|member| member.ty));
            }
            _ => {}
        }
    }
    false
}

/// Returns whether an op is a `printf`.
pub(crate) fn prints(module: &Module, op: OpId) -> bool {
    match ops::code(module, op) {
        Some(Code::Cl(number)) => number == CLOp::printf as u32,
        Some(Code::Mlir(Mlir::ExtInst)) => {
            let set = module.attr(op, attrs::SET).map(|attr| &module.ctx[attr]);
            let is_print = facts::number_of(module, op, attrs::INSTRUCTION) == Some(PrintOp::DebugPrintf as u64);
            is_print && matches!(set, Some(Attr::Str(set)) if **set == *"NonSemantic.DebugPrintf")
        }
        _ => false,
    }
}

pub(crate) fn is_variable(module: &Module, op: OpId) -> bool {
    matches!(ops::code(module, op), Some(Code::Core(Op::Variable | Op::UntypedVariableKHR)))
}

/// Type of the value that a variable holds.
pub(crate) fn pointee(module: &Module, op: OpId) -> Result<TypeId> {
    if ops::code(module, op) == Some(Code::Core(Op::UntypedVariableKHR)) {
        let ty = facts::type_of(module, op, attrs::TYPE);
        return ty.map_or_else(|| invalid("variable has an unknown type"), Ok);
    }
    if let Some(ty) = facts::type_of(module, op, attrs::DATA_TYPE) {
        return Ok(ty);
    }
    let ty = match module[op].results.first() {
        Some(value) => Some(module.type_of(*value)),
        None => facts::type_of(module, op, attrs::TYPE),
    };
    match ty.and_then(|ty| facts::pointer(module, ty)) {
        Some((pointee, _)) => Ok(pointee),
        None => invalid("a variable has no pointer type"),
    }
}

/// The number of a constant.
pub(crate) fn constant(module: &Module, value: ValueId) -> Option<u64> {
    let op = module.defining_op(value)?;
    let is_constant = ops::code(module, op) == Some(Code::Mlir(Mlir::Constant));
    facts::number(module, module.attr(op, attrs::VALUE).filter(|_| is_constant)?)
}

/// The type of a part of a composite type.
pub(crate) fn part_type(module: &Module, ty: TypeId, index: u32) -> Result<TypeId> {
    match &module.ctx[ty] {
        Type::Vector { elem, .. } => Ok(*elem),
        Type::Spirv(SpirvType::Matrix { column, .. }) => Ok(*column),
        Type::Spirv(SpirvType::Array { elem, .. }) => Ok(*elem),
        Type::Spirv(SpirvType::Struct { members, .. }) => match members.get(index as usize) {
            Some(member) => Ok(member.ty),
            None => invalid("a struct has no such member"),
        },
        _ => invalid("cannot index a scalar"),
    }
}

/// Where invocations meet, as the code is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// At barriers, and where waves do something together: lanes run one by one.
    Waves,
    /// Where whole workgroups synchronise: the lanes of a wave run in lockstep anyway.
    Workgroups,
}

/// Returns whether invocations meet at an op: none goes on before the others are there.
pub(crate) fn is_meeting(module: &Module, op: OpId, cut: Cut) -> bool {
    let Some(code) = ops::code(module, op).and_then(Code::core) else { return false };
    match cut {
        Cut::Waves => matches!(code, Op::Nop | Op::ControlBarrier) || is_collective(isa::class(code)),
        Cut::Workgroups if code == Op::ControlBarrier => scope(module, op) != Some(Scope::Subgroup),
        Cut::Workgroups => is_collective(isa::class(code)) && scope(module, op) == Some(Scope::Workgroup),
    }
}

/// The invocations that meet at an op, where it says so.
pub(crate) fn scope(module: &Module, op: OpId) -> Option<Scope> {
    facts::number_of(module, op, attrs::SCOPE).and_then(|scope| Scope::from_u32(scope as u32))
}

/// Returns whether an instruction combines the lanes of a wave or of a workgroup and is lowered: AMD's scans and some
/// shuffles of Intel are not.
pub(crate) fn is_collective(class: Class) -> bool {
    match class {
        Class::Derivative => true,
        Class::Group(Family::Amd, _) | Class::Group(_, GroupKind::Window) => false,
        _ => class.is_collective(),
    }
}
