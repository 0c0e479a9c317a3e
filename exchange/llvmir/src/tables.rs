//! Tables of instructions that LLVM has too, and of those that become calls.

use dialect::llvm::enums::{self, FloatPredicate, IntPredicate};
use dialect::llvm::ops::Opcode;
use spirv::{Decoration, Op};

/// The function that makes a sampler of a number. Bit 0 says whether coordinates go from 0 to 1, the next three how they
/// are brought into range, and those above how texels are put together.
pub(crate) const LITERAL_SAMPLER: &str = "__translate_sampler_initializer";

/// Instructions that LLVM has, on operands of the type of their result.
pub(crate) const BINARY: &[(Op, Opcode)] = &[
    (Op::IAdd, Opcode::Add),
    (Op::ISub, Opcode::Sub),
    (Op::IMul, Opcode::Mul),
    (Op::UDiv, Opcode::UDiv),
    (Op::SDiv, Opcode::SDiv),
    (Op::UMod, Opcode::URem),
    (Op::SRem, Opcode::SRem),
    (Op::FAdd, Opcode::FAdd),
    (Op::FSub, Opcode::FSub),
    (Op::FMul, Opcode::FMul),
    (Op::FDiv, Opcode::FDiv),
    (Op::FRem, Opcode::FRem),
    (Op::BitwiseAnd, Opcode::And),
    (Op::BitwiseOr, Opcode::Or),
    (Op::BitwiseXor, Opcode::Xor),
    (Op::LogicalAnd, Opcode::And),
    (Op::LogicalOr, Opcode::Or),
    (Op::ShiftLeftLogical, Opcode::Shl),
    (Op::ShiftRightLogical, Opcode::LShr),
    (Op::ShiftRightArithmetic, Opcode::AShr),
];

/// Decorations of members by the names that the document on the representation reserves. One name says two of them, by
/// its number; names without a number are written with a 1.
pub(crate) const RESERVED: &[(&str, Decoration, Said)] = &[
    ("register", Decoration::RegisterALTERA, Said::Nothing),
    ("memory", Decoration::MemoryALTERA, Said::Text),
    ("numbanks", Decoration::NumbanksALTERA, Said::Numbers),
    ("bankwidth", Decoration::BankwidthALTERA, Said::Numbers),
    ("private_copies", Decoration::MaxPrivateCopiesALTERA, Said::Numbers),
    ("pump", Decoration::SinglepumpALTERA, Said::Pumps(1)),
    ("pump", Decoration::DoublepumpALTERA, Said::Pumps(2)),
    ("max_replicates", Decoration::MaxReplicatesALTERA, Said::Numbers),
    ("simple_dual_port", Decoration::SimpleDualPortALTERA, Said::Nothing),
    ("merge", Decoration::MergeALTERA, Said::Texts),
    ("bank_bits", Decoration::BankBitsALTERA, Said::Numbers),
    ("force_pow2_depth", Decoration::ForcePow2DepthALTERA, Said::Numbers),
];

/// The operands that follow such a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// None that count.
    Nothing,
    /// Numbers, with commas between them.
    Numbers,
    /// A text.
    Text,
    /// Texts, with colons between them.
    Texts,
    /// This number, which tells two decorations apart.
    Pumps(u32),
}

/// Fast-math flags: LLVM's bits, and SPIR-V's (`FPFastMathMode`).
pub(crate) const LIBERTIES: &[(u32, u32)] = &[(1 << 1, 1), (1 << 2, 1 << 1), (1 << 3, 1 << 2), (1 << 4, 1 << 3)];
/// All fast-math flags at once, of LLVM and of SPIR-V.
pub(crate) const FAST: (u32, u32) = (enums::FAST.0, 1 << 4 | 0xF);

/// A comparison of integers or of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// Of integers or booleans.
    Int(IntPredicate),
    /// Of numbers.
    Float(FloatPredicate),
}

