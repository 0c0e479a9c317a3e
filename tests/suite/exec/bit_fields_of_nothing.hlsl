//@ run: -T cs_6_0
//@ in: o = u32:0*5
//@ dispatch: 1
//@ out: o = u32:21,0,2,0,245

// A bit-field without a name and width takes no bits and keeps none apart, but for those of other types.
struct Joined { uint a : 3; uint : 0; uint b : 4; };
struct Parted { int : 0; uint a : 4; uint : 0; uint b : 4; };
struct Out { Joined joined; int : 0; uint last : 2; Parted parted; };
RWStructuredBuffer<Out> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    Out x = (Out)0;
    x.joined.a = 13;
    x.joined.b = 18;
    x.last = 6;
    x.parted.a = 21;
    x.parted.b = x.parted.a + 10;
    o[0] = x;
}
