//! Rules of stages: their interfaces, instructions and execution modes.

use super::{Parts, newer, pair};

#[test]
fn builtins() {
    let module = Parts {
        entry: "
            EntryPoint Fragment %main \"main\" %depth
            ExecutionMode %main OriginUpperLeft
            ExecutionMode %main DepthReplacing
            ",
        decorations: "Decorate %depth BuiltIn FragDepth",
        types: "
            %half = Constant %float 0
            %p = TypePointer Output %float
            %depth = Variable %p Output
            ",
        body: "Store %depth %half",
        ..Parts::default()
    }
    .text();
    pair("vulkan1.1", &module, "        ExecutionMode %main DepthReplacing\n", "", "FragDepth-04216");
    let sized = Parts {
        entry: "EntryPoint GLCompute %main \"main\"",
        decorations: "Decorate %size BuiltIn WorkgroupSize",
        types: "
            %v3 = TypeVector %uint 3
            %one = Constant %uint 1
            %none = Constant %uint 0
            %size = ConstantComposite %v3 %one %one %one
            ",
        body: "%x = CompositeExtract %uint %size 0",
        ..Parts::default()
    }
    .text();
    pair("vulkan1.1", &sized, "%v3 %one %one %one", "%v3 %one %none %one", "workgroup size is 0");
    let in_fragment = "EntryPoint Fragment %main \"main\"\n        ExecutionMode %main OriginUpperLeft";
    pair("vulkan1.1", &sized, "EntryPoint GLCompute %main \"main\"", in_fragment, "WorkgroupSize-04425");
}

#[test]
fn mesh_shaders() {
    let module = Parts {
        declares: "
            Capability MeshShadingEXT
            Extension \"SPV_EXT_mesh_shader\"
            ",
        entry: "
            EntryPoint MeshEXT %main \"main\" %indices %culled %user
            ExecutionMode %main LocalSize 1 1 1
            ExecutionMode %main OutputVertices 3
            ExecutionMode %main OutputPrimitivesEXT 2
            ExecutionMode %main OutputTrianglesEXT
            ",
        decorations: "
            Decorate %indices BuiltIn PrimitiveTriangleIndicesEXT
            Decorate %culled BuiltIn CullPrimitiveEXT
            Decorate %culled PerPrimitiveEXT
            Decorate %user Location 0
            ",
        types: "
            %v3 = TypeVector %uint 3
            %u0 = Constant %uint 0
            %u2 = Constant %uint 2
            %u3 = Constant %uint 3
            %triple = ConstantComposite %v3 %u0 %u0 %u0
            %true = ConstantTrue %bool
            %triples = TypeArray %v3 %u2
            %bools = TypeArray %bool %u2
            %floats = TypeArray %float %u3
            %p_triples = TypePointer Output %triples
            %p_bools = TypePointer Output %bools
            %p_floats = TypePointer Output %floats
            %p_float = TypePointer Output %float
            %p_triple = TypePointer Output %v3
            %p_bool = TypePointer Output %bool
            %indices = Variable %p_triples Output
            %culled = Variable %p_bools Output
            %user = Variable %p_floats Output
            ",
        body: "
            SetMeshOutputsEXT %u3 %u2
            %where = AccessChain %p_triple %indices %u0
            Store %where %triple
            %there = AccessChain %p_bool %culled %u0
            Store %there %true
            ",
    }
    .text();
    let broken = |from: &str, to: &str, message: &str| newer("vulkan1.3", &module, from, to, message);
    broken("OutputTrianglesEXT", "OutputLinesEXT", "PrimitiveTriangleIndicesEXT-07054");
    broken("OutputPrimitivesEXT 2", "OutputPrimitivesEXT 4", "PrimitiveTriangleIndicesEXT-07058");
    broken("        Decorate %culled PerPrimitiveEXT\n", "", "CullPrimitiveEXT-07038");
    broken("TypeArray %bool %u2", "TypeArray %bool %u3", "CullPrimitiveEXT-10589");
    broken("SetMeshOutputsEXT %u3 %u2", "SetMeshOutputsEXT %u3 %u3", "3 primitives exceed OutputPrimitivesEXT 2");
    broken("%user = Variable %p_floats", "%user = Variable %p_float", "an output of a mesh shader and no array");
}

