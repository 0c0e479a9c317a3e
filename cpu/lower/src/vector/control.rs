//! Takes a wave through the blocks of a region. Where all lanes go the same way it branches; in zones each block is run
//! with the lanes that want it, or passed over where there are none.

use super::strided::Strided;
use super::{lane_count, neighbours, states, store_pairs};
use crate::error::{Result, invalid};
use crate::lowering::lanes::{ENDED, polled, state_of};
use crate::lowering::{Block, Lowering};
use crate::spirv_to_llvm;
use crate::spmd::flow::{Flow, Item, Place, Role, Target};
use crate::spmd::variance::Variance;
use dialect::ir::{BlockId, OpId, Successor, ValueId};
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code};
use dialect::spirv::{attrs, facts};
use rustc_hash::FxHashMap;
use spirv::Op;
use std::rc::Rc;

/// Where the lanes are that run an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lanes {
    /// They are always these.
    Fixed(ValueId),
    /// They are in a slot.
    Slot(ValueId),
}

/// Where an item is entered.
#[derive(Clone, Copy, Debug)]
struct Doors {
    /// By any lane that passes.
    enter: BlockId,
    /// By lanes that certainly want it.
    body: BlockId,
}

struct Walk {
    variance: Rc<Variance>,
    region: usize,
    /// For each level and item, and for the latch.
    doors: Vec<Vec<Doors>>,
    lanes: Vec<Vec<Lanes>>,
    /// Slots of the masks of lanes in each loop's iteration.
    live: Vec<ValueId>,
    /// The only block outside of each loop that it leads to, if it is one.
    only: Vec<Option<BlockId>>,
    /// Blocks at which loops end that lanes leave in different iterations.
    finish: Vec<BlockId>,
    end: BlockId,
    /// Where the states of the lanes are.
    states: ValueId,
    /// Where blocks find what is passed to them.
    args: FxHashMap<ValueId, ValueId>,
}

/// Runs the region from the current block on; gives the block at its end.
pub(super) fn run(lowering: &mut Lowering<'_>, region: usize, mask: ValueId, states: ValueId) -> Result<BlockId> {
    let mut walk = Walk::new(lowering, region, mask, states)?;
    let (first, end) = (walk.doors[0][0].body, walk.end);
    match lowering.is_all(mask) {
        true => lowering.b.br(first, &[]),
        false => {
            let any = lowering.b.any(mask);
            lowering.b.cond_br(any, Successor::new(first), Successor::new(end));
        }
    }
    walk.level(lowering, 0)?;
    Ok(end)
}

