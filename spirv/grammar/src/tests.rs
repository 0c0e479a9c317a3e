//! The tables against each other, the published crates, and the registry's own file.

use crate::grammar::{INSTRUCTION_TABLE, OperandKind, enumerant, enumerants};
use crate::{Capability, Op};
use rspirv::grammar::{
    GLSL_STD_450_INSTRUCTION_TABLE, LogicalOperand, OPENCL_STD_100_INSTRUCTION_TABLE, OperandQuantifier,
};
use serde_json::Value;

#[test]
fn instructions_are_in_order_and_found_by_name() {
    assert!(INSTRUCTION_TABLE.is_sorted_by_key(|row| row.opcode));
    assert_eq!(INSTRUCTION_TABLE.len(), 876);
    for row in INSTRUCTION_TABLE {
        assert_eq!(row.opname.parse(), Ok(row.opcode));
        assert_eq!(Op::from_u32(row.opcode as u32), Some(row.opcode));
    }
    assert_eq!("ControlBarrierArriveEXT".parse(), Ok(Op::ControlBarrierArriveINTEL));
    assert_eq!("NoSuchThing".parse::<Op>(), Err(()));
    assert_eq!(Op::from_u32(9999), None);
}

#[test]
fn what_is_published_is_unchanged() {
    let published = rspirv::grammar::INSTRUCTION_TABLE.iter();
    let mut differences = Vec::new();
    for row in published {
        let ours = INSTRUCTION_TABLE.iter().find(|ours| ours.opcode as u32 == row.opcode as u32);
        let ours = ours.unwrap_or_else(|| panic!("{} is missing", row.opname));
        assert_eq!(ours.opname, row.opname);
        if ours.operands != row.operands {
            differences.push(row.opname);
        }
    }
    // The registry added an operand.
    assert_eq!(differences, ["HitObjectRecordFromQueryEXT"]);
}

#[test]
fn extended_instructions_need_what_the_published_tables_say() {
    let glsl = GLSL_STD_450_INSTRUCTION_TABLE.iter().map(|row| row.capabilities);
    let opencl = OPENCL_STD_100_INSTRUCTION_TABLE.iter().map(|row| row.capabilities);
    for published in glsl.chain(opencl) {
        let numbers: Vec<u32> = published.iter().map(|one| *one as u32).collect();
        let ours: Vec<u32> = crate::grammar::of_published(published).iter().map(|one| *one as u32).collect();
        assert_eq!(ours, numbers);
    }
}

#[test]
fn enumerants_ascend_and_say_what_they_need() {
    assert!(enumerants(OperandKind::Capability).is_sorted_by_key(|row| row.value));
    assert_eq!(Capability::AbortKHR.extensions(), ["SPV_KHR_abort"]);
    assert_eq!(Capability::Shader.implied(), [Capability::Matrix]);
    assert!(enumerants(OperandKind::IdRef).is_empty());
    let mode = enumerant(OperandKind::ExecutionMode, 6031).expect("the mode is known");
    assert_eq!(mode.capabilities, [Capability::RayTracingOpacityMicromapExecutionModeKHR]);
    assert_eq!(mode.operands.len(), 1);
    assert!(enumerant(OperandKind::ExecutionMode, 6030).is_none());
}

/// The file of the registry, where its headers are installed or `SPIRV_GRAMMAR` names it.
fn registry() -> Option<String> {
    let usual = "/usr/include/spirv/unified1/spirv.core.grammar.json".into();
    std::fs::read_to_string(std::env::var_os("SPIRV_GRAMMAR").unwrap_or(usual)).ok()
}

/// Kinds of operands without a table of their own, whose values are numbers.
const NUMBERS: &[&str] = &["GatherModes"];
/// Instructions whose result the registry's file leaves out.
const RESULTS: &[&str] = &["CompositeConstructContinuedINTEL", "ReadPipeBlockingALTERA", "WritePipeBlockingALTERA"];

fn list<'v>(object: &'v Value, name: &str) -> &'v [Value] {
    object[name].as_array().map_or(&[], Vec::as_slice)
}

fn texts<'v>(object: &'v Value, name: &str) -> Vec<&'v str> {
    list(object, name).iter().filter_map(Value::as_str).collect()
}

fn text<'v>(object: &'v Value, name: &str) -> &'v str {
    object[name].as_str().unwrap_or_default()
}

