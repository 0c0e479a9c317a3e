//! A packet is shaded, and its lanes are tested and written.

use super::Pass;
use crate::error::Error;
use crate::interface::{DepthOutput, Tests};
use crate::output::{Colors, Sample, Verdict, test, write, write_quad};
use crate::record::Record;
use crate::tile::{SIZE, place};
use crate::watch::Fate;
use texels::Texel;

impl Pass<'_, '_, '_> {
    /// Shades the packet and merges what comes back.
    pub(super) fn flush(&mut self) -> Result<(), Error> {
        if self.quads == 0 {
            return Ok(());
        }
        let pixel = self.pipeline.interface.pixel;
        self.shaded.kept = self.packet.kept;
        if pixel.coverage {
            self.shaded.coverage.fill(u32::MAX);
        }
        if pixel.depth != DepthOutput::None {
            self.shaded.depth.copy_from_slice(&self.packet.z);
        }
        (self.hooks.shader)(&self.packet, &mut self.shaded)?;
        self.statistics.packets += 1;
        let kept = self.packet.kept;
        for first in (0..4 * self.quads).step_by(4).filter(|first| kept >> first & 0xF != 0) {
            if kept >> first & 0xF != 0xF || !self.merge_quad(first) {
                (first..first + 4).filter(|lane| kept >> lane & 1 != 0).for_each(|lane| self.merge(lane));
            }
        }
        (self.packet.run, self.packet.kept, self.quads) = (0, 0, 0);
        self.present = [0; 16];
        Ok(())
    }

    /// Writes a quad whose lanes are all kept and tested, if that is all there is to do.
    fn merge_quad(&mut self, first: usize) -> bool {
        let takes_all = self.shaded.kept >> first & 0xF == 0xF
            && self.pipeline.tests == Tests::Early
            && self.watched.is_none()
            && !self.pipeline.state.alpha_to_coverage
            && !self.pipeline.interface.pixel.coverage;
        if !takes_all {
            return false;
        }
        let [x, y] = [self.packet.x[first], self.packet.y[first]].map(|part| part as usize % SIZE as usize);
        let shaded = &self.shaded;
        write_quad(&self.writers, self.tile, place(x, y), &|target, lane| shaded.color(target, first + lane))
    }

    /// Tests a lane, where that was not done before, and writes it.
    fn merge(&mut self, lane: usize) {
        let geometry = self.geometry;
        let record = &geometry.records[self.packet.records[lane / 4] as usize];
        let [x, y] = [self.packet.x[lane], self.packet.y[lane]].map(|part| part as usize % SIZE as usize);
        let place = place(x, y);
        let covered = self.passed[lane];
        let mut mask = covered & self.left(lane);
        if mask != covered {
            self.watch_discarded(record, lane, place, covered & !mask);
        }
        if self.pipeline.tests == Tests::Late {
            mask = self.tested_late(record, lane, place, mask);
        }
        if mask == 0 {
            return;
        }
        let is_watched = self.watched == Some(place);
        let before = is_watched.then(|| self.texels(place));
        let shaded = &self.shaded;
        let of_target = |target| shaded.color(target, lane);
        let second = shaded.color(1, lane);
        write(&self.writers, self.tile, place, mask, &Colors { of_target: &of_target, second });
        if let Some(before) = before {
            self.watch_written(record, lane, place, mask, &before);
        }
    }

    /// The samples that the shader left to a lane.
    fn left(&self, lane: usize) -> u16 {
        if self.shaded.kept >> lane & 1 == 0 {
            return 0;
        }
        let mut mask = u16::MAX;
        if self.pipeline.interface.pixel.coverage {
            mask &= self.shaded.coverage[lane] as u16;
        }
        if self.pipeline.state.alpha_to_coverage {
            mask &= samples_of_alpha(f32::from_bits(self.shaded.color(0, lane)[3]), self.tile.samples);
        }
        mask
    }

    fn tested_late(&mut self, record: &Record, lane: usize, place: usize, mask: u16) -> u16 {
        let facts = self.pipeline.interface.pixel;
        let reference = facts.stencil.then(|| self.shaded.stencil[lane] as u8);
        let pixel = [self.packet.x[lane], self.packet.y[lane]].map(i64::from);
        let mut passed = 0;
        for sample in (0..self.tile.samples).filter(|sample| mask >> sample & 1 != 0) {
            let own = || record.depths(&record.linear([self.sample_at(pixel, sample); 4]))[0];
            let written = self.shaded.depth[lane];
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
                self.watch(place, record.primitive, sample, depth, || Fate::Failed { verdict, early: false });
            }
        }
        passed
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
        let depth = record.clamped(self.packet.z[lane]);
        for sample in (0..self.tile.samples).filter(|sample| mask >> sample & 1 != 0) {
            self.watch(place, record.primitive, sample, depth, || Fate::Discarded);
        }
    }

    fn watch_written(&mut self, record: &Record, lane: usize, place: usize, mask: u16, before: &[Vec<Texel>]) {
        let depth = record.clamped(self.packet.z[lane]);
        let after = self.texels(place);
        for sample in (0..self.tile.samples).filter(|sample| mask >> sample & 1 != 0) {
            let pairs = before.iter().zip(&after).map(|(before, after)| [before[sample], after[sample]]).collect();
            self.watch(place, record.primitive, sample, depth, || Fate::Written(pairs));
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
