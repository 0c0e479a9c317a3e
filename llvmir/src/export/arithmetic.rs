//! Arithmetic that may be inexact, conversions, and what both say in names and flags.

use super::body::Body;
use super::{id, number};
use crate::error::{Result, refuse};
use crate::tables::{FAST, LIBERTIES};
use dialect::spirv::decode::{Inst, Operand};
use spirv::{Decoration, FPRoundingMode, Op};
use std::cmp::Ordering;

impl Body<'_, '_> {
    pub(super) fn convert(&mut self, inst: &Inst) -> Result<()> {
        let value = id(inst.operands.first());
        let (from, to) = (self.type_of(value)?, inst.ty.unwrap_or(0));
        let result = inst.result.unwrap_or(0);
        if let Some(suffix) = self.conversion_suffix(result)? {
            let name = format!("__spirv_{:?}_R{}{suffix}", inst.op, self.writer.suffix(to)?);
            return self.mangled(inst, &name, &[self.pair(value)?], vec![self.writer.param(from)?], false);
        }
        let (narrow, wide) = (self.width(from)?, self.width(to)?);
        let name = match inst.op {
            Op::ConvertFToU => "fptoui",
            Op::ConvertFToS => "fptosi",
            Op::ConvertUToF => "uitofp",
            Op::ConvertSToF => "sitofp",
            Op::UConvert if wide > narrow => "zext",
            Op::SConvert if wide > narrow => "sext",
            Op::UConvert | Op::SConvert => "trunc",
            Op::FConvert if wide > narrow => "fpext",
            Op::FConvert => "fptrunc",
            Op::ConvertUToPtr => "inttoptr",
            Op::ConvertPtrToU => "ptrtoint",
            Op::PtrCastToGeneric | Op::GenericCastToPtr => "addrspacecast",
            _ if self.writer.ty(from)? == self.writer.ty(to)? => return self.copy(inst),
            _ => "bitcast",
        };
        let text = format!("{name} {} to {}", self.typed(value)?, self.writer.ty(to)?);
        self.define(inst, &text);
        Ok(())
    }

    /// What arithmetic may do that is not exact, where its result is a number of floating point.
    pub(super) fn liberties(&self, inst: &Inst) -> String {
        let ty = inst.ty.and_then(|ty| self.writer.def(ty).ok());
        let is_float = match ty.map(|ty| (ty.op, id(ty.operands.first()))) {
            Some((Op::TypeVector, elem)) => self.writer.def(elem).is_ok_and(|elem| elem.op == Op::TypeFloat),
            Some((op, _)) => op == Op::TypeFloat,
            None => false,
        };
        let decorations = self.writer.decorations(inst.result.unwrap_or(0)).iter();
        let mut modes = decorations.filter_map(|inst| match inst.operands.get(1) {
            Some(Operand::Enum(_, kind, params)) if *kind == Decoration::FPFastMathMode as u32 => {
                Some(number(params.first()) as u32)
            }
            _ => None,
        });
        let mode = modes.next().filter(|_| is_float).unwrap_or(0);
        let (_, all, every) = FAST;
        if mode & every == every {
            return format!(" {all}");
        }
        LIBERTIES.iter().filter(|(.., bit)| mode & bit != 0).map(|(_, word, _)| format!(" {word}")).collect()
    }

    /// What decorations of a conversion add to its name.
    fn conversion_suffix(&self, result: u32) -> Result<Option<String>> {
        let mut text = String::new();
        for inst in self.writer.decorations(result) {
            let Some(Operand::Enum(_, kind, params)) = inst.operands.get(1) else { continue };
            match Decoration::from_u32(*kind) {
                Some(Decoration::SaturatedConversion) => text.insert_str(0, "_sat"),
                Some(Decoration::FPRoundingMode) => {
                    let mode = FPRoundingMode::from_u32(number(params.first()) as u32);
                    let Some(mode) = mode else { return refuse("a rounding mode that there is not") };
                    text += &format!("_{mode:?}").to_lowercase();
                }
                _ => {}
            }
        }
        Ok((!text.is_empty()).then_some(text))
    }

    fn width(&self, ty: u32) -> Result<u64> {
        let inst = self.writer.def(ty)?;
        match inst.op {
            Op::TypeVector => self.width(id(inst.operands.first())),
            _ => Ok(number(inst.operands.first())),
        }
    }

    /// A value in the width of another: how far is shifted may be a number of another width, which LLVM does not know.
    pub(super) fn of_width(&mut self, value: u32, other: u32) -> Result<String> {
        let (own, wanted) = (self.type_of(value)?, self.type_of(other)?);
        let op = match self.width(own)?.cmp(&self.width(wanted)?) {
            Ordering::Equal => return self.value(value),
            Ordering::Less => "zext",
            Ordering::Greater => "trunc",
        };
        let text = format!("{op} {} to {}", self.typed(value)?, self.writer.ty(wanted)?);
        Ok(self.temporary(&text))
    }
}
