//@ run: -T cs_6_0 -fspv-flatten-resource-arrays
//@ run: -T cs_6_0 -O0 -fspv-flatten-resource-arrays
// An element that a loop hands to its next turn cannot be chosen where it is used.
RWTexture2D<float> maps[3] : register(u0);
RWStructuredBuffer<uint> list : register(u5);

[numthreads(1, 1, 1)]
void main() {
    RWTexture2D<float> map = maps[list[1]];
//~                          ^ fatal error[E5109]: resources and offsets must be known at compile time, in a form that Vulkan supports: cannot split 'maps' into a variable per element: an element is not accessed directly
    for (uint i = 0; i < list[0]; i++) {
        map[uint2(i, 1)] = 2;
        map = maps[i];
    }
}
