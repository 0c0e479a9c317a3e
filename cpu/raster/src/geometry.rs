//! Geometry: the records of a draw, and for each tile the records that may cover a part of it.
//!
//! Records keep the order of primitives. Most are triangles, of which there is no more than the numbers of their vertices until
//! a tile is drawn. It must not know how they are made or drawn.

use crate::bounds::Bounds;
use crate::coverage::Shape;
use crate::fixed::{HALF, ONE};
use crate::interface::Input;
use crate::pipeline::Pipeline;
use crate::record::{Record, Row, Screen, Triangle};
use crate::tile::{SIZE, Tiles};

/// The records of a batch. Batches are set up independently of each other, and joined in their order.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    pub(crate) entries: Vec<Entry>,
    /// Vertices on the screen, where they are inside of all planes.
    pub(crate) screens: Vec<Option<Screen>>,
    /// The values of all vertices.
    pub(crate) values: Vec<u32>,
    /// What is not a triangle of three such vertices, and the rows of that.
    pub(crate) records: Vec<Record>,
    pub(crate) rows: Vec<Row>,
    /// The instance, and the view.
    pub(crate) instance: u32,
    pub(crate) view: u32,
    /// What became of the primitives.
    pub statistics: SetupStatistics,
}

impl Chunk {
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.screens.clear();
        self.values.clear();
        self.records.clear();
        self.rows.clear();
        self.statistics = SetupStatistics::default();
    }

    /// Vertices on the screen, of which set-up has found all three.
    #[inline(always)]
    fn screens(&self, corners: [usize; 3]) -> [Screen; 3] {
        corners.map(|corner| self.screens[corner].unwrap_or_default())
    }

    /// The values of vertices with this many components, and the number of the provoking one.
    #[inline(always)]
    fn attributes(&self, corners: [usize; 3], provoking: usize, inputs: usize) -> Attributes<'_> {
        Attributes::Vertices(corners.map(|corner| self.values.get(corner * inputs..).unwrap_or(&[])), provoking)
    }
}

/// A triangle of vertices that are inside of all planes.
#[derive(Clone, Copy)]
pub(crate) struct Plain<'g> {
    chunk: &'g Chunk,
    corners: [usize; 3],
    /// The number of the record.
    pub(crate) number: u32,
    /// That of the primitive in its call.
    pub(crate) primitive: u32,
}

impl<'g> Plain<'g> {
    /// The vertices on the screen.
    #[inline(always)]
    pub(crate) fn corners(&self) -> [Screen; 3] {
        self.chunk.screens(self.corners)
    }
}

/// A record in short.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The pixels that it may cover. Targets have fewer than 2^16 in a row.
    min: [u16; 2],
    max: [u16; 2],
    layer: u16,
    /// The number of the primitive in its call.
    primitive: u32,
    of: Of,
}

/// What a record is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Of {
    /// Vertices of the chunk that are inside of all planes.
    Triangle { corners: [u32; 3], provoking: u8, front: bool },
    /// A record of the chunk.
    Record(u32),
}

impl Entry {
    pub(crate) fn new(bounds: Bounds, layer: u32, primitive: u32, of: Of) -> Self {
        let [min, max] = [bounds.min, bounds.max].map(|end| end.map(|part| part as u16));
        Self { min, max, layer: layer as u16, primitive, of }
    }

    fn bounds(&self) -> Bounds {
        Bounds { min: self.min.map(i64::from), max: self.max.map(i64::from) }
    }
}

/// The values of a record's corners.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Attributes<'c> {
    /// Those of vertices, and the number of the provoking one.
    Vertices([&'c [u32]; 3], usize),
    /// Rows.
    Rows(&'c [Row]),
}

impl Attributes<'_> {
    /// The row of an input.
    #[inline(always)]
    pub(crate) fn row(&self, component: usize, input: Input) -> Row {
        match self {
            Self::Rows(rows) => rows[component],
            Self::Vertices(values, provoking) => {
                let corners = values.map(|values| values.get(component).copied().unwrap_or(0));
                input.row(corners, corners[*provoking])
            }
        }
    }
}

/// The number of primitives by their fate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetupStatistics {
    /// All.
    pub primitives: u64,
    /// Those with positions that are not numbers.
    pub not_finite: u64,
    /// Those outside of the clip volume, or dropped for their cull distances.
    pub clipped: u64,
    /// Those that show the face that is not drawn.
    pub culled: u64,
    /// Triangles without an area.
    pub degenerate: u64,
    /// Those with a vertex whose w is zero.
    pub without_w: u64,
    /// The number and the instance of the first one that has such a vertex, or a position that is not a number.
    pub first_bad: Option<[u32; 2]>,
}

