//! A shader that moves particles, and a test that runs it on the CPU.

use hlsl2spirv::run::{Pod, Zeroable};

/// The shader, as the program would give it to Vulkan.
pub const MOVE: &str = include_str!("move.hlsl");

/// A particle as the shader sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Particle {
    pub position: [f32; 3],
    pub mass: f32,
    pub velocity: [f32; 3],
    pub age: u32,
}

// SAFETY: numbers alone, without gaps between them.
unsafe impl Zeroable for Particle {}
// SAFETY: as above, and `repr(C)` fixes where they lie.
unsafe impl Pod for Particle {}

#[cfg(test)]
mod tests {
    use super::*;
    use hlsl2spirv::run::{Module, Options};
    use hlsl2spirv::{Compiler, NoIncludes, Profile};

    #[test]
    fn particles_move_and_grow_older() -> Result<(), Box<dyn std::error::Error>> {
        let profile: Profile = "cs_6_0".parse()?;
        let artifact = Compiler::new().profile(profile).compile("move.hlsl", MOVE, &NoIncludes)?;
        let module = Module::new(&artifact.words, "main", &Options::default())?;
        let particle = |x: f32| Particle { position: [x, 0.0, 1.0], mass: 2.0, velocity: [0.5, 1.0, -x], age: 7 };
        let mut particles: Vec<Particle> = (0..100).map(|x| particle(x as f32)).collect();

        let mut dispatch = module.dispatch();
        dispatch.buffer_mut("particles", &mut particles)?.push_constants(&[2.0f32]);
        dispatch.run([2, 1, 1])?;

        for (x, moved) in particles.iter().enumerate() {
            let x = x as f32;
            let expected = Particle { position: [x + 1.0, 2.0, 1.0 - 2.0 * x], age: 8, ..particle(x) };
            assert_eq!(*moved, expected);
        }
        Ok(())
    }
}
