//! Whether the modifiers of a declaration fit it and each other.

use crate::check::state::Checker;
use crate::diagnostics::{ConflictingModifiers, ModifierPlace};
use crate::tables::attributes::Place;
use crate::tables::modifiers::{CONFLICTS, places};
use base::source::Span;
use frontend::ast::{List, Modifier, Prefix, PrefixKind};

impl Checker<'_> {
    /// Reports modifiers that mean nothing for a declaration, and those that exclude others of it.
    pub(super) fn check_modifiers(&mut self, prefixes: List<Prefix>, place: Place) {
        if prefixes.is_empty() {
            return;
        }
        let found: Vec<(Modifier, Span)> = self
            .ast
            .ids(prefixes)
            .filter_map(|id| match self.ast.prefixes[id].kind {
                PrefixKind::Modifier(modifier) => Some((modifier, self.ast.prefixes[id].span)),
                PrefixKind::Attribute(_) | PrefixKind::PackMatrix { .. } => None,
            })
            .collect();
        for (index, &(modifier, span)) in found.iter().enumerate() {
            let other = found[..index].iter().find(|&&(earlier, _)| excludes(earlier, modifier));
            let name = self.sources.text(span).to_owned();
            if let Some(&(_, first)) = other {
                let first = self.sources.text(first).to_owned();
                self.report(span, ConflictingModifiers { first, second: name });
            } else if !places(modifier).contains(&place) {
                let place = place.word().to_owned();
                self.report(span, ModifierPlace { name, place });
            }
        }
    }
}

fn excludes(a: Modifier, b: Modifier) -> bool {
    CONFLICTS.iter().any(|&pair| pair == (a, b) || pair == (b, a))
}
