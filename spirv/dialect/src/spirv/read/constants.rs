//! Constants and specialisation constants.

use super::error::error;
use super::reader::{Entity, Reader};
use crate::diagnostics::{Code, Result};
use crate::ir::{Attr, AttrId, Declared, Type, TypeId};
use crate::spirv::attrs;
use crate::spirv::decode::{Inst, Operand};
use crate::spirv::facts;
use crate::spirv::fold::truncate;
use crate::spirv::ops::{self, Mlir};
use crate::spirv::types::{Length, SpirvType};
use spirv::Op;

/// The limit of a constant's scalars: parts that words share must not grow in memory.
const MAX_SIZE: u64 = 1 << 20;

impl<'i> Reader<'i> {
    pub(super) fn constant_inst(&mut self, inst: &'i Inst) -> Result<()> {
        let ty = self.result_type(inst)?;
        match inst.op {
            Op::SpecConstantTrue | Op::SpecConstantFalse | Op::SpecConstant => self.spec_constant(inst, ty),
            Op::SpecConstantComposite | Op::SpecConstantCompositeReplicateEXT => self.spec_composite(inst, ty),
            Op::SpecConstantOp => self.spec_operation(inst, ty),
            _ => {
                let attr = self.constant(inst, ty)?;
                let id = inst.result.unwrap_or(0);
                self.entities.insert(id, Entity::Constant { attr, ty });
                // Passes may index a scalar, and an index into a struct is not a null.
                let is_vector = matches!(self.module.ctx[ty], Type::Vector { .. });
                let is_known = self.module.places.declared.contains_key(&Declared::Constant(attr, ty));
                if inst.op == Op::ConstantNull && is_vector && !is_known {
                    self.module.places.nulls.insert((attr, ty));
                }
                self.note_places(Declared::Constant(attr, ty), id, inst);
                Ok(())
            }
        }
    }

    fn constant(&mut self, inst: &Inst, ty: TypeId) -> Result<AttrId> {
        match inst.op {
            Op::ConstantNull => self.null(inst, ty),
            Op::ConstantComposite => self.composite(inst, ty),
            Op::ConstantCompositeReplicateEXT => self.replicated(inst, ty),
            Op::ConstantSizeOfEXT => self.size_of(inst),
            Op::ConstantDataKHR => self.data(inst, ty),
            Op::ConstantSampler => {
                let items: Vec<AttrId> = inst.operands.iter().map(|operand| self.literal(operand)).collect();
                Ok(self.module.ctx.attr(Attr::Array(items.into())))
            }
            _ => self.scalar(inst, ty),
        }
    }

    fn scalar(&mut self, inst: &Inst, ty: TypeId) -> Result<AttrId> {
        let is_bool = self.module.ctx[ty] == Type::Int { width: 1, sign: crate::ir::types::Sign::Signless };
        let attr = match (inst.op, inst.operands.first(), &self.module.ctx[ty]) {
            (Op::ConstantTrue | Op::SpecConstantTrue, _, _) if is_bool => Attr::Bool(true),
            (Op::ConstantFalse | Op::SpecConstantFalse, _, _) if is_bool => Attr::Bool(false),
            (_, Some(Operand::Number(bits)), Type::Int { width, .. }) => {
                Attr::Int { bits: truncate(*bits, *width), ty }
            }
            (_, Some(Operand::Number(bits)), Type::Float { width, .. }) => {
                Attr::Float { bits: truncate(*bits, *width), ty }
            }
            _ => return error(Code::Operand, inst, "the type of the constant does not fit it"),
        };
        Ok(self.module.ctx.attr(attr))
    }

    fn null(&mut self, inst: &Inst, ty: TypeId) -> Result<AttrId> {
        let attr = match self.module.ctx[ty] {
            Type::Int { width: 1, .. } => Attr::Bool(false),
            Type::Int { .. } => Attr::Int { bits: 0, ty },
            Type::Float { .. } => Attr::Float { bits: 0, ty },
            Type::Vector { elem, len } => {
                let zero = self.null(inst, elem)?;
                Attr::Dense { elems: vec![zero; len as usize].into(), ty }
            }
            Type::Spirv(_) => Attr::Null,
            Type::None | Type::Function { .. } | Type::Llvm(_) => {
                return error(Code::Operand, inst, "the type has no constants");
            }
        };
        Ok(self.module.ctx.attr(attr))
    }

