//! Declarations that compilations have found to be free of messages.
//!
//! Long headers are checked in every unit that includes them, although an entry point reaches little of them. What was
//! checked once, behind the same declarations and with the same options, need not be checked again unless it is mentioned.

use super::makes_module_alone;
use crate::options::checks::Target;
use crate::options::settings::Options;
use crate::pipeline::stage_options;
use base::ids::Set;
use frontend::fingerprint::Fingerprint;
use frontend::separable::Separable;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Functions and constants that compilations found to be free of messages.
#[derive(Debug, Default)]
pub(crate) struct CheckedDeclarations {
    known: Mutex<Set<Fingerprint>>,
}

/// The limit of keys, which take 40 bytes each. When it is reached, all are dropped: those that are still of use come back.
const MAX_KEYS: usize = 1 << 16;

impl CheckedDeclarations {
    /// For each declaration of a unit, whether it is known to be free of messages.
    pub(crate) fn knows(&self, declarations: &Separable) -> Vec<bool> {
        let known = self.known();
        declarations.keys().map(|key| known.contains(&key)).collect()
    }

    /// Adds the declarations of a unit about which there was no message.
    pub(crate) fn add(&self, declarations: &Separable) {
        let mut known = self.known();
        for key in declarations.keys() {
            if known.len() >= MAX_KEYS {
                known.clear();
            }
            known.insert(key);
        }
    }

    fn known(&self) -> MutexGuard<'_, Set<Fingerprint>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns whether a compilation may do without declarations that nothing mentions: they leave no trace in its module.
pub(crate) fn applies(options: &Options, target: Target) -> bool {
    makes_module_alone(options) && stage_options::emit(options, target).leaves_out_unnamed()
}
