#include "values.hlsli"

RWStructuredBuffer<uint> data;

[numthreads(64, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    for (uint k = 0; k < COUNT; k++)
        data[i * COUNT + k] = VALUE;
}
