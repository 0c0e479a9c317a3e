//! A whole draw on one thread, for programs that have nothing to do between its parts.

use crate::assembly::{Batch, Batches, Call};
use crate::error::Error;
use crate::geometry::{Chunk, Geometry, SetupStatistics};
use crate::pass::{Hooks, PassStatistics, Room};
use crate::pipeline::Pipeline;
use crate::target::Targets;

/// What a draw did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The vertices that were shaded.
    pub vertices: u64,
    /// What became of the primitives.
    pub setup: SetupStatistics,
    /// What was shaded.
    pub pass: PassStatistics,
}

impl Statistics {
    /// Adds those of another draw.
    pub fn add(&mut self, other: Statistics) {
        self.vertices += other.vertices;
        self.setup.add(other.setup);
        self.pass.add(other.pass);
    }
}

/// Draws a call. `front` shades the vertices of a batch and sets it up.
///
/// # Errors
/// If a shader fails, or the draw is to stop.
pub fn draw(
    pipeline: &Pipeline,
    targets: &mut Targets,
    call: Call<'_>,
    front: &mut dyn FnMut(&Batch) -> Result<Chunk, Error>,
    hooks: &mut Hooks<'_>,
) -> Result<Statistics, Error> {
    let (mut statistics, mut geometry) = (Statistics::default(), Geometry::new(pipeline));
    let mut room = Room::new(pipeline);
    for batch in Batches::new(call, &pipeline.state) {
        if (hooks.stop)() {
            return Err(Error::Stopped);
        }
        statistics.vertices += batch.vertices.len() as u64;
        geometry.push(front(&batch)?);
        if geometry.is_full() {
            statistics.pass.add(draw_tiles(pipeline, targets, &geometry, &mut room, hooks)?);
            geometry.clear();
        }
    }
    // Instances of small meshes may leave nothing to draw.
    if !geometry.is_empty() {
        statistics.pass.add(draw_tiles(pipeline, targets, &geometry, &mut room, hooks)?);
    }
    statistics.setup = geometry.statistics;
    Ok(statistics)
}

fn draw_tiles(
    pipeline: &Pipeline,
    targets: &mut Targets,
    geometry: &Geometry,
    room: &mut Room,
    hooks: &mut Hooks<'_>,
) -> Result<PassStatistics, Error> {
    let mut statistics = PassStatistics::default();
    for mut tile in targets.tiles() {
        statistics.add(tile.draw(pipeline, geometry, room, hooks)?);
    }
    Ok(statistics)
}
