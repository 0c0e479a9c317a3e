//! The manual page `hlsl2spirv(1)`, from the tables of options and commands. Owns the form of such a page.

use crate::Cli;
use arguments::commands::COMMANDS;
use clap::{Arg, Command, CommandFactory};
use library::options::{Effect, Group, OPTIONS, OptionRow};
use std::fmt::Write;

/// The statuses that the command ends with.
const STATUSES: &[(&str, &str)] = &[
    ("0", "Success."),
    ("1", "Invalid command line, or a file that cannot be read or written; for test, a failed job."),
    ("5", "Errors in the source, as in DXC."),
    ("6", "Findings of a checked run."),
];

/// The page in roff, with the macros of man(7).
pub(super) fn page() -> String {
    let mut out = format!(
        ".\\\" Generated from the tables by `hlsl2spirv docs docs/tables`; do not edit.\n\
         .TH HLSL2SPIRV 1 \"\" \"hlsl2spirv {}\" \"User Commands\"\n.SH NAME\nhlsl2spirv \\- compile HLSL to SPIR\\-V\n",
        env!("CARGO_PKG_VERSION")
    );
    out += ".SH SYNOPSIS\n.B hlsl2spirv\n[options] <file>\n";
    for (name, takes, _) in COMMANDS {
        let _ = writeln!(out, ".br\n.B hlsl2spirv {name}\n{}", escaped(takes));
    }
    paragraph(
        &mut out,
        "DESCRIPTION",
        "Compiles HLSL to SPIR-V for Vulkan with the options of dxc -spirv, and reflects, optimizes, validates and runs modules \
         of any compiler. Without an output file the disassembly is printed. An argument @file is \
         replaced by the arguments in that file.",
    );
    out += ".SH OPTIONS\n";
    for &group in Group::ALL {
        let rows: Vec<&OptionRow> = OPTIONS.iter().filter(|row| row.group == group && row.works()).collect();
        if !rows.is_empty() {
            let _ = writeln!(out, ".SS {}", escaped(group.title()));
            rows.into_iter().for_each(|row| item(&mut out, &row.usage(), row.help));
        }
    }
    out += ".SH COMMANDS\n";
    for command in Cli::command().get_subcommands() {
        of_command(&mut out, command);
    }
    out += ".SH EXIT STATUS\n";
    STATUSES.iter().for_each(|(status, meaning)| item(&mut out, status, meaning));
    let ignored = OPTIONS.iter().filter(|row| matches!(row.effect, Effect::Accepted(_))).count();
    paragraph(
        &mut out,
        "NOTES",
        &format!("{ignored} more options of DXC are accepted and ignored; --help-hidden lists them with the reasons."),
    );
    out
}

fn of_command(out: &mut String, command: &Command) {
    let _ = writeln!(out, ".SS {}", escaped(command.get_name()));
    if let Some(about) = command.get_about() {
        let _ = writeln!(out, "{}.", escaped(&about.to_string()));
    }
    for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
        item(out, &usage_of(arg), &arg.get_help().map(ToString::to_string).unwrap_or_default());
    }
}

/// `--name <VALUE>`, or the name of a positional.
fn usage_of(arg: &Arg) -> String {
    let values = arg.get_value_names().unwrap_or_default().iter().map(|name| format!("<{name}>"));
    let values = values.collect::<Vec<_>>().join(" ");
    let short = arg.get_short().map(|short| format!("-{short}, ")).unwrap_or_default();
    match arg.get_long() {
        Some(long) if arg.get_action().takes_values() => format!("{short}--{long} {values}"),
        Some(long) => format!("{short}--{long}"),
        None => values,
    }
}

fn paragraph(out: &mut String, title: &str, text: &str) {
    let _ = writeln!(out, ".SH {title}\n{}", escaped(text));
}

fn item(out: &mut String, tag: &str, text: &str) {
    let _ = writeln!(out, ".TP\n.B {}\n{}", escaped(tag), escaped(text));
}

/// A line of text whose characters roff takes as they are.
fn escaped(text: &str) -> String {
    let mut out = String::from(if text.starts_with(['.', '\'']) { "\\&" } else { "" });
    for c in text.chars() {
        match c {
            '\\' => out += "\\e",
            '-' => out += "\\-",
            '\n' => out.push(' '),
            c if c.is_ascii() => out.push(c),
            c => _ = write!(out, "\\[u{:04X}]", u32::from(c)),
        }
    }
    out
}
