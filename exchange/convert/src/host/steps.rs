//! The table of ops that the host executes.

use super::machine::{Flow, Machine, Step};
use super::numbers::{CONVERT, EXTEND_SIGNED, FROM_SIGNED, FROM_UNSIGNED, KEEP, TO_SIGNED, TO_UNSIGNED};
use super::values::{Held, signed};
use super::{control, copies, gpu, memory, numbers, vectors};
use crate::rows::{self, ROWS};
use crate::tree::Node;
use dialect::diagnostics::Result;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// How the host executes an op.
#[derive(Clone, Copy)]
enum Act {
    /// A function of the machine.
    Do(Step),
    /// An op on one or two integers and their width; undefined where it has no result.
    Int(fn(u64, u64, u32) -> Option<u64>),
    /// An op on one or two floating-point numbers.
    Float(fn(f64, f64) -> f64),
    /// A test of a floating-point number.
    Test(fn(f64) -> bool),
    /// A conversion.
    Cast(numbers::Cast),
}

/// The quotient of two signed integers.
fn quotient(a: u64, b: u64, width: u32) -> Option<i64> {
    signed(a, width).checked_div(signed(b, width))
}

/// The quotient towards negative infinity.
fn quotient_down(a: u64, b: u64, width: u32) -> Option<u64> {
    let (c, d) = (signed(a, width), signed(b, width));
    let (quotient, rest) = (c.checked_div(d)?, c.checked_rem(d)?);
    Some((quotient - i64::from(rest != 0 && (rest < 0) != (d < 0))) as u64)
}

/// The quotient towards infinity.
fn quotient_up(a: u64, b: u64, width: u32) -> Option<u64> {
    let (c, d) = (signed(a, width), signed(b, width));
    let (quotient, rest) = (c.checked_div(d)?, c.checked_rem(d)?);
    Some((quotient + i64::from(rest != 0 && (rest < 0) == (d < 0))) as u64)
}

const ADD: Act = Act::Int(|a, b, _| Some(a.wrapping_add(b)));
const SUBTRACT: Act = Act::Int(|a, b, _| Some(a.wrapping_sub(b)));
const MULTIPLY: Act = Act::Int(|a, b, _| Some(a.wrapping_mul(b)));
const DIVIDE_SIGNED: Act = Act::Int(|a, b, w| quotient(a, b, w).map(|q| q as u64));
const DIVIDE_UNSIGNED: Act = Act::Int(|a, b, _| a.checked_div(b));
const REST_SIGNED: Act = Act::Int(|a, b, w| signed(a, w).checked_rem(signed(b, w)).map(|rest| rest as u64));
const REST_UNSIGNED: Act = Act::Int(|a, b, _| a.checked_rem(b));
const DIVIDE_DOWN: Act = Act::Int(quotient_down);
const DIVIDE_UP: Act = Act::Int(quotient_up);
const DIVIDE_UP_UNSIGNED: Act = Act::Int(|a, b, _| (b != 0).then(|| a.div_ceil(b)));
const AND: Act = Act::Int(|a, b, _| Some(a & b));
const OR: Act = Act::Int(|a, b, _| Some(a | b));
const XOR: Act = Act::Int(|a, b, _| Some(a ^ b));
const SHIFT_LEFT: Act = Act::Int(|a, b, w| (b < u64::from(w)).then(|| a << b));
const SHIFT_RIGHT_SIGNED: Act = Act::Int(|a, b, w| (b < u64::from(w)).then(|| (signed(a, w) >> b) as u64));
const SHIFT_RIGHT: Act = Act::Int(|a, b, w| (b < u64::from(w)).then(|| a >> b));
const MIN_SIGNED: Act = Act::Int(|a, b, w| Some(signed(a, w).min(signed(b, w)) as u64));
const MAX_SIGNED: Act = Act::Int(|a, b, w| Some(signed(a, w).max(signed(b, w)) as u64));
const MIN_UNSIGNED: Act = Act::Int(|a, b, _| Some(a.min(b)));
const MAX_UNSIGNED: Act = Act::Int(|a, b, _| Some(a.max(b)));

