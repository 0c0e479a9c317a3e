//! The command: a command line in, files and messages out, and the exit status that DXC would give.
//!
//! The compilation itself is [`library::api::compile`]'s.

use crate::help;
use crate::remote::Made;
use ::reflect::Reflection;
use base::diag::render::Format;
use frontend::preprocess::Dependencies;
use library::api::compile::{Artifact, Compiler, Failure};
use library::api::product::Product;
use library::diagnostics as E;
use library::files::names::to_bytes;
use library::files::staged::{self, Digests, NotWritten, Staged};
use library::files::{outputs, places, response};
use library::options::args::{self, Parsed};
use library::options::settings::{Information, Options};
use library::pipeline::shared::Shared;
use library::pipeline::spirv_tools::{self, Listing};
use library::report::Report;
use library::report::console::{STANDARD_OUTPUT, Voice, print_or_complain};
use library::report::document::Gathered;
use sema::facts::Laid;
use sema::layout::Rule;
use std::borrow::Cow;
use std::io::IsTerminal;
use std::sync::Arc;

/// The exit status of success.
const SUCCESS: u8 = 0;
/// The exit status of a wrong command line, or of files that cannot be read or written.
const BAD_CALL: u8 = 1;
/// The exit status of a compilation with errors.
const BAD_INPUT: u8 = 5;

/// The process's own streams.
static STREAMS: Voice = Voice::of_process();

/// Runs a compilation. Returns the exit status.
pub fn run(arguments: &[String]) -> u8 {
    run_within(arguments, Surroundings::of_process())
}

fn run_within(arguments: &[String], around: Surroundings<'_>) -> u8 {
    match response::expand(arguments) {
        Ok(arguments) => run_parsed(args::parse(&arguments), &around).status,
        Err(failure) => Console { options: &Options::default(), around }.fail(&failure),
    }
}

/// The state of a server, and the part of a client's environment, for one compilation.
#[derive(Clone, Copy)]
pub(crate) struct Served<'a> {
    /// What calls share.
    pub(crate) shared: &'a Shared,
    /// True if the environment of the caller requests no color.
    pub(crate) is_plain: bool,
}

/// Runs a compilation as [`run`] does, for another process, whose folder and streams this one has.
pub(crate) fn run_served(arguments: &[String], served: Served<'_>) -> u8 {
    let around = Surroundings { shared: Some(served.shared), is_plain: served.is_plain, ..Surroundings::of_process() };
    run_within(arguments, around)
}

/// Returns whether the environment requests no color.
pub fn is_plain() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

/// The surroundings of a compilation.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// Where messages and texts go.
    pub voice: &'a Voice,
    /// The state that compilations share.
    pub shared: Option<&'a Shared>,
    /// True if files are left alone that have the same contents already.
    pub keeps_equal: bool,
    /// True if messages have no color.
    pub is_plain: bool,
    /// Stages further files made of the module, which then is not printed.
    pub more: Option<&'a More<'a>>,
    /// Takes messages that are for a document about the whole batch.
    pub gathered: Option<&'a Gathered>,
}

/// Stages files made of a module.
pub type More<'a> = dyn Fn(&[u32], &mut Staged) -> Result<(), NotWritten> + 'a;

impl Surroundings<'_> {
    fn of_process() -> Self {
        let (keeps_equal, is_plain) = (false, is_plain());
        Surroundings { voice: &STREAMS, shared: None, keeps_equal, is_plain, more: None, gathered: None }
    }
}

/// The outcome of a compilation.
pub struct Outcome {
    /// The exit status.
    pub status: u8,
    /// The files that were read, and those that would have been had they existed.
    pub dependencies: Dependencies,
    /// The files that were written, if a manifest records them.
    pub written: Digests,
    /// The watched macros that were looked up.
    pub asked: Arc<[Box<str>]>,
}

impl Outcome {
    fn of_status(status: u8) -> Self {
        Outcome { status, dependencies: Dependencies::default(), written: Digests::new(), asked: Arc::default() }
    }
}

