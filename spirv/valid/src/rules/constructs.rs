//! Structured control flow: how selections, loops, continue constructs and cases nest, and the branches that may leave
//! them.

use crate::index::access::Access;
use crate::index::fault::{Check, Fault, blame, ensure};
use crate::index::graph::{Dominators, Lists, NONE, Order};
use crate::index::view::View;
use base::ids::Set;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;

/// The limit of nesting.
const MAX_DEPTH: u32 = 1023;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Selection,
    Switch,
    Loop,
    /// The part of a loop from its continue target to the back edge.
    Continue,
}

/// A construct.
#[derive(Clone, Copy, Debug)]
struct Construct {
    kind: Kind,
    header: u32,
    /// The merge block; that of the loop for a continue construct.
    merge: u32,
    /// The continue target of a loop; the header of the loop for a continue construct.
    other: u32,
    /// The block of the back edge, for loops and continue constructs.
    latch: u32,
    /// The enclosing construct, or [`NONE`].
    parent: u32,
    /// The nearest loop or continue construct, itself included, or [`NONE`].
    cycle: u32,
    /// The nearest switch inside of that loop, itself included, or [`NONE`].
    switch: u32,
    /// True if it is in a continue construct, or is one itself.
    in_continue: bool,
    depth: u32,
    /// The case of the enclosing switch that its header belongs to.
    case: u32,
}

struct Constructs<'a, 'm> {
    view: &'a View<'a, 'm>,
    /// Successors, merge blocks and continue targets: structural successors.
    structural: Lists,
    order: Order,
    dominators: Dominators,
    all: Vec<Construct>,
    /// The innermost construct of each block, or [`NONE`].
    inner: Vec<u32>,
    /// The case of each block, if its innermost construct is a switch.
    case: Vec<u32>,
    /// The latch of each loop by header.
    latches: FxHashMap<u32, u32>,
}

/// The rules of structured control flow.
pub(crate) fn check(view: &View<'_, '_>) -> Check {
    let mut constructs = Constructs::new(view)?;
    constructs.back_edges()?;
    constructs.headers()?;
    constructs.build();
    constructs.edges()?;
    constructs.switches()?;
    constructs.selections()
}

fn fault(at: usize, message: &'static str) -> Check {
    blame(Err(Fault::new(None, message)), at)
}

impl<'a, 'm> Constructs<'a, 'm> {
    fn new(view: &'a View<'a, 'm>) -> Result<Self, Box<Fault>> {
        let count = view.successors.len();
        let mut structural = Lists::default();
        let mut merges = FxHashSet::default();
        for block in 0..count as u32 {
            let merge = view.merge(block);
            let ends = merge.map_or(0, |merge| if merge.op == Op::LoopMerge { 2 } else { 1 });
            let mut declared = Vec::new();
            for at in 0..ends {
                let end = view.block(merge.map_or(0, |merge| merge.id(at)));
                let is_known = end != NONE && end != 0;
                if !is_known || at == 0 && !merges.insert(end) {
                    let message = "merge block is not a separate block, or is the merge block of another construct";
                    fault(view.last(block) - 1, message)?;
                }
                declared.push(end);
            }
            structural.push(declared.into_iter().chain(view.successors.of(block).iter().copied()));
        }
        let order = Order::new(&structural);
        let dominators = Dominators::new(&order, &structural);
        let (inner, case) = (vec![NONE; count], vec![NONE; count]);
        let (all, latches) = (Vec::new(), FxHashMap::default());
        Ok(Constructs { view, structural, order, dominators, all, inner, case, latches })
    }

    fn is_loop(&self, block: u32) -> bool {
        self.view.merge(block).is_some_and(|merge| merge.op == Op::LoopMerge)
    }

    /// Back edges go to loop headers alone, and each loop has one.
    fn back_edges(&mut self) -> Check {
        for (from, to) in &self.order.back {
            if !self.view.successors.of(*from).contains(to) {
                continue;
            }
            if !self.is_loop(*to) {
                return fault(self.view.last(*from), "back edge to a block that is not a loop header");
            }
            let known = self.latches.insert(*to, *from);
            if known.is_some_and(|known| known != *from) {
                return fault(self.view.label(*to), "a loop has more than one back edge");
            }
        }
        for block in 0..self.structural.len() as u32 {
            if self.order.reaches(block) && self.is_loop(block) && !self.latches.contains_key(&block) {
                return fault(self.view.label(block), "a loop has no back edge");
            }
        }
        Ok(())
    }