/// A number, or the text of a hexadecimal one.
fn number(value: &Value) -> Option<u32> {
    match value.as_str() {
        Some(text) => u32::from_str_radix(text.trim_start_matches("0x"), 16).ok(),
        None => u32::try_from(value.as_u64()?).ok(),
    }
}

/// The operands of an instruction or an enumerant, as the tables would have them.
fn operands(object: &Value, name: &str) -> Vec<String> {
    let one = |operand: &Value| {
        let quantifier = match operand["quantifier"].as_str() {
            Some("?") => OperandQuantifier::ZeroOrOne,
            Some(_) => OperandQuantifier::ZeroOrMore,
            None => OperandQuantifier::One,
        };
        let kind = text(operand, "kind");
        format!("{quantifier:?} {}", if NUMBERS.contains(&kind) { "LiteralInteger" } else { kind })
    };
    list(object, name).iter().map(one).collect()
}

fn of_table(operands: &[LogicalOperand]) -> Vec<String> {
    operands.iter().map(|one| format!("{:?} {:?}", one.quantifier, one.kind)).collect()
}

/// Says what the table has otherwise of an instruction.
fn compare_instruction(inst: &Value, missing: &mut Vec<String>) {
    let name = text(inst, "opname").trim_start_matches("Op");
    let row = INSTRUCTION_TABLE.iter().find(|row| Some(row.opcode as u32) == number(&inst["opcode"]));
    let Some(row) = row else { return missing.push(format!("instruction {name}")) };
    let aliases = texts(inst, "aliases").into_iter().map(|alias| alias.trim_start_matches("Op"));
    missing.extend(
        aliases.chain([name]).filter(|name| name.parse() != Ok(row.opcode)).map(|name| format!("the name {name}")),
    );
    let wanted = operands(inst, "operands");
    if of_table(row.operands) != wanted && !RESULTS.contains(&row.opname) {
        missing.push(format!("operands {wanted:?} of {name}"));
    }
    let capabilities = texts(inst, "capabilities").into_iter().map(|one| one.parse().ok());
    if !capabilities.eq(row.capabilities.iter().copied().map(Some)) {
        missing.push(format!("capabilities of {name}"));
    }
}

/// Says what the tables have otherwise of an enumeration.
fn compare_enumeration(kind: &Value, known: OperandKind, missing: &mut Vec<String>) {
    let name = text(kind, "kind");
    for one in list(kind, "enumerants") {
        let value = number(&one["value"]).expect("a number");
        if text(kind, "category") == "BitEnum" && value == 0 {
            continue;
        }
        let spelling = text(one, "enumerant");
        let Some(row) = enumerant(known, value) else {
            missing.push(format!("{name} {spelling} ({value})"));
            continue;
        };
        let capabilities = texts(one, "capabilities").into_iter().map(|one| one.parse().ok());
        let is_same = of_table(row.operands) == operands(one, "parameters")
            && row.extensions == texts(one, "extensions")
            && capabilities.eq(row.capabilities.iter().copied().map(Some));
        if !is_same {
            missing.push(format!("operands or requirements of {name} {spelling}"));
        }
    }
}

/// An older file than the tables has less than they do, which does not differ.
#[test]
fn nothing_of_the_registry_is_missing() {
    let Some(file) = registry() else { return };
    let file: Value = serde_json::from_str(&file).expect("the file is JSON");
    let mut missing = Vec::new();
    if list(&file, "instructions").len() < INSTRUCTION_TABLE.len() {
        return;
    }
    list(&file, "instructions").iter().for_each(|inst| compare_instruction(inst, &mut missing));
    let of_instructions = INSTRUCTION_TABLE.iter().flat_map(|row| row.operands);
    let of_decorations = enumerants(OperandKind::Decoration).iter().flat_map(|row| row.operands);
    let kinds: Vec<OperandKind> = of_instructions.chain(of_decorations).map(|one| one.kind).collect();
    for kind in list(&file, "operand_kinds").iter().filter(|kind| text(kind, "category").ends_with("Enum")) {
        if let Some(known) = kinds.iter().find(|known| format!("{known:?}") == text(kind, "kind")) {
            compare_enumeration(kind, *known, &mut missing);
        }
    }
    assert!(missing.is_empty(), "{} are missing:\n{}", missing.len(), missing.join("\n"));
}
