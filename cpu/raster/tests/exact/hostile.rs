//! What no program means to draw: the work is bounded, and nothing panics.

use crate::support::{self, Packet, Random, SIZE, Shaded, with_rows};
use hlsl2spirv_raster::{
    self as raster, Batch, Bias, Call, ColorFormat, Conservative, Cull, DepthClamp, Error, Fill, Hooks, Indices, Input,
    Interface, LineRule, Outputs, Pipeline, Place, Scissor, State, Targets, Topology, Vertices, Viewport, draw,
};
use std::cell::Cell;

/// Numbers that break what is careless.
const NUMBERS: &[f32] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1e-38,
    1e-45,
    1e38,
    -1e38,
    16_777_216.0,
    32768.0,
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN_POSITIVE,
];

fn state(random: &mut Random) -> State {
    let number = |random: &mut Random| random.pick(NUMBERS);
    let sizes = [SIZE as f32, number(random), number(random)];
    let viewport = Viewport {
        x: number(random),
        y: number(random),
        width: random.pick(&sizes),
        height: random.pick(&sizes),
        near: number(random),
        far: number(random),
    };
    let scissor = Scissor { x: i32::MIN, y: -5, width: u32::MAX, height: random.pick(&[0, 9, u32::MAX]) };
    State {
        cull: random.pick(&[Cull::None, Cull::Back, Cull::Front]),
        fill: random.pick(&[Fill::Solid, Fill::Wireframe, Fill::Points]),
        line: random.pick(&[LineRule::Rectangle, LineRule::Bresenham]),
        line_width: number(random),
        conservative: random.pick(&[None, None, Some(Conservative::Over), Some(Conservative::Under)]),
        depth_clip: random.within(0, 1) == 0,
        depth_clamp: random.pick(&[DepthClamp::Viewport, DepthClamp::Unit, DepthClamp::None]),
        bias: Bias { constant: number(random), slope: number(random), clamp: number(random) },
        viewports: if random.within(0, 1) == 0 { vec![viewport] } else { Vec::new() },
        scissors: if random.within(0, 2) == 0 { vec![scissor] } else { Vec::new() },
        sample_mask: random.next() as u32,
        alpha_to_coverage: random.within(0, 3) == 0,
        constants: [number(random); 4],
        ..State::default()
    }
}

/// Draws, with the number of questions after which the hook says to stop.
fn run(
    targets: &mut Targets,
    (state, interface): (State, Interface),
    call: Call<'_>,
    vertices: &Vertices<'_>,
    patience: u64,
) -> Result<u64, Error> {
    let interface = with_rows(&interface);
    let pipeline = Pipeline::new(state, interface.clone(), targets)?;
    let asked = Cell::new(0u64);
    let mut front = |batch: &Batch| Ok(pipeline.set_up(batch, vertices));
    let mut paint = |packet: &Packet, shaded: &mut Shaded| {
        let color = |lane: usize| [packet.z[lane], packet.rhw[lane], f32::NAN, 1.0];
        let lanes = if shaded.colors.is_empty() { 0 } else { packet.lanes };
        (0..lanes).for_each(|lane| shaded.set_color(0, lane, color(lane)));
    };
    let mut shader = |packet: &raster::Packet, shaded: &mut raster::Shaded| {
        support::call(&interface, packet, shaded, &mut paint);
        Ok(())
    };
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > patience
    };
    let mut hooks = Hooks { shader: &mut shader, stop: &stop, watch: None };
    draw(&pipeline, targets, call, &mut front, &mut hooks)?;
    Ok(asked.get())
}

