//! Execution modes that no attribute requires, but instructions.

use crate::builder::sections::ModeOperands;
use base::ids::Set;
use base::source::Span;
use frontend::language::Stage;
use isa::{Class, GroupKind, ImageKind};
use sema::hir::{EntryPoint, FunctionId, Module};
use spirv::{BuiltIn, Capability, Decoration, ExecutionMode, Word};

/// Instructions with demands on their stage, by the stages that reach them.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    /// Stages other than pixel shaders that take derivatives.
    derivatives: Vec<Stage>,
    /// Those that exchange values in quads.
    quads: Vec<Stage>,
    /// Where stages other than pixel shaders first sample with a level of detail that they do not give, by function.
    implicit: Vec<(Stage, Option<FunctionId>, Span)>,
    /// True if pixel shaders enter critical sections.
    interlock: bool,
    /// The modes of `vk::ext_execution_mode` and `vk::ext_execution_mode_id`, with the function that calls them.
    named: Vec<(FunctionId, Word, ModeOperands)>,
}

impl Usage {
    /// Examines the first word of an instruction of a function that a stage reaches.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other classes need no execution mode")]
    pub(crate) fn note(&mut self, stage: Stage, function: Option<FunctionId>, word: Word, span: Span) {
        match isa::class_of(word & 0xFFFF) {
            Class::Interlock => self.interlock = true,
            _ if stage == Stage::Pixel => {}
            Class::Group(_, GroupKind::Quad | GroupKind::QuadVote) if !self.quads.contains(&stage) => {
                self.quads.push(stage);
            }
            Class::Derivative => self.form_quads(stage),
            Class::Image(ImageKind::ImplicitLod | ImageKind::QueryLod, _) => {
                self.form_quads(stage);
                if !self.implicit.iter().any(|(known, place, _)| (*known, *place) == (stage, function)) {
                    self.implicit.push((stage, function, span));
                }
            }
            _ => {}
        }
    }

    /// Notes that invocations of a stage must form quads.
    fn form_quads(&mut self, stage: Stage) {
        if !self.derivatives.contains(&stage) {
            self.derivatives.push(stage);
        }
    }

    /// Where an entry point samples as only quads can, when its workgroup has none and nothing names another mode.
    pub(crate) fn lacks_quads(&self, module: &Module, entry: &EntryPoint) -> Option<(Span, String)> {
        if !self.implicit.iter().any(|(stage, ..)| *stage == entry.stage) {
            return None;
        }
        let (_, size) = entry.modes.iter().find(|(mode, _)| *mode == ExecutionMode::LocalSize)?;
        let is_named = |(mode, _): &(ExecutionMode, _)| {
            matches!(mode, ExecutionMode::DerivativeGroupLinearKHR | ExecutionMode::DerivativeGroupQuadsKHR)
        };
        if derivative_group(entry).is_some() || !self.named.is_empty() || entry.modes.iter().any(is_named) {
            return None;
        }
        let reached = sema::analysis::stages::reached(module, entry);
        let is_below = |function: &Option<FunctionId>| function.is_none_or(|function| reached.contains(&function));
        let mut below = self.implicit.iter().filter(|(stage, function, _)| *stage == entry.stage && is_below(function));
        let &(.., span) = below.next()?;
        let size: Vec<String> = size.iter().map(u32::to_string).collect();
        Some((span, size.join(" by ")))
    }

    /// Notes a mode that a function names.
    pub(crate) fn name_mode(&mut self, function: FunctionId, mode: Word, operands: ModeOperands) {
        self.named.push((function, mode, operands));
    }

    /// The modes that the functions below an entry point name, each once.
    pub(crate) fn named_modes(&self, module: &Module, entry: &EntryPoint) -> Set<(Word, &ModeOperands)> {
        if self.named.is_empty() {
            return Set::default();
        }
        let reached = sema::analysis::stages::reached(module, entry);
        let below = self.named.iter().filter(|(function, ..)| reached.contains(function));
        below.map(|(_, mode, operands)| (*mode, operands)).collect()
    }

    /// The modes that an entry point needs, given whether there is a mode for quads in a row. Four invocations of a row are a
    /// quad of their subgroup without it, as devices number them.
    pub(crate) fn modes(&self, entry: &EntryPoint, has_linear: bool) -> Vec<ExecutionMode> {
        let mut modes = Vec::new();
        let group = derivative_group(entry);
        if self.derivatives.contains(&entry.stage) {
            modes.extend(group);
        } else if self.quads.contains(&entry.stage) {
            modes.extend(group.filter(|mode| has_linear || *mode != ExecutionMode::DerivativeGroupLinearKHR));
        }
        if self.interlock && entry.stage == Stage::Pixel {
            modes.push(interlock(entry));
        }
        modes
    }
}

/// Of the two ways in which invocations form quads, neither is trimmed yet where one is used.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(crate) fn untrimmed(mode: ExecutionMode) -> &'static [Capability] {
    match mode {
        ExecutionMode::DerivativeGroupLinearKHR | ExecutionMode::DerivativeGroupQuadsKHR => {
            &[Capability::ComputeDerivativeGroupQuadsKHR, Capability::ComputeDerivativeGroupLinearKHR]
        }
        _ => &[],
    }
}

/// The arrangement of a workgroup's invocations as quads: linear if the workgroup is one row, else in two dimensions.
fn derivative_group(entry: &EntryPoint) -> Option<ExecutionMode> {
    let (_, size) = entry.modes.iter().find(|(mode, _)| *mode == ExecutionMode::LocalSize)?;
    match size[..] {
        [x, 1, 1] if x % 4 == 0 => Some(ExecutionMode::DerivativeGroupLinearKHR),
        [x, y, _] if x % 2 == 0 && y % 2 == 0 => Some(ExecutionMode::DerivativeGroupQuadsKHR),
        _ => None,
    }
}

/// The unit of the order: pixels, or samples where the shader runs for each of them.
fn interlock(entry: &EntryPoint) -> ExecutionMode {
    let reads = |builtin| entry.variables.iter().any(|(_, it)| it.builtin == Some(builtin));
    let per_sample = entry.variables.iter().any(|(_, it)| it.decorations.contains(&Decoration::Sample));
    if reads(BuiltIn::ShadingRateKHR) {
        ExecutionMode::ShadingRateInterlockOrderedEXT
    } else if per_sample || reads(BuiltIn::SampleId) {
        ExecutionMode::SampleInterlockOrderedEXT
    } else {
        ExecutionMode::PixelInterlockOrderedEXT
    }
}
