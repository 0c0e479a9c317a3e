//! Demanded components: which components of vectors and members of composites are read.
//!
//! One walk backwards finds a mask per value: uses of the result decide about the operands. A component that is
//! inserted and never read is not inserted, and a value without demanded parts need not be computed.

use crate::edit::{self, Pool, Replaced};
use crate::rules;
use dialect::ir::{BlockId, Def, Module, OpId, Traits, Type, TypeId, ValueId, walk};
use dialect::spirv::attrs;
use rustc_hash::FxHashMap;
use spirv::Op;

/// The parts of a value, a bit each. A value with more parts than bits is read as a whole.
type Mask = u64;
const ALL: Mask = Mask::MAX;
/// The last part with a bit of its own.
const LAST: u32 = Mask::BITS - 1;

/// Removes parts that nothing reads, in all functions.
pub(crate) fn demand(module: &mut Module) {
    let mut masks = Vec::new();
    for func in edit::functions(module) {
        let ops = walk::ops_in(module, func);
        let Some(region) = edit::body(module, func).filter(|_| ops.iter().any(|op| puts_together(module, *op))) else {
            continue;
        };
        masks = Demand::of(module, &ops, masks).masks;
        let mut rewrite =
            Rewrite { pool: Pool::of(module, region), replaced: Replaced::with_room(module), masks, module };
        let gone = ops.iter().filter(|op| rewrite.op(**op)).map(|op| (*op, Vec::new())).collect();
        ops.iter().for_each(|op| rewrite.replaced.apply(rewrite.module, *op));
        masks = rewrite.masks;
        rewrite.pool.finish(module);
        edit::put_in_place(module, &gone);
    }
}

/// Returns whether an op composes a value from parts that can be demanded one by one.
fn puts_together(module: &Module, op: OpId) -> bool {
    matches!(edit::core(module, op), Some(Op::CompositeConstruct | Op::CompositeInsert | Op::VectorShuffle))
}

fn bit(at: usize) -> Mask {
    u32::try_from(at).ok().and_then(|at| 1_u64.checked_shl(at)).unwrap_or(ALL)
}

fn components(module: &Module, ty: TypeId) -> Option<usize> {
    if let Type::Vector { len, .. } = module.ctx[ty] { Some(len as usize) } else { None }
}

/// The demanded parts of each value.
struct Demand<'m> {
    module: &'m Module,
    masks: Vec<Mask>,
    /// The branches with arguments to each block.
    incoming: FxHashMap<BlockId, Vec<OpId>>,
    /// Values whose demand has grown since it was propagated.
    stack: Vec<ValueId>,
}

impl<'m> Demand<'m> {
    /// The demand within a function; the masks are those of the values of other functions.
    fn of(module: &'m Module, ops: &[OpId], mut masks: Vec<Mask>) -> Self {
        masks.resize(module.values.len(), 0);
        let mut demand = Demand { module, masks, incoming: FxHashMap::default(), stack: Vec::new() };
        for op in ops {
            for successor in module[*op].successors.iter().filter(|successor| !successor.args.is_empty()) {
                demand.incoming.entry(successor.block).or_default().push(*op);
            }
            if !demand.is_read_by_results(*op) {
                module[*op].operands.iter().for_each(|value| demand.add(*value, ALL));
            }
        }
        while let Some(value) = demand.stack.pop() {
            demand.spread(value);
        }
        demand
    }

    /// Returns whether the demand on an op's operands depends on that on its results.
    fn is_read_by_results(&self, op: OpId) -> bool {
        let is_part = edit::core(self.module, op) == Some(Op::CompositeExtract);
        is_part
            || puts_together(self.module, op)
            || is_componentwise(self.module, op)
            || edit::is_merge(self.module, op)
    }

    fn add(&mut self, value: ValueId, mask: Mask) {
        let known = &mut self.masks[value.index()];
        if *known | mask != *known {
            *known |= mask;
            self.stack.push(value);
        }
    }

    /// Propagates the demand on a value to the operands of its definition.
    fn spread(&mut self, value: ValueId) {
        let (module, mask) = (self.module, self.masks[value.index()]);
        match module[value].def {
            Def::Arg(block, at) => {
                for end in self.incoming.get(&block).cloned().unwrap_or_default() {
                    for successor in module[end].successors.iter().filter(|successor| successor.block == block) {
                        successor.args.get(at as usize).into_iter().for_each(|arg| self.add(*arg, mask));
                    }
                }
            }
            Def::Result(op, at) if edit::is_construct(module, op) => {
                let yielded = edit::merge_op(module, op).and_then(|end| module[end].operands.get(at as usize));
                yielded.into_iter().for_each(|value| self.add(*value, mask));
            }
            Def::Result(op, _) if self.is_read_by_results(op) => {
                for (at, operand) in module[op].operands.iter().enumerate() {
                    self.add(*operand, read_of(module, op, at, mask));
                }
            }
            Def::Result(..) => {}
        }
    }
}

/// Returns whether an op computes each component of its result from the same component of its operands, or from scalars.
fn is_componentwise(module: &Module, op: OpId) -> bool {
    let [result] = module[op].results[..] else { return false };
    if !module[op].info.traits.has(Traits::COMPONENTWISE) {
        return false;
    }
    let len = components(module, module.type_of(result));
    let is_alike = |value: &ValueId| {
        let ty = module.type_of(*value);
        components(module, ty) == len || matches!(module.ctx[ty], Type::Int { .. } | Type::Float { .. })
    };
    len.is_some() && module[op].operands.iter().all(is_alike)
}

