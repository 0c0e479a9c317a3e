//@ run: -T ps_6_6 -E marked -fcgl
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpAtomicIAdd
//@ check: OpEndInvocationInterlockEXT
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpAtomicUMax
//@ check: OpEndInvocationInterlockEXT
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpAtomicOr
//@ check: OpEndInvocationInterlockEXT
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpAtomicCompareExchange
//@ check: OpEndInvocationInterlockEXT
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpAtomicIAdd
//@ check: OpEndInvocationInterlockEXT

//@ run: -T ps_6_6 -E marked
//@ check: OpExecutionMode %{*} PixelInterlockOrderedEXT
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpAtomicIAdd
//@ check: OpAtomicUMax
//@ check: OpAtomicOr
//@ check: OpAtomicCompareExchange
//@ check: OpAtomicIAdd
//@ check: OpEndInvocationInterlockEXT

//@ run: -T ps_6_6 -E unordered -fcgl
//@ check-not: OpBeginInvocationInterlockEXT
// Atomic operations on what the rasteriser orders are ordered like reads and writes.
RasterizerOrderedTexture2D<uint> image : register(u0);
RasterizerOrderedStructuredBuffer<uint> items : register(u1);
RasterizerOrderedBuffer<uint> list : register(u2);
RasterizerOrderedByteAddressBuffer bytes : register(u3);
RWTexture2D<uint> plain : register(u4);
RWByteAddressBuffer plain_bytes : register(u5);

float4 marked(float4 at : SV_Position) : SV_Target {
    uint old;
    InterlockedAdd(image[uint2(at.xy)], 1, old);
    InterlockedMax(items[old], 3);
    InterlockedOr(list[2], 4);
    bytes.InterlockedCompareExchange(8, 1, 2, old);
    bytes.InterlockedAdd(old * 4, 1);
    return old;
}

float4 unordered(float4 at : SV_Position) : SV_Target {
    uint old;
    InterlockedAdd(plain[uint2(at.xy)], 1, old);
    plain_bytes.InterlockedAdd(8, old);
    return old;
}
