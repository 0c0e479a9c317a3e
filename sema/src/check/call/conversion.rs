//! Conversion operators of structs, which HLSL 202x has. They are called where the language has no conversion of its own, and
//! in casts of a struct that has one for the type.

use super::Arguments;
use crate::check::state::Checker;
use crate::check::state::ids::FnId;
use crate::convert;
use crate::diagnostics::AmbiguousConversion;
use crate::hir::expr::{ExprId, ParamMode};
use crate::hir::ty::{Type, TypeId};
use crate::overload::{self, Candidate, Ranking};
use base::short::Short;
use base::source::Span;
use std::borrow::Cow;

/// What a conversion is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// An initialization, an argument, a result, an assignment or an operand.
    Implicit,
    /// A cast, which calls operators that are `explicit` too.
    Cast,
}

impl Checker<'_> {
    /// The conversion operators of a struct and its bases, the nearest one for each type.
    fn conversions_of(&self, ty: TypeId, purpose: Purpose) -> Vec<FnId> {
        let mut found: Vec<FnId> = Vec::new();
        let mut at = if let Type::Struct(id) = self.module.types[ty] { Some(id) } else { None };
        while let Some(id) = at {
            for &function in &self.decls.structs[id].conversions {
                let ret = self.decls.functions[function].ret;
                if !found.iter().any(|&nearer| self.decls.functions[nearer].ret == ret) {
                    found.push(function);
                }
            }
            at = self.decls.structs[id].base;
        }
        found.retain(|&function| purpose == Purpose::Cast || !self.decls.functions[function].attributes.is_explicit);
        found
    }

    /// A struct as a value of another type by its conversion operator; `None` if it has none for the type. Several that are
    /// equally good are an error.
    pub(crate) fn user_conversion(&mut self, expr: ExprId, to: TypeId, purpose: Purpose) -> Option<ExprId> {
        if !self.decls.has_conversions {
            return None;
        }
        let from = self.ty(expr);
        let operators = self.conversions_of(from, purpose);
        let results: Vec<TypeId> = operators.iter().map(|&function| self.decls.functions[function].ret).collect();
        // What an `out` parameter takes is converted to the type of the argument.
        let candidates =
            results.iter().map(|&ret| Candidate { params: Short::from([(ParamMode::Out, ret)]), required: 1 });
        let exact = results.iter().position(|&ret| ret == to).map(Ranking::Best);
        let ranking =
            exact.unwrap_or_else(|| overload::rank_functions(&self.module, self.options.version, candidates, &[to]));
        let span = self.span(expr);
        let function = match (ranking, operators.as_slice()) {
            (Ranking::Best(index), _) => operators[index],
            (Ranking::Ambiguous(indices), _) => {
                let candidates: Vec<Span> =
                    indices.iter().map(|&index| self.decls.functions[operators[index]].span).collect();
                let (from, to) = (self.type_name(from), self.type_name(to));
                let report = self.report(span, AmbiguousConversion { from, to });
                for declared in candidates {
                    report.note_at(declared, "candidate operator");
                }
                return Some(self.error(span));
            }
            (Ranking::None, &[only]) if purpose == Purpose::Cast && self.casts(results[0], to) => only,
            (Ranking::None, _) => return None,
        };
        let value = self.call_conversion(function, expr, span);
        Some(match purpose {
            Purpose::Implicit => self.convert(value, to),
            Purpose::Cast => self.cast(value, to, span),
        })
    }

    fn casts(&mut self, from: TypeId, to: TypeId) -> bool {
        from != to && convert::explicit(&mut self.module, self.options.version, from, to).is_ok()
    }

    fn call_conversion(&mut self, function: FnId, object: ExprId, span: Span) -> ExprId {
        let place = self.as_place(object);
        let is_const = self.is_const_object(place);
        if self.for_object(vec![function], is_const, span).is_none() {
            return self.error(span);
        }
        let object = self.method_object(place, function);
        let none = Arguments { exprs: Short::new(), types: Short::new(), commas: Vec::new() };
        self.finish_call(function, object, &none, span, span)
    }

    /// An operand of an operator or intrinsic function: a struct with one conversion operator to numbers becomes its result.
    #[inline]
    pub(crate) fn operand(&mut self, expr: ExprId) -> ExprId {
        if self.decls.has_conversions { self.converted_operand(expr) } else { expr }
    }

    #[cold]
    fn converted_operand(&mut self, expr: ExprId) -> ExprId {
        if !matches!(self.type_of(expr), Type::Struct(_)) {
            return expr;
        }
        let mut operators = self.conversions_of(self.ty(expr), Purpose::Implicit);
        operators.retain(|&function| convert::numeric(&self.module, self.decls.functions[function].ret).is_some());
        let &[only] = operators.as_slice() else { return expr };
        let span = self.span(expr);
        self.call_conversion(only, expr, span)
    }

    /// Arguments of an intrinsic function as [`Checker::operand`]s.
    pub(super) fn as_operands<'a>(&mut self, args: &'a Arguments) -> Cow<'a, Arguments> {
        let is_struct = |ty: &TypeId| matches!(self.module.types[*ty], Type::Struct(_));
        if !self.decls.has_conversions || !args.types.iter().any(is_struct) {
            return Cow::Borrowed(args);
        }
        let exprs: Short<ExprId, 4> = args.exprs.iter().map(|&expr| self.operand(expr)).collect();
        let types = exprs.iter().map(|&expr| self.ty(expr)).collect();
        Cow::Owned(Arguments { exprs, types, commas: args.commas.clone() })
    }

    /// Returns whether each argument of a call converts to its parameter, with the help of conversion operators.
    pub(super) fn takes_converted(&mut self, function: FnId, args: &Arguments) -> bool {
        let params: Vec<(ParamMode, TypeId, bool)> =
            self.decls.functions[function].params.iter().map(|it| (it.mode, it.ty, it.default.is_some())).collect();
        if args.types.len() > params.len() || params[args.types.len()..].iter().any(|(.., is_optional)| !is_optional) {
            return false;
        }
        let version = self.options.version;
        params.into_iter().zip(args.types.iter()).all(|((mode, param, _), &arg)| {
            convert::implicit(&mut self.module, version, arg, param).is_ok()
                || mode == ParamMode::In && self.has_conversion(arg, param)
        })
    }

    fn has_conversion(&mut self, from: TypeId, to: TypeId) -> bool {
        let version = self.options.version;
        self.conversions_of(from, Purpose::Implicit).into_iter().any(|function| {
            let ret = self.decls.functions[function].ret;
            convert::implicit(&mut self.module, version, ret, to).is_ok()
        })
    }
}
