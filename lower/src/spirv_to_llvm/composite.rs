//! Vectors, arrays and structs as values. Components that are chosen at run time are kept in range.

use crate::error::{Result, invalid};
use crate::lowering::Lowering;
use dialect::ir::{OpId, Type, ValueId};

pub(super) fn construct(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (operands, ty) = (lowering.operands(op)?, lowering.result_type(op)?);
    if !matches!(lowering.b.ty(ty), Type::Vector { .. }) {
        if lowering.b.parts(ty) != Some(operands.len() as u64) {
            return invalid("a composite has more or fewer parts than its type");
        }
        return Ok(lowering.b.aggregate(ty, &operands));
    }
    // Vectors may be made of smaller vectors.
    let mut components = Vec::new();
    for operand in operands {
        let lanes = lowering.b.lanes(lowering.b.type_of(operand));
        components.extend((0..lanes).map(|lane| lowering.b.component(operand, lane)));
    }
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
    match lowering.b.lanes(ty) as usize == components.len() {
        true => Ok(lowering.b.vector(components)),
        false => invalid("a vector has more or fewer components than its type"),
    }
}

pub(super) fn extract(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let mut value = lowering.operand(op, 0)?;
    for index in lowering.indices(op) {
        if !has_part(lowering, value, index) {
            return invalid("a composite has no such part");
        }
        value = lowering.b.extract_value(value, index);
    }
    Ok(value)
}

fn has_part(lowering: &Lowering<'_>, value: ValueId, index: u32) -> bool {
    let parts = lowering.b.parts(lowering.b.type_of(value));
    parts.is_some_and(|parts| u64::from(index) < parts)
}

pub(super) fn insert(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (part, whole) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let indices = lowering.indices(op);
    let mut path = vec![whole];
    for index in &indices {
        let value = path[path.len() - 1];
        if !has_part(lowering, value, *index) {
            return invalid("a composite has no such part");
        }
        path.push(lowering.b.extract_value(value, *index));
    }
    let mut value = part;
    for (index, outer) in indices.iter().zip(&path).rev() {
        value = lowering.b.insert_value(*outer, value, *index);
    }
    Ok(value)
}

pub(super) fn shuffle(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (x, y) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let b = &mut lowering.b;
    let (first, second) = (b.lanes(b.type_of(x)), b.lanes(b.type_of(y)));
    let components = lowering.indices(op).into_iter().map(|index| match index {
        // A component without a value gets that of the first.
        u32::MAX => Ok((x, 0)),
        _ if index < first => Ok((x, index)),
        _ if index - first < second => Ok((y, index - first)),
        _ => invalid("a shuffle takes a component that is not there"),
    });
    let components = components.collect::<Result<Vec<_>>>()?;
    let b = &mut lowering.b;
    if first == second && components.len() > 1 {
        let mask: Vec<_> =
            components.iter().map(|(of, index)| Some(if *of == x { *index } else { first + index })).collect();
        return Ok(b.shuffle(x, y, &mask));
    }
    let components: Vec<ValueId> = components.into_iter().map(|(of, index)| b.component(of, index)).collect();
    vector_of(lowering, op, &components)
}

fn index(lowering: &mut Lowering<'_>, op: OpId, at: usize, vector: ValueId) -> Result<ValueId> {
    let index = lowering.operand(op, at)?;
    let last = lowering.b.lanes(lowering.b.type_of(vector)) - 1;
    Ok(lowering.clamp(index, u64::from(last)))
}

pub(super) fn extract_dynamic(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let vector = lowering.operand(op, 0)?;
    let index = index(lowering, op, 1, vector)?;
    Ok(lowering.b.extract(vector, index))
}

pub(super) fn insert_dynamic(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (vector, component) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let index = index(lowering, op, 2, vector)?;
    Ok(lowering.b.insert(vector, component, index))
}

/// Types that differ in decorations alone have the same values.
pub(super) fn copy(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    lowering.operand(op, 0)
}
