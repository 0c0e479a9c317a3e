//! `GetAttributeAtVertex`: the values of uninterpolated inputs at each vertex of the primitive.
//!
//! If an entry point reaches a call of it, every `nointerpolation` declaration that crosses the stage boundary is an
//! array with a value per vertex: by-value parameters and fields, except system values. Its name denotes the first
//! element; the intrinsic selects another one. Shaders without such calls are unaffected.

use crate::check::call::Arguments;
use crate::check::state::Checker;
use crate::check::state::functions::ParamInfo;
use crate::diagnostics::NotAnInput;
use crate::hir::expr::{Arg, ConstantValue, ExprId, ExprKind, ParamMode};
use crate::hir::ty::{ElemClass, FieldAttributes, Type, TypeId};
use crate::options::Options;
use crate::tables::intrinsics::Intrinsic;
use base::diag::{Policy, Sink};
use base::intern::Interner;
use base::source::{SourceMap, Span};
use frontend::ast::Ast;
use frontend::language::Stage;

/// The intrinsic that all this is about.
const NAME: &str = "GetAttributeAtVertex";
/// The number of vertices of a primitive; lines and points repeat theirs.
const VERTICES: u32 = 3;

/// Returns whether an entry point reaches a call of the intrinsic. That takes an analysis of its own, which is made for
/// sources that mention the name.
pub(super) fn is_wanted(ast: &Ast, sources: &SourceMap, names: &mut Interner, options: &Options) -> bool {
    let has_pixel_shaders = matches!(options.unit.profile.stage, Stage::Pixel | Stage::Library);
    if !has_pixel_shaders || names.lookup(NAME).is_none() {
        return false;
    }
    let mut unheard = Sink::new(Policy::default());
    let mut checker = Checker::new(ast, sources, names, options, &mut unheard);
    checker.check_reachable();
    checker.reached.reads_vertices
}

/// Declarations.
impl Checker<'_> {
    /// Returns whether a declaration with these attributes has a value per vertex.
    pub(super) fn holds_vertices(&self, attributes: &FieldAttributes) -> bool {
        let is_system_value = || {
            let name = attributes.semantic.map(|semantic| self.names.resolve(semantic.name));
            attributes.builtin.is_some() || name.is_some_and(|name| name.to_ascii_lowercase().starts_with("sv_"))
        };
        self.per_vertex && attributes.interpolation.nointerpolation && !is_system_value()
    }

    /// The type of a parameter's variable.
    pub(super) fn variable_type(&mut self, param: &ParamInfo) -> TypeId {
        if param.attributes.per_vertex { self.per_vertex_type(param.ty) } else { param.ty }
    }

    /// An array with a value per vertex.
    pub(super) fn per_vertex_type(&mut self, ty: TypeId) -> TypeId {
        self.intern(Type::Array(ty, VERTICES))
    }

    /// The element that the name of such an array denotes.
    pub(super) fn first_vertex(&mut self, array: ExprId, span: Span) -> ExprId {
        let vertex = self.vertex_number(0, span);
        self.vertex_of(array, vertex, span)
    }

    fn vertex_number(&mut self, vertex: u32, span: Span) -> ExprId {
        let constant = self.intern_constant(self.common.uint, ConstantValue::Int(vertex.into()));
        self.constant(constant, span)
    }

    fn vertex_of(&mut self, array: ExprId, vertex: ExprId, span: Span) -> ExprId {
        let Type::Array(elem, length) = self.type_of(array) else { return self.error(span) };
        self.plain_element(array, vertex, elem, Some(length), span)
    }
}

/// Uses.
impl Checker<'_> {
    /// A call of the intrinsic: its first argument becomes the value at the vertex.
    pub(super) fn attribute_at_vertex(&mut self, row: &'static Intrinsic, args: &Arguments, span: Span) -> ExprId {
        let [input, vertex] = args.exprs[..] else { return self.error(span) };
        let vertex = self.convert(vertex, self.common.uint);
        if self.is_error(vertex) {
            return self.error(span);
        }
        self.reached.reads_vertices |= !self.reached.dead;
        let value = if self.per_vertex { self.at_vertex(input, vertex) } else { Some(input) };
        let Some(value) = value.filter(|&value| !self.holds_bools(value)) else {
            self.report(self.span(input), NotAnInput { what: format!("first argument of '{NAME}'") });
            return self.error(span);
        };
        let value = self.load(value);
        let ty = self.ty(value);
        let args = [value, vertex].map(|expr| self.plain_argument(expr)).into();
        self.value(ty, ExprKind::Intrinsic { intrinsic: row, args }, span)
    }

    /// Inputs are never `bool`s: they are passed as integers.
    fn holds_bools(&self, expr: ExprId) -> bool {
        crate::convert::numeric(&self.module, self.ty(expr)).is_some_and(|(elem, _)| elem.class() == ElemClass::Bool)
    }

    fn plain_argument(&self, expr: ExprId) -> Arg {
        Arg::unconverted(ParamMode::In, expr, self.ty(expr))
    }

    /// An argument for a parameter with a value per vertex.
    pub(super) fn per_vertex_argument(&mut self, expr: ExprId, param: &ParamInfo) -> Option<Arg> {
        let span = self.span(expr);
        let array = self.per_vertex_type(param.ty);
        if let ExprKind::Index { base, .. } = self.frame.body.exprs[expr].kind
            && self.is_per_vertex(base)
            && self.ty(base) == array
        {
            let whole = self.load(base);
            return Some(self.plain_argument(whole));
        }
        let mut parts = Vec::with_capacity(VERTICES as usize);
        for vertex in 0..VERTICES {
            let vertex = self.vertex_number(vertex, span);
            let Some(value) = self.at_vertex(expr, vertex) else {
                let name = self.text(param.name);
                self.report(span, NotAnInput { what: format!("argument for '{name}'") });
                return None;
            };
            let value = self.convert(value, param.ty);
            if self.is_error(value) {
                return None;
            }
            parts.push(value);
        }
        let whole = self.value(array, ExprKind::Construct { parts }, span);
        Some(self.plain_argument(whole))
    }

    /// The input at another vertex; `None` if it has no values per vertex.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions have no value per vertex")]
    fn at_vertex(&mut self, expr: ExprId, vertex: ExprId) -> Option<ExprId> {
        let node = self.frame.body.exprs[expr].clone();
        let kind = match node.kind {
            ExprKind::Index { base, .. } if self.is_per_vertex(base) => {
                return Some(self.vertex_of(base, vertex, node.span));
            }
            ExprKind::Index { base, index } => ExprKind::Index { base: self.at_vertex(base, vertex)?, index },
            ExprKind::Member { base, field } => ExprKind::Member { base: self.at_vertex(base, vertex)?, field },
            ExprKind::Swizzle { base, components } => {
                ExprKind::Swizzle { base: self.at_vertex(base, vertex)?, components }
            }
            ExprKind::Load(place) => ExprKind::Load(self.at_vertex(place, vertex)?),
            _ => return None,
        };
        Some(self.like(expr, node.ty, kind, node.span))
    }

    /// Returns whether a place is a whole parameter or field with a value per vertex.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are not parameters or fields")]
    fn is_per_vertex(&self, place: ExprId) -> bool {
        match self.frame.body.exprs[place].kind {
            ExprKind::Local(local) => self.frame.per_vertex.contains(&local),
            ExprKind::Member { base, field } => {
                if let Type::Struct(id) = self.type_of(base) {
                    self.module.structs[id].fields[field as usize].attributes.per_vertex
                } else {
                    false
                }
            }
            _ => false,
        }
    }
}
