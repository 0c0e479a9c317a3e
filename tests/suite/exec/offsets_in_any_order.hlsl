//@ run: -T cs_6_0
//@ push: f32:1,2,3,4,5
//@ in: s = u32:7,8,9,10
//@ in: c = f32:11,12,13,14, 15,16,17,18
//@ in: o = f32:0*10
//@ dispatch: 1 1 1
//@ out: o = f32:3,1,2,4,9,7,8,15,12,13
// Members may have offsets in any order; those without one follow the member before them.

struct Back {
    [[vk::offset(8)]] float a;
    [[vk::offset(0)]] float b;
    float c;
    [[vk::offset(12)]] float d;
};

struct Element {
    [[vk::offset(8)]] uint a;
    [[vk::offset(0)]] uint b;
    [[vk::offset(4)]] uint c;
    [[vk::offset(12)]] uint d;
};

cbuffer c {
    float4 second : packoffset(c1);
    float2 first : packoffset(c0.y);
};

[[vk::push_constant]] Back k;
StructuredBuffer<Element> s;
RWStructuredBuffer<float> o;

[numthreads(1, 1, 1)]
void main() {
    o[0] = k.a;
    o[1] = k.b;
    o[2] = k.c;
    o[3] = k.d;
    o[4] = s[0].a;
    o[5] = s[0].b;
    o[6] = s[0].c;
    o[7] = second.x;
    o[8] = first.x;
    o[9] = first.y;
}
