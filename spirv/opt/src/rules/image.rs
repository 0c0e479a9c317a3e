//! Accesses to images.

use super::subject::{Outcome, Subject, def, operand, splat_int};
use crate::edit;
use dialect::ir::{Attr, AttrId, Module, OpId, Type, ValueId};
use dialect::spirv::enums::Kind;
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, facts, ops};
use spirv::{ImageOperands, Op, StorageClass};

pub(super) fn apply(pass: &mut Subject<'_>, op: OpId, core: Op) -> Outcome {
    let found = if core == Op::ImageTexelPointer { texel(pass, op) } else { constant_offset(pass, op) };
    found.map_or(Outcome::Same, |()| Outcome::Changed)
}

/// Bases a texel pointer on the image variable: promotion leaves the loaded image as its operand.
fn texel(pass: &mut Subject<'_>, op: OpId) -> Option<()> {
    let image = operand(pass.module, op, 0)?;
    let (Op::Load, load) = def(pass.module, image)? else { return None };
    let variable = operand(pass.module, load, 0)?;
    pass.module[op].operands[0] = variable;
    if facts::untyped_pointer(pass.module, pass.module.type_of(variable)).is_some() {
        untyped_texel(pass.module, op, image);
    }
    Some(())
}

/// Makes a texel pointer untyped where the image's is.
fn untyped_texel(module: &mut Module, op: OpId, image: ValueId) {
    let class = Kind::StorageClass.id();
    let storage = module.ctx.attr(Attr::Enum { kind: class, value: StorageClass::Image as u32, params: [].into() });
    let pointer = SpirvType::Other { op: Op::TypeUntypedPointerKHR, params: [storage].into(), decorations: Vec::new() };
    let pointer = module.ctx.ty(Type::Spirv(pointer));
    let image = module.type_of(image);
    let image = module.ctx.attr(Attr::Type(image));
    let data = &mut module[op];
    data.info = ops::core(Op::UntypedImageTexelPointerEXT);
    data.attrs.push((attrs::TYPE, image));
    let result = data.results[0];
    module[result].ty = pointer;
}

/// Marks an offset that has become a constant as `ConstOffset`, since most accesses allow no other, and removes one of
/// zero.
fn constant_offset(pass: &mut Subject<'_>, op: OpId) -> Option<()> {
    if pass.module[op].attrs.is_empty() {
        return None;
    }
    let name = Kind::ImageOperands.table().snake;
    let Attr::Enum { kind, value, params } = pass.module.ctx[pass.module.attr(op, name)?].clone() else { return None };
    let (offset, constant) = (ImageOperands::OFFSET.bits(), ImageOperands::CONST_OFFSET.bits());
    let bit = value & (offset | constant);
    if !bit.is_power_of_two() {
        return None;
    }
    // Operands are in the order of their bits; gradients are two.
    let before = value & (bit - 1);
    let param = (before.count_ones() + u32::from(value & ImageOperands::GRAD.bits() != 0)) as usize;
    let Attr::Operand(at) = pass.module.ctx[*params.get(param)?] else { return None };
    let held = operand(pass.module, op, at as usize)?;
    if splat_int(pass.module, held) == Some(0) {
        let params = without(pass.module, &params, param, at);
        pass.module[op].operands.remove(at as usize);
        let attr = pass.module.ctx.attr(Attr::Enum { kind, value: value ^ bit, params });
        match value ^ bit {
            0 => pass.module[op].attrs.retain(|(other, _)| *other != name),
            _ => pass.module[op].set_attr(name, attr),
        }
        return Some(());
    }
    edit::constant(pass.module, held).filter(|_| bit == offset)?;
    let attr = pass.module.ctx.attr(Attr::Enum { kind, value: value ^ offset | constant, params });
    pass.module[op].set_attr(name, attr);
    Some(())
}

/// The parameters of image operands without one of them, whose operand of the op goes as well.
fn without(module: &mut Module, params: &[AttrId], param: usize, operand: u32) -> Box<[AttrId]> {
    let mut kept = Vec::with_capacity(params.len());
    for (_, attr) in params.iter().enumerate().filter(|(index, _)| *index != param) {
        kept.push(
            if let Attr::Operand(at) = module.ctx[*attr]
                && at > operand
            {
                module.ctx.attr(Attr::Operand(at - 1))
            } else {
                *attr
            },
        );
    }
    kept.into()
}