#[test]
fn descriptor_heaps() {
    let module = Parts {
        declares: "
            Capability UntypedPointersKHR
            Capability DescriptorHeapEXT
            Extension \"SPV_KHR_untyped_pointers\"
            Extension \"SPV_EXT_descriptor_heap\"
            ",
        entry: "
            EntryPoint GLCompute %main \"main\" %resources %samplers
            ExecutionMode %main LocalSize 1 1 1
            ",
        decorations: "
            Decorate %resources BuiltIn ResourceHeapEXT
            Decorate %samplers BuiltIn SamplerHeapEXT
            DecorateId %images ArrayStrideIdEXT %stride
            DecorateId %buffers ArrayStrideIdEXT %stride
            DecorateId %handles ArrayStrideIdEXT %u8
            Decorate %block Block
            MemberDecorate %block 0 Offset 0
            ",
        types: "
            %v2 = TypeVector %uint 2
            %u0 = Constant %uint 0
            %u1 = Constant %uint 1
            %u8 = Constant %uint 8
            %at = ConstantComposite %v2 %u0 %u0
            %image = TypeImage %uint 2D 2 0 0 2 R32ui
            %buffer = TypeBufferEXT StorageBuffer
            %handle = TypeSampler
            %stride = ConstantSizeOfEXT %uint %image
            %images = TypeRuntimeArray %image
            %buffers = TypeRuntimeArray %buffer
            %handles = TypeRuntimeArray %handle
            %block = TypeStruct %uint
            %p = TypeUntypedPointerKHR UniformConstant
            %p_image = TypeUntypedPointerKHR Image
            %p_block = TypePointer StorageBuffer %block
            %p_shared = TypePointer Workgroup %block
            %p_uint = TypePointer StorageBuffer %uint
            %resources = UntypedVariableKHR %p UniformConstant
            %samplers = UntypedVariableKHR %p UniformConstant
            ",
        body: "
            %i = UntypedAccessChainKHR %p %images %resources %u0
            %loaded = Load %image %i
            %s = UntypedAccessChainKHR %p %handles %samplers %u1
            %sampler = Load %handle %s
            %texel = UntypedImageTexelPointerEXT %p_image %image %i %at %u0
            %b = UntypedAccessChainKHR %p %buffers %resources %u1
            %whole = BufferPointerEXT %p_block %b
            %member = AccessChain %p_uint %whole %u0
            Store %member %u1
            ",
    }
    .text();
    let broken = |from: &str, to: &str, message: &str| newer("vulkan1.3", &module, from, to, message);
    broken("%images %resources", "%images %samplers", "image loaded from the sampler heap");
    broken("%handles %samplers", "%handles %resources", "sampler loaded from the resource heap");
    broken("%buffers %resources", "%buffers %samplers", "operand of OpBufferPointerEXT is not in the resource heap");
    broken(
        "BufferPointerEXT %p_block",
        "BufferPointerEXT %p_shared",
        "result of OpBufferPointerEXT does not point to a buffer",
    );
    broken(
        "ConstantSizeOfEXT %uint %image",
        "ConstantSizeOfEXT %uint %uint",
        "operand of OpConstantSizeOfEXT is not a descriptor",
    );
    broken(
        "ConstantSizeOfEXT %uint %image",
        "ConstantSizeOfEXT %float %image",
        "the size of a descriptor is not an integer of 32 or 64 bits",
    );
    broken("%u8 = Constant %uint 8", "%u8 = Constant %uint 0", "has a stride of 0");
    broken(
        "DecorateId %images ArrayStrideIdEXT %stride",
        "DecorateId %p_uint ArrayStrideIdEXT %stride",
        "ArrayStrideIdEXT cannot decorate OpTypePointer %4",
    );
    broken("        DecorateId %images ArrayStrideIdEXT %stride\n", "", "has no stride");
    broken("%image %i %at %u0", "%uint %i %at %u0", "type operand of OpUntypedImageTexelPointerEXT is not an image");
    broken("%image %i %at %u0", "%image %i %u0 %u0", "coordinate does not have 2 32-bit integer components");
    broken("MemberDecorate %block 0 Offset 0", "MemberDecorate %block 0 NonWritable", "no offset");
}

#[test]
fn attachments() {
    let module = Parts {
        declares: "
            Capability TileImageDepthReadAccessEXT
            Extension \"SPV_EXT_shader_tile_image\"
            ",
        entry: "
            EntryPoint Fragment %main \"main\"
            ExecutionMode %main OriginUpperLeft
            ",
        body: "%d = DepthAttachmentReadEXT %float",
        ..Parts::default()
    }
    .text();
    pair("vulkan1.1", &module, "ReadEXT %float", "ReadEXT %uint", "depth read result is not a 32-bit float");
}

#[test]
fn aborts_and_constant_data() {
    let of = |types: &str, body: &str| {
        let declares = "
            Capability AbortKHR
            Capability ConstantDataKHR
            Capability Int8
            Extension \"SPV_KHR_abort\"
            Extension \"SPV_KHR_constant_data\"
            ";
        let types = format!(
            "
            %byte = TypeInt 8 0
            %five = Constant %uint 5
            %message = TypeStruct %uint
            %line = ConstantComposite %message %five
            %bytes = TypeArray %byte %five
            %floats = TypeArray %float %five
            {types}"
        );
        let decorations = "MemberDecorate %message 0 Offset 0";
        Parts { declares, decorations, types: &types, body, ..Parts::default() }.text()
    };
    let data = of("%data = ConstantDataKHR %bytes 67305985 5", "");
    let refused = |from: &str, to: &str, message: &str| newer("vulkan1.3", &data, from, to, message);
    refused(" 67305985 5", " 5", "has 1 words, expected 2");
    refused("DataKHR %bytes", "DataKHR %floats", "the elements of OpConstantDataKHR are not integers");
    refused("DataKHR %bytes", "DataKHR %message", "the type of OpConstantDataKHR is not an array");
    let stride = "Decorate %bytes ArrayStride 1\nMemberDecorate";
    refused("MemberDecorate", stride, "the array of OpConstantDataKHR has a stride");
    let abort = of("", "AbortKHR %message %line\n%behind = Label");
    let refused = |from: &str, to: &str, message: &str| newer("vulkan1.3", &abort, from, to, message);
    refused("%message %line", "%message %five", "the message of OpAbortKHR is not of its message type");
    refused("%message %line", "%void %line", "the message type of OpAbortKHR has no values");
}

