//! Random structs and blocks, each of their numbers with its path, and shaders that copy the numbers one by one. It must
//! not know how any host's language spells a path.

use mutants::Numbers;
use std::fmt::Write;

/// A struct or block has no more numbers than this.
const MOST: usize = 36;

/// The type of a number in HLSL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Float,
    Int,
    Uint,
    Bool,
    Double,
    Int64,
    Uint64,
    Half,
    Int16,
    Uint16,
    Enum,
    /// A bit-field.
    Bits {
        width: u32,
        is_signed: bool,
    },
}

use Number::{Bits, Bool, Double, Enum, Float, Half, Int, Int16, Int64, Uint, Uint16, Uint64};

/// Those that vectors and matrices have.
const NUMBERS: [Number; 14] =
    [Float, Float, Float, Float, Int, Uint, Bool, Double, Int64, Uint64, Half, Half, Int16, Uint16];

impl Number {
    fn spelled(self) -> &'static str {
        match self {
            Float => "float",
            Int | Bits { is_signed: true, .. } => "int",
            Uint | Bits { is_signed: false, .. } => "uint",
            Bool => "bool",
            Double => "double",
            Int64 => "int64_t",
            Uint64 => "uint64_t",
            Half => "float16_t",
            Int16 => "int16_t",
            Uint16 => "uint16_t",
            Enum => "Mode",
        }
    }

    /// The letter of Python's `struct` for it.
    pub(super) fn letter(self) -> char {
        match self {
            Float => 'f',
            Int | Enum | Bits { is_signed: true, .. } => 'i',
            Uint | Bool | Bits { is_signed: false, .. } => 'I',
            Double => 'd',
            Int64 => 'q',
            Uint64 => 'Q',
            Half => 'e',
            Int16 => 'h',
            Uint16 => 'H',
        }
    }

    /// A value for each number below 2048, as bits without a sign extension; those of most types differ.
    pub(super) fn value(self, number: u32) -> u64 {
        match self {
            Float => (number as f32).to_bits().into(),
            Int => number.wrapping_neg().into(),
            Uint => (number | 1 << 31).into(),
            Bool => (number & 1).into(),
            Double => f64::from(number).to_bits(),
            Int64 => (u64::from(number) * 0x1_0000_0001).wrapping_neg(),
            Uint64 => u64::from(number) * 0x1_0000_0001,
            Half => half(number),
            Int16 => (number as u16).wrapping_neg().into(),
            Uint16 => (number | 1 << 15).into(),
            Enum => number.into(),
            Bits { width, is_signed } => {
                let unused = 32 - width;
                let high = number << unused;
                u64::from(if is_signed { (high as i32 >> unused) as u32 } else { high >> unused })
            }
        }
    }

    /// A statement that copies a number of this type to the output.
    fn read(self, place: &str, at: usize) -> String {
        let pair = match self {
            Float => format!("asuint({place}), 0"),
            Int | Uint | Enum | Bits { .. } => format!("uint({place}), 0"),
            Bool => format!("{place} ? 1 : 0, 0"),
            Double => return format!("    {{ uint l, h; asuint({place}, l, h); o[{at}] = uint2(l, h); }}\n"),
            Int64 | Uint64 => format!("uint({place}), uint(uint64_t({place}) >> 32)"),
            Half | Int16 | Uint16 => format!("asuint16({place}), 0"),
        };
        format!("    o[{at}] = uint2({pair});\n")
    }

    /// An expression with these bits.
    fn constant(self, bits: u64) -> String {
        let (low, high) = (bits as u32, bits >> 32);
        match self {
            Float => format!("asfloat({low:#x}u)"),
            Int | Bits { is_signed: true, .. } => format!("int({low:#x}u)"),
            Uint | Bits { is_signed: false, .. } => format!("{low:#x}u"),
            Bool => (bits != 0).to_string(),
            Double => format!("asdouble({low:#x}u, {high:#x}u)"),
            Int64 | Uint64 => format!("{}(uint64_t({high:#x}u) << 32 | uint64_t({low:#x}u))", self.spelled()),
            Half => format!("asfloat16(uint16_t({low:#x}))"),
            Int16 | Uint16 => format!("{}({low:#x})", self.spelled()),
            Enum => format!("(Mode){low}"),
        }
    }
}

/// The bits of a half that is a whole number below 2048.
fn half(number: u32) -> u64 {
    let Some(exponent) = number.checked_ilog2() else { return 0 };
    u64::from((exponent + 15) << 10 | (number << 10 >> exponent) & 0x3ff)
}

/// A part of a path.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Member(String),
    /// An element, or a vector of a matrix, of this many.
    Index(usize, usize),
    /// A bit-field of the struct.
    Bits(String),
}

/// A number in a struct.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// Its path in HLSL.
    hlsl: String,
    /// Its path in memory.
    pub(super) steps: Vec<Step>,
    pub(super) number: Number,
}

