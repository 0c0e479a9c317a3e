//! The built-in variables of stages, and where the kernel has them from.

use crate::rows::Stage;
use spirv::BuiltIn;

/// Where a built-in variable comes from or goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Rows.
    Row,
    /// A built-in variable of compute shaders.
    Machine,
    /// The flag of helper invocations.
    Helper,
    /// Computed from the numbers of the group and of the invocation in it.
    Global,
}

/// The stages with a variable, in one direction.
type Stages = &'static [Stage];

const NONE: Stages = &[];
const VERTEX: Stages = &[Stage::Vertex];
const PIXEL: Stages = &[Stage::Pixel];
const GEOMETRY_OR_HULL: Stages = &[Stage::Geometry, Stage::Hull];
const HULL_OR_DOMAIN: Stages = &[Stage::Hull, Stage::Domain];
const DOMAIN: Stages = &[Stage::Domain];
const HULL: Stages = &[Stage::Hull];
const MESH: Stages = &[Stage::Mesh];
/// Stages with a grid of workgroups.
const GRID: Stages = &[Stage::Amplification, Stage::Mesh];
/// Stages that write vertices.
const WRITERS: Stages = &[Stage::Vertex, Stage::Hull, Stage::Domain, Stage::Geometry, Stage::Mesh];
/// Stages that read vertices of primitives and patches.
const BETWEEN: Stages = &[Stage::Hull, Stage::Domain, Stage::Geometry];
/// Stages that read what is interpolated or passed on.
const READERS: Stages = &[Stage::Hull, Stage::Domain, Stage::Geometry, Stage::Pixel];
/// Stages that write what of a primitive its first vertex or it itself has.
const CHOOSERS: Stages = &[Stage::Vertex, Stage::Domain, Stage::Geometry, Stage::Mesh];
const ALL: Stages =
    &[Stage::Vertex, Stage::Hull, Stage::Domain, Stage::Geometry, Stage::Amplification, Stage::Mesh, Stage::Pixel];

/// Each built-in variable, the stages that read and write it, and its source.
#[rustfmt::skip]
const ROWS: &[(BuiltIn, Stages, Stages, Source)] = &[
    (BuiltIn::VertexIndex, VERTEX, NONE, Source::Row),
    (BuiltIn::InstanceIndex, VERTEX, NONE, Source::Row),
    (BuiltIn::BaseVertex, VERTEX, NONE, Source::Row),
    (BuiltIn::BaseInstance, VERTEX, NONE, Source::Row),
    (BuiltIn::DrawIndex, ALL, NONE, Source::Row),
    (BuiltIn::ViewIndex, ALL, NONE, Source::Row),
    (BuiltIn::DeviceIndex, ALL, NONE, Source::Row),
    (BuiltIn::Position, BETWEEN, WRITERS, Source::Row),
    (BuiltIn::PointSize, BETWEEN, WRITERS, Source::Row),
    (BuiltIn::ClipDistance, READERS, WRITERS, Source::Row),
    (BuiltIn::CullDistance, READERS, WRITERS, Source::Row),
    (BuiltIn::Layer, PIXEL, CHOOSERS, Source::Row),
    (BuiltIn::ViewportIndex, PIXEL, CHOOSERS, Source::Row),
    (BuiltIn::PrimitiveShadingRateKHR, NONE, CHOOSERS, Source::Row),
    (BuiltIn::FragCoord, PIXEL, NONE, Source::Row),
    (BuiltIn::PointCoord, PIXEL, NONE, Source::Row),
    (BuiltIn::FrontFacing, PIXEL, NONE, Source::Row),
    (BuiltIn::SampleId, PIXEL, NONE, Source::Row),
    (BuiltIn::SamplePosition, PIXEL, NONE, Source::Row),
    (BuiltIn::SampleMask, PIXEL, PIXEL, Source::Row),
    (BuiltIn::PrimitiveId, READERS, CHOOSERS, Source::Row),
    (BuiltIn::BaryCoordKHR, PIXEL, NONE, Source::Row),
    (BuiltIn::BaryCoordNoPerspKHR, PIXEL, NONE, Source::Row),
    (BuiltIn::FullyCoveredEXT, PIXEL, NONE, Source::Row),
    (BuiltIn::FragSizeEXT, PIXEL, NONE, Source::Row),
    (BuiltIn::FragInvocationCountEXT, PIXEL, NONE, Source::Row),
    (BuiltIn::ShadingRateKHR, PIXEL, NONE, Source::Row),
    (BuiltIn::FragDepth, NONE, PIXEL, Source::Row),
    (BuiltIn::FragStencilRefEXT, NONE, PIXEL, Source::Row),
    (BuiltIn::InvocationId, GEOMETRY_OR_HULL, NONE, Source::Row),
    (BuiltIn::PatchVertices, HULL_OR_DOMAIN, NONE, Source::Row),
    (BuiltIn::TessCoord, DOMAIN, NONE, Source::Row),
    (BuiltIn::TessLevelOuter, DOMAIN, HULL, Source::Row),
    (BuiltIn::TessLevelInner, DOMAIN, HULL, Source::Row),
    (BuiltIn::PrimitivePointIndicesEXT, NONE, MESH, Source::Row),
    (BuiltIn::PrimitiveLineIndicesEXT, NONE, MESH, Source::Row),
    (BuiltIn::PrimitiveTriangleIndicesEXT, NONE, MESH, Source::Row),
    (BuiltIn::CullPrimitiveEXT, NONE, MESH, Source::Row),
    (BuiltIn::WorkgroupId, GRID, NONE, Source::Row),
    (BuiltIn::NumWorkgroups, GRID, NONE, Source::Row),
    (BuiltIn::GlobalInvocationId, GRID, NONE, Source::Global),
    (BuiltIn::LocalInvocationId, GRID, NONE, Source::Machine),
    (BuiltIn::LocalInvocationIndex, GRID, NONE, Source::Machine),
    (BuiltIn::SubgroupId, GRID, NONE, Source::Machine),
    (BuiltIn::NumSubgroups, GRID, NONE, Source::Machine),
    (BuiltIn::HelperInvocation, PIXEL, NONE, Source::Helper),
    (BuiltIn::SubgroupSize, ALL, NONE, Source::Machine),
    (BuiltIn::SubgroupLocalInvocationId, ALL, NONE, Source::Machine),
    (BuiltIn::SubgroupEqMask, ALL, NONE, Source::Machine),
    (BuiltIn::SubgroupGeMask, ALL, NONE, Source::Machine),
    (BuiltIn::SubgroupGtMask, ALL, NONE, Source::Machine),
    (BuiltIn::SubgroupLeMask, ALL, NONE, Source::Machine),
    (BuiltIn::SubgroupLtMask, ALL, NONE, Source::Machine),
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
