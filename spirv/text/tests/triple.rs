//! The triples that modules without one get, as MLIR's `update-vce` derives them.

use hlsl2spirv_text::{print, source};

/// The models of a module, its target, what is in it, and its triple. `Linkage`, which MLIR leaves out, is in all of
/// them, since none has an entry point.
type Row = (&'static str, &'static str, &'static str, &'static str);

const ADD: &str = "spirv.func @f(%a : i32) -> i32 \"None\" { %0 = spirv.IAdd %a, %a : i32 spirv.ReturnValue %0 : i32 }";
const ADD_8: &str = "spirv.func @f(%a : i8) -> i8 \"None\" { %0 = spirv.IAdd %a, %a : i8 spirv.ReturnValue %0 : i8 }";
const ADD_HALF: &str =
    "spirv.func @f(%a : f16) -> f16 \"None\" { %0 = spirv.FAdd %a, %a : f16 spirv.ReturnValue %0 : f16 }";
const ADD_LONG: &str =
    "spirv.func @f(%a : i64) -> i64 \"None\" { %0 = spirv.IAdd %a, %a : i64 spirv.ReturnValue %0 : i64 }";
const ADD_16: &str = "spirv.func @f(%a : vector<16xi32>) -> vector<16xi32> \"None\" {
  %0 = spirv.IAdd %a, %a : vector<16xi32> spirv.ReturnValue %0 : vector<16xi32> }";
const BALLOT: &str = "spirv.func @f(%a : i1) -> vector<4xi32> \"None\" {
  %0 = spirv.GroupNonUniformBallot <Workgroup> %a : vector<4xi32> spirv.ReturnValue %0 : vector<4xi32> }";
const BALLOT_KHR: &str = "spirv.func @f(%a : i1) -> vector<4xi32> \"None\" {
  %0 = spirv.KHR.SubgroupBallot %a : vector<4xi32> spirv.ReturnValue %0 : vector<4xi32> }";
const SELECT: &str = "spirv.func @f(%c : i1, %a : vector<2xf32>) -> vector<2xf32> \"None\" {
  %0 = spirv.Select %c, %a, %a : i1, vector<2xf32> spirv.ReturnValue %0 : vector<2xf32> }";
const REDUCE: &str = "spirv.func @f(%a : i32) -> i32 \"None\" {
  %0 = spirv.GroupNonUniformIAdd <Subgroup> <Reduce> %a : i32 -> i32 spirv.ReturnValue %0 : i32 }";
const PHYSICAL: &str = "spirv.func @f(%a : !spirv.ptr<f32, PhysicalStorageBuffer> {spirv.decoration = \
    #spirv.decoration<Aliased>}) \"None\" { spirv.Return }";
const SHORTS: &str = "spirv.func @f(%p : !spirv.ptr<i16, StorageBuffer>) -> i16 \"None\" {
  %0 = spirv.Load \"StorageBuffer\" %p : i16 %1 = spirv.IAdd %0, %0 : i16 spirv.ReturnValue %1 : i16 }";
const BRAINS: &str = "spirv.func @f(%p : !spirv.ptr<bf16, StorageBuffer>) -> bf16 \"None\" {
  %0 = spirv.Load \"StorageBuffer\" %p : bf16 spirv.ReturnValue %0 : bf16 }";
const NESTED: &str = "spirv.GlobalVariable @a : !spirv.ptr<!spirv.struct<(i8 [0], f16 [2], i64 [8])>, Uniform>
  spirv.GlobalVariable @b : !spirv.ptr<!spirv.image<f32, Buffer, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, \
    Rg32f>, UniformConstant>";
const ATOMIC_DOT: &str = "spirv.func @f(%p : !spirv.ptr<f32, Workgroup>, %v : f32, %i : i32) -> i32 \"None\" {
  %0 = spirv.EXT.AtomicFAdd <Device> <None> %p, %v : !spirv.ptr<f32, Workgroup>
  %1 = spirv.SDot %i, %i, <PackedVectorFormat4x8Bit> : i32 -> i32 spirv.ReturnValue %1 : i32 }";
