//! Examples: names, types and declarations.

use super::{Example, options, pixel, with};

#[rustfmt::skip]
pub(super) const EXAMPLES: &[Example] = &[
    pixel("E2071", "interface Shape { float area(); float edge(float at); };\nstruct Disc : Shape { float r; float area() { return r * r * 3; } };\nvoid use() { Disc disc; }", "interface Shape { float area(); float edge(float at); };\nstruct Disc : Shape { float r; float area() { return r * r * 3; } float edge(float at) { return r; } };\nvoid use() { Disc disc; }"),
    pixel("E2001", "float twice(float value) { return valeu + value; }", "float twice(float value) { return value + value; }"),
    pixel("E2002", "flaot4 tint(float x) { return x; }", "float4 tint(float x) { return x; }"),
    pixel("E2003", "enum class Mode { Off, On };\nMode mode() { return Mode::Onn; }", "enum class Mode { Off, On };\nMode mode() { return Mode::On; }"),
    pixel("E2004", "namespace lights { static float gain; }\nfloat f() { return lights; }", "namespace lights { static float gain; }\nfloat f() { return lights::gain; }"),
    pixel("E2005", "static float value;\nfloat f() { return value::x; }", "namespace value { static float x; }\nfloat f() { return value::x; }"),
    pixel("E2006", "float f(float x) { float y = x; float y = 2; return y; }", "float f(float x) { float y = x; y = 2; return y; }"),
    pixel("E2007", "float f(float x) { return x; }\nfloat f(float x) { return x + 1; }", "float f(float x) { return x; }\nfloat f(int x) { return x + 1; }"),
    pixel("E2008", "float f(float x);\nint f(float x);", "float f(float x);\nint f(int x);"),
    pixel("E2009", "static float4;", "static float4 tint;"),
    with("E2010", "-T ps_6_0", "float4 mian() : SV_Target { return 0; } // not main()", "float4 main() : SV_Target { return 0; }"),
    pixel("E2011", "float4 main() : SV_Target { return 0; }\nfloat4 main(float x : X) : SV_Target { return x; }", "float4 main(float x : X) : SV_Target { return x; }"),
    pixel("E2012", "struct Light { void on(); };\nvoid Light::off() { }", "struct Light { void on(); };\nvoid Light::on() { }"),
    options("W2013", "-T ps_6_0 -HV 2018", "-T ps_6_0 -HV 2021", "float4 main() : SV_Target {\n    float sum = 0;\n    for (int i = 0; i < 3; i++) sum += i;\n    for (int i = 0; i < 3; i++) sum += i;\n    return sum;\n}"),
    pixel("E2020", "template<typename T> struct Pair { T a, b; };\nPair make();", "template<typename T> struct Pair { T a, b; };\nPair<float> make();"),
    pixel("E2021", "vector<float, 3, 3> f(float x);", "matrix<float, 3, 3> f(float x);"),
    pixel("E2022", "vector<3, float> f();", "vector<float, 3> f();"),
    pixel("E2023", "float f(float x) { return x; }\ntemplate<> float f<int>(float x) { return x; }", "template<typename T> float f(T x) { return x; }\ntemplate<> float f<int>(int x) { return x; }"),
    pixel("E2024", "matrix<float, 5, 1> f();", "matrix<float, 4, 1> f();"),
    pixel("E2025", "static float taps[0];", "static float taps[1];"),
    pixel("E2026", "float f(int count) { float taps[count]; return 0; }", "static const int count = 4;\nfloat f() { float taps[count]; return 0; }"),
    pixel("E2027", "static float taps[];", "static float taps[] = { 1, 2, 1 };"),
    pixel("E2028", "struct Light { void gain; };", "struct Light { float gain; };"),
    pixel("E2030", "interface Shape { float area(); };\nstatic Shape shape;", "interface Shape { float area(); };\nstruct Square : Shape { float side; float area() { return side * side; } };\nstatic Square shape;"),
    pixel("E2031", "struct Light;\nstatic Light sun;", "struct Light { float gain; };\nstatic Light sun;"),
    pixel("E2032", "struct Node { float value; Node next; };", "struct Node { float value; uint next; };"),
    pixel("E2033", "struct Tint : float4 { };", "struct Tint { float4 value; };"),
    pixel("E2034", "struct A { float a; };\nstruct B { float b; };\nstruct Both : A, B { };", "struct A { float a; };\nstruct Both : A { float b; };"),
    options("E2035", "-T ps_6_2", "-T ps_6_2 -enable-16bit-types", "float4 main(float x : X) : SV_Target { return float16_t(x); }"),
    pixel("E2036", "template<int N> struct Count { static const int value = 1 + Count<N - 1>::value; };\nstatic const int count = Count<5>::value;", "template<int N> struct Count { static const int value = 1 + Count<N - 1>::value; };\ntemplate<> struct Count<0> { static const int value = 0; };\nstatic const int count = Count<5>::value;"),
    pixel("E2037", "struct Bits { uint low : 40; };", "struct Bits { uint low : 20; };"),
    pixel("E2038", "static float a[65536][65536][65536];", "static float a[16][16][16];"),
    pixel("E2050", "[[vk::constant_id(0)]] const int rounds;", "[[vk::constant_id(0)]] const int rounds = 2;"),
    pixel("E2051", "SamplerState smooth : register(x1);", "SamplerState smooth : register(s1);"),
    pixel("E2052", "float f(float a = 1, float b) { return a + b; }", "float f(float a, float b = 1) { return a + b; }"),
    pixel("E2053", "float power(float x, int n) { return n == 0 ? 1 : x * power(x, n - 1); }\nfloat4 main(float x : X) : SV_Target { return power(x, 3); }", "float power(float x, int n) {\n    float product = 1;\n    for (int i = 0; i < n; i++) product *= x;\n    return product;\n}\nfloat4 main(float x : X) : SV_Target { return power(x, 3); }"),
    pixel("E2054", "float gain(float x);\nfloat4 main() : SV_Target { return gain(1); }", "float gain(float x) { return x; }\nfloat4 main() : SV_Target { return gain(1); }"),
    pixel("E2055", "_Static_assert(sizeof(float4) == 12, \"a float4 has four parts\");", "_Static_assert(sizeof(float4) == 16, \"a float4 has four parts\");"),
    pixel("E2056", "struct Light { float gain = 1; };", "struct Light { float gain; };\nLight make() { Light light = { 1 }; return light; }"),
    pixel("E2060", "struct S { float x; };\nS operator-(S a, S b) { return a; }", "struct S { float x; S operator-(S other) { S s = { x - other.x }; return s; } };"),
    pixel("E2061", "struct Material { float4 tint; Texture2D map; };\nMaterial material;", "float4 tint;\nTexture2D map;"),
    pixel("E2063", "template<int N> float f(float x) { return f<N - 1>(x) + f<N - 1>(x); }\ntemplate<> float f<0>(float x) { return x; }\nfloat4 main(float x : X) : SV_Target { return f<40>(x); }", "float f(float x) {\n    for (int i = 0; i < 40; i++) x += x;\n    return x;\n}\nfloat4 main(float x : X) : SV_Target { return f(x); }"),
    pixel("E2065", "struct Table { static const float entries[2]; };\nfloat4 main() : SV_Target { return Table::entries[1]; }", "struct Table { static const float entries[2]; };\nstatic const float Table::entries[2] = { 1, 2 };\nfloat4 main() : SV_Target { return Table::entries[1]; }"),
    pixel("E2066", "groupshared float sum() { return 1; }", "float sum() { return 1; }"),
    pixel("E2067", "static uniform float gain;", "uniform float gain;"),
    pixel("E2069", "row_major float4 tint;", "row_major float4x4 colours;"),
    pixel("W2070", "static const float gain;", "static const float gain = 2;"),
    pixel("W2057", "float f(float x) { if (x > 0) return 1; }", "float f(float x) { if (x > 0) return 1; return 0; }"),
    pixel("W2058", "float gain = 2;", "static float gain = 2;"),
    pixel("W2064", "void measure(float x, out float size) { }\nfloat4 main() : SV_Target { float size; measure(1, size); return size; }", "void measure(float x, out float size) { size = x; }\nfloat4 main() : SV_Target { float size; measure(1, size); return size; }"),
    with("E2062", "-T hs_6_0", HULL_WITHOUT, HULL_WITH),
];

const HULL_WITHOUT: &str = "struct P { float4 position : SV_Position; };
[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")]
[outputcontrolpoints(3)] [patchconstantfunc(\"constants\")]
P main(InputPatch<P, 3> patch, uint id : SV_OutputControlPointID) { return patch[id]; }";

const HULL_WITH: &str = "struct P { float4 position : SV_Position; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
C constants() { C c = { 1, 1, 1, 1 }; return c; }
[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")]
[outputcontrolpoints(3)] [patchconstantfunc(\"constants\")]
P main(InputPatch<P, 3> patch, uint id : SV_OutputControlPointID) { return patch[id]; }";