    fn composite(&mut self, inst: &Inst, ty: TypeId) -> Result<AttrId> {
        let mut elems = Vec::new();
        let mut size = 1u64;
        for operand in &inst.operands {
            let Operand::Id(id) = operand else { continue };
            let attr = self.part(inst, *id, ty, elems.len())?;
            size = size.saturating_add(self.constant_size.get(&attr).copied().unwrap_or(1));
            elems.push(attr);
        }
        if size > MAX_SIZE {
            return error(Code::Limit, inst, format!("the constant has more than {MAX_SIZE} parts"));
        }
        let attr = match &self.module.ctx[ty] {
            Type::Vector { len, .. } if *len as usize == elems.len() => Attr::Dense { elems: elems.into(), ty },
            Type::Spirv(_) => Attr::Array(elems.into()),
            _ => return error(Code::Operand, inst, "the type of the constant does not fit its parts"),
        };
        let attr = self.module.ctx.attr(attr);
        self.constant_size.insert(attr, size);
        Ok(attr)
    }

    /// The constant of a part of a composite.
    fn part(&mut self, inst: &Inst, id: u32, ty: TypeId, at: usize) -> Result<AttrId> {
        match self.entities.get(id).copied() {
            Some(Entity::Constant { attr, ty: own }) if self.is_part(ty, at, own) => Ok(attr),
            Some(Entity::Undef { ty: own }) if self.is_part(ty, at, own) => Ok(self.module.ctx.attr(Attr::Undef)),
            Some(Entity::Constant { .. } | Entity::Undef { .. }) => {
                error(Code::Operand, inst, format!("%{id} is not a part of a constant of this type"))
            }
            _ => error(Code::Operand, inst, format!("%{id} is not a constant that is defined before")),
        }
    }

    /// A composite of equal parts.
    fn replicated(&mut self, inst: &Inst, ty: TypeId) -> Result<AttrId> {
        let [Operand::Id(id)] = inst.operands.as_slice() else {
            return error(Code::Operand, inst, "the operands are not those of a replicated constant");
        };
        let part = self.part(inst, *id, ty, 0)?;
        let size = self.constant_size.get(&part).copied().unwrap_or(1).saturating_add(1);
        if size > MAX_SIZE {
            return error(Code::Limit, inst, format!("the constant has more than {MAX_SIZE} parts"));
        }
        let attr = self.module.ctx.attr(Attr::Dict([(attrs::REPLICATE, part)].into()));
        self.constant_size.insert(attr, size);
        Ok(attr)
    }

    /// An array of integers whose words stand one after the other, the least significant bits first.
    fn data(&mut self, inst: &Inst, ty: TypeId) -> Result<AttrId> {
        let elem = facts::part_type(&self.module.ctx, ty, 0);
        let width = elem.and_then(|elem| match self.module.ctx[elem] {
            Type::Int { width, .. } if width.is_power_of_two() && (8..=64).contains(&width) => Some(u64::from(width)),
            _ => None,
        });
        let len = match &self.module.ctx[ty] {
            Type::Spirv(SpirvType::Array { len: Length::Const(len), .. }) => *len,
            _ => 0,
        };
        let (Some(elem), Some(width)) = (elem, width) else {
            return error(Code::Operand, inst, "the type of the data is not an array of integers");
        };
        if len > MAX_SIZE {
            return error(Code::Limit, inst, format!("the constant has more than {MAX_SIZE} parts"));
        }
        if inst.operands.len() as u64 != (len * width).div_ceil(32) {
            return error(Code::Operand, inst, "the words of the data are not as many as its type has");
        }
        let word = |at: u64| match inst.operands.get(at as usize) {
            Some(Operand::Literal(word)) => u64::from(*word),
            _ => 0,
        };
        let mut elems = Vec::with_capacity(len as usize);
        for at in (0..len).map(|at| at * width) {
            let bits = (word(at / 32) | word(at / 32 + 1) << 32) >> (at % 32);
            elems.push(self.module.ctx.attr(Attr::Int { bits: truncate(bits, width as u32), ty: elem }));
        }
        let attr = self.module.ctx.attr(Attr::Array(elems.into()));
        self.constant_size.insert(attr, len);
        Ok(attr)
    }

