//! Quads enter the packet: rows of positions, coverage, and inputs.
//!
//! Quads of a record follow each other, so that what its inputs need is found out once for all of them.

use super::entered::{Entered, MOST_QUADS, Weights, rounded, smooth};
use super::evaluation::{centroid_of, quad_of};
use super::planes::Planes;
use super::{Pass, Room, evaluation};
use crate::error::Error;
use crate::fixed::{HALF, ONE, Point};
use crate::geometry::Attributes;
use crate::interface::{Input, Interface, Place};
use crate::lanes::{MASKS, Mask};
use crate::packet::{Placed, QuadRows, masks};
use crate::pipeline::Pipeline;
use crate::record::{BlockWeights, Plane, Record};
use crate::rows::{KEPT, PixelRow, RUNS};
use std::ops::Range;

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
            return self.planes.set_all(first, second, third);
        }
        self.planes.clear();
        for (at, InputRow { component, input, .. }) in self.inputs.iter().enumerate() {
            self.planes.set(at, attributes.row(*component, *input));
        }
    }
}

/// The positions along an axis of the lanes of a quad, by that of the first one. No sum is rounded.
#[inline(always)]
fn positions(first: f32, axis: usize) -> [u32; 4] {
    let [first, second] = [first, first + 1.0].map(f32::to_bits);
    if axis == 0 { [first, second, first, second] } else { [first, first, second, second] }
}

impl Evaluation {
    /// Fills in the rows besides inputs of a quad, where [`Pass::has_blocks`], by the lanes that are kept.
    #[inline(always)]
    pub(super) fn fill_others(&self, (pixel, kept): ([u16; 2], Mask), rows: &mut QuadRows<'_>) {
        for (row, of) in &self.others {
            *rows.of(*row) = match of {
                PixelRow::Position(axis) => positions(f32::from(pixel[axis & 1]) + 0.5, *axis),
                _ => kept.map(|lane| RUNS | lane & KEPT),
            };
        }
    }

    /// Fills in the rows of plain inputs for some quads of a record: row by row, for all of them.
    #[inline(always)]
    pub(super) fn fill_inputs(&self, attributes: Attributes<'_>, entered: &[Entered], quads: &mut [[u32; 4]]) {
        for InputRow { row, component, input } in &self.inputs {
            let corners = match attributes {
                Attributes::Vertices(values, _) if self.is_between => {
                    let [a, b, c] = values.map(|values| values.get(*component).copied().unwrap_or(0));
                    [a, b, c, 0]
                }
                Attributes::Vertices(..) | Attributes::Rows(_) => attributes.row(*component, *input),
            };
            match Plane::new(corners) {
                Plane::Constant(word) => entered.iter().for_each(|quad| quads[quad.quad + row] = [word; 4]),
                plane @ Plane::Sloped { .. } => {
                    entered.iter().for_each(|quad| quads[quad.quad + row] = plane.at(&quad.weights));
                }
            }
        }
    }
}

/// The centers of a block's pixels along each axis, from the center of the first one.
const CENTERS: [[f32; 64]; 2] = {
    let mut centers = [[0.0; 64]; 2];
    let mut at = 0;
    while at < 64 {
        centers[0][at] = ((at >> 2 & 3) << 1 | at & 1) as f32;
        centers[1][at] = (at >> 4 << 1 | at >> 1 & 1) as f32;
        at += 1;
    }
    centers
};

impl Evaluation {
    /// Fills in the rows of some quads of a block, where all of its pixels are covered. The weights are those with perspective.
    #[inline(always)]
    fn fill_block(&self, block: [i64; 2], quads: Range<usize>, weights: &[[f64; 64]; 2], rows: &mut QuadRows<'_>) {
        let (count, lanes) = (quads.len(), 4 * quads.start..4 * quads.end);
        for (row, of) in &self.others {
            let words = rows.of_all(*row, count);
            if let PixelRow::Position(axis) = *of {
                let first = block[axis & 1] as f32 + 0.5;
                for (word, center) in words.iter_mut().zip(&CENTERS[axis & 1][lanes.clone()]) {
                    *word = (first + center).to_bits();
                }
            } else {
                words.fill(RUNS | KEPT);
            }
        }
        self.planes.fill_all(count, [&weights[0][lanes.clone()], &weights[1][lanes]], rows);
    }
}

