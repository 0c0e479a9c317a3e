//! Quads enter the packet: rows of positions, coverage, and inputs.
//!
//! Quads of a record follow each other, so that what its inputs need is found out once for all of them.

use super::evaluation::{centroid_of, quad_of};
use super::planes::Planes;
use super::run::{Weights, rounded, smooth};
use super::{Numbered, Pass, Room, evaluation};
use crate::error::Error;
use crate::fixed::{HALF, ONE, Point};
use crate::geometry::{Attributes, Geometry};
use crate::interface::{Input, Interface, Place};
use crate::packet::{Placed, masks};
use crate::pipeline::Pipeline;
use crate::record::{Plane, Record};
use crate::rows::PixelRow;

/// A quad of a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quad {
    /// The upper left pixel.
    pub(super) pixel: [u32; 2],
    /// The place of that in the tile.
    pub(super) place: u16,
    /// The samples inside of the shape.
    pub(super) covered: [u16; 4],
    /// Those that passed the early tests, if there are any.
    pub(super) passed: [u16; 4],
    /// The sample, where the shader runs per sample.
    pub(super) sample: Option<u8>,
}

/// A row of an input of the shader.
#[derive(Clone, Copy, Debug)]
struct InputRow {
    /// The quads of the rows above it in a group.
    row: usize,
    component: usize,
    input: Input,
}

/// The rows of the pixel shader: inputs, and others.
#[derive(Debug)]
pub(super) struct Evaluation {
    inputs: Vec<InputRow>,
    /// The quads of the rows above others in a group.
    others: Vec<(usize, PixelRow)>,
    /// Whether all inputs are flat, or interpolated at the center with perspective.
    is_plain: bool,
    /// Whether nothing else is there but masks and positions of pixels.
    is_simple: bool,
    /// The record of the inputs below, which are found where all are plain.
    record: Option<u32>,
    planes: Planes,
    /// Whether all components are inputs, interpolated between vertices, in their order.
    is_between: bool,
}

impl Evaluation {
    pub(super) fn new(interface: &Interface) -> Self {
        let (mut inputs, mut others) = (Vec::new(), Vec::new());
        for (row, of) in interface.rows.iter().enumerate() {
            let row = row * interface.lanes / 4;
            match *of {
                PixelRow::Unread => {}
                PixelRow::Input(component) => {
                    inputs.push(InputRow { row, component, input: interface.inputs[component] });
                }
                other => others.push((row, other)),
            }
        }
        let is_plain = |input: &InputRow| matches!(input.input.interpolation(), None | Some((Place::Center, true)));
        let is_plain = inputs.iter().all(is_plain) && !interface.runs_per_sample();
        let is_simple = |(_, row): &(usize, PixelRow)| matches!(row, PixelRow::Mask | PixelRow::Position(_));
        let is_simple = is_plain && others.iter().all(is_simple);
        let is_between = inputs.iter().enumerate().all(|(number, row): (usize, &InputRow)| {
            row.component == number && matches!(row.input, Input::Smooth(_) | Input::Linear(_))
        });
        let planes = Planes::new(inputs.iter().map(|input| input.row).collect());
        Self { is_plain, is_simple, is_between, inputs, others, record: None, planes }
    }

    /// Forgets the record whose quads entered last.
    pub(super) fn clear(&mut self) {
        self.record = None;
    }

    /// Finds the planes of a record's inputs.
    #[inline(always)]
    fn select(&mut self, number: u32, attributes: Attributes<'_>) {
        self.record = Some(number);
        let count = self.inputs.len();
        if self.is_between
            && let Attributes::Vertices([first, second, third], _) = attributes
            && let (Some(first), Some(second), Some(third)) =
                (first.get(..count), second.get(..count), third.get(..count))
        {
            return self.planes.set_all([first, second, third]);
        }
        for (at, InputRow { component, input, .. }) in self.inputs.iter().enumerate() {
            self.planes.set(at, attributes.row(*component, *input));
        }
    }
}

/// The positions along an axis of the lanes of a quad, by its first pixel and the place in each. No sum is rounded.
#[inline(always)]
fn positions(pixel: f32, place: f32, axis: usize) -> [u32; 4] {
    const OFFSETS: [[f32; 4]; 2] = [[0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]];
    OFFSETS[axis & 1].map(|offset| (pixel + (place + offset)).to_bits())
}

