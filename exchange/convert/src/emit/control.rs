//! Loops, choices and branches. Structured ones become selections and loops, whose results are values.

use super::{Emitter, How};
use crate::tree::{Block, Node, Region, Value};
use dialect::diagnostics::Result;
use dialect::ir::{Attr, BlockId, OpId, RegionId, Successor, TypeId, ValueId};
use dialect::spirv::attrs;
use dialect::spirv::ops::{self, Mlir};
use spirv::Op;

/// `scf.if`.
pub(crate) fn choice(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let condition = emit.operand(node, 0)?;
    let construct = emit.open(node, Mlir::Selection)?;
    let head = construct.block(emit);
    emit.block = head;
    let then = construct.block(emit);
    let otherwise = node.regions.get(1).is_some_and(|region| !region.blocks.is_empty());
    let otherwise = if otherwise { construct.block(emit) } else { construct.merge };
    if otherwise == construct.merge && !construct.types.is_empty() {
        return emit.error("conditional with results requires two regions");
    }
    emit.branch_if(condition, Successor::new(then), Successor::new(otherwise));
    for (region, block) in node.regions.iter().zip([then, otherwise]) {
        if block != construct.merge {
            emit.arm(region, block, construct.merge)?;
        }
    }
    emit.close(node, construct)
}

/// `scf.index_switch`; the default's region is the first.
pub(crate) fn index_switch(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let flag = emit.operand(node, 0)?;
    let cases = node.numbers("cases").unwrap_or_default();
    if cases.len() + 1 != node.regions.len() {
        return emit.error("each case has a region");
    }
    let construct = emit.open(node, Mlir::Selection)?;
    emit.block = construct.block(emit);
    let arms: Vec<BlockId> = node.regions.iter().map(|_| construct.block(emit)).collect();
    let successors = arms.iter().map(|block| Successor::new(*block)).collect();
    emit.switch(flag, &cases, successors);
    for (region, block) in node.regions.iter().zip(arms) {
        emit.arm(region, block, construct.merge)?;
    }
    emit.close(node, construct)
}

/// `scf.execute_region` of one block.
pub(crate) fn inline(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let [Region { blocks }] = &node.regions[..] else { return emit.error("the op has one region") };
    let [block] = &blocks[..] else { return emit.error("a region of several blocks cannot be converted to SPIR-V") };
    let values = emit.body(block)?;
    emit.give(node, &values);
    Ok(())
}

/// `scf.for`.
pub(crate) fn count(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operands = emit.operands(node)?;
    let [Region { blocks }] = &node.regions[..] else { return emit.error("a loop has one region") };
    let ([body], [first, end, step, starts @ ..]) = (&blocks[..], &operands[..]) else {
        return emit.error("a loop has one block, a first number, an end and a step");
    };
    if body.args.len() != 1 + starts.len() {
        return emit.error("a loop has as many values as arguments");
    }
    let construct = emit.open(node, Mlir::Loop)?;
    let enter = construct.block(emit);
    let header = construct.block(emit);
    let types: Vec<TypeId> = [first].into_iter().chain(starts).map(|value| emit.type_of(*value)).collect();
    let args: Vec<ValueId> = types.iter().map(|ty| emit.module.add_arg(header, *ty)).collect();
    emit.block = enter;
    let given: Vec<ValueId> = [*first].into_iter().chain(starts.iter().copied()).collect();
    emit.branch(header, &given);
    // The condition.
    emit.block = header;
    let truth = emit.module.ctx.bool();
    let less = if node.fact("unsigned").is_some() { Op::ULessThan } else { Op::SLessThan };
    let more = emit.value(less, &[args[0], *end], truth);
    let block = construct.block(emit);
    emit.leave_unless(more, block, &construct, &args[1..]);
    for (arg, value) in body.args.iter().zip(&args) {
        emit.values[*arg as usize] = Some(*value);
    }
    emit.block = block;
    let values = emit.body(body)?;
    let next = construct.block(emit);
    emit.go_on(next, &values);
    let step = emit.value(Op::IAdd, &[args[0], *step], types[0]);
    let passed: Vec<ValueId> = [step].into_iter().chain(emit.module[next].args.clone()).collect();
    emit.branch(header, &passed);
    emit.close(node, construct)
}

