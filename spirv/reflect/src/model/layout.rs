//! Types of the model, and structs with the place of each member.

use super::amount::Amount;
use super::source::SourceFact;
use serde::Serialize;

/// An enumeration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Enumeration {
    /// Its name.
    pub name: String,
    /// True if values are signed; memory holds 32 bits.
    pub signed: bool,
    /// Its enumerators, in the order of declaration.
    pub enumerators: Vec<Enumerator>,
    /// Facts that only the source has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hlsl: Option<SourceFact>,
}

/// An enumerator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Enumerator {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: i64,
}

/// A bit-field: bits of a member that several of them share.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BitField {
    /// Its name; empty for padding.
    pub name: String,
    /// The type as spelled in the source.
    #[serde(rename = "type")]
    pub ty: String,
    /// The lowest bit.
    pub offset: u32,
    /// The number of bits.
    pub width: u32,
}

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is what its name says")]
pub enum Scalar {
    Bool,
    Int8,
    Uint8,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Int64,
    Uint64,
    Float16,
    Float32,
    Float64,
    Bfloat16,
    Float8E4m3,
    Float8E5m2,
    /// Not numeric: images of tensors and of unknown types.
    Unknown,
}

/// Kind of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Kind {
    /// A scalar.
    Scalar,
    /// A vector of scalars.
    Vector,
    /// A matrix, as several vectors.
    Matrix,
    /// A struct.
    Struct,
    /// A 64-bit address.
    Address,
    /// A type without a form in memory.
    Opaque,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Type {
    /// The name in HLSL's spelling, without the dimensions of arrays.
    pub name: String,
    /// The kind, without the dimensions of arrays.
    pub kind: Kind,
    /// The scalar type of its components.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scalar: Option<Scalar>,
    /// The number of components of a vector.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub components: Option<u32>,
    /// The shape of a matrix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<Matrix>,
    /// The struct, or the one to which an address points.
    #[serde(rename = "struct", skip_serializing_if = "Option::is_none")]
    pub structure: Option<String>,
    /// The dimensions of an array, the outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dims: Vec<Dimension>,
}

impl Type {
    /// A scalar.
    pub fn number(scalar: Scalar) -> Type {
        Type { scalar: Some(scalar), ..Type::of(scalar.name().to_owned(), Kind::Scalar) }
    }

    /// A vector of the given number of components.
    pub fn vector(scalar: Scalar, components: u32) -> Type {
        let name = format!("{}{components}", scalar.name());
        Type { scalar: Some(scalar), components: Some(components), ..Type::of(name, Kind::Vector) }
    }

    /// A matrix of this shape.
    pub fn matrix(scalar: Scalar, matrix: Matrix) -> Type {
        let name = format!("{}{}x{}", scalar.name(), matrix.rows, matrix.columns);
        Type { scalar: Some(scalar), matrix: Some(matrix), ..Type::of(name, Kind::Matrix) }
    }

    /// A struct of this name.
    pub fn structure(name: String) -> Type {
        Type { structure: Some(name.clone()), ..Type::of(name, Kind::Struct) }
    }

    /// An address, of a struct if it is known of which.
    pub fn address(structure: Option<String>) -> Type {
        Type { structure, ..Type::of("address".to_owned(), Kind::Address) }
    }

    /// A type without a form in memory.
    pub(crate) fn opaque(name: String) -> Type {
        Type::of(name, Kind::Opaque)
    }

    fn of(name: String, kind: Kind) -> Type {
        Type { name, kind, scalar: None, components: None, matrix: None, structure: None, dims: Vec::new() }
    }

    /// The array of these dimensions, counts and strides, the outermost first.
    #[must_use]
    pub fn array(mut self, dims: &[(Amount, u64)]) -> Type {
        let dims = dims.iter().map(|&(count, stride)| Dimension { count, stride: Some(stride) });
        self.dims = dims.chain(self.dims).collect();
        self
    }
}

/// A dimension of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Dimension {
    /// The number of elements.
    pub count: Amount,
    /// The stride in bytes; absent outside of memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stride: Option<u64>,
}

/// The shape of a matrix: memory holds `count` vectors of `length` scalars.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Matrix {
    /// Rows, as the source's language counts them.
    pub rows: u32,
    /// Columns, as the source's language counts them.
    pub columns: u32,
    /// The majorness in the terms of the source's language; absent outside of memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// The number of vectors in memory.
    pub count: u32,
    /// The number of scalars in each.
    pub length: u32,
    /// The stride of the vectors in bytes; absent outside of memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stride: Option<u64>,
}

impl Matrix {
    /// A matrix in memory, by the rows and columns of the source, with its vectors the given number of bytes apart.
    pub fn in_memory(rows: u32, columns: u32, order: Order, stride: u64) -> Matrix {
        let (count, length) = match order {
            Order::RowMajor => (rows, columns),
            Order::ColumnMajor => (columns, rows),
        };
        Matrix { rows, columns, order: Some(order), count, length, stride: Some(stride) }
    }
}

/// Majorness of a matrix: the vectors that are contiguous in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Order {
    /// Rows.
    RowMajor,
    /// Columns.
    ColumnMajor,
}

/// A struct with a layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Struct {
    /// A name that is unique in the document.
    pub name: String,
    /// The name in the module, if different.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spirv_name: Option<String>,
    /// The bytes from its start to the end of its last member; padding after that belongs to its container.
    pub size: Amount,
    /// True if a member starts in the tail padding of an array or matrix before it, as in Direct3D's packing.
    pub tail_shared: bool,
    /// Its members, in the order of declaration.
    pub members: Vec<Member>,
    /// Facts that only the source has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hlsl: Option<SourceFact>,
}

/// A member of a struct.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Member {
    /// The name; empty where the module has no names.
    pub name: String,
    /// The first byte, from the start of the struct.
    pub offset: u64,
    /// The bytes to the end of its last scalar: the last element of an array has no padding.
    pub size: Amount,
    /// The type.
    #[serde(rename = "type")]
    pub ty: Type,
    /// The padding in bytes between it and the member before it.
    pub padding_before: u64,
    /// True if it covers bytes of a member before it.
    #[serde(skip_serializing_if = "is_false")]
    pub overlaps: bool,
    /// The bit-fields in it, if the source has them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bit_fields: Vec<BitField>,
    /// Facts that only the source has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hlsl: Option<SourceFact>,
}

fn is_false(value: &bool) -> bool {
    !value
}
