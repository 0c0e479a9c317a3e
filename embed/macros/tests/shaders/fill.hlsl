#include "amount.hlsli"
RWStructuredBuffer<uint> data;
[numthreads(64, 1, 1)] void main(uint i : SV_DispatchThreadID) { data[i] = AMOUNT; }
