//! The op table holds every instruction of the grammar, and each of them goes through words and text unchanged.

use dialect::diagnostics::Code;
use dialect::spirv::enums::Kind;
use dialect::spirv::ops::{self, OpRow};
use dialect::spirv::{decode, read, write};
use hlsl2spirv_text as text;
use spirv::grammar::{OperandKind, OperandQuantifier};
use spirv::{GlslStd450Op, Op, OpenclStd100Op};

#[test]
fn every_instruction_of_the_grammar_has_a_row() {
    for number in 0..=u32::from(u16::MAX) {
        let known = Op::from_u32(number);
        let row = ops::by_opcode(number).map(|row| row.code);
        assert_eq!(row, known.map(ops::Code::Core), "opcode {number}");
    }
    for number in 0..1000 {
        assert_eq!(ops::by_gl(number).is_some(), GlslStd450Op::from_u32(number).is_some(), "GLSL.std.450 {number}");
        assert_eq!(ops::by_cl(number).is_some(), OpenclStd100Op::from_u32(number).is_some(), "OpenCL.std {number}");
    }
}

/// Instructions that cannot be in a block with arbitrary operands, and how they are tested instead.
const EXCEPTIONS: &[(&[Op], &str)] = &[
    (&[Op::Branch, Op::BranchConditional, Op::Switch, Op::Phi, Op::Label], "they need blocks"),
    (&[Op::LoopMerge, Op::SelectionMerge], "they need blocks"),
    (&[Op::Line, Op::NoLine, Op::Nop], "they are folded into the ops behind them"),
    (
        &[Op::FunctionEnd, Op::ExtInstImport, Op::Variable],
        "every module of these tests has one, or the other tests' do",
    ),
    (&[Op::FunctionCall, Op::ConstantFunctionPointerINTEL], "they name a function"),
    (&[Op::ExtInst, Op::ExtInstWithForwardRefsKHR], "they name a set of instructions"),
];

/// The ids of operands: numbers, pointers or types.
const NUMBER: u32 = 4;
const POINTER: u32 = 9;
const TYPE: u32 = 3;
/// The constants of a scope and of memory semantics, plain and specialised.
const SCOPES: [u32; 2] = [6, 11];
const SET_SCOPES: [u32; 2] = [12, 13];

/// A module with one instruction in a function.
fn module_with(inst: &[u32]) -> Vec<u32> {
    let head: [&[u32]; 15] = [
        &[17, 1],
        &[14, 0, 1],
        &[19, 1],
        &[33, 2, 1],
        &[22, TYPE, 32],
        &[43, TYPE, NUMBER, 0x3F80_0000],
        &[21, 5, 32, 0],
        &[43, 5, 6, 1],
        &[43, 5, 11, 8],
        &[50, 5, 12, 1],
        &[50, 5, 13, 8],
        &[32, 10, 7, TYPE],
        &[54, 1, 7, 0, 2],
        &[248, 8],
        &[59, 10, POINTER, 7],
    ];
    let mut words = vec![spirv::MAGIC_NUMBER, 0x0001_0600, 0, 30, 0];
    for inst in head.into_iter().chain([inst, &[253], &[56]]) {
        words.push(inst[0] | (inst.len() as u32) << 16);
        words.extend(&inst[1..]);
    }
    words
}

/// The words of an operand: ids are `id`, enumerants the first of their kind.
fn operand(kind: OperandKind, id: u32, scopes: [u32; 2], out: &mut Vec<u32>) {
    if let Some(kind) = Kind::of(kind) {
        let table = kind.table();
        let first = &table.values[0];
        out.push(if table.is_mask { 0 } else { first.value });
        if !table.is_mask {
            first.params.iter().for_each(|param| operand(param.kind, id, scopes, out));
        }
        return;
    }
    match kind {
        OperandKind::IdScope => out.push(scopes[0]),
        OperandKind::IdMemorySemantics => out.push(scopes[1]),
        OperandKind::IdRef => out.push(id),
        OperandKind::LiteralString => out.push(0x61),
        OperandKind::PairIdRefIdRef => out.extend([id, id]),
        OperandKind::PairIdRefLiteralInteger => out.extend([id, 1]),
        _ => out.push(1),
    }
}

/// An instruction with operands. Optional ones are left out, or all of them are there.
fn instruction(row: &OpRow, opcode: u32, id: u32, with_optional: bool) -> Vec<u32> {
    let mut words = vec![opcode];
    if row.has_result {
        if row.has_type {
            words.push(TYPE);
        }
        words.push(20);
    }
    for (at, one) in row.operands.iter().enumerate() {
        if ops::type_operand(row.code) == Some(at) {
            words.push(TYPE);
        } else if one.quantifier == OperandQuantifier::One || with_optional {
            operand(one.kind, id, if with_optional { SET_SCOPES } else { SCOPES }, &mut words);
        }
    }
    words
}

/// Reads, prints, parses and writes a module; the error is the difference.
fn round_trip(words: &[u32]) -> Result<(), String> {
    let module = read::read(words).map_err(|error| format!("reading: {error}"))?;
    let printed = text::print(&module);
    let parsed = text::parse(&printed).map_err(|error| format!("parsing: {error}\n{printed}"))?;
    if text::print(&parsed) != printed {
        return Err(format!("other text:\n{printed}\n{}", text::print(&parsed)));
    }
    let written = write::write(&parsed).map_err(|error| format!("writing: {error}\n{printed}"))?;
    let again = read::read(&written).map_err(|error| format!("reading again: {error}\n{printed}"))?;
    match write::write(&again).map_err(|error| format!("writing again: {error}"))? == written {
        true => Ok(()),
        false => Err(format!("other words:\n{printed}")),
    }
}

