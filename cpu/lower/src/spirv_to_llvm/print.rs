//! `printf`, of NonSemantic.DebugPrintf and of OpenCL.std: calls of the host with what its format takes.

use super::address;
use crate::error::{Result, unsupported};
use crate::facts;
use crate::lowering::Lowering;
use crate::lowering::prints::{Constant, Source};
use abi::print::{self, Language, Shown, Value};
use dialect::ir::{OpId, Type, ValueId};
use dialect::llvm::ops::Opcode;
use dialect::spirv::{attrs, facts as module_facts};

/// A non-semantic instruction: `printf` is a call, all others do nothing.
pub(super) fn extended(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    if !facts::prints(lowering.known.source, op) {
        return Ok(());
    }
    let args = module_facts::array_of(lowering.known.source, op, attrs::ARGS).to_vec();
    let mut sources = Vec::with_capacity(args.len());
    for arg in args {
        lowering.count_part()?;
        sources.push(lowering.prints.argument(lowering.known.source, op, arg));
    }
    call(lowering, &sources, Language::Messages)
}

/// `printf` of OpenCL, which returns success.
pub(super) fn opencl(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let mut sources = Vec::with_capacity(lowering.known.source[op].operands.len());
    for operand in lowering.known.source[op].operands.clone() {
        lowering.count_part()?;
        sources.push(lowering.prints.operand(lowering.known.source, operand));
    }
    call(lowering, &sources, Language::OpenCl)?;
    let ty = lowering.result_type(op)?;
    Ok(lowering.b.zero(ty))
}

/// Calls the host: with the format, with the components of each value, and once more.
fn call(lowering: &mut Lowering<'_>, sources: &[Source], language: Language) -> Result<()> {
    let Some((Source::Text(format), values)) = sources.split_first() else {
        return unsupported("printf", "format is not a constant string");
    };
    let (number, shown) = lowering.prints.format(lowering.known.source, *format, values, language)?;
    let env = lowering.env()?;
    let (number, void) = (lowering.b.i32(number), lowering.b.module.ctx.none());
    let [x, y, z] = env.group;
    lowering.b.call(print::BEGIN, &[number, x, y, z, env.lane], void);
    let numbers = values.iter().filter(|value| !matches!(value, Source::Text(_)));
    for (source, (value, narrow)) in numbers.zip(shown.iter()) {
        let made = match *source {
            Source::Value(value) if is_address(lowering, value) => address::number(lowering, value)?,
            Source::Value(value) => lowering.value(value)?,
            Source::Constant(Constant { attr, ty }) => lowering.constant(attr, ty)?,
            Source::Truth(truth) => lowering.b.i32(u32::from(truth)),
            Source::Text(_) | Source::Nothing => return unsupported("printf", "argument is not a value"),
        };
        for component in 0..value.components {
            lowering.count_part()?;
            let word = word(lowering, made, component, value, *narrow);
            lowering.b.call(print::WORD, &[word], void);
        }
    }
    lowering.b.call(print::END, &[], void);
    Ok(())
}

fn is_address(lowering: &Lowering<'_>, value: ValueId) -> bool {
    module_facts::storage_of(lowering.known.source, lowering.known.source.type_of(value)).is_some()
}

/// A component of a value as the host wants it.
fn word(lowering: &mut Lowering<'_>, made: ValueId, component: u32, value: &Value, narrow: Option<u32>) -> ValueId {
    let b = &mut lowering.b;
    let part = b.component(made, component);
    let (ty, i64) = (b.type_of(part), b.int(64));
    if let Type::Float { .. } = b.ty(ty) {
        let f64 = b.float(64);
        let wide = b.float_cast(part, f64);
        return b.cast(Opcode::Bitcast, wide, i64);
    }
    let width = b.width(ty);
    let kept = match narrow.filter(|bits| *bits < width) {
        Some(bits) => b.int(bits),
        None => ty,
    };
    let part = b.int_cast(part, kept, false);
    // True is 1, not -1.
    b.int_cast(part, i64, value.shown == Shown::Signed && width > 1)
}
