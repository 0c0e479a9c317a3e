//! The state of simplifying one function, with the facts that hold at an op. Knows no rule and no construct.

use super::bounds::{Bounds, Groups};
use super::reads::Reads;
use super::table::{Mark, Table};
use crate::copy::Substitutes;
use crate::debug::Scopes;
use crate::edit::{Pool, Replaced};
use crate::facts::memory::ReadOnly;
use crate::rules::Products;
use dialect::ir::{AttrId, BlockId, Module, OpId, RegionId, TypeId, ValueId, Values};
use rustc_hash::{FxHashMap, FxHashSet};

/// The loops that are unrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unrolled {
    /// Those that are marked for it.
    Marked,
    /// Those among them in which something needs the iteration number as a constant.
    Needed,
    /// All in which something needs it, unless they are marked against it.
    Forced,
}

/// The limit of ops that all copies of loops come to that are not marked, or that may be left early.
const MAX_FORCED: usize = 1 << 15;

/// The limit of ops that are visited to make one selection of two.
const MAX_FUSED: usize = 1 << 16;

/// Limit of successive rewrites of one op.
pub(super) const MAX_STEPS: usize = 16;

/// The positions in the undo logs at which a scope starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    pub(super) values: Mark,
    pub(super) bounds: usize,
    pub(super) reads: usize,
}

/// Facts about the whole module.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context<'m> {
    pub(super) read_only: &'m ReadOnly,
    pub(super) groups: &'m Groups,
    pub(super) products: Products,
    pub(super) scopes: &'m Scopes,
}

/// Memory that functions share, one after the other.
pub(super) struct Shared {
    replaced: Replaced,
    values: Substitutes,
}

impl Shared {
    pub(super) fn with_room(module: &Module) -> Shared {
        Shared { replaced: Replaced::with_room(module), values: Substitutes::with_room(module) }
    }
}

/// The state of simplifying one function.
pub(super) struct Pass<'m> {
    pub(super) module: &'m mut Module,
    pub(super) pool: Pool,
    pub(super) read_only: &'m ReadOnly,
    pub(super) products: Products,
    pub(super) scopes: &'m Scopes,
    pub(super) replaced: &'m mut Replaced,
    /// Replacements of values in cloned loops.
    pub(super) values: &'m mut Substitutes,
    pub(super) table: Table,
    pub(super) bounds: Bounds<'m>,
    pub(super) reads: Reads,
    /// The block that is being rebuilt, with its ops so far.
    pub(super) block: BlockId,
    pub(super) out: Vec<OpId>,
    /// Sampled images of the block since the last construct: SPIR-V requires them in the block of their use.
    pub(super) sampled: FxHashMap<(Values, TypeId), ValueId>,
    /// True if the block that is being rebuilt may end the function.
    pub(super) may_leave: bool,
    /// The regions around the current op.
    pub(super) open: FxHashSet<RegionId>,
    pub(super) depth: usize,
    /// The loops that are unrolled.
    pub(super) unrolled: Unrolled,
    /// The ops that copies of loops may still come to, in the iterations of a loop that was unrolled for their sake.
    pub(super) room_for_copies: Option<usize>,
    /// The ops that copies of loops may still come to that are not marked, or that may be left early.
    pub(super) room_for_forced: usize,
    /// The ops that may still be visited to make one selection of two.
    pub(super) room_for_fusing: usize,
    /// Loops that are single iterations of others.
    pub(super) iterations: FxHashSet<OpId>,
    /// True if a value was replaced after some of its uses.
    pub(super) is_late: bool,
}

impl<'m> Pass<'m> {
    pub(super) fn new(module: &'m mut Module, region: RegionId, context: Context<'m>, shared: &'m mut Shared) -> Self {
        let Context { read_only, groups, products, scopes } = context;
        let Shared { replaced, values } = shared;
        let (pool, block) = (Pool::of(module, region), module[region].blocks[0]);
        let room = module[block].ops.len();
        Pass {
            module,
            pool,
            read_only,
            products,
            scopes,
            replaced,
            values,
            table: Table::with_room(room),
            bounds: Bounds::new(groups),
            reads: Reads::default(),
            block,
            out: Vec::new(),
            sampled: FxHashMap::default(),
            open: FxHashSet::default(),
            may_leave: true,
            depth: 0,
            unrolled: Unrolled::Marked,
            room_for_copies: None,
            room_for_forced: MAX_FORCED,
            room_for_fusing: MAX_FUSED,
            iterations: FxHashSet::default(),
            is_late: false,
        }
    }

    pub(super) fn open_scope(&self) -> Scope {
        Scope { values: self.table.open(), bounds: self.bounds.mark(), reads: self.reads.mark() }
    }

    pub(super) fn close_scope(&mut self, scope: Scope) {
        self.table.close(scope.values);
        self.bounds.forget(scope.bounds);
        self.reads.forget(scope.reads);
    }

    /// The constant.
    pub(super) fn constant(&mut self, attr: AttrId, ty: TypeId) -> ValueId {
        self.pool.constant(self.module, attr, ty)
    }
}
