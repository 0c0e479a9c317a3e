//! Types as written, and structs and enumerations with their bodies.

use super::Builder;
use super::expr::Operand;
use crate::ast::{
    Declarator, Dim, Enum, Expr, ExprId, ExprKind, Item, List, PathId, Prefix, Struct, TemplateParam, TemplateParamId,
    TemplateParamKind, Type, TypeId, TypeKind,
};
use crate::classify::terminal::{Kind, Terminal};
use base::source::Span;

impl Builder<'_> {
    fn ty(&mut self, span: Span, kind: TypeKind) -> TypeId {
        self.watch.idle.set(0);
        self.ast.types.alloc(Type { span, kind, modifiers: List::EMPTY, dims: List::EMPTY })
    }

    pub(crate) fn path_type(&mut self, path: PathId) -> TypeId {
        let span = self.ast.paths[path].span;
        self.ty(span, TypeKind::Path(path))
    }

    pub(crate) fn elaborated(&mut self, keyword: &Terminal, path: PathId) -> TypeId {
        let span = keyword.span.to(self.ast.paths[path].span);
        self.ty(span, TypeKind::Elaborated(path))
    }

    pub(crate) fn struct_type(
        &mut self,
        keyword: &Terminal,
        attributes: List<Prefix>,
        name: Option<PathId>,
        bases: List<Type>,
        items: List<Item>,
        end: u32,
    ) -> TypeId {
        let Kind::Struct(tag) = keyword.kind else { unreachable!("the grammar gives a struct's keyword") };
        let span = keyword.span.to(self.span(end - 1, end));
        let id = self.ast.structs.alloc(Struct { span, tag, name, attributes, bases, items });
        self.ty(span, TypeKind::Struct(id))
    }

    pub(crate) fn enum_type(
        &mut self,
        keyword: &Terminal,
        scoped: bool,
        name: Option<&Terminal>,
        base: Option<TypeId>,
        enumerators: List<Declarator>,
        end: &Terminal,
    ) -> TypeId {
        let span = keyword.span.to(end.span);
        let name = name.map(|name| self.name(name));
        let id = self.ast.enums.alloc(Enum { span, scoped, name, base, enumerators });
        self.ty(span, TypeKind::Enum(id))
    }

    /// A type among modifiers, where no declaration holds them.
    pub(crate) fn modified_type(&mut self, before: List<Prefix>, ty: TypeId, after: List<Prefix>) -> TypeId {
        if before.is_empty() && after.is_empty() {
            return ty;
        }
        let span = self.ast.types[ty].span;
        let start = self.start_of(Some(before), span);
        let end = self.ast.ids(after).next_back().map_or(span, |id| self.ast.prefixes[id].span);
        let modifiers = self.concat(before, after);
        let ty_mut = &mut self.ast.types[ty];
        ty_mut.modifiers = modifiers;
        ty_mut.span = start.to(end);
        ty
    }

    /// A type with dimensions elsewhere than after a declared name.
    pub(crate) fn type_with_dims(&mut self, ty: TypeId, dims: List<Dim>) -> TypeId {
        if !dims.is_empty() {
            self.ast.types[ty].dims = dims;
        }
        ty
    }

    /// A type as an argument, which ends before the terminal at `end`.
    pub(crate) fn type_arg(&mut self, ty: TypeId, end: u32) -> ExprId {
        let span = self.ast.types[ty].span.to(self.span(end - 1, end));
        self.expr(span, ExprKind::TypeArg(ty), 0)
    }

    pub(crate) fn construct(&mut self, ty: TypeId, args: List<Expr>, end: &Terminal) -> Operand {
        let span = self.ast.types[ty].span.to(end.span);
        let depth = self.depth_of_list(args);
        self.operand(span, ExprKind::Construct(ty, args), depth)
    }

    pub(crate) fn cast(&mut self, open: &Terminal, ty: TypeId, value: Operand) -> Operand {
        let depth = self.depth(value.id);
        self.operand(open.span.to(value.span), ExprKind::Cast(ty, value.id), depth)
    }

    // Template parameters.

    fn template_param(
        &mut self,
        start: u32,
        name: Option<&Terminal>,
        kind: TemplateParamKind,
        end: u32,
    ) -> TemplateParamId {
        let span = self.span(start, end);
        self.ast.template_params.alloc(TemplateParam { span, name: Self::symbol_or_empty(name), kind })
    }

    pub(crate) fn template_template_param(
        &mut self,
        start: u32,
        name: Option<&Terminal>,
        default: Option<TypeId>,
        end: u32,
    ) -> TemplateParamId {
        self.template_param(start, name, TemplateParamKind::Template(default), end)
    }

    pub(crate) fn type_param(
        &mut self,
        start: u32,
        name: Option<&Terminal>,
        default: Option<TypeId>,
        end: u32,
    ) -> TemplateParamId {
        self.template_param(start, name, TemplateParamKind::Type(default), end)
    }

    pub(crate) fn value_param(
        &mut self,
        start: u32,
        ty: TypeId,
        name: Option<&Terminal>,
        default: Option<ExprId>,
        end: u32,
    ) -> TemplateParamId {
        self.template_param(start, name, TemplateParamKind::Value(ty, default), end)
    }
}
