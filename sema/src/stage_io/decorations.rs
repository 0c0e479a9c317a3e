//! Interpolation decorations, and those of patches and primitives.

use super::system_values::Spec;
use super::{Builder, Context};
use crate::diagnostics::IntegerInterpolation;
use crate::hir::Adapt;
use crate::hir::ty::TypeId;
use crate::tables::semantics::SigPoint;
use base::source::Span;
use spirv::{BuiltIn, Decoration};

impl Builder<'_> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other signature points decorate nothing")]
    pub(super) fn decorations(&mut self, ty: TypeId, span: Span, spec: &Spec, context: &Context) -> Vec<Decoration> {
        let mut decorations = Vec::new();
        match context.point {
            SigPoint::MSPOut => decorations.push(Decoration::PerPrimitiveEXT),
            SigPoint::PCOut => decorations.push(Decoration::Patch),
            SigPoint::DSIn if !matches!(spec.builtin, Some(BuiltIn::TessCoord | BuiltIn::PrimitiveId)) => {
                decorations.push(Decoration::Patch);
            }
            _ => {}
        }
        let interpolated =
            matches!(context.point, SigPoint::PSIn | SigPoint::VSOut | SigPoint::MSOut | SigPoint::MSPOut);
        if interpolated {
            self.interpolation(ty, span, spec, context, &mut decorations);
        }
        decorations
    }

    fn interpolation(
        &mut self,
        ty: TypeId,
        span: Span,
        spec: &Spec,
        context: &Context,
        decorations: &mut Vec<Decoration>,
    ) {
        let asked = context.attributes.interpolation;
        if context.vertices.is_some() && context.point == SigPoint::PSIn && spec.builtin.is_none() {
            return decorations.push(Decoration::PerVertexKHR);
        }
        if self.is_double(ty) {
            decorations.push(Decoration::Flat);
            return;
        }
        if self.is_integer(ty) {
            let is_interpolated = asked.linear || asked.centroid || asked.noperspective || asked.sample;
            if is_interpolated && context.point == SigPoint::PSIn {
                self.sink.report(span, IntegerInterpolation {});
            }
            decorations.push(Decoration::Flat);
            return;
        }
        let barycentric = matches!(spec.adapt, Adapt::Barycentrics);
        let rows = [
            (asked.centroid, Decoration::Centroid),
            (asked.nointerpolation && !barycentric, Decoration::Flat),
            (asked.noperspective && !barycentric, Decoration::NoPerspective),
            (asked.sample, Decoration::Sample),
        ];
        decorations.extend(rows.into_iter().filter(|(wanted, _)| *wanted).map(|(_, decoration)| decoration));
    }
}
