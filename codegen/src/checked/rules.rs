//! The types of operands that classes of instructions take. What has no rule here is left to the validator.

use super::error::BuildError;
use super::id::{Id, Operand};
use super::state::ModuleBuilder;
use isa::{ArithmeticKind, BitKind, Class, ComparisonKind, ConversionKind, LogicKind};
use spirv::{Op, Word};

/// The kinds of scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Bool,
    Int,
    Float,
}

/// A scalar or a vector. Signedness does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numeric {
    kind: Kind,
    width: Word,
    count: Word,
}

/// The type of an operand or a result.
#[derive(Clone, Copy)]
struct Typed<'a> {
    op: Op,
    /// The position of the operand from 1 on; 0 for the result.
    position: usize,
    ty: Word,
    numeric: Option<Numeric>,
    module: &'a ModuleBuilder,
}

impl Typed<'_> {
    fn refuse<T>(self, expected: impl Into<String>) -> Result<T, BuildError> {
        let what = match self.position {
            0 => format!("the result of Op{:?}", self.op),
            position => format!("operand {position} of Op{:?}", self.op),
        };
        Err(BuildError::WrongType { what, found: self.module.describe(self.ty), expected: expected.into() })
    }

    fn of(self, kind: Kind) -> Result<Numeric, BuildError> {
        let expected = match kind {
            Kind::Bool => "booleans",
            Kind::Int => "integers",
            Kind::Float => "floating-point numbers",
        };
        match self.numeric {
            Some(numeric) if numeric.kind == kind => Ok(numeric),
            _ => self.refuse(expected),
        }
    }

    /// Requires the kind, width and number of components of another operand.
    fn like(self, other: Typed<'_>) -> Result<(), BuildError> {
        if self.numeric == other.numeric { Ok(()) } else { self.refuse(self.module.describe(other.ty)) }
    }

    /// Requires the type of another operand.
    fn exactly(self, other: Typed<'_>) -> Result<(), BuildError> {
        if self.ty == other.ty { Ok(()) } else { self.refuse(self.module.describe(other.ty)) }
    }

    fn of_count(self, count: Word) -> Result<(), BuildError> {
        match self.numeric {
            Some(numeric) if numeric.count == count => Ok(()),
            _ if count == 1 => self.refuse("a scalar"),
            _ => self.refuse(format!("{count} components")),
        }
    }
}

impl ModuleBuilder {
    fn numeric(&self, ty: Word) -> Option<Numeric> {
        let scalar = |ty: Word, count: Word| match self.spv.ctx.type_of(ty)? {
            (Op::TypeBool, _) => Some(Numeric { kind: Kind::Bool, width: 1, count }),
            (Op::TypeInt, operands) => Some(Numeric { kind: Kind::Int, width: operands[0], count }),
            (Op::TypeFloat, operands) => Some(Numeric { kind: Kind::Float, width: operands[0], count }),
            _ => None,
        };
        match self.spv.ctx.type_of(ty)? {
            (Op::TypeVector, operands) => scalar(operands[0], operands[1]),
            _ => scalar(ty, 1),
        }
    }

    fn typed(&self, op: Op, position: usize, ty: Word) -> Typed<'_> {
        Typed { op, position, ty, numeric: self.numeric(ty), module: self }
    }

    /// Checks the types of the operands of an instruction whose result has type `ty`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other classes have no rule")]
    pub(super) fn check_types(&self, op: Op, ty: Word, operands: &[Operand]) -> Result<(), BuildError> {
        let Some(operands) = self.operand_types(op, operands)? else { return Ok(()) };
        let result = self.typed(op, 0, ty);
        match isa::class(op) {
            Class::Arithmetic(kind) => check_arithmetic(kind, result, &operands),
            Class::Comparison(kind) => check_comparison(kind, result, &operands),
            Class::Logic(kind) => check_logic(kind, result, &operands),
            Class::Bits(kind) => check_bits(kind, result, &operands),
            Class::Conversion(ConversionKind::Number) => check_conversion(result, &operands),
            Class::Select => {
                operands[0].of(Kind::Bool)?;
                operands[1..].iter().try_for_each(|operand| operand.exactly(result))
            }
            Class::Load => {
                let Some((_, pointee)) = self.pointer(operands[0].ty) else { return operands[0].refuse("a pointer") };
                result.exactly(self.typed(op, 0, pointee))
            }
            _ => Ok(()),
        }
    }

    /// Checks that something is a boolean.
    pub(super) fn check_condition(&self, condition: Id) -> Result<Word, BuildError> {
        let (number, ty) = self.value(condition)?;
        let condition = self.typed(Op::BranchConditional, 1, ty);
        condition.of(Kind::Bool)?;
        condition.of_count(1)?;
        Ok(number)
    }

    /// Checks that something is an integer.
    pub(super) fn check_integer(&self, op: Op, position: usize, id: Id) -> Result<Word, BuildError> {
        let (number, ty) = self.value(id)?;
        let integer = self.typed(op, position, ty);
        integer.of(Kind::Int)?;
        integer.of_count(1)?;
        Ok(number)
    }

    /// Checks that something points, and gives its storage class and pointee.
    pub(super) fn check_pointer(&self, op: Op, id: Id) -> Result<(Word, Word), BuildError> {
        let (_, ty) = self.value(id)?;
        self.pointer(ty).map_or_else(|| self.typed(op, 1, ty).refuse("a pointer"), Ok)
    }

    /// The types of operands where the class of the instruction has a rule.
    fn operand_types(&self, op: Op, operands: &[Operand]) -> Result<Option<Vec<Typed<'_>>>, BuildError> {
        if !has_rule(isa::class(op), op) {
            return Ok(None);
        }
        let mut types = Vec::with_capacity(operands.len());
        for (position, operand) in (1..).zip(operands) {
            // Behind the values there is what an access says.
            let Operand::Id(id) = *operand else { break };
            types.push(self.typed(op, position, self.value(id)?.1));
        }
        Ok(Some(types))
    }
}

