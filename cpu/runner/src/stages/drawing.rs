//! A draw while it runs: batches of vertices to geometry, and geometry to tiles.
//!
//! The vertices of several batches are shaded at once; batches are set up, and tiles drawn, on all threads. What is drawn
//! does not depend on their number: geometry is in the order of batches, and a tile is drawn by one thread.
//! It must not know how stages are linked, how a shader runs, or how a triangle is covered: the caller runs stages on rows,
//! `raster` calls back for pixels.

use super::front::{Fault, FaultKind};
use super::memory::{Memory, Spares};
use super::pipeline::{Fetch, Invocation, Invocations, Pipeline, Run, Stop};
use super::rows::{BuiltIn, KEPT, Place, RUNS, STRAYS};
use super::streams::StreamOut;
use super::{Stage, Work, tiles};
use crate::error::Error;
use crate::grid::Caller;
use check::Overlaps;
use check::overlaps::Fragment;
use raster::{
    Batch, Call, Chunk, Geometry, Hooks, Indices, Packet, PassStatistics, Room, Shaded, Statistics, Targets, Tile,
    Vertices, Watch,
};
use std::sync::{Mutex, MutexGuard, PoisonError};

const _: () = assert!(raster::RUNS == RUNS && raster::KEPT == KEPT);

/// A draw.
pub(super) struct Drawing<'d, 'r> {
    pub(super) pipeline: &'d Pipeline,
    pub(super) fixed: &'d raster::Pipeline,
    targets: &'d mut Targets,
    pub(super) run: &'d mut Run<'r>,
    pub(super) stop: &'d Stop<'d>,
    watch: Option<&'d mut Watch>,
    /// The buffers that take vertices.
    pub(super) streams: Option<&'d mut StreamOut>,
    pub(super) bases: Bases,
    pub(super) geometry: Geometry,
    /// Rows of vertices.
    pub(super) inputs: Memory,
    pub(super) outputs: Memory,
    rooms: Spares<Room>,
    pub(super) statistics: Statistics,
    /// What shaders have done that is not defined.
    pub(super) faults: Vec<Fault>,
    /// The accesses of pixels, where their order is checked.
    overlaps: Option<Overlaps>,
    /// The primitives so far that stages behind the first one have made.
    pub(super) made: u32,
}

