//! The analyses that a request needs, older ones where they will do.

/// The analyses that a request needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// None: the text is enough.
    Nothing,
    /// The analysis of the file. An outdated one will do: positions are mapped through the edits since.
    Place,
    /// The newest one of the file.
    File,
    /// The newest ones of all roots.
    All,
}

/// Returns whether a request of a method looks through the whole project.
pub(crate) fn searches(method: &str) -> bool {
    matches!(method, "textDocument/references" | "textDocument/rename")
}

/// The analyses that a request of a method needs.
pub(crate) fn of(method: &str) -> Need {
    match method {
        "textDocument/hover"
        | "textDocument/completion"
        | "textDocument/signatureHelp"
        | "textDocument/definition"
        | "textDocument/declaration"
        | "textDocument/typeDefinition"
        | "textDocument/documentHighlight" => Need::Place,
        "textDocument/codeAction"
        | "textDocument/semanticTokens/full"
        | "textDocument/semanticTokens/full/delta"
        | "textDocument/semanticTokens/range"
        | "textDocument/codeLens"
        | "textDocument/documentSymbol"
        | "textDocument/documentLink"
        | "textDocument/inlayHint"
        | "textDocument/prepareRename"
        | "textDocument/prepareCallHierarchy" => Need::File,
        "textDocument/references"
        | "textDocument/rename"
        | "callHierarchy/incomingCalls"
        | "callHierarchy/outgoingCalls"
        | "workspace/symbol" => Need::All,
        _ => Need::Nothing,
    }
}
