//! The built-in variables of vertex and pixel shaders, and where the kernel has them from.

use crate::rows::Stage;
use spirv::BuiltIn;

/// Where a built-in variable comes from or goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Rows.
    Row,
    /// The same variable of compute shaders.
    Machine,
    /// The flag of helper invocations.
    Helper,
}

/// The stages with a variable, in one direction.
type Stages = &'static [Stage];

const NONE: Stages = &[];
const VERTEX: Stages = &[Stage::Vertex];
const PIXEL: Stages = &[Stage::Pixel];
const BOTH: Stages = &[Stage::Vertex, Stage::Pixel];

/// Each built-in variable, the stages that read and write it, and its source.
#[rustfmt::skip]
const ROWS: &[(BuiltIn, Stages, Stages, Source)] = &[
    (BuiltIn::VertexIndex, VERTEX, NONE, Source::Row),
    (BuiltIn::InstanceIndex, VERTEX, NONE, Source::Row),
    (BuiltIn::BaseVertex, VERTEX, NONE, Source::Row),
    (BuiltIn::BaseInstance, VERTEX, NONE, Source::Row),
    (BuiltIn::DrawIndex, VERTEX, NONE, Source::Row),
    (BuiltIn::ViewIndex, BOTH, NONE, Source::Row),
    (BuiltIn::DeviceIndex, BOTH, NONE, Source::Row),
    (BuiltIn::Position, NONE, VERTEX, Source::Row),
    (BuiltIn::PointSize, NONE, VERTEX, Source::Row),
    (BuiltIn::ClipDistance, PIXEL, VERTEX, Source::Row),
    (BuiltIn::CullDistance, PIXEL, VERTEX, Source::Row),
    (BuiltIn::Layer, PIXEL, VERTEX, Source::Row),
    (BuiltIn::ViewportIndex, PIXEL, VERTEX, Source::Row),
    (BuiltIn::PrimitiveShadingRateKHR, NONE, VERTEX, Source::Row),
    (BuiltIn::FragCoord, PIXEL, NONE, Source::Row),
    (BuiltIn::PointCoord, PIXEL, NONE, Source::Row),
    (BuiltIn::FrontFacing, PIXEL, NONE, Source::Row),
    (BuiltIn::SampleId, PIXEL, NONE, Source::Row),
    (BuiltIn::SamplePosition, PIXEL, NONE, Source::Row),
    (BuiltIn::SampleMask, PIXEL, PIXEL, Source::Row),
    (BuiltIn::PrimitiveId, PIXEL, NONE, Source::Row),
    (BuiltIn::BaryCoordKHR, PIXEL, NONE, Source::Row),
    (BuiltIn::BaryCoordNoPerspKHR, PIXEL, NONE, Source::Row),
    (BuiltIn::FullyCoveredEXT, PIXEL, NONE, Source::Row),
    (BuiltIn::FragSizeEXT, PIXEL, NONE, Source::Row),
    (BuiltIn::FragInvocationCountEXT, PIXEL, NONE, Source::Row),
    (BuiltIn::ShadingRateKHR, PIXEL, NONE, Source::Row),
    (BuiltIn::FragDepth, NONE, PIXEL, Source::Row),
    (BuiltIn::FragStencilRefEXT, NONE, PIXEL, Source::Row),
    (BuiltIn::HelperInvocation, PIXEL, NONE, Source::Helper),
    (BuiltIn::SubgroupSize, BOTH, NONE, Source::Machine),
    (BuiltIn::SubgroupLocalInvocationId, BOTH, NONE, Source::Machine),
    (BuiltIn::SubgroupEqMask, BOTH, NONE, Source::Machine),
    (BuiltIn::SubgroupGeMask, BOTH, NONE, Source::Machine),
    (BuiltIn::SubgroupGtMask, BOTH, NONE, Source::Machine),
    (BuiltIn::SubgroupLeMask, BOTH, NONE, Source::Machine),
    (BuiltIn::SubgroupLtMask, BOTH, NONE, Source::Machine),
];

/// The source of a built-in variable of a stage; `None` if the stage has no such variable.
pub(crate) fn source(builtin: BuiltIn, stage: Stage, is_output: bool) -> Option<Source> {
    let (_, reads, writes, source) = ROWS.iter().find(|row| row.0 == builtin)?;
    let stages = if is_output { writes } else { reads };
    stages.contains(&stage).then_some(*source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_variable_has_one_row() {
        for (at, row) in ROWS.iter().enumerate() {
            assert!(!ROWS[..at].iter().any(|other| other.0 == row.0), "{:?}", row.0);
            assert!(!row.1.is_empty() || !row.2.is_empty(), "{:?}", row.0);
        }
        assert_eq!(source(BuiltIn::FragCoord, Stage::Vertex, false), None);
        assert_eq!(source(BuiltIn::Position, Stage::Vertex, true), Some(Source::Row));
    }
}
