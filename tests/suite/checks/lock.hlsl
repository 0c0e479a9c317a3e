//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: data = u32:0*64
//@ dispatch: 1

// A thread waits for another one of its wave: the one that holds the lock goes on.
RWStructuredBuffer<uint> data : register(u0);
groupshared uint lock;
groupshared uint count;

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    if (index == 0) {
        lock = 0;
        count = 0;
    }
    GroupMemoryBarrierWithGroupSync();
    bool done = false;
    [loop] while (!done) {
        uint before;
        InterlockedCompareExchange(lock, 0, 1, before);
        if (before == 0) {
            GroupMemoryBarrier();
            count += 1;
            GroupMemoryBarrier();
            InterlockedExchange(lock, 0, before);
            done = true;
        }
    }
    GroupMemoryBarrierWithGroupSync();
    data[index] = count;
}
