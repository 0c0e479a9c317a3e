//! The sub-command `validate`: modules through our own validator. The rules are the crate `valid`'s.

use base::similar::did_you_mean;
use dialect::diagnostics::Place;
use dialect::spirv::decode::{self, Inst, Operand};
use library::files::names::to_text;
use library::files::reading;
use library::report::console::say;
use spirv::Op;
use std::collections::BTreeMap;
use std::path::PathBuf;
use text::source::Words;
use valid::{Options, Remark, Violation};

/// The number of instructions shown before and after the offending one.
const AROUND: usize = 2;

/// Runs `validate`. Returns the exit status: 1 when a rule is broken or a file cannot be read, and 2 when a module uses
/// something that the validator does not know.
pub(crate) fn run(files: &[PathBuf], options: &Options) -> u8 {
    let mut status = 0;
    for file in files {
        let file = to_text(file.as_os_str());
        if let Err((message, code)) = check(&file, options) {
            say(message);
            status = if status == 1 { 1 } else { code };
        }
    }
    status
}

fn check(file: &str, options: &Options) -> Result<(), (String, u8)> {
    let refuse = |message: String| (format!("hlsl2spirv: error: {message}"), 1);
    let failed = |words: &[u32], text: Option<&Words>, violation: Violation| {
        let code = if violation.is_unknown { 2 } else { 1 };
        (describe(file, words, text, &violation), code)
    };
    if !reading::is_dialect(file) {
        let words = reading::read_module(file).map_err(refuse)?;
        let verdict = valid::validate(&words, options).map_err(|violation| failed(&words, None, violation));
        return verdict.inspect(|()| remark(file, &words));
    }
    // Errors in text are at its lines.
    let read = reading::read_bytes(file)
        .map_err(|error| error.to_string())
        .and_then(|bytes| reading::dialect_words(&bytes, Some(file)))
        .map_err(|reason| refuse(format!("cannot read '{file}': {reason}")))?;
    let verdict = valid::validate(&read.words, options);
    verdict.map_err(|violation| failed(&read.words, Some(&read), violation)).inspect(|()| remark(file, &read.words))
}

/// Says what the reader of a valid module should know.
fn remark(file: &str, words: &[u32]) {
    let Ok((_, insts)) = decode::decode(words) else { return };
    for (at, remark) in valid::remarks(&insts) {
        let offset = insts[at].offset;
        let text = match remark {
            Remark::UnknownExtension { name, nearest } => {
                let hint = nearest.map_or(String::new(), |nearest| format!("; {}", did_you_mean(nearest)));
                format!("warning: unknown extension '{name}'{hint}")
            }
            Remark::Unchecked { op, reason } => {
                format!("note: the types of Op{op:?} are not checked: {reason}")
            }
        };
        say(format!("{file}:{offset}: {text}"));
    }
}

/// The message, with the source location if lines are known or the words are those of a text, and the surrounding
/// instructions.
fn describe(file: &str, words: &[u32], source: Option<&Words>, violation: &Violation) -> String {
    let word = if violation.is_unknown { "unknown" } else { "error" };
    let offset = violation.offset.map_or(String::new(), |offset| format!(":{offset}"));
    let mut text = format!("{file}{offset}: {word}: {violation}");
    let Ok((_, insts)) = decode::decode(words) else { return text };
    let Some(at) = violation.instruction.filter(|at| *at < insts.len()) else { return text };
    if let Some((source, line, column)) = Defined::new(&insts).line_of(at) {
        text += &format!("\n  at {source}:{line}:{column}");
    } else if let Some(Place::Text { line, column }) = source.and_then(|source| source.place_of(&insts[at])) {
        text += &format!("\n  at {file}:{line}:{column}");
    }
    let first = at.saturating_sub(AROUND);
    for (number, inst) in insts.iter().enumerate().skip(first).take(at - first + AROUND + 1) {
        let mark = if number == at { ">" } else { " " };
        text += &format!("\n{mark} {:>6}: {}", inst.offset, spelled(inst));
    }
    text
}

/// The numbers of `DebugLine` and `DebugNoLine` in `NonSemantic.Shader.DebugInfo`.
const DEBUG_LINE: u32 = 103;
const DEBUG_NO_LINE: u32 = 104;

