//! The bodies of functions in mended text, by their braces. It knows heads and braces, and nothing of what is missing.

use crate::classify::terminal::{Kind, Terminal};
use std::ops::Range;

/// The bodies of functions, from brace to brace, in order. A body with a brace that was put in is none: where it ends is a
/// guess.
pub(super) fn of_functions(terminals: &[Terminal]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Vec<OpenBrace> = Vec::new();
    let mut statement = 0;
    for (at, terminal) in terminals.iter().enumerate() {
        let is_written = terminal.span.lo != terminal.span.hi;
        match terminal.kind {
            Kind::LBrace => {
                let is_inside = open.last().is_some_and(|brace| brace.is_in_body);
                let is_body = !is_inside && is_head_of_function(&terminals[statement..at]);
                open.push(OpenBrace { at, is_body, is_in_body: is_inside || is_body });
            }
            Kind::RBrace => {
                if let Some(brace) = open.pop()
                    && brace.is_body
                {
                    found.push(brace.at..at);
                }
            }
            _ => {}
        }
        if matches!(terminal.kind, Kind::LBrace | Kind::RBrace) && !is_written {
            // Neither those that are open now nor the last one that was closed is certain.
            open.iter_mut().for_each(|brace| brace.is_body = false);
            found.pop();
        }
        if matches!(terminal.kind, Kind::LBrace | Kind::RBrace | Kind::Semicolon) {
            statement = at + 1;
        }
    }
    found
}

/// A brace that is open.
struct OpenBrace {
    at: usize,
    /// True if it opens the body of a function.
    is_body: bool,
    /// True if it is in the body of a function, or opens it.
    is_in_body: bool,
}

/// Returns whether a head with parameters stands there.
fn is_head_of_function(head: &[Terminal]) -> bool {
    let declares_another =
        |kind: Kind| matches!(kind, Kind::Struct(_) | Kind::Enum | Kind::Namespace | Kind::Buffer(_) | Kind::Assign);
    head.iter().any(|terminal| terminal.kind == Kind::LParen) && !head.iter().any(|it| declares_another(it.kind))
}

/// The body in which some terminals stand.
pub(super) fn around(bodies: &[Range<usize>], part: Range<usize>) -> Option<Range<usize>> {
    let next = bodies.partition_point(|body| body.end < part.start);
    bodies.get(next).filter(|body| body.start < part.start && part.end <= body.end).cloned()
}
