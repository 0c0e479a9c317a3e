//! Functions of cooperative matrices. Element `e`, counted row by row, belongs to the lane with the rest of `e` by the number
//! of lanes, which holds it at the quotient. The first wave of a workgroup holds the matrices of the workgroup.

use super::memory::Memory;
use super::writer::{Scalar, Writer};
use spirv::{BuiltIn, CooperativeMatrixOperands, CooperativeMatrixReduce, Op, Scope};

/// A cooperative matrix type, and how lanes hold its elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The type, which becomes that of an array.
    pub(super) id: u32,
    pub(super) element: Scalar,
    pub(super) rows: u32,
    pub(super) columns: u32,
    /// The number of lanes in the waves that hold it.
    pub(super) lanes: u32,
    /// True if the first wave of several holds all of it.
    pub(super) is_of_first: bool,
}

impl Shape {
    /// The number of elements.
    pub(super) fn count(&self) -> u32 {
        self.rows * self.columns
    }

    /// The number of elements that a lane holds, at most.
    pub(super) fn slots(&self) -> u32 {
        self.count().div_ceil(self.lanes)
    }

    /// Returns whether each lane holds as many elements.
    pub(super) fn is_even(&self) -> bool {
        !self.is_of_first && self.count().is_multiple_of(self.lanes)
    }
}

/// The place of a matrix in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) memory: Memory,
    pub(super) by_column: bool,
}

impl Place {
    /// Returns whether elements are parts of words, and each row or column is a number of words.
    pub(super) fn has_whole_words(&self, shape: &Shape) -> bool {
        let run = if self.by_column { shape.rows } else { shape.columns };
        let count = self.memory.scalar_width() / shape.element.width;
        count > 1 && run.is_multiple_of(count)
    }
}

/// The row and the column of an element.
fn coordinates(writer: &mut Writer, shape: &Shape, element: u32) -> (u32, u32) {
    (writer.divided(element, shape.columns), writer.rest(element, shape.columns))
}

/// The condition under which an element is one that the lane holds, if it is not always.
fn is_held(writer: &mut Writer, shape: &Shape, element: u32) -> Option<u32> {
    if shape.is_even() {
        return None;
    }
    let count = writer.number(shape.count());
    let is_element = writer.compare(Op::ULessThan, element, count);
    if !shape.is_of_first {
        return Some(is_element);
    }
    let (wave, zero) = (writer.builtin(BuiltIn::SubgroupId), writer.number(0));
    let is_first = writer.compare(Op::IEqual, wave, zero);
    Some(writer.compare(Op::LogicalAnd, is_element, is_first))
}

/// Runs code for each element of the lane, with its slot and its number.
fn each(writer: &mut Writer, shape: &Shape, body: impl FnOnce(&mut Writer, u32, u32)) {
    let (lane, lanes) = (writer.builtin(BuiltIn::SubgroupLocalInvocationId), writer.number(shape.lanes));
    writer.repeat(shape.slots(), |writer, slot| {
        let element = writer.scaled(slot, lanes, lane);
        match is_held(writer, shape, element) {
            Some(condition) => writer.when(condition, |writer| body(writer, slot, element)),
            None => body(writer, slot, element),
        }
    });
}

/// All elements of a matrix, in a variable of each lane.
fn gathered(writer: &mut Writer, shape: &Shape, matrix: u32) -> u32 {
    let own = writer.variable(shape.id);
    writer.store(own, matrix);
    let array = writer.array(shape.element.id, shape.count());
    let (all, scope) = (writer.variable(array), writer.number(Scope::Subgroup as u32));
    writer.repeat(shape.count(), |writer, element| {
        let (slot, lane) = (writer.divided(element, shape.lanes), writer.rest(element, shape.lanes));
        let value = writer.get(shape.element.id, own, slot);
        let value = writer.value(Op::GroupNonUniformShuffle, shape.element.id, &[scope, value, lane]);
        writer.set(shape.element.id, all, element, value);
    });
    all
}

