//! Arithmetic with fast-math flags, and conversions with saturation and rounding.

use super::body::Body;
use super::state::number;
use crate::error::{Result, refuse};
use crate::tables::{FAST, LIBERTIES};
use dialect::ir::{Attr, OpId, Type, ValueId};
use dialect::llvm::ops::{self, Opcode};
use dialect::spirv::access::id_of;
use dialect::spirv::decode::{Inst, Operand};
use spirv::{Decoration, FPRoundingMode, Op};
use std::cmp::Ordering;

impl Body<'_, '_> {
    pub(super) fn convert(&mut self, inst: &Inst) -> Result<()> {
        let (from, to) = (self.type_of(id_of(inst.operands.first()))?, inst.ty.unwrap_or(0));
        let value = self.operand(inst, 0)?;
        if let Some(suffix) = self.conversion_suffix(inst.result.unwrap_or(0))? {
            let name = format!("__spirv_{:?}_R{}{suffix}", inst.op, self.export.suffix(to)?);
            let param = self.export.param(from)?;
            return self.mangled(inst, &name, &[value], &[param], false);
        }
        let ty = self.export.ty(to)?;
        let own = self.export.builder.type_of(value);
        let (narrow, wide) = (self.export.builder.width(own), self.export.builder.width(ty));
        let opcode = match inst.op {
            Op::ConvertFToU => Opcode::FPToUI,
            Op::ConvertFToS => Opcode::FPToSI,
            Op::ConvertUToF => Opcode::UIToFP,
            Op::ConvertSToF => Opcode::SIToFP,
            Op::UConvert if wide > narrow => Opcode::ZExt,
            Op::SConvert if wide > narrow => Opcode::SExt,
            Op::UConvert | Op::SConvert => Opcode::Trunc,
            Op::FConvert if wide > narrow => Opcode::FPExt,
            Op::FConvert => Opcode::FPTrunc,
            Op::ConvertUToPtr => Opcode::IntToPtr,
            Op::ConvertPtrToU => Opcode::PtrToInt,
            Op::PtrCastToGeneric | Op::GenericCastToPtr => Opcode::AddrSpaceCast,
            _ if own == ty => return self.copy(inst),
            _ => Opcode::Bitcast,
        };
        self.define(inst, opcode, &[value]).map(drop)
    }

    /// Sets the fast-math flags of an op whose result is floating-point.
    pub(super) fn liberties(&mut self, inst: &Inst, op: OpId) {
        let result = self.export.builder.module[op].results.first().copied();
        let ty = result.map(|value| self.export.builder.module.ctx.scalar_of(self.export.builder.type_of(value)));
        if !ty.is_some_and(|ty| matches!(self.export.builder.ty(ty), Type::Float { .. })) {
            return;
        }
        let decorations = self.export.decorations(inst.result.unwrap_or(0)).iter();
        let mut modes = decorations.filter_map(|inst| match inst.operands.get(1) {
            Some(Operand::Enum(_, kind, params)) if *kind == Decoration::FPFastMathMode as u32 => {
                Some(number(params.first()) as u32)
            }
            _ => None,
        });
        let mode = modes.next().unwrap_or(0);
        let (all, every) = FAST;
        let bits = match mode & every == every {
            true => all,
            false => LIBERTIES.iter().filter(|(_, bit)| mode & bit != 0).fold(0, |bits, (own, _)| bits | own),
        };
        if bits != 0 {
            self.set(op, ops::LIBERTIES, Attr::Literal(bits));
        }
    }

    /// The suffix of a conversion's name for saturation and rounding.
    fn conversion_suffix(&self, result: u32) -> Result<Option<String>> {
        let mut text = String::new();
        for inst in self.export.decorations(result) {
            let Some(Operand::Enum(_, kind, params)) = inst.operands.get(1) else { continue };
            match Decoration::from_u32(*kind) {
                Some(Decoration::SaturatedConversion) => text.insert_str(0, "_sat"),
                Some(Decoration::FPRoundingMode) => {
                    let mode = FPRoundingMode::from_u32(number(params.first()) as u32);
                    let Some(mode) = mode else { return refuse("unknown rounding mode") };
                    text += &format!("_{mode:?}").to_lowercase();
                }
                _ => {}
            }
        }
        Ok((!text.is_empty()).then_some(text))
    }

    /// A value in the width of another: SPIR-V allows shift counts of another width, LLVM does not.
    pub(super) fn of_width(&mut self, value: u32, other: u32) -> Result<ValueId> {
        let (value, other) = (self.value(value)?, self.value(other)?);
        let builder = &mut self.export.builder;
        let (own, wanted) = (builder.type_of(value), builder.type_of(other));
        let opcode = match builder.width(own).cmp(&builder.width(wanted)) {
            Ordering::Equal => return Ok(value),
            Ordering::Less => Opcode::ZExt,
            Ordering::Greater => Opcode::Trunc,
        };
        Ok(builder.value(opcode, &[value], wanted))
    }
}
