//! Global value numbering and simplification in one walk over the dominator tree: operands are replaced, rules are
//! applied, equal ops become one, and branches on constants are taken.
//!
//! A fact at an op holds in everything that the op dominates: in the rest of its block, in blocks that the block
//! dominates within the region, and in regions inside of these. Values from outside that a construct yields replace its
//! results; a construct with a single path is merged into its block.

mod bounds;
mod constants;
mod diamonds;
mod fuse;
mod if_conversion;
mod layouts;
mod reads;
mod region;
mod state;
mod table;
mod unroll;

pub(crate) use layouts::is_alike;

use crate::debug::Scopes;
use crate::edit;
use crate::facts::memory::ReadOnly;
use crate::rules::{self, Outcome, Products, Subject};
use bounds::Groups;
use dialect::ir::{Attrs, BlockId, Module, OpId, OpInfo, RegionId, TypeId, ValueId, Values, walk};
use dialect::spirv::effects;
use spirv::Op;
use state::{Context, MAX_STEPS, Pass, Shared, Unrolled};

/// Depth to which ops made by rules may be made of new ops.
const MAX_DEPTH: usize = 16;

/// Simplifies all functions.
pub(crate) fn number(module: &mut Module) {
    simplify(module, Unrolled::Marked);
}

/// Simplifies all functions, but loops that are merely marked for unrolling stay: no pass after it would split what the
/// iterations work on.
pub(crate) fn settle(module: &mut Module) {
    simplify(module, Unrolled::Needed);
}

/// Simplifies all functions, and unrolls loops without a mark too where something inside needs the iteration number as a
/// constant.
pub(crate) fn force(module: &mut Module) {
    simplify(module, Unrolled::Forced);
}

fn simplify(module: &mut Module, unrolled: Unrolled) {
    let (read_only, groups, products) = (ReadOnly::of(module), Groups::of(module), Products::of(module));
    let scopes = Scopes::of(module);
    let mut shared = Shared::with_room(module);
    for func in edit::functions(module) {
        if let Some(region) = edit::structured_body(module, func) {
            let context = Context { read_only: &read_only, groups: &groups, products, scopes: &scopes };
            let mut pass = Pass::new(module, region, context, &mut shared);
            pass.unrolled = unrolled;
            pass.function(region);
            if pass.is_late {
                for op in walk::ops_in(pass.module, func) {
                    pass.replaced.apply(pass.module, op);
                }
            }
            pass.pool.finish(module);
        }
    }
}

impl Pass<'_> {
    fn function(&mut self, region: RegionId) {
        self.open.insert(region);
        let block = self.module[region].blocks[0];
        self.visit(block);
    }

    /// Rebuilds a block.
    fn visit(&mut self, block: BlockId) {
        let (outer_block, outer) = (self.block, std::mem::take(&mut self.out));
        self.block = block;
        self.sampled.clear();
        let ops = std::mem::take(&mut self.module[block].ops);
        self.out.reserve(ops.len());
        let mut ops = ops.into_iter();
        for op in ops.by_ref() {
            self.replaced.apply(self.module, op);
            if !edit::is_construct(self.module, op) {
                self.keep(op);
                continue;
            }
            if self.construct(op) {
                break;
            }
            self.sampled.clear();
        }
        // Nothing comes to what follows the end of the function.
        ops.for_each(|op| self.module[op].block = None);
        self.block = outer_block;
        self.module[block].ops = std::mem::replace(&mut self.out, outer);
    }

    /// Appends an op to the block unless another value replaces it.
    fn keep(&mut self, op: OpId) -> Option<ValueId> {
        let result = self.module[op].results.first().copied();
        match (self.simplify(op), result) {
            (Some(value), Some(result)) => {
                self.module[op].block = None;
                self.replaced.replace(result, value);
                Some(value)
            }
            _ => {
                self.module[op].block = Some(self.block);
                self.bounds.accessed(self.module, op);
                self.reads.learn(self.module, self.read_only, op);
                self.out.push(op);
                result
            }
        }
    }

    fn simplify(&mut self, op: OpId) -> Option<ValueId> {
        if edit::is_reference(self.module, op) {
            return None;
        }
        let core = edit::core(self.module, op);
        let fitted = core.filter(|core| matches!(core, Op::Load | Op::Store | Op::CopyLogical));
        if let Some(value) = fitted.and_then(|core| self.fit(op, core)) {
            return Some(value);
        }
        for _ in 0..MAX_STEPS {
            let mut subject = Subject { module: self.module, pool: &mut self.pool, products: self.products };
            match rules::apply(&mut subject, op) {
                Outcome::Same => break,
                Outcome::Changed => {}
                Outcome::Value(value) => return Some(self.replaced.resolve(value)),
            }
        }
        if edit::core(self.module, op) == Some(Op::SampledImage) {
            return self.sampled(op);
        }
        if !self.is_numbered(op) {
            return None;
        }
        let known = self.table.find_or_insert(self.module, op);
        known.map(|value| self.replaced.resolve(value))
    }

    fn sampled(&mut self, op: OpId) -> Option<ValueId> {
        let result = *self.module[op].results.first()?;
        let key = (self.module[op].operands.clone(), self.module.type_of(result));
        match self.sampled.get(&key) {
            Some(known) if self.module[op].attrs.is_empty() => Some(*known),
            _ => {
                self.sampled.insert(key, result);
                None
            }
        }
    }

    /// Returns whether equal ops have equal results wherever one dominates the other.
    fn is_numbered(&self, op: OpId) -> bool {
        if self.module[op].results.len() != 1 || self.module[op].is_terminator() {
            return false;
        }
        if edit::core(self.module, op) == Some(Op::Variable) {
            return false;
        }
        let effects = effects::of_op(self.module, op);
        // Derivatives and group operations are valid wherever more invocations take part.
        let is_plain = effects::Effects { convergent: false, ..effects } == effects::Effects::NONE;
        is_plain || self.read_only.is_read(self.module, op)
    }

    /// Inserts an op before the current one; returns its result.
    fn emit(
        &mut self,
        info: &'static OpInfo,
        operands: impl Into<Values>,
        attrs: impl Into<Attrs>,
        ty: TypeId,
        like: OpId,
    ) -> ValueId {
        let op = self.module.add_op(info);
        let loc = self.module[like].loc;
        let data = &mut self.module[op];
        (data.operands, data.attrs, data.loc) = (operands.into(), attrs.into(), loc);
        let result = self.module.add_result(op, ty);
        if self.depth >= MAX_DEPTH {
            self.module[op].block = Some(self.block);
            self.out.push(op);
            return result;
        }
        self.depth += 1;
        let value = self.keep(op).unwrap_or(result);
        self.depth -= 1;
        value
    }
}
