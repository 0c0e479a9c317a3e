//! Quads enter the packet: rows of positions, coverage, weights and inputs.

use super::evaluation::{centroid_of, quad_of};
use super::queue::{Quad, Weights, rounded, smooth};
use super::{Pass, Room, evaluation};
use crate::error::Error;
use crate::fixed::{HALF, ONE, Point};
use crate::interface::{Input, Interface, Place};
use crate::packet::{Placed, QuadRows, masks};
use crate::pipeline::Pipeline;
use crate::record::{Plane, Record, Row};
use crate::rows::PixelRow;
use std::ops::Range;

/// A row of an input of the shader.
#[derive(Clone, Copy, Debug)]
struct InputRow {
    row: usize,
    component: usize,
    input: Input,
}

/// The rows of the pixel shader: inputs, and others.
#[derive(Debug)]
pub(super) struct Evaluation {
    inputs: Vec<InputRow>,
    others: Vec<(usize, PixelRow)>,
    /// Whether all inputs are flat, or interpolated at the center with perspective.
    is_plain: bool,
}

impl Evaluation {
    pub(super) fn new(interface: &Interface) -> Self {
        let (mut inputs, mut others) = (Vec::new(), Vec::new());
        for (row, of) in interface.rows.iter().enumerate() {
            if let PixelRow::Input(component) = *of {
                inputs.push(InputRow { row, component, input: interface.inputs[component] });
            } else {
                others.push((row, *of));
            }
        }
        let is_plain = |input: &InputRow| matches!(input.input.interpolation(), None | Some((Place::Center, true)));
        Self { is_plain: inputs.iter().all(is_plain) && !interface.runs_per_sample(), inputs, others }
    }

    /// Returns whether there are inputs, all of which are flat or interpolated at the center with perspective.
    pub(super) fn has_plain_inputs(&self) -> bool {
        self.is_plain && !self.inputs.is_empty()
    }
}

impl Pass<'_, '_, '_> {
    /// Puts the waiting quads of a record into the packet.
    pub(super) fn insert(&mut self, number: u32, record: &Record) -> Result<(), Error> {
        let count = self.room.queue.quads.len();
        let mut first = 0;
        while first < count {
            let end = count.min(first + self.room.packet.room());
            self.insert_run((number, record), first..end);
            first = end;
            if self.room.packet.is_full() {
                self.flush()?;
            }
        }
        self.room.queue.clear();
        Ok(())
    }

    /// Puts some quads into the last group of the packet, which has room for them.
    fn insert_run(&mut self, (number, record): (u32, &Record), run: Range<usize>) {
        let Room { packet, queue, evaluation, .. } = &mut *self.room;
        let (quads, smooth) = (&queue.quads[run.clone()], queue.smooth.get(run).unwrap_or_default());
        let is_kept = |mask: &u16| u64::from(*mask != 0);
        self.statistics.invocations +=
            quads.iter().map(|quad| quad.passed.iter().map(is_kept).sum::<u64>()).sum::<u64>();
        let mut rows = packet.push(quads.iter().map(|Quad { pixel, passed, .. }| Placed {
            record: number,
            primitive: record.primitive,
            pixel: pixel.map(|part| part as u16),
            passed: *passed,
        }));
        let attributes = self.geometry.rows(number, self.pipeline.interface.inputs.len());
        let lanes = Lanes { pipeline: self.pipeline, record, attributes, quads };
        evaluation.others.iter().for_each(|(row, of)| lanes.fill(rows.of(*row), *of));
        if evaluation.is_plain {
            return plain_rows(&evaluation.inputs, attributes, smooth, &mut rows);
        }
        for InputRow { row, component, input } in &evaluation.inputs {
            let plane = Plane::new(attributes[*component]);
            lanes.each(rows.of(*row), |quad| lanes.input(quad, *input, plane));
        }
    }
}

/// Fills in the rows of inputs that are interpolated with perspective at the points of the weights. A function of its own
/// keeps all that its loops need in registers.
#[inline(never)]
fn plain_rows(inputs: &[InputRow], attributes: &[Row], smooth: &[Weights], rows: &mut QuadRows<'_>) {
    for InputRow { row, component, .. } in inputs {
        let (words, plane) = (rows.of(*row), Plane::new(attributes[*component]));
        words.iter_mut().zip(smooth).for_each(|(words, weights)| *words = plane.at(weights));
    }
}

/// Quads of a record that enter the packet.
struct Lanes<'l> {
    pipeline: &'l Pipeline,
    record: &'l Record,
    attributes: &'l [Row],
    quads: &'l [Quad],
}

