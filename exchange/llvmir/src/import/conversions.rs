//! Conversions that LLVM has instructions for. Its booleans are integers of one bit; those of SPIR-V are not.

use super::function::Body;
use super::output::{Output, Shape};
use crate::error::{Result, refuse};
use dialect::ir::{OpId, TypeId, ValueId};
use dialect::llvm::ops::{Cast, Opcode};
use spirv::{Op, StorageClass};

impl Body<'_, '_> {
    /// A conversion; `None` where the value is what it was.
    pub(super) fn cast(&mut self, op: OpId, opcode: Opcode, cast: Cast) -> Result<Option<ValueId>> {
        let operand = self.import.module[op].operands[0];
        let to = self.result_type(op)?;
        if cast == Cast::Bits
            && self.import.module.type_of(operand) == self.import.module.type_of(self.import.module[op].results[0])
        {
            return Ok(None);
        }
        let is_builtin = |shape: Shape| matches!(shape, Shape::Pointer(StorageClass::Input, _));
        if cast == Cast::Space {
            // A builtin is only read through, so that it does not matter in which space.
            let value = self.value(operand)?;
            if is_builtin(self.shape_of(value)) {
                return Ok(None);
            }
            if self.is_null(operand) {
                return Ok(Some(self.null(to)));
            }
        }
        let value = self.data(operand)?;
        let from = self.type_of(value);
        let is_bool = |body: &Self, ty: TypeId| body.import.out.shape(body.import.out.scalar(ty)) == Shape::Bool;
        let made = match (is_bool(self, from), is_bool(self, to)) {
            (true, _) => return self.truth_as(opcode, value, to).map(Some),
            (false, true) if opcode == Opcode::Trunc => {
                let one = self.constant(from, 1);
                let bit = self.make(Op::BitwiseAnd, from, &[value, one]);
                let zero = self.constant(from, 0);
                return Ok(Some(self.make(Op::INotEqual, to, &[bit, zero])));
            }
            (false, true) => return refuse("a conversion to booleans is not supported"),
            (false, false) => match opcode {
                Opcode::Trunc | Opcode::ZExt => Op::UConvert,
                Opcode::SExt => Op::SConvert,
                Opcode::FPTrunc | Opcode::FPExt => Op::FConvert,
                Opcode::FPToUI => Op::ConvertFToU,
                Opcode::FPToSI => Op::ConvertFToS,
                Opcode::UIToFP => Op::ConvertUToF,
                Opcode::SIToFP => Op::ConvertSToF,
                Opcode::PtrToInt => Op::ConvertPtrToU,
                Opcode::IntToPtr => Op::ConvertUToPtr,
                Opcode::AddrSpaceCast => self.import.out.between_spaces(from, to)?,
                _ => Op::Bitcast,
            },
        };
        Ok(Some(self.make(made, to, &[value])))
    }

    fn truth_as(&mut self, opcode: Opcode, value: ValueId, to: TypeId) -> Result<ValueId> {
        let one = match (opcode, self.import.out.shape(self.import.out.scalar(to))) {
            (Opcode::ZExt, Shape::Int(_)) => 1,
            (Opcode::SExt, Shape::Int(_)) => u64::MAX,
            (Opcode::UIToFP, Shape::Float(width)) => base::half::bits_in(width, 1.0),
            (Opcode::SIToFP, Shape::Float(width)) => base::half::bits_in(width, -1.0),
            _ => return refuse("a conversion of booleans is not supported"),
        };
        let (one, zero) = (self.constant(to, one), self.constant(to, 0));
        Ok(self.make(Op::Select, to, &[value, one, zero]))
    }
}

impl Output {
    /// The conversion of an address to one of another storage class.
    pub(super) fn between_spaces(&self, from: TypeId, to: TypeId) -> Result<Op> {
        let is_of_host = |class| matches!(class, StorageClass::DeviceOnlyINTEL | StorageClass::HostOnlyINTEL);
        match (self.shape(from), self.shape(to)) {
            (Shape::Pointer(StorageClass::UniformConstant, _), _)
            | (_, Shape::Pointer(StorageClass::UniformConstant, _)) => {
                refuse("constant memory has no generic addresses")
            }
            (_, Shape::Pointer(StorageClass::Generic, _)) => Ok(Op::PtrCastToGeneric),
            (Shape::Pointer(StorageClass::Generic, _), _) => Ok(Op::GenericCastToPtr),
            (Shape::Pointer(StorageClass::CrossWorkgroup, _), Shape::Pointer(to, _)) if is_of_host(to) => {
                Ok(Op::CrossWorkgroupCastToPtrINTEL)
            }
            (Shape::Pointer(from, _), Shape::Pointer(StorageClass::CrossWorkgroup, _)) if is_of_host(from) => {
                Ok(Op::PtrCastToCrossWorkgroupINTEL)
            }
            _ => refuse("SPIR-V has no conversion between these address spaces"),
        }
    }
}
