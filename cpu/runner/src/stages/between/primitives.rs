//! Geometry shaders: an invocation for each primitive and instance, and the strips that it makes.
//!
//! It must not know where primitives come from, or how they are set up.

use super::MOST_WORDS;
use super::table::{MOST_PRIMITIVES, Part, Table, primitive};
use crate::error::Error;
use crate::stages::Work;
use crate::stages::drawing::Drawing;
use crate::stages::front::{FaultKind, Primitives, Source};
use crate::stages::pipeline::Invocations;
use crate::stages::rows::EMITTED;
use raster::Primitive;

/// The most packets that run at once.
const AT_ONCE: usize = 64;

/// Primitives for a geometry shader.
pub(super) struct Taken<'t> {
    pub(super) table: &'t Table,
    /// The vertices of each primitive.
    pub(super) corners: &'t [u32],
    /// The number of each primitive.
    pub(super) numbers: &'t [u32],
    pub(super) instance: u32,
}

impl Drawing<'_, '_> {
    /// Runs the shader for primitives, and sets up what it makes.
    pub(super) fn primitives(&mut self, shader: &Primitives, taken: &Taken<'_>) -> Result<(), Error> {
        let interface = shader.stage.interface();
        let lanes = interface.lanes as usize;
        let instances = interface.shape.invocations.max(1) as usize;
        let all = taken.numbers.len() * instances;
        let rows = interface.output_rows();
        let at_once = lanes * (MOST_WORDS / (rows * lanes)).clamp(1, AT_ONCE);
        for first in (0..all).step_by(at_once) {
            if (self.stop)() {
                return Err(Error::Deadline);
            }
            let count = at_once.min(all - first);
            let groups = count.div_ceil(lanes);
            let inputs = self.inputs.get(groups * shader.sources.len() * lanes);
            fill(shader, taken, self.bases.view, first, count, instances, inputs);
            let outputs = self.outputs.get(groups * rows * lanes);
            let name = |at: usize| {
                let (primitive, instance) = ((first + at) / instances, (first + at) % instances);
                let number = taken.numbers.get(primitive).copied().unwrap_or(0);
                match instances {
                    1 => format!("primitive {number}"),
                    _ => format!("instance {instance} of primitive {number}"),
                }
            };
            (self.run)(
                &shader.stage,
                Work::rows(inputs, outputs, groups),
                &Invocations { name: &name, what: &|_| None },
            )?;
            let packets: Vec<u32> = outputs.to_vec();
            let most = interface.shape.vertices;
            for at in 0..count {
                let made = packets[(at / lanes * rows + 1) * lanes + at % lanes];
                if made > most {
                    let text = format!("{} makes {made} vertices, more than the {most} of 'maxvertexcount'", name(at));
                    self.fault(FaultKind::Emitted, &shader.stage, text);
                }
            }
            let others = self.streams.as_ref().map_or(Vec::new(), |streams| streams.all().collect());
            for stream in others.into_iter().filter(|stream| *stream != 0) {
                let strips = Strips::new(shader, taken.instance, stream, 0, self.fixed_last());
                self.capture(stream, &strips.of(&packets, count).0);
            }
            let strips = Strips::new(shader, taken.instance, 0, self.made, self.fixed_last());
            let (parts, next) = strips.of(&packets, count);
            self.made = next;
            self.set_up(&parts)?;
        }
        Ok(())
    }
}

