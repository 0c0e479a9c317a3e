//! A pixel shader without a vertex shader: it runs for every pixel of the picture, as behind a triangle that covers it.
//!
//! Rows of quads are shaded in bands, each on a thread of its own. It must not know what binds the shader's resources.

use super::memory::{Memory, Spares};
use super::pipeline::{Invocation, Invocations, Run, Stop};
use super::rows::{At, BuiltIn, KEPT, Kind, Place, RUNS, Row};
use super::{Stage, Work, links};
use crate::error::Error;
use crate::grid::Caller;
use raster::{ColorFormat, Part};
use std::sync::{Mutex, PoisonError};

/// The lanes of a band, about.
const LANES: usize = 4096;

/// The value of an input.
#[derive(Clone, Copy, Debug)]
enum Source {
    Mask,
    /// The coordinate of the pixel along an axis.
    Pixel(usize),
    /// The place in the picture along an axis, from 0 to 1.
    Texture(usize),
    /// The center of the pixel along an axis, as a point of the grid of 256 units a pixel.
    Grid(usize),
    /// The change of the place in the picture along an axis by a unit of the grid, as a word of a number in double precision.
    Change {
        axis: usize,
        half: usize,
    },
    Word(u32),
}

/// A pixel shader that fills pictures.
#[derive(Debug)]
pub struct Screen {
    pixel: Stage,
    sources: Vec<Source>,
    colors: Vec<links::Color>,
}

/// The texels of a target, in rows.
#[derive(Debug)]
pub struct Canvas<'c> {
    /// The location of the output.
    pub location: u32,
    /// The format.
    pub format: ColorFormat,
    /// The texels.
    pub texels: &'c mut [u8],
}

impl Screen {
    /// A pixel shader whose inputs are the position, and the place in the picture from 0 to 1 if it has such an input.
    ///
    /// # Errors
    /// When it has inputs that a vertex shader would have to give it.
    pub fn new(pixel: Stage) -> Result<Self, Error> {
        let sources = pixel.interface().inputs.iter().map(source).collect::<Result<Vec<_>, _>>()?;
        let colors = links::colors(&pixel.interface().outputs);
        Ok(Screen { pixel, sources, colors })
    }

    /// The shader.
    pub fn pixel(&self) -> &Stage {
        &self.pixel
    }

    /// Fills the targets, which have as many texels as the size says. Discarded pixels stay as they are.
    ///
    /// # Errors
    /// When the shader does not run, or is to stop.
    ///
    /// # Panics
    /// When a target has fewer texels.
    pub fn fill(
        &self,
        canvases: &mut [Canvas<'_>],
        size: [u32; 2],
        run: &mut Run<'_>,
        stop: &Stop<'_>,
    ) -> Result<(), Error> {
        let quads = size[0].div_ceil(2) as usize;
        let rows_of_quads = size[1].div_ceil(2) as usize;
        let lanes = self.pixel.interface().lanes as usize;
        let groups_in_row = (4 * quads).div_ceil(lanes);
        let rows = (LANES / (groups_in_row * lanes)).max(1);
        let frame = Frame { screen: self, size, quads, groups_in_row, lanes };
        let formats: Vec<Format> = canvases.iter().map(|canvas| frame.format(canvas)).collect();
        let mut parts: Vec<_> = canvases
            .iter_mut()
            .map(|canvas| {
                let stride = size[0] as usize * canvas.format.bytes();
                canvas.texels[..stride * size[1] as usize].chunks_mut(2 * rows * stride)
            })
            .collect();
        let bands: Vec<Mutex<Band<'_>>> = (0..rows_of_quads)
            .step_by(rows)
            .map(|first| {
                let rows = rows.min(rows_of_quads - first);
                Mutex::new(Band { first, rows, texels: parts.iter_mut().filter_map(Iterator::next).collect() })
            })
            .collect();
        match self.pixel.has_parts() {
            true => frame.together(&bands, &formats, run, stop),
            false => frame.in_order(bands, &formats, run, stop),
        }
    }
}

/// A picture that is filled.
struct Frame<'f> {
    screen: &'f Screen,
    size: [u32; 2],
    /// The quads of a row.
    quads: usize,
    groups_in_row: usize,
    /// The lanes of a group.
    lanes: usize,
}

