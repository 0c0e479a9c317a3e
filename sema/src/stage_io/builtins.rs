//! Variables of built-ins: each is there once for each direction.

use super::system_values::Spec;
use super::{Builder, Context};
use crate::diagnostics::{SemanticIndex, SharedBuiltin};
use crate::hir::ty::{Semantic, TypeId};
use crate::hir::{Adapt, StageVariable, StageVariableId};
use crate::tables::semantics::{SemanticRow, SigPoint};
use base::source::Span;
use spirv::BuiltIn;

impl Builder<'_> {
    /// Reports an index that the system value does not have.
    pub(super) fn check_index(&mut self, row: &SemanticRow, semantic: &Semantic) -> Option<()> {
        if semantic.index <= row.max_index() {
            return Some(());
        }
        let (name, limit) = (format!("{}{}", row.display, semantic.index), row.max_index().to_string());
        self.sink.report(semantic.span, SemanticIndex { name, limit });
        None
    }

    /// The variable that is subtracted from another one, which one declaration may ask for as well.
    pub(super) fn shared_base(&mut self, spec: &Spec, point: SigPoint) -> Option<StageVariableId> {
        let is_same = |id: &StageVariableId| self.variables[*id].builtin == spec.builtin && point.is_input();
        let at = self.bases.iter().position(is_same)?;
        Some(self.bases.swap_remove(at))
    }

    /// Reports a built-in that a declaration with another semantic also declares.
    pub(super) fn is_taken(&mut self, semantic: &Semantic, span: Span, spec: &Spec, context: &Context) -> bool {
        let (is_shared, is_input) = (matches!(spec.adapt, Adapt::ClipCull { .. }), context.point.is_input());
        let is_same = |it: &StageVariable| it.builtin == spec.builtin && it.output != is_input;
        let other = self.variables.iter().map(|(_, it)| it).find(|it| is_same(it));
        let Some(other) = other.filter(|_| spec.builtin.is_some() && !is_shared) else { return false };
        let first = other.span;
        let [name, other] = [semantic.text, other.semantic.text].map(|text| self.names.resolve(text).to_owned());
        let place = if context.attributes.builtin.is_some() { span } else { semantic.span };
        self.sink.report(place, SharedBuiltin { name, other }).note_at(first, "the other one is here");
        true
    }

    /// `SV_InstanceID` and `SV_VertexID` count from zero if the options ask for it.
    pub(super) fn add_base(&mut self, id: StageVariableId, row: Option<&SemanticRow>, ty: TypeId, context: &Context) {
        let base = match row.map(|row| row.name) {
            Some("sv_instanceid") if self.options.nonzero_base_instance => BuiltIn::BaseInstance,
            Some("sv_vertexid") if self.options.nonzero_base_vertex => BuiltIn::BaseVertex,
            _ => return,
        };
        if context.point != SigPoint::VSIn {
            return;
        }
        let known = self.variables.iter().find(|(_, it)| it.builtin == Some(base) && !it.output);
        let base = match known.map(|(id, _)| id) {
            Some(known) => known,
            None => {
                let variable = StageVariable { builtin: Some(base), ty, var_ty: ty, ..self.variables[id].clone() };
                let base = self.variables.alloc(variable);
                self.bases.push(base);
                base
            }
        };
        self.variables[id].adapt = Adapt::MinusBase(base);
    }
}
