//! Bodies that fall and rebound, in a compute shader on whatever Vulkan driver there is.
//!
//! The structs, sets, bindings, push constants and constants are those of the shader, which its build script has written;
//! no layout is in this crate.

mod host;

include!(concat!(env!("OUT_DIR"), "/shaders.rs"));

use bodies_main::{Body, SpecConstants, Step, World};
use host::{Buffer, Host};
use std::error::Error;

/// Takes bodies through the given number of steps. Nothing comes back where there is no Vulkan driver.
///
/// # Errors
/// When the driver refuses something.
pub fn simulate(
    bodies: &mut [Body],
    world: &World,
    dt: f32,
    steps: usize,
    damping: f32,
) -> Result<bool, Box<dyn Error>> {
    let Some(host) = Host::new()? else { return Ok(false) };
    let mut buffers = [
        Buffer { binding: bodies_main::bindings::World::BINDING, bytes: bytemuck::bytes_of(world).to_vec() },
        Buffer { binding: bodies_main::bindings::bodies::BINDING, bytes: bytemuck::cast_slice(bodies).to_vec() },
    ];
    let step = Step::new(dt, u32::try_from(bodies.len())?);
    let [width, ..] = bodies_main::entry_points::main::WORKGROUP_SIZE;
    let program = host::Program {
        words: BODIES_MAIN,
        entry: bodies_main::entry_points::main::NAME,
        set: &bodies_main::layouts::set_0(),
        push_ranges: &bodies_main::layouts::PUSH_CONSTANT_RANGES,
        constants: &SpecConstants { damping }.bytes(),
        map_entries: &bodies_main::layouts::MAP_ENTRIES,
    };
    let groups = u32::try_from(bodies.len())?.div_ceil(width);
    host.run(&program, &mut buffers, bytemuck::bytes_of(&step), groups, steps)?;
    bytemuck::cast_slice_mut(bodies).copy_from_slice(&buffers[1].bytes);
    Ok(true)
}

/// Takes bodies through the given number of steps on the processor, for comparison.
pub fn simulate_here(bodies: &mut [Body], world: &World, dt: f32, steps: usize, damping: f32) {
    for _ in 0..steps {
        for (number, body) in bodies.iter_mut().enumerate() {
            let gravity = *world.gravity[number & 1];
            for axis in 0..3 {
                let row = *world.turn[axis];
                let pull: f32 = row.iter().zip(gravity).map(|(a, b)| a * b).sum();
                body.speed[axis] += pull * dt;
                body.place[axis] += body.speed[axis] * dt;
            }
            if body.place[1] < world.ground + body.size {
                body.place[1] = world.ground + body.size;
                body.speed[1] = -body.speed[1] * damping;
                body.rebounds += 1;
            }
        }
    }
}

/// A world in which one half of the bodies falls faster than the other.
pub fn world() -> World {
    let mut world = World { ground: -1.0, ..World::ZERO };
    world.gravity[0] = [0.0, -9.81, 0.0].into();
    world.gravity[1] = [0.0, -1.62, 0.0].into();
    for (axis, row) in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].into_iter().enumerate() {
        world.turn[axis] = row.into();
    }
    world
}

/// Bodies in a row.
pub fn row(count: usize) -> Vec<Body> {
    (0..count).map(|number| Body::new([number as f32, 2.0, 0.0], 0.25, [0.5, 0.0, 0.0], 0)).collect()
}
