//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: data = u32:0*64
//@ in: parts = u32:0*16
//@ in: seen = u32:0*16
//@ in: done = u32:0
//@ dispatch: 4

// The last group takes over what others have written, in order; one of two buffers may never show it.
RWStructuredBuffer<uint> data : register(u0);
globallycoherent RWStructuredBuffer<uint> parts : register(u1);
RWStructuredBuffer<uint> seen : register(u2);
globallycoherent RWStructuredBuffer<uint> done : register(u3);
groupshared bool is_last;

[numthreads(32, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID) {
    if (index == 0) {
        parts[group.x] = group.x;
        seen[group.x] = group.x;
        DeviceMemoryBarrier();
        uint before;
        InterlockedAdd(done[0], 1, before);
        is_last = before == 3;
    }
    AllMemoryBarrierWithGroupSync();
    if (is_last && index < 4) {
        data[index] = parts[index];
        data[32 + index] = seen[index];
//~                        ^ error[E6007]: read of seen[0], written by another group, from a resource that is not globallycoherent (not-coherent)
    }
}
