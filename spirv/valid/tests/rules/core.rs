//! Rules of instructions, types, blocks and layouts.

use super::{Parts, body, newer, pair, shader, verdict, words};
use hlsl2spirv_valid::{Environment, Options, validate};

#[test]
fn packed_dot_products_need_their_capability() {
    let module = shader("%x = UDot %uint %one %one PackedVectorFormat4x8Bit").replace(
        "Capability Shader\n",
        "Capability Shader\nCapability DotProduct\nCapability DotProductInput4x8BitPacked\nExtension \"SPV_KHR_integer_dot_product\"\n",
    );
    let (packed, other) = ("Capability DotProductInput4x8BitPacked", "Capability DotProductInputAll");
    pair("vulkan1.1", &module, packed, other, "OpUDot requires DotProductInput4x8BitPacked for packed vectors");
}

#[test]
fn shapes() {
    body("%x = FAdd %float %half %half", "FAdd", "IAdd", "not a scalar or vector of integers");
    body("%x = IAdd %int %zero %one", "%zero %one", "%zero %half", "operand 2");
    body("%x = FOrdLessThan %bool %half %half", "%bool %half %half", "%bool %half %zero", "type of the first operand");
    body(
        "%x = Dot %float %pair %pair",
        "%pair %pair",
        "%pair %half",
        "operands of OpDot are not vectors of the result type",
    );
    body("%x = ConvertSToF %float %zero", "%float %zero", "%float %half", "operand 1");
    body("%x = Select %int %true %zero %zero", "%int %true", "%int %zero", "condition");
    body(
        "%x = Bitcast %float %zero",
        "Bitcast %float",
        "Bitcast %v2",
        "result and operand of OpBitcast have different sizes",
    );
}

#[test]
fn composites() {
    body("%x = CompositeExtract %float %pair 1", "%pair 1", "%pair 2", "index 2 is out of bounds (size 2)");
    body(
        "%x = CompositeConstruct %v2 %half %half",
        "Construct %v2 %half %half",
        "Construct %v2 %half %zero",
        "neither of the component type",
    );
    body("%x = VectorShuffle %v4 %pair %pair 0 1 2 3", "2 3", "2 4", "component 4");
}

#[test]
fn memory() {
    let good = "%v = Variable %p_int Function\n%l = Load %int %v\nStore %v %l";
    body(good, "Load %int", "Load %uint", "does not match the pointee type");
    body(good, "Store %v %l", "Store %v %half", "does not match the pointee type");
    body(good, "Variable %p_int Function", "Variable %p_int Private", "storage class");
}

#[test]
fn flow() {
    let good = "SelectionMerge %end None\nBranchConditional %true %then %end\n%then = Label\n%x = IAdd %int %zero %zero
        Branch %end\n%end = Label";
    body(good, "SelectionMerge %end None\n", "", "conditional branch without a merge instruction");
    body(good, "Branch %end\n", "Branch %then\n", "back edge to a block that is not a loop header");
    body(good, "%end = Label", "%end = Label\n%y = IAdd %int %x %x", "definition of %19 does not dominate its use");
    body(good, "BranchConditional %true", "BranchConditional %zero", "branch condition is not a boolean");
    let looped = "Branch %head\n%head = Label\nLoopMerge %out %cont None\nBranchConditional %true %body %out
        %body = Label\nBranch %cont\n%cont = Label\nBranch %head\n%out = Label";
    body(looped, "%cont = Label\nBranch %head", "%cont = Label\nBranch %out", "no back edge");
    let leaving = "%cont = Label\nSelectionMerge %back None\nBranchConditional %true %gone %back
        %gone = Label\nReturn\n%back = Label\nBranch %head";
    body(looped, "%cont = Label\nBranch %head", leaving, "in a continue construct");
}

#[test]
fn phis() {
    let good = "SelectionMerge %end None\nBranchConditional %true %then %end\n%then = Label\nBranch %end
        %end = Label\n%x = Phi %int %zero %entry %zero %then";
    body(good, "%zero %entry %zero %then", "%zero %entry", "predecessors");
    body(good, "%zero %entry", "%one %entry", "different types");
}

