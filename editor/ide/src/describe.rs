//! Declarations as text: heads, values, layouts, the comments above them.

use crate::index::{Meaning, SymbolId};
use crate::snapshot::Snapshot;
use base::source::{FileRange, Span};
use frontend::surface::is_first_of_line;
use sema::facts::{Contents, Member, Value};
use sema::hir::expr::ParamMode;
use sema::trace::{Declaration, Kind, Parameter};

/// The limit of a macro's text in a description.
const MOST_CHARACTERS: usize = 2000;

/// The beginning of the names that the types of constant buffers have.
const BLOCK: &str = "type.";

/// A symbol as Markdown.
pub(crate) fn markdown(snapshot: &Snapshot, symbol: SymbolId) -> String {
    let (head, facts, span) = match snapshot.index.meaning(symbol) {
        Meaning::Macro(at) => {
            let definition = &snapshot.trace.definitions[at];
            let text: String = snapshot.sources.text(definition.whole).chars().take(MOST_CHARACTERS).collect();
            (format!("#define {text}"), Vec::new(), definition.span)
        }
        Meaning::Declared(at) => {
            let declaration = &snapshot.types.declarations[&at];
            (head(snapshot, declaration), facts(snapshot, declaration), declaration.span)
        }
    };
    let mut text = format!("```hlsl\n{head}\n```");
    for fact in facts {
        text += &format!("\n\n{fact}");
    }
    let comment = comment_above(snapshot, span);
    if !comment.is_empty() {
        text += &format!("\n\n---\n\n{comment}");
    }
    text
}

/// The text of a type.
pub(crate) fn type_text(snapshot: &Snapshot, ty: usize) -> &str {
    &snapshot.types.types[ty].name
}

/// A declaration in one line.
pub(crate) fn head(snapshot: &Snapshot, it: &Declaration) -> String {
    let name = snapshot.names.resolve(it.name);
    let ty = it.ty.map(|ty| type_text(snapshot, ty)).unwrap_or_default();
    let owner = it.owner.and_then(|owner| snapshot.types.declarations.get(&owner));
    let owner = owner.map(|owner| snapshot.names.resolve(owner.name));
    let value = it.value.as_ref().map(|value| format!(" = {value}")).unwrap_or_default();
    let qualified = owner.map_or_else(|| name.to_owned(), |owner| format!("{owner}::{name}"));
    match it.kind {
        Kind::Namespace => format!("namespace {name}"),
        Kind::Struct => format!("struct {name}"),
        Kind::Enum => format!("enum {name}"),
        Kind::EnumMember => format!("{ty}::{name}{value}"),
        Kind::Alias => format!("typedef {ty} {name}"),
        Kind::Template => format!("template {name}"),
        Kind::Function | Kind::Method => {
            let params: Vec<String> = it.params.iter().map(|param| parameter(snapshot, param)).collect();
            let name = if it.kind == Kind::Method { &qualified } else { name };
            format!("{ty} {name}({})", params.join(", "))
        }
        Kind::Global if ty.starts_with(BLOCK) => format!("cbuffer {name}"),
        Kind::Global if it.value.is_some() => format!("static const {ty} {name}{value}"),
        Kind::Global => format!("{ty} {name}"),
        Kind::Constant => format!("const {ty} {name}{value}"),
        Kind::Field => format!("{ty} {qualified}"),
        Kind::Local | Kind::Parameter => format!("{ty} {name}{value}"),
    }
}

/// A parameter as it is declared.
pub(crate) fn parameter(snapshot: &Snapshot, param: &Parameter) -> String {
    let mode = match param.mode {
        ParamMode::In => "",
        ParamMode::Out => "out ",
        ParamMode::InOut => "inout ",
        ParamMode::Reference => "groupshared ",
    };
    let name = snapshot.names.resolve(param.name);
    let text = format!("{mode}{} {name}", type_text(snapshot, param.ty));
    if param.is_optional { format!("[{}]", text.trim_end()) } else { text.trim_end().to_owned() }
}