/// `scf.while`.
pub(crate) fn repeat(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let starts = emit.operands(node)?;
    let [before, after] = &node.regions[..] else { return emit.error("a loop has two regions") };
    let ([test], [body]) = (&before.blocks[..], &after.blocks[..]) else {
        return emit.error("the regions of a loop have one block each");
    };
    if test.args.len() != starts.len() {
        return emit.error("a loop has as many values as arguments");
    }
    let construct = emit.open(node, Mlir::Loop)?;
    let enter = construct.block(emit);
    let header = construct.block(emit);
    for (arg, start) in test.args.iter().zip(&starts) {
        let ty = emit.type_of(*start);
        emit.values[*arg as usize] = Some(emit.module.add_arg(header, ty));
    }
    emit.block = enter;
    emit.branch(header, &starts);
    // What is tested may have constructs of its own.
    let first = construct.block(emit);
    emit.block = header;
    emit.branch(first, &[]);
    emit.block = first;
    let values = emit.body(test)?;
    let [condition, given @ ..] = &values[..] else { return emit.error("the first region ends with a condition") };
    let block = construct.block(emit);
    emit.leave_unless(*condition, block, &construct, given);
    if body.args.len() != given.len() {
        return emit.error("operands of the second region must match the results of the first one");
    }
    for (arg, value) in body.args.iter().zip(given) {
        emit.values[*arg as usize] = Some(*value);
    }
    emit.block = block;
    let values = emit.body(body)?;
    let next = construct.block(emit);
    emit.go_on(next, &values);
    let passed = emit.module[next].args.clone();
    emit.branch(header, &passed);
    emit.close(node, construct)
}

/// `cf.br`, `cf.cond_br`, `cf.switch`.
pub(crate) fn branch(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let mut successors = Vec::new();
    for (index, args) in &node.successors {
        let Some(block) = emit.blocks.get(*index).copied() else { return emit.error("unknown block") };
        successors.push(Successor { block, args: emit.all(args)?.into() });
    }
    match (&node.operands[..], &mut successors[..]) {
        ([], [to]) => {
            let op = emit.op(ops::core(Op::Branch), &[]);
            emit.module[op].successors = vec![to.clone()];
        }
        ([condition], [then, otherwise]) if node.fact("cases").is_none() => {
            let condition = emit.of(*condition)?;
            emit.branch_if(condition, then.clone(), otherwise.clone());
        }
        ([flag], _) if node.fact("cases").is_some() => {
            let flag = emit.of(*flag)?;
            let cases = node.numbers("cases").unwrap_or_default();
            emit.switch(flag, &cases, successors);
        }
        _ => return emit.error("the operands of this branch have no conversion in the generic form"),
    }
    Ok(())
}

/// `ub.unreachable`.
pub(crate) fn unreachable(emit: &mut Emitter<'_>, _: &Node) -> Result<()> {
    emit.op(ops::core(Op::Unreachable), &[]);
    Ok(())
}

/// A selection or a loop that is being made.
struct Construct {
    op: OpId,
    region: RegionId,
    /// The last block, which is put at the end when all others are there.
    merge: BlockId,
    types: Vec<TypeId>,
    outer: BlockId,
    /// The values of the last block.
    results: Vec<ValueId>,
}

impl Construct {
    /// A new block before the last one.
    fn block(&self, emit: &mut Emitter<'_>) -> BlockId {
        emit.module.add_block(self.region)
    }
}

