// A barrier is missing.

RWStructuredBuffer<float> result : register(u0);

groupshared float tile[8];

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    tile[index] = index;
    result[index] = tile[7 - index];
}
//@ run: -T cs_6_0 -E main
