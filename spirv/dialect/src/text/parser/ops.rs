//! Ops from text: by the format of their row, or by a function where a format is not enough.

use super::Parser;
use crate::diagnostics::{Code, Result};
use crate::ir::{Attr, AttrId, BlockId, NamedAttr, OpId, RegionId, Type, TypeId, ValueId, Values};
use crate::spirv::attrs;
use crate::spirv::enums::Kind as EnumKind;
use crate::spirv::facts;
use crate::spirv::mlir;
use crate::spirv::ops::format::Piece;
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
    /// The types of operands that the text has, each with its token.
    spelled: Vec<(Which, TypeId, usize)>,
}

impl Parts {
    fn set_operand(&mut self, index: usize, value: ValueId) {
        if self.operands.len() <= index {
            self.operands.resize(index + 1, None);
        }
        self.operands[index] = Some(value);
    }
}

/// A parameter: its name, type and attributes.
type Argument = (String, TypeId, Vec<NamedAttr>);

/// The operands that a type in a text is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    /// The one with this index.
    One(usize),
    /// The next one.
    Next,
}

impl Parser<'_> {
    pub(super) fn op_body(&mut self, block: BlockId) -> Result<OpId> {
        if self.kind() == Kind::Text {
            return self.generic(block);
        }
        let name = self.expect_kind(Kind::Word, "an op")?;
        match name {
            "func.func" => return self.foreign_function(),
            "func.return" | "return" => return self.foreign_return(),
            _ => {}
        }
        let Some(row) = ops::by_name(name) else {
            self.at -= 1;
            return self.error(Code::UnknownName, format!("unknown op '{name}'"));
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
        let takes_all = row.format.starts_with(&[Piece::Operands, Piece::Attrs]);
        if takes_all && self.kind() != Kind::Value && !row.has_type {
            parts.attrs = self.optional_dict()?;
        } else {
            for piece in row.format {
                self.piece(*piece, &mut parts)?;
            }
        }
        let mut operands: Values = parts.operands.into_iter().flatten().collect();
        let plain = operands.len();
        operands.extend(parts.held);
        self.check_types(row, &operands, plain, &parts.spelled)?;
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
        if row.code == OpCode::Core(Op::GenericCastToPtrExplicit)
            && self.module.attr(op, attrs::STORAGE_CLASS).is_none()
        {
            // MLIR has it in the type of the result alone.
            let storage = parts.result.and_then(|ty| facts::storage_of(&self.module, ty));
            if let Some(storage) = storage {
                let attr = self.module.ctx.enum_attr(EnumKind::StorageClass.id(), storage as u32);
                self.module[op].attrs.push((attrs::STORAGE_CLASS, attr));
            }
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

    fn spelled_types(&mut self, parts: &mut Parts) -> Result<()> {
        loop {
            let at = self.at;
            let ty = self.ty()?;
            parts.spelled.push((Which::Next, ty, at));
            if !self.accept(",") {
                return Ok(());
            }
        }
    }

    /// Compares the types that the text has with those of the values.
    fn check_types(
        &mut self,
        row: &OpRow,
        operands: &[ValueId],
        plain: usize,
        spelled: &[(Which, TypeId, usize)],
    ) -> Result<()> {
        let mut next = 0;
        for (which, wanted, token) in spelled {
            let at = match which {
                Which::One(at) => *at,
                Which::Next => {
                    next += 1;
                    next - 1
                }
            };
            let found = operands.get(at).map(|value| self.module.type_of(*value));
            if found != Some(*wanted) {
                self.at = *token;
                let message = match found {
                    Some(_) => format!("operand {at} of {} has another type", row.info.name),
                    None => format!("{} has no operand {at}", row.info.name),
                };
                return self.error(Code::Type, message);
            }
        }
        if next != 0 && next < plain {
            return self.error(Code::Type, format!("{} has more operands than types", row.info.name));
        }
        let Some((_, first, token)) = spelled.first() else { return Ok(()) };
        let is_same = [table::SAME, table::SAME_FIRST].contains(&row.format);
        if is_same && operands.iter().any(|value| !self.is_alike(self.module.type_of(*value), *first)) {
            self.at = *token;
            return self.error(Code::Type, format!("the operands of {} have different types", row.info.name));
        }
        Ok(())
    }

    /// Returns whether types are equal but for the signs of their integers, which instructions may mix.
    fn is_alike(&self, one: TypeId, other: TypeId) -> bool {
        let shape = |ty: TypeId| match &self.module.ctx[self.module.ctx.scalar_of(ty)] {
            Type::Int { width, .. } => (*width, true),
            Type::Float { width, .. } => (*width, false),
            _ => (0, false),
        };
        let len = |ty: TypeId| if let Type::Vector { len, .. } = self.module.ctx[ty] { len } else { 0 };
        one == other || (shape(one) == shape(other) && shape(one).0 != 0 && len(one) == len(other))
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

    fn piece(&mut self, piece: Piece, parts: &mut Parts) -> Result<()> {
        match piece {
            Piece::Operand(index) => {
                let value = self.value()?;
                parts.set_operand(index, value);
            }
            Piece::TypeOf(index) => {
                let at = self.at;
                let ty = self.ty()?;
                parts.spelled.push((Which::One(index), ty, at));
            }
            Piece::Operands => parts.operands.extend(self.value_list()?.into_iter().map(Some)),
            Piece::Types => {
                if !self.is(")") && !self.is("->") {
                    self.spelled_types(parts)?;
                }
            }
            Piece::Result => parts.result = Some(self.ty()?),
            Piece::Attrs => parts.attrs.extend(self.optional_dict()?),
            Piece::Storage => drop(self.text_token()?),
            Piece::Indices => {
                let attr = self.indices()?;
                parts.attrs.push((attrs::INDICES, attr));
            }
            Piece::Packed => {
                // The comma before it ends the list of operands.
                if self.is("<") {
                    let kind = EnumKind::PackedVectorFormat;
                    self.angled(kind.table().snake, kind, parts)?;
                }
            }
            Piece::Memory => self.memory_access(parts)?,
            Piece::Image => self.image_operands(parts)?,
            Piece::Access => self.matrix_access(parts)?,
            Piece::Signs => {
                if self.accept(",") {
                    let kind = EnumKind::CooperativeMatrixOperands;
                    self.angled(kind.table().snake, kind, parts)?;
                }
            }
            Piece::Type => {
                let ty = self.ty()?;
                parts.attrs.push((attrs::TYPE, self.module.ctx.attr(Attr::Type(ty))));
            }
            Piece::Layout(at) => {
                self.expect("<")?;
                let layout = self.enumerant(EnumKind::CooperativeMatrixLayout)?;
                self.expect(">")?;
                parts.set_operand(at, self.layout(layout));
            }
            Piece::Cluster => {
                if self.accept_word("cluster_size") {
                    self.cluster_size(parts)?;
                }
            }
            Piece::Turn => {
                if self.accept(",") {
                    self.expect("cluster_size")?;
                    self.cluster_size(parts)?;
                }
            }
            Piece::Enum(name) => {
                let kind = match name {
                    attrs::SCOPE | attrs::SCOPE_2 => EnumKind::Scope,
                    attrs::SEMANTICS | attrs::SEMANTICS_2 => EnumKind::MemorySemantics,
                    _ => EnumKind::GroupOperation,
                };
                self.angled(name, kind, parts)?;
            }
            Piece::Token(token) => self.expect(token)?,
        }
        Ok(())
    }

    fn cluster_size(&mut self, parts: &mut Parts) -> Result<()> {
        self.expect("(")?;
        parts.operands.push(Some(self.value()?));
        self.expect(")")
    }

    /// Literal indices: numbers of 32 bits, with their type.
    fn indices(&mut self) -> Result<AttrId> {
        self.expect("[")?;
        let mut items = Vec::new();
        while !self.is("]") {
            let index = self.at;
            self.expect_kind(Kind::Number, "a number")?;
            self.expect(":")?;
            let at = self.at;
            let ty = self.ty()?;
            if ty != self.module.ctx.int(32) {
                self.at = at;
                return self.error(Code::Type, "an index is of type i32");
            }
            items.push(self.typed_number(index, ty)?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect("]")?;
        Ok(self.module.ctx.attr(Attr::Array(items.into())))
    }

    fn angled(&mut self, name: &'static str, kind: EnumKind, parts: &mut Parts) -> Result<()> {
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
        let value = self.mask_text(EnumKind::MemoryAccess)?;
        self.push_mask(EnumKind::MemoryAccess, value, false, parts)?;
        self.expect("]")
    }

    /// Memory access as ops on cooperative matrices have it: names in angle brackets, then their operands.
    fn matrix_access(&mut self, parts: &mut Parts) -> Result<()> {
        if !self.accept(",") {
            return Ok(());
        }
        self.expect("<")?;
        let start = self.at;
        let text = self.until(">")?;
        let value = self.enum_value(EnumKind::MemoryAccess, text, start)?;
        self.push_mask(EnumKind::MemoryAccess, value, true, parts)
    }

    fn image_operands(&mut self, parts: &mut Parts) -> Result<()> {
        if !self.accept("[") {
            return Ok(());
        }
        let value = self.mask_text(EnumKind::ImageOperands)?;
        self.expect("]")?;
        self.push_mask(EnumKind::ImageOperands, value, false, parts)
    }

    fn mask_text(&mut self, kind: EnumKind) -> Result<u32> {
        let start = self.at;
        let text = self.text_token()?;
        self.enum_value(kind, &text, start)
    }

    /// A mask with the operands that follow, whose numbers may have types unless they are bare.
    fn push_mask(&mut self, kind: EnumKind, value: u32, is_bare: bool, parts: &mut Parts) -> Result<()> {
        let mut params = Vec::new();
        while self.accept(",") {
            params.push(match self.kind() {
                Kind::Value => self.hold(parts)?,
                // A colon behind it is that of the types.
                Kind::Number if is_bare => {
                    let alignment = self.u32()?;
                    self.module.ctx.i32_attr(alignment)
                }
                _ => self.attr()?,
            });
        }
        let attr = self.module.ctx.attr(Attr::Enum { kind: kind.id(), value, params: params.into() });
        parts.attrs.push((kind.table().snake, attr));
        Ok(())
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
        list.extend(self.optional_dict()?);
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
        self.add_dict(op)?;
        self.expect(":")?;
        let ty = self.ty()?;
        self.module.add_result(op, ty);
        Ok(())
    }

    fn constant(&mut self, op: OpId) -> Result<()> {
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

    fn func(&mut self, op: OpId) -> Result<()> {
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
    fn foreign_function(&mut self) -> Result<OpId> {
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
    fn foreign_return(&mut self) -> Result<OpId> {
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
    pub(super) fn name_entry(&mut self, op: OpId, entry: BlockId) {
        let Some(attr) = self.take_attr(op, attrs::ENTRY_BLOCK) else { return };
        if let Attr::Str(name) = self.module.ctx[attr].clone() {
            self.module[entry].name = Some(self.module.ctx.name(&name));
        }
    }
}

/// Marks placeholders that count held values only.
const HELD: u32 = 1 << 31;
