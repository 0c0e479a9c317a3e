//! Help while one types and reads: signatures and hints.

use crate::protocol::{PositionParams, RangeParams};
use crate::request_file::{json, request_file};
use crate::session::{Answer, Session};
use ide::HintKind;
use serde_json::{Value, json};

/// `textDocument/signatureHelp`
pub(crate) fn signature_help(server: &mut Session, params: &PositionParams) -> Answer {
    let file = request_file(server, &params.text_document.uri)?;
    // The call is being typed: it is read from the text as it is.
    let offset = file.lines.offset(params.position);
    let found = ide::signatures(&file.document.source, file.snapshot.as_deref(), &file.path, offset);
    let Some(found) = found else { return Ok(Value::Null) };
    // Offsets in labels count in UTF-16 units; heads are ASCII but for names, which are too.
    let signatures = found.all.iter().map(|signature| {
        let params = signature.params.iter().map(|param| json!({ "label": [param.start, param.end] }));
        json!({
            "label": signature.label,
            "documentation": { "kind": "markdown", "value": signature.markdown },
            "parameters": params.collect::<Vec<_>>(),
        })
    });
    json(json!({
        "signatures": signatures.collect::<Vec<_>>(),
        "activeSignature": found.active,
        "activeParameter": found.argument,
    }))
}

/// `textDocument/inlayHint`
pub(crate) fn inlay_hints(server: &mut Session, params: &RangeParams) -> Answer {
    let wanted = server.preferences.inlay_hints;
    let file = request_file(server, &params.text_document.uri)?;
    let Some(snapshot) = file.snapshot else { return Ok(Value::Null) };
    let within = file.lines.offsets(params.range);
    let hints = ide::hints(&snapshot, &file.path, &within).into_iter().filter(|hint| wanted.shows(hint.kind));
    let hints = hints.map(|hint| {
        let position = file.lines.position(hint.offset);
        match hint.kind {
            HintKind::Parameter | HintKind::Conversion => {
                json!({ "position": position, "label": hint.text, "kind": 2, "paddingRight": true })
            }
            HintKind::Layout | HintKind::Threads => {
                json!({ "position": position, "label": hint.text, "paddingLeft": true })
            }
        }
    });
    json(hints.collect::<Vec<_>>())
}
