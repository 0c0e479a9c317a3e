//! Constants as attributes of the LLVM dialect.

use super::state::{Export, number};
use crate::error::{Result, refuse};
use dialect::ir::{Attr, AttrId, Type, TypeId, ValueId};
use dialect::spirv::access::id_of;
use spirv::Op;

/// Constants that LLVM IR spells where they are used.
pub(super) const SPELLED: &[Op] =
    &[Op::Constant, Op::ConstantTrue, Op::ConstantFalse, Op::ConstantNull, Op::ConstantComposite, Op::Undef];

impl Export<'_> {
    /// A constant as an attribute.
    pub(super) fn constant(&mut self, value: u32) -> Result<AttrId> {
        let inst = self.def(value)?;
        let ty = self.ty(inst.ty.unwrap_or(0))?;
        let attr = match inst.op {
            Op::ConstantTrue => self.scalar(ty, 1)?,
            Op::ConstantFalse => self.scalar(ty, 0)?,
            Op::Undef => Attr::Undef,
            Op::ConstantNull => self.scalar(ty, 0).unwrap_or(Attr::Null),
            Op::Constant => self.scalar(ty, number(inst.operands.first()))?,
            Op::ConstantComposite if self.is_zero(value) => Attr::Null,
            Op::ConstantComposite => {
                let parts = inst.operands.iter().map(|part| self.constant(id_of(Some(part))));
                let elems = parts.collect::<Result<_>>()?;
                match self.builder.ty(ty) {
                    Type::Vector { .. } => Attr::Dense { elems, ty },
                    _ => Attr::Array(elems),
                }
            }
            op => return refuse(format!("Op{op:?} is not a constant of LLVM IR")),
        };
        Ok(self.builder.module.ctx.attr(attr))
    }

    /// A constant as a value of the current function.
    pub(super) fn constant_value(&mut self, value: u32) -> Result<ValueId> {
        let attr = self.constant(value)?;
        let ty = self.ty(self.def(value)?.ty.unwrap_or(0))?;
        Ok(match self.builder.module.ctx[attr].clone() {
            Attr::Undef => self.builder.undef(ty),
            attr => self.builder.constant(attr, ty),
        })
    }

    /// Checks that a constant is zero in all its parts.
    fn is_zero(&self, value: u32) -> bool {
        let mut stack = vec![value];
        while let Some(value) = stack.pop() {
            match self.index.def(value).map(|inst| (inst.op, &inst.operands)) {
                Some((Op::ConstantNull | Op::ConstantFalse, _)) => {}
                Some((Op::Constant, operands)) if number(operands.first()) == 0 => {}
                Some((Op::ConstantComposite, parts)) => stack.extend(parts.iter().map(|part| id_of(Some(part)))),
                _ => return false,
            }
        }
        true
    }

    /// A number of a type by its bits.
    pub(super) fn scalar(&self, ty: TypeId, bits: u64) -> Result<Attr> {
        match self.builder.ty(ty) {
            Type::Int { .. } => Ok(Attr::Int { bits, ty }),
            Type::Float { .. } => Ok(Attr::Float { bits, ty }),
            _ => refuse("a constant of a type that is not a number"),
        }
    }
}
