//! Blocks of four by four texels, decompressed.

use super::numbers::{Block, Compressed};
use runner::stages::fixed::ColorFormat;
use runner::{Format, image};

/// Texels in rows.
pub(super) enum Texels {
    Bytes(Vec<u8>),
    Numbers(Vec<f32>),
}

/// The bytes of a block.
pub(super) fn bytes(block: Block) -> usize {
    match block {
        Block::Bc1 | Block::Bc4 => 8,
        Block::Bc2 | Block::Bc3 | Block::Bc5 | Block::Bc6h | Block::Bc7 => 16,
    }
}

/// The format of decompressed texels: numbers where eight bits are too few.
pub(super) fn format(own: Compressed) -> Format {
    let float = |channels| Format { channels, ..Format::R32_FLOAT };
    match own.block {
        Block::Bc4 => Format::R32_FLOAT,
        Block::Bc5 => float(image::Channels::Rg),
        Block::Bc6h => Format::RGBA32_FLOAT,
        Block::Bc1 | Block::Bc2 | Block::Bc3 | Block::Bc7 if own.is_srgb => Format::RGBA32_FLOAT,
        Block::Bc1 | Block::Bc2 | Block::Bc3 | Block::Bc7 => Format::RGBA8_UNORM,
    }
}

/// The texels of an image, whose bytes are whole blocks.
pub(super) fn texels(own: Compressed, [width, height, depth]: [u32; 3], data: &[u8]) -> Texels {
    let size = [width, height, depth].map(|size| size as usize);
    match own.block {
        Block::Bc1 | Block::Bc2 | Block::Bc3 | Block::Bc7 => {
            let mut all = vec![0u8; 4 * size.iter().product::<usize>()];
            each(data, bytes(own.block), size, |block, place| {
                let mut texels = [0u8; 64];
                color(own.block, block, &mut texels);
                place(4, &mut |from, to| all[to..to + 4].copy_from_slice(&texels[from..from + 4]));
            });
            let srgb = ColorFormat::from_name("rgba8unorm-srgb").filter(|_| own.is_srgb);
            match srgb {
                None => Texels::Bytes(all),
                Some(format) => {
                    let texels = all.chunks_exact(4).flat_map(|texel| format.decode(format.load(texel)));
                    Texels::Numbers(texels.map(f32::from_bits).collect())
                }
            }
        }
        Block::Bc4 | Block::Bc5 | Block::Bc6h => {
            let (stored, shown) = match own.block {
                Block::Bc4 => (1, 1),
                Block::Bc5 => (2, 2),
                _ => (3, 4),
            };
            let mut all = vec![1f32; shown * size.iter().product::<usize>()];
            each(data, bytes(own.block), size, |block, place| {
                let mut texels = [0f32; 48];
                numbers(own, block, &mut texels[..16 * stored]);
                place(1, &mut |from, to| {
                    all[to * shown..to * shown + stored].copy_from_slice(&texels[from * stored..(from + 1) * stored]);
                });
            });
            Texels::Numbers(all)
        }
    }
}

/// Puts each texel of a block: calls a function with its place in the block and in the image, in steps of a size.
type Put<'p> = dyn FnMut(usize, &mut dyn FnMut(usize, usize)) + 'p;

/// Calls a function with each block.
fn each(data: &[u8], bytes: usize, [width, height, _]: [usize; 3], mut take: impl FnMut(&[u8], &mut Put<'_>)) {
    let (columns, rows) = (width.div_ceil(4), height.div_ceil(4));
    for (number, block) in data.chunks_exact(bytes).enumerate() {
        let (x, y, z) = (4 * (number % columns), 4 * (number / columns % rows), number / columns / rows);
        take(block, &mut |step, put| {
            for at in 0..16 {
                let (column, row) = (x + at % 4, y + at / 4);
                if column < width && row < height {
                    put(step * at, step * ((z * height + row) * width + column));
                }
            }
        });
    }
}

#[cfg(feature = "assets")]
fn color(block: Block, data: &[u8], texels: &mut [u8; 64]) {
    let decode = match block {
        Block::Bc1 => bcdec_rs::bc1,
        Block::Bc2 => bcdec_rs::bc2,
        Block::Bc3 => bcdec_rs::bc3,
        Block::Bc4 | Block::Bc5 | Block::Bc6h | Block::Bc7 => bcdec_rs::bc7,
    };
    decode(data, texels, 16);
}

#[cfg(feature = "assets")]
fn numbers(own: Compressed, data: &[u8], texels: &mut [f32]) {
    match own.block {
        Block::Bc4 => bcdec_rs::bc4_float(data, texels, 4, own.is_signed),
        Block::Bc5 => bcdec_rs::bc5_float(data, texels, 8, own.is_signed),
        Block::Bc1 | Block::Bc2 | Block::Bc3 | Block::Bc6h | Block::Bc7 => {
            bcdec_rs::bc6h_float(data, texels, 12, own.is_signed);
        }
    }
}

/// Without the decompressor all texels are 0: [`super::dds`] and [`super::ktx2`] refuse such files before.
#[cfg(not(feature = "assets"))]
fn color(_: Block, _: &[u8], _: &mut [u8; 64]) {}

#[cfg(not(feature = "assets"))]
fn numbers(_: Compressed, _: &[u8], _: &mut [f32]) {}
