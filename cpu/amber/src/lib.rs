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

#[cfg(test)]
mod tests {
    use super::*;
    use script::{Command, Probe, Tolerance, Work};

    #[test]
    fn mistakes_have_places() {
        let cases = [
            ("BUFFER a", "1:1: error: a script starts with '#!amber'"),
            ("#!amber\nBUFFER a DATA_TYPE half FILL 0", "2:20: error: unknown type 'half'"),
            ("#!amber\nBUFFER a FILL 0", "2:1: error: 'a' has neither a type nor a format"),
            ("#!amber\nBUFFER a DATA_TYPE int8 DATA 1 two END", "2:32: error: 'two' is not a number"),
            ("#!amber\nRUN p 1 1 1", "2:5: error: unknown pipeline 'p'"),
            ("#!amber\nPIPELINE compute p\n", "3:1: error: missing 'END'"),
            ("#!amber\nEND", "2:1: error: unexpected 'END'"),
            (
                "#!amber\nPIPELINE ray_tracing p\nEND",
                "2:10: error: pipelines of the kind 'ray_tracing' are not supported",
            ),
            ("#!amber\nPIPELINE compute p\nEND\nRUN p 1 1", "4:1: error: expected 3 numbers, found 2"),
            ("#!amber\nSHADER miss s GLSL\nEND", "2:8: error: shaders of the stage 'miss' are not supported"),
            (
                "#!amber\nPIPELINE compute p\n SHADER_GROUP g s\nEND",
                "3:2: error: ray tracing is not supported in scripts",
            ),
            ("#!amber\nBUFFER a DATA_TYPE int8 FILL 0\nBUFFER a", "3:8: error: buffer 'a' is defined twice"),
            ("#!amber\nBUFFER a DATA_TYPE int8 FILL 0\nEXPECT a IDX 0", "3:1: error: missing what is expected"),
        ];
        for (text, expected) in cases {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn commands_are_read() {
        let text = "#!amber\nBUFFER a DATA_TYPE float SIZE 4 FILL 1.5\nPIPELINE graphics p\nEND\n\
            REPEAT 2\nRUN TIMED_EXECUTION p DRAW_RECT POS 1 2 SIZE 3 4\nEND\nEXPECT a IDX 8 TOLERANCE 1% 0.5 EQ 1 2\n";
        let script = parse(text).unwrap();
        let [Command::Repeat(2, block), Command::Expect(expectation)] = &script.commands[..] else {
            panic!("a block and an expectation")
        };
        let [Command::Run { work, line: 6, .. }] = &block[..] else { panic!("a run") };
        assert_eq!(*work, Work::Rectangles([1.0, 2.0], [3.0, 4.0], [1, 1]));
        let Probe::Numbers { offset: 8, values, tolerances, .. } = &expectation.probe else { panic!("numbers") };
        let of = |value, is_percent| Tolerance { value, is_percent };
        assert_eq!((values.len(), &tolerances[..]), (2, &[of(1.0, true), of(0.5, false)][..]));
    }
}
