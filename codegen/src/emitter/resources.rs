//! Textures, buffers and the other objects of the language, and their methods.

pub(crate) mod atomics;
pub(crate) mod buffer;
pub(crate) mod byte_buffer;
pub(crate) mod float_atomics;
pub(crate) mod hit;
pub(crate) mod hit_fallback;
pub(crate) mod methods;
pub(crate) mod ray;
pub(crate) mod resource;
pub(crate) mod sample;
pub(crate) mod texture;
