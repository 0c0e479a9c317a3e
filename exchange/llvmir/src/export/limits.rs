//! Checks before the export: refuses types, constants and copies that refer to themselves, and those that are too large
//! or nested too deeply to be written out, as LLVM IR writes types and constants wherever they are used.

use super::state::Spelling;
use crate::error::{Result, refuse};
use dialect::spirv::decode::{Inst, Operand};
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;

/// Types and constants nest at most this deep.
const MAX_DEPTH: usize = 64;
/// The parts of a type or of a constant, and of their parts.
const MAX_PARTS: u64 = 1 << 20;
/// The bytes of the text.
pub(super) const MAX_TEXT: usize = 1 << 28;
/// The ops of a module: none has a shorter text than this part of all.
const MAX_OPS: usize = MAX_TEXT / 8;

/// The number of parts of a definition, and the depth of their nesting.
type Extent = (u64, usize);

/// Refuses what cannot be written out.
pub(super) fn check(insts: &[Inst], spelling: Spelling) -> Result<()> {
    // Pointers may lead to structs that hold them.
    let structs = insts.iter().filter(|inst| inst.op == Op::TypeStruct && spelling == Spelling::Opaque);
    let ahead: FxHashSet<u32> = structs.filter_map(|inst| inst.result).collect();
    let mut known: FxHashMap<u32, Extent> = FxHashMap::default();
    for inst in insts {
        let Some(result) = inst.result else { continue };
        // The text of these is written where they are used, or that of what they are made of.
        let class = isa::class(inst.op);
        let is_written_out = class.is_type() || class.is_constant() || matches!(inst.op, Op::CopyObject | Op::Bitcast);
        let extent = match is_written_out {
            true => extent(inst, &ahead, &known)?,
            false => (1, 0),
        };
        known.insert(result, extent);
    }
    Ok(())
}

fn extent(inst: &Inst, ahead: &FxHashSet<u32>, known: &FxHashMap<u32, Extent>) -> Result<Extent> {
    let ids = inst.operands.iter().filter_map(|operand| match operand {
        Operand::Id(id) | Operand::ConstantId(_, id) => Some(*id),
        Operand::Literal(_) | Operand::Number(_) | Operand::Text(_) | Operand::Enum(..) => None,
    });
    let (mut parts, mut depth) = (1u64, 0);
    for id in inst.ty.into_iter().chain(ids) {
        let Some((own, deep)) = known.get(&id).copied() else {
            if inst.op == Op::TypePointer && ahead.contains(&id) {
                continue;
            }
            return refuse(format!("Op{:?} takes what is not defined before it", inst.op));
        };
        (parts, depth) = (parts.saturating_add(own), depth.max(deep + 1));
    }
    if parts > MAX_PARTS || depth > MAX_DEPTH {
        return refuse(format!("Op{:?} is too large to be written as LLVM IR", inst.op));
    }
    let is_copy = matches!(inst.op, Op::CopyObject | Op::Bitcast);
    Ok(if is_copy { (1, 0) } else { (parts, depth) })
}

/// Text within the limit.
pub(super) fn within(text: Option<String>) -> Result<String> {
    text.map_or_else(|| refuse(format!("the text has more than {} MiB", MAX_TEXT >> 20)), Ok)
}

