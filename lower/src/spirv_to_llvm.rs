//! The SPIR-V dialect to the LLVM dialect, one invocation at a time: a list of small patterns.
//!
//! A row says how an op is lowered: as one op of the LLVM dialect, as a comparison, as a function that LLVM or the host
//! has, or by a function of one of the modules here. No undefined behaviour may reach LLVM: each pattern says what
//! happens where SPIR-V does not.

mod address;
mod arith;
mod atomic;
mod ballot;
mod bit;
mod cast;
mod compare;
mod composite;
mod control_flow;
mod glsl;
mod host;
mod image;
mod matrix;
mod memory;
mod opencl;
mod opencl_memory;
mod print;
mod reasons;
mod sync;
mod wave;

pub(crate) use atomic::{for_all as atomic_for_all, joins_lanes};
pub(crate) use reasons::{Fate, fate};
pub(crate) use wave::{Join, Source, source};

use crate::error::{Result, invalid, unsupported};
use crate::facts;
use crate::lowering::Lowering;
use crate::lowering::lanes::WaveLanes;
use dialect::ir::{BlockId, OpId, ValueId};
use dialect::llvm::enums::{FloatPredicate, IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code, Mlir};
use rustc_hash::FxHashMap;
use spirv::{GlslStd450Op as GLOp, Op, OpenclStd100Op as CLOp};
use std::sync::LazyLock;