impl Evaluation {
    /// Returns whether the shader reads nothing but plain inputs, masks and positions of pixels.
    #[inline(always)]
    pub(super) fn is_simple(&self) -> bool {
        self.is_simple
    }

    /// Returns whether the shader reads inputs.
    #[inline(always)]
    pub(super) fn has_inputs(&self) -> bool {
        !self.inputs.is_empty()
    }

    /// Fills in the rows besides inputs of some quads, where all is simple, by the numbers of their first rows.
    #[inline(always)]
    pub(super) fn fill(&self, placed: &[Placed], quads: &[usize], memory: &mut [[u32; 4]]) {
        for (row, of) in &self.others {
            for (placed, quad) in placed.iter().zip(quads) {
                memory[quad + row] = match of {
                    PixelRow::Position(axis) => positions(f32::from(placed.pixel[axis & 1]), 0.5, *axis),
                    _ => masks(placed.passed),
                };
            }
        }
    }

    /// Fills in the rows of plain inputs for some quads of a record, by the weights of their lanes.
    #[inline(always)]
    pub(super) fn fill_inputs(
        &mut self,
        number: u32,
        geometry: &Geometry,
        quads: &[usize],
        weights: [&[[f64; 4]]; 2],
        memory: &mut [[u32; 4]],
    ) {
        if self.inputs.is_empty() {
            return;
        }
        if self.record != Some(number) {
            self.select(number, geometry.attributes(number));
        }
        self.planes.fill(quads, weights, memory);
    }
}

impl Pass<'_, '_, '_> {
    /// Ends the packet if it has one of these pixels of a block and invocations for a pixel are ordered.
    #[inline(always)]
    fn keep_apart(&mut self, place: usize, pixels: u64) -> Result<(), Error> {
        if !self.pipeline.interface.pixel.ordered {
            return Ok(());
        }
        if self.entered[place / 64] & pixels != 0 {
            (self.code.flush)(self)?;
        }
        self.entered[place / 64] |= pixels;
        Ok(())
    }

    /// Puts a quad of a record into the packet, by its weights on the screen where the shader runs.
    #[inline(always)]
    pub(super) fn enter(&mut self, of: Numbered<'_>, quad: &Quad, exact: &Weights) -> Result<(), Error> {
        let Numbered { number, record } = of;
        let Quad { pixel, place, .. } = *quad;
        let passed = quad.passed.map(|samples| if samples != 0 && self.is_single { u32::MAX } else { samples.into() });
        if self.pipeline.interface.pixel.ordered {
            let kept = (0..4).filter(|lane| passed[*lane] != 0);
            let pixels = kept.fold(0, |all, lane| all | 1 << (usize::from(place) % 64 + lane));
            self.keep_apart(place.into(), pixels)?;
        }
        let Room { packet, evaluation, .. } = &mut *self.room;
        let pixel = pixel.map(|part| part as u16);
        let geometry = self.geometry;
        let attributes = || geometry.attributes(number);
        let lanes = Lanes { pipeline: self.pipeline, record, attributes: &attributes, quad };
        let mut rows = packet.push(Placed { record: number, primitive: record.primitive, pixel, place, passed });
        for (row, of) in &evaluation.others {
            *rows.of(*row) = lanes.other(*of);
        }
        if evaluation.is_plain {
            let [second, third] = smooth(record.rhw, exact);
            evaluation.fill_inputs(number, geometry, &[0], [&[second], &[third]], rows.all());
        } else {
            for InputRow { row, component, input } in &evaluation.inputs {
                *rows.of(*row) = lanes.input(*input, Plane::new(attributes().row(*component, *input)));
            }
        }
        if packet.is_full() { (self.code.flush)(self) } else { Ok(()) }
    }
}

/// A quad of a record that enters the packet.
struct Lanes<'l, A> {
    pipeline: &'l Pipeline,
    record: &'l Record,
    attributes: &'l A,
    quad: &'l Quad,
}

