//! Critical sections of pixels that are not entered once each.

use crate::support::assemble;
use check::{Check, Checks, Rules};
use hlsl2spirv_runner::stages::{Stage, rows};
use hlsl2spirv_runner::{Checking, Engine, Options};

crate::tests! { TESTS:
    sections_begin_once_and_end_where_they_have_begun,
}

/// The messages about a pixel shader with these instructions.
fn found(body: &str) -> Vec<String> {
    let text = format!(
        "OpCapability Shader
        OpCapability FragmentShaderPixelInterlockEXT
        OpExtension \"SPV_EXT_fragment_shader_interlock\"
        OpMemoryModel Logical GLSL450
        OpEntryPoint Fragment %main \"main\"
        OpExecutionMode %main OriginUpperLeft
        OpExecutionMode %main PixelInterlockOrderedEXT
        %void = OpTypeVoid
        %fn = OpTypeFunction %void
        %main = OpFunction %void None %fn
        %entry = OpLabel
        {body}
        OpReturn
        OpFunctionEnd"
    );
    let words = assemble("sections", &text);
    let engine = Engine::Interpreter(Checking::new(Checks::parse("full", Rules::Hlsl).unwrap()));
    let stage = Stage::new(&words, rows::Stage::Pixel, None, &Options { engine, ..Options::default() }).unwrap();
    let (mut inputs, mut outputs) = (stage.inputs(4).unwrap(), stage.outputs(4).unwrap());
    (0..4).for_each(|lane| inputs.set(0, lane, rows::RUNS | rows::KEPT));
    let mut dispatch = stage.module().dispatch();
    stage.bind(&mut dispatch, &inputs, &mut outputs).unwrap();
    stage.run(&mut dispatch, 4).unwrap();
    let findings = &dispatch.report().unwrap().findings;
    assert!(findings.iter().all(|finding| finding.check == Check::Interlock));
    findings.iter().map(|finding| finding.message.clone()).collect()
}

fn sections_begin_once_and_end_where_they_have_begun() {
    let [begin, end] = ["OpBeginInvocationInterlockEXT\n", "OpEndInvocationInterlockEXT\n"];
    assert_eq!(found(&[begin, end].concat()), [""; 0]);
    let twice = ["a critical section begins for the second time (interlock)"];
    assert_eq!(found(&[begin, end, begin, end].concat()), twice);
    assert_eq!(found(&[end].concat()), ["a critical section ends that has not begun (interlock)"]);
}