/// Ends a function whose result is a matrix in a variable.
fn returned(writer: &mut Writer, shape: &Shape, variable: u32) -> u32 {
    let value = writer.load(shape.id, variable);
    writer.end(Some(value))
}

/// The place of an element in memory, counted in elements of the matrix.
fn address(writer: &mut Writer, shape: &Shape, place: &Place, element: u32, [index, stride]: [u32; 2]) -> u32 {
    let (row, column) = coordinates(writer, shape, element);
    let (major, minor) = if place.by_column { (column, row) } else { (row, column) };
    let start = writer.scaled(major, stride, index);
    let (unit, width) = (place.memory.element_width(), shape.element.width);
    let start = if unit >= width { writer.times(start, unit / width) } else { writer.divided(start, width / unit) };
    writer.of_uints(Op::IAdd, start, minor)
}

/// A function that loads a matrix.
pub(super) fn load(writer: &mut Writer, shape: &Shape, place: &Place) -> u32 {
    let uint = writer.uint();
    let [pointer, index, stride] = writer.begin(shape.id, &[place.memory.pointer, uint, uint])[..] else { return 0 };
    let result = writer.variable(shape.id);
    each(writer, shape, |writer, slot, element| {
        let at = address(writer, shape, place, element, [index, stride]);
        let bits = place.memory.read(writer, pointer, at, shape.element.width);
        let value = writer.of_bits(bits, shape.element);
        writer.set(shape.element.id, result, slot, value);
    });
    returned(writer, shape, result)
}

/// A function that stores a matrix.
pub(super) fn store(writer: &mut Writer, shape: &Shape, place: &Place) -> u32 {
    let (uint, void) = (writer.uint(), writer.types.void(&mut writer.ids));
    let parameters = [place.memory.pointer, uint, uint, shape.id];
    let [pointer, index, stride, matrix] = writer.begin(void, &parameters)[..] else { return 0 };
    if place.has_whole_words(shape) {
        store_words(writer, shape, place, matrix, [pointer, index, stride]);
        return writer.end(None);
    }
    let own = writer.variable(shape.id);
    writer.store(own, matrix);
    each(writer, shape, |writer, slot, element| {
        let at = address(writer, shape, place, element, [index, stride]);
        let value = writer.get(shape.element.id, own, slot);
        let bits = writer.bits(value, shape.element);
        place.memory.write(writer, pointer, at, bits, shape.element.width);
    });
    writer.end(None)
}

/// Stores whole words, whose elements are those of several lanes.
fn store_words(writer: &mut Writer, shape: &Shape, place: &Place, matrix: u32, [pointer, index, stride]: [u32; 3]) {
    let all = gathered(writer, shape, matrix);
    let width = place.memory.scalar_width();
    let word = writer.unsigned(width);
    let count = width / shape.element.width;
    let (majors, run) = if place.by_column { (shape.columns, shape.rows) } else { (shape.rows, shape.columns) };
    let words = Shape { element: word, rows: majors, columns: run / count, ..*shape };
    let of_words = Place { by_column: false, ..*place };
    each(writer, &words, |writer, _, element| {
        let (major, minor) = coordinates(writer, &words, element);
        let first = writer.times(minor, count);
        let mut bits = writer.constant(word, 0);
        for part in 0..count {
            let number = writer.number(part);
            let minor = writer.of_uints(Op::IAdd, first, number);
            let (row, column) = if place.by_column { (minor, major) } else { (major, minor) };
            let length = writer.number(shape.columns);
            let at = writer.scaled(row, length, column);
            let value = writer.get(shape.element.id, all, at);
            let own = writer.bits(value, shape.element);
            let own = writer.resized(own, shape.element.width, width, false);
            let shift = writer.number(part * shape.element.width);
            let own = writer.value(Op::ShiftLeftLogical, word.id, &[own, shift]);
            bits = writer.value(Op::BitwiseOr, word.id, &[bits, own]);
        }
        let at = address(writer, &words, &of_words, element, [index, stride]);
        place.memory.write(writer, pointer, at, bits, width);
    });
}

