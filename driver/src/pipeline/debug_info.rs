//! Mends what the optimiser does to instructions for debuggers; without this such modules are not valid.
//!
//! It says where a variable is before the index exists of the part that it speaks of, and it puts new blocks in front of
//! the one that says which function this is. And it takes `OpenCL.DebugInfo.100` for the other set: where it takes a
//! variable apart, it writes indices behind `DebugDeclare`, which this set does not have, and what names a result that
//! comes later becomes an instruction that is meant for sets without semantics alone.

use super::blame::{HEADER_WORDS, Instructions, result_id};
use crate::settings::RichDebug;

const OP_EXTENSION: u32 = 10;
const OP_EXT_INST_IMPORT: u32 = 11;
const OP_EXT_INST: u32 = 12;
const OP_FUNCTION: u32 = 54;
const OP_LOOP_MERGE: u32 = 246;
/// Merge instructions and all that ends a block have numbers from [`OP_LOOP_MERGE`] to here, labels excepted.
const OP_UNREACHABLE: u32 = 255;
const OP_LABEL: u32 = 248;
const OP_EXT_INST_WITH_FORWARD_REFS: u32 = 4433;
const FORWARD_REFS: &str = "SPV_KHR_relaxed_extended_instruction";
const DEBUG_DECLARE: u32 = 28;
const DEBUG_VALUE: u32 = 29;
const DEBUG_FUNCTION_DEFINITION: u32 = 101;
/// The words of a `DebugDeclare` without indices.
const DECLARE_WORDS: usize = 8;
/// Where the operands of an extended instruction begin.
const FIRST_OPERAND: usize = 5;

/// The module as its set allows it.
pub(super) fn mend(words: &[u32], set: RichDebug) -> Vec<u32> {
    let mut mender = Mender {
        is_opencl: set == RichDebug::OpenCl,
        import: 0,
        defined: Vec::new(),
        entry_end: None,
        words: words[..words.len().min(HEADER_WORDS)].to_vec(),
    };
    for instruction in Instructions::of(words) {
        mender.take(instruction);
    }
    mender.words
}

struct Mender {
    is_opencl: bool,
    /// The import of the set.
    import: u32,
    /// For each id: whether it is the result of an instruction so far.
    defined: Vec<bool>,
    /// Where the first block of the function ends: its merge instruction or, without one, its last one.
    entry_end: Option<usize>,
    words: Vec<u32>,
}

impl Mender {
    fn take(&mut self, instruction: &[u32]) {
        let op = instruction[0] & 0xffff;
        match op {
            OP_EXT_INST_IMPORT if is_text(&instruction[2..], self.set_name()) => self.import = instruction[1],
            OP_EXTENSION if self.is_opencl && is_text(&instruction[1..], FORWARD_REFS) => return,
            OP_EXT_INST if instruction[3] == self.import => match instruction[4] {
                DEBUG_DECLARE | DEBUG_VALUE if !self.can_stay(instruction) => return,
                DEBUG_FUNCTION_DEFINITION if self.entry_end.is_some() => return self.put_in_first_block(instruction),
                _ => {}
            },
            OP_FUNCTION => self.entry_end = None,
            OP_LOOP_MERGE..=OP_UNREACHABLE if op != OP_LABEL => {
                self.entry_end.get_or_insert(self.words.len());
            }
            _ => {}
        }
        self.define(instruction);
        let start = self.words.len();
        self.words.extend_from_slice(instruction);
        if self.is_opencl && op == OP_EXT_INST_WITH_FORWARD_REFS {
            self.words[start] = (instruction.len() as u32) << 16 | OP_EXT_INST;
        }
    }

