//! Integer and boolean constants of a module: what they are, and which specialisation constant they follow from.

use crate::index::Index;
use crate::model::Amount;
use dialect::spirv::access::Access;
use dialect::spirv::decode::{Inst, Operand};
use spirv::{Decoration, Op};

/// A constant.
#[derive(Clone, Copy)]
struct Constant {
    /// Its value, or what it is by default.
    value: u64,
    /// The specialisation constant that it follows from.
    spec: Option<u32>,
}

/// The constants of a module.
pub(crate) struct Constants {
    /// For each id the index of its constant, plus 1.
    by_id: Vec<u32>,
    all: Vec<Constant>,
}

impl Constants {
    /// All constants that precede the functions. Each stands after what it is made of, so one walk is enough.
    pub(crate) fn new(index: &Index<'_>) -> Constants {
        let mut constants = Constants { by_id: vec![0; index.header.bound as usize], all: Vec::new() };
        for inst in &index.made {
            if let Some(found) = constants.read(index, inst) {
                constants.all.push(found);
                constants.by_id[inst.result_id() as usize] = constants.all.len() as u32;
            }
        }
        constants
    }

    fn get(&self, id: u32) -> Option<Constant> {
        let at = self.by_id.get(id as usize)?.checked_sub(1)?;
        Some(self.all[at as usize])
    }

    fn read(&self, index: &Index<'_>, inst: &Inst) -> Option<Constant> {
        let spec = || index.decorated(inst.result_id(), Decoration::SpecId);
        let plain = |value| Some(Constant { value, spec: None });
        match inst.op {
            Op::ConstantTrue => plain(1),
            Op::ConstantFalse | Op::ConstantNull => plain(0),
            Op::Constant if is_integer(index, inst.type_id()) => plain(number(inst)?),
            Op::SpecConstantTrue => Some(Constant { value: 1, spec: spec() }),
            Op::SpecConstantFalse => Some(Constant { value: 0, spec: spec() }),
            Op::SpecConstant if is_integer(index, inst.type_id()) => {
                Some(Constant { value: number(inst)?, spec: spec() })
            }
            Op::SpecConstantOp => self.operation(index, inst),
            _ => None,
        }
    }

    fn operation(&self, index: &Index<'_>, inst: &Inst) -> Option<Constant> {
        let operand = |at: usize| self.get(inst.id(at));
        let first = operand(1)?;
        let second = operand(2).unwrap_or(Constant { value: 0, spec: None });
        let third = operand(3).unwrap_or(second);
        let bits = |ty| width(index, ty).clamp(1, 64);
        let op = Op::from_u32(inst.literal(0))?;
        let value = fold(op, [first.value, second.value, third.value], bits(index.type_of(inst.id(1))))?;
        let value = value & (u64::MAX >> (64 - bits(inst.type_id())));
        Some(Constant { value, spec: first.spec.or(second.spec).or(third.spec) })
    }

    /// The value of a constant, or what it is by default.
    pub(crate) fn value(&self, id: u32) -> Option<u64> {
        self.get(id).map(|constant| constant.value)
    }

    /// The value of a constant that cannot be specialised.
    pub(crate) fn fixed(&self, id: u32) -> Option<u64> {
        self.get(id).filter(|constant| constant.spec.is_none()).map(|constant| constant.value)
    }

    /// The constant as an amount; what is not known counts as what the host decides.
    pub(crate) fn amount(&self, id: u32) -> Amount {
        match self.get(id) {
            Some(Constant { value, spec: None }) => Amount::Fixed(value),
            Some(Constant { value, spec: Some(spec) }) => Amount::Spec { spec, default: value },
            None => Amount::RUNTIME,
        }
    }
}

/// The result of an operation on integers, of which those are here that lengths and sizes are computed with.
fn fold(op: Op, [a, b, c]: [u64; 3], bits: u32) -> Option<u64> {
    let signed = |value: u64| (value << (64 - bits)) as i64 >> (64 - bits);
    Some(match op {
        Op::IAdd => a.wrapping_add(b),
        Op::ISub => a.wrapping_sub(b),
        Op::IMul => a.wrapping_mul(b),
        Op::UDiv => a.checked_div(b)?,
        Op::UMod => a.checked_rem(b)?,
        Op::SDiv => signed(a).checked_div(signed(b))? as u64,
        Op::SRem | Op::SMod => signed(a).checked_rem(signed(b))? as u64,
        Op::SNegate => a.wrapping_neg(),
        Op::Not => !a,
        Op::LogicalNot => u64::from(a == 0),
        Op::BitwiseAnd | Op::LogicalAnd => a & b,
        Op::BitwiseOr | Op::LogicalOr => a | b,
        Op::BitwiseXor | Op::LogicalNotEqual | Op::INotEqual => a ^ b,
        Op::LogicalEqual | Op::IEqual => u64::from(a == b),
        Op::ShiftLeftLogical => a.checked_shl(u32::try_from(b).ok()?)?,
        Op::ShiftRightLogical => a.checked_shr(u32::try_from(b).ok()?)?,
        Op::ShiftRightArithmetic => signed(a).checked_shr(u32::try_from(b).ok()?)? as u64,
        Op::Select => {
            if a != 0 {
                b
            } else {
                c
            }
        }
        Op::ULessThan => u64::from(a < b),
        Op::ULessThanEqual => u64::from(a <= b),
        Op::UGreaterThan => u64::from(a > b),
        Op::UGreaterThanEqual => u64::from(a >= b),
        Op::SLessThan => u64::from(signed(a) < signed(b)),
        Op::SLessThanEqual => u64::from(signed(a) <= signed(b)),
        Op::SGreaterThan => u64::from(signed(a) > signed(b)),
        Op::SGreaterThanEqual => u64::from(signed(a) >= signed(b)),
        Op::UConvert | Op::Bitcast => a,
        _ => return None,
    })
}

fn is_integer(index: &Index<'_>, ty: u32) -> bool {
    index.op(ty) == Op::TypeInt
}

/// The width of an integer type; 1 for what is none.
fn width(index: &Index<'_>, ty: u32) -> u32 {
    index.def(ty).filter(|inst| inst.op == Op::TypeInt).map_or(1, |inst| inst.literal(0))
}

fn number(inst: &Inst) -> Option<u64> {
    match inst.operands.first() {
        Some(Operand::Number(bits)) => Some(*bits),
        _ => None,
    }
}