/// Comparisons that LLVM has.
pub(crate) const COMPARISONS: &[(Op, Comparison)] = &[
    (Op::IEqual, Comparison::Int(IntPredicate::Eq)),
    (Op::INotEqual, Comparison::Int(IntPredicate::Ne)),
    (Op::LogicalEqual, Comparison::Int(IntPredicate::Eq)),
    (Op::LogicalNotEqual, Comparison::Int(IntPredicate::Ne)),
    (Op::UGreaterThan, Comparison::Int(IntPredicate::Ugt)),
    (Op::SGreaterThan, Comparison::Int(IntPredicate::Sgt)),
    (Op::UGreaterThanEqual, Comparison::Int(IntPredicate::Uge)),
    (Op::SGreaterThanEqual, Comparison::Int(IntPredicate::Sge)),
    (Op::ULessThan, Comparison::Int(IntPredicate::Ult)),
    (Op::SLessThan, Comparison::Int(IntPredicate::Slt)),
    (Op::ULessThanEqual, Comparison::Int(IntPredicate::Ule)),
    (Op::SLessThanEqual, Comparison::Int(IntPredicate::Sle)),
    (Op::FOrdEqual, Comparison::Float(FloatPredicate::Oeq)),
    (Op::FUnordEqual, Comparison::Float(FloatPredicate::Ueq)),
    (Op::FOrdNotEqual, Comparison::Float(FloatPredicate::One)),
    (Op::FUnordNotEqual, Comparison::Float(FloatPredicate::Une)),
    (Op::FOrdLessThan, Comparison::Float(FloatPredicate::Olt)),
    (Op::FUnordLessThan, Comparison::Float(FloatPredicate::Ult)),
    (Op::FOrdGreaterThan, Comparison::Float(FloatPredicate::Ogt)),
    (Op::FUnordGreaterThan, Comparison::Float(FloatPredicate::Ugt)),
    (Op::FOrdLessThanEqual, Comparison::Float(FloatPredicate::Ole)),
    (Op::FUnordLessThanEqual, Comparison::Float(FloatPredicate::Ule)),
    (Op::FOrdGreaterThanEqual, Comparison::Float(FloatPredicate::Oge)),
    (Op::FUnordGreaterThanEqual, Comparison::Float(FloatPredicate::Uge)),
    (Op::Ordered, Comparison::Float(FloatPredicate::Ord)),
    (Op::Unordered, Comparison::Float(FloatPredicate::Uno)),
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
    (Op::GroupReserveReadPipePackets, Call::Convergent),
    (Op::GroupReserveWritePipePackets, Call::Convergent),
    (Op::GroupCommitReadPipe, Call::Convergent),
    (Op::GroupCommitWritePipe, Call::Convergent),
    (Op::ReadPipe, Call::Plain),
    (Op::WritePipe, Call::Plain),
    (Op::ReservedReadPipe, Call::Plain),
    (Op::ReservedWritePipe, Call::Plain),
    (Op::ReserveReadPipePackets, Call::Plain),
    (Op::ReserveWritePipePackets, Call::Plain),
    (Op::CommitReadPipe, Call::Plain),
    (Op::CommitWritePipe, Call::Plain),
    (Op::IsValidReserveId, Call::Plain),
    (Op::GetNumPipePackets, Call::Plain),
    (Op::GetMaxPipePackets, Call::Plain),
    (Op::CreatePipeFromPipeStorage, Call::ByForm),
    (Op::EnqueueMarker, Call::Plain),
    (Op::GetDefaultQueue, Call::Plain),
    (Op::BuildNDRange, Call::ByForm),
    (Op::CreateUserEvent, Call::Plain),
    (Op::RetainEvent, Call::Plain),
    (Op::ReleaseEvent, Call::Plain),
    (Op::IsValidEvent, Call::Plain),
    (Op::SetUserEventStatus, Call::Plain),
    (Op::CaptureEventProfilingInfo, Call::Plain),
    (Op::GenericCastToPtrExplicit, Call::ByForm),
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

/// The form of the call that an instruction becomes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    /// By its name alone.
    Plain,
    /// The call is convergent.
    Convergent,
    /// The name shows the type of the result.
    ByResult,
    /// The name shows which form of the instruction it is, of those in [`FORMS`].
    ByForm,
}

/// The suffixes of instructions whose names in LLVM IR depend on the type of the result or of an operand.
pub(crate) const FORMS: &[(Op, &[&str])] = &[
    (Op::GenericCastToPtrExplicit, &["ToGlobal", "ToLocal", "ToPrivate"]),
    (Op::BuildNDRange, &["1D", "2D", "3D"]),
    (Op::CreatePipeFromPipeStorage, &["read", "write"]),
];
