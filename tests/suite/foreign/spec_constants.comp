//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = f32:0*8
//@ constants: 0=6 1=0x3fc00000 2=0 3=4
//@ dispatch: 1
//@ out: 0:0 = f32:210,211.5,213,214.5,4,12,0,0
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// Constants that are set from outside: in the size of an array, in the size of the workgroup, in a branch.
layout(local_size_x_id = 3) in;
layout(constant_id = 0) const uint COUNT = 3u;
layout(constant_id = 1) const float FACTOR = 1.0;
layout(constant_id = 2) const bool NEGATIVE = true;
const uint SIZE = COUNT + 2u;
layout(std430, binding = 0) buffer Result { float v[]; } result;

void main() {
    uint squares[SIZE];
    for (uint k = 0u; k < SIZE; ++k) {
        squares[k] = k * k;
    }
    uint sum = gl_LocalInvocationIndex;
    for (uint k = 0u; k < SIZE; ++k) {
        sum += squares[k];
    }
    result.v[gl_LocalInvocationIndex] = NEGATIVE ? -1.0 : float(sum) * FACTOR;
    if (gl_LocalInvocationIndex == 0u) {
        result.v[4] = float(gl_WorkGroupSize.x);
        result.v[5] = COUNT > 4u ? float(COUNT * 2u) : 0.0;
    }
}
