//! Groupshared floats that atomic operations compare by their bits: memory holds the bits, as instructions compare
//! integers.

use crate::emitter::resources::float_atomics::requirement;
use crate::emitter::{Emitter, Repr, Variable};
use base::ids::Set;
use sema::hir::expr::ExprKind;
use sema::hir::ty::{Scalar, Type};
use sema::hir::{Body, Global, GlobalId, GlobalKind, Module};
use sema::tables::intrinsics::Lowering;
use spirv::{Op, StorageClass};

impl Emitter<'_> {
    /// Returns whether memory holds the bits of a groupshared variable's floats.
    pub(super) fn holds_bits(&mut self, id: GlobalId) -> bool {
        let (module, options) = (self.module, self.options);
        // Without an instruction on floats, a sum is a loop of comparisons.
        let compares = |op: Op| match requirement(op, 32) {
            Some((_, name)) => !options.names_extension(name),
            None => op == Op::AtomicCompareExchange,
        };
        self.globals.bits.get_or_insert_with(|| compared_floats(module, compares)).contains(&id)
    }

    pub(super) fn define_bits(&mut self, global: &Global) -> Variable {
        let storage = StorageClass::Workgroup;
        let ty = self.type_in(global.ty, Repr::Bits);
        let pointer = self.module_variable(storage, ty, self.simple_text(global.name), None);
        Variable { pointer, storage, repr: Repr::Bits }
    }
}

/// The groupshared variables whose floats a function compares by their bits: scalars, and arrays of them.
fn compared_floats(module: &Module, compares: impl Fn(Op) -> bool) -> Set<GlobalId> {
    let bodies = module.functions.iter().map(|(_, function)| &function.body);
    bodies.flat_map(|body| compared_in(module, body, &compares)).collect()
}

fn compared_in<'m>(
    module: &'m Module,
    body: &'m Body,
    compares: &'m impl Fn(Op) -> bool,
) -> impl Iterator<Item = GlobalId> + 'm {
    body.exprs.iter().filter_map(move |(_, node)| {
        let ExprKind::Intrinsic { intrinsic, args } = &node.kind else { return None };
        let Lowering::Atomic { sint, .. } = intrinsic.lowering else { return None };
        if !compares(sint) {
            return None;
        }
        let mut at = args.first()?.expr;
        let is_float = module.ty(body.exprs[at].ty) == Type::Scalar(Scalar::Float);
        while let Some(whole) = body.exprs[at].kind.whole().filter(|_| is_float) {
            at = whole;
        }
        let ExprKind::Global(global) = body.exprs[at].kind else { return None };
        let declared = &module.globals[global];
        let mut ty = declared.ty;
        while let Type::Array(element, _) = module.ty(ty) {
            ty = element;
        }
        let is_shared = matches!(declared.kind, GlobalKind::Groupshared);
        (is_shared && module.ty(ty) == Type::Scalar(Scalar::Float)).then_some(global)
    })
}
