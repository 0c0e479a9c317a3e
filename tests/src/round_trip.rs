//! Emitted modules survive a round trip through the dialect: in the same order, with the same numbers, without
//! unreferenced declarations. The text form does as well.

use crate::{collect, directives};
use base::ids::{Map, Set};
use dialect::diagnostics::Code;
use dialect::ir::Module;
use dialect::spirv::decode::{self, Inst, Operand};
use dialect::spirv::{read, write};
use driver::Compiler;
use libtest_mimic::{Failed, Trial};
use std::path::Path;

pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::test("round_trip::modules_come_back_as_they_were", modules_come_back)]
}

fn modules_come_back() -> Result<(), Failed> {
    let suite = Path::new(collect::SUITE);
    let folders = [suite.to_owned(), collect::workspace().join("shaders")];
    let mut problems = Vec::new();
    let mut count = 0;
    for path in folders.iter().flat_map(|folder| collect::files(folder, "hlsl")) {
        for words in emitted(&path) {
            count += 1;
            let name = collect::display(&path);
            let problem = match UNREADABLE.iter().find(|(file, _)| *file == name) {
                Some((_, code)) => is_readable(&words, *code).then(|| format!("it is read, without {code:?}")),
                None => difference(&words).err(),
            };
            problems.extend(problem.map(|problem| format!("{name}: {problem}")));
        }
    }
    match problems.is_empty() && count > 300 {
        true => Ok(()),
        false => Err(format!("{} of {count} modules:\n{}", problems.len(), problems.join("\n")).into()),
    }
}

/// Files whose inline SPIR-V the reader refuses, and with which error: a literal instead of an id, an integer without bits,
/// an instruction in a block that no block has.
const UNREADABLE: &[(&str, Code)] = &[
    ("suite/diagnostics/spelled_integer_without_bits.hlsl", Code::Type),
    ("suite/diagnostics/spelled_type_in_itself.hlsl", Code::Id),
    ("suite/vulkan/spelled_declaration_in_block.hlsl", Code::Order),
];

/// Returns whether a module is read, or refused with another error.
fn is_readable(words: &[u32], code: Code) -> bool {
    read::read(words).err().is_none_or(|error| error.code != code)
}

/// The front end's modules for the runs of a file.
fn emitted(path: &Path) -> Vec<Vec<u32>> {
    let text = driver::internal::decode(std::fs::read(path).unwrap_or_default());
    let runs = directives::read(&text).map(|found| found.runs).unwrap_or_default();
    let compile = |options: &[String]| {
        let mut compiler = Compiler::from_args(options).ok()?;
        let options = compiler.options_mut();
        options.optimise.front_end_only = true;
        // Validity before legalisation is another test's business.
        options.optimise.skip_validation = true;
        compiler.compile_file(path).ok().map(|artifact| artifact.words)
    };
    runs.iter().filter_map(|run| compile(&run.options)).filter(|words| !words.is_empty()).collect()
}

/// The first instruction that does not survive.
fn difference(words: &[u32]) -> Result<(), String> {
    if has_scalar_null(words)? || has_local_undef(words)? || has_equal_records(words)? {
        // A null constant is the zero of its type, which may be declared as well. Undefined values are among the
        // constants. Equal types are one.
        return Ok(());
    }
    let module = match read::read(words) {
        Ok(module) => module,
        // Instructions of unknown sets that the source spells.
        Err(error) if error.code == Code::UnknownInstruction => return Ok(()),
        Err(error) => return Err(error.to_string()),
    };
    let back = write::write(&module).map_err(|error| error.to_string())?;
    comes_back_as_text(&module)?;
    let (before, after) = (spelled(words)?, spelled(&back)?);
    match before.iter().zip(&after).find(|(before, after)| before != after) {
        Some((before, after)) => Err(format!("\n- {before}\n+ {after}")),
        None if before.len() != after.len() => Err(format!("{} instructions, not {}", after.len(), before.len())),
        None => Ok(()),
    }
}

/// The text parses, prints as the same, and can be written.
fn comes_back_as_text(module: &Module) -> Result<(), String> {
    let printed = text::print(module);
    let parsed = text::parse(&printed).map_err(|error| format!("{error}\n{printed}"))?;
    let again = text::print(&parsed);
    if let Some((before, after)) = printed.lines().zip(again.lines()).find(|(before, after)| before != after) {
        return Err(format!("as text\n- {before}\n+ {after}"));
    }
    write::write(&parsed).map(drop).map_err(|error| error.to_string())
}

/// Returns whether a scalar is declared as a null constant.
fn has_scalar_null(words: &[u32]) -> Result<bool, String> {
    let (_, insts) = decode::decode(words).map_err(|error| error.to_string())?;
    let scalars = ["TypeBool", "TypeInt", "TypeFloat"];
    let is_scalar = |inst: &&Inst| scalars.iter().any(|name| named(inst, name));
    let scalars: Set<Option<u32>> = insts.iter().filter(is_scalar).map(|inst| inst.result).collect();
    Ok(insts.iter().any(|inst| named(inst, "ConstantNull") && scalars.contains(&inst.ty)))
}

