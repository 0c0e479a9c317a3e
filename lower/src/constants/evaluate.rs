//! Computations on constants: what a kernel's specialisation constants make of each other.

use base::half;
use dialect::llvm::build::mask;
use spirv::Op;
use std::rc::Rc;

/// A constant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// A number or boolean.
    Scalar {
        /// Its bits.
        bits: u64,
        /// The number of significant bits.
        width: u32,
    },
    /// The components of a vector, the parts of an array or struct. They are shared, since constants may hold each other
    /// many times over.
    Parts(Rc<[Value]>),
    /// The zero of any type.
    Zero,
}

impl Value {
    /// The bits of a scalar.
    pub(super) fn bits(&self) -> Option<u64> {
        match self {
            Value::Scalar { bits, .. } => Some(*bits),
            Value::Zero => Some(0),
            Value::Parts(_) => None,
        }
    }

    /// A part of a composite.
    pub(super) fn part(&self, index: usize) -> Option<Value> {
        match self {
            Value::Parts(parts) => parts.get(index).cloned(),
            Value::Zero => Some(Value::Zero),
            Value::Scalar { .. } => None,
        }
    }

    fn width(&self) -> Option<u32> {
        match self {
            Value::Scalar { width, .. } => Some(*width),
            Value::Parts(_) | Value::Zero => None,
        }
    }

    /// The value with the part after these indices replaced. `counts` says how many parts there are at each level.
    pub(super) fn with_part(&self, indices: &[usize], counts: &[usize], part: &Value) -> Option<Value> {
        let (Some((index, rest)), Some((count, counts))) = (indices.split_first(), counts.split_first()) else {
            return Some(part.clone());
        };
        let mut parts = (0..*count).map(|at| self.part(at)).collect::<Option<Vec<_>>>()?;
        let own = parts.get_mut(*index)?;
        *own = own.with_part(rest, counts, part)?;
        Some(Value::Parts(parts.into()))
    }
}

/// Result of an operation: a scalar of a width or as many as a vector has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The components of a vector; nothing for a scalar.
    pub(super) lanes: Option<u32>,
    /// The bits of a component.
    pub(super) width: u32,
    /// True if components are floating-point numbers.
    pub(super) is_float: bool,
}

/// The result of an operation on scalars, or on vectors component by component. `inputs` is the width of the operands
/// where these do not say it themselves.
pub(super) fn apply(op: Op, args: &[Value], shape: Shape) -> Option<Value> {
    let Some(lanes) = shape.lanes else {
        return scalar(op, args, shape)
            .map(|bits| Value::Scalar { bits: bits & mask(shape.width), width: shape.width });
    };
    let one = Shape { lanes: None, ..shape };
    let parts = (0..lanes as usize).map(|lane| {
        // A choice between vectors may be by one boolean.
        let parts = args.iter().map(|arg| arg.part(lane).or((op == Op::Select).then(|| arg.clone())));
        apply(op, &parts.collect::<Option<Vec<_>>>()?, one)
    });
    Some(Value::Parts(parts.collect::<Option<Vec<_>>>()?.into()))
}

fn scalar(op: Op, args: &[Value], shape: Shape) -> Option<u64> {
    let bits = args.iter().map(Value::bits).collect::<Option<Vec<_>>>()?;
    if op == Op::Select {
        return if *bits.first()? != 0 { bits.get(1).copied() } else { bits.get(2).copied() };
    }
    // Operands of zero have no width of their own; the others then say it, or the result.
    let width = args.iter().find_map(Value::width).unwrap_or(shape.width);
    float(op, &bits, width, shape).or_else(|| evaluate(op, &bits, width))
}

/// A floating-point number of a width.
fn number(bits: u64, width: u32) -> f64 {
    match width {
        64 => f64::from_bits(bits),
        32 => f64::from(f32::from_bits(bits as u32)),
        _ => half::value(bits as u16),
    }
}

fn number_bits(value: f64, width: u32) -> u64 {
    match width {
        64 => value.to_bits(),
        32 => u64::from((value as f32).to_bits()),
        _ => u64::from(half::bits(value)),
    }
}

/// Operations on floating-point numbers.
fn float(op: Op, args: &[u64], width: u32, shape: Shape) -> Option<u64> {
    let at = |index: usize| args.get(index).map(|bits| number(*bits, width));
    let signed = |bits: u64| ((bits << (64 - width)) as i64) >> (64 - width);
    let to = |value: f64| Some(number_bits(value, shape.width));
    match op {
        Op::FConvert => to(at(0)?),
        Op::QuantizeToF16 => {
            let value = half::value(half::bits(at(0)?));
            to(if value.abs() < half::LEAST_NORMAL { 0f64.copysign(value) } else { value })
        }
        Op::FNegate => to(-at(0)?),
        Op::FAdd => to(at(0)? + at(1)?),
        Op::FSub => to(at(0)? - at(1)?),
        Op::FMul => to(at(0)? * at(1)?),
        Op::FDiv => to(at(0)? / at(1)?),
        Op::ConvertSToF => to(signed(*args.first()?) as f64),
        Op::ConvertUToF => to(*args.first()? as f64),
        Op::ConvertFToU => Some((at(0)? as u64).min(mask(shape.width))),
        Op::ConvertFToS => {
            let most = (mask(shape.width) >> 1) as i64;
            Some((at(0)? as i64).clamp(-most - 1, most) as u64)
        }
        Op::Bitcast if !shape.is_float || width == shape.width => args.first().copied(),
        Op::FOrdEqual => Some(u64::from(at(0)? == at(1)?)),
        Op::FUnordNotEqual => Some(u64::from(at(0)? != at(1)?)),
        Op::FOrdLessThan => Some(u64::from(at(0)? < at(1)?)),
        Op::FOrdLessThanEqual => Some(u64::from(at(0)? <= at(1)?)),
        Op::FOrdGreaterThan => Some(u64::from(at(0)? > at(1)?)),
        Op::FOrdGreaterThanEqual => Some(u64::from(at(0)? >= at(1)?)),
        _ => None,
    }
}

