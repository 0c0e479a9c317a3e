//@ run: -T cs_6_0
RWTexture2D<float4> sums;
[numthreads(32, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    InterlockedMax(sums[at.xy], 3);
//~ ^ error[E2111]: no matching function for call to 'InterlockedMax'
//~ ^ note: atomic operations require int or uint; use 'asuint' to reinterpret a float
}
//~? note: candidate: void InterlockedMax(inout int64 dest, int64 value)
//~? note: candidate: void InterlockedMax(inout int64 dest, int64 value, out int64 original)
//~? note: candidate: void InterlockedMax(inout int32 dest, int32 value)
//~? note: candidate: void InterlockedMax(inout int32 dest, int32 value, out int32 original)
//~? note: argument types are float4, literal int
