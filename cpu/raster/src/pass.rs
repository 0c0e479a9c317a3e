//! A pass over a tile: from records to quads, packets, and samples that are tested and written.
//!
//! It must not know how shapes are covered, or how samples are tested.

mod insert;
mod merge;

use crate::coverage::{BLOCK, Covered, Masks};
use crate::error::Error;
use crate::geometry::Geometry;
use crate::interface::Tests;
use crate::output::{Sample, Verdict, Writer, test, test_quad};
use crate::packet::{Packet, Shaded};
use crate::pipeline::Pipeline;
use crate::record::{Bounds, Record};
use crate::target::Tile;
use crate::tile::{SIZE, place};
use crate::watch::{Entry, Fate, Watch};

/// The pixel shader: it fills in the rows of what it made of a packet.
pub type Shader<'s> = dyn FnMut(&Packet, &mut Shaded) -> Result<(), Error> + 's;

/// A quad of a record.
struct Quad<'r> {
    /// The number of the record.
    number: u32,
    record: &'r Record,
    /// The upper left pixel.
    pixel: [i64; 2],
    /// The samples inside of the shape.
    covered: [u16; 4],
    /// Those that passed the early tests, if there are any.
    passed: [u16; 4],
    /// The sample, where the shader runs per sample.
    sample: Option<usize>,
}

/// What a pass calls.
pub struct Hooks<'h> {
    /// The pixel shader.
    pub shader: &'h mut Shader<'h>,
    /// Asked now and then: whether to stop.
    pub stop: &'h dyn Fn() -> bool,
    /// The pixel whose history is kept.
    pub watch: Option<&'h mut Watch>,
}

/// What a pass did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassStatistics {
    /// The lanes that the pixel shader ran for, without helper lanes.
    pub invocations: u64,
    /// The samples that passed all tests.
    pub samples: u64,
    /// The calls of the pixel shader.
    pub packets: u64,
}

impl Tile<'_> {
    /// Draws what the geometry has for this tile.
    ///
    /// # Errors
    /// If the shader fails, or the draw is to stop.
    pub fn draw(
        &mut self,
        pipeline: &Pipeline,
        geometry: &Geometry,
        hooks: &mut Hooks<'_>,
    ) -> Result<PassStatistics, Error> {
        let mut records = geometry.of_tile(self.number, self.layer).peekable();
        if records.peek().is_none() {
            return Ok(PassStatistics::default());
        }
        let mut pass = Pass::new(self, pipeline, geometry, hooks);
        for number in records {
            pass.record(number, &geometry.records[number as usize])?;
        }
        pass.flush()?;
        Ok(pass.statistics)
    }
}

struct Pass<'p, 't, 'h> {
    tile: &'p mut Tile<'t>,
    pipeline: &'p Pipeline,
    geometry: &'p Geometry,
    hooks: &'p mut Hooks<'h>,
    packet: Packet,
    shaded: Shaded,
    /// The number of quads in the packet.
    quads: usize,
    /// The samples of each lane that may be written.
    passed: Vec<u16>,
    /// One per color target.
    writers: Vec<Writer>,
    /// The quads of the tile that the packet has.
    present: [u64; 16],
    /// The pixel that is watched as a place in the tile.
    watched: Option<usize>,
    statistics: PassStatistics,
}

impl<'p, 't, 'h> Pass<'p, 't, 'h> {
    fn new(tile: &'p mut Tile<'t>, pipeline: &'p Pipeline, geometry: &'p Geometry, hooks: &'p mut Hooks<'h>) -> Self {
        let mut packet = Packet::new(&pipeline.interface);
        packet.layer = tile.layer;
        let watch = hooks.watch.as_ref().filter(|watch| watch.layer == tile.layer);
        let watched = watch.and_then(|watch| {
            let [x, y] = [0, 1].map(|axis: usize| i64::from(watch.pixel[axis]) - tile.start[axis]);
            let is_here = (0..SIZE).contains(&x) && (0..SIZE).contains(&y);
            is_here.then(|| place(x as usize, y as usize))
        });
        let shaded = Shaded::new(&pipeline.interface);
        let statistics = PassStatistics::default();
        let passed = vec![0; packet.lanes];
        let present = [0; 16];
        let writers = Writer::all(pipeline, tile);
        Self {
            tile,
            pipeline,
            geometry,
            hooks,
            packet,
            shaded,
            quads: 0,
            passed,
            writers,
            present,
            watched,
            statistics,
        }
    }

    /// The blocks of a record in this tile.
    fn record(&mut self, number: u32, record: &Record) -> Result<(), Error> {
        let start = self.tile.start;
        let tile = Bounds { min: start, max: start.map(|part| part + SIZE) };
        let bounds = record.bounds.and(tile);
        if bounds.is_empty() {
            return Ok(());
        }
        let first = bounds.min.map(|part| part & -BLOCK);
        let mut masks: Masks = [0; 64];
        for y in (first[1]..bounds.max[1]).step_by(BLOCK as usize) {
            if (self.hooks.stop)() {
                return Err(Error::Stopped);
            }
            for x in (first[0]..bounds.max[0]).step_by(BLOCK as usize) {
                if record.shape.cover([x, y], &self.pipeline.samples, &mut masks) == Covered::None {
                    continue;
                }
                self.limit([x, y], bounds, &mut masks);
                self.block(number, record, [x, y], &masks)?;
            }
        }
        Ok(())
    }

