//! A quad enters the packet: rows of positions, coverage, weights and inputs.

use super::evaluation::{centroid_of, quad_of};
use super::{Pass, Quad, evaluation};
use crate::error::Error;
use crate::fixed::{HALF, ONE, Point};
use crate::geometry::Geometry;
use crate::interface::{Input, Interface, Place};
use crate::packet::{Placed, masks};
use crate::pipeline::Pipeline;
use crate::record::{Plane, Record};
use crate::rows::PixelRow;

/// Weights of the second and third corner at the points of a quad's lanes.
#[derive(Clone, Copy)]
struct Weights {
    /// On the screen, in double precision.
    exact: [[f64; 4]; 2],
    /// With perspective, rounded to single precision.
    smooth: [[f32; 4]; 2],
    rhw: [f32; 4],
}

impl Weights {
    /// For points that may be anywhere in their pixels.
    fn at(record: &Record, points: [Point; 4]) -> Self {
        Self::of(record, record.linear(points))
    }

    fn of(record: &Record, exact: [[f64; 4]; 2]) -> Self {
        let (smooth, rhw) = record.perspective(&exact);
        Self { exact, smooth: smooth.map(narrowed), rhw: narrowed(rhw) }
    }

    /// Those that inputs are interpolated by.
    fn of_input(&self, is_smooth: bool) -> [[f64; 4]; 2] {
        let single = if is_smooth { self.smooth } else { self.exact.map(narrowed) };
        single.map(|row| row.map(f64::from))
    }
}

fn narrowed(row: [f64; 4]) -> [f32; 4] {
    row.map(|part| part as f32)
}

/// A row of an input of the shader.
#[derive(Clone, Copy, Debug)]
struct InputRow {
    row: usize,
    component: usize,
    input: Input,
    plane: Plane,
}

/// What is computed for each quad, and what of it is the same for all quads of a record.
#[derive(Debug)]
pub(super) struct Evaluation {
    inputs: Vec<InputRow>,
    others: Vec<(usize, PixelRow)>,
    /// Rows that are the same for all quads of a record.
    constants: Vec<(usize, PixelRow, u32)>,
    /// Whether all inputs are flat, or interpolated at the center with perspective.
    is_plain: bool,
    record: u32,
}

impl Evaluation {
    pub(super) fn new(interface: &Interface) -> Self {
        let (mut inputs, mut others, mut constants) = (Vec::new(), Vec::new(), Vec::new());
        for (row, of) in interface.rows.iter().enumerate() {
            match *of {
                PixelRow::Input(component) => {
                    let input = interface.inputs[component];
                    inputs.push(InputRow { row, component, input, plane: Plane::default() });
                }
                PixelRow::Corner { .. } | PixelRow::Evaluation(..evaluation::CENTER) => constants.push((row, *of, 0)),
                other => others.push((row, other)),
            }
        }
        let is_plain = |input: &InputRow| matches!(input.input.interpolation(), None | Some((Place::Center, true)));
        Self { is_plain: inputs.iter().all(is_plain), inputs, others, constants, record: 0 }
    }

    /// Prepares what all quads of a record have in common.
    pub(super) fn begin(&mut self, pipeline: &Pipeline, geometry: &Geometry, number: u32) {
        self.record = number;
        if !pipeline.shades {
            return;
        }
        let rows = geometry.rows(number, pipeline.interface.inputs.len());
        for input in &mut self.inputs {
            let row = rows[input.component];
            let is_constant = input.input.interpolation().is_none();
            input.plane = if is_constant { Plane::Constant(row[0]) } else { Plane::new(row) };
        }
        if !self.constants.is_empty() {
            let functions = geometry.record(number).functions();
            for (_, of, word) in &mut self.constants {
                if let PixelRow::Corner { input, corner } = *of {
                    *word = rows[input][corner];
                } else if let PixelRow::Evaluation(at) = *of {
                    *word = functions[at];
                }
            }
        }
    }
}

