//! Types of a module: of how many cells a value consists, and where each of them lies in memory.
//!
//! A cell is a scalar, or a part of a pointer: its object, then its offset. Memory without decorations is packed.

use crate::error::{Result, refuse};
use rustc_hash::FxHashMap;
use spirv::{Dim, StorageClass};
use std::sync::Arc;

/// The most cells of a value.
const MOST_CELLS: u64 = 1 << 16;
/// The deepest nesting of types.
const DEEPEST: u32 = 64;

/// The type of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    Bool,
    Int {
        bits: u32,
        signed: bool,
    },
    Float {
        bits: u32,
    },
    /// The object of a pointer, the offset of one, or a resource.
    Handle,
}

impl Scalar {
    /// The bits of a number; those that others fill.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Scalar::Bool => 1,
            Scalar::Int { bits, .. } | Scalar::Float { bits } => bits,
            Scalar::Handle => 64,
        }
    }

    pub(crate) fn bytes(self) -> u32 {
        match self {
            Scalar::Bool => 4,
            Scalar::Int { bits, .. } | Scalar::Float { bits } => bits / 8,
            Scalar::Handle => 8,
        }
    }
}

/// The operands of an image type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ImageType {
    /// The id of the texels' type.
    pub(crate) sampled: u32,
    pub(crate) dim: Dim,
    pub(crate) arrayed: bool,
    pub(crate) multisampled: bool,
    pub(crate) format: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) ty: u32,
    pub(crate) offset: Option<u64>,
    /// The distance of the columns, or rows, of a matrix, and whether rows are stored.
    pub(crate) matrix: Option<(u64, bool)>,
    pub(crate) name: Arc<str>,
    pub(crate) coherent: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Type {
    Void,
    Scalar(Scalar),
    Vector {
        of: u32,
        count: u32,
    },
    Matrix {
        column: u32,
        count: u32,
    },
    Array {
        of: u32,
        count: u32,
        stride: Option<u64>,
    },
    Runtime {
        of: u32,
        stride: Option<u64>,
    },
    Struct(Arc<[Member]>),
    Pointer {
        class: StorageClass,
        to: u32,
    },
    Image(ImageType),
    Sampler,
    SampledImage(u32),
    /// An acceleration structure.
    Scene,
    /// A ray query. Its memory holds nothing; its place is its name, and as a value it is that place.
    Query,
    Other,
}

/// The arrangement of a matrix or of a column of one, which is at a member and not in the type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    #[default]
    Packed,
    /// Columns, or rows, at this distance.
    Matrix { stride: u64, rows: bool },
    /// Components at this distance.
    Spread(u64),
}

/// A cell in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) offset: u32,
    /// 0 for the object of an address, which memory does not hold.
    pub(crate) bytes: u8,
}

/// The cells of a value in memory, and the ranges without gaps that they cover.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) pieces: Box<[Piece]>,
    pub(crate) runs: Box<[(u32, u32)]>,
}

#[derive(Debug, Default)]
pub(crate) struct Types {
    pub(crate) all: FxHashMap<u32, Type>,
}

impl Types {
    pub(crate) fn get(&self, ty: u32) -> &Type {
        self.all.get(&ty).unwrap_or(&Type::Other)
    }

    /// The bytes of the smallest number that a byte address buffer gives: parts of its words where a module has such.
    pub(crate) fn least_word(&self) -> u32 {
        let has = |bits: u32| self.all.values().any(|ty| matches!(ty, Type::Scalar(scalar) if scalar.bits() == bits));
        if has(8) {
            1
        } else if has(16) {
            2
        } else {
            4
        }
    }

    /// The number of a value's cells.
    pub(crate) fn count(&self, ty: u32) -> Result<u32> {
        Ok(self.count_below(ty, 0)? as u32)
    }

    fn count_below(&self, ty: u32, depth: u32) -> Result<u64> {
        let count = match self.get(ty) {
            _ if depth > DEEPEST => return refuse("types are nested too deeply"),
            Type::Void => 0,
            Type::Scalar(_) | Type::Image(_) | Type::Sampler | Type::Scene | Type::Query => 1,
            Type::SampledImage(_) | Type::Pointer { .. } => 2,
            Type::Vector { of, count } | Type::Matrix { column: of, count } | Type::Array { of, count, .. } => {
                self.count_below(*of, depth + 1)?.saturating_mul((*count).into())
            }
            Type::Struct(members) => {
                let mut sum = 0u64;
                for member in members.iter() {
                    sum = sum.saturating_add(self.count_below(member.ty, depth + 1)?);
                }
                sum
            }
            Type::Runtime { .. } | Type::Other => return refuse("unknown value type"),
        };
        if count > MOST_CELLS { refuse(format!("value has more than {MOST_CELLS} components")) } else { Ok(count) }
    }

