//! Compilations that share with others: equal texts, equal texts once declarations that nothing mentions are left out, and equal
//! emitted modules are compiled once.
//!
//! Module and messages are those of a compilation that shares nothing. What makes a declaration separable, and how long
//! anything is remembered, is not known here.

use super::{Compiled, Session};
use crate::pipeline::shared::clean_declarations::{CheckedDeclarations, Standing};
use crate::pipeline::shared::messages;
use crate::pipeline::shared::module_cache::{self, Known, ModuleCache};
use crate::pipeline::shared::settings::Settings;
use base::diag::Diagnostic;
use base::source::Span;
use frontend::fingerprint::{Fingerprint, Fingerprints};
use frontend::preprocess::Copied;
use frontend::separable::{self, Separable};
use frontend::token::Token;
use std::borrow::Cow;
use std::sync::Arc;

/// Tokens that are to be compiled, with their key where they have one.
#[derive(Clone, Copy)]
struct Keyed<'a> {
    key: Option<Fingerprint>,
    tokens: &'a [Token],
}

/// Facts about the tokens of a unit, from the preprocessor.
#[derive(Clone, Copy)]
pub(super) struct KnownOfTokens<'a> {
    /// The fingerprints of the first names.
    pub(super) name_keys: &'a [Fingerprint],
    /// The tokens that come of records of included files.
    pub(super) copied: &'a [Copied],
}

/// A unit with what its compilation can share with others.
struct Reduced<'a> {
    checked: &'a CheckedDeclarations,
    separable: Separable,
    /// What is known of each of them already.
    standings: Vec<Standing>,
    /// The tokens that have to be compiled with their key, where those are not all.
    tokens: Option<(Option<Fingerprint>, Vec<Token>)>,
}

/// Warnings about the form of an expression: what the function around it is called with has no influence.
const OF_TEXT: &[&str] = &["W2126", "W2129", "W2133", "W2134", "W2138", "W2139", "W2140", "W2141", "W2142", "W2143"];

/// Returns whether a message is about a text and what precedes it, and says nothing of other places.
fn is_of_text(message: &Diagnostic) -> bool {
    OF_TEXT.contains(&message.row.code)
        && message.notes.iter().all(|note| note.span.is_none_or(|it| it == message.span))
}

