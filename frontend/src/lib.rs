//! hlsl2spirv: the frontend crate.
