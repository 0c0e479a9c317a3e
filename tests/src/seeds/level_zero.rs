//! Rows of the document about the environment of Level Zero.

use super::row::{Row, works};

/// Its rows.
pub(super) const ROWS: &[Row] = &[
    works("addressing model Physical64", "", &[("spirv/valid/tests/rules.rs", "LevelZeroRule::Addresses")]),
    works("memory model OpenCL", "", &[("spirv/valid/tests/rules.rs", "Physical64 OpenCL")]),
    works("execution model Kernel", "", &[("spirv/valid/tests/rules.rs", "EntryPoint Kernel")]),
    works(
        "the instruction set OpenCL.std alone",
        "",
        &[("spirv/valid/tests/rules.rs", "LevelZeroRule::InstructionSets")],
    ),
    works("versions", "", &[("spirv/valid/tests/rules.rs", "levelzero")]),
    works("no recursion", "", &[("spirv/valid/tests/rules.rs", "LevelZeroRule::Recursion")]),
    works("entry points that nothing calls", "", &[("spirv/valid/tests/rules.rs", "LevelZeroRule::Recursion")]),
    works(
        "irreducible control flow, which a device may reject",
        "not a rule for modules: structure is kept",
        &[("spirv/valid/tests/rules/core.rs", "fn flow")],
    ),
    works("integers without a sign, of four widths", "", &[("spirv/valid/tests/rules.rs", "Capability Int8")]),
    works("floats of three widths", "", &[("spirv/valid/tests/rules.rs", "%double")]),
    works("vectors of 2, 3, 4, 8 and 16 components", "", &[("spirv/valid/tests/rules.rs", "%u3")]),
    works("arrays, structs, pointers, functions", "", &[("spirv/valid/tests/rules.rs", "not OpTypeArray")]),
    works("kernels return nothing", "", &[("spirv/valid/tests/rules.rs", "FunctionCall %void")]),
    works(
        "types of arguments",
        "structs by value of OpenCL C are structs",
        &[("spirv/valid/tests/rules.rs", "LevelZeroRule::Arguments")],
    ),
    works("widths of floats among them", "", &[("spirv/valid/tests/rules.rs", "LevelZeroRule::Numbers")]),
    works("members of structs among them", "", &[("spirv/valid/tests/rules.rs", "LevelZeroRule::Members")]),
    works("storage classes of pointers among them", "", &[("spirv/valid/tests/rules.rs", "LevelZeroRule::Pointers")]),
    works("types of images", "", &[("spirv/valid/tests/rules/core.rs", "fn images")]),
    works("shapes of images", "", &[("spirv/valid/tests/rules.rs", "LevelZeroRule::Depth")]),
    works("image operands", "", &[("spirv/valid/tests/rules.rs", "ImageRead %v4 %p %place")]),
    works("scopes of execution", "", &[("spirv/valid/tests/rules.rs", "LevelZeroRule::Execution")]),
    works("scopes of memory", "", &[("spirv/valid/tests/rules.rs", "%device")]),
    works("atomic operations by type", "", &[("spirv/valid/tests/rules.rs", "LevelZeroRule::Atomics")]),
    works("atomic operations on floats by extension", "", &[("spirv/valid/tests/rules.rs", "AtomicFAddEXT")]),
    works("capabilities", "", &[("spirv/valid/tests/rules.rs", "is not allowed in Level Zero")]),
    works("`SPV_INTEL_subgroups`: shuffles", "", &[("spirv/valid/tests/rules.rs", "SubgroupShuffleINTEL")]),
    works(
        "`SPV_INTEL_subgroups`: blocks of memory and images",
        "",
        &[("spirv/valid/tests/rules.rs", "SubgroupImageBlockReadINTEL")],
    ),
    works("accuracy", "`hlsl2spirv run` keeps within OpenCL's bounds", &[("tests/src/functions.rs", "WORST")]),
];
