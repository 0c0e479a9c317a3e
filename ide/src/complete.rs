//! What may stand at a position.

use crate::completion::{Completion, CompletionKind};
use crate::members::{self, receiver};
use crate::scope;
use crate::snapshot::Snapshot;
use crate::source::Source;
use crate::text::{TextRange, word_at};
use crate::vocabulary::{self, Word};
use frontend::preprocess::IncludeHandler;
use frontend::surface::PieceKind;
use frontend::token::TokenKind;
use sema::docs;
use sema::tables::attributes::ATTRIBUTES;
use sema::tables::methods::METHODS;

/// The completions at an offset, and the text that they replace. Clients filter them by what is typed.
pub fn complete(
    source: &Source,
    snapshot: Option<&Snapshot>,
    path: &str,
    offset: u32,
    files: &dyn IncludeHandler,
) -> (TextRange, Vec<Completion>) {
    if let Some(done) = in_include(source, snapshot, path, offset, files) {
        return done;
    }
    let word = word_at(&source.text, offset);
    let range = word.start..offset;
    if source.is_in_comment(offset) || source.text[word.start as usize..].starts_with(|c: char| c.is_ascii_digit()) {
        return (range, Vec::new());
    }
    if is_directive_name(source, word.start) {
        let names = DIRECTIVES.iter().map(|name| Completion::new(*name, CompletionKind::Keyword, 0));
        return (range, names.collect());
    }
    let mut before = source.tokens_before(word.start).map(|(kind, text, _)| (kind, text));
    let found = match (before.next(), before.next()) {
        (Some((TokenKind::Dot, _)), _) => {
            let dot = source.tokens_before(word.start).next().map(|(_, _, dot)| dot);
            let ty = snapshot.zip(dot).and_then(|(snapshot, dot)| receiver(snapshot, source, path, dot));
            match snapshot.zip(ty) {
                Some((snapshot, ty)) => members::members(snapshot, ty),
                None => any_member(),
            }
        }
        (Some((TokenKind::LBracket, _)), previous) if !is_operand(previous) => attributes(""),
        (Some((TokenKind::ColonColon, _)), Some((_, "vk"))) => {
            let functions = sema::tables::intrinsics::INTRINSICS.iter().filter_map(|row| row.name.strip_prefix("vk::"));
            let functions = functions.map(|name| Completion::new(name, CompletionKind::Function, 1));
            attributes("vk").into_iter().chain(functions).collect()
        }
        (Some((TokenKind::Colon, _)), Some((kind, _))) if follows_declarator(kind) => semantics(),
        (Some((TokenKind::ColonColon, _)), Some((_, scope))) => {
            snapshot.map(|snapshot| scope::within(snapshot, scope)).unwrap_or_default()
        }
        _ => names(snapshot, path, offset),
    };
    (range, found)
}

/// The directives that can be completed.
const DIRECTIVES: &[&str] = &[
    "include", "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "pragma", "error", "warning",
    "line",
];

/// Returns whether a word stands behind the `#` of a directive.
fn is_directive_name(source: &Source, start: u32) -> bool {
    let line = source.text[..start as usize].rsplit('\n').next().unwrap_or_default();
    line.trim() == "#"
}

/// Returns whether a token can be an operand, so that `[` behind it is an index.
fn is_operand(token: Option<(TokenKind, &str)>) -> bool {
    match token {
        Some((TokenKind::Ident, text)) => vocabulary::kind(text) != Some(Word::Keyword),
        Some((TokenKind::RParen | TokenKind::RBracket, _)) => true,
        _ => false,
    }
}

fn follows_declarator(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Ident | TokenKind::RParen | TokenKind::RBracket)
}

/// Methods of all objects and components of vectors, where the type of the operand is not known.
fn any_member() -> Vec<Completion> {
    let mut all: Vec<Completion> = Vec::new();
    for row in METHODS {
        if all.last().is_none_or(|last| last.name != row.name) {
            let detail = docs::method(row);
            let markdown = row.doc.to_owned();
            all.push(Completion { detail, markdown, ..Completion::new(row.name, CompletionKind::Method, 2) });
        }
    }
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all.dedup_by(|second, first| first.name == second.name);
    let components = ["x", "y", "z", "w", "r", "g", "b", "a", "xy", "xyz", "rgb"];
    all.extend(components.map(|name| Completion::new(name, CompletionKind::Field, 1)));
    all
}

