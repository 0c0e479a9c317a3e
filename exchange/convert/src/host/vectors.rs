//! Vectors: their parts, and how they are printed.

use super::machine::{Flow, Machine};
use super::numbers::{bits, number_of};
use super::printed;
use super::values::{self, Held, Scalar, masked, signed};
use crate::tree::{Fact, Node, Ty};
use dialect::diagnostics::Result;

/// `vector.broadcast`, `vector.splat`: a number, or rows, again and again.
pub(super) fn broadcast(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let operand = machine.operand(node, 0)?;
    let Some(result) = node.results.first() else { return machine.error("the op has too few results") };
    let count = values::components(machine.type_of(*result)).unwrap_or(1);
    let parts = parts(machine, machine.value(operand)?)?;
    if let (Ty::Vector { shape: from, .. }, Ty::Vector { shape: to, .. }) =
        (&**machine.type_of(operand), &**machine.type_of(*result))
        && !to.ends_with(from)
    {
        return machine.error("a vector whose rows are stretched is not supported in host code");
    }
    let all: Vec<u64> = parts.iter().copied().cycle().take(count).collect();
    machine.give(node, Held::Vector(all.into()))
}

/// `vector.from_elements`.
pub(super) fn construct(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let all = node.operands.iter().map(|value| machine.bits(*value)).collect::<Result<Vec<u64>>>()?;
    machine.give(node, Held::Vector(all.into()))
}

/// `vector.to_elements`.
pub(super) fn elements(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let all = parts(machine, machine.value(machine.operand(node, 0)?)?)?;
    machine.set_all(&node.results, all.iter().map(|bits| Held::Bits(*bits)).collect())?;
    Ok(Flow::Next)
}

/// `vector.extract`, `vector.extractelement`.
pub(super) fn extract(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let source = machine.operand(node, 0)?;
    let (first, count) = place(machine, node, 0)?;
    let all = parts(machine, machine.value(source)?)?;
    let Some(own) = all.get(first..first + count) else { return machine.error("the position is out of bounds") };
    let is_vector = node.results.first().is_some_and(|result| matches!(&**machine.type_of(*result), Ty::Vector { .. }));
    let held = if is_vector { Held::Vector(own.into()) } else { Held::Bits(own[0]) };
    machine.give(node, held)
}

/// `vector.insert`, `vector.insertelement`.
pub(super) fn insert(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let own = parts(machine, machine.value(machine.operand(node, 0)?)?)?;
    let (first, count) = place(machine, node, 1)?;
    let mut all = parts(machine, machine.value(machine.operand(node, 1)?)?)?;
    match (all.get_mut(first..first + count), own.len() == count) {
        (Some(target), true) => target.copy_from_slice(&own),
        (_, _) => return machine.error("the position is out of bounds"),
    }
    machine.give(node, Held::Vector(all.into()))
}

/// The first component and the number of components that the position of an op selects in a vector operand.
fn place(machine: &Machine<'_>, node: &Node, vector: usize) -> Result<(usize, usize)> {
    let Ty::Vector { shape, .. } = &**machine.type_of(machine.operand(node, vector)?) else {
        return machine.error("expected a vector");
    };
    let mut dynamic = node.operands[vector + 1..].iter();
    let (mut first, mut count) = (0u64, shape.iter().product::<u64>());
    let positions = node.numbers("static_position").unwrap_or_else(|| vec![i64::MIN; dynamic.len()]);
    for (position, length) in positions.iter().zip(shape) {
        let position = match (*position, *position == i64::MIN) {
            (position, false) => position as u64,
            (_, true) => match dynamic.next() {
                Some(value) => machine.bits(*value)?,
                None => return machine.error("the op has too few operands"),
            },
        };
        if position >= *length {
            return machine.error(format!("position {position} is out of bounds: the length is {length}"));
        }
        count /= length;
        first += position * count;
    }
    Ok((first as usize, count as usize))
}

/// `vector.shuffle` of vectors with one dimension.
pub(super) fn shuffle(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let mut all = Vec::new();
    for operand in &node.operands {
        all.extend(parts(machine, machine.value(*operand)?)?);
    }
    let mask = node.numbers("mask").unwrap_or_default();
    let picked = mask.iter().map(|at| all.get(*at as usize).copied().or((*at < 0).then_some(0)));
    match picked.collect::<Option<Vec<u64>>>() {
        Some(picked) => machine.give(node, Held::Vector(picked.into())),
        None => machine.error("the mask is out of bounds"),
    }
}

