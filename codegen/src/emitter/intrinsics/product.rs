//! Products of vectors and matrices.

use crate::builder::num::Num;
use crate::emitter::Emitter;
use crate::emitter::intrinsics::call::Call;
use sema::hir::ty::{ElemClass, Scalar};
use sema::tables::intrinsics::Products;
use spirv::{Capability, Op, Word};

impl Emitter<'_> {
    /// Products of vectors and matrices.
    pub(crate) fn products_call(&mut self, products: Products, call: Call<'_>) -> Word {
        match products {
            Products::Dot => self.dot_call(call),
            Products::Dot2Add => self.dot2_add(call),
            Products::Dot4AddI8Packed => self.dot4_add(call, Op::SDot),
            Products::Dot4AddU8Packed => self.dot4_add(call, Op::UDot),
            Products::Mul => self.mul(call),
            Products::Transpose => self.transpose_call(call),
        }
    }

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
            return self.spv.op_num(if is_float { Op::FMul } else { Op::IMul }, element, &[a, b]);
        }
        if is_float {
            return self.spv.op_num(Op::Dot, element, &[a, b]);
        }
        let products: Vec<Word> = (0..num.columns)
            .map(|index| {
                let parts = [self.spv.component(num, a, index), self.spv.component(num, b, index)];
                self.spv.op_num(Op::IMul, element, &parts)
            })
            .collect();
        let sum = |this: &mut Self, sum, product| this.spv.op_num(Op::IAdd, element, &[sum, product]);
        products[1..].iter().fold(products[0], |total, &product| sum(self, total, product))
    }

    /// `mul`: rows of the language are columns of SPIR-V, so the operands change places.
    pub(crate) fn mul(&mut self, call: Call<'_>) -> Word {
        let (a, b) = (self.num_of(call.args[0].expr), self.num_of(call.args[1].expr));
        let values = self.factors(call, a, b);
        let result = self.num_of_type(call.ty);
        let is_float = a.class() == ElemClass::Float;
        let (left, right) = (values[0], values[1]);
        match ((a.is_matrix(), b.is_matrix()), (a.is_scalar(), b.is_scalar())) {
            (_, (true, true)) => self.spv.op_num(if is_float { Op::FMul } else { Op::IMul }, result, &[left, right]),
            (_, (true, false)) if !is_float && b.is_vector() => {
                let splat = self.splat(left, b);
                self.spv.op_num(Op::IMul, b, &[splat, right])
            }
            (_, (true, false)) => self.scale(b, right, left),
            (_, (false, true)) => self.scale(a, left, right),
            ((false, false), _) if result.is_matrix() => self.outer_product(a, left, b, right),
            ((false, false), _) => self.dot(a, left, right),
            ((true, true), _) if is_float => self.spv.op_num(Op::MatrixTimesMatrix, result, &[right, left]),
            ((true, false), _) if is_float => self.spv.op_num(Op::VectorTimesMatrix, result, &[right, left]),
            ((false, true), _) if is_float => self.spv.op_num(Op::MatrixTimesVector, result, &[right, left]),
            ((true, true), _) => self.integer_product(a, left, b, right),
            ((true, false), _) => {
                let parts: Vec<Word> = (0..a.rows)
                    .map(|index| {
                        let row = self.row(a, left, index);
                        self.dot(a.row(), row, right)
                    })
                    .collect();
                self.spv.construct_vector(a.elem, &parts)
            }
            ((false, true), _) => {
                let (columns, turned) = self.transpose(b, right);
                let parts: Vec<Word> = (0..columns.rows)
                    .map(|index| {
                        let column = self.row(columns, turned, index);
                        self.dot(a, left, column)
                    })
                    .collect();
                self.spv.construct_vector(a.elem, &parts)
            }
        }
    }

    /// The two factors, a vector before the scalar that it is multiplied with.
    fn factors(&mut self, call: Call<'_>, a: Num, b: Num) -> Vec<Word> {
        let scales = a.is_scalar() && b.is_vector();
        let repeatable = call.args.iter().all(|arg| self.is_repeatable(arg.expr));
        if !scales || !repeatable {
            return self.values(call.args);
        }
        let right = self.expr(call.args[1].expr);
        vec![self.expr(call.args[0].expr), right]
    }

    /// A vector or matrix times a scalar.
    fn scale(&mut self, num: Num, whole: Word, scalar: Word) -> Word {
        if num.class() == ElemClass::Float {
            let op = if num.is_matrix() { Op::MatrixTimesScalar } else { Op::VectorTimesScalar };
            return self.spv.op_num(op, num, &[whole, scalar]);
        }
        let factor = self.splat(scalar, num.row());
        self.map_rows(num, num, whole, |this, row| this.spv.op_num(Op::IMul, num.row(), &[row, factor]))
    }

    /// A column times a row.
    fn outer_product(&mut self, a: Num, column: Word, b: Num, row: Word) -> Word {
        let rows: Vec<Word> = (0..a.columns)
            .map(|index| {
                let scalar = self.spv.component(a, column, index);
                self.scale(b, row, scalar)
            })
            .collect();
        let ty = self.spv.num_type(Num::matrix(a.elem, a.columns, b.columns));
        self.spv.construct(ty, &rows)
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
                self.spv.construct_vector(a.elem, &parts)
            })
            .collect();
        let ty = self.spv.num_type(Num::matrix(a.elem, a.rows, b.columns));
        self.spv.construct(ty, &rows)
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
            return (turned, self.spv.op_num(Op::Transpose, turned, &[value]));
        }
        let scalars = self.scalars(num, value);
        let order = (0..turned.rows).flat_map(|row| (0..turned.columns).map(move |column| (column, row)));
        let scalars: Vec<Word> = order.map(|(row, column)| scalars[(row * num.columns + column) as usize]).collect();
        (turned, self.number_of_scalars(turned, &scalars))
    }

    pub(crate) fn dot2_add(&mut self, call: Call<'_>) -> Word {
        let values = self.values(call.args);
        let halves = Num::vector(Scalar::Half, 2);
        let floats = Num::vector(Scalar::Float, 2);
        let product = self.spv.op_num(Op::FMul, halves, &values[..2]);
        let product = self.numeric(product, halves, Scalar::Float);
        let parts = self.spv.components(floats, product);
        let sum = self.spv.op_num(Op::FAdd, floats.element(), &parts);
        self.spv.op_num(Op::FAdd, floats.element(), &[sum, values[2]])
    }

    pub(crate) fn dot4_add(&mut self, call: Call<'_>, op: Op) -> Word {
        let values = self.values(call.args);
        let num = self.num_of_type(call.ty);
        let (capability, span) = (Capability::DotProductInput4x8BitPacked, self.spv.function.span());
        self.spv.availability.require(capability, span);
        let format = spirv::PackedVectorFormat::PackedVectorFormat4x8Bit as u32;
        let dot = self.spv.op_num(op, num, &[values[0], values[1], format]);
        self.spv.op_num(Op::IAdd, num, &[dot, values[2]])
    }
}