    /// Headers dominate the merge and continue blocks of their constructs.
    fn headers(&self) -> Check {
        for block in 0..self.structural.len() as u32 {
            let Some(merge) = self.view.merge(block).filter(|_| self.order.reaches(block)) else { continue };
            let end = self.view.block(merge.id(0));
            let is_below = end != block && self.dominators.dominates(block, end);
            blame(dominated(is_below), self.view.label(end))?;
            if merge.op == Op::LoopMerge {
                let target = self.view.block(merge.id(1));
                let latch = self.latches.get(&block).copied().unwrap_or(target);
                blame(continued(self.dominators.dominates(target, latch)), self.view.label(target))?;
            }
        }
        Ok(())
    }

    /// Finds the constructs in one preorder walk of the dominator tree.
    fn build(&mut self) {
        let mut made: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
        for at in 0..self.order.blocks.len() {
            let block = self.order.blocks[at];
            let above = self.dominators.parent[block as usize];
            let (mut around, mut case) = (NONE, NONE);
            if above != NONE {
                (around, case) = self.inherited(block, above, &made);
            }
            let own = self.open(block, around, case);
            if let Some(own) = own {
                made.insert(block, own);
                around = own.0;
            }
            self.inner[block as usize] = around;
            self.case[block as usize] = if own.is_some() { block } else { case };
        }
    }

    /// The construct and the case that a block inherits from its immediate dominator.
    fn inherited(&self, block: u32, above: u32, made: &FxHashMap<u32, (u32, u32)>) -> (u32, u32) {
        let around = self.inner[above as usize];
        if let Some((construct, continued)) = made.get(&above) {
            let header = self.all[*construct as usize];
            let outside = if *continued != NONE { self.all[*continued as usize].parent } else { header.parent };
            if block == header.merge {
                let parent = if header.kind == Kind::Continue { outside } else { header.parent };
                return (parent, header.case);
            }
            if header.kind == Kind::Loop && block == header.other {
                return (*continued, NONE);
            }
            let case = if header.kind == Kind::Switch { block } else { NONE };
            return (around, case);
        }
        (around, self.case[above as usize])
    }

    /// Opens the constructs of a header. Returns the innermost one, and the continue construct of a loop.
    fn open(&mut self, block: u32, around: u32, case: u32) -> Option<(u32, u32)> {
        let merge = self.view.merge(block)?;
        let end = self.view.block(merge.id(0));
        if merge.op == Op::SelectionMerge {
            let is_switch = self.view.terminator(block).op == Op::Switch;
            let kind = if is_switch { Kind::Switch } else { Kind::Selection };
            return Some((self.add(kind, block, end, NONE, NONE, around, case), NONE));
        }
        let target = self.view.block(merge.id(1));
        let latch = self.latches.get(&block).copied().unwrap_or(NONE);
        let continued = self.add(Kind::Continue, target, end, block, latch, around, case);
        if target == block {
            return Some((continued, continued));
        }
        Some((self.add(Kind::Loop, block, end, target, latch, around, case), continued))
    }

    #[allow(clippy::too_many_arguments, reason = "the blocks of a construct")]
    fn add(&mut self, kind: Kind, header: u32, merge: u32, other: u32, latch: u32, parent: u32, case: u32) -> u32 {
        let number = self.all.len() as u32;
        let around = self.all.get(parent as usize).copied();
        let is_cycle = matches!(kind, Kind::Loop | Kind::Continue);
        let switch = match kind {
            Kind::Switch => number,
            Kind::Selection => around.map_or(NONE, |around| around.switch),
            Kind::Loop | Kind::Continue => NONE,
        };
        self.all.push(Construct {
            kind,
            header,
            merge,
            other,
            latch,
            parent,
            cycle: if is_cycle { number } else { around.map_or(NONE, |around| around.cycle) },
            switch,
            in_continue: kind == Kind::Continue || around.is_some_and(|around| around.in_continue),
            depth: around.map_or(0, |around| around.depth) + 1,
            case,
        });
        number
    }

    /// Returns whether a block belongs to a construct.
    fn contains(&self, construct: u32, block: u32) -> bool {
        let one = self.all[construct as usize];
        let below = |top: u32| top != NONE && self.dominators.dominates(top, block);
        match one.kind {
            Kind::Selection | Kind::Switch => below(one.header) && !below(one.merge),
            Kind::Loop => below(one.header) && !below(one.merge) && !below(one.other),
            // A continue construct ends with its latch, though the latch may dominate more.
            Kind::Continue => below(one.header) && !below(one.merge) && (block == one.latch || !below(one.latch)),
        }
    }

