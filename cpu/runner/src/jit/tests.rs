//! Code that LLVM generates from texts, and its messages on failure.

use super::*;

fn llvm() -> Option<Arc<Llvm>> {
    crate::test_llvm::llvm(Llvm::find())
}

/// 0 * 56 / 1, in the last of three lanes. LLVM's AVX-512 code generator folds it to 0 / 0.
#[test]
fn constants_are_folded_before_code_is_made() {
    let Some(llvm) = llvm() else { return };
    let ir = "define void @f(ptr %out) {
        %m0 = insertelement <3 x i1> poison, i1 true, i32 0
        %m1 = insertelement <3 x i1> %m0, i1 true, i32 1
        %m2 = insertelement <3 x i1> %m1, i1 false, i32 2
        %rows = insertvalue [4 x <3 x i1>] zeroinitializer, <3 x i1> %m2, 1
        %m = extractvalue [4 x <3 x i1>] %rows, 1
        %x = select <3 x i1> %m, <3 x float> <float 1.0, float 1.0, float 1.0>, <3 x float> zeroinitializer
        %k0 = insertelement <3 x float> poison, float -49.5, i32 0
        %k1 = insertelement <3 x float> %k0, float 7.75, i32 1
        %k2 = insertelement <3 x float> %k1, float 56.0, i32 2
        %factors = insertvalue [4 x <3 x float>] zeroinitializer, <3 x float> %k2, 1
        %k = extractvalue [4 x <3 x float>] %factors, 1
        %p = fmul <3 x float> %x, %k
        %n = insertelement <3 x i32> zeroinitializer, i32 16384, i32 2
        %c = icmp ne <3 x i32> %n, zeroinitializer
        %d = select <3 x i1> %c, <3 x float> <float 1.0, float 1.0, float 1.0>, <3 x float> zeroinitializer
        %q = fdiv <3 x float> %p, %d
        %first = extractelement <3 x float> %q, i32 0
        %last = extractelement <3 x float> %q, i32 2
        store float %first, ptr %out
        %next = getelementptr float, ptr %out, i32 1
        store float %last, ptr %next
        ret void }";
    // SAFETY: the module writes two numbers through the pointer that it is given.
    let code = unsafe { llvm.compile(ir, Effort::None, &[]) }.unwrap();
    let address = code.address("f").unwrap();
    // SAFETY: `f` has this type and `code` is alive.
    let f: extern "C" fn(&mut [f32; 2]) = unsafe { std::mem::transmute(address) };
    let mut out = [1.0; 2];
    f(&mut out);
    assert_eq!(out, [f32::NEG_INFINITY, 0.0]);
}

#[test]
fn compiled_code_runs_and_calls_the_host() {
    extern "C" fn host(x: i32) -> i32 {
        x * 2
    }
    let Some(llvm) = llvm() else { return };
    let ir = "declare i32 @host(i32)
        define i32 @f(i32 %x) { %y = add i32 %x, 1 %z = call i32 @host(i32 %y) ret i32 %z }";
    for effort in [Effort::None, Effort::Quick] {
        // SAFETY: the module does nothing but call `host`, whose type it declares.
        let code = unsafe { llvm.compile(ir, effort, &[("host", host as *const () as usize)]) }.unwrap();
        let address = code.address("f").unwrap();
        // SAFETY: `f` has this type and `code` is alive.
        let f: extern "C" fn(i32) -> i32 = unsafe { std::mem::transmute(address) };
        assert_eq!(f(20), 42);
    }
}

/// A sum of as many numbers as the widest vectors hold is other code for each, and is kept for each.
#[test]
fn processors_have_code_of_their_own() {
    let Some(llvm) = llvm() else { return };
    let ir = "define void @f(ptr %a, ptr %b) { %x = load <16 x float>, ptr %a %y = load <16 x float>, ptr %b
        %z = fadd <16 x float> %x, %y store <16 x float> %z, ptr %a ret void }";
    let [mut objects, mut keys] = [Vec::new(), Vec::new()];
    for cpu in Cpu::all().filter(|cpu| *cpu != Cpu::Native) {
        match llvm.object(ir, cpu, Effort::Quick) {
            Err(JitError::NoTarget(_)) => continue,
            object => objects.push(object.unwrap()),
        }
        keys.push(llvm.made_by(cpu));
    }
    for texts in [objects, keys] {
        let count = texts.len();
        assert!(count > 0);
        assert_eq!(texts.into_iter().collect::<std::collections::BTreeSet<_>>().len(), count);
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let Some(llvm) = llvm() else { return };
    // SAFETY: nothing of these modules runs.
    let compile = |ir: &str| unsafe { llvm.compile(ir, Effort::None, &[]) };
    let error = compile("define i32 @f() { ret i64 0 }").unwrap_err();
    assert!(matches!(error, JitError::Compile(message) if message.contains("i64")));
    let code = compile("define void @f() { ret void }").unwrap();
    assert_eq!(code.address("g"), Err(JitError::NoFunction("g".to_owned())));
}

#[test]
fn a_missing_library_is_named_with_a_remedy() {
    // SAFETY: there is no such file.
    let error = unsafe { Llvm::load(Path::new("/nowhere/libLLVM.so")) }.unwrap_err();
    let text = error.to_string();
    assert!(text.contains("/nowhere/libLLVM.so") && text.contains("install LLVM"), "{text}");
}
