//! The op that rules look at: its operands and their constants, and the constants that take its place. Knows no rule.

use crate::edit::{self, Pool};
use base::short::Short;
use dialect::ir::{Attr, AttrId, Module, OpId, Type, TypeId, ValueId, Values};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{attrs, facts};
use spirv::{Capability, Op};

/// The module, and the constants of the function of the op: all that rules may look at and change.
pub(crate) struct Subject<'a> {
    pub(crate) module: &'a mut Module,
    pub(crate) pool: &'a mut Pool,
    pub(crate) products: Products,
}

/// Treatment of products and sums with the constant zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Products {
    /// By IEEE 754: NaN where the other factor is not finite, and signed zeros.
    Computed,
    /// A product is zero, and a sum the other operand, unless an op demands otherwise.
    Vanishing,
}

impl Products {
    /// The treatment that a module demands. Kernels, and modules that declare how NaN is handled, want IEEE 754.
    pub(crate) fn of(module: &Module) -> Products {
        const STRICT: [Capability; 3] =
            [Capability::Kernel, Capability::SignedZeroInfNanPreserve, Capability::FloatControls2];
        let declared = facts::array_of(module, module.root, attrs::CAPABILITIES).iter();
        let mut numbers = declared.filter_map(|attr| facts::number(module, *attr));
        match numbers.any(|number| STRICT.iter().any(|strict| number == *strict as u64)) {
            true => Products::Computed,
            false => Products::Vanishing,
        }
    }
}

impl Subject<'_> {
    /// The constant.
    pub(super) fn constant(&mut self, attr: AttrId, ty: TypeId) -> ValueId {
        self.pool.constant(self.module, attr, ty)
    }
}

/// The result of a rule.
pub(crate) enum Outcome {
    /// The rule does not apply.
    Same,
    /// The op was changed in place.
    Changed,
    /// The result is another value.
    Value(ValueId),
}

/// The op that defines a value, with its core instruction.
pub(super) fn def(module: &Module, value: ValueId) -> Option<(Op, OpId)> {
    let op = module.defining_op(value)?;
    Some((edit::core(module, op)?, op))
}

/// An operand by its position.
pub(super) fn operand(module: &Module, op: OpId, at: usize) -> Option<ValueId> {
    module[op].operands.get(at).copied()
}

/// The result type of an op.
pub(super) fn result_type(module: &Module, op: OpId) -> TypeId {
    module[op].results.first().map_or(TypeId::new(0), |value| module.type_of(*value))
}

/// The indices to a part of a composite: rarely more than four.
pub(crate) type Path = Short<u32, 4>;

/// The literal indices of an op.
pub(crate) fn indices(module: &Module, op: OpId) -> Path {
    each_index(module, op).collect()
}

/// The literal indices of an op, as an iterator.
pub(crate) fn each_index(module: &Module, op: OpId) -> impl Iterator<Item = u32> + '_ {
    let items = facts::array_of(module, op, attrs::INDICES).iter();
    items.filter_map(|attr| facts::number(module, *attr)).map(|number| number as u32)
}

/// Literal indices as an attribute.
pub(crate) fn index_attr(module: &mut Module, indices: &[u32]) -> AttrId {
    let items = indices.iter().map(|index| module.ctx.attr(Attr::Literal(*index))).collect();
    module.ctx.attr(Attr::Array(items))
}

/// The component type and the number of components of a vector.
pub(super) fn vector(module: &Module, ty: TypeId) -> Option<(TypeId, u32)> {
    if let Type::Vector { elem, len } = module.ctx[ty] { Some((elem, len)) } else { None }
}

/// A part of a composite constant.
pub(super) fn constant_part(module: &mut Module, attr: AttrId, ty: TypeId, at: u32) -> Option<(AttrId, TypeId)> {
    let part = facts::part_type(&module.ctx, ty, at as usize)?;
    match &module.ctx[attr] {
        Attr::Dense { elems, .. } | Attr::Array(elems) => Some((*elems.get(at as usize)?, part)),
        Attr::Null => Some((null(module, part)?, part)),
        Attr::Undef => Some((attr, part)),
        other @ (Attr::Unit
        | Attr::Bool(_)
        | Attr::Int { .. }
        | Attr::Float { .. }
        | Attr::Literal(_)
        | Attr::Str(_)
        | Attr::Type(_)
        | Attr::Symbol(_)
        | Attr::Enum { .. }
        | Attr::Dict(_)
        | Attr::Operand(_)) => facts::replicated(other).map(|attr| (attr, part)),
    }
}

