//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0[0] = u32:1,2,3,4
//@ in: 0:0[1] = u32:10,20,30,40
//@ in: 0:0[2] = u32:100,200,300,400
//@ in: 1:2 = u32:0*4
//@ dispatch: 4
//@ out: 1:2 = u32:101,120,400,104
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// An array of buffers, one of which is chosen at run time; a second set.
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Input { uint v[4]; } sources[3];
layout(std430, set = 1, binding = 2) buffer Result { uint v[]; } result;

void main() {
    uint k = gl_WorkGroupID.x;
    result.v[k] = sources[k % 3u].v[k] + sources[2].v[0];
}
