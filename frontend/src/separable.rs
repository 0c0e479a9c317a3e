//! Declarations that a unit can do without: functions and constants that are known to be right, and that nothing mentions.
//!
//! Who compiles many units that share long headers need not parse and check the same functions again and again. Each
//! separable declaration has a key of all that its check depends on: the declarations before it, its own text, the options.
//! If the key is known to be free of messages and no other part of the unit mentions the name, its tokens are left out. Those
//! with messages stay: so these come again, in their order.
//!
//! This works on tokens alone, before names have a meaning. Where it is in doubt, a declaration stays.

mod blame;
mod forms;
mod scan;
#[cfg(test)]
mod tests;

use crate::fingerprint::{Fingerprint, Fingerprints};
use crate::language::HlslVersion;
use crate::preprocess::Copied;
use crate::token::{Token, TokenKind};
use base::intern::Symbol;
use base::source::Span;
use blame::Blame;
use forms::Sum;
use scan::Scan;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

pub use forms::Forms;

/// The facts about the declarations of a unit.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The facts about those of other units.
    pub forms: &'a Forms,
    /// The tokens that come of records, in their order.
    pub copied: &'a [Copied],
}

/// The separable declarations of a unit.
#[derive(Debug, Default)]
pub struct Separable {
    all: Vec<Declaration>,
    /// Results in other units that some of them are, in their order.
    sums: Vec<(Range<usize>, Arc<Sum>)>,
}

/// A declaration of a function or constant.
#[derive(Clone, Debug)]
struct Declaration {
    /// The positions of its tokens.
    tokens: Range<usize>,
    name: Symbol,
    key: Fingerprint,
    /// Where the body begins, if it is checked once, and not for each use.
    body: Option<usize>,
    /// It does not take its name to reach it: it has an attribute, or `export`.
    stays: bool,
}

impl Separable {
    /// Finds them. The seed is a key of all options that the check of a function depends on.
    pub fn find(
        tokens: &[Token],
        fingerprints: &mut Fingerprints<'_>,
        version: HlslVersion,
        seed: Fingerprint,
    ) -> Self {
        Scan::new(tokens, fingerprints, version, seed).run().unwrap_or_default()
    }

    /// Finds them, with what is known of declarations of other units.
    pub fn find_sharing(
        tokens: &[Token],
        fingerprints: &mut Fingerprints<'_>,
        version: HlslVersion,
        seed: Fingerprint,
        known: Known<'_>,
    ) -> Self {
        let scan = Scan::new(tokens, fingerprints, version, seed).sharing(known.forms, known.copied);
        scan.run().unwrap_or_default()
    }

    /// For each declaration, whether messages at these places have nothing to do with it: they are neither in it nor in what it
    /// mentions, directly or through others. Those at places of text alone say nothing about what uses the function that they are in.
    pub fn unblamed(&self, tokens: &[Token], names: usize, places: &[Span], of_text: &[Span]) -> Vec<bool> {
        match Blame::new(&self.all, tokens, names).spread(places, of_text) {
            Some(blamed) => blamed.into_iter().map(|blamed| !blamed).collect(),
            None => vec![false; self.all.len()],
        }
    }

    /// The keys of all of them, in their order.
    pub fn keys(&self) -> impl Iterator<Item = Fingerprint> {
        self.all.iter().map(|declaration| declaration.key)
    }

    /// The key of one of them.
    pub fn key(&self, at: usize) -> Fingerprint {
        self.all[at].key
    }

    /// The number of them.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The ranges of declarations that may cause messages. Runs that another unit has found to be free of messages are left out.
    pub fn unsettled(&self) -> Vec<Range<usize>> {
        let (mut open, mut from) = (Vec::new(), 0);
        for (range, _) in self.sums.iter().filter(|(_, sum)| sum.is_clean.load(Relaxed)) {
            open.push(from..range.start);
            from = range.end;
        }
        open.push(from..self.all.len());
        open
    }

    /// Records which runs of declarations are free of messages, for other units.
    pub fn settle(&self, is_clean: impl Fn(usize) -> bool) {
        for (range, sum) in self.sums.iter().filter(|(_, sum)| !sum.is_clean.load(Relaxed)) {
            sum.is_clean.store(range.clone().all(&is_clean), Relaxed);
        }
    }

