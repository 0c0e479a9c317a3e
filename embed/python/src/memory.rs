//! Memory of Python's objects, lent for the time of a run.

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The bytes of an object that lie one behind another. While it lives, the object keeps them where they are.
pub(crate) struct Lent {
    name: String,
    buffer: PyBuffer<u8>,
}

// A run needs the bytes on other threads, while Python's own go on. Programs that write to an array during a run get what
// the shader and they have written, as with any function of numpy that releases the interpreter.
impl Lent {
    /// The bytes of an object for a binding.
    ///
    /// # Errors
    /// When it has none, or they do not lie one behind another.
    pub(crate) fn new(name: &str, object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let buffer = PyBuffer::<u8>::get(object)?;
        match buffer.is_c_contiguous() {
            true => Ok(Lent { name: name.to_owned(), buffer }),
            false => Err(PyValueError::new_err(format!("'{name}': the array is not contiguous"))),
        }
    }

    pub(crate) fn is_readonly(&self) -> bool {
        self.buffer.readonly()
    }

    fn range(&self) -> std::ops::Range<usize> {
        let start = self.buffer.buf_ptr().addr();
        start..start + self.buffer.len_bytes()
    }

    /// The bytes of arrays, to be written where they may be. Empty ones have none.
    ///
    /// # Errors
    /// When two of them are the same memory and one of them may be written.
    pub(crate) fn slices(all: &[Lent]) -> PyResult<Vec<Bytes<'_>>> {
        let mut ranges: Vec<_> = all.iter().filter(|one| !one.range().is_empty()).collect();
        ranges.sort_by_key(|one| one.range().start);
        // The end of the memory so far, and of what may be written of it.
        let (mut end, mut written_end) = (0, 0);
        for one in ranges {
            let range = one.range();
            if range.start < written_end || (!one.is_readonly() && range.start < end) {
                return Err(PyValueError::new_err(format!("'{}': its memory is bound twice", one.name)));
            }
            end = end.max(range.end);
            written_end = if one.is_readonly() { written_end } else { written_end.max(range.end) };
        }
        Ok(all.iter().map(Lent::bytes).collect())
    }

    fn bytes(&self) -> Bytes<'_> {
        let (start, length) = (self.buffer.buf_ptr().cast::<u8>(), self.buffer.len_bytes());
        match (length, self.is_readonly()) {
            (0, _) => Bytes::Shared(&[]),
            // SAFETY: the buffer has the given number of bytes at this place as long as it lives.
            (_, true) => Bytes::Shared(unsafe { std::slice::from_raw_parts(start, length) }),
            // SAFETY: the same, they may be written, and `slices` gives no byte to two of them.
            (_, false) => Bytes::Exclusive(unsafe { std::slice::from_raw_parts_mut(start, length) }),
        }
    }
}

/// Lent bytes.
pub(crate) enum Bytes<'b> {
    Shared(&'b [u8]),
    Exclusive(&'b mut [u8]),
}

impl Bytes<'_> {
    pub(crate) fn read(&self) -> &[u8] {
        match self {
            Bytes::Shared(bytes) => bytes,
            Bytes::Exclusive(bytes) => bytes,
        }
    }
}
