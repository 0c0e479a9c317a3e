//! Ops without a pattern, and why they have none.

use crate::facts;
use crate::spmd::copies;
use dialect::spirv::ops::{Code, Mlir, OpRow};
use spirv::{Capability, GlslStd450Op as GLOp, Op, OpenclStd100Op as CLOp};

/// Capabilities that compute shaders on a CPU do not have. The first row with a capability of an op counts.
#[rustfmt::skip]
const CAPABILITIES: &[(&str, &[Capability])] = &[
    ("of a shader, becomes arrays and loops before it is run", &[
        Capability::CooperativeMatrixKHR, Capability::CooperativeMatrixGetCoordinateEXT,
        Capability::CooperativeMatrixConversionsEXT, Capability::CooperativeMatrixConversionsNV,
        Capability::CooperativeMatrixPerElementOperationsNV, Capability::CooperativeMatrixReductionsNV,
        Capability::CooperativeVectorNV, Capability::CooperativeVectorTrainingNV,
    ]),
    ("vendor extension", &[
        Capability::ArbitraryPrecisionFixedPointALTERA, Capability::ArbitraryPrecisionFloatingPointALTERA,
        Capability::AsmINTEL, Capability::BFloat16ConversionINTEL, Capability::BindlessImagesINTEL,
        Capability::BindlessTextureNV, Capability::BlockingPipesALTERA, Capability::CooperativeMatrixConversionQCOM,
        Capability::CooperativeMatrixNV, Capability::CooperativeMatrixTensorAddressingNV,
        Capability::DisplacementMicromapNV, Capability::FPGARegALTERA,
        Capability::FragmentMaskAMD, Capability::FunctionPointersINTEL, Capability::GraphARM,
        Capability::ImageFootprintNV, Capability::IntegerFunctions2INTEL, Capability::LongCompositesINTEL,
        Capability::MaskedGatherScatterINTEL, Capability::MemoryAccessAliasingINTEL, Capability::MeshShadingNV,
        Capability::RawAccessChainsNV, Capability::RayTracingClusterAccelerationStructureNV,
        Capability::RayTracingLinearSweptSpheresGeometryNV, Capability::RayTracingMotionBlurNV,
        Capability::RayTracingNV, Capability::RayTracingSpheresGeometryNV, Capability::ShaderEnqueueAMDX,
        Capability::ShaderInvocationReorderNV, Capability::SpecConditionalINTEL, Capability::SplitBarrierINTEL,
        Capability::Subgroup2DBlockIOINTEL, Capability::Subgroup2DBlockTransformINTEL,
        Capability::Subgroup2DBlockTransposeINTEL, Capability::SubgroupAvcMotionEstimationChromaINTEL,
        Capability::SubgroupAvcMotionEstimationINTEL, Capability::SubgroupAvcMotionEstimationIntraINTEL,
        Capability::SubgroupBufferBlockIOINTEL, Capability::SubgroupBufferPrefetchINTEL,
        Capability::SubgroupImageBlockIOINTEL, Capability::SubgroupImageMediaBlockIOINTEL,
        Capability::SubgroupMatrixMultiplyAccumulateINTEL, Capability::SubgroupShuffleINTEL,
        Capability::TaskSequenceALTERA, Capability::TensorAddressingNV, Capability::TensorFloat32RoundingINTEL,
        Capability::TensorsARM, Capability::TernaryBitwiseFunctionINTEL, Capability::TextureBlockMatch2QCOM,
        Capability::TextureBlockMatchQCOM, Capability::TextureBoxFilterQCOM, Capability::TextureSampleWeightedQCOM,
        Capability::USMStorageClassesALTERA, Capability::UnstructuredLoopControlsINTEL,
        Capability::UntypedVariableLengthArrayINTEL, Capability::VariableLengthArrayINTEL,
        Capability::ImageGatherLinearQCOM, Capability::PredicatedIOINTEL,
        Capability::DotProductFloat16AccFloat32VALVE, Capability::DotProductFloat16AccFloat16VALVE,
        Capability::DotProductFloat8AccFloat32VALVE,
    ]),
    ("no device has the extension yet", &[
        Capability::BitcastExtractEXT, Capability::PoisonFreezeKHR,
    ]),
    ("unsupported OpenCL feature", &[
        Capability::Addresses, Capability::Kernel, Capability::Pipes, Capability::DeviceEnqueue,
        Capability::PipeStorage, Capability::SubgroupDispatch,
    ]),
    ("only compute shaders run on the CPU", &[
        Capability::Geometry, Capability::GeometryStreams, Capability::TileImageColorReadAccessEXT,
        Capability::TileImageDepthReadAccessEXT, Capability::TileImageStencilReadAccessEXT,
        Capability::MeshShadingEXT, Capability::FragmentShaderSampleInterlockEXT,
    ]),
    ("named barriers are not supported", &[
        Capability::NamedBarrier,
    ]),
    ("untyped pointers are not supported", &[
        Capability::UntypedPointersKHR,
    ]),
    ("of rays, only queries run on the CPU", &[
        Capability::RayTracingKHR,
        Capability::ShaderInvocationReorderEXT,
    ]),
    ("descriptor heaps are not supported", &[
        Capability::DescriptorHeapEXT,
    ]),
    ("compute shaders have no helper invocations", &[
        Capability::DemoteToHelperInvocation,
    ]),
];

