//! Byte buffers: loads and stores of every width and type at every offset.
//!
//! Sections: the reference of `RWByteAddressBuffer`; DXC's SPIR-V, "ByteAddressBuffer": a value of several scalars is one
//! after the other, a matrix column by column, and a struct as in a structured buffer.

use crate::case::{Probe, Settings, Table};
use crate::oracle::layout::{Rule, Type, size_of};
use crate::oracle::{Allowed, Number, Scalar};

const SECTION: &str = "HLSL's RWByteAddressBuffer; DXC's SPIR-V, ByteAddressBuffer";
const BYTES: usize = 192;

const TYPES: [Scalar; 9] = [
    Scalar::I16,
    Scalar::U16,
    Scalar::F16,
    Scalar::I32,
    Scalar::U32,
    Scalar::F32,
    Scalar::I64,
    Scalar::U64,
    Scalar::F64,
];

pub(super) fn probes() -> Vec<Probe> {
    let mut all = vec![words_loaded(), measured()];
    all.extend((1..=4).map(words_stored));
    for of in TYPES {
        for count in 1..=4 {
            all.push(loaded(of, count));
            // Stores of 16 bits are what DXC gets wrong.
            all.push(stored(of, count));
        }
        all.push(loaded_aggregates(of));
    }
    all
}

