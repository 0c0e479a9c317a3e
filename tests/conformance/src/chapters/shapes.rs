//! Conversions between scalars, vectors and matrices: splats, truncations, and matrices as vectors.
//!
//! Sections: \[Conv.vsplat\], \[Conv.msplat\], \[Conv.vtrunc\], \[Conv.cwise\] of the language's specification.

use crate::case::{Probe, Settings, Table, load};
use crate::oracle::convert::convert;
use crate::oracle::{Number, Scalar};
use Scalar::{Bool, F32, F64, I32, I64, U32};

/// A shape of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Scalar,
    Vector(usize),
    Matrix(usize, usize),
}

use Shape::{Matrix, Vector};

impl Shape {
    fn all() -> Vec<Shape> {
        let vectors = (1..=4).map(Vector);
        let matrices = (1..=4).flat_map(|rows| (1..=4).map(move |columns| Matrix(rows, columns)));
        [Shape::Scalar].into_iter().chain(vectors).chain(matrices).collect()
    }

    fn size(self) -> usize {
        match self {
            Shape::Scalar => 1,
            Vector(count) => count,
            Matrix(rows, columns) => rows * columns,
        }
    }

    fn name(self, of: Scalar) -> String {
        match self {
            Shape::Scalar => of.name().to_owned(),
            Vector(count) => format!("vector<{}, {count}>", of.name()),
            Matrix(rows, columns) => format!("matrix<{}, {rows}, {columns}>", of.name()),
        }
    }

    /// The suffix that selects a component.
    fn component(self, index: usize) -> String {
        match self {
            Shape::Scalar => String::new(),
            Vector(_) => format!(".{}", ["x", "y", "z", "w"][index]),
            Matrix(_, columns) => format!("._m{}{}", index / columns, index % columns),
        }
    }
}

/// For each component of the result the component of the source, if there is a conversion, and whether it may be implicit.
fn selected(from: Shape, to: Shape) -> Option<(Vec<usize>, bool)> {
    let first = |count: usize| (0..count).collect::<Vec<_>>();
    match (from, to) {
        _ if from == to => Some((first(to.size()), true)),
        (Shape::Scalar | Vector(1), _) => Some((vec![0; to.size()], true)),
        (Matrix(1, 1), Shape::Scalar | Vector(1)) => Some((vec![0], true)),
        (_, Shape::Scalar) => Some((vec![0], true)),
        (Vector(a), Vector(b)) if b < a => Some((first(b), true)),
        (Matrix(a, b), Matrix(c, d)) if c <= a && d <= b => {
            Some(((0..c).flat_map(|row| (0..d).map(move |column| row * b + column)).collect(), true))
        }
        // Of as many components: the rows of the matrix, one after the other.
        (Matrix(..), Vector(count)) | (Vector(count), Matrix(..)) if from.size() == to.size() => {
            Some((first(count), false))
        }
        _ => None,
    }
}

pub(super) fn probes() -> Vec<Probe> {
    let pairs = [(F32, F32), (F32, I32), (I32, F32), (U32, Bool), (Bool, I32), (I32, F64), (I64, U32), (F64, F32)];
    let mut all = Vec::new();
    for from in Shape::all() {
        for to in Shape::all() {
            let Some((components, implicit)) = selected(from, to) else { continue };
            for (source, target) in pairs {
                all.push(probe((from, source), (to, target), &components, implicit));
            }
        }
    }
    all
}

fn section(from: Shape, to: Shape) -> &'static str {
    match (from, to) {
        _ if from == to => "HLSL [Conv.cwise]",
        (Shape::Scalar | Vector(1), Matrix(..)) => "HLSL [Conv.msplat]",
        (Shape::Scalar | Vector(1), _) => "HLSL [Conv.vsplat]",
        _ => "HLSL [Conv.vtrunc]",
    }
}

fn probe(
    (from, source): (Shape, Scalar),
    (to, target): (Shape, Scalar),
    components: &[usize],
    implicit: bool,
) -> Probe {
    let numbers: Vec<Number> = (0..from.size()).map(|index| Number::integer(source, 3 * index as i128 + 2)).collect();
    let (source_name, target_name) = (from.name(source), to.name(target));
    let mut probe = Probe::new(format!("{source_name} to {target_name}"), section(from, to));
    probe.settings = Settings::of_types(&[source, target]);
    probe.table = Table::new(vec![numbers.iter().flat_map(|number| number.words()).collect()]);
    probe.body = format!("{source_name} x;\n");
    for (index, number) in numbers.iter().enumerate() {
        let value = load(number.of, index * number.of.words());
        probe.body.push_str(&format!("x{} = {value};\n", from.component(index)));
    }
    let mut places = vec![format!("{target_name} v = ({target_name})x;")];
    if implicit {
        probe.globals = format!("{target_name} pass_@({target_name} p) {{ return p; }}\n");
        places.push(format!("{target_name} v = x;"));
        places.push(format!("{target_name} v; v = x;"));
        places.push(format!("{target_name} v = pass_@(x);"));
    }
    for place in &places {
        probe.body.push_str(&format!("{{ {place}\n"));
        for (index, &component) in components.iter().enumerate() {
            let expression = format!("v{}", to.component(index));
            probe.check(target, &expression, convert(numbers[component], target));
            if let Some(output) = probe.outputs.last_mut() {
                output.label = format!("{place} {expression}");
            }
        }
        probe.body.push_str("}\n");
    }
    probe
}
