//! One module that keeps each rule, and one that breaks it.

mod words;

use hlsl2spirv_valid::{Environment, Options, validate};

/// What a module says before its types.
const COMPUTE: &str = "
    Capability Shader
    MemoryModel Logical GLSL450
    EntryPoint GLCompute %main \"main\"
    ExecutionMode %main LocalSize 1 1 1
";

const TYPES: &str = "
    %void = TypeVoid
    %fn = TypeFunction %void
    %bool = TypeBool
    %int = TypeInt 32 1
    %uint = TypeInt 32 0
    %float = TypeFloat 32
    %v2 = TypeVector %float 2
    %v4 = TypeVector %float 4
    %true = ConstantTrue %bool
    %zero = Constant %int 0
    %one = Constant %uint 1
    %half = Constant %float 1056964608
    %pair = ConstantComposite %v2 %half %half
    %p_int = TypePointer Function %int
";

/// A compute shader with this body.
fn shader(body: &str) -> String {
    format!("{COMPUTE}{TYPES}%main = Function %void None %fn\n%entry = Label\n{body}\nFunctionEnd\n")
}

fn verdict(environment: &str, text: &str) -> Result<(), hlsl2spirv_valid::Violation> {
    let environment = Environment::from_name(environment).expect("the environment is known");
    let minor = environment.spirv.1.min(3);
    validate(&words::assemble(minor.into(), text), &Options::new(environment))
}

/// A module that is valid, and the same with a change that breaks a rule with this in its message.
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
fn shapes() {
    body("%x = FAdd %float %half %half\nReturn", "FAdd", "IAdd", "not a scalar or vector of integers");
    body("%x = IAdd %int %zero %one\nReturn", "%zero %one", "%zero %half", "operand 2");
    body(
        "%x = FOrdLessThan %bool %half %half\nReturn",
        "%bool %half %half",
        "%bool %half %zero",
        "type of the first operand",
    );
    body("%x = Dot %float %pair %pair\nReturn", "%pair %pair", "%pair %half", "does not take vectors");
    body("%x = ConvertSToF %float %zero\nReturn", "%float %zero", "%float %half", "operand 1");
    body("%x = Select %int %true %zero %zero\nReturn", "%int %true", "%int %zero", "condition");
    body("%x = Bitcast %float %zero\nReturn", "Bitcast %float", "Bitcast %v2", "another number of bits");
}

#[test]
fn composites() {
    body("%x = CompositeExtract %float %pair 1\nReturn", "%pair 1", "%pair 2", "not below 2");
    body(
        "%x = CompositeConstruct %v2 %half %half\nReturn",
        "Construct %v2 %half %half",
        "Construct %v2 %half %zero",
        "neither of the component type",
    );
    body("%x = VectorShuffle %v4 %pair %pair 0 1 2 3\nReturn", "2 3", "2 4", "component 4");
}

#[test]
fn memory() {
    let good = "%v = Variable %p_int Function\n%l = Load %int %v\nStore %v %l\nReturn";
    body(good, "Load %int", "Load %uint", "another type");
    body(good, "Store %v %l", "Store %v %half", "another type");
    body(good, "Variable %p_int Function", "Variable %p_int Private", "storage class");
}

#[test]
fn flow() {
    let good = "SelectionMerge %end None\nBranchConditional %true %then %end\n%then = Label\n%x = IAdd %int %zero %zero
        Branch %end\n%end = Label\nReturn";
    body(good, "SelectionMerge %end None\n", "", "no merge");
    body(good, "Branch %end\n", "Branch %then\n", "no loop header");
    body(good, "%end = Label\nReturn", "%end = Label\n%y = IAdd %int %x %x\nReturn", "not there on every way");
    body(good, "BranchConditional %true", "BranchConditional %zero", "no boolean");
    let looped = "Branch %head\n%head = Label\nLoopMerge %out %cont None\nBranchConditional %true %body %out
        %body = Label\nBranch %cont\n%cont = Label\nBranch %head\n%out = Label\nReturn";
    body(looped, "%cont = Label\nBranch %head", "%cont = Label\nBranch %out", "no way back");
    let leaving = "%cont = Label\nSelectionMerge %back None\nBranchConditional %true %gone %back
        %gone = Label\nReturn\n%back = Label\nBranch %head";
    body(looped, "%cont = Label\nBranch %head", leaving, "in a continue construct");
}

#[test]
fn phis() {
    let good = "SelectionMerge %end None\nBranchConditional %true %then %end\n%then = Label\nBranch %end
        %end = Label\n%x = Phi %int %zero %entry %zero %then\nReturn";
    body(good, "%zero %entry %zero %then", "%zero %entry", "predecessors");
    body(good, "%zero %entry", "%one %entry", "different types");
}