/// Sentences about binding and layout.
fn facts(snapshot: &Snapshot, it: &Declaration) -> Vec<String> {
    let mut all = Vec::new();
    all.extend(binding(snapshot, it.span));
    for (member, next) in members(snapshot, it.span) {
        let size = size(snapshot, &member.value);
        let end = member.offset + size;
        let padding = next.map(|next| next.saturating_sub(end)).filter(|padding| *padding > 0);
        let padding = padding.map(|bytes| format!(", followed by {bytes} bytes of padding")).unwrap_or_default();
        let line = format!("offset {}, size {size}{padding}", member.offset);
        if !all.contains(&line) {
            all.push(line);
        }
    }
    all
}

/// The set and binding of the resource that is declared at a span.
pub(crate) fn binding(snapshot: &Snapshot, name: Span) -> Option<String> {
    let resource = snapshot.facts.as_ref()?.resources.iter().find(|it| it.span.lo == name.lo)?;
    let mut text = match resource.binding {
        Some(binding) => format!("set {}, binding {}", binding.set, binding.binding),
        None => String::new(),
    };
    if let Some(Contents::Elements { stride, .. }) = &resource.contents {
        text += &format!("{}stride {stride}", if text.is_empty() { "" } else { ", " });
    }
    (!text.is_empty()).then_some(text)
}

/// The members in memory whose name is declared at a span, each with the offset of the member behind it.
pub(crate) fn members(snapshot: &Snapshot, name: Span) -> Vec<(&Member, Option<u32>)> {
    let structs = snapshot.facts.iter().flat_map(|facts| &facts.structs);
    let mut all = Vec::new();
    for of in structs {
        if let Some(at) = of.members.iter().position(|member| member.span.lo == name.lo) {
            all.push((&of.members[at], of.members.get(at + 1).map(|next| next.offset)));
        }
    }
    all
}

/// The bytes of a value in memory.
pub(crate) fn size(snapshot: &Snapshot, value: &Value) -> u32 {
    if let Some(&(count, stride)) = value.dims.first() {
        return count.saturating_mul(stride);
    }
    if let Some((rows, columns, stride, order)) = value.matrix {
        let vectors = if order == sema::hir::ty::MatrixOrder::RowMajor { rows } else { columns };
        return u32::from(vectors) * stride;
    }
    if let (Some(of), Some(facts)) = (value.structure, &snapshot.facts) {
        let last = facts.structs.get(of).and_then(|of| of.members.last());
        return last.map_or(0, |last| last.offset + size(snapshot, &last.value));
    }
    value.scalar.map_or(0, |(_, width)| width / 8 * value.components)
}

/// The comment right above the line of a span.
pub(crate) fn comment_above(snapshot: &Snapshot, span: Span) -> String {
    let Some((file, offset)) = snapshot.sources.spelled(span.lo) else { return String::new() };
    let at = snapshot.sources.file(file).original_offset(offset);
    let range = FileRange { file, start: at, end: at };
    if !is_first_of_line(snapshot.sources.before_on_line(range)) {
        return String::new();
    }
    let mut lines: Vec<&str> = Vec::new();
    let mut in_block = false;
    for line in snapshot.sources.lines_above(range) {
        let line = line.trim();
        let ends_block = line.ends_with("*/") && !in_block;
        if !(line.starts_with("//") || in_block || ends_block && line.starts_with(['/', '*'])) || lines.len() > 40 {
            break;
        }
        in_block = (in_block || ends_block) && !line.starts_with("/*");
        lines.push(line);
    }
    let bare = |line: &&str| {
        let line = line.trim_start_matches(['/', '*', '!', '<']).trim_end_matches("*/").trim();
        line.to_owned()
    };
    let mut lines: Vec<String> = lines.iter().rev().map(bare).collect();
    lines.retain(|line| !line.chars().all(|c| matches!(c, '-' | '=' | '*' | '/')) || line.is_empty());
    lines.join("\n").trim().to_owned()
}
