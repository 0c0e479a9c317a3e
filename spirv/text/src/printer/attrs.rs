//! Attributes to text.

use super::Printer;
use base::half;
use base::intern::Symbol;
use dialect::ir::types::{FloatKind, Sign};
use dialect::ir::{Attr, AttrId, NamedAttr, Type, TypeId};
use dialect::spirv::attrs;
use dialect::spirv::enums;

/// Returns whether a name is read back without quotes.
pub(super) fn is_word(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "_$.".contains(c))
}

/// The text in quotes, escaped.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' | 0..0x20 | 0x7F..=0xFF => out.push_str(&format!("\\{byte:02X}")),
            _ => out.push(char::from(byte)),
        }
    }
    out.push('"');
    out
}

/// Attributes in braces, or none, with more.
pub(super) fn with_items(dict: String, more: impl Iterator<Item = String>) -> String {
    more.fold(dict, |dict, item| match dict.strip_suffix('}') {
        Some(dict) => format!("{dict}, {item}}}"),
        None => format!(" {{{item}}}"),
    })
}

impl Printer<'_> {
    /// A name with its `@`.
    pub(super) fn symbol(&self, name: Symbol) -> String {
        let name = self.module.ctx.str(name);
        if is_word(name) { format!("@{name}") } else { format!("@{}", quoted(name)) }
    }

    /// An attribute in the form that is parsed without context.
    pub(super) fn attr(&mut self, attr: AttrId) -> String {
        let module = self.module;
        if self.is_for_mlir() && !self.is_mlirs(attr) {
            return self.spelled(attr);
        }
        match &module.ctx[attr] {
            Attr::Unit => "unit".to_owned(),
            Attr::Int { ty, .. } | Attr::Float { ty, .. } => {
                let number = self.number(attr);
                format!("{number} : {}", self.type_text(*ty))
            }
            Attr::Dense { elems, ty } => {
                let elems: Vec<String> = elems.iter().map(|elem| self.number(*elem)).collect();
                format!("dense<[{}]> : {}", elems.join(", "), self.type_text(*ty))
            }
            Attr::Type(ty) => self.type_text(*ty),
            Attr::Array(items) => {
                let items: Vec<String> = items.iter().map(|item| self.attr(*item)).collect();
                format!("[{}]", items.join(", "))
            }
            Attr::Enum { kind, value, params } => {
                let table = enums::table(*kind);
                let params: Vec<String> = params.iter().map(|param| self.attr(*param)).collect();
                let params = if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
                format!("#spirv.{}<{}>{params}", table.snake, self.enumerant(*kind, *value))
            }
            Attr::Dict(items) => match self.dict(items) {
                text if text.is_empty() => "{}".to_owned(),
                text => text.trim_start().to_owned(),
            },
            Attr::Literal(value) => format!("#spirv.literal<{value}>"),
            Attr::Bool(_) | Attr::Str(_) | Attr::Symbol(_) | Attr::Operand(_) | Attr::Null | Attr::Undef => {
                self.number(attr)
            }
        }
    }

    /// An attribute without its type, which the context determines.
    pub(super) fn number(&mut self, attr: AttrId) -> String {
        let module = self.module;
        match &module.ctx[attr] {
            Attr::Int { bits, ty } => self.int_text(*bits, *ty),
            Attr::Float { bits, ty } => self.float_text(*bits, *ty),
            Attr::Bool(value) => value.to_string(),
            Attr::Str(text) => quoted(text),
            Attr::Symbol(name) => self.symbol(*name),
            Attr::Operand(index) => format!("${index}"),
            Attr::Null => "null".to_owned(),
            Attr::Undef => "undef".to_owned(),
            Attr::Unit
            | Attr::Literal(_)
            | Attr::Type(_)
            | Attr::Array(_)
            | Attr::Dense { .. }
            | Attr::Enum { .. }
            | Attr::Dict(_) => self.attr(attr),
        }
    }

    /// The shortest text of a decoration's value that can be parsed: nothing, a number, a text or a name.
    pub(super) fn short_attr(&mut self, attr: AttrId) -> String {
        match &self.module.ctx[attr] {
            Attr::Unit => String::new(),
            Attr::Int { .. } => self.number(attr),
            _ => self.attr(attr),
        }
    }

    fn int_text(&self, bits: u64, ty: TypeId) -> String {
        match self.module.ctx[ty] {
            Type::Int { sign: Sign::Unsigned, .. } => bits.to_string(),
            Type::Int { width, .. } if width < 64 => {
                let shift = 64 - width;
                (((bits << shift) as i64) >> shift).to_string()
            }
            _ => (bits as i64).to_string(),
        }
    }

    /// The shortest decimal that parses as the same number, or its bits if there is none.
    fn float_text(&self, bits: u64, ty: TypeId) -> String {
        let Type::Float { width, kind } = self.module.ctx[ty] else { return format!("0x{bits:X}") };
        let decimal = match (width, kind) {
            (32, FloatKind::Ieee) => finite(f32::from_bits(bits as u32).is_finite(), f32::from_bits(bits as u32)),
            (64, FloatKind::Ieee) => finite(f64::from_bits(bits).is_finite(), f64::from_bits(bits)),
            (16, FloatKind::Ieee) => {
                let value = half::value(bits as u16);
                finite(value.is_finite(), value)
            }
            _ => None,
        };
        decimal.unwrap_or_else(|| format!("0x{bits:0digits$X}", digits = width as usize / 4))
    }

    /// Attributes in braces after a space, or nothing.
    pub(super) fn dict(&mut self, attrs: &[NamedAttr]) -> String {
        if attrs.is_empty() {
            return String::new();
        }
        let items: Vec<String> = attrs
            .iter()
            .map(|(name, attr)| match &self.module.ctx[*attr] {
                Attr::Array(items) if *name == attrs::FOREIGN => self.foreign(items),
                Attr::Array(items) if *name == attrs::INTERFACE_VAR_ABI && items.len() >= 2 => {
                    let storage = items.get(2).map(|attr| format!(", {}", self.bare_enumerant(*attr)));
                    let [set, binding] = [items[0], items[1]].map(|attr| self.number(attr));
                    format!("{name} = #spirv.interface_var_abi<({set}, {binding}){}>", storage.unwrap_or_default())
                }
                Attr::Array(items) if *name == attrs::TARGET_ENV && items.len() == 4 => {
                    let items = items.clone();
                    format!("{name} = {}", self.target_env(&items))
                }
                Attr::Array(items) if *name == attrs::ENTRY_POINT_ABI => {
                    let items: Vec<String> = items.clone().iter().map(|item| self.entry_fact(*item)).collect();
                    format!("{name} = #spirv.entry_point_abi<{}>", items.join(", "))
                }
                Attr::Unit => (*name).to_owned(),
                Attr::Array(parts) if *name == "linkage_attributes" && parts.len() == 2 => {
                    let (text, linkage) = (self.number(parts[0]), self.attr(parts[1]));
                    let linkage = linkage.trim_start_matches("#spirv.linkage_type");
                    format!("{name} = #spirv.linkage_attributes<linkage_name = {text}, linkage_type = {linkage}>")
                }
                _ => {
                    let is_value = self.is_for_mlir() && *name == attrs::INITIALIZER;
                    let name = if is_value { attrs::INITIAL_VALUE } else { name };
                    format!("{name} = {}", self.attr(*attr))
                }
            })
            .collect();
        format!(" {{{}}}", items.join(", "))
    }
}

