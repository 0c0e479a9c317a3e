//! Cooperative matrices and vectors, whose instructions become loops: each engine gives the values that plain Rust gives.

use crate::support::{assemble, options};
use check::Checks;
use hlsl2spirv_runner::{Checking, Engine, Lanes, Module, Options};

crate::tests! {
    TESTS:
    matrices_are_reduced_transposed_and_mapped,
    sums_of_integers_saturate,
    vectors_are_loaded_multiplied_and_added_to_memory,
    small_floats_are_rounded_and_decoded,
    each_wave_of_a_workgroup_has_its_matrices,
    what_has_no_loops_is_refused,
}

/// A kernel of `size` invocations around `body`, with buffers of words at the bindings 0 and 1.
fn text(size: u32, capabilities: &str, declarations: &str, body: &str, functions: &str) -> String {
    let capabilities: String = capabilities.split_whitespace().map(|word| format!("OpCapability {word}\n")).collect();
    format!(
        "OpCapability Shader
        {capabilities}
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\" %index
        OpExecutionMode %main LocalSize {size} 1 1
        OpDecorate %index BuiltIn LocalInvocationIndex
        OpDecorate %words ArrayStride 4
        OpMemberDecorate %block 0 Offset 0
        OpDecorate %block Block
        OpDecorate %in DescriptorSet 0
        OpDecorate %in Binding 0
        OpDecorate %out DescriptorSet 0
        OpDecorate %out Binding 1
        %void = OpTypeVoid
        %bool = OpTypeBool
        %uint = OpTypeInt 32 0
        %float = OpTypeFloat 32
        %fn = OpTypeFunction %void
        %c0 = OpConstant %uint 0
        %c1 = OpConstant %uint 1
        %c2 = OpConstant %uint 2
        %c3 = OpConstant %uint 3
        %c4 = OpConstant %uint 4
        %c8 = OpConstant %uint 8
        %c16 = OpConstant %uint 16
        %c32 = OpConstant %uint 32
        %c48 = OpConstant %uint 48
        %c64 = OpConstant %uint 64
        %words = OpTypeRuntimeArray %uint
        %block = OpTypeStruct %words
        %ptr_block = OpTypePointer StorageBuffer %block
        %ptr_words = OpTypePointer StorageBuffer %words
        %ptr_word = OpTypePointer StorageBuffer %uint
        %ptr_in = OpTypePointer Input %uint
        %index = OpVariable %ptr_in Input
        %in = OpVariable %ptr_block StorageBuffer
        %out = OpVariable %ptr_block StorageBuffer
        {declarations}
        %main = OpFunction %void None %fn
        %entry = OpLabel
        %i = OpLoad %uint %index
        {body}
        OpReturn
        OpFunctionEnd
        {functions}"
    )
}