/// Instructions that no capability tells apart from those that run.
#[rustfmt::skip]
const INSTRUCTIONS: &[(&str, &[Op])] = &[
    ("vendor extension", &[
        Op::GroupIAddNonUniformAMD, Op::GroupFAddNonUniformAMD, Op::GroupFMinNonUniformAMD,
        Op::GroupUMinNonUniformAMD, Op::GroupSMinNonUniformAMD, Op::GroupFMaxNonUniformAMD,
        Op::GroupUMaxNonUniformAMD, Op::GroupSMaxNonUniformAMD,
    ]),
];

/// Functions of GLSL.std.450 that do not run.
const GL_FUNCTIONS: &[(&str, &[GLOp])] = &[(
    "removed from GLSL.std.450, or not available in compute shaders",
    &[GLOp::IMix, GLOp::InterpolateAtCentroid, GLOp::InterpolateAtSample, GLOp::InterpolateAtOffset],
)];

/// Functions of OpenCL.std that do not run.
const CL_FUNCTIONS: &[(&str, &[CLOp])] = &[];

/// Instructions that the reader replaces, or that normalisation removes.
#[rustfmt::skip]
const READ_BEFORE: &[Op] = &[
    Op::SourceContinued, Op::Source, Op::SourceExtension, Op::Name, Op::MemberName, Op::String, Op::Line,
    Op::Extension, Op::ExtInstImport, Op::ExtInst, Op::MemoryModel, Op::EntryPoint, Op::ExecutionMode, Op::Capability,
    Op::TypeVoid, Op::TypeBool, Op::TypeInt, Op::TypeFloat, Op::TypeVector, Op::TypeMatrix, Op::TypeImage,
    Op::TypeSampler, Op::TypeSampledImage, Op::TypeArray, Op::TypeRuntimeArray, Op::TypeStruct, Op::TypeOpaque,
    Op::TypePointer, Op::TypeFunction, Op::TypeEvent, Op::TypeDeviceEvent, Op::TypeReserveId, Op::TypeQueue,
    Op::TypePipe, Op::TypeForwardPointer, Op::ConstantTrue, Op::ConstantFalse, Op::Constant, Op::ConstantComposite,
    Op::ConstantSampler, Op::ConstantNull, Op::SpecConstantTrue, Op::SpecConstantFalse, Op::SpecConstant,
    Op::SpecConstantComposite, Op::SpecConstantOp, Op::Function, Op::FunctionParameter, Op::FunctionEnd, Op::Decorate,
    Op::MemberDecorate, Op::DecorationGroup, Op::Phi, Op::Label, Op::NoLine, Op::TypePipeStorage,
    Op::ConstantPipeStorage, Op::TypeNamedBarrier, Op::ModuleProcessed, Op::ExecutionModeId, Op::DecorateId,
    Op::TypeTensorARM, Op::TypeGraphARM, Op::TypeUntypedPointerKHR, Op::ExtInstWithForwardRefsKHR,
    Op::TypeCooperativeMatrixKHR, Op::ConstantCompositeReplicateEXT, Op::SpecConstantCompositeReplicateEXT,
    Op::TypeRayQueryKHR, Op::TypeNodePayloadArrayAMDX, Op::ConstantStringAMDX, Op::SpecConstantStringAMDX,
    Op::TypeBufferEXT, Op::MemberDecorateIdEXT, Op::ConstantSizeOfEXT, Op::TypeHitObjectNV, Op::TypeVectorIdEXT,
    Op::TypeHitObjectEXT, Op::TypeAccelerationStructureKHR, Op::TypeCooperativeMatrixNV, Op::TypeTensorLayoutNV,
    Op::TypeTensorViewNV, Op::ConstantFunctionPointerINTEL, Op::DecorateString, Op::MemberDecorateString,
    Op::TypeVmeImageINTEL, Op::TypeAvcImePayloadINTEL, Op::TypeAvcRefPayloadINTEL, Op::TypeAvcSicPayloadINTEL,
    Op::TypeAvcMcePayloadINTEL, Op::TypeAvcMceResultINTEL, Op::TypeAvcImeResultINTEL,
    Op::TypeAvcImeResultSingleReferenceStreamoutINTEL, Op::TypeAvcImeResultDualReferenceStreamoutINTEL,
    Op::TypeAvcImeSingleReferenceStreaminINTEL, Op::TypeAvcImeDualReferenceStreaminINTEL, Op::TypeAvcRefResultINTEL,
    Op::TypeAvcSicResultINTEL, Op::TypeBufferSurfaceINTEL, Op::TypeStructContinuedINTEL,
    Op::ConstantCompositeContinuedINTEL, Op::SpecConstantCompositeContinuedINTEL, Op::TypeTaskSequenceALTERA,
    Op::SpecConstantTargetINTEL, Op::SpecConstantArchitectureINTEL, Op::SpecConstantCapabilitiesINTEL, Op::Nop,
    Op::FunctionCall, Op::GroupDecorate, Op::GroupMemberDecorate, Op::ReturnValue, Op::ConstantDataKHR,
    Op::SpecConstantDataKHR,
];

