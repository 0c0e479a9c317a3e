//! Programs that must not compile: each is one mistake, in a program that would compile without it.

use crate::case::Settings;
use crate::compiler::Compiler;

/// A mistake.
#[derive(Clone, Copy, Debug)]
pub struct Mistake {
    /// The section that forbids it.
    pub section: &'static str,
    /// Declarations.
    pub globals: &'static str,
    /// Statements of the entry point; `x` is a uint, `f` a float, `d` a double, `v` a float3, `m` a float2x2.
    pub body: &'static str,
}

const fn mistake(section: &'static str, globals: &'static str, body: &'static str) -> Mistake {
    Mistake { section, globals, body }
}

const SHAPES: &str = "HLSL [Conv.vtrunc]: shapes only shrink";
const OPERATORS: &str = "HLSL [Expr]: operators and their operands";
const PLACES: &str = "HLSL [Basic.lval]: what can be assigned to";
const CALLS: &str = "HLSL [Overload.Res]: calls without a best function";
const NAMES: &str = "HLSL [Basic.Lookup], [Basic.ODR]";
const TYPES: &str = "HLSL [Basic.types], [Conv]";
const STATEMENTS: &str = "HLSL [Stmt]";
const LISTS: &str = "HLSL [Decl.Init.Agg]: as many scalars as there are";
const SWIZZLES: &str = "HLSL [Expr.Post.Swizzle]";

