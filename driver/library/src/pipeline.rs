//! The list of stages, and the dump of the state after each.
//!
//! Each stage is one function of its crate; this file passes on the settings and stops at the first stage with errors.
//! The internals of stages are not known here.

mod attribution;
mod blame;
pub(crate) mod dump;
pub(crate) mod kernel_form;
mod kernels;
pub(crate) mod languages;
pub mod llvm_ir;
mod loops;
pub(crate) mod nesting;
pub mod optimise;
pub mod passes;
mod printed;
mod route;
pub mod shared;
mod sharing;
pub mod spirv_tools;
pub mod stack;
pub(crate) mod stage_options;
pub mod states;
mod tested;
pub mod validator;
mod validity;

use crate::api::headers::WithHeaders;
use crate::diagnostics as E;
use crate::options::checks::Target;
use crate::options::settings::{Emit, Options};
use crate::pipeline::shared::module_cache::ModuleCache;
use crate::pipeline::shared::settings::Settings;
use crate::pipeline::shared::{CompilationCache, Levels};
use crate::pipeline::sharing::KnownOfTokens;
use crate::pipeline::spirv_tools::Listing;
use crate::pipeline::states::Texts;
use crate::report::console::say;
use base::clock::Moment;
use base::diag::Sink;
use base::intern::{Interner, Symbol};
use base::source::{FileId, SourceMap, Span};
use frontend::ast::Ast;
use frontend::preprocess::{Dependencies, IncludeHandler, Known, Preprocessed, preprocess_sharing};
use frontend::token::Token;
use sema::hir::Module;
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

/// One compilation: its settings, its inputs, its diagnostics.
pub(crate) struct Session<'a> {
    pub(crate) plan: Plan<'a>,
    /// The keys of the settings, where anything is shared.
    settings: Option<Settings>,
    /// The current stage, for messages about an internal error.
    pub(crate) progress: &'static str,
    pub(crate) sources: Arc<SourceMap>,
    pub(crate) names: Interner,
    pub(crate) sink: Sink,
    pub(crate) results: Results,
}

/// What a compilation is to do; no stage changes it.
pub(crate) struct Plan<'a> {
    pub(crate) options: &'a Options,
    pub(crate) target: Target,
    pub(crate) includes: &'a (dyn IncludeHandler + Sync),
    /// The cached modules of a batch.
    pub(crate) known: Option<&'a ModuleCache>,
    /// The cache shared with other compilations.
    pub(crate) cache: Option<&'a CompilationCache>,
    /// By what equal compilations are found.
    pub(crate) levels: Levels,
    /// The keys of the settings, if they are known.
    pub(crate) settings: Option<Settings>,
    /// True if facts of the source are gathered.
    pub(crate) wants_facts: bool,
}

/// What the stages leave beside the module.
#[derive(Default)]
pub(crate) struct Results {
    pub(crate) dependencies: Dependencies,
    pub(crate) dumps: Texts,
    pub(crate) times: Vec<(&'static str, Duration)>,
    /// The kernels of the module, where the target takes them.
    pub(crate) kernels: Vec<kernel::Kernel>,
    /// The watched macros that the preprocessor looked up.
    pub(crate) asked: Arc<[Box<str>]>,
    /// Facts of the source for the host.
    pub(crate) facts: Option<sema::facts::Facts>,
    /// The interface that the words have, if a file takes it.
    pub(crate) interface: Option<reflect::Reflection>,
}

/// A module as it was emitted, and as it is behind the passes or the conversion to kernels, if any ran.
struct Compiled {
    emitted: codegen::Output,
    changed: Option<Vec<u32>>,
}

impl Compiled {
    fn words(&self) -> &[u32] {
        self.changed.as_ref().unwrap_or(&self.emitted.words)
    }

    fn into_words(self) -> Vec<u32> {
        self.changed.unwrap_or(self.emitted.words)
    }
}

/// The depth of trees whose recursive walks fit every thread's stack: a level takes up to 32 KB of it in a build without
/// optimisation, and less than 3 KB in others. Deeper trees have a stack of their own.
const SHALLOW: usize = if cfg!(debug_assertions) { 64 } else { 128 };

impl<'a> Session<'a> {
    /// A compilation that has not begun.
    pub(crate) fn new(plan: Plan<'a>, sources: Arc<SourceMap>, names: Interner, sink: Sink) -> Self {
        let shares = (plan.known.is_some() || plan.cache.is_some()) && plan.target.kernel.is_none();
        let settings = plan.settings.or_else(|| shares.then(|| Settings::of(plan.options, plan.target)));
        Session { plan, settings, progress: "starting", sources, names, sink, results: Results::default() }
    }