impl SetupStatistics {
    pub(crate) fn add(&mut self, other: Self) {
        self.primitives += other.primitives;
        self.not_finite += other.not_finite;
        self.clipped += other.clipped;
        self.culled += other.culled;
        self.degenerate += other.degenerate;
        self.without_w += other.without_w;
        self.first_bad = self.first_bad.or(other.first_bad);
    }
}

/// Records that cover more tiles than this are in one list for all tiles, which bounds the memory of the lists.
const FEW_TILES: u32 = 64;
/// The number of records after which geometry is to be drawn before there is more.
const FULL: usize = 1 << 16;

/// The bits of a record's number that say which one of its chunk it is. A batch has at most 2,048 primitives, each of which
/// clipping makes at most 12 records of.
const CHUNK_BITS: u32 = 16;
const CHUNK_MASK: u32 = (1 << CHUNK_BITS) - 1;

/// The records of one or several batches. A record's number has the chunk's above its own in that.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// The chunks with records, in their order.
    chunks: Vec<Chunk>,
    /// Chunks that were drawn last, whose memory is used again.
    spares: Vec<Chunk>,
    /// The records of all chunks.
    count: usize,
    tiles: Tiles,
    bins: Vec<Vec<u32>>,
    large: Vec<u32>,
    /// The components of a vertex, and the depths that are tested where vertices select no viewport.
    inputs: usize,
    depths: [f32; 2],
    /// What became of the primitives.
    pub statistics: SetupStatistics,
}

impl Geometry {
    /// Geometry without records.
    pub fn new(pipeline: &Pipeline) -> Self {
        let tiles = Tiles::new(pipeline.size, pipeline.layers);
        Self {
            chunks: Vec::new(),
            spares: Vec::new(),
            count: 0,
            tiles,
            bins: vec![Vec::new(); tiles.count()],
            large: Vec::new(),
            inputs: pipeline.interface.inputs.len(),
            depths: pipeline.depths(&pipeline.viewport(0)),
            statistics: SetupStatistics::default(),
        }
    }

    /// Adds the records of the next batch.
    pub fn push(&mut self, chunk: Chunk) {
        self.statistics.add(chunk.statistics);
        if chunk.entries.is_empty() {
            return;
        }
        let first = (self.chunks.len() as u32) << CHUNK_BITS;
        self.count += chunk.entries.len();
        for (number, entry) in (first..).zip(&chunk.entries) {
            self.bin(number, entry);
        }
        self.chunks.push(chunk);
    }

    /// A chunk for [`Pipeline::set_up_in`], with the memory of one that was drawn if there is one.
    pub fn spare(&mut self) -> Chunk {
        self.spares.pop().unwrap_or_default()
    }

    #[inline]
    fn entry(&self, number: u32) -> (&Chunk, &Entry) {
        let chunk = &self.chunks[(number >> CHUNK_BITS) as usize];
        (chunk, &chunk.entries[(number & CHUNK_MASK) as usize])
    }

    /// The pixels that a record may cover.
    #[inline]
    pub(crate) fn bounds(&self, number: u32) -> Bounds {
        self.entry(number).1.bounds()
    }

