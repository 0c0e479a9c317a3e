//! Directives of test files, in comments:
//!
//! | comment | meaning |
//! |---|---|
//! | `//@ run: -T cs_6_0 …` | compile with these options; a file may have several, what follows belongs to the last |
//! | `//@ emit: spirv` | which state the checks look at: tokens, ast, hir, spirv |
//! | `//@ check: pattern` | the state has this line, after the line of the check before it ([`crate::pattern`]) |
//! | `//@ check-not: pattern` | the state has no such line |
//! | `//@ in:`, `push:`, `constants:`, `dispatch:`, `out:` | the shader is run ([`crate::exec`]) |
//! | `//@ launch: 8 4 1`, `hit:`, `miss:`, `callable:`, `record:` | the ray pipeline of a library is run ([`crate::launches`]) |
//! | `//@ graph: node={x: 1}` | the work graph of a library is run with these records ([`crate::graphs`]) |
//! | `//@ rules: hlsl` | the shader is run with all checks under this rule set, and messages are what they find |
//! | `//@ only on the CPU: reason` | results through Vulkan may differ, for this reason |
//! | `//@ only with SPIRV-Tools: reason`, `only without …` | the file is run by such builds, for this reason |
//! | `//@ skip: reason` | the file is not run, for this reason |
//! | `//~ error[E2014]: text` | the line above has this message; with `^` the message starts above the first one |
//! | `//~? error[E5101]: text` | there is this message, anywhere or nowhere in particular |
//! | `/*@ expect … */` | the state is exactly this text |
//!
//! Without any of these but `run` a file must compile without messages, and its module must be valid.

use crate::compiler::HAS_ORACLE;
use check::Rules;
use driver::internal::Wishes;
use driver::settings::Emit;

/// A file's directives.
#[derive(Debug, Default)]
pub(crate) struct Directives {
    pub(crate) runs: Vec<Run>,
    pub(crate) messages: Vec<Expected>,
    pub(crate) skip: Option<String>,
    pub(crate) only_on_cpu: Option<String>,
}

/// One compilation of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    pub(crate) options: Vec<String>,
    pub(crate) emit: Option<Emit>,
    pub(crate) checks: Vec<Check>,
    pub(crate) exact: Option<String>,
    pub(crate) exec: Option<Exec>,
    /// The rule set of a checked run.
    pub(crate) rules: Option<Rules>,
}

/// The inputs and the expected results of a shader.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exec {
    /// Bindings with their contents.
    pub(crate) inputs: Vec<(String, String)>,
    pub(crate) push: Option<String>,
    /// Specialisation constants: ids and bits.
    pub(crate) constants: Vec<(u32, u64)>,
    pub(crate) dispatch: [u32; 3],
    /// The launch of a ray pipeline.
    pub(crate) launch: Option<Launch>,
    /// The records that a work graph begins with.
    pub(crate) graph: Option<Vec<String>>,
    pub(crate) outputs: Vec<Output>,
}

impl Exec {
    /// Returns whether it is neither a launch nor a work graph.
    pub(crate) fn is_dispatch(&self) -> bool {
        self.launch.is_none() && self.graph.is_none()
    }
}

/// The launch of a ray pipeline, with its shader table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Launch {
    pub(crate) size: [u32; 3],
    pub(crate) recursion: u32,
    pub(crate) table: Wishes,
}

/// The expected contents of a binding.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    pub(crate) binding: String,
    /// Empty, or such as `~2ulp`.
    pub(crate) tolerance: String,
    pub(crate) contents: String,
}

/// A pattern on the lines of a state.
#[derive(Clone, Debug)]
pub(crate) enum Check {
    Line(String),
    Not(String),
}

/// A message that a file expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    /// The line, counted from 1; `None` for a message anywhere.
    pub(crate) line: Option<u32>,
    /// The column, counted from 1.
    pub(crate) column: Option<u32>,
    /// `error`, `warning`, `fatal error`, `note`.
    pub(crate) severity: String,
    /// Empty for notes.
    pub(crate) code: String,
    /// Part of the message.
    pub(crate) text: String,
}

/// The start of a block with an exact expectation.
pub(crate) const EXACT_START: &str = "/*@ expect\n";
/// Its end.
pub(crate) const EXACT_END: &str = "*/";

/// Reads the directives of a file.
pub(crate) fn read(text: &str) -> Result<Directives, String> {
    let mut directives = Directives::default();
    let mut line_of_code = 0;
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let trimmed = line.trim_start();
        if let Some(rest) = trimmed.trim_start_matches("; ").strip_prefix("//~") {
            directives.messages.push(expected(line, rest, line_of_code)?);
            continue;
        }
        line_of_code = number as u32 + 1;
        // Comments in assembly begin with a semicolon.
        if let Some(rest) = trimmed.trim_start_matches("; ").strip_prefix("//@") {
            directive(&mut directives, rest.trim())?;
        }
    }
    if let (Some(block), Some(run)) = (exact_block(text), directives.runs.last_mut()) {
        run.exact = Some(block.to_owned());
    }
    if directives.runs.is_empty() {
        return Err("the file has no '//@ run:' line".to_owned());
    }
    Ok(directives)
}

/// The text between the marks of an exact expectation.
pub(crate) fn exact_block(text: &str) -> Option<&str> {
    let start = text.find(EXACT_START)? + EXACT_START.len();
    let end = text[start..].find(EXACT_END)?;
    Some(&text[start..start + end])
}

