//! Units that were scanned before, for others that begin with the same tokens: permutations of a shader have long headers in
//! common, and what a scan knows behind them depends on them alone.
//!
//! A unit is kept when its main text comes for the second time. Others find how far their tokens are the same, and go on from the
//! last declaration before that. Must not know how declarations are found.

use super::Declaration;
use crate::fingerprint::{Fingerprint, Fingerprints};
use crate::token::{Token, TokenKind};
use base::generations::Generations;
use base::intern::{Interner, Symbol};
use base::source::{FileId, SourceMap};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The units.
#[derive(Debug)]
pub struct ScannedUnits {
    known: Mutex<Generations<Fingerprint, Known>>,
    /// The number of tokens that were not scanned again.
    #[cfg(test)]
    pub(super) spared: std::sync::atomic::AtomicUsize,
}

#[derive(Clone, Debug)]
enum Known {
    /// It came once.
    Once,
    Unit(Arc<Unit>),
}

/// A unit.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    text: Arc<Text>,
    /// The states of a scan at some of its boundaries, the first one first.
    snapshots: Vec<Arc<Snapshot>>,
}

/// The tokens of a unit.
#[derive(Debug)]
struct Text {
    tokens: Box<[Token]>,
    names: Interner,
    /// The places of its files, each with a fingerprint of the text.
    files: Box<[(Range<u32>, Fingerprint)]>,
    /// The positions of tokens between two declarations.
    boundaries: Box<[usize]>,
    /// The extent of each chunk of `tokens`, in their order.
    chunks: Box<[Extent]>,
}

/// The extent of some tokens: the highest symbol, and the positions of the first and the last one.
#[derive(Clone, Copy, Debug)]
struct Extent {
    symbol: u32,
    lowest: u32,
    highest: u32,
}

impl Extent {
    fn of(tokens: &[Token]) -> Self {
        let nothing = Extent { symbol: 0, lowest: u32::MAX, highest: 0 };
        tokens.iter().fold(nothing, |all, token| Extent {
            symbol: all.symbol.max(token.symbol.raw()),
            lowest: all.lowest.min(token.span.lo),
            highest: all.highest.max(token.span.lo),
        })
    }
}

/// The state of a scan between two declarations.
#[derive(Debug)]
pub(super) struct Snapshot {
    /// The position of the next token.
    pub(super) at: usize,
    pub(super) around: Fingerprint,
    /// By number of the symbol.
    pub(super) history: Vec<Fingerprint>,
    pub(super) found: Vec<Declaration>,
}

/// The limit of all units, in tokens.
const MAX_TOKENS: usize = 1 << 20;
/// The tokens that a declaration counts as.
const DECLARATION: usize = 4;
/// The limit of the snapshots of a unit.
const MAX_SNAPSHOTS: usize = 16;
/// The number of tokens for which it is worth to begin behind them.
const WORTH: usize = 256;
/// The declarations for which there is room behind those of a snapshot.
const MORE_FOUND: usize = 32;
/// The number of tokens that are compared at once.
const CHUNK: usize = 64;

impl Default for ScannedUnits {
    fn default() -> Self {
        ScannedUnits {
            known: Mutex::new(Generations::new(MAX_TOKENS, Known::weight)),
            #[cfg(test)]
            spared: std::sync::atomic::AtomicUsize::new(0),
        }
    }
}

impl Known {
    fn weight(&self) -> usize {
        match self {
            Known::Once => 1,
            Known::Unit(unit) => {
                let of = |snapshot: &Arc<Snapshot>| snapshot.history.len() + DECLARATION * snapshot.found.len();
                2 * unit.text.tokens.len() + unit.snapshots.iter().map(of).sum::<usize>()
            }
        }
    }
}

/// The symbols of another unit, by number of a symbol of this one, for names that occur in the tokens of both.
#[derive(Debug)]
pub(super) struct Symbols {
    /// The number of names with which both units begin, and which have the same symbols.
    common: usize,
    /// The symbols of the names behind these.
    others: Vec<Option<Symbol>>,
}

impl Symbols {
    /// The symbols of this many names, with which both units begin, of all names of this one.
    fn of_common(common: u32, all: usize) -> Self {
        let common = (common as usize).min(all);
        Symbols { common, others: vec![None; all - common] }
    }

    /// The symbol of the other unit.
    fn of(&self, own: Symbol) -> Option<Symbol> {
        match (own.raw() as usize).checked_sub(self.common) {
            Some(at) => self.others.get(at).copied().flatten(),
            None => Some(own),
        }
    }

