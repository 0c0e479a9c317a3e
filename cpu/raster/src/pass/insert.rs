//! A quad enters the packet: rows of positions, coverage, weights and inputs.

use super::{Pass, Quad, lanes_of};
use crate::error::Error;
use crate::fixed::{HALF, ONE, Point};
use crate::interface::{Input, Place};
use crate::record::{Record, interpolate_quad};

/// Weights of the second and third corner at the points of a quad's lanes.
#[derive(Clone, Copy)]
struct Weights {
    /// On the screen, in double precision.
    exact: [[f64; 4]; 2],
    smooth: [[f32; 4]; 2],
    rhw: [f32; 4],
}

impl Weights {
    fn at(record: &Record, points: [Point; 4]) -> Self {
        let exact = record.linear(points);
        let (smooth, rhw) = record.perspective(&exact);
        Self { exact, smooth: smooth.map(narrowed), rhw: narrowed(rhw) }
    }
}

fn narrowed(row: [f64; 4]) -> [f32; 4] {
    row.map(|part| part as f32)
}

/// Sets four words of a row.
fn set<T: Copy>(row: &mut [T], first: usize, values: [T; 4]) {
    row[first..first + 4].copy_from_slice(&values);
}

impl Pass<'_, '_, '_> {
    /// Puts a quad into the packet.
    pub(super) fn insert(&mut self, entering: &Quad<'_>) -> Result<(), Error> {
        let Quad { number, record, pixel, covered, passed, sample } = *entering;
        let (quad, first) = (self.quads, 4 * self.quads);
        let pixels = lanes_of(pixel);
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
        let runs = passed.iter().enumerate().fold(0, |lanes, (lane, mask)| lanes | u128::from(*mask != 0) << lane);
        packet.kept |= runs << first;
        self.statistics.invocations += u64::from(runs.count_ones());
        set(&mut self.passed, first, passed);
        set(&mut packet.x, first, pixels.map(|pixel| pixel[0] as u32));
        set(&mut packet.y, first, pixels.map(|pixel| pixel[1] as u32));
        set(&mut packet.position_x, first, places.map(|place| place[0] as f32 / ONE as f32));
        set(&mut packet.position_y, first, places.map(|place| place[1] as f32 / ONE as f32));
        set(&mut packet.z, first, record.depths(&at_places.exact));
        set(&mut packet.rhw, first, at_places.rhw);
        set(&mut packet.coverage, first, covered.map(u32::from));
        set(&mut packet.sample, first, [sample.unwrap_or(0) as u32; 4]);
        let rows = packet.barycentrics.iter_mut().chain(&mut packet.point);
        let values = at_places.smooth.into_iter().chain(record.points(places));
        rows.zip(values).for_each(|(row, values)| set(row, first, values));
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
            let linear;
            let weights = if is_smooth {
                &weights.smooth
            } else {
                linear = weights.exact.map(narrowed);
                &linear
            };
            values.copy_from_slice(&interpolate_quad(row, weights));
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
