//! Linear algebra: products of matrices of waves, thread groups and threads, their elements, conversions and layouts.
//!
//! Sections: HLSL's proposal 0035; the order of a sum is the device's, so that what all orders give is allowed.

use super::random::Random;
use crate::case::{Probe, Settings, Table, load};
use crate::oracle::{Allowed, Number, Scalar};

const SECTION: &str = "HLSL's proposal 0035, linear algebra";
/// No extension has the matrices: they become loops, which every device runs.
const OPTIONS: &[&str] = &["-T", "cs_6_10", "-fspv-target-env=vulkan1.3", "-fspv-extension=SPV_KHR_8bit_storage"];
/// Whole waves: a row of results for each lane of the group.
const LANES: usize = 64;
/// The rows and columns of the results, an element for each lane.
const SIDE: usize = 8;
/// The bytes between rows or columns in memory.
const STRIDE: usize = 128;
/// The places of the second factor and of results in memory.
const SECOND: usize = 8192;
const RESULT: usize = 16384;
const WORDS: usize = 6144;

/// A component type: its name, the bits of a small whole number, and the results of its products.
struct Component {
    name: &'static str,
    bits: u32,
    encode: fn(i64) -> u64,
    sums: &'static [Scalar],
}

const COMPONENTS: &[Component] = &[
    Component { name: "F16", bits: 16, encode: |value| float(value, 5, 10), sums: &[Scalar::F16, Scalar::F32] },
    Component { name: "F32", bits: 32, encode: |value| float(value, 8, 23), sums: &[Scalar::F32] },
    Component { name: "F64", bits: 64, encode: |value| float(value, 11, 52), sums: &[Scalar::F64] },
    Component { name: "BFloat16", bits: 16, encode: |value| float(value, 8, 7), sums: &[Scalar::F32] },
    Component { name: "F8_E4M3FN", bits: 8, encode: |value| float(value, 4, 3), sums: &[Scalar::F32, Scalar::F16] },
    Component { name: "F8_E5M2", bits: 8, encode: |value| float(value, 5, 2), sums: &[Scalar::F32] },
    Component { name: "I8", bits: 8, encode: |value| value as u64, sums: &[Scalar::I32] },
    Component { name: "U8", bits: 8, encode: |value| value.unsigned_abs(), sums: &[Scalar::U32] },
    Component { name: "I16", bits: 16, encode: |value| value as u64, sums: &[Scalar::I32] },
    Component { name: "I32", bits: 32, encode: |value| value as u64, sums: &[Scalar::I32] },
    Component { name: "U32", bits: 32, encode: |value| value.unsigned_abs(), sums: &[Scalar::U32] },
    Component { name: "I64", bits: 64, encode: |value| value as u64, sums: &[Scalar::I64] },
];

/// The bits of a whole number as a float with this many bits of exponent and fraction, which hold it exactly.
fn float(value: i64, exponent: u32, fraction: u32) -> u64 {
    if value == 0 {
        return 0;
    }
    let size = value.unsigned_abs();
    let power = size.ilog2();
    let bias = (1 << (exponent - 1)) - 1;
    let rest = ((size << fraction) >> power) & ((1 << fraction) - 1);
    u64::from(value < 0) << (exponent + fraction) | u64::from(power + bias) << fraction | rest
}

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for component in COMPONENTS {
        for sum in component.sums {
            for (at, inner) in [4, 8, 16].into_iter().enumerate() {
                let scope = if at == 1 { "ThreadGroup" } else { "Wave" };
                all.push(product(component, *sum, inner, (scope, at % 2 == 0)));
            }
        }
        all.push(moved(component));
    }
    all.push(rounded());
    all.push(elements());
    all.push(turned());
    all.extend([Scalar::F16, Scalar::F32, Scalar::I32].map(of_threads));
    all
}

fn component_of(of: Scalar) -> &'static str {
    match of {
        Scalar::F16 => "F16",
        Scalar::F32 => "F32",
        Scalar::F64 => "F64",
        Scalar::U32 => "U32",
        Scalar::I64 => "I64",
        Scalar::Bool | Scalar::I16 | Scalar::U16 | Scalar::I32 | Scalar::U64 => "I32",
    }
}

/// A matrix of small numbers, and where each lies in memory.
struct Matrix {
    columns: usize,
    values: Vec<i64>,
}

