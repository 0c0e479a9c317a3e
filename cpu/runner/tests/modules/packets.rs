//! Buffers of rows, which have an element for each workgroup: what the host has to bind, and what stays checked.

use crate::support::{assemble, options};
use hlsl2spirv_runner::stages::{ROWS, Stage, rows};
use hlsl2spirv_runner::{Checking, Engine, Error, Lanes, Module, Options};

crate::tests! { TESTS:
    all_packets_have_rows,
    other_elements_are_checked,
}

/// A pixel shader whose color is 1.
const WHITE: &str = "OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %main \"main\" %color
    OpExecutionMode %main OriginUpperLeft
    OpDecorate %color Location 0
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %float = OpTypeFloat 32
    %ptr = OpTypePointer Output %float
    %one = OpConstant %float 1
    %color = OpVariable %ptr Output
    %main = OpFunction %void None %fn
    %entry = OpLabel
    OpStore %color %one
    OpReturn
    OpFunctionEnd";

fn all_packets_have_rows() {
    let words = assemble("white", WHITE);
    for engine in [Engine::Compiled, Engine::Interpreter(Checking::new(check::Checks::none()))] {
        let stage = Stage::new(&words, rows::Stage::Pixel, None, &Options { engine, ..options() }).unwrap();
        let lanes = stage.interface().lanes as usize;
        let run = |rows: usize, invocations: usize, first: u32| {
            let (mut inputs, mut outputs) = (stage.inputs(rows).unwrap(), stage.outputs(rows).unwrap());
            (0..rows).for_each(|lane| inputs.set(0, lane, rows::RUNS | rows::KEPT));
            let mut dispatch = stage.module().dispatch();
            dispatch.allow_gaps().base([first, 0, 0]);
            stage.bind(&mut dispatch, &inputs, &mut outputs).unwrap();
            let result = stage.run(&mut dispatch, invocations);
            drop(dispatch);
            result.map(|()| outputs.get(1, rows - 1))
        };
        assert_eq!(run(2 * lanes, 2 * lanes, 0), Ok(1f32.to_bits()));
        assert_eq!(run(3 * lanes, lanes, 2), Ok(1f32.to_bits()));
        for (invocations, first) in [(2 * lanes + 1, 0), (2 * lanes, 1), (lanes, u32::MAX)] {
            let result = run(2 * lanes, invocations, first);
            assert!(matches!(result, Err(Error::TooSmall { .. })), "{result:?}");
        }
        let unbound = stage.module().dispatch().allow_gaps().run([1, 1, 1]);
        assert!(matches!(unbound, Err(Error::TooSmall { .. })), "{unbound:?}");
    }
}

/// A kernel of 8 invocations with a buffer of four words for each workgroup, of which invocation `n` writes its number to the
/// word `n` of an element.
fn writing(element: &str) -> String {
    format!(
        "OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\" %group %index
        OpExecutionMode %main LocalSize 8 1 1
        OpDecorate %group BuiltIn WorkgroupId
        OpDecorate %index BuiltIn LocalInvocationIndex
        OpDecorate %element ArrayStride 4
        OpDecorate %elements ArrayStride 16
        OpMemberDecorate %block 0 Offset 0
        OpDecorate %block Block
        OpDecorate %rows DescriptorSet {ROWS}
        OpDecorate %rows Binding 0
        %void = OpTypeVoid
        %fn = OpTypeFunction %void
        %uint = OpTypeInt 32 0
        %v3uint = OpTypeVector %uint 3
        %c0 = OpConstant %uint 0
        %c1 = OpConstant %uint 1
        %c4 = OpConstant %uint 4
        %element = OpTypeArray %uint %c4
        %elements = OpTypeRuntimeArray %element
        %block = OpTypeStruct %elements
        %ptr_block = OpTypePointer StorageBuffer %block
        %ptr_word = OpTypePointer StorageBuffer %uint
        %ptr_uint = OpTypePointer Input %uint
        %ptr_v3 = OpTypePointer Input %v3uint
        %rows = OpVariable %ptr_block StorageBuffer
        %group = OpVariable %ptr_v3 Input
        %index = OpVariable %ptr_uint Input
        %main = OpFunction %void None %fn
        %entry = OpLabel
        %groups = OpLoad %v3uint %group
        %own = OpCompositeExtract %uint %groups 0
        %other = OpIAdd %uint %own %c1
        %lane = OpLoad %uint %index
        %place = OpAccessChain %ptr_word %rows %c0 %{element} %lane
        OpStore %place %lane
        OpReturn
        OpFunctionEnd"
    )
}

fn other_elements_are_checked() {
    for lanes in [Lanes::Together, Lanes::OneByOne] {
        let run = |element: &str| {
            let options = Options { checked: true, lanes, ..options() };
            let module = Module::new(&assemble("packets", &writing(element)), "main", &options).unwrap();
            let mut words = vec![9u32; 8];
            module.dispatch().buffer_mut((ROWS, 0), &mut words).unwrap().run([2, 1, 1]).unwrap();
            words
        };
        // An index stays in the element of the group: nothing is written beyond the last one.
        let own = run("own");
        assert_eq!((own[..3].to_vec(), own[4..7].to_vec()), (vec![0, 1, 2], vec![0, 1, 2]));
        // Another element may be beyond the end of the buffer: what would be there is dropped.
        let other = run("other");
        assert_eq!((other[..4].to_vec(), other[4..7].to_vec()), (vec![9; 4], vec![0, 1, 2]));
    }
}
