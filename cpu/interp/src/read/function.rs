//! Functions: which are reached, their blocks, and how lanes go from one to the next.

use super::order::{self, Block};
use super::{Reached, Reader};
use crate::code::{Code, ComputeCode, Edge, FlowCode, Loop, Pc, Slot};
use crate::error::{Refused, Result, refuse};
use dialect::spirv::access::{Access, id_of};
use dialect::spirv::decode::{Inst, Operand};
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;
use std::ops::Range;
use std::sync::Arc;

/// A way from one block to another, until both are written.
struct Way {
    from: u32,
    to: u32,
}

/// A phi: its first cell, the number of cells, and the value for each block that leads there.
type Phi = (Slot, u32, Vec<(u32, u32)>);

/// The state of a function while it is written.
#[derive(Default)]
struct Body {
    starts: FxHashMap<u32, Pc>,
    /// The ways that code takes, by the numbers that represent their targets.
    ways: Vec<Way>,
    /// The phis of each block: the cells, and the value for each way there.
    phis: FxHashMap<u32, Vec<Phi>>,
    /// The headers of loops with the blocks behind them.
    loops: Vec<(u32, u32)>,
}

impl<'m> Reader<'m> {
    /// Finds the functions that an entry point reaches; itself first, callees after callers.
    pub(super) fn reach(&mut self, entry: u32) -> Result<Vec<u32>> {
        let (ranges, counts) = (self.ranges(), self.calls());
        let (mut order, mut known, mut open) = (Vec::new(), FxHashSet::default(), FxHashSet::default());
        let mut stack = vec![(entry, false)];
        while let Some((id, is_done)) = stack.pop() {
            if is_done {
                open.remove(&id);
                continue;
            }
            let Some(range) = ranges.get(&id) else { return refuse("call of a function without a body") };
            if !known.insert(id) {
                continue;
            }
            open.insert(id);
            order.push(id);
            stack.push((id, true));
            let calls = self.index.insts[range.clone()].iter().filter(|inst| inst.op == Op::FunctionCall);
            for callee in calls.map(|inst| inst.id(0)) {
                if open.contains(&callee) {
                    return refuse("recursive function calls");
                }
                stack.push((callee, false));
            }
            self.declare(id, range.clone(), counts.get(&id) == Some(&1))?;
        }
        Ok(order)
    }

