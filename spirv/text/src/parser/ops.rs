//! Ops from text: by the format of their row, or by a function where a format is not enough.

mod code;
mod functions;
mod globals;

use super::Parser;
use crate::lexer::Kind;
use crate::printer::inferred;
use dialect::diagnostics::{Code, Result};
use dialect::ir::{Attr, AttrId, BlockId, NamedAttr, OpId, Type, TypeId, ValueId, Values};
use dialect::spirv::attrs;
use dialect::spirv::enums::Kind as EnumKind;
use dialect::spirv::facts;
use dialect::spirv::ops::format::Piece;
use dialect::spirv::ops::{self, Code as OpCode, OpRow, table};
use dialect::spirv::read::has_variadic_literals;
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
}

/// Marks placeholders that count held values only.
const HELD: u32 = 1 << 31;
