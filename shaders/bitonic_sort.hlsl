//@ run: -T cs_6_0 -E sort_block
//@ run: -T cs_6_0 -E merge_step
// A bitonic sort of keys with their values. `sort_block` sorts blocks of 512 in groupshared memory; `merge_step` is one
// step of the network over the whole array. The count is a power of two.

#define THREADS 256
#define BLOCK (2 * THREADS)

struct Entry {
    uint key;
    uint value;

    bool comes_after(Entry other) {
        return key > other.key || (key == other.key && value > other.value);
    }
};

cbuffer Params : register(b0) {
    uint length;   // of the sequences that this pass makes
    uint distance; // between the elements that this step compares
};

RWStructuredBuffer<Entry> entries : register(u1);

groupshared Entry block[BLOCK];

void order(inout Entry a, inout Entry b, bool ascending) {
    if (a.comes_after(b) == ascending) {
        const Entry swapped = a;
        a = b;
        b = swapped;
    }
}

[numthreads(THREADS, 1, 1)]
void sort_block(uint lane : SV_GroupIndex, uint3 group : SV_GroupID) {
    const uint base = group.x * BLOCK;
    block[lane] = entries[base + lane];
    block[lane + THREADS] = entries[base + lane + THREADS];

    for (uint size = 2; size <= BLOCK; size *= 2) {
        for (uint step = size / 2; step > 0; step /= 2) {
            GroupMemoryBarrierWithGroupSync();
            const uint low = 2 * lane - (lane & (step - 1));
            Entry a = block[low];
            Entry b = block[low + step];
            order(a, b, ((base + low) & size) == 0);
            block[low] = a;
            block[low + step] = b;
        }
    }
    GroupMemoryBarrierWithGroupSync();

    entries[base + lane] = block[lane];
    entries[base + lane + THREADS] = block[lane + THREADS];
}

[numthreads(THREADS, 1, 1)]
void merge_step(uint3 id : SV_DispatchThreadID) {
    const uint low = 2 * id.x - (id.x & (distance - 1));
    order(entries[low], entries[low + distance], (low & length) == 0);
}
