//! What checks find about a draw as a whole: primitives that vanish, state without an effect, effects that depend on tests.
//!
//! It must not know how a shader runs.

use crate::drawing::stages::Origin;
use base::diag::Message;
use check::diagnostics as d;
use check::{Check, Checks, Finding, Place, Report};
use reflect::{Span, Variable};
use runner::image::Class;
use runner::stages::fixed::{ColorFormat, Cull, State, Statistics, Topology};
use runner::stages::rows::{BuiltIn, Interface, Place as Row, Stage};

/// A draw that is done.
pub struct Judged<'j> {
    /// The state of the draw.
    pub state: &'j State,
    /// Its primitives.
    pub topology: Topology,
    /// The counts of the draw.
    pub statistics: &'j Statistics,
    /// The interface of the pixel shader, if there is one.
    pub pixel: Option<&'j Interface>,
    /// The formats of the color targets.
    pub targets: Vec<ColorFormat>,
    /// The number of samples of a pixel.
    pub samples: u32,
    /// True if there is a target of depth, and of stencil.
    pub has_depth: bool,
    /// The sources of the stages, in their order.
    pub origins: &'j [Origin<'j>],
}

/// The semantic of an input or an output.
fn semantic(value: &Variable) -> Option<String> {
    let name = value.semantic.as_ref().filter(|name| !name.is_empty())?;
    Some(format!("{}{}", name.to_ascii_uppercase(), value.semantic_index.unwrap_or(0)))
}

/// A state that has no effect in some draws: what it is, and whether that is so.
type Unused = (&'static str, fn(&Judged<'_>) -> bool);

/// States without an effect.
const UNUSED: &[Unused] = &[
    ("depth bias without a depth test", |draw| {
        let bias = draw.state.bias;
        (bias.constant != 0.0 || bias.slope != 0.0) && (draw.state.depth.is_none() || !draw.has_depth)
    }),
    ("alpha to coverage with one sample", |draw| draw.state.alpha_to_coverage && draw.samples == 1),
    ("a sample mask that covers no sample", |draw| {
        let all = if draw.samples >= 32 { u32::MAX } else { (1 << draw.samples) - 1 };
        draw.state.sample_mask & all == 0
    }),
    ("blending with a target of integers", |draw| {
        let blends = |number: usize| draw.state.blend.get(number).is_some_and(|blend| blend.equations.is_some());
        draw.targets.iter().enumerate().any(|(number, format)| format.class() != Class::Float && blends(number))
    }),
    ("face culling of lines or points", |draw| {
        let culls = draw.state.cull != Cull::None;
        culls && matches!(draw.topology, Topology::PointList | Topology::LineList | Topology::LineStrip)
    }),
];

impl Judged<'_> {
    /// Inputs that get outputs with other semantics.
    fn crossed(&self) -> Vec<(String, Option<Span>)> {
        // Stages between the two have inputs and outputs of their own.
        let [vertex, pixel] = self.origins else { return Vec::new() };
        let (Some(vertex), Some(pixel)) = (vertex.entry_point(), pixel.entry_point()) else { return Vec::new() };
        let of_input = |input: &Variable| {
            let output = vertex.outputs.iter().find(|output| output.location == input.location)?;
            let (own, other) = (semantic(input)?, semantic(output)?);
            let span = input.hlsl.as_ref().and_then(|fact| fact.span.clone());
            (own != other).then(|| (d::Link { input: own, output: other }.text(), span))
        };
        pixel.inputs.iter().filter(|input| input.location.is_some()).filter_map(of_input).collect()
    }

    /// What checks find, each with the stage that it is about.
    fn found(&self) -> Vec<(Check, String, Stage)> {
        let mut found = Vec::new();
        let setup = &self.statistics.setup;
        let bad = setup.not_finite + setup.without_w;
        if let Some([primitive, instance]) = setup.first_bad {
            let (are, first) = (if bad == 1 { "primitive is" } else { "primitives are" }, primitive);
            let what = format!(
                "{bad} {are} not drawn as given: a position is not finite, or its w is 0; the first is primitive {first} of instance {instance}"
            );
            found.push((Check::ClipW, d::ClipW { what }.text(), Stage::Vertex));
        }
        if let Some(pixel) = self.pixel.filter(|pixel| self.may_run_early(pixel)) {
            let what =
                format!("'{}' writes memory, and may run for pixels that fail the depth or stencil test", pixel.entry);
            found.push((Check::SideEffectEarly, d::SideEffectEarly { what }.text(), Stage::Pixel));
        }
        let unused: Vec<&str> = UNUSED.iter().filter(|(_, is_unused)| is_unused(self)).map(|(what, _)| *what).collect();
        if !unused.is_empty() {
            let what = format!("state without effect: {}", unused.join("; "));
            let stage = if self.pixel.is_some() { Stage::Pixel } else { Stage::Vertex };
            found.push((Check::UnusedState, d::UnusedState { what }.text(), stage));
        }
        found
    }

    /// Returns whether it is up to the device when the tests around a shader that writes memory run.
    fn may_run_early(&self, pixel: &Interface) -> bool {
        let tests = self.state.depth.is_some() || self.state.stencil.is_some();
        let modes = pixel.modes;
        let writes_depth = |place: Row| matches!(place, Row::Builtin(BuiltIn::FragDepth | BuiltIn::SampleMask, _));
        let is_late = modes.discards || pixel.outputs.iter().any(|row| writes_depth(row.place));
        tests && modes.writes_memory && !modes.early_tests && !is_late
    }

    /// Adds what checks find to the report of a checked run.
    pub fn add_to(&self, report: &mut Report, checks: &Checks) {
        let place = |stage: Stage| self.origins.iter().find(|origin| origin.stage == stage)?.span().cloned();
        let found = self.found().into_iter().map(|(check, message, stage)| (check, message, place(stage)));
        let crossed = self.crossed().into_iter().map(|(message, span)| (Check::Link, message, span));
        let all: Vec<_> = crossed.chain(found).collect();
        // Where a position became none is told there.
        let is_told = self.statistics.setup.without_w == 0
            && report.findings.iter().any(|finding| finding.check == Check::NanPosition);
        for (check, message, span) in all {
            if !checks.is_on(check) || check == Check::ClipW && is_told {
                continue;
            }
            let files: Vec<String> = span.iter().map(|span| span.file.clone()).collect();
            let at = |Span { line, column, .. }| Place { file: 0, line, column, end_line: line, end_column: column };
            let place = span.map(at);
            let (related, notes) = (Vec::new(), Vec::new());
            let finding = Finding { check, level: checks.level(check), message, place, related, notes, count: 1 };
            report.add(finding, &files);
        }
    }
}
