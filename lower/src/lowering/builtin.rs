//! The builtin variables of compute shaders, computed from the numbers of lane and workgroup.

use super::state::Lowering;
use crate::abi;
use crate::error::{Result, unsupported};
use crate::facts;
use crate::layout::Shape;
use dialect::ir::{OpId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;
use dialect::llvm::types;
use spirv::BuiltIn;
use std::mem::offset_of;

impl Lowering<'_> {
    /// Memory that holds a builtin, filled at the start of the function.
    pub(super) fn builtin_variable(&mut self, op: OpId, builtin: BuiltIn) -> Result<ValueId> {
        let ty = facts::pointee(self.source, op)?;
        let size = self.layouts.size(Shape::of(ty))?;
        let byte = self.b.int(8);
        let bytes = types::array(&mut self.b.module.ctx, byte, size.max(1));
        let address = self.b.alloca(bytes, 16);
        self.in_setup(|this| {
            let value = value(this, builtin)?;
            let wanted = this.ty(ty)?;
            let value = this.b.int_cast(value, wanted, false);
            let memory = this.private_memory(address, ty);
            this.store_memory(&memory, value)
        })?;
        Ok(address)
    }
}

fn value(lowering: &mut Lowering<'_>, builtin: BuiltIn) -> Result<ValueId> {
    let env = lowering.env()?;
    let size = lowering.workgroup.local_size;
    let lanes = lowering.workgroup.lanes();
    let b = &mut lowering.b;
    Ok(match builtin {
        BuiltIn::LocalInvocationIndex if lowering.workgroup.has_quads => {
            let [x, y, z] = local_id(lowering, env.lane);
            let [width, height, _] = size.map(|extent| lowering.b.i32(extent));
            let rows = lowering.b.mul(z, height);
            let rows = lowering.b.add(rows, y);
            let start = lowering.b.mul(rows, width);
            lowering.b.add(start, x)
        }
        BuiltIn::LocalInvocationIndex => env.lane,
        BuiltIn::WorkgroupId => b.vector(&env.group),
        BuiltIn::LocalInvocationId => {
            let local = local_id(lowering, env.lane);
            lowering.b.vector(&local)
        }
        BuiltIn::GlobalInvocationId => {
            let local = local_id(lowering, env.lane);
            let mut id = local;
            for axis in 0..3 {
                let extent = lowering.b.i32(size[axis]);
                let start = lowering.b.mul(env.group[axis], extent);
                id[axis] = lowering.b.add(start, local[axis]);
            }
            lowering.b.vector(&id)
        }
        BuiltIn::WorkgroupSize => {
            let size = size.map(|extent| b.i32(extent));
            b.vector(&size)
        }
        BuiltIn::NumWorkgroups => {
            let i32 = b.int(32);
            let base = offset_of!(abi::DispatchCtx, groups);
            let counts = [0, 4, 8].map(|at| lowering.ctx_field(base + at, i32));
            let [x, y, z] = counts;
            let counts = [x?, y?, z?];
            lowering.b.vector(&counts)
        }
        BuiltIn::EnqueuedWorkgroupSize => {
            let size = size.map(|extent| b.i32(extent));
            b.vector(&size)
        }
        BuiltIn::GlobalSize => {
            let groups = value(lowering, BuiltIn::NumWorkgroups)?;
            let size = value(lowering, BuiltIn::WorkgroupSize)?;
            lowering.b.mul(groups, size)
        }
        BuiltIn::GlobalOffset => {
            let zero = b.i32(0);
            b.broadcast(zero, 3)
        }
        BuiltIn::GlobalLinearId => {
            let id = value(lowering, BuiltIn::GlobalInvocationId)?;
            let size = value(lowering, BuiltIn::GlobalSize)?;
            let b = &mut lowering.b;
            let [x, y, z] = [0, 1, 2].map(|axis| b.component(id, axis));
            let [width, height] = [0, 1].map(|axis| b.component(size, axis));
            let rows = b.mul(z, height);
            let rows = b.add(rows, y);
            let start = b.mul(rows, width);
            b.add(start, x)
        }
        BuiltIn::WorkDim => b.i32(3),
        BuiltIn::SubgroupMaxSize => b.i32(lowering.workgroup.wave),
        BuiltIn::NumEnqueuedSubgroups => b.i32(lanes.div_ceil(lowering.workgroup.wave)),
        BuiltIn::SubgroupSize => b.i32(lowering.workgroup.wave),
        BuiltIn::NumSubgroups => b.i32(lanes.div_ceil(lowering.workgroup.wave)),
        BuiltIn::SubgroupId => {
            let wave = b.i32(lowering.workgroup.wave);
            b.binary(Opcode::UDiv, env.lane, wave)
        }
        BuiltIn::SubgroupLocalInvocationId => wave_lane(lowering, env.lane),
        BuiltIn::SubgroupEqMask
        | BuiltIn::SubgroupGeMask
        | BuiltIn::SubgroupGtMask
        | BuiltIn::SubgroupLeMask
        | BuiltIn::SubgroupLtMask => lane_mask(lowering, env.lane, builtin),
        BuiltIn::DeviceIndex | BuiltIn::ViewIndex => b.i32(0),
        other => return unsupported(format!("the builtin {other:?}"), "compute shaders do not have it"),
    })
}

