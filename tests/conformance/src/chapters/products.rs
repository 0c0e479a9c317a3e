//! Functions of whole vectors and matrices: products, norms, transposes. Their arguments are whole numbers, so that sums are
//! exact in every order.
//!
//! Sections: the reference of HLSL's intrinsic functions; `mul` takes a vector on its left as a row, on its right as a column.

use super::random::Random;
use crate::case::{Probe, Table, load};
use crate::oracle::precision::around;
use crate::oracle::{Allowed, Number, Scalar};

const SECTION: &str = "HLSL's intrinsic functions";

/// Rows and columns of a matrix.
#[derive(Clone, Debug)]
struct Matrix {
    rows: usize,
    columns: usize,
    values: Vec<i64>,
}

impl Matrix {
    fn new(random: &mut Random, rows: usize, columns: usize) -> Self {
        Matrix { rows, columns, values: (0..rows * columns).map(|_| random.below(13) as i64 - 6).collect() }
    }

    fn at(&self, row: usize, column: usize) -> i64 {
        self.values[row * self.columns + column]
    }

    fn times(&self, other: &Matrix) -> Matrix {
        let element = |row: usize, column: usize| {
            (0..self.columns).map(|index| self.at(row, index) * other.at(index, column)).sum()
        };
        let places = (0..self.rows).flat_map(|row| (0..other.columns).map(move |column| (row, column)));
        Matrix {
            rows: self.rows,
            columns: other.columns,
            values: places.map(|(row, column)| element(row, column)).collect(),
        }
    }

    fn transposed(&self) -> Matrix {
        let places = (0..self.columns).flat_map(|column| (0..self.rows).map(move |row| (row, column)));
        let values = places.map(|(row, column)| self.at(row, column)).collect();
        Matrix { rows: self.columns, columns: self.rows, values }
    }

    /// By minors of the first row.
    fn determinant(&self) -> i64 {
        if self.rows == 1 {
            return self.values[0];
        }
        let minor = |without: usize| {
            let places = (1..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
            let values = places.filter(|(_, column)| *column != without).map(|(row, column)| self.at(row, column));
            Matrix { rows: self.rows - 1, columns: self.columns - 1, values: values.collect() }
        };
        let sign = |column: usize| if column.is_multiple_of(2) { 1 } else { -1 };
        (0..self.columns).map(|column| sign(column) * self.at(0, column) * minor(column).determinant()).sum()
    }
}

/// The form of an argument: a vector may be a row or a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Vector,
    Matrix,
}

pub(super) fn probes() -> Vec<Probe> {
    let mut random = Random::new(21);
    let mut all = Vec::new();
    for of in [Scalar::I32, Scalar::F32] {
        for (rows, inner, columns) in (1..=4).flat_map(|a| (1..=4).flat_map(move |b| (1..=4).map(move |c| (a, b, c)))) {
            let (a, b) = (Matrix::new(&mut random, rows, inner), Matrix::new(&mut random, inner, columns));
            all.push(product(of, (&a, Form::Matrix), (&b, Form::Matrix)));
            if rows == 1 {
                all.push(product(of, (&a, Form::Vector), (&b, Form::Matrix)));
            }
            if columns == 1 {
                all.push(product(of, (&a, Form::Matrix), (&b, Form::Vector)));
            }
            if rows == 1 && columns == 1 {
                all.push(product(of, (&a, Form::Vector), (&b, Form::Vector)));
                all.push(scalars(of, &a, &b));
            }
            if inner == columns {
                all.push(turned(of, &a));
            }
        }
    }
    all.extend((1..=4).map(|size| determinant(&Matrix::new(&mut random, size, size))));
    all.extend((0..6).map(|_| geometry(&Matrix::new(&mut random, 1, 3), &Matrix::new(&mut random, 1, 3))));
    all
}

fn name(of: Scalar, matrix: &Matrix, form: Form) -> String {
    match form {
        Form::Vector => format!("vector<{}, {}>", of.name(), matrix.values.len()),
        Form::Matrix => format!("matrix<{}, {}, {}>", of.name(), matrix.rows, matrix.columns),
    }
}

/// A probe that declares arguments.
fn start(name: String, of: Scalar, arguments: &[(&str, &Matrix, Form)]) -> Probe {
    let mut probe = Probe::new(name, SECTION);
    let numbers = arguments.iter().flat_map(|(_, matrix, _)| &matrix.values);
    probe.table = Table::new(vec![numbers.map(|value| Number::integer(of, i128::from(*value)).bits as u32).collect()]);
    let mut at = 0;
    for (variable, matrix, form) in arguments {
        let values: Vec<_> = (0..matrix.values.len()).map(|index| load(of, at + index)).collect();
        at += values.len();
        probe.body.push_str(&format!("{} {variable} = {{ {} }};\n", self::name(of, matrix, *form), values.join(", ")));
    }
    probe
}

fn exactly(of: Scalar, value: i64) -> Allowed {
    Allowed::computed(Number::integer(of, i128::from(value)))
}

