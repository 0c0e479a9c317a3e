//! Texel formats: the encoding of texels in memory.
//!
//! A texel outside of memory is four words: the bits of `f32` for normalised and floating-point formats, else integers.
//! A 64-bit integer takes the first two words, the low one first.
//! It must not know images or sampling.

/// Four components: bits of `f32`, or integers, as [`Class`] says.
pub type Texel = [u32; 4];

/// The number of components in a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channels {
    /// One.
    R = 1,
    /// Two.
    Rg = 2,
    /// Four.
    Rgba = 4,
}

/// Storage of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// A byte that represents 0 to 1.
    Unorm8,
    /// A byte that represents -1 to 1.
    Snorm8,
    /// An unsigned byte.
    Uint8,
    /// A signed byte.
    Sint8,
    /// Two bytes that represent 0 to 1.
    Unorm16,
    /// Two bytes that represent -1 to 1.
    Snorm16,
    /// Two unsigned bytes.
    Uint16,
    /// Two signed bytes.
    Sint16,
    /// Half precision.
    Float16,
    /// Four unsigned bytes.
    Uint32,
    /// Four signed bytes.
    Sint32,
    /// Single precision.
    Float32,
    /// Eight unsigned bytes.
    Uint64,
    /// Eight signed bytes.
    Sint64,
}

/// Type class of a component in the shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// A floating-point number.
    Float,
    /// An unsigned integer.
    Uint,
    /// A signed integer.
    Sint,
    /// An unsigned 64-bit integer.
    WideUint,
    /// A signed 64-bit integer.
    WideSint,
}

/// A texel format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    /// The number of components.
    pub channels: Channels,
    /// The encoding of each.
    pub encoding: Encoding,
}

/// All formats: the name, the format, and the number that SPIR-V gives it.
pub const FORMATS: &[(&str, Format, u32)] = &[
    ("r8unorm", format(Channels::R, Encoding::Unorm8), 15),
    ("rg8unorm", format(Channels::Rg, Encoding::Unorm8), 13),
    ("rgba8unorm", format(Channels::Rgba, Encoding::Unorm8), 4),
    ("r8snorm", format(Channels::R, Encoding::Snorm8), 20),
    ("rg8snorm", format(Channels::Rg, Encoding::Snorm8), 18),
    ("rgba8snorm", format(Channels::Rgba, Encoding::Snorm8), 5),
    ("r8uint", format(Channels::R, Encoding::Uint8), 39),
    ("rg8uint", format(Channels::Rg, Encoding::Uint8), 37),
    ("rgba8uint", format(Channels::Rgba, Encoding::Uint8), 32),
    ("r8sint", format(Channels::R, Encoding::Sint8), 29),
    ("rg8sint", format(Channels::Rg, Encoding::Sint8), 27),
    ("rgba8sint", format(Channels::Rgba, Encoding::Sint8), 23),
    ("r16unorm", format(Channels::R, Encoding::Unorm16), 14),
    ("rg16unorm", format(Channels::Rg, Encoding::Unorm16), 12),
    ("rgba16unorm", format(Channels::Rgba, Encoding::Unorm16), 10),
    ("r16snorm", format(Channels::R, Encoding::Snorm16), 19),
    ("rg16snorm", format(Channels::Rg, Encoding::Snorm16), 17),
    ("rgba16snorm", format(Channels::Rgba, Encoding::Snorm16), 16),
    ("r16uint", format(Channels::R, Encoding::Uint16), 38),
    ("rg16uint", format(Channels::Rg, Encoding::Uint16), 36),
    ("rgba16uint", format(Channels::Rgba, Encoding::Uint16), 31),
    ("r16sint", format(Channels::R, Encoding::Sint16), 28),
    ("rg16sint", format(Channels::Rg, Encoding::Sint16), 26),
    ("rgba16sint", format(Channels::Rgba, Encoding::Sint16), 22),
    ("r16float", format(Channels::R, Encoding::Float16), 9),
    ("rg16float", format(Channels::Rg, Encoding::Float16), 7),
    ("rgba16float", format(Channels::Rgba, Encoding::Float16), 2),
    ("r32uint", format(Channels::R, Encoding::Uint32), 33),
    ("rg32uint", format(Channels::Rg, Encoding::Uint32), 35),
    ("rgba32uint", format(Channels::Rgba, Encoding::Uint32), 30),
    ("r32sint", format(Channels::R, Encoding::Sint32), 24),
    ("rg32sint", format(Channels::Rg, Encoding::Sint32), 25),
    ("rgba32sint", format(Channels::Rgba, Encoding::Sint32), 21),
    ("r32float", format(Channels::R, Encoding::Float32), 3),
    ("rg32float", format(Channels::Rg, Encoding::Float32), 6),
    ("rgba32float", format(Channels::Rgba, Encoding::Float32), 1),
    ("r64uint", format(Channels::R, Encoding::Uint64), 40),
    ("r64sint", format(Channels::R, Encoding::Sint64), 41),
];

