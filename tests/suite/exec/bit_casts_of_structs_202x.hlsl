//@ run: -T cs_6_7 -HV 202x -enable-16bit-types
//@ in: bits = u32:0*12
//@ dispatch: 1
//@ out: bits = u32:0x3f800000,7,0x40000000,0x00020001,0x3c004000,0x40490fdb,0x11223344,0x55667788,0x40091eb8,0x51eb851f,5,6
// `bit_cast` takes all numbers of a type apart and puts them together again, the lowest bits first.
struct Mixed { float first; int second; };
struct Halves { uint16_t low, high; half two, one; float pi; };
RWStructuredBuffer<uint> bits;

[numthreads(1, 1, 1)]
void main() {
    Mixed mixed = { 1.0f, 7 };
    uint2 pair = hlsl::bit_cast<uint2>(mixed);
    bits[0] = pair.x;
    bits[1] = pair.y;
    Mixed back = hlsl::bit_cast<Mixed>(uint2(0x40000000, 9));
    bits[2] = asuint(back.first);
    Halves halves = { 1, 2, half(2), half(1), 3.14159274f };
    uint3 words = hlsl::bit_cast<uint3>(halves);
    bits[3] = words.x;
    bits[4] = words.y;
    bits[5] = words.z;
    uint64_t wide = hlsl::bit_cast<uint64_t>(uint2(0x55667788, 0x11223344));
    bits[6] = uint(wide >> 32);
    bits[7] = uint(wide);
    uint2 number = hlsl::bit_cast<uint2>(3.14l);
    bits[8] = number.y;
    bits[9] = number.x;
    uint array[2] = hlsl::bit_cast<uint[2]>(int2(5, 6));
    bits[10] = array[0];
    bits[11] = array[1];
}
