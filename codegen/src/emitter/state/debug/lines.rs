//! Debug information between the instructions of a function: places in the source, and scopes.

use super::graph::Inst;
use crate::builder::context::SpirvContext;
use crate::builder::function::Place;
use crate::options::DebugSet;
use base::ids::Map;
use base::source::Span;
use spirv::{Op, Word};

/// The operands of a line: three of `OpLine`, five of `DebugLine`.
pub(crate) type LineWords = [Word; 5];

/// An extended set and what its instructions have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetWords {
    /// The extended instruction set.
    pub(crate) set: DebugSet,
    /// Its import.
    pub(crate) import: Word,
    /// The type of all results.
    pub(crate) void: Word,
}

/// The source of the lines between instructions.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// True if there are lines at all.
    pub(crate) enabled: bool,
    /// The set that names scopes, if one does.
    pub(crate) set: Option<SetWords>,
    /// The line or range that each span of an instruction becomes.
    pub(crate) places: Map<Span, LineWords>,
    last: Option<LineWords>,
    last_op: u32,
    /// True if the function is the code around an entry point, of which the source knows where it begins and ends.
    is_wrapper: bool,
    /// True if the first block is still to come.
    in_head: bool,
    /// The scope that is in force.
    scope: Word,
    /// The scope in which the function or block begins.
    first_scope: Word,
}

fn is(op: u32, which: Op) -> bool {
    op == which as u32
}

impl Lines {
    /// Before the first instruction of a function.
    pub(crate) fn begin_function(&mut self, is_wrapper: bool) {
        self.is_wrapper = is_wrapper;
        self.last = None;
        self.last_op = 0;
        self.in_head = true;
    }

    /// Writes the scope and the line that an instruction needs before it.
    pub(crate) fn before(&mut self, ctx: &mut SpirvContext, words: &mut Vec<Word>, inst: &[Word], place: Place) {
        if !self.enabled {
            return;
        }
        let op = inst[0] & 0xFFFF;
        let last_op = std::mem::replace(&mut self.last_op, op);
        if is(op, Op::Label) {
            self.begin_block(words);
        }
        // Nothing may be between a merge instruction and its branch.
        if is(last_op, Op::SelectionMerge) || is(last_op, Op::LoopMerge) {
            return;
        }
        if let Some(set) = self.set {
            self.scope_before(set, ctx, words, op, place.scope);
        }
        if !place.span.is_none() {
            self.line_before(ctx, words, op, place.span);
        }
    }

    /// A line holds up to the end of its block; one of the head has an end of its own.
    fn begin_block(&mut self, words: &mut Vec<Word>) {
        let last = self.last.take();
        if std::mem::take(&mut self.in_head) && last.is_some() && !self.has_ranges() {
            words.push(1 << 16 | Op::NoLine as u32);
        }
    }

    /// Returns whether places are ranges of the source, not positions.
    pub(crate) fn has_ranges(&self) -> bool {
        self.set.is_some_and(|set| set.set == DebugSet::Vulkan)
    }

    fn line_before(&mut self, ctx: &mut SpirvContext, words: &mut Vec<Word>, op: u32, span: Span) {
        // A variable comes to life where it is declared, not where all variables stand.
        if self.has_ranges() && stands_before_code(op) || is(op, Op::Variable) {
            return;
        }
        // Debuggers that step by ranges would stop in the code around an entry point, nowhere in the source.
        if self.is_wrapper && !self.has_ranges() && !is(op, Op::Function) && !is(op, Op::Return) {
            return;
        }
        let Some(&place) = self.places.get(&span) else { return };
        if self.last.replace(place) != Some(place) {
            self.write_line(ctx, words, place);
        }
    }

    fn write_line(&self, ctx: &mut SpirvContext, words: &mut Vec<Word>, place: LineWords) {
        match self.set {
            Some(set) if set.set == DebugSet::Vulkan => write(set, ctx, words, Inst::DebugLine, &place),
            _ => {
                words.push(4 << 16 | Op::Line as u32);
                words.extend_from_slice(&place[..3]);
            }
        }
    }

    /// `OpenCL.DebugInfo.100` may stand anywhere in a function and is also wanted where a function and a block begin; the
    /// other set is code like any other.
    fn scope_before(&mut self, set: SetWords, ctx: &mut SpirvContext, words: &mut Vec<Word>, op: u32, scope: Word) {
        let begins = is(op, Op::Function) || is(op, Op::Label);
        let wanted = match op {
            _ if !stands_before_code(op) => scope,
            _ if is(op, Op::Function) || is(op, Op::Phi) || is(op, Op::FunctionEnd) => 0,
            _ if set.set == DebugSet::OpenCl && self.scope == 0 => self.first_scope,
            _ => 0,
        };
        if wanted != 0 && wanted != self.scope {
            write(set, ctx, words, Inst::DebugScope, &[wanted]);
            self.scope = wanted;
            self.last = None;
        }
        if begins {
            (self.scope, self.first_scope) = (0, scope);
        }
    }
}

fn write(set: SetWords, ctx: &mut SpirvContext, words: &mut Vec<Word>, inst: Inst, operands: &[Word]) {
    let count = 5 + operands.len() as u32;
    words.extend_from_slice(&[count << 16 | Op::ExtInst as u32, set.void, ctx.fresh_id(), set.import, inst as u32]);
    words.extend_from_slice(operands);
}

/// Instructions that no code may precede.
fn stands_before_code(op: u32) -> bool {
    const HEAD: [Op; 6] = [Op::Function, Op::FunctionParameter, Op::Label, Op::Variable, Op::Phi, Op::FunctionEnd];
    HEAD.iter().any(|&head| is(op, head))
}
