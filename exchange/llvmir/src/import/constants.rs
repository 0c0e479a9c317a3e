//! Constants of LLVM as constants of SPIR-V.

use super::output::{Global, Shape};
use super::state::Import;
use crate::error::{Result, refuse};
use dialect::ir::{Attr, AttrId, Type, TypeId};
use dialect::llvm::types::{self, LlvmType};
use spirv::Op;

impl Import<'_> {
    /// A constant of a type.
    pub(super) fn constant(&mut self, attr: AttrId, ty: TypeId) -> Result<Global> {
        let made = self.ty(ty)?;
        match &self.module.ctx[attr] {
            Attr::Int { bits, .. } | Attr::Float { bits, .. } => Ok(self.out.number(made, *bits)),
            Attr::Bool(value) => Ok(self.out.number(made, u64::from(*value))),
            Attr::Undef => Ok(self.out.undef(made)),
            Attr::Null => Ok(self.out.null(made)),
            Attr::Dense { elems: parts, .. } | Attr::Array(parts) => self.composite(parts, ty, made),
            Attr::Symbol(name) => match self.variables.get(name).copied() {
                Some(variable) if variable.ty() == made => Ok(variable),
                Some(variable) => Ok(self.out.spec_operation(Op::Bitcast, made, variable)),
                None => refuse("the address of a function is not supported"),
            },
            Attr::Unit
            | Attr::Literal(_)
            | Attr::Str(_)
            | Attr::Type(_)
            | Attr::Enum { .. }
            | Attr::Dict(_)
            | Attr::Operand(_) => refuse("a constant is not supported"),
        }
    }

    fn composite(&mut self, parts: &[AttrId], ty: TypeId, made: TypeId) -> Result<Global> {
        let mut elems = Vec::with_capacity(parts.len());
        for (at, part) in parts.iter().enumerate() {
            let own = match &self.module.ctx[ty] {
                Type::Vector { elem, .. } | Type::Llvm(LlvmType::Array { elem, .. }) => Some(*elem),
                _ => types::field(&self.module.ctx, ty, at as u32),
            };
            let Some(own) = own else { return refuse("a constant has more parts than its type") };
            elems.push(match self.constant(*part, own)? {
                Global::Constant(attr, _) => attr,
                Global::Undef(_) => self.out.module.ctx.attr(Attr::Undef),
                Global::Variable(..) | Global::SpecConstant(..) => {
                    return refuse("an address is not a part of a constant");
                }
            });
        }
        // A vector whose components have no values may be any.
        let is_undefined = parts.iter().all(|part| self.module.ctx[*part] == Attr::Undef);
        Ok(match self.out.shape(made) {
            Shape::Vector(..) if is_undefined => self.out.undef(made),
            Shape::Vector(..) => self.out.constant(Attr::Dense { elems: elems.into(), ty: made }, made),
            _ => self.out.constant(Attr::Array(elems.into()), made),
        })
    }
}