impl Matrix {
    fn new(random: &mut Random, rows: usize, columns: usize, is_signed: bool) -> Self {
        let least = if is_signed { -4 } else { 0 };
        Matrix { columns, values: (0..rows * columns).map(|_| random.below(9) as i64 / 2 * 2 / 2 + least).collect() }
    }

    fn at(&self, row: usize, column: usize) -> i64 {
        self.values[row * self.columns + column]
    }

    /// Writes the matrix into words.
    fn put(&self, words: &mut [u32], start: usize, component: &Component, by_rows: bool) {
        for (index, value) in self.values.iter().enumerate() {
            let (row, column) = (index / self.columns, index % self.columns);
            let (line, place) = if by_rows { (row, column) } else { (column, row) };
            let bytes = component.bits as usize / 8;
            let at = start + line * STRIDE + place * bytes;
            let bits = (component.encode)(*value);
            for byte in 0..bytes {
                let shift = (at + byte) % 4 * 8;
                words[(at + byte) / 4] |= ((bits >> (byte * 8)) as u32 & 0xff) << shift;
            }
        }
    }
}

fn start(name: String, small: bool) -> Probe {
    let mut probe = Probe::new(name, SECTION);
    let settings = if small { Settings::small() } else { Settings::default() };
    probe.settings = Settings { options: OPTIONS, ..settings };
    probe.table = Table::new((0..LANES as u32).map(|lane| vec![lane]).collect());
    probe.globals = "#include <dx/linalg.h>\nusing namespace dx::linalg;\n\
                     RWByteAddressBuffer held_@ : register(u3);\n"
        .to_owned();
    probe
}

fn layout(by_rows: bool) -> &'static str {
    if by_rows { "MatrixLayout::RowMajor" } else { "MatrixLayout::ColMajor" }
}

/// Declares the type of a matrix.
fn typed(name: &str, component: &str, (rows, columns): (usize, usize), place: &str, scope: &str) -> String {
    format!(
        "typedef Matrix<ComponentType::{component}, {rows}, {columns}, MatrixUse::{place}, MatrixScope::{scope}> {name};\n"
    )
}

/// Each lane reads the element with its number, row by row.
fn read_back(probe: &mut Probe, of: Scalar) {
    let bytes = of.bits() / 8;
    probe.body.push_str("AllMemoryBarrierWithGroupSync();\n");
    let place = format!("{RESULT} + $lane / {SIDE} * {STRIDE} + $lane % {SIDE} * {bytes}");
    probe.output(of, &format!("held_@.Load<{}>({place})", of.name()));
    probe.storage.resize(WORDS, 0);
}

fn exactly(of: Scalar, value: i64) -> Allowed {
    Allowed::computed(Number::integer(of, value.into()))
}

/// `A * B + A * B`, with small numbers, of which every sum is exact.
fn product(component: &Component, of: Scalar, inner: usize, (scope, by_rows): (&str, bool)) -> Probe {
    let name = format!("products of {} as {}, {inner} inside, of a {scope}", component.name, of.name());
    let mut probe = start(name, true);
    let mut random = Random::new(inner as u64 * 7 + u64::from(component.bits));
    let is_signed = !component.name.starts_with('U');
    let a = Matrix::new(&mut random, SIDE, inner, is_signed);
    let b = Matrix::new(&mut random, inner, SIDE, is_signed);
    probe.storage = vec![0; WORDS];
    a.put(&mut probe.storage, 0, component, by_rows);
    b.put(&mut probe.storage, SECOND, component, !by_rows);
    probe.body.push_str(&typed("Left", component.name, (SIDE, inner), "A", scope));
    probe.body.push_str(&typed("Right", component.name, (inner, SIDE), "B", scope));
    let sum = component_of(of);
    let (rows, columns) = (layout(by_rows), layout(!by_rows));
    probe.body.push_str(&format!("Left a = Left::Load(held_@, 0, {STRIDE}, {rows});\n"));
    probe.body.push_str(&format!("Right b = Right::Load(held_@, {SECOND}, {STRIDE}, {columns});\n"));
    probe.body.push_str(&typed("Sum", sum, (SIDE, SIDE), "Accumulator", scope));
    probe.body.push_str(&format!("Sum c = Multiply<ComponentType::{sum}>(a, b);\nc.MultiplyAccumulate(a, b);\n"));
    probe.body.push_str(&format!("c.Store(held_@, {RESULT}, {STRIDE}, MatrixLayout::RowMajor);\n"));
    read_back(&mut probe, of);
    for lane in 0..LANES {
        let (row, column) = (lane / SIDE, lane % SIDE);
        let sum: i64 = (0..inner).map(|at| a.at(row, at) * b.at(at, column)).sum();
        probe.expected.push(exactly(of, 2 * sum));
    }
    probe
}

