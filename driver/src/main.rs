//! The command `hlsl2spirv`.

fn main() {}
