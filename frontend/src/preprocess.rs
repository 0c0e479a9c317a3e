//! The preprocessor: raw tokens to the tokens of a translation unit, with directives executed, macros expanded and
//! files included.
//!
//! [`preprocess`] walks a stack of open files. A file is lexed up to its next directive at a time; of these tokens only
//! names of macros leave the fast path. Expansion is C's: a stack of token lists waits to be rescanned, and a macro is
//! disabled while its list is on the stack (`macros`). The file system is the caller's: texts come from an
//! [`IncludeHandler`]. This module knows neither keywords nor types.

mod builtin;
mod condition;
mod conditional;
mod continuation;
mod define;
mod directive;
mod file_log;
mod frame;
mod header_traces;
mod include;
mod linear_algebra;
mod macro_log;
mod macros;
mod output;
mod paths;
mod pragma;
mod predefined;
mod record;
mod recording;
mod substitute;
#[cfg(test)]
mod tests;
pub mod trace;

pub use header_traces::HeaderTraces;
pub use include::{BUILT_IN_DIRECTORY, Dependencies, IncludeHandler, NoIncludes};
pub use output::print_preprocessed;
pub use paths::identity;
pub use record::Copied;

use crate::diagnostics;
use crate::fingerprint::Fingerprint;
use crate::foreign;
use crate::language::{HlslVersion, Profile};
use crate::lexed_files::{Begun, LexedTexts};
use crate::lexer;
use crate::token::{Token, TokenKind};
use base::diag::Sink;
use base::intern::{Interner, Symbol};
use base::source::{FileId, SourceMap, Span};
use frame::Frame;
use include::Loader;
use macros::{Context, MacroTable};
use recording::{Recording, Traces};
use std::sync::Arc;
use trace::Trace;

/// Limits, so that no input takes unbounded time or memory. The largest shaders of games have some 70,000 tokens in 2
/// MB of files; the defaults allow inputs that take less than 200 MB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The depth of nested includes.
    pub include_depth: usize,
    /// The number of inclusions: a file that includes itself twice would otherwise double the work at each level.
    pub inclusions: usize,
    /// The bytes of all included files.
    pub included_bytes: usize,
    /// The depth of macro calls in arguments of calls; bounds the recursion of expansion.
    pub expansion_depth: usize,
    /// The number of tokens from macros.
    pub expanded_tokens: usize,
    /// The bytes from `#`, `##` and built-in macros.
    pub made_bytes: usize,
    /// The depth of conditional groups in one file.
    pub conditional_depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            include_depth: 200,
            inclusions: 20_000,
            included_bytes: 16 << 20,
            expansion_depth: 256,
            expanded_tokens: 4 << 20,
            made_bytes: 8 << 20,
            conditional_depth: 1024,
        }
    }
}

/// The name of the text that `-D`, `-U` and `-include` make.
pub const COMMAND_LINE: &str = "<command line>";

/// A `-D` or `-U` of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommandLineMacro {
    /// `-D name` or `-D name=value`; the name may have a parameter list.
    Define(String, Option<String>),
    /// `-U name`
    Undefine(String),
}

/// The preprocessor's part of the command line.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PreprocessOptions {
    /// `-D` and `-U` in their order.
    pub macros: Vec<CommandLineMacro>,
    /// `-include`: files that are included before the main file.
    pub forced_includes: Vec<String>,
    /// `-I`: the directories in which included files are searched, in order.
    pub include_directories: Vec<String>,
    /// `-flegacy-macro-expansion`: operands of `##` are expanded first.
    pub legacy_macro_expansion: bool,
    /// `-ignore-line-directives`
    pub ignore_line_directives: bool,
    /// The limits.
    pub limits: Limits,
    /// Names of macros whose look-ups are recorded, as long as their definitions are those of the command line.
    #[doc(hidden)]
    pub watched: Arc<[Box<str>]>,
    /// Values of predefined macros; the driver fills them in.
    #[doc(hidden)]
    pub facts: Facts,
}

