//@ run: -T cs_6_5
//@ in: lamps = u32:7,9,11,13,15,17
//@ in: mode = u32:1,0
//@ in: sums = f32:0*6
//@ dispatch: 1
//@ out: sums = f32:7,11,26,18,13,28
//@ run: -T cs_6_5 -O1
//@ in: lamps = u32:7,9,11,13,15,17
//@ in: mode = u32:1,0
//@ in: sums = f32:0*6
//@ dispatch: 1
//@ out: sums = f32:7,11,26,18,13,28
// Structs that a construct with a single path fills, through `out` parameters, and of which parts are read.
struct Lamp { uint bits; uint more; };
StructuredBuffer<Lamp> lamps : register(t0);
StructuredBuffer<uint> mode : register(t1);
RWStructuredBuffer<float> sums : register(u2);

void choose(uint mode, out Lamp lamp, uint i) { switch (mode) { default: lamp = lamps[i]; } }
void either(uint mode, out Lamp lamp, uint i) {
    switch (mode) {
        case 1: lamp = lamps[i]; break;
        default: lamp = lamps[0]; break;
    }
}
void last(uint count, out Lamp lamp) {
    lamp = lamps[0];
    for (uint i = 0; i < count; i++) {
        lamp = lamps[i];
        if (lamp.more == mode[1]) break;
    }
}
float bright(Lamp lamp) { float3 v = lamp.bits; return v.x; }
float sum(Lamp lamp) { float2 v = float2(lamp.bits, lamp.more); return v.x + v.y; }

[numthreads(1, 1, 1)]
void main() {
    Lamp lamp;
    choose(0, lamp, 0);
    sums[0] = bright(lamp);
    choose(mode[0], lamp, 1);
    sums[1] = bright(lamp);
    either(mode[0], lamp, 1);
    sums[2] = sum(lamp) + 2;
    either(mode[1], lamp, 1);
    sums[3] = bright(lamp) + 11;
    last(mode[0] + 1, lamp);
    sums[4] = lamp.more;
    last(3, lamp);
    choose(2, lamp, 2);
    sums[5] = sum(lamp) - 4;
}
