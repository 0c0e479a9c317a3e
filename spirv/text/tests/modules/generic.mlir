#place = loc("shader.hlsl":7:3)
!buffer = !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>
"builtin.module"() ({
  "spirv.module"() <{addressing_model = #spirv.addressing_model<Logical>, memory_model = #spirv.memory_model<GLSL450>, vce_triple = #spirv.vce<v1.3, [Shader], []>}> ({
    "spirv.GlobalVariable"() <{binding = 1 : i32, descriptor_set = 0 : i32, sym_name = "data", type = !buffer}> : () -> ()
    "spirv.GlobalVariable"() <{built_in = "GlobalInvocationId", sym_name = "id", type = !spirv.ptr<vector<3xi32>, Input>}> : () -> ()
    "spirv.SpecConstant"() <{default_value = 5 : i32, sym_name = "five"}> {spec_id = 3 : i32} : () -> ()
    "spirv.func"() <{function_control = #spirv.function_control<None>, function_type = () -> (), sym_name = "main"}> ({
      %0 = "spirv.mlir.addressof"() <{variable = @id}> : () -> !spirv.ptr<vector<3xi32>, Input>
      %1 = "spirv.Load"(%0) <{memory_access = #spirv.memory_access<Aligned>, alignment = 16 : i32}> : (!spirv.ptr<vector<3xi32>, Input>) -> vector<3xi32> loc(#place)
      %2 = "spirv.CompositeExtract"(%1) <{indices = [0 : i32]}> : (vector<3xi32>) -> i32
      %3 = "spirv.Constant"() <{value = 0 : i32}> : () -> i32
      %4 = "spirv.mlir.addressof"() <{variable = @data}> : () -> !buffer
      %5 = "spirv.AccessChain"(%4, %3, %2) : (!buffer, i32, i32) -> !spirv.ptr<i32, StorageBuffer>
      %6 = "spirv.AtomicIAdd"(%5, %2) <{memory_scope = #spirv.scope<Device>, semantics = #spirv.memory_semantics<None>}> : (!spirv.ptr<i32, StorageBuffer>, i32) -> i32
      %7 = "spirv.mlir.referenceof"() <{spec_const = @five}> : () -> i32
      %8 = "spirv.IEqual"(%6, %7) : (i32, i32) -> i1
      %9 = "spirv.mlir.selection"() <{selection_control = #spirv.selection_control<Flatten>}> ({
        "spirv.BranchConditional"(%8, %6)[^bb1, ^bb2] <{branch_weights = [3 : i32, 1 : i32], operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
      ^bb1:
        %11 = "spirv.mlir.selection"() <{selection_control = #spirv.selection_control<None>}> ({
          "spirv.Switch"(%2, %7)[^bb4, ^bb3] <{case_operand_segments = array<i32: 0>, literals = dense<4> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i32) -> ()
        ^bb3:
          "spirv.Branch"(%3)[^bb4] : (i32) -> ()
        ^bb4(%12: i32):
          "spirv.mlir.merge"(%12) : (i32) -> ()
        }) : () -> i32
        "spirv.Branch"(%11)[^bb2] : (i32) -> ()
      ^bb2(%10: i32):
        "spirv.mlir.merge"(%10) : (i32) -> ()
      }) {note = "kept", map = affine_map<(d0) -> (d0 + 1)>} : () -> i32
      "spirv.Store"(%5, %9) : (!spirv.ptr<i32, StorageBuffer>, i32) -> ()
      "spirv.ControlBarrier"() <{execution_scope = #spirv.scope<Workgroup>, memory_scope = #spirv.scope<Workgroup>, memory_semantics = #spirv.memory_semantics<AcquireRelease|WorkgroupMemory>}> : () -> ()
      "spirv.Return"() : () -> ()
    }) : () -> ()
    "spirv.EntryPoint"() <{execution_model = #spirv.execution_model<GLCompute>, fn = @main, interface = [@id]}> : () -> ()
    "spirv.ExecutionMode"() <{execution_mode = #spirv.execution_mode<LocalSize>, fn = @main, values = [8 : i32, 1 : i32, 1 : i32]}> : () -> ()
  }) {author = "somebody"} : () -> ()
}) : () -> ()