/// Returns whether the operands of an instruction are values whose types follow from that of the result.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other classes are left to the validator")]
fn has_rule(class: Class, op: Op) -> bool {
    match class {
        Class::Arithmetic(kind) => !matches!(kind, ArithmeticKind::Extended | ArithmeticKind::Other),
        Class::Bits(kind) => kind != BitKind::Field,
        Class::Conversion(kind) => kind == ConversionKind::Number,
        Class::Comparison(_) | Class::Logic(_) | Class::Select => true,
        Class::Load => op == Op::Load,
        _ => false,
    }
}

fn check_arithmetic(kind: ArithmeticKind, result: Typed<'_>, operands: &[Typed<'_>]) -> Result<(), BuildError> {
    match kind {
        ArithmeticKind::Integer | ArithmeticKind::Division => {
            result.of(Kind::Int)?;
            operands.iter().try_for_each(|operand| operand.like(result))
        }
        ArithmeticKind::Float => {
            result.of(Kind::Float)?;
            operands.iter().try_for_each(|operand| operand.exactly(result))
        }
        ArithmeticKind::Extended | ArithmeticKind::Other => Ok(()),
    }
}

fn check_comparison(kind: ComparisonKind, result: Typed<'_>, operands: &[Typed<'_>]) -> Result<(), BuildError> {
    let kind = match kind {
        ComparisonKind::Integer => Kind::Int,
        ComparisonKind::Float | ComparisonKind::Property => Kind::Float,
    };
    let first = operands[0].of(kind)?;
    operands[1..].iter().try_for_each(|operand| operand.like(operands[0]))?;
    result.of(Kind::Bool)?;
    result.of_count(first.count)
}

fn check_logic(kind: LogicKind, result: Typed<'_>, operands: &[Typed<'_>]) -> Result<(), BuildError> {
    result.of(Kind::Bool)?;
    match kind {
        LogicKind::Each => operands.iter().try_for_each(|operand| operand.like(result)),
        LogicKind::Vector => {
            operands[0].of(Kind::Bool)?;
            result.of_count(1)
        }
    }
}

fn check_bits(kind: BitKind, result: Typed<'_>, operands: &[Typed<'_>]) -> Result<(), BuildError> {
    let bits = result.of(Kind::Int)?;
    match kind {
        BitKind::Logic | BitKind::Not => operands.iter().try_for_each(|operand| operand.like(result)),
        BitKind::Shift => {
            operands[0].like(result)?;
            operands[1].of(Kind::Int)?;
            operands[1].of_count(bits.count)
        }
        BitKind::Field => Ok(()),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn check_conversion(result: Typed<'_>, operands: &[Typed<'_>]) -> Result<(), BuildError> {
    let (from, to) = match result.op {
        Op::ConvertFToU | Op::ConvertFToS => (Kind::Float, Kind::Int),
        Op::ConvertUToF | Op::ConvertSToF => (Kind::Int, Kind::Float),
        Op::UConvert | Op::SConvert => (Kind::Int, Kind::Int),
        Op::FConvert => (Kind::Float, Kind::Float),
        _ => return Ok(()),
    };
    let count = result.of(to)?.count;
    operands[0].of(from)?;
    operands[0].of_count(count)
}
