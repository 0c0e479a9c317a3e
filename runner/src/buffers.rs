//! The host's memory: values as bytes, and bytes that are aligned as kernels want them.
#![allow(unsafe_code, reason = "aligned lines are seen as bytes")]

use crate::error::Error;
use std::alloc::Layout;
use std::ops::{Deref, DerefMut};

/// Types without gaps, of which every pattern of bits is a value: numbers, arrays of them, and structs that are
/// `#[repr(C)]` and derive the trait.
pub use bytemuck::Pod;
/// Types of which all zero bits are a value, as those of [`Pod`] must be.
pub use bytemuck::Zeroable;

/// The bytes of values.
pub fn bytes_of<T: Pod>(values: &[T]) -> &[u8] {
    bytemuck::cast_slice(values)
}

/// The values that bytes stand for, wherever the bytes lie. Bytes at the end that make no whole value are left out.
pub fn values_of<T: Pod>(bytes: &[u8]) -> Vec<T> {
    match size_of::<T>() {
        0 => Vec::new(),
        size => bytemuck::pod_collect_to_vec(&bytes[..bytes.len() - bytes.len() % size]),
    }
}

/// The most bytes that a buffer or an image may have.
pub const MOST_BYTES: usize = 16 << 30;

/// As much as a kernel ever wants aligned.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
struct Line([u8; 64]);

/// Bytes at an address that is a multiple of 64.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Bytes {
    lines: Vec<Line>,
    len: usize,
}

impl Bytes {
    /// No bytes.
    pub fn new() -> Self {
        Self::default()
    }

    /// So many zeros. They take memory only once something is written to them, where the system can do that.
    ///
    /// # Errors
    /// When there are more than [`MOST_BYTES`], or the system has no room for them.
    pub fn zeros(len: usize) -> Result<Self, Error> {
        let full = || Error::NoMemory { bytes: len as u64 };
        let count = len.div_ceil(64);
        if count == 0 {
            return Ok(Bytes::new());
        }
        let layout = Layout::array::<Line>(count).ok().filter(|_| len <= MOST_BYTES).ok_or_else(full)?;
        // SAFETY: the layout is not empty.
        let start = unsafe { std::alloc::alloc_zeroed(layout) }.cast::<Line>();
        if start.is_null() {
            return Err(full());
        }
        // SAFETY: the global allocator gave memory with the layout of so many lines, and zeros are lines.
        let lines = unsafe { Vec::from_raw_parts(start, count, count) };
        Ok(Bytes { lines, len })
    }

    /// The bytes with these values behind them: for the contents of structs.
    #[must_use]
    pub fn with<T: Pod>(mut self, values: &[T]) -> Self {
        let added = bytes_of(values);
        let start = self.len;
        self.resize(start + added.len());
        self[start..].copy_from_slice(added);
        self
    }

    /// The values that the bytes stand for.
    pub fn values<T: Pod>(&self) -> Vec<T> {
        values_of(self)
    }

    /// Makes them so many; new ones are zeros.
    pub fn resize(&mut self, len: usize) {
        self.lines.resize(len.div_ceil(64), Line([0; 64]));
        let shrunk = self.len.min(len);
        self.len = len;
        // What was cut off must not come back.
        self.all()[shrunk..].fill(0);
    }

    /// Makes them at least so many. What they were is lost.
    pub(crate) fn reserve_scratch(&mut self, len: usize) -> Result<(), Error> {
        if self.len < len {
            // The old ones go first: the two together may be too many.
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

    fn all(&mut self) -> &mut [u8] {
        // SAFETY: lines are bytes without gaps.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), 64 * self.lines.len()) }
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
        // SAFETY: there are at least `len` bytes in the lines.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.len) }
    }
}

impl DerefMut for Bytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        let len = self.len;
        &mut self.all()[..len]
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
        // Nothing is written, so nothing is taken.
        assert_eq!(Bytes::zeros(1 << 30).map(|bytes| bytes.len()), Ok(1 << 30));
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
