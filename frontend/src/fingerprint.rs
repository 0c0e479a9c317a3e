//! Fingerprints of tokens: equal text has equal ones in all compilations, although the numbers of symbols differ.
//!
//! Diagnostics depend on more than the kinds and names of tokens: some warnings check comments and columns, warnings are not
//! issued in macro expansions, and pragmas enable and disable groups of warnings. So fingerprints include token locations.

mod pragmas;

use crate::token::{Token, TokenFlags, TokenKind};
use base::diag::Overriding;
use base::intern::{Interner, Symbol};
use base::source::{SourceFile, SourceMap};
use pragmas::Pragmas;

/// A hash of 128 bits, FNV-1a's with larger parts: no two of a billion texts have the same by chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fingerprint(u128);

impl Fingerprint {
    /// That of no text.
    pub(crate) const NOTHING: Fingerprint = Fingerprint(0);

    const OFFSET: u128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D;
    const PRIME: u128 = 0x0100_0000_0000_0000_0000_013B;
    /// An odd number that spreads 32 bits over all of them.
    const PLACE: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;

    /// The fingerprint of a text.
    pub fn of(text: &str) -> Self {
        let mut whole = Fingerprint(Self::OFFSET);
        let (chunks, rest) = text.as_bytes().as_chunks();
        for chunk in chunks {
            whole.add(Fingerprint(u128::from_le_bytes(*chunk)));
        }
        let rest = rest.iter().rev().fold(0, |bytes, &byte| bytes << 8 | u128::from(byte));
        whole.add(Fingerprint(rest));
        whole.with(text.len())
    }

    /// The fingerprint of the text of a file, which is made once.
    pub(crate) fn of_file(file: &SourceFile) -> Self {
        Fingerprint(file.digest(|text| Fingerprint::of(text).0))
    }

    /// The fingerprint of words.
    pub fn of_words(words: &[u32]) -> Self {
        let mut whole = Fingerprint(Self::OFFSET);
        let (chunks, rest) = words.as_chunks::<4>();
        let of = |words: &[u32]| words.iter().fold(0, |all, word| all << 32 | u128::from(*word));
        for chunk in chunks {
            whole.add(Fingerprint(of(chunk)));
        }
        whole.and(Fingerprint(of(rest))).with(words.len())
    }

    /// Extends it.
    #[inline]
    pub(crate) fn add(&mut self, part: Fingerprint) {
        // The multiplication carries upwards alone; the rotation brings the upper half down.
        self.0 = (self.0 ^ part.0).wrapping_mul(Self::PRIME).rotate_right(64);
    }

    /// The fingerprint with another part behind it.
    #[must_use]
    #[inline]
    pub fn and(mut self, part: Fingerprint) -> Self {
        self.add(part);
        self
    }

    /// The fingerprint with a number behind it.
    pub fn with(self, number: usize) -> Self {
        self.and(Fingerprint(number as u128))
    }

    /// That of the same token at a place, which is a number of 32 bits.
    #[inline]
    pub(crate) fn at(self, place: u32) -> Self {
        Fingerprint(self.0 ^ u128::from(place).wrapping_mul(Self::PLACE))
    }
}

/// From a token on, pragmas about warnings have the state with this fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) token: usize,
    pub(crate) state: Fingerprint,
}

/// Fingerprints of the tokens of one compilation.
#[derive(Debug)]
pub struct Fingerprints<'a> {
    sources: &'a SourceMap,
    names: &'a Interner,
    /// Those of the first names, by number of the symbol.
    of_first: &'a [Fingerprint],
    /// Those of the other names, as far as they are known.
    of_others: Vec<Fingerprint>,
    pragmas: Pragmas<'a>,
}

/// The place of a token that is in no file.
const FROM_MACRO: u32 = u32::MAX;

impl<'a> Fingerprints<'a> {
    /// Knows none yet. The pragmas are those that the preprocessor has met.
    pub fn new(sources: &'a SourceMap, names: &'a Interner, pragmas: &'a [Overriding]) -> Self {
        Self::with_names(sources, names, pragmas, &[])
    }

