//! Texel formats: the encoding of texels in memory.
//!
//! [`format`] has the formats of images, whose components are alike; [`color`] those of color targets, which include packed
//! ones, sRGB and other orders of components; [`depth`] those of depth and stencil. This crate must not know images,
//! sampling, or rendering.

pub mod color;
pub mod depth;
pub mod format;
mod srgb;

pub use color::ColorFormat;
pub use depth::DepthFormat;
pub use format::{Channels, Class, Encoding, Format, Texel};
