//! Included files that are recorded, and those that are not read because another compilation has recorded them.
//!
//! The preprocessor is deterministic. What an included file makes of the compilation depends on what it looks up:
//! macros that it does not define itself, other files, and what is known of these. A record has all look-ups with their results.
//! If these are the same, so are all tokens, definitions and files. Messages, and values that are counted over all of a
//! compilation, are not recorded.

use super::header_traces::{Header, HeaderTraces};
use super::macros::{Definition, Macro, MacroId, Shape, What};
use super::paths::directory;
use super::record::{Copied, Counts, FromOutside, Record, Speller};
use super::{PreprocessOptions, Preprocessor};
use crate::fingerprint::Fingerprint;
use crate::token::{Token, TokenFlags};
use crate::words;
use base::intern::Symbol;
use base::source::{Mark, SourceMap, Span};
use rustc_hash::FxHashMap;
use std::cell::LazyCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The records that compilations share.
#[derive(Clone, Copy)]
pub(super) struct Traces<'a> {
    pub(super) all: &'a HeaderTraces,
    /// A key of the options on which files and expansions depend.
    environment: Fingerprint,
}

impl<'a> Traces<'a> {
    pub(super) fn new(all: &'a HeaderTraces, options: &PreprocessOptions) -> Self {
        let folders = &options.include_directories;
        let key = Fingerprint::of(&format!("{:?}", options.limits)).with(folders.len());
        let key = folders.iter().fold(key, |key, folder| key.and(Fingerprint::of(folder)));
        let flags = [options.legacy_macro_expansion, options.ignore_line_directives].map(usize::from);
        Traces { all, environment: flags.into_iter().fold(key, Fingerprint::with) }
    }
}

/// A stretch that is being recorded.
#[derive(Debug)]
pub(super) struct Recording {
    key: Fingerprint,
    text: Arc<str>,
    /// The number of files that were open before.
    depth: usize,
    /// What there was before.
    sources: Mark,
    tokens: usize,
    reports: usize,
    changes: usize,
    telling: u8,
    counts: Counts,
}

/// What to do with a file.
pub(super) enum Plan {
    /// Nothing: all that it makes is there.
    Done,
    Record(Fingerprint),
    Read,
}

