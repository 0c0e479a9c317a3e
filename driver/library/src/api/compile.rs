//! The compiler as a library: text and settings in, words or diagnostics out.
//!
//! ```
//! # extern crate hlsl2spirv_library as hlsl2spirv;
//! use hlsl2spirv::{Compiler, NoIncludes, TargetEnv};
//!
//! let compiler = Compiler::new().profile("cs_6_0".parse()?).target_env(TargetEnv::Vulkan1_2);
//! let artifact = compiler.compile("fill.hlsl", "[numthreads(64, 1, 1)] void main() {}", &NoIncludes)?;
//! assert_eq!(artifact.words[0], 0x0723_0203);
//!
//! let failure = compiler.compile("wrong.hlsl", "[numthreads(64, 1, 1)] void main() { x; }", &NoIncludes).unwrap_err();
//! let message = failure.report.messages().next().unwrap();
//! assert_eq!(message.location.map(|at| (at.line, at.column)), Some((1, 38)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod sharing;

use crate::diagnostics as E;
use crate::files::names::to_text;
use crate::files::reading;
use crate::options::args::{self, Parsed};
use crate::options::checks::{self, Target};
use crate::options::settings::{Emit, Options};
use crate::pipeline::shared::module_folder::{Inputs, StoredModules};
use crate::pipeline::shared::{CompilationCache, Levels, Shared};
use crate::pipeline::spirv_tools::{self, Listing, Violation};
use crate::pipeline::{Plan, Results, Session, kernel_form, llvm_ir, stack, states, validator};
use crate::reflection::{self, SourceFacts};
use crate::report::{Report, verify};
use base::diag::{Diagnostic, Message, Severity, Sink};
use base::intern::Interner;
use base::source::{FileId, SourceMap, Span};
use base::target::{KernelTarget, TargetEnv};
use dialect::diagnostics::Place;
use dialect::spirv::decode;
use frontend::fingerprint::Fingerprint;
use frontend::language::{HlslVersion, Profile};
use frontend::preprocess::{CommandLineMacro, Dependencies, IncludeHandler};
use kernel::Kernel;
use reflect::Reflection;
use sema::facts::Laid;
use sema::layout::Rule;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A compiler with its settings. It has no state between compilations but for a cache that it is given, so one may serve any
/// number of threads.
#[derive(Clone, Debug, Default)]
pub struct Compiler {
    options: Options,
    /// Warnings about the command line, which every compilation reports.
    warnings: Vec<Diagnostic>,
    /// The cache that it shares with other compilations.
    cache: Option<Arc<CompilationCache>>,
    /// Where modules of earlier runs are.
    stored: Option<Arc<StoredModules>>,
    /// True if artifacts have no facts of the source.
    omits_source_facts: bool,
    /// The key of the command line, if the settings are what it says.
    words: Option<Fingerprint>,
}

/// The default profile.
const LIBRARY: &str = "lib_6_8";

/// A module and what belongs to it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Artifact {
    /// The module; empty when `--emit` or `-P` asked for an earlier state.
    pub words: Vec<u32>,
    /// Warnings.
    pub report: Report,
    /// The files that were read, and those that would have been read had they existed.
    pub dependencies: Dependencies,
    /// The states that `--emit` asked for.
    pub dumps: Vec<(Emit, String)>,
    /// The text after preprocessing, when that was requested alone.
    pub preprocessed: Option<String>,
    /// The time of each stage, when `-ftime-report` asked for it.
    pub times: Vec<(&'static str, Duration)>,
    /// The kernels made of shaders, with their arguments, if the target takes kernels.
    pub kernels: Option<Vec<Kernel>>,
    /// Facts of the source, if the module was compiled from one.
    pub(crate) source: Option<SourceFacts>,
    /// The module's interface, and what source and words say differently, if it was read beside validation.
    pub(crate) interface: Option<(Reflection, Vec<String>)>,
    /// The watched macros that were looked up.
    #[doc(hidden)]
    pub asked: Arc<[Box<str>]>,
}

/// The errors of a failed compilation.
#[derive(Debug)]
#[non_exhaustive]
pub struct Failure {
    /// Errors and warnings.
    pub report: Report,
    /// The files that were read, and those that would have been read had they existed.
    pub dependencies: Dependencies,
    /// The states that `--emit` asked for, as far as the compilation came.
    pub dumps: Vec<(Emit, String)>,
    /// The watched macros that were looked up.
    #[doc(hidden)]
    pub asked: Arc<[Box<str>]>,
}

