//! Patterns on the lines of a dump.
//!
//! A pattern matches a part of a line. A space matches any number of spaces, `{*}` any text, and `{name}` a word: any
//! word at its first use, the same one later.

use std::collections::BTreeMap;

/// The words bound to names.
pub(crate) type Words = BTreeMap<String, String>;

/// Matches a pattern with a line; on success `words` has the bindings.
pub(crate) fn matches(pattern: &str, line: &str, words: &mut Words) -> bool {
    let pieces = pieces(pattern);
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let starts = line.char_indices().map(|(at, _)| at).chain([line.len()]);
    for start in starts {
        let mut tried = words.clone();
        if matches_here(&pieces, &line[start..], &mut tried) {
            *words = tried;
            return true;
        }
    }
    false
}

/// A part of a pattern.
#[derive(Debug)]
enum Piece {
    Text(String),
    Anything,
    Word(String),
}

fn pieces(pattern: &str) -> Vec<Piece> {
    let pattern = pattern.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut pieces = Vec::new();
    let mut rest = pattern.as_str();
    while let Some(start) = rest.find('{') {
        let Some(length) = rest[start..].find('}') else { break };
        let name = &rest[start + 1..start + length];
        let is_name = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        if name != "*" && !is_name {
            break;
        }
        pieces.push(Piece::Text(rest[..start].to_owned()));
        pieces.push(if name == "*" { Piece::Anything } else { Piece::Word(name.to_owned()) });
        rest = &rest[start + length + 1..];
    }
    pieces.push(Piece::Text(rest.to_owned()));
    pieces
}

fn matches_here(pieces: &[Piece], line: &str, words: &mut Words) -> bool {
    let Some((first, others)) = pieces.split_first() else { return true };
    match first {
        Piece::Text(text) => line.strip_prefix(text.as_str()).is_some_and(|rest| matches_here(others, rest, words)),
        Piece::Anything => {
            (0..=line.len()).filter(|&at| line.is_char_boundary(at)).any(|at| matches_here(others, &line[at..], words))
        }
        Piece::Word(name) => {
            let end = line.find(|letter: char| !is_word(letter)).unwrap_or(line.len());
            let known = words.get(name).cloned();
            match known {
                Some(word) => line[..end] == word && matches_here(others, &line[end..], words),
                None if end == 0 => false,
                None => {
                    words.insert(name.clone(), line[..end].to_owned());
                    matches_here(others, &line[end..], words)
                }
            }
        }
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '%' | '$' | '.' | '@' | '#')
}

/// Checks patterns against the lines of a dump. The error says which pattern failed.
pub(crate) fn check(checks: &[crate::directives::Check], dump: &str) -> Result<(), String> {
    use crate::directives::Check;
    let lines: Vec<&str> = dump.lines().collect();
    let mut words = Words::new();
    let mut next = 0;
    for check in checks {
        match check {
            Check::Line(pattern) => {
                let found = (next..lines.len()).find(|&index| matches(pattern, lines[index], &mut words));
                next = found.ok_or_else(|| format!("no line from line {} on matches\n    {pattern}", next + 1))? + 1;
            }
            Check::Not(pattern) => {
                if let Some(line) = lines.iter().find(|line| matches(pattern, line, &mut words.clone())) {
                    return Err(format!("the line\n    {line}\nmatches\n    {pattern}"));
                }
            }
        }
    }
    Ok(())
}
