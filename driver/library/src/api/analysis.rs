//! The settings of an editor's analysis, made of those of a compilation.

use crate::options::checks;
use crate::options::settings::Options;
use crate::pipeline::stage_options;
use base::diag::{Diagnostic, Sink};

/// The settings, if the options are consistent, and what is wrong with them.
pub fn settings(options: &Options) -> (Option<ide::Settings>, Vec<Diagnostic>) {
    let mut sink = Sink::default();
    let target = checks::check(options, &mut sink);
    let settings = target.map(|target| ide::Settings {
        preprocess: stage_options::preprocess(options, target),
        parse: stage_options::parse(options),
        check: stage_options::check(options, target),
        policy: options.diagnostics.policy.clone(),
        virtual_folders: Vec::new(),
    });
    (settings, sink.into_diagnostics())
}
