//! Scripts of Amber: shaders, buffers, pipelines, commands, and what is expected of the buffers afterwards.
//!
//! `lexer` and the grammar make statements of a text (`tree`), [`script`] reads what they mean, [`types`] says where the
//! numbers of a buffer are. It must not know how anything is compiled or run, or files.

mod lexer;
pub mod script;
mod tree;
pub mod types;

#[allow(
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction,
    missing_docs,
    unreachable_pub,
    unused,
    rust_2018_idioms,
    reason = "generated code answers to its generator"
)]
mod grammar {
    include!(concat!(env!("OUT_DIR"), "/grammar.rs"));
}

pub use script::Script;

/// An error with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The line, from 1 on.
    pub line: u32,
    /// The column, from 1 on.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: error: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for Error {}

impl Error {
    fn new(text: &str, at: usize, message: String) -> Self {
        let before = &text[..at.min(text.len())];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = before.matches('\n').count() as u32 + 1;
        Error { line, column: before[start..].chars().count() as u32 + 1, message }
    }
}

/// Reads a script.
///
/// # Errors
/// With the first place that is wrong.
pub fn parse(text: &str) -> Result<Script, Error> {
    if !text.starts_with("#!amber") {
        return Err(Error::new(text, 0, "a script starts with '#!amber'".to_owned()));
    }
    let tokens = lexer::tokens(text);
    // Their parts have a form of their own.
    let of_rays = ["ACCELERATION_STRUCTURE", "SHADER_GROUP"];
    let is_of_rays = |token: &lexer::Token<'_>| of_rays.iter().any(|head| *token == lexer::Token::Head(head));
    if let Some((at, ..)) = tokens.iter().find(|(_, token, _)| is_of_rays(token)) {
        return Err(Error::new(text, *at, "ray tracing is not supported in scripts".to_owned()));
    }
    let statements = grammar::ScriptParser::new().parse(tokens);
    let statements = statements.map_err(|error| unexpected(text, &error))?;
    script::read(text, &statements)
}

/// What the grammar does not allow.
fn unexpected(text: &str, error: &lalrpop_util::ParseError<usize, lexer::Token<'_>, ()>) -> Error {
    use lalrpop_util::ParseError;
    match error {
        ParseError::UnrecognizedToken { token: (start, _, end), .. }
        | ParseError::ExtraToken { token: (start, _, end) } => {
            Error::new(text, *start, format!("unexpected '{}'", &text[*start..*end]))
        }
        ParseError::UnrecognizedEof { .. } => Error::new(text, text.len(), "missing 'END'".to_owned()),
        ParseError::InvalidToken { location } => Error::new(text, *location, "unexpected text".to_owned()),
        ParseError::User { error: () } => Error::new(text, text.len(), "unexpected text".to_owned()),
    }
}
