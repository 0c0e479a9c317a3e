//! The text about what is at a position.

use crate::describe::markdown;
use crate::members::receiver;
use crate::messages::{Message, messages};
use crate::navigate::symbols_at;
use crate::snapshot::Snapshot;
use crate::source::Source;
use crate::text::{TextRange, word_at};
use crate::vocabulary::{self, Word};
use frontend::token::TokenKind;

/// A text about something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The thing.
    pub range: TextRange,
    /// The text, as Markdown.
    pub markdown: String,
}

/// The text about what is at an offset: messages there, then what the name means.
pub fn hover(source: &Source, snapshot: Option<&Snapshot>, path: &str, offset: u32) -> Option<Hover> {
    let declared = snapshot.and_then(|snapshot| declared(snapshot, path, offset));
    let about = declared.or_else(|| member(source, snapshot, path, offset)).or_else(|| builtin(source, offset));
    let explained = snapshot.and_then(|snapshot| explanations(snapshot, path, offset));
    match (about, explained) {
        (Some(about), Some(why)) => {
            Some(Hover { markdown: format!("{}\n\n---\n\n{}", about.markdown, why.markdown), ..about })
        }
        (about, why) => about.or(why),
    }
}

/// The text about the name of a declaration or a macro.
fn declared(snapshot: &Snapshot, path: &str, offset: u32) -> Option<Hover> {
    let (place, symbols) = symbols_at(snapshot, path, offset)?;
    let texts: Vec<String> = symbols.into_iter().take(MOST_TEXTS).map(|it| markdown(snapshot, it)).collect();
    Some(Hover { range: place.range(), markdown: texts.join("\n\n---\n\n") })
}

/// The text about a method of an object, or components of a vector.
fn member(source: &Source, snapshot: Option<&Snapshot>, path: &str, offset: u32) -> Option<Hover> {
    let range = word_at(&source.text, offset);
    let word = &source.text[range.start as usize..range.end as usize];
    let (TokenKind::Dot, _, dot) = source.tokens_before(range.start).next()? else { return None };
    let snapshot = snapshot?;
    let info = &snapshot.types.types[receiver(snapshot, source, path, dot)?];
    if let Some(entry) = info.objects.and_then(|objects| vocabulary::method(word, Some(objects))) {
        return Some(Hover { range, markdown: format!("{}\n\nA method of `{}`.", entry.markdown(), info.name) });
    }
    let is_swizzle = info.components > 0 && word.len() <= 4 && word.chars().all(|c| "xyzwrgba".contains(c));
    let element = info.name.trim_end_matches(|c: char| c.is_ascii_digit());
    let ty = if word.len() == 1 { element.to_owned() } else { format!("{element}{}", word.len()) };
    is_swizzle.then(|| Hover { range, markdown: format!("```hlsl\n{ty}\n```\n\nComponents of a `{}`.", info.name) })
}

/// The limit of texts about a name that represents several things.
const MOST_TEXTS: usize = 8;

/// The explanations of the messages at an offset.
fn explanations(snapshot: &Snapshot, path: &str, offset: u32) -> Option<Hover> {
    let at =
        |message: &Message| message.place.path == path && (message.place.start..=message.place.end).contains(&offset);
    let found: Vec<Message> = messages(snapshot).into_iter().filter(at).collect();
    let first = found.first()?;
    let texts: Vec<String> = found.iter().map(|it| format!("**{}**: {}", it.code, it.explanation.trim())).collect();
    Some(Hover { range: first.place.range(), markdown: texts.join("\n\n") })
}

/// The text about a word of the language.
fn builtin(source: &Source, offset: u32) -> Option<Hover> {
    if source.is_in_comment(offset) {
        return None;
    }
    let range = word_at(&source.text, offset);
    let word = &source.text[range.start as usize..range.end as usize];
    let before = source.tokens_before(range.start).next().map(|(kind, _, _)| kind);
    let entry = match before {
        _ if word.is_empty() => None,
        Some(TokenKind::Dot) => vocabulary::method(word, None),
        Some(TokenKind::Colon) => vocabulary::semantic(word),
        Some(TokenKind::LBracket | TokenKind::ColonColon) => {
            vocabulary::attribute(word).or_else(|| vocabulary::intrinsic(&format!("vk::{word}")))
        }
        _ => None,
    };
    let entry = entry.or_else(|| vocabulary::intrinsic(word))?;
    Some(Hover { range, markdown: entry.markdown() }).filter(|_| vocabulary::kind(word) != Some(Word::Keyword))
}