#[test]
fn ids_and_order() {
    body("%x = IAdd %int %zero %zero", "%zero %zero", "%zero %later", "not defined");
    body("%x = IAdd %int %zero %zero", "%zero %zero", "%zero %int", "is a type");
    let module = shader("");
    pair("vulkan1.1", &module, "%uint = TypeInt 32 0", "%uint = TypeInt 32 1", "duplicate type declaration: OpTypeInt");
    pair("vulkan1.1", &module, "Capability Shader\n", "", "GLSL450 requires one of [Shader]");
    pair("vulkan1.1", &module, "    MemoryModel Logical GLSL450\n", "", "OpMemoryModel");
    pair("vulkan1.1", &module, "LocalSize 1 1 1", "LocalSize 1 0 1", "workgroup size is 0");
    pair("vulkan1.1", &module, "ExecutionMode %main LocalSize 1 1 1\n", "", "10685");
    pair("vulkan1.1", &module, "FunctionEnd", "", "OpFunctionEnd");
}

#[test]
fn barriers_and_atomics() {
    let barrier = |scope: &str| format!("ControlBarrier {scope} %two %sem");
    let module = shader(&barrier("%two"))
        .replace("%p_int = TypePointer", "%two = Constant %uint 2\n%sem = Constant %uint 264\n%p_int = TypePointer");
    pair("vulkan1.1", &module, "ControlBarrier %two", "ControlBarrier %one", "04636");
    pair("vulkan1.1", &module, "%sem = Constant %uint 264", "%sem = Constant %uint 8", "10870");
}

#[test]
fn interfaces() {
    let fragment = Parts {
        entry: "
            EntryPoint Fragment %main \"main\" %in %out
            ExecutionMode %main OriginUpperLeft
            ",
        decorations: "
            Decorate %in BuiltIn FragCoord
            Decorate %out Location 0
            ",
        types: "
            %v4 = TypeVector %float 4
            %v3 = TypeVector %float 3
            %p_in = TypePointer Input %v4
            %p_in3 = TypePointer Input %v3
            %p_out = TypePointer Output %v4
            %in = Variable %p_in Input
            %out = Variable %p_out Output
            ",
        body: "
            %x = Load %v4 %in
            Store %out %x
            ",
        ..Parts::default()
    }
    .text();
    pair("vulkan1.1", &fragment, "Decorate %out Location 0\n", "", "04916");
    pair(
        "vulkan1.1",
        &fragment,
        "\"main\" %in %out",
        "\"main\" %out",
        "%3 is used but not listed in the interface of 'main'",
    );
    pair("vulkan1.1", &fragment, "BuiltIn FragCoord", "BuiltIn FrontFacing", "FrontFacing-04231");
    pair("vulkan1.1", &fragment, "BuiltIn FragCoord", "BuiltIn WorkgroupId", "WorkgroupId-04424");
    pair("vulkan1.1", &fragment, "        ExecutionMode %main OriginUpperLeft\n", "", "an origin");
    pair("vulkan1.1", &fragment, "OriginUpperLeft", "OriginLowerLeft", "04653");
}

#[test]
fn blocks() {
    let module = Parts {
        decorations: "
            Decorate %block Block
            MemberDecorate %block 0 Offset 0
            MemberDecorate %block 1 Offset 16
            Decorate %buffer DescriptorSet 0
            Decorate %buffer Binding 0
            ",
        types: "
            %v4 = TypeVector %float 4
            %block = TypeStruct %float %v4
            %p = TypePointer Uniform %block
            %buffer = Variable %p Uniform
            ",
        ..Parts::default()
    }
    .text();
    pair("vulkan1.0", &module, "1 Offset 16", "1 Offset 8", "not aligned");
    pair("vulkan1.0", &module, "1 Offset 16", "1 Offset 0", "overlaps");
    pair("vulkan1.0", &module, "MemberDecorate %block 1 Offset 16\n", "", "no offset");
    pair("vulkan1.0", &module, "Decorate %buffer Binding 0\n", "", "06677");
    pair("vulkan1.0", &module, "Decorate %block Block\n", "", "06676");
}

