//! Structs and bindings as Python: dtypes of numpy, whose fields lie where the offsets say.

use super::names::Scope;
use super::plan::{Content, Plan, Plans, Shape, Unsayable};
use crate::model::{Reflection, Scalar};
use std::fmt::Write;

/// Words that are no names in Python, and names that the code itself has.
const RESERVED: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield", "numpy", "BINDINGS", "value",
];

/// A Python module with the dtypes of a module's structs, and its bindings.
///
/// # Errors
/// When a member has no form in memory; the error names it.
pub fn python(reflection: &Reflection) -> Result<String, Unsayable> {
    let plans = Plans::new(reflection)?;
    let mut scope = Scope::new(RESERVED);
    let names: Vec<String> = plans.structs.iter().map(|plan| scope.take(&plan.name, "Struct")).collect();
    let mut out = "# Made by `hlsl2spirv reflect --format python`.\nimport numpy\n".to_owned();
    for (plan, name) in plans.structs.iter().zip(&names) {
        structure(&mut out, plan, name, &plans, &names, &mut scope);
    }
    if !reflection.bindings.is_empty() {
        out += "\n# Sets and bindings by name.\nBINDINGS = {\n";
        for one in &reflection.bindings {
            let _ = writeln!(out, "    {}: ({}, {}),", quoted(&one.name), one.set, one.binding);
        }
        out += "}\n";
    }
    Ok(out)
}

fn structure(out: &mut String, plan: &Plan, name: &str, plans: &Plans, names: &[String], scope: &mut Scope) {
    let mut members = Scope::new(RESERVED);
    let (mut fields, mut formats, mut offsets) = (Vec::new(), Vec::new(), Vec::new());
    for field in &plan.fields {
        let (Content::Member { name, shape } | Content::Bytes { name, shape }) = &field.content else { continue };
        fields.push(quoted(&members.take(name, "member")));
        formats.push(format(shape, plans, names));
        offsets.push(field.offset.to_string());
    }
    if !fields.is_empty() {
        let (fields, formats, offsets) = (fields.join(", "), formats.join(", "), offsets.join(", "));
        let size = plan.size;
        let _ = write!(
            out,
            "\n{name} = numpy.dtype({{\n    'names': [{fields}],\n    'formats': [{formats}],\n    'offsets': [{offsets}],\n    \
             'itemsize': {size},\n}})\n"
        );
    }
    if let Some((_, shape, stride)) = &plan.tail {
        let item = scope.take(&format!("{name}_item"), "item");
        let padding = stride - plans.size(shape);
        let text = if padding == 0 { format(shape, plans, names) } else { padded(shape, padding, plans, names) };
        let _ = write!(out, "\n{item} = numpy.dtype({text})\n");
    }
}

/// A type as numpy takes it.
fn format(shape: &Shape, plans: &Plans, names: &[String]) -> String {
    match shape {
        Shape::Number(scalar) => format!("'{}'", number(*scalar)),
        Shape::Address => "'<u8'".to_owned(),
        Shape::Struct(at) => names[*at].clone(),
        Shape::Array { element, count, padding: 0 } => format!("({}, ({count},))", format(element, plans, names)),
        Shape::Array { element, count, padding } => {
            format!("(numpy.dtype({}), ({count},))", padded(element, *padding, plans, names))
        }
    }
}

fn padded(element: &Shape, padding: u64, plans: &Plans, names: &[String]) -> String {
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
