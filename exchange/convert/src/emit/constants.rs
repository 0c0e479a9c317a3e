//! Constants.

use super::Emitter;
use crate::bits::{bits_of, float_bits, int_bits};
use crate::tree::{Fact, Node};
use dialect::diagnostics::Result;
use dialect::ir::{Attr, AttrId, Type, TypeId, ValueId};
use dialect::spirv::attrs;
use dialect::spirv::ops::{self, Mlir};
use dialect::spirv::types::{Length, SpirvType};

/// The most elements of a constant: an instruction has no more words.
const MOST_PARTS: u64 = 65_000;

/// `arith.constant` and the others.
pub(crate) fn constant(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let ty = emit.result_type(node, 0)?;
    let attr = match node.fact("value") {
        Some(fact) => emit.constant_attr(fact, ty)?,
        None => return emit.error("the constant has no value"),
    };
    let value = emit.constant(attr, ty);
    emit.give(node, &[value]);
    Ok(())
}

/// A value that may be anything.
pub(crate) fn poison(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let ty = emit.result_type(node, 0)?;
    let value = emit.value(spirv::Op::Undef, &[], ty);
    emit.give(node, &[value]);
    Ok(())
}

/// The bits of an `index`.
pub(crate) fn size_of_index(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let ty = emit.result_type(node, 0)?;
    let value = emit.int(u64::from(emit.target.index), ty);
    emit.give(node, &[value]);
    Ok(())
}

impl Emitter<'_> {
    pub(super) fn constant(&mut self, attr: AttrId, ty: TypeId) -> ValueId {
        let op = self.op(ops::mlir(Mlir::Constant), &[]);
        self.module[op].set_attr(attrs::VALUE, attr);
        self.module.add_result(op, ty)
    }

    /// A whole number, or a vector of it.
    pub(super) fn int(&mut self, bits: u64, ty: TypeId) -> ValueId {
        let scalar = self.module.ctx.scalar_of(ty);
        let width = self.width(scalar);
        let attr = match width {
            1 => Attr::Bool(bits & 1 != 0),
            64.. => Attr::Int { bits, ty: scalar },
            _ => Attr::Int { bits: bits & ((1 << width) - 1), ty: scalar },
        };
        let attr = self.module.ctx.attr(attr);
        let attr = self.splat(attr, ty);
        self.constant(attr, ty)
    }

    /// A number, or a vector of it.
    pub(super) fn float(&mut self, number: f64, ty: TypeId) -> ValueId {
        let scalar = self.module.ctx.scalar_of(ty);
        let bits = match self.module.ctx[scalar] {
            Type::Float { width, kind } => float_bits(number, width, kind),
            _ => 0,
        };
        let attr = self.module.ctx.attr(Attr::Float { bits, ty: scalar });
        let attr = self.splat(attr, ty);
        self.constant(attr, ty)
    }

    /// A constant for all components.
    fn splat(&mut self, part: AttrId, ty: TypeId) -> AttrId {
        match self.module.ctx[ty] {
            Type::Vector { len, .. } => {
                self.module.ctx.attr(Attr::Dense { elems: vec![part; len as usize].into(), ty })
            }
            _ => part,
        }
    }

    /// The constant of a type that an attribute is.
    pub(super) fn constant_attr(&mut self, fact: &Fact, ty: TypeId) -> Result<AttrId> {
        let parts = match fact {
            Fact::Dense(parts) | Fact::List(parts) => parts,
            _ => return self.scalar_attr(fact, ty),
        };
        let (elem, len) = match self.module.ctx[ty] {
            Type::Vector { elem, len } => (elem, len as usize),
            Type::Spirv(SpirvType::Array { elem, len: Length::Const(len), .. }) => {
                return self.array_attr(parts, elem, len);
            }
            _ => (ty, 1),
        };
        let attrs = parts.iter().map(|part| self.scalar_attr(part, elem)).collect::<Result<Vec<AttrId>>>()?;
        let attrs = match attrs[..] {
            [only] => vec![only; len],
            _ if attrs.len() == len => attrs,
            _ => return self.error("the constant has another number of components"),
        };
        match self.module.ctx[ty] {
            Type::Vector { .. } => Ok(self.module.ctx.attr(Attr::Dense { elems: attrs.into(), ty })),
            _ => Ok(attrs[0]),
        }
    }

    /// The constant of a tensor.
    fn array_attr(&mut self, parts: &[Fact], elem: TypeId, len: u64) -> Result<AttrId> {
        if len > MOST_PARTS {
            return self.error("the constant has too many elements");
        }
        let attrs = parts.iter().map(|part| self.scalar_attr(part, elem)).collect::<Result<Vec<AttrId>>>()?;
        match attrs[..] {
            [only] => Ok(self.module.ctx.attr(Attr::Array(vec![only; len as usize].into()))),
            _ if attrs.len() as u64 == len => Ok(self.module.ctx.attr(Attr::Array(attrs.into()))),
            _ => self.error("the constant has another number of components"),
        }
    }

    fn scalar_attr(&mut self, fact: &Fact, ty: TypeId) -> Result<AttrId> {
        let text = match fact {
            Fact::Typed(inner, _) => return self.scalar_attr(inner, ty),
            Fact::Number(text) | Fact::Word(text) => text.as_str(),
            _ => return self.error("the constant is not a number"),
        };
        let attr = match self.module.ctx[ty] {
            Type::Int { width: 1, .. } => match text {
                "true" | "1" | "-1" => Some(Attr::Bool(true)),
                "false" | "0" => Some(Attr::Bool(false)),
                _ => None,
            },
            Type::Int { width, .. } => int_bits(text, width).map(|bits| Attr::Int { bits, ty }),
            Type::Float { width, kind } => bits_of(text, width, kind).map(|bits| Attr::Float { bits, ty }),
            _ => None,
        };
        match attr {
            Some(attr) => Ok(self.module.ctx.attr(attr)),
            None => self.error(format!("'{text}' is not a constant of this type")),
        }
    }
}
