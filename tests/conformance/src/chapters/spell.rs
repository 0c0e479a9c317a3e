//! Numbers as expressions of HLSL.

use crate::oracle::{Number, Scalar};

/// An expression that is constant, of the number's type and value: a literal where the language has one.
pub(super) fn constant(number: Number) -> String {
    number.literal().unwrap_or_else(|| by_bits(number))
}

/// A constant that is not a literal: those without suffixes have rules of their own.
pub(super) fn typed(number: Number) -> String {
    let text = constant(number);
    if number.of == Scalar::I32 { format!("int({text})") } else { text }
}

fn by_bits(number: Number) -> String {
    let bits = number.bits;
    match number.of {
        Scalar::I16 | Scalar::U16 => format!("{}({})", number.of.name(), number.as_integer()),
        Scalar::F16 => format!("asfloat16(uint16_t({bits}u))"),
        Scalar::F64 => format!("asdouble({:#x}u, {:#x}u)", bits as u32, bits >> 32),
        Scalar::Bool | Scalar::I32 | Scalar::U32 | Scalar::I64 | Scalar::U64 | Scalar::F32 => {
            format!("asfloat({bits:#x}u)")
        }
    }
}
