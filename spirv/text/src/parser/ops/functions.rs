//! Functions: their signatures, arguments and bodies, also in the forms of other dialects.

use crate::lexer::Kind;
use crate::parser::Parser;
use dialect::diagnostics::{Code, Result};
use dialect::ir::{Attr, BlockId, NamedAttr, OpId, RegionId, Type, TypeId};
use dialect::spirv::attrs;
use dialect::spirv::enums::Kind as EnumKind;
use dialect::spirv::facts;
use dialect::spirv::ops::{self, Mlir};
use spirv::Op;

/// A parameter: its name, type and attributes.
type Argument = (String, TypeId, Vec<NamedAttr>);

impl Parser<'_> {
    pub(super) fn func(&mut self, op: OpId) -> Result<()> {
        self.sym_name(op)?;
        let region = self.module.add_region(op);
        let (args, types, result) = self.signature()?;
        let ty = self.module.ctx.ty(Type::Function { params: types.into(), result });
        let control = self.mask_text(EnumKind::FunctionControl)?;
        let ctx = &mut self.module.ctx;
        let (ty, kind) = (ctx.attr(Attr::Type(ty)), EnumKind::FunctionControl);
        let control = ctx.enum_attr(kind.id(), control);
        self.module[op].attrs.extend([(attrs::TYPE, ty), (kind.table().snake, control)]);
        self.function_body(op, region, args)
    }

    /// The attributes and the blocks of a function.
    fn function_body(&mut self, op: OpId, region: RegionId, args: Vec<Argument>) -> Result<()> {
        if self.accept_word("attributes") {
            let attrs = self.dict()?;
            self.module[op].attrs.extend(attrs);
        }
        if !self.is("{") {
            return Ok(());
        }
        let entry = self.module.add_block(region);
        let mut params = Vec::new();
        for (name, ty, attrs) in args {
            let value = self.module.add_arg(entry, ty);
            self.module.set_arg_attrs(value, attrs);
            params.push((name, value));
        }
        self.read_renamed(op);
        self.region(op, &params, Some(entry))?;
        self.renamed.clear();
        self.name_entry(op, entry);
        Ok(())
    }

    /// The parameters of a function, their types, and the type of its result.
    fn signature(&mut self) -> Result<(Vec<Argument>, Vec<TypeId>, TypeId)> {
        self.expect("(")?;
        let mut args = Vec::new();
        let mut types = Vec::new();
        while !self.is(")") {
            if self.kind() == Kind::Value {
                args.push(self.argument()?);
            } else {
                types.push(self.ty()?);
                self.optional_dict()?;
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        types.extend(args.iter().map(|(_, ty, _)| *ty));
        let mut results = Vec::new();
        if self.accept("->") {
            let is_list = self.accept("(");
            while !(is_list && self.is(")")) {
                results.push(self.ty()?);
                if is_list && self.is("{") {
                    self.dict()?;
                }
                if !(is_list && self.accept(",")) {
                    break;
                }
            }
            if is_list {
                self.expect(")")?;
            }
        }
        match results[..] {
            [] => Ok((args, types, self.module.ctx.none())),
            [result] => Ok((args, types, result)),
            _ => self.error(Code::Type, "a function has one result at most"),
        }
    }

    /// A function of MLIR's general dialect for functions, as one of this dialect.
    pub(super) fn foreign_function(&mut self) -> Result<OpId> {
        let op = self.new_op(ops::mlir(Mlir::Func));
        if !self.accept_word("private") {
            self.accept_word("public");
        }
        self.sym_name(op)?;
        let region = self.module.add_region(op);
        let (args, types, result) = self.signature()?;
        let ctx = &mut self.module.ctx;
        let ty = ctx.ty(Type::Function { params: types.into(), result });
        let (ty, kind) = (ctx.attr(Attr::Type(ty)), EnumKind::FunctionControl);
        let control = ctx.enum_attr(kind.id(), 0);
        self.module[op].attrs.extend([(attrs::TYPE, ty), (kind.table().snake, control)]);
        self.function_body(op, region, args)?;
        if self.module[region].blocks.is_empty() {
            self.import(op);
        }
        Ok(op)
    }

    /// Marks a function without a body as one of another module.
    fn import(&mut self, op: OpId) {
        let Some(name) = facts::name_of(&self.module, op) else { return };
        let name = self.module.ctx.str(name).to_owned();
        let kind = EnumKind::LinkageType;
        let ctx = &mut self.module.ctx;
        let parts = [ctx.str_attr(&name), ctx.enum_attr(kind.id(), spirv::LinkageType::Import as u32)];
        let linkage = ctx.attr(Attr::Array(parts.into()));
        self.module[op].set_attr("linkage_attributes", linkage);
    }

    /// A return of that dialect.
    pub(super) fn foreign_return(&mut self) -> Result<OpId> {
        let start = self.at - 1;
        let values = self.value_list()?;
        if !values.is_empty() {
            self.expect(":")?;
            self.type_list()?;
        }
        let code = match values.len() {
            0 => Op::Return,
            1 => Op::ReturnValue,
            _ => {
                self.at = start;
                return self.error(Code::Type, "a function has one result at most");
            }
        };
        let op = self.new_op(ops::core(code));
        self.module[op].operands = values.into();
        Ok(op)
    }

    /// Gives a function's first block the name that an attribute has, since its label has no place.
    pub(in crate::parser) fn name_entry(&mut self, op: OpId, entry: BlockId) {
        let Some(attr) = self.take_attr(op, attrs::ENTRY_BLOCK) else { return };
        if let Attr::Str(name) = self.module.ctx[attr].clone() {
            self.module[entry].name = Some(self.module.ctx.name(&name));
        }
    }
}
