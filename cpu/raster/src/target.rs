//! Targets: the memory of colors, depths and stencil values, and the tiles that it consists of.
//!
//! Pixels are in the order of [`crate::tile`]; reading and writing converts to rows. It must not know what is drawn.

use crate::error::Error;
use crate::samples;
use crate::tile::{PIXELS, SIZE, Tiles};
use texels::depth::DEPTH_STENCIL;
use texels::{ColorFormat, DepthFormat, Texel};

/// The largest width and height, and the largest number of layers.
const MOST_PIXELS: u32 = 1 << 14;
const MOST_LAYERS: u32 = 2048;
/// The largest size of a plane in memory.
const MOST_BYTES: u64 = 1 << 32;

/// The bytes of the largest texel.
const LARGEST_TEXEL: usize = 16;

/// A plane of memory.
#[derive(Clone, Debug)]
struct Plane<F> {
    format: F,
    memory: Vec<u8>,
    clear: Option<Clear>,
}

/// A clear of which some tiles have yet to be filled: a draw fills a tile when it comes to it, with the tile in the cache,
/// and so do all threads together.
#[derive(Clone, Debug)]
struct Clear {
    /// The samples of a pixel.
    pixel: Vec<u8>,
    /// The tiles whose memory is to be filled.
    tiles: Vec<bool>,
}

impl Clear {
    /// Of all tiles, to a texel in each sample.
    fn new(texel: &[u8], samples: u32, tiles: Tiles) -> Self {
        Self { pixel: texel.repeat(samples as usize), tiles: vec![true; tiles.count()] }
    }

    /// The samples of a pixel, if they have yet to be filled.
    fn pixel(&self, place: usize) -> Option<&[u8]> {
        self.tiles[place / PIXELS].then_some(&self.pixel)
    }
}

impl<F> Plane<F> {
    /// Fills what a clear has left.
    fn settle(&mut self) {
        let Some(Clear { pixel, tiles }) = self.clear.take() else { return };
        let tiles = tiles.into_iter().zip(self.memory.chunks_exact_mut(PIXELS * pixel.len()));
        tiles.filter(|(is_left, _)| *is_left).for_each(|(_, memory)| fill(memory, &pixel));
    }

    /// The memory of each tile, with what it is to be filled with before it is read or written.
    fn tiles(&mut self, bytes: usize) -> impl Iterator<Item = (&mut [u8], Filling<'_>)> {
        let (pixel, left) = match &mut self.clear {
            Some(Clear { pixel, tiles }) => (&pixel[..], &mut tiles[..]),
            None => (&[][..], &mut [][..]),
        };
        let mut left = left.iter_mut();
        self.memory.chunks_exact_mut(bytes).map(move |memory| (memory, Filling { pixel, is_left: left.next() }))
    }
}

/// What a clear has left of a tile.
#[derive(Debug)]
struct Filling<'t> {
    pixel: &'t [u8],
    is_left: Option<&'t mut bool>,
}

impl Filling<'_> {
    /// Fills the tile, if that is left to do.
    fn apply(&mut self, memory: &mut [u8]) {
        if self.is_left.as_mut().is_some_and(|is_left| std::mem::take(*is_left)) {
            fill(memory, self.pixel);
        }
    }
}

/// What is drawn to: targets of one size, with one number of layers and of samples.
#[derive(Clone, Debug)]
pub struct Targets {
    size: [u32; 2],
    layers: u32,
    samples: u32,
    tiles: Tiles,
    colors: Vec<Plane<ColorFormat>>,
    depth: Option<Plane<DepthFormat>>,
    stencil: Option<Vec<u8>>,
}

impl Targets {
    /// No targets, of a size in pixels, with layers, and samples per pixel.
    ///
    /// # Errors
    /// If the size or the number of samples is not supported.
    pub fn new(size: [u32; 2], layers: u32, samples: u32) -> Result<Self, Error> {
        samples::standard(samples)?;
        let is_valid = size.iter().all(|part| (1..=MOST_PIXELS).contains(part)) && (1..=MOST_LAYERS).contains(&layers);
        if !is_valid {
            return Err(Error::Size([size[0], size[1], layers]));
        }
        let tiles = Tiles::new(size, layers);
        Ok(Self { size, layers, samples, tiles, colors: Vec::new(), depth: None, stencil: None })
    }

