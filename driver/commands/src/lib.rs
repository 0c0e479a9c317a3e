//! The sub-commands, which use clap, and the compilation of a command line (`compile`), which must not pay for it.

mod argument_order;
mod assembly;
mod completions;
mod convert;
#[cfg(any(feature = "lsp", feature = "runner"))]
mod cost;
#[cfg(any(feature = "lsp", feature = "runner"))]
mod costs;
#[cfg(feature = "runner")]
mod coverage;
#[cfg(feature = "runner")]
mod debug;
#[cfg(feature = "runner")]
mod draw;
mod examples;
mod fmt;
#[cfg(feature = "runner")]
mod graph;
#[cfg(feature = "runner")]
mod host;
#[cfg(feature = "runner")]
mod launches;
#[cfg(feature = "lsp")]
mod lint;
#[cfg(feature = "lsp")]
mod lsp;
mod manual;
#[cfg(all(feature = "runner", feature = "lsp"))]
mod manual_page;
mod new;
mod opt;
#[cfg(feature = "runner")]
mod output;
mod predicate;
#[cfg(any(feature = "lsp", feature = "runner"))]
mod projects;
mod reduce;
mod reducing;
mod reflect;
#[cfg(feature = "runner")]
mod run;
#[cfg(feature = "runner")]
mod running;
#[cfg(feature = "runner")]
mod scripts;
mod shadermake;
mod tables;
#[cfg(feature = "runner")]
mod test;
#[cfg(feature = "runner")]
mod testing;
#[cfg(feature = "runner")]
mod times;
#[cfg(feature = "runner")]
mod trace;
#[cfg(feature = "runner")]
mod trace_request;
mod validate;

#[cfg(feature = "runner")]
pub use draw::request::{DrawRequest, Drawing, DrawnMesh, DrawnShaders, DrawnTarget, NotDrawn, draw};
pub use examples::{Example, Program, example_of, examples};
pub use fmt::formatted;
pub use manual::explain as explanation;
pub use tables::{diagnostics, stages};
#[cfg(feature = "runner")]
pub use trace_request::{TraceRequest, Traced, trace};

