//@ run: -T cs_6_0
RWTexture2D<float4> sums;
[numthreads(32, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    InterlockedMax(sums[at.xy], 3);
//~ ^ error[E2111]: no matching function for call to 'InterlockedMax'
//~ ^ note: atomic operations work on int and uint; 'asuint' gives the bits of a float
}
//~? note: candidate: void InterlockedMax(inout int64 dest, int64 value)
//~? note: candidate: void InterlockedMax(inout int64 dest, int64 value, out int64 original)
//~? note: candidate: void InterlockedMax(inout int32 dest, int32 value)
//~? note: candidate: void InterlockedMax(inout int32 dest, int32 value, out int32 original)
//~? note: the arguments are of the types float4, literal int