    /// The instructions of all functions, by id.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn ranges(&self) -> FxHashMap<u32, Range<usize>> {
        let (mut ranges, mut start) = (FxHashMap::default(), None);
        for (at, inst) in self.index.insts.iter().enumerate().skip(self.index.globals) {
            match inst.op {
                Op::Function => start = Some((inst.result_id(), at)),
                Op::FunctionEnd => {
                    if let Some((id, start)) = start.take() {
                        ranges.insert(id, start..at);
                    }
                }
                _ => {}
            }
        }
        ranges
    }

    /// The numbers of calls of functions, by id.
    fn calls(&self) -> FxHashMap<u32, u32> {
        let mut calls = FxHashMap::default();
        let functions = &self.index.insts[self.index.globals..];
        for call in functions.iter().filter(|inst| inst.op == Op::FunctionCall) {
            *calls.entry(call.id(0)).or_default() += 1;
        }
        calls
    }

    /// Makes cells for the parameters and the result of a function.
    fn declare(&mut self, id: u32, range: Range<usize>, has_one_call: bool) -> Result<()> {
        let insts: Vec<&Inst> = self.index.insts[range.clone()].iter().collect();
        let mut params = Vec::new();
        for inst in insts.iter().filter(|inst| inst.op == Op::FunctionParameter) {
            params.push(self.result(inst)?);
        }
        let result = self.alloc(insts[0].type_id())?;
        let name = self.names.get(&id).copied().unwrap_or_default();
        let name = name.strip_prefix("src.").unwrap_or(name);
        self.program.functions.push(name.into());
        let name = self.program.functions.len() as u32 - 1;
        self.functions.insert(id, Reached { range, params, result, has_one_call, start: 0, name });
        Ok(())
    }

    /// Writes the code of a function.
    pub(super) fn function(&mut self, id: u32) -> Result<()> {
        let (range, name) = (self.functions[&id].range.clone(), self.functions[&id].name);
        let (blocks, first) = (order::blocks(self.index.insts, range.clone()), self.program.code.len());
        let mut body = Body::default();
        self.lines.place = None;
        if let Some(told) = &mut self.source_names {
            told.leave();
        }
        if let Some(function) = self.functions.get_mut(&id) {
            function.start = first as Pc;
        }
        // What is said of parameters may precede the first block.
        let head = self.index.insts[range].iter().take_while(|inst| inst.op != Op::Label);
        head.for_each(|inst| self.name(name, inst));
        for block in &blocks {
            self.phis(block, &mut body)?;
        }
        for block in &blocks {
            body.starts.insert(block.label, self.pc());
            self.block(id, name, block, &mut body)?;
        }
        if blocks.is_empty() {
            return refuse("function has no body");
        }
        self.program.sites[first..].iter_mut().for_each(|site| site.function = name);
        self.connect(first, &body)
    }

    fn phis(&mut self, block: &Block, body: &mut Body) -> Result<()> {
        let insts = &self.index.insts[block.range.clone()];
        for inst in insts.iter().filter(|inst| inst.op == Op::Phi) {
            let slot = self.result(inst)?;
            let count = self.types.count(inst.type_id())?;
            let pairs = inst.operands.chunks_exact(2);
            let pairs = pairs.map(|pair| (id_of(pair.first()), id_of(pair.get(1)))).collect();
            body.phis.entry(block.label).or_default().push((slot, count, pairs));
        }
        Ok(())
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn block(&mut self, function: u32, name: u32, block: &Block, body: &mut Body) -> Result<()> {
        let insts = self.index.insts;
        // The label precedes the block's first instruction.
        self.lines.note(&self.index, &insts[block.range.start - 1]);
        for inst in &insts[block.range.clone()] {
            self.lines.note(&self.index, inst);
            self.name(name, inst);
            let written = match inst.op {
                Op::LoopMerge => {
                    body.loops.push((block.label, inst.id(0)));
                    Ok(())
                }
                Op::FunctionCall => self.call(inst),
                Op::Return | Op::ReturnValue => self.leave(function, inst),
                _ if self.terminator(block.label, inst, body)? => Ok(()),
                _ => self.instruction(inst),
            };
            written.map_err(|refused| Refused { word: refused.word.or(Some(inst.offset)), ..refused })?;
        }
        Ok(())
    }

    fn call(&mut self, inst: &Inst) -> Result<()> {
        let Some(function) = self.functions.get(&inst.id(0)) else {
            return refuse("callee is not a function");
        };
        let (target, params, from) = (function.range.start as Pc, function.params.clone(), function.result);
        let has_one_call = function.has_one_call;
        let mut moves = Vec::new();
        for (param, id) in params.into_iter().zip(inst.ids_from(1)) {
            let value = self.value(id)?;
            let count = self.count_of(value)?;
            moves.extend((0..count).map(|at| (param + at, value.slot + at)));
            // Callers come first, so that the function's accesses through the parameter know its place.
            if let Some(place) = self.places.get(&value.slot).copied().filter(|_| has_one_call) {
                self.fix(param, place);
            }
        }
        self.push(FlowCode::Enter { target, moves: moves.into() })?;
        let slot = self.result(inst)?;
        let count = self.types.count(inst.type_id())?;
        match count {
            0 => Ok(()),
            _ => self.push(ComputeCode::Moves((0..count).map(|at| (slot + at, from + at)).collect())),
        }
    }

    fn leave(&mut self, function: u32, inst: &Inst) -> Result<()> {
        let mut moves = Vec::new();
        if inst.op == Op::ReturnValue {
            let (value, to) = (self.operand(inst, 0)?, self.functions[&function].result);
            moves.extend((0..self.count_of(value)?).map(|at| (to + at, value.slot + at)));
        }
        self.push(FlowCode::Return { moves: moves.into() })
    }

    /// Writes a terminator. Returns whether it is one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn terminator(&mut self, from: u32, inst: &Inst, body: &mut Body) -> Result<bool> {
        let mut way = |to: u32| {
            body.ways.push(Way { from, to });
            Edge { target: body.ways.len() as Pc - 1, moves: Arc::from([]) }
        };
        let code = match inst.op {
            Op::Branch => FlowCode::Jump(way(inst.id(0))),
            Op::BranchConditional => {
                let (yes, no) = (way(inst.id(1)), way(inst.id(2)));
                FlowCode::Branch { condition: self.operand(inst, 0)?.slot, yes, no }
            }
            Op::Switch => {
                let default = way(inst.id(1));
                let number = |operand: &Operand| match operand {
                    Operand::Number(value) => *value,
                    Operand::Literal(value) => u64::from(*value),
                    Operand::Id(_) | Operand::ConstantId(..) | Operand::Text(_) | Operand::Enum(..) => 0,
                };
                let selector = self.operand(inst, 0)?;
                let mask = crate::compute::mask(self.scalar_of(selector).bits());
                let cases = inst.operands.get(2..).unwrap_or_default().chunks_exact(2);
                let cases = cases.map(|case| (number(&case[0]) & mask, way(id_of(case.get(1))))).collect();
                FlowCode::Switch { selector: selector.slot, cases, default }
            }
            // Others end in finite time, which is when they are done.
            Op::Kill | Op::TerminateInvocation | Op::AbortKHR => FlowCode::End,
            Op::Unreachable => FlowCode::Unreachable,
            _ => return Ok(false),
        };
        self.push(code)?;
        Ok(true)
    }

    /// Gives ways their targets, and the cells of phis.
    fn connect(&mut self, first: usize, body: &Body) -> Result<()> {
        let mut code = std::mem::take(&mut self.program.code);
        for code in &mut code[first..] {
            let Code::Flow(code) = code else { continue };
            match code {
                FlowCode::Jump(edge) => self.edge(edge, body)?,
                FlowCode::Branch { yes, no, .. } => {
                    self.edge(yes, body)?;
                    self.edge(no, body)?;
                }
                FlowCode::Switch { cases, default, .. } => {
                    cases.iter_mut().try_for_each(|(_, edge)| self.edge(edge, body))?;
                    self.edge(default, body)?;
                }
                FlowCode::Enter { .. }
                | FlowCode::Return { .. }
                | FlowCode::End
                | FlowCode::Unreachable
                | FlowCode::Barrier(_) => {}
            }
        }
        self.program.code = code;
        let end = self.pc();
        for (header, merge) in &body.loops {
            let end = body.starts.get(merge).copied().unwrap_or(end);
            self.program.loops.push(Loop { header: body.starts[header], end });
        }
        Ok(())
    }

    fn edge(&self, edge: &mut Edge, body: &Body) -> Result<()> {
        let way = &body.ways[edge.target as usize];
        let Some(target) = body.starts.get(&way.to) else { return refuse("branch target is not a block") };
        let mut moves = Vec::new();
        for (slot, count, pairs) in body.phis.get(&way.to).into_iter().flatten() {
            let Some((value, _)) = pairs.iter().find(|(_, from)| *from == way.from) else { continue };
            let value = self.value(*value)?;
            moves.extend((0..*count).map(|at| (slot + at, value.slot + at)));
        }
        *edge = Edge { target: *target, moves: moves.into() };
        Ok(())
    }
}
