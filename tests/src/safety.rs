//! Shaders cannot harm their host: accesses out of bounds, missing and short bindings, divisions by zero, conversions
//! out of range, infinite loops. Workgroups are one invocation, and a wave and more; their lanes run one by one and
//! together.

use crate::guarded::{Edge, Guarded};
use crate::kernels::support::{Found, WAVE, kernel, near, same, trial};
use harness::device::{Device, Kernel};
use libtest_mimic::{Failed, Trial};
use runner::{Error, Format, Image, Lanes, Module};
use std::time::{Duration, Instant};

type Check = fn(&Grid<'_>) -> Result<(), Failed>;

/// The tests: name, shader of groups of `THREADS`, check.
const CASES: &[(&str, &str, Check)] = &[
    ("reads_outside_give_zero", READS, reads_outside_give_zero),
    ("writes_outside_are_dropped", WRITES, writes_outside_are_dropped),
    ("atomics_outside_are_dropped", ATOMICS, atomics_outside_are_dropped),
    ("short_and_missing_bindings", SHORT, short_and_missing_bindings),
    ("arrays_keep_their_bounds", ARRAYS, arrays_keep_their_bounds),
    ("shared_memory_keeps_its_bounds", SHARED, shared_memory_keeps_its_bounds),
    ("waves_keep_their_bounds", WAVES, waves_keep_their_bounds),
    ("images_keep_their_bounds", IMAGES, images_keep_their_bounds),
    ("integers_do_not_trap", INTEGERS, integers_do_not_trap),
    ("conversions_saturate", CONVERSIONS, conversions_saturate),
    ("endless_loops_end", ENDLESS, endless_loops_end),
];

/// Dispatches: the size of a workgroup, the number of workgroups, the way to run lanes.
const WAYS: &[(u32, u32, Lanes)] =
    &[(1, 8, Lanes::OneByOne), (40, 2, Lanes::OneByOne), (40, 2, Lanes::Vectors(8)), (64, 2, Lanes::Vectors(16))];

/// A kernel with the size of its dispatch.
struct Grid<'m> {
    module: &'m Module,
    groups: [u32; 3],
    invocations: usize,
}

impl Grid<'_> {
    /// These values repeated for all invocations.
    fn spread<T: Copy>(&self, values: &[T]) -> Vec<T> {
        values.iter().copied().cycle().take(self.invocations).collect()
    }
}

pub(crate) fn trials(cpu: &Found) -> Vec<Trial> {
    let mut all = Vec::new();
    for &(name, text, check) in CASES {
        for level in ["-O0", "-O3"] {
            for way @ (threads, _, lanes) in WAYS {
                let run = move |device: &Device| run(device, text, level, *way, check);
                all.push(trial(cpu, format!("safety::{name} {level} {threads} {lanes:?}"), run));
            }
        }
    }
    all
}

fn run(device: &Device, text: &str, level: &str, way: (u32, u32, Lanes), check: Check) -> Result<(), Failed> {
    let (threads, groups, lanes) = way;
    let size = format!("-DTHREADS={threads}");
    let options = ["-T", "cs_6_0", "-E", "main", "-fspv-target-env=vulkan1.1", level, &size].map(str::to_owned);
    let device = device.clone().with_lanes(lanes);
    let Kernel::Cpu(module) = kernel(&device, "safety.hlsl", text, &options, WAVE)? else {
        return Err("what a driver survives is not ours to say".into());
    };
    match &module.info().one_by_one {
        Some(reason) if lanes != Lanes::OneByOne => Err(format!("does not run as vectors: {reason}").into()),
        _ => check(&Grid { module: &module, groups: [groups, 1, 1], invocations: (threads * groups) as usize }),
    }
}

/// Offsets far from a buffer, or just beyond its end.
const WILD: [u32; 8] = [0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x4000_0000, 16, 17, 0x3fff_ffff, 0xffff_fffc];

