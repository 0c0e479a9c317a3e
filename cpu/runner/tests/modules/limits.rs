//! Limits of time, from the call to the return, and of memory.
#![allow(unsafe_code, reason = "a process forks")]

use crate::support::{LANES, assemble, compiled, module, numbers, options};
use hlsl2spirv_runner::{Cpu, Dispatch, Error, Lanes, Module, Options};
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

crate::tests! {
    TESTS:
    a_panic_of_the_report_comes_out,
    a_report_may_run_other_kernels,
    deadlines_hold_beside_other_dispatches,
    a_dispatch_that_was_late_may_run_again,
    #[cfg(unix)]
    deadlines_hold_after_a_fork,
    a_switch_of_many_blocks_compiles,
    many_ifs_compile,
    a_long_block_compiles,
    many_arrays_compile,
    code_for_another_architecture_is_refused,
    long_kernels_run_together_and_longer_ones_do_not,
    calls_that_double_are_refused,
    compiling_has_a_deadline,
    matrices_of_many_columns_are_refused,
    many_descriptors_are_refused,
}

/// A deadline, and what the machine of a test may add to it: it has other tests to run.
const SHORT: Duration = Duration::from_millis(50);
const GRACE: Duration = Duration::from_secs(2);

/// A kernel that ends only when it is told to.
fn endless(name: &str, options: &Options) -> Module {
    let body = "OpBranch %head
        %head = OpLabel
        OpLoopMerge %behind %again None
        OpBranch %inside
        %inside = OpLabel
        %seen = OpLoad %uint %x_at Volatile
        %more = OpIEqual %bool %seen %x
        OpBranchConditional %more %again %behind
        %again = OpLabel
        OpBranch %head
        %behind = OpLabel
        %r = OpIAdd %uint %x %c1";
    compiled(name, &module("", "", body), options)
}

