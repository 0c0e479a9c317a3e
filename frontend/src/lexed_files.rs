//! Lexed text, for compilations that read the same files.
//!
//! The preprocessor lexes a file in chunks, each from where it stands to the next directive. A chunk depends on the text and
//! its start alone, so that what one compilation has lexed serves all others; names get the symbols of each of them.
//!
//! Permutations of a unit have most names in common. They begin with the names that an earlier one had at its end, so that
//! names have the same symbols in all of them, and a chunk is copied unchanged. Other units have the names of headers in common, and
//! begin with the first names that were kept. No result depends on the numbers of symbols.

use crate::fingerprint::Fingerprint;
use crate::lexer::{self, Until};
use crate::token::{Token, TokenKind};
use crate::words;
use base::generations::Generations;
use base::intern::{Interner, Symbol};
use base::source::Span;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The lexed texts of included files. All compilations that share it must begin with an interner that knows the same words.
#[derive(Debug)]
pub struct LexedTexts {
    /// By the fingerprint of the text.
    texts: Mutex<Texts>,
    /// The names of units, by the fingerprint of their main text; `None` for those that came once.
    units: Mutex<Generations<Fingerprint, Option<Arc<UnitNames>>>>,
    /// The first names that were kept: units with other main texts begin with them.
    common: OnceLock<Arc<UnitNames>>,
    /// The number of the next unit whose names are kept.
    next_unit: AtomicU64,
}

type Texts = Generations<Fingerprint, Arc<Chunks>>;

/// The names of a unit.
#[derive(Debug)]
struct UnitNames {
    /// No other names have the same number.
    number: u64,
    names: Interner,
    /// Their fingerprints.
    keys: OnceLock<Arc<[Fingerprint]>>,
    /// The largest number of tokens of a unit that had or began with them.
    tokens: AtomicUsize,
}

/// The names that a unit has begun with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Begun {
    unit: u64,
    count: usize,
    /// The largest number of tokens of a unit that had or began with them.
    pub(crate) tokens: usize,
}

impl Begun {
    /// The number of names.
    pub(crate) fn names(self) -> u32 {
        self.count as u32
    }

    /// A key that only compilations share which begin with the same names.
    pub(crate) fn key(self, of: Fingerprint) -> Fingerprint {
        of.with(self.unit as usize + 1)
    }
}

impl Default for LexedTexts {
    fn default() -> Self {
        // Most of them are there as they are placed as well.
        let weigh = |chunks: &Arc<Chunks>| chunks.values().map(|chunk| 2 * chunk.tokens.len()).sum();
        LexedTexts {
            texts: Mutex::new(Generations::new(MAX_TOKENS, weigh)),
            units: Mutex::new(Generations::new(MAX_NAMES, |unit| unit.as_ref().map_or(1, |unit| unit.names.len()))),
            common: OnceLock::new(),
            next_unit: AtomicU64::new(0),
        }
    }
}

/// By the offset at which they start.
type Chunks = FxHashMap<usize, Arc<Chunk>>;

/// The limit of tokens, which take 16 bytes each.
const MAX_TOKENS: usize = 3 << 20;

/// The limit of names of units, which take some 40 bytes each.
const MAX_NAMES: usize = 1 << 17;

/// Names are kept again when there is one more for this many.
const NEW_NAMES: usize = 16;

/// The limit of names that all units begin with: a unit that needs none of them copies them.
const MOST_COMMON: usize = 1 << 14;

/// The length from which on text is looked up rather than lexed, in bytes.
const MIN_LENGTH: usize = 24;

#[derive(Debug)]
struct Chunk {
    /// The offset where lexing went on.
    end: usize,
    /// With positions from the start of the text; symbols beyond the words that every interner knows are those of `names`.
    tokens: Box<[Token]>,
    names: Box<[Box<str>]>,
    /// The words among the names of its tokens.
    words: Box<[Symbol]>,
    /// The tokens for the last unit that has read them.
    placed: Mutex<Option<Arc<Placed>>>,
}

/// The tokens of a chunk with the symbols of a unit.
#[derive(Debug)]
pub(crate) struct Placed {
    unit: u64,
    base: u32,
    /// The offset where lexing went on.
    pub(crate) end: usize,
    tokens: Box<[Token]>,
    /// All names in them.
    pub(crate) names: Box<[Symbol]>,
}

