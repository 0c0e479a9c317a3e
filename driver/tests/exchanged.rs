//! Text of MLIR and SPIR-V assembly as modules: what is written is valid, or the command fails with the rule, unless it is
//! told not to validate.

mod support;

use std::path::Path;
use support::{Folder, printed, said};

impl Folder {
    fn succeeds(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments}: {}", said(&output));
        printed(&output)
    }

    fn fails(&self, arguments: &str, message: &str) {
        let output = self.run(arguments);
        let errors = said(&output);
        assert!(!output.status.success() && errors.contains(message), "{arguments}: {errors}");
    }

    /// Compiles a text, validates the module, and returns its assembly.
    fn listing(&self, text: &str, environment: &str) -> String {
        self.write("a.mlir", text);
        self.succeeds("a.mlir -Fo a.spv");
        self.succeeds(&format!("validate --target-env {environment} a.spv"));
        self.succeeds("dis a.spv --raw-ids")
    }
}

fn position(text: &str, wanted: &str) -> usize {
    text.find(wanted).unwrap_or_else(|| panic!("there is no '{wanted}' in\n{text}"))
}

const ORDER: &str = r#"spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, Linkage], []> {
  spirv.func @f(%n : i32) -> i32 "None" {
    spirv.Branch ^a
  ^b:
    spirv.ReturnValue %n : i32
  ^a:
    spirv.Branch ^b
  }
}"#;

#[test]
fn blocks_follow_those_that_dominate_them() {
    let folder = Folder::empty("order");
    folder.listing(ORDER, "universal1.3");
    let within = r#"spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, Linkage], []> {
  spirv.func @f(%c : i1, %d : i1) "None" {
    spirv.mlir.loop {
      spirv.Branch ^header
    ^header:
      spirv.BranchConditional %c, ^first, ^merge
    ^second:
      spirv.Branch ^continue
    ^first:
      spirv.Branch ^second
    ^continue:
      spirv.Branch ^header
    ^merge:
      spirv.mlir.merge
    }
    spirv.mlir.selection {
      spirv.BranchConditional %d, ^first, ^merge
    ^second:
      spirv.Branch ^merge
    ^first:
      spirv.Branch ^second
    ^merge:
      spirv.mlir.merge
    }
    spirv.Return
  }
}"#;
    folder.listing(within, "universal1.3");
}

#[test]
fn declared_functions_precede_defined_ones() {
    let folder = Folder::empty("declared");
    let text = r#"spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
  spirv.func @f() "None" {
    spirv.FunctionCall @g() : () -> ()
    spirv.Return
  }
  spirv.func @g() "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "g", linkage_type = <Import>>}
}"#;
    let listing = folder.listing(text, "universal1.3");
    position(&listing, "OpCapability Linkage");
    assert!(position(&listing, "OpFunctionEnd") < position(&listing, "OpLabel"), "{listing}");
}

#[test]
fn signless_and_unsigned_integers_share_their_types() {
    let folder = Folder::empty("unsigned");
    let text = r#"spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, Linkage], []> {
  spirv.func @f(%a : vector<4xi32>, %b : vector<4xui32>) -> vector<4xi32> "None" {
    %0 = spirv.ShiftRightLogical %a, %b : vector<4xi32>, vector<4xui32>
    spirv.ReturnValue %0 : vector<4xi32>
  }
  spirv.func @g(%a : i32) "None" {
    spirv.Return
  }
  spirv.func @h(%a : ui32) "None" {
    spirv.Return
  }
}"#;
    let listing = folder.listing(text, "universal1.3");
    assert_eq!(listing.matches("OpTypeVector").count(), 1, "{listing}");
    assert_eq!(listing.matches("OpTypeFunction").count(), 2, "{listing}");
}

const BUFFER: &str = "!spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>";

/// A shader with a storage buffer, with this head.
fn with_buffer(head: &str) -> String {
    format!(
        r#"spirv.module Logical GLSL450 {head} {{
  spirv.GlobalVariable @buf bind(0, 0) : {BUFFER}
  spirv.func @main() "None" {{
    %c0 = spirv.Constant 0 : i32
    %p = spirv.mlir.addressof @buf : {BUFFER}
    %q = spirv.AccessChain %p[%c0, %c0] : {BUFFER}, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Store "StorageBuffer" %q, %c0 : i32
    spirv.Return
  }}
  spirv.EntryPoint "GLCompute" @main
  spirv.ExecutionMode @main "LocalSize", 1, 1, 1
}}"#
    )
}