/// Runs a compilation, alone or as one of a batch.
pub fn run_parsed(parsed: Parsed, around: &Surroundings<'_>) -> Outcome {
    let unusable = parsed.has_errors();
    if let (Some(information), false) = (parsed.options.information, unusable) {
        return Outcome::of_status(inform(information));
    }
    if unusable {
        let console = Console { options: &parsed.options, around: *around };
        console.messages(&Report::without_source(parsed.diagnostics));
        return Outcome::of_status(BAD_CALL);
    }
    let compiler = Compiler::of_line(parsed);
    let options = compiler.options();
    let console = Console { options, around: *around };
    let Some(input) = options.input.clone() else {
        return Outcome::of_status(console.fail(&Failure::because(E::MissingInput {})));
    };
    match compiler.compile_shared(&input, around.shared) {
        Ok(artifact) => {
            let (status, written) = console.succeed(&input, &artifact);
            Outcome { status, dependencies: artifact.dependencies, written, asked: artifact.asked }
        }
        Err(failure) => {
            let status = console.fail(&failure);
            let is_readable = options.profile.as_deref().is_none_or(is_like_profile);
            let status = if is_readable { status } else { BAD_CALL };
            Outcome { status, dependencies: failure.dependencies, written: Digests::new(), asked: failure.asked }
        }
    }
}

/// Writes and prints what a worker has made of a command line, as if it had been made here.
pub(crate) fn adopt(parsed: Parsed, made: Made, around: &Surroundings<'_>) -> Outcome {
    let Made { words, text, texts, dependencies } = made;
    let compiler = Compiler::of_line(parsed);
    let console = Console { options: compiler.options(), around: *around };
    if !text.is_empty() {
        around.voice.write(text);
    }
    around.gathered.iter().for_each(|gathered| gathered.add_texts(texts.clone()));
    let artifact = Compiler::adopted(words, dependencies);
    let input = compiler.options().input.clone().unwrap_or_default();
    match console.write(&input, &artifact) {
        Ok(written) => Outcome { status: SUCCESS, dependencies: artifact.dependencies, written, asked: Arc::default() },
        Err(failure) => Outcome::of_status(console.fail(&failure)),
    }
}

/// Returns whether a text has the form of a profile, as `ps_6_0` has: with any other, the call makes no sense.
fn is_like_profile(text: &str) -> bool {
    let is_minor = |minor: &str| minor == "x" || minor.parse::<u32>().is_ok();
    let mut parts = text.split('_');
    let (stage, major, minor) = (parts.next(), parts.next(), parts.next());
    stage.is_some_and(|stage| !stage.is_empty())
        && major.is_some_and(|major| major.parse::<u32>().is_ok())
        && minor.is_some_and(is_minor)
}

fn inform(information: Information) -> u8 {
    print_or_complain(&match information {
        Information::Help => help::help(false),
        Information::HelpHidden => help::help(true),
        Information::Version => help::version(),
    })
}

/// Compiles according to a command line in DXC's style, for commands that continue with the module. Messages go where
/// that line says; without a module, there is an exit status.
///
/// # Errors
/// The exit status of a failed compilation.
pub fn compile(arguments: &[String]) -> Result<(String, Artifact), u8> {
    let (compiler, input) = prepared(arguments)?;
    let console = Console::of_process(compiler.options());
    let artifact = compiler.compile_file(&input).map_err(|failure| console.fail(&failure))?;
    console.messages(&artifact.report);
    Ok((input, artifact))
}

/// A struct of a shader under some rules, from the arguments of a command line.
pub fn layouts(arguments: &[String], name: &str, rules: &[Rule]) -> Result<(String, Vec<(Rule, Laid)>), u8> {
    let (compiler, input) = prepared(arguments)?;
    let console = Console::of_process(compiler.options());
    let laid = compiler.layouts(&input, name, rules).map_err(|failure| console.fail(&failure))?;
    Ok((input, laid))
}

/// The document of what a shader declares, or of all its structs under a rule, from the arguments of a command line.
pub fn declared(arguments: &[String], rule: Option<Rule>) -> Result<(String, Reflection), u8> {
    let (compiler, input) = prepared(arguments)?;
    let console = Console::of_process(compiler.options());
    let declared = compiler.declared(&input, rule).map_err(|failure| console.fail(&failure))?;
    Ok((input, declared))
}

