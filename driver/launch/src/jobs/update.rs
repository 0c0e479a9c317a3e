//! Job files with new expected results. The rest of their text stays as it is.

use super::expectation::Update;
use crate::kernels::element::Element;
use library::files::names::to_text;
use library::files::reading;
use library::files::staged::Staged;
use serde_json::Value;
use std::ops::Range;
use std::path::Path;

/// The limit of characters in a line of numbers.
const MOST_COLUMNS: usize = 100;

/// New expected contents of a binding.
pub(super) struct Change {
    /// The job's index in its file.
    pub(super) job: usize,
    /// The name of the binding.
    pub(super) name: String,
    pub(super) update: Update,
}

/// Writes the changes of a file's jobs, there and in the files that they name.
pub(super) fn write(file: &Path, changes: &[Change]) -> Result<(), String> {
    let name = to_text(file.as_os_str());
    let bytes = reading::read_bytes(&name).map_err(|error| format!("cannot read '{name}': {error}"))?;
    let text = String::from_utf8(bytes).map_err(|error| format!("cannot read '{name}': {error}"))?;
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut staged = Staged::over_inputs();
    let failed = |error: library::files::staged::NotWritten| format!("cannot write '{}': {}", error.file, error.reason);
    for Change { job, name, update } in changes {
        match update {
            Update::Numbers(element, bytes) => {
                let place = place(&text, *job, name)
                    .ok_or_else(|| format!("cannot update the expected contents of '{name}'"))?;
                edits.push((place.clone(), numbers(&text, place, *element, bytes)));
            }
            Update::File(path, bytes) => staged.write(&to_text(path.as_os_str()), bytes).map_err(failed)?,
        }
    }
    if !edits.is_empty() {
        edits.sort_by_key(|(range, _)| range.start);
        let mut new = text;
        for (range, with) in edits.iter().rev() {
            new.replace_range(range.clone(), with);
        }
        staged.write(&name, new.as_bytes()).map_err(failed)?;
    }
    staged.commit().map_err(failed)
}

/// The range of the numbers that a job expects of a binding: a list, or a text.
fn place(text: &str, job: usize, name: &str) -> Option<Range<usize>> {
    let whole = 0..text.len();
    let job = match field(text, whole.clone(), "jobs") {
        Some(list) => item(text, list, job)?,
        None => whole,
    };
    let expected = field(text, field(text, job, "expect")?, name)?;
    if !text[expected.clone()].trim_start().starts_with('{') {
        return Some(expected);
    }
    let names: serde_json::Map<String, Value> = serde_json::from_str(&text[expected.clone()]).ok()?;
    let holds = |key: &&String| *key == "contents" || Element::from_name(key).is_some();
    field(text, expected, names.keys().find(holds)?)
}

/// Numbers in the format of those that they replace.
fn numbers(text: &str, old: Range<usize>, element: Element, bytes: &[u8]) -> String {
    let shown = element.split(bytes).map(|bits| element.show(bits));
    if text[old.clone()].starts_with('"') {
        return format!("\"{}:{}\"", element.name(), shown.collect::<Vec<_>>().join(","));
    }
    // JSON has no NaN and no infinities.
    let quoted = |number: String| if number.contains(['N', 'i']) { format!("\"{number}\"") } else { number };
    let shown: Vec<String> = shown.map(quoted).collect();
    let line = format!("[{}]", shown.join(", "));
    let start = text[..old.start].rfind('\n').map_or(0, |at| at + 1);
    if old.start - start + line.len() <= MOST_COLUMNS {
        return line;
    }
    let indent: String =
        text[start..].chars().take_while(|character| character.is_whitespace() && *character != '\n').collect();
    let mut out = "[".to_owned();
    let mut column = usize::MAX;
    for (index, number) in shown.iter().enumerate() {
        if column.saturating_add(number.len() + 2) > MOST_COLUMNS {
            out.truncate(out.trim_end_matches(' ').len());
            out.push_str(&format!("\n{indent}    "));
            column = indent.len() + 4;
        }
        let end = if index + 1 < shown.len() { ", " } else { "" };
        out.push_str(&format!("{number}{end}"));
        column += number.len() + 2;
    }
    out + &format!("\n{indent}]")
}

