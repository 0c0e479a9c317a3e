//! What an editor asks about a text: questions to the crate `ide`, with offsets as JavaScript counts them.
//!
//! Each question makes an analysis of its own: nothing is kept between requests.

use crate::compilation::{Files, plain};
use crate::request::{At, Source, Within};
use driver::internal::{WithHeaders, analysis_settings, names_profile};
use driver::{Compiler, IncludeHandler};
use ide::{Class, CompletionKind, Snapshot, TextRange};
use serde_json::{Value, json};
use std::sync::Arc;

/// The profile of an analysis whose command line names none.
const LIBRARY: &str = "lib_6_8";

/// A file with the analysis of what it belongs to.
struct Asked {
    path: String,
    source: ide::Source,
    /// Nothing if the options are unusable.
    snapshot: Option<Snapshot>,
    units: Units,
}

impl Asked {
    /// Nothing if there is no such file.
    fn new(within: &Within) -> Option<Self> {
        let source = &within.source;
        let root = plain(&source.name);
        let path = within.file.as_deref().map_or_else(|| root.clone(), plain);
        let text: Arc<str> = match path == root {
            true => source.text.as_str().into(),
            false => Files::new(&source.files).load(&path)?,
        };
        let snapshot = snapshot(&root, source);
        Some(Asked { path, units: Units::new(&text), source: ide::Source::new(text), snapshot })
    }

    fn range(&self, range: &TextRange) -> Value {
        json!([self.units.of(range.start), self.units.of(range.end)])
    }
}

fn snapshot(root: &str, source: &Source) -> Option<Snapshot> {
    let mut compiler = Compiler::from_args(&source.args).unwrap_or_default();
    if !names_profile(&source.args) {
        compiler = compiler.profile(LIBRARY.parse().ok()?);
    }
    let settings = analysis_settings(compiler.options()).0?;
    Snapshot::new(root, &source.text.as_str().into(), &settings, &WithHeaders(&Files::new(&source.files)))
}

/// The offsets of a text in bytes and in units of UTF-16.
enum Units {
    /// All characters have one byte, so that both offsets are equal.
    Ascii,
    /// The offset in units of each byte, and the end.
    Table(Vec<u32>),
}

impl Units {
    fn new(text: &str) -> Self {
        if text.is_ascii() {
            return Units::Ascii;
        }
        let mut table = Vec::with_capacity(text.len() + 1);
        let mut at = 0;
        for character in text.chars() {
            table.extend(std::iter::repeat_n(at, character.len_utf8()));
            at += character.len_utf16() as u32;
        }
        table.push(at);
        Units::Table(table)
    }

    /// The units before a byte.
    fn of(&self, byte: u32) -> u32 {
        match self {
            Units::Ascii => byte,
            Units::Table(table) => table.get(byte as usize).or(table.last()).copied().unwrap_or_default(),
        }
    }

    /// The byte after the given number of units.
    fn byte(&self, unit: u32) -> u32 {
        match self {
            Units::Ascii => unit,
            Units::Table(table) => table.partition_point(|&at| at < unit) as u32,
        }
    }
}

/// `{range, markdown}`
pub(crate) fn hover(at: &At) -> Option<Value> {
    let asked = Asked::new(&at.within)?;
    let found = ide::hover(&asked.source, asked.snapshot.as_ref(), &asked.path, asked.units.byte(at.offset))?;
    Some(json!({ "range": asked.range(&found.range), "markdown": found.markdown }))
}

/// `{range, items: [{name, kind, detail, markdown, rank}], isCut}`
pub(crate) fn complete(at: &At) -> Option<Value> {
    let asked = Asked::new(&at.within)?;
    let files = Files::new(&at.within.source.files);
    let offset = asked.units.byte(at.offset);
    let found = ide::complete(&asked.source, asked.snapshot.as_ref(), &asked.path, offset, &files);
    let item = |it: &ide::Completion| {
        json!({
            "name": it.name, "kind": kind(it.kind), "detail": it.detail, "markdown": it.markdown, "rank": it.rank,
        })
    };
    let items: Vec<Value> = found.all.iter().map(item).collect();
    Some(json!({ "range": asked.range(&found.range), "items": items, "isCut": found.is_cut }))
}

