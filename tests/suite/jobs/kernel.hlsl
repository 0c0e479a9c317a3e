//@ run: -T cs_6_0 -E main
//@ run: -T cs_6_0 -E endless
//@ run: -T cs_6_0 -E main -D OFFSET=5

// What the job files in this folder run.
#ifndef OFFSET
#define OFFSET 0
#endif

[[vk::constant_id(3)]] const uint scale = 2;
StructuredBuffer<uint> source : register(t0);
RWStructuredBuffer<uint> result : register(u1);

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    result[id.x] = source[id.x] * scale + OFFSET;
}

[numthreads(4, 1, 1)]
void endless(uint3 id : SV_DispatchThreadID) {
    uint count = 0;
    while (source[0] != 1) {
        ++count;
        result[0] = count;
    }
}
