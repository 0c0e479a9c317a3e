//! Layouts of types in memory.
//!
//! | rule | section |
//! |---|---|
//! | std140, std430 | OpenGL 4.6, 7.6.2.2 |
//! | relaxed | DXC's SPIR-V documentation, "Memory Layout Rules": a vector needs the alignment of its components, unless it would straddle 16 bytes |
//! | Direct3D's | the same; HLSL's "Packing Rules for Constant Variables" |
//! | scalar | `VK_EXT_scalar_block_layout` |

use super::Scalar;

/// A type.
#[derive(Clone, Debug)]
pub enum Type {
    /// A scalar.
    Scalar(Scalar),
    /// A vector.
    Vector(Scalar, usize),
    /// A matrix of rows and columns, and whether its rows are together in memory.
    Matrix(Scalar, usize, usize, bool),
    /// An array.
    Array(Box<Type>, usize),
    /// A struct with the types of its members.
    Struct(Vec<Type>),
}

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Uniform buffers of OpenGL.
    Std140,
    /// Storage buffers of OpenGL.
    Std430,
    /// DXC's usual rule for uniform buffers.
    Relaxed140,
    /// DXC's usual rule for storage buffers.
    Relaxed430,
    /// Every type aligned as its scalars.
    Scalar,
    /// Direct3D's constant buffers.
    Constant,
}

impl Rule {
    /// True for rules where arrays, structs and rows begin at multiples of 16.
    fn has_rows(self) -> bool {
        matches!(self, Rule::Std140 | Rule::Relaxed140 | Rule::Constant)
    }

    /// True for rules where a vector is aligned as its components if it stays within 16 bytes.
    fn packs_vectors(self) -> bool {
        matches!(self, Rule::Relaxed140 | Rule::Relaxed430 | Rule::Constant)
    }
}

/// The size of a scalar; a bool takes a word.
pub fn size_of(of: Scalar) -> usize {
    if of == Scalar::Bool { 4 } else { of.bits() as usize / 8 }
}

impl Type {
    /// The alignment and the size.
    pub fn extent(&self, rule: Rule) -> (usize, usize) {
        match self {
            Type::Scalar(of) => (size_of(*of), size_of(*of)),
            Type::Vector(of, count) => (vector_alignment(*of, *count, rule), size_of(*of) * count),
            Type::Matrix(..) => self.matrix(rule).0,
            Type::Array(element, count) => {
                let (stride, alignment, size) = array(element, rule);
                // In Direct3D the next member may be in the last row.
                let last = if rule == Rule::Constant { size } else { stride };
                (alignment, stride * (count - 1) + last)
            }
            Type::Struct(members) => structure(members, rule, &mut Vec::new()),
        }
    }

    /// Alignment and size, and the stride of the vectors that a matrix consists of, with whether those are rows.
    fn matrix(&self, rule: Rule) -> ((usize, usize), usize) {
        let Type::Matrix(of, rows, columns, by_rows) = self else { unreachable!("the type is a matrix") };
        let (count, length) = if *by_rows { (*rows, *columns) } else { (*columns, *rows) };
        if rule == Rule::Scalar {
            return ((size_of(*of), rows * columns * size_of(*of)), length * size_of(*of));
        }
        let whole = size_of(*of) * if length == 3 { 4 } else { length };
        let stride = if rule.has_rows() { whole.next_multiple_of(16) } else { whole };
        let size = match rule == Rule::Constant {
            true => stride * (count - 1) + length * size_of(*of),
            false => stride * count,
        };
        ((stride, size), stride)
    }

    /// The offset of a matrix element.
    pub fn element(&self, row: usize, column: usize, rule: Rule) -> usize {
        let Type::Matrix(of, _, _, by_rows) = self else { unreachable!("the type is a matrix") };
        let (major, minor) = if *by_rows { (row, column) } else { (column, row) };
        major * self.matrix(rule).1 + minor * size_of(*of)
    }

    /// The stride of an array's elements.
    pub fn stride(&self, rule: Rule) -> usize {
        let Type::Array(element, _) = self else { unreachable!("the type is an array") };
        array(element, rule).0
    }

    /// The offsets of a struct's members.
    pub fn offsets(&self, rule: Rule) -> Vec<usize> {
        let Type::Struct(members) = self else { unreachable!("the type is a struct") };
        let mut offsets = Vec::new();
        structure(members, rule, &mut offsets);
        offsets
    }
}

fn vector_alignment(of: Scalar, count: usize, rule: Rule) -> usize {
    match rule {
        Rule::Scalar | Rule::Constant => size_of(of),
        Rule::Std140 | Rule::Std430 | Rule::Relaxed140 | Rule::Relaxed430 => {
            size_of(of) * if count == 3 { 4 } else { count }
        }
    }
}

/// The stride, the alignment and the size of an element.
fn array(element: &Type, rule: Rule) -> (usize, usize, usize) {
    let (alignment, size) = element.extent(rule);
    let alignment = if rule.has_rows() { alignment.next_multiple_of(16) } else { alignment };
    (size.next_multiple_of(alignment), alignment, size)
}

fn structure(members: &[Type], rule: Rule, offsets: &mut Vec<usize>) -> (usize, usize) {
    let (mut most, mut end) = (1, 0usize);
    for member in members {
        let (alignment, size) = member.extent(rule);
        let mut offset = end.next_multiple_of(alignment);
        if let (Type::Vector(of, _), true) = (member, rule.packs_vectors()) {
            let packed = end.next_multiple_of(if size_of(*of) <= 4 { size_of(*of) } else { alignment });
            let straddles =
                if size <= 16 { packed / 16 != (packed + size - 1) / 16 } else { !packed.is_multiple_of(16) };
            offset = if straddles { packed.next_multiple_of(16) } else { packed };
        }
        offsets.push(offset);
        (most, end) = (most.max(alignment), offset + size);
    }
    if rule.has_rows() {
        most = most.next_multiple_of(16);
    }
    let size = if rule == Rule::Constant { end } else { end.next_multiple_of(most) };
    (most, size)
}