#[test]
fn storage_buffers_have_their_extension_and_stand_in_interfaces() {
    let folder = Folder::empty("buffers");
    let early = folder.listing(&with_buffer("requires #spirv.vce<v1.0, [Shader], []>"), "vulkan1.0");
    position(&early, "OpExtension \"SPV_KHR_storage_buffer_storage_class\"");
    let later = folder.listing(&with_buffer("requires #spirv.vce<v1.5, [Shader], []>"), "vulkan1.2");
    assert!(!later.contains("OpExtension"), "{later}");
    let entry = later.lines().find(|line| line.contains("OpEntryPoint")).unwrap_or_default();
    assert!(entry.ends_with(char::is_numeric), "{entry}");
}

#[test]
fn a_module_without_a_version_gets_the_one_that_it_needs() {
    let folder = Folder::empty("version");
    let text = r#"spirv.module Logical GLSL450 {
  spirv.GlobalVariable @a : !spirv.ptr<i32, Private>
  spirv.GlobalVariable @b : !spirv.ptr<i32, Private>
  spirv.func @f() "None" {
    %a = spirv.mlir.addressof @a : !spirv.ptr<i32, Private>
    %b = spirv.mlir.addressof @b : !spirv.ptr<i32, Private>
    spirv.CopyMemory "Private" %a, "Private" %b ["Volatile"], ["Volatile"] : i32
    spirv.Return
  }
}"#;
    position(&folder.listing(text, "universal1.4"), "; Version: 1.4");
}

/// A kernel in MLIR's general dialects for a target.
fn general(target: &str, abi: &str) -> String {
    format!(
        "module attributes {{spirv.target_env = #spirv.target_env<{target}, #spirv.resource_limits<>>}} {{
  gpu.module @kernels {{
    gpu.func @k(%a : memref<6xi32>) kernel attributes {{spirv.entry_point_abi = #spirv.entry_point_abi<{abi}>}} {{
      %i0 = arith.constant 0 : index
      %x0 = memref.load %a[%i0] : memref<6xi32>
      memref.store %x0, %a[%i0] : memref<6xi32>
      gpu.return
    }}
  }}
}}"
    )
}

#[test]
fn converted_kernels_are_valid_for_old_and_new_versions() {
    let folder = Folder::empty("converted");
    let old = "#spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]>";
    let new = "#spirv.vce<v1.4, [Shader], []>";
    for target in [old, new] {
        folder.write("k.mlir", general(target, "workgroup_size = [1, 1, 1], subgroup_size = 32"));
        folder.succeeds("convert k.mlir -o k.spv");
        folder.succeeds("validate k.spv");
        let listing = folder.succeeds("dis k.spv");
        assert!(!listing.contains("SubgroupSize"), "{listing}");
    }
}

#[test]
fn invalid_results_are_errors_unless_they_are_wanted() {
    let folder = Folder::empty("invalid");
    let wrong =
        with_buffer("requires #spirv.vce<v1.3, [Shader], []>").replace("\"LocalSize\", 1, 1, 1", "\"OriginUpperLeft\"");
    folder.write("wrong.mlir", &wrong);
    folder.fails("wrong.mlir -Fo wrong.spv", "text describes an invalid module: OriginUpperLeft is not allowed");
    assert!(!Path::new(&folder.join("wrong.spv")).exists());
    folder.succeeds("wrong.mlir --emit=dialect");
    folder.succeeds("wrong.mlir -Vd -Fo wrong.spv");
    folder.fails("validate wrong.spv", "wrong.spv");
    folder.fails("opt wrong.spv -o better.spv", "use --no-validate to write it anyway");
    folder.succeeds("opt --no-validate wrong.spv -o better.spv");
    let text = "OpCapability Shader\nOpMemoryModel Logical GLSL450\n%void = OpTypeVoid\n%again = OpTypeVoid\n";
    folder.write("twice.spvasm", text);
    folder.fails("asm twice.spvasm -o twice.spv", "twice.spvasm: invalid result: ");
    assert!(!Path::new(&folder.join("twice.spv")).exists());
    folder.succeeds("asm --no-validate twice.spvasm -o twice.spv");
    folder.fails("validate twice.spv", "twice.spv");
}

#[test]
fn groups_outside_of_vulkan_may_be_workgroups() {
    let folder = Folder::empty("groups");
    let text = "OpCapability Shader
OpCapability GroupNonUniformArithmetic
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %f \"f\"
OpExecutionMode %f LocalSize 8 1 1
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%two = OpConstant %uint 2
%fn = OpTypeFunction %void
%f = OpFunction %void None %fn
%l = OpLabel
%r = OpGroupNonUniformIAdd %uint %two Reduce %two
OpReturn
OpFunctionEnd
";
    folder.write("group.spvasm", text);
    folder.succeeds("asm group.spvasm -o group.spv");
    folder.fails(
        "asm group.spvasm --target-env vulkan1.3 -o other.spv",
        "scope of OpGroupNonUniformIAdd is not Subgroup",
    );
    folder.write(
        "device.spvasm",
        text.replace("%uint %two Reduce", "%uint %one Reduce").replace("%fn =", "%one = OpConstant %uint 1\n%fn ="),
    );
    folder.fails("asm device.spvasm -o device.spv", "OpGroupNonUniformIAdd has the scope Device");
}

