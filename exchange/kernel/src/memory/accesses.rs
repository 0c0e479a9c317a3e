//! Reads and writes of places: part for part where the layout is the host's.

use crate::error::{Result, refuse};
use crate::place::{Bytes, Place};
use crate::state::Rewriter;
use crate::types;
use dialect::ir::{Attr, OpId, Type, TypeId, ValueId};
use dialect::spirv::enums::Kind;
use dialect::spirv::ops;
use dialect::spirv::types::{Length, SpirvType};
use spirv::{BuiltIn, MemoryAccess, Op};

/// A composite that is read or written as a whole has at most this many scalars.
const MAX_PARTS: u64 = 4096;

/// Accesses.
impl Rewriter<'_> {
    /// The pointer to a scalar, or to a vector whose components lie one after the other.
    pub(super) fn pointer_into(&mut self, bytes: &Bytes) -> ValueId {
        let mut offset = bytes.offset;
        if bytes.constant != 0 || offset.is_none() {
            let constant = self.size(bytes.constant);
            offset = Some(match offset {
                Some(offset) => self.same(Op::IAdd, &[offset, constant]),
                None => constant,
            });
        }
        let base = match offset {
            Some(offset) if bytes.constant != 0 || bytes.offset.is_some() => {
                let ty = self.type_of(bytes.base);
                self.core(Op::InBoundsPtrAccessChain, &[bytes.base, offset], ty)
            }
            _ => bytes.base,
        };
        let ty = self.types.value(&mut self.module.ctx, bytes.ty);
        let target = self.pointer_type(ty, bytes.storage);
        self.bitcast(base, target)
    }

    /// The pointer to a scalar, for atomics.
    pub(crate) fn pointer_to_scalar(&mut self, place: &Place) -> Result<ValueId> {
        match place {
            Place::Bytes(bytes) => Ok(self.pointer_into(bytes)),
            Place::Typed { pointer, .. } => Ok(*pointer),
            Place::Texel => refuse("atomic operations on texels are not supported in kernels"),
            Place::Builtin { .. } | Place::Table(_) | Place::Opaque(_) | Place::Combined(..) => {
                refuse("atomic operation on a non-memory operand")
            }
        }
    }

    fn set_access(&mut self, op: OpId, align: u32, volatile: bool) {
        let mut bits = MemoryAccess::ALIGNED;
        if volatile {
            bits |= MemoryAccess::VOLATILE;
        }
        let align = self.module.ctx.attr(Attr::Literal(align.max(1)));
        let (kind, value, params) = (Kind::MemoryAccess.id(), bits.bits(), [align].into());
        let attr = self.module.ctx.attr(Attr::Enum { kind, value, params });
        self.module[op].set_attr(Kind::MemoryAccess.table().snake, attr);
    }

    /// Checks for a type that one access reads or writes.
    fn is_one(&mut self, place: &Place) -> bool {
        match place {
            Place::Typed { ty, .. } => {
                let ctx = &mut self.module.ctx;
                let is_scalar = matches!(ctx[ctx.scalar_of(*ty)], Type::Int { .. } | Type::Float { .. });
                is_scalar || self.types.stored(ctx, *ty) == self.types.value(ctx, *ty)
            }
            Place::Bytes(bytes) => match self.module.ctx[bytes.ty] {
                Type::Vector { elem, len } => {
                    let size = types::bytes(&self.module.ctx, elem);
                    len != 3 && bytes.step.is_none_or(|step| step == size)
                }
                Type::Int { .. } | Type::Float { .. } => true,
                Type::Spirv(SpirvType::Pointer { .. }) => true,
                Type::None | Type::Function { .. } | Type::Spirv(_) | Type::Llvm(_) => false,
            },
            Place::Builtin { .. } | Place::Table(_) | Place::Opaque(_) | Place::Combined(..) | Place::Texel => true,
        }
    }

    fn type_at(place: &Place) -> Option<TypeId> {
        match place {
            Place::Bytes(bytes) => Some(bytes.ty),
            Place::Typed { ty, .. } | Place::Builtin { ty, .. } => Some(*ty),
            Place::Table(_) | Place::Opaque(_) | Place::Combined(..) | Place::Texel => None,
        }
    }

    /// The number of parts of a composite in memory.
    fn part_count(&self, ty: TypeId) -> Result<u32> {
        match &self.module.ctx[ty] {
            Type::Vector { len, .. } => Ok(*len),
            Type::Spirv(SpirvType::Array { len: Length::Const(len), .. }) if *len <= MAX_PARTS => Ok(*len as u32),
            Type::Spirv(SpirvType::Matrix { columns, .. }) => Ok(*columns),
            Type::Spirv(SpirvType::Struct { members, .. }) => Ok(members.len() as u32),
            _ => refuse("value is too large to be loaded or stored, or has an unknown size"),
        }
    }

    /// Refuses composites of too many parts.
    fn check_size(&self, ty: TypeId) -> Result<()> {
        let (mut total, mut stack) = (0u64, vec![(ty, 1u64)]);
        while let Some((ty, times)) = stack.pop() {
            match &self.module.ctx[ty] {
                Type::Spirv(SpirvType::Array { elem, len: Length::Const(len), .. }) => {
                    stack.push((*elem, times.saturating_mul(*len)));
                }
                Type::Spirv(SpirvType::Matrix { column, columns }) => {
                    stack.push((*column, times.saturating_mul(u64::from(*columns))));
                }
                Type::Spirv(SpirvType::Struct { members, .. }) => {
                    stack.extend(members.iter().map(|member| (member.ty, times)));
                }
                Type::Vector { len, .. } => total = total.saturating_add(times.saturating_mul(u64::from(*len))),
                _ => total = total.saturating_add(times),
            }
            if total > MAX_PARTS || times > MAX_PARTS {
                return refuse(format!("load or store of more than {MAX_PARTS} components"));
            }
        }
        Ok(())
    }

    /// The value at a place.
    pub(crate) fn load(&mut self, place: &Place) -> Result<ValueId> {
        if self.is_one(place) {
            return self.load_one(place);
        }
        let Some(ty) = Self::type_at(place) else { return refuse("load from a non-memory operand") };
        self.check_size(ty)?;
        let mut parts = Vec::new();
        for at in 0..self.part_count(ty)? {
            let part = self.part(place, at)?;
            parts.push(self.load(&part)?);
        }
        let ty = self.types.value(&mut self.module.ctx, ty);
        Ok(self.construct(&parts, ty))
    }

    fn load_one(&mut self, place: &Place) -> Result<ValueId> {
        match place {
            Place::Bytes(bytes) => {
                let pointer = self.pointer_into(bytes);
                let ty = self.types.value(&mut self.module.ctx, bytes.ty);
                let op = self.effect(ops::core(Op::Load), &[pointer]);
                self.set_access(op, types::bytes(&self.module.ctx, bytes.ty), bytes.volatile);
                Ok(self.module.add_result(op, ty))
            }
            Place::Typed { pointer, ty, .. } => {
                let stored = self.types.stored(&mut self.module.ctx, *ty);
                let value = self.core(Op::Load, &[*pointer], stored);
                let is_bool = stored != self.types.value(&mut self.module.ctx, *ty);
                if !is_bool {
                    return Ok(value);
                }
                let none = self.bits(stored, 0);
                Ok(self.compare(Op::INotEqual, &[value, none]))
            }
            Place::Builtin { builtin, ty, component } => self.load_builtin(*builtin, *ty, *component),
            Place::Opaque(value) => Ok(*value),
            Place::Combined(image, sampler) => Ok(self.sampled_image(*image, *sampler)),
            Place::Table(_) | Place::Texel => refuse("load from a non-memory operand"),
        }
    }

    /// Writes a value to a place.
    pub(crate) fn store(&mut self, place: &Place, value: ValueId) -> Result<()> {
        if self.is_one(place) {
            return self.store_one(place, value);
        }
        let Some(ty) = Self::type_at(place) else { return refuse("store to a non-memory operand") };
        self.check_size(ty)?;
        for at in 0..self.part_count(ty)? {
            let part = self.part(place, at)?;
            let value = self.extract(value, at);
            self.store(&part, value)?;
        }
        Ok(())
    }

    fn store_one(&mut self, place: &Place, value: ValueId) -> Result<()> {
        match place {
            Place::Bytes(bytes) => {
                let pointer = self.pointer_into(bytes);
                let op = self.effect(ops::core(Op::Store), &[pointer, value]);
                self.set_access(op, types::bytes(&self.module.ctx, bytes.ty), bytes.volatile);
                Ok(())
            }
            Place::Typed { pointer, ty, .. } => {
                let stored = self.types.stored(&mut self.module.ctx, *ty);
                let value = match self.type_of(value) == stored {
                    true => value,
                    false => {
                        let (one, none) = (self.bits(stored, 1), self.bits(stored, 0));
                        self.select(value, one, none)
                    }
                };
                self.effect(ops::core(Op::Store), &[*pointer, value]);
                Ok(())
            }
            Place::Builtin { .. } | Place::Table(_) | Place::Opaque(_) | Place::Combined(..) | Place::Texel => {
                refuse("store to a non-memory operand")
            }
        }
    }

    fn load_builtin(&mut self, builtin: BuiltIn, ty: TypeId, component: Option<ValueId>) -> Result<ValueId> {
        let new = self.types.value(&mut self.module.ctx, ty);
        let whole = match builtin {
            BuiltIn::GlobalInvocationId
            | BuiltIn::LocalInvocationId
            | BuiltIn::WorkgroupId
            | BuiltIn::NumWorkgroups
            | BuiltIn::WorkgroupSize => self.builtin(builtin, true),
            BuiltIn::LocalInvocationIndex => return Ok(self.local_index()),
            BuiltIn::SubgroupSize
            | BuiltIn::SubgroupLocalInvocationId
            | BuiltIn::SubgroupId
            | BuiltIn::NumSubgroups => return Ok(self.builtin(builtin, false)),
            other => return refuse(format!("the builtin {other:?} is not supported in kernels")),
        };
        let value = match component {
            None => whole,
            Some(index) => match self.constant_of(index) {
                Some(at) => self.extract(whole, at as u32),
                None => {
                    let (index, size) = (self.resolve(index), self.size_type());
                    self.core(Op::VectorExtractDynamic, &[whole, index], size)
                }
            },
        };
        Ok(self.resize(value, new, false))
    }

    /// The number of the invocation in its workgroup.
    fn local_index(&mut self) -> ValueId {
        let own = self.builtin(BuiltIn::LocalInvocationId, true);
        let sizes = match self.facts.local_size {
            Some(sizes) => sizes.map(|size| self.size(u64::from(size))),
            None => {
                let all = self.builtin(BuiltIn::WorkgroupSize, true);
                [0, 1, 2].map(|at| self.extract(all, at))
            }
        };
        let [x, y, z] = [0, 1, 2].map(|at| self.extract(own, at));
        let planes = self.same(Op::IMul, &[z, sizes[1]]);
        let rows = self.same(Op::IAdd, &[planes, y]);
        let rows = self.same(Op::IMul, &[rows, sizes[0]]);
        let number = self.same(Op::IAdd, &[rows, x]);
        let word = self.module.ctx.int(32);
        self.resize(number, word, false)
    }

    /// An image with a sampler, as a value.
    pub(crate) fn sampled_image(&mut self, image: ValueId, sampler: ValueId) -> ValueId {
        let image_type = self.type_of(image);
        let ty = self.module.ctx.ty(Type::Spirv(SpirvType::SampledImage(image_type)));
        self.core(Op::SampledImage, &[image, sampler], ty)
    }

    /// The part with this number.
    fn part(&mut self, place: &Place, at: u32) -> Result<Place> {
        let index = self.word(at);
        self.chain(place.clone(), &[index])
    }
}
