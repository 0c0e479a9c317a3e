//! Inputs from the stage and the neighbours: derivatives, interpolation, builtin inputs, non-uniform indices.

use crate::builder::num::Num;
use crate::emitter::Emitter;
use crate::emitter::intrinsics::call::Call;
use frontend::language::Stage;
use sema::hir::expr::Arg;
use sema::hir::ty::{Scalar, TypeId};
use sema::tables::intrinsics::Inputs;
use spirv::{BuiltIn, Decoration, GlslStd450Op as Glsl, Op, StorageClass, Word};

impl Emitter<'_> {
    /// Intrinsic functions that read inputs of the stage.
    pub(crate) fn inputs_call(&mut self, inputs: Inputs, call: Call<'_>) -> Word {
        match inputs {
            Inputs::IsHelperLane => self.is_helper_lane(call),
            Inputs::NonUniformResourceIndex => self.non_uniform_index(call.args),
            Inputs::TriangleObjectPositions => self.triangle_positions(call.ty),
            // The argument names the vertex already.
            Inputs::GetAttributeAtVertex => self.expr(call.args[0].expr),
        }
    }

    /// Derivatives are computed in 32 bits.
    pub(crate) fn derivative(&mut self, op: Op, args: &[Arg], ty: TypeId) -> Word {
        self.legalisation.needed |= self.current.stage != Stage::Pixel;
        let num = self.num_of_type(ty);
        let value = self.expr(args[0].expr);
        let wide = num.with_elem(Scalar::Float);
        let is_narrow = num.elem.bits(self.module.native_16bit) != 32;
        self.map_rows(num, num, value, |this, row| {
            if !is_narrow {
                return this.spv.op_num(op, num.row(), &[row]);
            }
            let row = this.numeric(row, num.row(), Scalar::Float);
            let result = this.spv.op_num(op, wide.row(), &[row]);
            this.numeric(result, wide.row(), num.elem)
        })
    }

    /// `EvaluateAttribute…`: the instruction needs the input variable itself or a part of it, which
    /// legalisation puts there.
    pub(crate) fn interpolate(&mut self, op: Glsl, args: &[Arg], ty: TypeId) -> Word {
        self.spv.availability.require(spirv::Capability::InterpolationFunction, self.spv.function.span());
        (self.legalisation.needed, self.legalisation.early.inputs) = (true, true);
        let value = self.expr(args[0].expr);
        let mut operands = vec![0];
        for arg in &args[1..] {
            let mut value = self.expr(arg.expr);
            if op == Glsl::InterpolateAtOffset {
                // The offset is a grid position in sixteenths of a pixel.
                let num = self.num_of(arg.expr);
                let float = num.with_elem(Scalar::Float);
                value = self.numeric(value, num, Scalar::Float);
                let step = self.spv.constant_num(float, 0.0625);
                value = self.spv.op_num(Op::FMul, float, &[value, step]);
            }
            operands.push(value);
        }
        let num = self.num_of_type(ty);
        self.map_rows(num, num, value, |this, row| {
            operands[0] = row;
            this.spv.glsl_num(op, num.row(), &operands)
        })
    }

    /// The value of a builtin input.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(crate) fn builtin_value(&mut self, builtin: BuiltIn, transpose: bool, ty: TypeId) -> Word {
        let num = self.num_of_type(ty);
        let stored = if transpose { Num { rows: num.columns, columns: num.rows, ..num } } else { num };
        let word = self.spv.num_type(stored);
        let builtin = match builtin {
            BuiltIn::RayTmaxKHR if self.uses_nv_ray_tracing() && self.current.stage != Stage::Intersection => {
                BuiltIn::HitTNV
            }
            other => other,
        };
        // Some builtins change while a shader runs; legalisation says so at their loads.
        self.legalisation.needed = true;
        let variable = self.builtin_variable(builtin, StorageClass::Input, word);
        let value = self.load_builtin(word, variable);
        if transpose { self.spv.op_num(Op::Transpose, num, &[value]) } else { value }
    }

    /// The corners of the triangle that was hit, as the struct of the language.
    fn triangle_positions(&mut self, ty: TypeId) -> Word {
        let array = self.corners_type();
        self.legalisation.needed = true;
        let variable = self.builtin_variable(BuiltIn::HitTriangleVertexPositionsKHR, StorageClass::Input, array);
        let corners = self.load_builtin(array, variable);
        self.corners_as_struct(corners, ty)
    }

    /// An array of three positions.
    pub(crate) fn corners_type(&mut self) -> Word {
        let corner = self.spv.num_type(Num::vector(Scalar::Float, 3));
        self.spv.array(corner, 3, None)
    }

    /// The corners of an array as the struct `BuiltInTrianglePositions`.
    pub(crate) fn corners_as_struct(&mut self, corners: Word, ty: TypeId) -> Word {
        let corner = self.spv.num_type(Num::vector(Scalar::Float, 3));
        let parts: Vec<Word> = (0..3).map(|index| self.spv.extract(corner, corners, &[index])).collect();
        let ty = self.type_of(ty);
        self.spv.construct(ty, &parts)
    }

    /// An index that may differ between invocations.
    pub(crate) fn non_uniform_index(&mut self, args: &[Arg]) -> Word {
        let value = self.expr(args[0].expr);
        let num = self.num_of(args[0].expr);
        let copy = self.spv.op_num(Op::CopyObject, num, &[value]);
        self.spv.out.decorate_late(copy, Decoration::NonUniform);
        copy
    }

    pub(crate) fn is_helper_lane(&mut self, call: Call<'_>) -> Word {
        if self.current.stage != Stage::Pixel {
            return self.spv.constant_bool(false);
        }
        if self.options.target.has_spirv(1, 6) {
            return self.builtin_value(BuiltIn::HelperInvocation, false, call.ty);
        }
        // Nothing else answers the question here, so that the extension needs no option that allows it.
        self.spv.availability.declare(spirv::Capability::DemoteToHelperInvocation);
        self.spv.op_num(Op::IsHelperInvocationEXT, Num::scalar(Scalar::Bool), &[])
    }
}
