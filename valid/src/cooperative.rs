//! Cooperative matrices: when two of them have the same shape.

use crate::access::Access;
use crate::fault::{Check, ensure};
use crate::module::Module;
use crate::site::Site;
use crate::types::Ty;
use spirv::Op;

/// Whether two cooperative matrix types have the same scope, rows, columns and use, as far as constants tell.
pub(crate) fn shapes_match(module: &Module<'_>, left: u32, right: u32, is_conversion: bool) -> bool {
    let (Some(left), Some(right)) = (module.def(left), module.def(right)) else { return false };
    if left.op != right.op {
        return false;
    }
    // Scope, rows, columns, use. A conversion may change the use.
    let parts = if left.op == Op::TypeCooperativeMatrixKHR && !is_conversion { 1..5 } else { 1..4 };
    parts.into_iter().all(|part| {
        let values = (module.constant(left.id(part)), module.constant(right.id(part)));
        !matches!(values, (Some(left), Some(right)) if left != right)
    })
}

/// An operation on cooperative matrices, component by component.
pub(crate) fn same_shape(site: &Site<'_, '_>, op: Op, skip: usize) -> Check {
    let result = site.result_type();
    for at in skip..site.count() {
        let ty = site.operand_type(at);
        let is_matrix = matches!(site.ty(ty), Ty::CooperativeMatrix { .. });
        let fits = is_matrix && shapes_match(site, result, ty, is_conversion(op));
        ensure!(fits, "operand {} of Op{op:?} is not a cooperative matrix of the result's shape", at - skip + 1);
    }
    let first = site.scalar(site.operand_type(skip));
    let component = site.scalar(result);
    let (from, to) = wanted(op);
    let is = |ty: u32, kind: Kind| match kind {
        Kind::Float => site.is_float_scalar(ty),
        Kind::Int => site.is_int_scalar(ty),
        Kind::Unsigned => site.is_unsigned(ty),
    };
    ensure!(is(component, to) && is(first, from), "Op{op:?} does not take cooperative matrices of this component type");
    ensure!(is_conversion(op) || site.width(first) == site.width(component), "Op{op:?} changes the component type");
    Ok(())
}

#[derive(Clone, Copy)]
enum Kind {
    Float,
    Int,
    Unsigned,
}

fn wanted(op: Op) -> (Kind, Kind) {
    use Op::*;
    match op {
        FNegate | FAdd | FSub | FMul | FDiv | FConvert => (Kind::Float, Kind::Float),
        ConvertFToU => (Kind::Float, Kind::Unsigned),
        ConvertFToS => (Kind::Float, Kind::Int),
        ConvertSToF | ConvertUToF => (Kind::Int, Kind::Float),
        UDiv => (Kind::Unsigned, Kind::Unsigned),
        UConvert => (Kind::Int, Kind::Unsigned),
        _ => (Kind::Int, Kind::Int),
    }
}

fn is_conversion(op: Op) -> bool {
    use Op::*;
    matches!(op, ConvertFToU | ConvertFToS | ConvertSToF | ConvertUToF | UConvert | SConvert | FConvert)
}
