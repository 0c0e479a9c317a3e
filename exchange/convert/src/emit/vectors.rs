//! Vectors: components, slices, shuffles and reductions. A vector of one component is that component.

use super::Emitter;
use crate::tree::{Node, Ty, Value};
use dialect::diagnostics::Result;
use dialect::ir::{Attr, Type, TypeId, ValueId};
use dialect::spirv::attrs;
use spirv::Op;

/// `vector.broadcast`, `vector.splat`.
pub(crate) fn broadcast(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    let ty = emit.result_type(node, 0)?;
    let value = match emit.module.ctx[ty] {
        _ if emit.type_of(operand) == ty => operand,
        Type::Vector { len, .. } => emit.value(Op::CompositeConstruct, &vec![operand; len as usize], ty),
        _ => return emit.error("the vector has another shape"),
    };
    emit.give(node, &[value]);
    Ok(())
}

/// `vector.from_elements`, `complex.create`.
pub(crate) fn construct(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operands = emit.operands(node)?;
    let ty = emit.result_type(node, 0)?;
    let value = match operands[..] {
        [only] if emit.type_of(only) == ty => only,
        _ => emit.value(Op::CompositeConstruct, &operands, ty),
    };
    emit.give(node, &[value]);
    Ok(())
}

/// `vector.to_elements`.
pub(crate) fn elements(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    let values = emit.components(operand);
    emit.give(node, &values);
    Ok(())
}

/// `complex.re`.
pub(crate) fn real(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    part(emit, node, 0)
}

/// `complex.im`.
pub(crate) fn imaginary(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    part(emit, node, 1)
}

fn part(emit: &mut Emitter<'_>, node: &Node, at: u64) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    let ty = emit.result_type(node, 0)?;
    let value = emit.extract(operand, at, ty);
    emit.give(node, &[value]);
    Ok(())
}

/// `vector.extract`, `vector.extractelement`.
pub(crate) fn extract(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    let ty = emit.result_type(node, 0)?;
    let position = emit.position(node, node.operands[0], 1)?;
    let value = match position {
        Position::Poison => emit.value(Op::Undef, &[], ty),
        _ if emit.type_of(operand) == ty => operand,
        Position::Known(at) => emit.extract(operand, at, ty),
        Position::Value(at) => emit.value(Op::VectorExtractDynamic, &[operand, at], ty),
    };
    emit.give(node, &[value]);
    Ok(())
}

/// `vector.insert`, `vector.insertelement`.
pub(crate) fn insert(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let (part, vector) = (emit.operand(node, 0)?, emit.operand(node, 1)?);
    let ty = emit.result_type(node, 0)?;
    let position = emit.position(node, node.operands[1], 2)?;
    let value = match position {
        Position::Poison => emit.value(Op::Undef, &[], ty),
        _ if emit.type_of(part) == ty => part,
        Position::Known(at) => emit.insert(part, vector, at),
        Position::Value(at) => emit.value(Op::VectorInsertDynamic, &[vector, part, at], ty),
    };
    emit.give(node, &[value]);
    Ok(())
}

/// `vector.extract_strided_slice`.
pub(crate) fn extract_slice(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    let ty = emit.result_type(node, 0)?;
    let [offset] = emit.slice(node, ["offsets"])?;
    let [size] = emit.slice(node, ["sizes"])?;
    let parts: Vec<u64> = (offset..offset.saturating_add(size)).take(64).collect();
    let value = emit.shuffled(operand, operand, &parts, ty)?;
    emit.give(node, &[value]);
    Ok(())
}

/// `vector.insert_strided_slice`.
pub(crate) fn insert_slice(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let (part, vector) = (emit.operand(node, 0)?, emit.operand(node, 1)?);
    let ty = emit.result_type(node, 0)?;
    let [offset] = emit.slice(node, ["offsets"])?;
    let (own, len) = (emit.lanes(part), emit.lanes(vector));
    let within = |at: u64| at.checked_sub(offset).filter(|at| *at < own);
    let parts: Vec<u64> = (0..len).map(|at| within(at).map_or(at, |own| len + own)).collect();
    let value = emit.shuffled(vector, part, &parts, ty)?;
    emit.give(node, &[value]);
    Ok(())
}