/// The table.
pub const MISTAKES: &[Mistake] = &[
    mistake(SHAPES, "", "float4 w = v;"),
    mistake(SHAPES, "", "float3 w = v.xy;"),
    mistake(SHAPES, "", "float3x3 n = m;"),
    mistake(SHAPES, "", "float2x3 n = (float2x3)m;"),
    mistake(SHAPES, "", "v = float2(1, 2);"),
    mistake(SHAPES, "void g(float4 p) {}", "g(v);"),
    mistake(SHAPES, "float4 g(float3 p) { return p; }", ""),
    mistake(OPERATORS, "", "f = f & 1.5;"),
    mistake(OPERATORS, "", "f = f << 1;"),
    mistake(OPERATORS, "", "x = ~f;"),
    mistake(OPERATORS, "", "f ^= 2;"),
    mistake(OPERATORS, "", "f |= f;"),
    mistake(OPERATORS, "", "d = d % d;"),
    mistake(OPERATORS, "", "min16int a = min16int(x); a = a / a;"),
    mistake(OPERATORS, "", "min12int a = min12int(x); a = a % a;"),
    mistake(OPERATORS, "", "bool3 b = v && v;"),
    mistake(OPERATORS, "", "float3 w = bool3(true, false, true) ? v : v;"),
    mistake(OPERATORS, "struct S { int a; };", "S s = (S)0; S t = s + s;"),
    mistake(OPERATORS, "struct S { int a; };", "S s = (S)0; if (s) x = 1;"),
    mistake(OPERATORS, "", "int a[2] = { 1, 2 }; int b[2] = a + a;"),
    mistake(OPERATORS, "", "x = *x;"),
    mistake(OPERATORS, "", "x = v->x;"),
    mistake(PLACES, "", "3 = x;"),
    mistake(PLACES, "", "x + 1 = 2;"),
    mistake(PLACES, "", "const uint c = 1; c = 2;"),
    mistake(PLACES, "static const uint c = 1;", "c += x;"),
    mistake(PLACES, "", "v.xx = 1;"),
    mistake(PLACES, "", "v.xyx = v;"),
    mistake(PLACES, "", "m._m00_m00 = float2(1, 2);"),
    mistake(PLACES, "uint g() { return 1; }", "g() = 2;"),
    mistake(PLACES, "cbuffer C { uint c; };", "c = 2;"),
    mistake(PLACES, "StructuredBuffer<uint> b;", "b[0] = 2;"),
    mistake(PLACES, "void g(inout uint p) {}", "g(3);"),
    mistake(PLACES, "void g(out uint p) { p = 1; }", "g(x + 1);"),
    mistake(PLACES, "void g(inout uint p) {}", "const uint c = 1; g(c);"),
    mistake(PLACES, "", "++3;"),
    mistake(CALLS, "void g(uint p) {}", "g();"),
    mistake(CALLS, "void g(uint p) {}", "g(x, x);"),
    mistake(CALLS, "void g(float p, int q) {} void g(int p, float q) {}", "g(x, x);"),
    mistake(CALLS, "void g(float2 p) {} void g(int2 p) {}", "g(d);"),
    mistake(CALLS, "struct S { int a; }; void g(S s) {}", "g(x);"),
    mistake(CALLS, "", "x = dot(v);"),
    mistake(CALLS, "", "v = cross(v.xy, v.xy);"),
    mistake(CALLS, "", "f = nothing(x);"),
    mistake(CALLS, "struct S { int a; };", "S s = (S)0; f = sin(s);"),
    mistake(NAMES, "", "x = y;"),
    mistake(NAMES, "", "uint x = 2; uint x = 3;"),
    mistake(NAMES, "uint g; float g;", ""),
    mistake(NAMES, "void g() {} void g() {}", ""),
    mistake(NAMES, "uint g() { return 1; } float g() { return 1; }", ""),
    mistake(NAMES, "struct S { int a; int a; };", ""),
    mistake(NAMES, "struct S { int a; };", "S s = (S)0; x = s.b;"),
    mistake(NAMES, "struct S { S s; };", ""),
    mistake(NAMES, "", "{ uint inner = 1; } x = inner;"),
    mistake(NAMES, "namespace n { uint g; }", "x = n::h;"),
    mistake(NAMES, "enum class E { A };", "x = uint(A);"),
    mistake(NAMES, "uint g(uint p) { return g(p); }", "x = g(x);"),
    mistake(TYPES, "struct S { int a; };", "S s = (S)0; x = s;"),
    mistake(TYPES, "struct S { int a; }; struct T { int a; };", "S s = (S)0; T t = s;"),
    mistake(TYPES, "", "void w;"),
    mistake(TYPES, "", "vector<float, 5> w;"),
    mistake(TYPES, "", "matrix<float, 0, 2> w;"),
    mistake(TYPES, "", "uint a[0];"),
    mistake(TYPES, "", "uint a[x];"),
    mistake(TYPES, "", "uint a[-1];"),
    mistake(TYPES, "enum class E { A };", "x = E::A;"),
    mistake(TYPES, "enum E { A };", "E e = 1;"),
    mistake(TYPES, "enum class E { A };", "if (E::A == 1) x = 1;"),
    mistake(TYPES, "enum class E { A };", "x = (uint)(E::A + E::A);"),
    mistake(TYPES, "enum class E { A }; enum class F { A };", "if (E::A == F::A) x = 1;"),
    mistake(TYPES, "Texture2D t;", "f = t;"),
    mistake(TYPES, "", "float<3> w;"),
    mistake(TYPES, "struct S { uint a : 33; };", ""),
    mistake(TYPES, "struct S { float a : 3; };", ""),
    mistake(STATEMENTS, "", "break;"),
    mistake(STATEMENTS, "", "continue;"),
    mistake(STATEMENTS, "", "switch (x) { case 1: break; case 1: break; }"),
    mistake(STATEMENTS, "", "switch (x) { default: break; default: break; }"),
    mistake(STATEMENTS, "", "switch (x) { case x: break; }"),
    mistake(STATEMENTS, "", "case 1: x = 1;"),
    mistake(STATEMENTS, "", "else x = 1;"),
    mistake(STATEMENTS, "", "return 1;"),
    mistake(STATEMENTS, "uint g() { return; }", "x = g();"),
    mistake(STATEMENTS, "void g() { return 1; }", "g();"),
    mistake(STATEMENTS, "", "if (v) x = 1;"),
    mistake(STATEMENTS, "", "while (v) x = 1;"),
    mistake(STATEMENTS, "", "goto end; end: x = 1;"),
    mistake(LISTS, "", "float3 w = { 1, 2 };"),
    mistake(LISTS, "", "float3 w = { 1, 2, 3, 4 };"),
    mistake(LISTS, "", "uint a[2] = { 1, 2, 3 };"),
    mistake(LISTS, "", "uint a[3] = { 1, 2 };"),
    mistake(LISTS, "struct S { float2 a; uint b; };", "S s = { 1, 2 };"),
    mistake(LISTS, "", "float3 w = float3(1, 2);"),
    mistake(LISTS, "", "float3 w = float3(1, 2, 3, 4);"),
    mistake(LISTS, "", "float2x2 n = float2x2(1, 2, 3);"),
    mistake(LISTS, "", "float w = { 1, 2 };"),
    mistake(SWIZZLES, "", "f = v.w;"),
    mistake(SWIZZLES, "", "f = v.xyzzz;"),
    mistake(SWIZZLES, "", "f = v.xg;"),
    mistake(SWIZZLES, "", "f = v.q;"),
    mistake(SWIZZLES, "", "f = m._m02;"),
    mistake(SWIZZLES, "", "f = m._33;"),
    mistake(SWIZZLES, "", "f = m._m00_11;"),
    mistake(SWIZZLES, "", "f = f.y;"),
    mistake(SWIZZLES, "", "f = v[3];"),
    mistake(SWIZZLES, "", "f = m[2][0];"),
    mistake(SWIZZLES, "", "f = f[0];"),
    mistake("HLSL 2021, templates", "template<typename T> T g() { return 1; }", "x = g();"),
    mistake("HLSL 2021, templates", "template<typename T> T g(T a, T b) { return a; }", "x = g(x, f);"),
    mistake("HLSL 2021, templates", "template<int N> uint g() { return N; }", "x = g<float>();"),
    mistake("HLSL 2021, templates", "template<typename T> struct S { T t; };", "S s;"),
    mistake("HLSL's attributes", "", "[numthreads(1, 1, 1)] x = 1;"),
    mistake("HLSL's literals", "", "x = 0x;"),
    mistake("HLSL's literals", "", "x = 1.5uu;"),
    mistake("HLSL's literals", "", "x = 08;"),
];

impl Mistake {
    /// The program with or without the mistake.
    pub fn text(&self, with: bool) -> String {
        let (globals, body) = if with { (self.globals, self.body) } else { ("", "") };
        format!(
            "RWStructuredBuffer<float> given;\n{globals}\n[numthreads(1, 1, 1)]\nvoid main() {{\n    \
             uint x = uint(given[0]); float f = given[1]; double d = f; float3 v = f; float2x2 m = f;\n    {body}\n    \
             given[0] = x + f + v.x + m[0][0];\n}}\n"
        )
    }
}

/// The mistakes that a compiler accepts.
pub fn accepted(compiler: &Compiler) -> Vec<&'static Mistake> {
    let compiles = |mistake: &Mistake, with: bool| {
        let options = ["-T", "cs_6_6", "-HV", "2021"];
        compiler.compile(&mistake.text(with), &Settings::default(), &options, "-O0").is_ok()
    };
    MISTAKES.iter().filter(|mistake| compiles(mistake, true)).collect()
}

/// Returns whether the program without a mistake compiles, without which refusals say nothing.
pub fn takes_the_rest(compiler: &Compiler) -> bool {
    let text = MISTAKES[0].text(false);
    compiler.compile(&text, &Settings::default(), &["-T", "cs_6_6", "-HV", "2021"], "-O0").is_ok()
}
