//! Instructions, one method each.

use super::{Builder, mask};
use crate::ir::{Attr, AttrId, BlockId, OpId, Successor, Type, TypeId, ValueId};
use crate::llvm::enums::{BinOp, FloatPredicate, IntPredicate, Intrinsic, Ordering};
use crate::llvm::ops::{self, Opcode};
use crate::llvm::types::{self, LlvmType};

impl Builder {
    /// An op on one value.
    pub fn unary(&mut self, op: Opcode, value: ValueId) -> ValueId {
        if let Some(made) = self.elementwise(&[value], &|this, own| this.unary(op, own[0])) {
            return made;
        }
        let ty = self.type_of(value);
        self.value(op, &[value], ty)
    }

    /// `a + b`.
    pub fn add(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.binary(Opcode::Add, a, b)
    }

    /// `a * b`.
    pub fn mul(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.binary(Opcode::Mul, a, b)
    }

    /// A comparison of integers.
    pub fn icmp(&mut self, predicate: IntPredicate, a: ValueId, b: ValueId) -> ValueId {
        if let Some(made) = self.elementwise(&[a, b], &|this, own| this.icmp(predicate, own[0], own[1])) {
            return made;
        }
        let op = self.compare(Opcode::ICmp, a, b);
        self.choose(op, ops::PREDICATE, predicate);
        self.module[op].results[0]
    }

    /// A comparison of floats.
    pub fn fcmp(&mut self, predicate: FloatPredicate, a: ValueId, b: ValueId) -> ValueId {
        if let Some(made) = self.elementwise(&[a, b], &|this, own| this.fcmp(predicate, own[0], own[1])) {
            return made;
        }
        let op = self.compare(Opcode::FCmp, a, b);
        self.choose(op, ops::PREDICATE, predicate);
        self.module[op].results[0]
    }

    fn compare(&mut self, opcode: Opcode, a: ValueId, b: ValueId) -> OpId {
        let bool = self.module.ctx.bool();
        let ty = self.module.ctx.with_scalar(self.type_of(a), bool);
        let op = self.op(opcode, &[a, b]);
        self.module.add_result(op, ty);
        op
    }

    /// A conversion to `ty`; the value itself when it has that type.
    pub fn cast(&mut self, op: Opcode, value: ValueId, ty: TypeId) -> ValueId {
        if self.type_of(value) == ty {
            return value;
        }
        let elem = self.element_type(ty);
        if let Some(made) = self.elementwise(&[value], &|this, own| this.cast(op, own[0], elem)) {
            return made;
        }
        if let (Opcode::Trunc | Opcode::ZExt, Some(bits)) = (op, self.const_of(value)) {
            return self.iconst(ty, bits);
        }
        self.value(op, &[value], ty)
    }

    /// An integer as one of another width, read as signed or not.
    pub fn int_cast(&mut self, value: ValueId, ty: TypeId, signed: bool) -> ValueId {
        let (from, to) = (self.width_of(self.type_of(value)), self.width_of(ty));
        let op = match (from < to, signed) {
            (false, _) => Opcode::Trunc,
            (true, true) => Opcode::SExt,
            (true, false) => Opcode::ZExt,
        };
        if from == to { value } else { self.cast(op, value, ty) }
    }

    /// A float in a type of another width.
    pub fn float_cast(&mut self, value: ValueId, ty: TypeId) -> ValueId {
        let is_wider = self.width_of(self.type_of(value)) < self.width_of(ty);
        self.cast(if is_wider { Opcode::FPExt } else { Opcode::FPTrunc }, value, ty)
    }

    /// The width of the scalars in a vector, or in an array of vectors.
    fn width_of(&self, ty: TypeId) -> u32 {
        self.width(self.scalar(ty))
    }

    /// `condition ? a : b`.
    pub fn select(&mut self, condition: ValueId, a: ValueId, b: ValueId) -> ValueId {
        let each = |this: &mut Self, own: &[ValueId]| this.select(own[0], own[1], own[2]);
        if let Some(made) = self.elementwise(&[condition, a, b], &each) {
            return made;
        }
        let ty = self.type_of(a);
        self.value(Opcode::Select, &[condition, a, b], ty)
    }

