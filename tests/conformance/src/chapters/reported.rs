//! Wrong values that were reported, of this compiler and of others, each as the smallest program that shows it.
//!
//! Sections: the reports, by project and number. The programs are this suite's own. What a row's chapter says is that its
//! tables would have caught the mistake without this row.

use super::language::{Fact, fact, probe};
use crate::case::Probe;

/// A report.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// The project and the number of its issue or change.
    pub source: &'static str,
    /// What was wrong.
    pub what: &'static str,
    /// The chapter whose tables catch it; none if only its row here does, or nothing.
    pub chapter: Option<&'static str>,
    /// The program, if a compute shader with buffers of words alone shows it.
    fact: Option<Fact>,
}

impl Report {
    /// Returns whether the suite catches it.
    pub fn is_caught(&self) -> bool {
        self.chapter.is_some() || self.fact.is_some()
    }
}

const fn shown(
    source: &'static str,
    what: &'static str,
    chapter: &'static str,
    globals: &'static str,
    body: &'static str,
    results: &'static [(&'static str, u32)],
) -> Report {
    Report { source, what, chapter: Some(chapter), fact: Some(fact(what, source, globals, body, results)) }
}

/// A report that tables of a chapter catch, which need buffers of their own.
const fn told(source: &'static str, what: &'static str, chapter: &'static str) -> Report {
    Report { source, what, chapter: Some(chapter), fact: None }
}

/// A report that nothing here catches.
const fn beyond(source: &'static str, what: &'static str) -> Report {
    Report { source, what, chapter: None, fact: None }
}