/// The compiler that a command line describes, and its input. What is wrong with it has been said.
fn prepared(arguments: &[String]) -> Result<(Compiler, String), u8> {
    let expanded =
        response::expand(arguments).map_err(|failure| Console::of_process(&Options::default()).fail(&failure))?;
    let parsed = args::parse(&expanded);
    let console = Console::of_process(&parsed.options);
    if parsed.has_errors() {
        console.messages(&Report::without_source(parsed.diagnostics));
        return Err(BAD_CALL);
    }
    let Some(input) = parsed.options.input.clone() else {
        return Err(console.fail(&Failure::because(E::MissingInput {})));
    };
    Ok((Compiler::from(parsed), input))
}

/// The outputs and messages of one call.
struct Console<'a> {
    options: &'a Options,
    around: Surroundings<'a>,
}

impl<'a> Console<'a> {
    /// Prints to the streams of the process.
    fn of_process(options: &'a Options) -> Self {
        Console { options, around: Surroundings::of_process() }
    }

    fn fail(&self, failure: &Failure) -> u8 {
        // The status reports the failure already.
        let _ = self.dumps(&failure.dumps);
        self.includes(&failure.dependencies);
        self.messages(&failure.report);
        if failure.is_about_settings() { BAD_CALL } else { BAD_INPUT }
    }

    /// Returns the status, and what was written.
    fn succeed(&self, input: &str, artifact: &Artifact) -> (u8, Digests) {
        self.includes(&artifact.dependencies);
        self.messages(&artifact.report);
        self.times(artifact);
        match self.write(input, artifact) {
            Ok(written) => (SUCCESS, written),
            Err(failure) => (self.fail(&failure), Digests::new()),
        }
    }

    /// Writes and prints all that was requested, or writes no file at all.
    fn write(&self, input: &str, artifact: &Artifact) -> Result<Digests, Failure> {
        let mut staged = Staged::default();
        staged.keep_equal(self.around.keeps_equal);
        if self.around.shared.is_some_and(|shared| shared.is_recorded) {
            staged.keep_digests();
        }
        staged.reserve(self.options.output.errors.as_deref());
        let printed = self.stage(input, artifact, &mut staged).map_err(cannot_write)?;
        printed.iter().try_for_each(|text| self.around.voice.print(text)).map_err(cannot_print)?;
        let written = staged.digests();
        staged.commit().map_err(cannot_write)?;
        Ok(written)
    }

