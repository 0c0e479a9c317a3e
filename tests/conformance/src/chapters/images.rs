//! Storage images and typed buffers: what is stored is read again, by formats and shapes, whole and by component, and
//! changed by atomic operations.
//!
//! Sections: the reference of HLSL's `RWTexture` objects and `RWBuffer`; Vulkan, "Texel Output Format Conversion" and
//! "Fixed-Point Data Conversions"; Direct3D 11.3, 3.2.3.

use crate::case::{Edge, Probe, Shape, Table, Texture};
use crate::oracle::{Allowed, Number, Scalar, half};

const SECTION: &str = "HLSL's RWTexture objects; Vulkan, Texel Output Format Conversion";
const COMPONENTS: [&str; 4] = [".x", ".y", ".z", ".w"];

/// A format: its names for HLSL and for the suite, the type of components, their number, the bytes of one, and what a stored
/// number becomes.
struct Format {
    name: &'static str,
    known_as: &'static str,
    of: Scalar,
    channels: usize,
    bytes: usize,
    read: fn(f64) -> Allowed,
}

/// A number in fractions of the largest one, rounded to the nearest, or of two at the same distance either.
fn fixed(value: f64, least: f64, most: f64) -> Allowed {
    let scaled = value.clamp(least, 1.0) * most;
    let near = |whole: f64| Allowed::Within(whole / most - 2e-7, whole / most + 2e-7);
    let [below, above] = [scaled.floor(), scaled.ceil()];
    match scaled - below {
        part if part < 0.49 => near(below),
        part if part > 0.51 => near(above),
        _ => near(below).or(near(above)),
    }
}

/// A half, by either rounding.
fn halved(value: f64) -> Allowed {
    let near = [half::nearest(value), half::toward_zero(value)].map(half::value);
    Allowed::computed(Number::float(Scalar::F32, near[0])).or(Allowed::computed(Number::float(Scalar::F32, near[1])))
}

fn single(value: f64) -> Allowed {
    Allowed::computed(Number::float(Scalar::F32, value))
}

const fn format(
    name: &'static str,
    known_as: &'static str,
    of: Scalar,
    (channels, bytes): (usize, usize),
    read: fn(f64) -> Allowed,
) -> Format {
    Format { name, known_as, of, channels, bytes, read }
}

fn unsigned(value: f64) -> Allowed {
    Allowed::exactly(Number::integer(Scalar::U32, value as i128))
}

fn signed(value: f64) -> Allowed {
    Allowed::exactly(Number::integer(Scalar::I32, value as i128))
}

const FORMATS: &[Format] = &[
    format("rgba32f", "rgba32float", Scalar::F32, (4, 4), single),
    format("rg32f", "rg32float", Scalar::F32, (2, 4), single),
    format("r32f", "r32float", Scalar::F32, (1, 4), single),
    format("rgba16f", "rgba16float", Scalar::F32, (4, 2), halved),
    format("rg16f", "rg16float", Scalar::F32, (2, 2), halved),
    format("rgba8", "rgba8unorm", Scalar::F32, (4, 1), |value| fixed(value, 0.0, 255.0)),
    format("r8", "r8unorm", Scalar::F32, (1, 1), |value| fixed(value, 0.0, 255.0)),
    format("rgba8snorm", "rgba8snorm", Scalar::F32, (4, 1), |value| fixed(value, -1.0, 127.0)),
    format("rgba16", "rgba16unorm", Scalar::F32, (4, 2), |value| fixed(value, 0.0, 65535.0)),
    format("rg16snorm", "rg16snorm", Scalar::F32, (2, 2), |value| fixed(value, -1.0, 32767.0)),
    format("rgba32ui", "rgba32uint", Scalar::U32, (4, 4), unsigned),
    format("r32ui", "r32uint", Scalar::U32, (1, 4), unsigned),
    format("rg16ui", "rg16uint", Scalar::U32, (2, 2), unsigned),
    format("rgba8ui", "rgba8uint", Scalar::U32, (4, 1), unsigned),
    format("rgba32i", "rgba32sint", Scalar::I32, (4, 4), signed),
    format("r32i", "r32sint", Scalar::I32, (1, 4), signed),
    format("rg16i", "rg16sint", Scalar::I32, (2, 2), signed),
    format("rgba8i", "rgba8sint", Scalar::I32, (4, 1), signed),
];

