//! Attributes, depths and weights at random places, against fractions of 128-bit integers.

use crate::support::{Random, SIZE, Scene, count, device};
use hlsl2spirv_raster::{Input, Interface, Place, Targets, Vertices};

type Point = [i64; 2];

/// A triangle whose attributes are integers, so that all products fit.
struct Case {
    corners: [Point; 3],
    w: [i64; 3],
    values: [i64; 3],
    /// Depths in units of 2^-16.
    z: [i64; 3],
}

fn area(a: Point, b: Point, c: Point) -> i128 {
    let [a, b, c] = [a, b, c].map(|point| point.map(i128::from));
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

impl Case {
    fn new(random: &mut Random) -> Self {
        let most = 256 * SIZE;
        let reach = random.pick(&[most / 8, most, 4 * most]);
        let mut corner = || [random.within(-reach / 4, reach), random.within(-reach / 4, reach)];
        let corners = [corner(), corner(), corner()];
        let same = random.within(0, 3) == 0;
        let first = random.within(1, 255);
        let w = std::array::from_fn(|_| if same { first } else { random.within(1, 255) });
        let size = random.pick(&[3, 1000, (1 << 24) - 1]);
        let values = std::array::from_fn(|_| random.within(-size, size));
        Self { corners, w, values, z: std::array::from_fn(|_| random.within(0, 1 << 16)) }
    }

    /// Weights at a place, without the common divisor.
    fn weights(&self, at: Point) -> [i128; 3] {
        let [a, b, c] = self.corners;
        [area(b, c, at), area(c, a, at), area(a, b, at)]
    }

    /// The value as numerator and denominator.
    fn exact(&self, at: Point, smooth: bool) -> [i128; 2] {
        let [u, v, w] = self.w.map(i128::from);
        // 1 / u, 1 / v and 1 / w times the product.
        let reciprocals = if smooth { [v * w, u * w, u * v] } else { [1; 3] };
        let weights = self.weights(at);
        let parts: [i128; 3] = std::array::from_fn(|corner| weights[corner] * reciprocals[corner]);
        [parts.iter().zip(self.values).map(|(part, value)| part * i128::from(value)).sum(), parts.iter().sum()]
    }

    fn positions(&self) -> [[f32; 4]; 3] {
        std::array::from_fn(|corner| {
            let ([x, y], w) = (device(self.corners[corner]), self.w[corner] as f32);
            [x * w, y * w, self.z[corner] as f32 / 65536.0 * w, w]
        })
    }
}

/// The difference of a number and a fraction in units in the last place of `largest`.
fn ulps(found: f32, [number, over]: [i128; 2], largest: f32) -> f64 {
    // The number in units of 2^-40: exact for numbers from 2^-17 on, and nearly so below.
    let scaled = (f64::from(found) * 2f64.powi(40)) as i128;
    let (whole, rest) = (number / over, number % over);
    // The fraction has at most 2^84 below the bar: its remainder is shifted in two steps.
    let exact = whole * (1 << 40) + (rest << 20) / over * (1 << 20) + (((rest << 20) % over) << 20) / over;
    let unit = f64::from(largest.next_up() - largest) * 2f64.powi(40);
    (scaled - exact) as f64 / unit
}

#[test]
fn attributes_are_within_four_units_of_fractions() {
    let (mut random, mut worst) = (Random::new(4), 0f64);
    let inputs =
        vec![Input::Smooth(Place::Center), Input::Linear(Place::Center), Input::Flat, Input::Smooth(Place::Sample)];
    for _ in 0..count("ATTRIBUTES", 20_000) {
        let case = Case::new(&mut random);
        if area(case.corners[0], case.corners[1], case.corners[2]) == 0 {
            continue;
        }
        let positions = case.positions();
        // The last input is constant.
        let values: Vec<u32> = case
            .values
            .iter()
            .flat_map(|value| [*value as f32, *value as f32, *value as f32, 0.1].map(f32::to_bits))
            .collect();
        let mut scene = Scene::triangles(&positions);
        scene.interface = Interface { inputs: inputs.clone(), ..scene.interface };
        scene.vertices = Vertices { positions: &positions, values: &values, ..Vertices::default() };
        let largest = case.values.iter().map(|value| value.abs()).max().unwrap_or(0) as f32;
        scene
            .run(&mut Targets::new([SIZE as u32; 2], 1, 1).unwrap(), |packet, _| {
                for lane in (0..packet.lanes).filter(|lane| packet.kept >> lane & 1 != 0) {
                    let at = [packet.x[lane], packet.y[lane]].map(|part| i64::from(part) * 256 + 128);
                    for (component, smooth) in [(0, true), (1, false)] {
                        let error = ulps(packet.float(component, lane), case.exact(at, smooth), largest.max(1.0)).abs();
                        assert!(error <= 4.0, "{error} {at:?} {:?} {:?} {:?}", case.corners, case.w, case.values);
                        worst = worst.max(error);
                    }
                    assert_eq!(packet.float(2, lane), case.values[0] as f32);
                    assert_eq!(packet.float(3, lane).to_bits(), 0.1f32.to_bits());
                }
            })
            .unwrap();
    }
    // The promise is four; what is there is far better.
    assert!(worst > 0.4 && worst < 3.0, "{worst}");
}

#[test]
fn depths_are_within_a_unit_of_fractions() {
    let mut random = Random::new(5);
    for _ in 0..count("ATTRIBUTES", 20_000) / 4 {
        let case = Case::new(&mut random);
        let whole = area(case.corners[0], case.corners[1], case.corners[2]);
        if whole == 0 {
            continue;
        }
        let positions = case.positions();
        Scene::triangles(&positions)
            .run(&mut Targets::new([SIZE as u32; 2], 1, 1).unwrap(), |packet, _| {
                for lane in (0..packet.lanes).filter(|lane| packet.kept >> lane & 1 != 0) {
                    let at = [packet.x[lane], packet.y[lane]].map(|part| i64::from(part) * 256 + 128);
                    let parts = case.weights(at).into_iter().zip(case.z).map(|(weight, z)| weight * i128::from(z));
                    let error = ulps(packet.z[lane], [parts.sum(), whole * 65536], 1.0).abs();
                    assert!(error <= 1.0, "{error} {at:?} {:?} {:?}", case.corners, case.z);
                }
            })
            .unwrap();
    }
}

#[test]
fn weights_at_corners_are_those_of_the_corners() {
    // A triangle with corners on centers: the covered ones have exactly their own value.
    let corners = [[128, 128], [128 + 256 * 20, 128], [128, 128 + 256 * 12]];
    let case = Case { corners, w: [3, 7, 200], values: [10, 20, 30], z: [0; 3] };
    let (positions, values) = (case.positions(), [10f32, 0.0, 20.0, 0.0, 30.0, 0.0].map(f32::to_bits));
    let mut scene = Scene::triangles(&positions);
    let weight = Input::Weight { vertex: 1, is_smooth: true, place: Place::Center };
    scene.interface.inputs = vec![Input::Smooth(Place::Center), weight];
    scene.vertices.values = &values;
    let mut seen = 0;
    scene
        .run(&mut Targets::new([SIZE as u32; 2], 1, 1).unwrap(), |packet, _| {
            for lane in (0..packet.lanes).filter(|lane| packet.kept >> lane & 1 != 0) {
                if packet.x[lane] == 0 && packet.y[lane] == 0 {
                    assert_eq!(packet.float(0, lane), 10.0);
                    assert_eq!((packet.rhw[lane], packet.float(1, lane)), (1.0 / 3.0, 0.0));
                    seen += 1;
                }
            }
        })
        .unwrap();
    assert_eq!(seen, 1);
}

#[test]
fn weights_are_those_of_the_whole_primitive_where_it_is_clipped() {
    // The third corner is behind the eye.
    let positions = [[-0.5, -0.5, 0.5, 1.0], [0.5, -0.5, 0.5, 1.0], [0.0, 0.5, -0.5, -0.25]];
    let mut scene = Scene::triangles(&positions);
    let weights = [0, 1, 2].map(|vertex| Input::Weight { vertex, is_smooth: true, place: Place::Center });
    let numbers = [0, 1, 2].map(Input::Vertex);
    scene.interface.inputs = [&weights[..], &[Input::Smooth(Place::Center)], &numbers].concat();
    let values: Vec<u32> = (0..3u32).flat_map(|vertex| [(5.0 * vertex as f32 + 1.0).to_bits(); 7]).collect();
    scene.vertices.values = &values;
    let mut seen = 0;
    scene
        .run(&mut Targets::new([SIZE as u32; 2], 1, 1).unwrap(), |packet, _| {
            for lane in (0..packet.lanes).filter(|lane| packet.kept >> lane & 1 != 0) {
                let [a, b, c] = [0, 1, 2].map(|vertex| f64::from(packet.float(vertex, lane)));
                assert!((a + b + c - 1.0).abs() < 1e-6 && a > -1e-6 && b > -1e-6 && c > -1e-6, "{a} {b} {c}");
                // What is interpolated is the sum of the values times their weights.
                let sum = 1.0 * a + 6.0 * b + 11.0 * c;
                assert!((sum - f64::from(packet.float(3, lane))).abs() < 1e-5, "{sum}");
                assert_eq!([4, 5, 6].map(|input| packet.float(input, lane)), [1.0, 6.0, 11.0]);
                seen += 1;
            }
        })
        .unwrap();
    assert!(seen > 100, "{seen}");
}
