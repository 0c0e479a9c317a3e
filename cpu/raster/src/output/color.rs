//! Writing of colors: blending or a logic operation, one rounding to the format, and the mask of components.

use super::Colors;
use super::blend::Operands;
use super::logic;
use crate::pipeline::Pipeline;
use crate::state::{Blend, LogicOp};
use crate::target::Tile;
use texels::{Class, ColorFormat, Texel};

/// How a target takes colors.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    format: ColorFormat,
    bytes: usize,
    blend: Blend,
    /// The operation on bits: floating-point formats and sRGB have none.
    logic: Option<LogicOp>,
    constants: [f32; 4],
    /// Whether colors replace what is there.
    replaces: bool,
}

/// Writes the colors of a lane to the samples of a pixel that the mask has.
pub(crate) fn write(writers: &[Writer], tile: &mut Tile<'_>, pixel: usize, mask: u16, colors: &Colors<'_>) {
    let samples = tile.samples;
    for (target, (writer, (_, memory))) in writers.iter().zip(&mut tile.colors).enumerate() {
        let color = (colors.of_target)(target);
        for sample in (0..samples).filter(|sample| mask >> sample & 1 != 0) {
            let at = (pixel * samples + sample) * writer.bytes;
            writer.write(color, colors.second, &mut memory[at..at + writer.bytes]);
        }
    }
}

/// Writes the colors of a quad with one sample per pixel, where all targets just take them and all lanes are written.
/// Returns whether that is so.
pub(crate) fn write_quad(
    writers: &[Writer],
    tile: &mut Tile<'_>,
    first: usize,
    colors: &dyn Fn(usize, usize) -> Texel,
) -> bool {
    if tile.samples != 1 || !writers.iter().all(|writer| writer.replaces) {
        return false;
    }
    for (target, (writer, (_, memory))) in writers.iter().zip(&mut tile.colors).enumerate() {
        let places = memory[first * writer.bytes..(first + 4) * writer.bytes].chunks_exact_mut(writer.bytes);
        for (lane, place) in places.enumerate() {
            writer.format.store(writer.format.encode(colors(target, lane)), place);
        }
    }
    true
}

impl Writer {
    /// The writers of the targets that the shader has colors for.
    pub(crate) fn all(pipeline: &Pipeline, tile: &Tile<'_>) -> Vec<Self> {
        let formats = tile.colors.iter().take(pipeline.interface.colors).map(|(format, _)| *format);
        formats.enumerate().map(|(target, format)| Self::new(pipeline, target, format)).collect()
    }

    fn new(pipeline: &Pipeline, target: usize, format: ColorFormat) -> Self {
        let state = &pipeline.state;
        let is_float = format.class() == Class::Float && format.range().is_none();
        let logic = state.logic.filter(|_| !is_float && !format.name().ends_with("srgb"));
        let mut blend = state.blend.get(target).copied().unwrap_or_default();
        blend.equations = blend.equations.filter(|_| format.class() == Class::Float && logic.is_none());
        let replaces = blend.write & 0xF == 0xF && blend.equations.is_none() && logic.is_none();
        let constants = clamped(state.constants, format);
        Self { format, bytes: format.bytes(), blend, logic, constants, replaces }
    }

    fn write(&self, color: Texel, second: Texel, memory: &mut [u8]) {
        let format = self.format;
        if self.replaces {
            return format.store(format.encode(color), memory);
        }
        let stored = format.load(memory);
        let raw = match (self.blend.equations, self.logic) {
            (Some(equations), _) => {
                let destination = format.decode(stored).map(f32::from_bits);
                let constants = self.constants;
                let [source, second] = [color, second].map(|color| clamped(color.map(f32::from_bits), format));
                let operands = Operands { source, second, destination, constants };
                format.encode(operands.blend(equations).map(f32::to_bits))
            }
            (None, Some(op)) => {
                let source = format.encode(color);
                std::array::from_fn(|at| logic::apply(op, source[at], stored[at]))
            }
            (None, None) => format.encode(color),
        };
        let is_written = |at: usize| self.blend.write >> at & 1 != 0;
        format.store(std::array::from_fn(|at| if is_written(at) { raw[at] } else { stored[at] }), memory);
    }
}

/// A color within the range of a format. NaN is zero there.
fn clamped(color: [f32; 4], format: ColorFormat) -> [f32; 4] {
    let Some([least, most]) = format.range() else { return color };
    color.map(|part| if part.is_nan() { 0.0 } else { part.clamp(least, most) })
}
