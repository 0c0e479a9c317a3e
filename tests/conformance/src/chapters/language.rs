//! Declarations and names, each by a small program with its result: templates, enumerations, bit-fields, methods, operators,
//! namespaces, scopes, defaults, inheritance.
//!
//! Sections: those of the rows.

use crate::case::{Probe, Table};
use crate::oracle::{Allowed, Scalar};

/// A program: its declarations, its statements, and unsigned results; `one` is a variable that is one at run time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    name: &'static str,
    section: &'static str,
    globals: &'static str,
    body: &'static str,
    results: &'static [(&'static str, u32)],
}

pub(super) const fn fact(
    name: &'static str,
    section: &'static str,
    globals: &'static str,
    body: &'static str,
    results: &'static [(&'static str, u32)],
) -> Fact {
    Fact { name, section, globals, body, results }
}

const TEMPLATES: &str = "HLSL 2021, templates";
const ENUMS: &str = "HLSL 2017, enumerations";
const FIELDS: &str = "HLSL 2021, bit-fields; [Conv.bitfield]";
const METHODS: &str = "HLSL [Classes]; HLSL 2021, operator overloading";
const NAMES: &str = "HLSL [Basic.Scope], [Basic.Lookup]";
const STORAGE: &str = "HLSL [Basic.Storage]";

