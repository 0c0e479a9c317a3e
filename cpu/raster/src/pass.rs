//! A pass over a tile: from records to quads, packets, and samples that are tested and written.
//!
//! It must not know how shapes are covered, or how samples are tested.

mod evaluation;
mod insert;
mod merge;
mod planes;
mod run;
mod small;

use crate::bounds::Bounds;
use crate::coverage::{self, BLOCK, Blocks, Masks, Shape};
use crate::error::Error;
use crate::fixed::{Affine, HALF, ONE};
use crate::geometry::{Geometry, Plain};
use crate::interface::Tests;
use crate::lanes::{Mask, any, quads};
use crate::output::{PairTest, Sample, Verdict, Writer, depth_alone_tests, test};
use crate::packet::{Packet, Shaded};
use crate::pipeline::Pipeline;
use crate::record::Record;
use crate::samples;
use crate::target::Tile;
use crate::tile::{PIXELS, SIZE, place};
use crate::watch::{Entry, Fate, Watch};
use insert::{Evaluation, Quad};
use run::{Pixels, Run, Surface};
use small::{Pairs, no_pairs};

/// The pixel shader: it fills in the rows of what it made of a packet.
pub type Shader<'s> = dyn FnMut(&Packet, &mut Shaded) -> Result<(), Error> + 's;

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

impl PassStatistics {
    /// Adds what another pass did.
    pub fn add(&mut self, other: Self) {
        self.invocations += other.invocations;
        self.samples += other.samples;
        self.packets += other.packets;
    }
}

/// Memory of a pass, which may be used for one tile after the other.
#[derive(Debug)]
pub struct Room {
    packet: Packet,
    shaded: Shaded,
    evaluation: Evaluation,
    /// The quads of a small triangle.
    pairs: Pairs,
    /// The last quads of the packet.
    run: Run,
    /// Texels of each target for the lanes of a packet.
    encoded: Vec<Vec<u8>>,
}

impl Room {
    /// Memory for passes of a pipeline.
    pub fn new(pipeline: &Pipeline) -> Self {
        let interface = &pipeline.interface;
        Self {
            packet: Packet::new(interface),
            shaded: Shaded::new(interface),
            evaluation: Evaluation::new(interface),
            pairs: no_pairs(),
            run: Run::new(),
            encoded: vec![Vec::new(); interface.outputs.colors.len()],
        }
    }
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
        room: &mut Room,
        hooks: &mut Hooks<'_>,
    ) -> Result<PassStatistics, Error> {
        let code = Code {
            small: &|pass, plain, bounds| pass.small(plain, bounds),
            block: &|pass, surface, pixels| pass.run_block(surface, pixels),
            end_run: &|pass, number| pass.end_run(number),
            flush: &|pass| pass.flush(),
        };
        self.draw_inlined(pipeline, geometry, room, hooks, code)
    }

    /// The draw compiled for instructions of AVX2, with the same results to the bit.
    ///
    /// # Safety
    /// The processor must have them.
    ///
    /// # Errors
    /// As for [`Tile::draw`].
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn draw_avx2(
        &mut self,
        pipeline: &Pipeline,
        geometry: &Geometry,
        room: &mut Room,
        hooks: &mut Hooks<'_>,
    ) -> Result<PassStatistics, Error> {
        let code = Code {
            small: &|pass, plain, bounds| pass.small_avx2(plain, bounds),
            block: &|pass, surface, pixels| pass.run_block_avx2(surface, pixels),
            end_run: &|pass, number| pass.end_run_avx2(number),
            flush: &|pass| pass.flush_avx2(),
        };
        self.draw_inlined(pipeline, geometry, room, hooks, code)
    }

    #[inline(always)]
    fn draw_inlined(
        &mut self,
        pipeline: &Pipeline,
        geometry: &Geometry,
        room: &mut Room,
        hooks: &mut Hooks<'_>,
        code: Code<'_>,
    ) -> Result<PassStatistics, Error> {
        let mut records = geometry.of_tile(self.number, self.layer).peekable();
        if records.peek().is_none() {
            return Ok(PassStatistics::default());
        }
        self.settle();
        // What a pass that failed has left.
        room.packet.clear();
        room.evaluation.clear();
        room.run.clear();
        let mut pass = Pass::new(self, pipeline, geometry, room, hooks, code);
        for number in records {
            pass.record(number)?;
        }
        (pass.code.flush)(&mut pass)?;
        Ok(pass.statistics)
    }
}