    /// Each edge stays in the innermost construct of its source, or is a permitted exit.
    fn edges(&self) -> Check {
        for block in &self.order.blocks {
            let inner = self.inner[*block as usize];
            let Some(construct) = self.all.get(inner as usize) else { continue };
            let at = self.view.last(*block);
            blame(depth(construct.depth), at)?;
            let ends = self.view.successors.of(*block).is_empty();
            if ends && construct.in_continue {
                return fault(at, "function terminates in a continue construct, before the back edge");
            }
            for to in self.view.successors.of(*block) {
                if !self.contains(inner, *to) && !self.may_leave(*block, inner, *to) {
                    return fault(at, "branch exits a construct other than through its merge block or continue target");
                }
            }
        }
        self.entries()
    }

    /// Each edge enters a construct at its header.
    fn entries(&self) -> Check {
        for to in &self.order.blocks {
            let mut inner = self.inner[*to as usize];
            while let Some(construct) = self.all.get(inner as usize).filter(|one| one.header == *to) {
                inner = construct.parent;
            }
            if inner == NONE {
                continue;
            }
            for from in self.view.predecessors.of(*to) {
                if self.order.reaches(*from) && !self.contains(inner, *from) && !self.is_case_of(inner, *from) {
                    return fault(self.view.last(*from), "branch into a construct bypasses its header");
                }
            }
        }
        for construct in self.all.iter().filter(|one| one.kind == Kind::Loop) {
            self.continue_entries(construct)?;
        }
        Ok(())
    }

    /// Returns whether a block is the latch of a continue construct: what it dominates is not a part of it.
    fn is_case_of(&self, construct: u32, block: u32) -> bool {
        let one = self.all[construct as usize];
        one.kind == Kind::Continue && block == one.latch
    }

    /// The continue target is entered from its loop.
    fn continue_entries(&self, construct: &Construct) -> Check {
        let number = self.inner[construct.header as usize];
        for from in self.view.predecessors.of(construct.other) {
            let is_back = self.dominators.dominates(construct.other, *from);
            if self.order.reaches(*from) && !is_back && !self.contains(number, *from) {
                return fault(self.view.last(*from), "branch to a continue target from outside of its loop");
            }
        }
        Ok(())
    }

    /// Returns whether a branch may leave a construct, and all constructs in between.
    fn may_leave(&self, block: u32, construct: u32, to: u32) -> bool {
        let one = self.all[construct as usize];
        if one.kind != Kind::Continue && to == one.merge {
            return true;
        }
        let by_switch = self.all.get(one.switch as usize).is_some_and(|switch| to == switch.merge);
        let by_cycle = self.all.get(one.cycle as usize).is_some_and(|cycle| match cycle.kind {
            Kind::Loop => to == cycle.merge || to == cycle.other,
            Kind::Selection | Kind::Switch | Kind::Continue => {
                block == cycle.latch && (to == cycle.merge || to == cycle.other)
            }
        });
        by_switch || by_cycle
    }

    /// The rules of switches: the header dominates the cases, and a case falls through to the next one alone.
    fn switches(&self) -> Check {
        for block in 0..self.structural.len() as u32 {
            let terminator = self.view.terminator(block);
            let is_switch = terminator.op == Op::Switch && self.view.merge(block).is_some();
            if is_switch && self.order.reaches(block) {
                blame(self.switch(block), self.view.last(block))?;
            }
        }
        self.meetings()
    }

    /// Children of the header in the dominator tree are cases or the merge block: no other block may be a join of
    /// several cases.
    fn meetings(&self) -> Check {
        for block in &self.order.blocks {
            let above = self.dominators.parent[*block as usize];
            if above == NONE || self.view.terminator(above).op != Op::Switch {
                continue;
            }
            if !self.structural.of(above).contains(block) {
                return fault(self.view.label(*block), "several cases branch to a block that is not a case");
            }
        }
        Ok(())
    }