    /// The names behind those with which both units begin, with their symbols in both.
    fn pairs(&self) -> impl Iterator<Item = (usize, Symbol)> {
        self.others.iter().enumerate().filter_map(|(at, other)| Some((self.common + at, (*other)?)))
    }

    /// A snapshot of this unit as one of the other unit, which has this many names.
    pub(super) fn moved(&self, snapshot: &Snapshot, names: usize) -> Snapshot {
        let mut history = Vec::with_capacity(names);
        history.extend_from_slice(&snapshot.history[..self.common]);
        history.resize(names, Fingerprint::NOTHING);
        for (own, other) in self.pairs() {
            history[other.raw() as usize] = snapshot.history[own];
        }
        let of = |name: Symbol| self.of(name).unwrap_or(name);
        let moved = snapshot.found.iter().map(|found| Declaration { name: of(found.name), ..found.clone() });
        let mut found = Vec::with_capacity(snapshot.found.len() + MORE_FOUND);
        found.extend(moved);
        Snapshot { at: snapshot.at, around: snapshot.around, history, found }
    }

    /// The symbols of this unit by those of the other one.
    fn inverse(&self) -> Self {
        let count = self.pairs().map(|(_, other)| other.raw() as usize + 1).max().unwrap_or(self.common);
        let mut others = vec![None; count - self.common];
        for (own, other) in self.pairs() {
            others[other.raw() as usize - self.common] = Some(Symbol::new(own as u32));
        }
        Symbols { common: self.common, others }
    }
}

/// The part of a scan that other units have in common with it.
#[derive(Debug)]
pub(super) enum Start {
    /// Nothing is known, and nothing is to be kept.
    Plain,
    /// The unit is to be kept.
    Recorded,
    /// The scan begins at the snapshot, if there is one, and passes a boundary at which another one is to be taken, if it is given.
    Known { unit: Arc<Unit>, symbols: Symbols, from: Option<Arc<Snapshot>>, target: Option<usize> },
}

impl ScannedUnits {
    fn known(&self) -> MutexGuard<'_, Generations<Fingerprint, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of the beginning of a unit with a key.
    pub(super) fn start(&self, key: Fingerprint, tokens: &[Token], fingerprints: &Fingerprints<'_>) -> Start {
        let known = self.known().find(key);
        let unit = match known {
            None => {
                self.known().add(key, Known::Once);
                return Start::Plain;
            }
            Some(Known::Once) => return Start::Recorded,
            Some(Known::Unit(unit)) => unit,
        };
        let (common, symbols) = unit.text.common(tokens, fingerprints);
        let boundaries = &unit.text.boundaries;
        let behind = boundaries.partition_point(|&at| at <= common);
        let Some(&last) = boundaries[..behind].last().filter(|&&last| last >= WORTH) else {
            return Start::Plain;
        };
        let from = unit.snapshots.iter().rev().find(|snapshot| snapshot.at <= last).cloned();
        let is_new = from.as_ref().is_none_or(|from| from.at < last) && unit.snapshots.len() < MAX_SNAPSHOTS;
        #[cfg(test)]
        self.spared.fetch_add(from.as_ref().map_or(0, |from| from.at), std::sync::atomic::Ordering::Relaxed);
        Start::Known { target: Some(last).filter(|_| is_new), from, symbols, unit }
    }

    /// Keeps a unit with the boundaries that a scan has passed.
    pub(super) fn keep(
        &self,
        key: Fingerprint,
        tokens: &[Token],
        fingerprints: &Fingerprints<'_>,
        boundaries: Vec<usize>,
    ) {
        let (sources, names) = fingerprints.origin();
        let of = |(_, file): (FileId, &base::source::SourceFile)| {
            (file.base()..file.base() + file.text().len() as u32 + 1, Fingerprint::of_file(file))
        };
        let text = Text {
            tokens: tokens.into(),
            names: names.clone(),
            files: sources.files().map(of).collect(),
            boundaries: boundaries.into(),
            chunks: tokens.chunks(CHUNK).map(Extent::of).collect(),
        };
        self.known().add(key, Known::Unit(Arc::new(Unit { text: Arc::new(text), snapshots: Vec::new() })));
    }

    /// Adds a snapshot of a unit, which one with other symbols has made.
    pub(super) fn add(&self, key: Fingerprint, unit: &Unit, symbols: &Symbols, snapshot: &Snapshot) {
        let mut unit = unit.clone();
        let snapshot = symbols.inverse().moved(snapshot, unit.text.names.len());
        let place = unit.snapshots.partition_point(|known| known.at < snapshot.at);
        unit.snapshots.insert(place, Arc::new(snapshot));
        self.known().add(key, Known::Unit(Arc::new(unit)));
    }
}