/// Facts about a compilation that predefined macros expose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Facts {
    /// The version of the language.
    pub version: HlslVersion,
    /// Stage and shader model.
    pub profile: Profile,
    /// True if there are types of 16 bits.
    pub native_16bit: bool,
    /// The version of SPIR-V that is made, major and minor.
    pub spirv_version: (u8, u8),
    /// The instructions that the compiler's header of linear algebra may use, as a set of bits that the header knows.
    pub linear_algebra: u32,
}

impl PreprocessOptions {
    /// An empty command line.
    #[doc(hidden)]
    pub fn new(facts: Facts) -> Self {
        PreprocessOptions { facts, ..PreprocessOptions::default() }
    }
}

/// The result of preprocessing.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// The tokens; the last one is [`TokenKind::Eof`].
    pub tokens: Vec<Token>,
    /// The files that were read, and those that would be read instead if they existed.
    pub dependencies: Dependencies,
    /// The macros that are defined at the end, in the order of their definitions.
    pub macros: Vec<Symbol>,
    /// True if a fatal error ended preprocessing early, so that tokens are missing.
    pub stopped: bool,
    /// The watched macros that were looked up, in the order of the first time: no other one has an influence on the tokens.
    pub asked: Vec<Symbol>,
    /// The fingerprints of the first names, as far as they are known.
    pub name_keys: NameKeys,
    /// Stretches of the tokens that come of records, in their order; none where tokens were put before others.
    pub copied: Vec<Copied>,
}

/// Fingerprints of names by the numbers of their symbols, from the first one on.
pub type NameKeys = Option<Arc<[Fingerprint]>>;

/// Preprocesses the file `main`, which the caller has added to `sources`.
pub fn preprocess(
    main: FileId,
    sources: &mut SourceMap,
    names: &mut Interner,
    options: &PreprocessOptions,
    includes: &dyn IncludeHandler,
    sink: &mut Sink,
) -> Preprocessed {
    preprocess_sharing(main, sources, names, options, includes, Known::default(), sink)
}

/// The caches of files that compilations share.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// The tokens of files.
    pub lexed: Option<&'a LexedTexts>,
    /// Records of the effects of included files.
    pub headers: Option<&'a HeaderTraces>,
}

/// Preprocesses the file `main` with what other compilations know of the files.
pub fn preprocess_sharing(
    main: FileId,
    sources: &mut SourceMap,
    names: &mut Interner,
    options: &PreprocessOptions,
    includes: &dyn IncludeHandler,
    known: Known<'_>,
    sink: &mut Sink,
) -> Preprocessed {
    if options.ignore_line_directives {
        sources.ignore_line_markers();
    }
    let mut preprocessor = Preprocessor::new(main, sources, names, options, includes, known, sink);
    preprocessor.run();
    preprocessor.finish(main)
}

/// Preprocesses the file `main` and records what was defined, named, included and skipped.
pub fn preprocess_traced(
    main: FileId,
    sources: &mut SourceMap,
    names: &mut Interner,
    options: &PreprocessOptions,
    includes: &dyn IncludeHandler,
    sink: &mut Sink,
) -> (Preprocessed, Trace) {
    if options.ignore_line_directives {
        sources.ignore_line_markers();
    }
    let mut preprocessor = Preprocessor::new(main, sources, names, options, includes, Known::default(), sink);
    preprocessor.trace = Some(Box::default());
    preprocessor.run();
    let trace = preprocessor.trace.take().unwrap_or_default();
    (preprocessor.finish(main), *trace)
}

