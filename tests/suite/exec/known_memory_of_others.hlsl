//@ run: -T cs_6_0
//@ in: data = u32:1,2
//@ in: y = u32:0*8
//@ dispatch: 1
//@ out: y = u32:1,1,2,3,0,0,0,7

//@ run: -T cs_6_0 -O0
//@ in: data = u32:1,2
//@ in: y = u32:0*8
//@ dispatch: 1
//@ out: y = u32:1,1,2,3,0,0,0,7
// What others have written is seen behind a barrier, and an atomic writes as well.
RWStructuredBuffer<uint> data;
RWStructuredBuffer<uint> y;
groupshared uint shared_words[8];

[numthreads(4, 1, 1)]
void main(uint id : SV_GroupIndex) {
    shared_words[id] = id;
    uint own = shared_words[id];
    GroupMemoryBarrierWithGroupSync();
    if (id == 1) shared_words[0] = 1;
    GroupMemoryBarrierWithGroupSync();
    y[id] = id == 0 ? shared_words[0] : shared_words[id] + 0 * own;
    if (id == 3) {
        data[1] = 6;
        InterlockedAdd(data[1], 1);
        y[4 + id] = data[1];
    }
}