impl Artifact {
    /// A module with its messages, made of these files, and the states of it that were requested.
    fn new(words: Vec<u32>, report: Report, dependencies: Dependencies, dumps: Vec<(Emit, String)>) -> Artifact {
        Artifact {
            words,
            report,
            dependencies,
            dumps,
            preprocessed: None,
            times: Vec::new(),
            kernels: None,
            source: None,
            interface: None,
            asked: Arc::default(),
        }
    }

    /// The module's bytes.
    pub fn bytes(&self) -> Vec<u8> {
        crate::files::outputs::bytes(&self.words)
    }

    /// The module's interface, with facts of the source if it was compiled from one.
    ///
    /// # Errors
    /// When there is no module, because the settings asked for an earlier state.
    pub fn reflection(&self) -> Result<Reflection, reflect::Error> {
        let (found, differences) = self.compared_reflection()?;
        debug_assert!(differences.is_empty(), "{}", differences.join("\n"));
        Ok(found)
    }

    /// The module's interface, and what the source and the words say differently.
    #[doc(hidden)]
    pub fn compared_reflection(&self) -> Result<(Reflection, Vec<String>), reflect::Error> {
        match &self.interface {
            Some(known) => Ok(known.clone()),
            None => Ok(joined(reflect::read(&self.words)?, self.source.as_ref(), &self.report)),
        }
    }

    /// The interface that the source declares, whether or not the module has all of it; nothing for what was not compiled
    /// from a source.
    pub fn declarations(&self) -> Option<Reflection> {
        self.source.as_ref().map(|source| reflection::declared(source, self.report.sources()))
    }

    /// The names of nodes that have others in their work graph, by entry points.
    #[cfg(feature = "runner")]
    #[doc(hidden)]
    pub fn node_names(&self) -> std::collections::BTreeMap<String, String> {
        let entries = self.source.iter().flat_map(|source| &source.facts.entry_points);
        entries.filter_map(|entry| Some((entry.name.clone(), entry.node.clone()?))).collect()
    }

    /// The place of an entry point's function; none for what was not compiled from a source.
    #[doc(hidden)]
    pub fn place_of(&self, entry: &str) -> Span {
        let mut entries = self.source.iter().flat_map(|source| &source.facts.entry_points);
        entries.find(|one| one.name == entry).map_or(Span::NONE, |one| one.span)
    }

    /// The document of the module's interface, for `-Fre`.
    #[doc(hidden)]
    pub fn document(&self) -> Result<String, reflect::Error> {
        let mut text = match &self.interface {
            Some((known, _)) => known.to_json(),
            None => self.reflection()?.to_json(),
        };
        text.push('\n');
        Ok(text)
    }

    /// The kernels with their arguments, as JSON, where the target takes kernels.
    pub fn kernels_as_json(&self) -> Option<String> {
        self.kernels.as_deref().map(kernel_form::describe)
    }

    /// The module as text.
    pub fn disassembly(&self) -> String {
        spirv_tools::listing(&self.words, Listing::default()).unwrap_or_else(|error| format!("; {error}\n"))
    }
}

/// A SPIR-V module of any compiler as text.
///
/// # Errors
/// When it cannot be decoded, with the place.
pub fn disassemble(words: &[u32]) -> Result<String, String> {
    spirv_tools::listing(words, Listing::default()).map_err(|error| error.to_string())
}

/// Checks a SPIR-V module of any compiler by the rules of SPIR-V and of a target environment.
///
/// # Errors
/// The first rule that it breaks, with the place; or what the validator does not know.
pub fn validate(words: &[u32], target: TargetEnv) -> Result<(), String> {
    valid::validate(words, &valid::Options::new(target.into())).map_err(|violation| {
        let place = violation.offset.map_or_else(String::new, |offset| format!(" (at byte {offset})"));
        format!("{violation}{place}")
    })
}

impl Failure {
    fn before_any_stage(report: Report) -> Self {
        Failure::new(report, Dependencies::default(), Vec::new())
    }

    fn new(report: Report, dependencies: Dependencies, dumps: Vec<(Emit, String)>) -> Self {
        Failure { report, dependencies, dumps, asked: Arc::default() }
    }

