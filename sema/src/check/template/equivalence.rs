//! Equivalence of template declarations: their parameters and types are compared as written, with the parameters of one
//! renamed to those of the other.

use crate::check::state::Checker;
use crate::check::state::templates::Head;
use base::intern::Symbol;
use frontend::ast::{
    self, Ast, ExprId, ExprKind, ItemId, ItemKind, List, PathId, SegmentName, TemplateParamKind, TypeId, TypeKind,
};

impl Checker<'_> {
    /// Returns whether two function or alias templates, given by their heads and items, are redeclarations of each
    /// other.
    pub(super) fn are_equivalent(&self, heads: [&Head; 2], items: [ItemId; 2]) -> bool {
        let ([a, b], [of_a, of_b]) = (heads, items);
        let mut comparison = Comparison::new(self.ast, a, b);
        comparison.params(a.params, b.params) && comparison.items(of_a, of_b) && comparison.finish()
    }
}

/// A pending comparison.
enum Pair {
    Types(TypeId, TypeId),
    Exprs(ExprId, ExprId),
    Paths(PathId, PathId),
}

struct Comparison<'a> {
    ast: &'a Ast,
    /// The corresponding names of parameters.
    names: Vec<(Symbol, Symbol)>,
    work: Vec<Pair>,
}

impl<'a> Comparison<'a> {
    fn new(ast: &'a Ast, a: &Head, b: &Head) -> Self {
        let name = |param| ast.template_params[param].name;
        let names = ast.ids(a.params).map(name).zip(ast.ids(b.params).map(name)).collect();
        Comparison { ast, names, work: Vec::new() }
    }

    fn params(&mut self, a: List<ast::TemplateParam>, b: List<ast::TemplateParam>) -> bool {
        let pairs = self.ast.ids(a).zip(self.ast.ids(b));
        let same_kinds = pairs.map(|(a, b)| (self.ast.template_params[a].kind, self.ast.template_params[b].kind));
        a.len() == b.len()
            && same_kinds.collect::<Vec<_>>().into_iter().all(|kinds| match kinds {
                (TemplateParamKind::Type(_), TemplateParamKind::Type(_))
                | (TemplateParamKind::Template(_), TemplateParamKind::Template(_)) => true,
                (TemplateParamKind::Value(a, _), TemplateParamKind::Value(b, _)) => {
                    self.work.push(Pair::Types(a, b));
                    true
                }
                _ => false,
            })
    }

    fn items(&mut self, a: ItemId, b: ItemId) -> bool {
        match (self.ast.items[a].kind, self.ast.items[b].kind) {
            (ItemKind::Alias { ty: a, .. }, ItemKind::Alias { ty: b, .. }) => {
                self.work.push(Pair::Types(a, b));
                true
            }
            (ItemKind::Function(a), ItemKind::Function(b)) => {
                let (a, b) = (&self.ast.functions[a], &self.ast.functions[b]);
                self.work.push(Pair::Types(a.ret, b.ret));
                a.params.len() == b.params.len()
                    && a.params.iter().zip(&b.params).all(|(a, b)| {
                        self.work.push(Pair::Types(a.ty, b.ty));
                        let dims = |param: &ast::Param| self.ast.declarators[param.declarator].dims;
                        let (a, b) = (dims(a), dims(b));
                        self.dims(a, b)
                    })
            }
            _ => false,
        }
    }

    fn dims(&mut self, a: List<ast::Dim>, b: List<ast::Dim>) -> bool {
        let ast = self.ast;
        a.len() == b.len()
            && ast.ids(a).zip(ast.ids(b)).all(|(a, b)| match (ast.dim(a), ast.dim(b)) {
                (Some(a), Some(b)) => {
                    self.work.push(Pair::Exprs(a, b));
                    true
                }
                (None, None) => true,
                _ => false,
            })
    }

