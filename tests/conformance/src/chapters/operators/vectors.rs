//! Operators on vectors and matrices: component by component; a scalar is spread, a longer vector is truncated.

use crate::case::{Probe, Table};
use crate::oracle::operate::{BINARY, UNARY, binary, mixed, result, unary};
use crate::oracle::{Allowed, Number, Scalar};

/// Shapes: rows, if it is a matrix, and columns.
type Shape = (Option<usize>, usize);

const SHAPES: &[(Shape, Shape)] = &[
    ((None, 2), (None, 2)),
    ((None, 3), (None, 3)),
    ((None, 4), (None, 4)),
    ((None, 4), (None, 1)),
    ((None, 1), (None, 3)),
    ((None, 4), (None, 2)),
    ((None, 2), (None, 3)),
    ((Some(2), 2), (Some(2), 2)),
    ((Some(2), 3), (Some(2), 3)),
    ((Some(4), 4), (Some(4), 4)),
    ((Some(3), 1), (Some(3), 1)),
    ((Some(1), 3), (Some(1), 3)),
    ((Some(3), 2), (None, 1)),
    ((None, 1), (Some(2), 4)),
];

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for &(left, right) in SHAPES {
        for of in [Scalar::I32, Scalar::U32, Scalar::F32] {
            all.extend(operators(left, right, of));
        }
        for of in [Scalar::I32, Scalar::F32] {
            all.push(unaries(left, of));
        }
    }
    all
}

fn size((rows, columns): Shape) -> usize {
    rows.unwrap_or(1) * columns
}

fn name((rows, columns): Shape, of: Scalar) -> String {
    match (rows, columns) {
        (None, 1) => of.name().to_owned(),
        (None, columns) => format!("{}{columns}", of.name()),
        (Some(rows), columns) => format!("{}{rows}x{columns}", of.name()),
    }
}

fn component((rows, columns): Shape, index: usize) -> String {
    match rows {
        Some(_) => format!("._m{}{}", index / columns, index % columns),
        None if columns == 1 => String::new(),
        None => format!(".{}", ["x", "y", "z", "w"][index]),
    }
}

/// The numbers of an operand: small, with signs, never zero on the right.
fn numbers(shape: Shape, of: Scalar, offset: i128) -> Vec<Number> {
    (0..size(shape) as i128).map(|index| Number::integer(of, (index * 7 + offset) % 13 + 1)).collect()
}

/// The declaration of an operand with words from an index on.
fn declared(name: &str, ty: &str, count: usize, of: Scalar, at: usize) -> String {
    let values: Vec<_> = (0..count).map(|index| crate::case::load(of, at + index)).collect();
    format!("{ty} {name} = {{ {} }};\n", values.join(", "))
}

/// The shape of a result.
fn joined(left: Shape, right: Shape) -> Shape {
    let is_one = |shape: Shape| shape == (None, 1);
    match (left, right) {
        _ if is_one(left) => right,
        _ if is_one(right) => left,
        ((None, a), (None, b)) => (None, a.min(b)),
        _ => left,
    }
}

fn operators(left: Shape, right: Shape, of: Scalar) -> Vec<Probe> {
    let (xs, ys) = (numbers(left, of, 5), numbers(right, of, 2));
    let (left_name, right_name) = (name(left, of), name(right, of));
    let shape = joined(left, right);
    let at = |shape: Shape, index: usize| if shape == (None, 1) { 0 } else { index };
    let mut all = Vec::new();
    for (op, spelling) in BINARY {
        let is_logical = spelling == "&&" || spelling == "||";
        // Logical operators on vectors are for versions of the language that have no short circuits.
        if (op.is_bitwise() && of.is_float()) || is_logical {
            continue;
        }
        let mut probe = Probe::new(format!("{left_name} {spelling} {right_name}"), "HLSL [Expr.conv], [Conv.cwise]");
        probe.table = Table::new(vec![xs.iter().chain(&ys).map(|number| number.bits as u32).collect()]);
        probe.body = declared("x", &left_name, xs.len(), of, 0) + &declared("y", &right_name, ys.len(), of, xs.len());
        let to = result(op, of);
        probe.body.push_str(&format!("{} v = x {spelling} y;\n", name(shape, to)));
        for index in 0..size(shape) {
            let allowed = mixed(op, xs[at(left, index)], ys[at(right, index)]).map_or(Allowed::Undefined, |(_, is)| is);
            probe.check(to, &format!("v{}", component(shape, index)), allowed);
        }
        if op.assigns() && shape == left {
            probe.body.push_str(&format!("x {spelling}= y;\n"));
            for index in 0..size(shape) {
                let allowed = binary(op, xs[at(left, index)], ys[at(right, index)]);
                probe.check(of, &format!("x{}", component(shape, index)), allowed);
            }
        }
        all.push(probe);
    }
    all
}

fn unaries(shape: Shape, of: Scalar) -> Probe {
    let (xs, ty) = (numbers(shape, of, 5), name(shape, of));
    let mut probe = Probe::new(format!("unary operators on {ty}"), "HLSL [Conv.cwise]");
    probe.table = Table::new(vec![xs.iter().map(|number| number.bits as u32).collect()]);
    for (op, spelling) in UNARY {
        let Some((to, _)) = unary(op, xs[0]) else { continue };
        let declared = declared("x", &ty, xs.len(), of, 0);
        probe.body.push_str(&format!("{{ {declared}{} v = {spelling}x;\n", name(shape, to)));
        for (index, x) in xs.iter().enumerate() {
            let allowed = unary(op, *x).map_or(Allowed::Undefined, |(_, allowed)| allowed);
            probe.check(to, &format!("v{}", component(shape, index)), allowed);
        }
        probe.body.push_str("}\n");
    }
    probe
}