    /// A stack slot that lives as long as the function, whichever block requires it.
    pub fn alloca(&mut self, elem: TypeId, align: u32) -> ValueId {
        let (one, ptr) = (self.i32(1), self.ptr());
        let ctx = &mut self.module.ctx;
        let attrs = [(ops::ELEM_TYPE, ctx.attr(Attr::Type(elem))), (ops::ALIGNMENT, ctx.attr(Attr::Literal(align)))];
        let op = self.module.add_op(Opcode::Alloca.info());
        self.module[op].attrs = attrs.into();
        self.module[op].operands.push(one);
        self.prologue.push(op);
        self.module.add_result(op, ptr)
    }

    /// An address moved by a number of bytes.
    pub fn gep(&mut self, base: ValueId, bytes: ValueId) -> ValueId {
        if self.const_of(bytes) == Some(0) {
            return base;
        }
        let ptr = self.ptr();
        self.value(Opcode::Gep, &[base, bytes], ptr)
    }

    /// An address moved by a constant number of bytes.
    pub fn gep_const(&mut self, base: ValueId, bytes: u64) -> ValueId {
        let bytes = self.i64(bytes);
        self.gep(base, bytes)
    }

    /// Reads memory.
    pub fn load(&mut self, address: ValueId, ty: TypeId, align: u32) -> ValueId {
        let value = self.value(Opcode::Load, &[address], ty);
        let align = self.module.ctx.attr(Attr::Literal(align));
        self.set(value, ops::ALIGNMENT, align);
        value
    }

    /// Marks a load as invariant.
    pub fn mark_invariant(&mut self, value: ValueId) {
        let unit = self.module.ctx.attr(Attr::Unit);
        self.set(value, ops::INVARIANT, unit);
    }

    /// Marks an access as volatile.
    pub fn mark_volatile(&mut self, op: OpId) {
        let unit = self.module.ctx.attr(Attr::Unit);
        self.module[op].set_attr(ops::VOLATILE, unit);
    }

    /// Marks the load that defines a value as volatile.
    pub fn mark_volatile_value(&mut self, value: ValueId) {
        let unit = self.module.ctx.attr(Attr::Unit);
        self.set(value, ops::VOLATILE, unit);
    }

    /// Writes memory.
    pub fn store(&mut self, value: ValueId, address: ValueId, align: u32) -> OpId {
        let op = self.op(Opcode::Store, &[value, address]);
        let align = self.module.ctx.attr(Attr::Literal(align));
        self.module[op].set_attr(ops::ALIGNMENT, align);
        op
    }

    /// Makes an access atomic.
    pub fn order(&mut self, op: OpId, ordering: Ordering) {
        self.choose(op, ops::ORDERING, ordering);
    }

    /// Makes the op that defines a value atomic.
    pub fn order_value(&mut self, value: ValueId, ordering: Ordering) {
        if let Some(op) = self.module.defining_op(value) {
            self.order(op, ordering);
        }
    }

    /// An atomic read-modify-write.
    pub fn atomic_rmw(&mut self, bin_op: BinOp, address: ValueId, operand: ValueId) -> ValueId {
        let op = self.op(Opcode::AtomicRmw, &[address, operand]);
        self.choose(op, ops::BIN_OP, bin_op);
        self.order(op, Ordering::Monotonic);
        self.module.add_result(op, self.type_of(operand))
    }

    /// Writes `new` if memory holds `expected`; the result is the previous value.
    pub fn cmpxchg(&mut self, address: ValueId, expected: ValueId, new: ValueId) -> ValueId {
        let (ty, bool) = (self.type_of(new), self.module.ctx.bool());
        let pair = types::structure(&mut self.module.ctx, &[ty, bool]);
        let value = self.value(Opcode::Cmpxchg, &[address, expected, new], pair);
        self.order_value(value, Ordering::Monotonic);
        self.extract_value(value, 0)
    }

    /// A fence.
    pub fn fence(&mut self, ordering: Ordering) {
        let op = self.op(Opcode::Fence, &[]);
        self.order(op, ordering);
    }

    /// A component of a vector.
    pub fn extract(&mut self, vector: ValueId, index: ValueId) -> ValueId {
        let ty = self.module.ctx.scalar_of(self.type_of(vector));
        self.value(Opcode::ExtractElement, &[vector, index], ty)
    }

    /// A component of a vector, or the scalar itself.
    pub fn component(&mut self, vector: ValueId, index: u32) -> ValueId {
        if self.lanes(self.type_of(vector)) == 1 {
            return vector;
        }
        let index = self.i32(index);
        self.extract(vector, index)
    }

    /// A vector with a component replaced.
    pub fn insert(&mut self, vector: ValueId, component: ValueId, index: ValueId) -> ValueId {
        let ty = self.type_of(vector);
        self.value(Opcode::InsertElement, &[vector, component, index], ty)
    }

