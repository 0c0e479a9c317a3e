//! Rows of the document about DXC's generator of SPIR-V.

use super::row::{Row, in_part, works};

/// Its rows.
pub(super) const ROWS: &[Row] = &[
    works("`-spirv` accepted", "", &[("tests/suite/cli/foreign_options.hlsl", "-spirv")]),
    works(
        "AST to SPIR-V, structured control flow, unreachable functions left out",
        "",
        &[("tests/suite/codegen/control_flow.hlsl", "OpSelectionMerge")],
    ),
    works(
        "`[[using Vulkan: set(X), binding(Y)]]`",
        "rejected, as by DXC, with a message that shows `vk::binding` (E1119)",
        &[("tests/suite/diagnostics/E1119.hlsl", "[[using ")],
    ),
    works(
        "bool, int, uint, half, float, double",
        "",
        &[("tests/suite/exec/wide_specialisation_constants.hlsl", "double")],
    ),
    works("minimal-precision types", "", &[("tests/suite/codegen/min_precision.hlsl", "min16float")]),
    works("vectors and matrices of size 1", "", &[("tests/suite/exec/determinants.hlsl", "float1x1")]),
    works("swapped products, majorness", "", &[("tests/suite/diagnostics/W1006.hlsl", "row_major")]),
    works(
        "interpolation modifiers; typedef",
        "",
        &[
            ("tests/suite/codegen/native_16bit.hlsl", "nointerpolation"),
            ("tests/suite/vulkan/unknown_capability.hlsl", "typedef"),
        ],
    )
    .of(2),
    works(
        "semantics as locations and builtins",
        "",
        &[("tests/suite/codegen/double_input.hlsl", "OpDecorate %in_var_")],
    ),
    works("arithmetic", "", &[("tests/suite/codegen/precise.hlsl", "OpFMul")]),
    works(
        "`VectorTimesScalar`; bit operations and shifts",
        "",
        &[
            ("tests/suite/codegen/constants_converted.hlsl", "OpVectorTimesScalar"),
            ("tests/suite/foreign/switch_wide.spvasm", "OpShiftLeftLogical"),
        ],
    )
    .of(2),
    works("comparisons", "", &[("tests/suite/jobs/dialect_ops.mlir", "FOrdLessThan")]),
    works(
        "logical operators and choices; unary operators",
        "",
        &[
            ("tests/suite/foreign/group_operations.spvasm", "OpLogicalAnd"),
            ("tests/suite/codegen/half-negation.hlsl", "OpFNegate"),
        ],
    )
    .of(2),
    works("casts", "", &[("tests/suite/sema/functions.hlsl", "OpConvertFToS")]),
    works("index into size 1", "", &[("tests/suite/sema/operand_shapes.hlsl", "float1 ")]),
    works("parameters as pointers", "", &[("tests/suite/codegen/short_circuit.hlsl", "OpFunctionCall")]),
    works("`dot`", "", &[("tests/suite/intrinsics/math.hlsl", "OpDot")]),
    works(
        "the document's list of what is to do",
        "",
        &[
            ("tests/suite/diagnostics/E2513.hlsl", "RWTexture2D"),
            ("tests/suite/diagnostics/reference_at_entry.hlsl", "groupshared"),
            ("tests/suite/mistakes/primitive_missing.hlsl", "Append"),
        ],
    )
    .of(5),
    in_part(
        "`ModuleBuilder`, `InstBuilder`, `WordConsumer`, `SPIRVContext`; `hcttest` and build flags",
        "the types are public ([builder.md](builder.md)); the scripts and flags are those of another code base",
        &[("codegen/tests/checked.rs", "ModuleBuilder"), ("driver/tests/builder.rs", "WordHasher")],
    ),
];
