//! The declarations of a file as a tree.

use crate::snapshot::Snapshot;
use crate::text::TextRange;
use base::source::Span;
use frontend::ast::{Declarator, Item, ItemId, ItemKind, List, PathId, StructTag, TypeKind};

/// The kinds of declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A namespace.
    Namespace,
    /// A struct.
    Struct,
    /// A class.
    Class,
    /// An interface.
    Interface,
    /// An enumeration.
    Enum,
    /// A value of an enumeration.
    EnumMember,
    /// A `cbuffer` or `tbuffer`.
    Buffer,
    /// A function.
    Function,
    /// A function of a struct.
    Method,
    /// A variable outside of functions.
    Variable,
    /// A field.
    Field,
    /// Another name of a type.
    Alias,
    /// A macro.
    Macro,
}

/// A declaration with those inside of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// The kind.
    pub kind: SymbolKind,
    /// The type, or the head of a function.
    pub detail: String,
    /// The whole declaration.
    pub range: TextRange,
    /// The name.
    pub name_range: TextRange,
    /// The declarations inside.
    pub children: Vec<Symbol>,
}

/// The limit of nesting that is shown.
const MAX_DEPTH: usize = 64;

/// The declarations of a file, its macros among them.
pub fn outline(snapshot: &Snapshot, path: &str) -> Vec<Symbol> {
    let reader = Reader { snapshot, path };
    let mut all = reader.items(snapshot.ast.root, false, 0);
    for definition in &snapshot.trace.definitions {
        let name = snapshot.names.resolve(definition.name);
        let detail = snapshot.sources.text(definition.whole)[name.len()..].chars().take(80).collect();
        all.extend(reader.symbol(name, SymbolKind::Macro, detail, definition.whole, definition.span));
    }
    all.sort_by_key(|symbol| symbol.range.start);
    // A file that is included twice declares everything twice.
    all.dedup_by(|second, first| first.name_range == second.name_range);
    all
}

struct Reader<'a> {
    snapshot: &'a Snapshot,
    path: &'a str,
}

