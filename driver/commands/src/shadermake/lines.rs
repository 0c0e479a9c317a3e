//! The standard output: a line for each permutation, in the form of ShaderMake.

use super::permutation::Permutation;
use super::unit::Compiled;
use arguments::shadermake::ShaderMakeArguments;
use base::visible;
use library::files::response;
use library::report::console::print;
use std::time::Instant;

/// The output of a call.
pub(super) struct Lines<'a> {
    arguments: &'a ShaderMakeArguments,
    total: usize,
    done: usize,
    /// The number of permutations that do not compile.
    failures: usize,
    /// True if something else has failed.
    is_broken: bool,
    /// The tenth of the work that was printed last, where only tenths are.
    tenth: Option<usize>,
    begun: Instant,
}

/// The colour of a line.
#[derive(Clone, Copy)]
enum Colour {
    Red,
    Green,
    Yellow,
    White,
}

impl Colour {
    fn code(self) -> &'static str {
        match self {
            Colour::Red => "\x1b[91m",
            Colour::Green => "\x1b[92m",
            Colour::Yellow => "\x1b[93m",
            Colour::White => "\x1b[0m",
        }
    }
}

/// A command line as a shell would take it.
pub(super) fn command(arguments: &[String]) -> String {
    format!("hlsl2spirv {}", response::line(arguments))
}

impl<'a> Lines<'a> {
    pub(super) fn new(arguments: &'a ShaderMakeArguments, total: usize) -> Self {
        let lines =
            Lines { arguments, total, done: 0, failures: 0, is_broken: false, tenth: None, begun: Instant::now() };
        if total > 0 {
            lines.print(Colour::White, &format!("Compiling shaders using: hlsl2spirv {}", env!("CARGO_PKG_VERSION")));
        }
        lines
    }

    /// Returns whether everything has succeeded so far.
    pub(super) fn is_well(&self) -> bool {
        self.failures == 0 && !self.is_broken
    }

    fn print(&self, colour: Colour, text: &str) {
        let text = visible::text(text);
        // No one reads on where the standard output is closed; the status tells of the work.
        let _ = match self.arguments.colorize {
            true => print(&format!("{}{text}{}\n", colour.code(), Colour::White.code())),
            false => print(&format!("{text}\n")),
        };
    }

    /// A permutation has been compiled.
    pub(super) fn step(&mut self, permutation: &Permutation, compiled: &Compiled) {
        if self.arguments.verbose {
            self.print(Colour::White, &command(&permutation.arguments));
        }
        let ShaderMakeArguments { project, .. } = self.arguments;
        let Permutation { source, entry, key, .. } = permutation;
        let what = format!("{project} SPIRV {source} {{{entry}}} {{{key}}}");
        if compiled.status != 0 {
            self.failures += 1;
            self.print(Colour::Red, &format!("( FAIL ) {what}"));
            let _ = print(&compiled.said);
            return;
        }
        self.done += 1;
        let percent = 100.0 * self.done as f64 / self.total as f64;
        if !compiled.said.is_empty() {
            self.print(Colour::Yellow, &format!("({percent:5.1}%) {what}"));
            let _ = print(&compiled.said);
        } else if !self.arguments.compact_progress {
            self.print(Colour::Green, &format!("({percent:5.1}%) {what}"));
        } else {
            let tenth = (percent + 0.5) as usize / 10;
            if self.tenth.replace(tenth) != Some(tenth) && tenth > 0 {
                self.print(Colour::Green, &format!("({:3}%) {project} SPIRV", tenth * 10));
            }
        }
    }

    /// Something else has failed.
    pub(super) fn fail(&mut self, message: &str) {
        self.is_broken = true;
        self.print(Colour::Red, &format!("ERROR: {message}"));
    }

    /// The end of the work.
    pub(super) fn end(&self) {
        let elapsed = self.begun.elapsed().as_secs_f64() * 1e3;
        if self.failures > 0 {
            let failed = format!("{} task(s) failed to complete", self.failures);
            self.print(Colour::Yellow, &format!("WARNING: {failed} (elapsed time {elapsed:.2} ms)"));
        } else if self.total == 0 && !self.is_broken {
            self.print(Colour::White, "All outputs are up to date");
        } else if !self.is_broken {
            let done = format!("{} task(s) completed successfully", self.total);
            self.print(Colour::White, &format!("{done} (elapsed time {elapsed:.2} ms)"));
        }
    }
}
