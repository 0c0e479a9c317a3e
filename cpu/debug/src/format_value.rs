//! Values as text.

use crate::number::{self, Numbers};
use crate::protocol::Request;
use interp::debug::{Debuggee, Item, Kind, Lane, Number, Scalar};
use serde_json::Value;

/// The most elements that the text of a value has.
const MOST: u64 = 8;
/// The most rows of a matrix that are in one text.
const MOST_ROWS: u64 = 4;
/// The deepest nesting in one text.
const DEEPEST: u32 = 3;

/// The form of numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Form {
    pub(crate) is_hex: bool,
}

impl Form {
    /// The form that a request requires.
    pub(crate) fn of(request: &Request) -> Self {
        let hex = request.arguments.get("format").and_then(|format| format.get("hex"));
        Form { is_hex: hex.and_then(Value::as_bool).unwrap_or(false) }
    }
}

/// The value of an item for a lane.
pub(crate) fn format_value(debuggee: &mut Debuggee, item: &Item, of: Lane, form: Form) -> String {
    below(debuggee, item, of, form, 0)
}

fn below(debuggee: &mut Debuggee, item: &Item, of: Lane, form: Form, depth: u32) -> String {
    let kind = debuggee.kind(item);
    let (count, most) = match kind {
        Kind::Number(_) => {
            let scalar = debuggee.scalar(item, of);
            return scalar.map_or_else(|| "not available".to_owned(), |scalar| number(&scalar, form));
        }
        Kind::Opaque => return debuggee.type_name(item),
        Kind::Vector(count) => (u64::from(count), MOST),
        Kind::Matrix(count) => (u64::from(count), MOST_ROWS),
        Kind::Array(count) => (count, MOST),
        Kind::Struct(count) => (u64::from(count), MOST),
    };
    let length = if matches!(kind, Kind::Array(_)) { format!("[{count}] ") } else { String::new() };
    if depth >= DEEPEST {
        return format!("{length}{{...}}");
    }
    let mut parts = Vec::new();
    for at in 0..count.min(most) {
        let Some((name, part)) = debuggee.part(item, at) else { break };
        let name = name.map(|name| format!("{name} = ")).unwrap_or_default();
        parts.push(name + &below(debuggee, &part, of, form, depth + 1));
    }
    if count > most {
        parts.push("...".to_owned());
    }
    let parts = parts.join(", ");
    match kind {
        Kind::Vector(_) => format!("({parts})"),
        _ => format!("{length}{{{parts}}}"),
    }
}

/// Numbers that were computed.
pub(crate) fn format_numbers(numbers: &Numbers, form: Form) -> String {
    let parts: Vec<String> = numbers.parts.iter().map(|part| number(&part.scalar(), form)).collect();
    match numbers.form {
        number::Form::Scalar => parts.join(", "),
        number::Form::Vector => format!("({})", parts.join(", ")),
        number::Form::Matrix(rows) => {
            let columns = parts.len() / (rows as usize).max(1);
            let rows: Vec<String> = parts.chunks(columns.max(1)).map(|row| format!("({})", row.join(", "))).collect();
            format!("{{{}}}", rows.join(", "))
        }
    }
}

/// The type of numbers that were computed.
pub(crate) fn type_of(numbers: &Numbers) -> String {
    let kind = numbers.parts.first().map_or(Number::Bool, |part| part.number());
    let name = match kind {
        Number::Bool => "bool".to_owned(),
        Number::Int { bits: 32, signed } => if signed { "int" } else { "uint" }.to_owned(),
        Number::Int { bits, signed } => format!("{}{bits}_t", if signed { "int" } else { "uint" }),
        Number::Float { bits: 16 } => "half".to_owned(),
        Number::Float { bits: 64 } => "double".to_owned(),
        Number::Float { .. } => "float".to_owned(),
    };
    match numbers.form {
        number::Form::Scalar => name,
        number::Form::Vector => format!("{name}{}", numbers.parts.len()),
        number::Form::Matrix(rows) => format!("{name}{rows}x{}", numbers.parts.len() / (rows as usize).max(1)),
    }
}

/// A number as HLSL writes it.
pub(crate) fn number(scalar: &Scalar, form: Form) -> String {
    let Scalar { number, bits, is_undefined } = *scalar;
    if is_undefined {
        return "uninitialized".to_owned();
    }
    let signed = |width: u32| (bits << (64 - width.clamp(1, 64))).cast_signed() >> (64 - width.clamp(1, 64));
    let digits = |width: u32| (width / 4).max(1) as usize;
    match number {
        Number::Bool => (bits & 1 == 1).to_string(),
        Number::Int { bits: width, .. } | Number::Float { bits: width } if form.is_hex => {
            let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
            format!("0x{:0digits$x}", bits & mask, digits = digits(width))
        }
        Number::Int { bits: width, signed: true } => signed(width).to_string(),
        Number::Int { bits: width, signed: false } => {
            (if width >= 64 { bits } else { bits & ((1 << width) - 1) }).to_string()
        }
        Number::Float { bits: 16 } => float(base::half::value(bits as u16) as f32),
        Number::Float { bits: 64 } => wide(f64::from_bits(bits)),
        Number::Float { .. } => float(f32::from_bits(bits as u32)),
    }
}

/// The shortest text that is this number and no other.
fn float(value: f32) -> String {
    match value.abs() {
        size if size != 0.0 && !(1e-5..1e16).contains(&size) => format!("{value:e}"),
        _ => value.to_string(),
    }
}

fn wide(value: f64) -> String {
    match value.abs() {
        size if size != 0.0 && !(1e-5..1e16).contains(&size) => format!("{value:e}"),
        _ => value.to_string(),
    }
}
