//! Signature points of plain inputs and results.

use crate::tables::semantics::SigPoint;
use frontend::language::Stage;

/// The signature point of a stage's plain inputs; `None` for stages without interface variables.
pub(super) fn input_point(stage: Stage, patch_constant: bool) -> Option<SigPoint> {
    match stage {
        Stage::Vertex => Some(SigPoint::VSIn),
        Stage::Pixel => Some(SigPoint::PSIn),
        Stage::Compute => Some(SigPoint::CSIn),
        Stage::Hull if patch_constant => Some(SigPoint::PCIn),
        Stage::Hull => Some(SigPoint::HSIn),
        Stage::Domain => Some(SigPoint::DSIn),
        Stage::Geometry => Some(SigPoint::GSIn),
        Stage::Mesh => Some(SigPoint::MSIn),
        Stage::Amplification => Some(SigPoint::ASIn),
        // A node has the system values of a compute shader.
        Stage::Node => Some(SigPoint::CSIn),
        Stage::Library
        | Stage::RayGeneration
        | Stage::Intersection
        | Stage::AnyHit
        | Stage::ClosestHit
        | Stage::Miss
        | Stage::Callable => None,
    }
}

/// The signature point of a stage's results.
pub(super) fn output_point(stage: Stage, patch_constant: bool) -> Option<SigPoint> {
    match stage {
        Stage::Vertex => Some(SigPoint::VSOut),
        Stage::Pixel => Some(SigPoint::PSOut),
        Stage::Hull if patch_constant => Some(SigPoint::PCOut),
        Stage::Hull => Some(SigPoint::HSCPOut),
        Stage::Domain => Some(SigPoint::DSOut),
        Stage::Geometry => Some(SigPoint::GSOut),
        Stage::Compute
        | Stage::Mesh
        | Stage::Amplification
        | Stage::Node
        | Stage::Library
        | Stage::RayGeneration
        | Stage::Intersection
        | Stage::AnyHit
        | Stage::ClosestHit
        | Stage::Miss
        | Stage::Callable => None,
    }
}
