//! Matrices as arrays of columns.

use crate::error::{Result, refuse};
use crate::state::Rewriter;
use dialect::ir::{OpId, Type, TypeId, ValueId};
use dialect::spirv::types::{Length, SpirvType};
use spirv::Op;

/// The columns of a matrix, each as its components.
type Grid = Vec<Vec<ValueId>>;

impl Rewriter<'_> {
    fn columns(&mut self, matrix: ValueId) -> Result<Vec<ValueId>> {
        match self.module.ctx[self.type_of(matrix)] {
            Type::Spirv(SpirvType::Array { len: Length::Const(len @ 1..=4), .. }) => {
                Ok((0..len as u32).map(|at| self.extract(matrix, at)).collect())
            }
            _ => refuse("an operand is not a matrix"),
        }
    }

    fn grid(&mut self, matrix: ValueId) -> Result<Grid> {
        let columns = self.columns(matrix)?;
        Ok(columns.into_iter().map(|column| self.components(column)).collect())
    }

    /// The sum of columns, each times a component of the vector.
    fn combine(&mut self, columns: &[ValueId], vector: ValueId) -> Result<ValueId> {
        let factors = self.components(vector);
        if factors.len() != columns.len() {
            return refuse("matrix columns and vector components do not match");
        }
        let mut sum = self.scale(columns[0], factors[0]);
        for (column, factor) in columns.iter().zip(factors).skip(1) {
            let part = self.scale(*column, factor);
            sum = self.same(Op::FAdd, &[sum, part]);
        }
        Ok(sum)
    }

    /// An operation on matrices.
    pub(crate) fn rewrite_matrix(&mut self, op: OpId, core: Op) -> Result<()> {
        let operands = self.operands(op);
        let (_, ty) = self.result_types(op);
        let made = match (core, &operands[..]) {
            (Op::MatrixTimesScalar, [matrix, scalar]) => {
                let columns = self.columns(*matrix)?;
                let columns: Vec<ValueId> = columns.into_iter().map(|column| self.scale(column, *scalar)).collect();
                self.construct(&columns, ty)
            }
            (Op::MatrixTimesVector, [matrix, vector]) => {
                let columns = self.columns(*matrix)?;
                self.combine(&columns, *vector)?
            }
            (Op::VectorTimesMatrix, [vector, matrix]) => {
                let columns = self.columns(*matrix)?;
                let parts: Vec<ValueId> = columns.into_iter().map(|column| self.dot(*vector, column)).collect();
                self.vector(&parts)
            }
            (Op::MatrixTimesMatrix, [left, right]) => {
                let (left, right) = (self.columns(*left)?, self.columns(*right)?);
                let made = right.into_iter().map(|column| self.combine(&left, column)).collect::<Result<Vec<_>>>()?;
                self.construct(&made, ty)
            }
            (Op::OuterProduct, [column, row]) => {
                let factors = self.components(*row);
                let made: Vec<ValueId> = factors.into_iter().map(|factor| self.scale(*column, factor)).collect();
                self.construct(&made, ty)
            }
            (Op::Transpose, [matrix]) => {
                let grid = self.grid(*matrix)?;
                let rows: Grid =
                    (0..grid[0].len()).map(|row| grid.iter().map(|column| column[row]).collect()).collect();
                self.matrix_of(&rows, ty)
            }
            _ => return refuse("invalid operands of a matrix operation"),
        };
        self.replace(op, made);
        Ok(())
    }

    fn matrix_of(&mut self, grid: &Grid, ty: TypeId) -> ValueId {
        let columns: Vec<ValueId> = grid.iter().map(|column| self.vector(column)).collect();
        self.construct(&columns, ty)
    }

    /// The determinant by expansion along the first column; matrices have at most four.
    fn determinant_of(&mut self, grid: &Grid) -> ValueId {
        if let [only] = &grid[..] {
            return only[0];
        }
        let mut sum: Option<ValueId> = None;
        for row in 0..grid.len() {
            let minor = self.determinant_of(&minor(grid, 0, row));
            let term = self.same(Op::FMul, &[grid[0][row], minor]);
            sum = Some(match sum {
                None => term,
                Some(sum) if row % 2 == 0 => self.same(Op::FAdd, &[sum, term]),
                Some(sum) => self.same(Op::FSub, &[sum, term]),
            });
        }
        sum.unwrap_or(grid[0][0])
    }

    fn square(&mut self, op: OpId) -> Result<Grid> {
        let matrix = self.operand(op, 0);
        let grid = self.grid(matrix)?;
        if grid.len() == grid[0].len() { Ok(grid) } else { refuse("matrix is not square") }
    }

    pub(crate) fn determinant(&mut self, op: OpId) -> Result<()> {
        let grid = self.square(op)?;
        let value = self.determinant_of(&grid);
        self.replace(op, value);
        Ok(())
    }

    pub(crate) fn inverse(&mut self, op: OpId) -> Result<()> {
        let (grid, (_, ty)) = (self.square(op)?, self.result_types(op));
        let determinant = self.determinant_of(&grid);
        let one = self.like(determinant, 1.0);
        let factor = self.same(Op::FDiv, &[one, determinant]);
        let count = grid.len();
        let mut made = vec![Vec::new(); count];
        for (column, values) in made.iter_mut().enumerate() {
            for row in 0..count {
                // The inverse is the transpose of the cofactors over the determinant.
                let minor = if count == 1 { one } else { self.determinant_of(&minor(&grid, row, column)) };
                let signed = if (row + column) % 2 == 0 { minor } else { self.same(Op::FNegate, &[minor]) };
                values.push(self.same(Op::FMul, &[signed, factor]));
            }
        }
        let value = self.matrix_of(&made, ty);
        self.replace(op, value);
        Ok(())
    }

    /// A select: vectors take vectors of conditions, and composites are selected part by part.
    pub(crate) fn rewrite_select(&mut self, op: OpId) -> Result<()> {
        let operands = self.operands(op);
        let (_, ty) = self.result_types(op);
        let value = self.choice(operands[0], operands[1], operands[2], ty)?;
        self.replace(op, value);
        Ok(())
    }

    fn choice(&mut self, condition: ValueId, yes: ValueId, no: ValueId, ty: TypeId) -> Result<ValueId> {
        let count = match &self.module.ctx[ty] {
            Type::Spirv(SpirvType::Array { len: Length::Const(len), .. }) if *len <= 64 => *len as u32,
            Type::Spirv(SpirvType::Struct { members, .. }) => members.len() as u32,
            Type::Spirv(_) => {
                return refuse("selecting between images, pointers or long arrays is not supported in kernels");
            }
            _ => return Ok(self.select(condition, yes, no)),
        };
        let mut parts = Vec::new();
        for at in 0..count {
            let (yes, no) = (self.extract(yes, at), self.extract(no, at));
            let ty = self.type_of(yes);
            parts.push(self.choice(condition, yes, no, ty)?);
        }
        Ok(self.construct(&parts, ty))
    }
}

/// The matrix without one column and one row.
fn minor(grid: &Grid, column: usize, row: usize) -> Grid {
    let without = |values: &Vec<ValueId>| {
        values.iter().enumerate().filter(|(at, _)| *at != row).map(|(_, value)| *value).collect()
    };
    grid.iter().enumerate().filter(|(at, _)| *at != column).map(|(_, values)| without(values)).collect()
}
