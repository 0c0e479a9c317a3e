//@ run: -T cs_6_0 -E main -fspv-target-env=vulkan1.2
//@ check-not: OpCopyLogical
//@ check-not: OpTypeStruct %uint %_arr_float_uint_3_0
//@ in: items = u32:9*12
//@ dispatch: 1
//@ out: items = u32:1,5,5,5,7,3,2,1,7,3,2,1

// What is put together to be stored is put together in the layout of memory, arrays inside and constants as well.
struct Item {
    uint key;
    uint parts[3];
};
RWStructuredBuffer<Item> items : register(u0);

[numthreads(1, 1, 1)]
void main(uint id : SV_GroupIndex) {
    Item made;
    made.key = id + 1;
    made.parts[0] = id + 5;
    made.parts[1] = made.parts[0];
    made.parts[2] = 5;
    items[0] = made;
    Item fixed = {7, {3, 2, 1}};
    items[1] = fixed;
    Item loaded = items[1];
    items[2] = loaded;
}
