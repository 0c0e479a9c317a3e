//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1
//@ in: source = u32:101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120
//@ in: Far = u32:4294967290
//@ in: result = u32:0*192
//@ in: target = u32:7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7
//@ dispatch: 1 1 1
//@ out: result = u32:101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,0,0,0,0,0,0,0,0,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,0,0,0,0,0,0,0,0,0,0,1020,1021,1022,1023,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1000,1001,1002,1003,1004,1005,1006,1007,1008,1009,1010,1011,1012,1013,1014,1015,1016,1017,1018,1019,1020,1021,1022
//@ out: target = u32:7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,0,7,2,3,4,7,6,7,8,7,10,11,12,7,14
//@ only on the CPU: nothing keeps kernels of OpenCL from reading beyond a buffer
// Lanes that stand one after the other find what each would find alone, where their numbers go around and where a buffer
// or an array ends among them.
StructuredBuffer<uint> source : register(t0);
cbuffer Far : register(b1) { uint far; };
RWStructuredBuffer<uint> result : register(u2);
RWStructuredBuffer<uint> target : register(u3);
groupshared uint words[24];
[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex, uint3 local : SV_GroupThreadID) {
    if (lane < 24)
        words[lane] = 1000 + lane;
    GroupMemoryBarrierWithGroupSync();
    result[lane] = source[id.x];
    result[32 + lane] = source[id.x - 3];
    result[64 + lane] = source[far + lane];
    result[96 + lane] = source[int(local.x) - 2];
    if (local.x < 4)
        result[128 + lane] = words[local.x + 20];
    if (lane >= 9)
        result[lane + 160] = words[lane - 9];
    if (lane % 4 != 1)
        target[id.x + 25] = lane;
}
