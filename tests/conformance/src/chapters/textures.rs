//! Textures: loads from formats, shapes and levels; samples by filters and edges, at levels and offsets; gathers and
//! comparisons; cubes, volumes and arrays.
//!
//! Sections: the reference of HLSL's texture objects; those of [`crate::oracle::texture`].

mod cubes;
mod volumes;

use super::random::Random;
use crate::case::{Border, Comparison, Edge, Probe, Shape, Table, Texture};
use crate::oracle::texture::{self, Level};
use crate::oracle::{Allowed, Number, Scalar, half};
use std::sync::Arc;

const SECTION: &str = "HLSL's texture objects; Direct3D 11.3, 7.17 and 7.18";
const EDGES: [Edge; 7] = [
    Edge::Wrap,
    Edge::Mirror,
    Edge::MirrorOnce,
    Edge::Clamp,
    Edge::Border(Border::Transparent),
    Edge::Border(Border::Black),
    Edge::Border(Border::White),
];
const CHANNELS: [&str; 4] = ["Red", "Green", "Blue", "Alpha"];
const COMPONENTS: [&str; 4] = [".x", ".y", ".z", ".w"];
/// The size of the texture that is sampled, and its levels.
const SIZE: [u32; 3] = [8, 4, 1];
const LEVELS: usize = 3;

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for edge in EDGES {
        for is_linear in [false, true] {
            for offset in [[0, 0, 0], [1, -1, 0], [-3, 2, 0]] {
                all.push(sampled(edge, is_linear, offset));
            }
            all.push(between_levels(edge, is_linear));
            all.push(by_gradients(edge, is_linear));
        }
        for offset in [[0, 0, 0], [2, -1, 0]] {
            all.push(gathered(edge, offset));
        }
    }
    for (operator, comparison) in [
        ("<", Comparison::Less),
        ("<=", Comparison::LessEqual),
        (">", Comparison::Greater),
        (">=", Comparison::GreaterEqual),
        ("==", Comparison::Equal),
        ("!=", Comparison::NotEqual),
    ] {
        all.push(compared(operator, comparison));
    }
    all.extend(FORMATS.iter().map(loaded));
    all.extend(KINDS.iter().map(|kind| shaped(*kind)));
    all.push(loaded_beside());
    all.extend(cubes::probes());
    all.extend(volumes::probes());
    all
}

/// A probe that has a texture and a sampler.
fn start(name: String, declared: &str, texture: Texture) -> Probe {
    let mut probe = Probe::new(name, SECTION);
    let sampler = if texture.compare.is_some() { "SamplerComparisonState" } else { "SamplerState" };
    probe.globals = format!("{declared} t_@ : register(t4);\n{sampler} s_@ : register(s5);\n");
    probe.texture = Some(Arc::new(texture));
    probe
}

/// A texel of eighths, below eight.
fn eighths(random: &mut Random) -> [f64; 4] {
    [0; 4].map(|_: i32| f64::from(random.next() % 64) / 8.0)
}

/// What a mean of such texels may be: weights have eight bits or more.
fn mean(value: f64) -> Allowed {
    Allowed::Within(value - 8.0 / 64.0, value + 8.0 / 64.0)
}

/// Levels of eighths, each number of its own neighbourhood.
fn levels() -> Vec<Level> {
    let mut random = Random::new(5);
    (0..LEVELS)
        .map(|level| {
            let size = SIZE.map(|size| i64::from(size >> level).max(1));
            let texels = (0..size.iter().product()).map(|_| eighths(&mut random));
            Level { size, texels: texels.collect() }
        })
        .collect()
}

fn of_floats(levels: &[Level], channels: usize) -> Vec<Vec<Vec<u8>>> {
    let bytes =
        |texel: &[f64; 4]| texel[..channels].iter().flat_map(|value| (*value as f32).to_le_bytes()).collect::<Vec<_>>();
    levels.iter().map(|level| vec![level.texels.iter().flat_map(bytes).collect()]).collect()
}