/// Loads and stores in both layouts: the bytes afterwards.
fn moved(component: &Component) -> Probe {
    let mut probe = start(format!("layouts of {}", component.name), true);
    let mut random = Random::new(u64::from(component.bits));
    let a = Matrix::new(&mut random, SIDE, SIDE, !component.name.starts_with('U'));
    probe.storage = vec![0; WORDS];
    a.put(&mut probe.storage, 0, component, true);
    let mut after = probe.storage.clone();
    a.put(&mut after, RESULT, component, false);
    probe.body.push_str(&typed("Moved", component.name, (SIDE, SIDE), "A", "Wave"));
    probe.body.push_str(&format!(
        "Moved a = Moved::Load(held_@, 0, {STRIDE}, MatrixLayout::RowMajor);\n\
         a.Store(held_@, {RESULT}, {STRIDE}, MatrixLayout::ColMajor);\n"
    ));
    probe.output(Scalar::U32, "$[0]");
    probe.expected = (0..LANES as u64).map(Allowed::Bits).collect();
    probe.stored = after.iter().flat_map(|word| word.to_le_bytes().map(Some)).collect();
    probe
}

/// Sums of four products that depend on their order.
fn rounded() -> Probe {
    let mut probe = start("sums in any order".to_owned(), true);
    let (rows, columns) = ([1.0, 3.0, 2048.0, 0.125], [4097.0, 1e7, -3.0, 0.3]);
    let left = |row: usize, at: usize| rows[(row + at) % 4] as f32;
    let right = |at: usize, column: usize| columns[(at * 3 + column) % 4] as f32;
    probe.storage = vec![0; WORDS];
    for line in 0..SIDE {
        for at in 0..4 {
            probe.storage[line * STRIDE / 4 + at] = left(line, at).to_bits();
            probe.storage[(SECOND + line * STRIDE) / 4 + at] = right(at, line).to_bits();
        }
    }
    probe.body.push_str(&typed("Left", "F32", (SIDE, 4), "A", "Wave"));
    probe.body.push_str(&typed("Right", "F32", (4, SIDE), "B", "Wave"));
    probe.body.push_str(&format!(
        "Left a = Left::Load(held_@, 0, {STRIDE}, MatrixLayout::RowMajor);\n\
         Right b = Right::Load(held_@, {SECOND}, {STRIDE}, MatrixLayout::ColMajor);\n\
         Multiply(a, b).Store(held_@, {RESULT}, {STRIDE}, MatrixLayout::RowMajor);\n"
    ));
    read_back(&mut probe, Scalar::F32);
    for lane in 0..LANES {
        let factors = [0, 1, 2, 3].map(|at| (left(lane / SIDE, at), right(at, lane % SIDE)));
        probe.expected.push(sums(factors));
    }
    probe
}

/// The sums of products in every order, rounded after each step, with and without rounding of the products, and of two
/// halves.
fn sums(factors: [(f32, f32); 4]) -> Allowed {
    let mut found: Vec<f32> = Vec::new();
    for order in orders() {
        let terms = order.map(|at| factors[at]);
        found.push(terms.iter().fold(0.0, |sum, (a, b)| a.mul_add(*b, sum)));
        found.push(terms.iter().fold(0.0, |sum, (a, b)| sum + a * b));
        let [a, b, c, d] = terms.map(|(a, b)| a * b);
        found.push((a + b) + (c + d));
    }
    found.push(factors.iter().map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>() as f32);
    let allowed = |sum: f32| Allowed::computed(Number::float(Scalar::F32, sum.into()));
    found.into_iter().map(allowed).reduce(Allowed::or).unwrap_or(Allowed::Undefined)
}

/// The orders of four terms.
fn orders() -> Vec<[usize; 4]> {
    let all = (0..256).map(|code: usize| [code % 4, code / 4 % 4, code / 16 % 4, code / 64]);
    all.filter(|order| (0..4).all(|at| order.contains(&at))).collect()
}

