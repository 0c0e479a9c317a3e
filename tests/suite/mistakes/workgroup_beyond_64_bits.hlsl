//@ run: -T cs_6_0
groupshared uint shared_values[4];
RWStructuredBuffer<uint> result;
[numthreads(4294967295, 4294967295, 2)]
//~ warning[W2554]: workgroup size of 36893488130239234050 exceeds the limit of 1024 invocations on most devices
void main(uint lane : SV_GroupIndex) {
    shared_values[lane & 3] = lane;
    GroupMemoryBarrierWithGroupSync();
    result[lane] = shared_values[(lane + 1) & 3];
}
