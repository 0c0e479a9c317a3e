//! Vectors of a number per lane, and the ops on them that textures need.

use crate::lowering::Lowering;
use dialect::ir::{Successor, TypeId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::enums::{FastMath, FloatPredicate, IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;

/// A builder that knows how many lanes there are.
pub(super) struct Maker<'m> {
    pub(super) b: &'m mut Builder,
    pub(super) lanes: u32,
    /// The number of them in a row of the workgroup: a power of two.
    pub(super) row: u32,
    /// True if products and sums of a filter may become one op.
    pub(super) may_contract: bool,
}

impl<'m> Maker<'m> {
    pub(super) fn new(lowering: &'m mut Lowering<'_>) -> Self {
        let workgroup = lowering.known.workgroup;
        let row = 1 << workgroup.local_size[0].trailing_zeros();
        let row = if workgroup.has_quads { 2 } else { workgroup.wave.min(row) };
        lowering.b.set_fastmath(None);
        let may_contract = !lowering.known.demands.is_exact;
        Maker { b: &mut lowering.b, lanes: workgroup.wave, row, may_contract }
    }

    /// Makes sums of texels by their weights, or of levels.
    pub(super) fn filter<R>(&mut self, make: impl FnOnce(&mut Self) -> R) -> R {
        self.b.set_fastmath(self.may_contract.then_some(FastMath::Contract));
        let made = make(self);
        self.b.set_fastmath(None);
        made
    }

    /// A field of a structure of the host, which never changes.
    pub(super) fn field(&mut self, base: ValueId, offset: usize, ty: TypeId) -> ValueId {
        let address = self.b.gep_const(base, offset as u64);
        let value = self.b.load(address, ty, 4);
        self.b.mark_invariant(value);
        value
    }

    pub(super) fn ints(&mut self) -> TypeId {
        let word = self.b.int(32);
        self.b.module.ctx.vector(word, self.lanes)
    }

    pub(super) fn floats(&mut self) -> TypeId {
        let float = self.b.float(32);
        self.b.module.ctx.vector(float, self.lanes)
    }

    /// An integer for all lanes.
    pub(super) fn int(&mut self, value: u32) -> ValueId {
        let ty = self.ints();
        self.b.iconst(ty, u64::from(value))
    }

    /// A number for all lanes.
    pub(super) fn float(&mut self, value: f64) -> ValueId {
        let ty = self.floats();
        self.b.fconst(ty, value)
    }

    /// A 32-bit number as a scalar.
    pub(super) fn scalar(&mut self, value: f64) -> ValueId {
        let ty = self.b.float(32);
        self.b.fconst(ty, value)
    }

    /// Spreads a uniform value to all lanes; a varying one stays what it is.
    pub(super) fn all(&mut self, value: ValueId) -> ValueId {
        if self.is_one(value) { self.b.splat_of(value, self.lanes) } else { value }
    }

    /// Returns whether a value is the same for all lanes.
    pub(super) fn is_one(&self, value: ValueId) -> bool {
        self.b.lanes(self.b.type_of(value)) == 1
    }

    /// The product of two integers: of all lanes, if one of them is.
    pub(super) fn product(&mut self, a: ValueId, b: ValueId) -> ValueId {
        match self.is_one(a) && self.is_one(b) {
            true => self.b.mul(a, b),
            false => {
                let (a, b) = (self.all(a), self.all(b));
                self.b.mul(a, b)
            }
        }
    }

    pub(super) fn op(&mut self, op: Opcode, a: ValueId, b: ValueId) -> ValueId {
        self.b.binary(op, a, b)
    }

    pub(super) fn max(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.b.math(Intrinsic::MaxNum, &[a, b])
    }

    pub(super) fn min(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.b.math(Intrinsic::MinNum, &[a, b])
    }

    pub(super) fn as_ints(&mut self, value: ValueId) -> ValueId {
        let ty = self.ints();
        self.b.cast(Opcode::Bitcast, value, ty)
    }

    pub(super) fn as_floats(&mut self, value: ValueId) -> ValueId {
        let ty = self.floats();
        self.b.cast(Opcode::Bitcast, value, ty)
    }

    /// The bits of a mask as integers, all ones or all zeros.
    pub(super) fn spread(&mut self, mask: ValueId) -> ValueId {
        let ty = self.ints();
        self.b.cast(Opcode::SExt, mask, ty)
    }

    /// The lanes whose integers are not zero.
    pub(super) fn holds(&mut self, ints: ValueId) -> ValueId {
        let zero = self.int(0);
        self.b.icmp(IntPredicate::Ne, ints, zero)
    }

    /// Returns whether something holds for all lanes of a mask.
    pub(super) fn all_of(&mut self, mask: ValueId, truths: ValueId) -> ValueId {
        let yes = self.b.iconst(self.b.type_of(mask), 1);
        let others = self.op(Opcode::Xor, mask, yes);
        let holds = self.op(Opcode::Or, truths, others);
        self.b.all(holds)
    }

    /// Returns whether something holds for any lane of a mask.
    pub(super) fn any_of(&mut self, mask: ValueId, truths: ValueId) -> ValueId {
        let holds = self.op(Opcode::And, truths, mask);
        self.b.any(holds)
    }

    /// A number, or zero where there is none.
    pub(super) fn or_zero(&mut self, value: ValueId) -> ValueId {
        let zero = self.float(0.0);
        let is_nan = self.b.fcmp(FloatPredicate::Uno, value, value);
        self.b.select(is_nan, zero, value)
    }

    /// Between two limits; what is not a number stays.
    pub(super) fn clamp(&mut self, value: ValueId, low: f64, high: f64) -> ValueId {
        let (low, high) = (self.float(low), self.float(high));
        let is_low = self.b.fcmp(FloatPredicate::Olt, value, low);
        let value = self.b.select(is_low, low, value);
        let is_high = self.b.fcmp(FloatPredicate::Ogt, value, high);
        self.b.select(is_high, high, value)
    }

    /// The numbers that a loop has made after the given number of rounds, at least one: `round` is told which one it is
    /// and what the one before has made.
    pub(super) fn rounds(
        &mut self,
        count: ValueId,
        start: [ValueId; 4],
        round: impl FnOnce(&mut Self, ValueId, [ValueId; 4]) -> [ValueId; 4],
    ) -> [ValueId; 4] {
        let (word, component) = (self.b.int(32), self.b.type_of(start[0]));
        let (first, one) = (self.b.i32(0), self.b.i32(1));
        let head = self.b.new_block(&[word, component, component, component, component]);
        let done = self.b.new_block(&[]);
        let handed = |number, [x, y, z, w]: [ValueId; 4]| [number, x, y, z, w];
        self.b.br(head, &handed(first, start));

        self.b.block = head;
        let args = self.b.args(head).to_vec();
        let made = round(self, args[0], [args[1], args[2], args[3], args[4]]);
        let next = self.b.add(args[0], one);
        let more = self.b.icmp(IntPredicate::Ult, next, count);
        self.b.cond_br(more, Successor { block: head, args: handed(next, made).into() }, Successor::new(done));
        self.b.block = done;
        made
    }
}
