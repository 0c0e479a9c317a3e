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

/// Functions and constants that compilations have checked.
#[derive(Debug)]
pub(crate) struct CheckedDeclarations {
    known: Mutex<Generations<Fingerprint, Standing>>,
}

/// What is known of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It may have to do with messages of this many compilations.
    Unclear(u8),
    /// It is free of messages.
    Clean,
}

/// The number of compilations with messages after which a declaration is not tried again: following what leads to a message takes
/// as long as reading all tokens.
const MOST_TRIES: u8 = 4;

/// The limit of keys, which take 40 bytes each.
const MAX_KEYS: usize = 1 << 17;

impl Standing {
    /// Returns whether it is worth to find out more.
    pub(crate) fn is_open(self) -> bool {
        matches!(self, Standing::Unclear(tries) if tries < MOST_TRIES)
    }
}

impl Default for CheckedDeclarations {
    fn default() -> Self {
        CheckedDeclarations { known: Mutex::new(Generations::new(MAX_KEYS, |_| 1)) }
    }
}

impl CheckedDeclarations {
    /// What is known of each declaration of a unit.
    pub(crate) fn standings(&self, declarations: &Separable) -> Vec<Standing> {
        let mut known = self.known();
        let mut all = vec![Standing::Clean; declarations.count()];
        for at in declarations.unsettled().into_iter().flatten() {
            all[at] = known.find(declarations.key(at)).unwrap_or(Standing::Unclear(0));
        }
        declarations.settle(|at| all[at] == Standing::Clean);
        all
    }

    /// Records a compilation of the declarations that were open: of which of them it has shown that they are clean.
    pub(crate) fn add(&self, declarations: &Separable, before: &[Standing], is_clean: impl Fn(usize) -> bool) {
        let mut known = self.known();
        for (at, (key, before)) in declarations.keys().zip(before).enumerate() {
            match before {
                Standing::Unclear(_) if is_clean(at) => known.add(key, Standing::Clean),
                Standing::Unclear(tries) => known.add(key, Standing::Unclear(tries.saturating_add(1))),
                Standing::Clean => {}
            }
        }
    }

    fn known(&self) -> MutexGuard<'_, Generations<Fingerprint, Standing>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns whether a compilation may do without functions and constants that nothing mentions: they leave no trace in its module.
pub(crate) fn has_spare(options: &Options, target: Target) -> bool {
    makes_module_alone(options) && stage_options::emit(options, target).leaves_out_uncalled()
}
