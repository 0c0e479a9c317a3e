//! Meshes without gaps: each sample is covered exactly once, whatever the order of the triangles and their corners is.

use crate::support::{Random, SIZE, Scene, clip, count};

/// A grid of moved points that covers the target, as triangles in random order.
fn mesh(random: &mut Random, cells: i64) -> Vec<[[i64; 2]; 3]> {
    let step = 256 * (SIZE + 8) / cells;
    let jitter = step / 3;
    let points: Vec<Vec<[i64; 2]>> = (0..=cells)
        .map(|y| {
            (0..=cells)
                .map(|x| {
                    let inner = |at: i64| at != 0 && at != cells;
                    let mut moved =
                        |at: i64| at * step - 1024 + if inner(at) { random.within(-jitter, jitter) } else { 0 };
                    [moved(x), moved(y)]
                })
                .collect()
        })
        .collect();
    let mut triangles = Vec::new();
    for y in 0..cells as usize {
        for x in 0..cells as usize {
            let [a, b, c, d] = [points[y][x], points[y][x + 1], points[y + 1][x + 1], points[y + 1][x]];
            // A moved cell may not be convex: its center sees all corners of one whose points moved by a third at most.
            let center = [0, 1].map(|axis: usize| (a[axis] + b[axis] + c[axis] + d[axis]) / 4);
            triangles.extend([[a, b, center], [b, c, center], [c, d, center], [d, a, center]]);
        }
    }
    for at in 0..triangles.len() {
        let other = random.within(0, triangles.len() as i64 - 1) as usize;
        triangles.swap(at, other);
        let turn = random.within(0, 2) as usize;
        triangles[at].rotate_left(turn);
        if random.within(0, 1) == 0 {
            triangles[at].swap(0, 1);
        }
    }
    triangles
}

#[test]
fn shared_edges_cover_each_sample_once() {
    let mut random = Random::new(2);
    for _ in 0..count("MESHES", 1000) {
        let cells = random.pick(&[1, 2, 3, 8]);
        let positions: Vec<[f32; 4]> = mesh(&mut random, cells).into_iter().flatten().map(clip).collect();
        let samples = random.pick(&[1, 2, 4, 8, 16]);
        let counts = Scene::triangles(&positions).counts(samples);
        assert!(counts.iter().all(|counts| counts[..samples as usize].iter().all(|count| *count == 1)));
    }
}

#[test]
fn clipped_meshes_have_no_gaps() {
    let mut random = Random::new(3);
    for _ in 0..count("MESHES", 1000) / 2 {
        let corners: Vec<[i64; 2]> = mesh(&mut random, 3).into_iter().flatten().collect();
        // A half-plane in units of the grid: inside where the distance is at least zero.
        let [a, b] = [0, 1].map(|_| random.within(-8, 8));
        let (x, y) = (random.within(0, 256 * SIZE), random.within(0, 256 * SIZE));
        let distance = |at: [i64; 2]| (a * (at[0] - x) + b * (at[1] - y)) as f32;
        // Any w: the planes and the edges are where they are on the screen.
        let w_of = |[x, y]: [i64; 2]| (x * 7 + y * 3).rem_euclid(4) as f32 + 1.0;
        let positions: Vec<[f32; 4]> = corners.iter().map(|at| clip(*at).map(|part| part * w_of(*at))).collect();
        let distances: Vec<f32> = corners.iter().map(|at| distance(*at) * w_of(*at)).collect();
        let mut scene = Scene::triangles(&positions);
        scene.interface.clip_distances = 1;
        scene.vertices.distances = &distances;
        for (at, counts) in scene.counts(1).iter().enumerate() {
            let center = [at as i64 % SIZE * 256 + 128, at as i64 / SIZE * 256 + 128];
            // Within a unit of the grid from the cut, rounding decides.
            let near = 2.0 * (a.abs() + b.abs()) as f32;
            let allowed = if distance(center) > near { 1..=1 } else { 0..=u8::from(distance(center) >= -near) };
            assert!(allowed.contains(&counts[0]), "{center:?} {} {a} {b}", counts[0]);
        }
    }
}

#[test]
fn huge_meshes_are_cut_at_the_guard_band() {
    let mut random = Random::new(9);
    for _ in 0..count("MESHES", 1000) / 4 {
        let triangles = mesh(&mut random, 2);
        let scaled = |at: [i64; 2]| {
            let [x, y, z, w] = clip(at);
            [x * 3000.0, y * 3000.0, z, w]
        };
        let positions: Vec<[f32; 4]> = triangles.into_iter().flatten().map(scaled).collect();
        assert!(Scene::triangles(&positions).counts(1).iter().all(|counts| counts[0] == 1), "{positions:?}");
    }
}
