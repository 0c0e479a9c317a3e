//! Formats of color targets: those of images, and packed ones, sRGB and other orders of components, which are rows here.
//!
//! A texel in memory has up to four raw components of at most 32 bits. What blending computes is a [`Texel`].

use crate::format::{Channels, Class, Encoding, FORMATS, Format, Texel, round};
use crate::srgb;

/// What the numbers of a packed format represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numeric {
    /// 0 to 1.
    Unorm,
    /// 0 to 1, the first three on the curve of sRGB.
    Srgb,
    /// Unsigned integers.
    Uint,
    /// Floating-point numbers without a sign, with five bits of exponent.
    Float,
}

/// A format whose components share a word.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Packed {
    name: &'static str,
    bytes: usize,
    numeric: Numeric,
    /// The lowest bit and the number of bits of red, green, blue and alpha. One without bits is missing.
    fields: [(u32, u32); 4],
}

/// The rows of packed formats.
const PACKED: &[Packed] = &[
    packed("rgba8unorm-srgb", 4, Numeric::Srgb, [(0, 8), (8, 8), (16, 8), (24, 8)]),
    packed("bgra8unorm", 4, Numeric::Unorm, [(16, 8), (8, 8), (0, 8), (24, 8)]),
    packed("bgra8unorm-srgb", 4, Numeric::Srgb, [(16, 8), (8, 8), (0, 8), (24, 8)]),
    packed("rgb10a2unorm", 4, Numeric::Unorm, [(0, 10), (10, 10), (20, 10), (30, 2)]),
    packed("rgb10a2uint", 4, Numeric::Uint, [(0, 10), (10, 10), (20, 10), (30, 2)]),
    packed("rg11b10float", 4, Numeric::Float, [(0, 11), (11, 11), (22, 10), (0, 0)]),
    packed("b5g6r5unorm", 2, Numeric::Unorm, [(11, 5), (5, 6), (0, 5), (0, 0)]),
    packed("b5g5r5a1unorm", 2, Numeric::Unorm, [(10, 5), (5, 5), (0, 5), (15, 1)]),
    packed("b4g4r4a4unorm", 2, Numeric::Unorm, [(8, 4), (4, 4), (0, 4), (12, 4)]),
    packed("a8unorm", 1, Numeric::Unorm, [(0, 0), (0, 0), (0, 0), (0, 8)]),
];

const fn packed(name: &'static str, bytes: usize, numeric: Numeric, fields: [(u32, u32); 4]) -> Packed {
    Packed { name, bytes, numeric, fields }
}

/// A format of color targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColorFormat {
    /// One of images.
    Plain(Format),
    /// One whose components share a word.
    Packed(&'static Packed),
}

