//! Compiles the shaders.

use hlsl2spirv::TargetEnv;
use hlsl2spirv::build::{Build, Error};

fn main() -> Result<(), Error> {
    Build::new()
        .target_env(TargetEnv::Vulkan1_2)
        .shader("shaders/scale.hlsl", "main", "cs_6_0")
        .shader("shaders/sky.hlsl", "main", "ps_6_0")
        .build()?;
    Ok(())
}