impl Walk {
    fn new(lowering: &mut Lowering<'_>, region: usize, mask: ValueId, states: ValueId) -> Result<Walk> {
        let variance = Rc::clone(&lowering.wide()?.variance);
        let flow = &variance.flows[region];
        let (all, end) = (lowering.mask_of(true), lowering.b.new_block(&[]));
        let mask_type = lowering.b.type_of(all);
        let (mut doors, mut lanes, mut live, mut finish) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (number, level) in flow.levels.iter().enumerate() {
            let slot = lowering.carrier(mask_type)?;
            let mut known = if number == 0 { Lanes::Fixed(mask) } else { Lanes::Slot(slot) };
            let mut row = Vec::new();
            for role in &level.roles {
                let own = match role {
                    Role::Plain | Role::Join { lost: false } => known,
                    Role::Zone | Role::Join { lost: true } => Lanes::Slot(lowering.carrier(mask_type)?),
                };
                if let Role::Join { lost: true } = role {
                    known = own;
                }
                row.push(own);
            }
            let door = |lowering: &mut Lowering<'_>| Doors {
                enter: lowering.b.new_block(&[]),
                body: lowering.b.new_block(&[]),
            };
            let mut own: Vec<Doors> = level.items.iter().map(|_| door(lowering)).collect();
            // After the last item of the region is its end.
            own.push(if number == 0 { Doors { enter: end, body: end } } else { door(lowering) });
            doors.push(own);
            lanes.push(row);
            live.push(slot);
            finish.push(if number == 0 { end } else { lowering.b.new_block(&[]) });
        }
        let args = FxHashMap::default();
        let only = flow.only_exits();
        Ok(Walk { variance, region, doors, lanes, live, only, finish, end, states, args })
    }

    fn flow(&self) -> &Flow {
        &self.variance.flows[self.region]
    }

    fn role(&self, at: Place) -> Role {
        self.flow().levels[at.level].roles[at.item]
    }

    fn level(&mut self, lowering: &mut Lowering<'_>, level: usize) -> Result<()> {
        // Levels nest as deep as loops do, for which there is a bound.
        let items = self.flow().levels[level].items.clone();
        for (index, item) in items.iter().enumerate() {
            let at = Place { level, item: index };
            self.door(lowering, at)?;
            lowering.b.block = self.doors[level][index].body;
            match item {
                Item::Block(block) => self.block(lowering, at, *block)?,
                Item::Loop(inner) => self.whole_loop(lowering, at, *inner)?,
            }
        }
        Ok(())
    }

    /// Enters an item if any lane wants it.
    fn door(&mut self, lowering: &mut Lowering<'_>, at: Place) -> Result<()> {
        let Doors { enter, body } = self.doors[at.level][at.item];
        lowering.b.block = enter;
        let otherwise = match self.role(at) {
            Role::Plain | Role::Join { lost: false } => {
                lowering.b.br(body, &[]);
                return Ok(());
            }
            Role::Zone => self.doors[at.level][self.flow().next_apart(at)].enter,
            Role::Join { lost: true } => self.finish[at.level],
        };
        let mask = self.mask(lowering, at);
        let any = lowering.b.any(mask);
        lowering.b.cond_br(any, Successor::new(body), Successor::new(otherwise));
        Ok(())
    }

    fn mask(&self, lowering: &mut Lowering<'_>, at: Place) -> ValueId {
        let all = lowering.mask_of(true);
        let ty = lowering.b.type_of(all);
        match self.lanes[at.level][at.item] {
            Lanes::Fixed(mask) => mask,
            Lanes::Slot(slot) => lowering.take(slot, ty),
        }
    }

    // Loops.

    fn whole_loop(&mut self, lowering: &mut Lowering<'_>, at: Place, inner: usize) -> Result<()> {
        let mask = self.mask(lowering, at);
        lowering.put(mask, self.live[inner]);
        self.clear_zone(lowering, at);
        lowering.b.br(self.doors[inner][0].body, &[]);
        self.level(lowering, inner)?;
        let latch = Place { level: inner, item: self.flow().levels[inner].items.len() };
        self.door(lowering, latch)?;
        lowering.b.block = self.doors[inner][latch.item].body;
        let mask = self.mask(lowering, latch);
        lowering.put(mask, self.live[inner]);
        let again = polled(lowering, Successor::new(self.doors[inner][0].body))?;
        lowering.b.br(again.block, &again.args);
        lowering.b.block = self.finish[inner];
        self.finish_loop(lowering, at, inner);
        Ok(())
    }

    /// Goes on when all lanes have left a loop, each where it went.
    fn finish_loop(&mut self, lowering: &mut Lowering<'_>, at: Place, inner: usize) {
        let Place { level, item } = at;
        let (starts, only) = (self.flow().levels[level].starts.get(&item).copied(), self.only[inner]);
        let mask = self.mask(lowering, at);
        if self.role(at) == Role::Zone || matches!(starts, Some(Some(_))) {
            self.add(lowering, level, only, mask);
            lowering.b.br(self.doors[level][item + 1].enter, &[]);
            return;
        }
        let target = only.map_or(Target::Exit, |block| self.flow().target(level, block));
        let to = match target {
            Target::Item(to) => to,
            Target::Latch => self.flow().levels[level].items.len(),
            Target::Exit => {
                self.add(lowering, level, only, mask);
                lowering.b.br(self.finish[level], &[]);
                return;
            }
        };
        self.assign(lowering, at, to, mask);
        lowering.b.br(self.doors[level][to].body, &[]);
    }

    // Zones.

    /// No one wants the items of a zone that begins.
    fn clear_zone(&self, lowering: &mut Lowering<'_>, at: Place) {
        let Place { level, item } = at;
        let Some(Some(join)) = self.flow().levels[level].starts.get(&item).copied() else { return };
        let none = lowering.mask_of(false);
        for to in item + 1..=join {
            if let (true, Lanes::Slot(slot)) = (self.collects(Place { level, item: to }), self.lanes[level][to]) {
                lowering.put(none, slot);
            }
        }
    }

    /// Returns whether an item has a mask of its own, which ways to it add to.
    fn collects(&self, at: Place) -> bool {
        matches!(self.role(at), Role::Zone | Role::Join { lost: true })
    }

    /// Adds lanes to what a block wants, seen from a level that they leave or stay in.
    fn add(&self, lowering: &mut Lowering<'_>, mut level: usize, target: Option<BlockId>, mask: ValueId) {
        let Some(target) = target else { return };
        loop {
            let item = match self.flow().target(level, target) {
                Target::Item(item) => item,
                Target::Latch => self.flow().levels[level].items.len(),
                Target::Exit => match self.flow().levels[level].parent {
                    // Where all lanes leave a loop for the same block, they do so together.
                    Some(_) if self.only[level].is_some() => return,
                    Some(outer) => {
                        level = outer.level;
                        continue;
                    }
                    None => return,
                },
            };
            if let (true, Lanes::Slot(slot)) = (self.collects(Place { level, item }), self.lanes[level][item]) {
                let old = lowering.take(slot, lowering.b.type_of(mask));
                let all = lowering.b.binary(Opcode::Or, old, mask);
                lowering.put(all, slot);
            }
            return;
        }
    }

    /// All lanes go on at an item of their level.
    fn assign(&self, lowering: &mut Lowering<'_>, from: Place, to: usize, mask: ValueId) {
        let lanes = &self.lanes[from.level];
        if let (true, Lanes::Slot(slot)) = (lanes[from.item] != lanes[to], lanes[to]) {
            lowering.put(mask, slot);
        }
    }

    /// Where control goes when all lanes of an item go one way.
    fn go(&self, lowering: &mut Lowering<'_>, at: Place, target: Option<BlockId>, mask: ValueId) -> BlockId {
        let Place { level, item } = at;
        if self.role(at) == Role::Zone {
            self.add(lowering, level, target, mask);
            return self.doors[level][item + 1].enter;
        }
        let to = match target.map_or(Target::Exit, |target| self.flow().target(level, target)) {
            Target::Item(to) => to,
            Target::Latch => self.flow().levels[level].items.len(),
            Target::Exit => return self.go_out(lowering, level, target, mask),
        };
        self.assign(lowering, at, to, mask);
        self.doors[level][to].body
    }

    fn go_out(&self, lowering: &mut Lowering<'_>, level: usize, target: Option<BlockId>, mask: ValueId) -> BlockId {
        match self.flow().levels[level].parent {
            None => self.end,
            Some(_) if self.flow().levels[level].diverges => {
                self.add(lowering, level, target, mask);
                self.finish[level]
            }
            Some(outer) => self.go(lowering, outer, target, mask),
        }
    }

    // Blocks.

    fn block(&mut self, lowering: &mut Lowering<'_>, at: Place, block: BlockId) -> Result<()> {
        lowering.block = Block::new(block);
        let mask = self.mask(lowering, at);
        lowering.wide_mut()?.mask = mask;
        for arg in lowering.known.source[block].args.clone() {
            let (slot, ty) = self.arg(lowering, arg)?;
            let value = lowering.take(slot, ty);
            lowering.define(arg, value)?;
        }
        let ops = lowering.known.source[block].ops.clone();
        lowering.block.neighbours = neighbours::find(lowering.known.source, &ops);
        let meeting = states::meeting_of(lowering, block);
        let count = ops.len() - if meeting.is_some() { 2 } else { 1 };
        let strided = match self.role(at) {
            role @ (Role::Zone | Role::Plain) => Strided::find(lowering, block, role, &ops[..count])?,
            Role::Join { .. } => None,
        };
        match strided {
            Some(strided) => match strided.fixed {
                Some(lanes) => strided.run_fixed(lowering, lanes)?,
                None => in_two_ways(lowering, &strided, &ops[..count])?,
            },
            None => store_pairs::lower(lowering, &ops[..count])?,
        }
        match meeting {
            Some((op, next)) => {
                spirv_to_llvm::arrive(lowering, op)?;
                let state = state_of(lowering.known.plan, next);
                self.leave(lowering, at, state)
            }
            None => {
                self.terminator(lowering, at, ops[count]).map_err(|error| error.at(lowering.known.source, ops[count]))
            }
        }
    }

    /// The slot of a block argument, and its type.
    fn arg(&mut self, lowering: &mut Lowering<'_>, arg: ValueId) -> Result<(ValueId, dialect::ir::TypeId)> {
        let source = lowering.known.source.type_of(arg);
        let ty = if self.variance.varies(arg) { lowering.wide_ty(source)? } else { lowering.ty(source)? };
        let slot = match self.args.get(&arg) {
            Some(slot) => *slot,
            None => lowering.carrier(ty)?,
        };
        self.args.insert(arg, slot);
        Ok((slot, ty))
    }

    /// The lanes leave the region with a state.
    fn leave(&mut self, lowering: &mut Lowering<'_>, at: Place, state: u32) -> Result<()> {
        let mask = lowering.wide()?.mask;
        states::put_state(lowering, state, self.states)?;
        let label = match self.flow().levels[at.level].starts.contains_key(&at.item) {
            true => self.finish[at.level],
            false => self.go(lowering, at, None, mask),
        };
        lowering.b.br(label, &[]);
        Ok(())
    }

    fn terminator(&mut self, lowering: &mut Lowering<'_>, at: Place, op: OpId) -> Result<()> {
        let successors = lowering.known.source[op].successors.clone();
        match ops::code(lowering.known.source, op) {
            Some(Code::Core(Op::Return | Op::Kill | Op::TerminateInvocation | Op::AbortKHR | Op::Unreachable)) => {
                self.leave(lowering, at, ENDED)
            }
            Some(Code::Core(Op::Branch)) if successors.len() == 1 => {
                let mask = lowering.wide()?.mask;
                self.one_way(lowering, at, &[(successors[0].clone(), mask)])
            }
            Some(Code::Core(Op::BranchConditional)) if successors.len() == 2 => {
                self.branch(lowering, at, op, &successors)
            }
            Some(Code::Core(Op::Switch)) => self.switch(lowering, at, op, &successors),
            _ => invalid("a block ends with no branch"),
        }
    }

    /// All lanes go to the same block, by ways that may pass different values.
    fn one_way(&mut self, lowering: &mut Lowering<'_>, at: Place, ways: &[(Successor, ValueId)]) -> Result<()> {
        let Some((first, _)) = ways.first() else { return invalid("branch without a target") };
        let target = first.block;
        let is_direct = self.flow().is_direct(at, target) && ways.len() == 1;
        for (way, mask) in ways {
            self.hand_over(lowering, way, (!is_direct).then_some(*mask))?;
        }
        let mask = lowering.wide()?.mask;
        let label = self.go(lowering, at, Some(target), mask);
        lowering.b.br(label, &[]);
        Ok(())
    }

    /// Writes what a way hands to its target, for the lanes of a mask.
    fn hand_over(&mut self, lowering: &mut Lowering<'_>, way: &Successor, mask: Option<ValueId>) -> Result<()> {
        let args = lowering.known.source[way.block].args.clone();
        let mut values = Vec::new();
        for (arg, value) in args.iter().zip(&way.args) {
            values.push(match self.variance.varies(*arg) {
                true => lowering.as_wide(*value)?,
                false => lowering.natural(*value)?,
            });
        }
        for (arg, mut value) in args.into_iter().zip(values) {
            let (slot, ty) = self.arg(lowering, arg)?;
            if let (Some(mask), true) = (mask, self.variance.varies(arg)) {
                let old = lowering.take(slot, ty);
                value = lowering.blend(mask, value, old, lowering.known.source.type_of(arg))?;
            }
            lowering.put(value, slot);
        }
        Ok(())
    }

    /// The lanes go their ways.
    fn part(&mut self, lowering: &mut Lowering<'_>, at: Place, ways: &[(Successor, ValueId)]) -> Result<()> {
        self.clear_zone(lowering, at);
        for (way, mask) in ways {
            self.hand_over(lowering, way, Some(*mask))?;
            self.add(lowering, at.level, Some(way.block), *mask);
        }
        let begins = self.flow().levels[at.level].starts.get(&at.item).copied();
        let label = match (self.role(at), begins) {
            (Role::Zone, _) | (_, Some(Some(_))) => self.doors[at.level][at.item + 1].enter,
            _ => self.finish[at.level],
        };
        lowering.b.br(label, &[]);
        Ok(())
    }

    fn branch(&mut self, lowering: &mut Lowering<'_>, at: Place, op: OpId, to: &[Successor]) -> Result<()> {
        let condition = lowering.known.source[op].operands[0];
        let varies = lowering.varies(condition)?;
        let made = lowering.natural(condition)?;
        lane_count::widen(lowering)?;
        if !varies && !self.flow().is_apart(at) {
            let blocks = [(); 2].map(|()| lowering.b.new_block(&[]));
            lowering.b.cond_br(made, Successor::new(blocks[0]), Successor::new(blocks[1]));
            return self.ways(lowering, at, &blocks, to);
        }
        let (mask, none) = (lowering.wide()?.mask, lowering.mask_of(false));
        let masks = match varies {
            true => {
                let ones = lowering.mask_of(true);
                let other = lowering.b.binary(Opcode::Xor, made, ones);
                [made, other].map(|truths| lowering.both(mask, truths))
            }
            false => [lowering.b.select(made, mask, none), lowering.b.select(made, none, mask)],
        };
        let ways: Vec<_> = to.iter().cloned().zip(masks).collect();
        self.go_apart(lowering, at, &ways)
    }

    fn go_apart(&mut self, lowering: &mut Lowering<'_>, at: Place, ways: &[(Successor, ValueId)]) -> Result<()> {
        match self.flow().is_apart(at) {
            true => self.part(lowering, at, ways),
            false => self.one_way(lowering, at, ways),
        }
    }

    /// A block for each way that all lanes may go.
    fn ways(&mut self, lowering: &mut Lowering<'_>, at: Place, blocks: &[BlockId], to: &[Successor]) -> Result<()> {
        let mask = lowering.wide()?.mask;
        let known = lowering.block.values.clone();
        for (block, way) in blocks.iter().zip(to) {
            lowering.b.block = *block;
            lowering.block.values.clone_from(&known);
            self.one_way(lowering, at, &[(way.clone(), mask)])?;
        }
        Ok(())
    }

    fn switch(&mut self, lowering: &mut Lowering<'_>, at: Place, op: OpId, to: &[Successor]) -> Result<()> {
        let cases = facts::array_of(lowering.known.source, op, attrs::CASES);
        let cases: Vec<u64> = cases.iter().filter_map(|case| facts::number(lowering.known.source, *case)).collect();
        let mut seen = base::ids::Set::default();
        if cases.len() + 1 != to.len() || !cases.iter().all(|case| seen.insert(*case)) {
            return invalid("a switch has one target for each of its different cases");
        }
        let selector = lowering.known.source[op].operands[0];
        let varies = lowering.varies(selector)?;
        let made = lowering.natural(selector)?;
        if !varies && !self.flow().is_apart(at) {
            let blocks: Vec<BlockId> = to.iter().map(|_| lowering.b.new_block(&[])).collect();
            let successors = blocks.iter().map(|block| Successor::new(*block)).collect();
            lowering.b.switch(made, &cases, successors);
            return self.ways(lowering, at, &blocks, to);
        }
        let lanes = lowering.width();
        let made = if varies { made } else { lowering.b.splat_of(made, lanes) };
        let (mask, ones) = (lowering.wide()?.mask, lowering.mask_of(true));
        let (mut rest, mut masks) = (mask, Vec::new());
        for case in &cases {
            let wanted = lowering.b.iconst(lowering.b.type_of(made), *case);
            let equal = lowering.b.icmp(IntPredicate::Eq, made, wanted);
            masks.push(lowering.both(mask, equal));
            let other = lowering.b.binary(Opcode::Xor, equal, ones);
            rest = lowering.both(rest, other);
        }
        masks.insert(0, rest);
        let ways: Vec<_> = to.iter().cloned().zip(masks).collect();
        self.go_apart(lowering, at, &ways)
    }
}

/// Runs a block's lanes one after the other, or together where that is not possible. Nothing after it uses its values.
fn in_two_ways(lowering: &mut Lowering<'_>, strided: &Strided, ops: &[OpId]) -> Result<()> {
    let [apart, vectors, done] = [(); 3].map(|()| lowering.b.new_block(&[]));
    let (count, holds) = strided.condition(lowering)?;
    lowering.b.cond_br(holds, Successor::new(apart), Successor::new(vectors));
    let (values, places) = (lowering.block.values.clone(), lowering.block.places.clone());
    lowering.b.block = apart;
    strided.run_counted(lowering, count, done)?;
    lowering.b.block = vectors;
    lowering.block.values.clone_from(&values);
    lowering.block.places.clone_from(&places);
    store_pairs::lower(lowering, ops)?;
    lowering.b.br(done, &[]);
    (lowering.block.values, lowering.block.places) = (values, places);
    lowering.b.block = done;
    Ok(())
}
