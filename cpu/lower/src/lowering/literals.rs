//! Constants of the module as values.

use super::state::Lowering;
use crate::constants::{self, Value};
use crate::error::{Result, invalid};
use crate::facts::{self, part_type};
use abi::NULL_SLOT;
use base::intern::Symbol;
use dialect::ir::{Attr, AttrId, Type, TypeId, ValueId};
use dialect::llvm::ops::VALUE;
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, facts as module_facts};

impl Lowering<'_> {
    /// The zero of a type; the null descriptor for resources.
    pub(crate) fn null_value(&mut self, ty: TypeId) -> Result<ValueId> {
        let made = self.ty(ty)?;
        match &self.known.source.ctx[ty] {
            Type::Spirv(SpirvType::Image(_) | SpirvType::Sampler) => self.descriptor(NULL_SLOT),
            Type::Spirv(SpirvType::SampledImage(_)) => {
                let desc = self.descriptor(NULL_SLOT)?;
                Ok(self.b.aggregate(made, &[desc, desc]))
            }
            Type::Spirv(SpirvType::Array { elem, .. }) if facts::holds_opaque(self.known.source, *elem) => {
                let elem = self.null_value(*elem)?;
                let count = self.b.parts(made).unwrap_or(0);
                let mut value = self.b.poison(made);
                for index in 0..count {
                    self.count_part()?;
                    value = self.b.insert_value(value, elem, index as u32);
                }
                Ok(value)
            }
            Type::Spirv(SpirvType::Struct { members, .. }) if facts::holds_opaque(self.known.source, ty) => {
                let parts = members.iter().map(|member| {
                    self.count_part()?;
                    self.null_value(member.ty)
                });
                let parts = parts.collect::<Result<Vec<_>>>()?;
                Ok(self.b.aggregate(made, &parts))
            }
            _ => Ok(self.b.zero(made)),
        }
    }

    pub(crate) fn spec_constant(&mut self, name: Symbol, ty: TypeId) -> Result<ValueId> {
        let value = self.known.layouts.constants.value(name)?;
        self.spec_value(&value, ty)
    }

    fn spec_value(&mut self, value: &Value, ty: TypeId) -> Result<ValueId> {
        match value {
            Value::Scalar { bits, .. } => self.scalar(*bits, ty),
            Value::Zero => self.null_value(ty),
            Value::Parts(parts) => {
                let made = parts.iter().enumerate().map(|(index, part)| {
                    self.count_part()?;
                    let part_ty = part_type(self.known.source, ty, index as u32)?;
                    self.spec_value(part, part_ty)
                });
                let made = made.collect::<Result<Vec<_>>>()?;
                self.of_parts(&made, ty)
            }
        }
    }

    fn scalar(&mut self, bits: u64, ty: TypeId) -> Result<ValueId> {
        let ty = self.ty(ty)?;
        let attr = match self.b.ty(ty) {
            Type::Float { .. } => Attr::Float { bits, ty },
            _ => Attr::Int { bits, ty },
        };
        Ok(self.b.constant(attr, ty))
    }

    /// A constant of a type.
    pub(crate) fn constant(&mut self, attr: AttrId, ty: TypeId) -> Result<ValueId> {
        if let Some(bits) = constants::bits_of(self.known.source, attr) {
            return self.scalar(bits, ty);
        }
        if let Some(literal) = self.known.interface.literals.get(&attr) {
            return self.descriptor(literal.slot);
        }
        match &self.known.source.ctx[attr] {
            Attr::Dense { elems, .. } | Attr::Array(elems) => {
                let elems = elems.to_vec();
                self.composite(&elems, ty)
            }
            Attr::Symbol(name) => self.spec_constant(*name, ty),
            Attr::Dict(_) if module_facts::replicated(&self.known.source.ctx[attr]).is_some() => {
                self.replicated(attr, ty)
            }
            Attr::Dict(items) => match items.iter().find(|(name, _)| *name == attrs::VALUE) {
                Some((_, attr)) => self.constant(*attr, ty),
                None => invalid("a constant has no value"),
            },
            Attr::Null | Attr::Undef => {
                let ty = self.ty(ty)?;
                Ok(self.b.zero(ty))
            }
            _ => invalid("a constant has no value"),
        }
    }

    fn composite(&mut self, elems: &[AttrId], ty: TypeId) -> Result<ValueId> {
        let mut parts = Vec::new();
        for (index, elem) in elems.iter().enumerate() {
            self.count_part()?;
            let part = part_type(self.known.source, ty, index as u32)?;
            parts.push(self.constant(*elem, part)?);
        }
        self.of_parts(&parts, ty)
    }

    /// A composite all of whose parts are the same constant.
    fn replicated(&mut self, attr: AttrId, ty: TypeId) -> Result<ValueId> {
        let made = self.ty(ty)?;
        let Some(part) = module_facts::replicated(&self.known.source.ctx[attr]) else {
            return invalid("a constant has no value");
        };
        let part_ty = part_type(self.known.source, ty, 0)?;
        let part = self.constant(part, part_ty)?;
        let mut parts = Vec::new();
        for _ in 0..self.b.parts(made).unwrap_or(0) {
            self.count_part()?;
            parts.push(part);
        }
        self.of_parts(&parts, ty)
    }

    /// A composite of constants.
    fn of_parts(&mut self, parts: &[ValueId], ty: TypeId) -> Result<ValueId> {
        let made = self.ty(ty)?;
        if self.b.parts(made) != Some(parts.len() as u64) {
            return invalid("a constant has more or fewer parts than its type");
        }
        if let Type::Vector { .. } = self.b.ty(made)
            && let Some(vector) = self.constant_vector(parts, made)
        {
            return Ok(vector);
        }
        Ok(self.b.aggregate(made, parts))
    }

    fn constant_vector(&mut self, parts: &[ValueId], ty: TypeId) -> Option<ValueId> {
        let attr = |value: &ValueId| {
            let op = self.b.module.defining_op(*value)?;
            self.b.module.attr(op, VALUE)
        };
        let elems: Vec<AttrId> = parts.iter().map(attr).collect::<Option<_>>()?;
        Some(self.b.constant(Attr::Dense { elems: elems.into(), ty }, ty))
    }
}
