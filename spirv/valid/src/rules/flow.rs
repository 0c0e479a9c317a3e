//! Control flow: branches, merges, the nesting of constructs, and dominance of uses by definitions.
//!
//! Constructs are found in one walk over the structural dominator tree: the blocks of a construct are those below its
//! header, without those below its merge block (and, for a loop, its continue target). An edge that leaves the
//! innermost construct of its source is checked once, however deep the nesting is.

use crate::index::access::{Access, id_of};
use crate::index::fault::{Check, Fault, blame, ensure};
use crate::index::graph::{Dominators, Lists, NONE, Order};
use crate::index::module::Module;
use crate::index::program::{Function, Program, targets};
use crate::index::sets;
use crate::index::view::{View, local};
use dialect::spirv::decode::Inst;
use rustc_hash::FxHashMap;
use spirv::{Capability, ExecutionMode, Op};

/// The control-flow graph of a function, with its dominators.
struct Flow<'a, 'm> {
    module: &'a Module<'m>,
    program: &'a Program<'m>,
    function: &'a Function,
    /// The index of the function's first block among all blocks.
    base: usize,
    successors: Lists,
    predecessors: Lists,
    order: Order,
    dominators: Dominators,
}

/// The rules of control flow for a whole function.
pub(crate) fn check(module: &Module<'_>, program: &Program<'_>, function: &Function) -> Check {
    if function.blocks.is_empty() {
        return Ok(());
    }
    let flow = Flow::new(module, program, function)?;
    flow.phis()?;
    flow.values()?;
    flow.blocks_in_order()?;
    if module.has(Capability::Shader) {
        crate::rules::constructs::check(&flow.view())?;
    }
    Ok(())
}

impl<'a, 'm> Flow<'a, 'm> {
    fn new(module: &'a Module<'m>, program: &'a Program<'m>, function: &'a Function) -> Result<Self, Box<Fault>> {
        let (base, count) = (function.blocks.start, function.blocks.len());
        let mut successors = Lists::default();
        for block in &program.blocks[function.blocks.clone()] {
            let inst = &module.insts[block.last];
            let mut found = Vec::new();
            for label in targets(inst) {
                let to = local(module, program, base, count, label);
                if to == NONE || to == 0 {
                    let what =
                        if to == 0 { "the entry block of its function" } else { "a block outside of its function" };
                    let fault = Fault::new(None, format!("branch to {what}"));
                    return Err(blame(Err(fault), block.last).expect_err("it is a fault"));
                }
                found.push(to);
            }
            successors.push(found.into_iter());
        }
        let predecessors = successors.reversed();
        let order = Order::new(&successors);
        let dominators = Dominators::new(&order, &successors);
        Ok(Flow { module, program, function, base, successors, predecessors, order, dominators })
    }

    fn view(&self) -> View<'_, 'm> {
        View {
            module: self.module,
            program: self.program,
            base: self.base,
            successors: &self.successors,
            predecessors: &self.predecessors,
        }
    }

    /// The block of this function that contains an instruction.
    fn block_at(&self, at: usize) -> Option<u32> {
        self.own(self.program.block_of(at)?)
    }

    /// The number in this function of one of all blocks, if it is of this function.
    fn own(&self, block: usize) -> Option<u32> {
        let block = block.checked_sub(self.base)?;
        (block < self.function.blocks.len()).then_some(block as u32)
    }

    /// Each phi names each predecessor of its block once.
    fn phis(&self) -> Check {
        let mut stamps = vec![0u32; self.function.blocks.len()];
        let mut stamp = 0;
        for (at, inst) in self.body() {
            if inst.op != Op::Phi {
                continue;
            }
            stamp += 2;
            let block = self.block_at(at).unwrap_or(0);
            blame(self.phi(inst, block, &mut stamps, stamp), at)?;
        }
        Ok(())
    }

    fn body(&self) -> impl Iterator<Item = (usize, &'m Inst)> {
        let range = self.function.first..self.function.last;
        self.module.insts[range.clone()].iter().enumerate().map(move |(at, inst)| (at + range.start, inst))
    }

    fn phi(&self, inst: &Inst, block: u32, stamps: &mut [u32], stamp: u32) -> Check {
        let mut expected = 0;
        for from in self.predecessors.of(block) {
            expected += usize::from(std::mem::replace(&mut stamps[*from as usize], stamp) != stamp);
        }
        let pairs = inst.operands.len() / 2;
        let is_even = inst.operands.len().is_multiple_of(2);
        ensure!(is_even && pairs == expected, "phi has {pairs} values for {expected} predecessors");
        for pair in inst.operands.chunks_exact(2) {
            let (value, label) = (id_of(pair.first()), id_of(pair.get(1)));
            ensure!(self.module.type_of(value) == inst.type_id(), "a phi has values of different types");
            let from = self.view().block(label);
            let stamped = stamps.get(from as usize).copied();
            ensure!(stamped == Some(stamp), "phi label %{label} is not a predecessor, or a duplicate");
            stamps[from as usize] = stamp + 1;
        }
        Ok(())
    }

