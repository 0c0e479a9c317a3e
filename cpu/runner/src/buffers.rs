//! Host memory: values as bytes, and aligned bytes for kernels.
#![allow(unsafe_code, reason = "memory is asked for that may not be there")]

use crate::error::Error;
use std::alloc::Layout;
use std::ops::{Deref, DerefMut};

/// Types without padding for which every bit pattern is valid: numbers, arrays of them, and structs that are
/// `#[repr(C)]` and derive the trait.
pub use bytemuck::Pod;
/// Types for which zeros are valid, as required for [`Pod`].
pub use bytemuck::Zeroable;

/// The bytes of a slice.
pub fn bytes_of<T: Pod>(values: &[T]) -> &[u8] {
    bytemuck::cast_slice(values)
}

/// The values in a slice of bytes, at any alignment. An incomplete value at the end is ignored.
pub fn values_of<T: Pod>(bytes: &[u8]) -> Vec<T> {
    match size_of::<T>() {
        0 => Vec::new(),
        size => bytemuck::pod_collect_to_vec(&bytes[..bytes.len() - bytes.len() % size]),
    }
}

/// The limit of bytes in a buffer or an image.
pub const MOST_BYTES: usize = if usize::BITS < 64 { 1 << 30 } else { 16 << 30 };

/// The largest alignment that kernels need.
const ALIGN: usize = 64;
/// Unit of allocation. The system provides zeroed memory of this alignment without writing to it; with a larger
/// alignment each byte would be written first.
type Word = u128;
/// The limit of words lost before the first aligned one.
const SLACK: usize = ALIGN / size_of::<Word>() - 1;

/// Bytes at an address that is a multiple of 64.
#[derive(Debug, Default)]
pub struct Bytes {
    /// The unused part, which is zeros.
    words: Vec<Word>,
    /// The first aligned word.
    start: usize,
    len: usize,
}

impl Bytes {
    /// An empty buffer.
    pub fn new() -> Self {
        Self::default()
    }

    /// This many zeros. They take memory only when written to, if the system supports that.
    ///
    /// # Errors
    /// When there are more than [`MOST_BYTES`], or the system has no memory for them.
    pub fn zeros(len: usize) -> Result<Self, Error> {
        let full = || Error::NoMemory { bytes: len as u64 };
        if len == 0 {
            return Ok(Bytes::new());
        }
        if len > MOST_BYTES {
            return Err(full());
        }
        let count = len.div_ceil(size_of::<Word>()) + SLACK;
        let layout = Layout::array::<Word>(count).map_err(|_| full())?;
        // SAFETY: the layout is not empty.
        let start = unsafe { std::alloc::alloc_zeroed(layout) }.cast::<Word>();
        if start.is_null() {
            return Err(full());
        }
        // SAFETY: the global allocator gave memory with the layout of the given number of words, and zeros are words.
        let words = unsafe { Vec::from_raw_parts(start, count, count) };
        Ok(Bytes::of(words, len))
    }

    /// The bytes in words of zeros, which have room for them after the slack.
    fn of(words: Vec<Word>, len: usize) -> Self {
        let start = words.as_ptr().addr().wrapping_neg() % ALIGN / size_of::<Word>();
        Bytes { words, start, len }
    }

    /// Appends values to the bytes: for the contents of structs.
    #[must_use]
    pub fn with<T: Pod>(mut self, values: &[T]) -> Self {
        let added = bytes_of(values);
        let start = self.len;
        self.resize(start + added.len());
        self[start..].copy_from_slice(added);
        self
    }

    /// The bytes as values.
    pub fn values<T: Pod>(&self) -> Vec<T> {
        values_of(self)
    }

    /// Resizes the buffer; new bytes are zeros.
    pub fn resize(&mut self, len: usize) {
        if len < self.len {
            // Bytes that were cut off must not come back.
            self[len..].fill(0);
        } else if len > self.room() {
            *self = self.with_room(len.max(2 * self.len));
        }
        self.len = len;
    }