#[test]
fn long_vectors() {
    let module = Parts {
        declares: "Capability LongVectorEXT\nExtension \"SPV_EXT_long_vector\"",
        decorations: "
            Decorate %block Block
            MemberDecorate %block 0 Offset 0
            Decorate %array ArrayStride 32
            Decorate %buffer DescriptorSet 0
            Decorate %buffer Binding 0
            ",
        types: "
            %v6 = TypeVector %float 6
            %v4 = TypeVector %float 4
            %m4 = TypeMatrix %v4 2
            %array = TypeRuntimeArray %v6
            %block = TypeStruct %array
            %p = TypePointer StorageBuffer %block
            %buffer = Variable %p StorageBuffer
            %w = TypePointer Workgroup %v6
            %shared = Variable %w Workgroup
            ",
        ..Parts::default()
    }
    .text();
    pair("vulkan1.3", &module, "ArrayStride 32", "ArrayStride 24", "stride of 24, which is not aligned to 16");
    pair("universal1.6", &module, "ArrayStride 32", "ArrayStride 24", "stride of 24, which is not aligned to 16");
    let output = module.replace("Workgroup", "Output");
    let violation = verdict("vulkan1.3", &output).expect_err("no output is a long vector");
    assert!(violation.to_string().contains("Type-12297"), "{violation}");
    pair("vulkan1.3", &module, "TypeMatrix %v4", "TypeMatrix %v6", "matrix has 6 rows, expected 2 to 4");
    pair("vulkan1.3", &module, "Capability LongVectorEXT\n", "", "vector of 6 components is not supported");
}

#[test]
fn extended_instructions() {
    let module = shader("%x = ExtInst %float %gl Sqrt %half")
        .replace("MemoryModel", "%gl = ExtInstImport \"GLSL.std.450\"\nMemoryModel");
    pair("vulkan1.1", &module, "%gl Sqrt %half", "%gl Sqrt %zero", "Sqrt");
}

#[test]
fn images() {
    let module = shader("").replace("%p_int =", "%image = TypeImage %float 2D 0 0 0 1 Unknown\n%p_int =");
    pair("vulkan1.1", &module, "0 0 0 1 Unknown", "0 0 0 0 Unknown", "04657");
    pair("vulkan1.1", &module, "0 0 0 1 Unknown", "0 0 0 1 R32i", "04965");
}

#[test]
fn deep_nesting_takes_linear_time() {
    let nested = |depth: usize| {
        let open: String = (0..depth)
            .map(|at| format!("SelectionMerge %m{at} None\nBranchConditional %true %t{at} %m{at}\n%t{at} = Label\n"))
            .collect();
        let close: String = (0..depth).rev().map(|at| format!("Branch %m{at}\n%m{at} = Label\n")).collect();
        words::assemble(3, &shader(&format!("{open}{close}")))
    };
    let options = Options::new(Environment::from_name("vulkan1.1").expect("known"));
    assert_eq!(validate(&nested(1000), &options), Ok(()));
    let found = validate(&nested(1100), &options).expect_err("constructs nest too deeply");
    assert!(found.message.contains("nested deeper than 1023"), "{found}");
}

