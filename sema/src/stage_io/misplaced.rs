//! System values that the stage does not have at their place. If there are several, and another stage has them all, the
//! function was meant for that one: this is one error.

use super::{Builder, EntryDecl, modes, points};
use crate::diagnostics::InvalidSemantic;
use crate::hir::ty::Semantic;
use crate::tables::semantics::{SemanticRow, SigPoint};
use frontend::language::Stage;

/// The stages that a function may have been meant for, the likeliest first.
const STAGES: [Stage; 8] = [
    Stage::Compute,
    Stage::Pixel,
    Stage::Vertex,
    Stage::Geometry,
    Stage::Domain,
    Stage::Hull,
    Stage::Mesh,
    Stage::Amplification,
];

/// The limit of places that a message lists.
const MOST_POINTS: usize = 4;

/// A system value that the stage does not have.
pub(super) struct Misplaced {
    pub(super) semantic: Semantic,
    pub(super) row: &'static SemanticRow,
    pub(super) point: SigPoint,
}

impl Misplaced {
    /// Returns whether a stage has this value among its inputs or outputs here.
    fn fits(&self, stage: Stage) -> bool {
        let point = match self.point.is_input() {
            true => points::input_point(stage, false),
            false => points::output_point(stage, false),
        };
        point.is_some_and(|point| self.row.at(point).is_some())
    }
}

impl Builder<'_> {
    pub(super) fn report_misplaced(&mut self, entry: &EntryDecl<'_>) {
        let misplaced = std::mem::take(&mut self.misplaced);
        // The missing primitive was reported, and leaves open which inputs are vertices.
        if self.stage == Stage::Geometry && !entry.params.iter().any(|param| modes::input_primitive(param).is_some()) {
            return;
        }
        let meant = STAGES.into_iter().find(|&stage| misplaced.iter().all(|one| one.fits(stage)));
        let (Some(meant), [first, _, ..]) = (meant, misplaced.as_slice()) else {
            return misplaced.iter().for_each(|one| self.report_alone(one));
        };
        let [meant, stage] = [meant, entry.stage].map(|stage| stage.row().attribute);
        let name = self.names.resolve(entry.name);
        let note = format!("'{name}' is compiled as a {stage} shader, but has semantics of a {meant} shader");
        self.report_invalid(first).note_at(entry.span, note);
    }

    fn report_alone(&mut self, misplaced: &Misplaced) {
        let points: Vec<&str> = misplaced.row.uses.iter().map(|(point, _)| point.describe()).collect();
        let report = self.report_invalid(misplaced);
        if points.len() <= MOST_POINTS {
            report.note_at(misplaced.semantic.span, format!("allowed on {}", points.join(", ")));
        }
    }

    fn report_invalid(&mut self, misplaced: &Misplaced) -> &mut base::diag::Diagnostic {
        let name = self.names.resolve(misplaced.semantic.text).to_owned();
        let point = self.describe(misplaced.point);
        self.sink.report(misplaced.semantic.span, InvalidSemantic { name, point })
    }
}
