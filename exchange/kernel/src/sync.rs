//! Barriers and atomic operations: scopes and the kinds of memory that OpenCL has.

use crate::error::{Result, refuse};
use crate::state::Rewriter;
use crate::types;
use dialect::ir::{AttrId, OpId, ValueId};
use dialect::spirv::enums::Kind;
use dialect::spirv::{attrs, facts, ops};
use spirv::{Capability, MemorySemantics, Op, Scope};

impl Rewriter<'_> {
    /// The memory scope of a kernel for one of a shader.
    fn memory_scope(&mut self, op: OpId, name: &'static str) -> Result<AttrId> {
        let number = facts::number_of(self.module, op, name).map(|number| number as u32);
        let scope = match number.and_then(Scope::from_u32) {
            Some(Scope::QueueFamily) => Scope::Device,
            Some(
                scope @ (Scope::CrossDevice | Scope::Device | Scope::Workgroup | Scope::Subgroup | Scope::Invocation),
            ) => scope,
            _ => return refuse("non-constant scopes and scopes unknown to OpenCL are not supported in kernels"),
        };
        Ok(self.module.ctx.enum_attr(Kind::Scope.id(), scope as u32))
    }

    /// The execution scope of a barrier.
    fn execution_scope(&mut self, op: OpId) -> Result<AttrId> {
        let number = facts::number_of(self.module, op, attrs::SCOPE).map(|number| number as u32);
        match number.and_then(Scope::from_u32) {
            Some(scope @ (Scope::Workgroup | Scope::Subgroup)) => {
                Ok(self.module.ctx.enum_attr(Kind::Scope.id(), scope as u32))
            }
            _ => refuse("barriers of other scopes than workgroup or subgroup are not supported in kernels"),
        }
    }

    fn semantics(&mut self, op: OpId, name: &'static str) -> Result<AttrId> {
        let Some(number) = facts::number_of(self.module, op, name) else {
            return refuse("non-constant memory semantics are not supported in kernels");
        };
        let old = MemorySemantics::from_bits_truncate(number as u32);
        let order = MemorySemantics::ACQUIRE
            | MemorySemantics::RELEASE
            | MemorySemantics::ACQUIRE_RELEASE
            | MemorySemantics::SEQUENTIALLY_CONSISTENT;
        let same = MemorySemantics::SUBGROUP_MEMORY
            | MemorySemantics::WORKGROUP_MEMORY
            | MemorySemantics::CROSS_WORKGROUP_MEMORY
            | MemorySemantics::IMAGE_MEMORY;
        let mut new = old & (order | same);
        if old.contains(MemorySemantics::UNIFORM_MEMORY) {
            new |= MemorySemantics::CROSS_WORKGROUP_MEMORY;
        }
        Ok(self.module.ctx.enum_attr(Kind::MemorySemantics.id(), new.bits()))
    }

    /// A barrier.
    pub(crate) fn rewrite_barrier(&mut self, op: OpId, core: Op) -> Result<()> {
        let made = match core {
            Op::ControlBarrier => {
                let (execution, memory) = (self.execution_scope(op)?, self.memory_scope(op, attrs::SCOPE_2)?);
                let semantics = self.semantics(op, attrs::SEMANTICS)?;
                let made = self.effect(ops::core(core), &[]);
                let all = [(attrs::SCOPE, execution), (attrs::SCOPE_2, memory), (attrs::SEMANTICS, semantics)];
                self.module[made].attrs.extend(all);
                made
            }
            _ => {
                let (memory, semantics) = (self.memory_scope(op, attrs::SCOPE)?, self.semantics(op, attrs::SEMANTICS)?);
                let made = self.effect(ops::core(core), &[]);
                self.module[made].attrs.extend([(attrs::SCOPE, memory), (attrs::SEMANTICS, semantics)]);
                made
            }
        };
        self.module[made].word = self.module[op].word;
        Ok(())
    }

    /// An atomic operation.
    pub(crate) fn rewrite_atomic(&mut self, op: OpId, core: Op) -> Result<()> {
        let place = self.place(self.module[op].operands[0])?;
        let mut pointer = self.pointer_to_scalar(&place)?;
        let mut operands: Vec<ValueId> = self.operands(op)[1..].to_vec();
        let Some((own, storage)) = facts::pointer(self.module, self.type_of(pointer)) else {
            return refuse("atomic operation on a non-memory operand");
        };
        let is_float = types::is_float(&self.module.ctx, own);
        // Numbers are exchanged as their bits: only integers are atomic everywhere.
        let is_moved = matches!(core, Op::AtomicLoad | Op::AtomicStore | Op::AtomicExchange);
        let mut ty = own;
        if is_float && is_moved {
            ty = self.module.ctx.int(types::width(&self.module.ctx, own));
            let target = self.pointer_type(ty, storage);
            pointer = self.bitcast(pointer, target);
            operands = operands.into_iter().map(|value| self.bitcast(value, ty)).collect();
        }
        self.require_atomic(core, own)?;
        operands.insert(0, pointer);
        let scope = self.memory_scope(op, attrs::SCOPE)?;
        let mut given = vec![(attrs::SCOPE, scope)];
        for name in [attrs::SEMANTICS, attrs::SEMANTICS_2] {
            if self.module.attr(op, name).is_some() {
                given.push((name, self.semantics(op, name)?));
            }
        }
        let made = self.effect(ops::core(core), &operands);
        self.module[made].attrs.extend(given);
        if !self.module[op].results.is_empty() {
            let value = self.module.add_result(made, ty);
            let value = self.bitcast(value, own);
            self.replace(op, value);
        }
        Ok(())
    }

    fn require_atomic(&mut self, core: Op, ty: dialect::ir::TypeId) -> Result<()> {
        let width = types::width(&self.module.ctx, ty);
        let add = [
            (16, Capability::AtomicFloat16AddEXT, "SPV_EXT_shader_atomic_float16_add"),
            (32, Capability::AtomicFloat32AddEXT, "SPV_EXT_shader_atomic_float_add"),
            (64, Capability::AtomicFloat64AddEXT, "SPV_EXT_shader_atomic_float_add"),
        ];
        let min_max = [
            (16, Capability::AtomicFloat16MinMaxEXT, "SPV_EXT_shader_atomic_float_min_max"),
            (32, Capability::AtomicFloat32MinMaxEXT, "SPV_EXT_shader_atomic_float_min_max"),
            (64, Capability::AtomicFloat64MinMaxEXT, "SPV_EXT_shader_atomic_float_min_max"),
        ];
        let table = match core {
            Op::AtomicFAddEXT => add,
            Op::AtomicFMinEXT | Op::AtomicFMaxEXT => min_max,
            _ => {
                if width == 64 {
                    self.needs.capability(Capability::Int64Atomics);
                }
                let is_wide = matches!(width, 32 | 64);
                return if is_wide {
                    Ok(())
                } else {
                    refuse("an atomic operation of this width is not supported in kernels")
                };
            }
        };
        if let Some((_, capability, extension)) = table.into_iter().find(|(bits, ..)| *bits == width) {
            self.needs.capability(capability);
            self.needs.extensions.insert(extension);
        }
        Ok(())
    }
}
