//! Requests about open files: each becomes a question to `ide`, and the answer a result of the protocol.

use crate::actions;
use crate::assist;
use crate::commands;
use crate::convert::{Lines, path_of, uri_of};
use crate::lenses;
use crate::navigation;
use crate::protocol::{
    DocumentParams, OnTypeFormattingParams, Position, PositionParams, PositionsParams, RangeParams, TextEdit, Uri,
};
use crate::request_file::{json, known, not_yet, request_file, request_place, symbol_kind};
use crate::semantic_tokens;
use crate::session::{Answer, Refusal, Session, parse};
use ide::{CompletionKind, Fold, Symbol, TextRange, identity};
use lsp_server::ErrorCode;
use serde_json::{Value, json};

/// Answers a request.
pub(crate) fn answer(server: &mut Session, method: &str, params: Value) -> Answer {
    match method {
        "textDocument/hover" => hover(server, &parse(&params)?),
        "textDocument/completion" => completion(server, &parse(&params)?),
        "textDocument/codeAction" => code_action(server, &parse(&params)?),
        "textDocument/formatting" => formatting(server, &parse(&params)?),
        "textDocument/rangeFormatting" => range_formatting(server, &parse(&params)?),
        "textDocument/onTypeFormatting" => on_type_formatting(server, &parse(&params)?),
        "textDocument/semanticTokens/full" => {
            let params: DocumentParams = parse(&params)?;
            semantic_tokens::full(server, &params.text_document.uri)
        }
        "textDocument/semanticTokens/full/delta" => semantic_tokens::delta(server, &parse(&params)?),
        "textDocument/semanticTokens/range" => {
            let params: RangeParams = parse(&params)?;
            semantic_tokens::of_range(server, &params.text_document.uri, params.range)
        }
        "textDocument/codeLens" => lenses::lenses(server, &parse(&params)?),
        "textDocument/selectionRange" => selection(server, &parse(&params)?),
        "workspace/executeCommand" => commands::at_once(server, &params),
        "hlsl2spirv/variants" => variants(server, &parse(&params)?),
        "textDocument/foldingRange" => folding(server, &parse(&params)?),
        "textDocument/documentSymbol" => symbols(server, &parse(&params)?),
        "textDocument/documentLink" => links(server, &parse(&params)?),
        "textDocument/signatureHelp" => assist::signature_help(server, &parse(&params)?),
        "textDocument/inlayHint" => assist::inlay_hints(server, &parse(&params)?),
        "textDocument/definition" | "textDocument/declaration" => {
            navigation::places(server, &parse(&params)?, ide::definition)
        }
        "textDocument/typeDefinition" => navigation::places(server, &parse(&params)?, ide::type_definition),
        "textDocument/references" => navigation::references(server, &parse(&params)?),
        "textDocument/documentHighlight" => navigation::highlights(server, &parse(&params)?),
        "textDocument/prepareRename" => navigation::prepare_rename(server, &parse(&params)?),
        "textDocument/rename" => navigation::rename(server, &parse(&params)?),
        "textDocument/prepareCallHierarchy" => navigation::prepare_calls(server, &parse(&params)?),
        "callHierarchy/incomingCalls" => navigation::calls(server, &parse(&params)?, ide::incoming, true),
        "callHierarchy/outgoingCalls" => navigation::calls(server, &parse(&params)?, ide::outgoing, false),
        "workspace/symbol" => navigation::search(server, &parse(&params)?),
        _ => Err(Refusal { code: ErrorCode::MethodNotFound, text: format!("unknown method '{method}'") }),
    }
}

fn markdown(value: &str) -> Value {
    json!({ "kind": "markdown", "value": value })
}

fn hover(server: &mut Session, params: &PositionParams) -> Answer {
    let (file, offset) = request_place(server, params)?;
    let found = ide::hover(&file.source, file.snapshot.as_deref(), &file.path, offset);
    let hover =
        found.map(|found| json!({ "contents": markdown(&found.markdown), "range": file.lines.range(&found.range) }));
    Ok(hover.unwrap_or(Value::Null))
}

fn completion(server: &mut Session, params: &PositionParams) -> Answer {
    let at = params;
    let (path, snapshot) = {
        let file = request_file(server, &at.text_document.uri)?;
        (file.path, file.snapshot)
    };
    let document = known(server, &path)?;
    let lines = Lines::new(document.text(), server.encoding);
    let found = ide::complete(&document.source, snapshot.as_deref(), &path, lines.offset(at.position), &server.files());
    if server.takes_older() && !found.is_founded {
        return Err(not_yet());
    }
    let range = lines.range(&found.range);
    let items = found.all.iter().map(|found| {
        let mut item = json!({
            "label": found.name,
            "kind": completion_kind(found.kind),
            "sortText": format!("{}{}", found.rank, found.name),
            "textEdit": TextEdit { range, new_text: found.name.clone() },
        });
        if !found.detail.is_empty() {
            item["detail"] = json!(found.detail);
        }
        if !found.markdown.is_empty() {
            item["documentation"] = markdown(&found.markdown);
        }
        item
    });
    json(json!({ "isIncomplete": found.is_cut || server.takes_older(), "items": items.collect::<Vec<_>>() }))
}

