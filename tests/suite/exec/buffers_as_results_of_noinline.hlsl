//@ run: -T cs_6_0
//@ in: first = u32:1,2,3,4
//@ in: second = u32:10,20,30,40
//@ in: sums = u32:0*4
//@ dispatch: 1
//@ out: sums = u32:51,42,33,24
// SPIR-V has no functions that return pointers to buffers: such calls are inlined in any case.
StructuredBuffer<uint> first;
StructuredBuffer<uint> second;
RWStructuredBuffer<uint> sums;

struct Pair {
    StructuredBuffer<uint> a;
    StructuredBuffer<uint> b;
};

[noinline]
StructuredBuffer<uint> one() { return second; }

[noinline]
Pair both() {
    Pair pair;
    pair.a = first;
    pair.b = one();
    return pair;
}

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    sums[id.x] = both().a[id.x] + both().b[3 - id.x] + one()[0];
}
