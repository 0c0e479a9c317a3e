//@ run: -T cs_6_0 -fspv-flatten-resource-arrays
//@ in: 0:0 = u32:10,11
//@ in: 0:1 = u32:20,21
//@ in: 0:2 = u32:30,31
//@ in: 0:3 = u32:1
//@ in: 0:4 = u32:2
//@ in: 0:5 = u32:3
//@ in: 0:6 = u32:4
//@ in: y = u32:9*8
//@ dispatch: 1
//@ out: 0:0 = u32:110,11
//@ out: 0:1 = u32:20,121
//@ out: 0:2 = u32:130,31
//@ out: y = u32:12,24,34,0,10,21,30,0
//@ check: OpDecorate %y Binding 7
//@ check: OpDecorate %lists_0_ Binding 0
//@ check: OpDecorate %lists_1_ Binding 1
//@ check: OpDecorate %lists_2_ Binding 2
//@ check: OpDecorate %grid_0__0_ Binding 3
//@ check: OpDecorate %grid_1__1_ Binding 6
//@ check-not: OpTypeArray

//@ run: -T cs_6_0 -O0 -fspv-flatten-resource-arrays
//@ in: 0:0 = u32:10,11
//@ in: 0:1 = u32:20,21
//@ in: 0:2 = u32:30,31
//@ in: 0:3 = u32:1
//@ in: 0:4 = u32:2
//@ in: 0:5 = u32:3
//@ in: 0:6 = u32:4
//@ in: y = u32:9*8
//@ dispatch: 1
//@ out: 0:2 = u32:130,31
//@ out: y = u32:12,24,34,0,10,21,30,0
// Each element is a variable of its own, and an index that is not known chooses between them: one beyond the array reads
// zeros and writes nothing.
RWStructuredBuffer<uint> lists[3] : register(u0);
StructuredBuffer<uint> grid[2][2];
RWStructuredBuffer<uint> y;

[numthreads(4, 1, 1)]
void main(uint id : SV_GroupIndex) {
    y[id + 4] = lists[id][id % 2];
    y[id] = lists[id][id & 1] + grid[id / 2][id % 2][0] + 1;
    if (id == 3) y[3] = lists[id][0];
    InterlockedAdd(lists[id][id % 2], 100);
}
