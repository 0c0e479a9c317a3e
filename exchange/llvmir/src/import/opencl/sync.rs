//! Barriers and fences.

use super::super::calls::{Call, Made};
use super::super::function::Body;
use super::atomics::{order_of, scope_of};
use crate::error::Result;
use spirv::{MemorySemantics, Op, Scope};

/// OpenCL's flags of memory by their bits.
const FLAGS: &[(u32, MemorySemantics)] = &[
    (1, MemorySemantics::WORKGROUP_MEMORY),
    (2, MemorySemantics::CROSS_WORKGROUP_MEMORY),
    (4, MemorySemantics::IMAGE_MEMORY),
];

impl Body<'_, '_> {
    /// A call of one of these functions.
    pub(super) fn of_sync(&mut self, call: &Call<'_>) -> Result<Made> {
        let whole = MemorySemantics::SEQUENTIALLY_CONSISTENT;
        match call.name {
            "barrier" | "work_group_barrier" => self.barrier(call, Scope::Workgroup).map(|()| Some(None)),
            "sub_group_barrier" => self.barrier(call, Scope::Subgroup).map(|()| Some(None)),
            "mem_fence" => self.fence_of(call, whole).map(|()| Some(None)),
            "read_mem_fence" => self.fence_of(call, MemorySemantics::ACQUIRE).map(|()| Some(None)),
            "write_mem_fence" => self.fence_of(call, MemorySemantics::RELEASE).map(|()| Some(None)),
            "atomic_work_item_fence" => {
                let (flags, order) = (self.known(call, 0)?, order_of(self.known(call, 1)?)?);
                let scope = scope_of(self.known(call, 2)?)?;
                let semantics = self.u32((memory(flags) | order).bits());
                let scope = self.u32(scope as u32);
                self.effect(Op::MemoryBarrier, &[scope, semantics]);
                Ok(Some(None))
            }
            _ => Ok(None),
        }
    }

    fn barrier(&mut self, call: &Call<'_>, execution: Scope) -> Result<()> {
        self.barrier_by(call, execution, Op::ControlBarrier)
    }

    /// A barrier, or a half of one.
    pub(super) fn barrier_by(&mut self, call: &Call<'_>, execution: Scope, op: Op) -> Result<()> {
        let flags = self.known(call, 0)?;
        let memory_scope = if call.args.len() > 1 { scope_of(self.known(call, 1)?)? } else { execution };
        let semantics = memory(flags) | MemorySemantics::SEQUENTIALLY_CONSISTENT;
        let semantics = if flags == 0 { MemorySemantics::RELAXED } else { semantics };
        let semantics = self.u32(semantics.bits());
        let (execution, scope) = (execution as u32, memory_scope as u32);
        let (execution, scope) = (self.u32(execution), self.u32(scope));
        self.effect(op, &[execution, scope, semantics]);
        Ok(())
    }

    fn fence_of(&mut self, call: &Call<'_>, order: MemorySemantics) -> Result<()> {
        let flags = self.known(call, 0)?;
        let semantics = self.u32((memory(flags) | order).bits());
        let scope = self.u32(Scope::Workgroup as u32);
        self.effect(Op::MemoryBarrier, &[scope, semantics]);
        Ok(())
    }
}

fn memory(flags: u32) -> MemorySemantics {
    FLAGS.iter().filter(|(bit, _)| flags & bit != 0).fold(MemorySemantics::RELAXED, |all, (_, one)| all | *one)
}
