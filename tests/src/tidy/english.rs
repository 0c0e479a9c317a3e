//! Phrases that engineers of the field do not use: none is in a string, a comment or a document.
//!
//! It owns the list of these phrases and their replacements. It must not know which messages there are.

use super::documents::{GENERATED, is_written, tree};
use super::{sources, verdict};
use crate::collect::workspace;
use libtest_mimic::Failed;
use proc_macro2::{TokenStream, TokenTree};

/// Each phrase, and what to write instead.
const DISCOURAGED: &[(&str, &str)] = &[
    ("nobody", "uninitialized, unused, no thread"),
    ("somebody", "the user, the caller"),
    ("whoever", "the user, the caller"),
    ("at hand", "current, available"),
    ("puts in", "inserts"),
    ("so many", "this many, the given number of"),
    ("is no", "is not a"),
    ("are no", "are not"),
    ("was no", "was not a"),
    ("what is no", "a non-"),
    ("that which", "what"),
    ("has given a value", "is uninitialized"),
    ("stands here", "is here"),
    ("stands in", "is in"),
    ("stands at", "is at"),
    ("stands on", "is on"),
    ("stands for", "represents, denotes"),
    ("stands before", "precedes"),
    ("stands behind", "follows"),
    ("stand in", "are in"),
    ("stand behind", "follow"),
    ("stand before", "precede"),
    ("stand for", "represent"),
    ("comes to be", "originates"),
    ("asks for", "requires, requests"),
    ("in the place of", "instead of"),
    ("and its kin", "and similar functions"),
    ("and their kin", "and similar functions"),
    ("hands over", "passes"),
    ("handed over", "passed"),
    ("hands on", "passes on"),
    ("handed on", "passed on"),
    ("handed to", "passed to"),
    ("mistake of the compiler", "compiler bug"),
    ("as it stands", "unchanged"),
    ("told of", "reported"),
    ("is looked at", "is checked"),
    ("are looked at", "are checked"),
    ("looks at", "examines"),
];

/// Words after `is no` and `are no` that make standard English of it.
const AFTER_NO: &[&str] = &["longer", "more", "less", "such", "one", "way", "other", "need", "better", "worse"];

pub(super) fn phrases_are_of_the_field() -> Result<(), Failed> {
    let mut problems = Vec::new();
    let is_list = |path: &str| path.ends_with("tidy/english.rs");
    for (path, text) in sources().into_iter().filter(|(path, _)| !is_list(path)) {
        let tokens: TokenStream = text.parse()?;
        let mut report = |line: usize, text: &str| {
            problems.extend(found(text).map(|(phrase, instead)| format!("{path}:{line}: '{phrase}': {instead}")));
        };
        strings(tokens, &mut report);
        let comments = (1..).zip(text.lines()).filter(|(_, line)| line.trim_start().starts_with("// "));
        comments.for_each(|(number, line)| report(number, line));
        let lines = (2..).zip(text.lines().zip(text.lines().skip(1)));
        let unclear = lines.filter(|(_, (before, line))| continues_another_item(before, line));
        problems.extend(
            unclear.map(|(number, _)| format!("{path}:{number}: 'The same': say what, without the item above")),
        );
    }
    let tree = tree()?;
    for path in tree.iter().filter(|path| is_written(path) || path.starts_with(GENERATED)) {
        let text = std::fs::read_to_string(workspace().join(path))?;
        for (number, line) in (1..).zip(text.lines()) {
            problems.extend(found(line).map(|(phrase, instead)| format!("{path}:{number}: '{phrase}': {instead}")));
        }
    }
    problems.sort_unstable();
    problems.dedup();
    verdict(problems)
}

/// Passes each string literal to `report`, with its line. A documentation comment is one as well.
fn strings(tokens: TokenStream, report: &mut impl FnMut(usize, &str)) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => strings(group.stream(), report),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if text.contains('"') {
                    report(literal.span().start().line, &text.replace("\\\n", " "));
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// Returns whether a documentation comment begins with a reference to the item above, which an editor does not show with it.
fn continues_another_item(before: &str, line: &str) -> bool {
    line.trim_start().starts_with("/// The same") && !before.trim_start().starts_with("///")
}

/// The discouraged phrases in a text.
fn found(text: &str) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    let words: Vec<String> = text.split_whitespace().map(bare).collect();
    DISCOURAGED.iter().filter(move |(phrase, _)| {
        let length = phrase.split(' ').count();
        let is_at = |at: usize| words[at..].iter().take(length).eq(phrase.split(' '));
        (0..words.len()).any(|at| is_at(at) && (!phrase.ends_with(" no") || is_odd(&words, at)))
    })
}

/// Returns whether `is no` at this word is odd: not after `there`, and before a noun.
fn is_odd(words: &[String], at: usize) -> bool {
    let is_existence = at > 0 && words[at - 1] == "there";
    let after = words.get(at + 2).map_or("", String::as_str);
    !is_existence && !after.is_empty() && !AFTER_NO.contains(&after)
}

/// A word in lower case, without the punctuation around it.
fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// The check finds phrases across punctuation and line ends, and no others.
pub(super) fn odd_phrases_are_found() -> Result<(), Failed> {
    let first = |text| found(text).map(|(phrase, _)| *phrase).next();
    let cases = [
        ("a value (which nobody wrote)", Some("nobody")),
        ("'x' is no\n    number", Some("is no")),
        ("there is no number", None),
        ("it is no longer here", None),
        ("a stands-for relation", None),
        ("this stands for that", Some("stands for")),
    ];
    let wrong = cases.iter().filter(|(text, wanted)| first(text) != *wanted).map(|(text, _)| (*text).to_owned());
    verdict(wrong.collect())
}
