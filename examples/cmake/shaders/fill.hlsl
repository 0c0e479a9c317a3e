#include "values.hlsli"

RWStructuredBuffer<uint> data;

[numthreads(64, 1, 1)] void main(uint i : SV_DispatchThreadID) { data[i] = VALUE; }
[numthreads(64, 1, 1)] void clear(uint i : SV_DispatchThreadID) { data[i] = 0; }
