//! The model of a linked pipeline: plain data, the same in memory and as JSON.

use crate::model::{Amount, Descriptor, Generator, Span};
use serde::Serialize;

/// The stages of a pipeline, what they hand to each other, and what they want from their host together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Pipeline {
    /// The version of the schema.
    pub format: u32,
    /// The tool that wrote this.
    pub generator: Generator,
    /// The stages, in the order in which the pipeline runs them.
    pub stages: Vec<PipelineStage>,
    /// The interfaces between stages that follow each other.
    pub interfaces: Vec<Interface>,
    /// The descriptor sets of all stages together.
    pub sets: Vec<SetLayout>,
    /// The ranges of push constants; no stage is in two of them.
    pub push_constants: Vec<StageRange>,
    /// Parts of the stages that do not fit together.
    pub findings: Vec<Finding>,
}

/// A stage of a pipeline.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PipelineStage {
    /// The file, as the command line gave it.
    pub file: String,
    /// The name of the entry point.
    pub entry_point: String,
    /// The stage, such as `vertex`.
    pub stage: String,
}

/// The interface between two stages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Interface {
    /// The index of the stage that writes.
    pub from: usize,
    /// The index of the stage that reads.
    pub to: usize,
    /// The outputs that inputs read.
    pub matches: Vec<Match>,
    /// The outputs at locations that no input reads.
    pub unread: Vec<String>,
}

/// An output and the input that reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Match {
    /// The first location.
    pub location: u32,
    /// The first component.
    pub component: u32,
    /// The name of the output.
    pub output: String,
    /// The name of the input.
    pub input: String,
    /// The type of the input.
    #[serde(rename = "type")]
    pub ty: String,
}

/// The layout of a descriptor set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SetLayout {
    /// The number of the set.
    pub set: u32,
    /// Its bindings, in order.
    pub bindings: Vec<SetBinding>,
}

/// A binding of a descriptor set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SetBinding {
    /// The number of the binding.
    pub binding: u32,
    /// The type of descriptor.
    pub descriptor: Descriptor,
    /// The number of descriptors: the largest that a stage declares.
    pub count: Amount,
    /// The stages that use it; all stages of the pipeline that declare it where none does.
    pub stages: Vec<String>,
    /// The names of the variables, each once.
    pub names: Vec<String>,
    /// The bytes that must be bound, for a buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_size: Option<u64>,
}

/// A range of push constants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StageRange {
    /// The stages that use it.
    pub stages: Vec<String>,
    /// The first byte, a multiple of 4.
    pub offset: u64,
    /// The size in bytes, a multiple of 4.
    pub size: u64,
}

/// The weight of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Severity {
    /// Vulkan takes no such pipeline, or its results are undefined.
    Error,
    /// Vulkan takes it, and it is likely a mistake.
    Warning,
}

/// The rule that a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FindingKind {
    /// The stages are not those of one pipeline.
    Stages,
    /// The stage before does not write an input.
    Missing,
    /// An output and an input overlap, and start at different locations or components.
    Location,
    /// An output and an input have different types.
    Type,
    /// An output and an input have different semantics.
    Semantic,
    /// Only one of an output and an input is per patch.
    Patch,
    /// Only one of an output and an input is per primitive.
    Primitive,
    /// The interpolation that an output names is not that of the input, which counts.
    Interpolation,
    /// The stage before does not write a builtin that must be written.
    Builtin,
    /// Execution modes of two stages contradict each other.
    Mode,
    /// A binding has two types of descriptors.
    Descriptor,
    /// A binding has images of two kinds.
    Image,
    /// Two stages have different members in the same bytes of a buffer or of push constants.
    Block,
}

/// Parts of stages that do not fit together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Finding {
    /// Its weight.
    pub severity: Severity,
    /// The rule.
    pub kind: FindingKind,
    /// A sentence for people.
    pub message: String,
    /// The parts: the one that the message is about, then the one that it does not fit.
    pub places: Vec<Place>,
}

/// A part of a stage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Place {
    /// The index of the stage.
    pub stage: usize,
    /// The part in words, such as `input 'TEXCOORD0'`.
    pub what: String,
    /// The location of its declaration, if a source is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}
