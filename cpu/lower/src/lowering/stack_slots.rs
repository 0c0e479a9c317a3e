//! Places on the stack in which values go from block to block. LLVM makes values of them, and registers of these.

use super::state::Lowering;
use crate::error::Result;
use dialect::ir::{TypeId, ValueId};

/// The alignment of stack slots.
const ALIGNMENT: u32 = 64;

impl Lowering<'_> {
    /// A place for values of a type. Whatever is there when the function begins, it is not what the last call has left,
    /// which would be kept from wave to wave.
    pub(crate) fn carrier(&mut self, ty: TypeId) -> Result<ValueId> {
        let carried = self.b.carried_type(ty);
        let place = self.b.alloca(carried, ALIGNMENT);
        self.in_setup(|lowering| {
            let anything = lowering.b.undef(carried);
            lowering.b.store(anything, place, ALIGNMENT);
            Ok(place)
        })
    }

    /// Writes a value to its place.
    pub(crate) fn put(&mut self, value: ValueId, place: ValueId) {
        let carried = self.b.to_carried(value);
        self.b.store(carried, place, ALIGNMENT);
    }

    /// Reads a value from its place.
    pub(crate) fn take(&mut self, place: ValueId, ty: TypeId) -> ValueId {
        let carried = self.b.carried_type(ty);
        let carried = self.b.load(place, carried, ALIGNMENT);
        self.b.from_carried(carried, ty)
    }
}