impl Text {
    /// The number of tokens with which another unit begins as well, those with the same names in the same texts; and its symbols.
    fn common(&self, tokens: &[Token], fingerprints: &Fingerprints<'_>) -> (usize, Symbols) {
        let common_names = self.names.common_count(fingerprints.origin().1);
        let symbols = Symbols::of_common(common_names, self.names.len());
        let mut compared = Compared { text: self, fingerprints, common_names, symbols, file: 0..0, moved: 0 };
        let mut common = 0;
        for ((own, extent), other) in self.tokens.chunks(CHUNK).zip(&self.chunks).zip(tokens.chunks(CHUNK)) {
            let same = compared.same(own, *extent, other);
            common += same;
            if same < own.len() {
                break;
            }
        }
        (common, compared.symbols)
    }
}

/// Returns whether as many tokens are the same. Without branches, it takes a few instructions for each.
fn have_equal_bits(own: &[Token], other: &[Token]) -> bool {
    let differing = |(own, other): (&Token, &Token)| {
        let places = (own.span.lo ^ other.span.lo) | (own.span.hi ^ other.span.hi);
        let kinds = u32::from(own.kind as u8 ^ other.kind as u8) | u32::from(own.flags != other.flags);
        places | kinds | (own.symbol.raw() ^ other.symbol.raw())
    };
    own.iter().zip(other).fold(0, |all, tokens| all | differing(tokens)) == 0
}

/// Two units, as far as they are compared.
struct Compared<'a> {
    text: &'a Text,
    fingerprints: &'a Fingerprints<'a>,
    /// The number of names that have the same symbols in both.
    common_names: u32,
    symbols: Symbols,
    /// The current file, and how far it is from there in the other unit.
    file: Range<u32>,
    moved: u32,
}

impl Compared<'_> {
    /// The number of tokens with which both of the next two chunks begin.
    fn same(&mut self, own: &[Token], extent: Extent, other: &[Token]) -> usize {
        if own.len() == other.len() && self.is_in_place(extent) && have_equal_bits(own, other) {
            return own.len();
        }
        own.iter().zip(other).take_while(|(own, other)| self.is_same(own, other)).count()
    }

    /// Returns whether tokens of this extent mean the same in the other unit as they are. Nearly all chunks of a header do.
    fn is_in_place(&self, extent: Extent) -> bool {
        let is_in_file = self.file.contains(&extent.lowest) && self.file.contains(&extent.highest);
        self.moved == 0 && is_in_file && extent.symbol < self.common_names
    }

    /// Returns whether the next two tokens are the same, in the same places of files with the same text.
    fn is_same(&mut self, own: &Token, other: &Token) -> bool {
        if own.kind != other.kind || own.flags != other.flags || !self.is_same_name(own.symbol, other.symbol) {
            return false;
        }
        match [own.span.lo, other.span.lo].map(SourceMap::is_in_file) {
            [true, true] => {}
            // The texts of literals that macros have made are not compared.
            [false, false] => return !matches!(own.kind, TokenKind::Str | TokenKind::Char),
            [false, true] | [true, false] => return false,
        }
        if !self.file.contains(&own.span.lo) && !self.enter_file(own.span.lo, other.span.lo) {
            return false;
        }
        let is_moved = |own: u32, other: u32| own.wrapping_add(self.moved) == other;
        is_moved(own.span.lo, other.span.lo) && is_moved(own.span.hi, other.span.hi)
    }

    fn is_same_name(&mut self, own: Symbol, other: Symbol) -> bool {
        if let Some(known) = self.symbols.of(own) {
            return known == other;
        }
        let is_same = self.text.names.resolve(own) == self.fingerprints.origin().1.resolve(other);
        let at = own.raw() as usize - self.symbols.common;
        self.symbols.others[at] = is_same.then_some(other);
        is_same
    }

    /// Passes on to the files of two positions. Returns whether they have the same text.
    fn enter_file(&mut self, own: u32, other: u32) -> bool {
        let sources = self.fingerprints.origin().0;
        let found = self.text.files.partition_point(|(range, _)| range.end <= own);
        let Some(((range, text), id)) = self.text.files.get(found).zip(sources.file_at(other)) else { return false };
        let file = sources.file(id);
        (self.file, self.moved) = (range.clone(), file.base().wrapping_sub(range.start));
        Fingerprint::of_file(file) == *text && range.contains(&own)
    }
}
