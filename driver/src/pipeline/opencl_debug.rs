//! Mends what the optimiser does to `OpenCL.DebugInfo.100`, taking it for the other set for debuggers.
//!
//! Where it takes a variable apart, it says of each part which one it is by indices behind `DebugDeclare`, which this set
//! does not have. And what names a result that comes later becomes an instruction that is meant for sets without
//! semantics alone. Neither makes a valid module.

use super::blame::{HEADER_WORDS, Instructions};

const OP_EXTENSION: u32 = 10;
const OP_EXT_INST_IMPORT: u32 = 11;
const OP_EXT_INST: u32 = 12;
const OP_EXT_INST_WITH_FORWARD_REFS: u32 = 4433;
const SET: &str = "OpenCL.DebugInfo.100";
const FORWARD_REFS: &str = "SPV_KHR_relaxed_extended_instruction";
const DEBUG_DECLARE: u32 = 28;
/// The words of a `DebugDeclare` without indices.
const DECLARE_WORDS: usize = 8;

/// The module as the set allows it: without declarations of parts of variables, and with forward references in plain
/// instructions.
pub(super) fn mend(words: &[u32]) -> Vec<u32> {
    let mut kept = words[..words.len().min(HEADER_WORDS)].to_vec();
    let mut set = None;
    for instruction in Instructions::of(words) {
        let op = instruction[0] & 0xffff;
        if op == OP_EXT_INST_IMPORT && is_text(&instruction[2..], SET) {
            set = Some(instruction[1]);
        }
        let is_surplus = op == OP_EXTENSION && is_text(&instruction[1..], FORWARD_REFS);
        if is_surplus || set.is_some_and(|set| declares_part(instruction, set)) {
            continue;
        }
        let start = kept.len();
        kept.extend_from_slice(instruction);
        if op == OP_EXT_INST_WITH_FORWARD_REFS {
            kept[start] = (instruction.len() as u32) << 16 | OP_EXT_INST;
        }
    }
    kept
}

/// Whether words spell a text.
fn is_text(words: &[u32], text: &str) -> bool {
    let end = std::iter::once(0);
    words.iter().flat_map(|word| word.to_le_bytes()).take(text.len() + 1).eq(text.bytes().chain(end))
}

fn declares_part(instruction: &[u32], set: u32) -> bool {
    instruction[0] & 0xffff == OP_EXT_INST
        && instruction.len() > DECLARE_WORDS
        && instruction[3..5] == [set, DEBUG_DECLARE]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module that imports the set as 1.
    fn module() -> Vec<u32> {
        let mut words = vec![0; HEADER_WORDS];
        words.extend([8 << 16 | OP_EXT_INST_IMPORT, 1]);
        let bytes: Vec<u8> = SET.bytes().chain([0; 4]).collect();
        words.extend(bytes.chunks_exact(4).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])));
        words
    }

    #[test]
    fn declarations_with_indices_are_dropped() {
        let mut words = module();
        words.extend([8 << 16 | OP_EXT_INST, 2, 3, 1, DEBUG_DECLARE, 4, 5, 6]);
        let valid = words.clone();
        assert_eq!(mend(&words), valid);
        words.extend([9 << 16 | OP_EXT_INST, 2, 7, 1, DEBUG_DECLARE, 4, 5, 6, 9]);
        assert_eq!(mend(&words), valid);
    }

    #[test]
    fn forward_references_stand_in_plain_instructions() {
        let mut words = module();
        words.extend([6 << 16 | OP_EXT_INST_WITH_FORWARD_REFS, 2, 3, 1, 10, 4]);
        let mended = mend(&words);
        assert_eq!(mended[words.len() - 6..], [6 << 16 | OP_EXT_INST, 2, 3, 1, 10, 4]);
    }
}
