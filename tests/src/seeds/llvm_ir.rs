//! Rows of the document about SPIR-V as LLVM IR.

use super::row::{Row, in_part, works};

/// Its rows.
pub(super) const ROWS: &[Row] = &[
    works(
        "images: all shapes, with access",
        "read, valid, printed back",
        &[("tests/suite/kernels/ir/images.ll", "spirv.Image")],
    ),
    in_part(
        "sampled types other than void",
        "read; the module is invalid, since OpenCL's images are sampled as void",
        &[("tests/suite/kernels/ir/images.ll", "spirv.Image")],
    ),
    works(
        "sampled images, sampling with a level",
        "",
        &[("tests/suite/kernels/ir/images.ll", "__spirv_ImageSampleExplicitLod")],
    ),
    works("`Pipe` with access", "both ways", &[("tests/suite/kernels/ir/pipes.ll", "spirv.Pipe")]),
    works(
        "`Event`, `Sampler`",
        "",
        &[
            ("tests/suite/kernels/opencl/async.O2.ll", "spirv.Event"),
            ("tests/suite/kernels/llvm_ir_typed.hlsl", "spirv.Sampler"),
        ],
    ),
    works(
        "`DeviceEvent`, `ReserveId`, `Queue`, `PipeStorage`",
        "both ways",
        &[("tests/suite/kernels/ir/queues.ll", "spirv.Queue"), ("tests/suite/kernels/ir/pipes.ll", "spirv.ReserveId")],
    ),
    works("address spaces 0 to 4", "", &[("tests/suite/kernels/ir/names_of_cplusplus.ll", "addrspacecast")]),
    works("address spaces 5 and 6", "", &[("tests/suite/kernels/ir/address_spaces_of_hosts.ll", "addrspace(5)")]),
    works(
        "names of instructions, mangled; wrong names rejected",
        "functions of OpenCL C that do not exist are errors with the nearest name; `-fspv-import-functions` imports them",
        &[
            ("tests/suite/kernels/ir/refused_wrong_name.ll", "__spirv_"),
            ("tests/suite/kernels/ir/refused_misspelt.ll", "did you mean"),
            ("tests/suite/kernels/ir/names_of_cplusplus.ll", "N5__spv5Scope4FlagE"),
            ("tests/suite/kernels/ir/names_of_templates.ll", "IDv4_aDv4_fET_T0_"),
        ],
    ),
    works("`_R<type>`, `_sat`, roundings, together", "", &[("tests/suite/kernels/opencl/conversions.cl", "_sat")]),
    works("nine conversions", "", &[("tests/suite/kernels/ir/calls.ll", "__spirv_Convert")]),
    works(
        "`Bitcast_R`, `ImageRead_R`, `ImageSampleExplicitLod_R`",
        "",
        &[
            ("tests/suite/kernels/ir/reads_by_result.ll", "__spirv_ImageRead_R"),
            ("tests/suite/kernels/ir/reads_by_result.ll", "__spirv_Bitcast_R"),
        ],
    ),
    works(
        "`GenericCastToPtrExplicit_To…`",
        "with pointers to bytes and to nothing",
        &[("tests/suite/kernels/ir/names_of_cplusplus.ll", "__spirv_GenericCastToPtrExplicit_ToGlobalPU3AS4v")],
    ),
    works(
        "`BuildNDRange_1D` to `_3D`",
        "results by value and in memory of the caller",
        &[("tests/suite/kernels/ir/results_in_memory.ll", "__spirv_BuildNDRange_2D")],
    ),
    works(
        "`CreatePipeFromPipeStorage_read`, `_write`",
        "both ways",
        &[("tests/suite/kernels/ir/pipes.ll", "CreatePipeFromPipeStorage_read")],
    ),
    works("`__spirv_ocl_…`", "", &[("tests/suite/kernels/ir/liberties.ll", "__spirv_ocl_")]),
    works("`vloadn` and similar functions with `__R`", "", &[("tests/suite/kernels/ir/calls.ll", "vloadn")]),
    works("builtins as calls", "", &[("tests/suite/kernels/ir/builtins.ll", "__spirv_BuiltIn")]),
    works("builtins as variables", "", &[("tests/suite/kernels/ir/builtin_variables.ll", "@__spirv_BuiltIn")]),
    works("sources, extensions, capabilities", "", &[("tests/suite/kernels/ir/metadata.ll", "!spirv.Source")]),
    works("execution modes, memory model", "", &[("tests/suite/kernels/ir/metadata.ll", "!spirv.ExecutionMode")]),
    works("generator", "", &[("tests/suite/kernels/ir/metadata.ll", "!spirv.Generator")]),
    works("triples", "", &[("tests/suite/kernels/ir/addresses_of_32_bits.ll", "spir-unknown-unknown")]),
    works("data layout", "", &[("tests/suite/kernels/ir/types.ll", "target datalayout")]),
    works(
        "kernels as entry points",
        "the functions of a module without kernels are exported",
        &[("tests/suite/kernels/ir/library.ll", "define spir_func")],
    ),
    works(
        "arguments of kernels",
        "`-Fre` describes them",
        &[
            ("tests/suite/kernels/llvm_ir_typed.hlsl", "kernel_arg_"),
            ("driver/tests/exchanged.rs", "kernel_arguments_of_llvm_ir"),
        ],
    ),
    works(
        "`!spirv.ParameterDecorations`",
        "",
        &[("tests/suite/kernels/ir/metadata.ll", "!spirv.ParameterDecorations")],
    ),
    works(
        "`!spirv.Decorations` of variables",
        "`Constant` and `LinkageAttributes` too, both ways",
        &[("tests/suite/kernels/ir/decorations.ll", "!spirv.Decorations")],
    ),
    works(
        "the same of instructions",
        "both ways; what has no id to decorate is an error",
        &[("tests/suite/kernels/ir/refused_decorated_store.ll", "!spirv.Decorations")],
    ),
    in_part(
        "decorations of members by `llvm.ptr.annotation`",
        "decorations of the pointer, both ways: by numbers, by the eleven reserved names, and text. Those of members are not printed: structs of LLVM have no place for them, and equal ones are one type",
        &[
            ("tests/suite/kernels/ir/reserved_annotations.ll", "{bank_bits:1,2,3}"),
            ("exchange/llvmir/src/export/annotations.rs", "{merge:key:depth}"),
        ],
    ),
    works(
        "atomics, groups, barriers, specialization constants",
        "",
        &[
            ("tests/suite/kernels/ir/spec_constants.ll", "__spirv_SpecConstant"),
            ("tests/suite/kernels/ir/atomics.ll", "atomicrmw"),
        ],
    ),
    works("debug information", "lines", &[("tests/suite/kernels/ir/lines.ll", "!DILocation")]),
    works(
        "consumers of `--emit=spirv-llvm`",
        "`tests/suite/kernels/consumers.txt` lists what they do not take",
        &[("tests/suite/kernels/consumers.txt", "[llc-22]")],
    ),
    in_part(
        "OpenCL C by clang",
        "kernels are read, optimized or not, with the functions of OpenCL 3.0, of Khronos' extensions for subgroups and of Intel's, and pipes; `enqueue_kernel` takes a block, whose function would be an operand of `OpEnqueueKernel`: the dialect has functions in calls alone, and no CPU runs it",
        &[
            ("tests/suite/kernels/ir/pipes_of_clang.ll", "__work_group_reserve_write_pipe"),
            ("tests/suite/kernels/ir/subgroups_that_differ.ll", "sub_group_clustered_reduce_max"),
            ("tests/suite/kernels/ir/functions_of_extensions.ll", "intel_sub_group_block_read"),
            ("tests/suite/kernels/opencl/spaces.O0.ll", "kernel void"),
        ],
    ),
];
