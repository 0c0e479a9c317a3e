//! Vectors, arrays and structs as values. Dynamic component indices are clamped.

use crate::error::{Result, invalid};
use crate::lowering::Lowering;
use dialect::ir::{OpId, Type, ValueId};

pub(super) fn construct(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (operands, ty) = (lowering.operands(op)?, lowering.result_type(op)?);
    let result = lowering.known.source[op].results.first().map(|value| lowering.known.source.type_of(*value));
    if !result.is_some_and(|ty| matches!(lowering.known.source.ctx[ty], Type::Vector { .. })) {
        if lowering.b.parts(ty) != Some(operands.len() as u64) {
            return invalid("a composite has more or fewer parts than its type");
        }
        return Ok(lowering.b.aggregate(ty, &operands));
    }
    // Vectors may be made of smaller vectors.
    let components: Vec<ValueId> = operands.into_iter().flat_map(|operand| lowering.components(operand)).collect();
    vector_of(lowering, op, &components)
}

/// A composite all of whose parts are the operand.
pub(super) fn replicate(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (part, ty) = (lowering.operand(op, 0)?, lowering.result_type(op)?);
    let mut parts = Vec::new();
    for _ in 0..lowering.b.parts(ty).unwrap_or(0) {
        lowering.count_part()?;
        parts.push(part);
    }
    Ok(lowering.b.aggregate(ty, &parts))
}

/// A vector, if the type of the result has as many components.
fn vector_of(lowering: &mut Lowering<'_>, op: OpId, components: &[ValueId]) -> Result<ValueId> {
    let ty = lowering.result_type(op)?;
    match lowering.component_count(ty) as usize == components.len() {
        true => Ok(lowering.composed(ty, components)),
        false => invalid("a vector has more or fewer components than its type"),
    }
}

pub(super) fn extract(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let mut value = lowering.operand(op, 0)?;
    for index in lowering.indices(op) {
        value = part(lowering, value, index)?;
    }
    Ok(value)
}

fn part(lowering: &mut Lowering<'_>, value: ValueId, index: u32) -> Result<ValueId> {
    match lowering.has_part(value, index) {
        true => Ok(lowering.b.part(value, index)),
        false => invalid("a composite has no such part"),
    }
}

pub(super) fn insert(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (made, whole) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let (mut path, indices) = (vec![whole], lowering.indices(op));
    for index in &indices {
        path.push(part(lowering, path[path.len() - 1], *index)?);
    }
    let outside = indices.iter().zip(&path).rev();
    Ok(outside.fold(made, |value, (index, outer)| lowering.b.insert_value(*outer, value, *index)))
}

pub(super) fn shuffle(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (x, y) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let [first, second] = [x, y].map(|vector| lowering.component_count(lowering.b.type_of(vector)));
    let components = lowering.indices(op).into_iter().map(|index| match index {
        // A component without a value gets that of the first.
        u32::MAX => Ok((x, 0)),
        _ if index < first => Ok((x, index)),
        _ if index - first < second => Ok((y, index - first)),
        _ => invalid("shuffle component out of bounds"),
    });
    let components = components.collect::<Result<Vec<_>>>()?;
    if first == second && components.len() > 1 {
        let mask: Vec<_> =
            components.iter().map(|(of, index)| Some(if *of == x { *index } else { first + index })).collect();
        return Ok(lowering.b.shuffle(x, y, &mask));
    }
    let components: Vec<ValueId> = components.into_iter().map(|(of, at)| lowering.component(of, at)).collect();
    vector_of(lowering, op, &components)
}

pub(super) fn extract_dynamic(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (vector, index) = (lowering.operand(op, 0)?, lowering.int_operand(op, 1)?);
    Ok(lowering.chosen(vector, index))
}

pub(super) fn insert_dynamic(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (vector, component) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let index = lowering.int_operand(op, 2)?;
    Ok(lowering.replaced(vector, component, index))
}

/// Types that differ in decorations alone have the same values.
pub(super) fn copy(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    lowering.operand(op, 0)
}