    /// Tells failures of the call from those of what it compiles: settings, and files that cannot be read or written.
    pub fn is_about_settings(&self) -> bool {
        let errors = self.report.diagnostics().iter().filter(|diagnostic| diagnostic.severity >= Severity::Error);
        errors.map(|diagnostic| diagnostic.row.code).all(|code| code.starts_with("E50"))
    }

    /// Distinguishes bugs of the compiler from errors of the caller.
    pub fn is_internal(&self) -> bool {
        self.report.diagnostics().iter().any(|diagnostic| diagnostic.row.code == E::InternalError::ROW.code)
    }

    /// One message without a place.
    #[doc(hidden)]
    pub fn because(message: impl Message) -> Self {
        let mut sink = Sink::default();
        sink.report(Span::NONE, message);
        Self::before_any_stage(Report::without_source(sink.into_diagnostics()))
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.report.fmt(f)
    }
}

impl std::error::Error for Failure {}

impl From<Parsed> for Compiler {
    fn from(parsed: Parsed) -> Self {
        Compiler { options: parsed.options, warnings: parsed.diagnostics, ..Compiler::default() }
    }
}

impl Compiler {
    /// A compiler with the settings that an empty command line gives.
    pub fn new() -> Self {
        Self::default()
    }

    /// A compiler with the settings of a command line in DXC's style.
    ///
    /// # Errors
    /// When the command line is wrong.
    pub fn from_args<S: AsRef<str>>(arguments: &[S]) -> Result<Self, Failure> {
        Self::from_parsed(args::parse(arguments))
    }

    /// Takes the settings of a command line.
    ///
    /// # Errors
    /// When they are wrong.
    #[doc(hidden)]
    pub fn from_parsed(parsed: Parsed) -> Result<Self, Failure> {
        if parsed.has_errors() {
            return Err(Failure::before_any_stage(Report::without_source(parsed.diagnostics)));
        }
        Ok(parsed.into())
    }

    /// The settings.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The settings, to be changed.
    pub fn options_mut(&mut self) -> &mut Options {
        &mut self.options
    }

    /// Takes further options as the command line spells them.
    ///
    /// # Errors
    /// When they are wrong.
    pub fn args<S: AsRef<str>>(mut self, arguments: &[S]) -> Result<Self, Failure> {
        let parsed = args::parse_after(self.options, arguments);
        if parsed.has_errors() {
            return Err(Failure::before_any_stage(Report::without_source(parsed.diagnostics)));
        }
        self.options = parsed.options;
        self.warnings.extend(parsed.diagnostics);
        Ok(self)
    }

    /// Sets stage and shader model, which parse from a text such as `cs_6_0`.
    #[must_use]
    pub fn profile(mut self, profile: Profile) -> Self {
        self.options.profile = Some(profile.to_string());
        self
    }

    /// Sets the version of the language.
    #[must_use]
    pub fn hlsl_version(mut self, version: HlslVersion) -> Self {
        self.options.analysis.version = version;
        self
    }

    /// Sets the entry point.
    #[must_use]
    pub fn entry(mut self, name: &str) -> Self {
        self.options.entry = Some(name.to_owned());
        self
    }

    /// Defines a macro.
    #[must_use]
    pub fn define(mut self, name: &str, value: &str) -> Self {
        let definition = CommandLineMacro::Define(name.to_owned(), Some(value.to_owned()));
        self.options.preprocess.macros.push(definition);
        self
    }

    /// Adds a folder in which included files are searched.
    #[must_use]
    pub fn include(mut self, folder: impl AsRef<Path>) -> Self {
        self.options.preprocess.include_directories.push(to_text(folder.as_ref().as_os_str()).into_owned());
        self
    }

    /// Sets the target environment, which parses from a text such as `vulkan1.2`. Those of kernels are set by
    /// [`Compiler::args`].
    #[must_use]
    pub fn target_env(mut self, target: TargetEnv) -> Self {
        self.options.target_env = Some(target.to_string());
        self
    }

    /// Shares a cache with other compilations.
    #[must_use]
    pub fn sharing(mut self, cache: Arc<CompilationCache>) -> Self {
        self.cache = Some(cache);
        self
    }

