//! Writes the picture as `tiles.ppm`.

use wgpu_draw_example::{SIDE, Scene, draw};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(pixels) = draw(&Scene::rows())? else {
        println!("there is no adapter");
        return Ok(());
    };
    let mut picture = format!("P6 {SIDE} {SIDE} 255\n").into_bytes();
    picture.extend(pixels.iter().flat_map(|[red, green, blue, _]| [*red, *green, *blue]));
    std::fs::write("tiles.ppm", picture)?;
    Ok(())
}
