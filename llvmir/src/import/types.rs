//! Types of LLVM as types of SPIR-V.

use super::state::Import;
use super::words::{Shape, Words};
use crate::error::{Result, refuse};
use crate::mangle::Param;
use dialect::ir::types::FloatKind;
use dialect::ir::{Module, Type, TypeId};
use dialect::llvm::types::LlvmType;
use dialect::spirv::types::SpirvType;
use spirv::{Capability, Op, StorageClass};

/// Types without parameters that only targets know.
const TARGETS: &[(&str, Op)] = &[
    ("spirv.Sampler", Op::TypeSampler),
    ("spirv.Event", Op::TypeEvent),
    ("spirv.DeviceEvent", Op::TypeDeviceEvent),
    ("spirv.ReserveId", Op::TypeReserveId),
    ("spirv.Queue", Op::TypeQueue),
    ("spirv.PipeStorage", Op::TypePipeStorage),
];

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
        space => return refuse(format!("address space {space} is no storage class")),
    })
}

impl Import<'_> {
    /// A type.
    pub(super) fn ty(&mut self, ty: TypeId) -> Result<u32> {
        Ok(match &self.module.ctx[ty] {
            Type::None => self.words.void(),
            Type::Int { width: 1, .. } => self.words.bool(),
            Type::Int { width: width @ (8 | 16 | 32 | 64), .. } => self.words.int(*width),
            Type::Int { width, .. } => return refuse(format!("SPIR-V has no integers of {width} bits")),
            Type::Float { width, kind: FloatKind::Ieee } => self.words.float(*width),
            Type::Float { .. } => return refuse("a number in another encoding than IEEE 754"),
            Type::Vector { elem, len } => {
                if !matches!(len, 2 | 3 | 4 | 8 | 16) {
                    return refuse(format!("SPIR-V has no vectors of {len} components"));
                }
                let elem = self.ty(*elem)?;
                if matches!(self.words.shape(elem), Shape::Pointer(..) | Shape::Other) {
                    return refuse("SPIR-V has no vectors of addresses");
                }
                self.words.vector(elem, *len)
            }
            Type::Llvm(ty) => self.llvm(ty)?,
            Type::Function { .. } | Type::Spirv(_) => return refuse("a type has no form here"),
        })
    }

    fn llvm(&mut self, ty: &LlvmType) -> Result<u32> {
        Ok(match ty {
            LlvmType::Ptr => self.bytes(StorageClass::Function),
            LlvmType::PtrIn(space) => {
                let class = class_of(*space)?;
                self.bytes(class)
            }
            LlvmType::Array { elem, len } => {
                let (elem, size) = (self.ty(*elem)?, self.words.size());
                if *len == 0 || (self.words.is_32() && *len > u64::from(u32::MAX)) {
                    return refuse(format!("SPIR-V has no arrays of {len} elements here"));
                }
                let len = self.words.number(size, *len);
                self.words.array(elem, len)
            }
            LlvmType::Struct(members) => {
                let members: Vec<u32> = members.iter().map(|member| self.ty(*member)).collect::<Result<_>>()?;
                self.words.structure(&members)
            }
            LlvmType::PtrTo { space, .. } => {
                let class = class_of(*space)?;
                self.bytes(class)
            }
            LlvmType::Opaque(name) => return refuse(format!("the type %{name} has no form here")),
            LlvmType::Target { name, types, numbers } => self.target(name, types, numbers)?,
        })
    }

    /// A pointer that does not say what it leads to.
    pub(super) fn bytes(&mut self, class: StorageClass) -> u32 {
        let byte = self.words.int(8);
        self.words.pointer(class, byte)
    }

    fn target(&mut self, name: &str, types: &[TypeId], numbers: &[u32]) -> Result<u32> {
        if let Some((_, op)) = TARGETS.iter().find(|(known, _)| *known == name) {
            return Ok(self.words.other(*op, &[]));
        }
        match (name, types, numbers) {
            ("spirv.Image" | "spirv.SampledImage", [sampled], [_, _, _, _, _, _, _]) => {
                let sampled = self.ty(*sampled)?;
                let operands: Vec<u32> = std::iter::once(sampled).chain(numbers.iter().copied()).collect();
                let image = self.words.other(Op::TypeImage, &operands);
                Ok(if name == "spirv.Image" { image } else { self.words.other(Op::TypeSampledImage, &[image]) })
            }
            ("spirv.Pipe", [], [access]) => Ok(self.words.other(Op::TypePipe, &[*access])),
            _ => refuse(format!("the type '{name}' has no form here")),
        }
    }

    /// The type that a name shows of a parameter; `None` where it is no name of ours.
    pub(super) fn shown(&mut self, param: &Param) -> Result<Option<u32>> {
        Ok(match param {
            Param::Scalar(letter) => Some(scalar(&mut self.words, letter)),
            Param::Vector(len, letter) => {
                let elem = scalar(&mut self.words, letter);
                Some(self.words.vector(elem, *len))
            }
            Param::Pointer(space, inner) => match self.shown(inner)? {
                Some(pointee) => {
                    let class = class_of(*space)?;
                    Some(self.words.pointer(class, pointee))
                }
                None => None,
            },
            Param::Named(name) => {
                let own = name.strip_prefix("__spirv_");
                let row = TARGETS.iter().find(|(known, _)| own.is_some() && known.strip_prefix("spirv.") == own);
                row.map(|(_, op)| self.words.other(*op, &[]))
            }
        })
    }
}

fn scalar(words: &mut Words, letter: &str) -> u32 {
    match letter {
        "b" => words.bool(),
        "a" | "c" | "h" => words.int(8),
        "s" | "t" => words.int(16),
        "i" | "j" => words.int(32),
        "Dh" => words.float(16),
        "f" => words.float(32),
        "d" => words.float(64),
        _ => words.int(64),
    }
}

/// The capabilities that types need, where the grammar does not say it.
pub(super) fn capabilities(module: &Module) -> Vec<Capability> {
    let any = |is_it: fn(&Type) -> bool| module.ctx.types().any(|(_, ty)| is_it(ty));
    let is_half = |ty: TypeId| matches!(module.ctx[module.ctx.scalar_of(ty)], Type::Float { width: 16, .. });
    let mut needed = Vec::new();
    if any(|ty| matches!(ty, Type::Vector { len: 8 | 16, .. })) {
        needed.push(Capability::Vector16);
    }
    let is_image = |ty: &Type| matches!(ty, Type::Spirv(SpirvType::Image(_) | SpirvType::Sampler));
    if any(is_image) {
        needed.push(Capability::ImageBasic);
    }
    // In memory alone, such numbers need less.
    let is_computed = || module.values.iter().any(|(_, value)| is_half(value.ty));
    if any(|ty| matches!(ty, Type::Float { width: 16, .. })) {
        needed.push(if is_computed() { Capability::Float16 } else { Capability::Float16Buffer });
    }
    needed
}
