//! Compilations that may not be necessary: those that were given the same macros, as far as they look them up, and those whose module
//! an earlier run has left.
//!
//! Must not know how modules are kept.

use super::{Artifact, Compiler, Failure};
use crate::files::names::to_path;
use crate::options::args::Parsed;
use crate::options::settings::{Options, Output};
use crate::pipeline::shared::Shared;
use crate::pipeline::shared::macro_lookups::{Line, Outcome};
use crate::pipeline::shared::module_cache::{key_of_settings, settings_as_text};
use crate::pipeline::shared::module_folder::{AskedOnce, Inputs, Stored, StoredModules};
use crate::report::Report;
use base::sha256::Sha256;
use frontend::fingerprint::Fingerprint;
use frontend::preprocess::{CommandLineMacro, Dependencies, IncludeHandler};
use std::sync::Arc;

impl Compiler {
    /// A compiler for one command line, whose settings are not changed.
    #[doc(hidden)]
    pub fn of_line(parsed: Parsed) -> Self {
        Compiler { words: parsed.words, ..parsed.into() }
    }

    /// The artifact of another compiler of this build that had the same settings and files, without messages.
    #[doc(hidden)]
    pub fn adopted(words: Vec<u32>, dependencies: Dependencies) -> Artifact {
        Artifact::new(words, Report::without_source(Vec::new()), dependencies, Vec::new())
    }

    /// The files that the preprocessor reads with these settings, as far as it comes.
    #[doc(hidden)]
    pub fn files_of(options: &Options) -> Vec<String> {
        let mut compiler = Compiler { options: options.clone(), ..Compiler::default() };
        compiler.options.output = Output { dependencies_only: true, ..Output::default() };
        let Some(input) = &options.input else { return Vec::new() };
        let dependencies = match compiler.compile_file(to_path(input)) {
            Ok(artifact) => artifact.dependencies,
            Err(failure) => failure.dependencies,
        };
        dependencies.visited
    }

    /// Makes it a compiler for permutations whose settings are equal but for macros.
    pub(crate) fn of_family(self) -> Self {
        Compiler { words: Some(Fingerprint::of("")), ..self }
    }

    /// The compiler with one more definition of each of these macros.
    pub(crate) fn with_macros<'m>(&self, macros: impl Iterator<Item = (&'m str, &'m str)>) -> Self {
        let define = |(name, value): (&str, &str)| CommandLineMacro::Define(name.to_owned(), Some(value.to_owned()));
        let mut compiler = self.clone();
        compiler.options.preprocess.macros.extend(macros.map(define));
        compiler
    }

    /// Compiles, unless a compilation that shares with this one was given the same macros, as far as it looked them up.
    pub(super) fn unless_asked_the_same(
        &self,
        path: &str,
        shared: &Shared,
        compile: impl FnOnce() -> Result<Artifact, Failure>,
    ) -> Result<Artifact, Failure> {
        let line = || Line::of(&self.options, path, shared.settings.find(self.words?)?, shared.levels);
        let before = line();
        if let Some(known) = before.as_ref().and_then(|line| shared.asked.find(line)) {
            let report = Report::without_source(self.warnings.clone());
            let artifact = Artifact::new(known.words.to_vec(), report, (*known.dependencies).clone(), Vec::new());
            return Ok(Artifact { asked: known.asked, ..artifact });
        }
        let artifact = compile()?;
        let is_silent = artifact.report.diagnostics().len() == self.warnings.len();
        // The first one with its settings makes their keys.
        if let Some(line) = before.or_else(line).filter(|_| is_silent) {
            let (words, dependencies) = (artifact.words.as_slice().into(), artifact.dependencies.clone().into());
            shared.asked.keep(&line, Outcome { words, dependencies, asked: Arc::clone(&artifact.asked) });
        }
        Ok(artifact)
    }

    /// Compiles a permutation of a text, with all that others have left. The key of the settings is that of the caller, for whom
    /// they never change.
    pub(crate) fn compile_permutation(
        &self,
        name: &str,
        text: &str,
        includes: &(dyn IncludeHandler + Sync),
        shared: &Shared,
    ) -> Result<Artifact, Failure> {
        self.unless_asked_the_same(name, shared, || {
            let mut start = self.start(name, text.to_owned(), includes)?;
            let plan = &mut start.plan;
            (plan.known, plan.cache) = (Some(&shared.known), Some(&shared.cache));
            plan.settings = Some(shared.settings.of(self.words, &self.options, plan.target));
            plan.wants_facts = false;
            start.run()
        })
    }

    /// Compiles, unless an earlier run has left the module.
    pub(super) fn unless_stored(
        &self,
        path: &str,
        stored: &StoredModules,
        inputs: &Inputs<'_>,
        compile: impl FnOnce() -> Result<Artifact, Failure>,
    ) -> Result<Artifact, Failure> {
        let is_module = key_of_settings(&self.options).is_some();
        let key = || stored.key(path, &self.options, &settings_as_text(&self.options), inputs);
        let Some(key) = is_module.then(key).flatten() else { return compile() };
        let known = stored.find(key, &self.options, inputs);
        if let Some(Stored { words, dependencies, is_verified: false }) = known {
            let report = Report::without_source(self.warnings.clone());
            return Ok(Artifact::new(words, report, dependencies, Vec::new()));
        }
        let made = compile();
        if let Some(known) = known {
            stored.compare(&known.words, made.as_ref().ok().map(|artifact| artifact.words.as_slice()));
        }
        let artifact = made?;
        if artifact.report.diagnostics().len() == self.warnings.len() {
            stored.keep(key, &artifact.words, &artifact.dependencies, inputs);
        }
        Ok(artifact)
    }

    /// Compiles a text, unless an earlier run has left the module. Facts of the source come of compiling alone.
    pub(super) fn run_unless_stored(
        &self,
        name: &str,
        text: &str,
        includes: &(dyn IncludeHandler + Sync),
    ) -> Result<Artifact, Failure> {
        let run = |includes| self.run(name, text.to_owned(), includes);
        let Some(stored) = self.stored.as_deref().filter(|_| self.omits_source_facts) else { return run(includes) };
        let includes = AskedOnce::new(includes);
        let inputs = Inputs::Asked { includes: &includes, name, text: Sha256::of(text.as_bytes()) };
        self.unless_stored(name, stored, &inputs, || run(&includes))
    }
}