impl Pass<'_, '_, '_> {
    /// Returns whether [`Pass::enter_block`] has what the shader reads.
    #[inline(always)]
    pub(super) fn has_blocks(&self) -> bool {
        self.room.evaluation.is_simple
    }

    /// Puts all quads of a block into the packet, whose pixels are all covered.
    #[inline(always)]
    pub(super) fn enter_block(
        &mut self,
        (number, record): (u32, &Record),
        (block, place): ([i64; 2], usize),
        weights: &BlockWeights,
    ) -> Result<(), Error> {
        self.keep_apart(place, u64::MAX)?;
        let Room { evaluation, .. } = &mut *self.room;
        if !evaluation.inputs.is_empty() && evaluation.record != Some(number) {
            evaluation.select(number, self.geometry.attributes(number));
        }
        let mut lanes = [[0.0; 64]; 2];
        if evaluation.planes.is_sloped() {
            for quad in 0..16 {
                let [second, third] = smooth(record, &weights.of_quad(quad));
                lanes[0][4 * quad..4 * quad + 4].copy_from_slice(&second);
                lanes[1][4 * quad..4 * quad + 4].copy_from_slice(&third);
            }
        }
        let mut first = 0;
        while first < 16 {
            let Room { packet, evaluation, .. } = &mut *self.room;
            let end = 16.min(first + packet.room());
            let placed = |quad: usize| Placed {
                record: number,
                primitive: record.primitive,
                pixel: [block[0] as u16 + 2 * (quad as u16 & 3), block[1] as u16 + 2 * (quad as u16 >> 2)],
                place: (place + 4 * quad) as u16,
                passed: [1; 4],
            };
            let mut rows = packet.push_all((first..end).map(placed));
            evaluation.fill_block(block, first..end, &lanes, &mut rows);
            first = end;
            if packet.is_full() {
                (self.code.flush)(self)?;
                // Some quads of the block may enter the next packet.
                self.keep_apart(place, u64::MAX)?;
            }
        }
        Ok(())
    }

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
    pub(super) fn enter(
        &mut self,
        (number, record): (u32, &Record),
        quad: &Quad,
        exact: &Weights,
    ) -> Result<(), Error> {
        let Quad { pixel, place, passed, .. } = *quad;
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
        let is_plain = evaluation.is_plain && !evaluation.inputs.is_empty();
        if is_plain && evaluation.record != Some(number) {
            evaluation.select(number, attributes());
        }
        let own = packet.next_quad();
        let mut rows = packet.push(Placed { record: number, primitive: record.primitive, pixel, place, passed });
        for (row, of) in &evaluation.others {
            *rows.of(*row) = lanes.other(*of);
        }
        if is_plain {
            let weights = if evaluation.planes.is_sloped() { smooth(record, exact) } else { Weights::default() };
            evaluation.planes.fill(&[Entered { quad: own, weights }], packet.all_quads());
        } else {
            for InputRow { row, component, input } in &evaluation.inputs {
                *rows.of(*row) = lanes.input(*input, Plane::new(attributes().row(*component, *input)));
            }
        }
        if packet.is_full() { (self.code.flush)(self) } else { Ok(()) }
    }

    /// Puts quads of a block into the packet, where [`Pass::has_blocks`], by the pixels that are kept.
    #[inline(always)]
    pub(super) fn enter_quads(
        &mut self,
        (number, record): (u32, &Record),
        (block, place): ([i64; 2], usize),
        kept: u64,
        weights: &BlockWeights,
    ) -> Result<(), Error> {
        let Room { evaluation, .. } = &mut *self.room;
        if !evaluation.inputs.is_empty() && evaluation.record != Some(number) {
            evaluation.select(number, self.geometry.attributes(number));
        }
        let (mut left, mut count) = (kept, 0);
        while left != 0 {
            let quad = (left.trailing_zeros() / 4) as usize;
            let lanes = MASKS[(left >> (4 * quad) & 0xF) as usize];
            left &= !(0xF << (4 * quad));
            let Room { packet, evaluation, entered, .. } = &mut *self.room;
            let pixel = [block[0] as u16 + 2 * (quad as u16 & 3), block[1] as u16 + 2 * (quad as u16 >> 2)];
            let placed = Placed {
                record: number,
                primitive: record.primitive,
                pixel,
                place: (place + 4 * quad) as u16,
                passed: lanes.map(|lane| lane as u16 & 1),
            };
            if evaluation.planes.is_sloped() {
                entered[count].weights = smooth(record, &weights.of_quad(quad));
            }
            entered[count].quad = packet.next_quad();
            count += 1;
            evaluation.fill_others((pixel, lanes), &mut packet.push(placed));
            let is_full = packet.is_full();
            if is_full || left == 0 {
                if !evaluation.inputs.is_empty() {
                    evaluation.planes.fill(&entered[..count.min(MOST_QUADS)], packet.all_quads());
                }
                count = 0;
            }
            if is_full {
                (self.code.flush)(self)?;
            }
        }
        Ok(())
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
            PixelRow::Mask => masks(quad.passed),
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
        positions(self.quad.pixel[axis] as f32 + offset, axis)
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
        plane.at(&if is_smooth { smooth(self.record, &exact) } else { rounded(&exact) })
    }
}
