//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = u32:0*36
//@ dispatch: 2 1 3
//@ out: 0:0 = u32:500000,510001,500100,510101,520010,530011,520110,530111,540020,550021,540120,550121,501000,511001,501100,511101,521010,531011,521110,531111,541020,551021,541120,551121,502000,512001,502100,512101,522010,532011,522110,532111,542020,552021,542120,552121
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// Where an invocation is in its workgroup and in the grid, along three axes.
layout(local_size_x = 2, local_size_y = 3) in;
layout(std430, binding = 0) buffer Result { uint v[]; };

void main() {
    uvec3 at = gl_GlobalInvocationID;
    uint code = gl_LocalInvocationID.x + 10u * gl_LocalInvocationID.y + 100u * gl_WorkGroupID.x + 1000u * gl_WorkGroupID.z;
    v[at.x + 4u * (at.y + 3u * at.z)] = code + 10000u * gl_LocalInvocationIndex + 100000u * (gl_NumWorkGroups.x + gl_NumWorkGroups.z);
}