/// Locks what a panic cannot leave unusable.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'d, 'r> Drawing<'d, 'r> {
    pub(super) fn new(
        pipeline: &'d Pipeline,
        fixed: &'d raster::Pipeline,
        targets: &'d mut Targets,
        run: &'d mut Run<'r>,
        stop: &'d Stop<'d>,
        watch: Option<&'d mut Watch>,
        streams: Option<&'d mut StreamOut>,
    ) -> Self {
        Drawing {
            pipeline,
            fixed,
            targets,
            run,
            stop,
            watch,
            streams,
            bases: Bases::default(),
            geometry: Geometry::new(fixed),
            inputs: Memory::default(),
            outputs: Memory::default(),
            rooms: Spares::default(),
            statistics: Statistics::default(),
            faults: Vec::new(),
            overlaps: pipeline.pixel.as_ref().is_some_and(Stage::watches_order).then(Overlaps::default),
            made: 0,
        }
    }

    /// Shades the vertices of batches, sets up their primitives, and draws if there are enough of them.
    pub(super) fn front(&mut self, batches: &[Batch], fetch: &Fetch<'_>) -> Result<(), Error> {
        // Instances without primitives take time as well.
        if (self.stop)() {
            return Err(Error::Deadline);
        }
        let vertex = &self.pipeline.vertex;
        let lanes = vertex.interface().lanes as usize;
        // Each batch begins a packet.
        let mut starts = Vec::with_capacity(batches.len());
        let mut groups = 0;
        for batch in batches {
            starts.push(groups);
            groups += batch.vertices.len().div_ceil(lanes);
            self.statistics.vertices += batch.vertices.len() as u64;
        }
        let (rows, results) = (vertex.interface().inputs.len(), vertex.interface().outputs.len());
        let inputs = self.inputs.get(groups * rows * lanes);
        for (batch, start) in batches.iter().zip(&starts) {
            fill(vertex, batch, self.bases, &mut inputs[start * rows * lanes..], fetch);
        }
        let outputs = self.outputs.get(groups * results * lanes);
        if groups > 0 {
            let name = |at: usize| {
                let number = starts.partition_point(|start| start * lanes <= at).saturating_sub(1);
                let vertex = batches[number].vertices.get(at - starts[number] * lanes).unwrap_or(&0);
                format!("vertex {vertex} of instance {}", batches[number].instance)
            };
            let what = |at: usize| {
                let number = starts.partition_point(|start| start * lanes <= at).saturating_sub(1);
                let vertex = batches[number].vertices.get(at - starts[number] * lanes)?;
                Some(Invocation::Vertex(*vertex, batches[number].instance))
            };
            (self.run)(vertex, Work::rows(inputs, outputs, groups), &Invocations { name: &name, what: &what })?;
        }
        let (pipeline, fixed, outputs) = (self.pipeline, self.fixed, &*outputs);
        if let Some(streams) = self.streams.as_deref_mut() {
            for (batch, start) in batches.iter().zip(&starts) {
                let own = Shade { words: &outputs[start * results * lanes..], rows: results, lanes };
                for primitive in &batch.primitives {
                    let word = |corner: usize, row: usize| own.word(primitive.corners[corner], row);
                    streams.push(0, primitive.count.into(), word);
                }
            }
        }
        if !pipeline.has_position() {
            return Ok(());
        }
        let chunks: Vec<Mutex<Chunk>> = batches.iter().map(|_| Mutex::new(self.geometry.spare())).collect();
        vertex.module().pool().each(batches.len(), &|number| {
            let own = Shade { words: &outputs[starts[number] * results * lanes..], rows: results, lanes };
            let mut chunk = lock(&chunks[number]);
            *chunk = own.set_up(pipeline, fixed, std::mem::take(&mut chunk), &batches[number]);
        });
        for chunk in chunks {
            self.push(chunk.into_inner().unwrap_or_else(PoisonError::into_inner))?;
        }
        Ok(())
    }

    /// Returns whether the last vertex of a primitive is the provoking one.
    pub(super) fn fixed_last(&self) -> bool {
        self.fixed.provoking() == raster::Provoking::Last
    }

    /// Notes a fault, or that there is one of its kind again.
    pub(super) fn fault(&mut self, kind: FaultKind, stage: &Stage, text: String) {
        let (own, entry) = (stage.interface().stage, &stage.interface().entry);
        match self.faults.iter_mut().find(|fault| (fault.kind, fault.stage) == (kind, own)) {
            Some(fault) => fault.count += 1,
            None => self.faults.push(Fault { kind, stage: own, entry: entry.clone(), text, count: 1 }),
        }
    }

    /// Adds geometry, and draws if there is enough of it.
    pub(super) fn push(&mut self, chunk: Chunk) -> Result<(), Error> {
        self.geometry.push(chunk);
        if self.geometry.is_full() {
            self.tiles()?;
            self.geometry.clear();
        }
        Ok(())
    }

    /// Draws what is left.
    pub(super) fn end(mut self) -> Result<Statistics, Error> {
        if !self.geometry.is_empty() {
            self.tiles()?;
        }
        self.statistics.setup = self.geometry.statistics;
        Ok(self.statistics)
    }

    /// Draws the geometry to all tiles.
    fn tiles(&mut self) -> Result<(), Error> {
        let own = match &self.pipeline.pixel {
            Some(pixel) if self.watch.is_some() || !pixel.has_parts() => self.in_order(pixel)?,
            Some(pixel) => self.together(pixel)?,
            None => self.depth_alone()?,
        };
        self.statistics.pass.add(own);
        Ok(())
    }

    /// The locations of the floating-point targets that are blended by the alpha of their colors.
    fn blended(&self) -> Vec<u32> {
        let is_float = |color: usize| self.targets.color_format(color).is_some_and(|own| own.name().ends_with("float"));
        let colors = self.pipeline.targets().into_iter().enumerate();
        let blended = colors.filter(|(color, _)| self.fixed.blends_by_alpha(*color) && is_float(*color));
        blended.map(|(_, location)| location).collect()
    }

    /// One tile after the other.
    fn in_order(&mut self, pixel: &Stage) -> Result<PassStatistics, Error> {
        let blended = self.blended();
        let marked = (!blended.is_empty()).then(|| pixel.blending(&blended));
        let pixel = marked.as_ref().unwrap_or(pixel);
        let Drawing { fixed, targets, run, stop, watch, geometry, rooms, overlaps, .. } = self;
        let mut statistics = PassStatistics::default();
        for mut tile in targets.tiles() {
            let mut failed = None;
            let mut shader = |packet: &Packet, shaded: &mut Shaded| {
                let groups = packet.groups();
                shaded.fill(0, groups, 0);
                let name = |lane: usize| {
                    // Lanes behind the last quad do not run.
                    let lane = lane.min(packet.lanes() - 1);
                    let helper = if packet.is_kept(lane) { "" } else { "helper of " };
                    let [x, y] = packet.pixel(lane);
                    format!("{helper}pixel ({x},{y}) of primitive {}", packet.primitive(lane))
                };
                let what = |lane: usize| {
                    let is_there = lane < packet.lanes();
                    is_there.then(|| Invocation::Pixel {
                        at: packet.pixel(lane),
                        primitive: packet.primitive(lane),
                        is_kept: packet.is_kept(lane),
                    })
                };
                if let Some(overlaps) = overlaps.as_mut() {
                    overlaps.begin((0..packet.lanes()).map(|lane| fragment(packet, lane)));
                }
                let marked = pixel.watches_edges.then(|| with_strays(pixel, packet, geometry));
                let words = marked.as_deref().unwrap_or(packet.words());
                let work = Work::rows(words, shaded.words_mut(groups), groups).among(overlaps.as_mut());
                run(pixel, work, &Invocations { name: &name, what: &what }).map_err(|error| {
                    // The fixed functions have errors of their own; one of a shader is kept here.
                    failed = Some(error);
                    raster::Error::Stopped
                })
            };
            let mut hooks = Hooks { shader: &mut shader, stop: &|| stop(), watch: watch.as_deref_mut() };
            let draw = |room: &mut Room| tiles::draw(&mut tile, fixed, geometry, room, &mut hooks);
            match rooms.with(|| Room::new(fixed), draw) {
                Ok(own) => statistics.add(own),
                Err(error) => return Err(failed.unwrap_or_else(|| of_fixed(error))),
            }
        }
        Ok(statistics)
    }

    /// Tiles on all threads, each of which runs the shader itself.
    fn together(&mut self, pixel: &Stage) -> Result<PassStatistics, Error> {
        let Drawing { fixed, targets, run, stop, geometry, rooms, inputs, outputs, .. } = self;
        let tiles: Vec<Mutex<Tile<'_>>> = targets.tiles().into_iter().map(Mutex::new).collect();
        let done = Mutex::new((PassStatistics::default(), None));
        let part = |number: usize, caller: &mut Caller<'_>| {
            let mut shader = |packet: &Packet, shaded: &mut Shaded| {
                let groups = packet.groups();
                shaded.fill(0, groups, 0);
                let ends = caller.call(packet.words(), shaded.words_mut(groups), groups);
                if ends { Ok(()) } else { Err(raster::Error::Stopped) }
            };
            let mut hooks = Hooks { shader: &mut shader, stop: &|| stop(), watch: None };
            let draw = |room: &mut Room| tiles::draw(&mut lock(&tiles[number]), fixed, geometry, room, &mut hooks);
            let drawn = rooms.with(|| Room::new(fixed), draw);
            match drawn {
                Ok(own) => lock(&done).0.add(own),
                Err(error) => lock(&done).1 = Some(error),
            }
        };
        let interface = pixel.interface();
        let lanes = interface.lanes as usize;
        let (least, most) = (interface.inputs.len() * lanes, interface.outputs.len() * lanes);
        let name = |_: usize| "a pixel".to_owned();
        let work = Work::parts(inputs.get(least), outputs.get(most), tiles.len(), &part);
        run(pixel, work, &Invocations { name: &name, what: &|_| None })?;
        match done.into_inner().unwrap_or_else(PoisonError::into_inner) {
            (_, Some(error)) => Err(of_fixed(error)),
            (statistics, None) => Ok(statistics),
        }
    }

    /// Tiles on all threads, without a shader.
    fn depth_alone(&mut self) -> Result<PassStatistics, Error> {
        let Drawing { pipeline, fixed, targets, stop, geometry, rooms, .. } = self;
        let tiles: Vec<Mutex<Tile<'_>>> = targets.tiles().into_iter().map(Mutex::new).collect();
        let done = Mutex::new(Ok(PassStatistics::default()));
        pipeline.vertex.module().pool().each(tiles.len(), &|number| {
            let mut shader = |_: &Packet, _: &mut Shaded| Ok(());
            let mut hooks = Hooks { shader: &mut shader, stop: &|| stop(), watch: None };
            let draw = |room: &mut Room| tiles::draw(&mut lock(&tiles[number]), fixed, geometry, room, &mut hooks);
            let drawn = rooms.with(|| Room::new(fixed), draw);
            let mut done = lock(&done);
            match (&mut *done, drawn) {
                (Ok(all), Ok(own)) => all.add(own),
                (done, Err(error)) => *done = Err(of_fixed(error)),
                (Err(_), Ok(_)) => {}
            }
        });
        done.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The invocation of a lane; none for a helper.
fn fragment(packet: &Packet, lane: usize) -> Option<Fragment> {
    let (pixel, primitive) = (packet.pixel(lane), packet.primitive(lane));
    packet.is_kept(lane).then_some(Fragment { pixel, primitive })
}

/// The rows of a packet, whose masks say which helpers stray.
fn with_strays(pixel: &Stage, packet: &Packet, geometry: &Geometry) -> Vec<u32> {
    let (rows, lanes) = (pixel.interface().inputs.len(), pixel.interface().lanes as usize);
    let mut words = packet.words().to_vec();
    let strays = |lane: &usize| !packet.is_kept(*lane) && geometry.is_far(packet.record(*lane), packet.pixel(*lane));
    for lane in (0..packet.lanes()).filter(strays) {
        words[lane / lanes * rows * lanes + lane % lanes] |= STRAYS;
    }
    words
}

/// An error of the fixed functions.
fn of_fixed(error: raster::Error) -> Error {
    match error {
        raster::Error::Stopped => Error::Deadline,
        error => Error::Fixed(error),
    }
}

/// What the numbers of vertices and instances begin with, and the numbers of the draw and of the view.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bases {
    pub(super) vertex: u32,
    pub(super) instance: u32,
    pub(super) draw: u32,
    pub(super) view: u32,
}

