//! The rows of the methods' table.

use super::AtomicCell::{Float, Wide, Word};
use super::MethodRet::{Elem, Elem4, Matrix, TypeArgument, Vector, Void};
use super::Role::*;
use super::{
    AtomicCell, BufferMethod, Granularity, HitMethod, HitValue, Method, MethodKind, MethodRet, NodeMethod, Objects,
    RayMethod, Role, StreamMethod, TextureMethod,
};
use crate::hir::node::NodeKind;
use crate::hir::ty::Scalar;
use crate::tables::intrinsics::{HIT_OBJECTS, Stages};
use frontend::language::Stage;
use spirv::Op;

const TEXTURE_1D: Objects = Objects::TEXTURE_1D;
const TEXTURE_1D_ARRAY: Objects = Objects::TEXTURE_1D_ARRAY;
const TEXTURE_2D: Objects = Objects::TEXTURE_2D;
const TEXTURE_2D_ARRAY: Objects = Objects::TEXTURE_2D_ARRAY;
const TEXTURE_3D: Objects = Objects::TEXTURE_3D;
const TEXTURE_CUBE: Objects = Objects::TEXTURE_CUBE;
const TEXTURE_CUBE_ARRAY: Objects = Objects::TEXTURE_CUBE_ARRAY;
const TEXTURE_2DMS: Objects = Objects::TEXTURE_2DMS;
const TEXTURE_2DMS_ARRAY: Objects = Objects::TEXTURE_2DMS_ARRAY;
const BUFFER: Objects = Objects::BUFFER;
const RW_TEXTURE_1D: Objects = Objects::RW_TEXTURE_1D;
const RW_TEXTURE_1D_ARRAY: Objects = Objects::RW_TEXTURE_1D_ARRAY;
const RW_TEXTURE_2D: Objects = Objects::RW_TEXTURE_2D;
const RW_TEXTURE_2D_ARRAY: Objects = Objects::RW_TEXTURE_2D_ARRAY;
const RW_TEXTURE_3D: Objects = Objects::RW_TEXTURE_3D;
const RW_TEXTURE_2DMS: Objects = Objects::RW_TEXTURE_2DMS;
const RW_TEXTURE_2DMS_ARRAY: Objects = Objects::RW_TEXTURE_2DMS_ARRAY;
const RW_BUFFER: Objects = Objects::RW_BUFFER;
const SUBPASS: Objects = Objects::SUBPASS;
const SUBPASS_MS: Objects = Objects::SUBPASS_MS;
const BYTE: Objects = Objects::BYTE;
const RW_BYTE: Objects = Objects::RW_BYTE;
const STRUCTURED: Objects = Objects::STRUCTURED;
const RW_STRUCTURED: Objects = Objects::RW_STRUCTURED;
const APPEND: Objects = Objects::APPEND;
const CONSUME: Objects = Objects::CONSUME;
const STREAM: Objects = Objects::STREAM;
const RAY_QUERY: Objects = Objects::RAY_QUERY;
const HIT_OBJECT: Objects = Objects::HIT_OBJECT;
const POINTER: Objects = Objects::POINTER;
const NODE_INPUT: Objects = Objects::NODE_INPUT;
const NODE_INPUTS: Objects = Objects::NODE_INPUTS;
const RW_NODE_INPUT: Objects = Objects::RW_NODE_INPUT;
const EMPTY_NODE_INPUT: Objects = Objects::EMPTY_NODE_INPUT;
const NODE_OUTPUT: Objects = Objects::NODE_OUTPUT;
const EMPTY_NODE_OUTPUT: Objects = Objects::EMPTY_NODE_OUTPUT;
const NODE_OUTPUT_RECORDS: Objects = Objects::NODE_OUTPUT_RECORDS;

/// Two-dimensional textures, arrays included.
const PLANE: Objects = TEXTURE_2D.with(TEXTURE_2D_ARRAY);
/// Textures with comparisons, except cubes.
const FLAT: Objects = PLANE.with(TEXTURE_1D).with(TEXTURE_1D_ARRAY);
/// Textures whose texels have integer coordinates.
const PLAIN: Objects = FLAT.with(TEXTURE_3D);
/// Cubes, which take no offsets.
const FACES: Objects = TEXTURE_CUBE.with(TEXTURE_CUBE_ARRAY);

const BOOL: MethodRet = MethodRet::Scalar(Scalar::Bool);
const UINT: MethodRet = MethodRet::Scalar(Scalar::UInt);
const FLOAT: MethodRet = MethodRet::Scalar(Scalar::Float);
const FLOAT2: MethodRet = Vector(Scalar::Float, 2);
const FLOAT3: MethodRet = Vector(Scalar::Float, 3);

const fn row(
    name: &'static str,
    objects: Objects,
    params: &'static [Role],
    optional: &'static [Role],
    ret: MethodRet,
    kind: MethodKind,
    doc: &'static str,
) -> Method {
    Method { name, objects, params, optional, ret, stages: Stages::Any, since: (6, 0), kind, doc }
}

impl Method {
    const fn since(self, major: u32, minor: u32) -> Method {
        Method { since: (major, minor), ..self }
    }

    /// Restricts a method to pixel shaders.
    const fn pixel(self) -> Method {
        Method { stages: Stages::Only(&[Stage::Pixel]), ..self }
    }

    /// Restricts a method to stages with derivatives, which determine the level of detail.
    const fn implicit_lod(self) -> Method {
        Method { stages: Stages::Only(&[Stage::Pixel, Stage::Compute, Stage::Node]), ..self }
    }
}

const fn atomic(cell: AtomicCell, sint: Op, uint: Op) -> MethodKind {
    MethodKind::Buffer(BufferMethod::Interlocked { sint, uint, cell })
}

const fn whole(op: Op) -> MethodKind {
    MethodKind::Rays(RayMethod::Get { op, committed: None, transpose: false })
}

const fn candidate(op: Op) -> MethodKind {
    MethodKind::Rays(RayMethod::Get { op, committed: Some(false), transpose: false })
}

const fn committed(op: Op) -> MethodKind {
    MethodKind::Rays(RayMethod::Get { op, committed: Some(true), transpose: false })
}

