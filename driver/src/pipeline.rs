//! The list of stages, and the dump of the state after each.
//!
//! Each stage is one function of its crate; what is here hands the settings over and stops at the first stage that
//! leaves errors behind. How a stage works inside is not known here.

mod handover;

use crate::checks::Target;
use crate::dump;
use crate::settings::{Emit, Options};
use base::diag::Sink;
use base::intern::Interner;
use base::source::{FileId, SourceMap};
use frontend::ast::Ast;
use frontend::preprocess::{Dependencies, IncludeHandler};
use frontend::token::Token;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// One compilation: what it was asked, what it has read, what it has to say.
pub(crate) struct Session<'a> {
    pub(crate) options: &'a Options,
    pub(crate) target: Target,
    pub(crate) includes: &'a dyn IncludeHandler,
    /// The stage that runs, for messages about a mistake in it.
    pub(crate) progress: &'a Cell<&'static str>,
    pub(crate) sources: SourceMap,
    pub(crate) names: Interner,
    pub(crate) sink: Sink,
    pub(crate) dependencies: Dependencies,
    pub(crate) dumps: Vec<(Emit, String)>,
    pub(crate) times: Vec<(&'static str, Duration)>,
}

impl Session<'_> {
    /// All stages, from text to a module that is optimised and valid. Nothing when there is an error, or when only
    /// states before the module were asked for.
    pub(crate) fn compile(&mut self, main: FileId) -> Option<Vec<u32>> {
        let tokens = self.stage("preprocessing", |session| session.preprocess(main))?;
        self.stage("parsing", |session| session.parse(&tokens))?;
        None
    }

    /// The first stage alone: the text after preprocessing (`-P`).
    pub(crate) fn preprocess_only(&mut self, main: FileId) -> Option<String> {
        let tokens = self.stage("preprocessing", |session| session.preprocess(main))?;
        Some(frontend::preprocess::print_preprocessed(&tokens, &self.sources, self.sources.file(main).name()))
    }

    fn preprocess(&mut self, main: FileId) -> Option<Vec<Token>> {
        let options = handover::preprocess(self.options, self.target);
        let (sources, names) = (&mut self.sources, &mut self.names);
        let done = frontend::preprocess::preprocess(main, sources, names, &options, self.includes, &mut self.sink);
        self.dependencies = done.dependencies;
        self.dump(Emit::Tokens, |session| dump::tokens(&done.tokens, &session.sources));
        self.go_on(Emit::Tokens).then_some(done.tokens).filter(|_| !done.stopped)
    }

    fn parse(&mut self, tokens: &[Token]) -> Option<Ast> {
        let options = handover::parse(self.options);
        let ast = frontend::parse::parse(tokens, &self.sources, &mut self.names, &options, &mut self.sink);
        self.dump(Emit::Ast, |session| frontend::ast::dump::dump(&ast, &session.names));
        self.go_on(Emit::Ast).then_some(ast)
    }

    /// Runs a stage and notes how long it took.
    fn stage<T>(&mut self, name: &'static str, run: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.progress.set(name);
        if !self.options.optimise.time_report {
            return run(self);
        }
        let start = Instant::now();
        let result = run(self);
        self.times.push((name, start.elapsed()));
        result
    }

    fn dump(&mut self, state: Emit, text: impl FnOnce(&Self) -> String) {
        if self.options.output.emit.contains(&state) {
            let text = text(self);
            self.dumps.push((state, text));
        }
    }

    /// Whether the stage after `done` should run: there is no error, and a later state is wanted.
    fn go_on(&self, done: Emit) -> bool {
        let later_wanted = self.options.output.emit.iter().max().is_none_or(|&last| last > done);
        let verified_now = self.options.diagnostics.verify && done == Emit::Hir;
        !self.sink.has_errors() && later_wanted && !verified_now
    }
}
