//! The state of a body: what holds while one function or initialiser is checked, and ends with it.

use super::ids::{FnId, ScopeId};
use super::scopes::Locals;
use crate::hir::expr::{ConstantId, ExprId};
use crate::hir::ty::{StructId, TypeId};
use crate::hir::{Body, Local, LocalId};
use base::ids::SideTable;
use rustc_hash::FxHashMap;

/// `t.mips`, `t.mips[m]` and `t.sample`, `t.sample[s]`: not values by themselves, but for what follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Levels {
    pub(crate) object: ExprId,
    pub(crate) level: Option<ExprId>,
}

/// A call of a function whose result is a `RayQuery`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueryCall {
    /// The call, which has no result.
    pub(crate) call: ExprId,
    /// Its last argument: the variable that it works on.
    pub(crate) place: ExprId,
    /// That variable, while no other one takes its place.
    pub(crate) local: LocalId,
}

/// What is known of expressions whose meaning is open until more of the source has been read.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    /// `.mips` and `.sample` that wait for their indices.
    pub(crate) levels: FxHashMap<ExprId, Levels>,
    /// The index of each element of a heap that is no resource yet.
    pub(crate) heap_indices: FxHashMap<ExprId, ExprId>,
    /// Results that are queries.
    pub(crate) queries: FxHashMap<ExprId, QueryCall>,
}

/// What is known of the function, or initialiser, whose expressions are being checked.
#[derive(Debug)]
pub(crate) struct Frame {
    /// Where names that the blocks do not declare are looked up.
    pub(crate) scope: ScopeId,
    /// The names of the blocks.
    pub(crate) locals: Locals,
    /// The function.
    pub(crate) function: Option<FnId>,
    /// The object of a method and its struct.
    pub(crate) this: Option<(LocalId, StructId)>,
    /// The type of the result.
    pub(crate) ret: TypeId,
    /// Only declarations with a smaller position are visible.
    pub(crate) sees: u32,
    /// The variable that is returned, where the result is a `RayQuery`.
    pub(crate) query: Option<LocalId>,
    /// How many loops stand around.
    pub(crate) loops: u32,
    /// How many copies of what stands here the loops around make.
    pub(crate) copies: u64,
    /// How many loops and switches stand around.
    pub(crate) breakables: u32,
    /// True if what is declared now belongs to a `for` whose variables are visible after it.
    pub(crate) leaks: bool,
    /// True if constant conditions, or a jump before, keep control from what is being checked.
    pub(crate) dead: bool,
    /// How deeply expressions and statements nest.
    pub(crate) depth: u32,
    /// Constant values of `const` locals.
    pub(crate) constants: FxHashMap<LocalId, ConstantId>,
    /// Which variables the source mentions.
    pub(crate) used: SideTable<Local, bool>,
    /// Locals that cannot be written.
    pub(crate) read_only: Vec<LocalId>,
    /// Parameters that hold a value for each vertex.
    pub(crate) per_vertex: Vec<LocalId>,
    /// True if this is the inside of a struct's body.
    pub(crate) in_struct: bool,
    /// True if what is declared is `globallycoherent`, which heaps must know.
    pub(crate) coherent: bool,
    /// What has been made.
    pub(crate) body: Body,
    /// What is known besides of expressions in it.
    pub(crate) pending: Pending,
}

impl Frame {
    pub(crate) fn new(scope: ScopeId, ret: TypeId) -> Self {
        Frame {
            scope,
            locals: Locals::default(),
            function: None,
            this: None,
            ret,
            sees: u32::MAX,
            query: None,
            loops: 0,
            copies: 1,
            breakables: 0,
            leaks: false,
            dead: false,
            depth: 0,
            constants: FxHashMap::default(),
            used: SideTable::new(),
            read_only: Vec::new(),
            per_vertex: Vec::new(),
            in_struct: false,
            coherent: false,
            body: Body::default(),
            pending: Pending::default(),
        }
    }

    /// Goes on with what another frame has made.
    pub(crate) fn take_body(&mut self, other: &mut Frame) {
        self.body = std::mem::take(&mut other.body);
        self.pending = std::mem::take(&mut other.pending);
        self.coherent = other.coherent;
    }

    /// Begins another function, with the memory that the last one has used.
    pub(crate) fn restart(&mut self, scope: ScopeId, ret: TypeId) {
        let last = std::mem::replace(self, Frame::new(scope, ret));
        self.body = last.body;
        self.body.clear();
        self.locals = last.locals.cleared();
        self.constants = last.constants;
        self.constants.clear();
        self.used = last.used;
        self.used.clear();
    }
}
