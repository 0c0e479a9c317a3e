//! Geometry: the records of a draw with their rows, and for each tile the records that may cover a part of it.
//!
//! Records keep the order of primitives. It must not know how they are made or drawn.

use crate::pipeline::Pipeline;
use crate::record::{Record, Row};
use crate::tile::{SIZE, Tiles};

/// The records of a batch. Batches are set up independently of each other, and joined in their order.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    pub(crate) records: Vec<Record>,
    pub(crate) rows: Vec<Row>,
    /// What became of the primitives.
    pub statistics: SetupStatistics,
}

impl Chunk {
    pub(crate) fn clear(&mut self) {
        self.records.clear();
        self.rows.clear();
        self.statistics = SetupStatistics::default();
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
const FEW_TILES: i64 = 64;
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
            statistics: SetupStatistics::default(),
        }
    }

    /// Adds the records of the next batch.
    pub fn push(&mut self, chunk: Chunk) {
        self.statistics.add(chunk.statistics);
        if chunk.records.is_empty() {
            return;
        }
        let first = (self.chunks.len() as u32) << CHUNK_BITS;
        self.count += chunk.records.len();
        for (number, record) in (first..).zip(&chunk.records) {
            self.bin(number, record);
        }
        self.chunks.push(chunk);
    }

    /// A chunk for [`Pipeline::set_up_in`], with the memory of one that was drawn if there is one.
    pub fn spare(&mut self) -> Chunk {
        self.spares.pop().unwrap_or_default()
    }

    /// A record by its number.
    #[inline]
    pub(crate) fn record(&self, number: u32) -> &Record {
        &self.chunks[(number >> CHUNK_BITS) as usize].records[(number & CHUNK_MASK) as usize]
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

    fn bin(&mut self, number: u32, record: &Record) {
        let first = record.bounds.min.map(|part| part / SIZE);
        let last = record.bounds.max.map(|part| (part - 1) / SIZE);
        if (last[0] - first[0] + 1) * (last[1] - first[1] + 1) > FEW_TILES {
            self.large.push(number);
            return;
        }
        for y in first[1]..=last[1] {
            for x in first[0]..=last[0] {
                let at = self.tiles.number([x as u32, y as u32], record.layer);
                self.bins[at].push(number);
            }
        }
    }

    /// The records that may cover a part of a tile, in their order.
    pub(crate) fn of_tile(&self, tile: usize, layer: u32) -> impl Iterator<Item = u32> + '_ {
        let mut few = self.bins.get(tile).map_or(&[][..], Vec::as_slice).iter().copied().peekable();
        let of_layer = move |number: &u32| self.record(*number).layer == layer;
        let mut large = self.large.iter().copied().filter(of_layer).peekable();
        std::iter::from_fn(move || match (few.peek(), large.peek()) {
            (Some(left), Some(right)) if left < right => few.next(),
            (Some(_), None) => few.next(),
            (_, Some(_)) => large.next(),
            (None, None) => None,
        })
    }

    /// The rows of a record of a packet: those of its inputs.
    pub fn rows(&self, record: u32, inputs: usize) -> &[Row] {
        let chunk = &self.chunks[(record >> CHUNK_BITS) as usize];
        let first = chunk.records[(record & CHUNK_MASK) as usize].rows as usize;
        &chunk.rows[first..first + inputs]
    }
}
