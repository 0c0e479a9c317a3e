//! The checker as a whole: accepted programs, and the codes of errors.

use crate::hir::expr::ExprKind;
use crate::hir::{GlobalKind, Module};
use crate::options::Options;
use base::diag::Sink;
use base::intern::Interner;
use base::source::{SourceMap, Span};
use frontend::ast::{self, Ast};
use frontend::language::{HlslVersion, Profile, Stage};
use frontend::parse::{ParseOptions, parse};
use frontend::preprocess::{Facts, NoIncludes, PreprocessOptions, preprocess};

struct Parsed {
    ast: Ast,
    sources: SourceMap,
    names: Interner,
    sink: Sink,
}

fn parsed(text: &str, profile: Profile) -> Parsed {
    let mut sources = SourceMap::new();
    let mut names = frontend::words::new_interner();
    let mut sink = Sink::default();
    let file = sources.add_file("test.hlsl", text, None).expect("the text is small");
    let options = PreprocessOptions::new(Facts {
        version: HlslVersion::V2021,
        profile,
        native_16bit: false,
        spirv_version: (1, 0),
        linear_algebra: 0,
    });
    let done = preprocess(file, &mut sources, &mut names, &options, &NoIncludes, &mut sink);
    let options = ParseOptions { version: HlslVersion::V2021 };
    let ast = parse(&done.tokens, &sources, &mut names, &options, &mut sink);
    Parsed { ast, sources, names, sink }
}

const COMPUTE: Profile = Profile { stage: Stage::Compute, major: 6, minor: 0 };

fn run(parsed: &mut Parsed) -> (Option<Module>, Vec<&'static str>) {
    let options = Options::new(COMPUTE, "main");
    let module = super::check(&parsed.ast, &parsed.sources, &mut parsed.names, &options, &mut parsed.sink);
    let codes = parsed.sink.diagnostics().iter().map(|diagnostic| diagnostic.row.code).collect();
    (module, codes)
}

/// Checks declarations and the body of `main`.
fn check(declarations: &str, body: &str) -> (Option<Module>, Vec<&'static str>) {
    let text = format!("{declarations}\n[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {{ {body} }}");
    run(&mut parsed(&text, COMPUTE))
}

#[track_caller]
fn accepts(declarations: &str, body: &str) -> Module {
    let (module, codes) = check(declarations, body);
    module.unwrap_or_else(|| panic!("refused with {codes:?}"))
}

#[track_caller]
fn refuses(declarations: &str, body: &str, expected: &[&str]) {
    let (module, codes) = check(declarations, body);
    assert!(module.is_none());
    assert_eq!(codes, expected);
}

#[test]
fn a_kernel_is_accepted() {
    let module = accepts(
        "cbuffer P { float a; uint n; }; StructuredBuffer<float> x; RWStructuredBuffer<float> y;",
        "if (id.x < n) y[id.x] = a * x[id.x] + y[id.x];",
    );
    assert_eq!(module.entry_points.len(), 1);
    assert_eq!(module.globals.len(), 3);
}

#[test]
fn only_reached_functions_are_kept_in_the_order_of_their_calls() {
    let module = accepts(
        "float c(float x) { return x; } float unused() { return 1; } float b() { return c(1); } float a() { return 2; }",
        "float x = b() + a();",
    );
    assert_eq!(module.functions.len(), 4);
}

#[test]
fn errors_in_functions_that_nothing_reaches_are_found() {
    refuses("float f() { return missing; }", "", &["E2001"]);
}

#[test]
fn independent_mistakes_are_reported_once_each() {
    refuses("", "float a = nope; a = a + 1; float b = nada; undefined(a, b);", &["E2001", "E2001", "E2001"]);
}

#[test]
fn lvalues_are_checked() {
    refuses("cbuffer B { float4 c; };", "c.x = 1;", &["E2102"]);
    refuses("", "const int i = 1; i = 2;", &["E2102"]);
    refuses("", "float2 v = 0; v.xx = 1;", &["E2102"]);
    refuses("StructuredBuffer<int> b;", "b[0] = 1;", &["E2102"]);
    refuses("void f(out int x) { x = 1; }", "f(1);", &["E2127"]);
    accepts("void f(inout float x) { x += 1; }", "float3 v = 0; f(v.y); half h = 1; f(h); id.x++;");
}

#[test]
fn initialisers_are_flattened_and_counted() {
    accepts(
        "struct S { float2 a; int b[2]; };",
        "S s = { 1, { 2, 3 }, 4 }; float4 v = { s.a, s.b }; int a[] = { 1, 2, 3 };",
    );
    refuses("", "float3 v = { 1, 2 };", &["E2115"]);
    refuses("", "float4 v = float4(1, 2, 3);", &["E2115"]);
}

#[test]
fn structs_have_methods_bases_and_static_members() {
    accepts(
        "interface I { float f(); }; struct B { float x; float twice() { return x * 2; } };
         struct D : B, I { static const int N = 3; float f() { return twice() + this.x + g(); } float g(); };
         float D::g() { return N; }",
        "D d; d.x = 1; float y = d.f() + D::N + d.B::twice();",
    );
    refuses("struct S { float x; static float f() { return x; } };", "", &["E2113"]);
}