    /// The type of the numbers of a scalar, vector or matrix.
    pub(crate) fn scalar(&self, ty: u32) -> Scalar {
        match self.get(ty) {
            Type::Scalar(scalar) => *scalar,
            Type::Vector { of, .. } | Type::Matrix { column: of, .. } => self.scalar(*of),
            Type::Void
            | Type::Array { .. }
            | Type::Runtime { .. }
            | Type::Struct(_)
            | Type::Pointer { .. }
            | Type::Image(_)
            | Type::Sampler
            | Type::SampledImage(_)
            | Type::Scene
            | Type::Query
            | Type::Other => Scalar::Handle,
        }
    }

    /// The bytes that a value takes in memory.
    pub(crate) fn size(&self, ty: u32, shape: Shape) -> Result<u64> {
        self.size_below(ty, shape, 0)
    }

    fn size_below(&self, ty: u32, shape: Shape, depth: u32) -> Result<u64> {
        if depth > DEEPEST {
            return refuse("types are nested too deeply");
        }
        let size = |ty| self.size_below(ty, Shape::Packed, depth + 1);
        Ok(match self.get(ty) {
            Type::Void => 0,
            Type::Scalar(scalar) => scalar.bytes().into(),
            Type::Image(_) | Type::Sampler | Type::Scene => 8,
            Type::Query => 4,
            Type::Pointer { class: StorageClass::PhysicalStorageBuffer, .. } => 8,
            Type::SampledImage(_) | Type::Pointer { .. } => 16,
            Type::Vector { of, count } => match shape {
                Shape::Spread(stride) => stride.saturating_mul(u64::from(*count) - 1).saturating_add(size(*of)?),
                Shape::Packed | Shape::Matrix { .. } => size(*of)?.saturating_mul((*count).into()),
            },
            Type::Matrix { column, count } => match shape {
                Shape::Matrix { stride, rows: false } => {
                    stride.saturating_mul(u64::from(*count) - 1).saturating_add(size(*column)?)
                }
                Shape::Matrix { stride, rows: true } => {
                    let rows = u64::from(self.length(*column));
                    let row = size(self.part(*column))?.saturating_mul((*count).into());
                    stride.saturating_mul(rows.saturating_sub(1)).saturating_add(row)
                }
                Shape::Packed | Shape::Spread(_) => size(*column)?.saturating_mul((*count).into()),
            },
            Type::Array { of, count, stride } => {
                let own = match stride {
                    Some(stride) => *stride,
                    None => self.size_below(*of, shape, depth + 1)?,
                };
                own.saturating_mul((*count).into())
            }
            Type::Runtime { .. } => 0,
            Type::Struct(members) => {
                let mut end = 0u64;
                for index in 0..members.len() {
                    let (offset, shape) = self.member_below(members, index, depth)?;
                    end = end.max(offset.saturating_add(self.size_below(members[index].ty, shape, depth + 1)?));
                }
                end
            }
            Type::Other => return refuse("unknown memory type"),
        })
    }

    /// The offset and shape of a member.
    pub(crate) fn member(&self, members: &[Member], index: usize) -> Result<(u64, Shape)> {
        self.member_below(members, index, 0)
    }

    fn member_below(&self, members: &[Member], index: usize, depth: u32) -> Result<(u64, Shape)> {
        let shape =
            |member: &Member| member.matrix.map_or(Shape::Packed, |(stride, rows)| Shape::Matrix { stride, rows });
        let mut offset = 0u64;
        if let Some(known) = members[index].offset {
            return Ok((known, shape(&members[index])));
        }
        for member in &members[..index] {
            offset = offset.saturating_add(self.size_below(member.ty, shape(member), depth + 1)?);
        }
        Ok((offset, shape(&members[index])))
    }

