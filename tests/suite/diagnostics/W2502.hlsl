//@ run: -T ps_6_0 -Vd
struct S { float a; [[vk::offset(6)]] float b; };
//~                                         ^ warning[W2502]: misaligned offset: expected a multiple of 4 bytes
StructuredBuffer<S> s;
float4 main() : SV_Target { return s[0].b; }
