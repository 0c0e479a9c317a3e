//! Initialisers: lists of any nesting are flattened and distributed over the scalars of the type; in HLSL 202x those of another
//! number of scalars are read as in C (`list.rs`).

use crate::check::lookup::Named;
use crate::check::state::Checker;
use crate::check::state::scopes::{Entity, Want};
use crate::convert;
use crate::diagnostics::{ArrayLengthMissing, InitializerCount, InvalidInitializer, WrongArgumentCount};
use crate::hir::expr::ConstantId;
use crate::hir::expr::{Components, ConstantValue, ExprId, ExprKind};
use crate::hir::ty::{MAX_SHORT_VECTOR, Object, Scalar, Type, TypeId};
use crate::tables::intrinsics;
use base::source::Span;
use frontend::ast::{self, Declarator, ExprKind as Ast, List, Literal, UnaryOp};
use frontend::language::HlslVersion;
use std::collections::VecDeque;

/// The remaining values of an initialiser list.
struct Source {
    values: VecDeque<ExprId>,
    parts: Vec<ExprId>,
    /// Assignments that precede the construction.
    effects: Vec<ExprId>,
    failed: bool,
}

impl Checker<'_> {
    /// The value of an initialiser for a variable of a type.
    pub(crate) fn initializer(&mut self, init: ast::ExprId, ty: TypeId) -> ExprId {
        let node = self.ast.exprs[init];
        let Ast::InitList(items) = node.kind else {
            let value = self.nested(init);
            self.suspect_comma(init);
            return self.convert(value, ty);
        };
        if ty == self.common.error {
            return self.error(node.span);
        }
        let mut values = Vec::new();
        if !self.flatten(init, &mut values) {
            return self.error(node.span);
        }
        if self.options.version >= HlslVersion::V202x && self.scalars_of(&values) != self.scalar_count(ty) {
            let Some(values) = self.values_of_list(items, values, ty, node.span) else { return self.error(node.span) };
            return self.built(ty, &values, node.span);
        }
        self.built(ty, &values, node.span)
    }

    fn built(&mut self, ty: TypeId, values: &[ExprId], span: Span) -> ExprId {
        if let ([value], None) = (values, convert::numeric(&self.module, ty))
            && self.ty(*value) == ty
        {
            return self.load(*value);
        }
        self.build(ty, values, span)
    }

    /// The value of an initialiser for a variable of a type, and whether the variable can have it.
    pub(crate) fn fitting_initializer(&mut self, init: ast::ExprId, ty: TypeId) -> (ExprId, bool) {
        if matches!(self.ast.exprs[init].kind, Ast::InitList(_)) {
            return (self.initializer(init, ty), false);
        }
        let value = self.nested(init);
        self.suspect_comma(init);
        let converted = self.convert(value, ty);
        (converted, self.is_error(converted) && !self.is_error(value))
    }

    /// The values in a list, nested lists included, in order.
    fn flatten(&mut self, init: ast::ExprId, values: &mut Vec<ExprId>) -> bool {
        let mut good = true;
        for leaf in self.leaves(init) {
            let value = self.nested(leaf);
            good &= !self.is_error(value);
            values.push(value);
        }
        good
    }

    /// The expressions in a list, nested lists included, in order. The walk has an explicit stack.
    fn leaves(&self, init: ast::ExprId) -> Vec<ast::ExprId> {
        let (mut leaves, mut stack) = (Vec::new(), vec![init]);
        while let Some(at) = stack.pop() {
            if let Ast::InitList(items) = self.ast.exprs[at].kind {
                stack.extend(self.ast.ids(items).rev())
            } else {
                leaves.push(at)
            }
        }
        leaves
    }

    /// `T(a, b)`: one argument is a cast, several are treated as an initialiser list.
    pub(crate) fn construct(&mut self, ty: TypeId, args: List<ast::Expr>, span: Span) -> ExprId {
        let args = self.arguments(args);
        if ty == self.common.error {
            return self.error(span);
        }
        let Some(args) = args else { return self.error(span) };
        match *args.exprs.as_slice() {
            // An object without constructor arguments is initialised by its declaration.
            [] if matches!(self.module.types[ty], Type::Object(Object::RayQuery(..))) => {
                self.value(ty, ExprKind::Undef, span)
            }
            [] if self.module.types[ty] == Type::Object(Object::HitObject) => {
                let intrinsic = &intrinsics::find("dx::HitObject::MakeNop")[0];
                self.value(ty, ExprKind::Intrinsic { intrinsic, args: Vec::new() }, span)
            }
            [] => {
                let (name, expected) = (self.type_name(ty), self.scalar_count(ty).to_string());
                self.report(span, WrongArgumentCount { name, expected, found: "0".to_owned() });
                self.error(span)
            }
            [value] if self.needs_cast_notation(value, ty) => {
                let (from, to) = (self.type_name(self.ty(value)), self.type_name(ty));
                let cast = format!("use a cast: ({to})value");
                self.report(span, InvalidInitializer { from, to }).note(cast);
                self.error(span)
            }
            [value] => {
                let cast = self.cast(value, ty, span);
                if let Some(constant) = self.constant_of(cast) {
                    return self.constant(constant, span);
                }
                cast
            }
            _ if convert::numeric(&self.module, ty).is_some() => self.build(ty, &args.exprs, span),
            _ => {
                let (name, found) = (self.type_name(ty), args.exprs.len().to_string());
                let is_struct = matches!(self.module.types[ty], Type::Struct(_));
                let report = self.report(span, WrongArgumentCount { name, expected: "1".to_owned(), found });
                if is_struct {
                    report
                        .note_at(span, "structs have no constructors; a declaration initializes them with '= { ... }'");
                }
                self.error(span)
            }
        }
    }

    /// True where `T(x)` is not a cast, unlike `(T)x`: to an enumeration, and from an `enum class`.
    fn needs_cast_notation(&self, value: ExprId, to: TypeId) -> bool {
        let from = self.ty(value);
        let is_strict = |ty: TypeId| {
            if let Type::Enum(id) = self.module.types[ty] { ty == to || self.module.enums[id].scoped } else { false }
        };
        from != to && from != self.common.error && (is_strict(from) || is_strict(to))
    }

    fn scalars_of(&self, values: &[ExprId]) -> u64 {
        values.iter().fold(0, |sum, &value| sum.saturating_add(self.scalar_count(self.ty(value))))
    }

    /// Constructs a value of a type from exactly as many scalars as it has.
    fn build(&mut self, ty: TypeId, values: &[ExprId], span: Span) -> ExprId {
        let (expected, found) = (self.scalar_count(ty), self.scalars_of(values));
        if expected != found {
            let ty = self.type_name(ty);
            let (expected, found) = (expected.to_string(), found.to_string());
            self.report(span, InitializerCount { ty, expected, found });
            return self.error(span);
        }
        if let Some((elem, _)) = convert::numeric_type(self.module.types[ty])
            && values.iter().all(|&value| convert::numeric(&self.module, self.ty(value)).is_some())
        {
            return self.build_numbers(ty, elem, values, span);
        }
        let mut source =
            Source { values: values.iter().copied().collect(), parts: Vec::new(), effects: Vec::new(), failed: false };
        self.deal(ty, &mut source);
        if source.failed {
            return self.error(span);
        }
        if source.effects.is_empty()
            && let Some(folded) = self.fold_parts(ty, &source.parts)
        {
            return self.constant(folded, span);
        }
        let mut value = self.value(ty, ExprKind::Construct { parts: source.parts }, span);
        for effect in source.effects.into_iter().rev() {
            value = self.value(ty, ExprKind::Comma { lhs: effect, rhs: value }, span);
        }
        value
    }

    /// Constructs a vector or matrix from numbers with as many scalars, none of which has to be taken apart.
    fn build_numbers(&mut self, ty: TypeId, elem: Scalar, values: &[ExprId], span: Span) -> ExprId {
        let mut parts = Vec::with_capacity(values.len());
        let mut failed = false;
        for &value in values {
            let part = self.load(value);
            let part = if self.ty(part) == ty { part } else { self.convert_elements(part, elem) };
            failed |= self.is_error(part);
            parts.push(part);
        }
        if failed {
            return self.error(span);
        }
        if let Some(folded) = self.fold_parts(ty, &parts) {
            return self.constant(folded, span);
        }
        self.value(ty, ExprKind::Construct { parts }, span)
    }

    /// A number with other elements.
    fn convert_elements(&mut self, value: ExprId, elem: Scalar) -> ExprId {
        let Some((_, shape)) = convert::numeric(&self.module, self.ty(value)) else { return value };
        let ty = self.intern(shape.of(elem));
        self.convert_part(value, ty)
    }

    /// A scalar or vector of constants is a constant.
    fn fold_parts(&mut self, ty: TypeId, parts: &[ExprId]) -> Option<ConstantId> {
        let size = match self.module.types[ty] {
            Type::Vector(_, size) if size > 1 => size,
            Type::Scalar(_) | Type::Enum(_) => return parts.first().and_then(|&part| self.constant_of(part)),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => return None,
        };
        let mut scalars = Vec::with_capacity(size.into());
        for &part in parts {
            let constant = self.constant_of(part)?;
            match (&self.module.constants[constant].value, self.type_of(part)) {
                (ConstantValue::Composite(items), _) => scalars.extend(items.iter().copied()),
                (_, Type::Scalar(_)) => scalars.push(constant),
                _ => return None,
            }
        }
        Some(self.intern_constant(ty, ConstantValue::Composite(scalars)))
    }

    /// Distributes values over a type. Types nest as deeply as the source's structs.
    fn deal(&mut self, ty: TypeId, source: &mut Source) {
        if source.failed {
            return;
        }
        if let Some(&next) = source.values.front()
            && self.ty(next) == ty
        {
            source.values.pop_front();
            let value = self.load(next);
            return source.parts.push(value);
        }
        match self.module.types[ty] {
            Type::Struct(id) => {
                for index in 0..self.module.structs[id].fields.len() {
                    let field = &self.module.structs[id].fields[index];
                    match (field.ty, field.attributes.per_vertex) {
                        (ty, true) => self.deal_vertices(ty, source),
                        (ty, false) => self.deal(ty, source),
                    }
                }
            }
            Type::Array(elem, length) => {
                for _ in 0..length {
                    if source.failed {
                        return;
                    }
                    self.deal(elem, source);
                }
            }
            Type::Enum(_) => self.deal_whole(ty, source),
            other @ (Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::RuntimeArray(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_)) => match convert::numeric_type(other) {
                Some((elem, shape)) => self.deal_scalars(elem, shape.count(), source),
                None => self.deal_whole(ty, source),
            },
        }
    }

    /// One value for all vertices.
    fn deal_vertices(&mut self, array: TypeId, source: &mut Source) {
        let Type::Array(elem, count) = self.module.types[array] else { return };
        let before = source.parts.len();
        self.deal(elem, source);
        if source.failed {
            return;
        }
        let parts = source.parts.split_off(before);
        let span = self.span(parts[0]);
        let value = self.value(elem, ExprKind::Construct { parts }, span);
        let value = self.repeatable(value, source);
        for _ in 0..count {
            let part = self.load(value);
            source.parts.push(part);
        }
    }

    /// One value for a leaf without scalars of its own: an object or an enumeration.
    fn deal_whole(&mut self, ty: TypeId, source: &mut Source) {
        let Some(value) = self.next_leaf(source) else {
            source.failed = true;
            return;
        };
        let value = self.convert(value, ty);
        source.failed |= self.is_error(value);
        source.parts.push(value);
    }

    /// Takes the next scalar; a struct or array is decomposed.
    fn next_leaf(&mut self, source: &mut Source) -> Option<ExprId> {
        loop {
            let next = source.values.pop_front()?;
            if !matches!(
                self.type_of(next),
                Type::Struct(_) | Type::Array(..) | Type::Object(Object::ConstantBuffer(_))
            ) {
                return Some(next);
            }
            self.take_apart(next, source);
        }
    }

    fn deal_scalars(&mut self, elem: Scalar, count: u32, source: &mut Source) {
        let mut missing = count;
        while missing > 0 {
            let Some(next) = self.next_leaf(source) else {
                source.failed = true;
                return;
            };
            let next = self.load(next);
            let Some((_, shape)) = convert::numeric(&self.module, self.ty(next)) else {
                let (from, to) = (self.type_name(self.ty(next)), self.type_name_of(elem));
                self.report(self.span(next), InvalidInitializer { from, to });
                source.failed = true;
                return;
            };
            if shape.count() > missing {
                self.take_apart(next, source);
                continue;
            }
            let ty = self.intern(shape.of(elem));
            let value = self.convert_part(next, ty);
            source.failed |= self.is_error(value);
            source.parts.push(value);
            missing -= shape.count();
        }
    }

    fn type_name_of(&mut self, elem: Scalar) -> String {
        let ty = self.intern(Type::Scalar(elem));
        self.type_name(ty)
    }

    /// Replaces a value by its members, elements or components, at the front of the source.
    fn take_apart(&mut self, value: ExprId, source: &mut Source) {
        let value = self.repeatable(value, source);
        let span = self.span(value);
        let mut pieces = Vec::new();
        match self.type_of(value) {
            Type::Struct(id) => {
                for field in 0..self.module.structs[id].fields.len() {
                    pieces.push(self.field_of(value, field as u32, span));
                }
            }
            Type::Object(Object::ConstantBuffer(_)) => pieces.push(self.load(value)),
            Type::Array(elem, length) => {
                for index in 0..length {
                    pieces.push(self.element(value, elem, index));
                }
            }
            Type::Vector(elem, size) if size > MAX_SHORT_VECTOR => {
                let ty = self.intern(Type::Scalar(elem));
                for component in 0..size {
                    pieces.push(self.element(value, ty, component.into()));
                }
            }
            Type::Vector(elem, size) => {
                let ty = self.intern(Type::Scalar(elem));
                for component in 0..size as u8 {
                    let components = Components { items: [component, 0, 0, 0], len: 1 };
                    pieces.push(self.like(value, ty, ExprKind::Swizzle { base: value, components }, span));
                }
            }
            Type::Matrix { elem, rows, columns } => {
                let ty = self.intern(Type::Vector(elem, columns.into()));
                for row in 0..rows {
                    pieces.push(self.element(value, ty, row.into()));
                }
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => source.failed = true,
        }
        for piece in pieces.into_iter().rev() {
            source.values.push_front(piece);
        }
    }

    fn element(&mut self, base: ExprId, elem: TypeId, index: u32) -> ExprId {
        let span = self.span(base);
        let index = self.constant_index(index, span);
        self.like(base, elem, ExprKind::Index { base, index }, span)
    }

    /// An expression that may be evaluated several times: a place or constant as it is, another value through a
    /// temporary that is set before the construction.
    fn repeatable(&mut self, value: ExprId, source: &mut Source) -> ExprId {
        let node = self.frame.body.exprs[value].clone();
        if let ExprKind::Load(place) = node.kind {
            return place;
        }
        if self.is_place(value) || matches!(node.kind, ExprKind::Constant(_)) {
            return value;
        }
        let local = self.temporary(node.ty, node.span);
        let place = self.place(node.ty, ExprKind::Local(local), node.span);
        let kind = ExprKind::Assign { place, value };
        let assigned = self.place(node.ty, kind, node.span);
        source.effects.push(assigned);
        place
    }

    /// The type of a declared variable: its dimensions, an empty one inferred from the initialiser.
    pub(crate) fn sized_by_init(&mut self, base: TypeId, declarator: &Declarator, span: Span, global: bool) -> TypeId {
        let init = declarator.init;
        let open = self.ast.ids(declarator.dims).next().is_some_and(|first| self.ast.dim(first).is_none());
        if !open {
            return self.with_dims(base, declarator.dims, span);
        }
        self.with_dims_or(base, declarator.dims, |checker, elem| {
            if global && init.is_none() && checker.is_resource(elem) {
                return Some(checker.intern(Type::RuntimeArray(elem)));
            }
            let length = init.and_then(|init| checker.length_from(init, elem));
            match length {
                Some(length) if length > 0 => Some(checker.intern(Type::Array(elem, length))),
                Some(_) | None => {
                    checker.report(span, ArrayLengthMissing {});
                    None
                }
            }
        })
    }

    /// The number of elements that an initialiser fills.
    fn length_from(&mut self, init: ast::ExprId, elem: TypeId) -> Option<u32> {
        let braced = self.braced_elements(init);
        let each = self.scalar_count(elem).max(1);
        let errors = self.sink.error_count();
        let (mut leaves, mut numbers) = (self.leaves(init), 0_u64);
        // Long tables are made of numbers, whose scalars are counted without evaluating them here and once more as values.
        leaves.retain(|&leaf| {
            let count = self.scalars_of_numbers(leaf);
            numbers = numbers.saturating_add(count.unwrap_or(0));
            count.is_none()
        });
        let (good, others) = self.unevaluated(|checker| {
            leaves.iter().fold((true, 0_u64), |(good, total), &leaf| {
                let value = checker.nested(leaf);
                let count = checker.scalar_count(checker.ty(value));
                (good && !checker.is_error(value), total.saturating_add(count))
            })
        });
        if !good || self.sink.error_count() != errors {
            return None;
        }
        u32::try_from(numbers.saturating_add(others).div_ceil(each).max(braced)).ok()
    }

    /// The number of elements that have braces of their own, if all have: in HLSL 202x each may have fewer values than scalars.
    fn braced_elements(&self, init: ast::ExprId) -> u64 {
        let Ast::InitList(items) = self.ast.exprs[init].kind else { return 0 };
        let is_braced = |item: ast::ExprId| matches!(self.ast.exprs[item].kind, Ast::InitList(_));
        let is_in_c = self.options.version >= HlslVersion::V202x;
        if is_in_c && self.ast.ids(items).all(is_braced) { items.len() as u64 } else { 0 }
    }

    /// The scalars of a number, or of a vector or matrix of as many numbers. There can be no error in them.
    fn scalars_of_numbers(&mut self, leaf: ast::ExprId) -> Option<u64> {
        let ast = self.ast;
        let is_number =
            |id: ast::ExprId| matches!(ast.exprs[id].kind, Ast::Literal(Literal::Int { .. } | Literal::Float { .. }));
        let is_signed = |id: ast::ExprId| {
            let without_sign = if let Ast::Unary(UnaryOp::Minus, inner) = ast.exprs[id].kind { inner } else { id };
            is_number(without_sign)
        };
        if is_number(leaf) {
            return Some(1);
        }
        let Ast::Call(callee, args) = ast.exprs[leaf].kind else { return None };
        let Ast::Path(path) = ast.exprs[callee].kind else { return None };
        let name = self.simple_name(path).filter(|_| ast.ids(args).all(is_signed))?;
        let found = self.lookup(name, Want::Any);
        if found.is_some_and(|found| !matches!(found.entity, Entity::Type(_))) {
            return None;
        }
        let Some(Named::Type(ty)) = self.find(path) else { return None };
        convert::numeric(&self.module, ty)?;
        Some(self.scalar_count(ty)).filter(|count| *count == args.len() as u64)
    }
}
