//! Atomic operations on floats: in one instruction where an extension is allowed, else on their bits.

use crate::builder::num::Num;
use crate::emitter::Emitter;
use crate::emitter::resources::atomics::Target;
use sema::hir::expr::{Arg, ExprId, ExprKind};
use sema::hir::ty::{Object, Scalar, Type};
use spirv::{Capability, GlslStd450Op as Glsl, LoopControl, Op, Word};

const UNCOMPARED: &str =
    "a bitwise comparison of floats outside of groupshared floats, arrays of them, and structured buffers of floats";

/// The capability of an instruction on floats of a width, and its extension.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(crate) fn requirement(op: Op, bits: u32) -> Option<(Capability, &'static str)> {
    let of_width = |all: [Capability; 3]| match bits {
        16 => all[0],
        64 => all[2],
        _ => all[1],
    };
    match op {
        Op::AtomicFAddEXT => {
            let name = if bits == 16 { "SPV_EXT_shader_atomic_float16_add" } else { "SPV_EXT_shader_atomic_float_add" };
            Some((of_width(ADDITIONS), name))
        }
        Op::AtomicFMaxEXT | Op::AtomicFMinEXT => Some((of_width(EXTREMES), "SPV_EXT_shader_atomic_float_min_max")),
        _ => None,
    }
}

/// The additions of 16, 32 and 64 bits.
const ADDITIONS: [Capability; 3] =
    [Capability::AtomicFloat16AddEXT, Capability::AtomicFloat32AddEXT, Capability::AtomicFloat64AddEXT];
/// The minima and maxima of 16, 32 and 64 bits.
const EXTREMES: [Capability; 3] =
    [Capability::AtomicFloat16MinMaxEXT, Capability::AtomicFloat32MinMaxEXT, Capability::AtomicFloat64MinMaxEXT];

impl Emitter<'_> {
    /// An atomic operation whose destination is a float.
    pub(super) fn float_atomic(&mut self, op: Op, args: &[Arg]) -> Word {
        let is_comparison = op == Op::AtomicCompareExchange;
        let num = self.num_of(args[0].expr);
        let requirement = requirement(op, num.elem.bits(self.module.native_16bit));
        let on_bits = is_comparison || requirement.is_some_and(|(_, name)| !self.options.names_extension(name));
        let target = on_bits.then(|| self.word_of_buffer(args[0].expr, num)).flatten();
        let target = target.unwrap_or_else(|| self.atomic_target(args[0].expr, num));
        match requirement {
            Some((capability, _)) if !target.is_bits => {
                self.spv.availability.require(capability, self.spv.function.span());
            }
            None if is_comparison && !target.is_bits => drop(self.wrong_target(num, UNCOMPARED)),
            Some(_) | None => {}
        }
        let values = &args[1..=1 + usize::from(is_comparison)];
        let operands: Vec<Word> = values.iter().map(|arg| self.atomic_operand(arg, num)).collect();
        let old = if !target.is_bits {
            self.atomic_op(op, &target, &operands)
        } else if requirement.is_some() {
            self.by_exchange(op, &target, operands[0])
        } else {
            let bits = bits_of(num);
            let operands: Vec<Word> =
                operands.iter().map(|word| self.spv.op_num(Op::Bitcast, bits, &[*word])).collect();
            let old = self.atomic_op(op, &Target { num: bits, ..target }, &operands);
            self.spv.op_num(Op::Bitcast, num, &[old])
        };
        if let Some(original) = args.get(2 + usize::from(is_comparison)) {
            let place = self.out_place(original);
            self.write_arg(original, &place, old, num);
        }
        old
    }

    /// The bits of a float that is an element of a structured buffer, in a variable of the same binding.
    fn word_of_buffer(&mut self, dest: ExprId, num: Num) -> Option<Target> {
        let ExprKind::ResourceElement { mut object, index, level: None } = self.expr_of(dest).kind else { return None };
        while let ExprKind::Load(inner) = self.expr_of(object).kind {
            object = inner;
        }
        let ExprKind::Global(global) = self.expr_of(object).kind else { return None };
        let Type::Object(Object::StructuredBuffer { elem, .. }) = self.expr_type(object) else { return None };
        if self.module.types[elem] != Type::Scalar(num.elem) || num.elem == Scalar::Half {
            return None;
        }
        let bits = bits_of(num);
        let words = self.alias_variable(global, bits.elem);
        let ty = self.spv.num_type(bits);
        let (first, index) = (self.spv.constant_int(0), self.unsigned_index(index));
        let pointer = self.spv.chain_word(words.storage, ty, words.pointer, &[first, index]);
        Some(Target { pointer, storage: words.storage, num, access: self.access_of(object), is_bits: true })
    }

    /// Computes the new value until no other invocation has changed the old one meanwhile.
    fn by_exchange(&mut self, op: Op, target: &Target, value: Word) -> Word {
        let (float, bits) = (target.num, bits_of(target.num));
        let target = Target { num: bits, ..*target };
        let ty = self.spv.num_type(bits);
        let seen = self.spv.variable("var.float.seen", ty);
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
        let expected = self.spv.load_word(ty, seen);
        let before = self.spv.op_num(Op::Bitcast, float, &[expected]);
        let after = match op == Op::AtomicFAddEXT {
            true => self.spv.op_num(Op::FAdd, float, &[before, value]),
            false => {
                let choose = if op == Op::AtomicFMaxEXT { Glsl::NMax } else { Glsl::NMin };
                self.spv.glsl_num(choose, float, &[before, value])
            }
        };
        let after = self.spv.op_num(Op::Bitcast, bits, &[after]);
        let found = self.atomic_op(Op::AtomicCompareExchange, &target, &[expected, after]);
        self.spv.store_word(seen, found);
        let is_done = self.spv.op_num(Op::IEqual, Num::scalar(Scalar::Bool), &[found, expected]);
        self.spv.function.branch_conditional(is_done, merge, next);
        self.spv.begin_block(next);
        self.spv.branch(head);
        self.spv.begin_block(merge);
        let old = self.spv.load_word(ty, seen);
        self.spv.op_num(Op::Bitcast, float, &[old])
    }
}

/// The unsigned integer with the bits of a float.
fn bits_of(float: Num) -> Num {
    Num::scalar(if float.elem == Scalar::Double { Scalar::UInt64 } else { Scalar::UInt })
}