/// How an op is lowered.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rule {
    /// To one op on the same operands.
    Direct(Opcode),
    /// To a comparison of integers.
    Compare(IntPredicate),
    /// To a comparison of numbers.
    FCompare(FloatPredicate),
    /// To a function that LLVM knows.
    Math(Intrinsic),
    /// To a function of the module for numbers of 32 bits where it has code, else to one of the host, per component.
    Host(&'static str),
    /// To what the function makes of it: its result, each component of the same components of the operands.
    Each(fn(&mut Lowering<'_>, OpId) -> Result<ValueId>),
    /// To what the function makes of it: its result.
    Fn(fn(&mut Lowering<'_>, OpId) -> Result<ValueId>),
    /// To what the function makes of it; it has no result.
    Do(fn(&mut Lowering<'_>, OpId) -> Result<()>),
    /// To the end of a block; the targets that lie behind are listed.
    End(fn(&mut Lowering<'_>, OpId, &[BlockId]) -> Result<()>),
    /// To nothing: what it says is used elsewhere.
    Erase,
}

use Rule::{Compare, Direct, Do, Each, End, Erase, FCompare, Fn, Host, Math};

const fn core(op: Op, rule: Rule) -> (Code, Rule) {
    (Code::Core(op), rule)
}

const fn gl(op: GLOp, rule: Rule) -> (Code, Rule) {
    (Code::Gl(op as u32), rule)
}

const fn cl(op: CLOp, rule: Rule) -> (Code, Rule) {
    (Code::Cl(op as u32), rule)
}

const fn mlir(op: Mlir, rule: Rule) -> (Code, Rule) {
    (Code::Mlir(op), rule)
}

/// The patterns.
#[rustfmt::skip]
pub(crate) const PATTERNS: &[(Code, Rule)] = &[
    // Arithmetic.
    core(Op::IAdd, Direct(Opcode::Add)),
    core(Op::ISub, Direct(Opcode::Sub)),
    core(Op::IMul, Direct(Opcode::Mul)),
    core(Op::FAdd, Direct(Opcode::FAdd)),
    core(Op::FSub, Direct(Opcode::FSub)),
    core(Op::FMul, Direct(Opcode::FMul)),
    core(Op::FDiv, Direct(Opcode::FDiv)),
    core(Op::FNegate, Direct(Opcode::FNeg)),
    core(Op::SNegate, Each(arith::negate)),
    core(Op::SDiv, Each(arith::divide)),
    core(Op::UDiv, Each(arith::divide)),
    core(Op::SRem, Each(arith::divide)),
    core(Op::SMod, Each(arith::s_mod)),
    core(Op::UMod, Each(arith::divide)),
    core(Op::FRem, Fn(arith::f_rem)),
    core(Op::FMod, Fn(arith::f_mod)),
    core(Op::IAddCarry, Fn(arith::add_carry)),
    core(Op::ISubBorrow, Fn(arith::sub_borrow)),
    core(Op::UMulExtended, Fn(arith::mul_extended)),
    core(Op::SMulExtended, Fn(arith::mul_extended)),
    core(Op::FmaKHR, Math(Intrinsic::Fma)),
    core(Op::Dot, Fn(arith::dot)),
    core(Op::VectorTimesScalar, Fn(arith::vector_times_scalar)),
    core(Op::SDot, Fn(arith::int_dot)),
    core(Op::UDot, Fn(arith::int_dot)),
    core(Op::SUDot, Fn(arith::int_dot)),
    core(Op::SDotAccSat, Fn(arith::int_dot_acc_sat)),
    core(Op::UDotAccSat, Fn(arith::int_dot_acc_sat)),
    core(Op::SUDotAccSat, Fn(arith::int_dot_acc_sat)),
    // Bits.
    core(Op::BitwiseAnd, Direct(Opcode::And)),
    core(Op::BitwiseOr, Direct(Opcode::Or)),
    core(Op::BitwiseXor, Direct(Opcode::Xor)),
    core(Op::Not, Each(bit::not)),
    core(Op::ShiftLeftLogical, Each(bit::shift)),
    core(Op::ShiftRightLogical, Each(bit::shift)),
    core(Op::ShiftRightArithmetic, Each(bit::shift)),
    core(Op::BitCount, Each(bit::count)),
    core(Op::BitReverse, Math(Intrinsic::BitReverse)),
    core(Op::BitFieldInsert, Each(bit::field_insert)),
    core(Op::BitFieldSExtract, Each(bit::field_extract)),
    core(Op::BitFieldUExtract, Each(bit::field_extract)),
    // Conversions.
    core(Op::ConvertFToU, Each(cast::float_to_int)),
    core(Op::ConvertFToS, Each(cast::float_to_int)),
    core(Op::ConvertSToF, Each(cast::int_to_float)),
    core(Op::ConvertUToF, Each(cast::int_to_float)),
    core(Op::UConvert, Each(cast::int_to_int)),
    core(Op::SConvert, Each(cast::int_to_int)),
    core(Op::SatConvertSToU, Each(cast::saturated)),
    core(Op::SatConvertUToS, Each(cast::saturated)),
    core(Op::FConvert, Each(cast::float_to_float)),
    core(Op::QuantizeToF16, Each(cast::quantize)),
    core(Op::Bitcast, Fn(cast::bitcast)),
    // Comparisons and logic.
    core(Op::IEqual, Compare(IntPredicate::Eq)),
    core(Op::INotEqual, Compare(IntPredicate::Ne)),
    core(Op::UGreaterThan, Compare(IntPredicate::Ugt)),
    core(Op::SGreaterThan, Compare(IntPredicate::Sgt)),
    core(Op::UGreaterThanEqual, Compare(IntPredicate::Uge)),
    core(Op::SGreaterThanEqual, Compare(IntPredicate::Sge)),
    core(Op::ULessThan, Compare(IntPredicate::Ult)),
    core(Op::SLessThan, Compare(IntPredicate::Slt)),
    core(Op::ULessThanEqual, Compare(IntPredicate::Ule)),
    core(Op::SLessThanEqual, Compare(IntPredicate::Sle)),
    core(Op::LogicalEqual, Compare(IntPredicate::Eq)),
    core(Op::LogicalNotEqual, Compare(IntPredicate::Ne)),
    core(Op::LogicalOr, Direct(Opcode::Or)),
    core(Op::LogicalAnd, Direct(Opcode::And)),
    core(Op::LogicalNot, Each(bit::not)),
    core(Op::FOrdEqual, FCompare(FloatPredicate::Oeq)),
    core(Op::FUnordEqual, FCompare(FloatPredicate::Ueq)),
    core(Op::FOrdNotEqual, FCompare(FloatPredicate::One)),
    core(Op::FUnordNotEqual, FCompare(FloatPredicate::Une)),
    core(Op::FOrdLessThan, FCompare(FloatPredicate::Olt)),
    core(Op::FUnordLessThan, FCompare(FloatPredicate::Ult)),
    core(Op::FOrdGreaterThan, FCompare(FloatPredicate::Ogt)),
    core(Op::FUnordGreaterThan, FCompare(FloatPredicate::Ugt)),
    core(Op::FOrdLessThanEqual, FCompare(FloatPredicate::Ole)),
    core(Op::FUnordLessThanEqual, FCompare(FloatPredicate::Ule)),
    core(Op::FOrdGreaterThanEqual, FCompare(FloatPredicate::Oge)),
    core(Op::FUnordGreaterThanEqual, FCompare(FloatPredicate::Uge)),
    core(Op::LessOrGreater, FCompare(FloatPredicate::One)),
    core(Op::Ordered, FCompare(FloatPredicate::Ord)),
    core(Op::Unordered, FCompare(FloatPredicate::Uno)),
    core(Op::IsNan, Each(compare::is_nan)),
    core(Op::IsInf, Each(compare::is_inf)),
    core(Op::IsFinite, Each(compare::is_finite)),
    core(Op::IsNormal, Each(compare::is_normal)),
    core(Op::SignBitSet, Each(compare::sign_bit)),
    core(Op::Any, Fn(compare::any)),
    core(Op::All, Fn(compare::all)),
    core(Op::Select, Each(compare::select)),
    // Composites.
    core(Op::CompositeConstruct, Fn(composite::construct)),
    core(Op::CompositeConstructReplicateEXT, Fn(composite::replicate)),
    core(Op::CompositeExtract, Fn(composite::extract)),
    core(Op::CompositeInsert, Fn(composite::insert)),
    core(Op::VectorShuffle, Fn(composite::shuffle)),
    core(Op::VectorExtractDynamic, Fn(composite::extract_dynamic)),
    core(Op::VectorInsertDynamic, Fn(composite::insert_dynamic)),
    core(Op::CopyObject, Fn(composite::copy)),
    core(Op::CopyLogical, Fn(composite::copy)),
    core(Op::ExpectKHR, Fn(composite::copy)),
    core(Op::ArithmeticFenceEXT, Fn(composite::copy)),
    core(Op::AssumeTrueKHR, Erase),
    // Matrices.
    core(Op::MatrixTimesScalar, Fn(matrix::times_scalar)),
    core(Op::MatrixTimesVector, Fn(matrix::times_vector)),
    core(Op::VectorTimesMatrix, Fn(matrix::vector_times)),
    core(Op::MatrixTimesMatrix, Fn(matrix::times_matrix)),
    core(Op::OuterProduct, Fn(matrix::outer_product)),
    core(Op::Transpose, Fn(matrix::transpose)),
    // Memory. Addresses and resources are made where they are used, unless they are numbers.
    core(Op::Variable, Do(memory::variable)),
    core(Op::UntypedVariableKHR, Do(memory::variable)),
    core(Op::Load, Fn(memory::load)),
    core(Op::Store, Do(memory::store)),
    core(Op::CopyMemory, Do(memory::copy)),
    core(Op::ArrayLength, Fn(memory::array_length)),
    core(Op::SizeOf, Fn(memory::size_of)),
    core(Op::GenericPtrMemSemantics, Fn(memory::semantics)),
    core(Op::AccessChain, Fn(address::chain)),
    core(Op::InBoundsAccessChain, Fn(address::chain)),
    core(Op::PtrAccessChain, Fn(address::chain)),
    core(Op::InBoundsPtrAccessChain, Fn(address::chain)),
    core(Op::ImageTexelPointer, Erase),
    core(Op::UntypedAccessChainKHR, Fn(address::chain)),
    core(Op::UntypedInBoundsAccessChainKHR, Fn(address::chain)),
    core(Op::UntypedPtrAccessChainKHR, Fn(address::chain)),
    core(Op::UntypedInBoundsPtrAccessChainKHR, Fn(address::chain)),
    core(Op::UntypedArrayLengthKHR, Fn(memory::array_length)),
    core(Op::PtrCastToGeneric, Erase),
    core(Op::GenericCastToPtr, Erase),
    core(Op::GenericCastToPtrExplicit, Erase),
    core(Op::LifetimeStart, Erase),
    core(Op::LifetimeStop, Erase),
    core(Op::ConvertPtrToU, Fn(address::convert)),
    core(Op::ConvertUToPtr, Fn(address::convert)),
    core(Op::PtrEqual, Fn(address::equal)),
    core(Op::PtrNotEqual, Fn(address::not_equal)),
    core(Op::PtrDiff, Fn(address::difference)),
    core(Op::Undef, Erase),
    mlir(Mlir::Constant, Erase),
    mlir(Mlir::AddressOf, Erase),
    mlir(Mlir::ReferenceOf, Erase),
    // Control flow. Merge instructions have done their work when the regions were planned.
    core(Op::Branch, End(control_flow::branch)),
    core(Op::BranchConditional, End(control_flow::branch_conditional)),
    core(Op::Switch, End(control_flow::switch)),
    core(Op::Return, End(control_flow::leave)),
    core(Op::Kill, End(control_flow::leave)),
    core(Op::TerminateInvocation, End(control_flow::leave)),
    core(Op::Unreachable, End(control_flow::leave)),
    core(Op::SelectionMerge, Erase),
    core(Op::LoopMerge, Erase),
    mlir(Mlir::ExtInst, Do(print::extended)),
    // Order of memory.
    core(Op::MemoryBarrier, Do(sync::memory_barrier)),
    core(Op::ReadClockKHR, Fn(sync::clock)),
    // Waves. What lanes do together is done where they meet; the rest each does by itself.
    core(Op::GroupNonUniformInverseBallot, Fn(ballot::inverse_ballot)),
    core(Op::GroupNonUniformBallotBitExtract, Fn(ballot::ballot_bit)),
    core(Op::GroupNonUniformBallotBitCount, Fn(ballot::ballot_count)),
    core(Op::GroupNonUniformBallotFindLSB, Fn(ballot::ballot_find)),
    core(Op::GroupNonUniformBallotFindMSB, Fn(ballot::ballot_find)),
    // Atomics.
    core(Op::AtomicLoad, Fn(atomic::load)),
    core(Op::AtomicStore, Do(atomic::store)),
    core(Op::AtomicExchange, Fn(atomic::read_modify_write)),
    core(Op::AtomicCompareExchange, Fn(atomic::compare_exchange)),
    core(Op::AtomicCompareExchangeWeak, Fn(atomic::compare_exchange)),
    core(Op::AtomicIIncrement, Fn(atomic::read_modify_write)),
    core(Op::AtomicIDecrement, Fn(atomic::read_modify_write)),
    core(Op::AtomicIAdd, Fn(atomic::read_modify_write)),
    core(Op::AtomicISub, Fn(atomic::read_modify_write)),
    core(Op::AtomicSMin, Fn(atomic::read_modify_write)),
    core(Op::AtomicUMin, Fn(atomic::read_modify_write)),
    core(Op::AtomicSMax, Fn(atomic::read_modify_write)),
    core(Op::AtomicUMax, Fn(atomic::read_modify_write)),
    core(Op::AtomicAnd, Fn(atomic::read_modify_write)),
    core(Op::AtomicOr, Fn(atomic::read_modify_write)),
    core(Op::AtomicXor, Fn(atomic::read_modify_write)),
    core(Op::AtomicFAddEXT, Fn(atomic::read_modify_write)),
    core(Op::AtomicFMinEXT, Fn(atomic::read_modify_write)),
    core(Op::AtomicFMaxEXT, Fn(atomic::read_modify_write)),
    core(Op::AtomicFlagTestAndSet, Fn(atomic::flag_test_and_set)),
    core(Op::AtomicFlagClear, Do(atomic::flag_clear)),
    // Images.
    core(Op::SampledImage, Erase),
    core(Op::Image, Erase),
    core(Op::ImageSampleImplicitLod, Fn(image::sample)),
    core(Op::ImageSampleExplicitLod, Fn(image::sample)),
    core(Op::ImageSampleDrefImplicitLod, Fn(image::sample)),
    core(Op::ImageSampleDrefExplicitLod, Fn(image::sample)),
    core(Op::ImageSampleProjImplicitLod, Fn(image::sample)),
    core(Op::ImageSampleProjExplicitLod, Fn(image::sample)),
    core(Op::ImageSampleProjDrefImplicitLod, Fn(image::sample)),
    core(Op::ImageSampleProjDrefExplicitLod, Fn(image::sample)),
    core(Op::ImageFetch, Fn(image::fetch)),
    core(Op::ImageGather, Fn(image::gather)),
    core(Op::ImageDrefGather, Fn(image::gather)),
    core(Op::ImageRead, Fn(image::read)),
    core(Op::ImageWrite, Do(image::write)),
    core(Op::ImageQuerySize, Fn(image::query_size)),
    core(Op::ImageQuerySizeLod, Fn(image::query_size)),
    core(Op::ImageQueryLevels, Fn(image::query_levels)),
    core(Op::ImageQuerySamples, Fn(image::query_samples)),
    core(Op::ImageQueryFormat, Fn(image::query_format)),
    core(Op::ImageQueryOrder, Fn(image::query_order)),
    core(Op::ImageQueryLod, Fn(image::query_lod)),
    core(Op::ImageSparseSampleImplicitLod, Fn(image::sample)),
    core(Op::ImageSparseSampleExplicitLod, Fn(image::sample)),
    core(Op::ImageSparseSampleDrefImplicitLod, Fn(image::sample)),
    core(Op::ImageSparseSampleDrefExplicitLod, Fn(image::sample)),
    core(Op::ImageSparseSampleProjImplicitLod, Fn(image::sample)),
    core(Op::ImageSparseSampleProjExplicitLod, Fn(image::sample)),
    core(Op::ImageSparseSampleProjDrefImplicitLod, Fn(image::sample)),
    core(Op::ImageSparseSampleProjDrefExplicitLod, Fn(image::sample)),
    core(Op::ImageSparseFetch, Fn(image::fetch)),
    core(Op::ImageSparseGather, Fn(image::gather)),
    core(Op::ImageSparseDrefGather, Fn(image::gather)),
    core(Op::ImageSparseRead, Fn(image::read)),
    core(Op::ImageSparseTexelsResident, Fn(image::are_resident)),
    // GLSL.std.450.
    gl(GLOp::Round, Math(Intrinsic::RoundEven)),
    gl(GLOp::RoundEven, Math(Intrinsic::RoundEven)),
    gl(GLOp::Trunc, Math(Intrinsic::Trunc)),
    gl(GLOp::FAbs, Math(Intrinsic::FAbs)),
    gl(GLOp::SAbs, Each(glsl::s_abs)),
    gl(GLOp::FSign, Each(glsl::f_sign)),
    gl(GLOp::SSign, Each(glsl::s_sign)),
    gl(GLOp::Floor, Math(Intrinsic::Floor)),
    gl(GLOp::Ceil, Math(Intrinsic::Ceil)),
    gl(GLOp::Fract, Each(glsl::fract)),
    gl(GLOp::Radians, Each(glsl::radians)),
    gl(GLOp::Degrees, Each(glsl::degrees)),
    gl(GLOp::Sin, Host("sin")),
    gl(GLOp::Cos, Host("cos")),
    gl(GLOp::Tan, Host("tan")),
    gl(GLOp::Asin, Host("asin")),
    gl(GLOp::Acos, Host("acos")),
    gl(GLOp::Atan, Host("atan")),
    gl(GLOp::Sinh, Host("sinh")),
    gl(GLOp::Cosh, Host("cosh")),
    gl(GLOp::Tanh, Host("tanh")),
    gl(GLOp::Asinh, Host("asinh")),
    gl(GLOp::Acosh, Host("acosh")),
    gl(GLOp::Atanh, Host("atanh")),
    gl(GLOp::Atan2, Host("atan2")),
    gl(GLOp::Pow, Host("pow")),
    gl(GLOp::Exp, Host("exp")),
    gl(GLOp::Log, Host("log")),
    gl(GLOp::Exp2, Host("exp2")),
    gl(GLOp::Log2, Host("log2")),
    gl(GLOp::Sqrt, Math(Intrinsic::Sqrt)),
    gl(GLOp::InverseSqrt, Each(glsl::inverse_sqrt)),
    gl(GLOp::Determinant, Fn(matrix::determinant)),
    gl(GLOp::MatrixInverse, Fn(matrix::inverse)),
    gl(GLOp::Modf, Fn(glsl::modf)),
    gl(GLOp::ModfStruct, Fn(glsl::modf_struct)),
    gl(GLOp::FMin, Math(Intrinsic::MinNum)),
    gl(GLOp::UMin, Math(Intrinsic::UMin)),
    gl(GLOp::SMin, Math(Intrinsic::SMin)),
    gl(GLOp::FMax, Math(Intrinsic::MaxNum)),
    gl(GLOp::UMax, Math(Intrinsic::UMax)),
    gl(GLOp::SMax, Math(Intrinsic::SMax)),
    gl(GLOp::FClamp, Each(glsl::f_clamp)),
    gl(GLOp::UClamp, Each(glsl::u_clamp)),
    gl(GLOp::SClamp, Each(glsl::s_clamp)),
    gl(GLOp::FMix, Each(glsl::mix)),
    gl(GLOp::Step, Each(glsl::step)),
    gl(GLOp::SmoothStep, Each(glsl::smooth_step)),
    gl(GLOp::Fma, Math(Intrinsic::Fma)),
    gl(GLOp::Frexp, Fn(glsl::frexp)),
    gl(GLOp::FrexpStruct, Fn(glsl::frexp_struct)),
    gl(GLOp::Ldexp, Each(glsl::ldexp)),
    gl(GLOp::PackSnorm4x8, Fn(glsl::pack_norm)),
    gl(GLOp::PackUnorm4x8, Fn(glsl::pack_norm)),
    gl(GLOp::PackSnorm2x16, Fn(glsl::pack_norm)),
    gl(GLOp::PackUnorm2x16, Fn(glsl::pack_norm)),
    gl(GLOp::PackHalf2x16, Fn(glsl::pack_half)),
    gl(GLOp::PackDouble2x32, Fn(cast::bitcast)),
    gl(GLOp::UnpackSnorm2x16, Fn(glsl::unpack_norm)),
    gl(GLOp::UnpackUnorm2x16, Fn(glsl::unpack_norm)),
    gl(GLOp::UnpackSnorm4x8, Fn(glsl::unpack_norm)),
    gl(GLOp::UnpackUnorm4x8, Fn(glsl::unpack_norm)),
    gl(GLOp::UnpackHalf2x16, Fn(glsl::unpack_half)),
    gl(GLOp::UnpackDouble2x32, Fn(cast::bitcast)),
    gl(GLOp::Length, Fn(glsl::length)),
    gl(GLOp::Distance, Fn(glsl::distance)),
    gl(GLOp::Cross, Fn(glsl::cross)),
    gl(GLOp::Normalize, Fn(glsl::normalize)),
    gl(GLOp::FaceForward, Fn(glsl::face_forward)),
    gl(GLOp::Reflect, Fn(glsl::reflect)),
    gl(GLOp::Refract, Fn(glsl::refract)),
    gl(GLOp::FindILsb, Each(glsl::find_lsb)),
    gl(GLOp::FindSMsb, Each(glsl::find_s_msb)),
    gl(GLOp::FindUMsb, Each(glsl::find_u_msb)),
    gl(GLOp::NMin, Math(Intrinsic::MinNum)),
    gl(GLOp::NMax, Math(Intrinsic::MaxNum)),
    gl(GLOp::NClamp, Each(glsl::f_clamp)),
    // OpenCL.std.
    cl(CLOp::acos, Host("acos")),
    cl(CLOp::acosh, Host("acosh")),
    cl(CLOp::asin, Host("asin")),
    cl(CLOp::asinh, Host("asinh")),
    cl(CLOp::atan, Host("atan")),
    cl(CLOp::atan2, Host("atan2")),
    cl(CLOp::atanh, Host("atanh")),
    cl(CLOp::cos, Host("cos")),
    cl(CLOp::cosh, Host("cosh")),
    cl(CLOp::exp, Host("exp")),
    cl(CLOp::exp2, Host("exp2")),
    cl(CLOp::log, Host("log")),
    cl(CLOp::log2, Host("log2")),
    cl(CLOp::pow, Host("pow")),
    cl(CLOp::sin, Host("sin")),
    cl(CLOp::sinh, Host("sinh")),
    cl(CLOp::tan, Host("tan")),
    cl(CLOp::tanh, Host("tanh")),
    cl(CLOp::fmod, Host("fmod")),
    cl(CLOp::powr, Host("pow")),
    cl(CLOp::half_cos, Host("cos")),
    cl(CLOp::half_exp, Host("exp")),
    cl(CLOp::half_exp2, Host("exp2")),
    cl(CLOp::half_log, Host("log")),
    cl(CLOp::half_log2, Host("log2")),
    cl(CLOp::half_powr, Host("pow")),
    cl(CLOp::half_sin, Host("sin")),
    cl(CLOp::half_tan, Host("tan")),
    cl(CLOp::half_sqrt, Math(Intrinsic::Sqrt)),
    cl(CLOp::half_rsqrt, Each(glsl::inverse_sqrt)),
    cl(CLOp::half_divide, Direct(Opcode::FDiv)),
    cl(CLOp::native_cos, Host("cos")),
    cl(CLOp::native_exp, Host("exp")),
    cl(CLOp::native_exp2, Host("exp2")),
    cl(CLOp::native_log, Host("log")),
    cl(CLOp::native_log2, Host("log2")),
    cl(CLOp::native_powr, Host("pow")),
    cl(CLOp::native_sin, Host("sin")),
    cl(CLOp::native_tan, Host("tan")),
    cl(CLOp::native_sqrt, Math(Intrinsic::Sqrt)),
    cl(CLOp::native_rsqrt, Each(glsl::inverse_sqrt)),
    cl(CLOp::native_divide, Direct(Opcode::FDiv)),
    cl(CLOp::ceil, Math(Intrinsic::Ceil)),
    cl(CLOp::copysign, Math(Intrinsic::CopySign)),
    cl(CLOp::fabs, Math(Intrinsic::FAbs)),
    cl(CLOp::floor, Math(Intrinsic::Floor)),
    cl(CLOp::fma, Math(Intrinsic::Fma)),
    cl(CLOp::mad, Math(Intrinsic::Fma)),
    cl(CLOp::fmax, Math(Intrinsic::MaxNum)),
    cl(CLOp::fmin, Math(Intrinsic::MinNum)),
    cl(CLOp::fmax_common, Math(Intrinsic::MaxNum)),
    cl(CLOp::fmin_common, Math(Intrinsic::MinNum)),
    cl(CLOp::rint, Math(Intrinsic::RoundEven)),
    cl(CLOp::round, Math(Intrinsic::Round)),
    cl(CLOp::sqrt, Math(Intrinsic::Sqrt)),
    cl(CLOp::trunc, Math(Intrinsic::Trunc)),
    cl(CLOp::s_max, Math(Intrinsic::SMax)),
    cl(CLOp::s_min, Math(Intrinsic::SMin)),
    cl(CLOp::u_max, Math(Intrinsic::UMax)),
    cl(CLOp::u_min, Math(Intrinsic::UMin)),
    cl(CLOp::popcount, Math(Intrinsic::Ctpop)),
    cl(CLOp::s_add_sat, Math(Intrinsic::SAddSat)),
    cl(CLOp::u_add_sat, Math(Intrinsic::UAddSat)),
    cl(CLOp::s_sub_sat, Math(Intrinsic::SSubSat)),
    cl(CLOp::u_sub_sat, Math(Intrinsic::USubSat)),
    cl(CLOp::rsqrt, Each(glsl::inverse_sqrt)),
    cl(CLOp::fclamp, Each(glsl::f_clamp)),
    cl(CLOp::degrees, Each(glsl::degrees)),
    cl(CLOp::radians, Each(glsl::radians)),
    cl(CLOp::mix, Each(glsl::mix)),
    cl(CLOp::step, Each(glsl::step)),
    cl(CLOp::smoothstep, Each(glsl::smooth_step)),
    cl(CLOp::sign, Each(glsl::f_sign)),
    cl(CLOp::cross, Fn(glsl::cross)),
    cl(CLOp::distance, Fn(glsl::distance)),
    cl(CLOp::length, Fn(glsl::length)),
    cl(CLOp::normalize, Fn(glsl::normalize)),
    cl(CLOp::fast_distance, Fn(glsl::distance)),
    cl(CLOp::fast_length, Fn(glsl::length)),
    cl(CLOp::fast_normalize, Fn(glsl::normalize)),
    cl(CLOp::s_abs, Each(glsl::s_abs)),
    cl(CLOp::s_clamp, Each(glsl::s_clamp)),
    cl(CLOp::u_clamp, Each(glsl::u_clamp)),
    cl(CLOp::ldexp, Each(glsl::ldexp)),
    cl(CLOp::s_mul24, Direct(Opcode::Mul)),
    cl(CLOp::u_mul24, Direct(Opcode::Mul)),
    cl(CLOp::u_abs, Fn(composite::copy)),
    cl(CLOp::printf, Fn(print::opencl)),
    cl(CLOp::clz, Fn(opencl::count_zeros)),
    cl(CLOp::ctz, Fn(opencl::count_zeros)),
    cl(CLOp::u_mul_hi, Fn(opencl::mul_hi)),
    cl(CLOp::s_mul_hi, Fn(opencl::mul_hi)),
    cl(CLOp::u_mad_hi, Fn(opencl::mul_hi)),
    cl(CLOp::s_mad_hi, Fn(opencl::mul_hi)),
    cl(CLOp::u_mad24, Fn(opencl::mad24)),
    cl(CLOp::s_mad24, Fn(opencl::mad24)),
    cl(CLOp::u_mad_sat, Fn(opencl::mad_sat)),
    cl(CLOp::s_mad_sat, Fn(opencl::mad_sat)),
    cl(CLOp::u_hadd, Fn(opencl::average)),
    cl(CLOp::s_hadd, Fn(opencl::average)),
    cl(CLOp::u_rhadd, Fn(opencl::average)),
    cl(CLOp::s_rhadd, Fn(opencl::average)),
    cl(CLOp::u_abs_diff, Fn(opencl::distance)),
    cl(CLOp::s_abs_diff, Fn(opencl::distance)),
    cl(CLOp::rotate, Fn(opencl::rotate)),
    cl(CLOp::u_upsample, Fn(opencl::upsample)),
    cl(CLOp::s_upsample, Fn(opencl::upsample)),
    cl(CLOp::bitselect, Fn(opencl::bit_select)),
    cl(CLOp::select, Fn(opencl::select)),
    cl(CLOp::ilogb, Fn(opencl::ilogb)),
    cl(CLOp::logb, Fn(opencl::logb)),
    cl(CLOp::fdim, Fn(opencl::fdim)),
    cl(CLOp::maxmag, Fn(opencl::by_magnitude)),
    cl(CLOp::minmag, Fn(opencl::by_magnitude)),
    cl(CLOp::half_recip, Fn(opencl::reciprocal)),
    cl(CLOp::native_recip, Fn(opencl::reciprocal)),
    cl(CLOp::nan, Fn(opencl::nan)),
    cl(CLOp::nextafter, Fn(opencl::next_after)),
    cl(CLOp::erf, Host("erf")),
    cl(CLOp::erfc, Host("erfc")),
    cl(CLOp::lgamma, Host("lgamma")),
    cl(CLOp::tgamma, Host("tgamma")),
    cl(CLOp::fract, Fn(opencl_memory::fract)),
    cl(CLOp::lgamma_r, Fn(opencl_memory::lgamma_r)),
    cl(CLOp::pown, Fn(opencl_memory::by_integer)),
    cl(CLOp::remquo, Fn(opencl_memory::remquo)),
    cl(CLOp::rootn, Fn(opencl_memory::by_integer)),
    cl(CLOp::sincos, Fn(opencl_memory::sincos)),
    cl(CLOp::vloadn, Fn(opencl_memory::vector_load)),
    cl(CLOp::vload_half, Fn(opencl_memory::vector_load)),
    cl(CLOp::vload_halfn, Fn(opencl_memory::vector_load)),
    cl(CLOp::vloada_halfn, Fn(opencl_memory::vector_load)),
    cl(CLOp::vstoren, Do(opencl_memory::vector_store)),
    cl(CLOp::vstore_half, Do(opencl_memory::vector_store)),
    cl(CLOp::vstore_half_r, Do(opencl_memory::vector_store)),
    cl(CLOp::vstore_halfn, Do(opencl_memory::vector_store)),
    cl(CLOp::vstore_halfn_r, Do(opencl_memory::vector_store)),
    cl(CLOp::vstorea_halfn, Do(opencl_memory::vector_store)),
    cl(CLOp::vstorea_halfn_r, Do(opencl_memory::vector_store)),
    cl(CLOp::shuffle, Fn(opencl_memory::shuffle)),
    cl(CLOp::shuffle2, Fn(opencl_memory::shuffle)),
    cl(CLOp::prefetch, Erase),
    cl(CLOp::modf, Fn(glsl::modf)),
    cl(CLOp::frexp, Fn(glsl::frexp)),
    cl(CLOp::cbrt, Host("cbrt")),
    cl(CLOp::exp10, Host("exp10")),
    cl(CLOp::half_exp10, Host("exp10")),
    cl(CLOp::native_exp10, Host("exp10")),
    cl(CLOp::expm1, Host("expm1")),
    cl(CLOp::hypot, Host("hypot")),
    cl(CLOp::log10, Host("log10")),
    cl(CLOp::half_log10, Host("log10")),
    cl(CLOp::native_log10, Host("log10")),
    cl(CLOp::log1p, Host("log1p")),
    cl(CLOp::acospi, Host("acospi")),
    cl(CLOp::asinpi, Host("asinpi")),
    cl(CLOp::atanpi, Host("atanpi")),
    cl(CLOp::atan2pi, Host("atan2pi")),
    cl(CLOp::cospi, Host("cospi")),
    cl(CLOp::sinpi, Host("sinpi")),
    cl(CLOp::tanpi, Host("tanpi")),
    cl(CLOp::remainder, Host("remainder")),
];

static RULES: LazyLock<FxHashMap<Code, Rule>> = LazyLock::new(|| PATTERNS.iter().copied().collect());

/// Whether ops of a row have a pattern.
pub(crate) fn has_pattern(row: &ops::OpRow) -> bool {
    RULES.contains_key(&row.code)
}

/// Whether each component of an op's result depends on the same components of its operands alone.
pub(crate) fn is_each(lowering: &Lowering<'_>, op: OpId) -> bool {
    let rule = ops::code(lowering.source, op).and_then(|code| RULES.get(&code));
    match rule {
        Some(Direct(_) | Compare(_) | FCompare(_) | Math(_) | Each(_)) => true,
        Some(Host(name)) => host::is_each(lowering, op, name),
        Some(Fn(_) | Do(_) | End(_) | Erase) | None => false,
    }
}

/// Lowers one op at the end of the current block. `ways_back` are the targets of branches that close a loop.
pub(crate) fn lower_op(lowering: &mut Lowering<'_>, op: OpId, ways_back: &[BlockId]) -> Result<()> {
    lowering.take_liberty(op);
    let done = by_pattern(lowering, op, ways_back);
    lowering.b.set_fastmath(None);
    done.map_err(|error| error.at(lowering.source, op))
}

fn by_pattern(lowering: &mut Lowering<'_>, op: OpId, ways_back: &[BlockId]) -> Result<()> {
    // What is made anew wherever it is used needs nothing here; variables still get their initial values.
    let is_variable = facts::is_variable(lowering.source, op);
    let result = lowering.source[op].results.first().copied();
    if !is_variable && result.is_some_and(|value| facts::is_remade(lowering.source, value)) {
        return Ok(());
    }
    let rule = ops::code(lowering.source, op).and_then(|code| RULES.get(&code));
    let Some(rule) = rule else {
        let reason = match ops::row(lowering.source[op].info).and_then(reasons::fate) {
            Some(Fate::Refused(reason)) => reason,
            Some(Fate::Meets | Fate::Loop | Fate::ReadBefore) | None => "it stands where it has no meaning",
        };
        return unsupported(lowering.name(op), reason);
    };
    let made = match *rule {
        Erase => return Ok(()),
        Do(pattern) => return pattern(lowering, op),
        End(pattern) => return pattern(lowering, op, ways_back),
        Each(pattern) | Fn(pattern) => pattern(lowering, op)?,
        Direct(opcode) => direct(lowering, op, opcode)?,
        Compare(predicate) => {
            let (a, b) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
            lowering.b.icmp(predicate, a, b)
        }
        FCompare(predicate) => {
            let (a, b) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
            lowering.b.fcmp(predicate, a, b)
        }
        Math(name) => {
            let operands = lowering.operands(op)?;
            lowering.b.math(name, &operands)
        }
        Host(name) => host::host(lowering, op, name)?,
    };
    match result {
        Some(result) => {
            let wanted = lowering.type_of(result)?;
            if lowering.b.type_of(made) != wanted {
                return invalid(format!("'{}' has operands that do not fit its result", lowering.name(op)));
            }
            lowering.define(result, made)
        }
        None => Ok(()),
    }
}

fn direct(lowering: &mut Lowering<'_>, op: OpId, opcode: Opcode) -> Result<ValueId> {
    let operands = lowering.operands(op)?;
    match operands.as_slice() {
        [a] => Ok(lowering.b.unary(opcode, *a)),
        [a, b] => Ok(lowering.b.binary(opcode, *a, *b)),
        _ => invalid(format!("'{}' has too many operands", lowering.name(op))),
    }
}

/// What a lane does where it arrives at an op at which invocations meet.
pub(crate) fn arrive(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    sync::arrive(lowering, op)
}

/// What a wave does where its lanes have met.
pub(crate) fn meet(lowering: &mut Lowering<'_>, op: OpId, lanes: &WaveLanes) -> Result<()> {
    wave::meet(lowering, op, lanes).map_err(|error| error.at(lowering.source, op))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_op_has_a_pattern_or_a_reason() {
        let missing: Vec<&str> = ops::rows()
            .filter(|row| !RULES.contains_key(&row.code) && reasons::fate(row).is_none())
            .map(|row| row.info.name)
            .collect();
        assert_eq!(missing, Vec::<&str>::new());
    }

    #[test]
    fn intrinsics_take_what_their_ops_have() {
        for (code, rule) in PATTERNS {
            let row = ops::rows().find(|row| row.code == *code);
            if let (Math(intrinsic), Some(row)) = (rule, row) {
                assert_eq!(intrinsic.signature().arity(), row.required_values(), "{}", row.info.name);
            }
        }
    }

    #[test]
    fn nothing_that_runs_may_write_anything_but_barriers() {
        use dialect::spirv::effects::{self, Memory};
        let runs = |row: &&ops::OpRow| has_pattern(row) || fate(row) == Some(Fate::Meets);
        let rows = ops::rows().filter(runs);
        let names = rows.filter(|row| effects::of(&row.info).writes == Memory::Anything).map(|row| row.info.name);
        assert_eq!(names.collect::<Vec<_>>(), ["spirv.ControlBarrier", "spirv.MemoryBarrier"]);
    }

    #[test]
    fn rows_are_unique() {
        assert_eq!(RULES.len(), PATTERNS.len());
    }
}
