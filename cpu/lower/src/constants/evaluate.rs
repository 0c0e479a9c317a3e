//! Computations on constants: the values of a kernel's `OpSpecConstantOp`s.

use dialect::spirv::fold::{Folded, fold};
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
    /// Zero, of any type.
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
}

/// The result of an operation on scalars, or on vectors component by component. `inputs` is the width of the operands
/// where these do not say it themselves.
pub(super) fn apply(op: Op, args: &[Value], shape: Shape) -> Option<Value> {
    let Some(lanes) = shape.lanes else {
        return scalar(op, args, shape).map(|bits| Value::Scalar { bits, width: shape.width });
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
    fold(op, &bits, width, shape.width).map(Folded::bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_go_component_by_component() {
        let scalar = |bits| Value::Scalar { bits, width: 32 };
        let vector = |parts: &[u64]| Value::Parts(parts.iter().map(|bits| scalar(*bits)).collect());
        let shape = Shape { lanes: Some(2), width: 32 };
        let sum = apply(Op::IAdd, &[vector(&[1, u64::from(u32::MAX)]), vector(&[2, 3])], shape);
        assert_eq!(sum, Some(vector(&[3, 2])));
        let chosen = apply(Op::Select, &[Value::Scalar { bits: 0, width: 1 }, vector(&[1, 2]), Value::Zero], shape);
        assert_eq!(chosen, Some(vector(&[0, 0])));
        assert_eq!(Value::Zero.with_part(&[1], &[2], &scalar(7)), Some(Value::Parts([Value::Zero, scalar(7)].into())));
    }
}