#[test]
fn every_instruction_of_a_block_goes_through_words_and_text() {
    let mut failures = Vec::new();
    let mut count = 0;
    for row in ops::rows() {
        let Some(op) = row.code.core() else { continue };
        if EXCEPTIONS.iter().any(|(ops, _)| ops.contains(&op)) {
            continue;
        }
        for with_optional in [false, true] {
            let attempts = [NUMBER, POINTER].map(|id| {
                let words = module_with(&instruction(row, op as u32, id, with_optional));
                match read::read(&words) {
                    // Instructions that do not belong into blocks are refused as such.
                    Err(error) if error.code == Code::Order => Ok(0),
                    _ => round_trip(&words).map(|()| 1),
                }
            });
            match attempts {
                [Ok(one), _] | [_, Ok(one)] => count += one,
                [Err(first), Err(_)] => failures.push(format!("{op:?}: {first}")),
            }
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n\n"));
    assert!(count > 1000, "only {count} instructions were tried");
}

#[test]
fn every_extended_instruction_goes_through_words_and_text() {
    type Lookup = fn(u32) -> Option<&'static OpRow>;
    for (set, by_number) in [("GLSL.std.450", ops::by_gl as Lookup), ("OpenCL.std", ops::by_cl)] {
        let mut import = vec![11, 21];
        let mut name: Vec<u8> = set.bytes().collect();
        name.resize(name.len() / 4 * 4 + 4, 0);
        import.extend(name.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())));
        for row in (0..1000).filter_map(by_number) {
            let (ops::Code::Gl(number) | ops::Code::Cl(number)) = row.code else { panic!("{}", row.info.name) };
            let mut inst = vec![12, TYPE, 20, 21, number];
            row.operands.iter().for_each(|one| operand(one.kind, NUMBER, SCOPES, &mut inst));
            let mut words = module_with(&inst);
            // The import comes first of all.
            let import = std::iter::once(import[0] | (import.len() as u32) << 16).chain(import[1..].iter().copied());
            words.splice(7..7, import);
            round_trip(&words).unwrap_or_else(|error| panic!("{}: {error}", row.info.name));
        }
    }
}

#[test]
fn declarations_of_newer_extensions_go_through_words_and_text() {
    let source = include_str!("modules/extensions.dialect");
    let module = text::parse(source).unwrap();
    let errors = dialect::spirv::verify::verify(&module);
    assert!(errors.is_empty(), "{}", text::render(&module, &errors));
    let words = write::write(&module).unwrap();
    round_trip(&words).unwrap();
    let used: Vec<u32> = {
        let (_, insts) = decode::decode(&words).unwrap();
        insts.iter().map(|inst| inst.op as u32).collect()
    };
    for op in [
        Op::ExtInstWithForwardRefsKHR,
        Op::TypeUntypedPointerKHR,
        Op::UntypedVariableKHR,
        Op::UntypedArrayLengthKHR,
        Op::UntypedAccessChainKHR,
        Op::ConstantCompositeReplicateEXT,
        Op::SpecConstantCompositeReplicateEXT,
        Op::CompositeConstructReplicateEXT,
    ] {
        assert!(used.contains(&(op as u32)), "{op:?}");
    }
}

#[test]
fn modes_and_records_of_nodes_go_through_words_and_text() {
    let module = text::parse(include_str!("modules/nodes.dialect")).unwrap();
    let words = write::write(&module).unwrap();
    round_trip(&words).unwrap();
    let (_, insts) = decode::decode(&words).unwrap();
    let count = |op: Op| insts.iter().filter(|inst| inst.op == op).count();
    // Modes refer to constants that come after them, and texts are constants.
    assert_eq!([count(Op::ExecutionModeId), count(Op::ConstantStringAMDX), count(Op::DecorateId)], [2, 2, 4]);
    assert_eq!([count(Op::TypeNodePayloadArrayAMDX), count(Op::String)], [2, 0]);
}

#[test]
fn newer_versions_are_refused() {
    for (version, text) in [
        (0x0001_0700, "newest supported version is 1.6"),
        (0x0002_0000, "unsupported version"),
        (0x0000_0900, "invalid SPIR-V version"),
    ] {
        let error = read::read(&[spirv::MAGIC_NUMBER, version, 0, 9, 0]).unwrap_err();
        assert!(error.to_string().starts_with("word 1: error[E4001]") && error.message.contains(text), "{error}");
    }
}

#[test]
fn descriptor_heaps_go_through_words_and_text() {
    let module = text::parse(include_str!("modules/heaps.dialect")).unwrap();
    let errors = dialect::spirv::verify::verify(&module);
    assert!(errors.is_empty(), "{}", text::render(&module, &errors));
    let words = write::write(&module).unwrap();
    round_trip(&words).unwrap();
    let (_, insts) = decode::decode(&words).unwrap();
    let count = |op: Op| insts.iter().filter(|inst| inst.op == op).count();
    // Sizes are constants that array decorations name; equal sizes are one.
    assert_eq!([count(Op::ConstantSizeOfEXT), count(Op::SpecConstantOp), count(Op::DecorateId)], [3, 4, 2]);
    assert_eq!([count(Op::TypeUntypedPointerKHR), count(Op::UntypedVariableKHR)], [2, 1]);
}
