//! Ray queries and calls of ray tracing.

use crate::builder::num::Num;
use crate::builder::sections::ModeOperands;
use crate::diagnostics::NoMicromapMode;
use crate::emitter::Emitter;
use crate::emitter::resources::methods::MethodArgs;
use sema::hir::expr::ExprId;
use sema::hir::ty::{Object, Scalar, Type, TypeId};
use sema::tables::methods::{RayMethod, Role};
use spirv::{Capability, ExecutionMode, Op, Word};

/// `RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS`
const ALLOW_OPACITY_MICROMAPS: u32 = 1;
/// `RAY_FLAG_FORCE_OMM_2_STATE`
const FORCE_OPACITY_MICROMAP_2_STATE: u64 = 0x400;

impl Emitter<'_> {
    /// The parts of a `RayDesc`: origin, least distance, direction, greatest distance.
    pub(crate) fn ray_parts(&mut self, ray: ExprId) -> [Word; 4] {
        let value = self.expr(ray);
        let float = Num::scalar(Scalar::Float);
        let members = [Num::vector(Scalar::Float, 3), float, Num::vector(Scalar::Float, 3), float];
        let mut index = 0;
        members.map(|num| {
            let ty = self.spv.num_type(num);
            let part = self.spv.extract(ty, value, &[index]);
            index += 1;
            part
        })
    }

    /// A method of a `RayQuery`.
    pub(crate) fn ray_query(&mut self, kind: RayMethod, object: ExprId, args: &MethodArgs<'_>, ty: TypeId) -> Word {
        let query = self.pointer(object).id;
        match kind {
            RayMethod::TraceRayInline => {
                self.trace_inline(query, object, args);
                0
            }
            RayMethod::Proceed => self.spv.op_num(Op::RayQueryProceedKHR, Num::scalar(Scalar::Bool), &[query]),
            RayMethod::Abort => {
                self.spv.effect(Op::RayQueryTerminateKHR, &[query]);
                0
            }
            RayMethod::CommitNonOpaqueTriangleHit => {
                self.spv.effect(Op::RayQueryConfirmIntersectionKHR, &[query]);
                0
            }
            RayMethod::CommitProceduralPrimitiveHit => {
                let t = args.value_of(Role::HitT).map(|t| self.expr(t));
                let t = t.unwrap_or_else(|| self.spv.constant_float(0.0));
                self.spv.effect(Op::RayQueryGenerateIntersectionKHR, &[query, t]);
                0
            }
            RayMethod::CandidateProceduralPrimitiveNonOpaque => {
                let bool = Num::scalar(Scalar::Bool);
                let opaque = self.spv.op_num(Op::RayQueryGetIntersectionCandidateAABBOpaqueKHR, bool, &[query]);
                self.spv.op_num(Op::LogicalNot, bool, &[opaque])
            }
            RayMethod::Positions { committed } => {
                let (array, which) = (self.corners_type(), self.spv.constant_uint(u32::from(committed)));
                let op = Op::RayQueryGetIntersectionTriangleVertexPositionsKHR;
                let corners = self.spv.op(op, array, &[query, which]);
                self.corners_as_struct(corners, ty)
            }
            RayMethod::Get { op, committed, transpose } => self.ray_query_value(query, op, committed, transpose, ty),
        }
    }

    fn trace_inline(&mut self, query: Word, object: ExprId, args: &MethodArgs<'_>) {
        let (fixed, query_flags) = if let Type::Object(Object::RayQuery(flags, query_flags)) = self.expr_type(object) {
            (flags, query_flags)
        } else {
            (0, 0)
        };
        if query_flags & ALLOW_OPACITY_MICROMAPS != 0 {
            self.allow_micromaps();
        }
        let Some(scene) = args.value_of(Role::AccelerationStructure) else { return };
        let scene = self.handle(scene).id;
        let uint = Num::scalar(Scalar::UInt);
        let said = args.value_of(Role::RayFlags);
        self.require_for_flags(said, fixed);
        let mut flags = match said {
            Some(flags) => self.expr(flags),
            None => self.spv.constant_uint(0),
        };
        if fixed != 0 {
            let fixed = self.spv.constant_uint(fixed);
            flags = self.spv.op_num(Op::BitwiseOr, uint, &[flags, fixed]);
        }
        let mask = match args.value_of(Role::InstanceMask) {
            Some(mask) => self.expr(mask),
            None => self.spv.constant_uint(0xFF),
        };
        let Some(ray) = args.value_of(Role::Ray) else { return };
        let [origin, least, direction, greatest] = self.ray_parts(ray);
        let operands = [query, scene, flags, mask, origin, least, direction, greatest];
        self.spv.effect(Op::RayQueryInitializeKHR, &operands);
    }

    /// Says at the entry points that reach this function that rays may meet opacity micromaps, which is undefined
    /// otherwise.
    pub(crate) fn allow_micromaps(&mut self) {
        let span = self.spv.function.span();
        if !self.spv.availability.declare_if_there(Capability::RayTracingOpacityMicromapExecutionModeKHR, span) {
            self.sink.report(span, NoMicromapMode {});
            return;
        }
        let yes = self.spv.constant_bool(true);
        if let Some(function) = self.current.id {
            self.usage.name_mode(function, ExecutionMode::OpacityMicromapIdKHR as Word, ModeOperands::Ids(vec![yes]));
        }
    }

    /// Requires what the flags of a ray need that not all devices with ray tracing have.
    pub(crate) fn require_for_flags(&mut self, said: Option<ExprId>, fixed: u32) {
        let said = said.and_then(|flags| self.known_integer(flags)).unwrap_or(0);
        if (said | u64::from(fixed)) & FORCE_OPACITY_MICROMAP_2_STATE != 0 {
            let span = self.spv.function.span();
            // Without the mode of the other extension, only this one says what micromaps do.
            self.spv.availability.prefer_extension("SPV_EXT_opacity_micromap", "SPV_KHR_opacity_micromap");
            self.spv.availability.require(Capability::RayTracingOpacityMicromapEXT, span);
        }
    }

    fn ray_query_value(&mut self, query: Word, op: Op, committed: Option<bool>, transpose: bool, ty: TypeId) -> Word {
        let num = self.num_of_type(ty);
        let mut operands = vec![query];
        operands.extend(committed.map(|committed| self.spv.constant_uint(u32::from(committed))));
        if transpose {
            let stored = Num { rows: num.columns, columns: num.rows, ..num };
            let value = self.spv.op_num(op, stored, &operands);
            return self.spv.op_num(Op::Transpose, num, &[value]);
        }
        self.spv.op_num(op, num, &operands)
    }
}
