//! The callers and the callees of a function.

use crate::index::{Meaning, SymbolId};
use crate::navigate::symbols_at;
use crate::place::Place;
use crate::snapshot::Snapshot;
use sema::trace::Kind;

/// A function in a hierarchy of calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name.
    pub name: String,
    /// The head.
    pub detail: String,
    /// The name in its declaration.
    pub place: Place,
}

/// The functions at an offset.
pub fn functions_at(snapshot: &Snapshot, path: &str, offset: u32) -> Vec<Function> {
    let symbols = symbols_at(snapshot, path, offset).map(|(_, symbols)| symbols).unwrap_or_default();
    symbols.into_iter().filter_map(|symbol| function(snapshot, symbol)).collect()
}

/// The callers of the function that is declared at a place, each with the places of its calls.
pub fn incoming(snapshot: &Snapshot, of: &Place) -> Vec<(Function, Vec<Place>)> {
    collect(snapshot, of, |callee, caller| (callee, caller))
}

/// The functions that the function which is declared at a place calls, each with the places of the calls.
pub fn outgoing(snapshot: &Snapshot, of: &Place) -> Vec<(Function, Vec<Place>)> {
    collect(snapshot, of, |callee, caller| (caller, callee))
}

/// The other sides of the calls one side of which is a function.
fn collect(
    snapshot: &Snapshot,
    of: &Place,
    sides: impl Fn(Option<SymbolId>, Option<SymbolId>) -> (Option<SymbolId>, Option<SymbolId>),
) -> Vec<(Function, Vec<Place>)> {
    let wanted = snapshot.index.find(of);
    let symbol = |at: u32| snapshot.declared_place(at).and_then(|place| snapshot.index.find(&place));
    let mut all: Vec<(Function, Vec<Place>)> = Vec::new();
    for call in &snapshot.types.calls {
        let (own, other) = sides(symbol(call.callee), call.caller.and_then(symbol));
        let Some(function) = other.filter(|_| own.is_some() && own == wanted).and_then(|it| function(snapshot, it))
        else {
            continue;
        };
        let Some(place) = snapshot.name_place(call.span) else { continue };
        match all.iter_mut().find(|(known, _)| *known == function) {
            Some((_, places)) if !places.contains(&place) => places.push(place),
            Some(_) => {}
            None => all.push((function, vec![place])),
        }
    }
    all
}

fn function(snapshot: &Snapshot, symbol: SymbolId) -> Option<Function> {
    let Meaning::Declared(at) = snapshot.index.meaning(symbol) else { return None };
    let it = &snapshot.types.declarations[&at];
    matches!(it.kind, Kind::Function | Kind::Method).then(|| Function {
        name: snapshot.names.resolve(it.name).to_owned(),
        detail: crate::describe::head(snapshot, it),
        place: snapshot.index.declaration(symbol).clone(),
    })
}
