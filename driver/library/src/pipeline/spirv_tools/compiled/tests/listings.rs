//! Every instruction and every enumerant of the grammar, printed by both disassemblers.

use super::{Listing, disassemble};
use crate::pipeline::spirv_tools::are_same;
use dialect::spirv::enums::Kind;
use spirv::Op;
use spirv::grammar::{
    GLSL_STD_450_INSTRUCTION_TABLE, INSTRUCTION_TABLE, LogicalOperand,
    NONSEMANTIC_SHADER_DEBUGINFO_100_INSTRUCTION_TABLE, OPENCL_DEBUGINFO_100_INSTRUCTION_TABLE,
    OPENCL_STD_100_INSTRUCTION_TABLE, OperandKind, OperandQuantifier,
};

const UINT: u32 = 1;
const SET: u32 = 2;
const RESULT: u32 = 3;

fn inst(op: Op, operands: &[u32]) -> Vec<u32> {
    let mut words = vec![(operands.len() as u32 + 1) << 16 | op as u32];
    words.extend(operands);
    words
}

fn text(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(text.len() / 4 * 4 + 4, 0);
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

fn module(insts: &[Vec<u32>]) -> Vec<u32> {
    let mut words = vec![spirv::MAGIC_NUMBER, 0x1_0600, 14 << 16 | 3, 1000, 0];
    words.extend(insts.iter().flatten());
    words
}

/// The words of a required operand.
fn operand(kind: OperandKind) -> Vec<u32> {
    if let Some(kind) = Kind::of(kind) {
        let table = kind.table();
        return enumerant(kind, table.values[0].value);
    }
    match kind {
        OperandKind::IdResult => vec![RESULT],
        OperandKind::LiteralString => text("a \"b\" \\ c"),
        OperandKind::LiteralFloat => vec![1.5f32.to_bits()],
        OperandKind::LiteralInteger | OperandKind::LiteralExtInstInteger => vec![7],
        OperandKind::PairIdRefIdRef => vec![UINT, UINT],
        OperandKind::PairIdRefLiteralInteger => vec![UINT, 7],
        OperandKind::OpenclDebuginfo100(_) => vec![1],
        _ => vec![UINT],
    }
}

fn enumerant(kind: Kind, value: u32) -> Vec<u32> {
    let parts = kind.table().parts(value).unwrap_or_default();
    let params = parts.iter().flat_map(|part| part.params.iter()).flat_map(|param| operand(param.kind));
    std::iter::once(value).chain(params).collect()
}

/// An instruction's operands, with other words instead of one of them.
fn operands(grammar: &[LogicalOperand], replaced: Option<(usize, &[u32])>) -> Vec<u32> {
    let mut words = Vec::new();
    for (at, row) in grammar.iter().enumerate() {
        let one = match replaced {
            Some((place, words)) if place == at => words.to_vec(),
            _ => operand(row.kind),
        };
        let times = if row.quantifier == OperandQuantifier::ZeroOrMore { 2 } else { 1 };
        words.extend(one.repeat(times));
    }
    words
}

/// Instructions whose operands depend on more than the grammar.
const SPECIAL: &[Op] = &[
    Op::Constant,
    Op::SpecConstant,
    Op::Switch,
    Op::SpecConstantOp,
    Op::ExtInst,
    Op::ExtInstWithForwardRefsKHR,
    Op::ExtInstImport,
];

/// Prints a module with both disassemblers: `None` when SPIRV-Tools cannot read it, else the first lines that differ.
fn compared(insts: &[Vec<u32>]) -> Option<Vec<String>> {
    let words = module(insts);
    for bits in 0..8u8 {
        let form = Listing { raw_ids: bits & 1 != 0, byte_offsets: bits & 2 != 0, colour: bits & 4 != 0 };
        let expected = disassemble(&words, form).ok()?;
        let found = text::listing::print(&words, form).unwrap_or_else(|error| error.to_string());
        if !are_same(&expected, &found, form) {
            let lines = expected.lines().zip(found.lines()).filter(|(expected, found)| expected != found);
            return Some(lines.map(|(expected, found)| format!("{expected} <-> {found}\n")).take(5).collect());
        }
    }
    Some(Vec::new())
}

/// Returns whether SPIRV-Tools can read a module; differences are added to `differences`.
fn is_known(insts: &[Vec<u32>], differences: &mut Vec<String>) -> bool {
    compared(insts).map(|lines| differences.extend(lines)).is_some()
}

/// Returns whether SPIRV-Tools can read a module and print it the same.
fn same(insts: &[Vec<u32>]) -> bool {
    let mut differences = Vec::new();
    let is_known = is_known(insts, &mut differences);
    assert!(differences.is_empty(), "{}", differences.concat());
    is_known
}

fn uint() -> Vec<u32> {
    inst(Op::TypeInt, &[UINT, 32, 0])
}

#[test]
fn every_instruction_reads_the_same() {
    let rows = INSTRUCTION_TABLE.iter().filter(|row| !SPECIAL.contains(&row.opcode));
    let modules = rows.map(|row| [uint(), inst(row.opcode, &operands(row.operands, None))]);
    let mut differences = Vec::new();
    let known = modules.filter(|module| is_known(module, &mut differences)).count();
    assert!(differences.is_empty(), "{}", differences.concat());
    assert!(known > 700, "SPIRV-Tools read {known} instructions");
}

#[test]
fn every_enumerant_reads_the_same() {
    let (mut known, mut differences) = (0, Vec::new());
    for kind in Kind::tables().iter().enumerate() {
        let find = |row: &LogicalOperand| Kind::of(row.kind).is_some_and(|one| std::ptr::eq(one.table(), kind.1));
        let mut rows = INSTRUCTION_TABLE.iter().filter(|row| !SPECIAL.contains(&row.opcode));
        let Some((row, at)) = rows.find_map(|row| Some((row, row.operands.iter().position(find)?))) else { continue };
        let Some(kind) = Kind::of(row.operands[at].kind) else { continue };
        let values = kind.table().values.iter().map(|one| one.value);
        // SPIRV-Tools forget the number that follows this one.
        let values =
            values.filter(|value| kind.table().get(*value).is_none_or(|one| one.name != "FPMaxErrorDecorationINTEL"));
        for value in values.chain(kind.table().is_mask.then_some(0)) {
            let words = operands(row.operands, Some((at, &enumerant(kind, value))));
            known += usize::from(is_known(&[uint(), inst(row.opcode, &words)], &mut differences));
        }
    }
    assert!(differences.is_empty(), "{}", differences.concat());
    assert!(known > 700, "SPIRV-Tools read {known} enumerants");
}

#[test]
fn every_extended_instruction_reads_the_same() {
    let mut known = 0;
    let tables = [
        ("GLSL.std.450", &GLSL_STD_450_INSTRUCTION_TABLE),
        ("OpenCL.std", &OPENCL_STD_100_INSTRUCTION_TABLE),
        ("OpenCL.DebugInfo.100", &OPENCL_DEBUGINFO_100_INSTRUCTION_TABLE),
        ("NonSemantic.Shader.DebugInfo.100", &NONSEMANTIC_SHADER_DEBUGINFO_100_INSTRUCTION_TABLE),
    ];
    for (name, table) in tables {
        let import = inst(Op::ExtInstImport, &[&[SET], text(name).as_slice()].concat());
        for row in table.iter() {
            let ids = vec![UINT; row.operands.len()];
            let own = if name.starts_with("NonSemantic") { ids } else { operands(row.operands, None) };
            let words = [&[UINT, RESULT, SET, row.opcode.into()], own.as_slice()].concat();
            known += usize::from(same(&[import.clone(), uint(), inst(Op::ExtInst, &words)]));
        }
    }
    assert!(known > 300, "SPIRV-Tools read {known} extended instructions");
    for name in ["NonSemantic.DebugPrintf", "NonSemantic.DebugBreak", "NonSemantic.Unheard.Of"] {
        let import = inst(Op::ExtInstImport, &[&[SET], text(name).as_slice()].concat());
        assert!(same(&[import, uint(), inst(Op::ExtInst, &[UINT, RESULT, SET, 1, UINT])]), "{name}");
    }
}

#[test]
fn every_flag_of_debug_info_reads_the_same() {
    let import = inst(Op::ExtInstImport, &[&[SET], text("OpenCL.DebugInfo.100").as_slice()].concat());
    let pointer = |flags| [import.clone(), uint(), inst(Op::ExtInst, &[UINT, RESULT, SET, 3, UINT, 7, flags])];
    assert!((0..17).all(|bit| same(&pointer(1 << bit))));
    assert!(same(&pointer(0)) && same(&pointer(3)) && same(&pointer(0x1_FFFF)));
    let encodings = (0..8).map(|value| vec![2, UINT, UINT, value]);
    let qualifiers = (0..4).map(|value| vec![4, UINT, value]);
    let operations = [0, 0, 0, 1, 2, 0, 0, 0, 1, 2].into_iter().zip(0..);
    let operations = operations.map(|(params, value)| [&[30, value], [7].repeat(params).as_slice()].concat());
    for words in encodings.chain(qualifiers).chain(operations) {
        let own = [&[UINT, RESULT, SET], words.as_slice()].concat();
        assert!(same(&[import.clone(), uint(), inst(Op::ExtInst, &own)]), "{words:?}");
    }
}

#[test]
fn numbers_of_every_type_read_the_same() {
    let types: [&[u32]; 12] =
        [&[8, 0], &[8, 1], &[16, 0], &[16, 1], &[32, 0], &[32, 1], &[64, 0], &[64, 1], &[16], &[32], &[64], &[16, 0]];
    let patterns = [0, 1, 0x8000_0000, 0x3F80_0000, 0x3DCC_CCCD, 0x7F80_0000, 0xFFC0_0001, 0x0000_3555, 0xFFFF_FFFE];
    for (at, ty) in types.into_iter().enumerate() {
        let op = if ty.len() == 1 || at == 11 { Op::TypeFloat } else { Op::TypeInt };
        for low in patterns {
            for high in patterns {
                let wide = if ty[0] == 64 { &[high][..] } else { &[] };
                let constant = |op, id: u32| inst(op, &[&[9, id, low], wide].concat());
                let declared = inst(op, &[&[9], ty].concat());
                let mut insts = vec![declared, constant(Op::Constant, 10), constant(Op::SpecConstant, 11)];
                if op == Op::TypeInt {
                    insts.push(inst(Op::Switch, &[&[10, 12, low], wide, &[13]].concat()));
                }
                assert!(same(&insts), "{ty:?}");
            }
        }
    }
}

#[test]
fn names_are_given_as_spirv_tools_gives_them() {
    let name = |id: u32, name: &str| inst(Op::Name, &[&[id], text(name).as_slice()].concat());
    let decorated = |id, value| inst(Op::Decorate, &[id, spirv::Decoration::BuiltIn as u32, value]);
    let values = Kind::BuiltIn.table().values.iter().map(|one| one.value).zip(100..);
    let known: Vec<(u32, u32)> = values.filter(|(value, id)| same(&[decorated(*id, *value)])).collect();
    let variables = known.iter().map(|(_, id)| inst(Op::Variable, &[9, *id, 1]));
    let mut insts: Vec<Vec<u32>> = known.iter().map(|(value, id)| decorated(*id, *value)).collect();
    for (id, text) in
        [(20, ""), (21, "a.b<c>"), (22, "a.b<c>"), (23, "a_b_c__0"), (24, "a.b<c>"), (25, "25"), (26, "28")]
    {
        insts.push(name(id, text));
    }
    insts.extend([name(27, "größe"), name(27, "second"), uint(), inst(Op::TypeInt, &[30, 24, 1])]);
    insts.extend([inst(Op::TypeInt, &[31, 8, 0]), inst(Op::TypeFloat, &[32, 16, 0]), inst(Op::TypeFloat, &[33, 8])]);
    insts.extend([inst(Op::TypeFloat, &[5, 32]), inst(Op::TypeVector, &[6, 5, 4]), inst(Op::TypeMatrix, &[7, 6, 4])]);
    insts.extend([
        inst(Op::Constant, &[UINT, 8, 4]),
        inst(Op::TypeArray, &[34, 7, 8]),
        inst(Op::TypePointer, &[9, 1, 34]),
    ]);
    insts.extend([
        inst(Op::TypeStruct, &[35, 9, 99]),
        inst(Op::TypeRuntimeArray, &[36, 35]),
        inst(Op::Undef, &[UINT, 28]),
    ]);
    insts.extend((20..28).map(|id| inst(Op::Undef, &[UINT, id])));
    insts.extend(variables);
    assert!(same(&insts));
}
