//! The lines of the source at an instruction, which a new block has to be told again.

use crate::words::Ids;
use dialect::spirv::access::Access;
use dialect::spirv::decode::{self, ExtSet, Inst};
use dialect::spirv::index::Index;
use rustc_hash::FxHashSet;
use spirv::Op;

/// Numbers of instructions of `NonSemantic.Shader.DebugInfo.100`, of which the first two are those of
/// `OpenCL.DebugInfo.100` as well.
const SCOPE: u32 = 23;
const NO_SCOPE: u32 = 24;
const LINE: u32 = 103;
const NO_LINE: u32 = 104;

/// The instructions that tell the line and the scope from here to the end of the block.
pub(crate) struct Lines {
    sets: FxHashSet<u32>,
    line: Option<Vec<u32>>,
    debug_line: Option<Vec<u32>>,
    scope: Option<Vec<u32>>,
}

impl Lines {
    pub(crate) fn new(index: &Index<'_>) -> Self {
        let imports = index.insts[..index.globals].iter().filter(|inst| inst.op == Op::ExtInstImport);
        let sets = imports.filter(|inst| decode::DEBUG_SETS.contains(&inst.text(0)));
        Lines { sets: sets.map(Access::result_id).collect(), line: None, debug_line: None, scope: None }
    }

    /// Notes an instruction with its words.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(crate) fn note(&mut self, inst: &Inst, words: &[u32]) {
        match inst.op {
            Op::Line => self.line = Some(words.to_vec()),
            Op::NoLine => self.line = None,
            Op::Label => (self.line, self.debug_line, self.scope) = (None, None, None),
            Op::ExtInst if self.sets.contains(&inst.id(0)) => match inst.literal(1) {
                LINE => self.debug_line = Some(words.to_vec()),
                NO_LINE => self.debug_line = None,
                SCOPE => self.scope = Some(words.to_vec()),
                NO_SCOPE => self.scope = None,
                _ => {}
            },
            _ => {}
        }
    }

    /// Words that differ where the lines do.
    pub(crate) fn key(&self) -> Vec<u32> {
        let mut key: Vec<u32> = self.line.iter().flatten().copied().collect();
        for told in [&self.scope, &self.debug_line].into_iter().flatten() {
            // Without the id of the instruction's result.
            key.extend(told.iter().enumerate().filter(|(at, _)| *at != 2).map(|(_, word)| *word));
        }
        key
    }

    /// Tells them again in a new block.
    pub(crate) fn repeat(&self, out: &mut Vec<u32>, ids: &mut Ids) {
        out.extend(self.line.iter().flatten());
        for told in [&self.scope, &self.debug_line].into_iter().flatten() {
            let start = out.len();
            out.extend_from_slice(told);
            out[start + 2] = ids.fresh();
        }
    }
}

/// The set of an import of extended instructions.
pub(crate) fn set_of(index: &Index<'_>, id: u32) -> Option<ExtSet> {
    index.def(id).filter(|inst| inst.op == Op::ExtInstImport).and_then(|inst| decode::ext_set(inst.text(0)))
}

/// The import of the functions of GLSL.
pub(crate) fn glsl(index: &Index<'_>) -> Option<u32> {
    let imports = index.insts[..index.globals].iter().filter(|inst| inst.op == Op::ExtInstImport);
    imports.filter(|inst| decode::ext_set(inst.text(0)) == Some(ExtSet::Gl)).map(Access::result_id).next()
}

/// The opcode word of an instruction with this many words.
pub(crate) fn head(op: Op, words: usize) -> u32 {
    (words as u32) << 16 | op as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words;

    #[test]
    fn heads_count_themselves() {
        let mut out = Vec::new();
        words::push(&mut out, Op::Branch, &[7]);
        assert_eq!(out, [head(Op::Branch, 2), 7]);
    }
}