fn texture(format: &'static str, levels: Vec<Vec<Vec<u8>>>, is_linear: bool, edge: Edge) -> Texture {
    let (shape, compare) = (Shape::D2, None);
    Texture { format, shape, size: SIZE, layers: 0, levels, is_linear, edge, compare, is_writable: false }
}

/// Coordinates a quarter of a texel beside its middle, from two sizes before the texture to two behind it, with a level.
fn coordinates() -> Vec<([f64; 3], usize)> {
    let mut random = Random::new(77);
    let mut next = |size: i64| (f64::from(random.next() % (size * 5 * 2) as u32) / 2.0 + 0.25) / size as f64 - 2.0;
    (0..64)
        .map(|index| {
            let level = index % LEVELS;
            ([next(i64::from(SIZE[0] >> level)), next(i64::from((SIZE[1] >> level).max(1))), 0.5], level)
        })
        .collect()
}

/// The coordinates as rows: both, the level, and a one.
fn rows(coordinates: &[([f64; 3], usize)]) -> Arc<Table> {
    let row = |([u, v, _], level): &([f64; 3], usize)| vec![float(*u), float(*v), float(*level as f64), 1];
    Table::new(coordinates.iter().map(row).collect())
}

fn float(value: f64) -> u32 {
    (value as f32).to_bits()
}

fn offset_text([right, down, _]: [i64; 3]) -> String {
    if [right, down] == [0, 0] { String::new() } else { format!(", int2({right}, {down})") }
}

fn sampled(edge: Edge, is_linear: bool, offset: [i64; 3]) -> Probe {
    let levels = levels();
    let filter = if is_linear { "linear" } else { "nearest" };
    let texture = texture("rgba32float", of_floats(&levels, 4), is_linear, edge);
    let mut probe = start(format!("sampled {filter}, {edge:?}, at {offset:?}"), "Texture2D<float4>", texture);
    let coordinates = coordinates();
    probe.table = rows(&coordinates);
    let offset_text = offset_text(offset);
    probe.body = format!(
        "float4 found = t_@.SampleLevel(s_@, float2(asfloat($[0]), asfloat($[1])), asfloat($[2]){offset_text});\n"
    );
    for component in COMPONENTS {
        probe.output(Scalar::F32, &format!("found{component}"));
    }
    for (at, level) in coordinates {
        let level = &levels[level];
        let values = if is_linear { level.linear(edge, at, offset) } else { level.nearest(edge, at, offset) };
        probe.expected.extend(values.map(|value| filtered(is_linear, value)));
    }
    probe
}

/// What a sample may be.
fn filtered(is_linear: bool, value: f64) -> Allowed {
    if is_linear { mean(value) } else { Allowed::computed(Number::float(Scalar::F32, value)) }
}

/// Samples at levels between whole ones, below the finest and above the coarsest. A quarter of the finest level's texels is on
/// no edge of coarser ones.
fn between_levels(edge: Edge, is_linear: bool) -> Probe {
    let levels = levels();
    let filter = if is_linear { "linear" } else { "nearest" };
    let texture = texture("rgba32float", of_floats(&levels, 4), is_linear, edge);
    let mut probe = start(format!("sampled between levels, {filter}, {edge:?}"), "Texture2D<float4>", texture);
    let between = [-0.75, 0.25, 0.75, 1.25, 1.375, 1.75, 2.25, 7.0];
    let of_finest = coordinates().into_iter().filter(|(_, level)| *level == 0);
    let coordinates: Vec<_> = of_finest.zip(between.into_iter().cycle()).map(|((at, _), level)| (at, level)).collect();
    let row = |([u, v, _], level): &([f64; 3], f64)| vec![float(*u), float(*v), float(*level)];
    probe.table = Table::new(coordinates.iter().map(row).collect());
    probe.body =
        "float4 found = t_@.SampleLevel(s_@, float2(asfloat($[0]), asfloat($[1])), asfloat($[2]));\n".to_owned();
    for component in COMPONENTS {
        probe.output(Scalar::F32, &format!("found{component}"));
    }
    for (at, level) in coordinates {
        let values = match is_linear {
            true => texture::between(&levels, level, |level| level.linear(edge, at, [0; 3])),
            false => levels[texture::nearest_level(LEVELS, level)].nearest(edge, at, [0; 3]),
        };
        probe.expected.extend(values.map(|value| filtered(is_linear, value)));
    }
    probe
}

