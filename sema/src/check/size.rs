//! `sizeof`.

use crate::check::state::Checker;
use crate::convert;
use crate::diagnostics::{InvalidSizeof, WrongArgumentCount};
use crate::hir::expr::{ConstantValue, ExprId};
use crate::hir::ty::{Type, TypeId};
use base::source::Span;
use frontend::ast::{self, ExprKind as Ast, List};

impl Checker<'_> {
    /// `sizeof(T)`, `sizeof(expr)`
    pub(super) fn size_of(&mut self, args: List<ast::Expr>, span: Span) -> ExprId {
        let given: Vec<ast::ExprId> = self.ast.ids(args).collect();
        let [arg] = given[..] else {
            let (name, expected, found) = ("sizeof".to_owned(), "1".to_owned(), given.len().to_string());
            self.report(span, WrongArgumentCount { name, expected, found });
            return self.error(span);
        };
        let ty = match self.ast.exprs[arg].kind {
            Ast::TypeArg(ty) => self.ast_type(ty),
            _ => self.unevaluated(|checker| {
                let value = checker.nested(arg);
                let value = checker.concrete(value);
                checker.ty(value)
            }),
        };
        if ty == self.common.error {
            return self.error(span);
        }
        if !self.is_data(ty) {
            let ty = self.type_name(ty);
            self.report(span, InvalidSizeof { ty });
            return self.error(span);
        }
        let (size, _) = self.size_and_align(ty);
        let constant = self.intern_constant(self.common.uint, ConstantValue::Int(size));
        self.constant(constant, span)
    }

    /// Size and alignment of a type as C would lay it out.
    fn size_and_align(&self, ty: TypeId) -> (u64, u64) {
        match self.module.types[ty] {
            Type::Array(elem, length) => {
                let (size, align) = self.size_and_align(elem);
                (size.saturating_mul(length.into()), align)
            }
            Type::Struct(id) => {
                let (mut end, mut strictest) = (0u64, 1);
                let fields = &self.module.structs[id].fields;
                for (position, field) in fields.iter().enumerate() {
                    if position > 0 && fields[position - 1].member == field.member {
                        continue;
                    }
                    let (size, align) = self.size_and_align(field.ty);
                    end = end.next_multiple_of(align).saturating_add(size);
                    strictest = strictest.max(align);
                }
                (end.next_multiple_of(strictest), strictest)
            }
            Type::BufferPointer(..) => (8, 8),
            Type::Spirv(id) => {
                let spirv = &self.module.spirv_types[id];
                (spirv.size.into(), u64::from(spirv.align.max(1)))
            }
            Type::Enum(id) => {
                let size = u64::from(self.module.enums[id].base.bits(self.module.native_16bit) / 8);
                (size, size)
            }
            _ => match convert::numeric(&self.module, ty) {
                Some((elem, shape)) => {
                    let bytes = u64::from(elem.bits(self.options.native_16bit) / 8);
                    (bytes * u64::from(shape.count()), bytes)
                }
                None => (0, 1),
            },
        }
    }
}
