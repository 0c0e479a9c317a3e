//! Calls: of what LLVM has no instruction for, by mangled names, and of builtins and specialisation constants.

use super::body::Body;
use super::{id, number};
use crate::error::{Result, refuse};
use crate::mangle::{Param, mangle};
use crate::tables::{Call, LITERAL_SAMPLER};
use dialect::spirv::decode::{Inst, Operand};
use spirv::{BuiltIn, Op, OpenclStd100Op as CLOp};

impl Body<'_, '_> {
    /// A copy of bytes is a function that LLVM knows.
    pub(super) fn copy_bytes(&mut self, inst: &Inst) -> Result<()> {
        let mut args = Vec::new();
        for at in 0..3 {
            args.push(self.pair(id(inst.operands.get(at)))?);
        }
        let size = args[2].0.clone();
        let letter = |ty: &str| match ty.split_once("addrspace(") {
            Some((_, space)) => format!("p{}", space.trim_end_matches(['*', ')'])),
            None => "p0".to_owned(),
        };
        let symbol = format!("llvm.memcpy.{}.{}.{size}", letter(&args[0].0), letter(&args[1].0));
        let params = format!("{}, {}, {size}, i1 immarg", args[0].0, args[1].0);
        self.writer.declared.entry(symbol.clone()).or_insert(format!("declare void @{symbol}({params})"));
        let args: Vec<String> = args.iter().map(|(ty, value)| format!("{ty} {value}")).collect();
        self.line(&format!("call void @{symbol}({}, i1 false)", args.join(", ")));
        Ok(())
    }

    /// A builtin is a function: of a component where it is a vector.
    pub(super) fn builtin(&mut self, inst: &Inst, variable: u32) -> Result<()> {
        let builtin = self.writer.builtin(variable).and_then(BuiltIn::from_u32);
        let Some(builtin) = builtin else { return refuse("an input that is no builtin") };
        let name = format!("__spirv_BuiltIn{builtin:?}");
        let ty = inst.ty.unwrap_or(0);
        let (whole, definition) = (self.writer.ty(ty)?, self.writer.def(ty)?);
        if definition.op != Op::TypeVector {
            return self.mangled(inst, &name, &[], Vec::new(), false);
        }
        let elem = self.writer.ty(id(definition.operands.first()))?;
        let symbol = mangle(&name, &[Param::Scalar("i")]);
        self.declare(&symbol, &elem, "i32", false);
        let count = number(definition.operands.get(1));
        let mut vector = "undef".to_owned();
        for at in 0..count {
            let part = self.temporary(&format!("call spir_func {elem} @{symbol}(i32 {at}) #0"));
            let text = format!("insertelement {whole} {vector}, {elem} {part}, i32 {at}");
            if at + 1 == count {
                self.define(inst, &text);
            } else {
                vector = self.temporary(&text);
            }
        }
        Ok(())
    }

    /// The specialisation constants of the module: calls with their numbers and what holds without the application.
    pub(super) fn spec_constants(&mut self) -> Result<()> {
        let insts = self.writer.insts;
        let is_one = |op: Op| matches!(op, Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse);
        for inst in insts.iter().filter(|inst| is_one(inst.op)) {
            let ty = inst.ty.unwrap_or(0);
            let default = match inst.op {
                Op::SpecConstantTrue => "true".to_owned(),
                Op::SpecConstantFalse => "false".to_owned(),
                _ => self.writer.scalar(ty, number(inst.operands.first()))?,
            };
            let decorations = insts.iter().filter(|one| one.op == Op::Decorate);
            let number = decorations.filter(|one| id(one.operands.first()) == inst.result.unwrap_or(0)).find_map(
                |one| match one.operands.get(1) {
                    Some(Operand::Enum(_, kind, params)) if *kind == spirv::Decoration::SpecId as u32 => {
                        Some(number(params.first()))
                    }
                    _ => None,
                },
            );
            let Some(number) = number else { return refuse("a specialisation constant has no number") };
            let args = [("i32".to_owned(), number.to_string()), (self.writer.ty(ty)?, default)];
            let params = vec![Param::Scalar("i"), self.writer.param(ty)?];
            self.mangled(inst, "__spirv_SpecConstant", &args, params, false)?;
        }
        Ok(())
    }

