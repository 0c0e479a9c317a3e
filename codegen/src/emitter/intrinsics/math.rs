//! Intrinsic functions of mathematics that are more than one instruction.

use crate::builder::context::Decorations;
use crate::builder::num::Num;
use crate::builder::types::StructType;
use crate::emitter::Emitter;
use crate::emitter::intrinsics::call::Call;
use sema::hir::ty::{ElemClass, Scalar};
use sema::tables::intrinsics::Math;
use spirv::{Decoration, GlslStd450Op as Glsl, Op, SelectionControl, Word};

const BOOL: Num = Num::scalar(Scalar::Bool);

impl Emitter<'_> {
    /// Arithmetic, component by component or over all of them.
    pub(crate) fn math_call(&mut self, math: Math, call: Call<'_>) -> Word {
        match math {
            Math::All => self.all_or_any(Op::All, call),
            Math::Any => self.all_or_any(Op::Any, call),
            Math::Clip => self.clip(call),
            Math::Dst => self.dst(call),
            Math::Frexp => self.frexp(call),
            Math::IsFinite => self.is_finite(call),
            Math::IsNormal => self.is_normal(call),
            Math::Ldexp => self.ldexp(call),
            Math::Lit => self.lit(call),
            Math::Log10 => self.log10(call),
            Math::Mad => self.mad(call),
            Math::Modf => self.modf(call),
            Math::Rcp => self.rcp(call),
            Math::Saturate => self.saturate(call),
            Math::Select => self.select_expr(call.args[0].expr, call.args[1].expr, call.args[2].expr, call.ty),
            Math::Sign => self.sign(call),
            Math::SinCos => self.sin_cos(call),
        }
    }

    /// The shape and value of the first argument.
    pub(crate) fn first(&mut self, call: Call<'_>) -> (Num, Word) {
        let value = self.expr(call.args[0].expr);
        (self.num_of(call.args[0].expr), value)
    }

    /// `all` and `any`
    pub(crate) fn all_or_any(&mut self, op: Op, call: Call<'_>) -> Word {
        let (num, value) = self.first(call);
        if num.is_scalar() {
            return self.as_bool(value, num);
        }
        let rows: Vec<Word> = (0..num.rows)
            .map(|index| {
                let row = if num.is_matrix() { self.row(num, value, index) } else { value };
                let row = self.as_bool(row, num.row());
                self.spv.op_num(op, BOOL, &[row])
            })
            .collect();
        if let [one] = rows.as_slice() {
            return *one;
        }
        let rows = self.spv.construct_vector(Scalar::Bool, &rows);
        self.spv.op_num(op, BOOL, &[rows])
    }

    /// `clip`
    pub(crate) fn clip(&mut self, call: Call<'_>) -> Word {
        let (num, value) = self.first(call);
        let zero = self.spv.constant_num(num.row(), 0.0);
        let bools = num.row().with_elem(Scalar::Bool);
        let rows: Vec<Word> = (0..num.rows)
            .map(|index| {
                let row = if num.is_matrix() { self.row(num, value, index) } else { value };
                let negative = self.spv.op_num(Op::FOrdLessThan, bools, &[row, zero]);
                if bools.is_scalar() { negative } else { self.spv.op_num(Op::Any, BOOL, &[negative]) }
            })
            .collect();
        let condition = match rows.as_slice() {
            [one] => *one,
            many => {
                let rows = self.spv.construct_vector(Scalar::Bool, many);
                self.spv.op_num(Op::Any, BOOL, &[rows])
            }
        };
        let (then, merge) = (self.spv.label("if.true"), self.spv.label("if.merge"));
        self.spv.branch_selection(condition, then, merge, merge, SelectionControl::NONE);
        self.spv.begin_block(then);
        self.kill();
        self.spv.branch(merge);
        self.spv.begin_block(merge);
        0
    }

    /// Acts on each row, with the row's shape.
    pub(crate) fn rows_of(&mut self, call: Call<'_>, mut act: impl FnMut(&mut Self, Num, Word) -> Word) -> Word {
        let (num, value) = self.first(call);
        let result = self.num_of_type(call.ty);
        self.map_rows(num, result, value, |this, row| act(this, num.row(), row))
    }

    /// Acts on each scalar.
    pub(crate) fn scalars_of(&mut self, call: Call<'_>, mut act: impl FnMut(&mut Self, Num, Word) -> Word) -> Word {
        let result = self.num_of_type(call.ty);
        self.rows_of(call, |this, num, row| {
            let parts: Vec<Word> = (0..num.columns)
                .map(|index| {
                    let scalar = this.spv.component(num, row, index);
                    act(this, num.element(), scalar)
                })
                .collect();
            this.spv.construct_vector(result.elem, &parts)
        })
    }

    pub(crate) fn rcp(&mut self, call: Call<'_>) -> Word {
        self.rows_of(call, |this, num, row| {
            let one = this.spv.constant_num(num, 1.0);
            this.spv.op_num(Op::FDiv, num, &[one, row])
        })
    }

    pub(crate) fn saturate(&mut self, call: Call<'_>) -> Word {
        self.rows_of(call, |this, num, row| {
            let zero = this.spv.constant_num(num, 0.0);
            let one = this.spv.constant_num(num, 1.0);
            this.spv.glsl_num(Glsl::FClamp, num, &[row, zero, one])
        })
    }

    pub(crate) fn log10(&mut self, call: Call<'_>) -> Word {
        let (num, value) = self.first(call);
        let log2 = self.map_rows(num, num, value, |this, row| this.spv.glsl_num(Glsl::Log2, num.row(), &[row]));
        let factor = self.spv.constant_scalar(num.elem, f64::from(std::f32::consts::LOG10_2));
        if num.is_matrix() {
            return self.spv.op_num(Op::MatrixTimesScalar, num, &[log2, factor]);
        }
        let op = if num.is_vector() { Op::VectorTimesScalar } else { Op::FMul };
        self.spv.op_num(op, num, &[log2, factor])
    }

    /// -1, 0 or 1 as an integer.
    pub(crate) fn sign(&mut self, call: Call<'_>) -> Word {
        let result = self.num_of_type(call.ty).row();
        let (num, value) = self.first(call);
        if num.class() == ElemClass::Float {
            let signs = self.map_rows(num, num, value, |this, row| this.spv.glsl_num(Glsl::FSign, num.row(), &[row]));
            return self.numeric(signs, num, result.elem);
        }
        let target = self.num_of_type(call.ty);
        self.map_rows(num, target, value, |this, row| this.integer_sign(num.row(), row, result))
    }

    fn integer_sign(&mut self, num: Num, row: Word, result: Num) -> Word {
        if num.class() == ElemClass::SInt {
            let sign = self.spv.glsl_num(Glsl::SSign, num, &[row]);
            return self.numeric(sign, num, result.elem);
        }
        let zero = self.spv.constant_num(num, 0.0);
        let positive = self.spv.op_num(Op::UGreaterThan, num.with_elem(Scalar::Bool), &[row, zero]);
        let (one, zero) = (self.spv.constant_num(result, 1.0), self.spv.constant_num(result, 0.0));
        self.spv.op_num(Op::Select, result, &[positive, one, zero])
    }

    pub(crate) fn is_finite(&mut self, call: Call<'_>) -> Word {
        self.rows_of(call, |this, num, row| {
            let bools = num.with_elem(Scalar::Bool);
            let (nan, infinite) =
                (this.spv.op_num(Op::IsNan, bools, &[row]), this.spv.op_num(Op::IsInf, bools, &[row]));
            let either = this.spv.op_num(Op::LogicalOr, bools, &[nan, infinite]);
            this.spv.op_num(Op::LogicalNot, bools, &[either])
        })
    }

    /// The bits of the exponent are neither all 0 nor all 1.
    pub(crate) fn is_normal(&mut self, call: Call<'_>) -> Word {
        let is_half = self.num_of(call.args[0].expr).elem.bits(self.module.native_16bit) == 16;
        self.rows_of(call, |this, num, row| {
            let bits = num.with_elem(if is_half { Scalar::UInt16 } else { Scalar::UInt });
            let bools = num.with_elem(Scalar::Bool);
            let mask = this.spv.constant_num(bits, if is_half { 31744.0 } else { 2_139_095_040.0 });
            let zero = this.spv.constant_num(bits, 0.0);
            let value = this.spv.op_num(Op::Bitcast, bits, &[row]);
            let exponent = this.spv.op_num(Op::BitwiseAnd, bits, &[value, mask]);
            let some = this.spv.op_num(Op::INotEqual, bools, &[exponent, zero]);
            let not_all = this.spv.op_num(Op::INotEqual, bools, &[exponent, mask]);
            this.spv.op_num(Op::LogicalAnd, bools, &[some, not_all])
        })
    }

    pub(crate) fn ldexp(&mut self, call: Call<'_>) -> Word {
        let values = self.values(call.args);
        let num = self.num_of_type(call.ty);
        let ldexp = |this: &mut Self, num: Num, x: Word, exponent: Word| {
            let power = this.spv.glsl_num(Glsl::Exp2, num, &[exponent]);
            this.spv.op_num(Op::FMul, num, &[x, power])
        };
        if !num.is_matrix() {
            return ldexp(self, num, values[0], values[1]);
        }
        self.each_row(num, num, values[0], |this, index, row| {
            let exponent = this.row(num, values[1], index);
            ldexp(this, num.row(), row, exponent)
        })
    }

    /// A result struct of GLSL.std.450.
    fn pair_type(&mut self, name: &str, members: [Word; 2], names: [&str; 2]) -> Word {
        let decorations = Decorations::new();
        self.spv.struct_type(&StructType { name, members: &members, member_names: &names, decorations: &decorations })
    }

    /// The result goes back by value, the second part through an argument; both by rows.
    fn split_result(&mut self, call: Call<'_>, act: impl Fn(&mut Self, Num, Word) -> (Word, Word)) -> Word {
        let (num, value) = self.first(call);
        let place = self.out_place(&call.args[1]);
        if !num.is_matrix() {
            let struct_value = act(self, num, value);
            self.write_arg(&call.args[1], &place, struct_value.1, num);
            return self.first_part(num, struct_value.0);
        }
        let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
        for index in 0..num.rows {
            let row = self.row(num, value, index);
            let (whole, second) = act(self, num.row(), row);
            seconds.push(second);
            firsts.push(self.first_part(num.row(), whole));
        }
        let ty = self.spv.num_type(num);
        let second = self.spv.construct(ty, &seconds);
        self.write_arg(&call.args[1], &place, second, num);
        self.spv.construct(ty, &firsts)
    }

    fn first_part(&mut self, num: Num, whole: Word) -> Word {
        let ty = self.spv.num_type(num);
        self.spv.extract(ty, whole, &[0])
    }

    pub(crate) fn modf(&mut self, call: Call<'_>) -> Word {
        self.split_result(call, |this, num, row| {
            let ty = this.spv.num_type(num);
            let pair = this.pair_type("ModfStructType", [ty, ty], ["frac", "ip"]);
            let result = this.spv.glsl(Glsl::ModfStruct, pair, &[row]);
            (result, this.spv.extract(ty, result, &[1]))
        })
    }

    pub(crate) fn frexp(&mut self, call: Call<'_>) -> Word {
        self.split_result(call, |this, num, row| {
            let ty = this.spv.num_type(num);
            let ints = num.with_elem(Scalar::Int);
            let int_type = this.spv.num_type(ints);
            let pair = this.pair_type("FrexpStructType", [ty, int_type], ["mantissa", "exponent"]);
            let result = this.spv.glsl(Glsl::FrexpStruct, pair, &[row]);
            let exponent = this.spv.extract(int_type, result, &[1]);
            (result, this.numeric(exponent, ints, num.elem))
        })
    }

    /// `sincos` evaluates its argument for each of its results.
    pub(crate) fn sin_cos(&mut self, call: Call<'_>) -> Word {
        let repeats = self.is_repeatable(call.args[0].expr);
        let num = self.num_of(call.args[0].expr);
        let mut value = self.expr(call.args[0].expr);
        for (arg, op) in [(&call.args[1], Glsl::Sin), (&call.args[2], Glsl::Cos)] {
            if op == Glsl::Cos && repeats {
                value = self.expr(call.args[0].expr);
            }
            let result = self.map_rows(num, num, value, |this, row| this.spv.glsl_num(op, num.row(), &[row]));
            let place = self.out_place(arg);
            self.write_arg(arg, &place, result, num);
        }
        0
    }

    pub(crate) fn lit(&mut self, call: Call<'_>) -> Word {
        let elem = self.num_of(call.args[0].expr).elem;
        let num = Num::scalar(elem);
        let values = self.values(call.args);
        let (zero, one) = (self.spv.constant_scalar(elem, 0.0), self.spv.constant_scalar(elem, 1.0));
        let diffuse = self.spv.glsl_num(Glsl::FMax, num, &[zero, values[0]]);
        let least = self.spv.glsl_num(Glsl::FMin, num, &[values[0], values[1]]);
        let negative = self.spv.op_num(Op::FOrdLessThan, BOOL, &[least, zero]);
        let product = self.spv.op_num(Op::FMul, num, &[values[1], values[2]]);
        let specular = self.spv.op_num(Op::Select, num, &[negative, zero, product]);
        self.spv.construct_vector(elem, &[one, diffuse, specular, one])
    }

    pub(crate) fn dst(&mut self, call: Call<'_>) -> Word {
        let num = self.num_of(call.args[0].expr);
        let values = self.values(call.args);
        let y = [self.spv.component(num, values[0], 1), self.spv.component(num, values[1], 1)];
        let z = self.spv.component(num, values[0], 2);
        let w = self.spv.component(num, values[1], 3);
        let one = self.spv.constant_scalar(num.elem, 1.0);
        let op = if num.class() == ElemClass::Float { Op::FMul } else { Op::IMul };
        let y = self.spv.op_num(op, num.element(), &y);
        self.spv.construct_vector(num.elem, &[one, y, z, w])
    }

    pub(crate) fn mad(&mut self, call: Call<'_>) -> Word {
        let values = self.values(call.args);
        let num = self.num_of_type(call.ty);
        if !num.is_matrix() {
            return self.mad_row(num, [values[0], values[1], values[2]]);
        }
        let rows: Vec<Word> = (0..num.rows)
            .map(|row| {
                let operands = [0, 1, 2].map(|index: usize| self.row(num, values[index], row));
                self.mad_row(num.row(), operands)
            })
            .collect();
        let ty = self.spv.num_type(num);
        self.spv.construct(ty, &rows)
    }

    fn mad_row(&mut self, num: Num, operands: [Word; 3]) -> Word {
        if num.class() == ElemClass::Float {
            let result = self.spv.glsl_num(Glsl::Fma, num, &operands);
            self.spv.out.decorate_late(result, Decoration::NoContraction);
            return result;
        }
        let product = self.spv.op_num(Op::IMul, num, &operands[..2]);
        self.spv.out.decorate_late(product, Decoration::NoContraction);
        let sum = self.spv.op_num(Op::IAdd, num, &[product, operands[2]]);
        self.spv.out.decorate_late(sum, Decoration::NoContraction);
        sum
    }
}