/// A function that multiplies two matrices and adds a third one. Each element is a sum in ascending order, which begins with
/// the element of the third matrix and is rounded once.
pub(super) fn multiply_add(
    writer: &mut Writer,
    [a, b, c, result]: &[Shape; 4],
    operands: CooperativeMatrixOperands,
) -> u32 {
    let [left, right, start] = writer.begin(result.id, &[a.id, b.id, c.id])[..] else { return 0 };
    let saturates =
        operands.contains(CooperativeMatrixOperands::SATURATING_ACCUMULATION_KHR) && !result.element.is_float;
    let sum = if saturates { writer.unsigned(64) } else { writer.sum_type(result.element) };
    let [left, right] = [(a, left), (b, right)].map(|(shape, matrix)| gathered(writer, shape, matrix));
    let [starts, sums] = [c, result].map(|shape| writer.variable(shape.id));
    writer.store(starts, start);
    let total = writer.variable(sum.id);
    let is_signed = [
        CooperativeMatrixOperands::MATRIX_A_SIGNED_COMPONENTS_KHR,
        CooperativeMatrixOperands::MATRIX_B_SIGNED_COMPONENTS_KHR,
        CooperativeMatrixOperands::MATRIX_C_SIGNED_COMPONENTS_KHR,
        CooperativeMatrixOperands::MATRIX_RESULT_SIGNED_COMPONENTS_KHR,
    ]
    .map(|one| operands.contains(one));
    each(writer, result, |writer, slot, element| {
        let (row, column) = coordinates(writer, result, element);
        let value = writer.get(c.element.id, starts, slot);
        let value = writer.widened(value, c.element, sum, is_signed[2]);
        writer.store(total, value);
        writer.repeat(a.columns, |writer, k| {
            let [row_length, column_length] = [a.columns, b.columns].map(|length| writer.number(length));
            let (at, other) = (writer.scaled(row, row_length, k), writer.scaled(k, column_length, column));
            let left = writer.get(a.element.id, left, at);
            let right = writer.get(b.element.id, right, other);
            let left = writer.widened(left, a.element, sum, is_signed[0]);
            let right = writer.widened(right, b.element, sum, is_signed[1]);
            let before = writer.load(sum.id, total);
            let after = writer.multiplied(sum, left, right, before);
            writer.store(total, after);
        });
        let mut value = writer.load(sum.id, total);
        if saturates {
            value = saturated(writer, value, result.element, is_signed[3]);
        }
        let value = writer.narrowed(value, sum, result.element);
        writer.set(result.element.id, sums, slot, value);
    });
    returned(writer, result, sums)
}

/// A sum of 64 bits within the bounds of a component.
fn saturated(writer: &mut Writer, value: u32, component: Scalar, is_signed: bool) -> u32 {
    const SMIN: u32 = 39;
    const SMAX: u32 = 42;
    let signed = writer.types.int(&mut writer.ids, 64, true);
    let signed = Scalar { id: signed, is_float: false, width: 64, is_signed: true, encoding: None };
    let bits = component.width - u32::from(is_signed);
    let most = 1u64.checked_shl(bits).unwrap_or(0).wrapping_sub(1) & (u64::MAX >> 1);
    let least = if is_signed { !most } else { 0 };
    let [most, least] = [most, least].map(|bound| writer.constant(signed, bound));
    let value = writer.value(Op::Bitcast, signed.id, &[value]);
    let value = writer.glsl(SMIN, signed.id, &[value, most]);
    let value = writer.glsl(SMAX, signed.id, &[value, least]);
    let unsigned = writer.unsigned(64);
    writer.value(Op::Bitcast, unsigned.id, &[value])
}

