//! Bodies of functions: the frame with parameters and `this`, and the finished body.

use crate::check::state::Checker;
use crate::check::state::ids::FnId;
use crate::check::state::scopes::Entity;
use crate::diagnostics::{IncompleteType, InvalidVariableType, MissingReturn, ReturnMismatch};
use crate::hir::expr::ParamMode;
use crate::hir::stmt::StmtKind;
use crate::hir::ty::{Type, TypeId};
use crate::hir::{Function, Local, LocalId, Param};
use crate::tables::attributes::{Fact, Place};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::Modifier;
use std::sync::Arc;

impl Checker<'_> {
    /// Checks the body of a function and keeps the result.
    pub(crate) fn check_function(&mut self, id: FnId) {
        if std::mem::replace(&mut self.decls.functions[id].checked, true) {
            return;
        }
        let declared = self.decls.functions[id].span;
        self.settle_result(id, declared);
        let info = &self.decls.functions[id];
        let Some(hir) = info.hir else { return };
        if !info.has_body && info.attributes.instruction.is_none() {
            return;
        }
        self.frame.restart(info.scope, info.ret);
        self.frame.function = Some(id);
        self.frame.sees = self.decls.functions[id].sees;
        self.decls.packing = self.decls.functions[id].packing;
        // Bodies are checked one after the other: requests of this one follow those that led to it.
        self.decls.instances.depth = self.decls.functions[id].depth;
        let function = self.function_body(id);
        self.decls.instances.depth = 0;
        if let Some(function) = function {
            self.reached.built.push((hir, function));
        }
    }

    /// Checks a body. Returns the finished function if it may be a part of the module.
    fn function_body(&mut self, id: FnId) -> Option<Function> {
        let node = &self.ast.functions[self.decls.functions[id].ast];
        let (body, prefixes) = (node.body, node.prefixes);
        // The arguments of attributes are outside of the function: its variables are not in scope.
        let no_inline = self.read_attributes(prefixes, Place::Function).has(Fact::NoInline);
        self.frame.locals.enter();
        for (name, entity, span) in self.decls.functions[id].local_types.clone() {
            self.frame.locals.bind_type(name, entity, span);
        }
        self.frame.locals.enter();
        let this = self.bind_this(id);
        let mut params = self.bind_params(id);
        let mut end_span = self.decls.functions[id].span;
        let coherent = self.is_coherent(prefixes);
        self.frame.coherent = coherent;
        let block = body.map(|body| {
            let span = self.ast.stmts[body].span;
            end_span = Span::new(span.hi.saturating_sub(1), span.hi);
            let (block, falls_through) = self.body_block(body);
            if falls_through && self.decls.functions[id].ret != self.common.void {
                self.missing_return(id, end_span);
            }
            block
        });
        self.frame.coherent = false;
        if let Some(block) = &block {
            let (body, this) = (&self.frame.body, self.frame.this);
            crate::analysis::unsequenced::check(&self.module, body, block, this, self.names, self.sink);
        }
        self.note_locals(id, params.len());
        self.frame.locals.leave();
        self.frame.locals.leave();
        if !self.reached.dead {
            let used = params.iter().map(|param| self.frame.used[param.local]).collect();
            self.reached.used_params.insert(id, used);
        }
        let ret = self.decls.functions[id].ret;
        if self.decls.functions[id].attributes.exported {
            self.check_exported(id, &params);
        }
        if self.is_query(ret) {
            params.push(self.query_param(&params, ret, end_span));
        }
        if self.reached.dead {
            return None;
        }
        let ret = if self.is_query(ret) { self.common.void } else { ret };
        let name = self.output_path(id);
        let info = &self.decls.functions[id];
        Some(Function {
            name,
            span: info.span,
            end_span,
            this,
            params,
            ret,
            precise: info.attributes.precise,
            coherent,
            modifies_object: false,
            no_inline,
            exported: info.attributes.exported,
            instruction: info.attributes.instruction.clone(),
            decorations: info.ret_attributes.decorations.clone(),
            body: self.frame.body.take(),
            block: if info.attributes.instruction.is_some() { None } else { block },
        })
    }

    /// Reports what one module cannot pass to another one: hit objects, and pointers to buffers as results.
    fn check_exported(&mut self, id: FnId, params: &[Param]) {
        let (ret, span) = (self.decls.functions[id].ret, self.decls.functions[id].span);
        let types = params.iter().map(|param| self.frame.body.locals[param.local].ty).chain([ret]);
        if let Some(ty) = types.collect::<Vec<_>>().into_iter().find(|&ty| self.module.hit_objects(ty) != 0) {
            self.refuse_hit_object(ty, "a parameter or result of an exported function", span);
        }
        if self.module.holds_block(ret) {
            let (what, ty) = ("result of an exported function".to_owned(), self.type_name(ret));
            self.report(span, InvalidVariableType { what, ty });
        }
    }

    fn missing_return(&mut self, id: FnId, span: Span) {
        if self.decls.functions[id].ret == self.common.error {
            return;
        }
        let name = self.text(self.decls.functions[id].name);
        let ret = self.decls.functions[id].ret;
        // Passes find out which resource it is, where there is one.
        if self.has_resource(ret) && !self.is_query(ret) && !self.reached.dead && !self.returns_value() {
            let why = format!("function '{name}' returns no '{}'", self.type_name(ret));
            self.report(span, ReturnMismatch { why });
            return;
        }
        self.report(span, MissingReturn { name });
    }

    /// Returns whether the current function has a `return` with a value.
    fn returns_value(&self) -> bool {
        self.frame.body.stmts.iter().any(|(_, stmt)| matches!(stmt.kind, StmtKind::Return(Some(_))))
    }

    pub(super) fn bind_this(&mut self, id: FnId) -> Option<LocalId> {
        let info = &self.decls.functions[id];
        let owner = info.owner.filter(|_| !info.is_static)?;
        let span = info.span;
        let ty = self.intern(Type::Struct(owner));
        let local = self.frame.body.locals.alloc(Local {
            name: self.words.this,
            ty,
            span,
            precise: false,
            coherent: false,
            decorations: Vec::new(),
        });
        self.frame.this = Some((local, owner));
        if self.decls.functions[id].is_const {
            self.frame.read_only.push(local);
        }
        Some(local)
    }

    /// Reports a parameter of an incomplete type.
    fn check_complete(&mut self, ty: TypeId, span: Span) {
        let elem = self.innermost(ty);
        self.complete_instance(elem);
        if let Type::Struct(id) = self.module.types[elem]
            && !self.decls.structs[id].complete
        {
            let (ty, declared) = (self.type_name(elem), self.module.structs[id].span);
            self.report(span, IncompleteType { ty }).declared_at(declared);
        }
    }

    pub(super) fn bind_params(&mut self, id: FnId) -> Vec<Param> {
        let infos = Arc::clone(&self.decls.functions[id].params);
        let mut params = Vec::with_capacity(infos.len());
        for info in infos.iter() {
            let ty = if info.ty == self.common.error { self.common.int } else { self.variable_type(info) };
            self.check_complete(ty, info.span);
            let precise = info.attributes.precise;
            let local = self.frame.body.locals.alloc(Local {
                name: info.name,
                ty,
                span: info.span,
                precise,
                coherent: info.attributes.coherent,
                decorations: info.attributes.decorations.clone(),
            });
            if self.has_modifier(info.prefixes, Modifier::Const) && info.mode == ParamMode::In {
                self.frame.read_only.push(local);
            }
            if info.is_groupshared {
                self.frame.groupshared.push(local);
            }
            if info.attributes.per_vertex {
                self.frame.per_vertex.push(local);
            }
            params.push(Param { local, mode: info.mode });
            if info.name == Symbol::EMPTY {
                continue;
            }
            let entity = if info.ty == self.common.error { Entity::Error } else { Entity::Local(local) };
            if let Some((_, previous)) = self.frame.locals.bind_value(info.name, entity, info.span) {
                self.redefinition(info.name, info.span, previous);
            }
        }
        params
    }
}
