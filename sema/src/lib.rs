//! hlsl2spirv: the sema crate.
