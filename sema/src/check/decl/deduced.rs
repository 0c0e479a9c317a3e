//! Results of functions that are deduced from their `return` statements, which HLSL 202x has.

use crate::check::state::Checker;
use crate::check::state::frame::Frame;
use crate::check::state::functions::Deduction;
use crate::check::state::ids::FnId;
use crate::diagnostics::{DeducedResult, DeducedResults, EarlyResult};
use crate::hir::expr::ExprId;
use crate::hir::ty::TypeId;
use base::source::Span;
use frontend::ast::{self, TypeKind};
use frontend::language::HlslVersion;

impl Checker<'_> {
    /// The progress of deducing a result of type `auto`; `None` for another type. Reports it where the version does not have
    /// that.
    pub(super) fn deduced_result(&mut self, ty: ast::TypeId, span: Span) -> Option<Deduction> {
        let TypeKind::Path(path) = self.ast.types[ty].kind else { return None };
        if self.simple_name(path) != Some(self.words.auto) {
            return None;
        }
        if self.options.version < HlslVersion::V202x {
            self.report(span, DeducedResult {});
            return Some(Deduction::Known);
        }
        Some(Deduction::Open)
    }

    /// Deduces the result of a function, if that is still to be done.
    pub(crate) fn settle_result(&mut self, function: FnId, used: Span) {
        let info = &mut self.decls.functions[function];
        match info.deduction {
            Deduction::Known => return,
            Deduction::Running | Deduction::Circular => {
                info.deduction = Deduction::Circular;
                return;
            }
            Deduction::Open => {}
        }
        let (declared, name) = (info.span, self.names.resolve(info.name).to_owned());
        if !info.has_body {
            self.report(used, EarlyResult { name }).declared_at(declared);
            return;
        }
        info.deduction = Deduction::Running;
        let results = self.silently(|checker| checker.results_of(function));
        let is_circular = self.decls.functions[function].deduction == Deduction::Circular;
        self.decls.functions[function].deduction = Deduction::Known;
        if is_circular {
            self.report(declared, EarlyResult { name });
            return;
        }
        let mut types = results.iter().filter(|(ty, _)| *ty != self.common.error);
        let Some(&(first, first_span)) = types.next() else {
            if results.is_empty() {
                self.decls.functions[function].ret = self.common.void;
            }
            return;
        };
        if let Some(&(other, span)) = types.find(|(ty, _)| *ty != first) {
            let (first, second) = (self.type_name(first), self.type_name(other));
            self.report(span, DeducedResults { first, second }).note_at(first_span, "the first one is here");
            return;
        }
        self.decls.functions[function].ret = self.check_result(first, declared);
    }

    /// The types of the values that a function returns.
    fn results_of(&mut self, function: FnId) -> Vec<(TypeId, Span)> {
        let info = &self.decls.functions[function];
        let Some(body) = self.ast.functions[info.ast].body else { return Vec::new() };
        let depth = self.frame.depth + 1;
        let frame = Frame {
            function: Some(function),
            sees: info.sees,
            depth,
            results: Some(Vec::new()),
            ..Frame::new(info.scope, self.common.error)
        };
        let outer = std::mem::replace(&mut self.frame, frame);
        if depth < crate::check::state::MAX_DEPTH {
            self.frame.locals.enter();
            for (name, entity, span) in self.decls.functions[function].local_types.clone() {
                self.frame.locals.bind_type(name, entity, span);
            }
            self.frame.locals.enter();
            self.bind_this(function);
            self.bind_params(function);
            self.body_block(body);
        }
        std::mem::replace(&mut self.frame, outer).results.unwrap_or_default()
    }

    /// Notes the type of a returned value, where it is to be deduced.
    pub(crate) fn note_result(&mut self, value: Option<ExprId>, span: Span) {
        let ty = match value {
            Some(value) => {
                let value = self.load(value);
                let value = self.concrete(value);
                self.ty(value)
            }
            None => self.common.void,
        };
        if let Some(results) = &mut self.frame.results {
            results.push((ty, span));
        }
    }
}