/// Samples by gradients as long along both axes as a texel of a level.
fn by_gradients(edge: Edge, is_linear: bool) -> Probe {
    let levels = levels();
    let filter = if is_linear { "linear" } else { "nearest" };
    let texture = texture("rgba32float", of_floats(&levels, 4), is_linear, edge);
    let mut probe = start(format!("sampled by gradients, {filter}, {edge:?}"), "Texture2D<float4>", texture);
    let coordinates = coordinates();
    probe.table = rows(&coordinates);
    let [width, height, _] = SIZE;
    probe.body = format!(
        "float texel = exp2(asfloat($[2]));\nfloat4 found = t_@.SampleGrad(s_@, float2(asfloat($[0]), asfloat($[1])), \
         float2(texel / {width}.0f, 0.0f), float2(0.0f, texel / {height}.0f));\n"
    );
    for component in COMPONENTS {
        probe.output(Scalar::F32, &format!("found{component}"));
    }
    for (at, level) in coordinates {
        let level = &levels[level];
        let values = if is_linear { level.linear(edge, at, [0; 3]) } else { level.nearest(edge, at, [0; 3]) };
        probe.expected.extend(values.map(|value| filtered(is_linear, value)));
    }
    probe
}

/// Loads at an offset from the coordinates.
fn loaded_beside() -> Probe {
    let levels = levels();
    let texture = texture("rgba32float", of_floats(&levels, 4), false, Edge::Clamp);
    let mut probe = start("loaded at an offset".to_owned(), "Texture2D<float4>", texture);
    let places: Vec<[u32; 3]> =
        (0..2).flat_map(|level| (0..2).flat_map(move |y| (2..4).map(move |x| [x, y, level]))).collect();
    probe.table = Table::new(places.iter().map(|[x, y, level]| vec![*x, *y, *level, u32::MAX]).collect());
    probe.body = "int3 at = int3($[0], $[1], $[2]); float4 found = t_@.Load(at, int2(-2, 0)), other = t_@.Load(at, int2($[3], 0));\n".to_owned();
    for component in COMPONENTS {
        probe.output(Scalar::F32, &format!("found{component}"));
        probe.output(Scalar::F32, &format!("other{component}"));
    }
    for [x, y, level] in places {
        let texel = |offset: i64| levels[level as usize].texel(Edge::Clamp, [i64::from(x) + offset, i64::from(y), 0]);
        let both = texel(-2).into_iter().zip(texel(-1)).flat_map(|(found, other)| [found, other]);
        probe.expected.extend(both.map(|value| Allowed::computed(Number::float(Scalar::F32, value))));
    }
    probe
}

fn gathered(edge: Edge, offset: [i64; 3]) -> Probe {
    let levels = levels();
    let texture = texture("rgba32float", of_floats(&levels[..1], 4), true, edge);
    let mut probe = start(format!("gathered, {edge:?}, at {offset:?}"), "Texture2D<float4>", texture);
    let coordinates: Vec<_> = coordinates().into_iter().filter(|(_, level)| *level == 0).collect();
    probe.table = rows(&coordinates);
    for channel in CHANNELS {
        let offset = offset_text(offset);
        probe.body.push_str(&format!(
            "float4 {channel}_ = t_@.Gather{channel}(s_@, float2(asfloat($[0]), asfloat($[1])){offset});\n"
        ));
        for component in COMPONENTS {
            probe.output(Scalar::F32, &format!("{channel}_{component}"));
        }
    }
    for (at, _) in coordinates {
        let texels = levels[0].gathered(edge, at, offset);
        for channel in 0..4 {
            let values = texels.map(|texel| Number::float(Scalar::F32, texel[channel]));
            probe.expected.extend(values.map(Allowed::computed));
        }
    }
    probe
}