#[test]
fn operators_can_be_overloaded() {
    accepts(
        "struct C { float r; C operator+(C o) { C c; c.r = r + o.r; return c; } float operator[](int i) { return r; } };",
        "C a, b; C c = a + b; float f = c[1];",
    );
}

#[test]
fn templates_are_deduced_and_specialised() {
    accepts(
        "template<typename T> T twice(T x) { return x + x; }
         template<> float twice<float>(float x) { return 2 * x; }
         template<typename T, int N> struct Array { T items[N]; T first() { return items[0]; } };
         template<typename T, int N> T sum(vector<T, N> v) { T s = 0; for (int i = 0; i < N; i++) s += v[i]; return s; }",
        "int a = twice(3); float b = twice(1.0f); Array<float2, 4> c; float2 d = c.first(); float e = sum(float3(1, 2, 3));",
    );
    refuses("template<int N> float f() { return f<N + 1>(); }", "f<0>();", &["E2036", "E2111"]);
}

#[test]
fn recursion_is_found() {
    refuses("int g(int x); int f(int x) { return g(x); } int g(int x) { return f(x); }", "f(1);", &["E2053"]);
}

#[test]
fn overloads_declared_later_are_not_seen() {
    let module = accepts(
        "float f(float x) { return x; } float g() { return f(1); } int f(int x) { return x; }",
        "float x = g();",
    );
    assert_eq!(module.functions.len(), 3);
}

#[test]
fn constants_are_folded() {
    let module = accepts("static const int N = 4 * 2 + 1;", "int a[N]; a[0] = N;");
    let folded = module.globals.iter().any(|(_, global)| matches!(global.kind, GlobalKind::Static { .. }));
    assert!(!folded);
}

#[test]
fn buffers_get_a_counter_when_it_is_used() {
    let module = accepts("RWStructuredBuffer<int> a; RWStructuredBuffer<int> b;", "b[b.IncrementCounter()] = a[0];");
    let kinds: Vec<bool> = module.globals.iter().map(|(_, g)| matches!(g.kind, GlobalKind::Counter)).collect();
    assert_eq!(kinds, [false, true, false]);
}

#[test]
fn labels_follow_their_rules() {
    accepts("", "switch (id.x) { case 0: case 1: id.y = 1; break; default: { id.y = 2; break; } }");
    refuses("", "switch (id.x) { case 0: case 0: break; }", &["E2202"]);
    refuses("", "case 0: ;", &["E2201"]);
    refuses("", "continue;", &["E2201"]);
}

#[test]
fn nesting_does_not_overflow_the_stack() {
    let ternaries = "id.x > 1 ? 1 : ".repeat(500);
    check("", &format!("int x = {ternaries} 2;"));
    let ifs = "if (id.x > 1) {".repeat(250);
    check("", &format!("{ifs} id.x = 1; {}", "}".repeat(250)));
    let calls = "f(".repeat(250);
    check("int f(int x) { return x; }", &format!("int x = {calls}1{};", ")".repeat(250)));
    let casts = "(int)".repeat(1000);
    check("", &format!("int x = {casts}1;"));
}

#[test]
fn a_sum_of_a_hundred_thousand_terms_needs_no_stack() {
    let mut parsed = parsed("[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { uint x = i + i; }", COMPUTE);
    let (sum, term) = parsed
        .ast
        .exprs
        .iter()
        .find_map(|(id, expr)| if let ast::ExprKind::Binary { lhs, .. } = expr.kind { Some((id, lhs)) } else { None })
        .expect("there is a sum");
    // The parser limits its input; the checker must hold without that.
    let mut left = term;
    for _ in 0..100_000 {
        let kind = ast::ExprKind::Binary { op: ast::BinaryOp::Add, op_span: Span::NONE, lhs: left, rhs: term };
        left = parsed.ast.exprs.alloc(ast::Expr { span: Span::NONE, kind });
    }
    parsed.ast.exprs[sum].kind =
        ast::ExprKind::Binary { op: ast::BinaryOp::Add, op_span: Span::NONE, lhs: left, rhs: term };
    let (module, codes) = run(&mut parsed);
    let module = module.unwrap_or_else(|| panic!("refused with {codes:?}"));
    let (_, main) = module.functions.iter().next().expect("there is a function");
    let sums = main.body.exprs.iter().filter(|(_, expr)| matches!(expr.kind, ExprKind::Binary { .. })).count();
    assert_eq!(sums, 100_001);
}

#[test]
fn types_that_grow_without_bound_are_refused() {
    let doubling: String = (1..60).map(|i| format!("struct S{i} {{ S{0} a; S{0} b; }};", i - 1)).collect();
    let (module, codes) = check(&format!("struct S0 {{ float a; }}; {doubling}"), "S59 s;");
    assert!(module.is_none());
    assert!(codes.iter().all(|&code| code == "E2038"), "{codes:?}");
}

#[test]
fn arrays_have_so_many_dimensions_and_no_more() {
    let array = |count: usize| format!("static float a{};", "[1]".repeat(count));
    accepts(&array(255), "");
    refuses(&array(256), "", &["E2038"]);
    refuses(&array(20_000), "", &["E2038"]);
}
