//! Layouts of generated structs in constant and structured buffers, read and written member by member.
//!
//! Sections: those of [`crate::oracle::layout`].

use super::random::Random;
use crate::case::{Probe, Settings, Table, Uniform, store};
use crate::oracle::layout::{Rule, Type, size_of};
use crate::oracle::{Allowed, Number, Scalar};

const STRUCTS: u64 = 40;
const SECTION: &str = "DXC's SPIR-V, Memory Layout Rules; OpenGL 4.6, 7.6.2.2";

/// Options with the rules that they choose for constant and for structured buffers.
const RULES: &[(&[&str], Rule, Rule)] = &[
    (&[], Rule::Relaxed140, Rule::Relaxed430),
    (&["-fvk-use-gl-layout"], Rule::Std140, Rule::Std430),
    (&["-fvk-use-scalar-layout"], Rule::Scalar, Rule::Scalar),
    (&["-fvk-use-dx-layout"], Rule::Constant, Rule::Scalar),
    (&[BY_ROWS], Rule::Relaxed140, Rule::Relaxed430),
    (&[BY_ROWS, "-fvk-use-dx-layout"], Rule::Constant, Rule::Scalar),
];

/// The option for matrices that are laid out by rows where nothing says otherwise.
const BY_ROWS: &str = "-Zpr";

/// Where it is said how a matrix is laid out.
#[derive(Clone, Copy, Debug, Default)]
enum Order {
    /// In front of the member.
    #[default]
    Member,
    /// In the options, if they say it.
    Options { by_rows: bool },
    /// In a type's other name.
    Alias,
}

impl Order {
    fn of(seed: u64, options: &[&str]) -> Order {
        match seed % 3 {
            0 => Order::Member,
            1 => Order::Options { by_rows: options.contains(&BY_ROWS) },
            _ => Order::Alias,
        }
    }
}

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for &(options, constant, structured) in RULES {
        for seed in 0..STRUCTS {
            let small = seed % 4 == 3;
            let ty = Maker { random: Random::new(seed + 7), small }.structure(2);
            let settings = Settings { small, options, ..Settings::default() };
            all.push(in_constants(seed, &ty, constant, settings));
            all.push(in_structured(seed, &ty, structured, settings));
            all.push(written(seed, &ty, structured, settings));
        }
    }
    all
}

struct Maker {
    random: Random,
    small: bool,
}

impl Maker {
    fn scalar(&mut self) -> Scalar {
        use Scalar::{Bool, F16, F32, F64, I16, I32, U16, U32, U64};
        match self.random.below(10) {
            0..=3 => F32,
            4 => {
                if self.small {
                    F16
                } else {
                    I32
                }
            }
            5 => {
                if self.small {
                    *self.random.pick(&[I16, U16])
                } else {
                    U32
                }
            }
            6 => I32,
            7 => *self.random.pick(&[F64, U64]),
            8 => Bool,
            _ => {
                if self.small {
                    F16
                } else {
                    U32
                }
            }
        }
    }

    fn structure(&mut self, depth: usize) -> Type {
        let count = 2 + self.random.below(5);
        Type::Struct((0..count).map(|_| self.member(depth)).collect())
    }

    fn member(&mut self, depth: usize) -> Type {
        match self.random.below(12) {
            0..=3 => Type::Scalar(self.scalar()),
            4..=6 => {
                let of = self.scalar();
                // A vector of truth values is laid out as one of words, and of 64 bits it may be longer than a row.
                Type::Vector(if of == Scalar::Bool { Scalar::U32 } else { of }, 2 + self.random.below(3))
            }
            7 | 8 => {
                let (rows, columns) = (2 + self.random.below(3), 2 + self.random.below(3));
                Type::Matrix(Scalar::F32, rows, columns, self.random.once_in(2))
            }
            9 | 10 => {
                let element = match self.random.below(3) {
                    0 if depth > 0 => self.structure(depth - 1),
                    1 => Type::Vector(Scalar::F32, 2 + self.random.below(3)),
                    _ => Type::Scalar(self.scalar()),
                };
                Type::Array(Box::new(element), 2 + self.random.below(2))
            }
            _ if depth > 0 => self.structure(depth - 1),
            _ => Type::Scalar(Scalar::F32),
        }
    }
}

