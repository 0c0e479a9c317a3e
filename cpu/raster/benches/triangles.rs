//! Times of setup, coverage, tests and writing, with pixel shaders that take no time.
//!
//! `cargo bench -p hlsl2spirv-raster`

use divan::Bencher;
use hlsl2spirv_raster::{
    BATCH_VERTICES, Batches, Blend, Call, ColorFormat, Compare, Cull, DepthTest, Geometry, Hooks, Input, Interface,
    Outputs, Packet, Pipeline, PixelRow, Place, Resolve, Room, Shaded, State, Targets, Topology, Vertices, Viewport,
    interpolate,
};

fn main() {
    divan::main();
}

const SIZE: [u32; 2] = [1920, 1080];

/// A heightfield with this many squares across and down, as seen from above.
struct Heights {
    positions: Vec<[f32; 4]>,
    values: Vec<u32>,
    indices: Vec<u32>,
}

impl Heights {
    fn new(squares: u32) -> Self {
        let corner = |at: u32| at as f32 / squares as f32 * 2.0 - 1.0;
        let points = (0..=squares).flat_map(|y| (0..=squares).map(move |x| (x, y)));
        let height = |x: u32, y: u32| 0.5 + 0.25 * ((x as f32 * 0.3).sin() * (y as f32 * 0.2).cos());
        let positions: Vec<[f32; 4]> = points.map(|(x, y)| [corner(x), corner(y), height(x, y), 1.0]).collect();
        let values =
            positions.iter().flat_map(|position| [0, 1, 2, 0, 1, 2, 0, 1].map(|axis| position[axis].to_bits()));
        let cells = (0..squares).flat_map(|y| (0..squares).map(move |x| y * (squares + 1) + x));
        let below = squares + 1;
        let indices = cells.flat_map(|at| [at, at + 1, at + below, at + below, at + 1, at + below + 1]);
        Self { values: values.collect(), indices: indices.collect(), positions }
    }

    /// The geometry of all batches.
    fn set_up(&self, pipeline: &Pipeline, state: &State) -> Geometry {
        let mut geometry = Geometry::new(pipeline);
        let inputs = 8;
        let (mut positions, mut values) = (Vec::with_capacity(BATCH_VERTICES), Vec::new());
        for batch in Batches::new(Call::indexed(Topology::TriangleList, &self.indices), state) {
            positions.clear();
            values.clear();
            for number in batch.vertices.iter().map(|number| *number as usize) {
                positions.push(self.positions[number]);
                values.extend_from_slice(&self.values[number * inputs..(number + 1) * inputs]);
            }
            let vertices = Vertices { positions: &positions, values: &values, ..Vertices::default() };
            geometry.push(pipeline.set_up(&batch, &vertices));
        }
        geometry
    }
}

fn targets(samples: u32) -> Targets {
    let format = ColorFormat::from_name("rgba8unorm").expect("a format");
    let targets = Targets::new(SIZE, 1, samples).and_then(|targets| targets.with_color(format));
    targets.and_then(|targets| targets.with_depth_stencil("d32float")).expect("targets")
}

fn state() -> State {
    State {
        depth: Some(DepthTest { compare: Compare::LessEqual, write: true }),
        cull: Cull::from_name("none").expect("a name"),
        viewports: vec![Viewport::of_size(SIZE).flipped()],
        ..State::default()
    }
}

fn interface() -> Interface {
    let rows = [PixelRow::Mask].into_iter().chain((0..8).map(PixelRow::Input)).collect();
    Interface { inputs: vec![Input::Smooth(Place::Center); 8], rows, lanes: 32, ..Interface::default() }
}

fn draw(targets: &mut Targets, pipeline: &Pipeline, geometry: &Geometry, room: &mut Room) {
    let mut shader = |packet: &Packet, shaded: &mut Shaded| {
        // The mask and the first inputs become the mask and the color.
        let groups = packet.groups();
        let rows = (packet.words().chunks_exact(9 * 32), shaded.words_mut(groups).chunks_exact_mut(5 * 32));
        rows.0.zip(rows.1).for_each(|(inputs, outputs)| outputs.copy_from_slice(&inputs[..5 * 32]));
        Ok(())
    };
    let mut hooks = Hooks { shader: &mut shader, stop: &|| false, watch: None };
    for mut tile in targets.tiles() {
        tile.draw(pipeline, geometry, room, &mut hooks).expect("a picture");
    }
}

/// Squares across and down: 2 triangles each.
const SQUARES: &[u32] = &[1, 22, 90, 362];

#[divan::bench(args = SQUARES, sample_count = 5)]
fn setup(bencher: Bencher<'_, '_>, squares: u32) {
    let heights = Heights::new(squares);
    let pipeline = Pipeline::new(state(), interface(), &targets(1)).expect("a pipeline");
    bencher.bench(|| heights.set_up(&pipeline, &state()));
}

#[divan::bench(args = SQUARES, sample_count = 5)]
fn tiles(bencher: Bencher<'_, '_>, squares: u32) {
    let mut targets = targets(1);
    let pipeline = Pipeline::new(state(), interface(), &targets).expect("a pipeline");
    let geometry = Heights::new(squares).set_up(&pipeline, &state());
    let mut room = Room::new(&pipeline);
    bencher.bench_local(|| {
        targets.clear_depth(1.0);
        draw(&mut targets, &pipeline, &geometry, &mut room);
    });
}

#[divan::bench(sample_count = 5)]
fn depth_alone(bencher: Bencher<'_, '_>) {
    let mut targets = targets(1);
    let interface = Interface { outputs: Outputs::of_colors(0), ..interface() };
    let pipeline = Pipeline::new(state(), interface, &targets).expect("a pipeline");
    let geometry = Heights::new(90).set_up(&pipeline, &state());
    let mut room = Room::new(&pipeline);
    bencher.bench_local(|| {
        targets.clear_depth(1.0);
        draw(&mut targets, &pipeline, &geometry, &mut room);
    });
}

#[divan::bench(sample_count = 5)]
fn four_samples_blended(bencher: Bencher<'_, '_>) {
    let mut targets = targets(4);
    let state = State { blend: vec![Blend::preset("alpha").expect("a preset")], ..state() };
    let pipeline = Pipeline::new(state.clone(), interface(), &targets).expect("a pipeline");
    let geometry = Heights::new(90).set_up(&pipeline, &state);
    let mut room = Room::new(&pipeline);
    bencher.bench_local(|| {
        targets.clear_depth(1.0);
        targets.clear_stencil(0);
        draw(&mut targets, &pipeline, &geometry, &mut room);
    });
}

#[divan::bench(sample_count = 5)]
fn read_and_resolve(bencher: Bencher<'_, '_>) {
    let mut targets = targets(4);
    targets.clear_color(0, [1f32.to_bits(); 4]);
    let texels = targets.read_color(0, 0, 0);
    bencher.bench_local(|| {
        targets.write_color(0, 0, &texels);
        (targets.resolve(0, 0, Resolve::Average), targets.read_depth(0, 0), targets.read_stencil(0, 0))
    });
}

#[divan::bench(sample_count = 5)]
fn interpolation(bencher: Bencher<'_, '_>) {
    let heights = Heights::new(1);
    let pipeline = Pipeline::new(state(), interface(), &targets(1)).expect("a pipeline");
    let geometry = heights.set_up(&pipeline, &state());
    bencher.bench(|| {
        let rows = (0..8).map(|input| geometry.row(&pipeline, 0, input));
        rows.map(|row| u64::from(interpolate(row, divan::black_box([0.25, 0.5])))).sum::<u64>()
    });
}
