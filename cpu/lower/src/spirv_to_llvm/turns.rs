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
    ("op.rs", "a lane accesses one address; all lanes access rows of memory, or each its own address under a mask", &[
        Op::Variable, Op::UntypedVariableKHR, Op::Load, Op::Store, Op::CopyMemory,
    ]),
    ("image.rs", "a lane hands its operands to the host; all lanes call a function of the module, from `texture/`", &[
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
];

/// Ops at which lanes take turns, with the reason.
#[rustfmt::skip]
const IN_TURN: &[(&str, &[Code])] = &[
    ("it is done once, as it has no operands that differ", &[Code::Core(Op::MemoryBarrier)]),
    ("what lanes find depends on the order in which they come", &[
        Code::Core(Op::AtomicLoad), Code::Core(Op::AtomicStore), Code::Core(Op::AtomicExchange),
        Code::Core(Op::AtomicCompareExchange), Code::Core(Op::AtomicCompareExchangeWeak),
        Code::Core(Op::AtomicFAddEXT), Code::Core(Op::AtomicFMinEXT), Code::Core(Op::AtomicFMaxEXT),
        Code::Core(Op::AtomicFlagTestAndSet), Code::Core(Op::AtomicFlagClear), Code::Core(Op::ReadClockKHR),
    ]),
    ("the host answers questions about images", &[
        Code::Core(Op::ImageQuerySize), Code::Core(Op::ImageQuerySizeLod), Code::Core(Op::ImageQueryLevels),
        Code::Core(Op::ImageQuerySamples), Code::Core(Op::ImageQueryFormat), Code::Core(Op::ImageQueryOrder),
        Code::Core(Op::ImageQueryLod),
    ]),
    ("pointers are the same for all lanes, but for those that are numbers", &[
        Code::Core(Op::AccessChain), Code::Core(Op::InBoundsAccessChain), Code::Core(Op::PtrAccessChain),
        Code::Core(Op::InBoundsPtrAccessChain), Code::Core(Op::UntypedAccessChainKHR),
        Code::Core(Op::UntypedInBoundsAccessChainKHR), Code::Core(Op::UntypedPtrAccessChainKHR),
        Code::Core(Op::UntypedInBoundsPtrAccessChainKHR), Code::Core(Op::ConvertPtrToU),
        Code::Core(Op::ConvertUToPtr), Code::Core(Op::PtrEqual), Code::Core(Op::PtrNotEqual), Code::Core(Op::PtrDiff),
        Code::Core(Op::GenericPtrMemSemantics), Code::Core(Op::SizeOf), Code::Core(Op::ArrayLength),
        Code::Core(Op::UntypedArrayLengthKHR),
    ]),
    ("it reads or writes through a pointer", &[
        Code::Gl(GLOp::Modf as u32), Code::Gl(GLOp::Frexp as u32), Code::Cl(CLOp::modf as u32),
        Code::Cl(CLOp::frexp as u32), Code::Cl(CLOp::fract as u32), Code::Cl(CLOp::lgamma_r as u32),
        Code::Cl(CLOp::remquo as u32), Code::Cl(CLOp::sincos as u32), Code::Cl(CLOp::vloadn as u32),
        Code::Cl(CLOp::vload_half as u32), Code::Cl(CLOp::vload_halfn as u32), Code::Cl(CLOp::vloada_halfn as u32),
        Code::Cl(CLOp::vstoren as u32), Code::Cl(CLOp::vstore_half as u32), Code::Cl(CLOp::vstore_half_r as u32),
        Code::Cl(CLOp::vstore_halfn as u32), Code::Cl(CLOp::vstore_halfn_r as u32),
        Code::Cl(CLOp::vstorea_halfn as u32), Code::Cl(CLOp::vstorea_halfn_r as u32),
    ]),
    ("each component is chosen when it runs, which kernels seldom do", &[
        Code::Cl(CLOp::shuffle as u32), Code::Cl(CLOp::shuffle2 as u32),
    ]),
    ("the host computes it with an integer", &[Code::Cl(CLOp::pown as u32), Code::Cl(CLOp::rootn as u32)]),
    ("lines stand in the order of their lanes", &[Code::Cl(CLOp::printf as u32), Code::Mlir(Mlir::ExtInst)]),
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