/// Draws a triangle within bounds. Returns false if it is not a small one.
type SmallTriangle = dyn Fn(&mut Pass<'_, '_, '_>, &Plain<'_>, Bounds) -> Result<bool, Error>;

/// Functions of a pass, compiled for instructions of the processor.
#[derive(Clone, Copy)]
struct Code<'c> {
    /// [`Pass::small`].
    small: &'c SmallTriangle,
    /// [`Pass::run_block`].
    block: &'c dyn Fn(&mut Pass<'_, '_, '_>, &Surface, Pixels) -> Result<(), Error>,
    /// [`Pass::end_run`].
    end_run: &'c dyn Fn(&mut Pass<'_, '_, '_>, u32) -> Result<(), Error>,
    /// [`Pass::flush`].
    flush: &'c dyn Fn(&mut Pass<'_, '_, '_>) -> Result<(), Error>,
}

/// A record of a chunk's geometry.
#[derive(Clone, Copy)]
struct Numbered<'g> {
    number: u32,
    record: &'g Record,
}

struct Pass<'p, 't, 'h> {
    tile: &'p mut Tile<'t>,
    pipeline: &'p Pipeline,
    geometry: &'p Geometry,
    room: &'p mut Room,
    hooks: &'p mut Hooks<'h>,
    /// One per color target.
    writers: Vec<Writer>,
    /// The pixel that is watched as a place in the tile.
    watched: Option<usize>,
    /// Whether pixels have one sample in their center, which depth alone tests, before they are shaded.
    is_simple: bool,
    /// The pixels of the packet by their places in the tile, where invocations for a pixel are ordered.
    entered: [u64; PIXELS / 64],
    /// Whether pixels have one sample.
    is_single: bool,
    /// The depth test of those.
    test: Option<PairTest>,
    code: Code<'p>,
    /// What is drawn until the next question whether to stop.
    patience: u32,
    statistics: PassStatistics,
}

/// The rows of pixels of records between two questions whether to stop, which may take as long as a small record.
const PATIENCE: u32 = 512;

impl<'p, 't, 'h> Pass<'p, 't, 'h> {
    fn new(
        tile: &'p mut Tile<'t>,
        pipeline: &'p Pipeline,
        geometry: &'p Geometry,
        room: &'p mut Room,
        hooks: &'p mut Hooks<'h>,
        code: Code<'p>,
    ) -> Self {
        let watch = hooks.watch.as_ref().filter(|watch| watch.layer == tile.layer);
        let watched = watch.and_then(|watch| {
            let [x, y] = [0, 1].map(|axis: usize| i64::from(watch.pixel[axis]) - tile.start[axis]);
            let is_here = (0..SIZE).contains(&x) && (0..SIZE).contains(&y);
            is_here.then(|| place(x as usize, y as usize))
        });
        let writers = Writer::all(pipeline, tile);
        let (patience, statistics) = (PATIENCE, PassStatistics::default());
        let is_simple = watched.is_none()
            && pipeline.tests == Tests::Early
            && !pipeline.per_sample
            && pipeline.samples.places() == [[HALF; 2]]
            && pipeline.state.sample_mask & 1 != 0
            && depth_alone_tests(pipeline);
        let is_single = tile.samples == 1;
        let test = pipeline.state.depth.map(PairTest::new);
        let entered = [0; PIXELS / 64];
        Self {
            tile,
            pipeline,
            geometry,
            room,
            hooks,
            writers,
            watched,
            is_simple,
            entered,
            is_single,
            test,
            code,
            patience,
            statistics,
        }
    }

    /// The blocks of a record in this tile.
    #[inline(always)]
    fn record(&mut self, number: u32) -> Result<(), Error> {
        let start = self.tile.start;
        let tile = Bounds { min: start, max: start.map(|part| part + SIZE) };
        let bounds = self.geometry.bounds(number).and(tile);
        if bounds.is_empty() {
            return Ok(());
        }
        if self.is_simple
            && self.has_runs()
            && let Some(plain) = self.geometry.plain(number)
            && (self.code.small)(self, &plain, bounds)?
        {
            return Ok(());
        }
        let record = &self.geometry.record(number);
        if self.watched.is_some() {
            // A history is in the order of primitives, whenever their tests run.
            (self.code.flush)(self)?;
        }
        let first = bounds.min.map(|part| part & -BLOCK);
        self.patience = self.patience.saturating_sub(1 + (bounds.max[1] - first[1]) as u32);
        if self.patience == 0 {
            self.patience = PATIENCE;
            if (self.hooks.stop)() {
                return Err(Error::Stopped);
            }
        }
        let of = Numbered { number, record };
        if let Shape::Triangle { edges } = &record.shape
            && self.is_simple
        {
            self.triangle(of, edges, first, bounds)?;
            return (self.code.end_run)(self, number);
        }
        let mut masks: Masks = [0; samples::MOST];
        let mut block = first;
        while block[1] < bounds.max[1] {
            let wanted = coverage::within(block, bounds);
            record.shape.cover(block, wanted, &self.pipeline.samples, &mut masks);
            if self.is_simple {
                self.pixels(of, block, masks[0] & wanted)?;
            } else {
                self.block(of, block, wanted, &masks)?;
            }
            block[0] += BLOCK;
            if block[0] >= bounds.max[0] {
                block = [first[0], block[1] + BLOCK];
            }
        }
        (self.code.end_run)(self, number)
    }