/// A function that applies an operation to each element. The operands are matrices, or scalars of the component type of the
/// result for all elements.
pub(super) fn elementwise(writer: &mut Writer, op: Op, result: &Shape, operands: &[(u32, Option<Shape>)]) -> u32 {
    let of_operand = |(_, shape): &(u32, Option<Shape>)| shape.map_or(result.element, |shape| shape.element);
    let scalars: Vec<Scalar> = operands.iter().map(of_operand).collect();
    let types: Vec<u32> = operands.iter().map(|(ty, _)| *ty).collect();
    let parameters = writer.begin(result.id, &types);
    let variables: Vec<u32> = types.iter().map(|ty| writer.variable(*ty)).collect();
    for (variable, parameter) in variables.iter().zip(&parameters) {
        writer.store(*variable, *parameter);
    }
    let made = writer.variable(result.id);
    writer.repeat(result.slots(), |writer, slot| {
        let mut values = Vec::new();
        for (at, (_, ty)) in operands.iter().enumerate() {
            let value = match ty {
                Some(_) => writer.get(scalars[at].id, variables[at], slot),
                None => parameters[at],
            };
            values.push((value, scalars[at]));
        }
        let value = match op {
            Op::CopyObject => values[0].0,
            op => writer.computed(op, result.element, &values),
        };
        writer.set(result.element.id, made, slot, value);
    });
    returned(writer, result, made)
}

/// A function that makes a matrix of one value.
pub(super) fn fill(writer: &mut Writer, shape: &Shape) -> u32 {
    let [value] = writer.begin(shape.id, &[shape.element.id])[..] else { return 0 };
    let result = writer.variable(shape.id);
    each(writer, shape, |writer, slot, _| writer.set(shape.element.id, result, slot, value));
    returned(writer, shape, result)
}

/// A function that counts the elements of the lane.
pub(super) fn length(writer: &mut Writer, shape: &Shape) -> u32 {
    let uint = writer.uint();
    writer.begin(uint, &[]);
    let count = writer.variable(uint);
    let zero = writer.number(0);
    writer.store(count, zero);
    each(writer, shape, |writer, slot, _| {
        let one = writer.number(1);
        let behind = writer.of_uints(Op::IAdd, slot, one);
        writer.store(count, behind);
    });
    let count = writer.load(uint, count);
    writer.end(Some(count))
}

/// A function that finds the row and the column of the element in a slot.
pub(super) fn coordinate(writer: &mut Writer, shape: &Shape, pair: u32) -> u32 {
    let uint = writer.uint();
    let [slot] = writer.begin(pair, &[uint])[..] else { return 0 };
    let (lane, lanes) = (writer.builtin(BuiltIn::SubgroupLocalInvocationId), writer.number(shape.lanes));
    let element = writer.scaled(slot, lanes, lane);
    let (row, column) = coordinates(writer, shape, element);
    let (none, slots) = (writer.number(u32::MAX), writer.number(shape.slots()));
    let mut is_inside = writer.compare(Op::ULessThan, slot, slots);
    if let Some(is_held) = is_held(writer, shape, element) {
        is_inside = writer.compare(Op::LogicalAnd, is_inside, is_held);
    }
    let [row, column] = [row, column].map(|value| writer.value(Op::Select, uint, &[is_inside, value, none]));
    let result = writer.value(Op::CompositeConstruct, pair, &[row, column]);
    writer.end(Some(result))
}

/// A function that exchanges rows and columns.
pub(super) fn transpose(writer: &mut Writer, from: &Shape, to: &Shape) -> u32 {
    let [matrix] = writer.begin(to.id, &[from.id])[..] else { return 0 };
    let (all, result) = (gathered(writer, from, matrix), writer.variable(to.id));
    each(writer, to, |writer, slot, element| {
        let (row, column) = coordinates(writer, to, element);
        let length = writer.number(from.columns);
        let at = writer.scaled(column, length, row);
        let value = writer.get(from.element.id, all, at);
        let bits = writer.bits(value, from.element);
        let value = writer.of_bits(bits, to.element);
        writer.set(to.element.id, result, slot, value);
    });
    returned(writer, to, result)
}