/// A struct as text, and its leaves.
#[derive(Default)]
struct Described {
    text: String,
    structs: usize,
    aliases: usize,
    order: Order,
}

impl Described {
    /// The type's name, and what follows the member's.
    fn name(&mut self, ty: &Type) -> (String, String) {
        match ty {
            Type::Scalar(of) => (of.name().to_owned(), String::new()),
            Type::Vector(of, count) => (format!("vector<{}, {count}>", of.name()), String::new()),
            Type::Matrix(of, rows, columns, by_rows) => {
                let order = if *by_rows { "row_major" } else { "column_major" };
                let ty = format!("matrix<{}, {rows}, {columns}>", of.name());
                (self.ordered(order, *by_rows, &ty), String::new())
            }
            Type::Array(element, count) => {
                let (name, rest) = self.name(element);
                (name, format!("[{count}]{rest}"))
            }
            Type::Struct(members) => {
                let mut text = String::new();
                for (index, member) in members.iter().enumerate() {
                    let (name, rest) = self.name(member);
                    text.push_str(&format!("    {name} m{index}{rest};\n"));
                }
                let name = format!("S{}_@", self.structs);
                self.structs += 1;
                self.text.push_str(&format!("struct {name} {{\n{text}}};\n"));
                (name, String::new())
            }
        }
    }

    /// The name of a matrix type with its order.
    fn ordered(&mut self, order: &str, by_rows: bool, ty: &str) -> String {
        match self.order {
            Order::Options { by_rows: usual } if usual == by_rows => ty.to_owned(),
            Order::Member | Order::Options { .. } => format!("{order} {ty}"),
            Order::Alias => {
                let name = format!("M{}_@", self.aliases);
                self.aliases += 1;
                self.text.push_str(&format!("typedef {order} {ty} {name};\n"));
                name
            }
        }
    }
}

/// The scalars of a value: their types, expressions and offsets.
fn leaves(ty: &Type, path: &str, offset: usize, rule: Rule, out: &mut Vec<(Scalar, String, usize)>) {
    match ty {
        Type::Scalar(of) => out.push((*of, path.to_owned(), offset)),
        Type::Vector(of, count) => {
            let components = ["x", "y", "z", "w"].iter().take(*count).enumerate();
            out.extend(components.map(|(index, name)| (*of, format!("{path}.{name}"), offset + index * size_of(*of))));
        }
        Type::Matrix(of, rows, columns, _) => {
            for (row, column) in (0..*rows).flat_map(|row| (0..*columns).map(move |column| (row, column))) {
                let at = offset + ty.element(row, column, rule);
                // By turns by name and by index.
                let name =
                    if (row + column) % 2 == 0 { format!("._m{row}{column}") } else { format!("[{row}][{column}]") };
                out.push((*of, format!("{path}{name}"), at));
            }
        }
        Type::Array(element, count) => {
            for index in 0..*count {
                leaves(element, &format!("{path}[{index}]"), offset + index * ty.stride(rule), rule, out);
            }
        }
        Type::Struct(members) => {
            for (index, (member, at)) in members.iter().zip(ty.offsets(rule)).enumerate() {
                leaves(member, &format!("{path}.m{index}"), offset + at, rule, out);
            }
        }
    }
}

/// The number at a leaf: each one of its own.
fn number(of: Scalar, index: usize) -> Number {
    Number::integer(of, if of == Scalar::Bool { (!index.is_multiple_of(3)).into() } else { index as i128 + 1 })
}

