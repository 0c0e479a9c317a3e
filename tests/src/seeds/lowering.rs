//! Rows of the document about MLIR's conversion of the SPIR-V dialect to the LLVM dialect, and its CPU runner.

use super::row::{Row, in_part, not, works};

/// Its rows.
pub(super) const ROWS: &[Row] = &[
    works(
        "conversion of any module",
        "from `.mlir`, words and HLSL: compute entry points, kernels and stages of draws as kernels, single functions with `--function=`",
        &[
            ("tests/suite/jobs/dialect_ops.mlir", "spirv.func @"),
            ("tests/suite/cli/emit_function.hlsl", "--function="),
            ("tests/suite/cli/emit_llvm_stages.hlsl", "-T vs_6_0"),
            ("tests/src/mlir/lowered.rs", "--convert-spirv-to-llvm"),
        ],
    ),
    works(
        "output that MLIR takes",
        "`mlir-translate-22` takes `--emit=llvm-dialect` of every compute shader of the suite that runs",
        &[("tests/src/mlir.rs", "its_translator_takes_kernels")],
    ),
    works("scalars, vectors", "", &[("cpu/runner/tests/modules/instructions.rs", "OpTypeVector")]),
    works(
        "pointers, all storage classes that the CPU has",
        "",
        &[("cpu/runner/tests/modules/memory.rs", "OpTypePointer Workgroup")],
    ),
    works(
        "arrays with strides, runtime arrays, structs with natural offsets",
        "",
        &[("cpu/runner/tests/modules/support.rs", "ArrayStride")],
    ),
    works(
        "structs with other offsets",
        "MLIR's conversion rejects them",
        &[("tests/suite/exec/offsets_in_any_order.hlsl", "packoffset")],
    ),
    works("matrices", "MLIR's conversion rejects them", &[("tests/suite/exec/raw_matrix_order.hlsl", "transpose(")]),
    works(
        "images",
        "MLIR's conversion rejects them",
        &[("tests/suite/diagnostics/spelled_decorations_of_parts.hlsl", ".SampleLevel")],
    ),
    works(
        "arithmetic (13 ops)",
        "equal to MLIR's conversion on random numbers with edge values",
        &[("tests/suite/jobs/dialect_ops.mlir", "spirv.SRem")],
    ),
    works("and, or, xor, not, count, reverse", "equal", &[("tests/suite/jobs/dialect_ops.mlir", "spirv.BitReverse")]),
    works(
        "three bit-field ops",
        "MLIR's conversion is wrong for counts of 0 and for bits beyond the count",
        &[("cpu/runner/tests/modules/instructions.rs", "BitFieldInsert")],
    ),
    works(
        "shifts, amounts of other widths",
        "equal",
        &[("tests/suite/jobs/dialect_ops.mlir", "spirv.ShiftRightArithmetic")],
    ),
    works(
        "casts, bit casts between vectors and scalars",
        "equal",
        &[("tests/suite/jobs/dialect_ops.mlir", "spirv.Bitcast")],
    ),
    works(
        "comparisons (22 ops)",
        "equal, NaN among the numbers",
        &[("tests/suite/jobs/dialect_ops.mlir", "spirv.FUnordLessThan")],
    ),
    works("logical ops, `Select`", "equal", &[("tests/suite/jobs/dialect_ops.mlir", "spirv.Select")]),
    works(
        "`CompositeExtract`, `Insert`, `VectorShuffle`",
        "equal",
        &[("tests/suite/jobs/dialect_ops.mlir", "spirv.VectorShuffle")],
    ),
    not(
        "`EntryPoint` removed, `ExecutionMode` as a constant struct",
        "the workgroup size is part of the compiled kernel's interface, which the host queries; an additional global would be redundant",
    ),
    works("`AccessChain`", "", &[("cpu/runner/tests/modules/support.rs", "OpAccessChain")]),
    works("`Load`, `Store`: none, `Aligned`", "", &[("cpu/runner/tests/modules/opencl.rs", "Aligned")]),
    in_part(
        "`Nontemporal`, `Volatile`",
        "volatile accesses are volatile. `Nontemporal` is a hint that changes no result, and is left out: streaming stores of x86-64 are not ordered with others without a fence, and require an alignment that bytes of a buffer do not have",
        &[("tests/suite/exec/volatile_memory.hlsl", "volatile")],
    ),
    works(
        "`MakePointerAvailable`, `MakePointerVisible`, `NonPrivate`",
        "the memory model of Vulkan runs",
        &[("spirv/text/tests/modules/odd.spvasm", "MakePointerAvailable")],
    ),
    works(
        "`GlobalVariable`, `addressof`",
        "with `Uniform`, `PushConstant`, `Workgroup`, which MLIR lacks",
        &[("tests/suite/mlir/scaled.mlir", "spirv.mlir.addressof")],
    ),
    works(
        "`Variable` with an initial value, also of an array",
        "",
        &[("spirv/text/tests/modules/escapes.spvasm", "OpVariable")],
    ),
    works(
        "`Constant`: scalar, vector, array, nested, `tensor` spellings",
        "",
        &[("tests/suite/mlir/function.mlir", "spirv.Constant"), ("tests/suite/mlir/function.mlir", "tensor<")],
    ),
    works(
        "MLIR's list of what is not implemented: atomics, groups, matrices, OpenCL's functions",
        "",
        &[
            ("cpu/runner/tests/modules/opencl.rs", "OpExtInst"),
            ("tests/suite/exec/atomics_of_wide_members.hlsl", "InterlockedAdd"),
        ],
    ),
    works(
        "`CompositeConstruct`, `ControlBarrier`, `FMod`, `SMod`, trigonometry, `FSign`, `SAbs`, specialization constants, `VectorExtractDynamic` and others",
        "each run against numbers; sine, cosine and tangent of all numbers in single precision are as exact as others",
        &[("cpu/runner/tests/modules/opencl.rs", "VectorExtractDynamic"), ("tests/src/functions.rs", r#""sin""#)],
    ),
    works("`CopyMemory`", "MLIR's text form is read", &[("tests/suite/mlir/function.mlir", "CopyMemory")]),
    works("`Branch`, `BranchConditional`", "", &[("tests/suite/jobs/dialect_ops.mlir", "spirv.BranchConditional")]),
    not(
        "branch weights as metadata",
        "they are kept in the dialect and in words; vector code has masks in place of these branches, and LLVM places the others well without them",
    ),
    works(
        "`FunctionCall`, `Return`, `ReturnValue`",
        "",
        &[("tests/suite/mlir/operand_types.mlir", "spirv.ReturnValue")],
    ),
    works(
        "selections, loops; control hints, early return, values, `Switch`",
        "MLIR has the first two alone",
        &[("tests/suite/exec/exits_that_differ_in_values.hlsl", "switch (")],
    ),
    in_part(
        "decorations",
        "`NoContraction` and the memory decorations have an effect; others say nothing to a CPU",
        &[("spirv/text/tests/modules/phi.spvasm", "NoContraction")],
    ),
    works(
        "the set of GLSL",
        "15 functions equal to MLIR's, the others against numbers",
        &[("tests/suite/jobs/dialect_ops.mlir", "spirv.GL.Sqrt")],
    ),
    works(
        "function control as attributes",
        "of the function that `--function=` names; its calls, and those of kernels, are inlined",
        &[("tests/suite/cli/emit_function.hlsl", "[noinline]")],
    ),
    works(
        "the CPU runner: host code with `gpu.launch_func`",
        "`hlsl2spirv run` executes it, with copies, prints, global buffers and kernels of several modules; of MLIR's 23 tests 22 give their output",
        &[
            ("tests/suite/host/launch.mlir", "gpu.launch_func"),
            ("tests/suite/host/spirv_module.mlir", "spirv.module @__spv__kernels"),
            ("tests/suite/host/two_modules.mlir", "gpu.module @double"),
        ],
    ),
];