/// Rows of quads in a picture.
struct Band<'b> {
    /// The number of the first row.
    first: usize,
    rows: usize,
    /// The texels of each target.
    texels: Vec<&'b mut [u8]>,
}

/// A target's format, and the rows of its components.
struct Format {
    format: ColorFormat,
    parts: [Part; 4],
}

/// Memory for a band.
#[derive(Default)]
struct Room {
    inputs: Memory,
    outputs: Memory,
    encoded: Vec<u8>,
}

impl Frame<'_> {
    fn format(&self, canvas: &Canvas<'_>) -> Format {
        let is_it = |color: &&links::Color| (color.location, color.index) == (canvas.location, 0);
        let parts = self.screen.colors.iter().find(is_it).map_or([Part::Word(0); 4], |color| color.parts);
        Format { format: canvas.format, parts }
    }

    /// Bands on all threads, each of which runs the shader itself.
    fn together(
        &self,
        bands: &[Mutex<Band<'_>>],
        formats: &[Format],
        run: &mut Run<'_>,
        stop: &Stop<'_>,
    ) -> Result<(), Error> {
        let rooms = Spares::default();
        let part = |number: usize, caller: &mut Caller<'_>| {
            let mut band = bands[number].lock().unwrap_or_else(PoisonError::into_inner);
            rooms.with(Room::default, |room: &mut Room| {
                let groups = self.prepare(&band, room);
                let [inputs, outputs] = self.words(groups);
                let outputs = room.outputs.get(outputs);
                if !stop() && caller.call(room.inputs.get(inputs), outputs, groups) {
                    self.write(&mut band, formats, outputs, &mut room.encoded);
                }
            });
        };
        let (mut inputs, mut outputs) = (Memory::default(), Memory::default());
        let [least, most] = self.words(1);
        let name = |_: usize| "a pixel".to_owned();
        let all = Invocations { name: &name, what: &|_| None };
        let work = Work::parts(inputs.get(least), outputs.get(most), bands.len(), &part);
        run(&self.screen.pixel, work, &all)?;
        if stop() { Err(Error::Deadline) } else { Ok(()) }
    }

    /// One band after the other.
    fn in_order(
        &self,
        bands: Vec<Mutex<Band<'_>>>,
        formats: &[Format],
        run: &mut Run<'_>,
        stop: &Stop<'_>,
    ) -> Result<(), Error> {
        let mut room = Room::default();
        for band in bands {
            if stop() {
                return Err(Error::Deadline);
            }
            let mut band = band.into_inner().unwrap_or_else(PoisonError::into_inner);
            let groups = self.prepare(&band, &mut room);
            let [inputs, outputs] = self.words(groups);
            let outputs = room.outputs.get(outputs);
            let name = |lane: usize| {
                let (row, lane) = (lane / (self.groups_in_row * self.lanes), lane % (self.groups_in_row * self.lanes));
                let [x, y] = [2 * (lane / 4) + lane % 2, 2 * (band.first + row) + lane % 4 / 2];
                let is_inside = x < self.size[0] as usize && y < self.size[1] as usize;
                format!("{}pixel ({x},{y})", if is_inside { "" } else { "helper of " })
            };
            let what = |lane: usize| {
                let (row, lane) = (lane / (self.groups_in_row * self.lanes), lane % (self.groups_in_row * self.lanes));
                let [x, y] = [2 * (lane / 4) + lane % 2, 2 * (band.first + row) + lane % 4 / 2];
                let is_kept = x < self.size[0] as usize && y < self.size[1] as usize;
                let is_quad = x / 2 < self.quads;
                is_quad.then_some(Invocation::Pixel { at: [x as u32, y as u32], primitive: 0, is_kept })
            };
            let work = Work::rows(room.inputs.get(inputs), outputs, groups);
            run(&self.screen.pixel, work, &Invocations { name: &name, what: &what })?;
            self.write(&mut band, formats, outputs, &mut room.encoded);
        }
        Ok(())
    }

    /// The words of the inputs and the outputs of this many groups.
    fn words(&self, groups: usize) -> [usize; 2] {
        let interface = self.screen.pixel.interface();
        [interface.inputs.len(), interface.outputs.len()].map(|rows| rows * groups * self.lanes)
    }

    /// Fills in the inputs of a band. Returns the number of its groups.
    fn prepare(&self, band: &Band<'_>, room: &mut Room) -> usize {
        let groups = self.groups_in_row * band.rows;
        let [inputs, outputs] = self.words(groups);
        // A lane that a kernel ends leaves its row of kept lanes as it is.
        room.outputs.get(outputs).fill(0);
        let words = room.inputs.get(inputs);
        let group_words = self.screen.sources.len() * self.lanes;
        for (number, group) in words.chunks_exact_mut(group_words).enumerate() {
            let y = 2 * (band.first + number / self.groups_in_row);
            let x = number % self.groups_in_row * self.lanes / 2;
            for (source, row) in self.screen.sources.iter().zip(group.chunks_exact_mut(self.lanes)) {
                self.fill(*source, [x, y], row);
            }
        }
        groups
    }

    /// Fills in a row of a group whose first quad has an upper left pixel.
    fn fill(&self, source: Source, [x, y]: [usize; 2], row: &mut [u32]) {
        let modes = self.screen.pixel.interface().modes;
        let half = if modes.whole_pixels { 0.0 } else { 0.5 };
        let [width, height] = self.size.map(|part| part as usize);
        let along = |axis: usize, row: &mut [u32], value: &dyn Fn(usize) -> u32| {
            let of_row = [y, y + 1].map(value);
            for (quad, words) in row.chunks_exact_mut(4).enumerate() {
                let of_column = || [x + 2 * quad, x + 2 * quad + 1].map(value);
                let [a, b] = if axis == 0 { of_column() } else { of_row };
                words.copy_from_slice(&if axis == 0 { [a, b, a, b] } else { [a, a, b, b] });
            }
        };
        match source {
            Source::Mask => {
                for (lane, word) in row.iter_mut().enumerate() {
                    let [x, y] = [x + 2 * (lane / 4) + lane % 2, y + lane % 4 / 2];
                    let (is_quad, is_inside) = (x / 2 < self.quads, x < width && y < height);
                    *word = if is_inside {
                        RUNS | KEPT
                    } else if is_quad {
                        RUNS
                    } else {
                        0
                    };
                }
            }
            Source::Pixel(1) if modes.from_below => {
                along(1, row, &|at| (height as f32 - 1.0 - at as f32 + half).to_bits());
            }
            Source::Pixel(axis) => along(axis, row, &|at| (at as f32 + half).to_bits()),
            Source::Texture(axis) => {
                let size = self.size[axis] as f32;
                along(axis, row, &|at| ((at as f32 + 0.5) / size).to_bits());
            }
            Source::Grid(axis) => along(axis, row, &|at| (256 * at + 128) as u32),
            Source::Change { axis, half } => {
                let change = (1.0 / (256.0 * f64::from(self.size[axis]))).to_bits();
                row.fill((change >> (32 * half)) as u32);
            }
            Source::Word(word) => row.fill(word),
        }
    }

    /// Writes the pixels of a band that are kept.
    fn write(&self, band: &mut Band<'_>, formats: &[Format], outputs: &[u32], encoded: &mut Vec<u8>) {
        let rows = self.screen.pixel.interface().outputs.len();
        for (Format { format, parts }, texels) in formats.iter().zip(&mut band.texels) {
            let bytes = format.bytes();
            let stride = self.size[0] as usize * bytes;
            encoded.resize(self.lanes * bytes, 0);
            let constants = parts.map(|part| match part {
                Part::Row(_) => [0; raster::MOST_LANES],
                Part::Word(word) => [word; raster::MOST_LANES],
            });
            for (number, group) in outputs.chunks_exact(rows * self.lanes).enumerate() {
                let components = std::array::from_fn(|at| match parts[at] {
                    Part::Row(row) => &group[row * self.lanes..(row + 1) * self.lanes],
                    Part::Word(_) => &constants[at][..self.lanes],
                });
                format.encode_all(components, encoded);
                let rows = &mut texels[2 * (number / self.groups_in_row) * stride..];
                let x = number % self.groups_in_row * self.lanes / 2;
                let first = bytes * x;
                for (quad, (kept, texels)) in group[..self.lanes].chunks(4).zip(encoded.chunks(4 * bytes)).enumerate() {
                    copy_quad(rows, first + 2 * quad * bytes, stride, bytes, kept, texels);
                }
            }
        }
    }
}

