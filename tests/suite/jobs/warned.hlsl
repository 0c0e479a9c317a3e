//@ run: -T cs_6_0

// A shader that the compiler warns of.
StructuredBuffer<uint2> source : register(t0);
RWStructuredBuffer<uint> result : register(u1);

[numthreads(2, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    uint first = source[at.x];
//~              ^ warning[W2126]: implicit truncation of 'uint2' to 'uint'
    result[at.x] = first;
}
