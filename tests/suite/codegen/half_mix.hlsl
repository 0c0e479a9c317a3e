//@ run: -T cs_6_2 -enable-16bit-types
// SPIRV-Tools must not fold this: they would make a constant of 16 bits with 64 of them.
RWStructuredBuffer<half4> target;
[numthreads(1, 1, 1)]
void main() { target[0] = lerp(half4(1, 2, -3, 4), half4(8, -7, 6, 5), half4(0.25, 0.5, 0.75, 0)); }
