//! Types of the text as types of SPIR-V.

use super::Emitter;
use crate::bits;
use crate::tree::{MemRef, Ty};
use dialect::diagnostics::Result;
use dialect::ir::types::Sign;
use dialect::ir::{Type, TypeId};
use dialect::spirv::types::{Length, Member, SpirvType};
use spirv::StorageClass;

/// The limit of the elements of buffers and tensors.
const MOST_ELEMENTS: u64 = u32::MAX as u64 / 16;
/// The bits of a truth value in memory.
const BOOL_BITS: u32 = 8;
/// The storage classes of numbered memory spaces, for shaders and for kernels.
const SPACES: &[(u64, StorageClass, StorageClass)] = &[
    (0, StorageClass::StorageBuffer, StorageClass::CrossWorkgroup),
    (1, StorageClass::Generic, StorageClass::Generic),
    (3, StorageClass::Workgroup, StorageClass::Workgroup),
    (4, StorageClass::Uniform, StorageClass::UniformConstant),
    (5, StorageClass::Private, StorageClass::Private),
    (6, StorageClass::Function, StorageClass::Function),
    (7, StorageClass::PushConstant, StorageClass::Image),
    (8, StorageClass::UniformConstant, StorageClass::UniformConstant),
    (9, StorageClass::Input, StorageClass::Input),
    (10, StorageClass::Output, StorageClass::Output),
    (11, StorageClass::PhysicalStorageBuffer, StorageClass::PhysicalStorageBuffer),
];

