//! Vertices as tables: the words of each one behind the other.
//!
//! It must not know which stage made them.

use crate::error::Error;
use crate::stages::drawing::{Drawing, lock};
use crate::stages::pipeline::Pipeline;
use raster::{Batch, Chunk, Primitive, Vertices};
use std::sync::{Mutex, PoisonError};

/// The most primitives that are set up at once.
pub(super) const MOST_PRIMITIVES: usize = 2048;

/// The words of vertices, in the order of the rows of the stage that made them.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) words: Vec<u32>,
    /// The words of a vertex.
    pub(super) stride: usize,
}

impl Table {
    /// Adds the first invocations of packets.
    pub(super) fn gather(&mut self, words: &[u32], lanes: usize, count: usize) {
        for (packet, first) in words.chunks_exact(self.stride * lanes).zip((0..count).step_by(lanes)) {
            for lane in 0..lanes.min(count - first) {
                self.words.extend((0..self.stride).map(|row| packet[row * lanes + lane]));
            }
        }
    }

    /// The words of a vertex.
    pub(super) fn vertex(&self, at: u32) -> &[u32] {
        &self.words[at as usize * self.stride..][..self.stride]
    }

    /// The number of vertices.
    pub(super) fn count(&self) -> usize {
        self.words.len().checked_div(self.stride).unwrap_or(0)
    }

    /// Words of all vertices in some rows.
    fn all(&self, rows: &[usize]) -> Vec<u32> {
        let vertices = self.words.chunks_exact(self.stride.max(1));
        vertices.flat_map(|vertex| rows.iter().map(|row| vertex[*row])).collect()
    }
}

/// Primitives with their vertices, which are ready for the fixed functions.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) table: Table,
    pub(super) primitives: Vec<Primitive>,
    pub(super) first: u32,
    pub(super) instance: u32,
}

impl Part {
    /// Sets up the primitives.
    fn set_up(&self, pipeline: &Pipeline, view: u32, fixed: &raster::Pipeline, chunk: Chunk) -> Chunk {
        let table = &self.table;
        let floats = |rows: &[usize]| -> Vec<f32> { table.all(rows).into_iter().map(f32::from_bits).collect() };
        let words = |row: Option<usize>| row.map_or(Vec::new(), |row| table.all(&[row]));
        let own = &pipeline.outputs;
        let positions = floats(own.position.as_ref().map_or(&[], |rows| rows));
        let vertices = Vertices {
            positions: positions.as_chunks().0,
            values: &table.all(&pipeline.passed),
            distances: &floats(&own.distances),
            point_sizes: &own.point_size.map_or(Vec::new(), |row| floats(&[row])),
            viewports: &words(own.viewport),
            layers: &words(own.layer),
        };
        let batch = Batch {
            vertices: (0..table.count() as u32).collect(),
            primitives: self.primitives.clone(),
            first: self.first,
            instance: self.instance,
            view,
        };
        fixed.set_up_in(chunk, &batch, &vertices)
    }
}

/// A primitive of vertices, whose first one is the provoking one, unless the state says that the last one is.
pub(super) fn primitive(corners: &[u32], is_last: bool) -> Primitive {
    let count = corners.len().min(3);
    let corner = |at: usize| corners[at.min(count - 1)];
    let provoking = if is_last { count - 1 } else { 0 };
    Primitive { corners: [corner(0), corner(1), corner(2)], count: count as u8, provoking: provoking as u8 }
}

impl Drawing<'_, '_> {
    /// Hands the primitives of parts to the buffers of a stream.
    pub(super) fn capture(&mut self, stream: u32, parts: &[Part]) {
        let Some(streams) = self.streams.as_deref_mut() else { return };
        for part in parts {
            for primitive in &part.primitives {
                let word = |corner: usize, row: usize| part.table.vertex(primitive.corners[corner])[row];
                streams.push(stream, primitive.count.into(), word);
            }
        }
    }

    /// Sets up parts on all threads, and joins them in their order.
    pub(super) fn set_up(&mut self, parts: &[Part]) -> Result<(), Error> {
        self.capture(0, parts);
        if !self.pipeline.has_position() {
            return Ok(());
        }
        let (pipeline, fixed, view) = (self.pipeline, self.fixed, self.bases.view);
        let chunks: Vec<Mutex<Chunk>> = parts.iter().map(|_| Mutex::new(self.geometry.spare())).collect();
        pipeline.vertex.module().pool().each(parts.len(), &|number| {
            let mut chunk = lock(&chunks[number]);
            *chunk = parts[number].set_up(pipeline, view, fixed, std::mem::take(&mut chunk));
        });
        for chunk in chunks {
            self.push(chunk.into_inner().unwrap_or_else(PoisonError::into_inner))?;
        }
        Ok(())
    }
}