const fn transposed(kind: MethodKind) -> MethodKind {
    match kind {
        MethodKind::Rays(RayMethod::Get { op, committed, .. }) => {
            MethodKind::Rays(RayMethod::Get { op, committed, transpose: true })
        }
        other @ (MethodKind::Texture(_)
        | MethodKind::Buffer(_)
        | MethodKind::Stream(_)
        | MethodKind::PointerGet
        | MethodKind::Nodes(_)
        | MethodKind::Rays(_)
        | MethodKind::Hits(_)
        | MethodKind::Unsupported(_)) => other,
    }
}

/// A method of hit objects.
const fn of_hit(
    name: &'static str,
    params: &'static [Role],
    ret: MethodRet,
    method: HitMethod,
    doc: &'static str,
) -> Method {
    let row = row(name, HIT_OBJECT, params, &[], ret, MethodKind::Hits(method), doc).since(6, 9);
    Method { stages: Stages::Only(HIT_OBJECTS), ..row }
}

const fn ray_value(op: Op) -> HitMethod {
    HitMethod::Get(op, HitValue::OfRay)
}

const fn hit_value(op: Op) -> HitMethod {
    HitMethod::Get(op, HitValue::OfHit)
}

const fn ray_of_hit(op: Op, world: Op) -> HitMethod {
    HitMethod::Get(op, HitValue::OfHitOrRay(world))
}

const fn transform(op: Op, transpose: bool) -> HitMethod {
    HitMethod::Get(op, HitValue::Transform { transpose })
}

