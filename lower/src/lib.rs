//! hlsl2spirv: the lower crate.
