//! Control flow of a wave's lanes through a region: loops and the blocks in them, in an order in which each is run
//! once, and where lanes diverge and reconverge.
//!
//! The blocks of a level (a loop, or the region itself) are in sequence. If control flow is uniform, one branch is
//! taken. Where lanes diverge, a *zone* begins: its items run one after the other, each with the lanes that enter it,
//! up to the *join*, which post-dominates them. Lanes that leave the level are inactive in it; the join goes on with
//! the rest.

use super::plan;
use abi::reason::Reason;
use base::ids::{Map, Set};
use dialect::ir::walk::{self, Dominators};
use dialect::ir::{BlockId, Module};
use rustc_hash::FxHashMap;

/// The limit of blocks and loops in a region for this analysis.
const MAX_BLOCKS: usize = 4000;
const MAX_LOOPS: usize = 256;
/// The limit of items that are passed over at once.
const MOST_PASSED_OVER: usize = 32;
/// The supposed iterations of a loop.
const ITERATIONS: u64 = 8;
/// The limit of nested loops that count.
const MOST_LOOPS: u32 = 4;

/// Items of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Block(BlockId),
    /// The level of a loop.
    Loop(usize),
}

/// Entry condition of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// By all lanes of the level at once.
    Plain,
    /// By those lanes that branch to it.
    Zone,
    /// By all lanes that are left; `true` if some may have left.
    Join { lost: bool },
}

/// Target of an edge out of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Target {
    /// To a later item of the level.
    Item(usize),
    /// Back to the header of the level's loop.
    Latch,
    /// Out of the level.
    Exit,
}

/// An item of a level, by the numbers of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) level: usize,
    pub(crate) item: usize,
}

/// A loop, or the region itself.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    /// Its place in the level around it.
    pub(crate) parent: Option<Place>,
    pub(crate) header: BlockId,
    pub(crate) items: Vec<Item>,
    /// One per item, and that of the latch.
    pub(crate) roles: Vec<Role>,
    /// For items at which a zone begins: the join.
    pub(crate) starts: FxHashMap<usize, Option<usize>>,
    /// True if lanes leave in different iterations.
    pub(crate) diverges: bool,
    /// The first and last position of its blocks.
    span: (usize, usize),
}

/// A region's levels.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    pub(crate) order: Vec<BlockId>,
    pub(crate) levels: Vec<Level>,
    pub(crate) home: FxHashMap<BlockId, Place>,
    /// For each block its successors; `None` if it ends the region.
    pub(crate) next: FxHashMap<BlockId, Vec<BlockId>>,
    /// For each block its predecessors.
    before: FxHashMap<BlockId, Vec<BlockId>>,
}

impl Flow {
    /// The number of ways into a block.
    pub(crate) fn entries(&self, block: BlockId) -> usize {
        self.before.get(&block).map_or(0, Vec::len)
    }

    /// The first item after one in a zone that other items lead to as well: where no lane enters this one, none enters those in
    /// between.
    pub(crate) fn next_apart(&self, Place { level, item }: Place) -> usize {
        let Level { items, roles, .. } = &self.levels[level];
        let is_inside = |block: &BlockId, end: usize| {
            self.home.get(block).is_some_and(|home| home.level == level && (item..end).contains(&home.item))
        };
        let follows = |at: usize| match (items.get(at), roles[at]) {
            (Some(Item::Block(block)), Role::Zone) => self.before[block].iter().all(|from| is_inside(from, at)),
            (Some(Item::Block(_) | Item::Loop(_)) | None, _) => false,
        };
        let end = items.len().min(item + MOST_PASSED_OVER);
        (item + 1..end).find(|at| !follows(*at)).unwrap_or(end)
    }

    /// Analyses the region that starts at a block. `ends` marks the blocks at which it ends.
    pub(crate) fn new(module: &Module, entry: BlockId, ends: impl Fn(BlockId) -> bool) -> Result<Flow, Reason> {
        let order = plan::order(module, entry, &ends);
        if order.len() > MAX_BLOCKS {
            return Err(Reason::TooLarge);
        }
        let successors = |block: BlockId| -> Vec<BlockId> {
            if ends(block) { Vec::new() } else { walk::successors(module, block).collect() }
        };
        let next = order.iter().map(|block| (*block, successors(*block))).collect();
        match Flow::of(order, &next) {
            Err(Reason::Irreducible) => Flow::of(order_by_loops(entry, &next), &next),
            flow => flow,
        }
    }

