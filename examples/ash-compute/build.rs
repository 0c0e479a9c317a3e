//! Compiles the shader of this crate and writes its structs, constants and layouts as Rust.

use hlsl2spirv::build::{Api, Build, Error, RustOptions};

fn main() -> Result<(), Error> {
    Build::new()
        .shader("shaders/bodies.hlsl", "main", "cs_6_0")
        .bindings(RustOptions::default().api(Api::Ash))
        .build()?;
    Ok(())
}