const COOPERATIVE: &str = "spirv.func @f(%a : !spirv.coopmatrix<16x16xf32, Subgroup, MatrixA>) -> \
    !spirv.coopmatrix<16x16xf32, Subgroup, MatrixA> \"None\" {
  %0 = spirv.FNegate %a : !spirv.coopmatrix<16x16xf32, Subgroup, MatrixA>
  spirv.ReturnValue %0 : !spirv.coopmatrix<16x16xf32, Subgroup, MatrixA> }";
const LIST: &str = "spirv.GlobalVariable @a : !spirv.ptr<!spirv.struct<node, (!spirv.ptr<!spirv.struct<node>, \
    PhysicalStorageBuffer> [0]), Block>, StorageBuffer>";
const LONG_ATOMIC: &str = "spirv.func @f(%p : !spirv.ptr<i64, Workgroup>, %v : i64) \"None\" {
  %0 = spirv.AtomicIAdd <Device> <None> %p, %v : !spirv.ptr<i64, Workgroup> spirv.Return }";

const GLSL: &str = "Logical GLSL450";

const ROWS: &[Row] = &[
    (GLSL, "v1.5, [Shader], []", ADD, "v1.0 Matrix Shader"),
    (
        GLSL,
        "v1.5, [Shader, GroupNonUniformBallot], []",
        BALLOT,
        "v1.3 GroupNonUniform GroupNonUniformBallot Matrix Shader",
    ),
    (GLSL, "v1.6, [Shader], []", SELECT, "v1.4 Matrix Shader"),
    (GLSL, "v1.0, [Shader, Float16, Float64, Int16, Int64, VariablePointers], []", ADD, "v1.0 Matrix Shader"),
    (
        "PhysicalStorageBuffer64 GLSL450",
        "v1.0, [Shader, PhysicalStorageBufferAddresses], [SPV_EXT_physical_storage_buffer]",
        PHYSICAL,
        "v1.0 Matrix PhysicalStorageBufferAddresses SPV_EXT_physical_storage_buffer Shader",
    ),
    (GLSL, "v1.0, [AtomicStorage], []", ADD, "v1.0 Matrix Shader"),
    (
        GLSL,
        "v1.3, [Shader, GroupNonUniformArithmetic], []",
        REDUCE,
        "v1.3 GroupNonUniform GroupNonUniformArithmetic Matrix Shader",
    ),
    (
        GLSL,
        "v1.3, [Shader, GroupNonUniformClustered, GroupNonUniformBallot], []",
        REDUCE,
        "v1.3 GroupNonUniform GroupNonUniformBallot GroupNonUniformClustered Matrix Shader",
    ),
    (GLSL, "v1.3, [Shader, Int8], []", ADD_8, "v1.0 Int8 Matrix Shader"),
    (GLSL, "v1.3, [Shader, Float16], []", ADD_HALF, "v1.0 Float16 Matrix Shader"),
    (GLSL, "v1.3, [Shader, Vector16], []", ADD_16, "v1.0 Kernel Matrix Shader Vector16"),
    (
        GLSL,
        "v1.0, [Shader, SubgroupBallotKHR], [SPV_KHR_shader_ballot, SPV_KHR_shader_clock]",
        BALLOT_KHR,
        "v1.0 Matrix SPV_KHR_shader_ballot Shader SubgroupBallotKHR",
    ),
    (
        "Logical Vulkan",
        "v1.5, [Shader, VulkanMemoryModel], []",
        ADD,
        "v1.5 SPV_KHR_vulkan_memory_model VulkanMemoryModel",
    ),
    (
        GLSL,
        "v1.3, [Shader, StorageBuffer16BitAccess, Int16], []",
        SHORTS,
        "v1.0 Int16 Matrix SPV_KHR_16bit_storage SPV_KHR_storage_buffer_storage_class Shader \
            StorageBuffer16BitAccess",
    ),
    (
        GLSL,
        "v1.5, [Shader, UniformAndStorageBuffer8BitAccess, StorageBuffer16BitAccess, \
            UniformAndStorageBuffer16BitAccess, Int16, Int64, ImageBuffer, StorageImageExtendedFormats], []",
        NESTED,
        "v1.0 ImageBuffer Int64 Matrix SPV_KHR_16bit_storage SPV_KHR_8bit_storage SampledBuffer Shader \
            StorageBuffer16BitAccess StorageBuffer8BitAccess StorageImageExtendedFormats \
            UniformAndStorageBuffer16BitAccess UniformAndStorageBuffer8BitAccess",
    ),
    (
        GLSL,
        "v1.0, [Shader, StorageBuffer16BitAccess, BFloat16TypeKHR], [SPV_KHR_bfloat16, SPV_KHR_16bit_storage, \
            SPV_KHR_storage_buffer_storage_class]",
        BRAINS,
        "v1.0 BFloat16TypeKHR Matrix SPV_KHR_16bit_storage SPV_KHR_bfloat16 SPV_KHR_storage_buffer_storage_class \
            Shader StorageBuffer16BitAccess",
    ),
    ("Physical64 OpenCL", "v1.4, [Kernel, Addresses, Int64], []", ADD_LONG, "v1.0 Addresses Int64 Kernel"),
    (
        GLSL,
        "v1.6, [Shader, AtomicFloat32AddEXT, DotProductInput4x8BitPacked, DotProduct], \
            [SPV_EXT_shader_atomic_float_add, SPV_KHR_integer_dot_product]",
        ATOMIC_DOT,
        "v1.6 AtomicFloat32AddEXT DotProduct DotProductInput4x8BitPacked Matrix SPV_EXT_shader_atomic_float_add \
            SPV_KHR_integer_dot_product Shader",
    ),
    (
        "Logical Vulkan",
        "v1.6, [Shader, VulkanMemoryModel, CooperativeMatrixKHR], [SPV_KHR_cooperative_matrix]",
        COOPERATIVE,
        "v1.6 CooperativeMatrixKHR SPV_KHR_cooperative_matrix SPV_KHR_vulkan_memory_model VulkanMemoryModel",
    ),
    (
        "PhysicalStorageBuffer64 GLSL450",
        "v1.5, [Shader, PhysicalStorageBufferAddresses], []",
        LIST,
        "v1.5 Matrix PhysicalStorageBufferAddresses SPV_EXT_physical_storage_buffer \
            SPV_KHR_storage_buffer_storage_class Shader",
    ),
    (GLSL, "v1.2, [Shader, Int64Atomics], []", LONG_ATOMIC, "v1.0 Int64 Int64Atomics Matrix Shader"),
];

