//! Numbers: the values of [`dialect::spirv::value`], compiled here.

pub(crate) use dialect::spirv::value::*;

/// The value of an op that is not known before it runs.
pub(crate) fn compute(op: Op, bits: u32, to: u32, args: [u64; 4]) -> u64 {
    value(op, bits, to, args)
}
