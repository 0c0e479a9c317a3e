//! Masks: booleans of many lanes, in the form that suits a processor.
//!
//! On processors without mask registers, LLVM packs masks into bits after each comparison, by heuristics of its own,
//! and unpacks them before each selection. There, masks are combined and passed between blocks as comparisons make them
//! and selections use them: a word per lane, of which the sign counts.

use super::Builder;
use crate::ir::{Attr, TypeId, ValueId};
use crate::llvm::enums::{self, IntPredicate, Intrinsic};
use crate::llvm::ops::{self, Opcode};

/// With this many words, all signs are tested at once.
const LEAST_WORDS: u32 = 8;

/// The form in which masks are combined and passed between blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Masks {
    /// As a bit per lane.
    #[default]
    Bits,
    /// As a word per lane.
    Words,
}

impl Builder {
    /// Sets the form of masks from here on.
    pub fn set_masks(&mut self, masks: Masks) {
        self.masks = masks;
    }

    /// The form of masks.
    pub fn masks(&self) -> Masks {
        self.masks
    }

    /// The type in which values of a type are passed between blocks.
    pub fn carried_type(&mut self, ty: TypeId) -> TypeId {
        if !self.are_words(ty) {
            return ty;
        }
        let word = self.int(32);
        self.module.ctx.with_scalar(ty, word)
    }

    /// A value in the form in which it is passed between blocks.
    pub fn to_carried(&mut self, value: ValueId) -> ValueId {
        match self.are_words(self.type_of(value)) {
            true => self.words_of(value),
            false => value,
        }
    }

    /// The inverse: a value of a type from that form.
    pub fn from_carried(&mut self, carried: ValueId, ty: TypeId) -> ValueId {
        match self.type_of(carried) == ty {
            true => carried,
            false => self.of_words(carried),
        }
    }

    /// A boolean: true if the mask holds for any lane.
    pub fn any(&mut self, mask: ValueId) -> ValueId {
        if !self.are_words(self.type_of(mask)) {
            let bits = self.bits(mask);
            let zero = self.zero(self.type_of(bits));
            return self.icmp(IntPredicate::Ne, bits, zero);
        }
        let mut words = self.words_of(mask);
        while self.lanes(self.type_of(words)) > LEAST_WORDS {
            let lanes = self.lanes(self.type_of(words));
            let halves = [0..lanes / 2, lanes / 2..lanes].map(|half| half.map(Some).collect::<Vec<_>>());
            let [low, high] = halves.map(|half| self.shuffle(words, words, &half));
            words = self.binary(Opcode::Or, low, high);
        }
        let signs = self.of_words(words);
        let bits = self.bits(signs);
        let zero = self.zero(self.type_of(bits));
        self.icmp(IntPredicate::Ne, bits, zero)
    }

    /// A boolean: true if the mask holds for all lanes.
    pub fn all(&mut self, mask: ValueId) -> ValueId {
        if !self.are_words(self.type_of(mask)) {
            return self.reduce(Intrinsic::ReduceAnd, mask);
        }
        let holds = self.iconst(self.type_of(mask), 1);
        let other = self.binary(Opcode::Xor, mask, holds);
        let fails = self.any(other);
        let yes = self.iconst(self.type_of(fails), 1);
        self.binary(Opcode::Xor, fails, yes)
    }

    /// The lanes of a mask as the bits of an integer.
    pub fn bits(&mut self, mask: ValueId) -> ValueId {
        let ty = self.int(self.lanes(self.type_of(mask)));
        self.cast(Opcode::Bitcast, mask, ty)
    }

    /// Combines two masks; `None` if they are bits.
    pub(super) fn joined(&mut self, op: Opcode, masks: [ValueId; 2]) -> Option<ValueId> {
        let is_join = matches!(op, Opcode::And | Opcode::Or | Opcode::Xor);
        if !is_join || !self.are_words(self.type_of(masks[0])) {
            return None;
        }
        let [a, b] = masks.map(|mask| self.words_of(mask));
        let ty = self.type_of(a);
        let words = self.value(op, &[a, b], ty);
        Some(self.of_words(words))
    }

    fn are_words(&self, ty: TypeId) -> bool {
        self.masks == Masks::Words && self.lanes(ty) > 1 && self.width(ty) == 1
    }

    /// The mask of the lanes whose words are negative.
    fn of_words(&mut self, words: ValueId) -> ValueId {
        let zero = self.zero(self.type_of(words));
        self.icmp(IntPredicate::Slt, words, zero)
    }

    /// Words that are negative for the lanes of a mask.
    fn words_of(&mut self, mask: ValueId) -> ValueId {
        let ty = self.carried_type(self.type_of(mask));
        if let Some(words) = self.known_words(mask, ty) {
            return words;
        }
        let words = self.cast(Opcode::SExt, mask, ty);
        // LLVM would look through the conversion otherwise, and combine bits.
        let float = self.float(32);
        let floats = self.module.ctx.with_scalar(ty, float);
        let numbers = self.cast(Opcode::Bitcast, words, floats);
        let numbers = self.math(Intrinsic::ArithmeticFence, &[numbers]);
        self.cast(Opcode::Bitcast, numbers, ty)
    }

