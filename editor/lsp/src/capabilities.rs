//! What the server can do, and what it takes from what the client can.

use crate::command_names;
use ide::Encoding;
use serde_json::{Value, json};

/// The classes of tokens by their numbers in the protocol; `semantic_tokens` has the numbers.
pub(crate) const TOKEN_TYPES: &[&str] = &[
    "keyword",
    "modifier",
    "type",
    "struct",
    "enum",
    "enumMember",
    "namespace",
    "typeParameter",
    "function",
    "method",
    "macro",
    "variable",
    "parameter",
    "property",
    "decorator",
    "comment",
    "string",
    "number",
    "operator",
];

/// The properties of tokens, by their bits.
pub(crate) const TOKEN_MODIFIERS: &[&str] = &["defaultLibrary", "declaration", "readonly"];

/// The unit of columns: the first of the client's that is known, which its own texts have.
pub(crate) fn encoding(params: &Value) -> Encoding {
    let offered = params.pointer("/capabilities/general/positionEncodings").and_then(Value::as_array);
    let known = offered.into_iter().flatten().find_map(|kind| match kind.as_str()? {
        "utf-8" => Some(Encoding::Utf8),
        "utf-16" => Some(Encoding::Utf16),
        "utf-32" => Some(Encoding::Utf32),
        _ => None,
    });
    known.unwrap_or_default()
}

/// The answer to `initialize`.
pub(crate) fn answer(encoding: Encoding) -> Value {
    let encoding = match encoding {
        Encoding::Utf8 => "utf-8",
        Encoding::Utf16 => "utf-16",
        Encoding::Utf32 => "utf-32",
    };
    json!({
        "capabilities": {
            "positionEncoding": encoding,
            "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
            "completionProvider": { "triggerCharacters": [".", ":", "[", "#", "\"", "<", "/"] },
            "hoverProvider": true,
            "signatureHelpProvider": { "triggerCharacters": ["(", ","], "retriggerCharacters": [")"] },
            "definitionProvider": true,
            "declarationProvider": true,
            "typeDefinitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "renameProvider": { "prepareProvider": true },
            "callHierarchyProvider": true,
            "inlayHintProvider": true,
            "workspaceSymbolProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix"] },
            "documentFormattingProvider": true,
            "documentRangeFormattingProvider": true,
            "documentOnTypeFormattingProvider": { "firstTriggerCharacter": "}", "moreTriggerCharacter": [";", "\n"] },
            "semanticTokensProvider": {
                "legend": { "tokenTypes": TOKEN_TYPES, "tokenModifiers": TOKEN_MODIFIERS },
                "full": { "delta": true },
                "range": true,
            },
            "foldingRangeProvider": true,
            "selectionRangeProvider": true,
            "codeLensProvider": { "resolveProvider": false },
            "executeCommandProvider": { "commands": command_names::names() },
            "documentSymbolProvider": true,
            "documentLinkProvider": {},
            "workspace": { "workspaceFolders": { "supported": true, "changeNotifications": true } },
        },
        "serverInfo": { "name": "hlsl2spirv", "version": env!("CARGO_PKG_VERSION") },
    })
}