    /// Takes modules of earlier runs from a folder or a server, and keeps new ones there, where [`Compiler::compile`] is to gather no
    /// [facts of the source](Compiler::source_facts). Each file is asked for once in a compilation.
    #[must_use]
    pub fn stored_in(mut self, modules: Arc<StoredModules>) -> Self {
        self.stored = Some(modules);
        self
    }

    /// Sets whether facts of the source are gathered, which [`Artifact::reflection`] joins with those of the words. They are
    /// by default; without them a compilation takes slightly less time.
    #[must_use]
    pub fn source_facts(mut self, wanted: bool) -> Self {
        self.omits_source_facts = !wanted;
        self
    }

    /// Compiles a text. `name` is the file name in messages, and the base of its includes.
    ///
    /// # Errors
    /// When the settings or the text are wrong; also on an internal error of the compiler, as the diagnostics say.
    pub fn compile(&self, name: &str, text: &str, includes: &(dyn IncludeHandler + Sync)) -> Result<Artifact, Failure> {
        self.run_unless_stored(name, text, includes)
    }

    /// Compiles a file, with its includes from the disk. `-` is the standard input. A file that is a module already stays
    /// as it is; its states can be printed.
    ///
    /// # Errors
    /// As for [`Compiler::compile`], and when the file cannot be read.
    pub fn compile_file(&self, path: impl AsRef<Path>) -> Result<Artifact, Failure> {
        self.compile_path(&to_text(path.as_ref().as_os_str()), None, !self.omits_source_facts)
    }

    /// Compiles a file for the command, with the state that the compilations of a batch share. The artifact has facts of
    /// the source only if the settings ask for a file with them.
    #[doc(hidden)]
    pub fn compile_shared(&self, path: &str, shared: Option<&Shared>) -> Result<Artifact, Failure> {
        self.compile_path(path, shared, self.options.output.reflection.is_some())
    }

    /// Compiles a file. With facts of the source, which only an analysis finds, no module of the batch serves again.
    pub(crate) fn compile_path(
        &self,
        path: &str,
        shared: Option<&Shared>,
        wants_facts: bool,
    ) -> Result<Artifact, Failure> {
        let compile = || match shared.and_then(|shared| shared.stored.as_ref()).filter(|_| !wants_facts) {
            Some(stored) => {
                self.unless_stored(path, stored, &Inputs::Disk, || self.compile_anew(path, shared, wants_facts))
            }
            None => self.compile_anew(path, shared, wants_facts),
        };
        match shared.filter(|_| !wants_facts) {
            Some(shared) => self.unless_asked_the_same(path, shared, compile),
            None => compile(),
        }
    }

    fn compile_anew(&self, path: &str, shared: Option<&Shared>, wants_facts: bool) -> Result<Artifact, Failure> {
        let unreadable = |reason| Failure::because(E::CannotRead { file: path.to_owned(), reason });
        let read = || shared.map_or_else(|| reading::read_bytes(path), |shared| shared.files.main(path));
        let bytes = read().map_err(|error| unreadable(error.to_string()))?;
        if let Some(words) = reading::module(path, &bytes).map_err(unreadable)? {
            let is_text = reading::module_words(&bytes).is_none();
            return self.print_module(move || match is_text {
                true => self.checked(words, |violation| place_in_text(&bytes, violation)),
                false => Ok(words),
            });
        }
        if llvm_ir::is_llvm_ir(path, &bytes) {
            return self.read_llvm_ir(bytes);
        }
        let includes: &(dyn IncludeHandler + Sync) = shared.map_or(&reading::Disk, |shared| &shared.files);
        let mut start = self.start(path, reading::decode(bytes), includes)?;
        let plan = &mut start.plan;
        plan.known = shared.filter(|_| !wants_facts).map(|shared| &shared.known);
        plan.cache = plan.cache.or(shared.map(|shared| &shared.cache));
        if let Some(shared) = shared {
            plan.levels = shared.levels;
            plan.settings = Some(shared.settings.of(self.words, &self.options, plan.target));
        }
        plan.wants_facts = wants_facts;
        start.run()
    }