    /// The size of a descriptor, which the device knows.
    fn size_of(&mut self, inst: &Inst) -> Result<AttrId> {
        let [Operand::Id(id)] = inst.operands.as_slice() else {
            return error(Code::Operand, inst, "the operands are not those of the size of a descriptor");
        };
        let ty = self.ty(inst, *id)?;
        let ty = self.module.ctx.attr(Attr::Type(ty));
        Ok(self.module.ctx.attr(Attr::Dict([(attrs::SIZE_OF, ty)].into())))
    }

    fn is_part(&self, ty: TypeId, at: usize, found: TypeId) -> bool {
        facts::part_type(&self.module.ctx, ty, at) == Some(found)
    }

    /// The constant with its type, if the attribute alone does not determine it.
    pub(super) fn typed_constant(&mut self, attr: AttrId, ty: TypeId) -> AttrId {
        match self.module.ctx[attr] {
            Attr::Null | Attr::Undef | Attr::Array(_) | Attr::Dict(_) | Attr::Str(_) => {
                let pair = [(attrs::VALUE, attr), (attrs::TYPE, self.module.ctx.attr(Attr::Type(ty)))];
                self.module.ctx.attr(Attr::Dict(pair.into()))
            }
            _ => attr,
        }
    }

    fn declare(&mut self, inst: &Inst, ty: TypeId, op: Mlir, rest: Vec<(&'static str, AttrId)>) -> Result<()> {
        let id = inst.result.unwrap_or(0);
        let name = self.symbol(inst, id)?;
        let mut attrs = vec![(attrs::SYM_NAME, self.module.ctx.symbol_attr(name))];
        attrs.extend(rest);
        attrs.push((attrs::TYPE, self.module.ctx.attr(Attr::Type(ty))));
        attrs.extend(self.decorations_of(id, inst)?);
        let op = self.new_op(ops::mlir(op));
        self.module[op].attrs = attrs.into();
        self.entities.insert(id, Entity::SpecConstant { name, ty });
        self.note_places(Declared::Symbol(name), id, inst);
        Ok(())
    }

    fn spec_constant(&mut self, inst: &Inst, ty: TypeId) -> Result<()> {
        let value = self.scalar(inst, ty)?;
        self.declare(inst, ty, Mlir::SpecConstant, vec![(attrs::VALUE, value)])
    }

    fn spec_composite(&mut self, inst: &Inst, ty: TypeId) -> Result<()> {
        let args =
            inst.operands.iter().map(|operand| self.static_operand(inst, operand)).collect::<Result<Vec<_>>>()?;
        let mut rest = vec![(attrs::ARGS, self.module.ctx.attr(Attr::Array(args.into())))];
        if inst.op == Op::SpecConstantCompositeReplicateEXT {
            rest.push((attrs::REPLICATE, self.module.ctx.attr(Attr::Unit)));
        }
        self.declare(inst, ty, Mlir::SpecConstantComposite, rest)
    }

    fn spec_operation(&mut self, inst: &Inst, ty: TypeId) -> Result<()> {
        let [Operand::Literal(opcode), operands @ ..] = inst.operands.as_slice() else {
            return error(Code::Operand, inst, "the operands are not those of a constant operation");
        };
        let name = ops::by_opcode(*opcode).map_or("", |row| row.info.name);
        let mut args = Vec::new();
        for operand in operands {
            args.push(match operand {
                Operand::Literal(value) => self.module.ctx.attr(Attr::Literal(*value)),
                _ => self.static_operand(inst, operand)?,
            });
        }
        let op = self.module.ctx.str_attr(name);
        let args = self.module.ctx.attr(Attr::Array(args.into()));
        self.declare(inst, ty, Mlir::SpecConstantOperation, vec![(attrs::OP, op), (attrs::ARGS, args)])
    }
}