#[test]
fn debug_information() {
    let declares = "
            Extension \"SPV_KHR_non_semantic_info\"
            %dbg = ExtInstImport \"NonSemantic.Shader.DebugInfo.100\"
            ";
    let module = Parts {
        declares,
        decorations: "
            %file = String \"file.hlsl\"
            %text = String \"two.words\"
            %empty = String \"\"
            ",
        types: "
            %u0 = Constant %uint 0
            %u1 = Constant %uint 1
            %u2 = Constant %uint 2
            %u3 = Constant %uint 3
            %u5 = Constant %uint 5
            %u9 = Constant %uint 9
            %u32 = Constant %uint 32
            %half = Constant %float 0
            %yes = ConstantTrue %bool
            %source = ExtInst %void %dbg DebugSource %file %text
            %unit = ExtInst %void %dbg DebugCompilationUnit %u1 %u5 %source %u5
            %scalar = ExtInst %void %dbg DebugTypeBasic %file %u32 %u3 %u0
            %vector = ExtInst %void %dbg DebugTypeVector %scalar %u3
            %matrix = ExtInst %void %dbg DebugTypeMatrix %vector %u3 %yes
            %array = ExtInst %void %dbg DebugTypeArray %vector %u5
            %member = ExtInst %void %dbg DebugTypeMember %file %array %source %u1 %u1 %u0 %u32 %u0
            %struct = ExtInst %void %dbg DebugTypeComposite %file %u1 %source %u1 %u9 %unit %empty %u32 %u0 %member
            %type = ExtInst %void %dbg DebugTypeFunction %u0 %void %struct %matrix
            %function = ExtInst %void %dbg DebugFunction %file %type %source %u1 %u1 %unit %empty %u0 %u1
            %block = ExtInst %void %dbg DebugLexicalBlock %source %u1 %u1 %function
            %local = ExtInst %void %dbg DebugLocalVariable %file %scalar %source %u1 %u1 %block %u0
            %expression = ExtInst %void %dbg DebugExpression
            ",
        body: "
            %defined = ExtInst %void %dbg DebugFunctionDefinition %function %main
            %scope = ExtInst %void %dbg DebugScope %block
            %line = ExtInst %void %dbg DebugLine %source %u1 %u1 %u1 %u9
            %value = ExtInst %void %dbg DebugValue %local %half %expression
            ",
        ..Parts::default()
    }
    .text();
    let unused = Parts { declares, ..Parts::default() }.text();
    pair(
        "vulkan1.1",
        &unused,
        "DebugInfo.100",
        "DebugInfo.99",
        "unknown version of the instruction set 'NonSemantic.Shader.DebugInfo.99'",
    );
    let pair = |from: &str, to: &str, message: &str| pair("vulkan1.1", &module, from, to, message);
    pair("DebugSource %file %text", "DebugSource %u1 %text", "operand 1 of DebugSource is not an OpString");
    pair(
        "DebugCompilationUnit %u1 %u5 %source %u5",
        "DebugCompilationUnit %u1 %half %source %u5",
        "operand 2 of DebugCompilationUnit",
    );
    pair("DebugTypeVector %scalar %u3", "DebugTypeVector %scalar %u5", "a number from 1 to 4");
    pair(
        "DebugTypeVector %scalar %u3",
        "DebugTypeVector %unit %u3",
        "operand 1 of DebugTypeVector is not a DebugTypeBasic",
    );
    pair(
        "DebugTypeArray %vector %u5",
        "DebugTypeArray %vector %half",
        "operand 2 of DebugTypeArray is not a constant integer",
    );
    pair("%u32 %u0 %member", "%u32 %u0 %vector", "a DebugTypeMember, DebugFunction or DebugTypeInheritance");
    pair("DebugTypeFunction %u0 %void", "DebugTypeFunction %u0 %unit", "a debug type or OpTypeVoid");
    pair("DebugLexicalBlock %source %u1 %u1 %function", "DebugLexicalBlock %source %u1 %u1 %type", "a lexical scope");
    pair(
        "DebugLexicalBlock %source %u1 %u1 %function",
        "DebugLexicalBlock %source %u2 %u1 %function",
        "names line 2 of a text that has 1",
    );
    pair("%u1 %u9 %unit %empty", "%u1 %u32 %unit %empty", "names column 32 of line 1, which ends at 10");
    pair("%u1 %u1 %u1 %u9", "%u0 %u1 %u1 %u9", "DebugLine starts at line 0; lines start at 1");
    pair("%u1 %u1 %u1 %u9", "%u1 %u1 %u9 %u1", "before it starts");
    pair(
        "DebugFunctionDefinition %function %main",
        "DebugFunctionDefinition %function %fn",
        "operand 2 of DebugFunctionDefinition",
    );
    pair("DebugValue %local %half %expression", "DebugValue %local %half %block", "a DebugExpression");
    pair("DebugExpression\n", "DebugExpression %u1\n", "a DebugOperation");
    pair("ExtInst %void %dbg DebugScope %block", "ExtInst %uint %dbg DebugScope %block", "not of type void");
    // An assembler takes no text with too few operands.
    let mut words = words::assemble(3, &module);
    let is_function = |at: &usize| words[*at] & 0xffff == spirv::Op::ExtInst as u32 && words[at + 4] == 20;
    let start = mutants::starts(&words).into_iter().find(is_function).expect("DebugFunction is in the module");
    words[start] -= 4 << 16;
    words.drain(start + 10..start + 14);
    let options = Options::new(Environment::from_name("vulkan1.1").expect("the environment is known"));
    let found = validate(&words, &options).expect_err("operands are missing");
    assert!(found.to_string().contains("at least 9"), "{found}");
}

#[test]
fn cases_of_switches() {
    let good = "SelectionMerge %end None\nSwitch %zero %end 1 %a 2 %b\n%a = Label\nBranch %end\n%b = Label\nBranch %end
        %end = Label";
    let meeting = "%a = Label\nBranch %c\n%b = Label\nBranch %c\n%c = Label\nBranch %end";
    body(
        good,
        "%a = Label\nBranch %end\n%b = Label\nBranch %end",
        meeting,
        "several cases branch to a block that is not a case",
    );
    let looped = "Branch %head\n%head = Label\nLoopMerge %out %cont None\nBranch %body\n%body = Label
        SelectionMerge %end None\nSwitch %zero %end 1 %a\n%a = Label\nBranch %cont\n%end = Label\nBranch %out
        %cont = Label\nBranch %head\n%out = Label";
    body(looped, "%end 1 %a\n", "%end 1 %a 2 %cont\n", "branch into a case bypasses its switch");
}

