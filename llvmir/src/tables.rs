//! Which instructions LLVM has, and which are calls.

use spirv::Op;

/// The function that makes a sampler of a number. Bit 0 says whether coordinates go from 0 to 1, the next three how they
/// are brought into range, and those above how texels are put together.
pub(crate) const LITERAL_SAMPLER: &str = "__translate_sampler_initializer";

/// Instructions that LLVM has, on operands of the type of their result.
pub(crate) const BINARY: &[(Op, &str)] = &[
    (Op::IAdd, "add"),
    (Op::ISub, "sub"),
    (Op::IMul, "mul"),
    (Op::UDiv, "udiv"),
    (Op::SDiv, "sdiv"),
    (Op::UMod, "urem"),
    (Op::SRem, "srem"),
    (Op::FAdd, "fadd"),
    (Op::FSub, "fsub"),
    (Op::FMul, "fmul"),
    (Op::FDiv, "fdiv"),
    (Op::FRem, "frem"),
    (Op::BitwiseAnd, "and"),
    (Op::BitwiseOr, "or"),
    (Op::BitwiseXor, "xor"),
    (Op::LogicalAnd, "and"),
    (Op::LogicalOr, "or"),
    (Op::ShiftLeftLogical, "shl"),
    (Op::ShiftRightLogical, "lshr"),
    (Op::ShiftRightArithmetic, "ashr"),
];

/// Liberties of arithmetic: LLVM's bits and word, and SPIR-V's bits (`FPFastMathMode`).
pub(crate) const LIBERTIES: &[(u32, &str, u32)] =
    &[(1 << 1, "nnan", 1), (1 << 2, "ninf", 1 << 1), (1 << 3, "nsz", 1 << 2), (1 << 4, "arcp", 1 << 3)];
/// All of LLVM's at once, and SPIR-V's word for that.
pub(crate) const FAST: (u32, &str, u32) = (0x7F, "fast", 1 << 4 | 0xF);

/// Comparisons that LLVM has.
pub(crate) const COMPARISONS: &[(Op, &str)] = &[
    (Op::IEqual, "icmp eq"),
    (Op::INotEqual, "icmp ne"),
    (Op::LogicalEqual, "icmp eq"),
    (Op::LogicalNotEqual, "icmp ne"),
    (Op::UGreaterThan, "icmp ugt"),
    (Op::SGreaterThan, "icmp sgt"),
    (Op::UGreaterThanEqual, "icmp uge"),
    (Op::SGreaterThanEqual, "icmp sge"),
    (Op::ULessThan, "icmp ult"),
    (Op::SLessThan, "icmp slt"),
    (Op::ULessThanEqual, "icmp ule"),
    (Op::SLessThanEqual, "icmp sle"),
    (Op::FOrdEqual, "fcmp oeq"),
    (Op::FUnordEqual, "fcmp ueq"),
    (Op::FOrdNotEqual, "fcmp one"),
    (Op::FUnordNotEqual, "fcmp une"),
    (Op::FOrdLessThan, "fcmp olt"),
    (Op::FUnordLessThan, "fcmp ult"),
    (Op::FOrdGreaterThan, "fcmp ogt"),
    (Op::FUnordGreaterThan, "fcmp ugt"),
    (Op::FOrdLessThanEqual, "fcmp ole"),
    (Op::FUnordLessThanEqual, "fcmp ule"),
    (Op::FOrdGreaterThanEqual, "fcmp oge"),
    (Op::FUnordGreaterThanEqual, "fcmp uge"),
    (Op::Ordered, "fcmp ord"),
    (Op::Unordered, "fcmp uno"),
];