impl<'a> Session<'a> {
    /// Compiles tokens, unless the same ones were compiled with the same settings, and those that have to be compiled anew alone.
    pub(super) fn unless_known(
        &mut self,
        tokens: Vec<Token>,
        known_of_tokens: KnownOfTokens<'_>,
        mut compile: impl FnMut(&mut Self, Cow<'_, [Token]>) -> Option<Vec<u32>>,
    ) -> Option<Vec<u32>> {
        if self.plan.target.kernel.is_some() || self.plan.known.is_none() && self.plan.cache.is_none() {
            return compile(self, Cow::Owned(tokens));
        }
        let KnownOfTokens { name_keys, copied } = known_of_tokens;
        let mut fingerprints = Fingerprints::with_names(&self.sources, &self.names, self.sink.overrides(), name_keys);
        let has_units = self.plan.levels.units;
        let is_tried = has_units && self.plan.known.is_some_and(ModuleCache::tries_units);
        let mut key = if is_tried { self.key(&tokens, &mut fingerprints) } else { None };
        let mut known = self.find(key);
        if let Some(cache) = self.plan.known.filter(|_| is_tried) {
            cache.note_unit(known.is_some());
        }
        let reduced = if known.is_none() { self.reduced(&tokens, copied, &mut fingerprints) } else { None };
        let is_whole = known.is_none() && reduced.as_ref().is_none_or(|reduced| reduced.tokens.is_none());
        if is_whole && has_units && !is_tried {
            key = self.key(&tokens, &mut fingerprints);
            known = self.find(key);
        }
        let all = Keyed { key, tokens: &tokens };
        if let Some(known) = known {
            return Some(self.recall(&known, all.tokens));
        }
        let before = self.sink.count();
        let less = reduced.as_ref().and_then(|reduced| reduced.tokens.as_ref());
        let words = less.and_then(|(key, tokens)| self.compile_reduced(Keyed { key: *key, tokens }, &mut compile));
        // After an error all are compiled: what is said of it may depend on what was left out.
        let words = words.or_else(|| {
            self.sink.truncate(before);
            compile(self, Cow::Borrowed(&tokens))
        })?;
        self.keep(all, &words, before);
        if let Some(reduced) = reduced {
            self.add_checked(&reduced, &tokens, before);
        }
        Some(words)
    }

    /// Compiles tokens that were reduced, unless equal ones were compiled with equal settings.
    fn compile_reduced(
        &mut self,
        less: Keyed<'_>,
        mut compile: impl FnMut(&mut Self, Cow<'_, [Token]>) -> Option<Vec<u32>>,
    ) -> Option<Vec<u32>> {
        if let Some(known) = self.find(less.key) {
            return Some(self.recall(&known, less.tokens));
        }
        let before = self.sink.count();
        let words = compile(self, Cow::Borrowed(less.tokens))?;
        self.keep(less, &words, before);
        Some(words)
    }

    /// Runs the stages behind the emitter, unless the same module was emitted with the same settings.
    pub(super) fn unless_emitted(
        &mut self,
        emitted: codegen::Output,
        run: impl FnOnce(&mut Self, &codegen::Output) -> Option<Option<Vec<u32>>>,
    ) -> Option<Compiled> {
        let known = self.plan.known.zip(self.key_of_emitted(&emitted));
        if let Some(known) = known.and_then(|(known, key)| known.find(key)) {
            return Some(Compiled { emitted, changed: Some(known.words.to_vec()) });
        }
        let before = self.sink.count();
        let changed = run(self, &emitted)?;
        let compiled = Compiled { emitted, changed };
        if let Some((known, key)) = known.filter(|_| self.sink.count() == before) {
            known.keep(key, Known { words: compiled.words().into(), messages: Arc::default() });
        }
        Some(compiled)
    }

    /// The declarations that other compilations may know, and the tokens without those that they do know and that nothing
    /// mentions here.
    fn reduced(&self, tokens: &[Token], copied: &[Copied], fingerprints: &mut Fingerprints<'_>) -> Option<Reduced<'a>> {
        let Settings { has_spare, analysis: seed, .. } = self.settings?;
        let cache = self.plan.cache.filter(|_| has_spare)?;
        let (checked, version) = (&cache.checked, self.plan.options.analysis.version);
        let known = separable::Known { forms: &cache.forms, copied };
        let separable = Separable::find_sharing(tokens, fingerprints, version, seed, known);
        let entry = self.names.lookup(self.plan.options.entry());
        let standings = checked.standings(&separable);
        let is_known: Vec<bool> = standings.iter().map(|standing| *standing == Standing::Clean).collect();
        let tokens = separable.leave_out(tokens, fingerprints, &is_known, entry.as_slice());
        let mut key = |tokens: &[Token]| self.key(tokens, fingerprints).filter(|_| self.plan.levels.reached);
        let tokens = tokens.map(|tokens| (key(&tokens), tokens));
        Some(Reduced { checked, separable, standings, tokens })
    }

    /// The key of tokens.
    fn key(&self, tokens: &[Token], fingerprints: &mut Fingerprints<'_>) -> Option<Fingerprint> {
        self.plan.known?;
        Some(self.settings?.module?.and(fingerprints.of_unit(tokens)?))
    }

    fn find(&self, key: Option<Fingerprint>) -> Option<Known> {
        self.plan.known?.find(key?)
    }

    /// The words of a compilation of the same tokens, whose messages are reported.
    fn recall(&mut self, known: &Known, tokens: &[Token]) -> Vec<u32> {
        for told in &*known.messages {
            self.sink.report_again(told.about(tokens));
        }
        known.words.to_vec()
    }

    /// Keeps words and the messages from the given one on for compilations of the same tokens.
    fn keep(&self, compiled: Keyed<'_>, words: &[u32], before: usize) {
        let (Some(known), Some(key), false) = (self.plan.known, compiled.key, self.sink.is_full()) else { return };
        if let Some(messages) = messages::record(&self.sink.diagnostics()[before..], compiled.tokens) {
            known.keep(key, Known { words: words.into(), messages: messages.into() });
        }
    }

    /// Records the declarations with which the messages from the given one on have nothing to do.
    fn add_checked(&self, reduced: &Reduced<'_>, tokens: &[Token], before: usize) {
        let Reduced { checked, separable, standings, .. } = reduced;
        if !standings.iter().any(|standing| standing.is_open()) {
            return;
        }
        let messages = &self.sink.diagnostics()[before..];
        if messages.is_empty() {
            return checked.add(separable, standings, |_| true);
        }
        if self.sink.is_full() {
            return;
        }
        let (of_text, others): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
            messages.iter().partition(|message| is_of_text(message));
        let of_text: Vec<Span> = of_text.iter().map(|message| message.span).collect();
        let notes = others.iter().flat_map(|message| &message.notes).filter_map(|note| note.span);
        let places: Vec<Span> = others.iter().map(|message| message.span).chain(notes).collect();
        let is_clean = separable.unblamed(tokens, self.names.len(), &places, &of_text);
        checked.add(separable, standings, |at| is_clean[at]);
    }

    /// The key of an emitted module.
    fn key_of_emitted(&self, emitted: &codegen::Output) -> Option<Fingerprint> {
        let describes = self.plan.options.output.reflection.is_some();
        let settings = self.settings?.module.filter(|_| !describes && self.plan.levels.emitted);
        module_cache::key_of_emitted(settings?, emitted)
    }
}
