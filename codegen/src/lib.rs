//! hlsl2spirv: the codegen crate.
