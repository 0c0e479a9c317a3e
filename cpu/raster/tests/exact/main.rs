//! The rasterizer against exact arithmetic: coverage, shared edges, attributes; and against what nothing should survive.
//!
//! `TRIANGLES=100000000 cargo test -p hlsl2spirv-raster --profile long --test exact` is the long run of coverage, and
//! `SEED=7` begins elsewhere.

mod coverage;
mod draws;
mod hostile;
mod interpolation;
mod lines;
mod meshes;
mod small;
mod support;
mod whole_pixels;
