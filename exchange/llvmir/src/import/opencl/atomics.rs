//! Atomic functions, of OpenCL 1.2 and of C11.

use super::super::calls::{Call, Made};
use super::super::function::Body;
use super::super::output::Shape;
use crate::error::{Result, refuse};
use dialect::ir::{TypeId, ValueId};
use spirv::{MemorySemantics, Op, Scope};

/// An atomic operation on signed integers, unsigned integers, and floating point.
struct Operation {
    name: &'static str,
    signed: Op,
    unsigned: Op,
    of_floats: Option<Op>,
}

const fn row(name: &'static str, signed: Op, unsigned: Op, of_floats: Option<Op>) -> Operation {
    Operation { name, signed, unsigned, of_floats }
}

/// The atomic operations.
const OPERATIONS: &[Operation] = &[
    row("add", Op::AtomicIAdd, Op::AtomicIAdd, Some(Op::AtomicFAddEXT)),
    row("sub", Op::AtomicISub, Op::AtomicISub, None),
    row("and", Op::AtomicAnd, Op::AtomicAnd, None),
    row("or", Op::AtomicOr, Op::AtomicOr, None),
    row("xor", Op::AtomicXor, Op::AtomicXor, None),
    row("max", Op::AtomicSMax, Op::AtomicUMax, Some(Op::AtomicFMaxEXT)),
    row("min", Op::AtomicSMin, Op::AtomicUMin, Some(Op::AtomicFMinEXT)),
    row("xchg", Op::AtomicExchange, Op::AtomicExchange, Some(Op::AtomicExchange)),
    row("exchange", Op::AtomicExchange, Op::AtomicExchange, Some(Op::AtomicExchange)),
    row("inc", Op::AtomicIIncrement, Op::AtomicIIncrement, None),
    row("dec", Op::AtomicIDecrement, Op::AtomicIDecrement, None),
];

/// The orders of memory by the numbers that C11 gives them.
const ORDERS: &[(u32, MemorySemantics)] = &[
    (0, MemorySemantics::RELAXED),
    (2, MemorySemantics::ACQUIRE),
    (3, MemorySemantics::RELEASE),
    (4, MemorySemantics::ACQUIRE_RELEASE),
    (5, MemorySemantics::SEQUENTIALLY_CONSISTENT),
];

/// The scopes by the numbers that OpenCL gives them.
const SCOPES: [Scope; 5] = [Scope::Invocation, Scope::Workgroup, Scope::Device, Scope::CrossDevice, Scope::Subgroup];

/// The names of these functions.
pub(super) fn names() -> Vec<String> {
    let old = OPERATIONS.iter().map(|row| format!("atomic_{}", row.name));
    let new = OPERATIONS.iter().map(|row| row.name).filter(|name| !UNNAMED.contains(name));
    let new = new.flat_map(|name| [format!("atomic_fetch_{name}"), format!("atomic_fetch_{name}_explicit")]);
    let rest = ["load", "store", "exchange", "compare_exchange_strong", "compare_exchange_weak"];
    let rest = rest.iter().flat_map(|name| [format!("atomic_{name}"), format!("atomic_{name}_explicit")]);
    old.chain(new).chain(rest).chain(["atomic_init", "atomic_cmpxchg"].map(str::to_owned)).collect()
}

/// Operations that C11's functions do not have.
const UNNAMED: [&str; 4] = ["xchg", "exchange", "inc", "dec"];