impl Leaf {
    fn of(number: Number) -> Leaf {
        Leaf { hlsl: String::new(), steps: Vec::new(), number }
    }

    fn inside(&self, hlsl: &str, steps: &[Step]) -> Leaf {
        let steps = steps.iter().chain(&self.steps).cloned().collect();
        Leaf { hlsl: hlsl.to_owned() + &self.hlsl, steps, number: self.number }
    }
}

/// A type as HLSL spells it, with what it consists of.
struct Made {
    text: String,
    leaves: Vec<Leaf>,
}

/// Members, with what they consist of.
#[derive(Default)]
struct Body {
    text: String,
    leaves: Vec<Leaf>,
}

/// A shader, and the numbers in what it reads and writes.
pub(super) struct Shader {
    pub(super) text: String,
    /// Those of the constant buffer `C`.
    pub(super) block: Vec<Leaf>,
    /// Those of the struct in all other buffers and in the push constants.
    pub(super) structure: Vec<Leaf>,
}

/// The first value of each place.
pub(super) const FIRST: [u32; 3] = [1, 301, 601];
/// The first value of what the shader writes.
pub(super) const FIRST_WRITTEN: u32 = 901;

/// A random shader. Byte buffers hold structs in the layout of scalars, with matrices by columns whatever their modifiers
/// say: they are read where that is the layout of all buffers.
pub(super) fn shader(numbers: &mut Numbers, has_byte_buffers: bool) -> Shader {
    let mut text = "enum Mode { First, Second = 7, Third };\n".to_owned();
    let mut structs: Vec<Vec<Leaf>> = Vec::new();
    for at in 0..3 {
        let body = body(numbers, &structs, true, has_byte_buffers);
        let _ = write!(text, "struct S{at} {{\n{}}};\n", body.text);
        structs.push(body.leaves);
    }
    let block = if numbers.below(4) == 0 { packed(numbers) } else { body(numbers, &structs, false, has_byte_buffers) };
    let structure = structs.pop().unwrap_or_default();
    let _ = write!(
        text,
        "cbuffer C {{\n{}}};\nStructuredBuffer<S2> b;\n[[vk::push_constant]] S2 p;\nRWStructuredBuffer<S2> w;\n\
         RWStructuredBuffer<uint2> o;\nByteAddressBuffer y;\nRWByteAddressBuffer z;\n[numthreads(1, 1, 1)] void main() {{\n",
        block.text
    );
    let (mut at, places) = (0, [("", &block.leaves), ("b[1].", &structure), ("p.", &structure)]);
    let mut read = |prefix: &str, leaves: &[Leaf]| {
        for leaf in leaves {
            text += &leaf.number.read(&format!("{prefix}{}", &leaf.hlsl[1..]), at);
            at += 1;
        }
    };
    places.iter().for_each(|(prefix, leaves)| read(prefix, leaves));
    if has_byte_buffers {
        read("y.Load<S2>(0).", &structure);
    }
    for (leaf, number) in structure.iter().zip(FIRST_WRITTEN..) {
        let _ = writeln!(text, "    w[1]{} = {};", leaf.hlsl, leaf.number.constant(leaf.number.value(number)));
    }
    text += if has_byte_buffers { "    S2 s = w[1];\n    z.Store<S2>(0, s);\n}\n" } else { "}\n" };
    Shader { text, block: block.leaves, structure }
}

/// Random members. Bit-fields are in structs alone.
fn body(numbers: &mut Numbers, structs: &[Vec<Leaf>], is_struct: bool, by_columns: bool) -> Body {
    let (mut body, prefix) = (Body::default(), if is_struct { "m" } else { "c" });
    for at in 0..=numbers.below(6) {
        let name = format!("{prefix}{at}");
        if is_struct && numbers.below(6) == 0 {
            bit_fields(numbers, &name, &mut body);
            continue;
        }
        let made = made(numbers, structs, by_columns);
        let dims = dims(numbers, made.leaves.len());
        let leaves = dims.iter().rev().fold(made.leaves, |leaves, count| indexed(&leaves, *count));
        if at > 0 && body.leaves.len() + leaves.len() > MOST {
            continue;
        }
        let brackets: String = dims.iter().map(|count| format!("[{count}]")).collect();
        let _ = writeln!(body.text, "    {} {name}{brackets};", made.text);
        let member = [Step::Member(name.clone())];
        body.leaves.extend(leaves.iter().map(|leaf| leaf.inside(&format!(".{name}"), &member)));
    }
    body
}

fn bit_fields(numbers: &mut Numbers, name: &str, body: &mut Body) {
    let is_signed = numbers.below(2) == 0;
    for part in 0..=numbers.below(4) {
        let width = 1 + numbers.below(17) as u32;
        let (name, number) = (format!("{name}_{part}"), Bits { width, is_signed });
        let _ = writeln!(body.text, "    {} {name} : {width};", number.spelled());
        body.leaves.push(Leaf::of(number).inside(&format!(".{name}"), &[Step::Bits(name.clone())]));
    }
}

