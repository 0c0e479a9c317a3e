//! Operand and result types of arithmetic instructions: one row per shape.

use crate::index::fault::{Check, ensure};
use crate::index::site::{Rule, Site};
use crate::index::types::Ty;
use isa::{Class, ConversionKind};
use spirv::Op;

/// The scalar type of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    /// Floating-point numbers: a scalar or vector.
    Floats,
    /// Integers: a scalar or vector.
    Ints,
    /// Unsigned integers: a scalar or vector.
    Unsigned,
    /// Booleans: a scalar or vector.
    Bools,
    /// One boolean.
    Bool,
}

/// The type of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Want {
    /// Of the type of the result.
    Result,
    /// Of the type of the first operand.
    First,
    /// This scalar type, with as many components as the result.
    As(Made),
    /// This scalar type, with as many components as the result, and as wide.
    Wide(Made),
    /// This scalar type, with as many components as the result, of another width.
    Resized(Made),
    /// Integers with as many components as the result and the width of the first operand.
    LikeFirst,
    /// One integer.
    Int,
    /// A vector of booleans.
    BoolVector,
}

/// A row: the result, the operands, and whether cooperative matrices are allowed in their place.
struct Shape {
    made: Made,
    operands: &'static [Want],
    cooperative: bool,
}

const fn shape(made: Made, operands: &'static [Want]) -> Shape {
    Shape { made, operands, cooperative: false }
}

const fn cooperative(made: Made, operands: &'static [Want]) -> Shape {
    Shape { made, operands, cooperative: true }
}

/// The row of an instruction.
fn row(op: Op) -> Option<&'static Shape> {
    use Made::*;
    use Op::*;
    use Want::{As, BoolVector, First, LikeFirst, Resized, Result, Wide};
    Some(match op {
        FNegate => const { &cooperative(Floats, &[Result]) },
        FAdd | FSub | FMul | FDiv => const { &cooperative(Floats, &[Result, Result]) },
        FRem | FMod => const { &shape(Floats, &[Result, Result]) },
        FmaKHR => const { &shape(Floats, &[Result, Result, Result]) },
        ArithmeticFenceEXT | RoundFToTF32INTEL => const { &shape(Floats, &[Result]) },
        ConvertFToBF16INTEL => const { &shape(Ints, &[As(Floats)]) },
        ConvertBF16ToFINTEL => const { &shape(Floats, &[As(Ints)]) },
        UDiv => const { &cooperative(Unsigned, &[Result, Result]) },
        UMod => const { &shape(Unsigned, &[Result, Result]) },
        SNegate => const { &cooperative(Ints, &[Wide(Ints)]) },
        IAdd | ISub | IMul | SDiv => const { &cooperative(Ints, &[Wide(Ints), Wide(Ints)]) },
        SRem | SMod => const { &shape(Ints, &[Wide(Ints), Wide(Ints)]) },
        BitwiseOr | BitwiseXor | BitwiseAnd => const { &cooperative(Ints, &[Wide(Ints), Wide(Ints)]) },
        Not => const { &cooperative(Ints, &[Wide(Ints)]) },
        ShiftRightLogical | ShiftRightArithmetic | ShiftLeftLogical => {
            const { &cooperative(Ints, &[Wide(Ints), As(Ints)]) }
        }
        BitFieldInsert => const { &shape(Ints, &[Result, Result, Want::Int, Want::Int]) },
        BitFieldSExtract | BitFieldUExtract => const { &shape(Ints, &[Result, Want::Int, Want::Int]) },
        BitwiseFunctionINTEL => const { &shape(Ints, &[Result, Result, Result, Want::Int]) },
        UCountLeadingZerosINTEL | UCountTrailingZerosINTEL => const { &shape(Ints, &[Result]) },
        AbsISubINTEL | AbsUSubINTEL | IAddSatINTEL | UAddSatINTEL | IAverageINTEL | UAverageINTEL
        | IAverageRoundedINTEL | UAverageRoundedINTEL | ISubSatINTEL | USubSatINTEL => {
            const { &shape(Ints, &[Wide(Ints), Wide(Ints)]) }
        }
        IMul32x16INTEL | UMul32x16INTEL => const { &shape(Ints, &[As(Ints), As(Ints)]) },
        BitReverse => const { &shape(Ints, &[Result]) },
        BitCount => const { &shape(Ints, &[As(Ints)]) },
        Any | All => const { &shape(Bool, &[BoolVector]) },
        IsNan | IsInf | IsFinite | IsNormal | SignBitSet => const { &shape(Bools, &[As(Floats)]) },
        FOrdEqual
        | FUnordEqual
        | FOrdNotEqual
        | FUnordNotEqual
        | FOrdLessThan
        | FUnordLessThan
        | FOrdGreaterThan
        | FUnordGreaterThan
        | FOrdLessThanEqual
        | FUnordLessThanEqual
        | FOrdGreaterThanEqual
        | FUnordGreaterThanEqual
        | LessOrGreater
        | Ordered
        | Unordered => const { &shape(Bools, &[As(Floats), First]) },
        LogicalEqual | LogicalNotEqual | LogicalOr | LogicalAnd => const { &shape(Bools, &[Result, Result]) },
        LogicalNot => const { &shape(Bools, &[Result]) },
        IEqual | INotEqual | UGreaterThan | SGreaterThan | UGreaterThanEqual | SGreaterThanEqual | ULessThan
        | SLessThan | ULessThanEqual | SLessThanEqual => const { &shape(Bools, &[As(Ints), LikeFirst]) },
        ConvertFToU => const { &cooperative(Unsigned, &[As(Floats)]) },
        ConvertFToS => const { &cooperative(Ints, &[As(Floats)]) },
        ConvertSToF | ConvertUToF => const { &cooperative(Floats, &[As(Ints)]) },
        UConvert => const { &cooperative(Unsigned, &[Resized(Ints)]) },
        SConvert => const { &cooperative(Ints, &[Resized(Ints)]) },
        FConvert => const { &cooperative(Floats, &[As(Floats)]) },
        QuantizeToF16 => const { &shape(Floats, &[Result]) },
        _ => return None,
    })
}