impl Pass<'_, '_, '_> {
    /// Puts a quad into the packet.
    pub(super) fn insert(
        &mut self,
        record: &Record,
        (entering, at_center): (&Quad, &[[f64; 4]; 2]),
    ) -> Result<(), Error> {
        let Quad { pixel, covered, passed, sample } = *entering;
        let center = pixel.map(|part| part * ONE + HALF);
        let place = sample.map_or(center, |sample| self.sample_at(pixel, sample));
        let exact = if sample.is_some() { record.linear_quad(place) } else { *at_center };
        self.statistics.invocations += passed.iter().map(|mask| u64::from(*mask != 0)).sum::<u64>();
        let room = &mut *self.room;
        let pixel = pixel.map(|part| part as u16);
        let number = room.evaluation.record;
        let mut rows = room.packet.push(Placed { record: number, primitive: record.primitive, pixel, passed });
        let weights = Weights::of(record, exact);
        for (row, of) in &room.evaluation.others {
            let words = match *of {
                PixelRow::Mask => masks(passed),
                PixelRow::Position(axis) => position(place, axis).map(f32::to_bits),
                PixelRow::SamplePosition(axis) => {
                    [((place[axis] - i64::from(pixel[axis]) * ONE) as f32 / ONE as f32).to_bits(); 4]
                }
                PixelRow::Depth => record.depths(&weights.exact).map(f32::to_bits),
                PixelRow::Rhw => weights.rhw.map(f32::to_bits),
                PixelRow::Point(axis) => record.points(quad_of(place))[axis].map(f32::to_bits),
                PixelRow::Front => [u32::from(record.front); 4],
                PixelRow::Sample => [sample.unwrap_or(0) as u32; 4],
                PixelRow::Coverage => covered.map(u32::from),
                PixelRow::Primitive => [record.primitive; 4],
                PixelRow::Viewport => [record.viewport; 4],
                PixelRow::Layer => [record.layer; 4],
                PixelRow::FullyCovered => {
                    let pixels = quad_of(center).map(|point| point.map(|part| part - HALF));
                    pixels.map(|pixel| u32::from(record.shape.contains(pixel, self.pipeline.state.conservative)))
                }
                PixelRow::Evaluation(at) => evaluation::words(at, center, covered, self.pipeline.samples.places()),
                PixelRow::Word(word) => [word; 4],
                PixelRow::Input(_) | PixelRow::Corner { .. } => continue,
            };
            rows.set(*row, words);
        }
        room.evaluation.constants.iter().for_each(|(row, _, word)| rows.set(*row, [*word; 4]));
        if room.evaluation.is_plain && sample.is_none() {
            let weights = weights.of_input(true);
            room.evaluation.inputs.iter().for_each(|input| rows.set(input.row, input.plane.at(&weights)));
        } else {
            let samples = self.pipeline.samples.places();
            let at = Places { record, center, covered, weights: &weights, is_sample: sample.is_some(), samples };
            for input in &room.evaluation.inputs {
                rows.set(input.row, at.value(input));
            }
        }
        if self.room.packet.is_full() { self.flush() } else { Ok(()) }
    }
}

/// The places of a quad where inputs are interpolated.
struct Places<'p> {
    record: &'p Record,
    center: Point,
    covered: [u16; 4],
    /// The weights at the sample, or at the center where the shader runs once per pixel.
    weights: &'p Weights,
    is_sample: bool,
    samples: &'p [[i64; 2]],
}

impl Places<'_> {
    fn value(&self, input: &InputRow) -> [u32; 4] {
        if let Plane::Constant(word) = input.plane {
            return [word; 4];
        }
        let (place, is_smooth) = input.input.interpolation().unwrap_or((Place::Center, true));
        input.plane.at(&self.at(place).of_input(is_smooth))
    }

    fn at(&self, place: Place) -> Weights {
        match place {
            Place::Sample => *self.weights,
            Place::Center if !self.is_sample => *self.weights,
            Place::Center => Weights::of(self.record, self.record.linear_quad(self.center)),
            Place::Centroid => {
                let centers = quad_of(self.center);
                let of_lane = |lane: usize| centroid_of(self.samples, centers[lane], self.covered[lane]);
                Weights::at(self.record, std::array::from_fn(of_lane))
            }
        }
    }
}

/// The positions along an axis, in pixels.
#[inline]
fn position(place: Point, axis: usize) -> [f32; 4] {
    let [first, second] = [place[axis], place[axis] + ONE].map(|part| part as f32 / ONE as f32);
    if axis == 0 { [first, second, first, second] } else { [first, first, second, second] }
}