#[test]
fn ids_and_order() {
    body("%x = IAdd %int %zero %zero\nReturn", "%zero %zero", "%zero %later", "not defined");
    body("%x = IAdd %int %zero %zero\nReturn", "%zero %zero", "%zero %int", "is a type");
    let module = shader("Return");
    pair("vulkan1.1", &module, "%uint = TypeInt 32 0", "%uint = TypeInt 32 1", "declared twice");
    pair("vulkan1.1", &module, "Capability Shader\n", "", "needs one of");
    pair("vulkan1.1", &module, "    MemoryModel Logical GLSL450\n", "", "OpMemoryModel");
    pair("vulkan1.1", &module, "LocalSize 1 1 1", "LocalSize 1 0 1", "no invocations");
    pair("vulkan1.1", &module, "    ExecutionMode %main LocalSize 1 1 1\n", "", "10685");
    pair("vulkan1.1", &module, "FunctionEnd", "", "OpFunctionEnd");
}

#[test]
fn barriers_and_atomics() {
    let barrier = |scope: &str| format!("ControlBarrier {scope} %two %sem\nReturn");
    let module = shader(&barrier("%two"))
        .replace("%p_int = TypePointer", "%two = Constant %uint 2\n%sem = Constant %uint 264\n%p_int = TypePointer");
    pair("vulkan1.1", &module, "ControlBarrier %two", "ControlBarrier %one", "04636");
    pair("vulkan1.1", &module, "%sem = Constant %uint 264", "%sem = Constant %uint 8", "10870");
}

#[test]
fn interfaces() {
    let fragment = "
        Capability Shader
        MemoryModel Logical GLSL450
        EntryPoint Fragment %main \"main\" %in %out
        ExecutionMode %main OriginUpperLeft
        Decorate %in BuiltIn FragCoord
        Decorate %out Location 0
        %void = TypeVoid
        %fn = TypeFunction %void
        %float = TypeFloat 32
        %v4 = TypeVector %float 4
        %v3 = TypeVector %float 3
        %p_in = TypePointer Input %v4
        %p_in3 = TypePointer Input %v3
        %p_out = TypePointer Output %v4
        %in = Variable %p_in Input
        %out = Variable %p_out Output
        %main = Function %void None %fn
        %entry = Label
        %x = Load %v4 %in
        Store %out %x
        Return
        FunctionEnd";
    pair("vulkan1.1", fragment, "Decorate %out Location 0\n", "", "04916");
    pair("vulkan1.1", fragment, "\"main\" %in %out", "\"main\" %out", "does not stand in the interface");
    pair("vulkan1.1", fragment, "BuiltIn FragCoord", "BuiltIn FrontFacing", "FrontFacing-04231");
    pair("vulkan1.1", fragment, "BuiltIn FragCoord", "BuiltIn WorkgroupId", "WorkgroupId-04424");
    pair("vulkan1.1", fragment, "        ExecutionMode %main OriginUpperLeft\n", "", "an origin");
    pair("vulkan1.1", fragment, "OriginUpperLeft", "OriginLowerLeft", "04653");
}

#[test]
fn blocks() {
    let module = "
        Capability Shader
        MemoryModel Logical GLSL450
        EntryPoint GLCompute %main \"main\"
        ExecutionMode %main LocalSize 1 1 1
        Decorate %block Block
        MemberDecorate %block 0 Offset 0
        MemberDecorate %block 1 Offset 16
        Decorate %buffer DescriptorSet 0
        Decorate %buffer Binding 0
        %void = TypeVoid
        %fn = TypeFunction %void
        %float = TypeFloat 32
        %v4 = TypeVector %float 4
        %block = TypeStruct %float %v4
        %p = TypePointer Uniform %block
        %buffer = Variable %p Uniform
        %main = Function %void None %fn
        %entry = Label
        Return
        FunctionEnd";
    pair("vulkan1.0", module, "1 Offset 16", "1 Offset 8", "not aligned");
    pair("vulkan1.0", module, "1 Offset 16", "1 Offset 0", "overlaps");
    pair("vulkan1.0", module, "MemberDecorate %block 1 Offset 16\n", "", "no offset");
    pair("vulkan1.0", module, "Decorate %buffer Binding 0\n", "", "06677");
    pair("vulkan1.0", module, "Decorate %block Block\n", "", "06676");
}

#[test]
fn extended_instructions() {
    let module = shader("%x = ExtInst %float %gl 31 %half\nReturn")
        .replace("MemoryModel", "%gl = ExtInstImport \"GLSL.std.450\"\nMemoryModel");
    pair("vulkan1.1", &module, "%gl 31 %half", "%gl 31 %zero", "Sqrt");
}

#[test]
fn images() {
    let module = shader("Return").replace("%p_int =", "%image = TypeImage %float Dim2D 0 0 0 1 Unknown\n%p_int =");
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
        words::assemble(3, &shader(&format!("{open}{close}Return")))
    };
    let options = Options::new(Environment::from_name("vulkan1.1").expect("known"));
    assert_eq!(validate(&nested(1000), &options), Ok(()));
    let found = validate(&nested(1100), &options).expect_err("constructs nest too deeply");
    assert!(found.message.contains("deeper than 1023"), "{found}");
}
