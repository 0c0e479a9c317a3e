//@ run: glslangValidator --target-env vulkan1.2
//@ in: 0:0 = f16:0.5,-2,1000,0.0999755859,3,504,-0.25,6
//@ in: 0:1 = f16:0*8
//@ in: 0:2 = f32:0*4
//@ in: 0:3 = u32:0*4
//@ dispatch: 2
//@ out: 0:1 = f16:-1.5,-1,1000,1000,507,1512,504,6.25
//@ out: 0:2 = f32:2000.5,3,0,3
//@ out: 0:3 = u32:0xba003e00,0,0x3fc00000,0xbf400000
//@ run: glslc -O --target-env=vulkan1.2

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
// Numbers of half precision, in memory and packed into a word.
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Input { f16vec4 v[]; } source;
layout(std430, binding = 1) buffer Halves { f16vec4 v[]; } halves;
layout(std430, binding = 2) buffer Floats { vec2 v[]; } floats;
layout(std430, binding = 3) buffer Packed { uint word; vec2 pair; } packed;

void main() {
    uint k = gl_GlobalInvocationID.x;
    f16vec4 v = source.v[k];
    float16_t most = max(max(v.x, v.y), max(v.z, v.w));
    halves.v[k] = f16vec4(v.x + v.y, v.x * v.y, most, abs(v.w - v.z));
    uint positive = 0u;
    for (int c = 0; c < 4; ++c) {
        positive += v[c] > float16_t(0.0) ? 1u : 0u;
    }
    floats.v[k] = vec2(float(v.z) * 2.0 + 0.5, float(positive));
    if (k == 0u) {
        packed.word = packHalf2x16(float(v.x) * vec2(3.0, -1.5));
        packed.pair = unpackHalf2x16(packed.word);
    }
}