fn compared(operator: &str, comparison: Comparison) -> Probe {
    let levels = &levels()[..1];
    let edge = Edge::Clamp;
    let mut texture = texture("r32float", of_floats(levels, 1), false, edge);
    texture.compare = Some(comparison);
    let mut probe = start(format!("compared by {operator}"), "Texture2D<float>", texture);
    let coordinates: Vec<_> = coordinates().into_iter().filter(|(_, level)| *level == 0).collect();
    probe.table = rows(&coordinates);
    probe.body =
        "float2 uv = float2(asfloat($[0]), asfloat($[1]));\nfloat4 four = t_@.GatherCmp(s_@, uv, 4.0f);\n".to_owned();
    probe.output(Scalar::F32, "t_@.SampleCmpLevelZero(s_@, uv, 4.0f)");
    for component in COMPONENTS {
        probe.output(Scalar::F32, &format!("four{component}"));
    }
    let result = |texel: [f64; 4]| {
        let holds = match comparison {
            Comparison::Less => 4.0 < texel[0],
            Comparison::LessEqual => 4.0 <= texel[0],
            Comparison::Greater => 4.0 > texel[0],
            Comparison::GreaterEqual => 4.0 >= texel[0],
            Comparison::Equal => texel[0] == 4.0,
            Comparison::NotEqual => texel[0] != 4.0,
        };
        Allowed::computed(Number::float(Scalar::F32, f64::from(u8::from(holds))))
    };
    for (at, _) in coordinates {
        probe.expected.push(result(levels[0].nearest(edge, at, [0; 3])));
        probe.expected.extend(levels[0].gathered(edge, at, [0; 3]).map(result));
    }
    probe
}

/// A format: its name, the type of components, their number, the bytes of one, and the value of its bits.
struct Form {
    name: &'static str,
    of: Scalar,
    channels: usize,
    bytes: usize,
    value: fn(u32) -> Allowed,
}

fn exactly(of: Scalar, bits: u32) -> Allowed {
    Allowed::computed(Number::new(of, u64::from(bits)))
}

/// A fraction of the largest number, within the two units in the last place that formats may be off.
fn fraction(value: i32, most: i32) -> Allowed {
    let exact = (f64::from(value) / f64::from(most)).max(-1.0);
    Allowed::Within(exact - 2e-7, exact + 2e-7)
}

fn signed(bits: u32, width: u32) -> i32 {
    (bits << (32 - width)) as i32 >> (32 - width)
}