#[test]
fn random_nonsense_is_drawn_without_a_panic() {
    let mut random = Random::new(20);
    for _ in 0..3000 {
        let samples = random.pick(&[1, 2, 4, 8, 16]);
        let format = random.pick(&["rgba8unorm", "rgba16float", "rg11b10float", "r32uint", "b5g6r5unorm"]);
        let mut targets = Targets::new([SIZE as u32, 70], 2, samples).unwrap();
        targets = targets.with_color(ColorFormat::from_name(format).unwrap()).unwrap();
        targets = targets.with_depth_stencil(random.pick(&["d16unorm", "d32float", "d24unorm-s8uint"])).unwrap();
        let positions: Vec<[f32; 4]> = (0..12).map(|_| std::array::from_fn(|_| random.pick(NUMBERS))).collect();
        let words: Vec<u32> = (0..24).map(|_| random.next() as u32).collect();
        let numbers: Vec<f32> = (0..60).map(|_| random.pick(NUMBERS)).collect();
        let vertices = Vertices {
            positions: &positions,
            values: &words,
            distances: &numbers[..random.within(0, 60) as usize],
            point_sizes: &numbers[..random.within(0, 12) as usize],
            viewports: &words[..12],
            layers: &words[..random.within(0, 12) as usize],
        };
        let interface = Interface {
            inputs: vec![Input::Smooth(Place::Centroid), Input::Linear(Place::Sample), Input::Flat],
            clip_distances: random.within(0, 2) as usize,
            cull_distances: random.within(0, 2) as usize,
            per_sample: random.within(0, 1) == 0,
            ..Interface::default()
        };
        let (_, topology) = random.pick(Topology::ALL);
        let call = Call { base: random.pick(&[0, -3, i32::MAX]), ..Call::vertices(topology, 12) };
        let state = state(&mut random);
        let result = run(&mut targets, (state.clone(), interface), call, &vertices, 100_000);
        assert!(result.is_ok(), "{result:?} {state:?} {positions:?}");
    }
}

#[test]
fn huge_points_cost_what_they_cover() {
    let mut targets = Targets::new([SIZE as u32; 2], 1, 1).unwrap();
    targets = targets.with_color(ColorFormat::from_name("rgba8unorm").unwrap()).unwrap();
    let positions = [[0.0, 0.0, 0.5, 1.0]];
    let vertices = Vertices { positions: &positions, point_sizes: &[1e9], ..Vertices::default() };
    let call = Call::vertices(Topology::PointList, 1);
    let asked = run(&mut targets, Default::default(), call, &vertices, u64::MAX).unwrap();
    assert!(targets.read_color(0, 0, 0).chunks(4).all(|texel| texel[3] == 255));
    assert!(asked < 100, "{asked}");
}

#[test]
fn billions_of_vertices_stop_when_told() {
    let mut targets = Targets::new([SIZE as u32; 2], 1, 1).unwrap();
    let positions = vec![[0.0, 0.0, 0.5, 1.0]; 1024];
    let vertices = Vertices { positions: &positions, ..Vertices::default() };
    for topology in [Topology::TriangleStrip, Topology::PointList, Topology::TriangleListAdjacency] {
        let call = Call::vertices(topology, 1 << 31);
        assert_eq!(run(&mut targets, Default::default(), call, &vertices, 50), Err(Error::Stopped));
    }
    // Indices behind the end are zero, whatever their number is.
    let call = Call { indices: Indices::Short(&[1, 2, 3]), ..Call::vertices(Topology::TriangleList, u32::MAX) };
    assert_eq!(run(&mut targets, Default::default(), call, &vertices, 50), Err(Error::Stopped));
}

#[test]
fn many_huge_triangles_stop_when_told() {
    let mut targets = Targets::new([2048, 2048], 1, 1).unwrap();
    let positions: Vec<[f32; 4]> =
        (0..340).flat_map(|_| [[-1e6, -1e6, 0.5, 1.0], [1e6, -1e6, 0.5, 1.0], [0.0, 1e6, 0.5, 1.0]]).collect();
    let vertices = Vertices { positions: &positions, ..Vertices::default() };
    let interface = Interface { outputs: Outputs::of_colors(0), ..Interface::default() };
    let call = Call::vertices(Topology::TriangleList, 1020);
    assert_eq!(run(&mut targets, (State::default(), interface), call, &vertices, 1000), Err(Error::Stopped));
}

#[test]
fn errors_of_shaders_end_the_draw() {
    let mut targets = Targets::new([SIZE as u32; 2], 1, 1).unwrap();
    let pipeline = Pipeline::new(State::default(), Interface::default(), &targets).unwrap();
    let positions = [[-1.0, -1.0, 0.5, 1.0], [3.0, -1.0, 0.5, 1.0], [-1.0, 3.0, 0.5, 1.0]];
    let vertices = Vertices { positions: &positions, ..Vertices::default() };
    let mut front = |batch: &Batch| Ok(pipeline.set_up(batch, &vertices));
    let mut calls = 0;
    let mut shader = |_: &raster::Packet, _: &mut raster::Shaded| {
        calls += 1;
        Err(Error::Stopped)
    };
    let mut hooks = Hooks { shader: &mut shader, stop: &|| false, watch: None };
    let call = Call::vertices(Topology::TriangleList, 3);
    assert_eq!(draw(&pipeline, &mut targets, call, &mut front, &mut hooks), Err(Error::Stopped));
    assert_eq!(calls, 1);
}
