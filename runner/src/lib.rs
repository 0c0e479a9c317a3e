//! hlsl2spirv: the runner crate.
