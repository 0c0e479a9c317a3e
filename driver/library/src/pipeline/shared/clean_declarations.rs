//! Declarations that compilations have found to be free of messages.
//!
//! Long headers are checked in every unit that includes them, although an entry point reaches little of them. What was
//! checked once, behind the same declarations and with the same options, need not be checked again unless it is mentioned.

use super::makes_module_alone;
use crate::options::checks::Target;
use crate::options::settings::Options;
use crate::pipeline::stage_options;
use base::generations::Generations;
use frontend::fingerprint::Fingerprint;
use frontend::separable::Separable;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Functions and constants that compilations found to be free of messages.
#[derive(Debug)]
pub(crate) struct CheckedDeclarations {
    known: Mutex<Generations<Fingerprint, ()>>,
}

/// The limit of keys, which take 40 bytes each.
const MAX_KEYS: usize = 1 << 17;

impl Default for CheckedDeclarations {
    fn default() -> Self {
        CheckedDeclarations { known: Mutex::new(Generations::new(MAX_KEYS, |()| 1)) }
    }
}

impl CheckedDeclarations {
    /// For each declaration of a unit, whether it is known to be free of messages.
    pub(crate) fn knows(&self, declarations: &Separable) -> Vec<bool> {
        let mut known = self.known();
        declarations.keys().map(|key| known.find(key).is_some()).collect()
    }

    /// Adds those declarations of a unit with which no message has to do.
    pub(crate) fn add(&self, declarations: &Separable, is_clean: impl IntoIterator<Item = bool>) {
        let mut known = self.known();
        for (key, _) in declarations.keys().zip(is_clean).filter(|(_, is_clean)| *is_clean) {
            known.add(key, ());
        }
    }

    fn known(&self) -> MutexGuard<'_, Generations<Fingerprint, ()>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The declarations that a compilation may do without where nothing mentions them: they leave no trace in its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spare {
    None,
    Functions,
    FunctionsAndConstants,
}

impl Spare {
    pub(crate) fn of(options: &Options, target: Target) -> Self {
        let emission = stage_options::emit(options, target);
        if !makes_module_alone(options) || !emission.leaves_out_uncalled() {
            Spare::None
        } else if emission.leaves_out_unnamed() {
            Spare::FunctionsAndConstants
        } else {
            Spare::Functions
        }
    }
}
