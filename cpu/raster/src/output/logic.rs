//! Logic operations on the bits of raw components.

use crate::state::LogicOp;

/// The result for the bits of source and destination.
pub(super) fn apply(op: LogicOp, source: u32, destination: u32) -> u32 {
    let (s, d) = (source, destination);
    match op {
        LogicOp::Clear => 0,
        LogicOp::And => s & d,
        LogicOp::AndReverse => s & !d,
        LogicOp::Copy => s,
        LogicOp::AndInverted => !s & d,
        LogicOp::NoOp => d,
        LogicOp::Xor => s ^ d,
        LogicOp::Or => s | d,
        LogicOp::Nor => !(s | d),
        LogicOp::Equivalent => !(s ^ d),
        LogicOp::Invert => !d,
        LogicOp::OrReverse => s | !d,
        LogicOp::CopyInverted => !s,
        LogicOp::OrInverted => !s | d,
        LogicOp::Nand => !(s & d),
        LogicOp::Set => u32::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_all_tables_of_two_bits() {
        // In the order of the enumeration, the result for (s, d) = (0, 0), (0, 1), (1, 0), (1, 1).
        let tables = [
            0b0000, 0b0001, 0b0010, 0b0011, 0b0100, 0b0101, 0b0110, 0b0111, 0b1000, 0b1001, 0b1010, 0b1011, 0b1100,
            0b1101, 0b1110, 0b1111,
        ];
        for ((name, op), table) in LogicOp::ALL.iter().zip(tables) {
            assert_eq!(apply(*op, 0b0011, 0b0101) & 0xF, table, "{name}");
        }
    }
}
