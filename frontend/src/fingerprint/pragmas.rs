//! The state of pragmas about warnings, token by token.
//!
//! Each pragma holds for the text that is read after it. So the pragmas that hold for a token are the first few of all, and
//! as many or more hold for the next one. What a pragma does must not be known here.

use super::{Fingerprint, Mark};
use crate::token::Token;
use base::diag::{Override, Overriding};
use std::collections::BTreeMap;

#[derive(Debug)]
pub(super) struct Pragmas<'a> {
    all: &'a [Overriding],
}

/// The limit of pragmas of a unit: each state is a walk over all groups.
const MAX_PRAGMAS: usize = 1 << 10;

impl<'a> Pragmas<'a> {
    pub(super) fn new(all: &'a [Overriding]) -> Self {
        Pragmas { all }
    }

    /// The tokens from which on there is another state. `None` where tokens and pragmas are not in one order, or where there
    /// are very many pragmas.
    pub(super) fn marks(&self, tokens: &[Token]) -> Option<Vec<Mark>> {
        if self.all.is_empty() || self.all.len() > MAX_PRAGMAS {
            return self.all.is_empty().then(Vec::new);
        }
        let (mut marks, mut groups, mut count) = (Vec::new(), BTreeMap::new(), 0);
        let mut state = Fingerprint::NOTHING;
        for (at, token) in tokens.iter().enumerate() {
            let position = token.span.lo;
            if count > 0 && !self.all[count - 1].covers(position) {
                return None;
            }
            let new = self.all[count..].iter().take_while(|pragma| pragma.covers(position)).count();
            for Overriding { group, what, .. } in &self.all[count..count + new] {
                match what {
                    Override::Policy => groups.remove(group.as_str()),
                    Override::Ignored | Override::Severity(_) => groups.insert(group.as_str(), *what),
                };
            }
            count += new;
            let now = match (new, groups.is_empty()) {
                (0, _) => state,
                (_, true) => Fingerprint::NOTHING,
                (_, false) => Fingerprint::of(&format!("{groups:?}")),
            };
            if now != state {
                state = now;
                marks.push(Mark { token: at, state });
            }
        }
        Some(marks)
    }
}
