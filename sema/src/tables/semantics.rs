//! System-value semantics: their places and meanings.

use frontend::language::Stage;
use spirv::BuiltIn;

/// A signature point of the pipeline: a direction of a stage, for one of its roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SigPoint {
    /// Inputs of a vertex shader.
    VSIn,
    /// Outputs of a vertex shader.
    VSOut,
    /// Inputs of a patch-constant function.
    PCIn,
    /// Outputs of a patch-constant function.
    PCOut,
    /// Inputs of a hull shader that are not a control points.
    HSIn,
    /// Control points that a hull shader reads.
    HSCPIn,
    /// Control points that a hull shader writes.
    HSCPOut,
    /// Inputs of a domain shader that are not a control points.
    DSIn,
    /// Control points that a domain shader reads.
    DSCPIn,
    /// Outputs of a domain shader.
    DSOut,
    /// Vertices that a geometry shader reads.
    GSVIn,
    /// Other inputs of a geometry shader.
    GSIn,
    /// Outputs of a geometry shader.
    GSOut,
    /// Inputs of a pixel shader.
    PSIn,
    /// Outputs of a pixel shader.
    PSOut,
    /// Inputs of a compute shader.
    CSIn,
    /// Inputs of a mesh shader.
    MSIn,
    /// Vertices that a mesh shader writes.
    MSOut,
    /// Primitives that a mesh shader writes.
    MSPOut,
    /// Inputs of an amplification shader.
    ASIn,
}

impl SigPoint {
    /// Returns whether it is an input.
    pub const fn is_input(self) -> bool {
        match self {
            SigPoint::VSIn
            | SigPoint::PCIn
            | SigPoint::HSIn
            | SigPoint::HSCPIn
            | SigPoint::DSIn
            | SigPoint::DSCPIn
            | SigPoint::GSVIn
            | SigPoint::GSIn
            | SigPoint::PSIn
            | SigPoint::CSIn
            | SigPoint::MSIn
            | SigPoint::ASIn => true,
            SigPoint::VSOut
            | SigPoint::PCOut
            | SigPoint::HSCPOut
            | SigPoint::DSOut
            | SigPoint::GSOut
            | SigPoint::PSOut
            | SigPoint::MSOut
            | SigPoint::MSPOut => false,
        }
    }

    /// The name of the point in messages.
    pub const fn describe(self) -> &'static str {
        match self {
            SigPoint::VSIn => "a vertex shader's input",
            SigPoint::VSOut => "a vertex shader's output",
            SigPoint::PCIn => "a patch-constant function's input",
            SigPoint::PCOut => "a patch-constant function's output",
            SigPoint::HSIn => "a hull shader's input",
            SigPoint::HSCPIn => "a hull shader's input control point",
            SigPoint::HSCPOut => "a hull shader's output control point",
            SigPoint::DSIn => "a domain shader's input",
            SigPoint::DSCPIn => "a domain shader's control point",
            SigPoint::DSOut => "a domain shader's output",
            SigPoint::GSVIn => "a geometry shader's input vertex",
            SigPoint::GSIn => "a geometry shader's input",
            SigPoint::GSOut => "a geometry shader's output",
            SigPoint::PSIn => "a pixel shader's input",
            SigPoint::PSOut => "a pixel shader's output",
            SigPoint::CSIn => "a compute shader's input",
            SigPoint::MSIn => "a mesh shader's input",
            SigPoint::MSOut => "a mesh shader's output vertex",
            SigPoint::MSPOut => "a mesh shader's output primitive",
            SigPoint::ASIn => "an amplification shader's input",
        }
    }

    /// The stage that has the point.
    pub const fn stage(self) -> Stage {
        match self {
            SigPoint::VSIn | SigPoint::VSOut => Stage::Vertex,
            SigPoint::PCIn | SigPoint::PCOut | SigPoint::HSIn | SigPoint::HSCPIn | SigPoint::HSCPOut => Stage::Hull,
            SigPoint::DSIn | SigPoint::DSCPIn | SigPoint::DSOut => Stage::Domain,
            SigPoint::GSVIn | SigPoint::GSIn | SigPoint::GSOut => Stage::Geometry,
            SigPoint::PSIn | SigPoint::PSOut => Stage::Pixel,
            SigPoint::CSIn => Stage::Compute,
            SigPoint::MSIn | SigPoint::MSOut | SigPoint::MSPOut => Stage::Mesh,
            SigPoint::ASIn => Stage::Amplification,
        }
    }

    /// Returns whether user-defined semantics are allowed here.
    pub const fn takes_user_semantics(self) -> bool {
        matches!(
            self,
            SigPoint::VSIn
                | SigPoint::VSOut
                | SigPoint::HSCPIn
                | SigPoint::HSCPOut
                | SigPoint::PCOut
                | SigPoint::DSIn
                | SigPoint::DSCPIn
                | SigPoint::DSOut
                | SigPoint::GSVIn
                | SigPoint::GSOut
                | SigPoint::PSIn
                | SigPoint::MSOut
                | SigPoint::MSPOut
        )
    }
}

