//! Specialisation constants: their values as the host sets them, and what is computed from them.

use crate::abi::SpecConstant;
use crate::error::{Result, invalid, unsupported};
use base::intern::Symbol;
use dialect::ir::{Attr, AttrId, Module, OpId, Type, TypeId};
use dialect::llvm::build::mask;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{abi, attrs};
use spirv::Op;

/// Computations of constants nest at most this deep.
const MAX_DEPTH: u32 = 64;

/// Sets the constants whose numbers are listed, and tells about all of them.
pub(crate) fn specialise(module: &mut Module, values: &[(u32, u64)]) -> Vec<SpecConstant> {
    let mut found = Vec::new();
    for op in module.top_ops().to_vec() {
        let is_constant = ops::code(module, op) == Some(Code::Mlir(Mlir::SpecConstant));
        let Some(id) = abi::number_of(module, op, "spec_id").filter(|_| is_constant) else { continue };
        if let Some((_, bits)) = values.iter().find(|(wanted, _)| u64::from(*wanted) == id) {
            set(module, op, *bits);
        }
        let name = abi::name_of(module, op).map_or("", |name| module.ctx.str(name)).to_owned();
        let bits = module.attr(op, attrs::VALUE).and_then(|attr| bits_of(module, attr)).unwrap_or(0);
        found.push(SpecConstant { id: id as u32, name, bits });
    }
    found
}

fn set(module: &mut Module, op: OpId, bits: u64) {
    let Some(ty) = abi::type_of(module, op, attrs::TYPE) else { return };
    let attr = match module.ctx[ty] {
        Type::Int { width: 1, .. } => Attr::Bool(bits != 0),
        Type::Int { width, .. } => Attr::Int { bits: bits & mask(width), ty },
        Type::Float { width, .. } => Attr::Float { bits: bits & mask(width), ty },
        _ => return,
    };
    let attr = module.ctx.attr(attr);
    module[op].set_attr(attrs::VALUE, attr);
}

/// The bits of a scalar constant.
pub(crate) fn bits_of(module: &Module, attr: AttrId) -> Option<u64> {
    match module.ctx[attr] {
        Attr::Int { bits, .. } | Attr::Float { bits, .. } => Some(bits),
        Attr::Bool(value) => Some(u64::from(value)),
        _ => None,
    }
}

/// The bits of the scalar specialisation constant with this name.
pub(crate) fn spec_bits(module: &Module, name: Symbol) -> Result<u64> {
    symbol_bits(module, name, MAX_DEPTH)
}

fn symbol_bits(module: &Module, name: Symbol, depth: u32) -> Result<u64> {
    let Some(op) = abi::find_symbol(module, name).filter(|_| depth > 0) else {
        return invalid("a specialisation constant is not defined");
    };
    match ops::code(module, op) {
        Some(Code::Mlir(Mlir::SpecConstant)) => {
            let bits = module.attr(op, attrs::VALUE).and_then(|attr| bits_of(module, attr));
            bits.map_or_else(|| invalid("a specialisation constant has no value"), Ok)
        }
        Some(Code::Mlir(Mlir::SpecConstantOperation)) => operation_bits(module, op, depth),
        _ => unsupported("spirv.SpecConstantComposite", "only scalars can be computed when a kernel is compiled"),
    }
}

fn attr_bits(module: &Module, attr: AttrId, depth: u32) -> Result<(u64, u32)> {
    let width = |ty: TypeId| match module.ctx[ty] {
        Type::Int { width, .. } | Type::Float { width, .. } => width,
        _ => 32,
    };
    match module.ctx[attr] {
        Attr::Symbol(name) => {
            let ty = abi::find_symbol(module, name).and_then(|op| abi::type_of(module, op, attrs::TYPE));
            Ok((symbol_bits(module, name, depth - 1)?, ty.map_or(32, width)))
        }
        Attr::Int { bits, ty } => Ok((bits, width(ty))),
        _ => match bits_of(module, attr) {
            Some(bits) => Ok((bits, 1)),
            None => {
                unsupported("spirv.SpecConstantOperation", "only scalars can be computed when a kernel is compiled")
            }
        },
    }
}

