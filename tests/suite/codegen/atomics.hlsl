//@ run: -T cs_6_0
groupshared uint counter; groupshared int lowest;
RWStructuredBuffer<uint> values; RWTexture2D<uint> image; RWByteAddressBuffer bytes;
//@ check: OpAtomicIAdd %uint %counter
//@ check: OpAtomicSMin %int %lowest
//@ check: OpAtomicUMax %uint
//@ check: OpImageTexelPointer
//@ check: OpAtomicOr
//@ check: OpAtomicCompareExchange
[numthreads(1, 1, 1)] void main() {
    uint old;
    InterlockedAdd(counter, 1, old);
    InterlockedMin(lowest, -1);
    InterlockedMax(values[0], old);
    InterlockedOr(image[uint2(0, 1)], 2);
    bytes.InterlockedCompareExchange(4, 1, 2, old);
}
