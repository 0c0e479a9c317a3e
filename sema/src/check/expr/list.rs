//! Initializer lists of HLSL 202x that do not have as many scalars as the type: braces match the structure of the type or are
//! left out, missing values are zero, and vectors are not taken apart, as in C. All others are flattened.

use crate::check::state::{Checker, MAX_DEPTH};
use crate::convert;
use crate::diagnostics::{InitializerCount, SplitValue};
use crate::hir::expr::{ConstantValue, ExprId};
use crate::hir::ty::{Type, TypeId};
use base::source::Span;
use frontend::ast::{self, ExprKind as Ast, List};
use std::collections::VecDeque;

/// The items of a list that are left.
struct Items {
    list: Vec<ast::ExprId>,
    at: usize,
}

/// The values of a whole list, in the order of its text, and those of the parts that were filled.
struct Values {
    left: VecDeque<ExprId>,
    filled: Vec<ExprId>,
}

impl Values {
    /// Fills a part with the next value.
    fn take(&mut self) {
        self.filled.extend(self.left.pop_front());
    }
}

/// What a type consists of.
enum Parts {
    /// Members of different types.
    Members(Vec<TypeId>),
    /// Elements, components or rows.
    Elements(TypeId, u32),
}

impl Checker<'_> {
    /// The values of a list in the order of the type's parts, zeros included; `None` after an error. `leaves` are the values of
    /// the list in the order of its text.
    pub(super) fn values_of_list(
        &mut self,
        items: List<ast::Expr>,
        leaves: Vec<ExprId>,
        ty: TypeId,
        span: Span,
    ) -> Option<Vec<ExprId>> {
        let mut values = Values { left: leaves.into(), filled: Vec::new() };
        self.fill(items, ty, span, &mut values).then_some(values.filled)
    }

    fn fill(&mut self, list: List<ast::Expr>, ty: TypeId, span: Span, values: &mut Values) -> bool {
        if self.frame.depth >= MAX_DEPTH {
            return false;
        }
        let mut items = Items { list: self.ast.ids(list).collect(), at: 0 };
        self.frame.depth += 1;
        let is_filled = self.fill_parts(&mut items, ty, span, values);
        self.frame.depth -= 1;
        if is_filled && items.at < items.list.len() {
            let (expected, found) = (items.at.to_string(), items.list.len().to_string());
            let ty = self.type_name(ty);
            self.report(span, InitializerCount { ty, expected, found });
            return false;
        }
        is_filled
    }

    /// Fills all parts of a type from a list of its own.
    fn fill_parts(&mut self, items: &mut Items, ty: TypeId, span: Span, values: &mut Values) -> bool {
        if items.list.is_empty() {
            return self.fill_with_zero(ty, span, values);
        }
        if let &[only] = items.list.as_slice()
            && !matches!(self.ast.exprs[only].kind, Ast::InitList(_))
        {
            let Some(&value) = values.left.front() else { return false };
            if self.fits_whole(value, ty) {
                items.at = 1;
                values.take();
                return true;
            }
        }
        match self.structure_of(ty) {
            Some(parts) => self.take_parts(&parts, items, span, values),
            None => self.take(ty, items, span, values),
        }
    }

    fn take_parts(&mut self, parts: &Parts, items: &mut Items, span: Span, values: &mut Values) -> bool {
        match parts {
            Parts::Members(members) => members.iter().all(|&member| self.take(member, items, span, values)),
            &Parts::Elements(element, count) => (0..count).all(|_| self.take(element, items, span, values)),
        }
    }

    /// Takes the values of a part from a list.
    fn take(&mut self, ty: TypeId, items: &mut Items, span: Span, values: &mut Values) -> bool {
        let Some(&item) = items.list.get(items.at) else { return self.fill_with_zero(ty, span, values) };
        if let Ast::InitList(inner) = self.ast.exprs[item].kind {
            items.at += 1;
            return self.fill(inner, ty, self.ast.exprs[item].span, values);
        }
        let Some(&value) = values.left.front() else { return false };
        if self.fits_whole(value, ty) {
            items.at += 1;
            values.take();
            return true;
        }
        // Without braces of its own, the part takes as many items as it has parts.
        if let Some(parts) = self.structure_of(ty) {
            return self.take_parts(&parts, items, span, values);
        }
        let (from, to) = (self.type_name(self.ty(value)), self.type_name(ty));
        self.report(self.span(value), SplitValue { from, to });
        false
    }

    /// Returns whether a value initializes a part as a whole: with the same type, or with as many components.
    fn fits_whole(&mut self, value: ExprId, ty: TypeId) -> bool {
        let from = self.ty(value);
        if from == ty || self.module.types[from].block_content() == Some(ty) {
            return true;
        }
        match (convert::numeric(&self.module, from), convert::numeric(&self.module, ty)) {
            (Some((_, from)), Some((_, to))) => from == to || from.count() == 1 && to.count() == 1,
            // Conversion operators, objects and others convert, or are reported.
            _ => self.structure_of(ty).is_none(),
        }
    }

    fn structure_of(&mut self, ty: TypeId) -> Option<Parts> {
        match self.module.types[ty] {
            Type::Struct(id) => {
                let fields = &self.module.structs[id].fields;
                // In lists, one value applies to all vertices.
                let member = |ty: TypeId, per_vertex: bool| {
                    if let (Type::Array(elem, _), true) = (self.module.types[ty], per_vertex) { elem } else { ty }
                };
                let members = fields.iter().map(|field| member(field.ty, field.attributes.per_vertex)).collect();
                Some(Parts::Members(members))
            }
            Type::Array(elem, count) => Some(Parts::Elements(elem, count)),
            Type::Vector(elem, count) if count > 1 => {
                let elem = self.intern(Type::Scalar(elem));
                Some(Parts::Elements(elem, count.into()))
            }
            Type::Matrix { elem, rows, columns } => {
                let row = self.intern(Type::Vector(elem, columns.into()));
                Some(Parts::Elements(row, rows.into()))
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => None,
        }
    }

    fn fill_with_zero(&mut self, ty: TypeId, span: Span, values: &mut Values) -> bool {
        if !self.is_data(ty) {
            let (ty, expected) = (self.type_name(ty), "1".to_owned());
            self.report(span, InitializerCount { ty, expected, found: "0".to_owned() });
            return false;
        }
        let zero = self.intern_constant(ty, ConstantValue::Zero);
        let zero = self.constant(zero, span);
        values.filled.push(zero);
        true
    }
}
