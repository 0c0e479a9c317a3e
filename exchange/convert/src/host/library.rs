//! The functions of MLIR's runner that a program may declare: prints and fills of buffers, prints of numbers, clocks.

use super::copies;
use super::machine::Machine;
use super::printed::{self, Shown};
use super::values::{Held, Scalar, View};
use crate::bits::float_of;
use dialect::diagnostics::Result;
use dialect::ir::types::FloatKind;
use std::rc::Rc;

/// What a function does.
#[derive(Clone, Copy)]
enum Act {
    /// Prints a buffer of any number of dimensions, of these numbers.
    Print(Scalar),
    /// Prints a buffer of a known number of dimensions, of these numbers.
    PrintRanked(Scalar),
    /// Prints the shape of a buffer.
    Shape,
    /// Sets all elements of a buffer.
    Fill,
    /// Prints a number.
    Number(Scalar, Shown),
    /// Prints a text.
    Text(&'static str),
    /// Counts the elements of a buffer that differ from those of another.
    Verify(Scalar),
    /// Returns the nanoseconds since some moment.
    Nanoseconds,
    /// Returns the seconds since some moment.
    Seconds,
}

const I8: Scalar = Scalar::Int(8);
const I16: Scalar = Scalar::Int(16);
const I32: Scalar = Scalar::Int(32);
const I64: Scalar = Scalar::Int(64);
const F16: Scalar = Scalar::Float(16, FloatKind::Ieee);
const BF16: Scalar = Scalar::Float(16, FloatKind::Bf16);
const F32: Scalar = Scalar::Float(32, FloatKind::Ieee);
const F64: Scalar = Scalar::Float(64, FloatKind::Ieee);

/// The functions by name.
const FUNCTIONS: &[(&str, Act)] = &[
    ("printMemrefI8", Act::Print(I8)),
    ("printMemrefI16", Act::Print(I16)),
    ("printMemrefI32", Act::Print(I32)),
    ("printMemrefI64", Act::Print(I64)),
    ("printMemrefInd", Act::Print(I64)),
    ("printMemrefF16", Act::Print(F16)),
    ("printMemrefBF16", Act::Print(BF16)),
    ("printMemrefF32", Act::Print(F32)),
    ("printMemrefF64", Act::Print(F64)),
    ("printMemref0dF32", Act::PrintRanked(F32)),
    ("printMemref1dF32", Act::PrintRanked(F32)),
    ("printMemref2dF32", Act::PrintRanked(F32)),
    ("printMemref3dF32", Act::PrintRanked(F32)),
    ("printMemref4dF32", Act::PrintRanked(F32)),
    ("printMemref1dI8", Act::PrintRanked(I8)),
    ("printMemref1dI32", Act::PrintRanked(I32)),
    ("printMemref1dI64", Act::PrintRanked(I64)),
    ("printMemref1dInd", Act::PrintRanked(I64)),
    ("printMemref1dF64", Act::PrintRanked(F64)),
    ("printMemrefShapeI8", Act::Shape),
    ("printMemrefShapeI32", Act::Shape),
    ("printMemrefShapeI64", Act::Shape),
    ("printMemrefShapeInd", Act::Shape),
    ("printMemrefShapeF32", Act::Shape),
    ("printMemrefShapeF64", Act::Shape),
    ("fillI32Buffer", Act::Fill),
    ("fillF32Buffer1D", Act::Fill),
    ("fillF32Buffer2D", Act::Fill),
    ("fillF32Buffer3D", Act::Fill),
    ("fillResource1DFloat", Act::Fill),
    ("fillResource2DFloat", Act::Fill),
    ("fillResource3DFloat", Act::Fill),
    ("fillResource1DInt", Act::Fill),
    ("fillResource2DInt", Act::Fill),
    ("fillResource3DInt", Act::Fill),
    ("fillResource1DInt8", Act::Fill),
    ("fillResource2DInt8", Act::Fill),
    ("fillResource3DInt8", Act::Fill),
    ("printI64", Act::Number(I64, Shown::Signed)),
    ("printU64", Act::Number(I64, Shown::Unsigned)),
    ("printF16", Act::Number(F16, Shown::Signed)),
    ("printBF16", Act::Number(BF16, Shown::Signed)),
    ("printF32", Act::Number(F32, Shown::Signed)),
    ("printF64", Act::Number(F64, Shown::Signed)),
    ("printOpen", Act::Text("( ")),
    ("printClose", Act::Text(" )")),
    ("printComma", Act::Text(", ")),
    ("printNewline", Act::Text("\n")),
    ("verifyMemRefI8", Act::Verify(I8)),
    ("verifyMemRefI16", Act::Verify(I16)),
    ("verifyMemRefI32", Act::Verify(I32)),
    ("verifyMemRefI64", Act::Verify(I64)),
    ("verifyMemRefInd", Act::Verify(I64)),
    ("verifyMemRefF16", Act::Verify(F16)),
    ("verifyMemRefBF16", Act::Verify(BF16)),
    ("verifyMemRefF32", Act::Verify(F32)),
    ("verifyMemRefF64", Act::Verify(F64)),
    ("nanoTime", Act::Nanoseconds),
    ("rtclock", Act::Seconds),
];

fn find(name: &str) -> Option<Act> {
    let name = name.strip_prefix("_mlir_ciface_").unwrap_or(name);
    FUNCTIONS.iter().find(|(known, _)| *known == name).map(|(_, act)| *act)
}

/// Returns whether there is a function with this name.
pub(super) fn has(name: &str) -> bool {
    find(name).is_some()
}

/// Calls a function.
pub(super) fn call(machine: &mut Machine<'_>, name: &str, args: &[Held]) -> Result<Vec<Held>> {
    let buffer = |at: usize| match args.get(at) {
        Some(Held::View(view)) => Ok(view.clone()),
        _ => machine.error(format!("'{name}' takes a buffer")),
    };
    match find(name) {
        None => return machine.error(format!("'{name}' has no body")),
        Some(Act::Print(scalar)) => {
            let view = buffer(0)?;
            machine.print("Unranked ")?;
            print(machine, &view, scalar)?;
        }
        Some(Act::PrintRanked(scalar)) => {
            let view = buffer(0)?;
            print(machine, &view, scalar)?;
        }
        Some(Act::Shape) => {
            let text = format!("Unranked Memref {}\n", printed::shape(&*buffer(0)?));
            machine.print(&text)?;
        }
        Some(Act::Fill) => {
            let view = buffer(0)?;
            let Some(value @ Held::Bits(_)) = args.get(1) else {
                return machine.error(format!("'{name}' takes a buffer and a number"));
            };
            copies::fill(machine, &view, value)?;
        }
        Some(Act::Number(scalar, shown)) => {
            let Some(Held::Bits(bits)) = args.first() else {
                return machine.error(format!("'{name}' takes a number"));
            };
            machine.print(&printed::number(*bits, scalar, shown))?;
        }
        Some(Act::Text(text)) => machine.print(text)?,
        Some(Act::Verify(scalar)) => {
            let (actual, expected) = (buffer(0)?, buffer(1)?);
            return Ok(vec![Held::Bits(verify(machine, &actual, &expected, scalar)?)]);
        }
        Some(Act::Nanoseconds) => return Ok(vec![Held::Bits(machine.device.nanoseconds())]),
        Some(Act::Seconds) => {
            return Ok(vec![Held::Bits((machine.device.nanoseconds() as f64 / 1e9).to_bits())]);
        }
    }
    Ok(Vec::new())
}

/// Prints a buffer: its shape and its elements, as numbers of the function's type.
fn print(machine: &mut Machine<'_>, view: &Rc<View>, scalar: Scalar) -> Result<()> {
    let own = machine.scalar(&view.elem)?;
    if own.bytes() != scalar.bytes() {
        return machine.error(format!("the buffer has elements of {} bits", own.width()));
    }
    let elements = printed::elements(machine, view, scalar, Shown::Signed)?;
    machine.print(&format!("Memref {} data = \n{elements}\n", printed::shape(view)))
}

/// The number of elements in which two buffers differ, or -1 where their shapes do. Numbers in single and double precision
/// may differ by a small part of the expected one; those that are not finite always do.
fn verify(machine: &mut Machine<'_>, actual: &View, expected: &View, scalar: Scalar) -> Result<u64> {
    let shape = |view: &View| (view.offset, view.shape.clone(), view.strides.clone());
    if shape(actual) != shape(expected) {
        return Ok(u64::MAX);
    }
    let all = |machine: &mut Machine<'_>, view: &View| {
        let mut numbers = Vec::new();
        copies::each(view, |at| {
            machine.spend(1)?;
            if let Held::Bits(bits) = machine.read(view, at)? {
                numbers.push(bits);
            }
            Ok(())
        })?;
        Ok(numbers)
    };
    let (actual, expected) = (all(machine, actual)?, all(machine, expected)?);
    let is_near = |one: u64, other: u64, width: u32, kind: FloatKind, part: f64| {
        let (one, other) = (float_of(one, width, kind), float_of(other, width, kind));
        one.is_finite() && other.is_finite() && (one - other).abs() <= part * other.abs()
    };
    let is_equal = |(one, other): &(&u64, &u64)| match scalar {
        Scalar::Float(64, kind) => is_near(**one, **other, 64, kind, 1e-12),
        Scalar::Float(32, kind) => is_near(**one, **other, 32, kind, 1e-6),
        Scalar::Int(_) | Scalar::Float(..) => one == other,
    };
    Ok(actual.iter().zip(&expected).filter(|pair| !is_equal(pair)).count() as u64)
}
