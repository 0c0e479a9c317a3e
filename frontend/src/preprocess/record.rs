//! A record of an included file with all that is included within: what it asked for, and what it made.
//!
//! A compilation that would get the same answers makes the same of the file. Positions are from the start of the file on, and
//! names that not all compilations begin with are spelled. Must not know how anything is looked up.

use super::file_log::FileLog;
use super::macros::Definition;
use crate::token::Token;
use base::intern::{Interner, Symbol};
use base::source::{Shift, Slice, SourceMap};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

/// The record.
#[derive(Debug)]
pub(super) struct Record {
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
    pub(super) tokens: Box<[Token]>,
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
    /// The depth of files, this one included.
    pub(super) depth: usize,
}

impl Record {
    /// The memory that it takes, in bytes.
    pub(super) fn size(&self) -> usize {
        const FILE: usize = 128;
        const DEFINITION: usize = 256;
        let files = self.files.loads.len() + self.files.visits.len() + self.files.checks.len();
        let tables = size_of_val(&*self.reads) + size_of_val(&*self.tokens) + size_of_val(&*self.outer);
        let names: usize = self.names.iter().map(|name| size_of::<Box<str>>() + name.len()).sum();
        tables + names + FILE * files + DEFINITION * self.defined.len() + self.slice.size() + self.text.len()
    }

    /// The record with other symbols.
    pub(super) fn renamed(&self, mut name: impl FnMut(Symbol) -> Symbol) -> Record {
        let mut files = self.files.clone();
        files.names_mut().for_each(|it| *it = name(*it));
        let mut slice = self.slice.clone();
        slice.names_mut().for_each(|it| *it = name(*it));
        let reads = self.reads.iter().map(|(read, found)| (name(*read), found.clone())).collect();
        let undefined = self.undefined.iter().map(|it| name(*it)).collect();
        let defined = self.defined.iter().map(|(it, shift)| (it.renamed(&mut name), *shift)).collect();
        let tokens = self.tokens.iter().map(|token| Token { symbol: name(token.symbol), ..*token }).collect();
        let (names, text) = (self.names.clone(), Arc::clone(&self.text));
        let Record { count, outer, counts, telling, .. } = self;
        let (count, outer, counts, telling) = (*count, outer.clone(), *counts, *telling);
        let suspect = AtomicUsize::new(0);
        Record { count, names, text, reads, suspect, files, undefined, defined, slice, outer, tokens, counts, telling }
    }

    /// The record with symbols of a compilation, in which names from the first `count` on are spelled.
    pub(super) fn spelled(self, count: u32, names: &Interner) -> Record {
        let (mut own, mut texts) = (FxHashMap::default(), Vec::new());
        let spell = |symbol: Symbol| {
            if symbol.raw() < count {
                return symbol;
            }
            let number = *own.entry(symbol).or_insert_with(|| {
                texts.push(Box::from(names.resolve(symbol)));
                texts.len() as u32 - 1
            });
            Symbol::new(count + number)
        };
        let is_own = |symbol: Symbol| symbol.raw() >= count;
        let record = if self.has_name(is_own) { self.renamed(spell) } else { self };
        Record { count, names: texts.into(), ..record }
    }

    fn has_name(&self, is: impl Fn(Symbol) -> bool) -> bool {
        self.tokens.iter().any(|token| is(token.symbol))
            || self.reads.iter().any(|(name, _)| is(*name))
            || self.defined.iter().any(|(definition, _)| definition.has_name(&is))
            || self.undefined.iter().any(|name| is(*name))
            || self.files.names().chain(self.slice.names()).any(is)
    }

    /// Appends the tokens at a place.
    pub(super) fn copy(&self, shift: Shift, symbols: &[Symbol], out: &mut Vec<Token>) {
        let moved = |token: &Token| {
            token.moved(if SourceMap::is_in_file(token.span.lo) { shift.file } else { shift.expansion })
        };
        if symbols.is_empty() {
            return out.extend(self.tokens.iter().map(moved));
        }
        let named = |token: &Token| Token { symbol: self.own(token.symbol, symbols), ..moved(token) };
        out.extend(self.tokens.iter().map(named));
    }

    /// The symbol of a compilation, of which the symbols of the spelled names are given.
    #[inline]
    pub(super) fn own(&self, symbol: Symbol, symbols: &[Symbol]) -> Symbol {
        symbol.raw().checked_sub(self.count).map_or(symbol, |number| symbols[number as usize])
    }
}
