//! `hlsl::numeric_limits<T>` of HLSL 202x: the limits of the scalar types, as static functions without parameters.

use crate::check::state::Checker;
use crate::check::state::ids::ScopeId;
use crate::check::state::scopes::{Entity, Found, ScopeKind};
use crate::check::state::templates::TemplateArg;
use crate::consteval;
use crate::diagnostics::NoLimits;
use crate::hir::expr::ExprId;
use crate::hir::ty::{ElemClass, Scalar, Type};
use crate::tables::fold::Number;
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, List};
use frontend::language::HlslVersion;

/// A function with its value of a type.
type Limit = (&'static str, fn(Kind) -> Number);

/// All of them.
const LIMITS: &[Limit] = &[
    ("min", |kind| kind.least_normal()),
    ("max", |kind| kind.greatest()),
    ("lowest", |kind| kind.least()),
    ("denorm_min", |kind| kind.least_positive()),
    ("infinity", |kind| kind.special(f64::INFINITY)),
    ("negative_infinity", |kind| kind.special(f64::NEG_INFINITY)),
    ("quiet_NaN", |kind| kind.special(f64::NAN)),
    // SPIR-V does not distinguish them.
    ("signaling_NaN", |kind| kind.special(f64::NAN)),
];

/// A class of arithmetic with a number of bits.
#[derive(Clone, Copy, Debug)]
struct Kind {
    class: ElemClass,
    bits: u32,
}

impl Kind {
    /// The bits of a fraction, and the exponents of the least normal number and of the first power of two beyond all.
    const fn format(self) -> (i32, i32, i32) {
        match self.bits {
            16 => (10, -14, 16),
            32 => (23, -126, 128),
            _ => (52, -1022, 1024),
        }
    }

    fn greatest(self) -> Number {
        match self.class {
            ElemClass::Bool => Number::Bool(true),
            ElemClass::SInt => Number::Int((1 << (self.bits - 1)) - 1),
            ElemClass::UInt => Number::Int((1 << self.bits) - 1),
            ElemClass::Float => {
                let (fraction, _, beyond) = self.format();
                Number::Float((2.0 - 2f64.powi(-fraction)) * 2f64.powi(beyond - 1))
            }
        }
    }

    fn least(self) -> Number {
        match (self.class, self.greatest()) {
            (ElemClass::Bool, _) => Number::Bool(false),
            (ElemClass::SInt, _) => Number::Int(-(1 << (self.bits - 1))),
            (ElemClass::Float, Number::Float(greatest)) => Number::Float(-greatest),
            (ElemClass::UInt | ElemClass::Float, _) => Number::Int(0),
        }
    }

    /// The least positive float without a loss of precision, or the least integer.
    fn least_normal(self) -> Number {
        match self.class {
            ElemClass::Float => Number::Float(2f64.powi(self.format().1)),
            ElemClass::Bool | ElemClass::SInt | ElemClass::UInt => self.least(),
        }
    }

    /// The least positive float; for other types 0, as in C++.
    fn least_positive(self) -> Number {
        let (fraction, exponent, _) = self.format();
        // As a product: the power of an exponent below the least normal one may be 0.
        self.special(2f64.powi(exponent) * 2f64.powi(-fraction))
    }

    fn special(self, value: f64) -> Number {
        match self.class {
            ElemClass::Float => Number::Float(value),
            ElemClass::Bool => Number::Bool(false),
            ElemClass::SInt | ElemClass::UInt => Number::Int(0),
        }
    }
}

impl Checker<'_> {
    /// Returns whether a name is `numeric_limits` of the namespace `hlsl`.
    pub(super) fn names_limits(&mut self, within: Option<ScopeId>, name: Symbol) -> bool {
        if name != self.words.numeric_limits || self.options.version < HlslVersion::V202x {
            return false;
        }
        let hlsl = self.given_scope(self.words.hlsl);
        match within {
            Some(scope) => scope == hlsl,
            None => self.decls.scopes.is_shown(self.frame.scope, hlsl),
        }
    }

    /// The scope of the limits of a type; reports another argument than a scalar type.
    pub(super) fn limits_scope(&mut self, args: List<ast::Expr>, span: Span) -> Result<ScopeId, ()> {
        let args = self.template_args(args).ok_or(())?;
        let (&[TemplateArg::Type(ty)], outer) = (args.as_slice(), self.given_scope(self.words.hlsl)) else {
            self.report(span, NoLimits { ty: "this".to_owned() });
            return Err(());
        };
        if let Some(&known) = self.decls.builtin.limits.get(&ty) {
            return Ok(known);
        }
        let name = self.type_name(ty);
        let kind = if let Type::Scalar(scalar) = self.module.types[ty] { self.kind_of(scalar) } else { None };
        let Some(kind) = kind else {
            if ty != self.common.error {
                self.report(span, NoLimits { ty: format!("'{name}'") });
            }
            return Err(());
        };
        let path = self.names.intern(&format!("hlsl::numeric_limits<{name}>"));
        let scope = self.decls.scopes.open(outer, ScopeKind::Namespace, path);
        for &(name, value) in LIMITS {
            let name = self.names.intern(name);
            if let Some(value) = consteval::from_numbers(&mut self.module, ty, &[value(kind)]) {
                self.decls.scopes.bind_value(scope, name, Entity::Constant(value), Span::NONE);
            }
        }
        self.decls.builtin.limits.insert(ty, scope);
        Ok(scope)
    }

    fn kind_of(&self, scalar: Scalar) -> Option<Kind> {
        let is_packed = matches!(scalar, Scalar::PackedInt8x4 | Scalar::PackedUInt8x4);
        (!is_packed).then(|| Kind { class: scalar.class(), bits: scalar.bits(self.module.native_16bit) })
    }

    /// Returns whether an entity is one of the limits.
    pub(super) fn is_limit(&self, found: Found) -> bool {
        found.scope.is_some_and(|scope| self.decls.builtin.limits.values().any(|&limits| limits == scope))
    }

    /// A call of one of the limits: its value.
    pub(super) fn limit_call(&mut self, found: Found, args: List<ast::Expr>, span: Span) -> Option<ExprId> {
        let Entity::Constant(value) = found.entity else { return None };
        (args.is_empty() && self.is_limit(found)).then(|| self.constant(value, span))
    }
}
