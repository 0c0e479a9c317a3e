//! Operators over pairs of kinds of operands: literals, constants, variables, members, elements, and so on.

use crate::case::{Probe, Table, Uniform, load};
use crate::chapters::spell::constant;
use crate::oracle::edges::few;
use crate::oracle::operate::{BINARY, common, mixed, result};
use crate::oracle::{Number, Scalar};

/// A kind of operand. In its texts `T` is the type, `V` the value of the row, `C` a constant, `k` a name of the operand's
/// own, `N` the number of its uniform, and `I` an index of one that is known only at run time.
struct Kind {
    name: &'static str,
    globals: &'static str,
    before: &'static str,
    operand: &'static str,
    /// True if its value is the constant.
    is_constant: bool,
}

const fn constant_kind(name: &'static str, globals: &'static str, before: &'static str, operand: &'static str) -> Kind {
    Kind { name, globals, before, operand, is_constant: true }
}

const fn kind(name: &'static str, globals: &'static str, before: &'static str, operand: &'static str) -> Kind {
    Kind { name, globals, before, operand, is_constant: false }
}

const KINDS: &[Kind] = &[
    constant_kind("literal", "", "", "C"),
    constant_kind("local constant", "", "const T k = C;", "k"),
    constant_kind("static constant", "static const T k = C;", "", "k"),
    constant_kind("element of a static constant", "static const T k[3] = { 0, C, 1 };", "", "k[I]"),
    constant_kind("uniform", "", "", "$u[N]"),
    constant_kind("enumerator as a number", "", "const T k = T(C);", "(k)"),
    kind("variable", "", "T k = V;", "k"),
    kind("expression", "", "", "V"),
    kind("member", "struct Has_k { T pad; T m; };", "Has_k k; k.pad = C; k.m = V;", "k.m"),
    kind(
        "member of a member",
        "struct In_k { T a; T b; }; struct Out_k { In_k i[2]; };",
        "Out_k k = (Out_k)0; k.i[I].b = V;",
        "k.i[1].b",
    ),
    kind("element", "", "T k[3]; k[0] = C; k[1] = V; k[2] = C;", "k[1]"),
    kind("element at run time", "", "T k[3] = { C, V, C };", "k[I]"),
    kind("component", "", "vector<T, 4> k = vector<T, 4>(C, C, V, C);", "k.z"),
    kind("component at run time", "", "vector<T, 2> k = vector<T, 2>(C, V);", "k[I]"),
    kind("component of a swizzle", "", "vector<T, 3> k = vector<T, 3>(V, C, C);", "k.zx.y"),
    kind("matrix element", "", "matrix<T, 2, 3> k = matrix<T, 2, 3>(C, C, C, C, V, C);", "k._m11"),
    kind("matrix element by index", "", "matrix<T, 2, 2> k = matrix<T, 2, 2>(C, C, V, C);", "k[I][0]"),
    kind("out parameter", "void set_k(out T p, T v) { p = v; }", "T k; set_k(k, V);", "k"),
    kind("inout parameter", "T get_k(inout T p) { T old = p; p = C; return old; }", "T k = V;", "get_k(k)"),
    kind("result", "T give_k(T v) { return v; }", "", "give_k(V)"),
    kind("static", "static T k;", "k = V;", "k"),
    kind("groupshared", "groupshared T k[64];", "k[lane & 63] = V;", "k[lane & 63]"),
    kind("choice", "", "", "(I == 1 ? V : C)"),
    kind("method", "struct Own_k { T m; T get() { return m; } };", "Own_k k; k.m = V;", "k.get()"),
];

/// The types of operands.
const TYPES: [Scalar; 4] = [Scalar::I32, Scalar::U32, Scalar::F32, Scalar::Bool];

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for (number, left) in KINDS.iter().enumerate() {
        for (other, right) in KINDS.iter().enumerate() {
            for (index, of) in TYPES.into_iter().enumerate() {
                // Each pair of kinds with all types; the constants differ from pair to pair.
                all.push(probe((left, right), of, number + 2 * other + index));
            }
        }
    }
    all
}

fn probe((left, right): (&Kind, &Kind), of: Scalar, seed: usize) -> Probe {
    let values = few(of);
    let fixed = [values[seed % values.len()], values[(seed / 3 + 1) % values.len()]];
    let rows: Vec<_> =
        (0..8).map(|row| [values[row % values.len()], values[(row * 3 + seed) % values.len()]]).collect();
    let name = format!("{} and {} of {}", left.name, right.name, of.name());
    let mut probe = Probe::new(name, "HLSL [Expr.conv], [Basic.lval]");
    probe.table = Table::new(rows.iter().map(|[x, y]| vec![x.words()[0], y.words()[0], 1]).collect());
    for (side, kind) in [left, right].into_iter().enumerate() {
        let fill = |text: &str| fill(text, of, side, fixed[side], probe.uniforms.len());
        let (globals, before) = (fill(kind.globals), fill(kind.before));
        if kind.operand.contains("$u") {
            probe.uniforms.push(Uniform { ty: of.name().to_owned(), words: fixed[side].words() });
        }
        probe.globals.push_str(&format!("{globals}\n"));
        probe.body.push_str(&format!("{before}\n"));
    }
    let uniforms = usize::from(left.operand.contains("$u"));
    let x = fill(left.operand, of, 0, fixed[0], 0);
    let y = fill(right.operand, of, 1, fixed[1], uniforms);
    let ops: Vec<_> = BINARY.iter().filter(|(op, _)| common(*op, of, of).is_some()).collect();
    // An operand that changes its own variable is used once.
    let ops = if left.name.starts_with("inout") || right.name.starts_with("inout") { &ops[..1] } else { &ops[..] };
    for (op, spelling) in ops {
        let common = common(*op, of, of).unwrap_or(of);
        probe.output(result(*op, common), &format!("{x} {spelling} {y}"));
    }
    for [a, b] in rows {
        let a = if left.is_constant { fixed[0] } else { a };
        let b = if right.is_constant { fixed[1] } else { b };
        probe.expected.extend(ops.iter().filter_map(|(op, _)| Some(mixed(*op, a, b)?.1)));
    }
    probe
}

/// Fills the letters of a kind's texts.
fn fill(text: &str, of: Scalar, side: usize, fixed: Number, uniform: usize) -> String {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_letter) {
        out.push_str(&rest[..start]);
        let end = rest[start..].find(|c| !is_letter(c)).map_or(rest.len(), |length| start + length);
        match &rest[start..end] {
            "T" => out.push_str(of.name()),
            "V" => out.push_str(&load(of, side)),
            "C" => out.push_str(&constant(fixed)),
            "N" => out.push_str(&uniform.to_string()),
            "I" => out.push_str("$[2]"),
            "k" => out.push_str(&format!("k{side}_@")),
            word => match word.strip_suffix("_k") {
                Some(stem) => out.push_str(&format!("{stem}{side}_@")),
                None => out.push_str(word),
            },
        }
        rest = &rest[end..];
    }
    out + rest
}