    /// The blocks of a triangle where pixels have one sample in the center, from the first one on.
    #[inline(always)]
    fn triangle(
        &mut self,
        of: Numbered<'_>,
        edges: &[Affine; 3],
        first: [i64; 2],
        bounds: Bounds,
    ) -> Result<(), Error> {
        let mut row = Blocks::of_centers(edges, first);
        let mut block = first;
        while block[1] < bounds.max[1] {
            let mut blocks = row;
            while block[0] < bounds.max[0] {
                self.pixels(of, block, blocks.covered(coverage::within(block, bounds)))?;
                block[0] += BLOCK;
                blocks.go(0);
            }
            block = [first[0], block[1] + BLOCK];
            row.go(1);
        }
        Ok(())
    }

    /// The quads of a block with one sample in the center of each pixel, which depth alone tests before they are shaded.
    #[inline(always)]
    fn pixels(&mut self, of: Numbered<'_>, block: [i64; 2], covered: u64) -> Result<(), Error> {
        if covered == 0 {
            return Ok(());
        }
        let Numbered { number, record } = of;
        let [x, y] = [0, 1].map(|axis: usize| (block[axis] - self.tile.start[axis]) as usize);
        let weights = record.in_block([block[0] * ONE + HALF, block[1] * ONE + HALF]);
        let pixels = Pixels { block, place: place(x, y), covered, weights };
        let surface = Surface::of(number, record);
        if self.has_runs() {
            return (self.code.block)(self, &surface, pixels);
        }
        for (spot, pair) in pixels {
            let exact = weights.of_pair(pair);
            let passed = self.in_front(self.test, &surface, &spot, &exact);
            self.count(passed.map(|lane| lane & 1));
            for (half, (covered, passed)) in quads(spot.lanes).into_iter().zip(quads(passed)).enumerate() {
                if any(passed) && self.pipeline.shades {
                    let [covered, passed] = [covered, passed].map(|lanes: Mask| lanes.map(|lane| lane as u16 & 1));
                    let pixel = [u32::from(spot.pixel[0]) + 2 * half as u32, spot.pixel[1].into()];
                    let place = spot.place + 4 * half as u16;
                    let own = exact.map(|lanes: [f64; 8]| lanes.as_chunks().0[half]);
                    self.enter(of, &Quad { pixel, place, covered, passed, sample: None }, &own)?;
                }
            }
        }
        Ok(())
    }

    /// Counts the samples of lanes that have passed all tests.
    #[inline(always)]
    fn count(&mut self, samples: [u32; 8]) {
        let samples = samples.iter().map(|count| u64::from(*count)).sum::<u64>();
        self.statistics.samples += samples;
        self.statistics.invocations += if self.pipeline.shades { samples } else { 0 };
    }

    /// The quads of a block in which a sample of the mask is covered.
    fn block(&mut self, of: Numbered<'_>, block: [i64; 2], wanted: u64, masks: &Masks) -> Result<(), Error> {
        let chosen = self.pipeline.state.sample_mask as u16;
        let masks = &masks[..self.pipeline.samples.count()];
        let any = masks.iter().fold(0, |any, mask| any | mask) & wanted;
        let mut left = any;
        while left != 0 {
            let quad = i64::from(left.trailing_zeros() / 4);
            left &= !(0xF << (4 * quad));
            let covered = covered(masks, wanted, quad).map(|samples| samples & chosen);
            if covered != [0; 4] {
                let pixel = [block[0] + 2 * (quad & 3), block[1] + 2 * (quad >> 2)];
                self.quad(of, pixel, covered)?;
            }
        }
        Ok(())
    }