#[test]
fn variable_pointers() {
    let module = Parts {
        declares: "Capability VariablePointersStorageBuffer",
        decorations: "
            Decorate %block Block
            MemberDecorate %block 0 Offset 0
            MemberDecorate %block 1 Offset 16
            MemberDecorate %block 1 ColMajor
            MemberDecorate %block 1 MatrixStride 16
            Decorate %floats ArrayStride 4
            Decorate %left DescriptorSet 0
            Decorate %left Binding 0
            Decorate %right DescriptorSet 0
            Decorate %right Binding 1
            ",
        types: "
            %v4 = TypeVector %float 4
            %m4 = TypeMatrix %v4 4
            %true = ConstantTrue %bool
            %zero = Constant %int 0
            %one = Constant %int 1
            %four = Constant %int 4
            %floats = TypeArray %float %four
            %block = TypeStruct %floats %m4
            %p_block = TypePointer StorageBuffer %block
            %p_float = TypePointer StorageBuffer %float
            %left = Variable %p_block StorageBuffer
            %right = Variable %p_block StorageBuffer
            ",
        body: "
            %a = AccessChain %p_float %left %zero %zero
            %b = AccessChain %p_float %left %zero %one
            %c = Select %p_float %true %a %b
            %l = Load %float %c
            ",
        ..Parts::default()
    }
    .text();
    let broken = |from: &str, to: &str, message: &str| pair("vulkan1.1", &module, from, to, message);
    broken(
        "%left %zero %one",
        "%right %zero %one",
        "selection between pointers into different buffers requires VariablePointers",
    );
    broken("%left %zero %one", "%left %one %zero %one", "variable pointer into a matrix");
    broken("Capability VariablePointersStorageBuffer", "Capability Shader", "pointer");
}

#[test]
fn cooperative_matrices() {
    let module = Parts {
        declares: "
            Capability VulkanMemoryModel
            Capability CooperativeMatrixKHR
            Extension \"SPV_KHR_vulkan_memory_model\"
            Extension \"SPV_KHR_cooperative_matrix\"
            ",
        entry: "
            EntryPoint GLCompute %main \"main\"
            ExecutionMode %main LocalSize 32 1 1
            ",
        types: "
            %u0 = Constant %uint 0
            %u1 = Constant %uint 1
            %u2 = Constant %uint 2
            %subgroup = Constant %uint 3
            %rows = Constant %uint 16
            %columns = Constant %uint 8
            %depth = Constant %uint 4
            %half = Constant %float 0
            %factor = TypeCooperativeMatrixKHR %float %subgroup %rows %depth %u0
            %other = TypeCooperativeMatrixKHR %float %subgroup %depth %columns %u1
            %sum = TypeCooperativeMatrixKHR %float %subgroup %rows %columns %u2
            ",
        body: "
            %a = CompositeConstruct %factor %half
            %b = CompositeConstruct %other %half
            %c = CompositeConstruct %sum %half
            %d = CooperativeMatrixMulAddKHR %sum %a %b %c
            %n = CooperativeMatrixLengthKHR %uint %sum
            ",
        ..Parts::default()
    }
    .text()
    .replace("Logical GLSL450", "Logical Vulkan");
    let broken = |from: &str, to: &str, message: &str| newer("vulkan1.3", &module, from, to, message);
    broken("%sum %a %b %c", "%sum %b %b %c", "MatrixAKHR");
    broken("%subgroup %depth %columns %u1", "%subgroup %rows %columns %u1", "cannot be multiplied");
    broken("%subgroup %rows %depth %u0", "%subgroup %columns %depth %u0", "mixes numbers of rows");
    broken("CooperativeMatrixLengthKHR %uint %sum", "CooperativeMatrixLengthKHR %float %sum", "length");
    broken("%subgroup = Constant %uint 3", "%subgroup = Constant %uint 1", "Scope-12243");
}

