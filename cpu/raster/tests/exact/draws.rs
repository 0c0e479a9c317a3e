//! Whole draws whose pictures are known: tests, blending, samples, state.

use crate::support::{Packet, Random, SIZE, Scene, Shaded, call, clip, device, with_rows};
use hlsl2spirv_raster::{
    Bias, Blend, BlendOp, ColorFormat, Compare, Cull, DepthClamp, DepthOutput, DepthTest, Equation, Error, Factor,
    Fate, Fill, Input, LogicOp, Outputs, Place, Provoking, Resolve, Scissor, State, StencilFace, StencilOp, Targets,
    Topology, Verdict, Vertices, Viewport, Watch, Winding,
};

const ALL: [[i64; 2]; 3] = [[0, 0], [512 * SIZE, 0], [0, 512 * SIZE]];

/// A target of the usual size, with a depth of 1.
fn targets(format: &str, samples: u32) -> Targets {
    let targets = Targets::new([SIZE as u32; 2], 1, samples).unwrap();
    let targets = targets.with_color(ColorFormat::from_name(format).unwrap()).unwrap();
    let mut targets = targets.with_depth_stencil("d32float-s8uint").unwrap();
    targets.clear_depth(1.0);
    targets
}

/// The corners of a triangle at points of the grid.
pub(crate) fn corners(points: [[i64; 2]; 3], z: f32) -> [[f32; 4]; 3] {
    points.map(|at| {
        let [x, y, _, w] = clip(at);
        [x, y, z, w]
    })
}

fn scene(positions: &[[f32; 4]], state: State) -> Scene<'_> {
    let mut scene = Scene::triangles(positions);
    scene.state = state;
    scene.interface.pixel.writes_memory = false;
    scene
}

/// Draws in one color.
fn fill(targets: &mut Targets, positions: &[[f32; 4]], state: State, color: [f32; 4]) {
    scene(positions, state).run(targets, |_, shaded| paint(shaded, color)).unwrap();
}

fn paint(shaded: &mut Shaded, color: [f32; 4]) {
    (0..shaded.lanes).for_each(|lane| shaded.set_color(0, lane, color));
}

fn pixel(targets: &Targets, x: usize, y: usize) -> [u8; 4] {
    let at = (y * SIZE as usize + x) * 4;
    targets.read_color(0, 0, 0)[at..at + 4].try_into().unwrap()
}

fn depth_test(compare: Compare) -> State {
    State { depth: Some(DepthTest { compare, write: true }), ..State::default() }
}

const RED: [f32; 4] = [1.0, 0.0, 0.0, 1.0];
const GREEN: [f32; 4] = [0.0, 1.0, 0.0, 1.0];

#[test]
fn the_nearest_primitive_is_seen() {
    for (first, second) in [((0.25, RED), (0.75, GREEN)), ((0.75, GREEN), (0.25, RED))] {
        let mut targets = targets("rgba8unorm", 4);
        for (z, color) in [first, second] {
            fill(&mut targets, &corners(ALL, z), depth_test(Compare::Less), color);
        }
        assert!((0..32).all(|at| pixel(&targets, at, 31 - at) == [255, 0, 0, 255]));
        assert_eq!(targets.read_depth(0, 3)[..4], 0.25f32.to_le_bytes());
    }
}

/// Random triangles over each other, blended, for several shapes of packets.
fn layers_of_triangles(lanes: usize, samples: u32, late: bool, more: State) -> Vec<u8> {
    let mut random = Random::new(10);
    let mut point = || [0, 1].map(|_| random.within(-500, 256 * SIZE + 500));
    let positions: Vec<[f32; 4]> =
        (0..300).flat_map(|at| corners([point(), point(), point()], (at % 7) as f32 / 8.0)).collect();
    let values: Vec<u32> =
        (0..900u32).flat_map(|at| [at % 5, at % 3, at % 4].map(|part| (part as f32 / 5.0).to_bits())).collect();
    let blend = vec![Blend::preset("alpha").unwrap()];
    let depth = depth_test(Compare::GreaterEqual).depth;
    let blend = if more.logic.is_some() { Vec::new() } else { blend };
    let mut scene = scene(&positions, State { blend, depth, ..more });
    scene.interface.lanes = lanes;
    scene.interface.pixel.discards = late;
    scene.interface.inputs = vec![Input::Smooth(Place::Centroid), Input::Linear(Place::Center), Input::Flat];
    scene.vertices.values = &values;
    let mut targets = targets("rgba16float", samples);
    targets.clear_depth(0.0);
    scene
        .run(&mut targets, |packet, shaded| {
            for lane in (0..packet.lanes).filter(|lane| packet.run >> lane & 1 != 0) {
                let parts = [0, 1, 2].map(|component| packet.float(component, lane));
                shaded.set_color(0, lane, [parts[0], parts[1], parts[2], 0.5]);
            }
        })
        .unwrap();
    (0..samples).flat_map(|sample| targets.read_color(0, 0, sample)).collect()
}