    /// The capacity in bytes.
    fn room(&self) -> usize {
        (self.words.len() - self.start) * size_of::<Word>()
    }

    /// A copy of the bytes with this capacity.
    fn with_room(&self, most: usize) -> Self {
        let mut other = Bytes::of(vec![0; most.div_ceil(size_of::<Word>()) + SLACK], self.len);
        other.copy_from_slice(self);
        other
    }

    /// Resizes the buffer to at least this many bytes. The contents are lost.
    pub(crate) fn reserve_scratch(&mut self, len: usize) -> Result<(), Error> {
        if self.len < len {
            // The old ones are freed first: the two together may be too large.
            *self = Bytes::new();
            *self = Bytes::zeros(len)?;
        }
        Ok(())
    }

    /// A copy of bytes.
    pub(crate) fn copy(bytes: &[u8]) -> Result<Self, Error> {
        let mut copy = Bytes::zeros(bytes.len())?;
        copy.copy_from_slice(bytes);
        Ok(copy)
    }
}

impl Clone for Bytes {
    fn clone(&self) -> Self {
        self.with_room(self.len)
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Pod> From<&[T]> for Bytes {
    fn from(values: &[T]) -> Self {
        Bytes::new().with(values)
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &bytes_of(&self.words[self.start..])[..self.len]
    }
}

impl DerefMut for Bytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.words[self.start..])[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_bytes_and_back() {
        let bytes = Bytes::new().with(&[1u32, 2]).with(&[3.5f32]).with(&[7u8]);
        assert_eq!(bytes.len(), 13);
        assert_eq!(bytes.as_ptr().addr() % 64, 0);
        assert_eq!(values_of::<u32>(&bytes), [1, 2, 3.5f32.to_bits()]);
        assert_eq!(values_of::<[u8; 2]>(&bytes[8..]).len(), 2);
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        for len in [1 << 46, usize::MAX, MOST_BYTES + 1] {
            assert_eq!(Bytes::zeros(len), Err(Error::NoMemory { bytes: len as u64 }));
        }
        assert_eq!(Bytes::zeros(0), Ok(Bytes::new()));
        // Nothing is written, so no memory is used.
        assert_eq!(Bytes::zeros(1 << 30).map(|bytes| bytes.len()), Ok(1 << 30));
    }

    /// The resident memory of the process in bytes, if the system tells.
    fn resident() -> Option<usize> {
        let text = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()? << 10)
    }

    #[test]
    fn zeros_cost_nothing_until_they_are_written() {
        let Some(before) = resident() else { return };
        let Ok(mut bytes) = Bytes::zeros(4 << 30) else { return };
        bytes[3 << 30] = 1;
        assert_eq!((bytes[(3 << 30) - 1], bytes[3 << 30]), (0, 1));
        let after = resident().unwrap();
        assert!(after < before + (1 << 30), "{before} bytes were in use, and {after} are");
    }

    #[test]
    fn copies_and_growth_keep_bytes_aligned() {
        let mut bytes = Bytes::new();
        for step in 0..100u8 {
            bytes = bytes.with(&[step; 7]).clone();
            assert_eq!(bytes.as_ptr().addr() % ALIGN, 0);
            assert_eq!((bytes.len(), bytes[bytes.len() - 1]), (7 * (usize::from(step) + 1), step));
        }
        assert_eq!(bytes, Bytes::from(&bytes[..]));
        bytes.resize(0);
        bytes.resize(1000);
        assert!(bytes.iter().all(|byte| *byte == 0));
    }

    #[test]
    fn new_bytes_are_zeros() {
        let mut bytes = Bytes::from(&[255u8; 70][..]);
        bytes.resize(3);
        bytes.resize(130);
        assert_eq!(bytes[..3], [255; 3]);
        assert!(bytes[3..].iter().all(|byte| *byte == 0));
    }
}