    /// A module of kernels that is written in LLVM IR. It is validated as SPIR-V.
    fn read_llvm_ir(&self, bytes: Vec<u8>) -> Result<Artifact, Failure> {
        let target = self.options.kernel_target();
        if target.is_none() && self.options.target_env.is_some() {
            let what = "LLVM IR requires a target environment for kernels".to_owned();
            return Err(Failure::because(E::NoKernelForm { what }));
        }
        let imports = self.options.import_functions;
        let read = move || llvm_ir::words(&bytes, target, imports);
        let mut artifact = self.print_module(move || {
            let words = read().map_err(|what| Failure::because(E::NoKernelForm { what }))?;
            self.checked(words, |_| None)
        })?;
        artifact.kernels.get_or_insert_with(|| kernel_form::given(&artifact.words));
        Ok(artifact)
    }

    /// Words that were read from a text. If they are written, they are valid.
    fn checked(&self, words: Vec<u32>, place: impl Fn(&Violation) -> Option<Place>) -> Result<Vec<u32>, Failure> {
        if self.options.optimise.skip_validation || !self.options.output.has_module() {
            return Ok(words);
        }
        match validator::validate_read(&words, &self.options) {
            Ok(()) => Ok(words),
            Err(violation) => {
                let reason = match place(&violation) {
                    Some(Place::Text { line, column }) => format!("{} (at {line}:{column})", violation.message),
                    _ => violation.message,
                };
                Err(Failure::because(E::InvalidText { reason }))
            }
        }
    }

    /// The states of a module that was compiled before.
    fn print_module(&self, words: impl FnOnce() -> Result<Vec<u32>, Failure> + Send) -> Result<Artifact, Failure> {
        let printed = || catch_unwind(AssertUnwindSafe(|| of_module(words()?, &self.options)));
        let no_thread = |error: std::io::Error| Failure::because(E::NoThread { reason: error.to_string() });
        stack::on_large_stack(printed).map_err(no_thread)?.unwrap_or_else(|payload| {
            let (place, what) = ("while printing".to_owned(), crate::report::panics::describe(payload.as_ref()));
            Err(Failure::because(E::InternalError { place, what }))
        })
    }

    fn run(&self, name: &str, text: String, includes: &(dyn IncludeHandler + Sync)) -> Result<Artifact, Failure> {
        self.start(name, text, includes)?.run()
    }

    fn start<'a>(
        &'a self,
        name: &str,
        text: String,
        includes: &'a (dyn IncludeHandler + Sync),
    ) -> Result<Start<'a>, Failure> {
        let mut sink = Sink::new(self.options.diagnostics.policy.clone());
        let mut sources = SourceMap::new();
        let target = self.target(&mut sink);
        let main = add_main(&mut sources, &mut sink, name, text);
        let (Some(target), Some(main)) = (target, main) else {
            let diagnostics = self.with_warnings(sink.into_diagnostics());
            return Err(Failure::before_any_stage(Report::new(diagnostics, sources, Interner::new())));
        };
        let plan = Plan {
            options: &self.options,
            target,
            includes,
            known: None,
            cache: self.cache.as_deref(),
            levels: Levels::default(),
            settings: None,
            wants_facts: !self.omits_source_facts,
        };
        Ok(Start { compiler: self, plan, main, sources, sink })
    }

    /// A struct of a file, by its name, as it lies in memory under each of some rules. Without a profile it is a library's.
    #[doc(hidden)]
    pub fn layouts(&self, path: &str, name: &str, rules: &[Rule]) -> Result<Vec<(Rule, Laid)>, Failure> {
        self.analysed(path, read(path)?, &reading::Disk, laid(name, rules))
    }

    /// A struct of a text, by its name, under each of some rules, as text; empty if there is no such struct. Unknown
    /// rules are left out.
    #[doc(hidden)]
    pub fn layouts_as_text(
        &self,
        path: &str,
        text: &str,
        includes: &(dyn IncludeHandler + Sync),
        name: &str,
        rules: &[String],
    ) -> Result<String, Failure> {
        let rules: Vec<Rule> =
            Rule::NAMED.into_iter().filter(|rule| rules.iter().any(|it| it == rule.name())).collect();
        let found = self.analysed(path, text.to_owned(), includes, laid(name, &rules))?;
        Ok(if found.is_empty() { String::new() } else { reflection::layouts::text(name, &found) })
    }

    /// The document of what a file declares: its resources and what they hold, or all of its structs under a rule.
    #[doc(hidden)]
    pub fn declared(&self, path: &str, rule: Option<Rule>) -> Result<Reflection, Failure> {
        self.analysed(path, read(path)?, &reading::Disk, |session, main, module| {
            let facts = match rule {
                Some(rule) => sema::facts::structs(module, &session.names, rule),
                None => session.results.facts.take().unwrap_or_default(),
            };
            let file = session.sources.file(main).name().to_owned();
            let source = SourceFacts { facts, file, profile: session.plan.target.profile };
            reflection::declared(&source, &session.sources)
        })
    }

    /// Analyses a text, without a profile as a library, and examines the result.
    fn analysed<T: Send>(
        &self,
        path: &str,
        text: String,
        includes: &(dyn IncludeHandler + Sync),
        look: impl FnOnce(&mut Session<'_>, FileId, &mut sema::hir::Module) -> T + Send,
    ) -> Result<T, Failure> {
        let mut compiler = self.clone();
        compiler.options.profile.get_or_insert_with(|| LIBRARY.to_owned());
        let start = compiler.start(path, text, includes)?;
        let no_thread = |error: std::io::Error| Failure::because(E::NoThread { reason: error.to_string() });
        stack::on_large_stack(|| start.analysed(look)).map_err(no_thread)?
    }

    fn with_warnings(&self, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        self.warnings.iter().cloned().chain(diagnostics).collect()
    }

    /// The target of the settings. The preprocessor alone can do without a profile.
    fn target(&self, sink: &mut Sink) -> Option<Target> {
        let text_only = self.options.output.preprocess_only || self.options.output.dependencies_only;
        if text_only && self.options.profile.is_none() {
            let environment = self.options.environment().unwrap_or_default();
            return Some(Target { profile: Profile::default(), environment, kernel: None });
        }
        checks::check(&self.options, sink)
    }
}

