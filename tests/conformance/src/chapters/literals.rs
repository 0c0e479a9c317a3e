//! Literals without suffixes take the type that their place needs, and operators on them work on integers or numbers with
//! fractions, as their operands are.
//!
//! Sections: \[Lex.Literal\] and \[Expr.conv\] of the language's specification, and the proposal "Conforming Literals"
//! (0017), which describes how literals behave before HLSL 202x. All values are exact in every type.

use crate::case::{Probe, Settings, Table};
use crate::oracle::convert::convert;
use crate::oracle::{Number, Scalar};
use Scalar::{F16, F32, F64, I16, I32, I64, U16, U32, U64};

/// The value of an expression of literals.
#[derive(Clone, Copy, Debug)]
enum Value {
    Int(i64),
    Float(f64),
}

use Value::{Float, Int};

/// Expressions of literals; `c` is true and `d` is false, both known only at run time.
const EXPRESSIONS: &[(&str, Value)] = &[
    ("5", Int(5)),
    ("0x1F", Int(31)),
    ("017", Int(15)),
    ("2.5", Float(2.5)),
    (".5", Float(0.5)),
    ("3.", Float(3.0)),
    ("1e2", Float(100.0)),
    ("25e-1", Float(2.5)),
    ("-3", Int(-3)),
    ("-1.5", Float(-1.5)),
    ("+7", Int(7)),
    ("~0", Int(-1)),
    ("(7)", Int(7)),
    ("7 / 2", Int(3)),
    ("7 / 2.0", Float(3.5)),
    ("7.0 / 2", Float(3.5)),
    ("1 / 2", Int(0)),
    ("7 % 4", Int(3)),
    ("1 << 4", Int(16)),
    ("256 >> 3", Int(32)),
    ("6 & 3", Int(2)),
    ("6 | 3", Int(7)),
    ("6 ^ 3", Int(5)),
    ("2 + 0.5", Float(2.5)),
    ("2 * 3 + 1", Int(7)),
    ("2 * 1.5", Float(3.0)),
    ("9 / 2 * 0.5", Float(2.0)),
    ("0.5 * 9 / 2", Float(2.25)),
    ("3 / 2 + 1.5", Float(2.5)),
    ("10 - 12.5", Float(-2.5)),
    ("c ? 3 : 4", Int(3)),
    ("d ? 3 : 4", Int(4)),
    ("c ? 1.5 : 0.5", Float(1.5)),
    ("d ? 1.5 : 0.5", Float(0.5)),
    ("c ? 1 : 0.5", Float(1.0)),
    ("d ? 1 : 0.5", Float(0.5)),
    ("(c ? 1.5 : 0.5) * 4", Float(6.0)),
    ("4 * (d ? 1.5 : 0.5)", Float(2.0)),
    ("(c ? 7 : 1) / 2", Int(3)),
    ("(c ? 7 : 1) / 2.0", Float(3.5)),
    ("(c ? 7 : 1.0) / 2", Float(3.5)),
    ("-(c ? 1.5 : 0.5)", Float(-1.5)),
    ("(c ? 1.5 : 0.5) + (d ? 2 : 1)", Float(2.5)),
    ("c ? d ? 0.25 : 0.75 : 8", Float(0.75)),
    ("c ? (d ? 1 : 2) : (d ? 3.5 : 4)", Float(2.0)),
    ("(c ? 5 : 6) % 4", Int(1)),
    ("(c ? 5 : 6) << 2", Int(20)),
    ("(1, 2.5)", Float(2.5)),
    ("(2.5, 3)", Int(3)),
    ("(1.5, c ? 2 : 3) * 2", Int(4)),
    ("true + 1", Int(2)),
    ("(3 > 2) + 4", Int(5)),
    ("!0 + 1", Int(2)),
];

/// The places of an expression `E`: what precedes, the expression that is stored, its type, and whether it takes the
/// literal's own value or one converted to the type first.
struct Place {
    of: Scalar,
    globals: &'static str,
    before: &'static str,
    result: &'static str,
    /// The operation on the converted value.
    then: fn(f64) -> f64,
}

const fn place(of: Scalar, before: &'static str, result: &'static str) -> Place {
    Place { of, globals: "", before, result, then: |value| value }
}