    /// The type of the parts of a vector, matrix or array.
    pub(crate) fn part(&self, ty: u32) -> u32 {
        match self.get(ty) {
            Type::Vector { of, .. } | Type::Matrix { column: of, .. } => *of,
            Type::Array { of, .. } | Type::Runtime { of, .. } => *of,
            Type::Void
            | Type::Scalar(_)
            | Type::Struct(_)
            | Type::Pointer { .. }
            | Type::Image(_)
            | Type::Sampler
            | Type::SampledImage(_)
            | Type::Scene
            | Type::Query
            | Type::Other => 0,
        }
    }

    /// The number of parts of a vector, matrix or array.
    pub(crate) fn length(&self, ty: u32) -> u32 {
        if let Type::Vector { count, .. } | Type::Matrix { count, .. } | Type::Array { count, .. } = self.get(ty) {
            *count
        } else {
            1
        }
    }

    /// The distance of the parts of a vector, matrix or array, and their shape.
    pub(crate) fn step(&self, ty: u32, shape: Shape) -> Result<(u64, Shape)> {
        let of = self.part(ty);
        Ok(match (self.get(ty), shape) {
            (Type::Vector { .. }, Shape::Spread(stride)) => (stride, Shape::Packed),
            (Type::Matrix { .. }, Shape::Matrix { stride, rows: false }) => (stride, Shape::Packed),
            (Type::Matrix { .. }, Shape::Matrix { stride, rows: true }) => {
                (self.size(self.part(of), Shape::Packed)?, Shape::Spread(stride))
            }
            (Type::Array { stride: Some(stride), .. } | Type::Runtime { stride: Some(stride), .. }, shape) => {
                (*stride, shape)
            }
            (Type::Array { .. } | Type::Runtime { .. }, shape) => (self.size(of, shape)?, shape),
            _ => (self.size(of, Shape::Packed)?, Shape::Packed),
        })
    }

    /// Where the cells of a value lie.
    pub(crate) fn layout(&self, ty: u32, shape: Shape) -> Result<Layout> {
        self.count(ty)?;
        let mut pieces = Vec::new();
        self.add_pieces(ty, shape, 0, &mut pieces)?;
        let mut runs: Vec<(u32, u32)> = Vec::new();
        let mut sorted: Vec<Piece> = pieces.iter().copied().filter(|piece| piece.bytes > 0).collect();
        sorted.sort_unstable_by_key(|piece| piece.offset);
        for piece in sorted {
            match runs.last_mut() {
                Some((start, bytes)) if *start + *bytes >= piece.offset => {
                    *bytes = (*bytes).max(piece.offset + u32::from(piece.bytes) - *start);
                }
                _ => runs.push((piece.offset, piece.bytes.into())),
            }
        }
        Ok(Layout { pieces: pieces.into(), runs: runs.into() })
    }

    fn add_pieces(&self, ty: u32, shape: Shape, at: u64, pieces: &mut Vec<Piece>) -> Result<()> {
        let Ok(offset) = u32::try_from(at) else { return refuse("value lies past 4 GiB of its memory") };
        let piece = |bytes: u32| Piece { offset, bytes: bytes as u8 };
        match self.get(ty) {
            Type::Void => {}
            Type::Scalar(scalar) => pieces.push(piece(scalar.bytes())),
            Type::Image(_) | Type::Sampler | Type::Scene => pieces.push(piece(8)),
            Type::Pointer { class: StorageClass::PhysicalStorageBuffer, .. } => pieces.extend([piece(0), piece(8)]),
            Type::SampledImage(_) | Type::Pointer { .. } => {
                pieces.extend([piece(8), Piece { offset: offset.saturating_add(8), bytes: 8 }]);
            }
            Type::Vector { of, count } | Type::Matrix { column: of, count } | Type::Array { of, count, .. } => {
                let (stride, inner) = self.step(ty, shape)?;
                for index in 0..u64::from(*count) {
                    self.add_pieces(*of, inner, at.saturating_add(stride.saturating_mul(index)), pieces)?;
                }
            }
            Type::Struct(members) => {
                for (index, member) in members.iter().enumerate() {
                    let (offset, shape) = self.member(members, index)?;
                    self.add_pieces(member.ty, shape, at.saturating_add(offset), pieces)?;
                }
            }
            Type::Runtime { .. } | Type::Query | Type::Other => return refuse("unknown value type"),
        }
        Ok(())
    }
}
