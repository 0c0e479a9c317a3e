//! The samples of random triangles, against exact signs.
//!
//! The oracle knows no top-left rule: a sample lies infinitely little to the right, and infinitely less below, of its place,
//! so that it is never on an edge.

use crate::support::{Random, SIZE, Scene, clip, count};
use hlsl2spirv_raster::samples;

type Point = [i64; 2];

/// Twice the area: corners have at most 24 bits, so that the products have at most 50.
fn area(a: Point, b: Point, c: Point) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// The sign of twice the area of a triangle whose last corner is moved by (e, e^2).
fn sign(a: Point, b: Point, c: Point) -> i64 {
    let (by_x, by_y) = (a[1] - b[1], b[0] - a[0]);
    [area(a, b, c), by_x, by_y].into_iter().find(|part| *part != 0).map_or(0, i64::signum)
}

/// Returns whether a sample is inside.
fn is_inside([a, b, c]: [Point; 3], sample: Point) -> bool {
    let side = area(a, b, c).signum();
    side != 0 && sign(a, b, sample) == side && sign(b, c, sample) == side && sign(c, a, sample) == side
}

/// A random corner, of one of the kinds that make trouble.
fn corner(random: &mut Random, kind: i64) -> Point {
    let (most, far) = (256 * SIZE, 256 * 30_000);
    let mut part = |least: i64, most: i64| [random.within(least, most), random.within(least, most)];
    match kind {
        // On centers and corners of pixels.
        0 => part(-2, 2 * SIZE + 2).map(|half| half * 128),
        // On places of samples.
        1 => part(-16, 16 * SIZE + 16).map(|sixteenth| sixteenth * 16),
        // Far outside: on a grid that is exact in single precision.
        2 => part(-far / 4096, far / 4096).map(|part| part * 4096),
        _ => part(-1000, most + 1000),
    }
}

fn triangle(random: &mut Random) -> [Point; 3] {
    let kinds: [i64; 3] = std::array::from_fn(|_| random.within(0, 5));
    let [a, b, c] = kinds.map(|kind| corner(random, kind));
    match random.within(0, 7) {
        // A sliver.
        0 => [a, b, [a[0] + random.within(-2, 2), a[1] + random.within(-2, 2)]],
        // A sliver along its edge.
        1 => [a, b, [(a[0] + b[0]) / 2 + random.within(-1, 1), (a[1] + b[1]) / 2 + random.within(-1, 1)]],
        // Axes.
        2 => [a, [b[0], a[1]], [a[0], c[1]]],
        // A small one.
        3 => {
            let at = corner(random, 9);
            [a, b, c].map(|point| [at[0] + point[0] % 512, at[1] + point[1] % 512])
        }
        // No area.
        4 if random.within(0, 9) == 0 => [a, b, b],
        _ => [a, b, c],
    }
}

fn check(triangle: [Point; 3], samples: u32) {
    let positions = triangle.map(clip);
    let counts = Scene::triangles(&positions).counts(samples);
    let places = samples::standard(samples).unwrap();
    for (at, counts) in counts.iter().enumerate() {
        let corner = [at as i64 % SIZE * 256, at as i64 / SIZE * 256];
        for (sample, place) in places.iter().enumerate() {
            let point = [0, 1].map(|axis: usize| corner[axis] + 128 + 16 * i64::from(place[axis]));
            let expected = u8::from(is_inside(triangle, point));
            assert_eq!(counts[sample], expected, "{triangle:?}, sample {sample} of {samples} at {point:?}");
        }
    }
}

#[test]
fn random_triangles_cover_what_exact_arithmetic_says() {
    let mut random = Random::new(1);
    for number in 0..count("TRIANGLES", 100_000) {
        let triangle = triangle(&mut random);
        // Most with one sample, which is cheapest.
        check(triangle, if number % 16 == 0 { random.pick(&[2, 4, 8, 16]) } else { 1 });
    }
}

#[test]
fn the_oracle_is_the_top_left_rule() {
    let square = [[[0, 0], [256, 0], [0, 256]], [[256, 0], [256, 256], [0, 256]]];
    let inside = |point| square.map(|triangle| is_inside(triangle, point));
    assert_eq!(inside([128, 128]), [false, true]);
    assert_eq!(inside([0, 0]), [true, false]);
    assert_eq!(inside([0, 100]), [true, false]);
    assert_eq!([inside([256, 100]), inside([100, 256]), inside([0, 256])], [[false; 2]; 3]);
    assert!(!is_inside([[0, 0], [256, 256], [512, 512]], [128, 128]));
}
