//! Operands by position. A missing operand, or one of another kind, reads as zero: no id is zero, so no rule mistakes
//! it for one.

use super::decode::{Inst, Operand};
use super::enums::Kind;

/// Reads the operands of an instruction.
pub trait Access {
    /// The id at this position, or 0.
    fn id(&self, at: usize) -> u32;
    /// The number at this position, or 0.
    fn literal(&self, at: usize) -> u32;
    /// The enumerant at this position, or 0.
    fn value(&self, at: usize) -> u32;
    /// The operands of the enumerant at this position.
    fn params(&self, at: usize) -> &[Operand];
    /// The text at this position.
    fn text(&self, at: usize) -> &str;
    /// All ids from this position on, without the operands of enumerants.
    fn ids_from(&self, at: usize) -> impl Iterator<Item = u32>;
    /// The first operand of this enumeration, with its own operands.
    fn find(&self, kind: Kind) -> Option<(u32, &[Operand])>;
    /// The id of the result, or 0.
    fn result_id(&self) -> u32;
    /// The id of the result type, or 0.
    fn type_id(&self) -> u32;
}

/// The id that an operand is, or 0.
#[inline]
pub fn id_of(operand: Option<&Operand>) -> u32 {
    match operand {
        Some(Operand::Id(id) | Operand::ConstantId(_, id)) => *id,
        _ => 0,
    }
}

/// The number that an operand is, or 0.
#[inline]
pub fn literal_of(operand: Option<&Operand>) -> u32 {
    match operand {
        Some(Operand::Literal(value)) => *value,
        Some(Operand::Number(value)) => *value as u32,
        Some(Operand::Enum(_, value, _)) => *value,
        _ => 0,
    }
}

/// Passes the ids among operands, and among the operands of enumerants.
pub fn each_id(operands: &[Operand], found: &mut dyn FnMut(u32)) {
    for operand in operands {
        match operand {
            Operand::Id(id) | Operand::ConstantId(_, id) => found(*id),
            Operand::Enum(_, _, own) => each_id(own, found),
            Operand::Literal(_) | Operand::Number(_) | Operand::Text(_) => {}
        }
    }
}

impl Access for Inst {
    #[inline]
    fn id(&self, at: usize) -> u32 {
        id_of(self.operands.get(at))
    }

    #[inline]
    fn literal(&self, at: usize) -> u32 {
        literal_of(self.operands.get(at))
    }

    #[inline]
    fn value(&self, at: usize) -> u32 {
        literal_of(self.operands.get(at))
    }

    #[inline]
    fn params(&self, at: usize) -> &[Operand] {
        match self.operands.get(at) {
            Some(Operand::Enum(_, _, params)) => params,
            _ => &[],
        }
    }

    #[inline]
    fn text(&self, at: usize) -> &str {
        match self.operands.get(at) {
            Some(Operand::Text(text)) => text,
            _ => "",
        }
    }

    #[inline]
    fn ids_from(&self, at: usize) -> impl Iterator<Item = u32> {
        self.operands.get(at..).unwrap_or_default().iter().map(|operand| id_of(Some(operand))).filter(|id| *id != 0)
    }

    #[inline]
    fn find(&self, kind: Kind) -> Option<(u32, &[Operand])> {
        self.operands.iter().find_map(|operand| match operand {
            Operand::Enum(found, value, params) if *found == kind => Some((*value, &**params)),
            _ => None,
        })
    }

    #[inline]
    fn result_id(&self) -> u32 {
        self.result.unwrap_or(0)
    }

    #[inline]
    fn type_id(&self) -> u32 {
        self.ty.unwrap_or(0)
    }
}
