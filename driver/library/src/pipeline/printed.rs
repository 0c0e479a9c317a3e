//! The states after the module, and the places of what a state cannot express.

use super::{Compiled, Session, blame};
use crate::options::settings::Emit;
use crate::pipeline::spirv_tools::words::Instructions;
use crate::pipeline::states;
use base::ids::Set;
use base::source::Span;
use spirv::Op;

impl Session<'_> {
    /// Prints what was requested of a module. `None` if it has no such text.
    pub(super) fn print(&mut self, compiled: &Compiled) -> Option<()> {
        // What was emitted shows places in the source, but for kernels.
        let (words, emitted) = (compiled.words(), self.plan.target.kernel.is_none().then_some(&compiled.emitted));
        for &state in self.plan.options.output.emit.iter().filter(|state| **state >= Emit::Spirv) {
            let text = states::text(words, state, self.plan.options);
            if let Err(absent) = text.and_then(|text| self.results.dumps.add(state, text)) {
                let place = emitted.and_then(|emitted| self.place(words, absent.word, state, emitted));
                states::report(state, absent, place.unwrap_or(Span::NONE), &mut self.sink);
            }
        }
        (!self.sink.has_errors()).then_some(())
    }

    /// The place of the instruction at a word that a state cannot express, or else of the entry point.
    fn place(&self, words: &[u32], word: Option<usize>, state: Emit, emitted: &codegen::Output) -> Option<Span> {
        let found = word.and_then(|word| self.place_of_word(words, word, state, emitted));
        let entry = || span_of(entry_point(&emitted.words)?, emitted);
        found.or_else(entry).filter(|_| matches!(state, Emit::Language(_)))
    }

    fn place_of_word(&self, words: &[u32], word: usize, state: Emit, emitted: &codegen::Output) -> Option<Span> {
        let number = blame::number_at(words, word);
        // Declarations have no place, and what precedes one has nothing to do with it.
        if !Instructions::of(words).take(number + 1).any(|instruction| is(instruction, Op::Function)) {
            return None;
        }
        if words == emitted.words {
            return blame::span_of_instruction(words, number, &emitted.spans);
        }
        // The passes run once more, on a module with marks that survive them.
        let marked = blame::marked(&emitted.words, &emitted.spans, &Set::default())?;
        let again = self.run_again(&marked, emitted)?;
        let word = states::text(&again, state, self.plan.options).err()?.word?;
        blame::span_of_line(&again, blame::number_at(&again, word), &emitted.spans)
    }
}

/// The function of the first entry point.
fn entry_point(words: &[u32]) -> Option<u32> {
    Instructions::of(words).find(|instruction| is(instruction, Op::EntryPoint))?.get(2).copied()
}

fn span_of(id: u32, emitted: &codegen::Output) -> Option<Span> {
    emitted.spans.iter().find(|(known, _)| *known == id).map(|(_, span)| *span)
}

fn is(instruction: &[u32], op: Op) -> bool {
    instruction[0] & 0xFFFF == op as u32
}
