//! Matrices as values: rows one by one, and what the language asks of whole matrices.

use crate::builder::num::Num;
use crate::emitter::Emitter;
use spirv::Word;

impl Emitter<'_> {
    /// The rows of a matrix; a vector is its own row.
    pub(crate) fn rows(&mut self, num: Num, matrix: Word) -> Vec<Word> {
        if !num.is_matrix() {
            return vec![matrix];
        }
        let ty = self.spv.num_type(num.row());
        (0..num.rows).map(|row| self.spv.extract(ty, matrix, &[row])).collect()
    }

    /// One row of a matrix.
    pub(crate) fn row(&mut self, num: Num, matrix: Word, row: u32) -> Word {
        let ty = self.spv.num_type(num.row());
        self.spv.extract(ty, matrix, &[row])
    }

    /// All elements, row by row.
    pub(crate) fn scalars(&mut self, num: Num, value: Word) -> Vec<Word> {
        if !num.is_matrix() {
            return self.spv.components(num, value);
        }
        let ty = self.spv.scalar_type(num.elem);
        let positions = (0..num.rows).flat_map(|row| (0..num.columns).map(move |column| [row, column]));
        positions.map(|position| self.spv.extract(ty, value, &position)).collect()
    }

    /// A matrix whose rows are made one by one from those of another.
    pub(crate) fn each_row(
        &mut self,
        from: Num,
        to: Num,
        matrix: Word,
        mut act: impl FnMut(&mut Self, u32, Word) -> Word,
    ) -> Word {
        let rows: Vec<Word> = (0..from.rows)
            .map(|index| {
                let row = self.row(from, matrix, index);
                act(self, index, row)
            })
            .collect();
        let ty = self.spv.num_type(to);
        self.spv.construct(ty, &rows)
    }
    /// A matrix whose rows are made one by one from those of several operands, the first of which is a matrix. One that is
    /// none counts for every row.
    pub(crate) fn by_rows(
        &mut self,
        operands: &[(Num, Word)],
        to: Num,
        mut act: impl FnMut(&mut Self, &[Word]) -> Word,
    ) -> Word {
        let rows: Vec<Word> = (0..operands[0].0.rows)
            .map(|index| {
                let part =
                    |&(num, value): &(Num, Word)| if num.is_matrix() { self.row(num, value, index) } else { value };
                let parts: Vec<Word> = operands.iter().map(part).collect();
                act(self, &parts)
            })
            .collect();
        let ty = self.spv.num_type(to);
        self.spv.construct(ty, &rows)
    }
}
