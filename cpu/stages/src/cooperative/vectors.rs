//! Functions of cooperative vectors, whose memory is an array and an offset in bytes.

use super::formats::Format;
use super::memory::Memory;
use super::writer::{Scalar, Writer};
use spirv::Op;

/// A vector type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vector {
    pub(super) id: u32,
    pub(super) element: Scalar,
    pub(super) count: u32,
}

/// Numbers of a format in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stored {
    pub(super) memory: Memory,
    pub(super) format: Format,
}

impl Stored {
    /// An offset or a stride in bytes, counted in numbers.
    fn counted(&self, writer: &mut Writer, bytes: u32) -> u32 {
        writer.divided(bytes, self.format.width() / 8)
    }
}

/// A matrix in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    pub(super) stored: Stored,
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) by_column: bool,
    /// True if rows or columns follow each other without a stride.
    pub(super) is_dense: bool,
}

impl Weights {
    /// The place of an element, counted in numbers.
    fn address(&self, writer: &mut Writer, row: u32, column: u32, [offset, stride]: [u32; 2]) -> u32 {
        let (major, minor) = if self.by_column { (column, row) } else { (row, column) };
        let start = self.stored.counted(writer, offset);
        let stride = match self.is_dense {
            true => writer.number(if self.by_column { self.rows } else { self.columns }),
            false => self.stored.counted(writer, stride),
        };
        let start = writer.scaled(major, stride, start);
        writer.of_uints(Op::IAdd, start, minor)
    }
}

/// A component of a vector. That of a vector of one component is the vector.
fn component(writer: &mut Writer, vector: &Vector, value: u32, at: u32) -> u32 {
    match vector.count {
        1 => value,
        _ => writer.value(Op::CompositeExtract, vector.element.id, &[value, at]),
    }
}

/// A vector of components.
fn vector_of(writer: &mut Writer, vector: &Vector, components: &[u32]) -> u32 {
    match components {
        [one] => *one,
        components => writer.value(Op::CompositeConstruct, vector.id, components),
    }
}

/// The components of a vector in a variable.
fn spread(writer: &mut Writer, vector: &Vector, value: u32) -> u32 {
    let array = writer.array(vector.element.id, vector.count);
    let variable = writer.variable(array);
    for at in 0..vector.count {
        let (component, place) = (component(writer, vector, value, at), writer.number(at));
        writer.set(vector.element.id, variable, place, component);
    }
    variable
}

/// A function that converts the components of a vector, of which one is a float that is not of IEEE 754.
pub(super) fn convert(writer: &mut Writer, op: Op, from: &Vector, to: &Vector) -> u32 {
    let [value] = writer.begin(to.id, &[from.id])[..] else { return 0 };
    let mut components = Vec::new();
    for at in 0..from.count {
        let value = component(writer, from, value, at);
        components.push(writer.computed(op, to.element, &[(value, from.element)]));
    }
    let value = vector_of(writer, to, &components);
    writer.end(Some(value))
}

/// A vector of the components in a variable.
fn joined(writer: &mut Writer, vector: &Vector, variable: u32) -> u32 {
    let mut components = Vec::new();
    for at in 0..vector.count {
        let place = writer.number(at);
        components.push(writer.get(vector.element.id, variable, place));
    }
    vector_of(writer, vector, &components)
}

/// A function that loads a vector.
pub(super) fn load(writer: &mut Writer, vector: &Vector, memory: &Memory) -> u32 {
    let uint = writer.uint();
    let [pointer, offset] = writer.begin(vector.id, &[memory.pointer, uint])[..] else { return 0 };
    let width = vector.element.width;
    let first = writer.divided(offset, width / 8);
    let mut components = Vec::new();
    for at in 0..vector.count {
        let at = writer.number(at);
        let place = writer.of_uints(Op::IAdd, first, at);
        let bits = memory.read(writer, pointer, place, width);
        components.push(writer.of_bits(bits, vector.element));
    }
    let value = vector_of(writer, vector, &components);
    writer.end(Some(value))
}

/// A function that stores a vector.
pub(super) fn store(writer: &mut Writer, vector: &Vector, memory: &Memory) -> u32 {
    let (uint, void) = (writer.uint(), writer.types.void(&mut writer.ids));
    let [pointer, offset, value] = writer.begin(void, &[memory.pointer, uint, vector.id])[..] else { return 0 };
    let width = vector.element.width;
    let first = writer.divided(offset, width / 8);
    for at in 0..vector.count {
        let component = component(writer, vector, value, at);
        let at = writer.number(at);
        let place = writer.of_uints(Op::IAdd, first, at);
        let bits = writer.bits(component, vector.element);
        memory.write(writer, pointer, place, bits, width);
    }
    writer.end(None)
}

/// A product of a matrix in memory and a vector, with a bias in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Product {
    pub(super) result: Vector,
    pub(super) input: Vector,
    pub(super) format: Format,
    /// True if a component of the vector holds four numbers.
    pub(super) is_packed: bool,
    pub(super) weights: Weights,
    pub(super) bias: Option<Stored>,
}

