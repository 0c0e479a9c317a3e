//! The pixels of the target that primitives of a viewport may cover.
//!
//! It must not know primitives.

use crate::bounds::Bounds;
use crate::pipeline::Pipeline;

/// Pixels of the target and the scissor of a viewport.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visible {
    /// The pixels of the target that are inside of the scissor: points may cover them.
    pub(super) everywhere: Bounds,
    /// Those of them that are inside of the viewport, too.
    pub(super) in_viewport: Bounds,
}

/// Those of all viewports, of one at least.
pub(super) fn of_viewports(pipeline: &Pipeline) -> Vec<Visible> {
    (0..pipeline.state.viewports.len().max(1)).map(|number| of_viewport(pipeline, number)).collect()
}

fn of_viewport(pipeline: &Pipeline, number: usize) -> Visible {
    let mut everywhere = Bounds { min: [0, 0], max: pipeline.size.map(i64::from) };
    if let Some(scissor) = pipeline.state.scissors.get(number) {
        let min = [scissor.x, scissor.y].map(i64::from);
        let max = [min[0] + i64::from(scissor.width), min[1] + i64::from(scissor.height)];
        everywhere = everywhere.and(Bounds { min, max });
    }
    let viewport = pipeline.viewport(number as u32);
    let span = |start: f32, size: f32| {
        let ends = [f64::from(start), f64::from(start) + f64::from(size)];
        // The pixels with their center inside.
        let pixel = |end: f64| (end - 0.5).ceil() as i64;
        [pixel(ends[0].min(ends[1])), pixel(ends[0].max(ends[1]))]
    };
    let (x, y) = (span(viewport.x, viewport.width), span(viewport.y, viewport.height));
    let in_viewport = everywhere.and(Bounds { min: [x[0], y[0]], max: [x[1], y[1]] });
    Visible { everywhere, in_viewport }
}
