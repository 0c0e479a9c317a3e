//! Pipes: clang calls functions of its own for those of OpenCL C, which take the size and the alignment of a packet last.
//! Their arguments are the operands of the instruction, behind a scope for those of a group.

use super::super::calls::{Call, Made};
use super::super::function::Body;
use crate::error::Result;
use dialect::ir::ValueId;
use spirv::{Op, Scope};

/// The functions, with their instruction and the scope of the group that executes it.
const FUNCTIONS: &[(&str, Op, Option<Scope>)] = &[
    ("__read_pipe_2", Op::ReadPipe, None),
    ("__write_pipe_2", Op::WritePipe, None),
    ("__read_pipe_4", Op::ReservedReadPipe, None),
    ("__write_pipe_4", Op::ReservedWritePipe, None),
    ("__reserve_read_pipe", Op::ReserveReadPipePackets, None),
    ("__reserve_write_pipe", Op::ReserveWritePipePackets, None),
    ("__commit_read_pipe", Op::CommitReadPipe, None),
    ("__commit_write_pipe", Op::CommitWritePipe, None),
    ("__work_group_reserve_read_pipe", Op::GroupReserveReadPipePackets, Some(Scope::Workgroup)),
    ("__work_group_reserve_write_pipe", Op::GroupReserveWritePipePackets, Some(Scope::Workgroup)),
    ("__work_group_commit_read_pipe", Op::GroupCommitReadPipe, Some(Scope::Workgroup)),
    ("__work_group_commit_write_pipe", Op::GroupCommitWritePipe, Some(Scope::Workgroup)),
    ("__sub_group_reserve_read_pipe", Op::GroupReserveReadPipePackets, Some(Scope::Subgroup)),
    ("__sub_group_reserve_write_pipe", Op::GroupReserveWritePipePackets, Some(Scope::Subgroup)),
    ("__sub_group_commit_read_pipe", Op::GroupCommitReadPipe, Some(Scope::Subgroup)),
    ("__sub_group_commit_write_pipe", Op::GroupCommitWritePipe, Some(Scope::Subgroup)),
    ("__get_pipe_num_packets_ro", Op::GetNumPipePackets, None),
    ("__get_pipe_num_packets_wo", Op::GetNumPipePackets, None),
    ("__get_pipe_max_packets_ro", Op::GetMaxPipePackets, None),
    ("__get_pipe_max_packets_wo", Op::GetMaxPipePackets, None),
];

impl Body<'_, '_> {
    /// A call of one of these functions.
    pub(super) fn of_pipes(&mut self, call: &Call<'_>) -> Result<Made> {
        if call.name == "is_valid_reserve_id" {
            let reserved = self.arg(call, 0)?;
            let bool = self.import.out.bool();
            let truth = self.make(Op::IsValidReserveId, bool, &[reserved]);
            return Ok(Some(Some(self.as_number(truth, call.ty, 1))));
        }
        let Some((_, op, scope)) = FUNCTIONS.iter().find(|(known, ..)| *known == call.name) else { return Ok(None) };
        let scope = scope.map(|scope| self.u32(scope as u32));
        let operands: Vec<ValueId> = scope.into_iter().chain(self.args(call)?).collect();
        if call.ty == self.import.out.void() {
            self.effect(*op, &operands);
            return Ok(Some(None));
        }
        Ok(Some(Some(self.make(*op, call.ty, &operands))))
    }
}