    /// The tokens without the known declarations that nothing mentions, starting from the names of `roots`. `None` if all
    /// stay.
    pub fn leave_out(
        &self,
        tokens: &[Token],
        fingerprints: &Fingerprints<'_>,
        is_known: &[bool],
        roots: &[Symbol],
    ) -> Option<Vec<Token>> {
        let stays = Mentions::new(self, tokens, fingerprints).spread(is_known, roots);
        if stays.iter().all(|&stays| stays) {
            return None;
        }
        let mut kept = Vec::with_capacity(tokens.len());
        let mut from = 0;
        for (declaration, _) in self.all.iter().zip(&stays).filter(|(_, stays)| !**stays) {
            // Most of them follow one another.
            if from < declaration.tokens.start {
                kept.extend_from_slice(&tokens[from..declaration.tokens.start]);
            }
            from = declaration.tokens.end;
        }
        kept.extend_from_slice(&tokens[from..]);
        Some(kept)
    }
}

/// Which declarations are mentioned. What mentions a name may mean any declaration of that name.
struct Mentions<'a> {
    declarations: &'a [Declaration],
    tokens: &'a [Token],
    fingerprints: &'a Fingerprints<'a>,
    /// By number of the symbol.
    mentioned: Vec<bool>,
    stays: Vec<bool>,
    /// Declarations whose own mentions have to be followed.
    pending: Vec<usize>,
    /// Declarations that wait for their name to be mentioned, as lists: the number of the first one of each name, and of the
    /// one behind each. They count from 1, and 0 ends a list: most names have none.
    first: Vec<u32>,
    next: Vec<u32>,
}

impl<'a> Mentions<'a> {
    fn new(separable: &'a Separable, tokens: &'a [Token], fingerprints: &'a Fingerprints<'a>) -> Self {
        let (names, declarations) = (fingerprints.symbols(), &separable.all);
        Mentions {
            declarations,
            tokens,
            fingerprints,
            mentioned: vec![false; names],
            stays: vec![false; declarations.len()],
            pending: Vec::new(),
            first: vec![0; names],
            next: vec![0; declarations.len()],
        }
    }

    /// Returns for each declaration whether it has to stay.
    fn spread(mut self, is_known: &[bool], roots: &[Symbol]) -> Vec<bool> {
        for (index, declaration) in self.declarations.iter().enumerate() {
            if declaration.stays || !is_known[index] {
                self.pending.push(index);
            } else {
                let first = &mut self.first[declaration.name.raw() as usize];
                self.next[index] = std::mem::replace(first, index as u32 + 1);
            }
        }
        for &root in roots {
            self.mention(root);
        }
        let mut from = 0;
        for declaration in self.declarations {
            if from < declaration.tokens.start {
                self.follow(from..declaration.tokens.start);
            }
            from = declaration.tokens.end;
        }
        self.follow(from..self.tokens.len());
        while let Some(index) = self.pending.pop() {
            self.stays[index] = true;
            self.follow(self.declarations[index].tokens.clone());
        }
        self.stays
    }

    /// Notes the names that tokens mention, those that they declare included: another declaration of the name may clash.
    fn follow(&mut self, tokens: Range<usize>) {
        for &token in &self.tokens[tokens] {
            match token.kind {
                TokenKind::Ident => self.mention(token.symbol),
                // Attributes name functions by strings.
                TokenKind::Str => {
                    let text = self.fingerprints.text(token).trim_matches('"');
                    self.fingerprints.symbol(text).into_iter().for_each(|name| self.mention(name));
                }
                _ => {}
            }
        }
    }

    fn mention(&mut self, name: Symbol) {
        let name = name.raw() as usize;
        if std::mem::replace(&mut self.mentioned[name], true) {
            return;
        }
        let mut waiting = std::mem::take(&mut self.first[name]);
        while let Some(index) = waiting.checked_sub(1).map(|index| index as usize) {
            self.pending.push(index);
            waiting = self.next[index];
        }
    }
}