#[test]
fn assembly_keeps_the_version_of_its_header() {
    let folder = Folder::empty("header");
    folder.write("a.mlir", ORDER);
    folder.succeeds("a.mlir -Fo a.spv");
    folder.succeeds("dis a.spv -o a.spvasm");
    folder.succeeds("asm a.spvasm -o b.spv");
    let [before, after] = ["a.spv", "b.spv"].map(|name| std::fs::read(folder.join(name)).expect("it is there"));
    assert_eq!(before[4..8], after[4..8]);
}

/// An interface that leaves the layout of its buffers open, and reads the size of its workgroup.
const OPEN_INTERFACE: &str = r#"module attributes {spirv.target_env = #spirv.target_env<
    #spirv.vce<VERSION, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
  spirv.module Logical GLSL450 {
    spirv.GlobalVariable @size built_in("WorkgroupSize") : !spirv.ptr<vector<3xi32>, Input>
    spirv.func @main(%a : f32 {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 0), StorageBuffer>},
        %b : !spirv.ptr<!spirv.struct<(f32, !spirv.array<3 x !spirv.array<4 x f32>>)>, StorageBuffer>
            {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 1)>}) "None"
        attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [2, 3, 1], subgroup_size = 64>} {
      %p = spirv.mlir.addressof @size : !spirv.ptr<vector<3xi32>, Input>
      %s = spirv.Load "Input" %p : vector<3xi32>
      %y = spirv.CompositeExtract %s[1 : i32] : vector<3xi32>
      %c1 = spirv.Constant 1 : i32
      %f = spirv.ConvertUToF %y : i32 to f32
      %v = spirv.FAdd %f, %a : f32
      %q = spirv.AccessChain %b[%c1, %c1, %y] : !spirv.ptr<!spirv.struct<(f32, !spirv.array<3 x !spirv.array<4 x f32>>)>, StorageBuffer>, i32, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
      spirv.Store "StorageBuffer" %q, %v : f32
      spirv.Return
    }
  }
}"#;

#[test]
fn interfaces_get_a_layout_and_the_size_of_their_workgroup() {
    let folder = Folder::empty("interface");
    for (version, environment) in [("v1.0", "vulkan1.0"), ("v1.4", "vulkan1.2")] {
        let listing = folder.listing(&OPEN_INTERFACE.replace("VERSION", version), environment);
        position(&listing, "ArrayStride 16");
        position(&listing, "ArrayStride 4");
        position(&listing, "LocalSize 2 3 1");
        assert!(!listing.contains("WorkgroupSize"), "{listing}");
        assert!(!listing.contains("SubgroupSize"), "{listing}");
    }
}

/// A kernel with an argument of each kind.
const ARGUMENTS: &str = r#"target triple = "spir64-unknown-unknown"
%pair = type { i32, <4 x float> }
define spir_kernel void @k(ptr addrspace(1) %data, ptr addrspace(2) %table, ptr addrspace(3) %cache,
    ptr byval(%pair) align 16 %pair, i64 %count, target("spirv.Image", void, 1, 0, 0, 1, 0, 0, 1) %picture,
    target("spirv.Sampler") %state) !reqd_work_group_size !0 {
  ret void
}
!0 = !{i32 8, i32 2, i32 1}
"#;

#[test]
fn kernel_arguments_of_llvm_ir_are_described() {
    let folder = Folder::empty("arguments");
    folder.write("k.ll", ARGUMENTS.replace("1, 0, 0, 1, 0, 0, 1", "1, 0, 0, 0, 0, 0, 1"));
    for environment in ["", "-fspv-target-env=opencl2.2"] {
        folder.succeeds(&format!("k.ll {environment} -Fo k.spv -Fre k.json"));
        let text = std::fs::read_to_string(folder.join("k.json")).expect("the description is written");
        let document: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        let kernel = &document["kernels"][0];
        assert_eq!(kernel["name"], "k", "{text}");
        assert_eq!(kernel["local_size"], serde_json::json!([8, 2, 1]));
        let kinds: Vec<String> = kernel["arguments"].as_array().expect("it has arguments").iter().map(told).collect();
        let expected = [
            "data buffer null",
            "table constants null",
            "cache group_memory null",
            "pair value 32",
            "count value 8",
            "picture image null",
            "state sampler null",
        ];
        assert_eq!(kinds, expected);
    }
}

/// The name, the kind and the size of an argument.
fn told(argument: &serde_json::Value) -> String {
    let text = |name: &str| argument[name].as_str().unwrap_or_default().to_owned();
    format!("{} {} {}", text("name"), text("kind"), argument["size"])
}