impl Emitter<'_> {
    /// Begins a construct in the current block.
    fn open(&mut self, node: &Node, op: Mlir) -> Result<Construct> {
        let types = (0..node.results.len()).map(|at| self.result_type(node, at)).collect::<Result<Vec<TypeId>>>()?;
        let op = self.op(ops::mlir(op), &[]);
        let region = self.module.add_region(op);
        let merge = self.module.blocks.alloc(dialect::ir::Block { region: Some(region), ..Default::default() });
        let results = types.iter().map(|ty| self.module.add_arg(merge, *ty)).collect();
        Ok(Construct { op, region, merge, types, outer: self.block, results })
    }

    /// Ends it: the last block passes the results.
    fn close(&mut self, node: &Node, construct: Construct) -> Result<()> {
        let Construct { op, region, merge, types, outer, results } = construct;
        self.module[region].blocks.push(merge);
        self.block = merge;
        self.op(ops::mlir(Mlir::Merge), &results);
        self.block = outer;
        let values: Vec<ValueId> = types.into_iter().map(|ty| self.module.add_result(op, ty)).collect();
        self.give(node, &values);
        Ok(())
    }

    /// An arm of a choice.
    fn arm(&mut self, region: &Region, block: BlockId, merge: BlockId) -> Result<()> {
        let [only] = &region.blocks[..] else {
            return self.error("a region of several blocks cannot be converted to SPIR-V");
        };
        self.block = block;
        let values = self.body(only)?;
        self.branch(merge, &values);
        Ok(())
    }

    /// The ops of a region's only block. Returns the operands of the last one.
    fn body(&mut self, block: &Block) -> Result<Vec<ValueId>> {
        let Some((last, ops)) = block.ops.split_last() else { return Ok(Vec::new()) };
        for node in ops {
            self.node(node)?;
        }
        match (self.how)(last.row) {
            How::Yield => {
                self.at = last.at;
                self.operands(last)
            }
            _ => {
                self.node(last)?;
                Ok(Vec::new())
            }
        }
    }

    /// Leaves a loop with its results unless a condition holds.
    fn leave_unless(&mut self, condition: ValueId, block: BlockId, construct: &Construct, values: &[ValueId]) {
        let leave = Successor { block: construct.merge, args: values.into() };
        self.branch_if(condition, Successor::new(block), leave);
    }

    /// Goes on in a block with as many arguments as there are values.
    fn go_on(&mut self, next: BlockId, values: &[ValueId]) {
        for value in values {
            let ty = self.type_of(*value);
            self.module.add_arg(next, ty);
        }
        self.branch(next, values);
        self.block = next;
    }

    fn switch(&mut self, flag: ValueId, cases: &[i64], successors: Vec<Successor>) {
        let ty = self.type_of(flag);
        let width = self.width(ty);
        let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        let cases: Vec<_> =
            cases.iter().map(|case| self.module.ctx.attr(Attr::Int { bits: *case as u64 & mask, ty })).collect();
        let cases = self.module.ctx.attr(Attr::Array(cases.into()));
        let op = self.op(ops::core(Op::Switch), &[flag]);
        self.module[op].set_attr(attrs::CASES, cases);
        self.module[op].successors = successors;
    }

    /// The blocks of a function's region, the first of which is there.
    pub(super) fn region(&mut self, region: &Region, own: RegionId) -> Result<()> {
        let mut blocks = vec![self.block];
        for block in region.blocks.iter().skip(1) {
            let new = self.module.add_block(own);
            for arg in &block.args {
                let ty = self.ty(&self.tree_type(*arg))?;
                self.set(*arg, new, ty);
            }
            blocks.push(new);
        }
        self.blocks = blocks;
        for (at, block) in region.blocks.iter().enumerate() {
            self.block = self.blocks[at];
            for node in &block.ops {
                self.node(node)?;
            }
        }
        Ok(())
    }

    fn set(&mut self, arg: Value, block: BlockId, ty: TypeId) {
        self.values[arg as usize] = Some(self.module.add_arg(block, ty));
    }
}