use argument_order::{Words, sorted};
#[cfg(any(feature = "lsp", feature = "runner"))]
use arguments::CostArguments;
#[cfg(feature = "lsp")]
use arguments::LintArguments;
use arguments::commands::{COMMANDS, about};
#[cfg(feature = "runner")]
use arguments::draw::DrawArguments;
#[cfg(feature = "runner")]
use arguments::graph::GraphArguments;
#[cfg(feature = "runner")]
use arguments::trace::TraceArguments;
use arguments::{
    AsmArguments, BatchArguments, ConvertArguments, DisArguments, FmtArguments, NewArguments, OptArguments,
    ReduceArguments, ReflectArguments, ServeArguments, ValidateArguments,
};
#[cfg(feature = "runner")]
use arguments::{DebugArguments, RunArguments, TestArguments};
use base::similar::{did_you_mean, nearest};
use batch::{compile, help, serve};
use clap::{Parser, Subcommand};
use completions::Shell;
use library::files::{places, reading, staged};
use library::report::console::{complain, print_or_complain, say};
use library::report::panics;
use shadermake::ShaderMakeArguments;
use std::io::Write;
use std::panic::{UnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

#[derive(Parser)]
#[command(name = "hlsl2spirv", version, about = "Compiles HLSL to SPIR-V for Vulkan", disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    #[command(about = about("explain"))]
    Explain {
        /// A code or a name as on the command line: E2014, race, -Wconversion
        #[arg(allow_hyphen_values = true)]
        code: String,
    },
    #[command(about = about("docs"))]
    Docs {
        /// Write nothing; fail if a file is out of date
        #[arg(long)]
        check: bool,
        /// Output folder
        #[arg(value_parser = arguments::path)]
        folder: PathBuf,
    },
    #[command(about = about("completions"))]
    Completions {
        /// The shell
        shell: Shell,
        /// The words of a command line up to the cursor, without the program's name
        #[arg(last = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    #[command(about = about("batch"))]
    Batch(Box<BatchArguments>),
    #[command(about = about("serve"))]
    Serve(ServeArguments),
    // Also when the program is called ShaderMake.
    #[command(about = about("shadermake"))]
    Shadermake(Box<ShaderMakeArguments>),
    #[command(about = about("opt"))]
    Opt(OptArguments),
    #[command(about = about("asm"))]
    Asm(AsmArguments),
    #[command(about = about("dis"))]
    Dis(DisArguments),
    #[command(about = about("convert"))]
    Convert(ConvertArguments),
    #[command(about = about("validate"))]
    Validate(ValidateArguments),
    #[command(about = about("reflect"))]
    Reflect(ReflectArguments),
    #[cfg(any(feature = "lsp", feature = "runner"))]
    #[command(about = about("cost"))]
    Cost(CostArguments),
    #[command(about = about("reduce"))]
    Reduce(ReduceArguments),
    #[command(about = about("fmt"))]
    Fmt(FmtArguments),
    #[cfg(feature = "lsp")]
    #[command(about = about("lint"))]
    Lint(LintArguments),
    #[cfg(feature = "lsp")]
    #[command(about = about("lsp"))]
    Lsp {
        /// Use the standard streams (default; accepted for compatibility with clients)
        #[arg(long)]
        stdio: bool,
    },
    #[cfg(feature = "runner")]
    #[command(about = about("debug"))]
    Debug(DebugArguments),
    #[cfg(feature = "runner")]
    #[command(about = about("draw"))]
    Draw(Box<DrawArguments>),
    #[cfg(feature = "runner")]
    #[command(about = about("graph"))]
    Graph(Box<GraphArguments>),
    #[cfg(feature = "runner")]
    #[command(about = about("run"))]
    Run(Box<RunArguments>),
    #[cfg(feature = "runner")]
    #[command(about = about("test"))]
    Test(Box<TestArguments>),
    #[command(about = about("new"))]
    New(NewArguments),
    #[cfg(feature = "runner")]
    #[command(about = about("trace"))]
    Trace(Box<TraceArguments>),
    #[command(about = about("help"))]
    Help {
        /// The command
        command: Option<String>,
    },
    #[command(about = about("version"))]
    Version,
}

/// Carries out a command line, the program's name not among the arguments. Returns the exit status.
///
/// A compilation reports its own panics, with the stage; those of all other work are reported here.
pub fn carry_out(arguments: &[String]) -> u8 {
    guarded(|| begin(arguments))
}

/// Reports a panic.
fn guarded(run: impl FnOnce() -> u8 + UnwindSafe) -> u8 {
    catch_unwind(run).unwrap_or_else(|payload| panics::report(payload.as_ref()))
}

fn begin(arguments: &[String]) -> u8 {
    if arguments.is_empty() {
        say(help::usage());
        return 1;
    }
    // Servers run for days, and overwrite nothing that they have read.
    if !arguments.first().is_some_and(|first| ["debug", "lsp", "serve"].contains(&first.as_str())) {
        places::remember_reads();
    }
    if let Some(status) = sub_command(arguments) {
        return status;
    }
    match arguments.first().and_then(|first| Some((first, misspelt_command(first)?))) {
        Some((first, near)) => {
            complain(format_args!("no such file or command '{first}'; {}", did_you_mean(near)));
            1
        }
        None => serve::compile(arguments).unwrap_or_else(|| compile::run(arguments)),
    }
}

/// The command that a first argument comes near, if it can be neither an option nor a file.
fn misspelt_command(first: &str) -> Option<&'static str> {
    if !first.chars().all(|c| c.is_ascii_lowercase()) {
        return None;
    }
    let near = nearest(first, COMMANDS.iter().map(|(name, ..)| *name))?;
    (!std::path::Path::new(first).exists()).then_some(near)
}

/// Runs a sub-command. Nothing comes back when the arguments name none.
fn sub_command(arguments: &[String]) -> Option<u8> {
    let first = arguments.first()?;
    if !COMMANDS.iter().any(|(name, ..)| name == first) {
        return None;
    }
    if !cfg!(feature = "runner") && ["debug", "draw", "graph", "run", "test", "trace"].contains(&first.as_str()) {
        return Some(refuse(first, library::pipeline::states::WITHOUT));
    }
    if !cfg!(feature = "lsp") && ["lint", "lsp"].contains(&first.as_str()) {
        return Some(refuse(first, "this build does not include the language server"));
    }
    if !cfg!(any(feature = "lsp", feature = "runner")) && first == "cost" {
        return Some(refuse(first, library::pipeline::states::WITHOUT));
    }
    let arguments = match first.as_str() {
        "reflect" => sorted::<ReflectArguments>(arguments, Words::OfCompiler),
        #[cfg(any(feature = "lsp", feature = "runner"))]
        "cost" => sorted::<CostArguments>(arguments, Words::OfCompiler),
        #[cfg(feature = "runner")]
        "draw" => sorted::<DrawArguments>(arguments, Words::OfCommand),
        #[cfg(feature = "runner")]
        "graph" => sorted::<GraphArguments>(arguments, Words::OfCommand),
        #[cfg(feature = "runner")]
        "run" => sorted::<RunArguments>(arguments, Words::OfCommand),
        #[cfg(feature = "runner")]
        "test" => sorted::<TestArguments>(arguments, Words::OfCommand),
        #[cfg(feature = "runner")]
        "trace" => sorted::<TraceArguments>(arguments, Words::OfCommand),
        #[cfg(feature = "lsp")]
        "lint" => sorted::<LintArguments>(arguments, Words::OfCommand),
        "batch" => shadermake::of_batch(arguments),
        _ => arguments.to_vec(),
    };
    let full = std::iter::once("hlsl2spirv").chain(arguments.iter().map(String::as_str));
    Some(match Cli::try_parse_from(full) {
        Ok(cli) => run(cli.command),
        Err(error) => {
            // Whether help was requested or the arguments are wrong, clap knows where the text goes.
            let printed = error.print().and_then(|()| std::io::stdout().flush());
            u8::from(error.use_stderr() || printed.is_err())
        }
    })
}

