//! What was read of the tokens of declarations, for other units with the same ones: permutations of a shader have most of their
//! declarations in common.
//!
//! A declaration is found by the text of its file and its place there, and is the same if each of its tokens is in the same place,
//! or made by a macro and equal. Tokens that come of the same record of an included file are equal, and are not compared. What its
//! names mean is not a part of its form. Must not know how declarations are read.

use crate::fingerprint::{Fingerprint, Fingerprints};
use crate::preprocess::Copied;
use crate::token::Token;
use base::generations::Generations;
use base::source::SourceMap;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A part of a declaration: its tokens but for what their names mean.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    pub(super) text: Fingerprint,
    /// The positions of tokens that mention a name, one or more for each name.
    pub(super) mentions: Vec<u32>,
}

/// What is read of a declaration. All positions count from one start.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) head: Part,
    /// The body of a function.
    pub(super) body: Option<Part>,
    /// True if users of the declaration depend on its body too.
    pub(super) has_body_in_head: bool,
    pub(super) found: Option<Found>,
    /// The positions of the names that it may declare.
    pub(super) names: Vec<u32>,
}

/// A separable declaration.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) tokens: Range<u32>,
    /// The position of its name.
    pub(super) name: u32,
    /// Its text, comments included.
    pub(super) text: Fingerprint,
    /// The position of its body, if that is one that is checked once.
    pub(super) body: Option<u32>,
    pub(super) stays: bool,
}

impl Form {
    /// The form with positions that count from a later start.
    pub(super) fn from(mut self, start: u32) -> Self {
        let body = self.body.as_mut().map_or(&mut [][..], |body| &mut body.mentions);
        for at in self.head.mentions.iter_mut().chain(body).chain(&mut self.names) {
            *at -= start;
        }
        self.found = self.found.map(|Found { tokens, name, text, body, stays }| {
            let tokens = tokens.start - start..tokens.end - start;
            Found { tokens, name: name - start, text, body: body.map(|at| at - start), stays }
        });
        self
    }

    fn weight(&self) -> usize {
        let body = self.body.as_ref().map_or(0, |body| body.mentions.len());
        // The names of a run are kept a second time.
        FORM + 2 * (self.head.mentions.len() + body + self.names.len())
    }
}

/// The place of a declaration: a file's text, and the offset there of the first token that no macro has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    file: Fingerprint,
    offset: u32,
}

/// The number of tokens that a macro may make at the start of a declaration.
const MADE_BEFORE: usize = 8;

impl Place {
    /// The place of the declaration with which tokens begin, and the position of the token there. `None` if macros make its
    /// beginning.
    fn of(tokens: &[Token], fingerprints: &Fingerprints<'_>) -> Option<(Self, u32)> {
        let position = Self::first(tokens)?;
        Some((Self::at(position, fingerprints)?, position))
    }

    /// The position of the first token that no macro has made.
    fn first(tokens: &[Token]) -> Option<u32> {
        let positions = tokens.iter().take(MADE_BEFORE).map(|token| token.span.lo);
        { positions }.find(|position| SourceMap::is_in_file(*position))
    }

    fn at(position: u32, fingerprints: &Fingerprints<'_>) -> Option<Self> {
        let sources = fingerprints.origin().0;
        let file = sources.file(sources.file_at(position)?);
        Some(Place { file: Fingerprint::of_file(file), offset: position - file.base() })
    }
}

/// The tokens of a declaration.
#[derive(Debug)]
struct Tokens {
    /// The distance of each from the one at the declaration's place, or [`MADE`].
    places: Box<[u32]>,
    /// Those that macros have made, in their order.
    made: Box<[Fingerprint]>,
}

/// In place of the distance of a token that a macro has made: no file is as long.
const MADE: u32 = u32::MAX;

/// The distance of a token from a position. Without a branch, it is found for several tokens at once.
#[inline]
fn distance(token: &Token, from: u32) -> u32 {
    let distance = token.span.lo.wrapping_sub(from);
    if SourceMap::is_in_file(token.span.lo) { distance } else { MADE }
}

impl Tokens {
    /// Those of a declaration, with its place and the position there. `None` if they are not in one file in the order of its text.
    fn of(tokens: &[Token], fingerprints: &mut Fingerprints<'_>) -> Option<(Place, u32, Self)> {
        let (place, from) = Place::of(tokens, fingerprints)?;
        let places: Box<[u32]> = tokens.iter().map(|token| distance(token, from)).collect();
        let written = places.iter().filter(|place| **place != MADE);
        let last = *written.clone().next_back()?;
        let end = Place::at(from.checked_add(last)?, fingerprints)?;
        if !written.is_sorted() || end.file != place.file || end.offset != place.offset + last {
            return None;
        }
        let made = tokens.iter().filter(|token| !SourceMap::is_in_file(token.span.lo));
        let made = made.map(|token| fingerprints.of(*token)).collect();
        Some((place, from, Tokens { places, made }))
    }

