//@ run: -T cs_6_0 -E main
// Exclusive prefix sums of blocks of 512 values: up-sweep and down-sweep over a balanced tree.

static const uint THREADS = 256;
static const uint BLOCK = 2 * THREADS;

cbuffer Params : register(b0) {
    uint count;
};

StructuredBuffer<uint> input : register(t1);
RWStructuredBuffer<uint> output : register(u2);
RWStructuredBuffer<uint> totals : register(u3);

groupshared uint tree[BLOCK];

uint load(uint i) {
    return i < count ? input[i] : 0;
}

[numthreads(THREADS, 1, 1)]
void main(uint lane : SV_GroupIndex, uint3 group : SV_GroupID) {
    const uint base = group.x * BLOCK;
    tree[2 * lane] = load(base + 2 * lane);
    tree[2 * lane + 1] = load(base + 2 * lane + 1);

    uint offset = 1;
    uint active;
    for (active = BLOCK >> 1; active > 0; active >>= 1) {
        GroupMemoryBarrierWithGroupSync();
        if (lane < active) {
            const uint left = offset * (2 * lane + 1) - 1;
            const uint right = offset * (2 * lane + 2) - 1;
            tree[right] += tree[left];
        }
        offset *= 2;
    }

    if (lane == 0) {
        totals[group.x] = tree[BLOCK - 1];
        tree[BLOCK - 1] = 0;
    }

    for (active = 1; active < BLOCK; active *= 2) {
        offset >>= 1;
        GroupMemoryBarrierWithGroupSync();
        if (lane < active) {
            const uint left = offset * (2 * lane + 1) - 1;
            const uint right = offset * (2 * lane + 2) - 1;
            const uint swapped = tree[left];
            tree[left] = tree[right];
            tree[right] += swapped;
        }
    }
    GroupMemoryBarrierWithGroupSync();

    [unroll]
    for (uint i = 0; i < 2; ++i) {
        const uint at = base + 2 * lane + i;
        if (at < count)
            output[at] = tree[2 * lane + i];
    }
}