/// `vector.shuffle`.
pub(crate) fn shuffle(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let (one, other) = (emit.operand(node, 0)?, emit.operand(node, 1)?);
    let ty = emit.result_type(node, 0)?;
    let Some(mask) = node.numbers("mask") else { return emit.error("a shuffle has a mask of numbers") };
    // An undefined component may be any.
    let parts: Vec<u64> = mask.iter().map(|at| u64::try_from(*at).unwrap_or(0)).collect();
    let value = emit.shuffled(one, other, &parts, ty)?;
    emit.give(node, &[value]);
    Ok(())
}

/// `vector.interleave`.
pub(crate) fn interleave(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let (one, other) = (emit.operand(node, 0)?, emit.operand(node, 1)?);
    let ty = emit.result_type(node, 0)?;
    let len = emit.lanes(one);
    let parts: Vec<u64> = (0..len).flat_map(|at| [at, at + len]).collect();
    let value = emit.shuffled(one, other, &parts, ty)?;
    emit.give(node, &[value]);
    Ok(())
}

/// `vector.deinterleave`.
pub(crate) fn deinterleave(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    let ty = emit.result_type(node, 0)?;
    let len = emit.lanes(operand);
    let mut values = Vec::new();
    for first in 0..2 {
        let parts: Vec<u64> = (0..len / 2).map(|at| 2 * at + first).collect();
        values.push(emit.shuffled(operand, operand, &parts, ty)?);
    }
    emit.give(node, &values);
    Ok(())
}

/// `vector.step`.
pub(crate) fn step(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let ty = emit.result_type(node, 0)?;
    let scalar = emit.module.ctx.scalar_of(ty);
    let len = match emit.module.ctx[ty] {
        Type::Vector { len, .. } => u64::from(len),
        _ => 1,
    };
    let parts: Vec<ValueId> = (0..len).map(|at| emit.int(at, scalar)).collect();
    let value = if len == 1 { parts[0] } else { emit.value(Op::CompositeConstruct, &parts, ty) };
    emit.give(node, &[value]);
    Ok(())
}

/// `vector.shape_cast`, `vector.transpose`: between shapes that are the same vector.
pub(crate) fn reshape(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    if emit.type_of(operand) != emit.result_type(node, 0)? {
        return emit.error("the shapes are different vectors");
    }
    emit.give(node, &[operand]);
    Ok(())
}

/// `vector.reduction`.
pub(crate) fn reduce(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operands = emit.operands(node)?;
    // The parts of a vector, and the value that the reduction starts with.
    let mut parts = operands.into_iter().flat_map(|operand| emit.components(operand)).collect::<Vec<_>>().into_iter();
    let Some(mut value) = parts.next() else { return emit.error("a reduction has an operand") };
    let kind = node.word("kind").unwrap_or("").to_owned();
    let is_float = matches!(*emit.operand_type(node, 0)?.scalar(), Ty::Float { .. });
    for part in parts {
        value = combine(emit, &kind, is_float, [value, part])?;
    }
    emit.give(node, &[value]);
    Ok(())
}

/// Two values by the operation of a reduction.
fn combine(emit: &mut Emitter<'_>, kind: &str, is_float: bool, parts: [ValueId; 2]) -> Result<ValueId> {
    let kind = kind.trim_start_matches("#vector.kind<").trim_end_matches('>');
    let ty = emit.type_of(parts[0]);
    let is_bool = matches!(emit.module.ctx[ty], Type::Int { width: 1, .. });
    let op = match (kind, is_float) {
        ("add", true) => Op::FAdd,
        ("mul", true) => Op::FMul,
        ("add", false) if is_bool => Op::LogicalNotEqual,
        ("mul" | "and", false) if is_bool => Op::LogicalAnd,
        ("or", false) if is_bool => Op::LogicalOr,
        ("xor", false) if is_bool => Op::LogicalNotEqual,
        ("add", false) => Op::IAdd,
        ("mul", false) => Op::IMul,
        ("and", false) => Op::BitwiseAnd,
        ("or", false) => Op::BitwiseOr,
        ("xor", false) => Op::BitwiseXor,
        ("minimumf", true) => return emit.extreme(("FMin", "fmin"), &parts, true),
        ("maximumf", true) => return emit.extreme(("FMax", "fmax"), &parts, true),
        ("minnumf", true) => return emit.extreme(("FMin", "fmin"), &parts, false),
        ("maxnumf", true) => return emit.extreme(("FMax", "fmax"), &parts, false),
        ("minsi", false) => return emit.extended(("SMin", "s_min"), &parts, ty),
        ("maxsi", false) => return emit.extended(("SMax", "s_max"), &parts, ty),
        ("minui", false) => return emit.extended(("UMin", "u_min"), &parts, ty),
        ("maxui", false) => return emit.extended(("UMax", "u_max"), &parts, ty),
        _ => return emit.error(format!("unknown reduction '{kind}' of this type")),
    };
    Ok(emit.value(op, &parts, ty))
}

