//! Vectors of more than four components become pieces of at most four.
//!
//! SPIR-V has such vectors with SPV_EXT_long_vector alone. Elsewhere, an op on them becomes one op per piece, in the order of
//! components; what needs a vector as a whole, such as a store, a call or a result of a construct, gets an array of the
//! pieces. Arrays whose parts alone are read are split further by the passes for all arrays.

mod composites;
mod maths;
mod memory;
mod pieces;
mod shapes;
mod split;

use crate::edit;
use dialect::diagnostics::Result;
use dialect::ir::{Attr, AttrId, Module, Type, walk};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{attrs, facts};
use pieces::Splitter;
use shapes::{Form, PIECE, Shapes};
use spirv::Capability;

/// The capability of vectors of any length.
const LONG: u64 = Capability::LongVectorEXT as u64;
/// The extension of that capability.
const EXTENSION: &str = "SPV_EXT_long_vector";
/// The capabilities of vectors of eight and sixteen components, which kernels have.
const KERNELS: [u64; 2] = [Capability::Kernel as u64, Capability::Vector16 as u64];

/// Splits the long vectors of a module that does not declare the capability for them.
///
/// # Errors
/// When an op needs a whole vector.
pub(crate) fn split_undeclared(module: &mut Module) -> Result<()> {
    if has_any(module) && !declares(module, &[LONG]) { split(module) } else { Ok(()) }
}

/// Splits all long vectors of a module.
///
/// # Errors
/// When an op needs a whole vector.
pub(crate) fn split(module: &mut Module) -> Result<()> {
    if !has_any(module) || declares(module, &KERNELS) {
        return Ok(());
    }
    let mut shapes = Shapes::default();
    for func in edit::functions(module) {
        if let Some(region) = edit::body(module, func) {
            Splitter::new(module, &mut shapes, region).function(func)?;
        }
    }
    retype(module, &mut shapes);
    let is_kept = |module: &Module, attr: &AttrId| facts::number(module, *attr) != Some(LONG);
    filter(module, attrs::CAPABILITIES, is_kept);
    let name = Attr::Str(EXTENSION.into());
    filter(module, attrs::EXTENSIONS, |module, attr| module.ctx[*attr] != name);
    Ok(())
}

/// Returns whether a module has vectors of more than four components.
pub fn has_any(module: &Module) -> bool {
    module.ctx.types().any(|(_, ty)| matches!(ty, Type::Vector { len, .. } if *len > PIECE))
}

fn declares(module: &Module, capabilities: &[u64]) -> bool {
    let declared = facts::array_of(module, module.root, attrs::CAPABILITIES).iter();
    declared.filter_map(|attr| facts::number(module, *attr)).any(|number| capabilities.contains(&number))
}

/// Removes items of a list of the module.
fn filter(module: &mut Module, name: &'static str, is_kept: impl Fn(&Module, &AttrId) -> bool) {
    let all = facts::array_of(module, module.root, name).to_vec();
    let kept: Vec<AttrId> = all.iter().copied().filter(|attr| is_kept(module, attr)).collect();
    if kept.len() < all.len() {
        let kept = module.ctx.attr(Attr::Array(kept.into()));
        let root = module.root;
        module[root].set_attr(name, kept);
    }
}

/// Gives all values, declarations and constants types without long vectors.
fn retype(module: &mut Module, shapes: &mut Shapes) {
    for op in walk::ops_in(module, module.root) {
        let ty = module[op].results.first().map(|value| module.type_of(*value));
        let is_constant = ops::code(module, op) == Some(Code::Mlir(Mlir::Constant));
        for at in 0..module[op].attrs.len() {
            let (name, attr) = module[op].attrs[at];
            let new = match ty {
                Some(ty) if is_constant && name == attrs::VALUE => shapes.constant(module, attr, ty, Form::Value),
                Some(_) | None => attribute(module, shapes, attr),
            };
            if new != attr {
                module[op].set_attr(name, new);
            }
        }
    }
    let values: Vec<_> = module.values.ids().collect();
    for value in values {
        let ty = module.type_of(value);
        module[value].ty = shapes.map(module, ty, Form::Value);
    }
}

/// An attribute with types without long vectors.
fn attribute(module: &mut Module, shapes: &mut Shapes, attr: AttrId) -> AttrId {
    match &module.ctx[attr] {
        Attr::Type(ty) => {
            let ty = *ty;
            let new = shapes.map(module, ty, Form::Value);
            if new == ty { attr } else { module.ctx.attr(Attr::Type(new)) }
        }
        Attr::Dense { ty, .. } => {
            let ty = *ty;
            shapes.constant(module, attr, ty, Form::Value)
        }
        Attr::Array(items) => {
            let items = items.clone();
            let new: Box<[AttrId]> = items.iter().map(|item| attribute(module, shapes, *item)).collect();
            if new == items { attr } else { module.ctx.attr(Attr::Array(new)) }
        }
        Attr::Unit
        | Attr::Bool(_)
        | Attr::Int { .. }
        | Attr::Float { .. }
        | Attr::Literal(_)
        | Attr::Str(_)
        | Attr::Symbol(_)
        | Attr::Enum { .. }
        | Attr::Dict(_)
        | Attr::Operand(_)
        | Attr::Null
        | Attr::Undef => attr,
    }
}