/// The state of one run.
struct Preprocessor<'a> {
    sources: &'a mut SourceMap,
    names: &'a mut Interner,
    options: &'a PreprocessOptions,
    sink: &'a mut Sink,
    loader: Loader<'a>,
    /// Tokens of the files from other compilations.
    lexed: Option<&'a LexedTexts>,
    /// The names of another compilation with which this one has begun.
    begun: Option<Begun>,
    /// Their fingerprints.
    name_keys: NameKeys,
    /// What other compilations have recorded of included files.
    traces: Option<Traces<'a>>,
    /// The included files that are being recorded, the innermost last.
    recordings: Vec<Recording>,
    /// The open files, the main file first.
    files: Vec<Frame<'a>>,
    main: FileId,
    macros: MacroTable,
    /// Token lists that wait to be rescanned, the innermost last.
    contexts: Vec<Context>,
    /// The depth of argument expansions.
    depth: usize,
    /// The number of calls that are collecting their arguments.
    collecting: usize,
    /// True if a condition is expanded, where the operand of `defined` is not.
    in_condition: bool,
    defined: Symbol,
    counter: u32,
    expanded_tokens: usize,
    scratch_bytes: usize,
    pragmas: pragma::DiagnosticState,
    stopped: bool,
    /// True once the text of the command line is behind.
    is_watching: bool,
    /// The record of the run, for tools.
    trace: Option<Box<Trace>>,
    /// The tokens of a directive; kept to reuse its memory.
    line: Vec<Token>,
    out: Vec<Token>,
    /// The stretches of `out` that come of records.
    copied: Vec<Copied>,
}

impl<'a> Preprocessor<'a> {
    fn new(
        main: FileId,
        sources: &'a mut SourceMap,
        names: &'a mut Interner,
        options: &'a PreprocessOptions,
        includes: &'a dyn IncludeHandler,
        known: Known<'a>,
        sink: &'a mut Sink,
    ) -> Self {
        let Known { lexed, headers } = known;
        let file = sources.file(main);
        let (begun, name_keys) = lexed.and_then(|lexed| lexed.begin(Fingerprint::of_file(file), names)).unzip();
        let length = file.text().len();
        let (loader, defined) = (Loader::new(includes), names.intern("defined"));
        // Permutations have about as many tokens as the one that they begin with the names of.
        let room = begun.map_or(length / 4, |begun| begun.tokens + begun.tokens / 16);
        let mut preprocessor = Preprocessor {
            sources,
            names,
            options,
            sink,
            loader,
            lexed,
            begun,
            name_keys,
            traces: headers.map(|all| Traces::new(all, options)),
            recordings: Vec::new(),
            files: Vec::new(),
            main,
            macros: MacroTable::default(),
            contexts: Vec::new(),
            depth: 0,
            collecting: 0,
            in_condition: false,
            defined,
            counter: 0,
            expanded_tokens: 0,
            scratch_bytes: 0,
            pragmas: pragma::DiagnosticState::default(),
            stopped: false,
            is_watching: false,
            trace: None,
            line: Vec::new(),
            out: Vec::with_capacity(room),
            copied: Vec::new(),
        };
        let name = preprocessor.sources.file(main).name().to_owned();
        preprocessor.loader.visit(&name);
        let frame = Frame::new(main, preprocessor.sources, Some(name));
        preprocessor.files.push(frame.sharing(preprocessor.sources, lexed, begun));
        preprocessor.push_virtual(COMMAND_LINE, predefined::command_line(options));
        preprocessor.define_first();
        preprocessor
    }

    /// Opens a file with text of the compiler's own.
    fn push_virtual(&mut self, name: &str, text: String) {
        match self.sources.add_file(name, text, None) {
            Ok(file) => self.files.push(Frame::new(file, self.sources, None)),
            Err(_) => self.too_large(Span::NONE),
        }
    }

    fn run(&mut self) {
        while !self.stopped {
            let token = match self.copy_plain() {
                Some(token) => token,
                None if self.copy_placed() => continue,
                None => match self.step_in_file() {
                    Some(token) => token,
                    None => continue,
                },
            };
            match token.kind {
                TokenKind::Eof => {
                    if self.stopped || !self.leave_file() {
                        return;
                    }
                }
                TokenKind::Ident => self.expand_at_top(token),
                _ => self.emit_checked(token),
            }
        }
    }

