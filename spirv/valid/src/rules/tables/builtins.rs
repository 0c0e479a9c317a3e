//! Built-ins: their types, the stages that read and write them, and the names of the rules.

use crate::index::program::Stages;
use spirv::BuiltIn;

/// The type of a built-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Float,
    Floats(u32),
    Int,
    /// An integer of any width.
    AnyInt,
    Ints(u32),
    /// An unsigned integer of any width.
    Unsigned(u32),
    Bool,
    /// An array of floats, of this length unless it is 0.
    FloatArray(u32),
    /// An array of integers.
    IntArray,
    /// An array of pairs or triples of integers.
    IntsArray(u32),
    /// Three vectors of three floats.
    Corners,
    /// Four columns of three floats.
    Transform,
}

/// A row.
pub(crate) struct Row {
    pub(crate) what: BuiltIn,
    pub(crate) shape: Shape,
    /// The stages that read it, and those that write it.
    pub(crate) input: Stages,
    pub(crate) output: Stages,
    /// True if a stage with several vertices has an array of it.
    pub(crate) arrayed: bool,
    /// The numbers of the rules for stages, for storage classes, and for types; 0 where the extension has none.
    pub(crate) rules: [u32; 3],
}

const NONE: Stages = Stages::NONE;
/// Stages with workgroups.
pub(crate) const GROUPS: Stages =
    Stages::COMPUTE.or(Stages::TASK).or(Stages::MESH).or(Stages::TASK_NV).or(Stages::MESH_NV);
const FRAGMENT: Stages = Stages::FRAGMENT;
const MESHES: Stages = Stages::MESH.or(Stages::MESH_NV);
const HITS: Stages = Stages::INTERSECTION.or(Stages::ANY_HIT).or(Stages::CLOSEST_HIT);
const HITS_AND_MISS: Stages = HITS.or(Stages::MISS);
const ALL: Stages = Stages::ALL;
const TESSELLATION: Stages = Stages::TESS_CONTROL.or(Stages::TESS_EVAL);
const BEFORE_RASTER: Stages = Stages::VERTEX.or(TESSELLATION).or(Stages::GEOMETRY).or(MESHES);
const AFTER_VERTEX: Stages = TESSELLATION.or(Stages::GEOMETRY);

const fn reads(what: BuiltIn, shape: Shape, input: Stages, rules: [u32; 3]) -> Row {
    Row { what, shape, input, output: NONE, arrayed: false, rules }
}

const fn writes(what: BuiltIn, shape: Shape, output: Stages, rules: [u32; 3]) -> Row {
    Row { what, shape, input: NONE, output, arrayed: false, rules }
}

const fn both(what: BuiltIn, shape: Shape, input: Stages, output: Stages, rules: [u32; 3]) -> Row {
    Row { what, shape, input, output, arrayed: true, rules }
}