const READS: &str = "
StructuredBuffer<uint> offsets : register(t0);
StructuredBuffer<uint> input : register(t1);
StructuredBuffer<float4> wide : register(t2);
ByteAddressBuffer bytes : register(t3);
RWStructuredBuffer<uint> output : register(u4);
[numthreads(THREADS, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    uint at = offsets[id.x];
    uint4 loaded = bytes.Load4(at);
    output[id.x] = input[at] | asuint(wide[at].w) | asuint(wide[at].x) | loaded.x | loaded.w;
}";

fn reads_outside_give_zero(grid: &Grid<'_>) -> Result<(), Failed> {
    let offsets = grid.spread(&WILD);
    for edge in [Edge::Start, Edge::End] {
        let input = Guarded::new(16, 0xffff_ffff, edge);
        // The raw buffer is so small that every offset is out of bounds.
        let bytes = Guarded::new(4, 0xffff_ffff, edge);
        let mut output = Guarded::new(grid.invocations, 7, edge);
        let mut dispatch = grid.module.dispatch();
        dispatch.buffer("offsets", &offsets)?.buffer("input", input.words())?.buffer("wide", input.words())?;
        dispatch.buffer("bytes", bytes.words())?.buffer_mut("output", output.words_mut())?;
        dispatch.run(grid.groups)?;
        same("output", &vec![0; grid.invocations], output.words())?;
    }
    Ok(())
}

const WRITES: &str = "
StructuredBuffer<uint> offsets : register(t0);
RWStructuredBuffer<uint> output : register(u1);
RWStructuredBuffer<float4> wide : register(u2);
RWByteAddressBuffer bytes : register(u3);
[numthreads(THREADS, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    uint at = offsets[id.x];
    output[at] = 1;
    wide[at] = 1.0;
    bytes.Store4(at, 1);
    bytes.Store(at, 1);
}";

fn writes_outside_are_dropped(grid: &Grid<'_>) -> Result<(), Failed> {
    let offsets = grid.spread(&WILD);
    for edge in [Edge::Start, Edge::End] {
        let mut buffers = [Guarded::new(16, 5, edge), Guarded::new(16, 5, edge), Guarded::new(4, 5, edge)];
        let [output, wide, bytes] = &mut buffers;
        let mut dispatch = grid.module.dispatch();
        dispatch.buffer("offsets", &offsets)?.buffer_mut("output", output.words_mut())?;
        dispatch.buffer_mut("wide", wide.words_mut())?.buffer_mut("bytes", bytes.words_mut())?;
        dispatch.run(grid.groups)?;
        for buffer in &buffers {
            same("buffer", &vec![5; buffer.words().len()], buffer.words())?;
        }
    }
    Ok(())
}

const ATOMICS: &str = "
StructuredBuffer<uint> offsets : register(t0);
RWStructuredBuffer<uint> output : register(u1);
RWStructuredBuffer<uint> before : register(u2);
[numthreads(THREADS, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    uint old, swapped;
    InterlockedAdd(output[offsets[id.x]], 1, old);
    InterlockedCompareExchange(output[offsets[id.x]], 5, 9, swapped);
    before[id.x] = old | swapped;
}";

fn atomics_outside_are_dropped(grid: &Grid<'_>) -> Result<(), Failed> {
    let offsets = grid.spread(&WILD);
    for edge in [Edge::Start, Edge::End] {
        let (mut output, mut before) = (Guarded::new(16, 5, edge), Guarded::new(grid.invocations, 3, edge));
        let mut dispatch = grid.module.dispatch();
        dispatch.buffer("offsets", &offsets)?.buffer_mut("output", output.words_mut())?;
        dispatch.buffer_mut("before", before.words_mut())?.run(grid.groups)?;
        same("output", &[5; 16], output.words())?;
        same("before", &vec![0; grid.invocations], before.words())?;
    }
    Ok(())
}

const SHORT: &str = "
cbuffer Params : register(b0) { uint4 first; uint4 list[64]; };
StructuredBuffer<uint> input : register(t1);
RWStructuredBuffer<uint> output : register(u2);
RWTexture2D<float4> image : register(u3);
[numthreads(THREADS, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    image[id.xy] = 1.0;
    output[4 + id.x] = first.x + list[63].w + list[id.x * 1000000].x + input[id.x] + uint(image[id.xy].x);
    uint count, stride, width, height;
    input.GetDimensions(count, stride);
    image.GetDimensions(width, height);
    output[1] = count + width + height;
}";

fn short_and_missing_bindings(grid: &Grid<'_>) -> Result<(), Failed> {
    for edge in [Edge::Start, Edge::End] {
        let params = Guarded::new(4, 2, edge);
        let mut output = Guarded::new(4 + grid.invocations, 7, edge);
        let mut dispatch = grid.module.dispatch();
        dispatch.buffer("Params", params.words())?.buffer_mut("output", output.words_mut())?;
        let error = dispatch.run(grid.groups).unwrap_err();
        assert!(matches!(&error, Error::TooSmall { place, .. } if place.contains("'Params'")), "{error}");
        dispatch.allow_gaps().run(grid.groups)?;
        let (head, each) = output.words().split_at(4);
        same("output", &[7, 0, 7, 7], head)?;
        same("output", &vec![2; grid.invocations], each)?;
        // No bindings at all.
        grid.module.dispatch().allow_gaps().run(grid.groups)?;
    }
    Ok(())
}

const ARRAYS: &str = "
StructuredBuffer<uint> offsets : register(t0);
RWStructuredBuffer<uint> output : register(u1);
static const uint table[4] = { 1, 2, 3, 4 };
[numthreads(THREADS, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    uint at = offsets[id.x];
    uint local[4] = { 1, 2, 3, 4 };
    uint kept = id.x;
    local[at] = at;
    float4 v = 1.0;
    v[at & 3] = 2.0;
    uint sum = local[at + 1] + table[at] + uint(v[at & 3]);
    output[id.x] = sum == 12345 ? 2 : kept;
}";

fn arrays_keep_their_bounds(grid: &Grid<'_>) -> Result<(), Failed> {
    let (offsets, mut output) = (grid.spread(&WILD), vec![!0; grid.invocations]);
    let mut dispatch = grid.module.dispatch();
    dispatch.buffer("offsets", &offsets)?.buffer_mut("output", &mut output)?.run(grid.groups)?;
    same("output", &(0..grid.invocations as u32).collect::<Vec<_>>(), &output)
}

const SHARED: &str = "
StructuredBuffer<uint> offsets : register(t0);
RWStructuredBuffer<uint> output : register(u1);
groupshared uint before[THREADS];
groupshared uint words[16];
groupshared float4 wide[4];
groupshared uint behind[THREADS];
[numthreads(THREADS, 1, 1)] void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex) {
    uint at = offsets[id.x];
    before[lane] = lane;
    behind[lane] = lane;
    GroupMemoryBarrierWithGroupSync();
    for (uint turn = 0; turn < 3; ++turn) {
        words[at + turn] = ~0u;
        wide[at - turn] = -1.0;
        uint old;
        InterlockedOr(words[at * turn], ~0u, old);
        GroupMemoryBarrierWithGroupSync();
    }
    uint next = (lane + 1) % THREADS;
    uint stray = words[at] == 12345 || wide[at].x == 12345 ? 1 : 0;
    output[id.x] = before[next] + behind[next] - 2 * next + stray;
}";

/// The memory beside a groupshared array is unchanged.
fn shared_memory_keeps_its_bounds(grid: &Grid<'_>) -> Result<(), Failed> {
    let (offsets, mut output) = (grid.spread(&WILD), vec![7; grid.invocations]);
    let mut dispatch = grid.module.dispatch();
    dispatch.buffer("offsets", &offsets)?.buffer_mut("output", &mut output)?.run(grid.groups)?;
    same("output", &vec![0; grid.invocations], &output)
}

const WAVES: &str = "
StructuredBuffer<uint> offsets : register(t0);
RWStructuredBuffer<uint> output : register(u1);
[numthreads(THREADS, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    uint at = offsets[id.x];
    uint read = WaveReadLaneAt(id.x, at);
    if (read % 3 == 0) read += WaveReadLaneAt(at, WaveReadLaneAt(at, 1));
    output[id.x] = read == 12345 ? 2 : WaveReadLaneAt(id.x, WaveGetLaneIndex());
}";

fn waves_keep_their_bounds(grid: &Grid<'_>) -> Result<(), Failed> {
    let (offsets, mut output) = (grid.spread(&WILD), vec![!0; grid.invocations]);
    let mut dispatch = grid.module.dispatch();
    dispatch.buffer("offsets", &offsets)?.buffer_mut("output", &mut output)?.run(grid.groups)?;
    same("output", &(0..grid.invocations as u32).collect::<Vec<_>>(), &output)
}

const IMAGES: &str = "
StructuredBuffer<uint> offsets : register(t0);
RWTexture2D<uint> image : register(u1);
Texture2D<float4> source : register(t2);
SamplerState point_sampler : register(s3);
RWBuffer<uint> texels : register(u4);
RWStructuredBuffer<float> output : register(u5);
[numthreads(THREADS, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    uint at = offsets[id.x];
    image[uint2(at, 0)] = 9;
    image[uint2(0, at)] = 9;
    texels[at] = 9;
    uint before;
    InterlockedAdd(image[uint2(at, at)], 1, before);
    float far = asfloat(at);
    float4 sampled = source.SampleLevel(point_sampler, float2(far, 1.0 / far), far);
    float zero = image[uint2(at, 0)] + texels[at] + source.Load(int3(at, at, at)).x + source[uint2(at, 0)].w;
    output[id.x] = zero + (sampled.x == 0.5 ? 1.0 : 0.0);
}";

fn images_keep_their_bounds(grid: &Grid<'_>) -> Result<(), Failed> {
    let (offsets, mut output) = (grid.spread(&WILD), vec![7f32; grid.invocations]);
    let mut image = Image::d2(Format::R32_UINT, 4, 4)?;
    let mut texels = Image::buffer(Format::R32_UINT, 4)?;
    let mut source = Image::d2(Format::RGBA32_FLOAT, 2, 2)?.with_levels(2)?;
    source.set_values(0, 0, &[0.5f32; 16]);
    source.set_values(1, 0, &[0.5f32; 4]);
    let mut dispatch = grid.module.dispatch();
    dispatch.buffer("offsets", &offsets)?.image("image", &mut image)?.image("texels", &mut texels)?;
    dispatch.texture("source", &source)?.sampler("point_sampler", runner::Sampler::nearest())?;
    dispatch.buffer_mut("output", &mut output)?.run(grid.groups)?;
    near("output", &vec![1.0; grid.invocations], &output, 0, 0.0)?;
    assert!(image.bytes().iter().chain(texels.bytes()).all(|byte| *byte == 0), "nothing was written");
    Ok(())
}

const INTEGERS: &str = "
StructuredBuffer<int2> input : register(t0);
RWStructuredBuffer<int> output : register(u1);
[numthreads(THREADS, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    int2 v = input[id.x];
    uint2 u = uint2(v);
    int quotient = v.x / v.y, rest = v.x % v.y;
    uint uq = u.x / u.y, ur = u.x % u.y;
    int shifted = (v.x << v.y) + (v.x >> v.y) + int(u.x >> u.y);
    output[2 * id.x] = v.y == 0 || v.y == -1 ? 1 : quotient;
    output[2 * id.x + 1] = quotient + rest + int(uq + ur) + shifted == 0x12345 ? 1 : 2;
}";

fn integers_do_not_trap(grid: &Grid<'_>) -> Result<(), Failed> {
    let input = [[7i32, 0], [i32::MIN, -1], [-7, 2], [0, 0], [i32::MIN, 0], [7, 40], [1, i32::MIN], [9, -3]];
    let (input, mut output) = (grid.spread(&input), vec![0; 2 * grid.invocations]);
    let mut dispatch = grid.module.dispatch();
    dispatch.buffer("input", &input)?.buffer_mut("output", &mut output)?.run(grid.groups)?;
    let expected = [1, 1, -3, 1, 1, 0, 0, -3].map(|quotient: i32| [quotient.cast_unsigned(), 2]);
    same("output", grid.spread(&expected).as_flattened(), &output)
}

const CONVERSIONS: &str = "
StructuredBuffer<float> input : register(t0);
RWStructuredBuffer<uint> output : register(u1);
[numthreads(THREADS, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    float v = input[id.x];
    output[2 * id.x] = uint(int(v));
    output[2 * id.x + 1] = uint(v);
}";

fn conversions_saturate(grid: &Grid<'_>) -> Result<(), Failed> {
    let input = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30, -1.5, 3.9, 4e9];
    let (input, mut output) = (grid.spread(&input), vec![7; 2 * grid.invocations]);
    let mut dispatch = grid.module.dispatch();
    dispatch.buffer("input", &input)?.buffer_mut("output", &mut output)?.run(grid.groups)?;
    let expected: Vec<u32> = input.iter().flat_map(|value| [(*value as i32).cast_unsigned(), *value as u32]).collect();
    same("output", &expected, &output)
}

const ENDLESS: &str = "
RWStructuredBuffer<uint> output : register(u0);
groupshared uint turns;
[numthreads(THREADS, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    uint i = 0;
    while (output[1] == 0) {
        ++i;
        output[0] = i;
    }
    for (;;) {
        GroupMemoryBarrierWithGroupSync();
        turns = i;
    }
}";

fn endless_loops_end(grid: &Grid<'_>) -> Result<(), Failed> {
    for flag in [0, 1] {
        let mut output = [0, flag, 0, 0];
        let start = Instant::now();
        let mut dispatch = grid.module.dispatch();
        dispatch.buffer_mut("output", &mut output)?.deadline(Duration::from_millis(30));
        assert_eq!(dispatch.run(grid.groups), Err(Error::Deadline));
        assert!(start.elapsed() < Duration::from_secs(20), "the deadline is kept");
    }
    Ok(())
}
