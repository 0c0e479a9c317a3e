//! Names that can be written at a place without a dot.

use crate::braces::Braces;
use crate::completion::{Completion, CompletionKind};
use crate::describe;
use crate::place::Place;
use crate::snapshot::Snapshot;
use base::source::Span;
use frontend::ast::ItemKind;
use sema::trace::{Declaration, Kind};

/// The declarations with a wanted name that are visible at an offset, with the rank of each: those of the function and its
/// struct, then those of the namespaces around it and of the file.
pub(crate) fn visible<'a>(
    snapshot: &'a Snapshot,
    path: &str,
    offset: u32,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<(&'a Declaration, u8)> {
    let function = function_at(snapshot, path, offset);
    let owner = function.and_then(|at| snapshot.types.declarations.get(&at)).and_then(|it| it.owner);
    let closed = closed_namespaces(snapshot, path, offset);
    let braces = Braces::of(snapshot.text(path).unwrap_or_default());
    let mut all = Vec::new();
    for (&at, it) in &snapshot.types.declarations {
        if !is_wanted(snapshot.names.resolve(it.name)) {
            continue;
        }
        let (is_visible, rank) = match it.kind {
            Kind::Local => {
                (it.owner.is_some() && it.owner == function && is_open_before(snapshot, &braces, at, offset), 0)
            }
            Kind::Parameter => (it.owner.is_some() && it.owner == function, 0),
            Kind::Field if is_in_block(snapshot, it) => (true, 2),
            Kind::Field | Kind::Method => (it.owner.is_some() && it.owner == owner, 1),
            _ => (closed.is_empty() || !is_in_any(snapshot, at, &closed), 2),
        };
        if is_visible {
            all.push((it, rank));
        }
    }
    all
}

/// Returns whether a declaration is in one of some places.
fn is_in_any(snapshot: &Snapshot, at: u32, places: &[Place]) -> bool {
    let place = snapshot.declared_place(at);
    place.is_some_and(|own| places.iter().any(|it| it.path == own.path && it.range().contains(&own.start)))
}

/// Returns whether a variable is declared before an offset of the same function, in a block that is still open there.
fn is_open_before(snapshot: &Snapshot, braces: &Braces, at: u32, offset: u32) -> bool {
    snapshot.declared_place(at).is_some_and(|place| place.start < offset && braces.is_open(place.start, offset))
}

/// The declarations in the namespaces, structs and enumerations of a name.
pub(crate) fn within(snapshot: &Snapshot, scope: &str) -> Vec<Completion> {
    let named = |span: Span| snapshot.sources.text(span) == scope;
    let ast = &snapshot.ast;
    let mut ranges: Vec<Place> = Vec::new();
    for (_, item) in ast.items.iter() {
        if let ItemKind::Namespace { name_span, .. } = item.kind
            && named(name_span)
        {
            ranges.extend(snapshot.place(item.span));
        }
    }
    let enums = ast.enums.iter().filter(|(_, it)| it.name.is_some_and(|name| named(ast.paths[name].span)));
    ranges.extend(enums.filter_map(|(_, it)| snapshot.place(it.span)));
    let structs = ast.structs.iter().filter(|(_, it)| it.name.is_some_and(|name| named(ast.paths[name].span)));
    ranges.extend(structs.filter_map(|(_, it)| snapshot.place(it.span)));
    let mut all = Vec::new();
    for (at, it) in &snapshot.types.declarations {
        let inside =
            |place: Place| ranges.iter().any(|range| range.path == place.path && range.range().contains(&place.start));
        let belongs = !matches!(it.kind, Kind::Local | Kind::Parameter | Kind::Field);
        if belongs && snapshot.names.resolve(it.name) != scope && snapshot.declared_place(*at).is_some_and(inside) {
            all.push(completion(snapshot, it, 0));
        }
    }
    all.extend(enumerators(snapshot, scope));
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all.dedup_by(|second, first| second.name == first.name);
    all
}

/// The values of enumerations of a name, including unused ones.
fn enumerators(snapshot: &Snapshot, scope: &str) -> Vec<Completion> {
    let ast = &snapshot.ast;
    let named = ast
        .enums
        .iter()
        .filter(|(_, it)| it.name.is_some_and(|name| snapshot.sources.text(ast.paths[name].span) == scope));
    let values = named.flat_map(|(_, it)| ast.ids(it.enumerators)).filter_map(|id| ast.declarators[id].name);
    values
        .map(|name| Completion::new(snapshot.sources.text(ast.paths[name].span), CompletionKind::Constant, 0))
        .collect()
}

/// A declaration as something to write.
pub(crate) fn completion(snapshot: &Snapshot, it: &Declaration, rank: u8) -> Completion {
    let kind = match it.kind {
        Kind::Namespace => CompletionKind::Namespace,
        Kind::Struct | Kind::Enum | Kind::Alias | Kind::Template => CompletionKind::Type,
        Kind::EnumMember | Kind::Constant => CompletionKind::Constant,
        Kind::Function => CompletionKind::Function,
        Kind::Method => CompletionKind::Method,
        Kind::Field => CompletionKind::Field,
        Kind::Global | Kind::Local | Kind::Parameter => CompletionKind::Variable,
    };
    let detail = describe::head(snapshot, it);
    Completion { detail, ..Completion::new(snapshot.names.resolve(it.name), kind, rank) }
}

/// Returns whether a field is a member of a constant buffer, whose name is written without the buffer's.
fn is_in_block(snapshot: &Snapshot, it: &Declaration) -> bool {
    it.owner.is_some_and(|owner| snapshot.types.declarations.get(&owner).is_none_or(|owner| owner.kind == Kind::Global))
}

/// The position of the name of the function whose body an offset is in.
fn function_at(snapshot: &Snapshot, path: &str, offset: u32) -> Option<u32> {
    let ast = &snapshot.ast;
    let around = ast.functions.iter().find(|(_, function)| {
        let whole = function.body.map(|body| function.span.to(ast.stmts[body].span));
        whole.and_then(|whole| snapshot.range_in(path, whole)).is_some_and(|range| range.contains(&offset))
    });
    around.map(|(_, function)| ast.path_name(function.name).span.lo)
}

/// The namespaces that an offset is not in.
fn closed_namespaces(snapshot: &Snapshot, path: &str, offset: u32) -> Vec<Place> {
    let spans = snapshot.ast.items.iter().filter(|(_, item)| matches!(item.kind, ItemKind::Namespace { .. }));
    let places = spans.filter_map(|(_, item)| snapshot.place(item.span));
    places.filter(|place| place.path != path || !place.range().contains(&offset)).collect()
}
