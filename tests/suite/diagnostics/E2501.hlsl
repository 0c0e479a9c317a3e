//@ run: -T ps_6_0
cbuffer C {
    float4 a : packoffset(c0);
    float b : packoffset(c0.y);
//~       ^ error[E2501]: member at offset 4 overlaps the member at offsets 0 to 16
};
struct S { [[vk::offset(0)]] float4 a; [[vk::offset(8)]] float b; };
//~                                                            ^ error[E2501]: member at offset 8 overlaps the member at offsets 0 to 16
StructuredBuffer<S> s;
float4 main() : SV_Target { return a + b + s[0].b; }
