//! The variables of a function that can be promoted: those whose address is not needed, and the pointers to them.

use crate::edit::{self, Numbers};
use crate::facts::handles::Types;
use dialect::ir::{Module, OpId, Type, TypeId, ValueId};
use dialect::spirv::facts;
use dialect::spirv::types::SpirvType;
use spirv::Op;

/// A variable that can be promoted.
pub(super) struct Variable {
    pub(super) value: ValueId,
    pub(super) ty: TypeId,
    is_refused: bool,
    /// The position of the op that makes it.
    pub(super) place: usize,
    /// The positions of the first and of the last op that accesses it.
    pub(super) span: (usize, usize),
}

/// An access to a promoted variable: a read, a write, or a pointer to a component.
#[derive(Clone, Copy)]
pub(super) struct Access {
    /// The position of the op.
    pub(super) place: usize,
    /// The index of the variable.
    pub(super) variable: usize,
}

/// The pointers to the promoted variables of a function.
pub(super) struct Leads {
    /// Twice the number of the variable, plus one for a pointer to a component.
    numbers: Numbers,
}

/// The target of a pointer.
#[derive(Clone, Copy)]
pub(super) struct Lead {
    /// The index of the variable.
    pub(super) variable: usize,
    /// True if it points to a component.
    pub(super) is_part: bool,
}

impl Leads {
    /// No pointers, with room for the values of a module.
    pub(super) fn with_room(module: &Module) -> Leads {
        Leads { numbers: Numbers::with_room(module) }
    }

    pub(super) fn of(&self, value: ValueId) -> Option<Lead> {
        let number = self.numbers.of(value)?;
        Some(Lead { variable: number as usize / 2, is_part: number % 2 != 0 })
    }

    fn set(&mut self, value: ValueId, variable: usize, is_part: bool) {
        self.numbers.set(value, 2 * variable as u32 + u32::from(is_part));
    }

    fn set_or_forget(&mut self, value: ValueId, variable: Option<usize>, is_part: bool) {
        match variable {
            Some(variable) => self.set(value, variable, is_part),
            None => self.numbers.forget(value),
        }
    }

    /// The index of the variable that a pointer is.
    pub(super) fn whole(&self, value: ValueId) -> Option<usize> {
        self.of(value).filter(|lead| !lead.is_part).map(|lead| lead.variable)
    }

    /// The index of the variable that a pointer leads to a component of.
    pub(super) fn part(&self, value: ValueId) -> Option<usize> {
        self.of(value).filter(|lead| lead.is_part).map(|lead| lead.variable)
    }
}

/// The variables whose address is not needed, and all accesses to them, in order. Afterwards `leads` knows the pointers to
/// them.
pub(super) fn candidates(
    module: &Module,
    ops: &[OpId],
    types: &Types,
    leads: &mut Leads,
) -> (Vec<Variable>, Vec<Access>) {
    let (mut found, mut parts, mut accesses) = (Vec::new(), Vec::new(), Vec::new());
    for (place, op) in ops.iter().enumerate() {
        let result = module[*op].results.first().copied();
        if let (Some(Op::Variable), Some(value)) = (edit::core(module, *op), result)
            && let Some((ty, _)) = facts::pointer(module, module.type_of(value)).filter(|(ty, _)| types.has(*ty))
        {
            leads.set(value, found.len(), false);
            found.push(Variable { value, ty, is_refused: false, place, span: (usize::MAX, 0) });
            continue;
        }
        if found.is_empty() {
            continue;
        }
        let data = &module[*op];
        for (at, value) in data.operands.iter().enumerate() {
            let Some(Lead { variable, is_part }) = leads.of(*value) else { continue };
            let (first, _) = found[variable].span;
            found[variable].span = (first.min(place), place);
            match use_of(module, *op, at, found[variable].ty, is_part) {
                Use::Access => accesses.push(Access { place, variable }),
                Use::Component => {
                    accesses.push(Access { place, variable });
                    result.into_iter().for_each(|result| leads.set(result, variable, true));
                    parts.extend(result.map(|result| (result, variable)));
                }
                Use::Other => found[variable].is_refused = true,
            }
        }
        for value in data.successors.iter().flat_map(|successor| &successor.args) {
            if let Some(lead) = leads.of(*value) {
                found[lead.variable].is_refused = true;
            }
        }
    }
    let kept = keep_candidates(found, &parts, &mut accesses, leads);
    (kept, accesses)
}

/// Drops the rejected variables, with the pointers and the accesses to them.
fn keep_candidates(
    found: Vec<Variable>,
    parts: &[(ValueId, usize)],
    accesses: &mut Vec<Access>,
    leads: &mut Leads,
) -> Vec<Variable> {
    let (mut kept, mut places) = (Vec::with_capacity(found.len()), Vec::with_capacity(found.len()));
    for variable in found {
        let place = Some(kept.len()).filter(|_| !variable.is_refused);
        leads.set_or_forget(variable.value, place, false);
        places.push(place);
        kept.extend(place.map(|_| variable));
    }
    for (part, variable) in parts {
        leads.set_or_forget(*part, places[*variable], true);
    }
    accesses.retain_mut(|access| {
        let place = places[access.variable];
        access.variable = place.unwrap_or(access.variable);
        place.is_some()
    });
    kept
}

enum Use {
    Access,
    Component,
    Other,
}

/// The use that an op makes of a pointer to a variable of a type, or to a component of it.
fn use_of(module: &Module, op: OpId, at: usize, whole: TypeId, is_part: bool) -> Use {
    let (ty, may_index) = (if is_part { module.ctx.scalar_of(whole) } else { whole }, !is_part);
    let operands = &module[op].operands;
    let type_of = |value: Option<&ValueId>| value.map(|value| module.type_of(*value));
    match edit::core(module, op) {
        Some(Op::Load) if at == 0 && type_of(module[op].results.first()) == Some(ty) => Use::Access,
        // Images may be kept in variables of another format.
        Some(Op::Store) if at == 0 && operands.len() > 1 && is_handle(module, ty) => Use::Access,
        Some(Op::Store) if at == 0 && type_of(operands.get(1)) == Some(ty) => Use::Access,
        // It takes the variable that the image was loaded from, which is found when the image is a value.
        Some(Op::ImageTexelPointer) if at == 0 && may_index && is_handle(module, ty) => Use::Access,
        Some(Op::AccessChain | Op::InBoundsAccessChain)
            if at == 0 && may_index && operands.len() == 2 && matches!(module.ctx[ty], Type::Vector { .. }) =>
        {
            Use::Component
        }
        _ => Use::Other,
    }
}

fn is_handle(module: &Module, ty: TypeId) -> bool {
    matches!(module.ctx[ty], Type::Spirv(SpirvType::Image(_) | SpirvType::Pointer { .. }))
}