    /// A record that is a triangle of vertices inside of all planes.
    #[inline(always)]
    pub(crate) fn plain(&self, number: u32) -> Option<Plain<'_>> {
        let (chunk, entry) = self.entry(number);
        match entry.of {
            Of::Triangle { corners, .. } => Some(Plain {
                chunk,
                corners: corners.map(|corner| corner as usize),
                number,
                primitive: entry.primitive,
            }),
            Of::Record(_) => None,
        }
    }

    /// The least and the greatest depth of such triangles that is tested.
    #[inline]
    pub(crate) fn depths(&self) -> [f32; 2] {
        self.depths
    }

    /// A record by its number.
    #[inline]
    pub(crate) fn record(&self, number: u32) -> Record {
        let (chunk, entry) = self.entry(number);
        match entry.of {
            Of::Record(at) => chunk.records[at as usize].clone(),
            Of::Triangle { corners, front, .. } => {
                let corners = chunk.screens(corners.map(|corner| corner as usize));
                let triangle = Triangle::new(&corners);
                Record {
                    shape: triangle.shape(),
                    weights: triangle.weights(),
                    inverse: triangle.inverse(),
                    z: corners.map(|corner| corner.z),
                    rhw: corners.map(|corner| corner.rhw),
                    bias: 0.0,
                    depths: self.depths,
                    front,
                    viewport: 0,
                    layer: entry.layer.into(),
                    primitive: entry.primitive,
                    instance: chunk.instance,
                    view: chunk.view,
                    rows: 0,
                }
            }
        }
    }

    /// Returns whether the plane of a triangle is more than twice as far away at the center of a pixel as the farthest point of
    /// the triangle, or behind the viewer, or nearer than half of the nearest point.
    pub fn is_far(&self, record: u32, pixel: [u32; 2]) -> bool {
        let record = self.record(record);
        let Shape::Triangle { .. } = record.shape else { return false };
        let center = pixel.map(|part| i64::from(part) * ONE + HALF);
        let [own, ..] = record.reciprocals(&record.linear([center; 4]));
        let [least, greatest] = [f64::min, f64::max].map(|of| record.rhw.into_iter().reduce(of).unwrap_or(own));
        own * 2.0 < least || own > greatest * 2.0
    }

    /// Returns whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Returns whether the tiles are to be drawn, and the geometry to be cleared, before the next batch.
    pub fn is_full(&self) -> bool {
        self.count >= FULL
    }

    /// Removes all records.
    pub fn clear(&mut self) {
        self.spares.clear();
        std::mem::swap(&mut self.spares, &mut self.chunks);
        self.count = 0;
        self.large.clear();
        self.bins.iter_mut().for_each(Vec::clear);
    }

    fn bin(&mut self, number: u32, entry: &Entry) {
        let first = entry.min.map(|part| u32::from(part) / SIZE as u32);
        let last = entry.max.map(|part| (u32::from(part) - 1) / SIZE as u32);
        if (last[0] - first[0] + 1) * (last[1] - first[1] + 1) > FEW_TILES {
            self.large.push(number);
            return;
        }
        for y in first[1]..=last[1] {
            for x in first[0]..=last[0] {
                let at = self.tiles.number([x, y], entry.layer.into());
                self.bins[at].push(number);
            }
        }
    }

    /// The records that may cover a part of a tile, in their order.
    pub(crate) fn of_tile(&self, tile: usize, layer: u32) -> impl Iterator<Item = u32> + '_ {
        let mut few = self.bins.get(tile).map_or(&[][..], Vec::as_slice).iter().copied().peekable();
        let of_layer = move |number: &u32| u32::from(self.entry(*number).1.layer) == layer;
        let mut large = self.large.iter().copied().filter(of_layer).peekable();
        std::iter::from_fn(move || match (few.peek(), large.peek()) {
            (Some(left), Some(right)) if left < right => few.next(),
            (Some(_), None) => few.next(),
            (_, Some(_)) => large.next(),
            (None, None) => None,
        })
    }

    /// The values of the corners of a record.
    #[inline(always)]
    pub(crate) fn attributes(&self, number: u32) -> Attributes<'_> {
        let (chunk, entry) = self.entry(number);
        match entry.of {
            Of::Record(at) => Attributes::Rows(&chunk.rows[chunk.records[at as usize].rows as usize..][..self.inputs]),
            Of::Triangle { corners, provoking, .. } => {
                chunk.attributes(corners.map(|corner| corner as usize), provoking.into(), self.inputs)
            }
        }
    }

    /// The row of an input of a record of a packet: its values at the three corners.
    pub fn row(&self, pipeline: &Pipeline, record: u32, input: usize) -> Row {
        self.attributes(record).row(input, pipeline.interface.inputs[input])
    }
}
