//! Template arguments: from the tree, and in the form of the builtin templates.

use crate::check::state::Checker;
use crate::check::state::ids::TemplateId;
use crate::check::state::scopes::{Entity, Want};
use crate::check::state::templates::{TemplateArg, TemplateKind};
use crate::diagnostics::{
    EarlyLongVector, InvalidDimension, LongVectorPlace, MissingTemplateArguments, WrongTemplateArgument,
    WrongTemplateArgumentCount,
};
use crate::hir::ty::{MAX_SHORT_VECTOR, MatrixOrder, Object, Scalar, Type, TypeId};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, ExprKind, List, PathId, TypeKind};

/// The most components of a vector.
const MAX_COMPONENTS: u16 = 1024;
/// The shader model that has them.
const LONG_VECTORS_SINCE: (u32, u32) = (6, 9);

impl Checker<'_> {
    /// Template arguments; `None` if one has an error.
    pub(crate) fn template_args(&mut self, args: List<ast::Expr>) -> Option<Vec<TemplateArg>> {
        let ast = self.ast;
        ast.ids(args).map(|id| self.template_arg(id)).collect()
    }

    pub(crate) fn template_arg(&mut self, id: ast::ExprId) -> Option<TemplateArg> {
        let node = self.ast.exprs[id];
        match node.kind {
            ExprKind::TypeArg(ty) => self.type_argument(ty),
            ExprKind::Error => None,
            ExprKind::Path(path) => match self.argument_named(path)? {
                Some(named) => Some(named),
                None => self.value_argument(id),
            },
            ExprKind::Literal(_)
            | ExprKind::Unary(..)
            | ExprKind::Prefix(..)
            | ExprKind::Postfix(..)
            | ExprKind::Binary { .. }
            | ExprKind::Assign { .. }
            | ExprKind::Ternary(..)
            | ExprKind::Comma(..)
            | ExprKind::Cast(..)
            | ExprKind::Call(..)
            | ExprKind::Construct(..)
            | ExprKind::Index(..)
            | ExprKind::Member(..)
            | ExprKind::InitList(_)
            | ExprKind::StateBlock => self.value_argument(id),
        }
    }

    fn value_argument(&mut self, id: ast::ExprId) -> Option<TemplateArg> {
        let value = self.constant_expr(id)?;
        if value.is_none() {
            let what = "template argument".to_owned();
            self.report(self.ast.exprs[id].span, crate::diagnostics::NotConstant { what });
        }
        value.map(TemplateArg::Value)
    }

    fn type_argument(&mut self, ty: ast::TypeId) -> Option<TemplateArg> {
        let node = self.ast.types[ty];
        if let TypeKind::Path(path) = node.kind
            && node.dims.is_empty()
            && self.ast.path_name(path).args.is_none()
            && let Some(Entity::Template(template)) = self.path_entity(path).ok()?
            && self.makes_types(template)
            && self.current_instance(template).is_none()
        {
            return Some(TemplateArg::Template(template));
        }
        let made = self.ast_type(ty);
        (made != self.common.error).then_some(TemplateArg::Type(made))
    }

    /// The type or template of a path that was not known to be one when it was parsed. `Some(None)` means a value,
    /// `None` a reported error.
    fn argument_named(&mut self, path: PathId) -> Option<Option<TemplateArg>> {
        let is_plain = self.simple_name(path).is_some();
        let is_type = match self.path_entity(path).ok()? {
            Some(Entity::Type(_)) => true,
            Some(Entity::Template(template)) => match self.ast.path_name(path).args {
                None if self.makes_types(template) => {
                    let own = self.current_instance(template).map(TemplateArg::Type);
                    return Some(Some(own.unwrap_or(TemplateArg::Template(template))));
                }
                _ => self.makes_types(template),
            },
            Some(_) => false,
            None => {
                is_plain
                    && self
                        .segment_ident(self.ast.path_name(path))
                        .is_some_and(|name| self.builtin_type(name).is_some())
            }
        };
        if !is_type && is_plain && self.find(path).is_none() {
            let segment = *self.ast.path_name(path);
            let name = self.segment_ident(&segment)?;
            self.report_missing(None, name, segment.span, true);
            return None;
        }
        if !is_type {
            return Some(None);
        }
        let ty = self.path_type(path);
        (ty != self.common.error).then_some(Some(TemplateArg::Type(ty)))
    }

    fn makes_types(&self, template: TemplateId) -> bool {
        matches!(self.decls.templates[template].kind, TemplateKind::Class | TemplateKind::Alias)
    }

    /// The entity of a path; an error represents a reported error in its qualifiers.
    fn path_entity(&mut self, path: PathId) -> Result<Option<Entity>, ()> {
        let Some(name) = self.segment_ident(self.ast.path_name(path)) else { return Ok(None) };
        let found = match self.qualifier(path)? {
            Some(scope) => self.decls.scopes.member(scope, name, Want::Any),
            None => self.lookup(name, Want::Any),
        };
        Ok(found.map(|found| found.entity))
    }

    /// The class or alias template that an argument names, inside of the class as well.
    pub(crate) fn template_named(&mut self, expr: ast::ExprId) -> Option<TemplateId> {
        match self.ast.exprs[expr].kind {
            ExprKind::TypeArg(ty) => self.template_of_type(ty),
            ExprKind::Path(path) => self.template_of_path(path),
            ExprKind::Error
            | ExprKind::Literal(_)
            | ExprKind::Unary(..)
            | ExprKind::Prefix(..)
            | ExprKind::Postfix(..)
            | ExprKind::Binary { .. }
            | ExprKind::Assign { .. }
            | ExprKind::Ternary(..)
            | ExprKind::Comma(..)
            | ExprKind::Cast(..)
            | ExprKind::Call(..)
            | ExprKind::Construct(..)
            | ExprKind::Index(..)
            | ExprKind::Member(..)
            | ExprKind::InitList(_)
            | ExprKind::StateBlock => None,
        }
    }

    /// The class or alias template that a type without arguments names.
    pub(crate) fn template_of_type(&mut self, ty: ast::TypeId) -> Option<TemplateId> {
        if let TypeKind::Path(path) = self.ast.types[ty].kind
            && self.ast.types[ty].dims.is_empty()
        {
            self.template_of_path(path)
        } else {
            None
        }
    }

    fn template_of_path(&mut self, path: PathId) -> Option<TemplateId> {
        if self.ast.path_name(path).args.is_some() {
            return None;
        }
        match self.path_entity(path) {
            Ok(Some(Entity::Template(template))) => Some(template).filter(|&template| self.makes_types(template)),
            Ok(_) | Err(()) => None,
        }
    }

    /// The matrix order of a type that is the only argument.
    pub(crate) fn argument_order(&self, args: List<ast::Expr>) -> MatrixOrder {
        match self.ast.ids(args).next().map(|arg| self.ast.exprs[arg].kind) {
            Some(ExprKind::TypeArg(ty)) if self.takes_pragma(ty) || self.order_of_alias(ty).is_some() => {
                self.order_of(self.ast.types[ty].modifiers, ty)
            }
            _ => self.decls.packing.order,
        }
    }

    pub(crate) fn wrong_count(&mut self, name: Symbol, expected: &str, found: usize, span: Span) {
        let name = self.text(name);
        let has_contents = name.contains("Texture") || name.contains("Buffer");
        if found == 0 && has_contents {
            let example = if name == "ConstantBuffer" { "S" } else { "float4" };
            let note = format!("write the type of its contents, as in '{name}<{example}>'");
            self.report(span, MissingTemplateArguments { name }).note_at(span, note);
            return;
        }
        let (expected, found) = (expected.to_owned(), found.to_string());
        self.report(span, WrongTemplateArgumentCount { name, expected, found });
    }

    pub(crate) fn type_arg(&mut self, args: &[TemplateArg], at: usize, name: Symbol, span: Span) -> Option<TypeId> {
        match args.get(at)? {
            TemplateArg::Type(ty) => Some(*ty),
            TemplateArg::Value(_) | TemplateArg::Template(_) => {
                let name = self.text(name);
                self.report(span, WrongTemplateArgument { name, expected: "a type".to_owned() });
                None
            }
        }
    }

    pub(crate) fn value_arg(&mut self, args: &[TemplateArg], at: usize, name: Symbol, span: Span) -> Option<i64> {
        let value = match *args.get(at)? {
            TemplateArg::Value(value) => self.integer(value),
            TemplateArg::Type(_) | TemplateArg::Template(_) => None,
        };
        if value.is_none() {
            let name = self.text(name);
            self.report(span, WrongTemplateArgument { name, expected: "an integer constant".to_owned() });
        }
        value
    }

    pub(crate) fn scalar_arg(&mut self, args: &[TemplateArg], name: Symbol, span: Span) -> Option<Scalar> {
        if args.is_empty() {
            return Some(Scalar::Float);
        }
        let ty = self.type_arg(args, 0, name, span)?;
        match self.module.types[ty] {
            Type::Scalar(scalar) => Some(scalar),
            Type::Enum(id) => Some(self.module.enums[id].held()),
            Type::Error => None,
            Type::Void
            | Type::String
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => {
                let name = self.text(name);
                self.report(span, WrongTemplateArgument { name, expected: "a scalar type".to_owned() });
                None
            }
        }
    }

    pub(crate) fn size_arg(
        &mut self,
        args: &[TemplateArg],
        at: usize,
        name: Symbol,
        what: &str,
        span: Span,
    ) -> Option<u8> {
        if args.len() <= at {
            return Some(4);
        }
        let size = self.value_arg(args, at, name, span)?;
        if !(1..=4).contains(&size) {
            self.report(span, InvalidDimension { what: what.to_owned(), limit: "4".to_owned() });
            return None;
        }
        Some(size as u8)
    }

    /// The number of components of a vector.
    pub(crate) fn components_arg(&mut self, args: &[TemplateArg], name: Symbol, span: Span) -> Option<u16> {
        if args.len() <= 1 {
            return Some(4);
        }
        let size = self.value_arg(args, 1, name, span)?;
        let profile = self.options.unit.profile;
        let has_long = (profile.major, profile.minor) >= LONG_VECTORS_SINCE;
        match u16::try_from(size) {
            Ok(size @ 1..=MAX_SHORT_VECTOR) => Some(size),
            Ok(size @ 1..=MAX_COMPONENTS) if has_long => Some(size),
            Ok(1..=MAX_COMPONENTS) => {
                self.early_long_vector(span);
                None
            }
            Ok(_) | Err(_) => {
                let limit = if has_long { MAX_COMPONENTS } else { MAX_SHORT_VECTOR };
                self.report(span, InvalidDimension { what: "components".to_owned(), limit: limit.to_string() });
                None
            }
        }
    }

    /// Reports a long vector before the shader model that has them. They stand at each of their uses again: only the first one
    /// is reported.
    fn early_long_vector(&mut self, span: Span) {
        let is_heard = self.shelved.is_empty();
        if is_heard && std::mem::replace(&mut self.decls.long_vector_reported, true) {
            return;
        }
        self.report(span, EarlyLongVector {});
    }

    /// Returns whether a type may cross the interface that `place` names, which has registers of four components; reports it
    /// otherwise.
    pub(crate) fn fits_registers(&mut self, ty: TypeId, place: &str, span: Span) -> bool {
        let is_long = self.holds_long_vector(ty);
        if is_long {
            self.report(span, LongVectorPlace { place: place.to_owned() });
        }
        !is_long
    }

    /// Returns whether memory can hold the struct that a type is a buffer of, if it is one. Only now the struct is known to
    /// be complete.
    pub(crate) fn is_whole_in_memory(&mut self, ty: TypeId, content: TypeId, what: &str, span: Span) -> bool {
        let outer = self.module.element_of_arrays(ty);
        let is_constant =
            matches!(self.module.types[outer], Type::Object(Object::ConstantBuffer(_) | Object::TextureBuffer(_)));
        if is_constant && !self.fits_registers(content, super::CONSTANTS, span) {
            return false;
        }
        if outer == content || self.is_data(content) {
            return true;
        }
        self.report_unfit(what.to_owned(), ty, span);
        false
    }
}
