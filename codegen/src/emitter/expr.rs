//! Expressions: what each form becomes.

use crate::builder::num::Num;
use crate::emitter::Emitter;
use crate::emitter::places::place::{Place, Value};
use sema::hir::expr::{BinaryOp, Category, Conversion, ExprId, ExprKind, UnaryOp};
use sema::hir::ty::{ElemClass, Scalar, TypeId};
use spirv::{Decoration, Op, SelectionControl, Word};

/// The results of `++` and `--`.
pub(crate) struct IncDec {
    /// The place that was changed.
    pub(crate) place: Place,
    /// The old value.
    pub(crate) old: Word,
    /// The new value.
    pub(crate) new: Word,
}

/// Values.
impl Emitter<'_> {
    /// The value of an expression; for a place, what it holds.
    pub(crate) fn expr(&mut self, id: ExprId) -> Word {
        let value = self.expr_any_layout(id);
        let ty = self.expr_of(id).ty;
        self.plain(value, ty)
    }

    /// Evaluates an expression for its effect.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the category of other expressions decides")]
    pub(crate) fn discard(&mut self, id: ExprId) {
        let expr = self.expr_of(id);
        let before = self.spv.function.span();
        self.spv.at(self.own_place(expr));
        match &expr.kind {
            ExprKind::Load(place) => self.discard(*place),
            ExprKind::IncDec { increment, place, .. } => {
                self.inc_dec(*increment, *place);
            }
            ExprKind::Comma { lhs, rhs } => {
                self.discard(*lhs);
                self.discard(*rhs);
            }
            ExprKind::Assign { place, value } if self.mesh_assign(*place, *value).is_some() => {}
            _ if expr.category == Category::Place => {
                self.place(id);
            }
            _ => {
                self.expr_any_layout(id);
            }
        }
        self.spv.at(before);
    }

    /// The value of an expression, which may still have the layout of a buffer.
    pub(crate) fn expr_any_layout(&mut self, id: ExprId) -> Value {
        let before = self.spv.function.span();
        let expr = self.expr_of(id);
        self.spv.at(self.own_place(expr));
        let value = match expr.category {
            _ if self.is_full() => Value::plain(self.undef(expr.ty)),
            Category::Place => self.load_expr(id),
            Category::Value => self.value_expr(id),
        };
        self.spv.at(before);
        value
    }

    fn value_expr(&mut self, id: ExprId) -> Value {
        let expr = self.expr_of(id);
        let ty = expr.ty;
        let word = match &expr.kind {
            ExprKind::Load(place) => return self.load_expr(*place),
            ExprKind::Convert { conversion, operand } => return self.convert_expr(*conversion, *operand, ty),
            ExprKind::Method { method, object, args, .. } => return self.method(id, method, *object, args),
            ExprKind::Comma { lhs, rhs } => {
                self.discard(*lhs);
                return self.expr_any_layout(*rhs);
            }
            ExprKind::Member { .. } | ExprKind::Index { .. } => {
                let place = self.place(id);
                return self.read(&place);
            }
            ExprKind::Constant(constant) => self.constant(*constant),
            ExprKind::SpecConstant(global) => self.spec_constant(*global),
            ExprKind::String(text) => self.string(*text),
            // There is no undefined value of type void.
            ExprKind::Undef if matches!(self.module.types[ty], sema::hir::ty::Type::Void) => 0,
            ExprKind::Undef => self.undef(ty),
            ExprKind::Swizzle { base, components } => self.swizzle_value(*base, *components),
            ExprKind::MatrixSwizzle { base, elements } => self.matrix_swizzle_value(*base, *elements),
            ExprKind::Unary { op, operand } => self.unary(*op, *operand),
            ExprKind::IncDec { increment, place, .. } => self.inc_dec(*increment, *place).old,
            ExprKind::Binary { op, lhs, rhs } => self.binary_expr(*op, *lhs, *rhs),
            ExprKind::ShortCircuit { and, lhs, rhs } => self.short_circuit(*and, *lhs, *rhs),
            ExprKind::Ternary { condition, then, otherwise } => self.ternary(*condition, *then, *otherwise, ty),
            ExprKind::Select { condition, then, otherwise } => self.select_expr(*condition, *then, *otherwise, ty),
            ExprKind::Construct { parts } => self.construct_expr(parts, ty),
            ExprKind::Call { function, object, args } => self.call(*function, *object, args),
            ExprKind::Intrinsic { intrinsic, args } => self.intrinsic(id, intrinsic, args),
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::ResourceElement { .. }
            | ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. } => return self.load_expr(id),
        };
        Value::plain(word)
    }

    /// The value in a place.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the category of other expressions decides")]
    fn load_expr(&mut self, id: ExprId) -> Value {
        let expr = self.expr_of(id);
        match &expr.kind {
            ExprKind::Assign { place, value } => match self.mesh_assign(*place, *value) {
                Some(value) => Value::plain(value),
                // A bit-field may hold less than was written.
                None => match self.assign(*place, *value) {
                    (place @ Place::Bits(..), _) => self.read(&place),
                    (_, value) => value,
                },
            },
            ExprKind::CompoundAssign { op, place, value, compute } => {
                let (place, result) = self.compound_assign(*op, *place, *value, *compute);
                if matches!(place, Place::Memory(_) | Place::Bits(..)) {
                    self.read(&place)
                } else {
                    Value::plain(result)
                }
            }
            ExprKind::IncDec { increment, prefix: true, place } => {
                let result = self.inc_dec(*increment, *place);
                if matches!(result.place, Place::Memory(_) | Place::Bits(..)) {
                    self.read(&result.place)
                } else {
                    Value::plain(result.new)
                }
            }
            ExprKind::Comma { lhs, rhs } => {
                self.discard(*lhs);
                self.load_expr(*rhs)
            }
            _ if expr.category == Category::Value => self.expr_any_layout(id),
            _ => {
                let place = self.place(id);
                self.read(&place)
            }
        }
    }

    /// An undefined value.
    pub(crate) fn undef(&mut self, ty: TypeId) -> Word {
        let ty = self.type_of(ty);
        self.spv.undef(ty)
    }

    /// The shape of a number.
    pub(crate) fn num_of(&self, id: ExprId) -> Num {
        self.num_of_type(self.expr_of(id).ty)
    }

    /// The shape of a type that must be a number.
    pub(crate) fn num_of_type(&self, ty: TypeId) -> Num {
        Num::of(self.module, ty).unwrap_or(Num::scalar(Scalar::UInt))
    }

    /// The size in bytes of a numeric type's scalars.
    pub(crate) fn number_size(&self, ty: TypeId) -> u32 {
        self.num_of_type(ty).elem.bits(self.module.native_16bit) / 8
    }
}