    /// Stages the files, and returns the text to print.
    fn stage<'t>(
        &self,
        input: &str,
        artifact: &'t Artifact,
        staged: &mut Staged,
    ) -> Result<Vec<Cow<'t, str>>, NotWritten> {
        match Product::of(artifact, self.options, input) {
            Product::Rule(text) => Ok(vec![text.into()]),
            Product::Preprocessed(text) => {
                staged.write(&outputs::preprocessed_file(self.options, input), text.as_bytes())?;
                Ok(Vec::new())
            }
            product @ (Product::Module(_) | Product::States) => {
                self.stage_dependencies(input, &artifact.dependencies, staged)?;
                let mut printed: Vec<Cow<'t, str>> = artifact.dumps.iter().map(|(_, text)| text.into()).collect();
                if matches!(product, Product::Module(_)) {
                    printed.extend(self.stage_module(artifact, staged)?);
                }
                Ok(printed)
            }
        }
    }

    fn stage_module<'t>(
        &self,
        artifact: &'t Artifact,
        staged: &mut Staged,
    ) -> Result<Option<Cow<'t, str>>, NotWritten> {
        let output = &self.options.output;
        if let Some(file) = &output.object {
            staged.write(file, &outputs::bytes(&artifact.words))?;
        }
        if let Some(file) = &output.listing {
            staged.write(file, self.listing(artifact, false).as_bytes())?;
        }
        if let Some(file) = &output.header {
            let variable = output.header_variable.clone().unwrap_or_else(|| format!("g_{}", self.options.entry()));
            let header = outputs::header(&artifact.words, &self.listing(artifact, false), &variable);
            staged.write(file, header.as_bytes())?;
        }
        if let Some(file) = &output.reflection {
            staged.write(file, document(file, artifact)?.as_bytes())?;
        }
        if let Some(more) = self.around.more {
            more(&artifact.words, staged)?;
        }
        let named = [&output.object, &output.listing, &output.header];
        let to_file = self.around.more.is_some() || named.into_iter().any(Option::is_some);
        let is_printed = !to_file && output.emit.is_empty();
        Ok(is_printed.then(|| self.listing(artifact, std::io::stdout().is_terminal()).into()))
    }

    fn listing(&self, artifact: &Artifact, terminal: bool) -> String {
        let output = &self.options.output;
        let colour = output.colour_listing && terminal;
        let listing = Listing { raw_ids: output.raw_ids, byte_offsets: output.byte_offsets, colour };
        spirv_tools::listing(&artifact.words, listing).unwrap_or_else(|error| format!("; {error}\n"))
    }

    fn stage_dependencies(
        &self,
        input: &str,
        dependencies: &Dependencies,
        staged: &mut Staged,
    ) -> Result<(), NotWritten> {
        let Some(file) = outputs::rule_file(self.options, input) else { return Ok(()) };
        staged.write(&file, &to_bytes(&outputs::make_rule_of(self.options, input, dependencies)))
    }

    /// `-H`.
    fn includes(&self, dependencies: &Dependencies) {
        if self.options.output.show_includes {
            for file in dependencies.visited.iter().skip(1) {
                self.around.voice.say(format_args!(". {file}"));
            }
        }
    }

    /// `-ftime-report`.
    fn times(&self, artifact: &Artifact) {
        for (stage, time) in &artifact.times {
            self.around.voice.say(format_args!("{stage:<16} {:>10.3} ms", time.as_secs_f64() * 1e3));
        }
    }

    fn dumps(&self, dumps: &[(library::options::settings::Emit, String)]) -> std::io::Result<()> {
        dumps.iter().try_for_each(|(_, text)| self.around.voice.print(text))
    }

    /// Appends messages to a file, unless it is the input or another one that was read. A SARIF document replaces an older one.
    fn append(&self, file: &str, text: &str) -> std::io::Result<()> {
        // With wrong options it has not been read.
        self.options.input.iter().for_each(|input| places::note_named(input));
        staged::append(file, text.as_bytes(), self.options.diagnostics.format == Format::Sarif)
    }

    /// Prints messages to the standard error output, or to the file of `-Fe`.
    fn messages(&self, report: &Report) {
        let diagnostics = &self.options.diagnostics;
        let to_terminal =
            || !self.around.is_plain && self.options.output.errors.is_none() && std::io::stderr().is_terminal();
        if let Some(gathered) = self.around.gathered {
            gathered.add(report, || diagnostics.style(to_terminal));
            if self.options.output.errors.is_none() {
                return;
            }
        }
        // An empty report is a SARIF document, too.
        if report.is_empty() && diagnostics.format != Format::Sarif {
            return;
        }
        let text = report.render(&diagnostics.style(to_terminal));
        let Some(file) = &self.options.output.errors else { return self.around.voice.write(text) };
        if let Err(error) = self.append(file, &text) {
            self.around.voice.say(text);
            self.around.voice.say(format_args!("hlsl2spirv: error: cannot write '{file}': {error}"));
        }
    }
}

/// The document of `-Fre`.
fn document(file: &str, artifact: &Artifact) -> Result<String, NotWritten> {
    if let Some(text) = artifact.kernels_as_json() {
        return Ok(text);
    }
    let unreadable = |error: reflect::Error| NotWritten { file: file.to_owned(), reason: error.to_string() };
    artifact.document().map_err(unreadable)
}

fn cannot_write(error: NotWritten) -> Failure {
    Failure::because(E::CannotWrite { file: error.file, reason: error.reason })
}

fn cannot_print(error: std::io::Error) -> Failure {
    Failure::because(E::CannotWrite { file: STANDARD_OUTPUT.to_owned(), reason: error.to_string() })
}
