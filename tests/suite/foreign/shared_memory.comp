//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = u32:0,37,74,10,47,84,20,57,94,30,67,3,40,77,13,50,87,23,60,97,33,70,6,43
//@ in: 0:1 = u32:0*24
//@ dispatch: 2
//@ out: 0:1 = u32:3000,67037,30111,94121,57168,20252,84272,47329,10423,74453,37520,523,43040,6117,70130,33180,97267,60290,23350,87447,50480,13550,77556,40599
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// Memory of a workgroup, barriers in a loop, a struct and an array of vectors in it.
layout(local_size_x = 4, local_size_y = 3) in;
layout(std430, binding = 0) readonly buffer Input { uint v[]; } source;
layout(std430, binding = 1) buffer Result { uint v[]; } result;
struct Cell { uvec2 pair; uint other; };
shared Cell cells[12];
shared uint sums[2][12];

void main() {
    uint lane = gl_LocalInvocationIndex;
    uint at = gl_WorkGroupID.x * 12u + lane;
    cells[lane].pair = uvec2(source.v[at], lane);
    cells[11u - lane].other = source.v[at];
    sums[0][lane] = source.v[at];
    barrier();
    uint from = 0u;
    for (uint step = 1u; step < 12u; step *= 2u) {
        uint value = sums[from][lane];
        if (lane >= step) {
            value += sums[from][lane - step];
        }
        from = 1u - from;
        sums[from][lane] = value;
        barrier();
    }
    uint own = cells[lane].pair.y == lane ? cells[lane].other : 0u;
    result.v[at] = own * 1000u + sums[from][lane];
}
