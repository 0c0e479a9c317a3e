//! The frame of a body: state that lives as long as one function or initialiser is checked.

use super::ids::{FnId, ScopeId};
use super::scopes::Locals;
use crate::hir::expr::{ConstantId, ExprId};
use crate::hir::ty::{StructId, TypeId};
use crate::hir::{Body, Local, LocalId};
use base::ids::SideTable;
use base::intern::Symbol;
use base::source::Span;
use rustc_hash::FxHashMap;

/// `t.mips`, `t.mips[m]` and `t.sample`, `t.sample[s]`: prefixes of an access, no values by themselves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Levels {
    pub(crate) object: ExprId,
    pub(crate) level: Option<ExprId>,
}

/// A call of a function that returns a `RayQuery`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueryCall {
    /// The call, which has no result.
    pub(crate) call: ExprId,
    /// Its last argument: the variable that it works on.
    pub(crate) place: ExprId,
    /// That variable, unless another one replaces it.
    pub(crate) local: LocalId,
}

/// Expressions whose meaning depends on the following source.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    /// `.mips` and `.sample` without all their indices.
    pub(crate) levels: FxHashMap<ExprId, Levels>,
    /// The index of each heap element without a type.
    pub(crate) heap_indices: FxHashMap<ExprId, ExprId>,
    /// Results of query calls.
    pub(crate) queries: FxHashMap<ExprId, QueryCall>,
    /// Calls whose value must not be dropped, with the functions.
    pub(crate) kept: FxHashMap<ExprId, FnId>,
}

/// The frame of the current function or initialiser.
#[derive(Debug)]
pub(crate) struct Frame {
    /// The scope for names that blocks do not declare.
    pub(crate) scope: ScopeId,
    /// The names in blocks.
    pub(crate) locals: Locals,
    /// The function.
    pub(crate) function: Option<FnId>,
    /// The object of a method and its struct.
    pub(crate) this: Option<(LocalId, StructId)>,
    /// The type of the result.
    pub(crate) ret: TypeId,
    /// The types of the values returned so far, where the result is deduced from them.
    pub(crate) results: Option<Vec<(TypeId, Span)>>,
    /// Only declarations at a smaller position are visible.
    pub(crate) sees: u32,
    /// The returned variable, if the result is a `RayQuery`.
    pub(crate) query: Option<LocalId>,
    /// The number of enclosing loops.
    pub(crate) loops: u32,
    /// The number of copies that unrolling enclosing loops makes.
    pub(crate) copies: u64,
    /// The number of enclosing loops and switches.
    pub(crate) breakables: u32,
    /// True in the head of a `for` whose variables stay visible after it.
    pub(crate) leaks: bool,
    /// True if the current code is unreachable: after constant conditions or a jump.
    pub(crate) dead: bool,
    /// The nesting depth of expressions and statements.
    pub(crate) depth: u32,
    /// Constant values of `const` locals.
    pub(crate) constants: FxHashMap<LocalId, ConstantId>,
    /// The variables that the source mentions.
    pub(crate) used: SideTable<Local, bool>,
    /// Read-only locals.
    pub(crate) read_only: Vec<LocalId>,
    /// `groupshared` parameters.
    pub(crate) groupshared: Vec<LocalId>,
    /// Parameters with a value per vertex.
    pub(crate) per_vertex: Vec<LocalId>,
    /// True inside of a struct's body.
    pub(crate) in_struct: bool,
    /// True for `globallycoherent` declarations, which heaps must know.
    pub(crate) coherent: bool,
    /// The body so far.
    pub(crate) body: Body,
    /// Pending information about its expressions.
    pub(crate) pending: Pending,
    /// The names that were reported as missing, with their first places: one message each is enough.
    pub(crate) missing: FxHashMap<Symbol, Span>,
}

impl Frame {
    pub(crate) fn new(scope: ScopeId, ret: TypeId) -> Self {
        Frame {
            scope,
            locals: Locals::default(),
            function: None,
            this: None,
            ret,
            results: None,
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
            groupshared: Vec::new(),
            per_vertex: Vec::new(),
            in_struct: false,
            coherent: false,
            body: Body::default(),
            pending: Pending::default(),
            missing: FxHashMap::default(),
        }
    }

    /// Continues with another frame's body.
    pub(crate) fn take_body(&mut self, other: &mut Frame) {
        self.body = std::mem::take(&mut other.body);
        self.pending = std::mem::take(&mut other.pending);
        self.coherent = other.coherent;
    }

    /// Begins another function, reusing the memory.
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
