//! The type of what precedes a `.`, and what it has.

use crate::completion::{Completion, CompletionKind};
use crate::describe;
use crate::position_map::Drift;
use crate::snapshot::Snapshot;
use crate::source::Source;
use base::source::Span;
use frontend::token::TokenKind;
use sema::docs;
use sema::tables::methods::METHODS;
use sema::trace::Kind;

/// The number of the type of the expression that ends at the `.` at an offset of a text, which may be newer than the analysis.
pub(crate) fn receiver(snapshot: &Snapshot, source: &Source, path: &str, dot: u32) -> Option<usize> {
    let known = snapshot.text(path)?;
    let drift = Drift::between(known, &source.text);
    let mut tokens = source.tokens_before(dot);
    let (last, text, start) = tokens.next()?;
    let new_end = start + text.len() as u32;
    drift.back_at_word(known, &source.text, start)?;
    let end = drift.back(new_end)?;
    let values = snapshot.types.values.iter().filter_map(|(span, ty)| Some((place(snapshot, path, *span)?, *ty)));
    let ends_here = values.clone().filter(|(range, _)| range.1 == end).max_by_key(|(range, _)| range.1 - range.0);
    if let Some((_, ty)) = ends_here {
        return Some(ty);
    }
    if last != TokenKind::RParen {
        return None;
    }
    // The span of an expression in parentheses has none of them.
    let open = drift.back(opening(source, new_end)?)?;
    let inside = values.filter(|(range, _)| open < range.0 && range.1 < end);
    inside.max_by_key(|(range, _)| range.1 - range.0).map(|(_, ty)| ty)
}

/// The offset of the `(` that belongs to the `)` which ends at an offset.
fn opening(source: &Source, end: u32) -> Option<u32> {
    let mut depth = 0_usize;
    for (kind, _, start) in source.tokens_before(end) {
        match kind {
            TokenKind::RParen => depth += 1,
            TokenKind::LParen if depth <= 1 => return Some(start),
            TokenKind::LParen => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Where an expression is spelled in a file. Its ends may be in the argument of a macro.
fn place(snapshot: &Snapshot, path: &str, span: Span) -> Option<(u32, u32)> {
    let (file, start) = snapshot.sources.spelled(span.lo)?;
    let (other, last) = snapshot.sources.spelled(span.hi.checked_sub(1)?)?;
    let source = snapshot.sources.file(file);
    (file == other && snapshot.path(file) == path && start <= last)
        .then(|| (source.original_offset(start), source.original_offset(last) + 1))
}

/// The members of a type, for completion behind a `.`.
pub(crate) fn members(snapshot: &Snapshot, ty: usize) -> Vec<Completion> {
    let info = &snapshot.types.types[ty];
    let mut all = Vec::new();
    for at in &info.members {
        let Some(it) = snapshot.types.declarations.get(at) else { continue };
        let name = snapshot.names.resolve(it.name);
        let kind = if it.kind == Kind::Method { CompletionKind::Method } else { CompletionKind::Field };
        all.push(Completion {
            detail: describe::head(snapshot, it),
            markdown: describe::comment_above(snapshot, it.span),
            ..Completion::new(name, kind, 0)
        });
    }
    if let Some(objects) = info.objects {
        let mut last = "";
        for row in METHODS.iter().filter(|row| row.objects.contains(objects)) {
            if std::mem::replace(&mut last, row.name) != row.name {
                let detail = docs::method(row);
                all.push(Completion {
                    detail,
                    markdown: row.doc.to_owned(),
                    ..Completion::new(row.name, CompletionKind::Method, 0)
                });
            }
        }
    }
    all.extend(swizzles(info.components, &info.name));
    all
}

/// The limit of swizzles that are offered: all of two components, and those in order.
fn swizzles(components: u8, ty: &str) -> Vec<Completion> {
    let mut all = Vec::new();
    let element = ty.trim_end_matches(|c: char| c.is_ascii_digit());
    for (set, names) in ["xyzw", "rgba"].iter().enumerate() {
        let names = &names[..usize::from(components.min(4))];
        for length in 1..=names.len() {
            for start in 0..=names.len() - length {
                let name = &names[start..start + length];
                let detail = if length == 1 { element.to_owned() } else { format!("{element}{length}") };
                let rank = 2 * set as u8 + u8::from(start > 0 || length > 1);
                all.push(Completion { detail, ..Completion::new(name, CompletionKind::Field, rank) });
            }
        }
    }
    all
}
