//! Integers, floating-point numbers and conversions, component by component.

use super::machine::{Flow, Machine};
use super::values::{self, Held, Scalar, masked, signed};
use crate::bits::{bits_of, float_bits, float_of, int_bits};
use crate::tree::{Fact, Node};
use dialect::diagnostics::Result;
use dialect::ir::types::FloatKind;

/// `arith.constant` and the others.
pub(super) fn constant(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let (Some(result), Some(fact)) = (node.results.first(), node.fact("value")) else {
        return machine.error("the constant has no value");
    };
    let ty = machine.type_of(*result);
    let (scalar, count) = (machine.scalar(ty)?, values::components(ty).unwrap_or(1));
    let fact = match fact {
        Fact::Typed(inner, _) => inner,
        fact => fact,
    };
    let held = match (fact, &**ty) {
        (Fact::Dense(parts) | Fact::List(parts), crate::tree::Ty::Vector { .. }) => {
            let numbers = parts.iter().map(|part| machine.number(part, scalar)).collect::<Result<Vec<u64>>>()?;
            match numbers[..] {
                [only] => Held::Vector(vec![only; count].into()),
                _ if numbers.len() == count => Held::Vector(numbers.into()),
                _ => return machine.error("the constant has another number of components"),
            }
        }
        _ => Held::Bits(machine.number(fact, scalar)?),
    };
    machine.give(node, held)
}

/// `ub.poison`: zeros will do.
pub(super) fn poison(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    machine.by_components(node, |_| Some(0))
}

/// `arith.select`: one condition for all components, or one for each.
pub(super) fn select(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let [condition, one, other] = node.operands[..] else { return machine.error("a choice has three operands") };
    if let Held::Bits(condition) = machine.value(condition)? {
        let held = machine.value(if condition != 0 { one } else { other })?;
        return machine.give(node, held);
    }
    machine.by_components(node, |parts| Some(if parts[0] != 0 { parts[1] } else { parts[2] }))
}

/// `arith.cmpi`, `index.cmp`.
pub(super) fn compare_integers(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    machine.operand(node, 1)?;
    let width = machine.operand_scalar(node)?.width();
    let predicate = predicate(node, INTEGER_PREDICATES);
    let compare = |parts: &[u64]| {
        let (a, b) = (parts[0], parts[1]);
        let (c, d) = (signed(a, width), signed(b, width));
        let holds = match predicate {
            "eq" => a == b,
            "ne" => a != b,
            "slt" => c < d,
            "sle" => c <= d,
            "sgt" => c > d,
            "sge" => c >= d,
            "ult" => a < b,
            "ule" => a <= b,
            "ugt" => a > b,
            "uge" => a >= b,
            _ => return None,
        };
        Some(u64::from(holds))
    };
    machine.by_components(node, compare)
}

/// The predicates by their numbers, which the generic form has.
const INTEGER_PREDICATES: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
/// The predicates of floating-point numbers by their numbers, which the generic form has.
const FLOAT_PREDICATES: &[&str] = &[
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true",
];