/// Refuses a module that has too many ops for a text within the limit.
pub(super) fn check_ops(count: usize) -> Result<()> {
    if count > MAX_OPS { within(None).map(drop) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use crate::{Spelling, to_llvm};
    use spirv::Op;

    /// The text of a module of kernels with these instructions after its types: %1 is `uint`, %2 `uint *`, %3 a number.
    fn text(rest: &[(Op, &[u32])], spelling: Spelling) -> Result<String, String> {
        let start: &[(Op, &[u32])] = &[
            (Op::MemoryModel, &[2, 2]),
            (Op::TypeInt, &[1, 32, 0]),
            (Op::TypePointer, &[2, 5, 1]),
            (Op::Constant, &[1, 3, 7]),
        ];
        let mut words = vec![0x0723_0203, 0x0001_0200, 0, 1 << 16, 0];
        for (op, operands) in start.iter().chain(rest) {
            words.push((operands.len() as u32 + 1) << 16 | *op as u32);
            words.extend_from_slice(operands);
        }
        to_llvm(&words, spelling).map_err(|error| error.to_string())
    }

    /// A function around instructions, in which %9 is its parameter.
    fn function(body: &[(Op, &[u32])]) -> Result<String, String> {
        let start: [(Op, &[u32]); 5] = [
            (Op::TypeVoid, &[4]),
            (Op::TypeFunction, &[5, 4, 2]),
            (Op::Function, &[4, 6, 0, 5]),
            (Op::FunctionParameter, &[2, 9]),
            (Op::Label, &[7]),
        ];
        let end: [(Op, &[u32]); 2] = [(Op::Return, &[]), (Op::FunctionEnd, &[])];
        let all: Vec<(Op, &[u32])> = start.iter().chain(body).chain(&end).copied().collect();
        text(&all, Spelling::Opaque)
    }

    #[test]
    fn circular_definitions_are_refused() {
        assert!(function(&[(Op::Bitcast, &[2, 10, 9]), (Op::Store, &[10, 3])]).is_ok());
        for copy in [Op::Bitcast, Op::CopyObject] {
            let found = function(&[(copy, &[2, 10, 10]), (Op::Store, &[10, 3])]);
            assert_eq!(found, Err(format!("Op{copy:?} takes what is not defined before it")));
        }
        for (op, operands) in
            [(Op::TypeStruct, &[10, 10][..]), (Op::TypePointer, &[10, 5, 10]), (Op::ConstantComposite, &[1, 10, 10])]
        {
            for spelling in [Spelling::Opaque, Spelling::Typed] {
                assert_eq!(
                    text(&[(op, operands)], spelling),
                    Err(format!("Op{op:?} takes what is not defined before it"))
                );
            }
        }
        let list: [(Op, &[u32]); 2] = [(Op::TypePointer, &[10, 5, 11]), (Op::TypeStruct, &[11, 10])];
        assert!(text(&list, Spelling::Opaque).is_ok());
        assert!(text(&list, Spelling::Typed).is_err());
    }

    #[test]
    fn exponentially_nested_types_are_refused() {
        let twice: Vec<[u32; 3]> = (10..40).map(|at| [at, if at == 10 { 1 } else { at - 1 }, at.max(11) - 1]).collect();
        let doubled: Vec<(Op, &[u32])> = twice.iter().map(|parts| (Op::TypeStruct, &parts[..2])).collect();
        assert!(text(&doubled, Spelling::Opaque).is_ok());
        let mut doubled: Vec<(Op, &[u32])> = vec![(Op::TypeStruct, &[10, 1])];
        doubled.extend(twice[1..].iter().map(|parts| (Op::TypeStruct, &parts[..])));
        assert_eq!(
            text(&doubled, Spelling::Opaque),
            Err("OpTypeStruct is too large to be written as LLVM IR".to_owned())
        );
        let deep: Vec<[u32; 2]> = (10..200).map(|at| [at, if at == 10 { 1 } else { at - 1 }]).collect();
        let deep: Vec<(Op, &[u32])> = deep.iter().map(|parts| (Op::TypeStruct, &parts[..])).collect();
        assert!(text(&deep, Spelling::Typed).is_err());
    }

    #[test]
    fn long_chains_of_copies_are_followed_once() {
        let copies: Vec<[u32; 3]> = (10..60_000).map(|at| [2, at, at - 1]).collect();
        let stores: Vec<[u32; 2]> = (10..60_000).map(|at| [at, 3]).collect();
        let mut body: Vec<(Op, &[u32])> = copies.iter().map(|copy| (Op::CopyObject, &copy[..])).collect();
        body.extend(stores.iter().map(|store| (Op::Store, &store[..])));
        let text = function(&body).expect("it has a form");
        let stores: Vec<&str> = text.lines().filter(|line| line.contains("store i32 7")).collect();
        assert!(stores.len() == 59_990 && stores.iter().all(|line| *line == stores[0]));
    }
}
