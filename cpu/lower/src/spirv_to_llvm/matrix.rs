//! Matrices: arrays of columns.

use super::arith::{dot_of, scale};
use crate::error::{Result, invalid};
use crate::lowering::Lowering;
use dialect::ir::{OpId, TypeId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::ops::Opcode;
use dialect::llvm::types;

/// The columns of a matrix.
fn columns(b: &mut Builder, matrix: ValueId) -> Result<Vec<ValueId>> {
    match b.parts(b.type_of(matrix)) {
        Some(count @ 1..) if types::field(&b.module.ctx, b.type_of(matrix), 0).is_some() => {
            Ok((0..count as u32).map(|column| b.part(matrix, column)).collect())
        }
        _ => invalid("the operand is not a matrix"),
    }
}

pub(super) fn times_scalar(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (matrix, scalar) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let ty = lowering.result_type(op)?;
    let columns = columns(&mut lowering.b, matrix)?;
    let columns: Vec<ValueId> = columns.into_iter().map(|column| scale(lowering, column, scalar)).collect();
    Ok(lowering.b.aggregate(ty, &columns))
}

/// The sum of columns, each times a component of the vector.
fn combine(lowering: &mut Lowering<'_>, columns: &[ValueId], vector: ValueId) -> Result<ValueId> {
    let factors = lowering.components(vector);
    if factors.len() != columns.len() {
        return invalid("a matrix has more or fewer columns than its factor has components");
    }
    let mut sum = scale(lowering, columns[0], factors[0]);
    for (column, factor) in columns.iter().zip(factors).skip(1) {
        let part = scale(lowering, *column, factor);
        sum = lowering.b.binary(Opcode::FAdd, sum, part);
    }
    Ok(sum)
}

pub(super) fn times_vector(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (matrix, vector) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let columns = columns(&mut lowering.b, matrix)?;
    combine(lowering, &columns, vector)
}

pub(super) fn vector_times(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (vector, matrix) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let columns = columns(&mut lowering.b, matrix)?;
    let parts: Vec<ValueId> = columns.into_iter().map(|column| dot_of(lowering, vector, column)).collect();
    let ty = lowering.result_type(op)?;
    match lowering.component_count(ty) as usize == parts.len() {
        true => Ok(lowering.composed(ty, &parts)),
        false => invalid("a matrix has more or fewer columns than its product has components"),
    }
}

pub(super) fn times_matrix(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (left, right) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let ty = lowering.result_type(op)?;
    let (left, right) = (columns(&mut lowering.b, left)?, columns(&mut lowering.b, right)?);
    let made = right.into_iter().map(|column| combine(lowering, &left, column)).collect::<Result<Vec<_>>>()?;
    Ok(lowering.b.aggregate(ty, &made))
}

pub(super) fn outer_product(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (column, row) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let ty = lowering.result_type(op)?;
    let factors = lowering.components(row);
    let made: Vec<ValueId> = factors.into_iter().map(|factor| scale(lowering, column, factor)).collect();
    Ok(lowering.b.aggregate(ty, &made))
}

/// A matrix of these columns.
fn matrix_of(lowering: &mut Lowering<'_>, ty: TypeId, columns: &[Vec<ValueId>]) -> Result<ValueId> {
    let Some(column) = types::field(&lowering.b.module.ctx, ty, 0) else {
        return invalid("the result is not a matrix");
    };
    if columns.iter().any(|components| components.len() != lowering.component_count(column) as usize) {
        return invalid("a column has more or fewer components than its type");
    }
    let columns: Vec<ValueId> = columns.iter().map(|components| lowering.composed(column, components)).collect();
    Ok(lowering.b.aggregate(ty, &columns))
}

/// The components of a matrix, column by column.
fn grid(lowering: &mut Lowering<'_>, matrix: ValueId) -> Result<Vec<Vec<ValueId>>> {
    Ok(columns(&mut lowering.b, matrix)?.into_iter().map(|column| lowering.components(column)).collect())
}

pub(super) fn transpose(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (matrix, ty) = (lowering.operand(op, 0)?, lowering.result_type(op)?);
    let grid = grid(lowering, matrix)?;
    let rows: Vec<Vec<ValueId>> =
        (0..grid[0].len()).map(|row| grid.iter().map(|column| column[row]).collect()).collect();
    matrix_of(lowering, ty, &rows)
}

/// The determinant by expansion along the first column; matrices have at most four.
fn determinant_of(b: &mut Builder, grid: &[Vec<ValueId>]) -> ValueId {
    if let [only] = grid {
        return only[0];
    }
    let mut sum: Option<ValueId> = None;
    for row in 0..grid.len() {
        let minor = determinant_of(b, &minor(grid, 0, row));
        let term = b.binary(Opcode::FMul, grid[0][row], minor);
        sum = Some(match sum {
            None => term,
            Some(sum) if row % 2 == 0 => b.binary(Opcode::FAdd, sum, term),
            Some(sum) => b.binary(Opcode::FSub, sum, term),
        });
    }
    sum.unwrap_or(grid[0][0])
}

/// The matrix without one column and one row.
fn minor(grid: &[Vec<ValueId>], column: usize, row: usize) -> Vec<Vec<ValueId>> {
    let without = |values: &Vec<ValueId>| {
        values.iter().enumerate().filter(|(at, _)| *at != row).map(|(_, value)| *value).collect()
    };
    grid.iter().enumerate().filter(|(at, _)| *at != column).map(|(_, values)| without(values)).collect()
}

fn square(lowering: &mut Lowering<'_>, op: OpId) -> Result<Vec<Vec<ValueId>>> {
    let matrix = lowering.operand(op, 0)?;
    let grid = grid(lowering, matrix)?;
    match grid.len() == grid[0].len() && grid.len() <= 4 {
        true => Ok(grid),
        false => invalid("the matrix is not square"),
    }
}

pub(super) fn determinant(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let grid = square(lowering, op)?;
    Ok(determinant_of(&mut lowering.b, &grid))
}

pub(super) fn inverse(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (grid, ty) = (square(lowering, op)?, lowering.result_type(op)?);
    let b = &mut lowering.b;
    let determinant = determinant_of(b, &grid);
    let one = b.fconst(b.type_of(determinant), 1.0);
    let factor = b.binary(Opcode::FDiv, one, determinant);
    let count = grid.len();
    let mut made = vec![Vec::new(); count];
    for (column, values) in made.iter_mut().enumerate() {
        for row in 0..count {
            // The inverse is the transpose of the cofactors over the determinant.
            let minor = if count == 1 { one } else { determinant_of(b, &minor(&grid, row, column)) };
            let signed = if (row + column) % 2 == 0 { minor } else { b.unary(Opcode::FNeg, minor) };
            values.push(b.binary(Opcode::FMul, signed, factor));
        }
    }
    matrix_of(lowering, ty, &made)
}
