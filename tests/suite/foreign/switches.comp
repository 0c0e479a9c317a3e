//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = u32:0*24
//@ dispatch: 3
//@ out: 0:0 = u32:10,1100,1000,10,77,4294967291,7,77,10,1100,1000,7,0,4294967283,13,0,10,1100,1000,13,10,4294967275,8,10
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// Cases that fall through, a default in the middle, a loop with its own break and a switch in a switch.
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Result { uint v[]; } result;

uint pick(uint v) {
    uint r = 0u;
    switch (v % 8u) {
    case 0u:
        return 10u;
    default:
        switch (int(v % 3u)) {
        case 1:
            return 77u;
        }
        r = v % 3u * 5u;
        break;
    case 1u:
        r += 100u;
    case 2u:
        r += 1000u;
        break;
    case 3u:
    case 6u:
        for (uint k = 0u; k < 10u; ++k) {
            if (k == v % 5u) {
                break;
            }
            r += k;
        }
        r += 7u;
        break;
    case 5u:
        r = -v;
    }
    return r;
}

void main() {
    result.v[gl_GlobalInvocationID.x] = pick(gl_GlobalInvocationID.x);
}