/// The meaning of a system value at one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// A variable with a location.
    Located,
    /// A builtin variable.
    Builtin(BuiltIn),
    /// A color target: the location is the semantic's index.
    Target,
}

/// The type of a system value that is a built-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeRule {
    /// `float4`.
    Float4,
    /// `float`.
    Float,
    /// One 32-bit integer.
    Integer,
    /// Up to three 32-bit integers; the builtin always has three `uint`s.
    Integer3,
    /// A `bool`; converted if the source has an integer.
    Bool,
    /// Floats that share an array with others of the same semantic.
    Distances,
    /// Outer tessellation factors: up to four floats.
    OuterFactors,
    /// Inner tessellation factors: up to two floats.
    InnerFactors,
    /// `float2` or `float3`; the builtin has three components.
    Float3,
    /// `float3`, of which the built-in provides two reliable components.
    Barycentrics,
    /// One `uint`, which the builtin has as an array of one.
    Mask,
    /// A `uint`, which the builtin has as a `bool`.
    UintFromBool,
    /// Any type that a render target can have.
    Color,
}

/// A system-value semantic.
#[derive(Debug)]
pub struct SemanticRow {
    /// The name in lower case, without index.
    pub name: &'static str,
    /// The name as it is usually written.
    pub display: &'static str,
    /// Its meaning at each signature point.
    pub uses: &'static [(SigPoint, Use)],
    /// Its type as a built-in.
    pub ty: TypeRule,
    /// The minor version of shader model 6 that introduced it.
    pub min_minor: u32,
    /// One line for the documentation.
    pub doc: &'static str,
}

use SigPoint::{
    ASIn, CSIn, DSCPIn, DSIn, DSOut, GSIn, GSOut, GSVIn, HSCPIn, HSCPOut, HSIn, MSIn, MSOut, MSPOut, PCIn, PCOut, PSIn,
    PSOut, VSIn, VSOut,
};
use Use::{Builtin, Located, Target};

const fn row(
    name: &'static str,
    display: &'static str,
    ty: TypeRule,
    min_minor: u32,
    uses: &'static [(SigPoint, Use)],
    doc: &'static str,
) -> SemanticRow {
    SemanticRow { name, display, uses, ty, min_minor, doc }
}

/// A distance semantic: located before the last geometry stage, a shared array elsewhere.
const fn distances(builtin: BuiltIn) -> [(SigPoint, Use); 12] {
    [
        (VSIn, Located),
        (PCOut, Located),
        (DSIn, Located),
        (VSOut, Builtin(builtin)),
        (HSCPIn, Builtin(builtin)),
        (HSCPOut, Builtin(builtin)),
        (DSCPIn, Builtin(builtin)),
        (DSOut, Builtin(builtin)),
        (GSVIn, Builtin(builtin)),
        (GSOut, Builtin(builtin)),
        (PSIn, Builtin(builtin)),
        (MSOut, Builtin(builtin)),
    ]
}