/// All methods, sorted by name; overloads of one name in the order of resolution.
#[rustfmt::skip]
pub const METHODS: &[Method] = &[
    row("Abort", RAY_QUERY, &[], &[], Void, MethodKind::Rays(RayMethod::Abort), "Ends the traversal."),
    row("Append", APPEND, &[Value], &[], Void, MethodKind::Buffer(BufferMethod::Append), "Appends an element."),
    row("Append", STREAM, &[Value], &[], Void, MethodKind::Stream(StreamMethod::Append), "Emits a vertex."),
    row("CalculateLevelOfDetail", PLAIN.with(FACES), &[AnySampler, Position], &[], FLOAT, MethodKind::Texture(TextureMethod::CalculateLevelOfDetail), "The level of detail that sampling would use, clamped to the existing levels.").implicit_lod(),
    row("CalculateLevelOfDetailUnclamped", PLAIN.with(FACES), &[AnySampler, Position], &[], FLOAT, MethodKind::Texture(TextureMethod::CalculateLevelOfDetailUnclamped), "The level of detail that sampling would use.").implicit_lod(),
    row("CandidateClusterID", RAY_QUERY, &[], &[], UINT, candidate(Op::RayQueryGetIntersectionClusterIdNV), "The cluster id of the candidate.").since(6, 10),
    row("CandidateGeometryIndex", RAY_QUERY, &[], &[], UINT, candidate(Op::RayQueryGetIntersectionGeometryIndexKHR), "The index of the geometry of the candidate."),
    row("CandidateInstanceContributionToHitGroupIndex", RAY_QUERY, &[], &[], UINT, candidate(Op::RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR), "The instance's contribution to the hit group index, of the candidate."),
    row("CandidateInstanceID", RAY_QUERY, &[], &[], UINT, candidate(Op::RayQueryGetIntersectionInstanceCustomIndexKHR), "The identifier of the instance of the candidate."),
    row("CandidateInstanceIndex", RAY_QUERY, &[], &[], UINT, candidate(Op::RayQueryGetIntersectionInstanceIdKHR), "The index of the instance of the candidate."),
    row("CandidateObjectRayDirection", RAY_QUERY, &[], &[], FLOAT3, candidate(Op::RayQueryGetIntersectionObjectRayDirectionKHR), "The direction of the ray in the object space of the candidate."),
    row("CandidateObjectRayOrigin", RAY_QUERY, &[], &[], FLOAT3, candidate(Op::RayQueryGetIntersectionObjectRayOriginKHR), "The origin of the ray in the object space of the candidate."),
    row("CandidateObjectToWorld3x4", RAY_QUERY, &[], &[], Matrix(3, 4), transposed(candidate(Op::RayQueryGetIntersectionObjectToWorldKHR)), "The matrix from object to world space of the candidate."),
    row("CandidateObjectToWorld4x3", RAY_QUERY, &[], &[], Matrix(4, 3), candidate(Op::RayQueryGetIntersectionObjectToWorldKHR), "The matrix from object to world space of the candidate."),
    row("CandidatePrimitiveIndex", RAY_QUERY, &[], &[], UINT, candidate(Op::RayQueryGetIntersectionPrimitiveIndexKHR), "The index of the primitive of the candidate."),
    row("CandidateProceduralPrimitiveNonOpaque", RAY_QUERY, &[], &[], BOOL, MethodKind::Rays(RayMethod::CandidateProceduralPrimitiveNonOpaque), "Whether the candidate procedural primitive is non-opaque."),
    row("CandidateTriangleBarycentrics", RAY_QUERY, &[], &[], FLOAT2, candidate(Op::RayQueryGetIntersectionBarycentricsKHR), "The barycentrics of the candidate triangle hit."),
    row("CandidateTriangleFrontFace", RAY_QUERY, &[], &[], BOOL, candidate(Op::RayQueryGetIntersectionFrontFaceKHR), "Whether the candidate triangle hit is front-facing."),
    row("CandidateTriangleObjectPositions", RAY_QUERY, &[], &[], MethodRet::Positions, MethodKind::Rays(RayMethod::Positions { committed: false }), "The vertex positions of the candidate triangle.").since(6, 10),
    row("CandidateTriangleRayT", RAY_QUERY, &[], &[], FLOAT, candidate(Op::RayQueryGetIntersectionTKHR), "The distance along the ray to the candidate triangle."),
    row("CandidateType", RAY_QUERY, &[], &[], UINT, candidate(Op::RayQueryGetIntersectionTypeKHR), "The type of the candidate."),
    row("CandidateWorldToObject3x4", RAY_QUERY, &[], &[], Matrix(3, 4), transposed(candidate(Op::RayQueryGetIntersectionWorldToObjectKHR)), "The matrix from world to object space of the candidate."),
    row("CandidateWorldToObject4x3", RAY_QUERY, &[], &[], Matrix(4, 3), candidate(Op::RayQueryGetIntersectionWorldToObjectKHR), "The matrix from world to object space of the candidate."),
    row("CommitNonOpaqueTriangleHit", RAY_QUERY, &[], &[], Void, MethodKind::Rays(RayMethod::CommitNonOpaqueTriangleHit), "Commits the candidate triangle."),
    row("CommitProceduralPrimitiveHit", RAY_QUERY, &[HitT], &[], Void, MethodKind::Rays(RayMethod::CommitProceduralPrimitiveHit), "Commits a hit of the candidate procedural primitive."),
    row("CommittedClusterID", RAY_QUERY, &[], &[], UINT, committed(Op::RayQueryGetIntersectionClusterIdNV), "The cluster id of the committed hit.").since(6, 10),
    row("CommittedGeometryIndex", RAY_QUERY, &[], &[], UINT, committed(Op::RayQueryGetIntersectionGeometryIndexKHR), "The index of the geometry of the committed hit."),
    row("CommittedInstanceContributionToHitGroupIndex", RAY_QUERY, &[], &[], UINT, committed(Op::RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR), "The instance's contribution to the hit group index, of the committed hit."),
    row("CommittedInstanceID", RAY_QUERY, &[], &[], UINT, committed(Op::RayQueryGetIntersectionInstanceCustomIndexKHR), "The identifier of the instance of the committed hit."),
    row("CommittedInstanceIndex", RAY_QUERY, &[], &[], UINT, committed(Op::RayQueryGetIntersectionInstanceIdKHR), "The index of the instance of the committed hit."),
    row("CommittedObjectRayDirection", RAY_QUERY, &[], &[], FLOAT3, committed(Op::RayQueryGetIntersectionObjectRayDirectionKHR), "The direction of the ray in the object space of the committed hit."),
    row("CommittedObjectRayOrigin", RAY_QUERY, &[], &[], FLOAT3, committed(Op::RayQueryGetIntersectionObjectRayOriginKHR), "The origin of the ray in the object space of the committed hit."),
    row("CommittedObjectToWorld3x4", RAY_QUERY, &[], &[], Matrix(3, 4), transposed(committed(Op::RayQueryGetIntersectionObjectToWorldKHR)), "The matrix from object to world space of the committed hit."),
    row("CommittedObjectToWorld4x3", RAY_QUERY, &[], &[], Matrix(4, 3), committed(Op::RayQueryGetIntersectionObjectToWorldKHR), "The matrix from object to world space of the committed hit."),
    row("CommittedPrimitiveIndex", RAY_QUERY, &[], &[], UINT, committed(Op::RayQueryGetIntersectionPrimitiveIndexKHR), "The index of the primitive of the committed hit."),
    row("CommittedRayT", RAY_QUERY, &[], &[], FLOAT, committed(Op::RayQueryGetIntersectionTKHR), "The distance along the ray to the committed hit."),
    row("CommittedStatus", RAY_QUERY, &[], &[], UINT, committed(Op::RayQueryGetIntersectionTypeKHR), "The type of the committed hit."),
    row("CommittedTriangleBarycentrics", RAY_QUERY, &[], &[], FLOAT2, committed(Op::RayQueryGetIntersectionBarycentricsKHR), "The barycentrics of the committed triangle hit."),
    row("CommittedTriangleFrontFace", RAY_QUERY, &[], &[], BOOL, committed(Op::RayQueryGetIntersectionFrontFaceKHR), "Whether the committed triangle hit is front-facing."),
    row("CommittedTriangleObjectPositions", RAY_QUERY, &[], &[], MethodRet::Positions, MethodKind::Rays(RayMethod::Positions { committed: true }), "The vertex positions of the committed triangle.").since(6, 10),
    row("CommittedWorldToObject3x4", RAY_QUERY, &[], &[], Matrix(3, 4), transposed(committed(Op::RayQueryGetIntersectionWorldToObjectKHR)), "The matrix from world to object space of the committed hit."),
    row("CommittedWorldToObject4x3", RAY_QUERY, &[], &[], Matrix(4, 3), committed(Op::RayQueryGetIntersectionWorldToObjectKHR), "The matrix from world to object space of the committed hit."),
    row("Consume", CONSUME, &[], &[], Elem, MethodKind::Buffer(BufferMethod::Consume), "Removes and returns the last element."),
    row("Count", NODE_INPUTS.with(EMPTY_NODE_INPUT), &[], &[], UINT, MethodKind::Nodes(NodeMethod::Count), "The number of records."),
    row("DecrementCounter", RW_STRUCTURED, &[], &[], UINT, MethodKind::Buffer(BufferMethod::DecrementCounter), "Decrements the buffer's counter; returns the new value."),
    row("FinishedCrossGroupSharing", RW_NODE_INPUT, &[], &[], BOOL, MethodKind::Nodes(NodeMethod::FinishedCrossGroupSharing), "Whether this is the last of the groups that share the record."),
    row("Gather", PLANE, &[Sampler, Coord], &[Offset, Status], Elem4, MethodKind::Texture(TextureMethod::Gather), "The red components of the four texels of a bilinear sample."),
    row("Gather", FACES, &[Sampler, Coord], &[Status], Elem4, MethodKind::Texture(TextureMethod::Gather), "The red components of the four texels of a bilinear sample."),
    row("GatherAlpha", PLANE, &[Sampler, Coord], &[Offset, Status], Elem4, MethodKind::Texture(TextureMethod::GatherAlpha), "The alpha components of the four texels of a bilinear sample."),
    row("GatherAlpha", PLANE, &[Sampler, Coord, Offset1, Offset2, Offset3, Offset4], &[Status], Elem4, MethodKind::Texture(TextureMethod::GatherAlpha), "The alpha components of the four texels of a bilinear sample."),
    row("GatherAlpha", FACES, &[Sampler, Coord], &[Status], Elem4, MethodKind::Texture(TextureMethod::GatherAlpha), "The alpha components of the four texels of a bilinear sample."),
    row("GatherBlue", PLANE, &[Sampler, Coord], &[Offset, Status], Elem4, MethodKind::Texture(TextureMethod::GatherBlue), "The blue components of the four texels of a bilinear sample."),
    row("GatherBlue", PLANE, &[Sampler, Coord, Offset1, Offset2, Offset3, Offset4], &[Status], Elem4, MethodKind::Texture(TextureMethod::GatherBlue), "The blue components of the four texels of a bilinear sample."),
    row("GatherBlue", FACES, &[Sampler, Coord], &[Status], Elem4, MethodKind::Texture(TextureMethod::GatherBlue), "The blue components of the four texels of a bilinear sample."),
    row("GatherCmp", PLANE, &[ComparisonSampler, Coord, Compare], &[Offset, Status], Elem4, MethodKind::Texture(TextureMethod::GatherCmp), "The comparison results of the four texels of a bilinear sample."),
    row("GatherCmp", FACES, &[ComparisonSampler, Coord, Compare], &[Status], Elem4, MethodKind::Texture(TextureMethod::GatherCmp), "The comparison results of the four texels of a bilinear sample."),
    row("GatherCmpAlpha", PLANE, &[ComparisonSampler, Coord, Compare], &[Offset, Status], Elem4, MethodKind::Unsupported("SPIR-V supports comparisons with the red component only"), "Comparisons with a component other than red; not available in SPIR-V."),
    row("GatherCmpAlpha", PLANE, &[ComparisonSampler, Coord, Compare, Offset1, Offset2, Offset3, Offset4], &[Status], Elem4, MethodKind::Unsupported("SPIR-V supports comparisons with the red component only"), "Comparisons with a component other than red; not available in SPIR-V."),
    row("GatherCmpAlpha", FACES, &[ComparisonSampler, Coord, Compare], &[Status], Elem4, MethodKind::Unsupported("SPIR-V supports comparisons with the red component only"), "Comparisons with a component other than red; not available in SPIR-V."),
    row("GatherCmpBlue", PLANE, &[ComparisonSampler, Coord, Compare], &[Offset, Status], Elem4, MethodKind::Unsupported("SPIR-V supports comparisons with the red component only"), "Comparisons with a component other than red; not available in SPIR-V."),
    row("GatherCmpBlue", PLANE, &[ComparisonSampler, Coord, Compare, Offset1, Offset2, Offset3, Offset4], &[Status], Elem4, MethodKind::Unsupported("SPIR-V supports comparisons with the red component only"), "Comparisons with a component other than red; not available in SPIR-V."),
    row("GatherCmpBlue", FACES, &[ComparisonSampler, Coord, Compare], &[Status], Elem4, MethodKind::Unsupported("SPIR-V supports comparisons with the red component only"), "Comparisons with a component other than red; not available in SPIR-V."),
    row("GatherCmpGreen", PLANE, &[ComparisonSampler, Coord, Compare], &[Offset, Status], Elem4, MethodKind::Unsupported("SPIR-V supports comparisons with the red component only"), "Comparisons with a component other than red; not available in SPIR-V."),
    row("GatherCmpGreen", PLANE, &[ComparisonSampler, Coord, Compare, Offset1, Offset2, Offset3, Offset4], &[Status], Elem4, MethodKind::Unsupported("SPIR-V supports comparisons with the red component only"), "Comparisons with a component other than red; not available in SPIR-V."),
    row("GatherCmpGreen", FACES, &[ComparisonSampler, Coord, Compare], &[Status], Elem4, MethodKind::Unsupported("SPIR-V supports comparisons with the red component only"), "Comparisons with a component other than red; not available in SPIR-V."),
    row("GatherCmpRed", PLANE, &[ComparisonSampler, Coord, Compare], &[Offset, Status], Elem4, MethodKind::Texture(TextureMethod::GatherCmp), "The comparison results of the four texels of a bilinear sample."),
    row("GatherCmpRed", PLANE, &[ComparisonSampler, Coord, Compare, Offset1, Offset2, Offset3, Offset4], &[Status], Elem4, MethodKind::Texture(TextureMethod::GatherCmp), "The comparison results of the four texels of a bilinear sample."),
    row("GatherCmpRed", FACES, &[ComparisonSampler, Coord, Compare], &[Status], Elem4, MethodKind::Texture(TextureMethod::GatherCmp), "The comparison results of the four texels of a bilinear sample."),
    row("GatherGreen", PLANE, &[Sampler, Coord], &[Offset, Status], Elem4, MethodKind::Texture(TextureMethod::GatherGreen), "The green components of the four texels of a bilinear sample."),
    row("GatherGreen", PLANE, &[Sampler, Coord, Offset1, Offset2, Offset3, Offset4], &[Status], Elem4, MethodKind::Texture(TextureMethod::GatherGreen), "The green components of the four texels of a bilinear sample."),
    row("GatherGreen", FACES, &[Sampler, Coord], &[Status], Elem4, MethodKind::Texture(TextureMethod::GatherGreen), "The green components of the four texels of a bilinear sample."),
    row("GatherRaw", PLANE, &[Sampler, Coord], &[Offset, Status], Elem4, MethodKind::Texture(TextureMethod::GatherRaw), "Four texels without format conversion.").since(6, 7),
    row("GatherRed", PLANE, &[Sampler, Coord], &[Offset, Status], Elem4, MethodKind::Texture(TextureMethod::GatherRed), "The red components of the four texels of a bilinear sample."),
    row("GatherRed", PLANE, &[Sampler, Coord, Offset1, Offset2, Offset3, Offset4], &[Status], Elem4, MethodKind::Texture(TextureMethod::GatherRed), "The red components of the four texels of a bilinear sample."),
    row("GatherRed", FACES, &[Sampler, Coord], &[Status], Elem4, MethodKind::Texture(TextureMethod::GatherRed), "The red components of the four texels of a bilinear sample."),
    row("Get", POINTER, &[], &[], Elem, MethodKind::PointerGet, "The value that the pointer refers to."),
    row("Get", NODE_INPUT.with(RW_NODE_INPUT), &[], &[], Elem, MethodKind::Nodes(NodeMethod::Get), "The record."),
    row("Get", NODE_INPUTS.with(NODE_OUTPUT_RECORDS), &[], &[Record], Elem, MethodKind::Nodes(NodeMethod::Get), "A record, the first one by default."),
    of_hit("GetAttributes", &[Attributes], Void, HitMethod::Attributes, "Takes the attributes of the hit."),
    of_hit("GetClusterID", &[], UINT, hit_value(Op::HitObjectGetClusterIdNV), "The cluster id of the hit.").since(6, 10),
    row("GetDimensions", TEXTURE_1D, &[Mip, Width, Levels], &[], Void, MethodKind::Texture(TextureMethod::GetDimensions), "The size of a mip level, and the number of levels."),
    row("GetDimensions", TEXTURE_1D, &[Width], &[], Void, MethodKind::Texture(TextureMethod::GetDimensions), "The size of the first mip level."),
    row("GetDimensions", TEXTURE_1D_ARRAY, &[Mip, Width, Layers, Levels], &[], Void, MethodKind::Texture(TextureMethod::GetDimensions), "The size of a mip level, and the number of levels."),
    row("GetDimensions", TEXTURE_1D_ARRAY, &[Width, Layers], &[], Void, MethodKind::Texture(TextureMethod::GetDimensions), "The size of the first mip level."),
    row("GetDimensions", TEXTURE_2D.with(TEXTURE_CUBE), &[Mip, Width, Height, Levels], &[], Void, MethodKind::Texture(TextureMethod::GetDimensions), "The size of a mip level, and the number of levels."),
    row("GetDimensions", TEXTURE_2D.with(TEXTURE_CUBE), &[Width, Height], &[], Void, MethodKind::Texture(TextureMethod::GetDimensions), "The size of the first mip level."),
    row("GetDimensions", TEXTURE_2D_ARRAY.with(TEXTURE_CUBE_ARRAY), &[Mip, Width, Height, Layers, Levels], &[], Void, MethodKind::Texture(TextureMethod::GetDimensions), "The size of a mip level, and the number of levels."),
    row("GetDimensions", TEXTURE_2D_ARRAY.with(TEXTURE_CUBE_ARRAY), &[Width, Height, Layers], &[], Void, MethodKind::Texture(TextureMethod::GetDimensions), "The size of the first mip level."),
    row("GetDimensions", TEXTURE_3D, &[Mip, Width, Height, Depth, Levels], &[], Void, MethodKind::Texture(TextureMethod::GetDimensions), "The size of a mip level, and the number of levels."),
    row("GetDimensions", TEXTURE_3D, &[Width, Height, Depth], &[], Void, MethodKind::Texture(TextureMethod::GetDimensions), "The size of the first mip level."),
    row("GetDimensions", RW_TEXTURE_1D.with(BUFFER).with(RW_BUFFER), &[Width], &[], Void, MethodKind::Texture(TextureMethod::GetDimensions), "The size."),
    row("GetDimensions", RW_TEXTURE_1D_ARRAY, &[Width, Layers], &[], Void, MethodKind::Texture(TextureMethod::GetDimensions), "The size."),
    row("GetDimensions", RW_TEXTURE_2D, &[Width, Height], &[], Void, MethodKind::Texture(TextureMethod::GetDimensions), "The size."),
    row("GetDimensions", RW_TEXTURE_2D_ARRAY, &[Width, Height, Layers], &[], Void, MethodKind::Texture(TextureMethod::GetDimensions), "The size."),
    row("GetDimensions", RW_TEXTURE_3D, &[Width, Height, Depth], &[], Void, MethodKind::Texture(TextureMethod::GetDimensions), "The size."),
    row("GetDimensions", TEXTURE_2DMS.with(RW_TEXTURE_2DMS), &[Width, Height, Samples], &[], Void, MethodKind::Texture(TextureMethod::GetDimensions), "The size."),
    row("GetDimensions", TEXTURE_2DMS_ARRAY.with(RW_TEXTURE_2DMS_ARRAY), &[Width, Height, Layers, Samples], &[], Void, MethodKind::Texture(TextureMethod::GetDimensions), "The size."),
    row("GetDimensions", BYTE.with(RW_BYTE), &[Width], &[], Void, MethodKind::Buffer(BufferMethod::ByteGetDimensions), "The size in bytes."),
    row("GetDimensions", STRUCTURED.with(RW_STRUCTURED).with(APPEND).with(CONSUME), &[Count, Stride], &[], Void, MethodKind::Buffer(BufferMethod::StructuredGetDimensions), "The number of elements, and their size in bytes."),
    of_hit("GetGeometryIndex", &[], UINT, hit_value(Op::HitObjectGetGeometryIndexEXT), "The index of the geometry of the hit."),
    row("GetGroupNodeOutputRecords", NODE_OUTPUT, &[Records], &[], MethodRet::Records(NodeKind::GroupNodeOutputRecords), MethodKind::Nodes(NodeMethod::NewRecords(Granularity::Group)), "Records of the workgroup."),
    of_hit("GetHitKind", &[], UINT, hit_value(Op::HitObjectGetHitKindEXT), "The kind of the hit."),
    of_hit("GetInstanceID", &[], UINT, hit_value(Op::HitObjectGetInstanceCustomIndexEXT), "The identifier of the instance of the hit."),
    of_hit("GetInstanceIndex", &[], UINT, hit_value(Op::HitObjectGetInstanceIdEXT), "The index of the instance of the hit."),
    of_hit("GetObjectRayDirection", &[], FLOAT3, ray_of_hit(Op::HitObjectGetObjectRayDirectionEXT, Op::HitObjectGetWorldRayDirectionEXT), "The direction of the ray in object space."),
    of_hit("GetObjectRayOrigin", &[], FLOAT3, ray_of_hit(Op::HitObjectGetObjectRayOriginEXT, Op::HitObjectGetWorldRayOriginEXT), "The origin of the ray in object space."),
    of_hit("GetObjectToWorld3x4", &[], Matrix(3, 4), transform(Op::HitObjectGetObjectToWorldEXT, true), "The matrix from object to world space of the hit."),
    of_hit("GetObjectToWorld4x3", &[], Matrix(4, 3), transform(Op::HitObjectGetObjectToWorldEXT, false), "The matrix from object to world space of the hit."),
    of_hit("GetPrimitiveIndex", &[], UINT, hit_value(Op::HitObjectGetPrimitiveIndexEXT), "The index of the primitive of the hit."),
    of_hit("GetRayFlags", &[], UINT, ray_value(Op::HitObjectGetRayFlagsEXT), "The flags of the ray."),
    of_hit("GetRayTCurrent", &[], FLOAT, ray_value(Op::HitObjectGetRayTMaxEXT), "The end of the ray interval: the distance of the hit."),
    of_hit("GetRayTMin", &[], FLOAT, ray_value(Op::HitObjectGetRayTMinEXT), "The start of the ray interval."),
    row("GetSamplePosition", TEXTURE_2DMS.with(TEXTURE_2DMS_ARRAY).with(RW_TEXTURE_2DMS).with(RW_TEXTURE_2DMS_ARRAY), &[Sample], &[], Vector(Scalar::Float, 2), MethodKind::Texture(TextureMethod::GetSamplePosition), "The position of a sample in its pixel."),
    of_hit("GetShaderTableIndex", &[], UINT, HitMethod::Get(Op::HitObjectGetShaderBindingTableRecordIndexEXT, HitValue::OfShader), "The index of the shader record."),
    row("GetThreadNodeOutputRecords", NODE_OUTPUT, &[Records], &[], MethodRet::Records(NodeKind::ThreadNodeOutputRecords), MethodKind::Nodes(NodeMethod::NewRecords(Granularity::Thread)), "Records of this invocation."),
    of_hit("GetWorldRayDirection", &[], FLOAT3, ray_value(Op::HitObjectGetWorldRayDirectionEXT), "The direction of the ray in world space."),
    of_hit("GetWorldRayOrigin", &[], FLOAT3, ray_value(Op::HitObjectGetWorldRayOriginEXT), "The origin of the ray in world space."),
    of_hit("GetWorldToObject3x4", &[], Matrix(3, 4), transform(Op::HitObjectGetWorldToObjectEXT, true), "The matrix from world to object space of the hit."),
    of_hit("GetWorldToObject4x3", &[], Matrix(4, 3), transform(Op::HitObjectGetWorldToObjectEXT, false), "The matrix from world to object space of the hit."),
    row("GroupIncrementOutputCount", EMPTY_NODE_OUTPUT, &[Records], &[], Void, MethodKind::Nodes(NodeMethod::CountRecords(Granularity::Group)), "Submits empty records for the workgroup."),
    row("IncrementCounter", RW_STRUCTURED, &[], &[], UINT, MethodKind::Buffer(BufferMethod::IncrementCounter), "Increments the buffer's counter; returns the original value."),
    row("InterlockedAdd", RW_BYTE, &[ByteOffset, AtomicValue(Word)], &[Original(Word)], Void, atomic(Word, Op::AtomicIAdd, Op::AtomicIAdd), "Atomic addition to a 32-bit word."),
    row("InterlockedAdd64", RW_BYTE, &[ByteOffset, AtomicValue(Wide)], &[Original(Wide)], Void, atomic(Wide, Op::AtomicIAdd, Op::AtomicIAdd), "A 64-bit atomic operation."),
    row("InterlockedAnd", RW_BYTE, &[ByteOffset, AtomicValue(Word)], &[Original(Word)], Void, atomic(Word, Op::AtomicAnd, Op::AtomicAnd), "Atomic bitwise AND of a 32-bit word."),
    row("InterlockedAnd64", RW_BYTE, &[ByteOffset, AtomicValue(Wide)], &[Original(Wide)], Void, atomic(Wide, Op::AtomicAnd, Op::AtomicAnd), "A 64-bit atomic operation."),
    row("InterlockedCompareExchange", RW_BYTE, &[ByteOffset, AtomicCompare(Word), AtomicValue(Word), Original(Word)], &[], Void, atomic(Word, Op::AtomicCompareExchange, Op::AtomicCompareExchange), "Atomic compare and exchange of a 32-bit word."),
    row("InterlockedCompareExchange64", RW_BYTE, &[ByteOffset, AtomicCompare(Wide), AtomicValue(Wide), Original(Wide)], &[], Void, atomic(Wide, Op::AtomicCompareExchange, Op::AtomicCompareExchange), "Atomic compare and exchange of 64 bits."),
    row("InterlockedCompareExchangeFloatBitwise", RW_BYTE, &[ByteOffset, AtomicCompare(Float), AtomicValue(Float), Original(Float)], &[], Void, atomic(Float, Op::AtomicCompareExchange, Op::AtomicCompareExchange), "Atomic compare and exchange of a float, compared bitwise."),
    row("InterlockedCompareStore", RW_BYTE, &[ByteOffset, AtomicCompare(Word), AtomicValue(Word)], &[], Void, atomic(Word, Op::AtomicCompareExchange, Op::AtomicCompareExchange), "Atomic compare and exchange of a 32-bit word."),
    row("InterlockedCompareStore64", RW_BYTE, &[ByteOffset, AtomicCompare(Wide), AtomicValue(Wide)], &[], Void, atomic(Wide, Op::AtomicCompareExchange, Op::AtomicCompareExchange), "Atomic compare and exchange of 64 bits."),
    row("InterlockedCompareStoreFloatBitwise", RW_BYTE, &[ByteOffset, AtomicCompare(Float), AtomicValue(Float)], &[], Void, atomic(Float, Op::AtomicCompareExchange, Op::AtomicCompareExchange), "Atomic compare and exchange of a float, compared bitwise."),
    row("InterlockedExchange", RW_BYTE, &[ByteOffset, AtomicValue(Word), Original(Word)], &[], Void, atomic(Word, Op::AtomicExchange, Op::AtomicExchange), "Atomic exchange of a 32-bit word."),
    row("InterlockedExchange64", RW_BYTE, &[ByteOffset, AtomicValue(Wide), Original(Wide)], &[], Void, atomic(Wide, Op::AtomicExchange, Op::AtomicExchange), "Atomic exchange of 64 bits."),
    row("InterlockedExchangeFloat", RW_BYTE, &[ByteOffset, AtomicValue(Float), Original(Float)], &[], Void, atomic(Float, Op::AtomicExchange, Op::AtomicExchange), "Atomic exchange of a float."),
    row("InterlockedMax", RW_BYTE, &[ByteOffset, AtomicValue(Word)], &[Original(Word)], Void, atomic(Word, Op::AtomicSMax, Op::AtomicUMax), "Atomic maximum of a 32-bit word."),
    row("InterlockedMax64", RW_BYTE, &[ByteOffset, AtomicValue(Wide)], &[Original(Wide)], Void, atomic(Wide, Op::AtomicSMax, Op::AtomicUMax), "A 64-bit atomic operation."),
    row("InterlockedMin", RW_BYTE, &[ByteOffset, AtomicValue(Word)], &[Original(Word)], Void, atomic(Word, Op::AtomicSMin, Op::AtomicUMin), "Atomic minimum of a 32-bit word."),
    row("InterlockedMin64", RW_BYTE, &[ByteOffset, AtomicValue(Wide)], &[Original(Wide)], Void, atomic(Wide, Op::AtomicSMin, Op::AtomicUMin), "A 64-bit atomic operation."),
    row("InterlockedOr", RW_BYTE, &[ByteOffset, AtomicValue(Word)], &[Original(Word)], Void, atomic(Word, Op::AtomicOr, Op::AtomicOr), "Atomic bitwise OR of a 32-bit word."),
    row("InterlockedOr64", RW_BYTE, &[ByteOffset, AtomicValue(Wide)], &[Original(Wide)], Void, atomic(Wide, Op::AtomicOr, Op::AtomicOr), "A 64-bit atomic operation."),
    row("InterlockedXor", RW_BYTE, &[ByteOffset, AtomicValue(Word)], &[Original(Word)], Void, atomic(Word, Op::AtomicXor, Op::AtomicXor), "Atomic bitwise XOR of a 32-bit word."),
    row("InterlockedXor64", RW_BYTE, &[ByteOffset, AtomicValue(Wide)], &[Original(Wide)], Void, atomic(Wide, Op::AtomicXor, Op::AtomicXor), "A 64-bit atomic operation."),
    of_hit("IsHit", &[], BOOL, HitMethod::Is(Op::HitObjectIsHitEXT), "Whether it is a hit."),
    of_hit("IsMiss", &[], BOOL, HitMethod::Is(Op::HitObjectIsMissEXT), "Whether it is a miss."),
    of_hit("IsNop", &[], BOOL, HitMethod::Is(Op::HitObjectIsEmptyEXT), "Whether it is neither a hit nor a miss."),
    row("IsValid", NODE_OUTPUT.with(EMPTY_NODE_OUTPUT), &[], &[], BOOL, MethodKind::Nodes(NodeMethod::IsValid), "Whether the target node exists."),
    row("Load", PLAIN, &[Texel], &[Offset, Status], Elem, MethodKind::Texture(TextureMethod::Load), "One texel, unfiltered."),
    row("Load", TEXTURE_2DMS.with(TEXTURE_2DMS_ARRAY), &[Texel, Sample], &[Offset, Status], Elem, MethodKind::Texture(TextureMethod::Load), "One texel, unfiltered."),
    row("Load", RW_TEXTURE_1D.with(RW_TEXTURE_1D_ARRAY).with(RW_TEXTURE_2D).with(RW_TEXTURE_2D_ARRAY).with(RW_TEXTURE_3D).with(BUFFER).with(RW_BUFFER), &[Texel], &[Status], Elem, MethodKind::Texture(TextureMethod::Load), "One texel, unfiltered."),
    row("Load", RW_TEXTURE_2DMS.with(RW_TEXTURE_2DMS_ARRAY), &[Texel, Sample], &[Status], Elem, MethodKind::Texture(TextureMethod::Load), "One texel, unfiltered."),
    row("Load", STRUCTURED.with(RW_STRUCTURED), &[Element], &[Status], Elem, MethodKind::Buffer(BufferMethod::StructuredLoad), "One element."),
    row("Load", BYTE.with(RW_BYTE), &[ByteOffset], &[Status], TypeArgument, MethodKind::Buffer(BufferMethod::ByteLoad), "A value of any type."),
    row("Load2", BYTE.with(RW_BYTE), &[ByteOffset], &[Status], Vector(Scalar::UInt, 2), MethodKind::Buffer(BufferMethod::ByteLoad), "Two 32-bit words."),
    row("Load3", BYTE.with(RW_BYTE), &[ByteOffset], &[Status], Vector(Scalar::UInt, 3), MethodKind::Buffer(BufferMethod::ByteLoad), "Three 32-bit words."),
    row("Load4", BYTE.with(RW_BYTE), &[ByteOffset], &[Status], Vector(Scalar::UInt, 4), MethodKind::Buffer(BufferMethod::ByteLoad), "Four 32-bit words."),
    of_hit("LoadLocalRootTableConstant", &[ByteOffset], UINT, HitMethod::RootConstant, "A word of the shader record, at an offset in bytes."),
    row("OutputComplete", NODE_OUTPUT_RECORDS, &[], &[], Void, MethodKind::Nodes(NodeMethod::OutputComplete), "Submits the records."),
    row("Proceed", RAY_QUERY, &[], &[], BOOL, MethodKind::Rays(RayMethod::Proceed), "Continues the traversal; returns whether there is a candidate."),
    row("RayFlags", RAY_QUERY, &[], &[], UINT, whole(Op::RayQueryGetRayFlagsKHR), "The flags of the ray."),
    row("RayTMin", RAY_QUERY, &[], &[], FLOAT, whole(Op::RayQueryGetRayTMinKHR), "The start of the ray interval."),
    row("RestartStrip", STREAM, &[], &[], Void, MethodKind::Stream(StreamMethod::RestartStrip), "Ends the current strip."),
    row("Sample", PLAIN, &[Sampler, Coord], &[Offset, Clamp, Status], Elem, MethodKind::Texture(TextureMethod::Sample), "Samples the texture.").implicit_lod(),
    row("Sample", FACES, &[Sampler, Coord], &[Clamp, Status], Elem, MethodKind::Texture(TextureMethod::Sample), "Samples the texture.").implicit_lod(),
    row("SampleBias", PLAIN, &[Sampler, Coord, Bias], &[Offset, Clamp, Status], Elem, MethodKind::Texture(TextureMethod::SampleBias), "Samples with a bias to the level of detail.").implicit_lod(),
    row("SampleBias", FACES, &[Sampler, Coord, Bias], &[Clamp, Status], Elem, MethodKind::Texture(TextureMethod::SampleBias), "Samples with a bias to the level of detail.").implicit_lod(),
    row("SampleCmp", FLAT, &[ComparisonSampler, Coord, Compare], &[Offset, Clamp, Status], FLOAT, MethodKind::Texture(TextureMethod::SampleCmp), "Samples with comparison to a reference value.").implicit_lod(),
    row("SampleCmp", FACES, &[ComparisonSampler, Coord, Compare], &[Clamp, Status], FLOAT, MethodKind::Texture(TextureMethod::SampleCmp), "Samples with comparison to a reference value.").implicit_lod(),
    row("SampleCmpBias", FLAT, &[ComparisonSampler, Coord, Compare, Bias], &[Offset, Clamp, Status], FLOAT, MethodKind::Texture(TextureMethod::SampleCmpBias), "Samples with comparison, with a bias to the level of detail.").implicit_lod(),
    row("SampleCmpBias", FACES, &[ComparisonSampler, Coord, Compare, Bias], &[Clamp, Status], FLOAT, MethodKind::Texture(TextureMethod::SampleCmpBias), "Samples with comparison, with a bias to the level of detail.").implicit_lod(),
    row("SampleCmpGrad", FLAT, &[ComparisonSampler, Coord, Compare, Ddx, Ddy], &[Offset, Clamp, Status], FLOAT, MethodKind::Texture(TextureMethod::SampleCmpGrad), "Samples with comparison, with explicit derivatives."),
    row("SampleCmpGrad", FACES, &[ComparisonSampler, Coord, Compare, Ddx, Ddy], &[Clamp, Status], FLOAT, MethodKind::Texture(TextureMethod::SampleCmpGrad), "Samples with comparison, with explicit derivatives."),
    row("SampleCmpLevel", FLAT, &[ComparisonSampler, Coord, Compare, Lod], &[Offset, Status], FLOAT, MethodKind::Texture(TextureMethod::SampleCmpLevel), "Samples with comparison at a given level of detail."),
    row("SampleCmpLevel", FACES, &[ComparisonSampler, Coord, Compare, Lod], &[Status], FLOAT, MethodKind::Texture(TextureMethod::SampleCmpLevel), "Samples with comparison at a given level of detail."),
    row("SampleCmpLevelZero", FLAT, &[ComparisonSampler, Coord, Compare], &[Offset, Status], FLOAT, MethodKind::Texture(TextureMethod::SampleCmpLevelZero), "Samples with comparison at level 0."),
    row("SampleCmpLevelZero", FACES, &[ComparisonSampler, Coord, Compare], &[Status], FLOAT, MethodKind::Texture(TextureMethod::SampleCmpLevelZero), "Samples with comparison at level 0."),
    row("SampleGrad", PLAIN, &[Sampler, Coord, Ddx, Ddy], &[Offset, Clamp, Status], Elem, MethodKind::Texture(TextureMethod::SampleGrad), "Samples with explicit derivatives."),
    row("SampleGrad", FACES, &[Sampler, Coord, Ddx, Ddy], &[Clamp, Status], Elem, MethodKind::Texture(TextureMethod::SampleGrad), "Samples with explicit derivatives."),
    row("SampleLevel", PLAIN, &[Sampler, Coord, Lod], &[Offset, Status], Elem, MethodKind::Texture(TextureMethod::SampleLevel), "Samples at a given level of detail."),
    row("SampleLevel", FACES, &[Sampler, Coord, Lod], &[Status], Elem, MethodKind::Texture(TextureMethod::SampleLevel), "Samples at a given level of detail."),
    of_hit("SetShaderTableIndex", &[Record], Void, HitMethod::SetRecord, "Sets the index of the shader record."),
    row("Store", RW_BYTE, &[ByteOffset, Stored], &[], Void, MethodKind::Buffer(BufferMethod::ByteStore), "Writes a value of any type."),
    row("Store2", RW_BYTE, &[ByteOffset, Uint2], &[], Void, MethodKind::Buffer(BufferMethod::ByteStore), "Writes two 32-bit words."),
    row("Store3", RW_BYTE, &[ByteOffset, Uint3], &[], Void, MethodKind::Buffer(BufferMethod::ByteStore), "Writes three 32-bit words."),
    row("Store4", RW_BYTE, &[ByteOffset, Uint4], &[], Void, MethodKind::Buffer(BufferMethod::ByteStore), "Writes four 32-bit words."),
    row("SubpassLoad", SUBPASS, &[], &[], Elem, MethodKind::Texture(TextureMethod::SubpassLoad), "Loads this pixel of a subpass input.").pixel(),
    row("SubpassLoad", SUBPASS_MS, &[Sample], &[], Elem, MethodKind::Texture(TextureMethod::SubpassLoad), "Loads a sample of this pixel of a subpass input.").pixel(),
    row("ThreadIncrementOutputCount", EMPTY_NODE_OUTPUT, &[Records], &[], Void, MethodKind::Nodes(NodeMethod::CountRecords(Granularity::Thread)), "Submits empty records for this invocation."),
    row("TraceRayInline", RAY_QUERY, &[AccelerationStructure, RayFlags, InstanceMask, Ray], &[], Void, MethodKind::Rays(RayMethod::TraceRayInline), "Initializes the traversal."),
    of_hit("TriangleObjectPositions", &[], MethodRet::Positions, HitMethod::Positions, "The vertex positions of the triangle.").since(6, 10),
    row("WorldRayDirection", RAY_QUERY, &[], &[], FLOAT3, whole(Op::RayQueryGetWorldRayDirectionKHR), "The direction of the ray in world space."),
    row("WorldRayOrigin", RAY_QUERY, &[], &[], FLOAT3, whole(Op::RayQueryGetWorldRayOriginKHR), "The origin of the ray in world space."),
];
