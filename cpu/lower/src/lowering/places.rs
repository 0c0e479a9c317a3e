//! Where pointers lead: variables, descriptors, and the parts of them that access chains take.

use super::place::{Memory, Place};
use super::state::{Known, Lowering};
use crate::error::{Result, invalid, unsupported};
use crate::facts::{self, part_type};
use crate::interface::Variable;
use crate::layout::{Part, Shape, scalar_bytes};
use crate::spmd::variance;
use dialect::ir::types::Sign;
use dialect::ir::{OpId, Type, TypeId, ValueId};
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;
use dialect::llvm::types as llvm_types;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, facts as module_facts};
use spirv::{BuiltIn, Op, StorageClass};
use std::mem::offset_of;

impl Lowering<'_> {
    /// Memory of one variable: on the stack, or a place in scratch memory.
    pub(crate) fn variable_address(&mut self, op: OpId) -> Result<ValueId> {
        if let Some(address) = self.function.variables.get(&op) {
            return Ok(*address);
        }
        let address = match self.known.storage.variable_slot(op) {
            Some(slot) => self.in_setup(|this| {
                let lane = match &this.function.wide {
                    Some(wide) => wide.first,
                    None => this.env()?.lane,
                };
                this.slot_address(slot, lane)
            })?,
            None => {
                let (byte, size) = (self.b.int(8), self.variable_bytes(op)?);
                let bytes = llvm_types::array(&mut self.b.module.ctx, byte, size.max(1));
                self.b.alloca(bytes, 16)
            }
        };
        self.function.variables.insert(op, address);
        Ok(address)
    }

    /// The size of a variable's memory, where lanes run together that of all lanes: their rows are as wide as the frame
    /// has them.
    fn variable_bytes(&self, op: OpId) -> Result<u64> {
        let size = self.known.layouts.size(Shape::of(facts::pointee(self.known.source, op)?))?;
        Ok(match self.function.wide.as_deref() {
            Some(wide) => size.max(8).next_multiple_of(8).saturating_mul(u64::from(wide.lanes)),
            None => size,
        })
    }

    /// Fills a variable that begins without a value with zeros, as the interpreter does. Memory on the stack that nothing
    /// has written is undefined for LLVM, and a branch on what is read there would take neither side.
    pub(crate) fn clear_variable(&mut self, op: OpId) -> Result<()> {
        let storage = &self.known.storage;
        if storage.opaque_variables.contains(&op) || storage.stored_first.contains(&op) {
            return Ok(());
        }
        let (address, bytes) = (self.variable_address(op)?, self.variable_bytes(op)?);
        self.b.clear(address, bytes);
        Ok(())
    }

    /// The memory with a check of each access.
    fn checked(&mut self, memory: Memory) -> Memory {
        let limit = memory.limit.unwrap_or_else(|| self.b.i64(memory.room));
        Memory { limit: Some(limit), ..memory }
    }

    /// The place with another type, which may be larger.
    pub(crate) fn reshaped(&mut self, place: Place, ty: TypeId) -> Place {
        match place {
            Place::Memory(memory) if memory.shape.ty != ty => {
                let memory = self.checked(memory);
                Place::Memory(Memory { shape: Shape::of(ty), ..memory })
            }
            // The uses of a place that is not a memory look at its kind.
            Place::Memory(_) | Place::Buffers { .. } | Place::Resource(_) | Place::Resources { .. } => place,
            Place::Texel { .. } => place,
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
        let ok = self.b.icmp(IntPredicate::Ult, index, limit);
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
        let start = self.b.i64(0);
        Memory::limited(base, start, limit, Shape::of(ty))
    }

    /// The place that a pointer of the module points to.
    pub(crate) fn place(&mut self, pointer: ValueId) -> Result<Place> {
        if let Some(known) = self.block.places.get(&pointer) {
            return Ok(*known);
        }
        let place = match self.known.source.defining_op(pointer) {
            Some(op) if facts::is_remade(self.known.source, pointer) => self.static_place(op)?,
            _ => self.dynamic_place(pointer)?,
        };
        self.block.places.insert(pointer, place);
        Ok(place)
    }

    /// The place of a pointer that is computed from a variable.
    fn static_place(&mut self, op: OpId) -> Result<Place> {
        Ok(match ops::code(self.known.source, op) {
            Some(Code::Mlir(Mlir::AddressOf)) => self.address_of(op)?,
            Some(Code::Core(Op::Variable | Op::UntypedVariableKHR)) => {
                let address = self.variable_address(op)?;
                let ty = facts::pointee(self.known.source, op)?;
                Place::Memory(self.own_memory(address, ty)?)
            }
            Some(Code::Core(
                Op::AccessChain | Op::InBoundsAccessChain | Op::PtrAccessChain | Op::InBoundsPtrAccessChain,
            )) => {
                let start = self.place(self.known.source[op].operands[0])?;
                self.chain_from(start, op)?
            }
            Some(Code::Core(
                Op::UntypedAccessChainKHR
                | Op::UntypedInBoundsAccessChainKHR
                | Op::UntypedPtrAccessChainKHR
                | Op::UntypedInBoundsPtrAccessChainKHR,
            )) => {
                let start = self.place(self.known.source[op].operands[0])?;
                let base_type = self.base_type(op)?;
                let start = self.reshaped(start, base_type);
                self.chain_from(start, op)?
            }
            Some(Code::Core(Op::CopyObject | Op::Bitcast | Op::PtrCastToGeneric | Op::GenericCastToPtr)) => {
                let place = self.place(self.known.source[op].operands[0])?;
                let (from, to) = (self.known.source[op].operands[0], self.known.source[op].results[0]);
                let (from, to) = (self.known.source.type_of(from), self.known.source.type_of(to));
                match module_facts::pointer(self.known.source, to) {
                    Some((pointee, _)) if from != to => {
                        let pointee = module_facts::referred(self.known.source, pointee);
                        self.reshaped(place, pointee)
                    }
                    _ => place,
                }
            }
            Some(Code::Core(Op::ImageTexelPointer)) => self.texel_pointer(op)?,
            Some(Code::Mlir(Mlir::Constant) | Code::Core(Op::Undef)) => {
                return self.dynamic_place(self.known.source[op].results[0]);
            }
            _ => return unsupported(self.name(op), "unsupported pointer operation"),
        })
    }

    /// The place of a pointer that is selected at run time.
    fn dynamic_place(&mut self, pointer: ValueId) -> Result<Place> {
        let ty = self.known.source.type_of(pointer);
        let Some(storage) = module_facts::storage_of(self.known.source, ty) else {
            return invalid("expected a pointer");
        };
        // The uses of an untyped pointer say what is there.
        let pointee = module_facts::pointer(self.known.source, ty).map_or(ty, |(pointee, _)| pointee);
        let pointee = module_facts::referred(self.known.source, pointee);
        if let Some(address) = self.function.parameters.get(&pointer).copied() {
            let memory = self.private_memory(address, pointee);
            return Ok(Place::Memory(Memory { room: u64::MAX, ..memory }));
        }
        let value = self.value(pointer)?;
        match storage {
            StorageClass::UniformConstant => return Ok(Place::Resource(value)),
            StorageClass::PhysicalStorageBuffer => {
                return Ok(Place::Memory(self.found(value, pointee)?));
            }
            _ => {}
        }
        let [base, offset, limit] = [0, 1, 2].map(|index| self.b.extract_value(value, index));
        Ok(Place::Memory(Memory::limited(base, offset, limit, Shape::of(pointee))))
    }

    /// A pointer as a value, which is fat: a base address, an offset and a size.
    pub(crate) fn pointer_value(&mut self, op: OpId) -> Result<ValueId> {
        let ty = self.result_type(op)?;
        match self.static_place(op)? {
            Place::Memory(memory) if memory.shape.matrix.is_none() && memory.shape.component_stride.is_none() => {
                let limit = memory.limit.unwrap_or_else(|| self.b.i64(memory.room));
                Ok(self.b.aggregate(ty, &[memory.base, memory.offset, limit]))
            }
            Place::Resource(desc) => Ok(desc),
            Place::Memory(_) | Place::Buffers { .. } | Place::Resources { .. } | Place::Texel { .. } => {
                unsupported(self.name(op), "pointers to this location cannot be selected at run time")
            }
        }
    }

    fn address_of(&mut self, op: OpId) -> Result<Place> {
        let name = module_facts::symbol_of(self.known.source, op, attrs::SYMBOL);
        match name.and_then(|name| self.known.interface.variables.get(&name)).copied() {
            Some((op, variable)) => self.place_of(op, variable),
            None => invalid("address of a non-variable"),
        }
    }

    /// The place of a variable of the module, which the kernel refers to.
    pub(crate) fn variable_of_module(&mut self, op: OpId) -> Result<Place> {
        let name = module_facts::name_of(self.known.source, op);
        match name.and_then(|name| self.known.interface.variables.get(&name)).copied() {
            Some((op, variable)) => self.place_of(op, variable),
            None => invalid("address of a non-variable"),
        }
    }

    fn place_of(&mut self, op: OpId, variable: Variable) -> Result<Place> {
        if let Some(known) = self.function.addresses.get(&op) {
            return Ok(*known);
        }
        let ty = facts::pointee(self.known.source, op)?;
        let place = self.variable_place(op, variable, ty)?;
        self.function.addresses.insert(op, place);
        Ok(place)
    }

    fn variable_place(&mut self, op: OpId, variable: Variable, ty: TypeId) -> Result<Place> {
        match variable {
            Variable::Buffer { slot, array: None } => self.in_setup(|this| {
                let desc = this.descriptor(slot)?;
                let Known { source, layouts, interface, .. } = this.known;
                let has_groups = interface.has_groups(source, layouts, slot, ty)?;
                Ok(Place::Memory(Memory { has_groups, ..this.buffer(desc, ty) }))
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
                let address = self.builtin_variable(op, builtin)?;
                Ok(Place::Memory(self.own_memory(address, ty)?))
            }
            Variable::Workgroup => {
                let scratch = self.env()?.scratch;
                let start = self.known.storage.shared_start(op);
                let address = self.in_setup(|this| Ok(this.b.gep_const(scratch, start)))?;
                Ok(Place::Memory(self.private_memory(address, ty)))
            }
            Variable::Private => {
                let address = self.private_variable(op, ty)?;
                match self.known.interface.tables.contains(&op) {
                    true => Ok(Place::Memory(self.private_memory(address, ty))),
                    false => Ok(Place::Memory(self.own_memory(address, ty)?)),
                }
            }
        }
    }

    fn push_constants(&mut self, ty: TypeId) -> Result<Place> {
        let (ptr, i32, i64) = (self.b.ptr(), self.b.int(32), self.b.int(64));
        let base = self.ctx_field(offset_of!(abi::DispatchCtx, push), ptr)?;
        let limit = self.ctx_field(offset_of!(abi::DispatchCtx, push_bytes), i32)?;
        let limit = self.b.cast(Opcode::ZExt, limit, i64);
        let start = self.b.i64(0);
        Ok(Place::Memory(Memory::limited(base, start, limit, Shape::of(ty))))
    }

    /// A variable of each invocation, which starts with its initial value in the first region.
    pub(crate) fn private_variable(&mut self, op: OpId, ty: TypeId) -> Result<ValueId> {
        if let Some(address) = self.function.variables.get(&op) {
            return Ok(*address);
        }
        let address = self.variable_address(op)?;
        // Where lanes run as vectors, those that are not tables are filled for all lanes at once.
        if self.function.wide.is_some() && !self.known.interface.tables.contains(&op) {
            return Ok(address);
        }
        if let (true, Some(attr)) = (self.function.is_first_region, self.known.source.attr(op, attrs::INITIALIZER)) {
            self.in_setup(|this| {
                let memory = this.private_memory(address, ty);
                this.store_constant(&memory, attr)
            })?;
        }
        Ok(address)
    }

    /// Makes the variables of each invocation in the first region, so that their initial values are stored there.
    pub(crate) fn start_private_variables(&mut self) -> Result<()> {
        for op in self.known.storage.opaque_variables.clone() {
            let (address, ty) = (self.variable_address(op)?, facts::pointee(self.known.source, op)?);
            let value = self.null_value(ty)?;
            let memory = self.private_memory(address, ty);
            self.store_memory(&memory, value)?;
        }
        for (op, variable) in self.known.interface.variables.values().copied().collect::<Vec<_>>() {
            if variable != Variable::Private {
                continue;
            }
            if self.known.source.attr(op, attrs::INITIALIZER).is_none() {
                self.clear_variable(op)?;
                continue;
            }
            let ty = facts::pointee(self.known.source, op)?;
            self.private_variable(op, ty)?;
        }
        Ok(())
    }

    /// The place that an access chain selects within another place.
    pub(crate) fn chain_from(&mut self, mut place: Place, op: OpId) -> Result<Place> {
        let operands = self.known.source[op].operands.clone();
        let has_element = matches!(
            ops::code(self.known.source, op),
            Some(Code::Core(
                Op::PtrAccessChain
                    | Op::InBoundsPtrAccessChain
                    | Op::UntypedPtrAccessChainKHR
                    | Op::UntypedInBoundsPtrAccessChainKHR
            ))
        );
        if let (true, Place::Memory(memory), Some(index)) = (has_element, &mut place, operands.get(1)) {
            let index = self.value(*index)?;
            let index = self.widened(index, true);
            let stride = self.pointer_stride(self.known.source.type_of(operands[0]), memory.shape)?;
            // No type says how many elements there are.
            *memory = self.checked(*memory);
            self.advance(memory, index, stride);
        }
        for index in operands.iter().skip(if has_element { 2 } else { 1 }) {
            place = self.step(place, *index)?;
        }
        Ok(place)
    }

    /// The stride in bytes of arithmetic on a pointer to a shape.
    pub(crate) fn pointer_stride(&self, pointer: TypeId, shape: Shape) -> Result<u64> {
        match &self.known.source.ctx[pointer] {
            Type::Spirv(SpirvType::Pointer { stride: Some(stride), .. }) => Ok(u64::from(*stride)),
            _ => Ok(self.known.layouts.element(shape, shape.ty, None)?.bytes),
        }
    }

    /// Type of an access chain's base, where its pointer does not tell.
    pub(crate) fn base_type(&self, op: OpId) -> Result<TypeId> {
        let ty = module_facts::type_of(self.known.source, op, attrs::TYPE);
        ty.map_or_else(|| invalid("access chain with an unknown base"), Ok)
    }

    /// An index as a 64-bit number, widened as its type has it.
    fn index(&mut self, index: ValueId) -> Result<ValueId> {
        let is_signed =
            matches!(self.known.source.ctx[self.known.source.type_of(index)], Type::Int { sign: Sign::Signed, .. });
        let value = self.value(index)?;
        if let (true, Some(bits)) = (is_signed, self.b.const_of(value)) {
            let width = self.b.width(self.b.type_of(value));
            return Ok(self.b.i64((((bits << (64 - width)) as i64) >> (64 - width)) as u64));
        }
        Ok(self.widened(value, is_signed))
    }

    /// An integer, or one per lane, in 64 bits.
    fn widened(&mut self, value: ValueId, is_signed: bool) -> ValueId {
        let i64 = self.b.int(64);
        let ty = self.b.module.ctx.with_scalar(self.b.type_of(value), i64);
        self.b.int_cast(value, ty, is_signed)
    }

    /// Memory at an offset in elements, with a check of each access.
    pub(crate) fn advanced(&mut self, memory: Memory, count: ValueId, stride: u64) -> Memory {
        let count = self.widened(count, false);
        let mut memory = self.checked(memory);
        self.advance(&mut memory, count, stride);
        memory
    }

    /// Adds an offset in elements to memory, uniform or one per lane.
    fn advance(&mut self, memory: &mut Memory, index: ValueId, stride: u64) {
        memory.series = None;
        let lanes = self.b.lanes(self.b.type_of(index));
        if lanes > 1 {
            memory.stride = Some(stride);
            if self.b.lanes(self.b.type_of(memory.offset)) == 1 {
                memory.offset = self.b.splat_of(memory.offset, lanes);
            }
        }
        let stride = self.b.iconst(self.b.type_of(index), stride);
        let mut bytes = self.b.mul(index, stride);
        let all = self.b.lanes(self.b.type_of(memory.offset));
        if all > lanes {
            bytes = self.b.splat_of(bytes, all);
        }
        memory.offset = self.b.add(memory.offset, bytes);
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
            Place::Resource(_) | Place::Texel { .. } => invalid("cannot index a resource"),
        }
    }

    fn step_into(&mut self, memory: Memory, index: ValueId) -> Result<Memory> {
        let shape = memory.shape;
        let (part, len) = match &self.known.source.ctx[shape.ty] {
            Type::Spirv(SpirvType::Struct { .. }) => {
                let Some(index) = self.const_index(index)? else {
                    return invalid("member index is not a constant");
                };
                let part = self.known.layouts.member(shape.ty, index as usize)?;
                return Ok(self.further(&memory, part.bytes, part.shape));
            }
            Type::Spirv(SpirvType::Array { elem, len, stride }) => {
                (self.known.layouts.element(shape, *elem, *stride)?, Some(self.known.layouts.array_len(len)?))
            }
            Type::Spirv(SpirvType::RuntimeArray { elem, stride }) => {
                (self.known.layouts.element(shape, *elem, *stride)?, None)
            }
            Type::Spirv(SpirvType::Matrix { column, columns }) => {
                (self.known.layouts.column(shape, *column)?, Some(u64::from(*columns)))
            }
            Type::Vector { elem, len } => {
                let bytes = shape.component_stride.or(scalar_bytes(self.known.source, *elem)).unwrap_or(0);
                (Part { shape: Shape::of(*elem), bytes }, Some(u64::from(*len)))
            }
            _ => return invalid("cannot index a scalar"),
        };
        let number = index;
        let in_range = self.function.wide.as_ref().and_then(|wide| wide.in_range.get(&number).copied());
        if let Some(index) = in_range {
            let mut memory = Memory { shape: part.shape, ..memory };
            self.advance(&mut memory, index, part.bytes);
            return Ok(memory);
        }
        let index = self.index(number)?;
        if memory.has_groups && len.is_none() && self.is_own_group(number) {
            // The host has bound an element of the buffer for each workgroup.
            let mut memory = Memory { shape: part.shape, limit: None, has_groups: false, ..memory };
            self.advance(&mut memory, index, part.bytes);
            return Ok(memory);
        }
        // Accesses to bound memory are checked; the kernel's own memory has no other check than this.
        let (index, last) = match (memory.limit, len) {
            (Some(_), _) => (index, None),
            (None, Some(len)) => (self.clamp(index, len.saturating_sub(1)), Some(len.saturating_sub(1))),
            (None, None) => return invalid("run-time arrays are not supported in private memory"),
        };
        let mut memory = Memory { shape: part.shape, ..memory };
        let series = self.series(&memory, number, last, part.bytes)?;
        self.advance(&mut memory, index, part.bytes);
        Ok(Memory { series, ..memory })
    }
}

impl Lowering<'_> {
    /// Returns whether an index is the number of the workgroup along x.
    fn is_own_group(&self, index: ValueId) -> bool {
        let Known { source, interface, .. } = &self.known;
        let part = source.defining_op(index).and_then(|op| variance::builtin_part(source, interface, op));
        part.is_some_and(|part| (part.builtin, part.component) == (BuiltIn::WorkgroupId, Some(0)))
    }
}

fn part_or_elem(this: &Lowering<'_>, ty: TypeId) -> Result<TypeId> {
    match &this.known.source.ctx[ty] {
        Type::Spirv(SpirvType::RuntimeArray { elem, .. }) => Ok(*elem),
        _ => part_type(this.known.source, ty, 0),
    }
}
