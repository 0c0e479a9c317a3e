//@ run: -T cs_6_0 -E main
//@ in: 0:0 = u32:0x3f800000,0x40000000,0x40400000,0x40800000,0x40a00000,0x0,0x0,0x0,0x40c00000,0x0,0x0,0x0,0x40e00000,0x41000000,0x0,0x0,0x3f800000,0x40000000,0x40400000,0x0,0x40800000,0x40a00000,0x40c00000,0x0,0x3
//@ in: 0:1 = u32:0x3f800000,0xa,0x40000000,0x14,0x40400000,0x1e
//@ in: 0:2 = f32:0*6
//@ in: 0:3 = u32:0*8
//@ dispatch: 3
//@ out: 0:2 = f32:56,51,80,67,104,81
//@ out: 0:3 = u32:100,1,2,3,101,102,103,255

// How constants lie in memory, a buffer of structs, and one of bytes.
struct Item { float weight; uint count; };
cbuffer Params : register(b0) {
    float3 a;
    float b;
    float c[2];
    float2 d;
    row_major float2x3 m;
    uint n;
};
StructuredBuffer<Item> items : register(t1);
RWStructuredBuffer<float2> result : register(u2);
RWByteAddressBuffer bytes : register(u3);

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint k = id.x;
    Item item = items[k];
    float2 turned = mul(m, a);
    float3 back = mul(d, m);
    result[k] = float2(turned.x * item.weight + turned.y + float(item.count), back[k] + b + c[k % 2] + float(n));
    bytes.Store(4 * k + 16, 101 + k);
    if (k == 0) {
        bytes.Store4(0, uint4(100, 1, 2, 3));
        uint before;
        bytes.InterlockedOr(28, 0xf0, before);
        bytes.InterlockedOr(28, 0x0f, before);
    }
}
