//! Loads and stores that stay in the bound memory.
//!
//! An out-of-range load from a buffer reads a block of zeros, an out-of-range store goes to a block that is never read.
//! Indices into the kernel's own memory are clamped, and those into the element that a buffer of the host's rows has for the
//! workgroup, as `places.rs` knows it.

use super::lockstep::Mode;
use super::place::{Guard, Memory, Rows, Series};
use super::state::Lowering;
use super::storage;
use crate::error::{Result, invalid, unsupported};
use crate::facts;
use crate::layout::{Shape, scalar_bytes};
use dialect::ir::{Attr, AttrId, OpId, Type, TypeId, ValueId};
use dialect::llvm::enums::{IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, effects, facts as module_facts};

impl Lowering<'_> {
    /// Memory of the kernel itself, at an address.
    pub(crate) fn private_memory(&mut self, base: ValueId, ty: TypeId) -> Memory {
        let shape = Shape::of(ty);
        let room = self.known.layouts.size(shape).unwrap_or(0);
        Memory {
            base,
            offset: self.b.i64(0),
            limit: None,
            room,
            shape,
            own: None,
            stride: None,
            series: None,
            is_volatile: false,
            has_groups: false,
        }
    }

    /// An index, clamped to `last`.
    pub(crate) fn clamp(&mut self, index: ValueId, last: u64) -> ValueId {
        let ty = self.b.type_of(index);
        match self.b.const_of(index) {
            Some(bits) => self.b.iconst(ty, bits.min(last)),
            None => {
                let last = self.b.iconst(ty, last);
                self.b.math(Intrinsic::UMin, &[index, last])
            }
        }
    }

    /// Returns whether an access is in range.
    pub(crate) fn in_range(&mut self, offset: ValueId, size: u64, limit: ValueId) -> ValueId {
        let less = self.b.i64(size.saturating_sub(1));
        let last = self.b.math(Intrinsic::USubSat, &[limit, less]);
        self.b.icmp(IntPredicate::Ult, offset, last)
    }

    /// The address of `size` bytes; that of a guard block when they are not all in range.
    pub(crate) fn address(&mut self, memory: &Memory, size: u64, guard: Guard) -> Result<ValueId> {
        let address = self.inside(memory)?;
        let Some(limit) = memory.limit else { return Ok(address) };
        if size > storage::GUARD_BYTES {
            return unsupported("an access", "it exceeds the maximum vector width");
        }
        let ok = self.in_range(memory.offset, size, limit);
        let scratch = self.env()?.scratch;
        let start = if guard == Guard::Zero { storage::ZERO } else { storage::SINK };
        let elsewhere = self.b.gep_const(scratch, start);
        Ok(self.b.select(ok, address, elsewhere))
    }

    /// The type that a scalar or vector has in memory.
    pub(crate) fn memory_type(&mut self, ty: TypeId) -> Result<TypeId> {
        let value = self.ty(ty)?;
        if self.b.width(value) != 1 {
            return Ok(value);
        }
        let word = self.b.int(32);
        Ok(self.b.module.ctx.with_scalar(value, word))
    }

    /// Loads a value from a place.
    pub(crate) fn load_memory(&mut self, memory: &Memory) -> Result<ValueId> {
        self.count_part()?;
        let shape = memory.shape;
        if self.is_number_in_memory(shape.ty) {
            let ty = self.b.int(64);
            let number = self.load_as(memory, ty)?;
            return self.pointer_of(number);
        }
        if facts::is_opaque(self.known.source, shape.ty) {
            let address = self.own_address(memory)?;
            let ty = self.ty(shape.ty)?;
            return Ok(self.b.load(address, ty, 8));
        }
        match &self.known.source.ctx[shape.ty] {
            Type::Int { .. } | Type::Float { .. } => self.load_plain(memory),
            Type::Spirv(SpirvType::Pointer { .. }) => self.load_plain(memory),
            Type::Vector { len, elem } => match shape.component_stride {
                None if memory.own.is_none() => self.load_plain(memory),
                _ => {
                    let parts = (0..*len).map(|index| {
                        let part = self.component_of(memory, *elem, index)?;
                        self.load_plain(&part)
                    });
                    let parts = parts.collect::<Result<Vec<_>>>()?;
                    Ok(self.b.vector(&parts))
                }
            },
            Type::Spirv(_) => {
                let ty = self.ty(shape.ty)?;
                let count = self.b.parts(ty).unwrap_or(0);
                let mut value = self.b.poison(ty);
                for index in 0..count {
                    let part = self.part_of(memory, index)?;
                    let part = self.load_memory(&part)?;
                    value = self.b.insert_value(value, part, index as u32);
                }
                Ok(value)
            }
            Type::None | Type::Function { .. } | Type::Llvm(_) => invalid("load of an unsupported type"),
        }
    }

    /// Stores a value to a place.
    pub(crate) fn store_memory(&mut self, memory: &Memory, value: ValueId) -> Result<()> {
        self.count_part()?;
        let shape = memory.shape;
        if self.is_number_in_memory(shape.ty) {
            let number = self.number_of(value)?;
            return self.store_as(memory, number);
        }
        if facts::is_opaque(self.known.source, shape.ty) {
            let address = self.own_address(memory)?;
            self.b.store(value, address, 8);
            return Ok(());
        }
        match &self.known.source.ctx[shape.ty] {
            Type::Int { .. } | Type::Float { .. } => self.store_plain(memory, value),
            Type::Spirv(SpirvType::Pointer { .. }) => self.store_plain(memory, value),
            Type::Vector { len, elem } => match shape.component_stride {
                None if memory.own.is_none() => self.store_plain(memory, value),
                _ => {
                    for index in 0..*len {
                        let part = self.component_of(memory, *elem, index)?;
                        let component = self.b.component(value, index);
                        self.store_plain(&part, component)?;
                    }
                    Ok(())
                }
            },
            Type::Spirv(_) => {
                let ty = self.ty(shape.ty)?;
                for index in 0..self.b.parts(ty).unwrap_or(0) {
                    let part = self.part_of(memory, index)?;
                    let value = self.b.extract_value(value, index as u32);
                    self.store_memory(&part, value)?;
                }
                Ok(())
            }
            Type::None | Type::Function { .. } | Type::Llvm(_) => invalid("store of an unsupported type"),
        }
    }

    /// Writes a constant. Tables are written element by element, without a value that holds all of them.
    pub(crate) fn store_constant(&mut self, memory: &Memory, attr: AttrId) -> Result<()> {
        let elems = match (&self.known.source.ctx[memory.shape.ty], &self.known.source.ctx[attr]) {
            (Type::Spirv(SpirvType::Array { .. } | SpirvType::Struct { .. }), Attr::Array(elems)) => elems.clone(),
            _ => {
                let value = self.constant(attr, memory.shape.ty)?;
                return self.store_memory(memory, value);
            }
        };
        let ty = self.ty(memory.shape.ty)?;
        if self.b.parts(ty) != Some(elems.len() as u64) {
            return invalid("a constant has more or fewer parts than its type");
        }
        for (index, elem) in elems.iter().enumerate() {
            self.count_part()?;
            let part = self.part_of(memory, index as u64)?;
            self.store_constant(&part, *elem)?;
        }
        Ok(())
    }

    /// Writes a value of the module.
    pub(crate) fn store_value(&mut self, memory: &Memory, value: ValueId) -> Result<()> {
        let op = self.known.source.defining_op(value);
        let constant = op.filter(|op| ops::code(self.known.source, *op) == Some(Code::Mlir(Mlir::Constant)));
        match constant.and_then(|op| self.known.source.attr(op, attrs::VALUE)) {
            Some(attr) if self.known.source.type_of(value) == memory.shape.ty => self.store_constant(memory, attr),
            _ => {
                let value = self.value(value)?;
                self.store_memory(memory, value)
            }
        }
    }

    /// Returns whether a pointer of this type is a number in memory.
    fn is_number_in_memory(&self, ty: TypeId) -> bool {
        self.known.layouts.is_of_c && facts::is_numbered(self.known.source, ty)
    }

    /// The address at which an address or resource is stored; memory that the host can write must not hold any.
    fn own_address(&mut self, memory: &Memory) -> Result<ValueId> {
        match (memory.limit, memory.own) {
            (None, None) => Ok(self.b.gep(memory.base, memory.offset)),
            _ => unsupported("a pointer", "pointers and resources cannot be stored in buffers"),
        }
    }

    pub(crate) fn component_of(&mut self, memory: &Memory, elem: TypeId, index: u32) -> Result<Memory> {
        let stride = memory.shape.component_stride.or(scalar_bytes(self.known.source, elem)).unwrap_or(0);
        Ok(self.further(memory, stride * u64::from(index), Shape::of(elem)))
    }

    /// Memory at a constant offset in bytes.
    pub(crate) fn further(&mut self, memory: &Memory, bytes: u64, shape: Shape) -> Memory {
        let offset = self.moved(memory.offset, bytes);
        let series = memory.series.map(|series| {
            let into = series.into.and_then(|into| into.checked_add(bytes));
            Series { first: self.moved(series.first, bytes), into, ..series }
        });
        Memory { offset, shape, series, ..*memory }
    }

    /// An offset, or one per lane, plus a constant.
    pub(crate) fn moved(&mut self, offset: ValueId, bytes: u64) -> ValueId {
        let bytes = self.b.iconst(self.b.type_of(offset), bytes);
        self.b.add(offset, bytes)
    }

    /// The address of memory that is in range; in memory of all lanes, that of the current lane.
    fn inside(&mut self, memory: &Memory) -> Result<ValueId> {
        let Some(rows) = memory.own else { return Ok(self.b.gep(memory.base, memory.offset)) };
        let Mode::Lane(lane) = self.wide()?.mode else { return invalid("no lane is chosen") };
        let i64 = self.b.int(64);
        let lane = self.b.int_cast(lane, i64, false);
        let offset = self.in_rows(rows, memory.offset, lane);
        Ok(self.b.gep(memory.base, offset))
    }

    /// Where a lane's byte is in memory of all lanes: its piece, after those of all lanes before it.
    pub(crate) fn in_rows(&mut self, rows: Rows, offset: ValueId, lane: ValueId) -> ValueId {
        let (ty, lanes) = (self.b.type_of(offset), u64::from(self.width()));
        let (piece, row) = (self.b.iconst(ty, rows.piece), self.b.iconst(ty, rows.piece * lanes));
        let rest = self.b.binary(Opcode::URem, offset, piece);
        let number = self.b.binary(Opcode::UDiv, offset, piece);
        let start = self.b.mul(number, row);
        let own = self.b.mul(lane, piece);
        let start = self.b.add(start, own);
        self.b.add(start, rest)
    }

    pub(crate) fn part_of(&mut self, memory: &Memory, index: u64) -> Result<Memory> {
        let shape = memory.shape;
        let (part, bytes) = match &self.known.source.ctx[shape.ty] {
            Type::Spirv(SpirvType::Array { elem, stride, .. }) => {
                let part = self.known.layouts.element(shape, *elem, *stride)?;
                (part, part.bytes.saturating_mul(index))
            }
            Type::Spirv(SpirvType::Matrix { column, .. }) => {
                let part = self.known.layouts.column(shape, *column)?;
                (part, part.bytes.saturating_mul(index))
            }
            _ => {
                let part = self.known.layouts.member(shape.ty, index as usize)?;
                (part, part.bytes)
            }
        };
        Ok(self.further(memory, bytes, part.shape))
    }

    fn load_plain(&mut self, memory: &Memory) -> Result<ValueId> {
        let ty = self.memory_type(memory.shape.ty)?;
        let value = self.load_as(memory, ty)?;
        self.as_value(value, memory.shape.ty)
    }

    /// Loads a value of a type of the LLVM dialect.
    fn load_as(&mut self, memory: &Memory, ty: TypeId) -> Result<ValueId> {
        let size = self.known.layouts.size(memory.shape)?;
        let address = self.address(memory, size, Guard::Zero)?;
        let value = self.b.load(address, ty, 1);
        if memory.is_volatile {
            self.b.mark_volatile_value(value);
        }
        Ok(value)
    }

    fn store_plain(&mut self, memory: &Memory, value: ValueId) -> Result<()> {
        let value = self.as_stored(value, memory.shape.ty)?;
        self.store_as(memory, value)
    }

    /// Stores a value of the type that it has in memory.
    fn store_as(&mut self, memory: &Memory, value: ValueId) -> Result<()> {
        let size = self.known.layouts.size(memory.shape)?;
        let address = self.address(memory, size, Guard::Sink)?;
        let store = self.b.store(value, address, 1);
        if memory.is_volatile {
            self.b.mark_volatile(store);
        }
        Ok(())
    }

    /// Returns whether an op accesses what a pointer leads to unchanged, as the op or the variable says. Memory that is
    /// coherent is what other threads poll.
    pub(crate) fn is_volatile(&self, op: OpId, pointer: ValueId) -> bool {
        let source = self.known.source;
        let variable = || {
            let name = module_facts::symbol_of(source, facts::root(source, pointer)?, attrs::SYMBOL)?;
            self.known.interface.variables.get(&name)
        };
        let says = |variable: OpId| ["coherent", "volatile"].iter().any(|name| source.attr(variable, name).is_some());
        effects::is_volatile(source, op) || variable().is_some_and(|(variable, _)| says(*variable))
    }

    fn as_value(&mut self, value: ValueId, ty: TypeId) -> Result<ValueId> {
        let wanted = self.ty(ty)?;
        if self.b.width(wanted) != 1 {
            return Ok(value);
        }
        let zero = self.b.zero(self.b.type_of(value));
        Ok(self.b.icmp(IntPredicate::Ne, value, zero))
    }

    fn as_stored(&mut self, value: ValueId, ty: TypeId) -> Result<ValueId> {
        let wanted = self.memory_type(ty)?;
        Ok(self.b.cast(Opcode::ZExt, value, wanted))
    }
}