/// `vector.shape_cast`: the same components.
pub(super) fn reshape(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let held = machine.value(machine.operand(node, 0)?)?;
    machine.give(node, held)
}

/// `vector.step`.
pub(super) fn step(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let Some(result) = node.results.first() else { return machine.error("the op has too few results") };
    let count = values::components(machine.type_of(*result)).unwrap_or(1) as u64;
    machine.give(node, Held::Vector((0..count).collect()))
}

/// `vector.reduction`, from the first component to the last.
pub(super) fn reduce(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let scalar = machine.operand_scalar(node)?;
    let all = parts(machine, machine.value(machine.operand(node, 0)?)?)?;
    let start = match node.operands.get(1) {
        Some(value) => Some(machine.bits(*value)?),
        None => None,
    };
    let Some(fold) = combining(node.word("kind").unwrap_or_default()) else {
        return machine.error("the kind of the reduction is not supported in host code");
    };
    let all = start.into_iter().chain(all);
    match all.reduce(|one, other| masked(fold(one, other, scalar), scalar.width())) {
        Some(bits) => machine.give(node, Held::Bits(bits)),
        None => machine.error("the vector has no components"),
    }
}

/// An operation on two numbers of a type.
type Fold = fn(u64, u64, Scalar) -> u64;

fn combining(kind: &str) -> Option<Fold> {
    Some(match kind {
        "add" => |one, other, scalar| match scalar {
            Scalar::Int(_) => one.wrapping_add(other),
            Scalar::Float(..) => bits(number_of(one, scalar) + number_of(other, scalar), scalar),
        },
        "mul" => |one, other, scalar| match scalar {
            Scalar::Int(_) => one.wrapping_mul(other),
            Scalar::Float(..) => bits(number_of(one, scalar) * number_of(other, scalar), scalar),
        },
        "and" => |one, other, _| one & other,
        "or" => |one, other, _| one | other,
        "xor" => |one, other, _| one ^ other,
        "minui" => |one, other, _| one.min(other),
        "maxui" => |one, other, _| one.max(other),
        "minsi" => |one, other, scalar| {
            if signed(one, scalar.width()) <= signed(other, scalar.width()) { one } else { other }
        },
        "maxsi" => |one, other, scalar| {
            if signed(one, scalar.width()) >= signed(other, scalar.width()) { one } else { other }
        },
        "minnumf" => |one, other, scalar| bits(number_of(one, scalar).min(number_of(other, scalar)), scalar),
        "maxnumf" => |one, other, scalar| bits(number_of(one, scalar).max(number_of(other, scalar)), scalar),
        "minimumf" => |one, other, scalar| bits(least(number_of(one, scalar), number_of(other, scalar)), scalar),
        "maximumf" => |one, other, scalar| bits(-least(-number_of(one, scalar), -number_of(other, scalar)), scalar),
        _ => return None,
    })
}

/// The smaller number, or NaN if one is; -0 is smaller than 0.
pub(super) fn least(one: f64, other: f64) -> f64 {
    match (one.is_nan(), other.is_nan()) {
        (true, _) => one,
        (_, true) => other,
        (false, false) if one == other => {
            if one.is_sign_negative() {
                one
            } else {
                other
            }
        }
        (false, false) => one.min(other),
    }
}

/// `vector.print`.
pub(super) fn print(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let mut text = match node.fact("stringLiteral") {
        Some(Fact::Str(text)) => text.clone(),
        _ => String::new(),
    };
    if let Some(value) = node.operands.first() {
        let held = machine.value(*value)?;
        match printed::value(&held, machine.type_of(*value)) {
            Some(value) => text += &value,
            None => return machine.error("the host cannot print values of this type"),
        }
    }
    let mark =
        node.word("punctuation").map(|mark| mark.trim_start_matches("#vector.punctuation<").trim_end_matches('>'));
    let is_text = node.fact("stringLiteral").is_some();
    text += match mark {
        Some("no_punctuation") => "",
        Some("comma") => ", ",
        Some("open") => "( ",
        Some("close") => " )",
        None if is_text => "",
        _ => "\n",
    };
    machine.print(&text)?;
    Ok(Flow::Next)
}

/// The components of a vector, or a number as the only one.
fn parts(machine: &Machine<'_>, held: Held) -> Result<Vec<u64>> {
    match held {
        Held::Bits(bits) => Ok(vec![bits]),
        Held::Vector(parts) => Ok(parts.to_vec()),
        Held::View(_) | Held::Nothing => machine.error("expected a vector"),
    }
}