fn operation_bits(module: &Module, op: OpId, depth: u32) -> Result<u64> {
    let name = match module.attr(op, attrs::OP).map(|attr| &module.ctx[attr]) {
        Some(Attr::Str(name)) => name.to_string(),
        _ => String::new(),
    };
    let code = ops::by_name(&name).and_then(|row| row.code.core());
    if code == Some(Op::CompositeExtract) {
        let (part, _) = attr_bits(module, part_of(module, op)?, depth)?;
        return Ok(part);
    }
    let mut args = Vec::new();
    let mut width = 32;
    for (index, attr) in abi::array_of(module, op, attrs::ARGS).iter().enumerate() {
        let (bits, own) = attr_bits(module, *attr, depth)?;
        // The width of a choice is that of what is chosen.
        if index == usize::from(code == Some(Op::Select)) {
            width = own;
        }
        args.push(bits);
    }
    let result = abi::type_of(module, op, attrs::TYPE).map(|ty| &module.ctx[ty]);
    let to = match result {
        Some(Type::Int { width, .. }) => *width,
        _ => return unsupported(name, "only integers can be computed when a kernel is compiled"),
    };
    match code.and_then(|code| evaluate(code, &args, width)) {
        Some(bits) => Ok(bits & mask(to)),
        None => unsupported(name, "this cannot be computed when a kernel is compiled"),
    }
}

/// The part of a composite constant that an operation takes.
fn part_of(module: &Module, op: OpId) -> Result<AttrId> {
    let args = abi::array_of(module, op, attrs::ARGS);
    let Some((whole, indices)) = args.split_first() else { return invalid("an operation on constants has no operand") };
    let mut part = *whole;
    for index in indices {
        if let Attr::Symbol(name) = module.ctx[part]
            && let Some(op) = abi::find_symbol(module, name)
            && ops::code(module, op) == Some(Code::Mlir(Mlir::SpecConstantComposite))
        {
            part = module.attr(op, attrs::ARGS).unwrap_or(part);
        }
        if let Attr::Dict(items) = &module.ctx[part] {
            part = items.iter().find(|(name, _)| *name == attrs::VALUE).map_or(part, |(_, value)| *value);
        }
        let index = abi::number(module, *index).unwrap_or(0) as usize;
        let next = match &module.ctx[part] {
            Attr::Array(items) | Attr::Dense { elems: items, .. } => items.get(index).copied(),
            _ => None,
        };
        match next {
            Some(next) => part = next,
            None => return unsupported("spirv.SpecConstantOperation", "its operand has no such part"),
        }
    }
    Ok(part)
}

fn evaluate(op: Op, args: &[u64], width: u32) -> Option<u64> {
    let signed = |bits: u64| ((bits << (64 - width)) as i64) >> (64 - width);
    let (a, b) = (args.first().copied()?, args.get(1).copied().unwrap_or(0));
    let (x, y) = (signed(a), signed(b));
    let flag = |value: bool| Some(u64::from(value));
    Some(match op {
        Op::IAdd => a.wrapping_add(b),
        Op::ISub => a.wrapping_sub(b),
        Op::IMul => a.wrapping_mul(b),
        Op::UDiv => a.checked_div(b).unwrap_or(u64::MAX),
        Op::UMod => a.checked_rem(b).unwrap_or(u64::MAX),
        Op::SDiv => x.checked_div(y).map_or(u64::MAX, |value| value as u64),
        Op::SRem => x.checked_rem(y).map_or(0, |value| value as u64),
        Op::SMod => {
            x.checked_rem(y).map_or(0, |rest| if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest } as u64)
        }
        Op::ShiftLeftLogical => a << (b & u64::from(width - 1)),
        Op::ShiftRightLogical => a >> (b & u64::from(width - 1)),
        Op::ShiftRightArithmetic => (x >> (b & u64::from(width - 1))) as u64,
        Op::BitwiseAnd | Op::LogicalAnd => a & b,
        Op::BitwiseOr | Op::LogicalOr => a | b,
        Op::BitwiseXor | Op::LogicalNotEqual => a ^ b,
        Op::Not => !a,
        Op::LogicalNot => u64::from(a == 0),
        Op::SNegate => a.wrapping_neg(),
        Op::UConvert => a,
        Op::SConvert => x as u64,
        Op::Select => {
            if a != 0 {
                b
            } else {
                args.get(2).copied()?
            }
        }
        Op::IEqual | Op::LogicalEqual => return flag(a == b),
        Op::INotEqual => return flag(a != b),
        Op::ULessThan => return flag(a < b),
        Op::ULessThanEqual => return flag(a <= b),
        Op::UGreaterThan => return flag(a > b),
        Op::UGreaterThanEqual => return flag(a >= b),
        Op::SLessThan => return flag(x < y),
        Op::SLessThanEqual => return flag(x <= y),
        Op::SGreaterThan => return flag(x > y),
        Op::SGreaterThanEqual => return flag(x >= y),
        _ => return None,
    })
}

