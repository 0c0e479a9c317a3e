//@ run: -T cs_6_2 -enable-16bit-types -fspv-target-env=vulkan1.2
//@ in: o = f32:0*8
//@ dispatch: 1 1 1
//@ out: o = f32:1.5,7,-5,0.5,0,0,3,4
//@ run: -T cs_6_2 -enable-16bit-types -fspv-target-env=vulkan1.2
//@ constants: 0=0x4004000000000000 1=300 2=0xFFFFFFFFFFFFFF9C 3=0x4000 4=5 5=0xFFFD 6=0x100000000
//@ in: o = f32:0*8
//@ dispatch: 1 1 1
//@ out: o = f32:2.5,300,-100,2,5,1,-3,4294967296
// Specialisation constants of any width.

enum Wide : uint64_t { NONE = 4 };

[[vk::constant_id(0)]] const double a = 1.5;
[[vk::constant_id(1)]] const uint16_t b = 7;
[[vk::constant_id(2)]] const int64_t c = -5;
[[vk::constant_id(3)]] const half d = 0.5;
[[vk::constant_id(4)]] const uint64_t e = 0;
[[vk::constant_id(5)]] const int16_t f = 3;
[[vk::constant_id(6)]] const Wide g = NONE;
RWStructuredBuffer<float> o;

[numthreads(1, 1, 1)]
void main() {
    o[0] = (float)a;
    o[1] = b;
    o[2] = (float)c;
    o[3] = d;
    o[4] = (float)e;
    o[5] = a > 2 ? 1 : 0;
    o[6] = f;
    o[7] = (float)(uint64_t)g;
}
