//! Layout rules of Vulkan that a block satisfies, which decide the features that its module needs.

use crate::model::{Kind, Member, Struct, Type};
use rustc_hash::FxHashMap;

/// The size of a register, to which std140 rounds arrays, structs and matrices up.
const REGISTER: u64 = 16;

/// The rules that a struct breaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Breaks {
    /// Those of uniform blocks.
    pub(crate) std140: bool,
    /// Those of storage blocks.
    pub(crate) std430: bool,
    /// True if a vector starts where only its components may.
    pub(crate) unrelaxed: bool,
}

/// Alignments of a struct.
#[derive(Clone, Copy)]
struct Known {
    /// The alignment of its scalars, and the one of std430.
    align: u64,
    breaks: Breaks,
}

/// The structs of a module.
#[derive(Default)]
pub(crate) struct Fits<'s> {
    known: FxHashMap<&'s str, Known>,
}

impl<'s> Fits<'s> {
    /// All structs, each of which stands after those that it contains.
    pub(crate) fn new(structs: &'s [Struct]) -> Fits<'s> {
        let mut fits = Fits::default();
        for one in structs {
            let known = fits.place(one);
            fits.known.insert(&one.name, known);
        }
        fits
    }

    /// The rules that a struct breaks.
    pub(crate) fn breaks(&self, name: &str) -> Breaks {
        self.known.get(name).map(|known| known.breaks).unwrap_or_default()
    }

    /// The alignment of a struct in storage blocks.
    pub(crate) fn alignment(&self, name: &str) -> u64 {
        self.known.get(name).map_or(1, |known| known.align)
    }

    fn place(&self, one: &Struct) -> Known {
        let mut order: Vec<&Member> = one.members.iter().collect();
        order.sort_by_key(|member| member.offset);
        let mut known = Known { align: 1, breaks: Breaks::default() };
        let (mut padded140, mut padded430) = (0, 0);
        for member in order {
            let align = self.align(&member.ty);
            let rounded = self.rounds(&member.ty, align);
            known.align = known.align.max(align);
            known.breaks.merge(self.inner(&member.ty));
            let (is_free, strays) = vector_place(member);
            known.breaks.unrelaxed |= is_free && !member.offset.is_multiple_of(align);
            let wrong = |align: u64| if is_free { strays } else { !member.offset.is_multiple_of(align) };
            known.breaks.std430 |= wrong(align) || member.offset < padded430 || wrong_strides(&member.ty, align);
            known.breaks.std140 |= wrong(rounded) || member.offset < padded140 || wrong_strides(&member.ty, rounded);
            let end = member.offset.saturating_add(member.size.number().unwrap_or_default());
            // No member may start in the padding of an array, a matrix or a struct.
            let padded = |align: u64| if is_free { end } else { end.checked_next_multiple_of(align).unwrap_or(end) };
            padded430 = padded430.max(padded(align));
            padded140 = padded140.max(padded(rounded));
        }
        known
    }

    fn inner(&self, ty: &Type) -> Breaks {
        ty.structure.as_deref().filter(|_| ty.kind == Kind::Struct).map_or(Breaks::default(), |name| self.breaks(name))
    }

    /// The alignment in storage blocks.
    fn align(&self, ty: &Type) -> u64 {
        let vector = |components: u32| u64::from(ty.bytes()) * if components == 3 { 4 } else { u64::from(components) };
        let align = match (ty.kind, &ty.matrix, &ty.structure) {
            (Kind::Struct, _, Some(name)) => self.known.get(name.as_str()).map_or(1, |known| known.align),
            (_, Some(matrix), _) => vector(matrix.length),
            _ => vector(ty.components.unwrap_or(1)),
        };
        align.max(1)
    }

    /// The alignment in uniform blocks.
    fn rounds(&self, ty: &Type, align: u64) -> u64 {
        let is_plain = ty.dims.is_empty() && matches!(ty.kind, Kind::Scalar | Kind::Vector | Kind::Address);
        if is_plain { align } else { align.next_multiple_of(REGISTER) }
    }
}

impl Breaks {
    fn merge(&mut self, other: Breaks) {
        self.std140 |= other.std140;
        self.std430 |= other.std430;
        self.unrelaxed |= other.unrelaxed;
    }
}

/// Returns whether a member is a vector, which may start at any of its components under the relaxed rules, and whether
/// its place breaks even those: it straddles a register or is not aligned to its components.
fn vector_place(member: &Member) -> (bool, bool) {
    let is_vector = member.ty.kind == Kind::Vector && member.ty.dims.is_empty();
    let (bytes, offset) = (u64::from(member.ty.bytes()).max(1), member.offset);
    let size = member.size.number().unwrap_or_default();
    let straddles = match size > REGISTER {
        true => !offset.is_multiple_of(REGISTER),
        false => size > 0 && offset / REGISTER != (offset + size - 1) / REGISTER,
    };
    (is_vector, is_vector && (straddles || !offset.is_multiple_of(bytes)))
}

/// Returns whether the stride of an array or of a matrix is not a multiple of an alignment.
fn wrong_strides(ty: &Type, align: u64) -> bool {
    let of_dims = ty.dims.iter().filter_map(|dim| dim.stride);
    let of_matrix = ty.matrix.as_ref().and_then(|matrix| matrix.stride);
    of_dims.chain(of_matrix).any(|stride| !stride.is_multiple_of(align))
}