impl Body<'_, '_> {
    /// A call of one of these functions.
    pub(super) fn of_atomics(&mut self, call: &Call<'_>) -> Result<Made> {
        let name = call.name;
        let Some(rest) = name.strip_prefix("atomic_").or_else(|| name.strip_prefix("atom_")) else { return Ok(None) };
        let (rest, is_explicit) = match rest.strip_suffix("_explicit") {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        let is_new = rest.starts_with("fetch_") || matches!(rest, "load" | "store" | "exchange");
        let operation = rest.strip_prefix("fetch_").unwrap_or(rest);
        match operation {
            "init" => return self.init(call).map(|()| Some(None)),
            "load" => return self.atomic_load(call, is_explicit).map(|made| Some(Some(made))),
            "store" => return self.atomic_store(call, is_explicit).map(|()| Some(None)),
            "cmpxchg" => return self.exchange_if(call).map(|made| Some(Some(made))),
            "compare_exchange_strong" | "compare_exchange_weak" => {
                return self.compare_exchange(call, is_explicit).map(|made| Some(Some(made)));
            }
            _ => {}
        }
        let Some(row) = OPERATIONS.iter().find(|row| row.name == operation) else { return Ok(None) };
        let count = if matches!(operation, "inc" | "dec") { 1 } else { 2 };
        let order = self.ordered(call, is_explicit, count, is_new)?;
        self.operate(call, row, order, count).map(|made| Some(Some(made)))
    }

    fn operate(&mut self, call: &Call<'_>, row: &Operation, order: [ValueId; 2], count: usize) -> Result<ValueId> {
        let pointer = self.cell(call, 0, call.ty)?;
        let op = match self.import.out.shape(call.ty) {
            Shape::Float(_) => row.of_floats,
            // The operand shows the sign; without one the cell does.
            _ if call.is_unsigned(1) => Some(row.unsigned),
            _ => Some(row.signed),
        };
        let Some(op) = op else { return refuse(format!("'{}' is for integers", call.name)) };
        let mut operands = vec![pointer, order[0], order[1]];
        for at in 1..count {
            operands.push(self.arg(call, at)?);
        }
        Ok(self.make(op, call.ty, &operands))
    }

    /// The pointer that an argument is, to a value of a type.
    fn cell(&mut self, call: &Call<'_>, at: usize, ty: TypeId) -> Result<ValueId> {
        match call.args.get(at).copied() {
            Some(value) => self.pointer(value, ty),
            None => refuse("the call has too few arguments"),
        }
    }

    /// Scope and semantics: from the arguments from this position on, or the defaults.
    fn ordered(&mut self, call: &Call<'_>, is_explicit: bool, at: usize, is_new: bool) -> Result<[ValueId; 2]> {
        let semantics = match (is_explicit, is_new) {
            (true, _) => order_of(self.known(call, at)?)?,
            (false, true) => MemorySemantics::SEQUENTIALLY_CONSISTENT,
            // Those of OpenCL 1.2 order nothing.
            (false, false) => MemorySemantics::RELAXED,
        };
        let scope = match is_explicit && call.args.len() > at + 1 {
            true => scope_of(self.known(call, at + 1)?)?,
            false => Scope::Device,
        };
        Ok([self.u32(scope as u32), self.u32(semantics.bits())])
    }

    fn init(&mut self, call: &Call<'_>) -> Result<()> {
        let value = self.arg(call, 1)?;
        let ty = self.type_of(value);
        let pointer = self.cell(call, 0, ty)?;
        self.effect(Op::Store, &[pointer, value]);
        Ok(())
    }

    fn atomic_load(&mut self, call: &Call<'_>, is_explicit: bool) -> Result<ValueId> {
        let [scope, semantics] = self.ordered(call, is_explicit, 1, true)?;
        let pointer = self.cell(call, 0, call.ty)?;
        Ok(self.make(Op::AtomicLoad, call.ty, &[pointer, scope, semantics]))
    }

    fn atomic_store(&mut self, call: &Call<'_>, is_explicit: bool) -> Result<()> {
        let [scope, semantics] = self.ordered(call, is_explicit, 2, true)?;
        let value = self.arg(call, 1)?;
        let ty = self.type_of(value);
        let pointer = self.cell(call, 0, ty)?;
        self.effect(Op::AtomicStore, &[pointer, scope, semantics, value]);
        Ok(())
    }

    fn exchange_if(&mut self, call: &Call<'_>) -> Result<ValueId> {
        let [scope, relaxed] = self.ordered(call, false, 3, false)?;
        let (expected, new) = (self.arg(call, 1)?, self.arg(call, 2)?);
        let pointer = self.cell(call, 0, call.ty)?;
        Ok(self.make(Op::AtomicCompareExchange, call.ty, &[pointer, scope, relaxed, relaxed, new, expected]))
    }

    /// Where the value is another one than what is expected, that is written to where the expected one stands.
    fn compare_exchange(&mut self, call: &Call<'_>, is_explicit: bool) -> Result<ValueId> {
        let new = self.arg(call, 2)?;
        let ty = self.type_of(new);
        let (pointer, place) = (self.cell(call, 0, ty)?, self.cell(call, 1, ty)?);
        let (semantics, failed, scope) = match is_explicit {
            true => {
                let scope = if call.args.len() > 5 { scope_of(self.known(call, 5)?)? } else { Scope::Device };
                (order_of(self.known(call, 3)?)?, order_of(self.known(call, 4)?)?, scope)
            }
            false => {
                let strongest = MemorySemantics::SEQUENTIALLY_CONSISTENT;
                (strongest, strongest, Scope::Device)
            }
        };
        let scope = self.u32(scope as u32);
        let semantics = self.u32(semantics.bits());
        let failed = self.u32(failed.bits());
        let expected = self.make(Op::Load, ty, &[place]);
        let operands = [pointer, scope, semantics, failed, new, expected];
        let old = self.make(Op::AtomicCompareExchange, ty, &operands);
        self.effect(Op::Store, &[place, old]);
        let same = self.truth(Op::IEqual, old, &[old, expected]);
        Ok(self.as_number(same, call.ty, 1))
    }
}

/// The semantics of an order of memory by its number.
pub(super) fn order_of(number: u32) -> Result<MemorySemantics> {
    match ORDERS.iter().find(|(known, _)| *known == number) {
        Some((_, semantics)) => Ok(*semantics),
        None => refuse(format!("unknown order of memory {number}")),
    }
}

/// A scope by its number.
pub(super) fn scope_of(number: u32) -> Result<Scope> {
    match SCOPES.get(number as usize) {
        Some(scope) => Ok(*scope),
        None => refuse(format!("unknown scope {number}")),
    }
}
