//! What a stage is to run: rows that are ready, or parts that make rows and run the stage on them themselves.
//!
//! It must not know what the rows mean.

use super::Stage;
use crate::error::Error;
use crate::grid::Caller;
use crate::interface::{Dispatch, Lines};
use ::stages::{INPUTS, OUTPUTS, ROWS_SET};
use check::Overlaps;
use interp::debug::Debuggee;

/// What a stage is to run.
pub struct Work<'w> {
    inputs: &'w [u32],
    outputs: &'w mut [u32],
    groups: usize,
    parts: Option<Parts<'w>>,
    /// The accesses of the draw so far, for checks of pixels.
    overlaps: Option<&'w mut Overlaps>,
}

impl Work<'_> {
    /// The rows of a packet, by its number; none where parts make the rows.
    pub fn packet(&self, number: usize) -> &[u32] {
        let words = self.inputs.len() / self.groups.max(1);
        if number < self.groups { &self.inputs[number * words..(number + 1) * words] } else { &[] }
    }

    /// The number of packets whose rows are ready.
    pub fn packets(&self) -> usize {
        self.groups
    }
}

/// Parts by their number, which run in any order, and at the same time.
struct Parts<'w> {
    count: usize,
    part: &'w (dyn Fn(usize, &mut Caller<'_>) + Sync),
}

impl std::fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work").field("groups", &self.groups).finish_non_exhaustive()
    }
}

impl<'w> Work<'w> {
    /// Rows of this many packets.
    pub(super) fn rows(inputs: &'w [u32], outputs: &'w mut [u32], groups: usize) -> Self {
        Work { inputs, outputs, groups, parts: None, overlaps: None }
    }

    /// With the accesses of the draw so far.
    pub(super) fn among(self, overlaps: Option<&'w mut Overlaps>) -> Self {
        Work { overlaps, ..self }
    }

    /// Parts, with rows of one packet that are bound until they run.
    pub(super) fn parts(
        inputs: &'w [u32],
        outputs: &'w mut [u32],
        count: usize,
        part: &'w (dyn Fn(usize, &mut Caller<'_>) + Sync),
    ) -> Self {
        Work { inputs, outputs, groups: 0, parts: Some(Parts { count, part }), overlaps: None }
    }
}

impl Stage {
    /// Returns whether parts may run the stage at the same time without a difference that shows: what runs it allows that,
    /// and no invocation sees another one's effects.
    pub(super) fn has_parts(&self) -> bool {
        !self.interface().modes.writes_memory && self.module().dispatch().has_parts()
    }

    /// Returns whether the order of its invocations' accesses in a draw is checked.
    pub(super) fn watches_order(&self) -> bool {
        self.watches_sections && self.interface().modes.writes_memory
    }

    /// The start of a run of one packet under a debugger, with the lines that it will print.
    ///
    /// # Errors
    /// As for [`Dispatch::run`].
    #[doc(hidden)]
    pub fn debug<'b>(
        &self,
        dispatch: &mut Dispatch<'b>,
        inputs: &'b [u32],
        outputs: &'b mut [u32],
    ) -> Result<(Debuggee, Lines), Error> {
        dispatch.buffer((ROWS_SET, INPUTS), inputs)?;
        dispatch.buffer_mut((ROWS_SET, OUTPUTS), outputs)?;
        self.name_outputs(dispatch);
        dispatch.debug([1, 1, 1])
    }

    /// Runs what is to be run, with the resources that are bound.
    ///
    /// # Errors
    /// As for [`Dispatch::run`].
    pub fn run_work<'b>(&self, dispatch: &mut Dispatch<'b>, work: Work<'b>) -> Result<(), Error> {
        let places = [(ROWS_SET, INPUTS), (ROWS_SET, OUTPUTS)];
        dispatch.buffer(places[0], work.inputs)?;
        dispatch.buffer_mut(places[1], work.outputs)?;
        self.name_outputs(dispatch);
        if let Some(overlaps) = work.overlaps {
            dispatch.overlaps(overlaps);
        }
        match work.parts {
            Some(Parts { count, part }) => dispatch.each(places, count, part),
            None => dispatch.run([work.groups as u32, 1, 1]),
        }
    }
}