/// The number that vertices begin with: what is added to indices, or the first vertex where there are none.
pub(super) fn base_vertex(call: &Call<'_>) -> u32 {
    match call.indices {
        Indices::Sequence => call.first.wrapping_add_signed(call.base),
        Indices::Short(_) | Indices::Long(_) => call.base.cast_unsigned(),
    }
}

/// Fills in the rows of a batch's vertices.
pub(super) fn fill(vertex: &Stage, batch: &Batch, bases: Bases, words: &mut [u32], fetch: &Fetch<'_>) {
    let interface = vertex.interface();
    let lanes = interface.lanes as usize;
    let groups = words.chunks_exact_mut(interface.inputs.len() * lanes);
    for (vertices, rows) in batch.vertices.chunks(lanes).zip(groups) {
        for (row, words) in interface.inputs.iter().zip(rows.chunks_exact_mut(lanes)) {
            let (own, rest) = words.split_at_mut(vertices.len());
            rest.fill(0);
            match row.place {
                Place::Mask => own.fill(RUNS | KEPT),
                Place::Builtin(BuiltIn::VertexIndex, _) => own.copy_from_slice(vertices),
                Place::Builtin(BuiltIn::InstanceIndex, _) => own.fill(batch.instance),
                Place::Builtin(BuiltIn::BaseVertex, _) => own.fill(bases.vertex),
                Place::Builtin(BuiltIn::BaseInstance, _) => own.fill(bases.instance),
                Place::Builtin(BuiltIn::DrawIndex, _) => own.fill(bases.draw),
                Place::Builtin(BuiltIn::ViewIndex, _) => own.fill(bases.view),
                Place::Builtin(..) | Place::Payload(_) | Place::Count(_) | Place::Evaluation(_) => own.fill(0),
                Place::Location { .. } => fetch(row, vertices, batch.instance, own),
            }
        }
    }
}

