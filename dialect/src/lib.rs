//! hlsl2spirv: the dialect crate.
