//! The history of a pixel, with the lines that wrote it: what is around the pixel is drawn once more, by a pixel shader that
//! tells its lines.

use super::sources::{self, Wanted};
use super::{Draw, wanted};
use launch::drawing::history;
use launch::drawing::lines::{self, Lined};
use launch::drawing::target::Target;
use launch::kernels::Problem;
use runner::stages::fixed::{Blend, ColorFormat, Entry, Fate, Scissor, State, Watch};
use runner::stages::rows::Stage as Kind;
use runner::stages::{Pipeline, Stage, Stages};

/// Limits a draw to the quad of a pixel, for colors and for the numbers of lines behind them.
pub(super) fn narrow(state: &mut State, [x, y]: [u32; 2]) {
    state.blend.push(Blend::default());
    let quad = [x & !1, y & !1].map(|at| at as i32);
    let count = state.viewports.len().max(state.scissors.len());
    let whole = Scissor { x: quad[0], y: quad[1], width: 2, height: 2 };
    state.scissors.resize(count, whole);
    for own in &mut state.scissors {
        let within = |start: i32, length: u32, quad: i32| {
            let (first, end) = (start.max(quad), (i64::from(start) + i64::from(length)).min(i64::from(quad) + 2));
            (first, u32::try_from(end - i64::from(first)).unwrap_or(0))
        };
        let ((x, width), (y, height)) = (within(own.x, own.width, quad[0]), within(own.y, own.height, quad[1]));
        *own = Scissor { x, y, width, height };
    }
}

impl Draw<'_> {
    /// The history of the pixel that was watched, as text.
    pub(super) fn history(&mut self, pipeline: &Pipeline, targets: &[Target], watch: &Watch) -> String {
        // What is printed and found is that of the draw before.
        let (printed, report) = (self.resources.printed.clone(), self.resources.report.clone());
        let lined = self.lined(pipeline, targets, watch.pixel).ok().flatten();
        (self.resources.printed, self.resources.report) = (printed, report);
        let shader = self.stages.last().map_or(String::new(), |ready| ready.shader.origin().place());
        let place = |at: usize, entry: &Entry| {
            let (lined, again) = lined.as_ref()?;
            let other = again.entries.get(at)?;
            let is_same = |entry: &Entry| (entry.primitive, entry.instance, entry.sample);
            let Fate::Written(pairs) = &other.fate else { return None };
            let [_, number] = pairs.get(targets.len()).filter(|_| is_same(entry) == is_same(other))?;
            lined.place(number[0])
        };
        let place = |at: usize, entry: &Entry| place(at, entry).unwrap_or_else(|| shader.clone());
        let shown: Vec<_> = targets.iter().map(|target| (target.name(), target.format.class())).collect();
        history::text(watch, &shown, &place)
    }

    /// Draws with a pixel shader that tells its lines.
    fn lined(
        &mut self,
        pipeline: &Pipeline,
        targets: &[Target],
        pixel: [u32; 2],
    ) -> Result<Option<(Lined, Watch)>, Problem> {
        let Some(pixel_stage) = pipeline.pixel() else { return Ok(None) };
        let entry = pixel_stage.interface().entry.clone();
        let wanted = Wanted { pixel: Some(entry.clone()), ..wanted(self.arguments) };
        let mut options = self.arguments.options.clone();
        options.extend(lines::OPTIONS.map(str::to_owned));
        let sources = sources::read(self.input, &wanted, &options)?;
        let Some(shader) = sources.shaders.iter().find(|shader| shader.stage == Kind::Pixel) else { return Ok(None) };
        let format = ColorFormat::from_name(lines::FORMAT);
        let (Some(lined), Some(format)) = (lines::lined(&shader.words, &entry), format) else { return Ok(None) };
        let stage = Stage::new(&lined.words, Kind::Pixel, Some(&entry), &self.options)?;
        let own = Pipeline::of(Stages { pixel: Some(stage), ..self.all() })?;
        let mut watch = Watch::new(pixel);
        self.drawn(&own, targets, Some(format), Some(&mut watch))?;
        Ok(Some((lined, watch)))
    }
}
