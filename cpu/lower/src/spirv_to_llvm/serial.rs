//! Ops whose patterns handle one lane only, and their lowering where the lanes of a wave run together.
//!
//! A new pattern of this kind needs a row here, with the reason why lanes take turns, or the place of the form for all
//! lanes and the reason why that is another one.
//!
//! Two families have two forms and no pattern. Operations of waves, which `wave_op.rs` describes for both: a lane that
//! runs alone leaves its operands in the frame, and `wave.rs` beside this file loops over the lanes that have arrived, up
//! to a whole workgroup; in `vector/wave.rs` the operands are vectors already, of a fixed number of lanes, and a reduction
//! or a shuffle of LLVM does it. Atomic operations that join lanes (`vector/atomic.rs`): all lanes together change memory once.

use super::atomic;
use super::patterns::{PATTERNS, Rule};
use crate::math;
use dialect::spirv::ops::{self, Code, Mlir};
use spirv::{GlslStd450Op as GLOp, Op, OpenclStd100Op as CLOp};

/// Ops that have another form for all lanes: the file in `vector/`, why it is another one, and the ops. Atomic operations
/// that join lanes have one too.
#[rustfmt::skip]
const TOGETHER: &[(&str, &str, &[Op])] = &[
    ("op.rs", "scalar memory access per lane; vector code uses contiguous or masked accesses", &[
        Op::Variable, Op::UntypedVariableKHR, Op::Load, Op::Store, Op::CopyMemory,
    ]),
    ("image.rs", "host call per lane; vector code calls a function of the module, from `texture/`", &[
        Op::ImageSampleImplicitLod, Op::ImageSampleExplicitLod, Op::ImageSampleDrefImplicitLod,
        Op::ImageSampleDrefExplicitLod, Op::ImageSampleProjImplicitLod, Op::ImageSampleProjExplicitLod,
        Op::ImageSampleProjDrefImplicitLod, Op::ImageSampleProjDrefExplicitLod, Op::ImageFetch, Op::ImageGather,
        Op::ImageDrefGather, Op::ImageRead, Op::ImageWrite, Op::ImageSparseSampleImplicitLod,
        Op::ImageSparseSampleExplicitLod, Op::ImageSparseSampleDrefImplicitLod,
        Op::ImageSparseSampleDrefExplicitLod, Op::ImageSparseSampleProjImplicitLod,
        Op::ImageSparseSampleProjExplicitLod, Op::ImageSparseSampleProjDrefImplicitLod,
        Op::ImageSparseSampleProjDrefExplicitLod, Op::ImageSparseFetch, Op::ImageSparseGather,
        Op::ImageSparseDrefGather, Op::ImageSparseRead,
    ]),
    ("query.rs", "host call per lane; vector code makes one call of the host for all lanes", &[
        Op::RayQueryInitializeKHR, Op::RayQueryTerminateKHR, Op::RayQueryGenerateIntersectionKHR,
        Op::RayQueryConfirmIntersectionKHR, Op::RayQueryProceedKHR, Op::RayQueryGetIntersectionTypeKHR,
        Op::RayQueryGetRayTMinKHR, Op::RayQueryGetRayFlagsKHR, Op::RayQueryGetIntersectionTKHR,
        Op::RayQueryGetIntersectionInstanceCustomIndexKHR, Op::RayQueryGetIntersectionInstanceIdKHR,
        Op::RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR,
        Op::RayQueryGetIntersectionGeometryIndexKHR, Op::RayQueryGetIntersectionPrimitiveIndexKHR,
        Op::RayQueryGetIntersectionBarycentricsKHR, Op::RayQueryGetIntersectionFrontFaceKHR,
        Op::RayQueryGetIntersectionCandidateAABBOpaqueKHR, Op::RayQueryGetIntersectionObjectRayDirectionKHR,
        Op::RayQueryGetIntersectionObjectRayOriginKHR, Op::RayQueryGetWorldRayDirectionKHR,
        Op::RayQueryGetWorldRayOriginKHR, Op::RayQueryGetIntersectionObjectToWorldKHR,
        Op::RayQueryGetIntersectionWorldToObjectKHR, Op::RayQueryGetIntersectionTriangleVertexPositionsKHR,
    ]),
];

