//! The constants of literals, and of operators on constants. A few values are most of those of a unit: what was found for one
//! is kept.

use crate::hir::expr::{BinaryOp, ConstantId};
use crate::hir::ty::TypeId;
use frontend::ast::Literal;

/// The number of literals that are kept at a time.
const PLACES: usize = 256;

/// The constants of the literals of one module.
#[derive(Debug)]
pub(crate) struct Literals {
    /// The last literal of each place with its constant. Empty until there is one.
    known: Vec<Option<(Literal, ConstantId)>>,
    /// By the number of a constant: the type that it was converted to last, and the result.
    settled: Vec<Option<(TypeId, ConstantId)>>,
    /// The last operation of each place with its value. Empty until there is one.
    folded: Vec<Option<(Operation, ConstantId)>>,
}

/// A binary operator on constants, with the type of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Operation {
    pub(crate) op: BinaryOp,
    pub(crate) ty: TypeId,
    pub(crate) lhs: ConstantId,
    pub(crate) rhs: ConstantId,
}

impl Operation {
    fn place(self) -> usize {
        place_of(u64::from(self.lhs.raw()) << 40 ^ u64::from(self.rhs.raw()) << 8 ^ self.op as u64)
    }
}

impl Literals {
    pub(crate) const fn new() -> Self {
        Literals { known: Vec::new(), settled: Vec::new(), folded: Vec::new() }
    }

    /// The constant of a literal.
    #[inline]
    pub(crate) fn constant(&self, literal: Literal) -> Option<ConstantId> {
        let (known, constant) = (*self.known.get(place(literal))?)?;
        (known == literal).then_some(constant)
    }

    /// Keeps the constant of a literal.
    pub(crate) fn keep(&mut self, literal: Literal, constant: ConstantId) {
        if self.known.is_empty() {
            self.known.resize(PLACES, None);
        }
        self.known[place(literal)] = Some((literal, constant));
    }

    /// A constant of literals as one of another type.
    #[inline]
    pub(crate) fn settled(&self, constant: ConstantId, to: TypeId) -> Option<ConstantId> {
        let (known, settled) = (*self.settled.get(constant.index())?)?;
        (known == to).then_some(settled)
    }

    /// Keeps a constant of literals as one of another type.
    pub(crate) fn settle(&mut self, constant: ConstantId, to: TypeId, settled: ConstantId) {
        if self.settled.len() <= constant.index() {
            self.settled.resize(constant.index() + 1, None);
        }
        self.settled[constant.index()] = Some((to, settled));
    }

    /// The value of an operation.
    pub(crate) fn folded(&self, operation: Operation) -> Option<ConstantId> {
        let (known, folded) = (*self.folded.get(operation.place())?)?;
        (known == operation).then_some(folded)
    }

    /// Keeps the value of an operation.
    pub(crate) fn fold(&mut self, operation: Operation, folded: ConstantId) {
        if self.folded.is_empty() {
            self.folded.resize(PLACES, None);
        }
        self.folded[operation.place()] = Some((operation, folded));
    }
}

/// The place of a literal. Common floats differ in their highest bits alone.
#[inline]
fn place(literal: Literal) -> usize {
    place_of(match literal {
        Literal::Bool(value) => u64::from(value),
        Literal::Int { value, .. } => value,
        Literal::Float { value, .. } => value.to_bits(),
        Literal::Str(text) => u64::from(text.raw()),
    })
}

#[inline]
fn place_of(bits: u64) -> usize {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    ((bits ^ bits >> 32).wrapping_mul(FACTOR) >> 56) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::ids::Id;
    use frontend::ast::{FloatSuffix, IntSuffix};

    #[test]
    fn literals_are_kept_with_their_suffixes() {
        let mut literals = Literals::new();
        let float = |value| Literal::Float { value, suffix: FloatSuffix::None };
        let int = |suffix| Literal::Int { value: 1, suffix, decimal: true };
        assert_eq!(literals.constant(float(0.5)), None);
        literals.keep(float(0.5), Id::new(1));
        literals.keep(int(IntSuffix::None), Id::new(2));
        let half = Literal::Float { value: 0.5, suffix: FloatSuffix::H };
        let found = [float(0.5), half, int(IntSuffix::None), int(IntSuffix::U)].map(|it| literals.constant(it));
        assert_eq!(found, [Some(Id::new(1)), None, Some(Id::new(2)), None]);
    }

    #[test]
    fn operations_are_kept_with_their_operators_and_types() {
        let mut literals = Literals::new();
        let [sum, other] =
            [3, 4].map(|rhs| Operation { op: BinaryOp::Add, ty: Id::new(1), lhs: Id::new(2), rhs: Id::new(rhs) });
        literals.fold(sum, Id::new(7));
        let difference = Operation { op: BinaryOp::Sub, ..sum };
        let wide = Operation { ty: Id::new(5), ..sum };
        let found = [sum, other, difference, wide].map(|it| literals.folded(it));
        assert_eq!(found, [Some(Id::new(7)), None, None, None]);
    }

    #[test]
    fn a_constant_is_kept_as_one_of_the_last_type() {
        let mut literals = Literals::new();
        literals.settle(Id::new(3), Id::new(1), Id::new(7));
        assert_eq!(literals.settled(Id::new(3), Id::new(1)), Some(Id::new(7)));
        literals.settle(Id::new(3), Id::new(2), Id::new(8));
        let found = [1, 2].map(|ty| literals.settled(Id::new(3), Id::new(ty)));
        assert_eq!((found, literals.settled(Id::new(4), Id::new(2))), ([None, Some(Id::new(8))], None));
    }
}
