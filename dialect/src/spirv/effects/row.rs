//! What a row of the table of effects says.

/// The memory that an op reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// None.
    Nothing,
    /// What this operand points to, or the texels of the image that it is.
    Through(u8),
    /// Any that other invocations or called functions see.
    Anything,
}

/// What an op does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects {
    /// What it reads.
    pub reads: Memory,
    /// What it writes.
    pub writes: Memory,
    /// Its result depends on which invocations execute it together: it may not be moved into or out of a condition.
    pub convergent: bool,
    /// It must be executed as often as it stands there, whether or not its result is used.
    pub kept: bool,
    /// Nothing of its invocation, or of its function, comes after it.
    pub ends: bool,
}

impl Effects {
    /// Only computes.
    pub const NONE: Effects =
        Effects { reads: Memory::Nothing, writes: Memory::Nothing, convergent: false, kept: false, ends: false };
    pub(super) const ANYTHING: Effects =
        Effects { reads: Memory::Anything, writes: Memory::Anything, convergent: true, kept: true, ends: false };
    pub(super) const CONVERGENT: Effects = Effects { convergent: true, ..Effects::NONE };
    pub(super) const READ: Effects = Effects { reads: Memory::Through(0), ..Effects::NONE };
    pub(super) const WRITE: Effects = Effects { writes: Memory::Through(0), ..Effects::NONE };
    pub(super) const ATOMIC: Effects = Effects { reads: Memory::Through(0), kept: true, ..Effects::WRITE };
    pub(super) const KEPT: Effects = Effects { kept: true, ..Effects::NONE };
    pub(super) const ENDS: Effects = Effects { ends: true, ..Effects::KEPT };
    pub(super) const MEETS: Effects = Effects { convergent: true, kept: true, ..Effects::NONE };

    /// Whether the op only computes from its operands: equal ops have equal results, wherever they stand.
    pub fn is_pure(self) -> bool {
        self == Effects::NONE
    }

    /// Whether the op may go when nobody uses its results.
    pub fn is_removable(self) -> bool {
        !self.kept && self.writes == Memory::Nothing
    }
}