#[test]
fn pictures_do_not_depend_on_packets_or_on_when_tests_run() {
    for samples in [1, 4] {
        let expected = layers_of_triangles(4, samples, false, State::default());
        assert!(expected.iter().filter(|byte| **byte != 0).count() > 1000);
        for lanes in [8, 16, 32, 128] {
            assert!(layers_of_triangles(lanes, samples, false, State::default()) == expected, "{lanes}");
            assert!(layers_of_triangles(lanes, samples, true, State::default()) == expected, "{lanes}");
        }
    }
}

#[test]
fn overlapping_primitives_blend_in_their_order() {
    // Each of many primitives doubles and adds its number, modulo nothing: any other order shows.
    let number = |at: usize| 1.0 + (at % 3) as f32;
    let positions: Vec<[f32; 4]> = (0..20).flat_map(|_| corners(ALL, 0.5)).collect();
    let add = Equation { source: Factor::One, destination: Factor::Constant, op: BlendOp::Add };
    let blend = vec![Blend { equations: Some([add, add]), write: 0xF }];
    let scene = scene(&positions, State { blend, constants: [2.0; 4], ..State::default() });
    let mut targets = targets("rgba32float", 1);
    scene
        .run(&mut targets, |packet, shaded| {
            for lane in 0..packet.lanes {
                shaded.set_color(0, lane, [number(packet.primitives[lane / 4] as usize); 4]);
            }
        })
        .unwrap();
    let expected = (0..20).fold(0.0f32, |sum, at| sum * 2.0 + number(at));
    assert!(targets.read_color(0, 0, 0).chunks(4).all(|part| part == expected.to_le_bytes()));
}

#[test]
fn stencil_marks_where_the_next_draw_goes() {
    let mut targets = targets("rgba8unorm", 1);
    let left = [[0, 0], [256 * SIZE / 2, 0], [0, 256 * SIZE]];
    let face = StencilFace { reference: 3, pass: StencilOp::Replace, ..StencilFace::default() };
    let back = StencilFace { reference: 9, ..face };
    fill(&mut targets, &corners(left, 0.5), State { stencil: Some([face, back]), ..State::default() }, RED);
    let equal = StencilFace { compare: Compare::Equal, fail: StencilOp::Invert, pass: StencilOp::Keep, ..face };
    fill(&mut targets, &corners(ALL, 0.5), State { stencil: Some([equal, equal]), ..State::default() }, GREEN);
    assert_eq!((pixel(&targets, 0, 0), pixel(&targets, 31, 31)), ([0, 255, 0, 255], [0; 4]));
    let stencil = targets.read_stencil(0, 0);
    assert_eq!((stencil[0], stencil[32 * 32 - 1]), (3, 255));
}

#[test]
fn failed_depth_tests_have_their_stencil_operation() {
    let mut targets = targets("rgba8unorm", 2);
    let face = StencilFace { depth_fail: StencilOp::IncrementWrap, pass: StencilOp::Invert, ..StencilFace::default() };
    let state = State { stencil: Some([face, face]), ..depth_test(Compare::Greater) };
    fill(&mut targets, &corners(ALL, 0.5), state, RED);
    assert!(targets.read_stencil(0, 1).iter().all(|value| *value == 1));
    assert!(targets.read_color(0, 0, 0).iter().all(|byte| *byte == 0));
}

#[test]
fn depth_bounds_are_about_what_is_stored() {
    let mut targets = targets("rgba8unorm", 1);
    let state = State { depth_bounds: Some([0.0, 0.9]), ..State::default() };
    fill(&mut targets, &corners(ALL, 0.5), state.clone(), RED);
    assert_eq!(pixel(&targets, 3, 3), [0; 4]);
    targets.clear_depth(0.9);
    fill(&mut targets, &corners(ALL, 1.0), state, RED);
    assert_eq!(pixel(&targets, 3, 3), [255, 0, 0, 255]);
}

#[test]
fn discarded_lanes_leave_everything() {
    let positions = corners(ALL, 0.5);
    let mut scene = scene(&positions, depth_test(Compare::Less));
    scene.interface.pixel.discards = true;
    let mut targets = targets("rgba8unorm", 1);
    scene
        .run(&mut targets, |packet, shaded| {
            paint(shaded, RED);
            (0..packet.lanes).filter(|lane| packet.x[*lane] % 2 == 0).for_each(|lane| shaded.discard(lane));
        })
        .unwrap();
    assert_eq!([pixel(&targets, 4, 9), pixel(&targets, 5, 9)], [[0; 4], [255, 0, 0, 255]]);
    let depths = targets.read_depth(0, 0);
    assert_eq!((&depths[..4], &depths[4..8]), (&1f32.to_le_bytes()[..], &0.5f32.to_le_bytes()[..]));
}