/// The value of an object's field. The last one counts, as for the reader.
fn field(text: &str, object: Range<usize>, name: &str) -> Option<Range<usize>> {
    let mut found = None;
    each(text, object, '{', |key, value| {
        let key: Option<String> = key.and_then(|key| serde_json::from_str(&text[key]).ok());
        if key.as_deref() == Some(name) {
            found = Some(value);
        }
    })?;
    found
}

/// An item of a list.
fn item(text: &str, list: Range<usize>, index: usize) -> Option<Range<usize>> {
    let mut all = Vec::new();
    each(text, list, '[', |_, value| all.push(value))?;
    all.into_iter().nth(index)
}

/// Calls a function with the values of an object or list, which is known to be well formed, and their keys.
fn each(
    text: &str,
    range: Range<usize>,
    open: char,
    mut take: impl FnMut(Option<Range<usize>>, Range<usize>),
) -> Option<()> {
    let mut at = skip(text, range.start);
    if !text[at..].starts_with(open) {
        return None;
    }
    at = skip(text, at + 1);
    while !text[at..].starts_with(['}', ']']) {
        let first = at..end(text, at)?;
        at = skip(text, first.end);
        if text[at..].starts_with(':') {
            let start = skip(text, at + 1);
            let value = start..end(text, start)?;
            at = skip(text, value.end);
            take(Some(first), value);
        } else {
            take(None, first);
        }
        if text[at..].starts_with(',') {
            at = skip(text, at + 1);
        }
    }
    Some(())
}

/// The next position that is not white space.
fn skip(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start().len()
}

/// The end of the value that starts here.
fn end(text: &str, at: usize) -> Option<usize> {
    let (mut depth, mut in_text, mut is_escaped) = (0usize, false, false);
    for (offset, character) in text[at..].char_indices() {
        let here = at + offset;
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' if in_text => is_escaped = true,
            '"' => {
                in_text = !in_text;
                if !in_text && depth == 0 {
                    return Some(here + 1);
                }
            }
            _ if in_text => {}
            '[' | '{' => depth += 1,
            ',' | ':' | ']' | '}' if depth == 0 => return Some(at + text[at..here].trim_end().len()),
            ']' | '}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(here + 1);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_in_the_text() {
        let text = r#"{"jobs": [{"name": "], {", "expect": {"y": "u32:1"}},
            {"expect": {"x": {"ulp": 1, "f32": [1, "nan"]}, "y": { "contents" : "u32:1" }}}]}"#;
        let at = |job, name| place(text, job, name).map(|range| &text[range]);
        assert_eq!(at(0, "y"), Some("\"u32:1\""));
        assert_eq!(at(1, "x"), Some("[1, \"nan\"]"));
        assert_eq!((at(1, "y"), at(1, "z"), at(2, "y")), (Some("\"u32:1\""), None, None));
    }

    #[test]
    fn long_lists_have_several_lines() {
        let bytes: Vec<u8> = (0..40u32).flat_map(|number| (number + 1000).to_le_bytes()).collect();
        let text = "  \"u32\": [1]";
        let new = numbers(text, 9..12, Element::Uint(4), &bytes);
        assert!(new.starts_with("[\n      1000, 1001,") && new.ends_with("1039\n  ]"), "{new}");
        assert!(new.lines().all(|line| line.len() <= MOST_COLUMNS && !line.ends_with(' ')), "{new}");
        assert_eq!(numbers(text, 9..12, Element::Float(4), &f32::NAN.to_le_bytes()), "[\"NaN\"]");
    }
}
