//! Any words get an answer: no panic and no endless loop, however they are truncated or changed.

mod words;

use hlsl2spirv_valid::{Environment, Options, validate};
use mutants::Numbers;

const MODULE: &str = "
    Capability Shader
    %gl = ExtInstImport \"GLSL.std.450\"
    MemoryModel Logical GLSL450
    EntryPoint Fragment %main \"main\" %in %out
    ExecutionMode %main OriginUpperLeft
    Name %main \"main\"
    Decorate %in Location 0
    Decorate %out Location 0
    Decorate %block Block
    MemberDecorate %block 0 Offset 0
    MemberDecorate %block 1 Offset 16
    Decorate %array ArrayStride 16
    Decorate %buffer DescriptorSet 0
    Decorate %buffer Binding 1
    Decorate %tex DescriptorSet 0
    Decorate %tex Binding 0
    %void = TypeVoid
    %fn = TypeFunction %void
    %bool = TypeBool
    %int = TypeInt 32 1
    %float = TypeFloat 32
    %v2 = TypeVector %float 2
    %v4 = TypeVector %float 4
    %four = Constant %int 4
    %zero = Constant %int 0
    %array = TypeArray %v4 %four
    %block = TypeStruct %float %array
    %image = TypeImage %float 2D 0 0 0 1 Unknown
    %sampled = TypeSampledImage %image
    %p_tex = TypePointer UniformConstant %sampled
    %p_in = TypePointer Input %v2
    %p_out = TypePointer Output %v4
    %p_block = TypePointer Uniform %block
    %p_v4 = TypePointer Uniform %v4
    %tex = Variable %p_tex UniformConstant
    %in = Variable %p_in Input
    %out = Variable %p_out Output
    %buffer = Variable %p_block Uniform
    %main = Function %void None %fn
    %entry = Label
    %uv = Load %v2 %in
    %s = Load %sampled %tex
    %texel = ImageSampleImplicitLod %v4 %s %uv
    %where = AccessChain %p_v4 %buffer %zero
    Branch %head
    %head = Label
    %i = Phi %int %zero %entry %next %cont
    %less = SLessThan %bool %i %four
    LoopMerge %end %cont None
    BranchConditional %less %body %end
    %body = Label
    Branch %cont
    %cont = Label
    %next = IAdd %int %i %four
    Branch %head
    %end = Label
    %root = ExtInst %v4 %gl Sqrt %texel
    Store %out %root
    Return
    FunctionEnd
";

fn exercise(words: &[u32]) {
    for name in ["universal1.6", "vulkan1.0", "vulkan1.4", "opencl2.2"] {
        let options = Options::new(Environment::from_name(name).expect("the environment is known"));
        let _ = validate(words, &options);
    }
}

#[test]
fn truncated_words_get_an_answer() {
    let words = words::assemble(0, MODULE);
    (0..words.len()).for_each(|length| exercise(&words[..length]));
}

#[test]
fn changed_words_get_an_answer() {
    let original = words::assemble(0, MODULE);
    let mut numbers = Numbers::new(1);
    for _ in 0..4000 {
        exercise(&mutants::with_other_words(&original, 4, &mut numbers));
    }
}

#[test]
fn exchanged_and_repeated_instructions_get_an_answer() {
    let original = words::assemble(0, MODULE);
    let starts = mutants::starts(&original);
    let instruction = |at: usize| {
        let end = starts.get(at + 1).copied().unwrap_or(original.len());
        original[starts[at]..end].to_vec()
    };
    let mut numbers = Numbers::new(2);
    for _ in 0..2000 {
        let mut order: Vec<usize> = (0..starts.len()).collect();
        match numbers.below(3) {
            0 => order.swap(numbers.below(starts.len()), numbers.below(starts.len())),
            1 => order.insert(numbers.below(starts.len()), numbers.below(starts.len())),
            _ => drop(order.remove(numbers.below(starts.len()))),
        }
        let words: Vec<u32> = original[..5].iter().copied().chain(order.into_iter().flat_map(instruction)).collect();
        exercise(&words);
    }
}
