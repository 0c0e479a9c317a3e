//! Storage buffers as version 1.0 of SPIR-V has them, and as all later ones: in the storage class `Uniform` with
//! `BufferBlock`, or in `StorageBuffer` with `Block`. A module is turned from one form to the other.
//!
//! MLIR knows the later form alone, and may leave the decoration out.

use super::attrs;
use super::facts;
use super::ops::{self, Code, Mlir};
use super::types::SpirvType;
use crate::ir::{Attr, AttrId, Module, NamedAttr, OpId, Type, TypeId, ValueId, walk};
use base::ids::{Map, Set};
use base::intern::Symbol;
use spirv::{Op, StorageClass};

/// The extension for the later form in modules of versions that lack it.
pub const EXTENSION: &str = "SPV_KHR_storage_buffer_storage_class";

/// A way to declare buffers: the storage class and the decoration of the struct, if it has one of the two.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Form(StorageClass, Option<&'static str>);

const EARLY: Form = Form(StorageClass::Uniform, Some("buffer_block"));
const LATE: Form = Form(StorageClass::StorageBuffer, Some("block"));

/// Gives all storage buffers of the early form the later one. Returns their names; none if there are none, or if an
/// access cannot be turned.
pub fn to_late(module: &mut Module) -> Vec<Symbol> {
    let variables = module.top_ops().iter().filter(|op| has_form(module, **op, EARLY));
    let names: Vec<Symbol> = variables.filter_map(|op| facts::name_of(module, *op)).collect();
    match turn(module, &names, EARLY, LATE) {
        true => names,
        false => Vec::new(),
    }
}

/// The inverse of [`to_late`], for the variables with these names. Returns false if an access cannot be turned.
pub fn to_early(module: &mut Module, names: &[Symbol]) -> bool {
    turn(module, names, LATE, EARLY)
}

/// Gives the structs of buffers the decoration `Block` where they have none, as MLIR's serialiser does. Buffers that pass
/// their pointers on stay as they are.
pub fn add_blocks(module: &mut Module) {
    for storage in [StorageClass::StorageBuffer, StorageClass::Uniform, StorageClass::PushConstant] {
        let (bare, decorated) = (Form(storage, None), Form(storage, Some("block")));
        let variables = module.top_ops().iter().filter(|op| has_form(module, **op, bare));
        let names: Vec<Symbol> = variables.filter_map(|op| facts::name_of(module, *op)).collect();
        if !names.is_empty() {
            turn(module, &names, bare, decorated);
        }
    }
}

/// Returns whether an op declares a storage buffer, or an array of them, in this form.
fn has_form(module: &Module, op: OpId, form: Form) -> bool {
    let ty = facts::type_of(module, op, attrs::TYPE);
    let is_variable = ops::code(module, op) == Some(Code::Mlir(Mlir::GlobalVariable));
    let pointer = ty.filter(|_| is_variable).and_then(|ty| facts::pointer(module, ty));
    pointer.is_some_and(|(pointee, storage)| storage == form.0 && is_block(module, pointee, form))
}

fn is_block(module: &Module, ty: TypeId, form: Form) -> bool {
    match &module.ctx[ty] {
        Type::Spirv(SpirvType::Struct { decorations, .. }) => {
            let known = decorations.iter().map(|(name, _)| *name).find(|name| ["block", "buffer_block"].contains(name));
            known == form.1
        }
        Type::Spirv(SpirvType::Array { elem, .. } | SpirvType::RuntimeArray { elem, .. }) => {
            is_block(module, *elem, form)
        }
        _ => false,
    }
}

/// Turns buffers with these names. The module stays as it is if that is not possible.
fn turn(module: &mut Module, names: &[Symbol], from: Form, to: Form) -> bool {
    let names: Set<Symbol> = names.iter().copied().collect();
    let mut turn = Turn { from, to, types: Map::default(), values: Map::default() };
    let Some(variables) = turn.plan(module, &names) else { return false };
    for (op, ty) in variables {
        let attr = module.ctx.attr(Attr::Type(ty));
        module[op].set_attr(attrs::TYPE, attr);
    }
    for (value, ty) in turn.values {
        module[value].ty = ty;
    }
    rename_types(module, &turn.types);
    true
}

/// A conversion from one form of buffers to the other.
struct Turn {
    from: Form,
    to: Form,
    types: Map<TypeId, TypeId>,
    values: Map<ValueId, TypeId>,
}

