//! Attributes from text.

use super::Parser;
use super::types::is_type_word;
use crate::diagnostics::{Code, Result};
use crate::ir::types::FloatKind;
use crate::ir::{Attr, AttrId, NamedAttr, Type, TypeId};
use crate::spirv::attrs;
use crate::spirv::enums::Kind as EnumKind;
use crate::text::lexer::Kind;
use base::half;

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
            _ if self.is("{") => {
                let items = self.dict()?;
                self.module.ctx.attr(Attr::Dict(items.into()))
            }
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

    /// Named attributes in braces.
    pub(super) fn dict(&mut self) -> Result<Vec<NamedAttr>> {
        self.expect("{")?;
        let mut items = Vec::new();
        while !self.is("}") {
            let name = self.expect_kind(Kind::Word, "the name of an attribute")?;
            let Some(name) = attrs::attr_name(name) else {
                self.at -= 1;
                return self.error(Code::UnknownName, format!("no op has an attribute '{name}'"));
            };
            let attr = if self.accept("=") { self.attr()? } else { self.module.ctx.attr(Attr::Unit) };
            items.push((name, attr));
            if !self.accept(",") {
                break;
            }
        }
        self.expect("}")?;
        Ok(items)
    }

    fn word_attr(&mut self) -> Result<AttrId> {
        let word = self.peek();
        let attr = match word {
            "unit" => Attr::Unit,
            "true" => Attr::Bool(true),
            "false" => Attr::Bool(false),
            "null" => Attr::Null,
            "undef" => Attr::Undef,
            "dense" => return self.dense(),
            _ if is_type_word(word) => Attr::Type(self.ty()?),
            _ => match word.strip_prefix('$').and_then(|index| index.parse().ok()) {
                Some(index) => Attr::Operand(index),
                None => return self.error(Code::UnknownName, format!("there is no attribute '{word}'")),
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

    fn dense(&mut self) -> Result<AttrId> {
        self.at += 1;
        self.expect("<")?;
        let is_list = self.accept("[");
        let mut tokens = Vec::new();
        while matches!(self.kind(), Kind::Number | Kind::Word) {
            tokens.push(self.at);
            self.at += 1;
            if !self.accept(",") {
                break;
            }
        }
        if is_list {
            self.expect("]")?;
        }
        self.expect(">")?;
        self.expect(":")?;
        let ty = self.ty()?;
        let Type::Vector { elem, len } = self.module.ctx[ty] else {
            return self.error(Code::Type, "a dense constant is a vector");
        };
        if !is_list && tokens.len() == 1 {
            tokens = vec![tokens[0]; len as usize];
        }
        if tokens.len() != len as usize {
            return self.error(Code::Syntax, format!("the vector has {len} components"));
        }
        let after = self.at;
        let elems = tokens.into_iter().map(|at| self.typed_number(at, elem)).collect::<Result<Vec<_>>>()?;
        self.at = after;
        Ok(self.module.ctx.attr(Attr::Dense { elems: elems.into(), ty }))
    }

    fn enum_attr(&mut self) -> Result<AttrId> {
        let start = self.at;
        let name = self.take();
        let Some(kind) = name.strip_prefix("#spirv.") else {
            return self.error(Code::UnknownName, format!("there is no attribute '{name}'"));
        };
        self.expect("<")?;
        if kind == "linkage_attributes" {
            return self.linkage();
        }
        let text = self.until(">")?;
        if kind == "literal" {
            return match text.parse() {
                Ok(value) => Ok(self.module.ctx.attr(Attr::Literal(value))),
                Err(_) => self.error(Code::Syntax, "a literal is a number below 2^32"),
            };
        }
        let Some(kind) = EnumKind::from_snake(kind) else {
            self.at = start;
            return self.error(Code::UnknownName, format!("there is no enumeration '{kind}'"));
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

    /// The value of a text such as `Volatile|Aligned`.
    pub(super) fn enum_value(&mut self, kind: EnumKind, text: &str, start: usize) -> Result<u32> {
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        match kind.table().parse(&compact) {
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
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_fit_their_width() {
        assert_eq!(int_bits("-1", 32), Some(0xFFFF_FFFF));
        assert_eq!(int_bits("4294967295", 32), Some(0xFFFF_FFFF));
        assert_eq!(int_bits("4294967296", 32), None);
        assert_eq!(int_bits("-129", 8), None);
        assert_eq!(int_bits("18446744073709551615", 64), Some(u64::MAX));
    }
}