fn attributes(scope: &str) -> Vec<Completion> {
    let rows = ATTRIBUTES.iter().filter(|row| row.scope == scope);
    let mut all: Vec<Completion> = rows
        .map(|row| Completion {
            detail: docs::attribute(row),
            markdown: row.doc.to_owned(),
            ..Completion::new(row.name, CompletionKind::Decorator, 0)
        })
        .collect();
    all.dedup_by(|second, first| first.name == second.name);
    if scope.is_empty() {
        // An index may stand there as well, where the text before is being typed.
        all.push(Completion::new("vk", CompletionKind::Namespace, 0));
    }
    all
}

fn semantics() -> Vec<Completion> {
    let names = vocabulary::semantic_names().map(|name| {
        let markdown = vocabulary::semantic(name).map(|entry| entry.text).unwrap_or_default();
        Completion { markdown, ..Completion::new(name, CompletionKind::Decorator, 0) }
    });
    let others = ["register", "packoffset", "TEXCOORD0", "NORMAL", "COLOR0", "POSITION", "TANGENT"];
    names.chain(others.map(|name| Completion::new(name, CompletionKind::Decorator, 1))).collect()
}

/// Names that may stand where an expression, a type or a statement begins.
fn names(snapshot: Option<&Snapshot>, path: &str, offset: u32) -> Vec<Completion> {
    let mut all: Vec<Completion> = snapshot.map(|it| scope::visible(it, path, offset)).unwrap_or_default();
    for (word, kind) in vocabulary::all() {
        let (kind, rank) = match kind {
            Word::Keyword | Word::Modifier => (CompletionKind::Keyword, 4),
            Word::Type => (CompletionKind::Type, 4),
            Word::Intrinsic => (CompletionKind::Function, 3),
        };
        all.push(Completion::new(word, kind, rank));
    }
    if let Some(snapshot) = snapshot {
        let macros = snapshot.ast.macros.iter().map(|name| snapshot.names.resolve(*name));
        all.extend(macros.map(|name| Completion::new(name, CompletionKind::Macro, 3)));
    }
    all
}

/// Files and folders, between the quotes of an `#include`.
fn in_include(
    source: &Source,
    snapshot: Option<&Snapshot>,
    path: &str,
    offset: u32,
    files: &dyn IncludeHandler,
) -> Option<(TextRange, Vec<Completion>)> {
    let piece = source.pieces.get(source.pieces.partition_point(|piece| piece.end < offset))?;
    let is_directive = matches!(piece.kind, PieceKind::Directive(_)) && piece.start < offset;
    let line = source.text.get(piece.start as usize..offset as usize).filter(|_| is_directive)?;
    let rest = line.strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    let typed = rest.strip_prefix(['"', '<']).filter(|typed| !typed.contains(['"', '>']))?;
    let (folder, name) = typed.rsplit_once('/').map_or(("", typed), |(folder, name)| (folder, name));
    let beside = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let given = snapshot.map(|snapshot| snapshot.include_directories.as_slice()).unwrap_or_default();
    let mut all: Vec<Completion> = Vec::new();
    for place in std::iter::once(beside).chain(given.iter().map(String::as_str)) {
        let place = if folder.is_empty() { place.to_owned() } else { format!("{place}/{folder}") };
        for name in files.names(&place).unwrap_or_default() {
            let is_folder = !name.contains('.') && files.names(&format!("{place}/{name}")).is_some();
            let kind = if is_folder { CompletionKind::Folder } else { CompletionKind::File };
            let rank = if is_header(&name) { 0 } else { 1 };
            all.push(Completion::new(name.trim_end_matches('/'), kind, rank));
        }
    }
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all.dedup_by(|second, first| first.name == second.name);
    Some((offset - name.len() as u32..offset, all))
}

fn is_header(name: &str) -> bool {
    [".hlsli", ".h", ".fxh", ".hlsl", ".inl"].iter().any(|ending| name.ends_with(ending))
}
