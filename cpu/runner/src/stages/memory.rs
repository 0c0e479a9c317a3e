//! Memory for rows that is used again.
//!
//! It must not know what the rows mean.

use std::sync::{Mutex, PoisonError};

/// Words at an address that kernels take.
#[derive(Debug, Default)]
pub(super) struct Memory {
    words: Vec<u32>,
}

impl Memory {
    /// The words of an aligned address.
    const ALIGN: usize = 16;

    /// This many words, of any value; the same ones for the same number.
    pub(super) fn get(&mut self, count: usize) -> &mut [u32] {
        if self.words.len() < count + Self::ALIGN {
            self.words = vec![0; count + Self::ALIGN];
        }
        let start = self.words.as_ptr().addr().wrapping_neg() / size_of::<u32>() % Self::ALIGN;
        &mut self.words[start..start + count]
    }
}

/// A pool of reusable values: a thread takes one and puts it back, so that the next thread need not make its own.
#[derive(Debug)]
pub(super) struct Spares<T>(Mutex<Vec<T>>);

impl<T> Default for Spares<T> {
    fn default() -> Self {
        Spares(Mutex::default())
    }
}

impl<T> Spares<T> {
    /// Calls a function with one that nothing else uses, a new one if there is none.
    pub(super) fn with<R>(&self, new: impl FnOnce() -> T, use_it: impl FnOnce(&mut T) -> R) -> R {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut own = known.unwrap_or_else(new);
        let result = use_it(&mut own);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(own);
        result
    }
}