/// The version, then the capabilities but for `Linkage` and the extensions, in the order of their names.
fn triple(text: &str) -> String {
    let module = source::read(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let printed = print(&module);
    let (_, rest) = printed.split_once("#spirv.vce<").expect("a module has a triple");
    let (triple, _) = rest.split_once('>').expect("a triple ends");
    let mut words: Vec<&str> = triple.split([',', '[', ']', ' ']).filter(|word| !word.is_empty()).collect();
    assert!(words.contains(&"Linkage"), "{triple}");
    words.retain(|word| *word != "Linkage");
    let names = &mut words[1..];
    names.sort_unstable();
    words.join(" ")
}

#[test]
fn modules_get_the_least_that_they_need_of_their_target() {
    for (models, target, body, expected) in ROWS {
        let text = format!(
            "spirv.module {models} attributes {{spirv.target_env = #spirv.target_env<#spirv.vce<{target}>, \
             #spirv.resource_limits<>>}} {{\n{body}\n}}"
        );
        assert_eq!(triple(&text), *expected, "{text}");
    }
}

#[test]
fn modules_without_a_target_get_the_least_that_they_need_of_a_recent_version() {
    let rows = [
        (ADD, "v1.3 Shader"),
        (SELECT, "v1.4 Shader"),
        (REDUCE, "v1.3 GroupNonUniformArithmetic Shader"),
        (SHORTS, "v1.3 Int16 Shader StorageBuffer16BitAccess"),
        (
            ATOMIC_DOT,
            "v1.3 AtomicFloat32AddEXT DotProduct DotProductInput4x8BitPacked \
            SPV_EXT_shader_atomic_float_add SPV_KHR_integer_dot_product Shader",
        ),
    ];
    for (body, expected) in rows {
        assert_eq!(triple(&format!("spirv.module Logical GLSL450 {{\n{body}\n}}")), expected, "{body}");
    }
}
