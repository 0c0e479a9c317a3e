//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = u32:0x0,0x2,0x0,0x0,0x0,0x0,0x0,0x0,0x0,0x3f800000,0x40000000,0x41100000,0x0,0x1,0x2,0x3,0x3fc00000,0x40200000,0x40600000,0x41200000,0xa,0xb,0xc,0xd,0x0,0x3e800000,0x0
//@ in: 0:1 = f32:0*4
//@ dispatch: 1
//@ out: 0:0 = u32:0x0,0x2,0x0,0x0,0x0,0x0,0x0,0x0,0x3fc00000,0x40200000,0x40600000,0x40a00000,0xa,0xb,0xc,0xd,0x3fc00000,0x40200000,0x40600000,0x41200000,0xa,0xb,0xc,0xd,0x0,0x3e800000,0x0
//@ out: 0:1 = f32:10.25,13,10.5,2
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// Structs in structs and arrays, at offsets of their own, copied as a whole.
layout(local_size_x = 1) in;
struct Item { vec3 a; float b; uvec2 c[2]; };
layout(std430, binding = 0) buffer Block {
    layout(offset = 4) uint count;
    layout(offset = 32) Item items[2];
    layout(offset = 100) float tail;
} block;
layout(std430, binding = 1) buffer Result { float v[4]; } result;

float sum(Item item) {
    return item.a.x + item.a.y + item.a.z;
}

void main() {
    uint last = block.count - 1u;
    result.v[0] = block.items[last].b + block.tail;
    result.v[1] = float(block.items[last].c[last].y);
    float total = 0.0;
    for (uint k = 0u; k < block.count; ++k) {
        total += sum(block.items[k]);
    }
    result.v[2] = total;
    Item moved = block.items[last];
    moved.b = 5.0;
    block.items[0] = moved;
    result.v[3] = float(block.count);
}