    /// Turns a panic into a diagnostic.
    pub(crate) fn guarded<T>(&mut self, run: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        catch_unwind(AssertUnwindSafe(|| run(self))).unwrap_or_else(|payload| {
            let (place, what) = (format!("while {}", self.progress), crate::report::panics::describe(payload.as_ref()));
            let report = self.sink.report(Span::NONE, E::InternalError { place, what });
            report.note("this is a bug in the compiler; please report it");
            None
        })
    }

    /// All stages, from text to a module that is optimised and valid. `None` when there is an error, or when only
    /// states before the module were requested.
    pub(crate) fn compile(&mut self, main: FileId) -> Option<Vec<u32>> {
        let Preprocessed { tokens, macros, name_keys, copied, .. } =
            self.stage("preprocessing", |session| session.preprocess(main))?;
        let count = tokens.len();
        let tokens = self.with_tests(tokens)?;
        let copied = if tokens.len() == count { &copied[..] } else { &[] };
        let known = KnownOfTokens { name_keys: name_keys.as_deref().unwrap_or_default(), copied };
        self.unless_known(tokens, known, |session, tokens| session.compile_tokens(tokens, macros.clone(), main))
    }

    /// The stages after the preprocessor. A state is dropped as soon as the next one exists: not all of them need to be in
    /// memory at once.
    fn compile_tokens(&mut self, tokens: Cow<'_, [Token]>, macros: Vec<Symbol>, main: FileId) -> Option<Vec<u32>> {
        let ast = self.stage("parsing", |session| Some(session.parse(tokens, macros)))?;
        self.on_stack_for(ast.nesting_bound(), |session| {
            let compiled = session.analyse_then(ast, main, |session, module| {
                let emitted = session.stage("emitting", |session| session.emit(&module))?;
                drop(module);
                session.unless_emitted(emitted, |session, emitted| match session.plan.target.kernel {
                    Some(target) => {
                        let words = session.stage("converting", |session| session.convert(emitted, target))?;
                        session.stage("validating", |session| session.validate_kernels(&words, target))?;
                        Some(Some(words))
                    }
                    None => {
                        let words = session.stage("optimising", |session| session.optimise(emitted))?;
                        let optimised = words.as_ref().unwrap_or(&emitted.words);
                        session.stage("validating", |session| session.validate(optimised, emitted))?;
                        Some(words)
                    }
                })
            })?;
            session.stage("printing", |session| session.print(&compiled))?;
            Some(compiled.into_words())
        })
    }

    /// Checks the tree and continues with its module.
    fn analyse_then(
        &mut self,
        ast: Ast,
        main: FileId,
        then: impl Fn(&mut Self, Module) -> Option<Compiled>,
    ) -> Option<Compiled> {
        self.show(Emit::Ast, |session| frontend::dump::dump(&ast, &session.names))?;
        let module = self.stage("checking types", |session| session.check(&ast, main))?;
        drop(ast);
        then(self, module)
    }

    /// Runs stages that recurse over a tree of this depth.
    fn on_stack_for<T: Send>(&mut self, depth: usize, run: impl FnOnce(&mut Self) -> Option<T> + Send) -> Option<T> {
        if depth <= SHALLOW {
            return run(self);
        }
        let guarded = || self.guarded(run);
        stack::on_large_stack(guarded).unwrap_or_else(|error| {
            self.sink.report(Span::NONE, E::NoThread { reason: error.to_string() });
            None
        })
    }

    /// The first stage alone: the text after preprocessing (`-P`).
    pub(crate) fn preprocess_only(&mut self, main: FileId) -> Option<String> {
        let done = self.stage("preprocessing", |session| session.preprocess(main))?;
        Some(frontend::preprocess::print_preprocessed(&done.tokens, &self.sources, self.sources.file(main).name()))
    }