/// Fills in the rows of invocations.
fn fill(
    shader: &Primitives,
    taken: &Taken<'_>,
    view: u32,
    first: usize,
    count: usize,
    instances: usize,
    words: &mut [u32],
) {
    let interface = shader.stage.interface();
    let (lanes, size) = (interface.lanes as usize, taken.corners.len() / taken.numbers.len().max(1));
    words.fill(0);
    for at in 0..count {
        let (primitive, instance) = ((first + at) / instances, (first + at) % instances);
        let corners = &taken.corners[primitive * size..][..size];
        let start = at / lanes * shader.sources.len() * lanes + at % lanes;
        for (row, source) in shader.sources.iter().enumerate() {
            words[start + row * lanes] = match *source {
                Source::Word(word) => word,
                Source::Vertex { row, vertex } => corners.get(vertex).map_or(0, |own| taken.table.vertex(*own)[row]),
                Source::Primitive => taken.numbers[primitive],
                Source::Instance => instance as u32,
                Source::View => view,
                Source::Patch(_)
                | Source::Coordinate(_)
                | Source::Group(_)
                | Source::Groups(_)
                | Source::Payload(_) => 0,
            };
        }
    }
}

/// Strips of a stream that become parts.
struct Strips {
    stream: u32,
    rows: usize,
    /// The rows of an invocation, the lanes of a packet, and the most vertices.
    shape: [usize; 3],
    corners: usize,
    instance: u32,
    is_last: bool,
    /// The number of the next primitive.
    next: u32,
    parts: Vec<Part>,
    part: Part,
}

impl Strips {
    fn new(shader: &Primitives, instance: u32, stream: u32, next: u32, is_last: bool) -> Self {
        let interface = shader.stage.interface();
        let (rows, corners) = (interface.outputs.len(), interface.shape.corners.max(1) as usize);
        let shape = [interface.output_rows(), interface.lanes as usize, interface.shape.vertices as usize];
        let (parts, part) = (Vec::new(), Part::default());
        let mut strips = Strips { stream, rows, shape, corners, instance, is_last, next, parts, part };
        strips.begin();
        strips
    }

    /// The parts of the first invocations of packets, and the number of the next primitive.
    fn of(mut self, packets: &[u32], count: usize) -> (Vec<Part>, u32) {
        let [rows, lanes, most] = self.shape;
        for at in 0..count {
            let packet = &packets[at / lanes * rows * lanes..];
            let word = |row: usize| packet[row * lanes + at % lanes];
            self.invocation(most.min(word(1) as usize), &word);
        }
        let next = self.next;
        (self.end(), next)
    }

    /// Begins a part.
    fn begin(&mut self) {
        let mut part = Part { first: self.next, instance: self.instance, ..Part::default() };
        part.table.stride = self.rows;
        let done = std::mem::replace(&mut self.part, part);
        if !done.primitives.is_empty() {
            self.parts.push(done);
        }
    }

    /// Adds the vertices of an invocation that are of the stream.
    fn invocation(&mut self, count: usize, word: &dyn Fn(usize) -> u32) {
        if self.part.primitives.len() + count > MOST_PRIMITIVES {
            self.begin();
        }
        let mut strip: Vec<u32> = Vec::new();
        for vertex in 0..count {
            let start = EMITTED + vertex * self.rows;
            let head = word(start);
            if head >> 1 != self.stream {
                continue;
            }
            if head & 1 != 0 {
                strip.clear();
            }
            strip.push(self.part.table.count() as u32);
            self.part.table.words.extend((start..start + self.rows).map(word));
            if strip.len() >= self.corners {
                let own = self.primitive(&strip);
                self.part.primitives.push(own);
                self.next = self.next.wrapping_add(1);
            }
        }
    }

    /// The last primitive of a strip. Each second triangle is turned around, with the same first vertex.
    fn primitive(&self, strip: &[u32]) -> Primitive {
        let window = &strip[strip.len() - self.corners..];
        let is_odd = (strip.len() - self.corners) % 2 == 1;
        match window {
            [a, b, c] if is_odd && self.is_last => Primitive { provoking: 1, ..primitive(&[*a, *c, *b], false) },
            [a, b, c] if is_odd => primitive(&[*a, *c, *b], false),
            _ => primitive(window, self.is_last),
        }
    }

    fn end(mut self) -> Vec<Part> {
        self.begin();
        self.parts
    }
}
