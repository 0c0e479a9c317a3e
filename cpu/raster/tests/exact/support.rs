//! Random numbers, and draws whose pixel shader collects what it gets.

use hlsl2spirv_raster::{
    self as raster, Batch, Call, Error, Hooks, Interface, Outputs, Pipeline, PixelRow, State, Targets, Topology,
    Vertices, draw,
};

/// A number of cases, unless the environment says otherwise.
pub(crate) fn count(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Random numbers.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self((seed + count("SEED", 0)).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number from `least` to `most`, both included.
    pub(crate) fn within(&mut self, least: i64, most: i64) -> i64 {
        least + (((self.next() >> 32) * (most - least + 1) as u64) >> 32) as i64
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.within(0, from.len() as i64 - 1) as usize]
    }
}

/// The pixels of the edge of targets here. Half of it is a power of two, so that points of the grid are exact in clip space.
pub(crate) const SIZE: i64 = 32;

/// A point of the grid, of 256 units a pixel, in normalized device coordinates.
pub(crate) fn device([x, y]: [i64; 2]) -> [f32; 2] {
    [x, y].map(|part| (part - 128 * SIZE) as f32 / (128 * SIZE) as f32)
}

/// A position in clip space with w = 1.
pub(crate) fn clip(at: [i64; 2]) -> [f32; 4] {
    let [x, y] = device(at);
    [x, y, 0.5, 1.0]
}

/// The rows that every shader here gets, and behind them its inputs.
const ROWS: [PixelRow; 11] = [
    PixelRow::Mask,
    PixelRow::Depth,
    PixelRow::Rhw,
    PixelRow::Coverage,
    PixelRow::Sample,
    PixelRow::Point(0),
    PixelRow::Point(1),
    PixelRow::Primitive,
    PixelRow::Viewport,
    PixelRow::Layer,
    PixelRow::Front,
];

/// Up to 128 lanes of a packet, with their rows by name.
pub(crate) struct Packet {
    pub(crate) lanes: usize,
    pub(crate) run: u128,
    pub(crate) kept: u128,
    pub(crate) x: Vec<u32>,
    pub(crate) y: Vec<u32>,
    pub(crate) z: Vec<f32>,
    pub(crate) rhw: Vec<f32>,
    pub(crate) coverage: Vec<u32>,
    pub(crate) sample: Vec<u32>,
    pub(crate) point: [Vec<f32>; 2],
    pub(crate) primitives: Vec<u32>,
    pub(crate) viewports: Vec<u32>,
    pub(crate) layer: u32,
    inputs: Vec<Vec<u32>>,
}

impl Packet {
    pub(crate) fn input(&self, component: usize) -> &[u32] {
        &self.inputs[component]
    }

    pub(crate) fn float(&self, component: usize, lane: usize) -> f32 {
        f32::from_bits(self.inputs[component][lane])
    }
}

/// What a shader makes of them: rows of its colors one after the other.
pub(crate) struct Shaded {
    pub(crate) lanes: usize,
    pub(crate) colors: Vec<u32>,
    pub(crate) depth: Vec<f32>,
    pub(crate) coverage: Vec<u32>,
    kept: u128,
}

impl Shaded {
    pub(crate) fn set_color(&mut self, color: usize, lane: usize, value: [f32; 4]) {
        for (component, number) in value.into_iter().enumerate() {
            self.colors[(4 * color + component) * self.lanes + lane] = number.to_bits();
        }
    }

    pub(crate) fn discard(&mut self, lane: usize) {
        self.kept &= !(1 << lane);
    }
}

/// An interface with all rows of [`Packet`] and [`Shaded`].
pub(crate) fn with_rows(interface: &Interface) -> Interface {
    let rows = ROWS.into_iter().chain((0..interface.inputs.len()).map(PixelRow::Input)).collect();
    let Outputs { rows: first, .. } = interface.outputs;
    let (depth, coverage) = (Some(first), Some(first + 1));
    let outputs = Outputs { rows: first + 2, depth, coverage, ..interface.outputs.clone() };
    Interface { rows, outputs, ..interface.clone() }
}

