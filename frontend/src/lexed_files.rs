//! Lexed text, for compilations that read the same files.
//!
//! The preprocessor lexes a file in chunks, each from where it stands to the next directive. A chunk depends on the text and
//! its start alone, so that what one compilation has lexed serves all others; names get the symbols of each of them.

use crate::fingerprint::Fingerprint;
use crate::lexer::{self, Until};
use crate::token::{Token, TokenKind};
use base::generations::Generations;
use base::intern::{Interner, Symbol};
use base::source::Span;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The lexed texts of included files. All compilations that share it must begin with an interner that knows the same words.
#[derive(Debug)]
pub struct LexedTexts {
    /// By the fingerprint of the text.
    texts: Mutex<Texts>,
}

type Texts = Generations<Fingerprint, Arc<Chunks>>;

impl Default for LexedTexts {
    fn default() -> Self {
        let weigh = |chunks: &Arc<Chunks>| chunks.values().map(|chunk| chunk.tokens.len()).sum();
        LexedTexts { texts: Mutex::new(Generations::new(MAX_TOKENS, weigh)) }
    }
}

/// By the offset at which they start.
type Chunks = FxHashMap<usize, Arc<Chunk>>;

/// The limit of tokens, which take 16 bytes each.
const MAX_TOKENS: usize = 3 << 20;

/// The length from which on text is looked up rather than lexed, in bytes.
const MIN_LENGTH: usize = 24;

#[derive(Debug)]
struct Chunk {
    /// The offset where lexing went on.
    end: usize,
    /// With positions from the start of the text; symbols beyond the words that every interner knows are those of `names`.
    tokens: Box<[Token]>,
    names: Box<[Box<str>]>,
}

impl LexedTexts {
    fn texts(&self) -> MutexGuard<'_, Texts> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to read a text.
    pub(crate) fn open(&self, text: &str) -> Reading<'_> {
        let text = Fingerprint::of(text);
        let known = self.texts().find(text).unwrap_or_default();
        Reading { cache: self, text, known, new: Vec::new() }
    }
}

/// A text that is being read.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    cache: &'a LexedTexts,
    text: Fingerprint,
    known: Arc<Chunks>,
    /// The chunks that were lexed now, with their starts.
    new: Vec<(usize, Chunk)>,
}

impl Reading<'_> {
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
        let tokens = tokens.iter().map(relative).collect();
        Chunk { end, tokens, names: texts.into() }
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
    use crate::words;

    /// The tokens of a text, each with its name, read with a cache; and how many chunks were lexed.
    fn read(cache: &LexedTexts, text: &str, base: u32, before: &[&str]) -> (Vec<(Token, String)>, usize) {
        let mut names = words::new_interner();
        before.iter().for_each(|name| _ = names.intern(name));
        let (mut reading, mut tokens, mut from) = (cache.open(text), Vec::new(), 0);
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

    #[test]
    fn another_text_is_lexed_anew_and_so_is_a_comment_without_end() {
        let cache = LexedTexts::default();
        read(&cache, TEXT, 0, &[]);
        assert_eq!(read(&cache, &TEXT.replace("first", "other"), 0, &[]).1, 2);
        let open = "float without_an_end_of_comment; /* and so on";
        assert_eq!((read(&cache, open, 0, &[]).1, read(&cache, open, 0, &[]).1), (0, 0));
    }
}
