//! The list of stages, and the dump of the state after each.
//!
//! Each stage is one function of its crate; this file passes on the settings and stops at the first stage with errors.
//! The internals of stages are not known here.

mod attribution;
mod blame;
mod kernels;
mod loops;
mod parted;
mod printed;
mod route;
mod sharing;
pub(crate) mod stack;
pub(crate) mod stage_options;
mod validity;

use crate::console::say;
use crate::diagnostics as E;
use crate::dump;
use crate::headers::WithHeaders;
use crate::options::checks::Target;
use crate::options::settings::{Emit, Options};
use crate::shared::CompilationCache;
use crate::shared::module_cache::{self, Known, ModuleCache};
use crate::spirv_tools::{self, Listing};
use crate::states;
use base::clock::Moment;
use base::diag::Sink;
use base::intern::{Interner, Symbol};
use base::source::{FileId, SourceMap, Span};
use dialect::spirv::decode;
use frontend::ast::Ast;
use frontend::fingerprint::Fingerprint;
use frontend::preprocess::{Dependencies, IncludeHandler, Preprocessed, preprocess_sharing};
use frontend::token::Token;
use sema::hir::Module;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

/// One compilation: its settings, its inputs, its diagnostics.
pub(crate) struct Session<'a> {
    pub(crate) options: &'a Options,
    pub(crate) target: Target,
    pub(crate) includes: &'a (dyn IncludeHandler + Sync),
    /// The cached modules of a batch.
    pub(crate) known: Option<&'a ModuleCache>,
    /// The key of the settings for these, where the module is all that is made.
    pub(crate) settings: Option<Fingerprint>,
    /// The cache shared with other compilations.
    pub(crate) cache: Option<&'a CompilationCache>,
    /// True if stages may run beside each other: no other compilation takes the cores.
    pub(crate) second_thread: bool,
    /// The current stage, for messages about an internal error.
    pub(crate) progress: &'static str,
    pub(crate) sources: Arc<SourceMap>,
    pub(crate) names: Interner,
    pub(crate) sink: Sink,
    pub(crate) dependencies: Dependencies,
    pub(crate) dumps: Vec<(Emit, String)>,
    pub(crate) times: Vec<(&'static str, Duration)>,
    /// The kernels of the module, where the target takes them.
    pub(crate) kernels: Vec<kernel::Kernel>,
    /// True if the next field is wanted.
    pub(crate) wants_facts: bool,
    /// Facts of the source for the host.
    pub(crate) facts: Option<sema::facts::Facts>,
    /// The interface that the words have, if a file takes it.
    pub(crate) interface: Option<reflect::Reflection>,
}

/// A module as it was emitted, and as it is behind the passes, if any ran.
struct Made {
    emitted: codegen::Output,
    optimised: Option<Vec<u32>>,
}

/// The depth of trees whose recursive walks fit every thread's stack: a level takes up to 32 KB of it in a build without
/// optimisation, and less than 3 KB in others. Deeper trees have a stack of their own.
const SHALLOW: usize = if cfg!(debug_assertions) { 64 } else { 128 };

impl<'a> Session<'a> {
    /// Turns a panic into a diagnostic.
    pub(crate) fn guarded<T>(&mut self, run: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        catch_unwind(AssertUnwindSafe(|| run(self))).unwrap_or_else(|payload| {
            let (place, what) = (format!("while {}", self.progress), crate::panics::describe(payload.as_ref()));
            let report = self.sink.report(Span::NONE, E::InternalError { place, what });
            report.note("this is a bug in the compiler; please report it");
            None
        })
    }

    /// All stages, from text to a module that is optimised and valid. `None` when there is an error, or when only
    /// states before the module were requested.
    pub(crate) fn compile(&mut self, main: FileId) -> Option<Vec<u32>> {
        let done = self.stage("preprocessing", |session| session.preprocess(main))?;
        if self.target.kernel.is_some() || self.known.is_none() && self.cache.is_none() {
            return self.compile_tokens(done.tokens, done.macros, main);
        }
        self.settings = self.known.and_then(|_| module_cache::key_of_settings(self.options));
        self.compile_shared(done, main)
    }