impl Preprocessor<'_> {
    /// Uses a record of a file that is to be included, if there is one that fits.
    pub(super) fn replay(&mut self, path: &str, text: &Arc<str>, at: Span) -> Plan {
        let Some(Traces { all, environment }) = self.traces.filter(|_| self.is_recordable()) else { return Plan::Read };
        let place = self.place(environment, path);
        // Records that spell all names fit compilations with any symbols.
        let spelled = place.with(0);
        let key = self.begun.map_or(spelled, |begun| begun.key(place));
        let header = all.find(key);
        if self.replay_one(all, key, &header, text, at).is_some() {
            return Plan::Done;
        }
        if key != spelled
            && let Some(record) = self.replay_one(all, spelled, &all.find(spelled), text, at)
        {
            let record = self.with_own_names(&record);
            all.add(key, record);
            return Plan::Done;
        }
        if header.is_worth_recording() { Plan::Record(key) } else { Plan::Read }
    }

    /// Returns whether what is included now can be recorded or replayed.
    fn is_recordable(&self) -> bool {
        // A macro call would separate the last token from the first one.
        let is_joint = self.out.last().is_some_and(|last| last.flags.has(TokenFlags::JOINT));
        self.is_watching && !is_joint && self.contexts.is_empty() && !self.sink.limit_reached()
    }

    /// The key of all that the search for files depends on, which tells the depth of files too.
    fn place(&self, environment: Fingerprint, path: &str) -> Fingerprint {
        let folders = self.files.iter().filter_map(|frame| frame.path.as_deref()).map(directory);
        folders.fold(environment.and(Fingerprint::of(path)), |key, folder| key.and(Fingerprint::of(folder)))
    }

    /// Uses one of the records if it fits.
    fn replay_one(
        &mut self,
        traces: &HeaderTraces,
        key: Fingerprint,
        header: &Header,
        text: &Arc<str>,
        at: Span,
    ) -> Option<Arc<Record>> {
        let used = header.records.iter().position(|record| self.fits(record, text))?;
        let record = Arc::clone(&header.records[used]);
        self.apply(&record, at);
        traces.note_use(key, header, used);
        Some(record)
    }

    /// A record that was used, with the symbols of the names with which this compilation has begun.
    fn with_own_names(&self, record: &Record) -> Record {
        let symbols = record.names.iter().map(|name| self.names.lookup(name).unwrap_or(Symbol::EMPTY));
        let symbols: Vec<Symbol> = symbols.collect();
        record.renamed(&symbols, &mut Speller::new(self.count(), self.names))
    }

    /// The number of names that have the same symbols in all compilations with the same key.
    fn count(&self) -> u32 {
        self.begun.map_or(self.names.known_count(), |begun| begun.names())
    }

    /// Returns whether a file makes here what it made in the compilation that recorded it.
    fn fits(&mut self, record: &Record, text: &Arc<str>) -> bool {
        let is_same_text = Arc::ptr_eq(text, &record.text) || *text == record.text;
        let before = words::telling(self.names);
        if !is_same_text || record.telling.0 & !before != 0 || !self.has_room_for(record) {
            return false;
        }
        if !self.has_pushes_for(&record.changes) {
            return false;
        }
        let suspect = record.suspect.load(Ordering::Relaxed);
        if record.reads.get(suspect).is_some_and(|read| !self.is_answered(record, read)) {
            return false;
        }
        if let Some(other) = record.reads.iter().position(|read| !self.is_answered(record, read)) {
            record.suspect.store(other, Ordering::Relaxed);
            return false;
        }
        for check in &record.files.checks {
            let guard = check.guard.map(|name| self.find_own(record, name));
            if guard == Some(None) || !self.loader.is_known_as(check, guard.flatten()) {
                return false;
            }
        }
        // Up to the first difference these are requests of this compilation in any case: all that led to them is the same.
        record.files.loads.iter().all(|(path, text)| self.loader.is_as_before(path, text.as_ref()))
    }

    fn has_room_for(&self, record: &Record) -> bool {
        let (counts, limits) = (&record.counts, &self.options.limits);
        // The first file has been counted, and equal places have equal depths.
        let is_below = self.loader.inclusions + counts.inclusions <= limits.inclusions
            && self.loader.bytes + counts.bytes <= limits.included_bytes
            && self.expanded_tokens + counts.expanded_tokens < limits.expanded_tokens
            && self.scratch_bytes + counts.scratch_bytes <= limits.made_bytes;
        is_below && self.sources.has_room_for(&record.slice)
    }

    /// The symbol of a name of a record, if it has one here.
    fn find_own(&self, record: &Record, name: Symbol) -> Option<Symbol> {
        match name.raw().checked_sub(record.count) {
            Some(number) => self.names.lookup(&record.names[number as usize]),
            None => Some(name),
        }
    }

    /// Returns whether a look-up would find what it has found in another compilation.
    #[inline]
    fn is_answered(&self, record: &Record, read: &(Symbol, Option<Arc<Definition>>)) -> bool {
        let id = self.find_own(record, read.0).and_then(|name| self.macros.peek(name));
        match (id, &read.1) {
            (None, None) => true,
            (Some(id), Some(found)) => {
                let own = self.macros.get(id);
                Arc::ptr_eq(&own.definition, found) || found.content.get() == Some(&self.content(own))
            }
            (None, Some(_)) | (Some(_), None) => false,
        }
    }

    /// A key of all that the expansion of a macro depends on.
    fn content(&self, of: &Macro) -> Fingerprint {
        let make = || {
            let Definition { name, shape, parts, .. } = &*of.definition;
            let of_name = |name: Symbol| Fingerprint::of(self.names.resolve(name));
            let mut whole = match shape {
                Shape::Object => of_name(*name).with(0),
                Shape::Builtin(builtin) => of_name(*name).with(1).and(Fingerprint::of(&format!("{builtin:?}"))),
                Shape::Function { parameters, variadic } => {
                    let start = of_name(*name).with(2 + usize::from(*variadic)).with(parameters.len());
                    parameters.iter().fold(start, |all, name| all.and(of_name(*name)))
                }
            };
            for part in parts {
                let what = match part.what {
                    What::Text => 0,
                    What::Parameter(index) => 1 + 2 * index,
                    What::Stringize(index) => 2 + 2 * index,
                };
                let token = of.token(part.token);
                let flags = usize::from(token.flags.bits()) << 1 | usize::from(part.pasted);
                whole = whole.with(what).with(flags).with(token.kind as usize).and(Fingerprint::of(self.text(token)));
            }
            whole
        };
        *of.definition.content.get_or_init(make)
    }

    /// Adds what a file makes.
    fn apply(&mut self, record: &Record, at: Span) {
        let symbols: Vec<Symbol> = record.names.iter().map(|name| self.names.intern(name)).collect();
        let own = |name: Symbol| record.own(name, &symbols);
        words::intern_telling(self.names, record.telling.1 & !record.telling.0);
        let (shift, first) = self.sources.add_slice(&record.slice, at, own);
        for from in &record.outer {
            let id = self.macros.peek(own(record.reads[from.read as usize].0));
            let Some(found) = id.map(|id| self.macros.get(id)) else { continue };
            let token = found.token(found.definition.parts[from.part as usize].token);
            self.sources.spell(first + from.piece as usize, token.span.lo);
        }
        // What is watched was looked up, and so it was in the record of a file around this one.
        record.reads.iter().for_each(|(name, _)| _ = self.macros.find(own(*name)));
        self.repeat_changes(&record.changes, shift);
        self.apply_files(record, own);
        let Counts { expanded_tokens, scratch_bytes, inclusions, bytes } = record.counts;
        self.expanded_tokens += expanded_tokens;
        self.scratch_bytes += scratch_bytes;
        self.loader.inclusions += inclusions;
        self.loader.bytes += bytes;
        for name in &record.undefined {
            self.macros.undefine(own(*name));
        }
        for (definition, from) in &record.defined {
            let is_own = symbols.is_empty() || !definition.has_name(|name| name.raw() >= record.count);
            let definition = if is_own { Arc::clone(definition) } else { definition.renamed(&mut |name| own(name)) };
            self.macros.define(Macro::moved(definition, from.wrapping_add(shift.file)));
        }
        let start = self.out.len();
        record.copy(shift, &symbols, &mut self.out);
        self.copied.push(Copied { record: record.number, tokens: start..self.out.len() });
    }

    fn apply_files(&mut self, record: &Record, own: impl Fn(Symbol) -> Symbol) {
        let files = &record.files;
        files.checks.iter().for_each(|check| self.loader.pass_on(check, check.guard.map(&own)));
        files.visits.iter().for_each(|path| self.loader.visit(path));
        files.once.iter().for_each(|path| self.loader.note_once(path));
        files.guards.iter().for_each(|(identity, name)| self.loader.set_guard(identity, own(*name)));
    }

    /// Begins to record a file that is about to be opened.
    pub(super) fn record(&mut self, key: Fingerprint, text: &Arc<str>) {
        self.macros.begin_log(self.names.len());
        self.loader.begin_log();
        self.recordings.push(Recording {
            key,
            text: Arc::clone(text),
            depth: self.files.len(),
            sources: self.sources.mark(),
            tokens: self.out.len(),
            reports: self.sink.reports(),
            changes: self.logged_changes(),
            telling: words::telling(self.names),
            counts: self.counts(),
        });
    }

    fn counts(&self) -> Counts {
        Counts {
            expanded_tokens: self.expanded_tokens,
            scratch_bytes: self.scratch_bytes,
            inclusions: self.loader.inclusions,
            bytes: self.loader.bytes,
        }
    }

    /// What is being recorded depends on something that is not.
    pub(super) fn spoil_recording(&mut self) {
        self.loader.spoil();
    }

    /// Ends the record of the file that was left.
    pub(super) fn end_recording(&mut self) {
        if self.recordings.last().is_none_or(|recording| recording.depth != self.files.len()) {
            return;
        }
        let Some(recording) = self.recordings.pop() else { return };
        let key = recording.key;
        let record = self.recorded(recording);
        if let (Some(traces), Some(record)) = (self.traces, record) {
            traces.all.add(key, record);
        }
    }

    /// The record of a stretch that has ended; `None` if it is of no use.
    fn recorded(&mut self, recording: Recording) -> Option<Record> {
        let (macros, files) = (self.macros.end_log(), self.loader.end_log());
        let changes = self.end_changes(recording.changes, recording.depth, recording.sources);
        if files.is_spoilt || self.stopped || self.sink.reports() != recording.reports {
            return None;
        }
        let Recording { sources: mark, tokens, counts, telling, text, .. } = recording;
        // Many files expand no macro of others.
        let bodies = LazyCell::new(|| self.bodies(&macros.reads));
        let (mut outer, mut is_complete) = (Vec::new(), true);
        let mut slice = self.sources.since(mark, |piece, position| match bodies.get(&position) {
            Some(&(read, part)) => outer.push(FromOutside { piece, read, part }),
            None => is_complete = false,
        })?;
        let mut speller = Speller::new(self.count(), self.names);
        slice.names_mut().for_each(|name| *name = speller.spell(*name));
        let mut own: Vec<Token> = Vec::with_capacity(self.out.len() - tokens);
        let (mut spelled, mut made) = (Vec::new(), Vec::new());
        let count = self.count();
        for (at, token) in (0..).zip(&self.out[tokens..]) {
            let symbol = speller.spell(token.symbol);
            if symbol.raw() >= count {
                spelled.push(at);
            }
            if !SourceMap::is_in_file(token.span.lo) {
                made.push(at);
            }
            let mut token = Token { symbol, span: mark.span_from_here(token.span)?, ..*token };
            if SourceMap::is_in_file(token.span.lo) {
                token.move_by(mark.base());
            }
            own.push(token);
        }
        let (undefined, defined) = macros.result();
        let mut files = files;
        files.names_mut().for_each(|name| *name = speller.spell(*name));
        let now = self.counts();
        let record = Record {
            number: 0,
            home: mark.base(),
            count,
            text,
            reads: macros.reads.iter().map(|read| self.answer(*read, &mut speller)).collect(),
            suspect: AtomicUsize::new(0),
            files,
            undefined: undefined.into_iter().map(|name| speller.spell(name)).collect(),
            defined: defined.into_iter().map(|id| self.definition(id, mark, &mut speller)).collect(),
            slice,
            outer: outer.into(),
            changes: changes?,
            spelled: spelled.into(),
            made: made.into(),
            tokens: own.into(),
            counts: Counts {
                expanded_tokens: now.expanded_tokens - counts.expanded_tokens,
                scratch_bytes: now.scratch_bytes - counts.scratch_bytes,
                inclusions: now.inclusions - counts.inclusions,
                bytes: now.bytes - counts.bytes,
            },
            telling: (telling, words::telling(self.names)),
            names: speller.take(),
        };
        #[cfg(test)]
        let record = super::tests::header_traces::forget(record);
        is_complete.then_some(record)
    }

    /// A look-up as it is recorded.
    fn answer(&self, read: (Symbol, Option<MacroId>), speller: &mut Speller<'_>) -> (Symbol, Option<Arc<Definition>>) {
        let found = read.1.map(|id| self.macros.get(id));
        found.into_iter().for_each(|found| _ = self.content(found));
        (speller.spell(read.0), found.map(|found| Arc::clone(&found.definition)))
    }

    /// A definition as it is recorded.
    fn definition(&self, id: MacroId, mark: Mark, speller: &mut Speller<'_>) -> (Arc<Definition>, u32) {
        let found = self.macros.get(id);
        self.content(found);
        let definition = found.definition.renamed(&mut |name| speller.spell(name));
        (definition, found.shift().wrapping_sub(mark.base()))
    }

    /// The elements of the bodies of macros that were found, by their positions, with the numbers of look-ups.
    fn bodies(&self, reads: &[(Symbol, Option<MacroId>)]) -> FxHashMap<u32, (u32, u32)> {
        let mut bodies = FxHashMap::default();
        for (read, found) in (0..).zip(reads) {
            let Some(found) = found.1.map(|id| self.macros.get(id)) else { continue };
            for (number, part) in (0..).zip(&found.definition.parts) {
                bodies.insert(found.token(part.token).span.lo, (read, number));
            }
        }
        bodies
    }
}
