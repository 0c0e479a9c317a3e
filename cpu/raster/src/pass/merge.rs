//! A packet is shaded, and its lanes are tested and written.

use super::Pass;
use crate::error::Error;
use crate::interface::{DepthOutput, Tests};
use crate::output::{Sample, Verdict, test};
use crate::packet::Placed;
use crate::record::Record;
use crate::watch::Fate;
use texels::Texel;

impl Pass<'_, '_, '_> {
    /// Shades the packet and merges what comes back.
    #[inline(never)]
    pub(super) fn flush(&mut self) -> Result<(), Error> {
        self.flush_inlined()
    }

    /// As [`Pass::flush`], compiled for instructions of AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    pub(super) fn flush_avx2(&mut self) -> Result<(), Error> {
        self.flush_inlined()
    }

    #[inline(always)]
    fn flush_inlined(&mut self) -> Result<(), Error> {
        if self.room.packet.quads().is_empty() {
            return Ok(());
        }
        self.entered.fill(0);
        self.room.packet.complete();
        (self.hooks.shader)(&self.room.packet, &mut self.room.shaded)?;
        self.statistics.packets += 1;
        self.encode();
        if self.just_copies() {
            self.copy();
            self.room.packet.clear();
            return Ok(());
        }
        if self.is_late() || self.watched.is_some() {
            self.merge();
        } else {
            for number in 0..self.room.packet.quads().len() {
                let placed = self.room.packet.quads()[number];
                self.write(4 * number, placed.place(), placed.samples());
            }
        }
        self.room.packet.clear();
        Ok(())
    }

    /// Tests and writes all quads, most of which follow one of the same record.
    fn merge(&mut self) {
        let mut last: Option<(u32, Record)> = None;
        for number in 0..self.room.packet.quads().len() {
            let placed = self.room.packet.quads()[number];
            let (_, record) = match &last {
                Some(known) if known.0 == placed.record => known,
                _ => last.insert((placed.record, self.geometry.record(placed.record))),
            };
            self.merge_quad(4 * number, &placed, record);
        }
    }

    /// Returns whether nothing is left to be tested, and colors replace what is there.
    fn just_copies(&self) -> bool {
        !self.is_late() && self.watched.is_none() && self.writers.iter().all(|writer| writer.replaces)
    }

    /// Returns whether the shader has a say in which samples are written, or they are tested behind it.
    fn is_late(&self) -> bool {
        let facts = &self.pipeline.interface.pixel;
        let shows = facts.discards || facts.coverage || self.pipeline.state.alpha_to_coverage;
        shows || self.pipeline.tests == Tests::Late
    }

    /// Copies the encoded colors of all quads to their pixels.
    #[inline(always)]
    fn copy(&mut self) {
        let samples = self.tile.samples;
        let encoded = &self.room.encoded;
        for (target, (writer, (_, memory))) in self.writers.iter().zip(&mut self.tile.colors).enumerate() {
            writer.copy(&encoded[target], self.room.packet.quads(), memory, samples);
        }
    }

    /// Encodes the colors of all lanes for the targets that just take them.
    #[inline(always)]
    fn encode(&mut self) {
        let outputs = &self.pipeline.interface.outputs;
        let (groups, lanes) = (self.room.packet.groups(), self.pipeline.interface.lanes);
        let shaded = &self.room.shaded;
        for ((writer, parts), encoded) in self.writers.iter().zip(&outputs.colors).zip(&mut self.room.encoded) {
            if writer.replaces {
                encoded.resize(groups * lanes * writer.bytes, 0);
                writer.encode_groups(parts, shaded, lanes, encoded);
            }
        }
    }

    /// Tests the lanes of a quad of a record, where that was not done before, and writes them.
    fn merge_quad(&mut self, first: usize, placed: &Placed, record: &Record) {
        let place = placed.place();
        if self.watched.is_some_and(|watched| watched & !3 == place) {
            for lane in (0..4).filter(|lane| placed.passed[*lane] != 0) {
                self.merge_watched(first + lane, place + lane, placed, record);
            }
            return;
        }
        let mut masks = [0; 4];
        for lane in (0..4).filter(|lane| placed.passed[*lane] != 0) {
            masks[lane] = self.merged(first + lane, place + lane, placed, record);
        }
        if masks != [0; 4] {
            self.write(first, place, masks);
        }
    }

    /// The samples of a lane that are written: those that the shader left and the tests passed.
    fn merged(&mut self, lane: usize, place: usize, placed: &Placed, record: &Record) -> u16 {
        let covered = placed.samples()[lane % 4];
        let mut mask = covered & self.left(lane);
        if mask != covered {
            self.watch_discarded(record, lane, place, covered & !mask);
        }
        if self.pipeline.tests == Tests::Late {
            mask = self.tested_late(record, lane, place, mask);
        }
        mask
    }

    /// Writes a lane, and keeps what is written to the pixel that is watched.
    fn merge_watched(&mut self, lane: usize, place: usize, placed: &Placed, record: &Record) {
        let mask = self.merged(lane, place, placed, record);
        if mask == 0 {
            return;
        }
        let is_watched = self.watched == Some(place);
        let before = is_watched.then(|| self.texels(place));
        let mut masks = [0; 4];
        masks[lane % 4] = mask;
        self.write(lane & !3, place & !3, masks);
        if let Some(before) = before {
            self.watch_written(record, place, mask, lane, &before);
        }
    }

    /// Writes samples of a quad.
    fn write(&mut self, first: usize, place: usize, masks: [u16; 4]) {
        let samples = self.tile.samples;
        let outputs = &self.pipeline.interface.outputs;
        let (shaded, encoded) = (&self.room.shaded, &self.room.encoded);
        for (target, (writer, (_, memory))) in self.writers.iter().zip(&mut self.tile.colors).enumerate() {
            if writer.replaces {
                let texels = &encoded[target][first * writer.bytes..(first + 4) * writer.bytes];
                writer.copy_quad(texels, memory, place, samples, masks);
                continue;
            }
            let color =
                |number: usize| outputs.colors.get(number).map_or([[0; 4]; 4], |parts| shaded.quad(parts, first));
            writer.write_quad([color(target), color(1)], memory, place, samples, masks);
        }
    }

    /// The samples that the shader left to a lane.
    fn left(&self, lane: usize) -> u16 {
        let outputs = &self.pipeline.interface.outputs;
        let word = |row: usize| self.room.shaded.word(row, lane);
        if self.pipeline.interface.pixel.discards && outputs.kept.is_some_and(|row| word(row) == 0) {
            return 0;
        }
        let mut mask = u16::MAX;
        if self.pipeline.interface.pixel.coverage {
            mask &= outputs.coverage.map_or(u32::MAX, word) as u16;
        }
        if self.pipeline.state.alpha_to_coverage {
            mask &= samples_of_alpha(f32::from_bits(outputs.color(0, word)[3]), self.tile.samples);
        }
        mask
    }

    fn tested_late(&mut self, record: &Record, lane: usize, place: usize, mask: u16) -> u16 {
        let facts = self.pipeline.interface.pixel;
        let outputs = &self.pipeline.interface.outputs;
        let reference = outputs.stencil.map(|row| self.room.shaded.word(row, lane) as u8);
        let pixel = self.room.packet.pixel(lane).map(i64::from);
        let written = outputs.depth.map_or(0.0, |row| f32::from_bits(self.room.shaded.word(row, lane)));
        let mut passed = 0;
        for sample in (0..self.tile.samples).filter(|sample| mask >> sample & 1 != 0) {
            let own = || self.depth_at(record, pixel, sample);
            let depth = match facts.depth {
                DepthOutput::None => own(),
                DepthOutput::Any => written,
                // A shader that breaks its promise gets the primitive's depth.
                DepthOutput::Greater => written.max(own()),
                DepthOutput::Less => written.min(own()),
            };
            let depth = record.clamped(depth);
            let at = place * self.tile.samples + sample;
            let verdict = test(self.pipeline, self.tile, Sample { at, depth, front: record.front, reference });
            if verdict == Verdict::Passed {
                passed |= 1 << sample;
                self.statistics.samples += 1;
            } else {
                self.watch(place, record, sample, depth, || Fate::Failed { verdict, early: false });
            }
        }
        passed
    }

    /// The depth of a primitive at a sample of a pixel, with the bias.
    fn depth_at(&self, record: &Record, pixel: [i64; 2], sample: usize) -> f32 {
        record.depths(&record.linear([self.sample_at(pixel, sample); 4]))[0]
    }

    /// The colors of all samples of a pixel, target by target.
    fn texels(&self, place: usize) -> Vec<Vec<Texel>> {
        let samples = place * self.tile.samples..(place + 1) * self.tile.samples;
        let of_target = |(format, memory): &(texels::ColorFormat, &mut [u8])| {
            let bytes = format.bytes();
            samples.clone().map(|at| format.decode(format.load(&memory[at * bytes..(at + 1) * bytes]))).collect()
        };
        self.tile.colors.iter().map(of_target).collect()
    }

    fn watch_discarded(&mut self, record: &Record, lane: usize, place: usize, mask: u16) {
        if self.watched != Some(place) {
            return;
        }
        let pixel = self.room.packet.pixel(lane).map(i64::from);
        for sample in (0..self.tile.samples).filter(|sample| mask >> sample & 1 != 0) {
            let depth = record.clamped(self.depth_at(record, pixel, sample));
            self.watch(place, record, sample, depth, || Fate::Discarded);
        }
    }

    fn watch_written(&mut self, record: &Record, place: usize, mask: u16, lane: usize, before: &[Vec<Texel>]) {
        let pixel = self.room.packet.pixel(lane).map(i64::from);
        let after = self.texels(place);
        for sample in (0..self.tile.samples).filter(|sample| mask >> sample & 1 != 0) {
            let depth = record.clamped(self.depth_at(record, pixel, sample));
            let pairs = before.iter().zip(&after).map(|(before, after)| [before[sample], after[sample]]).collect();
            self.watch(place, record, sample, depth, || Fate::Written(pairs));
        }
    }
}

/// The samples that an alpha covers: as many of them, rounded to nearest.
fn samples_of_alpha(alpha: f32, samples: usize) -> u16 {
    // A cast turns NaN into zero.
    let count = (alpha.clamp(0.0, 1.0) * samples as f32).round_ties_even() as u32;
    ((1u32 << count) - 1) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alpha_covers_its_share_of_the_samples() {
        assert_eq!([f32::NAN, -1.0, 0.0, 0.5, 1.0, 9.0].map(|alpha| samples_of_alpha(alpha, 4)), [0, 0, 0, 3, 15, 15]);
        assert_eq!(samples_of_alpha(1.0, 16), u16::MAX);
    }
}
