//@ run: -T cs_6_2
//@ in: chosen = u32:1,2,3,4,5,6,7,8
//@ dispatch: 1 1 1
//@ out: chosen = u32:32,16,16,16,16,32,1,32
//@ run: -T cs_6_2 -enable-16bit-types -Wno-conversion
//@ in: chosen = u32:1,2,3,4,5,6,7,8
//@ dispatch: 1 1 1
//@ out: chosen = u32:16,16,16,16,16,16,2,16
// A half that is as wide as a float becomes one beside an integer and beside a number of less precision; one of 16 bits stays.

RWStructuredBuffer<uint> chosen : register(u0);

uint width(half value) { return 16; }
uint width(float value) { return 32; }

uint pick(uint a, float b) { return 1; }
uint pick(int a, half b) { return 2; }

[numthreads(1, 1, 1)]
void main() {
    const half number = half(chosen[0]);
    const int integer = int(chosen[1]);
    const bool truth = chosen[2] > 2;
    chosen[0] = width(number * integer);
    chosen[1] = width(truth + number);
    chosen[2] = width(number + 1);
    chosen[3] = width(number * 2.0);
    chosen[4] = width(number);
    chosen[5] = width(number * uint(integer));
    chosen[6] = pick(integer, integer);
    chosen[7] = width(number + min16float(integer));
}
