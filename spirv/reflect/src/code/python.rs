//! Structs and bindings as Python: dtypes of numpy, whose fields lie where the offsets say, or classes of ctypes.

mod ctypes;

pub use ctypes::ctypes;

use super::bits::Word;
use super::names::Scope;
use super::plan::{Content, Plan, Plans, Shape, Unsayable};
use crate::model::{Reflection, Scalar, Struct};
use std::fmt::Write;

/// Words that are no names in Python, and names that the code itself has.
const RESERVED: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield", "numpy", "ctypes", "enum", "property",
    "BINDINGS", "value", "name", "mro",
];

/// A Python module with the dtypes of a module's structs, and its bindings.
///
/// # Errors
/// When a member has no form in memory; the error names it.
pub fn python(reflection: &Reflection) -> Result<String, Unsayable> {
    let plans = Plans::new(reflection)?;
    let mut scope = Scope::new(RESERVED);
    let names: Vec<String> = plans.structs.iter().map(|plan| scope.take(&plan.name, "Struct")).collect();
    let mut out = "# Made by `hlsl2spirv reflect --format python`.\n".to_owned();
    let enums = enumerations(&plans, &mut scope);
    out += if enums.is_empty() { "import numpy\n" } else { "import enum\nimport numpy\n" };
    out += &enums;
    for ((plan, source), name) in plans.structs.iter().zip(&reflection.types).zip(&names) {
        structure(&mut out, (plan, source, name), &plans, &names, &mut scope);
    }
    out += &bindings(reflection);
    Ok(out)
}

/// The enumerations that members have as their types.
fn enumerations(plans: &Plans<'_>, scope: &mut Scope) -> String {
    let mut out = String::new();
    for (_, one, _) in plans.enums() {
        let name = scope.take(&one.name, "Enum");
        let mut members = Scope::new(RESERVED);
        let _ = write!(out, "\n{}class {name}(enum.IntEnum):\n", doc(one.hlsl.as_ref(), ""));
        for value in &one.enumerators {
            let _ = writeln!(out, "    {} = {}", members.take(&value.name, "VALUE"), value.value);
        }
        out += if one.enumerators.is_empty() { "    pass\n" } else { "" };
    }
    out
}

fn bindings(reflection: &Reflection) -> String {
    if reflection.bindings.is_empty() {
        return String::new();
    }
    let rows =
        reflection.bindings.iter().map(|one| format!("    {}: ({}, {}),\n", quoted(&one.name), one.set, one.binding));
    format!("\n# Sets and bindings by name.\nBINDINGS = {{\n{}}}\n", rows.collect::<String>())
}

/// The lines of documentation of a declaration, as comments.
fn doc(fact: Option<&crate::model::SourceFact>, indent: &str) -> String {
    let text = fact.and_then(|fact| fact.doc.as_deref()).unwrap_or_default();
    let plain = |line: &str| line.chars().filter(|letter| !letter.is_control()).collect::<String>();
    text.lines().map(|line| format!("{indent}# {}\n", plain(line))).collect()
}

fn structure(
    out: &mut String,
    (plan, source, name): (&Plan, &Struct, &str),
    plans: &Plans<'_>,
    names: &[String],
    scope: &mut Scope,
) {
    let mut members = Scope::new(RESERVED);
    let (mut fields, mut formats, mut offsets, mut bits) = (Vec::new(), Vec::new(), Vec::new(), String::new());
    for field in &plan.fields {
        let (Content::Member { name, shape } | Content::Bytes { name, shape }) = &field.content else { continue };
        let name = quoted(&members.take(name, "member"));
        for one in field.member.and_then(|at| Word::of(&source.members[at])).iter().flat_map(|word| word.bits(&[])) {
            let _ = writeln!(bits, "    {}: ({name}, {}, {}),", quoted(&one.name), one.offset, one.width);
        }
        fields.push(name);
        formats.push(format(shape, plans, names));
        offsets.push(field.offset.to_string());
    }
    if !fields.is_empty() {
        let (fields, formats, offsets) = (fields.join(", "), formats.join(", "), offsets.join(", "));
        let (size, doc) = (plan.size, doc(source.hlsl.as_ref(), ""));
        let _ = write!(
            out,
            "\n{doc}{name} = numpy.dtype({{\n    'names': [{fields}],\n    'formats': [{formats}],\n    'offsets': [{offsets}],\n    \
             'itemsize': {size},\n}})\n"
        );
    }
    if !bits.is_empty() {
        let name = scope.take(&format!("{name}_BITS"), "BITS");
        let _ =
            write!(out, "\n# Bit-fields: the field that has them, the lowest bit, the width.\n{name} = {{\n{bits}}}\n");
    }
    if let Some((_, shape, stride)) = &plan.tail {
        let item = scope.take(&format!("{name}_item"), "item");
        let padding = stride - plans.size(shape);
        let text = if padding == 0 { format(shape, plans, names) } else { padded(shape, padding, plans, names) };
        let _ = write!(out, "\n{item} = numpy.dtype({text})\n");
    }
}

/// A type as numpy takes it.
fn format(shape: &Shape, plans: &Plans<'_>, names: &[String]) -> String {
    match shape {
        Shape::Number(scalar) | Shape::Enum(_, scalar) => format!("'{}'", number(*scalar)),
        Shape::Address => "'<u8'".to_owned(),
        Shape::Struct(at) => names[*at].clone(),
        Shape::Array { element, count, padding: 0 } => format!("({}, ({count},))", format(element, plans, names)),
        Shape::Array { element, count, padding } => {
            format!("(numpy.dtype({}), ({count},))", padded(element, *padding, plans, names))
        }
    }
}

fn padded(element: &Shape, padding: u64, plans: &Plans<'_>, names: &[String]) -> String {
    let size = plans.size(element) + padding;
    let inner = format(element, plans, names);
    format!("{{'names': ['value'], 'formats': [{inner}], 'offsets': [0], 'itemsize': {size}}}")
}

fn number(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Float16 => "<f2",
        Scalar::Float32 => "<f4",
        Scalar::Float64 => "<f8",
        Scalar::Int8 => "i1",
        Scalar::Int16 => "<i2",
        Scalar::Int32 => "<i4",
        Scalar::Int64 => "<i8",
        // The bits of those that numpy has no type for.
        Scalar::Uint8 | Scalar::Float8E4m3 | Scalar::Float8E5m2 | Scalar::Unknown => "u1",
        Scalar::Uint16 | Scalar::Bfloat16 => "<u2",
        Scalar::Uint32 | Scalar::Bool => "<u4",
        Scalar::Uint64 => "<u8",
    }
}

/// Text as Python reads it.
fn quoted(text: &str) -> String {
    let mut out = "'".to_owned();
    for letter in text.chars() {
        match letter {
            '\'' | '\\' => out.extend(['\\', letter]),
            ' '..='~' => out.push(letter),
            other => drop(write!(out, "\\U{:08x}", u32::from(other))),
        }
    }
    out + "'"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(quoted("a'b\\\n\u{1f600}"), "'a\\'b\\\\\\U0000000a\\U0001f600'");
    }
}
