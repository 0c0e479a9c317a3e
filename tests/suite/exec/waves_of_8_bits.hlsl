//@ run: -T cs_6_10 -enable-16bit-types -fspv-target-env=vulkan1.3
//@ in: r = i32:0*32
//@ dispatch: 1
//@ out: r = i32:-56,0,1,-1,96,-96,-1,3,-56,50,1,-1,96,-96,-1,3,-56,100,1,-1,96,-96,-1,3,-56,-106,1,-1,96,-96,-1,3

// Operations of a wave on numbers of 8 bits wrap as those of one lane do, and four bytes are packed for products.
RWStructuredBuffer<int> r : register(u0);

[numthreads(4, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    int8_t fifty = 50;
    r[8 * i + 0] = WaveActiveSum(fifty);
    r[8 * i + 1] = WavePrefixSum(fifty);
    r[8 * i + 2] = WaveActiveBitAnd((uint8_t)(2 * i + 1));
    r[8 * i + 3] = WaveActiveMin((int8_t)((int8_t)i - 1));
    int8_t4 v = int8_t4(1, -2, 3, -4);
    int8_t4 w = int8_t4(-1, 2, -3, 127);
    r[8 * i + 4] = dot4add_i8packed(pack_s8(v), pack_s8(v), 66);
    r[8 * i + 5] = -(int)dot4add_u8packed(pack_u8((uint8_t4)abs(v)), pack_u8((uint8_t4)abs(v)), 66);
    r[8 * i + 6] = ((int8_t4)unpack_s8s32(pack_s8(w))).x;
    r[8 * i + 7] = WaveReadLaneAt((uint8_t)i, 3);
}
