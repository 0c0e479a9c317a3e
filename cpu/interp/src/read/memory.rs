//! Instructions on memory: loads, stores, atomic operations, addresses, barriers.

use super::{Reader, Value, tables};
use crate::code::{
    AtomicCode, AtomicOp, Cells, Code, ComputeCode, FlowCode, LOCAL, MemoryCode, Pointer, Quality, Slot, TexelPointer,
};
use crate::error::{Result, refuse};
use crate::types::{Scalar, Shape, Type};
use check::races::{Atomic, Fence, Reach};
use dialect::spirv::access::{Access, id_of, literal_of};
use dialect::spirv::decode::Inst;
use dialect::spirv::enums::Kind;
use spirv::{MemoryAccess, MemorySemantics, Op, Scope, StorageClass};

impl Reader<'_> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(super) fn memory_op(&mut self, inst: &Inst) -> Result<()> {
        match inst.op {
            Op::Variable => self.local(inst),
            Op::AccessChain | Op::InBoundsAccessChain | Op::PtrAccessChain | Op::InBoundsPtrAccessChain => {
                self.chain(inst)
            }
            Op::Load => {
                let pointer = self.operand(inst, 0)?;
                let quality = self.accessed(inst, inst.id(0));
                if let Some((src, cells)) = self.in_cells(pointer.slot, inst.type_id(), inst.id(0))? {
                    return self.load_cells(inst, src, cells);
                }
                let dst = self.result(inst)?;
                self.load(dst, pointer, inst.type_id(), inst.id(0), quality)
            }
            Op::Store => {
                let (pointer, value) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
                let quality = self.accessed(inst, inst.id(0));
                self.store(pointer, inst.id(0), value, quality)
            }
            Op::CopyMemory => {
                let (to, from) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
                let ty = self.pointee(from)?;
                let slot = self.alloc(ty)?;
                self.load(slot, from, ty, inst.id(1), self.quality(inst.id(1)))?;
                self.store(to, inst.id(0), Value { slot, ty }, self.quality(inst.id(0)))
            }
            Op::ArrayLength => self.array_length(inst),
            Op::ImageTexelPointer => self.texel_pointer(inst),
            Op::ConvertPtrToU | Op::ConvertUToPtr => self.address_cast(inst),
            Op::PtrEqual | Op::PtrNotEqual => {
                let (a, b) = (self.operand(inst, 0)?.slot, self.operand(inst, 1)?.slot);
                let dst = self.result(inst)?;
                self.push(MemoryCode::PtrEqual { dst, a, b, negated: inst.op == Op::PtrNotEqual })
            }
            Op::ControlBarrier | Op::MemoryBarrier => self.barrier(inst),
            Op::AtomicLoad
            | Op::AtomicStore
            | Op::AtomicExchange
            | Op::AtomicCompareExchange
            | Op::AtomicIIncrement
            | Op::AtomicIDecrement => self.atomic(inst),
            op if tables::atomic(op).is_some() => self.atomic(inst),
            _ => self.wave_op(inst),
        }
    }

    /// Loads a value of a variable that lives in cells, which it may leave there.
    fn load_cells(&mut self, inst: &Inst, src: Slot, cells: Cells) -> Result<()> {
        let dst = match self.is_in_place(inst.result_id()) {
            true => {
                self.define(inst.result_id(), src, inst.type_id());
                src
            }
            false => self.result(inst)?,
        };
        self.push(MemoryCode::LoadCells { dst, src, cells })
    }

    /// A variable of a function.
    fn local(&mut self, inst: &Inst) -> Result<()> {
        let Type::Pointer { class: StorageClass::Function, to } = *self.types.get(inst.type_id()) else {
            return refuse("function uses a variable of another function");
        };
        let id = inst.result_id();
        let offset = self.place_in(id, to, LOCAL)?;
        let bytes = self.types.size(to, Shape::Packed)?;
        let slot = self.result(inst)?;
        self.fix(slot, Pointer { object: LOCAL, offset });
        let name = self.name_of(id);
        self.targets.insert(id, super::Target { name, ..Default::default() });
        if let Some((dst, cells)) = self.cells_of(id, offset, to)? {
            return self.push(MemoryCode::DeclareCells { dst, cells });
        }
        let init = match inst.ids_from(1).next() {
            Some(init) => Some((self.value(init)?.slot, self.layout(to, Shape::Packed)?)),
            None => None,
        };
        self.push(MemoryCode::Declare { offset: offset as u32, bytes: bytes as u32, init })
    }

    /// The memory operands of an access.
    fn accessed(&self, inst: &Inst, pointer: u32) -> Quality {
        let quality = self.quality(pointer);
        let (bits, operands) = inst.find(Kind::MemoryAccess).unwrap_or_default();
        let access = MemoryAccess::from_bits_truncate(bits);
        let visible = MemoryAccess::MAKE_POINTER_VISIBLE | MemoryAccess::MAKE_POINTER_AVAILABLE;
        let is_visible = access.intersects(visible | MemoryAccess::VOLATILE);
        let align = if access.contains(MemoryAccess::ALIGNED) { literal_of(operands.first()) } else { 0 };
        let private = !access.intersects(visible | MemoryAccess::NON_PRIVATE_POINTER | MemoryAccess::VOLATILE);
        Quality { coherent: quality.coherent || is_visible, private: private && !quality.coherent, align, ..quality }
    }

    pub(super) fn shape_of(&self, pointer: u32) -> Shape {
        self.targets.get(&pointer).map(|target| target.shape).unwrap_or_default()
    }

    fn is_handle(&self, ty: u32) -> bool {
        matches!(self.types.get(ty), Type::Image(_) | Type::Sampler | Type::SampledImage(_) | Type::Scene)
    }

    fn load(&mut self, dst: Slot, pointer: Value, ty: u32, id: u32, quality: Quality) -> Result<()> {
        let class = if let Type::Pointer { class, .. } = self.types.get(pointer.ty) {
            *class
        } else {
            return refuse("load through an operand that is not a pointer");
        };
        if self.is_handle(ty) && class == StorageClass::UniformConstant {
            let cells = self.types.count(ty)?;
            return self.push(MemoryCode::LoadHandle { dst, pointer: pointer.slot, cells, quality });
        }
        if let Type::Query = self.types.get(ty) {
            return self.push(ComputeCode::Moves([(dst, pointer.slot + 1)].into()));
        }
        let layout = self.layout(ty, self.shape_of(id))?;
        self.address_cells(ty, dst)?;
        let local = self.local_place(pointer.slot);
        self.push(MemoryCode::Load { dst, pointer: pointer.slot, local, layout, quality })
    }

    /// Cells of a value that memory does not hold: the object of each address in it.
    fn address_cells(&mut self, ty: u32, dst: Slot) -> Result<()> {
        match self.types.get(ty).clone() {
            Type::Pointer { class: StorageClass::PhysicalStorageBuffer, .. } => self.address_object(dst),
            Type::Struct(members) => {
                let mut at = dst;
                for member in members.iter() {
                    self.address_cells(member.ty, at)?;
                    at += self.types.count(member.ty)?;
                }
            }
            Type::Array { of, count, .. } if !matches!(self.types.get(of), Type::Scalar(_) | Type::Vector { .. }) => {
                let own = self.types.count(of)?;
                for at in 0..count {
                    self.address_cells(of, dst + at * own)?;
                }
            }
            Type::Void
            | Type::Scalar(_)
            | Type::Vector { .. }
            | Type::Matrix { .. }
            | Type::Array { .. }
            | Type::Runtime { .. }
            | Type::Pointer { .. }
            | Type::Image(_)
            | Type::Sampler
            | Type::SampledImage(_)
            | Type::Scene
            | Type::Query
            | Type::Other => {}
        }
        Ok(())
    }

    /// Stores a value through a pointer with an id.
    pub(super) fn store(&mut self, pointer: Value, id: u32, value: Value, quality: Quality) -> Result<()> {
        let to = self.pointee(pointer)?;
        if let Type::Query = self.types.get(to) {
            return self.copy_query(pointer, value);
        }
        let layout = self.layout(to, self.shape_of(id))?;
        if layout.pieces.len() != self.count_of(value)? as usize {
            return refuse("type mismatch of stored value and memory");
        }
        if let Some((dst, cells)) = self.in_cells(pointer.slot, to, id)? {
            return self.push(MemoryCode::StoreCells { dst, src: value.slot, cells });
        }
        let local = self.local_place(pointer.slot);
        self.push(MemoryCode::Store { src: value.slot, pointer: pointer.slot, local, layout, quality })
    }

    fn array_length(&mut self, inst: &Inst) -> Result<()> {
        let pointer = self.operand(inst, 0)?;
        let Type::Struct(members) = self.types.get(self.pointee(pointer)?).clone() else {
            return refuse("array length of an operand that is not a buffer");
        };
        let at = inst.literal(1) as usize;
        let Some(member) = members.get(at) else { return refuse("array length of an unknown member") };
        let (offset, shape) = self.types.member(&members, at)?;
        let (stride, _) = self.types.step(member.ty, shape)?;
        let dst = self.result(inst)?;
        self.push(MemoryCode::ArrayLength { dst, pointer: pointer.slot, offset, stride: stride.max(1) })
    }

    fn texel_pointer(&mut self, inst: &Inst) -> Result<()> {
        let image = self.operand(inst, 0)?;
        let Type::Image(ty) = *self.types.get(self.pointee(image)?) else {
            return refuse("texel pointer to an operand that is not an image");
        };
        let coords = self.numbers(self.operand(inst, 1)?)?;
        let handle = self.cells(1)?;
        let quality = self.quality(inst.id(0));
        self.push(MemoryCode::LoadHandle { dst: handle, pointer: image.slot, cells: 1, quality })?;
        let shape = self.image_shape(&ty)?;
        let dst = self.result(inst)?;
        if let Some(target) = self.targets.get(&inst.id(0)).cloned() {
            self.targets.insert(inst.result_id(), target);
        }
        self.push(MemoryCode::TexelPointer(TexelPointer { dst, image: handle, coords, shape }))
    }

    /// An address as a number, or a number as an address.
    pub(super) fn address_cast(&mut self, inst: &Inst) -> Result<()> {
        let from = self.operand(inst, 0)?;
        let (old, new) = (self.is_address(from.ty), self.is_address(inst.type_id()));
        match (old, new) {
            (true, false) => {
                let address = Value { slot: from.slot + 1, ty: from.ty };
                let (count, to) = (self.types.count(inst.type_id())?, self.types.scalar(inst.type_id()).bits());
                let dst = self.result(inst)?;
                match (count, to) {
                    (1, 64) => self.push(MemoryCode::PtrToInt { dst, src: address.slot }),
                    _ => self.push(ComputeCode::Repack {
                        from: 64,
                        count: 1,
                        to,
                        results: count,
                        src: address.slot,
                        dst,
                    }),
                }
            }
            (false, true) => {
                let (count, bits) = (self.count_of(from)?, self.scalar_of(from).bits());
                let dst = self.result(inst)?;
                self.address_object(dst);
                let (src, dst) = (from.slot, dst + 1);
                match (count, bits) {
                    (1, 64) => self.push(MemoryCode::IntToPtr { dst, src }),
                    _ => self.push(ComputeCode::Repack { from: bits, count, to: 64, results: 1, src, dst }),
                }
            }
            _ => refuse("logical pointers cannot be converted to integers"),
        }
    }

    /// The number that an operand is, which is a constant.
    pub(super) fn constant_at(&self, inst: &Inst, at: usize) -> Result<u64> {
        match self.constant(id_of(inst.operands.get(at))) {
            Some(value) => Ok(value),
            None => refuse("scope or semantics is not a constant"),
        }
    }

    /// The threads and the memory for which the operands from one on, a scope and its semantics, make order.
    fn fence(&mut self, inst: &Inst, at: usize) -> Result<Fence> {
        let (scope, semantics) = (self.constant_at(inst, at)?, self.constant_at(inst, at + 1)?);
        let semantics = MemorySemantics::from_bits_truncate(semantics as u32);
        let both = MemorySemantics::ACQUIRE_RELEASE | MemorySemantics::SEQUENTIALLY_CONSISTENT;
        let classes =
            [MemorySemantics::WORKGROUP_MEMORY, MemorySemantics::UNIFORM_MEMORY, MemorySemantics::IMAGE_MEMORY];
        let fence = Fence {
            reach: reach(scope),
            acquires: semantics.intersects(both | MemorySemantics::ACQUIRE),
            releases: semantics.intersects(both | MemorySemantics::RELEASE),
            classes: classes.map(|class| semantics.contains(class)),
        };
        if !fence.acquires && !fence.releases || scope == Scope::Invocation as u64 {
            return Ok(Fence::NONE);
        }
        let (available, visible) = (MemorySemantics::MAKE_AVAILABLE, MemorySemantics::MAKE_VISIBLE);
        self.program.makes_available &= !fence.releases || semantics.contains(available);
        self.program.makes_visible &= !fence.acquires || semantics.contains(visible);
        self.program.has_scopes |=
            fence.reach == Reach::Wave || fence.reach == Reach::Group && fence.classes[1..] != [false; 2];
        Ok(fence)
    }

    fn barrier(&mut self, inst: &Inst) -> Result<()> {
        if inst.op == Op::MemoryBarrier {
            let fence = self.fence(inst, 0)?;
            self.program.has_fences |= fence != Fence::NONE;
            return self.push(Code::MemoryBarrier(fence));
        }
        let fence = self.fence(inst, 1)?;
        self.program.has_fences |= fence.reach == Reach::Wave || fence.classes[1..] != [false; 2];
        match self.constant_at(inst, 0)? {
            scope if scope == Scope::Subgroup as u64 => self.push(Code::WaveBarrier(fence)),
            scope if scope <= Scope::Workgroup as u64 => self.push(FlowCode::Barrier(fence)),
            _ => refuse("barrier scope other than subgroup or workgroup"),
        }
    }

    /// The order that an atomic operation makes whose scope and semantics are at these operands.
    fn sync(&mut self, inst: &Inst, scope: usize, semantics: usize, class: StorageClass) -> Result<Atomic> {
        let reach = reach(self.constant_at(inst, scope)?);
        let own = self.fence(inst, scope)?;
        let fence = match semantics == scope + 1 {
            true => own,
            // Of the two semantics of a comparison the second one is for the case that it fails.
            false => self.second(inst, semantics, own)?,
        };
        self.program.has_fences |= fence != Fence::NONE;
        self.program.has_scopes |= reach == Reach::Wave || reach == Reach::Group && class != StorageClass::Workgroup;
        Ok(Atomic { reach, fence, is_store: inst.op == Op::AtomicStore })
    }

    fn second(&mut self, inst: &Inst, semantics: usize, first: Fence) -> Result<Fence> {
        let semantics = MemorySemantics::from_bits_truncate(self.constant_at(inst, semantics)? as u32);
        let acquires = semantics.intersects(MemorySemantics::ACQUIRE | MemorySemantics::SEQUENTIALLY_CONSISTENT);
        Ok(Fence { acquires: acquires && first.classes != [false; 3], releases: false, ..first })
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn atomic(&mut self, inst: &Inst) -> Result<()> {
        let pointer = self.operand(inst, 0)?;
        let scalar = self.types.scalar(self.pointee(pointer)?);
        // Behind the pointer stand a scope and semantics, for a comparison two.
        let value = |at: usize| self.operand(inst, at).map(|value| Some(value.slot));
        let (op, value, compare) = match inst.op {
            Op::AtomicLoad => (AtomicOp::Load, None, None),
            Op::AtomicStore => (AtomicOp::Store, value(3)?, None),
            Op::AtomicExchange => (AtomicOp::Exchange, value(3)?, None),
            Op::AtomicCompareExchange => (AtomicOp::Compare, value(4)?, value(5)?),
            Op::AtomicIIncrement => (AtomicOp::Count(1), None, None),
            Op::AtomicIDecrement => (AtomicOp::Count(u64::MAX), None, None),
            other => match tables::atomic(other) {
                Some(op) => (AtomicOp::Each(op), value(3)?, None),
                None => return refuse("unknown atomic operation"),
            },
        };
        let flags = if let Scalar::Int { bits, signed } = scalar {
            (if signed { abi::TEXEL_SINT } else { abi::TEXEL_UINT }) | if bits == 64 { abi::TEXEL_WIDE } else { 0 }
        } else {
            0
        };
        let class =
            if let Type::Pointer { class, .. } = self.types.get(pointer.ty) { *class } else { StorageClass::Function };
        let failed = if op == AtomicOp::Compare { 3 } else { 2 };
        let sync = [self.sync(inst, 1, 2, class)?, self.sync(inst, 1, failed, class)?];
        let is_used = inst.result.is_some_and(|id| self.used.get(id as usize).copied().unwrap_or(false));
        let dst = if is_used { Some(self.result(inst)?) } else { None };
        let bits = scalar.bits();
        let code = AtomicCode { op, bits, dst, pointer: pointer.slot, value, compare, flags, sync };
        self.push(MemoryCode::Atomic(code))
    }
}

/// The threads of a scope.
fn reach(scope: u64) -> Reach {
    match Scope::from_u32(scope as u32) {
        Some(Scope::Subgroup | Scope::Invocation) => Reach::Wave,
        Some(Scope::Workgroup) => Reach::Group,
        _ => Reach::Device,
    }
}
