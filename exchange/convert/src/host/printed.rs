//! Numbers, vectors and buffers as MLIR's runner prints them.

use super::machine::Machine;
use super::values::{self, Held, Scalar, View};
use crate::bits::float_of;
use crate::tree::Ty;
use dialect::diagnostics::Result;
use dialect::ir::types::Sign;

/// The digits of a number, as `%g` has them.
const DIGITS: usize = 6;

/// A number with six digits, in the shorter one of both notations.
pub(super) fn general(number: f64) -> String {
    if number.is_nan() {
        return if number.is_sign_negative() { "-nan" } else { "nan" }.to_owned();
    }
    if number.is_infinite() {
        return if number < 0.0 { "-inf" } else { "inf" }.to_owned();
    }
    let scientific = format!("{number:.*e}", DIGITS - 1);
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if (-4..DIGITS as i32).contains(&exponent) {
        return trimmed(&format!("{number:.*}", (DIGITS as i32 - 1 - exponent) as usize));
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", trimmed(digits), exponent.abs())
}

/// How integers without a sign are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// With a sign.
    Signed,
    /// Without.
    Unsigned,
}

/// A number.
pub(super) fn number(bits: u64, scalar: Scalar, shown: Shown) -> String {
    match (scalar, shown) {
        (Scalar::Float(width, kind), _) => general(float_of(bits, width, kind)),
        (Scalar::Int(1), _) | (Scalar::Int(_), Shown::Unsigned) => bits.to_string(),
        (Scalar::Int(width), Shown::Signed) => values::signed(bits, width).to_string(),
    }
}

/// The sign of the integers of a type.
fn shown(ty: &Ty) -> Shown {
    match ty {
        Ty::Index | Ty::Int { sign: Sign::Unsigned, .. } => Shown::Unsigned,
        Ty::Vector { elem, .. } => shown(elem),
        _ => Shown::Signed,
    }
}

/// A number, or a vector in parentheses, as `vector.print` has them.
pub(super) fn value(held: &Held, ty: &Ty) -> Option<String> {
    let scalar = values::scalar(ty)?;
    match (held, ty) {
        (Held::Bits(bits), _) => Some(number(*bits, scalar, shown(ty))),
        (Held::Vector(parts), Ty::Vector { shape, .. }) => {
            let parts: Vec<String> = parts.iter().map(|part| number(*part, scalar, shown(ty))).collect();
            let nested = shape.iter().rev().fold(parts, |parts, length| {
                let of_row = |row: &[String]| format!("( {} )", row.join(", "));
                parts.chunks((*length).max(1) as usize).map(of_row).collect()
            });
            Some(nested.join(", "))
        }
        (Held::Vector(_) | Held::View(_) | Held::Nothing, _) => None,
    }
}

/// The head of a printed buffer: its place, which is its number here, and its shape.
pub(super) fn shape(view: &View) -> String {
    let list = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<String>>().join(", ");
    format!(
        "base@ = {:#x} rank = {} offset = {} sizes = [{}] strides = [{}]",
        (view.buffer + 1) << 12,
        view.shape.len(),
        view.offset,
        list(&mut view.shape.iter().map(u64::to_string)),
        list(&mut view.strides.iter().map(i64::to_string)),
    )
}

/// The elements of a buffer in brackets, a row on a line.
pub(super) fn elements(machine: &mut Machine<'_>, view: &View, scalar: Scalar, shown: Shown) -> Result<String> {
    let mut text = String::new();
    let writer = Writer { view, scalar, shown };
    match view.shape.is_empty() {
        true => {
            text.push('[');
            writer.element(machine, view.offset, &mut text)?;
            text.push(']');
        }
        false => writer.dimension(machine, 0, view.offset, &mut text)?,
    }
    Ok(text)
}

struct Writer<'v> {
    view: &'v View,
    scalar: Scalar,
    shown: Shown,
}

impl Writer<'_> {
    fn element(&self, machine: &mut Machine<'_>, at: i64, text: &mut String) -> Result<()> {
        machine.spend(1)?;
        match machine.read(self.view, at)? {
            Held::Bits(bits) => text.push_str(&number(bits, self.scalar, self.shown)),
            Held::Vector(parts) => {
                let parts: Vec<String> = parts.iter().map(|bits| number(*bits, self.scalar, self.shown)).collect();
                text.push_str(&format!("({})", parts.join(", ")));
            }
            Held::View(_) | Held::Nothing => {}
        }
        Ok(())
    }

    fn dimension(&self, machine: &mut Machine<'_>, dimension: usize, at: i64, text: &mut String) -> Result<()> {
        let (length, stride) = (self.view.shape[dimension], self.view.strides[dimension]);
        let is_last = dimension + 1 == self.view.shape.len();
        text.push('[');
        for index in 0..length {
            if index > 0 {
                text.push_str(if is_last { ", " } else { ", \n" });
                text.extend(std::iter::repeat_n(' ', dimension + 1));
            }
            machine.spend(1)?;
            let at = at.wrapping_add((index as i64).wrapping_mul(stride));
            match is_last {
                true => self.element(machine, at, text)?,
                false => self.dimension(machine, dimension + 1, at, text)?,
            }
        }
        text.push(']');
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::general;

    #[test]
    fn numbers_are_those_of_the_c_library() {
        let cases = [
            (0.0, "0"),
            (-0.0, "-0"),
            (3.3, "3.3"),
            (1e-4, "0.0001"),
            (1e-5, "1e-05"),
            (123_456.0, "123456"),
            (1_234_567.0, "1.23457e+06"),
            (999_999.5, "1e+06"),
            (1e300, "1e+300"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "nan"),
        ];
        for (number, text) in cases {
            assert_eq!(general(number), text);
        }
    }
}