    /// Knows those of the first names.
    pub fn with_names(
        sources: &'a SourceMap,
        names: &'a Interner,
        pragmas: &'a [Overriding],
        of_first: &'a [Fingerprint],
    ) -> Self {
        let of_others = vec![Fingerprint::NOTHING; names.len() - of_first.len()];
        Fingerprints { sources, names, of_first, of_others, pragmas: Pragmas::new(pragmas) }
    }

    /// The text of a token.
    pub(crate) fn text(&self, token: Token) -> &'a str {
        self.sources.text(token.span)
    }

    /// The text from one token to another; empty if they are not in one file.
    pub(crate) fn text_between(&self, first: Token, last: Token) -> &'a str {
        self.sources.text(first.span.to(last.span))
    }

    /// Where tokens and names come from.
    pub(crate) fn origin(&self) -> (&'a SourceMap, &'a Interner) {
        (self.sources, self.names)
    }

    /// The symbol of a name that occurs in the compilation.
    pub(crate) fn symbol(&self, name: &str) -> Option<Symbol> {
        self.names.lookup(name)
    }

    /// The number of symbols.
    pub(crate) fn symbols(&self) -> usize {
        self.names.len()
    }

    /// The fingerprint of one token.
    #[inline]
    pub(crate) fn of(&mut self, token: Token) -> Fingerprint {
        match token.kind {
            TokenKind::Ident | TokenKind::Number => self.of_name(token.symbol),
            TokenKind::Str | TokenKind::Char => self.of_text(token),
            // `> >` and `>>` differ in this alone.
            TokenKind::Gt if token.flags.has(TokenFlags::JOINT) => Fingerprint(u128::MAX),
            kind => Fingerprint(kind as u128),
        }
    }

    #[cold]
    fn of_text(&self, token: Token) -> Fingerprint {
        Fingerprint::of(self.text(token))
    }

    /// The fingerprint of a token at its distance from a place in its file.
    #[inline]
    pub(crate) fn of_placed(&mut self, token: Token, from: u32) -> Fingerprint {
        let place = if SourceMap::is_in_file(token.span.lo) { token.span.lo.wrapping_sub(from) } else { FROM_MACRO };
        self.of(token).at(place)
    }

    /// The tokens at which pragmas change what is warned of. `None` if that does not follow the order of the tokens.
    pub(crate) fn marks(&self, tokens: &[Token]) -> Option<Vec<Mark>> {
        self.pragmas.marks(tokens)
    }

    /// The fingerprint of a whole unit, with all that messages about it depend on but for the names of its files. `None` where
    /// that cannot be told.
    pub fn of_unit(&mut self, tokens: &[Token]) -> Option<Fingerprint> {
        let mut whole = Fingerprint(Fingerprint::OFFSET);
        for Mark { token, state } in self.marks(tokens)? {
            whole = whole.and(state).with(token);
        }
        let mut current = 0..0;
        for token in tokens {
            let position = token.span.lo;
            if SourceMap::is_in_file(position) && !current.contains(&position) {
                let id = self.sources.file_at(position)?;
                let file = self.sources.file(id);
                whole.add(Fingerprint::of_file(file));
                current = file.base()..file.base() + file.text().len() as u32 + 1;
            }
            let part = self.of_placed(*token, current.start);
            whole.add(part);
        }
        Some(whole.with(tokens.len()))
    }

    #[inline]
    fn of_name(&mut self, name: Symbol) -> Fingerprint {
        let number = name.raw() as usize;
        match self.of_first.get(number) {
            Some(known) => *known,
            None => self.of_other(name, number - self.of_first.len()),
        }
    }

    #[inline(never)]
    fn of_other(&mut self, name: Symbol, number: usize) -> Fingerprint {
        let known = &mut self.of_others[number];
        if *known == Fingerprint::NOTHING {
            *known = Fingerprint::of(self.names.resolve(name));
        }
        *known
    }
}
