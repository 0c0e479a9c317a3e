//! Checks of what a stage leaves in the rows of its outputs.
//!
//! It must not know what a stage is.

use super::Machine;
use super::here::{Here, LaneAt};
use super::memory::Place as MemoryPlace;
use crate::code::{BUFFERS, Pc};
use crate::host::{Output, OutputKind, Outputs};
use crate::state::{Wave, lanes};
use base::diag::Message;
use check::diagnostics as d;
use check::{Check, Finding, Level, Place};

/// The bytes of a word.
const WORD: u64 = 4;

impl Outputs {
    fn object(&self) -> u64 {
        BUFFERS + u64::from(self.buffer)
    }

    /// The row that a word is of.
    fn row(&self, word: u64) -> Option<&Output> {
        let count = (self.rows.len() as u64).max(1);
        self.rows.get((word / u64::from(self.lanes.max(1)) % count) as usize)
    }

    /// The offset of the mask of the invocation that a word is of.
    fn mask(&self, word: u64) -> u64 {
        let lanes = u64::from(self.lanes.max(1));
        let group = word / (lanes * (self.rows.len() as u64).max(1));
        WORD * (group * self.rows.len() as u64 * lanes + word % lanes)
    }
}

impl Machine<'_> {
    /// Returns whether an object has the rows of outputs.
    pub(super) fn is_output(&self, object: Option<u64>) -> bool {
        self.inputs.outputs.as_ref().is_some_and(|outputs| object == Some(outputs.object()))
    }

    /// A word of an output is stored.
    pub(super) fn output(&mut self, wave: &mut Wave, here: Here, place: MemoryPlace<'_>) {
        let MemoryPlace { cells: src, pointer, .. } = place;
        let Some(outputs) = self.inputs.outputs.clone() else { return };
        let undefined = if self.watches_values { wave.undefined[src as usize] } else { 0 };
        for lane in lanes(here.mask) {
            let at = here.at(lane);
            let word = wave.get(pointer + 1, lane) / WORD;
            let Some(output) = outputs.row(word) else { continue };
            if matches!(output.kind, OutputKind::Mask | OutputKind::Unread) || !self.counts_there(&outputs, word) {
                continue;
            }
            if undefined >> lane & 1 != 0 {
                let message = d::UninitOutput { name: output.name.clone() };
                self.output_found(wave, at, at.pc, Check::UninitOutput, &message, &outputs);
            }
            let value = f32::from_bits(wave.get(src, lane) as u32);
            if output.kind == OutputKind::BlendedAlpha && !value.is_nan() && !(0.0..=1.0).contains(&value) {
                let message = d::BlendRange { name: output.name.clone(), value: value.to_string() };
                self.output_found(wave, at, at.pc, Check::BlendRange, &message, &outputs);
            }
            let is_nan = value.is_nan();
            if let Some(origin) = wave.nan_origin(lane).filter(|_| is_nan) {
                self.nan_output(wave, at, origin, output, &outputs);
                wave.with_nan &= !(1 << lane);
            }
        }
    }

    /// Returns whether the outputs of an invocation count.
    fn counts_there(&self, outputs: &Outputs, word: u64) -> bool {
        let at = outputs.mask(word) as usize;
        let bytes = self.buffer(outputs.object()).and_then(|buffer| buffer.bytes.bytes().get(at..at + WORD as usize));
        bytes.is_some_and(|bytes| bytes.iter().any(|byte| *byte != 0))
    }

    fn nan_output(&mut self, wave: &Wave, at: LaneAt, origin: Pc, output: &Output, outputs: &Outputs) {
        let (name, what) = (output.name.clone(), self.line(origin, self.end_of(&outputs.entry)));
        match output.kind {
            OutputKind::Target | OutputKind::BlendedAlpha => {
                self.output_found(wave, at, origin, Check::NanTarget, &d::NanTarget { name, what }, outputs);
            }
            OutputKind::Position => {
                self.output_found(wave, at, origin, Check::NanPosition, &d::NanPosition { name, what }, outputs);
            }
            OutputKind::Passed => {
                let message = d::Nan { memory: format!("output '{name}'"), what };
                self.output_found(wave, at, origin, Check::Nan, &message, outputs);
            }
            OutputKind::Mask | OutputKind::Unread => {}
        }
    }

    /// Adds a finding about an output: at the end of the function whose output it is.
    fn output_found(
        &mut self,
        wave: &Wave,
        at: LaneAt,
        origin: Pc,
        check: Check,
        message: &impl Message,
        outputs: &Outputs,
    ) {
        if !self.wants(check) {
            return;
        }
        let (thread, place) = (self.thread(wave, at.lane), self.end_of(&outputs.entry));
        let related = (origin != at.pc).then(|| (self.place(origin), "NaN originates here".to_owned()));
        let make = || Finding {
            check,
            level: Level::Off,
            message: message.text(),
            place,
            related: related.into_iter().collect(),
            notes: vec![thread.to_string()],
            count: 0,
        };
        self.add(check, Some(wave.lane(at.lane)), at.pc, origin, make);
    }

    /// The last place of a function.
    fn end_of(&self, name: &str) -> Option<Place> {
        let program = &self.kernel.program;
        let is_it = |own: &str| own.strip_prefix("src.").unwrap_or(own) == name;
        let sites = program.sites.iter();
        let own = sites.filter(|site| program.functions.get(site.function as usize).is_some_and(|own| is_it(own)));
        own.filter_map(|site| site.place).max_by_key(|place| (place.line, place.column))
    }
}
