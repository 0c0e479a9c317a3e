//! Places of names: definitions, references, other names, calls, symbols of the project.

use crate::convert::{Lines, path_of, uri_of};
use crate::protocol::{
    CallsParams, Location, PositionParams, Range, ReferenceParams, RenameParams, TextEdit, WorkspaceSymbolParams,
};
use crate::request_file::{RequestFile, json, request_place, symbol_kind};
use crate::session::{Answer, Refusal, Session};
use ide::{Encoding, Function, IncludeHandler, Place, Snapshot, SymbolKind, identity};
use lsp_server::ErrorCode;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The limit of symbols in an answer.
const MOST_SYMBOLS: usize = 1000;

/// The lines of the files that analyses have read, as they were then, each found once.
struct AllLines<'a> {
    encoding: Encoding,
    of: BTreeMap<*const Snapshot, BTreeMap<String, Lines<'a>>>,
}

impl<'a> AllLines<'a> {
    fn new(encoding: Encoding) -> Self {
        AllLines { encoding, of: BTreeMap::new() }
    }

    fn range(&mut self, snapshot: &'a Snapshot, place: &Place) -> Range {
        let files = self.of.entry(std::ptr::from_ref(snapshot)).or_default();
        if !files.contains_key(&place.path) {
            let text = snapshot.text(&place.path).unwrap_or_default();
            files.insert(place.path.clone(), Lines::new(text, self.encoding));
        }
        files[&place.path].range(&place.range())
    }

    fn location(&mut self, snapshot: &'a Snapshot, place: &Place) -> Location {
        Location { uri: uri_of(&place.path), range: self.range(snapshot, place) }
    }
}

/// A place of an analysis, in the text that the client has.
fn place_now<'a>(server: &Session, lines: &mut AllLines<'a>, snapshot: &'a Snapshot, place: &Place) -> Location {
    let now = server.documents.get(&place.path).map(|document| document.text()).filter(|_| server.takes_older());
    match (snapshot.text(&place.path), now) {
        (Some(old), Some(now)) if *old != **now => {
            let range = Lines::since(old, now, server.encoding).range(&place.range());
            Location { uri: uri_of(&place.path), range }
        }
        (Some(_), _) => lines.location(snapshot, place),
        // A file that is included and was not read again.
        (None, _) => {
            let text = server.files().load(&place.path).unwrap_or_else(|| "".into());
            Location { uri: uri_of(&place.path), range: Lines::new(&text, server.encoding).range(&place.range()) }
        }
    }
}

/// Definitions and their like.
pub(crate) fn places(
    server: &mut Session,
    params: &PositionParams,
    find: impl Fn(&Snapshot, &str, u32) -> Vec<Place>,
) -> Answer {
    let (file, offset) = request_place(server, params)?;
    let Some(snapshot) = file.snapshot else { return Ok(Value::Null) };
    let found = find(&snapshot, &file.path, offset);
    let mut lines = AllLines::new(server.encoding);
    json(found.iter().map(|place| place_now(server, &mut lines, &snapshot, place)).collect::<Vec<_>>())
}

/// `textDocument/references`: in all analyses that know the symbol.
pub(crate) fn references(server: &mut Session, params: &ReferenceParams) -> Answer {
    let with_declarations = params.context.include_declaration;
    let (keys, _) = keys_at(server, &params.at)?;
    let mut found: BTreeMap<Place, (bool, Arc<Snapshot>)> = BTreeMap::new();
    for snapshot in server.snapshots() {
        for (place, declares) in keys.iter().flat_map(|key| ide::references_of(&snapshot, key)) {
            found.entry(place).or_insert((declares, Arc::clone(&snapshot)));
        }
    }
    let wanted = found.iter().filter(|(_, (declares, _))| with_declarations || !declares);
    let mut lines = AllLines::new(server.encoding);
    json(wanted.map(|(place, (_, snapshot))| lines.location(snapshot, place)).collect::<Vec<_>>())
}

