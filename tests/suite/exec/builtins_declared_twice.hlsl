//@ run: -T cs_6_0 -fspv-target-env=vulkan1.3
//@ in: o = u32:0*32
//@ dispatch: 2 1 1
//@ out: o = u32:0,2,0,2, 1,2,0,2, 2,2,0,2, 3,2,0,2, 4,2,1,2, 5,2,1,2, 6,2,1,2, 7,2,1,2
//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1 -O0
//@ in: o = u32:0*32
//@ dispatch: 2 1 1
//@ out: o = u32:0,2,0,2, 1,2,0,2, 2,2,0,2, 3,2,0,2, 4,2,1,2, 5,2,1,2, 6,2,1,2, 7,2,1,2
// A built-in that several declarations stand for is one variable: beside a semantic, in two headers, in a function and in a
// struct.

[[vk::ext_builtin_input(28)]] static const uint3 everywhere;
[[vk::ext_builtin_input(28)]] static const uint3 again;

struct Grid {
    [[vk::ext_builtin_input(24)]] static const uint3 groups;
    static uint count() { return groups.x; }
};

RWStructuredBuffer<uint> o;

uint groups() {
    [[vk::ext_builtin_input(24)]] static const uint3 groups;
    return groups.x;
}

uint group() {
    [[vk::ext_builtin_input(26)]] static const uint3 groups;
    return groups.x;
}

[numthreads(4, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID) {
    o[thread.x * 4] = everywhere.x * 2 - again.x;
    o[again.x * 4 + 1] = groups();
    o[everywhere.x * 4 + 2] = group();
    o[thread.x * 4 + 3] = Grid::count();
}
