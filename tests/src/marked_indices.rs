//! No access loses the mark of its index: `NonUniformResourceIndex` reaches every access to what the index selects, however the
//! index gets there, at every level.
//!
//! Each program that marks an index is compiled with marked indices that also pass an instruction which no pass removes.
//! In the final module the indices that come from it are those that must have been marked; this reader of modules shares
//! nothing with the compiler's own propagation.

use crate::{collect, compiler, directives};
use base::ids::{Map, Set};
use dialect::spirv::decode::{self, Inst, Operand};
use driver::Disk;
use libtest_mimic::{Failed, Trial};
use spirv::{Decoration, Op, StorageClass};
use std::path::Path;

const MARK: &str = "NonUniformResourceIndex";
/// What marked indices pass: the values stay what they are for the passes, as nothing folds this.
const PRELUDE: &str = "[[vk::ext_instruction(204)]] uint traced_index(uint index);\n\
    [[vk::ext_instruction(204)]] int traced_index(int index);\n\
    #define NonUniformResourceIndex(index) NonUniformResourceIndex(traced_index(index))\n#line 1\n";
const LEVELS: &[&str] = &["-O0", "-O1", "-O3", "-fspv-reduce-load-size"];

pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::test("marked_indices::accesses_keep_their_marks", accesses_keep_their_marks)]
}

fn accesses_keep_their_marks() -> Result<(), Failed> {
    let folders = [Path::new(collect::SUITE).to_owned(), collect::workspace().join("shaders")];
    let (mut problems, mut accesses) = (Vec::new(), 0);
    for path in folders.iter().flat_map(|folder| collect::files(folder, "hlsl")) {
        let text = driver::internal::decode(std::fs::read(&path)?);
        if !text.contains(MARK) {
            continue;
        }
        match of_file(&path, &text) {
            Ok(count) => accesses += count,
            Err(problem) => problems.push(format!("{}: {problem}", collect::display(&path))),
        }
    }
    match problems.is_empty() && accesses > 200 {
        true => Ok(()),
        false => Err(format!("{accesses} accesses\n{}", problems.join("\n")).into()),
    }
}

/// The number of marked accesses in the modules of a file.
fn of_file(path: &Path, text: &str) -> Result<usize, String> {
    let mut accesses = 0;
    for run in directives::read(text)?.runs {
        for level in LEVELS {
            let options = [run.options.clone(), vec![(*level).to_owned(), "-Wno-everything".to_owned()]].concat();
            let compiled = |text: &str| {
                let compiler = compiler::compiler(&options).map_err(|failure| failure.to_string())?;
                let artifact = compiler.compile(&path.to_string_lossy(), text, &Disk);
                artifact.map(|artifact| artifact.words).map_err(|failure| failure.to_string())
            };
            // Some files are wrong on purpose.
            if !compiled(text).is_ok_and(|words| !words.is_empty()) {
                continue;
            }
            let words = compiled(&format!("{PRELUDE}{text}"))?;
            accesses += marked(&words).map_err(|problem| format!("{}: {problem}", options.join(" ")))?;
        }
    }
    Ok(accesses)
}

/// A module, as far as this test reads it.
struct Module {
    insts: Map<u32, Inst>,
    decorated: Set<u32>,
    /// Values that come from a traced index.
    traced: Set<u32>,
    /// Resources that such a value selects, and what is reached through them.
    selected: Set<u32>,
}

/// The number of accesses through traced indices; all of them must be decorated.
fn marked(words: &[u32]) -> Result<usize, String> {
    let (_, insts) = decode::decode(words).map_err(|error| error.to_string())?;
    let mut module =
        Module { insts: Map::default(), decorated: Set::default(), traced: Set::default(), selected: Set::default() };
    for inst in &insts {
        if let (Op::Decorate, [Operand::Id(id), Operand::Enum(_, decoration, _)]) = (inst.op, inst.operands.as_slice())
            && *decoration == Decoration::NonUniform as u32
        {
            module.decorated.insert(*id);
        }
        if let Some(result) = inst.result {
            module.insts.insert(result, inst.clone());
        }
    }
    // Loops hand values back.
    let mut known = usize::MAX;
    while known != module.traced.len() + module.selected.len() {
        known = module.traced.len() + module.selected.len();
        insts.iter().for_each(|inst| module.follow(inst));
    }
    let mut lost: Vec<u32> = module.selected.iter().filter(|id| !module.decorated.contains(*id)).copied().collect();
    lost.sort_unstable();
    match lost.first() {
        Some(id) => Err(format!("%{id} = {:?} is not decorated", module.insts[id].op)),
        None => Ok(module.selected.len()),
    }
}

/// The ids among the operands of an instruction.
fn ids(inst: &Inst) -> impl Iterator<Item = u32> {
    inst.operands.iter().filter_map(|operand| match operand {
        Operand::Id(id) => Some(*id),
        _ => None,
    })
}

impl Module {
    fn follow(&mut self, inst: &Inst) {
        let (Some(result), Some(ty)) = (inst.result, inst.ty) else { return };
        let operands: Vec<u32> = ids(inst).collect();
        match inst.op {
            Op::BitReverse => {
                self.traced.insert(result);
            }
            Op::AccessChain => {
                let by_index = self.selects(operands[0]) && operands.get(1).is_some_and(|at| self.traced.contains(at));
                if by_index || self.selected.contains(&operands[0]) {
                    self.selected.insert(result);
                }
            }
            Op::FunctionCall | Op::ArrayLength => {}
            _ if operands.iter().any(|id| self.selected.contains(id)) && self.is_handle(ty) => {
                self.selected.insert(result);
            }
            Op::IAdd
            | Op::ISub
            | Op::IMul
            | Op::UMod
            | Op::Select
            | Op::Phi
            | Op::Bitcast
            | Op::BitwiseAnd
            | Op::CopyObject
            | Op::CompositeConstruct
            | Op::CompositeExtract
            | Op::ExtInst
            | Op::ShiftRightLogical
                if operands.iter().any(|id| self.traced.contains(id)) =>
            {
                self.traced.insert(result);
            }
            _ => {}
        }
    }

    /// Returns whether a pointer is that of a variable that is an array of resources.
    fn selects(&self, pointer: u32) -> bool {
        let Some(variable) = self.insts.get(&pointer).filter(|inst| inst.op == Op::Variable) else { return false };
        let pointee = variable.ty.and_then(|ty| self.insts.get(&ty)).and_then(|ty| ids(ty).next());
        let is_array = pointee.is_some_and(|ty| matches!(self.insts[&ty].op, Op::TypeArray | Op::TypeRuntimeArray));
        let classes = [StorageClass::UniformConstant, StorageClass::Uniform, StorageClass::StorageBuffer];
        is_array
            && classes
                .iter()
                .any(|class| matches!(variable.operands[0], Operand::Enum(_, own, _) if own == *class as u32))
    }

    fn is_handle(&self, ty: u32) -> bool {
        let op = self.insts.get(&ty).map(|inst| inst.op);
        matches!(
            op,
            Some(
                Op::TypePointer
                    | Op::TypeImage
                    | Op::TypeSampler
                    | Op::TypeSampledImage
                    | Op::TypeAccelerationStructureKHR
            )
        )
    }
}
