//! The functions that a call may mean, while its arguments are typed.

use crate::describe;
use crate::members::receiver;
use crate::snapshot::Snapshot;
use crate::source::Source;
use frontend::token::TokenKind;
use sema::docs;
use sema::overload::intrinsic_signature;
use sema::tables::intrinsics::INTRINSICS;
use sema::tables::methods::METHODS;
use sema::trace::{Declaration, Kind};
use std::ops::Range;

/// A function that a call may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The head.
    pub label: String,
    /// The documentation, as Markdown.
    pub markdown: String,
    /// The parameters, as ranges of the head.
    pub params: Vec<Range<usize>>,
}

/// The functions for the call around an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signatures {
    /// The functions, in the order of their declaration.
    pub all: Vec<Signature>,
    /// The number of the argument at the offset.
    pub argument: usize,
    /// The first function that takes the given number of arguments.
    pub active: usize,
}

/// The limit of tokens that are examined before an offset.
const MOST_TOKENS: usize = 10_000;

/// The functions that the call around an offset may mean.
pub fn signatures(source: &Source, snapshot: Option<&Snapshot>, path: &str, offset: u32) -> Option<Signatures> {
    let (name, start, argument) = call_around(source, offset)?;
    let before = source.tokens_before(start).next();
    let all = match before {
        Some((TokenKind::Dot, _, dot)) => {
            let receiver = snapshot.and_then(|snapshot| receiver(snapshot, source, path, dot));
            let own = receiver.and_then(|ty| snapshot.map(|snapshot| methods(snapshot, ty, name))).unwrap_or_default();
            let objects = receiver.and_then(|ty| snapshot?.types.types[ty].objects);
            let rows =
                METHODS.iter().filter(|row| row.name == name && objects.is_none_or(|of| row.objects.contains(of)));
            let rows = rows.map(|row| signature(docs::method(row), row.doc));
            own.into_iter().chain(rows.filter(|_| receiver.is_none() || objects.is_some())).collect()
        }
        _ => {
            let declared = snapshot.map(|snapshot| functions(snapshot, name)).unwrap_or_default();
            let rows = INTRINSICS.iter().filter(|row| row.name == name || row.name.strip_prefix("vk::") == Some(name));
            declared.into_iter().chain(rows.map(|row| signature(intrinsic_signature(row), row.doc))).collect::<Vec<_>>()
        }
    };
    let mut all: Vec<Signature> = all;
    all.dedup();
    let active = all.iter().position(|it| it.params.len() > argument).unwrap_or(0);
    (!all.is_empty()).then_some(Signatures { all, argument, active })
}

/// The callee's name, where it stands, and the number of commas between its `(` and an offset.
fn call_around(source: &Source, offset: u32) -> Option<(&str, u32, usize)> {
    let (mut depth, mut commas) = (0_usize, 0);
    let mut tokens = source.tokens_before(offset).take(MOST_TOKENS);
    while let Some((kind, _, _)) = tokens.next() {
        match kind {
            TokenKind::RParen | TokenKind::RBracket => depth += 1,
            TokenKind::LParen | TokenKind::LBracket if depth > 0 => depth -= 1,
            TokenKind::LParen => {
                let (kind, name, start) = tokens.next()?;
                return (kind == TokenKind::Ident).then_some((name, start, commas));
            }
            TokenKind::Comma if depth == 0 => commas += 1,
            TokenKind::Semicolon | TokenKind::LBrace | TokenKind::RBrace => return None,
            _ => {}
        }
    }
    None
}

fn functions(snapshot: &Snapshot, name: &str) -> Vec<Signature> {
    let named =
        |it: &&Declaration| matches!(it.kind, Kind::Function | Kind::Method) && snapshot.names.resolve(it.name) == name;
    snapshot.types.declarations.values().filter(named).map(|it| declared(snapshot, it)).collect()
}

fn methods(snapshot: &Snapshot, ty: usize, name: &str) -> Vec<Signature> {
    let members = snapshot.types.types[ty].members.iter().filter_map(|at| snapshot.types.declarations.get(at));
    let named = members.filter(|it| it.kind == Kind::Method && snapshot.names.resolve(it.name) == name);
    named.map(|it| declared(snapshot, it)).collect()
}

fn declared(snapshot: &Snapshot, it: &Declaration) -> Signature {
    signature(describe::head(snapshot, it), &describe::comment_above(snapshot, it.span))
}

/// A signature of a head whose parameters are between its parentheses, divided by commas outside of angle brackets.
fn signature(label: String, markdown: &str) -> Signature {
    let mut params = Vec::new();
    if let (Some(open), Some(close)) = (label.find('('), label.rfind(')')) {
        let (mut start, mut depth) = (open + 1, 0_i32);
        for (at, c) in label.char_indices().filter(|(at, _)| *at > open && *at <= close) {
            match c {
                '<' => depth += 1,
                '>' => depth -= 1,
                ',' if depth == 0 => {
                    params.push(start..at);
                    start = at + 1;
                }
                ')' if at == close && start < at => params.push(start..at),
                _ => {}
            }
        }
    }
    for param in &mut params {
        let text = &label[param.clone()];
        param.start += text.len() - text.trim_start().len();
    }
    Signature { label, markdown: markdown.to_owned(), params }
}
