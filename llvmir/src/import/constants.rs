//! Constants of LLVM as constants of SPIR-V.

use super::state::Import;
use super::words::Shape;
use crate::error::{Result, refuse};
use dialect::ir::{Attr, AttrId, Type, TypeId};
use dialect::llvm::types::{self, LlvmType};
use spirv::Op;

impl Import<'_> {
    /// A constant of a type.
    pub(super) fn constant(&mut self, attr: AttrId, ty: TypeId) -> Result<u32> {
        let made = self.ty(ty)?;
        match &self.module.ctx[attr] {
            Attr::Int { bits, .. } | Attr::Float { bits, .. } => Ok(self.words.number(made, *bits)),
            Attr::Bool(value) => Ok(self.words.number(made, u64::from(*value))),
            Attr::Undef => Ok(self.words.constant(Op::Undef, made, &[])),
            Attr::Null => Ok(self.words.constant(Op::ConstantNull, made, &[])),
            Attr::Dense { elems: parts, .. } | Attr::Array(parts) => self.composite(parts, ty, made),
            Attr::Symbol(name) => match self.variables.get(name).copied() {
                Some(variable) if self.words.type_of(variable) == made => Ok(variable),
                Some(variable) => {
                    let operands = [Op::Bitcast as u32, variable];
                    Ok(self.words.constant(Op::SpecConstantOp, made, &operands))
                }
                None => refuse("the address of a function has no form here"),
            },
            Attr::Unit
            | Attr::Literal(_)
            | Attr::Str(_)
            | Attr::Type(_)
            | Attr::Enum { .. }
            | Attr::Dict(_)
            | Attr::Operand(_) => refuse("a constant has no form here"),
        }
    }

    fn composite(&mut self, parts: &[AttrId], ty: TypeId, made: u32) -> Result<u32> {
        let mut ids = Vec::with_capacity(parts.len());
        for (at, part) in parts.iter().enumerate() {
            let own = match &self.module.ctx[ty] {
                Type::Vector { elem, .. } | Type::Llvm(LlvmType::Array { elem, .. }) => Some(*elem),
                _ => types::field(&self.module.ctx, ty, at as u32),
            };
            let Some(own) = own else { return refuse("a constant has more parts than its type") };
            ids.push(self.constant(*part, own)?);
        }
        // A vector whose components have no values may be any.
        let is_undefined = parts.iter().all(|part| self.module.ctx[*part] == Attr::Undef);
        match is_undefined && matches!(self.words.shape(made), Shape::Vector(..)) {
            true => Ok(self.words.constant(Op::Undef, made, &[])),
            false => Ok(self.words.constant(Op::ConstantComposite, made, &ids)),
        }
    }
}
