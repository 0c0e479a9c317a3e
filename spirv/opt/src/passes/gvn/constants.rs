//! Constants in loops: values as they are when some arguments of the header are constants, and arguments that are the
//! same constant in each iteration.
//!
//! The latter is constant propagation with an optimistic assumption: an argument that starts as a constant is one as
//! long as the values on the back edges, computed from all such arguments, are that constant again.

use super::state::{MAX_STEPS, Pass};
use crate::edit;
use crate::rules::{self, Outcome, Subject};
use dialect::ir::{OpId, RegionId, ValueId};
use dialect::spirv::effects;
use rustc_hash::FxHashMap;

/// Values are computed through this many ops.
const MAX_DEPTH: usize = 64;
/// An assumption about arguments is given up when this many of them had to be taken back one after the other.
const MAX_ROUNDS: usize = 4;

/// Values that are known to be constants, or not to be.
pub(super) type Known = FxHashMap<ValueId, Option<ValueId>>;

impl Pass<'_> {
    /// Replaces arguments of a loop's header that never change by the constants that they start with.
    pub(super) fn keep_constant(&mut self, region: RegionId) {
        let [entry, header, ..] = self.module[region].blocks[..] else { return };
        let start = self.module.terminator(entry).and_then(|end| self.module[end].successors.first());
        let Some(start) = start.map(|edge| edge.args.clone()) else { return };
        let starts: Vec<ValueId> = start.iter().map(|value| self.replaced.resolve(*value)).collect();
        let args = self.module[header].args.clone();
        let mut assumed: Known =
            args.iter().copied().zip(starts.into_iter().map(|value| self.as_constant(value))).collect();
        if assumed.values().all(Option::is_none) {
            return;
        }
        let backs = edit::back_edges(self.module, region, header);
        for _ in 0..MAX_ROUNDS {
            if !self.take_back(region, &args, &backs, &mut assumed) {
                for arg in &args {
                    if let Some(Some(constant)) = assumed.get(arg) {
                        self.replaced.replace(*arg, *constant);
                    }
                }
                return;
            }
        }
    }

    /// Takes back the assumption about each argument that is another value on a back edge; returns whether there was one.
    fn take_back(&mut self, region: RegionId, args: &[ValueId], backs: &[(OpId, usize)], assumed: &mut Known) -> bool {
        let mut known = assumed.clone();
        let mut is_wrong = false;
        for (index, arg) in args.iter().enumerate() {
            let Some(Some(constant)) = assumed.get(arg).copied() else { continue };
            let is_kept = backs.iter().all(|(end, edge)| {
                let value = self.module[*end].successors[*edge].args.get(index).copied();
                value.is_some_and(|value| self.known(region, value, &mut known) == Some(constant))
            });
            if !is_kept {
                assumed.insert(*arg, None);
                is_wrong = true;
            }
        }
        is_wrong
    }

    /// The constant that a value in the blocks of a region is.
    pub(super) fn known(&mut self, region: RegionId, value: ValueId, known: &mut Known) -> Option<ValueId> {
        self.known_within(region, value, known, MAX_DEPTH)
    }

    fn known_within(&mut self, region: RegionId, value: ValueId, known: &mut Known, depth: usize) -> Option<ValueId> {
        let value = self.replaced.resolve(value);
        if let Some(known) = known.get(&value) {
            return *known;
        }
        let found = match (self.as_constant(value), depth.checked_sub(1)) {
            (Some(constant), _) => return Some(constant),
            (None, Some(depth)) => self.computed(region, value, known, depth),
            (None, None) => None,
        };
        known.insert(value, found);
        found
    }

    fn computed(&mut self, region: RegionId, value: ValueId, known: &mut Known, depth: usize) -> Option<ValueId> {
        let op = self.module.defining_op(value)?;
        let is_inside = self.module.block_of(value).and_then(|block| self.module[block].region) == Some(region);
        let is_plain = self.module[op].regions.is_empty() && effects::of_op(self.module, op).is_pure();
        if !is_inside || !is_plain {
            return None;
        }
        let mut operands = self.module[op].operands.clone();
        for operand in &mut operands {
            *operand = self.known_within(region, *operand, known, depth)?;
        }
        let mut copy = self.module[op].clone();
        copy.results.clear();
        copy.operands = operands;
        let copy = self.module.ops.alloc(copy);
        self.module.add_result(copy, self.module.type_of(value));
        for _ in 0..MAX_STEPS {
            let mut subject = Subject { module: self.module, pool: &mut self.pool, products: self.products };
            match rules::apply(&mut subject, copy) {
                Outcome::Same => return None,
                Outcome::Changed => {}
                Outcome::Value(value) => return self.as_constant(value),
            }
        }
        None
    }

    /// The value, if it is a constant.
    fn as_constant(&self, value: ValueId) -> Option<ValueId> {
        edit::constant(self.module, value).map(|_| value)
    }
}