    fn of(order: Vec<BlockId>, next: &FxHashMap<BlockId, Vec<BlockId>>) -> Result<Flow, Reason> {
        let position: FxHashMap<BlockId, usize> = order.iter().enumerate().map(|(at, block)| (*block, at)).collect();
        let mut before: FxHashMap<BlockId, Vec<BlockId>> = FxHashMap::default();
        for (from, target) in order.iter().flat_map(|from| next[from].iter().map(move |target| (*from, *target))) {
            before.entry(target).or_default().push(from);
        }
        let spans = spans(&order, &position, next);
        if spans.len() > MAX_LOOPS {
            return Err(Reason::TooLarge);
        }
        let levels = levels(&order, &spans)?;
        let mut flow = Flow { order, levels, home: FxHashMap::default(), next: next.clone(), before };
        flow.settle(&position);
        flow.check(&position)?;
        Ok(flow)
    }

    /// Puts the blocks and loops into their levels.
    fn settle(&mut self, position: &FxHashMap<BlockId, usize>) {
        for block in &self.order {
            let at = position[block];
            let inside = |level: &Level| level.span.0 <= at && at <= level.span.1;
            let Some(inner) = self.levels.iter().rposition(inside) else { continue };
            if inner > 0 && self.levels[inner].span.0 == at {
                let outer = self.levels[..inner].iter().rposition(inside).unwrap_or(0);
                self.levels[inner].parent = Some(Place { level: outer, item: self.levels[outer].items.len() });
                self.levels[outer].items.push(Item::Loop(inner));
            }
            self.home.insert(*block, Place { level: inner, item: self.levels[inner].items.len() });
            self.levels[inner].items.push(Item::Block(*block));
        }
        for level in &mut self.levels {
            level.roles = vec![Role::Plain; level.items.len() + 1];
        }
    }

    /// A loop has no entry but its header.
    fn check(&self, position: &FxHashMap<BlockId, usize>) -> Result<(), Reason> {
        for from in &self.order {
            for target in &self.next[from] {
                let (source, at) = (position[from], position[target]);
                let entered = self.levels.iter().skip(1).filter(|level| {
                    let inside = |at: usize| level.span.0 <= at && at <= level.span.1;
                    inside(at) && !inside(source) && level.header != *target
                });
                if entered.count() > 0 {
                    return Err(Reason::Irreducible);
                }
            }
        }
        Ok(())
    }

    /// The item of a level that contains a block.
    pub(crate) fn item_in(&self, level: usize, block: BlockId) -> Option<usize> {
        let mut at = *self.home.get(&block)?;
        while at.level != level {
            at = self.levels[at.level].parent?;
        }
        Some(at.item)
    }

    /// The target of an edge from inside of a level to a block.
    pub(crate) fn target(&self, level: usize, block: BlockId) -> Target {
        match self.item_in(level, block) {
            Some(0) if level > 0 && self.levels[level].header == block => Target::Latch,
            Some(item) => Target::Item(item),
            None => Target::Exit,
        }
    }

    /// Returns whether a block is in a level or in a loop inside of it.
    pub(crate) fn is_inside(&self, level: usize, block: BlockId) -> bool {
        self.item_in(level, block).is_some()
    }

    /// The blocks of an item.
    fn blocks(&self, item: Item) -> Vec<BlockId> {
        match item {
            Item::Block(block) => vec![block],
            Item::Loop(level) => self.levels[level].items.iter().flat_map(|item| self.blocks(*item)).collect(),
        }
    }

    /// The targets of edges out of an item, without repetition; `None` is the region's end.
    pub(crate) fn leads_to(&self, item: Item) -> Set<Option<BlockId>> {
        let mut found = Set::default();
        for block in self.blocks(item) {
            let targets = &self.next[&block];
            if targets.is_empty() {
                found.insert(None);
            }
            for target in targets {
                let stays = matches!(item, Item::Loop(level) if self.is_inside(level, *target));
                if !stays {
                    found.insert(Some(*target));
                }
            }
        }
        found
    }

    /// Finds zones and joins, given the blocks at whose ends lanes diverge.
    pub(crate) fn find_zones(&mut self, parts: &Set<BlockId>) {
        for level in (0..self.levels.len()).rev() {
            let targets: Vec<Vec<(Option<BlockId>, Target)>> = self.levels[level]
                .items
                .iter()
                .map(|item| {
                    let leads_to = self.leads_to(*item);
                    leads_to.into_iter().map(|to| (to, to.map_or(Target::Exit, |to| self.target(level, to)))).collect()
                })
                .collect();
            let splits: Vec<bool> = self.levels[level]
                .items
                .iter()
                .zip(&targets)
                .map(|(item, targets)| {
                    let parts = match item {
                        Item::Block(block) => parts.contains(block),
                        Item::Loop(inner) => self.levels[*inner].diverges,
                    };
                    parts && targets.len() > 1
                })
                .collect();
            self.zones_of(level, &targets, splits);
        }
    }