const fn format(channels: Channels, encoding: Encoding) -> Format {
    Format { channels, encoding }
}

impl Format {
    /// Four bytes that represent 0 to 1: what pictures are made of.
    pub const RGBA8_UNORM: Format = format(Channels::Rgba, Encoding::Unorm8);
    /// Four floating-point numbers.
    pub const RGBA32_FLOAT: Format = format(Channels::Rgba, Encoding::Float32);
    /// One floating-point number.
    pub const R32_FLOAT: Format = format(Channels::R, Encoding::Float32);
    /// One unsigned integer.
    pub const R32_UINT: Format = format(Channels::R, Encoding::Uint32);
    /// One signed integer.
    pub const R32_SINT: Format = format(Channels::R, Encoding::Sint32);

    /// The format of a name such as `rgba8unorm`.
    pub fn from_name(name: &str) -> Option<Format> {
        FORMATS.iter().find(|(known, ..)| *known == name).map(|(_, format, _)| *format)
    }

    /// The format that SPIR-V gives this number.
    pub fn from_spirv(number: u32) -> Option<Format> {
        FORMATS.iter().find(|(.., known)| *known == number).map(|(_, format, _)| *format)
    }

    /// The number that SPIR-V gives it.
    pub fn spirv(self) -> u32 {
        FORMATS.iter().find(|(_, format, _)| *format == self).map_or(0, |(.., number)| *number)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        FORMATS.iter().find(|(_, format, _)| *format == self).map_or("", |(name, ..)| *name)
    }

    /// The bytes of a texel.
    pub fn texel_bytes(self) -> usize {
        self.channels as usize * self.encoding.bytes()
    }

    /// The number of stored words per texel, of [`Encoding::stored_bytes`] each.
    pub fn words(self) -> usize {
        self.texel_bytes() / self.encoding.stored_bytes()
    }

    /// Type class in the shader.
    pub fn class(self) -> Class {
        self.encoding.class()
    }

    /// Decodes a texel from its words in memory. Missing components are 0, 0 and 1.
    pub fn decode(self, component: impl Fn(usize) -> u32) -> Texel {
        let mut texel = [0, 0, 0, self.class().one()];
        for (index, value) in texel.iter_mut().enumerate().take(self.words()) {
            *value = self.encoding.decode(component(index));
        }
        texel
    }

    /// The color of a border, reduced to the components that the format has.
    pub fn decode_border(self, color: Texel) -> Texel {
        let mut texel = [0, 0, 0, self.class().one()];
        let count = self.words();
        texel[..count].copy_from_slice(&color[..count]);
        texel
    }
}

impl Class {
    /// The bits of the fourth component where there is none: one, but 64-bit texels have no place for it.
    pub fn one(self) -> u32 {
        match self {
            Class::Float => 1f32.to_bits(),
            Class::Uint | Class::Sint => 1,
            Class::WideUint | Class::WideSint => 0,
        }
    }

    fn is_wide(self) -> bool {
        matches!(self, Class::WideUint | Class::WideSint)
    }

    fn is_signed(self) -> bool {
        matches!(self, Class::Sint | Class::WideSint)
    }

    /// A texel of this class as one of another: by value, not by bits. Signed and unsigned integers share their bits.
    pub fn convert(self, texel: Texel, to: Class) -> Texel {
        match (self.is_wide(), to.is_wide()) {
            (true, true) => texel,
            (false, false) => texel.map(|bits| self.convert_component(bits, to)),
            (true, false) => {
                let value = u64::from(texel[0]) | u64::from(texel[1]) << 32;
                let number = if self.is_signed() { value.cast_signed() as f32 } else { value as f32 };
                [if to == Class::Float { number.to_bits() } else { texel[0] }, 0, 0, to.one()]
            }
            (false, true) => {
                let number = f32::from_bits(texel[0]);
                let value = match self {
                    Class::Float if to.is_signed() => (number as i64).cast_unsigned(),
                    Class::Float => number as u64,
                    Class::Sint => i64::from(texel[0].cast_signed()).cast_unsigned(),
                    Class::Uint | Class::WideUint | Class::WideSint => u64::from(texel[0]),
                };
                [value as u32, (value >> 32) as u32, 0, 0]
            }
        }
    }

    fn convert_component(self, bits: u32, to: Class) -> u32 {
        match (self, to) {
            (Class::Float, Class::Uint) => f32::from_bits(bits) as u32,
            (Class::Float, Class::Sint) => (f32::from_bits(bits) as i32).cast_unsigned(),
            (Class::Uint, Class::Float) => (bits as f32).to_bits(),
            (Class::Sint, Class::Float) => (bits.cast_signed() as f32).to_bits(),
            _ => bits,
        }
    }
}