/// A function that combines the elements of rows, of columns, of both, or of squares of four, in ascending order.
pub(super) fn reduce(writer: &mut Writer, from: &Shape, to: &Shape, by: CooperativeMatrixReduce, combine: u32) -> u32 {
    let [matrix] = writer.begin(to.id, &[from.id])[..] else { return 0 };
    let (all, result) = (gathered(writer, from, matrix), writer.variable(to.id));
    let (of_rows, of_squares) = (by.contains(CooperativeMatrixReduce::ROW), by.contains(CooperativeMatrixReduce::_2X2));
    let of_columns = by.contains(CooperativeMatrixReduce::COLUMN);
    let extent = |is_whole: bool, length: u32| match (is_whole, of_squares) {
        (true, _) => length,
        (false, true) => 2,
        (false, false) => 1,
    };
    let (high, wide) = (extent(of_columns, from.rows), extent(of_rows, from.columns));
    let element_ty = from.element.id;
    let total = writer.variable(element_ty);
    each(writer, to, |writer, slot, element| {
        let (row, column) = coordinates(writer, to, element);
        let first_row = if of_columns { writer.number(0) } else { writer.times(row, high) };
        let first_column = if of_rows { writer.number(0) } else { writer.times(column, wide) };
        let length = writer.number(from.columns);
        let first = writer.scaled(first_row, length, first_column);
        let value = writer.get(element_ty, all, first);
        writer.store(total, value);
        let [one, count] = [1, high * wide].map(|number| writer.number(number));
        writer.between(one, count, |writer, at| {
            let (down, along) = (writer.divided(at, wide), writer.rest(at, wide));
            let place = writer.scaled(down, length, along);
            let place = writer.of_uints(Op::IAdd, first, place);
            let (before, value) = (writer.load(element_ty, total), writer.get(element_ty, all, place));
            let after = writer.value(Op::FunctionCall, element_ty, &[combine, before, value]);
            writer.store(total, after);
        });
        let value = writer.load(element_ty, total);
        writer.set(to.element.id, result, slot, value);
    });
    returned(writer, to, result)
}

/// A function that calls one with the row, the column and the value of each element. The further operands are matrices, or
/// values for all elements. The types of row and column are those of the function's parameters.
pub(super) fn per_element(
    writer: &mut Writer,
    shape: &Shape,
    function: u32,
    places: [u32; 2],
    others: &[(u32, Option<Shape>)],
) -> u32 {
    let types: Vec<u32> = std::iter::once(shape.id).chain(others.iter().map(|(ty, _)| *ty)).collect();
    let parameters = writer.begin(shape.id, &types);
    let uint = writer.uint();
    let all = [&[(shape.id, Some(*shape))], others].concat();
    let variables: Vec<u32> =
        all.iter().map(|(ty, shape)| if shape.is_some() { writer.variable(*ty) } else { 0 }).collect();
    for (variable, parameter) in variables.iter().zip(&parameters).filter(|(variable, _)| **variable != 0) {
        writer.store(*variable, *parameter);
    }
    let result = writer.variable(shape.id);
    each(writer, shape, |writer, slot, element| {
        let (row, column) = coordinates(writer, shape, element);
        let mut operands = vec![function];
        for (value, ty) in [row, column].into_iter().zip(places) {
            operands.push(if ty == uint { value } else { writer.value(Op::Bitcast, ty, &[value]) });
        }
        for (at, (_, own)) in all.iter().enumerate() {
            operands.push(match own {
                Some(own) => writer.get(own.element.id, variables[at], slot),
                None => parameters[at],
            });
        }
        let value = writer.value(Op::FunctionCall, shape.element.id, &operands);
        writer.set(shape.element.id, result, slot, value);
    });
    returned(writer, shape, result)
}