/// The reports.
pub const REPORTS: &[Report] = &[
    shown(
        "DXC #6319",
        "a constant of 16 bits turned unsigned keeps 32 bits of sign",
        "constants",
        "",
        "int16_t v = -1; uint16_t u = uint16_t(v);",
        &[("uint(u)", 0xffff)],
    ),
    shown(
        "DXC #6535",
        "a float becomes an integer of 16 bits through a half",
        "conversions",
        "",
        "uint16_t u = uint16_t(40001.0f * one);",
        &[("uint(u)", 40001)],
    ),
    Report {
        source: "DXC #3396",
        what: "vectors cast from unsigned to signed to float stay unsigned",
        chapter: None,
        fact: Some(fact(
            "vectors cast twice",
            "DXC #3396",
            "",
            "uint2 u = uint2(0xfffffffeu * one, 3u); float2 f = float2(int2(u));",
            &[("uint(f.x + 10.0f)", 8), ("uint(f.y)", 3)],
        )),
    },
    shown(
        "DXC #1875",
        "a struct of an unsigned number of 16 bits, cast to int, is extended by its sign",
        "aggregates",
        "struct V_@ { uint16_t value; };",
        "V_@ v = { uint16_t(0xffffu * one) }; int i = (int)v;",
        &[("uint(i)", 0xffff)],
    ),
    shown(
        "Slang #7035",
        "an unsigned number widened to a signed type is extended by its sign",
        "conversions",
        "",
        "uint16_t u = uint16_t(0xfff0u * one); int64_t wide = u;",
        &[("uint(wide)", 0xfff0), ("uint(wide >> 32)", 0)],
    ),
    shown(
        "DXC #3072",
        "returns in do-while loops",
        "flow",
        "uint find_@(uint n) { uint left = 5u; do { if (n == 2u) return 100u + left; n -= 1u; } while (--left); return 7u; }",
        "",
        &[("find_@(4u * one)", 103), ("find_@(9u * one)", 7)],
    ),
    shown(
        "DXC #1137",
        "the last two components are read as the first two",
        "swizzles",
        "",
        "float4 v = float4(1, 2, 3, 4) * one; float2 w = v.zw;",
        &[("uint(w.x + w.y)", 7)],
    ),
    shown(
        "DXC #5275",
        "a swizzle of a swizzle",
        "swizzles",
        "",
        "float2 p = float2(3, 5) * one; float2 q = (p).xyx.xy;",
        &[("uint(q.x * 10 + q.y)", 35)],
    ),
    told("DXC #5122", "offsets of members in a typed load of a byte buffer, by the usual layout", "bytes"),
    told("DXC #2411", "offsets of members in a typed load of a byte buffer", "bytes"),
    told("Slang #9931", "a vector in a byte buffer off its alignment is read from elsewhere", "bytes"),
    told("DXC #3751", "sizes of structs with doubles in structured buffers are not rounded up", "layouts"),
    told("DXC #2639", "vectors across rows in nested structs of structured buffers", "layouts"),
    told("DXC #6483", "structs with bit-fields in typed stores of byte buffers", "fields"),
    told("DXC #6409", "bit-fields in writable structured buffers", "fields"),
    told("DXC #3196", "signed extremes by atomic methods of byte buffers", "atomics"),
    shown(
        "DXC #7167",
        "unsigned bit-fields of 16 bits are extended by their sign",
        "fields",
        "struct S_@ { uint16_t a : 8; uint16_t b : 8; };",
        "S_@ s = (S_@)0; s.a = uint16_t(0xffu * one); s.b = uint16_t(0xfeu);",
        &[("uint(s.a)", 0xff), ("uint(s.b)", 0xfe)],
    ),
    shown(
        "DXC #1083",
        "a choice between a literal and a vector has one component",
        "operators",
        "",
        "uint2 u = one == 2u ? 0 : uint2(one * 3u, one * 4u);",
        &[("u.x", 3), ("u.y", 4)],
    ),
    shown(
        "DXC #332",
        "short circuits by turns",
        "order",
        "static uint n_@; bool inc_@() { ++n_@; return true; }",
        "bool b = one == 2u && inc_@(); bool c = one == 1u || inc_@(); bool d = one == 1u && inc_@();",
        &[("n_@", 1), ("uint(b) * 4u + uint(c) * 2u + uint(d)", 3)],
    ),
    shown(
        "DXC #8093",
        "the arm of a choice that is not chosen",
        "order",
        "static uint n_@; bool inc_@() { ++n_@; return false; }",
        "bool b = one == 1u ? true : inc_@();",
        &[("n_@", 0), ("uint(b)", 1)],
    ),
    shown(
        "DXC #2283",
        "an atomic maximum with a literal is unsigned",
        "atomics",
        "groupshared int held_@;",
        "held_@ = -5 * int(one); InterlockedMax(held_@, 1);",
        &[("uint(held_@)", 1)],
    ),
    shown(
        "SPIRV-Tools #5499",
        "remainders of constants",
        "constants",
        "",
        "int t = 300000000; uint x = uint(t % 2000000001);",
        &[("x", 300_000_000), ("x % 2u", 0)],
    ),
    shown(
        "SPIRV-Tools #3631",
        "the last component of a vector made of a vector and a scalar",
        "swizzles",
        "",
        "float3 z = float3(1, 2, 3); float4 w = float4(z, 7.0f * one), v = float4(5.0f * one, z);",
        &[("uint(w.w)", 7), ("uint(w.z)", 3), ("uint(v.w)", 3), ("uint(v.x)", 5)],
    ),
    shown(
        "SPIRV-Tools #6378",
        "bits of negative constants",
        "intrinsics",
        "",
        "",
        &[("uint(asuint16(int16_t(-2)))", 0xfffe), ("asuint(-2)", 0xffff_fffe), ("asuint(asfloat(-3))", 0xffff_fffd)],
    ),
    shown(
        "LLVM #165663",
        "elements of a matrix made of scalars, by rows and columns",
        "aggregates",
        "",
        "uint3x2 m = uint3x2(0u, 1u, 2u, 3u, 4u, 5u * one);",
        &[("m[1][0]", 2), ("m[0][1]", 1), ("m[2][1]", 5), ("m[one][one]", 3)],
    ),
    shown(
        "Slang #775",
        "a list for a static matrix is lost",
        "aggregates",
        "static float2x2 all_@ = { 1, 2, 3, 4 };",
        "",
        &[("uint(all_@._m10)", 3), ("uint(all_@[one][one])", 4)],
    ),
    shown(
        "DXC #8860",
        "signs of unsigned matrices that are not square",
        "intrinsics",
        "",
        "uint2x4 u = 5u * one; u._m03 = 0u; int2x4 s = sign(u);",
        &[("uint(s._m13)", 1), ("uint(s._m03)", 0)],
    ),
    shown(
        "DXC #2688",
        "a negated matrix in a product",
        "operators",
        "",
        "float2x2 m = float2x2(1, 2, 3, 4) * one; float2 v = mul(-m, float2(1, 1));",
        &[("uint(-v.x)", 3), ("uint(-v.y)", 7)],
    ),
    shown(
        "DXC #4727",
        "a choice between literals takes the type of what it is for",
        "operators",
        "",
        "int i = one < 2u ? -1 : 0; float f = one < 2u ? 1 : 0; uint u = one < 2u ? 3 : 0;",
        &[("uint(i + 2)", 1), ("asuint(f)", 0x3f80_0000), ("u", 3)],
    ),
    shown(
        "DXC #2045",
        "a swizzle of a literal in a list",
        "aggregates",
        "struct O_@ { float4 c; };",
        "O_@ o = { (3).xxxx };",
        &[("uint(o.c.w * one)", 3)],
    ),
    shown(
        "glslang #1240",
        "elements of a matrix by name are zero",
        "swizzles",
        "",
        "float2x2 m = float2x2(1, 2, 3, 4) * one; float2 c = m._m00_m10; float2 d = m._22_11;",
        &[("uint(c.x)", 1), ("uint(c.y)", 3), ("uint(d.x)", 4)],
    ),
    shown(
        "LLVM #197810",
        "reversed bits of vectors of 64 bits mix their components",
        "intrinsics",
        "",
        "uint64_t2 v = uint64_t2(uint64_t(0xffffffffu * one) << 32, uint64_t(one)); uint64_t2 back = reversebits(v);",
        &[
            ("uint(back.x)", 0xffff_ffff),
            ("uint(back.x >> 32)", 0),
            ("uint(back.y)", 0),
            ("uint(back.y >> 32)", 0x8000_0000),
        ],
    ),
    shown(
        "LLVM #149722",
        "signs of parts of vectors",
        "intrinsics",
        "",
        "int4 t = { sign(int3(-2, 0, 5) * int(one)), sign(int(one)) };",
        &[("uint(t.x + 2)", 1), ("uint(t.y)", 0), ("uint(t.z)", 1), ("uint(t.w)", 1)],
    ),
    shown(
        "LLVM #170241",
        "stores to some components",
        "swizzles",
        "",
        "uint4 o = 9u; o.xy = uint2(1u, 2u) * one;",
        &[("o.x", 1), ("o.y", 2), ("o.z", 9)],
    ),
    shown(
        "wgpu #4485",
        "a continue in a switch whose cases all lead to one place",
        "flow",
        "",
        "uint n = 0u; for (uint i = 0u; i < 5u; ++i) { switch (i * one) { case 0: case 1: default: n += 10u; continue; } n += 1u; }",
        &[("n", 50)],
    ),
    shown(
        "gpuweb #4430",
        "a switch over a state that its cases change",
        "flow",
        "",
        "uint s = 0u, c = 0u; for (uint k = 0u; k < 20u; ++k) { switch (s * one) { case 0: s = 1u; break; case 1: ++c; s = 2u; break; case 2: s = 3u; break; default: break; } if (s == 3u) break; }",
        &[("c", 1), ("s", 3)],
    ),
    shown(
        "gpuweb/cts #3063",
        "nested loops with continue",
        "flow",
        "",
        "uint t = 0u; for (uint i = 0u; i < 2u; ++i) { for (uint j = 0u; j < 3u; ++j) { if (j == one) continue; t = t * 10u + i * 3u + j; } }",
        &[("t", 235)],
    ),
    shown("DXC #6713", "bits of a negative literal", "intrinsics", "", "uint u = asuint(-1);", &[("u", 0xffff_ffff)]),
    shown(
        "this project",
        "a choice between literals with fractions, times an integer",
        "literals",
        "",
        "uint n = (one == 2u ? 1.5 : 0.5) * 4;",
        &[("n", 2)],
    ),
    shown(
        "this project",
        "values of an enumeration of uint are signed",
        "language",
        "enum E_@ : uint { A_@ = 0xffffffffu };",
        "E_@ e = A_@; float f = e;",
        &[("uint(f > 0.0f)", 1), ("uint(f / 65536.0f)", 65536)],
    ),
    shown(
        "this project",
        "the value of an assignment to a bit-field is not cut",
        "order",
        "struct S_@ { uint a : 8; uint b : 24; };",
        "S_@ s = (S_@)0; s.a = 0x7bu * one; uint product = (s.a *= 199u); uint plain = (s.a = 0x1234u);",
        &[("product", 157), ("plain", 0x34)],
    ),
    shown(
        "this project",
        "a negative literal in an atomic function is unsigned",
        "atomics",
        "groupshared int held_@;",
        "held_@ = 5 * int(one); InterlockedMin(held_@, -3);",
        &[("uint(-held_@)", 3)],
    ),
    shown(
        "this project",
        "the determinant of a matrix of one element",
        "products",
        "",
        "float1x1 m = 6.0f * one;",
        &[("uint(determinant(m))", 6)],
    ),
    shown(
        "this project",
        "bitwise assignments to truth values",
        "operators",
        "",
        "bool b = one == 1u; b &= one != 0u; bool c = b; c ^= true; c |= one == 3u;",
        &[("uint(b)", 1), ("uint(c)", 0)],
    ),
    shown(
        "this project",
        "a loop with a break before a continue that changes its counter",
        "flow",
        "",
        "uint n = 0u; for (uint i = 0u; i < 9u; ++i) { if (n > 40u * one) break; if (i % 3u == 1u) { i += one; continue; } n += i * 3u + 1u; }",
        &[("n", 30)],
    ),
    beyond("DXC #6113", "inout parameters of a vertex shader that nothing writes"),
    beyond("DXC #4924", "structs read through an address (vk::RawBufferLoad)"),
    beyond("DXC #5302", "loops over waves in vertex shaders"),
];

pub(super) fn probes() -> Vec<Probe> {
    REPORTS.iter().filter_map(|report| report.fact.as_ref()).map(probe).collect()
}
