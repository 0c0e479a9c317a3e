//! Intrinsic functions of mathematics that are more than one instruction.

use super::Emitter;
use super::intrinsics::Call;
use super::num::Num;
use crate::context::{Decorations, StructType};
use sema::hir::ty::{ElemClass, Scalar};
use spirv::{Decoration, GlslStd450Op as Glsl, Op, SelectionControl, Word};

const BOOL: Num = Num::scalar(Scalar::Bool);
const UINT: Num = Num::scalar(Scalar::UInt);

impl Emitter<'_> {
    /// The shape and value of the first argument.
    fn first(&mut self, call: Call<'_>) -> (Num, Word) {
        let value = self.expr(call.args[0].expr);
        (self.num_of(call.args[0].expr), value)
    }

    /// `all` and `any`
    pub(crate) fn all_or_any(&mut self, op: Op, call: Call<'_>) -> Word {
        let (num, value) = self.first(call);
        if num.is_scalar() {
            return self.to_bool(value, num);
        }
        let rows: Vec<Word> = (0..num.rows)
            .map(|index| {
                let row = if num.is_matrix() { self.row(num, value, index) } else { value };
                let row = self.to_bool(row, num.row());
                self.op_num(op, BOOL, &[row])
            })
            .collect();
        if let [one] = rows.as_slice() {
            return *one;
        }
        let rows = self.construct_vector(Scalar::Bool, &rows);
        self.op_num(op, BOOL, &[rows])
    }

    /// `clip`
    pub(crate) fn clip(&mut self, call: Call<'_>) -> Word {
        let (num, value) = self.first(call);
        let zero = self.constant_num(num.row(), 0.0);
        let bools = num.row().with_elem(Scalar::Bool);
        let rows: Vec<Word> = (0..num.rows)
            .map(|index| {
                let row = if num.is_matrix() { self.row(num, value, index) } else { value };
                let negative = self.op_num(Op::FOrdLessThan, bools, &[row, zero]);
                if bools.is_scalar() { negative } else { self.op_num(Op::Any, BOOL, &[negative]) }
            })
            .collect();
        let condition = match rows.as_slice() {
            [one] => *one,
            many => {
                let rows = self.construct_vector(Scalar::Bool, many);
                self.op_num(Op::Any, BOOL, &[rows])
            }
        };
        let (then, merge) = (self.label("if.true"), self.label("if.merge"));
        self.branch_selection(condition, then, merge, merge, SelectionControl::NONE);
        self.begin_block(then);
        self.kill();
        self.branch(merge);
        self.begin_block(merge);
        0
    }

    /// Acts on each row, with the row's shape.
    fn rows_of(&mut self, call: Call<'_>, mut act: impl FnMut(&mut Self, Num, Word) -> Word) -> Word {
        let (num, value) = self.first(call);
        let result = self.num_of_type(call.ty);
        self.map_rows(num, result, value, |this, row| act(this, num.row(), row))
    }

    /// Acts on each scalar.
    fn scalars_of(&mut self, call: Call<'_>, mut act: impl FnMut(&mut Self, Num, Word) -> Word) -> Word {
        let result = self.num_of_type(call.ty);
        self.rows_of(call, |this, num, row| {
            let parts: Vec<Word> = (0..num.columns)
                .map(|index| {
                    let scalar = this.component(num, row, index);
                    act(this, num.element(), scalar)
                })
                .collect();
            this.construct_vector(result.elem, &parts)
        })
    }

    pub(crate) fn rcp(&mut self, call: Call<'_>) -> Word {
        self.rows_of(call, |this, num, row| {
            let one = this.constant_num(num, 1.0);
            this.arithmetic(Op::FDiv, num, &[one, row])
        })
    }

    pub(crate) fn saturate(&mut self, call: Call<'_>) -> Word {
        self.rows_of(call, |this, num, row| {
            let zero = this.constant_num(num, 0.0);
            let one = this.constant_num(num, 1.0);
            this.glsl_num(Glsl::FClamp, num, &[row, zero, one])
        })
    }

    pub(crate) fn log10(&mut self, call: Call<'_>) -> Word {
        let (num, value) = self.first(call);
        let log2 = self.map_rows(num, num, value, |this, row| this.glsl_num(Glsl::Log2, num.row(), &[row]));
        let factor = self.constant_scalar(num.elem, f64::from(0.30103_f32));
        if num.is_matrix() {
            return self.arithmetic(Op::MatrixTimesScalar, num, &[log2, factor]);
        }
        let op = if num.is_vector() { Op::VectorTimesScalar } else { Op::FMul };
        self.arithmetic(op, num, &[log2, factor])
    }

    /// -1, 0 or 1 as an integer.
    pub(crate) fn sign(&mut self, call: Call<'_>) -> Word {
        let result = self.num_of_type(call.ty).row();
        let (num, value) = self.first(call);
        if num.class() == ElemClass::Float {
            let signs = self.map_rows(num, num, value, |this, row| this.glsl_num(Glsl::FSign, num.row(), &[row]));
            return self.numeric(signs, num, result.elem);
        }
        let target = self.num_of_type(call.ty);
        self.map_rows(num, target, value, |this, row| this.integer_sign(num.row(), row, result))
    }

    fn integer_sign(&mut self, num: Num, row: Word, result: Num) -> Word {
        if num.class() == ElemClass::SInt {
            let sign = self.glsl_num(Glsl::SSign, num, &[row]);
            return self.numeric(sign, num, result.elem);
        }
        let zero = self.constant_num(num, 0.0);
        let positive = self.op_num(Op::UGreaterThan, num.with_elem(Scalar::Bool), &[row, zero]);
        let (one, zero) = (self.constant_num(result, 1.0), self.constant_num(result, 0.0));
        self.op_num(Op::Select, result, &[positive, one, zero])
    }

    pub(crate) fn is_finite(&mut self, call: Call<'_>) -> Word {
        self.rows_of(call, |this, num, row| {
            let bools = num.with_elem(Scalar::Bool);
            let (nan, infinite) = (this.op_num(Op::IsNan, bools, &[row]), this.op_num(Op::IsInf, bools, &[row]));
            let either = this.op_num(Op::LogicalOr, bools, &[nan, infinite]);
            this.op_num(Op::LogicalNot, bools, &[either])
        })
    }

    /// The bits of the exponent are neither all 0 nor all 1.
    pub(crate) fn is_normal(&mut self, call: Call<'_>) -> Word {
        let is_half = self.num_of(call.args[0].expr).elem.bits(self.module.native_16bit) == 16;
        self.rows_of(call, |this, num, row| {
            let bits = num.with_elem(if is_half { Scalar::UInt16 } else { Scalar::UInt });
            let bools = num.with_elem(Scalar::Bool);
            let mask = this.constant_num(bits, if is_half { 31744.0 } else { 2_139_095_040.0 });
            let zero = this.constant_num(bits, 0.0);
            let value = this.op_num(Op::Bitcast, bits, &[row]);
            let exponent = this.op_num(Op::BitwiseAnd, bits, &[value, mask]);
            let some = this.op_num(Op::INotEqual, bools, &[exponent, zero]);
            let not_all = this.op_num(Op::INotEqual, bools, &[exponent, mask]);
            this.op_num(Op::LogicalAnd, bools, &[some, not_all])
        })
    }

    pub(crate) fn ldexp(&mut self, call: Call<'_>) -> Word {
        let values = self.values(call.args);
        let num = self.num_of_type(call.ty);
        let ldexp = |this: &mut Self, num: Num, x: Word, exponent: Word| {
            let power = this.glsl_num(Glsl::Exp2, num, &[exponent]);
            this.arithmetic(Op::FMul, num, &[x, power])
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
        self.ctx.struct_type(&StructType { name, members: &members, member_names: &names, decorations: &decorations })
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
        let ty = self.num_type(num);
        let second = self.construct(ty, &seconds);
        self.write_arg(&call.args[1], &place, second, num);
        self.construct(ty, &firsts)
    }

    fn first_part(&mut self, num: Num, whole: Word) -> Word {
        let ty = self.num_type(num);
        self.extract(ty, whole, &[0])
    }

    pub(crate) fn modf(&mut self, call: Call<'_>) -> Word {
        self.split_result(call, |this, num, row| {
            let ty = this.num_type(num);
            let pair = this.pair_type("ModfStructType", [ty, ty], ["frac", "ip"]);
            let result = this.glsl(Glsl::ModfStruct, pair, &[row]);
            (result, this.extract(ty, result, &[1]))
        })
    }

    pub(crate) fn frexp(&mut self, call: Call<'_>) -> Word {
        self.split_result(call, |this, num, row| {
            let ty = this.num_type(num);
            let ints = num.with_elem(Scalar::Int);
            let int_type = this.num_type(ints);
            let pair = this.pair_type("FrexpStructType", [ty, int_type], ["mantissa", "exponent"]);
            let result = this.glsl(Glsl::FrexpStruct, pair, &[row]);
            let exponent = this.extract(int_type, result, &[1]);
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
            let result = self.map_rows(num, num, value, |this, row| this.glsl_num(op, num.row(), &[row]));
            let place = self.out_place(arg);
            self.write_arg(arg, &place, result, num);
        }
        0
    }

    pub(crate) fn lit(&mut self, call: Call<'_>) -> Word {
        let elem = self.num_of(call.args[0].expr).elem;
        let num = Num::scalar(elem);
        let values = self.values(call.args);
        let (zero, one) = (self.constant_scalar(elem, 0.0), self.constant_scalar(elem, 1.0));
        let diffuse = self.glsl_num(Glsl::FMax, num, &[zero, values[0]]);
        let least = self.glsl_num(Glsl::FMin, num, &[values[0], values[1]]);
        let negative = self.op_num(Op::FOrdLessThan, BOOL, &[least, zero]);
        let product = self.arithmetic(Op::FMul, num, &[values[1], values[2]]);
        let specular = self.op_num(Op::Select, num, &[negative, zero, product]);
        self.construct_vector(elem, &[one, diffuse, specular, one])
    }

    pub(crate) fn dst(&mut self, call: Call<'_>) -> Word {
        let num = self.num_of(call.args[0].expr);
        let values = self.values(call.args);
        let y = [self.component(num, values[0], 1), self.component(num, values[1], 1)];
        let z = self.component(num, values[0], 2);
        let w = self.component(num, values[1], 3);
        let one = self.constant_scalar(num.elem, 1.0);
        let op = if num.class() == ElemClass::Float { Op::FMul } else { Op::IMul };
        let y = self.arithmetic(op, num.element(), &y);
        self.construct_vector(num.elem, &[one, y, z, w])
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
        let ty = self.num_type(num);
        self.construct(ty, &rows)
    }

    fn mad_row(&mut self, num: Num, operands: [Word; 3]) -> Word {
        if num.class() == ElemClass::Float {
            let result = self.glsl_num(Glsl::Fma, num, &operands);
            self.out.decorate_late(result, Decoration::NoContraction);
            return result;
        }
        let product = self.op_num(Op::IMul, num, &operands[..2]);
        self.out.decorate_late(product, Decoration::NoContraction);
        let sum = self.op_num(Op::IAdd, num, &[product, operands[2]]);
        self.out.decorate_late(sum, Decoration::NoContraction);
        sum
    }
}

/// Products.
impl Emitter<'_> {
    pub(crate) fn dot_call(&mut self, call: Call<'_>) -> Word {
        let values = self.values(call.args);
        let num = self.num_of(call.args[0].expr);
        self.dot(num, values[0], values[1])
    }

    /// The scalar product of two vectors.
    fn dot(&mut self, num: Num, a: Word, b: Word) -> Word {
        let element = num.element();
        let is_float = num.class() == ElemClass::Float;
        if num.is_scalar() {
            return self.arithmetic(if is_float { Op::FMul } else { Op::IMul }, element, &[a, b]);
        }
        if is_float {
            return self.arithmetic(Op::Dot, element, &[a, b]);
        }
        let products: Vec<Word> = (0..num.columns)
            .map(|index| {
                let parts = [self.component(num, a, index), self.component(num, b, index)];
                self.op_num(Op::IMul, element, &parts)
            })
            .collect();
        let sum = |this: &mut Self, sum, product| this.op_num(Op::IAdd, element, &[sum, product]);
        products[1..].iter().fold(products[0], |total, &product| sum(self, total, product))
    }

    /// `mul`: rows of the language are columns of SPIR-V, so the operands change places.
    pub(crate) fn mul(&mut self, call: Call<'_>) -> Word {
        let values = self.values(call.args);
        let (a, b) = (self.num_of(call.args[0].expr), self.num_of(call.args[1].expr));
        let result = self.num_of_type(call.ty);
        let is_float = a.class() == ElemClass::Float;
        let (left, right) = (values[0], values[1]);
        match ((a.is_matrix(), b.is_matrix()), (a.is_scalar(), b.is_scalar())) {
            (_, (true, true)) => {
                self.arithmetic(if is_float { Op::FMul } else { Op::IMul }, result, &[left, right])
            }
            (_, (true, false)) => self.scale(b, right, left),
            (_, (false, true)) => self.scale(a, left, right),
            ((false, false), _) if result.is_matrix() => self.outer_product(a, left, b, right),
            ((false, false), _) => self.dot(a, left, right),
            ((true, true), _) if is_float => self.arithmetic(Op::MatrixTimesMatrix, result, &[right, left]),
            ((true, false), _) if is_float => self.arithmetic(Op::VectorTimesMatrix, result, &[right, left]),
            ((false, true), _) if is_float => self.arithmetic(Op::MatrixTimesVector, result, &[right, left]),
            ((true, true), _) => self.integer_product(a, left, b, right),
            ((true, false), _) => {
                let parts: Vec<Word> = (0..a.rows)
                    .map(|index| {
                        let row = self.row(a, left, index);
                        self.dot(a.row(), row, right)
                    })
                    .collect();
                self.construct_vector(a.elem, &parts)
            }
            ((false, true), _) => {
                let (columns, turned) = self.transpose(b, right);
                let parts: Vec<Word> = (0..columns.rows)
                    .map(|index| {
                        let column = self.row(columns, turned, index);
                        self.dot(a, left, column)
                    })
                    .collect();
                self.construct_vector(a.elem, &parts)
            }
        }
    }

    /// A vector or matrix times a scalar.
    fn scale(&mut self, num: Num, whole: Word, scalar: Word) -> Word {
        if num.class() == ElemClass::Float {
            let op = if num.is_matrix() { Op::MatrixTimesScalar } else { Op::VectorTimesScalar };
            return self.arithmetic(op, num, &[whole, scalar]);
        }
        let factor = self.splat(scalar, num.row());
        self.map_rows(num, num, whole, |this, row| this.op_num(Op::IMul, num.row(), &[row, factor]))
    }

    /// A column times a row.
    fn outer_product(&mut self, a: Num, column: Word, b: Num, row: Word) -> Word {
        let rows: Vec<Word> = (0..a.columns)
            .map(|index| {
                let scalar = self.component(a, column, index);
                self.scale(b, row, scalar)
            })
            .collect();
        let ty = self.num_type(Num::matrix(a.elem, a.columns, b.columns));
        self.construct(ty, &rows)
    }

    fn integer_product(&mut self, a: Num, left: Word, b: Num, right: Word) -> Word {
        let (columns, turned) = self.transpose(b, right);
        let rows: Vec<Word> = (0..a.rows)
            .map(|index| {
                let row = self.row(a, left, index);
                let parts: Vec<Word> = (0..columns.rows)
                    .map(|column| {
                        let column = self.row(columns, turned, column);
                        self.dot(a.row(), row, column)
                    })
                    .collect();
                self.construct_vector(a.elem, &parts)
            })
            .collect();
        let ty = self.num_type(Num::matrix(a.elem, a.rows, b.columns));
        self.construct(ty, &rows)
    }

    pub(crate) fn transpose_call(&mut self, call: Call<'_>) -> Word {
        let (num, value) = self.first(call);
        self.transpose(num, value).1
    }

    /// Rows for columns.
    fn transpose(&mut self, num: Num, value: Word) -> (Num, Word) {
        if !num.is_matrix() {
            return (num, value);
        }
        let turned = Num { rows: num.columns, columns: num.rows, ..num };
        if num.class() == ElemClass::Float {
            return (turned, self.op_num(Op::Transpose, turned, &[value]));
        }
        let scalars = self.scalars(num, value);
        let order = (0..turned.rows).flat_map(|row| (0..turned.columns).map(move |column| (column, row)));
        let scalars: Vec<Word> =
            order.map(|(row, column)| scalars[(row * num.columns + column) as usize]).collect();
        (turned, self.from_scalars(turned, &scalars))
    }

    pub(crate) fn dot2_add(&mut self, call: Call<'_>) -> Word {
        let values = self.values(call.args);
        let halves = Num::vector(Scalar::Half, 2);
        let floats = Num::vector(Scalar::Float, 2);
        let product = self.arithmetic(Op::FMul, halves, &values[..2]);
        let product = self.numeric(product, halves, Scalar::Float);
        let parts = self.components(floats, product);
        let sum = self.arithmetic(Op::FAdd, floats.element(), &parts);
        self.arithmetic(Op::FAdd, floats.element(), &[sum, values[2]])
    }

    pub(crate) fn dot4_add(&mut self, call: Call<'_>, op: Op) -> Word {
        let values = self.values(call.args);
        let num = self.num_of_type(call.ty);
        let format = spirv::PackedVectorFormat::PackedVectorFormat4x8Bit as u32;
        let dot = self.op_num(op, num, &[values[0], values[1], format]);
        self.op_num(Op::IAdd, num, &[dot, values[2]])
    }
}

