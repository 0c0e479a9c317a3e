//! Keys of the module's functions for textures.

use abi::{ImageDim, SHAPE_ARRAYED, SHAPE_DIM};

/// Action of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Reads a texel of a sampled image.
    Fetch,
    /// Reads a texel of a storage image.
    Read,
    /// Writes a texel.
    Write,
    /// Finds the address of a 32-bit texel, for atomic operations.
    Address,
    /// Takes a filtered sample.
    Sample,
    /// Takes one component of the four texels that a filter would take.
    Gather,
}

/// Type class of texels in the shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Floating-point numbers.
    Float,
    /// Unsigned integers.
    Uint,
    /// Signed integers.
    Sint,
}

/// The level of detail of an operation: an explicit one or a bias, which is the same without derivatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lod {
    /// None: it is the finest one, but for the sampler's bias.
    None,
    /// One level for all lanes.
    Once,
    /// One for each lane.
    Each,
    /// The one that fits the derivatives of the coordinates, which differ between lanes.
    Gradient,
}

/// Offsets of texels are at most as large, so that sums of them and of coordinates do not overflow.
pub(crate) const MOST_OFFSET: u32 = 1 << 20;

/// Offset of coordinates, in texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offset {
    /// A constant offset, for all calls.
    Constant([i32; 3]),
    /// Other numbers for each lane.
    Each,
    /// For each of the four texels that are gathered, which are those at these places and not neighbours.
    Four([[i32; 2]; 4]),
}

/// Facts that are the same for all calls of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) action: Action,
    pub(crate) class: Class,
    /// The `SHAPE_` bits, and the number of the format that the shader declares.
    pub(crate) shape: u32,
    pub(crate) format: u32,
    /// The number of coordinates.
    pub(crate) coords: usize,
    pub(crate) lod: Lod,
    /// True if each lane names the least level.
    pub(crate) has_min_lod: bool,
    /// True if texels are compared with a number of each lane.
    pub(crate) is_compared: bool,
    pub(crate) offset: Offset,
    /// The component that is gathered.
    pub(crate) component: usize,
}

impl Key {
    pub(crate) fn has_sampler(&self) -> bool {
        matches!(self.action, Action::Sample | Action::Gather)
    }

    pub(crate) fn is_cube(&self) -> bool {
        self.shape & SHAPE_DIM == ImageDim::Cube as u32
    }

    /// The number of axes in the image, or a face of it.
    pub(crate) fn axes(&self) -> usize {
        match self.shape & SHAPE_DIM {
            dim if dim == ImageDim::D2 as u32 || dim == ImageDim::Cube as u32 => 2,
            dim if dim == ImageDim::D3 as u32 => 3,
            _ => 1,
        }
    }

    /// The number of coordinates of a texel, its layer aside: cubes take a direction.
    pub(crate) fn directions(&self) -> usize {
        if self.is_cube() { 3 } else { self.axes() }
    }

    /// Returns whether images of the shape have layers.
    pub(crate) fn is_arrayed(&self) -> bool {
        self.shape & SHAPE_ARRAYED != 0 && self.axes() < 3
    }

    /// Returns whether the level differs between lanes.
    pub(crate) fn has_levels(&self) -> bool {
        self.has_min_lod || matches!(self.lod, Lod::Each | Lod::Gradient)
    }

    /// The number of operands for the level of detail.
    pub(crate) fn lods(&self) -> usize {
        match self.lod {
            Lod::None => 0,
            Lod::Once | Lod::Each => 1,
            Lod::Gradient => 2 * self.directions(),
        }
    }

    /// The number of operands for offsets.
    pub(crate) fn offsets(&self) -> usize {
        match self.offset {
            Offset::Constant(_) | Offset::Four(_) => 0,
            Offset::Each => self.axes(),
        }
    }
}