    /// A vector of these components, or the only one.
    pub fn vector(&mut self, components: &[ValueId]) -> ValueId {
        if let [only] = components {
            return *only;
        }
        let scalar = self.type_of(components[0]);
        let ty = self.module.ctx.vector(scalar, components.len() as u32);
        let mut vector = self.poison(ty);
        for (index, component) in components.iter().enumerate() {
            let index = self.i32(index as u32);
            vector = self.insert(vector, *component, index);
        }
        vector
    }

    /// A splat of a scalar to `lanes` components; the scalar itself for one lane.
    pub fn broadcast(&mut self, scalar: ValueId, lanes: u32) -> ValueId {
        self.vector(&vec![scalar; lanes.max(1) as usize])
    }

    /// Components of two vectors.
    pub fn shuffle(&mut self, a: ValueId, b: ValueId, mask: &[Option<u32>]) -> ValueId {
        if let Some(made) = self.shuffled_elements([a, b], mask) {
            return made;
        }
        let scalar = self.module.ctx.scalar_of(self.type_of(a));
        let ty = self.module.ctx.vector(scalar, mask.len() as u32);
        let value = self.value(Opcode::ShuffleVector, &[a, b], ty);
        let elems = mask.iter().map(|index| match index {
            Some(index) => self.module.ctx.attr(Attr::Literal(*index)),
            None => self.module.ctx.attr(Attr::Undef),
        });
        let elems: Vec<AttrId> = elems.collect();
        let attr = self.module.ctx.attr(Attr::Array(elems.into()));
        self.set(value, ops::MASK, attr);
        value
    }

    /// A part of an aggregate; a component of a vector.
    pub fn extract_value(&mut self, aggregate: ValueId, index: u32) -> ValueId {
        let ty = self.type_of(aggregate);
        let Some(part) = types::field(&self.module.ctx, ty, index) else { return self.component(aggregate, index) };
        let value = self.value(Opcode::ExtractValue, &[aggregate], part);
        let index = self.module.ctx.attr(Attr::Literal(index));
        self.set(value, ops::POSITION, index);
        value
    }

    /// An aggregate or vector with a part replaced.
    pub fn insert_value(&mut self, aggregate: ValueId, part: ValueId, index: u32) -> ValueId {
        let ty = self.type_of(aggregate);
        if types::field(&self.module.ctx, ty, index).is_none() {
            let index = self.i32(index);
            return self.insert(aggregate, part, index);
        }
        let value = self.value(Opcode::InsertValue, &[aggregate, part], ty);
        let index = self.module.ctx.attr(Attr::Literal(index));
        self.set(value, ops::POSITION, index);
        value
    }

    /// An aggregate or vector of these parts.
    pub fn aggregate(&mut self, ty: TypeId, parts: &[ValueId]) -> ValueId {
        let mut value = self.poison(ty);
        for (index, part) in parts.iter().enumerate() {
            value = self.insert_value(value, *part, index as u32);
        }
        value
    }

    /// The number of parts of an aggregate or vector; `None` for scalars and addresses.
    pub fn parts(&self, ty: TypeId) -> Option<u64> {
        match &self.module.ctx[ty] {
            Type::Vector { len, .. } => Some(u64::from(*len)),
            Type::Llvm(LlvmType::Array { len, .. }) => Some(*len),
            Type::Llvm(LlvmType::Struct(fields)) => Some(fields.len() as u64),
            Type::Llvm(
                LlvmType::Ptr
                | LlvmType::PtrIn(_)
                | LlvmType::PtrTo { .. }
                | LlvmType::Opaque(_)
                | LlvmType::Target { .. },
            ) => None,
            Type::None | Type::Int { .. } | Type::Float { .. } | Type::Function { .. } | Type::Spirv(_) => None,
        }
    }

    /// Calls a function of the host or the module, which is declared on demand.
    pub fn call(&mut self, name: &str, args: &[ValueId], result: TypeId) -> Option<ValueId> {
        let params: Vec<TypeId> = args.iter().map(|arg| self.type_of(*arg)).collect();
        self.declare(name, &params, result);
        let symbol = self.module.ctx.name(name);
        let op = self.op(Opcode::Call, args);
        let attr = self.module.ctx.symbol_attr(symbol);
        self.module[op].set_attr(ops::SYMBOL, attr);
        let is_void = self.module.ctx[result] == Type::None;
        (!is_void).then(|| self.module.add_result(op, result))
    }

