//! Calls of `constexpr` functions with constant arguments. The body is read with its parameters as constants: declarations of
//! constants, `if` and `return`, as in C++11 and a little more. What else it has makes the call an ordinary one.

use crate::check::state::frame::Frame;
use crate::check::state::ids::FnId;
use crate::check::state::scopes::Entity;
use crate::check::state::{Checker, MAX_DEPTH};
use crate::consteval::Effort;
use crate::hir::expr::{Arg, ConstantId, ParamMode};
use base::intern::Symbol;
use frontend::ast::{self, Condition, ItemKind, Modifier, StmtKind};
use std::sync::Arc;

/// The limit of evaluated calls with different arguments.
const MOST_CALLS: usize = 1 << 16;
/// The nesting that a call adds.
const DEPTH_OF_CALL: u32 = 4;

/// How a statement ends.
enum Flow {
    Next,
    Return(ConstantId),
    /// It has no value at compile time.
    Unknown,
}

impl Checker<'_> {
    /// The value of a call of a `constexpr` function, if its arguments and with them its result are constants.
    pub(super) fn evaluated_call(&mut self, function: FnId, args: &[Arg]) -> Option<ConstantId> {
        let info = &self.decls.functions[function];
        let is_plain = info.owner.is_none() || info.is_static;
        if !info.attributes.is_constexpr || !info.has_body || !is_plain || self.frame.dead {
            return None;
        }
        if args.iter().any(|arg| arg.mode != ParamMode::In) {
            return None;
        }
        let values: Option<Vec<ConstantId>> = args.iter().map(|arg| self.fold(arg.expr, Effort::Everything)).collect();
        let key = (function, values?);
        if let Some(&known) = self.decls.evaluated.get(&key) {
            return known;
        }
        if self.decls.evaluated.len() >= MOST_CALLS || self.frame.depth + DEPTH_OF_CALL > MAX_DEPTH {
            return None;
        }
        // A call of itself with the same arguments has no value.
        self.decls.evaluated.insert(key.clone(), None);
        let value = self.silently(|checker| checker.evaluate_body(function, &key.1));
        self.decls.evaluated.insert(key, value);
        value
    }

    /// Runs `f` without its messages, records and reached functions.
    pub(crate) fn silently<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let (messages, calls) = (self.sink.count(), self.reached.calls.len());
        let recorder = self.recorder.take();
        let result = self.unevaluated(f);
        self.recorder = recorder;
        self.reached.calls.truncate(calls);
        self.sink.truncate(messages);
        result
    }

    fn evaluate_body(&mut self, function: FnId, values: &[ConstantId]) -> Option<ConstantId> {
        let info = &self.decls.functions[function];
        let (params, body) = (Arc::clone(&info.params), self.ast.functions[info.ast].body?);
        let depth = self.frame.depth + DEPTH_OF_CALL;
        let frame = Frame { sees: info.sees, depth, ..Frame::new(info.scope, info.ret) };
        let outer = std::mem::replace(&mut self.frame, frame);
        self.frame.locals.enter();
        for (param, &value) in params.iter().zip(values) {
            if param.name != Symbol::EMPTY {
                self.frame.locals.bind_value(param.name, Entity::Constant(value), param.span);
            }
        }
        let flow = self.evaluate(body);
        self.frame = outer;
        match flow {
            Flow::Return(value) => Some(value),
            Flow::Next | Flow::Unknown => None,
        }
    }

    fn evaluate(&mut self, id: ast::StmtId) -> Flow {
        if self.frame.depth >= MAX_DEPTH {
            return Flow::Unknown;
        }
        self.frame.depth += 1;
        let flow = self.evaluate_kind(id);
        self.frame.depth -= 1;
        flow
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other statements have no value at compile time")]
    fn evaluate_kind(&mut self, id: ast::StmtId) -> Flow {
        match self.ast.stmts[id].kind {
            StmtKind::Empty => Flow::Next,
            StmtKind::Block(stmts) => {
                self.frame.locals.enter();
                let ast = self.ast;
                let flows = ast.ids(stmts).map(|stmt| self.evaluate(stmt));
                let flow = flows.into_iter().find(|flow| !matches!(flow, Flow::Next)).unwrap_or(Flow::Next);
                self.frame.locals.leave();
                flow
            }
            StmtKind::If(Condition::Expr(condition), then, otherwise) => {
                let boolean = self.common.bool_;
                match (self.constant_of_type(condition, boolean).flatten(), otherwise) {
                    (Some(holds), _) if self.is_true(holds) => self.evaluate(then),
                    (Some(_), Some(otherwise)) => self.evaluate(otherwise),
                    (Some(_), None) => Flow::Next,
                    (None, _) => Flow::Unknown,
                }
            }
            StmtKind::Return(Some(value)) => {
                let value = self.initializer(value, self.frame.ret);
                self.fold(value, Effort::Everything).map_or(Flow::Unknown, Flow::Return)
            }
            StmtKind::Item(item) => match self.ast.items[item].kind {
                ItemKind::Variables(variables) => self.evaluate_constants(&variables),
                _ => Flow::Unknown,
            },
            _ => Flow::Unknown,
        }
    }

    /// `const` variables with their values.
    fn evaluate_constants(&mut self, variables: &ast::Variables) -> Flow {
        let is_const = self.is_declared_const(variables.prefixes);
        if !is_const || self.has_modifier(variables.prefixes, Modifier::Static) {
            return Flow::Unknown;
        }
        let base = self.ast_type(variables.ty);
        let base = self.modified_type(base, variables.prefixes);
        let ast = self.ast;
        for id in ast.ids(variables.declarators) {
            let declarator = self.ast.declarators[id];
            let name = declarator.name.and_then(|path| self.simple_name(path));
            let (Some(name), Some(init)) = (name, declarator.init) else { return Flow::Unknown };
            let ty = self.sized_by_init(base, &declarator, declarator.span, false);
            let value = self.initializer(init, ty);
            let Some(value) = self.fold(value, Effort::Everything) else { return Flow::Unknown };
            self.frame.locals.bind_value(name, Entity::Constant(value), declarator.span);
        }
        Flow::Next
    }
}
