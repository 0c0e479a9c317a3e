//! Runs the jobs beside this file on the CPU.

#[test]
fn shaders_do_what_their_jobs_say() {
    hlsl2spirv::run::jobs("tests", &Default::default()).unwrap();
}