impl Reader<'_> {
    fn items(&self, items: List<Item>, in_struct: bool, depth: usize) -> Vec<Symbol> {
        if depth > MAX_DEPTH {
            return Vec::new();
        }
        self.snapshot.ast.ids(items).flat_map(|id| self.item(id, in_struct, depth)).collect()
    }

    fn item(&self, id: ItemId, in_struct: bool, depth: usize) -> Vec<Symbol> {
        let ast = &self.snapshot.ast;
        let item = ast.items[id];
        let one = |symbol: Option<Symbol>| symbol.into_iter().collect();
        match item.kind {
            ItemKind::Variables(variables) => {
                let mut all: Vec<Symbol> = one(self.declared_type(variables.ty, depth));
                let is_alias = ast.ids(variables.prefixes).any(|id| {
                    let kind = ast.prefixes[id].kind;
                    matches!(kind, frontend::ast::PrefixKind::Modifier(frontend::ast::Modifier::Typedef))
                });
                let kind = match (is_alias, in_struct) {
                    (true, _) => SymbolKind::Alias,
                    (false, true) => SymbolKind::Field,
                    (false, false) => SymbolKind::Variable,
                };
                let ty = self.snapshot.sources.text(ast.types[variables.ty].span);
                for id in ast.ids(variables.declarators) {
                    all.extend(self.declarator(&ast.declarators[id], kind, ty, item.span));
                }
                all
            }
            ItemKind::Function(id) => {
                let function = &ast.functions[id];
                let end = function.body.map_or(function.span, |body| ast.stmts[body].span);
                let kind = if in_struct { SymbolKind::Method } else { SymbolKind::Function };
                let name = ast.paths[function.name].span;
                let detail = self.snapshot.sources.text(name.to(function.span));
                let detail = detail.split_once('(').map_or(String::new(), |(_, rest)| one_line(&format!("({rest}")));
                one(self.named(function.name, kind, detail, function.span.to(end)))
            }
            ItemKind::Namespace { name_span, items, .. } => {
                let inner = self.items(items, false, depth + 1);
                let symbol = self.spelled(name_span, SymbolKind::Namespace, item.span);
                // What an included file declares in a namespace of its own is not in this file.
                symbol.map_or_else(Vec::new, |symbol| vec![Symbol { children: inner, ..symbol }])
            }
            ItemKind::Buffer(buffer) => {
                let children = self.items(buffer.items, true, depth + 1);
                let symbol = self.spelled(buffer.name_span, SymbolKind::Buffer, item.span);
                one(symbol.map(|symbol| Symbol { children, ..symbol }))
            }
            ItemKind::Template { item, .. } | ItemKind::ExplicitInstantiation(item) => {
                if depth > MAX_DEPTH {
                    Vec::new()
                } else {
                    self.item(item, in_struct, depth + 1)
                }
            }
            ItemKind::Alias { name_span, .. } => one(self.spelled(name_span, SymbolKind::Alias, item.span)),
            ItemKind::Error
            | ItemKind::Empty
            | ItemKind::UsingNamespace(_)
            | ItemKind::Using(_)
            | ItemKind::Access
            | ItemKind::Effect
            | ItemKind::StaticAssert(_)
            | ItemKind::PackMatrix { .. } => Vec::new(),
        }
    }

    /// The struct or enumeration that a declaration's type has the body of.
    fn declared_type(&self, ty: frontend::ast::TypeId, depth: usize) -> Option<Symbol> {
        let ast = &self.snapshot.ast;
        match ast.types[ty].kind {
            TypeKind::Struct(id) => {
                let found = ast.structs[id];
                let kind = match found.tag {
                    StructTag::Struct => SymbolKind::Struct,
                    StructTag::Class => SymbolKind::Class,
                    StructTag::Interface => SymbolKind::Interface,
                };
                let children = self.items(found.items, true, depth + 1);
                let symbol = self.named(found.name?, kind, String::new(), found.span)?;
                Some(Symbol { children, ..symbol })
            }
            TypeKind::Enum(id) => {
                let found = ast.enums[id];
                let values = ast.ids(found.enumerators).map(|id| &ast.declarators[id]);
                let children =
                    values.filter_map(|it| self.declarator(it, SymbolKind::EnumMember, "", it.span)).collect();
                let symbol = self.named(found.name?, SymbolKind::Enum, String::new(), found.span)?;
                Some(Symbol { children, ..symbol })
            }
            _ => None,
        }
    }

    fn declarator(&self, it: &Declarator, kind: SymbolKind, ty: &str, whole: Span) -> Option<Symbol> {
        self.named(it.name?, kind, one_line(ty), whole)
    }

    fn named(&self, name: PathId, kind: SymbolKind, detail: String, whole: Span) -> Option<Symbol> {
        let span = self.snapshot.ast.paths[name].span;
        self.symbol(self.snapshot.sources.text(span), kind, detail, whole, span)
    }

    fn spelled(&self, name: Span, kind: SymbolKind, whole: Span) -> Option<Symbol> {
        self.symbol(self.snapshot.sources.text(name), kind, String::new(), whole, name)
    }

    fn symbol(&self, name: &str, kind: SymbolKind, detail: String, whole: Span, span: Span) -> Option<Symbol> {
        let name_range = self.snapshot.range_in(self.path, span)?;
        let whole = self.snapshot.range_in(self.path, whole).unwrap_or_else(|| name_range.clone());
        let range = whole.start.min(name_range.start)..whole.end.max(name_range.end);
        // Clients refuse a whole list for one empty name.
        let name = if name.is_empty() { "?" } else { name };
        Some(Symbol { name: name.to_owned(), kind, detail, range, name_range, children: Vec::new() })
    }
}

/// A text without line ends and repeated blanks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
