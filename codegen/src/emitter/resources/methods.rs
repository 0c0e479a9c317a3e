//! Methods of resources and other builtin objects: which function each of them is.

use crate::emitter::Emitter;
use crate::emitter::places::place::Value;
use sema::hir::expr::{Arg, ExprId, ExprKind};
use sema::hir::ty::{ElemClass, MatrixOrder, Texture, TypeId};
use sema::tables::methods::{BufferMethod, Method, MethodKind, NodeMethod, Role, StreamMethod, TextureMethod};
use spirv::Word;

/// The arguments of a method, found by what they are for.
pub(crate) struct MethodArgs<'a> {
    roles: Vec<Role>,
    args: &'a [Arg],
}

impl<'a> MethodArgs<'a> {
    /// The arguments of a call.
    pub(crate) fn new(method: &'static Method, args: &'a [Arg], is_combined: bool) -> Self {
        let is_sampler = |role: &Role| matches!(role, Role::Sampler | Role::AnySampler | Role::ComparisonSampler);
        let roles = method.params.iter().chain(method.optional).copied();
        let roles = roles.filter(|role| !(is_combined && is_sampler(role))).collect();
        MethodArgs { roles, args }
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
}

impl Emitter<'_> {
    /// A call of a method.
    pub(crate) fn method(&mut self, id: ExprId, method: &'static Method, object: ExprId, args: &[Arg]) -> Value {
        let ty = self.expr_of(id).ty;
        if let (MethodKind::Texture(kind), Some(texture)) = (method.kind, self.texture_of(object)) {
            let args = MethodArgs::new(method, args, texture.combined);
            return Value::plain(self.texture_method(kind, object, &args, texture, ty));
        }
        let args = MethodArgs::new(method, args, false);
        match method.kind {
            MethodKind::Buffer(kind) => self.buffer_method(kind, id, object, &args),
            MethodKind::Stream(kind) => {
                match (kind, args.first()) {
                    (StreamMethod::Append, Some(arg)) => self.stream_append(object, arg.expr),
                    (StreamMethod::Append, None) => {}
                    (StreamMethod::RestartStrip, _) => self.restart_strip(object),
                }
                Value::plain(0)
            }
            MethodKind::PointerGet | MethodKind::Nodes(NodeMethod::Get | NodeMethod::NewRecords(_)) => {
                let place = self.place(id);
                self.read(&place)
            }
            MethodKind::Nodes(kind) => Value::plain(self.node_method(kind, object, &args, ty)),
            MethodKind::Hits(kind) => Value::plain(self.hit_method(kind, object, &args, ty)),
            MethodKind::Rays(kind) => Value::plain(self.ray_query(kind, object, &args, ty)),
            MethodKind::Texture(_) | MethodKind::Unsupported(_) => Value::plain(self.unsupported(method.name, ty)),
        }
    }

    /// The order of the matrices that a method loads or stores.
    fn order_moved(&self, call: ExprId) -> MatrixOrder {
        let ExprKind::Method { order, .. } = self.expr_of(call).kind else { return MatrixOrder::default() };
        order
    }

    fn buffer_method(&mut self, kind: BufferMethod, id: ExprId, object: ExprId, args: &MethodArgs<'_>) -> Value {
        let ty = self.expr_of(id).ty;
        match kind {
            BufferMethod::Consume => return self.consume(object),
            BufferMethod::StructuredLoad => {
                let place = self.place(id);
                return self.read(&place);
            }
            BufferMethod::IncrementCounter => return Value::plain(self.count_method(object, true)),
            BufferMethod::DecrementCounter => return Value::plain(self.count_method(object, false)),
            BufferMethod::ByteLoad => return Value::plain(self.byte_load(object, args, ty, self.order_moved(id))),
            BufferMethod::Interlocked { sint, uint, cell } => {
                let is_signed = args
                    .arg_of(Role::AtomicValue(cell))
                    .is_some_and(|arg| self.num_of_type(arg.ty).class() == ElemClass::SInt);
                let op = if is_signed { sint } else { uint };
                return Value::plain(self.byte_atomic(object, args, op, cell, ty));
            }
            BufferMethod::Append => {
                if let Some(arg) = args.first() {
                    self.append(object, arg);
                }
            }
            BufferMethod::StructuredGetDimensions => self.structured_dimensions(object, args),
            BufferMethod::ByteGetDimensions => self.byte_dimensions(object, args),
            BufferMethod::ByteStore => self.byte_store(object, args, self.order_moved(id)),
        }
        Value::plain(0)
    }

    fn texture_method(
        &mut self,
        kind: TextureMethod,
        object: ExprId,
        args: &MethodArgs<'_>,
        texture: Texture,
        ty: TypeId,
    ) -> Word {
        match kind {
            TextureMethod::CalculateLevelOfDetail => self.level_of_detail(object, args, false),
            TextureMethod::CalculateLevelOfDetailUnclamped => self.level_of_detail(object, args, true),
            TextureMethod::Gather | TextureMethod::GatherRaw | TextureMethod::GatherRed | TextureMethod::GatherCmp => {
                self.gather_texels(object, args, texture, ty, 0)
            }
            TextureMethod::GatherGreen => self.gather_texels(object, args, texture, ty, 1),
            TextureMethod::GatherBlue => self.gather_texels(object, args, texture, ty, 2),
            TextureMethod::GatherAlpha => self.gather_texels(object, args, texture, ty, 3),
            TextureMethod::GetDimensions => {
                self.texture_dimensions(object, args, texture);
                0
            }
            TextureMethod::GetSamplePosition => match args.first() {
                Some(sample) => self.sample_position(object, sample, texture),
                None => self.undef(ty),
            },
            TextureMethod::Load => self.texture_load(object, args, texture),
            TextureMethod::SubpassLoad => self.subpass_load(object, args, texture),
            TextureMethod::SampleCmpLevelZero => self.sample(object, args, texture, ty, true),
            TextureMethod::Sample
            | TextureMethod::SampleBias
            | TextureMethod::SampleCmp
            | TextureMethod::SampleCmpBias
            | TextureMethod::SampleCmpGrad
            | TextureMethod::SampleCmpLevel
            | TextureMethod::SampleGrad
            | TextureMethod::SampleLevel => self.sample(object, args, texture, ty, false),
        }
    }
}