/// The ops by name.
const STEPS: &[(&str, Act)] = &[
    // func
    ("call", Act::Do(control::call)),
    ("func.call", Act::Do(control::call)),
    ("func.return", Act::Do(control::leave)),
    ("return", Act::Do(control::leave)),
    // arith
    ("arith.constant", Act::Do(numbers::constant)),
    ("arith.addi", ADD),
    ("arith.subi", SUBTRACT),
    ("arith.muli", MULTIPLY),
    ("arith.divsi", DIVIDE_SIGNED),
    ("arith.divui", DIVIDE_UNSIGNED),
    ("arith.remsi", REST_SIGNED),
    ("arith.remui", REST_UNSIGNED),
    ("arith.floordivsi", DIVIDE_DOWN),
    ("arith.ceildivsi", DIVIDE_UP),
    ("arith.ceildivui", DIVIDE_UP_UNSIGNED),
    ("arith.andi", AND),
    ("arith.ori", OR),
    ("arith.xori", XOR),
    ("arith.shli", SHIFT_LEFT),
    ("arith.shrsi", SHIFT_RIGHT_SIGNED),
    ("arith.shrui", SHIFT_RIGHT),
    ("arith.addui_extended", Act::Do(numbers::add_extended)),
    ("arith.mulsi_extended", Act::Do(numbers::multiply_signed)),
    ("arith.mului_extended", Act::Do(numbers::multiply_unsigned)),
    ("arith.minsi", MIN_SIGNED),
    ("arith.minui", MIN_UNSIGNED),
    ("arith.maxsi", MAX_SIGNED),
    ("arith.maxui", MAX_UNSIGNED),
    ("arith.addf", Act::Float(|a, b| a + b)),
    ("arith.subf", Act::Float(|a, b| a - b)),
    ("arith.mulf", Act::Float(|a, b| a * b)),
    ("arith.divf", Act::Float(|a, b| a / b)),
    ("arith.remf", Act::Float(|a, b| a % b)),
    ("arith.negf", Act::Float(|a, _| -a)),
    ("arith.minimumf", Act::Float(vectors::least)),
    ("arith.maximumf", Act::Float(|a, b| -vectors::least(-a, -b))),
    ("arith.minnumf", Act::Float(f64::min)),
    ("arith.maxnumf", Act::Float(f64::max)),
    ("arith.cmpi", Act::Do(numbers::compare_integers)),
    ("arith.cmpf", Act::Do(numbers::compare_floats)),
    ("arith.select", Act::Do(numbers::select)),
    ("arith.extsi", Act::Cast(EXTEND_SIGNED)),
    ("arith.extui", Act::Cast(KEEP)),
    ("arith.extf", Act::Cast(CONVERT)),
    ("arith.trunci", Act::Cast(KEEP)),
    ("arith.truncf", Act::Cast(CONVERT)),
    ("arith.sitofp", Act::Cast(FROM_SIGNED)),
    ("arith.uitofp", Act::Cast(FROM_UNSIGNED)),
    ("arith.fptosi", Act::Cast(TO_SIGNED)),
    ("arith.fptoui", Act::Cast(TO_UNSIGNED)),
    ("arith.bitcast", Act::Cast(KEEP)),
    ("arith.index_cast", Act::Cast(EXTEND_SIGNED)),
    ("arith.index_castui", Act::Cast(KEEP)),
    // math, as far as every machine has the same results
    ("math.absf", Act::Float(|a, _| a.abs())),
    ("math.absi", Act::Int(|a, _, w| Some(signed(a, w).wrapping_abs() as u64))),
    ("math.ceil", Act::Float(|a, _| a.ceil())),
    ("math.copysign", Act::Float(f64::copysign)),
    ("math.ctlz", Act::Int(|a, _, w| Some(u64::from(a.leading_zeros()) - (64 - u64::from(w))))),
    ("math.ctpop", Act::Int(|a, _, _| Some(u64::from(a.count_ones())))),
    ("math.cttz", Act::Int(|a, _, w| Some(u64::from(a.trailing_zeros().min(w))))),
    ("math.floor", Act::Float(|a, _| a.floor())),
    ("math.fma", Act::Do(numbers::fma)),
    ("math.isfinite", Act::Test(f64::is_finite)),
    ("math.isinf", Act::Test(f64::is_infinite)),
    ("math.isnan", Act::Test(f64::is_nan)),
    ("math.round", Act::Float(|a, _| a.round())),
    ("math.roundeven", Act::Float(|a, _| a.round_ties_even())),
    ("math.sqrt", Act::Float(|a, _| a.sqrt())),
    ("math.trunc", Act::Float(|a, _| a.trunc())),
    // cf, scf
    ("cf.br", Act::Do(control::branch)),
    ("cf.cond_br", Act::Do(control::branch)),
    ("cf.switch", Act::Do(control::branch)),
    ("scf.condition", Act::Do(control::decide)),
    ("scf.execute_region", Act::Do(control::inline)),
    ("scf.for", Act::Do(control::count)),
    ("scf.if", Act::Do(control::choice)),
    ("scf.index_switch", Act::Do(control::index_switch)),
    ("scf.while", Act::Do(control::repeat)),
    ("scf.yield", Act::Do(control::give)),
    // vector
    ("vector.broadcast", Act::Do(vectors::broadcast)),
    ("vector.extract", Act::Do(vectors::extract)),
    ("vector.extractelement", Act::Do(vectors::extract)),
    ("vector.fma", Act::Do(numbers::fma)),
    ("vector.from_elements", Act::Do(vectors::construct)),
    ("vector.insert", Act::Do(vectors::insert)),
    ("vector.insertelement", Act::Do(vectors::insert)),
    ("vector.load", Act::Do(memory::load_vector)),
    ("vector.print", Act::Do(vectors::print)),
    ("vector.reduction", Act::Do(vectors::reduce)),
    ("vector.shape_cast", Act::Do(vectors::reshape)),
    ("vector.shuffle", Act::Do(vectors::shuffle)),
    ("vector.splat", Act::Do(vectors::broadcast)),
    ("vector.step", Act::Do(vectors::step)),
    ("vector.store", Act::Do(memory::store_vector)),
    ("vector.to_elements", Act::Do(vectors::elements)),
    // memref
    ("memref.alloc", Act::Do(memory::allocate)),
    ("memref.alloca", Act::Do(memory::allocate)),
    ("memref.cast", Act::Do(memory::cast)),
    ("memref.copy", Act::Do(copies::copy)),
    ("memref.dealloc", Act::Do(memory::release)),
    ("memref.dim", Act::Do(memory::length)),
    ("memref.get_global", Act::Do(memory::global)),
    ("memref.load", Act::Do(memory::load)),
    ("memref.memory_space_cast", Act::Do(memory::cast)),
    ("memref.rank", Act::Do(memory::rank)),
    ("memref.reinterpret_cast", Act::Do(memory::recast)),
    ("memref.store", Act::Do(memory::store)),
    // gpu
    ("gpu.alloc", Act::Do(memory::allocate)),
    ("gpu.dealloc", Act::Do(memory::release)),
    ("gpu.host_register", Act::Do(gpu::nothing)),
    ("gpu.host_unregister", Act::Do(gpu::nothing)),
    ("gpu.launch_func", Act::Do(gpu::launch)),
    ("gpu.memcpy", Act::Do(copies::to_first)),
    ("gpu.memset", Act::Do(copies::set)),
    ("gpu.wait", Act::Do(gpu::nothing)),
    // index
    ("index.add", ADD),
    ("index.and", AND),
    ("index.bool.constant", Act::Do(numbers::constant)),
    ("index.casts", Act::Cast(EXTEND_SIGNED)),
    ("index.castu", Act::Cast(KEEP)),
    ("index.ceildivs", DIVIDE_UP),
    ("index.ceildivu", DIVIDE_UP_UNSIGNED),
    ("index.cmp", Act::Do(numbers::compare_integers)),
    ("index.constant", Act::Do(numbers::constant)),
    ("index.divs", DIVIDE_SIGNED),
    ("index.divu", DIVIDE_UNSIGNED),
    ("index.floordivs", DIVIDE_DOWN),
    ("index.maxs", MAX_SIGNED),
    ("index.maxu", MAX_UNSIGNED),
    ("index.mins", MIN_SIGNED),
    ("index.minu", MIN_UNSIGNED),
    ("index.mul", MULTIPLY),
    ("index.or", OR),
    ("index.rems", REST_SIGNED),
    ("index.remu", REST_UNSIGNED),
    ("index.shl", SHIFT_LEFT),
    ("index.shrs", SHIFT_RIGHT_SIGNED),
    ("index.shru", SHIFT_RIGHT),
    ("index.sizeof", Act::Do(size_of_index)),
    ("index.sub", SUBTRACT),
    ("index.xor", XOR),
    // ub
    ("ub.poison", Act::Do(numbers::poison)),
];

