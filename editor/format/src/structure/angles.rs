//! The `<` that open template arguments.
//!
//! Without knowledge of names this is a guess, which affects white space alone. Knows items; must not know layout.

use crate::items::{Bracket, Item, Kind, Word};

/// The limit of items between the brackets.
const MOST: usize = 64;

/// Returns whether the `<` at an index opens template arguments.
pub(super) fn opens(items: &[Item], at: usize) -> bool {
    let Some(before) = items[..at].last() else { return false };
    let Kind::Word(word) = before.kind else { return false };
    let is_known = matches!(word, Word::Template | Word::Generic);
    if !is_known && (items[at].gap || word != Word::Name) {
        return false;
    }
    let mut depth = 0;
    for (index, item) in items.iter().enumerate().skip(at).take(MOST) {
        match item.kind {
            Kind::Less => depth += 1,
            Kind::Greater => depth -= 1,
            Kind::Word(_) | Kind::Number | Kind::Comma | Kind::Scope | Kind::BlockComment => {}
            Kind::Open(Bracket::Brace) | Kind::Close(Bracket::Brace) | Kind::Semicolon | Kind::Directive(_) => {
                return false;
            }
            _ if is_known => {}
            Kind::Either(_) | Kind::Odd | Kind::Text => {}
            _ => return false,
        }
        if depth == 0 {
            return is_known || may_follow(items.get(index + 1).map(|next| next.kind));
        }
    }
    false
}

/// Returns whether this may follow template arguments, and cannot be the right side of a comparison.
fn may_follow(next: Option<Kind>) -> bool {
    !matches!(next, Some(Kind::Number | Kind::Text | Kind::Prefix | Kind::Step | Kind::Dot))
}
