//! Intrinsic functions: the lowerings that are data, and which function each of the others is.

mod bits;
pub(crate) mod call;
mod debugging;
pub(crate) mod inline_spirv;
mod inputs;
mod math;
mod memory;
mod product;
mod tessellation;
mod wave;

use self::call::Call;
use crate::builder::num::Num;
use crate::emitter::Emitter;
use sema::hir::expr::{Arg, ExprId};
use sema::hir::ty::{ElemClass, TypeId};
use sema::tables::intrinsics::{Expand, Inst, Intrinsic, Lowering};
use spirv::{GlslStd450Op as Glsl, Word};

impl Emitter<'_> {
    /// A call of an intrinsic function.
    pub(crate) fn intrinsic(&mut self, id: ExprId, intrinsic: &'static Intrinsic, args: &[Arg]) -> Word {
        let ty = self.expr_of(id).ty;
        match intrinsic.lowering {
            Lowering::Op { float, sint, uint, boolean } => {
                let inst = match args.first().map(|arg| self.num_of(arg.expr).class()) {
                    Some(ElemClass::Float) | None => float,
                    Some(ElemClass::SInt) => sint,
                    Some(ElemClass::UInt) => uint,
                    Some(ElemClass::Bool) => boolean,
                };
                self.one_instruction(inst, args, ty, intrinsic.name)
            }
            Lowering::Whole(inst) => {
                let values = self.values(args);
                // A matrix of one element is a scalar, and that is its determinant.
                if args.first().is_some_and(|arg| !self.num_of(arg.expr).is_matrix()) {
                    return values[0];
                }
                self.apply(inst, &values, self.num_of_type(ty), intrinsic.name, ty)
            }
            Lowering::Derivative(op) => self.derivative(op, args, ty),
            Lowering::Interpolate(op) => self.interpolate(op, args, ty),
            Lowering::Wave { float, sint, uint, operand } => {
                let op = match args.first().map(|arg| self.num_of(arg.expr).class()) {
                    Some(ElemClass::Float) => float,
                    Some(ElemClass::SInt) => sint,
                    Some(ElemClass::UInt | ElemClass::Bool) | None => uint,
                };
                self.wave(op, operand, args, ty)
            }
            Lowering::Atomic { sint, uint } => {
                let class = self.num_of(args[0].expr).class();
                self.atomic(if class == ElemClass::UInt { uint } else { sint }, args)
            }
            Lowering::Barrier { scope, semantics, waits } => self.memory_barrier(scope, semantics, waits),
            Lowering::BuiltIn { builtin, transpose } => self.builtin_value(builtin, transpose, ty),
            Lowering::Expand(expand) => self.expand(expand, Call { args, ty }),
            Lowering::Unsupported(why) => panic!("the analysis refuses {}: {why}", intrinsic.name),
        }
    }

    /// The values of all arguments, in order.
    pub(crate) fn values(&mut self, args: &[Arg]) -> Vec<Word> {
        args.iter().map(|arg| self.expr(arg.expr)).collect()
    }

    /// One instruction for each row.
    fn one_instruction(&mut self, inst: Inst, args: &[Arg], ty: TypeId, name: &'static str) -> Word {
        let values = self.values(args);
        let Some(num) = Num::of(self.module, ty) else { return self.apply_void(inst, &values) };
        let operands: Vec<(Num, Word)> =
            args.iter().map(|arg| self.num_of(arg.expr)).zip(values.iter().copied()).collect();
        if inst == Inst::Copy || !operands.first().is_some_and(|(shape, _)| shape.is_matrix()) {
            return self.apply(inst, &values, num, name, ty);
        }
        self.by_rows(&operands, num, |this, parts| this.apply(inst, parts, num.row(), name, ty))
    }

    fn apply(&mut self, inst: Inst, operands: &[Word], num: Num, name: &'static str, ty: TypeId) -> Word {
        match inst {
            Inst::None => self.unsupported(name, ty),
            Inst::Copy => operands[0],
            Inst::Op(op) => self.spv.op_num(op, num, operands),
            Inst::Glsl(op) => self.spv.glsl_num(self.finite(op), num, operands),
        }
    }

    /// Without NaNs, the plain instructions do.
    fn finite(&self, op: Glsl) -> Glsl {
        if !self.options.finite_math_only {
            return op;
        }
        if op == Glsl::NMin {
            Glsl::FMin
        } else if op == Glsl::NMax {
            Glsl::FMax
        } else {
            op
        }
    }

    fn apply_void(&mut self, inst: Inst, operands: &[Word]) -> Word {
        if let Inst::Op(op) = inst {
            self.spv.effect(op, operands);
        }
        0
    }

    /// The sequences, each in the file of its group.
    fn expand(&mut self, expand: Expand, call: Call<'_>) -> Word {
        match expand {
            Expand::Bits(bits) => self.bits_call(bits, call),
            Expand::Debugging(debugging) => self.debugging_call(debugging, call),
            Expand::Hits(hits) => self.hits_call(hits, call),
            Expand::Inputs(inputs) => self.inputs_call(inputs, call),
            Expand::Math(math) => self.math_call(math, call),
            Expand::Memory(memory) => self.memory_call(memory, call),
            Expand::Mesh(mesh) => self.mesh_call(mesh, call),
            Expand::Products(products) => self.products_call(products, call),
            Expand::Rays(rays) => self.rays_call(rays, call),
            Expand::Spelled(spelled) => self.spelled_call(spelled, call),
            Expand::Tessellation(reduction) => self.tessellation_call(reduction, call),
            Expand::Waves(waves) => self.waves_call(waves, call),
        }
    }
}
