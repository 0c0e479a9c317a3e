//! Bit-fields of generated structs: read, written and listed, in structured and byte buffers and in variables.
//!
//! Section: HLSL 2021's "Bitfield Members in Data Types". A field is in the unit of the one before it if that has the
//! same type and leaves room, and begins a unit otherwise, as DXC does; units are laid out as members of their type.

use super::random::Random;
use super::spell::constant;
use crate::case::{Probe, Settings, Table};
use crate::oracle::layout::{Rule, Type, size_of};
use crate::oracle::{Allowed, Number, Scalar};
use std::fmt::Write as _;

const SECTION: &str = "HLSL 2021, bit-fields; [Conv.bitfield]";
const STRUCTS: u64 = 48;

/// A field in its unit.
struct Field {
    of: Scalar,
    width: u32,
    unit: usize,
    /// The lowest bit.
    offset: u32,
}

/// A struct of fields.
struct Fields {
    fields: Vec<Field>,
    units: Vec<Scalar>,
}

/// The memory that the fields are in.
const PLACES: [&str; 4] = ["structured buffer", "copy of an element", "byte buffer", "list"];

pub(super) fn probes() -> Vec<Probe> {
    let structs = (0..STRUCTS).flat_map(|seed| PLACES.iter().map(move |place| (seed, *place)));
    structs.map(|(seed, place)| probe(seed, place)).collect()
}

impl Fields {
    fn new(random: &mut Random, types: &[Scalar]) -> Self {
        let mut all = Fields { fields: Vec::new(), units: Vec::new() };
        let mut used = 0;
        let mut of = *random.pick(types);
        for _ in 0..3 + random.below(5) {
            if random.once_in(4) {
                of = *random.pick(types);
            }
            let width = 1 + random.next() % if random.once_in(3) { of.bits() } else { of.bits() / 3 };
            if all.units.last() != Some(&of) || used + width > of.bits() {
                all.units.push(of);
                used = 0;
            }
            all.fields.push(Field { of, width, unit: all.units.len() - 1, offset: used });
            used += width;
        }
        all
    }

    fn text(&self) -> String {
        let mut text = "struct Fields_@ {".to_owned();
        for (index, field) in self.fields.iter().enumerate() {
            let _ = write!(text, " {} f{index} : {};", field.of.name(), field.width);
        }
        text + " };\n"
    }
}

impl Field {
    fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    /// What the field holds of a unit's bits.
    fn read(&self, unit: u64) -> Number {
        let bits = unit >> self.offset & self.mask();
        let is_negative = self.of.is_signed() && bits >> (self.width - 1) == 1;
        Number::new(self.of, if is_negative { bits | !self.mask() } else { bits })
    }

    fn write(&self, unit: &mut u64, value: Number) {
        *unit = *unit & !(self.mask() << self.offset) | (value.bits & self.mask()) << self.offset;
    }
}

