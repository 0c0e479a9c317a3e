//! Values of the host, and their types.

use crate::tree::Ty;
use dialect::ir::types::FloatKind;
use std::rc::Rc;

/// A value. Numbers are the bits of their type.
#[derive(Clone, Debug)]
pub(super) enum Held {
    /// None yet.
    Nothing,
    /// A number.
    Bits(u64),
    /// The components of a vector, row by row.
    Vector(Rc<[u64]>),
    /// A buffer, or a part of one.
    View(Rc<View>),
}

/// A part of a buffer.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The index of the buffer.
    pub(super) buffer: usize,
    /// The first element.
    pub(super) offset: i64,
    /// The lengths of its dimensions.
    pub(super) shape: Vec<u64>,
    /// The distances of neighbours in each dimension.
    pub(super) strides: Vec<i64>,
    /// The type of its elements.
    pub(super) elem: Rc<Ty>,
}

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scalar {
    /// Integers with this number of bits.
    Int(u32),
    /// Floating-point numbers.
    Float(u32, FloatKind),
}

impl Scalar {
    /// The bits.
    pub(super) fn width(self) -> u32 {
        match self {
            Scalar::Int(width) | Scalar::Float(width, _) => width,
        }
    }

    /// The bytes in memory: truth values have one.
    pub(super) fn bytes(self) -> usize {
        (self.width() as usize).div_ceil(8).next_power_of_two()
    }
}

/// The numbers that a type consists of, if the host has such.
pub(super) fn scalar(ty: &Ty) -> Option<Scalar> {
    match ty {
        Ty::Index => Some(Scalar::Int(64)),
        Ty::Int { width: width @ 1..=64, .. } => Some(Scalar::Int(*width)),
        Ty::Float { width: width @ (32 | 64), kind } => Some(Scalar::Float(*width, *kind)),
        Ty::Float { width: 16, kind: kind @ (FloatKind::Ieee | FloatKind::Bf16) } => Some(Scalar::Float(16, *kind)),
        Ty::Vector { elem, .. } => scalar(elem),
        _ => None,
    }
}

/// The most components of a vector.
const MOST_COMPONENTS: u64 = 1 << 16;

/// The number of components of a type: one for a number.
pub(super) fn components(ty: &Ty) -> Option<usize> {
    let Ty::Vector { shape, .. } = ty else { return Some(1) };
    let all = shape.iter().try_fold(1u64, |all, len| all.checked_mul(*len))?;
    (all <= MOST_COMPONENTS).then_some(all as usize)
}

/// The bytes of a number or a vector in memory.
pub(super) fn size_of(ty: &Ty) -> Option<usize> {
    Some(scalar(ty)?.bytes() * components(ty)?)
}

/// The low bits of a number.
pub(super) fn masked(bits: u64, width: u32) -> u64 {
    if width >= 64 { bits } else { bits & ((1 << width) - 1) }
}

/// The signed number that bits are.
pub(super) fn signed(bits: u64, width: u32) -> i64 {
    let above = 64 - width.clamp(1, 64);
    ((bits << above) as i64) >> above
}
