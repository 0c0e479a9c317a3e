//! `switch`: its selector, its labels and the parts between them.

use crate::check::state::Checker;
use crate::check::stmt::Builder;
use crate::convert;
use crate::diagnostics::{
    BoolSelector, DuplicateLabel, FloatSelector, ForeignLabel, InvalidSelector, MisplacedStatement, NestedLabel,
    NotConstant, StatementBeforeLabel, UnhandledValues,
};
use crate::hir::expr::{ConstantId, ExprId, ExprKind};
use crate::hir::stmt::{Block, Case, Label, StmtKind, Switch};
use crate::hir::ty::{ElemClass, EnumId, Type, TypeId};
use crate::tables::attributes::{Fact, Place};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, Condition, List, Prefix, StmtKind as Ast};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

/// A part of the body of a switch.
#[derive(Clone, Copy)]
enum Step {
    Enter,
    Leave,
    Stmt(ast::StmtId),
}

/// The parts of a switch so far.
struct Parts {
    cases: Vec<Case>,
    /// The statements after the last labels.
    part: Builder,
    /// The labels, with their places.
    seen: FxHashMap<Option<ConstantId>, Span>,
    /// True if control may leave the switch from a previous part.
    leaves: bool,
    /// True after an erroneous label, so that no statement counts as before the first one.
    mistaken: bool,
    /// The statements before the first label.
    dropped: Builder,
}

impl Parts {
    fn new() -> Self {
        Parts {
            cases: Vec::new(),
            part: Builder::new(),
            seen: FxHashMap::default(),
            leaves: true,
            mistaken: false,
            dropped: Builder::new(),
        }
    }
}

/// SPIR-V's limit of labels.
const MAX_LABELS: usize = 16383;