const FORMATS: &[Form] = &[
    Form { name: "rgba32float", of: Scalar::F32, channels: 4, bytes: 4, value: |bits| exactly(Scalar::F32, bits) },
    Form { name: "rg32float", of: Scalar::F32, channels: 2, bytes: 4, value: |bits| exactly(Scalar::F32, bits) },
    Form { name: "r32float", of: Scalar::F32, channels: 1, bytes: 4, value: |bits| exactly(Scalar::F32, bits) },
    Form {
        name: "rgba16float",
        of: Scalar::F32,
        channels: 4,
        bytes: 2,
        value: |bits| Allowed::computed(Number::float(Scalar::F32, half::value(bits as u16))),
    },
    Form { name: "rgba8unorm", of: Scalar::F32, channels: 4, bytes: 1, value: |bits| fraction(bits as i32, 255) },
    Form { name: "rgba8snorm", of: Scalar::F32, channels: 4, bytes: 1, value: |bits| fraction(signed(bits, 8), 127) },
    Form { name: "r8unorm", of: Scalar::F32, channels: 1, bytes: 1, value: |bits| fraction(bits as i32, 255) },
    Form { name: "rg16unorm", of: Scalar::F32, channels: 2, bytes: 2, value: |bits| fraction(bits as i32, 65535) },
    Form {
        name: "rgba16snorm",
        of: Scalar::F32,
        channels: 4,
        bytes: 2,
        value: |bits| fraction(signed(bits, 16), 32767),
    },
    Form { name: "rgba32uint", of: Scalar::U32, channels: 4, bytes: 4, value: |bits| exactly(Scalar::U32, bits) },
    Form { name: "rg16uint", of: Scalar::U32, channels: 2, bytes: 2, value: |bits| exactly(Scalar::U32, bits) },
    Form { name: "r8uint", of: Scalar::U32, channels: 1, bytes: 1, value: |bits| exactly(Scalar::U32, bits) },
    Form { name: "rgba32sint", of: Scalar::I32, channels: 4, bytes: 4, value: |bits| exactly(Scalar::I32, bits) },
    Form {
        name: "rgba16sint",
        of: Scalar::I32,
        channels: 4,
        bytes: 2,
        value: |bits| exactly(Scalar::I32, signed(bits, 16) as u32),
    },
    Form {
        name: "rg8sint",
        of: Scalar::I32,
        channels: 2,
        bytes: 1,
        value: |bits| exactly(Scalar::I32, signed(bits, 8) as u32),
    },
];

/// Every texel of every level of a texture of a format, by each way to load it.
fn loaded(form: &Form) -> Probe {
    let mut random = Random::new(form.name.len() as u64 + 90);
    // Numbers with few bits below the point, none of them special.
    let mut bits = || match (form.of, form.bytes) {
        (Scalar::F32, 4) => (random.next() as i32 as f32 / 65536.0).to_bits(),
        (Scalar::F32, 2) if form.name.ends_with("float") => {
            u32::from(half::nearest(f64::from(random.next() as i32) / 1e6))
        }
        (_, bytes) => random.next() & (u32::MAX >> (32 - 8 * bytes)),
    };
    let counts: Vec<usize> =
        (0..LEVELS).map(|level| ((SIZE[0] >> level) * (SIZE[1] >> level).max(1)) as usize).collect();
    let texels: Vec<Vec<Vec<u32>>> = counts
        .iter()
        .map(|count| (0..*count).map(|_| (0..form.channels).map(|_| bits()).collect()).collect())
        .collect();
    let packed =
        |texel: &Vec<u32>| texel.iter().flat_map(|bits| bits.to_le_bytes()[..form.bytes].to_vec()).collect::<Vec<_>>();
    let levels = texels.iter().map(|level| vec![level.iter().flat_map(packed).collect()]).collect();
    let ty = form.of.name();
    let mut probe = start(
        format!("loaded of {}", form.name),
        &format!("Texture2D<vector<{ty}, 4> >"),
        texture(form.name, levels, false, Edge::Clamp),
    );
    let places: Vec<[u32; 3]> = (0..LEVELS as u32)
        .flat_map(|level| {
            let [width, height] = [SIZE[0] >> level, (SIZE[1] >> level).max(1)];
            (0..height).flat_map(move |y| (0..width).map(move |x| [x, y, level]))
        })
        .collect();
    probe.table = Table::new(places.iter().map(|place| place.to_vec()).collect());
    probe.body = format!(
        "vector<{ty}, 4> a = t_@.Load(int3($[0], $[1], $[2])), b = t_@.mips[$[2]][uint2($[0], $[1])], c = $[2] == 0u ? t_@[uint2($[0], $[1])] : a;\n"
    );
    for name in ["a", "b", "c"] {
        for component in COMPONENTS {
            probe.output(form.of, &format!("{name}{component}"));
        }
    }
    for [x, y, level] in places {
        let texel = &texels[level as usize][(y * (SIZE[0] >> level) + x) as usize];
        let value = |channel: usize| match texel.get(channel) {
            Some(bits) => (form.value)(*bits),
            None if channel == 3 => Allowed::exactly(Number::integer(form.of, 1)),
            None => Allowed::computed(Number::integer(form.of, 0)),
        };
        for _ in 0..3 {
            probe.expected.extend((0..4).map(value));
        }
    }
    probe
}