impl Lanes<'_> {
    /// Fills in the words of a row of other values than inputs.
    #[inline(never)]
    fn fill(&self, words: &mut [[u32; 4]], of: PixelRow) {
        let record = self.record;
        match of {
            PixelRow::Front => words.fill([u32::from(record.front); 4]),
            PixelRow::Primitive => words.fill([record.primitive; 4]),
            PixelRow::Viewport => words.fill([record.viewport; 4]),
            PixelRow::Layer => words.fill([record.layer; 4]),
            PixelRow::Word(word) => words.fill([word; 4]),
            PixelRow::Corner { input, corner } => words.fill([self.attributes[input][corner]; 4]),
            PixelRow::Evaluation(at @ ..evaluation::CENTER) => words.fill([record.functions()[at]; 4]),
            PixelRow::Mask => self.each(words, |quad| masks(quad.passed)),
            PixelRow::Position(axis) => self.each(words, |quad| position(self.point(quad), axis).map(f32::to_bits)),
            PixelRow::SamplePosition(axis) => self.each(words, |quad| [self.in_pixel(quad, axis).to_bits(); 4]),
            PixelRow::Depth => self.each(words, |quad| record.depths(&self.exact(quad)).map(f32::to_bits)),
            PixelRow::Rhw => self.each(words, |quad| {
                let (_, reciprocals) = record.perspective(&self.exact(quad));
                reciprocals.map(|part| (part as f32).to_bits())
            }),
            PixelRow::Point(axis) => {
                self.each(words, |quad| record.points(quad_of(self.point(quad)))[axis].map(f32::to_bits));
            }
            PixelRow::Sample => self.each(words, |quad| [quad.sample.unwrap_or(0) as u32; 4]),
            PixelRow::Coverage => self.each(words, |quad| quad.covered.map(u32::from)),
            PixelRow::FullyCovered => self.each(words, |quad| {
                let pixels = quad_of(quad.pixel.map(|part| part * ONE));
                pixels.map(|pixel| u32::from(record.shape.contains(pixel, self.pipeline.state.conservative)))
            }),
            PixelRow::Evaluation(at) => self
                .each(words, |quad| evaluation::words(at, center(quad), quad.covered, self.pipeline.samples.places())),
            // They are not among these rows.
            PixelRow::Input(_) => {}
        }
    }

    #[inline]
    fn each(&self, words: &mut [[u32; 4]], of: impl Fn(&Quad) -> [u32; 4]) {
        words.iter_mut().zip(self.quads).for_each(|(words, quad)| *words = of(quad));
    }

    /// The point of the first lane where the shader runs.
    #[inline]
    fn point(&self, quad: &Quad) -> Point {
        let place = quad.sample.map_or([HALF; 2], |sample| self.pipeline.samples.places()[sample]);
        [0, 1].map(|axis: usize| quad.pixel[axis] * ONE + place[axis])
    }

    /// The weights there on the screen.
    #[inline]
    fn exact(&self, quad: &Quad) -> Weights {
        self.record.linear_quad(self.point(quad))
    }

    /// The position of the evaluation in its pixel.
    fn in_pixel(&self, quad: &Quad, axis: usize) -> f32 {
        (self.point(quad)[axis] - quad.pixel[axis] * ONE) as f32 / ONE as f32
    }

    /// The words of an input of any kind.
    fn input(&self, quad: &Quad, input: Input, plane: Plane) -> [u32; 4] {
        let (place, is_smooth) = input.interpolation().unwrap_or((Place::Center, true));
        let exact = match place {
            Place::Sample => self.exact(quad),
            Place::Center => self.record.linear_quad(center(quad)),
            Place::Centroid => {
                let (centers, samples) = (quad_of(center(quad)), self.pipeline.samples.places());
                let of_lane = |lane: usize| centroid_of(samples, centers[lane], quad.covered[lane]);
                self.record.linear(std::array::from_fn(of_lane))
            }
        };
        plane.at(&if is_smooth { smooth(self.record, &exact) } else { rounded(&exact) })
    }
}

/// The center of a quad's first pixel.
fn center(quad: &Quad) -> Point {
    quad.pixel.map(|part| part * ONE + HALF)
}

/// The positions along an axis, in pixels.
#[inline]
fn position(place: Point, axis: usize) -> [f32; 4] {
    let [first, second] = [place[axis], place[axis] + ONE].map(|part| part as f32 / ONE as f32);
    if axis == 0 { [first, second, first, second] } else { [first, first, second, second] }
}
