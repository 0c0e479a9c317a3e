//! The SPIR-V dialect to the LLVM dialect, one invocation at a time: a list of small patterns.
//!
//! A row of [`patterns`] says how an op is lowered: as one op of the LLVM dialect, as a comparison, as a function that
//! LLVM or the host has, or by a function of one of the modules here. No undefined behaviour may reach LLVM: each
//! pattern says what happens where SPIR-V does not.

mod address;
mod arith;
mod atomic;
mod ballot;
mod bit;
mod cast;
mod compare;
mod composite;
mod control_flow;
mod glsl;
mod host;
mod image;
mod matrix;
mod memory;
mod opencl;
mod opencl_memory;
mod patterns;
mod print;
mod query;
mod reasons;
#[cfg(test)]
mod serial;
mod sync;
mod wave;

pub(crate) use atomic::{for_all as atomic_for_all, joins as atomic_joins, joins_lanes as atomic_joins_lanes};
pub(crate) use query::first as first_query;
pub(crate) use reasons::{Fate, fate};

use crate::error::{Result, invalid, unsupported};
use crate::facts;
use crate::lowering::Lowering;
use crate::lowering::lanes::WaveLanes;
use dialect::ir::{BlockId, OpId, ValueId};
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code};
use patterns::{PATTERNS, Rule};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

use Rule::{Compare, Direct, Do, Each, End, Erase, FCompare, Fn, Host, HostThen, Math, Whole};

static RULES: LazyLock<FxHashMap<Code, Rule>> = LazyLock::new(|| PATTERNS.iter().copied().collect());

/// Returns whether ops of a row have a pattern.
pub(crate) fn has_pattern(row: &ops::OpRow) -> bool {
    RULES.contains_key(&row.code)
}

/// Returns whether each component of an op's result depends on the same components of its operands alone.
pub(crate) fn is_each(lowering: &Lowering<'_>, op: OpId) -> bool {
    let rule = ops::code(lowering.known.source, op).and_then(|code| RULES.get(&code));
    match rule {
        Some(Direct(_) | Compare(_) | FCompare(_) | Math(_) | Each(_)) => true,
        Some(Host(name) | HostThen(name, _)) => host::is_each(lowering, op, name),
        Some(Whole(_) | Fn(_) | Do(_) | End(_) | Erase) | None => false,
    }
}

/// Returns whether an op's pattern takes the values of all lanes at once.
pub(crate) fn is_whole(lowering: &Lowering<'_>, op: OpId) -> bool {
    matches!(ops::code(lowering.known.source, op).and_then(|code| RULES.get(&code)), Some(Whole(_)))
}

/// Returns whether an op is a function that the host has.
pub(crate) fn is_of_host(lowering: &Lowering<'_>, op: OpId) -> bool {
    matches!(ops::code(lowering.known.source, op).and_then(|code| RULES.get(&code)), Some(Host(_) | HostThen(..)))
}

/// Lowers one op at the end of the current block. `back_edges` are the targets of branches that close a loop.
pub(crate) fn lower_op(lowering: &mut Lowering<'_>, op: OpId, back_edges: &[BlockId]) -> Result<()> {
    lowering.set_fast_math(op);
    let done = by_pattern(lowering, op, back_edges);
    lowering.b.set_fastmath(None);
    done.map_err(|error| error.at(lowering.known.source, op))
}

