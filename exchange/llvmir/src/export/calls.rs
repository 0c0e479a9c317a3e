//! Calls: of what LLVM has no instruction for, by mangled names, and of builtins and specialisation constants.

use super::body::Body;
use super::function::SPIR_FUNC;
use super::state::number;
use crate::error::{Result, refuse};
use crate::mangle::{Param, mangle};
use crate::tables::{Call, FORMS, LITERAL_SAMPLER};
use dialect::ir::{Attr, OpId, Type, TypeId, ValueId};
use dialect::llvm::enums::{self, Intrinsic};
use dialect::llvm::ops::{self, Opcode};
use dialect::spirv::access::id_of;
use dialect::spirv::decode::{Inst, Operand};
use spirv::{BuiltIn, Decoration, Op, OpenclStd100Op as CLOp, StorageClass};

impl Body<'_, '_> {
    /// A copy of bytes is a function that LLVM knows.
    pub(super) fn copy_bytes(&mut self, inst: &Inst) -> Result<()> {
        let builder = &mut self.export.builder;
        let flag = builder.int(1);
        let flag = builder.iconst(flag, 0);
        let operands = [self.operand(inst, 0)?, self.operand(inst, 1)?, self.operand(inst, 2)?, flag];
        let builder = &mut self.export.builder;
        let op = builder.op(Opcode::Intrinsic, &operands);
        let intrinsic = enums::attr(&mut builder.module.ctx, Intrinsic::Memcpy);
        builder.module[op].set_attr(ops::INTRINSIC, intrinsic);
        Ok(())
    }

    /// A builtin is a function: of a component where it is a vector.
    pub(super) fn builtin(&mut self, inst: &Inst, variable: u32) -> Result<()> {
        let builtin = self.export.builtin(variable).and_then(BuiltIn::from_u32);
        let Some(builtin) = builtin else { return refuse("an input that is not a builtin") };
        let name = format!("__spirv_BuiltIn{builtin:?}");
        let ty = self.result_type(inst)?;
        let Type::Vector { elem, len } = *self.export.builder.ty(ty) else {
            return self.mangled(inst, &name, &[], &[], false);
        };
        let symbol = mangle(&name, &[Param::Scalar("i")]);
        let mut vector = self.export.builder.undef(ty);
        for at in 0..len {
            let index = self.export.builder.i32(at);
            let part = self.call_of(&symbol, &[index], elem, false);
            let part = self.export.builder.module[part].results[0];
            vector = self.export.builder.value(Opcode::InsertElement, &[vector, part, index], ty);
        }
        self.values.insert(inst.result.unwrap_or(0), vector);
        Ok(())
    }

    /// The specialisation constants of the module: calls with their `SpecId` and default.
    pub(super) fn spec_constants(&mut self) -> Result<()> {
        let is_one = |op: Op| matches!(op, Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse);
        for inst in self.export.index.insts.iter().filter(|inst| is_one(inst.op)) {
            let mut decorations = self.export.decorations(inst.result.unwrap_or(0)).iter();
            let number_of = |one: &&Inst| match one.operands.get(1) {
                Some(Operand::Enum(_, kind, params)) if *kind == Decoration::SpecId as u32 => {
                    Some(number(params.first()))
                }
                _ => None,
            };
            let Some(spec) = decorations.find_map(number_of) else {
                return refuse("a specialization constant has no number");
            };
            let ty = self.result_type(inst)?;
            let default = match inst.op {
                Op::SpecConstantTrue => 1,
                Op::SpecConstantFalse => 0,
                _ => number(inst.operands.first()),
            };
            let default = self.export.scalar(ty, default)?;
            let args = [self.export.builder.i32(spec as u32), self.export.builder.constant(default, ty)];
            let params = [Param::Scalar("i"), self.export.param(inst.ty.unwrap_or(0))?];
            self.mangled(inst, "__spirv_SpecConstant", &args, &params, false)?;
        }
        Ok(())
    }

    /// The literal samplers of the module: calls with their bits.
    pub(super) fn literal_samplers(&mut self) -> Result<()> {
        for inst in self.export.index.insts.iter().filter(|inst| inst.op == Op::ConstantSampler) {
            let [addressing, normalised, filter] = [0, 1, 2].map(|at| number(inst.operands.get(at)));
            let bits = addressing << 1 | normalised | (filter + 1) << 4;
            let (bits, result) = (self.export.builder.i32(bits as u32), self.result_type(inst)?);
            let op = self.call_of(LITERAL_SAMPLER, &[bits], result, false);
            self.give(inst, op);
        }
        Ok(())
    }

    // Calls of instructions.

    /// A call of a function that is declared where it is not known yet.
    fn call_of(&mut self, symbol: &str, args: &[ValueId], result: TypeId, is_convergent: bool) -> OpId {
        let told: &[&str] = if is_convergent { &["convergent", "nounwind"] } else { &["nounwind"] };
        let op = self.plain_call(symbol, args, result);
        self.export.tell(op, told);
        let params: Vec<TypeId> = args.iter().map(|arg| self.export.builder.type_of(*arg)).collect();
        let function = self.export.builder.declare(symbol, &params, result);
        if self.export.builder.module.attr(function, ops::CONVENTION).is_none() {
            self.set(function, ops::CONVENTION, Attr::Literal(SPIR_FUNC));
            self.export.tell(function, told);
        }
        op
    }