impl Placed {
    pub(crate) fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Appends the tokens to those of a unit in which the text has this position.
    pub(crate) fn copy(&self, base: u32, out: &mut Vec<Token>) {
        let (start, by) = (out.len(), base.wrapping_sub(self.base));
        out.extend_from_slice(&self.tokens);
        if by != 0 {
            out[start..].iter_mut().for_each(|token| token.move_by(by));
        }
    }
}

impl LexedTexts {
    /// Begins a unit with the names of an earlier one that had the same main text, if there is one, unless it has names already.
    /// Their fingerprints come with them.
    pub(crate) fn begin(&self, main: Fingerprint, names: &mut Interner) -> Option<(Begun, Arc<[Fingerprint]>)> {
        let known = self.units().find(main).flatten().or_else(|| self.common.get().cloned())?;
        if names.len() > names.known_count() as usize {
            return None;
        }
        *names = known.names.clone_with_room(known.names.len() / NEW_NAMES);
        let all = || (0..names.len() as u32).map(|raw| Fingerprint::of(names.resolve(Symbol::new(raw)))).collect();
        let keys = Arc::clone(known.keys.get_or_init(all));
        let tokens = known.tokens.load(Ordering::Relaxed);
        Some((Begun { unit: known.number, count: names.len(), tokens }, keys))
    }

    /// Keeps the names of a unit with this many tokens for later ones, if it is not the first one with its main text and there are
    /// many new ones.
    pub(crate) fn end(&self, main: Fingerprint, begun: Option<Begun>, names: &Interner, tokens: usize) {
        let known = begun.map_or(names.known_count() as usize, |begun| begun.count);
        if begun.is_some_and(|begun| begun.tokens < tokens)
            && let Some(Some(unit)) = self.units().find(main)
        {
            unit.tokens.fetch_max(tokens, Ordering::Relaxed);
        }
        if names.len() <= known + known / NEW_NAMES {
            return;
        }
        let is_first = self.units().find(main).is_none();
        let keep = || {
            let number = self.next_unit.fetch_add(1, Ordering::Relaxed);
            let (names, tokens) = (words::shareable(names), AtomicUsize::new(tokens));
            UnitNames { number, names, keys: OnceLock::new(), tokens }
        };
        let kept = if is_first { None } else { Some(Arc::new(keep())) };
        // Units with different main texts share the names in headers.
        if let Some(kept) = kept.as_ref().filter(|kept| kept.names.len() <= MOST_COMMON) {
            self.common.get_or_init(|| Arc::clone(kept));
        }
        self.units().add(main, kept);
    }

    fn units(&self) -> MutexGuard<'_, Generations<Fingerprint, Option<Arc<UnitNames>>>> {
        self.units.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn texts(&self) -> MutexGuard<'_, Texts> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to read a text in a unit.
    pub(crate) fn open(&self, text: Fingerprint, begun: Option<Begun>) -> Reading<'_> {
        let known = self.texts().find(text).unwrap_or_default();
        Reading { cache: self, text, begun, known, new: Vec::new() }
    }
}

/// A text that is being read.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    cache: &'a LexedTexts,
    text: Fingerprint,
    begun: Option<Begun>,
    known: Arc<Chunks>,
    /// The chunks that were lexed now, with their starts.
    new: Vec<(usize, Chunk)>,
}

impl Reading<'_> {
    /// The tokens up to the next directive, if they are known for units with these names.
    pub(crate) fn placed(&self, from: usize) -> Option<Arc<Placed>> {
        let unit = self.begun?.unit;
        self.known.get(&from)?.placed().clone().filter(|placed| placed.unit == unit)
    }

    /// Does what [`lexer::scan`] does up to the next directive.
    pub(crate) fn scan(
        &mut self,
        text: &str,
        from: usize,
        base: u32,
        names: &mut Interner,
        out: &mut Vec<Token>,
    ) -> usize {
        if let Some(chunk) = self.known.get(&from) {
            chunk.copy(base, names, out);
            self.begun.into_iter().for_each(|begun| chunk.place(begun, base, names, out));
            return chunk.end;
        }
        let end = lexer::scan(text, from, Until::Directive, base, names, out);
        // Such a comment is reported by who meets it.
        let is_whole = out.last().is_none_or(|last| last.kind != TokenKind::UnterminatedComment);
        if end - from >= MIN_LENGTH && is_whole {
            self.new.push((from, Chunk::new(end, out, base, names)));
        }
        end
    }

    /// Ends reading, and passes on what was lexed.
    pub(crate) fn close(self) {
        if self.new.is_empty() {
            return;
        }
        let mut texts = self.cache.texts();
        let mut chunks = texts.find(self.text).map_or_else(Chunks::default, |chunks| (*chunks).clone());
        chunks.extend(self.new.into_iter().map(|(from, chunk)| (from, Arc::new(chunk))));
        texts.add(self.text, Arc::new(chunks));
    }
}