    /// Each color target alone, and depth with stencil behind them, if there is one of them: for the next draw with other ones.
    pub fn split(self) -> Vec<Self> {
        let Self { size, layers, samples, tiles, colors, depth, stencil } = self;
        let none = Self { size, layers, samples, tiles, colors: Vec::new(), depth: None, stencil: None };
        let mut all: Vec<Self> = colors.into_iter().map(|plane| Self { colors: vec![plane], ..none.clone() }).collect();
        if depth.is_some() || stencil.is_some() {
            all.push(Self { depth, stencil, ..none });
        }
        all
    }

    /// With the targets of another value behind its own, as a draw has them together.
    ///
    /// # Errors
    /// If the sizes or the numbers of layers or samples differ, or both have depth or stencil.
    pub fn join(mut self, other: Self) -> Result<Self, Error> {
        if (self.size, self.layers) != (other.size, other.layers) {
            return Err(Error::Size([other.size[0], other.size[1], other.layers]));
        }
        if self.samples != other.samples {
            return Err(Error::Samples(other.samples));
        }
        let has_planes = |own: &Self| own.depth.is_some() || own.stencil.is_some();
        if has_planes(&self) && has_planes(&other) {
            return Err(Error::NoTarget("a second depth-stencil format"));
        }
        self.colors.extend(other.colors);
        self.depth = self.depth.or(other.depth);
        self.stencil = self.stencil.or(other.stencil);
        Ok(self)
    }

    fn plane<F>(&self, format: F, bytes: usize) -> Result<Plane<F>, Error> {
        let size = self.tiles.count().saturating_mul(PIXELS * self.samples as usize * bytes);
        if size as u64 > MOST_BYTES {
            return Err(Error::Memory);
        }
        Ok(Plane { format, memory: vec![0; size], clear: None })
    }

    /// With one more color target, of zeros.
    ///
    /// # Errors
    /// If it is too large.
    pub fn with_color(mut self, format: ColorFormat) -> Result<Self, Error> {
        self.colors.push(self.plane(format, format.bytes())?);
        Ok(self)
    }

    /// With depth, stencil, or both, by the name of the format, such as `d24unorm-s8uint`. All zeros.
    ///
    /// # Errors
    /// If it is too large, or the format is unknown.
    pub fn with_depth_stencil(mut self, name: &str) -> Result<Self, Error> {
        let row = DEPTH_STENCIL.iter().find(|(known, ..)| *known == name);
        let (_, depth, stencil) = row.ok_or(Error::NoTarget("a depth-stencil format of an unknown name"))?;
        self.depth = depth.map(|format| self.plane(format, format.bytes())).transpose()?;
        self.stencil = if *stencil { Some(self.plane((), 1)?.memory) } else { None };
        Ok(self)
    }

    /// The pixels of a row, and of a column.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The number of layers.
    pub fn layers(&self) -> u32 {
        self.layers
    }

    /// The samples per pixel.
    pub fn samples(&self) -> u32 {
        self.samples
    }

    pub(crate) fn depth_format(&self) -> Option<DepthFormat> {
        self.depth.as_ref().map(|plane| plane.format)
    }

    /// The format of a color target.
    pub fn color_format(&self, target: usize) -> Option<ColorFormat> {
        self.colors.get(target).map(|plane| plane.format)
    }

    pub(crate) fn has_stencil(&self) -> bool {
        self.stencil.is_some()
    }

    /// Sets all samples of a color target.
    pub fn clear_color(&mut self, target: usize, texel: Texel) {
        let plane = &mut self.colors[target];
        let mut stored = [0; LARGEST_TEXEL];
        plane.format.store(plane.format.encode(texel), &mut stored);
        plane.clear = Some(Clear::new(&stored[..plane.format.bytes()], self.samples, self.tiles));
    }

