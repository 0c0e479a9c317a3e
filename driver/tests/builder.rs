//! The module of `examples/build-module`, in the interpreter, which finds nothing wrong with it.

#[expect(unreachable_pub, reason = "a module of another crate")]
#[path = "../../examples/build-module/src/shader.rs"]
mod shader;

use hlsl2spirv::builder::{WordConsumer, WordHasher};
use hlsl2spirv::run::{Checking, Checks, Engine, Module, Options, Rules};
use shader::{TARGET, write_shader};

#[test]
fn a_module_that_a_program_builds_runs() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = Vec::new();
    write_shader(&mut words)?;
    hlsl2spirv::validate(&words, TARGET)?;

    let checks = Checks::parse("full", Rules::Hlsl)?;
    let options = Options { engine: Engine::Interpreter(Checking::new(checks)), ..Options::default() };
    let module = Module::new(&words, "main", &options)?;
    let mut numbers: Vec<f32> = (0..40).map(|number| number as f32).collect();
    let mut dispatch = module.dispatch();
    dispatch.buffer_mut("numbers", &mut numbers)?.push_constants(&[33_u32]);
    dispatch.run([2, 1, 1])?;
    let report = dispatch.report().expect("a checked run has a report");
    assert!(report.findings.is_empty(), "{:?}", report.findings);

    for (n, &found) in numbers.iter().enumerate() {
        let expected = if n < 33 { (1..=n).map(|i| (i as f32).sqrt()).sum() } else { n as f32 };
        assert!((found - expected).abs() <= expected * 1e-5, "{n}: {found} is not {expected}");
    }
    Ok(())
}

#[test]
fn a_module_that_a_program_builds_is_the_same_each_time() -> Result<(), Box<dyn std::error::Error>> {
    let (mut words, mut hasher, mut whole) = (Vec::new(), WordHasher::default(), WordHasher::default());
    write_shader(&mut words)?;
    write_shader(&mut hasher)?;
    whole.consume(&words);
    assert_eq!(hasher, whole);
    Ok(())
}

#[test]
fn what_is_invalid_is_named_with_its_place() {
    let mut words = Vec::new();
    write_shader(&mut words).expect("the calls are right");
    words[3] = 1;
    let error = hlsl2spirv::validate(&words, TARGET).expect_err("the bound is too low");
    assert!(error.contains("at byte"), "{error}");
}
