//! `#include`: the search for files, and the files that are open or were read.

use super::directive::span_of;
use super::file_log::{Check, FileLog};
use super::frame::{Frame, Guard};
use super::paths::{directory, identity, is_absolute, join};
use super::recording::Plan;
use super::trace::Include;
use super::{PreprocessOptions, Preprocessor};
use crate::diagnostics;
use crate::foreign;
use crate::token::{Token, TokenKind};
use base::ids::{Map, Set};
use base::intern::Symbol;
use base::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The directory under which [`IncludeHandler::load`] is requested headers that belong to the compiler.
pub const BUILT_IN_DIRECTORY: &str = "<built-in:hlsl>";

/// The number of tokens that most units with headers do not exceed. There is room for them from the first header on: growing
/// step by step would copy them.
const TOKENS_WITH_HEADERS: usize = 1 << 16;

/// The limit of path lengths. Files that include each other through `../` would otherwise make paths without end.
const MAX_PATH: usize = 4096;

/// The number of missed files in a folder after which it is listed.
const MISSES: u32 = 64;

/// The number of folders that a message lists.
const MAX_LISTED: usize = 8;

/// Provides the preprocessor with the texts of files.
pub trait IncludeHandler {
    /// The text of the file with this path, or nothing when there is no such file. Paths have `/` between their parts;
    /// headers of the compiler itself are requested under [`BUILT_IN_DIRECTORY`].
    fn load(&self, path: &str) -> Option<Arc<str>>;

    /// The names in a folder, if they can be listed at once. A compilation that has missed many files in it does not
    /// ask for those which are not in the list.
    fn names(&self, folder: &str) -> Option<Vec<String>> {
        let _ = folder;
        None
    }

    /// The path of a file that is there and nearly has this path, for the message that this one is missing.
    fn nearest(&self, path: &str) -> Option<String> {
        let _ = path;
        None
    }

    /// Returns whether two paths lead to the same file, although they are spelled differently. It is asked for files with
    /// `#pragma once` that have the same text.
    fn is_same(&self, one: &str, other: &str) -> bool {
        let _ = (one, other);
        false
    }

    /// The advice in the message about a missing file, after the folders that were searched.
    fn advice(&self) -> Option<&'static str> {
        None
    }
}

/// Finds no file.
#[derive(Clone, Copy, Debug)]
pub struct NoIncludes;

impl IncludeHandler for NoIncludes {
    fn load(&self, _path: &str) -> Option<Arc<str>> {
        None
    }

    fn advice(&self) -> Option<&'static str> {
        Some("this compilation has no other files")
    }
}

impl<F: Fn(&str) -> Option<Arc<str>>> IncludeHandler for F {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        self(path)
    }
}

/// The files that a compilation depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dependencies {
    /// The files that were read, the main file first, each once.
    pub visited: Vec<String>,
    /// The paths that were tried in vain: a file that appears there would be read instead.
    pub absent: Vec<String>,
}

/// Reads files, each once.
pub(super) struct Loader<'a> {
    handler: &'a dyn IncludeHandler,
    /// By the path that was tried: the text, or `None` if there is no such file.
    texts: Map<String, Option<Arc<str>>>,
    folders: FxHashMap<String, Folder>,
    /// Files with `#pragma once`, with their paths by the length of their texts.
    once: Set<String>,
    once_paths: FxHashMap<usize, Vec<String>>,
    /// Files that are empty while a macro is defined.
    guards: Map<String, Symbol>,
    visited: Set<String>,
    pub(super) inclusions: usize,
    pub(super) bytes: usize,
    /// The logs of the `#include`s that are being recorded, the innermost last.
    logs: Vec<FileLog>,
}

impl<'a> Loader<'a> {
    pub(super) fn new(handler: &'a dyn IncludeHandler) -> Self {
        Loader {
            handler,
            texts: Map::default(),
            folders: FxHashMap::default(),
            once: Set::default(),
            once_paths: FxHashMap::default(),
            guards: Map::default(),
            visited: Set::default(),
            inclusions: 0,
            bytes: 0,
            logs: Vec::new(),
        }
    }

    pub(super) fn visit(&mut self, path: &str) {
        if !self.visited.contains(path) {
            self.visited.insert(path.to_owned());
        }
        self.logs.last_mut().into_iter().for_each(|log| log.visit(path));
    }

    /// Begins to record.
    pub(super) fn begin_log(&mut self) {
        self.logs.push(FileLog::default());
    }

    /// Ends the innermost record, which is a part of the one around it.
    pub(super) fn end_log(&mut self) -> FileLog {
        let log = self.logs.pop().unwrap_or_default();
        self.logs.last_mut().into_iter().for_each(|outer| outer.take_in(&log));
        log
    }

