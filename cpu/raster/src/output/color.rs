//! Writing of colors: blending or a logic operation, one rounding to the format, and the mask of components.

use super::blend::Operands;
use super::logic;
use crate::interface::MOST_LANES;
use crate::packet::{Placed, Shaded};
use crate::pipeline::Pipeline;
use crate::rows::Part;
use crate::state::{Blend, Equation, LogicOp};
use crate::target::Tile;
use texels::color::unorm8;
use texels::{Class, ColorFormat, Encoding, Format, Texel};

/// Words of a quad's lanes, for each component.
pub(crate) type QuadWords = [[u32; 4]; 4];

/// How a target takes colors.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    format: ColorFormat,
    /// Whether it is the commonest format, for which there is faster code.
    is_usual: bool,
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
        let constants = clamped(state.constants, format.range());
        let is_usual = format == ColorFormat::Plain(Format::RGBA8_UNORM);
        Self { format, is_usual, bytes: format.bytes(), blend, logic, constants, replaces }
    }

    /// Encodes the colors of all groups of a packet, of this many lanes each, into texels.
    #[inline(always)]
    pub(crate) fn encode_groups(&self, parts: &[Part; 4], shaded: &Shaded, lanes: usize, texels: &mut [u8]) {
        let constants = parts.map(|part| match part {
            Part::Row(_) => [0; MOST_LANES],
            Part::Word(word) => [word; MOST_LANES],
        });
        for (group, texels) in texels.chunks_exact_mut(lanes * self.bytes).enumerate() {
            let row = |at: usize| match parts[at] {
                Part::Row(number) => shaded.of_group(number, group),
                Part::Word(_) => &constants[at][..lanes],
            };
            self.format.encode_all([row(0), row(1), row(2), row(3)], texels);
        }
    }

    /// Copies texels of quads to the samples of their pixels.
    #[inline(always)]
    pub(crate) fn copy(&self, encoded: &[u8], quads: &[Placed], memory: &mut [u8], samples: usize) {
        match (self.bytes, samples) {
            (4, 1) => copy_words(encoded, quads, memory),
            (8, 1) => copy_pixels::<8>(encoded, quads, memory),
            (16, 1) => copy_pixels::<16>(encoded, quads, memory),
            _ => {
                for (placed, texels) in quads.iter().zip(encoded.chunks_exact(4 * self.bytes)) {
                    self.copy_quad(texels, memory, placed.place(), samples, placed.samples());
                }
            }
        }
    }

    /// Copies texels of a quad to samples of its pixels.
    pub(crate) fn copy_quad(&self, texels: &[u8], memory: &mut [u8], place: usize, samples: usize, masks: [u16; 4]) {
        let bytes = self.bytes;
        for (lane, texel) in texels.chunks_exact(bytes).enumerate() {
            for sample in (0..samples).filter(|sample| masks[lane] >> sample & 1 != 0) {
                let at = ((place + lane) * samples + sample) * bytes;
                memory[at..at + bytes].copy_from_slice(texel);
            }
        }
    }

    /// Writes the colors of a quad, and the second ones of dual-source blending, to samples of its pixels.
    #[inline(always)]
    pub(crate) fn write_quad(
        &self,
        colors: [QuadWords; 2],
        memory: &mut [u8],
        place: usize,
        samples: usize,
        masks: [u16; 4],
    ) {
        if let Some(equations) = self.blend.equations {
            return self.blend(equations, colors, memory, place, samples, masks);
        }
        for (lane, (color, mask)) in transposed(colors[0]).into_iter().zip(masks).enumerate() {
            for sample in (0..samples).filter(|sample| mask >> sample & 1 != 0) {
                let at = ((place + lane) * samples + sample) * self.bytes;
                self.write_sample(color, &mut memory[at..at + self.bytes]);
            }
        }
    }

    fn write_sample(&self, color: Texel, memory: &mut [u8]) {
        let stored = self.format.load(memory);
        let source = self.format.encode(color);
        let raw = match self.logic {
            Some(op) => std::array::from_fn(|at| logic::apply(op, source[at], stored[at])),
            None => source,
        };
        self.format.store(self.masked(raw, stored), memory);
    }

    /// Raw components, where they are written, and the stored ones elsewhere.
    #[inline(always)]
    fn masked<T: Copy>(&self, raw: [T; 4], stored: [T; 4]) -> [T; 4] {
        std::array::from_fn(|at| if self.blend.write >> at & 1 != 0 { raw[at] } else { stored[at] })
    }

    /// Blends the colors of a quad, the first and the second ones, with samples of its pixels.
    #[inline(always)]
    fn blend(
        &self,
        equations: [Equation; 2],
        colors: [QuadWords; 2],
        memory: &mut [u8],
        place: usize,
        samples: usize,
        masks: [u16; 4],
    ) {
        let range = self.format.range();
        let [source, second] = colors.map(|color| color.map(|lanes| clamped(lanes.map(f32::from_bits), range)));
        let constants = self.constants.map(|part| [part; 4]);
        let any = masks.iter().fold(0, |any, mask| any | mask);
        for sample in (0..samples).filter(|sample| any >> sample & 1 != 0) {
            let texel = |lane: usize| ((place + lane) * samples + sample) * self.bytes;
            let stored = self.load(memory, texel);
            let destination = self.decode(&stored).map(|lanes| lanes.map(f32::from_bits));
            let blended = Operands { source, second, destination, constants }.blend(equations);
            let raw = self.masked(self.encode(&blended.map(|lanes| lanes.map(f32::to_bits))), stored);
            for lane in (0..4).filter(|lane| masks[*lane] >> sample & 1 != 0) {
                self.format.store(raw.map(|lanes| lanes[lane]), &mut memory[texel(lane)..][..self.bytes]);
            }
        }
    }

    /// The raw components of four texels.
    #[inline(always)]
    fn load(&self, memory: &[u8], texel: impl Fn(usize) -> usize) -> QuadWords {
        if self.is_usual {
            let word = |lane| memory[texel(lane)..].first_chunk().map_or(0, |word| u32::from_le_bytes(*word));
            let words = [0, 1, 2, 3].map(word);
            return [0, 8, 16, 24].map(|shift: u32| words.map(|word| word >> shift & 0xFF));
        }
        transposed([0, 1, 2, 3].map(|lane| self.format.load(&memory[texel(lane)..][..self.bytes])))
    }

    #[inline(always)]
    fn decode(&self, raw: &QuadWords) -> QuadWords {
        if self.is_usual {
            return raw.map(|lanes| lanes.map(|raw| Encoding::Unorm8.decode(raw)));
        }
        transposed(transposed(*raw).map(|raw| self.format.decode(raw)))
    }

    #[inline(always)]
    fn encode(&self, words: &QuadWords) -> QuadWords {
        if self.is_usual {
            return words.map(|lanes| lanes.map(unorm8));
        }
        transposed(transposed(*words).map(|texel| self.format.encode(texel)))
    }
}

