//@ run: -T cs_6_0 -E main
// Reads of what another thread has just written, with and without a barrier in between.
RWStructuredBuffer<float> list : register(u1);
cbuffer Frame { uint count; };
groupshared float tile[256];
groupshared float other[256];
struct Pair { float a, b; };
groupshared Pair pairs[256];
groupshared float rows[256][2];

void meet() { GroupMemoryBarrierWithGroupSync(); }
float twice(float x) { return 2 * x; }

[numthreads(256, 1, 1)]
void main(uint3 at : SV_DispatchThreadID, uint i : SV_GroupIndex, uint3 thread : SV_GroupThreadID) {
    tile[i] = list[at.x];
//~ ^ note: each thread writes its own element here
    list[at.x] = tile[255 - i];
//~              ^ warning[W2563]: missing barrier between this read of 'tile' and writes of other threads
    const uint next = thread.x + 1;
    tile[thread.x] = list[at.x];
//~ ^ note: each thread writes its own element here
    if (count > 2) list[at.x] = 1;
    list[at.x] = twice(tile[next]);
//~                    ^ warning[W2563]: missing barrier between this read of 'tile' and writes of other threads
    tile[i] = list[at.x];
//~ ^ note: each thread writes its own element here
    float first = tile[0];
//~               ^ warning[W2563]: missing barrier between this read of 'tile' and writes of other threads
    tile[i] = list[at.x] + first;
//~ ^ note: each thread writes its own element here
    float near = tile[i ^ 1];
//~              ^ warning[W2563]: missing barrier between this read of 'tile' and writes of other threads
    pairs[i].a = near;
//~ ^ note: each thread writes its own element here
    list[at.x] += pairs[i + 1].a;
//~                            ^ warning[W2563]: missing barrier between this read of 'pairs' and writes of other threads

    // Behind a barrier, in a part that nobody wrote, in an element of the thread's own, or for some threads alone.
    tile[i] = list[at.x];
    GroupMemoryBarrierWithGroupSync();
    list[at.x] = tile[255 - i];
    tile[i] = list[at.x];
    meet();
    list[at.x] = tile[0];
    tile[i] = list[at.x];
    list[at.x] = tile[i] + other[0];
    pairs[i].a = 1;
    list[at.x] = pairs[i + 1].b;
    rows[i][0] = 1;
    list[at.x] = rows[i + 1][1];
    other[i] = 1;
    list[at.x] = count > 2 ? other[i + 1] : 0;
    if (count > 2) list[at.x] = other[i + 1];
    list[at.x] = other[i + 300];
    uint moving = i;
    moving += count;
    other[moving] = 2;
    if (count > 3) return;
    other[i] = 2;
    list[at.x] = other[i + 1];
}

// The threads of a wave may go together.
[numthreads(32, 1, 1)]
void small(uint i : SV_GroupIndex) {
    tile[i] = 1;
    list[i] = tile[i + 1];
}
//~? note: insert GroupMemoryBarrierWithGroupSync() between the write and the read
//~? note: insert GroupMemoryBarrierWithGroupSync() between the write and the read
//~? note: insert GroupMemoryBarrierWithGroupSync() between the write and the read
//~? note: insert GroupMemoryBarrierWithGroupSync() between the write and the read
//~? note: insert GroupMemoryBarrierWithGroupSync() between the write and the read