/// Checks a result's elements.
fn elements(probe: &mut Probe, of: Scalar, matrix: &Matrix, form: Form) {
    for (index, value) in matrix.values.iter().enumerate() {
        let part = match form {
            Form::Matrix => format!("v._m{}{}", index / matrix.columns, index % matrix.columns),
            Form::Vector => format!("v.{}", ["x", "y", "z", "w"][index]),
        };
        probe.check(of, &part, exactly(of, *value));
    }
}

fn product(of: Scalar, (a, left): (&Matrix, Form), (b, right): (&Matrix, Form)) -> Probe {
    let (left_name, right_name) = (name(of, a, left), name(of, b, right));
    let mut probe = start(format!("mul({left_name}, {right_name})"), of, &[("a", a, left), ("b", b, right)]);
    let result = a.times(b);
    if left == Form::Vector && right == Form::Vector {
        probe.check(of, "mul(a, b)", exactly(of, result.values[0]));
        probe.check(of, "dot(a, b)", exactly(of, result.values[0]));
        return probe;
    }
    let form = if left == Form::Matrix && right == Form::Matrix { Form::Matrix } else { Form::Vector };
    probe.body.push_str(&format!("{} v = mul(a, b);\n", name(of, &result, form)));
    elements(&mut probe, of, &result, form);
    probe
}

/// Products with a scalar.
fn scalars(of: Scalar, a: &Matrix, b: &Matrix) -> Probe {
    let mut probe = start(
        format!("mul of {} scalars by {}", of.name(), b.values.len()),
        of,
        &[("a", a, Form::Vector), ("b", b, Form::Matrix)],
    );
    let factor = a.values[0];
    probe.body.push_str(&format!("{} v = mul(a.x, b);\n", name(of, b, Form::Matrix)));
    let scaled = Matrix { values: b.values.iter().map(|value| value * factor).collect(), ..b.clone() };
    elements(&mut probe, of, &scaled, Form::Matrix);
    probe.check(of, "mul(b, a.x)._m00", exactly(of, scaled.values[0]));
    probe
}

fn turned(of: Scalar, a: &Matrix) -> Probe {
    let mut probe = start(format!("transpose of {}", name(of, a, Form::Matrix)), of, &[("a", a, Form::Matrix)]);
    let result = a.transposed();
    probe.body.push_str(&format!("{} v = transpose(a);\n", name(of, &result, Form::Matrix)));
    elements(&mut probe, of, &result, Form::Matrix);
    probe
}

fn determinant(a: &Matrix) -> Probe {
    let mut probe = start(format!("determinant of {} rows", a.rows), Scalar::F32, &[("a", a, Form::Matrix)]);
    probe.check(Scalar::F32, "determinant(a)", exactly(Scalar::F32, a.determinant()));
    probe
}

/// Functions of two vectors of three components.
fn geometry(a: &Matrix, b: &Matrix) -> Probe {
    let of = Scalar::F32;
    let mut probe = start(
        format!("geometry of {:?} and {:?}", a.values, b.values),
        of,
        &[("a", a, Form::Vector), ("b", b, Form::Vector)],
    );
    let [x, y] = [a, b].map(|matrix| [matrix.values[0], matrix.values[1], matrix.values[2]]);
    let dot = |x: [i64; 3], y: [i64; 3]| x.iter().zip(y).map(|(a, b)| a * b).sum::<i64>();
    let cross = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
    let apart = [x[0] - y[0], x[1] - y[1], x[2] - y[2]];
    let near = |exact: f64| around(of, exact, 1e-5 * exact.abs().max(1.0));
    for (index, part) in ["x", "y", "z"].iter().enumerate() {
        probe.check(of, &format!("cross(a, b).{part}"), exactly(of, cross[index]));
        probe.check(of, &format!("reflect(a, b).{part}"), exactly(of, x[index] - 2 * dot(x, y) * y[index]));
        let facing = if dot(y, x) < 0 { x[index] } else { -x[index] };
        probe.check(of, &format!("faceforward(a, b, a).{part}"), exactly(of, facing));
        if dot(x, x) != 0 {
            probe.check(of, &format!("normalize(a).{part}"), near(x[index] as f64 / (dot(x, x) as f64).sqrt()));
        }
    }
    probe.check(of, "length(a)", near((dot(x, x) as f64).sqrt()));
    probe.check(of, "distance(a, b)", near((dot(apart, apart) as f64).sqrt()));
    // By the reference, and in DXC's SPIR-V, the last factor is one; in its DXIL it is an exponent.
    let lit = if x[0] < 0 || x[1] < 0 { 0.0 } else { 2.0 * x[1] as f64 };
    probe.check(of, "lit(a.x, a.y, 2).w", Allowed::exactly(Number::float(of, 1.0)));
    probe.check(of, "lit(a.x, a.y, 2).y", exactly(of, x[0].max(0)));
    probe.check(of, "lit(a.x, a.y, 2).z", if x[0] == 0 || x[1] == 0 { Allowed::Undefined } else { near(lit) });
    probe.check(of, "dst(float4(a, 2), float4(b, 3)).y", exactly(of, x[1] * y[1]));
    probe.check(of, "dst(float4(a, 2), float4(b, 3)).z", exactly(of, x[2]));
    probe.check(of, "dst(float4(a, 2), float4(b, 3)).w", exactly(of, 3));
    probe
}
