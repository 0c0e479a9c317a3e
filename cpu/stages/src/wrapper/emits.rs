//! Geometry shaders: an invocation whose outputs go to the next rows each time that it makes a vertex.
//!
//! It must not know what becomes of the vertices.

use super::{Rows, Wrapper};
use crate::RUNS;
use crate::interface::VariableKind;
use crate::rows::EMITTED;
use crate::words;
use spirv::{GlslStd450Op as GLOp, Op};

impl Wrapper<'_, '_> {
    /// Writes the function that calls the stage, and the one that makes a vertex. Returns the id of the first one.
    pub(crate) fn emitting(&mut self, stage: u32) -> u32 {
        let (void, procedure, uint) =
            (self.types.void(self.ids), self.types.procedure(self.ids), self.types.uint(self.ids));
        let function = words::value(&mut self.out, self.ids, Op::Function, void, &[0, procedure]);
        let [first, body, end] = [(); 3].map(|()| self.ids.fresh());
        words::push(&mut self.out, Op::Label, &[first]);
        let stride = self.found.outputs.len();
        let [inputs, outputs] = self.buffers(EMITTED + (self.shape.vertices as usize + 1) * stride);
        let mask = self.load_word(inputs, 0);
        let runs = self.flag(mask, RUNS);
        words::push(&mut self.out, Op::SelectionMerge, &[end, 0]);
        words::push(&mut self.out, Op::BranchConditional, &[runs, body, end]);
        words::push(&mut self.out, Op::Label, &[body]);
        let yes = self.types.bool(self.ids);
        let yes = self.types.constant(self.ids, Op::ConstantTrue, yes, &[]);
        words::push(&mut self.out, Op::Store, &[self.kept, yes]);
        let [count, cut, place] = self.counts.numbers;
        let (zero, all) = (self.types.number(self.ids, 0), self.types.number(self.ids, u32::MAX));
        for (variable, value) in [(count, zero), (cut, all), (place, outputs.start)] {
            words::push(&mut self.out, Op::Store, &[variable, value]);
        }
        for variable in &self.found.variables {
            self.load_variable(variable, inputs, yes);
        }
        words::value(&mut self.out, self.ids, Op::FunctionCall, void, &[stage]);
        let made = self.add(Op::Load, uint, &[count]);
        self.store_word(outputs, 1, made);
        let one = self.types.number(self.ids, 1);
        self.store_word(outputs, 0, one);
        words::push(&mut self.out, Op::Branch, &[end]);
        words::push(&mut self.out, Op::Label, &[end]);
        words::push(&mut self.out, Op::Return, &[]);
        words::push(&mut self.out, Op::FunctionEnd, &[]);
        self.emit(outputs);
        function
    }

    /// Writes the function that makes a vertex of a stream. One that is too many goes to the rows behind the last one.
    fn emit(&mut self, outputs: Rows) {
        let (void, uint) = (self.types.void(self.ids), self.types.uint(self.ids));
        let ty = self.types.get(self.ids, Op::TypeFunction, &[void, uint]);
        words::push(&mut self.out, Op::Function, &[void, self.counts.emit, 0, ty]);
        let stream = words::value(&mut self.out, self.ids, Op::FunctionParameter, uint, &[]);
        let label = self.ids.fresh();
        words::push(&mut self.out, Op::Label, &[label]);
        let [count, cut, place] = self.counts.numbers;
        let most = self.types.number(self.ids, self.shape.vertices);
        let stride = self.types.number(self.ids, self.found.outputs.len() as u32 * self.lanes);
        let front = self.types.number(self.ids, EMITTED as u32 * self.lanes);
        let made = self.add(Op::Load, uint, &[count]);
        let at = self.add(Op::ExtInst, uint, &[self.glsl, GLOp::UMin as u32, made, most]);
        let at = self.add(Op::IMul, uint, &[at, stride]);
        let start = self.add(Op::Load, uint, &[place]);
        let start = self.add(Op::IAdd, uint, &[start, front]);
        let rows = Rows { start: self.add(Op::IAdd, uint, &[start, at]), ..outputs };
        let one = self.types.number(self.ids, 1);
        let cuts = self.add(Op::Load, uint, &[cut]);
        let begins = self.add(Op::ShiftRightLogical, uint, &[cuts, stream]);
        let begins = self.add(Op::BitwiseAnd, uint, &[begins, one]);
        let number = self.add(Op::ShiftLeftLogical, uint, &[stream, one]);
        let head = self.add(Op::BitwiseOr, uint, &[number, begins]);
        self.store_word(rows, 0, head);
        let bit = self.add(Op::ShiftLeftLogical, uint, &[one, stream]);
        let others = self.add(Op::Not, uint, &[bit]);
        let cuts = self.add(Op::BitwiseAnd, uint, &[cuts, others]);
        words::push(&mut self.out, Op::Store, &[cut, cuts]);
        for variable in &self.found.variables {
            if let VariableKind::Output(_) = variable.kind {
                self.store_variable(variable, rows);
            }
        }
        // The number of vertices does not wrap around.
        let limit = self.types.number(self.ids, u32::MAX >> 1);
        let made = self.add(Op::ExtInst, uint, &[self.glsl, GLOp::UMin as u32, made, limit]);
        let made = self.add(Op::IAdd, uint, &[made, one]);
        words::push(&mut self.out, Op::Store, &[count, made]);
        words::push(&mut self.out, Op::Return, &[]);
        words::push(&mut self.out, Op::FunctionEnd, &[]);
    }
}
