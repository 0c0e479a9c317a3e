//@ run: -T ps_6_7 -fspv-target-env=vulkan1.3
//@ check: OpImageGather %v4uint
Texture2D<uint> texels;
SamplerState state;
uint4 main(float2 at : AT) : SV_Target { return texels.GatherRaw(state, at) + texels.GatherRaw(state, at, int2(1, 2)); }