    /// A quad of a record: early tests, and on into the packet.
    fn quad(&mut self, of: Numbered<'_>, pixel: [i64; 2], covered: [u16; 4]) -> Result<(), Error> {
        let record = of.record;
        let mut passed = covered;
        let exact = record.linear_quad(pixel.map(|part| part * ONE + HALF));
        if self.pipeline.tests == Tests::Early {
            let [x, y] = [0, 1].map(|axis: usize| (pixel[axis] - self.tile.start[axis]) as usize);
            passed = self.tested(record, place(x, y), pixel, &exact, covered);
        }
        if passed == [0; 4] || !self.pipeline.shades {
            return Ok(());
        }
        if !self.pipeline.per_sample {
            return self.enter_apart(of, pixel, [covered, passed], None);
        }
        for sample in 0..self.pipeline.samples.count() {
            let [covered, passed] = [covered, passed].map(|masks| masks.map(|mask| mask & 1 << sample));
            if passed != [0; 4] {
                self.enter_apart(of, pixel, [covered, passed], Some(sample as u8))?;
            }
        }
        Ok(())
    }

    /// Puts a quad into the packet whose weights are not known.
    fn enter_apart(
        &mut self,
        of: Numbered<'_>,
        pixel: [i64; 2],
        [covered, passed]: [[u16; 4]; 2],
        sample: Option<u8>,
    ) -> Result<(), Error> {
        let [x, y] = [0, 1].map(|axis: usize| (pixel[axis] - self.tile.start[axis]) as usize);
        let quad = Quad { pixel: pixel.map(|part| part as u32), place: place(x, y) as u16, covered, passed, sample };
        self.statistics.invocations += passed.iter().filter(|mask| **mask != 0).count() as u64;
        // The weights are those of the center, which all plain inputs are interpolated at.
        self.enter(of, &quad, &of.record.linear_quad(pixel.map(|part| part * ONE + HALF)))
    }

    /// The samples of a quad that pass the early tests.
    fn tested(
        &mut self,
        record: &Record,
        first: usize,
        pixel: [i64; 2],
        at_center: &[[f64; 4]; 2],
        covered: [u16; 4],
    ) -> [u16; 4] {
        let tests = &self.pipeline.state;
        if tests.depth.is_none() && tests.stencil.is_none() && tests.depth_bounds.is_none() {
            self.statistics.samples += covered.iter().map(|mask| u64::from(mask.count_ones())).sum::<u64>();
            return covered;
        }
        let mut passed = [0; 4];
        let any = covered.iter().fold(0, |any, mask| any | mask);
        for sample in (0..self.tile.samples).filter(|sample| any >> sample & 1 != 0) {
            let weights = match self.pipeline.samples.places()[sample] {
                [HALF, HALF] => *at_center,
                _ => record.linear_quad(self.sample_at(pixel, sample)),
            };
            let depths = record.clamped_depths(&weights);
            for lane in (0..4).filter(|lane| covered[*lane] >> sample & 1 != 0) {
                let (place, depth) = (first + lane, depths[lane]);
                let at = place * self.tile.samples + sample;
                let tested = Sample { at, depth, front: record.front, reference: None };
                let verdict = test(self.pipeline, self.tile, tested);
                if verdict == Verdict::Passed {
                    passed[lane] |= 1 << sample;
                    self.statistics.samples += 1;
                } else {
                    self.watch(place, record, sample, depth, || Fate::Failed { verdict, early: true });
                }
            }
        }
        passed
    }

    /// A sample of a pixel as a point of the grid.
    fn sample_at(&self, pixel: [i64; 2], sample: usize) -> [i64; 2] {
        let place = self.pipeline.samples.places()[sample];
        [0, 1].map(|axis: usize| pixel[axis] * ONE + place[axis])
    }

    /// Keeps the fate of a sample, if its pixel is watched.
    fn watch(&mut self, place: usize, record: &Record, sample: usize, depth: f32, fate: impl FnOnce() -> Fate) {
        if self.watched == Some(place)
            && let Some(watch) = self.hooks.watch.as_deref_mut()
        {
            let (primitive, instance) = (record.primitive, record.instance);
            watch.push(Entry { primitive, instance, sample: sample as u32, depth, fate: fate() });
        }
    }
}

/// The covered samples of a quad's pixels.
#[inline]
fn covered(masks: &[u64], wanted: u64, quad: i64) -> [u16; 4] {
    let mut covered = [0; 4];
    for (sample, mask) in masks.iter().enumerate() {
        let bits = (mask & wanted) >> (4 * quad);
        for (lane, samples) in covered.iter_mut().enumerate() {
            *samples |= ((bits >> lane & 1) as u16) << sample;
        }
    }
    covered
}
