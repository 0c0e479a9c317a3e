//@ run: -T cs_6_0 -E main -fspv-target-env=vulkan1.1
// Operations of waves where some lanes take one way and some the other.
StructuredBuffer<uint> source : register(t0);
RWStructuredBuffer<uint> result : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    const uint value = source[id.x];
    uint sum;
    if (value & 1)
        sum = WaveActiveSum(value) + WavePrefixSum(value);
    else
        sum = WaveActiveMax(value);
    result[id.x] = sum;
}