/// A shape: its object, the sizes along axes, layers, the place of a lane, and what its sizes are written to.
struct Kind {
    object: &'static str,
    shape: Shape,
    size: [u32; 3],
    layers: u32,
    place: &'static str,
    sizes: &'static str,
}

const KINDS: &[Kind] = &[
    Kind { object: "RWTexture1D", shape: Shape::D1, size: [32, 1, 1], layers: 0, place: "$lane", sizes: "w" },
    Kind {
        object: "RWTexture1DArray",
        shape: Shape::D1,
        size: [8, 1, 1],
        layers: 4,
        place: "uint2($lane % 8u, $lane / 8u)",
        sizes: "w, d",
    },
    Kind {
        object: "RWTexture2D",
        shape: Shape::D2,
        size: [8, 4, 1],
        layers: 0,
        place: "uint2($lane % 8u, $lane / 8u)",
        sizes: "w, h",
    },
    Kind {
        object: "RWTexture2DArray",
        shape: Shape::D2,
        size: [4, 4, 1],
        layers: 2,
        place: "uint3($lane % 4u, $lane / 4u % 4u, $lane / 16u)",
        sizes: "w, h, d",
    },
    Kind {
        object: "RWTexture3D",
        shape: Shape::D3,
        size: [4, 2, 4],
        layers: 0,
        place: "uint3($lane % 4u, $lane / 4u % 2u, $lane / 8u)",
        sizes: "w, h, d",
    },
    Kind { object: "RWBuffer", shape: Shape::Buffer, size: [32, 1, 1], layers: 0, place: "$lane", sizes: "w" },
];

/// Lanes, each with a texel of its own.
const LANES: u32 = 32;

/// The format of atomic operations.
const OF_ATOMICS: &str = "r32ui";
/// The formats that textures of every shape have; the others are those of two axes alone.
const EVERYWHERE: [&str; 3] = ["rgba32f", "rgba8", OF_ATOMICS];

/// An atomic operation on a texel with the lane's number.
type Atomic = (&'static str, fn(u32, u32) -> u32);

const ATOMICS: &[Atomic] = &[
    ("InterlockedAdd", u32::wrapping_add),
    ("InterlockedAnd", |texel, value| texel & value),
    ("InterlockedOr", |texel, value| texel | value),
    ("InterlockedXor", |texel, value| texel ^ value),
    ("InterlockedMin", u32::min),
    ("InterlockedMax", u32::max),
    ("InterlockedExchange", |_, value| value),
];

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for kind in KINDS {
        let is_flat = kind.object == "RWTexture2D";
        for format in FORMATS.iter().filter(|format| is_flat || EVERYWHERE.contains(&format.name)) {
            all.push(stored(format, kind));
            if is_flat && format.channels > 1 {
                all.push(by_component(format, kind));
            }
            if format.name == OF_ATOMICS {
                all.extend(ATOMICS.iter().map(|atomic| atomically(*atomic, format, kind)));
            }
        }
    }
    all
}

fn start(name: String, format: &Format, kind: &Kind, width: usize) -> Probe {
    let mut probe = Probe::new(name, SECTION);
    let ty = match width {
        1 => format.of.name().to_owned(),
        _ => format!("{}{width}", format.of.name()),
    };
    probe.globals = format!("[[vk::image_format(\"{}\")]] {}<{ty}> t_@ : register(u4);\n", format.name, kind.object);
    let texels = kind.size.iter().product::<u32>() as usize;
    let bytes = texels * format.channels * format.bytes;
    probe.texture = Some(std::sync::Arc::new(Texture {
        format: format.known_as,
        shape: kind.shape,
        size: kind.size,
        layers: kind.layers,
        levels: vec![vec![vec![0; bytes]; kind.layers.max(1) as usize]],
        is_linear: false,
        edge: Edge::Clamp,
        compare: None,
        is_writable: true,
    }));
    probe
}

/// A number that a lane stores to a component: of formats of fractions from below the least to above the most, of integers
/// small ones.
fn value(format: &Format, lane: u32, component: usize) -> f64 {
    let number = f64::from((lane * 37 + component as u32 * 11) % 101);
    match format.of {
        Scalar::F32 => number / 32.0 - 1.5,
        Scalar::I32 => number - 50.0,
        _ => number,
    }
}