/// Bytes without a pattern that an offset could hide in.
fn memory() -> Vec<u8> {
    (0..BYTES).map(|index| (index * 37 + 11) as u8 ^ (index / 8) as u8 & 0x3f).collect()
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

fn at(memory: &[u8], of: Scalar, offset: usize) -> Number {
    let mut bits = [0; 8];
    bits[..size_of(of)].copy_from_slice(&memory[offset..][..size_of(of)]);
    Number::new(of, u64::from_le_bytes(bits))
}

fn start(name: String) -> Probe {
    let mut probe = Probe::new(name, SECTION);
    probe.storage = words(&memory());
    probe.globals = "RWByteAddressBuffer bytes_@ : register(u3);\n".to_owned();
    probe.table = Table::new(vec![vec![1]]);
    probe
}

/// The size of the buffer, in bytes.
fn measured() -> Probe {
    let mut probe = start("GetDimensions".to_owned());
    probe.body = "uint size; bytes_@.GetDimensions(size);\n".to_owned();
    probe.check(Scalar::U32, "size", Allowed::Bits(BYTES as u64));
    probe
}

fn words_loaded() -> Probe {
    let (mut probe, memory) = (start("Load, Load2, Load3, Load4".to_owned()), memory());
    for offset in [0usize, 4, 8, 12, 16, 20, 60, 100, 112] {
        for (index, method) in ["Load", "Load2", "Load3", "Load4"].iter().enumerate() {
            for (component, name) in ["x", "y", "z", "w"].iter().enumerate().take(index + 1) {
                let number = at(&memory, Scalar::U32, offset + 4 * component);
                let part = if index == 0 { String::new() } else { format!(".{name}") };
                probe.check(Scalar::U32, &format!("bytes_@.{method}({offset}){part}"), Allowed::exactly(number));
                probe.check(Scalar::U32, &format!("bytes_@.{method}($[0] * {offset}){part}"), Allowed::exactly(number));
            }
        }
    }
    probe
}

/// The buffer after changes, as expectations.
fn expect(probe: &mut Probe, memory: &[u8]) {
    probe.body.push_str("result[r] = 1u;\n");
    probe.outputs.push(crate::case::Output { of: Scalar::U32, label: "stored".to_owned() });
    probe.expected.push(Allowed::Bits(1));
    probe.stored = memory.iter().map(|byte| Some(*byte)).collect();
}

fn words_stored(count: usize) -> Probe {
    let method = if count == 1 { "Store".to_owned() } else { format!("Store{count}") };
    let (mut probe, mut memory) = (start(method.clone()), memory());
    for (turn, offset) in [0usize, 20, 44, 72, 100].into_iter().enumerate() {
        let values: Vec<u32> = (0..count).map(|index| 0x0101_0101 * (turn * 4 + index + 1) as u32).collect();
        let list = values.iter().map(|value| format!("{value:#x}u")).collect::<Vec<_>>().join(", ");
        let value = if count == 1 { list } else { format!("uint{count}({list})") };
        probe.body.push_str(&format!("bytes_@.{method}($[0] * {offset}, {value});\n"));
        for (index, value) in values.iter().enumerate() {
            memory[offset + 4 * index..][..4].copy_from_slice(&value.to_le_bytes());
        }
    }
    expect(&mut probe, &memory);
    probe
}

fn typed(of: Scalar, count: usize) -> String {
    if count == 1 { of.name().to_owned() } else { format!("vector<{}, {count} >", of.name()) }
}

fn loaded(of: Scalar, count: usize) -> Probe {
    let ty = typed(of, count);
    let (mut probe, memory) = (start(format!("Load<{ty}>")), memory());
    probe.settings = Settings::of_types(&[of]);
    let size = size_of(of);
    for turn in 0..8 {
        let offset = size * (turn * 3 % 11);
        probe.body.push_str(&format!("{{ {ty} v = bytes_@.Load<{ty} >($[0] * {offset});\n"));
        for (index, name) in ["x", "y", "z", "w"].iter().enumerate().take(count) {
            let part = if count == 1 { String::new() } else { format!(".{name}") };
            probe.check(of, &format!("v{part}"), Allowed::exactly(at(&memory, of, offset + index * size)));
        }
        probe.body.push_str("}\n");
    }
    probe
}

fn stored(of: Scalar, count: usize) -> Probe {
    let ty = typed(of, count);
    let (mut probe, mut memory) = (start(format!("Store<{ty}>")), memory());
    probe.settings = Settings::of_types(&[of]);
    let size = size_of(of);
    for turn in 0..4 {
        let offset = size * (turn * 4 + turn % 2);
        let numbers: Vec<_> = (0..count).map(|index| Number::integer(of, (turn * 4 + index + 1) as i128)).collect();
        let list = numbers.iter().map(|number| number.whole().to_string()).collect::<Vec<_>>().join(", ");
        probe.body.push_str(&format!("{{ {ty} v = {{ {list} }}; bytes_@.Store<{ty} >($[0] * {offset}, v); }}\n"));
        for (index, number) in numbers.iter().enumerate() {
            memory[offset + index * size..][..size].copy_from_slice(&number.bits.to_le_bytes()[..size]);
        }
    }
    expect(&mut probe, &memory);
    probe
}

/// A matrix, and a struct with an array, which is laid out as in a structured buffer.
fn loaded_aggregates(of: Scalar) -> Probe {
    let (memory, size, ty) = (memory(), size_of(of), of.name());
    let mut probe = start(format!("Load of matrices and structs of {ty}"));
    probe.settings = Settings::of_types(&[of]);
    probe.globals.push_str(&format!("struct Held_@ {{ {ty} a; vector<{ty}, 3> b; {ty} c[2]; }};\n"));
    let element = |offset: usize| Allowed::exactly(at(&memory, of, 8 + offset));
    probe.body = "Held_@ h = bytes_@.Load<Held_@>($[0] * 8);\n".to_owned();
    probe.body.push_str(&format!("matrix<{ty}, 2, 3> m = bytes_@.Load<matrix<{ty}, 2, 3> >($[0] * 8);\n"));
    let array = Type::Array(Box::new(Type::Scalar(of)), 2);
    let offsets = Type::Struct(vec![Type::Scalar(of), Type::Vector(of, 3), array]).offsets(Rule::Relaxed430);
    probe.check(of, "h.a", element(0));
    for (index, name) in ["h.b.x", "h.b.y", "h.b.z"].iter().enumerate() {
        probe.check(of, name, element(offsets[1] + index * size));
    }
    for (index, name) in ["h.c[0]", "h.c[1]"].iter().enumerate() {
        probe.check(of, name, element(offsets[2] + index * size));
    }
    for (row, column) in (0..2).flat_map(|row| (0..3).map(move |column| (row, column))) {
        probe.check(of, &format!("m._m{row}{column}"), element((column * 2 + row) * size));
    }
    probe
}
