//! Other names for symbols, refused where the meaning of the text could change.

use crate::index::Meaning;
use crate::navigate::{names_of, symbols_at};
use crate::place::Place;
use crate::snapshot::Snapshot;
use crate::source::Source;
use crate::vocabulary;
use frontend::surface::PieceKind;
use frontend::token::TokenKind;

/// The name at an offset, if it can have another one.
///
/// # Errors
/// When it cannot, with the reason.
pub fn renamed(snapshot: &Snapshot, path: &str, offset: u32) -> Result<Place, String> {
    let (place, symbols) = symbols_at(snapshot, path, offset).ok_or_else(|| "cannot rename a built-in".to_owned())?;
    let [symbol] = symbols.as_slice() else {
        return Err("cannot rename: the name in this macro refers to several declarations".to_owned());
    };
    if snapshot.index.is_pasted(*symbol) {
        return Err("cannot rename: the name is formed by '##'".to_owned());
    }
    Ok(place)
}

/// The places that change when the name at an offset becomes another one.
///
/// # Errors
/// When the new name is none, is taken, or represents something else already; with the reason.
pub fn rename(snapshot: &Snapshot, path: &str, offset: u32, name: &str) -> Result<Vec<Place>, String> {
    let own = renamed(snapshot, path, offset)?;
    let (_, symbols) = symbols_at(snapshot, path, offset).unwrap_or((own.clone(), Vec::new()));
    check_name(name)?;
    if let Some(taken) = taken(snapshot, name) {
        return Err(format!("a {taken} '{name}' already exists"));
    }
    let mut places: Vec<Place> =
        symbols.iter().flat_map(|&it| names_of(snapshot, it)).map(|(place, _)| place).collect();
    places.dedup();
    let old = snapshot.text(path).and_then(|text| text.get(own.start as usize..own.end as usize)).unwrap_or_default();
    if let Some(other) = places.iter().find(|place| snapshot.spelled(place) != Some(old)) {
        return Err(format!("cannot rename: '{}' has an alias", other.path));
    }
    skipped(snapshot, old)?;
    Ok(places)
}

fn check_name(name: &str) -> Result<(), String> {
    let is_name = !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match vocabulary::kind(name) {
        _ if !is_name => Err(format!("'{name}' is not an identifier")),
        Some(_) => Err(format!("'{name}' is a reserved keyword")),
        None => Ok(()),
    }
}

/// The kind of entity that has a name already, if one has.
fn taken(snapshot: &Snapshot, name: &str) -> Option<&'static str> {
    let name = snapshot.names.lookup(name)?;
    snapshot.index.symbols().find_map(|(_, _, meaning)| match meaning {
        Meaning::Macro(at) => (snapshot.trace.definitions[at].name == name).then_some("macro"),
        Meaning::Declared(at) => (snapshot.types.declarations[&at].name == name).then_some("declaration"),
    })
}

/// Refuses a name that is in a group that is not compiled: its meaning there is unknown.
fn skipped(snapshot: &Snapshot, name: &str) -> Result<(), String> {
    for path in snapshot.files() {
        let groups = crate::inactive::inactive(snapshot, path);
        let Some(text) = snapshot.text(path).filter(|_| !groups.is_empty()) else { continue };
        let mut inside = groups.iter().filter_map(|group| text.get(group.start as usize..group.end as usize));
        let has = |text: &str| {
            let source = Source::new(text.into());
            let mut names = source.pieces.iter().filter(|it| it.kind == PieceKind::Token(TokenKind::Ident));
            names.any(|it| source.piece_text(it) == name)
        };
        if inside.any(|text| text.contains(name) && has(text)) {
            return Err(format!("cannot rename: the name occurs in a skipped group of '{path}'"));
        }
    }
    Ok(())
}
