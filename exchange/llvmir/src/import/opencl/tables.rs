//! Functions of OpenCL C that a row says all about.

use spirv::{BuiltIn, Op, OpenclStd100Op as CLOp};

/// Work-item functions of a dimension, with the result beyond the last dimension.
pub(super) const PLACES: &[(&str, BuiltIn, u64)] = &[
    ("get_global_id", BuiltIn::GlobalInvocationId, 0),
    ("get_global_offset", BuiltIn::GlobalOffset, 0),
    ("get_global_size", BuiltIn::GlobalSize, 1),
    ("get_group_id", BuiltIn::WorkgroupId, 0),
    ("get_local_id", BuiltIn::LocalInvocationId, 0),
    ("get_local_size", BuiltIn::WorkgroupSize, 1),
    ("get_enqueued_local_size", BuiltIn::EnqueuedWorkgroupSize, 1),
    ("get_num_groups", BuiltIn::NumWorkgroups, 1),
];

/// Work-item functions without a dimension.
pub(super) const NUMBERS: &[(&str, BuiltIn)] = &[
    ("get_global_linear_id", BuiltIn::GlobalLinearId),
    ("get_local_linear_id", BuiltIn::LocalInvocationIndex),
    ("get_work_dim", BuiltIn::WorkDim),
    ("get_sub_group_size", BuiltIn::SubgroupSize),
    ("get_max_sub_group_size", BuiltIn::SubgroupMaxSize),
    ("get_num_sub_groups", BuiltIn::NumSubgroups),
    ("get_enqueued_num_sub_groups", BuiltIn::NumEnqueuedSubgroups),
    ("get_sub_group_id", BuiltIn::SubgroupId),
    ("get_sub_group_local_id", BuiltIn::SubgroupLocalInvocationId),
];

/// Comparisons and classes of numbers.
pub(super) const TRUTHS: &[(&str, Op)] = &[
    ("isequal", Op::FOrdEqual),
    ("isnotequal", Op::FUnordNotEqual),
    ("isgreater", Op::FOrdGreaterThan),
    ("isgreaterequal", Op::FOrdGreaterThanEqual),
    ("isless", Op::FOrdLessThan),
    ("islessequal", Op::FOrdLessThanEqual),
    ("islessgreater", Op::FOrdNotEqual),
    ("isfinite", Op::IsFinite),
    ("isinf", Op::IsInf),
    ("isnan", Op::IsNan),
    ("isnormal", Op::IsNormal),
    ("isordered", Op::Ordered),
    ("isunordered", Op::Unordered),
    ("signbit", Op::SignBitSet),
];

/// A function that is another one for each class of numbers.
pub(super) struct ByType {
    pub(super) name: &'static str,
    pub(super) of_floats: Option<CLOp>,
    pub(super) signed: CLOp,
    pub(super) unsigned: CLOp,
}

const fn by_type(name: &'static str, of_floats: Option<CLOp>, signed: CLOp, unsigned: CLOp) -> ByType {
    ByType { name, of_floats, signed, unsigned }
}

/// Functions that are others for floating-point numbers, and for integers with and without a sign.
pub(super) const BY_TYPE: &[ByType] = &[
    by_type("abs", None, CLOp::s_abs, CLOp::u_abs),
    by_type("abs_diff", None, CLOp::s_abs_diff, CLOp::u_abs_diff),
    by_type("add_sat", None, CLOp::s_add_sat, CLOp::u_add_sat),
    by_type("clamp", Some(CLOp::fclamp), CLOp::s_clamp, CLOp::u_clamp),
    by_type("hadd", None, CLOp::s_hadd, CLOp::u_hadd),
    by_type("mad24", None, CLOp::s_mad24, CLOp::u_mad24),
    by_type("mad_hi", None, CLOp::s_mad_hi, CLOp::u_mad_hi),
    by_type("mad_sat", None, CLOp::s_mad_sat, CLOp::u_mad_sat),
    by_type("max", Some(CLOp::fmax_common), CLOp::s_max, CLOp::u_max),
    by_type("min", Some(CLOp::fmin_common), CLOp::s_min, CLOp::u_min),
    by_type("mul24", None, CLOp::s_mul24, CLOp::u_mul24),
    by_type("mul_hi", None, CLOp::s_mul_hi, CLOp::u_mul_hi),
    by_type("rhadd", None, CLOp::s_rhadd, CLOp::u_rhadd),
    by_type("sub_sat", None, CLOp::s_sub_sat, CLOp::u_sub_sat),
    by_type("upsample", None, CLOp::s_upsample, CLOp::u_upsample),
];
