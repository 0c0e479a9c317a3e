//! Sizes of types in buffers, by their decorations.

use dialect::spirv::access::Access;
use dialect::spirv::index::Index;
use spirv::{Decoration, Op};

/// The most bytes of a record.
const MOST: u32 = 1 << 16;

/// The bytes of a type up to the end of its last part.
pub(crate) fn size(index: &Index<'_>, ty: u32) -> u32 {
    sized(index, ty, 16, 0).min(MOST)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn sized(index: &Index<'_>, ty: u32, matrix_stride: u32, depth: u32) -> u32 {
    let Some(def) = index.def(ty).filter(|_| depth < 32) else { return 0 };
    let inner = |ty: u32, stride: u32| sized(index, ty, stride, depth + 1);
    match def.op {
        Op::TypeInt | Op::TypeFloat => def.literal(0) / 8,
        Op::TypeVector => def.literal(1).saturating_mul(inner(def.id(0), 16)),
        Op::TypeMatrix => {
            // The larger of both majors.
            let rows = index.def(def.id(0)).map_or(4, |column| column.literal(1));
            matrix_stride.saturating_mul(def.literal(1).max(rows))
        }
        Op::TypeArray => {
            let length = index.def(def.id(1)).map_or(0, |length| length.literal(0));
            let stride = index.decoration(ty, Decoration::ArrayStride);
            let stride = stride.map_or_else(|| inner(def.id(0), matrix_stride), |own| own.number(0));
            length.saturating_mul(stride)
        }
        Op::TypeStruct => {
            let member = |(at, member): (u32, u32)| {
                let of = |kind: Decoration| {
                    let mut all = index.decorations(ty).iter();
                    all.find(|own| own.member == Some(at) && own.kind == kind).map(|own| own.number(0))
                };
                let stride = of(Decoration::MatrixStride).unwrap_or(16);
                of(Decoration::Offset).unwrap_or(0).saturating_add(inner(member, stride))
            };
            (0..).zip(def.ids_from(0)).map(member).max().unwrap_or(0)
        }
        Op::TypePointer => 8,
        _ => 0,
    }
}
