//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1
//@ in: source = u32:100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,129,130,131,132,133,134,135,136,137,138,139,140,141,142,143,144,145,146,147,148,149,150,151,152,153,154,155,156,157,158,159
//@ in: words = u32:100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,129,130,131,132,133,134,135,136,137,138,139,140,141,142,143,144,145,146,147,148,149,150,151,152,153,154,155,156,157,158,159
//@ in: Far = u32:1073741816
//@ in: result = u32:0*224
//@ in: target = u32:7*100
//@ dispatch: 1 1 1
//@ out: result = u32:102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,129,130,131,132,133,100101,102103,104105,106107,108109,110111,112113,114115,116117,118119,120121,122123,124125,126127,128129,130131,132133,134135,136137,138139,140141,142143,144145,146147,148149,150151,152153,154155,156157,158159,0,0,303,312,321,330,339,348,357,366,375,384,393,402,411,420,429,438,447,456,465,474,0,0,0,0,0,0,0,0,0,0,0,0,100,101,102,103,104,105,106,107,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,129,100,100,101,101,102,102,103,103,104,104,105,105,106,106,107,107,108,108,109,109,110,110,111,111,112,112,113,113,114,114,115,115,204,212,220,228,236,244,252,260,268,276,284,292,300,308,316,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
//@ out: target = u32:7,7,7,0,7,2,3,4,7,6,7,8,7,10,11,12,7,14,15,16,7,18,19,20,7,22,23,24,7,26,27,28,7,30,31,7,7,7,7,7,7,7,7,7,7,7,3,103,4,104,5,105,6,106,7,107,8,108,9,109,10,110,11,111,12,112,13,113,14,114,15,115,16,116,17,117,18,118,19,119,20,120,21,121,22,122,23,123,24,124,25,125,26,126,27,127,28,128,29,129
//@ only on the CPU: nothing keeps kernels of OpenCL from reading beyond a buffer
// Lanes whose offsets in bytes stand one after the other find and write what each would alone: where several words are read,
// where offsets go around before they are divided, where they are signed, and where several lanes have one word.
ByteAddressBuffer source : register(t0);
StructuredBuffer<uint> words : register(t1);
cbuffer Far : register(b2) { uint far; };
RWStructuredBuffer<uint> result : register(u3);
RWByteAddressBuffer target : register(u4);
[numthreads(32, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    result[lane] = source.Load(4 * lane + 8);
    const uint2 two = source.Load2(8 * lane);
    result[32 + lane] = two.x * 1000 + two.y;
    const uint3 three = source.Load3(12 * lane);
    result[64 + lane] = three.x + three.y + three.z;
    result[96 + lane] = words[((4 * (lane + far)) >> 2) - far];
    const int before = int(lane) - 2;
    result[128 + lane] = source.Load(4 * before);
    result[160 + lane] = source.Load(2 * lane);
    const uint4 four = source.Load4(16 * lane);
    result[192 + lane] = four.y + four.w;
    if (lane % 4 != 1)
        target.Store(4 * lane + 12, lane);
    if (lane >= 3)
        target.Store2(8 * lane + 160, uint2(lane, lane + 100));
}
