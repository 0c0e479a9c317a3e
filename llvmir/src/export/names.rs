//! The names of what a module holds: those that it gives, where each is one thing's alone; numbers for everything else.

use super::id;
use base::ids::Set;
use dialect::spirv::decode::{Inst, Operand};
use rustc_hash::FxHashMap;
use spirv::{Op, StorageClass};
use std::fmt::Write;

/// Beginnings of names that mean something to LLVM or to those that read what is printed.
const RESERVED: &[&str] = &["llvm.", "__spirv_", "_Z"];

/// The names of functions and of variables of the module.
pub(super) struct Names(FxHashMap<u32, String>);

impl Names {
    /// Names all functions and variables. Kernels have the names of their entry points.
    pub(super) fn new(insts: &[Inst], kernels: &FxHashMap<u32, String>) -> Names {
        let mut given: FxHashMap<u32, &str> = FxHashMap::default();
        for inst in insts.iter().filter(|inst| inst.op == Op::Name) {
            if let Some(Operand::Text(name)) = inst.operands.get(1) {
                given.insert(id(inst.operands.first()), name);
            }
        }
        let mut taken: Set<String> = kernels.values().cloned().collect();
        let mut names = kernels.clone();
        let mut in_function = false;
        for inst in insts {
            in_function = (in_function || inst.op == Op::Function) && inst.op != Op::FunctionEnd;
            let is_global = inst.op == Op::Variable && !in_function && !is_input(inst);
            let result = inst.result.unwrap_or(0);
            if (inst.op != Op::Function && !is_global) || names.contains_key(&result) {
                continue;
            }
            let letter = if is_global { "g" } else { "f" };
            let own = given.get(&result).filter(|name| is_free(name, &taken)).map(|name| (*name).to_owned());
            let mut number = taken.len();
            let numbered = || loop {
                let name = format!("{letter}{number}");
                if !taken.contains(&name) {
                    break name;
                }
                number += 1;
            };
            let name = own.unwrap_or_else(numbered);
            taken.insert(name.clone());
            names.insert(result, name);
        }
        Names(names)
    }

    /// The name of a function or variable, in quotes where LLVM wants that.
    pub(super) fn of(&self, id: u32) -> String {
        self.0.get(&id).map_or_else(|| format!("unknown{id}"), |name| quoted(name))
    }
}

fn is_input(inst: &Inst) -> bool {
    matches!(inst.operands.first(), Some(Operand::Enum(_, class, _)) if *class == StorageClass::Input as u32)
}

fn is_free(name: &str, taken: &Set<String>) -> bool {
    !name.is_empty() && !taken.contains(name) && !RESERVED.iter().any(|start| name.starts_with(start))
}

/// A name, in quotes where LLVM wants that.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._$".contains(c);
    match name.chars().all(is_plain) && !name.starts_with(|c: char| c.is_ascii_digit()) {
        true => name.to_owned(),
        false => format!("\"{}\"", escaped(name)),
    }
}

/// Text between quotes.
pub(super) fn escaped(text: &str) -> String {
    let one = |byte: u8| match byte {
        b' '..=b'~' if byte != b'"' && byte != b'\\' => char::from(byte).to_string(),
        byte => format!("\\{byte:02X}"),
    };
    text.bytes().map(one).collect()
}

/// Numbers the values and the blocks of a function in the order in which they stand, whatever ids they have: what is read
/// and printed again is the same text.
pub(super) fn numbered(function: &str) -> String {
    let mut known: FxHashMap<&str, String> = FxHashMap::default();
    let mut count = [0, 0];
    for (at, line) in function.lines().enumerate() {
        let is_head = at == 0;
        let label = line.strip_suffix(':').filter(|_| !line.starts_with(' '));
        let defined = line.trim_start().split_once(" = ").map(|(name, _)| &name[1..]);
        let params = pieces(line).filter(|(is_name, _)| is_head && *is_name).map(|(_, name)| &name[1..]);
        for name in params.chain(label).chain(defined.filter(|_| !is_head)) {
            let (letter, place) = if name.starts_with('l') { ("l", 0) } else { ("v", 1) };
            known.entry(name).or_insert_with(|| {
                count[place] += 1;
                format!("{letter}{}", count[place])
            });
        }
    }
    let mut text = String::with_capacity(function.len());
    for line in function.lines() {
        match line.strip_suffix(':').filter(|_| !line.starts_with(' ')).and_then(|label| known.get(label)) {
            Some(label) => text += &format!("{label}:"),
            None => {
                for (is_name, piece) in pieces(line) {
                    match known.get(&piece[usize::from(is_name)..]).filter(|_| is_name) {
                        Some(name) => drop(write!(text, "%{name}")),
                        None => text += piece,
                    }
                }
            }
        }
        text.push('\n');
    }
    text
}

/// The parts of a line, and which of them are names of values or blocks. What is in quotes is none.
fn pieces(line: &str) -> impl Iterator<Item = (bool, &str)> {
    let mut rest = line;
    let mut in_quotes = false;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let is_name = !in_quotes && rest.starts_with('%');
        let end = match (is_name, in_quotes) {
            (true, _) => rest[1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '.').map(|at| at + 1),
            (false, true) => rest[1..].find('"').map(|at| at + 2),
            (false, false) => rest.char_indices().skip(1).find(|(_, c)| ['%', '"'].contains(c)).map(|(at, _)| at),
        };
        let (piece, left) = rest.split_at(end.unwrap_or(rest.len()));
        rest = left;
        in_quotes = !in_quotes && rest.starts_with('"');
        // Types have names too.
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        Some((is_name && piece.get(2..).is_some_and(is_number), piece))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_numbered_in_their_order() {
        let function = "define void @f(i32 %v17) {\nl3:\n  %t1 = add i32 %v17, 1\n  call void @\"%v17\"(i32 %t1)\n  br label %l9\nl9:\n  ret void\n}\n";
        let expected = "define void @f(i32 %v1) {\nl1:\n  %v2 = add i32 %v1, 1\n  call void @\"%v17\"(i32 %v2)\n  br label %l2\nl2:\n  ret void\n}\n";
        assert_eq!(numbered(function), expected);
    }
}
