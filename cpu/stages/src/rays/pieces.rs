//! A shader that starts rays or calls, cut into segments: what runs between two returns to the loop of the machine.
//!
//! A *piece* is a block, or a part of one: blocks end where a ray or a call starts. A *segment* is a tree of pieces that run
//! together. A construct (a selection or a loop) in which no ray and no call starts is a part of the segment before it, as
//! it is; the pieces of the others are segments of their own.

use super::functions::blocks;
use super::hit_objects::is_start;
use super::library::Function;
use crate::code::Code;
use crate::error::{Result, unsupported};
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use rustc_hash::FxHashMap;
use spirv::Op;
use std::collections::BTreeSet;
use std::ops::Range;

/// The most pieces of a shader.
const MOST_PIECES: usize = 1 << 14;

/// How a piece ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// A ray or a call starts; the next piece follows it.
    Start,
    Branch(usize),
    /// A branch to one of two.
    Either(usize, usize),
    /// The default, and the others with their literals.
    Switch(usize, Vec<(u32, usize)>),
    Return,
}

/// A block, or a part of one.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) label: u32,
    /// Its instructions, without the label; with what ends it.
    pub(super) insts: Range<usize>,
    pub(super) end: End,
    /// True if it follows the start of a ray or a call.
    pub(super) resumes: bool,
    /// The piece where the construct that it opens ends, and whether it is a loop.
    pub(super) merge: Option<(usize, bool)>,
    /// Where the loop that it opens goes on.
    again: Option<usize>,
    pub(super) preds: Vec<usize>,
    /// The first piece of its segment.
    pub(super) leader: usize,
}

/// The pieces of a shader, in the order of its blocks.
pub(super) struct Pieces {
    pub(super) all: Vec<Piece>,
    /// The last piece of each block.
    pub(super) last: FxHashMap<u32, usize>,
    /// The headers of constructs that are parts of a segment, by the piece where they end.
    pub(super) closed: FxHashMap<usize, usize>,
    /// True for pieces within such constructs.
    pub(super) interior: Vec<bool>,
}

impl Pieces {
    /// Cuts a function.
    ///
    /// # Errors
    /// When it is too large, or has a switch over numbers that are not of 32 bits.
    pub(super) fn new(code: &mut Code<'_>, function: &Function) -> Result<Pieces> {
        let (mut all, mut last, mut first) = (Vec::new(), FxHashMap::default(), FxHashMap::default());
        for block in blocks(code, function.insts.clone()) {
            let label = code.index.insts[block.start].result_id();
            first.insert(label, all.len());
            cut(code, block, &mut all);
            last.insert(label, all.len() - 1);
        }
        if all.len() > MOST_PIECES {
            return unsupported(&code.index.insts[function.insts.start], "the shader", "it has too many blocks");
        }
        for piece in &mut all {
            ends(code, piece, &first)?;
        }
        let mut pieces = Pieces { interior: vec![false; all.len()], all, last, closed: FxHashMap::default() };
        pieces.link();
        pieces.join();
        Ok(pieces)
    }

    /// The pieces that may follow one.
    pub(super) fn successors(&self, at: usize) -> Vec<usize> {
        match &self.all[at].end {
            End::Start => vec![at + 1],
            End::Branch(to) => vec![*to],
            End::Either(yes, no) => vec![*yes, *no],
            End::Switch(usual, others) => std::iter::once(*usual)
                .chain(others.iter().map(|(_, to)| *to))
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect(),
            End::Return => Vec::new(),
        }
    }

    /// Returns whether a piece opens a loop that is a part of its segment.
    pub(super) fn is_closed_loop(&self, at: usize) -> bool {
        self.all[at].merge.is_some_and(|(merge, is_loop)| is_loop && self.closed.get(&merge) == Some(&at))
    }

    fn link(&mut self) {
        for at in 0..self.all.len() {
            for to in self.successors(at) {
                if !self.all[to].preds.contains(&at) {
                    self.all[to].preds.push(at);
                }
            }
        }
    }