    fn zones_of(&mut self, level: usize, targets: &[Vec<(Option<BlockId>, Target)>], mut splits: Vec<bool>) {
        loop {
            self.mark(level, targets, &splits);
            let into_zone = self.enters_zone(level, targets, &splits);
            if into_zone.is_empty() {
                break;
            }
            into_zone.into_iter().for_each(|item| splits[item] = true);
        }
        let here = &self.levels[level];
        let diverges = here.items.iter().enumerate().any(|(at, item)| {
            let exits = targets[at].iter().any(|(_, target)| *target == Target::Exit);
            let inner = matches!(item, Item::Loop(inner) if self.levels[*inner].diverges);
            exits && (inner || splits[at] || here.roles[at] == Role::Zone)
        });
        self.levels[level].diverges = diverges;
    }

    fn mark(&mut self, level: usize, targets: &[Vec<(Option<BlockId>, Target)>], splits: &[bool]) {
        let here = &mut self.levels[level];
        let count = here.items.len();
        here.roles = vec![Role::Plain; count + 1];
        here.starts.clear();
        let mut at = 0;
        while at < count {
            if !splits[at] {
                at += 1;
                continue;
            }
            let (mut join, mut lost, mut item) = (at, false, at);
            while item == at || item < join {
                for (_, target) in &targets[item] {
                    match target {
                        Target::Item(to) => join = join.max(*to),
                        Target::Latch => join = count,
                        Target::Exit => lost = true,
                    }
                }
                item += 1;
            }
            if join == at {
                here.starts.insert(at, None);
                at += 1;
                continue;
            }
            here.roles[at + 1..join].fill(Role::Zone);
            here.roles[join] = Role::Join { lost };
            here.starts.insert(at, Some(join));
            at = join;
        }
    }

    /// The items with an edge into the middle of a zone that begins elsewhere.
    fn enters_zone(&self, level: usize, targets: &[Vec<(Option<BlockId>, Target)>], splits: &[bool]) -> Vec<usize> {
        let here = &self.levels[level];
        let outside = |at: &usize| here.roles[*at] != Role::Zone && !splits[*at];
        let leads_in = |at: &usize| {
            targets[*at].iter().any(|(_, target)| matches!(target, Target::Item(to) if here.roles[*to] == Role::Zone))
        };
        (0..here.items.len()).filter(outside).filter(leads_in).collect()
    }

    /// Returns whether lanes diverge at the end of an item, or before it.
    pub(crate) fn is_apart(&self, at: Place) -> bool {
        let level = &self.levels[at.level];
        level.roles[at.item] == Role::Zone || level.starts.contains_key(&at.item)
    }

    /// For each level the only exit block of its loop, if there is just one.
    pub(crate) fn only_exits(&self) -> Vec<Option<BlockId>> {
        let mut only = vec![None; self.levels.len()];
        for item in self.levels.iter().flat_map(|level| &level.items) {
            if let Item::Loop(inner) = *item
                && let [target] = self.leads_to(*item).into_iter().collect::<Vec<_>>().as_slice()
            {
                only[inner] = *target;
            }
        }
        only
    }

    /// Returns whether a way leads from all lanes of an item to all lanes of a block.
    pub(crate) fn is_direct(&self, mut at: Place, target: BlockId) -> bool {
        loop {
            if self.is_apart(at) {
                return false;
            }
            if self.target(at.level, target) != Target::Exit {
                return true;
            }
            if self.levels[at.level].diverges {
                return false;
            }
            match self.levels[at.level].parent {
                Some(outer) => at = outer,
                None => return true,
            }
        }
    }

    /// Returns whether all lanes that run a block come to it by the same path each time. Iterations of a loop are
    /// entered by all lanes from outside or by all from inside.
    pub(crate) fn is_exact(&self, block: BlockId) -> bool {
        let Some(Place { level, item }) = self.home.get(&block).copied() else { return false };
        let sources = self.before.get(&block).into_iter().flatten().copied();
        let is_header = level > 0 && item == 0;
        let (inside, outside): (Vec<BlockId>, Vec<BlockId>) =
            sources.partition(|from| is_header && self.is_inside(level, *from));
        [inside, outside].iter().all(|ways| {
            let is_direct = |from: &BlockId| self.home.get(from).is_some_and(|home| self.is_direct(*home, block));
            ways.len() <= 1 || ways.iter().all(is_direct)
        })
    }