fn by_pattern(lowering: &mut Lowering<'_>, op: OpId, back_edges: &[BlockId]) -> Result<()> {
    // Rematerialised values need nothing here; variables still get their initial values.
    let is_variable = facts::is_variable(lowering.known.source, op);
    let result = lowering.known.source[op].results.first().copied();
    if !is_variable && result.is_some_and(|value| facts::is_remade(lowering.known.source, value)) {
        return Ok(());
    }
    let rule = ops::code(lowering.known.source, op).and_then(|code| RULES.get(&code));
    let Some(rule) = rule else {
        let reason = match ops::row(lowering.known.source[op].info).and_then(reasons::fate) {
            Some(Fate::Refused(reason)) => reason,
            Some(Fate::Meets | Fate::Loop | Fate::ReadBefore) | None => "it stands where it has no meaning",
        };
        return unsupported(lowering.name(op), reason);
    };
    let made = match *rule {
        Erase => return Ok(()),
        Do(pattern) => return pattern(lowering, op),
        End(pattern) => return pattern(lowering, op, back_edges),
        Each(pattern) | Whole(pattern) | Fn(pattern) => pattern(lowering, op)?,
        Direct(opcode) => direct(lowering, op, opcode)?,
        Compare(predicate) => {
            let (a, b) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
            lowering.b.icmp(predicate, a, b)
        }
        FCompare(predicate) => {
            let (a, b) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
            lowering.b.fcmp(predicate, a, b)
        }
        Math(name) => {
            let operands = lowering.operands(op)?;
            lowering.b.math(name, &operands)
        }
        Host(name) => host::host(lowering, op, name)?,
        HostThen(name, pattern) => {
            let made = host::host(lowering, op, name)?;
            pattern(lowering, op, made)?
        }
    };
    match result {
        Some(result) => {
            let wanted = lowering.type_of(result)?;
            if lowering.b.type_of(made) != wanted {
                return invalid(format!("'{}' has operands that do not fit its result", lowering.name(op)));
            }
            lowering.define(result, made)
        }
        None => Ok(()),
    }
}

fn direct(lowering: &mut Lowering<'_>, op: OpId, opcode: Opcode) -> Result<ValueId> {
    let operands = lowering.operands(op)?;
    match operands.as_slice() {
        [a] => Ok(lowering.b.unary(opcode, *a)),
        [a, b] => Ok(lowering.b.binary(opcode, *a, *b)),
        _ => invalid(format!("'{}' has too many operands", lowering.name(op))),
    }
}

/// Lowers the arrival of a lane at a synchronising op.
pub(crate) fn arrive(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    sync::arrive(lowering, op)
}

/// Lowers the synchronising op for the lanes of a wave that have arrived.
pub(crate) fn meet(lowering: &mut Lowering<'_>, op: OpId, lanes: &WaveLanes) -> Result<()> {
    wave::meet(lowering, op, lanes).map_err(|error| error.at(lowering.known.source, op))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_op_has_a_pattern_or_a_reason() {
        let missing: Vec<&str> = ops::rows()
            .filter(|row| !RULES.contains_key(&row.code) && reasons::fate(row).is_none())
            .map(|row| row.info.name)
            .collect();
        assert_eq!(missing, Vec::<&str>::new());
    }

    #[test]
    fn intrinsics_take_what_their_ops_have() {
        for (code, rule) in PATTERNS {
            let row = ops::rows().find(|row| row.code == *code);
            if let (Math(intrinsic), Some(row)) = (rule, row) {
                assert_eq!(intrinsic.signature().arity(), row.required_values(), "{}", row.info.name);
            }
        }
    }

    #[test]
    fn nothing_that_runs_may_write_anything_but_barriers_and_ray_queries() {
        use dialect::spirv::effects::{self, Memory};
        let runs = |row: &&ops::OpRow| has_pattern(row) || fate(row) == Some(Fate::Meets);
        let rows = ops::rows().filter(runs);
        let is_query = |row: &&ops::OpRow| row.code.core().is_some_and(|op| abi::rays::QueryOp::of(op).is_some());
        let rows = rows.filter(|row| !is_query(row));
        let names = rows.filter(|row| effects::of(&row.info).writes == Memory::Anything).map(|row| row.info.name);
        assert_eq!(names.collect::<Vec<_>>(), ["spirv.ControlBarrier", "spirv.MemoryBarrier"]);
    }

    #[test]
    fn rows_are_unique() {
        assert_eq!(RULES.len(), PATTERNS.len());
    }
}
