//! Ops of code whose text no format describes: control flow, calls, copies, variables, and instructions of other sets.

use super::Parts;
use crate::lexer::Kind;
use crate::parser::Parser;
use dialect::diagnostics::{Code, Result};
use dialect::ir::{Attr, BlockId, NamedAttr, OpId, RegionId};
use dialect::spirv::attrs;
use dialect::spirv::enums::Kind as EnumKind;
use dialect::spirv::facts;
use dialect::spirv::ops::Mlir;
use spirv::Op;

impl Parser<'_> {
    pub(super) fn custom(&mut self, op: OpId, core: Op, block: BlockId) -> Result<()> {
        let region = self.module[block].region.unwrap_or(RegionId::new(0));
        match core {
            Op::Branch => self.successor(op, region),
            Op::BranchConditional => self.branch_conditional(op, region),
            Op::Switch => self.switch(op, region),
            Op::SelectionMerge => {
                self.control(op, EnumKind::SelectionControl)?;
                self.successor(op, region)
            }
            Op::LoopMerge => {
                self.control(op, EnumKind::LoopControl)?;
                self.successor(op, region)?;
                self.expect(",")?;
                self.successor(op, region)
            }
            Op::FunctionCall => self.call(op),
            Op::Variable => self.variable(op),
            Op::CopyMemory => self.copy_memory(op),
            Op::EntryPoint => self.entry_point(op),
            _ => self.execution_mode(op),
        }
    }

    /// Target and source, each with its storage class, memory accesses of both, and the type of what is copied.
    fn copy_memory(&mut self, op: OpId) -> Result<()> {
        let mut parts = Parts::default();
        for separator in [",", ""] {
            if self.kind() == Kind::Text {
                self.text_token()?;
            }
            let value = self.value()?;
            self.module[op].operands.push(value);
            if !separator.is_empty() {
                self.expect(separator)?;
            }
        }
        let own = EnumKind::MemoryAccess.table();
        for name in [own.snake, own.snake_2] {
            self.memory_access(&mut parts)?;
            if let Some((known, _)) = parts.attrs.iter_mut().find(|(known, _)| *known == own.snake && name != own.snake)
            {
                *known = name;
            }
            if !self.accept(",") {
                break;
            }
        }
        let plain = self.module[op].operands.len();
        self.module[op].operands.extend(parts.held);
        let mut attrs: Vec<NamedAttr> =
            parts.attrs.into_iter().map(|(name, attr)| (name, self.number_held(attr, plain))).collect();
        attrs.extend(self.optional_dict()?);
        self.module[op].attrs = attrs.into();
        self.expect(":")?;
        let at = self.at;
        let types = self.type_list()?;
        let pointee = facts::pointer(&self.module, self.module.type_of(self.module[op].operands[0]));
        if types.len() == 1 && pointee.map(|(pointee, _)| pointee) != Some(types[0]) {
            self.at = at;
            return self.error(Code::Type, "the target points to another type");
        }
        Ok(())
    }

    fn branch_conditional(&mut self, op: OpId, region: RegionId) -> Result<()> {
        let condition = self.value()?;
        self.module[op].operands.push(condition);
        if self.is("[") {
            let weights = self.attr_list()?;
            let weights = self.module.ctx.attr(Attr::Array(weights.into()));
            self.module[op].attrs.push((attrs::WEIGHTS, weights));
        }
        self.expect(",")?;
        self.successor(op, region)?;
        self.expect(",")?;
        self.successor(op, region)
    }

    fn switch(&mut self, op: OpId, region: RegionId) -> Result<()> {
        let selector = self.value()?;
        self.module[op].operands.push(selector);
        self.expect(":")?;
        let ty = self.ty()?;
        self.expect(",")?;
        self.expect("[")?;
        self.expect("default")?;
        self.expect(":")?;
        self.successor(op, region)?;
        let mut cases = Vec::new();
        while self.accept(",") {
            let at = self.at;
            self.at += 1;
            cases.push(self.typed_number(at, ty)?);
            self.expect(":")?;
            self.successor(op, region)?;
        }
        self.expect("]")?;
        let cases = self.module.ctx.attr(Attr::Array(cases.into()));
        self.module[op].attrs.push((attrs::CASES, cases));
        Ok(())
    }

    fn call(&mut self, op: OpId) -> Result<()> {
        let name = self.symbol()?;
        let name = self.module.ctx.symbol_attr(name);
        self.module[op].attrs.push((attrs::SYMBOL, name));
        self.expect("(")?;
        self.module[op].operands = self.value_list()?.into();
        self.expect(")")?;
        self.add_dict(op)?;
        self.expect(":")?;
        self.types_in_parens()?;
        self.expect("->")?;
        let results = if self.is("(") { self.types_in_parens()? } else { vec![self.ty()?] };
        if results.len() > 1 {
            return self.error(Code::Type, "a function has one result at most");
        }
        for ty in results {
            self.module.add_result(op, ty);
        }
        Ok(())
    }

    fn variable(&mut self, op: OpId) -> Result<()> {
        if self.accept_word("init") {
            self.expect("(")?;
            let value = self.value()?;
            self.module[op].operands.push(value);
            self.expect(")")?;
        }
        self.typed_result(op)
    }

    pub(super) fn mlir(&mut self, op: OpId, mlir: Mlir) -> Result<()> {
        match mlir {
            Mlir::Module => self.error(Code::Syntax, "modules do not nest"),
            Mlir::Func => self.func(op),
            Mlir::Selection => self.construct(op, EnumKind::SelectionControl),
            Mlir::Loop => self.construct(op, EnumKind::LoopControl),
            Mlir::AddressOf | Mlir::ReferenceOf => {
                let name = self.symbol()?;
                let name = self.module.ctx.symbol_attr(name);
                self.module[op].attrs.push((attrs::SYMBOL, name));
                self.typed_result(op)
            }
            Mlir::Constant => self.constant(op),
            Mlir::Merge => {
                self.module[op].operands = self.value_list()?.into();
                if self.accept(":") {
                    self.type_list()?;
                }
                Ok(())
            }
            Mlir::GlobalVariable => self.global_variable(op),
            Mlir::SpecConstant => self.spec_constant(op),
            Mlir::SpecConstantComposite | Mlir::SpecConstantOperation => self.spec_composite(op),
            Mlir::ExtInst => self.ext_inst(op),
            Mlir::VendorInst => self.vendor_inst(op),
        }
    }

    fn ext_inst(&mut self, op: OpId) -> Result<()> {
        if self.kind() == Kind::Symbol {
            self.sym_name(op)?;
        }
        let set = self.text_token()?;
        let set = self.module.ctx.str_attr(&set);
        let number = self.u32()?;
        let number = self.module.ctx.i32_attr(number);
        if self.accept("forward") {
            let unit = self.module.ctx.attr(Attr::Unit);
            self.module[op].set_attr(attrs::FORWARD, unit);
        }
        let args = self.attr_list()?;
        let args = self.module.ctx.attr(Attr::Array(args.into()));
        let list = [(attrs::SET, set), (attrs::INSTRUCTION, number), (attrs::ARGS, args)];
        self.module[op].attrs.extend(list);
        if self.accept("(") {
            self.module[op].operands = self.value_list()?.into();
            self.expect(":")?;
            self.type_list()?;
            self.expect(")")?;
        }
        Ok(())
    }

    fn vendor_inst(&mut self, op: OpId) -> Result<()> {
        let set = self.text_token()?;
        let set = self.module.ctx.str_attr(&set);
        let number = self.u32()?;
        let number = self.module.ctx.i32_attr(number);
        self.module[op].attrs.extend([(attrs::SET, set), (attrs::INSTRUCTION, number)]);
        self.expect("(")?;
        self.module[op].operands = self.value_list()?.into();
        self.expect(")")?;
        self.expect(":")?;
        self.types_in_parens()?;
        self.expect("->")?;
        for ty in self.types_in_parens()? {
            self.module.add_result(op, ty);
        }
        self.add_dict(op)?;
        Ok(())
    }

    fn construct(&mut self, op: OpId, kind: EnumKind) -> Result<()> {
        self.control(op, kind)?;
        let mut types = Vec::new();
        if self.accept("->") {
            types = if self.is("(") { self.types_in_parens()? } else { self.type_list()? };
        }
        self.region(op, &[], None)?;
        for ty in types {
            self.module.add_result(op, ty);
        }
        Ok(())
    }
}
