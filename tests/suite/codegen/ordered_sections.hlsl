//@ run: -T ps_6_6 -E looped
//@ check: OpSelectionMerge
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpLoopMerge
//@ check: OpImageWrite
//@ check: OpImageWrite
//@ check: OpEndInvocationInterlockEXT
//@ check: OpReturn

//@ run: -T ps_6_6 -E looped -O0
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpFunctionCall %v4float %src_looped %{*}
//@ check: OpEndInvocationInterlockEXT
//@ check: OpLoopMerge

//@ run: -T ps_6_6 -E straight
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpImageWrite
//@ check: OpImageRead
//@ check: OpEndInvocationInterlockEXT
//@ check: OpReturn

//@ run: -T ps_6_6 -E called
//@ check: OpBeginInvocationInterlockEXT
//@ check: OpLoopMerge
//@ check: OpFunctionCall %float %kept
//@ check: OpEndInvocationInterlockEXT
//@ check: OpReturn
// What a rasteriser orders is one section in each entry point, outside of loops, around the calls that order something.
RasterizerOrderedTexture2D<float> depth;
RasterizerOrderedBuffer<float> sums;

float add(uint at, float value) {
    sums[at] += value;
    return sums[at];
}

float4 looped(float4 at : SV_Position, uint count : COUNT) : SV_Target {
    float result = at.z * 2;
    if (count > 3) {
        for (uint i = 0; i < count; ++i) {
            if (depth[uint2(i, 0)] < result) depth[uint2(i, 0)] = result;
        }
        result += add(count, result);
    }
    return result + 1;
}

float4 straight(float4 at : SV_Position) : SV_Target {
    depth[uint2(at.xy)] = 1;
    return add(1, at.z);
}

[noinline] float kept(uint at) {
    return sums[at];
}

float4 called(uint count : COUNT) : SV_Target {
    float value = count;
    while (value < 4) value += kept(count);
    return value;
}