/// Bits.
impl Emitter<'_> {
    pub(crate) fn f16_to_f32(&mut self, call: Call<'_>) -> Word {
        self.scalars_of(call, |this, _, scalar| {
            let pair = Num::vector(Scalar::Float, 2);
            let floats = this.glsl_num(Glsl::UnpackHalf2x16, pair, &[scalar]);
            this.component(pair, floats, 0)
        })
    }

    pub(crate) fn f32_to_f16(&mut self, call: Call<'_>) -> Word {
        self.scalars_of(call, |this, _, scalar| {
            let zero = this.ctx.constant_float(0.0);
            let pair = this.construct_vector(Scalar::Float, &[scalar, zero]);
            this.glsl_num(Glsl::PackHalf2x16, UINT, &[pair])
        })
    }

    pub(crate) fn as_double(&mut self, call: Call<'_>) -> Word {
        let values = self.values(call.args);
        let num = self.num_of(call.args[0].expr);
        let double = Num::scalar(Scalar::Double);
        if num.is_scalar() {
            let pair = self.construct_vector(Scalar::UInt, &values);
            return self.op_num(Op::Bitcast, double, &[pair]);
        }
        let rows: Vec<Word> = (0..num.rows)
            .map(|row| {
                let low = if num.is_matrix() { self.row(num, values[0], row) } else { values[0] };
                let high = if num.is_matrix() { self.row(num, values[1], row) } else { values[1] };
                let parts: Vec<Word> = (0..num.columns)
                    .map(|index| {
                        let pair = self.shuffle_num(Scalar::UInt, low, high, &[index, index + num.columns]);
                        self.op_num(Op::Bitcast, double, &[pair])
                    })
                    .collect();
                self.construct_vector(Scalar::Double, &parts)
            })
            .collect();
        if let [one] = rows.as_slice() {
            return *one;
        }
        let ty = self.num_type(num.with_elem(Scalar::Double));
        self.construct(ty, &rows)
    }

    /// `asuint(double, out low, out high)`
    pub(crate) fn as_uint_split(&mut self, call: Call<'_>) -> Word {
        let (num, value) = self.first(call);
        let places = [self.out_place(&call.args[1]), self.out_place(&call.args[2])];
        let pair = Num::vector(Scalar::UInt, 2);
        let scalars = self.scalars(num, value);
        let (mut lows, mut highs) = (Vec::new(), Vec::new());
        for scalar in scalars {
            let words = self.op_num(Op::Bitcast, pair, &[scalar]);
            lows.push(self.component(pair, words, 0));
            highs.push(self.component(pair, words, 1));
        }
        let target = num.with_elem(Scalar::UInt);
        for ((arg, place), parts) in call.args[1..].iter().zip(&places).zip([lows, highs]) {
            let value = self.from_scalars(target, &parts);
            self.write_arg(arg, place, value, target);
        }
        0
    }

    /// `countbits`: other widths than 32 go by way of it.
    pub(crate) fn count_bits(&mut self, call: Call<'_>) -> Word {
        self.rows_of(call, |this, num, row| {
            let uints = num.with_elem(Scalar::UInt);
            match num.elem.bits(this.module.native_16bit) {
                64 => {
                    let [low, high] = this.halves(num, row);
                    let counts = [this.op_num(Op::BitCount, uints, &[low]), this.op_num(Op::BitCount, uints, &[high])];
                    this.op_num(Op::IAdd, uints, &[counts[1], counts[0]])
                }
                16 => {
                    let unsigned = this.numeric(row, num, Scalar::UInt16);
                    let wide = this.numeric(unsigned, num.with_elem(Scalar::UInt16), Scalar::UInt);
                    this.op_num(Op::BitCount, uints, &[wide])
                }
                _ => this.op_num(Op::BitCount, uints, &[row]),
            }
        })
    }

    /// The low and the high words of integers of 64 bits.
    fn halves(&mut self, num: Num, value: Word) -> [Word; 2] {
        let uints = num.with_elem(Scalar::UInt);
        let unsigned = num.with_elem(Scalar::UInt64);
        let value = self.numeric(value, num, Scalar::UInt64);
        let low = self.op_num(Op::UConvert, uints, &[value]);
        let amount = self.constant_num(uints, 32.0);
        let high = self.op_num(Op::ShiftRightLogical, unsigned, &[value, amount]);
        [low, self.op_num(Op::UConvert, uints, &[high])]
    }

    /// `reversebits`: other widths than 32 go by way of it.
    pub(crate) fn reverse_bits(&mut self, call: Call<'_>) -> Word {
        self.rows_of(call, |this, num, row| {
            let uints = num.with_elem(Scalar::UInt);
            match num.elem.bits(this.module.native_16bit) {
                64 => this.reverse_64(num, row),
                16 => {
                    let unsigned = this.numeric(row, num, Scalar::UInt16);
                    let wide = this.numeric(unsigned, num.with_elem(Scalar::UInt16), Scalar::UInt);
                    let reversed = this.op_num(Op::BitReverse, uints, &[wide]);
                    let amount = this.constant_num(uints, 16.0);
                    let shifted = this.op_num(Op::ShiftRightLogical, uints, &[reversed, amount]);
                    this.numeric(shifted, uints, num.elem)
                }
                _ => this.op_num(Op::BitReverse, num, &[row]),
            }
        })
    }

    fn reverse_64(&mut self, num: Num, row: Word) -> Word {
        let uints = num.with_elem(Scalar::UInt);
        let wide = num.with_elem(Scalar::UInt64);
        let reversed = self.halves(num, row).map(|half| self.op_num(Op::BitReverse, uints, &[half]));
        let [low, high] = reversed.map(|half| self.op_num(Op::UConvert, wide, &[half]));
        let amount = self.constant_num(uints, 32.0);
        let shifted = self.op_num(Op::ShiftLeftLogical, wide, &[low, amount]);
        let whole = self.op_num(Op::BitwiseOr, wide, &[shifted, high]);
        self.numeric(whole, wide, num.elem)
    }

    pub(crate) fn color_to_bytes(&mut self, call: Call<'_>) -> Word {
        let (num, value) = self.first(call);
        let swizzled = self.shuffle_num(num.elem, value, value, &[2, 1, 0, 3]);
        let factor = self.constant_scalar(num.elem, f64::from(255.001_95_f32));
        let scaled = self.arithmetic(Op::VectorTimesScalar, num, &[swizzled, factor]);
        let result = self.num_of_type(call.ty);
        self.numeric(scaled, num, result.elem)
    }

    /// A vector of four bytes.
    fn bytes_type(&mut self, signed: bool) -> Word {
        let byte = self.ctx.int_type(8, signed);
        self.ctx.vector(byte, 4)
    }

    /// `pack_…`, with the range that values are brought to first.
    pub(crate) fn pack(&mut self, call: Call<'_>, range: Option<(f64, f64)>) -> Word {
        let (num, mut value) = self.first(call);
        if let Some((low, high)) = range {
            let bounds = [self.constant_num(num, low), self.constant_num(num, high)];
            value = self.glsl_num(Glsl::SClamp, num, &[value, bounds[0], bounds[1]]);
        }
        let signed = num.class() == ElemClass::SInt;
        let bytes = self.bytes_type(signed);
        let bytes = self.op(if signed { Op::SConvert } else { Op::UConvert }, bytes, &[value]);
        self.op_num(Op::Bitcast, UINT, &[bytes])
    }

    pub(crate) fn unpack(&mut self, call: Call<'_>, signed: bool) -> Word {
        let (_, value) = self.first(call);
        let bytes = self.bytes_type(signed);
        let bytes = self.op(Op::Bitcast, bytes, &[value]);
        let num = self.num_of_type(call.ty);
        self.op_num(if signed { Op::SConvert } else { Op::UConvert }, num, &[bytes])
    }

    /// Four sums of absolute differences of bytes; bytes of the reference that are 0 do not count.
    pub(crate) fn msad4(&mut self, call: Call<'_>) -> Word {
        let values = self.values(call.args);
        let (reference, pair, quad) = (values[0], Num::vector(Scalar::UInt, 2), Num::vector(Scalar::UInt, 4));
        let first = self.component(pair, values[1], 0);
        let shifted = [8, 16, 24].map(|bits| {
            let bits = self.ctx.constant_uint(bits);
            self.op_num(Op::ShiftLeftLogical, UINT, &[first, bits])
        });
        let second = self.component(pair, values[1], 1);
        let windows: Vec<Word> = [(24, 8), (16, 16), (8, 24)]
            .into_iter()
            .zip(shifted)
            .map(|((offset, width), base)| {
                let bits = [self.ctx.constant_uint(offset), self.ctx.constant_uint(width)];
                self.op_num(Op::BitFieldInsert, UINT, &[base, second, bits[0], bits[1]])
            })
            .collect();
        let sums = self.components(quad, values[2]);
        let bytes: Vec<(Word, Word)> = (0..4)
            .map(|byte| {
                let (bits, signed) = self.byte_of(reference, byte);
                let zero = self.ctx.constant_uint(0);
                (signed, self.op_num(Op::IEqual, BOOL, &[bits, zero]))
            })
            .collect();
        let sources = std::iter::once(first).chain(windows);
        let sums: Vec<Word> =
            sources.zip(sums).map(|(source, sum)| self.masked_differences(source, &bytes, sum)).collect();
        self.construct_vector(Scalar::UInt, &sums)
    }

    /// A byte of a word, unsigned and signed.
    fn byte_of(&mut self, word: Word, byte: u32) -> (Word, Word) {
        let bits = [self.ctx.constant_uint(byte * 8), self.ctx.constant_uint(8)];
        let unsigned = self.op_num(Op::BitFieldUExtract, UINT, &[word, bits[0], bits[1]]);
        (unsigned, self.op_num(Op::Bitcast, Num::scalar(Scalar::Int), &[unsigned]))
    }

    fn masked_differences(&mut self, source: Word, reference: &[(Word, Word)], start: Word) -> Word {
        let int = Num::scalar(Scalar::Int);
        (0..).zip(reference).fold(start, |sum, (index, &(byte, is_zero))| {
            let (_, source) = self.byte_of(source, index);
            let difference = self.op_num(Op::ISub, int, &[byte, source]);
            let difference = self.glsl_num(Glsl::SAbs, int, &[difference]);
            let difference = self.op_num(Op::Bitcast, UINT, &[difference]);
            let zero = self.ctx.constant_uint(0);
            let counted = self.op_num(Op::Select, UINT, &[is_zero, zero, difference]);
            self.op_num(Op::IAdd, UINT, &[sum, counted])
        })
    }
}
