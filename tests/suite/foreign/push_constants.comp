//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = f32:0*16
//@ push: f32:2,0,0,0,10,20,30;u32:3;f32:1,2,3,4;i32:5,-6,7,-8
//@ dispatch: 4
//@ out: 0:0 = f32:16,28,30,5,24,40,31,-6,32,52,32,7,40,64,30,-8
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// A block of push constants whose members have gaps between them.
layout(local_size_x = 1) in;
layout(push_constant) uniform Push { float scale; vec3 offset; uint n; mat2 m; ivec2 t[2]; } push;
layout(std430, binding = 0) buffer Result { vec4 v[]; } result;

void main() {
    uint k = gl_GlobalInvocationID.x;
    vec2 moved = push.scale * (push.m * vec2(k, k + 1u)) + push.offset.xy;
    result.v[k] = vec4(moved, push.offset.z + float(k % push.n), float(push.t[k >> 1][k & 1u]));
}
