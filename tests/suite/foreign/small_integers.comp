//@ run: glslangValidator --target-env vulkan1.2
//@ in: 0:0 = i8:-128,127,-1,5,100,-100,7,3;i16:-32768,32767,300,-300
//@ in: 0:1 = zeros:32
//@ in: 0:2 = zeros:64
//@ dispatch: 4
//@ out: 0:1 = i8:-1,-128,-64,64,4,-5,-1,127,0,-16,50,50,10,21,3,3;i16:-32768,-32768,32765,-32767,900,-300,-900,300
//@ out: 0:2 = u32:4294967168,32768,16256,1,4294967295,32767,1275,1,100,300,15600,0,7,65236,21,0
//@ run: glslc -O --target-env=vulkan1.2

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
// Integers of one and two bytes: they wrap around, and keep or lose their sign as they grow.
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Input { i8vec2 pairs[4]; int16_t singles[4]; } source;
layout(std430, binding = 1) buffer Small { int8_t bytes[16]; i16vec2 words[4]; } small;
layout(std430, binding = 2) buffer Large { uint v[]; } large;

void main() {
    uint k = gl_GlobalInvocationID.x;
    i8vec2 pair = source.pairs[k];
    small.bytes[4u * k] = pair.x + pair.y;
    small.bytes[4u * k + 1u] = pair.x * pair.y;
    small.bytes[4u * k + 2u] = pair.x >> int8_t(1);
    small.bytes[4u * k + 3u] = int8_t(uint8_t(pair.x) >> uint8_t(1));
    int16_t single = source.singles[k];
    small.words[k] = i16vec2(single * int16_t(3), -single);
    large.v[4u * k] = uint(int(pair.x));
    large.v[4u * k + 1u] = uint(uint16_t(single));
    large.v[4u * k + 2u] = uint(uint8_t(pair.x)) * uint(uint8_t(pair.y));
    large.v[4u * k + 3u] = pair.x < pair.y ? 1u : 0u;
}
