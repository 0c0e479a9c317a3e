//@ run: -T cs_6_0
//@ in: pairs = u32:0xffffffff,1,2,0,0xffffffff,0xffffffff,1,0
//@ in: sums = u32:0*6
//@ dispatch: 1
//@ out: sums = u32:1,2,1,2,0,0

RWStructuredBuffer<uint4> pairs : register(u0);
RWStructuredBuffer<uint2> sums : register(u1);

[numthreads(1, 1, 1)]
void main() {
    sums[0] = AddUint64(pairs[0].xy, pairs[0].zw);
    uint4 both = AddUint64(pairs[0].xyzw, pairs[0].zwxy);
    sums[1] = both.zw;
    sums[2] = AddUint64(pairs[1].xy, pairs[1].zw);
}
