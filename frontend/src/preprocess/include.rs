//! `#include`: where files are searched, which are open, and which were read.

use super::Preprocessor;
use super::directive::span_of;
use super::frame::{Frame, Guard};
use crate::diagnostics;
use crate::foreign;
use crate::token::{Token, TokenKind};
use base::ids::{Map, Set};
use base::intern::Symbol;
use base::source::Span;
use std::sync::Arc;

/// The directory under which [`IncludeHandler::load`] is asked for headers that belong to the compiler.
pub const BUILT_IN_DIRECTORY: &str = "<built-in:hlsl>";

/// No file has a longer path. Files that include each other through `../` would otherwise make paths without end.
const MAX_PATH: usize = 4096;

/// How many folders a message lists.
const MAX_LISTED: usize = 8;

/// Gives the preprocessor the texts of files.
pub trait IncludeHandler {
    /// The text of the file with this path, or nothing when there is no such file. Paths have `/` between their parts;
    /// headers of the compiler itself are asked for under [`BUILT_IN_DIRECTORY`].
    fn load(&self, path: &str) -> Option<Arc<str>>;

    /// The path of a file that is there and nearly has this path, for the message that this one is missing.
    fn nearest(&self, path: &str) -> Option<String> {
        let _ = path;
        None
    }
}

/// Knows no file.
#[derive(Clone, Copy, Debug)]
pub struct NoIncludes;

impl IncludeHandler for NoIncludes {
    fn load(&self, _path: &str) -> Option<Arc<str>> {
        None
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
    /// The paths that were tried and led nowhere: a file that appears there would be read instead.
    pub absent: Vec<String>,
}

/// Reads files, each once.
pub(super) struct Loader<'a> {
    handler: &'a dyn IncludeHandler,
    texts: Map<String, Option<Arc<str>>>,
    /// Files with `#pragma once`.
    once: Set<String>,
    /// Files that are empty while a macro is defined.
    guards: Map<String, Symbol>,
    visited: Set<String>,
    absent: Vec<String>,
    inclusions: usize,
    bytes: usize,
}

impl<'a> Loader<'a> {
    pub(super) fn new(handler: &'a dyn IncludeHandler) -> Self {
        Loader {
            handler,
            texts: Map::default(),
            once: Set::default(),
            guards: Map::default(),
            visited: Set::default(),
            absent: Vec::new(),
            inclusions: 0,
            bytes: 0,
        }
    }

    pub(super) fn visit(&mut self, path: &str) {
        self.visited.insert(path.to_owned());
    }

    pub(super) fn into_dependencies(self) -> Dependencies {
        Dependencies { visited: self.visited.into_iter().collect(), absent: self.absent }
    }

    /// The text behind a path, from the first time on without asking again.
    fn load(&mut self, path: &str) -> Option<Arc<str>> {
        if let Some(known) = self.texts.get(path) {
            return known.clone();
        }
        let text = self.handler.load(path);
        if text.is_none() && !path.starts_with(BUILT_IN_DIRECTORY) {
            self.absent.push(path.to_owned());
        }
        self.texts.insert(path.to_owned(), text.clone());
        text
    }

    /// Remembers that a file which has been read is empty while its guard is defined.
    pub(super) fn note_guard(&mut self, frame: &Frame) {
        if let (Guard::After(name), Some(path)) = (&frame.guard, &frame.path) {
            self.guards.insert(identity(path), *name);
        }
    }

    pub(super) fn note_once(&mut self, path: &str) {
        self.once.insert(identity(path));
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
        let Some((found, text)) = self.search(&path, angled) else {
            self.report_absent(span_of(rest), &path, angled);
            return self.stop();
        };
        if !self.is_needed(&found) {
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
        match self.sources.add_file(found.clone(), text, Some(name.span)) {
            Ok(file) => self.files.push(Frame::new(file, self.sources, Some(found))),
            Err(_) => self.too_large(name.span),
        }
    }

    /// The path behind `#include`, and whether it stands in angle brackets.
    fn header_name(&mut self, rest: &[Token]) -> Option<(String, bool)> {
        let first = rest.first()?;
        // A path is no token: neither escapes nor comments have a meaning in it.
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

    /// The path that tokens spell: one string, or what stands between `<` and `>`.
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
        let candidates = self.candidates(path, angled);
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
            report.note_at(span, format!("the header belongs to {language}; HLSL has no library of headers"));
        } else if let Some(near) = near {
            report.note_at(span, format!("there is a file '{near}'"));
        }
        let more = folders.len().saturating_sub(MAX_LISTED);
        folders.truncate(MAX_LISTED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        if !folders.is_empty() {
            report.note(format!("searched in {}{more}; -I adds a folder", folders.join(", ")));
        }
    }

    /// Finds a file: beside the files that are open, the innermost first, when its name stands in quotes; then in the
    /// directories of the command line; then among the compiler's own headers.
    pub(super) fn search(&mut self, path: &str, angled: bool) -> Option<(String, Arc<str>)> {
        self.candidates(path, angled).into_iter().find_map(|candidate| {
            let text = self.loader.load(&candidate)?;
            Some((candidate, text))
        })
    }

    /// The paths that a path of a directive may stand for, in order.
    fn candidates(&self, path: &str, angled: bool) -> Vec<String> {
        let path = path.replace('\\', "/");
        if is_absolute(&path) {
            return vec![path];
        }
        let open = self.files.iter().rev().filter_map(|frame| frame.path.as_deref()).map(directory);
        let directories = self.options.include_directories.iter().map(String::as_str);
        let all = open.filter(|_| !angled).chain(directories).chain([BUILT_IN_DIRECTORY]);
        all.map(|directory| join(directory, &path)).filter(|path| path.len() <= MAX_PATH).collect()
    }

    /// Whether reading a file again could have an effect. Notes the first visit.
    fn is_needed(&mut self, path: &str) -> bool {
        self.loader.visit(path);
        let key = identity(path);
        if self.loader.once.contains(&key) {
            return false;
        }
        let guard = self.loader.guards.get(&key);
        guard.is_none_or(|name| self.macros.find(*name).is_none())
    }
}

fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || path.as_bytes().get(1) == Some(&b':')
}

/// The directory part of a path, without the last `/`.
fn directory(path: &str) -> &str {
    match path.rfind(['/', '\\']) {
        Some(0) => "/",
        Some(at) => &path[..at],
        None => "",
    }
}

fn join(directory: &str, path: &str) -> String {
    let directory = directory.replace('\\', "/");
    match directory.as_str() {
        "" => path.to_owned(),
        ends if ends.ends_with('/') => format!("{ends}{path}"),
        other => format!("{other}/{path}"),
    }
}

/// The path by which a file is recognised: `.` and `..` resolved as far as the text allows.
fn identity(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, ".." | "")) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}
