//! The file that a request is about, and how results become JSON.

use crate::convert::{Lines, path_of};
use crate::documents::Document;
use crate::protocol::{PositionParams, Uri};
use crate::session::{Answer, Refusal, Session};
use ide::{Snapshot, Source, SymbolKind, identity};
use lsp_server::ErrorCode;
use serde::Serialize;
use std::borrow::Cow;
use std::sync::Arc;

/// A result as JSON.
pub(crate) fn json<T: Serialize>(result: T) -> Answer {
    serde_json::to_value(result).map_err(|error| Refusal { code: ErrorCode::InternalError, text: error.to_string() })
}

/// An open file with its analysis.
pub(crate) struct RequestFile<'a> {
    pub(crate) path: String,
    pub(crate) document: &'a Document,
    /// The lines of the document, for ranges of the text that was analysed.
    pub(crate) lines: Lines<'a>,
    /// The text that was analysed.
    pub(crate) source: Cow<'a, Source>,
    pub(crate) snapshot: Option<Arc<Snapshot>>,
}

/// The file that a request is about. Its analysis is made first, unless an older one will do.
pub(crate) fn request_file<'a>(server: &'a mut Session, uri: &Uri) -> Result<RequestFile<'a>, Refusal> {
    let path = identity(&path_of(&uri.0));
    let snapshot = server.snapshot(&path);
    if snapshot.is_none() && server.takes_older() {
        return Err(not_yet());
    }
    let document = known(server, &path)?;
    let old = snapshot.as_deref().filter(|_| server.takes_older()).and_then(|snapshot| snapshot.text(&path));
    let (source, lines) = match old.filter(|old| *old != &**document.text()) {
        Some(old) => (Cow::Owned(Source::new(old.into())), Lines::since(old, document.text(), server.encoding)),
        None => (Cow::Borrowed(&document.source), Lines::new(document.text(), server.encoding)),
    };
    Ok(RequestFile { path, document, lines, source, snapshot })
}

/// The refusal of a question that an older analysis cannot answer.
pub(crate) fn not_yet() -> Refusal {
    Refusal { code: ErrorCode::ContentModified, text: "document has changed".to_owned() }
}

/// The open text of a path.
pub(crate) fn known<'a>(server: &'a Session, path: &str) -> Result<&'a Document, Refusal> {
    let not_open = || Refusal { code: ErrorCode::InvalidParams, text: format!("'{path}' is not open") };
    server.documents.get(path).ok_or_else(not_open)
}

/// The file that a request is about, and the offset in the text that was analysed.
pub(crate) fn request_place<'a>(
    server: &'a mut Session,
    params: &PositionParams,
) -> Result<(RequestFile<'a>, u32), Refusal> {
    let file = request_file(server, &params.text_document.uri)?;
    let new = file.lines.offset(params.position);
    let (old, now) = (&file.source.text, file.document.text());
    let offset = file.lines.drift().back_at_word(old, now, new).ok_or_else(not_yet)?;
    Ok((file, offset))
}

/// The number of a kind of symbols in the protocol.
pub(crate) fn symbol_kind(kind: SymbolKind) -> u32 {
    match kind {
        SymbolKind::Namespace => 3,
        SymbolKind::Struct => 23,
        SymbolKind::Class | SymbolKind::Alias => 5,
        SymbolKind::Interface => 11,
        SymbolKind::Enum => 10,
        SymbolKind::EnumMember => 22,
        SymbolKind::Buffer => 19,
        SymbolKind::Function => 12,
        SymbolKind::Method => 6,
        SymbolKind::Variable => 13,
        SymbolKind::Field => 8,
        SymbolKind::Macro => 14,
    }
}
