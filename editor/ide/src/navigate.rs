//! Declarations and uses of names.

use crate::index::{Meaning, SymbolId};
use crate::place::Place;
use crate::snapshot::Snapshot;
use sema::trace::Kind;

/// The symbols of a name, and the place of the name.
pub(crate) fn symbols_at(snapshot: &Snapshot, path: &str, offset: u32) -> Option<(Place, Vec<SymbolId>)> {
    let found = snapshot.index.at(path, offset);
    let place = snapshot.index.place_of(found.first()?);
    // In an argument of a macro the name's own meaning is nearer than the macro's.
    let mut symbols: Vec<SymbolId> = found.iter().map(|it| it.symbol).collect();
    symbols.dedup();
    Some((place, symbols))
}

/// The places where the name at an offset is declared: a definition first, then other declarations.
pub fn definition(snapshot: &Snapshot, path: &str, offset: u32) -> Vec<Place> {
    if let Some((_, file)) = crate::links::links(snapshot, path).into_iter().find(|(range, _)| range.contains(&offset))
    {
        return vec![Place { path: file, start: 0, end: 0 }];
    }
    let Some((own, symbols)) = symbols_at(snapshot, path, offset) else { return Vec::new() };
    let mut all: Vec<Place> = Vec::new();
    for symbol in symbols {
        all.push(snapshot.index.declaration(symbol).clone());
        let others = snapshot.index.of(symbol).filter(|it| it.declares).map(|it| snapshot.index.place_of(it));
        all.extend(others.filter(|place| *place != own));
    }
    let mut seen: Vec<Place> = Vec::new();
    all.retain(|place| {
        !seen.contains(place) && {
            seen.push(place.clone());
            true
        }
    });
    // From a definition, the way goes to the declaration.
    if all.len() > 1 {
        all.retain(|place| *place != own);
        all.truncate(1);
    }
    all
}

/// The declaration of the type of the name at an offset.
pub fn type_definition(snapshot: &Snapshot, path: &str, offset: u32) -> Vec<Place> {
    let Some((_, symbols)) = symbols_at(snapshot, path, offset) else { return Vec::new() };
    let types = symbols.into_iter().filter_map(|symbol| match snapshot.index.meaning(symbol) {
        Meaning::Macro(_) => None,
        Meaning::Declared(at) => snapshot.types.declarations[&at].ty,
    });
    let declared = types.filter_map(|ty| snapshot.types.types[ty].declaration);
    declared.filter_map(|at| snapshot.declared_place(at)).collect()
}

/// The places of all names of the symbols at an offset, with whether they are declarations.
pub fn references(snapshot: &Snapshot, path: &str, offset: u32) -> Vec<(Place, bool)> {
    let Some((_, symbols)) = symbols_at(snapshot, path, offset) else { return Vec::new() };
    symbols.into_iter().flat_map(|symbol| names_of(snapshot, symbol)).collect()
}

/// The places of the declarations of the symbols at an offset, by which other analyses know them.
pub fn keys(snapshot: &Snapshot, path: &str, offset: u32) -> Vec<Place> {
    let symbols = symbols_at(snapshot, path, offset).map(|(_, symbols)| symbols).unwrap_or_default();
    symbols.into_iter().map(|symbol| snapshot.index.declaration(symbol).clone()).collect()
}

/// Returns whether other files may name what is at an offset: not a local variable, a parameter, or nothing.
pub fn is_shared(snapshot: &Snapshot, path: &str, offset: u32) -> bool {
    let symbols = symbols_at(snapshot, path, offset).map(|(_, symbols)| symbols).unwrap_or_default();
    symbols.into_iter().any(|symbol| match snapshot.index.meaning(symbol) {
        Meaning::Macro(_) => true,
        Meaning::Declared(at) => !matches!(snapshot.types.declarations[&at].kind, Kind::Local | Kind::Parameter),
    })
}

/// Returns whether an analysis has a symbol.
pub fn knows(snapshot: &Snapshot, key: &Place) -> bool {
    snapshot.index.find(key).is_some()
}

/// The names of a symbol that another analysis may have found.
pub fn references_of(snapshot: &Snapshot, key: &Place) -> Vec<(Place, bool)> {
    snapshot.index.find(key).map(|symbol| names_of(snapshot, symbol)).unwrap_or_default()
}

pub(crate) fn names_of(snapshot: &Snapshot, symbol: SymbolId) -> Vec<(Place, bool)> {
    snapshot.index.of(symbol).map(|it| (snapshot.index.place_of(it), it.declares)).collect()
}

/// A symbol of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The name.
    pub name: String,
    /// The kind.
    pub kind: crate::outline::SymbolKind,
    /// The name in its declaration.
    pub place: Place,
    /// The struct that it belongs to.
    pub container: Option<String>,
}

/// The symbols outside of functions whose name has the letters of a query in their order.
pub fn search(snapshot: &Snapshot, query: &str) -> Vec<Found> {
    let mut all = Vec::new();
    for (_, place, meaning) in snapshot.index.symbols() {
        let (name, kind, owner) = match meaning {
            Meaning::Macro(at) => {
                let name = snapshot.trace.definitions[at].name;
                (snapshot.names.resolve(name), crate::outline::SymbolKind::Macro, None)
            }
            Meaning::Declared(at) => {
                let declaration = &snapshot.types.declarations[&at];
                let Some(kind) = symbol_kind(declaration.kind) else { continue };
                (snapshot.names.resolve(declaration.name), kind, declaration.owner)
            }
        };
        if has_letters(name, query) {
            let container = owner.and_then(|owner| snapshot.types.declarations.get(&owner));
            let container = container.map(|owner| snapshot.names.resolve(owner.name).to_owned());
            all.push(Found { name: name.to_owned(), kind, place: place.clone(), container });
        }
    }
    all
}

/// The kind of a declaration in lists; nothing for what belongs to one function.
pub(crate) fn symbol_kind(kind: Kind) -> Option<crate::outline::SymbolKind> {
    use crate::outline::SymbolKind as To;
    Some(match kind {
        Kind::Namespace => To::Namespace,
        Kind::Struct | Kind::Template => To::Struct,
        Kind::Enum => To::Enum,
        Kind::EnumMember => To::EnumMember,
        Kind::Alias => To::Alias,
        Kind::Function => To::Function,
        Kind::Method => To::Method,
        Kind::Global | Kind::Constant => To::Variable,
        Kind::Field => To::Field,
        Kind::Local | Kind::Parameter => return None,
    })
}

fn has_letters(name: &str, query: &str) -> bool {
    let mut letters = name.chars().map(|c| c.to_ascii_lowercase());
    query.chars().all(|wanted| letters.any(|c| c == wanted.to_ascii_lowercase()))
}

/// Names of a file that one name represents, for marking.
pub fn highlights(snapshot: &Snapshot, path: &str, offset: u32) -> Vec<(Place, bool)> {
    let mut all = references(snapshot, path, offset);
    all.retain(|(place, _)| place.path == path);
    all
}
