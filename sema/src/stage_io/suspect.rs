//! Warnings about suspicious semantics.

use super::Builder;
use crate::diagnostics::{MissingPosition, OldFace, UnknownSystemValue};
use crate::hir::ty::Semantic;
use crate::hir::{StageTree, StageVariable};
use crate::tables::semantics;
use base::similar::nearest;
use frontend::language::Stage;
use spirv::BuiltIn;

impl Builder<'_> {
    /// Reports an unknown name that looks like a system value; returns whether it is one.
    pub(super) fn is_unknown_value(&mut self, semantic: &Semantic) -> bool {
        let name = self.names.resolve(semantic.name);
        if name == "VFACE" {
            self.sink.report(semantic.span, OldFace {}).note("use SV_IsFrontFace in a pixel shader");
        }
        if !name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("SV_")) {
            return false;
        }
        let near = nearest(name, semantics::SEMANTICS.iter().map(|row| row.display));
        let name = self.names.resolve(semantic.text).to_owned();
        let diagnostic = self.sink.report(semantic.span, UnknownSystemValue { name });
        if let Some(near) = near {
            diagnostic.suggest(semantic.span, near);
        }
        true
    }

    /// Warns about a vertex shader with the position as an input, or under its Direct3D 9 name. If other stages follow,
    /// they may write the position.
    pub(super) fn suspect_position(&mut self, ret: Option<&StageTree>) {
        let is_written = |it: &StageVariable| it.output && it.builtin == Some(BuiltIn::Position);
        if self.sink.has_errors()
            || !self.misplaced.is_empty()
            || self.stage != Stage::Vertex
            || self.variables.iter().any(|(_, variable)| is_written(variable))
        {
            return;
        }
        let names = &self.names;
        let is_named = |it: &StageVariable, name: &str| names.resolve(it.semantic.name).eq_ignore_ascii_case(name);
        let input = self.variables.iter().find(|(_, it)| !it.output && is_named(it, "SV_Position"));
        if let Some((_, input)) = input {
            self.sink
                .report(input.span, MissingPosition {})
                .note_at(input.span, "parameter is an input; is 'out' missing?");
        } else if let Some(StageTree::Leaf(result)) = ret
            && is_named(&self.variables[*result], "POSITION")
        {
            let span = self.variables[*result].span;
            self.sink.report(span, MissingPosition {}).suggest(span, "SV_Position");
        }
    }
}