/// A layer semantic: located in between, a built-in where a layer is selected or read.
const fn layers(builtin: BuiltIn) -> [(SigPoint, Use); 12] {
    [
        (VSIn, Located),
        (PCOut, Located),
        (DSIn, Located),
        (HSCPIn, Located),
        (HSCPOut, Located),
        (DSCPIn, Located),
        (GSVIn, Located),
        (VSOut, Builtin(builtin)),
        (DSOut, Builtin(builtin)),
        (GSOut, Builtin(builtin)),
        (PSIn, Builtin(builtin)),
        (MSPOut, Builtin(builtin)),
    ]
}

const CLIP: &[(SigPoint, Use)] = &distances(BuiltIn::ClipDistance);
const CULL: &[(SigPoint, Use)] = &distances(BuiltIn::CullDistance);
const LAYER: &[(SigPoint, Use)] = &layers(BuiltIn::Layer);
const VIEWPORT: &[(SigPoint, Use)] = &layers(BuiltIn::ViewportIndex);
const DEPTH: &[(SigPoint, Use)] = &[(PSOut, Builtin(BuiltIn::FragDepth))];

const fn compute(builtin: BuiltIn) -> [(SigPoint, Use); 3] {
    [(CSIn, Builtin(builtin)), (MSIn, Builtin(builtin)), (ASIn, Builtin(builtin))]
}
const DISPATCH_THREAD: &[(SigPoint, Use)] = &compute(BuiltIn::GlobalInvocationId);
const GROUP: &[(SigPoint, Use)] = &compute(BuiltIn::WorkgroupId);
const GROUP_INDEX: &[(SigPoint, Use)] = &compute(BuiltIn::LocalInvocationIndex);
const GROUP_THREAD: &[(SigPoint, Use)] = &compute(BuiltIn::LocalInvocationId);