/// `index.sizeof`.
fn size_of_index(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    machine.give(node, Held::Bits(64))
}

/// For each row of the table of ops, how the host executes it; `None` if it does not.
static BY_ROW: LazyLock<Vec<Option<Act>>> = LazyLock::new(|| {
    let by_name: FxHashMap<&str, Act> = STEPS.iter().copied().collect();
    ROWS.iter().map(|row| by_name.get(row.name).copied()).collect()
});

/// Returns whether the host executes the op of a row.
pub(super) fn has(row: usize) -> bool {
    BY_ROW[row].is_some()
}

/// Executes an op.
pub(super) fn execute(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    match BY_ROW[node.row] {
        Some(Act::Do(step)) => step(machine, node),
        Some(Act::Int(act)) => machine.integers(node, act),
        Some(Act::Float(act)) => machine.floats(node, act),
        Some(Act::Test(act)) => machine.tests(node, act),
        Some(Act::Cast(cast)) => machine.cast(node, cast),
        None => machine.error(format!("'{}' is not supported in host code", rows::row(node.row).name)),
    }
}

#[cfg(test)]
mod tests {
    use super::{BY_ROW, STEPS};

    #[test]
    fn all_steps_are_those_of_rows() {
        assert_eq!(BY_ROW.iter().flatten().count(), STEPS.len());
    }
}
