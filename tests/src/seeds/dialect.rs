//! Rows of the document about MLIR's SPIR-V dialect.

use super::row::{Row, in_part, works};

/// Its rows.
pub(super) const ROWS: &[Row] = &[
    works(
        "names of ops and attributes",
        "all of MLIR 22's but `spirv.ARM.Graph*`",
        &[("spirv/text/tests/modules/forms.spvdialect", "spirv.GL.")],
    ),
    works(
        "`spirv.module` with name, models, `requires`",
        "",
        &[("tests/suite/mlir/outside.mlir", "requires #spirv.vce")],
    ),
    works(
        "further attributes, other ops around",
        "kept; `func.func`, `module {}`, several results as a struct by `convert`",
        &[("tests/suite/mlir/scaled.mlir", "module attributes")],
    ),
    works("decorations as attributes", "", &[("tests/suite/jobs/dialect_ops.mlir", "non_writable")]),
    works(
        "bool, integers of three signs, floats, vectors",
        "",
        &[("spirv/text/tests/modules/picture.spvdialect", "si32")],
    ),
    works("arrays, pointers, structs, images", "", &[("tests/suite/mlir/scaled.mlir", "!spirv.rtarray")]),
    in_part(
        "cooperative matrices, ARM tensors",
        "in MLIR's spelling, both ways. ARM graphs are of no device that this compiler has a rule or a run for",
        &[
            ("tests/suite/mlir/cooperative.mlir", "!spirv.coopmatrix"),
            ("tests/suite/mlir/tensors.mlir", "!spirv.arm.tensor"),
        ],
    ),
    works("`spirv.Constant`", "", &[("tests/suite/mlir/tensors.mlir", "spirv.Constant")]),
    works("symbols", "", &[("tests/suite/mlir/scaled.mlir", "spirv.mlir.addressof @")]),
    in_part(
        "specialization constants",
        "`spirv.SpecConstantOperation` of a function is read; words have it at the level of the module, and it is printed as a stand-in",
        &[("spirv/text/tests/modules/extensions.dialect", "spirv.SpecConstant @")],
    ),
    works("functions", "`-> ()` and `-> (i32)` too", &[("tests/suite/mlir/cut_matrix.mlir", "spirv.func")]),
    works("entry points, execution modes", "", &[("tests/suite/mlir/cooperative.mlir", "spirv.ExecutionMode")]),
    works(
        "generic form",
        "of every op, modules and functions included",
        &[("spirv/text/tests/modules/generic.mlir", r#""spirv.module""#)],
    ),
    works(
        "extended sets as ops",
        "",
        &[
            ("spirv/text/tests/modules/kernel.spvdialect", "spirv.CL."),
            ("spirv/text/tests/modules/forms.spvdialect", "spirv.GL."),
        ],
    ),
    works(
        "selections, loops, `Switch`, control hints",
        "",
        &[
            ("spirv/text/tests/modules/compute.spvdialect", "spirv.mlir.loop"),
            ("spirv/text/tests/modules/generic.mlir", "spirv.Switch"),
        ],
    ),
    works(
        "their values",
        "any number of them",
        &[("spirv/text/tests/modules/compute.spvdialect", "spirv.mlir.merge %")],
    ),
    works("block arguments", "", &[("tests/suite/mlir/unstructured.mlir", "^")]),
    works(
        "availability",
        "`validate` names what is missing",
        &[("tests/suite/sema/mode_of_kernels.hlsl", "requires one of")],
    ),
    works(
        "deriving it (`update-vce`)",
        "for modules without `requires`: with a target MLIR's triple, and `Linkage` where there is no entry point",
        &[("spirv/text/tests/triple.rs", "StorageImageExtendedFormats")],
    ),
    works("`#spirv.target_env`", "", &[("tests/suite/mlir/general_kernel.mlir", "#spirv.target_env")]),
    works(
        "`entry_point_abi`, `interface_var_abi`, `lower-abi-attrs`",
        "buffers without a layout get one, and the size of the workgroup is a constant",
        &[
            ("tests/suite/mlir/parameter.mlir", "spirv.interface_var_abi"),
            ("driver/tests/exchanged.rs", "WorkgroupSize"),
        ],
    ),
    works(
        "serialise",
        "what is written is valid, or an error",
        &[("driver/tests/exchanged.rs", "blocks_follow_those_that_dominate_them")],
    ),
    in_part(
        "deserialise",
        "words with ARM graphs are rejected, see above",
        &[("tests/suite/mlir/tensors.mlir", "!spirv.arm.tensor")],
    ),
    works(
        "text that MLIR takes",
        "592 of 597 modules of the shaders and tests here; the others are listed with a reason",
        &[("tests/suite/mlir.txt", "suite/")],
    ),
    works(
        "verify",
        "590 of the 592 texts of MLIR 22's own tests that it rejects; one of the others has `spirv.Unreachable` where SPIR-V allows it",
        &[("tests/suite/mlir/operand_types.mlir", "error")],
    ),
    works(
        "conversions from other dialects",
        "`hlsl2spirv convert`: [mlir.md](mlir.md) has what is not taken",
        &[
            ("tests/suite/mlir/general_operand.mlir", "arith."),
            ("tests/suite/jobs/wide_vectors.mlir", "vector<2x6xf32>"),
        ],
    ),
    works(
        "ops generated from the grammar",
        "the tables of ops are joined with the published grammar's rows when they are first used",
        &[("spirv/dialect/src/spirv/enums.rs", "the_table_says_what_the_grammar_says")],
    ),
];