/// Operations on integers and booleans of a width.
fn evaluate(op: Op, args: &[u64], width: u32) -> Option<u64> {
    let signed = |bits: u64| ((bits << (64 - width)) as i64) >> (64 - width);
    let (a, b) = (args.first().copied()?, args.get(1).copied().unwrap_or(0));
    let (x, y) = (signed(a), signed(b));
    let flag = |value: bool| Some(u64::from(value));
    Some(match op {
        Op::IAdd => a.wrapping_add(b),
        Op::ISub => a.wrapping_sub(b),
        Op::IMul => a.wrapping_mul(b),
        Op::UDiv => a.checked_div(b).unwrap_or(u64::MAX),
        Op::UMod => a.checked_rem(b).unwrap_or(u64::MAX),
        Op::SDiv => x.checked_div(y).map_or(u64::MAX, |value| value as u64),
        Op::SRem => x.checked_rem(y).map_or(0, |value| value as u64),
        Op::SMod => {
            x.checked_rem(y).map_or(0, |rest| if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest } as u64)
        }
        Op::ShiftLeftLogical => a << (b & u64::from(width - 1)),
        Op::ShiftRightLogical => a >> (b & u64::from(width - 1)),
        Op::ShiftRightArithmetic => (x >> (b & u64::from(width - 1))) as u64,
        Op::BitwiseAnd | Op::LogicalAnd => a & b,
        Op::BitwiseOr | Op::LogicalOr => a | b,
        Op::BitwiseXor | Op::LogicalNotEqual => a ^ b,
        Op::Not => !a,
        Op::LogicalNot => u64::from(a == 0),
        Op::SNegate => a.wrapping_neg(),
        Op::UConvert => a,
        Op::SConvert => x as u64,
        Op::IEqual | Op::LogicalEqual => return flag(a == b),
        Op::INotEqual => return flag(a != b),
        Op::ULessThan => return flag(a < b),
        Op::ULessThanEqual => return flag(a <= b),
        Op::UGreaterThan => return flag(a > b),
        Op::UGreaterThanEqual => return flag(a >= b),
        Op::SLessThan => return flag(x < y),
        Op::SLessThanEqual => return flag(x <= y),
        Op::SGreaterThan => return flag(x > y),
        Op::SGreaterThanEqual => return flag(x >= y),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_on_integers_are_those_of_their_width() {
        for (op, args, width, expected) in [
            (Op::IAdd, [0xFFFF_FFFF, 2], 32, Some(0x1_0000_0001)),
            (Op::SDiv, [0xFFFF_FFF8, 2], 32, Some(-4i64 as u64)),
            (Op::UDiv, [7, 0], 32, Some(u64::MAX)),
            (Op::SLessThan, [0xFFFF_FFFF, 0], 32, Some(1)),
            (Op::ULessThan, [0xFFFF_FFFF, 0], 32, Some(0)),
            (Op::ShiftLeftLogical, [1, 33], 32, Some(2)),
            (Op::SMod, [7, 0xFFFF_FFFD], 32, Some(-2i64 as u64)),
            (Op::Dot, [0, 0], 32, None),
        ] {
            assert_eq!(evaluate(op, &args, width), expected, "{op:?}");
        }
    }

    #[test]
    fn numbers_are_rounded_to_their_width() {
        let single = |value: f32| Value::Scalar { bits: u64::from(value.to_bits()), width: 32 };
        let shape = |width| Shape { lanes: None, width, is_float: true };
        let run = |op, args: &[Value], width| apply(op, args, shape(width)).and_then(|value| value.bits());
        assert_eq!(run(Op::FAdd, &[single(0.1), single(0.2)], 32), Some(u64::from((0.1f32 + 0.2).to_bits())));
        assert_eq!(run(Op::FConvert, &[single(0.1)], 64), Some(f64::from(0.1f32).to_bits()));
        assert_eq!(run(Op::FConvert, &[single(65504.0)], 16), Some(0x7BFF));
        assert_eq!(run(Op::QuantizeToF16, &[single(1.0e-5)], 32), Some(0));
        assert_eq!(run(Op::ConvertFToU, &[single(-3.0)], 32), Some(0));
        assert_eq!(run(Op::ConvertFToS, &[single(f32::NAN)], 32), Some(0));
    }

    #[test]
    fn vectors_go_component_by_component() {
        let scalar = |bits| Value::Scalar { bits, width: 32 };
        let vector = |parts: &[u64]| Value::Parts(parts.iter().map(|bits| scalar(*bits)).collect());
        let shape = Shape { lanes: Some(2), width: 32, is_float: false };
        let sum = apply(Op::IAdd, &[vector(&[1, u64::from(u32::MAX)]), vector(&[2, 3])], shape);
        assert_eq!(sum, Some(vector(&[3, 2])));
        let chosen = apply(Op::Select, &[Value::Scalar { bits: 0, width: 1 }, vector(&[1, 2]), Value::Zero], shape);
        assert_eq!(chosen, Some(vector(&[0, 0])));
        assert_eq!(Value::Zero.with_part(&[1], &[2], &scalar(7)), Some(Value::Parts([Value::Zero, scalar(7)].into())));
    }
}
