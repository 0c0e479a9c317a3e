//@ run: -T cs_6_0 -E main

// Tells what it has read before it writes something else.
StructuredBuffer<uint> source : register(t0);
RWStructuredBuffer<uint> result : register(u1);

[numthreads(2, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    printf("%u of %v2u: %#x", source[id.x], id.xy, source[id.x] * 16);
    result[id.x] = source[id.x] + 1;
}