/// The demand on an operand for a demand on the result.
fn read_of(module: &Module, op: OpId, at: usize, mask: Mask) -> Mask {
    let path = || rules::each_index(module, op);
    let whole = |is_read: bool| if is_read { ALL } else { 0 };
    match edit::core(module, op) {
        Some(Op::CompositeExtract) => path().next().map_or(ALL, |first| bit(first as usize)),
        Some(Op::CompositeInsert) => match (at, path().next(), path().nth(1)) {
            (1, Some(only @ ..=LAST), None) => mask & !bit(only as usize),
            (0, Some(first), _) => whole(mask & bit(first as usize) != 0),
            _ => mask,
        },
        Some(Op::CompositeConstruct) => constructed_of(module, op, at, mask),
        Some(Op::VectorShuffle) => shuffled_of(module, op, at, mask),
        _ => mask,
    }
}

/// The demand on a constituent: vectors are composed of scalars and of vectors, all else of parts.
fn constructed_of(module: &Module, op: OpId, at: usize, mask: Mask) -> Mask {
    let width = |value: &ValueId| components(module, module.type_of(*value)).unwrap_or(1);
    let is_vector =
        module[op].results.first().is_some_and(|value| components(module, module.type_of(*value)).is_some());
    if !is_vector {
        return if mask & bit(at) != 0 { ALL } else { 0 };
    }
    let start: usize = module[op].operands[..at].iter().map(width).sum();
    let own = width(&module[op].operands[at]);
    let read = (0..own).filter(|component| mask & bit(start + component) != 0).map(bit);
    read.fold(0, |mask, bit| if own == 1 { ALL } else { mask | bit })
}

fn shuffled_of(module: &Module, op: OpId, at: usize, mask: Mask) -> Mask {
    let first = components(module, module.type_of(module[op].operands[0])).unwrap_or(0);
    let chosen = rules::each_index(module, op).enumerate().filter(|(to, _)| mask & bit(*to) != 0);
    let own = chosen.filter_map(|(_, from)| match at {
        0 => Some(from as usize).filter(|from| *from < first),
        _ => (from as usize).checked_sub(first).filter(|_| from != u32::MAX),
    });
    own.fold(0, |mask, from| mask | bit(from))
}

struct Rewrite<'m> {
    module: &'m mut Module,
    pool: Pool,
    replaced: Replaced,
    masks: Vec<Mask>,
}

impl Rewrite<'_> {
    fn mask(&self, value: ValueId) -> Mask {
        self.masks.get(value.index()).copied().unwrap_or(ALL)
    }

    /// Simplifies an op; returns whether it goes because another value replaces its result.
    fn op(&mut self, op: OpId) -> bool {
        let [result] = self.module[op].results[..] else { return false };
        let mask = self.mask(result);
        if mask == 0 || !puts_together(self.module, op) {
            return false;
        }
        match edit::core(self.module, op) {
            Some(Op::CompositeInsert) if read_of(self.module, op, 0, mask) == 0 => {
                let before = self.module[op].operands[1];
                self.replaced.replace(result, before);
                true
            }
            Some(Op::VectorShuffle) => self.shuffle(op, mask),
            _ => {
                self.parts(op, mask);
                false
            }
        }
    }

    /// Leaves out a vector of which a shuffle takes nothing; returns whether the other one is the result.
    fn shuffle(&mut self, op: OpId, mask: Mask) -> bool {
        let ([a, b], [result]) = (&self.module[op].operands[..], &self.module[op].results[..]) else { return false };
        let (a, b, result) = (*a, *b, *result);
        let takes = |at| shuffled_of(self.module, op, at, mask) != 0;
        let kept = match (takes(0), takes(1)) {
            (true, false) => a,
            (false, true) => b,
            (true, true) | (false, false) => return false,
        };
        let [first, len] = [a, kept].map(|value| components(self.module, self.module.type_of(value)).unwrap_or(1));
        let start = if kept == a { 0 } else { first as u32 };
        // What nothing reads, or is undefined, may be any component.
        let is_read = |to, from| mask & bit(to) != 0 && from != u32::MAX;
        let is_of_kept = |from: u32| from.checked_sub(start).is_some_and(|from| (from as usize) < len);
        if rules::each_index(self.module, op).enumerate().any(|(to, from)| is_read(to, from) && !is_of_kept(from)) {
            return false;
        }
        let chosen = |(to, from)| if is_read(to, from) { from - start } else { to.min(len - 1) as u32 };
        let chosen: Vec<u32> = rules::each_index(self.module, op).enumerate().map(chosen).collect();
        let is_whole = self.module.type_of(kept) == self.module.type_of(result);
        if is_whole && chosen.iter().zip(0..).all(|(from, to)| *from == to) {
            self.replaced.replace(result, kept);
            return true;
        }
        if a == b {
            return false;
        }
        let indices = rules::index_attr(self.module, &chosen);
        let data = &mut self.module[op];
        data.operands = [kept, kept].into();
        data.set_attr(attrs::INDICES, indices);
        false
    }

    /// Replaces operands without demanded parts by undefined values.
    fn parts(&mut self, op: OpId, mask: Mask) {
        for at in 0..self.module[op].operands.len() {
            let value = self.module[op].operands[at];
            let is_fixed = self.module.defining_op(value).is_some_and(|op| edit::is_reference(self.module, op));
            if !is_fixed && self.mask(value) == 0 && read_of(self.module, op, at, mask) == 0 {
                let ty = self.module.type_of(value);
                self.module[op].operands[at] = self.pool.undefined(self.module, ty);
            }
        }
    }
}