/// The place in a text of the dialect that makes its module invalid.
fn place_in_text(bytes: &[u8], violation: &Violation) -> Option<Place> {
    let read = reading::dialect_words(bytes, None).ok()?;
    let (_, insts) = decode::decode(&read.words).ok()?;
    read.place_of(insts.get(violation.instruction?)?)
}

/// The text of a file.
fn read(path: &str) -> Result<String, Failure> {
    let unreadable = |reason: std::io::Error| E::CannotRead { file: path.to_owned(), reason: reason.to_string() };
    reading::read_bytes(path).map(reading::decode).map_err(|error| Failure::because(unreadable(error)))
}

/// A look at a struct under some rules.
fn laid(
    name: &str,
    rules: &[Rule],
) -> impl FnOnce(&mut Session<'_>, FileId, &mut sema::hir::Module) -> Vec<(Rule, Laid)> + Send {
    move |session, _, module| sema::facts::layouts(module, &session.names, name, rules)
}

fn add_main(sources: &mut SourceMap, sink: &mut Sink, name: &str, text: String) -> Option<FileId> {
    let main = sources.add_file(name, text, None).ok();
    if main.is_none() {
        sink.report(Span::NONE, E::InputTooLarge { file: name.to_owned() });
    }
    main
}

/// The inputs of a compilation.
struct Start<'a> {
    compiler: &'a Compiler,
    plan: Plan<'a>,
    main: FileId,
    sources: SourceMap,
    sink: Sink,
}

