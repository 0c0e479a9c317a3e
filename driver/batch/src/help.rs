//! The text of `--help` and of `--version`.

use arguments::commands::COMMANDS;
use base::target::TARGETS;
use frontend::language::HlslVersion;
use library::options::checks::NEWEST_MINOR;
use library::options::{Effect, Group, OPTIONS, OptionRow};
use library::pipeline::spirv_tools;
use std::fmt::Write;

/// The width of the option column in `--help`.
const OPTION_WIDTH: usize = 34;
/// The width of the column of commands in it.
const COMMAND_WIDTH: usize = 12;
/// The width of `--help`.
const HELP_WIDTH: usize = 110;

/// The text of a call without arguments: a line for each command.
pub fn usage() -> String {
    let mut out = String::from(
        // CMake's FindVulkan recognises a compiler of HLSL by the first line of its help.
        "OVERVIEW: HLSL Compiler for SPIR-V and Vulkan\n\nusage: hlsl2spirv [options] <file>\n       \
         hlsl2spirv <command> ...\n\nCommands:\n",
    );
    for (name, _, about) in COMMANDS {
        let _ = writeln!(out, "  {name:<COMMAND_WIDTH$}  {about}");
    }
    out +=
        "\n'hlsl2spirv help <command>' prints the options of a command, 'hlsl2spirv --help' those of a compilation.\n";
    out
}

/// The text of `--help`. Options without effect are left out unless `hidden`.
pub fn help(hidden: bool) -> String {
    let mut out = usage();
    for &group in Group::ALL {
        let rows =
            OPTIONS.iter().filter(|row| row.group == group && (hidden || matches!(row.effect, Effect::Works(_))));
        let rows: Vec<_> = rows.collect();
        if !rows.is_empty() {
            let _ = write!(out, "\n{}:\n", group.title());
            rows.into_iter().for_each(|row| help_row(&mut out, row));
        }
    }
    out
}

fn help_row(out: &mut String, row: &OptionRow) {
    let usage = row.usage();
    let text = match row.effect {
        Effect::Works(_) => row.help.to_owned(),
        Effect::Accepted(reason) => format!("{} Ignored: {reason}.", row.help),
        Effect::Refused(reason) => format!("{} Not supported: {reason}.", row.help),
    };
    let mut lines = wrap(&text, HELP_WIDTH - OPTION_WIDTH - 4).into_iter();
    if usage.chars().count() > OPTION_WIDTH {
        let _ = writeln!(out, "  {usage}");
    } else {
        let _ = writeln!(out, "  {usage:<OPTION_WIDTH$}  {}", lines.next().unwrap_or_default());
    }
    for line in lines {
        let _ = writeln!(out, "  {:<OPTION_WIDTH$}  {line}", "");
    }
}

/// Words in lines of at most this many characters.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// The text of `--version`: the compiler's own version, then those of its dependencies.
pub fn version() -> String {
    let versions = || TARGETS.iter().map(|row| row.spirv.1);
    let (oldest, newest) = (versions().min().unwrap_or(0), versions().max().unwrap_or(0));
    let languages = HlslVersion::NAMES;
    let (first, last) = (languages[0].0, languages[languages.len() - 1].0);
    let tools = spirv_tools::version().unwrap_or_else(|| "none".to_owned());
    format!(
        "hlsl2spirv {}\nHLSL: {first} to {last}, shader models to 6.{NEWEST_MINOR}\nSPIR-V: 1.{oldest} to 1.{newest}\n\
         SPIRV-Tools: {tools}\n",
        env!("CARGO_PKG_VERSION"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_name_what_is_read_and_written() {
        let text = version();
        let lines: Vec<_> = text.lines().collect();
        assert!(lines[0].starts_with("hlsl2spirv 0."), "{text}");
        assert_eq!(lines[1..3], ["HLSL: 2016 to 202x, shader models to 6.10", "SPIR-V: 1.0 to 1.6"]);
        assert_eq!(lines[3] == "SPIRV-Tools: none", !library::pipeline::spirv_tools::AVAILABLE, "{text}");
    }

    #[test]
    fn help_names_each_option_that_works() {
        let text = help(false);
        assert!(text.starts_with("OVERVIEW: HLSL Compiler for "), "CMake's FindVulkan does not know the command");
        for row in OPTIONS {
            let listed = text.contains(&row.usage());
            assert_eq!(listed, matches!(row.effect, Effect::Works(_)), "{}", row.spelling());
        }
        assert!(text.lines().all(|line| line.chars().count() <= HELP_WIDTH), "a line is too long");
    }
}
