//! Stream output: the vertices of primitives, primitive by primitive, as buffers take them.
//!
//! It must not know how a stage runs, or how primitives are drawn.

use crate::error::Error;

/// The most streams.
pub const STREAMS: u32 = 4;
/// The bytes of a word.
pub(super) const WORD: usize = 4;

/// The layout of a stream-output buffer: the outputs of a stream that are captured in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captured {
    stream: u32,
    /// The bytes from a vertex to the next one.
    stride: usize,
    /// The offset of each word in a vertex, and its row.
    words: Vec<(usize, usize)>,
}

impl Captured {
    pub(super) fn new(stream: u32, stride: Option<u32>, words: Vec<(usize, usize)>) -> Result<Self, Error> {
        let end = words.iter().map(|(offset, _)| offset + WORD).max().unwrap_or(0);
        let stride = stride.map_or(end, |stride| stride as usize);
        if stride < end || !stride.is_multiple_of(WORD) {
            let why = format!("a stride of {stride} bytes does not hold vertices of {end}");
            return Err(Error::NotFit { why });
        }
        Ok(Captured { stream, stride, words })
    }

    /// The bytes from a vertex to the next one.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// The stream.
    pub fn stream(&self) -> u32 {
        self.stream
    }

    /// The bytes of a vertex, without those up to the next one.
    fn bytes(&self) -> usize {
        self.words.iter().map(|(offset, _)| offset + WORD).max().unwrap_or(0)
    }
}

/// A buffer, and what it takes.
#[derive(Clone, Debug)]
pub struct StreamBuffer {
    /// What it takes.
    pub captured: Captured,
    /// The bytes. Where there are too few, zeros follow.
    pub bytes: Vec<u8>,
    /// The bytes that are filled: the next vertex goes behind them.
    pub filled: usize,
    /// The bytes that there may be.
    pub most: usize,
}

/// The primitives of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StreamCount {
    /// The primitives that were written to the buffers.
    pub written: u64,
    /// The primitives that the draw generated, including those for which the buffers had no space.
    pub needed: u64,
}

/// The buffers of a draw that take vertices, and the primitives so far of each stream.
#[derive(Clone, Debug, Default)]
pub struct StreamOut {
    /// The buffers.
    pub buffers: Vec<StreamBuffer>,
    /// The primitives, by the number of the stream.
    pub counts: [StreamCount; STREAMS as usize],
}

impl StreamOut {
    /// Returns whether a buffer takes vertices of a stream.
    pub(super) fn takes(&self, stream: u32) -> bool {
        self.buffers.iter().any(|buffer| buffer.captured.stream == stream)
    }

    /// The streams of which buffers take vertices.
    pub(super) fn all(&self) -> impl Iterator<Item = u32> {
        let taken: Vec<u32> = (0..STREAMS).filter(|stream| self.takes(*stream)).collect();
        taken.into_iter()
    }

    /// Adds a primitive of a stream by the words of its vertices, by corner and row. Where it does not fit all of the stream's
    /// buffers, none takes it.
    pub(super) fn push(&mut self, stream: u32, corners: usize, word: impl Fn(usize, usize) -> u32) {
        let own = |buffer: &&StreamBuffer| buffer.captured.stream == stream;
        let end = |buffer: &StreamBuffer| {
            let last = buffer.captured.stride * corners.saturating_sub(1);
            buffer.filled.saturating_add(last + buffer.captured.bytes())
        };
        let fits = |buffer: &StreamBuffer| end(buffer) <= buffer.most;
        if !self.takes(stream) {
            return;
        }
        let has_room = self.buffers.iter().filter(own).all(fits);
        if let Some(count) = self.counts.get_mut(stream as usize) {
            count.needed += 1;
            count.written += u64::from(has_room);
        }
        if !has_room {
            return;
        }
        for buffer in self.buffers.iter_mut().filter(|buffer| buffer.captured.stream == stream) {
            let end = end(buffer);
            if buffer.bytes.len() < end {
                buffer.bytes.resize(end, 0);
            }
            for corner in 0..corners {
                for (offset, row) in &buffer.captured.words {
                    let at = buffer.filled + offset;
                    buffer.bytes[at..at + WORD].copy_from_slice(&word(corner, *row).to_le_bytes());
                }
                buffer.filled += buffer.captured.stride;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primitives_are_written_whole_or_not_at_all() {
        let captured = |stride: u32, words| Captured::new(0, Some(stride), words).unwrap();
        let buffer = |captured, bytes| StreamBuffer { captured, bytes: vec![9; bytes], filled: 0, most: bytes };
        // Two lines, and a half: behind the last vertex of a line its rest may be missing.
        let buffers = vec![buffer(captured(8, vec![(4, 1)]), 32), buffer(captured(4, vec![(0, 0)]), 20)];
        let mut streams = StreamOut { buffers, ..StreamOut::default() };
        for line in 0..3 {
            streams.push(0, 2, |corner, row| 100 * row as u32 + 10 * line + corner as u32);
        }
        streams.push(1, 2, |_, _| 0);
        assert_eq!(streams.counts[..2], [StreamCount { written: 2, needed: 3 }, StreamCount::default()]);
        let words = |number: usize| -> Vec<u32> {
            streams.buffers[number].bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
        };
        let free = u32::from_le_bytes([9; 4]);
        assert_eq!(words(0), [free, 100, free, 101, free, 110, free, 111]);
        assert_eq!(words(1), [0, 1, 10, 11, free]);
        assert!(Captured::new(0, Some(4), vec![(4, 0)]).is_err());
    }
}