/// The place of a component.
enum Position {
    /// None: what is there may be anything.
    Poison,
    Known(u64),
    Value(ValueId),
}

impl Emitter<'_> {
    /// The number of components of a value.
    fn lanes(&self, value: ValueId) -> u64 {
        match self.module.ctx[self.type_of(value)] {
            Type::Vector { len, .. } => u64::from(len),
            _ => 1,
        }
    }

    /// The components of a value.
    pub(super) fn components(&mut self, value: ValueId) -> Vec<ValueId> {
        let ty = self.type_of(value);
        match self.module.ctx[ty] {
            Type::Vector { elem, len } => (0..u64::from(len)).map(|at| self.extract(value, at, elem)).collect(),
            _ => vec![value],
        }
    }

    fn insert(&mut self, part: ValueId, vector: ValueId, at: u64) -> ValueId {
        let index = self.literal(at);
        let indices = self.module.ctx.attr(Attr::Array([index].into()));
        let ty = self.type_of(vector);
        self.with(Op::CompositeInsert, &[(attrs::INDICES, indices)], &[part, vector], ty)
    }

    /// The component that an op names: a number, or an operand behind the others.
    fn position(&mut self, node: &Node, vector: Value, before: usize) -> Result<Position> {
        let numbers = node.numbers("static_position").unwrap_or_default();
        if numbers.contains(&-1) {
            return Ok(Position::Poison);
        }
        let shape = match &*self.tree_type(vector) {
            Ty::Vector { shape, .. } => shape.clone(),
            _ => return self.error("the operand is not a vector"),
        };
        // Dimensions of one element have one place.
        let long = shape.iter().zip(&numbers).find(|(len, _)| **len != 1).map(|(_, at)| *at);
        match (long, node.operands.get(before)) {
            (Some(at), _) if at >= 0 => Ok(Position::Known(at as u64)),
            (_, Some(value)) => Ok(Position::Value(self.of(*value)?)),
            (None, None) => Ok(Position::Known(0)),
            _ => self.error("the place of the component is not known"),
        }
    }

    /// The only number of each list, for slices of one dimension and stride 1.
    fn slice<const N: usize>(&mut self, node: &Node, names: [&str; N]) -> Result<[u64; N]> {
        if node.numbers("strides").is_some_and(|strides| strides.iter().any(|stride| *stride != 1)) {
            return self.error("a slice with a stride cannot be converted to SPIR-V");
        }
        let numbers = names.map(|name| match node.numbers(name).as_deref() {
            Some([only]) => u64::try_from(*only).ok(),
            _ => None,
        });
        match numbers.iter().all(Option::is_some) {
            true => Ok(numbers.map(Option::unwrap_or_default)),
            false => self.error("a slice of several dimensions cannot be converted to SPIR-V"),
        }
    }

    /// Components of two vectors, or scalars, as a vector or a scalar.
    fn shuffled(&mut self, one: ValueId, other: ValueId, parts: &[u64], ty: TypeId) -> Result<ValueId> {
        let lens = [one, other].map(|value| self.lanes(value));
        if parts.iter().any(|at| *at >= lens[0] + lens[1]) || parts.is_empty() {
            return self.error("unknown component");
        }
        let is_vector = |lanes: u64| lanes > 1;
        if lens.into_iter().all(is_vector) && parts.len() > 1 {
            let items: Vec<_> = parts.iter().map(|at| self.literal(*at)).collect();
            let indices = self.module.ctx.attr(Attr::Array(items.into()));
            return Ok(self.with(Op::VectorShuffle, &[(attrs::INDICES, indices)], &[one, other], ty));
        }
        let mut values = Vec::new();
        for at in parts {
            let (from, len, at) = if *at < lens[0] { (one, lens[0], *at) } else { (other, lens[1], *at - lens[0]) };
            let scalar = self.module.ctx.scalar_of(self.type_of(from));
            values.push(if is_vector(len) { self.extract(from, at, scalar) } else { from });
        }
        match values[..] {
            [only] => Ok(only),
            _ => Ok(self.value(Op::CompositeConstruct, &values, ty)),
        }
    }
}