/// Copies texels of four bytes of quads to their pixels, which have one sample each, without a branch per pixel.
#[inline(always)]
fn copy_words(encoded: &[u8], quads: &[Placed], memory: &mut [u8]) {
    let (memory, texels) = (memory.as_chunks_mut::<16>().0, encoded.as_chunks::<16>().0);
    for (placed, texels) in quads.iter().zip(texels) {
        let memory = &mut memory[placed.place() / 4];
        let (mut chosen, own) = (words(memory), words(texels));
        for lane in 0..4 {
            chosen[lane] = own[lane] & placed.passed[lane] | chosen[lane] & !placed.passed[lane];
        }
        memory.copy_from_slice(chosen.map(u32::to_le_bytes).as_flattened());
    }
}

/// The words of four texels of four bytes.
#[inline(always)]
fn words(texels: &[u8; 16]) -> [u32; 4] {
    let (texels, mut words) = (texels.as_chunks().0, [0; 4]);
    for lane in 0..4 {
        words[lane] = u32::from_le_bytes(texels[lane]);
    }
    words
}

/// Copies texels of quads to their pixels, which have one sample each. Texels of a known size need no call.
#[inline(always)]
fn copy_pixels<const BYTES: usize>(encoded: &[u8], quads: &[Placed], memory: &mut [u8]) {
    let (memory, texels) = (memory.as_chunks_mut::<BYTES>().0, encoded.as_chunks::<BYTES>().0);
    let (memory, texels) = (memory.as_chunks_mut::<4>().0, texels.as_chunks::<4>().0);
    for (placed, texels) in quads.iter().zip(texels) {
        let memory = &mut memory[placed.place() / 4];
        if placed.passed == [u32::MAX; 4] {
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

/// Numbers within the range of a format, if it has one. NaN is zero there.
#[inline(always)]
fn clamped(numbers: [f32; 4], range: Option<[f32; 2]>) -> [f32; 4] {
    let Some([least, most]) = range else { return numbers };
    numbers.map(|part| if part.is_nan() { 0.0 } else { part.max(least).min(most) })
}

/// Rows as columns: the texels of lanes for their components, or the reverse.
#[inline(always)]
fn transposed(rows: QuadWords) -> QuadWords {
    std::array::from_fn(|column| rows.map(|row| row[column]))
}
