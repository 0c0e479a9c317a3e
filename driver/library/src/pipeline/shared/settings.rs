//! Keys of settings: two compilations with the same key differ in nothing but their macros, inputs and outputs.
//!
//! Keys are hashes of the settings as text, which takes as long as lexing a small shader. So those of a batch are kept by the words
//! of the command line.

use super::clean_declarations;
use super::module_cache::key_of_settings;
use crate::options::checks::Target;
use crate::options::settings::Options;
use crate::pipeline::stage_options;
use base::generations::Generations;
use frontend::fingerprint::Fingerprint;
use std::sync::{Mutex, PoisonError};

/// The keys of some settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// That of a module; `None` where it is not all that is made.
    pub(crate) module: Option<Fingerprint>,
    /// That of all that parser and analysis say of the body of a function.
    pub(crate) analysis: Fingerprint,
    /// True if declarations that nothing mentions can be left out.
    pub(crate) has_spare: bool,
}

/// The limit of command lines that are kept.
const MAX_LINES: usize = 1 << 12;

/// Keys by the words of command lines.
pub struct SettingsOfLines {
    known: Mutex<Generations<Fingerprint, Settings>>,
}

impl Default for SettingsOfLines {
    fn default() -> Self {
        SettingsOfLines { known: Mutex::new(Generations::new(MAX_LINES, |_| 1)) }
    }
}

impl Settings {
    pub(crate) fn of(options: &Options, target: Target) -> Self {
        let analysis = Fingerprint::of(&stage_options::seen_by_analysis(options, target));
        Settings {
            module: key_of_settings(options),
            analysis,
            has_spare: clean_declarations::has_spare(options, target),
        }
    }
}

impl SettingsOfLines {
    /// The keys of the settings that a command line has made, if its words are given.
    pub(crate) fn of(&self, words: Option<Fingerprint>, options: &Options, target: Target) -> Settings {
        let Some(words) = words else { return Settings::of(options, target) };
        if let Some(known) = self.find(words) {
            return known;
        }
        let settings = Settings::of(options, target);
        self.known.lock().unwrap_or_else(PoisonError::into_inner).add(words, settings);
        settings
    }

    /// The keys for the words of a command line, if they are known.
    pub(crate) fn find(&self, words: Fingerprint) -> Option<Settings> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).find(words)
    }
}