#[test]
fn depths_of_the_shader_are_tested_and_clamped() {
    let rows = [
        (DepthOutput::Any, 0.75, 0.75),
        (DepthOutput::Any, 7.0, 1.0),
        (DepthOutput::Greater, 0.25, 0.5),
        (DepthOutput::Greater, 0.75, 0.75),
        (DepthOutput::Less, 0.25, 0.25),
        (DepthOutput::Less, 0.75, 0.5),
    ];
    for (output, written, stored) in rows {
        let positions = corners(ALL, 0.5);
        let mut scene = scene(&positions, depth_test(Compare::LessEqual));
        scene.interface.pixel.depth = output;
        let mut targets = targets("rgba8unorm", 1);
        scene.run(&mut targets, |_, shaded| shaded.depth.fill(written)).unwrap();
        assert_eq!(targets.read_depth(0, 0)[..4], f32::to_le_bytes(stored), "{output:?} {written}");
    }
}

#[test]
fn samples_are_resolved() {
    let mut targets = targets("rgba8unorm", 4);
    // The left half of each pixel of a column: the samples at -6 and -2 sixteenths.
    let edge = 256 * 16 + 128;
    let left = [[0, 0], [edge, 0], [edge, 256 * SIZE * 4]];
    fill(&mut targets, &corners([left[0], left[1], left[2]], 0.5), State::default(), RED);
    let resolved = targets.resolve(0, 0, Resolve::Average);
    assert_eq!(resolved[16 * 4..16 * 4 + 4], [128, 0, 0, 128]);
    assert_eq!(targets.resolve(0, 0, Resolve::Max)[16 * 4], 255);
    assert_eq!(targets.resolve(0, 0, Resolve::Min)[16 * 4], 0);
}

#[test]
fn masks_and_alpha_choose_samples() {
    let written = |state: State, alpha: f32| {
        let mut targets = targets("r8unorm", 4);
        fill(&mut targets, &corners(ALL, 0.5), state, [1.0, 0.0, 0.0, alpha]);
        [0, 1, 2, 3].map(|sample| targets.read_color(0, 0, sample)[0] != 0)
    };
    assert_eq!(written(State { sample_mask: 0b1010, ..State::default() }, 1.0), [false, true, false, true]);
    let by_alpha = State { alpha_to_coverage: true, ..State::default() };
    assert_eq!(written(by_alpha.clone(), 0.25), [true, false, false, false]);
    assert_eq!(written(State { sample_mask: 0b1110, ..by_alpha }, 0.5), [false, true, false, false]);
}

#[test]
fn coverage_of_the_shader_limits_the_primitives() {
    let positions = corners(ALL, 0.5);
    let mut scene = scene(&positions, State::default());
    scene.interface.pixel.coverage = true;
    let mut targets = targets("r8unorm", 2);
    scene
        .run(&mut targets, |_, shaded| {
            paint(shaded, RED);
            shaded.coverage.fill(0b10);
        })
        .unwrap();
    assert_eq!([0, 1].map(|sample| targets.read_color(0, 0, sample)[0]), [0, 255]);
}

#[test]
fn shaders_run_per_sample_where_inputs_demand_it() {
    let positions = corners(ALL, 0.5);
    // The column in pixels as an input.
    let values = ALL.map(|at| (at[0] as f32 / 256.0).to_bits());
    let mut scene = scene(&positions, State::default());
    scene.interface.inputs = vec![Input::Linear(Place::Sample)];
    scene.vertices.values = &values;
    let mut targets = targets("rg32float", 4);
    scene
        .run(&mut targets, |packet, shaded| {
            for lane in 0..packet.lanes {
                shaded.set_color(0, lane, [packet.float(0, lane), packet.sample[lane] as f32, 0.0, 0.0]);
            }
        })
        .unwrap();
    for (sample, place) in hlsl2spirv_raster::samples::standard(4).unwrap().iter().enumerate() {
        let texels = targets.read_color(0, 0, sample as u32);
        let expected = [5.5 + place[0] as f32 / 16.0, sample as f32].map(f32::to_le_bytes).concat();
        assert_eq!(texels[40..48], expected);
    }
}

