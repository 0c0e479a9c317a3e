//@ run: -T cs_6_2 -enable-16bit-types
//@ run: -T cs_6_2 -enable-16bit-types -O0
//@ in: words = u32:0*4
//@ in: halves = u16:0xffff*16
//@ in: mixed = u16:0xffff*20
//@ dispatch: 2
//@ out: words = u16:0,1,2,3,4,5,6,7
//@ out: halves = u16:0,1,2,0xffff,10,11,12,0xffff,20,21,22,0xffff,30,31,32,0xffff
//@ out: mixed = u16:0xffff,0,100,7,8,1,101,7,8,2,102,7,8,3,103,7,8,0xffff,0xffff,0xffff

// Two invocations write the two halves of a word at once. Vectors whose address says that they begin with a word are
// written by words.
RWByteAddressBuffer words : register(u0);
RWByteAddressBuffer halves : register(u1);
RWByteAddressBuffer mixed : register(u2);

struct Pairs {
    uint16_t2 first;
    uint16_t2 second;
};

[numthreads(2, 1, 1)]
void main(uint group : SV_GroupID, uint3 id : SV_DispatchThreadID) {
    uint16_t lane = (uint16_t)id.x;
    words.Store<uint16_t>(id.x * 2, lane);
    words.Store<uint16_t>(id.x * 2 + 8, lane + uint16_t(4));
    halves.Store<uint16_t3>(id.x * 8, uint16_t3(lane * 10, lane * 10 + 1, lane * 10 + 2));
    Pairs pairs;
    pairs.first = uint16_t2(lane, lane + 100);
    pairs.second = uint16_t2(7, 8);
    mixed.Store<Pairs>(2 + id.x * 8, pairs);
}