    /// Returns whether other tokens begin with the same ones; the one at their place has this position.
    fn begin(&self, tokens: &[Token], from: u32, fingerprints: &mut Fingerprints<'_>) -> bool {
        let Some(tokens) = tokens.get(..self.places.len()) else { return false };
        // The places are those of tokens in a file, so that a token with the right distance from such a position is in it too.
        if self.made.is_empty() {
            let differing = |(token, place): (&Token, &u32)| token.span.lo.wrapping_sub(from) ^ place;
            return tokens.iter().zip(&self.places).fold(0, |all, pair| all | differing(pair)) == 0;
        }
        let differing = |(token, place): (&Token, &u32)| distance(token, from) ^ place;
        if tokens.iter().zip(&self.places).fold(0, |all, pair| all | differing(pair)) != 0 {
            return false;
        }
        let made = tokens.iter().filter(|token| !SourceMap::is_in_file(token.span.lo));
        { made }.zip(&self.made).all(|(token, made)| fingerprints.of(*token) == *made)
    }

    fn weight(&self) -> usize {
        self.places.len() + 4 * self.made.len()
    }
}

/// Declarations of one file that follow one another: they are found together.
#[derive(Debug)]
pub(super) struct Run {
    /// The place of the first one.
    place: Place,
    parts: Vec<Declared>,
    /// The position of the token at that place, and the number of tokens up to the end, in the unit that they were read in.
    from: u32,
    end: usize,
    /// What it depends on, which is found out when it is recalled for the first time.
    names: OnceLock<Box<[u32]>>,
    /// The results in other units, one for each set of histories of its names.
    sums: Mutex<Vec<Arc<Sum>>>,
}

/// The result of a run of declarations whose names have certain histories.
#[derive(Debug)]
pub(super) struct Sum {
    /// That of the names' histories and of what is around.
    pub(super) before: Fingerprint,
    /// The keys of the separable ones.
    pub(super) keys: Box<[Fingerprint]>,
    /// The histories of the names that are declared, with a position of each.
    pub(super) histories: Box<[(u32, Fingerprint)]>,
    /// True once all separable ones were found to be clean.
    pub(super) is_clean: AtomicBool,
}

/// The limit of what is kept of a run in other units.
const MOST_SUMS: usize = 2;

/// A declaration of a run.
#[derive(Debug)]
pub(super) struct Declared {
    /// Its distance from the first one.
    offset: u32,
    tokens: Tokens,
    pub(super) form: Form,
}

impl Declared {
    /// The number of its tokens, if others begin with them, where the run begins at a position.
    pub(super) fn begin(&self, tokens: &[Token], from: u32, fingerprints: &mut Fingerprints<'_>) -> Option<usize> {
        let position = from.wrapping_add(self.offset);
        let is_here = Place::first(tokens) == Some(position) && self.tokens.begin(tokens, position, fingerprints);
        is_here.then_some(self.count())
    }

    /// The number of its tokens.
    pub(super) fn count(&self) -> usize {
        self.tokens.places.len()
    }

    fn weight(&self) -> usize {
        self.tokens.weight() + self.form.weight()
    }
}

/// The limit of declarations in a run.
const MOST_PARTS: usize = 64;

impl Run {
    fn new(place: Place, from: u32, end: usize) -> Self {
        Run { place, parts: Vec::new(), from, end, names: OnceLock::new(), sums: Mutex::default() }
    }

    fn weight(&self) -> usize {
        self.parts.iter().map(Declared::weight).sum()
    }

    /// Its declarations, the first one first.
    pub(super) fn parts(&self) -> &[Declared] {
        &self.parts
    }

    /// A position of each name whose history counts, from the start on, which `find` finds if they are not known.
    pub(super) fn names(&self, find: impl FnOnce() -> Box<[u32]>) -> &[u32] {
        self.names.get_or_init(find)
    }

    /// What it has come to behind this, if that is known.
    pub(super) fn sum(&self, before: Fingerprint) -> Option<Arc<Sum>> {
        self.sums().iter().find(|sum| sum.before == before).cloned()
    }

    /// Keeps what it has come to.
    pub(super) fn keep(&self, sum: Sum) {
        let mut sums = self.sums();
        sums.truncate(MOST_SUMS - 1);
        sums.insert(0, Arc::new(sum));
    }

    fn sums(&self) -> MutexGuard<'_, Vec<Arc<Sum>>> {
        self.sums.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The runs that begin at a place.
pub(super) type Known = Arc<[Arc<Run>]>;

/// A place in the tokens of a record of an included file.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlaceInRecord {
    record: u64,
    at: usize,
    /// The number of tokens up to its end.
    left: usize,
}

/// The tokens of a unit that come of records, as far as they are still to be read.
#[derive(Debug, Default)]
pub(super) struct Records<'a> {
    rest: &'a [Copied],
}

