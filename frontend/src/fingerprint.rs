//! Fingerprints of tokens: equal text has equal ones in all compilations, although the numbers of symbols differ.

use crate::token::{Token, TokenFlags, TokenKind};
use base::intern::{Interner, Symbol};
use base::source::SourceMap;

/// A hash of 128 bits, FNV-1a's with larger parts: no two of a billion texts have the same by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint(u128);

impl Fingerprint {
    /// That of no text.
    pub(crate) const NOTHING: Fingerprint = Fingerprint(0);

    const OFFSET: u128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D;
    const PRIME: u128 = 0x0100_0000_0000_0000_0000_013B;

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

    /// Extends it.
    #[inline]
    pub(crate) fn add(&mut self, part: Fingerprint) {
        // The multiplication carries upwards alone; the rotation brings the upper half down.
        self.0 = (self.0 ^ part.0).wrapping_mul(Self::PRIME).rotate_right(64);
    }

    /// The same with another part behind it.
    #[must_use]
    pub fn and(mut self, part: Fingerprint) -> Self {
        self.add(part);
        self
    }

    /// The same with a number behind it.
    pub(crate) fn with(self, number: usize) -> Self {
        self.and(Fingerprint(number as u128))
    }
}

/// Fingerprints of the tokens of one compilation.
#[derive(Debug)]
pub struct Fingerprints<'a> {
    sources: &'a SourceMap,
    names: &'a Interner,
    /// Those of names, by number of the symbol, as far as they are known.
    of_names: Vec<Fingerprint>,
}

impl<'a> Fingerprints<'a> {
    /// Knows none yet.
    pub fn new(sources: &'a SourceMap, names: &'a Interner) -> Self {
        Fingerprints { sources, names, of_names: vec![Fingerprint::NOTHING; names.len()] }
    }

    /// The text of a token.
    pub(crate) fn text(&self, token: Token) -> &'a str {
        self.sources.text(token.span)
    }

    /// The text from one token to another; empty if they are not in one file.
    pub(crate) fn text_between(&self, first: Token, last: Token) -> &'a str {
        self.sources.text(first.span.to(last.span))
    }

    /// The symbol of a name that occurs in the compilation.
    pub(crate) fn symbol(&self, name: &str) -> Option<Symbol> {
        self.names.lookup(name)
    }

    /// The number of symbols.
    pub(crate) fn symbols(&self) -> usize {
        self.of_names.len()
    }

    /// The fingerprint of one token.
    #[inline]
    pub(crate) fn of(&mut self, token: Token) -> Fingerprint {
        match token.kind {
            TokenKind::Ident | TokenKind::Number => self.of_name(token.symbol),
            TokenKind::Str | TokenKind::Char => Fingerprint::of(self.sources.text(token.span)),
            // `> >` and `>>` differ in this alone.
            TokenKind::Gt if token.flags.has(TokenFlags::JOINT) => Fingerprint(u128::MAX),
            kind => Fingerprint(kind as u128),
        }
    }

    /// The fingerprint of a whole unit.
    pub fn of_unit(&mut self, tokens: &[Token]) -> Fingerprint {
        let mut whole = Fingerprint(Fingerprint::OFFSET);
        for token in tokens {
            whole.add(self.of(*token));
        }
        whole.with(tokens.len())
    }

    fn of_name(&mut self, name: Symbol) -> Fingerprint {
        let known = &mut self.of_names[name.raw() as usize];
        if *known == Fingerprint::NOTHING {
            *known = Fingerprint::of(self.names.resolve(name));
        }
        *known
    }
}