/// Memory with these leaves, from a byte on.
fn memory(leaves: &[(Scalar, String, usize)], bytes: usize) -> Vec<u32> {
    let mut memory = vec![0xa5u8; bytes.next_multiple_of(16)];
    for (index, (of, _, offset)) in leaves.iter().enumerate() {
        let bits = number(*of, index).bits.to_le_bytes();
        memory[*offset..][..size_of(*of)].copy_from_slice(&bits[..size_of(*of)]);
    }
    memory.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// A probe of a struct with its declarations, and its leaves in memory.
fn described(
    what: &str,
    seed: u64,
    ty: &Type,
    rule: Rule,
    settings: Settings,
) -> (Probe, String, Vec<(Scalar, String, usize)>) {
    let mut probe = Probe::new(format!("{what} {seed} by {rule:?}"), SECTION);
    probe.settings = settings;
    let mut described = Described { order: Order::of(seed, settings.options), ..Described::default() };
    let (name, _) = described.name(ty);
    probe.globals = described.text;
    let mut found = Vec::new();
    leaves(ty, "", 0, rule, &mut found);
    (probe, name, found)
}

fn in_constants(seed: u64, ty: &Type, rule: Rule, settings: Settings) -> Probe {
    let (mut probe, name, leaves) = described("constants", seed, ty, rule, settings);
    let words = memory(&leaves, ty.extent(rule).1);
    probe.uniforms.push(Uniform { ty: name, words });
    for (index, (of, path, _)) in leaves.iter().enumerate() {
        probe.check(*of, &format!("$u[0]{path}"), Allowed::exactly(number(*of, index)));
    }
    probe
}

/// The size of an element of a structured buffer.
fn stride(ty: &Type, rule: Rule) -> usize {
    let (alignment, size) = ty.extent(rule);
    size.next_multiple_of(alignment)
}

fn in_structured(seed: u64, ty: &Type, rule: Rule, settings: Settings) -> Probe {
    let (mut probe, name, leaves) = described("structured", seed, ty, rule, settings);
    let stride = stride(ty, rule);
    // The second element, so that the stride matters.
    let shifted: Vec<_> = leaves.iter().map(|(of, path, offset)| (*of, path.clone(), offset + stride)).collect();
    probe.storage = memory(&shifted, 2 * stride);
    probe.globals.push_str(&format!("StructuredBuffer<{name}> held_@ : register(t3);\n"));
    probe.table = Table::new(vec![vec![1]]);
    probe.body = format!("{name} whole = held_@[$[0]];\n");
    for (index, (of, path, _)) in leaves.iter().enumerate() {
        let value = Allowed::exactly(number(*of, index));
        // By turns out of the buffer and out of a copy.
        let root = if index % 2 == 0 { "held_@[1]" } else { "whole" };
        probe.check(*of, &format!("{root}{path}"), value);
    }
    probe
}

/// Writes of each member, and of a whole element, leave what is between them.
fn written(seed: u64, ty: &Type, rule: Rule, settings: Settings) -> Probe {
    let (mut probe, name, leaves) = described("written", seed, ty, rule, settings);
    let stride = stride(ty, rule);
    probe.storage = vec![0; (2 * stride).div_ceil(4)];
    probe.globals.push_str(&format!("RWStructuredBuffer<{name}> held_@ : register(u3);\n"));
    probe.table = Table::new(vec![vec![1]]);
    for (index, (of, path, _)) in leaves.iter().enumerate() {
        let value = number(*of, index).whole();
        probe.body.push_str(&format!("held_@[1]{path} = {}({value});\n", of.name()));
    }
    probe.body.push_str("held_@[0] = held_@[$[0]];\n");
    probe.body.push_str(&store(Scalar::U32, "$[0]", 0));
    let mut stored: Vec<Option<u8>> = vec![None; (2 * stride).next_multiple_of(4)];
    for (index, (of, _, offset)) in leaves.iter().enumerate() {
        for (at, byte) in number(*of, index).bits.to_le_bytes()[..size_of(*of)].iter().enumerate() {
            stored[offset + at] = Some(*byte);
            stored[offset + stride + at] = Some(*byte);
        }
    }
    probe.outputs.push(crate::case::Output { of: Scalar::U32, label: "written".to_owned() });
    probe.expected.push(Allowed::Bits(1));
    probe.stored = stored;
    probe
}
