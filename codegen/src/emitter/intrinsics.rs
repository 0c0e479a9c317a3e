//! Intrinsic functions: the lowerings that are data, and which function each of the others is.

mod bits;
mod debugging;
pub(crate) mod inline_spirv;
mod inputs;
mod math;
mod memory;
mod product;
mod wave;

use crate::builder::num::Num;
use crate::emitter::Emitter;
use sema::hir::expr::{Arg, ExprId};
use sema::hir::ty::{ElemClass, TypeId};
use sema::tables::intrinsics::{Expand, Inst, Intrinsic, Lowering};
use spirv::{GlslStd450Op as Glsl, Op, Word};

/// A call of an intrinsic that is a sequence.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    /// The arguments.
    pub(crate) args: &'a [Arg],
    /// The type of the result.
    pub(crate) ty: TypeId,
    /// The name, for messages.
    pub(crate) name: &'static str,
}

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
            Lowering::Expand(expand) => self.expand(expand, Call { args, ty, name: intrinsic.name }),
            Lowering::Unsupported(_) => self.unsupported(intrinsic.name, ty),
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
        let shapes: Vec<Num> = args.iter().map(|arg| self.num_of(arg.expr)).collect();
        if !shapes.first().is_some_and(|shape| shape.is_matrix()) || inst == Inst::Copy {
            return self.apply(inst, &values, num, name, ty);
        }
        let rows: Vec<Word> = (0..shapes[0].rows)
            .map(|row| {
                let operands: Vec<Word> = values
                    .iter()
                    .zip(&shapes)
                    .map(|(&value, &shape)| if shape.is_matrix() { self.row(shape, value, row) } else { value })
                    .collect();
                self.apply(inst, &operands, num.row(), name, ty)
            })
            .collect();
        let ty = self.spv.num_type(num);
        self.spv.construct(ty, &rows)
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
        match op {
            Glsl::NMin if self.options.finite_math_only => Glsl::FMin,
            Glsl::NMax if self.options.finite_math_only => Glsl::FMax,
            op => op,
        }
    }

    fn apply_void(&mut self, inst: Inst, operands: &[Word]) -> Word {
        if let Inst::Op(op) = inst {
            self.spv.effect(op, operands);
        }
        0
    }

    /// The sequences.
    fn expand(&mut self, expand: Expand, call: Call<'_>) -> Word {
        match expand {
            Expand::All => self.all_or_any(Op::All, call),
            Expand::Any => self.all_or_any(Op::Any, call),
            Expand::AsDouble => self.as_double(call),
            Expand::AsUintSplit => self.as_uint_split(call),
            Expand::BarrierFlags => self.barrier_flags(call),
            Expand::Clip => self.clip(call),
            Expand::CountBits => self.count_bits(call),
            Expand::D3dColorToUbyte4 => self.color_to_bytes(call),
            Expand::DebugBreak => self.debug_break(),
            Expand::Dot => self.dot_call(call),
            Expand::Dot2Add => self.dot2_add(call),
            Expand::Dot4AddI8Packed => self.dot4_add(call, Op::SDot),
            Expand::Dot4AddU8Packed => self.dot4_add(call, Op::UDot),
            Expand::Dst => self.dst(call),
            Expand::F16ToF32 => self.f16_to_f32(call),
            Expand::F32ToF16 => self.f32_to_f16(call),
            Expand::Frexp => self.frexp(call),
            Expand::IsFinite => self.is_finite(call),
            Expand::IsHelperLane => self.is_helper_lane(call),
            Expand::IsNormal => self.is_normal(call),
            Expand::Ldexp => self.ldexp(call),
            Expand::Lit => self.lit(call),
            Expand::Log10 => self.log10(call),
            Expand::Mad => self.mad(call),
            Expand::Modf => self.modf(call),
            Expand::Msad4 => self.msad4(call),
            Expand::Mul => self.mul(call),
            Expand::NonUniformResourceIndex => self.non_uniform_index(call.args),
            Expand::PackClampS8 => self.pack(call, Some((-128.0, 127.0))),
            Expand::PackClampU8 => self.pack(call, Some((0.0, 255.0))),
            Expand::PackS8 | Expand::PackU8 => self.pack(call, None),
            Expand::UnpackS8S16 | Expand::UnpackS8S32 => self.unpack(call, true),
            Expand::UnpackU8U16 | Expand::UnpackU8U32 => self.unpack(call, false),
            Expand::Printf => self.printf(call),
            Expand::QuadAll => self.quad_vote(call, true),
            // The argument names the vertex already.
            Expand::GetAttributeAtVertex => self.expr(call.args[0].expr),
            Expand::QuadAny => self.quad_vote(call, false),
            Expand::Rcp => self.rcp(call),
            Expand::ReverseBits => self.reverse_bits(call),
            Expand::Saturate => self.saturate(call),
            Expand::Select => self.select_expr(call.args[0].expr, call.args[1].expr, call.args[2].expr, call.ty),
            Expand::Sign => self.sign(call),
            Expand::SinCos => self.sin_cos(call),
            Expand::Transpose => self.transpose_call(call),
            Expand::WaveActiveAllEqual => self.wave_all_equal(call),
            Expand::WaveActiveCountBits => self.wave_count_bits(call, spirv::GroupOperation::Reduce),
            Expand::WavePrefixCountBits => self.wave_count_bits(call, spirv::GroupOperation::ExclusiveScan),
            Expand::AcceptHitAndEndSearch
            | Expand::CallShader
            | Expand::IgnoreHit
            | Expand::ReportHit
            | Expand::TraceRay => self.ray_call(expand, call),
            Expand::ExtExecutionMode => self.ext_execution_mode(call, false),
            Expand::ExtExecutionModeId => self.ext_execution_mode(call, true),
            Expand::DispatchMesh => self.dispatch_mesh(call),
            Expand::SetMeshOutputCounts => self.set_mesh_output_counts(call),
            Expand::RawBufferLoad => self.raw_buffer_load(call),
            Expand::RawBufferStore => self.raw_buffer_store(call),
            Expand::ReinterpretPointerCast | Expand::StaticPointerCast => self.pointer_cast(call),
        }
    }
}
