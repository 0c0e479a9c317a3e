//! Properties of ops that tables state.

use std::ops::BitOr;

/// A set of properties that hold for any operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Traits(pub u32);

impl Traits {
    /// No facts.
    pub const NONE: Traits = Traits(0);
    /// Its two operands may be exchanged.
    pub const COMMUTATIVE: Traits = Traits(1);
    /// Ends a block.
    pub const TERMINATOR: Traits = Traits(1 << 1);
    /// If operands are as wide as the result, each component of the result depends on the same component of the
    /// operands alone.
    pub const COMPONENTWISE: Traits = Traits(1 << 2);
    /// Only computes: it has no effects.
    pub const PURE: Traits = Traits(1 << 3);

    /// Returns whether all of `other` hold.
    pub const fn has(self, other: Traits) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Traits {
    type Output = Traits;
    fn bitor(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }
}
