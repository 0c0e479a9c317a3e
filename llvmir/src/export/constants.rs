//! Constants as LLVM IR spells them.

use super::{Writer, id, number};
use crate::error::{Result, refuse};
use spirv::Op;

impl Writer<'_> {
    /// Whether an id is a constant.
    pub(super) fn is_constant(&self, value: u32) -> bool {
        let is_it = |op: Op| {
            matches!(
                op,
                Op::Constant
                    | Op::ConstantTrue
                    | Op::ConstantFalse
                    | Op::ConstantNull
                    | Op::ConstantComposite
                    | Op::Undef
            )
        };
        self.defs.get(&value).is_some_and(|inst| is_it(inst.op))
    }

    /// A constant without its type.
    pub(super) fn constant(&self, value: u32) -> Result<String> {
        let inst = self.def(value)?;
        let ty = inst.ty.unwrap_or(0);
        Ok(match inst.op {
            Op::ConstantTrue => "true".to_owned(),
            Op::ConstantFalse => "false".to_owned(),
            Op::Undef => "undef".to_owned(),
            Op::ConstantNull => self.zero(ty)?,
            Op::Constant => self.scalar(ty, number(inst.operands.first()))?,
            Op::ConstantComposite if self.is_zero(value) => "zeroinitializer".to_owned(),
            Op::ConstantComposite => {
                let mut parts = Vec::new();
                for part in &inst.operands {
                    let part = id(Some(part));
                    parts.push(format!("{} {}", self.ty(self.def(part)?.ty.unwrap_or(0))?, self.constant(part)?));
                }
                let parts = parts.join(", ");
                match self.def(ty)?.op {
                    Op::TypeVector => format!("<{parts}>"),
                    Op::TypeArray => format!("[{parts}]"),
                    _ => format!("{{ {parts} }}"),
                }
            }
            op => return refuse(format!("Op{op:?} is no constant of LLVM IR")),
        })
    }

    /// The zero of a type.
    pub(super) fn zero(&self, ty: u32) -> Result<String> {
        match self.def(ty)?.op {
            Op::TypePointer => Ok("null".to_owned()),
            Op::TypeBool => Ok("false".to_owned()),
            Op::TypeInt | Op::TypeFloat => self.scalar(ty, 0),
            _ => Ok("zeroinitializer".to_owned()),
        }
    }

    /// Whether a constant is zero in all its parts.
    fn is_zero(&self, value: u32) -> bool {
        let mut stack = vec![value];
        while let Some(value) = stack.pop() {
            match self.defs.get(&value).map(|inst| (inst.op, &inst.operands)) {
                Some((Op::ConstantNull | Op::ConstantFalse, _)) => {}
                Some((Op::Constant, operands)) if number(operands.first()) == 0 => {}
                Some((Op::ConstantComposite, parts)) => stack.extend(parts.iter().map(|part| id(Some(part)))),
                _ => return false,
            }
        }
        true
    }

    /// A number of a type by its bits.
    pub(super) fn scalar(&self, ty: u32, bits: u64) -> Result<String> {
        let inst = self.def(ty)?;
        let width = number(inst.operands.first());
        Ok(match (inst.op, width) {
            (Op::TypeInt, _) => bits.to_string(),
            (Op::TypeFloat, 16) => format!("0xH{bits:04X}"),
            // Numbers of 32 bits are spelled with the bits of the same number in 64.
            (Op::TypeFloat, 32) => format!("0x{:016X}", widened(bits as u32)),
            (Op::TypeFloat, _) => format!("0x{bits:016X}"),
            (op, _) => return refuse(format!("a constant of Op{op:?}")),
        })
    }
}

/// The bits of a number of 32 bits in 64, the ones of NaN kept.
fn widened(bits: u32) -> u64 {
    let number = f32::from_bits(bits);
    match number.is_nan() {
        true => u64::from(bits >> 31) << 63 | 0x7FF << 52 | u64::from(bits & 0x007F_FFFF) << 29,
        false => f64::from(number).to_bits(),
    }
}
