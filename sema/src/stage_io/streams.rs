//! Streams of geometry shaders, and their variables.

use super::system_values::Spec;
use super::{Builder, ParamDecl};
use crate::diagnostics::{InvalidDeclaration, Unsupported};
use crate::hir::ty::{ExtDecoration, ExtOperands, ParamMode, TypeId};
use crate::hir::{Adapt, StageTree, StageVariable, StageVariableId};
use crate::tables::semantics::SigPoint;
use spirv::Decoration;

impl Builder<'_> {
    /// The variables of a stream of a geometry shader. Each stream has semantics of its own; variables without a stream
    /// belong to the first one.
    pub(super) fn stream(&mut self, ty: TypeId, param: &ParamDecl, point: SigPoint) -> Option<StageTree> {
        if param.mode != ParamMode::InOut {
            let what = "geometry shader stream must be an 'inout' parameter".to_owned();
            self.sink.report(param.span, InvalidDeclaration { what });
        }
        if self.streams.contains(&param.ty) {
            let what = "more than one stream of the same type".to_owned();
            self.sink.report(param.span, Unsupported { what });
            return None;
        }
        self.seen.retain(|(is_input, ..), _| *is_input);
        let first = self.variables.len();
        let tree = self.tree(ty, param.span, point, None, &param.attributes);
        let number = self.streams.len() as u32;
        self.streams.push(param.ty);
        if number > 0 {
            let stream =
                ExtDecoration { decoration: Decoration::Stream as u32, operands: ExtOperands::Literals(vec![number]) };
            for index in first..self.variables.len() {
                self.variables[StageVariableId::new(index as u32)].ext_decorations.push(stream.clone());
            }
        }
        tree
    }

    /// Returns whether a built-in is written already: there is one variable each.
    pub(super) fn is_in_other_stream(&self, spec: &Spec) -> bool {
        let is_same = |variable: &StageVariable| variable.output && variable.builtin == spec.builtin;
        spec.builtin.is_some()
            && !matches!(spec.adapt, Adapt::ClipCull { .. })
            && self.variables.iter().any(|(_, variable)| is_same(variable))
    }
}