impl Turn {
    /// The new types of variables, and of all values in `values`; `None` if an op would not take them.
    fn plan(&mut self, module: &mut Module, names: &Set<Symbol>) -> Option<Vec<(OpId, TypeId)>> {
        let mut variables = Vec::new();
        for op in module.top_ops().to_vec() {
            let is_named = facts::name_of(module, op).is_some_and(|name| names.contains(&name));
            if is_named && has_form(module, op, self.from) {
                let ty = facts::type_of(module, op, attrs::TYPE)?;
                variables.push((op, self.pointer(module, ty)?));
            }
        }
        if variables.len() != names.len() {
            return None;
        }
        for op in walk::ops_in(module, module.root) {
            let Some(code) = ops::code(module, op) else { continue };
            let symbol = facts::symbol_of(module, op, attrs::SYMBOL);
            match code {
                Code::Mlir(Mlir::AddressOf) if symbol.is_some_and(|name| names.contains(&name)) => {
                    self.result(module, op)?
                }
                _ if !module[op].uses().any(|value| self.values.contains_key(&value)) => {}
                Code::Core(Op::AccessChain | Op::InBoundsAccessChain) => self.result(module, op)?,
                _ if self.hands_on(module, op) => return None,
                _ => {}
            }
        }
        Some(variables)
    }

    /// Returns whether an op hands a pointer on, which is then seen under its old type.
    fn hands_on(&self, module: &Module, op: OpId) -> bool {
        let gives_pointer =
            module[op].results.iter().any(|value| facts::pointer(module, module.type_of(*value)).is_some());
        let is_call = ops::code(module, op) == Some(Code::Core(Op::FunctionCall));
        // A store may write the pointer itself.
        let stores = ops::code(module, op) == Some(Code::Core(Op::Store))
            && module[op].operands.get(1).is_some_and(|value| self.values.contains_key(value));
        gives_pointer || is_call || stores || !module[op].successors.is_empty() || module[op].is_terminator()
    }

    fn result(&mut self, module: &mut Module, op: OpId) -> Option<()> {
        let value = *module[op].results.first()?;
        let ty = self.pointer(module, module.type_of(value))?;
        self.values.insert(value, ty);
        Some(())
    }

    /// The new type of a pointer into a buffer.
    fn pointer(&mut self, module: &mut Module, ty: TypeId) -> Option<TypeId> {
        let Type::Spirv(SpirvType::Pointer { pointee, storage, stride }) = module.ctx[ty] else { return None };
        if storage != self.from.0 {
            return None;
        }
        let pointee = self.pointee(module, pointee)?;
        Some(module.ctx.ty(Type::Spirv(SpirvType::Pointer { pointee, storage: self.to.0, stride })))
    }

    /// The new type of a buffer's contents, or of a part of them, which stays.
    fn pointee(&mut self, module: &mut Module, ty: TypeId) -> Option<TypeId> {
        if let Some(ty) = self.types.get(&ty) {
            return Some(*ty);
        }
        if !is_block(module, ty, self.from) {
            return Some(ty);
        }
        let Type::Spirv(old) = module.ctx[ty].clone() else { return None };
        let new = match old {
            SpirvType::Array { elem, len, stride } => {
                SpirvType::Array { elem: self.pointee(module, elem)?, len, stride }
            }
            SpirvType::RuntimeArray { elem, stride } => {
                SpirvType::RuntimeArray { elem: self.pointee(module, elem)?, stride }
            }
            SpirvType::Struct { name, members, decorations } => {
                let unit = module.ctx.attr(Attr::Unit);
                let others = decorations.into_iter().filter(|(name, _)| Some(*name) != self.from.1);
                let mut decorations: Vec<NamedAttr> = others.collect();
                decorations.extend(self.to.1.map(|name| (name, unit)));
                SpirvType::Struct { name, members, decorations }
            }
            _ => return None,
        };
        let before = module.ctx.types().len();
        let new = module.ctx.ty(Type::Spirv(new));
        // A type that was there already could not be told from this one on the way back.
        if module.ctx.types().len() == before && self.to == LATE {
            return None;
        }
        self.types.insert(ty, new);
        Some(new)
    }
}

/// Replaces types in the module's lists of the names of types and members.
fn rename_types(module: &mut Module, types: &Map<TypeId, TypeId>) {
    let root = module.root;
    for list in [attrs::TYPE_NAMES, attrs::MEMBER_NAMES] {
        let entries = facts::array_of(module, root, list).to_vec();
        if entries.is_empty() {
            continue;
        }
        let entries: Vec<AttrId> = entries.into_iter().map(|entry| renamed(module, entry, types)).collect();
        let attr = module.ctx.attr(Attr::Array(entries.into()));
        module[root].set_attr(list, attr);
    }
}

fn renamed(module: &mut Module, entry: AttrId, types: &Map<TypeId, TypeId>) -> AttrId {
    let Attr::Array(parts) = module.ctx[entry].clone() else { return entry };
    let Some(Attr::Type(ty)) = parts.first().map(|first| module.ctx[*first].clone()) else { return entry };
    let Some(new) = types.get(&ty) else { return entry };
    let mut parts = parts.to_vec();
    parts[0] = module.ctx.attr(Attr::Type(*new));
    module.ctx.attr(Attr::Array(parts.into()))
}