impl Chunk {
    fn new(end: usize, tokens: &[Token], base: u32, names: &Interner) -> Self {
        let (first, mut own) = (names.known_count(), FxHashMap::default());
        let mut texts: Vec<Box<str>> = Vec::new();
        let relative = |token: &Token| {
            let mut symbol = token.symbol;
            if symbol.raw() >= first {
                let number = *own.entry(symbol).or_insert_with(|| {
                    texts.push(names.resolve(symbol).into());
                    texts.len() as u32 - 1
                });
                symbol = Symbol::new(first + number);
            }
            Token { symbol, span: Span::new(token.span.lo - base, token.span.hi - base), ..*token }
        };
        let mut is_used = vec![false; first as usize];
        for token in tokens.iter().filter(|token| token.kind == TokenKind::Ident && token.symbol.raw() < first) {
            is_used[token.symbol.raw() as usize] = true;
        }
        let words = (0..first).filter(|&word| is_used[word as usize]).map(Symbol::new).collect();
        let tokens = tokens.iter().map(relative).collect();
        Chunk { end, tokens, names: texts.into(), words, placed: Mutex::default() }
    }

    fn placed(&self) -> MutexGuard<'_, Option<Arc<Placed>>> {
        self.placed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the tokens that were copied for a unit, if all names are among those that the unit has begun with and none of the
    /// tokens has to be reported.
    fn place(&self, begun: Begun, base: u32, names: &Interner, tokens: &[Token]) {
        let own = self.names.iter().filter_map(|name| names.lookup(name));
        let all: Box<[Symbol]> = own.chain(self.words.iter().copied()).collect();
        let is_known = all.iter().all(|name| (name.raw() as usize) < begun.count);
        if is_known && !tokens.iter().any(|token| token.kind.is_malformed()) {
            let placed = Placed { unit: begun.unit, base, end: self.end, tokens: tokens.into(), names: all };
            *self.placed() = Some(Arc::new(placed));
        }
    }

