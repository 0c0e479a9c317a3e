//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = u32:0*16
//@ dispatch: 4
//@ out: 0:0 = u32:100,501,507,3302,3305,3308,3316,3303,3319,3306,3314,3309,3309,3317,3317,3304
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// Loops that are left from inside of others, by break, continue and return.
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Result { uint v[]; } result;

uint walk(uint n) {
    uint sum = 0u;
    for (uint a = 0u; ; ) {
        if (a >= n) {
            break;
        }
        ++a;
        if (a % 3u == 0u) {
            continue;
        }
        uint b = 0u;
        do {
            sum += a * b + 1u;
            ++b;
            if (sum > 60u) {
                return 1000u + sum;
            }
            if (b == 4u && a == 2u) {
                break;
            }
        } while (b < a);
        if (sum % 17u == 16u) {
            break;
        }
    }
    uint x = n, count = 0u;
    while (x != 1u && count < 20u) {
        x = (x & 1u) != 0u ? 3u * x + 1u : x / 2u;
        ++count;
    }
    return sum * 100u + count;
}

void main() {
    result.v[gl_GlobalInvocationID.x] = walk(gl_GlobalInvocationID.x + 1u);
}
