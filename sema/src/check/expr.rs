//! Checks expressions.
//!
//! Left-leaning chains (`a + b + c`, `a.b[c].d()`, `a, b`) are walked with an explicit stack, so that their length is
//! not limited; everything else recurses up to a limit.

mod conditional_lvalue;
mod fold;
mod heap;
mod init;
mod list;
mod literal;
mod member;
mod operands;
mod operator;
mod suspect;
mod swizzle;
mod value;

use crate::check::lookup::Named;
use crate::check::state::scopes::{Entity, Found, ScopeKind, Want};
use crate::check::state::{Checker, MAX_DEPTH};
use crate::consteval;
use crate::diagnostics::{
    ExpressionTooDeep, InvalidArrayLength, InvalidThis, MissingObject, NotAValue, ResourceInStruct,
    UnexpectedInitializerList, UnexpectedStateBlock,
};
use crate::hir::expr::{ExprId, ExprKind};
use crate::hir::ty::{Object, Scalar, StructId, Type, TypeId};
use crate::hir::{GlobalId, GlobalKind, LocalId};
use crate::tables::fold::Number;
use base::source::Span;
use frontend::ast::{self, ExprKind as Ast, FloatSuffix, IntSuffix, Literal};
use frontend::language::HlslVersion;

impl Checker<'_> {
    /// Checks an expression. The result is a place if the expression is an l-value.
    pub(super) fn expr(&mut self, id: ast::ExprId) -> ExprId {
        let node = &self.ast.exprs[id];
        let span = node.span;
        // Most operands are names and literals.
        let leaf = if let Ast::Path(path) = node.kind {
            self.path(path, span)
        } else if let Ast::Literal(literal) = node.kind {
            self.literal(literal, span)
        } else {
            return self.chain(id);
        };
        self.note_type(id, leaf);
        leaf
    }

    /// Checks an expression that may have operands.
    fn chain(&mut self, id: ast::ExprId) -> ExprId {
        let floor = self.spine.len();
        let mut at = id;
        while let Some(next) = self.left_operand(at) {
            self.spine.push(at);
            at = next;
        }
        let mut result = self.leaf(at);
        self.note_type(at, result);
        while self.spine.len() > floor
            && let Some(at) = self.spine.pop()
        {
            let is_inner = self.spine.len() > floor && self.spine.last().is_some_and(|&outer| self.takes_part(outer));
            result = self.extend(at, result, is_inner);
            self.note_type(at, result);
        }
        result
    }

    /// The left operand of an expression that may form long chains.
    fn left_operand(&self, id: ast::ExprId) -> Option<ast::ExprId> {
        match self.ast.exprs[id].kind {
            Ast::Binary { lhs, .. } => Some(lhs),
            Ast::Comma(lhs, _) => Some(lhs),
            Ast::Member(base, _) | Ast::Index(base, _) | Ast::Postfix(_, base) => Some(base),
            Ast::Call(callee, _) => match self.ast.exprs[callee].kind {
                Ast::Member(base, _) => Some(base),
                Ast::Path(_) | Ast::Error => None,
                Ast::Literal(_)
                | Ast::Unary(..)
                | Ast::Prefix(..)
                | Ast::Postfix(..)
                | Ast::Binary { .. }
                | Ast::Assign { .. }
                | Ast::Ternary(..)
                | Ast::Comma(..)
                | Ast::Cast(..)
                | Ast::Call(..)
                | Ast::Construct(..)
                | Ast::Index(..)
                | Ast::InitList(_)
                | Ast::TypeArg(_)
                | Ast::StateBlock => Some(callee),
            },
            Ast::Error
            | Ast::Literal(_)
            | Ast::Path(_)
            | Ast::Unary(..)
            | Ast::Prefix(..)
            | Ast::Assign { .. }
            | Ast::Ternary(..)
            | Ast::Cast(..)
            | Ast::Construct(..)
            | Ast::InitList(_)
            | Ast::TypeArg(_)
            | Ast::StateBlock => None,
        }
    }

    /// Returns whether an expression is a part of its left operand.
    fn takes_part(&self, id: ast::ExprId) -> bool {
        matches!(self.ast.exprs[id].kind, Ast::Member(..) | Ast::Index(..))
    }

    /// Completes an expression whose left operand has been checked; of an inner one a part is taken next.
    fn extend(&mut self, id: ast::ExprId, left: ExprId, is_inner: bool) -> ExprId {
        let node = self.ast.exprs[id];
        match node.kind {
            Ast::Binary { op, op_span, lhs, rhs } => {
                self.suspect_precedence(op, op_span, lhs, rhs);
                let right = self.nested(rhs);
                self.suspect_list(lhs, left);
                self.suspect_list(rhs, right);
                self.binary(op, op_span, left, right, node.span)
            }
            Ast::Comma(_, rhs) => {
                let rhs = self.nested(rhs);
                self.comma(left, rhs, node.span)
            }
            Ast::Member(_, path) => self.member(left, path, node.span),
            Ast::Index(_, index) => {
                let index = self.nested(index);
                self.index(left, index, is_inner, node.span)
            }
            Ast::Postfix(op, _) => self.inc_dec(op, false, left, node.span),
            Ast::Call(callee, args) => {
                if let Ast::Member(_, path) = self.ast.exprs[callee].kind {
                    self.method_call(left, path, args, node.span)
                } else {
                    self.call_object(left, args, node.span)
                }
            }
            Ast::Error
            | Ast::Literal(_)
            | Ast::Path(_)
            | Ast::Unary(..)
            | Ast::Prefix(..)
            | Ast::Assign { .. }
            | Ast::Ternary(..)
            | Ast::Cast(..)
            | Ast::Construct(..)
            | Ast::InitList(_)
            | Ast::TypeArg(_)
            | Ast::StateBlock => left,
        }
    }

    /// Checks an operand, one level deeper.
    pub(super) fn nested(&mut self, id: ast::ExprId) -> ExprId {
        if self.frame.depth >= MAX_DEPTH {
            let span = self.ast.exprs[id].span;
            if !std::mem::replace(&mut self.too_deep, true) {
                self.report(span, ExpressionTooDeep {});
            }
            return self.error(span);
        }
        self.frame.depth += 1;
        let result = self.expr(id);
        self.frame.depth -= 1;
        result
    }

    #[inline(never)]
    fn leaf(&mut self, id: ast::ExprId) -> ExprId {
        let node = self.ast.exprs[id];
        let span = node.span;
        match node.kind {
            Ast::Error => self.error(span),
            Ast::Literal(literal) => self.literal(literal, span),
            Ast::Path(path) => self.path(path, span),
            Ast::Unary(op, operand) => {
                let value = self.nested(operand);
                self.suspect_list(operand, value);
                self.unary(op, value, span)
            }
            Ast::Prefix(op, operand) => {
                let operand = self.nested(operand);
                self.inc_dec(op, true, operand, span)
            }
            Ast::Assign { op, op_span, lhs, rhs } => self.assignment(op, op_span, lhs, rhs, span),
            Ast::Ternary(condition, then, otherwise) => {
                let condition = self.nested(condition);
                let known = self.known_condition(condition);
                let first = self.unless_dead(known == Some(false), |checker| checker.nested(then));
                let second = self.unless_dead(known == Some(true), |checker| checker.nested(otherwise));
                self.suspect_list(then, first);
                self.suspect_list(otherwise, second);
                self.ternary(condition, first, second, span)
            }
            Ast::Cast(ty, operand) => {
                let ty = self.ast_type(ty);
                self.suspect_comma(operand);
                let operand = self.nested(operand);
                // A struct of this type stays an l-value.
                let is_same = self.ty(operand) == ty && matches!(self.module.types[ty], Type::Struct(_));
                if is_same && self.is_place(operand) { operand } else { self.cast(operand, ty, span) }
            }
            Ast::Call(callee, args) => self.call(callee, args, span),
            Ast::Construct(ty, args) => {
                let ty = self.ast_type(ty);
                self.construct(ty, args, span)
            }
            Ast::InitList(_) => {
                self.report(span, UnexpectedInitializerList {});
                self.error(span)
            }
            Ast::TypeArg(ty) => {
                let ty = self.ast_type(ty);
                if ty == self.common.error {
                    self.error(span)
                } else {
                    self.not_a_value(span, self.declaration_of_type(ty), None)
                }
            }
            Ast::StateBlock => {
                self.report(span, UnexpectedStateBlock {});
                self.error(span)
            }
            Ast::Postfix(..) | Ast::Binary { .. } | Ast::Comma(..) | Ast::Index(..) | Ast::Member(..) => {
                self.error(span)
            }
        }
    }

    fn assignment(
        &mut self,
        op: Option<ast::BinaryOp>,
        op_span: Span,
        lhs: ast::ExprId,
        rhs: ast::ExprId,
        span: Span,
    ) -> ExprId {
        let place = self.nested(lhs);
        if let (None, Ast::InitList(_)) = (op, self.ast.exprs[rhs].kind)
            && !self.is_error(place)
        {
            let ty = self.ty(place);
            let value = self.initializer(rhs, ty);
            return self.assign(op, op_span, place, value, span);
        }
        let value = self.nested(rhs);
        self.suspect_list(rhs, value);
        self.assign(op, op_span, place, value, span)
    }

    #[inline(never)]
    fn literal(&mut self, literal: Literal, span: Span) -> ExprId {
        if let Some(constant) = self.literals.constant(literal) {
            return self.constant(constant, span);
        }
        let (scalar, number) = match literal {
            Literal::Bool(value) => return self.bool_constant(value, span),
            Literal::Int { value, suffix, decimal } => {
                (self.int_literal(value, suffix, decimal), Number::Int(value.into()))
            }
            Literal::Float { value, suffix } => (self.float_literal(suffix), Number::Float(value)),
            Literal::Str(text) => return self.value(self.common.string, ExprKind::String(text), span),
        };
        let ty = self.intern(Type::Scalar(scalar));
        match consteval::from_numbers(&mut self.module, ty, &[number]) {
            Some(constant) => {
                self.literals.keep(literal, constant);
                self.constant(constant, span)
            }
            None => self.error(span),
        }
    }

    fn int_literal(&self, value: u64, suffix: IntSuffix, decimal: bool) -> Scalar {
        let fits = value <= u64::from(u32::MAX);
        match suffix {
            IntSuffix::None if self.since(HlslVersion::V202x) => match (value <= i32::MAX as u64, fits && !decimal) {
                (true, _) => Scalar::Int,
                (false, true) => Scalar::UInt,
                (false, false) => Scalar::Int64,
            },
            IntSuffix::None => Scalar::LiteralInt,
            IntSuffix::U | IntSuffix::UL if fits => Scalar::UInt,
            IntSuffix::L if value <= i32::MAX as u64 => Scalar::Int,
            IntSuffix::L if fits && !decimal => Scalar::UInt,
            IntSuffix::L | IntSuffix::LL => Scalar::Int64,
            IntSuffix::U | IntSuffix::UL | IntSuffix::ULL => Scalar::UInt64,
        }
    }

    fn float_literal(&self, suffix: FloatSuffix) -> Scalar {
        match suffix {
            FloatSuffix::None if self.since(HlslVersion::V202x) => Scalar::Float,
            FloatSuffix::None => Scalar::LiteralFloat,
            FloatSuffix::F | FloatSuffix::F32 => Scalar::Float,
            FloatSuffix::H | FloatSuffix::F16 => Scalar::Half,
            FloatSuffix::L | FloatSuffix::F64 => Scalar::Double,
        }
    }

    #[inline(never)]
    fn path(&mut self, path: ast::PathId, span: Span) -> ExprId {
        if let Some(name) = self.simple_name(path) {
            if name == self.words.this {
                return self.this(span);
            }
            // Most names are those of variables and parameters.
            if let Some(entity @ Entity::Local(local)) = self.frame.locals.lookup(name, Want::Any) {
                self.note_name(self.ast.paths[path].span, name, Found { entity, scope: None });
                return self.local(local, span);
            }
        }
        match self.resolve(path) {
            Named::Entity(found) if self.is_limit(found) => {
                let name = self.sources.text(span).to_owned();
                self.report(span, NotAValue { name }).note("call the function with '()'");
                self.error(span)
            }
            Named::Entity(found) => self.entity(found, span),
            Named::Type(ty) if ty == self.common.error => self.error(span),
            Named::Type(ty) => self.not_a_value(span, self.declaration_of_type(ty), None),
            Named::Builtin(name) => {
                let name = self.text(name);
                self.report(span, NotAValue { name }).note("call the function with '()'");
                self.error(span)
            }
            Named::Error => self.error(span),
        }
    }

    fn this(&mut self, span: Span) -> ExprId {
        match self.frame.this {
            Some((local, id)) => {
                let ty = self.intern(Type::Struct(id));
                self.place(ty, ExprKind::Local(local), span)
            }
            None => {
                self.report(span, InvalidThis {});
                self.error(span)
            }
        }
    }

    fn not_a_value(&mut self, span: Span, declared: Span, advice: Option<&'static str>) -> ExprId {
        let name = self.sources.text(span).to_owned();
        let after = self.around(span.hi).and_then(|(_, after)| after.strip_prefix('.')).unwrap_or_default();
        let end = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(after.len());
        let member = after[..end].to_owned();
        let report = self.report(span, NotAValue { name: name.clone() });
        if let Some(advice) = advice {
            report.note(advice);
        } else if !member.is_empty() {
            report.note_at(span, format!("use '::' to access members of a type: {name}::{member}"));
        }
        report.declared_at(declared);
        self.error(span)
    }

    /// The expression for an entity.
    pub(super) fn entity(&mut self, found: Found, span: Span) -> ExprId {
        match found.entity {
            Entity::Local(local) => self.local(local, span),
            Entity::Global(global) => self.global_expr(global, span),
            Entity::BlockMember(global, field) => self.block_member(global, field, span),
            Entity::Constant(constant) => self.constant(constant, span),
            Entity::Field(field) => self.own_field(found, &[field], span),
            Entity::NestedField(outer, inner) => self.own_field(found, &[outer, inner], span),
            Entity::Heap(kind) => self.heap(kind, span),
            Entity::Text(text) => self.value(self.common.string, ExprKind::String(text), span),
            Entity::Error => self.error(span),
            Entity::Type(ty) => self.not_a_value(span, self.declaration_of_type(ty), None),
            Entity::Template(template) => self.not_a_value(span, self.decls.templates[template].span, None),
            Entity::Namespace(_) => {
                self.not_a_value(span, Span::NONE, Some("use '::' to access members of a namespace"))
            }
            Entity::Functions(_) => self.not_a_value(span, Span::NONE, Some("call the function with '()'")),
        }
    }

    /// A variable of a block or a parameter.
    fn local(&mut self, local: LocalId, span: Span) -> ExprId {
        self.frame.used.set(local, true);
        let ty = self.frame.body.locals[local].ty;
        let place = self.place(ty, ExprKind::Local(local), span);
        if self.frame.per_vertex.contains(&local) { self.first_vertex(place, span) } else { place }
    }

    pub(super) fn global_expr(&mut self, global: GlobalId, span: Span) -> ExprId {
        if let Some(&length) = self.decls.empty_arrays.variables.get(&global) {
            self.report(length, InvalidArrayLength {}).note_at(span, "the array is used here");
            return self.error(span);
        }
        let ty = self.global(global).ty;
        match self.global(global).kind {
            GlobalKind::SpecConstant { .. } => self.value(ty, ExprKind::SpecConstant(global), span),
            GlobalKind::Resource { .. } if !self.reached.dead && self.mixes_resources(ty) => {
                let name = self.text(self.global(global).name);
                self.report(span, ResourceInStruct { name });
                self.error(span)
            }
            GlobalKind::Static { .. }
            | GlobalKind::Groupshared
            | GlobalKind::Block { .. }
            | GlobalKind::Resource { .. }
            | GlobalKind::Heap { .. }
            | GlobalKind::Counter
            | GlobalKind::ExtBuiltin { .. }
            | GlobalKind::Shared(_) => self.place(ty, ExprKind::Global(global), span),
        }
    }

    /// Returns whether a type is a constant or texture buffer of structs with resources, which memory cannot hold.
    fn mixes_resources(&self, ty: TypeId) -> bool {
        let Type::Object(Object::ConstantBuffer(content) | Object::TextureBuffer(content)) =
            self.module.types[self.module.element_of_arrays(ty)]
        else {
            return false;
        };
        self.has_resource(content)
    }

    fn block_member(&mut self, global: GlobalId, field: u32, span: Span) -> ExprId {
        let block = self.global(global).ty;
        let base = self.place(block, ExprKind::Global(global), span);
        let Type::Struct(id) = self.module.types[block] else { return self.error(span) };
        let ty = self.module.structs[id].fields[field as usize].ty;
        self.place(ty, ExprKind::Member { base, field }, span)
    }

    /// A field of `this` without an explicit object.
    fn own_field(&mut self, found: Found, fields: &[u32], span: Span) -> ExprId {
        let owner = found.scope.map(|scope| self.decls.scopes.get(scope).kind);
        let (Some(ScopeKind::Struct(owner)), Some((local, id))) = (owner, self.frame.this) else {
            let name = self.sources.text(span).to_owned();
            self.report(span, MissingObject { name });
            return self.error(span);
        };
        let ty = self.intern(Type::Struct(id));
        let mut expr = self.place(ty, ExprKind::Local(local), span);
        expr = self.base_part(expr, owner);
        // A base that was refused is not a part of the object.
        if self.type_of(expr) != Type::Struct(owner) {
            return self.error(span);
        }
        for &field in fields {
            expr = self.field_of(expr, field, span);
        }
        expr
    }

    /// The part of an object that belongs to a base class, field by field.
    pub(super) fn base_part(&mut self, mut expr: ExprId, owner: StructId) -> ExprId {
        let span = self.span(expr);
        while let Type::Struct(id) = self.type_of(expr)
            && id != owner
            && self.module.structs[id].has_base
        {
            expr = self.field_of(expr, 0, span);
        }
        expr
    }

    /// A field by its index.
    pub(super) fn field_of(&mut self, base: ExprId, field: u32, span: Span) -> ExprId {
        let Some(id) = self.module.struct_behind(self.ty(base)) else { return self.error(span) };
        let (ty, per_vertex) = {
            let field = &self.module.structs[id].fields[field as usize];
            (field.ty, field.attributes.per_vertex)
        };
        let member = self.like(base, ty, ExprKind::Member { base, field }, span);
        if per_vertex { self.first_vertex(member, span) } else { member }
    }
}