fn directive(directives: &mut Directives, text: &str) -> Result<(), String> {
    let (name, value) = text.split_once(':').ok_or_else(|| format!("'//@ {text}' has no ':'"))?;
    let value = value.trim();
    if name == "skip" {
        directives.skip = Some(value.to_owned());
        return Ok(());
    }
    let needed = match name {
        "only with SPIRV-Tools" => Some(true),
        "only without SPIRV-Tools" => Some(false),
        _ => None,
    };
    if let Some(needed) = needed {
        directives.skip = (needed != HAS_ORACLE).then(|| value.to_owned());
        return Ok(());
    }
    if name == "only on the CPU" {
        directives.only_on_cpu = Some(value.to_owned());
        return Ok(());
    }
    if name == "run" {
        let options = value.split_whitespace().map(str::to_owned).collect();
        directives.runs.push(Run { options, ..Run::default() });
        return Ok(());
    }
    let run = directives.runs.last_mut().ok_or_else(|| format!("'//@ {name}:' precedes '//@ run:'"))?;
    match name {
        "emit" => {
            let state = Emit::NAMES.iter().find(|(known, _)| *known == value);
            run.emit = Some(state.ok_or_else(|| format!("unknown state '{value}'"))?.1);
        }
        "check" => run.checks.push(Check::Line(value.to_owned())),
        "check-not" => run.checks.push(Check::Not(value.to_owned())),
        "rules" => {
            let rules = Rules::NAMES.iter().find(|(known, _)| *known == value);
            run.rules = Some(rules.ok_or_else(|| format!("there are no rules '{value}'"))?.1);
        }
        "launch" | "recursion" | "hit" | "miss" | "callable" | "record" => {
            launch(run.exec.get_or_insert_default().launch.get_or_insert_default(), name, value)?;
        }
        "graph" => {
            let records = run.exec.get_or_insert_default().graph.get_or_insert_default();
            records.extend((!value.is_empty()).then(|| value.to_owned()));
        }
        "in" | "push" | "constants" | "dispatch" | "out" => execution(run.exec.get_or_insert_default(), name, value)?,
        _ => return Err(format!("unknown directive '{name}'")),
    }
    Ok(())
}

fn execution(exec: &mut Exec, name: &str, value: &str) -> Result<(), String> {
    let sides = || value.split_once('=').ok_or_else(|| format!("'//@ {name}: {value}' has no '='"));
    match name {
        "push" => exec.push = Some(value.to_owned()),
        "constants" => exec.constants = value.split_whitespace().map(constant).collect::<Result<_, _>>()?,
        "in" => {
            let (binding, contents) = sides()?;
            exec.inputs.push((binding.trim().to_owned(), contents.trim().to_owned()));
        }
        "out" => {
            let (binding, contents) = sides()?;
            let (binding, tolerance) = binding.trim().split_once(' ').unwrap_or((binding.trim(), ""));
            let (binding, tolerance) = (binding.to_owned(), tolerance.trim().to_owned());
            exec.outputs.push(Output { binding, tolerance, contents: contents.trim().to_owned() });
        }
        _ => {
            exec.dispatch = [1; 3];
            for (groups, text) in exec.dispatch.iter_mut().zip(value.split_whitespace()) {
                *groups = text.parse().map_err(|_| format!("invalid number of groups '{text}'"))?;
            }
        }
    }
    Ok(())
}

fn launch(launch: &mut Launch, name: &str, value: &str) -> Result<(), String> {
    let (table, text) = (&mut launch.table, value.to_owned());
    match name {
        "hit" => table.hit.push(text),
        "miss" => table.miss.push(text),
        "callable" => table.callable.push(text),
        "record" => table.record.push(text),
        "recursion" => launch.recursion = value.parse().map_err(|_| format!("invalid recursion '{value}'"))?,
        _ => {
            launch.size = [1; 3];
            for (extent, text) in launch.size.iter_mut().zip(value.split_whitespace()) {
                *extent = text.parse().map_err(|_| format!("invalid size '{text}'"))?;
            }
        }
    }
    Ok(())
}

/// `0=5` or `0=0x3f800000`.
fn constant(text: &str) -> Result<(u32, u64), String> {
    let read = |(id, bits): (&str, &str)| {
        let bits = match bits.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => bits.parse(),
        };
        Some((id.parse().ok()?, bits.ok()?))
    };
    text.split_once('=').and_then(read).ok_or_else(|| format!("invalid specialization constant '{text}'"))
}

fn expected(line: &str, rest: &str, line_of_code: u32) -> Result<Expected, String> {
    let anywhere = rest.starts_with('?');
    let rest = rest.trim_start_matches('?').trim();
    let text = rest.trim_start_matches('^').trim_start();
    let caret = (text.len() < rest.len()).then(|| line.find('^').map(|at| at as u32 + 1)).flatten();
    let (head, message) = text.split_once(": ").ok_or_else(|| format!("'//~ {text}' has no ': '"))?;
    let (severity, code) = match head.split_once('[') {
        Some((severity, code)) => (severity, code.trim_end_matches(']')),
        None => (head, ""),
    };
    Ok(Expected {
        line: (!anywhere).then_some(line_of_code),
        column: caret,
        severity: severity.to_owned(),
        code: code.to_owned(),
        text: message.to_owned(),
    })
}