    fn copy(&self, base: u32, names: &mut Interner, out: &mut Vec<Token>) {
        let first = names.known_count();
        let symbols: Vec<Symbol> = self.names.iter().map(|name| names.intern(name)).collect();
        out.extend(self.tokens.iter().map(|token| {
            let own = token.symbol.raw().checked_sub(first).map(|number| symbols[number as usize]);
            let span = Span::new(token.span.lo + base, token.span.hi + base);
            Token { symbol: own.unwrap_or(token.symbol), span, ..*token }
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens of a text, each with its name, read with a cache; and how many chunks were lexed.
    fn read(cache: &LexedTexts, text: &str, base: u32, before: &[&str]) -> (Vec<(Token, String)>, usize) {
        let mut names = words::new_interner();
        before.iter().for_each(|name| _ = names.intern(name));
        let (mut reading, mut tokens, mut from) = (cache.open(Fingerprint::of(text), None), Vec::new(), 0);
        while from < text.len() {
            let mut chunk = Vec::new();
            let end = reading.scan(text, from, base, &mut names, &mut chunk);
            // A directive follows, which is one line here.
            from = text[end..].find('\n').map_or(text.len(), |length| end + length);
            tokens.append(&mut chunk);
        }
        let lexed = reading.new.len();
        reading.close();
        let named = tokens.into_iter().map(|token| (token, names.resolve(token.symbol).to_owned()));
        (named.collect(), lexed)
    }

    const TEXT: &str =
        "float first = 1; // and a comment that is long\n#define X 1\nfloat second = first + second >> 1; /* end */";

    #[test]
    fn what_was_lexed_once_is_the_same_with_other_symbols_and_positions() {
        let cache = LexedTexts::default();
        let (fresh, lexed) = read(&cache, TEXT, 0, &[]);
        assert_eq!(lexed, 2);
        let (again, lexed) = read(&cache, TEXT, 0, &[]);
        assert_eq!((again, lexed), (fresh.clone(), 0));
        let (moved, lexed) = read(&cache, TEXT, 100, &["other", "second"]);
        assert_eq!(lexed, 0);
        assert_eq!(moved, read(&LexedTexts::default(), TEXT, 100, &["other", "second"]).0);
        assert_ne!(moved, fresh);
    }

    /// The tokens of a text in a unit with a main text, and whether they were copied as they are.
    fn read_in_unit(cache: &LexedTexts, main: &str, text: &str, base: u32) -> (Vec<(Token, String)>, bool) {
        let mut names = words::new_interner();
        let main = Fingerprint::of(main);
        let (begun, keys) = cache.begin(main, &mut names).unzip();
        let all =
            |begun: &Begun| (0..begun.names()).map(|raw| Fingerprint::of(names.resolve(Symbol::new(raw)))).collect();
        assert_eq!(keys, begun.as_ref().map(all));
        let (mut reading, mut tokens) = (cache.open(Fingerprint::of(text), begun), Vec::new());
        let placed = reading.placed(0);
        match &placed {
            Some(placed) => placed.copy(base, &mut tokens),
            None => _ = reading.scan(text, 0, base, &mut names, &mut tokens),
        }
        reading.close();
        cache.end(main, begun, &names, tokens.len());
        let named = tokens.into_iter().map(|token| (token, names.resolve(token.symbol).to_owned()));
        (named.map(|(token, name)| (Token { symbol: Symbol::EMPTY, ..token }, name)).collect(), placed.is_some())
    }

    #[test]
    fn permutations_begin_with_the_names_of_earlier_ones() {
        let text: String = (0..80).map(|at| format!("float name{at} = float4({at}, 1, 2, 3).x >> 1;")).collect();
        let cache = LexedTexts::default();
        let expected = read_in_unit(&cache, "main", &text, 0).0;
        // One that is alone leaves nothing, and the names of the second one are new to the text.
        for _ in 0..2 {
            assert_eq!(read_in_unit(&cache, "main", &text, 0), (expected.clone(), false));
        }
        assert_eq!(read_in_unit(&cache, "main", &text, 0), (expected.clone(), true));
        let (moved, is_placed) = read_in_unit(&cache, "main", &text, 100);
        let by = |token: &Token| Token { span: Span::new(token.span.lo + 100, token.span.hi + 100), ..*token };
        let expected_there: Vec<_> = expected.iter().map(|(token, name)| (by(token), name.clone())).collect();
        assert_eq!((moved, is_placed), (expected_there, true));
        // Another unit begins with the same names, and keeps its own once they are many.
        assert_eq!(read_in_unit(&cache, "other", &text, 0), (expected.clone(), true));
        let with_more: String = (0..400).map(|at| format!("float more{at} = name{at};")).collect();
        let both = format!("{text}{with_more}");
        let expected_more = read_in_unit(&LexedTexts::default(), "more", &both, 0).0;
        for is_placed in [false, false, false, true] {
            assert_eq!(read_in_unit(&cache, "more", &both, 0), (expected_more.clone(), is_placed));
        }
        assert_eq!(read_in_unit(&cache, "main", &text, 0).0, expected);
    }

    #[test]
    fn no_unit_begins_with_names_whose_presence_decides() {
        let text: String = (0..80).map(|at| format!("float name{at}; SV_Target ")).collect();
        let cache = LexedTexts::default();
        let expected = read_in_unit(&cache, "main", &text, 0);
        assert_eq!(read_in_unit(&cache, "main", &text, 0), expected);
        let mut names = words::new_interner();
        assert!(cache.begin(Fingerprint::of("main"), &mut names).is_some());
        assert!(names.lookup("name79").is_some() && names.lookup("SV_Target").is_none());
        for _ in 0..3 {
            assert_eq!(read_in_unit(&cache, "main", &text, 0), expected);
        }
    }

    #[test]
    fn another_text_is_lexed_anew_and_so_is_a_comment_without_end() {
        let cache = LexedTexts::default();
        read(&cache, TEXT, 0, &[]);
        assert_eq!(read(&cache, &TEXT.replace("first", "other"), 0, &[]).1, 2);
        let open = "float without_an_end_of_comment; /* and so on";
        assert_eq!((read(&cache, open, 0, &[]).1, read(&cache, open, 0, &[]).1), (0, 0));
    }
}
