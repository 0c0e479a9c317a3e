//! Cubes and arrays of cubes: which face a direction takes, and which texels of it.

use super::{CHANNELS, COMPONENTS, eighths, filtered, float, of_floats, start};
use crate::case::{Edge, Probe, Shape, Table, Texture};
use crate::chapters::random::Random;
use crate::oracle::texture::{Level, direction};
use crate::oracle::{Allowed, Number, Scalar};

/// Texels along a face.
const SIZE: u32 = 4;
const LEVELS: u32 = 2;
const FACES: usize = 6;
const CUBES: usize = 3;

pub(super) fn probes() -> Vec<Probe> {
    [0, CUBES].into_iter().flat_map(|cubes| [sampled(cubes, false), sampled(cubes, true), gathered(cubes)]).collect()
}

/// A cube, or an array of some, with the faces of each level.
struct Cubes {
    faces: Vec<Vec<Level>>,
    texture: Texture,
    declared: String,
}

fn cubes(cubes: usize, is_linear: bool) -> Cubes {
    let mut random = Random::new(17);
    let mut face = |level: u32| {
        let size = [SIZE >> level, SIZE >> level, 1].map(i64::from);
        Level { size, texels: (0..size.iter().product()).map(|_| eighths(&mut random)).collect() }
    };
    let faces: Vec<Vec<Level>> =
        (0..LEVELS).map(|level| (0..FACES * cubes.max(1)).map(|_| face(level)).collect()).collect();
    let texture = Texture {
        format: "rgba32float",
        shape: Shape::Cube,
        size: [SIZE, SIZE, 1],
        layers: cubes as u32,
        levels: faces.iter().map(|faces| of_floats(faces, 4).into_iter().flatten().collect()).collect(),
        is_linear,
        edge: Edge::Clamp,
        compare: None,
        is_writable: false,
    };
    let object = if cubes == 0 { "TextureCube" } else { "TextureCubeArray" };
    Cubes { faces, texture, declared: format!("{object}<float4>") }
}

/// A direction of any length to a point of a face.
struct Point {
    layer: usize,
    level: usize,
    on_face: [f64; 2],
    direction: [f64; 3],
}

/// Points of every face of every cube. `steps` are the places along a face, in texels.
fn points(cubes: usize, levels: u32, steps: impl Fn(u32) -> Vec<f64>) -> Vec<Point> {
    let mut random = Random::new(29);
    let mut all = Vec::new();
    for layer in 0..FACES * cubes.max(1) {
        for level in 0..levels {
            let size = f64::from(SIZE >> level);
            for t in steps(SIZE >> level) {
                for s in steps(SIZE >> level) {
                    let on_face = [s / size, t / size];
                    let length = f64::from(1 + random.next() % 15) / 4.0;
                    let direction = direction(layer % FACES, on_face).map(|part| part * length);
                    all.push(Point { layer, level: level as usize, on_face, direction });
                }
            }
        }
    }
    all
}

fn table(points: &[Point]) -> std::sync::Arc<Table> {
    let row = |point: &Point| {
        let numbers = [(point.layer / FACES) as f64, point.level as f64];
        point.direction.iter().chain(&numbers).map(|number| float(*number)).collect()
    };
    Table::new(points.iter().map(row).collect())
}

/// The coordinates in the text: the direction, and the number of the cube in an array.
fn at(cubes: usize) -> &'static str {
    match cubes {
        0 => "float3(asfloat($[0]), asfloat($[1]), asfloat($[2]))",
        _ => "float4(asfloat($[0]), asfloat($[1]), asfloat($[2]), asfloat($[3]))",
    }
}

/// Samples a quarter of a texel beside the middle of each, or between the texels of a face.
fn sampled(count: usize, is_linear: bool) -> Probe {
    let Cubes { faces, texture, declared } = cubes(count, is_linear);
    let filter = if is_linear { "linear" } else { "nearest" };
    let mut probe = start(format!("{declared}, sampled {filter}"), &declared, texture);
    let points = points(count, LEVELS, |size| match is_linear {
        true => (1..size).map(f64::from).collect(),
        false => (0..size).map(|texel| f64::from(texel) + 0.25).collect(),
    });
    probe.table = table(&points);
    probe.body = format!("float4 found = t_@.SampleLevel(s_@, {}, asfloat($[4]));\n", at(count));
    for component in COMPONENTS {
        probe.output(Scalar::F32, &format!("found{component}"));
    }
    for point in points {
        let (face, [u, v]) = (&faces[point.level][point.layer], point.on_face);
        let at = [u, v, 0.5];
        let values =
            if is_linear { face.linear(Edge::Clamp, at, [0; 3]) } else { face.nearest(Edge::Clamp, at, [0; 3]) };
        probe.expected.extend(values.map(|value| filtered(is_linear, value)));
    }
    probe
}

/// Gathers where all four texels are of one face.
fn gathered(count: usize) -> Probe {
    let Cubes { faces, texture, declared } = cubes(count, false);
    let mut probe = start(format!("{declared}, gathered"), &declared, texture);
    let points = points(count, 1, |size| (1..size).map(|texel| f64::from(texel) + 0.125).collect());
    probe.table = table(&points);
    for channel in CHANNELS {
        probe.body.push_str(&format!("float4 {channel}_ = t_@.Gather{channel}(s_@, {});\n", at(count)));
        for component in COMPONENTS {
            probe.output(Scalar::F32, &format!("{channel}_{component}"));
        }
    }
    for point in points {
        let [u, v] = point.on_face;
        let texels = faces[0][point.layer].gathered(Edge::Clamp, [u, v, 0.5], [0; 3]);
        for channel in 0..4 {
            probe.expected.extend(texels.map(|texel| Allowed::computed(Number::float(Scalar::F32, texel[channel]))));
        }
    }
    probe
}
