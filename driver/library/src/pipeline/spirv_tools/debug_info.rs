//! Repairs of debug information after spirv-opt; without them such modules are invalid.
//!
//! spirv-opt declares a variable before the index of its part exists, and inserts new blocks before
//! `DebugFunctionDefinition`. And it treats `OpenCL.DebugInfo.100` as the other set: where it splits a variable, it
//! writes indices after `DebugDeclare`, which this set lacks, and forward references become an instruction that is
//! meant for non-semantic sets alone.

use super::words::{HEADER_WORDS, Instructions, result_id};
use codegen::DebugSet;
use isa::Class;
use spirv::{NonsemanticShaderDebuginfo100Op as Inst, Op};

const FORWARD_REFS: &str = "SPV_KHR_relaxed_extended_instruction";
/// The words of a `DebugDeclare` without indices.
const DECLARE_WORDS: usize = 8;
/// The index of the first operand of an extended instruction.
const FIRST_OPERAND: usize = 5;

/// The module, valid for its debug set.
pub(crate) fn mend(words: &[u32], set: DebugSet) -> Vec<u32> {
    let mut mender = Mender {
        is_opencl: set == DebugSet::OpenCl,
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
    /// For each id: whether its definition has been seen.
    defined: Vec<bool>,
    /// The end of the function's entry block: its merge instruction or, without one, its terminator.
    entry_end: Option<usize>,
    words: Vec<u32>,
}

impl Mender {
    fn take(&mut self, instruction: &[u32]) {
        let op = Op::from_u32(instruction[0] & 0xffff);
        match op {
            Some(Op::ExtInstImport) if is_text(&instruction[2..], self.set_name()) => self.import = instruction[1],
            Some(Op::Extension) if self.is_opencl && is_text(&instruction[1..], FORWARD_REFS) => return,
            Some(Op::ExtInst) if instruction[3] == self.import => match Inst::from_u32(instruction[4]) {
                Some(Inst::DebugDeclare | Inst::DebugValue) if !self.can_stay(instruction) => return,
                Some(Inst::DebugFunctionDefinition) if self.entry_end.is_some() => {
                    return self.put_in_first_block(instruction);
                }
                _ => {}
            },
            Some(Op::Function) => self.entry_end = None,
            Some(op) if matches!(isa::class(op), Class::Merge | Class::Terminator) => {
                self.entry_end.get_or_insert(self.words.len());
            }
            _ => {}
        }
        self.define(instruction);
        let start = self.words.len();
        self.words.extend_from_slice(instruction);
        if self.is_opencl && op == Some(Op::ExtInstWithForwardRefsKHR) {
            self.words[start] = (instruction.len() as u32) << 16 | Op::ExtInst as u32;
        }
    }

    fn set_name(&self) -> &'static str {
        if self.is_opencl { "OpenCL.DebugInfo.100" } else { "NonSemantic.Shader.DebugInfo.100" }
    }

    /// Returns whether a `DebugDeclare` or `DebugValue` is valid in its set and has defined operands.
    fn can_stay(&self, instruction: &[u32]) -> bool {
        let has_foreign_index =
            self.is_opencl && instruction[4] == Inst::DebugDeclare as u32 && instruction.len() > DECLARE_WORDS;
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

/// Returns whether words are the encoding of a text.
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
        words.extend([(2 + name.len() as u32) << 16 | Op::ExtInstImport as u32, 1]);
        words.extend(name);
        words.extend((2..6).flat_map(|id| [2 << 16 | Op::TypeVoid as u32, id]));
        words
    }

    #[test]
    fn declarations_with_indices_are_dropped_where_there_are_none() {
        let (set, mut words) = (DebugSet::OpenCl, module("OpenCL.DebugInfo.100"));
        words.extend([8 << 16 | Op::ExtInst as u32, 2, 6, 1, Inst::DebugDeclare as u32, 3, 4, 5]);
        let valid = words.clone();
        assert_eq!(mend(&words, set), valid);
        words.extend([9 << 16 | Op::ExtInst as u32, 2, 7, 1, Inst::DebugDeclare as u32, 3, 4, 5, 3]);
        assert_eq!(mend(&words, set), valid);
    }

    #[test]
    fn debug_information_with_forward_references_is_dropped() {
        let (set, mut words) = (DebugSet::Vulkan, module("NonSemantic.Shader.DebugInfo.100"));
        words.extend([9 << 16 | Op::ExtInst as u32, 2, 6, 1, Inst::DebugValue as u32, 3, 4, 5, 3]);
        let valid = words.clone();
        assert_eq!(mend(&words, set), valid);
        words.extend([9 << 16 | Op::ExtInst as u32, 2, 7, 1, Inst::DebugValue as u32, 3, 4, 5, 99]);
        assert_eq!(mend(&words, set), valid);
    }

    #[test]
    fn definitions_of_functions_stand_in_the_first_block() {
        let (set, mut words) = (DebugSet::Vulkan, module("NonSemantic.Shader.DebugInfo.100"));
        let label = |id| [2 << 16 | Op::Label as u32, id];
        let branch = [2 << 16 | Op::Branch as u32, 8];
        let definition = [7 << 16 | Op::ExtInst as u32, 2, 9, 1, Inst::DebugFunctionDefinition as u32, 3, 6];
        words.extend([5 << 16 | Op::Function as u32, 2, 6, 0, 3]);
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
        words.extend([6 << 16 | Op::ExtInstWithForwardRefsKHR as u32, 2, 6, 1, 10, 3]);
        let mended = mend(&words, DebugSet::OpenCl);
        assert_eq!(mended[words.len() - 6..], [6 << 16 | Op::ExtInst as u32, 2, 6, 1, 10, 3]);
    }
}
