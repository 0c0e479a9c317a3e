//! Attributes from text.

use super::Parser;
use super::types::is_type_word;
use crate::lexer::Kind;
use crate::stand_ins::SPELLED;
use base::half;
use dialect::diagnostics::{Code, Result};
use dialect::ir::types::FloatKind;
use dialect::ir::{Attr, AttrId, NamedAttr, OpId, Type, TypeId};
use dialect::spirv::attrs;
use dialect::spirv::enums::Kind as EnumKind;
use dialect::spirv::mlir;
use dialect::spirv::shapes::{Lengths, Shaped, Tensor};

/// Attributes that modules and functions have under names of their own as well.
const PLACED_ANYWHERE: [&str; 4] =
    ["#spirv.vce", "#spirv.target_env", "#spirv.entry_point_abi", "#spirv.interface_var_abi"];

/// The limit of parts of all constants of a text that repeat one number: a few characters represent many.
const MAX_REPEATED: usize = 1 << 20;

impl Parser<'_> {
    pub(super) fn attr(&mut self) -> Result<AttrId> {
        self.enter()?;
        let attr = match self.kind() {
            Kind::Word => self.word_attr()?,
            Kind::Number => self.number_attr()?,
            Kind::Text => {
                let text = self.text_token()?;
                self.module.ctx.str_attr(&text)
            }
            Kind::Symbol => {
                let name = self.symbol()?;
                self.module.ctx.symbol_attr(name)
            }
            Kind::Attr => self.enum_attr()?,
            _ if self.is("[") => {
                let items = self.attr_list()?;
                self.module.ctx.attr(Attr::Array(items.into()))
            }
            _ if self.is("{") => self.dict_attr()?,
            Kind::Type | Kind::Punct(b'(') => {
                let ty = self.ty()?;
                self.module.ctx.attr(Attr::Type(ty))
            }
            _ => return self.error(Code::Syntax, "expected an attribute"),
        };
        self.depth -= 1;
        Ok(attr)
    }

    /// Attributes in brackets.
    pub(super) fn attr_list(&mut self) -> Result<Vec<AttrId>> {
        self.expect("[")?;
        let mut items = Vec::new();
        while !self.is("]") {
            items.push(self.attr()?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect("]")?;
        Ok(items)
    }

    /// Attributes in braces, if there are any.
    pub(super) fn optional_dict(&mut self) -> Result<Vec<NamedAttr>> {
        if self.is("{") { self.dict() } else { Ok(Vec::new()) }
    }

    /// Adds these to an op's.
    pub(super) fn add_dict(&mut self, op: OpId) -> Result<()> {
        let more = self.optional_dict()?;
        self.module[op].attrs.extend(more);
        Ok(())
    }

    /// Named attributes in braces.
    pub(super) fn dict(&mut self) -> Result<Vec<NamedAttr>> {
        self.expect("{")?;
        let mut items = Vec::new();
        let mut foreign = Vec::new();
        while !self.is("}") {
            let name = match self.kind() {
                Kind::Text => self.text_token()?,
                _ => self.expect_kind(Kind::Word, "the name of an attribute")?.to_owned(),
            };
            let start = self.at - 1;
            match attrs::attr_name(&name) {
                Some(name) => {
                    let attr = if self.accept("=") { self.attr()? } else { self.module.ctx.attr(Attr::Unit) };
                    let is_abi = [attrs::ENTRY_POINT_ABI, attrs::INTERFACE_VAR_ABI].contains(&name);
                    if is_abi && !matches!(self.module.ctx[attr], Attr::Array(_)) {
                        self.at = start;
                        return self.error(Code::Syntax, format!("'{name}' is not '#{name}<…>'"));
                    }
                    items.push((if name == attrs::INITIAL_VALUE { attrs::INITIALIZER } else { name }, attr));
                }
                None if name.starts_with("spirv.") => {
                    self.at = start;
                    return self.error(Code::UnknownName, format!("unknown attribute '{name}'"));
                }
                None => foreign.push(self.foreign(&name)?),
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect("}")?;
        if !foreign.is_empty() {
            items.push((attrs::FOREIGN, self.module.ctx.attr(Attr::Array(foreign.into()))));
        }
        Ok(items)
    }

    /// An attribute that no op of this dialect has: its name and the text of its value are kept.
    fn foreign(&mut self, name: &str) -> Result<AttrId> {
        let mut parts = vec![self.module.ctx.str_attr(name)];
        if self.accept("=") {
            let start = self.token().start;
            if self.kind() == Kind::Attr && PLACED_ANYWHERE.contains(&self.peek()) {
                // MLIR checks the contents of these attributes wherever they stand: this may fail, and its result is unused.
                self.attr()?;
            }
            let mut depth = 0usize;
            while depth > 0 || !matches!(self.kind(), Kind::Punct(b',' | b'}')) {
                match self.kind() {
                    Kind::End => return self.error(Code::Syntax, "expected '}'"),
                    Kind::Punct(b'{' | b'(' | b'[' | b'<') => depth += 1,
                    Kind::Punct(b'}' | b')' | b']' | b'>') => depth = depth.saturating_sub(1),
                    _ => {}
                }
                self.at += 1;
            }
            let text = self.text[start..self.token().start].trim();
            if text.is_empty() {
                return self.error(Code::Syntax, "expected an attribute");
            }
            parts.push(self.module.ctx.str_attr(text));
        }
        Ok(self.module.ctx.attr(Attr::Array(parts.into())))
    }

    /// A dictionary, or the attribute whose text it has.
    fn dict_attr(&mut self) -> Result<AttrId> {
        let kind = |ahead: usize| self.tokens.get(self.at + ahead).map(|token| token.kind);
        let is_spelled = [kind(1), kind(2), kind(3), kind(4)]
            == [Some(Kind::Word), Some(Kind::Punct(b'=')), Some(Kind::Text), Some(Kind::Punct(b'}'))];
        let name = self.tokens.get(self.at + 1).map(|token| &self.text[token.start..token.end]);
        if is_spelled && name == Some(SPELLED) {
            self.at += 3;
            let text = self.text_token()?;
            let attr = self.spelled_attr(&text)?;
            self.expect("}")?;
            return Ok(attr);
        }
        let items = self.dict()?;
        Ok(self.module.ctx.attr(Attr::Dict(items.into())))
    }

    fn word_attr(&mut self) -> Result<AttrId> {
        let word = self.peek();
        let attr = match word {
            "unit" => Attr::Unit,
            "true" => Attr::Bool(true),
            "false" => Attr::Bool(false),
            "null" => Attr::Null,
            "undef" => Attr::Undef,
            "dense" => return self.dense().map(|(attr, _)| attr),
            "array" => return self.number_list(),
            _ if is_type_word(word) => Attr::Type(self.ty()?),
            _ => match word.strip_prefix('$').and_then(|index| index.parse().ok()) {
                Some(index) => Attr::Operand(index),
                None => return self.error(Code::UnknownName, format!("unknown attribute '{word}'")),
            },
        };
        if !matches!(attr, Attr::Type(_)) {
            self.at += 1;
        }
        Ok(self.module.ctx.attr(attr))
    }

    /// A number with its type, which is `i32` where none is given.
    fn number_attr(&mut self) -> Result<AttrId> {
        let at = self.at;
        self.at += 1;
        let ty = if self.accept(":") { self.ty()? } else { self.module.ctx.int(32) };
        self.typed_number(at, ty)
    }

    /// The number in a token as a constant of a type.
    pub(super) fn typed_number(&mut self, at: usize, ty: TypeId) -> Result<AttrId> {
        let token = self.tokens[at];
        let text = &self.text[token.start..token.end];
        let attr = match (token.kind, &self.module.ctx[ty]) {
            (Kind::Number, Type::Int { width, .. }) => int_bits(text, *width).map(|bits| Attr::Int { bits, ty }),
            (Kind::Number, Type::Float { width, kind }) => {
                float_bits(text, *width, *kind).map(|bits| Attr::Float { bits, ty })
            }
            (Kind::Word, Type::Int { width: 1, .. }) => text.parse().ok().map(Attr::Bool),
            (Kind::Word, _) if text == "undef" => Some(Attr::Undef),
            _ => None,
        };
        match attr {
            Some(attr) => Ok(self.module.ctx.attr(attr)),
            None => {
                self.at = at;
                self.error(Code::Syntax, format!("'{text}' is not a constant of this type"))
            }
        }
    }

    /// A list of numbers with their type first: `array<i32: 1, 2>`.
    fn number_list(&mut self) -> Result<AttrId> {
        self.at += 1;
        self.expect("<")?;
        let ty = self.ty()?;
        let mut items = Vec::new();
        if self.accept(":") {
            while matches!(self.kind(), Kind::Number | Kind::Word) {
                let at = self.at;
                items.push(self.typed_number(at, ty)?);
                self.at = at + 1;
                if !self.accept(",") {
                    break;
                }
            }
        }
        self.expect(">")?;
        Ok(self.module.ctx.attr(Attr::Array(items.into())))
    }

    /// The numbers of a dense constant, as tokens, in lists that nest. Returns the lengths of the lists.
    fn dense_tokens(&mut self, tokens: &mut Vec<usize>) -> Result<Vec<usize>> {
        self.enter()?;
        let mut shape = Vec::new();
        if self.accept("[") {
            let mut count = 0;
            let mut inner: Option<Vec<usize>> = None;
            while !self.is("]") {
                let own = self.dense_tokens(tokens)?;
                if inner.as_ref().is_some_and(|inner| *inner != own) {
                    return self.error(Code::Syntax, "the lists of a constant have different lengths");
                }
                inner = Some(own);
                count += 1;
                if !self.accept(",") {
                    break;
                }
            }
            self.expect("]")?;
            shape.push(count);
            shape.extend(inner.unwrap_or_default());
        } else if matches!(self.kind(), Kind::Number | Kind::Word) {
            tokens.push(self.at);
            self.at += 1;
        } else if !self.is(">") {
            return self.error(Code::Syntax, "expected a number");
        }
        self.depth -= 1;
        Ok(shape)
    }

    /// A dense constant, and its type if the text has the one that the constant is of.
    pub(super) fn dense(&mut self) -> Result<(AttrId, Option<TypeId>)> {
        self.at += 1;
        self.expect("<")?;
        let mut tokens = Vec::new();
        let shape = self.dense_tokens(&mut tokens)?;
        self.expect(">")?;
        self.expect(":")?;
        let is_tensor = self.kind() == Kind::Word && self.peek() == "tensor";
        let (wanted, elem, vector) = if is_tensor {
            let (dims, elem) = self.tensor()?;
            (dims, elem, None)
        } else {
            let ty = self.ty()?;
            match &self.module.ctx[ty] {
                Type::Vector { elem, len } => (vec![*len as usize], *elem, Some(ty)),
                Type::Spirv(spirv) => match Shaped::of(&self.module.ctx, spirv) {
                    // All its components are one number.
                    Some(Shaped::Matrix(matrix)) => (vec![1], matrix.elem, Some(ty)),
                    Some(Shaped::Tensor(Tensor { elem, lengths: Lengths::Known(known) })) if known.len() == 1 => {
                        (vec![known[0] as usize], elem, Some(ty))
                    }
                    _ => return self.error(Code::Type, "dense constants of this type are not supported"),
                },
                _ => return self.error(Code::Type, "a dense constant is a vector or a tensor"),
            }
        };
        let total = wanted.iter().try_fold(1usize, |total, dim| total.checked_mul(*dim));
        let Some(total) = total.filter(|total| *total <= MAX_REPEATED) else {
            return self.error(Code::Limit, format!("a constant has at most {MAX_REPEATED} parts"));
        };
        if shape.is_empty() && tokens.len() == 1 {
            self.repeated += total;
            if self.repeated > MAX_REPEATED {
                return self.error(Code::Limit, format!("constants repeat numbers more than {MAX_REPEATED} times"));
            }
            tokens = vec![tokens[0]; total];
        } else if shape != wanted {
            return self.error(Code::Syntax, format!("the constant has {total} components"));
        }
        let after = self.at;
        let elems = tokens.into_iter().map(|at| self.typed_number(at, elem)).collect::<Result<Vec<_>>>()?;
        self.at = after;
        let attr = match vector {
            Some(ty) if matches!(self.module.ctx[ty], Type::Vector { .. }) => {
                self.module.ctx.attr(Attr::Dense { elems: elems.into(), ty })
            }
            Some(_) => self.module.ctx.attr(Attr::Array(elems.into())),
            None => self.nested(elems, &wanted),
        };
        Ok((attr, vector))
    }

    /// The parts of a tensor as lists in lists.
    fn nested(&mut self, mut items: Vec<AttrId>, shape: &[usize]) -> AttrId {
        for dim in shape.iter().skip(1).rev() {
            let lists = items.chunks((*dim).max(1)).map(|list| self.module.ctx.attr(Attr::Array(list.into())));
            items = lists.collect();
        }
        self.module.ctx.attr(Attr::Array(items.into()))
    }

    fn enum_attr(&mut self) -> Result<AttrId> {
        let start = self.at;
        let name = self.take();
        if let Some(attr) = self.named_attrs.get(name) {
            return Ok(*attr);
        }
        if let Some(definition) = self.aliases.get(name).copied() {
            let name = name.to_owned();
            let after = std::mem::replace(&mut self.at, definition);
            let attr = self.attr()?;
            self.at = after;
            self.named_attrs.insert(name, attr);
            return Ok(attr);
        }
        let Some(kind) = name.strip_prefix("#spirv.") else {
            self.at -= 1;
            return self.error(Code::UnknownName, format!("unknown attribute '{name}'"));
        };
        self.expect("<")?;
        if kind == "linkage_attributes" {
            return self.linkage();
        }
        match kind {
            "interface_var_abi" => return self.variable_abi(),
            "entry_point_abi" => return self.entry_abi(),
            "target_env" => return self.target_env(),
            _ => {}
        }
        if kind == "vce" {
            let parts = self.triple_parts()?;
            self.expect(">")?;
            return Ok(self.module.ctx.attr(Attr::Array(parts.into())));
        }
        let text = self.until(">")?;
        if kind == "literal" {
            return match text.parse() {
                Ok(value) => Ok(self.module.ctx.attr(Attr::Literal(value))),
                Err(_) => self.error(Code::Syntax, "a literal is a number below 2^32"),
            };
        }
        let kind = match kind {
            "coop_matrix_layout_khr" => EnumKind::CooperativeMatrixLayout.table().snake,
            "cooperative_matrix_operands_khr" => EnumKind::CooperativeMatrixOperands.table().snake,
            _ => kind,
        };
        let Some(kind) = EnumKind::from_snake(kind) else {
            self.at = start;
            return self.error(Code::UnknownName, format!("unknown enumeration '{kind}'"));
        };
        let value = self.enum_value(kind, text, start)?;
        let mut params = Vec::new();
        if self.accept("(") {
            while !self.is(")") {
                params.push(self.attr()?);
                if !self.accept(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        Ok(self.module.ctx.attr(Attr::Enum { kind: kind.id(), value, params: params.into() }))
    }

    /// A descriptor set, a binding, and perhaps a storage class.
    fn variable_abi(&mut self) -> Result<AttrId> {
        self.expect("(")?;
        let set = self.u32()?;
        self.expect(",")?;
        let binding = self.u32()?;
        self.expect(")")?;
        let mut parts = vec![self.module.ctx.i32_attr(set), self.module.ctx.i32_attr(binding)];
        if self.accept(",") {
            let storage = self.enumerant(EnumKind::StorageClass)?;
            parts.push(self.module.ctx.enum_attr(EnumKind::StorageClass.id(), storage));
        }
        self.expect(">")?;
        Ok(self.module.ctx.attr(Attr::Array(parts.into())))
    }

    /// The facts of an entry point: each a name and a value.
    fn entry_abi(&mut self) -> Result<AttrId> {
        let mut items = Vec::new();
        while !self.is(">") {
            let name = self.expect_kind(Kind::Word, "a name")?;
            if !["workgroup_size", "subgroup_size", "target_width"].contains(&name) {
                self.at -= 1;
                return self.error(Code::UnknownName, format!("an entry point has no '{name}'"));
            }
            self.expect("=")?;
            let start = self.at;
            let attr = self.attr()?;
            let is_list = matches!(self.module.ctx[attr], Attr::Array(_) | Attr::Dense { .. });
            if is_list != (name == "workgroup_size") {
                self.at = start;
                return self.error(Code::Syntax, format!("'{name}' has another value"));
            }
            let pair = [self.module.ctx.str_attr(name), attr];
            items.push(self.module.ctx.attr(Attr::Array(pair.into())));
            if !self.accept(",") {
                break;
            }
        }
        self.expect(">")?;
        Ok(self.module.ctx.attr(Attr::Array(items.into())))
    }

    /// A target: its version, capabilities and extensions, and the text of the rest, of which nothing follows here.
    fn target_env(&mut self) -> Result<AttrId> {
        let mut parts = self.triple()?.to_vec();
        let start = self.token().start;
        let mut depth = 0usize;
        while depth > 0 || !self.is(">") {
            match self.kind() {
                Kind::End => return self.error(Code::Syntax, "expected '>'"),
                Kind::Punct(b'<') => depth += 1,
                Kind::Punct(b'>') => depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
        let rest = self.text[start..self.token().start].trim().to_owned();
        self.expect(">")?;
        parts.push(self.module.ctx.str_attr(&rest));
        Ok(self.module.ctx.attr(Attr::Array(parts.into())))
    }

    /// The value of a text such as `Volatile|Aligned`.
    pub(super) fn enum_value(&mut self, kind: EnumKind, text: &str, start: usize) -> Result<u32> {
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        match compact.split('|').try_fold(0, |value, name| Some(value | mlir::value_of(kind, name)?)) {
            Some(value) => Ok(value),
            None => {
                self.at = start;
                self.error(Code::UnknownName, format!("{} has no value '{text}'", kind.table().name))
            }
        }
    }

    fn linkage(&mut self) -> Result<AttrId> {
        self.expect("linkage_name")?;
        self.expect("=")?;
        let name = self.text_token()?;
        self.expect(",")?;
        self.expect("linkage_type")?;
        self.expect("=")?;
        self.expect("<")?;
        let value = self.enumerant(EnumKind::LinkageType)?;
        self.expect(">")?;
        self.expect(">")?;
        let parts = [self.module.ctx.str_attr(&name), self.module.ctx.enum_attr(EnumKind::LinkageType.id(), value)];
        Ok(self.module.ctx.attr(Attr::Array(parts.into())))
    }
}

/// The bits of a whole number that fits the width, signed or unsigned.
fn int_bits(text: &str, width: u32) -> Option<u64> {
    if width == 1 {
        return None;
    }
    let value: i128 = match text.strip_prefix("0x") {
        Some(hex) => i128::from(u64::from_str_radix(hex, 16).ok()?),
        None => text.parse().ok()?,
    };
    let limit = 1i128 << width;
    (value < limit && value >= -(limit / 2)).then_some((value & (limit - 1)) as u64)
}

fn float_bits(text: &str, width: u32, kind: FloatKind) -> Option<u64> {
    if let Some(hex) = text.strip_prefix("0x") {
        let bits = u64::from_str_radix(hex, 16).ok()?;
        return (width == 64 || bits >> width == 0).then_some(bits);
    }
    match (width, kind) {
        (32, FloatKind::Ieee) => Some(u64::from(text.parse::<f32>().ok()?.to_bits())),
        (64, FloatKind::Ieee) => Some(text.parse::<f64>().ok()?.to_bits()),
        (16, FloatKind::Ieee) => Some(u64::from(half::bits(text.parse().ok()?))),
        (16, FloatKind::Bf16) => Some(u64::from(brief(text.parse().ok()?))),
        _ => None,
    }
}

/// The bits of the bfloat16 next to a number, of two the even ones.
fn brief(value: f32) -> u16 {
    let bits = value.to_bits();
    if value.is_nan() {
        return (bits >> 16) as u16 | 1 << 6;
    }
    ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bfloats_are_rounded() {
        assert_eq!([1.0, -2.5, f32::INFINITY].map(brief), [0x3F80, 0xC020, 0x7F80]);
        // Halfway goes to the even one, anything more goes up.
        assert_eq!(
            [0x3F80_8000, 0x3F81_8000, 0x3F80_8001].map(|bits| brief(f32::from_bits(bits))),
            [0x3F80, 0x3F82, 0x3F81]
        );
    }

    #[test]
    fn whole_numbers_fit_their_width() {
        assert_eq!(int_bits("-1", 32), Some(0xFFFF_FFFF));
        assert_eq!(int_bits("4294967295", 32), Some(0xFFFF_FFFF));
        assert_eq!(int_bits("4294967296", 32), None);
        assert_eq!(int_bits("-129", 8), None);
        assert_eq!(int_bits("18446744073709551615", 64), Some(u64::MAX));
    }
}
