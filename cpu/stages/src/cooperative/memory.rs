//! Numbers in arrays of memory, whose elements may be wider or narrower than they are.

use super::writer::{Scalar, Writer};
use dialect::spirv::access::Access;
use dialect::spirv::index::Index;
use spirv::{MemoryAccess, Op, Scope, StorageClass};

/// An array in memory that a function has a pointer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Memory {
    /// The type of the pointer.
    pub(super) pointer: u32,
    class: StorageClass,
    scalar: Scalar,
    /// The number of scalars in an element of the array.
    lanes: u32,
}

/// A number that is a part of a scalar.
#[derive(Clone, Copy)]
struct Part {
    /// The number of its bits.
    width: u32,
    /// By how many bits it is shifted, as an id.
    shift: u32,
}

impl Memory {
    /// The array that pointers of a type lead to, if its elements are scalars or vectors.
    pub(super) fn of(index: &Index<'_>, pointer: u32) -> Option<Memory> {
        let ty = index.def(pointer).filter(|ty| ty.op == Op::TypePointer)?;
        Memory::of_array(index, pointer, StorageClass::from_u32(ty.value(0))?, ty.id(1))
    }

    /// The array of a type in a storage class.
    pub(super) fn of_array(index: &Index<'_>, pointer: u32, class: StorageClass, array: u32) -> Option<Memory> {
        let array = index.def(array).filter(|ty| matches!(ty.op, Op::TypeArray | Op::TypeRuntimeArray))?;
        let element = index.def(array.id(0))?;
        let (scalar, lanes) = match element.op {
            Op::TypeVector => (element.id(0), element.literal(1)),
            _ => (element.result_id(), 1),
        };
        Some(Memory { pointer, class, scalar: Scalar::of(index, scalar)?, lanes })
    }

    /// The number of bits in an element of the array.
    pub(super) fn element_width(&self) -> u32 {
        self.scalar.width * self.lanes
    }

    /// The number of bits in a scalar of the array.
    pub(super) fn scalar_width(&self) -> u32 {
        self.scalar.width
    }

    /// The reason why numbers of a width cannot be written, if there is one.
    pub(super) fn refusal(&self, width: u32) -> Option<String> {
        let is_word = !self.scalar.is_float && self.scalar.width >= 32;
        let is_part = width < self.scalar.width;
        (is_part && !is_word).then(|| format!("numbers of {width} bits are written to parts of wider ones"))
    }

    /// The operands of an access.
    fn access(&self) -> Vec<u32> {
        match self.class {
            StorageClass::PhysicalStorageBuffer => vec![MemoryAccess::ALIGNED.bits(), self.scalar.width / 8],
            _ => Vec::new(),
        }
    }

    /// The pointer to a scalar of the array.
    fn scalar(&self, writer: &mut Writer, pointer: u32, at: u32) -> u32 {
        let ty = writer.pointer(self.class, self.scalar.id);
        if self.lanes == 1 {
            return writer.value(Op::AccessChain, ty, &[pointer, at]);
        }
        let (element, lane) = (writer.divided(at, self.lanes), writer.rest(at, self.lanes));
        writer.value(Op::AccessChain, ty, &[pointer, element, lane])
    }

    fn load(&self, writer: &mut Writer, pointer: u32, at: u32) -> u32 {
        let place = self.scalar(writer, pointer, at);
        let value = writer.value(Op::Load, self.scalar.id, &[&[place][..], &self.access()].concat());
        writer.bits(value, self.scalar)
    }

    fn store(&self, writer: &mut Writer, pointer: u32, at: u32, bits: u32) {
        let place = self.scalar(writer, pointer, at);
        let value = writer.of_bits(bits, self.scalar);
        writer.push(Op::Store, &[&[place, value][..], &self.access()].concat());
    }

    /// The bits of a number. Its place is counted in its own width.
    pub(super) fn read(&self, writer: &mut Writer, pointer: u32, at: u32, width: u32) -> u32 {
        let own = self.scalar.width;
        if width <= own {
            let (word, part) = self.within(writer, at, width);
            let bits = self.load(writer, pointer, word);
            return part.map_or(bits, |part| self.part(writer, bits, part));
        }
        let first = writer.times(at, width / own);
        let unsigned = writer.unsigned(width);
        let mut all = writer.constant(unsigned, 0);
        for part in 0..width / own {
            let number = writer.number(part);
            let place = writer.of_uints(Op::IAdd, first, number);
            let bits = self.load(writer, pointer, place);
            let bits = writer.resized(bits, own, width, false);
            let shift = writer.number(part * own);
            let bits = writer.value(Op::ShiftLeftLogical, unsigned.id, &[bits, shift]);
            all = writer.value(Op::BitwiseOr, unsigned.id, &[all, bits]);
        }
        all
    }

