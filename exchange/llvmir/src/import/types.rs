//! Types of LLVM as types of SPIR-V.

use super::output::{Output, Shape};
use super::state::Import;
use crate::error::{Result, refuse};
use crate::mangle::Param;
use dialect::ir::types::FloatKind;
use dialect::ir::{Module, Type, TypeId, ValueId};
use dialect::llvm::types::LlvmType;
use dialect::spirv::enums::Kind;
use dialect::spirv::operands;
use dialect::spirv::ops as spirv_ops;
use dialect::spirv::shapes::Shaped;
use dialect::spirv::types::{Image, SpirvType};
use isa::Class;
use spirv::{AccessQualifier, Capability, Dim, ImageFormat, Op, StorageClass};

/// Types without parameters that only targets know.
const PLAIN: &[Op] = &[
    Op::TypeSampler,
    Op::TypeEvent,
    Op::TypeDeviceEvent,
    Op::TypeReserveId,
    Op::TypeQueue,
    Op::TypePipeStorage,
    Op::TypeTaskSequenceALTERA,
    Op::TypeAvcImePayloadINTEL,
    Op::TypeAvcRefPayloadINTEL,
    Op::TypeAvcSicPayloadINTEL,
    Op::TypeAvcMcePayloadINTEL,
    Op::TypeAvcMceResultINTEL,
    Op::TypeAvcImeResultINTEL,
    Op::TypeAvcImeResultSingleReferenceStreamoutINTEL,
    Op::TypeAvcImeResultDualReferenceStreamoutINTEL,
    Op::TypeAvcImeSingleReferenceStreaminINTEL,
    Op::TypeAvcImeDualReferenceStreaminINTEL,
    Op::TypeAvcRefResultINTEL,
    Op::TypeAvcSicResultINTEL,
];

/// The components that a vector may have without an extension.
const LENGTHS: [u32; 5] = [2, 3, 4, 8, 16];

/// The storage class of an address space.
pub(super) fn class_of(space: u32) -> Result<StorageClass> {
    Ok(match space {
        0 => StorageClass::Function,
        1 => StorageClass::CrossWorkgroup,
        2 => StorageClass::UniformConstant,
        3 => StorageClass::Workgroup,
        4 => StorageClass::Generic,
        5 => StorageClass::DeviceOnlyINTEL,
        6 => StorageClass::HostOnlyINTEL,
        9 => StorageClass::CodeSectionINTEL,
        space => return refuse(format!("address space {space} is not a storage class")),
    })
}

