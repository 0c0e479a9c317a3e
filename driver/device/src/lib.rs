//! What a Vulkan driver's compiler makes of a compute, vertex or pixel shader: the statistics of its pipeline.
//!
//! The driver's library is loaded itself, without a loader, and the first device of its that can tell is taken. Drivers may
//! crash on what they are given: the caller is a process that may die. Knows nothing of HLSL, nor of how the
//! numbers are shown.
#[cfg(any(unix, windows))]
mod loaded;

use std::path::Path;

/// A descriptor set by its bindings.
pub type Set = Vec<Slot>;

/// A binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its number.
    pub binding: u32,
    /// The number of the descriptor type in Vulkan.
    pub descriptor: i32,
    /// The number of descriptors.
    pub count: u32,
}

/// An attribute of vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Its location.
    pub location: u32,
    /// The number of its format in Vulkan.
    pub format: i32,
}

/// What makes a graphics pipeline of a vertex or pixel shader.
#[derive(Clone, Debug)]
pub struct Graphics<'s> {
    /// True if the shader is a pixel shader.
    pub is_fragment: bool,
    /// The module of the other stage, whose entry point is `main`.
    pub partner: &'s [u32],
    /// The attributes of vertices.
    pub attributes: &'s [Attribute],
    /// The formats of colour targets, 0 for none.
    pub targets: &'s [i32],
}

/// A shader with the interface that its pipeline needs.
#[derive(Clone, Debug)]
pub struct Shader<'s> {
    /// The module.
    pub words: &'s [u32],
    /// The entry point.
    pub entry: &'s str,
    /// The descriptor sets, by number.
    pub sets: &'s [Set],
    /// The bytes of push constants.
    pub push_bytes: u32,
    /// The rest of a graphics pipeline; a compute shader has none.
    pub graphics: Option<Graphics<'s>>,
}

/// A number that the driver tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistic {
    /// The driver's name for it.
    pub name: String,
    /// The number.
    pub value: f64,
}

/// The statistics of a shader, with the name of the device.
///
/// # Errors
/// When the driver cannot be loaded, has no device that tells them, or refuses the shader.
pub fn statistics(driver: &Path, shader: &Shader<'_>) -> Result<(String, Vec<Statistic>), String> {
    #[cfg(any(unix, windows))]
    return loaded::statistics(driver, shader);
    #[cfg(not(any(unix, windows)))]
    Err(format!("{}: this system does not load drivers for a shader of {} words", driver.display(), shader.words.len()))
}
