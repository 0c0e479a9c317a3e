//! Tokens as text (`--emit=tokens`). The other states print themselves.

use base::source::SourceMap;
use frontend::token::Token;
use std::fmt::Write;

/// One token per line: place, kind, text.
pub(crate) fn tokens(tokens: &[Token], sources: &SourceMap) -> String {
    let mut out = String::new();
    for token in tokens {
        let place =
            sources.location(token.span).map_or_else(|| "-".to_owned(), |at| format!("{}:{}", at.line, at.column));
        let _ = writeln!(out, "{place:<8} {:?} {:?}", token.kind, sources.text(token.span));
    }
    out
}