/// The zero of a type.
pub(crate) fn null(module: &mut Module, ty: TypeId) -> Option<AttrId> {
    let attr = match module.ctx[ty] {
        Type::Int { width: 1, .. } => Attr::Bool(false),
        Type::Int { .. } => Attr::Int { bits: 0, ty },
        Type::Float { .. } => Attr::Float { bits: 0, ty },
        Type::Vector { elem, len } => {
            let zero = null(module, elem)?;
            Attr::Dense { elems: vec![zero; len as usize].into(), ty }
        }
        Type::Spirv(_) => Attr::Null,
        Type::None | Type::Function { .. } | Type::Llvm(_) => return None,
    };
    Some(module.ctx.attr(attr))
}

/// The constant that a scalar is, or that all components of a value are.
pub(super) fn splat(module: &Module, value: ValueId) -> Option<AttrId> {
    let attr = edit::constant(module, value)?;
    if let Attr::Dense { elems, .. } = &module.ctx[attr] {
        let (first, rest) = elems.split_first()?;
        rest.iter().all(|other| other == first).then_some(*first)
    } else {
        Some(attr)
    }
}

/// The integer that all components of a value are.
pub(super) fn splat_int(module: &Module, value: ValueId) -> Option<u64> {
    if let Attr::Int { bits, .. } = module.ctx[splat(module, value)?] { Some(bits) } else { None }
}

/// The boolean that all components of a value are.
pub(super) fn splat_bool(module: &Module, value: ValueId) -> Option<bool> {
    if let Attr::Bool(value) = module.ctx[splat(module, value)?] { Some(value) } else { None }
}

/// A constant, splatted if the type is a vector.
fn splatted(pass: &mut Subject<'_>, attr: AttrId, ty: TypeId) -> ValueId {
    let attr = match vector(pass.module, ty) {
        Some((_, len)) => pass.module.ctx.attr(Attr::Dense { elems: vec![attr; len as usize].into(), ty }),
        None => attr,
    };
    pass.constant(attr, ty)
}

/// An integer, splatted if the type is a vector.
pub(super) fn int(pass: &mut Subject<'_>, bits: u64, ty: TypeId) -> ValueId {
    let scalar = pass.module.ctx.scalar_of(ty);
    let attr = pass.module.ctx.attr(Attr::Int { bits, ty: scalar });
    splatted(pass, attr, ty)
}

/// A boolean, splatted if the type is a vector.
pub(super) fn truth(pass: &mut Subject<'_>, value: bool, ty: TypeId) -> ValueId {
    let attr = pass.module.ctx.attr(Attr::Bool(value));
    splatted(pass, attr, ty)
}

/// Turns an op into another one in place. Attributes of the old one go.
pub(super) fn become_op(pass: &mut Subject<'_>, op: OpId, core: Op, operands: impl Into<Values>) -> Outcome {
    let data = &mut pass.module[op];
    data.info = ops::core(core);
    data.operands = operands.into();
    data.attrs.clear();
    Outcome::Changed
}

/// The scalar constants of a value, one per component.
pub(super) fn components(module: &Module, value: ValueId) -> Option<&[AttrId]> {
    let op = module.defining_op(value).filter(|op| ops::code(module, *op) == Some(Code::Mlir(Mlir::Constant)))?;
    let (_, attr) = module[op].attrs.iter().find(|(name, _)| *name == attrs::VALUE)?;
    match &module.ctx[*attr] {
        Attr::Dense { elems, .. } => Some(elems),
        Attr::Int { .. } | Attr::Float { .. } | Attr::Bool(_) => Some(std::slice::from_ref(attr)),
        Attr::Unit
        | Attr::Literal(_)
        | Attr::Str(_)
        | Attr::Type(_)
        | Attr::Symbol(_)
        | Attr::Array(_)
        | Attr::Enum { .. }
        | Attr::Dict(_)
        | Attr::Operand(_)
        | Attr::Null
        | Attr::Undef => None,
    }
}

/// The constant composed of these components.
pub(super) fn from_components(pass: &mut Subject<'_>, parts: Vec<AttrId>, ty: TypeId) -> Option<ValueId> {
    let attr = match (vector(pass.module, ty), &parts[..]) {
        (Some((_, len)), _) if parts.len() == len as usize => {
            pass.module.ctx.attr(Attr::Dense { elems: parts.into(), ty })
        }
        (None, [only]) => *only,
        _ => return None,
    };
    Some(pass.constant(attr, ty))
}