/// All known built-ins.
pub(crate) const ROWS: &[Row] = &[
    both(BuiltIn::Position, Shape::Floats(4), AFTER_VERTEX, BEFORE_RASTER, [4318, 4319, 4321]),
    both(BuiltIn::PointSize, Shape::Float, AFTER_VERTEX, BEFORE_RASTER, [4314, 4315, 4317]),
    both(BuiltIn::ClipDistance, Shape::FloatArray(0), AFTER_VERTEX.or(FRAGMENT), BEFORE_RASTER, [4187, 4188, 4191]),
    both(BuiltIn::CullDistance, Shape::FloatArray(0), AFTER_VERTEX.or(FRAGMENT), BEFORE_RASTER, [4196, 4197, 4200]),
    reads(BuiltIn::FragCoord, Shape::Floats(4), FRAGMENT, [4210, 4211, 4212]),
    writes(BuiltIn::FragDepth, Shape::Float, FRAGMENT, [4213, 4214, 4215]),
    reads(BuiltIn::FrontFacing, Shape::Bool, FRAGMENT, [4229, 4230, 4231]),
    reads(BuiltIn::HelperInvocation, Shape::Bool, FRAGMENT, [4239, 4240, 4241]),
    reads(BuiltIn::InvocationId, Shape::Int, Stages::TESS_CONTROL.or(Stages::GEOMETRY), [4257, 4258, 4259]),
    reads(BuiltIn::InstanceIndex, Shape::Int, Stages::VERTEX, [4263, 4264, 4265]),
    reads(BuiltIn::VertexIndex, Shape::Int, Stages::VERTEX, [4398, 4399, 4400]),
    reads(BuiltIn::BaseInstance, Shape::Int, Stages::VERTEX, [4181, 4182, 4183]),
    reads(BuiltIn::BaseVertex, Shape::Int, Stages::VERTEX, [4184, 4185, 4186]),
    reads(
        BuiltIn::DrawIndex,
        Shape::Int,
        Stages::VERTEX.or(MESHES).or(Stages::TASK).or(Stages::TASK_NV),
        [4207, 4208, 4209],
    ),
    reads(BuiltIn::DeviceIndex, Shape::Int, ALL, [4205, 4205, 4206]),
    both(
        BuiltIn::Layer,
        Shape::Int,
        FRAGMENT,
        Stages::VERTEX.or(Stages::TESS_EVAL).or(Stages::GEOMETRY).or(MESHES),
        [4272, 4274, 4276],
    ),
    both(
        BuiltIn::ViewportIndex,
        Shape::Int,
        FRAGMENT,
        Stages::VERTEX.or(Stages::TESS_EVAL).or(Stages::GEOMETRY).or(MESHES),
        [4404, 4406, 4408],
    ),
    reads(BuiltIn::PatchVertices, Shape::Int, TESSELLATION, [4308, 4309, 4310]),
    reads(BuiltIn::PointCoord, Shape::Floats(2), FRAGMENT, [4311, 4312, 4313]),
    both(
        BuiltIn::PrimitiveId,
        Shape::Int,
        TESSELLATION.or(Stages::GEOMETRY).or(FRAGMENT).or(HITS),
        Stages::GEOMETRY.or(MESHES),
        [4330, 4334, 4337],
    ),
    reads(BuiltIn::SampleId, Shape::Int, FRAGMENT, [4354, 4355, 4356]),
    both(BuiltIn::SampleMask, Shape::IntArray, FRAGMENT, FRAGMENT, [4357, 4358, 4359]),
    reads(BuiltIn::SamplePosition, Shape::Floats(2), FRAGMENT, [4360, 4361, 4362]),
    reads(BuiltIn::TessCoord, Shape::Floats(3), Stages::TESS_EVAL, [4387, 4388, 4389]),
    both(BuiltIn::TessLevelOuter, Shape::FloatArray(4), Stages::TESS_EVAL, Stages::TESS_CONTROL, [4390, 4391, 4393]),
    both(BuiltIn::TessLevelInner, Shape::FloatArray(2), Stages::TESS_EVAL, Stages::TESS_CONTROL, [4394, 4395, 4397]),
    reads(BuiltIn::ViewIndex, Shape::Int, ALL.without(Stages::COMPUTE), [4401, 4402, 4403]),
    both(
        BuiltIn::PrimitiveShadingRateKHR,
        Shape::Int,
        NONE,
        Stages::VERTEX.or(Stages::GEOMETRY).or(MESHES),
        [4484, 4485, 4486],
    ),
    reads(BuiltIn::ShadingRateKHR, Shape::Int, FRAGMENT, [4490, 4491, 4492]),
    reads(BuiltIn::GlobalInvocationId, Shape::Ints(3), GROUPS, [4236, 4237, 4238]),
    reads(BuiltIn::LocalInvocationId, Shape::Ints(3), GROUPS, [4281, 4282, 4283]),
    reads(BuiltIn::LocalInvocationIndex, Shape::Int, GROUPS, [4284, 4285, 4286]),
    reads(BuiltIn::NumWorkgroups, Shape::Ints(3), GROUPS, [4296, 4297, 4298]),
    reads(BuiltIn::NumSubgroups, Shape::Int, GROUPS, [4293, 4294, 4295]),
    reads(BuiltIn::SubgroupId, Shape::Int, GROUPS, [4367, 4368, 4369]),
    reads(BuiltIn::WorkgroupId, Shape::Ints(3), GROUPS, [4422, 4423, 4424]),
    reads(BuiltIn::SubgroupEqMask, Shape::Ints(4), ALL, [4370, 4370, 4371]),
    reads(BuiltIn::SubgroupGeMask, Shape::Ints(4), ALL, [4372, 4372, 4373]),
    reads(BuiltIn::SubgroupGtMask, Shape::Ints(4), ALL, [4374, 4374, 4375]),
    reads(BuiltIn::SubgroupLeMask, Shape::Ints(4), ALL, [4376, 4376, 4377]),
    reads(BuiltIn::SubgroupLtMask, Shape::Ints(4), ALL, [4378, 4378, 4379]),
    reads(BuiltIn::SubgroupLocalInvocationId, Shape::Int, ALL, [4380, 4380, 4381]),
    reads(BuiltIn::SubgroupSize, Shape::Int, ALL, [4382, 4382, 4383]),
    reads(BuiltIn::HitKindKHR, Shape::Int, Stages::ANY_HIT.or(Stages::CLOSEST_HIT), [4242, 4243, 4244]),
    reads(BuiltIn::HitTNV, Shape::Float, Stages::ANY_HIT.or(Stages::CLOSEST_HIT), [4245, 4246, 4247]),
    reads(BuiltIn::InstanceCustomIndexKHR, Shape::Int, HITS, [4251, 4252, 4253]),
    reads(BuiltIn::InstanceId, Shape::Int, HITS, [4254, 4255, 4256]),
    reads(BuiltIn::RayGeometryIndexKHR, Shape::Int, HITS, [4345, 4346, 4347]),
    reads(BuiltIn::ObjectRayDirectionKHR, Shape::Floats(3), HITS, [4299, 4300, 4301]),
    reads(BuiltIn::ObjectRayOriginKHR, Shape::Floats(3), HITS, [4302, 4303, 4304]),
    reads(BuiltIn::ObjectToWorldKHR, Shape::Transform, HITS, [4305, 4306, 4307]),
    reads(BuiltIn::WorldToObjectKHR, Shape::Transform, HITS, [4434, 4435, 4436]),
    reads(BuiltIn::IncomingRayFlagsKHR, Shape::Int, HITS_AND_MISS, [4248, 4249, 4250]),
    reads(BuiltIn::RayTminKHR, Shape::Float, HITS_AND_MISS, [4351, 4352, 4353]),
    reads(BuiltIn::RayTmaxKHR, Shape::Float, HITS_AND_MISS, [4348, 4349, 4350]),
    reads(BuiltIn::WorldRayDirectionKHR, Shape::Floats(3), HITS_AND_MISS, [4428, 4429, 4430]),
    reads(BuiltIn::WorldRayOriginKHR, Shape::Floats(3), HITS_AND_MISS, [4431, 4432, 4433]),
    reads(BuiltIn::LaunchIdKHR, Shape::Ints(3), Stages::RAY, [4266, 4267, 4268]),
    reads(BuiltIn::LaunchSizeKHR, Shape::Ints(3), Stages::RAY, [4269, 4270, 4271]),
    reads(BuiltIn::CullMaskKHR, Shape::Int, HITS_AND_MISS, [6735, 6736, 6737]),
    reads(
        BuiltIn::HitTriangleVertexPositionsKHR,
        Shape::Corners,
        Stages::ANY_HIT.or(Stages::CLOSEST_HIT),
        [8747, 8748, 8749],
    ),
    reads(BuiltIn::FragInvocationCountEXT, Shape::Int, FRAGMENT, [4217, 4218, 4219]),
    reads(BuiltIn::FragSizeEXT, Shape::Ints(2), FRAGMENT, [4220, 4221, 4222]),
    writes(BuiltIn::FragStencilRefEXT, Shape::AnyInt, FRAGMENT, [4223, 4224, 4225]),
    reads(BuiltIn::FullyCoveredEXT, Shape::Bool, FRAGMENT, [4232, 4233, 4234]),
    reads(BuiltIn::BaryCoordKHR, Shape::Floats(3), FRAGMENT, [4154, 4155, 4156]),
    reads(BuiltIn::BaryCoordNoPerspKHR, Shape::Floats(3), FRAGMENT, [4160, 4161, 4162]),
    writes(BuiltIn::PrimitivePointIndicesEXT, Shape::IntArray, Stages::MESH, [7041, 7043, 7044]),
    writes(BuiltIn::PrimitiveLineIndicesEXT, Shape::IntsArray(2), Stages::MESH, [7047, 7049, 7050]),
    writes(BuiltIn::PrimitiveTriangleIndicesEXT, Shape::IntsArray(3), Stages::MESH, [7053, 7055, 7056]),
    both(BuiltIn::CullPrimitiveEXT, Shape::Bool, NONE, Stages::MESH, [7034, 7035, 7036]),
    reads(BuiltIn::TileOffsetQCOM, Shape::Unsigned(2), FRAGMENT.or(Stages::COMPUTE), [10626, 10627, 10628]),
    reads(BuiltIn::TileDimensionQCOM, Shape::Unsigned(3), FRAGMENT.or(Stages::COMPUTE), [10629, 10630, 10631]),
    reads(BuiltIn::TileApronSizeQCOM, Shape::Unsigned(2), FRAGMENT.or(Stages::COMPUTE), [10632, 10633, 10634]),
    reads(BuiltIn::WarpsPerSMNV, Shape::Int, ALL, [0, 0, 0]),
    reads(BuiltIn::SMCountNV, Shape::Int, ALL, [0, 0, 0]),
    reads(BuiltIn::WarpIDNV, Shape::Int, ALL, [0, 0, 0]),
    reads(BuiltIn::SMIDNV, Shape::Int, ALL, [0, 0, 0]),
    reads(BuiltIn::CoreIDARM, Shape::Int, ALL, [0, 0, 0]),
    reads(BuiltIn::CoreCountARM, Shape::Int, ALL, [0, 0, 0]),
    reads(BuiltIn::CoreMaxIDARM, Shape::Int, ALL, [0, 0, 0]),
    reads(BuiltIn::WarpIDARM, Shape::Int, ALL, [0, 0, 0]),
    reads(BuiltIn::WarpMaxIDARM, Shape::Int, ALL, [0, 0, 0]),
];
