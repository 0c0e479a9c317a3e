//! Addresses: where access chains lead, and reading and writing there without ever leaving what is bound.
//!
//! An access to a buffer that is out of range goes to a block of zeros, or to one that nobody reads. Indices into memory
//! of our own are kept in range.

use super::lowering::{Lowering, part_type};
use crate::abi;
use crate::error::{Result, invalid, unsupported};
use crate::interface::Variable;
use crate::layout::{Shape, scalar_bytes};
use crate::spmd::frame;
use crate::spmd::plan;
use dialect::ir::types::Sign;
use dialect::ir::{Attr, AttrId, OpId, Type, TypeId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{abi as module_abi, attrs};
use spirv::{Op, StorageClass};
use std::mem::offset_of;

/// Something in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// The start of the buffer or variable.
    pub(crate) base: ValueId,
    /// How far from there it is, in bytes.
    pub(crate) offset: ValueId,
    /// How many bytes there are, where each access is checked against that.
    pub(crate) limit: Option<ValueId>,
    /// How many bytes there are, where that is known: then indices alone are kept in range, as long as they are those
    /// of the types that lie there.
    pub(crate) room: u64,
    /// What it is.
    pub(crate) shape: Shape,
}

/// Where a pointer leads.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// Into memory.
    Memory(Memory),
    /// To an array of buffers.
    Buffers { slot: u32, count: u32, ty: TypeId },
    /// To the descriptor of an image or sampler.
    Resource(ValueId),
    /// To an array of them.
    Resources { slot: u32, count: u32 },
    /// To a texel, for atomics: an address that is null out of range.
    Texel(ValueId),
}

/// What becomes of an access that is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guard {
    /// It reads zeros.
    Zero,
    /// It writes where nobody reads.
    Sink,
}

