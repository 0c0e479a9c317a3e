//! Memory by its address, and barriers.

use crate::builder::num::Num;
use crate::emitter::intrinsics::call::Call;
use crate::emitter::places::place::Pointer;
use crate::emitter::{Emitter, Repr};
use sema::hir::expr::Arg;
use sema::hir::ty::{Object, Scalar, Type, TypeId};
use sema::tables::intrinsics::Memory;
use spirv::{Capability, MemorySemantics, Op, Scope, StorageClass, Word};

/// `REORDER_SCOPE`
const REORDER_SCOPE: u64 = 8;

impl Emitter<'_> {
    /// Barriers and addresses.
    pub(crate) fn memory_call(&mut self, memory: Memory, call: Call<'_>) -> Word {
        match memory {
            Memory::BarrierFlags => self.barrier_flags(call, None),
            // Whatever the object is, it lies in one of these memories.
            Memory::BarrierObject => self.barrier_flags(call, Some(u64::MAX)),
            Memory::RawBufferLoad => self.raw_buffer_load(call),
            Memory::RawBufferStore => self.raw_buffer_store(call),
            Memory::ReinterpretPointerCast | Memory::StaticPointerCast => self.pointer_cast(call),
        }
    }

    /// A memory barrier, and the workgroup's meeting if it waits.
    pub(crate) fn memory_barrier(&mut self, scope: Scope, semantics: MemorySemantics, waits: bool) -> Word {
        let memory = self.spv.constant_uint(scope as u32);
        let semantics = self.spv.constant_uint(semantics.bits());
        if waits {
            let execution = self.spv.constant_uint(Scope::Workgroup as u32);
            self.spv.effect(Op::ControlBarrier, &[execution, memory, semantics]);
        } else {
            self.spv.effect(Op::MemoryBarrier, &[memory, semantics]);
        }
        0
    }

    /// `Barrier(memory flags, semantics)`: both must be known. An object instead of the flags means all of them.
    pub(crate) fn barrier_flags(&mut self, call: Call<'_>, object: Option<u64>) -> Word {
        let known = |at: usize| self.known_integer(call.args[at].expr).expect("it is constant");
        let (memory, semantics) = (object.unwrap_or_else(|| known(0)), known(1));
        let waits = semantics & 1 != 0;
        // This invocation before and after it has been reordered: there is no smaller scope without the Vulkan memory model.
        let is_of_device = semantics & (4 | REORDER_SCOPE) != 0;
        let scope = match (is_of_device, semantics & 2 != 0) {
            (true, _) if memory != 0 => Scope::Device,
            (false, true) if memory != 0 => Scope::Workgroup,
            // No one else is to see anything.
            _ if waits => return self.memory_barrier(Scope::Invocation, MemorySemantics::empty(), true),
            _ => return 0,
        };
        let bits = self.memories(memory);
        self.memory_barrier(scope, bits, waits)
    }

    /// The accesses that a barrier orders: those to writable resources, groupshared variables, and the records that a node
    /// takes and makes.
    fn memories(&mut self, flags: u64) -> MemorySemantics {
        let mut bits = MemorySemantics::ACQUIRE_RELEASE;
        // There is no name for the records that come in.
        if flags & 1 != 0 || flags == 4 {
            bits |= MemorySemantics::UNIFORM_MEMORY;
        }
        if flags & 1 != 0 && self.writes_images() {
            bits |= MemorySemantics::IMAGE_MEMORY;
        }
        if flags & 2 != 0 {
            bits |= MemorySemantics::WORKGROUP_MEMORY;
        }
        if flags & 8 != 0 {
            bits |= MemorySemantics::OUTPUT_MEMORY;
            self.spv.availability.require(Capability::VulkanMemoryModel, self.spv.function.span());
        }
        bits
    }

    /// Returns whether there are images that shaders may write to.
    fn writes_images(&self) -> bool {
        let is_image = |ty| {
            if let Type::Object(Object::Texture(texture)) = self.module.types[self.module.element_of_arrays(ty)] {
                texture.access.is_writable()
            } else {
                false
            }
        };
        self.module.globals.iter().any(|(_, global)| is_image(global.ty))
    }

    /// A read through an address.
    pub(crate) fn raw_buffer_load(&mut self, call: Call<'_>) -> Word {
        let address = self.expr(call.args[0].expr);
        let align = self.promised_alignment(call.args.get(1));
        if let Some(pointer) = self.raw_aggregate(address, call.ty) {
            let ty = self.type_in(call.ty, pointer.repr);
            let value = self.spv.op(Op::Load, ty, &[pointer.id, spirv::MemoryAccess::ALIGNED.bits(), align]);
            return self.relayout(value, call.ty, pointer.repr, Repr::Value);
        }
        let num = self.num_of_type(call.ty);
        let stored = if num.elem == Scalar::Bool { num.with_elem(Scalar::UInt) } else { num };
        let pointer = self.raw_pointer(address, stored);
        let ty = self.spv.num_type(stored);
        let value = self.spv.op(Op::Load, ty, &[pointer, spirv::MemoryAccess::ALIGNED.bits(), align]);
        self.numeric(value, stored, num.elem)
    }

    /// The alignment that a load or store at an address promises: four bytes, unless an argument says otherwise.
    fn promised_alignment(&mut self, arg: Option<&Arg>) -> u32 {
        arg.and_then(|arg| self.known_integer(arg.expr)).map_or(4, |align| align as u32)
    }

    /// The value at an address, where it is more than a scalar or vector.
    fn raw_aggregate(&mut self, address: Word, ty: TypeId) -> Option<Pointer> {
        let layout = *self.module.raw_layouts.get(&ty)?;
        let repr = Repr::Memory(layout);
        let pointee = self.type_in(ty, repr);
        let storage = StorageClass::PhysicalStorageBuffer;
        let word = self.spv.pointer(storage, pointee);
        let id = self.spv.op(Op::Bitcast, word, &[address]);
        Some(Pointer::new(id, ty, repr, storage))
    }

    fn raw_pointer(&mut self, address: Word, num: Num) -> Word {
        let pointee = self.spv.num_type(num);
        let ty = self.spv.pointer(StorageClass::PhysicalStorageBuffer, pointee);
        self.spv.op(Op::Bitcast, ty, &[address])
    }

    /// A write through an address.
    pub(crate) fn raw_buffer_store(&mut self, call: Call<'_>) -> Word {
        let address = self.expr(call.args[0].expr);
        let align = self.promised_alignment(call.args.get(2));
        let ty = self.expr_of(call.args[1].expr).ty;
        if self.module.raw_layouts.contains_key(&ty) {
            let value = self.expr_any_layout(call.args[1].expr);
            let Some(pointer) = self.raw_aggregate(address, ty) else { return 0 };
            let value = self.in_repr(value, ty, pointer.repr);
            self.spv.effect(Op::Store, &[pointer.id, value, spirv::MemoryAccess::ALIGNED.bits(), align]);
            return 0;
        }
        let num = self.num_of_type(ty);
        let stored = if num.elem == Scalar::Bool { num.with_elem(Scalar::UInt) } else { num };
        let value = self.expr(call.args[1].expr);
        let value = self.numeric(value, num, stored.elem);
        let pointer = self.raw_pointer(address, stored);
        self.spv.effect(Op::Store, &[pointer, value, spirv::MemoryAccess::ALIGNED.bits(), align]);
        0
    }

    /// A pointer to something else at the same address.
    pub(crate) fn pointer_cast(&mut self, call: Call<'_>) -> Word {
        let pointer = self.expr(call.args[0].expr);
        let ty = self.type_of(call.ty);
        self.spv.op(Op::Bitcast, ty, &[pointer])
    }
}