fn probe(seed: u64, place: &str) -> Probe {
    let mut random = Random::new(seed + 400);
    let types: &[Scalar] = match seed % 3 {
        0 => &[Scalar::U32, Scalar::I32],
        1 => &[Scalar::U16, Scalar::I16, Scalar::U32],
        _ => &[Scalar::U64, Scalar::I64, Scalar::I32],
    };
    let all = Fields::new(&mut random, types);
    let ty = Type::Struct(all.units.iter().map(|of| Type::Scalar(*of)).collect());
    let (alignment, size) = ty.extent(Rule::Relaxed430);
    let stride = size.next_multiple_of(alignment);
    let offsets = ty.offsets(Rule::Relaxed430);
    let mut probe = Probe::new(format!("fields {seed} in a {place}"), SECTION);
    probe.settings = Settings::of_types(types);
    probe.table = Table::new(vec![vec![1]]);
    probe.globals = all.text();
    probe.storage = (0..(2 * stride).div_ceil(4)).map(|_| random.next()).collect();
    let bytes: Vec<u8> = probe.storage.iter().flat_map(|word| word.to_le_bytes()).collect();
    let unit_at = |at: usize, of: Scalar| {
        let mut bits = [0; 8];
        bits[..size_of(of)].copy_from_slice(&bytes[at..][..size_of(of)]);
        u64::from_le_bytes(bits)
    };
    let mut units: Vec<u64> =
        all.units.iter().zip(&offsets).map(|(of, offset)| unit_at(stride + offset, *of)).collect();
    let root = enter(&mut probe, place, stride);
    if place == "list" {
        let values: Vec<Number> = all.fields.iter().map(|field| any(field.of, &mut random)).collect();
        let texts: Vec<String> = values.iter().map(|value| constant(*value)).collect();
        let _ = writeln!(probe.body, "Fields_@ s = {{ {} }};", texts.join(", "));
        for (field, value) in all.fields.iter().zip(&values) {
            field.write(&mut units[field.unit], *value);
        }
    }
    read_all(&mut probe, &all, &units, root);
    for (index, field) in all.fields.iter().enumerate().rev() {
        let value = any(field.of, &mut random);
        let (before, text) = (field.read(units[field.unit]), constant(value));
        let sum = Number::new(field.of, before.bits.wrapping_add(value.bits));
        let (operator, new) = if index % 2 == 0 { ("=", value) } else { ("+=", sum) };
        let _ = writeln!(probe.body, "{root}.f{index} {operator} {text};");
        field.write(&mut units[field.unit], new);
    }
    read_all(&mut probe, &all, &units, root);
    let target = leave(&mut probe, place, stride);
    probe.stored = vec![None; 2 * stride];
    for (offset, unit) in offsets.iter().zip(&units) {
        // Bits that no field has may be anything in copies.
        let whole = used(&all, *offset, &offsets) / 8;
        for (at, byte) in unit.to_le_bytes().iter().enumerate().take(whole) {
            probe.stored[target + offset + at] = Some(*byte);
        }
    }
    probe
}

/// The bits of the unit at an offset that fields have.
fn used(all: &Fields, offset: usize, offsets: &[usize]) -> usize {
    let of_unit = all.fields.iter().filter(|field| offsets[field.unit] == offset);
    of_unit.map(|field| field.width as usize).sum()
}

/// Any number of a type.
fn any(of: Scalar, random: &mut Random) -> Number {
    Number::new(of, u64::from(random.next()) << 32 | u64::from(random.next()))
}

/// Declares the memory, and returns how the struct is named.
fn enter(probe: &mut Probe, place: &str, stride: usize) -> &'static str {
    let declared = match place {
        "byte buffer" => "RWByteAddressBuffer held_@ : register(u3);\n",
        _ => "RWStructuredBuffer<Fields_@> held_@ : register(u3);\n",
    };
    probe.globals.push_str(declared);
    match place {
        "structured buffer" => return "held_@[1]",
        "copy of an element" => probe.body.push_str("Fields_@ s = held_@[$[0]];\n"),
        "byte buffer" => {
            let _ = writeln!(probe.body, "Fields_@ s = held_@.Load<Fields_@>({stride}u * $[0]);");
        }
        _ => {}
    }
    "s"
}

/// Stores the struct, and returns the byte at which it stands then.
fn leave(probe: &mut Probe, place: &str, stride: usize) -> usize {
    match place {
        "structured buffer" => return stride,
        "byte buffer" => probe.body.push_str("held_@.Store<Fields_@>(0u, s);\n"),
        _ => probe.body.push_str("held_@[0] = s;\n"),
    }
    0
}

fn read_all(probe: &mut Probe, all: &Fields, units: &[u64], root: &str) {
    for (index, field) in all.fields.iter().enumerate() {
        let value = field.read(units[field.unit]);
        probe.check(field.of, &format!("{root}.f{index}"), Allowed::exactly(value));
    }
}
