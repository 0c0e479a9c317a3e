//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = f32:0.100000001,-0.600000024,2,0.899999976
//@ in: 0:1 = u32:0*8
//@ in: 0:2 = f32:0*8
//@ dispatch: 1
//@ out: 0:1 = u32:0xe6ff001a,0x727fb40d,0x199a,0xb3340ccd,0x3dcccccd,0xbf19999a,0x0,0x0
//@ out: 0:2 ~0.00002 = f32:-1,1,0.00787401572,0,1,-1,1,1.52590219e-05
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// Numbers as small integers in a word.
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Input { vec4 v; } source;
layout(std430, binding = 1) buffer Packed { uint v[8]; } packed;
layout(std430, binding = 2) buffer Result { vec4 v[2]; } result;

void main() {
    packed.v[0] = packUnorm4x8(source.v);
    packed.v[1] = packSnorm4x8(source.v);
    packed.v[2] = packUnorm2x16(source.v.xy);
    packed.v[3] = packSnorm2x16(source.v.xy);
    packed.v[4] = floatBitsToUint(source.v.x);
    packed.v[5] = uint(floatBitsToInt(source.v.y));
    uint zero = packed.v[6];
    result.v[0] = unpackSnorm4x8(zero + 0x00017f80u);
    result.v[1] = vec4(unpackSnorm2x16(zero + 0x80007fffu), unpackUnorm2x16(zero + 0x0001ffffu));
}
