//! Specialisation constants: their values as the host sets them, and what is computed from them.

mod evaluate;

pub(crate) use evaluate::Value;

use crate::error::{Result, invalid, unsupported};
use abi::SpecConstant;
use base::intern::Symbol;
use dialect::ir::{Attr, AttrId, Module, OpId, Type, TypeId};
use dialect::llvm::build::mask;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::{Length, SpirvType};
use dialect::spirv::{attrs, facts, host};
use evaluate::Shape;
use rustc_hash::FxHashMap;
use spirv::Op;

/// Sets the constants whose numbers are listed; returns the facts about all of them.
pub(crate) fn specialise(module: &mut Module, values: &[(u32, u64)]) -> Vec<SpecConstant> {
    let mut found = Vec::new();
    for op in module.top_ops().to_vec() {
        let is_constant = ops::code(module, op) == Some(Code::Mlir(Mlir::SpecConstant));
        let Some(id) = facts::number_of(module, op, "spec_id").filter(|_| is_constant) else { continue };
        if let Some((_, bits)) = values.iter().find(|(wanted, _)| u64::from(*wanted) == id) {
            set(module, op, *bits);
        }
        let name = facts::name_of(module, op).map_or("", |name| module.ctx.str(name)).to_owned();
        let bits = module.attr(op, attrs::VALUE).and_then(|attr| bits_of(module, attr)).unwrap_or(0);
        found.push(SpecConstant { id: id as u32, name, bits });
    }
    found
}

