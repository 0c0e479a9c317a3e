//! The effects of an instruction: memory, other invocations, control.

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

/// The effects of an op.
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
    /// What nobody has looked at.
    pub const ANYTHING: Effects =
        Effects { reads: Memory::Anything, writes: Memory::Anything, convergent: true, kept: true, ends: false };
    pub(crate) const CONVERGENT: Effects = Effects { convergent: true, ..Effects::NONE };
    pub(crate) const READ: Effects = Effects { reads: Memory::Through(0), ..Effects::NONE };
    pub(crate) const WRITE: Effects = Effects { writes: Memory::Through(0), ..Effects::NONE };
    pub(crate) const ATOMIC: Effects = Effects { reads: Memory::Through(0), kept: true, ..Effects::WRITE };
    /// Must be executed, whatever it does besides.
    pub const KEPT: Effects = Effects { kept: true, ..Effects::NONE };
    pub(crate) const ENDS: Effects = Effects { ends: true, ..Effects::KEPT };
    pub(crate) const MEETS: Effects = Effects { convergent: true, kept: true, ..Effects::NONE };

    /// Tells whether the op only computes from its operands: equal ops have equal results, wherever they stand.
    pub fn is_pure(self) -> bool {
        self == Effects::NONE
    }

    /// Tells whether the op may go when nobody uses its results.
    pub fn is_removable(self) -> bool {
        !self.kept && self.writes == Memory::Nothing
    }
}
