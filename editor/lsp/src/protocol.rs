//! Messages of the Language Server Protocol, as far as the server reads and writes them.
//!
//! Parameters are read from JSON by hand: what a client sends beside the fields in use is of no interest, and readers that
//! are generated for whole messages would be a large part of the command. Nothing here knows what a message is about.

use serde::Serialize;
use serde_json::Value;

/// Something that is read from JSON.
pub(crate) trait Read: Sized {
    /// Reads it.
    ///
    /// # Errors
    /// With what is missing or has another type.
    fn read(value: &Value) -> Result<Self, String>;
}

impl Read for String {
    fn read(value: &Value) -> Result<Self, String> {
        value.as_str().map(str::to_owned).ok_or_else(|| unlike(value, "a string"))
    }
}

impl Read for bool {
    fn read(value: &Value) -> Result<Self, String> {
        value.as_bool().ok_or_else(|| unlike(value, "a boolean"))
    }
}

impl Read for u32 {
    fn read(value: &Value) -> Result<Self, String> {
        value.as_u64().and_then(|it| u32::try_from(it).ok()).ok_or_else(|| unlike(value, "an unsigned number"))
    }
}

impl Read for i32 {
    fn read(value: &Value) -> Result<Self, String> {
        value.as_i64().and_then(|it| i32::try_from(it).ok()).ok_or_else(|| unlike(value, "a number"))
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(value: &Value) -> Result<Self, String> {
        value.as_array().ok_or_else(|| unlike(value, "an array"))?.iter().map(T::read).collect()
    }
}

impl<T: Read> Read for Option<T> {
    fn read(value: &Value) -> Result<Self, String> {
        if value.is_null() { Ok(None) } else { T::read(value).map(Some) }
    }
}

fn unlike(found: &Value, expected: &str) -> String {
    let mut text = found.to_string();
    if text.len() > 40 {
        text = text.chars().take(37).collect::<String>() + "...";
    }
    format!("found {text}, expected {expected}")
}

/// Reads a field of an object. A field that is missing is null.
pub(crate) fn field<T: Read>(object: &Value, name: &str) -> Result<T, String> {
    if !object.is_object() {
        return Err(unlike(object, "an object"));
    }
    T::read(object.get(name).unwrap_or(&Value::Null)).map_err(|reason| format!("{name}: {reason}"))
}

/// Structs with a reader: each field with its name in the protocol, or the fields of the same object.
macro_rules! read {
    ($($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $field:ident: $ty:ty = $from:tt),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub(crate) struct $name { $($(#[$of])* pub(crate) $field: $ty),* }

        impl Read for $name {
            fn read(value: &Value) -> Result<Self, String> {
                Ok($name { $($field: read!(@field value $from)?),* })
            }
        }
    )*};
    (@field $value:ident same) => { Read::read($value) };
    (@field $value:ident $name:literal) => { field($value, $name) };
}

/// The name of a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub(crate) struct Uri(pub(crate) String);

impl Read for Uri {
    fn read(value: &Value) -> Result<Self, String> {
        String::read(value).map(Uri)
    }
}

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Position {
    pub(crate) line: u32,
    pub(crate) character: u32,
}

impl Read for Position {
    fn read(value: &Value) -> Result<Self, String> {
        Ok(Position { line: field(value, "line")?, character: field(value, "character")? })
    }
}

/// A part of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Range {
    pub(crate) start: Position,
    pub(crate) end: Position,
}

impl Read for Range {
    fn read(value: &Value) -> Result<Self, String> {
        Ok(Range { start: field(value, "start")?, end: field(value, "end")? })
    }
}

/// A part of some text.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Location {
    pub(crate) uri: Uri,
    pub(crate) range: Range,
}

/// A change of a text.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextEdit {
    pub(crate) range: Range,
    pub(crate) new_text: String,
}

