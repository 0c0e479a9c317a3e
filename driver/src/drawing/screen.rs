//! A pixel shader without a vertex shader: it runs for every pixel of the picture, as behind a triangle that covers it.

use super::target::Target;
use crate::kernels::Problem;
use runner::image::Class;
use runner::stages::rows::{BuiltIn, KEPT, Kind, Place, RUNS, Row};
use runner::stages::{Invocations, Rows, Run, Stage};

/// The most invocations at once.
const MOST_AT_ONCE: usize = 1 << 18;

/// The value of an input.
#[derive(Clone, Copy, Debug)]
enum Source {
    Mask,
    /// The coordinate of the pixel along an axis.
    Pixel(usize),
    /// The place in the picture along an axis, from 0 to 1.
    Texture(usize),
    Word(u32),
}

/// The rows of a target's components in the outputs.
type Parts = [Option<usize>; 4];

/// Fills the targets.
///
/// # Errors
/// When the shader has inputs that a vertex shader would have to give it; when it does not run.
pub(crate) fn fill(stage: &Stage, targets: &mut [Target], size: [u32; 2], run: &mut Run<'_>) -> Result<(), Problem> {
    let interface = stage.interface();
    let sources = interface.inputs.iter().map(source).collect::<Result<Vec<_>, _>>()?;
    let parts: Vec<Parts> = targets.iter().map(|target| parts(&interface.outputs, target.location)).collect();
    let quads_in_row = size[0].div_ceil(2) as usize;
    let rows_at_once = (MOST_AT_ONCE / (4 * quads_in_row)).max(1) as u32;
    let mut first = 0;
    while first < size[1].div_ceil(2) {
        let count = rows_at_once.min(size[1].div_ceil(2) - first);
        let invocations = 4 * quads_in_row * count as usize;
        let (mut inputs, mut outputs) = (stage.inputs(invocations)?, stage.outputs(invocations)?);
        let band = Band { size, quads_in_row, first };
        for (row, source) in sources.iter().enumerate() {
            for invocation in 0..invocations {
                inputs.set(row, invocation, band.word(*source, invocation, stage));
            }
        }
        let name = |invocation: usize| {
            let [x, y] = band.pixel(invocation);
            format!("{}pixel ({x},{y})", if band.is_inside([x, y]) { "" } else { "helper of " })
        };
        run(stage, &inputs, &mut outputs, &Invocations { count: invocations, name: &name })?;
        for (target, parts) in targets.iter_mut().zip(&parts) {
            band.write(target, parts, &outputs);
        }
        first += count;
    }
    Ok(())
}

/// Rows of quads in a picture.
struct Band {
    size: [u32; 2],
    quads_in_row: usize,
    /// The number of the first row.
    first: u32,
}

impl Band {
    /// The pixel of an invocation.
    fn pixel(&self, invocation: usize) -> [u32; 2] {
        let (quad, part) = (invocation / 4, invocation % 4);
        let x = 2 * (quad % self.quads_in_row) + part % 2;
        let y = 2 * (quad / self.quads_in_row) + part / 2;
        [x as u32, 2 * self.first + y as u32]
    }

    fn is_inside(&self, [x, y]: [u32; 2]) -> bool {
        x < self.size[0] && y < self.size[1]
    }

    fn word(&self, source: Source, invocation: usize, stage: &Stage) -> u32 {
        let modes = stage.interface().modes;
        let pixel = self.pixel(invocation);
        let half = if modes.whole_pixels { 0.0 } else { 0.5 };
        match source {
            Source::Mask if self.is_inside(pixel) => RUNS | KEPT,
            Source::Mask => RUNS,
            Source::Pixel(1) if modes.from_below => (self.size[1] as f32 - 1.0 - pixel[1] as f32 + half).to_bits(),
            Source::Pixel(axis) => (pixel[axis] as f32 + half).to_bits(),
            Source::Texture(axis) => ((pixel[axis] as f32 + 0.5) / self.size[axis] as f32).to_bits(),
            Source::Word(word) => word,
        }
    }

    /// Writes the pixels of a target that are kept.
    fn write(&self, target: &mut Target, parts: &Parts, outputs: &Rows) {
        let one = match target.format.class() {
            Class::Float => 1f32.to_bits(),
            Class::Uint | Class::Sint | Class::WideUint | Class::WideSint => 1,
        };
        for invocation in 0..outputs.invocations() {
            let [x, y] = self.pixel(invocation);
            if !self.is_inside([x, y]) || outputs.get(0, invocation) == 0 {
                continue;
            }
            let part = |at: usize| parts[at].map(|row| outputs.get(row, invocation));
            let texel = [0, 1, 2, 3].map(|at| part(at).unwrap_or(if at == 3 { one } else { 0 }));
            target.set([x, y], texel);
        }
    }
}

fn parts(outputs: &[Row], target: u32) -> Parts {
    [0, 1, 2, 3].map(|part| {
        let is_it = |row: &Row| row.place == Place::Location { location: target, component: part, index: 0 };
        outputs.iter().position(is_it)
    })
}

/// The source of a row.
fn source(row: &Row) -> Result<Source, String> {
    let (one, half) = (1f32.to_bits(), 0.5f32.to_bits());
    Ok(match row.place {
        Place::Mask => Source::Mask,
        Place::Builtin(builtin, component) => match (builtin, component) {
            (BuiltIn::FragCoord, 0 | 1) => Source::Pixel(component as usize),
            (BuiltIn::FragCoord, 3) => Source::Word(one),
            (BuiltIn::FrontFacing | BuiltIn::SampleMask | BuiltIn::FragInvocationCountEXT, 0) => Source::Word(1),
            (BuiltIn::FullyCoveredEXT | BuiltIn::FragSizeEXT, _) => Source::Word(1),
            (BuiltIn::SamplePosition, _) => Source::Word(half),
            _ => Source::Word(0),
        },
        Place::Location { .. } if is_texture_coordinate(row) => match row.component {
            axis @ (0 | 1) => Source::Texture(axis as usize),
            3 => Source::Word(one),
            _ => Source::Word(0),
        },
        Place::Location { location, .. } => {
            let name = if row.name.is_empty() { format!("at location {location}") } else { format!("'{}'", row.name) };
            return Err(format!("the pixel shader reads the input {name}, which needs a vertex shader (--vertex)"));
        }
    })
}

/// Returns whether a row is a component of what is taken for the place in the picture.
fn is_texture_coordinate(row: &Row) -> bool {
    let name = row.name.to_ascii_lowercase();
    let is_named = ["texcoord", "uv", "texture_coordinate", "texcoords", "tex_coord"]
        .iter()
        .any(|own| name.trim_end_matches('0') == *own || name.rsplit(['.', '_']).next() == Some(own));
    row.kind == Kind::Float && row.bits != 64 && is_named
}
