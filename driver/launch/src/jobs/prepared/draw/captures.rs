//! Buffers of a job that take the vertices of a draw.

use super::fitting;
use crate::jobs::job::steps::{Stream, StreamOutputs};
use crate::jobs::prepared::Shared;
use crate::kernels::resources::Resource;
use runner::Marks;
use runner::stages::{Captured, Pipeline, StreamBuffer, StreamCount, StreamOut};

/// The buffers that a draw fills.
pub(super) struct Captures(Vec<Capture>);

/// A buffer that takes the vertices of a stream.
struct Capture {
    captured: Captured,
    /// The buffer among those of the job, and the byte of the first vertex.
    buffer: usize,
    offset: usize,
    /// The buffer that takes the numbers of primitives.
    counts: Option<usize>,
}

type Result<T> = std::result::Result<T, String>;

impl Captures {
    /// Finds the buffers, and what each takes.
    ///
    /// # Errors
    /// When there is no such buffer, or the last stage has no such output.
    pub(super) fn new(streams: &[Stream], pipeline: &Pipeline, shared: &Shared) -> Result<Self> {
        let one = |own: &Stream| {
            let captured = match &own.outputs {
                StreamOutputs::Semantics { stream, semantics, stride } => {
                    pipeline.captured(*stream, semantics, *stride)
                }
                StreamOutputs::Buffer(buffer) => pipeline.captured_by_module(*buffer),
            };
            let buffer = fitting::buffer(shared, &own.to)?;
            let size = shared.bound[buffer].resource.bytes().len();
            if own.offset > size {
                return Err(format!("'{}' has {size} bytes; the first vertex is at byte {}", own.to, own.offset));
            }
            let counts = own.counts.as_deref().map(|name| fitting::buffer(shared, name)).transpose()?;
            let too_small = |at: &usize| shared.bound[*at].resource.bytes().len() < COUNTS;
            if let Some(at) = counts.filter(too_small) {
                return Err(format!("'{}' has fewer than the {COUNTS} bytes of the counts", shared.bound[at].name));
            }
            Ok(Capture { captured: captured.map_err(|error| error.to_string())?, buffer, offset: own.offset, counts })
        };
        let all = streams.iter().map(one).collect::<Result<Vec<_>>>();
        let captures = Captures(all.map_err(|error| format!("'stream_out': {error}"))?);
        for (at, own) in captures.0.iter().enumerate() {
            if captures.0[..at].iter().any(|other| other.buffer == own.buffer) {
                return Err(format!("'stream_out': '{}' is there twice", shared.bound[own.buffer].name));
            }
        }
        Ok(captures)
    }

    /// No buffers.
    pub(super) fn none() -> Self {
        Captures(Vec::new())
    }

    /// The buffers with their contents; none where there are no buffers.
    pub(super) fn begin(&self, shared: &Shared) -> Option<StreamOut> {
        let of = |own: &Capture| StreamBuffer {
            captured: own.captured.clone(),
            bytes: shared.bound[own.buffer].resource.bytes().to_vec(),
            filled: own.offset,
            most: shared.bound[own.buffer].resource.bytes().len(),
        };
        let buffers: Vec<StreamBuffer> = self.0.iter().map(of).collect();
        (!buffers.is_empty()).then(|| StreamOut { buffers, ..StreamOut::default() })
    }

    /// Puts the contents back, and the numbers of primitives where they are wanted.
    pub(super) fn end(&self, streams: &StreamOut, shared: &mut Shared) {
        for (own, buffer) in self.0.iter().zip(&streams.buffers) {
            let bound = &mut shared.bound[own.buffer].own;
            put(&mut bound.resource, &buffer.bytes);
            if bound.marks.is_uninitialised {
                // What no vertex was written to counts as initialized from here on.
                bound.marks = Marks::new(false, bound.marks.written);
            }
            if let Some(at) = own.counts {
                let StreamCount { written, needed } = streams.counts[own.captured.stream() as usize];
                let words = [written, needed].map(|count| u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
                put(&mut shared.bound[at].own.resource, words.as_flattened());
            }
        }
    }
}

/// The bytes of the numbers of primitives that were written, and that there were.
const COUNTS: usize = 8;

fn put(resource: &mut Resource, bytes: &[u8]) {
    if let Resource::Buffer(own, _) = resource {
        own[..bytes.len()].copy_from_slice(bytes);
    }
}
