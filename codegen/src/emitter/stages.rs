//! Entry points by their stages: stage variables, modes, and the data that stages hand to each other.

pub(crate) mod geometry;
pub(crate) mod hull;
pub(crate) mod mesh;
pub(crate) mod mesh_nv;
pub(crate) mod node;
pub(crate) mod ray_stage;
pub(crate) mod stage_io;
pub(crate) mod vertices;