    fn switch(&self, header: u32) -> Check {
        let number = self.inner[header as usize];
        let construct = self.all[number as usize];
        let targets = self.view.successors.of(header);
        let cases: Set<u32> = targets.iter().copied().filter(|to| *to != construct.merge).collect();
        let mut falls: FxHashMap<u32, u32> = FxHashMap::default();
        let mut seen = FxHashSet::default();
        for case in targets.iter().filter(|case| **case != construct.merge && seen.insert(**case)) {
            ensure!(self.dominators.dominates(header, *case), "branch into a case bypasses its switch");
        }
        for case in &seen_in_order(targets, construct.merge) {
            for from in self.view.predecessors.of(*case) {
                let is_other = *from != header && self.order.reaches(*from) && self.contains(number, *from);
                if !is_other || self.dominators.dominates(*case, *from) {
                    continue;
                }
                let of = self.case_of(*from, number);
                ensure!(cases.contains(&of), "block in a switch construct belongs to no case");
                let known = falls.insert(of, *case);
                ensure!(known.is_none_or(|known| known == *case), "case falls through to several other cases");
            }
        }
        self.joins(number, &cases)?;
        fall_order(targets, &falls, construct.merge)
    }

    /// The case of a switch that a block belongs to.
    fn case_of(&self, mut block: u32, switch: u32) -> u32 {
        while self.inner[block as usize] != switch {
            let Some(construct) = self.all.get(self.inner[block as usize] as usize) else { return NONE };
            if construct.parent == switch {
                return construct.case;
            }
            block = match self.all.get(construct.parent as usize) {
                Some(parent) => parent.header,
                None => return NONE,
            };
        }
        self.case[block as usize]
    }

    /// Joins of several cases are cases themselves.
    fn joins(&self, switch: u32, cases: &Set<u32>) -> Check {
        let Construct { header, merge, .. } = self.all[switch as usize];
        for case in cases {
            let is_below = self.dominators.parent[*case as usize] == header;
            let is_inside = self.contains(switch, *case);
            ensure!(is_below || !is_inside || *case == merge, "case is inside another case");
        }
        Ok(())
    }

    /// A conditional branch has a merge instruction, unless one of its targets is an exit of an enclosing construct.
    fn selections(&self) -> Check {
        let mut seen = FxHashSet::default();
        for block in &self.order.blocks {
            let merge = self.view.merge(*block);
            let ends = merge.map_or(0, |merge| if merge.op == Op::LoopMerge { 2 } else { 1 });
            seen.extend((0..ends).map(|at| merge.map_or(0, |merge| merge.id(at))));
            let terminator = self.view.terminator(*block);
            let at = self.view.last(*block);
            match terminator.op {
                Op::BranchConditional => {
                    let first = seen.insert(terminator.id(1));
                    let second = seen.insert(terminator.id(2));
                    let has_merge = merge.is_some_and(|merge| merge.op == Op::SelectionMerge);
                    if first && second && !has_merge {
                        return fault(at, "conditional branch without a merge instruction");
                    }
                }
                Op::Switch => {
                    if merge.is_none() {
                        return fault(at, "switch without a merge instruction");
                    }
                    seen.extend(crate::index::program::targets(terminator));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn dominated(is_below: bool) -> Check {
    ensure!(is_below, "the header of a construct does not dominate its merge block");
    Ok(())
}

fn continued(is_below: bool) -> Check {
    ensure!(is_below, "a continue target does not dominate the back edge of its loop");
    Ok(())
}

fn depth(depth: u32) -> Check {
    ensure!(depth <= MAX_DEPTH, "constructs are nested deeper than {MAX_DEPTH}");
    Ok(())
}

/// The targets of a switch without duplicates, in the order of its operands.
fn seen_in_order(targets: &[u32], merge: u32) -> Vec<u32> {
    let mut seen = FxHashSet::default();
    targets.iter().copied().filter(|case| *case != merge && seen.insert(*case)).collect()
}

/// A case that falls through precedes its target directly. The default may be anywhere, unless it shares a case's
/// label.
fn fall_order(targets: &[u32], falls: &FxHashMap<u32, u32>, merge: u32) -> Check {
    let Some((default, cases)) = targets.split_first() else { return Ok(()) };
    let is_named_again = cases.contains(default);
    let mut targeted: FxHashMap<u32, u32> = FxHashMap::default();
    for case in seen_in_order(targets, merge) {
        if let Some(to) = falls.get(&case) {
            *targeted.entry(*to).or_insert(0) += 1;
        }
    }
    ensure!(targeted.values().all(|count| *count < 2), "several cases fall through to one");
    for (at, case) in cases.iter().enumerate() {
        let Some(mut to) = falls.get(case).copied() else { continue };
        if to == *default && !is_named_again {
            match falls.get(default) {
                Some(beyond) => to = *beyond,
                None => continue,
            }
        }
        let next = cases[at + 1..].iter().find(|next| *next != case);
        ensure!(next == Some(&to), "case falls through to a case that is not next");
    }
    Ok(())
}
