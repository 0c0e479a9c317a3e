//! Loads, stores and pointers whose structs differ in layout.
//!
//! A composite that was just constructed to be stored in another layout is constructed in that layout at once.
//!
//! A function takes a pointer to a struct without a layout; inlined into a caller that passes an element of a buffer,
//! its accesses read and write a struct with one. These values are then converted member by member.

use super::state::Pass;
use crate::edit;
use crate::rules;
use dialect::ir::{Module, OpId, TypeId, ValueId};
use dialect::spirv::{attrs, facts, ops};
use spirv::Op;

/// Composites with more parts are not converted.
const MAX_PARTS: u64 = 64;
/// Nor are those that nest deeper.
const MAX_NESTING: usize = 8;

impl Pass<'_> {
    /// Makes an access agree with its pointer. Returns the new result of a load, if it has one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(super) fn fit(&mut self, op: OpId, core: Op) -> Option<ValueId> {
        if core == Op::CopyLogical {
            let ty = self.module[op].results.first().map(|value| self.module.type_of(*value))?;
            return self.laid_out(self.module[op].operands[0], ty, op);
        }
        let pointer = *self.module[op].operands.first()?;
        let (pointee, _) = facts::pointer(self.module, self.module.type_of(pointer))?;
        let value = match core {
            Op::Load => *self.module[op].results.first()?,
            Op::Store => *self.module[op].operands.get(1)?,
            _ => return None,
        };
        let ty = self.module.type_of(value);
        if ty == pointee || !is_alike(self.module, ty, pointee) {
            return None;
        }
        if core == Op::Store {
            let converted = self.convert(value, pointee, op);
            self.module[op].operands[1] = converted;
            return None;
        }
        let attrs = self.module[op].attrs.clone();
        let loaded = self.emit(ops::core(Op::Load), [pointer], attrs, pointee, op);
        Some(self.convert(loaded, ty, op))
    }

    /// A composite of known parts as a type of another layout.
    fn laid_out(&mut self, value: ValueId, to: TypeId, like: OpId) -> Option<ValueId> {
        if !is_alike(self.module, self.module.type_of(value), to) {
            return None;
        }
        if let Some(attr) = edit::constant(self.module, value) {
            return Some(self.constant(attr, to));
        }
        let from = self.module.defining_op(value)?;
        if edit::core(self.module, from) != Some(Op::CompositeConstruct) {
            return None;
        }
        let mut parts = Vec::new();
        for (at, part) in self.module[from].operands.clone().into_iter().enumerate() {
            let ty = facts::part_type(&self.module.ctx, to, at)?;
            parts.push(match self.module.type_of(part) == ty {
                true => part,
                false => self.emit(ops::core(Op::CopyLogical), [part], Vec::new(), ty, like),
            });
        }
        Some(self.emit(ops::core(Op::CompositeConstruct), parts, Vec::new(), to, like))
    }

    fn convert(&mut self, value: ValueId, to: TypeId, like: OpId) -> ValueId {
        if self.module.type_of(value) == to {
            return value;
        }
        let count = edit::part_count(self.module, to, MAX_PARTS).unwrap_or(0);
        let mut parts = Vec::new();
        for at in 0..count as usize {
            let from = self.module.type_of(value);
            let types = [from, to].map(|ty| facts::part_type(&self.module.ctx, ty, at));
            let [Some(from), Some(to)] = types else { return value };
            let indices = (attrs::INDICES, rules::index_attr(self.module, &[at as u32]));
            let part = self.emit(ops::core(Op::CompositeExtract), [value], [indices], from, like);
            parts.push(self.convert(part, to, like));
        }
        self.emit(ops::core(Op::CompositeConstruct), parts, [], to, like)
    }
}

/// Returns whether values of one type can be converted to the other: the two differ in layouts and names only.
pub(crate) fn is_alike(module: &Module, a: TypeId, b: TypeId) -> bool {
    is_alike_inside(module, a, b, MAX_NESTING)
}

fn is_alike_inside(module: &Module, a: TypeId, b: TypeId, depth: usize) -> bool {
    if a == b {
        return true;
    }
    let (Some(count), true) = (edit::part_count(module, a, MAX_PARTS), depth > 0) else { return false };
    let same = |at: usize| match [a, b].map(|ty| facts::part_type(&module.ctx, ty, at)) {
        [Some(a), Some(b)] => is_alike_inside(module, a, b, depth - 1),
        _ => false,
    };
    edit::part_count(module, b, MAX_PARTS) == Some(count) && (0..count as usize).all(same)
}