impl Lowering<'_> {
    /// Memory of our own at an address.
    pub(crate) fn private_memory(&mut self, base: ValueId, ty: TypeId) -> Memory {
        let shape = Shape::of(ty);
        let room = self.layouts.size(shape).unwrap_or(0);
        Memory { base, offset: self.b.i64(0), limit: None, room, shape }
    }

    /// The same memory, from now on with a check of each access.
    fn checked(&mut self, memory: Memory) -> Memory {
        let limit = memory.limit.unwrap_or_else(|| self.b.i64(memory.room));
        Memory { limit: Some(limit), ..memory }
    }

    /// The same place, taken for something else, which may be larger than what is there.
    pub(crate) fn reshaped(&mut self, place: Place, ty: TypeId) -> Place {
        match place {
            Place::Memory(memory) if memory.shape.ty != ty => {
                let memory = self.checked(memory);
                Place::Memory(Memory { shape: Shape::of(ty), ..memory })
            }
            Place::Memory(_) | Place::Buffers { .. } | Place::Resource(_) | Place::Resources { .. } => place,
            Place::Texel(_) => place,
        }
    }

    /// A field of the dispatch's facts.
    pub(crate) fn ctx_field(&mut self, offset: usize, ty: TypeId) -> Result<ValueId> {
        let ctx = self.env()?.ctx;
        let address = self.b.gep_const(ctx, offset as u64);
        let value = self.b.load(address, ty, 4);
        self.b.mark_invariant(value);
        Ok(value)
    }

    /// The descriptor of a binding.
    pub(crate) fn descriptor(&mut self, slot: u32) -> Result<ValueId> {
        let ptr = self.b.ptr();
        let descs = self.ctx_field(offset_of!(abi::DispatchCtx, descs), ptr)?;
        Ok(self.b.gep_const(descs, u64::from(slot) * size_of::<abi::Desc>() as u64))
    }

    /// The descriptor of an element of a binding; the null descriptor when there is no such element.
    fn descriptor_at(&mut self, slot: u32, count: u32, index: ValueId) -> Result<ValueId> {
        let i64 = self.b.int(64);
        let index = self.b.int_cast(index, i64, false);
        let (limit, first, null) =
            (self.b.i64(u64::from(count)), self.b.i64(u64::from(slot)), self.b.i64(u64::from(abi::NULL_SLOT)));
        let ok = self.b.icmp("ult", index, limit);
        let wanted = self.b.add(first, index);
        let number = self.b.select(ok, wanted, null);
        let size = self.b.i64(size_of::<abi::Desc>() as u64);
        let offset = self.b.mul(number, size);
        let ptr = self.b.ptr();
        let descs = self.ctx_field(offset_of!(abi::DispatchCtx, descs), ptr)?;
        Ok(self.b.gep(descs, offset))
    }

    fn buffer(&mut self, desc: ValueId, ty: TypeId) -> Memory {
        let (ptr, i64) = (self.b.ptr(), self.b.int(64));
        let base = self.b.load(desc, ptr, 8);
        self.b.mark_invariant(base);
        let address = self.b.gep_const(desc, offset_of!(abi::Desc, bytes) as u64);
        let limit = self.b.load(address, i64, 8);
        self.b.mark_invariant(limit);
        Memory { base, offset: self.b.i64(0), limit: Some(limit), room: 0, shape: Shape::of(ty) }
    }

    /// Where a pointer of the module leads.
    pub(crate) fn place(&mut self, pointer: ValueId) -> Result<Place> {
        if let Some(known) = self.places.get(&pointer) {
            return Ok(*known);
        }
        let place = match self.source.defining_op(pointer) {
            Some(op) if plan::is_remade(self.source, pointer) => self.static_place(op)?,
            _ => self.dynamic_place(pointer)?,
        };
        self.places.insert(pointer, place);
        Ok(place)
    }

    /// Where a pointer leads that the module spells out.
    fn static_place(&mut self, op: OpId) -> Result<Place> {
        Ok(match ops::code(self.source, op) {
            Some(Code::Mlir(Mlir::AddressOf)) => self.address_of(op)?,
            Some(Code::Core(Op::Variable | Op::UntypedVariableKHR)) => {
                let address = self.variable_address(op)?;
                let ty = self.pointee(op)?;
                Place::Memory(self.private_memory(address, ty))
            }
            Some(Code::Core(
                Op::AccessChain | Op::InBoundsAccessChain | Op::PtrAccessChain | Op::InBoundsPtrAccessChain,
            )) => {
                let start = self.place(self.source[op].operands[0])?;
                self.chain_from(start, op)?
            }
            Some(Code::Core(
                Op::UntypedAccessChainKHR
                | Op::UntypedInBoundsAccessChainKHR
                | Op::UntypedPtrAccessChainKHR
                | Op::UntypedInBoundsPtrAccessChainKHR,
            )) => {
                let start = self.place(self.source[op].operands[0])?;
                let base_type = self.base_type(op)?;
                let start = self.reshaped(start, base_type);
                self.chain_from(start, op)?
            }
            Some(Code::Core(
                Op::CopyObject
                | Op::Bitcast
                | Op::PtrCastToGeneric
                | Op::GenericCastToPtr
                | Op::GenericCastToPtrExplicit,
            )) => {
                let place = self.place(self.source[op].operands[0])?;
                let (from, to) = (self.source[op].operands[0], self.source[op].results[0]);
                let (from, to) = (self.source.type_of(from), self.source.type_of(to));
                match module_abi::pointer(self.source, to) {
                    Some((pointee, _)) if from != to => {
                        let pointee = module_abi::referred(self.source, pointee);
                        self.reshaped(place, pointee)
                    }
                    _ => place,
                }
            }
            Some(Code::Core(Op::ImageTexelPointer)) => super::image::texel_pointer(self, op)?,
            _ => return unsupported(self.name(op), "it is not known to make pointers"),
        })
    }

    /// Where a pointer leads that is chosen at run time.
    fn dynamic_place(&mut self, pointer: ValueId) -> Result<Place> {
        let ty = self.source.type_of(pointer);
        let Some(storage) = module_abi::storage_of(self.source, ty) else { return invalid("a pointer is wanted") };
        let value = self.value(pointer)?;
        // Whoever uses a pointer that does not tell what is there says it.
        let pointee = module_abi::pointer(self.source, ty).map_or(ty, |(pointee, _)| pointee);
        let pointee = module_abi::referred(self.source, pointee);
        match storage {
            StorageClass::UniformConstant => return Ok(Place::Resource(value)),
            StorageClass::PhysicalStorageBuffer => {
                return Ok(Place::Memory(super::address::found(self, value, pointee)?));
            }
            _ => {}
        }
        let [base, offset, limit] = [0, 1, 2].map(|index| self.b.extract_value(value, index));
        Ok(Place::Memory(Memory { base, offset, limit: Some(limit), room: 0, shape: Shape::of(pointee) }))
    }

    /// A pointer as a value: an address, how far from there it leads, and how far it may.
    pub(crate) fn pointer_value(&mut self, op: OpId) -> Result<ValueId> {
        let ty = self.result_type(op)?;
        match self.static_place(op)? {
            Place::Memory(memory) if memory.shape.matrix.is_none() && memory.shape.component_stride.is_none() => {
                let limit = memory.limit.unwrap_or_else(|| self.b.i64(memory.room));
                Ok(self.b.aggregate(ty, &[memory.base, memory.offset, limit]))
            }
            Place::Resource(desc) => Ok(desc),
            Place::Memory(_) | Place::Buffers { .. } | Place::Resources { .. } | Place::Texel(_) => {
                unsupported(self.name(op), "pointers to such a place cannot be chosen at run time")
            }
        }
    }

    fn address_of(&mut self, op: OpId) -> Result<Place> {
        let name = module_abi::symbol_of(self.source, op, attrs::SYMBOL);
        let Some((op, variable)) = name.and_then(|name| self.interface.variables.get(&name)).copied() else {
            return invalid("an address is taken of no variable");
        };
        if let Some(known) = self.addresses.get(&op) {
            return Ok(*known);
        }
        let ty = self.pointee(op)?;
        let place = self.variable_place(op, variable, ty)?;
        self.addresses.insert(op, place);
        Ok(place)
    }

    fn variable_place(&mut self, op: OpId, variable: Variable, ty: TypeId) -> Result<Place> {
        match variable {
            Variable::Buffer { slot, array: None } => self.in_setup(|this| {
                let desc = this.descriptor(slot)?;
                Ok(Place::Memory(this.buffer(desc, ty)))
            }),
            Variable::Buffer { slot, array: Some(count) } => {
                Ok(Place::Buffers { slot, count, ty: part_or_elem(self, ty)? })
            }
            Variable::Resource { slot, array: None } => {
                Ok(Place::Resource(self.in_setup(|this| this.descriptor(slot))?))
            }
            Variable::Resource { slot, array: Some(count) } => Ok(Place::Resources { slot, count }),
            Variable::Push => self.in_setup(|this| this.push_constants(ty)),
            Variable::Builtin(builtin) => {
                let address = super::builtin::variable(self, op, builtin)?;
                Ok(Place::Memory(self.private_memory(address, ty)))
            }
            Variable::Workgroup => {
                let scratch = self.env()?.scratch;
                let start = self.shared_start(op);
                let address = self.in_setup(|this| Ok(this.b.gep_const(scratch, start)))?;
                Ok(Place::Memory(self.private_memory(address, ty)))
            }
            Variable::Private => {
                let address = self.private_variable(op, ty)?;
                Ok(Place::Memory(self.private_memory(address, ty)))
            }
        }
    }

    fn push_constants(&mut self, ty: TypeId) -> Result<Place> {
        let (ptr, i32, i64) = (self.b.ptr(), self.b.int(32), self.b.int(64));
        let base = self.ctx_field(offset_of!(abi::DispatchCtx, push), ptr)?;
        let limit = self.ctx_field(offset_of!(abi::DispatchCtx, push_bytes), i32)?;
        let limit = self.b.cast(Opcode::ZExt, limit, i64);
        Ok(Place::Memory(Memory { base, offset: self.b.i64(0), limit: Some(limit), room: 0, shape: Shape::of(ty) }))
    }

    /// A variable of each invocation, which starts with its initial value in the first region.
    fn private_variable(&mut self, op: OpId, ty: TypeId) -> Result<ValueId> {
        if let Some(address) = self.variables.get(&op) {
            return Ok(*address);
        }
        let address = self.variable_address(op)?;
        if let (true, Some(attr)) = (self.is_first_region, self.source.attr(op, attrs::INITIALIZER)) {
            self.in_setup(|this| {
                let memory = this.private_memory(address, ty);
                this.store_constant(&memory, attr)
            })?;
        }
        Ok(address)
    }

    /// Makes the variables of each invocation in the first region, so that their initial values are stored there.
    pub(crate) fn start_private_variables(&mut self) -> Result<()> {
        for op in self.opaque_variables.clone() {
            let (address, ty) = (self.variable_address(op)?, self.pointee(op)?);
            let value = self.null_value(ty)?;
            let memory = self.private_memory(address, ty);
            self.store_memory(&memory, value)?;
        }
        for (op, variable) in self.interface.variables.values().copied().collect::<Vec<_>>() {
            if variable == Variable::Private && self.source.attr(op, attrs::INITIALIZER).is_some() {
                let ty = self.pointee(op)?;
                self.private_variable(op, ty)?;
            }
        }
        Ok(())
    }

    /// Where an access chain leads whose base is at a place.
    pub(crate) fn chain_from(&mut self, mut place: Place, op: OpId) -> Result<Place> {
        let operands = self.source[op].operands.clone();
        let has_element = matches!(
            ops::code(self.source, op),
            Some(Code::Core(
                Op::PtrAccessChain
                    | Op::InBoundsPtrAccessChain
                    | Op::UntypedPtrAccessChainKHR
                    | Op::UntypedInBoundsPtrAccessChainKHR
            ))
        );
        if let (true, Place::Memory(memory), Some(index)) = (has_element, &mut place, operands.get(1)) {
            let (index, i64) = (self.value(*index)?, self.b.int(64));
            let index = self.b.int_cast(index, i64, true);
            let stride = self.pointer_stride(self.source.type_of(operands[0]), memory.shape)?;
            // No type says how many elements there are.
            *memory = self.checked(*memory);
            memory.offset = advance(&mut self.b, memory.offset, index, stride);
        }
        for index in operands.iter().skip(if has_element { 2 } else { 1 }) {
            place = self.step(place, *index)?;
        }
        Ok(place)
    }

    /// How far the elements are apart that a pointer to one of a shape goes through.
    pub(crate) fn pointer_stride(&self, pointer: TypeId, shape: Shape) -> Result<u64> {
        match &self.source.ctx[pointer] {
            Type::Spirv(SpirvType::Pointer { stride: Some(stride), .. }) => Ok(u64::from(*stride)),
            _ => Ok(self.layouts.element(shape, shape.ty, None)?.bytes),
        }
    }

    /// What the base of an access chain is, where its pointer does not tell.
    pub(crate) fn base_type(&self, op: OpId) -> Result<TypeId> {
        let ty = module_abi::type_of(self.source, op, attrs::TYPE);
        ty.map_or_else(|| invalid("an access chain does not say what its base is"), Ok)
    }

    /// An index as a 64-bit number, widened as its type has it.
    fn index(&mut self, index: ValueId) -> Result<ValueId> {
        let is_signed = matches!(self.source.ctx[self.source.type_of(index)], Type::Int { sign: Sign::Signed, .. });
        let (value, i64) = (self.value(index)?, self.b.int(64));
        if let (true, Some(bits)) = (is_signed, self.b.const_of(value)) {
            let width = self.b.width(self.b.type_of(value));
            return Ok(self.b.i64((((bits << (64 - width)) as i64) >> (64 - width)) as u64));
        }
        Ok(self.b.int_cast(value, i64, is_signed))
    }

    fn step(&mut self, place: Place, index: ValueId) -> Result<Place> {
        match place {
            Place::Buffers { slot, count, ty } => {
                let index = self.index(index)?;
                let desc = self.descriptor_at(slot, count, index)?;
                Ok(Place::Memory(self.buffer(desc, ty)))
            }
            Place::Resources { slot, count } => {
                let index = self.index(index)?;
                Ok(Place::Resource(self.descriptor_at(slot, count, index)?))
            }
            Place::Memory(memory) => Ok(Place::Memory(self.step_into(memory, index)?)),
            Place::Resource(_) | Place::Texel(_) => invalid("a resource has no parts"),
        }
    }

    fn step_into(&mut self, memory: Memory, index: ValueId) -> Result<Memory> {
        let shape = memory.shape;
        let (part, len) = match &self.source.ctx[shape.ty] {
            Type::Spirv(SpirvType::Struct { .. }) => {
                let Some(index) = self.const_index(index)? else {
                    return invalid("the number of a member is not a constant");
                };
                let part = self.layouts.member(shape.ty, index as usize)?;
                let bytes = self.b.i64(part.bytes);
                let offset = self.b.add(memory.offset, bytes);
                return Ok(Memory { offset, shape: part.shape, ..memory });
            }
            Type::Spirv(SpirvType::Array { elem, len, stride }) => {
                (self.layouts.element(shape, *elem, *stride)?, Some(self.layouts.array_len(len)?))
            }
            Type::Spirv(SpirvType::RuntimeArray { elem, stride }) => {
                (self.layouts.element(shape, *elem, *stride)?, None)
            }
            Type::Spirv(SpirvType::Matrix { column, columns }) => {
                (self.layouts.column(shape, *column)?, Some(u64::from(*columns)))
            }
            Type::Vector { elem, len } => {
                let bytes = shape.component_stride.or(scalar_bytes(self.source, *elem)).unwrap_or(0);
                (crate::layout::Part { shape: Shape::of(*elem), bytes }, Some(u64::from(*len)))
            }
            _ => return invalid("a part is taken of what has none"),
        };
        let index = self.index(index)?;
        // What the host has bound is checked when it is accessed; memory of our own has no other check than this.
        let index = match len {
            Some(len) if memory.limit.is_none() => self.clamp(index, len.saturating_sub(1)),
            _ => index,
        };
        let offset = advance(&mut self.b, memory.offset, index, part.bytes);
        Ok(Memory { offset, shape: part.shape, ..memory })
    }

    /// An index that is not above `last`.
    pub(crate) fn clamp(&mut self, index: ValueId, last: u64) -> ValueId {
        let ty = self.b.type_of(index);
        match self.b.const_of(index) {
            Some(bits) => self.b.iconst(ty, bits.min(last)),
            None => {
                let last = self.b.iconst(ty, last);
                self.b.math("umin", &[index, last])
            }
        }
    }

    // Reading and writing.

    /// Whether an access is in range.
    pub(crate) fn in_range(&mut self, offset: ValueId, size: u64, limit: ValueId) -> ValueId {
        let less = self.b.i64(size.saturating_sub(1));
        let last = self.b.math("usub.sat", &[limit, less]);
        self.b.icmp("ult", offset, last)
    }

    /// The address of `size` bytes; that of a guard block when they are not all in range.
    pub(crate) fn address(&mut self, memory: &Memory, size: u64, guard: Guard) -> Result<ValueId> {
        let address = self.b.gep(memory.base, memory.offset);
        let Some(limit) = memory.limit else { return Ok(address) };
        if size > frame::GUARD_BYTES {
            return unsupported("an access", "it is wider than any vector");
        }
        let ok = self.in_range(memory.offset, size, limit);
        let scratch = self.env()?.scratch;
        let start = if guard == Guard::Zero { frame::ZERO } else { frame::SINK };
        let elsewhere = self.b.gep_const(scratch, start);
        Ok(self.b.select(ok, address, elsewhere))
    }

    /// The type that a scalar or vector has in memory.
    fn memory_type(&mut self, ty: TypeId) -> Result<TypeId> {
        let value = self.ty(ty)?;
        if self.b.width(value) != 1 {
            return Ok(value);
        }
        let word = self.b.int(32);
        Ok(self.b.module.ctx.with_scalar(value, word))
    }

    /// Reads something.
    pub(crate) fn load_memory(&mut self, memory: &Memory) -> Result<ValueId> {
        self.count_part()?;
        let shape = memory.shape;
        if plan::is_opaque(self.source, shape.ty) {
            let address = self.own_address(memory)?;
            let ty = self.ty(shape.ty)?;
            return Ok(self.b.load(address, ty, 8));
        }
        match &self.source.ctx[shape.ty] {
            Type::Int { .. } | Type::Float { .. } => self.load_plain(memory),
            Type::Spirv(SpirvType::Pointer { .. }) => self.load_plain(memory),
            Type::Vector { len, elem } => match shape.component_stride {
                None => self.load_plain(memory),
                Some(_) => {
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
            Type::None | Type::Function { .. } | Type::Llvm(_) => invalid("a load of what has no value"),
        }
    }

    /// Writes something.
    pub(crate) fn store_memory(&mut self, memory: &Memory, value: ValueId) -> Result<()> {
        self.count_part()?;
        let shape = memory.shape;
        if plan::is_opaque(self.source, shape.ty) {
            let address = self.own_address(memory)?;
            self.b.store(value, address, 8);
            return Ok(());
        }
        match &self.source.ctx[shape.ty] {
            Type::Int { .. } | Type::Float { .. } => self.store_plain(memory, value),
            Type::Spirv(SpirvType::Pointer { .. }) => self.store_plain(memory, value),
            Type::Vector { len, elem } => match shape.component_stride {
                None => self.store_plain(memory, value),
                Some(_) => {
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
            Type::None | Type::Function { .. } | Type::Llvm(_) => invalid("a store of what has no value"),
        }
    }

    /// Writes a constant. Tables are written element by element, without a value that holds all of them.
    pub(crate) fn store_constant(&mut self, memory: &Memory, attr: AttrId) -> Result<()> {
        let elems = match (&self.source.ctx[memory.shape.ty], &self.source.ctx[attr]) {
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
        let op = self.source.defining_op(value);
        let constant = op.filter(|op| ops::code(self.source, *op) == Some(Code::Mlir(Mlir::Constant)));
        match constant.and_then(|op| self.source.attr(op, attrs::VALUE)) {
            Some(attr) if self.source.type_of(value) == memory.shape.ty => self.store_constant(memory, attr),
            _ => {
                let value = self.value(value)?;
                self.store_memory(memory, value)
            }
        }
    }

    /// The address of an address or resource in memory; what the host can write must not be taken for one.
    fn own_address(&mut self, memory: &Memory) -> Result<ValueId> {
        match memory.limit {
            None => Ok(self.b.gep(memory.base, memory.offset)),
            Some(_) => unsupported("a pointer", "pointers and resources do not lie in buffers"),
        }
    }

    fn component_of(&mut self, memory: &Memory, elem: TypeId, index: u32) -> Result<Memory> {
        let stride = memory.shape.component_stride.unwrap_or(0);
        let bytes = self.b.i64(stride * u64::from(index));
        let offset = self.b.add(memory.offset, bytes);
        Ok(Memory { offset, shape: Shape::of(elem), ..*memory })
    }

    fn part_of(&mut self, memory: &Memory, index: u64) -> Result<Memory> {
        let shape = memory.shape;
        let (part, bytes) = match &self.source.ctx[shape.ty] {
            Type::Spirv(SpirvType::Array { elem, stride, .. }) => {
                let part = self.layouts.element(shape, *elem, *stride)?;
                (part, part.bytes.saturating_mul(index))
            }
            Type::Spirv(SpirvType::Matrix { column, .. }) => {
                let part = self.layouts.column(shape, *column)?;
                (part, part.bytes.saturating_mul(index))
            }
            _ => {
                let part = self.layouts.member(shape.ty, index as usize)?;
                (part, part.bytes)
            }
        };
        let bytes = self.b.i64(bytes);
        let offset = self.b.add(memory.offset, bytes);
        Ok(Memory { offset, shape: part.shape, ..*memory })
    }

    fn load_plain(&mut self, memory: &Memory) -> Result<ValueId> {
        let ty = self.memory_type(memory.shape.ty)?;
        let size = self.layouts.size(memory.shape)?;
        let address = self.address(memory, size, Guard::Zero)?;
        let value = self.b.load(address, ty, 1);
        self.as_value(value, memory.shape.ty)
    }

    fn store_plain(&mut self, memory: &Memory, value: ValueId) -> Result<()> {
        let value = self.as_stored(value, memory.shape.ty)?;
        let size = self.layouts.size(memory.shape)?;
        let address = self.address(memory, size, Guard::Sink)?;
        self.b.store(value, address, 1);
        Ok(())
    }

    fn as_value(&mut self, value: ValueId, ty: TypeId) -> Result<ValueId> {
        let wanted = self.ty(ty)?;
        if self.b.width(wanted) != 1 {
            return Ok(value);
        }
        let zero = self.b.zero(self.b.type_of(value));
        Ok(self.b.icmp("ne", value, zero))
    }

    fn as_stored(&mut self, value: ValueId, ty: TypeId) -> Result<ValueId> {
        let wanted = self.memory_type(ty)?;
        Ok(self.b.cast(Opcode::ZExt, value, wanted))
    }
}

fn advance(b: &mut Builder, offset: ValueId, index: ValueId, stride: u64) -> ValueId {
    let stride = b.i64(stride);
    let bytes = b.mul(index, stride);
    b.add(offset, bytes)
}

fn part_or_elem(this: &Lowering<'_>, ty: TypeId) -> Result<TypeId> {
    match &this.source.ctx[ty] {
        Type::Spirv(SpirvType::RuntimeArray { elem, .. }) => Ok(*elem),
        _ => part_type(this.source, ty, 0),
    }
}
