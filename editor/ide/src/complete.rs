//! Completion: the names that may be at a position.

use crate::annotations;
use crate::completion::{Completion, CompletionKind};
use crate::matching::{Fit, fit};
use crate::members::{self, receiver};
use crate::position_map::Drift;
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
use sema::trace::Declaration;

/// The completions at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completions {
    /// The text that they replace.
    pub range: TextRange,
    /// The completions. Clients filter them by what is typed.
    pub all: Vec<Completion>,
    /// True if there are more of them, which have to be requested with more letters.
    pub is_cut: bool,
    /// False if the type of what precedes a `.` is not known.
    pub is_founded: bool,
}

impl Completions {
    fn of(range: TextRange, all: Vec<Completion>) -> Self {
        Completions { range, all, is_cut: false, is_founded: true }
    }
}

/// The completions at an offset of a text, which may be newer than the analysis.
pub fn complete(
    source: &Source,
    snapshot: Option<&Snapshot>,
    path: &str,
    offset: u32,
    files: &dyn IncludeHandler,
) -> Completions {
    if let Some((range, all)) = in_include(source, snapshot, path, offset, files) {
        return Completions::of(range, all);
    }
    let word = word_at(&source.text, offset);
    let range = word.start..offset;
    if source.is_in_comment(offset) || source.text[word.start as usize..].starts_with(|c: char| c.is_ascii_digit()) {
        return Completions::of(range, Vec::new());
    }
    if is_directive_name(source, word.start) {
        let names = DIRECTIVES.iter().map(|name| Completion::new(*name, CompletionKind::Keyword, 0));
        return Completions::of(range, names.collect());
    }
    if let Some((TokenKind::Dot, _, dot)) = source.tokens_before(word.start).next() {
        let known = snapshot.and_then(|snapshot| Some((snapshot, receiver(snapshot, source, path, dot)?)));
        let all = known.map_or_else(any_member, |(snapshot, ty)| members::members(snapshot, ty));
        return Completions { is_founded: known.is_some(), ..Completions::of(range, all) };
    }
    if let Some(all) = in_context(source, snapshot, word.start) {
        return Completions::of(range, all);
    }
    let known = snapshot.and_then(|snapshot| snapshot.text(path));
    let before = known.map_or(offset, |known| Drift::between(known, &source.text).back_near(offset));
    let (all, is_cut) = names(snapshot, path, before, &source.text[range.start as usize..range.end as usize]);
    Completions { is_cut, ..Completions::of(range, all) }
}

/// The completions where the tokens before a word leave few; nothing where any name may stand.
fn in_context(source: &Source, snapshot: Option<&Snapshot>, start: u32) -> Option<Vec<Completion>> {
    if let Some(registers) = annotations::registers(source, snapshot, start) {
        return Some(registers);
    }
    let mut before = source.tokens_before(start).map(|(kind, text, _)| (kind, text));
    let found = match (before.next(), before.next()) {
        (Some((TokenKind::LBracket, _)), previous) if !is_operand(previous) => attributes(""),
        (Some((TokenKind::ColonColon, _)), Some((_, "vk"))) => {
            let functions = sema::tables::intrinsics::INTRINSICS.iter().filter_map(|row| row.name.strip_prefix("vk::"));
            let functions = functions.map(|name| Completion::new(name, CompletionKind::Function, 1));
            attributes("vk").into_iter().chain(functions).collect()
        }
        (Some((TokenKind::Colon, _)), Some((kind, _))) if follows_declarator(kind) => {
            let colon = source.tokens_before(start).next().map_or(start, |(_, _, colon)| colon);
            annotations::semantics(source, snapshot, colon)
        }
        (Some((TokenKind::ColonColon, _)), Some((_, scope))) => {
            snapshot.map(|snapshot| scope::within(snapshot, scope)).unwrap_or_default()
        }
        _ => return None,
    };
    Some(found)
}

/// The directives that can be completed.
const DIRECTIVES: &[&str] = &[
    "include", "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "pragma", "error", "warning",
    "line",
];

/// Returns whether a word follows the `#` of a directive.
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
        // An index may be there as well, where the text before is being typed.
        all.push(Completion::new("vk", CompletionKind::Namespace, 0));
    }
    all
}

/// The limit of names that are offered at once.
const MOST_NAMES: usize = 300;

/// Names that may be where an expression, a type or a statement begins, the likeliest first, and whether there are more.
fn names(snapshot: Option<&Snapshot>, path: &str, offset: u32, typed: &str) -> (Vec<Completion>, bool) {
    let mut fitting: Vec<Candidate<'_>> = Vec::new();
    let mut add = |name, rank, what| {
        fitting.extend(fit(name, typed).map(|fit| Candidate { fit, rank, name, what }));
    };
    for (word, kind) in vocabulary::all() {
        let (kind, rank) = match kind {
            Word::Keyword | Word::Modifier => (CompletionKind::Keyword, 4),
            Word::Type => (CompletionKind::Type, 4),
            Word::Intrinsic => (CompletionKind::Function, 3),
        };
        add(word, rank, What::Word(kind));
    }
    if let Some(snapshot) = snapshot {
        let macros = snapshot.ast.macros.iter().map(|name| snapshot.names.resolve(*name));
        macros.for_each(|name| add(name, 3, What::Word(CompletionKind::Macro)));
        let fits = |name: &str| fit(name, typed).is_some();
        for (it, rank) in scope::visible(snapshot, path, offset, fits) {
            add(snapshot.names.resolve(it.name), rank, What::Declared(snapshot, it));
        }
    }
    fitting.sort_by(|one, other| (one.fit, one.rank, one.name).cmp(&(other.fit, other.rank, other.name)));
    fitting.dedup_by(|second, first| first.name == second.name);
    let is_cut = fitting.len() > MOST_NAMES;
    fitting.truncate(MOST_NAMES);
    // Clients sort by rank alone, since they rate the letters by themselves.
    fitting.sort_by_key(|it| it.rank);
    (fitting.into_iter().map(Candidate::completion).collect(), is_cut)
}

/// A name that may be offered.
struct Candidate<'a> {
    fit: Fit,
    rank: u8,
    name: &'a str,
    what: What<'a>,
}

/// The thing that a name represents.
enum What<'a> {
    /// A word of the language, or a macro.
    Word(CompletionKind),
    /// A declaration.
    Declared(&'a Snapshot, &'a Declaration),
}

impl Candidate<'_> {
    fn completion(self) -> Completion {
        match self.what {
            What::Word(kind) => Completion::new(self.name, kind, self.rank),
            What::Declared(snapshot, it) => scope::completion(snapshot, it, self.rank),
        }
    }
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