/// The words that a kernel writes, which are the same for each engine and each way to run lanes.
fn run(name: &str, text: &str, input: &[u32], count: usize) -> Vec<u32> {
    let words = assemble(name, text);
    let interpreter = Engine::Interpreter(Checking::new(Checks::none()));
    let ways =
        [options(), Options { lanes: Lanes::OneByOne, ..options() }, Options { engine: interpreter, ..options() }];
    let mut all = ways.iter().map(|options| {
        let module = Module::new(&words, "main", options).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut output = vec![0; count];
        let mut dispatch = module.dispatch();
        dispatch.buffer((0, 0), input).unwrap().buffer_mut((0, 1), &mut output).unwrap();
        dispatch.run([1, 1, 1]).unwrap_or_else(|error| panic!("{name}: {error}"));
        drop(dispatch);
        output
    });
    let first = all.next().unwrap();
    all.for_each(|other| assert_eq!(other, first, "{name}"));
    first
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

fn floats(words: &[u32]) -> Vec<f32> {
    words.iter().map(|word| f32::from_bits(*word)).collect()
}

/// A matrix of four rows and columns, its sums of rows, its sum, its elements with their places, its transpose, and the sums
/// of its squares of four.
fn matrices_are_reduced_transposed_and_mapped() {
    let declarations = "%m = OpTypeCooperativeMatrixKHR %float %c3 %c4 %c4 %c2
        %b = OpTypeCooperativeMatrixKHR %float %c3 %c4 %c4 %c1
        %quarter = OpTypeCooperativeMatrixKHR %float %c3 %c2 %c2 %c2
        %ten = OpConstant %float 10
        %combines = OpTypeFunction %float %float %float
        %maps = OpTypeFunction %float %uint %uint %float";
    let store = |at: &str, value: &str, stride: &str| {
        format!(
            "%to_{value} = OpAccessChain %ptr_word %out %c0 %{at}
            OpCooperativeMatrixStoreKHR %to_{value} %{value} %c0 %{stride}\n"
        )
    };
    let stores = [
        ("c0", "rows", "c4"),
        ("c16", "all", "c4"),
        ("c32", "places", "c4"),
        ("c48", "turned", "c4"),
        ("c64", "squares", "c2"),
    ];
    let stores: String = stores.map(|(at, value, stride)| store(at, value, stride)).concat();
    let body = format!(
        "%from = OpAccessChain %ptr_word %in %c0 %c0
        %a = OpCooperativeMatrixLoadKHR %m %from %c0 %c4
        %rows = OpCooperativeMatrixReduceNV %m %a Row %add
        %all = OpCooperativeMatrixReduceNV %m %a Row|Column %add
        %places = OpCooperativeMatrixPerElementOpNV %m %a %place
        %turned = OpCooperativeMatrixTransposeNV %b %a
        %squares = OpCooperativeMatrixReduceNV %quarter %a 2x2 %add
        {stores}"
    );
    let functions = "%add = OpFunction %float None %combines
        %x = OpFunctionParameter %float
        %y = OpFunctionParameter %float
        %add_entry = OpLabel
        %added = OpFAdd %float %x %y
        OpReturnValue %added
        OpFunctionEnd
        %place = OpFunction %float None %maps
        %row = OpFunctionParameter %uint
        %column = OpFunctionParameter %uint
        %value = OpFunctionParameter %float
        %place_entry = OpLabel
        %row_number = OpConvertUToF %float %row
        %column_number = OpConvertUToF %float %column
        %tens = OpFMul %float %row_number %ten
        %number = OpFAdd %float %tens %column_number
        %negative = OpFSub %float %number %value
        OpReturnValue %negative
        OpFunctionEnd";
    let capabilities = "VulkanMemoryModel CooperativeMatrixKHR CooperativeMatrixReductionsNV
        CooperativeMatrixConversionsNV CooperativeMatrixPerElementOperationsNV";
    let matrix: Vec<f32> = (0..16).map(|at| (at * at) as f32).collect();
    let at = |row: usize, column: usize| matrix[row * 4 + column];
    let mut wanted = Vec::new();
    wanted.extend((0..16).map(|element| (0..4).map(|column| at(element / 4, column)).sum::<f32>()));
    wanted.extend([matrix.iter().sum::<f32>(); 16]);
    wanted.extend((0..16).map(|element| (element / 4 * 10 + element % 4) as f32 - matrix[element]));
    wanted.extend((0..16).map(|element| at(element % 4, element / 4)));
    for (row, column) in [(0, 0), (0, 2), (2, 0), (2, 2)] {
        wanted.push(at(row, column) + at(row, column + 1) + at(row + 1, column) + at(row + 1, column + 1));
    }
    // 8 lanes hold two elements each; 3 lanes, 5 or 6.
    for size in [8, 3] {
        let text = text(size, capabilities, declarations, &body, functions);
        assert_eq!(floats(&run("reduced", &text, &bits(&matrix), wanted.len())), wanted, "{size} lanes");
    }
}

/// Products of bytes with signs, which exceed the accumulator.
fn sums_of_integers_saturate() {
    let declarations = "%byte = OpTypeInt 8 1
        %int = OpTypeInt 32 1
        %a = OpTypeCooperativeMatrixKHR %byte %c3 %c4 %c4 %c0
        %b = OpTypeCooperativeMatrixKHR %byte %c3 %c4 %c4 %c1
        %c = OpTypeCooperativeMatrixKHR %int %c3 %c4 %c4 %c2
        %most = OpConstant %int 2147480000";
    let body = |saturates: &str| {
        format!(
            "%from = OpAccessChain %ptr_word %in %c0 %c0
            %left = OpCooperativeMatrixLoadKHR %a %from %c0 %c1
            %next = OpAccessChain %ptr_word %in %c0 %c4
            %right = OpCooperativeMatrixLoadKHR %b %next %c1 %c1
            %start = OpCompositeConstruct %c %most
            %sum = OpCooperativeMatrixMulAddKHR %c %left %right %start MatrixASignedComponentsKHR|MatrixBSignedComponentsKHR|MatrixCSignedComponentsKHR|MatrixResultSignedComponentsKHR{saturates}
            %to = OpAccessChain %ptr_word %out %c0 %c0
            OpCooperativeMatrixStoreKHR %to %sum %c0 %c4"
        )
    };
    let bytes: [i8; 32] = std::array::from_fn(|at| if at % 3 == 0 { -128 } else { 100 - at as i8 });
    let input: Vec<u32> = bytes
        .chunks(4)
        .map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]].map(|byte| byte as u8)))
        .collect();
    let sum = |row: usize, column: usize| -> i64 {
        // The right matrix lies column by column.
        let products = (0..4).map(|k| i64::from(bytes[row * 4 + k]) * i64::from(bytes[16 + column * 4 + k]));
        products.sum::<i64>() + 2_147_480_000
    };
    for (saturates, is_saturated) in [("", false), ("|SaturatingAccumulationKHR", true)] {
        let wanted: Vec<u32> = (0..16)
            .map(|element| sum(element / 4, element % 4))
            .map(|sum| if is_saturated { sum.min(i64::from(i32::MAX)) as u32 } else { sum as u32 })
            .collect();
        let text = text(4, "VulkanMemoryModel Int8 CooperativeMatrixKHR", declarations, &body(saturates), "");
        assert_eq!(run("saturated", &text, &input, 16), wanted, "{saturates}");
    }
}