impl<'g, A: Fn() -> Attributes<'g>> Lanes<'_, A> {
    /// The words of a row of other values than inputs.
    #[inline(always)]
    fn other(&self, of: PixelRow) -> [u32; 4] {
        let (record, quad) = (self.record, self.quad);
        match of {
            PixelRow::Mask => masks(quad.passed.map(u32::from)),
            PixelRow::Position(axis) => self.positions(axis),
            PixelRow::Front => [u32::from(record.front); 4],
            PixelRow::Primitive => [record.primitive; 4],
            PixelRow::Viewport => [record.viewport; 4],
            PixelRow::Layer => [record.layer; 4],
            PixelRow::View => [record.view; 4],
            PixelRow::Word(word) => [word; 4],
            _ => self.rare(of),
        }
    }

    /// The words of a row that few shaders have.
    #[inline(never)]
    fn rare(&self, of: PixelRow) -> [u32; 4] {
        let (record, quad) = (self.record, self.quad);
        match of {
            PixelRow::Corner { input, corner } => {
                [(self.attributes)().row(input, self.pipeline.interface.inputs[input])[corner]; 4]
            }
            PixelRow::Evaluation(at @ ..evaluation::CENTER) => [record.functions()[at]; 4],
            PixelRow::SamplePosition(axis) => [self.in_pixel(axis).to_bits(); 4],
            PixelRow::Depth => record.depths(&self.exact()).map(f32::to_bits),
            PixelRow::Rhw => record.reciprocals(&self.exact()).map(|part| (part as f32).to_bits()),
            PixelRow::Point(axis) => record.points(quad_of(self.point()))[axis].map(f32::to_bits),
            PixelRow::Sample => [quad.sample.unwrap_or(0).into(); 4],
            PixelRow::Coverage => quad.covered.map(u32::from),
            PixelRow::FullyCovered => {
                let pixels = quad_of(quad.pixel.map(|part| i64::from(part) * ONE));
                pixels.map(|pixel| u32::from(record.shape.contains(pixel)))
            }
            PixelRow::Evaluation(at) => {
                evaluation::words(at, self.center(), quad.covered, self.pipeline.samples.places())
            }
            // They are not among these rows.
            PixelRow::Input(_)
            | PixelRow::Unread
            | PixelRow::Mask
            | PixelRow::Position(_)
            | PixelRow::Front
            | PixelRow::Primitive
            | PixelRow::Viewport
            | PixelRow::Layer
            | PixelRow::View
            | PixelRow::Word(_) => [0; 4],
        }
    }

    /// The positions along an axis, in pixels. No sum is rounded.
    #[inline(always)]
    fn positions(&self, axis: usize) -> [u32; 4] {
        let offset = if self.quad.sample.is_none() { 0.5 } else { self.in_pixel(axis) };
        positions(self.quad.pixel[axis] as f32, offset, axis)
    }

    /// The point of the first lane where the shader runs.
    fn point(&self) -> Point {
        let (place, pixel) = (self.place(), self.quad.pixel.map(i64::from));
        [pixel[0] * ONE + place[0], pixel[1] * ONE + place[1]]
    }

    /// The place in a pixel where the shader runs.
    fn place(&self) -> Point {
        match self.quad.sample {
            None => [HALF; 2],
            Some(sample) => self.pipeline.samples.places()[usize::from(sample)],
        }
    }

    /// The weights there on the screen.
    fn exact(&self) -> Weights {
        self.record.linear_quad(self.point())
    }

    /// The position of the evaluation in its pixel.
    fn in_pixel(&self, axis: usize) -> f32 {
        self.place()[axis] as f32 / ONE as f32
    }

    /// The center of the first pixel.
    fn center(&self) -> Point {
        self.quad.pixel.map(|part| i64::from(part) * ONE + HALF)
    }

    /// The words of an input of any kind.
    fn input(&self, input: Input, plane: Plane) -> [u32; 4] {
        let (place, is_smooth) = input.interpolation().unwrap_or((Place::Center, true));
        let exact = match place {
            Place::Sample => self.exact(),
            Place::Center => self.record.linear_quad(self.center()),
            Place::Centroid => {
                let (centers, samples) = (quad_of(self.center()), self.pipeline.samples.places());
                let of_lane = |lane: usize| centroid_of(samples, centers[lane], self.quad.covered[lane]);
                self.record.linear(std::array::from_fn(of_lane))
            }
        };
        plane.at(&if is_smooth { smooth(self.record.rhw, &exact) } else { rounded(&exact) })
    }
}