read! {
    /// A text.
    TextDocumentIdentifier { uri: Uri = "uri" }

    /// A request about a text.
    DocumentParams { text_document: TextDocumentIdentifier = "textDocument" }

    /// A request about a place.
    PositionParams {
        text_document: TextDocumentIdentifier = "textDocument",
        position: Position = "position",
    }

    /// A request about a part of a text.
    RangeParams {
        text_document: TextDocumentIdentifier = "textDocument",
        range: Range = "range",
    }

    /// A request about several places.
    PositionsParams {
        text_document: TextDocumentIdentifier = "textDocument",
        positions: Vec<Position> = "positions",
    }

    /// `textDocument/onTypeFormatting`
    OnTypeFormattingParams {
        at: PositionParams = same,
        ch: String = "ch",
    }

    /// `textDocument/semanticTokens/full/delta`
    TokensDeltaParams {
        text_document: TextDocumentIdentifier = "textDocument",
        previous_result_id: String = "previousResultId",
    }

    /// `textDocument/references`
    ReferenceParams {
        at: PositionParams = same,
        context: ReferenceContext = "context",
    }

    /// What of the references is wanted.
    ReferenceContext { include_declaration: bool = "includeDeclaration" }

    /// `textDocument/rename`
    RenameParams {
        at: PositionParams = same,
        new_name: String = "newName",
    }

    /// `callHierarchy/incomingCalls` and `callHierarchy/outgoingCalls`
    CallsParams { item: CallHierarchyItem = "item" }

    /// An item that the client got before.
    CallHierarchyItem {
        uri: Uri = "uri",
        selection_range: Range = "selectionRange",
    }

    /// `workspace/symbol`
    WorkspaceSymbolParams { query: String = "query" }

    /// `textDocument/didOpen`
    DidOpenParams { text_document: TextDocumentItem = "textDocument" }

    /// A text with what is in it.
    TextDocumentItem {
        uri: Uri = "uri",
        version: i32 = "version",
        text: String = "text",
    }

    /// `textDocument/didChange`
    DidChangeParams {
        text_document: VersionedTextDocument = "textDocument",
        content_changes: Vec<ContentChange> = "contentChanges",
    }

    /// A version of a text.
    VersionedTextDocument {
        uri: Uri = "uri",
        version: i32 = "version",
    }

    /// A change of a part of a text, or of all of it.
    ContentChange {
        range: Option<Range> = "range",
        text: String = "text",
    }

    /// `workspace/didChangeWatchedFiles`
    DidChangeFilesParams { changes: Vec<TextDocumentIdentifier> = "changes" }

    /// `workspace/didChangeWorkspaceFolders`
    DidChangeFoldersParams { event: FoldersChange = "event" }

    /// Folders that come and go.
    FoldersChange {
        added: Vec<TextDocumentIdentifier> = "added",
        removed: Vec<TextDocumentIdentifier> = "removed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn parameters_are_read() {
        let place = json!({ "line": 1, "character": 2 });
        let rename = json!({ "textDocument": { "uri": "file:///a" }, "position": place, "newName": "b", "more": 1 });
        let read = RenameParams::read(&rename).unwrap();
        assert_eq!((read.at.text_document.uri.0.as_str(), read.at.position.character), ("file:///a", 2));
        assert_eq!(read.new_name, "b");
        let changes = json!([{ "range": { "start": place, "end": place }, "text": "x" }, { "text": "y" }]);
        let change = json!({ "textDocument": { "uri": "a", "version": -3 }, "contentChanges": changes });
        let read = DidChangeParams::read(&change).unwrap();
        assert_eq!(read.text_document.version, -3);
        assert_eq!(read.content_changes[0].range, Some(Range { start: read_place(), end: read_place() }));
        assert_eq!(read.content_changes[1].range, None);
    }

    fn read_place() -> Position {
        Position { line: 1, character: 2 }
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let error = |value: Value| PositionParams::read(&value).unwrap_err();
        assert_eq!(error(json!([])), "found [], expected an object");
        assert_eq!(error(json!({ "textDocument": 1 })), "textDocument: found 1, expected an object");
        let without = json!({ "textDocument": { "uri": "a" }, "position": { "line": 1 } });
        assert_eq!(error(without), "position: character: found null, expected an unsigned number");
        let negative = json!({ "textDocument": { "uri": "a" }, "position": { "line": -1, "character": 0 } });
        assert_eq!(error(negative), "position: line: found -1, expected an unsigned number");
    }
}