    /// Sets all depths, if there are any.
    pub fn clear_depth(&mut self, depth: f32) {
        if let Some(plane) = &mut self.depth {
            let mut stored = [0; LARGEST_TEXEL];
            plane.format.store(plane.format.encode(depth), &mut stored);
            plane.clear = Some(Clear::new(&stored[..plane.format.bytes()], self.samples, self.tiles));
        }
    }

    /// Sets all stencil values, if there are any.
    pub fn clear_stencil(&mut self, value: u8) {
        if let Some(memory) = &mut self.stencil {
            memory.fill(value);
        }
    }

    /// The pixels of a layer in rows, each with its place in the memory of tiles.
    fn places(&self, layer: u32) -> impl Iterator<Item = usize> + use<> {
        let ([width, height], tiles) = (self.size, self.tiles);
        (0..height).flat_map(move |y| (0..width).map(move |x| tiles.place([x, y], layer)))
    }

    /// The texels of a sample in rows, in the format of the target.
    pub fn read_color(&self, target: usize, layer: u32, sample: u32) -> Vec<u8> {
        let mut texels = self.rows(self.colors[target].format.bytes());
        self.read_color_into(target, layer, sample, &mut texels);
        texels
    }

    /// Reads the texels of a sample in rows into memory of this size, such as that of the last picture.
    pub fn read_color_into(&self, target: usize, layer: u32, sample: u32, texels: &mut [u8]) {
        let plane = &self.colors[target];
        let bytes = plane.format.bytes();
        self.read(&plane.memory, bytes, layer, sample, texels);
        self.read_clear(plane.clear.as_ref(), bytes, layer, texels);
    }

    /// Memory for the pixels of a layer.
    fn rows(&self, bytes: usize) -> Vec<u8> {
        vec![0; self.size[0] as usize * self.size[1] as usize * bytes]
    }

    /// The stored depths of a sample in rows.
    pub fn read_depth(&self, layer: u32, sample: u32) -> Vec<u8> {
        let Some(plane) = &self.depth else { return Vec::new() };
        let bytes = plane.format.bytes();
        let mut texels = self.rows(bytes);
        self.read(&plane.memory, bytes, layer, sample, &mut texels);
        self.read_clear(plane.clear.as_ref(), bytes, layer, &mut texels);
        texels
    }

    /// The stencil values of a sample in rows.
    pub fn read_stencil(&self, layer: u32, sample: u32) -> Vec<u8> {
        let Some(memory) = &self.stencil else { return Vec::new() };
        let mut texels = self.rows(1);
        self.read(memory, 1, layer, sample, &mut texels);
        texels
    }

    fn read(&self, memory: &[u8], bytes: usize, layer: u32, sample: u32, texels: &mut [u8]) {
        let (width, samples) = (self.size[0] as usize, self.samples as usize);
        for (y, row) in (0..).zip(texels.chunks_exact_mut(width * bytes)) {
            match (samples, bytes) {
                (1, 4) => self.read_row::<8>(memory, [layer, y], row),
                (1, 8) => self.read_row::<16>(memory, [layer, y], row),
                (1, 16) => self.read_row::<32>(memory, [layer, y], row),
                _ => {}
            }
            if samples == 1 && matches!(bytes, 4 | 8 | 16) {
                continue;
            }
            // The pixels of a quad's row are next to each other.
            for (x, pair) in (0..).step_by(2).zip(row.chunks_mut(2 * bytes)) {
                let place = self.tiles.place([x, y], layer) * samples + sample as usize;
                for (at, texel) in (place..).step_by(samples).zip(pair.chunks_exact_mut(bytes)) {
                    texel.copy_from_slice(&memory[at * bytes..][..bytes]);
                }
            }
        }
    }