/// The number of a kind of completions in the protocol.
fn completion_kind(kind: CompletionKind) -> u32 {
    match kind {
        CompletionKind::Keyword => 14,
        CompletionKind::Type => 22,
        CompletionKind::Function => 3,
        CompletionKind::Method => 2,
        CompletionKind::Variable => 6,
        CompletionKind::Field => 5,
        CompletionKind::Macro | CompletionKind::Constant => 21,
        CompletionKind::File => 17,
        CompletionKind::Folder => 19,
        CompletionKind::Namespace => 9,
        CompletionKind::Decorator => 10,
    }
}

fn code_action(server: &mut Session, params: &RangeParams) -> Answer {
    let (path, uri) = {
        let file = request_file(server, &params.text_document.uri)?;
        (file.path, file.document.uri.clone())
    };
    let document = known(server, &path)?;
    let lines = Lines::new(document.text(), server.encoding);
    let wanted = lines.offsets(params.range);
    json(actions::fixes(server, &path, &uri, &wanted))
}

fn formatting(server: &mut Session, params: &DocumentParams) -> Answer {
    edits(server, &params.text_document.uri, |text, _, options| ide::document(text, options))
}

fn range_formatting(server: &mut Session, params: &RangeParams) -> Answer {
    let range = params.range;
    edits(server, &params.text_document.uri, |text, lines, options| ide::range(text, &lines.offsets(range), options))
}

fn on_type_formatting(server: &mut Session, params: &OnTypeFormattingParams) -> Answer {
    let typed = params.ch.chars().next().unwrap_or('\n');
    let position = params.at.position;
    edits(server, &params.at.text_document.uri, |text, lines, options| {
        ide::typed(text, lines.offset(position), typed, options)
    })
}

type Formatted = Result<Vec<format::Edit>, format::Failure>;

fn edits(server: &mut Session, uri: &Uri, run: impl FnOnce(&str, &Lines<'_>, &format::Options) -> Formatted) -> Answer {
    let failed = |text: String| Refusal { code: ErrorCode::RequestFailed, text };
    let path = identity(&path_of(&uri.0));
    let options = server.host.format_options(&path).map_err(failed)?;
    let document = known(server, &path)?;
    let lines = Lines::new(document.text(), server.encoding);
    let made = run(document.text(), &lines, &options).map_err(|error| failed(error.to_string()))?;
    json(made.iter().map(|edit| lines.edit(&(edit.start..edit.end), &edit.text)).collect::<Vec<_>>())
}

fn selection(server: &mut Session, params: &PositionsParams) -> Answer {
    let path = identity(&path_of(&params.text_document.uri.0));
    let document = known(server, &path)?;
    let lines = Lines::new(document.text(), server.encoding);
    let around = |position: &Position| {
        let ranges = ide::selections(&document.source, lines.offset(*position));
        let outwards = ranges.iter().rev();
        outwards.fold(Value::Null, |parent, range| match parent {
            Value::Null => json!({ "range": lines.range(range) }),
            parent => json!({ "range": lines.range(range), "parent": parent }),
        })
    };
    Ok(Value::Array(params.positions.iter().map(around).collect()))
}

/// `hlsl2spirv/variants`: the file that is compiled, the names of its variants, and the number of the one that counts.
fn variants(server: &mut Session, params: &DocumentParams) -> Answer {
    let path = identity(&path_of(&params.text_document.uri.0));
    let found = server
        .variants(&path)
        .map(|(root, names, chosen)| json!({ "root": uri_of(&root).0, "variants": names, "chosen": chosen }));
    Ok(found.unwrap_or(Value::Null))
}

fn folding(server: &mut Session, params: &DocumentParams) -> Answer {
    let path = identity(&path_of(&params.text_document.uri.0));
    let document = known(server, &path)?;
    let lines = Lines::new(document.text(), server.encoding);
    let folds = ide::folds(&document.source).into_iter().filter_map(|(range, fold)| {
        let range = lines.range(&range);
        let kind = match fold {
            Fold::Region => "region",
            Fold::Comment => "comment",
            Fold::Imports => "imports",
        };
        let (start, end) = (range.start, range.end);
        (start.line < end.line).then(|| {
            json!({
                "startLine": start.line,
                "startCharacter": start.character,
                "endLine": end.line,
                "endCharacter": end.character,
                "kind": kind,
            })
        })
    });
    json(folds.collect::<Vec<_>>())
}

fn symbols(server: &mut Session, params: &DocumentParams) -> Answer {
    let file = request_file(server, &params.text_document.uri)?;
    let Some(snapshot) = file.snapshot else { return Ok(Value::Null) };
    let outline = ide::outline(&snapshot, &file.path);
    Ok(Value::Array(outline.iter().map(|symbol| document_symbol(symbol, &file.lines)).collect()))
}

fn document_symbol(symbol: &Symbol, lines: &Lines<'_>) -> Value {
    let children: Vec<Value> = symbol.children.iter().map(|child| document_symbol(child, lines)).collect();
    // The protocol wants parts inside of the whole.
    let within = |range: &TextRange| lines.range(range);
    json!({
        "name": symbol.name,
        "detail": symbol.detail,
        "kind": symbol_kind(symbol.kind),
        "range": within(&symbol.range),
        "selectionRange": within(&symbol.name_range),
        "children": children,
    })
}

fn links(server: &mut Session, params: &DocumentParams) -> Answer {
    let file = request_file(server, &params.text_document.uri)?;
    let Some(snapshot) = file.snapshot else { return Ok(Value::Null) };
    let links = ide::links(&snapshot, &file.path);
    let links = links.iter().map(|(range, path)| json!({ "range": file.lines.range(range), "target": uri_of(path) }));
    Ok(links.collect())
}