    /// Leaves the pixels within bounds, and the samples of the mask.
    fn limit(&self, block: [i64; 2], bounds: Bounds, masks: &mut Masks) {
        let is_whole = bounds.holds(block) && bounds.holds(block.map(|part| part + BLOCK - 1));
        let samples = self.pipeline.state.sample_mask as u16;
        if is_whole && samples & self.pipeline.samples.all() == self.pipeline.samples.all() {
            return;
        }
        for (at, mask) in masks.iter_mut().enumerate() {
            let pixel = [block[0] + (at as i64 & 7), block[1] + (at as i64 >> 3)];
            *mask = if bounds.holds(pixel) { *mask & samples } else { 0 };
        }
    }

    fn block(&mut self, number: u32, record: &Record, block: [i64; 2], masks: &Masks) -> Result<(), Error> {
        for quad in 0..16 {
            let (x, y) = (2 * (quad & 3), 2 * (quad >> 2));
            let at = y * 8 + x;
            let covered = [masks[at], masks[at + 1], masks[at + 8], masks[at + 9]];
            if covered != [0; 4] {
                self.quad(number, record, [block[0] + x as i64, block[1] + y as i64], covered)?;
            }
        }
        Ok(())
    }

    /// A quad of a record: early tests, and on into the packet.
    fn quad(&mut self, number: u32, record: &Record, pixel: [i64; 2], covered: [u16; 4]) -> Result<(), Error> {
        let mut passed = covered;
        let [x, y] = [0, 1].map(|axis: usize| (pixel[axis] - self.tile.start[axis]) as usize);
        let first = place(x, y);
        if self.pipeline.tests == Tests::Early {
            passed = self.tested(record, first, pixel, covered);
        }
        if passed == [0; 4] || !self.pipeline.shades {
            return Ok(());
        }
        let (word, bit) = (first >> 8, 1 << (first >> 2 & 63));
        if self.present[word] & bit != 0 {
            self.flush()?;
        }
        if !self.pipeline.per_sample {
            self.insert(&Quad { number, record, pixel, covered, passed, sample: None })?;
        } else {
            for sample in 0..self.pipeline.samples.count() {
                let [covered, passed] = [covered, passed].map(|masks| masks.map(|mask| mask & 1 << sample));
                if passed != [0; 4] {
                    self.insert(&Quad { number, record, pixel, covered, passed, sample: Some(sample) })?;
                }
            }
        }
        if self.quads > 0 {
            self.present[word] |= bit;
        }
        Ok(())
    }

    /// The samples of a quad that pass the early tests.
    fn tested(&mut self, record: &Record, first: usize, pixel: [i64; 2], covered: [u16; 4]) -> [u16; 4] {
        let mut passed = [0; 4];
        let any = covered.iter().fold(0, |any, mask| any | mask);
        for sample in (0..self.tile.samples).filter(|sample| any >> sample & 1 != 0) {
            let points = lanes_of(pixel).map(|pixel| self.sample_at(pixel, sample));
            let depths = record.depths(&record.linear(points)).map(|depth| record.clamped(depth));
            if self.watched.is_none()
                && let Some(passed) = test_quad(self.pipeline, self.tile, first, depths, covered)
            {
                self.statistics.samples += passed.iter().map(|mask| u64::from(mask & 1)).sum::<u64>();
                return passed;
            }
            for lane in (0..4).filter(|lane| covered[*lane] >> sample & 1 != 0) {
                let (place, depth) = (first + lane, depths[lane]);
                let at = place * self.tile.samples + sample;
                let tested = Sample { at, depth, front: record.front, reference: None };
                let verdict = test(self.pipeline, self.tile, tested);
                if verdict == Verdict::Passed {
                    passed[lane] |= 1 << sample;
                    self.statistics.samples += 1;
                } else {
                    self.watch(place, record.primitive, sample, depth, || Fate::Failed { verdict, early: true });
                }
            }
        }
        passed
    }

    /// A sample of a pixel as a point of the grid.
    fn sample_at(&self, pixel: [i64; 2], sample: usize) -> [i64; 2] {
        let place = self.pipeline.samples.places()[sample];
        [0, 1].map(|axis: usize| pixel[axis] * crate::fixed::ONE + place[axis])
    }

    /// Keeps the fate of a sample, if its pixel is watched.
    fn watch(&mut self, place: usize, primitive: u32, sample: usize, depth: f32, fate: impl FnOnce() -> Fate) {
        if self.watched == Some(place)
            && let Some(watch) = self.hooks.watch.as_deref_mut()
        {
            watch.push(Entry { primitive, sample: sample as u32, depth, fate: fate() });
        }
    }
}

/// The pixels of a quad.
fn lanes_of([x, y]: [i64; 2]) -> [[i64; 2]; 4] {
    [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]]
}
