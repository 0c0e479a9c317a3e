//! Encoding of debug nodes as instructions: numbers are literals in one set and constants in the other.

use crate::emitter::Emitter;
use crate::emitter::state::debug::graph::{Inst, Node, Operand};
use crate::options::DebugSet;
use spirv::{Op, Word};

impl Emitter<'_> {
    /// Writes all nodes, now that everything is known of them.
    pub(crate) fn write_debug_info(&mut self) {
        self.prepare_for_passes();
        let Some(info) = self.debug.info.take() else { return };
        for id in info.graph.order() {
            let node = info.graph.node(id);
            let mut words = vec![info.words.void, node.id, info.words.import, node.inst as u32];
            for operand in &node.operands {
                let word = match operand {
                    Operand::Type(other) | Operand::Scope(other) | Operand::Node(other) | Operand::Later(other) => {
                        info.graph.node(*other).id
                    }
                    other @ (Operand::Id(_)
                    | Operand::Movable(_)
                    | Operand::Number(_)
                    | Operand::Constant(_)
                    | Operand::Text(_)) => self.operand_word(info.words.set, other),
                };
                words.push(word);
            }
            self.spv.out.debug_inst(Op::ExtInst, &words);
            self.continue_text(&words, node);
        }
    }

    /// Keeps from the passes what they cannot deal with: where they move a variable into a function they take flags for an
    /// id, which in one set they are not.
    fn prepare_for_passes(&mut self) {
        let has_passes = self.options.call.has_passes || self.legalisation.needed;
        if self.is_described() && has_passes && self.debug_set() == DebugSet::OpenCl {
            let none = self.none();
            self.info().graph.hide_movable(none);
        }
    }

    fn operand_word(&mut self, set: DebugSet, operand: &Operand) -> Word {
        match operand {
            Operand::Number(number) if set == DebugSet::OpenCl => *number,
            Operand::Number(number) | Operand::Constant(number) => self.spv.constant_uint(*number),
            Operand::Text(text) => self.spv.string(text),
            Operand::Id(id) | Operand::Movable(id) => *id,
            Operand::Type(_) | Operand::Scope(_) | Operand::Node(_) | Operand::Later(_) => {
                panic!("the result of a node is known to the graph alone")
            }
        }
    }

    /// The rest of a text, after the node that has its beginning.
    fn continue_text(&mut self, words: &[Word], node: &Node) {
        for text in &node.continued {
            let (id, text) = (self.spv.fresh_id(), self.spv.string(text));
            let words = [words[0], id, words[2], Inst::DebugSourceContinued as u32, text];
            self.spv.out.debug_inst(Op::ExtInst, &words);
        }
    }
}