/// The rows that the vertex shader made of a batch.
struct Shade<'s> {
    words: &'s [u32],
    rows: usize,
    lanes: usize,
}

impl Shade<'_> {
    /// A word of a vertex.
    fn word(&self, vertex: u32, row: usize) -> u32 {
        let (group, lane) = (vertex as usize / self.lanes, vertex as usize % self.lanes);
        self.words[(group * self.rows + row) * self.lanes + lane]
    }

    /// A word of each of the first vertices, in some rows.
    fn all(&self, rows: &[usize], count: usize) -> Vec<u32> {
        let mut all = vec![0; count * rows.len()];
        if rows.is_empty() {
            return all;
        }
        let groups = self.words.chunks(self.rows * self.lanes);
        for (vertices, group) in all.chunks_mut(self.lanes * rows.len()).zip(groups) {
            for (at, row) in rows.iter().enumerate() {
                let lanes = &group[row * self.lanes..][..self.lanes];
                for (vertex, word) in vertices.chunks_exact_mut(rows.len()).zip(lanes) {
                    vertex[at] = *word;
                }
            }
        }
        all
    }

    /// Sets up the primitives of the batch.
    fn set_up(&self, pipeline: &Pipeline, fixed: &raster::Pipeline, chunk: Chunk, batch: &Batch) -> Chunk {
        let count = batch.vertices.len();
        let floats = |rows: &[usize]| -> Vec<f32> { self.all(rows, count).into_iter().map(f32::from_bits).collect() };
        let words = |row: Option<usize>| row.map_or(Vec::new(), |row| self.all(&[row], count));
        let own = &pipeline.outputs;
        let positions = floats(own.position.as_ref().map_or(&[], |rows| rows));
        let vertices = Vertices {
            positions: positions.as_chunks().0,
            values: &self.all(&pipeline.passed, count),
            distances: &floats(&own.distances),
            point_sizes: &own.point_size.map_or(Vec::new(), |row| floats(&[row])),
            viewports: &words(own.viewport),
            layers: &words(own.layer),
        };
        fixed.set_up_in(chunk, batch, &vertices)
    }
}
