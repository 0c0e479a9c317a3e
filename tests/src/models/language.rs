//! What HLSL 202x, the first edition of the standard, adds to the language or removes.

use super::row::{Row, both, ours, partly};

const CASTS: &str = "tests/suite/exec/casts_202x.hlsl";
const METHODS: &str = "tests/suite/exec/const_methods_202x.hlsl";

/// Nothing of it is seen in SPIR-V.
const NOTHING: &str = "–";

#[rustfmt::skip]
pub(super) const HLSL_202X: &[Row] = &[
    both("`groupshared` parameters", "a pointer to groupshared memory, or inlined", &[], ("tests/suite/exec/groupshared_arguments_202x.hlsl", "groupshared int list[2]")),
    partly("some", ours("ranks of conversions as in C++", NOTHING, &[], ("tests/suite/exec/overload_ranks_202x.hlsl", "int promoted(float x)"))),
    ours("`interface`, `uniform` and `shared` as names", NOTHING, &[], ("tests/suite/sema/former_keywords_202x.hlsl", "float interface(float x)")),
    ours("initializers of uniforms are errors", NOTHING, &[], ("tests/suite/diagnostics/E2661.hlsl", "float scale = 2;")),
    ours("`hlsl::static_cast`, also without the namespace", "conversions", &[], (CASTS, "hlsl::static_cast<int>")),
    ours("`hlsl::bit_cast`", "`OpBitcast`", &[], (CASTS, "hlsl::bit_cast<float>")),
    ours("`hlsl::elementwise_cast`", "conversions of elements", &[], (CASTS, "elementwise_cast<")),
    ours("const methods", NOTHING, &[], (METHODS, "int kind() const")),
    ours("`mutable` members", NOTHING, &[], (METHODS, "mutable ")),
    ours("operators outside of structs", "calls", &[], ("tests/suite/exec/free_operators_202x.hlsl", "Size operator+(Size a, Size b)")),
    ours("conversion operators, also `explicit` ones", "calls", &[], ("tests/suite/exec/conversion_operators_202x.hlsl", "operator float() const")),
    ours("`hlsl::numeric_limits`", "constants", &[], ("tests/suite/exec/numeric_limits_202x.hlsl", "hlsl::numeric_limits<float>::max()")),
    ours("`constexpr` variables", "constants", &[], ("tests/suite/exec/constexpr_202x.hlsl", "constexpr int COUNT = square(3);")),
    ours("`constexpr` functions", "constants, or calls", &[], ("tests/suite/exec/constexpr_202x.hlsl", "constexpr int square(int n)")),
    ours("deduced results", NOTHING, &[], ("tests/suite/exec/deduced_results_202x.hlsl", "auto twice(float x)")),
    both("`c ? a : b` as an lvalue", "an assignment in each branch", &[], ("tests/suite/exec/conditional_lvalues_202x.hlsl", "(yes ? b : a) = value();")),
    ours("initializer lists as in C", "zeros for what is missing", &[], ("tests/suite/exec/initializer_lists_202x.hlsl", "P p = { 1 }, q = {};")),
    both("a vector as the condition between scalars is its first component", NOTHING, &[], ("tests/suite/sema/vector_condition_202x.hlsl", "isSecond ? 1 : 2")),
];
