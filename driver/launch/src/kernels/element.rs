//! The types of numbers in buffers: their names, their text and their bits.

use runner::image::format::{half_to_single, single_to_half};

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// An unsigned integer of this many bytes.
    Uint(usize),
    /// A signed integer of this many bytes.
    Sint(usize),
    /// A floating-point number of this many bytes.
    Float(usize),
}

/// The names of the types.
const ELEMENTS: &[(&str, Element)] = &[
    ("u32", Element::Uint(4)),
    ("i32", Element::Sint(4)),
    ("f32", Element::Float(4)),
    ("u8", Element::Uint(1)),
    ("i8", Element::Sint(1)),
    ("u16", Element::Uint(2)),
    ("i16", Element::Sint(2)),
    ("f16", Element::Float(2)),
    ("u64", Element::Uint(8)),
    ("i64", Element::Sint(8)),
    ("f64", Element::Float(8)),
];

impl Element {
    /// The type of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        ELEMENTS.iter().find(|(known, _)| *known == name).map(|(_, element)| *element)
    }

    /// The name of the type.
    pub fn name(self) -> &'static str {
        ELEMENTS.iter().find(|(_, element)| *element == self).map_or("", |(name, _)| *name)
    }

    /// The bytes of a number.
    pub fn bytes(self) -> usize {
        match self {
            Element::Uint(bytes) | Element::Sint(bytes) | Element::Float(bytes) => bytes,
        }
    }

    /// The bits of a number. `0x` gives the bits themselves.
    ///
    /// # Errors
    /// When the text is not a number, or none of this type.
    pub fn parse(self, text: &str) -> Result<u64, String> {
        let text = text.trim();
        let bits = 8 * self.bytes() as u32;
        let wrong = || format!("invalid {} '{text}'", self.name());
        if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            let value = u64::from_str_radix(hex, 16).map_err(|_| wrong())?;
            return if bits == 64 || value >> bits == 0 { Ok(value) } else { Err(wrong()) };
        }
        match self {
            Element::Uint(_) => {
                text.parse().ok().filter(|value: &u64| bits == 64 || value >> bits == 0).ok_or_else(wrong)
            }
            Element::Sint(_) => {
                let value: i64 = text.parse().map_err(|_| wrong())?;
                let fits = bits == 64 || (value >> (bits - 1) == 0 || value >> (bits - 1) == -1);
                if fits { Ok(value.cast_unsigned()) } else { Err(wrong()) }
            }
            Element::Float(bytes) => {
                let value: f64 = text.parse().map_err(|_| wrong())?;
                let single: f32 = text.parse().map_err(|_| wrong())?;
                Ok(match bytes {
                    2 => single_to_half(single).into(),
                    4 => single.to_bits().into(),
                    _ => value.to_bits(),
                })
            }
        }
    }

    /// The number as text that parses to the same bits.
    pub fn show(self, bits: u64) -> String {
        let width = 8 * self.bytes() as u32;
        match self {
            Element::Uint(_) => bits.to_string(),
            Element::Sint(_) => ((bits << (64 - width)).cast_signed() >> (64 - width)).to_string(),
            // The shortest text of a single-precision number.
            Element::Float(2 | 4) => format!("{:?}", self.number(bits) as f32),
            Element::Float(_) => format!("{:?}", self.number(bits)),
        }
    }

    /// The number as a double, which represents most of them.
    pub fn number(self, bits: u64) -> f64 {
        let width = 8 * self.bytes() as u32;
        match self {
            Element::Uint(_) => bits as f64,
            Element::Sint(_) => ((bits << (64 - width)).cast_signed() >> (64 - width)) as f64,
            Element::Float(2) => half_to_single(bits as u16).into(),
            Element::Float(4) => f32::from_bits(bits as u32).into(),
            Element::Float(_) => f64::from_bits(bits),
        }
    }

    /// The bits of each number in memory.
    pub fn split(self, bytes: &[u8]) -> impl Iterator<Item = u64> {
        bytes.chunks_exact(self.bytes()).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_as_text() {
        for (_, element) in ELEMENTS {
            let bits = element.parse("1").unwrap();
            assert_eq!(element.parse(&element.show(bits)), Ok(bits));
        }
        assert_eq!(Element::Sint(2).show(0xfffe), "-2");
        assert_eq!(Element::Float(4).show(0.1f32.to_bits().into()), "0.1");
    }
}
