//! Random numbers, and draws whose pixel shader collects what it gets.

use hlsl2spirv_raster::{
    Batch, Call, Error, Hooks, Interface, Packet, Pipeline, Shaded, State, Targets, Topology, Vertices, draw,
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

    /// Calls the shader for each packet.
    pub(crate) fn run(&self, targets: &mut Targets, mut shader: impl FnMut(&Packet, &mut Shaded)) -> Result<(), Error> {
        let pipeline = Pipeline::new(self.state.clone(), self.interface.clone(), targets)?;
        let mut shader = |packet: &Packet, shaded: &mut Shaded| {
            shader(packet, shaded);
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
