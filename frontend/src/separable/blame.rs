//! Which declarations messages may have to do with. A message about a function may depend on those that call it.
//!
//! Names are compared as tokens, without their meaning. Where it is in doubt, a declaration is blamed.

use super::Declaration;
use crate::language::HlslVersion;
use crate::token::{Token, TokenKind};
use crate::words::{self, Word};
use base::ids::Map;
use base::intern::Symbol;
use base::source::Span;
use std::ops::Range;

pub(super) struct Blame<'a> {
    declarations: &'a [Declaration],
    tokens: &'a [Token],
    /// By number of the symbol: true if what declares it is blamed.
    names: Vec<bool>,
    blamed: Vec<bool>,
    /// Those that are blamed, but not with what mentions them.
    alone: Vec<bool>,
    /// Names whose mentions have to be followed.
    pending: Vec<Symbol>,
}

impl<'a> Blame<'a> {
    pub(super) fn new(declarations: &'a [Declaration], tokens: &'a [Token], names: usize) -> Self {
        let (blamed, alone) = (vec![false; declarations.len()], vec![false; declarations.len()]);
        Blame { declarations, tokens, names: vec![false; names], blamed, alone, pending: Vec::new() }
    }

    /// Returns for each declaration whether it is blamed. `None` if a place is not that of a token.
    pub(super) fn spread(mut self, places: &[Span], of_text: &[Span]) -> Option<Vec<bool>> {
        let starts = self.tokens_at(places.iter().chain(of_text).map(|place| place.lo).collect());
        for place in places {
            self.blame_token(*starts.get(&place.lo)?);
        }
        for place in of_text {
            let at = *starts.get(&place.lo)?;
            match self.function_with_body(at) {
                Some(function) => self.alone[function] = true,
                None => self.blame_token(at),
            }
        }
        self.follow();
        Some(self.blamed.iter().zip(&self.alone).map(|(blamed, alone)| *blamed || *alone).collect())
    }

    /// The last token at each of these positions, as far as there is one.
    fn tokens_at(&self, mut wanted: Vec<u32>) -> Map<u32, usize> {
        wanted.sort_unstable();
        let (Some(&first), Some(&last)) = (wanted.first(), wanted.last()) else { return Map::default() };
        // Most tokens are far from all of them.
        let is_near = |token: &Token| token.span.lo.wrapping_sub(first) <= last - first;
        let near = self.tokens.iter().enumerate().filter(|(_, token)| is_near(token));
        let found = near.filter(|(_, token)| wanted.binary_search(&token.span.lo).is_ok());
        found.map(|(at, token)| (token.span.lo, at)).collect()
    }

    /// Blames what mentions a name that is blamed.
    fn follow(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let mentions = Mentions::new(self);
        while let Some(name) = self.pending.pop() {
            let mut next = mentions.first[name.raw() as usize];
            while let Some((declaration, more)) = next.map(|at| mentions.all[at]) {
                self.blame(declaration);
                next = more;
            }
        }
    }

    /// The function in whose body a token is, if that is checked once.
    fn function_with_body(&self, at: usize) -> Option<usize> {
        let function = self.declarations.partition_point(|declaration| declaration.tokens.end <= at);
        self.declarations.get(function)?.body.filter(|body| *body <= at).map(|_| function)
    }

    /// Blames the declaration of a token, or all names that are declared or mentioned beside it where that is none of ours.
    fn blame_token(&mut self, at: usize) {
        let behind = self.declarations.partition_point(|declaration| declaration.tokens.end <= at);
        let start = behind.checked_sub(1).map_or(0, |before| self.declarations[before].tokens.end);
        let end = self.declarations.get(behind).map_or(self.tokens.len(), |next| next.tokens.start);
        if end <= at {
            return self.blame(behind);
        }
        self.names_in(start..end).for_each(|name| self.blame_name(name));
    }

    /// The names in some tokens, keywords and builtin types apart.
    fn names_in(&self, tokens: Range<usize>) -> impl Iterator<Item = Symbol> + use<'a> {
        let named = self.tokens[tokens].iter().filter(|token| token.kind == TokenKind::Ident);
        // The version with the most names: one name too many costs a compilation and nothing else.
        let words = words::classes(HlslVersion::V202x);
        let may_be_name = |word: &Word| matches!(word, Word::Name | Word::Contextual(_) | Word::FormerInterface);
        let is_name = move |name: &Symbol| words.get(name.raw() as usize).is_none_or(may_be_name);
        named.map(|token| token.symbol).filter(is_name)
    }

    fn blame(&mut self, declaration: usize) {
        if !std::mem::replace(&mut self.blamed[declaration], true) {
            self.blame_name(self.declarations[declaration].name);
        }
    }

    fn blame_name(&mut self, name: Symbol) {
        if !std::mem::replace(&mut self.names[name.raw() as usize], true) {
            self.pending.push(name);
        }
    }
}

/// The declarations that mention each name, as lists.
struct Mentions {
    /// By number of the symbol.
    first: Vec<Option<usize>>,
    /// A declaration, and the next one.
    all: Vec<(usize, Option<usize>)>,
}

impl Mentions {
    fn new(blame: &Blame<'_>) -> Self {
        let mut mentions = Mentions { first: vec![None; blame.names.len()], all: Vec::new() };
        for (number, declaration) in blame.declarations.iter().enumerate() {
            for name in blame.names_in(declaration.tokens.clone()) {
                let first = &mut mentions.first[name.raw() as usize];
                if first.is_none_or(|at| mentions.all[at].0 != number) {
                    mentions.all.push((number, first.replace(mentions.all.len())));
                }
            }
        }
        mentions
    }
}
