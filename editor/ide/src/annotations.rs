//! Completions behind the `:` of a declaration: semantics of the stage, and registers that are free.

use crate::completion::{Completion, CompletionKind};
use crate::snapshot::Snapshot;
use crate::source::Source;
use crate::vocabulary;
use frontend::language::Stage;
use frontend::token::TokenKind;
use sema::tables::semantics::{SEMANTICS, SigPoint};

/// Semantics that programs define for themselves by custom, and what else is written there.
const OTHERS: [&str; 7] = ["register", "packoffset", "TEXCOORD0", "NORMAL", "COLOR0", "POSITION", "TANGENT"];

/// The directions of an interface.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    In,
    Out,
    Both,
}

/// The semantics that may be at an offset behind a `:`: where the stage is known, those of it.
pub(crate) fn semantics(source: &Source, snapshot: Option<&Snapshot>, colon: u32) -> Vec<Completion> {
    let stage = snapshot.map(|snapshot| snapshot.profile.stage).filter(|stage| has_points(*stage));
    let direction = direction(source, colon);
    let fits = |point: SigPoint| {
        stage.is_none_or(|stage| point.stage() == stage)
            && match direction {
                Direction::In => point.is_input(),
                Direction::Out => !point.is_input(),
                Direction::Both => true,
            }
    };
    let rows = SEMANTICS.iter().filter(|row| row.uses.iter().any(|(point, _)| fits(*point)));
    let names = rows.map(|row| {
        let markdown = vocabulary::semantic(row.display).map(|entry| entry.text).unwrap_or_default();
        Completion { markdown, ..Completion::new(row.display, CompletionKind::Decorator, 0) }
    });
    names.chain(OTHERS.map(|name| Completion::new(name, CompletionKind::Decorator, 1))).collect()
}

fn has_points(stage: Stage) -> bool {
    SEMANTICS.iter().any(|row| row.uses.iter().any(|(point, _)| point.stage() == stage))
}

/// The direction of what is declared before a `:`: a result, a parameter, or a member that may be either.
fn direction(source: &Source, colon: u32) -> Direction {
    let mut tokens = source.tokens_before(colon);
    let Some((last, _, _)) = tokens.next() else { return Direction::Both };
    if last == TokenKind::RParen {
        return Direction::Out;
    }
    let mut words = Vec::new();
    for (kind, text, _) in tokens {
        match kind {
            TokenKind::Ident => words.push(text),
            TokenKind::LParen | TokenKind::Comma if words.contains(&"inout") => return Direction::Both,
            TokenKind::LParen | TokenKind::Comma if words.contains(&"out") => return Direction::Out,
            TokenKind::LParen => return Direction::In,
            // Of a list of parameters or of one of variables.
            TokenKind::Comma => return if words.is_empty() { Direction::Both } else { Direction::In },
            TokenKind::LBrace | TokenKind::RBrace | TokenKind::Semicolon => return Direction::Both,
            _ => {}
        }
    }
    Direction::Both
}

/// The registers for the parentheses of `register` at an offset: the next ones that are free in their space; nothing elsewhere.
pub(crate) fn registers(source: &Source, snapshot: Option<&Snapshot>, start: u32) -> Option<Vec<Completion>> {
    let mut tokens = source.tokens_before(start).map(|(kind, text, _)| (kind, text));
    let mut is_second = false;
    match tokens.next()? {
        (TokenKind::LParen, _) => {}
        (TokenKind::Comma, _) => {
            is_second = true;
            tokens.find(|(kind, _)| *kind != TokenKind::Ident).filter(|(kind, _)| *kind == TokenKind::LParen)?;
        }
        _ => return None,
    }
    tokens.next().filter(|(_, word)| *word == "register")?;
    if is_second {
        let spaces = (0..4).map(|space| Completion::new(format!("space{space}"), CompletionKind::Constant, 0));
        return Some(spaces.collect());
    }
    // The declaration begins behind the end of the one before.
    let ends = |kind: &TokenKind| matches!(kind, TokenKind::Semicolon | TokenKind::LBrace | TokenKind::RBrace);
    let words = tokens.take_while(|(kind, _)| !ends(kind)).filter(|(kind, _)| *kind == TokenKind::Ident);
    let wanted: Option<char> = words.filter_map(|(_, word)| class_of(word)).last();
    let all = wanted.map_or_else(|| vec!['b', 't', 's', 'u'], |class| vec![class]);
    let named = all.into_iter().map(|class| {
        let name = format!("{class}{}", next_free(snapshot, class));
        let detail = "the next free one".to_owned();
        Completion { detail, ..Completion::new(name, CompletionKind::Constant, 0) }
    });
    Some(named.collect())
}

/// The class of the registers that a type is bound to.
fn class_of(ty: &str) -> Option<char> {
    match ty {
        "cbuffer" | "ConstantBuffer" => Some('b'),
        _ if ty.starts_with("Sampler") || ty.eq_ignore_ascii_case("sampler") => Some('s'),
        _ if ty.starts_with("RW") || ty.starts_with("RasterizerOrdered") => Some('u'),
        "AppendStructuredBuffer" | "ConsumeStructuredBuffer" => Some('u'),
        _ if ty.starts_with("Texture") || ty.ends_with("Buffer") || ty.ends_with("AccelerationStructure") => Some('t'),
        "tbuffer" => Some('t'),
        _ => None,
    }
}

/// The number behind all registers of a class that are taken in the space without a number.
fn next_free(snapshot: Option<&Snapshot>, class: char) -> u32 {
    let resources =
        snapshot.and_then(|snapshot| snapshot.facts.as_ref()).into_iter().flat_map(|facts| &facts.resources);
    let ends = resources.filter_map(|resource| {
        let register = resource.register.filter(|it| it.class == class && it.space.unwrap_or(0) == 0)?;
        let count = resource.dims.iter().map(|dim| dim.unwrap_or(1)).fold(1, u32::saturating_mul);
        Some(register.number?.saturating_add(count))
    });
    ends.max().unwrap_or(0)
}
