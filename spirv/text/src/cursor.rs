//! A place among the tokens of a text, for parsers: examines a token, takes it, or says what is wrong there.
//!
//! Must not know what the text says.

use super::lexer::{self, Aliases, Kind, Token};
use dialect::diagnostics::{Code, Error, Place, Result};

/// The place of an offset in a text.
pub fn place_at(text: &str, offset: usize) -> Place {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() as u32 + 1;
    let column = (before.len() - before.rfind('\n').map_or(0, |newline| newline + 1)) as u32 + 1;
    Place::Text { line, column }
}

/// A position among the tokens of a text.
pub struct Cursor<'t> {
    /// The text.
    pub text: &'t str,
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// The index of the token that is next.
    pub at: usize,
    /// The levels of nesting around it.
    pub depth: u32,
    /// The limit of these.
    most: u32,
    /// Where aliases are defined: at a token.
    pub aliases: Aliases<'t>,
}

impl<'t> Cursor<'t> {
    /// The start of a text, in which things nest at most so deep.
    pub fn new(text: &'t str, most: u32) -> Self {
        let tokens = lexer::tokens(text);
        let aliases = lexer::aliases(text, &tokens);
        Cursor { text, tokens, at: 0, depth: 0, most, aliases }
    }

    /// The next token; the last is taken to stand any number of times.
    pub fn token(&self) -> Token {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.token().kind
    }

    /// Its text.
    pub fn peek(&self) -> &'t str {
        let token = self.token();
        &self.text[token.start..token.end]
    }

    /// Its text, which is passed.
    pub fn take(&mut self) -> &'t str {
        let text = self.peek();
        self.at += 1;
        text
    }

    /// Returns whether it is this.
    pub fn is(&self, text: &str) -> bool {
        self.peek() == text && self.kind() != Kind::Text
    }

    /// Passes it, if it is this.
    pub fn accept(&mut self, text: &str) -> bool {
        let found = self.is(text);
        self.at += usize::from(found);
        found
    }

    /// Passes a word, if it is this.
    pub fn accept_word(&mut self, text: &str) -> bool {
        self.kind() == Kind::Word && self.accept(text)
    }

    /// Passes it, or fails if it is anything else.
    pub fn expect(&mut self, text: &str) -> Result<()> {
        if self.accept(text) { Ok(()) } else { self.error(Code::Syntax, format!("expected '{text}'")) }
    }

    /// Its text, if it is of this kind, which a message calls `what`.
    pub fn expect_kind(&mut self, kind: Kind, what: &str) -> Result<&'t str> {
        if self.kind() == kind { Ok(self.take()) } else { self.error(Code::Syntax, format!("expected {what}")) }
    }

    /// An error at the next token.
    pub fn error<T>(&self, code: Code, message: impl Into<String>) -> Result<T> {
        self.error_at(self.token().start, code, message)
    }

    /// An error at an offset.
    pub fn error_at<T>(&self, offset: usize, code: Code, message: impl Into<String>) -> Result<T> {
        Err(Error { code, place: place_at(self.text, offset), message: message.into() })
    }

    /// Enters one level of nesting, or fails beyond the limit.
    pub fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > self.most {
            return self.error(Code::Limit, format!("nesting exceeds {} levels", self.most));
        }
        Ok(())
    }

    /// The contents of a quoted string, unescaped.
    pub fn text_token(&mut self) -> Result<String> {
        let token = self.expect_kind(Kind::Text, "a string")?;
        match lexer::unquote(token) {
            Some(text) => Ok(text),
            None => self.error(Code::Syntax, "the text has a malformed escape"),
        }
    }

    /// The name in a token such as `@name` or `@"name"`.
    pub fn name_in(&self, token: &str) -> Result<String> {
        let name = &token[1..];
        match if name.starts_with('"') { lexer::unquote(name) } else { Some(name.to_owned()) } {
            Some(name) => Ok(name),
            None => self.error(Code::Syntax, "the name has a malformed escape"),
        }
    }
}