/// Calls a shader of such an interface for all lanes of a packet.
pub(crate) fn call(
    interface: &Interface,
    packet: &raster::Packet,
    shaded: &mut raster::Shaded,
    shader: &mut impl FnMut(&Packet, &mut Shaded),
) {
    let [depth, coverage] = [interface.outputs.depth, interface.outputs.coverage].map(Option::unwrap);
    for first in (0..packet.lanes()).step_by(128) {
        let all = first..packet.lanes().min(first + 128);
        let lanes = all.len();
        let words = |row: usize| all.clone().map(|lane| packet.word(row, lane)).collect::<Vec<u32>>();
        let floats = |row: usize| words(row).into_iter().map(f32::from_bits).collect::<Vec<f32>>();
        let bits = |bit: u32| words(0).iter().rev().fold(0, |mask, word| mask << 1 | u128::from(word & bit != 0));
        let mut own = Shaded {
            lanes,
            colors: vec![0; lanes * 4 * interface.outputs.colors.len()],
            depth: floats(1),
            coverage: vec![u32::MAX; lanes],
            kept: u128::MAX,
        };
        let quads = |row: usize| words(row).into_iter().step_by(4).collect();
        let kept = bits(raster::KEPT);
        assert!((0..lanes).all(|lane| packet.is_kept(first + lane) == (kept >> lane & 1 != 0)));
        let seen = Packet {
            lanes,
            run: bits(raster::RUNS),
            kept,
            x: all.clone().map(|lane| packet.pixel(lane)[0]).collect(),
            y: all.clone().map(|lane| packet.pixel(lane)[1]).collect(),
            z: floats(1),
            rhw: floats(2),
            coverage: words(3),
            sample: words(4),
            point: [floats(5), floats(6)],
            primitives: quads(7),
            viewports: quads(8),
            layer: words(9)[0],
            inputs: (0..interface.inputs.len()).map(|input| words(ROWS.len() + input)).collect(),
        };
        shader(&seen, &mut own);
        for (at, lane) in all.enumerate() {
            shaded.set(0, lane, (own.kept >> at & 1) as u32);
            let rows = own.colors.chunks(lanes).enumerate();
            rows.for_each(|(row, words)| shaded.set(1 + row, lane, words[at]));
            shaded.set(depth, lane, own.depth[at].to_bits());
            shaded.set(coverage, lane, own.coverage[at]);
        }
    }
}

/// What is drawn with which state.
pub(crate) struct Scene<'s> {
    pub(crate) state: State,
    pub(crate) interface: Interface,
    pub(crate) topology: Topology,
    pub(crate) vertices: Vertices<'s>,
}

impl<'s> Scene<'s> {
    /// Triangles without attributes or colors whose shader must run.
    pub(crate) fn triangles(positions: &'s [[f32; 4]]) -> Self {
        let mut interface = Interface::default();
        interface.pixel.writes_memory = true;
        let vertices = Vertices { positions, ..Vertices::default() };
        Self { state: State::default(), interface, topology: Topology::TriangleList, vertices }
    }

    /// Calls the shader for the lanes of each packet.
    pub(crate) fn run(&self, targets: &mut Targets, mut shader: impl FnMut(&Packet, &mut Shaded)) -> Result<(), Error> {
        let interface = with_rows(&self.interface);
        let pipeline = Pipeline::new(self.state.clone(), interface.clone(), targets)?;
        let mut shader = |packet: &raster::Packet, shaded: &mut raster::Shaded| {
            call(&interface, packet, shaded, &mut shader);
            Ok(())
        };
        let mut hooks = Hooks { shader: &mut shader, stop: &|| false, watch: None };
        let call = Call::vertices(self.topology, self.vertices.positions.len() as u32);
        let mut front = |batch: &Batch| {
            // The vertices of a sequence are numbered in their order.
            let first = batch.vertices.first().copied().unwrap_or(0);
            assert!(batch.vertices.iter().enumerate().all(|(at, number)| *number == first + at as u32) && first == 0);
            Ok(pipeline.set_up(batch, &self.vertices))
        };
        draw(&pipeline, targets, call, &mut front, &mut hooks).map(|_| ())
    }

    /// The number of times that each sample is covered: pixels in rows, sixteen samples each.
    pub(crate) fn counts(&self, samples: u32) -> Vec<[u8; 16]> {
        let mut targets = Targets::new([SIZE as u32; 2], 1, samples).unwrap();
        let mut counts = vec![[0; 16]; (SIZE * SIZE) as usize];
        self.run(&mut targets, |packet, _| {
            for lane in (0..packet.lanes).filter(|lane| packet.kept >> lane & 1 != 0) {
                let pixel = &mut counts[(packet.y[lane] as i64 * SIZE + packet.x[lane] as i64) as usize];
                for (sample, count) in pixel.iter_mut().enumerate() {
                    *count += (packet.coverage[lane] >> sample & 1) as u8;
                }
            }
        })
        .unwrap();
        counts
    }
}