    /// Copies tokens of the innermost file until one needs expansion; `None` if the buffer is used up.
    #[inline]
    fn copy_plain(&mut self) -> Option<Token> {
        let frame = self.files.last_mut()?;
        let rest = frame.buffer.get(frame.next..)?;
        let needs_look = |token: &Token| match token.kind {
            TokenKind::Ident => self.macros.find(token.symbol).is_some(),
            kind => kind.is_malformed(),
        };
        let plain = rest.iter().position(needs_look).unwrap_or(rest.len());
        self.out.extend_from_slice(&rest[..plain]);
        let found = rest.get(plain).copied();
        frame.next += plain + usize::from(found.is_some());
        found
    }

    /// Copies the tokens of the innermost file up to the next directive, if other compilations know them and none needs expansion.
    fn copy_placed(&mut self) -> bool {
        let Some(frame) = self.files.last_mut() else { return false };
        let Some(placed) = frame.placed() else { return false };
        if !placed.names.iter().all(|&name| self.macros.is_plain(name)) {
            return false;
        }
        placed.copy(frame.base, &mut self.out);
        let from = frame.pass(&placed);
        self.check_continuations(from);
        true
    }

    /// Expands a name of the main stream completely.
    fn expand_at_top(&mut self, token: Token) {
        let start = self.out.len();
        let mut out = std::mem::take(&mut self.out);
        self.step(token, &mut out);
        self.drain(&mut out);
        // Pragmas inside the arguments of the call have their tokens in `out`.
        out.append(&mut self.out);
        self.out = out;
        if self.out[start..].iter().any(|token| token.kind.is_malformed()) {
            let made = self.out.split_off(start);
            made.into_iter().for_each(|token| self.emit_checked(token));
        }
    }

    /// Emits a fully expanded token; malformed ones are reported here, once.
    fn emit_checked(&mut self, token: Token) {
        match token.kind {
            // Macros can multiply them, and no one reads the millionth message.
            TokenKind::Unknown if self.sink.limit_reached() => {}
            TokenKind::Unknown if is_space(self.sources.text(token.span)) => {
                self.sink.report(token.span, diagnostics::UnicodeSpace {});
            }
            TokenKind::Unknown if self.is_attribute_of_wgsl(token) => {
                self.sink.report(token.span, diagnostics::ForeignLanguage { language: "WGSL".to_owned() });
                self.stop();
            }
            TokenKind::Unknown => {
                let text = self.sources.text(token.span);
                let plain = lookalike(text);
                let text = text.escape_debug().to_string();
                let report = self.sink.report(token.span, diagnostics::UnknownCharacter { text });
                if let Some(plain) = plain {
                    report.suggest(token.span, plain);
                }
            }
            TokenKind::Unterminated => {
                let is_string = self.sources.text(token.span).starts_with('"');
                let quote = if is_string { "\"" } else { "'" }.to_owned();
                self.sink.report(token.span, diagnostics::UnterminatedLiteral { quote });
                let kind = if is_string { TokenKind::Str } else { TokenKind::Char };
                self.out.push(Token { kind, ..token });
            }
            _ => self.out.push(token),
        }
    }

    /// Returns whether an unknown character begins an attribute of WGSL, as in `@compute`.
    fn is_attribute_of_wgsl(&self, token: Token) -> bool {
        let Some(file) = self.sources.file_at(token.span.lo).map(|id| self.sources.file(id)) else { return false };
        let after = file.text().get((token.span.hi - file.base()) as usize..).unwrap_or_default();
        self.text(token) == "@" && foreign::ATTRIBUTES_OF_WGSL.iter().any(|name| after.starts_with(name))
    }

    /// The next token of the innermost file, directives executed; [`TokenKind::Eof`] at its end.
    fn next_file_token(&mut self) -> Token {
        while !self.stopped {
            if let Some(token) = self.step_in_file() {
                return token;
            }
        }
        self.end_of_file()
    }

    /// The next token of the file, unless a directive comes first, which is executed.
    fn step_in_file(&mut self) -> Option<Token> {
        if let Some(token) = self.peek_in_file() {
            if let Some(frame) = self.files.last_mut() {
                frame.next += 1;
            }
            return Some(token);
        }
        if self.files.last().is_none_or(|frame| frame.offset >= frame.text.len()) {
            return Some(self.end_of_file());
        }
        self.directive();
        None
    }