/// Ops at which lanes take turns, with the reason.
#[rustfmt::skip]
const IN_TURN: &[(&str, &[Code])] = &[
    ("executed once, since its operands are uniform", &[Code::Core(Op::MemoryBarrier)]),
    ("results depend on the order of lanes", &[
        Code::Core(Op::AtomicLoad), Code::Core(Op::AtomicStore), Code::Core(Op::AtomicExchange),
        Code::Core(Op::AtomicCompareExchange), Code::Core(Op::AtomicCompareExchangeWeak),
        Code::Core(Op::AtomicFAddEXT), Code::Core(Op::AtomicFMinEXT), Code::Core(Op::AtomicFMaxEXT),
        Code::Core(Op::AtomicFlagTestAndSet), Code::Core(Op::AtomicFlagClear), Code::Core(Op::ReadClockKHR),
    ]),
    ("image queries are host calls", &[
        Code::Core(Op::ImageQuerySize), Code::Core(Op::ImageQuerySizeLod), Code::Core(Op::ImageQueryLevels),
        Code::Core(Op::ImageQuerySamples), Code::Core(Op::ImageQueryFormat), Code::Core(Op::ImageQueryOrder),
        Code::Core(Op::ImageQueryLod),
    ]),
    ("pointers are uniform, except for addresses", &[
        Code::Core(Op::AccessChain), Code::Core(Op::InBoundsAccessChain), Code::Core(Op::PtrAccessChain),
        Code::Core(Op::InBoundsPtrAccessChain), Code::Core(Op::UntypedAccessChainKHR),
        Code::Core(Op::UntypedInBoundsAccessChainKHR), Code::Core(Op::UntypedPtrAccessChainKHR),
        Code::Core(Op::UntypedInBoundsPtrAccessChainKHR), Code::Core(Op::ConvertPtrToU),
        Code::Core(Op::ConvertUToPtr), Code::Core(Op::PtrEqual), Code::Core(Op::PtrNotEqual), Code::Core(Op::PtrDiff),
        Code::Core(Op::GenericPtrMemSemantics), Code::Core(Op::GenericCastToPtrExplicit), Code::Core(Op::SizeOf), Code::Core(Op::ArrayLength),
        Code::Core(Op::UntypedArrayLengthKHR),
    ]),
    ("access through a pointer", &[
        Code::Gl(GLOp::Modf as u32), Code::Gl(GLOp::Frexp as u32), Code::Cl(CLOp::modf as u32),
        Code::Cl(CLOp::frexp as u32), Code::Cl(CLOp::fract as u32), Code::Cl(CLOp::lgamma_r as u32),
        Code::Cl(CLOp::remquo as u32), Code::Cl(CLOp::sincos as u32), Code::Cl(CLOp::vloadn as u32),
        Code::Cl(CLOp::vload_half as u32), Code::Cl(CLOp::vload_halfn as u32), Code::Cl(CLOp::vloada_halfn as u32),
        Code::Cl(CLOp::vstoren as u32), Code::Cl(CLOp::vstore_half as u32), Code::Cl(CLOp::vstore_half_r as u32),
        Code::Cl(CLOp::vstore_halfn as u32), Code::Cl(CLOp::vstore_halfn_r as u32),
        Code::Cl(CLOp::vstorea_halfn as u32), Code::Cl(CLOp::vstorea_halfn_r as u32),
    ]),
    ("dynamic component selection, which is rare in kernels", &[
        Code::Cl(CLOp::shuffle as u32), Code::Cl(CLOp::shuffle2 as u32),
    ]),
    ("computed by the host with an integer operand", &[Code::Cl(CLOp::pown as u32), Code::Cl(CLOp::rootn as u32)]),
    ("output is in lane order", &[Code::Cl(CLOp::printf as u32), Code::Mlir(Mlir::ExtInst)]),
];

/// Functions of 32-bit floats that the host computes, one component of one lane at a time.
#[rustfmt::skip]
const OF_HOST: &[&str] = &[
    "acospi", "asinpi", "atan2pi", "atanpi", "cbrt", "cospi", "erf", "erfc", "expm1", "hypot", "lgamma", "log1p",
    "remainder", "sinpi", "tanpi", "tgamma",
];

/// Returns whether an op's pattern is for one lane alone.
fn is_of_one_lane(rule: &Rule) -> bool {
    matches!(rule, Rule::Fn(_) | Rule::Do(_))
}

#[test]
fn every_pattern_for_one_lane_has_a_form_for_all_or_a_reason() {
    let listed = |code: &Code| {
        let together = TOGETHER.iter().flat_map(|(_, _, ops)| *ops).filter(|op| Code::Core(**op) == *code).count();
        let joins = usize::from(code.core().is_some_and(|op| atomic::joins_lanes(op).is_some()));
        together + joins + IN_TURN.iter().flat_map(|(_, codes)| *codes).filter(|one| *one == code).count()
    };
    for (code, rule) in PATTERNS {
        let name = ops::rows().find(|row| row.code == *code).map(|row| row.info.name);
        assert_eq!(listed(code), usize::from(is_of_one_lane(rule)), "{name:?}");
    }
    let together = TOGETHER.iter().flat_map(|(_, _, ops)| *ops).map(|op| Code::Core(*op));
    for code in together.chain(IN_TURN.iter().flat_map(|(_, codes)| codes.iter().copied())) {
        assert!(PATTERNS.iter().any(|(known, _)| *known == code), "{code:?} has no pattern");
    }
}

#[test]
fn functions_without_code_are_listed() {
    let names = PATTERNS.iter().filter_map(|(_, rule)| match rule {
        Rule::Host(name) | Rule::HostThen(name, _) => Some(*name),
        _ => None,
    });
    let mut missing: Vec<&str> = names.filter(|name| !math::has_code(name, 32)).collect();
    missing.sort_unstable();
    missing.dedup();
    assert_eq!(missing, OF_HOST);
}
