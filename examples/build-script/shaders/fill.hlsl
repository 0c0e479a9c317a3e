#include "common.hlsli"

RWStructuredBuffer<uint> target : register(u0);

[numthreads(GROUP_SIZE, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    target[id.x] = FILL_VALUE;
}
