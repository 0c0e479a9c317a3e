//! Formats of numbers in memory, by their numbers in SPIR-V.
//!
//! It must not know how a number is read or written.

use spirv::ComponentType;

/// The format of a number in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Float(u32),
    Unsigned(u32),
    Signed(u32),
    E4M3,
    E5M2,
    BFloat16,
}

/// The component type of cooperative vectors that the grammar has no name for.
const BFLOAT16: u32 = 1_000_141_000;

impl Format {
    /// The format of a component type, with true for integers of which an element of the vector holds four.
    pub(super) fn of(number: u32) -> Option<(Format, bool)> {
        use ComponentType::*;
        if number == BFLOAT16 {
            return Some((Format::BFloat16, false));
        }
        Some(match ComponentType::from_u32(number)? {
            Float16NV => (Format::Float(16), false),
            Float32NV => (Format::Float(32), false),
            Float64NV => (Format::Float(64), false),
            SignedInt8NV => (Format::Signed(8), false),
            SignedInt16NV => (Format::Signed(16), false),
            SignedInt32NV => (Format::Signed(32), false),
            SignedInt64NV => (Format::Signed(64), false),
            UnsignedInt8NV => (Format::Unsigned(8), false),
            UnsignedInt16NV => (Format::Unsigned(16), false),
            UnsignedInt32NV => (Format::Unsigned(32), false),
            UnsignedInt64NV => (Format::Unsigned(64), false),
            SignedInt8PackedNV => (Format::Signed(8), true),
            UnsignedInt8PackedNV => (Format::Unsigned(8), true),
            FloatE4M3NV => (Format::E4M3, false),
            FloatE5M2NV => (Format::E5M2, false),
        })
    }

    pub(super) fn width(self) -> u32 {
        match self {
            Format::Float(width) | Format::Unsigned(width) | Format::Signed(width) => width,
            Format::E4M3 | Format::E5M2 => 8,
            Format::BFloat16 => 16,
        }
    }
}