    /// The stages up to the analysis, for which a library needs no entry point.
    pub(crate) fn analyse(&mut self, main: FileId) -> Option<Module> {
        let done = self.preprocess(main)?;
        let tokens = self.with_tests(done.tokens)?;
        let ast = self.parse(tokens.into(), done.macros);
        self.check(&ast, main)
    }

    fn preprocess(&mut self, main: FileId) -> Option<Preprocessed> {
        let options = stage_options::preprocess(self.plan.options, self.plan.target);
        let sources = Arc::get_mut(&mut self.sources).expect("no other stage reads the sources yet");
        let names = &mut self.names;
        let includes = WithHeaders(self.plan.includes);
        let known = Known {
            lexed: self.plan.cache.map(|cache| &cache.lexed),
            headers: self.plan.cache.filter(|_| self.plan.levels.headers).map(|cache| &cache.headers),
        };
        let done = preprocess_sharing(main, sources, names, &options, &includes, known, &mut self.sink);
        self.results.dependencies.clone_from(&done.dependencies);
        self.results.asked = done.asked.iter().map(|name| self.names.resolve(*name).into()).collect();
        self.show(Emit::Tokens, |session| dump::tokens(&done.tokens, &session.sources))?;
        (!done.stopped).then_some(done)
    }

    fn parse(&mut self, tokens: Cow<'_, [Token]>, macros: Vec<Symbol>) -> Ast {
        #[cfg(test)]
        self.plan.known.inspect(|known| _ = known.compiled.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        let options = stage_options::parse(self.plan.options);
        let mut ast = frontend::parse::parse(tokens, &self.sources, &mut self.names, &options, &mut self.sink);
        ast.macros = macros;
        ast
    }

    fn check(&mut self, ast: &Ast, main: FileId) -> Option<Module> {
        let options = stage_options::check(self.plan.options, self.plan.target);
        let module = sema::check(ast, &self.sources, &mut self.names, &options, &mut self.sink)?;
        self.checked(module, main)
    }

    /// A module behind the analysis, unless its last state that is wanted is this one.
    fn checked(&mut self, mut module: Module, main: FileId) -> Option<Module> {
        module.main_file = Some(main);
        self.show(Emit::Hir, |session| sema::hir::dump::dump(&module, &session.names))?;
        if self.plan.wants_facts {
            self.results.facts = Some(sema::facts::gather(&module, &self.names, self.plan.options.analysis.layout));
        }
        Some(module)
    }

    fn emit(&mut self, module: &Module) -> Option<codegen::Output> {
        let options = stage_options::emit(self.plan.options, self.plan.target);
        let emitted = codegen::emit(module, &self.names, &self.sources, &options, &mut self.sink)?;
        (!self.sink.has_errors()).then_some(emitted)
    }

    /// Runs a stage and records its time.
    fn stage<T>(&mut self, name: &'static str, run: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.progress = name;
        if !self.plan.options.optimise.time_report {
            return run(self);
        }
        let start = Moment::now();
        let result = run(self);
        self.results.times.push((name, start.elapsed()));
        result
    }

    /// Dumps a state before the module, if it is requested. `None` unless the next stage should run: there is no error, and a
    /// later state is wanted.
    fn show(&mut self, state: Emit, text: impl FnOnce(&Self) -> String) -> Option<()> {
        let requested = &self.plan.options.output.emit;
        if requested.contains(&state) {
            let text = text(self);
            if let Err(absent) = self.results.dumps.add(state, text) {
                states::report(state, absent, Span::NONE, &mut self.sink);
            }
        }
        let later_wanted = requested.iter().max().is_none_or(|&last| last > state);
        let verified_now = self.plan.options.diagnostics.verify && state == Emit::Hir;
        (!self.sink.has_errors() && later_wanted && !verified_now).then_some(())
    }

    /// Reports that the module has more ids than the options allow.
    fn too_many_ids<T>(&mut self) -> Option<T> {
        let limit = self.plan.options.optimise.max_id.map_or_else(String::new, |limit| limit.to_string());
        self.sink.report(Span::NONE, E::TooManyIds { limit });
        None
    }

    /// Prints a module between two steps, for `-fspv-print-all`.
    fn print_module(&self, when: &str, words: &[u32]) {
        if self.plan.options.optimise.print_all {
            let text = spirv_tools::listing(words, Listing::default()).unwrap_or_else(|error| error);
            say(format_args!("; {when}\n{text}"));
        }
    }
}