    fn set_name(&self) -> &'static str {
        if self.is_opencl { "OpenCL.DebugInfo.100" } else { "NonSemantic.Shader.DebugInfo.100" }
    }

    /// Whether a `DebugDeclare` or `DebugValue` says what its set allows, of what there is by now.
    fn can_stay(&self, instruction: &[u32]) -> bool {
        let has_foreign_index = self.is_opencl && instruction[4] == DEBUG_DECLARE && instruction.len() > DECLARE_WORDS;
        let is_defined = |&id: &u32| self.defined.get(id as usize).copied().unwrap_or(false);
        !has_foreign_index && instruction[FIRST_OPERAND..].iter().all(is_defined)
    }

    fn put_in_first_block(&mut self, instruction: &[u32]) {
        self.define(instruction);
        if let Some(end) = self.entry_end {
            self.words.splice(end..end, instruction.iter().copied());
        }
    }

    fn define(&mut self, instruction: &[u32]) {
        let Some(id) = result_id(instruction) else { return };
        if id as usize >= self.defined.len() {
            self.defined.resize(id as usize + 1, false);
        }
        self.defined[id as usize] = true;
    }
}

/// Whether words spell a text.
fn is_text(words: &[u32], text: &str) -> bool {
    let end = std::iter::once(0);
    words.iter().flat_map(|word| word.to_le_bytes()).take(text.len() + 1).eq(text.bytes().chain(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module that imports a set as 1 and has results from 2 to 5.
    fn module(set: &str) -> Vec<u32> {
        let bytes: Vec<u8> = set.bytes().chain([0; 4]).collect();
        let name = bytes.chunks_exact(4).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        let mut words = vec![0; HEADER_WORDS];
        words.extend([(2 + name.len() as u32) << 16 | OP_EXT_INST_IMPORT, 1]);
        words.extend(name);
        words.extend((2..6).flat_map(|id| [2 << 16 | 19, id]));
        words
    }

    #[test]
    fn declarations_with_indices_are_dropped_where_there_are_none() {
        let (set, mut words) = (RichDebug::OpenCl, module("OpenCL.DebugInfo.100"));
        words.extend([8 << 16 | OP_EXT_INST, 2, 6, 1, DEBUG_DECLARE, 3, 4, 5]);
        let valid = words.clone();
        assert_eq!(mend(&words, set), valid);
        words.extend([9 << 16 | OP_EXT_INST, 2, 7, 1, DEBUG_DECLARE, 3, 4, 5, 3]);
        assert_eq!(mend(&words, set), valid);
    }

    #[test]
    fn what_names_later_ids_is_dropped() {
        let (set, mut words) = (RichDebug::Vulkan, module("NonSemantic.Shader.DebugInfo.100"));
        words.extend([9 << 16 | OP_EXT_INST, 2, 6, 1, DEBUG_VALUE, 3, 4, 5, 3]);
        let valid = words.clone();
        assert_eq!(mend(&words, set), valid);
        words.extend([9 << 16 | OP_EXT_INST, 2, 7, 1, DEBUG_VALUE, 3, 4, 5, 99]);
        assert_eq!(mend(&words, set), valid);
    }

    #[test]
    fn definitions_of_functions_stand_in_the_first_block() {
        let (set, mut words) = (RichDebug::Vulkan, module("NonSemantic.Shader.DebugInfo.100"));
        let label = |id| [2 << 16 | OP_LABEL, id];
        let branch = [2 << 16 | 249, 8];
        let definition = [7 << 16 | OP_EXT_INST, 2, 9, 1, DEBUG_FUNCTION_DEFINITION, 3, 6];
        words.extend([5 << 16 | OP_FUNCTION, 2, 6, 0, 3]);
        words.extend(label(7));
        let mut valid = words.clone();
        valid.extend(definition.into_iter().chain(branch).chain(label(8)));
        assert_eq!(mend(&valid, set), valid);
        words.extend(branch.into_iter().chain(label(8)).chain(definition));
        assert_eq!(mend(&words, set), valid);
    }

    #[test]
    fn forward_references_stand_in_plain_instructions() {
        let mut words = module("OpenCL.DebugInfo.100");
        words.extend([6 << 16 | OP_EXT_INST_WITH_FORWARD_REFS, 2, 6, 1, 10, 3]);
        let mended = mend(&words, RichDebug::OpenCl);
        assert_eq!(mended[words.len() - 6..], [6 << 16 | OP_EXT_INST, 2, 6, 1, 10, 3]);
    }
}
