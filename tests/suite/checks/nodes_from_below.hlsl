//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3 -Wno-everything
//@ rules: hlsl
//@ in: result = u32:0*256
//@ dispatch: 2

// Nodes of a tree are made from below by whoever comes last, and read by other groups.
#ifdef RIGHT
globallycoherent RWStructuredBuffer<uint> result : register(u0);
#else
RWStructuredBuffer<uint> result : register(u0);
#endif

[numthreads(4, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID) {
    // Node 1 is the root, 8 to 15 are leaves; behind them are the counters.
    uint node = 8 + thread.x;
    result[node] = thread.x;
    while (node > 1) {
        DeviceMemoryBarrier();
        uint before;
        InterlockedAdd(result[64 + node / 2], 1, before);
        if (before == 0)
            return;
        DeviceMemoryBarrier();
        node /= 2;
        result[node] = result[2 * node] + result[2 * node + 1];
//~                    ^ error[E6007]: read of result[2], written by another group, from a resource that is not globallycoherent (not-coherent)
    }
}
