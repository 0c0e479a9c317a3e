//! The constants of literals. A few values are most of the literals of a unit: what was found for one is kept.

use crate::hir::expr::ConstantId;
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
}

impl Literals {
    pub(crate) const fn new() -> Self {
        Literals { known: Vec::new(), settled: Vec::new() }
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
}

/// The place of a literal. Common floats differ in their highest bits alone.
#[inline]
fn place(literal: Literal) -> usize {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let bits = match literal {
        Literal::Bool(value) => u64::from(value),
        Literal::Int { value, .. } => value,
        Literal::Float { value, .. } => value.to_bits(),
        Literal::Str(text) => u64::from(text.raw()),
    };
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
    fn a_constant_is_kept_as_one_of_the_last_type() {
        let mut literals = Literals::new();
        literals.settle(Id::new(3), Id::new(1), Id::new(7));
        assert_eq!(literals.settled(Id::new(3), Id::new(1)), Some(Id::new(7)));
        literals.settle(Id::new(3), Id::new(2), Id::new(8));
        let found = [1, 2].map(|ty| literals.settled(Id::new(3), Id::new(ty)));
        assert_eq!((found, literals.settled(Id::new(4), Id::new(2))), ([None, Some(Id::new(8))], None));
    }
}
