//! A record of an included file with all that is included within: what it asked for, and what it made.
//!
//! A compilation that would get the same answers makes the same of the file. Positions are from the start of the file on, and
//! names that not all compilations begin with are spelled. Must not know how anything is looked up.

use super::file_log::FileLog;
use super::macros::Definition;
use super::pragma::RecordedChanges;
use crate::token::Token;
use base::intern::{Interner, Symbol};
use base::source::{Shift, Slice};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

/// A stretch of the tokens of a compilation that is the whole of those of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The number of the record: equal numbers among compilations that share their records are equal tokens at equal distances.
    pub record: u64,
    /// The positions of the tokens.
    pub tokens: Range<usize>,
}

/// The record.
#[derive(Debug)]
pub(super) struct Record {
    /// No other record that is kept has the same number.
    pub(super) number: u64,
    /// The position of the file in the compilation that recorded it, from which the positions of tokens in files count.
    pub(super) home: u32,
    /// The symbols below this number are the same in all compilations that may use the record.
    pub(super) count: u32,
    /// The names whose symbols follow.
    pub(super) names: Box<[Box<str>]>,
    /// The text of the file.
    pub(super) text: Arc<str>,
    /// The macros that were looked up, with what was found.
    pub(super) reads: Box<[(Symbol, Option<Arc<Definition>>)]>,
    /// One of them that differed in another compilation.
    pub(super) suspect: AtomicUsize,
    pub(super) files: FileLog,
    /// The names that are not defined any more.
    pub(super) undefined: Box<[Symbol]>,
    /// Macros that are defined at the end, with the distance from their positions to those of the record.
    pub(super) defined: Box<[(Arc<Definition>, u32)]>,
    /// The files, and the macros that were expanded.
    pub(super) slice: Slice,
    pub(super) outer: Box<[FromOutside]>,
    /// What pragmas change about warnings.
    pub(super) changes: RecordedChanges,
    pub(super) tokens: Box<[Token]>,
    /// The tokens with names that are spelled.
    pub(super) spelled: Box<[u32]>,
    /// The tokens that macros have made.
    pub(super) made: Box<[u32]>,
    pub(super) counts: Counts,
    /// The names of [`crate::words::TELLING`] that the compilation had before and behind the file.
    pub(super) telling: (u8, u8),
}

/// A token in an expansion of a macro that was defined before the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct FromOutside {
    /// Its number in the slice.
    pub(super) piece: u32,
    /// The number of the look-up that has found the macro.
    pub(super) read: u32,
    /// The element of the macro's body.
    pub(super) part: u32,
}

/// What counts towards limits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) expanded_tokens: usize,
    pub(super) scratch_bytes: usize,
    pub(super) inclusions: usize,
    pub(super) bytes: usize,
}

/// Spells names from a symbol on.
pub(super) struct Speller<'a> {
    count: u32,
    names: &'a Interner,
    own: FxHashMap<Symbol, u32>,
    texts: Vec<Box<str>>,
}

impl<'a> Speller<'a> {
    pub(super) fn new(count: u32, names: &'a Interner) -> Self {
        Speller { count, names, own: FxHashMap::default(), texts: Vec::new() }
    }

    /// What a record has for a symbol.
    #[inline]
    pub(super) fn spell(&mut self, symbol: Symbol) -> Symbol {
        if symbol.raw() < self.count { symbol } else { self.spell_out(symbol) }
    }

    fn spell_out(&mut self, symbol: Symbol) -> Symbol {
        let number = *self.own.entry(symbol).or_insert_with(|| {
            self.texts.push(self.names.resolve(symbol).into());
            self.texts.len() as u32 - 1
        });
        Symbol::new(self.count + number)
    }

    /// The names that were spelled.
    pub(super) fn take(&mut self) -> Box<[Box<str>]> {
        std::mem::take(&mut self.texts).into()
    }

    /// The places of tokens of a record with such names.
    pub(super) fn places(&self, tokens: &[Token]) -> Box<[u32]> {
        let spelled = (0..).zip(tokens).filter(|(_, token)| token.symbol.raw() >= self.count);
        spelled.map(|(at, _)| at).collect()
    }
}

/// The number of tokens that are copied at once, so that they are moved while they are in the fastest cache.
const COPIED: usize = 512;

impl Record {
    /// The memory that it takes, in bytes.
    pub(super) fn size(&self) -> usize {
        const FILE: usize = 128;
        const DEFINITION: usize = 256;
        let files = self.files.loads.len() + self.files.visits.len() + self.files.checks.len();
        let tokens = size_of_val(&*self.tokens) + size_of_val(&*self.spelled) + size_of_val(&*self.made);
        let tables = size_of_val(&*self.reads) + tokens + size_of_val(&*self.outer);
        let names: usize = self.names.iter().map(|name| size_of::<Box<str>>() + name.len()).sum();
        tables
            + names
            + self.changes.size()
            + FILE * files
            + DEFINITION * self.defined.len()
            + self.slice.size()
            + self.text.len()
    }

    /// The record with the symbols of a compilation instead of spelled names.
    pub(super) fn renamed(&self, symbols: &[Symbol], speller: &mut Speller<'_>) -> Record {
        let mut name = |symbol: Symbol| speller.spell(self.own(symbol, symbols));
        let mut files = self.files.clone();
        files.names_mut().for_each(|it| *it = name(*it));
        let mut slice = self.slice.clone();
        slice.names_mut().for_each(|it| *it = name(*it));
        let reads = self.reads.iter().map(|(read, found)| (name(*read), found.clone())).collect();
        let undefined = self.undefined.iter().map(|it| name(*it)).collect();
        let defined = self.defined.iter().map(|(it, shift)| (it.renamed(&mut name), *shift)).collect();
        let tokens: Box<[Token]> =
            self.tokens.iter().map(|token| Token { symbol: name(token.symbol), ..*token }).collect();
        let Record { home, counts, telling, .. } = *self;
        Record {
            number: 0,
            home,
            count: speller.count,
            names: speller.take(),
            text: Arc::clone(&self.text),
            reads,
            suspect: AtomicUsize::new(0),
            files,
            undefined,
            defined,
            slice,
            outer: self.outer.clone(),
            changes: self.changes.clone(),
            spelled: speller.places(&tokens),
            made: self.made.clone(),
            tokens,
            counts,
            telling,
        }
    }

    /// Appends the tokens at a place.
    pub(super) fn copy(&self, shift: Shift, symbols: &[Symbol], out: &mut Vec<Token>) {
        let (start, by) = (out.len(), shift.file.wrapping_sub(self.home));
        out.reserve(self.tokens.len());
        // Permutations whose macros have values of the same length have their files at the same positions.
        if by == 0 {
            out.extend_from_slice(&self.tokens);
        } else {
            for some in self.tokens.chunks(COPIED) {
                let from = out.len();
                out.extend_from_slice(some);
                out[from..].iter_mut().for_each(|token| token.move_by(by));
            }
        }
        let new = &mut out[start..];
        for &at in &self.made {
            new[at as usize].move_by(shift.expansion.wrapping_sub(by));
        }
        for &at in &self.spelled {
            let token = &mut new[at as usize];
            token.symbol = self.own(token.symbol, symbols);
        }
    }

    /// The symbol of a compilation, of which the symbols of the spelled names are given.
    #[inline]
    pub(super) fn own(&self, symbol: Symbol, symbols: &[Symbol]) -> Symbol {
        symbol.raw().checked_sub(self.count).map_or(symbol, |number| symbols[number as usize])
    }
}
