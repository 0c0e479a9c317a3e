//! For each rule a module that keeps it, and one that breaks it.

mod words;

use dialect::spirv::decode;
use hlsl2spirv_valid::{Environment, LevelZeroRule, Options, Remark, remarks, validate};

/// The parts in which one module differs from another.
struct Parts<'a> {
    /// Capabilities, extensions and instruction sets, besides `Shader`.
    declares: &'a str,
    /// The entry point and its execution modes.
    entry: &'a str,
    /// Texts and decorations.
    decorations: &'a str,
    /// Types, constants and variables, after the scalars that all modules have.
    types: &'a str,
    /// The first block of the entry point, and those after it.
    body: &'a str,
}

impl Default for Parts<'_> {
    fn default() -> Self {
        let entry = "EntryPoint GLCompute %main \"main\"\nExecutionMode %main LocalSize 1 1 1";
        Parts { declares: "", entry, decorations: "", types: "", body: "" }
    }
}

impl Parts<'_> {
    fn text(&self) -> String {
        let Parts { declares, entry, decorations, types, body } = self;
        format!(
            "Capability Shader
            {declares}
            MemoryModel Logical GLSL450
            {entry}
            {decorations}
            %void = TypeVoid
            %fn = TypeFunction %void
            %bool = TypeBool
            %int = TypeInt 32 1
            %uint = TypeInt 32 0
            %float = TypeFloat 32
            {types}
            %main = Function %void None %fn
            %entry = Label
            {body}
            Return
            FunctionEnd"
        )
    }
}

/// A compute shader with this body.
fn shader(body: &str) -> String {
    let types = "
        %v2 = TypeVector %float 2
        %v4 = TypeVector %float 4
        %true = ConstantTrue %bool
        %zero = Constant %int 0
        %one = Constant %uint 1
        %half = Constant %float 0.5
        %pair = ConstantComposite %v2 %half %half
        %p_int = TypePointer Function %int
        ";
    Parts { types, body, ..Parts::default() }.text()
}

fn verdict(environment: &str, text: &str) -> Result<(), hlsl2spirv_valid::Violation> {
    let environment = Environment::from_name(environment).expect("the environment is known");
    let minor = environment.spirv.1.min(3);
    validate(&words::assemble(minor, text), &Options::new(environment))
}

/// A valid module, and the same with a change that breaks a rule with this message.
fn pair(environment: &str, good: &str, from: &str, to: &str, message: &str) {
    assert_eq!(verdict(environment, good), Ok(()), "{good}");
    assert!(good.contains(from), "'{from}' is in the module");
    let found = verdict(environment, &good.replacen(from, to, 1)).expect_err(message);
    assert!(found.to_string().contains(message), "'{found}' says '{message}'");
}

fn body(good: &str, from: &str, to: &str, message: &str) {
    pair("vulkan1.1", &shader(good), from, to, message);
}

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