impl<'a> Start<'a> {
    fn session(self) -> Session<'a> {
        let names = frontend::words::new_interner_for(self.sources.file(self.main).text().len());
        Session::new(self.plan, Arc::new(self.sources), names, self.sink)
    }

    fn analysed<T>(
        self,
        look: impl FnOnce(&mut Session<'_>, FileId, &mut sema::hir::Module) -> T,
    ) -> Result<T, Failure> {
        let (compiler, main) = (self.compiler, self.main);
        let mut session = self.session();
        let seen = session.guarded(|session| {
            let mut module = session.analyse(main)?;
            Some(look(session, main, &mut module))
        });
        seen.ok_or_else(|| {
            let diagnostics = compiler.with_warnings(session.sink.into_diagnostics());
            let report = Report::new(diagnostics, session.sources, session.names);
            let Results { dependencies, dumps, .. } = session.results;
            Failure::new(report, dependencies, dumps.into_texts())
        })
    }

    fn run(self) -> Result<Artifact, Failure> {
        let (compiler, main) = (self.compiler, self.main);
        let options = &compiler.options;
        let mut session = self.session();
        let mut preprocessed = None;
        let words = session.guarded(|session| {
            if options.output.preprocess_only || options.output.dependencies_only {
                preprocessed = session.preprocess_only(main);
                return None;
            }
            session.compile(main)
        });
        if options.diagnostics.verify {
            return verified(session, main);
        }
        let failed = session.sink.has_errors();
        let (profile, file) = (session.plan.target.profile, session.sources.file(main).name().to_owned());
        let Results { dependencies, dumps, times, kernels, asked, facts, interface } = session.results;
        let diagnostics = compiler.with_warnings(session.sink.into_diagnostics());
        let report = Report::new(diagnostics, session.sources, session.names);
        let dumps = dumps.into_texts();
        if failed {
            return Err(Failure { asked, ..Failure::new(report, dependencies, dumps) });
        }
        let takes_kernels = options.takes_kernels();
        let source = facts.filter(|_| !takes_kernels).map(|facts| SourceFacts { facts, file, profile });
        let interface = interface.map(|found| joined(found, source.as_ref(), &report));
        let artifact = Artifact::new(words.unwrap_or_default(), report, dependencies, dumps);
        let kernels = takes_kernels.then_some(kernels);
        Ok(Artifact { preprocessed, times, kernels, source, interface, asked, ..artifact })
    }
}

/// The interface of words with the facts of their source, and what both say differently.
fn joined(mut found: Reflection, source: Option<&SourceFacts>, report: &Report) -> (Reflection, Vec<String>) {
    let differences = source.map(|source| reflection::add(&mut found, source, report.sources()));
    (found, differences.unwrap_or_default())
}

/// `-verify`: the result depends on whether the messages are the expected ones, not on the messages themselves.
fn verified(session: Session<'_>, main: FileId) -> Result<Artifact, Failure> {
    let file = session.sources.file(main);
    let (text, name) = (file.original().to_owned(), file.name().to_owned());
    let report = Report::new(session.sink.into_diagnostics(), session.sources, session.names);
    let mut sink = Sink::default();
    for what in verify::mismatches(&text, &name, report.messages()) {
        sink.report(Span::NONE, E::VerifyMismatch { what });
    }
    let failed = sink.has_errors();
    let Results { dependencies, dumps, times, .. } = session.results;
    let (report, dumps) = (Report::without_source(sink.into_diagnostics()), dumps.into_texts());
    if failed {
        return Err(Failure::new(report, dependencies, dumps));
    }
    Ok(Artifact { times, ..Artifact::new(Vec::new(), report, dependencies, dumps) })
}

/// A compiled module with the requested states of it: as kernels, if the target takes them.
fn of_module(words: Vec<u32>, options: &Options) -> Result<Artifact, Failure> {
    let mut sink = Sink::default();
    let mut dumps = states::Texts::default();
    if !checks::environment_exists(options, &mut sink) {
        return Err(Failure::before_any_stage(Report::without_source(sink.into_diagnostics())));
    }
    let (words, kernels) = match options.kernel_target() {
        None => (words, None),
        Some(target) => kernels_of(&words, target, options).map(|(words, kernels)| (words, Some(kernels)))?,
    };
    for &state in &options.output.emit {
        let text = states::text(&words, state, options);
        if let Err(absent) = text.and_then(|text| dumps.add(state, text)) {
            states::report(state, absent, Span::NONE, &mut sink);
        }
    }
    let (failed, dependencies, dumps) = (sink.has_errors(), Dependencies::default(), dumps.into_texts());
    let report = Report::without_source(sink.into_diagnostics());
    if failed {
        return Err(Failure::new(report, dependencies, dumps));
    }
    Ok(Artifact { kernels, ..Artifact::new(words, report, dependencies, dumps) })
}

/// The module of kernels made of a module of shaders, and its kernels.
fn kernels_of(words: &[u32], target: &KernelTarget, options: &Options) -> Result<kernel_form::Kernels, Failure> {
    let converted = kernel_form::convert(words, target, options);
    let (words, kernels) = converted.map_err(|error| Failure::because(E::NoKernelForm { what: error.to_string() }))?;
    if !options.optimise.skip_validation
        && let Err(violation) = validator::validate_kernels(&words, target, options.optimise.validator)
    {
        return Err(Failure::because(E::InvalidOutput { reason: violation.message }));
    }
    Ok((words, kernels))
}
