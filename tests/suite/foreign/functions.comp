//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = u32:0*5
//@ dispatch: 5
//@ out: 0:0 = u32:1500,1603,1706,1005,1912
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// Parameters that are written, structs and arrays by value, a return from the middle, globals that start somewhere.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Result { uint v[]; } result;
struct Pair { uint first; uint second; };
uint doubled = gl_GlobalInvocationID.x * 2u;
uint zero = 0u;

void swap(inout uint a, inout uint b) {
    uint kept = a;
    a = b;
    b = kept;
}

void split(uint a, uint b, out Pair pair) {
    pair.first = a;
    pair.second = b;
}

uint changed(Pair pair, uint more[2]) {
    pair.first += more[1];
    more[1] = 77u;
    return pair.first;
}

uint total(uint k) {
    uint a = k, b = k + 10u;
    swap(a, b);
    if (k == 3u) {
        return 999u;
    }
    Pair pair;
    split(a, b, pair);
    uint more[2] = uint[](0u, 5u);
    uint first = changed(pair, more);
    first += changed(pair, more) - first + zero;
    return first * 100u + pair.second;
}

void main() {
    uint k = gl_GlobalInvocationID.x;
    result.v[k] = total(k) + doubled;
}