    /// Writes the bits of a number. Parts of words are written by atomic operations, as others write the other parts.
    pub(super) fn write(&self, writer: &mut Writer, pointer: u32, at: u32, bits: u32, width: u32) {
        let own = self.scalar.width;
        if width <= own {
            let (word, part) = self.within(writer, at, width);
            match part {
                Some(part) => self.merge(writer, pointer, word, bits, part),
                None => self.store(writer, pointer, word, bits),
            }
            return;
        }
        let first = writer.times(at, width / own);
        let unsigned = writer.unsigned(width);
        for part in 0..width / own {
            let (number, shift) = (writer.number(part), writer.number(part * own));
            let place = writer.of_uints(Op::IAdd, first, number);
            let shifted = writer.value(Op::ShiftRightLogical, unsigned.id, &[bits, shift]);
            let shifted = writer.resized(shifted, width, own, false);
            self.store(writer, pointer, place, shifted);
        }
    }

    /// The scalar that has a number, and the part that the number is of it, if it is not the whole.
    fn within(&self, writer: &mut Writer, at: u32, width: u32) -> (u32, Option<Part>) {
        let count = self.scalar.width / width;
        if count == 1 {
            return (at, None);
        }
        let (word, part) = (writer.divided(at, count), writer.rest(at, count));
        (word, Some(Part { width, shift: writer.times(part, width) }))
    }

    /// The bits of a number that is a part of a scalar.
    fn part(&self, writer: &mut Writer, bits: u32, part: Part) -> u32 {
        let unsigned = writer.unsigned(self.scalar.width);
        let shifted = writer.value(Op::ShiftRightLogical, unsigned.id, &[bits, part.shift]);
        writer.resized(shifted, self.scalar.width, part.width, false)
    }

    /// The bits of a part of a scalar, at their place in it.
    fn placed(&self, writer: &mut Writer, bits: u32, part: Part) -> u32 {
        let unsigned = writer.unsigned(self.scalar.width);
        let wide = writer.resized(bits, part.width, self.scalar.width, false);
        writer.value(Op::ShiftLeftLogical, unsigned.id, &[wide, part.shift])
    }

    /// The bits of a scalar around a part.
    fn others(&self, writer: &mut Writer, part: Part) -> u32 {
        let unsigned = writer.unsigned(self.scalar.width);
        let mask = writer.constant(unsigned, (1 << part.width) - 1);
        let mask = writer.value(Op::ShiftLeftLogical, unsigned.id, &[mask, part.shift]);
        writer.value(Op::Not, unsigned.id, &[mask])
    }

    fn merge(&self, writer: &mut Writer, pointer: u32, word: u32, bits: u32, part: Part) {
        let others = self.others(writer, part);
        let placed = self.placed(writer, bits, part);
        let place = self.scalar(writer, pointer, word);
        let [scope, order] = [Scope::Device as u32, 0].map(|number| writer.number(number));
        for (op, operand) in [(Op::AtomicAnd, others), (Op::AtomicOr, placed)] {
            let operand = writer.of_bits(operand, self.scalar);
            writer.value(op, self.scalar.id, &[place, scope, order, operand]);
        }
    }

    /// Exchanges a number for one that depends on it, as one atomic operation. The scalars are integers, at least as wide.
    pub(super) fn update(
        &self,
        writer: &mut Writer,
        pointer: u32,
        at: u32,
        width: u32,
        change: impl FnOnce(&mut Writer, u32) -> u32,
    ) {
        let unsigned = writer.unsigned(self.scalar.width);
        let (word, part) = self.within(writer, at, width);
        let place = self.scalar(writer, pointer, word);
        let [scope, order] = [Scope::Device as u32, 0].map(|number| writer.number(number));
        writer.until(|writer| {
            let old = writer.value(Op::AtomicLoad, self.scalar.id, &[place, scope, order]);
            let whole = writer.bits(old, self.scalar);
            let bits = part.map_or(whole, |part| self.part(writer, whole, part));
            let bits = change(writer, bits);
            let bits = match part {
                Some(part) => {
                    let (others, placed) = (self.others(writer, part), self.placed(writer, bits, part));
                    let kept = writer.value(Op::BitwiseAnd, unsigned.id, &[whole, others]);
                    writer.value(Op::BitwiseOr, unsigned.id, &[kept, placed])
                }
                None => bits,
            };
            let new = writer.of_bits(bits, self.scalar);
            let operands = [place, scope, order, order, new, old];
            let seen = writer.value(Op::AtomicCompareExchange, self.scalar.id, &operands);
            writer.compare(Op::IEqual, seen, old)
        });
    }

    /// Returns whether numbers of a width can be updated.
    pub(super) fn is_updated(&self, width: u32) -> bool {
        !self.scalar.is_float && self.scalar.width >= 32 && width <= self.scalar.width
    }
}