/// The size of a workgroup: a constant with that builtin's decoration, else what the entry point's modes say.
pub(crate) fn workgroup_size(module: &Module, entry: &abi::EntryPoint) -> Result<[u32; 3]> {
    for op in module.top_ops() {
        let is_size = abi::number_of(module, *op, "built_in") == Some(spirv::BuiltIn::WorkgroupSize as u64);
        let parts = abi::array_of(module, *op, attrs::ARGS);
        if let (true, [x, y, z]) = (is_size, parts) {
            let extent = |attr: AttrId| attr_bits(module, attr, MAX_DEPTH).map(|(bits, _)| bits as u32);
            return Ok([extent(*x)?, extent(*y)?, extent(*z)?]);
        }
    }
    match entry.local_size.or_else(|| mode_size(module, entry)) {
        Some(size) => Ok(size),
        None => invalid("the entry point does not say how large its workgroups are"),
    }
}

/// Whether an entry point has an execution mode.
pub(crate) fn has_mode(module: &Module, entry: &abi::EntryPoint, mode: spirv::ExecutionMode) -> bool {
    module.top_ops().iter().any(|op| {
        ops::code(module, *op) == Some(Code::Core(Op::ExecutionMode))
            && abi::symbol_of(module, *op, attrs::SYMBOL) == Some(entry.function)
            && abi::number_of(module, *op, "execution_mode") == Some(u64::from(mode as u32))
    })
}

/// The size that an execution mode gives by specialisation constants.
fn mode_size(module: &Module, entry: &abi::EntryPoint) -> Option<[u32; 3]> {
    for op in module.top_ops() {
        if ops::code(module, *op) != Some(Code::Core(Op::ExecutionModeId))
            || abi::symbol_of(module, *op, attrs::SYMBOL) != Some(entry.function)
        {
            continue;
        }
        if let Some(Attr::Enum { value, params, .. }) = module.attr(*op, "execution_mode").map(|attr| &module.ctx[attr])
            && *value == spirv::ExecutionMode::LocalSizeId as u32
            && let [x, y, z] = &**params
        {
            let extent = |attr: AttrId| attr_bits(module, attr, MAX_DEPTH).ok().map(|(bits, _)| bits as u32);
            return Some([extent(*x)?, extent(*y)?, extent(*z)?]);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_on_constants_are_those_of_their_width() {
        for (op, args, width, expected) in [
            (Op::IAdd, [0xFFFF_FFFF, 2], 32, Some(0x1_0000_0001)),
            (Op::SDiv, [0xFFFF_FFF8, 2], 32, Some(-4i64 as u64)),
            (Op::UDiv, [7, 0], 32, Some(u64::MAX)),
            (Op::SLessThan, [0xFFFF_FFFF, 0], 32, Some(1)),
            (Op::ULessThan, [0xFFFF_FFFF, 0], 32, Some(0)),
            (Op::ShiftLeftLogical, [1, 33], 32, Some(2)),
            (Op::SMod, [7, 0xFFFF_FFFD], 32, Some(-2i64 as u64)),
            (Op::FAdd, [0, 0], 32, None),
        ] {
            assert_eq!(evaluate(op, &args, width), expected, "{op:?}");
        }
    }
}