    fn plain_call(&mut self, symbol: &str, args: &[ValueId], result: TypeId) -> OpId {
        let op = self.export.builder.op(Opcode::Call, args);
        let symbol = self.export.builder.module.ctx.name(symbol);
        self.set(op, ops::SYMBOL, Attr::Symbol(symbol));
        self.set(op, ops::CONVENTION, Attr::Literal(SPIR_FUNC));
        if *self.export.builder.ty(result) != Type::None {
            self.export.builder.module.add_result(op, result);
        }
        op
    }

    /// The result of a call is that of an instruction.
    fn give(&mut self, inst: &Inst, op: OpId) {
        let result = self.export.builder.module[op].results.first().copied();
        self.values.extend(result.map(|value| (inst.result.unwrap_or(0), value)));
    }

    /// A call of a function of the module.
    pub(super) fn call(&mut self, inst: &Inst) -> Result<()> {
        let args: Vec<ValueId> =
            inst.operands[1..].iter().map(|arg| self.value(id_of(Some(arg)))).collect::<Result<_>>()?;
        let name = self.export.name(id_of(inst.operands.first()))?.to_owned();
        let result = self.result_type(inst)?;
        let op = self.plain_call(&name, &args, result);
        self.give(inst, op);
        Ok(())
    }

    pub(super) fn mangled(
        &mut self,
        inst: &Inst,
        name: &str,
        args: &[ValueId],
        params: &[Param],
        is_convergent: bool,
    ) -> Result<()> {
        let result = self.result_type(inst)?;
        let op = self.call_of(&mangle(name, params), args, result, is_convergent);
        self.liberties(inst, op);
        self.give(inst, op);
        Ok(())
    }

    /// Arguments of a call: numbers that are part of an instruction are constants.
    fn args<'o>(&mut self, operands: impl IntoIterator<Item = &'o Operand>) -> Result<(Vec<ValueId>, Vec<Param>)> {
        let (mut args, mut params) = (Vec::new(), Vec::new());
        for operand in operands {
            match operand {
                Operand::Id(value) | Operand::ConstantId(_, value) => {
                    args.push(self.value(*value)?);
                    params.push(self.export.param(self.type_of(*value)?)?);
                }
                Operand::Literal(_) | Operand::Number(_) | Operand::Text(_) | Operand::Enum(..) => {
                    args.push(self.export.builder.i32(number(Some(operand)) as u32));
                    params.push(Param::Scalar("i"));
                }
            }
        }
        Ok((args, params))
    }

    pub(super) fn extended(&mut self, inst: &Inst) -> Result<()> {
        let Some(function) = CLOp::from_u32(number(inst.operands.get(1)) as u32) else {
            return refuse("unknown OpenCL function");
        };
        let (args, params) = self.args(&inst.operands[2..])?;
        self.mangled(inst, &format!("__spirv_ocl_{function:?}"), &args, &params, false)
    }

    /// An instruction that is a call.
    pub(super) fn instruction(&mut self, inst: &Inst, call: Call) -> Result<()> {
        let mut name = format!("__spirv_{:?}", inst.op);
        if let (Call::ByResult, Some(ty)) = (call, inst.ty) {
            name += &format!("_R{}", self.export.suffix(ty)?);
        }
        if call == Call::ByForm {
            name += &format!("_{}", self.form(inst)?);
        }
        let (args, params) = self.args(flattened(&inst.operands))?;
        self.mangled(inst, &name, &args, &params, call == Call::Convergent)
    }

    /// The form of an instruction, as its name shows it.
    fn form(&self, inst: &Inst) -> Result<&'static str> {
        let (_, forms) = FORMS.iter().find(|(op, _)| *op == inst.op).unwrap_or(&(Op::Nop, &[]));
        let result = self.export.def(inst.ty.unwrap_or(0))?;
        let first = number(result.operands.first());
        let at = match inst.op {
            Op::GenericCastToPtrExplicit => match StorageClass::from_u32(first as u32) {
                Some(StorageClass::CrossWorkgroup) => 0,
                Some(StorageClass::Workgroup) => 1,
                _ => 2,
            },
            Op::CreatePipeFromPipeStorage => first as usize,
            _ => {
                let sizes = self.export.def(self.type_of(id_of(inst.operands.first()))?)?;
                match sizes.op {
                    Op::TypeArray => {
                        let length = self.export.def(id_of(sizes.operands.get(1)))?;
                        (number(length.operands.first()) as usize).wrapping_sub(1)
                    }
                    _ => 0,
                }
            }
        };
        match forms.get(at) {
            Some(form) => Ok(form),
            None => refuse(format!("Op{:?} has no such form in LLVM IR", inst.op)),
        }
    }
}

/// Operands, those of enumerated values after them.
fn flattened(operands: &[Operand]) -> Vec<&Operand> {
    let mut all = Vec::new();
    for operand in operands {
        all.push(operand);
        if let Operand::Enum(_, _, params) = operand {
            all.extend(params);
        }
    }
    all
}
