//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1 --emit=wgsl
//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1 --emit=wgsl -O0
// What other languages lack is told at its line, with the passes and without.
RWStructuredBuffer<uint> values : register(u0);

[numthreads(32, 1, 1)]
void main(uint id : SV_GroupIndex) {
    if (id > 7) {
        values[id] = 1;
    }
    if (WaveIsFirstLane()) {
//~     ^ error[E5118]: cannot translate to wgsl: unsupported instruction GroupNonUniformElect at Function
        values[0] += id;
    }
}