impl Emitter<'_> {
    /// The type of values of a type.
    pub(super) fn ty(&mut self, ty: &Ty) -> Result<TypeId> {
        match ty {
            Ty::Index => Ok(self.module.ctx.int(self.target.index)),
            Ty::Int { width: width @ (1 | 8 | 16 | 32 | 64), sign } => {
                // Kernels have no signs.
                let sign = if self.target.is_kernel || *width == 1 { Sign::Signless } else { *sign };
                Ok(self.module.ctx.ty(Type::Int { width: *width, sign }))
            }
            Ty::Int { width, .. } => self.error(format!("SPIR-V has no integers of {width} bits")),
            Ty::Float { width, kind } => Ok(self.module.ctx.ty(Type::Float { width: *width, kind: *kind })),
            Ty::Vector { shape, elem } => {
                let elem = self.ty(elem)?;
                let longest = shape.iter().copied().filter(|len| *len != 1).collect::<Vec<u64>>();
                match longest[..] {
                    [] => Ok(elem),
                    [len] if bits::lengths(self.target.is_kernel).contains(&len) => {
                        Ok(self.module.ctx.vector(elem, len as u32))
                    }
                    _ => self.error(format!(
                        "SPIR-V has no vector of {}",
                        shape.iter().map(u64::to_string).collect::<Vec<_>>().join(" times ")
                    )),
                }
            }
            Ty::Complex(elem) => {
                let elem = self.ty(elem)?;
                Ok(self.module.ctx.vector(elem, 2))
            }
            Ty::Tensor { shape, elem } => {
                let elem = self.ty(elem)?;
                let len = shape.iter().try_fold(1u64, |all, len| all.checked_mul(*len));
                match len.filter(|len| (1..MOST_ELEMENTS).contains(len)) {
                    Some(len) => {
                        let array = SpirvType::Array { elem, len: Length::Const(len), stride: None };
                        Ok(self.module.ctx.ty(Type::Spirv(array)))
                    }
                    None => self.error("the tensor has no elements, or too many"),
                }
            }
            Ty::MemRef(buffer) => self.buffer(buffer),
            Ty::Unranked(_) => self.error("unranked memrefs are not supported in SPIR-V"),
            Ty::Spirv(text) => text::parse_type(&mut self.module, text).or_else(|error| self.error(error.message)),
            Ty::Function { .. } => self.error("SPIR-V has no values that are functions"),
            Ty::Other(text) => self.error(format!("the type {text} cannot be converted to SPIR-V")),
        }
    }

    /// The storage class of a memory space.
    pub(super) fn storage(&self, buffer: &MemRef) -> Result<StorageClass> {
        let by_number = |number: u64| {
            let row = SPACES.iter().find(|(known, ..)| *known == number);
            row.map(|(_, shader, kernel)| if self.target.is_kernel { *kernel } else { *shader })
        };
        let found = match buffer.space.as_deref() {
            None => by_number(0),
            Some(text) => match text.parse() {
                Ok(number) => by_number(number),
                Err(_) => named_storage(text, self.target.is_kernel),
            },
        };
        match found {
            Some(storage) => Ok(storage),
            None => self.error(format!("the memory space {} is not known", buffer.space.as_deref().unwrap_or("0"))),
        }
    }

    /// The number of elements from the first to the last one, if it is known.
    pub(super) fn length(&self, buffer: &MemRef) -> Result<Option<u64>> {
        let Some(shape) = buffer.shape.iter().copied().collect::<Option<Vec<u64>>>() else { return Ok(None) };
        let strides = self.strides(buffer)?;
        let Some(strides) = strides.iter().copied().collect::<Option<Vec<u64>>>() else { return Ok(None) };
        let offset = buffer.layout.as_ref().map_or(Some(0), |layout| layout.offset);
        let Some(offset) = offset else { return Ok(None) };
        let last = shape
            .iter()
            .zip(&strides)
            .try_fold(offset, |sum, (len, stride)| len.checked_sub(1)?.checked_mul(*stride)?.checked_add(sum));
        match last.filter(|last| *last < MOST_ELEMENTS) {
            Some(last) => Ok(Some(last + 1)),
            None => self.error("the buffer has no elements, or too many"),
        }
    }

    /// The distances of neighbours in each dimension, as far as they are known.
    pub(super) fn strides(&self, buffer: &MemRef) -> Result<Vec<Option<u64>>> {
        if let Some(layout) = &buffer.layout {
            return Ok(layout.strides.clone());
        }
        let mut strides = Vec::new();
        let mut next = Some(1u64);
        for len in buffer.shape.iter().rev() {
            strides.push(next);
            next = match (next, len) {
                (Some(next), Some(len)) => match next.checked_mul(*len) {
                    Some(next) => Some(next),
                    None => return self.error("the buffer has too many elements"),
                },
                _ => None,
            };
        }
        strides.reverse();
        Ok(strides)
    }

    /// The type of an element in memory: truth values are numbers there.
    pub(super) fn stored(&mut self, elem: &Ty) -> Result<TypeId> {
        let ty = self.ty(elem)?;
        let scalar = self.module.ctx.scalar_of(ty);
        match self.module.ctx[scalar] {
            Type::Int { width: 1, .. } => {
                let byte = self.module.ctx.int(BOOL_BITS);
                Ok(self.module.ctx.with_scalar(ty, byte))
            }
            _ => Ok(ty),
        }
    }

    /// The bytes of an element in memory.
    pub(super) fn bytes(&self, ty: TypeId) -> u32 {
        let lanes = match self.module.ctx[ty] {
            Type::Vector { len, .. } => len,
            _ => 1,
        };
        self.width(ty) / 8 * lanes
    }

    /// A buffer: a pointer to an array, for shaders in a struct.
    fn buffer(&mut self, buffer: &MemRef) -> Result<TypeId> {
        let storage = self.storage(buffer)?;
        let elem = self.stored(&buffer.elem)?;
        let length = self.length(buffer)?;
        let is_laid_out = matches!(
            storage,
            StorageClass::StorageBuffer
                | StorageClass::Uniform
                | StorageClass::PushConstant
                | StorageClass::PhysicalStorageBuffer
        );
        let stride = is_laid_out.then(|| self.bytes(elem));
        let array = match length {
            Some(len) => SpirvType::Array { elem, len: Length::Const(len), stride },
            None if self.target.is_kernel => return Ok(self.pointer(elem, storage)),
            None => SpirvType::RuntimeArray { elem, stride },
        };
        let array = self.module.ctx.ty(Type::Spirv(array));
        if self.target.is_kernel {
            return Ok(self.pointer(array, storage));
        }
        let members = vec![Member { ty: array, offset: is_laid_out.then_some(0), decorations: Vec::new() }];
        let wrapped = SpirvType::Struct { name: None, members, decorations: Vec::new() };
        let wrapped = self.module.ctx.ty(Type::Spirv(wrapped));
        Ok(self.pointer(wrapped, storage))
    }

    pub(super) fn pointer(&mut self, pointee: TypeId, storage: StorageClass) -> TypeId {
        self.module.ctx.ty(Type::Spirv(SpirvType::Pointer { pointee, storage, stride: None }))
    }
}

/// The storage class that an attribute names.
fn named_storage(text: &str, is_kernel: bool) -> Option<StorageClass> {
    if let Some(name) = text.strip_prefix("#spirv.storage_class<").and_then(|rest| rest.strip_suffix('>')) {
        return name.trim().parse().ok();
    }
    match text {
        "#gpu.address_space<global>" if is_kernel => Some(StorageClass::CrossWorkgroup),
        "#gpu.address_space<global>" => Some(StorageClass::StorageBuffer),
        "#gpu.address_space<workgroup>" => Some(StorageClass::Workgroup),
        "#gpu.address_space<private>" => Some(StorageClass::Function),
        _ => None,
    }
}
