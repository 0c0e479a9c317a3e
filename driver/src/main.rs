//! The `hlsl2spirv` command.
fn main() {}