/// A kind of textures: its object, axes, layers, the place in the whole as the arguments of a load, and the call for its sizes.
type Kind = (&'static str, usize, u32, &'static str, &'static str);

const KINDS: &[Kind] = &[
    ("Texture1D", 1, 0, "int2($[0], $[3])", "t_@.GetDimensions($[3], w, levels)"),
    ("Texture1DArray", 1, 3, "int3($[0], $[2], $[3])", "t_@.GetDimensions($[3], w, d, levels)"),
    ("Texture2D", 2, 0, "int3($[0], $[1], $[3])", "t_@.GetDimensions($[3], w, h, levels)"),
    ("Texture2DArray", 2, 3, "int4($[0], $[1], $[2], $[3])", "t_@.GetDimensions($[3], w, h, d, levels)"),
    ("Texture3D", 3, 0, "int4($[0], $[1], $[2], $[3])", "t_@.GetDimensions($[3], w, h, d, levels)"),
];

fn shaped((object, axes, layers, place, sizes): Kind) -> Probe {
    let size = [4, 6, 2];
    // The sizes of a level: width, height, and depth or layers.
    let of_level = |level: u32| {
        let along = |axis: usize| if axis < axes { (size[axis] >> level).max(1) } else { 1 };
        [along(0), along(1), if layers > 0 { layers } else { along(2) }]
    };
    let number = |[x, y, z]: [u32; 3], level: u32| x + 10 * y + 100 * z + 1000 * level;
    let whole = |level: u32| {
        let [width, height, depth] = of_level(level);
        let planes = (0..depth).map(move |z| {
            let row = move |y| (0..width).map(move |x| [x, y, z]);
            (0..height).flat_map(row).collect::<Vec<_>>()
        });
        planes.collect::<Vec<_>>()
    };
    let bytes =
        |places: &[[u32; 3]], level: u32| places.iter().flat_map(|at| number(*at, level).to_le_bytes()).collect();
    let levels: Vec<Vec<Vec<u8>>> = (0..2)
        .map(|level| match layers {
            0 => vec![bytes(&whole(level).concat(), level)],
            _ => whole(level).iter().map(|plane| bytes(plane, level)).collect(),
        })
        .collect();
    let shape = [Shape::D1, Shape::D2, Shape::D3][axes - 1];
    let plain = texture("r32uint", levels, false, Edge::Clamp);
    let texture = Texture { shape, size, layers, ..plain };
    let mut probe = start(format!("{object}, loaded and measured"), &format!("{object}<uint>"), texture);
    let places: Vec<([u32; 3], u32)> =
        (0..2).flat_map(|level| whole(level).concat().into_iter().map(move |at| (at, level))).collect();
    probe.table = Table::new(places.iter().map(|([x, y, z], level)| vec![*x, *y, *z, *level]).collect());
    probe.body = format!("uint w = 1u, h = 1u, d = 1u, levels; {sizes};\n");
    probe.output(Scalar::U32, &format!("t_@.Load({place})"));
    probe.output(Scalar::U32, "w + 100u * h + 10000u * d");
    probe.output(Scalar::U32, "levels");
    for (at, level) in places {
        let [width, height, depth] = of_level(level);
        let expected = [number(at, level), width + 100 * height + 10000 * depth, 2];
        probe.expected.extend(expected.map(|word| Allowed::Bits(u64::from(word))));
    }
    probe
}