impl Encoding {
    /// The bytes of a component.
    pub fn bytes(self) -> usize {
        match self {
            Encoding::Unorm8 | Encoding::Snorm8 | Encoding::Uint8 | Encoding::Sint8 => 1,
            Encoding::Unorm16 | Encoding::Snorm16 | Encoding::Uint16 | Encoding::Sint16 | Encoding::Float16 => 2,
            Encoding::Uint32 | Encoding::Sint32 | Encoding::Float32 => 4,
            Encoding::Uint64 | Encoding::Sint64 => 8,
        }
    }

    /// The bytes that are read and written at once: those of a component, or of a word of it.
    pub fn stored_bytes(self) -> usize {
        self.bytes().min(4)
    }

    fn class(self) -> Class {
        match self {
            Encoding::Uint8 | Encoding::Uint16 | Encoding::Uint32 => Class::Uint,
            Encoding::Sint8 | Encoding::Sint16 | Encoding::Sint32 => Class::Sint,
            Encoding::Unorm8 | Encoding::Snorm8 | Encoding::Unorm16 | Encoding::Snorm16 => Class::Float,
            Encoding::Float16 | Encoding::Float32 => Class::Float,
            Encoding::Uint64 => Class::WideUint,
            Encoding::Sint64 => Class::WideSint,
        }
    }

    /// Returns whether values lie between 0 and 1, so that the reference of a comparison is clamped to that as well.
    pub fn is_unorm(self) -> bool {
        matches!(self, Encoding::Unorm8 | Encoding::Unorm16)
    }

    /// Decodes a component.
    #[inline]
    pub fn decode(self, raw: u32) -> u32 {
        let normalised = |value: f32, most: f32| (value / most).max(-1.0).to_bits();
        match self {
            Encoding::Unorm8 => normalised(raw as u8 as f32, 255.0),
            Encoding::Snorm8 => normalised(raw as i8 as f32, 127.0),
            Encoding::Unorm16 => normalised(raw as u16 as f32, 65535.0),
            Encoding::Snorm16 => normalised(raw as i16 as f32, 32767.0),
            Encoding::Float16 => half_to_single(raw as u16).to_bits(),
            Encoding::Uint8 => u32::from(raw as u8),
            Encoding::Uint16 => u32::from(raw as u16),
            Encoding::Sint8 => i32::from(raw as i8).cast_unsigned(),
            Encoding::Sint16 => i32::from(raw as i16).cast_unsigned(),
            Encoding::Uint32 | Encoding::Sint32 | Encoding::Float32 | Encoding::Uint64 | Encoding::Sint64 => raw,
        }
    }

    /// Encodes a component: rounded to nearest even, clamped to the range.
    #[inline]
    pub fn encode(self, bits: u32) -> u32 {
        let normalised = |least: f32, most: f32| {
            // A cast turns NaN into zero.
            round(f32::from_bits(bits).clamp(least, 1.0) * most) as i32
        };
        let signed = bits.cast_signed();
        match self {
            Encoding::Unorm8 => normalised(0.0, 255.0).cast_unsigned(),
            Encoding::Snorm8 => normalised(-1.0, 127.0).cast_unsigned(),
            Encoding::Unorm16 => normalised(0.0, 65535.0).cast_unsigned(),
            Encoding::Snorm16 => normalised(-1.0, 32767.0).cast_unsigned(),
            Encoding::Float16 => u32::from(single_to_half(f32::from_bits(bits))),
            Encoding::Uint8 => bits.min(u32::from(u8::MAX)),
            Encoding::Uint16 => bits.min(u32::from(u16::MAX)),
            Encoding::Sint8 => signed.clamp(i8::MIN.into(), i8::MAX.into()).cast_unsigned(),
            Encoding::Sint16 => signed.clamp(i16::MIN.into(), i16::MAX.into()).cast_unsigned(),
            Encoding::Uint32 | Encoding::Sint32 | Encoding::Float32 | Encoding::Uint64 | Encoding::Sint64 => bits,
        }
    }
}

/// A number of at most 2^22, rounded to nearest even: by the rounding of a sum, since not every processor has an instruction.
pub(crate) fn round(number: f32) -> f32 {
    const SHIFT: f32 = 12_582_912.0;
    (number + SHIFT) - SHIFT
}

/// Half to single precision, which is exact.
pub fn half_to_single(half: u16) -> f32 {
    let sign = u32::from(half >> 15) << 31;
    let (exponent, mantissa) = (u32::from(half >> 10) & 0x1F, u32::from(half) & 0x3FF);
    match (exponent, mantissa) {
        (0, _) => {
            let magnitude = mantissa as f32 / 16_777_216.0;
            f32::from_bits(magnitude.to_bits() | sign)
        }
        (0x1F, _) => f32::from_bits(sign | 0x7F80_0000 | mantissa << 13),
        (_, _) => f32::from_bits(sign | (exponent + 112) << 23 | mantissa << 13),
    }
}