    /// What is being recorded cannot be used.
    pub(super) fn spoil(&mut self) {
        self.logs.last_mut().into_iter().for_each(|log| log.is_spoilt = true);
    }

    pub(super) fn into_dependencies(self) -> Dependencies {
        let absent = self.texts.into_iter().filter(|(path, text)| text.is_none() && !is_built_in(path));
        Dependencies { visited: self.visited.into_iter().collect(), absent: absent.map(|(path, _)| path).collect() }
    }

    /// A path with the text of its file, which is cached.
    fn load(&mut self, path: String) -> Option<(String, Arc<str>)> {
        let entry = self.texts.entry(path);
        let index = entry.index();
        entry.or_insert_with_key(|path| ask(self.handler, &mut self.folders, path));
        let (path, text) = self.texts.get_index(index)?;
        self.logs.last_mut().into_iter().for_each(|log| log.load(path, text.as_ref()));
        Some((path.clone(), text.clone()?))
    }

    /// Requests a file. Returns whether it has the text, or is missing, as another compilation has found.
    pub(super) fn is_as_before(&mut self, path: &str, before: Option<&Arc<str>>) -> bool {
        if !self.texts.contains_key(path) {
            let text = ask(self.handler, &mut self.folders, path);
            self.texts.insert(path.to_owned(), text);
        }
        let text = self.texts.get(path).and_then(Option::as_ref);
        self.logs.last_mut().into_iter().for_each(|log| log.load(path, text));
        match (text, before) {
            (Some(text), Some(before)) => Arc::ptr_eq(text, before) || text == before,
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }

    /// Records that a file is empty while its guard is defined.
    pub(super) fn note_guard(&mut self, frame: &Frame<'_>) {
        if let (Guard::After(name), Some(path)) = (&frame.guard, &frame.path) {
            self.set_guard(&identity(path), *name);
        }
    }

    pub(super) fn set_guard(&mut self, identity: &str, name: Symbol) {
        self.logs.last_mut().into_iter().for_each(|log| log.note_guard(identity, name));
        self.guards.insert(identity.to_owned(), name);
    }

    pub(super) fn note_once(&mut self, path: &str) {
        let identity = identity(path);
        self.logs.last_mut().into_iter().for_each(|log| log.note_once(path, &identity));
        let text = self.texts.get(path).and_then(Option::as_deref);
        if let (true, Some(text)) = (self.once.insert(identity), text) {
            self.once_paths.entry(text.len()).or_default().push(path.to_owned());
        }
    }

    /// Records what is known of a file that is included.
    fn log_check(&mut self, identity: &str, text: &Arc<str>) {
        let Some(log) = self.logs.last_mut() else { return };
        let is_once = self.once.contains(identity);
        let guard = self.guards.get(identity).copied();
        log.check(|| Check { identity: identity.into(), text: Arc::clone(text), is_once, guard }, identity);
        log.is_spoilt |= !is_once && has_equal(&self.once_paths, &self.texts, text);
    }

    /// Returns whether as much is known of a file as was in another compilation; its guard has this name now.
    pub(super) fn is_known_as(&mut self, check: &Check, guard: Option<Symbol>) -> bool {
        let is_once = self.once.contains(&*check.identity);
        let is_same = is_once == check.is_once && self.guards.get(&*check.identity).copied() == guard;
        is_same && (is_once || !has_equal(&self.once_paths, &self.texts, &check.text))
    }

    /// Records for the stretch around it that a file is included which another compilation has included.
    pub(super) fn pass_on(&mut self, check: &Check, guard: Option<Symbol>) {
        let Some(log) = self.logs.last_mut() else { return };
        log.check(|| Check { guard, ..check.clone() }, &check.identity);
    }

    /// Returns whether a file was read that has `#pragma once`, under whatever path.
    fn is_read_once(&mut self, path: &str, text: &str) -> bool {
        if self.once.contains(&identity(path)) {
            return true;
        }
        let text_of = |other: &String| self.texts.get(other).and_then(Option::as_deref);
        let similar = self.once_paths.get(&text.len()).into_iter().flatten();
        let mut similar = similar.filter(|other| text_of(other) == Some(text));
        let is_same = similar.any(|other| self.handler.is_same(other, path));
        if is_same {
            self.once.insert(identity(path));
        }
        is_same
    }
}

/// Returns whether a file with this text was read that has `#pragma once`.
fn has_equal(paths: &FxHashMap<usize, Vec<String>>, texts: &Map<String, Option<Arc<str>>>, text: &Arc<str>) -> bool {
    let mut similar = paths.get(&text.len()).into_iter().flatten();
    similar.any(|path| texts.get(path).and_then(Option::as_ref).is_some_and(|other| other == text))
}

/// Requests a file, unless its folder is known not to have it.
fn ask(handler: &dyn IncludeHandler, folders: &mut FxHashMap<String, Folder>, path: &str) -> Option<Arc<str>> {
    let folder = directory(path);
    if folder.is_empty() || is_built_in(path) {
        return handler.load(path);
    }
    if !folders.contains_key(folder) {
        folders.insert(folder.to_owned(), Folder::Missed(0));
    }
    let known = folders.get_mut(folder)?;
    if matches!(known, Folder::Listed(names) if !names.may_have(&path[folder.len()..])) {
        return None;
    }
    let text = handler.load(path);
    if text.is_none() {
        known.miss(|| handler.names(folder));
    }
    text
}

/// The state of a folder in which files are searched.
enum Folder {
    /// This many files were missing.
    Missed(u32),
    /// Its names.
    Listed(FoldedNames),
    /// It cannot be listed.
    Unlisted,
}

impl Folder {
    /// Counts a missing file, and lists the folder when there are many of them.
    fn miss(&mut self, list: impl FnOnce() -> Option<Vec<String>>) {
        *self = match self {
            Folder::Missed(count) if *count < MISSES => Folder::Missed(*count + 1),
            Folder::Missed(_) => list().map_or(Folder::Unlisted, |names| Folder::Listed(FoldedNames::new(&names))),
            Folder::Listed(_) | Folder::Unlisted => return,
        };
    }
}

/// The names in a folder. Whether their case counts is up to the file system.
struct FoldedNames(FxHashSet<String>);

impl FoldedNames {
    fn new(names: &[String]) -> Self {
        FoldedNames(names.iter().map(|name| name.to_ascii_lowercase()).collect())
    }

