//! Values of a wave that runs as vectors: one scalar where all active lanes have the same, else a vector per scalar part.
//!
//! The mode decides how a pattern sees them: patterns are the same for lanes and for vectors.

use super::lockstep::{Mode, Wide};
use super::place::{Memory, Rows};
use super::state::Lowering;
use crate::error::{Result, invalid, unsupported};
use crate::facts::{self, part_type};
use crate::layout::Shape;
use crate::spmd::variance::builtin_part;
use dialect::ir::{BlockId, Type, TypeId, ValueId};
use dialect::llvm::build::MOST_ELEMENTS;
use dialect::llvm::ops::Opcode;
use dialect::llvm::types as llvm_types;
use dialect::spirv::types::SpirvType;

impl Lowering<'_> {
    /// State of a function for vectors.
    pub(crate) fn wide(&self) -> Result<&Wide> {
        self.function.wide.as_deref().map_or_else(|| invalid("a wave is outside of a function"), Ok)
    }

    pub(crate) fn wide_mut(&mut self) -> Result<&mut Wide> {
        self.function.wide.as_deref_mut().map_or_else(|| invalid("a wave is outside of a function"), Ok)
    }

    /// The lanes of a wave that runs as vectors; 1 where lanes run one by one.
    pub(crate) fn width(&self) -> u32 {
        self.function.wide.as_ref().map_or(1, |wide| wide.lanes)
    }

    /// Does something in a mode.
    pub(crate) fn in_mode<T>(&mut self, mode: Mode, make: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let old = std::mem::replace(&mut self.wide_mut()?.mode, mode);
        let made = make(self);
        self.wide_mut()?.mode = old;
        made
    }

    // Types.

    /// The type of a value that differs between lanes.
    pub(crate) fn wide_ty(&mut self, ty: TypeId) -> Result<TypeId> {
        let lanes = self.width();
        match &self.known.source.ctx[ty] {
            Type::Int { .. } | Type::Float { .. } => {
                let scalar = self.ty(ty)?;
                Ok(self.b.module.ctx.vector(scalar, lanes))
            }
            // Split vectors run together, whole ones one lane at a time.
            Type::Vector { len, .. } if u64::from(*len) > MOST_ELEMENTS => {
                unsupported("a vector", format!("it has more than {MOST_ELEMENTS} components"))
            }
            Type::Vector { elem, len } => {
                let (elem, len) = (self.wide_ty(*elem)?, u64::from(*len));
                Ok(llvm_types::array(&mut self.b.module.ctx, elem, len))
            }
            Type::Spirv(SpirvType::Struct { members, .. }) => {
                let fields = members.iter().map(|member| self.wide_ty(member.ty)).collect::<Result<Vec<_>>>()?;
                Ok(llvm_types::structure(&mut self.b.module.ctx, &fields))
            }
            Type::Spirv(SpirvType::Array { elem, len, .. }) => {
                let len = self.known.layouts.array_len(len)?;
                let elem = self.wide_ty(*elem)?;
                Ok(llvm_types::array(&mut self.b.module.ctx, elem, len))
            }
            Type::Spirv(SpirvType::Matrix { column, columns }) => {
                let column = self.wide_ty(*column)?;
                Ok(llvm_types::array(&mut self.b.module.ctx, column, u64::from(*columns)))
            }
            Type::Spirv(_) if facts::is_physical(self.known.source, ty) => {
                let number = self.b.int(64);
                Ok(self.b.module.ctx.vector(number, lanes))
            }
            // The number of its state.
            Type::Spirv(_) if facts::is_query_type(self.known.source, ty) => {
                let number = self.b.int(32);
                Ok(self.b.module.ctx.vector(number, lanes))
            }
            Type::None | Type::Function { .. } | Type::Spirv(_) | Type::Llvm(_) => {
                crate::error::unsupported("a value", "it cannot vary between lanes")
            }
        }
    }

    /// The type of a value where it is used.
    fn natural_ty(&mut self, value: ValueId, varies: bool) -> Result<TypeId> {
        let ty = self.known.source.type_of(value);
        if varies { self.wide_ty(ty) } else { self.ty(ty) }
    }

    /// The number of parts of a value of a SPIR-V type; `None` for scalars.
    pub(crate) fn part_count(&mut self, ty: TypeId) -> Result<Option<u32>> {
        Ok(match &self.known.source.ctx[ty] {
            Type::Int { .. } | Type::Float { .. } => None,
            Type::Spirv(_) if facts::is_physical(self.known.source, ty) => None,
            Type::Spirv(_) if facts::is_query_type(self.known.source, ty) => None,
            _ => {
                let made = self.ty(ty)?;
                self.b.parts(made).map(|count| count as u32)
            }
        })
    }

    // Parts.

    /// A value that is the same for all lanes, as one that differs.
    pub(crate) fn spread(&mut self, value: ValueId, ty: TypeId) -> Result<ValueId> {
        self.count_part()?;
        let Some(count) = self.part_count(ty)? else {
            let lanes = self.width();
            return Ok(self.b.splat_of(value, lanes));
        };
        let wide = self.wide_ty(ty)?;
        let mut made = self.b.poison(wide);
        for index in 0..count {
            let part = self.b.part(value, index);
            let part = self.spread(part, part_type(self.known.source, ty, index)?)?;
            made = self.b.insert_value(made, part, index);
        }
        Ok(made)
    }

    /// The vectors of a value that differs.
    pub(crate) fn leaves(&mut self, value: ValueId, ty: TypeId, found: &mut Vec<ValueId>) -> Result<()> {
        self.count_part()?;
        let Some(count) = self.part_count(ty)? else {
            found.push(value);
            return Ok(());
        };
        for index in 0..count {
            let part = self.b.part(value, index);
            self.leaves(part, part_type(self.known.source, ty, index)?, found)?;
        }
        Ok(())
    }

    /// A value of its scalar parts: of scalars, or of vectors of all lanes.
    pub(crate) fn of_leaves(
        &mut self,
        leaves: &mut impl Iterator<Item = ValueId>,
        ty: TypeId,
        is_wide: bool,
    ) -> Result<ValueId> {
        self.count_part()?;
        let Some(count) = self.part_count(ty)? else {
            return leaves.next().map_or_else(|| invalid("value has too few components"), Ok);
        };
        let made = if is_wide { self.wide_ty(ty)? } else { self.ty(ty)? };
        let mut value = self.b.poison(made);
        for index in 0..count {
            let part = self.of_leaves(leaves, part_type(self.known.source, ty, index)?, is_wide)?;
            value = self.b.insert_value(value, part, index);
        }
        Ok(value)
    }

    /// Select per lane: the new value where the mask is set.
    pub(crate) fn blend(&mut self, mask: ValueId, new: ValueId, old: ValueId, ty: TypeId) -> Result<ValueId> {
        if new == old || self.is_all(mask) {
            return Ok(new);
        }
        let (mut news, mut olds) = (Vec::new(), Vec::new());
        self.leaves(new, ty, &mut news)?;
        self.leaves(old, ty, &mut olds)?;
        let chosen: Vec<ValueId> = news.into_iter().zip(olds).map(|(new, old)| self.b.select(mask, new, old)).collect();
        self.of_leaves(&mut chosen.into_iter(), ty, true)
    }

    // Masks.

    /// The mask of all lanes, or of none.
    pub(crate) fn mask_of(&mut self, holds: bool) -> ValueId {
        let bool = self.b.module.ctx.bool();
        let lanes = self.width();
        let ty = self.b.module.ctx.vector(bool, lanes);
        self.b.iconst(ty, u64::from(holds))
    }

    pub(crate) fn is_all(&mut self, mask: ValueId) -> bool {
        mask == self.mask_of(true)
    }

    /// The lanes in both masks.
    pub(crate) fn both(&mut self, x: ValueId, y: ValueId) -> ValueId {
        match self.is_all(x) {
            true => y,
            false => self.b.binary(Opcode::And, x, y),
        }
    }

    // Values.

    /// Returns whether a value differs between lanes where it is used now.
    pub(crate) fn varies(&self, value: ValueId) -> Result<bool> {
        let (wide, block) = (self.wide()?, self.here()?);
        Ok(wide.variance.varies_at(self.known.source, wide.region, value, block))
    }

    fn here(&self) -> Result<BlockId> {
        self.block.of.map_or_else(|| invalid("a value is used outside of a block"), Ok)
    }

    /// Value as a pattern sees it.
    pub(super) fn wide_value(&mut self, value: ValueId) -> Result<ValueId> {
        let ty = self.known.source.type_of(value);
        let mode = self.wide()?.mode;
        if mode == Mode::Whole {
            return self.as_wide(value);
        }
        if let (Mode::Lane(_), Some(made)) = (mode, self.wide()?.alone.get(&value)) {
            return Ok(*made);
        }
        if facts::is_remade(self.known.source, value) && !self.block.values.contains_key(&value) {
            let made = self.remake(value)?;
            return match mode {
                Mode::Each(part) => self.one_of_each(made, ty, part, false),
                Mode::Natural | Mode::Whole | Mode::Lane(_) => Ok(made),
            };
        }
        match mode {
            Mode::Natural => self.natural(value),
            Mode::Whole => self.as_wide(value),
            Mode::Each(part) => {
                let (made, varies) = (self.natural(value)?, self.varies(value)?);
                self.one_of_each(made, ty, part, varies)
            }
            Mode::Lane(lane) if self.varies(value)? => self.of_lane(value, lane),
            Mode::Lane(_) => self.natural(value),
        }
    }

    /// A value as a vector of all lanes; of vectors the given component.
    fn one_of_each(&mut self, value: ValueId, ty: TypeId, part: u32, varies: bool) -> Result<ValueId> {
        let lanes = self.width();
        let value = match &self.known.source.ctx[ty] {
            Type::Vector { len, .. } if part < *len => self.b.part(value, part),
            Type::Int { .. } | Type::Float { .. } => value,
            _ => return invalid("an operand is not a number"),
        };
        Ok(if varies { value } else { self.b.splat_of(value, lanes) })
    }

    /// Value in the current block: a scalar if uniform, else a vector.
    pub(crate) fn natural(&mut self, value: ValueId) -> Result<ValueId> {
        if let Some(known) = self.block.values.get(&value) {
            return Ok(*known);
        }
        if facts::is_remade(self.known.source, value) {
            return self.remake(value);
        }
        let (varies, made) = (self.varies(value)?, self.known.source.block_of(value));
        if let Some(part) = self
            .known
            .source
            .defining_op(value)
            .and_then(|op| builtin_part(self.known.source, self.known.interface, op))
        {
            let made = self.wide_builtin_value(part, self.known.source.type_of(value), varies)?;
            self.block.values.insert(value, made);
            return Ok(made);
        }
        let (wide, here) = (self.wide()?, self.here()?);
        if made == Some(here) && !self.known.storage.crosses(value) {
            return invalid("a value is used where it is not defined");
        }
        let outlives = made.is_some_and(|made| wide.variance.flows[wide.region].outlives(made, here));
        let slot = match outlives || self.known.storage.crosses(value) {
            true => self.kept_slot(value)?,
            false => self.slot(value)?,
        };
        let ty = self.natural_ty(value, varies)?;
        let loaded = self.take(slot, ty);
        self.block.values.insert(value, loaded);
        Ok(loaded)
    }

    /// A value as one that differs between lanes.
    pub(crate) fn as_wide(&mut self, value: ValueId) -> Result<ValueId> {
        let made = self.natural(value)?;
        match self.varies(value)? {
            true => Ok(made),
            false => self.spread(made, self.known.source.type_of(value)),
        }
    }

    fn slot(&mut self, value: ValueId) -> Result<ValueId> {
        if let Some(slot) = self.wide()?.slots.get(&value) {
            return Ok(*slot);
        }
        let varies = self.wide()?.variance.varies(value);
        let ty = self.natural_ty(value, varies)?;
        let slot = self.carrier(ty)?;
        self.wide_mut()?.slots.insert(value, slot);
        Ok(slot)
    }

    /// Where each lane's last value is. Uniform values that cross regions are stored once.
    pub(crate) fn kept_slot(&mut self, value: ValueId) -> Result<ValueId> {
        if let Some(slot) = self.wide()?.kept.get(&value) {
            return Ok(*slot);
        }
        let ty = self.kept_ty(value)?;
        let slot = self.carrier(ty)?;
        self.wide_mut()?.kept.insert(value, slot);
        Ok(slot)
    }

    pub(crate) fn is_kept_once(&self, value: ValueId) -> Result<bool> {
        Ok(self.known.storage.crosses(value) && !self.wide()?.variance.varies(value))
    }

    pub(crate) fn kept_ty(&mut self, value: ValueId) -> Result<TypeId> {
        let once = self.is_kept_once(value)?;
        self.natural_ty(value, !once)
    }

    /// Records the LLVM value of a value of the module.
    pub(super) fn define_wide(&mut self, value: ValueId, made: ValueId) -> Result<()> {
        if self.wide()?.mode != Mode::Natural {
            self.wide_mut()?.made.push(made);
            return Ok(());
        }
        // A value that is uniform here may be divergent elsewhere: behind a join, or in another region.
        let source = self.known.source.type_of(value);
        let differs = self.wide()?.variance.varies(value);
        let made = match differs && self.wide_ty(source)? != self.b.type_of(made) {
            true => self.spread(made, source)?,
            false => made,
        };
        self.block.values.insert(value, made);
        if self.wide()?.wants_slot.contains(&value) {
            let slot = self.slot(value)?;
            self.put(made, slot);
        }
        if !self.wide()?.wants_kept.contains(&value) {
            return Ok(());
        }
        let slot = self.kept_slot(value)?;
        if self.is_kept_once(value)? {
            self.put(made, slot);
            return Ok(());
        }
        let ty = self.kept_ty(value)?;
        let made = if differs { made } else { self.spread(made, source)? };
        let (old, mask) = (self.take(slot, ty), self.wide()?.mask);
        let chosen = self.blend(mask, made, old, source)?;
        self.put(chosen, slot);
        Ok(())
    }

    // Memory of the lanes' own.

    /// Private memory of each invocation.
    pub(crate) fn own_memory(&mut self, base: ValueId, ty: TypeId) -> Result<Memory> {
        let memory = self.private_memory(base, ty);
        if self.function.wide.is_none() {
            return Ok(memory);
        }
        let mut sizes = Vec::new();
        self.scalar_sizes(ty, &mut sizes)?;
        let piece = match sizes.as_slice() {
            [only] => *only,
            _ => memory.room.max(8).next_multiple_of(8),
        };
        Ok(Memory { own: Some(Rows { piece }), ..memory })
    }

    /// The different sizes of the scalars in a type.
    fn scalar_sizes(&self, ty: TypeId, sizes: &mut Vec<u64>) -> Result<()> {
        match &self.known.source.ctx[ty] {
            Type::Vector { elem, .. } => self.scalar_sizes(*elem, sizes),
            Type::Spirv(SpirvType::Array { elem, .. }) => self.scalar_sizes(*elem, sizes),
            Type::Spirv(SpirvType::Matrix { column, .. }) => self.scalar_sizes(*column, sizes),
            Type::Spirv(SpirvType::Struct { members, .. }) => {
                members.iter().try_for_each(|member| self.scalar_sizes(member.ty, sizes))
            }
            _ => {
                let size = self.known.layouts.size(Shape::of(ty))?;
                if !sizes.contains(&size) {
                    sizes.push(size);
                }
                Ok(())
            }
        }
    }

    // Lanes one by one.

    /// Stores the lanes' values side by side, for a loop over lanes.
    pub(crate) fn lay_out(&mut self, value: ValueId) -> Result<()> {
        let (made, ty) = (self.natural(value)?, self.known.source.type_of(value));
        let mut leaves = Vec::new();
        self.leaves(made, ty, &mut leaves)?;
        let mut rows = Vec::new();
        for leaf in leaves {
            let leaf = self.storable(leaf);
            let row = self.b.alloca(self.b.type_of(leaf), 64);
            self.b.store(leaf, row, 64);
            rows.push(row);
        }
        self.wide_mut()?.rows.insert(value, rows);
        Ok(())
    }

    /// Forgets the values that were stored for the loop.
    pub(crate) fn clear_rows(&mut self) -> Result<()> {
        self.wide_mut()?.rows.clear();
        Ok(())
    }

    /// Booleans as bytes, so that each has an address.
    fn storable(&mut self, leaf: ValueId) -> ValueId {
        let ty = self.b.type_of(leaf);
        if self.b.width(ty) != 1 {
            return leaf;
        }
        let byte = self.b.int(8);
        let bytes = self.b.module.ctx.with_scalar(ty, byte);
        self.b.cast(Opcode::ZExt, leaf, bytes)
    }

    /// The address of a lane's place in a row of values of a type.
    fn in_row(&mut self, row: ValueId, lane: ValueId, ty: TypeId) -> (ValueId, TypeId) {
        let byte = self.b.int(8);
        let ty = if self.b.width(ty) == 1 { byte } else { ty };
        let size = self.b.i64(u64::from(self.b.width(ty) / 8));
        let i64 = self.b.int(64);
        let lane = self.b.int_cast(lane, i64, false);
        let offset = self.b.mul(lane, size);
        (self.b.gep(row, offset), ty)
    }

    fn of_lane(&mut self, value: ValueId, lane: ValueId) -> Result<ValueId> {
        let Some(rows) = self.wide()?.rows.get(&value).cloned() else {
            return invalid("a lane's value was not laid out");
        };
        let ty = self.known.source.type_of(value);
        let scalars = self.scalars(ty)?;
        let mut loaded = Vec::new();
        for (row, scalar) in rows.into_iter().zip(scalars) {
            let (address, stored) = self.in_row(row, lane, scalar);
            let value = self.b.load(address, stored, 1);
            loaded.push(if stored == scalar { value } else { self.b.cast(Opcode::Trunc, value, scalar) });
        }
        self.of_leaves(&mut loaded.into_iter(), ty, false)
    }

    /// The types of the scalar parts of a type.
    pub(crate) fn scalars(&mut self, ty: TypeId) -> Result<Vec<TypeId>> {
        self.count_part()?;
        let Some(count) = self.part_count(ty)? else { return Ok(vec![self.ty(ty)?]) };
        let mut found = Vec::new();
        for index in 0..count {
            found.extend(self.scalars(part_type(self.known.source, ty, index)?)?);
        }
        Ok(found)
    }

    /// Rows for the lanes' results of a type.
    pub(crate) fn new_rows(&mut self, ty: TypeId) -> Result<Vec<ValueId>> {
        let (scalars, lanes) = (self.scalars(ty)?, self.width());
        let mut rows = Vec::new();
        for scalar in scalars {
            let byte = self.b.int(8);
            let scalar = if self.b.width(scalar) == 1 { byte } else { scalar };
            let row = self.b.module.ctx.vector(scalar, lanes);
            rows.push(self.b.alloca(row, 64));
        }
        Ok(rows)
    }

    /// Writes a lane's result.
    pub(crate) fn put_lane(&mut self, rows: &[ValueId], lane: ValueId, value: ValueId, ty: TypeId) -> Result<()> {
        let mut leaves = Vec::new();
        self.leaves(value, ty, &mut leaves)?;
        for (row, leaf) in rows.iter().zip(leaves) {
            let (address, stored) = self.in_row(*row, lane, self.b.type_of(leaf));
            let leaf = self.b.cast(Opcode::ZExt, leaf, stored);
            self.b.store(leaf, address, 1);
        }
        Ok(())
    }

    /// The results of all lanes.
    pub(crate) fn take_rows(&mut self, rows: &[ValueId], ty: TypeId) -> Result<ValueId> {
        let (scalars, lanes) = (self.scalars(ty)?, self.width());
        let mut leaves = Vec::new();
        for (row, scalar) in rows.iter().zip(scalars) {
            let (wide, byte) = (self.b.module.ctx.vector(scalar, lanes), self.b.int(8));
            let stored = if self.b.width(scalar) == 1 { self.b.module.ctx.vector(byte, lanes) } else { wide };
            let leaf = self.b.load(*row, stored, 64);
            leaves.push(if stored == wide { leaf } else { self.b.cast(Opcode::Trunc, leaf, wide) });
        }
        self.of_leaves(&mut leaves.into_iter(), ty, true)
    }
}