/// Single to half precision, rounded to nearest even.
pub fn single_to_half(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let magnitude = bits & 0x7FFF_FFFF;
    if magnitude > 0x7F80_0000 {
        return sign | 0x7E00;
    }
    // 65520 is the first number that rounds to infinity.
    if magnitude >= 0x477F_F000 {
        return sign | 0x7C00;
    }
    if magnitude < 0x3880_0000 {
        // Below the least normal number: a multiple of 2^-24, which the multiplication gives without rounding.
        return sign | (f32::from_bits(magnitude) * 16_777_216.0).round_ties_even() as u16;
    }
    let rounded = magnitude + 0xFFF + (magnitude >> 13 & 1);
    sign | ((rounded >> 13) - (112 << 10)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_survive_the_way_there_and_back() {
        for half in 0..=u16::MAX {
            let single = half_to_single(half);
            let back = single_to_half(single);
            assert!(
                back == half || single.is_nan() && half_to_single(back).is_nan(),
                "{half:#x} -> {single} -> {back:#x}"
            );
        }
        assert_eq!(single_to_half(65519.9), 0x7BFF);
        assert_eq!(single_to_half(65520.0), 0x7C00);
        assert_eq!(single_to_half(1.0 + 1.0 / 2048.0), 0x3C00);
        assert_eq!(single_to_half(2f32.powi(-25)), 0);
        assert_eq!(single_to_half(2f32.powi(-25) * 1.01), 1);
    }

    #[test]
    fn small_formats_survive_the_way_there_and_back() {
        for (name, format, _) in FORMATS {
            let encoding = format.encoding;
            let bits = 8 * encoding.stored_bytes();
            let mask = if bits == 32 { u32::MAX } else { (1 << bits) - 1 };
            for raw in (0..=u16::MAX.into()).map(|raw: u32| raw.wrapping_mul(0x1_0001) & mask) {
                let seen = encoding.decode(raw);
                let number = f32::from_bits(seen);
                // The most negative normalised value means the same as its neighbour.
                let least = format.class() == Class::Float && number == -1.0;
                let nothing = encoding == Encoding::Float16 && number.is_nan();
                assert!(encoding.encode(seen) & mask == raw || least || nothing, "{name} {raw:#x}");
            }
        }
    }

    #[test]
    fn texels_of_64_bits_are_converted_by_value() {
        assert_eq!(Class::Sint.convert([u32::MAX, 5, 5, 5], Class::WideSint), [u32::MAX, u32::MAX, 0, 0]);
        assert_eq!(Class::Uint.convert([u32::MAX, 5, 5, 5], Class::WideUint), [u32::MAX, 0, 0, 0]);
        assert_eq!(Class::WideUint.convert([7, 9, 0, 0], Class::Uint), [7, 0, 0, 1]);
        let wide = Class::Float.convert([(-3f32).to_bits(), 0, 0, 0], Class::WideSint);
        assert_eq!(wide, [(-3i32).cast_unsigned(), u32::MAX, 0, 0]);
        assert_eq!(Class::WideSint.convert(wide, Class::Float)[0], (-3f32).to_bits());
    }

    #[test]
    fn texels_are_clamped_to_the_range_of_their_format() {
        let float = |value: f32| value.to_bits();
        assert_eq!(Encoding::Unorm8.encode(float(f32::NAN)), 0);
        assert_eq!(Encoding::Unorm8.encode(float(7.0)), 255);
        assert_eq!(Encoding::Unorm8.encode(float(0.5)), 128);
        assert_eq!(Encoding::Snorm8.encode(float(-7.0)) as i8, -127);
        assert_eq!(Encoding::Sint8.encode((-1000i32).cast_unsigned()) as i8, -128);
        assert_eq!(Encoding::Uint16.encode(70000), 65535);
    }

    #[test]
    fn numbers_are_rounded_to_even() {
        for half in -200_000..200_000 {
            let number = half as f32 / 2.0;
            for near in [number.next_down(), number, number.next_up()] {
                assert_eq!(round(near), near.round_ties_even());
            }
        }
        assert!(round(f32::NAN).is_nan());
    }

    #[test]
    fn names_and_numbers_are_unique() {
        for (index, (name, format, number)) in FORMATS.iter().enumerate() {
            assert_eq!((Format::from_name(name), Format::from_spirv(*number)), (Some(*format), Some(*format)));
            assert_eq!(FORMATS.iter().position(|(_, other, _)| other == format), Some(index));
            assert_eq!(format.name(), *name);
        }
    }
}
