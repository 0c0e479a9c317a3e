//! One analysis of one root: the text of a file with all that it includes, under one set of options.
//!
//! A snapshot never changes; an edit makes another one. The features read it.

use crate::files::Mapped;
use crate::index::Index;
use crate::place::Place;
use crate::text::TextRange;
use base::diag::{Diagnostic, Policy, Severity, Sink};
use base::intern::Interner;
use base::source::{FileId, SourceMap, Span};
use frontend::ast::Ast;
use frontend::language::Profile;
use frontend::parse::ParseOptions;
use frontend::preprocess::trace::Trace;
use frontend::preprocess::{IncludeHandler, PreprocessOptions, identity, preprocess_traced};
use frontend::test_functions;
use sema::Tolerated;
use sema::facts::Facts;
use std::sync::Arc;

/// The options of an analysis.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Of the preprocessor.
    pub preprocess: PreprocessOptions,
    /// Of the parser.
    pub parse: ParseOptions,
    /// Of the analysis of types.
    pub check: sema::options::Options,
    /// The severity of messages.
    pub policy: Policy,
    /// Folders that exist in `#include`s alone, with those of the disk that they represent.
    pub virtual_folders: Vec<(String, String)>,
}

/// The result of an analysis.
#[derive(Debug)]
pub struct Snapshot {
    pub(crate) sources: SourceMap,
    pub(crate) names: Interner,
    pub(crate) ast: Ast,
    /// The records of the preprocessor.
    pub(crate) trace: Trace,
    /// The records of the semantic analysis.
    pub(crate) types: sema::trace::Trace,
    /// Bindings and layouts; after an error those of what is sound.
    pub(crate) facts: Option<Facts>,
    pub(crate) index: Index,
    diagnostics: Vec<Diagnostic>,
    /// The paths of the files, by the numbers of the files in the map.
    paths: Vec<String>,
    /// The files that were looked for and are not there.
    absent: Vec<String>,
    /// The stage and the shader model.
    pub(crate) profile: Profile,
    /// The name of the entry point; unused for libraries.
    pub(crate) entry: String,
    /// The folders in which headers are searched.
    pub(crate) include_directories: Vec<String>,
}

impl Snapshot {
    /// Analyses a text. Fails only for texts of 2 GiB.
    pub fn new(path: &str, text: &Arc<str>, settings: &Settings, includes: &dyn IncludeHandler) -> Option<Self> {
        let includes = &Mapped { files: includes, folders: &settings.virtual_folders };
        let mut sources = SourceMap::new();
        let mut sink = Sink::new(settings.policy.clone());
        let main = sources.add_file(path, Arc::clone(text), None).ok()?;
        let mut names = frontend::words::new_interner_for(text.len());
        let (done, mut trace) =
            preprocess_traced(main, &mut sources, &mut names, &settings.preprocess, includes, &mut sink);
        // What follows from a file that is not there would hide the one message about it.
        let is_ended = sink.diagnostics().iter().any(|found| found.severity == Severity::Fatal);
        let mut rest = if is_ended { Sink::new(settings.policy.clone()) } else { std::mem::take(&mut sink) };
        // Their harness is unknown here.
        let tests = test_functions::find(&done.tokens, &sources, &names);
        tests.report(&|_| true, &mut rest);
        let tokens = test_functions::without(done.tokens, &tests);
        let mut ast = frontend::parse::parse_mending(&tokens, &sources, &mut names, &settings.parse, &mut rest);
        ast.macros = done.macros;
        let Tolerated { module, trace: types, .. } =
            sema::check_tolerantly(&ast, &sources, &mut names, &settings.check, &mut rest);
        let facts = Some(sema::facts::gather(&module, &names, settings.check.layout));
        let found = if is_ended { sink } else { rest };
        let paths: Vec<String> = sources.files().map(|(_, file)| identity(&includes.real(file.name()))).collect();
        let absent = done.dependencies.absent.iter().map(|path| includes.real(path).into_owned()).collect();
        for found in trace.includes.iter_mut().filter_map(|include| include.found.as_mut()) {
            *found = includes.real(found).into_owned();
        }
        let include_directories = settings.preprocess.include_directories.clone();
        let diagnostics = found.into_diagnostics();
        let index = Index::new(&sources, &paths, &trace, &types);
        Some(Snapshot {
            sources,
            names,
            ast,
            trace,
            types,
            facts,
            index,
            diagnostics,
            paths,
            absent,
            profile: settings.check.unit.profile,
            entry: settings.check.unit.entry.clone(),
            include_directories,
        })
    }

    /// The messages, as they were reported.
    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The files that were read, each once, the root first.
    pub fn files(&self) -> Vec<&str> {
        let mut all: Vec<&str> = Vec::new();
        for path in self.paths.iter().filter(|path| !path.starts_with('<')) {
            if !all.contains(&path.as_str()) {
                all.push(path);
            }
        }
        all
    }

    /// The files that were looked for and are not there.
    pub fn absent(&self) -> &[String] {
        &self.absent
    }

    /// Returns whether the analysis has read a file.
    pub fn has(&self, path: &str) -> bool {
        self.paths.iter().any(|known| known == path)
    }

    /// The text that a file had.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.inclusions(path).next().map(|file| self.sources.file(file).original())
    }

    /// The inclusions of a file: one that is included twice is there twice.
    pub(crate) fn inclusions(&self, path: &str) -> impl Iterator<Item = FileId> {
        let files = self.sources.files().zip(&self.paths);
        files.filter(move |(_, known)| *known == path).map(|((id, _), _)| id)
    }

    /// The identity of a file's path.
    pub(crate) fn path(&self, file: FileId) -> &str {
        &self.paths[file.raw() as usize]
    }

    /// The place of a span; nothing for what the compiler itself wrote.
    pub(crate) fn place(&self, span: Span) -> Option<Place> {
        let range = self.sources.range(span)?;
        let path = self.path(range.file);
        (!path.starts_with('<')).then(|| Place { path: path.to_owned(), start: range.start, end: range.end })
    }

    /// The place of the name that is spelled at a position.
    pub(crate) fn declared_place(&self, position: u32) -> Option<Place> {
        self.name_place(Span::new(position, position + 1))
    }

    /// The place of the name with which a span begins, in the body or the argument of a macro if it came out of one.
    pub(crate) fn name_place(&self, span: Span) -> Option<Place> {
        let (file, offset) = self.sources.spelled(span.lo)?;
        let source = self.sources.file(file);
        let path = self.path(file);
        let start = source.original_offset(offset);
        let word = crate::text::word_at(source.original(), start);
        (!path.starts_with('<')).then(|| Place { path: path.to_owned(), start, end: word.end })
    }

    /// The text at a place.
    pub(crate) fn spelled(&self, place: &Place) -> Option<&str> {
        self.text(&place.path)?.get(place.start as usize..place.end as usize)
    }

    /// Returns whether a span is written in a file unchanged, and is not out of a macro.
    pub(crate) fn is_written(&self, span: Span) -> bool {
        self.sources.file_at(span.lo).is_some()
    }

    /// The range of a span that is within a file; nothing for one elsewhere or out of a macro's body.
    pub(crate) fn range_in(&self, path: &str, span: Span) -> Option<TextRange> {
        let range = self.sources.range(span)?;
        (self.path(range.file) == path).then_some(range.start..range.end)
    }
}
