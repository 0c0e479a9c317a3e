//! Calls: of functions, methods, intrinsics and types.

mod casts;
mod choice;
mod const_arguments;
pub(super) mod conversion;
mod evaluate;
mod hit;
mod objects;
mod operators;
mod overload_set;
mod pointer;
mod query;
mod resource;
mod testing;

use crate::check::lookup::Named;
use crate::check::state::Checker;
use crate::check::state::frame::Frame;
use crate::check::state::functions::ParamInfo;
use crate::check::state::ids::FnId;
use crate::check::state::scopes::{Entity, Found, OverloadsId, Want};
use crate::check::state::templates::TemplateArg;
use crate::convert;
use crate::diagnostics::{
    CommaInInit, InvalidCast, MissingObject, NoMatchingFunction, OutArgument, UnknownName, WrongArgumentCount,
};
use crate::hir::expr::{Arg, ConstantValue, Conversion, ExprId, ExprKind, ParamMode, Steps};
use crate::hir::ty::{ElemClass, StructId, Transient, Type, TypeId};
use crate::overload::{Choice, Misfit, OverloadError, TypeArguments};
use crate::tables::intrinsics::{Expand, Inputs, Intrinsic, Lowering, Math, Memory, Need, Ret};
use base::intern::Symbol;
use base::short::Short;
use base::source::Span;
use frontend::ast::{self, ExprKind as Ast, List, PathId};
use std::sync::Arc;

/// The limit of candidates that a message lists.
const MOST_CANDIDATES: usize = 8;

/// The name of a parameter, for messages.
#[derive(Clone, Copy)]
pub(super) enum ParamName {
    /// Of a function of the source.
    Symbol(Symbol),
    /// Of an intrinsic or a method.
    Text(&'static str),
}

/// Arguments of a call after checking.
#[derive(Clone)]
pub(super) struct Arguments {
    pub(super) exprs: Short<ExprId, 4>,
    pub(super) types: Short<TypeId, 4>,
    /// Those that are comma expressions.
    pub(super) commas: Vec<Span>,
}

impl Checker<'_> {
    /// `f(a, b)`, `T(a, b)`, `sizeof(T)`
    pub(super) fn call(&mut self, callee: ast::ExprId, args: List<ast::Expr>, span: Span) -> ExprId {
        let Ast::Path(path) = self.ast.exprs[callee].kind else {
            let callee = self.nested(callee);
            return self.call_object(callee, args, span);
        };
        let Some(named) = self.find(path) else {
            return match self.assertion_named(path) {
                Some(assertion) => self.assertion(assertion, path, args, span),
                None => self.call_by_arguments(path, args, span),
            };
        };
        match named {
            Named::Error => {
                self.arguments(args);
                self.error(span)
            }
            Named::Type(ty) => self.construct(ty, args, span),
            Named::Builtin(name) if name == self.words.sizeof => self.size_of(args, span),
            Named::Builtin(name) if name == self.words.is_same => self.is_same(args, span),
            Named::Builtin(name) => match self.named_cast(name) {
                Some(cast) => self.cast_call(cast, path, args, span),
                None => self.intrinsic_call(name, path, args, span),
            },
            Named::Entity(found) => self.call_entity(found, path, args, span),
        }
    }

