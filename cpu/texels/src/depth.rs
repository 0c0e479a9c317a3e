//! Formats of depth and stencil targets. Depth and stencil are planes of their own in memory.

use crate::color::little;
use std::cmp::Ordering;

/// The encoding of a depth: a raw word of which the lowest bits are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DepthFormat {
    /// 16 bits that represent 0 to 1.
    Unorm16,
    /// 24 bits that represent 0 to 1, in four bytes.
    Unorm24,
    /// Single precision.
    Float32,
}

/// All formats of depth and stencil targets: the name, the depth, and whether there is a stencil.
pub const DEPTH_STENCIL: &[(&str, Option<DepthFormat>, bool)] = &[
    ("d16unorm", Some(DepthFormat::Unorm16), false),
    ("d24unorm", Some(DepthFormat::Unorm24), false),
    ("d24unorm-s8uint", Some(DepthFormat::Unorm24), true),
    ("d32float", Some(DepthFormat::Float32), false),
    ("d32float-s8uint", Some(DepthFormat::Float32), true),
    ("s8uint", None, true),
];

impl DepthFormat {
    /// The bytes in memory.
    #[inline]
    pub fn bytes(self) -> usize {
        match self {
            Self::Unorm16 => 2,
            Self::Unorm24 | Self::Float32 => 4,
        }
    }

    /// The largest raw value of a normalized format.
    fn most(self) -> Option<u32> {
        match self {
            Self::Unorm16 => Some(0xFFFF),
            Self::Unorm24 => Some(0xFF_FFFF),
            Self::Float32 => None,
        }
    }

    /// Encodes a depth: rounded to nearest even, clamped to the range.
    #[inline]
    pub fn encode(self, depth: f32) -> u32 {
        match self.most() {
            // A cast turns NaN into zero.
            Some(most) => (f64::from(depth).clamp(0.0, 1.0) * f64::from(most)).round_ties_even() as u32,
            None => depth.to_bits(),
        }
    }

    /// Decodes a raw word.
    #[inline]
    pub fn decode(self, raw: u32) -> f32 {
        match self.most() {
            Some(most) => (f64::from(raw) / f64::from(most)) as f32,
            None => f32::from_bits(raw),
        }
    }

    /// The order of two raw words. NaN has none.
    #[inline]
    pub fn order(self, left: u32, right: u32) -> Option<Ordering> {
        match self {
            Self::Unorm16 | Self::Unorm24 => Some(left.cmp(&right)),
            Self::Float32 => f32::from_bits(left).partial_cmp(&f32::from_bits(right)),
        }
    }

    /// The raw word in memory.
    #[inline]
    pub fn load(self, memory: &[u8]) -> u32 {
        little(&memory[..self.bytes()])
    }

    /// Puts a raw word into memory.
    #[inline]
    pub fn store(self, raw: u32, memory: &mut [u8]) {
        match self {
            Self::Unorm16 => memory[..2].copy_from_slice(&(raw as u16).to_le_bytes()),
            Self::Unorm24 | Self::Float32 => memory[..4].copy_from_slice(&raw.to_le_bytes()),
        }
    }

    /// The unit of a constant depth bias for a primitive whose largest depth is the given one.
    pub fn bias_unit(self, largest: f32) -> f32 {
        match self {
            Self::Unorm16 => 1.0 / 65536.0,
            Self::Unorm24 => 1.0 / 16_777_216.0,
            Self::Float32 => {
                let exponent = (largest.to_bits() >> 23 & 0xFF) as i32 - 127;
                f64::powi(2.0, exponent - 23) as f32
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_survive_the_way_there_and_back() {
        for format in DEPTH_STENCIL.iter().filter_map(|(_, format, _)| *format) {
            let mut memory = [0; 4];
            for raw in (0..1 << 24).step_by(257).filter(|raw| format.bytes() == 4 || *raw < 1 << 16) {
                format.store(raw, &mut memory);
                assert_eq!((format.load(&memory), format.encode(format.decode(raw))), (raw, raw));
            }
        }
    }

    #[test]
    fn depths_are_clamped_and_ordered() {
        let unorm = DepthFormat::Unorm24;
        assert_eq!([-1.0, 0.0, 1.0, 9.0, f32::NAN].map(|depth| unorm.encode(depth)), [0, 0, 0xFF_FFFF, 0xFF_FFFF, 0]);
        let float = |depth: f32| DepthFormat::Float32.encode(depth);
        assert_eq!(DepthFormat::Float32.order(float(-1.0), float(0.5)), Some(Ordering::Less));
        assert_eq!(DepthFormat::Float32.order(float(f32::NAN), float(0.5)), None);
    }

    #[test]
    fn units_of_the_bias_follow_the_format() {
        assert_eq!(DepthFormat::Unorm24.bias_unit(0.5), 2f32.powi(-24));
        assert_eq!(DepthFormat::Float32.bias_unit(0.75), 2f32.powi(-24));
        assert_eq!(DepthFormat::Float32.bias_unit(1.0), 2f32.powi(-23));
    }
}
