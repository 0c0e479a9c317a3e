//! The casts of HLSL 202x that are spelled as functions: `static_cast<T>`, and `bit_cast<T>` and `elementwise_cast<T>` of the
//! namespace `hlsl`. What converts to what is decided elsewhere.

use crate::check::state::Checker;
use crate::check::state::templates::TemplateArg;
use crate::convert;
use crate::diagnostics::{CastArguments, InvalidBitCast};
use crate::hir::expr::{Conversion, ExprId, ExprKind};
use crate::hir::ty::{ElemClass, TypeId};
use crate::overload::TypeArguments;
use base::intern::Symbol;
use base::short::Short;
use base::source::Span;
use frontend::ast::{self, List, PathId};
use frontend::language::HlslVersion;

use super::Arguments;

/// A cast with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedCast {
    /// The conversion of `(T)value`.
    Static,
    /// The bits of the value do not change.
    Bits,
    /// The components one by one.
    Elements,
}

impl Checker<'_> {
    /// The cast of a name, in the versions that have it.
    pub(crate) fn named_cast(&self, name: Symbol) -> Option<NamedCast> {
        let [of_value, of_bits, of_elements] = self.words.casts;
        if self.options.version < HlslVersion::V202x {
            return None;
        }
        match name {
            name if name == of_value => Some(NamedCast::Static),
            name if name == of_bits => Some(NamedCast::Bits),
            name if name == of_elements => Some(NamedCast::Elements),
            _ => None,
        }
    }

    /// `static_cast<T>(value)` and the others.
    pub(super) fn cast_call(&mut self, cast: NamedCast, path: PathId, args: List<ast::Expr>, span: Span) -> ExprId {
        let segment = *self.ast.path_name(path);
        let Some(args) = self.arguments(args) else { return self.error(span) };
        let types = segment.args.map(|types| self.template_args(types));
        let (Some(Some(types)), &[value]) = (types, args.exprs.as_slice()) else {
            return self.wrong_cast(segment.span, span);
        };
        let &[TemplateArg::Type(to)] = types.as_slice() else { return self.wrong_cast(segment.span, span) };
        match cast {
            NamedCast::Static | NamedCast::Elements => {
                let value = self.load(value);
                self.cast(value, to, span)
            }
            NamedCast::Bits => self.bit_cast(value, to, segment.span, span),
        }
    }

    fn wrong_cast(&mut self, name: Span, span: Span) -> ExprId {
        self.report(name, CastArguments {});
        self.error(span)
    }

    fn bit_cast(&mut self, value: ExprId, to: TypeId, name: Span, span: Span) -> ExprId {
        let value = self.concrete(value);
        let from = self.ty(value);
        let error = self.common.error;
        if from == error || to == error {
            return self.error(span);
        }
        if from == to {
            return self.load(value);
        }
        if let Some(function) = self.reinterpreting(from, to) {
            let function = self.names.intern(function);
            let args = Arguments { exprs: Short::from([value]), types: Short::from([from]), commas: Vec::new() };
            return self.intrinsic_of(function, TypeArguments::default(), &args, name, span);
        }
        let bits = convert::bit_count(&self.module, from);
        if bits.is_none() || bits != convert::bit_count(&self.module, to) {
            let (from, to) = (self.type_name(from), self.type_name(to));
            self.report(name, InvalidBitCast { from, to });
            return self.error(span);
        }
        let operand = self.load(value);
        self.value(to, ExprKind::Convert { conversion: Conversion::Bits, operand }, span)
    }

    /// The intrinsic function that reads the bits of one type as another one of the same shape and size.
    fn reinterpreting(&self, from: TypeId, to: TypeId) -> Option<&'static str> {
        let ((given, shape), (wanted, other)) =
            (convert::numeric(&self.module, from)?, convert::numeric(&self.module, to)?);
        let native = self.module.native_16bit;
        if shape != other || given.bits(native) != wanted.bits(native) {
            return None;
        }
        match (wanted.class(), wanted.bits(native)) {
            (ElemClass::Float, 32) => Some("asfloat"),
            (ElemClass::SInt, 32) => Some("asint"),
            (ElemClass::UInt, 32) => Some("asuint"),
            (ElemClass::Float, 16) => Some("asfloat16"),
            (ElemClass::SInt, 16) => Some("asint16"),
            (ElemClass::UInt, 16) => Some("asuint16"),
            (ElemClass::Bool | ElemClass::Float | ElemClass::SInt | ElemClass::UInt, _) => None,
        }
    }
}