/// The rule of instructions with a shape.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    row(op).map(|_| check as Rule)
}

fn check(site: &Site<'_, '_>) -> Check {
    let (op, skip, result) = (site.operation, site.skip, site.result_type());
    let Some(row) = row(op) else { return Ok(()) };
    if row.cooperative && matches!(site.result(), Ty::CooperativeMatrix { .. }) {
        return crate::rules::cooperative::same_shape(site, op, skip);
    }
    ensure!(is_made(site, result, row.made), "the result of Op{op:?} is not {}", describe(row.made));
    for (at, want) in row.operands.iter().enumerate() {
        let ty = site.operand_type(at + skip);
        let fits = fits(site, *want, ty, site.operand_type(skip));
        ensure!(fits, "operand {} of Op{op:?} is not {}", at + 1, sentence(*want));
    }
    extras(site, op, skip)
}

fn is_made(site: &Site<'_, '_>, ty: u32, made: Made) -> bool {
    match made {
        Made::Floats => site.is_float(ty),
        Made::Ints => site.is_int(ty),
        Made::Unsigned => site.is_unsigned(ty),
        Made::Bools => site.is_bool(ty),
        Made::Bool => site.ty(ty) == Ty::Bool,
    }
}

fn fits(site: &Site<'_, '_>, want: Want, ty: u32, first: u32) -> bool {
    let result = site.result_type();
    let as_many = || site.components(ty) == site.components(result);
    let as_wide = || site.width(ty) == site.width(result);
    match want {
        Want::Result => ty == result,
        Want::First => ty == first,
        Want::As(made) => is_made(site, ty, made) && as_many(),
        Want::Wide(made) => is_made(site, ty, made) && as_many() && as_wide(),
        Want::Resized(made) => is_made(site, ty, made) && as_many() && !as_wide(),
        Want::LikeFirst => is_made(site, ty, Made::Ints) && as_many() && site.width(ty) == site.width(first),
        Want::Int => site.is_int_scalar(ty),
        Want::BoolVector => site.is_vector(ty) && site.is_bool(ty),
    }
}

fn describe(made: Made) -> &'static str {
    match made {
        Made::Floats => "a scalar or vector of floating-point numbers",
        Made::Ints => "a scalar or vector of integers",
        Made::Unsigned => "a scalar or vector of unsigned integers",
        Made::Bools => "a boolean or a vector of booleans",
        Made::Bool => "a boolean",
    }
}

fn sentence(want: Want) -> String {
    match want {
        Want::Result => "of the type of the result".to_owned(),
        Want::First => "of the type of the first operand".to_owned(),
        Want::As(made) => format!("{} with as many components as the result", describe(made)),
        Want::Wide(made) => format!("{} as large and as wide as the result", describe(made)),
        Want::Resized(made) => format!("{} as large as the result and of another width", describe(made)),
        Want::LikeFirst => "of integers, as many as in the result and as wide as in the first operand".to_owned(),
        Want::Int => "an integer".to_owned(),
        Want::BoolVector => "a vector of booleans".to_owned(),
    }
}

/// Rules beyond the shape.
fn extras(site: &Site<'_, '_>, op: Op, skip: usize) -> Check {
    use Op::*;
    match op {
        BitFieldInsert | BitFieldSExtract | BitFieldUExtract | BitReverse | BitCount => {
            let is_free = !site.is_vulkan() || site.options.allow_wide_bit_operations;
            let width = site.width(site.operand_type(skip));
            ensure!(
                is_free || width == 32,
                vuid "StandaloneSpirv-None-10824",
                "operand of Op{op:?} is a {width}-bit integer, expected 32-bit in Vulkan"
            );
        }
        QuantizeToF16 => {
            let width = site.width(site.result_type());
            ensure!(width == 32, "operand of OpQuantizeToF16 is a {width}-bit float, expected 32-bit");
        }
        FConvert => {
            let (from, to) = (site.scalar(site.operand_type(skip)), site.scalar(site.result_type()));
            ensure!(from != to, "OpFConvert does not change the type");
            let is_same_kind = matches!(
                (site.ty(from), site.ty(to)),
                (Ty::Float { width: a, encoding: None }, Ty::Float { width: b, encoding: None }) if a == b
            );
            ensure!(!is_same_kind, "OpFConvert does not change the width");
        }
        _ => encoded(site, op, skip)?,
    }
    Ok(())
}

/// `bfloat16` and 8-bit floats are converted and not calculated with.
fn encoded(site: &Site<'_, '_>, op: Op, skip: usize) -> Check {
    let ty = site.scalar(site.operand_type(skip));
    let is_encoded = matches!(site.ty(ty), Ty::Float { encoding: Some(_), .. });
    ensure!(
        !is_encoded || isa::class(op) == Class::Conversion(ConversionKind::Number),
        "Op{op:?} does not support this floating-point encoding"
    );
    Ok(())
}
