//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1
//@ in: y = u32:0*4
//@ in: 0:0[0] = u32:10,11
//@ in: 0:0[1] = u32:20,21
//@ in: 0:0[2] = u32:30,31
//@ in: 0:0[3] = u32:40,41
//@ in: 0:0[4] = u32:50,51
//@ in: 0:0[5] = u32:60,61
//@ in: chosen = u32:1,2,0,1
//@ dispatch: 1
//@ out: y = u32:151,142,131,141

//@ run: -T cs_6_0 -O0 -fspv-target-env=vulkan1.1
//@ in: y = u32:0*4
//@ in: 0:0[0] = u32:10,11
//@ in: 0:0[1] = u32:20,21
//@ in: 0:0[2] = u32:30,31
//@ in: 0:0[3] = u32:40,41
//@ in: 0:0[4] = u32:50,51
//@ in: 0:0[5] = u32:60,61
//@ in: chosen = u32:1,2,0,1
//@ dispatch: 1
//@ out: y = u32:151,142,131,141
// Vulkan has arrays of resources and no arrays of these: the elements stand in one array, in the same order.
StructuredBuffer<uint> lists[2][3] : register(t0);
RWStructuredBuffer<uint> y : register(u1);
StructuredBuffer<int> chosen : register(t2);

uint last(StructuredBuffer<uint> row[3], int at) { return row[2][at]; }

[numthreads(4, 1, 1)]
void main(uint id : SV_GroupIndex) {
    int row = chosen[0];
    uint column = chosen[1];
    uint sum = lists[1][0][id & 1];
    sum += lists[row][column][0] + lists[row][1][1];
    if (id != 0) sum -= last(lists[0], id / 2);
    else sum -= lists[0][column - 1][0];
    y[id] = sum + (id == 2 ? lists[chosen[2]][0][1] : lists[chosen[2]][1][0]);
}
