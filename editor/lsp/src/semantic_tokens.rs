//! `textDocument/semanticTokens`: classes of tokens, whole, of a range, or as changes of what the client has.

use crate::capabilities::{TOKEN_MODIFIERS, TOKEN_TYPES};
use crate::protocol::{Range, TokensDeltaParams, Uri};
use crate::request_file::{json, request_file};
use crate::session::{Answer, Session};
use ide::Class;
use serde_json::{Value, json};

/// The numbers for a token, as the protocol has them.
const PER_TOKEN: usize = 5;

/// `textDocument/semanticTokens/full`
pub(crate) fn full(server: &mut Session, uri: &Uri) -> Answer {
    let (path, data) = tokens(server, uri, None)?;
    let number = remember(server, path, data.clone());
    json(json!({ "resultId": number.to_string(), "data": data }))
}

/// `textDocument/semanticTokens/range`
pub(crate) fn of_range(server: &mut Session, uri: &Uri, range: Range) -> Answer {
    let (_, data) = tokens(server, uri, Some(range))?;
    json(json!({ "data": data }))
}

/// `textDocument/semanticTokens/full/delta`: one change; all of them for a client that has others than it got last.
pub(crate) fn delta(server: &mut Session, params: &TokensDeltaParams) -> Answer {
    let (path, data) = tokens(server, &params.text_document.uri, None)?;
    let known = server.sent_tokens.get(&path).filter(|sent| sent.number.to_string() == params.previous_result_id);
    let edits = known.map(|sent| edits(&sent.data, &data));
    let number = remember(server, path, data.clone()).to_string();
    match edits {
        Some(edits) => json(json!({ "resultId": number, "edits": edits })),
        None => json(json!({ "resultId": number, "data": data })),
    }
}

fn remember(server: &mut Session, path: String, data: Vec<u32>) -> u64 {
    let sent = server.sent_tokens.entry(path).or_default();
    sent.number += 1;
    sent.data = data;
    sent.number
}

/// The change from some numbers to others: at most one.
fn edits(old: &[u32], new: &[u32]) -> Vec<Value> {
    let same = |(one, other): &(&u32, &u32)| one == other;
    let start = old.iter().zip(new).take_while(same).count();
    let end = old[start..].iter().rev().zip(new[start..].iter().rev()).take_while(same).count();
    let (removed, added) = (old.len() - start - end, &new[start..new.len() - end]);
    let is_any = removed > 0 || !added.is_empty();
    is_any.then(|| json!({ "start": start, "deleteCount": removed, "data": added })).into_iter().collect()
}

/// The path of a file, and its tokens as numbers.
fn tokens(
    server: &mut Session,
    uri: &Uri,
    within: Option<Range>,
) -> Result<(String, Vec<u32>), crate::session::Refusal> {
    let file = request_file(server, uri)?;
    let wanted = within.map_or(0..u32::MAX, |range| file.lines.offsets(range));
    let all = ide::highlight(&file.document.source, file.snapshot.as_deref(), &file.path);
    let mut data = Vec::with_capacity(all.len() * PER_TOKEN);
    let (mut line, mut column) = (0, 0);
    for token in all.iter().filter(|token| token.range.start < wanted.end && token.range.end > wanted.start) {
        let bits = [token.is_builtin, token.is_declaration, token.is_readonly];
        debug_assert_eq!(bits.len(), TOKEN_MODIFIERS.len());
        let bits: u32 = bits.iter().enumerate().map(|(bit, &set)| u32::from(set) << bit).sum();
        for (on, at, length) in file.lines.per_line(&token.range) {
            let start = if on == line { at - column } else { at };
            data.extend([on - line, start, length, class_number(token.class), bits]);
            (line, column) = (on, at);
        }
    }
    Ok((file.path, data))
}

fn class_number(class: Class) -> u32 {
    let name = match class {
        Class::Keyword => "keyword",
        Class::Modifier => "modifier",
        Class::Type => "type",
        Class::Struct => "struct",
        Class::Enum => "enum",
        Class::EnumMember => "enumMember",
        Class::Namespace => "namespace",
        Class::TypeParameter => "typeParameter",
        Class::Function => "function",
        Class::Method => "method",
        Class::Macro => "macro",
        Class::Variable => "variable",
        Class::Parameter => "parameter",
        Class::Property => "property",
        Class::Decorator => "decorator",
        Class::Comment => "comment",
        Class::String => "string",
        Class::Number => "number",
        Class::Operator => "operator",
    };
    TOKEN_TYPES.iter().position(|known| *known == name).unwrap_or_default() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_tokens_is_one_edit() {
        assert_eq!(edits(&[1, 2, 3, 4], &[1, 9, 9, 4]), [json!({ "start": 1, "deleteCount": 2, "data": [9, 9] })]);
        assert_eq!(edits(&[1, 1], &[1, 1, 1]), [json!({ "start": 2, "deleteCount": 0, "data": [1] })]);
        assert!(edits(&[1], &[1]).is_empty());
    }
}