impl Import<'_> {
    /// A type.
    pub(super) fn ty(&mut self, ty: TypeId) -> Result<TypeId> {
        Ok(match &self.module.ctx[ty] {
            Type::None => self.out.void(),
            Type::Int { width: 1, .. } => self.out.bool(),
            Type::Int { width: width @ 2..=64, .. } => self.out.int(*width),
            Type::Int { width, .. } => return refuse(format!("integers of {width} bits are not supported")),
            Type::Float { width, kind: FloatKind::Ieee } => self.out.float(*width),
            Type::Float { kind: FloatKind::Bf16, .. } => self.out.brain_float(),
            Type::Float { .. } => return refuse("floating-point encoding other than IEEE 754 and bfloat16"),
            Type::Vector { elem, len } => {
                let elem = self.ty(*elem)?;
                if matches!(self.out.shape(elem), Shape::Pointer(..) | Shape::Other) {
                    return refuse("SPIR-V has no vectors of addresses");
                }
                self.out.vector(elem, *len)
            }
            Type::Llvm(ty) => self.llvm(ty)?,
            Type::Function { .. } | Type::Spirv(_) => return refuse("a type is not supported"),
        })
    }

    fn llvm(&mut self, ty: &LlvmType) -> Result<TypeId> {
        Ok(match ty {
            LlvmType::Ptr => self.bytes(StorageClass::Function),
            LlvmType::PtrIn(space) => {
                let class = class_of(*space)?;
                self.bytes(class)
            }
            LlvmType::Array { elem, len } => {
                let elem = self.ty(*elem)?;
                if *len == 0 || (self.out.is_32() && *len > u64::from(u32::MAX)) {
                    return refuse(format!("SPIR-V has no arrays of {len} elements here"));
                }
                self.out.array(elem, *len)
            }
            LlvmType::Struct(members) => {
                let members: Vec<TypeId> = members.iter().map(|member| self.ty(*member)).collect::<Result<_>>()?;
                self.out.structure(&members)
            }
            LlvmType::PtrTo { space, .. } => {
                let class = class_of(*space)?;
                self.bytes(class)
            }
            LlvmType::Opaque(name) => return refuse(format!("the type %{name} is not supported")),
            LlvmType::Target { name, types, numbers } => self.target(name, types, numbers)?,
        })
    }

    /// A type as it is in memory, where a boolean is a byte.
    pub(super) fn in_memory(&mut self, ty: TypeId) -> Result<TypeId> {
        match self.out.shape(ty) {
            Shape::Bool => Ok(self.out.int(8)),
            Shape::Vector(elem, _) if self.out.shape(elem) == Shape::Bool => {
                refuse("vectors of booleans in memory are not supported")
            }
            Shape::Array(_) | Shape::Struct(_) if self.holds_truth(ty) => {
                refuse("booleans in composites in memory are not supported")
            }
            _ => Ok(ty),
        }
    }

    fn holds_truth(&mut self, ty: TypeId) -> bool {
        if let Some(known) = self.truths.get(&ty) {
            return *known;
        }
        let holds = match self.out.shape(ty) {
            Shape::Bool => true,
            Shape::Vector(elem, _) | Shape::Array(elem) => self.holds_truth(elem),
            Shape::Struct(members) => members.into_iter().any(|member| self.holds_truth(member)),
            Shape::Int(_) | Shape::Float(_) | Shape::Pointer(..) | Shape::Other => false,
        };
        self.truths.insert(ty, holds);
        holds
    }

    /// A pointer that does not say what it leads to.
    pub(super) fn bytes(&mut self, class: StorageClass) -> TypeId {
        let byte = self.out.int(8);
        self.out.pointer(class, byte)
    }

    fn target(&mut self, name: &str, types: &[TypeId], numbers: &[u32]) -> Result<TypeId> {
        if let Some(known) = self.plain_target(name) {
            return Ok(known);
        }
        match (name, types, numbers) {
            ("spirv.Image" | "spirv.SampledImage", [sampled], [_, _, _, _, _, _, _]) => {
                let sampled = self.ty(*sampled)?;
                let Some(image) = image(sampled, numbers) else { return refuse("unknown image") };
                let image = self.out.image(image);
                Ok(if name == "spirv.Image" { image } else { self.out.sampled_image(image) })
            }
            ("spirv.Pipe", [], [access]) => {
                let kind = Kind::AccessQualifier;
                let access = operands::enumerant(&mut self.out.module.ctx, kind, &[*access])?;
                Ok(self.out.other(Op::TypePipe, &[access]))
            }
            ("spirv.BufferSurfaceINTEL", [], [access]) => {
                let access = operands::enumerant(&mut self.out.module.ctx, Kind::AccessQualifier, &[*access])?;
                Ok(self.out.other(Op::TypeBufferSurfaceINTEL, &[access]))
            }
            ("spirv.CooperativeMatrixKHR", [elem], &[scope, rows, columns, matrix_use]) => {
                let elem = self.ty(*elem)?;
                Ok(self.out.matrix(elem, [scope, rows, columns, matrix_use]))
            }
            _ => refuse(format!("the type '{name}' is not supported")),
        }
    }

    /// A type without parameters that only targets know: an instruction of that name without operands.
    fn plain_target(&mut self, name: &str) -> Option<TypeId> {
        let own = name.strip_prefix("spirv.")?;
        let op = format!("Type{own}").parse().ok().filter(|op| PLAIN.contains(op))?;
        Some(if op == Op::TypeSampler { self.out.sampler() } else { self.out.other(op, &[]) })
    }

    /// The type that a name shows of a parameter; `None` where it is not a name of ours.
    pub(super) fn shown(&mut self, param: &Param) -> Result<Option<TypeId>> {
        Ok(match param {
            Param::Scalar("v" | "z") => None,
            Param::Scalar(letter) => Some(scalar(&mut self.out, letter)),
            Param::Vector(len, letter) => {
                let elem = scalar(&mut self.out, letter);
                Some(self.out.vector(elem, *len))
            }
            Param::Pointer(space, inner) => match self.shown(inner)? {
                Some(pointee) => {
                    let class = class_of(*space)?;
                    Some(self.out.pointer(class, pointee))
                }
                None => None,
            },
            Param::Named(name) => match name.strip_prefix("__spirv_") {
                Some(own) => self.plain_target(&format!("spirv.{own}")),
                None => None,
            },
        })
    }
}