#[test]
fn centroids_are_inside_of_the_primitive() {
    let mut random = Random::new(11);
    for _ in 0..500 {
        let points = [0, 1, 2].map(|_| [0, 1].map(|_| random.within(0, 256 * SIZE)));
        let positions = corners(points, 0.5);
        // Weights as inputs: none is negative inside.
        let values = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0f32].map(f32::to_bits);
        let mut scene = scene(&positions, State::default());
        scene.interface.inputs = vec![Input::Smooth(Place::Centroid); 3];
        scene.vertices.values = &values;
        scene
            .run(&mut targets("r8unorm", 8), |packet, _| {
                for lane in (0..packet.lanes).filter(|lane| packet.kept >> lane & 1 != 0) {
                    assert!((0..3).all(|component| packet.float(component, lane) >= -1e-6), "{points:?}");
                }
            })
            .unwrap();
    }
}

#[test]
fn faces_follow_the_winding_on_the_screen() {
    let seen = |points: [[i64; 2]; 3], state: State| {
        let mut targets = targets("rgba8unorm", 1);
        fill(&mut targets, &corners(points, 0.5), state, RED);
        pixel(&targets, 0, 0) != [0; 4]
    };
    let [a, b, c] = ALL;
    let flipped = vec![Viewport::of_size([SIZE as u32; 2]).flipped()];
    for (cull, front, clockwise, expected) in [
        (Cull::None, Winding::Clockwise, false, true),
        (Cull::Back, Winding::Clockwise, true, true),
        (Cull::Back, Winding::Clockwise, false, false),
        (Cull::Front, Winding::Clockwise, true, false),
        (Cull::Front, Winding::Counterclockwise, true, true),
        (Cull::Back, Winding::Counterclockwise, false, true),
    ] {
        let state = State { cull, front, ..State::default() };
        let points = if clockwise { [a, b, c] } else { [a, c, b] };
        assert_eq!(seen(points, state.clone()), expected, "{cull:?} {front:?} {clockwise}");
        // Turned upside down, the other winding is seen.
        let turned = State { viewports: flipped.clone(), ..state };
        let lower = |at: [i64; 2]| [at[0], 256 * SIZE - at[1]];
        assert_eq!(seen(points.map(lower), turned), expected, "{cull:?} {front:?} {clockwise}");
    }
}

#[test]
fn viewports_and_scissors_limit_what_is_drawn() {
    let mut targets = targets("rgba8unorm", 1);
    let viewport = Viewport { x: 8.0, y: 4.0, width: 16.0, height: 8.0, near: 0.25, far: 0.75 };
    let scissor = Scissor { x: -3, y: 6, width: 13, height: 100 };
    let state = State { viewports: vec![viewport], scissors: vec![scissor], ..depth_test(Compare::Less) };
    fill(&mut targets, &corners([[-99999, -99999], [999999, -99999], [-99999, 999999]], 0.5), state, RED);
    let drawn: Vec<[usize; 2]> =
        (0..32 * 32).map(|at| [at % 32, at / 32]).filter(|[x, y]| pixel(&targets, *x, *y) != [0; 4]).collect();
    assert_eq!((drawn.len(), drawn[0], drawn[drawn.len() - 1]), (2 * 6, [8, 6], [9, 11]));
    assert_eq!(targets.read_depth(0, 0)[(6 * 32 + 8) * 4..][..4], 0.5f32.to_le_bytes());
}

#[test]
fn biases_move_depths() {
    let stored = |bias: Bias, format: &str, z: [f32; 3]| {
        let mut targets = Targets::new([SIZE as u32; 2], 1, 1).unwrap().with_depth_stencil(format).unwrap();
        targets.clear_depth(1.0);
        let mut positions = corners(ALL, 0.0);
        positions.iter_mut().zip(z).for_each(|(position, z)| position[2] = z);
        let mut scene = scene(&positions, State { bias, ..depth_test(Compare::Less) });
        scene.interface.outputs = Outputs::of_colors(0);
        scene.run(&mut targets, |_, _| panic!("nothing to shade")).unwrap();
        u32::from_le_bytes(targets.read_depth(0, 0)[..4].try_into().unwrap())
    };
    let constant = |constant| Bias { constant, ..Bias::default() };
    let flat = [0.25; 3];
    let plain = stored(Bias::default(), "d24unorm", flat);
    assert_eq!(stored(constant(3.0), "d24unorm", flat), plain + 3);
    assert_eq!(stored(constant(-2.0), "d32float", flat), (0.25 - 2f32.powi(-24)).to_bits());
    // A slope of 1/64 per pixel in x, and 1/128 in y.
    let sloped = [0.0, 1.0, 0.5];
    let of = |bias| f32::from_bits(stored(bias, "d32float", sloped));
    let slope = Bias { slope: 4.0, ..Bias::default() };
    assert_eq!(of(slope) - of(Bias::default()), 4.0 / 64.0);
    assert_eq!(of(Bias { clamp: 1.0 / 32.0, ..slope }) - of(Bias::default()), 1.0 / 32.0);
    assert_eq!(of(Bias { slope: -4.0, clamp: -1.0 / 128.0, ..slope }) - of(Bias { slope: 0.0, ..slope }), -1.0 / 128.0);
}