    fn end_of_file(&self) -> Token {
        self.files.last().map_or(lexer::eof("", 0), |frame| lexer::eof(&frame.text, frame.base))
    }

    /// The next token of the innermost file; `None` before a directive and at the end.
    fn peek_in_file(&mut self) -> Option<Token> {
        let frame = self.files.last_mut()?;
        if frame.next >= frame.buffer.len() && frame.offset < frame.text.len() {
            let from = frame.offset;
            frame.refill(self.names);
            if let Some(comment) = frame.buffer.pop_if(|token| token.kind == TokenKind::UnterminatedComment) {
                self.sink.report(comment.span, diagnostics::UnterminatedComment {});
            }
            self.check_continuations(from);
        }
        self.files.last().and_then(|frame| frame.buffer.get(frame.next)).copied()
    }

    /// Closes the innermost file. Returns false if it was the last one.
    fn leave_file(&mut self) -> bool {
        let Some(frame) = self.files.pop() else { return false };
        for open in &frame.conditionals {
            let directive = open.directive.to_owned();
            self.sink.report(open.span, diagnostics::UnterminatedConditional { directive });
        }
        self.loader.note_guard(&frame);
        frame.close();
        self.end_recording();
        if self.files.len() == 1 && !self.is_watching {
            self.watch();
        }
        !self.files.is_empty()
    }

    /// Records from now on which of the watched macros are looked up: the definitions of the command line are complete.
    fn watch(&mut self) {
        self.is_watching = true;
        for name in &*self.options.watched {
            let name = self.names.intern(name);
            self.macros.watch(name);
        }
    }

    fn finish(mut self, main: FileId) -> Preprocessed {
        let count = self.out.len();
        self.declare_linear_algebra();
        if self.out.len() != count {
            self.copied.clear();
        }
        let file = self.sources.file(main);
        self.out.push(lexer::eof(file.text(), file.base()));
        if let Some(lexed) = self.lexed.filter(|_| !self.stopped) {
            lexed.end(Fingerprint::of_file(file), self.begun, self.names, self.out.len());
        }
        let (dependencies, macros, asked) =
            (self.loader.into_dependencies(), self.macros.names(), self.macros.take_asked());
        let Preprocessor { out: tokens, stopped, name_keys, copied, .. } = self;
        Preprocessed { tokens, dependencies, macros, stopped, asked, name_keys, copied }
    }

    /// Ends the run; the fatal error has been reported.
    fn stop(&mut self) {
        self.stopped = true;
        self.contexts.clear();
    }

    fn too_large(&mut self, span: Span) {
        self.sink.report(span, diagnostics::SourceTooLarge {});
        self.stop();
    }

    /// The text of a token.
    fn text(&self, token: Token) -> &str {
        self.sources.text(token.span)
    }
}

/// Returns whether a text is made of spaces alone that ASCII does not have, as text processors leave them.
fn is_space(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// The ASCII character that a typographic one represents.
fn lookalike(text: &str) -> Option<&'static str> {
    match text {
        "\u{201C}" | "\u{201D}" | "\u{201E}" | "\u{00AB}" | "\u{00BB}" => Some("\""),
        "\u{2018}" | "\u{2019}" | "\u{201A}" | "\u{00B4}" => Some("'"),
        "\u{2010}" | "\u{2011}" | "\u{2012}" | "\u{2013}" | "\u{2014}" | "\u{2212}" => Some("-"),
        "\u{00D7}" | "\u{2217}" | "\u{22C5}" | "\u{00B7}" => Some("*"),
        "\u{00F7}" | "\u{2215}" => Some("/"),
        "\u{FF1B}" => Some(";"),
        "\u{FF0C}" => Some(","),
        "\u{FF08}" => Some("("),
        "\u{FF09}" => Some(")"),
        _ => None,
    }
}
