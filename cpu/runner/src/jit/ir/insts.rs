//! Functions: first all blocks and the results of all instructions, then their operands.

use super::{IrError, Reader, Ref, Result, refuse};
use crate::jit::numbers::{
    ALIAS, ALWAYS, ASSEMBLY, BRANCH, CALL, FUNCTION, NEVER, OF_METADATA, PHI, RETURN, SWITCH, UNREACHABLE,
};
use crate::jit::numbers::{bin_op, float_predicate, int_predicate, ordering, plain};
use dialect::ir::{Attr, BlockId, Loc, OpId, Successor, Type, ValueId};
use dialect::llvm::enums::{self, Enumerated};
use dialect::llvm::ops::{self, Opcode};
use std::ffi::c_uint;

/// The scopes that OpenCL's atomic operations have in LLVM IR.
const SCOPES: &[&str] = &["singlethread", "work_item", "subgroup", "workgroup", "device", "all_svm_devices"];

impl Reader<'_> {
    /// The body of a function.
    pub(super) fn function(&mut self, function: Ref) -> Result<()> {
        let name = self.names[&function].clone();
        let (params, result) = self.signature(self.api.global_type(function))?;
        (self.values, self.blocks) = Default::default();
        let args = self.builder.begin(&name, &params, result, false);
        for (at, arg) in args.into_iter().enumerate() {
            let param = self.api.param(function, at as c_uint);
            self.values.insert(param, arg);
            self.give_name(arg, param);
        }
        let blocks = Self::list(self.api.first_block(function), |one| self.api.next_block(one));
        for (at, block) in blocks.iter().enumerate() {
            let made = if at == 0 { self.builder.block } else { self.builder.new_block(&[]) };
            self.blocks.insert(*block, made);
        }
        let mut made: Vec<(usize, Ref, OpId)> = Vec::new();
        let mut number = 0;
        for block in &blocks {
            self.builder.block = self.blocks[block];
            for inst in Self::list(self.api.first_instruction(*block), |one| self.api.next_instruction(one)) {
                number += 1;
                let op = self.begin(inst).map_err(|error| self.at(error, number, inst))?;
                made.extend(op.map(|op| (number, inst, op)));
            }
        }
        for (number, inst, op) in made {
            self.finish(inst, op).map_err(|error| self.at(error, number, inst))?;
        }
        self.builder.finish();
        Ok(())
    }

    fn at(&self, error: IrError, number: usize, inst: Ref) -> IrError {
        let opcode = self.api.opcode(inst);
        let name = match (plain(opcode), opcode) {
            (Some(op), _) => op.row().ir_name.to_owned(),
            (None, CALL) => "call".to_owned(),
            (None, PHI) => "phi".to_owned(),
            (None, opcode) => format!("LLVM's opcode {opcode}"),
        };
        IrError { instruction: Some((number, name)), ..error }
    }

    fn give_name(&mut self, value: ValueId, of: Ref) {
        let name = self.name(of);
        if !name.is_empty() {
            self.builder.module[value].name = Some(self.builder.module.ctx.name(&name));
        }
    }

    /// The op of an instruction without its operands; `None` for debug intrinsics.
    fn begin(&mut self, inst: Ref) -> Result<Option<OpId>> {
        let ty = self.api.type_of(inst);
        let opcode = match self.api.opcode(inst) {
            PHI => {
                let ty = self.ty(ty)?;
                let value = self.builder.module.add_arg(self.builder.block, ty);
                self.values.insert(inst, value);
                return Ok(None);
            }
            CALL if self.is_silent(inst) => return Ok(None),
            opcode if plain(opcode) == Some(Opcode::FCmp) && self.outcome(inst).is_some() => {
                let ty = self.ty(ty)?;
                let bits = u64::from(self.outcome(inst) == Some(true));
                let value = self.builder.iconst(ty, bits);
                self.values.insert(inst, value);
                return Ok(None);
            }
            CALL if self.direct_callee(inst).is_some() => Opcode::Call,
            CALL => Opcode::CallPointer,
            RETURN => Opcode::Return,
            UNREACHABLE => Opcode::Unreachable,
            SWITCH => Opcode::Switch,
            BRANCH if self.api.is_conditional(inst) != 0 => Opcode::CondBr,
            BRANCH => Opcode::Br,
            other => match plain(other) {
                Some(op) => op,
                None => return refuse("the instruction is not supported"),
            },
        };
        let ty = self.ty(ty)?;
        let op = self.builder.op(opcode, &[]);
        if *self.builder.ty(ty) != Type::None {
            let value = self.builder.module.add_result(op, ty);
            self.values.insert(inst, value);
            self.give_name(value, inst);
        }
        self.locate(op, inst);
        Ok(Some(op))
    }

    /// The outcome of a comparison that does not depend on its operands.
    fn outcome(&self, compare: Ref) -> Option<bool> {
        match self.api.float_predicate(compare) {
            NEVER => Some(false),
            ALWAYS => Some(true),
            _ => None,
        }
    }

    fn locate(&mut self, op: OpId, inst: Ref) {
        let line = self.api.debug_line(inst);
        if line == 0 {
            return;
        }
        let mut length = 0;
        let start = self.api.debug_file(inst, &raw mut length);
        let (file, column) = (Self::text(start, length as usize), self.api.debug_column(inst));
        let ctx = &mut self.builder.module.ctx;
        let file = ctx.name(&file);
        let loc = ctx.loc(Loc { file, line, column, scope: None, range: None });
        self.builder.module[op].loc = Some(loc);
    }

    /// Returns whether a call only informs debuggers or the optimiser.
    fn is_silent(&self, call: Ref) -> bool {
        self.names.get(&self.api.called_value(call)).is_some_and(|name| super::is_silent(name))
    }

    /// The operands and attributes of an op.
    fn finish(&mut self, inst: Ref, op: OpId) -> Result<()> {
        if self.api.has_metadata(inst) != 0 {
            let mut count = 0;
            let entries = self.api.instruction_metadata(inst, &raw mut count);
            let attached = self.attachments(entries, count, super::ATTACHED_TO_INSTRUCTIONS);
            if !matches!(&self.builder.module.ctx[attached], Attr::Array(lists) if lists.is_empty()) {
                self.builder.module[op].set_attr(ops::METADATA, attached);
            }
        }
        match self.api.opcode(inst) {
            CALL => return self.call(inst, op),
            SWITCH => return self.switch(inst, op),
            BRANCH => return self.branch(inst, op),
            _ => {}
        }
        let mut operands = Vec::new();
        for at in 0..self.api.operand_count(inst) {
            operands.push(self.value(self.api.operand(inst, at as c_uint))?);
        }
        self.builder.module[op].operands = operands.as_slice().into();
        self.liberties(inst, op);
        self.attributes(inst, op)
    }

    fn literal(&mut self, op: OpId, name: &'static str, value: u32) {
        let attr = self.builder.module.ctx.attr(Attr::Literal(value));
        self.builder.module[op].set_attr(name, attr);
    }

    fn mark(&mut self, op: OpId, name: &'static str) {
        let attr = self.builder.module.ctx.attr(Attr::Unit);
        self.builder.module[op].set_attr(name, attr);
    }

    fn choose<E: Enumerated>(&mut self, op: OpId, name: &'static str, choice: Option<E>) -> Result<()> {
        let Some(choice) = choice else { return refuse("no equivalent in SPIR-V") };
        let attr = enums::attr(&mut self.builder.module.ctx, choice);
        self.builder.module[op].set_attr(name, attr);
        Ok(())
    }

    fn liberties(&mut self, inst: Ref, op: OpId) {
        if self.api.has_liberties(inst) != 0 && self.api.liberties(inst) != 0 {
            self.literal(op, ops::LIBERTIES, self.api.liberties(inst));
        }
    }

    fn attributes(&mut self, inst: Ref, op: OpId) -> Result<()> {
        match plain(self.api.opcode(inst)) {
            Some(Opcode::ICmp) => self.choose(op, ops::PREDICATE, int_predicate(self.api.int_predicate(inst))),
            Some(Opcode::FCmp) => self.choose(op, ops::PREDICATE, float_predicate(self.api.float_predicate(inst))),
            Some(Opcode::Alloca) => {
                let elem = self.ty(self.api.allocated_type(inst))?;
                let elem = self.builder.module.ctx.attr(Attr::Type(elem));
                self.builder.module[op].set_attr(ops::ELEM_TYPE, elem);
                self.literal(op, ops::ALIGNMENT, self.api.alignment(inst));
                Ok(())
            }
            Some(Opcode::Gep) => self.gep(op, inst),
            Some(Opcode::Load | Opcode::Store) => {
                self.literal(op, ops::ALIGNMENT, self.api.alignment(inst));
                if self.api.is_volatile(inst) != 0 {
                    self.mark(op, ops::VOLATILE);
                }
                self.order(op, inst, self.api.ordering(inst))
            }
            Some(Opcode::AtomicRmw) => {
                self.choose(op, ops::BIN_OP, bin_op(self.api.rmw_operation(inst)))?;
                self.order(op, inst, self.api.ordering(inst))
            }
            Some(Opcode::Cmpxchg) => self.order(op, inst, self.api.success_ordering(inst)),
            Some(Opcode::Fence) => self.order(op, inst, self.api.ordering(inst)),
            Some(Opcode::ShuffleVector) => {
                self.mask(inst, op);
                Ok(())
            }
            Some(Opcode::ExtractValue | Opcode::InsertValue) => {
                self.positions(inst, op);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The order and the scope of an atomic access.
    fn order(&mut self, op: OpId, inst: Ref, number: i32) -> Result<()> {
        if number == 0 {
            return Ok(());
        }
        self.choose(op, ops::ORDERING, ordering(number))?;
        let own = self.api.scope(inst);
        let is_own = |name: &&&str| self.api.scope_id(self.context, name.as_ptr().cast(), name.len()) == own;
        if let Some(name) = SCOPES.iter().find(|name| own.is_some() && is_own(name)) {
            let name = self.builder.module.ctx.str_attr(name);
            self.builder.module[op].set_attr(ops::SYNC_SCOPE, name);
        }
        Ok(())
    }

    fn mask(&mut self, inst: Ref, op: OpId) {
        let mut mask = Vec::new();
        for at in 0..self.api.mask_count(inst) {
            let attr = u32::try_from(self.api.mask_value(inst, at)).map_or(Attr::Undef, Attr::Literal);
            mask.push(self.builder.module.ctx.attr(attr));
        }
        let mask = self.builder.module.ctx.attr(Attr::Array(mask.into()));
        self.builder.module[op].set_attr(ops::MASK, mask);
    }

    fn positions(&mut self, inst: Ref, op: OpId) {
        let (start, count) = (self.api.indices(inst), self.api.index_count(inst) as usize);
        // SAFETY: LLVM gives the start of as many numbers as it says.
        let indices = unsafe { std::slice::from_raw_parts(start, count) };
        let ctx = &mut self.builder.module.ctx;
        let indices = indices.iter().map(|index| ctx.attr(Attr::Literal(*index))).collect();
        let attr = ctx.attr(Attr::Array(indices));
        self.builder.module[op].set_attr(ops::POSITION, attr);
    }

    /// The name of the function that a call names, with the type that the function has.
    fn direct_callee(&self, call: Ref) -> Option<String> {
        let callee = self.api.called_value(call);
        let is_function = matches!(self.api.value_kind(callee), FUNCTION | ALIAS);
        let is_direct = is_function && self.api.called_type(call) == self.api.global_type(callee);
        self.names.get(&callee).filter(|_| is_direct).cloned()
    }

    fn call(&mut self, inst: Ref, op: OpId) -> Result<()> {
        let callee = self.api.called_value(inst);
        let mut operands = Vec::new();
        let name = self.direct_callee(inst);
        if name.is_none() {
            if self.api.value_kind(callee) == ASSEMBLY {
                return refuse("inline assembly is not supported");
            }
            operands.push(self.value(callee)?);
        }
        // The callee is the last operand.
        let mut said = Vec::new();
        for at in 0..self.api.operand_count(inst) - 1 {
            let operand = self.api.operand(inst, at as c_uint);
            match self.api.type_kind(self.api.type_of(operand)) {
                OF_METADATA => said.push(self.node(operand, 0)),
                _ => operands.push(self.value(operand)?),
            }
        }
        if !said.is_empty() {
            let said = self.builder.module.ctx.attr(Attr::Array(said.into()));
            self.builder.module[op].set_attr(ops::SAID, said);
        }
        self.builder.module[op].operands = operands.as_slice().into();
        if let Some(name) = name {
            let symbol = self.builder.module.ctx.name(&name);
            let symbol = self.builder.module.ctx.symbol_attr(symbol);
            self.builder.module[op].set_attr(ops::SYMBOL, symbol);
        }
        self.liberties(inst, op);
        Ok(())
    }

    fn branch(&mut self, inst: Ref, op: OpId) -> Result<()> {
        if self.api.is_conditional(inst) != 0 {
            let condition = self.value(self.api.condition(inst))?;
            self.builder.module[op].operands = [condition].into();
        }
        for at in 0..self.api.successor_count(inst) {
            self.successor(op, self.api.successor(inst, at))?;
        }
        Ok(())
    }

    fn switch(&mut self, inst: Ref, op: OpId) -> Result<()> {
        let selector = self.value(self.api.operand(inst, 0))?;
        self.builder.module[op].operands = [selector].into();
        let mut cases = Vec::new();
        for at in 0..self.api.successor_count(inst) {
            self.successor(op, self.api.successor(inst, at))?;
            if at > 0 {
                // Before there was a function for them, cases were operands in pairs with their blocks.
                let old = || self.api.operand(inst, 2 * at);
                let case = self.api.case_value(inst, at).unwrap_or_else(old);
                cases.push(self.constant_attr(case, 0)?);
            }
        }
        let cases = self.builder.module.ctx.attr(Attr::Array(cases.into()));
        self.builder.module[op].set_attr(ops::CASES, cases);
        Ok(())
    }

    /// Adds a successor to a terminator, with the arguments for its phis.
    fn successor(&mut self, op: OpId, block: Ref) -> Result<()> {
        let (Some(to), from) = (self.blocks.get(&block).copied(), self.builder.module[op].block) else {
            return refuse("a block is not one of the function");
        };
        let mut args: Vec<ValueId> = Vec::new();
        for inst in Self::list(self.api.first_instruction(block), |one| self.api.next_instruction(one)) {
            if self.api.opcode(inst) != PHI {
                break;
            }
            args.push(self.incoming(inst, from)?);
        }
        self.builder.module[op].successors.push(Successor { block: to, args: args.into() });
        Ok(())
    }

    fn incoming(&mut self, phi: Ref, from: Option<BlockId>) -> Result<ValueId> {
        for at in 0..self.api.incoming_count(phi) {
            if self.blocks.get(&self.api.incoming_block(phi, at)).copied() == from {
                return self.value(self.api.incoming_value(phi, at));
            }
        }
        refuse("phi without a value for a predecessor")
    }
}