/// Operators.
impl Emitter<'_> {
    fn unary(&mut self, op: UnaryOp, operand: ExprId) -> Word {
        let num = self.num_of(operand);
        let value = self.expr(operand);
        let inst = match (op, num.class()) {
            (UnaryOp::Neg, ElemClass::Float) => Op::FNegate,
            (UnaryOp::Neg, ElemClass::SInt | ElemClass::UInt | ElemClass::Bool) => Op::SNegate,
            (UnaryOp::BitNot, _) => Op::Not,
            (UnaryOp::Not, _) => Op::LogicalNot,
        };
        self.map_rows(num, num, value, |this, row| this.negated_or_not(inst, num.row(), row))
    }

    /// SPIRV-Tools merges the negation of a 16-bit float into a division by a constant and loses the sign, as its
    /// arithmetic on constants has 32 bits. Without contraction it leaves the negation alone.
    fn negated_or_not(&mut self, inst: Op, num: Num, value: Word) -> Word {
        let result = self.spv.op_num(inst, num, &[value]);
        if inst == Op::FNegate && num.elem.bits(self.module.native_16bit) == 16 {
            self.spv.out.decorate_late(result, Decoration::NoContraction);
        }
        result
    }

    /// Acts on a number: on each row where it is a matrix.
    pub(crate) fn map_rows(
        &mut self,
        from: Num,
        to: Num,
        value: Word,
        mut act: impl FnMut(&mut Self, Word) -> Word,
    ) -> Word {
        if !from.is_matrix() {
            return act(self, value);
        }
        self.each_row(from, to, value, |this, _, row| act(this, row))
    }

    fn binary_expr(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Word {
        let num = self.num_of(lhs);
        if op == BinaryOp::Mul
            && let Some(scaled) = self.scale_expr(lhs, rhs)
        {
            return scaled;
        }
        let left = self.expr(lhs);
        let right = self.expr(rhs);
        self.binary(op, num, left, right)
    }

    /// A float vector or matrix times a scalar that is splatted in the other operand.
    fn scale_expr(&mut self, lhs: ExprId, rhs: ExprId) -> Option<Word> {
        let num = self.num_of(lhs);
        let (whole, scalar) = match (self.splatted(lhs), self.splatted(rhs)) {
            (None, Some(scalar)) => (lhs, scalar),
            (Some(scalar), None) => (rhs, scalar),
            (Some(_), Some(_)) | (None, None) => return None,
        };
        let inst = scale_op(num)?;
        let whole = self.expr(whole);
        let scalar = self.expr(scalar);
        Some(self.spv.op_num(inst, num, &[whole, scalar]))
    }

    /// The scalar that this expression splats.
    fn splatted(&self, id: ExprId) -> Option<ExprId> {
        if let ExprKind::Convert { conversion: Conversion::Splat, operand } = self.expr_of(id).kind {
            Some(operand)
        } else {
            None
        }
    }

    /// A binary operator on values of one shape.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(crate) fn binary(&mut self, op: BinaryOp, num: Num, lhs: Word, rhs: Word) -> Word {
        let result = num.with_elem(if op.is_comparison() { Scalar::Bool } else { num.elem });
        if num.is_matrix() {
            return self.each_row(num, result, lhs, |this, index, left| {
                let right = this.row(num, rhs, index);
                this.binary(op, num.row(), left, right)
            });
        }
        let rhs = if matches!(op, BinaryOp::Shl | BinaryOp::Shr) { self.mask_shift(num, rhs) } else { rhs };
        let instruction = match binary_op(op, num.class()) {
            Op::FOrdNotEqual if self.module.unordered_not_equal => Op::FUnordNotEqual,
            Op::SRem if self.options.exact_remainder => return self.exact_remainder(num, lhs, rhs),
            known => known,
        };
        let id = self.spv.operator(instruction, result, [lhs, rhs]);
        // A comparison is as precise as its operands.
        self.spv.relax(id, num.elem);
        id
    }

    /// The remainder of signed integers by division. `OpSRem` of negative operands has no defined result in Vulkan
    /// without `VK_KHR_maintenance8` ("Precision and Operation of SPIR-V Instructions").
    fn exact_remainder(&mut self, num: Num, lhs: Word, rhs: Word) -> Word {
        let quotient = self.spv.operator(Op::SDiv, num, [lhs, rhs]);
        let multiple = self.spv.operator(Op::IMul, num, [quotient, rhs]);
        let id = self.spv.operator(Op::ISub, num, [lhs, multiple]);
        for value in [quotient, multiple, id] {
            self.spv.relax(value, num.elem);
        }
        id
    }

    /// The amount of a shift, taken modulo the width.
    fn mask_shift(&mut self, num: Num, amount: Word) -> Word {
        let bits = num.elem.bits(self.module.native_16bit);
        let mask = self.spv.constant_num(num, f64::from(bits - 1));
        self.spv.operator(Op::BitwiseAnd, num, [amount, mask])
    }

    /// `&&` and `||` that leave out their right side.
    fn short_circuit(&mut self, and: bool, lhs: ExprId, rhs: ExprId) -> Word {
        let left = self.expr(lhs);
        let ty = self.spv.bool();
        let result = self.spv.variable("temp.var.logical", ty);
        let then = self.spv.label("logical.lhs.cond");
        let merge = self.spv.label("logical.merge");
        let default = self.spv.constant_bool(!and);
        self.spv.store_word(result, default);
        let condition = if and { left } else { self.spv.op(Op::LogicalNot, ty, &[left]) };
        self.spv.branch_selection(condition, then, merge, merge, SelectionControl::NONE);
        self.spv.begin_block(then);
        let right = self.expr(rhs);
        self.spv.store_word(result, right);
        self.spv.branch(merge);
        self.spv.begin_block(merge);
        self.spv.load_word(ty, result)
    }

    /// `?:` that evaluates one side.
    fn ternary(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId, ty: TypeId) -> Word {
        let word = self.type_of(ty);
        self.note_opaque(ty);
        let result = self.spv.variable("temp.var.ternary", word);
        let condition = self.expr(condition);
        let labels = [self.spv.label("ternary.lhs"), self.spv.label("ternary.rhs")];
        let merge = self.spv.label("ternary.merge");
        self.spv.branch_selection(condition, labels[0], labels[1], merge, SelectionControl::NONE);
        for (label, side) in labels.into_iter().zip([then, otherwise]) {
            self.spv.begin_block(label);
            let value = self.expr(side);
            self.spv.store_word(result, value);
            self.spv.branch(merge);
        }
        self.spv.begin_block(merge);
        self.spv.load_word(word, result)
    }

    /// `select` and the old `?:`, which evaluate everything.
    pub(crate) fn select_expr(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId, ty: TypeId) -> Word {
        self.note_opaque(ty);
        let mut condition_num = self.num_of(condition);
        let num = Num::of(self.module, ty);
        // A scalar condition between matrices is a branch, even where it was splatted.
        let condition = match (num, self.splatted(condition)) {
            (Some(num), Some(scalar)) if num.is_matrix() => {
                condition_num = Num::scalar(Scalar::Bool);
                scalar
            }
            _ => condition,
        };
        let mut condition = self.expr(condition);
        if let Some(num) = num.filter(|num| num.is_vector())
            && condition_num.is_scalar()
        {
            condition_num = num.with_elem(Scalar::Bool);
            condition = self.splat(condition, condition_num);
        }
        let then = self.expr(then);
        let otherwise = self.expr(otherwise);
        match num {
            Some(num) if num.count() == condition_num.count() => self.select_num(num, condition, then, otherwise),
            Some(_) | None => self.select_by_branch(condition, then, otherwise, ty),
        }
    }

    /// A choice between values that `OpSelect` cannot choose between.
    fn select_by_branch(&mut self, condition: Word, then: Word, otherwise: Word, ty: TypeId) -> Word {
        let word = self.type_of(ty);
        let result = self.spv.variable("temp.var.ternary", word);
        let labels = [self.spv.label("if.true"), self.spv.label("if.false")];
        let merge = self.spv.label("if.merge");
        self.spv.branch_selection(condition, labels[0], labels[1], merge, SelectionControl::NONE);
        for (label, value) in labels.into_iter().zip([then, otherwise]) {
            self.spv.begin_block(label);
            self.spv.store_word(result, value);
            self.spv.branch(merge);
        }
        self.spv.begin_block(merge);
        self.spv.load_word(word, result)
    }
}

