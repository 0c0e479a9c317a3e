//! `hlsl2spirv completions`: what a shell offers for a command line that is being typed.
//!
//! A script per shell only asks; the answers come from the table of options, from clap's description of the sub-commands, and
//! from the names that an option's own error lists. What an option does is not known here.

use crate::Cli;
use crate::tables;
use clap::{Arg, CommandFactory};
use library::options::args::awaiting_value;
use library::options::checks::{environment_names, profile_names};
use library::options::settings::Options;
use library::options::{Effect, OPTIONS, OptionRow, Shape};
use library::report::console::print_or_complain;
use std::fmt::Write;

/// A shell whose script is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Shell {
    Bash,
    Zsh,
    Fish,
    #[value(name = "powershell")]
    Pwsh,
}

impl Shell {
    fn script(self) -> &'static str {
        match self {
            Shell::Bash => include_str!("completions/hlsl2spirv.bash"),
            Shell::Zsh => include_str!("completions/hlsl2spirv.zsh"),
            Shell::Fish => include_str!("completions/hlsl2spirv.fish"),
            Shell::Pwsh => include_str!("completions/hlsl2spirv.ps1"),
        }
    }

    /// A line of the answer, as the script of the shell reads it.
    fn line(self, candidate: &Candidate) -> String {
        let Candidate { text, help } = candidate;
        match self {
            Shell::Bash => format!("{text}\n"),
            Shell::Zsh => format!("{}:{help}\n", text.replace(':', "\\:")),
            Shell::Fish | Shell::Pwsh => format!("{text}\t{help}\n"),
        }
    }
}

/// A word that may be where the cursor is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Candidate {
    text: String,
    /// One line about it; may be empty.
    help: String,
}

impl Candidate {
    fn new(text: impl Into<String>, help: &str) -> Self {
        let sentence = help.split_once(". ").map_or(help, |(first, _)| first);
        Candidate { text: text.into(), help: sentence.trim_end_matches('.').replace('\n', " ") }
    }
}

/// Prints the script of a shell, or the answer to its question: the words behind the program's name up to the cursor, the last
/// of which may be empty or half a word.
pub(crate) fn run(shell: Shell, words: &[String]) -> u8 {
    let Some((word, before)) = words.split_last() else { return print_or_complain(shell.script()) };
    let before: Vec<&str> = before.iter().map(String::as_str).collect();
    let mut answer = String::new();
    for candidate in candidates(&before, word) {
        let _ = write!(answer, "{}", shell.line(&candidate));
    }
    print_or_complain(&answer)
}

/// The candidates for a word. Files are the shell's own matter: where one is wanted there are none.
fn candidates(before: &[&str], word: &str) -> Vec<Candidate> {
    let cli = Cli::command();
    let mut found = match before.split_first() {
        None => {
            let commands = cli.get_subcommands();
            let commands = commands.map(|one| Candidate::new(one.get_name(), &help_of(one.get_about()))).collect();
            [commands, of_compiler(before, word)].concat()
        }
        Some((name, rest)) => match cli.find_subcommand(name) {
            Some(command) => of_command(command, rest, word),
            None => of_compiler(before, word),
        },
    };
    found.retain(|candidate| candidate.text.starts_with(word));
    found
}

fn help_of(text: Option<&clap::builder::StyledStr>) -> String {
    text.map(ToString::to_string).unwrap_or_default()
}

/// Those for a sub-command.
fn of_command(command: &clap::Command, before: &[&str], word: &str) -> Vec<Candidate> {
    let separator = before.iter().position(|word| *word == "--");
    if let (Some(at), true) = (separator, takes_options_of_compiler(command)) {
        return of_compiler(&before[at + 1..], word);
    }
    let spelled = |name: &str| {
        let is_it = |arg: &&Arg| arg.get_long().is_some_and(|long| name == format!("--{long}"));
        command.get_arguments().find(is_it)
    };
    if let Some(arg) = before.last().and_then(|last| spelled(last)).filter(|arg| arg.get_action().takes_values()) {
        return values_of(arg, "");
    }
    if let Some((name, _)) = word.split_once('=') {
        return spelled(name).map_or_else(Vec::new, |arg| values_of(arg, &format!("{name}=")));
    }
    if !word.starts_with('-') {
        return command.get_positionals().flat_map(|arg| values_of(arg, "")).chain(codes(command)).collect();
    }
    let options = command.get_arguments().filter_map(|arg| {
        let long = arg.get_long()?;
        Some(Candidate::new(format!("--{long}"), &help_of(arg.get_help())))
    });
    let help = Candidate::new("--help", "Print help");
    let mut found: Vec<Candidate> = options.chain([help]).collect();
    if takes_options_of_compiler(command) {
        found.extend(of_compiler(before, word));
    }
    found
}

/// Returns whether options of the compiler may follow `--`.
fn takes_options_of_compiler(command: &clap::Command) -> bool {
    command.get_positionals().any(Arg::is_last_set)
}

/// The values that an argument takes, each behind a text.
fn values_of(arg: &Arg, prefix: &str) -> Vec<Candidate> {
    let values = arg.get_possible_values();
    let named = |value: &clap::builder::PossibleValue| {
        Candidate::new(format!("{prefix}{}", value.get_name()), &help_of(value.get_help()))
    };
    values.iter().filter(|value| !value.is_hide_set()).map(named).collect()
}

