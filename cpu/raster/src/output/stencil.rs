//! The stencil test, and its operations.

use crate::state::{StencilFace, StencilOp};

/// Compares the reference with the stored value, both masked.
pub(super) fn passes(face: &StencilFace, stored: u8, reference: Option<u8>) -> bool {
    let reference = reference.unwrap_or(face.reference);
    face.compare.holds(Some((reference & face.read_mask).cmp(&(stored & face.read_mask))))
}

/// The stored value after an operation.
pub(super) fn updated(face: &StencilFace, op: StencilOp, stored: u8, reference: Option<u8>) -> u8 {
    let result = match op {
        StencilOp::Keep => stored,
        StencilOp::Zero => 0,
        StencilOp::Replace => reference.unwrap_or(face.reference),
        StencilOp::IncrementClamp => stored.saturating_add(1),
        StencilOp::DecrementClamp => stored.saturating_sub(1),
        StencilOp::Invert => !stored,
        StencilOp::IncrementWrap => stored.wrapping_add(1),
        StencilOp::DecrementWrap => stored.wrapping_sub(1),
    };
    stored & !face.write_mask | result & face.write_mask
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Compare;

    #[test]
    fn operations_compute_what_they_say() {
        // The results for 0, 100 and 255, with 7 as the reference.
        let rows = [
            (StencilOp::Keep, [0, 100, 255]),
            (StencilOp::Zero, [0, 0, 0]),
            (StencilOp::Replace, [7, 7, 7]),
            (StencilOp::IncrementClamp, [1, 101, 255]),
            (StencilOp::DecrementClamp, [0, 99, 254]),
            (StencilOp::Invert, [255, 155, 0]),
            (StencilOp::IncrementWrap, [1, 101, 0]),
            (StencilOp::DecrementWrap, [255, 99, 254]),
        ];
        assert_eq!(rows.len(), StencilOp::ALL.len());
        let face = StencilFace { reference: 7, ..StencilFace::default() };
        for (op, results) in rows {
            assert_eq!([0, 100, 255].map(|stored| updated(&face, op, stored, None)), results, "{op:?}");
        }
        let masked = StencilFace { write_mask: 0xF0, ..face };
        assert_eq!(updated(&masked, StencilOp::Invert, 0x35, None), 0xC5);
        assert_eq!(updated(&face, StencilOp::Replace, 0, Some(9)), 9);
    }

    #[test]
    fn comparisons_have_the_reference_at_the_left() {
        let face = |compare| StencilFace { compare, reference: 0x15, read_mask: 0xF, ..StencilFace::default() };
        let passes_for = |compare| [0x24, 0x25, 0x26].map(|stored| passes(&face(compare), stored, None));
        assert_eq!(passes_for(Compare::Less), [false, false, true]);
        assert_eq!(passes_for(Compare::Equal), [false, true, false]);
        assert_eq!(passes_for(Compare::GreaterEqual), [true, true, false]);
        assert!(passes(&face(Compare::Equal), 0xA, Some(0xFA)));
    }
}
