//! The types of the module in the LLVM dialect.

use super::lockstep::Mode;
use super::state::Lowering;
use crate::error::{LowerError, Result, invalid, unsupported};
use dialect::ir::types::FloatKind;
use dialect::ir::{OpId, Type, TypeId, ValueId};
use dialect::llvm::types as llvm_types;
use dialect::spirv::facts;
use dialect::spirv::types::SpirvType;
use spirv::{Op, StorageClass};

/// Structs have at most this many members, those of structs inside counted too.
const MAX_TYPE_WEIGHT: u64 = 4096;

impl Lowering<'_> {
    /// LLVM type of values of a type.
    pub(crate) fn ty(&mut self, ty: TypeId) -> Result<TypeId> {
        if let Some(known) = self.types.known.get(&ty) {
            return Ok(*known);
        }
        let made = self.new_type(ty)?;
        // Types are written out in text, so nested types must not grow exponentially.
        let weight = match &self.known.source.ctx[ty] {
            Type::Spirv(SpirvType::Struct { members, .. }) => {
                let weights = members.iter().map(|member| self.types.weights.get(&member.ty).copied().unwrap_or(1));
                weights.sum::<u64>().max(1)
            }
            Type::Spirv(SpirvType::Array { elem, .. }) => self.types.weights.get(elem).copied().unwrap_or(1),
            _ => 1,
        };
        if weight > MAX_TYPE_WEIGHT {
            return Err(LowerError::TooLarge(format!("struct has more than {MAX_TYPE_WEIGHT} nested members")));
        }
        self.types.weights.insert(ty, weight);
        self.types.known.insert(ty, made);
        Ok(made)
    }

    fn new_type(&mut self, ty: TypeId) -> Result<TypeId> {
        match &self.known.source.ctx[ty] {
            Type::None => Ok(self.b.module.ctx.none()),
            Type::Int { width, .. } => Ok(self.b.int(*width)),
            Type::Float { width, kind: FloatKind::Ieee } => Ok(self.b.float(*width)),
            Type::Float { .. } => unsupported("a type", "unknown floating-point encoding"),
            Type::Vector { elem, len } => {
                let elem = self.ty(*elem)?;
                Ok(self.b.module.ctx.vector(elem, *len))
            }
            Type::Spirv(spirv) => match facts::storage_of(self.known.source, ty) {
                Some(storage) => Ok(self.pointer_type(storage)),
                None => self.new_spirv_type(spirv),
            },
            Type::Function { .. } | Type::Llvm(_) => unsupported("a type", "it is not a value type"),
        }
    }

    /// The address of a descriptor, a number, or a fat pointer: a base address, an offset and a size.
    fn pointer_type(&mut self, storage: StorageClass) -> TypeId {
        match storage {
            StorageClass::UniformConstant => self.b.ptr(),
            StorageClass::PhysicalStorageBuffer => self.b.int(64),
            _ => self.fat_pointer(),
        }
    }

    /// A base address, an offset and a size.
    pub(crate) fn fat_pointer(&mut self) -> TypeId {
        let (ptr, i64) = (self.b.ptr(), self.b.int(64));
        llvm_types::structure(&mut self.b.module.ctx, &[ptr, i64, i64])
    }

    fn new_spirv_type(&mut self, ty: &SpirvType) -> Result<TypeId> {
        match ty {
            SpirvType::Array { elem, len, .. } => {
                let len = self.known.layouts.array_len(len)?;
                let elem = self.ty(*elem)?;
                Ok(llvm_types::array(&mut self.b.module.ctx, elem, len))
            }
            SpirvType::Struct { members, .. } => {
                let fields = members.iter().map(|member| self.ty(member.ty)).collect::<Result<Vec<_>>>()?;
                Ok(llvm_types::structure(&mut self.b.module.ctx, &fields))
            }
            SpirvType::Matrix { columns, .. } if !(2..=4).contains(columns) => {
                invalid(format!("a matrix has {columns} columns"))
            }
            SpirvType::Matrix { column, columns } => {
                let column = self.ty(*column)?;
                Ok(llvm_types::array(&mut self.b.module.ctx, column, u64::from(*columns)))
            }
            SpirvType::Image(_) | SpirvType::Sampler => Ok(self.b.ptr()),
            SpirvType::SampledImage(_) => {
                let ptr = self.b.ptr();
                Ok(llvm_types::structure(&mut self.b.module.ctx, &[ptr, ptr]))
            }
            // Events carry no data, nor does the memory of ray queries.
            SpirvType::Other { op: Op::TypeEvent | Op::TypeRayQueryKHR, .. } => Ok(self.b.int(32)),
            SpirvType::Other { op: Op::TypeAccelerationStructureKHR, .. } => Ok(self.b.ptr()),
            SpirvType::Pointer { .. }
            | SpirvType::RuntimeArray { .. }
            | SpirvType::StructRef(_)
            | SpirvType::Other { .. } => unsupported("a type", "not available in compute shaders"),
        }
    }

    /// The type of a value of the module.
    pub(crate) fn type_of(&mut self, value: ValueId) -> Result<TypeId> {
        let ty = self.known.source.type_of(value);
        match self.function.wide.as_deref().map(|wide| (wide.mode, wide.lanes)) {
            Some((Mode::Each(_), lanes)) => {
                let ty = self.ty(ty)?;
                let scalar = self.b.module.ctx.scalar_of(ty);
                Ok(self.b.module.ctx.vector(scalar, lanes))
            }
            Some((Mode::Whole, _)) => self.wide_ty(ty),
            Some((Mode::Natural | Mode::Lane(_), _)) | None => self.ty(ty),
        }
    }

    /// The type of an op's result.
    pub(crate) fn result_type(&mut self, op: OpId) -> Result<TypeId> {
        match self.known.source[op].results.first() {
            Some(value) => self.type_of(*value),
            None => invalid("an op has no result"),
        }
    }
}