#[test]
fn biases_move_the_edges_and_vertices_of_triangles_alone() {
    // The depths that are not cleared ones.
    let stored = |topology: Topology, fill_mode: Fill, positions: &[[f32; 4]]| {
        let mut targets = Targets::new([SIZE as u32; 2], 1, 1).unwrap().with_depth_stencil("d32float").unwrap();
        targets.clear_depth(1.0);
        let bias = Bias { constant: 0.0, slope: 4.0, clamp: 0.0 };
        let mut scene = scene(positions, State { bias, fill: fill_mode, ..depth_test(Compare::Less) });
        scene.topology = topology;
        scene.interface.outputs = Outputs::of_colors(0);
        scene.run(&mut targets, |_, _| panic!("nothing to shade")).unwrap();
        let depths = targets.read_depth(0, 0);
        let depths = depths.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
        depths.filter(|depth| *depth != 1.0).fold([f32::INFINITY, f32::NEG_INFINITY], |[least, greatest], depth| {
            [least.min(depth), greatest.max(depth)]
        })
    };
    // A slope of 1/64 per pixel in x: the bias is 1/16.
    let mut positions = corners([[256, 256], [256 * 17, 256], [256, 256 * 17]], 0.25);
    positions[1][2] = 0.5;
    let [least, greatest] = stored(Topology::TriangleList, Fill::Wireframe, &positions);
    assert!((0.25 + 0.0625..0.26 + 0.0625).contains(&least) && (0.55..0.5 + 0.0625).contains(&greatest));
    assert_eq!(stored(Topology::TriangleList, Fill::Points, &positions), [0.3125, 0.5625]);
    let [least, greatest] = stored(Topology::LineStrip, Fill::Solid, &positions);
    assert!((0.25..0.26).contains(&least) && (0.49..0.5).contains(&greatest), "{least} {greatest}");
    assert_eq!(stored(Topology::PointList, Fill::Solid, &positions), [0.25, 0.5]);
}

#[test]
fn depths_beyond_the_viewport_are_stored_where_nothing_clamps_them() {
    let draw = |depth_clamp: DepthClamp, format: &str, z: f32| {
        let mut targets = Targets::new([SIZE as u32; 2], 1, 1).unwrap().with_depth_stencil(format).unwrap();
        let state = State { depth_clip: false, depth_clamp, ..depth_test(Compare::Always) };
        let positions = corners(ALL, z);
        let mut scene = scene(&positions, state);
        scene.interface.outputs = Outputs::of_colors(0);
        scene.run(&mut targets, |_, _| panic!("nothing to shade")).unwrap();
        u32::from_le_bytes(targets.read_depth(0, 0)[..4].try_into().unwrap())
    };
    assert_eq!([-0.5, 1.5].map(|z| f32::from_bits(draw(DepthClamp::None, "d32float", z))), [-0.5, 1.5]);
    for depth_clamp in [DepthClamp::Viewport, DepthClamp::Unit] {
        assert_eq!([-0.5, 1.5].map(|z| f32::from_bits(draw(depth_clamp, "d32float", z))), [0.0, 1.0]);
    }
    assert_eq!([-0.5, 1.5].map(|z| draw(DepthClamp::None, "d24unorm", z)), [0, 0xFF_FFFF]);
}

#[test]
fn depths_are_cut_or_clamped() {
    let draw = |depth_clip: bool, z: f32| {
        let mut targets = targets("rgba8unorm", 1);
        let state = State { depth_clip, ..depth_test(Compare::LessEqual) };
        fill(&mut targets, &corners(ALL, z), state, RED);
        (pixel(&targets, 0, 0) != [0; 4]).then(|| f32::from_le_bytes(targets.read_depth(0, 0)[..4].try_into().unwrap()))
    };
    assert_eq!([-0.5, 0.0, 1.0, 1.5].map(|z| draw(true, z)), [None, Some(0.0), Some(1.0), None]);
    assert_eq!([-0.5, 1.5].map(|z| draw(false, z)), [Some(0.0), Some(1.0)]);
}