    /// Reads the tiles of a layer that a clear has left.
    fn read_clear(&self, clear: Option<&Clear>, bytes: usize, layer: u32, texels: &mut [u8]) {
        let Some(clear) = clear.filter(|clear| clear.tiles.contains(&true)) else { return };
        let across = SIZE as usize * bytes;
        for (y, row) in (0..).zip(texels.chunks_exact_mut(self.size[0] as usize * bytes)) {
            for (x, texels) in (0..).step_by(SIZE as usize).zip(row.chunks_mut(across)) {
                if let Some(pixel) = clear.pixel(self.tiles.place([x, y], layer)) {
                    fill(texels, &pixel[..bytes]);
                }
            }
        }
    }

    /// Reads a row of pixels with one sample each. Pairs of pixels, of a known size, are copied without a call.
    fn read_row<const PAIR: usize>(&self, memory: &[u8], [layer, y]: [u32; 2], row: &mut [u8]) {
        // The pairs of a tile's and of a block's row, and those of a block, each of which is behind the one at its left.
        const OF_TILE: usize = SIZE as usize / 2;
        const OF_ROW: usize = 4;
        const OF_BLOCK: usize = 32;
        let (pairs, rest) = row.as_chunks_mut::<PAIR>();
        for (x, pairs) in (0..).step_by(2 * OF_TILE).zip(pairs.chunks_mut(OF_TILE)) {
            let memory = &memory.as_chunks::<PAIR>().0[self.tiles.place([x, y], layer) / 2..];
            for (pairs, from) in pairs.chunks_mut(OF_ROW).zip(memory.chunks(OF_BLOCK)) {
                match (pairs.first_chunk_mut::<OF_ROW>(), from.first_chunk()) {
                    (Some(pairs), Some([first, _, second, _, third, _, fourth])) => {
                        *pairs = [*first, *second, *third, *fourth];
                    }
                    _ => pairs.iter_mut().zip(from.iter().step_by(2)).for_each(|(pair, from)| *pair = *from),
                }
            }
        }
        if !rest.is_empty() {
            let place = self.tiles.place([self.size[0] - 1, y], layer);
            rest.copy_from_slice(&memory[place * rest.len()..][..rest.len()]);
        }
    }

    /// Sets all samples of a layer to texels in rows, in the format of the target. Missing texels stay as they are.
    pub fn write_color(&mut self, target: usize, layer: u32, texels: &[u8]) {
        let (places, samples) = (self.places(layer), self.samples as usize);
        let plane = &mut self.colors[target];
        plane.settle();
        let bytes = plane.format.bytes();
        for (texel, place) in texels.chunks_exact(bytes).zip(places) {
            for at in place * samples..(place + 1) * samples {
                plane.memory[at * bytes..(at + 1) * bytes].copy_from_slice(texel);
            }
        }
    }

    /// Sets the stored depths of all samples of a layer, in rows. Missing ones stay as they are.
    pub fn write_depth(&mut self, layer: u32, depths: &[u8]) {
        let (places, samples) = (self.places(layer), self.samples as usize);
        let Some(plane) = &mut self.depth else { return };
        plane.settle();
        let bytes = plane.format.bytes();
        for (depth, place) in depths.chunks_exact(bytes).zip(places) {
            for at in place * samples..(place + 1) * samples {
                plane.memory[at * bytes..(at + 1) * bytes].copy_from_slice(depth);
            }
        }
    }

    /// The samples of each pixel of a color target in rows.
    pub(crate) fn samples_of(&self, target: usize, layer: u32) -> (ColorFormat, impl Iterator<Item = &[u8]>) {
        let plane = &self.colors[target];
        let bytes = plane.format.bytes() * self.samples as usize;
        let of_pixel = move |place: usize| {
            let cleared = plane.clear.as_ref().and_then(|clear| clear.pixel(place));
            cleared.unwrap_or(&plane.memory[place * bytes..(place + 1) * bytes])
        };
        (plane.format, self.places(layer).map(of_pixel))
    }

