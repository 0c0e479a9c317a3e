//! Units that were scanned before, for others that begin with the same tokens: permutations of a shader have long headers in
//! common, and what a scan knows behind them depends on them alone.
//!
//! A unit is kept when its main text comes for the second time. Others find how far their tokens are the same, and go on from the
//! last declaration before that. Must not know how declarations are found.

use super::Declaration;
use crate::fingerprint::{Fingerprint, Fingerprints};
use crate::token::{Token, TokenKind};
use base::generations::Generations;
use base::ids::Map;
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
}

/// The state of a scan between two declarations.
#[derive(Debug)]
pub(super) struct Snapshot {
    /// The position of the next token.
    pub(super) at: usize,
    pub(super) around: Fingerprint,
    /// By number of the symbol.
    pub(super) history: Box<[Fingerprint]>,
    pub(super) found: Box<[Declaration]>,
}

/// The limit of all units, in tokens.
const MAX_TOKENS: usize = 1 << 20;
/// The tokens that a declaration counts as.
const DECLARATION: usize = 4;
/// The limit of the snapshots of a unit.
const MAX_SNAPSHOTS: usize = 16;
/// The number of tokens for which it is worth to begin behind them.
const WORTH: usize = 256;
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
pub(super) struct Symbols(Vec<Option<Symbol>>);

impl Symbols {
    /// The symbols of this many names, with which both units begin, of all names of this one.
    fn of_common(common: u32, all: usize) -> Self {
        let mut symbols: Vec<Option<Symbol>> = (0..common).map(Symbol::new).map(Some).collect();
        symbols.resize(all, None);
        Symbols(symbols)
    }

    /// A snapshot of this unit as one of the other unit, which has this many names.
    pub(super) fn moved(&self, snapshot: &Snapshot, names: usize) -> Snapshot {
        let mut history = vec![Fingerprint::NOTHING; names].into_boxed_slice();
        for (own, other) in snapshot.history.iter().zip(&self.0).filter_map(|(own, other)| Some((own, (*other)?))) {
            history[other.raw() as usize] = *own;
        }
        let of = |name: Symbol| self.0.get(name.raw() as usize).copied().flatten().unwrap_or(name);
        let found = snapshot.found.iter().map(|found| Declaration { name: of(found.name), ..found.clone() });
        Snapshot { at: snapshot.at, around: snapshot.around, history, found: found.collect() }
    }

    /// The symbols of this unit by those of the other one.
    fn inverse(&self) -> Self {
        let count = self.0.iter().flatten().map(|other| other.raw() as usize + 1).max().unwrap_or(0);
        let mut inverse = vec![None; count];
        for (own, other) in (0..).zip(&self.0).filter_map(|(own, other)| Some((own, (*other)?))) {
            inverse[other.raw() as usize] = Some(Symbol::new(own));
        }
        Symbols(inverse)
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
            (file.base()..file.base() + file.text().len() as u32 + 1, Fingerprint::of(file.text()))
        };
        let text = Text {
            tokens: tokens.into(),
            names: names.clone(),
            files: sources.files().map(of).collect(),
            boundaries: boundaries.into(),
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
        let of_files = Map::default();
        let mut compared = Compared { text: self, fingerprints, common_names, symbols, of_files, file: 0..0, moved: 0 };
        let mut common = 0;
        for (own, other) in self.tokens.chunks(CHUNK).zip(tokens.chunks(CHUNK)) {
            let same = compared.same(own, other);
            common += same;
            if same < own.len() {
                break;
            }
        }
        (common, compared.symbols)
    }
}

/// Two units, as far as they are compared.
struct Compared<'a> {
    text: &'a Text,
    fingerprints: &'a Fingerprints<'a>,
    /// The number of names that have the same symbols in both.
    common_names: u32,
    symbols: Symbols,
    /// The fingerprints of the other unit's files.
    of_files: Map<FileId, Fingerprint>,
    /// The current file, and how far it is from there in the other unit.
    file: Range<u32>,
    moved: u32,
}

impl Compared<'_> {
    /// The number of tokens with which both of the next two chunks begin.
    fn same(&mut self, own: &[Token], other: &[Token]) -> usize {
        if own.len() == other.len() && self.is_in_place(own, other) {
            return own.len();
        }
        own.iter().zip(other).take_while(|(own, other)| self.is_same(own, other)).count()
    }

    /// Returns whether chunks have the same bits, and the same meaning by that. Nearly all chunks of a header have.
    fn is_in_place(&self, own: &[Token], other: &[Token]) -> bool {
        // Without branches, for vectors.
        let add = |(differs, symbol, lowest, highest): (u32, u32, u32, u32), (own, other): (&Token, &Token)| {
            let differing = (own.span.lo ^ other.span.lo) | (own.span.hi ^ other.span.hi);
            let differing = differing | (own.symbol.raw() ^ other.symbol.raw());
            let differing = differing | u32::from((own.kind != other.kind) | (own.flags != other.flags));
            let symbol = symbol.max(own.symbol.raw());
            (differs | differing, symbol, lowest.min(own.span.lo), highest.max(own.span.lo))
        };
        let (differs, symbol, lowest, highest) = own.iter().zip(other).fold((0, 0, u32::MAX, 0), add);
        let is_in_file = self.moved == 0 && self.file.contains(&lowest) && self.file.contains(&highest);
        differs == 0 && symbol < self.common_names && is_in_file
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
        let known = &mut self.symbols.0[own.raw() as usize];
        if let Some(known) = *known {
            return known == other;
        }
        let is_same = self.text.names.resolve(own) == self.fingerprints.origin().1.resolve(other);
        *known = is_same.then_some(other);
        is_same
    }

    /// Passes on to the files of two positions. Returns whether they have the same text.
    fn enter_file(&mut self, own: u32, other: u32) -> bool {
        let sources = self.fingerprints.origin().0;
        let found = self.text.files.partition_point(|(range, _)| range.end <= own);
        let Some(((range, text), id)) = self.text.files.get(found).zip(sources.file_at(other)) else { return false };
        let file = sources.file(id);
        let same = *self.of_files.entry(id).or_insert_with(|| Fingerprint::of(file.text())) == *text;
        (self.file, self.moved) = (range.clone(), file.base().wrapping_sub(range.start));
        same && range.contains(&own)
    }
}