#[test]
fn cull_distances_drop_whole_primitives() {
    let drawn = |distances: [f32; 3]| {
        let positions = corners(ALL, 0.5);
        let mut scene = scene(&positions, State::default());
        scene.interface.cull_distances = 1;
        scene.vertices.distances = &distances;
        let mut targets = targets("rgba8unorm", 1);
        scene.run(&mut targets, |_, shaded| paint(shaded, RED)).unwrap();
        pixel(&targets, 31, 31) != [0; 4]
    };
    assert_eq!([drawn([-1.0, -2.0, f32::NAN]), drawn([-1.0, -2.0, 0.0])], [false, true]);
}

#[test]
fn vertices_choose_layer_and_viewport() {
    let format = ColorFormat::from_name("r8unorm").unwrap();
    let mut targets = Targets::new([SIZE as u32; 2], 3, 1).unwrap().with_color(format).unwrap();
    let positions = corners(ALL, 0.5);
    let half = Viewport { width: 16.0, ..Viewport::of_size([32, 32]) };
    let state = State { viewports: vec![Viewport::of_size([32, 32]), half], ..State::default() };
    let mut scene = scene(&positions, state);
    (scene.vertices.layers, scene.vertices.viewports) = (&[2, 0, 0], &[1, 0, 0]);
    scene
        .run(&mut targets, |packet, shaded| {
            assert_eq!((packet.layer, packet.viewports[0]), (2, 1));
            paint(shaded, RED);
        })
        .unwrap();
    let count = |layer| targets.read_color(0, layer, 0).iter().filter(|byte| **byte != 0).count();
    assert_eq!([0, 1, 2].map(count), [0, 0, 16 * 32]);
}

#[test]
fn edges_and_corners_of_triangles_are_drawn_on_demand() {
    let points = [[128, 128], [128 + 256 * 20, 128], [128, 128 + 256 * 20]];
    let drawn = |fill_mode| {
        let mut targets = targets("rgba8unorm", 1);
        fill(&mut targets, &corners(points, 0.5), State { fill: fill_mode, ..State::default() }, RED);
        (0..32 * 32).filter(|at| pixel(&targets, at % 32, at / 32) != [0; 4]).count()
    };
    assert_eq!([Fill::Points, Fill::Solid].map(drawn), [3, 21 * 20 / 2]);
    assert!((57..=80).contains(&drawn(Fill::Wireframe)), "{}", drawn(Fill::Wireframe));
}

#[test]
fn flat_inputs_are_of_the_provoking_vertex() {
    for (provoking, expected) in [(Provoking::First, [0, 1, 2]), (Provoking::Last, [2, 3, 4])] {
        let positions: Vec<[f32; 4]> = [[0, 0], [0, 8192], [2048, 0], [2048, 8192], [4096, 0]].map(clip).into();
        let mut scene = scene(&positions, State { provoking, ..State::default() });
        scene.topology = Topology::TriangleStrip;
        scene.interface.inputs = vec![Input::Flat];
        scene.vertices = Vertices { positions: &positions, values: &[0, 1, 2, 3, 4], ..Vertices::default() };
        let mut seen = [u32::MAX; 3];
        let collect = |packet: &Packet, _: &mut Shaded| {
            for lane in (0..packet.lanes).filter(|lane| packet.kept >> lane & 1 != 0) {
                seen[packet.primitives[lane / 4] as usize] = packet.input(0)[lane];
            }
        };
        scene.run(&mut targets("rgba8unorm", 1), collect).unwrap();
        assert_eq!(seen, expected);
    }
}

#[test]
fn bits_are_combined_and_masked() {
    let draw = |format: &str, state: State, color: [u32; 4]| {
        let format = ColorFormat::from_name(format).unwrap();
        let mut targets = Targets::new([SIZE as u32; 2], 1, 1).unwrap().with_color(format).unwrap();
        targets.write_color(0, 0, &[0b0101; 4096]);
        let positions = corners(ALL, 0.5);
        let paint = |_: &Packet, shaded: &mut Shaded| {
            for (component, value) in color.into_iter().enumerate() {
                let row = component * shaded.lanes..(component + 1) * shaded.lanes;
                shaded.colors[row].fill(value);
            }
        };
        scene(&positions, state).run(&mut targets, paint).unwrap();
        let texels = targets.read_color(0, 0, 0);
        [texels[0], texels[1], texels[2], texels[3]]
    };
    let exclusive = State { logic: Some(LogicOp::Xor), ..State::default() };
    assert_eq!(draw("rgba8uint", exclusive.clone(), [0b0011; 4]), [0b0110; 4]);
    assert_eq!(draw("rgba8unorm", exclusive.clone(), [1f32.to_bits(); 4]), [0xFA; 4]);
    // Floating-point formats have no logic operations.
    assert_eq!(draw("rgba8unorm-srgb", exclusive, [1f32.to_bits(); 4]), [255; 4]);
    let masked = State { blend: vec![Blend { equations: None, write: 0b0101 }], ..State::default() };
    assert_eq!(draw("rgba8uint", masked, [9; 4]), [9, 5, 9, 5]);
}