fn kind(kind: CompletionKind) -> &'static str {
    match kind {
        CompletionKind::Keyword => "keyword",
        CompletionKind::Type => "type",
        CompletionKind::Function => "function",
        CompletionKind::Method => "method",
        CompletionKind::Variable => "variable",
        CompletionKind::Field | CompletionKind::Decorator => "property",
        CompletionKind::Macro | CompletionKind::Constant => "constant",
        CompletionKind::File | CompletionKind::Folder => "text",
        CompletionKind::Namespace => "namespace",
    }
}

/// `{all: [{label, markdown, params}], argument, active}`
pub(crate) fn signatures(at: &At) -> Option<Value> {
    let asked = Asked::new(&at.within)?;
    let found = ide::signatures(&asked.source, asked.snapshot.as_ref(), &asked.path, asked.units.byte(at.offset))?;
    let one = |it: &ide::Signature| {
        let params: Vec<[usize; 2]> = it.params.iter().map(|range| [range.start, range.end]).collect();
        json!({ "label": it.label, "markdown": it.markdown, "params": params })
    };
    let all: Vec<Value> = found.all.iter().map(one).collect();
    Some(json!({ "all": all, "argument": found.argument, "active": found.active }))
}

/// `[{file, range}]`
pub(crate) fn definition(at: &At) -> Option<Value> {
    let asked = Asked::new(&at.within)?;
    let snapshot = asked.snapshot.as_ref()?;
    let found = ide::definition(snapshot, &asked.path, asked.units.byte(at.offset));
    let place = |it: &ide::Place| {
        let units = Units::new(snapshot.text(&it.path)?);
        Some(json!({ "file": it.path, "range": [units.of(it.start), units.of(it.end)] }))
    };
    Some(found.iter().filter_map(place).collect())
}

/// Three numbers a token: the start after the last one's, the length, the class in the order of [`CLASSES`].
pub(crate) fn tokens(within: &Within) -> Option<Value> {
    let asked = Asked::new(within)?;
    let found = ide::highlight(&asked.source, asked.snapshot.as_ref(), &asked.path);
    let mut numbers = Vec::with_capacity(3 * found.len());
    let mut last = 0;
    for token in &found {
        let (start, end) = (asked.units.of(token.range.start), asked.units.of(token.range.end));
        numbers.extend([start.saturating_sub(last), end.saturating_sub(start), class(token.class)]);
        last = start;
    }
    let classes = CLASSES.map(|(_, name)| name);
    Some(json!({ "classes": classes, "numbers": numbers }))
}

/// The classes of tokens with the names that editors have for them.
const CLASSES: [(Class, &str); 19] = [
    (Class::Keyword, "keyword"),
    (Class::Modifier, "modifier"),
    (Class::Type, "type"),
    (Class::Struct, "struct"),
    (Class::Enum, "enum"),
    (Class::EnumMember, "enumMember"),
    (Class::Namespace, "namespace"),
    (Class::TypeParameter, "typeParameter"),
    (Class::Function, "function"),
    (Class::Method, "method"),
    (Class::Macro, "macro"),
    (Class::Variable, "variable"),
    (Class::Parameter, "parameter"),
    (Class::Property, "property"),
    (Class::Decorator, "decorator"),
    (Class::Comment, "comment"),
    (Class::String, "string"),
    (Class::Number, "number"),
    (Class::Operator, "operator"),
];

fn class(class: Class) -> u32 {
    CLASSES.iter().position(|(known, _)| *known == class).unwrap_or_default() as u32
}