    /// Calls the function at an address.
    pub fn call_pointer(&mut self, function: ValueId, args: &[ValueId], result: TypeId) -> Option<ValueId> {
        let operands: Vec<ValueId> = std::iter::once(function).chain(args.iter().copied()).collect();
        let op = self.op(Opcode::CallPointer, &operands);
        let is_void = self.module.ctx[result] == Type::None;
        (!is_void).then(|| self.module.add_result(op, result))
    }

    fn intrinsic(&mut self, intrinsic: Intrinsic, args: &[ValueId]) -> OpId {
        let op = self.op(Opcode::Intrinsic, args);
        self.choose(op, ops::INTRINSIC, intrinsic);
        op
    }

    /// Calls an intrinsic whose result has the type of its first operand; minima and maxima of floats are compared and
    /// selected instead.
    pub fn math(&mut self, intrinsic: Intrinsic, args: &[ValueId]) -> ValueId {
        if let Some(made) = self.elementwise(args, &|this, own| this.math(intrinsic, own)) {
            return made;
        }
        let ty = self.type_of(args[0]);
        match (intrinsic, args) {
            (Intrinsic::MinNum, &[x, y]) => return self.extreme(FloatPredicate::Olt, x, y),
            (Intrinsic::MaxNum, &[x, y]) => return self.extreme(FloatPredicate::Ogt, x, y),
            _ => {}
        }
        let op = self.intrinsic(intrinsic, args);
        if let (Type::Float { .. }, Some(flags)) = (self.ty(self.module.ctx.scalar_of(ty)), self.fastmath) {
            self.module[op].set_attr(ops::FASTMATH, flags);
        }
        self.module.add_result(op, ty)
    }

    /// The first of two floats if the comparison holds, else the second; the other one if one is NaN.
    ///
    /// `llvm.minnum` and `llvm.maxnum` leave the choice between zeros of both signs to the processor and the
    /// surrounding code, and for vectors of halves they call functions of the C library.
    fn extreme(&mut self, predicate: FloatPredicate, x: ValueId, y: ValueId) -> ValueId {
        let is_nan = self.fcmp(FloatPredicate::Uno, y, y);
        let y = self.select(is_nan, x, y);
        let is_first = self.fcmp(predicate, x, y);
        self.select(is_first, x, y)
    }

    /// Calls an intrinsic that counts bits of an integer and is defined for all of its values.
    pub fn math_defined(&mut self, intrinsic: Intrinsic, value: ValueId) -> ValueId {
        let bool = self.module.ctx.bool();
        let no = self.iconst(bool, 0);
        self.math(intrinsic, &[value, no])
    }

    /// A float as an integer; saturated out of range, 0 for NaN.
    pub fn saturated(&mut self, value: ValueId, ty: TypeId, is_signed: bool) -> ValueId {
        let elem = self.element_type(ty);
        if let Some(made) = self.elementwise(&[value], &|this, own| this.saturated(own[0], elem, is_signed)) {
            return made;
        }
        let op = self.intrinsic(if is_signed { Intrinsic::FPToSISat } else { Intrinsic::FPToUISat }, &[value]);
        self.module.add_result(op, ty)
    }

    /// Reduces the components of a vector of integers.
    pub fn reduce(&mut self, intrinsic: Intrinsic, vector: ValueId) -> ValueId {
        let ty = self.module.ctx.scalar_of(self.type_of(vector));
        let op = self.intrinsic(intrinsic, &[vector]);
        self.module.add_result(op, ty)
    }

    /// Reduces a float and the components of a vector in order.
    pub fn reduce_from(&mut self, intrinsic: Intrinsic, start: ValueId, vector: ValueId) -> ValueId {
        let ty = self.type_of(start);
        let op = self.intrinsic(intrinsic, &[start, vector]);
        self.module.add_result(op, ty)
    }

    /// A splat of a scalar of any type.
    pub fn splat_of(&mut self, scalar: ValueId, lanes: u32) -> ValueId {
        let ty = self.type_of(scalar);
        let vector = self.module.ctx.vector(ty, lanes);
        if let Some(attr) = self.module.defining_op(scalar).and_then(|op| self.module.attr(op, ops::VALUE)) {
            return self.constant(Attr::Dense { elems: vec![attr; lanes as usize].into(), ty: vector }, vector);
        }
        let (poison, zero) = (self.poison(vector), self.i32(0));
        let first = self.insert(poison, scalar, zero);
        self.shuffle(first, poison, &vec![Some(0); lanes as usize])
    }

