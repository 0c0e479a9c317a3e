//! Lines and points, against rules in fractions.

use crate::support::{Random, SIZE, Scene, clip, count};
use hlsl2spirv_raster::{LineRule, State, Topology, Vertices};

fn covered(topology: Topology, state: State, positions: &[[f32; 4]], sizes: &[f32], samples: u32) -> Vec<[u8; 16]> {
    let mut scene = Scene::triangles(positions);
    (scene.topology, scene.state) = (topology, state);
    scene.vertices = Vertices { positions, point_sizes: sizes, ..Vertices::default() };
    scene.counts(samples)
}

fn random_points<const N: usize>(random: &mut Random) -> [[i64; 2]; N] {
    std::array::from_fn(|_| [0, 1].map(|_| random.within(0, 256 * SIZE - 1)))
}

#[test]
fn rectangles_are_half_a_width_around_the_line() {
    let mut random = Random::new(6);
    for _ in 0..count("LINES", 2000) {
        let line: [[i64; 2]; 2] = random_points(&mut random);
        let width = random.pick(&[1.0, 1.5, 3.0, 8.0]);
        let state = State { line_width: width, ..State::default() };
        let counts = covered(Topology::LineList, state, &line.map(clip), &[], 1);
        let [dx, dy] = [0, 1].map(|axis: usize| (line[1][axis] - line[0][axis]) as f64);
        let length = dx.hypot(dy);
        for (at, counts) in counts.iter().enumerate() {
            let center = [at as i64 % SIZE * 256 + 128, at as i64 / SIZE * 256 + 128];
            let [x, y] = [0, 1].map(|axis: usize| (center[axis] - line[0][axis]) as f64);
            let (along, beside) = ((x * dx + y * dy) / length, (x * dy - y * dx).abs() / length);
            let half = 128.0 * f64::from(width);
            // Ties are for the rule of edges, which has its own test.
            let is_tie = along.abs() < 1e-9 || (along - length).abs() < 1e-9 || (beside - half).abs() < 1e-9;
            let expected = along > 0.0 && along < length && beside < half;
            assert!(is_tie || (counts[0] == 1) == expected, "{line:?} {width} {center:?}");
        }
    }
}

#[test]
fn rectangles_side_by_side_share_no_sample() {
    // Lines along pixel borders and centers: each row of centers at the border of two lines belongs to one of them.
    for offset in [0, 128] {
        let line = |row: i64| [[0, 256 * row + offset], [256 * SIZE, 256 * row + offset]];
        let positions: Vec<[f32; 4]> = (0..=SIZE).flat_map(line).map(clip).collect();
        let counts = covered(Topology::LineList, State::default(), &positions, &[], 1);
        assert!(counts.iter().all(|counts| counts[0] == 1), "{offset}");
    }
}

#[test]
fn strips_of_thin_lines_cover_a_pixel_per_step() {
    let mut random = Random::new(7);
    let state = State { line: LineRule::Bresenham, ..State::default() };
    for _ in 0..count("LINES", 2000) {
        let line: [[i64; 2]; 2] = random_points(&mut random);
        let counts = covered(Topology::LineList, state.clone(), &line.map(clip), &[], 1);
        let steps = [0, 1].map(|axis: usize| (line[1][axis] / 256 - line[0][axis] / 256).abs());
        let total = counts.iter().filter(|counts| counts[0] == 1).count() as i64;
        // The ends decide about one pixel each.
        let major = steps[0].max(steps[1]);
        assert!((major - 1..=major + 2).contains(&total), "{line:?}: {total} for {major}");
        // The same line in two parts covers the same pixels, none twice.
        let center = [0, 1].map(|axis: usize| (line[0][axis] + line[1][axis]) & -2).map(|part| part / 2);
        let is_on_line = (0..2).all(|axis| 2 * center[axis] == line[0][axis] + line[1][axis]);
        if is_on_line {
            let parts = [line[0], center, line[1]].map(clip);
            assert!(covered(Topology::LineStrip, state.clone(), &parts, &[], 1) == counts, "{line:?}");
        }
    }
}

#[test]
fn points_are_squares() {
    let mut random = Random::new(8);
    for _ in 0..count("LINES", 2000) {
        let [at]: [[i64; 2]; 1] = random_points(&mut random);
        let size = random.pick(&[1i64, 2, 3, 7, 40]);
        let counts = covered(Topology::PointList, State::default(), &[clip(at)], &[size as f32], 4);
        let samples = hlsl2spirv_raster::samples::standard(4).unwrap();
        for (pixel, counts) in counts.iter().enumerate() {
            let corner = [pixel as i64 % SIZE * 256, pixel as i64 / SIZE * 256];
            for (sample, place) in samples.iter().enumerate() {
                let expected = (0..2).all(|axis| {
                    let part = corner[axis] + 128 + 16 * i64::from(place[axis]) - at[axis];
                    (-128 * size..128 * size).contains(&part)
                });
                assert_eq!(counts[sample] == 1, expected);
            }
        }
    }
}