impl Checker<'_> {
    pub(crate) fn switch(
        &mut self,
        selector: Condition,
        body: ast::StmtId,
        prefixes: List<Prefix>,
        span: Span,
        builder: &mut Builder,
    ) {
        let attributes = self.read_attributes(prefixes, Place::Switch);
        let if_chain = attributes.has(Fact::Branch) || attributes.has(Fact::Flatten) || attributes.has(Fact::Call);
        self.frame.locals.enter();
        let mut before = Builder::new();
        let (selector, of_enum) = self.selector(selector, &mut before);
        self.frame.breakables += 1;
        let (cases, leaves, has_default) = self.cases(body, selector);
        self.frame.breakables -= 1;
        self.frame.locals.leave();
        let is_whole = of_enum.is_some_and(|id| self.suspect_labels(id, &cases, self.span(selector)));
        let kind = StmtKind::Switch(Box::new(Switch { selector, cases, if_chain }));
        if before.block.stmts.is_empty() {
            self.push(builder, span, kind);
        } else {
            let id = self.new_stmt(span, kind);
            before.block.stmts.push(id);
            self.push(builder, span, StmtKind::Block(before.block));
        }
        builder.open &= !(leaves && has_default);
        builder.ruled_out |= leaves && is_whole;
    }

    /// The selector as an integer, and its enumeration.
    fn selector(&mut self, selector: Condition, before: &mut Builder) -> (ExprId, Option<EnumId>) {
        let value = match selector {
            Condition::Expr(expr) => self.nested(expr),
            Condition::Declaration(item) => {
                let locals = self.frame.body.locals.len();
                self.local_item(item, before);
                let span = self.ast.items[item].span;
                if self.frame.body.locals.len() == locals {
                    return (self.error(span), None);
                }
                let local = base::ids::Id::new(self.frame.body.locals.len() as u32 - 1);
                let ty = self.frame.body.locals[local].ty;
                self.place(ty, ExprKind::Local(local), span)
            }
        };
        let value = self.load(value);
        self.suspect_literal(value, self.common.int, self.span(value));
        let value = self.concrete(value);
        if let Type::Enum(id) = self.module.types[self.ty(value)] {
            return (self.cast(value, self.common.int, self.span(value)), Some(id));
        }
        (self.integer_selector(value), None)
    }

    fn integer_selector(&mut self, value: ExprId) -> ExprId {
        let ty = self.ty(value);
        if self.is_error(value) || ty == self.common.int || ty == self.common.uint {
            return value;
        }
        let span = self.span(value);
        if let Some((elem, shape)) = convert::numeric(&self.module, ty)
            && shape.count() == 1
        {
            let class = elem.class();
            if class == ElemClass::Bool {
                self.report(span, BoolSelector {});
            }
            if class == ElemClass::Float && self.constant_of(value).is_none() {
                let ty = self.type_name(ty);
                self.report(span, FloatSelector { ty });
            }
            let to = if class == ElemClass::UInt { self.common.uint } else { self.common.int };
            return self.convert(value, to);
        }
        let ty = self.type_name(ty);
        self.report(span, InvalidSelector { ty });
        self.error(span)
    }

    /// Warns about missing and foreign values in a switch over an enumeration; returns whether all have a label.
    fn suspect_labels(&mut self, id: EnumId, cases: &[Case], selector: Span) -> bool {
        let labels: Vec<&Label> = cases.iter().flat_map(|case| &case.labels).collect();
        let mut seen = FxHashSet::default();
        let mut foreign = Vec::new();
        // Labels have the type `int`.
        let narrow = |value: i64| value as i32;
        let known: FxHashSet<i32> = self.module.enums[id].enumerators.iter().map(|&(_, value)| narrow(value)).collect();
        for label in &labels {
            let Some(value) = label.value.and_then(|value| self.integer(value)).map(narrow) else { continue };
            seen.insert(value);
            if !known.contains(&value) {
                foreign.push(label.span);
            }
        }
        let (name, declared) = (self.text(self.module.enums[id].name), self.module.enums[id].span);
        for span in foreign {
            self.report(span, ForeignLabel { name: name.clone() }).declared_at(declared);
        }
        let has_default = labels.iter().any(|label| label.value.is_none());
        let enumerators = &self.module.enums[id].enumerators;
        let missing: Vec<Symbol> =
            enumerators.iter().filter(|&&(_, value)| seen.insert(narrow(value))).map(|&(name, _)| name).collect();
        let is_whole = missing.is_empty();
        if !is_whole && !has_default {
            let missing = self.listed(&missing);
            self.report(selector, UnhandledValues { missing }).note_at(declared, format!("'{name}' declared here"));
        }
        is_whole
    }

    /// The first names of a list, and the number of further ones.
    fn listed(&self, names: &[Symbol]) -> String {
        const SHOWN: usize = 3;
        let mut text: Vec<String> = names.iter().take(SHOWN).map(|&name| format!("'{}'", self.text(name))).collect();
        if let Some(rest) = names.len().checked_sub(SHOWN).filter(|&rest| rest > 0) {
            text.push(format!("{rest} more"));
        }
        let last = text.pop().unwrap_or_default();
        if text.is_empty() { last } else { format!("{} and {last}", text.join(", ")) }
    }

    /// The parts between labels, whether none of them leads past the switch, and whether one is the default.
    fn cases(&mut self, body: ast::StmtId, selector: ExprId) -> (Vec<Case>, bool, bool) {
        let steps = self.switch_body(body);
        let ty = self.ty(selector);
        let mut parts = Parts::new();
        for (at, &step) in steps.iter().enumerate() {
            match step {
                Step::Enter => self.frame.locals.enter(),
                Step::Leave => self.frame.locals.leave(),
                Step::Stmt(id) => self.switch_step(id, ty, &steps[at..], &mut parts),
            }
        }
        parts.leaves &= !parts.part.open;
        self.close_part(&mut parts);
        let has_default = parts.seen.contains_key(&None);
        (parts.cases, parts.leaves, has_default)
    }

    /// A label, or a statement after one; `rest` starts with it.
    fn switch_step(&mut self, id: ast::StmtId, ty: TypeId, rest: &[Step], parts: &mut Parts) {
        let node = self.ast.stmts[id];
        let label = match node.kind {
            Ast::Case(value) => self.label(value, ty),
            Ast::Default => Some(None),
            _ if parts.cases.is_empty() && !parts.mistaken => return self.before_label(id, &node, &mut parts.dropped),
            Ast::Error
            | Ast::Empty
            | Ast::Expr(_)
            | Ast::Item(_)
            | Ast::Block(_)
            | Ast::If(..)
            | Ast::For(_)
            | Ast::While(..)
            | Ast::DoWhile(..)
            | Ast::Switch(..)
            | Ast::Break
            | Ast::Continue
            | Ast::Discard
            | Ast::Return(_) => return self.stmt(id, &mut parts.part),
        };
        let Some(value) = label else {
            parts.mistaken = true;
            return;
        };
        self.check_label(value, node.span, &mut parts.seen);
        let label = Label { value, span: node.span };
        match parts.cases.last_mut() {
            Some(last) if parts.part.block.stmts.is_empty() && parts.part.open => last.labels.push(label),
            _ => {
                if parts.part.open && !self.only_breaks(rest) {
                    self.suspect_fallthrough(parts.part.block.stmts.last().copied(), node.span);
                }
                self.close_part(parts);
                parts.part.open = true;
                parts.cases.push(Case { labels: vec![label], body: Block::new() });
            }
        }
    }

    /// Attaches the statements since the last labels to these.
    fn close_part(&self, parts: &mut Parts) {
        let Some(last) = parts.cases.last_mut() else { return };
        parts.leaves &= !self.breaks(&parts.part.block);
        last.body = std::mem::take(&mut parts.part.block);
    }

    /// The statements of a switch in order; blocks with labels are flattened.
    fn switch_body(&self, body: ast::StmtId) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut stack = vec![Step::Stmt(body)];
        let mut outermost = true;
        while let Some(step) = stack.pop() {
            let Step::Stmt(id) = step else {
                steps.push(step);
                continue;
            };
            let Ast::Block(stmts) = self.ast.stmts[id].kind else {
                steps.push(step);
                continue;
            };
            let has_label = |id| matches!(self.ast.stmts[id].kind, Ast::Case(_) | Ast::Default);
            if !std::mem::take(&mut outermost) && !self.ast.ids(stmts).any(has_label) {
                steps.push(step);
                continue;
            }
            stack.push(Step::Leave);
            stack.extend(self.ast.ids(stmts).rev().map(Step::Stmt));
            stack.push(Step::Enter);
        }
        steps
    }

    /// Returns whether a part has no effect.
    fn only_breaks(&self, steps: &[Step]) -> bool {
        let kinds = steps.iter().filter_map(|step| match step {
            Step::Stmt(id) => Some(self.ast.stmts[*id].kind),
            Step::Enter | Step::Leave => None,
        });
        let mut rest = kinds.skip_while(|kind| matches!(kind, Ast::Case(_) | Ast::Default));
        rest.next().is_none_or(|kind| matches!(kind, Ast::Break))
    }

    fn before_label(&mut self, id: ast::StmtId, node: &ast::Stmt, dropped: &mut Builder) {
        if !matches!(node.kind, Ast::Item(_) | Ast::Empty) {
            self.report(node.span, StatementBeforeLabel {});
        }
        self.stmt(id, dropped);
    }

    fn label(&mut self, value: ast::ExprId, ty: TypeId) -> Option<Option<ConstantId>> {
        let span = self.ast.exprs[value].span;
        if ty == self.common.error {
            return None;
        }
        let checked = self.nested(value);
        let checked = self.load(checked);
        if self.is_error(checked) {
            return None;
        }
        let checked = self.cast(checked, ty, span);
        match self.constant_of(checked) {
            Some(constant) => Some(Some(constant)),
            None => {
                if !self.is_error(checked) {
                    self.report(span, NotConstant { what: "case value".to_owned() });
                }
                None
            }
        }
    }

    fn check_label(&mut self, value: Option<ConstantId>, span: Span, seen: &mut FxHashMap<Option<ConstantId>, Span>) {
        let previous = match seen.entry(value) {
            Entry::Occupied(first) => *first.get(),
            Entry::Vacant(place) => {
                place.insert(span);
                if seen.len() == MAX_LABELS + 1 {
                    let what = format!("a switch with more than {MAX_LABELS} labels");
                    self.report(span, crate::diagnostics::Unsupported { what });
                }
                return;
            }
        };
        let value = match value.and_then(|value| self.integer(value)) {
            Some(value) => value.to_string(),
            None => "default".to_owned(),
        };
        self.report(span, DuplicateLabel { value }).note_at(previous, "previous case is here");
    }

    pub(crate) fn misplaced_label(&mut self, kind: &Ast, span: Span) {
        if self.frame.breakables > self.frame.loops {
            self.report(span, NestedLabel {});
            return;
        }
        let what = if matches!(kind, Ast::Default) { "default" } else { "case" };
        self.report(span, MisplacedStatement { what: what.to_owned(), place: "a switch".to_owned() });
    }
}
