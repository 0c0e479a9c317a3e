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
            ("#!amber\nPIPELINE node p\nEND", "2:10: error: pipelines of the kind 'node' are not supported"),
            ("#!amber\nPIPELINE compute p\nEND\nRUN p 1 1", "4:1: error: expected 3 numbers, found 2"),
            ("#!amber\nSHADER mesh s GLSL\nEND", "2:8: error: shaders of the stage 'mesh' are not supported"),
            (
                "#!amber\nPIPELINE compute p\n SHADER_GROUP g s\nEND",
                "3:2: error: 'SHADER_GROUP' is not supported in a pipeline of this kind",
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
    fn mistakes_of_rays_have_places() {
        const STRUCTURE: &str = "#!amber\nACCELERATION_STRUCTURE BOTTOM_LEVEL b\n";
        const SHADERS: &str =
            "#!amber\nSHADER ray_generation r GLSL\nEND\nSHADER miss m GLSL\nEND\nPIPELINE raytracing p\n";
        let cases = [
            (STRUCTURE, "GEOMETRY TRIANGLES\n1 2 3\nEND\nEND", "3:1: error: triangles have 9 numbers each, found 3"),
            (STRUCTURE, "GEOMETRY AABBS\nEND\nEND", "3:1: error: the geometry is empty"),
            (STRUCTURE, "GEOMETRY SPHERES\n1\nEND\nEND", "3:10: error: unknown geometry 'SPHERES'"),
            (STRUCTURE, "GEOMETRY AABBS\nFLAGS SOLID\n0 0 0 1 1 1\nEND\nEND", "4:7: error: unknown flag 'SOLID'"),
            (
                STRUCTURE,
                "END\nACCELERATION_STRUCTURE TOP_LEVEL t\nBOTTOM_LEVEL_INSTANCE c\nEND\nEND",
                "5:23: error: unknown",
            ),
            (
                STRUCTURE,
                "END\nACCELERATION_STRUCTURE TOP_LEVEL t\nBOTTOM_LEVEL_INSTANCE b\nMASK 256\nEND\nEND",
                "6:6: error: '256' is greater than 255",
            ),
            (
                STRUCTURE,
                "END\nACCELERATION_STRUCTURE TOP_LEVEL t\nBOTTOM_LEVEL_INSTANCE b\nTRANSFORM 1 0 END\nEND\nEND",
                "6:1: error: expected 12 numbers, found 2",
            ),
            (
                "#!amber\n",
                "ACCELERATION_STRUCTURE MIDDLE_LEVEL b\nEND",
                "2:24: error: expected BOTTOM_LEVEL or TOP_LEVEL",
            ),
            (SHADERS, "SHADER_GROUP g\nEND", "7:1: error: the group is empty"),
            (
                SHADERS,
                "SHADER_GROUP g r m\nEND",
                "7:18: error: a group has no shader beside 'ray_generation' or 'miss'",
            ),
            (SHADERS, "SHADER_GROUP g x\nEND", "7:16: error: unknown shader 'x'"),
            (SHADERS, "SHADER_GROUP g m\nSHADER_GROUP g m\nEND", "8:14: error: group 'g' is defined twice"),
            (SHADERS, "SHADER_BINDING_TABLE t\ng\nEND\nEND", "8:1: error: unknown group 'g'"),
            (SHADERS, "USE_LIBRARY q\nEND", "7:13: error: unknown pipeline 'q'"),
            (SHADERS, "END\nRUN p RAYGEN t 1 1 1", "8:14: error: unknown shader binding table 't'"),
            (
                SHADERS,
                "SHADER_GROUP g m\nSHADER_BINDING_TABLE t\ng\nEND\nEND\nRUN p RAYGEN t 1 1 1",
                "12:14: error: 't' has a shader of the stage 'miss'",
            ),
            (
                SHADERS,
                "SHADER_GROUP g r\nSHADER_BINDING_TABLE t\ng\nEND\nEND\nRUN p RAYGEN t 1 1",
                "12:7: error: expected 3 numbers, found 2",
            ),
        ];
        for (start, rest, expected) in cases {
            let error = parse(&format!("{start}{rest}")).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{rest}: {error}");
        }
    }

    #[test]
    fn libraries_lend_their_groups() {
        let text = "#!amber\nSHADER ray_generation r GLSL\nEND\nSHADER miss m GLSL\nEND\n\
            PIPELINE raytracing one\nFLAGS LIBRARY\nSHADER_GROUP misses m\nEND\n\
            PIPELINE raytracing two\nUSE_LIBRARY one\nMAX_RAY_RECURSION_DEPTH 3\nSHADER_GROUP start r\n\
            SHADER_BINDING_TABLE a\nstart\nEND\nSHADER_BINDING_TABLE b\nmisses misses\nEND\nEND\n\
            RUN two RAYGEN a MISS b 4 5 6";
        let script = parse(text).unwrap();
        assert_eq!(script.pipelines[1].recursion, 3);
        let [Command::Run { work: Work::Rays(rays), .. }] = &script.commands[..] else { panic!("a run") };
        assert_eq!((rays.size, &rays.raygen, &rays.miss), ([4, 5, 6], &vec![vec![0]], &vec![vec![1], vec![1]]));
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