/// All system-value semantics, sorted by name.
#[rustfmt::skip]
pub const SEMANTICS: &[SemanticRow] = &[
    row("sv_barycentrics", "SV_Barycentrics", TypeRule::Barycentrics, 1, &[(PSIn, Builtin(BuiltIn::BaryCoordKHR))], "the weights of the three vertices"),
    row("sv_clipdistance", "SV_ClipDistance", TypeRule::Distances, 0, CLIP, "distances to user clip planes"),
    row("sv_coverage", "SV_Coverage", TypeRule::Mask, 0, &[(PSIn, Builtin(BuiltIn::SampleMask)), (PSOut, Builtin(BuiltIn::SampleMask))], "the mask of covered samples"),
    row("sv_culldistance", "SV_CullDistance", TypeRule::Distances, 0, CULL, "distances to user cull planes"),
    row("sv_cullprimitive", "SV_CullPrimitive", TypeRule::Bool, 5, &[(PSIn, Builtin(BuiltIn::CullPrimitiveEXT)), (MSPOut, Builtin(BuiltIn::CullPrimitiveEXT))], "whether the primitive is culled"),
    row("sv_depth", "SV_Depth", TypeRule::Float, 0, DEPTH, "the depth of the pixel"),
    row("sv_depthgreaterequal", "SV_DepthGreaterEqual", TypeRule::Float, 0, DEPTH, "the depth of the pixel, greater than or equal to the rasterizer's"),
    row("sv_depthlessequal", "SV_DepthLessEqual", TypeRule::Float, 0, DEPTH, "the depth of the pixel, less than or equal to the rasterizer's"),
    row("sv_dispatchthreadid", "SV_DispatchThreadID", TypeRule::Integer3, 0, DISPATCH_THREAD, "the invocation's coordinates in the dispatch"),
    row("sv_domainlocation", "SV_DomainLocation", TypeRule::Float3, 0, &[(DSIn, Builtin(BuiltIn::TessCoord))], "the coordinates in the tessellation domain"),
    row("sv_groupid", "SV_GroupID", TypeRule::Integer3, 0, GROUP, "the workgroup's coordinates in the dispatch"),
    row("sv_groupindex", "SV_GroupIndex", TypeRule::Integer, 0, GROUP_INDEX, "the invocation's flattened index in the workgroup"),
    row("sv_groupthreadid", "SV_GroupThreadID", TypeRule::Integer3, 0, GROUP_THREAD, "the invocation's coordinates in the workgroup"),
    row("sv_gsinstanceid", "SV_GSInstanceID", TypeRule::Integer, 0, &[(GSIn, Builtin(BuiltIn::InvocationId))], "the instance index of the geometry shader"),
    row("sv_innercoverage", "SV_InnerCoverage", TypeRule::UintFromBool, 0, &[(PSIn, Builtin(BuiltIn::FullyCoveredEXT))], "whether the pixel is fully covered"),
    row("sv_insidetessfactor", "SV_InsideTessFactor", TypeRule::InnerFactors, 0, &[(PCOut, Builtin(BuiltIn::TessLevelInner)), (DSIn, Builtin(BuiltIn::TessLevelInner))], "the inside tessellation factors"),
    row("sv_instanceid", "SV_InstanceID", TypeRule::Integer, 0, &[(VSIn, Builtin(BuiltIn::InstanceIndex)), (VSOut, Located), (HSCPIn, Located), (HSCPOut, Located), (DSCPIn, Located), (DSOut, Located), (GSVIn, Located), (GSOut, Located), (PSIn, Located)], "the index of the instance"),
    row("sv_isfrontface", "SV_IsFrontFace", TypeRule::Bool, 0, &[(GSOut, Located), (PSIn, Builtin(BuiltIn::FrontFacing))], "whether the primitive is front-facing"),
    row("sv_outputcontrolpointid", "SV_OutputControlPointID", TypeRule::Integer, 0, &[(HSIn, Builtin(BuiltIn::InvocationId))], "the index of the output control point"),
    row("sv_position", "SV_Position", TypeRule::Float4, 0, &[(VSIn, Located), (PCOut, Located), (DSIn, Located), (VSOut, Builtin(BuiltIn::Position)), (HSCPIn, Builtin(BuiltIn::Position)), (HSCPOut, Builtin(BuiltIn::Position)), (DSCPIn, Builtin(BuiltIn::Position)), (DSOut, Builtin(BuiltIn::Position)), (GSVIn, Builtin(BuiltIn::Position)), (GSOut, Builtin(BuiltIn::Position)), (MSOut, Builtin(BuiltIn::Position)), (PSIn, Builtin(BuiltIn::FragCoord))], "the position of a vertex or pixel"),
    row("sv_primitiveid", "SV_PrimitiveID", TypeRule::Integer, 0, &[(PCIn, Builtin(BuiltIn::PrimitiveId)), (HSIn, Builtin(BuiltIn::PrimitiveId)), (DSIn, Builtin(BuiltIn::PrimitiveId)), (GSIn, Builtin(BuiltIn::PrimitiveId)), (GSOut, Builtin(BuiltIn::PrimitiveId)), (PSIn, Builtin(BuiltIn::PrimitiveId)), (MSPOut, Builtin(BuiltIn::PrimitiveId))], "the index of the primitive"),
    row("sv_rendertargetarrayindex", "SV_RenderTargetArrayIndex", TypeRule::Integer, 0, LAYER, "the render target layer"),
    row("sv_sampleindex", "SV_SampleIndex", TypeRule::Integer, 0, &[(PSIn, Builtin(BuiltIn::SampleId))], "the index of the sample"),
    row("sv_shadingrate", "SV_ShadingRate", TypeRule::Integer, 4, &[(PSIn, Builtin(BuiltIn::ShadingRateKHR)), (VSOut, Builtin(BuiltIn::PrimitiveShadingRateKHR)), (GSOut, Builtin(BuiltIn::PrimitiveShadingRateKHR)), (MSOut, Builtin(BuiltIn::PrimitiveShadingRateKHR)), (MSPOut, Builtin(BuiltIn::PrimitiveShadingRateKHR))], "the shading rate"),
    row("sv_startinstancelocation", "SV_StartInstanceLocation", TypeRule::Integer, 8, &[(VSIn, Builtin(BuiltIn::BaseInstance))], "the index of the first instance of the draw"),
    row("sv_startvertexlocation", "SV_StartVertexLocation", TypeRule::Integer, 8, &[(VSIn, Builtin(BuiltIn::BaseVertex))], "the base vertex of the draw"),
    row("sv_stencilref", "SV_StencilRef", TypeRule::Integer, 0, &[(PSOut, Builtin(BuiltIn::FragStencilRefEXT))], "the stencil reference of the pixel"),
    row("sv_target", "SV_Target", TypeRule::Color, 0, &[(PSOut, Target)], "a render target"),
    row("sv_tessfactor", "SV_TessFactor", TypeRule::OuterFactors, 0, &[(PCOut, Builtin(BuiltIn::TessLevelOuter)), (DSIn, Builtin(BuiltIn::TessLevelOuter))], "the edge tessellation factors"),
    row("sv_vertexid", "SV_VertexID", TypeRule::Integer, 0, &[(VSIn, Builtin(BuiltIn::VertexIndex))], "the index of the vertex"),
    row("sv_viewid", "SV_ViewID", TypeRule::Integer, 1, &[(VSIn, Builtin(BuiltIn::ViewIndex)), (HSIn, Builtin(BuiltIn::ViewIndex)), (PCIn, Builtin(BuiltIn::ViewIndex)), (DSIn, Builtin(BuiltIn::ViewIndex)), (GSIn, Builtin(BuiltIn::ViewIndex)), (PSIn, Builtin(BuiltIn::ViewIndex)), (MSIn, Builtin(BuiltIn::ViewIndex))], "the index of the view"),
    row("sv_viewportarrayindex", "SV_ViewportArrayIndex", TypeRule::Integer, 0, VIEWPORT, "the index of the viewport"),
];