/// Instructions, and the definition of each id.
struct Defined<'i> {
    insts: &'i [Inst],
    by_id: BTreeMap<u32, &'i Inst>,
}

impl<'i> Defined<'i> {
    fn new(insts: &'i [Inst]) -> Self {
        Defined { insts, by_id: insts.iter().filter_map(|inst| Some((inst.result?, inst))).collect() }
    }

    /// The source location of an instruction: that of the last line in its block.
    fn line_of(&self, at: usize) -> Option<(String, u32, u32)> {
        let before = self.insts[..=at].iter().rev();
        let near = before.take_while(|inst| !matches!(inst.op, Op::NoLine | Op::Label | Op::Function));
        near.filter_map(|inst| self.place(inst)).next()?
    }

    /// The location that an instruction sets or resets, if it does.
    fn place(&self, inst: &Inst) -> Option<Option<(String, u32, u32)>> {
        match (inst.op, inst.operands.as_slice()) {
            (Op::Line, [Operand::Id(file), Operand::Literal(line), Operand::Literal(column)]) => {
                Some(self.text(*file).map(|name| (name.to_owned(), *line, *column)))
            }
            (Op::ExtInst, [Operand::Id(set), Operand::Literal(number), rest @ ..]) if self.is_for_debuggers(*set) => {
                match (*number, rest) {
                    (DEBUG_LINE, [Operand::Id(source), Operand::Id(line), _, Operand::Id(column), ..]) => {
                        Some(self.described(*source, *line, *column))
                    }
                    (DEBUG_NO_LINE, _) => Some(None),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn described(&self, source: u32, line: u32, column: u32) -> Option<(String, u32, u32)> {
        let Some(Operand::Id(file)) = self.by_id.get(&source)?.operands.get(2) else { return None };
        Some((self.text(*file)?.to_owned(), self.number(line)?, self.number(column)?))
    }

    fn is_for_debuggers(&self, set: u32) -> bool {
        self.text(set).is_some_and(|name| name.starts_with("NonSemantic.Shader.DebugInfo."))
    }

    fn text(&self, id: u32) -> Option<&str> {
        match self.by_id.get(&id)?.operands.as_slice() {
            [Operand::Text(text)] => Some(text),
            _ => None,
        }
    }

    fn number(&self, id: u32) -> Option<u32> {
        match self.by_id.get(&id)?.operands.as_slice() {
            [Operand::Number(value)] => u32::try_from(*value).ok(),
            _ => None,
        }
    }
}

/// An instruction as text, operands by the grammar.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn inst(op: Op, result: Option<u32>, operands: &[Operand]) -> Inst {
        Inst { op, offset: 0, ty: None, result, operands: operands.to_vec().into() }
    }

    #[test]
    fn lines_are_found_in_both_spellings() {
        let id = Operand::Id;
        let debug = |number: u32, rest: &[Operand]| {
            inst(Op::ExtInst, None, &[&[id(1), Operand::Literal(number)], rest].concat())
        };
        let constant = |result: u32, value: u64| inst(Op::Constant, Some(result), &[Operand::Number(value)]);
        let source = inst(Op::ExtInst, Some(5), &[id(1), Operand::Literal(35), id(2)]);
        let insts = [
            inst(Op::ExtInstImport, Some(1), &[Operand::Text("NonSemantic.Shader.DebugInfo.100".into())]),
            inst(Op::String, Some(2), &[Operand::Text("a.hlsl".into())]),
            constant(3, 7),
            constant(4, 9),
            source,
            inst(Op::Label, Some(6), &[]),
            debug(DEBUG_LINE, &[id(5), id(3), id(3), id(4), id(4)]),
            inst(Op::Nop, None, &[]),
            debug(DEBUG_NO_LINE, &[]),
            inst(Op::Nop, None, &[]),
            inst(Op::Line, None, &[id(2), Operand::Literal(1), Operand::Literal(2)]),
            inst(Op::Nop, None, &[]),
        ];
        let insts = Defined::new(&insts);
        assert_eq!(insts.line_of(7), Some(("a.hlsl".to_owned(), 7, 9)));
        assert_eq!(insts.line_of(9), None);
        assert_eq!(insts.line_of(11), Some(("a.hlsl".to_owned(), 1, 2)));
        assert_eq!(insts.line_of(4), None);
    }
}