/// The symbols at a place, and the analysis that says so.
fn keys_at(server: &mut Session, params: &PositionParams) -> Result<(Vec<Place>, Option<Arc<Snapshot>>), Refusal> {
    let (RequestFile { snapshot, path, .. }, offset) = request_place(server, params)?;
    let keys = snapshot.as_ref().map(|snapshot| ide::keys(snapshot, &path, offset)).unwrap_or_default();
    Ok((keys, snapshot))
}

/// `textDocument/documentHighlight`
pub(crate) fn highlights(server: &mut Session, params: &PositionParams) -> Answer {
    let (file, offset) = request_place(server, params)?;
    let Some(snapshot) = file.snapshot else { return Ok(Value::Null) };
    let found = ide::highlights(&snapshot, &file.path, offset);
    json(found.iter().map(|(place, _)| json!({ "range": file.lines.range(&place.range()) })).collect::<Vec<_>>())
}

fn refused(text: String) -> Refusal {
    Refusal { code: ErrorCode::RequestFailed, text }
}

/// `textDocument/prepareRename`
pub(crate) fn prepare_rename(server: &mut Session, params: &PositionParams) -> Answer {
    let (file, offset) = request_place(server, params)?;
    let Some(snapshot) = file.snapshot else { return Ok(Value::Null) };
    let place = ide::renamed(&snapshot, &file.path, offset).map_err(refused)?;
    json(file.lines.range(&place.range()))
}

/// `textDocument/rename`: in all analyses that know the symbol, or in none.
pub(crate) fn rename(server: &mut Session, params: &RenameParams) -> Answer {
    let name = params.new_name.as_str();
    let at = &params.at;
    let (keys, own) = keys_at(server, at)?;
    let Some(own) = own else { return Ok(Value::Null) };
    let (file, offset) = request_place(server, at)?;
    ide::renamed(&own, &file.path, offset).map_err(refused)?;
    let mut changes: BTreeMap<Place, Arc<Snapshot>> = BTreeMap::new();
    for snapshot in server.snapshots() {
        for key in keys.iter().filter(|key| ide::knows(&snapshot, key)) {
            for place in ide::rename(&snapshot, &key.path, key.start, name).map_err(refused)? {
                changes.insert(place, Arc::clone(&snapshot));
            }
        }
    }
    let files: BTreeSet<&str> = changes.keys().map(|place| place.path.as_str()).collect();
    for path in files {
        check_file(server, path, changes.values())?;
    }
    prove(server, &changes, name)?;
    let mut edits: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
    let mut lines = AllLines::new(server.encoding);
    for (place, snapshot) in &changes {
        let uri = server.documents.get(&place.path).map_or_else(|| uri_of(&place.path), |open| open.uri.clone());
        let edit = TextEdit { range: lines.range(snapshot, place), new_text: name.to_owned() };
        edits.entry(uri.0).or_default().push(edit);
    }
    json(json!({ "changes": edits }))
}

/// Refuses to change a file outside of the client's folders, or one that has changed since it was read.
fn check_file<'a>(
    server: &Session,
    path: &str,
    mut snapshots: impl Iterator<Item = &'a Arc<Snapshot>>,
) -> Result<(), Refusal> {
    let folders = server.roots.folders();
    let inside = folders.iter().any(|folder| path.starts_with(&format!("{}/", folder.trim_end_matches('/'))));
    if !inside && !folders.is_empty() && server.documents.get(path).is_none() {
        return Err(refused(format!("'{path}' is not in the project")));
    }
    let now = server.files().load(path);
    let read = snapshots.find_map(|snapshot| snapshot.text(path));
    if now.as_deref().map(ide::without_mark) != read.map(ide::without_mark) {
        return Err(refused(format!("'{path}' has changed on disk")));
    }
    Ok(())
}