super::sorted_by_name!(SEMANTICS, name);

/// The system value with this name, compared without regard to case. Other names are user-defined semantics.
pub fn find(name: &str) -> Option<&'static SemanticRow> {
    SEMANTICS.iter().find(|row| row.name.eq_ignore_ascii_case(name))
}

/// Direct3D 9 semantics that have been renamed, by signature point.
const SUCCESSORS: &[(&str, SigPoint, &str)] = &[("COLOR", PSOut, "SV_Target"), ("DEPTH", PSOut, "SV_Depth")];

/// The current name of a Direct3D 9 semantic.
pub fn successor(name: &str, point: SigPoint) -> Option<&'static str> {
    SUCCESSORS.iter().find(|row| row.0.eq_ignore_ascii_case(name) && row.1 == point).map(|row| row.2)
}

impl SemanticRow {
    /// The highest index of its variables.
    pub const fn max_index(&self) -> u32 {
        match self.ty {
            TypeRule::Distances | TypeRule::Color => u32::MAX,
            TypeRule::Barycentrics => 1,
            TypeRule::Float4
            | TypeRule::Float
            | TypeRule::Integer
            | TypeRule::Integer3
            | TypeRule::Bool
            | TypeRule::OuterFactors
            | TypeRule::InnerFactors
            | TypeRule::Float3
            | TypeRule::Mask
            | TypeRule::UintFromBool => 0,
        }
    }

    /// The meaning of the value at a point; `None` if it is not allowed there.
    pub fn at(&self, point: SigPoint) -> Option<Use> {
        self.uses.iter().find(|(at, _)| *at == point).map(|(_, used)| *used)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_in_any_case() {
        let row = find("Sv_PoSiTiOn").unwrap();
        assert_eq!(row.at(PSIn), Some(Builtin(BuiltIn::FragCoord)));
        assert_eq!(row.at(CSIn), None);
        assert!(SEMANTICS.iter().all(|row| row.name.eq_ignore_ascii_case(row.display) && !row.uses.is_empty()));
    }
}
