//! The matrix type of linear algebra with its attribute, spelled as the template of the compiler's header.
//!
//! The header is read when the source names what it declares, and goes before everything that is not from the compiler's own
//! headers.

use super::Preprocessor;
use super::frame::Frame;
use super::include::BUILT_IN_DIRECTORY;
use crate::token::{Token, TokenKind};
use base::intern::Symbol;
use base::source::Span;

const HEADER: &str = "dx/linalg/builtins.h";
const TYPE: &str = "__builtin_LinAlgMatrix";
const ATTRIBUTE: &str = "__LinAlgMatrix_Attributes";
/// What the header declares that takes no matrix.
const FUNCTIONS: &[&str] = &[
    "__builtin_LinAlg_Convert",
    "__builtin_LinAlg_MatrixQueryAccumulatorLayout",
    "__builtin_LinAlg_VectorAccumulateToDescriptor",
];

impl Preprocessor<'_> {
    /// Declares the type and the functions if the source uses them.
    pub(super) fn declare_linear_algebra(&mut self) {
        let profile = self.options.facts.profile;
        if (profile.major, profile.minor) < (6, 10) {
            return;
        }
        let ty = self.names.intern(TYPE);
        let mut names: Vec<Symbol> = FUNCTIONS.iter().map(|name| self.names.intern(name)).collect();
        names.push(ty);
        if !self.out.iter().any(|token| names.contains(&token.symbol)) {
            return;
        }
        let attribute = self.names.intern(ATTRIBUTE);
        let source = spelled(std::mem::take(&mut self.out), ty, attribute);
        self.read_own(HEADER);
        let own = std::mem::take(&mut self.out);
        let at = source.iter().rposition(|token| self.is_own(*token)).map_or(0, |last| last + 1);
        self.out = source;
        self.out.splice(at..at, own);
    }

    /// Reads a header of the compiler, if it was not read before.
    fn read_own(&mut self, header: &str) {
        let Some((path, text)) = self.search(header, true).filter(|(path, _)| path.starts_with(BUILT_IN_DIRECTORY))
        else {
            return;
        };
        match self.sources.add_file(path.clone(), text, None) {
            Ok(file) => self.files.push(Frame::new(file, self.sources, Some(path)).sharing(
                self.sources,
                self.lexed,
                self.begun,
            )),
            Err(_) => return self.too_large(Span::NONE),
        }
        self.run();
    }

    fn is_own(&self, token: Token) -> bool {
        let file = self.sources.file_at(token.span.lo);
        file.is_some_and(|file| self.sources.file(file).name().starts_with(BUILT_IN_DIRECTORY))
    }
}

/// Replaces `type [[attribute(arguments)]]` by `type<arguments>`; other uses stay, for the parser's messages.
fn spelled(tokens: Vec<Token>, ty: Symbol, attribute: Symbol) -> Vec<Token> {
    let mut made = Vec::with_capacity(tokens.len());
    let mut rest = &tokens[..];
    while let Some((first, behind)) = rest.split_first() {
        made.push(*first);
        rest = behind;
        if first.symbol != ty {
            continue;
        }
        if let Some((arguments, after)) = arguments(rest, attribute) {
            made.push(Token { kind: TokenKind::Lt, ..arguments[0] });
            made.extend(&arguments[1..arguments.len() - 1]);
            made.push(Token { kind: TokenKind::Gt, ..arguments[arguments.len() - 1] });
            rest = after;
        }
    }
    made
}

/// The arguments of the attribute with their parentheses, and what comes after it.
fn arguments(tokens: &[Token], attribute: Symbol) -> Option<(&[Token], &[Token])> {
    let [open, inner, name, rest @ ..] = tokens else { return None };
    let is_attribute =
        open.kind == TokenKind::LBracket && inner.kind == TokenKind::LBracket && name.symbol == attribute;
    if !is_attribute || rest.first()?.kind != TokenKind::LParen {
        return None;
    }
    let mut depth = 0;
    let end = rest.iter().position(|token| {
        depth += i32::from(token.kind == TokenKind::LParen) - i32::from(token.kind == TokenKind::RParen);
        depth == 0
    })?;
    let [first, second, after @ ..] = &rest[end + 1..] else { return None };
    let is_closed = first.kind == TokenKind::RBracket && second.kind == TokenKind::RBracket;
    is_closed.then_some((&rest[..=end], after))
}
