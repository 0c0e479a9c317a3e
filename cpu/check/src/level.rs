//! Severities of findings.

/// The severity of a check's findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Nothing is examined.
    Off,
    /// Worth knowing.
    Note,
    /// Probably a mistake.
    Warning,
    /// A mistake.
    Error,
}

impl Level {
    /// The levels by the names that `--check` uses.
    pub(crate) const NAMES: [(&'static str, Level); 4] =
        [("off", Level::Off), ("note", Level::Note), ("warning", Level::Warning), ("error", Level::Error)];

    /// The word that messages use.
    pub fn word(self) -> &'static str {
        Level::NAMES[self as usize].0
    }
}
