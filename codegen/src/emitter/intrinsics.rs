//! Intrinsic functions: the lowerings that are data, and which function each of the others is.

mod bits;
pub(crate) mod inline_spirv;
mod math;
mod product;
mod wave;

use crate::builder::num::Num;
use crate::emitter::places::place::Pointer;
use crate::emitter::{Emitter, Repr};
use frontend::language::Stage;
use sema::hir::GlobalKind;
use sema::hir::expr::{Arg, ExprId, ExprKind};
use sema::hir::ty::{ElemClass, Scalar, Type, TypeId};
use sema::tables::intrinsics::{Expand, Inst, Intrinsic, Lowering, WaveOperand};
use spirv::{BuiltIn, Decoration, GlslStd450Op as Glsl, MemorySemantics, Op, Scope, StorageClass, Word};

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

    /// Derivatives are computed in 32 bits.
    fn derivative(&mut self, op: Op, args: &[Arg], ty: TypeId) -> Word {
        self.needs_legalisation |= self.current.stage != Stage::Pixel;
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

    /// `EvaluateAttribute…`: the instruction needs the input variable itself, which legalisation puts there.
    fn interpolate(&mut self, op: Glsl, args: &[Arg], ty: TypeId) -> Word {
        self.spv.availability.require(spirv::Capability::InterpolationFunction, self.spv.function.span());
        self.needs_legalisation = true;
        let mut operands = vec![self.expr(args[0].expr)];
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
        self.spv.glsl_num(op, num, &operands)
    }

    /// A memory barrier, and the workgroup's meeting if it waits.
    pub(crate) fn memory_barrier(&mut self, scope: Scope, semantics: MemorySemantics, waits: bool) -> Word {
        let memory = self.spv.constant_uint(scope as u32);
        let semantics = self.spv.constant_uint(semantics.bits());
        if waits {
            let execution = self.spv.constant_uint(Scope::Workgroup as u32);
            self.spv.effect(Op::ControlBarrier, &[execution, memory, semantics]);
        } else {
            self.spv.effect(Op::MemoryBarrier, &[memory, semantics]);
        }
        0
    }

    /// The value of a builtin input.
    fn builtin_value(&mut self, builtin: BuiltIn, transpose: bool, ty: TypeId) -> Word {
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
        self.needs_legalisation = true;
        let variable = self.builtin_variable(builtin, StorageClass::Input, word);
        let value = self.spv.load_word(word, variable);
        if transpose { self.spv.op_num(Op::Transpose, num, &[value]) } else { value }
    }

    /// An instruction over the subgroup.
    fn wave(&mut self, op: Op, operand: WaveOperand, args: &[Arg], ty: TypeId) -> Word {
        let values = self.values(args);
        let num = self.num_of_type(ty);
        let shapes: Vec<Num> = args.iter().map(|arg| self.num_of(arg.expr)).collect();
        let Some(&first) = shapes.first().filter(|shape| shape.is_matrix()) else {
            return self.wave_row(op, operand, &values, num);
        };
        let rows: Vec<Word> = (0..first.rows)
            .map(|row| {
                let operands: Vec<Word> = values
                    .iter()
                    .zip(&shapes)
                    .map(|(&value, &shape)| if shape.is_matrix() { self.row(shape, value, row) } else { value })
                    .collect();
                self.wave_row(op, operand, &operands, num.row())
            })
            .collect();
        let ty = self.spv.num_type(num);
        self.spv.construct(ty, &rows)
    }

    fn wave_row(&mut self, op: Op, operand: WaveOperand, values: &[Word], num: Num) -> Word {
        let mut operands = Vec::with_capacity(values.len() + 2);
        if op != Op::GroupNonUniformPartitionNV {
            operands.push(self.spv.constant_uint(Scope::Subgroup as u32));
        }
        match operand {
            WaveOperand::None => operands.extend_from_slice(values),
            WaveOperand::Group(group) => {
                operands.push(group as u32);
                operands.extend_from_slice(values);
            }
            WaveOperand::Direction(direction) => {
                operands.extend_from_slice(values);
                operands.push(self.spv.constant_uint(direction));
            }
        }
        self.spv.op_num(op, num, &operands)
    }

    /// An index that may differ between invocations.
    pub(crate) fn non_uniform_index(&mut self, args: &[Arg]) -> Word {
        let value = self.expr(args[0].expr);
        let num = self.num_of(args[0].expr);
        let copy = self.spv.op_num(Op::CopyObject, num, &[value]);
        self.spv.out.decorate_late(copy, Decoration::NonUniform);
        copy
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
            Expand::DispatchMesh
            | Expand::SetMeshOutputCounts
            | Expand::RawBufferLoad
            | Expand::RawBufferStore
            | Expand::ReinterpretPointerCast
            | Expand::StaticPointerCast => self.rare(expand, call),
        }
    }

    /// Sequences that few shaders need.
    fn rare(&mut self, expand: Expand, call: Call<'_>) -> Word {
        match expand {
            Expand::DispatchMesh => {
                self.dispatch_mesh(call);
                0
            }
            Expand::SetMeshOutputCounts if self.uses_nv_mesh() => {
                self.store_primitive_count(call);
                0
            }
            Expand::SetMeshOutputCounts => {
                let counts = self.values(call.args);
                self.spv.effect(Op::SetMeshOutputsEXT, &counts);
                0
            }
            Expand::RawBufferLoad => self.raw_buffer_load(call),
            Expand::RawBufferStore => self.raw_buffer_store(call),
            Expand::ReinterpretPointerCast | Expand::StaticPointerCast => self.pointer_cast(call),
            _ => self.unsupported(call.name, call.ty),
        }
    }

    /// A read through an address.
    fn raw_buffer_load(&mut self, call: Call<'_>) -> Word {
        let address = self.expr(call.args[0].expr);
        let align = self.promised_alignment(call.args.get(1));
        if let Some(pointer) = self.raw_aggregate(address, call.ty) {
            let ty = self.type_in(call.ty, pointer.repr);
            let value = self.spv.op(Op::Load, ty, &[pointer.id, spirv::MemoryAccess::ALIGNED.bits(), align]);
            return self.relayout(value, call.ty, pointer.repr, Repr::Value);
        }
        let num = self.num_of_type(call.ty);
        let stored = if num.elem == Scalar::Bool { num.with_elem(Scalar::UInt) } else { num };
        let pointer = self.raw_pointer(address, stored);
        let ty = self.spv.num_type(stored);
        let value = self.spv.op(Op::Load, ty, &[pointer, spirv::MemoryAccess::ALIGNED.bits(), align]);
        self.numeric(value, stored, num.elem)
    }

    /// The alignment that a load or store at an address promises: four bytes, unless an argument says otherwise.
    fn promised_alignment(&mut self, arg: Option<&Arg>) -> u32 {
        arg.and_then(|arg| self.known_integer(arg.expr)).map_or(4, |align| align as u32)
    }

    /// What lies at an address, where it is more than a scalar or vector.
    fn raw_aggregate(&mut self, address: Word, ty: TypeId) -> Option<Pointer> {
        let layout = *self.module.raw_layouts.get(&ty)?;
        let repr = Repr::Memory(layout);
        let pointee = self.type_in(ty, repr);
        let storage = StorageClass::PhysicalStorageBuffer;
        let word = self.spv.pointer(storage, pointee);
        let id = self.spv.op(Op::Bitcast, word, &[address]);
        Some(Pointer { id, ty, repr, storage, format: None, block: None })
    }

    fn raw_pointer(&mut self, address: Word, num: Num) -> Word {
        let pointee = self.spv.num_type(num);
        let ty = self.spv.pointer(StorageClass::PhysicalStorageBuffer, pointee);
        self.spv.op(Op::Bitcast, ty, &[address])
    }

    /// A write through an address.
    fn raw_buffer_store(&mut self, call: Call<'_>) -> Word {
        let address = self.expr(call.args[0].expr);
        let align = self.promised_alignment(call.args.get(2));
        let ty = self.expr_of(call.args[1].expr).ty;
        if self.module.raw_layouts.contains_key(&ty) {
            let value = self.expr_any_layout(call.args[1].expr);
            let Some(pointer) = self.raw_aggregate(address, ty) else { return 0 };
            let value = self.in_repr(value, ty, pointer.repr);
            self.spv.effect(Op::Store, &[pointer.id, value, spirv::MemoryAccess::ALIGNED.bits(), align]);
            return 0;
        }
        let num = self.num_of_type(ty);
        let stored = if num.elem == Scalar::Bool { num.with_elem(Scalar::UInt) } else { num };
        let value = self.expr(call.args[1].expr);
        let value = self.numeric(value, num, stored.elem);
        let pointer = self.raw_pointer(address, stored);
        self.spv.effect(Op::Store, &[pointer, value, spirv::MemoryAccess::ALIGNED.bits(), align]);
        0
    }

    /// A pointer to something else at the same address.
    fn pointer_cast(&mut self, call: Call<'_>) -> Word {
        let pointer = self.expr(call.args[0].expr);
        let ty = self.type_of(call.ty);
        self.spv.op(Op::Bitcast, ty, &[pointer])
    }

    /// `printf`
    fn printf(&mut self, call: Call<'_>) -> Word {
        let mut operands = Vec::with_capacity(call.args.len());
        for arg in call.args {
            if matches!(self.expr_type(arg.expr), Type::String) {
                operands.push(self.string_operand(arg.expr));
            } else {
                operands.push(self.expr(arg.expr));
            }
        }
        let void = self.spv.void();
        self.spv.ext_inst("NonSemantic.DebugPrintf", 1, void, &operands);
        0
    }

    /// The id of a text: a literal, or a constant that holds one.
    fn string_operand(&mut self, id: ExprId) -> Word {
        match &self.expr_of(id).kind {
            ExprKind::String(text) => self.string(*text),
            ExprKind::Load(inner) | ExprKind::Convert { operand: inner, .. } => self.string_operand(*inner),
            ExprKind::Global(global) => {
                let init = match self.module.globals[*global].kind {
                    GlobalKind::Static { init, .. } => init.map(|init| &self.module.init.exprs[init].kind),
                    _ => None,
                };
                match init {
                    Some(ExprKind::String(text)) => self.string(*text),
                    _ => self.unknown_text(),
                }
            }
            _ => self.unknown_text(),
        }
    }

    fn unknown_text(&mut self) -> Word {
        let span = self.spv.function.span();
        self.not_supported(span, "a text that is not known at compile time");
        self.spv.string("")
    }

    fn debug_break(&mut self) -> Word {
        let void = self.spv.void();
        self.spv.ext_inst("NonSemantic.DebugBreak", 1, void, &[]);
        0
    }

    fn is_helper_lane(&mut self, call: Call<'_>) -> Word {
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

    /// `Barrier(memory flags, semantics)`: both must be known.
    fn barrier_flags(&mut self, call: Call<'_>) -> Word {
        let [memory, semantics] =
            [0, 1].map(|at: usize| self.known_integer(call.args[at].expr).expect("it is constant"));
        let mut bits = MemorySemantics::ACQUIRE_RELEASE;
        if memory & 1 != 0 {
            bits |= MemorySemantics::UNIFORM_MEMORY | MemorySemantics::IMAGE_MEMORY;
        }
        if memory & 2 != 0 {
            bits |= MemorySemantics::WORKGROUP_MEMORY;
        }
        if memory & 12 != 0 {
            bits |= MemorySemantics::UNIFORM_MEMORY;
        }
        let scope = if semantics & 4 != 0 || memory & 1 != 0 { Scope::Device } else { Scope::Workgroup };
        self.memory_barrier(scope, bits, semantics & 1 != 0)
    }
}
