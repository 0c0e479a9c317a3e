//! Specialisation constants as a struct in Rust: values with their defaults, and the bytes that pipelines take.

use super::api::map_entries;
use super::names::Scope;
use crate::model::{Literal, Reflection, Scalar, SpecConstant};
use std::fmt::Write;

/// The struct `SpecConstants`; nothing for a module without any.
pub(super) fn constants(reflection: &Reflection, reserved: &'static [&'static str]) -> String {
    let all = &reflection.spec_constants;
    if all.is_empty() {
        return String::new();
    }
    let mut scope = Scope::new(reserved);
    let names: Vec<String> = all.iter().map(|one| scope.take(&one.name, "constant")).collect();
    let entries = map_entries(reflection);
    let size = entries.last().map_or(0, |(_, offset, size)| offset + size);
    let (mut fields, mut defaults, mut bytes, mut ids) = Default::default();
    let texts: [&mut String; 4] = [&mut fields, &mut defaults, &mut bytes, &mut ids];
    let [fields_out, defaults_out, bytes_out, ids_out] = texts;
    for ((one, name), (id, offset, width)) in all.iter().zip(&names).zip(&entries) {
        let (ty, default) = spelled(one);
        let _ = writeln!(fields_out, "    /// Constant {id}.\n    pub {name}: {ty},");
        let _ = write!(defaults_out, "{name}: {default}, ");
        let value = match one.ty {
            Scalar::Bool => format!("u32::from(self.{name})"),
            _ => format!("self.{name}"),
        };
        let _ =
            writeln!(bytes_out, "        bytes[{offset}..{}].copy_from_slice(&{value}.to_ne_bytes());", offset + width);
        let _ = write!(ids_out, "({id}, {offset}, {width}), ");
    }
    format!(
        "\n/// The values of specialization constants.\n#[derive(Clone, Copy, Debug, PartialEq)]\n\
         #[allow(non_snake_case)]\npub struct SpecConstants {{\n{fields}}}\n\
         impl Default for SpecConstants {{\n    fn default() -> Self {{\n        Self {{ {defaults}}}\n    }}\n}}\n\
         #[allow(dead_code)]\nimpl SpecConstants {{\n    /// Number, offset and size of each among the bytes.\n    \
         pub const ENTRIES: [(u32, u32, usize); {}] = [{}];\n\n    /// The values as a pipeline takes them.\n    #[must_use]\n    \
         pub fn bytes(&self) -> [u8; {size}] {{\n        let mut bytes = [0; {size}];\n{bytes}        bytes\n    }}\n}}\n",
        entries.len(),
        ids.trim_end_matches(", ")
    )
}

fn spelled(one: &SpecConstant) -> (&'static str, String) {
    let ty = match one.ty {
        Scalar::Bool => "bool",
        Scalar::Int8 => "i8",
        Scalar::Int16 => "i16",
        Scalar::Int32 => "i32",
        Scalar::Int64 => "i64",
        Scalar::Float32 => "f32",
        Scalar::Float64 => "f64",
        Scalar::Uint16 | Scalar::Float16 | Scalar::Bfloat16 => "u16",
        Scalar::Uint8 | Scalar::Float8E4m3 | Scalar::Float8E5m2 | Scalar::Unknown => "u8",
        Scalar::Uint32 => "u32",
        Scalar::Uint64 => "u64",
    };
    let default = match (&one.default, one.ty) {
        (Literal::Bool(value), _) => value.to_string(),
        (Literal::Int(value), _) => value.to_string(),
        (Literal::Uint(value), _) => value.to_string(),
        (Literal::Float { bits, .. }, Scalar::Float32) => format!("f32::from_bits({bits:#x})"),
        (Literal::Float { bits, .. }, Scalar::Float64) => format!("f64::from_bits({bits:#x})"),
        (Literal::Float { bits, .. }, _) => bits.to_string(),
    };
    (ty, default)
}