impl Product {
    /// The function of the product: each component is a sum in ascending order, which begins with 0; the bias is added last.
    /// The parameters are the vector, the matrix, its offset and its stride, the bias and its offset.
    pub(super) fn function(&self, writer: &mut Writer) -> u32 {
        let Product { result, input, weights, .. } = self;
        let uint = writer.uint();
        let mut types = vec![input.id, weights.stored.memory.pointer, uint, uint];
        types.extend(self.bias.iter().flat_map(|bias| [bias.memory.pointer, uint]));
        let parameters = writer.begin(result.id, &types);
        let sum = writer.sum_type(result.element);
        let given = spread(writer, input, parameters[0]);
        let numbers = writer.array(sum.id, weights.columns);
        let numbers = writer.variable(numbers);
        writer.repeat(weights.columns, |writer, k| {
            let number = self.number(writer, given, k, sum);
            writer.set(sum.id, numbers, k, number);
        });
        let array = writer.array(result.element.id, result.count);
        let (made, total) = (writer.variable(array), writer.variable(sum.id));
        writer.repeat(result.count, |writer, row| {
            let zero = writer.null(sum.id);
            writer.store(total, zero);
            writer.repeat(weights.columns, |writer, k| {
                let at = weights.address(writer, row, k, [parameters[2], parameters[3]]);
                let format = weights.stored.format;
                let bits = weights.stored.memory.read(writer, parameters[1], at, format.width());
                let left = writer.decoded(bits, format, sum);
                let (right, before) = (writer.get(sum.id, numbers, k), writer.load(sum.id, total));
                let after = writer.multiplied(sum, left, right, before);
                writer.store(total, after);
            });
            let mut value = writer.load(sum.id, total);
            if let Some(bias) = &self.bias {
                let first = bias.counted(writer, parameters[5]);
                let at = writer.of_uints(Op::IAdd, first, row);
                let bits = bias.memory.read(writer, parameters[4], at, bias.format.width());
                let added = writer.decoded(bits, bias.format, sum);
                value = writer.value(if sum.is_float { Op::FAdd } else { Op::IAdd }, sum.id, &[value, added]);
            }
            let value = writer.narrowed(value, sum, result.element);
            writer.set(result.element.id, made, row, value);
        });
        let value = joined(writer, result, made);
        writer.end(Some(value))
    }

    /// A number of the vector.
    fn number(&self, writer: &mut Writer, given: u32, k: u32, sum: Scalar) -> u32 {
        let element = self.input.element;
        if !self.is_packed {
            let component = writer.get(element.id, given, k);
            return writer.interpreted(component, element, self.format, sum);
        }
        let (word, part) = (writer.divided(k, 4), writer.rest(k, 4));
        let component = writer.get(element.id, given, word);
        let bits = writer.bits(component, element);
        let (unsigned, shift) = (writer.unsigned(element.width), writer.times(part, 8));
        let shifted = writer.value(Op::ShiftRightLogical, unsigned.id, &[bits, shift]);
        let byte = writer.resized(shifted, element.width, 8, false);
        writer.decoded(byte, self.format, sum)
    }
}

/// Adds a number to one in memory, as an atomic operation.
fn accumulate(writer: &mut Writer, stored: &Stored, pointer: u32, at: u32, value: u32, element: Scalar) {
    let Some(own) = writer.scalar_of(stored.format) else { return };
    let added = writer.widened(value, element, own, element.is_signed);
    stored.memory.update(writer, pointer, at, own.width, |writer, bits| {
        let before = writer.of_bits(bits, own);
        let after = writer.value(if own.is_float { Op::FAdd } else { Op::IAdd }, own.id, &[before, added]);
        writer.bits(after, own)
    });
}

/// A function that adds the outer product of two vectors to a matrix in memory.
pub(super) fn outer_product(writer: &mut Writer, [left, right]: &[Vector; 2], weights: &Weights) -> u32 {
    let (uint, void) = (writer.uint(), writer.types.void(&mut writer.ids));
    let types = [weights.stored.memory.pointer, uint, uint, left.id, right.id];
    let [pointer, offset, stride, a, b] = writer.begin(void, &types)[..] else { return 0 };
    let (rows, columns) = (spread(writer, left, a), spread(writer, right, b));
    let element = left.element;
    writer.repeat(left.count, |writer, row| {
        let of_row = writer.get(element.id, rows, row);
        writer.repeat(right.count, |writer, column| {
            let of_column = writer.get(element.id, columns, column);
            let op = if element.is_float { Op::FMul } else { Op::IMul };
            let product = writer.value(op, element.id, &[of_row, of_column]);
            let at = weights.address(writer, row, column, [offset, stride]);
            accumulate(writer, &weights.stored, pointer, at, product, element);
        });
    });
    writer.end(None)
}

/// A function that adds the components of a vector to those of one in memory.
pub(super) fn add(writer: &mut Writer, vector: &Vector, stored: &Stored) -> u32 {
    let (uint, void) = (writer.uint(), writer.types.void(&mut writer.ids));
    let [pointer, offset, value] = writer.begin(void, &[stored.memory.pointer, uint, vector.id])[..] else { return 0 };
    let components = spread(writer, vector, value);
    let first = stored.counted(writer, offset);
    writer.repeat(vector.count, |writer, at| {
        let component = writer.get(vector.element.id, components, at);
        let place = writer.of_uints(Op::IAdd, first, at);
        accumulate(writer, stored, pointer, place, component, vector.element);
    });
    writer.end(None)
}