/// Fate of an op that has no pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is run where invocations meet.
    Meets,
    /// It is made a loop before ops are lowered.
    Loop,
    /// It is used before ops are lowered, or removed by then.
    ReadBefore,
    /// It cannot run, for this reason.
    Refused(&'static str),
}

/// Fate of an op that has no pattern; `None` when no table says it.
pub(crate) fn fate(row: &OpRow) -> Option<Fate> {
    let reason = match row.code {
        Code::Mlir(Mlir::VendorInst) => Some("vendor-specific"),
        Code::Mlir(_) => return Some(Fate::ReadBefore),
        Code::Core(op) if op == Op::ControlBarrier || facts::is_collective(isa::class(op)) => return Some(Fate::Meets),
        Code::Core(op) if copies::COPIES.contains(&op) => return Some(Fate::Loop),
        Code::Core(op) if READ_BEFORE.contains(&op) => return Some(Fate::ReadBefore),
        Code::Core(op) => reason_of(INSTRUCTIONS, &op).or_else(|| missing(row)),
        Code::Gl(number) => GLOp::from_u32(number).and_then(|op| reason_of(GL_FUNCTIONS, &op)),
        Code::Cl(number) => CLOp::from_u32(number).and_then(|op| reason_of(CL_FUNCTIONS, &op)),
    };
    reason.map(Fate::Refused)
}

fn reason_of<T: PartialEq>(table: &[(&'static str, &[T])], wanted: &T) -> Option<&'static str> {
    table.iter().find(|(_, row)| row.contains(wanted)).map(|(reason, _)| *reason)
}

/// Why a requirement of an op is not met.
fn missing(row: &OpRow) -> Option<&'static str> {
    let needs = |capabilities: &[Capability]| capabilities.iter().any(|one| row.capabilities.contains(one));
    CAPABILITIES.iter().find(|(_, capabilities)| needs(capabilities)).map(|(reason, _)| *reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dialect::spirv::ops;

    #[test]
    fn every_row_is_needed() {
        let without_pattern = || ops::rows().filter(|row| !super::super::has_pattern(row));
        let names = |code: &dyn Fn(Code) -> bool| without_pattern().any(|row| code(row.code));
        for op in INSTRUCTIONS.iter().flat_map(|(_, ops)| *ops).chain(READ_BEFORE) {
            assert!(names(&|code| code == Code::Core(*op)), "{op:?}");
        }
        for op in GL_FUNCTIONS.iter().flat_map(|(_, ops)| *ops) {
            assert!(names(&|code| code == Code::Gl(*op as u32)), "{op:?}");
        }
        for op in CL_FUNCTIONS.iter().flat_map(|(_, ops)| *ops) {
            assert!(names(&|code| code == Code::Cl(*op as u32)), "{op:?}");
        }
        for capability in CAPABILITIES.iter().flat_map(|(_, capabilities)| *capabilities) {
            assert!(without_pattern().any(|row| row.capabilities.contains(capability)), "{capability:?}");
        }
    }
}
