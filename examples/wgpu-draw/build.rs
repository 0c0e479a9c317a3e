//! Compiles both stages of this crate's shader and writes their structs, constants and layouts as Rust.

use hlsl2spirv::build::{Api, Build, Error, RustOptions};

fn main() -> Result<(), Error> {
    Build::new()
        .shader("shaders/tiles.hlsl", "place", "vs_6_0")
        .shader("shaders/tiles.hlsl", "shade", "ps_6_0")
        .bindings(RustOptions::default().api(Api::Wgpu))
        .build()?;
    Ok(())
}
