//! Small triangles are drawn in a way of their own where the shader reads little: the pictures are those of all other ways.

use super::support::Random;
use hlsl2spirv_raster::{
    self as raster, Batch, Call, ColorFormat, Compare, DepthTest, Hooks, Input, Interface, Pipeline, PixelRow, Place,
    Scissor, Shaded, State, Targets, Topology, Vertices, draw,
};

const SIZE: u32 = 150;
/// Components of a vertex.
const INPUTS: usize = 5;

struct Scene {
    positions: Vec<[f32; 4]>,
    values: Vec<u32>,
    state: State,
    depth: &'static str,
    inputs: Vec<Input>,
    lanes: usize,
}

/// Triangles of up to 14 pixels at any place, with and without perspective, some of them on centers of pixels.
fn scene(random: &mut Random) -> Scene {
    let (mut positions, mut values) = (Vec::new(), Vec::new());
    for _ in 0..400 {
        let step = random.pick(&[1, 1, 128]);
        let size = random.pick(&[2i64, 4, 8, 14]) * 256;
        let at = [random.within(-1000, 256 * 150), random.within(-1000, 256 * 150)];
        let is_flat = random.within(0, 3) == 0;
        for _ in 0..3 {
            let w = if is_flat { 1.0 } else { random.within(1, 4) as f32 };
            let [x, y] = at.map(|part| {
                let part = (part + random.within(0, size)) / step * step;
                ((part as f64 / 256.0 / f64::from(SIZE) * 2.0 - 1.0) * f64::from(w)) as f32
            });
            let z = if is_flat { -0.0 } else { random.within(0, 1000) as f32 / 1000.0 };
            positions.push([x, y, z * w, w]);
            values.extend((0..INPUTS).map(|input| match (input, is_flat) {
                (0, _) => f32::NAN.to_bits() + 1,
                (1, true) => (-0.0f32).to_bits(),
                _ => (random.within(-1000, 1000) as f32 / 999.0).to_bits(),
            }));
        }
    }
    let compare =
        random.pick(&[Compare::Less, Compare::LessEqual, Compare::Greater, Compare::Always, Compare::NotEqual]);
    let depth = DepthTest { compare, write: random.within(0, 3) > 0 };
    let state = State {
        depth: (random.within(0, 4) > 0).then_some(depth),
        scissors: vec![Scissor { x: 3, y: 1, width: random.within(20, 144) as u32, height: 133 }],
        ..State::default()
    };
    let inputs = [Input::Flat, Input::Vertex(1), Input::Smooth(Place::Center)];
    let inputs = (0..INPUTS).map(|_| if is_smooth(random) { inputs[2] } else { random.pick(&inputs) }).collect();
    let depth = random.pick(&["d32float", "d16unorm"]);
    Scene { positions, values, state, depth, inputs, lanes: random.pick(&[4, 16, 32, 128]) }
}

fn is_smooth(random: &mut Random) -> bool {
    random.within(0, 7) > 0
}

/// The texels, the depths, what was done, and a sum over all rows of all packets in their order.
type Drawn = (Vec<u8>, Vec<u8>, raster::Statistics, u64);

fn drawn(scene: &Scene, more: Option<PixelRow>) -> Drawn {
    let format = ColorFormat::from_name("rgba32uint").unwrap();
    let targets = Targets::new([SIZE; 2], 1, 1).and_then(|targets| targets.with_color(format));
    let mut targets = targets.and_then(|targets| targets.with_depth_stencil(scene.depth)).unwrap();
    targets.clear_depth(0.5);
    let rows = [PixelRow::Mask, PixelRow::Position(0), PixelRow::Position(1)].into_iter();
    let rows: Vec<PixelRow> = rows.chain((0..INPUTS).map(PixelRow::Input)).chain(more).collect();
    let interface = Interface { inputs: scene.inputs.clone(), rows, lanes: scene.lanes, ..Interface::default() };
    let pipeline = Pipeline::new(scene.state.clone(), interface, &targets).unwrap();
    let mut front = |batch: &Batch| {
        let numbers = batch.vertices.iter().map(|number| *number as usize);
        let positions: Vec<[f32; 4]> = numbers.clone().map(|number| scene.positions[number]).collect();
        let values: Vec<u32> =
            numbers.flat_map(|number| scene.values[INPUTS * number..INPUTS * (number + 1)].to_vec()).collect();
        Ok(pipeline.set_up(batch, &Vertices { positions: &positions, values: &values, ..Vertices::default() }))
    };
    let mut sum = 0u64;
    let mut shader = |packet: &raster::Packet, shaded: &mut Shaded| {
        for lane in 0..packet.lanes() {
            let seen = (0..3 + INPUTS).fold(packet.primitive(lane).into(), |seen: u64, row| {
                seen.wrapping_mul(0x100_0000_01B3).wrapping_add(packet.word(row, lane).into())
            });
            sum = sum.wrapping_mul(31).wrapping_add(seen);
            (0..4).for_each(|part| shaded.set(1 + part, lane, (seen >> (16 * part)) as u32));
        }
        Ok(())
    };
    let mut hooks = Hooks { shader: &mut shader, stop: &|| false, watch: None };
    let call = Call::vertices(Topology::TriangleList, scene.positions.len() as u32);
    let statistics = draw(&pipeline, &mut targets, call, &mut front, &mut hooks).unwrap();
    (targets.read_color(0, 0, 0), targets.read_depth(0, 0), statistics, sum)
}

#[test]
fn small_triangles_are_drawn_as_all_others() {
    let (mut random, mut samples) = (Random::new(77), 0);
    for case in 0..60 {
        let scene = scene(&mut random);
        let (texels, depths, statistics, sum) = drawn(&scene, None);
        // A shader that reads its face has no such way.
        let all = drawn(&scene, Some(PixelRow::Front));
        assert_eq!((statistics, sum), (all.2, all.3), "{case}: {:?} {:?}", scene.state, scene.inputs);
        assert!(texels == all.0 && depths == all.1, "{case}");
        samples += statistics.pass.samples;
    }
    assert!(samples > 20_000, "{samples}");
}
