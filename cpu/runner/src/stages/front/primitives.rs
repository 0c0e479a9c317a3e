//! Geometry shaders, linked.
//!
//! It must not know how they run.

use super::chain::Source;
use crate::stages::Stage;

/// A geometry shader.
#[derive(Debug)]
pub(in crate::stages) struct Primitives {
    pub(in crate::stages) stage: Stage,
    pub(in crate::stages) sources: Vec<Source>,
}