const fn global(of: Scalar, globals: &'static str, before: &'static str, result: &'static str) -> Place {
    Place { of, globals, before, result, then: |value| value }
}

const fn after(of: Scalar, before: &'static str, result: &'static str, then: fn(f64) -> f64) -> Place {
    Place { of, globals: "", before, result, then }
}

/// Places where the literal is converted to a type.
const PLACES: &[Place] = &[
    place(F32, "float v = E;", "v"),
    place(I32, "int v = E;", "v"),
    place(U32, "uint v = E;", "v"),
    place(F64, "double v = E;", "v"),
    place(I64, "int64_t v = E;", "v"),
    place(U64, "uint64_t v = E;", "v"),
    place(F16, "float16_t v = E;", "v"),
    place(I16, "int16_t v = E;", "v"),
    place(U16, "uint16_t v = E;", "v"),
    place(F32, "float v; v = E;", "v"),
    place(I32, "int v; v = E;", "v"),
    place(F32, "const float v = E;", "v"),
    place(F32, "", "(float)(E)"),
    place(I32, "", "(int)(E)"),
    place(U32, "", "(uint)(E)"),
    place(F32, "", "float(E)"),
    place(I32, "", "int(E)"),
    place(F32, "float2 v = E;", "v.y"),
    place(I32, "int3 v = E;", "v.z"),
    place(F32, "float2x2 v = E;", "v._m11"),
    place(F32, "", "float2(0, E).y"),
    place(I32, "", "int4(1, 2, E, 3).z"),
    place(F32, "", "float2x2(1, 2, E, 3)._m10"),
    place(F32, "float v[2] = { 0, E };", "v[1]"),
    place(I32, "int v[2] = { E, 0 };", "v[0]"),
    place(F32, "float2 v = { 1, E };", "v.y"),
    global(F32, "struct Has@ { float f; int i; };\n", "Has@ v = { E, 0 };", "v.f"),
    global(I32, "struct Has@ { float f; int i; };\n", "Has@ v = { 0, E };", "v.i"),
    global(F32, "float pass@(float p) { return p; }\n", "", "pass@(E)"),
    global(I32, "int pass@(int p) { return p; }\n", "", "pass@(E)"),
    global(U32, "uint pass@(uint p) { return p; }\n", "", "pass@(E)"),
    global(F32, "float2 pass@(float2 p) { return p; }\n", "", "pass@(E).y"),
    global(F32, "float give@(bool c, bool d) { return E; }\n", "", "give@(c, d)"),
    global(I32, "int give@(bool c, bool d) { return E; }\n", "", "give@(c, d)"),
    global(F32, "void set@(bool c, bool d, out float p) { p = E; }\n", "float v; set@(c, d, v);", "v"),
    after(F32, "float v = 8; v += E;", "v", |value| value + 8.0),
    after(F32, "float v = 8; v *= E;", "v", |value| value * 8.0),
    after(I32, "int v = 8; v -= (int)(E);", "v", |value| 8.0 - value),
    after(F32, "float v = f8;", "v + (E)", |value| value + 8.0),
    after(F32, "float v = f8;", "(E) * v", |value| value * 8.0),
    after(F32, "float v = f8;", "v - (E)", |value| 8.0 - value),
    after(F64, "double v = f8;", "v + (E)", |value| value + 8.0),
    after(F16, "float16_t v = float16_t(f8);", "(E) + v", |value| value + 8.0),
    place(F32, "float v = 0.125;", "c ? (E) : v"),
    place(F32, "float v = 0.125;", "d ? v : (E)"),
    place(F32, "float v = f8;", "max(v * -8, E)"),
    place(F32, "", "abs(f8) > 1 ? float(E) : 0"),
    place(F32, "float2 v = float2(f8, f8);", "lerp(E, v, 0).x"),
    after(F32, "", "dot(float2(f8, 0), E)", |value| value * 8.0),
    after(F32, "", "mad(f8, E, 1)", |value| value * 8.0 + 1.0),
];

pub(super) fn probes() -> Vec<Probe> {
    let mut all = suffixes();
    for (number, place) in PLACES.iter().enumerate() {
        for chunk in EXPRESSIONS.chunks(8) {
            all.push(probe(number, place, chunk));
        }
    }
    all
}

