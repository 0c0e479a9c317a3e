#include "values.hlsli"

RWStructuredBuffer<uint> data;

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID) { data[id] = VALUE - 7; }
