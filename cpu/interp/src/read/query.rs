//! Operations of ray queries.

use super::{Reader, Value};
use crate::code::{Code, QueryCode, Slot};
use crate::error::{Result, refuse};
use abi::rays::QueryOp;
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use spirv::Decoration;

impl Reader<'_> {
    pub(super) fn query(&mut self, inst: &Inst) -> Result<()> {
        let Some((_, op)) = QueryOp::of(inst.op) else { return refuse(format!("Op{:?} has no row", inst.op)) };
        let query = self.operand(inst, 0)?.slot;
        let mut operands: Vec<Slot> = Vec::new();
        let mut add = |at: usize, count: u32| {
            let value = self.operand(inst, at)?;
            if self.count_of(value)? != count || self.scalar_of(value).bits() != 32 {
                return refuse("operand type mismatch");
            }
            operands.extend(value.slot..value.slot + count);
            Ok(())
        };
        let (mut scene, mut nonuniform) = (None, false);
        match op {
            QueryOp::Initialize => {
                // Flags, mask, origin, the least distance, direction, the greatest distance.
                for (at, count) in (2..).zip([1, 1, 3, 1, 3, 1]) {
                    add(at, count)?;
                }
                scene = Some(self.operand(inst, 1)?.slot);
                nonuniform = self.is_decorated(inst.id(1), Decoration::NonUniform);
            }
            QueryOp::Generate => add(1, 1)?,
            QueryOp::Terminate | QueryOp::Confirm | QueryOp::Proceed | QueryOp::Copy | QueryOp::Get(_) => {}
        }
        let committed = op.takes_which() && self.constant_at(inst, 1)? != 0;
        let (dst, count) = match inst.result {
            Some(_) => (self.result(inst)?, self.types.count(inst.type_id())?),
            None => (0, 0),
        };
        if count > 12 {
            return refuse("answer of a ray query has more than twelve components");
        }
        let operands = operands.into();
        self.push(Code::Query(Box::new(QueryCode { op, query, scene, operands, committed, dst, count, nonuniform })))
    }

    /// A store of the query at a place.
    pub(super) fn copy_query(&mut self, pointer: Value, value: Value) -> Result<()> {
        let (query, operands) = (pointer.slot, [value.slot].into());
        let (op, scene, committed, dst, count, nonuniform) = (QueryOp::Copy, None, false, 0, 0, false);
        self.push(Code::Query(Box::new(QueryCode { op, query, scene, operands, committed, dst, count, nonuniform })))
    }
}
