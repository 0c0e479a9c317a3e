//! Quads enter the packet: rows of positions, coverage, weights and inputs.

use super::evaluation::{centroid_of, quad_of};
use super::queue::{Quad, Weights};
use super::{Pass, Room, evaluation};
use crate::error::Error;
use crate::fixed::{HALF, ONE, Point};
use crate::geometry::Geometry;
use crate::interface::{Input, Interface, Place};
use crate::packet::{Packet, Placed, masks};
use crate::pipeline::Pipeline;
use crate::record::{Plane, Record};
use crate::rows::PixelRow;
use std::ops::Range;

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
    /// Where the words of quads begin that enter the packet.
    places: Vec<usize>,
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
        Self { is_plain: inputs.iter().all(is_plain), inputs, others, constants, places: Vec::new() }
    }

    /// Prepares what all quads of a record have in common.
    fn begin(&mut self, pipeline: &Pipeline, geometry: &Geometry, number: u32) {
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
    /// Puts the waiting quads of a record into the packet.
    pub(super) fn insert(&mut self, number: u32, record: &Record) -> Result<(), Error> {
        let count = self.room.queue.quads.len();
        if count == 0 {
            return Ok(());
        }
        self.room.evaluation.begin(self.pipeline, self.geometry, number);
        let mut first = 0;
        while first < count {
            let end = count.min(first + self.room.packet.room());
            self.insert_some(number, record, first..end);
            first = end;
            if self.room.packet.room() == 0 {
                self.flush()?;
            }
        }
        self.room.queue.clear();
        Ok(())
    }

    /// Puts some quads into the packet, which has room for them.
    fn insert_some(&mut self, number: u32, record: &Record, some: Range<usize>) {
        let Room { packet, queue, evaluation, .. } = &mut *self.room;
        let Evaluation { inputs, others, constants, is_plain, places } = evaluation;
        let (quads, weights) = (&queue.quads[some.clone()], &queue.weights[some]);
        places.clear();
        for Quad { pixel, passed, .. } in quads {
            self.statistics.invocations += passed.iter().map(|mask| u64::from(*mask != 0)).sum::<u64>();
            let (pixel, passed) = (pixel.map(|part| part as u16), *passed);
            places.push(packet.push(Placed { record: number, primitive: record.primitive, pixel, passed }));
        }
        let lanes = Lanes { pipeline: self.pipeline, record, quads, weights };
        others.iter().for_each(|(row, of)| lanes.row(packet, (*row, places), *of));
        constants.iter().for_each(|(row, _, word)| packet.set_row(*row, places, |_| [*word; 4]));
        let is_plain = *is_plain && !self.pipeline.per_sample;
        for input in inputs {
            match input.plane {
                Plane::Constant(word) => packet.set_row(input.row, places, |_| [word; 4]),
                plane if is_plain => packet.set_row(input.row, places, |at| plane.at(&weights[at].of_input(true))),
                _ => packet.set_row(input.row, places, |at| lanes.input(at, input)),
            }
        }
    }
}

/// Quads of a record that enter the packet.
struct Lanes<'l> {
    pipeline: &'l Pipeline,
    record: &'l Record,
    quads: &'l [Quad],
    /// The weights at the sample, or at the center where the shader runs once per pixel.
    weights: &'l [Weights],
}

impl Lanes<'_> {
    /// Fills in a row that is no input.
    fn row(&self, packet: &mut Packet, (row, places): (usize, &[usize]), of: PixelRow) {
        let record = self.record;
        let mut set = |word: u32| packet.set_row(row, places, |_| [word; 4]);
        match of {
            PixelRow::Front => set(u32::from(record.front)),
            PixelRow::Primitive => set(record.primitive),
            PixelRow::Viewport => set(record.viewport),
            PixelRow::Layer => set(record.layer),
            PixelRow::Word(word) => set(word),
            PixelRow::Mask => packet.set_row(row, places, |at| masks(self.quads[at].passed)),
            PixelRow::Position(axis) => {
                packet.set_row(row, places, |at| position(self.point(at), axis).map(f32::to_bits));
            }
            PixelRow::SamplePosition(axis) => packet.set_row(row, places, |at| self.in_pixel(at, axis)),
            PixelRow::Depth => {
                packet.set_row(row, places, |at| record.depths(&self.weights[at].exact).map(f32::to_bits));
            }
            PixelRow::Rhw => packet.set_row(row, places, |at| self.weights[at].rhw.map(f32::to_bits)),
            PixelRow::Point(axis) => {
                packet.set_row(row, places, |at| record.points(quad_of(self.point(at)))[axis].map(f32::to_bits));
            }
            PixelRow::Sample => packet.set_row(row, places, |at| [self.quads[at].sample.unwrap_or(0) as u32; 4]),
            PixelRow::Coverage => packet.set_row(row, places, |at| self.quads[at].covered.map(u32::from)),
            PixelRow::FullyCovered => packet.set_row(row, places, |at| {
                let pixels = quad_of(self.quads[at].pixel.map(|part| part * ONE));
                pixels.map(|pixel| u32::from(record.shape.contains(pixel, self.pipeline.state.conservative)))
            }),
            PixelRow::Evaluation(word) => packet.set_row(row, places, |at| {
                let samples = self.pipeline.samples.places();
                evaluation::words(word, self.center(at), self.quads[at].covered, samples)
            }),
            // They are rows of a record, and inputs.
            PixelRow::Input(_) | PixelRow::Corner { .. } => {}
        }
    }

    fn center(&self, at: usize) -> Point {
        self.quads[at].pixel.map(|part| part * ONE + HALF)
    }

    /// The point of the first lane where the shader runs.
    #[inline]
    fn point(&self, at: usize) -> Point {
        let Quad { pixel, sample, .. } = self.quads[at];
        let place = sample.map_or([HALF; 2], |sample| self.pipeline.samples.places()[sample]);
        [0, 1].map(|axis: usize| pixel[axis] * ONE + place[axis])
    }

    /// The position of the evaluation in its pixel.
    fn in_pixel(&self, at: usize, axis: usize) -> [u32; 4] {
        [((self.point(at)[axis] - self.quads[at].pixel[axis] * ONE) as f32 / ONE as f32).to_bits(); 4]
    }

    /// The words of an input of any kind.
    fn input(&self, at: usize, input: &InputRow) -> [u32; 4] {
        let (place, is_smooth) = input.input.interpolation().unwrap_or((Place::Center, true));
        input.plane.at(&self.at(at, place).of_input(is_smooth))
    }

    fn at(&self, at: usize, place: Place) -> Weights {
        let samples = self.pipeline.samples.places();
        match place {
            Place::Sample => self.weights[at],
            Place::Center if self.quads[at].sample.is_none() => self.weights[at],
            Place::Center => Weights::of(self.record, self.record.linear_quad(self.center(at))),
            Place::Centroid => {
                let (centers, covered) = (quad_of(self.center(at)), self.quads[at].covered);
                let of_lane = |lane: usize| centroid_of(samples, centers[lane], covered[lane]);
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
