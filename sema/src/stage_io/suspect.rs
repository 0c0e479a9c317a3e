//! Warnings about suspicious semantics.

use super::Builder;
use crate::diagnostics::{MissingPosition, OldFace, PositionElsewhere, UnknownSystemValue};
use crate::hir::ty::Semantic;
use crate::hir::{StageTree, StageVariable};
use crate::tables::semantics;
use base::similar::nearest;
use frontend::language::Stage;
use frontend::words::{MIDDLE_ATTRIBUTES, PIXEL_SEMANTICS};
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

    /// Warns about a vertex shader without a position. If other stages follow, they may write it, so that the warning is quiet
    /// unless pixels follow, the position is an input, or the result has its Direct3D 9 name.
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
            return;
        }
        let outputs = || self.variables.iter().map(|(_, it)| it).filter(|it| it.output);
        let old = outputs().find(|it| is_named(it, "POSITION"));
        let Some(output) = old.or_else(|| outputs().next()) else { return };
        let is_result = matches!(ret, Some(StageTree::Leaf(_))) && old.is_some();
        let report = match is_result || self.is_followed_by_pixels() {
            true => self.sink.report(output.span, MissingPosition {}),
            false => self.sink.report(output.span, PositionElsewhere {}),
        };
        if let Some(old) = old {
            report.suggest(old.span, "SV_Position");
        }
    }

    /// Returns whether the text has a pixel shader, and no stage between it and the vertex shader, by the words in it.
    fn is_followed_by_pixels(&self) -> bool {
        let has = |word: &&str| self.names.lookup(word).is_some();
        PIXEL_SEMANTICS.iter().any(has) && !MIDDLE_ATTRIBUTES.iter().any(has)
    }
}