    /// The stages after the preprocessor.
    fn compile_tokens(
        &mut self,
        tokens: impl Deref<Target = [Token]>,
        macros: Vec<Symbol>,
        main: FileId,
    ) -> Option<Vec<u32>> {
        #[cfg(test)]
        self.known.inspect(|known| _ = known.compiled.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        let mut ast = self.stage("parsing", |session| Some(session.parse(&tokens)))?;
        ast.macros = macros;
        drop(tokens);
        if ast.nesting_bound() <= SHALLOW {
            return self.compile_tree(ast, main);
        }
        let rest = || self.guarded(|session| session.compile_tree(ast, main));
        stack::on_large_stack(rest).unwrap_or_else(|error| {
            self.sink.report(Span::NONE, E::NoThread { reason: error.to_string() });
            None
        })
    }

    /// The stages after the parser, which walk the tree. A state is dropped as soon as the next one exists: not all of
    /// them need to be in memory at once.
    fn compile_tree(&mut self, ast: Ast, main: FileId) -> Option<Vec<u32>> {
        self.dump(Emit::Ast, |session| frontend::dump::dump(&ast, &session.names));
        if !self.go_on(Emit::Ast) {
            return None;
        }
        if self.may_part() {
            return self.compile_parted(ast, main);
        }
        let module = self.stage("checking types", |session| session.check(&ast, main))?;
        drop(ast);
        self.compile_module(module)
    }

    /// The stages behind the analysis.
    fn compile_module(&mut self, module: Module) -> Option<Vec<u32>> {
        if let Some(target) = self.target.kernel {
            let emitted = self.stage("emitting", |session| session.emit(&module))?;
            drop(module);
            return self.compile_kernels(&emitted, target);
        }
        let made = self.make_valid(module)?;
        self.print(made)
    }

    /// The stages from a module of the analysis to words that are optimised and valid.
    fn make_valid(&mut self, module: Module) -> Option<Made> {
        let emitted = self.stage("emitting", |session| session.emit(&module))?;
        drop(module);
        let Some((known, key)) = self.known.zip(self.key_of_emitted(&emitted)) else {
            return self.make_emitted_valid(emitted);
        };
        if let Some(known) = known.find(key) {
            return Some(Made { emitted, optimised: Some(known.words.to_vec()) });
        }
        let before = self.sink.count();
        let made = self.make_emitted_valid(emitted)?;
        if self.sink.count() == before {
            let words = made.optimised.as_ref().unwrap_or(&made.emitted.words);
            known.keep(key, Known { words: words.as_slice().into(), messages: Arc::default() });
        }
        Some(made)
    }

    /// The stages behind the emitter.
    fn make_emitted_valid(&mut self, emitted: codegen::Output) -> Option<Made> {
        let optimised = self.stage("optimising", |session| session.optimise(&emitted))?;
        let words = optimised.as_ref().unwrap_or(&emitted.words);
        let decoded = self.options.output.reflection.as_ref().and_then(|_| decode::decode(words).ok());
        self.stage("validating", |session| session.validate(words, decoded.as_ref(), &emitted))?;
        self.interface = decoded.and_then(|(header, insts)| reflect::read_decoded(header, &insts, words.len()).ok());
        Some(Made { emitted, optimised })
    }

    /// The last stage: the states that were requested.
    fn print(&mut self, Made { emitted, optimised }: Made) -> Option<Vec<u32>> {
        let words = optimised.as_ref().unwrap_or(&emitted.words);
        self.stage("printing", |session| session.finish(words, Some(&emitted)))?;
        Some(optimised.unwrap_or(emitted.words))
    }

    /// The first stage alone: the text after preprocessing (`-P`).
    pub(crate) fn preprocess_only(&mut self, main: FileId) -> Option<String> {
        let done = self.stage("preprocessing", |session| session.preprocess(main))?;
        Some(frontend::preprocess::print_preprocessed(&done.tokens, &self.sources, self.sources.file(main).name()))
    }

    /// The stages up to the analysis, for which a library needs no entry point.
    pub(crate) fn analyse(&mut self, main: FileId) -> Option<Module> {
        let done = self.preprocess(main)?;
        let mut ast = self.parse(&done.tokens);
        ast.macros = done.macros;
        self.check(&ast, main)
    }

    fn preprocess(&mut self, main: FileId) -> Option<Preprocessed> {
        let options = stage_options::preprocess(self.options, self.target);
        let sources = Arc::get_mut(&mut self.sources).expect("no other stage reads the sources yet");
        let names = &mut self.names;
        let includes = WithHeaders(self.includes);
        let lexed = self.cache.map(|cache| &cache.lexed);
        let done = preprocess_sharing(main, sources, names, &options, &includes, lexed, &mut self.sink);
        self.dependencies.clone_from(&done.dependencies);
        self.dump(Emit::Tokens, |session| dump::tokens(&done.tokens, &session.sources));
        self.go_on(Emit::Tokens).then_some(done).filter(|done| !done.stopped)
    }

    fn parse(&mut self, tokens: &[Token]) -> Ast {
        let options = stage_options::parse(self.options);
        frontend::parse::parse(tokens, &self.sources, &mut self.names, &options, &mut self.sink)
    }

    fn check(&mut self, ast: &Ast, main: FileId) -> Option<Module> {
        let options = stage_options::check(self.options, self.target);
        let module = sema::check(ast, &self.sources, &mut self.names, &options, &mut self.sink)?;
        self.checked(module, main)
    }

    /// A module behind the analysis, unless its last state that is wanted is this one.
    fn checked(&mut self, mut module: Module, main: FileId) -> Option<Module> {
        module.main_file = Some(main);
        self.dump(Emit::Hir, |session| sema::hir::dump::dump(&module, &session.names));
        let goes_on = self.go_on(Emit::Hir);
        if goes_on && self.wants_facts {
            self.facts = Some(sema::facts::gather(&module, &self.names, self.options.analysis.layout));
        }
        goes_on.then_some(module)
    }

    fn emit(&mut self, module: &Module) -> Option<codegen::Output> {
        let options = stage_options::emit(self.options, self.target);
        let emitted = codegen::emit(module, &self.names, &self.sources, &options, &mut self.sink)?;
        (!self.sink.has_errors()).then_some(emitted)
    }

    /// Runs a stage and records its time.
    fn stage<T>(&mut self, name: &'static str, run: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.progress = name;
        if !self.options.optimise.time_report {
            return run(self);
        }
        let start = Moment::now();
        let result = run(self);
        self.times.push((name, start.elapsed()));
        result
    }

    fn dump(&mut self, state: Emit, text: impl FnOnce(&Self) -> String) {
        if self.options.output.emit.contains(&state) {
            match states::limited(text(self)) {
                Ok(text) => self.dumps.push((state, text)),
                Err(absent) => states::report(state, absent, Span::NONE, &mut self.sink),
            }
        }
    }

    /// Returns whether the stage after `done` should run: there is no error, and a later state is wanted.
    fn go_on(&self, done: Emit) -> bool {
        let later_wanted = self.options.output.emit.iter().max().is_none_or(|&last| last > done);
        let verified_now = self.options.diagnostics.verify && done == Emit::Hir;
        !self.sink.has_errors() && later_wanted && !verified_now
    }

    /// Reports that the module has more ids than the options allow.
    fn too_many_ids<T>(&mut self) -> Option<T> {
        let limit = self.options.optimise.max_id.map_or_else(String::new, |limit| limit.to_string());
        self.sink.report(Span::NONE, E::TooManyIds { limit });
        None
    }

    /// Prints a module between two steps, for `-fspv-print-all`.
    fn print_module(&self, when: &str, words: &[u32]) {
        if self.options.optimise.print_all {
            let text = spirv_tools::listing(words, Listing::default()).unwrap_or_else(|error| error);
            say(format_args!("; {when}\n{text}"));
        }
    }
}