    /// Returns whether a file with this name, which may begin with `/`, may exist. Names beyond ASCII may have several
    /// spellings.
    fn may_have(&self, name: &str) -> bool {
        let name = name.trim_start_matches('/');
        let is_folded = !name.bytes().any(|byte| byte.is_ascii_uppercase());
        !name.is_ascii() || if is_folded { self.0.contains(name) } else { self.0.contains(&name.to_ascii_lowercase()) }
    }
}

impl Preprocessor<'_> {
    /// `#include`
    pub(super) fn include(&mut self, name: Token, rest: &[Token]) {
        if self.collecting > 0 {
            self.sink.report(name.span, diagnostics::IncludeInArguments {});
            return;
        }
        let Some((path, angled)) = self.header_name(rest) else {
            let span = rest.first().map_or(name.span, |token| token.span);
            self.sink.report(span, diagnostics::IncludePathMissing {});
            return;
        };
        let found = self.search(&path, angled);
        if let Some(trace) = &mut self.trace {
            let found = found.as_ref().map(|(path, _)| path.clone());
            trace.includes.push(Include { span: span_of(rest), found });
        }
        let Some((found, text)) = found else {
            self.report_absent(span_of(rest), &path, angled);
            // Tools want the rest of the text even so.
            if self.trace.is_none() {
                self.stop();
            }
            return;
        };
        if !self.is_needed(&found, &text) {
            return;
        }
        if self.files.len() > self.options.limits.include_depth {
            let limit = self.options.limits.include_depth.to_string();
            self.sink.report(span_of(rest), diagnostics::IncludesTooDeep { limit });
            return self.stop();
        }
        self.loader.inclusions += 1;
        self.loader.bytes += text.len();
        let limits = &self.options.limits;
        if self.loader.inclusions > limits.inclusions || self.loader.bytes > limits.included_bytes {
            self.sink.report(span_of(rest), diagnostics::TooManyIncludes {});
            return self.stop();
        }
        match self.replay(&found, &text, name.span) {
            Plan::Done => return,
            Plan::Record(key) => self.record(key, &text),
            Plan::Read => {}
        }
        if self.begun.is_none() {
            self.out.reserve(TOKENS_WITH_HEADERS.saturating_sub(self.out.len()));
        }
        match self.sources.add_file(found.clone(), text, Some(name.span)) {
            Ok(file) => self.files.push(Frame::new(file, self.sources, Some(found)).sharing(
                self.sources,
                self.lexed,
                self.begun,
            )),
            Err(_) => self.too_large(name.span),
        }
    }

    /// Returns whether the innermost file is a header of the compiler.
    pub(super) fn is_in_built_in_header(&self) -> bool {
        self.files.last().and_then(|frame| frame.path.as_deref()).is_some_and(is_built_in)
    }

