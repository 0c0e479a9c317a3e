//! Template arguments: from the tree, and as the builtin templates take them.

use crate::check::state::Checker;
use crate::check::state::scopes::{Entity, Want};
use crate::check::state::templates::TemplateArg;
use crate::diagnostics::{InvalidDimension, WrongTemplateArgument, WrongTemplateArgumentCount};
use crate::hir::ty::{MatrixOrder, Scalar, Type, TypeId};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, ExprKind, List, PathId, TypeKind};

impl Checker<'_> {
    /// Template arguments; nothing when one was wrong.
    pub(crate) fn template_args(&mut self, args: List<ast::Expr>) -> Option<Vec<TemplateArg>> {
        let ast = self.ast;
        ast.ids(args).map(|id| self.template_arg(id)).collect()
    }

    pub(crate) fn template_arg(&mut self, id: ast::ExprId) -> Option<TemplateArg> {
        let node = self.ast.exprs[id];
        match node.kind {
            ExprKind::TypeArg(ty) => self.type_argument(ty),
            ExprKind::Error => None,
            ExprKind::Path(path) if self.names_type(path) => {
                let ty = self.path_type(path);
                (ty != self.common.error).then_some(TemplateArg::Type(ty))
            }
            _ => match self.constant_expr(id)? {
                Some(value) => Some(TemplateArg::Value(value)),
                None => {
                    let what = "template argument".to_owned();
                    self.report(node.span, crate::diagnostics::NotConstant { what });
                    None
                }
            },
        }
    }

    fn type_argument(&mut self, ty: ast::TypeId) -> Option<TemplateArg> {
        if let TypeKind::Path(path) = self.ast.types[ty].kind
            && self.ast.path_name(path).args.is_none()
            && let Some(name) = self.simple_name(path)
            && let Some(found) = self.lookup(name, Want::Type)
            && let Entity::Template(template) = found.entity
            && self.current_instance(template).is_none()
        {
            return Some(TemplateArg::Template(template));
        }
        let made = self.ast_type(ty);
        (made != self.common.error).then_some(TemplateArg::Type(made))
    }

    /// How matrices lie in a type that is given as the only argument.
    pub(crate) fn argument_order(&self, args: List<ast::Expr>) -> MatrixOrder {
        match self.ast.ids(args).next().map(|arg| self.ast.exprs[arg].kind) {
            Some(ExprKind::TypeArg(ty)) => self.order_of(self.ast.types[ty].modifiers, ty),
            _ => self.decls.matrix_order,
        }
    }

    /// Whether a path names a type, as far as its first name tells.
    fn names_type(&mut self, path: PathId) -> bool {
        let Some(name) = self.simple_name(path) else { return false };
        match self.lookup(name, Want::Any) {
            Some(found) => matches!(found.entity, Entity::Type(_)),
            None => self.builtin_type(name).is_some(),
        }
    }

    pub(crate) fn wrong_count(&mut self, name: Symbol, expected: &str, found: usize, span: Span) {
        let (name, expected, found) = (self.text(name), expected.to_owned(), found.to_string());
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
        match args.get(at)? {
            TemplateArg::Value(value) => self.integer(*value),
            TemplateArg::Type(_) | TemplateArg::Template(_) => {
                let name = self.text(name);
                self.report(span, WrongTemplateArgument { name, expected: "an integer constant".to_owned() });
                None
            }
        }
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
            _ => {
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
            self.report(span, InvalidDimension { what: what.to_owned() });
            return None;
        }
        Some(size as u8)
    }
}
