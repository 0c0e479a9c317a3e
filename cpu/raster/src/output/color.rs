//! Writing of colors: blending or a logic operation, one rounding to the format, and the mask of components.

use super::Colors;
use super::blend::Operands;
use super::logic;
use crate::pipeline::Pipeline;
use crate::state::{Blend, LogicOp};
use crate::target::Tile;
use texels::{Class, ColorFormat, Texel};

/// Writes the colors of a lane to the samples of a pixel that the mask has.
pub(crate) fn write(pipeline: &Pipeline, tile: &mut Tile<'_>, pixel: usize, mask: u16, colors: &Colors<'_>) {
    let samples = tile.samples;
    for (target, (format, memory)) in tile.colors.iter_mut().enumerate() {
        if target >= pipeline.interface.colors {
            return;
        }
        let blend = pipeline.state.blend.get(target).copied().unwrap_or_default();
        let writer = Writer { format: *format, blend, logic: logic_of(pipeline, *format), pipeline };
        let (color, bytes) = ((colors.of_target)(target), format.bytes());
        for sample in (0..samples).filter(|sample| mask >> sample & 1 != 0) {
            let at = (pixel * samples + sample) * bytes;
            writer.write(color, colors.second, &mut memory[at..at + bytes]);
        }
    }
}

/// The logic operation of a target: floating-point formats and sRGB have none.
fn logic_of(pipeline: &Pipeline, format: ColorFormat) -> Option<LogicOp> {
    let is_float = format.class() == Class::Float && format.range().is_none();
    pipeline.state.logic.filter(|_| !is_float && !format.name().ends_with("srgb"))
}

struct Writer<'p> {
    format: ColorFormat,
    blend: Blend,
    logic: Option<LogicOp>,
    pipeline: &'p Pipeline,
}

impl Writer<'_> {
    fn write(&self, color: Texel, second: Texel, memory: &mut [u8]) {
        let format = self.format;
        let equations = self.blend.equations.filter(|_| format.class() == Class::Float && self.logic.is_none());
        let all = self.blend.write & 0xF == 0xF;
        if all && equations.is_none() && self.logic.is_none() {
            return format.store(format.encode(color), memory);
        }
        let stored = format.load(memory);
        let raw = match (equations, self.logic) {
            (Some(equations), _) => {
                let destination = format.decode(stored).map(f32::from_bits);
                let constants = self.clamped(self.pipeline.state.constants);
                let [source, second] = [color, second].map(|color| self.clamped(color.map(f32::from_bits)));
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

    /// A color within the range of the format. NaN is zero there.
    fn clamped(&self, color: [f32; 4]) -> [f32; 4] {
        let Some([least, most]) = self.format.range() else { return color };
        color.map(|part| if part.is_nan() { 0.0 } else { part.clamp(least, most) })
    }
}