    /// A call of a function that only argument-dependent lookup finds.
    fn call_by_arguments(&mut self, path: PathId, args: List<ast::Expr>, span: Span) -> ExprId {
        let args = self.arguments(args);
        let types = args.as_ref().map_or(&[][..], |args| args.types.as_slice());
        let found = types.iter().find_map(|&ty| self.function_beside(ty, path));
        match (found, &args) {
            (Some((found, overloads)), Some(args)) => self.function_call(found, overloads, path, args, span),
            _ => {
                // Reports the missing name.
                self.resolve(path);
                self.error(span)
            }
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other entities are treated alike")]
    fn call_entity(&mut self, found: Found, path: PathId, args: List<ast::Expr>, span: Span) -> ExprId {
        match found.entity {
            Entity::Functions(overloads) => {
                let Some(args) = self.arguments(args) else { return self.error(span) };
                self.function_call(found, overloads, path, &args, span)
            }
            Entity::Error => {
                self.arguments(args);
                self.error(span)
            }
            _ => {
                if let Some(value) = self.limit_call(found, args, span) {
                    return value;
                }
                let object = self.entity(found, self.ast.paths[path].span);
                self.call_object(object, args, span)
            }
        }
    }

    /// Checks arguments; `None` if one has an error.
    pub(super) fn arguments(&mut self, args: List<ast::Expr>) -> Option<Arguments> {
        let (mut exprs, mut types) = (Short::new(), Short::new());
        let (mut good, mut commas) = (true, Vec::new());
        let ast = self.ast;
        for id in ast.ids(args) {
            let expr = self.nested(id);
            if let Ast::Comma(..) = ast.exprs[id].kind {
                commas.push(ast.exprs[id].span);
            }
            let ty = self.ty(expr);
            good &= ty != self.common.error;
            if let Type::Transient(Transient::Heap(_)) = self.module.types[ty] {
                self.report(self.span(expr), crate::diagnostics::HeapParameter {});
                good = false;
            }
            exprs.push(expr);
            types.push(ty);
        }
        good.then_some(Arguments { exprs, types, commas })
    }

    fn function_call(
        &mut self,
        found: Found,
        overloads: OverloadsId,
        path: PathId,
        args: &Arguments,
        span: Span,
    ) -> ExprId {
        let segment = *self.ast.path_name(path);
        let name = self.segment_ident(&segment).unwrap_or(Symbol::EMPTY);
        if let Some((intrinsic, type_args)) = self.means_intrinsic(found, path, name, args) {
            self.warn_of_hidden_function(overloads, args, segment.span);
            return self.intrinsic_of(intrinsic, type_args, args, segment.span, span);
        }
        let declared = &self.as_declared(args);
        let sets = self.function_sets(found, overloads, path, declared);
        let candidates = self.visible_candidates(&sets, segment.args, declared, span);
        if candidates.is_empty()
            && let Some(later) = self.declared_later(overloads)
        {
            let name = self.text(name);
            self.report(segment.span, UnknownName { name }).note_at(later, "declared here, after its use");
            return self.error(span);
        }
        let this = self.frame.this.map(|(local, _)| self.frame.read_only.contains(&local));
        let Some(candidates) = self.for_object(candidates, this.unwrap_or(false), segment.span) else {
            return self.error(span);
        };
        let Some(function) = self.choose(&candidates, name, declared, segment.span) else { return self.error(span) };
        let object = match self.implicit_object(function, segment.span) {
            Ok(object) => object,
            Err(()) => return self.error(span),
        };
        self.finish_call(function, object, args, segment.span, span)
    }

    /// The later declaration of a function that a call cannot see, if nothing else has its name.
    fn declared_later(&self, overloads: OverloadsId) -> Option<Span> {
        let known = &self.decls.scopes.overloads[overloads];
        let first = known.functions.first().filter(|_| known.templates.is_empty())?;
        Some(self.decls.functions[*first].span)
    }

    /// The implicit object of a method that is called by its name alone.
    fn implicit_object(&mut self, function: FnId, span: Span) -> Result<Option<ExprId>, ()> {
        let info = &self.decls.functions[function];
        let Some(owner) = info.owner.filter(|_| !info.is_static) else { return Ok(None) };
        let Some((local, id)) = self.frame.this else {
            let (name, declared) = (self.text(info.name), info.span);
            self.report(span, MissingObject { name }).declared_at(declared);
            return Err(());
        };
        let ty = self.intern(Type::Struct(id));
        let object = self.place(ty, ExprKind::Local(local), span);
        Ok(Some(self.upcast(object, owner)))
    }

    /// An object as the base class whose method is called.
    pub(super) fn upcast(&mut self, mut object: ExprId, owner: StructId) -> ExprId {
        let span = self.span(object);
        while let Type::Struct(id) = self.type_of(object)
            && id != owner
            && let Some(base) = self.decls.structs[id].base
        {
            let ty = self.intern(Type::Struct(base));
            let kind = ExprKind::Convert { conversion: Conversion::ToBase, operand: object };
            object = self.like(object, ty, kind, span);
        }
        object
    }

    /// Makes the call of a chosen function.
    pub(super) fn finish_call(
        &mut self,
        function: FnId,
        object: Option<ExprId>,
        args: &Arguments,
        name_span: Span,
        span: Span,
    ) -> ExprId {
        self.note_call(name_span, function, &args.exprs);
        self.settle_result(function, name_span);
        for comma in args.commas.clone() {
            self.report(comma, CommaInInit {});
        }
        let params = Arc::clone(&self.decls.functions[function].params);
        let mut list = Vec::with_capacity(params.len());
        let is_function = self.decls.functions[function].attributes.instruction.is_none();
        for (index, param) in params.iter().enumerate() {
            let arg = match args.exprs.get(index) {
                Some(&expr) if is_function && self.is_value_for_reference(param, expr) => None,
                Some(&expr) if param.attributes.per_vertex => self.per_vertex_argument(expr, param),
                Some(&expr) => {
                    let is_method = object.is_some();
                    let expr = if is_method { self.method_argument(expr, param.mode, param.name) } else { expr };
                    self.argument(expr, ParamName::Symbol(param.name), param.mode, param.ty)
                }
                None => self.default_argument(function, param).and_then(|arg| {
                    if param.attributes.per_vertex { self.per_vertex_argument(arg.expr, param) } else { Some(arg) }
                }),
            };
            match arg {
                Some(arg) => list.push(arg),
                None => return self.error(span),
            }
        }
        let ret = self.decls.functions[function].ret;
        if ret == self.common.error {
            return self.error(span);
        }
        if let Some(instruction) = &self.decls.functions[function].attributes.instruction {
            let literal = instruction.literal.clone();
            if !self.check_operands(&literal, &list) {
                return self.error(span);
            }
        }
        if let Some((number, opcode)) = self.decls.functions[function].attributes.type_def {
            return self.define_type(function, number, opcode, &list, span);
        }
        if let Some(value) = self.evaluated_call(function, &list).filter(|_| object.is_none()) {
            return self.constant(value, span);
        }
        if let Some(caller) = self.frame.function {
            self.reached.calls.push((caller, function, name_span));
        }
        let id = self.reach(function);
        if self.is_query(ret) {
            return self.query_call(id, object, list, ret, span);
        }
        let call = self.value(ret, ExprKind::Call { function: id, object, args: list }, span);
        self.note_kept(call, ret, function);
        call
    }

    /// An argument for a parameter, with the conversions both ways.
    pub(super) fn argument(&mut self, expr: ExprId, name: ParamName, mode: ParamMode, ty: TypeId) -> Option<Arg> {
        if mode == ParamMode::In && self.characters(expr) == Some(ty) {
            return self.text_array(expr).map(|text| Arg::unconverted(mode, text, ty));
        }
        if mode == ParamMode::In {
            let expr = match self.pushed_buffer(expr) {
                Some(buffer) if buffer == ty => self.as_block(expr, ty),
                Some(_) | None => self.convert(expr, ty),
            };
            return (!self.is_error(expr)).then_some(Arg::unconverted(mode, expr, ty));
        }
        let span = self.span(expr);
        let whole_resource =
            matches!(self.frame.body.exprs[expr].kind, ExprKind::Global(_)) && self.is_resource(self.ty(expr));
        if mode != ParamMode::Reference && !whole_resource && self.refuse_read_only(expr, name) {
            return None;
        }
        let from = self.ty(expr);
        let version = self.options.version;
        let copy_in = convert::implicit(&mut self.module, version, from, ty);
        let copy_out = convert::implicit(&mut self.module, version, ty, from);
        let (copy_in, copy_out) = match (mode, copy_in, copy_out) {
            (ParamMode::Out, Err(_), Ok(out)) => (Steps::new(), out.steps),
            (_, Ok(into), Ok(out)) => (into.steps, out.steps),
            _ => {
                let (from, to) = (self.type_name(from), self.type_name(ty));
                self.report(span, crate::diagnostics::NoImplicitConversion { from, to });
                return None;
            }
        };
        Some(Arg { mode, expr, ty, copy_in, copy_out, apart: false })
    }

    fn as_block(&mut self, expr: ExprId, buffer: TypeId) -> ExprId {
        let (operand, span) = (self.load(expr), self.span(expr));
        self.value(buffer, ExprKind::Convert { conversion: Conversion::AsBlock, operand }, span)
    }

    /// A default argument is evaluated where the function is declared. The one of an `out` parameter has to be
    /// assignable as any other argument.
    fn default_argument(&mut self, function: FnId, param: &ParamInfo) -> Option<Arg> {
        let default = param.default?;
        let inner = Frame::new(self.decls.functions[function].scope, self.common.void);
        let mut outer = std::mem::replace(&mut self.frame, inner);
        self.frame.take_body(&mut outer);
        self.frame.depth = outer.depth + 1;
        let expr = if self.frame.depth > crate::check::state::MAX_DEPTH {
            self.error(self.ast.exprs[default].span)
        } else if param.mode == ParamMode::In {
            self.initializer(default, param.ty)
        } else {
            self.expr(default)
        };
        outer.take_body(&mut self.frame);
        self.frame = outer;
        if self.is_error(expr) || self.is_value_for_reference(param, expr) || self.is_default_elsewhere(param, expr) {
            return None;
        }
        if param.mode == ParamMode::In {
            return Some(Arg::unconverted(param.mode, expr, param.ty));
        }
        self.argument(expr, ParamName::Symbol(param.name), param.mode, param.ty)
    }

    /// `object.method(args)`
    pub(super) fn method_call(&mut self, object: ExprId, path: PathId, args: List<ast::Expr>, span: Span) -> ExprId {
        let args = self.arguments(args);
        if self.is_error(object) {
            return self.error(span);
        }
        let Some(args) = args else { return self.error(span) };
        match self.operator_struct(object) {
            Some(id) => self.struct_method(object, id, path, &args, span),
            None => self.object_method(object, path, &args, span),
        }
    }

    fn struct_method(&mut self, object: ExprId, id: StructId, path: PathId, args: &Arguments, span: Span) -> ExprId {
        let segment = *self.ast.path_name(path);
        let name = match segment.name {
            ast::SegmentName::Ident(name) => name,
            ast::SegmentName::Operator(op) => self.operator_name(op),
            ast::SegmentName::Decltype(_) => return self.error(span),
        };
        let Ok(scope) = self.member_scope(id, path) else { return self.error(span) };
        let found = self.decls.scopes.member(scope, name, Want::Any);
        let Some(Found { entity: Entity::Functions(overloads), .. }) = found else {
            let is_field =
                found.is_some_and(|found| matches!(found.entity, Entity::Field(_) | Entity::NestedField(..)));
            let member =
                if is_field { self.member(object, path, span) } else { self.no_field(object, id, name, segment.span) };
            return self.call_value(member, args, segment.span, span);
        };
        let declared = &self.as_declared(args);
        let candidates = self.candidates(overloads, segment.args, declared, u32::MAX, span);
        let Some(candidates) = self.for_object(candidates, self.is_const_object(object), segment.span) else {
            return self.error(span);
        };
        let Some(function) = self.choose(&candidates, name, declared, segment.span) else { return self.error(span) };
        let object = self.method_object(object, function);
        self.finish_call(function, object, args, segment.span, span)
    }

    fn method_object(&mut self, object: ExprId, function: FnId) -> Option<ExprId> {
        let info = &self.decls.functions[function];
        let owner = info.owner.filter(|_| !info.is_static)?;
        let object = if self.type_of(object).block_content().is_some() { self.load(object) } else { object };
        let object = self.as_place(object);
        Some(self.upcast(object, owner))
    }

    /// Returns whether the language has an intrinsic function of this name.
    pub(super) fn has_intrinsic(&mut self, name: Symbol) -> bool {
        !self.intrinsics_named(name).is_empty()
    }

    /// The overloads of the intrinsic function of this name; looked up once per name.
    pub(super) fn intrinsics_named(&mut self, name: Symbol) -> &'static [Intrinsic] {
        let names = &self.names;
        let find = || crate::tables::intrinsics::find(names.resolve(name));
        self.decls.builtin.functions.entry(name).or_insert_with(find)
    }

    fn intrinsic_call(&mut self, name: Symbol, path: PathId, args: List<ast::Expr>, span: Span) -> ExprId {
        let Some(args) = self.arguments(args) else { return self.error(span) };
        let segment = *self.ast.path_name(path);
        let Some(type_args) = self.type_arguments(segment.args) else { return self.error(span) };
        self.intrinsic_of(name, type_args, &args, segment.span, span)
    }

    /// Template arguments of an intrinsic or method.
    pub(super) fn type_arguments(&mut self, args: Option<List<ast::Expr>>) -> Option<TypeArguments> {
        let Some(args) = args else { return Some(TypeArguments::default()) };
        let args = self.template_args(args)?;
        let mut result = TypeArguments::default();
        for arg in args {
            match arg {
                TemplateArg::Type(ty) => result.ty = Some(ty),
                TemplateArg::Value(value) => {
                    result.align = self.integer(value).and_then(|value| u32::try_from(value).ok())
                }
                TemplateArg::Template(_) => {}
            }
        }
        Some(result)
    }

    /// Returns whether the structs that a call hands to another stage may cross the interface; reports those that may not.
    fn passes_registers(&mut self, row: &'static Intrinsic, args: &Arguments) -> bool {
        let crosses = |need| matches!(need, Need::Numbers | Need::RayPayload | Need::Payload);
        let handed = args.exprs.iter().zip(&args.types).enumerate().filter(|(at, _)| crosses(row.need(*at)));
        let handed: Vec<_> = handed.map(|(_, (&expr, &ty))| (ty, self.span(expr))).collect();
        handed.into_iter().all(|(ty, span)| self.fits_registers(ty, "values for other stages", span))
    }

    /// A call of the intrinsic function of this name.
    pub(super) fn intrinsic_of(
        &mut self,
        name: Symbol,
        type_args: TypeArguments,
        args: &Arguments,
        name_span: Span,
        span: Span,
    ) -> ExprId {
        let args = &self.as_operands(args);
        let Some(mut choice) = self.choose_intrinsic(name, type_args, args, name_span) else { return self.error(span) };
        if choice.row.ret == Ret::Positions {
            choice.ret = self.triangle_positions();
        }
        if choice.row.lowering == Lowering::Expand(Expand::Inputs(Inputs::GetAttributeAtVertex)) {
            return self.attribute_at_vertex(choice.row, args, span);
        }
        if let Some(why) = self.why_no_pointer_cast(choice.row.lowering, &choice.params, choice.ret) {
            let (from, to) = (self.type_name(args.types[0]), self.type_name(choice.ret));
            self.report(span, InvalidCast { from, to }).note(why);
            return self.error(span);
        }
        if !self.lies_in_memory(moved_by(&choice), name_span) || !self.passes_registers(choice.row, args) {
            return self.error(span);
        }
        let name_of = |index: usize| choice.row.params.get(index).map_or("", |param| param.name);
        let Some(mut list) = self.builtin_arguments(args, &choice.params, name_of) else { return self.error(span) };
        if choice.row.lowering == Lowering::Expand(Expand::Math(Math::Select)) {
            return self.selection(&list, choice.ret, args, span);
        }
        let ret = convert::concrete(&mut self.module, choice.ret);
        self.make_inputs_concrete(&mut list);
        if choice.row.lowering == Lowering::Expand(Expand::Math(Math::Clip)) && self.is_never_negative(list[0].expr) {
            let discard = ExprKind::Convert { conversion: Conversion::Discard, operand: list[0].expr };
            return self.value(ret, discard, span);
        }
        self.value(ret, ExprKind::Intrinsic { intrinsic: choice.row, args: list }, span)
    }

    /// Returns whether an expression is a constant without a negative component: `clip` keeps the pixel, in any stage.
    fn is_never_negative(&self, expr: ExprId) -> bool {
        let Some(constant) = self.constant_of(expr) else { return false };
        let mut constants = vec![constant];
        while let Some(constant) = constants.pop() {
            match &self.module.constants[constant].value {
                ConstantValue::Composite(parts) => constants.extend(parts.iter().copied()),
                ConstantValue::Float(bits) if f64::from_bits(*bits) < 0.0 => return false,
                ConstantValue::Int(_) | ConstantValue::Bool(_) | ConstantValue::Float(_) | ConstantValue::Zero => {}
            }
        }
        true
    }

    /// Reports an argument that a parameter writes and that is not assignable; returns whether it is one.
    fn refuse_read_only(&mut self, expr: ExprId, name: ParamName) -> bool {
        let Some(why) = self.why_not_assignable(expr) else { return false };
        let name = match name {
            ParamName::Symbol(name) => self.text(name),
            ParamName::Text(name) => name.to_owned(),
        };
        let declared = self.declaration_of(expr);
        self.report(self.span(expr), OutArgument { name, why }).declared_at(declared);
        true
    }

    /// The arguments of an intrinsic or a method for its parameters; `name_of` returns their names.
    fn builtin_arguments(
        &mut self,
        args: &Arguments,
        params: &[(ParamMode, TypeId)],
        name_of: impl Fn(usize) -> &'static str,
    ) -> Option<Vec<Arg>> {
        let mut list = Vec::with_capacity(params.len());
        for (index, &(mode, ty)) in params.iter().enumerate() {
            let (expr, name) = (args.exprs[index], ParamName::Text(name_of(index)));
            // The place of an atomic operation is written.
            if mode == ParamMode::Reference && self.refuse_read_only(expr, name) {
                return None;
            }
            list.push(self.argument(expr, name, mode, ty)?);
        }
        Some(list)
    }

    /// Gives literals among arguments concrete types.
    fn make_inputs_concrete(&mut self, list: &mut [Arg]) {
        for arg in list {
            if arg.mode == ParamMode::In {
                arg.expr = self.concrete(arg.expr);
                arg.ty = self.ty(arg.expr);
            }
        }
    }

    /// `select(condition, then, otherwise)`
    fn selection(&mut self, list: &[Arg], ret: TypeId, args: &Arguments, span: Span) -> ExprId {
        let [condition, then, otherwise] = list else { return self.error(span) };
        let (mut then, mut otherwise, mut ty) = (then.expr, otherwise.expr, ret);
        let condition = self.concrete(condition.expr);
        // A selection between literals gets its type from its context.
        let literal = self.ty(args.exprs[1]);
        let shape = |ty| convert::numeric(&self.module, ty).map(|(_, shape)| shape);
        let is_literal = convert::numeric(&self.module, literal).is_some_and(|(elem, _)| elem.is_literal());
        // With a vector as condition, the literals have become vectors.
        if is_literal && literal == self.ty(args.exprs[2]) && shape(literal) == shape(ret) {
            (then, otherwise, ty) = (args.exprs[1], args.exprs[2], literal);
        }
        self.value(ty, ExprKind::Select { condition, then, otherwise }, span)
    }

    pub(super) fn overload_error(&mut self, name: &str, why: OverloadError, args: &Arguments, span: Span) {
        let found = args.exprs.len();
        match why {
            OverloadError::Unknown => {
                self.report(span, NoMatchingFunction { name: name.to_owned() });
            }
            OverloadError::Count(mut counts, signatures) => {
                counts.sort_unstable();
                counts.dedup();
                // `atan` and `atan2`, for example.
                let sibling = format!("{name}{found}");
                let has_sibling = !crate::tables::intrinsics::find(&sibling).is_empty();
                let (name, expected, found) = (name.to_owned(), counts_in_words(&counts), found.to_string());
                let diagnostic = self.report(span, WrongArgumentCount { name, expected, found });
                for signature in signatures.into_iter().take(MOST_CANDIDATES) {
                    diagnostic.note(format!("candidate: {signature}"));
                }
                if has_sibling {
                    diagnostic.suggest(span, &sibling);
                }
            }
            OverloadError::Types(signatures, misfit) => {
                let types: Vec<String> = args.types.iter().map(|&ty| self.type_name(ty)).collect();
                let misfit = misfit.map(|Misfit { index, wanted, meaning }| {
                    let note = format!("this is '{}', and '{wanted}' is needed{meaning}", types[index]);
                    (self.span(args.exprs[index]), note)
                });
                let on_floats = args.types.first().is_some_and(|&ty| self.is_float(ty));
                let diagnostic = self.report(span, NoMatchingFunction { name: name.to_owned() });
                if let Some((at, note)) = misfit {
                    diagnostic.note_at(at, note);
                }
                for signature in signatures.into_iter().take(MOST_CANDIDATES) {
                    diagnostic.note(format!("candidate: {signature}"));
                }
                diagnostic.note(format!("argument types are {}", types.join(", ")));
                if name.starts_with("Interlocked") && on_floats {
                    diagnostic
                        .note_at(span, "atomic operations require int or uint; use 'asuint' to reinterpret a float");
                }
            }
        }
    }

    fn is_float(&self, ty: TypeId) -> bool {
        convert::numeric(&self.module, ty).is_some_and(|(elem, _)| elem.class() == ElemClass::Float)
    }

    fn check_availability(&mut self, row: &'static Intrinsic, span: Span) -> bool {
        if let Lowering::Unsupported(why) = row.lowering {
            let what = format!("'{}'", row.name);
            if let Some(report) = self.report_if_reached(span, crate::diagnostics::Unsupported { what }) {
                report.note(why);
            }
            return false;
        }
        let (major, minor) = row.since;
        let profile = self.options.unit.profile;
        if row.refuses((profile.major, profile.minor)) {
            let (what, model) = (format!("'{}'", row.name), format!("{major}.{minor}"));
            self.report(span, crate::diagnostics::EarlyFeature { what, model });
            return false;
        }
        true
    }

    /// `__is_same(A, B)`
    fn is_same(&mut self, args: List<ast::Expr>, span: Span) -> ExprId {
        let Some(args) = self.template_args(args) else { return self.error(span) };
        let [first, second] = args.as_slice() else { return self.error(span) };
        let same = first == second;
        self.bool_constant(same, span)
    }

    /// The language's own constants by name.
    pub(super) fn builtin_constant(&mut self, name: Symbol) -> Option<Entity> {
        if let Some(&known) = self.decls.builtin.constants.get(&name) {
            return known;
        }
        let value = crate::tables::constants::find(self.names.resolve(name));
        let known = value
            .map(|value| Entity::Constant(self.intern_constant(self.common.uint, ConstantValue::Int(value.into()))));
        let known = known.or_else(|| self.heap_named(name));
        self.decls.builtin.constants.insert(name, known);
        known
    }
}

/// The type that an intrinsic loads from or stores to untyped memory.
fn moved_by(choice: &Choice<Intrinsic>) -> Option<TypeId> {
    match choice.row.lowering {
        Lowering::Expand(Expand::Memory(Memory::RawBufferLoad)) => Some(choice.ret),
        Lowering::Expand(Expand::Memory(Memory::RawBufferStore)) => choice.params.get(1).map(|&(_, ty)| ty),
        Lowering::Op { .. }
        | Lowering::Whole(_)
        | Lowering::Derivative(_)
        | Lowering::Interpolate(_)
        | Lowering::Wave { .. }
        | Lowering::Atomic { .. }
        | Lowering::Barrier { .. }
        | Lowering::BuiltIn { .. }
        | Lowering::Expand(_)
        | Lowering::Unsupported(_) => None,
    }
}

/// Sorted argument counts: `2`, `1 or 3`, `2 to 5`.
fn counts_in_words(counts: &[usize]) -> String {
    match counts {
        [first, .., last] if last - first == counts.len() - 1 && counts.len() > 2 => format!("{first} to {last}"),
        _ => counts.iter().map(usize::to_string).collect::<Vec<_>>().join(" or "),
    }
}
