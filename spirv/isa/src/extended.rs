//! The rows of all extended instructions: the effects of each. All of them compute numbers.

use crate::effects::{Effects, Memory};
use spirv::{GlslStd450Op as GLOp, OpenclStd100Op as CLOp};

/// The functions of `GLSL.std.450`.
#[rustfmt::skip]
pub(crate) const GL: &[(Effects, &[GLOp])] = &[
    (Effects::NONE, &[
        GLOp::Round, GLOp::RoundEven, GLOp::Trunc, GLOp::FAbs, GLOp::SAbs, GLOp::FSign, GLOp::SSign, GLOp::Floor,
        GLOp::Ceil, GLOp::Fract, GLOp::Radians, GLOp::Degrees, GLOp::Sin, GLOp::Cos, GLOp::Tan, GLOp::Asin, GLOp::Acos,
        GLOp::Atan, GLOp::Sinh, GLOp::Cosh, GLOp::Tanh, GLOp::Asinh, GLOp::Acosh, GLOp::Atanh, GLOp::Atan2, GLOp::Pow,
        GLOp::Exp, GLOp::Log, GLOp::Exp2, GLOp::Log2, GLOp::Sqrt, GLOp::InverseSqrt, GLOp::Determinant,
        GLOp::MatrixInverse, GLOp::ModfStruct, GLOp::FMin, GLOp::UMin, GLOp::SMin, GLOp::FMax, GLOp::UMax, GLOp::SMax,
        GLOp::FClamp, GLOp::UClamp, GLOp::SClamp, GLOp::FMix, GLOp::IMix, GLOp::Step, GLOp::SmoothStep, GLOp::Fma,
        GLOp::FrexpStruct, GLOp::Ldexp, GLOp::PackSnorm4x8, GLOp::PackUnorm4x8, GLOp::PackSnorm2x16,
        GLOp::PackUnorm2x16, GLOp::PackHalf2x16, GLOp::PackDouble2x32, GLOp::UnpackSnorm2x16, GLOp::UnpackUnorm2x16,
        GLOp::UnpackHalf2x16, GLOp::UnpackSnorm4x8, GLOp::UnpackUnorm4x8, GLOp::UnpackDouble2x32, GLOp::Length,
        GLOp::Distance, GLOp::Cross, GLOp::Normalize, GLOp::FaceForward, GLOp::Reflect, GLOp::Refract, GLOp::FindILsb,
        GLOp::FindSMsb, GLOp::FindUMsb, GLOp::NMin, GLOp::NMax, GLOp::NClamp,
    ]),
    (Effects { writes: Memory::Through(1), ..Effects::NONE }, &[GLOp::Modf, GLOp::Frexp]),
    (Effects::READ, &[GLOp::InterpolateAtCentroid, GLOp::InterpolateAtSample, GLOp::InterpolateAtOffset]),
];

/// The functions of `OpenCL.std`.
#[rustfmt::skip]
pub(crate) const CL: &[(Effects, &[CLOp])] = &[
    (Effects::NONE, &[
        CLOp::acos, CLOp::acosh, CLOp::acospi, CLOp::asin, CLOp::asinh, CLOp::asinpi, CLOp::atan, CLOp::atan2,
        CLOp::atanh, CLOp::atanpi, CLOp::atan2pi, CLOp::cbrt, CLOp::ceil, CLOp::copysign, CLOp::cos, CLOp::cosh,
        CLOp::cospi, CLOp::erfc, CLOp::erf, CLOp::exp, CLOp::exp2, CLOp::exp10, CLOp::expm1, CLOp::fabs, CLOp::fdim,
        CLOp::floor, CLOp::fma, CLOp::fmax, CLOp::fmin, CLOp::fmod, CLOp::hypot, CLOp::ilogb, CLOp::ldexp, CLOp::lgamma,
        CLOp::log, CLOp::log2, CLOp::log10, CLOp::log1p, CLOp::logb, CLOp::mad, CLOp::maxmag, CLOp::minmag, CLOp::nan,
        CLOp::nextafter, CLOp::pow, CLOp::pown, CLOp::powr, CLOp::remainder, CLOp::rint, CLOp::rootn, CLOp::round,
        CLOp::rsqrt, CLOp::sin, CLOp::sinh, CLOp::sinpi, CLOp::sqrt, CLOp::tan, CLOp::tanh, CLOp::tanpi, CLOp::tgamma,
        CLOp::trunc, CLOp::half_cos, CLOp::half_divide, CLOp::half_exp, CLOp::half_exp2, CLOp::half_exp10,
        CLOp::half_log, CLOp::half_log2, CLOp::half_log10, CLOp::half_powr, CLOp::half_recip, CLOp::half_rsqrt,
        CLOp::half_sin, CLOp::half_sqrt, CLOp::half_tan, CLOp::native_cos, CLOp::native_divide, CLOp::native_exp,
        CLOp::native_exp2, CLOp::native_exp10, CLOp::native_log, CLOp::native_log2, CLOp::native_log10,
        CLOp::native_powr, CLOp::native_recip, CLOp::native_rsqrt, CLOp::native_sin, CLOp::native_sqrt,
        CLOp::native_tan, CLOp::fclamp, CLOp::degrees, CLOp::fmax_common, CLOp::fmin_common, CLOp::mix, CLOp::radians,
        CLOp::step, CLOp::smoothstep, CLOp::sign, CLOp::cross, CLOp::distance, CLOp::length, CLOp::normalize,
        CLOp::fast_distance, CLOp::fast_length, CLOp::fast_normalize, CLOp::s_abs, CLOp::s_abs_diff, CLOp::s_add_sat,
        CLOp::u_add_sat, CLOp::s_hadd, CLOp::u_hadd, CLOp::s_rhadd, CLOp::u_rhadd, CLOp::s_clamp, CLOp::u_clamp,
        CLOp::clz, CLOp::ctz, CLOp::s_mad_hi, CLOp::u_mad_sat, CLOp::s_mad_sat, CLOp::s_max, CLOp::u_max, CLOp::s_min,
        CLOp::u_min, CLOp::s_mul_hi, CLOp::rotate, CLOp::s_sub_sat, CLOp::u_sub_sat, CLOp::u_upsample, CLOp::s_upsample,
        CLOp::popcount, CLOp::s_mad24, CLOp::u_mad24, CLOp::s_mul24, CLOp::u_mul24, CLOp::shuffle, CLOp::shuffle2,
        CLOp::bitselect, CLOp::select, CLOp::u_abs, CLOp::u_abs_diff, CLOp::u_mul_hi, CLOp::u_mad_hi,
    ]),
    (Effects { writes: Memory::Through(1), ..Effects::NONE }, &[
        CLOp::fract, CLOp::frexp, CLOp::lgamma_r, CLOp::modf, CLOp::sincos,
    ]),
    (Effects { writes: Memory::Through(2), ..Effects::NONE }, &[
        CLOp::remquo, CLOp::vstoren, CLOp::vstore_half, CLOp::vstore_half_r, CLOp::vstore_halfn, CLOp::vstore_halfn_r,
        CLOp::vstorea_halfn, CLOp::vstorea_halfn_r,
    ]),
    (Effects { reads: Memory::Through(1), ..Effects::NONE }, &[
        CLOp::vloadn, CLOp::vload_half, CLOp::vload_halfn, CLOp::vloada_halfn,
    ]),
    (Effects::KEPT, &[CLOp::printf, CLOp::prefetch]),
];
