//! The types of a node's objects.

use crate::check::state::Checker;
use crate::check::state::templates::TemplateArg;
use crate::diagnostics::WrongTemplateArgument;
use crate::hir::node::NodeKind;
use crate::hir::ty::{Node, Object, Type, TypeId};
use base::intern::Symbol;
use base::source::Span;

impl Checker<'_> {
    /// `NodeOutput<T>` and similar ones; without records, an empty struct represents one.
    pub(super) fn node_of(&mut self, kind: NodeKind, args: &[TemplateArg], name: Symbol, span: Span) -> TypeId {
        if !kind.has_records() {
            let record = self.builtin_struct(Symbol::EMPTY, &[]);
            return self.intern(Type::Object(Object::Node(Node { kind, record })));
        }
        let ty = self.wrapped(args, name, span, |record| Type::Object(Object::Node(Node { kind, record })));
        if let Type::Object(Object::Node(node)) = self.module.types[ty]
            && !matches!(self.module.types[node.record], Type::Struct(_))
        {
            let name = self.text(name);
            self.report(span, WrongTemplateArgument { name, expected: "a struct".to_owned() });
            self.common.error
        } else {
            ty
        }
    }
}
