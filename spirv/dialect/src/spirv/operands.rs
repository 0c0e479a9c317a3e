//! The operands of an instruction as those of an op: values stay operands, all else becomes attributes.
//!
//! The reader takes them from words, where ids represent values; a producer of modules from other sources has the
//! values ([`set`]).

use super::attrs;
use super::decode::{self, Operand};
use super::enums::Kind;
use super::ops::{self, Code as OpCode, Mlir};
use crate::diagnostics::{Code, Error, Place, Result};
use crate::ir::{Attr, AttrId, Context, Module, NamedAttr, OpId, TypeId, ValueId};
use spirv::Decoration;

/// The meaning of the ids among operands.
pub(super) trait Resolve {
    /// The module.
    fn module(&mut self) -> &mut Module;
    /// Gives an op the operand that an id represents.
    fn operand(&mut self, op: OpId, id: u32) -> Result<()>;
    /// A type.
    fn ty(&mut self, id: u32) -> Result<TypeId>;
    /// The constant that an id is, if it is one.
    fn constant(&self, id: u32) -> Option<(AttrId, TypeId)>;
    /// The attribute that refers to a value among the operands of an op, which it becomes.
    fn placeholder(&mut self, op: OpId, id: u32) -> Result<AttrId>;
}

/// Gives an op its operands and the attributes that the others of its instruction are.
pub(super) fn fill(ids: &mut impl Resolve, op: OpId, operands: &[Operand]) -> Result<()> {
    let mut names = attrs::OperandNames::default();
    let mut indices = Vec::new();
    let row = ops::row(ids.module()[op].info);
    let (is_variadic, mut has_others) = (row.is_some_and(|row| row.lists_literals), false);
    // Values for placeholders come after all other operands, so that these have fixed indices.
    let type_at = row.and_then(|row| ops::type_operand(row.code));
    for (at, operand) in operands.iter().enumerate() {
        match operand {
            Operand::Id(id) if type_at == Some(at) => {
                let ty = ids.ty(*id)?;
                let attr = ids.module().ctx.attr(Attr::Type(ty));
                ids.module()[op].attrs.push((attrs::TYPE, attr));
            }
            Operand::Id(id) => ids.operand(op, *id)?,
            _ => has_others = true,
        }
    }
    // Most ops have only values.
    for operand in operands.iter().filter(|_| has_others) {
        let named = match operand {
            Operand::Id(_) => continue,
            Operand::Literal(_) if is_variadic => {
                indices.push(literal(&mut ids.module().ctx, operand));
                continue;
            }
            Operand::Literal(_) | Operand::Number(_) => (names.literal(), literal(&mut ids.module().ctx, operand)),
            Operand::Text(_) => (names.text(), literal(&mut ids.module().ctx, operand)),
            Operand::ConstantId(kind, _) | Operand::Enum(kind, ..) => {
                let attr = enumerated(ids, op, operand)?;
                (names.enumerated(*kind, matches!(operand, Operand::ConstantId(..))), attr)
            }
        };
        ids.module()[op].attrs.push(named);
    }
    if is_variadic {
        let attr = ids.module().ctx.attr(Attr::Array(indices.into()));
        ids.module()[op].attrs.push((attrs::INDICES, attr));
    }
    Ok(())
}

/// An enumerated operand; a run-time value in its place becomes an operand.
fn enumerated(ids: &mut impl Resolve, op: OpId, operand: &Operand) -> Result<AttrId> {
    match operand {
        Operand::ConstantId(kind, id) => {
            let known = ids.constant(*id);
            let module = ids.module();
            if let Some((attr, ty)) = known
                && let Attr::Int { bits, .. } = module.ctx[attr]
                && u32::try_from(bits).is_ok_and(|value| kind.table().pieces(value).all(|part| part.is_some()))
            {
                let is_plain = ty == module.ctx.int(32);
                let params = (!is_plain).then(|| module.ctx.attr(Attr::Type(ty))).into_iter().collect();
                return Ok(module.ctx.attr(Attr::Enum { kind: kind.id(), value: bits as u32, params }));
            }
            ids.placeholder(op, *id)
        }
        Operand::Id(id) => ids.placeholder(op, *id),
        Operand::Enum(kind, value, params) => {
            let mut attrs = Vec::new();
            for param in params {
                attrs.push(enumerated(ids, op, param)?);
            }
            Ok(ids.module().ctx.attr(Attr::Enum { kind: kind.id(), value: *value, params: attrs.into() }))
        }
        Operand::Literal(_) | Operand::Number(_) | Operand::Text(_) => Ok(literal(&mut ids.module().ctx, operand)),
    }
}