    /// Puts pieces into segments.
    fn join(&mut self) {
        let dominators = self.dominators();
        let spans = spans(&dominators);
        let regions: Vec<Option<BTreeSet<usize>>> =
            (0..self.all.len()).map(|at| self.region(at, &dominators, &spans)).collect();
        let mut fits = vec![false; self.all.len()];
        // Inner constructs come behind the outer ones.
        for at in (0..self.all.len()).rev() {
            fits[at] = regions[at].as_ref().is_some_and(|region| self.fits(at, region, &fits));
        }
        for at in 0..self.all.len() {
            self.all[at].leader = self.leader(at, &regions, &fits).unwrap_or(at);
            if let Some(region) = regions[at].as_ref().filter(|_| fits[at])
                && let Some((merge, _)) = self.all[at].merge
            {
                self.closed.insert(merge, at);
                region.iter().for_each(|inner| self.interior[*inner] = true);
            }
        }
    }

    /// The first piece of the segment that a piece joins, if it joins one before it.
    fn leader(&self, at: usize, regions: &[Option<BTreeSet<usize>>], fits: &[bool]) -> Option<usize> {
        let piece = &self.all[at];
        if piece.resumes || piece.preds.is_empty() {
            return None;
        }
        if self.interior[at] {
            return piece.preds.iter().filter(|pred| **pred < at).map(|pred| self.all[*pred].leader).next();
        }
        let own = regions[at].as_ref().filter(|_| fits[at]);
        let is_back = |pred: usize| pred == at || own.is_some_and(|region| region.contains(&pred));
        let mut preds = piece.preds.iter().copied().filter(|pred| !is_back(*pred));
        if let Some(header) = self.closed.get(&at)
            && let Some(region) = &regions[*header]
        {
            let is_inside = preds.all(|pred| pred == *header || region.contains(&pred));
            return is_inside.then_some(self.all[*header].leader);
        }
        let only = preds.next().filter(|_| preds.next().is_none())?;
        let follows = only < at && self.all[only].end == End::Branch(at) && !self.interior[only];
        follows.then_some(self.all[only].leader)
    }

    /// Returns whether a construct can be a part of a segment.
    fn fits(&self, header: usize, region: &BTreeSet<usize>, fits: &[bool]) -> bool {
        let Some((merge, is_loop)) = self.all[header].merge else { return false };
        let is_closed = is_loop || matches!(self.all[header].end, End::Switch(..));
        let mut all = region.iter().copied().chain([header]);
        let is_inside = |to: usize| region.contains(&to) || to == merge || (is_loop && to == header);
        all.all(|at| {
            let piece = &self.all[at];
            let is_left = piece.end == End::Return || self.successors(at).iter().any(|to| !is_inside(*to));
            let opens =
                at != header && piece.merge.is_some_and(|(_, is_loop)| is_loop || matches!(piece.end, End::Switch(..)));
            piece.end != End::Start
                && (at == header || !piece.resumes)
                && !(is_closed && is_left)
                && (!opens || fits[at])
        })
    }

    /// The pieces of the construct that a piece opens, without itself and without the piece where the construct ends.
    fn region(&self, header: usize, dominators: &[usize], spans: &[Range<usize>]) -> Option<BTreeSet<usize>> {
        let (merge, _) = self.all[header].merge?;
        let is_under = |at: usize, above: usize| spans[above].contains(&spans[at].start);
        // Where the constructs around this one end, or go on, may be under its header as well.
        let mut outside = vec![merge];
        let mut above = header;
        while above != dominators[above] {
            above = dominators[above];
            if let Some((end, _)) = self.all[above].merge.filter(|(end, _)| !is_under(header, *end)) {
                outside.extend([Some(end), self.all[above].again].into_iter().flatten());
            }
        }
        outside.retain(|own| is_under(*own, header));
        let is_in = |at: &usize| is_under(*at, header) && !outside.iter().any(|own| is_under(*at, *own));
        Some((header + 1..self.all.len()).filter(is_in).collect())
    }

    /// The immediate dominator of each piece. Blocks come behind those that dominate them.
    fn dominators(&self) -> Vec<usize> {
        let mut dominators: Vec<usize> = (0..self.all.len()).collect();
        let mut known = vec![false; self.all.len()];
        if let Some(first) = known.first_mut() {
            *first = true;
        }
        loop {
            let mut changed = false;
            for at in 1..self.all.len() {
                let mut found: Option<usize> = None;
                for pred in self.all[at].preds.iter().copied().filter(|pred| known[*pred]) {
                    found = Some(match found {
                        None => pred,
                        Some(own) => meet(&dominators, own, pred),
                    });
                }
                if let Some(found) = found
                    && (!known[at] || dominators[at] != found)
                {
                    (known[at], dominators[at], changed) = (true, found, true);
                }
            }
            if !changed {
                return dominators;
            }
        }
    }
}

