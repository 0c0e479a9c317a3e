//! Rays on the CPU: acceleration structures of triangles and boxes, and queries that traverse them.
//!
//! [`Bottom`] is a bottom-level structure: geometries in a tree whose nodes have eight children. [`Scene`] is a top-level
//! structure: instances of these, each with a transform, a mask and flags, in a tree of the same kind. [`Query`] is the state
//! of a ray query: where the traversal of a ray is, its candidate and its committed intersection.
//!
//! A hit is a function of the ray and the scene, and not of the tree: boxes only ever skip what the exact tests would refuse,
//! and of intersections with equal distances the one with the lowest numbers of instance, geometry and primitive counts.
//! Triangles are watertight (`triangle.rs`). All code is safe Rust: callers say whether the processor has AVX2 (`wide.rs`). This
//! crate knows no shaders, no SPIR-V, no LLVM, no files and no threads.
#![forbid(unsafe_code)]

mod bottom;
mod bounds;
mod flags;
mod geometry;
mod micromap;
mod query;
mod ray;
mod scene;
#[cfg(test)]
mod tests;
mod transform;
mod traverse;
mod tree;
mod triangle;
#[cfg(target_arch = "x86_64")]
mod wide;

pub use bottom::Bottom;
pub use flags::{InstanceFlags, RayFlags};
pub use geometry::{Aabb, Boxes, Geometry, Invalid, Triangles};
pub use micromap::{Micromap, Omm, Opacity};
pub use query::{Field, Fields, Hit, HitKind, Query, Which};
pub use ray::Ray;
pub use scene::{Instance, Scene};
pub use transform::Transform;
