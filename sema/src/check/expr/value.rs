//! Construction of expressions: loads of places, conversions, constants.

use crate::check::call::conversion::Purpose;
use crate::check::state::Checker;
use crate::check::state::structs::Facts;
use crate::consteval::Effort;
use crate::convert;
use crate::diagnostics::{ImplicitNarrowing, ImplicitTruncation, InvalidCast, NoImplicitConversion};
use crate::hir::Global;
use crate::hir::display;
use crate::hir::expr::{Category, Constant, ConstantId, ConstantValue, Conversion, Expr, ExprId, ExprKind};
use crate::hir::ty::{Field, Object, StructId, Transient, Type, TypeId};
use base::source::Span;
use frontend::ast;

/// The treatment of conversions to fewer bits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Narrowing {
    Told,
    Meant,
}

impl Checker<'_> {
    /// The id of a type.
    pub(crate) fn intern(&mut self, ty: Type) -> TypeId {
        self.module.types.intern(ty)
    }

    /// The name of a type, for messages.
    pub(crate) fn type_name(&self, ty: TypeId) -> String {
        display::type_name_with(&self.module, self.names, &|id| self.template_arguments(id), ty)
    }

    /// A new value.
    pub(crate) fn value(&mut self, ty: TypeId, kind: ExprKind, span: Span) -> ExprId {
        self.frame.body.exprs.alloc(Expr { ty, category: Category::Value, span, kind })
    }

    /// A new place.
    pub(crate) fn place(&mut self, ty: TypeId, kind: ExprKind, span: Span) -> ExprId {
        self.frame.body.exprs.alloc(Expr { ty, category: Category::Place, span, kind })
    }

    /// A new expression of the same category as another one.
    pub(crate) fn like(&mut self, model: ExprId, ty: TypeId, kind: ExprKind, span: Span) -> ExprId {
        let category = self.frame.body.exprs[model].category;
        self.frame.body.exprs.alloc(Expr { ty, category, span, kind })
    }

    /// The expression of a reported error.
    pub(crate) fn error(&mut self, span: Span) -> ExprId {
        self.value(self.common.error, ExprKind::Undef, span)
    }

    /// The type of an expression.
    pub(crate) fn ty(&self, expr: ExprId) -> TypeId {
        self.frame.body.exprs[expr].ty
    }

    /// The type of an expression, looked up.
    pub(crate) fn type_of(&self, expr: ExprId) -> Type {
        self.module.types[self.frame.body.exprs[expr].ty]
    }

    /// Returns whether an error in the expression was reported.
    pub(crate) fn is_error(&self, expr: ExprId) -> bool {
        self.frame.body.exprs[expr].ty == self.common.error
    }

    pub(crate) fn span(&self, expr: ExprId) -> Span {
        self.frame.body.exprs[expr].span
    }

    pub(crate) fn is_place(&self, expr: ExprId) -> bool {
        self.frame.body.exprs[expr].category == Category::Place
    }

    /// The value of an expression: a place is loaded.
    #[inline]
    pub(crate) fn load(&mut self, expr: ExprId) -> ExprId {
        if self.is_place(expr) { self.load_place(expr) } else { expr }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other places have no counter")]
    #[inline(never)]
    fn load_place(&mut self, expr: ExprId) -> ExprId {
        let node = &self.frame.body.exprs[expr];
        let (ty, span) = (node.ty, node.span);
        if ty == self.common.error {
            return self.error(span);
        }
        match node.kind {
            ExprKind::Local(local) => {
                if let Some(&constant) = self.frame.constants.get(&local) {
                    return self.constant(constant, span);
                }
            }
            _ if self.is_counted_kind(ty) => self.resources.counters.aliased.extend(self.indexed_global(expr)),
            _ => {}
        }
        if let Some(content) = self.module.types[ty].block_content() {
            return self.value(content, ExprKind::Convert { conversion: Conversion::BlockValue, operand: expr }, span);
        }
        self.value(ty, ExprKind::Load(expr), span)
    }

    /// As [`Checker::load`], but a constant buffer is not loaded: for aliases of the buffer itself.
    pub(crate) fn load_whole(&mut self, expr: ExprId) -> ExprId {
        if !self.is_place(expr) {
            return expr;
        }
        if self.type_of(expr).block_content().is_none() {
            return self.load(expr);
        }
        let (ty, span) = (self.ty(expr), self.span(expr));
        self.value(ty, ExprKind::Load(expr), span)
    }

    /// A place with the value of an expression: itself, or a temporary.
    pub(crate) fn as_place(&mut self, expr: ExprId) -> ExprId {
        if self.is_place(expr) || self.is_error(expr) {
            return expr;
        }
        let (ty, span) = (self.ty(expr), self.span(expr));
        if let ExprKind::Load(place) = self.frame.body.exprs[expr].kind {
            return place;
        }
        let local = self.temporary(ty, span);
        let place = self.place(ty, ExprKind::Local(local), span);
        self.place(ty, ExprKind::Assign { place, value: expr }, span)
    }

    /// The place where the variable is declared, or the member, that an expression is, or is a part of; none for values.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions have no declaration")]
    pub(crate) fn declaration_of(&self, mut expr: ExprId) -> Span {
        loop {
            match self.frame.body.exprs[expr].kind {
                ExprKind::Local(local) => return self.frame.body.locals[local].span,
                ExprKind::Global(global) => return self.global(global).span,
                ExprKind::Member { base, field } => {
                    if let Type::Struct(id) = self.type_of(base) {
                        return self.module.structs[id].fields[field as usize].span;
                    } else {
                        expr = base
                    }
                }
                ExprKind::Load(base) => expr = base,
                ref kind => match kind.whole() {
                    Some(base) => expr = base,
                    None => return Span::NONE,
                },
            }
        }
    }

    /// The place where a struct or enumeration is declared; none for other types.
    pub(crate) fn declaration_of_type(&self, ty: TypeId) -> Span {
        match self.module.types[ty] {
            Type::Struct(id) => self.module.structs[id].span,
            Type::Enum(id) => self.module.enums[id].span,
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => Span::NONE,
        }
    }

    /// A temporary variable.
    pub(crate) fn temporary(&mut self, ty: TypeId, span: Span) -> crate::hir::LocalId {
        let name = format!("temp.var.{}", self.type_name(ty));
        let name = self.names.intern(&name);
        self.frame.body.locals.alloc(crate::hir::Local {
            name,
            ty,
            span,
            precise: false,
            coherent: false,
            decorations: Vec::new(),
        })
    }

    /// The global that an expression names or takes an element of.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions do not name a global")]
    fn indexed_global(&self, mut expr: ExprId) -> Option<crate::hir::GlobalId> {
        loop {
            match self.frame.body.exprs[expr].kind {
                ExprKind::Global(global) => return Some(global),
                ExprKind::Index { base, .. } => expr = base,
                _ => return None,
            }
        }
    }

    fn is_counted_kind(&self, ty: TypeId) -> bool {
        matches!(self.module.types[ty], Type::Object(Object::StructuredBuffer { .. }) | Type::Array(..))
    }

    /// A value that is a constant.
    pub(crate) fn constant(&mut self, constant: ConstantId, span: Span) -> ExprId {
        let ty = self.module.constants[constant].ty;
        self.value(ty, ExprKind::Constant(constant), span)
    }

    /// The constant that an expression is, or that the place always contains.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are not constants")]
    pub(crate) fn constant_of(&self, expr: ExprId) -> Option<ConstantId> {
        match self.frame.body.exprs[expr].kind {
            ExprKind::Constant(constant) => Some(constant),
            ExprKind::Local(local) => self.frame.constants.get(&local).copied(),
            _ => None,
        }
    }

    /// The id of a constant.
    pub(crate) fn intern_constant(&mut self, ty: TypeId, value: ConstantValue) -> ConstantId {
        self.module.constants.intern(Constant { ty, value })
    }

    /// An `int` constant.
    pub(crate) fn int(&mut self, value: i64, span: Span) -> ExprId {
        let constant = self.intern_constant(self.common.int, ConstantValue::Int(value as u64));
        self.constant(constant, span)
    }

    /// Converts a value implicitly; failures are reported.
    pub(crate) fn convert(&mut self, expr: ExprId, to: TypeId) -> ExprId {
        self.convert_into(expr, to, Narrowing::Told)
    }

    /// Converts a part of a constructor or list, where the type counts as a cast.
    pub(super) fn convert_part(&mut self, expr: ExprId, to: TypeId) -> ExprId {
        self.convert_into(expr, to, Narrowing::Meant)
    }

    #[inline]
    fn convert_into(&mut self, expr: ExprId, to: TypeId, narrowing: Narrowing) -> ExprId {
        if self.ty(expr) == to && !self.is_place(expr) { expr } else { self.load_into(expr, to, narrowing) }
    }

    #[inline(never)]
    fn load_into(&mut self, expr: ExprId, to: TypeId, narrowing: Narrowing) -> ExprId {
        let expr = if self.ty(expr) == to { self.load_whole(expr) } else { self.load(expr) };
        let from = self.ty(expr);
        if from == to {
            return expr;
        }
        let span = self.span(expr);
        if from == self.common.error || to == self.common.error {
            return self.error(span);
        }
        if let Type::Transient(Transient::HeapElement(kind)) = self.module.types[from] {
            return self.heap_resource(kind, expr, to);
        }
        self.suspect_literal(expr, to, span);
        if let Some(expr) = self.settle_literal(expr, to) {
            return expr;
        }
        match convert::implicit(&mut self.module, self.options.version, from, to) {
            Ok(converted) => {
                let is_lossy = converted.loss.truncation || converted.loss.narrowing && narrowing == Narrowing::Told;
                if is_lossy && self.constant_of(expr).is_none() {
                    self.note_loss(span, to);
                }
                if converted.loss.truncation {
                    let (from, to) = (self.type_name(from), self.type_name(to));
                    self.report(span, ImplicitTruncation { from, to });
                } else if converted.loss.narrowing
                    && narrowing == Narrowing::Told
                    && self.constant_of(expr).is_none()
                    && !self.frame.dead
                {
                    let (from, to) = (self.type_name(from), self.type_name(to));
                    self.report(span, ImplicitNarrowing { from, to });
                }
                let expr = self.apply(expr, &converted.steps);
                self.renamed(expr, to)
            }
            Err(refusal) => {
                if let Some(converted) = self.user_conversion(expr, to, Purpose::Implicit) {
                    return converted;
                }
                let (from, to) = (self.type_name(from), self.type_name(to));
                match refusal {
                    convert::Refusal::NeedsCast => {
                        self.report(span, NoImplicitConversion { from, to }).note("use an explicit cast")
                    }
                    convert::Refusal::Impossible => self.report(span, NoImplicitConversion { from, to }),
                };
                self.error(span)
            }
        }
    }

    /// Converts a value explicitly; failures are reported.
    pub(crate) fn cast(&mut self, expr: ExprId, to: TypeId, span: Span) -> ExprId {
        if let (Type::Struct(_), Type::Struct(base)) = (self.type_of(expr), self.module.types[to])
            && self.ty(expr) != to
        {
            let up = self.upcast(expr, base);
            if self.ty(up) == to {
                return up;
            }
        }
        let expr = self.load(expr);
        let from = self.ty(expr);
        if from == to {
            return expr;
        }
        if from == self.common.error || to == self.common.error {
            return self.error(span);
        }
        if let Type::Transient(Transient::HeapElement(kind)) = self.module.types[from] {
            return self.heap_resource(kind, expr, to);
        }
        if let Some(converted) = self.user_conversion(expr, to, Purpose::Cast) {
            return converted;
        }
        if to == self.common.void {
            let operand = self.concrete(expr);
            return self.value(to, ExprKind::Convert { conversion: Conversion::Discard, operand }, span);
        }
        if let Some(expr) = self.settle_literal(expr, to) {
            return expr;
        }
        match convert::explicit(&mut self.module, self.options.version, from, to) {
            Ok(converted) => {
                let expr = self.concrete(expr);
                if self.ty(expr) == to {
                    return expr;
                }
                let from = self.ty(expr);
                let steps = convert::explicit(&mut self.module, self.options.version, from, to);
                let steps = steps.map_or(converted.steps, |converted| converted.steps);
                let expr = self.apply(expr, &steps);
                self.renamed(expr, to)
            }
            Err(_) => {
                let advice = self.instead_of_cast(from, to);
                let (from, to) = (self.type_name(from), self.type_name(to));
                let report = self.report(span, InvalidCast { from, to });
                if let Some(advice) = advice {
                    report.note_at(span, advice);
                }
                self.error(span)
            }
        }
    }

    /// Advice for a cast between numbers of shapes that do not go together.
    fn instead_of_cast(&self, from: TypeId, to: TypeId) -> Option<String> {
        use convert::Shape::{Matrix, Vector};
        let ((_, given), (_, wanted)) = (convert::numeric(&self.module, from)?, convert::numeric(&self.module, to)?);
        match (given, wanted) {
            (Vector(given), Vector(wanted)) if given < wanted => {
                Some(format!("{wanted} components are needed, and the value has {given}: add the others"))
            }
            (Matrix(..), Vector(size)) => {
                Some(format!("a matrix is cut to a smaller one, such as 'float{size}x{size}'"))
            }
            _ => None,
        }
    }

    /// Appends the steps of a conversion.
    pub(crate) fn apply(&mut self, mut expr: ExprId, steps: &[(Conversion, TypeId)]) -> ExprId {
        for &(conversion, ty) in steps {
            let span = self.span(expr);
            if let (Some(constant), Conversion::Numeric) = (self.constant_of(expr), conversion)
                && let Some(folded) = self.fold_convert(constant, ty)
            {
                expr = self.constant(folded, span);
                continue;
            }
            expr = self.value(ty, ExprKind::Convert { conversion, operand: expr }, span);
        }
        expr
    }

    /// An enumeration as its underlying type, or vice versa.
    fn renamed(&mut self, expr: ExprId, to: TypeId) -> ExprId {
        if self.ty(expr) == to {
            return expr;
        }
        self.apply(expr, &[(Conversion::Numeric, to)])
    }

    /// A discarded value. An undetermined element of a heap has no value.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other values have no effect")]
    pub(crate) fn dropped(&mut self, expr: ExprId) -> ExprId {
        if self.is_place(expr) {
            return expr;
        }
        if !matches!(self.type_of(expr), Type::Transient(_)) {
            return self.concrete(expr);
        }
        let span = self.span(expr);
        let kind = match self.frame.body.exprs[expr].kind {
            ExprKind::Comma { lhs, rhs } => ExprKind::Comma { lhs, rhs: self.dropped(rhs) },
            ExprKind::Ternary { condition, then, otherwise } => {
                let (then, otherwise) = (self.dropped(then), self.dropped(otherwise));
                ExprKind::Ternary { condition, then, otherwise }
            }
            _ => ExprKind::Undef,
        };
        self.value(self.common.uint, kind, span)
    }

    /// The scalars of a type; objects count as one.
    pub(crate) fn scalar_count(&self, ty: TypeId) -> u64 {
        match convert::numeric_type(self.module.types[ty]) {
            Some((_, shape)) => shape.count().into(),
            None => self.facts(ty).scalars,
        }
    }

    /// The least size of a type in memory, in units of four bytes.
    pub(crate) fn word_count(&self, ty: TypeId) -> u64 {
        self.facts(ty).words
    }

    /// The members of a type with nested structs expanded, an array counting as one element.
    pub(crate) fn member_count(&self, ty: TypeId) -> u64 {
        self.facts(ty).members
    }

    /// The nesting depth of structs and arrays in the type.
    pub(crate) fn type_depth(&self, ty: TypeId) -> u32 {
        self.facts(ty).depth
    }

    /// Returns whether the type is a bindable object, an array of such, or a struct of nothing else.
    pub(crate) fn is_resource(&self, ty: TypeId) -> bool {
        self.facts(ty).only_resources
    }

    /// Returns whether there is an object anywhere in the type.
    pub(crate) fn has_resource(&self, ty: TypeId) -> bool {
        self.facts(ty).any_resource
    }

    /// Returns whether buffers can hold the type.
    pub(crate) fn is_data(&self, ty: TypeId) -> bool {
        self.facts(ty).is_data
    }

    /// Returns whether a vector of more than 4 components is in the type.
    pub(crate) fn holds_long_vector(&self, ty: TypeId) -> bool {
        self.facts(ty).any_long_vector
    }

    /// Facts about the parts of a type. Structs cache theirs, so that nothing is walked twice.
    fn facts(&self, ty: TypeId) -> Facts {
        match self.module.types[ty] {
            Type::Array(elem, length) => {
                let facts = self.facts(elem);
                let [scalars, words] = [facts.scalars, facts.words].map(|each| each.saturating_mul(length.into()));
                Facts { scalars, words, depth: facts.depth + 1, ..facts }
            }
            Type::RuntimeArray(elem) => Facts { is_data: false, ..self.facts(elem) },
            Type::Struct(id) => self.decls.structs[id].facts.unwrap_or_else(|| self.facts_of_struct(id)),
            other @ (Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_)) => leaf_facts(other),
        }
    }

    /// Facts about the fields that a struct has so far.
    pub(crate) fn facts_of_struct(&self, id: StructId) -> Facts {
        let fields = &self.module.structs[id].fields;
        let none = Facts {
            scalars: 0,
            words: 0,
            members: 0,
            depth: 1,
            only_resources: !fields.is_empty(),
            any_resource: false,
            is_data: true,
            any_long_vector: false,
        };
        let ty = |field: &Field| {
            if let Type::Array(elem, _) = self.module.types[field.ty]
                && field.attributes.per_vertex
            {
                // In lists, one value applies to all vertices.
                elem
            } else {
                field.ty
            }
        };
        fields.iter().map(|field| self.facts(ty(field))).fold(none, |all, field| Facts {
            scalars: all.scalars.saturating_add(field.scalars),
            words: all.words.saturating_add(field.words),
            members: all.members.saturating_add(field.members),
            depth: all.depth.max(field.depth + 1),
            only_resources: all.only_resources && field.only_resources,
            any_resource: all.any_resource || field.any_resource,
            is_data: all.is_data && field.is_data,
            any_long_vector: all.any_long_vector || field.any_long_vector,
        })
    }

    /// The constant value of an expression of the source: `None` if an error was reported, `Some(None)` if it is not
    /// constant.
    pub(crate) fn constant_expr(&mut self, expr: ast::ExprId) -> Option<Option<ConstantId>> {
        self.unevaluated(|checker| {
            let checked = checker.nested(expr);
            let checked = checker.load(checked);
            if checker.is_error(checked) { None } else { Some(checker.fold(checked, Effort::Everything)) }
        })
    }

    /// The constant value of an expression of the source, converted to a type.
    pub(crate) fn constant_of_type(&mut self, expr: ast::ExprId, ty: TypeId) -> Option<Option<ConstantId>> {
        let errors = self.sink.error_count();
        let constant = self.unevaluated(|checker| {
            let checked = checker.initializer(expr, ty);
            checker.fold(checked, Effort::Scalars)
        });
        (constant.is_some() || self.sink.error_count() == errors).then_some(constant)
    }

    /// The value of an integer constant.
    pub(crate) fn integer(&self, constant: ConstantId) -> Option<i64> {
        match self.module.constants[constant].value {
            ConstantValue::Int(value) => Some(value as i64),
            ConstantValue::Bool(value) => Some(value.into()),
            ConstantValue::Zero => Some(0),
            ConstantValue::Float(_) | ConstantValue::Composite(_) => None,
        }
    }

    /// Returns whether a scalar constant is not zero.
    pub(crate) fn is_true(&self, constant: ConstantId) -> bool {
        match self.module.constants[constant].value {
            ConstantValue::Int(value) => value != 0,
            ConstantValue::Bool(value) => value,
            ConstantValue::Float(bits) => f64::from_bits(bits) != 0.0,
            ConstantValue::Zero | ConstantValue::Composite(_) => false,
        }
    }

    /// A scalar `bool` for a condition.
    pub(crate) fn condition(&mut self, expr: ExprId) -> ExprId {
        let expr = self.operand(expr);
        let expr = self.load(expr);
        if self.is_error(expr) {
            return expr;
        }
        let span = self.span(expr);
        match convert::numeric(&self.module, self.ty(expr)) {
            Some((_, shape)) if shape.count() == 1 => self.convert(expr, self.common.bool_),
            _ => {
                let is_number = convert::numeric(&self.module, self.ty(expr)).is_some();
                let ty = self.type_name(self.ty(expr));
                let report = self.report(span, crate::diagnostics::InvalidCondition { ty });
                if is_number {
                    report.note_at(span, "'any' and 'all' make one condition of several components");
                }
                self.error(span)
            }
        }
    }

    /// The global with this id.
    pub(crate) fn global(&self, id: crate::hir::GlobalId) -> &Global {
        &self.module.globals[id]
    }
}

/// Facts about a type without nested types.
fn leaf_facts(ty: Type) -> Facts {
    let scalars = match ty {
        Type::Vector(_, size) => size.into(),
        Type::Matrix { rows, columns, .. } => u64::from(rows) * u64::from(columns),
        Type::Error | Type::Void => 0,
        Type::String
        | Type::Scalar(_)
        | Type::Array(..)
        | Type::RuntimeArray(_)
        | Type::Struct(_)
        | Type::Enum(_)
        | Type::Object(_)
        | Type::BufferPointer(..)
        | Type::Spirv(_)
        | Type::Transient(_) => 1,
    };
    // Patches and streams belong to a stage.
    let is_object = matches!(ty, Type::Object(object) if !object.is_vertices());
    // What is in error has been reported.
    let is_data = matches!(
        ty,
        Type::Error
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Enum(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
    );
    let is_wide = matches!(
        ty,
        Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Matrix { elem: scalar, .. } if scalar.bits(false) == 64
    );
    let words = if is_wide { 2 * scalars } else { scalars };
    Facts {
        scalars,
        words,
        members: 1,
        depth: 0,
        only_resources: is_object,
        any_resource: is_object,
        is_data,
        any_long_vector: ty.is_long_vector(),
    }
}