/// Returns whether two parameters of nodes have arrays of records with the same decorations.
fn has_equal_records(words: &[u32]) -> Result<bool, String> {
    let (_, insts) = decode::decode(words).map_err(|error| error.to_string())?;
    let decorations = |id: u32| {
        let of =
            insts.iter().filter(|inst| named(inst, "DecorateId") && inst.operands.first() == Some(&Operand::Id(id)));
        format!("{:?}", of.map(|inst| &inst.operands[1..]).collect::<Vec<_>>())
    };
    let mut known = Set::default();
    let arrays = insts.iter().filter(|inst| named(inst, "TypeNodePayloadArrayAMDX"));
    let mut described = arrays.filter_map(|inst| Some((format!("{:?}", inst.operands), decorations(inst.result?))));
    Ok(described.any(|one| !known.insert(one)))
}

/// Returns whether a value is undefined in a function, which only the source's own instructions make.
fn has_local_undef(words: &[u32]) -> Result<bool, String> {
    let (_, insts) = decode::decode(words).map_err(|error| error.to_string())?;
    Ok(insts.iter().skip_while(|inst| !named(inst, "Function")).any(|inst| named(inst, "Undef")))
}

/// The referenced instructions, with ids numbered as they appear.
fn spelled(words: &[u32]) -> Result<Vec<String>, String> {
    let (_, mut insts) = decode::decode(words).map_err(|error| error.to_string())?;
    drop_unused(&mut insts);
    drop_places_before_labels(&mut insts);
    let mut numbers = Map::default();
    let spell = |inst: &mut Inst| {
        each_id(inst, &mut |id| {
            let next = numbers.len() as u32 + 1;
            *id = *numbers.entry(*id).or_insert(next);
        });
        format!("{:?} {:?} {:?} {:?}", inst.result, inst.op, inst.ty, inst.operands)
    };
    Ok(insts.iter_mut().map(spell).collect())
}

/// Drops unreferenced declarations with their names and decorations, until nothing changes.
fn drop_unused(insts: &mut Vec<Inst>) {
    loop {
        let used = used(insts);
        let is_unused = |inst: &Inst| match is_dropped(inst) {
            true => inst.result.is_some_and(|id| !used.contains(&id)),
            false => false,
        };
        let dropped: Set<u32> = insts.iter().filter(|inst| is_unused(inst)).filter_map(|inst| inst.result).collect();
        if dropped.is_empty() {
            return;
        }
        let about = |inst: &Inst| match inst.operands.first() {
            Some(Operand::Id(id)) if is_about(inst) => Some(*id),
            _ => None,
        };
        insts.retain(|inst| !inst.result.or(about(inst)).is_some_and(|id| dropped.contains(&id)));
    }
}

/// Drops debug locations right before a label, and moves those before variables and parameters after them: lines and
/// scopes belong to blocks.
fn drop_places_before_labels(insts: &mut Vec<Inst>) {
    let mut kept: Vec<Inst> = Vec::new();
    for inst in insts.drain(..) {
        let is_said = |last: &Inst| ["Line", "NoLine", "ExtInst"].iter().any(|name| named(last, name));
        while named(&inst, "Label") && kept.last().is_some_and(is_said) {
            kept.pop();
        }
        let moves = named(&inst, "Variable") || named(&inst, "FunctionParameter");
        let said = kept.iter().rev().take_while(|last| moves && is_said(last)).count();
        kept.insert(kept.len() - said, inst);
    }
    *insts = kept;
}

fn named(inst: &Inst, name: &str) -> bool {
    format!("{:?}", inst.op) == name
}

/// The ids that instructions other than their own refer to.
fn used(insts: &mut [Inst]) -> Set<u32> {
    let mut used = Set::default();
    for inst in insts {
        let own = inst.result;
        let mut is_target = is_about(inst);
        each_id(inst, &mut |id| {
            if Some(*id) != own && !std::mem::take(&mut is_target) {
                used.insert(*id);
            }
        });
    }
    used
}

/// Returns whether an instruction only describes its first operand.
fn is_about(inst: &Inst) -> bool {
    let name = format!("{:?}", inst.op);
    ["Name", "MemberName", "TypeForwardPointer"].contains(&&*name) || name.contains("Decorate")
}

/// Returns whether an instruction is dropped if it is unreferenced.
fn is_dropped(inst: &Inst) -> bool {
    let name = format!("{:?}", inst.op);
    ["Undef", "String", "ExtInstImport"].contains(&&*name) || name.starts_with("Type") || name.starts_with("Constant")
}

/// Calls a function with every id of an instruction, in the order of the words.
fn each_id(inst: &mut Inst, found: &mut impl FnMut(&mut u32)) {
    inst.ty.iter_mut().chain(&mut inst.result).for_each(&mut *found);
    let mut operands = inst.operands.to_vec();
    operands.iter_mut().for_each(|operand| each_id_of(operand, found));
    inst.operands = operands.into();
}

fn each_id_of(operand: &mut Operand, found: &mut impl FnMut(&mut u32)) {
    match operand {
        Operand::Id(id) | Operand::ConstantId(_, id) => found(id),
        Operand::Enum(_, _, parts) => parts.iter_mut().for_each(|part| each_id_of(part, found)),
        Operand::Literal(_) | Operand::Number(_) | Operand::Text(_) => {}
    }
}
