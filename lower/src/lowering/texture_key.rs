//! What tells the functions of a module for textures apart.

/// What a function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Reads a texel of a sampled image.
    Fetch,
    /// Reads a texel of a storage image.
    Read,
    /// Writes a texel.
    Write,
    /// Takes a filtered sample.
    Sample,
}

/// What texels are to the shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Floating-point numbers.
    Float,
    /// Unsigned integers.
    Uint,
    /// Signed integers.
    Sint,
}

/// The level that an operation names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lod {
    /// None: it is the finest one, but for the sampler's bias.
    None,
    /// The same one for all lanes.
    Once,
    /// One for each lane.
    Each,
}

/// What is the same for all calls of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) action: Action,
    pub(crate) class: Class,
    /// The `SHAPE_` bits, and the number of the format that the shader declares.
    pub(crate) shape: u32,
    pub(crate) format: u32,
    /// How many coordinates there are.
    pub(crate) coords: usize,
    pub(crate) lod: Lod,
    /// What is added to the coordinates, in texels.
    pub(crate) offset: [i32; 3],
}

impl Key {
    pub(crate) fn has_sampler(&self) -> bool {
        self.action == Action::Sample
    }
}