impl ColorFormat {
    /// All names. Formats of 64-bit integers cannot be drawn to.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let plain = FORMATS.iter().filter(|(_, format, _)| is_drawable(*format)).map(|(name, ..)| *name);
        plain.chain(PACKED.iter().map(|row| row.name))
    }

    /// The format of a name such as `rgba8unorm-srgb`.
    pub fn from_name(name: &str) -> Option<Self> {
        let row = PACKED.iter().find(|row| row.name == name).map(Self::Packed);
        row.or_else(|| Format::from_name(name).filter(|format| is_drawable(*format)).map(Self::Plain))
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain(format) => format.name(),
            Self::Packed(row) => row.name,
        }
    }

    /// The format of the same memory without the curve of sRGB.
    pub fn without_curve(self) -> Self {
        self.name().strip_suffix("-srgb").and_then(Self::from_name).unwrap_or(self)
    }

    /// The bytes of a texel.
    #[inline]
    pub fn bytes(self) -> usize {
        match self {
            Self::Plain(format) => format.texel_bytes(),
            Self::Packed(row) => row.bytes,
        }
    }

    /// The type class in the shader.
    pub fn class(self) -> Class {
        match self {
            Self::Plain(format) => format.class(),
            Self::Packed(row) if row.numeric == Numeric::Uint => Class::Uint,
            Self::Packed(_) => Class::Float,
        }
    }

    /// The range of normalized formats.
    pub fn range(self) -> Option<[f32; 2]> {
        let encoding = match self {
            Self::Plain(format) => format.encoding,
            Self::Packed(row) => {
                return matches!(row.numeric, Numeric::Unorm | Numeric::Srgb).then_some([0.0, 1.0]);
            }
        };
        match encoding {
            Encoding::Unorm8 | Encoding::Unorm16 => Some([0.0, 1.0]),
            Encoding::Snorm8 | Encoding::Snorm16 => Some([-1.0, 1.0]),
            Encoding::Float16 | Encoding::Float32 => None,
            Encoding::Uint8 | Encoding::Uint16 | Encoding::Uint32 | Encoding::Uint64 => None,
            Encoding::Sint8 | Encoding::Sint16 | Encoding::Sint32 | Encoding::Sint64 => None,
        }
    }

    /// The bits of a component in memory: zero for a missing one.
    pub fn bits(self, component: usize) -> u32 {
        match self {
            Self::Plain(format) if component < format.channels as usize => 8 * format.encoding.bytes() as u32,
            Self::Plain(_) => 0,
            Self::Packed(row) => row.fields[component].1,
        }
    }

    /// The lowest bit of a component in the texel as a little-endian number.
    pub fn shift(self, component: usize) -> u32 {
        match self {
            Self::Plain(format) => 8 * (format.encoding.bytes() * component) as u32,
            Self::Packed(row) => row.fields[component].0,
        }
    }

    /// The raw components of a texel in memory.
    #[inline]
    pub fn load(self, memory: &[u8]) -> [u32; 4] {
        match self {
            Self::Plain(format) => {
                let bytes = format.encoding.bytes();
                std::array::from_fn(|at| memory.get(at * bytes..(at + 1) * bytes).map_or(0, little))
            }
            Self::Packed(row) => {
                let word = little(&memory[..row.bytes]);
                row.fields.map(|(shift, bits)| word >> shift & low(bits))
            }
        }
    }

    /// Puts raw components into memory. What is missing in the format is ignored.
    #[inline]
    pub fn store(self, raw: [u32; 4], memory: &mut [u8]) {
        match self {
            Self::Plain(Format { channels: Channels::Rgba, encoding: Encoding::Unorm8 | Encoding::Uint8 }) => {
                memory[..4].copy_from_slice(&raw.map(|value| value as u8));
            }
            Self::Plain(format) => {
                let bytes = format.encoding.bytes();
                for (place, value) in memory.chunks_exact_mut(bytes).take(format.channels as usize).zip(raw) {
                    place.copy_from_slice(&value.to_le_bytes()[..bytes]);
                }
            }
            Self::Packed(row) => {
                let parts = row.fields.iter().zip(raw).map(|((shift, bits), value)| (value & low(*bits)) << shift);
                let word: u32 = parts.fold(0, |word, part| word | part);
                memory[..row.bytes].copy_from_slice(&word.to_le_bytes()[..row.bytes]);
            }
        }
    }

    /// Decodes raw components. Missing ones are 0, 0, 0 and 1.
    #[inline]
    pub fn decode(self, raw: [u32; 4]) -> Texel {
        match self {
            Self::Plain(format) => format.decode(|component| raw[component]),
            Self::Packed(row) => std::array::from_fn(|component| row.decode(component, raw[component])),
        }
    }

    /// Encodes a texel: rounded to nearest even, clamped to the range.
    #[inline]
    pub fn encode(self, texel: Texel) -> [u32; 4] {
        match self {
            // The commonest one, with what it does in place.
            Self::Plain(Format { encoding: Encoding::Unorm8, .. }) => texel.map(|bits| Encoding::Unorm8.encode(bits)),
            Self::Plain(format) => texel.map(|bits| format.encoding.encode(bits)),
            Self::Packed(row) => std::array::from_fn(|component| row.encode(component, texel[component])),
        }
    }

    /// Encodes as many texels as the memory has, from rows of their components, one behind the other.
    #[inline(always)]
    pub fn encode_all(self, rows: [&[u32]; 4], memory: &mut [u8]) {
        if self == Self::Plain(Format::RGBA8_UNORM) {
            return encode_bytes(rows, memory);
        }
        for (at, place) in memory.chunks_exact_mut(self.bytes()).enumerate() {
            self.store(self.encode(rows.map(|row| row[at])), place);
        }
    }
}

