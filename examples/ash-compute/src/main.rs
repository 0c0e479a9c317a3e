//! Prints where the first bodies are after two seconds.

use ash_compute_example::{row, simulate, world};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut bodies = row(100);
    if !simulate(&mut bodies, &world(), 0.02, 100, 0.8)? {
        println!("there is no Vulkan driver");
        return Ok(());
    }
    for body in &bodies[..4] {
        println!("{:?} after {} rebounds", body.place, body.rebounds);
    }
    Ok(())
}
