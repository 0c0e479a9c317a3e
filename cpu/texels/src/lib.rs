//! Texel formats: the encoding of texels in memory.
//!
//! [`format`] has the formats of images, whose components are alike; [`color`] those of color targets, which include packed
//! ones, sRGB and other orders of components; [`depth`] those of depth and stencil. This crate must not know images,
//! sampling, or rendering.

pub mod color;
pub mod depth;
pub mod format;
mod srgb;

pub use self::format::{Channels, Class, Encoding, Format, Texel};
pub use color::{ColorFormat, Packed};
pub use depth::DepthFormat;