/// Copies the texels of a quad that are kept to two rows, at an offset.
#[inline]
fn copy_quad(rows: &mut [u8], at: usize, stride: usize, bytes: usize, kept: &[u32], texels: &[u8]) {
    if kept == [1; 4] {
        let (upper, lower) = texels.split_at(2 * bytes);
        rows[at..at + 2 * bytes].copy_from_slice(upper);
        rows[at + stride..at + stride + 2 * bytes].copy_from_slice(lower);
        return;
    }
    for (lane, texel) in texels.chunks_exact(bytes).enumerate().filter(|(lane, _)| kept[*lane] != 0) {
        // A pixel outside is a helper, which is not kept.
        let place = at + lane / 2 * stride + lane % 2 * bytes;
        rows[place..place + bytes].copy_from_slice(texel);
    }
}

/// The source of a row.
fn source(row: &Row) -> Result<Source, Error> {
    let (one, half) = (1f32.to_bits(), 0.5f32.to_bits());
    Ok(match row.place {
        Place::Mask | Place::Payload(_) | Place::Count(_) => Source::Mask,
        Place::Builtin(builtin, component) => match (builtin, component) {
            (BuiltIn::FragCoord, 0 | 1) => Source::Pixel(component as usize),
            (BuiltIn::FragCoord, 3) => Source::Word(one),
            (BuiltIn::FrontFacing | BuiltIn::SampleMask | BuiltIn::FragInvocationCountEXT, 0) => Source::Word(1),
            (BuiltIn::FullyCoveredEXT | BuiltIn::FragSizeEXT, _) => Source::Word(1),
            (BuiltIn::SamplePosition, _) => Source::Word(half),
            _ => Source::Word(0),
        },
        Place::Evaluation(word) => evaluation(word),
        Place::Location { .. } if is_texture_coordinate(row) => match (row.component, row.at) {
            // As of a triangle with the corners (0, 0), (1, 0) and (0, 1).
            (axis @ (0 | 1), At::Vertex(corner) | At::Corner(corner)) => {
                Source::Word(if corner == axis + 1 { one } else { 0 })
            }
            (axis @ (0 | 1), At::Invocation) => Source::Texture(axis as usize),
            (3, _) => Source::Word(one),
            _ => Source::Word(0),
        },
        Place::Location { location, .. } => {
            let name = if row.name.is_empty() { format!("at location {location}") } else { format!("'{}'", row.name) };
            return Err(Error::NeedsVertex { name });
        }
    })
}

/// A word of what inputs are evaluated at other places by, which are in the triangle above.
fn evaluation(word: u32) -> Source {
    let one = |half: u32| Source::Word((1f64.to_bits() >> (32 * half)) as u32);
    match word {
        // The weights are what changes along x, and along y.
        0 | 1 => Source::Change { axis: 0, half: word as usize },
        8 | 9 => Source::Change { axis: 1, half: word as usize - 8 },
        12..20 => one(word % 2),
        20 | 22 => Source::Grid(0),
        21 | 23 => Source::Grid(1),
        24..32 => Source::Word(0x8080_8080),
        _ => Source::Word(0),
    }
}

/// Returns whether a row is a component of what is taken for the place in the picture.
fn is_texture_coordinate(row: &Row) -> bool {
    let name = row.name.to_ascii_lowercase();
    let is_named = ["texcoord", "uv", "texture_coordinate", "texcoords", "tex_coord"]
        .iter()
        .any(|own| name.trim_end_matches('0') == *own || name.rsplit(['.', '_']).next() == Some(own));
    row.kind == Kind::Float && row.bits != 64 && is_named
}