impl<'a> Records<'a> {
    pub(super) fn of(copied: &'a [Copied]) -> Self {
        Records { rest: copied }
    }

    /// The place in a record of a token, before which no other is asked for afterwards.
    pub(super) fn place(&mut self, token: usize) -> Option<PlaceInRecord> {
        while let [first, rest @ ..] = self.rest
            && first.tokens.end <= token
        {
            self.rest = rest;
        }
        let Copied { record, tokens } = self.rest.first()?;
        let at = token.checked_sub(tokens.start)?;
        Some(PlaceInRecord { record: *record, at, left: tokens.end - token })
    }
}

/// The runs that begin at places in records, with the numbers of their tokens.
type Recorded = Generations<(u64, usize), (Arc<Run>, usize)>;

/// The forms of declarations.
#[derive(Debug)]
pub struct Forms {
    /// Runs of which all tokens are those of a record: equal records have equal tokens, which are not compared.
    recorded: Mutex<Recorded>,
    /// By place, spread over several tables, so that threads seldom wait for each other.
    known: [Mutex<Generations<Place, Known>>; TABLES],
    /// The number of tokens that were not read again.
    #[cfg(test)]
    pub(super) spared: std::sync::atomic::AtomicUsize,
    /// The number of those among them that were not compared either.
    #[cfg(test)]
    pub(super) of_records: std::sync::atomic::AtomicUsize,
}

const TABLES: usize = 16;
/// The limit of each table, in numbers of four bytes: 8 MiB in all.
const MOST_NUMBERS: usize = 1 << 17;
/// The numbers that a form counts as beside its positions, with what is kept of it in other units.
const FORM: usize = 64;
/// The limit of runs that are found by records, most of which are in the tables as well.
const MOST_RECORDED: usize = 1 << 20;
/// The limit of runs at one place.
const MOST_RUNS: usize = 4;

impl Default for Forms {
    fn default() -> Self {
        let weight = |known: &Known| known.iter().map(|run| run.weight()).sum();
        Forms {
            recorded: Mutex::new(Generations::new(MOST_RECORDED, |(run, _)| run.weight())),
            known: std::array::from_fn(|_| Mutex::new(Generations::new(MOST_NUMBERS, weight))),
            #[cfg(test)]
            spared: Default::default(),
            #[cfg(test)]
            of_records: Default::default(),
        }
    }
}

impl Forms {
    fn table(&self, place: Place) -> MutexGuard<'_, Generations<Place, Known>> {
        self.known[place.offset as usize % TABLES].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn recorded(&self) -> MutexGuard<'_, Recorded> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The run that begins at a place in a record and ends in it, with the number of its tokens.
    pub(super) fn find_recorded(&self, place: PlaceInRecord) -> Option<(Arc<Run>, usize)> {
        self.recorded().find((place.record, place.at))
    }

    /// Keeps a run with this many tokens that begins at a place in a record, if it ends in it.
    pub(super) fn keep_recorded(&self, place: PlaceInRecord, run: &Arc<Run>, count: usize) {
        if count <= place.left {
            self.recorded().add((place.record, place.at), (Arc::clone(run), count));
        }
    }

    /// The runs that begin at the place where tokens begin, and the position there.
    pub(super) fn find(&self, tokens: &[Token], fingerprints: &Fingerprints<'_>) -> Option<(Known, u32)> {
        let (place, from) = Place::of(tokens, fingerprints)?;
        Some((self.table(place).find(place)?, from))
    }

    /// Adds a declaration that consists of these tokens, before a position, to the run that it follows, or to a new one. Runs that
    /// have ended are kept.
    pub(super) fn extend(
        &self,
        run: &mut Option<Run>,
        tokens: &[Token],
        form: Form,
        end: usize,
        fingerprints: &mut Fingerprints<'_>,
    ) {
        let start = end - tokens.len();
        let Some((place, from, tokens)) = Tokens::of(tokens, fingerprints) else { return self.keep(run) };
        let follows = |run: &Run| {
            let distance = from.checked_sub(run.from).filter(|_| run.place.file == place.file);
            let is_next =
                run.end == start && distance.is_some_and(|far| run.place.offset.checked_add(far) == Some(place.offset));
            is_next && run.parts.len() < MOST_PARTS
        };
        if !run.as_ref().is_some_and(follows) {
            self.keep(run);
        }
        let run = run.get_or_insert_with(|| Run::new(place, from, end));
        run.parts.push(Declared { offset: from - run.from, tokens, form });
        run.end = end;
    }

    /// Keeps a run that has ended.
    pub(super) fn keep(&self, run: &mut Option<Run>) {
        let Some(run) = run.take() else { return };
        let place = run.place;
        let mut table = self.table(place);
        let known = table.find(place).unwrap_or_default();
        let older = known.iter().take(MOST_RUNS - 1).cloned();
        table.add(place, std::iter::once(Arc::new(run)).chain(older).collect());
    }
}