#[test]
fn a_second_color_is_a_factor() {
    let equation = Equation { source: Factor::One, destination: Factor::Source1, op: BlendOp::Add };
    let blend = vec![Blend { equations: Some([equation, equation]), write: 0xF }];
    let positions = corners(ALL, 0.5);
    let mut scene = scene(&positions, State { blend, ..State::default() });
    scene.interface.outputs = Outputs::of_colors(2);
    let mut targets = targets("rgba32float", 1);
    targets.clear_color(0, [8f32.to_bits(); 4]);
    scene
        .run(&mut targets, |_, shaded| {
            paint(shaded, [1.0; 4]);
            (0..shaded.lanes).for_each(|lane| shaded.set_color(1, lane, [0.5, 0.25, 0.0, 1.0]));
        })
        .unwrap();
    let expected = [5f32, 3.0, 1.0, 9.0].map(f32::to_le_bytes).concat();
    assert_eq!(targets.read_color(0, 0, 0)[..16], expected);
}

#[test]
fn the_history_of_a_pixel_is_kept() {
    use hlsl2spirv_raster::{self as raster, Batch, Call, Hooks, Pipeline, draw};
    let mut targets = targets("rgba8unorm", 1);
    let positions: Vec<[f32; 4]> = [0.5, 0.75, 0.25].into_iter().flat_map(|z| corners(ALL, z)).collect();
    let state = depth_test(Compare::Less);
    let interface = with_rows(&scene(&positions, State::default()).interface);
    let pipeline = Pipeline::new(state, interface.clone(), &targets).unwrap();
    let vertices = Vertices { positions: &positions, ..Vertices::default() };
    let mut front = |batch: &Batch| Ok(pipeline.set_up(batch, &vertices));
    let mut shader = |packet: &raster::Packet, shaded: &mut raster::Shaded| {
        call(&interface, packet, shaded, &mut |_, shaded| paint(shaded, RED));
        Ok(())
    };
    let mut watch = Watch::new([5, 6]);
    let mut hooks = Hooks { shader: &mut shader, stop: &|| false, watch: Some(&mut watch) };
    draw(&pipeline, &mut targets, Call::vertices(Topology::TriangleList, 9), &mut front, &mut hooks).unwrap();
    let fates: Vec<(u32, f32, bool)> = watch
        .entries
        .iter()
        .map(|entry| (entry.primitive, entry.depth, matches!(entry.fate, Fate::Written(_))))
        .collect();
    assert_eq!(fates, [(0, 0.5, true), (1, 0.75, false), (2, 0.25, true)]);
    assert_eq!(watch.entries[1].fate, Fate::Failed { verdict: Verdict::Depth, early: true });
    let Fate::Written(pairs) = &watch.entries[0].fate else { panic!() };
    assert_eq!(pairs[0].map(|texel| f32::from_bits(texel[0])), [0.0, 1.0]);
}

#[test]
fn state_without_its_target_is_refused() {
    let bare = || Targets::new([4, 4], 1, 1).unwrap();
    let refused = |state: State| scene(&[], state).run(&mut bare(), |_, _| {}).unwrap_err();
    assert_eq!(refused(depth_test(Compare::Less)), Error::NoTarget("a depth test"));
    let faces = [StencilFace::default(); 2];
    assert_eq!(refused(State { stencil: Some(faces), ..State::default() }), Error::NoTarget("a stencil test"));
    assert_eq!(refused(State { sample_positions: Some(vec![]), ..State::default() }), Error::SamplePositions);
    assert!(device([0, 0]) == [-1.0, -1.0]);
}

#[test]
fn primitives_of_all_sizes_keep_their_order() {
    // Large ones are listed for all tiles, small ones by tile: each pixel has the last one that covers it.
    let mut targets = Targets::new([640, 640], 1, 1).unwrap();
    targets = targets.with_color(ColorFormat::from_name("r32uint").unwrap()).unwrap();
    let mut random = Random::new(13);
    let triangles: Vec<[[f32; 2]; 3]> = (0..200)
        .map(|number| {
            let size = if number % 3 == 0 { 1.0 } else { 0.1 };
            let [x, y] = [0, 1].map(|_| random.within(-1000, 900) as f32 / 1000.0);
            [[x, y], [x + size, y], [x, y + size]]
        })
        .collect();
    let positions: Vec<[f32; 4]> = triangles.iter().flatten().map(|[x, y]| [*x, *y, 0.5, 1.0]).collect();
    let number_of = |packet: &Packet, shaded: &mut Shaded| {
        (0..packet.lanes).for_each(|lane| shaded.colors[lane] = packet.primitives[lane / 4] + 1);
    };
    scene(&positions, State::default()).run(&mut targets, number_of).unwrap();
    let together = targets.read_color(0, 0, 0);
    targets.clear_color(0, [0; 4]);
    for number in 0..200u32 {
        let own = &positions[number as usize * 3..number as usize * 3 + 3];
        let paint = |packet: &Packet, shaded: &mut Shaded| shaded.colors[..packet.lanes].fill(number + 1);
        scene(own, State::default()).run(&mut targets, paint).unwrap();
    }
    assert!(targets.read_color(0, 0, 0) == together && together.contains(&199));
}

