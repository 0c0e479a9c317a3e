//! Functions that return a `RayQuery`. A query cannot be copied: such a function works on a variable of its caller,
//! passed as an additional argument.

use crate::check::state::Checker;
use crate::check::state::frame::QueryCall;
use crate::check::state::ids::FnId;
use crate::check::stmt::Builder;
use crate::diagnostics::Unsupported;
use crate::hir::expr::{Arg, ExprId, ExprKind, ParamMode};
use crate::hir::stmt::{Block, StmtId, StmtKind};
use crate::hir::ty::{Object, Type, TypeId};
use crate::hir::{FunctionId, LocalId, Param};
use base::source::Span;

impl Checker<'_> {
    /// Returns whether a type is that of queries.
    pub(crate) fn is_query(&self, ty: TypeId) -> bool {
        matches!(self.module.types[ty], Type::Object(Object::RayQuery(..)))
    }

    /// Notes a call whose value must not be dropped.
    pub(super) fn note_kept(&mut self, call: ExprId, ret: TypeId, function: FnId) {
        let of_type = matches!(self.module.types[ret], Type::Struct(id) if self.module.structs[id].nodiscard);
        if of_type || self.decls.functions[function].attributes.nodiscard {
            self.frame.pending.kept.insert(call, function);
        }
    }

    /// A call of such a function; returns the variable that it has worked on.
    pub(super) fn query_call(
        &mut self,
        function: FunctionId,
        object: Option<ExprId>,
        mut args: Vec<Arg>,
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let local = self.temporary(ty, span);
        let place = self.place(ty, ExprKind::Local(local), span);
        args.push(Arg::unconverted(ParamMode::InOut, place, ty));
        let call = self.value(self.common.void, ExprKind::Call { function, object, args }, span);
        let result = self.place(ty, ExprKind::Local(local), span);
        let whole = self.place(ty, ExprKind::Comma { lhs: call, rhs: result }, span);
        self.frame.pending.queries.insert(whole, QueryCall { call, place, local });
        whole
    }

    fn query_call_of(&self, value: ExprId) -> Option<QueryCall> {
        let ExprKind::Load(whole) = self.frame.body.exprs[value].kind else { return None };
        self.frame.pending.queries.get(&whole).copied()
    }

    /// Declares a variable. If it is initialised by such a call, the call works on it.
    pub(crate) fn push_let(&mut self, builder: &mut Builder, span: Span, local: LocalId, init: Option<ExprId>) {
        let Some(query) = init.and_then(|value| self.query_call_of(value)) else {
            return self.push(builder, span, StmtKind::Let { local, init });
        };
        self.frame.body.exprs[query.place].kind = ExprKind::Local(local);
        self.push(builder, span, StmtKind::Let { local, init: None });
        self.push(builder, span, StmtKind::Expr(query.call));
    }

    /// `return q;` or `return f();`: all returns must name the same variable, which is the caller's.
    pub(crate) fn return_query(&mut self, value: ExprId, span: Span, builder: &mut Builder) {
        let local = match self.query_call_of(value) {
            Some(query) => {
                self.push(builder, span, StmtKind::Expr(query.call));
                Some(query.local)
            }
            None => self.returned_local(value),
        };
        self.frame.query = self.frame.query.or(local);
        if (local.is_none() || local != self.frame.query) && !self.is_error(value) {
            self.other_query(span);
        }
    }

    fn returned_local(&self, value: ExprId) -> Option<LocalId> {
        let ExprKind::Load(place) = self.frame.body.exprs[value].kind else { return None };
        if let ExprKind::Local(local) = self.frame.body.exprs[place].kind { Some(local) } else { None }
    }

    fn other_query(&mut self, span: Span) {
        let what = "returning a RayQuery other than one local variable of the function".to_owned();
        self.report(span, Unsupported { what });
    }

    /// The additional parameter: the returned variable, whose lifetime begins with the call.
    pub(crate) fn query_param(&mut self, params: &[Param], ty: TypeId, span: Span) -> Param {
        let local = match self.frame.query {
            Some(local) => local,
            None => self.temporary(ty, span),
        };
        if params.iter().any(|param| param.local == local) {
            self.other_query(span);
        }
        let stmts: Vec<StmtId> = self.frame.body.stmts.ids().collect();
        for id in stmts {
            if matches!(self.frame.body.stmts[id].kind, StmtKind::Let { local: declared, .. } if declared == local) {
                self.frame.body.stmts[id].kind = StmtKind::Block(Block::new());
            }
        }
        Param { local, mode: ParamMode::InOut }
    }
}
