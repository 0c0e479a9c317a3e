// A struct of a buffer has a layout, and a local one has none: a copy between them converts it. A part of the copy is
// the part of what was copied.
//@ run: -T cs_6_0 -E main -fspv-target-env=vulkan1.2
//@ emit: spirv
//@ check-not: OpCopyLogical
//@ in: items = f32:1,2,3,4,5,6,7,8
//@ in: result = f32:0*2
//@ dispatch: 1 1 1
//@ out: result = f32:6,8

struct Item { float a; float2 b; float c; };

StructuredBuffer<Item> items;
RWStructuredBuffer<float> result;

[numthreads(2, 1, 1)]
void main(uint id : SV_GroupIndex) {
    Item item = items[1];
    result[id] = id == 0 ? item.b.x : item.c;
}
