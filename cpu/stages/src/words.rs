//! Words of instructions, and ids for them.

use spirv::Op;

/// Makes ids, and adds instructions to words.
#[derive(Debug)]
pub(crate) struct Ids {
    bound: u32,
}

impl Ids {
    pub(crate) fn new(bound: u32) -> Self {
        Ids { bound }
    }

    /// A new id.
    pub(crate) fn fresh(&mut self) -> u32 {
        self.bound += 1;
        self.bound - 1
    }

    pub(crate) fn bound(&self) -> u32 {
        self.bound
    }
}

/// Adds an instruction.
pub(crate) fn push(out: &mut Vec<u32>, op: Op, operands: &[u32]) {
    out.push((operands.len() as u32 + 1) << 16 | op as u32);
    out.extend_from_slice(operands);
}

/// Adds an instruction with a result of a type, which has a new id.
pub(crate) fn value(out: &mut Vec<u32>, ids: &mut Ids, op: Op, ty: u32, operands: &[u32]) -> u32 {
    let id = ids.fresh();
    out.push((operands.len() as u32 + 3) << 16 | op as u32);
    out.extend([ty, id]);
    out.extend_from_slice(operands);
    id
}

/// The words of a text.
pub(crate) fn text(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    let word = |part: &[u8]| part.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
    bytes.chunks(4).map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_end_with_a_zero() {
        assert_eq!(text("main"), [u32::from_le_bytes(*b"main"), 0]);
        assert_eq!(text("abc"), [u32::from_le_bytes(*b"abc\0")]);
    }
}