    /// The tiles, which may be drawn in any order and at the same time.
    pub fn tiles(&mut self) -> Vec<Tile<'_>> {
        let pixels = PIXELS * self.samples as usize;
        let mut colors: Vec<_> =
            self.colors.iter_mut().map(|plane| (plane.format, plane.tiles(pixels * plane.format.bytes()))).collect();
        let mut depth = self.depth.as_mut().map(|plane| (plane.format, plane.tiles(pixels * plane.format.bytes())));
        let mut stencil = self.stencil.as_mut().map(|memory| memory.chunks_exact_mut(pixels));
        let tile = |number| {
            let (start, layer) = self.tiles.start(number);
            let next = colors.iter_mut().filter_map(|(format, parts)| Some((*format, parts.next()?)));
            let split = next.map(|(format, (memory, filling))| ((format, memory), filling));
            let (colors, color_fillings) = split.unzip();
            let depth = depth.as_mut().and_then(|(format, parts)| Some((*format, parts.next()?)));
            let depth = depth.map(|(format, (memory, filling))| (DepthMemory { format, memory }, filling));
            let (depth, depth_filling) = depth.unzip();
            Tile {
                number,
                start: start.map(i64::from),
                layer,
                samples: self.samples as usize,
                colors,
                depth,
                color_fillings,
                depth_filling,
                stencil: stencil.as_mut().and_then(Iterator::next),
            }
        };
        (0..self.tiles.count()).map(tile).collect()
    }
}

/// Fills memory with a texel. One of a known size needs no call.
fn fill(memory: &mut [u8], texel: &[u8]) {
    fn of_size<const BYTES: usize>(memory: &mut [u8], texel: &[u8]) {
        let Some(texel) = texel.first_chunk::<BYTES>() else { return };
        memory.as_chunks_mut().0.fill(*texel);
    }
    match texel.len() {
        4 => of_size::<4>(memory, texel),
        8 => of_size::<8>(memory, texel),
        16 => of_size::<16>(memory, texel),
        bytes => memory.chunks_exact_mut(bytes).for_each(|place| place.copy_from_slice(texel)),
    }
}

/// The depths of a tile.
#[derive(Debug)]
pub(crate) struct DepthMemory<'t> {
    pub(crate) format: DepthFormat,
    pub(crate) memory: &'t mut [u8],
}

/// The memory of a tile.
#[derive(Debug)]
pub struct Tile<'t> {
    pub(crate) number: usize,
    /// The first pixel.
    pub(crate) start: [i64; 2],
    pub(crate) layer: u32,
    pub(crate) samples: usize,
    pub(crate) colors: Vec<(ColorFormat, &'t mut [u8])>,
    pub(crate) depth: Option<DepthMemory<'t>>,
    pub(crate) stencil: Option<&'t mut [u8]>,
    color_fillings: Vec<Filling<'t>>,
    depth_filling: Option<Filling<'t>>,
}

