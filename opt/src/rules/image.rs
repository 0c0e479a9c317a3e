//! Accesses to images.

use super::{Outcome, Subject};
use crate::edit;
use dialect::ir::{Attr, OpId};
use dialect::spirv::enums::Kind;
use spirv::{ImageOperands, Op};

pub(super) fn apply(pass: &mut Subject<'_>, op: OpId, core: Op) -> Outcome {
    let found = if core == Op::ImageTexelPointer { texel(pass, op) } else { constant_offset(pass, op) };
    found.map_or(Outcome::Same, |()| Outcome::Changed)
}

/// A pointer to a texel starts from the variable of the image; promotion puts the image there that a local one holds.
fn texel(pass: &mut Subject<'_>, op: OpId) -> Option<()> {
    let image = super::operand(pass.module, op, 0)?;
    let (Op::Load, load) = super::def(pass.module, image)? else { return None };
    pass.module[op].operands[0] = super::operand(pass.module, load, 0)?;
    Some(())
}

/// An offset that is a constant after all is called one: most accesses can have no other.
fn constant_offset(pass: &mut Subject<'_>, op: OpId) -> Option<()> {
    let name = Kind::ImageOperands.table().snake;
    let Attr::Enum { kind, value, params } = pass.module.ctx[pass.module.attr(op, name)?].clone() else { return None };
    let (offset, constant) = (ImageOperands::OFFSET.bits(), ImageOperands::CONST_OFFSET.bits());
    if value & offset == 0 || value & constant != 0 {
        return None;
    }
    // Operands stand in the order of their bits; gradients are two.
    let before = value & (offset - 1);
    let at = before.count_ones() + u32::from(value & ImageOperands::GRAD.bits() != 0);
    let Attr::Operand(operand) = pass.module.ctx[*params.get(at as usize)?] else { return None };
    edit::constant(pass.module, super::operand(pass.module, op, operand as usize)?)?;
    let attr = pass.module.ctx.attr(Attr::Enum { kind, value: value ^ offset | constant, params });
    pass.module[op].set_attr(name, attr);
    Some(())
}
