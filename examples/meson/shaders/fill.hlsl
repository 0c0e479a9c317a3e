#include "values.hlsli"

RWStructuredBuffer<uint> data;

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
    for (uint i = 0; i < COUNT; i++)
        data[id * COUNT + i] = VALUE;
}