/// Encodes texels of the commonest format, several at once.
#[inline(always)]
fn encode_bytes(rows: [&[u32]; 4], memory: &mut [u8]) {
    let texels = memory.as_chunks_mut().0;
    let count = rows.iter().map(|row| row.len()).fold(texels.len(), usize::min);
    let [red, green, blue, alpha] = rows.map(|row| &row[..count]);
    // A loop of any length is compiled for several texels at once, one of a few for the components of a texel.
    for (at, texel) in texels[..count].iter_mut().enumerate() {
        let word = unorm8(red[at]) | unorm8(green[at]) << 8 | unorm8(blue[at]) << 16 | unorm8(alpha[at]) << 24;
        *texel = word.to_le_bytes();
    }
}

/// As [`Encoding::Unorm8`] encodes, in instructions that every processor has for several numbers.
#[inline(always)]
pub fn unorm8(bits: u32) -> u32 {
    // The sum has the rounded number in its lowest bits.
    const SHIFT: f32 = 12_582_912.0;
    let number = f32::from_bits(bits);
    let number = if number > 0.0 { number } else { 0.0 };
    let number = if number < 1.0 { number } else { 1.0 };
    (number * 255.0 + SHIFT).to_bits() & 0xFF
}

fn is_drawable(format: Format) -> bool {
    !matches!(format.class(), Class::WideUint | Class::WideSint)
}

/// A number of up to four bytes.
#[inline]
pub(crate) fn little(bytes: &[u8]) -> u32 {
    match *bytes {
        [a] => a.into(),
        [a, b] => u16::from_le_bytes([a, b]).into(),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
        _ => bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte)),
    }
}

/// The lowest bits of a word, at most 31.
fn low(bits: u32) -> u32 {
    (1 << bits) - 1
}

impl Packed {
    fn decode(&self, component: usize, raw: u32) -> u32 {
        let bits = self.fields[component].1;
        let number = match self.numeric {
            Numeric::Uint if bits == 0 => return u32::from(component == 3),
            Numeric::Uint => return raw,
            Numeric::Unorm | Numeric::Srgb | Numeric::Float if bits == 0 => f32::from(u8::from(component == 3)),
            Numeric::Srgb if component < 3 => srgb::decode(raw as u8),
            Numeric::Unorm | Numeric::Srgb => raw as f32 / low(bits) as f32,
            Numeric::Float => small_to_single(raw, bits - 5),
        };
        number.to_bits()
    }

    fn encode(&self, component: usize, value: u32) -> u32 {
        let bits = self.fields[component].1;
        let number = f32::from_bits(value);
        match self.numeric {
            Numeric::Uint => value.min(low(bits)),
            Numeric::Unorm | Numeric::Srgb | Numeric::Float if bits == 0 => 0,
            Numeric::Srgb if component < 3 => srgb::encode(number).into(),
            // A cast turns NaN into zero.
            Numeric::Unorm | Numeric::Srgb => round(number.clamp(0.0, 1.0) * low(bits) as f32) as u32,
            Numeric::Float => single_to_small(number, bits - 5),
        }
    }
}

/// A floating-point number without a sign as single precision, which is exact.
fn small_to_single(raw: u32, mantissa_bits: u32) -> f32 {
    let (exponent, mantissa) = (raw >> mantissa_bits, raw & low(mantissa_bits));
    match exponent {
        0 => mantissa as f32 / (1u32 << (14 + mantissa_bits)) as f32,
        0x1F => f32::from_bits(0x7F80_0000 | mantissa << (23 - mantissa_bits)),
        _ => f32::from_bits((exponent + 112) << 23 | mantissa << (23 - mantissa_bits)),
    }
}