    /// The vector 0, 1, 2, ….
    pub fn counting(&mut self, scalar: TypeId, lanes: u32) -> ValueId {
        let ty = self.module.ctx.vector(scalar, lanes);
        let elems = (0..u64::from(lanes)).map(|bits| self.module.ctx.attr(Attr::Int { bits, ty: scalar }));
        let elems: Vec<AttrId> = elems.collect();
        self.constant(Attr::Dense { elems: elems.into(), ty }, ty)
    }

    /// A vector of addresses: a base plus a vector of bytes.
    pub fn geps(&mut self, base: ValueId, bytes: ValueId) -> ValueId {
        let ptr = self.ptr();
        let ty = self.module.ctx.with_scalar(self.type_of(bytes), ptr);
        self.value(Opcode::Gep, &[base, bytes], ty)
    }

    /// Loads a vector under a mask, from one address or from one per component; disabled lanes are those of `other`.
    pub fn masked_load(&mut self, from: ValueId, align: u32, mask: ValueId, other: ValueId) -> ValueId {
        let intrinsic = self.masked(from, [Intrinsic::MaskedLoad, Intrinsic::MaskedGather]);
        let align = self.i32(align);
        let op = self.intrinsic(intrinsic, &[from, align, mask, other]);
        self.module.add_result(op, self.type_of(other))
    }

    /// Stores a vector under a mask, to one address or to one per component, in their order.
    pub fn masked_store(&mut self, value: ValueId, to: ValueId, align: u32, mask: ValueId) {
        let intrinsic = self.masked(to, [Intrinsic::MaskedStore, Intrinsic::MaskedScatter]);
        let align = self.i32(align);
        self.intrinsic(intrinsic, &[value, to, align, mask]);
    }

    fn masked(&self, addresses: ValueId, [one, many]: [Intrinsic; 2]) -> Intrinsic {
        if self.lanes(self.type_of(addresses)) == 1 { one } else { many }
    }

    /// Sets bytes to zero.
    pub fn clear(&mut self, start: ValueId, bytes: u64) {
        let (i8, bool) = (self.int(8), self.module.ctx.bool());
        let (zero, no, bytes) = (self.iconst(i8, 0), self.iconst(bool, 0), self.i64(bytes));
        self.intrinsic(Intrinsic::Memset, &[start, zero, bytes, no]);
    }

    /// A 64-bit counter that grows with time.
    pub fn clock(&mut self) -> ValueId {
        let i64 = self.int(64);
        let op = self.intrinsic(Intrinsic::ReadCycleCounter, &[]);
        self.module.add_result(op, i64)
    }

    // Terminators.

    /// Branches to a block.
    pub fn br(&mut self, block: BlockId, args: &[ValueId]) {
        let op = self.op(Opcode::Br, &[]);
        self.module[op].successors.push(Successor { block, args: args.into() });
    }

    /// Branches to one of two blocks.
    pub fn cond_br(&mut self, condition: ValueId, yes: Successor, no: Successor) -> OpId {
        let op = self.op(Opcode::CondBr, &[condition]);
        self.module[op].successors = vec![yes, no];
        op
    }

    /// Branches to one of two blocks, of which the second is marked as unlikely.
    pub fn likely(&mut self, condition: ValueId, yes: Successor, no: Successor) {
        let op = self.cond_br(condition, yes, no);
        let weights = [1000u32, 1].map(|weight| self.module.ctx.attr(Attr::Literal(weight)));
        let attr = self.module.ctx.attr(Attr::Array(weights.into()));
        self.module[op].set_attr(ops::WEIGHTS, attr);
    }

    /// Branches by an integer; the first successor is the default.
    pub fn switch(&mut self, selector: ValueId, cases: &[u64], successors: Vec<Successor>) {
        let ty = self.type_of(selector);
        let mask = mask(self.width(ty));
        let cases: Vec<AttrId> =
            cases.iter().map(|case| self.module.ctx.attr(Attr::Int { bits: case & mask, ty })).collect();
        let attr = self.module.ctx.attr(Attr::Array(cases.into()));
        let op = self.op(Opcode::Switch, &[selector]);
        self.module[op].set_attr(ops::CASES, attr);
        self.module[op].successors = successors;
    }

    /// Returns from the function.
    pub fn ret(&mut self, value: Option<ValueId>) {
        self.op(Opcode::Return, value.as_slice());
    }
}
