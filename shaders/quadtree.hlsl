//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
// hlsl2spirv: -T lib_6_8 -fspv-target-env=vulkan1.3
// A work graph that paints the Mandelbrot set square by square: a square whose border is all of one count is filled, others are
// split into four, down to squares that are computed pixel by pixel.
//
//   hlsl2spirv graph shaders/quadtree.hlsl --record 'look={origin: [0, 0], size: 256}' \
//       --bind image=image:256x256 --bind squares=zeros:12 --out image=quadtree.png

struct Square {
    uint2 origin;
    uint size;
};

struct Fill {
    uint2 grid : SV_DispatchGrid;
    uint2 origin;
    uint size;
    uint count;
};

static const uint SIDE = 256;
static const uint LEAST = 16;
static const uint MOST = 128;

[[vk::image_format("rgba8")]] RWTexture2D<float4> image;
/// The numbers of squares that were looked at, filled, and computed.
RWStructuredBuffer<uint> squares;

uint iterations(uint2 pixel) {
    const float2 c = float2(pixel) * (3.0 / SIDE) - float2(2.25, 1.5);
    float2 z = 0;
    uint count = 0;
    while (count < MOST && dot(z, z) < 4) {
        z = float2(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
        ++count;
    }
    return count;
}

float4 color(uint count) {
    const float t = float(count) / MOST;
    return count == MOST ? float4(0, 0, 0, 1) : float4(sqrt(t), t, 1 - t, 1);
}

groupshared uint least;
groupshared uint greatest;

/// A pixel on the border of a square, by its number along the border.
uint2 on_border(uint at, uint last) {
    const uint step = at % last;
    const uint side = at / last;
    if (side == 0) return uint2(step, 0);
    if (side == 1) return uint2(last, step);
    return side == 2 ? uint2(last - step, last) : uint2(0, last - step);
}

/// Finds the least and the greatest count on the border of a square.
void examine_border(Square square, uint thread) {
    if (thread == 0) {
        least = MOST;
        greatest = 0;
        InterlockedAdd(squares[0], 1);
    }
    GroupMemoryBarrierWithGroupSync();
    const uint last = square.size - 1;
    for (uint at = thread; at < 4 * last; at += 64) {
        const uint count = iterations(square.origin + on_border(at, last));
        InterlockedMin(least, count);
        InterlockedMax(greatest, count);
    }
    GroupMemoryBarrierWithGroupSync();
}

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeDispatchGrid(1, 1, 1)]
[NumThreads(64, 1, 1)]
[NodeMaxRecursionDepth(8)]
[NodeIsProgramEntry]
void look(DispatchNodeInputRecord<Square> input,
          uint thread : SV_GroupIndex,
          [MaxRecords(4)] [NodeID("look")] NodeOutput<Square> parts,
          [MaxRecords(1)] NodeOutput<Fill> fill,
          [MaxRecords(1)] NodeOutput<Square> pixels) {
    const Square square = input.Get();
    examine_border(square, thread);
    const bool is_even = least == greatest;
    const bool is_small = square.size <= LEAST;
    const bool splits = !is_even && !is_small && parts.IsValid();
    GroupNodeOutputRecords<Square> part = parts.GetGroupNodeOutputRecords(splits ? 4 : 0);
    if (splits && thread < 4) {
        const uint half_size = square.size / 2;
        part[thread].origin = square.origin + half_size * uint2(thread & 1, thread >> 1);
        part[thread].size = half_size;
    }
    part.OutputComplete();
    ThreadNodeOutputRecords<Fill> filled = fill.GetThreadNodeOutputRecords(is_even && thread == 0 ? 1 : 0);
    if (is_even && thread == 0) {
        filled.Get().grid = (square.size + 7) / 8;
        filled.Get().origin = square.origin;
        filled.Get().size = square.size;
        filled.Get().count = least;
    }
    filled.OutputComplete();
    const bool computes = !is_even && !splits && thread == 0;
    ThreadNodeOutputRecords<Square> computed = pixels.GetThreadNodeOutputRecords(computes ? 1 : 0);
    if (computes) computed.Get() = square;
    computed.OutputComplete();
}

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeMaxDispatchGrid(32, 32, 1)]
[NumThreads(8, 8, 1)]
void fill(DispatchNodeInputRecord<Fill> input, uint2 id : SV_DispatchThreadID, uint thread : SV_GroupIndex,
          uint2 group : SV_GroupID) {
    const Fill fill = input.Get();
    if (thread == 0 && all(group == 0)) InterlockedAdd(squares[1], 1);
    if (fill.size > max(id.x, id.y)) image[fill.origin + id] = color(fill.count);
}

[Shader("node")]
[NodeLaunch("coalescing")]
[NumThreads(64, 1, 1)]
void pixels([MaxRecords(4)] GroupNodeInputRecords<Square> input,
            uint thread : SV_GroupIndex,
            [MaxRecords(4)] EmptyNodeOutput count) {
    for (uint at = 0; at < input.Count(); ++at) {
        const Square square = input.Get(at);
        for (uint pixel = thread; pixel < square.size * square.size; pixel += 64) {
            const uint2 place = square.origin + uint2(pixel % square.size, pixel / square.size);
            image[place] = color(iterations(place));
        }
    }
    count.GroupIncrementOutputCount(input.Count());
}

[Shader("node")]
[NodeLaunch("thread")]
void count() {
    InterlockedAdd(squares[2], 1);
}