/// The codes of diagnostics, for the command that explains them.
fn codes(command: &clap::Command) -> Vec<Candidate> {
    let rows = tables::diagnostics().filter(|_| command.get_name() == "explain");
    rows.map(|row| Candidate::new(row.code, row.message)).collect()
}

/// Those for a compilation.
fn of_compiler(before: &[&str], word: &str) -> Vec<Candidate> {
    if let Some(row) = before.last().and_then(|last| awaiting_value(last)) {
        return names_of(row).into_iter().map(|name| Candidate::new(name, "")).collect();
    }
    if !word.starts_with('-') {
        return Vec::new();
    }
    OPTIONS.iter().filter(|row| row.works()).flat_map(|row| of_option(row, word)).collect()
}

/// An option in each of its spellings; behind its name its values.
fn of_option(row: &OptionRow, word: &str) -> Vec<Candidate> {
    let mut found = Vec::new();
    for name in row.names {
        let name = format!("{}{name}", row.prefixes[0]);
        if !matches!(row.shape, Shape::Joined | Shape::CommaJoined) || !word.starts_with(&name) {
            found.push(Candidate::new(name, row.help));
            continue;
        }
        let given = match (row.shape, word.rfind(',')) {
            (Shape::CommaJoined, Some(comma)) => &word[..=comma],
            _ => name.as_str(),
        };
        found.extend(names_of(row).into_iter().map(|value| Candidate::new(format!("{given}{value}"), "")));
    }
    found
}

/// The names that an option takes as its value, as far as they are a list. Most setters list them in their error.
fn names_of(row: &OptionRow) -> Vec<String> {
    match (row.value, row.effect) {
        ("<profile>", _) => profile_names(),
        ("<environment>", _) => environment_names().map(str::to_owned).collect(),
        ("[no-][error=]<warning>", _) => {
            let mut names: Vec<String> =
                library::tables::warning_groups().flat_map(|name| [name.to_owned(), format!("no-{name}")]).collect();
            names.sort();
            names.dedup();
            names
        }
        (_, Effect::Works(set)) if !matches!(row.shape, Shape::Flag | Shape::Multi(_)) => {
            let expected = set(&mut Options::default(), &["\0"]).err().unwrap_or_default();
            let names = expected.split(", ").flat_map(|part| part.split(" or "));
            names.filter(|name| !name.is_empty() && !name.contains(' ')).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(all(test, feature = "runner"))]
mod tests {
    use super::*;
    use arguments::commands::COMMANDS;

    fn texts(line: &str) -> Vec<String> {
        let words: Vec<&str> = line.split(' ').collect();
        let (word, before) = words.split_last().expect("there is a word");
        candidates(before, word).into_iter().map(|candidate| candidate.text).collect()
    }

    #[test]
    fn values_are_those_that_options_take() {
        let cases: &[(&str, &[&str])] = &[
            ("-T cs_6_1", &["cs_6_1", "cs_6_10"]),
            ("-HV 20", &["2016", "2017", "2018", "2021", "202x"]),
            ("--emit=spirv-llvm", &["--emit=spirv-llvm", "--emit=spirv-llvm-typed"]),
            ("--emit=ast,h", &["--emit=ast,hir", "--emit=ast,hlsl"]),
            ("-fspv-target-env=vulkan1.1", &["-fspv-target-env=vulkan1.1", "-fspv-target-env=vulkan1.1spirv1.4"]),
            ("a.hlsl -Wno-padd", &["-Wno-padded"]),
            ("--mlir-version=", &["--mlir-version=22", "--mlir-version=none"]),
            ("-Fo ", &[]),
            ("-E ma", &[]),
            ("shade", &["shadermake"]),
            ("explain E2040", &["E2040"]),
            ("completions ", &["bash", "zsh", "fish", "powershell"]),
            ("completions bash -- -HV 202", &["2021", "202x"]),
            ("run a.hlsl --engi", &["--engine"]),
            ("run a.hlsl -- -denorm f", &["ftz"]),
            ("reflect a.hlsl -enable-16", &["-enable-16bit-types"]),
        ];
        for (line, expected) in cases {
            assert_eq!(texts(line), *expected, "{line}");
        }
    }

    #[test]
    fn every_option_and_command_is_offered() {
        let all = texts("-");
        for row in OPTIONS.iter().filter(|row| row.works() && row.prefixes[0] == "-") {
            assert!(all.contains(&row.spelling()), "{}", row.spelling());
        }
        let first = texts("");
        assert!(COMMANDS.iter().all(|(name, ..)| first.iter().any(|text| text == name)));
    }

    #[test]
    fn what_is_offered_is_accepted() {
        for row in OPTIONS.iter().filter(|row| row.value != "[no-][error=]<warning>") {
            let Effect::Works(set) = row.effect else { continue };
            for name in names_of(row) {
                assert_eq!(set(&mut Options::default(), &[&name]), Ok(()), "{} {name}", row.spelling());
            }
        }
    }
}