/// Analyses the texts with the new name: what the compiler says of them must not change.
fn prove(server: &mut Session, changes: &BTreeMap<Place, Arc<Snapshot>>, name: &str) -> Result<(), Refusal> {
    // The new text of each file up to a change, and the rest of the old one behind it.
    let mut parts: BTreeMap<&str, (String, u32, &str)> = BTreeMap::new();
    for (place, snapshot) in changes {
        let old = || (String::new(), 0, snapshot.text(&place.path).unwrap_or_default());
        let (text, end, old) = parts.entry(&place.path).or_insert_with(old);
        text.push_str(old.get(*end as usize..place.start as usize).unwrap_or_default());
        text.push_str(name);
        *end = place.end;
    }
    let whole = |(text, end, old): (String, u32, &str)| text + old.get(end as usize..).unwrap_or_default();
    let texts: BTreeMap<&str, String> = parts.into_iter().map(|(path, parts)| (path, whole(parts))).collect();
    let roots: Vec<(String, Arc<Snapshot>)> = server.roots.analysed();
    for (root, snapshot) in roots.iter().filter(|(_, it)| texts.keys().any(|path| it.has(path))) {
        let changed = server.trial(root, &texts);
        let count = |snapshot: &Snapshot| ide::messages(snapshot).iter().filter(|it| it.is_error).count();
        if changed.is_none_or(|changed| count(&changed) > count(snapshot)) {
            return Err(refused(format!("'{name}' would refer to another declaration in '{root}'")));
        }
    }
    Ok(())
}

/// `textDocument/prepareCallHierarchy`
pub(crate) fn prepare_calls(server: &mut Session, params: &PositionParams) -> Answer {
    let encoding = server.encoding;
    let (file, offset) = request_place(server, params)?;
    let Some(snapshot) = file.snapshot else { return Ok(Value::Null) };
    let found = ide::functions_at(&snapshot, &file.path, offset);
    let mut lines = AllLines::new(encoding);
    json(found.iter().map(|function| item(lines.range(&snapshot, &function.place), function)).collect::<Vec<_>>())
}

fn item(range: Range, function: &Function) -> Value {
    json!({
        "name": function.name,
        "detail": function.detail,
        "kind": symbol_kind(SymbolKind::Function),
        "uri": uri_of(&function.place.path),
        "range": range,
        "selectionRange": range,
    })
}

/// `callHierarchy/incomingCalls` and `callHierarchy/outgoingCalls`
pub(crate) fn calls(
    server: &mut Session,
    params: &CallsParams,
    find: impl Fn(&Snapshot, &Place) -> Vec<(Function, Vec<Place>)>,
    is_incoming: bool,
) -> Answer {
    let path = identity(&path_of(&params.item.uri.0));
    let (mut all, mut known) = (Vec::new(), BTreeSet::new());
    for snapshot in server.snapshots().into_iter().filter(|snapshot| snapshot.has(&path)) {
        let mut all_lines = AllLines::new(server.encoding);
        let lines = Lines::new(snapshot.text(&path).unwrap_or_default(), server.encoding);
        let range = lines.offsets(params.item.selection_range);
        let of = Place { path: path.clone(), start: range.start, end: range.end };
        for (function, places) in find(&snapshot, &of) {
            let item = item(all_lines.range(&snapshot, &function.place), &function);
            let ranges: Vec<Range> = places.iter().map(|place| all_lines.range(&snapshot, place)).collect();
            let side = if is_incoming { "from" } else { "to" };
            let call = json!({ side: item, "fromRanges": ranges });
            if known.insert(call.to_string()) {
                all.push(call);
            }
        }
    }
    Ok(Value::Array(all))
}

/// `workspace/symbol`
pub(crate) fn search(server: &mut Session, params: &WorkspaceSymbolParams) -> Answer {
    let mut all: BTreeMap<(usize, String, Place), Value> = BTreeMap::new();
    let snapshots = server.snapshots();
    let mut lines = AllLines::new(server.encoding);
    for snapshot in &snapshots {
        for found in ide::search(snapshot, &params.query) {
            let value = json!({
                "name": found.name,
                "kind": symbol_kind(found.kind),
                "containerName": found.container,
                "location": lines.location(snapshot, &found.place),
            });
            all.insert((found.name.len(), found.name, found.place), value);
        }
    }
    Ok(Value::Array(all.into_values().take(MOST_SYMBOLS).collect()))
}