/// Assignments.
impl Emitter<'_> {
    /// `place = value`; the place and the value.
    pub(crate) fn assign(&mut self, place: ExprId, value: ExprId) -> (Place, Value) {
        if let Some(records) = self.assign_records(place, value) {
            return (Place::Memory(records), Value::plain(records.id));
        }
        let span = self.spv.function.span();
        let written = self.expr_any_layout(value);
        let target = self.place(place);
        self.spv.at(span);
        let ty = self.expr_of(place).ty;
        self.write(&target, written, ty);
        self.assign_counter(place, value);
        (target, written)
    }

    /// `place op= value`; the place and what was written.
    pub(crate) fn compound_assign(
        &mut self,
        op: BinaryOp,
        place: ExprId,
        value: ExprId,
        compute: TypeId,
    ) -> (Place, Word) {
        let ty = self.expr_of(place).ty;
        let (num, compute_num) = (self.num_of_type(ty), self.num_of_type(compute));
        let scale = if op == BinaryOp::Mul && num == compute_num { scale_op(num) } else { None };
        let scale = scale.zip(self.splatted(value));
        let right = self.expr(scale.map_or(value, |(_, scalar)| scalar));
        let (target, old) = self.changed_operand(place);
        let left = self.numeric(old, num, compute_num.elem);
        let result = match scale {
            Some((inst, _)) => self.spv.op_num(inst, num, &[left, right]),
            None => self.binary(op, compute_num, left, right),
        };
        let result = self.numeric(result, compute_num, num.elem);
        let target = self.again(place, target);
        self.write(&target, Value::plain(result), ty);
        (target, result)
    }

    /// `++` and `--`.
    pub(crate) fn inc_dec(&mut self, increment: bool, place: ExprId) -> IncDec {
        let ty = self.expr_of(place).ty;
        let num = self.num_of_type(ty);
        let (target, old) = self.changed_operand(place);
        let op = binary_op(if increment { BinaryOp::Add } else { BinaryOp::Sub }, num.class());
        let one = self.spv.constant_num(num.row(), 1.0);
        let new = self.map_rows(num, num, old, |this, row| this.spv.op_num(op, num.row(), &[row, one]));
        let target = self.again(place, target);
        self.write(&target, Value::plain(new), ty);
        IncDec { place: target, old, new }
    }

    /// A place that an operator changes, and what is there before.
    fn changed_operand(&mut self, place: ExprId) -> (Place, Word) {
        let span = self.spv.function.span();
        let expr = self.expr_of(place);
        self.spv.at(self.own_place(expr));
        let target = self.place(place);
        let old = self.read(&target);
        let old = self.plain(old, expr.ty);
        self.spv.at(span);
        (target, old)
    }

    /// The place to write to after it was read: places that are not a memory are evaluated once more where that has no
    /// effect of its own, as the reference compiler does.
    pub(crate) fn again(&mut self, id: ExprId, place: Place) -> Place {
        match place {
            Place::Memory(_) | Place::Bits(..) | Place::Within { .. } => place,
            Place::Components { .. } | Place::Elements { .. } | Place::Texel(_) => {
                if self.is_repeatable(id) {
                    self.place(id)
                } else {
                    place
                }
            }
        }
    }

    /// Returns whether evaluating an expression twice is the same as evaluating it once.
    pub(crate) fn is_repeatable(&self, id: ExprId) -> bool {
        match &self.expr_of(id).kind {
            ExprKind::Constant(_)
            | ExprKind::SpecConstant(_)
            | ExprKind::String(_)
            | ExprKind::Undef
            | ExprKind::Local(_)
            | ExprKind::Global(_) => true,
            ExprKind::Load(inner)
            | ExprKind::Member { base: inner, .. }
            | ExprKind::Swizzle { base: inner, .. }
            | ExprKind::MatrixSwizzle { base: inner, .. }
            | ExprKind::Unary { operand: inner, .. }
            | ExprKind::Convert { operand: inner, .. } => self.is_repeatable(*inner),
            ExprKind::Index { base: lhs, index: rhs } | ExprKind::Binary { lhs, rhs, .. } => {
                self.is_repeatable(*lhs) && self.is_repeatable(*rhs)
            }
            ExprKind::ResourceElement { object, index, level } => {
                self.is_repeatable(*object)
                    && self.is_repeatable(*index)
                    && level.is_none_or(|level| self.is_repeatable(level))
            }
            ExprKind::Construct { parts } => parts.iter().all(|&part| self.is_repeatable(part)),
            ExprKind::IncDec { .. }
            | ExprKind::ShortCircuit { .. }
            | ExprKind::Ternary { .. }
            | ExprKind::Select { .. }
            | ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Comma { .. }
            | ExprKind::Call { .. }
            | ExprKind::Intrinsic { .. }
            | ExprKind::Method { .. } => false,
        }
    }
}

