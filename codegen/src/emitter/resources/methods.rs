//! Methods of resources and other builtin objects: which function each of them is.

use crate::emitter::Emitter;
use crate::emitter::places::place::Value;
use sema::hir::expr::{Arg, ExprId};
use sema::hir::ty::{Texture, TextureDim, Type, TypeId};
use sema::tables::methods::{Method, MethodKind, Role};

/// The arguments of a method, found by what they are for.
pub(crate) struct MethodArgs<'a> {
    roles: Vec<Role>,
    args: &'a [Arg],
    /// True if what is loaded is said by a type argument.
    templated: bool,
}

impl<'a> MethodArgs<'a> {
    /// The arguments of a call.
    pub(crate) fn new(method: &'static Method, args: &'a [Arg], is_combined: bool) -> Self {
        let is_sampler = |role: &Role| matches!(role, Role::Sampler | Role::AnySampler | Role::ComparisonSampler);
        let roles = method.params.iter().chain(method.optional).copied();
        let roles = roles.filter(|role| !(is_combined && is_sampler(role))).collect();
        let templated = matches!(method.ret, sema::tables::methods::MethodRet::TypeArgument);
        MethodArgs { roles, args, templated }
    }

    /// The argument with this role, if the call has one.
    pub(crate) fn arg_of(&self, role: Role) -> Option<&'a Arg> {
        let position = self.roles.iter().position(|&candidate| candidate == role)?;
        self.args.get(position)
    }

    /// The expression of the argument with this role.
    pub(crate) fn value_of(&self, role: Role) -> Option<ExprId> {
        self.arg_of(role).map(|arg| arg.expr)
    }

    /// The first argument.
    pub(crate) fn first(&self) -> Option<&'a Arg> {
        self.args.first()
    }

    /// Returns whether this is `Load<T>` of more than single words.
    pub(crate) fn is_templated_load(&self) -> bool {
        self.templated && self.args.len() > 1
    }
}

impl Emitter<'_> {
    /// A call of a method.
    pub(crate) fn method(&mut self, id: ExprId, method: &'static Method, object: ExprId, args: &[Arg]) -> Value {
        let ty = self.expr_of(id).ty;
        if let Some(texture) = self.texture_of(object) {
            let args = MethodArgs::new(method, args, texture.combined);
            return self.texture_method(method.kind, object, &args, texture, ty);
        }
        let args = MethodArgs::new(method, args, false);
        match method.kind {
            MethodKind::Append => {
                if let Some(arg) = args.first() {
                    self.append(object, arg);
                }
                Value::plain(0)
            }
            MethodKind::Consume => self.consume(object),
            MethodKind::IncrementCounter => Value::plain(self.count_method(object, true)),
            MethodKind::DecrementCounter => Value::plain(self.count_method(object, false)),
            MethodKind::StructuredGetDimensions => {
                self.structured_dimensions(object, &args);
                Value::plain(0)
            }
            MethodKind::StructuredLoad | MethodKind::PointerGet | MethodKind::RecordGet | MethodKind::NewRecords(_) => {
                let place = self.place(id);
                self.read(&place)
            }
            MethodKind::ByteGetDimensions => {
                self.byte_dimensions(object, &args);
                Value::plain(0)
            }
            MethodKind::ByteLoad => Value::plain(self.byte_load(object, &args, ty)),
            MethodKind::ByteStore => {
                self.byte_store(object, &args);
                Value::plain(0)
            }
            MethodKind::Interlocked { sint, uint } => Value::plain(self.byte_atomic(object, &args, sint, uint, ty)),
            MethodKind::StreamAppend => {
                if let Some(arg) = args.first() {
                    self.stream_append(object, arg.expr);
                }
                Value::plain(0)
            }
            MethodKind::RestartStrip => {
                self.restart_strip(object);
                Value::plain(0)
            }
            MethodKind::CountRecords(_)
            | MethodKind::OutputComplete
            | MethodKind::NodeIsValid
            | MethodKind::RecordCount
            | MethodKind::FinishedCrossGroupSharing => Value::plain(self.node_method(method.kind, object, &args, ty)),
            MethodKind::TraceRayInline
            | MethodKind::Proceed
            | MethodKind::Abort
            | MethodKind::CommitNonOpaqueTriangleHit
            | MethodKind::CommitProceduralPrimitiveHit
            | MethodKind::CandidateProceduralPrimitiveNonOpaque
            | MethodKind::RayQueryGet { .. } => Value::plain(self.ray_query(method.kind, object, &args, ty)),
            MethodKind::CalculateLevelOfDetail
            | MethodKind::CalculateLevelOfDetailUnclamped
            | MethodKind::Gather
            | MethodKind::GatherAlpha
            | MethodKind::GatherBlue
            | MethodKind::GatherCmp
            | MethodKind::GatherGreen
            | MethodKind::GatherRed
            | MethodKind::GetDimensions
            | MethodKind::GetSamplePosition
            | MethodKind::Load
            | MethodKind::Sample
            | MethodKind::SampleBias
            | MethodKind::SampleCmp
            | MethodKind::SampleCmpBias
            | MethodKind::SampleCmpGrad
            | MethodKind::SampleCmpLevel
            | MethodKind::SampleCmpLevelZero
            | MethodKind::SampleGrad
            | MethodKind::SampleLevel
            | MethodKind::SubpassLoad
            | MethodKind::Unsupported(_) => Value::plain(self.unsupported(method.name, ty)),
        }
    }

    fn texture_method(
        &mut self,
        kind: MethodKind,
        object: ExprId,
        args: &MethodArgs<'_>,
        texture: Texture,
        ty: TypeId,
    ) -> Value {
        Value::plain(match kind {
            MethodKind::CalculateLevelOfDetail => self.level_of_detail(object, args, false),
            MethodKind::CalculateLevelOfDetailUnclamped => self.level_of_detail(object, args, true),
            MethodKind::Gather | MethodKind::GatherRed | MethodKind::GatherCmp => {
                self.gather_texels(object, args, texture, ty, 0)
            }
            MethodKind::GatherGreen => self.gather_texels(object, args, texture, ty, 1),
            MethodKind::GatherBlue => self.gather_texels(object, args, texture, ty, 2),
            MethodKind::GatherAlpha => self.gather_texels(object, args, texture, ty, 3),
            MethodKind::GetDimensions => {
                self.texture_dimensions(object, args, texture);
                0
            }
            MethodKind::GetSamplePosition => match args.first() {
                Some(sample) => self.sample_position(object, sample, texture),
                None => self.undef(ty),
            },
            MethodKind::Load => self.texture_load(object, args, texture),
            MethodKind::SubpassLoad => self.subpass_load(object, args, texture),
            MethodKind::SampleCmpLevelZero => self.sample(object, args, texture, ty, true),
            MethodKind::Sample
            | MethodKind::SampleBias
            | MethodKind::SampleCmp
            | MethodKind::SampleCmpBias
            | MethodKind::SampleCmpGrad
            | MethodKind::SampleCmpLevel
            | MethodKind::SampleGrad
            | MethodKind::SampleLevel => self.sample(object, args, texture, ty, false),
            _ => {
                debug_assert!(texture.dim != TextureDim::Buffer || !matches!(self.module.types[ty], Type::Error));
                self.unsupported("this method of a texture", ty)
            }
        })
    }
}
