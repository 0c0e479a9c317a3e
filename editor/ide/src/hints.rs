//! Inlay hints: names of parameters at calls, bindings, offsets in memory.

use crate::describe;
use crate::snapshot::Snapshot;
use crate::text::TextRange;
use base::intern::Symbol;
use frontend::ast::Attribute;
use sema::trace::Kind;

/// The kinds of hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintKind {
    /// The name of a parameter, before an argument.
    Parameter,
    /// A binding or an offset, behind a name.
    Layout,
    /// The type that a value is converted to, with a loss, before the value.
    Conversion,
    /// The number of threads of a group, behind `[numthreads]`.
    Threads,
}

/// A text that is shown in another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The place.
    pub offset: u32,
    /// The text.
    pub text: String,
    /// The kind.
    pub kind: HintKind,
}

/// The hints within a range of a file, in order.
pub fn hints(snapshot: &Snapshot, path: &str, within: &TextRange) -> Vec<Hint> {
    let mut all = parameters(snapshot, path);
    all.extend(layouts(snapshot, path));
    all.extend(conversions(snapshot, path));
    all.extend(threads(snapshot, path));
    all.retain(|hint| within.start <= hint.offset && hint.offset <= within.end);
    all.sort_by(|one, other| (one.offset, &one.text).cmp(&(other.offset, &other.text)));
    all.dedup();
    all
}

fn parameters(snapshot: &Snapshot, path: &str) -> Vec<Hint> {
    let mut all = Vec::new();
    for call in &snapshot.types.calls {
        let Some(callee) = snapshot.types.declarations.get(&call.callee) else { continue };
        for (param, arg) in callee.params.iter().zip(&call.args) {
            let written = snapshot.is_written(call.span) && snapshot.is_written(*arg);
            let Some(range) = snapshot.range_in(path, *arg).filter(|_| written && param.name != Symbol::EMPTY) else {
                continue;
            };
            let name = snapshot.names.resolve(param.name);
            let text = snapshot.text(path).and_then(|text| text.get(range.start as usize..range.end as usize));
            if !says(text.unwrap_or_default(), name) {
                all.push(Hint { offset: range.start, text: format!("{name}:"), kind: HintKind::Parameter });
            }
        }
    }
    all
}

/// Returns whether an argument says what it is for by itself.
fn says(argument: &str, name: &str) -> bool {
    let last = argument.rsplit(['.', ':']).next().unwrap_or(argument).trim();
    let plain = |text: &str| text.replace('_', "").to_ascii_lowercase();
    name.len() < 2 || plain(last) == plain(name) || plain(last).ends_with(&plain(name))
}

fn layouts(snapshot: &Snapshot, path: &str) -> Vec<Hint> {
    let mut all = Vec::new();
    for it in snapshot.types.declarations.values() {
        let text = match it.kind {
            Kind::Global => describe::binding(snapshot, it.span),
            Kind::Field => offsets(snapshot, it.span),
            _ => None,
        };
        if let (Some(text), Some(range)) = (text, snapshot.range_in(path, it.span)) {
            all.push(Hint { offset: range.end, text, kind: HintKind::Layout });
        }
    }
    let blocks = snapshot.facts.iter().flat_map(|facts| &facts.resources);
    for block in blocks.filter(|block| !snapshot.types.declarations.contains_key(&block.span.lo)) {
        if let (Some(text), Some(range)) =
            (describe::binding(snapshot, block.span), snapshot.range_in(path, block.span))
        {
            all.push(Hint { offset: range.end, text, kind: HintKind::Layout });
        }
    }
    all
}

/// The conversions without a cast that lose something.
fn conversions(snapshot: &Snapshot, path: &str) -> Vec<Hint> {
    let written = snapshot.types.lossy.iter().filter(|(span, _)| snapshot.is_written(*span));
    let places = written.filter_map(|(span, ty)| Some((snapshot.range_in(path, *span)?.start, *ty)));
    places
        .map(|(offset, ty)| Hint {
            offset,
            text: format!("({})", describe::type_text(snapshot, ty)),
            kind: HintKind::Conversion,
        })
        .collect()
}

/// The threads of groups, where they are more than one number says.
fn threads(snapshot: &Snapshot, path: &str) -> Vec<Hint> {
    let attributes = snapshot.ast.attributes.iter().map(|(_, attribute)| attribute);
    let sized = attributes.filter(|it| snapshot.names.resolve(it.name).eq_ignore_ascii_case("numthreads"));
    let hint = |attribute: &Attribute| {
        let range = snapshot.range_in(path, attribute.span)?;
        let text = snapshot.text(path)?.get(range.start as usize..range.end as usize)?;
        let numbers = text.split_once('(')?.1.trim_end_matches(')');
        let numbers: Option<Vec<u32>> = numbers.split(',').map(|number| number.trim().parse().ok()).collect();
        let numbers = numbers.filter(|numbers| numbers.iter().filter(|number| **number > 1).count() > 1)?;
        let count = numbers.iter().try_fold(1_u32, |product, number| product.checked_mul(*number))?;
        Some(Hint { offset: range.end, text: format!("{count} threads"), kind: HintKind::Threads })
    };
    sized.filter_map(hint).collect()
}

/// The offsets of a member, one for each layout that its struct has, and what is lost behind it.
fn offsets(snapshot: &Snapshot, name: base::source::Span) -> Option<String> {
    let mut texts: Vec<String> = Vec::new();
    for (member, next) in describe::members(snapshot, name) {
        let end = member.offset + describe::size(snapshot, &member.value);
        let padding = next.map(|next| next.saturating_sub(end)).filter(|bytes| *bytes > 0);
        let text = match padding {
            Some(bytes) => format!("offset {}, {bytes} unused bytes after it", member.offset),
            None => format!("offset {}", member.offset),
        };
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    (!texts.is_empty()).then(|| texts.join(" or "))
}
