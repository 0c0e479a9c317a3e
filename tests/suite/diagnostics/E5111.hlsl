//@ run: -T ps_6_0
struct Pair { float first, second; };
struct Element { float2 a; [[vk::offset(8)]] Pair b; };
//~                                               ^ warning[W2502]: misaligned offset: expected a multiple of 16 bytes
//~                                               ^ fatal error[E5111]: invalid member offset: member 1 at offset 8 is not aligned to 16
cbuffer Elements { Element elements[10]; };
float4 main() : SV_Target { return elements[1].b.first; }