/// The number of a lane along each axis.
fn local_id(lowering: &mut Lowering<'_>, lane: ValueId) -> [ValueId; 3] {
    let [width, height, _] = lowering.workgroup.local_size;
    if !lowering.workgroup.has_quads {
        return numbers(&mut lowering.b, lane, width, height);
    }
    let b = &mut lowering.b;
    let (one, two, three) = (b.i32(1), b.i32(2), b.i32(3));
    let (quad, part) = (b.binary(Opcode::LShr, lane, two), b.binary(Opcode::And, lane, three));
    let [x, y, z] = numbers(b, quad, width.div_ceil(2), height.div_ceil(2));
    let (x, y) = (b.mul(x, two), b.mul(y, two));
    let (right, down) = (b.binary(Opcode::And, part, one), b.binary(Opcode::LShr, part, one));
    [b.add(x, right), b.add(y, down), z]
}

/// A number as one along each axis, x fastest.
fn numbers(b: &mut Builder, lane: ValueId, width: u32, height: u32) -> [ValueId; 3] {
    let (width, height) = (b.i32(width), b.i32(height));
    let x = b.binary(Opcode::URem, lane, width);
    let rows = b.binary(Opcode::UDiv, lane, width);
    let y = b.binary(Opcode::URem, rows, height);
    let z = b.binary(Opcode::UDiv, rows, height);
    [x, y, z]
}

/// The number of a lane in its wave.
pub(crate) fn wave_lane(lowering: &mut Lowering<'_>, lane: ValueId) -> ValueId {
    let wave = lowering.b.i32(lowering.workgroup.wave);
    lowering.b.binary(Opcode::URem, lane, wave)
}

/// The lanes of a wave that stand in a relation to this one, as four words.
fn lane_mask(lowering: &mut Lowering<'_>, lane: ValueId, builtin: BuiltIn) -> ValueId {
    let own = wave_lane(lowering, lane);
    let (wave, predicate) = (lowering.workgroup.wave, predicate(builtin));
    let b = &mut lowering.b;
    let mut words = Vec::new();
    for word in 0..4 {
        let mut bits = b.i32(0);
        for bit in (0..32).take_while(|bit| 32 * word + bit < wave) {
            let other = b.i32(32 * word + bit);
            let holds = b.icmp(predicate, other, own);
            let (set, none) = (b.i32(1 << bit), b.i32(0));
            let part = b.select(holds, set, none);
            bits = b.binary(Opcode::Or, bits, part);
        }
        words.push(bits);
    }
    b.vector(&words)
}

fn predicate(builtin: BuiltIn) -> IntPredicate {
    match builtin {
        BuiltIn::SubgroupGeMask => IntPredicate::Uge,
        BuiltIn::SubgroupGtMask => IntPredicate::Ugt,
        BuiltIn::SubgroupLeMask => IntPredicate::Ule,
        BuiltIn::SubgroupLtMask => IntPredicate::Ult,
        _ => IntPredicate::Eq,
    }
}
