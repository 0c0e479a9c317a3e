//! Writing of colors: blending or a logic operation, one rounding to the format, and the mask of components.

use super::blend::Operands;
use super::logic;
use crate::interface::MOST_LANES;
use crate::packet::Placed;
use crate::pipeline::Pipeline;
use crate::rows::Part;
use crate::state::{Blend, LogicOp};
use crate::target::Tile;
use texels::{Class, ColorFormat, Texel};

/// How a target takes colors.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    format: ColorFormat,
    pub(crate) bytes: usize,
    blend: Blend,
    /// The operation on bits: floating-point formats and sRGB have none.
    logic: Option<LogicOp>,
    constants: [f32; 4],
    /// Whether colors replace what is there.
    pub(crate) replaces: bool,
}

impl Writer {
    /// The writers of the targets that the shader has colors for.
    pub(crate) fn all(pipeline: &Pipeline, tile: &Tile<'_>) -> Vec<Self> {
        let formats = tile.colors.iter().take(pipeline.interface.outputs.colors.len()).map(|(format, _)| *format);
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

    /// Encodes the colors of a group, whose rows are given.
    pub(crate) fn encode_group<'r>(&self, parts: &[Part; 4], row: impl Fn(usize) -> &'r [u32], texels: &mut [u8]) {
        let lanes = texels.len() / self.bytes;
        let constants = parts.map(|part| match part {
            Part::Row(_) => [0; MOST_LANES],
            Part::Word(word) => [word; MOST_LANES],
        });
        let rows = std::array::from_fn(|at| match parts[at] {
            Part::Row(number) => row(number),
            Part::Word(_) => &constants[at][..lanes],
        });
        self.format.encode_all(rows, texels);
    }

    /// Copies texels of quads to the samples of their pixels.
    pub(crate) fn copy(&self, encoded: &[u8], quads: &[Placed], memory: &mut [u8], samples: usize) {
        match (self.bytes, samples) {
            (4, 1) => copy_pixels::<4>(encoded, quads, memory),
            (8, 1) => copy_pixels::<8>(encoded, quads, memory),
            (16, 1) => copy_pixels::<16>(encoded, quads, memory),
            _ => {
                for (placed, texels) in quads.iter().zip(encoded.chunks_exact(4 * self.bytes)) {
                    self.copy_quad(texels, (memory, placed.place(), samples), placed.passed);
                }
            }
        }
    }

    /// Copies texels of a quad to samples of its pixels.
    pub(crate) fn copy_quad(
        &self,
        texels: &[u8],
        (memory, place, samples): (&mut [u8], usize, usize),
        masks: [u16; 4],
    ) {
        let bytes = self.bytes;
        for (lane, texel) in texels.chunks_exact(bytes).enumerate() {
            for sample in (0..samples).filter(|sample| masks[lane] >> sample & 1 != 0) {
                let at = ((place + lane) * samples + sample) * bytes;
                memory[at..at + bytes].copy_from_slice(texel);
            }
        }
    }

    /// Writes a color, and the second one of dual-source blending, to samples of a pixel.
    pub(crate) fn write(
        &self,
        [color, second]: [Texel; 2],
        (memory, pixel, samples): (&mut [u8], usize, usize),
        mask: u16,
    ) {
        for sample in (0..samples).filter(|sample| mask >> sample & 1 != 0) {
            let at = (pixel * samples + sample) * self.bytes;
            self.write_sample(color, second, &mut memory[at..at + self.bytes]);
        }
    }

    fn write_sample(&self, color: Texel, second: Texel, memory: &mut [u8]) {
        let format = self.format;
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

/// Copies texels of quads to their pixels, which have one sample each. Texels of a known size need no call.
fn copy_pixels<const BYTES: usize>(encoded: &[u8], quads: &[Placed], memory: &mut [u8]) {
    let (memory, texels) = (memory.as_chunks_mut::<BYTES>().0, encoded.as_chunks::<BYTES>().0);
    let (memory, texels) = (memory.as_chunks_mut::<4>().0, texels.as_chunks::<4>().0);
    for (placed, texels) in quads.iter().zip(texels) {
        let memory = &mut memory[placed.place() / 4];
        if placed.passed == [1; 4] {
            *memory = *texels;
            continue;
        }
        for ((memory, texel), mask) in memory.iter_mut().zip(texels).zip(placed.passed) {
            if mask != 0 {
                *memory = *texel;
            }
        }
    }
}

/// A color within the range of a format. NaN is zero there.
fn clamped(color: [f32; 4], format: ColorFormat) -> [f32; 4] {
    let Some([least, most]) = format.range() else { return color };
    color.map(|part| if part.is_nan() { 0.0 } else { part.clamp(least, most) })
}
