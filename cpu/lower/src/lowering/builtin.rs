//! The builtin variables of compute shaders, computed from the numbers of lane and workgroup.

use super::state::{Env, Lowering};
use crate::error::{Result, invalid, unsupported};
use crate::facts;
use crate::layout::Shape;
use crate::spmd::variance::BuiltinPart;
use dialect::ir::{OpId, TypeId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;
use dialect::llvm::types;
use spirv::BuiltIn;
use std::mem::offset_of;

impl Lowering<'_> {
    /// Memory that holds a builtin, filled at the start of the function.
    pub(super) fn builtin_variable(&mut self, op: OpId, builtin: BuiltIn) -> Result<ValueId> {
        let ty = facts::pointee(self.known.source, op)?;
        let size = self.known.layouts.size(Shape::of(ty))?;
        let byte = self.b.int(8);
        let size = size.max(1) * u64::from(self.width());
        let bytes = types::array(&mut self.b.module.ctx, byte, size);
        let address = self.b.alloca(bytes, 64);
        if self.function.wide.is_some() {
            let parts = self.wide_builtin(builtin)?;
            self.in_setup(|this| this.put_builtin(&parts, address, ty))?;
            return Ok(address);
        }
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

impl Lowering<'_> {
    /// The components of a builtin for a wave that runs as vectors: scalars where all lanes have the same. They are
    /// computed once, at the start of the function.
    pub(crate) fn wide_builtin(&mut self, builtin: BuiltIn) -> Result<Vec<ValueId>> {
        if let Some(known) = self.wide()?.builtins.get(&builtin) {
            return Ok(known.clone());
        }
        let parts = self.in_setup(|this| this.new_wide_builtin(builtin))?;
        self.wide_mut()?.builtins.insert(builtin, parts.clone());
        Ok(parts)
    }

    /// A builtin, or a component of one, as a value of the module that differs between lanes or does not.
    pub(crate) fn wide_builtin_value(&mut self, part: BuiltinPart, ty: TypeId, is_wide: bool) -> Result<ValueId> {
        let parts = self.wide_builtin(part.builtin)?;
        let chosen = match part.component {
            Some(component) => parts.get(component as usize).copied().into_iter().collect(),
            None => parts,
        };
        let (lanes, scalar) = (self.width(), self.ty(ty)?);
        let scalar = self.b.module.ctx.scalar_of(scalar);
        let wide = self.b.module.ctx.vector(scalar, lanes);
        let mut leaves = Vec::new();
        for value in chosen {
            let is_vector = self.b.lanes(self.b.type_of(value)) > 1;
            if is_vector && !is_wide {
                return invalid("a builtin differs between lanes");
            }
            let value = self.b.int_cast(value, if is_vector { wide } else { scalar }, false);
            leaves.push(if is_wide && !is_vector { self.b.splat_of(value, lanes) } else { value });
        }
        self.of_leaves(&mut leaves.into_iter(), ty, is_wide)
    }

    fn new_wide_builtin(&mut self, builtin: BuiltIn) -> Result<Vec<ValueId>> {
        let env = self.env()?;
        let first = self.wide()?.first;
        // The caller may be in the middle of a loop over lanes.
        self.function.env = Some(Env { lane: first, ..env });
        let parts = self.builtin_parts(builtin, first);
        self.function.env = Some(env);
        parts
    }

    fn builtin_parts(&mut self, builtin: BuiltIn, first: ValueId) -> Result<Vec<ValueId>> {
        let (lanes, word) = (self.width(), self.b.int(32));
        let (start, counting) = (self.b.splat_of(first, lanes), self.b.counting(word, lanes));
        let lane = self.b.add(start, counting);
        Ok(match builtin {
            BuiltIn::LocalInvocationIndex if self.known.workgroup.has_quads => vec![self.index_in_quads(lane)],
            BuiltIn::LocalInvocationIndex => vec![lane],
            BuiltIn::LocalInvocationId => self.wide_local_id(lane)?.to_vec(),
            BuiltIn::GlobalInvocationId => self.wide_global_id()?,
            BuiltIn::GlobalLinearId => {
                let id = self.wide_builtin(BuiltIn::GlobalInvocationId)?;
                let [x, y, z] = [0, 1, 2].map(|axis| id[axis]);
                let size = value(self, BuiltIn::GlobalSize)?;
                let [width, height] = [0, 1].map(|axis| self.b.component(size, axis));
                let rows = self.mixed(Opcode::Mul, z, height);
                let rows = self.mixed(Opcode::Add, rows, y);
                let start = self.mixed(Opcode::Mul, rows, width);
                vec![self.mixed(Opcode::Add, start, x)]
            }
            BuiltIn::SubgroupLocalInvocationId => vec![counting],
            BuiltIn::SubgroupEqMask
            | BuiltIn::SubgroupGeMask
            | BuiltIn::SubgroupGtMask
            | BuiltIn::SubgroupLeMask
            | BuiltIn::SubgroupLtMask => mask_words(self, counting, builtin),
            _ => {
                let value = value(self, builtin)?;
                let count = self.b.lanes(self.b.type_of(value));
                (0..count).map(|part| self.b.component(value, part)).collect()
            }
        })
    }

    /// The words of a mask of lanes, for the current lane or for all lanes.
    pub(crate) fn lane_mask_words(&mut self, builtin: BuiltIn) -> Result<Vec<ValueId>> {
        if self.is_whole() {
            return self.wide_builtin(builtin);
        }
        let lane = self.env()?.lane;
        let own = wave_lane(self, lane);
        Ok(mask_words(self, own, builtin))
    }

    /// An op on two numbers of which one may be uniform.
    pub(crate) fn mixed(&mut self, op: Opcode, x: ValueId, y: ValueId) -> ValueId {
        let lanes = [x, y].map(|value| self.b.lanes(self.b.type_of(value)));
        let all = lanes[0].max(lanes[1]);
        let [x, y] = [(x, lanes[0]), (y, lanes[1])]
            .map(|(value, lanes)| if lanes < all { self.b.splat_of(value, all) } else { value });
        self.b.binary(op, x, y)
    }

    /// Where whole waves are in a row, only the first axis differs.
    fn wide_local_id(&mut self, lane: ValueId) -> Result<[ValueId; 3]> {
        let first = self.env()?.lane;
        let (lanes, word) = (self.width(), self.b.int(32));
        if self.known.workgroup.has_quads || !self.known.workgroup.local_size[0].is_multiple_of(lanes) {
            return Ok(local_id(self, lane));
        }
        let [x, y, z] = local_id(self, first);
        let (start, counting) = (self.b.splat_of(x, lanes), self.b.counting(word, lanes));
        Ok([self.b.add(start, counting), y, z])
    }

    fn wide_global_id(&mut self) -> Result<Vec<ValueId>> {
        let (mut id, group) = (self.wide_builtin(BuiltIn::LocalInvocationId)?, self.env()?.group);
        for (axis, number) in id.iter_mut().enumerate() {
            let extent = self.b.i32(self.known.workgroup.local_size[axis]);
            let start = self.b.mul(group[axis], extent);
            *number = self.mixed(Opcode::Add, start, *number);
        }
        Ok(id)
    }

    /// Writes the components of a builtin for all lanes.
    fn put_builtin(&mut self, parts: &[ValueId], address: ValueId, ty: TypeId) -> Result<()> {
        let (lanes, wanted) = (self.width(), self.ty(ty)?);
        let scalar = self.b.module.ctx.scalar_of(wanted);
        let wide = self.b.module.ctx.vector(scalar, lanes);
        let bytes = u64::from(self.b.width(scalar).div_ceil(8)) * u64::from(lanes);
        for (part, value) in (0..).zip(parts) {
            let is_wide = self.b.lanes(self.b.type_of(*value)) > 1;
            let value = if is_wide { *value } else { self.b.splat_of(*value, lanes) };
            let value = self.b.int_cast(value, wide, false);
            let at = self.b.gep_const(address, part * bytes);
            self.b.store(value, at, 1);
        }
        Ok(())
    }

    /// The place of a lane in its workgroup, row by row, where four lanes in a row are two by two.
    fn index_in_quads(&mut self, lane: ValueId) -> ValueId {
        let [x, y, z] = local_id(self, lane);
        let [width, height, _] = self.known.workgroup.local_size;
        let ty = self.b.type_of(lane);
        let (width, height) = (self.b.iconst(ty, u64::from(width)), self.b.iconst(ty, u64::from(height)));
        let rows = self.b.mul(z, height);
        let rows = self.b.add(rows, y);
        let start = self.b.mul(rows, width);
        self.b.add(start, x)
    }
}

fn value(lowering: &mut Lowering<'_>, builtin: BuiltIn) -> Result<ValueId> {
    let env = lowering.env()?;
    let size = lowering.known.workgroup.local_size;
    let lanes = lowering.known.workgroup.lanes();
    let b = &mut lowering.b;
    Ok(match builtin {
        BuiltIn::LocalInvocationIndex if lowering.known.workgroup.has_quads => lowering.index_in_quads(env.lane),
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
        BuiltIn::SubgroupMaxSize => b.i32(lowering.known.workgroup.wave),
        BuiltIn::NumEnqueuedSubgroups => b.i32(lanes.div_ceil(lowering.known.workgroup.wave)),
        BuiltIn::SubgroupSize => b.i32(lowering.known.workgroup.wave),
        BuiltIn::NumSubgroups => b.i32(lanes.div_ceil(lowering.known.workgroup.wave)),
        BuiltIn::SubgroupId => {
            let wave = b.i32(lowering.known.workgroup.wave);
            b.binary(Opcode::UDiv, env.lane, wave)
        }
        BuiltIn::SubgroupLocalInvocationId => wave_lane(lowering, env.lane),
        BuiltIn::SubgroupEqMask
        | BuiltIn::SubgroupGeMask
        | BuiltIn::SubgroupGtMask
        | BuiltIn::SubgroupLeMask
        | BuiltIn::SubgroupLtMask => lane_mask(lowering, env.lane, builtin),
        BuiltIn::DeviceIndex | BuiltIn::ViewIndex => b.i32(0),
        other => return unsupported(format!("the builtin {other:?}"), "not available in compute shaders"),
    })
}

/// The number of a lane along each axis.
fn local_id(lowering: &mut Lowering<'_>, lane: ValueId) -> [ValueId; 3] {
    let [width, height, _] = lowering.known.workgroup.local_size;
    if !lowering.known.workgroup.has_quads {
        return numbers(&mut lowering.b, lane, width, height);
    }
    let b = &mut lowering.b;
    let ty = b.type_of(lane);
    let (one, two, three) = (b.iconst(ty, 1), b.iconst(ty, 2), b.iconst(ty, 3));
    let (quad, part) = (b.binary(Opcode::LShr, lane, two), b.binary(Opcode::And, lane, three));
    let [x, y, z] = numbers(b, quad, width.div_ceil(2), height.div_ceil(2));
    let (x, y) = (b.mul(x, two), b.mul(y, two));
    let (right, down) = (b.binary(Opcode::And, part, one), b.binary(Opcode::LShr, part, one));
    [b.add(x, right), b.add(y, down), z]
}

/// A number as one along each axis, x fastest.
fn numbers(b: &mut Builder, lane: ValueId, width: u32, height: u32) -> [ValueId; 3] {
    let ty = b.type_of(lane);
    let (width, height) = (b.iconst(ty, u64::from(width)), b.iconst(ty, u64::from(height)));
    let x = b.binary(Opcode::URem, lane, width);
    let rows = b.binary(Opcode::UDiv, lane, width);
    let y = b.binary(Opcode::URem, rows, height);
    let z = b.binary(Opcode::UDiv, rows, height);
    [x, y, z]
}

/// The number of a lane in its wave.
fn wave_lane(lowering: &mut Lowering<'_>, lane: ValueId) -> ValueId {
    let wave = lowering.b.iconst(lowering.b.type_of(lane), u64::from(lowering.known.workgroup.wave));
    lowering.b.binary(Opcode::URem, lane, wave)
}

/// The lanes of a wave that are in a relation to this one, as four words.
fn lane_mask(lowering: &mut Lowering<'_>, lane: ValueId, builtin: BuiltIn) -> ValueId {
    let own = wave_lane(lowering, lane);
    let words = mask_words(lowering, own, builtin);
    lowering.b.vector(&words)
}

/// The bits of a word of masks.
const WORD: u32 = 32;

/// A mask builtin of the lane with a number in its wave, word by word.
fn mask_words(lowering: &mut Lowering<'_>, own: ValueId, builtin: BuiltIn) -> Vec<ValueId> {
    let wave = lowering.known.workgroup.wave;
    let b = &mut lowering.b;
    let ty = b.type_of(own);
    let (one, zero, ones) = (b.iconst(ty, 1), b.iconst(ty, 0), b.iconst(ty, u64::from(u32::MAX)));
    let (size, last) = (b.iconst(ty, u64::from(WORD)), b.iconst(ty, u64::from(WORD - 1)));
    let (number, place) = (b.binary(Opcode::UDiv, own, size), b.binary(Opcode::And, own, last));
    let bit = b.binary(Opcode::Shl, one, place);
    let below = b.binary(Opcode::Sub, bit, one);
    let words = (0..4).map(|word| {
        let lanes = wave.saturating_sub(WORD * word).min(WORD);
        let (this, all) = (b.iconst(ty, u64::from(word)), b.iconst(ty, (1u64 << lanes) - 1));
        let (is_own, is_passed) = (b.icmp(IntPredicate::Eq, number, this), b.icmp(IntPredicate::Ugt, number, this));
        let (own, before) = (b.select(is_own, bit, zero), b.select(is_own, below, zero));
        let before = b.select(is_passed, ones, before);
        let up_to = b.binary(Opcode::Or, before, own);
        match builtin {
            BuiltIn::SubgroupLtMask => before,
            BuiltIn::SubgroupLeMask => up_to,
            BuiltIn::SubgroupGeMask => b.binary(Opcode::Xor, before, all),
            BuiltIn::SubgroupGtMask => b.binary(Opcode::Xor, up_to, all),
            _ => own,
        }
    });
    words.collect()
}