const FACTS: &[Fact] = &[
    fact(
        "function template",
        TEMPLATES,
        "template<typename T> T twice_@(T v) { return v + v; }",
        "float f = twice_@(1.25f * one);",
        &[("twice_@(21u * one)", 42), ("asuint(f)", 0x4020_0000), ("twice_@<uint>(3.9f * one)", 6)],
    ),
    fact(
        "template of a value",
        TEMPLATES,
        "template<typename T, int N> T power_@(T v) { T p = 1; for (int i = 0; i < N; ++i) p *= v; return p; }",
        "",
        &[("power_@<uint, 5>(2u * one)", 32), ("power_@<uint, 0>(7u)", 1)],
    ),
    fact(
        "arguments deduced from arrays",
        TEMPLATES,
        "template<typename T, uint N> T last_@(T v[N]) { return v[N - 1u]; }\n\
        template<typename T> T second_@(T v[2][2]) { return v[0][1]; }",
        "uint a[3] = { 1u, 2u, 7u * one }; float b[2] = { 1.0f, 2.5f * one }; uint c[2][2] = { 1u, 5u * one, 3u, 4u };",
        &[("last_@(a)", 7), ("asuint(last_@(b))", 0x4020_0000), ("second_@(c)", 5)],
    ),
    fact(
        "methods and functions of namespaces with the names of intrinsic functions",
        NAMES,
        "struct Own_@ { uint v; uint min(uint a, uint b) { return a + b; } uint both(uint a) { return min(a, v); } };\n\
        namespace Far_@ { uint max(uint a, uint b) { return a * b; } uint twice(uint a) { return max(a, 2u); } }",
        "Own_@ own; own.v = 3u * one;",
        &[("own.both(5u)", 8), ("own.min(1u, 2u)", 3), ("min(5u * one, 3u)", 3), ("Far_@::max(5u * one, 3u)", 15)],
    ),
    fact(
        "class template",
        TEMPLATES,
        "template<typename A, typename B> struct Pair_@ { A a; B b; A sum() { return a + A(b); } };",
        "Pair_@<uint, float> p; p.a = 3u * one; p.b = 2.75f;",
        &[("p.sum()", 5), ("sizeof(Pair_@<uint, double>)", 16)],
    ),
    fact(
        "specialisation",
        TEMPLATES,
        "template<typename T> struct Kind_@ { static const uint value = 0u; }; template<> struct Kind_@<float> { static const uint value = 7u; };\n\
        template<typename T> uint kind_@(T v) { return Kind_@<T>::value; }",
        "",
        &[("kind_@(1.0f)", 7), ("kind_@(1u)", 0)],
    ),
    fact(
        "partial specialisation",
        TEMPLATES,
        "template<typename T, int N> struct Size_@ { static const uint value = 1u; }; template<typename T> struct Size_@<T, 3> { static const uint value = 9u; };",
        "",
        &[("Size_@<int, 2>::value", 1), ("Size_@<int, 3>::value", 9)],
    ),
    fact(
        "default arguments of templates",
        TEMPLATES,
        "template<typename T = float, int N = 4> struct Row_@ { T a[N]; };",
        "",
        &[("sizeof(Row_@<>)", 16), ("sizeof(Row_@<uint, 2>)", 8)],
    ),
    fact(
        "deduction from a vector",
        TEMPLATES,
        "template<typename T, int N> uint count_@(vector<T, N> v) { return uint(N) * 10u + uint(sizeof(T)); }",
        "",
        &[("count_@(float3(1, 2, 3))", 34), ("count_@(uint2(one, one))", 24)],
    ),
    fact(
        "recursive template",
        TEMPLATES,
        "template<int N> uint factorial_@() { return N * factorial_@<N - 1>(); }\ntemplate<> uint factorial_@<0>() { return 1u; }",
        "",
        &[("factorial_@<5>()", 120)],
    ),
    fact(
        "enumerators",
        ENUMS,
        "enum Colour_@ { RED_@, GREEN_@ = 5, BLUE_@, CYAN_@ = GREEN_@ + BLUE_@ };",
        "Colour_@ c = BLUE_@; int i = c;",
        &[("uint(RED_@)", 0), ("uint(c)", 6), ("uint(CYAN_@)", 11), ("uint(i + 1)", 7), ("uint(c == BLUE_@)", 1)],
    ),
    fact(
        "scoped enumerators",
        ENUMS,
        "enum class Way_@ : uint { Up = 3, Down };",
        "Way_@ w = Way_@::Down;",
        &[("(uint)w", 4), ("(uint)Way_@::Up", 3), ("w == Way_@::Up ? 1u : 2u", 2), ("w != Way_@::Up ? 1u : 2u", 1)],
    ),
    fact(
        "enumeration in a switch",
        ENUMS,
        "enum Step_@ { A_@, B_@ = 4, C_@ };\nuint step_@(Step_@ s) { switch (s) { case A_@: return 10u; case B_@: return 20u; default: return 30u; } }",
        "",
        &[("step_@(A_@)", 10), ("step_@(B_@)", 20), ("step_@(C_@)", 30), ("step_@((Step_@)(4u * one))", 20)],
    ),
    fact(
        "enumeration chooses an overload",
        ENUMS,
        "enum E_@ { X_@ }; uint pick_@(E_@ e) { return 1u; } uint pick_@(float f) { return 2u; }",
        "",
        &[("pick_@(X_@)", 1), ("pick_@(1.5f)", 2)],
    ),
    fact(
        "negative enumerators",
        ENUMS,
        "enum N_@ { LOW_@ = -3, NEXT_@ };",
        "int i = NEXT_@;",
        &[("uint(-i)", 2), ("uint(LOW_@ < 0)", 1)],
    ),
    fact(
        "bit-fields",
        FIELDS,
        "struct Bits_@ { uint a : 3; uint b : 5; int c : 4; uint d; };",
        "Bits_@ s = (Bits_@)0; s.a = 13u * one; s.b = 31u; s.c = -3; s.d = 7u;",
        &[("s.a", 5), ("s.b", 31), ("uint(s.c + 10)", 7), ("s.d", 7), ("uint(s.c < 0)", 1)],
    ),
    fact(
        "bit-fields keep their neighbours",
        FIELDS,
        "struct Bits_@ { uint a : 8; uint b : 8; uint c : 16; };",
        "Bits_@ s; s.a = 0xffu; s.b = 0u; s.c = 0xabcdu; s.b = 0x12u * one; s.a += 2u; s.c <<= 4;",
        &[("s.a", 1), ("s.b", 0x12), ("s.c", 0xbcd0)],
    ),
    fact(
        "signed bit-fields",
        FIELDS,
        "struct Bits_@ { int a : 2; int b : 30; };",
        "Bits_@ s; s.a = int(one); s.b = -5 * int(one); s.a += 1;",
        &[("uint(s.a + 4)", 2), ("uint(-s.b)", 5)],
    ),
    fact(
        "methods",
        METHODS,
        "struct Counter_@ { uint n; uint next() { return ++n; } uint peek(uint by) { return n * by; } };",
        "Counter_@ c; c.n = 4u * one; c.next(); c.next();",
        &[("c.n", 6), ("c.peek(3u)", 18)],
    ),
    fact(
        "methods change what they are called on",
        METHODS,
        "struct Cell_@ { uint v; void set(uint x) { this.v = x; } };\nstruct Grid_@ { Cell_@ cells[3]; void put(uint i, uint x) { cells[i].set(x); } };",
        "Grid_@ all = (Grid_@)0; all.put(one, 8u); all.cells[2].set(9u);",
        &[("all.cells[0].v", 0), ("all.cells[1].v", 8), ("all.cells[2].v", 9)],
    ),
    fact(
        "operators of structs",
        METHODS,
        "struct V_@ { uint x; V_@ operator+(V_@ o) { V_@ r; r.x = x * 10u + o.x; return r; } uint operator[](uint i) { return x + i; } bool operator<(V_@ o) { return x < o.x; } };",
        "V_@ a; a.x = 3u * one; V_@ b; b.x = 4u;",
        &[("(a + b).x", 34), ("(b + a).x", 43), ("a[5]", 8), ("uint(a < b)", 1)],
    ),
    fact(
        "call operator",
        METHODS,
        "struct F_@ { uint k; uint operator()(uint a, uint b) { return a * k + b; } };",
        "F_@ f; f.k = 7u * one;",
        &[("f(2u, 3u)", 17)],
    ),
    fact(
        "inheritance",
        METHODS,
        "struct Base_@ { uint a; uint get() { return a; } };\nstruct Derived_@ : Base_@ { uint b; uint both() { return get() * 100u + b; } };",
        "Derived_@ d; d.a = 3u * one; d.b = 4u; Base_@ base = (Base_@)d;",
        &[("d.both()", 304), ("base.get()", 3), ("sizeof(Derived_@)", 8)],
    ),
    fact(
        "hidden members",
        METHODS,
        "struct Base_@ { uint a; uint get() { return 1u; } };\nstruct Derived_@ : Base_@ { uint get() { return 2u; } };",
        "Derived_@ d; d.a = one;",
        &[("d.get()", 2)],
    ),
    fact(
        "static members",
        METHODS,
        "struct S_@ { static const uint K = 12u; static uint f(uint x) { return x + K; } };",
        "",
        &[("S_@::K", 12), ("S_@::f(one)", 13)],
    ),
    fact(
        "namespaces",
        NAMES,
        "namespace a_@ { static const uint v = 1u; uint f() { return 10u; } namespace b { uint f() { return 20u + v; } } }\nusing namespace a_@::b;",
        "",
        &[("a_@::v", 1), ("a_@::f()", 10), ("a_@::b::f()", 21)],
    ),
    fact(
        "shadowing",
        NAMES,
        "static const uint v_@ = 1u;",
        "uint v_@ = 2u * one; uint inner; { uint v_@ = 3u; inner = v_@; } for (uint v_@ = 9u; v_@ < 10u; ++v_@) inner += v_@;",
        &[("v_@", 2), ("inner", 12), ("::v_@", 1)],
    ),
    fact(
        "a variable is in its scope alone",
        NAMES,
        "",
        "uint sum = 0u; for (uint i = 0u; i < 3u; ++i) { uint k = i * one; sum += k; } for (int i = 5; i > 3; --i) sum += uint(i);",
        &[("sum", 12)],
    ),
    fact(
        "default arguments",
        NAMES,
        "uint f_@(uint a, uint b = 5u, uint c = 7u) { return a * 100u + b * 10u + c; }",
        "",
        &[("f_@(one)", 157), ("f_@(one, 2u)", 127), ("f_@(one, 2u, 3u)", 123)],
    ),
    fact(
        "static variables of functions",
        STORAGE,
        "uint count_@() { static uint n = 3u; n += 2u; return n; }",
        "uint a = count_@(), b = count_@();",
        &[("a", 5), ("b", 7), ("count_@()", 9)],
    ),
    fact(
        "static variables",
        STORAGE,
        "static uint a_@ = 4u; static uint b_@ = a_@ * 2u; static uint c_@;",
        "b_@ += one;",
        &[("a_@", 4), ("b_@", 9), ("c_@", 0)],
    ),
    fact(
        "arrays are copied",
        STORAGE,
        "void f_@(uint a[3]) { a[0] = 99u; }",
        "uint a[3] = { 1u, 2u * one, 3u }; uint b[3] = a; b[1] = 7u; f_@(a);",
        &[("a[0]", 1), ("a[1]", 2), ("b[1]", 7), ("b[2]", 3)],
    ),
    fact(
        "arrays of arrays",
        STORAGE,
        "",
        "uint a[2][3] = { { 1u, 2u, 3u }, { 4u, 5u, 6u } }; uint row[3] = a[one]; a[one][2] = 9u;",
        &[("a[0][2]", 3), ("a[1][2]", 9), ("row[2]", 6), ("a[one - 1u][one]", 2)],
    ),
    fact(
        "lengths from initialisers",
        STORAGE,
        "static const uint t_@[] = { 3u, 1u, 4u, 1u };",
        "",
        &[("t_@[2]", 4), ("t_@[one + 2u]", 1), ("sizeof(t_@)", 16)],
    ),
    fact(
        "typedefs",
        NAMES,
        "typedef uint U_@; typedef float2 V_@[2]; using W_@ = uint3;",
        "U_@ u = one; V_@ v = { float2(1, 2), float2(3, 4) }; W_@ w = 6u;",
        &[("u", 1), ("uint(v[1].x)", 3), ("w.z", 6)],
    ),
    fact(
        "prototypes and recursion of names",
        NAMES,
        "uint later_@(uint x);\nuint early_@(uint x) { return later_@(x) + 1u; }\nuint later_@(uint x) { return x * 2u; }",
        "",
        &[("early_@(5u * one)", 11)],
    ),
    fact(
        "overloads by number of arguments",
        NAMES,
        "uint f_@() { return 1u; } uint f_@(uint a) { return 2u; } uint f_@(uint a, uint b) { return 3u; }",
        "",
        &[("f_@()", 1), ("f_@(one)", 2), ("f_@(one, one)", 3)],
    ),
    fact(
        "overloads by shape",
        NAMES,
        "uint f_@(float a) { return 1u; } uint f_@(float2 a) { return 2u; } uint f_@(float2x2 a) { return 3u; } uint f_@(float a[2]) { return 4u; }",
        "float a[2] = { 1, 2 };",
        &[("f_@(1.0f)", 1), ("f_@(float2(1, 2))", 2), ("f_@(float2x2(1, 2, 3, 4))", 3), ("f_@(a)", 4)],
    ),
    fact(
        "comma",
        "HLSL [Expr]",
        "",
        "uint a = one, b; b = (a = 5u, a + 2u); uint c = (a++, a++, a);",
        &[("a", 7), ("b", 7), ("c", 7)],
    ),
    fact(
        "chained assignments",
        "HLSL [Expr]",
        "",
        "uint a, b; int c; a = b = 7u * one; c = a += 3u; (a -= 1u) *= 2u;",
        &[("a", 18), ("b", 7), ("uint(c)", 10)],
    ),
    fact(
        "increments as places and values",
        "HLSL [Expr]",
        "",
        "uint a = one; uint b = a++ * 10u + ++a; uint c = a-- * 10u + --a; float f = 1.5f * one; f++; --f; ++f;",
        &[("a", 1), ("b", 13), ("c", 31), ("uint(f * 2)", 5)],
    ),
    fact(
        "vectors of one component",
        "HLSL [Conv.vtrunc]",
        "uint f_@(uint1 v) { return v.x + 1u; }",
        "uint1 v = one; uint s = v; uint2 w = v.xx;",
        &[("s", 1), ("w.y", 1), ("f_@(v)", 2), ("f_@(7u)", 8)],
    ),
    fact(
        "order of matrices",
        "HLSL, #pragma pack_matrix",
        "",
        "uint2x3 m = uint2x3(1u, 2u, 3u, 4u, 5u, 6u); row_major uint2x3 n = m;",
        &[("m[1][0]", 4), ("n[1][0]", 4), ("m._m12", 6), ("n._13", 3)],
    ),
    fact(
        "macros",
        "HLSL, preprocessor",
        "#define JOIN_@(a, b) a##b\n#define SUM_@(...) sum_@(__VA_ARGS__)\nuint sum_@(uint a, uint b) { return a + b; }",
        "uint xy = 5u * one;",
        &[("JOIN_@(x, y)", 5), ("SUM_@(2u, 3u)", 5)],
    ),
    fact(
        "sizes",
        "HLSL [Expr.sizeof]",
        "struct S_@ { float a; double b; float3 c; };",
        "",
        &[
            ("sizeof(float3)", 12),
            ("sizeof(double)", 8),
            ("sizeof(float3x2)", 24),
            ("sizeof(uint64_t)", 8),
            ("sizeof(S_@)", 32),
        ],
    ),
    fact(
        "interfaces",
        METHODS,
        "interface Shape_@ { uint area(); };\nstruct Square_@ : Shape_@ { uint a; uint area() { return a * a; } };",
        "Square_@ s; s.a = 6u * one;",
        &[("s.area()", 36)],
    ),
    fact(
        "choices of vectors",
        "HLSL 2021, select",
        "",
        "uint3 a = select(bool3(true, false, one == 1u), uint3(1u, 2u, 3u), uint3(4u, 5u, 6u)); bool2 both = and(bool2(true, false), bool2(one == 1u, true));",
        &[("a.x", 1), ("a.y", 5), ("a.z", 3), ("uint(both.x) * 2u + uint(both.y)", 2)],
    ),
    fact(
        "min precision",
        "HLSL, minimum precision",
        "",
        "min16float a = min16float(1.5 * one); min16int b = min16int(-7 * int(one)); min16uint c = min16uint(9u * one); float d = a * 2; int e = b * 2;",
        &[("uint(d)", 3), ("uint(-e)", 14), ("uint(c >> 1)", 4), ("uint(a + 0.5)", 2)],
    ),
    fact(
        "large loops",
        "HLSL [Stmt]",
        "",
        "uint sum = 0u; [loop] for (uint i = 0u; i < 1000u; ++i) { if (i % 3u == 0u) continue; if (i > 500u * one) break; sum += i; }",
        &[("sum", 83667)],
    ),
    fact(
        "splits of doubles",
        "HLSL, asuint and asdouble",
        "",
        "uint low, high; double d = 1.5L * one; asuint(d, low, high);",
        &[("high", 0x3ff8_0000), ("low", 0), ("uint(asdouble(low, high + 0x100000u))", 3)],
    ),
    fact(
        "functions with several results",
        "HLSL, intrinsic functions",
        "",
        "float s, c, whole, e; sincos(0.0f * one, s, c); float part = modf(-2.75f * one, whole); float m = frexp(12.0f * one, e);",
        &[("asuint(c)", 0x3f80_0000), ("uint(-whole)", 2), ("uint(-part * 4)", 3), ("uint(m * 4)", 3), ("uint(e)", 4)],
    ),
    fact(
        "packed bytes",
        "HLSL, packed types (SM 6.6)",
        "",
        "uint8_t4_packed p = pack_u8(uint4(1u, 2u, 3u, 260u)); int4 u = unpack_s8s32(pack_s8(int4(-1, 2, -3, 4))); uint8_t4_packed q = pack_clamp_u8(int4(300, -5, 7, 8));",
        &[("uint(p)", 0x0403_0201), ("uint(-u.z)", 3), ("uint(u.w)", 4), ("uint(q)", 0x0807_00ff)],
    ),
    fact(
        "dot products of bytes",
        "HLSL, dot4add (SM 6.4)",
        "",
        "",
        &[
            ("dot4add_u8packed(0x01020304u * one, 0x02020202u, 5u)", 25),
            ("uint(dot4add_i8packed(0xff020304u * one, 0x02020202u, 5))", 21),
        ],
    ),
    fact(
        "sums of differences",
        "HLSL, msad4",
        "",
        "uint4 m = msad4(0x01020304u * one, uint2(0x05060708u, 0x090a0b0cu), uint4(0, 1, 2, 3));",
        &[("m.x", 16), ("m.y", 21), ("m.z", 26), ("m.w", 31)],
    ),
    fact(
        "any and all of matrices",
        "HLSL, any and all",
        "",
        "float2x3 m = 0.0f; m._m12 = one; int3x2 n = 1; n._m20 = int(one) - 1;",
        &[
            ("uint(any(m))", 1),
            ("uint(all(m))", 0),
            ("uint(any(n - 1))", 1),
            ("uint(all(n))", 0),
            ("uint(all(n + 1))", 1),
        ],
    ),
    fact(
        "dst of integers",
        "HLSL, dst",
        "",
        "int4 d = dst(int4(9, 3, 5 * one, 7), int4(9, 4 * one, 6, 8));",
        &[("uint(d.x)", 1), ("uint(d.y)", 12), ("uint(d.z)", 5), ("uint(d.w)", 8)],
    ),
    fact(
        "orders of matrices by pragmas",
        "HLSL, packing of matrices",
        "#pragma pack_matrix(row_major)\nstruct Rows_@ { float2x3 m; };\n#pragma pack_matrix(column_major)\n\
         struct Columns_@ { float2x3 m; };",
        "Rows_@ a; Columns_@ b; a.m = float2x3(1, 2, 3, 4, 5, 6) * one; b.m = a.m;",
        &[("uint(a.m._m10)", 4), ("uint(b.m._m10)", 4), ("uint(b.m._m02)", 3)],
    ),
    fact(
        "switches with attributes",
        "HLSL [Stmt]",
        "uint forced_@(uint i) { [forcecase] switch (i) { case 1: return 10; case 2: case 3: return 20; default: return 30; } }\n\
         uint branched_@(uint i) { uint r = 0; [branch] switch (i) { case 1: r = 1; break; case 4: { r = 4; break; } default: r = 9; break; } return r; }\n\
         uint flat_@(uint i) { uint r = 7; [flatten] switch (i) { case 2: r += 2; break; case 3: r += 3; break; } return r; }",
        "",
        &[
            ("forced_@(one)", 10),
            ("forced_@(one + 1)", 20),
            ("forced_@(one + 2)", 20),
            ("forced_@(one + 3)", 30),
            ("branched_@(one)", 1),
            ("branched_@(one + 3)", 4),
            ("branched_@(one + 1)", 9),
            ("flat_@(one)", 7),
            ("flat_@(one + 1)", 9),
            ("flat_@(one + 2)", 10),
        ],
    ),
    fact(
        "colours as bytes",
        "HLSL, D3DCOLORtoUBYTE4",
        "",
        "int4 c = D3DCOLORtoUBYTE4(float4(0, 1, 0.5f, 0.25f) * one);",
        &[("uint(c.y)", 255), ("uint(c.x)", 127)],
    ),
];

pub(super) fn probes() -> Vec<Probe> {
    FACTS.iter().map(probe).collect()
}

pub(super) fn probe(fact: &Fact) -> Probe {
    let mut probe = Probe::new(fact.name, fact.section);
    let is_small = [fact.globals, fact.body]
        .iter()
        .chain(fact.results.iter().map(|(text, _)| text))
        .any(|text| text.contains("int16_t"));
    probe.settings.small = is_small;
    probe.table = Table::new(vec![vec![1]]);
    probe.globals = format!("{}\n", fact.globals);
    probe.body = format!("uint one = $[0];\n{}\n", fact.body);
    for (expression, value) in fact.results {
        probe.check(Scalar::U32, expression, Allowed::Bits(u64::from(*value)));
    }
    probe
}