/// `Length`, `GetCoordinate`, `Get` and `Set` over all elements.
fn elements() -> Probe {
    let mut probe = start("elements and their coordinates".to_owned(), false);
    probe.body.push_str(&typed("Held", "I32", (SIDE, SIDE), "Accumulator", "Wave"));
    probe.body.push_str(
        "Held c = Held::Splat(3);\nfor (uint i = 0; i < c.Length(); i++) {\n\
         uint2 at = c.GetCoordinate(i);\nc.Set(i, c.Get(i) * int(at.x * 100 + at.y));\n}\n",
    );
    probe.body.push_str(&format!("c.Store(held_@, {RESULT}, {STRIDE}, MatrixLayout::RowMajor);\n"));
    read_back(&mut probe, Scalar::I32);
    let value = |lane: usize| exactly(Scalar::I32, 3 * (lane / SIDE * 100 + lane % SIDE) as i64);
    probe.expected = (0..LANES).map(value).collect();
    probe
}

/// Conversions to another use, with rows and columns exchanged, that round and saturate.
fn turned() -> Probe {
    let mut probe = start("casts that exchange rows and columns".to_owned(), false);
    let value = |row: usize, column: usize| (row * 1000) as f32 - column as f32 * 1.5e9 - 0.5;
    probe.storage = vec![0; WORDS];
    for (row, column) in (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column))) {
        probe.storage[(row * STRIDE) / 4 + column] = value(row, column).to_bits();
    }
    probe.body.push_str(&typed("Held", "F32", (SIDE, SIDE), "Accumulator", "Wave"));
    probe.body.push_str(&format!(
        "Held c = Held::Load(held_@, 0, {STRIDE}, MatrixLayout::RowMajor);\n\
         c.Cast<ComponentType::I32, MatrixUse::A, true>().Store(held_@, {RESULT}, {STRIDE}, MatrixLayout::RowMajor);\n"
    ));
    read_back(&mut probe, Scalar::I32);
    probe.expected = (0..LANES)
        .map(|lane| {
            let exact = f64::from(value(lane % SIDE, lane / SIDE)).round_ties_even();
            exactly(Scalar::I32, exact.clamp(i32::MIN.into(), i32::MAX.into()) as i64)
        })
        .collect();
    probe
}

/// A matrix in memory and a vector of each thread, also with a bias.
fn of_threads(of: Scalar) -> Probe {
    let (component, inner) = (component_of(of), 8);
    let mut probe = start(format!("matrices of {} and vectors of threads", of.name()), of.is_small());
    let mut random = Random::new(91);
    let a = Matrix::new(&mut random, SIDE, inner, true);
    probe.storage = vec![0; WORDS];
    let found = COMPONENTS.iter().find(|it| it.name == component);
    a.put(&mut probe.storage, 0, found.unwrap_or(&COMPONENTS[1]), true);
    let vectors: Vec<Vec<i64>> = (0..LANES).map(|_| (0..inner).map(|_| random.below(9) as i64 - 4).collect()).collect();
    let words = |row: &Vec<i64>| row.iter().flat_map(|value| Number::integer(of, (*value).into()).words()).collect();
    probe.table = Table::new(vectors.iter().map(words).collect());
    let parts: Vec<_> = (0..inner).map(|at| load(of, at * of.words())).collect();
    let name = of.name();
    probe.body.push_str(&format!(
        "typedef Matrix<ComponentType::{component}, {SIDE}, {inner}, MatrixUse::A, MatrixScope::Thread> Weights;\n\
         vector<{name}, {inner}> v = {{ {} }};\n",
        parts.join(", ")
    ));
    probe.globals = probe.globals.replace("RWByteAddressBuffer", "ByteAddressBuffer").replace("u3", "t3");
    probe.body.push_str(&format!(
        "Weights m = Weights::Load<MatrixLayout::RowMajor>(held_@, 0, {STRIDE});\n\
         vector<{name}, {SIDE}> bias = ({name})7;\n\
         vector<{name}, {SIDE}> plain = Multiply<{name}>(m, v), biased = MultiplyAdd<{name}>(m, v, bias);\n"
    ));
    for at in 0..SIDE {
        probe.output(of, &format!("plain[{at}]"));
        probe.output(of, &format!("biased[{at}]"));
    }
    for vector in &vectors {
        for row in 0..SIDE {
            let sum: i64 = (0..inner).map(|at| a.at(row, at) * vector[at]).sum();
            probe.expected.extend([exactly(of, sum), exactly(of, sum + 7)]);
        }
    }
    probe
}