#[test]
fn micromaps_of_entry_points() {
    let entry = "
        EntryPoint GLCompute %main \"main\"
        ExecutionMode %main LocalSize 1 1 1
        ExecutionModeId %main OpacityMicromapIdKHR %yes";
    let declares = "
        Capability RayTracingOpacityMicromapExecutionModeKHR
        Extension \"SPV_KHR_opacity_micromap\"
        ";
    let types = "%yes = ConstantTrue %bool\n%one = Constant %uint 1";
    let good = Parts { declares, entry, types, ..Parts::default() }.text();
    let refused = |from: &str, to: &str, message: &str| newer("vulkan1.3", &good, from, to, message);
    refused("KHR %yes", "KHR %one", "the operand of OpacityMicromapIdKHR is not a constant boolean");
    refused("KHR %yes", "KHR %bool", "an operand of OpacityMicromapIdKHR is not a constant");
    let again = "ExecutionModeId %main OpacityMicromapIdKHR %yes\n        ExecutionModeId %main";
    refused("ExecutionModeId %main", again, "duplicate execution mode OpacityMicromapIdKHR");
    refused("Capability RayTracingOpacityMicromapExecutionModeKHR", "", "OpacityMicromapIdKHR requires one of");
    refused("Extension \"SPV_KHR_opacity_micromap\"", "", "is not allowed in Vulkan 1.3");
}

/// A ray-generation shader that records a miss.
fn hit_objects(body: &str) -> String {
    Parts {
        declares: "Capability RayTracingKHR\nCapability ShaderInvocationReorderEXT\nExtension \"SPV_KHR_ray_tracing\"
            Extension \"SPV_EXT_shader_invocation_reorder\"",
        entry: "EntryPoint RayGenerationKHR %main \"main\"",
        decorations: "",
        types: "
            %v3 = TypeVector %float 3
            %zero = Constant %uint 0
            %one = Constant %float 1
            %ray = ConstantComposite %v3 %one %one %one
            %hit = TypeHitObjectEXT
            %p_hit = TypePointer Function %hit",
        body,
    }
    .text()
}

#[test]
fn hit_objects_are_no_values() {
    let record = "HitObjectRecordMissEXT %h %zero %zero %ray %one %ray %one";
    let module = hit_objects(&format!("%h = Variable %p_hit Function\n%g = Variable %p_hit Function\n{record}"));
    let broken = |behind: &str, message: &str| {
        let worse = format!("{record}\n{behind}");
        newer("vulkan1.3", &module, record, &worse, message);
    };
    broken("%x = Load %hit %h", "OpLoad of a hit object, which is not a value");
    broken("CopyMemory %g %h", "OpCopyMemory of a hit object, which is not a value");
    let undefined = "%p_hit = TypePointer Function %hit\n%none = Undef %hit";
    let stored = module.replace("%p_hit = TypePointer Function %hit", undefined);
    newer("vulkan1.3", &stored, record, &format!("{record}\nStore %h %none"), "OpStore of a hit object");
    let held = "%p_hit = TypePointer Function %hit\n%pack = TypeStruct %hit";
    newer("vulkan1.3", &module, "%p_hit = TypePointer Function %hit", held, "struct has a hit object as a member");
    let output = "%p_hit = TypePointer Function %hit\n%p_out = TypePointer StorageBuffer %hit";
    newer("vulkan1.3", &module, "%p_hit = TypePointer Function %hit", output, "neither of the storage class Function");
}

#[test]
fn positions_of_hit_objects_need_their_capability() {
    let body = "%h = Variable %p_hit Function\nHitObjectRecordMissEXT %h %zero %zero %ray %one %ray %one
        %at = HitObjectGetIntersectionTriangleVertexPositionsEXT %corners %h";
    let module = hit_objects(body)
        .replace("Capability RayTracingKHR", "Capability RayTracingKHR\nCapability RayTracingPositionFetchKHR")
        .replace(
            "Extension \"SPV_KHR_ray_tracing\"",
            "Extension \"SPV_KHR_ray_tracing\"\nExtension \"SPV_KHR_ray_tracing_position_fetch\"",
        )
        .replace(
            "%hit = TypeHitObjectEXT",
            "%three = Constant %uint 3\n%corners = TypeArray %v3 %three\n%hit = TypeHitObjectEXT",
        );
    let message = "positions of a hit object require RayTracingPositionFetchKHR";
    newer("vulkan1.3", &module, "Capability RayTracingPositionFetchKHR\n", "", message);
}
