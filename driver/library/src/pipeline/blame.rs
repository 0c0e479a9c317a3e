//! Source places of instructions, for messages about modules that fail validation.
//!
//! Knows the encoding of instructions and nothing else of a module: neither which of them are wrong, nor why.

use crate::pipeline::spirv_tools::words::{HEADER_WORDS, Instructions, result_id};
use base::ids::{Map, Set};
use base::source::Span;
use spirv::Op;

/// The place of an instruction, or of the nearest one before it that has a place.
pub(super) fn span_of_instruction(words: &[u32], number: usize, spans: &[(u32, Span)]) -> Option<Span> {
    let spans_of = |id: u32| spans.iter().find(|(known, _)| *known == id).map(|(_, span)| *span);
    up_to(words, number).rev().filter_map(result_id).find_map(spans_of)
}

/// The place of the instruction that starts at a word, or of the nearest one before it that has a place.
pub(super) fn span_of_word(words: &[u32], word: u32, spans: &[(u32, Span)]) -> Option<Span> {
    span_of_instruction(words, number_at(words, word as usize), spans)
}

/// The number of the instruction that has a word.
pub(super) fn number_at(words: &[u32], word: usize) -> usize {
    let ends = Instructions::of(words).scan(HEADER_WORDS, |at, instruction| {
        *at += instruction.len();
        Some(*at)
    });
    ends.take_while(|end| *end <= word).count()
}

/// The module with marks that survive the renumbering of passes: a line before each instruction of a function that has
/// a place, for [`span_of_line`], and names of the `known` ids, for [`marked_ids`].
pub(super) fn marked(words: &[u32], spans: &[(u32, Span)], known: &Set<u32>) -> Option<Vec<u32>> {
    let numbers: Map<u32, u32> = (0..).zip(spans).map(|(number, (id, _))| (*id, number)).collect();
    let file = *words.get(BOUND)?;
    let mut marked = words.get(..HEADER_WORDS)?.to_vec();
    marked[BOUND] = file.checked_add(1)?;
    let (mut in_preamble, mut in_texts, mut in_function) = (true, true, false);
    for instruction in Instructions::of(words) {
        let op = instruction[0] & 0xFFFF;
        if in_preamble && !is_preamble(op) {
            marked.extend([3 << 16 | Op::String as u32, file, 0]);
            in_preamble = false;
        }
        if in_texts && !in_preamble && !is_text(op) {
            known.iter().for_each(|id| marked.extend([4 << 16 | Op::Name as u32, *id, MARK[0], MARK[1]]));
            in_texts = false;
        }
        if op == Op::Name as u32 && known.contains(&instruction[1]) {
            continue;
        }
        let number = result_id(instruction).and_then(|id| numbers.get(&id));
        if let Some(&number) = number.filter(|_| in_function) {
            marked.extend([4 << 16 | Op::Line as u32, file, number, 0]);
        }
        in_function |= op == Op::Function as u32;
        marked.extend_from_slice(instruction);
    }
    Some(marked)
}

/// The ids that [`marked`] has marked.
pub(super) fn marked_ids(words: &[u32]) -> Set<u32> {
    let names = Instructions::of(words).filter(|instruction| instruction[0] & 0xFFFF == Op::Name as u32);
    names.filter(|name| name[2] == MARK[0]).map(|name| name[1]).collect()
}

/// The place of the last line before an instruction, in a [`marked`] module.
pub(super) fn span_of_line(words: &[u32], number: usize, spans: &[(u32, Span)]) -> Option<Span> {
    let line = up_to(words, number).rev().find(|instruction| instruction[0] & 0xFFFF == Op::Line as u32)?;
    spans.get(*line.get(2)? as usize).map(|(_, span)| *span)
}

/// A name that no source has: "\u{1}why" and zeros. Passes may append to it if several ids have it.
const MARK: [u32; 2] = [u32::from_le_bytes(*b"\x01why"), 0];

/// The index of the id bound in the header.
const BOUND: usize = 3;

/// Returns whether an instruction belongs to a section before that of strings.
fn is_preamble(op: u32) -> bool {
    const PREAMBLE: [Op; 7] = [
        Op::Capability,
        Op::Extension,
        Op::ExtInstImport,
        Op::MemoryModel,
        Op::EntryPoint,
        Op::ExecutionMode,
        Op::ExecutionModeId,
    ];
    PREAMBLE.iter().any(|&known| known as u32 == op)
}

/// Returns whether an instruction belongs to the section of strings and sources, which names follow.
fn is_text(op: u32) -> bool {
    [Op::String, Op::SourceExtension, Op::Source, Op::SourceContinued].iter().any(|&known| known as u32 == op)
}

/// The instructions of a module up to this one.
fn up_to(words: &[u32], number: usize) -> std::vec::IntoIter<&[u32]> {
    Instructions::of(words).take(number + 1).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_without_place_takes_the_one_before() {
        let type_void = [(2 << 16) | 19, 7];
        let capability = [(2 << 16) | 17, 1];
        let words: Vec<u32> = [0, 0, 0, 0, 0].into_iter().chain(type_void).chain(capability).collect();
        let spans = [(7, Span::new(3, 4))];
        assert_eq!(span_of_instruction(&words, 1, &spans), Some(Span::new(3, 4)));
        assert_eq!(span_of_instruction(&words, 900, &spans), Some(Span::new(3, 4)));
        assert_eq!(span_of_word(&words, 7, &spans), Some(Span::new(3, 4)));
        assert_eq!(span_of_word(&words, 4, &[(9, Span::new(3, 4))]), None);
        assert_eq!(span_of_instruction(&words[..5], 1, &spans), None);
        assert_eq!(span_of_instruction(&[], 0, &spans), None);
    }

    #[test]
    fn lines_lead_back_to_places() {
        let op = |op: Op, operands: &[u32]| {
            let length = (operands.len() as u32 + 1) << 16;
            [&[length | op as u32], operands].concat()
        };
        let code = [op(Op::TypeVoid, &[1]), op(Op::Function, &[1, 2, 0, 3]), op(Op::Label, &[4]), op(Op::Return, &[])];
        let words = [vec![0, 0, 0, 9, 0], code.concat()].concat();
        let spans = [(1, Span::new(1, 2)), (4, Span::new(3, 4))];
        let marked = marked(&words, &spans, &[1].into_iter().collect()).unwrap();
        let expected = [
            vec![0, 0, 0, 10, 0],
            op(Op::String, &[9, 0]),
            op(Op::Name, &[1, MARK[0], MARK[1]]),
            code[..2].concat(),
            op(Op::Line, &[9, 1, 0]),
            code[2..].concat(),
        ];
        assert_eq!(marked, expected.concat());
        assert!(marked_ids(&marked).iter().eq(&[1]));
        assert_eq!(span_of_line(&marked, 6, &spans), Some(Span::new(3, 4)));
        assert_eq!(span_of_line(&marked, 3, &spans), None);
    }
}
