//! The sub-commands that are not a compilation. A compilation must not pay for clap, which they use.

mod assembly;
mod batch;
pub(crate) mod compile;
mod completions;
mod convert;
#[cfg(feature = "runner")]
mod debug;
mod document;
pub(crate) mod fmt;
mod form;
#[cfg(feature = "lsp")]
mod lint;
#[cfg(feature = "lsp")]
mod lsp;
#[cfg(all(feature = "runner", feature = "lsp"))]
mod manual_page;
mod opt;
mod progress;
mod reflect;
mod rule;
#[cfg(feature = "runner")]
mod run;
mod shadermake;
#[cfg(feature = "runner")]
mod test;
mod validate;

use crate::console::{complain, print_or_complain};
#[cfg(feature = "lsp")]
use crate::options::arguments::LintArguments;
use crate::options::arguments::{
    AsmArguments, BatchArguments, ConvertArguments, DisArguments, FmtArguments, OptArguments, ReflectArguments,
    ValidateArguments,
};
#[cfg(feature = "runner")]
use crate::options::arguments::{DebugArguments, RunArguments, TestArguments};
use crate::{files, manual, places, staged};
use base::similar::{did_you_mean, nearest};
use clap::{Parser, Subcommand};
use completions::Shell;
use shadermake::ShaderMakeArguments;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Parser)]
#[command(name = "hlsl2spirv", version, about = "Compiles HLSL to SPIR-V for Vulkan")]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Explain a diagnostic: a code such as E2014, or the name of a warning
    Explain {
        /// The code, or the warning option: -Wconversion
        #[arg(allow_hyphen_values = true)]
        code: String,
    },
    /// Write the documentation that is generated from the compiler's tables
    Docs {
        /// Write nothing; fail if a file is out of date
        #[arg(long)]
        check: bool,
        /// Output folder
        #[arg(value_parser = crate::options::arguments::path)]
        folder: PathBuf,
    },
    /// Print a shell completion script, or complete a command line
    Completions {
        /// The shell
        shell: Shell,
        /// The words of a command line up to the cursor, without the program's name
        #[arg(last = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// Compile lists of command lines, in one process and on all cores
    Batch(BatchArguments),
    /// Compile a list of permutations like ShaderMake, in one process; also if the program is invoked as ShaderMake
    Shadermake(Box<ShaderMakeArguments>),
    /// Optimize a SPIR-V module
    Opt(OptArguments),
    /// Assemble a SPIR-V module from the text format of SPIRV-Tools
    Asm(AsmArguments),
    /// Disassemble a SPIR-V module
    Dis(DisArguments),
    /// Convert a kernel in MLIR's general dialects (gpu, arith, memref, scf and others) to SPIR-V
    Convert(ConvertArguments),
    /// Validate SPIR-V modules for a target environment
    Validate(ValidateArguments),
    /// Print the interface of a shader or a SPIR-V module: resources, layouts, features
    Reflect(ReflectArguments),
    /// Format HLSL: changes white space only, never tokens or comments
    Fmt(FmtArguments),
    /// Check all shaders in files and folders with the settings of the editor; writes nothing
    #[cfg(feature = "lsp")]
    Lint(LintArguments),
    /// Run the language server (Language Server Protocol over the standard streams)
    #[cfg(feature = "lsp")]
    Lsp {
        /// Use the standard streams (default; accepted for compatibility with clients)
        #[arg(long)]
        stdio: bool,
    },
    /// Run the shader debugger (Debug Adapter Protocol over the standard streams)
    #[cfg(feature = "runner")]
    Debug(DebugArguments),
    /// Run a compute shader on the CPU
    #[cfg(feature = "runner")]
    Run(RunArguments),
    /// Run job files and compare the results with the expected ones
    #[cfg(feature = "runner")]
    Test(TestArguments),
}

/// Carries out a command line, the program's name not among the arguments. Returns the exit status.
pub fn carry_out(arguments: &[String]) -> u8 {
    // Servers go on for days, and write nothing over what they have read.
    if !arguments.first().is_some_and(|first| ["debug", "lsp"].contains(&first.as_str())) {
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
        None => compile::run(arguments),
    }
}

/// The command that a first argument comes near, if it can be neither an option nor a file.
fn misspelt_command(first: &str) -> Option<&'static str> {
    if !first.chars().all(|c| c.is_ascii_lowercase()) {
        return None;
    }
    let near = nearest(first, manual::COMMANDS.iter().map(|(name, _)| *name))?;
    (!std::path::Path::new(first).exists()).then_some(near)
}

/// Runs a sub-command. Nothing comes back when the arguments name none.
fn sub_command(arguments: &[String]) -> Option<u8> {
    let first = arguments.first()?;
    if !manual::COMMANDS.iter().any(|(name, _)| name == first) {
        return None;
    }
    if !cfg!(feature = "runner") && ["debug", "run", "test"].contains(&first.as_str()) {
        return Some(refuse(first, crate::states::WITHOUT));
    }
    if !cfg!(feature = "lsp") && ["lint", "lsp"].contains(&first.as_str()) {
        return Some(refuse(first, "this build does not include the language server"));
    }
    let arguments = match first.as_str() {
        "reflect" => reflect::sorted(arguments),
        "batch" => batch::sorted(arguments),
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
        Command::Shadermake(arguments) => shadermake::run(&arguments),
        Command::Opt(arguments) => opt::run(&arguments),
        Command::Validate(arguments) => validate::run(&arguments.files, &arguments.options()),
        Command::Reflect(arguments) => reflect::run(&arguments),
        Command::Fmt(arguments) => fmt::run(&arguments),
        #[cfg(feature = "lsp")]
        Command::Lint(arguments) => lint::run(&arguments),
        #[cfg(feature = "lsp")]
        Command::Lsp { stdio: _ } => lsp::run(),
        #[cfg(feature = "runner")]
        Command::Debug(arguments) => debug::run(&arguments),
        #[cfg(feature = "runner")]
        Command::Run(arguments) => run::run(&arguments),
        #[cfg(feature = "runner")]
        Command::Test(arguments) => test::run(&arguments),
    }
}

fn explain(code: &str) -> u8 {
    match manual::explain(code) {
        Some(text) => print_or_complain(&text),
        None => {
            complain(format_args!("unknown diagnostic '{code}'"));
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
            if files::holds(&path, text.as_bytes()) {
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
        let mut listed: Vec<&str> = manual::COMMANDS.iter().map(|(name, _)| *name).collect();
        known.sort_unstable();
        listed.sort_unstable();
        assert_eq!(known, listed);
    }
}
