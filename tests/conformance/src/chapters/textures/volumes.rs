//! Textures of one and three axes, and arrays: samples by filters and edges, and the choice of a layer.

use super::{COMPONENTS, EDGES, eighths, filtered, float, of_floats, start};
use crate::case::{Edge, Probe, Shape, Table, Texture};
use crate::chapters::random::Random;
use crate::oracle::Scalar;
use crate::oracle::texture::Level;

const LEVELS: usize = 2;
const LAYERS: u32 = 3;

/// A kind of textures: its object, the sizes along its axes, its layers, and the coordinates in the text.
struct Kind {
    object: &'static str,
    shape: Shape,
    size: [u32; 3],
    layers: u32,
    at: &'static str,
}

const KINDS: &[Kind] = &[
    Kind { object: "Texture1D", shape: Shape::D1, size: [8, 1, 1], layers: 0, at: "asfloat($[0])" },
    Kind {
        object: "Texture1DArray",
        shape: Shape::D1,
        size: [8, 1, 1],
        layers: LAYERS,
        at: "float2(asfloat($[0]), asfloat($[3]))",
    },
    Kind {
        object: "Texture2DArray",
        shape: Shape::D2,
        size: [4, 8, 1],
        layers: LAYERS,
        at: "float3(asfloat($[0]), asfloat($[1]), asfloat($[3]))",
    },
    Kind {
        object: "Texture3D",
        shape: Shape::D3,
        size: [4, 2, 8],
        layers: 0,
        at: "float3(asfloat($[0]), asfloat($[1]), asfloat($[2]))",
    },
];

pub(super) fn probes() -> Vec<Probe> {
    let ways =
        KINDS.iter().flat_map(|kind| EDGES.into_iter().flat_map(move |edge| [(kind, edge, false), (kind, edge, true)]));
    ways.map(|(kind, edge, is_linear)| sampled(kind, edge, is_linear)).collect()
}

/// Coordinates a quarter of a texel beside its middle, before, in and behind the texture; a number near a layer, or beyond the
/// last one; a level.
type Place = ([f64; 3], f64, usize);

fn places(kind: &Kind) -> Vec<Place> {
    let mut random = Random::new(31);
    let mut along = |size: u32| match size {
        1 => 0.5,
        _ => (f64::from(random.next() % (size * 5 * 2)) / 2.0 + 0.25) / f64::from(size) - 2.0,
    };
    let near_layers = [-0.75, 0.25, 0.75, 1.375, 1.625, 2.25, 5.0];
    (0..64)
        .map(|index| {
            let level = index % LEVELS;
            (kind.size.map(|size| along((size >> level).max(1))), near_layers[index % near_layers.len()], level)
        })
        .collect()
}

fn sampled(kind: &Kind, edge: Edge, is_linear: bool) -> Probe {
    let mut random = Random::new(23);
    let mut layer = |level: usize| {
        let size = kind.size.map(|size| i64::from(size >> level).max(1));
        Level { size, texels: (0..size.iter().product()).map(|_| eighths(&mut random)).collect() }
    };
    let levels: Vec<Vec<Level>> =
        (0..LEVELS).map(|level| (0..kind.layers.max(1)).map(|_| layer(level)).collect()).collect();
    let texture = Texture {
        format: "rgba32float",
        shape: kind.shape,
        size: kind.size,
        layers: kind.layers,
        levels: levels.iter().map(|layers| of_floats(layers, 4).into_iter().flatten().collect()).collect(),
        is_linear,
        edge,
        compare: None,
        is_writable: false,
    };
    let filter = if is_linear { "linear" } else { "nearest" };
    let name = format!("{}, sampled {filter}, {edge:?}", kind.object);
    let mut probe = start(name, &format!("{}<float4>", kind.object), texture);
    let places = places(kind);
    let row = |([u, v, w], layer, level): &Place| [*u, *v, *w, *layer, *level as f64].into_iter().map(float).collect();
    probe.table = Table::new(places.iter().map(row).collect());
    probe.body = format!("float4 found = t_@.SampleLevel(s_@, {}, asfloat($[4]));\n", kind.at);
    for component in COMPONENTS {
        probe.output(Scalar::F32, &format!("found{component}"));
    }
    for (at, near, level) in places {
        let layers = &levels[level];
        let layer = &layers[near.round().clamp(0.0, (layers.len() - 1) as f64) as usize];
        let values = if is_linear { layer.linear(edge, at, [0; 3]) } else { layer.nearest(edge, at, [0; 3]) };
        probe.expected.extend(values.map(|value| filtered(is_linear, value)));
    }
    probe
}