fn vectors_are_loaded_multiplied_and_added_to_memory() {
    let declarations = "%v4 = OpTypeVectorIdEXT %float %c4
        %v2 = OpTypeVectorIdEXT %float %c2
        %no = OpConstantFalse %bool";
    // A vector of four, a matrix of two rows of four, and a bias of two, all of 32 bits.
    let body = "%from = OpAccessChain %ptr_words %in %c0
        %to = OpAccessChain %ptr_words %out %c0
        %x = OpCooperativeVectorLoadNV %v4 %from %c0
        %twice = OpFAdd %v4 %x %x
        OpCooperativeVectorStoreNV %to %c0 %twice
        %y = OpCooperativeVectorMatrixMulAddNV %v2 %x %c1 %from %c16 %c1 %from %c48 %c1 %c2 %c4 %c0 %no %c16
        OpCooperativeVectorStoreNV %to %c16 %y
        OpCooperativeVectorOuterProductAccumulateNV %to %c32 %y %x %c0 %c1 %c16
        OpCooperativeVectorReduceSumAccumulateNV %to %c64 %y";
    let text = text(1, "VulkanMemoryModel CooperativeVectorNV CooperativeVectorTrainingNV", declarations, body, "");
    let input = [1.0, 2.0, 3.0, 4.0, 0.5, 1.0, 1.5, 2.0, -1.0, 0.0, 1.0, 8.0, 10.0, 20.0];
    let product = [10.0 + 15.0, 20.0 + 34.0];
    let mut wanted = vec![2.0, 4.0, 6.0, 8.0, product[0], product[1], 0.0, 0.0];
    wanted.extend(product.iter().flat_map(|row| input[..4].iter().map(move |column| row * column)));
    wanted.extend(product);
    assert_eq!(floats(&run("vectors", &text, &bits(&input), wanted.len())), wanted);
}