fn made(numbers: &mut Numbers, structs: &[Vec<Leaf>], by_columns: bool) -> Made {
    let number = numbers.one_of(&NUMBERS).unwrap_or(Float);
    let (rows, columns) = (1 + numbers.below(4), 1 + numbers.below(4));
    match numbers.below(8) {
        0 | 1 if !structs.is_empty() => {
            let at = numbers.below(structs.len());
            Made { text: format!("S{at}"), leaves: structs[at].clone() }
        }
        2 => Made { text: "Mode".to_owned(), leaves: vec![Leaf::of(Enum)] },
        3 | 4 => {
            let order = numbers.below(3);
            // Those of integers must lie by rows.
            match (by_columns, matches!(number, Float | Double | Half)) {
                (true, is_float) => matrix(if is_float { number } else { Float }, rows, columns, order.max(1)),
                (false, true) => matrix(number, rows, columns, order),
                (false, false) => matrix(number, rows, columns, 0),
            }
        }
        5 | 6 => {
            let leaves = indexed(&[Leaf::of(number)], columns);
            // A vector of one component is a number in memory.
            let memory = |leaf: Leaf| if columns == 1 { Leaf { steps: Vec::new(), ..leaf } } else { leaf };
            Made { text: format!("{}{columns}", number.spelled()), leaves: leaves.into_iter().map(memory).collect() }
        }
        _ => Made { text: number.spelled().to_owned(), leaves: vec![Leaf::of(number)] },
    }
}

/// A matrix of an order: that of rows, that of columns, or none.
fn matrix(number: Number, rows: usize, columns: usize, order: usize) -> Made {
    let mut leaves = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let steps = match (rows, columns, order) {
                (1, 1, _) => Vec::new(),
                (1, ..) => vec![Step::Index(column, columns)],
                (_, 1, _) => vec![Step::Index(row, rows)],
                (.., 0) => vec![Step::Index(row, rows), Step::Index(column, columns)],
                _ => vec![Step::Index(column, columns), Step::Index(row, rows)],
            };
            leaves.push(Leaf { hlsl: format!("[{row}][{column}]"), steps, number });
        }
    }
    let order = ["row_major ", "column_major ", ""][order];
    Made { text: format!("{order}{}{rows}x{columns}", number.spelled()), leaves }
}

/// The dimensions of an array of up to three, or of none.
fn dims(numbers: &mut Numbers, each: usize) -> Vec<usize> {
    let mut dims: Vec<usize> = Vec::new();
    while dims.len() < 3 && numbers.below(3) == 0 {
        let count = 1 + numbers.below(3);
        if dims.iter().product::<usize>() * count * each > MOST {
            break;
        }
        dims.push(count);
    }
    dims
}

fn indexed(leaves: &[Leaf], count: usize) -> Vec<Leaf> {
    let one = |at: usize| leaves.iter().map(move |leaf| leaf.inside(&format!("[{at}]"), &[Step::Index(at, count)]));
    (0..count).flat_map(one).collect()
}

/// Members at places of their own, with gaps. Their order must be that of their places.
fn packed(numbers: &mut Numbers) -> Body {
    let (mut members, mut register) = (Vec::new(), numbers.below(2));
    for at in 0..2 + numbers.below(5) {
        let number = [Float, Int, Uint, Bool][numbers.below(4)];
        let first = numbers.below(4);
        // Vectors are aligned as the strictest rules want them.
        let most = [4, 1, 2, 1][first];
        let (count, elements) = (1 + numbers.below(most), if first == 0 { 1 + numbers.below(3) } else { 1 });
        let component = [".x", ".y", ".z", ".w"][first];
        let brackets = if elements > 1 { format!("[{elements}]") } else { String::new() };
        let name = format!("k{at}");
        let text = format!("    {}{count} {name}{brackets} : packoffset(c{register}{component});\n", number.spelled());
        let components = indexed(&[Leaf::of(number)], count).into_iter();
        let memory = |leaf: Leaf| if count == 1 { Leaf { steps: Vec::new(), ..leaf } } else { leaf };
        let mut leaves: Vec<Leaf> = components.map(memory).collect();
        if elements > 1 {
            leaves = indexed(&leaves, elements);
        }
        let member = [Step::Member(name.clone())];
        let leaves: Vec<Leaf> = leaves.iter().map(|leaf| leaf.inside(&format!(".{name}"), &member)).collect();
        members.push((text, leaves));
        register += elements + numbers.below(2);
    }
    let text: String = members.iter().map(|(text, _)| text.as_str()).collect();
    Body { text, leaves: members.into_iter().flat_map(|(_, leaves)| leaves).collect() }
}
