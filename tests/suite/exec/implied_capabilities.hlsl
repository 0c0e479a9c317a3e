//@ run: -T cs_6_0 -E main -fspv-target-env=vulkan1.1 -O0
//@ in: y = u32:0*4
//@ dispatch: 1
//@ out: y = u32:7,0,0,0
//@ run: -T cs_6_0 -E main -fspv-target-env=vulkan1.1 -O3
//@ in: y = u32:0*4
//@ dispatch: 1
//@ out: y = u32:7,0,0,0

// The sum goes, and with it its capability, which alone implied the one that the choice of a lane needs.
RWStructuredBuffer<uint> y : register(u0);

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint never = 3, sum = 0;
    if ((never & 4) != 0) {
        sum = WaveActiveBitXor(id.x);
    }
    y[id.x] = WaveIsFirstLane() && id.x == 0 ? sum + 7 : 0;
}
