//! Names by the place where they are spelled, each with the symbol that it represents.
//!
//! A symbol is the place of its name in its declaration: the same in every analysis that reads the file, and for every
//! inclusion of it. A name in the body of a macro represents all that its expansions have found.

use crate::place::Place;
use base::source::{SourceMap, Span};
use frontend::preprocess::trace::Trace;
use rustc_hash::{FxHashMap, FxHashSet};
use sema::trace as types;

/// The number of a symbol in an index.
pub(crate) type SymbolId = u32;

/// A name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Occurrence {
    /// The number of the file's path.
    path: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) symbol: SymbolId,
    /// True if it is a declaration of the symbol.
    pub(crate) declares: bool,
}

/// The kinds of symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A macro, by its number in the record of the preprocessor.
    Macro(usize),
    /// A declaration, by its position.
    Declared(u32),
}

/// All names of an analysis.
#[derive(Debug, Default)]
pub(crate) struct Index {
    paths: Vec<String>,
    /// In the order of their places.
    occurrences: Vec<Occurrence>,
    places: Vec<Place>,
    meanings: Vec<Meaning>,
    /// By path and start of the name in the declaration.
    symbols: FxHashMap<(u32, u32), SymbolId>,
    /// Symbols of which a name was made by `##`.
    pasted: FxHashSet<SymbolId>,
}

impl Index {
    pub(crate) fn new(sources: &SourceMap, paths: &[String], trace: &Trace, types: &types::Trace) -> Self {
        let mut builder = Builder { sources, numbers: Vec::new(), index: Index::default() };
        builder.number_paths(paths);
        for (at, definition) in trace.definitions.iter().enumerate() {
            builder.declare(definition.span.lo, Meaning::Macro(at));
        }
        for (&at, _) in &types.declarations {
            builder.declare(at, Meaning::Declared(at));
        }
        for it in &trace.definitions {
            builder.add(it.span, it.span.lo, true);
        }
        for it in &trace.uses {
            builder.add(it.span, it.definition.lo, false);
        }
        for it in &types.uses {
            builder.add(it.span, it.declaration, it.declares);
        }
        let mut index = builder.index;
        // A declaration goes before a use of the same name at the same place.
        index.occurrences.sort_unstable_by_key(|it| (it.path, it.start, it.symbol, !it.declares));
        index.occurrences.dedup_by_key(|it| (it.path, it.start, it.symbol));
        index
    }

    /// The names that an offset touches; several in the body of a macro.
    pub(crate) fn at(&self, path: &str, offset: u32) -> &[Occurrence] {
        let Some(path) = self.paths.iter().position(|known| known == path) else { return &[] };
        let path = path as u32;
        let end = self.occurrences.partition_point(|it| (it.path, it.start) <= (path, offset));
        let Some(last) = end.checked_sub(1).map(|at| self.occurrences[at]) else { return &[] };
        if last.path != path || offset > last.end {
            return &[];
        }
        let start = self.occurrences[..end].partition_point(|it| (it.path, it.start) < (path, last.start));
        &self.occurrences[start..end]
    }

    /// The names of a file, in order.
    pub(crate) fn of_file(&self, path: &str) -> &[Occurrence] {
        let Some(path) = self.paths.iter().position(|known| known == path) else { return &[] };
        let of = |bound: u32| self.occurrences.partition_point(|it| it.path < bound);
        &self.occurrences[of(path as u32)..of(path as u32 + 1)]
    }

    /// The names of a symbol, in the order of their places.
    pub(crate) fn of(&self, symbol: SymbolId) -> impl Iterator<Item = &Occurrence> {
        self.occurrences.iter().filter(move |it| it.symbol == symbol)
    }

    /// The place of a name.
    pub(crate) fn place_of(&self, it: &Occurrence) -> Place {
        Place { path: self.paths[it.path as usize].clone(), start: it.start, end: it.end }
    }

    /// The place of the name in the declaration.
    pub(crate) fn declaration(&self, symbol: SymbolId) -> &Place {
        &self.places[symbol as usize]
    }

    pub(crate) fn meaning(&self, symbol: SymbolId) -> Meaning {
        self.meanings[symbol as usize]
    }

    /// The symbol whose name is at this place in its declaration.
    pub(crate) fn find(&self, place: &Place) -> Option<SymbolId> {
        let path = self.paths.iter().position(|known| *known == place.path)? as u32;
        self.symbols.get(&(path, place.start)).copied()
    }

    /// All symbols.
    pub(crate) fn symbols(&self) -> impl Iterator<Item = (SymbolId, &Place, Meaning)> {
        let both = self.places.iter().zip(&self.meanings);
        both.enumerate().map(|(at, (place, meaning))| (at as SymbolId, place, *meaning))
    }

    /// Returns whether a name of the symbol was made by `##`.
    pub(crate) fn is_pasted(&self, symbol: SymbolId) -> bool {
        self.pasted.contains(&symbol)
    }
}

struct Builder<'a> {
    sources: &'a SourceMap,
    /// The number of the path of each file.
    numbers: Vec<Option<u32>>,
    index: Index,
}

impl Builder<'_> {
    /// Gives each path a number; text of the compiler's own has none.
    fn number_paths(&mut self, paths: &[String]) {
        let mut known: FxHashMap<&str, u32> = FxHashMap::default();
        for path in paths {
            if path.starts_with('<') {
                self.numbers.push(None);
                continue;
            }
            let next = known.len() as u32;
            self.numbers.push(Some(*known.entry(path).or_insert(next)));
            if known.len() as u32 > next {
                self.index.paths.push(path.clone());
            }
        }
    }

    /// The path and the range of the name that is spelled at a position.
    fn spelled(&self, position: u32) -> Option<(u32, u32, u32)> {
        let (file, offset) = self.sources.spelled(position)?;
        let path = self.numbers[file.raw() as usize]?;
        let source = self.sources.file(file);
        let rest = source.text().as_bytes().get(offset as usize..)?;
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count() as u32;
        let last = length.checked_sub(1)?;
        Some((path, source.original_offset(offset), source.original_offset(offset + last) + 1))
    }

    fn declare(&mut self, position: u32, meaning: Meaning) {
        let Some((path, start, end)) = self.spelled(position) else { return };
        let next = self.index.places.len() as SymbolId;
        if *self.index.symbols.entry((path, start)).or_insert(next) == next {
            self.index.places.push(Place { path: self.index.paths[path as usize].clone(), start, end });
            self.index.meanings.push(meaning);
        }
    }

    fn add(&mut self, span: Span, declaration: u32, declares: bool) {
        let Some((path, start, _)) = self.spelled(declaration) else { return };
        let Some(&symbol) = self.index.symbols.get(&(path, start)) else { return };
        match self.spelled(span.lo) {
            Some((path, start, end)) => {
                self.index.occurrences.push(Occurrence { path, start, end, symbol, declares });
            }
            None => {
                self.index.pasted.insert(symbol);
            }
        }
    }
}