fn set(module: &mut Module, op: OpId, bits: u64) {
    let Some(ty) = facts::type_of(module, op, attrs::TYPE) else { return };
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

/// The values of all specialisation constants, by name; for those that cannot be computed, the reason.
///
/// They are computed once and in their order, so that it does not matter how often they use each other.
#[derive(Debug, Default)]
pub(crate) struct Constants {
    known: FxHashMap<Symbol, Result<Value>>,
}

impl Constants {
    pub(crate) fn new(module: &Module) -> Constants {
        let mut found = Constants::default();
        for op in module.top_ops() {
            let Some(Code::Mlir(code)) = ops::code(module, *op) else { continue };
            let value = match code {
                Mlir::SpecConstant => found.plain(module, *op),
                Mlir::SpecConstantComposite => found.composite(module, *op),
                Mlir::SpecConstantOperation => found.operation(module, *op),
                _ => continue,
            };
            if let Some(name) = facts::name_of(module, *op) {
                found.known.insert(name, value);
            }
        }
        found
    }

    /// The value of the constant with this name.
    pub(crate) fn value(&self, name: Symbol) -> Result<Value> {
        match self.known.get(&name) {
            Some(value) => value.clone(),
            None => invalid("a specialization constant is not defined"),
        }
    }

    /// The bits of the scalar constant with this name.
    pub(crate) fn bits(&self, name: Symbol) -> Result<u64> {
        let bits = self.value(name)?.bits();
        bits.map_or_else(|| invalid("expected a scalar constant, found a composite"), Ok)
    }

    /// The bits of a scalar constant, or of the one that it names.
    fn bits_of_attr(&self, module: &Module, attr: AttrId) -> Result<u64> {
        let bits = self.value_of(module, attr)?.bits();
        bits.map_or_else(|| invalid("expected a scalar constant, found a composite"), Ok)
    }

    fn value_of(&self, module: &Module, attr: AttrId) -> Result<Value> {
        match &module.ctx[attr] {
            Attr::Symbol(name) => self.value(*name),
            Attr::Int { bits, ty } | Attr::Float { bits, ty } => {
                Ok(Value::Scalar { bits: *bits, width: scalar_width(module, *ty) })
            }
            Attr::Bool(value) => Ok(Value::Scalar { bits: u64::from(*value), width: 1 }),
            Attr::Array(parts) | Attr::Dense { elems: parts, .. } => {
                let parts = parts.iter().map(|part| self.value_of(module, *part));
                Ok(Value::Parts(parts.collect::<Result<Vec<_>>>()?.into()))
            }
            Attr::Dict(items) => {
                let find = |wanted: &str| items.iter().find(|(name, _)| *name == wanted).map(|(_, attr)| *attr);
                let ty = find(attrs::TYPE).map(|ty| &module.ctx[ty]);
                match (find(attrs::VALUE), ty) {
                    (Some(value), Some(Attr::Type(ty))) => match facts::replicated(&module.ctx[value]) {
                        Some(part) => self.replicated(module, part, *ty),
                        None => self.value_of(module, value),
                    },
                    _ => invalid("a constant has no value"),
                }
            }
            Attr::Null | Attr::Undef => Ok(Value::Zero),
            _ => invalid("a constant has no value"),
        }
    }

    fn plain(&self, module: &Module, op: OpId) -> Result<Value> {
        match module.attr(op, attrs::VALUE) {
            Some(attr) => self.value_of(module, attr),
            None => invalid("a specialization constant has no value"),
        }
    }

    /// A composite whose parts are all the same.
    fn replicated(&self, module: &Module, part: AttrId, ty: TypeId) -> Result<Value> {
        let part = self.value_of(module, part)?;
        match counts(module, ty, &[0]).as_deref() {
            Some([count]) => Ok(Value::Parts(vec![part; *count].into())),
            _ => unsupported("spirv.SpecConstantComposite", "unsupported composite type"),
        }
    }

    fn composite(&self, module: &Module, op: OpId) -> Result<Value> {
        let ty = facts::type_of(module, op, attrs::TYPE);
        if let (Some(_), [part], Some(ty)) =
            (module.attr(op, attrs::REPLICATE), facts::array_of(module, op, attrs::ARGS), ty)
        {
            return self.replicated(module, *part, ty);
        }
        let parts = facts::array_of(module, op, attrs::ARGS).iter().map(|part| self.value_of(module, *part));
        Ok(Value::Parts(parts.collect::<Result<Vec<_>>>()?.into()))
    }

    fn operation(&self, module: &Module, op: OpId) -> Result<Value> {
        let name = match module.attr(op, attrs::OP).map(|attr| &module.ctx[attr]) {
            Some(Attr::Str(name)) => name.to_string(),
            _ => String::new(),
        };
        let Some(ty) = facts::type_of(module, op, attrs::TYPE) else { return invalid("a constant has no type") };
        let mut args = Vec::new();
        let mut literals = Vec::new();
        for attr in facts::array_of(module, op, attrs::ARGS) {
            match module.ctx[*attr] {
                Attr::Literal(value) => literals.push(value as usize),
                _ => args.push(self.value_of(module, *attr)?),
            }
        }
        let code = ops::by_name(&name).and_then(|row| row.code.core());
        let made = match (code, args.as_slice()) {
            (Some(Op::CompositeExtract), [whole]) => {
                literals.iter().try_fold(whole.clone(), |value, index| value.part(*index))
            }
            (Some(Op::CompositeInsert), [part, whole]) => {
                counts(module, ty, &literals).and_then(|counts| whole.with_part(&literals, &counts, part))
            }
            (Some(Op::VectorShuffle), [a, b]) => shuffled(module, op, a, b, &literals),
            (Some(Op::CompositeConstruct), parts) => Some(Value::Parts(parts.into())),
            (Some(code), args) => shape(module, ty).and_then(|shape| evaluate::apply(code, args, shape)),
            (None, _) => None,
        };
        match made {
            Some(value) => Ok(value),
            None => unsupported(name, "not a constant expression"),
        }
    }
}

fn scalar_width(module: &Module, ty: TypeId) -> u32 {
    match module.ctx[ty] {
        Type::Int { width, .. } | Type::Float { width, .. } => width,
        _ => 32,
    }
}

fn shape(module: &Module, ty: TypeId) -> Option<Shape> {
    let lanes = match module.ctx[ty] {
        Type::Vector { len, .. } => Some(len),
        _ => None,
    };
    match module.ctx[module.ctx.scalar_of(ty)] {
        Type::Int { width, .. } | Type::Float { width, .. } => Some(Shape { lanes, width }),
        _ => None,
    }
}

/// The number of parts at each level that indices go through.
fn counts(module: &Module, ty: TypeId, indices: &[usize]) -> Option<Vec<usize>> {
    let mut ty = ty;
    let mut counts = Vec::new();
    for index in indices {
        counts.push(match &module.ctx[ty] {
            Type::Vector { len, .. } => *len as usize,
            Type::Spirv(SpirvType::Matrix { columns, .. }) => *columns as usize,
            Type::Spirv(SpirvType::Struct { members, .. }) => members.len(),
            Type::Spirv(SpirvType::Array { len: Length::Const(len), .. }) if *len <= MAX_PARTS => *len as usize,
            _ => return None,
        });
        ty = facts::part_type(&module.ctx, ty, *index)?;
    }
    Some(counts)
}

/// Arrays in which a part is replaced have at most this many.
const MAX_PARTS: u64 = 1 << 16;

/// The components of two vectors that a shuffle takes.
fn shuffled(module: &Module, op: OpId, a: &Value, b: &Value, indices: &[usize]) -> Option<Value> {
    let first = match facts::array_of(module, op, attrs::ARGS).first().map(|attr| &module.ctx[*attr]) {
        Some(Attr::Symbol(name)) => {
            facts::find_symbol(module, *name).and_then(|op| facts::type_of(module, op, attrs::TYPE))
        }
        Some(Attr::Dense { ty, .. }) => Some(*ty),
        _ => None,
    };
    let Type::Vector { len, .. } = module.ctx[first?] else { return None };
    let len = len as usize;
    let parts = indices.iter().map(|index| match *index {
        // An undefined component may have any value.
        index if index == u32::MAX as usize => Some(Value::Zero),
        index if index < len => a.part(index),
        index => b.part(index - len),
    });
    Some(Value::Parts(parts.collect::<Option<Vec<_>>>()?.into()))
}

/// The size of a workgroup: a constant with that builtin's decoration, else what the entry point's modes say, if they
/// do.
pub(crate) fn workgroup_size(
    module: &Module,
    constants: &Constants,
    entry: &host::EntryPoint,
) -> Result<Option<[u32; 3]>> {
    let extent = |attr: AttrId| constants.bits_of_attr(module, attr).map(|bits| bits as u32);
    for op in module.top_ops() {
        let is_size = facts::number_of(module, *op, "built_in") == Some(spirv::BuiltIn::WorkgroupSize as u64);
        let parts = facts::array_of(module, *op, attrs::ARGS);
        if let (true, [x, y, z]) = (is_size, parts) {
            return Ok(Some([extent(*x)?, extent(*y)?, extent(*z)?]));
        }
    }
    if let Some(size) = entry.local_size {
        return Ok(Some(size));
    }
    match mode_size(module, entry) {
        Some([x, y, z]) => Ok(Some([extent(x)?, extent(y)?, extent(z)?])),
        None => Ok(None),
    }
}

/// Returns whether an entry point has an execution mode.
pub(crate) fn has_mode(module: &Module, entry: &host::EntryPoint, mode: spirv::ExecutionMode) -> bool {
    module.top_ops().iter().any(|op| {
        ops::code(module, *op) == Some(Code::Core(Op::ExecutionMode))
            && facts::symbol_of(module, *op, attrs::SYMBOL) == Some(entry.function)
            && facts::number_of(module, *op, "execution_mode") == Some(u64::from(mode as u32))
    })
}

/// The size that an execution mode gives by specialisation constants.
fn mode_size(module: &Module, entry: &host::EntryPoint) -> Option<[AttrId; 3]> {
    for op in module.top_ops() {
        if ops::code(module, *op) != Some(Code::Core(Op::ExecutionModeId))
            || facts::symbol_of(module, *op, attrs::SYMBOL) != Some(entry.function)
        {
            continue;
        }
        if let Some(Attr::Enum { value, params, .. }) = module.attr(*op, "execution_mode").map(|attr| &module.ctx[attr])
            && *value == spirv::ExecutionMode::LocalSizeId as u32
            && let [x, y, z] = **params
        {
            return Some([x, y, z]);
        }
    }
    None
}
