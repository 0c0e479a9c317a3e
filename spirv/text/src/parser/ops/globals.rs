//! Ops of a module's head: entry points and their modes, constants, global variables.

use crate::lexer::Kind;
use crate::parser::Parser;
use dialect::diagnostics::{Code, Result};
use dialect::ir::{Attr, NamedAttr, OpId};
use dialect::spirv::attrs;
use dialect::spirv::enums::Kind as EnumKind;
use dialect::spirv::mlir;

impl Parser<'_> {
    pub(super) fn entry_point(&mut self, op: OpId) -> Result<()> {
        let model = self.mask_text(EnumKind::ExecutionModel)?;
        let model = self.module.ctx.enum_attr(EnumKind::ExecutionModel.id(), model);
        let function = self.symbol()?;
        let mut args = Vec::new();
        while self.accept(",") {
            let name = self.symbol()?;
            args.push(self.module.ctx.symbol_attr(name));
        }
        let function = self.module.ctx.symbol_attr(function);
        let args = self.module.ctx.attr(Attr::Array(args.into()));
        let kind = EnumKind::ExecutionModel.table().snake;
        let mut list = vec![(kind, model), (attrs::SYMBOL, function), (attrs::ARGS, args)];
        list.extend(self.optional_dict()?);
        self.module[op].attrs = list.into();
        Ok(())
    }

    pub(super) fn execution_mode(&mut self, op: OpId) -> Result<()> {
        let function = self.symbol()?;
        let function = self.module.ctx.symbol_attr(function);
        let value = self.mask_text(EnumKind::ExecutionMode)?;
        let mut params = Vec::new();
        while self.accept(",") {
            params.push(self.attr()?);
        }
        let kind = EnumKind::ExecutionMode;
        let mode = self.module.ctx.attr(Attr::Enum { kind: kind.id(), value, params: params.into() });
        self.module[op].attrs = [(attrs::SYMBOL, function), (kind.table().snake, mode)].into();
        Ok(())
    }

    pub(super) fn typed_result(&mut self, op: OpId) -> Result<()> {
        self.add_dict(op)?;
        self.expect(":")?;
        let ty = self.ty()?;
        self.module.add_result(op, ty);
        Ok(())
    }

    pub(super) fn constant(&mut self, op: OpId) -> Result<()> {
        let (attr, own) = match self.kind() == Kind::Word && self.peek() == "dense" {
            true => self.dense()?,
            false => (self.attr()?, None),
        };
        self.module[op].attrs.push((attrs::VALUE, attr));
        let ty = match (own, &self.module.ctx[attr]) {
            (Some(ty), _) => ty,
            (None, Attr::Int { ty, .. } | Attr::Float { ty, .. } | Attr::Dense { ty, .. }) => *ty,
            (None, Attr::Bool(_)) => self.module.ctx.bool(),
            (None, _) => {
                self.expect(":")?;
                self.ty()?
            }
        };
        self.module.add_result(op, ty);
        self.add_dict(op)?;
        Ok(())
    }

    fn declared(&mut self, op: OpId, rest: Vec<NamedAttr>) -> Result<()> {
        let more = self.optional_dict()?;
        self.expect(":")?;
        let ty = self.ty()?;
        let ty = self.module.ctx.attr(Attr::Type(ty));
        self.module[op].attrs.push((attrs::TYPE, ty));
        self.module[op].attrs.extend(rest);
        self.module[op].attrs.extend(more);
        Ok(())
    }

    pub(super) fn sym_name(&mut self, op: OpId) -> Result<()> {
        let name = self.symbol()?;
        let name = self.module.ctx.symbol_attr(name);
        self.module[op].attrs.push((attrs::SYM_NAME, name));
        Ok(())
    }

    pub(super) fn global_variable(&mut self, op: OpId) -> Result<()> {
        self.sym_name(op)?;
        let mut rest = Vec::new();
        loop {
            if self.accept_word("initializer") {
                self.expect("(")?;
                rest.push((attrs::INITIALIZER, self.attr()?));
                self.expect(")")?;
            } else if self.accept_word("bind") {
                self.expect("(")?;
                let set = self.u32()?;
                self.expect(",")?;
                let binding = self.u32()?;
                self.expect(")")?;
                rest.push(("descriptor_set", self.module.ctx.i32_attr(set)));
                rest.push(("binding", self.module.ctx.i32_attr(binding)));
            } else if self.accept_word("built_in") {
                self.expect("(")?;
                let value = self.mask_text(EnumKind::BuiltIn)?;
                self.expect(")")?;
                rest.push(("built_in", self.module.ctx.enum_attr(EnumKind::BuiltIn.id(), value)));
            } else {
                break;
            }
        }
        self.declared(op, rest)?;
        // MLIR's own attribute is a text.
        let text = self.module.attr(op, "built_in").map(|attr| self.module.ctx[attr].clone());
        if let Some(Attr::Str(name)) = text {
            let Some(value) = mlir::value_of(EnumKind::BuiltIn, &name) else {
                return self.error(Code::UnknownName, format!("BuiltIn has no value '{name}'"));
            };
            let attr = self.module.ctx.enum_attr(EnumKind::BuiltIn.id(), value);
            self.module[op].set_attr("built_in", attr);
        }
        Ok(())
    }

    pub(super) fn spec_constant(&mut self, op: OpId) -> Result<()> {
        self.sym_name(op)?;
        let mut rest = Vec::new();
        if self.accept_word("spec_id") {
            self.expect("(")?;
            let id = self.u32()?;
            self.expect(")")?;
            rest.push(("spec_id", self.module.ctx.i32_attr(id)));
        }
        self.expect("=")?;
        let value = self.attr()?;
        let ty = match self.module.ctx[value] {
            Attr::Int { ty, .. } | Attr::Float { ty, .. } => ty,
            Attr::Bool(_) => self.module.ctx.bool(),
            _ => return self.error(Code::Syntax, "the default is not a scalar"),
        };
        let ty = self.module.ctx.attr(Attr::Type(ty));
        self.module[op].attrs.extend([(attrs::VALUE, value), (attrs::TYPE, ty)]);
        self.module[op].attrs.extend(rest);
        self.add_dict(op)?;
        Ok(())
    }

    /// A constant operation in a function, as in MLIR.
    fn local_spec_operation(&mut self, op: OpId) -> Result<()> {
        let name = self.text_token()?;
        let name = self.module.ctx.str_attr(&name);
        self.expect("(")?;
        self.module[op].operands = self.value_list()?.into();
        self.expect(")")?;
        self.module[op].attrs = [(attrs::OP, name)].into();
        self.add_dict(op)?;
        self.expect(":")?;
        self.types_in_parens()?;
        self.expect("->")?;
        let ty = self.ty()?;
        self.module.add_result(op, ty);
        Ok(())
    }

    pub(super) fn spec_composite(&mut self, op: OpId) -> Result<()> {
        if self.accept_word("wraps") {
            return self.local_spec_operation(op);
        }
        self.sym_name(op)?;
        if self.accept_word("wraps") {
            let name = self.text_token()?;
            let name = self.module.ctx.str_attr(&name);
            self.module[op].attrs.push((attrs::OP, name));
        }
        self.expect("(")?;
        let mut args = Vec::new();
        while !self.is(")") {
            args.push(self.attr()?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        let args = self.module.ctx.attr(Attr::Array(args.into()));
        self.module[op].attrs.push((attrs::ARGS, args));
        self.declared(op, Vec::new())
    }
}
