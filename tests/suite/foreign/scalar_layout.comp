//@ run: glslangValidator --target-env vulkan1.2
//@ in: 0:0 = f32:1,2,3,10,20,30,100,200,300;u32:7
//@ in: 0:1 = f32:0*4
//@ dispatch: 3
//@ out: 0:0 = f32:1,2,3,10,20,30,100,200,300;u32:10
//@ out: 0:1 = f32:6,60,600
//@ run: glslc -O --target-env=vulkan1.2

#version 450
#extension GL_EXT_scalar_block_layout : require
// Vectors of three that lie behind each other without gaps.
layout(local_size_x = 1) in;
layout(scalar, binding = 0) buffer Block { vec3 v[3]; uint count; } block;
layout(scalar, binding = 1) buffer Result { float v[]; } result;

void main() {
    uint k = gl_GlobalInvocationID.x;
    result.v[k] = block.v[k].x + block.v[k].y + block.v[k].z;
    atomicAdd(block.count, 1u);
}
