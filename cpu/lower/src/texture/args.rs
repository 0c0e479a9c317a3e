//! The arguments of a function on textures, and the fields of the texture that it is called with.

use crate::lowering::textures::Key;
use dialect::ir::ValueId;

/// Arguments of a function.
pub(super) struct Args {
    pub(super) ctx: ValueId,
    pub(super) image: ValueId,
    pub(super) sampler: Option<ValueId>,
    pub(super) mask: ValueId,
    pub(super) coords: Vec<ValueId>,
    /// The level; or the derivatives of the coordinates, first those along x.
    pub(super) lod: Vec<ValueId>,
    pub(super) reference: Option<ValueId>,
    pub(super) min_lod: Option<ValueId>,
    pub(super) offset: Vec<ValueId>,
    pub(super) texel: Vec<ValueId>,
}

impl Args {
    /// `mask_of` makes a mask of what is passed for it.
    pub(super) fn new(key: &Key, values: &[ValueId], mask_of: impl FnOnce(ValueId) -> ValueId) -> Args {
        let mut values = values.iter().copied();
        let mut next = |count: usize| values.by_ref().take(count).collect::<Vec<_>>();
        let (fixed, sampler) = (next(2), next(usize::from(key.has_sampler())));
        let mask = next(1);
        Args {
            ctx: fixed[0],
            image: fixed[1],
            sampler: sampler.first().copied(),
            mask: mask_of(mask[0]),
            coords: next(key.coords),
            lod: next(key.lods()),
            reference: next(usize::from(key.is_compared)).first().copied(),
            min_lod: next(usize::from(key.has_min_lod)).first().copied(),
            offset: next(key.offsets()),
            texel: next(4),
        }
    }
}

/// Fields of a texture, each a scalar of 32 bits but the addresses.
pub(super) struct Fields {
    pub(super) base: ValueId,
    pub(super) levels: ValueId,
    pub(super) level_count: ValueId,
    pub(super) layers: ValueId,
    pub(super) dim: ValueId,
    pub(super) encoding: ValueId,
    pub(super) channels: ValueId,
    pub(super) texel_bytes: ValueId,
    pub(super) writable: ValueId,
}