/// The predicate of a comparison.
fn predicate<'n>(node: &'n Node, names: &[&'static str]) -> &'n str {
    let number = node.fact("predicate").and_then(Fact::number);
    let named = number.and_then(|number| names.get(usize::try_from(number).ok()?));
    named.copied().unwrap_or_else(|| node.word("predicate").unwrap_or_default())
}

/// `arith.cmpf`.
pub(super) fn compare_floats(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    machine.operand(node, 1)?;
    let scalar = machine.operand_scalar(node)?;
    let predicate = predicate(node, FLOAT_PREDICATES);
    let compare = |parts: &[u64]| {
        let (a, b) = (number_of(parts[0], scalar), number_of(parts[1], scalar));
        let is_ordered = !a.is_nan() && !b.is_nan();
        let holds = match predicate {
            "false" => false,
            "true" => true,
            "ord" => is_ordered,
            "uno" => !is_ordered,
            "oeq" => a == b,
            "ogt" => a > b,
            "oge" => a >= b,
            "olt" => a < b,
            "ole" => a <= b,
            "one" => is_ordered && a != b,
            "ueq" => !is_ordered || a == b,
            "ugt" => !is_ordered || a > b,
            "uge" => !is_ordered || a >= b,
            "ult" => !is_ordered || a < b,
            "ule" => !is_ordered || a <= b,
            "une" => a != b,
            _ => return None,
        };
        Some(u64::from(holds))
    };
    machine.by_components(node, compare)
}

/// `arith.addui_extended`: the sum, and whether it overflows.
pub(super) fn add_extended(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    machine.operand(node, 1)?;
    let width = machine.operand_scalar(node)?.width();
    let sum = |parts: &[u64]| u128::from(parts[0]) + u128::from(parts[1]);
    machine.pair(node, |parts| masked(sum(parts) as u64, width), |parts| u64::from(sum(parts) >> width != 0))
}

/// `arith.mului_extended`: the low and the high bits of the product.
pub(super) fn multiply_unsigned(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    machine.operand(node, 1)?;
    let width = machine.operand_scalar(node)?.width();
    let product = |parts: &[u64]| u128::from(parts[0]) * u128::from(parts[1]);
    let high = |parts: &[u64]| masked((product(parts) >> width) as u64, width);
    machine.pair(node, |parts| masked(product(parts) as u64, width), high)
}

/// `arith.mulsi_extended`.
pub(super) fn multiply_signed(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    machine.operand(node, 1)?;
    let width = machine.operand_scalar(node)?.width();
    let product = |parts: &[u64]| i128::from(signed(parts[0], width)) * i128::from(signed(parts[1], width));
    let high = |parts: &[u64]| masked((product(parts) >> width) as u64, width);
    machine.pair(node, |parts| masked(product(parts) as u64, width), high)
}

/// `math.fma`, `vector.fma`, with one rounding.
pub(super) fn fma(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    machine.operand(node, 2)?;
    let scalar = machine.operand_scalar(node)?;
    machine.by_components(node, |parts| match scalar {
        Scalar::Float(32, _) => {
            let [a, b, c] = [0, 1, 2].map(|at| f32::from_bits(parts[at] as u32));
            Some(u64::from(a.mul_add(b, c).to_bits()))
        }
        _ => {
            let [a, b, c] = [0, 1, 2].map(|at| number_of(parts[at], scalar));
            Some(bits(a.mul_add(b, c), scalar))
        }
    })
}

/// The number that bits are.
pub(super) fn number_of(bits: u64, scalar: Scalar) -> f64 {
    match scalar {
        Scalar::Float(width, kind) => float_of(bits, width, kind),
        Scalar::Int(width) => signed(bits, width) as f64,
    }
}

/// The bits of a number of a type.
pub(super) fn bits(number: f64, scalar: Scalar) -> u64 {
    match scalar {
        Scalar::Float(width, kind) => float_bits(number, width, kind),
        Scalar::Int(_) => number.to_bits(),
    }
}

/// An integer as a floating-point number, rounded once.
fn from_integer(number: i128, to: Scalar) -> u64 {
    match to {
        Scalar::Float(32, FloatKind::Ieee) => u64::from((number as f32).to_bits()),
        to => bits(number as f64, to),
    }
}

/// A conversion of bits between two types.
pub(super) type Cast = fn(u64, Scalar, Scalar) -> Option<u64>;

pub(super) const EXTEND_SIGNED: Cast = |bits, from, _| Some(signed(bits, from.width()) as u64);
pub(super) const KEEP: Cast = |bits, _, _| Some(bits);
pub(super) const CONVERT: Cast = |own, from, to| Some(bits(number_of(own, from), to));
pub(super) const FROM_SIGNED: Cast = |bits, from, to| Some(from_integer(i128::from(signed(bits, from.width())), to));
pub(super) const FROM_UNSIGNED: Cast = |bits, _, to| Some(from_integer(i128::from(bits), to));
pub(super) const TO_SIGNED: Cast = |bits, from, _| Some(number_of(bits, from) as i64 as u64);
pub(super) const TO_UNSIGNED: Cast = |bits, from, _| Some(number_of(bits, from) as u64);

impl Machine<'_> {
    /// The bits of a number in an attribute.
    pub(super) fn number(&self, fact: &Fact, scalar: Scalar) -> Result<u64> {
        let text = match fact {
            Fact::Typed(inner, _) => return self.number(inner, scalar),
            Fact::Number(text) | Fact::Word(text) => text.as_str(),
            _ => return self.error("the constant is not a number"),
        };
        let found = match (text, scalar) {
            ("true", Scalar::Int(_)) => Some(1),
            ("false", Scalar::Int(_)) => Some(0),
            (text, Scalar::Int(width)) => int_bits(text, width),
            (text, Scalar::Float(width, kind)) => bits_of(text, width, kind),
        };
        found.map_or_else(|| self.error(format!("'{text}' is not a constant of this type")), Ok)
    }

    /// The numbers that the first operand consists of.
    pub(super) fn operand_scalar(&self, node: &Node) -> Result<Scalar> {
        self.scalar(self.type_of(self.operand(node, 0)?))
    }

    /// The components of all operands: the first of each, the second of each, and so on. A number is the same for each.
    fn components(&self, node: &Node) -> Result<Vec<Vec<u64>>> {
        let held = self.values(&node.operands)?;
        let length = |held: &Held| match held {
            Held::Vector(parts) => parts.len(),
            Held::Bits(_) | Held::View(_) | Held::Nothing => 1,
        };
        let result = node.results.first().and_then(|result| values::components(self.type_of(*result)));
        let count = held.iter().map(length).max().or(result).unwrap_or(1);
        let part = |held: &Held, at: usize| match held {
            Held::Bits(bits) => Some(*bits),
            Held::Vector(parts) => parts.get(at).copied(),
            Held::View(_) | Held::Nothing => None,
        };
        let all = (0..count).map(|at| held.iter().map(|held| part(held, at)).collect::<Option<Vec<u64>>>());
        match all.collect::<Option<Vec<Vec<u64>>>>() {
            Some(all) => Ok(all),
            None => self.error("the operands have other numbers of components"),
        }
    }

    /// The bits of a result of an op, of each component.
    fn gather(&self, node: &Node, at: usize, numbers: Vec<u64>) -> Result<Held> {
        let Some(result) = node.results.get(at) else { return self.error("the op has too few results") };
        let ty = self.type_of(*result);
        let width = self.scalar(ty)?.width();
        let numbers: Vec<u64> = numbers.into_iter().map(|bits| masked(bits, width)).collect();
        match (&**ty, numbers.first()) {
            (crate::tree::Ty::Vector { .. }, _) => Ok(Held::Vector(numbers.into())),
            (_, Some(only)) => Ok(Held::Bits(*only)),
            (_, None) => self.error("expected a number"),
        }
    }

    /// An op on each component of its operands.
    pub(super) fn by_components(&mut self, node: &Node, act: impl Fn(&[u64]) -> Option<u64>) -> Result<Flow> {
        let parts = self.components(node)?;
        self.spend(parts.len() as u64 / 8)?;
        match parts.iter().map(|parts| act(parts)).collect::<Option<Vec<u64>>>() {
            Some(numbers) => {
                let held = self.gather(node, 0, numbers)?;
                self.give(node, held)
            }
            None => self.error("the result of the op is undefined"),
        }
    }

    /// An op with two results.
    fn pair(&mut self, node: &Node, low: impl Fn(&[u64]) -> u64, high: impl Fn(&[u64]) -> u64) -> Result<Flow> {
        let parts = self.components(node)?;
        let low = self.gather(node, 0, parts.iter().map(|parts| low(parts)).collect())?;
        let high = self.gather(node, 1, parts.iter().map(|parts| high(parts)).collect())?;
        self.set_all(&node.results, vec![low, high])?;
        Ok(Flow::Next)
    }

    /// An op on one or two integers with this width; it has no result if a divisor is zero.
    pub(super) fn integers(&mut self, node: &Node, act: fn(u64, u64, u32) -> Option<u64>) -> Result<Flow> {
        let width = self.operand_scalar(node)?.width();
        self.by_components(node, |parts| act(parts[0], parts.get(1).copied().unwrap_or(0), width))
    }

    /// An op on one or two floating-point numbers, rounded to their type.
    pub(super) fn floats(&mut self, node: &Node, act: fn(f64, f64) -> f64) -> Result<Flow> {
        let scalar = self.operand_scalar(node)?;
        let second = |parts: &[u64]| parts.get(1).map_or(0.0, |bits| number_of(*bits, scalar));
        self.by_components(node, |parts| Some(bits(act(number_of(parts[0], scalar), second(parts)), scalar)))
    }

    /// A test of a floating-point number.
    pub(super) fn tests(&mut self, node: &Node, act: fn(f64) -> bool) -> Result<Flow> {
        let scalar = self.operand_scalar(node)?;
        self.by_components(node, |parts| Some(u64::from(act(number_of(parts[0], scalar)))))
    }

    /// A conversion.
    pub(super) fn cast(&mut self, node: &Node, cast: Cast) -> Result<Flow> {
        let from = self.operand_scalar(node)?;
        let Some(result) = node.results.first() else { return self.error("the op has too few results") };
        let to = self.scalar(self.type_of(*result))?;
        self.by_components(node, |parts| cast(parts[0], from, to))
    }
}
