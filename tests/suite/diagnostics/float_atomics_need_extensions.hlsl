//@ run: -T cs_6_6 -enable-16bit-types -fspv-target-env=vulkan1.3 -fspv-extension=KHR
RWStructuredBuffer<half> halves;
[numthreads(64, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    InterlockedAdd(halves[lane], half(1.5));
//~ ^ error[E3001]: extension SPV_EXT_shader_atomic_float16_add is not allowed
}