#[test]
fn uses_of_cooperative_matrices() {
    let module = Parts {
        declares: "
            Capability VulkanMemoryModel
            Capability CooperativeMatrixKHR
            Capability CooperativeMatrixConversionsEXT
            Capability CooperativeMatrixGetCoordinateEXT
            Extension \"SPV_KHR_vulkan_memory_model\"
            Extension \"SPV_KHR_cooperative_matrix\"
            Extension \"SPV_EXT_cooperative_matrix_maintenance1\"
            ",
        entry: "
            EntryPoint GLCompute %main \"main\" %buffer
            ExecutionMode %main LocalSize 32 1 1
            ",
        decorations: "
            Decorate %t CooperativeMatrixTransposeEXT
            Decorate %words ArrayStride 4
            Decorate %block Block
            MemberDecorate %block 0 Offset 0
            Decorate %buffer DescriptorSet 0
            Decorate %buffer Binding 0
            ",
        types: "
            %u0 = Constant %uint 0
            %u1 = Constant %uint 1
            %u2 = Constant %uint 2
            %subgroup = Constant %uint 3
            %rows = Constant %uint 16
            %columns = Constant %uint 8
            %half = Constant %float 0
            %pair = TypeVector %uint 2
            %words = TypeRuntimeArray %uint
            %block = TypeStruct %words
            %to_block = TypePointer StorageBuffer %block
            %to_word = TypePointer StorageBuffer %uint
            %buffer = Variable %to_block StorageBuffer
            %factor = TypeCooperativeMatrixKHR %float %subgroup %rows %columns %u0
            %sum = TypeCooperativeMatrixKHR %float %subgroup %rows %columns %u2
            %turned = TypeCooperativeMatrixKHR %float %subgroup %columns %rows %u1
            ",
        body: "
            %word = AccessChain %to_word %buffer %u0 %u0
            %a = CooperativeMatrixLoadKHR %factor %word %u1 %columns
            %s = CooperativeMatrixConvertUseEXT %sum %a
            %t = CooperativeMatrixConvertUseEXT %turned %s
            %at = CooperativeMatrixGetCoordinateEXT %pair %s %u0
            ",
    }
    .text()
    .replace("Logical GLSL450", "Logical Vulkan");
    let broken = |from: &str, to: &str, message: &str| newer("vulkan1.3", &module, from, to, message);
    broken("%word %u1 %columns", "%word %u2 %columns", "the layout 2 of a cooperative matrix is not defined");
    broken("%turned %s", "%turned %a", "does not convert an accumulator");
    broken("Decorate %t Coop", "Decorate %s Coop", "result size of");
    broken("GetCoordinateEXT %pair", "GetCoordinateEXT %uint", "is not a vector of two 32-bit integers");
    broken("%pair %s %u0", "%pair %u0 %u0", "is not a cooperative matrix");
    broken("%pair %s %u0", "%pair %s %half", "is not an integer of 32 bits");
}

#[test]
fn untyped_pointers() {
    let module = Parts {
        declares: "
            Capability UntypedPointersKHR
            Extension \"SPV_KHR_untyped_pointers\"
            ",
        entry: "
            EntryPoint GLCompute %main \"main\" %buffer
            ExecutionMode %main LocalSize 1 1 1
            ",
        decorations: "
            Decorate %block Block
            MemberDecorate %block 0 Offset 0
            MemberDecorate %pair 0 Offset 0
            MemberDecorate %pair 1 Offset 4
            Decorate %buffer DescriptorSet 0
            Decorate %buffer Binding 0
            ",
        types: "
            %u0 = Constant %uint 0
            %block = TypeStruct %uint
            %pair = TypeStruct %uint %uint
            %p = TypeUntypedPointerKHR StorageBuffer
            %buffer = UntypedVariableKHR %p StorageBuffer %block
            ",
        body: "%l = Load %pair %buffer",
    }
    .text();
    newer("vulkan1.3", &module, "1 Offset 4", "1 Offset 2", "not aligned to 4");
    newer("vulkan1.3", &module, "        MemberDecorate %pair 1 Offset 4\n", "", "no offset");
}

#[test]
fn pointers_of_kernels_need_addresses() {
    let module = "Capability Linkage
        Capability Kernel
        Capability Addresses
        MemoryModel Physical64 OpenCL
        %void = TypeVoid
        %float = TypeFloat 32
        %uint = TypeInt 32 0
        %p_float = TypePointer Function %float
        %p_uint = TypePointer Function %uint
        %t_run = TypeFunction %void
        %run = Function %void None %t_run
        %entry = Label
        %v = Variable %p_float Function
        %p = Bitcast %p_uint %v
        Return
        FunctionEnd
        ";
    pair("universal1.3", module, "Physical64", "Logical", "OpBitcast has a logical pointer as operand");
}
