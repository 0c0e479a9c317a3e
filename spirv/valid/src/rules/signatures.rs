//! Instructions whose rules are the types of their operands and their result: the table has them, this file compares.

use crate::index::access::id_of;
use crate::index::fault::{Check, ensure};
use crate::index::site::{Rule, Site};
use crate::index::types::Ty;
use crate::rules::tables::signatures::{self as rows, Part};
use spirv::{Op, StorageClass};

/// The rule of instructions with a row.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    rows::find(op).map(|_| check as Rule)
}

fn check(site: &Site<'_, '_>) -> Check {
    let op = site.operation;
    let Some(row) = rows::find(op) else { return Ok(()) };
    let result = site.result_type();
    let is_made = row.result == Part::Nothing || fits(site, row.result, result);
    ensure!(is_made, "the result of Op{op:?} is not {}", describe(row.result));
    for (at, operand) in site.inst.operands.iter().enumerate() {
        let Some(part) = row.operands.get(at).copied().or(row.rest) else { break };
        let id = id_of(Some(operand));
        let is_right = match part {
            Part::Function => site.op(id) == Op::Function,
            // Masks of memory operands follow the typed ones.
            _ if id == 0 => true,
            _ => fits(site, part, site.type_of(id)),
        };
        ensure!(is_right, "operand {} of Op{op:?} is not {}", at + 1, describe(part));
    }
    Ok(())
}

fn fits(site: &Site<'_, '_>, part: Part, ty: u32) -> bool {
    let floats = |ty: u32, count: u32| site.is_float(ty) && site.components(ty) == count && site.width(ty) == 32;
    let numbers = || site.is_int(ty) || site.is_float(ty);
    match part {
        Part::Any => true,
        Part::Nothing | Part::Function => false,
        Part::Result => ty == site.result_type(),
        Part::Bool => site.ty(ty) == Ty::Bool,
        Part::Int => site.is_int_scalar(ty),
        Part::Int32 => site.is_int_of(ty, 32),
        Part::Float32 => floats(ty, 1),
        Part::Floats(count) => floats(ty, count),
        Part::Ints(count) => site.is_int(ty) && site.components(ty) == count && site.width(ty) == 32,
        Part::Transform => matches!(site.ty(ty), Ty::Matrix { column, count: 4 } if floats(column, 3)),
        Part::FloatArray(length) => is_array(site, ty, length).is_some_and(|elem| floats(elem, 1)),
        Part::VectorArray(length) => is_array(site, ty, length).is_some_and(|elem| floats(elem, 3)),
        Part::Handle => site.is_handle(ty),
        Part::Numbers => numbers(),
        Part::Plain => numbers() || site.is_bool(ty),
        Part::Integers => site.is_int(ty),
        Part::Ballot => site.is_unsigned(ty) && site.components(ty) == 4 && site.width(ty) == 32,
        Part::Sizes => match site.ty(ty) {
            Ty::Array { elem, length } => {
                site.is_int_scalar(elem) && site.constant(length).is_none_or(|length| (2..=3).contains(&length))
            }
            _ => site.is_int_scalar(ty),
        },
        Part::Pointer => site.is_pointer(ty),
        Part::PointerTo(op) => site.pointer(ty).is_some_and(|(_, pointee)| site.op(pointee) == op),
        Part::Bytes => site.pointer(ty).is_some_and(|(_, pointee)| site.is_int_of(pointee, 8)),
        Part::Generic => site.class(ty) == Some(StorageClass::Generic),
        Part::Of(op) => site.op(ty) == op,
    }
}

/// The element type of an array of this length.
fn is_array(site: &Site<'_, '_>, ty: u32, wanted: i64) -> Option<u32> {
    match site.ty(ty) {
        Ty::Array { elem, length } if site.constant(length) == Some(wanted) => Some(elem),
        _ => None,
    }
}

fn describe(part: Part) -> String {
    let text = match part {
        Part::Nothing => "void",
        Part::Any => "anything",
        Part::Result => "of the type of the result",
        Part::Bool => "a boolean",
        Part::Int => "an integer",
        Part::Int32 => "an integer of 32 bits",
        Part::Float32 => "a float of 32 bits",
        Part::Floats(count) => return format!("{count} floats of 32 bits"),
        Part::Ints(count) => return format!("{count} integers of 32 bits"),
        Part::Transform => "four columns of three floats of 32 bits",
        Part::FloatArray(count) => return format!("an array of {count} floats of 32 bits"),
        Part::VectorArray(count) => return format!("an array of {count} vectors of three floats of 32 bits"),
        Part::Handle => "of 64 bits, as one unsigned integer or two",
        Part::Numbers => "a scalar or vector of numbers",
        Part::Plain => "a scalar or vector of numbers or booleans",
        Part::Integers => "a scalar or vector of integers",
        Part::Ballot => "four unsigned integers of 32 bits",
        Part::Sizes => "an integer or an array of two or three integers",
        Part::Pointer => "a pointer",
        Part::PointerTo(op) => return format!("a pointer to Op{op:?}"),
        Part::Bytes => "a pointer to integers of 8 bits",
        Part::Generic => "a pointer of the storage class Generic",
        Part::Of(op) => return format!("of type Op{op:?}"),
        Part::Function => "a function",
    };
    text.to_owned()
}
