//! Modules through our own validator: the sub-command `validate`. How rules work is the crate `valid`'s.

use crate::files;
use dialect::spirv::decode::{self, Inst, Operand};
use rspirv::spirv::Op;
use std::path::PathBuf;
use valid::{Options, Violation};

/// How many instructions are shown before and behind the one that is to blame.
const AROUND: usize = 2;

/// Carries out `validate`. Returns the exit status: 1 when a rule is broken or a file cannot be read, and 2 when a module
/// uses what the validator does not know.
#[allow(clippy::print_stderr, reason = "the command's own messages")]
pub(crate) fn run(files: &[PathBuf], options: &Options) -> u8 {
    let mut status = 0;
    for file in files {
        let file = file.display().to_string();
        if let Err((message, code)) = check(&file, options) {
            eprintln!("{message}");
            status = if status == 1 { 1 } else { code };
        }
    }
    status
}

fn check(file: &str, options: &Options) -> Result<(), (String, u8)> {
    let refuse = |message: String| (format!("hlsl2spirv: error: {message}"), 1);
    let bytes = std::fs::read(file).map_err(|error| refuse(format!("cannot read '{file}': {error}")))?;
    let words = files::module_words(&bytes).ok_or_else(|| refuse(format!("'{file}' is not a SPIR-V module")))?;
    valid::validate(&words, options).map_err(|violation| {
        let code = if violation.is_unknown { 2 } else { 1 };
        (describe(file, &words, &violation), code)
    })
}

/// The message, with the place in the source if lines say it, and the instructions around.
fn describe(file: &str, words: &[u32], violation: &Violation) -> String {
    let word = if violation.is_unknown { "unknown" } else { "error" };
    let offset = violation.offset.map_or(String::new(), |offset| format!(":{offset}"));
    let mut text = format!("{file}{offset}: {word}: {violation}");
    let Ok((_, insts)) = decode::decode(words) else { return text };
    let Some(at) = violation.instruction.filter(|at| *at < insts.len()) else { return text };
    if let Some((source, line, column)) = line_of(&insts, at) {
        text += &format!("\n  at {source}:{line}:{column}");
    }
    let first = at.saturating_sub(AROUND);
    for (number, inst) in insts.iter().enumerate().skip(first).take(at - first + AROUND + 1) {
        let mark = if number == at { ">" } else { " " };
        text += &format!("\n{mark} {:>6}: {}", inst.offset, spelled(inst));
    }
    text
}

/// The line of the source that an instruction comes from: that of the last `OpLine` in its block.
fn line_of(insts: &[Inst], at: usize) -> Option<(String, u32, u32)> {
    let before = insts[..=at].iter().rev();
    let mut near = before.take_while(|inst| !matches!(inst.op, Op::NoLine | Op::Label | Op::Function));
    let line = near.find(|inst| inst.op == Op::Line)?;
    let [Operand::Id(file), Operand::Literal(line), Operand::Literal(column)] = line.operands.as_slice() else {
        return None;
    };
    let name = insts.iter().find(|inst| inst.op == Op::String && inst.result == Some(*file))?;
    match name.operands.as_slice() {
        [Operand::Text(name)] => Some((name.clone(), *line, *column)),
        _ => None,
    }
}

/// An instruction as text, its operands as the grammar knows them.
fn spelled(inst: &Inst) -> String {
    let mut text = String::new();
    if let Some(result) = inst.result {
        text += &format!("%{result} = ");
    }
    text += &format!("Op{:?}", inst.op);
    if let Some(ty) = inst.ty {
        text += &format!(" %{ty}");
    }
    inst.operands.iter().for_each(|one| operand(one, &mut text));
    text
}

fn operand(one: &Operand, text: &mut String) {
    match one {
        Operand::Id(id) | Operand::ConstantId(_, id) => *text += &format!(" %{id}"),
        Operand::Literal(value) => *text += &format!(" {value}"),
        Operand::Number(value) => *text += &format!(" {value}"),
        Operand::Text(value) => *text += &format!(" {value:?}"),
        Operand::Enum(kind, value, params) => {
            *text += &format!(" {}", kind.table().text(*value));
            params.iter().for_each(|param| operand(param, text));
        }
    }
}