/// For each piece a range of numbers that has those of all pieces that it dominates, its own first.
fn spans(dominators: &[usize]) -> Vec<Range<usize>> {
    let mut below = vec![Vec::new(); dominators.len()];
    for (at, dominator) in dominators.iter().enumerate().filter(|(at, dominator)| at != *dominator) {
        below[*dominator].push(at);
    }
    let mut spans = vec![0..0; dominators.len()];
    let mut next = 0;
    // What nothing reaches is a tree of its own.
    for root in (0..dominators.len()).filter(|at| dominators[*at] == *at) {
        let mut todo = vec![(root, false)];
        while let Some((at, is_done)) = todo.pop() {
            if is_done {
                spans[at].end = next;
                continue;
            }
            spans[at].start = next;
            next += 1;
            todo.push((at, true));
            todo.extend(below[at].iter().map(|inner| (*inner, false)));
        }
    }
    spans
}

/// The nearest piece that dominates two.
fn meet(dominators: &[usize], mut one: usize, mut other: usize) -> usize {
    while one != other {
        if one > other {
            if dominators[one] == one {
                return other;
            }
            one = dominators[one];
        } else {
            if dominators[other] == other {
                return one;
            }
            other = dominators[other];
        }
    }
    one
}

/// Cuts a block where rays and calls start.
fn cut(code: &mut Code<'_>, block: Range<usize>, all: &mut Vec<Piece>) {
    let mut label = code.index.insts[block.start].result_id();
    let (mut start, mut resumes) = (block.start + 1, false);
    let piece = |label, insts, end, resumes| {
        let (merge, preds) = (None, Vec::new());
        Piece { label, insts, end, resumes, merge, again: None, preds, leader: 0 }
    };
    for at in block.start + 1..block.end {
        if is_start(&code.index.insts[at]) {
            all.push(piece(label, start..at + 1, End::Start, resumes));
            (label, start, resumes) = (code.fresh(), at + 1, true);
        }
    }
    all.push(piece(label, start..block.end, End::Return, resumes));
}

/// Finds where a piece goes.
fn ends(code: &Code<'_>, piece: &mut Piece, first: &FxHashMap<u32, usize>) -> Result<()> {
    if piece.end == End::Start {
        return Ok(());
    }
    let insts = &code.index.insts[piece.insts.clone()];
    let Some(last) = insts.last() else { return Ok(()) };
    let to = |id: u32| first.get(&id).copied().unwrap_or(0);
    piece.end = match last.op {
        Op::Branch => End::Branch(to(last.id(0))),
        Op::BranchConditional => End::Either(to(last.id(1)), to(last.id(2))),
        Op::Switch => {
            let selector = code.index.def(last.id(0)).map_or(0, |def| def.type_id());
            let is_word = code.index.def(selector).is_some_and(|ty| ty.op == Op::TypeInt && ty.literal(0) == 32);
            if !is_word {
                return unsupported(last, "OpSwitch", "over numbers that are not of 32 bits, around a ray or a call");
            }
            let count = last.operands.len().saturating_sub(2) / 2;
            let others = (0..count).map(|at| (last.literal(2 + 2 * at), to(last.id(3 + 2 * at)))).collect();
            End::Switch(to(last.id(1)), others)
        }
        _ => End::Return,
    };
    let merge = insts.iter().find(|inst| matches!(inst.op, Op::SelectionMerge | Op::LoopMerge));
    piece.merge = merge.map(|merge: &Inst| (to(merge.id(0)), merge.op == Op::LoopMerge));
    piece.again = merge.filter(|merge| merge.op == Op::LoopMerge).map(|merge| to(merge.id(1)));
    Ok(())
}

/// The incoming values of a phi, and the blocks that they come from.
pub(super) fn phi(inst: &Inst) -> Vec<(u32, u32)> {
    let ids: Vec<u32> = inst.ids_from(0).collect();
    ids.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}