/// An image by the numbers of its type; `None` where SPIR-V has none with them.
fn image(sampled: TypeId, numbers: &[u32]) -> Option<Image> {
    let &[dim, depth, arrayed, multisampled, sampler_use, format, access] = numbers else { return None };
    let small = |number: u32, limit: u32| (number < limit).then_some(number as u8);
    Some(Image {
        sampled,
        dim: Dim::from_u32(dim)?,
        depth: small(depth, 3)?,
        arrayed: small(arrayed, 2)?,
        multisampled: small(multisampled, 2)?,
        sampler_use: small(sampler_use, 3)?,
        format: ImageFormat::from_u32(format)?,
        access: Some(AccessQualifier::from_u32(access)?),
    })
}

fn scalar(out: &mut Output, letter: &str) -> TypeId {
    match letter {
        "b" => out.bool(),
        "a" | "c" | "h" => out.int(8),
        "s" | "t" => out.int(16),
        "i" | "j" => out.int(32),
        "Dh" => out.float(16),
        "f" => out.float(32),
        "d" => out.float(64),
        "DF16b" => out.brain_float(),
        _ => out.int(64),
    }
}

/// The capabilities that types need, where the grammar does not say it.
pub(super) fn capabilities(module: &Module) -> Vec<Capability> {
    let any = |is_it: &dyn Fn(&Type) -> bool| module.ctx.types().any(|(_, ty)| is_it(ty));
    let half = Type::Float { width: 16, kind: FloatKind::Ieee };
    let is_half = |ty: TypeId| module.ctx[module.ctx.scalar_of(ty)] == half;
    let mut needed = Vec::new();
    if any(&|ty| matches!(ty, Type::Vector { len: 8 | 16, .. })) {
        needed.push(Capability::Vector16);
    }
    let is_image = |ty: &Type| matches!(ty, Type::Spirv(SpirvType::Image(_) | SpirvType::Sampler));
    if any(&is_image) {
        needed.push(Capability::ImageBasic);
    }
    // In memory alone, such numbers need less.
    let is_computed = || module.values.iter().any(|(_, value)| is_half(value.ty));
    if any(&|ty| matches!(ty, Type::Vector { len, .. } if !LENGTHS.contains(len))) {
        needed.push(Capability::LongVectorEXT);
    }
    if any(&|ty| matches!(ty, Type::Int { width, .. } if ![1, 8, 16, 32, 64].contains(width))) {
        needed.push(Capability::ArbitraryPrecisionIntegersALTERA);
    }
    if any(&|ty| is_matrix_of_brain_floats(module, ty)) {
        needed.push(Capability::BFloat16CooperativeMatrixKHR);
    }
    if atomics_of_64_bits(module) {
        needed.push(Capability::Int64Atomics);
    }
    if any(&|ty| matches!(ty, Type::Float { width: 16, kind: FloatKind::Ieee })) {
        needed.push(if is_computed() { Capability::Float16 } else { Capability::Float16Buffer });
    }
    needed
}

fn is_matrix_of_brain_floats(module: &Module, ty: &Type) -> bool {
    let Type::Spirv(ty) = ty else { return false };
    match Shaped::of(&module.ctx, ty) {
        Some(Shaped::Matrix(matrix)) => matches!(module.ctx[matrix.elem], Type::Float { kind: FloatKind::Bf16, .. }),
        Some(Shaped::Tensor(_)) | None => false,
    }
}

/// Returns whether an atomic instruction other than those of floats works on 64 bits.
fn atomics_of_64_bits(module: &Module) -> bool {
    let is_wide = |value: &ValueId| {
        matches!(module.ctx[module.type_of(*value)], Type::Int { width: 64, .. } | Type::Float { width: 64, .. })
    };
    module.ops.iter().any(|(_, op)| {
        let code = spirv_ops::row(op.info).and_then(|row| row.code.core());
        let of_floats = [Op::AtomicFAddEXT, Op::AtomicFMinEXT, Op::AtomicFMaxEXT];
        code.is_some_and(|code| isa::class(code) == Class::Atomic && !of_floats.contains(&code))
            && op.operands.iter().chain(&op.results).any(is_wide)
    })
}
