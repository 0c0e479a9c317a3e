//! The purpose of a compilation: a rule, a text or a module, decided in one place for the command and the libraries.
//!
//! Must not know where any of it goes.

use crate::api::compile::Artifact;
use crate::files::outputs::make_rule_of;
use crate::options::settings::Options;

/// The purpose of a compilation.
#[derive(Clone, Debug)]
pub enum Product<'a> {
    /// A rule for make, and nothing else (`-M`).
    Rule(String),
    /// The text after preprocessing (`-P`).
    Preprocessed(&'a str),
    /// A module.
    Module(&'a [u32]),
    /// No more than the states before the module that `--emit` names.
    States,
}

impl<'a> Product<'a> {
    /// The product that the settings ask for, of this input.
    pub fn of(artifact: &'a Artifact, options: &Options, input: &str) -> Self {
        match &artifact.preprocessed {
            _ if options.output.dependencies_only => {
                Product::Rule(make_rule_of(options, input, &artifact.dependencies))
            }
            Some(text) => Product::Preprocessed(text),
            None if artifact.words.is_empty() => Product::States,
            None => Product::Module(&artifact.words),
        }
    }
}

/// The text of all states that `--emit` asked for.
pub fn states(artifact: &Artifact) -> String {
    artifact.dumps.iter().map(|(_, text)| text.as_str()).collect()
}