    fn exprs(&mut self, a: List<ast::Expr>, b: List<ast::Expr>) -> bool {
        let ast = self.ast;
        self.work.extend(ast.ids(a).zip(ast.ids(b)).map(|(a, b)| Pair::Exprs(a, b)));
        a.len() == b.len()
    }

    /// Completes the comparison.
    fn finish(mut self) -> bool {
        while let Some(pair) = self.work.pop() {
            let same = match pair {
                Pair::Types(a, b) => self.types(a, b),
                Pair::Exprs(a, b) => self.expr_kinds(a, b),
                Pair::Paths(a, b) => self.paths(a, b),
            };
            if !same {
                return false;
            }
        }
        true
    }

    fn types(&mut self, a: TypeId, b: TypeId) -> bool {
        let (a, b) = (self.ast.types[a], self.ast.types[b]);
        match (a.kind, b.kind) {
            (TypeKind::Path(a) | TypeKind::Elaborated(a), TypeKind::Path(b) | TypeKind::Elaborated(b)) => {
                self.work.push(Pair::Paths(a, b));
            }
            _ => return false,
        }
        self.dims(a.dims, b.dims)
    }

    /// Qualifiers are compared only if both are written: one declaration may be inside of the namespace.
    fn paths(&mut self, a: PathId, b: PathId) -> bool {
        let ast = self.ast;
        let segments = ast.path_segments(a).rev().zip(ast.path_segments(b).rev());
        segments.into_iter().all(|(a, b)| {
            let same_names = match (a.name, b.name) {
                (SegmentName::Ident(a), SegmentName::Ident(b)) => a == b || self.names.contains(&(a, b)),
                (SegmentName::Decltype(a), SegmentName::Decltype(b)) => {
                    self.work.push(Pair::Exprs(a, b));
                    true
                }
                (a, b) => a == b,
            };
            same_names
                && a.args.is_some() == b.args.is_some()
                && self.exprs(a.args.unwrap_or_default(), b.args.unwrap_or_default())
        })
    }

    fn expr_kinds(&mut self, a: ExprId, b: ExprId) -> bool {
        let mut also = |a, b| self.work.push(Pair::Exprs(a, b));
        match (self.ast.exprs[a].kind, self.ast.exprs[b].kind) {
            (ExprKind::Literal(a), ExprKind::Literal(b)) => return a == b,
            (ExprKind::Path(a), ExprKind::Path(b)) => self.work.push(Pair::Paths(a, b)),
            (ExprKind::TypeArg(a), ExprKind::TypeArg(b)) => self.work.push(Pair::Types(a, b)),
            (ExprKind::Unary(op_a, a), ExprKind::Unary(op_b, b)) if op_a == op_b => also(a, b),
            (ExprKind::Binary { op: op_a, lhs: l_a, rhs: r_a, .. }, ExprKind::Binary { op: op_b, lhs, rhs, .. })
                if op_a == op_b =>
            {
                also(l_a, lhs);
                also(r_a, rhs);
            }
            (ExprKind::Ternary(c_a, t_a, o_a), ExprKind::Ternary(c_b, t_b, o_b)) => {
                also(c_a, c_b);
                also(t_a, t_b);
                also(o_a, o_b);
            }
            (ExprKind::Cast(ty_a, a), ExprKind::Cast(ty_b, b)) => {
                also(a, b);
                self.work.push(Pair::Types(ty_a, ty_b));
            }
            (ExprKind::Construct(ty_a, a), ExprKind::Construct(ty_b, b)) => {
                self.work.push(Pair::Types(ty_a, ty_b));
                return self.exprs(a, b);
            }
            (ExprKind::Call(callee_a, a), ExprKind::Call(callee_b, b)) => {
                also(callee_a, callee_b);
                return self.exprs(a, b);
            }
            (ExprKind::Member(a, member_a), ExprKind::Member(b, member_b)) => {
                also(a, b);
                self.work.push(Pair::Paths(member_a, member_b));
            }
            _ => return false,
        }
        true
    }
}
