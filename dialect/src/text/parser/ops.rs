//! Ops from text: by the format of their row, or by a function where a format is not enough.

use super::Parser;
use crate::diagnostics::{Code, Result};
use crate::ir::{Attr, AttrId, Attrs, BlockId, NamedAttr, OpId, RegionId, Type, TypeId, ValueId, Values};
use crate::spirv::attrs;
use crate::spirv::enums::Kind as EnumKind;
use crate::spirv::facts;
use crate::spirv::ops::{self, Code as OpCode, Mlir, OpRow, table};
use crate::spirv::read::has_variadic_literals;
use crate::text::lexer::Kind;
use crate::text::printer::inferred;
use spirv::Op;

/// The parts of an op, as its format's pieces are parsed.
#[derive(Default)]
struct Parts {
    operands: Vec<Option<ValueId>>,
    held: Vec<ValueId>,
    attrs: Vec<NamedAttr>,
    /// Where in `attrs` and in an enumeration's parameters values are held, to be numbered at the end.
    result: Option<TypeId>,
}

impl Parser<'_> {
    pub(super) fn op_body(&mut self, block: BlockId) -> Result<OpId> {
        if self.kind() == Kind::Text {
            return self.generic(block);
        }
        let name = self.expect_kind(Kind::Word, "an op")?;
        let Some(row) = ops::by_name(name) else {
            self.at -= 1;
            return self.error(Code::UnknownName, format!("there is no op '{name}'"));
        };
        let op = self.new_op(&row.info);
        match row.code {
            OpCode::Mlir(mlir) => self.mlir(op, mlir)?,
            OpCode::Core(core) if row.format == table::CUSTOM => self.custom(op, core, block)?,
            OpCode::Core(_) | OpCode::Gl(_) | OpCode::Cl(_) => self.by_format(op, row)?,
        }
        Ok(op)
    }

    fn by_format(&mut self, op: OpId, row: &'static OpRow) -> Result<()> {
        let mut parts = Parts::default();
        let takes_all = row.format.starts_with("$* {}");
        if takes_all && self.kind() != Kind::Value && !row.has_type {
            parts.attrs = if self.is("{") { self.dict()? } else { Vec::new() };
        } else {
            for piece in row.format.split(' ') {
                self.piece(piece, &mut parts)?;
            }
        }
        let mut operands: Values = parts.operands.into_iter().flatten().collect();
        let plain = operands.len();
        operands.extend(parts.held);
        let attrs = parts.attrs.into_iter().map(|(name, attr)| (name, self.number_held(attr, plain))).collect();
        self.module[op].operands = operands;
        self.module[op].attrs = attrs;
        if has_variadic_literals(&row.info) && self.module.attr(op, attrs::INDICES).is_none() {
            let empty = self.module.ctx.attr(Attr::Array(Box::default()));
            self.module[op].attrs.push((attrs::INDICES, empty));
        }
        if !row.has_type {
            return Ok(());
        }
        let ty = match parts.result {
            Some(ty) => Some(ty),
            None => self.inferred(op, row),
        };
        match ty {
            Some(ty) if self.is_none(ty) => Ok(()),
            Some(ty) => {
                self.module.add_result(op, ty);
                Ok(())
            }
            None => self.error(Code::Type, format!("the type of the result of {} does not follow", row.info.name)),
        }
    }

    fn inferred(&mut self, op: OpId, row: &OpRow) -> Option<TypeId> {
        let operands = self.module[op].operands.clone();
        let indices: Vec<u64> = facts::array_of(&self.module, op, attrs::INDICES)
            .iter()
            .filter_map(|attr| facts::number(&self.module, *attr))
            .collect();
        inferred(&mut self.module, row.infer, &operands, &indices)
    }

    /// Placeholders of held values count from the last plain operand on.
    fn number_held(&mut self, attr: AttrId, plain: usize) -> AttrId {
        let shifted = match self.module.ctx[attr].clone() {
            // A number from a dictionary is the operand's already; the ones made here are marked by their high bit.
            Attr::Operand(index) if index & HELD != 0 => Attr::Operand((index & !HELD) + plain as u32),
            Attr::Enum { kind, value, params } => {
                let params: Vec<AttrId> = params.iter().map(|param| self.number_held(*param, plain)).collect();
                Attr::Enum { kind, value, params: params.into() }
            }
            other => other,
        };
        self.module.ctx.attr(shifted)
    }

    fn hold(&mut self, parts: &mut Parts) -> Result<AttrId> {
        let value = self.value()?;
        parts.held.push(value);
        Ok(self.module.ctx.attr(Attr::Operand(HELD | (parts.held.len() as u32 - 1))))
    }

    fn piece(&mut self, piece: &'static str, parts: &mut Parts) -> Result<()> {
        let number = piece.get(1..).and_then(|rest| rest.parse::<usize>().ok());
        match (piece.as_bytes()[0], number) {
            (b'$', Some(index)) => {
                let value = self.value()?;
                if parts.operands.len() <= index {
                    parts.operands.resize(index + 1, None);
                }
                parts.operands[index] = Some(value);
                return Ok(());
            }
            (b'T', Some(_)) => return self.ty().map(|_| ()),
            _ => {}
        }
        match piece {
            "$*" => parts.operands.extend(self.value_list()?.into_iter().map(Some)),
            "T*" => {
                if !self.is(")") && !self.is("->") {
                    self.type_list()?;
                }
            }
            "R" => parts.result = Some(self.ty()?),
            "{}" => {
                if self.is("{") {
                    parts.attrs.extend(self.dict()?);
                }
            }
            "sc0" => self.text_token().map(|_| ())?,
            "idx" => {
                let items = self.attr_list()?;
                let attr = self.module.ctx.attr(Attr::Array(items.into()));
                parts.attrs.push((attrs::INDICES, attr));
            }
            "packed" => {
                // The comma before it ends the list of operands.
                if self.is("<") {
                    self.angled(EnumKind::PackedVectorFormat.table().snake, parts)?;
                }
            }
            "mem" => self.memory_access(parts)?,
            "img" => self.image_operands(parts)?,
            "cluster" => {
                if self.accept_word("cluster_size") {
                    self.expect("(")?;
                    let value = self.value()?;
                    parts.operands.push(Some(value));
                    self.expect(")")?;
                }
            }
            _ if piece.starts_with('<') => self.angled(&piece[1..piece.len() - 1], parts)?,
            _ => self.expect(piece)?,
        }
        Ok(())
    }

    fn angled(&mut self, name: &'static str, parts: &mut Parts) -> Result<()> {
        let kind = match name {
            attrs::SCOPE | attrs::SCOPE_2 => EnumKind::Scope,
            attrs::SEMANTICS | attrs::SEMANTICS_2 => EnumKind::MemorySemantics,
            _ if name == EnumKind::PackedVectorFormat.table().snake => EnumKind::PackedVectorFormat,
            _ => EnumKind::GroupOperation,
        };
        self.expect("<")?;
        let attr = if self.kind() == Kind::Value {
            let attr = self.hold(parts)?;
            self.expect(">")?;
            attr
        } else {
            let start = self.at;
            let text = self.until(">")?;
            let value = self.enum_value(kind, text, start)?;
            self.module.ctx.enum_attr(kind.id(), value)
        };
        parts.attrs.push((name, attr));
        Ok(())
    }

    fn memory_access(&mut self, parts: &mut Parts) -> Result<()> {
        if !self.accept("[") {
            return Ok(());
        }
        let (value, mut params) = (self.mask_text(EnumKind::MemoryAccess)?, Vec::new());
        while self.accept(",") {
            params.push(self.mask_param(parts)?);
        }
        self.expect("]")?;
        self.push_mask(EnumKind::MemoryAccess, value, params, parts);
        Ok(())
    }

    fn image_operands(&mut self, parts: &mut Parts) -> Result<()> {
        if !self.accept("[") {
            return Ok(());
        }
        let value = self.mask_text(EnumKind::ImageOperands)?;
        self.expect("]")?;
        let mut params = Vec::new();
        while self.accept(",") {
            params.push(self.mask_param(parts)?);
        }
        self.push_mask(EnumKind::ImageOperands, value, params, parts);
        Ok(())
    }

    fn mask_text(&mut self, kind: EnumKind) -> Result<u32> {
        let start = self.at;
        let text = self.text_token()?;
        self.enum_value(kind, &text, start)
    }

    fn mask_param(&mut self, parts: &mut Parts) -> Result<AttrId> {
        if self.kind() == Kind::Value { self.hold(parts) } else { self.attr() }
    }

    fn push_mask(&mut self, kind: EnumKind, value: u32, params: Vec<AttrId>, parts: &mut Parts) {
        let attr = self.module.ctx.attr(Attr::Enum { kind: kind.id(), value, params: params.into() });
        parts.attrs.push((kind.table().snake, attr));
    }

    fn control(&mut self, op: OpId, kind: EnumKind) -> Result<()> {
        if !self.accept_word("control") {
            return Ok(());
        }
        self.expect("(")?;
        let start = self.at;
        let mut text = self.expect_kind(Kind::Word, "a control")?.to_owned();
        while self.accept("|") {
            text = format!("{text}|{}", self.expect_kind(Kind::Word, "a control")?);
        }
        let value = self.enum_value(kind, &text, start)?;
        let mut params = Vec::new();
        while self.accept(",") {
            params.push(self.attr()?);
        }
        self.expect(")")?;
        let attr = self.module.ctx.attr(Attr::Enum { kind: kind.id(), value, params: params.into() });
        self.module[op].attrs.push((attrs::CONTROL, attr));
        Ok(())
    }

    fn custom(&mut self, op: OpId, core: Op, block: BlockId) -> Result<()> {
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
            Op::CopyMemory => {
                self.module[op].operands = self.value_list()?.into();
                self.module[op].attrs = if self.is("{") { self.dict()?.into() } else { Attrs::new() };
                self.expect(":")?;
                self.type_list().map(|_| ())
            }
            Op::EntryPoint => self.entry_point(op),
            _ => self.execution_mode(op),
        }
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
        if self.is("{") {
            let attrs = self.dict()?;
            self.module[op].attrs.extend(attrs);
        }
        self.expect(":")?;
        self.types_in_parens()?;
        self.expect("->")?;
        if self.is("(") {
            self.types_in_parens()?;
        } else {
            let ty = self.ty()?;
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
        if self.is("{") {
            self.module[op].attrs = self.dict()?.into();
        }
        self.expect(":")?;
        let ty = self.ty()?;
        self.module.add_result(op, ty);
        Ok(())
    }

    fn entry_point(&mut self, op: OpId) -> Result<()> {
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
        if self.is("{") {
            list.extend(self.dict()?);
        }
        self.module[op].attrs = list.into();
        Ok(())
    }

    fn execution_mode(&mut self, op: OpId) -> Result<()> {
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

    fn mlir(&mut self, op: OpId, mlir: Mlir) -> Result<()> {
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

    fn typed_result(&mut self, op: OpId) -> Result<()> {
        if self.is("{") {
            let attrs = self.dict()?;
            self.module[op].attrs.extend(attrs);
        }
        self.expect(":")?;
        let ty = self.ty()?;
        self.module.add_result(op, ty);
        Ok(())
    }

    fn constant(&mut self, op: OpId) -> Result<()> {
        let attr = self.attr()?;
        self.module[op].attrs.push((attrs::VALUE, attr));
        let ty = match self.module.ctx[attr] {
            Attr::Int { ty, .. } | Attr::Float { ty, .. } | Attr::Dense { ty, .. } => ty,
            Attr::Bool(_) => self.module.ctx.bool(),
            _ => {
                self.expect(":")?;
                self.ty()?
            }
        };
        self.module.add_result(op, ty);
        if self.is("{") {
            let attrs = self.dict()?;
            self.module[op].attrs.extend(attrs);
        }
        Ok(())
    }

    fn declared(&mut self, op: OpId, rest: Vec<NamedAttr>) -> Result<()> {
        let more = if self.is("{") { self.dict()? } else { Vec::new() };
        self.expect(":")?;
        let ty = self.ty()?;
        let ty = self.module.ctx.attr(Attr::Type(ty));
        self.module[op].attrs.push((attrs::TYPE, ty));
        self.module[op].attrs.extend(rest);
        self.module[op].attrs.extend(more);
        Ok(())
    }

    fn sym_name(&mut self, op: OpId) -> Result<()> {
        let name = self.symbol()?;
        let name = self.module.ctx.symbol_attr(name);
        self.module[op].attrs.push((attrs::SYM_NAME, name));
        Ok(())
    }

    fn global_variable(&mut self, op: OpId) -> Result<()> {
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
        self.declared(op, rest)
    }

    fn spec_constant(&mut self, op: OpId) -> Result<()> {
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
        if self.is("{") {
            let attrs = self.dict()?;
            self.module[op].attrs.extend(attrs);
        }
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
        if self.is("{") {
            let attrs = self.dict()?;
            self.module[op].attrs.extend(attrs);
        }
        self.expect(":")?;
        self.types_in_parens()?;
        self.expect("->")?;
        let ty = self.ty()?;
        self.module.add_result(op, ty);
        Ok(())
    }

    fn spec_composite(&mut self, op: OpId) -> Result<()> {
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
        if self.is("{") {
            let attrs = self.dict()?;
            self.module[op].attrs.extend(attrs);
        }
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

    fn func(&mut self, op: OpId) -> Result<()> {
        self.sym_name(op)?;
        let region = self.module.add_region(op);
        self.expect("(")?;
        let mut args = Vec::new();
        let mut types = Vec::new();
        while !self.is(")") {
            if self.kind() == Kind::Value {
                args.push(self.argument()?);
            } else {
                types.push(self.ty()?);
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        let result = if self.accept("->") { self.ty()? } else { self.module.ctx.none() };
        types.extend(args.iter().map(|(_, ty, _)| *ty));
        let ty = self.module.ctx.ty(Type::Function { params: types.into(), result });
        let control = self.mask_text(EnumKind::FunctionControl)?;
        let ctx = &mut self.module.ctx;
        let (ty, kind) = (ctx.attr(Attr::Type(ty)), EnumKind::FunctionControl);
        let control = ctx.enum_attr(kind.id(), control);
        self.module[op].attrs.extend([(attrs::TYPE, ty), (kind.table().snake, control)]);
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

    /// Gives a function's first block the name that an attribute has, since its label has no place.
    pub(super) fn name_entry(&mut self, op: OpId, entry: BlockId) {
        let Some(attr) = self.take_attr(op, attrs::ENTRY_BLOCK) else { return };
        if let Attr::Str(name) = self.module.ctx[attr].clone() {
            self.module[entry].name = Some(self.module.ctx.name(&name));
        }
    }
}

/// Marks placeholders that count held values only.
const HELD: u32 = 1 << 31;
