//! Atomic operations on floats: in one instruction where an extension is allowed, else on their bits.

use crate::builder::num::Num;
use crate::emitter::Emitter;
use crate::emitter::resources::atomics::Target;
use sema::hir::expr::{Arg, ExprId, ExprKind};
use sema::hir::ty::{Object, Scalar, Type};
use spirv::{Capability, GlslStd450Op as Glsl, LoopControl, Op, Word};

const FLOAT: Num = Num::scalar(Scalar::Float);
const BITS: Num = Num::scalar(Scalar::UInt);
const UNCOMPARED: &str =
    "a bitwise comparison of floats outside of groupshared floats, arrays of them, and structured buffers of floats";

/// The capability of an instruction on floats, and its extension.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(crate) fn requirement(op: Op) -> Option<(Capability, &'static str)> {
    match op {
        Op::AtomicFAddEXT => Some((Capability::AtomicFloat32AddEXT, "SPV_EXT_shader_atomic_float_add")),
        Op::AtomicFMaxEXT | Op::AtomicFMinEXT => {
            Some((Capability::AtomicFloat32MinMaxEXT, "SPV_EXT_shader_atomic_float_min_max"))
        }
        _ => None,
    }
}

impl Emitter<'_> {
    /// An atomic operation whose destination is a float.
    pub(super) fn float_atomic(&mut self, op: Op, args: &[Arg]) -> Word {
        let is_comparison = op == Op::AtomicCompareExchange;
        let requirement = requirement(op);
        let on_bits = is_comparison || requirement.is_some_and(|(_, name)| !self.options.allows_extension(name));
        let target = on_bits.then(|| self.word_of_buffer(args[0].expr)).flatten();
        let target = target.unwrap_or_else(|| self.atomic_target(args[0].expr, FLOAT));
        match requirement {
            Some((capability, _)) if !target.is_bits => {
                self.spv.availability.require(capability, self.spv.function.span());
            }
            None if is_comparison && !target.is_bits => drop(self.wrong_target(FLOAT, UNCOMPARED)),
            Some(_) | None => {}
        }
        let values = &args[1..=1 + usize::from(is_comparison)];
        let operands: Vec<Word> = values.iter().map(|arg| self.atomic_operand(arg, FLOAT)).collect();
        let old = if !target.is_bits {
            self.atomic_op(op, &target, &operands)
        } else if requirement.is_some() {
            self.by_exchange(op, &target, operands[0])
        } else {
            let operands: Vec<Word> = operands.iter().map(|operand| self.bits_of(*operand)).collect();
            let old = self.atomic_op(op, &Target { num: BITS, ..target }, &operands);
            self.spv.op_num(Op::Bitcast, FLOAT, &[old])
        };
        if let Some(original) = args.get(2 + usize::from(is_comparison)) {
            let place = self.out_place(original);
            self.write_arg(original, &place, old, FLOAT);
        }
        old
    }

    fn bits_of(&mut self, value: Word) -> Word {
        self.spv.op_num(Op::Bitcast, BITS, &[value])
    }

    /// The word of a float that is an element of a structured buffer, in a variable of the same binding.
    fn word_of_buffer(&mut self, dest: ExprId) -> Option<Target> {
        let ExprKind::ResourceElement { mut object, index, level: None } = self.expr_of(dest).kind else { return None };
        while let ExprKind::Load(inner) = self.expr_of(object).kind {
            object = inner;
        }
        let ExprKind::Global(global) = self.expr_of(object).kind else { return None };
        let Type::Object(Object::StructuredBuffer { elem, .. }) = self.expr_type(object) else { return None };
        if self.module.types[elem] != Type::Scalar(Scalar::Float) {
            return None;
        }
        let words = self.alias_variable(global, Scalar::UInt);
        let uint = self.spv.uint();
        let (first, index) = (self.spv.constant_int(0), self.unsigned_index(index));
        let pointer = self.spv.chain_word(words.storage, uint, words.pointer, &[first, index]);
        Some(Target { pointer, storage: words.storage, num: BITS, access: self.access_of(object), is_bits: true })
    }

    /// Computes the new value until no other invocation has changed the old one meanwhile.
    fn by_exchange(&mut self, op: Op, target: &Target, value: Word) -> Word {
        let target = Target { num: BITS, ..*target };
        let uint = self.spv.uint();
        let seen = self.spv.variable("var.float.seen", uint);
        let first = self.atomic_op(Op::AtomicLoad, &target, &[]);
        self.spv.store_word(seen, first);
        let labels = ["head", "body", "continue", "merge"].map(|part| self.spv.label(&format!("float.{part}")));
        let [head, body, next, merge] = labels;
        self.spv.branch(head);
        self.spv.begin_block(head);
        self.spv.ensure_block();
        self.spv.function.loop_merge(merge, next, LoopControl::NONE);
        self.spv.branch(body);
        self.spv.begin_block(body);
        let expected = self.spv.load_word(uint, seen);
        let before = self.spv.op_num(Op::Bitcast, FLOAT, &[expected]);
        let after = match op == Op::AtomicFAddEXT {
            true => self.spv.op_num(Op::FAdd, FLOAT, &[before, value]),
            false => {
                let choose = if op == Op::AtomicFMaxEXT { Glsl::NMax } else { Glsl::NMin };
                self.spv.glsl_num(choose, FLOAT, &[before, value])
            }
        };
        let after = self.bits_of(after);
        let found = self.atomic_op(Op::AtomicCompareExchange, &target, &[expected, after]);
        self.spv.store_word(seen, found);
        let is_done = self.spv.op_num(Op::IEqual, Num::scalar(Scalar::Bool), &[found, expected]);
        self.spv.function.branch_conditional(is_done, merge, next);
        self.spv.begin_block(next);
        self.spv.branch(head);
        self.spv.begin_block(merge);
        let old = self.spv.load_word(uint, seen);
        self.spv.op_num(Op::Bitcast, FLOAT, &[old])
    }
}
