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
use base::intern::Interner;
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

/// The part of a scan that other units have in common with it.
#[derive(Debug)]
pub(super) enum Start {
    /// Nothing is known, and nothing is to be kept.
    Plain,
    /// The unit is to be kept.
    Recorded,
    /// The scan begins at the snapshot, if there is one, and passes a boundary at which another one is to be taken, if it is given.
    Known { unit: Arc<Unit>, from: Option<Arc<Snapshot>>, target: Option<usize> },
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
        let common = unit.text.common(tokens, fingerprints);
        let boundaries = &unit.text.boundaries;
        let behind = boundaries.partition_point(|&at| at <= common);
        let Some(&last) = boundaries[..behind].last().filter(|&&last| last >= WORTH) else {
            return Start::Plain;
        };
        let from = unit.snapshots.iter().rev().find(|snapshot| snapshot.at <= last).cloned();
        let is_new = from.as_ref().is_none_or(|from| from.at < last) && unit.snapshots.len() < MAX_SNAPSHOTS;
        #[cfg(test)]
        self.spared.fetch_add(from.as_ref().map_or(0, |from| from.at), std::sync::atomic::Ordering::Relaxed);
        Start::Known { target: Some(last).filter(|_| is_new), from, unit }
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

    /// Adds a snapshot of a unit.
    pub(super) fn add(&self, key: Fingerprint, unit: &Unit, snapshot: Snapshot) {
        let mut unit = unit.clone();
        let place = unit.snapshots.partition_point(|known| known.at < snapshot.at);
        unit.snapshots.insert(place, Arc::new(snapshot));
        self.known().add(key, Known::Unit(Arc::new(unit)));
    }
}

impl Text {
    /// The number of tokens with which another unit begins as well: those with the same names in the same texts.
    fn common(&self, tokens: &[Token], fingerprints: &Fingerprints<'_>) -> usize {
        let (sources, names) = fingerprints.origin();
        let mut same_names = vec![false; self.names.len()];
        let mut of_files: Map<FileId, Fingerprint> = Map::default();
        // The current file, and where it is in the other unit.
        let (mut file, mut moved) = (0..0, 0u32);
        let pairs = self.tokens.iter().zip(tokens);
        for (at, (own, other)) in pairs.enumerate() {
            if (own.kind, own.flags, own.symbol) != (other.kind, other.flags, other.symbol) {
                return at;
            }
            let is_known = &mut same_names[own.symbol.raw() as usize];
            if !*is_known {
                if other.symbol.raw() as usize >= names.len()
                    || self.names.resolve(own.symbol) != names.resolve(other.symbol)
                {
                    return at;
                }
                *is_known = true;
            }
            let places = [own.span.lo, other.span.lo];
            match places.map(SourceMap::is_in_file) {
                [true, true] => {}
                // The texts of literals that macros have made are not compared.
                [false, false] if !matches!(own.kind, TokenKind::Str | TokenKind::Char) => continue,
                [false, false] | [false, true] | [true, false] => return at,
            }
            if !file.contains(&places[0]) {
                let found = self.files.partition_point(|(range, _)| range.end <= places[0]);
                let Some(((range, text), id)) = self.files.get(found).zip(sources.file_at(places[1])) else {
                    return at;
                };
                let same = *of_files.entry(id).or_insert_with(|| Fingerprint::of(sources.file(id).text())) == *text;
                if !same || !range.contains(&places[0]) {
                    return at;
                }
                (file, moved) = (range.clone(), sources.file(id).base().wrapping_sub(range.start));
            }
            let is_moved = |own: u32, other: u32| own.wrapping_add(moved) == other;
            if !is_moved(own.span.lo, other.span.lo) || !is_moved(own.span.hi, other.span.hi) {
                return at;
            }
        }
        self.tokens.len().min(tokens.len())
    }
}