    /// Definitions dominate their uses.
    fn values(&self) -> Check {
        for (at, inst) in self.body() {
            let is_head = matches!(inst.op, Op::Function | Op::FunctionParameter | Op::Label);
            if is_head || sets::is_non_semantic(self.module, inst) && inst.operands.is_empty() {
                continue;
            }
            let Some(block) = self.block_at(at) else { continue };
            if !self.order.reaches(block) {
                continue;
            }
            let check = if inst.op == Op::Phi { self.phi_values(inst) } else { self.uses(inst, block) };
            blame(check, at)?;
        }
        Ok(())
    }

    fn uses(&self, inst: &Inst, block: u32) -> Check {
        for operand in &inst.operands {
            self.value(id_of(Some(operand)), block)?;
            if let dialect::spirv::decode::Operand::Enum(_, _, params) = operand {
                params.iter().try_for_each(|param| self.value(id_of(Some(param)), block))?;
            }
        }
        Ok(())
    }

    /// Checks that a definition dominates the end of a block.
    fn value(&self, id: u32, block: u32) -> Check {
        let Some(at) = self.module.position(id).filter(|at| *at >= self.module.globals) else { return Ok(()) };
        let op = self.module.insts[at].op;
        if matches!(op, Op::Label | Op::Function) {
            return Ok(());
        }
        let around = self.program.block_of(at);
        if around.is_none() && op != Op::FunctionParameter {
            return Ok(());
        }
        let is_near = (self.function.first..self.function.last).contains(&at);
        ensure!(is_near, "%{id} belongs to another function");
        let Some(home) = around.and_then(|block| self.own(block)) else { return Ok(()) };
        if home == block {
            return Ok(());
        }
        ensure!(self.dominators.dominates(home, block), "definition of %{id} does not dominate its use");
        Ok(())
    }

    fn phi_values(&self, inst: &Inst) -> Check {
        for pair in inst.operands.chunks_exact(2) {
            let from = self.view().block(id_of(pair.get(1)));
            if from != NONE && self.order.reaches(from) {
                self.value(id_of(pair.first()), from)?;
            }
        }
        Ok(())
    }

    /// A block comes after its immediate dominator.
    fn blocks_in_order(&self) -> Check {
        for block in 0..self.function.blocks.len() as u32 {
            let above = self.dominators.parent[block as usize];
            let is_behind = above == NONE || above < block;
            let at = self.view().label(block);
            blame(order_of_blocks(is_behind), at)?;
        }
        Ok(())
    }
}

fn order_of_blocks(is_behind: bool) -> Check {
    ensure!(is_behind, "block precedes its immediate dominator");
    Ok(())
}

/// Under `MaximallyReconvergesKHR`, only loop headers and blocks that a merge instruction or a switch names have several
/// predecessors.
pub(crate) fn maximal_reconvergence(module: &Module<'_>, program: &Program<'_>) -> Check {
    let mode = [ExecutionMode::MaximallyReconvergesKHR];
    let mut marked = vec![false; program.functions.len()];
    for entry in program.entries.iter().filter(|entry| program.has_mode(module, entry.function, &mode)) {
        let start = program.function_index(entry.function);
        for function in start.map(|start| program.reached(start)).unwrap_or_default() {
            marked[function] = true;
        }
    }
    if !marked.contains(&true) {
        return Ok(());
    }
    let mut joins: FxHashMap<u32, ()> = FxHashMap::default();
    for inst in module.insts {
        if matches!(inst.op, Op::SelectionMerge | Op::LoopMerge | Op::Switch) {
            joins.extend(inst.ids_from(0).map(|label| (label, ())));
        }
    }
    let reconverging = program.functions.iter().zip(&marked).filter(|(_, is_marked)| **is_marked);
    for (function, _) in reconverging {
        reconverges(module, program, function, &joins)?;
    }
    Ok(())
}

fn reconverges(module: &Module<'_>, program: &Program<'_>, function: &Function, joins: &FxHashMap<u32, ()>) -> Check {
    let flow = Flow::new(module, program, function)?;
    for block in 0..function.blocks.len() as u32 {
        let view = flow.view();
        let terminator = view.terminator(block);
        let is_split = terminator.op != Op::BranchConditional || terminator.id(1) != terminator.id(2);
        let from = flow.predecessors.of(block);
        let is_joined = from.iter().any(|one| Some(one) != from.first());
        let is_loop = view.merge(block).is_some_and(|merge| merge.op == Op::LoopMerge);
        let label = program.blocks[function.blocks.start + block as usize].label;
        let is_free = is_split && (!is_joined || is_loop || joins.contains_key(&label));
        let at = view.label(block);
        blame(reconvergence(is_free), at)?;
    }
    Ok(())
}

fn reconvergence(is_free: bool) -> Check {
    ensure!(is_free, "block with several predecessors under maximal reconvergence");
    Ok(())
}
