//! A quad enters the packet: rows of positions, coverage, weights and inputs.

use super::{Pass, Quad};
use crate::error::Error;
use crate::fixed::{HALF, ONE, Point};
use crate::interface::{Input, Place};
use crate::record::{Record, interpolate};

/// The points of a quad's lanes, and weights there.
#[derive(Clone, Copy, Default)]
struct Weights {
    /// On the screen, in double precision.
    exact: [[f64; 2]; 4],
    linear: [[f32; 2]; 4],
    smooth: [[f32; 2]; 4],
    rhw: [f32; 4],
}

impl Weights {
    fn at(record: &Record, points: [Point; 4]) -> Self {
        let mut weights = Self::default();
        for (lane, point) in points.into_iter().enumerate() {
            let exact = record.linear(point);
            let (smooth, rhw) = record.perspective(exact);
            weights.exact[lane] = exact;
            weights.linear[lane] = exact.map(|part| part as f32);
            weights.smooth[lane] = smooth.map(|part| part as f32);
            weights.rhw[lane] = rhw as f32;
        }
        weights
    }
}

impl Pass<'_, '_, '_> {
    /// Puts a quad into the packet.
    pub(super) fn insert(&mut self, entering: &Quad<'_>) -> Result<(), Error> {
        let Quad { number, record, pixel, covered, passed, sample } = *entering;
        let (quad, first) = (self.quads, 4 * self.quads);
        let pixels: [Point; 4] =
            std::array::from_fn(|lane| [pixel[0] + (lane as i64 & 1), pixel[1] + (lane as i64 >> 1)]);
        let centers = pixels.map(|pixel| pixel.map(|part| part * ONE + HALF));
        let places = match sample {
            Some(sample) => pixels.map(|pixel| self.sample_at(pixel, sample)),
            None => centers,
        };
        let packet = &mut self.packet;
        (packet.records[quad], packet.primitives[quad]) = (number, record.primitive);
        (packet.front[quad], packet.viewports[quad]) = (record.front, record.viewport);
        packet.run |= 0xF << first;
        let at_places = Weights::at(record, places);
        for lane in 0..4 {
            let at = first + lane;
            let runs = passed[lane] != 0;
            packet.kept |= u128::from(runs) << at;
            self.passed[at] = passed[lane];
            packet.x[at] = pixels[lane][0] as u32;
            packet.y[at] = pixels[lane][1] as u32;
            packet.position_x[at] = places[lane][0] as f32 / ONE as f32;
            packet.position_y[at] = places[lane][1] as f32 / ONE as f32;
            packet.z[at] = record.depth(at_places.exact[lane]);
            packet.rhw[at] = at_places.rhw[lane];
            packet.coverage[at] = covered[lane].into();
            packet.sample[at] = sample.unwrap_or(0) as u32;
            let point = record.point(places[lane]);
            for axis in 0..2 {
                packet.barycentrics[axis][at] = at_places.smooth[lane][axis];
                packet.point[axis][at] = point[axis];
            }
            self.statistics.invocations += u64::from(runs);
        }
        self.inputs(record, centers, covered, &at_places, sample.is_some());
        self.quads += 1;
        if 4 * self.quads == self.packet.lanes { self.flush() } else { Ok(()) }
    }

    /// Evaluates the inputs of a quad.
    fn inputs(&mut self, record: &Record, centers: [Point; 4], masks: [u16; 4], at_places: &Weights, sampled: bool) {
        let inputs = &self.pipeline.interface.inputs;
        let (mut center, mut centroid) = ((!sampled).then_some(*at_places), None);
        for (component, input) in inputs.iter().enumerate() {
            let row = self.geometry.rows[record.rows as usize + component];
            let at = component * self.packet.lanes + 4 * self.quads;
            let values = &mut self.packet.values[at..at + 4];
            let (place, is_smooth) = match input {
                Input::Flat => {
                    values.fill(row[0]);
                    continue;
                }
                Input::Smooth(place) => (place, true),
                Input::Linear(place) => (place, false),
            };
            let weights = match place {
                Place::Sample => at_places,
                Place::Center => center.get_or_insert_with(|| Weights::at(record, centers)),
                Place::Centroid => centroid.get_or_insert_with(|| {
                    let points = std::array::from_fn(|lane| {
                        centroid_of(self.pipeline.samples.places(), centers[lane], masks[lane])
                    });
                    Weights::at(record, points)
                }),
            };
            let weights = if is_smooth { &weights.smooth } else { &weights.linear };
            for (value, weights) in values.iter_mut().zip(weights) {
                *value = interpolate(row, *weights);
            }
        }
    }
}

/// The center if all samples are covered or none is, else the first covered one.
fn centroid_of(places: &[[i64; 2]], center: Point, mask: u16) -> Point {
    let covered = mask.trailing_zeros() as usize;
    if mask == 0 || mask.count_ones() as usize == places.len() {
        return center;
    }
    [0, 1].map(|axis: usize| center[axis] - HALF + places[covered][axis])
}