    /// The path after `#include`, and whether it is in angle brackets.
    fn header_name(&mut self, rest: &[Token]) -> Option<(String, bool)> {
        let first = rest.first()?;
        // A path is not a token: it has neither escapes nor comments.
        let raw = self.files.last()?.text_from(first.span.lo).lines().next().unwrap_or("");
        let close = match raw.bytes().next() {
            Some(b'"') => '"',
            Some(b'<') => '>',
            _ => {
                let tokens = self.expand_list(rest.to_vec());
                return self.header_name_of(&tokens);
            }
        };
        let path = raw[1..].split_once(close)?.0.to_owned();
        let end = first.span.lo + path.len() as u32 + 2;
        if let Some(extra) = rest.iter().position(|token| token.span.lo >= end) {
            self.check_end("include", &rest[extra..]);
        }
        Some((path, close == '>')).filter(|(path, _)| !path.is_empty())
    }

    /// The path that tokens spell: one string, or what is between `<` and `>`.
    pub(super) fn header_name_of(&self, tokens: &[Token]) -> Option<(String, bool)> {
        let first = tokens.first()?;
        if first.kind == TokenKind::Str {
            let text = self.text(*first);
            return Some((text[1..text.len() - 1].to_owned(), false));
        }
        if first.kind != TokenKind::Lt {
            return None;
        }
        let length = tokens[1..].iter().position(|token| token.kind == TokenKind::Gt)?;
        let mut path = String::new();
        for (at, token) in tokens[1..=length].iter().enumerate() {
            if at > 0 && token.flags.has(crate::token::TokenFlags::SPACE_BEFORE) {
                path.push(' ');
            }
            path.push_str(self.text(*token));
        }
        Some((path, true))
    }

    fn report_absent(&mut self, span: Span, path: &str, angled: bool) {
        let candidates: Vec<String> = candidates(&self.files, self.options, path, angled).collect();
        let near = candidates.iter().find_map(|candidate| self.loader.handler.nearest(candidate));
        let mut folders: Vec<&str> = Vec::new();
        for folder in candidates.iter().map(|candidate| directory(candidate)).filter(|it| !it.starts_with('<')) {
            let folder = if folder.is_empty() { "." } else { folder };
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        let report = self.sink.report(span, diagnostics::IncludeNotFound { path: path.to_owned() });
        if let Some(language) = foreign::language_of_header(path) {
            report.note_at(span, format!("this is a {language} header; HLSL has no standard headers"));
        } else if let Some(near) = near {
            report.note_at(span, format!("did you mean '{near}'?"));
        }
        let more = folders.len().saturating_sub(MAX_LISTED);
        folders.truncate(MAX_LISTED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        if !folders.is_empty() {
            let advice = self.loader.handler.advice().map_or_else(String::new, |advice| format!("; {advice}"));
            report.note(format!("searched in {}{more}{advice}", folders.join(", ")));
        }
    }

    /// Finds a file: if its name is in quotes, beside the open files, the innermost first; then in the directories of
    /// the command line; then among the compiler's own headers.
    pub(super) fn search(&mut self, path: &str, angled: bool) -> Option<(String, Arc<str>)> {
        let mut candidates = candidates(&self.files, self.options, path, angled);
        candidates.find_map(|candidate| self.loader.load(candidate))
    }

    /// Returns whether reading a file again could have an effect. Records the first visit.
    fn is_needed(&mut self, path: &str, text: &Arc<str>) -> bool {
        self.loader.visit(path);
        let identity = identity(path);
        self.loader.log_check(&identity, text);
        if self.loader.is_read_once(path, text) {
            return false;
        }
        let guard = self.loader.guards.get(&identity);
        guard.is_none_or(|name| self.macros.find(*name).is_none())
    }
}

/// The candidate paths of a directive, in order.
fn candidates<'a>(
    files: &'a [Frame<'a>],
    options: &'a PreprocessOptions,
    path: &str,
    angled: bool,
) -> impl Iterator<Item = String> + 'a {
    let path = path.replace('\\', "/");
    let absolute = is_absolute(&path);
    let open = files.iter().rev().filter_map(|frame| frame.path.as_deref()).map(directory);
    let directories = options.include_directories.iter().map(String::as_str);
    let searched = open.filter(move |_| !angled).chain(directories).chain([BUILT_IN_DIRECTORY]);
    let folders = absolute.then_some("").into_iter().chain(searched.filter(move |_| !absolute));
    folders.map(move |folder| join(folder, &path)).filter(move |path| absolute || path.len() <= MAX_PATH)
}

fn is_built_in(path: &str) -> bool {
    path.starts_with(BUILT_IN_DIRECTORY)
}
