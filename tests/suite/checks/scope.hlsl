//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: data = u32:0*64
//@ dispatch: 1

// A barrier for groupshared memory orders no buffers.
RWStructuredBuffer<uint> data : register(u0);

[numthreads(32, 1, 1)]
void main(uint index : SV_GroupIndex) {
    data[index] = index;
    GroupMemoryBarrierWithGroupSync();
    uint wrong = data[31 - index];
//~              ^ error[E6006]: read-write data race on data[31]: the barrier does not apply to this memory (scope)
    DeviceMemoryBarrierWithGroupSync();
    data[32 + index] = wrong;
    DeviceMemoryBarrierWithGroupSync();
    data[index] = data[63 - index];
}
