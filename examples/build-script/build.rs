//! Compiles the shaders of this crate.

use hlsl2spirv::build::{Build, Error};

fn main() -> Result<(), Error> {
    Build::new()
        .include("shaders")
        .define("GROUP_SIZE", "64")
        .target_env(hlsl2spirv::TargetEnv::Vulkan1_1)
        .shader("shaders/fill.hlsl", "main", "cs_6_0")
        .build()?;
    Ok(())
}