#[test]
fn draws_beyond_what_geometry_holds_keep_their_order() {
    // Points in strips of 1024 vertices: the last one at each of eight places is seen, and all are blended.
    let count = 70_000u32;
    let place = |number: u32| [256 * i64::from(number % 8) + 128, 128];
    let positions: Vec<[f32; 4]> = (0..count).map(|number| clip(place(number))).collect();
    let one = Equation { source: Factor::One, destination: Factor::One, op: BlendOp::Add };
    let blend = vec![Blend { equations: Some([one, one]), write: 0xF }];
    let mut targets = targets("rg32float", 1);
    let pipeline_state = State { blend, ..depth_test(Compare::LessEqual) };
    let mut interface = scene(&[], State::default()).interface;
    interface.inputs = vec![Input::Flat];
    use hlsl2spirv_raster::{self as raster, Batch, Call, Hooks, Pipeline, draw};
    let interface = with_rows(&interface);
    let pipeline = Pipeline::new(pipeline_state, interface.clone(), &targets).unwrap();
    let mut front = |batch: &Batch| {
        let own: Vec<[f32; 4]> = batch.vertices.iter().map(|number| positions[*number as usize]).collect();
        Ok(pipeline.set_up(batch, &Vertices { positions: &own, values: &batch.vertices, ..Vertices::default() }))
    };
    let mut number = |packet: &Packet, shaded: &mut Shaded| {
        for lane in (0..packet.lanes).filter(|lane| packet.kept >> lane & 1 != 0) {
            assert_eq!(packet.input(0)[lane], packet.primitives[lane / 4]);
            shaded.set_color(0, lane, [1.0, packet.primitives[lane / 4] as f32, 0.0, 0.0]);
        }
    };
    let mut shader = |packet: &raster::Packet, shaded: &mut raster::Shaded| {
        call(&interface, packet, shaded, &mut number);
        Ok(())
    };
    let mut hooks = Hooks { shader: &mut shader, stop: &|| false, watch: None };
    let points = Call::vertices(Topology::PointList, count);
    let statistics = draw(&pipeline, &mut targets, points, &mut front, &mut hooks).unwrap();
    assert_eq!((statistics.setup.primitives, statistics.pass.samples), (70_000, 70_000));
    let texel = &targets.read_color(0, 0, 0)[3 * 8..4 * 8];
    let sum = (3..count).step_by(8).fold(0f32, |sum, number| sum + number as f32);
    assert_eq!(texel, [8750f32, sum].map(f32::to_le_bytes).concat());
}

#[test]
fn points_have_positions_inside() {
    let positions = [clip([256 * 8, 256 * 8])];
    let mut scene = scene(&positions, State::default());
    (scene.topology, scene.vertices.point_sizes) = (Topology::PointList, &[8.0]);
    scene
        .run(&mut targets("rgba8unorm", 1), |packet, _| {
            for lane in (0..packet.lanes).filter(|lane| packet.kept >> lane & 1 != 0) {
                let expected = [packet.x[lane], packet.y[lane]].map(|part| (part as f32 - 4.0 + 0.5) / 8.0);
                assert_eq!([packet.point[0][lane], packet.point[1][lane]], expected);
            }
        })
        .unwrap();
}

#[test]
fn quads_together_are_lanes_one_by_one() {
    // A stencil test that passes, and late tests, take the way of single lanes. The format has no logic operations: with one,
    // the draw here does not blend.
    let face = [StencilFace::default(); 2];
    for logic in [None, Some(LogicOp::Copy)] {
        let plain = State { logic, ..State::default() };
        let slow = State { stencil: Some(face), ..plain.clone() };
        let expected = layers_of_triangles(16, 1, true, slow.clone());
        assert!(layers_of_triangles(16, 1, false, plain) == expected && expected.iter().any(|byte| *byte != 0));
        assert!(layers_of_triangles(16, 1, false, slow) == expected);
    }
}
