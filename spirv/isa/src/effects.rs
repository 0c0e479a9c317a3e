//! The effects of an instruction: memory, other invocations, control.

/// The memory that an op reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// None.
    Nothing,
    /// The target of this pointer operand, or the texels of this image operand.
    Through(u8),
    /// Any that other invocations or called functions see.
    Anything,
}

/// The effects of an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects {
    /// The memory that it reads.
    pub reads: Memory,
    /// The memory that it writes.
    pub writes: Memory,
    /// Convergent: the result depends on which invocations execute it together; it may not be moved into or out of a
    /// condition.
    pub convergent: bool,
    /// Must be kept, executed as often as it is written, whether or not its result is used.
    pub kept: bool,
    /// Ends its invocation or its function.
    pub ends: bool,
}

impl Effects {
    /// Only computes.
    pub const NONE: Effects =
        Effects { reads: Memory::Nothing, writes: Memory::Nothing, convergent: false, kept: false, ends: false };
    /// Unknown effects: anything.
    pub const ANYTHING: Effects =
        Effects { reads: Memory::Anything, writes: Memory::Anything, convergent: true, kept: true, ends: false };
    pub(crate) const CONVERGENT: Effects = Effects { convergent: true, ..Effects::NONE };
    pub(crate) const READ: Effects = Effects { reads: Memory::Through(0), ..Effects::NONE };
    pub(crate) const WRITE: Effects = Effects { writes: Memory::Through(0), ..Effects::NONE };
    pub(crate) const ATOMIC: Effects = Effects { reads: Memory::Through(0), kept: true, ..Effects::WRITE };
    /// Must be executed, whatever else it does.
    pub const KEPT: Effects = Effects { kept: true, ..Effects::NONE };
    pub(crate) const ENDS: Effects = Effects { ends: true, ..Effects::KEPT };
    pub(crate) const MEETS: Effects = Effects { convergent: true, kept: true, ..Effects::NONE };

    /// Tells whether the op only computes from its operands: equal ops have equal results, wherever they stand.
    #[inline]
    pub fn is_pure(self) -> bool {
        self == Effects::NONE
    }

    /// Tells whether an op without used results may be removed.
    #[inline]
    pub fn is_removable(self) -> bool {
        !self.kept && self.writes == Memory::Nothing
    }
}
