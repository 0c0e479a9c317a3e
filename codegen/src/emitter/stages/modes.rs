//! Execution modes that no attribute asks for, but instructions.

use crate::builder::module::ModeOperands;
use base::ids::Set;
use frontend::language::Stage;
use sema::hir::{EntryPoint, FunctionId, Module};
use spirv::{BuiltIn, Capability, Decoration, ExecutionMode, Op, Word};

/// What has been met in the functions of each stage.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    /// Stages other than pixel shaders that take derivatives.
    derivatives: Vec<Stage>,
    /// Whether pixel shaders enter critical sections.
    interlock: bool,
    /// What `vk::ext_execution_mode` and `vk::ext_execution_mode_id` name, with the function that calls them.
    named: Vec<(FunctionId, Word, ModeOperands)>,
}

impl Usage {
    /// Looks at the first word of an instruction of a function that a stage reaches.
    pub(crate) fn note(&mut self, stage: Stage, word: Word) {
        let op = word & 0xFFFF;
        if op == Op::BeginInvocationInterlockEXT as u32 {
            self.interlock = true;
        } else if stage != Stage::Pixel && takes_derivatives(op) && !self.derivatives.contains(&stage) {
            self.derivatives.push(stage);
        }
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
        let reached = sema::stages::reached(module, entry);
        let below = self.named.iter().filter(|(function, ..)| reached.contains(function));
        below.map(|(_, mode, operands)| (*mode, operands)).collect()
    }

    /// The modes that an entry point needs.
    pub(crate) fn modes(&self, entry: &EntryPoint) -> Vec<ExecutionMode> {
        let mut modes = Vec::new();
        if self.derivatives.contains(&entry.stage) {
            modes.extend(derivative_group(entry));
        }
        if self.interlock && entry.stage == Stage::Pixel {
            modes.push(interlock(entry));
        }
        modes
    }
}

/// Whether an instruction needs its invocations to form quads.
fn takes_derivatives(op: u32) -> bool {
    const IMPLICIT: [Op; 5] = [
        Op::ImageSampleImplicitLod,
        Op::ImageSampleDrefImplicitLod,
        Op::ImageQueryLod,
        Op::ImageSparseSampleImplicitLod,
        Op::ImageSparseSampleDrefImplicitLod,
    ];
    const QUAD: [Op; 4] = [
        Op::GroupNonUniformQuadBroadcast,
        Op::GroupNonUniformQuadSwap,
        Op::GroupNonUniformQuadAllKHR,
        Op::GroupNonUniformQuadAnyKHR,
    ];
    let is_one_of = |ops: &[Op]| ops.iter().any(|&it| it as u32 == op);
    (Op::DPdx as u32..=Op::FwidthCoarse as u32).contains(&op) || is_one_of(&IMPLICIT) || is_one_of(&QUAD)
}

/// Of the two ways in which invocations form quads, neither is trimmed yet where one is used.
pub(crate) fn untrimmed(mode: ExecutionMode) -> &'static [Capability] {
    match mode {
        ExecutionMode::DerivativeGroupLinearKHR | ExecutionMode::DerivativeGroupQuadsKHR => {
            &[Capability::ComputeDerivativeGroupQuadsKHR, Capability::ComputeDerivativeGroupLinearKHR]
        }
        _ => &[],
    }
}

/// How the invocations of a workgroup form quads: in a row where it is one row, else in two dimensions.
fn derivative_group(entry: &EntryPoint) -> Option<ExecutionMode> {
    let (_, size) = entry.modes.iter().find(|(mode, _)| *mode == ExecutionMode::LocalSize)?;
    match size[..] {
        [x, 1, 1] if x % 4 == 0 => Some(ExecutionMode::DerivativeGroupLinearKHR),
        [x, y, _] if x % 2 == 0 && y % 2 == 0 => Some(ExecutionMode::DerivativeGroupQuadsKHR),
        _ => None,
    }
}

/// What is ordered: pixels, or samples where the shader runs for each of them.
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