/// The expressions of a chunk, in one place.
fn probe(number: usize, place: &Place, chunk: &[(&str, Value)]) -> Probe {
    let named = format!("place {number}: {} {} {}", place.globals.trim(), place.before, place.result);
    let mut probe = Probe::new(named.replace('@', ""), "HLSL [Lex.Literal], [Expr.conv]; proposal 0017");
    probe.settings = Settings::of_types(&[place.of]);
    probe.table = Table::new(vec![vec![1, 0, 8f32.to_bits()]]);
    probe.body = "bool c = $[0] != 0, d = $[1] != 0; float f8 = asfloat($[2]);\n".to_owned();
    for (index, (text, value)) in chunk.iter().enumerate() {
        let filled = |pattern: &str| filled(pattern, text).replace('@', &format!("_{index}_@"));
        probe.globals.push_str(&filled(place.globals));
        probe.body.push_str(&format!("{{ {}\n", filled(place.before)));
        let allowed = match converted(*value, place.of) {
            Some(number) => convert(Number::float(F64, (place.then)(number)), place.of),
            None => crate::oracle::Allowed::Undefined,
        };
        probe.check(place.of, &filled(place.result), allowed);
        probe.body.push_str("}\n");
        probe.outputs[index].label = format!("E = {text}: {} {}", place.before, place.result);
    }
    probe
}

/// A pattern with the expression for `E`, in parentheses where a comma or a `?` would end it.
fn filled(pattern: &str, text: &str) -> String {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let mut out = String::new();
    for (at, c) in pattern.char_indices() {
        let before = pattern[..at].chars().next_back();
        let after = pattern[at + 1..].chars().next();
        match c == 'E' && !is_letter(before) && !is_letter(after) {
            true => out.push_str(text),
            false => out.push(c),
        }
    }
    out
}

/// The value in a type, if it has one there.
fn converted(value: Value, of: Scalar) -> Option<f64> {
    let number = match value {
        Int(value) => Number::integer(of, i128::from(value)),
        Float(value) if of.is_float() => Number::float(of, value),
        Float(value) if value < 0.0 && !of.is_signed() => return None,
        Float(value) => Number::integer(of, value.trunc() as i128),
    };
    Some(number.as_float())
}

/// Literals with suffixes have the type that the suffix names: a function for each type says which was called.
const SUFFIXES: &[(&str, u64)] = &[
    ("1u", 2),
    ("1U", 2),
    ("0x7fu", 2),
    // By the draft of the specification a number of 64 bits; DXC's is an int.
    ("1l", 1),
    ("1L", 1),
    ("1ll", 3),
    ("1ul", 2),
    ("1ull", 4),
    ("1uLL", 4),
    ("1.0f", 6),
    ("1e0F", 6),
    ("1.0h", 5),
    ("1.0H", 5),
    ("1.0l", 7),
    ("1.0L", 7),
    ("true", 8),
    ("1u + 1", 2),
    ("1 + 1.0f", 6),
    ("1.0 + 1.0h", 5),
    ("1.5 * 1.0l", 7),
    ("1ull * 2", 4),
    ("1.0f + 1ull", 6),
    ("-1u", 2),
    ("~1ull", 4),
    ("!1u", 8),
    ("1u < 2u", 8),
    ("lane > 9 ? 1u : 2u", 2),
    ("lane > 9 ? 1.0f : 2", 6),
    ("lane > 9 ? 1 : 2.0h", 5),
];

fn suffixes() -> Vec<Probe> {
    let types = [(I32, 1), (U32, 2), (I64, 3), (U64, 4), (F16, 5), (F32, 6), (F64, 7), (Scalar::Bool, 8)];
    let mut probe = Probe::new("types of literals with suffixes", "HLSL [Lex.Literal.Kinds]");
    probe.settings = Settings::small();
    for (of, number) in types {
        probe.globals.push_str(&format!("uint kind_@({} value) {{ return {number}u; }}\n", of.name()));
    }
    for (text, number) in SUFFIXES {
        probe.check(U32, &format!("kind_@({text})"), crate::oracle::Allowed::Bits(*number));
    }
    vec![probe]
}