/// Refuses a command that this build does not have.
fn refuse(name: &str, reason: &str) -> u8 {
    complain(format_args!("command '{name}' is not available: {reason}"));
    1
}

fn run(command: Command) -> u8 {
    match command {
        Command::Explain { code } => explain(&code),
        Command::Docs { check, folder } => docs(&folder, check),
        Command::Completions { shell, words } => completions::run(shell, &words),
        Command::Asm(arguments) => assembly::assemble(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Dis(arguments) => assembly::disassemble(&arguments),
        Command::Batch(arguments) => batch::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Shadermake(arguments) => shadermake::run(&arguments),
        Command::Opt(arguments) => opt::run(&arguments),
        Command::Validate(arguments) => validate::run(&arguments.files, &arguments.options()),
        Command::Reflect(arguments) => reflect::run(&arguments),
        #[cfg(any(feature = "lsp", feature = "runner"))]
        Command::Cost(arguments) => cost::run(&arguments),
        Command::Reduce(arguments) => reduce::run(&arguments),
        Command::Fmt(arguments) => fmt::run(&arguments),
        #[cfg(feature = "lsp")]
        Command::Lint(arguments) => lint::run(&arguments),
        #[cfg(feature = "lsp")]
        Command::Lsp { stdio: _ } => lsp::run(),
        #[cfg(feature = "runner")]
        Command::Debug(arguments) => debug::run(&arguments),
        #[cfg(feature = "runner")]
        Command::Draw(arguments) => draw::run(&arguments),
        #[cfg(feature = "runner")]
        Command::Graph(arguments) => graph::run(&arguments),
        #[cfg(feature = "runner")]
        Command::Run(arguments) => run::run(&arguments),
        #[cfg(feature = "runner")]
        Command::Test(arguments) => test::run(&arguments),
        Command::New(arguments) => new::run(&arguments),
        #[cfg(feature = "runner")]
        Command::Trace(arguments) => trace::run(&arguments),
        Command::Help { command } => help(command.as_deref()),
        Command::Version => print_or_complain(&help::version()),
    }
}

/// Prints the help of a command, or of the program.
fn help(command: Option<&str>) -> u8 {
    let Some(name) = command else { return print_or_complain(&help::help(false)) };
    let known = COMMANDS.iter().map(|(name, ..)| *name);
    if known.clone().any(|known| known == name) {
        return sub_command(&[name.to_owned(), "--help".to_owned()]).unwrap_or(1);
    }
    complain(format_args!("unknown command '{name}'{}", advice(nearest(name, known))));
    1
}

/// A suggestion behind a message.
fn advice(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!("; {}", did_you_mean(near)))
}

fn explain(code: &str) -> u8 {
    match manual::explain(code) {
        Some(text) => print_or_complain(&text),
        None => {
            let near = advice(manual::nearest_explained(code));
            complain(format_args!("unknown diagnostic, warning or check '{code}'{near}"));
            1
        }
    }
}

/// The generated files of `docs/`, with their names.
pub fn documents() -> Vec<(&'static str, String)> {
    let own = manual::documents();
    // Without the runner or the server there are commands that the page does not know.
    #[cfg(all(feature = "runner", feature = "lsp"))]
    let own = own.into_iter().chain([("hlsl2spirv.1", manual_page::page())]).collect();
    own
}

fn docs(folder: &Path, check: bool) -> u8 {
    let mut status = 0;
    for (name, text) in documents() {
        let path = folder.join(name);
        if check {
            if reading::holds(&path, text.as_bytes()) {
                continue;
            }
            complain(format_args!("{} is not up to date; run 'hlsl2spirv docs'", path.display()));
            status = 1;
        } else if let Err(error) = staged::write_if_changed(&path, text.as_bytes()) {
            complain(format_args!("cannot write '{}': {error}", path.display()));
            status = 1;
        }
    }
    status
}

#[cfg(all(test, feature = "runner", feature = "lsp"))]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn help_lists_all_commands() {
        let cli = Cli::command();
        let mut known: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
        let mut listed: Vec<&str> = COMMANDS.iter().map(|(name, ..)| *name).collect();
        known.sort_unstable();
        listed.sort_unstable();
        assert_eq!(known, listed);
    }

    #[test]
    fn panics_have_a_status() {
        assert_eq!((guarded(|| 3), guarded(|| panic!("on purpose"))), (3, panics::FAILED));
    }
}