/// The same for a module of the environment's own version, whose entry points list all that they use.
fn newer(environment: &str, good: &str, from: &str, to: &str, message: &str) {
    let known = Environment::from_name(environment).expect("the environment is known");
    let verdict = |text: &str| validate(&words::assemble(known.spirv.1, text), &Options::new(known));
    assert_eq!(verdict(good), Ok(()), "{good}");
    assert!(good.contains(from), "'{from}' is in the module");
    let found = verdict(&good.replacen(from, to, 1)).expect_err(message);
    assert!(found.to_string().contains(message), "'{found}' says '{message}'");
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

/// A kernel with one argument of this type.
fn kernel(argument: &str, body: &str) -> String {
    format!(
        "Capability Addresses
        Capability Kernel
        Capability Int64
        Capability Int16
        Capability Int8
        Capability Float64
        Capability GenericPointer
        Capability ImageBasic
        Capability SubgroupShuffleINTEL
        Capability SubgroupBufferBlockIOINTEL
        Capability SubgroupImageBlockIOINTEL
        Capability AtomicFloat32AddEXT
        Extension \"SPV_INTEL_subgroups\"
        Extension \"SPV_EXT_shader_atomic_float_add\"
        %cl = ExtInstImport \"OpenCL.std\"
        MemoryModel Physical64 OpenCL
        EntryPoint Kernel %main \"main\"
        %void = TypeVoid
        %bool = TypeBool
        %short = TypeInt 16 0
        %uint = TypeInt 32 0
        %float = TypeFloat 32
        %double = TypeFloat 64
        %v4 = TypeVector %float 4
        %two = Constant %uint 2
        %three = Constant %uint 3
        %device = Constant %uint 1
        %none = Constant %uint 272
        %pair = TypeArray %uint %two
        %inner = TypeStruct %uint %v4
        %plain = TypeStruct %inner %float
        %odd = TypeStruct %inner %pair
        %words = TypePointer CrossWorkgroup %uint
        %shorts = TypePointer CrossWorkgroup %short
        %own = TypePointer Function %uint
        %near = TypePointer Workgroup %uint
        %floats = TypePointer CrossWorkgroup %float
        %anywhere = TypePointer Generic %float
        %one = Constant %float 1.0
        %u2 = TypeVector %uint 2
        %u3 = TypeVector %uint 3
        %place = ConstantComposite %u2 %two %two
        %odds = ConstantComposite %u3 %two %two %two
        %flat = TypeImage %void 2D 0 0 0 0 Unknown ReadOnly
        %deep = TypeImage %void 3D 0 0 0 0 Unknown ReadOnly
        %small = Constant %short 1
        %fn = TypeFunction %void {argument}
        %helper = TypeFunction %void
        %main = Function %void None %fn
        %p = FunctionParameter {argument}
        %entry = Label
        {body}
        %unused = FunctionCall %void %first
        Return
        FunctionEnd
        %first = Function %void None %helper
        %l1 = Label
        Return
        FunctionEnd
        %second = Function %void None %helper
        %l2 = Label
        %again = FunctionCall %void %first
        Return
        FunctionEnd"
    )
}

/// A module that keeps a rule of Level Zero, and the same with a change that breaks it.
fn of_level_zero(rule: LevelZeroRule) -> (String, String) {
    let plain = kernel("%words", "ControlBarrier %two %two %none\n%x = AtomicIAdd %uint %p %device %none %two");
    let broken = |from: &str, to: &str| {
        assert!(plain.contains(from), "'{from}' is in the module");
        (plain.clone(), plain.replacen(from, to, 1))
    };
    let arguments = |good: &str, bad: &str| (kernel(good, ""), kernel(bad, ""));
    let atomic = |ty: &str, pointer: &str, value: &str| {
        kernel(pointer, &format!("%x = AtomicIAdd {ty} %p %device %none {value}"))
    };
    let bodies = |argument: &str, body: &str, from: &str, to: &str| {
        (kernel(argument, body), kernel(argument, &body.replacen(from, to, 1)))
    };
    match rule {
        LevelZeroRule::Addresses => broken("Physical64 OpenCL", "Physical32 OpenCL"),
        LevelZeroRule::InstructionSets => broken("OpenCL.std", "GLSL.std.450"),
        LevelZeroRule::Recursion => broken("%again = FunctionCall %void %first", "%again = FunctionCall %void %second"),
        LevelZeroRule::Arguments => arguments("%uint", "%bool"),
        LevelZeroRule::Numbers => arguments("%float", "%double"),
        LevelZeroRule::Members => arguments("%plain", "%odd"),
        LevelZeroRule::Pointers => arguments("%words", "%own"),
        LevelZeroRule::Execution => broken("ControlBarrier %two", "ControlBarrier %device"),
        LevelZeroRule::FloatAtomics => {
            let add = "%x = AtomicFAddEXT %float %p %device %none %one";
            (kernel("%floats", add), kernel("%anywhere", add))
        }
        LevelZeroRule::Depth => broken("3D 0 0", "3D 1 0"),
        LevelZeroRule::Shuffles => {
            bodies("%words", "%x = SubgroupShuffleINTEL %uint %two %two", "%uint %two", "%u3 %odds")
        }
        LevelZeroRule::BlockData => bodies("%words", "%x = SubgroupBlockReadINTEL %uint %p", "%uint", "%u3"),
        LevelZeroRule::BlockMemory => {
            let read = "%x = SubgroupBlockReadINTEL %uint %p";
            (kernel("%words", read), kernel("%near", read))
        }
        LevelZeroRule::BlockImages => {
            let read = "%x = SubgroupImageBlockReadINTEL %uint %p %place";
            (kernel("%flat", read), kernel("%deep", read))
        }
        LevelZeroRule::BlockPlaces => {
            bodies("%flat", "%x = SubgroupImageBlockReadINTEL %uint %p %place", "%place", "%two")
        }
        LevelZeroRule::Atomics => (atomic("%uint", "%words", "%two"), atomic("%short", "%shorts", "%small")),
    }
}

/// The rules that neither SPIR-V nor OpenCL has: each has a module that keeps it and one that breaks it, and nothing else.
#[test]
fn level_zero() {
    assert_eq!(LevelZeroRule::ALL.len(), 16);
    for rule in LevelZeroRule::ALL {
        let (good, bad) = of_level_zero(*rule);
        assert_eq!(verdict("levelzero", &good), Ok(()), "{rule:?}: {good}");
        assert_eq!(verdict("opencl2.2", &bad), Ok(()), "{rule:?}: OpenCL has it not: {bad}");
        let found = verdict("levelzero", &bad).expect_err("the rule is broken").to_string();
        assert!(found.contains(rule.text()), "{rule:?}: {found}");
    }
    let found = verdict("levelzero", &kernel("%pair", "")).expect_err("arrays are no arguments").to_string();
    assert!(found.contains("not OpTypeArray"), "{found}");
}

/// Kernels have no capabilities of shaders, those of images only with images, and no offsets of what they read.
#[test]
fn kernels() {
    let plain = kernel("%words", "");
    for env in ["opencl2.2", "levelzero"] {
        for capability in ["Shader", "Matrix", "Geometry", "StorageBuffer16BitAccess"] {
            let other = format!("Capability {capability}");
            let message = format!("capability {capability}");
            pair(env, &plain, "Capability Int8", &other, &message);
        }
        let images = plain.replace("Capability Int8", "Capability Image1D");
        pair(env, &images, "Capability ImageBasic", "", "capability Image1D is not allowed in");
    }
    pair("levelzero", &plain, "Capability Int8", "Capability Pipes", "capability Pipes is not allowed in Level Zero");
    pair(
        "opencl2.0",
        &plain,
        "Capability Int8",
        "Capability PipeStorage",
        "capability PipeStorage is not allowed in OpenCL 2.0",
    );
    let read = kernel("%flat", "%x = ImageRead %v4 %p %place");
    pair(
        "opencl2.2",
        &read,
        "%p %place",
        "%p %place ConstOffset %place",
        "offsets of image reads are not available in OpenCL",
    );
}

/// A pointer has a cache control for each level.
#[test]
fn cache_controls() {
    let controls = "Decorate %p CacheControlLoadINTEL 0 CachedINTEL
        Decorate %p CacheControlLoadINTEL 1 StreamingINTEL
        Decorate %p CacheControlStoreINTEL 1 WriteBackINTEL";
    let module = kernel("%words", "")
        .replace("Capability Int8", "Capability CacheControlsINTEL")
        .replace(
            "Extension \"SPV_INTEL_subgroups\"",
            "Extension \"SPV_INTEL_subgroups\"\nExtension \"SPV_INTEL_cache_controls\"",
        )
        .replace("%void = TypeVoid", &format!("{controls}\n%void = TypeVoid"));
    pair("opencl2.2", &module, "1 StreamingINTEL", "0 StreamingINTEL", "duplicate decoration CacheControlLoadINTEL");
}

/// What a valid module may have and a reader should know.
#[test]
fn unknown_extensions_and_unchecked_instructions_are_named() {
    let of = |declares: &str| {
        let text = Parts { declares, ..Parts::default() }.text();
        let (_, insts) = decode::decode(&words::assemble(3, &text)).expect("the module is read");
        remarks(&insts).into_iter().map(|(_, remark)| remark).collect::<Vec<_>>()
    };
    let unknown = |name: &str, nearest| Remark::UnknownExtension { name: name.to_owned(), nearest };
    assert_eq!(of("Extension \"SPV_KHR_ray_query\""), []);
    let misspelt = unknown("SPV_KHR_ray_quary", Some("SPV_KHR_ray_query"));
    assert_eq!(of("Extension \"SPV_KHR_ray_quary\""), [misspelt]);
    assert_eq!(of("Extension \"SPV_FOO_bar\""), [unknown("SPV_FOO_bar", None)]);
    let inst = decode::Inst { op: spirv::Op::AsmINTEL, offset: 0, ty: None, result: None, operands: Vec::new().into() };
    let reason = "an instruction of one vendor";
    assert_eq!(remarks(&[inst]), [(0, Remark::Unchecked { op: spirv::Op::AsmINTEL, reason })]);
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
