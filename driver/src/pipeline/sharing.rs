//! Compilations that share with others: equal texts, equal texts once declarations that nothing mentions are left out, and equal
//! emitted modules are compiled once.
//!
//! Module and messages are those of a compilation that shares nothing. What makes a declaration separable, and how long
//! anything is remembered, is not known here.

use super::{Session, module_cache, stage_options};
use crate::shared::checked::{CheckedDeclarations, Spare};
use crate::shared::messages;
use crate::shared::module_cache::Known;
use base::source::{FileId, Span};
use frontend::fingerprint::{Fingerprint, Fingerprints};
use frontend::preprocess::Preprocessed;
use frontend::separable::Separable;
use frontend::token::Token;

/// Tokens that are to be compiled, with their key where they have one.
type Keyed<'a> = (Option<Fingerprint>, &'a [Token]);

/// A unit with what its compilation can share with others.
struct Reduced<'a> {
    checked: &'a CheckedDeclarations,
    separable: Separable,
    /// The tokens that have to be compiled with their key, where those are not all.
    tokens: Option<(Option<Fingerprint>, Vec<Token>)>,
}

impl<'a> Session<'a> {
    /// The stages after the preprocessor, as far as they have not been run for the same tokens and settings.
    pub(super) fn compile_shared(&mut self, done: Preprocessed, main: FileId) -> Option<Vec<u32>> {
        let mut fingerprints = Fingerprints::new(&self.sources, &self.names, self.sink.overrides());
        let all = (self.key(&done.tokens, &mut fingerprints), done.tokens.as_slice());
        let known = self.find(all.0);
        let reduced = if known.is_none() { self.reduced(&done.tokens, fingerprints) } else { None };
        if let Some(known) = known {
            return Some(self.recall(&known, all.1));
        }
        let before = self.sink.count();
        let less = reduced.as_ref().and_then(|reduced| reduced.tokens.as_ref());
        let words = less.and_then(|(key, tokens)| self.compile_reduced((*key, tokens), &done, main));
        // After an error all are compiled: what is said of it may depend on what was left out.
        let words = words.or_else(|| {
            self.sink.truncate(before);
            self.compile_tokens(done.tokens.as_slice(), done.macros.clone(), main)
        })?;
        self.keep(all, &words, before);
        if let Some(reduced) = reduced {
            self.add_checked(&reduced, &done.tokens, before);
        }
        Some(words)
    }

    /// The same for fewer tokens.
    fn compile_reduced(&mut self, less: Keyed<'_>, done: &Preprocessed, main: FileId) -> Option<Vec<u32>> {
        if let Some(known) = self.find(less.0) {
            return Some(self.recall(&known, less.1));
        }
        let before = self.sink.count();
        let words = self.compile_tokens(less.1, done.macros.clone(), main)?;
        self.keep(less, &words, before);
        Some(words)
    }

    /// The declarations that other compilations may know, and the tokens without those that they do know and that nothing
    /// mentions here.
    fn reduced(&self, tokens: &[Token], mut fingerprints: Fingerprints<'_>) -> Option<Reduced<'a>> {
        let spare = Spare::of(self.options, self.target);
        let checked = &self.cache.filter(|_| spare != Spare::None)?.checked;
        let seed = Fingerprint::of(&stage_options::seen_by_analysis(self.options, self.target));
        let mut separable = Separable::find(tokens, &mut fingerprints, self.options.analysis.version, seed);
        if spare == Spare::Functions {
            separable.keep_constants();
        }
        let entry = self.names.lookup(self.options.entry());
        let is_known = checked.knows(&separable);
        let tokens = separable.leave_out(tokens, &fingerprints, &is_known, entry.as_slice());
        let tokens = tokens.map(|tokens| (self.key(&tokens, &mut fingerprints), tokens));
        Some(Reduced { checked, separable, tokens })
    }

    /// The key of tokens.
    fn key(&self, tokens: &[Token], fingerprints: &mut Fingerprints<'_>) -> Option<Fingerprint> {
        Some(self.settings?.and(fingerprints.of_unit(tokens)?))
    }

    fn find(&self, key: Option<Fingerprint>) -> Option<Known> {
        self.known?.find(key?)
    }

    /// The words of a compilation of the same tokens, whose messages are reported.
    fn recall(&mut self, known: &Known, tokens: &[Token]) -> Vec<u32> {
        for told in &*known.messages {
            self.sink.report_again(told.about(tokens));
        }
        known.words.to_vec()
    }

    /// Keeps words and the messages from the given one on for compilations of the same tokens.
    fn keep(&self, (key, tokens): Keyed<'_>, words: &[u32], before: usize) {
        let (Some(known), Some(key), false) = (self.known, key, self.sink.is_full()) else { return };
        if let Some(messages) = messages::record(&self.sink.diagnostics()[before..], tokens) {
            known.keep(key, Known { words: words.into(), messages: messages.into() });
        }
    }

    /// Takes note of the declarations with which the messages from the given one on have nothing to do.
    fn add_checked(&self, reduced: &Reduced<'_>, tokens: &[Token], before: usize) {
        let Reduced { checked, separable, .. } = reduced;
        let messages = &self.sink.diagnostics()[before..];
        if messages.is_empty() {
            return checked.add(separable, std::iter::repeat(true));
        }
        if self.sink.is_full() {
            return;
        }
        let notes = messages.iter().flat_map(|message| &message.notes).filter_map(|note| note.span);
        let places: Vec<Span> = messages.iter().map(|message| message.span).chain(notes).collect();
        checked.add(separable, separable.unblamed(tokens, self.names.len(), &places));
    }

    /// The key of an emitted module.
    pub(super) fn key_of_emitted(&self, emitted: &codegen::Output) -> Option<Fingerprint> {
        let describes = self.options.output.reflection.is_some();
        module_cache::key_of_emitted(self.settings.filter(|_| !describes)?, emitted)
    }
}
