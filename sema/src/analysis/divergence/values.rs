//! Taints of the results of intrinsics and methods.

use super::taint::Taint;
use crate::hir::expr::{Arg, ParamMode};
use crate::tables::intrinsics::{Expand, Inputs, Intrinsic, Lowering, WaveOperand, Waves};
use crate::tables::methods::{BufferMethod, Method, MethodKind, TextureMethod};
use spirv::{BuiltIn, GroupOperation, Op};

/// The combined taint of input arguments.
pub(super) fn of_arguments(args: &[Arg], of: impl Fn(&Arg) -> Taint) -> Taint {
    let into = args.iter().filter(|arg| arg.mode == ParamMode::In);
    into.fold(Taint::NONE, |all, arg| all | of(arg))
}

/// The taint of an intrinsic's result.
pub(super) fn of_intrinsic(intrinsic: &Intrinsic, args: &[Arg], of: impl Fn(&Arg) -> Taint) -> Taint {
    let first = args.first().map_or(Taint::NONE, &of);
    match intrinsic.lowering {
        Lowering::BuiltIn { builtin, .. } => of_builtin(builtin),
        Lowering::Wave { uint, operand, .. } => of_wave(uint, operand, first, args.get(1).map_or(Taint::NONE, &of)),
        Lowering::Atomic { .. } => Taint::ALL,
        Lowering::Derivative(_) => first.without(Taint::QUAD),
        Lowering::Expand(Expand::Inputs(Inputs::NonUniformResourceIndex)) => first | Taint::MARKED,
        Lowering::Expand(Expand::Waves(Waves::WaveActiveAllEqual | Waves::WaveActiveCountBits)) => Taint::RUN_TIME,
        Lowering::Expand(
            Expand::Waves(Waves::WaveMultiPrefixCountBits | Waves::WavePrefixCountBits)
            | Expand::Inputs(Inputs::IsHelperLane),
        ) => Taint::ALL,
        Lowering::Expand(Expand::Waves(Waves::QuadAll | Waves::QuadAny)) => first.without(Taint::QUAD),
        Lowering::Op { .. }
        | Lowering::Whole(_)
        | Lowering::Interpolate(_)
        | Lowering::Barrier { .. }
        | Lowering::Expand(_)
        | Lowering::Unsupported(_) => of_arguments(args, of),
    }
}

/// Wave operations: results for the whole wave are uniform, those per lane are not.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn of_wave(op: Op, operand: WaveOperand, value: Taint, lane: Taint) -> Taint {
    match operand {
        WaveOperand::Group(GroupOperation::Reduce) => Taint::RUN_TIME,
        WaveOperand::Group(_) => Taint::ALL,
        WaveOperand::Direction(_) => value,
        WaveOperand::None => match op {
            Op::GroupNonUniformElect | Op::GroupNonUniformPartitionNV => Taint::ALL,
            Op::GroupNonUniformShuffle => lane | Taint::RUN_TIME,
            Op::GroupNonUniformQuadBroadcast => value,
            _ => Taint::RUN_TIME,
        },
    }
}

/// The taint of a built-in variable in every stage that has it.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(super) fn of_builtin(builtin: BuiltIn) -> Taint {
    match builtin {
        BuiltIn::SubgroupLocalInvocationId | BuiltIn::HelperInvocation => Taint::ALL,
        BuiltIn::SubgroupId => Taint::GROUP | Taint::RUN_TIME,
        BuiltIn::FragCoord
        | BuiltIn::PointCoord
        | BuiltIn::SampleMask
        | BuiltIn::BaryCoordKHR
        | BuiltIn::BaryCoordNoPerspKHR => Taint::QUAD | Taint::WAVE | Taint::RUN_TIME,
        BuiltIn::VertexIndex
        | BuiltIn::InstanceIndex
        | BuiltIn::VertexId
        | BuiltIn::InstanceId
        | BuiltIn::PrimitiveId
        | BuiltIn::InvocationId
        | BuiltIn::TessCoord
        | BuiltIn::SampleId
        | BuiltIn::FrontFacing
        | BuiltIn::Layer
        | BuiltIn::ViewportIndex
        | BuiltIn::LaunchIdKHR
        | BuiltIn::InstanceCustomIndexKHR
        | BuiltIn::RayGeometryIndexKHR
        | BuiltIn::HitKindKHR => Taint::WAVE | Taint::RUN_TIME,
        BuiltIn::LocalInvocationId | BuiltIn::GlobalInvocationId | BuiltIn::LocalInvocationIndex => Taint::ALL,
        _ => Taint::RUN_TIME,
    }
}

/// The taint of a method's result, from that of its arguments.
pub(super) fn of_method(method: &Method, args: Taint) -> Taint {
    match method.kind {
        MethodKind::Texture(kind) => of_texture(kind, args),
        MethodKind::Buffer(kind) => of_buffer(kind, args),
        MethodKind::Stream(_)
        | MethodKind::PointerGet
        | MethodKind::Nodes(_)
        | MethodKind::Rays(_)
        | MethodKind::Hits(_)
        | MethodKind::Unsupported(_) => Taint::NONE,
    }
}

fn of_texture(kind: TextureMethod, args: Taint) -> Taint {
    match kind {
        TextureMethod::SubpassLoad => Taint::QUAD | Taint::WAVE | Taint::RUN_TIME,
        TextureMethod::CalculateLevelOfDetail | TextureMethod::CalculateLevelOfDetailUnclamped => {
            args.without(Taint::QUAD) | Taint::RUN_TIME
        }
        TextureMethod::GetDimensions | TextureMethod::GetSamplePosition => Taint::RUN_TIME,
        TextureMethod::Gather
        | TextureMethod::GatherAlpha
        | TextureMethod::GatherBlue
        | TextureMethod::GatherCmp
        | TextureMethod::GatherGreen
        | TextureMethod::GatherRaw
        | TextureMethod::GatherRed
        | TextureMethod::Load
        | TextureMethod::Sample
        | TextureMethod::SampleBias
        | TextureMethod::SampleCmp
        | TextureMethod::SampleCmpBias
        | TextureMethod::SampleCmpGrad
        | TextureMethod::SampleCmpLevel
        | TextureMethod::SampleCmpLevelZero
        | TextureMethod::SampleGrad
        | TextureMethod::SampleLevel => args | Taint::RUN_TIME,
    }
}

fn of_buffer(kind: BufferMethod, args: Taint) -> Taint {
    match kind {
        BufferMethod::Append
        | BufferMethod::Consume
        | BufferMethod::IncrementCounter
        | BufferMethod::DecrementCounter
        | BufferMethod::Interlocked { .. } => Taint::ALL,
        BufferMethod::StructuredGetDimensions | BufferMethod::ByteGetDimensions => Taint::RUN_TIME,
        BufferMethod::StructuredLoad | BufferMethod::ByteLoad => args | Taint::RUN_TIME,
        BufferMethod::ByteStore => Taint::NONE,
    }
}
