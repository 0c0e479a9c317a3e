//! Operands against the published grammar: their number, and which are ids.

use super::error::BuildError;
use super::id::Operand;
use spirv::Op;
use spirv::grammar::{OperandKind, OperandQuantifier};
use std::ops::RangeInclusive;

/// The form of an operand in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Id,
    Literal,
}

/// Checks the operands of an instruction but its result type and its result. Behind a mask, which brings operands of its
/// own, they are not distinguished.
pub(super) fn check_operands(op: Op, operands: &[Operand]) -> Result<(), BuildError> {
    let Some(count) = isa::operand_count(op as u32) else { return Ok(()) };
    if !count.words.contains(&operands.len()) {
        return Err(BuildError::OperandCount { op, found: operands.len(), expected: in_words(&count.words) });
    }
    let Some(inst) = isa::grammar(op as u32) else { return Ok(()) };
    let mut given = (1..).zip(operands);
    let own = inst.operands.iter().filter(|it| !matches!(it.kind, OperandKind::IdResultType | OperandKind::IdResult));
    for operand in own {
        let Some(forms) = forms(operand.kind) else { return Ok(()) };
        let runs = if operand.quantifier == OperandQuantifier::ZeroOrMore { usize::MAX } else { 1 };
        for _ in 0..runs {
            for &form in forms {
                let Some((position, given)) = given.next() else { return Ok(()) };
                check_form(op, position, *given, form)?;
            }
        }
    }
    Ok(())
}

fn check_form(op: Op, position: usize, given: Operand, form: Form) -> Result<(), BuildError> {
    match (given, form) {
        (Operand::Id(_), Form::Id) | (Operand::Literal(_), Form::Literal) => Ok(()),
        (Operand::Literal(_), Form::Id) => Err(BuildError::OperandKind { op, position, expected: "an id" }),
        (Operand::Id(_), Form::Literal) => Err(BuildError::OperandKind { op, position, expected: "a literal" }),
    }
}

/// The words of an operand; nothing for those that are texts, wide numbers, or bring operands of their own.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few kinds of the published grammar")]
fn forms(kind: OperandKind) -> Option<&'static [Form]> {
    use OperandKind as Kind;
    Some(match kind {
        Kind::IdRef | Kind::IdScope | Kind::IdMemorySemantics => &[Form::Id],
        Kind::PairIdRefIdRef => &[Form::Id, Form::Id],
        Kind::PairIdRefLiteralInteger => &[Form::Id, Form::Literal],
        Kind::LiteralInteger
        | Kind::GroupOperation
        | Kind::StorageClass
        | Kind::Dim
        | Kind::ImageFormat
        | Kind::AccessQualifier => &[Form::Literal],
        _ => return None,
    })
}

fn in_words(range: &RangeInclusive<usize>) -> String {
    match (*range.start(), *range.end()) {
        (1, 1) => "1 operand".to_owned(),
        (least, most) if least == most => format!("{least} operands"),
        (least, usize::MAX) => format!("at least {least} operands"),
        (least, most) => format!("{least} to {most} operands"),
    }
}
