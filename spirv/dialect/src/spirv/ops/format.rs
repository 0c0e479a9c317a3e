//! The language of the formats in the table.
//!
//! A format is a list of pieces, separated by spaces. `$0` is an operand, `$*` all operands that no piece has taken,
//! `T0` the type of an operand, `T*` all operand types, `R` the result type, `{}` the remaining attributes, `enum:name` an
//! enumerated attribute in angle brackets, `storage` the storage class that the first operand points to, `idx` literal indices,
//! `packed` the format of packed vectors, `mem` memory access, `img` image operands, `cluster` and `turn` the size of clusters;
//! of cooperative matrices `layout1` the operand 1, a constant, as a layout, `access` memory access, `signs` the signs of
//! the components, `type` the type of which the op asks something. Everything else represents itself.

use crate::spirv::attrs;
use crate::spirv::enums::Kind;

/// The layout of an op's text; without pieces, the op has functions of its own in parser and printer.
pub type Format = &'static [Piece];

crate::language! {
    pub enum Piece;
    words: Operands b"$*" Types b"T*" Result b"R" Attrs b"{}" Storage b"storage" Indices b"idx" Packed b"packed"
        Memory b"mem" Image b"img" Cluster b"cluster" Turn b"turn" Access b"access" Signs b"signs" Type b"type";
    numbered: Operand b"$" TypeOf b"T" Layout b"layout";
    named: Enum b"enum";
    tokens: b"," b"->" b"(" b")" b"[" b"]" b"to" b"into";
}

impl Piece {
    /// The name of the attribute that it spells.
    pub fn attr(self) -> Option<&'static str> {
        match self {
            Piece::Enum(name) => Some(name),
            Piece::Indices => Some(attrs::INDICES),
            Piece::Packed => Some(Kind::PackedVectorFormat.table().snake),
            Piece::Signs => Some(Kind::CooperativeMatrixOperands.table().snake),
            Piece::Memory | Piece::Access => Some(Kind::MemoryAccess.table().snake),
            Piece::Image => Some(Kind::ImageOperands.table().snake),
            Piece::Type => Some(attrs::TYPE),
            Piece::Operand(_) | Piece::Operands | Piece::TypeOf(_) | Piece::Types | Piece::Result | Piece::Attrs => {
                None
            }
            Piece::Storage | Piece::Layout(_) | Piece::Cluster | Piece::Turn | Piece::Token(_) => None,
        }
    }

    /// Returns whether no space goes before it.
    pub fn is_tight(self) -> bool {
        use Piece::{Access, Indices, Packed, Signs, Token, Turn};
        matches!(self, Indices | Packed | Access | Signs | Turn | Token("," | "[" | "]" | ")"))
    }
}
