//! Methods of resources and other builtin objects.

use crate::check::call::Arguments;
use crate::check::state::Checker;
use crate::convert::numeric;
use crate::diagnostics::{
    ComparedTexels, EarlyFeature, InvalidDeclaration, InvalidVariableType, NoMicromaps, NoStatus, RawTexels,
    Unsupported,
};
use crate::hir::expr::{ConstantValue, ExprId, ExprKind};
use crate::hir::ty::{ElemClass, Object, Scalar, Type, TypeId};
use crate::overload::{self, Call, Choice, OverloadError};
use crate::tables::methods::{BufferMethod, Method, MethodKind, MethodRet, NodeMethod, RayMethod, Role, TextureMethod};
use base::intern::Interner;
use base::short::Short;
use base::source::Span;
use frontend::ast::PathId;

const LITERAL_INT: Type = Type::Scalar(Scalar::LiteralInt);

/// What the names of the methods of feedback textures begin with.
const FEEDBACK: &str = "WriteSamplerFeedback";

impl Checker<'_> {
    /// A negative literal is an `int` where a literal may be an `int` or a `uint`.
    fn type_of_literal(&self, arg: ExprId, ty: TypeId) -> TypeId {
        match self.constant_of(arg).map(|constant| &self.module.constants[constant].value) {
            Some(&ConstantValue::Int(bits)) if (bits as i64) < 0 && self.module.types[ty] == LITERAL_INT => {
                self.common.int
            }
            _ => ty,
        }
    }

    /// `texture.Sample(…)` and similar ones.
    pub(crate) fn object_method(&mut self, object: ExprId, path: PathId, args: &Arguments, span: Span) -> ExprId {
        let Some(choice) = self.choose_method(object, path, args) else { return self.error(span) };
        let name_span = self.ast.path_name(path).span;
        if !self.lies_in_memory(moved_by(&choice), name_span) {
            return self.error(span);
        }
        if let MethodKind::Texture(method) = choice.row.kind {
            self.check_compared(object, method, choice.row.name, name_span);
            self.check_raw(object, method, name_span);
        }
        let name_of = |index: usize| choice.row.params.get(index).map_or("", |role| role.name());
        let Some(mut list) = self.builtin_arguments(args, &choice.params, name_of) else { return self.error(span) };
        self.make_inputs_concrete(&mut list);
        if choice.row.kind == MethodKind::Nodes(NodeMethod::FinishedCrossGroupSharing) && !self.tracks_sharing(object) {
            let what = "record struct requires the attribute 'NodeTrackRWInputSharing'".to_owned();
            self.report(name_span, InvalidDeclaration { what });
        }
        let has_status = choice.row.optional.iter().position(|&role| role == Role::Status);
        let has_status = has_status.is_some_and(|at| choice.row.params.len() + at < list.len());
        if has_status && matches!(choice.row.kind, MethodKind::Buffer(_)) {
            self.report(name_span, NoStatus {});
        }
        if let (MethodKind::Rays(RayMethod::TraceRayInline), Type::Object(Object::RayQuery(_, query)), Some(flags)) =
            (choice.row.kind, self.type_of(object), list.get(1))
        {
            let span = self.span(flags.expr);
            let said = self.constant_of(flags.expr).and_then(|flags| self.integer(flags));
            self.check_micromaps(said.unwrap_or(0) as u32, query, span);
        }
        if let MethodKind::Hits(method) = choice.row.kind {
            self.check_hit_method(method, &list);
        }
        let object = self.as_place(object);
        self.note_counter(object, choice.row.kind);
        let order = match self.ast.path_name(path).args {
            Some(written) => self.argument_order(written),
            None => self.decls.packing.order,
        };
        let kind = ExprKind::Method { method: choice.row, object, order, args: list };
        if matches!(choice.row.kind, MethodKind::PointerGet | MethodKind::Nodes(NodeMethod::Get)) {
            return self.place(choice.ret, kind, span);
        }
        self.value(choice.ret, kind, span)
    }

    /// Reports a comparison with texels that are not floats. A gather has components for its results, whatever they are.
    fn check_compared(&mut self, object: ExprId, method: TextureMethod, name: &str, span: Span) {
        let Type::Object(Object::Texture(texture)) = self.type_of(object) else { return };
        let is_float = numeric(&self.module, texture.elem).is_some_and(|(elem, _)| elem.class() == ElemClass::Float);
        if method.compares() && !is_float {
            let (name, ty) = (name.to_owned(), self.type_name(texture.elem));
            self.report(span, ComparedTexels { name, ty });
        }
    }

    /// Reports texels that `GatherRaw` cannot return as they are stored.
    fn check_raw(&mut self, object: ExprId, method: TextureMethod, span: Span) {
        let Type::Object(Object::Texture(texture)) = self.type_of(object) else { return };
        let is_one =
            matches!(self.module.types[texture.elem], Type::Scalar(scalar) if scalar.class() == ElemClass::UInt);
        if method == TextureMethod::GatherRaw && !is_one {
            let ty = self.type_name(texture.elem);
            self.report(span, RawTexels { ty });
        }
    }

    /// Reports a ray that is told how to take opacity micromaps by a query that has none.
    pub(crate) fn check_micromaps(&mut self, ray_flags: u32, query_flags: u32, span: Span) {
        const FORCE_OMM_2_STATE: u32 = 0x400;
        const ALLOW_OPACITY_MICROMAPS: u32 = 1;
        if ray_flags & FORCE_OMM_2_STATE != 0 && query_flags & ALLOW_OPACITY_MICROMAPS == 0 {
            self.report(span, NoMicromaps {});
        }
    }

    /// The row of a method call, if the object has one and this compiler supports it.
    fn choose_method(&mut self, object: ExprId, path: PathId, args: &Arguments) -> Option<Choice<Method>> {
        let segment = *self.ast.path_name(path);
        let name = self.segment_ident(&segment)?;
        let type_args = self.type_arguments(segment.args)?;
        let of = self.ty(object);
        let types: Short<TypeId, 4> =
            args.exprs.iter().zip(&args.types).map(|(&arg, &ty)| self.type_of_literal(arg, ty)).collect();
        let names: &Interner = self.names;
        let text = names.resolve(name);
        let call = Call { names, version: self.options.version, type_args, args: &types };
        match overload::pick_method(&mut self.module, of, text, &call) {
            Ok(mut choice) => {
                let what = format!("'{text}'");
                let MethodKind::Unsupported(why) = choice.row.kind else {
                    if choice.row.ret == MethodRet::Positions {
                        choice.ret = self.triangle_positions();
                    }
                    return self.is_in_shader_model(choice.row, segment.span).then_some(choice);
                };
                if let Some(report) = self.report_if_reached(segment.span, Unsupported { what }) {
                    report.note(why);
                }
            }
            Err(OverloadError::Unknown)
                if matches!(self.module.types[of], Type::Object(Object::Feedback { .. }))
                    && text.starts_with(FEEDBACK) =>
            {
                let what = format!("'{text}'");
                if let Some(report) = self.report_if_reached(segment.span, Unsupported { what }) {
                    report.note("SPIR-V has no feedback textures");
                }
            }
            Err(OverloadError::Unknown) => {
                let name = self.text(name);
                self.no_object_member(name, object, segment.span);
            }
            Err(why) => {
                let text = self.text(name);
                self.overload_error(&text, why, args, segment.span);
            }
        }
        None
    }

    /// Returns whether the shader model has a method; reports it otherwise.
    fn is_in_shader_model(&mut self, row: &'static Method, span: Span) -> bool {
        let ((major, minor), profile) = (row.since, self.options.unit.profile);
        let is_there = (profile.major, profile.minor) >= row.since;
        if !is_there {
            let (what, model) = (format!("'{}'", row.name), format!("{major}.{minor}"));
            self.report(span, EarlyFeature { what, model });
        }
        is_there
    }

    /// Returns whether untyped memory can hold the loaded or stored type; resources are not data.
    pub(crate) fn lies_in_memory(&mut self, moved: Option<TypeId>, span: Span) -> bool {
        let Some(ty) = moved.filter(|&ty| !self.is_data(ty)) else { return true };
        let ty = self.type_name(ty);
        self.report(span, InvalidVariableType { what: "a value in memory".to_owned(), ty });
        false
    }

    /// Returns whether a record type of an object has `[NodeTrackRWInputSharing]`.
    fn tracks_sharing(&self, object: ExprId) -> bool {
        let Type::Object(Object::Node(node)) = self.type_of(object) else { return false };
        matches!(self.module.types[node.record], Type::Struct(id) if self.module.structs[id].tracks_sharing)
    }

    /// Records the use of a buffer's counter.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions do not name the buffer")]
    fn note_counter(&mut self, object: ExprId, kind: MethodKind) {
        let counts = matches!(
            kind,
            MethodKind::Buffer(
                BufferMethod::IncrementCounter
                    | BufferMethod::DecrementCounter
                    | BufferMethod::Append
                    | BufferMethod::Consume
            )
        );
        if !counts {
            return;
        }
        let mut at = object;
        loop {
            match self.frame.body.exprs[at].kind {
                ExprKind::Global(global) => return self.resources.counters.used.push(global),
                ExprKind::Index { base, .. } | ExprKind::Member { base, .. } => at = base,
                _ => {
                    self.resources.counters.used_through_alias = true;
                    return;
                }
            }
        }
    }
}

/// The type that a method loads from or stores to untyped memory.
fn moved_by(choice: &Choice<Method>) -> Option<TypeId> {
    match choice.row.kind {
        MethodKind::Buffer(BufferMethod::ByteLoad) => Some(choice.ret),
        MethodKind::Buffer(BufferMethod::ByteStore) => choice.params.last().map(|&(_, ty)| ty),
        MethodKind::Texture(_)
        | MethodKind::Buffer(_)
        | MethodKind::Stream(_)
        | MethodKind::PointerGet
        | MethodKind::Nodes(_)
        | MethodKind::Rays(_)
        | MethodKind::Hits(_)
        | MethodKind::Unsupported(_) => None,
    }
}
