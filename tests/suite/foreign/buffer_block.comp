//@ run: glslangValidator --target-env vulkan1.0
//@ in: 0:0 = u32:5,6,7,8
//@ in: 0:1 = u32:0*5
//@ in: 0:2 = f32:1,2,3,4,5,6,7,8
//@ dispatch: 4
//@ out: 0:1 = u32:4,6,10,16,24
//@ out: 0:2 = f32:1,4,3,4,10,6,7,8
//@ run: glslc --target-env=vulkan1.0

#version 450
// Storage buffers as SPIR-V 1.0 has them: blocks of the class Uniform.
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Input { uint v[]; } source;
layout(std430, binding = 1) buffer Result { uint count; uint v[]; } result;
layout(std140, binding = 2) buffer Pair { mat2 m; } pair;

void main() {
    uint k = gl_GlobalInvocationID.x;
    if (k == 0u) {
        result.count = uint(source.v.length());
        pair.m[0][1] *= 2.0;
        pair.m[1].x *= 2.0;
    }
    result.v[k] = source.v[k] + (k + 1u) * (k + 1u);
}
