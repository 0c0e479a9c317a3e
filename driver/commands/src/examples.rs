//! A wrong and a right program for each diagnostic, which `explain` shows.
//!
//! A program without a `main` is shown as it is and compiled with an empty one. A test compiles all of them: the wrong
//! one gives the code and no other, the right one gives no message.

mod expressions;
mod runs;
mod stages;
mod statements;
mod text;
mod types;

/// The wrong and the right program for one code.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The code of the diagnostic.
    pub code: &'static str,
    /// A program with this diagnostic.
    pub wrong: Program,
    /// A program without diagnostics.
    pub right: Program,
}

/// A source and the options that it is compiled with.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// The command line but for the file.
    pub options: &'static str,
    /// The text.
    pub source: &'static str,
}

impl Program {
    /// The whole text: with an empty entry point, if the program has none.
    pub fn text(&self) -> String {
        let is_whole = self.source.contains("main(") || self.options != PIXEL;
        let main = if is_whole { "" } else { "float4 main() : SV_Target { return 0; }\n" };
        format!("{}\n{main}", self.source.trim())
    }

    /// The text for readers: the options if they matter, and the program.
    pub fn shown(&self) -> String {
        let options = if self.options == PIXEL || self.options == runs::RUN {
            String::new()
        } else {
            format!("// {}\n", self.options)
        };
        format!("{options}{}\n", self.source.trim())
    }
}

/// The options of most examples, which are not shown.
const PIXEL: &str = "-T ps_6_0";

/// An example in a pixel shader, or in functions that are in none.
const fn pixel(code: &'static str, wrong: &'static str, right: &'static str) -> Example {
    with(code, PIXEL, wrong, right)
}

/// An example with options.
const fn with(code: &'static str, options: &'static str, wrong: &'static str, right: &'static str) -> Example {
    let [wrong, right] = [Program { options, source: wrong }, Program { options, source: right }];
    Example { code, wrong, right }
}

/// An example of options.
const fn options(code: &'static str, wrong: &'static str, right: &'static str, source: &'static str) -> Example {
    let [wrong, right] = [Program { options: wrong, source }, Program { options: right, source }];
    Example { code, wrong, right }
}

/// All examples.
pub fn examples() -> impl Iterator<Item = &'static Example> {
    [text::EXAMPLES, types::EXAMPLES, expressions::EXAMPLES, statements::EXAMPLES, stages::EXAMPLES, runs::EXAMPLES]
        .into_iter()
        .flatten()
}

/// The example of a code.
pub fn example_of(code: &str) -> Option<&'static Example> {
    examples().find(|example| example.code == code)
}