/// An operand without ids: a literal, text or enumerant.
pub(super) fn literal(ctx: &mut Context, operand: &Operand) -> AttrId {
    match operand {
        Operand::Literal(value) | Operand::Id(value) | Operand::ConstantId(_, value) => ctx.i32_attr(*value),
        Operand::Number(value) => ctx.i32_attr(*value as u32),
        Operand::Text(text) => ctx.str_attr(text),
        Operand::Enum(kind, value, _) => ctx.enum_attr(kind.id(), *value),
    }
}

/// A decoration as an attribute: its name, and its operands as one attribute.
pub(super) fn named_decoration(ctx: &mut Context, value: u32, mut operands: Vec<AttrId>) -> NamedAttr {
    let name = Kind::Decoration.table().get(value).map_or("", |one| one.snake);
    let attr = match operands.len() {
        0 => ctx.attr(Attr::Unit),
        1 => operands.remove(0),
        _ => ctx.attr(Attr::Array(operands.into())),
    };
    (name, attr)
}

// Without words.

/// An operand of an instruction, at its place among the others.
#[derive(Clone, Copy, Debug)]
pub enum Arg {
    /// A value.
    Value(ValueId),
    /// A word of a literal or of an enumerant.
    Word(u32),
}

impl From<ValueId> for Arg {
    fn from(value: ValueId) -> Self {
        Arg::Value(value)
    }
}

/// Gives an op the operands of its instruction after result type and result, in their order.
///
/// # Errors
/// When they are not those of the instruction.
pub fn set(module: &mut Module, op: OpId, args: &[Arg]) -> Result<()> {
    let Some(row) = ops::row(module[op].info) else { return Ok(()) };
    let mut values = Vec::with_capacity(args.len());
    let words = args.iter().map(|arg| match arg {
        Arg::Word(word) => *word,
        // An id is a position from 1 on.
        Arg::Value(value) => {
            values.push(*value);
            values.len() as u32
        }
    });
    let words: Vec<u32> = words.collect();
    let operands = decode::operands(row, &words, values.len() as u32 + 1).map_err(without_word)?;
    fill(&mut Given { module, values }, op, &operands)
}

/// An enumerant with the words of its operands, none of which is a value.
///
/// # Errors
/// When there is no such enumerant, or the operands are not its own.
pub fn enumerant(ctx: &mut Context, kind: Kind, words: &[u32]) -> Result<AttrId> {
    let Operand::Enum(_, value, params) = decode::enumerant(kind, words).map_err(without_word)? else {
        return unresolved();
    };
    let params = params.iter().map(|param| literal(ctx, param)).collect();
    Ok(ctx.attr(Attr::Enum { kind: kind.id(), value, params }))
}

/// A decoration with the words of its operands, none of which is a value, as an attribute.
///
/// # Errors
/// When the operands are not those of the decoration.
pub fn decoration(ctx: &mut Context, decoration: Decoration, operands: &[u32]) -> Result<NamedAttr> {
    let words: Vec<u32> = std::iter::once(decoration as u32).chain(operands.iter().copied()).collect();
    let Operand::Enum(_, value, params) = decode::enumerant(Kind::Decoration, &words).map_err(without_word)? else {
        return unresolved();
    };
    let params = params.iter().map(|param| literal(ctx, param)).collect();
    Ok(named_decoration(ctx, value, params))
}

/// The error at the module, since the words are in none.
fn without_word(error: Error) -> Error {
    Error { place: Place::Module, ..error }
}

fn unresolved<T>() -> Result<T> {
    Err(Error::in_module(Code::Operand, "the operand is neither a value nor a word"))
}

/// Values by their positions among the operands, from 1 on.
struct Given<'m> {
    module: &'m mut Module,
    values: Vec<ValueId>,
}

impl Given<'_> {
    fn value(&self, id: u32) -> ValueId {
        self.values[id as usize - 1]
    }
}

impl Resolve for Given<'_> {
    fn module(&mut self) -> &mut Module {
        self.module
    }

    fn operand(&mut self, op: OpId, id: u32) -> Result<()> {
        let value = self.value(id);
        self.module[op].operands.push(value);
        Ok(())
    }

    fn ty(&mut self, _: u32) -> Result<TypeId> {
        Err(Error::in_module(Code::Operand, "the instruction takes a type, and no value"))
    }

    fn constant(&self, id: u32) -> Option<(AttrId, TypeId)> {
        let value = self.value(id);
        let op = self.module.defining_op(value)?;
        let is_constant = ops::code(self.module, op) == Some(OpCode::Mlir(Mlir::Constant));
        let attr = self.module.attr(op, attrs::VALUE).filter(|_| is_constant)?;
        Some((attr, self.module.type_of(value)))
    }

    fn placeholder(&mut self, op: OpId, id: u32) -> Result<AttrId> {
        let value = self.value(id);
        let index = self.module[op].operands.len() as u32;
        self.module[op].operands.push(value);
        Ok(self.module.ctx.attr(Attr::Operand(index)))
    }
}
