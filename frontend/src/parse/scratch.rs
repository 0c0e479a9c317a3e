//! Lists under construction.
//!
//! While the parser reads a list, its elements are on a stack that all lists share, and the parser's own stack has only
//! a [`Run`]: their range. A run is complete before the enclosing list continues, so that runs nest. Error recovery may
//! leave dropped elements on top; the next element of the outer run overwrites them.

use base::ids::Id;
use std::marker::PhantomData;

/// The elements of a list that is being read.
pub(crate) struct Run<T> {
    start: u32,
    len: u32,
    marker: PhantomData<fn() -> T>,
}

impl<T> Clone for Run<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Run<T> {}

impl<T> Run<T> {
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// A stack of elements that runs point into.
#[derive(Debug)]
pub(super) struct Scratch<E> {
    elements: Vec<E>,
}

impl<E> Default for Scratch<E> {
    fn default() -> Self {
        Scratch { elements: Vec::new() }
    }
}

impl<E> Scratch<E> {
    /// A run without elements.
    #[inline]
    pub(super) fn open<T>(&self) -> Run<T> {
        Run { start: self.elements.len() as u32, len: 0, marker: PhantomData }
    }

    /// Adds an element to a run, dropping everything above it.
    #[inline]
    pub(super) fn push<T>(&mut self, run: Run<T>, element: E) -> Run<T> {
        self.elements.truncate(run.range().end);
        self.elements.push(element);
        Run { len: run.len + 1, ..run }
    }

    /// Adds the elements of `tail`, which was opened after `run`.
    pub(super) fn append<T>(&mut self, run: Run<T>, tail: Run<T>) -> Run<T> {
        let end = run.range().end;
        self.elements.truncate(tail.range().end);
        self.elements.drain(end.min(tail.start as usize)..tail.start as usize);
        Run { len: run.len + tail.len, ..run }
    }

    /// The elements of a run.
    #[inline]
    pub(super) fn elements<T>(&self, run: Run<T>) -> &[E] {
        &self.elements[run.range()]
    }

    /// Drops the elements of a run, once they have been copied, and everything above them.
    #[inline]
    pub(super) fn close<T>(&mut self, run: Run<T>) {
        self.elements.truncate(run.start as usize);
    }

    /// Removes the elements of a run and everything above them.
    pub(super) fn take<T>(&mut self, run: Run<T>) -> impl Iterator<Item = E> {
        self.elements.truncate(run.range().end);
        self.elements.drain(run.start as usize..)
    }
}

/// Ids of all kinds lie on one stack as numbers.
pub(super) type Ids = Scratch<u32>;

impl Ids {
    #[inline]
    pub(super) fn push_id<T>(&mut self, run: Run<T>, id: Id<T>) -> Run<T> {
        self.push(run, id.raw())
    }
}