/// Vectors and matrices as numbers of 8 bits, and of the upper half of 32 bits.
fn small_floats_are_rounded_and_decoded() {
    let declarations = "%v4 = OpTypeVectorIdEXT %float %c4
        %v1 = OpTypeVectorIdEXT %float %c1
        %e4m3 = OpConstant %uint 1000491002
        %e5m2 = OpConstant %uint 1000491003
        %bfloat = OpConstant %uint 1000141000
        %no = OpConstantFalse %bool";
    let body = "%from = OpAccessChain %ptr_words %in %c0
        %to = OpAccessChain %ptr_words %out %c0
        %x = OpCooperativeVectorLoadNV %v4 %from %c0
        %a = OpCooperativeVectorMatrixMulNV %v1 %x %e4m3 %from %c16 %e4m3 %c1 %c4 %c0 %no %c4
        %b = OpCooperativeVectorMatrixMulNV %v1 %x %e5m2 %from %c16 %e5m2 %c1 %c4 %c0 %no %c4
        %c = OpCooperativeVectorMatrixMulNV %v1 %x %bfloat %from %c32 %bfloat %c1 %c4 %c0 %no %c8
        OpCooperativeVectorStoreNV %to %c0 %a
        OpCooperativeVectorStoreNV %to %c4 %b
        OpCooperativeVectorStoreNV %to %c8 %c";
    let text = text(1, "VulkanMemoryModel CooperativeVectorNV", declarations, body, "");
    // 1.1 has the neighbours 1.125 of E4M3, 1.0 of E5M2, and 1.1015625 of the upper half; 0.011 those of subnormals.
    let mut input = bits(&[1.1, -0.011, 300.0, 0.0]);
    // The bytes 0x38, 0x40, 0xb9 and 0: 1, 2 and -1.125 of E4M3; 0.5, 2 and -0.65625 of E5M2.
    input.extend([0x00b9_4038, 0, 0, 0, 0x4000_3f80, 0x0000_bf80]);
    let e4m3 = 1.125 - 2.0 * 0.01171875 - 1.125 * 288.0;
    let e5m2 = 0.5 - 2.0 * 0.01171875 - 0.625 * 320.0;
    let halves = f32::from_bits(0x3f8d_0000) + 2.0 * f32::from_bits(0xbc34_0000) - 300.0;
    assert_eq!(floats(&run("small", &text, &input, 3)), [e4m3, e5m2, halves]);
}

/// Two waves of 16 lanes: each has a matrix of its own, and a matrix of the workgroup lies in the first one.
fn each_wave_of_a_workgroup_has_its_matrices() {
    let declarations = "%own = OpTypeCooperativeMatrixKHR %uint %c3 %c4 %c4 %c2
        %of_all = OpTypeCooperativeMatrixKHR %uint %c2 %c4 %c4 %c2
        %wave_sum = OpTypePointer Function %own";
    let body = "%wave = OpUDiv %uint %i %c16
        %first = OpIMul %uint %wave %c16
        %from = OpAccessChain %ptr_word %in %c0 %first
        %a = OpCooperativeMatrixLoadKHR %own %from %c0 %c4
        %twice = OpIAdd %own %a %a
        %to = OpAccessChain %ptr_word %out %c0 %first
        OpCooperativeMatrixStoreKHR %to %twice %c1 %c4
        %length = OpCooperativeMatrixLengthKHR %uint %of_all
        %start = OpAccessChain %ptr_word %in %c0 %c0
        %b = OpCooperativeMatrixLoadKHR %of_all %start %c0 %c4
        %end = OpAccessChain %ptr_word %out %c0 %c32
        OpCooperativeMatrixStoreKHR %end %b %c0 %c4
        %last = OpIAdd %uint %c48 %i
        %count = OpAccessChain %ptr_word %out %c0 %last
        OpStore %count %length";
    let text = text(32, "VulkanMemoryModel CooperativeMatrixKHR", declarations, body, "");
    let input: Vec<u32> = (0..32).collect();
    let mut wanted: Vec<u32> = (0..32).map(|at| 2 * (at / 16 * 16 + at % 4 * 4 + at % 16 / 4)).collect();
    wanted.extend(0..16);
    wanted.extend((0..32).map(|lane| u32::from(lane < 16)));
    assert_eq!(run("waves", &text, &input, wanted.len()), wanted);
}

fn what_has_no_loops_is_refused() {
    let declarations = "%m = OpTypeCooperativeMatrixKHR %float %c3 %c4 %c4 %c2";
    let load = |layout: &str| {
        format!(
            "%from = OpAccessChain %ptr_word %in %c0 %c0
            %a = OpCooperativeMatrixLoadKHR %m %from %{layout} %c4"
        )
    };
    let refused = |size: u32, layout: &str| {
        let text = text(size, "VulkanMemoryModel CooperativeMatrixKHR", declarations, &load(layout), "");
        Module::new(&assemble("refused", &text), "main", &options()).unwrap_err().to_string()
    };
    let of_waves = refused(24, "c0");
    assert!(of_waves.contains("the 24 invocations of the workgroup are not a multiple of the 16 lanes"), "{of_waves}");
    let of_layout = refused(8, "c8");
    assert!(of_layout.contains("its layout is neither row-major nor column-major"), "{of_layout}");
}
