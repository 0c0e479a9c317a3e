//! Pointers of kernels as numbers: in memory, where C has 8 bytes for them, and where a kernel converts them to integers.
//!
//! A number has the variable that a pointer leads to and how far into it, which has nothing to do with where that is:
//! kernels never see addresses of the host. A number without a variable leads nowhere, so that whatever a buffer
//! holds may be taken for a pointer.

use super::place::{Memory, Place};
use super::state::Lowering;
use crate::error::Result;
use crate::facts;
use crate::interface::Pointee;
use dialect::ir::{OpId, ValueId};
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;
use spirv::StorageClass;

/// Variables are as far apart as this in numbers, whose bits above it are the variable's.
const APART_BITS: u64 = 40;
const APART: u64 = 1 << APART_BITS;

/// A variable that pointers may lead to: its number, its start and its size.
struct Target {
    number: u64,
    base: ValueId,
    limit: ValueId,
    storage: StorageClass,
}

impl Lowering<'_> {
    /// The number of a pointer into a variable that is known.
    pub(crate) fn number_into(&mut self, variable: OpId, offset: ValueId) -> ValueId {
        let start = self.b.i64(APART.wrapping_mul(number(variable)));
        self.b.add(start, offset)
    }

    /// The number of a fat pointer.
    pub(crate) fn number_of(&mut self, pointer: ValueId) -> Result<ValueId> {
        let [base, offset] = [0, 1].map(|index| self.b.extract_value(pointer, index));
        let mut start = self.b.i64(0);
        for target in self.targets()? {
            let is_it = self.b.icmp(IntPredicate::Eq, base, target.base);
            let own = self.b.i64(APART.wrapping_mul(target.number));
            start = self.b.select(is_it, own, start);
        }
        Ok(self.b.add(start, offset))
    }

    /// The fat pointer that a number represents.
    pub(crate) fn pointer_of(&mut self, bits: ValueId) -> Result<ValueId> {
        let (ptr, i64) = (self.b.ptr(), self.b.int(64));
        let ty = self.fat_pointer();
        // Pointers may be before the start of a variable.
        let (half, by) = (self.b.i64(APART / 2), self.b.i64(APART_BITS));
        let middle = self.b.add(bits, half);
        let wanted = self.b.binary(Opcode::LShr, middle, by);
        let (mut base, mut start, mut limit) = (self.b.zero(ptr), self.b.zero(i64), self.b.zero(i64));
        for target in self.targets()? {
            let own = self.b.i64(target.number);
            let is_it = self.b.icmp(IntPredicate::Eq, wanted, own);
            let own_start = self.b.i64(APART.wrapping_mul(target.number));
            base = self.b.select(is_it, target.base, base);
            start = self.b.select(is_it, own_start, start);
            limit = self.b.select(is_it, target.limit, limit);
        }
        let offset = self.b.binary(Opcode::Sub, bits, start);
        Ok(self.b.aggregate(ty, &[base, offset, limit]))
    }

    /// For each storage class of the memory that pointers may lead to, whether a fat pointer leads there.
    pub(crate) fn classes_of(&mut self, pointer: ValueId) -> Result<Vec<(StorageClass, ValueId)>> {
        let base = self.b.extract_value(pointer, 0);
        let targets = self.targets()?;
        Ok(targets.into_iter().map(|it| (it.storage, self.b.icmp(IntPredicate::Eq, base, it.base))).collect())
    }

    /// The variables whose addresses become values, in their order.
    fn targets(&mut self) -> Result<Vec<Target>> {
        let mut found = Vec::new();
        for Pointee { variable, storage } in self.known.interface.pointees.clone() {
            let ty = facts::pointee(self.known.source, variable)?;
            let place = match facts::is_variable(self.known.source, variable) {
                true => {
                    let address = self.variable_address(variable)?;
                    Place::Memory(self.private_memory(address, ty))
                }
                false => self.variable_of_module(variable)?,
            };
            if let Place::Memory(Memory { base, limit, room, .. }) = place {
                let limit = limit.unwrap_or_else(|| self.b.i64(room));
                found.push(Target { number: number(variable), base, limit, storage });
            }
        }
        Ok(found)
    }
}

/// The number of a variable in those of pointers; 0 is that of no variable.
fn number(variable: OpId) -> u64 {
    1 + u64::from(variable.raw())
}