    /// The samplers that the module writes out: calls with their bits.
    pub(super) fn literal_samplers(&mut self) -> Result<()> {
        let insts = self.writer.insts;
        for inst in insts.iter().filter(|inst| inst.op == Op::ConstantSampler) {
            let [addressing, normalised, filter] = [0, 1, 2].map(|at| number(inst.operands.get(at)));
            let bits = addressing << 1 | normalised | (filter + 1) << 4;
            let result = self.writer.ty(inst.ty.unwrap_or(0))?;
            self.declare(LITERAL_SAMPLER, &result, "i32", false);
            self.define(inst, &format!("call spir_func {result} @{LITERAL_SAMPLER}(i32 {bits}) #0"));
        }
        Ok(())
    }

    // Calls of instructions.

    fn declare(&mut self, symbol: &str, result: &str, params: &str, convergent: bool) {
        let attributes = if convergent { 1 } else { 0 };
        let text = format!("declare spir_func {result} @{symbol}({params}) #{attributes}");
        self.writer.declared.entry(symbol.to_owned()).or_insert(text);
    }

    pub(super) fn mangled(
        &mut self,
        inst: &Inst,
        name: &str,
        args: &[(String, String)],
        params: Vec<Param>,
        convergent: bool,
    ) -> Result<()> {
        let symbol = mangle(name, &params);
        let result = match inst.ty {
            Some(ty) => self.writer.ty(ty)?,
            None => "void".to_owned(),
        };
        let types: Vec<&str> = args.iter().map(|(ty, _)| ty.as_str()).collect();
        self.declare(&symbol, &result, &types.join(", "), convergent);
        let args: Vec<String> = args.iter().map(|(ty, value)| format!("{ty} {value}")).collect();
        let (liberties, args) = (self.liberties(inst), args.join(", "));
        let text = format!("call{liberties} spir_func {result} @{symbol}({args}) #{}", i32::from(convergent));
        if result == "void" {
            self.line(&text)
        } else {
            self.define(inst, &text)
        }
        Ok(())
    }

    pub(super) fn extended(&mut self, inst: &Inst) -> Result<()> {
        let Some(function) = CLOp::from_u32(number(inst.operands.get(1)) as u32) else {
            return refuse("a function of OpenCL that there is not");
        };
        let (mut args, mut params) = (Vec::new(), Vec::new());
        for operand in &inst.operands[2..] {
            let value = id(Some(operand));
            if value == 0 {
                args.push(("i32".to_owned(), number(Some(operand)).to_string()));
                params.push(Param::Scalar("i"));
                continue;
            }
            args.push(self.pair(value)?);
            params.push(self.writer.param(self.type_of(value)?)?);
        }
        self.mangled(inst, &format!("__spirv_ocl_{function:?}"), &args, params, false)
    }

    /// An instruction that is a call: numbers that are part of it are constants.
    pub(super) fn instruction(&mut self, inst: &Inst, call: Call) -> Result<()> {
        let mut name = format!("__spirv_{:?}", inst.op);
        if let (Call::ByResult, Some(ty)) = (call, inst.ty) {
            name += &format!("_R{}", self.writer.suffix(ty)?);
        }
        let (mut args, mut params) = (Vec::new(), Vec::new());
        for operand in flattened(&inst.operands) {
            match operand {
                Operand::Id(_) | Operand::ConstantId(..) => {
                    let value = id(Some(operand));
                    args.push(self.pair(value)?);
                    params.push(self.writer.param(self.type_of(value)?)?);
                }
                _ => {
                    args.push(("i32".to_owned(), number(Some(operand)).to_string()));
                    params.push(Param::Scalar("i"));
                }
            }
        }
        self.mangled(inst, &name, &args, params, call == Call::Convergent)
    }
}

/// Operands, those of enumerated values behind them.
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