/// Binds what the kernels here take, and does something with the dispatch.
fn with_buffers<T>(module: &Module, use_it: impl FnOnce(&mut Dispatch<'_>) -> T) -> T {
    let (input, mut output) = (numbers(), vec![0; 3 * LANES]);
    let mut dispatch = module.dispatch();
    dispatch.buffer((0, 0), &input).unwrap().buffer_mut((0, 1), &mut output).unwrap();
    use_it(&mut dispatch)
}

/// Runs for as long as the deadline lets it, and a little longer.
fn late(module: &Module) {
    let start = Instant::now();
    let result = with_buffers(module, |dispatch| dispatch.deadline(SHORT).run([3, 1, 1]));
    assert_eq!(result, Err(Error::Deadline));
    assert!(start.elapsed() < SHORT + GRACE, "{:?}", start.elapsed());
}

fn a_panic_of_the_report_comes_out() {
    let module = endless("panic", &options());
    for _ in 0..2 {
        let caught = catch_unwind(AssertUnwindSafe(|| {
            with_buffers(&module, |dispatch| {
                dispatch.run_with_progress([3, 1, 1], &mut |_| resume_unwind(Box::new("of the report")))
            })
        }));
        let payload = caught.expect_err("the panic comes out");
        assert_eq!(payload.downcast_ref(), Some(&"of the report"));
    }
    // The threads are still there, and so is the dispatch's own deadline.
    late(&module);
}

fn a_report_may_run_other_kernels() {
    let module = endless("nested", &options());
    let start = Instant::now();
    let result = with_buffers(&module, |dispatch| {
        let stop = dispatch.abort();
        dispatch.run_with_progress([3, 1, 1], &mut |_| {
            late(&module);
            stop.stop();
        })
    });
    assert_eq!(result, Err(Error::Stopped));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

fn deadlines_hold_beside_other_dispatches() {
    let module = endless("beside", &options());
    std::thread::scope(|scope| {
        let long = || with_buffers(&module, |dispatch| dispatch.deadline(2 * GRACE).run([3, 1, 1]));
        let busy = scope.spawn(long);
        std::thread::sleep(SHORT);
        late(&module);
        assert_eq!(busy.join().unwrap(), Err(Error::Deadline));
    });
}

fn a_dispatch_that_was_late_may_run_again() {
    let module = endless("again", &options());
    with_buffers(&module, |dispatch| {
        dispatch.deadline(SHORT);
        assert_eq!(dispatch.run([3, 1, 1]), Err(Error::Deadline));
        assert_eq!(dispatch.run([0, 1, 1]), Ok(()));
    });
}

#[cfg(unix)]
fn deadlines_hold_after_a_fork() {
    unsafe extern "C" {
        fn fork() -> i32;
        fn waitpid(process: i32, status: *mut i32, options: i32) -> i32;
        fn _exit(status: i32) -> !;
    }
    let module = endless("fork", &options());
    // The threads are there before the fork.
    late(&module);
    // SAFETY: the child runs what is below, on this thread's copy, and leaves without a word.
    let child = unsafe { fork() };
    if child == 0 {
        let held = catch_unwind(AssertUnwindSafe(|| late(&module))).is_ok();
        drop(module);
        // SAFETY: nothing of the parent's is to be cleaned up.
        unsafe { _exit(i32::from(!held)) }
    }
    let start = Instant::now();
    let mut status = 0;
    // SAFETY: the child is this process's own, and the status is valid for writing.
    while unsafe { waitpid(child, &raw mut status, 1) } == 0 {
        assert!(start.elapsed() < Duration::from_secs(20), "the child hangs");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(status, 0);
}

/// Modules that take LLVM long, or more memory than there is, unless limits stop it: name, declarations, body.
fn heavies() -> Vec<(&'static str, String, String)> {
    vec![
        ("switch", String::new(), switch(20_000)),
        ("ifs", String::new(), ifs(20_000)),
        ("block", String::new(), block(100_000)),
        ("arrays", arrays(3_000), use_of_arrays(3_000)),
    ]
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, at| {
        let _ = writeln!(text, "{}", line(at));
        text
    })
}

/// A switch with the given number of cases, each of which computes something else.
fn switch(count: usize) -> String {
    let targets: String = lines(count, |at| format!("{at} %case{at}")).replace('\n', " ");
    let cases = lines(count, |at| format!("%case{at} = OpLabel\n%v{at} = OpIMul %uint %x %c7\nOpBranch %behind"));
    let values: String = lines(count, |at| format!("%v{at} %case{at}")).replace('\n', " ");
    format!(
        "OpSelectionMerge %behind None\nOpSwitch %x %default {targets}\n{cases}
        %default = OpLabel\nOpBranch %behind
        %behind = OpLabel\n%r = OpPhi %uint {values} %x %default"
    )
}

/// The given number of branches, one after the other.
fn ifs(count: usize) -> String {
    let one = |at: usize| {
        let before = if at == 0 { "%x".to_owned() } else { format!("%p{}", at - 1) };
        let from = if at == 0 { "%entry".to_owned() } else { format!("%behind{}", at - 1) };
        format!(
            "%b{at} = OpULessThan %bool {before} %c{c}\nOpSelectionMerge %behind{at} None
            OpBranchConditional %b{at} %then{at} %behind{at}\n%then{at} = OpLabel
            %t{at} = OpIAdd %uint {before} %x\nOpBranch %behind{at}\n%behind{at} = OpLabel
            %p{at} = OpPhi %uint {before} {from} %t{at} %then{at}",
            c = [1, 2, 3, 4, 5, 7, 8][at % 7]
        )
    };
    format!("{}%r = OpIAdd %uint %p{} %c0", lines(count, one), count - 1)
}

/// The given number of instructions, each of which needs the one before and one from far above.
fn block(count: usize) -> String {
    let name = |at: usize| if at == 0 { "%x".to_owned() } else { format!("%s{at}") };
    let one = |at: usize| {
        let word = ["OpIAdd", "OpBitwiseXor", "OpIMul", "OpISub"][at % 4];
        format!("%s{} = {word} %uint {} {}", at + 1, name(at), name(at / 3))
    };
    format!("{}%r = OpIAdd %uint %s{count} %c0", lines(count, one))
}

fn arrays(count: usize) -> String {
    let one = |at: usize| format!("%a{at} = OpVariable %ptr_array Private");
    format!(
        "%array = OpTypeArray %uint %c8\n%ptr_array = OpTypePointer Private %array
        %ptr_elem = OpTypePointer Private %uint\n{}",
        lines(count, one)
    )
}

/// Each array is written and read at an unknown index.
fn use_of_arrays(count: usize) -> String {
    let one = |at: usize| {
        let before = if at == 0 { "%x".to_owned() } else { format!("%l{}", at - 1) };
        format!(
            "%at{at} = OpAccessChain %ptr_elem %a{at} %k\nOpStore %at{at} {before}
            %bt{at} = OpAccessChain %ptr_elem %a{at} %lane7\n%l{at} = OpLoad %uint %bt{at}"
        )
    };
    format!(
        "%k = OpBitwiseAnd %uint %x %c7\n%lane7 = OpBitwiseAnd %uint %lane %c7\n{}%r = OpIAdd %uint %l{} %c0",
        lines(count, one),
        count - 1
    )
}

/// Functions of which each calls the one before twice.
fn doubling(levels: usize) -> String {
    let one = |at: usize| {
        let body = match at {
            0 => "%d0 = OpIAdd %uint %p0 %p0".to_owned(),
            _ => format!(
                "%e{at} = OpFunctionCall %uint %f{0} %p{at}\n%d{at} = OpFunctionCall %uint %f{0} %e{at}",
                at - 1
            ),
        };
        format!(
            "%f{at} = OpFunction %uint None %fn_uint\n%p{at} = OpFunctionParameter %uint\n%b{at} = OpLabel\n{body}
            OpReturnValue %d{at}\nOpFunctionEnd"
        )
    };
    format!("%fn_uint = OpTypeFunction %uint %uint\n{}", lines(levels, one))
}

fn heavy(name: &str) {
    let (_, declarations, body) = heavies().into_iter().find(|(known, ..)| *known == name).unwrap();
    let module = compiled(name, &module("", &declarations, &body), &options());
    with_buffers(&module, |dispatch| dispatch.run([3, 1, 1])).unwrap();
}

fn a_switch_of_many_blocks_compiles() {
    heavy("switch");
}

fn many_ifs_compile() {
    heavy("ifs");
}

fn a_long_block_compiles() {
    heavy("block");
}

fn many_arrays_compile() {
    heavy("arrays");
}

/// Instructions that the machine lacks would end the process.
fn code_for_another_architecture_is_refused() {
    let words = assemble("simple", &module("", "", "%r = OpIAdd %uint %x %c1"));
    let cpu = if cfg!(target_arch = "aarch64") { Cpu::X86V2 } else { Cpu::Aarch64 };
    match Module::new(&words, "main", &Options { cpu, ..options() }) {
        Err(Error::Cpu(error)) => assert_eq!(error.cpu, cpu),
        other => panic!("not refused: {:?}", other.map(drop)),
    }
}

/// Kernels too long to be optimised still run as vectors, up to a length.
fn long_kernels_run_together_and_longer_ones_do_not() {
    let kernel =
        |ops: usize, lanes: Lanes| compiled("long", &module("", "", &block(ops)), &Options { lanes, ..options() });
    let together = kernel(6_000, Lanes::Together);
    assert_eq!(together.info().one_by_one, None);
    let one_by_one = kernel(6_000, Lanes::OneByOne);
    assert_eq!(results(&together), results(&one_by_one));
    let longer = kernel(60_000, Lanes::Together);
    assert_eq!(longer.info().one_by_one.as_ref().map(ToString::to_string).as_deref(), Some("it is too large"));
}

/// The results that a kernel here writes.
fn results(kernel: &Module) -> Vec<u32> {
    let (input, mut output) = (numbers(), vec![0; 3 * LANES]);
    let mut dispatch = kernel.dispatch();
    dispatch.buffer((0, 0), &input).unwrap().buffer_mut((0, 1), &mut output).unwrap();
    dispatch.run([3, 1, 1]).unwrap();
    output
}

fn calls_that_double_are_refused() {
    let body = "%r = OpFunctionCall %uint %f29 %x";
    let words = assemble("doubling", &module("", &doubling(30), body));
    let error = Module::new(&words, "main", &options()).unwrap_err();
    assert!(matches!(error, Error::Lower(abi::LowerError::TooLarge(_))), "{error}");
}

fn compiling_has_a_deadline() {
    let options = Options { deadline: Some(SHORT), ..options() };
    let words = assemble("late", &module("", "", &block(10_000)));
    let start = Instant::now();
    assert_eq!(Module::new(&words, "main", &options).map(drop), Err(Error::Deadline));
    assert!(start.elapsed() < SHORT + GRACE, "{:?}", start.elapsed());
}

/// Each column would be taken by itself.
fn matrices_of_many_columns_are_refused() {
    let types = [
        ("%v2 = OpTypeVector %float 2\n%odd = OpTypeMatrix %v2 131072", "a matrix has 131072 columns"),
        ("%v2 = OpTypeVector %float 2\n%odd = OpTypeMatrix %v2 1", "a matrix has 1 columns"),
    ];
    for (ty, message) in types {
        let declarations = format!("{ty}\n%to = OpTypePointer Private %odd\n%v = OpVariable %to Private");
        let body = "%all = OpLoad %odd %v\nOpStore %v %all\n%r = OpIAdd %uint %x %c0";
        let words = assemble("odd", &module("", &declarations, body));
        for lanes in [Lanes::OneByOne, Lanes::Vectors(8)] {
            let error = Module::new(&words, "main", &Options { lanes, ..options() }).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}

fn many_descriptors_are_refused() {
    let one = |at: usize| format!("OpDecorate %m{at} DescriptorSet 1\nOpDecorate %m{at} Binding {at}");
    let variable = |at: usize| format!("%m{at} = OpVariable %ptr_many StorageBuffer");
    let access = |at: usize| format!("%n{at} = OpAccessChain %ptr_word %m{at} %x %c0 %c0\nOpStore %n{at} %x");
    let declarations = format!(
        "{}%million = OpConstant %uint 1000000\n%many = OpTypeArray %block %million
        %ptr_many = OpTypePointer StorageBuffer %many\n{}",
        lines(2000, one),
        lines(2000, variable)
    );
    let text = module("", &declarations, &format!("{}%r = OpIAdd %uint %x %c0", lines(2000, access)));
    let words = assemble("many", &text);
    let error = Module::new(&words, "main", &options()).unwrap_err();
    assert!(matches!(error, Error::TooManyDescriptors(_)), "{error}");
}
