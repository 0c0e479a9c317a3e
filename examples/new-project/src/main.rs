//! The shaders as SPIR-V words, for Vulkan or wgpu.

include!(concat!(env!("OUT_DIR"), "/shaders.rs"));

fn main() {
    println!("scale.hlsl: {} words", SCALE_MAIN.len());
    println!("sky.hlsl: {} words", SKY_MAIN.len());
}