    /// Returns whether a value defined in one block may be of another iteration in another block: lanes have left the
    /// loop at any time.
    pub(crate) fn outlives(&self, made: BlockId, used: BlockId) -> bool {
        let Some(mut level) = self.home.get(&made).map(|home| home.level) else { return false };
        loop {
            if self.is_inside(level, used) {
                return false;
            }
            if self.levels[level].diverges {
                return true;
            }
            match self.levels[level].parent {
                Some(outer) => level = outer.level,
                None => return false,
            }
        }
    }

    /// Returns whether lanes leave the loops around a block together.
    pub(crate) fn is_in_step(&self, block: BlockId) -> bool {
        let mut level = self.home.get(&block).map(|home| home.level);
        while let Some(number) = level {
            if number > 0 && self.levels[number].diverges {
                return false;
            }
            level = self.levels[number].parent.map(|outer| outer.level);
        }
        true
    }

    /// The supposed number of times that a block runs.
    pub(crate) fn runs(&self, block: BlockId) -> u64 {
        let (mut loops, mut level) = (0, self.home.get(&block).map(|home| home.level));
        while let Some(outer) = level.and_then(|level| self.levels[level].parent).filter(|_| loops < MOST_LOOPS) {
            (loops, level) = (loops + 1, Some(outer.level));
        }
        ITERATIONS.pow(loops)
    }

    /// Returns whether all lanes of a region reach a block at once, in the same iteration.
    pub(crate) fn is_straight(&self, block: BlockId) -> bool {
        let Some(mut at) = self.home.get(&block).copied() else { return false };
        loop {
            let level = &self.levels[at.level];
            if level.roles[at.item] == Role::Zone || level.diverges && at.level > 0 {
                return false;
            }
            match level.parent {
                Some(outer) => at = outer,
                None => return true,
            }
        }
    }
}

/// An order in which the blocks of each loop are contiguous: loop exits are visited first, so that the code after a
/// loop comes last. For regions that begin in the middle of a loop, about which constructs say nothing.
fn order_by_loops(entry: BlockId, next: &FxHashMap<BlockId, Vec<BlockId>>) -> Vec<BlockId> {
    let doms = Dominators::new(entry, |block| next[&block].clone());
    let mut before: FxHashMap<BlockId, Vec<BlockId>> = FxHashMap::default();
    let mut headers: Map<BlockId, Vec<BlockId>> = Map::default();
    for block in doms.order() {
        for target in &next[block] {
            before.entry(*target).or_default().push(*block);
            if doms.dominates(*target, *block) {
                headers.entry(*target).or_default().push(*block);
            }
        }
    }
    let bodies: Vec<Set<BlockId>> = headers.iter().map(|(header, ends)| body(*header, ends, &before)).collect();
    walk::reverse_post_order(entry, |block| {
        let leaves = |to: &BlockId| bodies.iter().filter(|body| body.contains(&block) && !body.contains(to)).count();
        let mut next = next[&block].clone();
        next.sort_by_key(leaves);
        next
    })
}

/// The natural loop of a header: the blocks that lead back to it.
fn body(header: BlockId, ends: &[BlockId], before: &FxHashMap<BlockId, Vec<BlockId>>) -> Set<BlockId> {
    let (mut found, mut stack) = (Set::default(), ends.to_vec());
    found.insert(header);
    while let Some(block) = stack.pop() {
        if found.insert(block) {
            stack.extend(before.get(&block).into_iter().flatten());
        }
    }
    found
}

/// The first and last position of the blocks of each loop, by their first.
fn spans(
    order: &[BlockId],
    position: &FxHashMap<BlockId, usize>,
    next: &FxHashMap<BlockId, Vec<BlockId>>,
) -> Vec<(usize, usize)> {
    let mut last: FxHashMap<usize, usize> = FxHashMap::default();
    for (at, block) in order.iter().enumerate() {
        for target in &next[block] {
            let to = position[target];
            if to <= at {
                let end = last.entry(to).or_default();
                *end = (*end).max(at);
            }
        }
    }
    let mut spans: Vec<(usize, usize)> = last.into_iter().collect();
    spans.sort_unstable();
    spans
}

fn levels(order: &[BlockId], spans: &[(usize, usize)]) -> Result<Vec<Level>, Reason> {
    let level = |span: (usize, usize)| Level {
        parent: None,
        header: order[span.0],
        items: Vec::new(),
        roles: Vec::new(),
        starts: FxHashMap::default(),
        diverges: false,
        span,
    };
    let mut open: Vec<usize> = Vec::new();
    for (start, end) in spans {
        open.retain(|last| *last >= *start);
        if open.iter().any(|last| *last < *end) {
            return Err(Reason::Irreducible);
        }
        open.push(*end);
    }
    let whole = level((0, order.len() - 1));
    Ok(std::iter::once(whole).chain(spans.iter().map(|span| level(*span))).collect())
}