impl Printer<'_> {
    /// A target: its version, capabilities and extensions, and the rest as it was written.
    fn target_env(&self, items: &[AttrId]) -> String {
        let text = |attr: AttrId| match &self.module.ctx[attr] {
            Attr::Str(text) => text.to_string(),
            _ => self.bare_enumerant(attr),
        };
        let list = |attr: AttrId| match &self.module.ctx[attr] {
            Attr::Array(names) => names.iter().map(|name| text(*name)).collect::<Vec<_>>().join(", "),
            _ => String::new(),
        };
        let [version, rest] = [items[0], items[3]].map(text);
        let [capabilities, extensions] = [items[1], items[2]].map(list);
        format!("#spirv.target_env<#spirv.vce<{version}, [{capabilities}], [{extensions}]>{rest}>")
    }

    /// The name of an enumerant, without its enumeration's.
    fn bare_enumerant(&self, attr: AttrId) -> String {
        match &self.module.ctx[attr] {
            Attr::Enum { kind, value, .. } => self.enumerant(*kind, *value),
            _ => String::new(),
        }
    }

    /// A fact of an entry point: a name and a value, of which a workgroup's size is a list without types.
    fn entry_fact(&mut self, item: AttrId) -> String {
        let Attr::Array(pair) = &self.module.ctx[item] else { return String::new() };
        let [name, value] = pair[..] else { return String::new() };
        let Attr::Str(name) = &self.module.ctx[name] else { return String::new() };
        let value = match &self.module.ctx[value] {
            Attr::Array(sizes) => {
                let sizes: Vec<String> = sizes.iter().map(|size| self.number(*size)).collect();
                format!("[{}]", sizes.join(", "))
            }
            _ => self.number(value),
        };
        format!("{name} = {value}")
    }

    /// Attributes that the dialect does not know, as they were written.
    fn foreign(&self, items: &[AttrId]) -> String {
        let texts = |item: &AttrId| match &self.module.ctx[*item] {
            Attr::Array(parts) => parts
                .iter()
                .filter_map(|part| if let Attr::Str(text) = &self.module.ctx[*part] { Some(&**text) } else { None })
                .collect(),
            _ => Vec::new(),
        };
        let items: Vec<String> = items
            .iter()
            .filter_map(|item| {
                let parts: Vec<&str> = texts(item);
                let name = parts.first()?;
                let name = if is_word(name) { (*name).to_owned() } else { quoted(name) };
                Some(parts.get(1).map_or_else(|| name.clone(), |value| format!("{name} = {value}")))
            })
            .collect();
        items.join(", ")
    }
}

fn finite(is_finite: bool, value: impl std::fmt::LowerExp) -> Option<String> {
    let text = format!("{value:e}");
    let (digits, exponent) = text.split_once('e')?;
    let point = if digits.contains('.') { "" } else { ".0" };
    let sign = if exponent.starts_with('-') { "" } else { "+" };
    is_finite.then(|| format!("{digits}{point}e{sign}{exponent}"))
}