/// Single precision without its sign: rounded to nearest even, what is negative is zero, what is finite stays finite.
fn single_to_small(value: f32, mantissa_bits: u32) -> u32 {
    let infinity = 0x1F << mantissa_bits;
    if value.is_nan() {
        return infinity | 1 << (mantissa_bits - 1);
    }
    if value <= 0.0 {
        return 0;
    }
    if value == f32::INFINITY {
        return infinity;
    }
    let magnitude = value.to_bits();
    if magnitude < 0x3880_0000 {
        return (value * (1u32 << (14 + mantissa_bits)) as f32).round_ties_even() as u32;
    }
    let dropped = 23 - mantissa_bits;
    let rounded = magnitude + low(dropped - 1) + (magnitude >> dropped & 1);
    ((rounded >> dropped) - (112 << mantissa_bits)).min(infinity - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_components_survive_the_way_there_and_back() {
        for format in ColorFormat::names().map(|name| ColorFormat::from_name(name).unwrap()) {
            let mut memory = [0; 16];
            for seed in 0..=u16::MAX {
                let raw: [u32; 4] = std::array::from_fn(|at| match format.bits(at) {
                    0 => 0,
                    32 => u32::from(seed).wrapping_mul(0x9E37_79B9) ^ at as u32,
                    bits => u32::from(seed) >> at & low(bits),
                });
                format.store(raw, &mut memory);
                assert_eq!(format.load(&memory[..format.bytes()]), raw, "{}", format.name());
            }
        }
    }

    #[test]
    fn formats_with_a_curve_have_one_without() {
        let without = |name| ColorFormat::from_name(name).unwrap().without_curve();
        assert_eq!(without("rgba8unorm-srgb"), ColorFormat::Plain(Format::RGBA8_UNORM));
        assert_eq!(without("bgra8unorm-srgb").name(), "bgra8unorm");
        assert_eq!(without("r16float").name(), "r16float");
    }

    #[test]
    fn rows_of_components_become_texels() {
        let special = [f32::NAN, -1.0, 0.0, 0.5 / 255.0, 1.5 / 255.0, 0.5, 1.0, 1e30].map(f32::to_bits);
        let component = |start: usize| -> Vec<u32> { (start..start + 37).map(|at| special[at * 5 % 8]).collect() };
        let rows = [0, 1, 2, 3].map(component);
        for format in ColorFormat::names().map(|name| ColorFormat::from_name(name).unwrap()) {
            let mut memory = vec![0; 37 * format.bytes()];
            format.encode_all(rows.each_ref().map(Vec::as_slice), &mut memory);
            for (at, texel) in memory.chunks(format.bytes()).enumerate() {
                let mut expected = vec![0; format.bytes()];
                format.store(format.encode(rows.each_ref().map(|row| row[at])), &mut expected);
                assert_eq!(texel, expected, "{} {at}", format.name());
            }
        }
    }

    #[test]
    fn packed_values_survive_the_way_there_and_back() {
        for row in PACKED {
            for (component, (_, bits)) in row.fields.into_iter().enumerate().filter(|(_, (_, bits))| *bits > 0) {
                for raw in 0..=low(bits) {
                    let seen = row.decode(component, raw);
                    let nothing = row.numeric == Numeric::Float && f32::from_bits(seen).is_nan();
                    assert!(row.encode(component, seen) == raw || nothing, "{} {component} {raw}", row.name);
                }
            }
        }
    }

    #[test]
    fn missing_components_are_zero_and_alpha_is_one() {
        let read = |name: &str| ColorFormat::from_name(name).unwrap().decode([0; 4]).map(f32::from_bits);
        assert_eq!(read("rg11b10float"), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(read("r8unorm"), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(read("b5g6r5unorm"), [0.0, 0.0, 0.0, 1.0]);
        assert!(ColorFormat::from_name("r64uint").is_none() && ColorFormat::from_name("r65uint").is_none());
    }

    #[test]
    fn small_floats_are_rounded_and_clamped() {
        let to = |value: f32| single_to_small(value, 6);
        assert_eq!(to(1.0), 0x3C0);
        // 1 + 1/128 lies between two numbers: the even one.
        assert_eq!((to(1.0 + 1.0 / 128.0), to(1.0 + 3.0 / 128.0)), (0x3C0, 0x3C2));
        assert_eq!((to(1e30), to(f32::INFINITY), to(-1.0), to(f32::NEG_INFINITY)), (0x7BF, 0x7C0, 0, 0));
        assert_eq!(small_to_single(0x7BF, 6), 65024.0);
        assert!(small_to_single(to(f32::NAN), 6).is_nan());
    }
}