/// The rows: the bits that each lane stores.
fn table(format: &Format, width: usize) -> std::sync::Arc<Table> {
    let bits = |value: f64| match format.of {
        Scalar::F32 => (value as f32).to_bits(),
        _ => value as i32 as u32,
    };
    let row = |lane: u32| (0..width).map(|component| bits(value(format, lane, component))).collect();
    Table::new((0..LANES).map(row).collect())
}

/// The components of a lane's row, in the type of the format.
fn given(format: &Format, width: usize) -> String {
    let parts: Vec<_> = (0..width).map(|at| crate::case::load(format.of, at)).collect();
    match width {
        1 => parts[0].clone(),
        _ => format!("{}{width}({})", format.of.name(), parts.join(", ")),
    }
}

/// Stores a texel and reads it again, with the sizes.
fn stored(format: &Format, kind: &Kind) -> Probe {
    let width = format.channels;
    let mut probe = start(format!("{} of {}", kind.object, format.name), format, kind, width);
    probe.table = table(format, width);
    let Kind { place, sizes, size, layers, .. } = kind;
    let one = format!("{}{}", format.of.name(), if width == 1 { String::new() } else { width.to_string() });
    probe.body = format!(
        "uint w = 0u, h = 0u, d = 0u; t_@.GetDimensions({sizes});\nt_@[{place}] = {};\n{one} found = t_@[{place}], loaded = t_@.Load({place});\n",
        given(format, width)
    );
    for component in &COMPONENTS[..width] {
        let component = if width == 1 { "" } else { component };
        probe.output(format.of, &format!("found{component}"));
        probe.output(format.of, &format!("loaded{component}"));
    }
    probe.output(Scalar::U32, "w + 100u * h + 10000u * d");
    let last = if *layers > 0 { *layers } else { size[2] };
    let told = sizes.split(", ").map(|name| match name {
        "w" => size[0],
        "h" => 100 * size[1],
        _ => 10000 * last,
    });
    let told: u32 = told.sum();
    for lane in 0..LANES {
        for component in 0..width {
            let allowed = (format.read)(value(format, lane, component));
            probe.expected.extend([allowed.clone(), allowed]);
        }
        probe.expected.push(Allowed::Bits(told.into()));
    }
    probe
}

/// Stores one component of a texel, which keeps the others.
fn by_component(format: &Format, kind: &Kind) -> Probe {
    let width = format.channels;
    let mut probe = start(format!("components of {}", format.name), format, kind, width);
    probe.table = table(format, width);
    let (place, ty) = (kind.place, format.of.name());
    probe.body = format!(
        "t_@[{place}] = {};\nt_@[{place}].y = ({ty})1;\n{ty}{width} found = t_@[{place}];\n",
        given(format, width)
    );
    for component in &COMPONENTS[..width] {
        probe.output(format.of, &format!("found{component}"));
    }
    for lane in 0..LANES {
        for component in 0..width {
            let value = if component == 1 { 1.0 } else { value(format, lane, component) };
            probe.expected.push((format.read)(value));
        }
    }
    probe
}

/// Changes a texel by an atomic operation, and gives what it was before and afterwards.
fn atomically((name, apply): Atomic, format: &Format, kind: &Kind) -> Probe {
    let mut probe = start(format!("{name} of {}", kind.object), format, kind, 1);
    let row = |lane: u32| vec![lane.wrapping_mul(0x9e37_79b9), lane.wrapping_mul(0x85eb_ca6b) ^ 0xffff];
    probe.table = Table::new((0..LANES).map(row).collect());
    let place = kind.place;
    probe.body = format!("uint before; t_@[{place}] = $[0]; {name}(t_@[{place}], $[1], before);\n");
    probe.output(Scalar::U32, "before");
    probe.output(Scalar::U32, &format!("t_@[{place}]"));
    for lane in 0..LANES {
        let [texel, value] = [row(lane)[0], row(lane)[1]];
        probe.expected.extend([texel, apply(texel, value)].map(|word| Allowed::Bits(word.into())));
    }
    probe
}