/// Instructions that become calls, with what else they need in their names.
pub(crate) const CALLS: &[(Op, Call)] = &[
    (Op::Dot, Call::Plain),
    (Op::FMod, Call::Plain),
    (Op::SMod, Call::Plain),
    (Op::IsInf, Call::Plain),
    (Op::IsFinite, Call::Plain),
    (Op::IsNormal, Call::Plain),
    (Op::SignBitSet, Call::Plain),
    (Op::Any, Call::Plain),
    (Op::All, Call::Plain),
    (Op::ControlBarrier, Call::Convergent),
    (Op::MemoryBarrier, Call::Plain),
    (Op::AtomicLoad, Call::Plain),
    (Op::AtomicStore, Call::Plain),
    (Op::AtomicExchange, Call::Plain),
    (Op::AtomicCompareExchange, Call::Plain),
    (Op::AtomicIIncrement, Call::Plain),
    (Op::AtomicIDecrement, Call::Plain),
    (Op::AtomicIAdd, Call::Plain),
    (Op::AtomicISub, Call::Plain),
    (Op::AtomicSMin, Call::Plain),
    (Op::AtomicUMin, Call::Plain),
    (Op::AtomicSMax, Call::Plain),
    (Op::AtomicUMax, Call::Plain),
    (Op::AtomicAnd, Call::Plain),
    (Op::AtomicOr, Call::Plain),
    (Op::AtomicXor, Call::Plain),
    (Op::AtomicFAddEXT, Call::Plain),
    (Op::AtomicFMinEXT, Call::Plain),
    (Op::AtomicFMaxEXT, Call::Plain),
    (Op::GroupAll, Call::Convergent),
    (Op::GroupAny, Call::Convergent),
    (Op::GroupBroadcast, Call::Convergent),
    (Op::GroupIAdd, Call::Convergent),
    (Op::GroupFAdd, Call::Convergent),
    (Op::GroupFMin, Call::Convergent),
    (Op::GroupUMin, Call::Convergent),
    (Op::GroupSMin, Call::Convergent),
    (Op::GroupFMax, Call::Convergent),
    (Op::GroupUMax, Call::Convergent),
    (Op::GroupSMax, Call::Convergent),
    (Op::GroupIMulKHR, Call::Convergent),
    (Op::GroupFMulKHR, Call::Convergent),
    (Op::GroupBitwiseAndKHR, Call::Convergent),
    (Op::GroupBitwiseOrKHR, Call::Convergent),
    (Op::GroupBitwiseXorKHR, Call::Convergent),
    (Op::GroupLogicalAndKHR, Call::Convergent),
    (Op::GroupLogicalOrKHR, Call::Convergent),
    (Op::GroupLogicalXorKHR, Call::Convergent),
    (Op::GroupNonUniformElect, Call::Convergent),
    (Op::GroupNonUniformAll, Call::Convergent),
    (Op::GroupNonUniformAny, Call::Convergent),
    (Op::GroupNonUniformAllEqual, Call::Convergent),
    (Op::GroupNonUniformBroadcast, Call::Convergent),
    (Op::GroupNonUniformBroadcastFirst, Call::Convergent),
    (Op::GroupNonUniformBallot, Call::Convergent),
    (Op::GroupNonUniformShuffle, Call::Convergent),
    (Op::GroupNonUniformShuffleXor, Call::Convergent),
    (Op::GroupNonUniformShuffleUp, Call::Convergent),
    (Op::GroupNonUniformShuffleDown, Call::Convergent),
    (Op::GroupNonUniformIAdd, Call::Convergent),
    (Op::GroupNonUniformFAdd, Call::Convergent),
    (Op::GroupNonUniformIMul, Call::Convergent),
    (Op::GroupNonUniformFMul, Call::Convergent),
    (Op::GroupNonUniformSMin, Call::Convergent),
    (Op::GroupNonUniformUMin, Call::Convergent),
    (Op::GroupNonUniformFMin, Call::Convergent),
    (Op::GroupNonUniformSMax, Call::Convergent),
    (Op::GroupNonUniformUMax, Call::Convergent),
    (Op::GroupNonUniformFMax, Call::Convergent),
    (Op::GroupNonUniformBitwiseAnd, Call::Convergent),
    (Op::GroupNonUniformBitwiseOr, Call::Convergent),
    (Op::GroupNonUniformBitwiseXor, Call::Convergent),
    (Op::GroupNonUniformLogicalAnd, Call::Convergent),
    (Op::GroupNonUniformLogicalOr, Call::Convergent),
    (Op::GroupNonUniformLogicalXor, Call::Convergent),
    (Op::SubgroupShuffleINTEL, Call::Convergent),
    (Op::SubgroupShuffleXorINTEL, Call::Convergent),
    (Op::GroupAsyncCopy, Call::Convergent),
    (Op::GroupWaitEvents, Call::Convergent),
    (Op::LessOrGreater, Call::Plain),
    (Op::SatConvertSToU, Call::ByResult),
    (Op::SatConvertUToS, Call::ByResult),
    (Op::GenericPtrMemSemantics, Call::Plain),
    (Op::SampledImage, Call::Plain),
    (Op::ImageSampleExplicitLod, Call::ByResult),
    (Op::ImageRead, Call::ByResult),
    (Op::ImageWrite, Call::Plain),
    (Op::ImageQueryFormat, Call::Plain),
    (Op::ImageQueryOrder, Call::Plain),
    (Op::ImageQuerySize, Call::ByResult),
    (Op::ImageQuerySizeLod, Call::ByResult),
];

/// How an instruction is called.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    /// By its name alone.
    Plain,
    /// Invocations meet there: calls must not be moved or repeated.
    Convergent,
    /// The name shows the type of the result.
    ByResult,
}

/// Whether an instruction takes a value for one of another type.
pub(crate) fn is_conversion(op: Op) -> bool {
    matches!(
        op,
        Op::ConvertFToU
            | Op::ConvertFToS
            | Op::ConvertUToF
            | Op::ConvertSToF
            | Op::UConvert
            | Op::SConvert
            | Op::FConvert
            | Op::Bitcast
            | Op::ConvertUToPtr
            | Op::ConvertPtrToU
            | Op::PtrCastToGeneric
            | Op::GenericCastToPtr
    )
}