impl Tile<'_> {
    /// Fills what clears have left. Nothing else reads or writes the memory before.
    pub(crate) fn settle(&mut self) {
        for ((_, memory), filling) in self.colors.iter_mut().zip(&mut self.color_fillings) {
            filling.apply(memory);
        }
        if let (Some(plane), Some(filling)) = (&mut self.depth, &mut self.depth_filling) {
            filling.apply(plane.memory);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texels_survive_the_way_there_and_back() {
        let format = ColorFormat::from_name("rg16uint").unwrap();
        let mut targets = Targets::new([70, 67], 2, 4).unwrap().with_color(format).unwrap();
        let texels: Vec<u8> = (0..70 * 67 * 4).map(|at: u32| (at % 251) as u8).collect();
        targets.write_color(0, 1, &texels);
        assert_eq!(targets.read_color(0, 1, 3), texels);
        assert!(targets.read_color(0, 0, 3).iter().all(|byte| *byte == 0));
        targets.clear_color(0, [7, 65536, 0, 0]);
        assert_eq!(targets.read_color(0, 0, 0)[..4], [7, 0, 255, 255]);
    }

    #[test]
    fn a_clear_fills_each_tile_once_before_it_is_drawn() {
        let format = ColorFormat::from_name("r8uint").unwrap();
        let mut targets = Targets::new([130, 70], 1, 2).unwrap().with_color(format).unwrap();
        targets.clear_color(0, [3, 0, 0, 0]);
        for value in [5, 6] {
            let mut tiles = targets.tiles();
            tiles[1].settle();
            assert_eq!(tiles[1].colors[0].1[0], if value == 5 { 3 } else { 5 });
            tiles[1].colors[0].1.fill(value);
        }
        let texels = targets.read_color(0, 0, 1);
        assert!(
            texels
                .iter()
                .enumerate()
                .all(|(at, texel)| { *texel == if at / 130 < 64 && (64..128).contains(&(at % 130)) { 6 } else { 3 } })
        );
        let (_, mut pixels) = targets.samples_of(0, 0);
        assert_eq!((pixels.next(), pixels.nth(63)), (Some(&[3, 3][..]), Some(&[6, 6][..])));
        drop(pixels);
        // Written texels are kept, beside what is left of the clear.
        targets.write_color(0, 0, &[9]);
        let texels = targets.read_color(0, 0, 0);
        assert_eq!([texels[0], texels[1], texels[64], texels[129]], [9, 3, 6, 3]);
        targets.clear_color(0, [4, 0, 0, 0]);
        assert_eq!(targets.read_color(0, 0, 0), [4; 130 * 70]);
    }

    #[test]
    fn depth_and_stencil_are_cleared() {
        let mut targets = Targets::new([5, 5], 1, 2).unwrap().with_depth_stencil("d24unorm-s8uint").unwrap();
        targets.clear_depth(1.0);
        targets.clear_stencil(9);
        assert_eq!(targets.read_depth(0, 1), [255, 255, 255, 0].repeat(25));
        assert_eq!(targets.read_stencil(0, 0), [9; 25]);
    }

    #[test]
    fn targets_are_drawn_together_and_read_alone() {
        let of =
            |name: &str| Targets::new([3, 2], 1, 4).unwrap().with_color(ColorFormat::from_name(name).unwrap()).unwrap();
        let depth = Targets::new([3, 2], 1, 4).unwrap().with_depth_stencil("d32float-s8uint").unwrap();
        let mut all = of("r8uint").join(depth).unwrap().join(of("r32uint")).unwrap();
        all.clear_color(1, [7, 0, 0, 0]);
        all.clear_depth(0.5);
        let [first, second, mut depth] = all.split().try_into().unwrap();
        assert_eq!(
            (first.read_color(0, 0, 0), second.read_color(0, 0, 3)[..4].to_vec()),
            (vec![0; 6], vec![7, 0, 0, 0])
        );
        assert_eq!(depth.read_depth(0, 3), 0.5f32.to_le_bytes().repeat(6));
        depth.write_depth(0, &0.25f32.to_le_bytes());
        assert_eq!(depth.read_depth(0, 2)[..8], [0.25f32.to_le_bytes(), 0.5f32.to_le_bytes()].concat());
        assert!(depth.clone().join(depth).is_err());
        assert_eq!(of("r8uint").join(Targets::new([3, 2], 1, 1).unwrap()).map(|_| ()), Err(Error::Samples(1)));
        assert_eq!(of("r8uint").join(Targets::new([3, 3], 1, 4).unwrap()).map(|_| ()), Err(Error::Size([3, 3, 1])));
    }

    #[test]
    fn impossible_targets_are_refused() {
        let size = |size, layers, samples| Targets::new(size, layers, samples).map(|_| ());
        assert_eq!(size([0, 4], 1, 1), Err(Error::Size([0, 4, 1])));
        assert_eq!(size([4, 1 << 20], 1, 1), Err(Error::Size([4, 1 << 20, 1])));
        assert_eq!(size([4, 4], 1, 3), Err(Error::Samples(3)));
        let huge = Targets::new([1 << 14, 1 << 14], 64, 16).unwrap();
        let format = ColorFormat::from_name("rgba32float").unwrap();
        assert_eq!(huge.clone().with_color(format).map(|_| ()), Err(Error::Memory));
        assert!(huge.with_depth_stencil("d17unorm").is_err());
    }
}
