//! Unreached bodies that are checked apart: module and messages are those of a check in sequence.

use super::{COMPUTE, parsed};
use crate::check::{Parted, check, check_reachable};
use crate::hir::Module;
use crate::hir::dump::dump;
use crate::options::Options;
use base::diag::Sink;
use base::intern::Interner;
use frontend::language::Profile;

const MAIN: &str = "[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID)";

/// Module and messages as text.
type Seen = (Option<String>, Vec<String>);

fn seen(module: Option<&Module>, names: &Interner, sink: &Sink) -> Seen {
    let messages = sink.diagnostics().iter().map(|diagnostic| format!("{diagnostic:?}"));
    (module.map(|module| without_types(&dump(module, names))), messages.collect())
}

/// A module as text without its structs and enumerations: those that only unreached bodies name are in one and not in the other.
fn without_types(text: &str) -> String {
    let (mut kept, mut in_type) = (String::new(), false);
    for line in text.lines() {
        if !line.starts_with(' ') {
            in_type = ["struct ", "interface ", "enum "].iter().any(|kind| line.starts_with(kind));
        }
        if !in_type {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// A profile with heaps.
const HEAPS: Profile = Profile { minor: 6, ..COMPUTE };

fn in_sequence(text: &str) -> Seen {
    let mut unit = parsed(text, HEAPS);
    let module = check(&unit.ast, &unit.sources, &mut unit.names, &Options::new(HEAPS, "main"), &mut unit.sink);
    seen(module.as_ref(), &unit.names, &unit.sink)
}

/// Checks a text in two parts, one of them on another thread; nothing if that part says that it must be done in sequence.
fn in_parts(text: &str) -> Option<Seen> {
    let (mut unit, options) = (parsed(text, HEAPS), Options::new(HEAPS, "main"));
    let parted = check_reachable(&unit.ast, &unit.sources, &mut unit.names, &options, &mut unit.sink, 1);
    let Parted::Parts(reachable, unreached) = parted else { panic!("there are unreached bodies, and no errors") };
    let first = reachable.messages;
    let (module, warnings) = std::thread::scope(|scope| {
        let unreached = scope.spawn(|| unreached.check());
        let module = reachable.finish(&options, &mut unit.names, &mut unit.sink);
        (module, unreached.join().expect("the checker does not panic"))
    });
    unit.sink.insert(first, warnings?);
    Some(seen(module.as_ref(), &unit.names, &unit.sink))
}

#[track_caller]
fn agrees(declarations: &str, body: &str, messages: usize) {
    let text = format!("{declarations}\n{MAIN} {{ {body} }}");
    let whole = in_sequence(&text);
    assert_eq!(in_parts(&text).as_ref(), Some(&whole));
    assert_eq!(whole.1.len(), messages, "{:#?}", whole.1);
    assert!(whole.0.is_some());
}

/// Unreached bodies that change the module, or have errors.
#[track_caller]
fn is_left(declarations: &str, body: &str) {
    let text = format!("{declarations}\n{MAIN} {{ {body} }}");
    assert_eq!(in_parts(&text), None);
}

#[test]
fn what_unreached_bodies_make_is_not_missed() {
    agrees("float f() { static float a[2] = { 1, 2 }; return a[1]; } static float b = 1;", "b += id.x;", 0);
    agrees("void f() { struct S { int a; }; enum E { A }; StructuredBuffer<S> b; } struct T { int a; };", "T t;", 0);
    agrees(
        "template<typename T> T twice(T x) { return x + x; } int f() { return twice(1); }",
        "float x = twice(1.5);",
        0,
    );
    agrees("template<typename T> static const T one = 1; int f() { return one<int>; }", "float x = one<float>;", 0);
    agrees("void f() { StructuredBuffer<int> b = ResourceDescriptorHeap[0]; }", "", 0);
    agrees(
        "template<typename T> struct S { static T a; T b; }; template<typename T> T S<T>::a = 2;
         int f() { S<int> s; return s.a; }",
        "S<float> s; s.b = s.a;",
        0,
    );
}

#[test]
fn messages_stand_in_the_order_of_a_check_in_sequence() {
    let unreached = "int f() { int a = float2(1, 2); int b = int3(1, 2, 3); return a + b; }";
    agrees(unreached, "int a = int2(1, 2); int b; int c = b;", 4);
    let text = format!("{unreached} {MAIN} {{ int a = int2(1, 2); int b; int c = b; }}");
    let messages = in_parts(&text).map(|seen| seen.1).unwrap_or_default();
    let at = ["int2(1, 2);", "float2", "int3(", "b;"].map(|what| text.rfind(what).expect("it is there"));
    let in_order = messages.iter().zip(at).all(|(message, at)| message.contains(&format!("span: {at}..")));
    assert!(messages.len() == 4 && in_order, "{messages:#?}");
}

#[test]
fn a_warning_that_both_parts_have_is_given_once() {
    agrees(
        "template<typename T> int narrowed(T x) { int2 y = 1; int z = y; return z; } int f() { return narrowed(1); }",
        "int a = narrowed(1.5); int b; int c = b;",
        2,
    );
}

#[test]
fn errors_are_found_in_sequence() {
    is_left("int f() { return missing; }", "");
    is_left("int f() { int a = int2(1, 2); return missing; }", "int a; int b = a;");
    let many: String = (0..200).map(|at| format!("int f{at}() {{ return missing{at}; }}")).collect();
    is_left(&many, "");
}

#[test]
fn errors_of_the_whole_are_found_in_sequence() {
    let unreached = "int unreached() { int a = int2(1, 2); return a; }";
    for (declarations, body) in [
        ("int f(int x) { return f(x); }", "f(1);"),
        ("int f(int x);", "f(1);"),
        ("struct S { static int a; };", "int b = S::a;"),
        ("", "missing;"),
    ] {
        let text = format!("{declarations} {unreached} {MAIN} {{ {body} }}");
        let (mut unit, options) = (parsed(&text, HEAPS), Options::new(HEAPS, "main"));
        let parted = check_reachable(&unit.ast, &unit.sources, &mut unit.names, &options, &mut unit.sink, 1);
        assert!(matches!(parted, Parted::Whole(None)), "{declarations}");
        assert_eq!(seen(None, &unit.names, &unit.sink), in_sequence(&text));
    }
}

#[test]
fn bodies_that_change_the_module_are_checked_in_sequence() {
    is_left("RWStructuredBuffer<int> b; void f() { b.IncrementCounter(); }", "b[0] = 1;");
    agrees("RWStructuredBuffer<int> b; void f() { b.IncrementCounter(); }", "b.IncrementCounter();", 0);
    agrees("RWStructuredBuffer<int> b; void f() { b[1] = 2; }", "b[0] = 1;", 0);
    is_left("void f(RWStructuredBuffer<int> b) { b.IncrementCounter(); }", "");
    is_left(
        "template<typename T> struct S; template<typename T> int size(S<T> s) { return 0; }
         S<int> g(); template<typename T> struct S { T a; }; int f() { return g().a; }",
        "",
    );
}
