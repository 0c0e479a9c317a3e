//@ run: -T cs_6_0 -fspv-target-env=vulkan1.3 -fspv-extension=SPV_EXT_shader_atomic_float_add -fspv-extension=SPV_EXT_shader_atomic_float_min_max
//@ only on the CPU: drivers may lack the extensions
//@ in: result = f32:1,100,-100,0,0,0,0,0
//@ dispatch: 1
//@ out: result = f32:2017,0,63,1,2016,-1.5,62.5,1
//@ check: OpCapability AtomicFloat32AddEXT
//@ check: OpExtension "SPV_EXT_shader_atomic_float_add"
// Floats are added and compared in one instruction where the extensions are named.
RWStructuredBuffer<float> result;
groupshared float sum, least, most;

[numthreads(64, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    if (lane == 0) {
        sum = 0;
        least = 1000;
        most = -1000;
    }
    GroupMemoryBarrierWithGroupSync();
    float before;
    InterlockedAdd(sum, float(lane), before);
    InterlockedMin(least, lane - 1.5);
    InterlockedMax(most, lane - 0.5);
    InterlockedAdd(result[0], float(lane));
    InterlockedMin(result[1], float(lane));
    InterlockedMax(result[2], float(lane));
    GroupMemoryBarrierWithGroupSync();
    if (lane == 0) {
        result[3] = 1;
        result[4] = sum;
        result[5] = least;
        result[6] = most;
        result[7] = before - before + 1;
    }
}