    /// The words from which a mask was made, if they are known.
    fn known_words(&mut self, mask: ValueId, ty: TypeId) -> Option<ValueId> {
        let op = self.module.defining_op(mask)?;
        let data = &self.module[op];
        let (info, operands) = (data.info, data.operands.clone());
        if info == Opcode::Constant.info() {
            return Some(self.cast(Opcode::SExt, mask, ty));
        }
        if info == Opcode::ICmp.info() {
            let is_sign = enums::value_of(&self.module, op, ops::PREDICATE) == Some(IntPredicate::Slt);
            let is_of_words = self.type_of(operands[0]) == ty && operands[1] == self.zero(ty);
            return (is_sign && is_of_words).then_some(operands[0]);
        }
        let scalar = self.splatted(mask)?;
        let word = self.int(32);
        let word = self.cast(Opcode::SExt, scalar, word);
        Some(self.splat_of(word, self.lanes(ty)))
    }

    /// The scalar of a splat by [`Builder::splat_of`].
    fn splatted(&mut self, vector: ValueId) -> Option<ValueId> {
        let shuffle = self.module.defining_op(vector)?;
        let zero = self.module.ctx.attr(Attr::Literal(0));
        let zeros = vec![zero; self.lanes(self.type_of(vector)) as usize];
        let zeros = self.module.ctx.attr(Attr::Array(zeros.into()));
        if self.module[shuffle].info != Opcode::ShuffleVector.info()
            || self.module.attr(shuffle, ops::MASK) != Some(zeros)
        {
            return None;
        }
        let insert = self.module.defining_op(self.module[shuffle].operands[0])?;
        let is_insert = self.module[insert].info == Opcode::InsertElement.info();
        let [_, scalar, place] = *self.module[insert].operands.as_slice() else { return None };
        (is_insert && self.const_of(place) == Some(0)).then_some(scalar)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANES: u32 = 16;

    /// The code of a function for a comparison and a mask that was passed to it.
    fn made(masks: Masks, make: impl FnOnce(&mut Builder, ValueId, ValueId) -> ValueId) -> (Builder, ValueId) {
        let mut b = Builder::new();
        b.set_masks(masks);
        let (word, bool) = (b.int(32), b.module.ctx.bool());
        let [words, truths] = [word, bool].map(|scalar| b.module.ctx.vector(scalar, LANES));
        let carried = b.carried_type(truths);
        let args = b.begin("f", &[words, carried], word, false);
        let seven = b.iconst(words, 7);
        let compared = b.icmp(IntPredicate::Eq, args[0], seven);
        let mask = b.from_carried(args[1], truths);
        let value = make(&mut b, compared, mask);
        (b, value)
    }

    fn count(b: &Builder, opcode: Opcode) -> usize {
        let ops = b.module[b.block].ops.iter();
        ops.filter(|op| b.module[**op].info == opcode.info()).count()
    }

    #[test]
    fn bits_are_joined_as_they_are() {
        let (b, value) = made(Masks::Bits, |b, x, y| b.binary(Opcode::And, x, y));
        assert_eq!((b.width(b.type_of(value)), count(&b, Opcode::SExt), count(&b, Opcode::And)), (1, 0, 1));
    }

    #[test]
    fn words_are_made_of_what_is_compared_and_stay_words() {
        let (mut b, value) = made(Masks::Words, |b, x, y| {
            let both = b.binary(Opcode::And, x, y);
            b.binary(Opcode::Or, both, y)
        });
        assert_eq!(count(&b, Opcode::SExt), 1);
        let carried = b.to_carried(value);
        assert_eq!((b.width(b.type_of(carried)), count(&b, Opcode::SExt)), (32, 1));
    }

    #[test]
    fn what_is_one_for_all_lanes_is_widened_before_it_is_spread() {
        let (b, _) = made(Masks::Words, |b, x, y| {
            let lane = b.i32(3);
            let one = b.extract(x, lane);
            let all = b.splat_of(one, LANES);
            b.binary(Opcode::And, all, y)
        });
        let widened = b.module[b.block].ops.iter().find(|op| b.module[**op].info == Opcode::SExt.info()).unwrap();
        assert_eq!(b.lanes(b.type_of(b.module[*widened].results[0])), 1);
    }

    #[test]
    fn any_of_a_wide_mask_is_one_test_of_words() {
        let (b, _) = made(Masks::Words, |b, x, y| {
            let both = b.binary(Opcode::And, x, y);
            b.any(both)
        });
        let asked = b.module[b.block].ops.iter().rfind(|op| b.module[**op].info == Opcode::Bitcast.info()).unwrap();
        assert_eq!(b.width(b.type_of(b.module[*asked].results[0])), LEAST_WORDS);
    }
}