/// The instruction that multiplies a float vector or matrix with a scalar.
fn scale_op(num: Num) -> Option<Op> {
    if num.class() != ElemClass::Float {
        None
    } else if num.is_matrix() {
        Some(Op::MatrixTimesScalar)
    } else {
        num.is_vector().then_some(Op::VectorTimesScalar)
    }
}

/// The instruction of an operator on elements of a class.
fn binary_op(op: BinaryOp, class: ElemClass) -> Op {
    use ElemClass::{Bool, Float, SInt, UInt};
    match (op, class) {
        (BinaryOp::Add, Float) => Op::FAdd,
        (BinaryOp::Add, SInt | UInt | Bool) => Op::IAdd,
        (BinaryOp::Sub, Float) => Op::FSub,
        (BinaryOp::Sub, SInt | UInt | Bool) => Op::ISub,
        (BinaryOp::Mul, Float) => Op::FMul,
        (BinaryOp::Mul, SInt | UInt | Bool) => Op::IMul,
        (BinaryOp::Div, Float) => Op::FDiv,
        (BinaryOp::Div, SInt) => Op::SDiv,
        (BinaryOp::Div, UInt | Bool) => Op::UDiv,
        (BinaryOp::Rem, Float) => Op::FRem,
        (BinaryOp::Rem, SInt) => Op::SRem,
        (BinaryOp::Rem, UInt | Bool) => Op::UMod,
        (BinaryOp::Shl, _) => Op::ShiftLeftLogical,
        (BinaryOp::Shr, SInt) => Op::ShiftRightArithmetic,
        (BinaryOp::Shr, Float | UInt | Bool) => Op::ShiftRightLogical,
        (BinaryOp::BitAnd, Bool) | (BinaryOp::And, _) => Op::LogicalAnd,
        (BinaryOp::BitAnd, Float | SInt | UInt) => Op::BitwiseAnd,
        (BinaryOp::BitOr, Bool) | (BinaryOp::Or, _) => Op::LogicalOr,
        (BinaryOp::BitOr, Float | SInt | UInt) => Op::BitwiseOr,
        (BinaryOp::BitXor, Bool) => Op::LogicalNotEqual,
        (BinaryOp::BitXor, Float | SInt | UInt) => Op::BitwiseXor,
        (BinaryOp::Eq, Float) => Op::FOrdEqual,
        (BinaryOp::Eq, SInt | UInt) => Op::IEqual,
        (BinaryOp::Eq, Bool) => Op::LogicalEqual,
        (BinaryOp::Ne, Float) => Op::FOrdNotEqual,
        (BinaryOp::Ne, SInt | UInt) => Op::INotEqual,
        (BinaryOp::Ne, Bool) => Op::LogicalNotEqual,
        (BinaryOp::Lt, Float) => Op::FOrdLessThan,
        (BinaryOp::Lt, SInt) => Op::SLessThan,
        (BinaryOp::Lt, UInt | Bool) => Op::ULessThan,
        (BinaryOp::Gt, Float) => Op::FOrdGreaterThan,
        (BinaryOp::Gt, SInt) => Op::SGreaterThan,
        (BinaryOp::Gt, UInt | Bool) => Op::UGreaterThan,
        (BinaryOp::Le, Float) => Op::FOrdLessThanEqual,
        (BinaryOp::Le, SInt) => Op::SLessThanEqual,
        (BinaryOp::Le, UInt | Bool) => Op::ULessThanEqual,
        (BinaryOp::Ge, Float) => Op::FOrdGreaterThanEqual,
        (BinaryOp::Ge, SInt) => Op::SGreaterThanEqual,
        (BinaryOp::Ge, UInt | Bool) => Op::UGreaterThanEqual,
    }
}
