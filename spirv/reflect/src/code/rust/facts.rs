//! Facts of the source, in Rust: lines of documentation, enumerations, and bit-fields as methods.

use super::super::bits::{Bits, Word};
use super::super::names::Scope;
use super::{Derive, RESERVED, number};
use crate::model::{Enumeration, Scalar, SourceFact};
use std::fmt::Write;

/// The lines of documentation of a declaration, as an attribute.
pub(super) fn doc(fact: Option<&SourceFact>, indent: &str) -> String {
    let text = fact.and_then(|fact| fact.doc.as_deref());
    text.map_or(String::new(), |text| format!("{indent}#[doc = {text:?}]\n"))
}

/// An enumeration as a number with names for its values: others may be in memory as well.
pub(super) fn enumeration(name: &str, one: &Enumeration, held: Scalar, derive: Derive) -> String {
    let traits = match derive {
        Derive::Bytemuck => ", bytemuck::Pod, bytemuck::Zeroable",
        Derive::Nothing => "",
    };
    let ty = number(held).0;
    let mut scope = Scope::new(RESERVED);
    let constants: String = one
        .enumerators
        .iter()
        .map(|value| {
            let name = scope.take(&value.name, "Value");
            format!("    /// The value {0}.\n    pub const {name}: Self = Self({0});\n", value.value)
        })
        .collect();
    let doc = doc(one.hlsl.as_ref(), "");
    let gap = if doc.is_empty() { "" } else { "///\n" };
    format!(
        "\n{doc}{gap}/// An enumeration.\n#[repr(transparent)]\n#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash{traits})]\n\
         #[allow(non_camel_case_types, clippy::doc_markdown)]\npub struct {name}(\n    /// The number.\n    pub {ty},\n);\n\
         #[allow(dead_code, non_upper_case_globals)]\nimpl {name} {{\n{constants}}}\n"
    )
}

/// Methods for the bit-fields of a field, whose number is read and written by methods if it is not aligned.
pub(super) fn accessors(field: &str, is_aligned: bool, word: &Word<'_>, methods: &mut Scope) -> String {
    let mut out = String::new();
    let ty = number(word.scalar).0;
    let (whole, function) = match is_aligned {
        true => (format!("self.{field}"), "const fn"),
        false => (format!("self.get_{field}()"), "fn"),
    };
    for Bits { name, offset, width, mask, keep } in word.bits(RESERVED) {
        let (get, set) = (methods.take(&name, "bits"), methods.take(&format!("set_{name}"), "set"));
        let (left, right) = (word.width - offset - width, word.width - width);
        let shifted =
            |text: String, shift: &str, by: u32| if by == 0 { text } else { format!("({text} {shift} {by})") };
        let read = match word.is_signed {
            true => shifted(shifted(whole.clone(), "<<", left), ">>", right),
            false => format!("{} & {mask}", shifted(whole.clone(), ">>", offset)),
        };
        let read =
            read.strip_prefix('(').and_then(|text| text.strip_suffix(')')).filter(|_| word.is_signed).unwrap_or(&read);
        let written = format!("({whole} & {keep}) | {}", shifted(format!("(value & {mask})"), "<<", offset));
        let written = match is_aligned {
            true => format!("self.{field} = {written}"),
            false => format!("self.set_{field}({written})"),
        };
        let _ = write!(
            out,
            "    /// {width} bits of `{field}` from bit {offset} on.\n    #[must_use]\n    pub {function} {get}(&self) -> {ty} {{\n        \
             {read}\n    }}\n    /// Sets these bits; those of the value beyond them are ignored.\n    pub fn {set}(&mut self, value: {ty}) \
             {{\n        {written};\n    }}\n"
        );
    }
    out
}
